//! The enumerator: reads a rule by running it once for every way its dice can fall.
//!
//! Each roll is a wheel of an odometer. A run follows the wheels as they stand; afterwards the last wheel turns on, and
//! the run is repeated until all have been round. The rules stay plain code. They must be deterministic: the same wheels
//! must lead to the same rolls (checked in debug builds).
//!
//! A [`Question`] is enumerated once, its equal answers merged, and its law kept under the question's own value, for all
//! match-ups to come.

use super::chain::TooBig;
use super::hash::FastMap;
use super::laws::Roll;
use super::{Dice, Mix, Note, Packed, Question, Side, Umpire};
use std::any::{Any, TypeId};

/// A wheel: which law, where it stands, and the weight of the path that led to it.
#[derive(Copy, Clone)]
struct Wheel {
    law: Law,
    at: u32,
    before: f64,
}

/// A stretch of the store of outcomes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Law {
    start: u32,
    len: u32,
}

/// Enumerates rules, and keeps what it has worked out. One a thread; what it keeps never changes an answer.
pub struct Exact {
    wheels: Vec<Wheel>,
    /// Where the run under way is among the wheels.
    depth: usize,
    /// Where the wheels of the innermost enumeration begin.
    base: usize,
    /// (answer, chance), law after law.
    outcomes: Vec<(u64, f64)>,
    rolls: FastMap<Roll, Law>,
    mixes: FastMap<Mix, Law>,
    asked: Vec<(TypeId, Box<dyn Any + Send>)>,
    /// Runs of turns since the budget was last set, and how many are allowed. Runs that make a law are limited law by
    /// law instead, so that whether a fight is too big does not depend on which laws are known already.
    runs: u64,
    allowed: u64,
    /// How many outcomes were kept when the budget was last set.
    kept_before: usize,
    broke: bool,
    /// The open decision of the turn under way, and the option it is to be given.
    pub(super) open: Option<Open>,
    pub(super) give: usize,
}

/// An open decision: whose, and of how many options.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Open {
    /// One side's.
    One(Side, usize),
    /// Both sides', at once. Their options are numbered together: A's times the number of B's, and B's.
    Both([usize; 2]),
}

impl Open {
    /// How many options there are in all.
    pub(super) fn options(self) -> usize {
        match self {
            Open::One(_, options) => options,
            Open::Both([a, b]) => a * b,
        }
    }
}

impl Default for Exact {
    fn default() -> Self {
        Exact {
            wheels: Vec::with_capacity(64),
            depth: 0,
            base: 0,
            outcomes: Vec::new(),
            rolls: FastMap::default(),
            mixes: FastMap::default(),
            asked: Vec::new(),
            runs: 0,
            allowed: u64::MAX,
            kept_before: 0,
            broke: false,
            open: None,
            give: 0,
        }
    }
}

/// Past this many kept outcomes the store is emptied before the next match-up, so that memory stays flat.
const KEEP: usize = 4_000_000;

/// A fight may add this many outcomes to the store.
const MOST_NEW: usize = 4 * KEEP;

/// A law of this many answers is not worth making.
const LARGEST_LAW: f64 = 2_000_000.0;

/// Nor is one that takes this many runs to make.
const LONGEST_LAW: u64 = 3_000_000;

impl Exact {
    /// An enumerator that knows nothing yet.
    pub fn new() -> Exact {
        Exact::default()
    }

    /// Allows this many runs from now on, and forgets old laws if there are too many.
    pub fn set_budget(&mut self, runs: u64) {
        self.runs = 0;
        self.allowed = runs;
        self.broke = false;
        if self.outcomes.len() > KEEP {
            self.outcomes.clear();
            self.rolls.clear();
            self.mixes.clear();
            self.asked.clear();
        }
        self.kept_before = self.outcomes.len();
    }

    /// Whether something was too big since the budget was last set. What was answered then is worth nothing.
    #[inline(always)]
    pub(super) fn broke(&self) -> bool {
        self.broke
    }

    /// How many outcomes are kept.
    pub fn kept(&self) -> usize {
        self.outcomes.len()
    }

    /// Runs `run` once for every way the dice can fall, and gives each result with its chance to `leaf`.
    pub fn each<T>(
        &mut self,
        run: impl FnMut(&mut Self) -> T,
        leaf: impl FnMut(T, f64),
    ) -> Result<(), TooBig> {
        let left = self.allowed - self.runs.min(self.allowed);
        let (taken, done) = self.each_within(left, run, leaf);
        self.runs += taken;
        done
    }

    /// The same, with at most `limit` runs; gives how many there were.
    fn each_within<T>(
        &mut self,
        limit: u64,
        mut run: impl FnMut(&mut Self) -> T,
        mut leaf: impl FnMut(T, f64),
    ) -> (u64, Result<(), TooBig>) {
        let (base, depth) = (self.base, self.depth);
        self.base = self.wheels.len();
        let mut runs = 0;
        loop {
            self.depth = self.base;
            let result = run(self);
            runs += 1;
            if self.broke || runs > limit {
                self.broke = true;
                self.wheels.truncate(self.base);
                break;
            }
            let (weight, more) = self.advance();
            leaf(result, weight);
            if !more {
                break;
            }
        }
        (self.base, self.depth) = (base, depth);
        (runs, if self.broke { Err(TooBig) } else { Ok(()) })
    }

    /// The whole law of a question: every answer with its chance.
    pub fn law<Q: Question>(&mut self, question: Q) -> Result<Vec<(Q::Answer, f64)>, TooBig> {
        let law = self.law_of(question);
        if self.broke {
            return Err(TooBig);
        }
        let outcomes = &self.outcomes[law.start as usize..(law.start + law.len) as usize];
        Ok(outcomes
            .iter()
            .map(|&(word, p)| (Q::Answer::unpack(word), p))
            .collect())
    }

    /// Adds up `value` over a question's answers, each with its chance. Allocates nothing once the law is known.
    pub fn mean<Q: Question>(&mut self, question: Q, value: impl Fn(Q::Answer) -> f64) -> f64 {
        let law = self.law_of(question);
        let outcomes = &self.outcomes[law.start as usize..(law.start + law.len) as usize];
        outcomes
            .iter()
            .map(|&(word, p)| p * value(Q::Answer::unpack(word)))
            .sum()
    }

    #[inline(always)]
    fn outcome(&self, wheel: Wheel) -> (u64, f64) {
        self.outcomes[(wheel.law.start + wheel.at) as usize]
    }

    fn weight(&self) -> f64 {
        match self.wheels.last() {
            Some(&wheel) if self.wheels.len() > self.base => wheel.before * self.outcome(wheel).1,
            _ => 1.0,
        }
    }

    /// The weight of the run that has ended. Then turns the last wheel on, and drops those that have been round; false
    /// when all have.
    #[inline(always)]
    fn advance(&mut self) -> (f64, bool) {
        let mut weight = None;
        while self.wheels.len() > self.base
            && let Some(wheel) = self.wheels.last_mut()
        {
            let (_, chance) = self.outcomes[(wheel.law.start + wheel.at) as usize];
            let weight = *weight.get_or_insert(wheel.before * chance);
            if wheel.at + 1 < wheel.law.len {
                wheel.at += 1;
                return (weight, true);
            }
            self.wheels.pop();
        }
        (weight.unwrap_or(1.0), false)
    }

    /// The answer of the roll under way: where its wheel stands, or the first of a new wheel.
    #[inline]
    fn pick(&mut self, find: impl Fn(&mut Self) -> Law) -> u64 {
        if let Some(&wheel) = self.wheels.get(self.depth) {
            #[cfg(debug_assertions)]
            {
                let again = find(self);
                assert!(
                    self.broke || again == wheel.law,
                    "the rules are not deterministic: another roll on the same path"
                );
            }
            self.depth += 1;
            return self.outcome(wheel).0;
        }
        let law = find(self);
        let wheel = Wheel {
            law,
            at: 0,
            before: self.weight(),
        };
        self.wheels.push(wheel);
        self.depth += 1;
        self.outcome(wheel).0
    }

    fn roll(&mut self, roll: Roll) -> u64 {
        self.pick(|me| {
            if let Some(&law) = me.rolls.get(&roll) {
                return law;
            }
            if roll.size() > LARGEST_LAW {
                me.broke = true;
                return me.store(vec![(0, 1.0)]);
            }
            let law = me.store(roll.law());
            me.rolls.insert(roll, law);
            law
        })
    }

    fn store(&mut self, outcomes: Vec<(u64, f64)>) -> Law {
        if self.outcomes.len() > self.kept_before + MOST_NEW {
            self.broke = true;
        }
        let law = Law {
            start: self.outcomes.len() as u32,
            len: outcomes.len() as u32,
        };
        self.outcomes.extend(outcomes);
        law
    }

    fn known<Q: Question>(&mut self) -> &mut FastMap<Q, Law> {
        let id = TypeId::of::<Q>();
        let at = match self.asked.iter().position(|(known, _)| *known == id) {
            Some(at) => at,
            None => {
                self.asked
                    .push((id, Box::new(FastMap::<Q, Law>::default())));
                self.asked.len() - 1
            }
        };
        self.asked[at]
            .1
            .downcast_mut()
            .expect("kept under its own type")
    }

    fn law_of<Q: Question>(&mut self, question: Q) -> Law {
        if let Some(&law) = self.known::<Q>().get(&question) {
            return law;
        }
        let mut found: Vec<(u64, f64)> = Vec::new();
        let mut place: FastMap<u64, usize> = FastMap::default();
        let (_, done) = self.each_within(
            LONGEST_LAW,
            |me| question.put(me).pack(),
            |answer, chance| {
                let at = *place.entry(answer).or_insert_with(|| {
                    found.push((answer, 0.0));
                    found.len() - 1
                });
                found[at].1 += chance;
            },
        );
        found.retain(|x| x.1 > 0.0);
        if found.is_empty() {
            found.push((0, 1.0));
        }
        let law = self.store(found);
        if done.is_ok() {
            self.known::<Q>().insert(question, law);
        }
        law
    }
}

impl Dice for Exact {
    fn die(&mut self, sides: u32) -> u32 {
        u32::unpack(self.roll(Roll::Die { sides }))
    }

    fn tally<const K: usize>(&mut self, n: u32, sides: u32, from: [u32; K]) -> [u32; K] {
        const { assert!(K <= 8) };
        if n == 0 {
            return [0; K];
        }
        let mut bars = [0; 8];
        bars[..K].copy_from_slice(&from);
        let counts = <[u8; 8]>::unpack(self.roll(Roll::Tally {
            n,
            sides,
            classes: K as u32,
            from: bars,
        }));
        std::array::from_fn(|k| u32::from(counts[k]))
    }

    fn highest(&mut self, n: u32, sides: u32, floor: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        u32::unpack(self.roll(Roll::Highest { n, sides, floor }))
    }

    fn mixed(&mut self, mix: &Mix) -> usize {
        self.pick(|me| {
            if let Some(&law) = me.mixes.get(mix) {
                return law;
            }
            let chances = mix.chances().enumerate().filter(|(_, p)| *p > 0.0);
            let law = me.store(chances.map(|(at, p)| (at as u64, p)).collect());
            me.mixes.insert(*mix, law);
            law
        }) as usize
    }

    fn ask<Q: Question>(&mut self, question: &Q) -> Q::Answer {
        Q::Answer::unpack(self.pick(|me| me.law_of(*question)))
    }

    fn note(&mut self, _: impl FnOnce() -> Note) {}
}

impl Exact {
    /// Meets an open decision.
    fn meets(&mut self, open: Open) -> usize {
        assert!(
            self.depth == self.base && self.open.is_none_or(|known| known == open),
            "a decision must come before the first die of its turn, and only once"
        );
        self.open = Some(open);
        self.give
    }
}

impl Umpire for Exact {
    fn decide(&mut self, by: Side, options: usize) -> usize {
        self.meets(Open::One(by, options))
    }

    fn decide_both(&mut self, options: [usize; 2]) -> [usize; 2] {
        let give = self.meets(Open::Both(options));
        [give / options[1], give % options[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Copy, Clone, PartialEq, Eq, Hash)]
    struct Pair {
        sides: u32,
    }
    impl Question for Pair {
        type Answer = u32;
        fn put<D: Dice>(&self, dice: &mut D) -> u32 {
            dice.die(self.sides) + dice.die(self.sides)
        }
    }

    #[test]
    fn a_question_is_enumerated_and_its_answers_merged() {
        let mut exact = Exact::new();
        let law = exact.law(Pair { sides: 6 }).unwrap();
        assert_eq!(law.len(), 11);
        let seven = law.iter().find(|x| x.0 == 7).unwrap().1;
        assert!((seven - 6.0 / 36.0).abs() < 1e-15);
    }

    #[test]
    fn runs_nest_and_weigh_right() {
        let mut exact = Exact::new();
        let (mut sum, mut mean) = (0.0, 0.0);
        exact
            .each(
                |u| {
                    let first = u.ask(&Pair { sides: 6 });
                    if first > 9 { first + u.die(4) } else { first }
                },
                |x, p| {
                    sum += p;
                    mean += p * f64::from(x);
                },
            )
            .unwrap();
        assert!((sum - 1.0).abs() < 1e-14);
        assert!((mean - (7.0 + 6.0 / 36.0 * 2.5)).abs() < 1e-13);
    }

    #[test]
    fn a_sum_is_its_dice() {
        #[derive(Copy, Clone, PartialEq, Eq, Hash)]
        struct Sum(u32);
        impl Question for Sum {
            type Answer = u32;
            fn put<D: Dice>(&self, dice: &mut D) -> u32 {
                dice.sum(self.0, 6)
            }
        }
        let law = Exact::new().law(Sum(3)).unwrap();
        assert_eq!(law.len(), 16);
        let ten = law.iter().find(|x| x.0 == 10).unwrap().1;
        assert!((ten - 27.0 / 216.0).abs() < 1e-15);
    }

    #[test]
    fn a_budget_stops_a_run_that_would_take_too_long() {
        let mut exact = Exact::new();
        exact.set_budget(1_000);
        let long = |u: &mut Exact| (0..9).map(|_| u.die(20)).sum::<u32>();
        assert_eq!(exact.each(long, |_, _| ()), Err(TooBig));
        exact.set_budget(1_000);
        assert!(exact.each(|u| u.die(20), |_, _| ()).is_ok());
        // A single roll whose law alone would fill the memory.
        exact.set_budget(u64::MAX);
        let wide = |u: &mut Exact| u.tally(200, 20, [20, 18, 16, 14, 12, 10])[0];
        assert_eq!(exact.each(wide, |_, _| ()), Err(TooBig));
    }
}
