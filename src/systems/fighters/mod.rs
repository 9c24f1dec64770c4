//! Fighters: 2D6 opposed checks, three actions, free attacks, statuses and pushes. The rules reference is
//! `docs/rules/fighters.md`; code and tests cite its rulings (`FI-14`).
//!
//! | room | what is in it |
//! |---|---|
//! | `toggles`, `data`, `shape`, `reading` | the rules file: what it may say, and what it says |
//! | `build`, `policy`, `bill` | a fighter as written down, how it fights, and what a rules writer charges for it |
//! | `status`, `checks`, `attack` | Wounded, Staggered, Stunned; dice: the questions put to the umpire |
//! | `fighter`, `exchange`, `orders` | a build as numbers; attacks with their free attacks; what is done with an action |
//! | `duel` | the state of a duel and its turn |
//! | `odds`, `story`, `show` | the system's own questions; a fight in words; the tables in words |

mod attack;
mod bill;
mod build;
mod checks;
mod data;
mod duel;
mod exchange;
mod fighter;
mod odds;
mod orders;
mod policy;
mod reading;
mod shape;
mod show;
mod status;
mod story;
mod toggles;

pub use duel::Bout;

use super::both;
use super::builds::{Written, label, written_out};
use super::{Bill, Card, Pairing, Recruit, Reply, Rulebook, System, Words};
use crate::document::{Node, Problem, Problems, Shape, Value, checked};
use crate::umpire::{Exact, Ready};
use build::Build;
use data::Rules;
use duel::Situation;

/// The system as shipped.
pub struct Fighters;

impl System for Fighters {
    fn id(&self) -> &'static str {
        "fighters"
    }

    fn about(&self) -> &'static str {
        "Fighters: 2D6 opposed checks, roles and upgrades, free attacks, no prices"
    }

    fn embedded(&self) -> &'static str {
        include_str!("../../../scenarios/fighters/rules.toml")
    }

    fn scenarios(&self) -> &'static [(&'static str, &'static str)] {
        super::scenarios!("fighters": "arms", "stats", "wall")
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
                problem.help = Some(fault.help.to_owned());
                refused.push(problem);
            } else {
                illegal.push(fault.message);
            }
        }
        Ok((build, illegal, refused))
    }

    /// The two sides of a question.
    fn sides(&self, query: &Node) -> Result<[Build; 2], Problems> {
        let missing = Node {
            value: Value::Null,
            span: None,
        };
        let fit = |key: &str| match self.fighter(query.get(key).unwrap_or(&missing), key)? {
            (build, _, refused) if refused.is_empty() => Ok(build),
            (_, _, refused) => Err(refused),
        };
        both(fit("a"), fit("b"))
    }

    /// What kind of fighter it is, for tables: its role.
    fn group(&self, build: &Build) -> String {
        let role = build.role.map(|at| self.rules.roles[at].id.clone());
        role.unwrap_or_default()
    }
}

impl Rulebook for Book {
    fn system(&self) -> &'static dyn System {
        &Fighters
    }

    fn document(&self) -> &Node {
        &self.doc
    }

    fn group_word(&self) -> &'static str {
        "role"
    }

    fn builds(&self) -> Vec<Card> {
        let builds = self.rules.builds.iter();
        builds
            .map(|build| Card {
                id: build.id.clone(),
                name: build.label().to_owned(),
                note: build.note.clone(),
                group: self.group(build),
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
        Situation::shape(&self.rules)
    }

    fn questions(&self) -> Vec<(&'static str, Shape)> {
        odds::questions()
    }

    fn odds(&self) -> &'static str {
        "attack"
    }

    fn recruit(&self, node: &Node, prefix: &str) -> Result<Recruit, Problems> {
        let (build, illegal, refused) = self.fighter(node, prefix)?;
        let label = label(&build.id, node);
        Ok(Recruit {
            label,
            name: build.label().to_owned(),
            group: self.group(&build),
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
            "opposed" => odds::opposed(rules, query, exact)?,
            "basic" => odds::basic(rules, query, exact)?,
            _ => {
                let [a, b] = self.sides(query)?;
                if question == "exchange" {
                    odds::exchange(rules, &a, &b, query, exact)?
                } else {
                    odds::attack(rules, &a, &b, query, exact)?
                }
            }
        }))
    }
}
