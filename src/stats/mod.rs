//! Statistics: what was counted and what follows from it. Knows numbers only: no system, no file, no dice.
//!
//! | file | what is in it |
//! |---|---|
//! | `interval` | intervals for a rate |
//! | `scores` | everybody's score against everybody, each with its interval |
//! | `resample` | the same field with other dice, or with other opponents |
//! | `bradley_terry` | one number of strength for each, from the scores |
//! | `dominance` | who is never better than another, or than a mixture, and costs no less |
//! | `simplex` | linear programs, small and dense |
//! | `equilibrium` | the mix that nobody can beat on average |
//! | `ladder` | how much of the scores is an order of strength, and the clearest cycles |
//! | `betting` | evidence that may be looked at as often as one likes; many questions at once |

mod betting;
mod bradley_terry;
mod dominance;
mod equilibrium;
mod interval;
mod ladder;
mod resample;
mod scores;
mod simplex;

pub use betting::{Apart, Results, e_bh};
pub use bradley_terry::{ELO, PRIOR, ratings, ratings_among};
pub use dominance::{Dominance, MOST_FOR_MIXTURES, dominance};
pub use equilibrium::{Equilibrium, IN_THE_MIX, equilibrium};
pub use interval::{Counted, Interval, Z, trials_for, wilson, wilson_mean, wilson_shares};
pub use ladder::{Cycle, cycles, transitivity};
pub use resample::{Resample, middle};
pub use scores::{Cell, Mean, Scores};
