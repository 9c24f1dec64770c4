//! Checks (reference, section 3): two dice and a stat against a difficulty, or against two dice and a stat; and the roll
//! of a charge.

use crate::umpire::{Dice, Note, Packed, Question};

/// The sides of every die in the game.
const D6: u32 = 6;

/// The sum of two dice.
pub fn two_dice<D: Dice>(dice: &mut D) -> i32 {
    dice.sum(2, D6) as i32
}

/// What an opposed check is about.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Contest {
    /// To hit.
    Hit,
    /// Damage against Armor.
    Damage,
}

/// The dice of an opposed check: by how much two dice of one side beat two of the other.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Opposed {
    /// What it is about; matters to the narrator alone.
    pub about: Contest,
}

/// A margin, -10 to 10 from dice alone.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Margin(pub i32);

impl Packed for Margin {
    fn pack(self) -> u64 {
        u64::from(self.0 as u32)
    }
    fn unpack(word: u64) -> Self {
        Margin(word as u32 as i32)
    }
}

impl Question for Opposed {
    type Answer = Margin;

    fn put<D: Dice>(&self, dice: &mut D) -> Margin {
        let [mine, yours] = match self.about {
            Contest::Hit => ["to hit", "defence"],
            Contest::Damage => ["damage", "armour"],
        };
        dice.note(|| Note::About(mine));
        let own = two_dice(dice);
        dice.note(|| Note::About(yours));
        Margin(own - two_dice(dice))
    }
}

/// A basic check of two dice: by how much they beat 0.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Basic;

impl Question for Basic {
    type Answer = Margin;

    fn put<D: Dice>(&self, dice: &mut D) -> Margin {
        Margin(two_dice(dice))
    }
}

/// Whether a margin is a success of the one who rolls to beat (FI-08).
pub fn beats(margin: i32, equal: bool) -> bool {
    margin > 0 || (equal && margin == 0)
}

/// Recover (section 5): a basic check of Skill.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Recovery {
    /// Skill less the difficulty.
    pub edge: i32,
    /// FI-08: equal is enough.
    pub equal: bool,
}

impl Question for Recovery {
    type Answer = bool;

    fn put<D: Dice>(&self, dice: &mut D) -> bool {
        dice.note(|| Note::About("recovery"));
        let Margin(roll) = dice.ask(&Basic);
        beats(roll + self.edge, self.equal)
    }
}

/// The roll of a charge (section 5): 2D6 inches.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Charge {
    /// How far it is.
    pub gap: u8,
}

impl Question for Charge {
    /// The gap that is left: 0 if it arrives.
    type Answer = u32;

    fn put<D: Dice>(&self, dice: &mut D) -> u32 {
        dice.note(|| Note::About("charge"));
        let rolled = two_dice(dice) as u32;
        u32::from(self.gap).saturating_sub(rolled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::Exact;

    /// Section 3: the weights of a difference of two 2D6 out of 1296.
    #[test]
    fn the_law_of_an_opposed_check() {
        let weights = [1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146];
        let about = Contest::Hit;
        let law = Exact::new().law(Opposed { about }).expect("a small law");
        assert_eq!(law.len(), 21);
        for (Margin(margin), chance) in law {
            let weight = weights[10 - margin.unsigned_abs() as usize];
            assert!(
                (chance * 1296.0 - f64::from(weight)).abs() < 1e-9,
                "{margin}"
            );
        }
    }

    /// Worked example 2, and the same where equal is enough (FI-08).
    #[test]
    fn fi_08_a_basic_check() {
        let mut exact = Exact::new();
        let mut chance =
            |edge, equal| exact.mean(Recovery { edge, equal }, |ok| f64::from(u8::from(ok))) * 36.0;
        assert!((chance(2 - 7, false) - 26.0).abs() < 1e-9);
        assert!((chance(2 - 7, true) - 30.0).abs() < 1e-9);
    }

    /// FI-17, FI-26: at 0" a charge always arrives; at 13" never.
    #[test]
    fn fi_26_the_roll_of_a_charge() {
        let mut exact = Exact::new();
        for gap in 0..=20u8 {
            let ways = (2..=12).filter(|roll| *roll >= i32::from(gap));
            let ways: i32 = ways.map(|roll: i32| 6 - (roll - 7).abs()).sum();
            let arrives = exact.mean(Charge { gap }, |left| f64::from(u8::from(left == 0)));
            assert!((arrives * 36.0 - f64::from(ways)).abs() < 1e-9, "{gap}");
        }
    }
}
