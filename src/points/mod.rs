//! Value for points: what a price lets one expect of a fight, and what the fights say the price should be.
//!
//! Knows numbers only: prices and scores in, curves and prices out.

mod appraise;
mod bundle;
mod curve;
mod fair;
mod fit;
mod linear;
mod market;
#[cfg(test)]
mod planted;
mod round;

pub use appraise::{Appraisal, Appraised, Silence, Terms, Verdict, appraise};
pub use curve::Curve;
pub use fair::{Fair, fair_prices};
pub use market::Market;
pub use round::Rounding;
