//! What a duel needs to know beside the two builds (reference, section 6): the gap and the views of one against one, or
//! the numbers of a block duel.

use super::data::Rules;
use super::shape::{self, FARTHEST, MOST_ROUNDS, MOST_SOLDIERS};
use super::strike::View;
use crate::document::{Field, Node, Problem, Problems, Shape};
use crate::systems::choices::Toggle;

/// Where, how long and how many.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Inches between the two at the start (one against one).
    pub gap: u16,
    /// Rounds after which it is a draw.
    pub rounds: u32,
    /// How A, how B is seen by the enemy.
    pub views: [View; 2],
    /// Soldiers of each side in a block duel; none for one against one.
    pub block: Option<[u16; 2]>,
}

impl Situation {
    /// What may be written.
    pub fn shape() -> Shape {
        let soldiers = |doc| Shape::int(1..=i64::from(MOST_SOLDIERS)).doc(doc);
        Shape::table(vec![
            Field::maybe("gap", shape::gap()),
            Field::maybe("rounds", shape::rounds()),
            Field::maybe("a_view", View::shape().doc("how A is seen (default clear)")),
            Field::maybe("b_view", View::shape().doc("how B is seen (default clear)")),
            Field::maybe(
                "na",
                soldiers(
                    "soldiers like A: with `nb`, a block duel, in which the gap plays no part",
                ),
            ),
            Field::maybe("nb", soldiers("soldiers like B")),
        ])
        .doc("what the duel needs to know beside the two builds")
    }

    /// Reads what has the shape. A block duel needs both numbers.
    pub fn read(rules: &Rules, node: Option<&Node>) -> Result<Situation, Problems> {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let int = |key: &str, bounds: [i64; 2]| {
            let value = get(key).and_then(Node::as_int);
            value.map(|n| n.clamp(bounds[0], bounds[1]))
        };
        let number = |key: &str| int(key, [1, i64::from(MOST_SOLDIERS)]).map(|n| n as u16);
        let block = match [number("na"), number("nb")] {
            [Some(na), Some(nb)] => Some([na, nb]),
            [None, None] => None,
            [na, _] => {
                let key = if na.is_none() { "na" } else { "nb" };
                let mut problem = Problem::new(format!("`{key}` is missing in this table"));
                problem.path = "situation".to_owned();
                problem.help = Some("a block duel needs the numbers of both sides".to_owned());
                return Err(Problems(vec![problem]));
            }
        };
        Ok(Situation {
            gap: int("gap", [0, FARTHEST]).map_or(rules.gap, |gap| gap as u16),
            rounds: int("rounds", [1, MOST_ROUNDS]).map_or(rules.rounds, |rounds| rounds as u32),
            views: [View::read(get("a_view")), View::read(get("b_view"))],
            block,
        })
    }

    /// In few words, for labels: `gap 24, rounds 12, seen clear and in cover`.
    pub fn words(&self) -> String {
        let place = match self.block {
            Some([na, nb]) => format!("{na} v {nb} in sight of each other"),
            None => format!("gap {}", self.gap),
        };
        let [a, b] = self.views.map(View::name);
        format!("{place}, rounds {}, a_view {a}, b_view {b}", self.rounds)
    }
}
