//! Core Concepts: four abilities, three action points, a secret split of the dice in every clash. The rules reference is
//! `docs/rules/core-concepts.md`; code and tests cite its rulings (`CC-07`).
//!
//! | room | what is in it |
//! |---|---|
//! | `toggles`, `data`, `shape`, `reading` | the rules file: what it may say, and what it says |
//! | `build`, `policy`, `bill` | a model as written down, how it fights, what it costs |
//! | `stress`, `clash`, `shot`, `feats` | dice: the questions put to the umpire |
//! | `fighter`, `plans`, `exchange` | a model ready to fight; what it does; clashes and shots |
//! | `state`, `duel` | the state of a duel and its turn |
//! | `odds`, `answers`, `story`, `show` | the system's own questions; a fight in words; tables |

mod answers;
mod bill;
mod build;
mod clash;
mod data;
mod duel;
mod exchange;
mod feats;
mod fighter;
mod odds;
mod plans;
mod policy;
mod reading;
mod shape;
mod shot;
mod show;
mod state;
mod story;
mod stress;
mod toggles;

pub use duel::Bout;

use super::builds::{Written, label, written_out};
use super::{Bill, Card, Pairing, Recruit, Reply, Rulebook, System, Words};
use super::{both, scenarios};
use crate::document::{Checker, Node, Problems, Shape, Value, checked};
use crate::umpire::{Exact, Ready};
use build::Build;
use data::Rules;
use state::Situation;

/// The system as shipped.
pub struct CoreConcepts;

impl System for CoreConcepts {
    fn id(&self) -> &'static str {
        "core-concepts"
    }

    fn about(&self) -> &'static str {
        "Core Concepts: d6, four abilities, action points, a secret split in every clash"
    }

    fn embedded(&self) -> &'static str {
        include_str!("../../../scenarios/core-concepts/rules.toml")
    }

    fn scenarios(&self) -> &'static [(&'static str, &'static str)] {
        scenarios!("core-concepts": "reach", "closing", "abilities")
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

impl Book {
    /// A build by name, from a table, or from a table that is `like` a named one.
    fn build(&self, node: &Node, prefix: &str) -> Result<Build, Problems> {
        let Written { id, node } = written_out(self.doc.get("builds"), node, prefix)?;
        checked(&Build::shape(), &node, prefix, |checker| {
            Build::read(&self.rules, &id, &node, checker)
        })
    }

    fn side(&self, query: &Node, key: &str) -> Result<Build, Problems> {
        let missing = Node {
            value: Value::Null,
            span: None,
        };
        self.build(query.get(key).unwrap_or(&missing), key)
    }

    fn sides(&self, query: &Node) -> Result<[Build; 2], Problems> {
        both(self.side(query, "a"), self.side(query, "b"))
    }
}

impl Rulebook for Book {
    fn system(&self) -> &'static dyn System {
        &CoreConcepts
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
                let odd = build.oddities(&self.rules).into_iter();
                odd.map(|(key, message)| format!("builds.{}.{key}: {message}", build.id))
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
        "clash"
    }

    fn recruit(&self, node: &Node, prefix: &str) -> Result<Recruit, Problems> {
        let build = self.build(node, prefix)?;
        let label = label(&build.id, node);
        Ok(Recruit {
            label,
            name: build.label().to_owned(),
            group: build.group.clone(),
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
        let nothing = Node {
            value: Value::Null,
            span: None,
        };
        let mut checker = Checker::with_prefix(situation.unwrap_or(&nothing), "situation");
        let situation = Situation::read(&self.rules, situation, &mut checker);
        checker.finish()?;
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
            "clash" => {
                let [a, b] = self.sides(query)?;
                odds::clash(rules, &a, &b, query, exact)?
            }
            "nash" => {
                let [a, b] = self.sides(query)?;
                odds::nash(rules, &a, &b, query, exact)?
            }
            "shot" => odds::shot(rules, &self.side(query, "a")?, query, exact)?,
            "stress" => odds::stress(rules, query, exact)?,
            "fall" => odds::fall(rules, query, exact)?,
            _ => odds::feat(rules, question, query, exact)?,
        }))
    }
}
