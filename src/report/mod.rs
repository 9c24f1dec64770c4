//! Results for people and for scripts: what a run's findings come to, and the files that say so.
//!
//! | file | what is in it |
//! |---|---|
//! | `standings` | each build over all its match-ups, and the curve of score against points |
//! | `tables` | `matchups.csv` and `builds.csv` |
//! | `publish` | all of a run's files at once, `run.json` among them |
//! | `folder` | files that appear whole or not at all |
//! | `summary` | the terminal's summary |
//!
//! Findings are read from disk as often as they are needed, never held: a million match-ups take no more memory than a
//! thousand. This room fights nothing.

mod folder;
mod publish;
mod standings;
mod summary;
mod tables;

pub use folder::Folder;
pub use publish::{Outcome, Run, publish};
pub use standings::{Field, Matrix, Standing, Standings};
pub use summary::summary;
pub use tables::{BUILD_COLUMNS, MATCHUP_COLUMNS, builds_csv, matchups_csv};
