//! How a side fights (reference, section 6): plans of the active unit, reactions, and the choices between them.

use crate::document::{Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};

choices! {
    /// What the active unit does (6.3).
    Plan { Auto = "auto", Charge = "charge", Shoot = "shoot", Kite = "kite" }
    /// How it answers (6.4).
    React {
        Counter = "counter", None = "none", Dodge = "dodge", Block = "block", Best = "best", Optimal = "optimal",
    }
    /// AE-63: whether the second action waits for the reaction.
    Second { Commit = "commit", Informed = "informed" }
    /// AE-65: where a dodge goes.
    Adjust { Hold = "hold", Away = "away", Toward = "toward" }
}

/// How a unit fights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What it does when active.
    pub plan: Plan,
    /// How it answers.
    pub react: React,
    /// Whether its second action waits for the reaction.
    pub second: Second,
    /// Where its dodge goes.
    pub adjust: Adjust,
    /// What of it was written down, and is not just the default: an army's policy fills in the rest.
    pub said: Said,
}

/// Which parts of a policy were written down.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Said {
    /// What it does when active.
    pub plan: bool,
    /// How it answers.
    pub react: bool,
    /// Where its dodge goes.
    pub adjust: bool,
}

impl Policy {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe(
                "plan",
                Plan::shape().doc("what it does when active (default auto)"),
            ),
            Field::maybe(
                "react",
                React::shape().doc("how it answers (default counter)"),
            ),
            Field::maybe(
                "second",
                Second::shape()
                    .doc("whether the second action waits for the reaction (default commit)"),
            ),
            Field::maybe(
                "adjust",
                Adjust::shape().doc("where its dodge goes (default hold)"),
            ),
        ])
        .doc("how it fights")
    }

    /// Reads what has the shape.
    pub fn read(node: Option<&Node>) -> Policy {
        let get = |key: &str| node.and_then(|table| table.get(key));
        Policy {
            plan: Plan::read(get("plan")),
            react: React::read(get("react")),
            second: Second::read(get("second")),
            adjust: Adjust::read(get("adjust")),
            said: Said {
                plan: get("plan").is_some(),
                react: get("react").is_some(),
                adjust: get("adjust").is_some(),
            },
        }
    }

    /// As people write it: `charge, dodge`; defaults left out.
    pub fn words(&self) -> String {
        let mut words = vec![self.plan.name(), self.react.name()];
        if self.second != Second::Commit {
            words.push(self.second.name());
        }
        if self.adjust != Adjust::Hold {
            words.push(self.adjust.name());
        }
        words.join(", ")
    }
}
