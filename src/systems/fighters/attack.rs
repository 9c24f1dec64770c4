//! One attack (reference, section 4, steps 1 to 3): the hit check and the damage check as one question with a small
//! answer. Stats, weapons and toggles are worked into a few numbers first, so that fights share their laws.

use super::checks::{Basic, Contest, Margin, Opposed, beats};
use super::story;
use crate::umpire::{Dice, Packed, Question};

/// A margin that no dice reach.
pub const NEVER: i16 = i16::MAX;

/// An attack as its dice see it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strike {
    /// The attacker's Skill and bonus, less the defender's Skill or Speed.
    pub edge: i16,
    /// FI-08: equal is enough.
    pub equal: bool,
    /// The defender answers when the attack misses by this margin (True time).
    pub answers: i16,
    /// A hit by this margin stuns.
    pub stuns: i16,
    /// A hit by this margin kills outright (Decapitate).
    pub beheads: i16,
    /// Damage less Armor: of a plain hit, and of one that stuns.
    pub bite: [i16; 2],
    /// FI-11: the target's dice stand against the damage.
    pub contested: bool,
    /// FI-12: the margin that kills.
    pub kills: i16,
    /// FI-12: it is the hit's margin and not the damage's.
    pub by_hit: bool,
}

/// How the hit check came out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Swing {
    /// The attack failed by enough for the defender's answer.
    Answered,
    /// It failed.
    Missed,
    /// Neither beat the other.
    Drawn,
    /// It hit.
    Hit,
}

/// What a hit did.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Harm {
    /// Nothing.
    Nothing,
    /// A wound.
    Wound,
    /// It killed.
    Kill,
}

/// What came of an attack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Blow {
    /// The hit check.
    pub swing: Swing,
    /// The damage check.
    pub harm: Harm,
    /// The target is stunned by it.
    pub stuns: bool,
}

impl Blow {
    fn off(swing: Swing) -> Blow {
        Blow {
            swing,
            harm: Harm::Nothing,
            stuns: false,
        }
    }
}

impl Packed for Blow {
    fn pack(self) -> u64 {
        self.swing as u64 | (self.harm as u64) << 2 | u64::from(self.stuns) << 4
    }
    fn unpack(word: u64) -> Self {
        Blow {
            swing: match word & 3 {
                0 => Swing::Answered,
                1 => Swing::Missed,
                2 => Swing::Drawn,
                _ => Swing::Hit,
            },
            harm: match word >> 2 & 3 {
                0 => Harm::Nothing,
                1 => Harm::Wound,
                _ => Harm::Kill,
            },
            stuns: word >> 4 & 1 != 0,
        }
    }
}

impl Question for Strike {
    type Answer = Blow;

    #[inline]
    fn put<D: Dice>(&self, dice: &mut D) -> Blow {
        let about = Contest::Hit;
        let margin = dice.ask(&Opposed { about }).0 + i32::from(self.edge);
        if !beats(margin, self.equal) {
            let swing = if margin <= -i32::from(self.answers) {
                Swing::Answered
            } else if margin == 0 {
                Swing::Drawn
            } else {
                Swing::Missed
            };
            dice.note(|| story::swing(margin, false));
            return Blow::off(swing);
        }
        dice.note(|| story::swing(margin, true));
        let reaches = |bar: i16| margin >= i32::from(bar);
        let stuns = reaches(self.stuns);
        let harm = if reaches(self.beheads) {
            dice.note(story::beheads);
            Harm::Kill
        } else {
            let bite = i32::from(self.bite[usize::from(stuns)]);
            let Margin(roll) = if self.contested {
                let about = Contest::Damage;
                dice.ask(&Opposed { about })
            } else {
                dice.note(story::about_damage);
                dice.ask(&Basic)
            };
            let through = roll + bite;
            let by = if self.by_hit { margin } else { through };
            let harm = if !beats(through, self.equal) {
                Harm::Nothing
            } else if by >= i32::from(self.kills) {
                Harm::Kill
            } else {
                Harm::Wound
            };
            dice.note(|| story::damage(through, harm));
            harm
        };
        Blow {
            swing: Swing::Hit,
            harm,
            // A dead target is not stunned: one answer for all that kills.
            stuns: stuns && harm != Harm::Kill,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::Exact;

    const PLAIN: Strike = Strike {
        edge: 1,
        equal: false,
        answers: NEVER,
        stuns: NEVER,
        beheads: NEVER,
        bite: [-2, -2],
        contested: true,
        kills: 3,
        by_hit: false,
    };

    #[test]
    fn an_answer_survives_packing() {
        for swing in [Swing::Answered, Swing::Missed, Swing::Drawn, Swing::Hit] {
            for harm in [Harm::Nothing, Harm::Wound, Harm::Kill] {
                for stuns in [false, true] {
                    let blow = Blow { swing, harm, stuns };
                    assert_eq!(Blow::unpack(blow.pack()), blow);
                }
            }
        }
    }

    /// Worked example 3, by its margins: Skill 3 against 2, Damage 2 against Armor 4.
    #[test]
    fn a_small_law() {
        let law = Exact::new().law(PLAIN).expect("a small law");
        assert_eq!(law.len(), 5, "missed, drawn, hit and three kinds of harm");
        let chance = |harm| -> f64 {
            let these = law.iter().filter(|(blow, _)| blow.harm == harm);
            these.map(|(_, chance)| chance).sum()
        };
        assert!((chance(Harm::Kill) - 0.054_087).abs() < 1e-6);
        assert!((chance(Harm::Wound) - 0.078_985).abs() < 1e-6);
    }
}
