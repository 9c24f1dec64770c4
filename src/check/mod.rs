//! Regression tests for rules: which match-ups a change moved, by how much and how sure, and probably why.
//!
//! | file | what is in it |
//! |---|---|
//! | `baseline` | what a scenario came to, committed beside the rules |
//! | `duel_of_rules` | one match-up under two sets of rules, with the same dice |
//! | `recognise` | which old match-up is which new one |
//! | `case` | one match-up before it is decided: worked out, counted, or made ready to be fought |
//! | `judge` | same, changed or undecided: all match-ups, with false alarms under control |
//! | `causes` | which cells of rules and scenario differ |
//! | `features` | what builds have: what a group of match-ups can share |
//! | `groups` | what moved, in groups that show a cause |
//! | `expect` | changes that are meant |
//! | `knockout` | the same game without one of its rules |
//! | `report` | all of it, ready to be told |
//! | `words`, `markdown`, `junit`, `json`, `github` | the same for a terminal, a pull request, and machines |
//!
//! This room fights by `run` and judges by `stats`; it knows no system.

mod baseline;
mod case;
mod causes;
mod duel_of_rules;
mod expect;
mod features;
mod github;
mod groups;
mod json;
mod judge;
mod junit;
mod knockout;
mod markdown;
mod recognise;
mod report;
mod words;

pub use baseline::{BASELINE_FILES, BASELINES, Baseline, Row, Unfit, bless, rules_mark};
pub use causes::{Cause, causes};
pub use expect::{Expectation, Expected, expect_shape, read_expectation};
pub use github::github;
pub use groups::Group;
pub use json::json;
pub use judge::{Judged, Judgement, Terms, Verdict, judge};
pub use junit::junit;
pub use knockout::knock_out;
pub use markdown::markdown;
pub use recognise::Old;
pub use report::{Against, Counts, Report, Told};
pub use words::words;
