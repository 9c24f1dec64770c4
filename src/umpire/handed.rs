//! The umpire of the mirror (law 1 of skirmishes): one stream of dice for each army and one for coins, so that two
//! fights in which the armies have changed names can be handed the same dice. Everything that is said and rolled is
//! kept in order, moves and shots among it.

use super::record::{Note, Record};
use super::sampler::{Sampler, Stream};
use super::{Dice, Mix, Question, Referee, Side, Umpire};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A round began.
    Round(u32),
    /// The rules said something.
    Said(Note),
    /// A die fell: its sides and what it shows.
    Die(u32, u32),
}

/// Keeps everything, one entry at a time.
#[derive(Default)]
pub struct Log(Vec<Entry>);

impl Record for Log {
    const LISTENS: bool = true;

    fn roll(&mut self, sides: u32, face: u32) {
        self.0.push(Entry::Die(sides, face));
    }

    fn end_roll(&mut self) {}

    fn note(&mut self, what: impl FnOnce() -> Note) {
        self.0.push(Entry::Said(what()));
    }

    fn round(&mut self, number: u32) {
        self.0.push(Entry::Round(number));
    }
}

/// Hands dice to armies.
pub struct Handed {
    dice: [Sampler<Log>; 3],
    now: usize,
    swapped: bool,
    mirrored: bool,
}

const COINS: usize = 2;

impl Handed {
    /// The dice of a fight by its number. `swapped`: the armies have changed names, so each is handed the other's, and
    /// coins fall the other way. `mirrored`: left is right, so a clock runs backwards.
    pub fn new(number: u64, swapped: bool, mirrored: bool) -> Handed {
        let streams = ["the first army", "the second army", "coins"];
        let dice = streams.map(|name| Sampler::new(Stream::new(11, name), number, Log::default()));
        Handed {
            dice,
            now: COINS,
            swapped,
            mirrored,
        }
    }

    /// What happened, in order.
    pub fn entries(self) -> Vec<Entry> {
        let [a, b, coins] = self.dice.map(|dice| dice.record.0);
        [a, b, coins].concat()
    }

    fn take_up(&mut self, which: usize) {
        // The record goes along, and so stays one.
        let record = std::mem::take(&mut self.dice[self.now].record);
        self.now = which;
        self.dice[which].record = record;
    }

    fn hand(&mut self) -> &mut Sampler<Log> {
        &mut self.dice[self.now]
    }
}

impl Dice for Handed {
    /// The only twelve-sided die is a clock.
    fn die(&mut self, sides: u32) -> u32 {
        let face = self.hand().die(sides);
        if self.mirrored && sides == 12 && face < 12 {
            12 - face
        } else {
            face
        }
    }

    fn chance(&mut self, num: u32, den: u32) -> bool {
        let falls = self.hand().chance(num, den);
        falls != (self.swapped && self.now == COINS)
    }

    fn tally<const K: usize>(&mut self, n: u32, sides: u32, from: [u32; K]) -> [u32; K] {
        self.hand().tally(n, sides, from)
    }

    fn counts<const G: usize>(&mut self, sides: u32, groups: [(u32, u32); G]) -> [u32; G] {
        self.hand().counts(sides, groups)
    }

    fn highest(&mut self, n: u32, sides: u32, floor: u32) -> u32 {
        self.hand().highest(n, sides, floor)
    }

    fn mixed(&mut self, mix: &Mix) -> usize {
        self.hand().mixed(mix)
    }

    fn ask<Q: Question>(&mut self, question: &Q) -> Q::Answer {
        question.put(self)
    }

    fn rolls_for(&mut self, side: Side) {
        self.take_up(side.index() ^ usize::from(self.swapped));
    }

    fn rolls_coins(&mut self) {
        self.take_up(COINS);
    }

    fn note(&mut self, what: impl FnOnce() -> Note) {
        self.hand().note(what);
    }
}

impl Umpire for Handed {
    /// Nobody in a skirmish looks ahead to its end.
    fn decide(&mut self, _: Side, _: usize) -> usize {
        unreachable!("a skirmish has no open decisions")
    }

    fn decide_both(&mut self, _: [usize; 2]) -> [usize; 2] {
        unreachable!("a skirmish has no open decisions")
    }
}

impl Referee for Handed {
    fn round(&mut self, number: u32) {
        self.hand().record.round(number);
    }

    fn turn(&mut self) {
        for dice in &mut self.dice {
            dice.turn();
        }
        // Whoever rolls next must say so.
        self.take_up(COINS);
    }
}
