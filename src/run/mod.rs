//! Running fights in numbers: blocks of them, on all cores. Work is cut the same way whatever the number of threads,
//! every fight has dice of its own, and counts are whole numbers, so the result is the same to the last byte.
//!
//! | file | what is in it |
//! |---|---|
//! | `sample` | one match-up, block by block, for a number of fights or until it is known precisely enough |
//! | `finding` | what was found out about a match-up, exact or sampled |
//! | `shard` | which part of a run this is |
//! | `part_file` | what a part of a run looks like on disk |
//! | `journal` | a part being written: what survives a kill |
//! | `parts` | finished parts, read again |
//! | `runner` | a whole plan, page by page |
//! | `steps` | a build and its changed copies against one field, with the same dice |
//! | `balance` | how many of one build balance how many of another on a table |
//! | `relay` | n of one build against m of another, one after another |

mod balance;
mod finding;
mod journal;
mod part_file;
mod parts;
mod relay;
mod runner;
mod sample;
mod shard;
mod steps;

pub use finding::{Finding, NoAnswer, QUANTILES, Sides, find};
pub use journal::Journal;
pub use part_file::Pages;
pub use parts::{Parts, Unfit};
pub use relay::relays;
pub use runner::{Failed, Measure, pit, run, settle};
pub use sample::{BLOCK, Bout, Halt, Unwatched, Watch, sample, with_lab};
pub use shard::Shard;
pub use steps::{Change, Steps, steps};
