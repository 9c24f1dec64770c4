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
//! | `knobs` | everything about a build that can be turned by one step |
//! | `plan` | all of it against the rules: match-ups by number, ready to be fought |
//!
//! A grid of a million match-ups is never written out: a plan knows its builds, and makes any match-up from its number.
//! This room knows no system, fights nothing and writes nothing.

mod file;
mod knobs;
mod lists;
mod muster;
mod pairs;
mod plan;
mod shape;
mod situations;

pub use file::{Changes, Scenario, shipped};
pub use knobs::{Turned, knobs, whole};
pub use plan::{Effort, Matchup, Method, Plan, Soldier, Target, Variant};
pub use shape::shape;
