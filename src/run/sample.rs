//! Sampling one match-up: its fights, block by block, on all cores.

use crate::umpire::{Lab, MatchUp, Stream, Tally, TooBig};
use rayon::prelude::*;
use std::cell::RefCell;

/// Fights in a block.
pub const BLOCK: u64 = 4_096;

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

/// Fights fights 0 to `trials` of a stream.
pub fn sample(fight: &dyn MatchUp, stream: Stream, trials: u64) -> Result<Tally, TooBig> {
    let blocks = trials.div_ceil(BLOCK);
    let block = |at: u64| {
        let fights = at * BLOCK..trials.min((at + 1) * BLOCK);
        with_lab(|lab| fight.sample(lab, stream, fights))
    };
    // The first block alone: for sides that look ahead it writes the book that the others play from.
    let mut tally = fight.tally();
    if blocks > 0 {
        tally.merge(&block(0)?);
    }
    let rest = (1..blocks).into_par_iter().map(block).try_reduce(
        || fight.tally(),
        |mut sum, more| {
            sum.merge(&more);
            Ok(sum)
        },
    )?;
    tally.merge(&rest);
    Ok(tally)
}
