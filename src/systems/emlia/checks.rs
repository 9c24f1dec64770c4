//! Dice: the questions that checks put to the umpire (reference, section 3), and sums of modifiers that can also say what
//! they are made of.

use super::data::SIDES;
use super::lines::{CloseCombat, Disengage};
use crate::umpire::{Dice, Note, Question};

/// Whether any die of a pool succeeds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Any {
    /// Dice.
    pub dice: u8,
    /// What each must show.
    pub need: u8,
}

impl Question for Any {
    type Answer = bool;

    fn put<D: Dice>(&self, dice: &mut D) -> bool {
        dice.count(u32::from(self.dice), SIDES, u32::from(self.need)) > 0
    }
}

/// How many dice of a pool succeed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Successes {
    /// Dice.
    pub dice: u8,
    /// What each must show.
    pub need: u8,
}

impl Question for Successes {
    type Answer = u32;

    fn put<D: Dice>(&self, dice: &mut D) -> u32 {
        dice.count(u32::from(self.dice), SIDES, u32::from(self.need))
    }
}

/// One vital roll (4.10): whether it destroys the unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Vital {
    /// Bit f - 1: destroyed on f.
    pub deadly: u16,
}

impl Question for Vital {
    type Answer = bool;

    fn put<D: Dice>(&self, dice: &mut D) -> bool {
        dice.note(|| Note::About("vital roll"));
        let face = dice.die(SIDES);
        self.deadly >> (face - 1) & 1 == 1
    }
}

/// Adds up modifiers. A number only adds; a list remembers why.
pub trait Sum {
    /// Adds a line.
    fn add(&mut self, why: &'static str, value: i32);
}

impl Sum for i32 {
    #[inline(always)]
    fn add(&mut self, _: &'static str, value: i32) {
        *self += value;
    }
}

impl Sum for Vec<(&'static str, i32)> {
    fn add(&mut self, why: &'static str, value: i32) {
        if value != 0 {
            self.push((why, value));
        }
    }
}

impl CloseCombat {
    /// The lines of numbers: `source` able to attack against `subject`.
    #[inline(always)]
    pub fn numbers(&self, source: u16, subject: u16, sum: &mut impl Sum) {
        if source > subject {
            sum.add("outnumbers", self.outnumbers);
        }
        // Twice nothing is nothing, but nobody fights nobody.
        if source > 0 && source >= 2 * subject {
            sum.add("two to one", self.outnumbers_2);
        }
        if source > 0 && source >= 3 * subject {
            sum.add("three to one", self.outnumbers_3);
        }
    }
}

impl Disengage {
    /// The lines of numbers: `source` that would leave, `subject` that would strike.
    #[inline(always)]
    pub fn numbers(&self, source: u16, subject: u16, sum: &mut impl Sum) {
        if source > subject {
            sum.add("outnumbers", self.outnumbers);
        }
        if source > 0 && source >= 2 * subject {
            sum.add("two to one", self.outnumbers_2);
        }
        if source > 0 && source >= 3 * subject {
            sum.add("three to one", self.outnumbers_3);
        }
        if subject > source {
            sum.add("outnumbered", self.outnumbered);
        }
        if subject > 0 && subject >= 2 * source {
            sum.add("two to one", self.outnumbered_2);
        }
        if subject > 0 && subject >= 3 * source {
            sum.add("three to one", self.outnumbered_3);
        }
    }
}
