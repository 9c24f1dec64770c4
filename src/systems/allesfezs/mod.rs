//! Allesfezs Ekarschubi: d20, all eras, points for everything. The rules reference is `docs/rules/allesfezs.md`; code and
//! tests cite its rulings (`AE-07`).
//!
//! | room | what is in it |
//! |---|---|
//! | `toggles`, `data`, `shape`, `reading` | the rules file: what it may say, and what it says |
//! | `build`, `legality`, `policy` | a unit as written down, what is not legal about it, and how it fights |
//! | `prices`, `bill`, `audit` | points |
//! | `checks`, `attack` | dice: the questions put to the umpire |
//! | `fighter`, `profile`, `orders`, `reactions` | a build against one enemy; what it does, and how it answers |
//! | `layout`, `duel` | the state of a duel and its turn |
//! | `odds`, `story` | one attack in figures; a fight in words |

mod attack;
mod audit;
mod bill;
mod build;
mod checks;
mod data;
mod duel;
mod fighter;
mod layout;
mod legality;
mod odds;
mod orders;
mod policy;
mod prices;
mod profile;
mod reactions;
mod reading;
mod shape;
mod show;
mod story;
mod toggles;

pub use attack::{Contest, Exchange, Manner};
pub use checks::{Crits, Pool};
pub use duel::Bout;

use super::builds::{Written, label, written_out};
use super::{Bill, Card, Pairing, Recruit, Reply, Rulebook, System, Words};
use super::{both, scenarios};
use crate::document::{Field, Node, Problem, Problems, Shape, Value, checked};
use crate::umpire::{Exact, Ready};
use build::Build;
use data::Rules;
use duel::Situation;

/// The system as shipped.
pub struct Allesfezs;

impl System for Allesfezs {
    fn id(&self) -> &'static str {
        "allesfezs"
    }

    fn about(&self) -> &'static str {
        "Allesfezs Ekarschubi: d20, all eras, points for everything"
    }

    fn embedded(&self) -> &'static str {
        include_str!("../../../scenarios/allesfezs/rules.toml")
    }

    fn scenarios(&self) -> &'static [(&'static str, &'static str)] {
        scenarios!(
            "allesfezs": "eras", "melee", "firearms", "armour", "aptitudes", "variants", "first-turn", "prices"
        )
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

    /// A build that may fight, what is not legal about it, and what the rules refuse.
    fn fighter(
        &self,
        node: &Node,
        prefix: &str,
    ) -> Result<(Build, Vec<String>, Problems), Problems> {
        let build = self.build(node, prefix)?;
        let mut refused = Problems::default();
        let mut illegal = Vec::new();
        for fault in build.faults(&self.rules) {
            if fault.refused {
                let mut problem = Problem::new(fault.message);
                problem.path = format!("{prefix}.{}", fault.at);
                refused.push(problem);
            } else {
                illegal.push(fault.message);
            }
        }
        Ok((build, illegal, refused))
    }

    /// Two builds that may fight; what the rules refuse is a problem.
    fn fighters(&self, a: &Node, b: &Node) -> Result<[Build; 2], Problems> {
        let fit = |node: &Node, prefix: &str| match self.fighter(node, prefix)? {
            (build, _, refused) if refused.is_empty() => Ok(build),
            (_, _, refused) => Err(refused),
        };
        both(fit(a, "a"), fit(b, "b"))
    }
}

impl Rulebook for Book {
    fn system(&self) -> &'static dyn System {
        &Allesfezs
    }

    fn document(&self) -> &Node {
        &self.doc
    }

    fn group_word(&self) -> &'static str {
        "era"
    }

    fn builds(&self) -> Vec<Card> {
        let builds = self.rules.builds.iter();
        builds
            .map(|build| Card {
                id: build.id.clone(),
                name: build.label().to_owned(),
                note: build.note.clone(),
                group: build.era.clone(),
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
                faults.map(|fault| format!("builds.{}.{}: {}", build.id, fault.at, fault.message))
            })
            .collect()
    }

    fn situation_shape(&self) -> Shape {
        Situation::shape()
    }

    fn questions(&self) -> Vec<(&'static str, Shape)> {
        vec![
            ("attack", odds::shape()),
            ("audit", Shape::table(Vec::<Field>::new())),
        ]
    }

    fn odds(&self) -> &'static str {
        "attack"
    }

    fn recruit(&self, node: &Node, prefix: &str) -> Result<Recruit, Problems> {
        let (build, illegal, refused) = self.fighter(node, prefix)?;
        Ok(Recruit {
            label: label(&build.id, node),
            name: build.label().to_owned(),
            group: build.era.clone(),
            points: bill::bill(&self.rules, &build).points(),
            policy: build.policy.words(),
            illegal,
            refused,
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
        let bout = Bout::new(&self.rules, a.of(), b.of(), situation).map_err(|too_many| {
            let mut problem = Problem::new(too_many.to_string());
            problem.path = "a.weapons".to_owned();
            Problems(vec![problem])
        })?;
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
        if question == "audit" {
            return Ok(Box::new(audit::audit(&self.rules)));
        }
        let missing = Node {
            value: Value::Null,
            span: None,
        };
        let side = |key: &str| query.get(key).unwrap_or(&missing);
        let [a, b] = self.fighters(side("a"), side("b"))?;
        Ok(Box::new(odds::odds(&self.rules, &a, &b, query, exact)?))
    }
}
