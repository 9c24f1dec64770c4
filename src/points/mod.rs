//! Value for points: what a price lets one expect of a fight, and what the fights say the price should be.
//!
//! | file | what is in it |
//! |---|---|
//! | `curve` | score against the ratio of two prices: one number, the slope |
//! | `fair` | the price at which one build would do as its price lets expect, the others as they are |
//! | `market` | builds, what they are made of, printed prices, scores: all that pricing knows |
//! | `fit` | prices of items that add up and explain the scores |
//! | `bundle` | items that always come together |
//! | `settle` | what a fit is settled under: bounds of the slope, how strong the pull, how much is left unexplained |
//! | `spread` | how sure: a median, a spread, Student's law |
//! | `verdict` | what is to be said of a price, or why nothing can be |
//! | `appraise` | what each item is worth, how sure that is, and a new table |
//! | `proof` | old and new table on match-ups that the fit has not seen |
//! | `interplay` | items that are worth more, or less, together than apart |
//! | `worth` | what a whole build is worth, whatever it is made of |
//! | `relay` | n of A against m of B, one after another |
//! | `balance` | how many of A balance how many of B, where only fights can tell: which numbers to try |
//! | `tried` | the curve through the numbers that were tried |
//! | `round` | prices as they are printed |
//! | `linear` | small systems of linear equations |
//!
//! Knows numbers only: prices and scores in, curves and prices out.

mod appraise;
mod balance;
#[cfg(test)]
mod balance_tests;
mod bundle;
mod curve;
mod fair;
mod fit;
mod interplay;
mod linear;
mod market;
#[cfg(test)]
mod planted;
mod proof;
mod relay;
mod round;
mod settle;
mod spread;
mod tried;
mod verdict;
mod worth;

pub use appraise::{Appraisal, Appraised, Terms, appraise};
pub use balance::{Balance, Scales, balance};
pub use curve::Curve;
pub use fair::{Fair, fair_prices};
pub use interplay::{Interplay, interplay};
pub use market::Market;
pub use proof::{Contest, Distance, Proof, prove};
pub use relay::{Leg, relay};
pub use round::Rounding;
pub use verdict::{Silence, Verdict};
pub use worth::{Worth, worths};
