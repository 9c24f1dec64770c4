//! The umpire: who rolls the dice, asks for decisions and keeps the record.
//!
//! Every rules system is written once, as plain code that talks to an umpire through the traits on this page. The
//! rules never know who answers:
//!
//! | umpire | dice | open decisions | record |
//! |---|---|---|---|
//! | [`Sampler`]`<`[`Silent`]`>` | a seeded generator | from the solver's book | compiled away |
//! | [`Sampler`]`<`[`Told`]`>`, the narrator | the same generator, the same words | from the same book | kept |
//! | [`Exact`], the enumerator | every outcome, with its chance | refused | compiled away |
//! | [`Chain`], the solver | every outcome | every option; the best reply, or the best mix, is kept | compiled away |
//!
//! This room knows no system, no file and no statistics: it may be read, and used, with nothing else in mind.

mod chain;
mod duel;
mod exact;
#[cfg(test)]
mod handed;
mod hash;
mod laws;
mod match_up;
mod matrix;
mod mix;
mod outcome;
mod record;
mod sampler;
mod sheet;
mod skirmish;
mod solver;

pub use chain::{Budget, Chain, Solved, TooBig};
pub use duel::{Book, Desk, Duel, Fought};
pub use exact::Exact;
#[cfg(test)]
pub use handed::{Entry, Handed};
pub use hash::{Fast, FastMap};
pub use match_up::{Lab, MatchUp, Ready};
pub use matrix::{Game, Play};
pub use mix::Mix;
pub use outcome::{Ending, Outcome, Tally};
pub use record::{Arrow, ArrowKind, Event, Frame, FrameBody, Note, Record, Silent, Told};
pub use sampler::{Sampler, Stream};
pub use skirmish::{Fielded, Place, Referee, Skirmish, Skirmished};

use std::hash::Hash;

/// One of the two sides of a fight.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side named first.
    A,
    /// The side named second.
    B,
}

impl Side {
    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// `A` or `B`.
    pub fn letter(self) -> &'static str {
        match self {
            Side::A => "A",
            Side::B => "B",
        }
    }

    /// A side with its fighter's name, if it has one: `A (Knight)`.
    pub fn named(self, name: &str) -> String {
        if name.is_empty() {
            self.letter().to_owned()
        } else {
            format!("{} ({name})", self.letter())
        }
    }

    /// 0 for A, 1 for B: for arrays that hold one thing a side.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Why nobody won: a place in the system's own list of reasons ([`Duel::REASONS`]). 0 is always the round cap.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reason(pub u8);

impl Reason {
    /// Both still stand after the last round.
    pub const CAP: Reason = Reason(0);
}

/// How a fight ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// This side alone is left.
    Win(Side),
    /// Nobody won.
    Draw(Reason),
}

/// An answer small enough for one word, so that laws of every kind of question share one store.
pub trait Packed: Copy + Eq {
    /// The answer as a word.
    fn pack(self) -> u64;
    /// The answer again.
    fn unpack(word: u64) -> Self;
}

impl Packed for u32 {
    fn pack(self) -> u64 {
        u64::from(self)
    }
    fn unpack(word: u64) -> Self {
        word as u32
    }
}

impl Packed for bool {
    fn pack(self) -> u64 {
        u64::from(self)
    }
    fn unpack(word: u64) -> Self {
        word != 0
    }
}

impl Packed for [u32; 2] {
    fn pack(self) -> u64 {
        u64::from(self[0]) | u64::from(self[1]) << 32
    }
    fn unpack(word: u64) -> Self {
        [word as u32, (word >> 32) as u32]
    }
}

impl<const K: usize> Packed for [u8; K] {
    fn pack(self) -> u64 {
        const { assert!(K <= 8) };
        let mut bytes = [0; 8];
        bytes[..K].copy_from_slice(&self);
        u64::from_le_bytes(bytes)
    }
    fn unpack(word: u64) -> Self {
        let bytes = word.to_le_bytes();
        std::array::from_fn(|i| bytes[i])
    }
}

/// Dice and the record. Rules ask for what they need (counts, classes, the highest), never for faces they do not use:
/// the sampler answers from lanes of one word, the enumerator branches on the few counts.
pub trait Dice: Sized {
    /// One fair die, 1 to `sides`.
    fn die(&mut self, sides: u32) -> u32;

    /// True with chance `num / den`.
    fn chance(&mut self, num: u32, den: u32) -> bool {
        self.count(1, den, den + 1 - num) == 1
    }

    /// Rolls `n` dice into classes. `from` falls: class 0 counts the dice showing at least `from[0]`, class k those
    /// showing at least `from[k]` and less than `from[k - 1]`. Bars are 1 (every die) to `sides + 1` (none). At most 8
    /// classes and 255 dice.
    fn tally<const K: usize>(&mut self, n: u32, sides: u32, from: [u32; K]) -> [u32; K];

    /// Rolls `n` dice: how many show at least `from[k]`, for each k, in whatever order. The same dice as [`Dice::tally`],
    /// its classes added up.
    fn at_least<const K: usize>(&mut self, n: u32, sides: u32, from: [u32; K]) -> [u32; K] {
        let mut falling = from;
        falling.sort_unstable_by(|x, y| y.cmp(x));
        let classes = self.tally(n, sides, falling);
        from.map(|bar| {
            let above = falling.iter().zip(classes).filter(|(low, _)| **low >= bar);
            above.map(|(_, here)| here).sum()
        })
    }

    /// How many of `n` dice show at least `need` (1 to `sides + 1`).
    fn count(&mut self, n: u32, sides: u32, need: u32) -> u32 {
        self.tally(n, sides, [need])[0]
    }

    /// Several groups of dice, each (how many, need) for itself, rolled together.
    fn counts<const G: usize>(&mut self, sides: u32, groups: [(u32, u32); G]) -> [u32; G] {
        groups.map(|(n, need)| self.count(n, sides, need))
    }

    /// The highest of `n` dice; 0 if none reaches `floor` (so the enumerator need not branch on failures).
    fn highest(&mut self, n: u32, sides: u32, floor: u32) -> u32;

    /// The sum of `n` dice. The enumerator branches on every face, so ask for it within a [`Question`].
    fn sum(&mut self, n: u32, sides: u32) -> u32 {
        (0..n).map(|_| self.die(sides)).sum()
    }

    /// One of several options with these chances: how a side decides that mixes without looking ahead.
    fn mixed(&mut self, mix: &Mix) -> usize;

    /// A bundle of rolls with a small answer. The sampler rolls it; the enumerator works out its law once and keeps it.
    fn ask<Q: Question>(&mut self, question: &Q) -> Q::Answer;

    /// Rolls something rare out of line. The same as calling `rare` itself; but the sampler, which lives in registers,
    /// lends it a copy, so that it need not move to memory for what hardly ever happens.
    #[inline(always)]
    fn aside<T>(&mut self, rare: impl FnOnce(&mut Self) -> T) -> T {
        rare(self)
    }

    /// The dice that follow are this side's. Nothing to an umpire who has one stream for all; proofs have one that gives
    /// each side dice of its own.
    #[inline(always)]
    fn rolls_for(&mut self, _side: Side) {}

    /// The dice that follow are nobody's: coins, which fall for A or for B.
    #[inline(always)]
    fn rolls_coins(&mut self) {}

    /// Tells the narrator something. Everyone else drops the closure unopened.
    fn note(&mut self, what: impl FnOnce() -> Note);
}

/// A pure function of its own fields and dice. Everything it depends on is in the value, because the value is the key
/// under which its law is kept: no tables, no toggles read from elsewhere.
pub trait Question: Copy + Eq + Hash + Send + 'static {
    /// What comes out.
    type Answer: Packed + 'static;
    /// Rolls it.
    fn put<D: Dice>(&self, dice: &mut D) -> Self::Answer;
}

/// Dice and decisions: what a turn of a fight is played against. Questions get [`Dice`] only, so that no decision can
/// hide in a cached law.
pub trait Umpire: Dice {
    /// `by`, who looks ahead to the end of the fight, picks one of `options`: the solver tries them all, the sampler
    /// asks the book that the solver wrote. Must come before the first die of its turn, and only once a turn: a longer
    /// story is told in several turns. (A side that does not look ahead has decided in the brief.)
    fn decide(&mut self, by: Side, options: usize) -> usize;

    /// Both sides look ahead and choose in secret, at once, each among its own options: a matrix game in every state,
    /// solved from the end of the fight. Gives what A and what B took. The same conditions as for [`Umpire::decide`].
    fn decide_both(&mut self, options: [usize; 2]) -> [usize; 2];
}
