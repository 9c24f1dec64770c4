//! How a side fights (reference, section 6): what it does with its actions, and with what it strikes.

use crate::document::{Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};

choices! {
    /// What the active fighter does.
    Plan { Charge = "charge", Shoot = "shoot", Kite = "kite" }
    /// Whether it uses Hook and Blow Away.
    Mode { Normal = "normal", SpecialFirst = "special-first", SpecialAlways = "special-always" }
    /// Which of its melee weapons it uses.
    Weapon { Primary = "primary", Finisher = "finisher" }
    /// When it recovers.
    Recover { WhenStuck = "when-stuck", Eager = "eager", Never = "never" }
}

/// The gap up to which a fighter charges when nothing is said.
const CHARGE_AT: i64 = 7;

/// How a fighter fights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What it does when active.
    pub plan: Plan,
    /// Whether it uses Hook and Blow Away.
    pub mode: Mode,
    /// Which of its melee weapons it uses.
    pub weapon: Weapon,
    /// When it recovers.
    pub recover: Recover,
    /// Aims before its first shot of an activation.
    pub aim: u8,
    /// The gap up to which it charges; beyond that it moves.
    pub charge_at: i32,
}

impl Policy {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe(
                "plan",
                Plan::shape().doc("what it does when active (default charge)"),
            ),
            Field::maybe(
                "mode",
                Mode::shape().doc("whether it uses Hook and Blow Away (default normal)"),
            ),
            Field::maybe(
                "weapon",
                Weapon::shape().doc("which of its melee weapons it uses (default primary)"),
            ),
            Field::maybe(
                "recover",
                Recover::shape().doc("when it recovers (default when-stuck)"),
            ),
            Field::maybe(
                "aim",
                Shape::int(0..=10).doc("Aims before its first shot of an activation (default 0)"),
            ),
            Field::maybe(
                "charge_at",
                Shape::int(0..=100).doc("the gap up to which it charges (default 7)"),
            ),
        ])
        .doc("how it fights")
    }

    /// Reads what has the shape.
    pub fn read(node: Option<&Node>) -> Policy {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let int = |key: &str, default: i64| get(key).and_then(Node::as_int).unwrap_or(default);
        Policy {
            plan: Plan::read(get("plan")),
            mode: Mode::read(get("mode")),
            weapon: Weapon::read(get("weapon")),
            recover: Recover::read(get("recover")),
            aim: int("aim", 0).clamp(0, 10) as u8,
            charge_at: int("charge_at", CHARGE_AT).clamp(0, 100) as i32,
        }
    }

    /// As people write it: `charge, special-first`; defaults left out.
    pub fn words(&self) -> String {
        let mut words = vec![self.plan.name().to_owned()];
        let mut say = |unusual: bool, text: String| {
            if unusual {
                words.push(text);
            }
        };
        say(self.mode != Mode::Normal, self.mode.name().to_owned());
        say(
            self.weapon != Weapon::Primary,
            self.weapon.name().to_owned(),
        );
        say(
            self.recover != Recover::WhenStuck,
            format!("recover {}", self.recover.name()),
        );
        say(self.aim > 0, format!("aim {}", self.aim));
        say(
            i64::from(self.charge_at) != CHARGE_AT,
            format!("charge at {}\"", self.charge_at),
        );
        words.join(", ")
    }
}
