//! What a duel needs to know at its start, and what changes in it.

use super::data::{Half, Rules, inches};
use super::reading::half;
use super::shape::FARTHEST;
use super::stress::Body;
use crate::document::{Checker, Field, Node, Shape};
use crate::umpire::Side;
use std::hash::{Hash, Hasher};

/// What a duel needs to know beside the two builds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Between the bases, at the start.
    pub gap: Half,
    /// Rounds after which it is a draw.
    pub rounds: u32,
}

impl Situation {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe(
                "gap",
                Shape::number(0.0..=FARTHEST)
                    .doc("inches between the two at the start, in steps of 0.5"),
            ),
            Field::maybe(
                "rounds",
                Shape::int(1..=1_000).doc("rounds after which it is a draw"),
            ),
        ])
        .doc("what the duel needs to know beside the two builds")
    }

    /// Reads what has the shape; problems go to the checker.
    pub fn read(rules: &Rules, node: Option<&Node>, checker: &mut Checker) -> Situation {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let mut gap = rules.numbers.gap;
        if let Some(at) = get("gap") {
            gap = half(Some(at), checker);
            let most = rules.numbers.max_gap;
            if gap > most {
                let message = format!("{} is too far apart", inches(gap));
                let help = format!("the duel has room for {} (`max_gap`)", inches(most));
                checker.fail(at, message, Some(help));
            }
        }
        Situation {
            gap,
            rounds: get("rounds")
                .and_then(Node::as_int)
                .map_or(rules.numbers.rounds, |n| n as u32),
        }
    }

    /// In few words, for labels: `gap 12, rounds 20`.
    pub fn words(&self) -> String {
        let gap = f64::from(self.gap) / 2.0;
        format!("gap {gap}, rounds {}", self.rounds)
    }
}

/// Where in a round a duel is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// At its start, nobody has been chosen to activate first.
    Coin,
    /// This side activates, the other has not yet.
    First(Side),
    /// This side activates, the other has.
    Second(Side),
}

/// The part of the state that orders depend on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Between the bases.
    pub gap: Half,
    /// Action points left of A and B; 0 where they make no difference any more.
    pub ap: [u16; 2],
    /// Whose activation it is.
    pub phase: Phase,
}

impl Position {
    fn word(&self) -> u64 {
        let phase = match self.phase {
            Phase::Coin => 0,
            Phase::First(side) => 1 + side.index(),
            Phase::Second(side) => 3 + side.index(),
        };
        u64::from(self.gap)
            | u64::from(self.ap[0]) << 16
            | u64::from(self.ap[1]) << 32
            | (phase as u64) << 48
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.word());
    }
}

/// What changes in a duel.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Where both are in the round and on the field.
    pub at: Position,
    /// What A and B have left.
    pub bodies: [Body; 2],
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let bodies = u64::from(self.bodies[0].word()) | u64::from(self.bodies[1].word()) << 32;
        hasher.write_u128(u128::from(self.at.word()) | u128::from(bodies) << 64);
    }
}
