//! Single dice (reference, sections 3 and 5): tests, the initiative, D5, the Rout test.

use super::story;
use super::toggles::Auto;
use crate::umpire::{Dice, Note, Packed, Question};

/// The sides of every die in the game.
pub const D10: u32 = 10;

/// How many faces of a die pass a test of this stat (section 3, EX-02).
pub fn faces(stat: i16, auto: Auto) -> u8 {
    match auto {
        Auto::None => stat.clamp(0, 10) as u8,
        Auto::OneAndTen => stat.clamp(1, 9) as u8,
    }
}

/// A test: roll at most so much.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Test {
    /// The highest face that passes, 0 to 10.
    pub faces: u8,
}

impl Question for Test {
    type Answer = bool;

    #[inline]
    fn put<D: Dice>(&self, dice: &mut D) -> bool {
        dice.count(1, D10, u32::from(self.faces) + 1) == 0
    }
}

/// D5: half a die, rounded up.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct D5;

impl Question for D5 {
    type Answer = u32;

    #[inline]
    fn put<D: Dice>(&self, dice: &mut D) -> u32 {
        dice.die(D10).div_ceil(2)
    }
}

/// Who goes first: a die, Quality and bid each (section 5).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Initiative {
    /// Quality of A and of B.
    pub quality: [i16; 2],
    /// What they bid.
    pub bid: [i16; 2],
}

impl Question for Initiative {
    /// Whether A is first.
    type Answer = bool;

    #[inline]
    fn put<D: Dice>(&self, dice: &mut D) -> bool {
        dice.note(|| Note::About("initiative of A"));
        let a = dice.die(D10) as i16 + self.quality[0] + self.bid[0];
        dice.note(|| Note::About("initiative of B"));
        let b = dice.die(D10) as i16 + self.quality[1] + self.bid[1];
        dice.note(|| story::initiative(self, [a, b]));
        // EX-15: then Quality, then the bid, then a coin.
        let lead = [
            a - b,
            self.quality[0] - self.quality[1],
            self.bid[0] - self.bid[1],
        ];
        match lead.into_iter().find(|lead| *lead != 0) {
            Some(lead) => lead > 0,
            None => {
                dice.note(|| Note::About("the coin"));
                dice.chance(1, 2)
            }
        }
    }
}

/// A Rout test (section 5).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rout {
    /// The highest face that passes.
    pub faces: u8,
    /// Quality is 0 or less.
    pub broken: bool,
    /// Resolute: a failure is rolled again.
    pub resolute: bool,
}

/// What came of a Rout test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Nerve {
    /// It acts normally.
    Holds,
    /// It is Routed.
    Routed,
    /// It has fled or surrendered.
    Destroyed,
}

impl Packed for Nerve {
    fn pack(self) -> u64 {
        self as u64
    }
    fn unpack(word: u64) -> Self {
        match word {
            0 => Nerve::Holds,
            1 => Nerve::Routed,
            _ => Nerve::Destroyed,
        }
    }
}

impl Question for Rout {
    type Answer = Nerve;

    fn put<D: Dice>(&self, dice: &mut D) -> Nerve {
        let test = Test { faces: self.faces };
        if dice.ask(&test) || (self.resolute && dice.ask(&test)) {
            Nerve::Holds
        } else if self.broken {
            Nerve::Destroyed
        } else {
            Nerve::Routed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::Exact;

    fn chance(question: impl Question<Answer = bool>) -> f64 {
        Exact::new().mean(question, |yes| f64::from(u8::from(yes)))
    }

    /// EX-02: no automatic results; or 1 and 10.
    #[test]
    fn ex_02_the_chance_of_a_test() {
        for (stat, plain, auto) in [
            (-3, 0.0, 0.1),
            (0, 0.0, 0.1),
            (1, 0.1, 0.1),
            (6, 0.6, 0.6),
            (10, 1.0, 0.9),
            (14, 1.0, 0.9),
        ] {
            for (reading, expected) in [(Auto::None, plain), (Auto::OneAndTen, auto)] {
                let faces = faces(stat, reading);
                let found = chance(Test { faces });
                assert!((found - expected).abs() < 1e-12, "{stat} {reading:?}");
            }
        }
    }

    #[test]
    fn a_d5_is_uniform() {
        let law = Exact::new().law(D5).expect("a small law");
        assert_eq!(law.len(), 5);
        assert!(law.iter().all(|(_, chance)| (chance - 0.2).abs() < 1e-12));
    }

    /// Worked example 6, and the ties of EX-15: Quality, bid, coin.
    #[test]
    fn ex_15_ties_of_the_initiative() {
        let first = |quality, bid| chance(Initiative { quality, bid });
        assert!((first([6, 5], [0, 1]) - 0.55).abs() < 1e-12);
        assert!((first([5, 6], [1, 0]) - 0.45).abs() < 1e-12);
        assert!((first([5, 5], [0, 0]) - 0.50).abs() < 1e-12);
        // One ahead by the bid, which also settles what ties.
        assert!((first([5, 5], [1, 0]) - 0.64).abs() < 1e-12);
        // Nine ahead: only 1 against 10 ties.
        assert!((first([14, 5], [0, 0]) - 1.0).abs() < 1e-12);
    }
}
