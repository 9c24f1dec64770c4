//! The sampler and the narrator: one type, [`Sampler`], with a record that is either silent or kept. Because it is one
//! type, the told fight is the counted fight, to the last die.
//!
//! Dice are ours, on the raw words of a PCG generator opened anew for each fight ([`Stream`]), so that results outlive
//! any library's way of making a range. A word gives four dice, the lowest bits first: each has 14 bits of the next 15,
//! whose highest is set and serves to compare. A word with a die beyond the last whole multiple of the die's sides is
//! thrown away, so every die is exactly fair. "At least f" for all four is one subtraction, and the count of them one
//! multiplication: no face is worked out that nobody asked for.
//!
//! The stream is part of the results. A turn begins with an empty hand; a request takes its dice from the word in hand
//! if that was drawn for the same kind of die and has enough left, else from a fresh word; groups ([`Dice::counts`])
//! always take a fresh word. So the number of words hangs on how many dice are asked for, hardly ever on what they
//! show, and the machine can foresee it. `tests/suite/stability.rs` holds literal results.

use super::record::Record;
use super::{Dice, Mix, Note, Question, Side, Silent, Umpire};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// The dice of one match-up: made from the seed and the match-up's label, and opened at any fight by its number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    keys: [u64; 2],
}

impl Stream {
    /// The stream of the match-up called `label` under `seed`.
    pub fn new(seed: u64, label: &str) -> Stream {
        let mut keys = [
            mix(seed ^ 0x6A09_E667_F3BC_C908),
            mix(seed ^ 0xBB67_AE85_84CA_A73B),
        ];
        for chunk in label.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let word = u64::from_le_bytes(word) ^ ((chunk.len() as u64) << 56);
            keys = [mix(keys[0] ^ word), mix(keys[1].wrapping_add(word))];
        }
        Stream { keys }
    }

    /// The generator of fight number `fight`: its state is the whole product of two words, the first key moved on by
    /// the number and that same word crossed with the second key.
    #[inline(always)]
    pub(super) fn open(self, fight: u64) -> Pcg64Mcg {
        let at = self.keys[0].wrapping_add(fight.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        Pcg64Mcg::new(u128::from(at) * u128::from(at ^ self.keys[1]))
    }
}

/// Spreads every bit of a word over all of it (the finaliser of SplitMix64).
#[inline(always)]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Rolls dice from a [`Stream`], and keeps the record `R`.
pub struct Sampler<R = Silent> {
    rng: Pcg64Mcg,
    /// The dice of a word, each with its top bit set. The lowest `used` are used up.
    hand: u64,
    used: u32,
    /// What die the hand was drawn for.
    sides: u32,
    /// What an open decision is answered with, set before each turn by whoever holds the book.
    pub(super) choice: usize,
    /// The record.
    pub record: R,
}

const LANES: u32 = 4;
/// From one lane to the next: 14 bits of a die, and one that is always set in a hand, so that a comparison borrows from
/// it and never from the lane above. Four lanes leave room at the top of a word for the count of them.
const LANE: u32 = 15;
/// The lowest bit of each lane.
const ONE: u64 = 1 | 1 << LANE | 1 << (2 * LANE) | 1 << (3 * LANE);
/// The highest bit of each lane.
const TOP: u64 = ONE << (LANE - 1);

/// The top bits of the lowest `n` lanes. (Eight of them, so that no index needs a check.)
const MASK: [u64; 8] = {
    let mut mask = [TOP; 8];
    let mut n = 0;
    while n < LANES {
        mask[n as usize] = TOP & ((1 << (n * LANE)) - 1);
        n += 1;
    }
    mask
};

/// The top bits of the lowest `n` lanes, at most four.
#[inline(always)]
fn lowest(n: u32) -> u64 {
    debug_assert!(n <= LANES);
    MASK[(n & 7) as usize]
}

/// How many of the values of a lane belong to each face.
#[inline(always)]
const fn per_face(sides: u32) -> u32 {
    (1 << (LANE - 1)) / sides
}

/// A word whose top bits are set in the lanes whose die shows at least `need`.
#[inline(always)]
fn reaching(hand: u64, sides: u32, need: u32) -> u64 {
    debug_assert!(
        (1..=sides + 1).contains(&need),
        "a need of {need} on a d{sides}"
    );
    // One face up in every lane, and down to the bar: several needs share the first step.
    let face = u64::from(per_face(sides)) * ONE;
    hand.wrapping_add(face)
        .wrapping_sub(face.wrapping_mul(u64::from(need)))
}

/// How many top bits are set: the multiplication adds them all up in the highest lane.
#[inline(always)]
fn set(tops: u64) -> u32 {
    (tops.wrapping_mul(ONE) >> (LANES * LANE - 1)) as u32
}

impl<R: Record> Sampler<R> {
    /// A sampler at the start of fight number `fight`.
    pub fn new(stream: Stream, fight: u64, record: R) -> Self {
        Sampler {
            rng: stream.open(fight),
            hand: 0,
            used: 0,
            sides: 0,
            choice: 0,
            record,
        }
    }

    /// Goes to the start of fight number `fight`.
    #[inline(always)]
    pub fn open(&mut self, stream: Stream, fight: u64) {
        self.begin(stream.open(fight));
    }

    /// Goes to the start of a fight that has been opened.
    #[inline(always)]
    pub(super) fn begin(&mut self, opened: Pcg64Mcg) {
        self.rng = opened;
        self.put_away();
    }

    /// Lays the dice by between two turns: what is in hand is put away, only the generator is kept.
    #[inline(always)]
    pub(super) fn lay_by(self) -> Pcg64Mcg {
        self.rng
    }

    /// Puts away what is left in hand, all of it, so that nobody need carry it along: the next dice come from a fresh
    /// word.
    #[inline(always)]
    pub(super) fn put_away(&mut self) {
        (self.hand, self.used, self.sides) = (0, 0, 0);
    }

    /// A raw word, for a mix of options.
    pub(super) fn word(&mut self) -> u64 {
        self.rng.next_u64()
    }

    #[inline(always)]
    fn draw(&mut self, sides: u32) {
        let limit = u64::from(per_face(sides) * sides);
        loop {
            let hand = self.rng.next_u64() | TOP;
            if hand.wrapping_sub(limit * ONE) & TOP == 0 {
                self.hand = hand;
                break;
            }
        }
        self.used = 0;
        self.sides = sides;
    }

    /// `n` dice (at most four): they are in the lanes of the hand from the number that is given.
    #[inline(always)]
    fn take(&mut self, n: u32, sides: u32) -> u32 {
        if self.used + n > LANES || self.sides != sides {
            self.draw(sides);
        }
        let first = self.used;
        self.used += n;
        if R::LISTENS {
            for lane in first..self.used {
                self.record.roll(sides, face(self.hand, lane, sides));
            }
        }
        first
    }

    /// How many of the dice in the lanes from `first` to `end` show at least `need`.
    #[inline(always)]
    fn reached(&self, first: u32, end: u32, sides: u32, need: u32) -> u32 {
        set(reaching(self.hand, sides, need) & (lowest(end) ^ lowest(first)))
    }
}

impl<R: Record> Sampler<R> {
    #[cold]
    #[inline(never)]
    fn at_least_many<const K: usize>(&mut self, n: u32, sides: u32, from: [u32; K]) -> [u32; K] {
        let mut counts = [0; K];
        let mut rest = n;
        while rest > 0 {
            let now = rest.min(LANES);
            let first = self.take(now, sides);
            for (count, need) in counts.iter_mut().zip(from) {
                *count += self.reached(first, self.used, sides, need);
            }
            rest -= now;
        }
        self.record.end_roll();
        counts
    }

    #[cold]
    #[inline(never)]
    fn sum_many(&mut self, n: u32, sides: u32) -> u32 {
        let mut sum = 0;
        let mut rest = n;
        while rest > 0 {
            let now = rest.min(LANES);
            for lane in self.take(now, sides)..self.used {
                sum += face(self.hand, lane, sides);
            }
            rest -= now;
        }
        self.record.end_roll();
        sum
    }

    #[inline(never)]
    fn highest_of(&mut self, n: u32, sides: u32, floor: u32) -> u32 {
        let mut top = 0;
        let mut rest = n;
        while rest > 0 {
            let now = rest.min(LANES);
            for lane in self.take(now, sides)..self.used {
                top = top.max(face(self.hand, lane, sides));
            }
            rest -= now;
        }
        self.record.end_roll();
        if top >= floor { top } else { 0 }
    }
}

/// The face a lane shows.
#[inline(always)]
fn face(hand: u64, lane: u32, sides: u32) -> u32 {
    ((hand >> (LANE * lane)) as u32 & ((1 << (LANE - 1)) - 1)) / per_face(sides) + 1
}

impl Sampler<Silent> {
    /// Takes up dice that were laid by.
    #[inline(always)]
    pub(super) fn take_up(rng: Pcg64Mcg) -> Self {
        Sampler {
            rng,
            hand: 0,
            used: 0,
            sides: 0,
            choice: 0,
            record: Silent,
        }
    }
}

impl<R: Record> Dice for Sampler<R> {
    #[inline(always)]
    fn die(&mut self, sides: u32) -> u32 {
        let lane = self.take(1, sides);
        self.record.end_roll();
        face(self.hand, lane, sides)
    }

    #[inline(always)]
    fn tally<const K: usize>(&mut self, n: u32, sides: u32, from: [u32; K]) -> [u32; K] {
        let mut above = 0;
        self.at_least(n, sides, from).map(|reached| {
            let here = reached - above;
            above = reached;
            here
        })
    }

    #[inline(always)]
    fn at_least<const K: usize>(&mut self, n: u32, sides: u32, from: [u32; K]) -> [u32; K] {
        if n > LANES {
            return self.aside(|dice| dice.at_least_many(n, sides, from));
        }
        let first = self.take(n, sides);
        self.record.end_roll();
        let mut reached = [0; K];
        for (reached, need) in reached.iter_mut().zip(from) {
            *reached = self.reached(first, self.used, sides, need);
        }
        reached
    }

    #[inline(always)]
    fn counts<const G: usize>(&mut self, sides: u32, groups: [(u32, u32); G]) -> [u32; G] {
        self.put_away();
        let total: u32 = groups.iter().map(|g| g.0).sum();
        if total > LANES {
            return self.aside(|dice| {
                groups.map(|(n, need)| {
                    let [reached] = dice.at_least_many(n, sides, [need]);
                    reached
                })
            });
        }
        let mut end = self.take(total, sides);
        self.record.end_roll();
        // A plain loop: a closure might be left out of line, and with it the die's sides unknown.
        let mut reached = [0; G];
        for (reached, (n, need)) in reached.iter_mut().zip(groups) {
            let first = end;
            end += n;
            *reached = self.reached(first, end, sides, need);
        }
        reached
    }

    #[inline(always)]
    fn highest(&mut self, n: u32, sides: u32, floor: u32) -> u32 {
        if n > 1 {
            return self.aside(|dice| dice.highest_of(n, sides, floor));
        }
        let lane = self.take(n, sides);
        let top = face(self.hand, lane, sides);
        self.record.end_roll();
        // Without a die, the floor is out of reach.
        let floor = floor | n.wrapping_sub(1);
        if top >= floor { top } else { 0 }
    }

    fn mixed(&mut self, mix: &Mix) -> usize {
        mix.pick(self.word())
    }

    #[inline(always)]
    fn sum(&mut self, n: u32, sides: u32) -> u32 {
        if n > LANES {
            return self.aside(|dice| dice.sum_many(n, sides));
        }
        let first = self.take(n, sides);
        self.record.end_roll();
        (first..self.used)
            .map(|lane| face(self.hand, lane, sides))
            .sum()
    }

    #[inline(always)]
    fn ask<Q: Question>(&mut self, question: &Q) -> Q::Answer {
        question.put(self)
    }

    #[inline(always)]
    fn aside<T>(&mut self, rare: impl FnOnce(&mut Self) -> T) -> T {
        let mut lent = Sampler {
            rng: self.rng.clone(),
            hand: self.hand,
            used: self.used,
            sides: self.sides,
            choice: self.choice,
            record: std::mem::take(&mut self.record),
        };
        let answer = rare(&mut lent);
        *self = lent;
        answer
    }

    #[inline(always)]
    fn note(&mut self, what: impl FnOnce() -> Note) {
        self.record.note(what);
    }
}

impl<R: Record> Umpire for Sampler<R> {
    #[inline(always)]
    fn decide(&mut self, _by: Side, options: usize) -> usize {
        debug_assert!(self.choice < options);
        self.choice
    }

    #[inline(always)]
    fn decide_both(&mut self, options: [usize; 2]) -> [usize; 2] {
        debug_assert!(self.choice < options[0] * options[1]);
        [self.choice / options[1], self.choice % options[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Told;
    use super::*;

    fn sampler(fight: u64) -> Sampler {
        Sampler::new(Stream::new(7, "a v b"), fight, Silent)
    }

    #[test]
    fn every_face_of_every_die_is_as_likely_as_the_next() {
        for sides in [2, 3, 4, 6, 7, 8, 10, 12, 19, 20, 100] {
            let mut dice = sampler(u64::from(sides));
            let rolls = 200_000;
            let mut seen = vec![0u32; sides as usize];
            for _ in 0..rolls {
                seen[dice.die(sides) as usize - 1] += 1;
            }
            let expected = f64::from(rolls) / f64::from(sides);
            let chi: f64 = seen
                .iter()
                .map(|&n| (f64::from(n) - expected).powi(2) / expected)
                .sum();
            let df = f64::from(sides - 1);
            assert!(
                (chi - df).abs() < 5.0 * (2.0 * df).sqrt() + 5.0,
                "d{sides}: chi-square {chi} on {df} degrees of freedom"
            );
        }
    }

    #[test]
    fn counts_and_classes_agree_with_the_faces_the_narrator_saw() {
        for fight in 0..2_000 {
            let stream = Stream::new(3, "faces");
            let mut told = Sampler::new(stream, fight, Told::default());
            let n = (fight % 11) as u32;
            let classes = told.tally(n, 20, [18, 11, 4]);
            let top = told.highest(n, 20, 9);
            let groups = told.counts(20, [(1, 11), (n % 3, 6), (1, 21)]);
            let sum = told.sum(n, 20);
            let mut faces = vec![];
            for event in &told.record.events {
                if let super::super::Event::Roll { faces: f, .. } = event {
                    faces.extend(f.iter().copied());
                }
            }
            let (first, rest) = faces.split_at(n as usize);
            let (second, third) = rest.split_at(n as usize);
            let between = |dice: &[u32], low: u32, high: u32| {
                dice.iter().filter(|&&f| f >= low && f < high).count() as u32
            };
            assert_eq!(
                classes,
                [
                    between(first, 18, 21),
                    between(first, 11, 18),
                    between(first, 4, 11)
                ]
            );
            let best = second.iter().copied().max().unwrap_or(0);
            assert_eq!(top, if best >= 9 { best } else { 0 });
            let mid = 1 + (n % 3) as usize;
            let (third, fourth) = third.split_at(mid + 1);
            assert_eq!(fourth.len(), n as usize);
            assert_eq!(sum, fourth.iter().sum::<u32>());
            assert_eq!(
                groups,
                [
                    between(&third[..1], 11, 21),
                    between(&third[1..mid], 6, 21),
                    0
                ]
            );
        }
    }

    #[test]
    fn fights_and_labels_have_dice_of_their_own() {
        let first = |seed, label, fight| {
            let mut s = Sampler::new(Stream::new(seed, label), fight, Silent);
            std::array::from_fn::<u32, 12, _>(|_| s.die(20))
        };
        assert_eq!(first(1, "x", 5), first(1, "x", 5));
        assert_ne!(first(1, "x", 5), first(1, "x", 6));
        assert_ne!(first(1, "x", 5), first(2, "x", 5));
        assert_ne!(first(1, "x", 5), first(1, "y", 5));
        assert_ne!(first(1, "x", 5), first(1, "x\0", 5));
    }
}
