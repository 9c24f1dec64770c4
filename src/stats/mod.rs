//! Statistics: intervals for what was counted. Knows numbers only: no system, no file, no dice.

mod interval;

pub use interval::{Interval, trials_for, wilson};
