//! Statistics: intervals for what was counted. Knows numbers only: no system, no file, no dice.

mod interval;

pub use interval::{Counted, Interval, trials_for, wilson, wilson_mean};
