//! How a side fights (reference, section 6): what it does with its Primary, with its Focus and with its Command Points.

use crate::document::{Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};

choices! {
    /// What the Primary is used for.
    Plan { Advance = "advance", Hold = "hold", RunIn = "run-in", Assault = "assault" }
    /// How Focus is spent.
    Focus { Best = "best", ShotsFirst = "shots-first", AimFirst = "aim-first" }
    /// What Command Points are used for.
    CpUse { Snap = "snap", Surge = "surge", Rest = "rest", Burn = "burn" }
}

/// The Disruption from which a model recovers when nothing is said: never.
const RECOVER_AT: i64 = 99;
/// The gap at which a model stops when nothing is said.
const PREFERRED_GAP: i64 = 12;

/// How a model fights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What the Primary is used for.
    pub plan: Plan,
    /// How Focus is spent.
    pub focus: Focus,
    /// What Command Points are used for.
    pub cp_use: CpUse,
    /// The Disruption from which the Primary is Recover.
    pub recover_at: u8,
    /// The gap at which it stops.
    pub preferred_gap: u8,
    /// Command Points bid for the initiative.
    pub bid: u8,
}

impl Policy {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe(
                "plan",
                Plan::shape().doc("what the Primary is used for (default advance)"),
            ),
            Field::maybe(
                "focus",
                Focus::shape().doc("how Focus is spent (default best)"),
            ),
            Field::maybe(
                "cp_use",
                CpUse::shape().doc("what Command Points are used for (default snap)"),
            ),
            Field::maybe(
                "recover_at",
                Shape::int(0..=99)
                    .doc("the Disruption from which the Primary is Recover (default 99)"),
            ),
            Field::maybe(
                "preferred_gap",
                Shape::int(0..=100).doc("the gap at which it stops (default 12)"),
            ),
            Field::maybe(
                "bid",
                Shape::int(0..=20).doc("Command Points bid for the initiative (default 0)"),
            ),
        ])
        .doc("how it fights")
    }

    /// Reads what has the shape.
    pub fn read(node: Option<&Node>) -> Policy {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let int = |key: &str, default: i64| {
            let number = get(key).and_then(Node::as_int).unwrap_or(default);
            number.clamp(0, 100) as u8
        };
        Policy {
            plan: Plan::read(get("plan")),
            focus: Focus::read(get("focus")),
            cp_use: CpUse::read(get("cp_use")),
            recover_at: int("recover_at", RECOVER_AT),
            preferred_gap: int("preferred_gap", PREFERRED_GAP),
            bid: int("bid", 0),
        }
    }

    /// As people write it: `advance, surge`; defaults left out.
    pub fn words(&self) -> String {
        let mut words = vec![self.plan.name().to_owned()];
        let mut say = |unusual: bool, text: String| {
            if unusual {
                words.push(text);
            }
        };
        say(self.focus != Focus::Best, self.focus.name().to_owned());
        say(self.cp_use != CpUse::Snap, self.cp_use.name().to_owned());
        say(
            i64::from(self.recover_at) != RECOVER_AT,
            format!("recover at {}", self.recover_at),
        );
        say(
            i64::from(self.preferred_gap) != PREFERRED_GAP,
            format!("to {}\"", self.preferred_gap),
        );
        say(self.bid > 0, format!("bid {}", self.bid));
        words.join(", ")
    }
}
