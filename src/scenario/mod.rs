//! Scenarios: a file that says what fights what becomes the list of match-ups.
//!
//! | file | what is in it |
//! |---|---|
//! | `shape` | what a scenario file may say |
//! | `file` | reading it: where it stands, what the command line changes, what is shipped |
//! | `lists` | lists of builds: names, builds of its own, axes and what their combinations are called |
//! | `muster` | which list plays which part; every build recruited under the rules |
//! | `pairs` | who fights whom, counted without being written out |
//! | `situations` | in which situations, kept apart or averaged |
//! | `skirmish_shape` | what it may say of a skirmish |
//! | `forces` | armies by list and by shares of a budget |
//! | `strength` | how many: what a budget buys, how many cost the same |
//! | `tables` | named tables, and those of its own |
//! | `clash` | one situation of a skirmish |
//! | `mission` | what it is about: attrition, or markers to hold |
//! | `meeting` | two forces put into it |
//! | `numbers` | so many of one build against so many of another, for prices |
//! | `skirmish` | whether it is a scenario of skirmishes, and all its clashes |
//! | `knobs` | everything about a build that can be turned by one step |
//! | `variants` | what its variants set in the rules |
//! | `plan` | all of it against the rules |
//! | `matchups` | the match-ups of a plan by number, ready to be fought |
//! | `tell` | one fight of a plan by the names of its sides |
//!
//! A grid of a million match-ups is never written out: a plan knows its builds, and makes any match-up from its number.
//! This room knows no system, fights nothing and writes nothing.

mod clash;
mod file;
mod forces;
mod knobs;
mod lists;
mod matchups;
mod meeting;
mod mission;
mod muster;
mod numbers;
mod pairs;
mod plan;
mod shape;
mod situations;
mod skirmish;
mod skirmish_shape;
mod strength;
mod tables;
mod tell;
mod variants;

pub use clash::{Clash, Swaps};
pub use file::{Changes, Scenario, shipped};
pub use knobs::{Turned, knobs, whole};
pub use matchups::Matchup;
pub use meeting::Meeting;
pub use plan::{Effort, Method, Plan, Soldier, Target, Variant};
pub use shape::shape;
pub use strength::{Even, Offer, Parity, even, fill};
pub use tell::Told;
