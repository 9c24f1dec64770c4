//! Exoshift: Tactics, d10 roll-under science fiction: Focus, Disruption, casualty rolls, Command Points. The rules
//! reference is `docs/rules/exoshift.md`; code and tests cite its rulings (`EX-14`).
//!
//! | room | what is in it |
//! |---|---|
//! | `toggles`, `data`, `shape`, `reading` | the rules file: what it may say, and what it says |
//! | `build`, `policy`, `bill` | a model as written down, how it fights, and what a rules writer charges for it |
//! | `situation` | the gap, Command Points, cover |
//! | `checks`, `attack` | dice: the questions put to the umpire |
//! | `focus`, `fighter`, `orders` | Focus spent; a build as numbers, and its shots; what is done next |
//! | `duel`, `actions` | the state of a duel and its turn; what is done in it |
//! | `odds`, `story`, `show` | the system's own questions; a fight in words; the tables in words |

mod actions;
mod attack;
mod bill;
mod build;
mod checks;
mod data;
mod duel;
mod fighter;
mod focus;
mod odds;
mod orders;
mod policy;
mod reading;
mod shape;
mod show;
mod situation;
mod story;
mod toggles;

pub use duel::Bout;

use super::both;
use super::builds::{Written, label, written_out};
use super::scenarios;
use super::{Bill, Card, Pairing, Recruit, Reply, Rulebook, System, Words};
use crate::document::{Node, Problems, Shape, Value, checked};
use crate::umpire::{Exact, Ready};
use build::Build;
use data::Rules;
use situation::Situation;

/// The system as shipped.
pub struct Exoshift;

impl System for Exoshift {
    fn id(&self) -> &'static str {
        "exoshift"
    }

    fn about(&self) -> &'static str {
        "Exoshift: Tactics 0.53: d10 roll-under, Focus and Disruption, casualty rolls, Command Points, no prices"
    }

    fn embedded(&self) -> &'static str {
        include_str!("../../../scenarios/exoshift/rules.toml")
    }

    fn scenarios(&self) -> &'static [(&'static str, &'static str)] {
        scenarios!("exoshift": "quality-or-combat", "when-to-assault", "cover-or-obscured", "aim-or-shoot", "command-points")
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

/// The plain profile: a build that says nothing.
static NOTHING: Node = Node {
    value: Value::Table(Vec::new()),
    span: None,
};

impl Book {
    /// A build by name, from a table, or from a table that is `like` a named one.
    fn build(&self, node: &Node, prefix: &str) -> Result<Build, Problems> {
        let Written { id, node } = written_out(self.doc.get("builds"), node, prefix)?;
        checked(&Build::shape(), &node, prefix, |checker| {
            Build::read(&self.rules, &id, &node, checker)
        })
    }

    /// A side of a question; one that is left out is the plain profile.
    fn side(&self, query: &Node, key: &str) -> Result<Build, Problems> {
        self.build(query.get(key).unwrap_or(&NOTHING), key)
    }

    /// What kind of model it is, for tables: the type of its weapon.
    fn group(build: &Build) -> String {
        build.weapon.arm.kind.name().to_owned()
    }
}

impl Rulebook for Book {
    fn system(&self) -> &'static dyn System {
        &Exoshift
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
                group: Book::group(build),
                points: bill::bill(&self.rules, build).points(),
            })
            .collect()
    }

    fn tables(&self) -> Vec<(&'static str, Vec<Words>)> {
        show::tables(&self.rules)
    }

    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    fn situation_shape(&self) -> Shape {
        Situation::shape(&self.rules)
    }

    fn questions(&self) -> Vec<(&'static str, Shape)> {
        odds::questions(&self.rules)
    }

    fn odds(&self) -> &'static str {
        "attack"
    }

    fn recruit(&self, node: &Node, prefix: &str) -> Result<Recruit, Problems> {
        let build = self.build(node, prefix)?;
        let label = label(&build.id, node);
        Ok(Recruit {
            label,
            name: build.label().to_owned(),
            group: Book::group(&build),
            points: bill::bill(&self.rules, &build).points(),
            policy: build.policy.words(),
            illegal: Vec::new(),
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
        Ok(bill::bill(&self.rules, &self.build(build, "a")?))
    }

    fn ask(
        &self,
        question: &str,
        query: &Node,
        exact: &mut Exact,
    ) -> Result<Box<dyn Reply>, Problems> {
        let rules = &self.rules;
        Ok(Box::new(match question {
            "casualty" => odds::casualty(rules, query, exact)?,
            "initiative" => odds::initiative(query, exact)?,
            "rout" => odds::rout(rules, &self.side(query, "a")?, query, exact)?,
            _ => {
                let [a, b] = both(self.side(query, "a"), self.side(query, "b"))?;
                odds::attack(rules, &a, &b, query, exact)?
            }
        }))
    }
}
