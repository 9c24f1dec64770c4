//! How a soldier fights alone (reference, section 6.1): its plan for the gap.

use crate::document::{Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};

choices! {
    /// What an active soldier does about the gap.
    Plan { Rush = "rush", Hold = "hold", Wary = "wary" }
}

/// How a soldier fights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What it does about the gap.
    pub plan: Plan,
}

impl Policy {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![Field::maybe(
            "plan",
            Plan::shape().doc("what it does about the gap (default rush)"),
        )])
        .doc("how it fights")
    }

    /// Reads what has the shape.
    pub fn read(node: Option<&Node>) -> Policy {
        Policy {
            plan: Plan::read(node.and_then(|table| table.get("plan"))),
        }
    }

    /// As people write it.
    pub fn words(&self) -> String {
        self.plan.name().to_owned()
    }
}
