//! Emlia: d12 pools, units with members, timing steps and morale. The rules reference is `docs/rules/emlia.md`; code and
//! tests cite its rulings (`EM-29`).
//!
//! | room | what is in it |
//! |---|---|
//! | `toggles`, `lines`, `data`, `shape`, `reading` | the rules file: what it may say, and what it says |
//! | `build`, `policy`, `bill` | a unit as written down, how it fights, what it costs |
//! | `checks`, `damage` | dice: the questions put to the umpire; from hits to damage points |
//! | `situation`, `troop` | where a duel is fought; a build as numbers against its enemy |
//! | `duel`, `activation`, `actions`, `leadership`, `resolution` | the state and its turn; what a unit does; how; what comes of it |
//! | `odds`, `attack_odds`, `leading_odds`, `table_odds`, `story`, `show` | questions in figures, a fight in words, tables |

mod actions;
mod activation;
mod attack_odds;
mod bill;
mod build;
mod checks;
mod damage;
mod data;
mod duel;
mod leadership;
mod leading_odds;
mod lines;
mod odds;
mod policy;
mod reading;
mod resolution;
mod shape;
mod show;
mod situation;
mod story;
mod table_odds;
mod toggles;
mod troop;

pub use duel::Bout;

use super::both;
use super::builds::{Written, label, written_out};
use super::scenarios;
use super::{Bill, Card, Pairing, Recruit, Reply, Rulebook, System, Words};
use crate::document::{Node, Problems, Shape, Value, checked};
use crate::umpire::{Exact, Ready};
use build::Build;
use data::{LEADING, Rules};
use situation::Situation;

/// The system as shipped.
pub struct Emlia;

impl System for Emlia {
    fn id(&self) -> &'static str {
        "emlia"
    }

    fn about(&self) -> &'static str {
        "Emlia: d12 pools, units with members, timing steps, morale; hire values"
    }

    fn embedded(&self) -> &'static str {
        include_str!("../../../scenarios/emlia/rules.toml")
    }

    fn scenarios(&self) -> &'static [(&'static str, &'static str)] {
        scenarios!("emlia": "ogre", "charge-or-volley", "pikes")
    }

    fn shape(&self) -> Shape {
        shape::rules()
    }

    fn build_shape(&self) -> Shape {
        Build::shape()
    }

    fn read(&self, doc: Node) -> Result<Box<dyn Rulebook>, Problems> {
        let rules = reading::read(&doc)?;
        Ok(Box::new(Book { doc, rules }))
    }
}

/// A rules file of this system.
struct Book {
    doc: Node,
    rules: Rules,
}

/// What a fight needs of a build.
const WHOLE: &[&str] = &["members", "hits", "limit", "move", "timing", "morale"];

impl Book {
    /// A build by name, from a table, or from a table that is `like` a named one; it must have these numbers.
    fn build(&self, node: &Node, prefix: &str, needs: &[&str]) -> Result<Build, Problems> {
        let Written { id, node } = written_out(self.doc.get("builds"), node, prefix)?;
        checked(&Build::shape(), &node, prefix, |checker| {
            let build = Build::read(&self.rules, &id, &node, checker);
            build.has(needs, &node, checker);
            build
        })
    }

    /// A build of a question.
    fn side(&self, query: &Node, key: &str, needs: &[&str]) -> Result<Build, Problems> {
        let missing = Node {
            value: Value::Null,
            span: None,
        };
        self.build(query.get(key).unwrap_or(&missing), key, needs)
    }
}

impl Rulebook for Book {
    fn system(&self) -> &'static dyn System {
        &Emlia
    }

    fn document(&self) -> &Node {
        &self.doc
    }

    fn builds(&self) -> Vec<Card> {
        let builds = self.rules.builds.iter();
        builds
            .map(|build| Card {
                id: build.id.clone(),
                name: build.label().to_owned(),
                note: build.note.clone(),
                group: build.group.clone(),
                points: bill::bill(&self.rules, build).points(),
            })
            .collect()
    }

    fn tables(&self) -> Vec<(&'static str, Vec<Words>)> {
        show::tables(&self.rules)
    }

    fn warnings(&self) -> Vec<String> {
        let builds = self.rules.builds.iter();
        builds
            .flat_map(|build| {
                let faults = build.faults().into_iter();
                faults.map(|(at, message)| format!("builds.{}.{at}: {message}", build.id))
            })
            .collect()
    }

    fn situation_shape(&self) -> Shape {
        Situation::shape()
    }

    fn questions(&self) -> Vec<(&'static str, Shape)> {
        odds::questions()
    }

    fn odds(&self) -> &'static str {
        "close_combat"
    }

    fn recruit(&self, node: &Node, prefix: &str) -> Result<Recruit, Problems> {
        let build = self.build(node, prefix, WHOLE)?;
        let label = label(&build.id, node);
        Ok(Recruit {
            label,
            name: build.label().to_owned(),
            group: build.group.clone(),
            points: bill::bill(&self.rules, &build).points(),
            policy: build.policy.words(),
            illegal: build.faults().into_iter().map(|fault| fault.1).collect(),
            // Whatever is complete can be fielded.
            refused: Problems::default(),
            build: Box::new(build),
        })
    }

    fn meet(
        &self,
        a: &Recruit,
        b: &Recruit,
        situation: Option<&Node>,
    ) -> Result<Pairing, Problems> {
        let situation = Situation::read(&self.rules, situation);
        let bout = Bout::new(&self.rules, a.of(), b.of(), situation);
        Ok(Pairing::new(Ready::new(bout), a, b, situation.words()))
    }

    fn bill_of(&self, recruit: &Recruit) -> Bill {
        bill::bill(&self.rules, recruit.of())
    }

    fn bill(&self, build: &Node) -> Result<Bill, Problems> {
        Ok(bill::bill(&self.rules, &self.build(build, "a", &[])?))
    }

    fn ask(
        &self,
        question: &str,
        query: &Node,
        exact: &mut Exact,
    ) -> Result<Box<dyn Reply>, Problems> {
        let rules = &self.rules;
        match question {
            "check" => odds::check(rules, query, exact),
            "allocate" => table_odds::allocate(rules, query),
            "mixed_modifier" => table_odds::mixed(query),
            "detect" => table_odds::detect(rules, query, exact),
            "area_volley" => {
                let a = self.side(query, "a", &["members"])?;
                let b = query.get("b").map(|_| self.side(query, "b", &["hits"]));
                table_odds::area(rules, &a, b.transpose()?.as_ref(), query, exact)
            }
            "disengage" => {
                let sides = ["a", "b"].map(|key| self.side(query, key, &["members"]));
                let [a, b] = sides;
                let [a, b] = both(a, b)?;
                odds::disengage(rules, &a, &b, query, exact)
            }
            _ if LEADING.contains(&question) => {
                let a = self.side(query, "a", &[])?;
                leading_odds::leading(rules, question, &a, query, exact)
            }
            _ => {
                let a = self.side(query, "a", &["members"]);
                let b = self.side(query, "b", &["members", "hits", "limit"]);
                let [a, b] = both(a, b)?;
                attack_odds::attack(rules, question, &a, &b, query, exact)
            }
        }
    }
}
