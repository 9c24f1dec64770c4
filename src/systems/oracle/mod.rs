//! Oracle ("Version 4"): all chance is in a pool of dice rolled before the round, and a Strike is a count. The rules
//! reference is `docs/rules/oracle.md`; code and tests cite its rulings (`OR-04`).
//!
//! | room | what is in it |
//! |---|---|
//! | `toggles`, `data`, `shape`, `reading` | the rules file: what it may say, and what it says |
//! | `build`, `policy`, `bill` | a soldier as written down, how it fights, what it costs |
//! | `pool` | the Oracle phase: the only dice |
//! | `strike` | the count of viewers; knows neither dice nor board |
//! | `situation`, `soldier`, `duel`, `block` | one against one, and n against m |
//! | `odds`, `story`, `show` | questions in figures, a fight in words, tables |

mod bill;
mod block;
mod build;
mod data;
mod duel;
mod odds;
mod policy;
mod pool;
mod reading;
mod shape;
mod show;
mod situation;
mod soldier;
mod story;
mod strike;
mod toggles;

pub use block::Block;
pub use duel::Bout;
pub use pool::{Activations, Faces, Matching};
pub use strike::{Count, Strike, View, Viewer};

use super::builds::{Written, label, written_out};
use super::{Bill, Card, Pairing, Recruit, Reply, Rulebook, System, Words};
use crate::document::{Node, Problems, Shape, checked};
use crate::umpire::{Exact, Ready};
use build::Build;
use data::Rules;
use situation::Situation;

/// The system as shipped.
pub struct OracleSystem;

impl System for OracleSystem {
    fn id(&self) -> &'static str {
        "oracle"
    }

    fn about(&self) -> &'static str {
        "Oracle (Version 4): dice before the round, no dice in a Strike"
    }

    fn embedded(&self) -> &'static str {
        include_str!("../../../scenarios/oracle/rules.toml")
    }

    fn scenarios(&self) -> &'static [(&'static str, &'static str)] {
        super::scenarios!("oracle": "quality", "guards", "approach")
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
}

impl Rulebook for Book {
    fn system(&self) -> &'static dyn System {
        &OracleSystem
    }

    fn document(&self) -> &Node {
        &self.doc
    }

    fn group_word(&self) -> &'static str {
        "type"
    }

    fn builds(&self) -> Vec<Card> {
        let builds = self.rules.builds.iter();
        builds
            .map(|build| Card {
                id: build.id.clone(),
                name: build.label().to_owned(),
                note: build.note.clone(),
                group: self.rules.types[build.profile.kind].id.clone(),
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
                let faults = build.faults(&self.rules).into_iter();
                faults.map(|(at, message)| format!("builds.{}.{at}: {message}", build.id))
            })
            .collect()
    }

    fn situation_shape(&self) -> Shape {
        Situation::shape()
    }

    fn questions(&self) -> Vec<(&'static str, Shape)> {
        vec![
            ("activate", odds::activate_shape()),
            ("pool", odds::pool_shape()),
            ("strike", odds::strike_shape()),
        ]
    }

    fn odds(&self) -> &'static str {
        "strike"
    }

    fn recruit(&self, node: &Node, prefix: &str) -> Result<Recruit, Problems> {
        let build = self.build(node, prefix)?;
        let faults = build.faults(&self.rules);
        Ok(Recruit {
            label: label(&build.id, node),
            name: build.label().to_owned(),
            group: self.rules.types[build.profile.kind].id.clone(),
            points: bill::bill(&self.rules, &build).points(),
            policy: build.policy.words(),
            illegal: faults.into_iter().map(|fault| fault.1).collect(),
            // Whatever can be written down can be fielded.
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
        let situation = Situation::read(&self.rules, situation)?;
        let words = situation.words();
        let Some(numbers) = situation.block else {
            let bout = Bout::new(&self.rules, a.of(), b.of(), situation);
            return Ok(Pairing::new(Ready::new(bout), a, b, words));
        };
        let block = Block::new(&self.rules, a.of(), b.of(), numbers, situation);
        let mut pairing = Pairing::new(Ready::new(block), a, b, words);
        // A side pays for every soldier, and no plan has a part in a block duel.
        for (points, n) in pairing.points.iter_mut().zip(numbers) {
            *points = points.map(|points| points * f64::from(n));
        }
        pairing.numbers = numbers.map(u32::from);
        pairing.policies = ["strike", "strike"].map(str::to_owned);
        Ok(pairing)
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
        match question {
            "activate" => odds::activate(&self.rules, query, exact),
            "pool" => odds::pool(&self.rules, query, exact),
            _ => {
                let side = |key: &str| query.get(key).map(|node| self.build(node, key));
                let a = side("a").transpose()?;
                let b = side("b").transpose()?;
                odds::strike(&self.rules, a.as_ref(), b.as_ref(), query, exact)
            }
        }
    }
}
