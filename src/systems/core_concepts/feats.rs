//! Climbing, jumping and falling (reference, section 3): Agility tests that a duel on an open field never needs, asked on
//! their own.

use super::data::Rules;
use super::stress::D6;
use super::toggles::FallRound;
use crate::umpire::{Dice, Question};

/// An Agility test: how many dice succeed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Agile {
    /// Agility dice.
    pub dice: u8,
    /// The lowest face that is a success.
    pub success: u8,
}

impl Question for Agile {
    type Answer = u32;

    fn put<D: Dice>(&self, dice: &mut D) -> u32 {
        dice.count(u32::from(self.dice), D6, u32::from(self.success))
    }
}

/// What somebody wants to climb or to jump.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Feat {
    /// Height or length, in inches.
    pub inches: f64,
    /// Inches that each success gives.
    pub each: f64,
    /// No test is needed: low enough, on a ladder, or short enough.
    pub free: bool,
    /// Inches that the Move still has; none: it does not matter.
    pub left: Option<f64>,
}

impl Feat {
    /// A climb (CC-31): heights up to 3", and ladders, count as distance.
    pub fn climb(rules: &Rules, height: f64, ladder: bool, left: Option<f64>) -> Feat {
        Feat {
            inches: height,
            each: rules.numbers.climb_inches,
            free: ladder || height <= rules.numbers.climb_free,
            left,
        }
    }

    /// A jump (CC-32): up to half the Agility, not rounded, needs no test.
    pub fn jump(rules: &Rules, agility: u8, length: f64, left: Option<f64>) -> Feat {
        Feat {
            inches: length,
            each: rules.numbers.jump_inches,
            free: 2.0 * length <= f64::from(agility),
            left,
        }
    }

    /// Whether so many successes are enough.
    pub fn done(&self, successes: u32) -> bool {
        let reaches = self.free || f64::from(successes) * self.each >= self.inches;
        reaches && self.left.is_none_or(|left| left >= self.inches)
    }
}

/// Stress of a fall from this height (CC-22).
pub fn fall(rules: &Rules, height: f64) -> u32 {
    let steps = height / rules.numbers.fall_inches;
    let steps = match rules.toggles.fall_round {
        FallRound::Down => steps.floor(),
        FallRound::Up => steps.ceil(),
    };
    steps as u32
}
