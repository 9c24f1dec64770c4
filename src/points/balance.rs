//! Force on a table: how many of A balance how many of B. Numbers are tried, each for a number of fights, where the fights
//! so far say that the balance is; it is measured there and not drawn out from a lost battle.
//!
//! A fight at equal points that is lost by all says only that the balance is elsewhere. So numbers are changed, first in
//! growing steps until the battle turns, then on both sides of where it seems to turn. What one side gains the other
//! loses, so that the fight stays as big as equal printed points have made it (the product of the two numbers).
//! The curve that says where that is, and how sure it is, is the business of `tried`.

use super::tried::{SLOPE, Tried, ratio};
use crate::stats::Counted;
use std::ops::Range;

/// What one of A is worth in B's.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Balance {
    /// The logarithm of how many of B balance one of A.
    pub worth: f64,
    /// Its 95 % interval. An end is infinite where even the most uneven numbers left no doubt who wins.
    pub interval: [f64; 2],
    /// How many fights it took.
    pub fights: u64,
}

/// From where a balance is looked for, and how long.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Scales {
    /// How many of each cost the same.
    pub start: [u32; 2],
    /// The most of either.
    pub most: u32,
    /// About so many fights.
    pub fights: u64,
    /// The log odds at which A should win for equal points: 0 is an even fight.
    pub wanted: f64,
}

/// Fights come in groups in which sides and first turns are shared out.
const GROUP: u64 = 4;

/// Where no numbers turn a battle, and it is further from turning than this, nothing more is tried.
const HOPELESS: f64 = 2.0;

/// How far from the balance numbers are tried, in log odds, wave by wave.
const WAVES: [f64; 4] = [1.2, 0.6, 0.9, 0.4];

/// A fight of another size is as bad as one whose numbers miss what is wanted by this part of it (of logarithms).
const SIZE: f64 = 0.15;

/// Numbers that were tried before are as bad as those that miss by this: numbers that do not lie on the curve are to show.
const AGAIN: f64 = 0.03;

struct Search {
    tried: Tried,
    most: u32,
    fights: u64,
}

/// Finds the balance of two builds. `fight` fights these numbers of them, the fights with these places, and counts A's
/// score; none if so many cannot take the field.
pub fn balance<E>(
    scales: Scales,
    mut fight: impl FnMut([u32; 2], Range<u64>) -> Result<Option<Counted>, E>,
) -> Result<Balance, E> {
    let mut search = Search {
        tried: Tried {
            start: scales.start,
            wanted: scales.wanted,
            rungs: Vec::new(),
        },
        most: scales.most.max(scales.start[0]).max(scales.start[1]),
        fights: 0,
    };
    let wanted = scales.wanted;
    let pilot = (scales.fights / 16).clamp(16, 256);
    // Until the battle turns.
    let mut at = scales.start;
    search.more(at, pilot, &mut fight)?;
    let off = search
        .tried
        .rungs
        .first()
        .map_or(0.0, |rung| rung.odds() - wanted);
    if off.abs() > 1.0 {
        let sign = -off.signum();
        let mut step = (off.abs() / SLOPE).clamp(0.3, 0.8);
        loop {
            let from = ratio(at);
            let goal = from + sign * step;
            let found = search.next(goal, |x| sign * (x - from) > 1e-9, pilot, &mut fight)?;
            let Some(next) = found else {
                // There are no more uneven numbers.
                let last = search
                    .tried
                    .rung(at)
                    .map_or(0.0, |rung| rung.odds() - wanted);
                if last.abs() > HOPELESS {
                    let bound = -from;
                    let interval = if last > 0.0 {
                        [bound, f64::INFINITY]
                    } else {
                        [f64::NEG_INFINITY, bound]
                    };
                    return Ok(Balance {
                        worth: bound,
                        interval,
                        fights: search.fights,
                    });
                }
                break;
            };
            at = next;
            let turned = search
                .tried
                .rung(at)
                .is_some_and(|rung| -sign * (rung.odds() - wanted) <= 0.0);
            if turned {
                break;
            }
            step *= 2.0;
        }
    }
    // On both sides of where it turns.
    for (wave, reach) in WAVES.into_iter().enumerate() {
        let law = search.tried.law();
        let (worth, _) = law.worth_at(wanted);
        let furthest = f64::from(search.most).ln();
        let middle = (-worth).clamp(-furthest, furthest);
        let reach = (reach / law.steep.exp()).min(0.7);
        let left = scales.fights.saturating_sub(search.fights);
        let each = left.div_ceil(2 * (WAVES.len() - wave) as u64).max(GROUP);
        for side in [-1.0, 1.0] {
            let goal = middle + side * reach;
            search.next(goal, |x| side * (x - middle) >= 0.0, each, &mut fight)?;
        }
    }
    let law = search.tried.law();
    let (worth, error) = law.worth_at(wanted);
    // Where it is not even sure that more are better, a balance may be anywhere (E. Fieller, "Some problems in interval
    // estimation", Journal of the Royal Statistical Society B 16, 1954).
    let half = if law.rises {
        law.quantile() * error
    } else {
        f64::INFINITY
    };
    let furthest = f64::from(search.most).ln();
    Ok(Balance {
        worth: worth.clamp(-furthest, furthest),
        interval: [worth - half, worth + half],
        fights: search.fights,
    })
}

impl Search {
    /// Fights so many more of these numbers. False if they cannot take the field.
    fn more<E>(
        &mut self,
        numbers: [u32; 2],
        fights: u64,
        fight: &mut impl FnMut([u32; 2], Range<u64>) -> Result<Option<Counted>, E>,
    ) -> Result<bool, E> {
        let fights = fights.div_ceil(GROUP) * GROUP;
        let done = self.tried.rung(numbers).map_or(0, |rung| rung.counted.n);
        let Some(more) = fight(numbers, done..done + fights)? else {
            return Ok(false);
        };
        self.fights += more.n;
        self.tried.add(numbers, more);
        Ok(true)
    }

    /// Fights so many more of the numbers that come nearest to a ratio among those that will do. None if there are none.
    fn next<E>(
        &mut self,
        goal: f64,
        will_do: impl Fn(f64) -> bool,
        fights: u64,
        fight: &mut impl FnMut([u32; 2], Range<u64>) -> Result<Option<Counted>, E>,
    ) -> Result<Option<[u32; 2]>, E> {
        while let Some(numbers) = self.nearest(goal, &will_do) {
            if self.more(numbers, fights, fight)? {
                return Ok(Some(numbers));
            }
            // There is no room for so many.
            let [a, b] = numbers;
            if a.max(b) <= 1 {
                break;
            }
            self.most = a.max(b) - 1;
        }
        Ok(None)
    }

    /// The numbers that come nearest to a ratio, in a fight about as big as at the start; of equals, the fewest.
    fn nearest(&self, goal: f64, will_do: &impl Fn(f64) -> bool) -> Option<[u32; 2]> {
        let logs: Vec<f64> = (1..=self.most).map(|n| f64::from(n).ln()).collect();
        let [a, b] = self.tried.start.map(|n| f64::from(n).ln());
        let size = a + b;
        let mut best: Option<(f64, [u32; 2])> = None;
        for (a, log_a) in (1..).zip(&logs) {
            for (b, log_b) in (1..).zip(&logs) {
                let x = log_a - log_b;
                if !will_do(x) {
                    continue;
                }
                let again = if self.tried.rung([a, b]).is_some() {
                    AGAIN
                } else {
                    0.0
                };
                let off = (x - goal).abs() + SIZE * (log_a + log_b - size).abs() + again;
                if best.is_none_or(|(least, _)| off < least - 1e-12) {
                    best = Some((off, [a, b]));
                }
            }
        }
        best.map(|(_, numbers)| numbers)
    }
}
