//! How a unit fights alone (reference, section 6.3): its plan, what its leader does, and whether its ranks give way.

use crate::document::{Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};

choices! {
    /// What an unengaged unit does.
    Plan {
        Charge = "charge", Assault = "assault", Shoot = "shoot", Hold = "hold",
        Overwatch = "overwatch", Volley = "volley", Kite = "kite",
    }
    /// What pushed ranks do.
    Press { GiveWay = "give_way", Stand = "stand" }
}

/// What a leader may do for his own unit.
const LEADERSHIP: &[&str] = &["reorder", "steel", "rally"];

/// How a unit fights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What it does when unengaged.
    pub plan: Plan,
    /// The leader orders it again when it is disordered.
    pub reorder: bool,
    /// The leader makes it ignore bad morale.
    pub steel: bool,
    /// The leader raises its morale.
    pub rally: bool,
    /// What its ranks do when pushed.
    pub press: Press,
}

impl Policy {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe("plan", Plan::shape().doc("what it does when unengaged (default charge)")),
            Field::maybe(
                "leadership",
                Shape::list_of(Shape::choice(LEADERSHIP), 0..=LEADERSHIP.len())
                    .doc("what its leader does: reorder, steel (Ignore Conditions), rally (Improve Morale); default [\"reorder\"]"),
            ),
            Field::maybe("press", Press::shape().doc("what its ranks do when pushed (default give_way)")),
        ])
        .doc("how it fights")
    }

    /// Reads what has the shape.
    pub fn read(node: Option<&Node>) -> Policy {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let does = |word: &str| match get("leadership") {
            None => word == "reorder",
            Some(list) => list.items().iter().any(|item| item.as_text() == Some(word)),
        };
        Policy {
            plan: Plan::read(get("plan")),
            reorder: does("reorder"),
            steel: does("steel"),
            rally: does("rally"),
            press: Press::read(get("press")),
        }
    }

    /// As people write it: `charge, leadership reorder and rally`.
    pub fn words(&self) -> String {
        let mut words = self.plan.name().to_owned();
        for (does, word) in [(self.steel, "steel"), (self.rally, "rally")] {
            if does {
                words += ", ";
                words += word;
            }
        }
        if !self.reorder {
            words += ", no reorder";
        }
        if self.press == Press::Stand {
            words += ", stand";
        }
        words
    }
}
