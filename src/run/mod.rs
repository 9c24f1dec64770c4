//! Running fights in numbers: blocks of them, on all cores. Work is cut the same way whatever the number of threads,
//! every fight has dice of its own, and counts are whole numbers, so the result is the same to the last byte.

mod sample;

pub use sample::{BLOCK, sample, with_lab};
