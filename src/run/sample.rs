//! Sampling one match-up: its fights, block by block, on all cores. A match-up averaged over several situations is
//! several fights that get equally many trials each.
//!
//! The precision stop is the fixed-width sequential interval of Chow and Robbins (1965): after every block the interval
//! is looked at, and sampling ends with the first block at which it is narrow enough. Only its width is ever looked at,
//! never which side it favours, and blocks are long, so the interval keeps its promise under the stop
//! (`tests/suite/coverage.rs`). Fights go where they are needed by themselves: an even match-up takes twenty times as
//! many as one of 99 %.

use crate::scenario::{Effort, Swaps};
use crate::stats::{Counted, Interval, trials_for, wilson_shares};
use crate::umpire::{Lab, MatchUp, Stream, Tally, TooBig};
use rayon::prelude::*;
use std::cell::RefCell;
use std::ops::Range;

/// Duels in a block.
pub const BLOCK: u64 = 4_096;

/// Skirmishes in a block: each takes as long as hundreds of duels.
const SKIRMISHES: u64 = 512;

/// Blocks fought ahead at once while a precision is waited for.
const MOST_AHEAD: u64 = 256;

thread_local! {
    static LAB: RefCell<Lab> = RefCell::new(Lab::new());
}

/// Lends this thread's lab: its laws are kept for as long as the thread lives.
pub fn with_lab<T>(work: impl FnOnce(&mut Lab) -> T) -> T {
    LAB.with(|lab| match lab.try_borrow_mut() {
        Ok(mut lab) => work(&mut lab),
        // Only if the work itself asks for a lab again.
        Err(_) => work(&mut Lab::new()),
    })
}

/// Who looks on while fights are fought, and may stop them.
pub trait Watch: Sync {
    /// So many more fights are fought.
    fn fought(&self, _fights: u64) {}
    /// One more match-up is done.
    fn finished(&self) {}
    /// Whether to stop.
    fn stopped(&self) -> bool {
        false
    }
}

/// Nobody looks on.
pub struct Unwatched;

impl Watch for Unwatched {}

/// Why there is no answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A policy weighs odds that are too many to be worked out.
    TooBig,
    /// Somebody asked to stop.
    Stopped,
}

impl From<TooBig> for Halt {
    fn from(_: TooBig) -> Halt {
        Halt::TooBig
    }
}

/// A fight, where its dice come from, and what it counts for.
#[derive(Copy, Clone)]
pub struct Bout<'a> {
    /// The fight.
    pub fight: &'a dyn MatchUp,
    /// Its dice.
    pub stream: Stream,
    /// Its share of the figures of the match-up it is of.
    pub share: f64,
    /// What is shared out over its fights.
    pub swaps: Swaps,
}

impl<'a> Bout<'a> {
    /// A fight that is all of its match-up.
    pub fn new(fight: &'a dyn MatchUp, stream: Stream) -> Bout<'a> {
        Bout {
            fight,
            stream,
            share: 1.0,
            swaps: Swaps::default(),
        }
    }

    /// How many fights are fought at once.
    fn block(&self) -> u64 {
        if self.swaps.skirmish {
            SKIRMISHES
        } else {
            BLOCK
        }
    }
}

/// So many fights, or as many more as make whole groups.
fn whole(trials: u64, bouts: &[Bout]) -> u64 {
    let group = bouts
        .iter()
        .map(|bout| bout.swaps.group())
        .max()
        .unwrap_or(1);
    trials.div_ceil(group) * group
}

/// What was counted of a fight, and how it counts.
#[derive(Copy, Clone)]
pub struct Sampled<'a> {
    /// What was counted.
    pub tally: &'a Tally,
    /// Its share of the figures.
    pub share: f64,
    /// What was shared out over its fights.
    pub swaps: Swaps,
}

/// Tallies with what they count for.
pub fn sampled<'a>(bouts: &[Bout<'_>], tallies: &'a [Tally]) -> Vec<Sampled<'a>> {
    let all = bouts.iter().zip(tallies);
    all.map(|(bout, tally)| Sampled {
        tally,
        share: bout.share,
        swaps: bout.swaps,
    })
    .collect()
}

/// Fights each of these for as long as the effort says, all of them equally often.
pub fn sample(bouts: &[Bout], effort: Effort, watch: &dyn Watch) -> Result<Vec<Tally>, Halt> {
    match effort {
        Effort::Trials(trials) => {
            let each = trials.div_ceil(bouts.len().max(1) as u64);
            fixed(bouts, whole(each, bouts), watch)
        }
        Effort::Precision(precision) => until(bouts, precision, watch),
    }
}

fn block(bout: &Bout, fights: Range<u64>, watch: &dyn Watch) -> Result<Tally, Halt> {
    if watch.stopped() {
        return Err(Halt::Stopped);
    }
    let count = fights.end - fights.start;
    let tally = with_lab(|lab| bout.fight.sample(lab, bout.stream, fights))?;
    watch.fought(count);
    Ok(tally)
}

/// `trials` fights of each.
fn fixed(bouts: &[Bout], trials: u64, watch: &dyn Watch) -> Result<Vec<Tally>, Halt> {
    bouts
        .iter()
        .map(|bout| {
            // The first block alone: for sides that look ahead it writes the book that the others play from.
            let first = trials.min(bout.block());
            let mut tally = stretch(bout, 0..first, watch)?;
            tally.merge(&stretch(bout, first..trials, watch)?);
            Ok(tally)
        })
        .collect()
}

/// The fights with these places, on all cores.
pub(super) fn stretch(bout: &Bout, fights: Range<u64>, watch: &dyn Watch) -> Result<Tally, Halt> {
    let blocks = (fights.end - fights.start).div_ceil(bout.block());
    (0..blocks)
        .into_par_iter()
        .map(|at| {
            let start = fights.start + at * bout.block();
            block(bout, start..fights.end.min(start + bout.block()), watch)
        })
        .try_reduce(
            || bout.fight.tally(),
            |mut sum, more| {
                sum.merge(&more);
                Ok(sum)
            },
        )
}

/// Fights that are alike: won by A, drawn, won by B. Where sides or first turns are shared out, each of them has exactly
/// its part of the fights, and what differs between them is no error of the mean.
fn strata(sampled: &Sampled) -> Vec<[u64; 3]> {
    let tally = sampled.tally;
    match (sampled.swaps.sides, sampled.swaps.first) {
        (false, false) => vec![[tally.wins[0], tally.draw(), tally.wins[1]]],
        (true, false) => tally.by_side().to_vec(),
        (false, true) => tally.by_first().to_vec(),
        (true, true) => tally.cells.to_vec(),
    }
}

/// The interval of a mean over several tallies, each with its share. `worth` is what a win and a draw of A are worth.
fn interval(all: &[Sampled], worth: [f64; 2]) -> Interval {
    let mut counted = Vec::with_capacity(all.len());
    for sampled in all {
        let strata = strata(sampled);
        let share = sampled.share / strata.len() as f64;
        for [won, drawn, lost] in strata {
            let [win, draw] = worth;
            let (wins, draws) = (won as f64, drawn as f64);
            let stratum = Counted {
                n: won + drawn + lost,
                sum: win * wins + draw * draws,
                squares: win * win * wins + draw * draw * draws,
            };
            counted.push((stratum, share));
        }
    }
    wilson_shares(&counted, 0.95)
}

/// The interval of A's win rate over several tallies, averaged.
pub fn win_interval(all: &[Sampled]) -> Interval {
    interval(all, [1.0, 0.0])
}

/// The interval of A's score (wins and half the draws) over several tallies, averaged.
pub fn score_interval(all: &[Sampled]) -> Interval {
    interval(all, [1.0, 0.5])
}

/// Blocks of each until the interval is narrow enough. Blocks are fought ahead on all cores, but they are counted one
/// after the other, and those behind the stop are dropped: the answer does not depend on how many were fought ahead.
fn until(bouts: &[Bout], precision: f64, watch: &dyn Watch) -> Result<Vec<Tally>, Halt> {
    let mut tallies: Vec<Tally> = bouts.iter().map(|bout| bout.fight.tally()).collect();
    let mut done = 0;
    let mut ahead = 1;
    loop {
        let rows: Vec<Vec<Tally>> = (done..done + ahead)
            .into_par_iter()
            .map(|at| {
                bouts
                    .iter()
                    .map(|bout| block(bout, at * bout.block()..(at + 1) * bout.block(), watch))
                    .collect::<Result<Vec<Tally>, Halt>>()
            })
            .collect::<Result<_, Halt>>()?;
        for row in rows {
            for (tally, more) in tallies.iter_mut().zip(&row) {
                tally.merge(more);
            }
            if win_interval(&sampled(bouts, &tallies)).half_width() <= precision {
                return Ok(tallies);
            }
        }
        done += ahead;
        let rate = tallies
            .iter()
            .map(|tally| (tally.wins[0] as f64 + 2.0) / (tally.fights as f64 + 4.0))
            .sum::<f64>()
            / tallies.len().max(1) as f64;
        let block: u64 = bouts.iter().map(Bout::block).sum();
        let needed = trials_for(precision, rate).div_ceil(block.max(1));
        // As many as seem to be needed, and never more than have been fought already by much.
        ahead = needed
            .saturating_sub(done)
            .clamp(1, MOST_AHEAD.min(4 * done));
    }
}
