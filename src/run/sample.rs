//! Sampling one match-up: its fights, block by block, on all cores. A match-up averaged over several situations is
//! several fights that get equally many trials each.
//!
//! The precision stop is the fixed-width sequential interval of Chow and Robbins (1965): after every block the interval
//! is looked at, and sampling ends with the first block at which it is narrow enough. Only its width is ever looked at,
//! never which side it favours, and blocks are long, so the interval keeps its promise under the stop
//! (`tests/suite/coverage.rs`). Fights go where they are needed by themselves: an even match-up takes twenty times as
//! many as one of 99 %.

use crate::scenario::Effort;
use crate::stats::{Counted, Interval, trials_for, wilson_mean};
use crate::umpire::{Lab, MatchUp, Stream, Tally, TooBig};
use rayon::prelude::*;
use std::cell::RefCell;

/// Fights in a block.
pub const BLOCK: u64 = 4_096;

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

/// A fight, and where its dice come from.
pub type Bout<'a> = (&'a dyn MatchUp, Stream);

/// Fights each of these for as long as the effort says, all of them equally often.
pub fn sample(bouts: &[Bout], effort: Effort, watch: &dyn Watch) -> Result<Vec<Tally>, Halt> {
    match effort {
        Effort::Trials(trials) => {
            let each = trials.div_ceil(bouts.len().max(1) as u64);
            fixed(bouts, each, watch)
        }
        Effort::Precision(precision) => until(bouts, precision, watch),
    }
}

fn block(bout: &Bout, at: u64, trials: u64, watch: &dyn Watch) -> Result<Tally, Halt> {
    if watch.stopped() {
        return Err(Halt::Stopped);
    }
    let fights = at * BLOCK..trials.min((at + 1) * BLOCK);
    let count = fights.end - fights.start;
    let tally = with_lab(|lab| bout.0.sample(lab, bout.1, fights))?;
    watch.fought(count);
    Ok(tally)
}

/// `trials` fights of each.
fn fixed(bouts: &[Bout], trials: u64, watch: &dyn Watch) -> Result<Vec<Tally>, Halt> {
    let blocks = trials.div_ceil(BLOCK);
    bouts
        .iter()
        .map(|bout| {
            // The first block alone: for sides that look ahead it writes the book that the others play from.
            let mut tally = bout.0.tally();
            if blocks > 0 {
                tally.merge(&block(bout, 0, trials, watch)?);
            }
            if blocks > 1 {
                let rest = (1..blocks).into_par_iter();
                let rest = rest.map(|at| block(bout, at, trials, watch)).try_reduce(
                    || bout.0.tally(),
                    |mut sum, more| {
                        sum.merge(&more);
                        Ok(sum)
                    },
                )?;
                tally.merge(&rest);
            }
            Ok(tally)
        })
        .collect()
}

/// The interval of A's win rate over several tallies, averaged.
pub fn win_interval(tallies: &[Tally]) -> Interval {
    let wins = |tally: &Tally| {
        let sum = tally.wins[0] as f64;
        Counted {
            n: tally.fights,
            sum,
            squares: sum,
        }
    };
    wilson_mean(&tallies.iter().map(wins).collect::<Vec<_>>(), 0.95)
}

/// The interval of A's score (wins and half the draws) over several tallies, averaged.
pub fn score_interval(tallies: &[Tally]) -> Interval {
    let score = |tally: &Tally| {
        let (wins, draws) = (tally.wins[0] as f64, tally.draw() as f64);
        Counted {
            n: tally.fights,
            sum: wins + draws / 2.0,
            squares: wins + draws / 4.0,
        }
    };
    wilson_mean(&tallies.iter().map(score).collect::<Vec<_>>(), 0.95)
}

/// Blocks of each until the interval is narrow enough. Blocks are fought ahead on all cores, but they are counted one
/// after the other, and those behind the stop are dropped: the answer does not depend on how many were fought ahead.
fn until(bouts: &[Bout], precision: f64, watch: &dyn Watch) -> Result<Vec<Tally>, Halt> {
    let mut tallies: Vec<Tally> = bouts.iter().map(|bout| bout.0.tally()).collect();
    let mut done = 0;
    let mut ahead = 1;
    loop {
        let rows: Vec<Vec<Tally>> = (done..done + ahead)
            .into_par_iter()
            .map(|at| {
                bouts
                    .iter()
                    .map(|bout| block(bout, at, u64::MAX, watch))
                    .collect::<Result<Vec<Tally>, Halt>>()
            })
            .collect::<Result<_, Halt>>()?;
        for row in rows {
            for (tally, more) in tallies.iter_mut().zip(&row) {
                tally.merge(more);
            }
            if win_interval(&tallies).half_width() <= precision {
                return Ok(tallies);
            }
        }
        done += ahead;
        let rate = tallies
            .iter()
            .map(|tally| (tally.wins[0] as f64 + 2.0) / (tally.fights as f64 + 4.0))
            .sum::<f64>()
            / tallies.len().max(1) as f64;
        let needed = trials_for(precision, rate).div_ceil(BLOCK * bouts.len().max(1) as u64);
        // As many as seem to be needed, and never more than have been fought already by much.
        ahead = needed
            .saturating_sub(done)
            .clamp(1, MOST_AHEAD.min(4 * done));
    }
}
