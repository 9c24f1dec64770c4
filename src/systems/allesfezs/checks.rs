//! Skill checks (reference, section 3.1): dice against a target value, and the leadership roll that decides who begins.

use crate::umpire::{Dice, Note, Question, Side};

/// The sides of every die in the game.
pub const D20: u32 = 20;

/// How critical successes are read.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Crits {
    /// AE-07: a target value below 1 lowers the critical boundary.
    pub lowering: bool,
    /// AE-06: a 20 that is the only way to succeed has critical effects.
    pub only: bool,
}

/// Dice against a target value: the lowest face that succeeds and the lowest that is a critical success (21: none).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pool {
    /// How many dice.
    pub dice: u8,
    /// The lowest face that succeeds: at or above the target (AE-05), never 1, always 20.
    pub floor: u8,
    /// The lowest face that is a critical success.
    pub crit: u8,
}

impl Pool {
    /// No dice at all.
    pub const NONE: Pool = Pool {
        dice: 0,
        floor: 20,
        crit: 21,
    };

    /// `dice` dice against `target`.
    pub fn new(dice: u8, target: i32, crits: Crits) -> Pool {
        let floor = target.clamp(2, 20);
        let crit = if target >= 20 {
            if crits.only { 20 } else { 21 }
        } else if target >= 1 || !crits.lowering {
            20
        } else {
            (19 + target).max(2)
        };
        Pool {
            dice,
            floor: floor as u8,
            crit: crit as u8,
        }
    }

    /// Faces of a die that are ordinary successes.
    pub fn plain_faces(&self) -> i32 {
        i32::from(self.crit) - i32::from(self.floor)
    }

    /// Faces of a die that are critical successes.
    pub fn crit_faces(&self) -> i32 {
        21 - i32::from(self.crit)
    }

    /// Chance that a die succeeds at all.
    pub fn success(&self) -> f64 {
        f64::from(self.plain_faces() + self.crit_faces()) / 20.0
    }

    /// Chance that a die is a critical success.
    pub fn critical(&self) -> f64 {
        f64::from(self.crit_faces()) / 20.0
    }
}

/// Who begins (section 5): each side checks Leadership; the higher success goes first.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Initiative {
    /// The lowest face that succeeds, for A and for B.
    pub floors: [u8; 2],
    /// AE-54: if both fail, the higher die goes first (otherwise an even tie-break).
    pub high_die: bool,
}

impl Question for Initiative {
    /// True if A begins.
    type Answer = bool;

    fn put<D: Dice>(&self, dice: &mut D) -> bool {
        dice.rolls_for(Side::A);
        dice.note(|| Note::About("A's leadership die"));
        let a = dice.die(D20);
        dice.rolls_for(Side::B);
        dice.note(|| Note::About("B's leadership die"));
        let b = dice.die(D20);
        let check = |face: u32, floor: u8| if face >= u32::from(floor) { face } else { 0 };
        let (mut left, mut right) = (check(a, self.floors[0]), check(b, self.floors[1]));
        if left == 0 && right == 0 && self.high_die {
            (left, right) = (a, b);
        }
        if left == right {
            dice.rolls_coins();
            dice.note(|| Note::About("the tie-break"));
            return dice.chance(1, 2);
        }
        left > right
    }
}

/// The side that begins, from the answer to [`Initiative`].
pub fn first(a_begins: bool) -> Side {
    if a_begins { Side::A } else { Side::B }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::Exact;

    const DEFAULT: Crits = Crits {
        lowering: true,
        only: false,
    };

    /// Section 3.1: success and critical chances over the whole range of target values.
    #[test]
    fn ae_05_ae_06_ae_07_success_and_critical_faces() {
        for target in -30..=40 {
            let pool = Pool::new(1, target, DEFAULT);
            // The rule as the reference states it, face by face.
            let boundary = if target >= 1 {
                20
            } else {
                (20 - (1 - target)).max(2)
            };
            let success = |v: i32| v == 20 || (v != 1 && v >= target);
            let critical = |v: i32| v >= boundary && v != 1 && target < 20;
            let successes = (1..=20).filter(|&v| success(v)).count() as i32;
            let criticals = (1..=20).filter(|&v| critical(v)).count() as i32;
            assert_eq!(
                pool.plain_faces() + pool.crit_faces(),
                successes,
                "target {target}"
            );
            assert_eq!(pool.crit_faces(), criticals, "target {target}");
        }
        assert_eq!(Pool::new(1, 0, DEFAULT).crit, 19);
        assert_eq!(Pool::new(1, -3, DEFAULT).crit, 16);
    }

    #[test]
    fn ae_06_toggle_a_lone_twenty_is_a_critical() {
        let with = Crits {
            only: true,
            ..DEFAULT
        };
        assert_eq!(Pool::new(1, 20, DEFAULT).crit_faces(), 0);
        assert_eq!(Pool::new(1, 20, with).crit_faces(), 1);
        assert_eq!(Pool::new(1, 33, with).crit_faces(), 1);
        assert_eq!(Pool::new(1, 19, with), Pool::new(1, 19, DEFAULT));
    }

    #[test]
    fn ae_07_toggle_the_boundary_stays_at_twenty() {
        let off = Crits {
            lowering: false,
            ..DEFAULT
        };
        assert_eq!(Pool::new(1, -7, off).crit_faces(), 1);
        assert_eq!(Pool::new(1, -7, DEFAULT).crit_faces(), 9);
    }

    #[test]
    fn ae_54_initiative_by_leadership() {
        let mut exact = Exact::new();
        let mut begins = |floors: [u8; 2], high_die: bool| {
            exact.mean(Initiative { floors, high_die }, |a| f64::from(u8::from(a)))
        };
        // Even sides begin equally often; the better leader more often.
        assert!((begins([13, 13], false) - 0.5).abs() < 1e-15);
        assert!(begins([9, 13], false) > 0.5);
        // Face by face.
        let (fa, fb) = (11, 14);
        let (mut coin, mut high) = (0.0, 0.0);
        for a in 1..=20 {
            for b in 1..=20 {
                let (x, y) = (if a >= fa { a } else { 0 }, if b >= fb { b } else { 0 });
                let even = |l: i32, r: i32| match l.cmp(&r) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
                coin += even(x, y) / 400.0;
                high += if x == 0 && y == 0 {
                    even(a, b)
                } else {
                    even(x, y)
                } / 400.0;
            }
        }
        assert!((begins([11, 14], false) - coin).abs() < 1e-14);
        assert!((begins([11, 14], true) - high).abs() < 1e-14);
        assert!((coin - high).abs() > 1e-6);
    }
}
