//! Value for points: what a price lets one expect of a fight, and what the fights say the price should be.
//!
//! Knows numbers only: prices and scores in, curves and prices out.

mod curve;
mod fair;

pub use curve::Curve;
pub use fair::{Fair, fair_prices};
