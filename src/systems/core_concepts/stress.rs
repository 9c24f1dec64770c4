//! Stress (reference, section 4.3): damage adds up, and from Toughness on it is tested; each failure costs one Toughness.

use crate::umpire::{Dice, Note, Packed, Question};

/// The sides of every die in the game (a D3 apart).
pub const D6: u32 = 6;

/// What a model has left to bear.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Body {
    /// Toughness left; 0 if it is removed.
    pub toughness: u8,
    /// Stress, clipped at the printed Toughness: more makes no difference.
    pub stress: u8,
    /// It has had its only test (CC-15, `first-only`); otherwise always false.
    pub tested: bool,
}

impl Body {
    /// Taken out of the game.
    pub const REMOVED: Body = Body {
        toughness: 0,
        stress: 0,
        tested: false,
    };

    /// Before the fight.
    pub fn fresh(toughness: u8) -> Body {
        Body {
            toughness,
            stress: 0,
            tested: false,
        }
    }

    /// Still in the game.
    #[inline(always)]
    pub fn stands(self) -> bool {
        self.toughness > 0
    }

    /// As one word, and back.
    #[inline(always)]
    pub fn word(self) -> u32 {
        u32::from(self.toughness) | u32::from(self.stress) << 8 | u32::from(self.tested) << 16
    }

    /// See [`Body::word`].
    #[inline(always)]
    pub fn of(word: u32) -> Body {
        Body {
            toughness: word as u8,
            stress: (word >> 8) as u8,
            tested: word >> 16 & 1 == 1,
        }
    }
}

/// How a model bears stress: its printed Toughness and the rules for tests.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nerve {
    /// The printed Toughness.
    pub printed: u8,
    /// The lowest face that is a success.
    pub success: u8,
    /// CC-15: only the first time that stress reaches Toughness is tested.
    pub first_only: bool,
    /// CC-16: a test resets stress to 0.
    pub reset: bool,
    /// CC-17: stress is held against the printed Toughness.
    pub printed_threshold: bool,
    /// CC-18: a failed test is repeated at once while stress still reaches Toughness.
    pub chain: bool,
}

impl Nerve {
    /// What stress is held against.
    pub fn threshold(&self, toughness: u8) -> u8 {
        if self.printed_threshold {
            self.printed
        } else {
            toughness
        }
    }

    /// A model with this much Toughness and stress, as a question may give it.
    pub fn body(&self, toughness: u8, stress: u32) -> Body {
        let stress = stress.min(u32::from(self.printed)) as u8;
        Body {
            toughness,
            stress,
            tested: self.first_only && stress >= self.threshold(toughness),
        }
    }

    /// One package of damage arrives.
    #[inline(always)]
    pub fn take<D: Dice>(&self, mut body: Body, damage: u32, dice: &mut D) -> Body {
        if damage == 0 || !body.stands() || (body.tested && self.reset) {
            return body;
        }
        body.stress = (u32::from(body.stress) + damage).min(u32::from(self.printed)) as u8;
        if body.stress < self.threshold(body.toughness) || body.tested {
            return body;
        }
        self.test(body, dice)
    }

    /// Stress has reached Toughness.
    fn test<D: Dice>(&self, mut body: Body, dice: &mut D) -> Body {
        loop {
            dice.note(|| super::story::test(self, body));
            dice.note(|| Note::About("stress test"));
            let held = dice.count(u32::from(body.toughness), D6, u32::from(self.success)) as u8;
            let lost = body.toughness - held;
            body.toughness = held;
            if held == 0 {
                return Body::REMOVED;
            }
            if self.reset {
                body.stress = 0;
            }
            if !self.chain || lost == 0 || body.stress < self.threshold(held) {
                break;
            }
        }
        body.tested = self.first_only;
        body
    }
}

/// A model takes one package of damage: the question `stress`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shaken {
    /// The model.
    pub body: Body,
    /// How it bears stress.
    pub nerve: Nerve,
    /// The damage.
    pub damage: u32,
}

impl Packed for Body {
    fn pack(self) -> u64 {
        u64::from(self.word())
    }
    fn unpack(word: u64) -> Self {
        Body::of(word as u32)
    }
}

impl Question for Shaken {
    type Answer = Body;

    fn put<D: Dice>(&self, dice: &mut D) -> Body {
        self.nerve.take(self.body, self.damage, dice)
    }
}
