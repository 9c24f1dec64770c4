//! What a duel needs to know beside the two builds (reference, section 6.1).

use super::data::Rules;
use super::shape::{self, FARTHEST, MOST_TURNS};
use super::toggles::First;
use crate::document::{Field, Node, Shape};
use crate::systems::choices::Toggle;

/// Where and how long.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// GSU between the two.
    pub gap: u16,
    /// GSU from each start to its own edge.
    pub lines: u16,
    /// Turns after which it is a draw.
    pub turns: u32,
    /// Who activates first when timings are equal (EM-28).
    pub first: First,
}

impl Situation {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe("gap", shape::gap()),
            Field::maybe("lines", shape::lines()),
            Field::maybe("turns", shape::turns()),
            Field::maybe(
                "first",
                First::shape().doc(
                    "who activates first when timings are equal (default: as the toggle says)",
                ),
            ),
        ])
        .doc("what the duel needs to know beside the two builds")
    }

    /// Reads what has the shape.
    pub fn read(rules: &Rules, node: Option<&Node>) -> Situation {
        let int = |key: &str, other: u16, bounds: [i64; 2]| {
            let value = node.and_then(|table| table.get(key)).and_then(Node::as_int);
            value.map_or(other, |n| n.clamp(bounds[0], bounds[1]) as u16)
        };
        let [gap, lines, turns] = rules.duel;
        let first = node.and_then(|table| table.get("first"));
        Situation {
            gap: int("gap", gap, [0, FARTHEST]),
            lines: int("lines", lines, [0, FARTHEST]),
            turns: u32::from(int("turns", turns, [1, MOST_TURNS])),
            first: if first.is_some() {
                First::read(first)
            } else {
                rules.toggles.first
            },
        }
    }

    /// In few words, for labels: `gap 24, lines 30, turns 8, first coin`.
    pub fn words(&self) -> String {
        format!(
            "gap {}, lines {}, turns {}, first {}",
            self.gap,
            self.lines,
            self.turns,
            self.first.name()
        )
    }
}
