//! fairfight: is it a fair fight for the points?
//!
//! A map of the house, for a newcomer. Data flows one way, from top to bottom; a room may use the rooms it is built on,
//! never those above it.
//!
//! | room | what it is for | may use |
//! |---|---|---|
//! | [`document`] | files and queries as trees that remember their places; what they may say; what is wrong with them | nothing |
//! | [`umpire`] | dice, decisions, record: the sampler, the enumerator, the solver, the narrator | nothing |
//! | [`table`] | the 2-D board of skirmishes: distance, sight, terrain, movement; knows no system | `document` |
//! | [`systems`] | the rules: one folder a system, each written once against the umpire; rules files by name | `document`, `umpire`, `table` |
//! | [`stats`] | intervals, ratings, dominance, equilibria, resampling | nothing |
//! | [`points`] | score against points: the curve, fair prices, what to charge for what | `stats` |
//! | [`scenario`] | a scenario file becomes a plan: match-ups by number | `document`, `systems`, `table` |
//! | [`run`] | fights in numbers, on all cores; findings on disk as they come | `umpire`, `scenario`, `systems`, `stats`, `points` |
//! | [`report`] | what findings come to: CSV files, `run.json`, the summary, the standings, the prices | `run`, `scenario`, `points`, `stats` |
//! | [`check`] | old rules against new: baselines, verdicts, causes, and how they are told | `run`, `scenario`, `stats`, `report` |
//! | [`query`] | questions and answers: finds the rules, checks the question, hands over | `systems`, `run` |
//! | [`cli`] | the command line: one file a command | all of the above |
//!
//! Names used everywhere: a *system* is a set of rules, a *rules file* its tables and toggles, a *build* one unit as
//! written down, a *fighter* a build compiled against an enemy, a *bill* what it costs, a *policy* how it decides, a
//! *match-up* two sides in one *situation*, a *tally* what was counted, a *verdict* who won, a *ruling* what was decided
//! where the source is silent, a *variant* or toggle where two readings are both sensible.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod check;
pub mod cli;
pub mod document;
pub mod points;
pub mod query;
pub mod report;
pub mod run;
pub mod scenario;
pub mod stats;
pub mod systems;
pub mod table;
pub mod umpire;
