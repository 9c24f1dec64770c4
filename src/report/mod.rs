//! Results for people and for scripts: what a run's findings come to, and the files that say so.
//!
//! | file | what is in it |
//! |---|---|
//! | `standings` | each build over all its match-ups, and the curve of score against points |
//! | `tables` | `matchups.csv` and `builds.csv` |
//! | `publish` | all of a run's files at once, `run.json` among them |
//! | `folder` | files that appear whole or not at all |
//! | `summary` | the terminal's summary |
//! | `league` | everybody against everybody: ratings, dominance, the equilibrium, ladder and cycles |
//! | `league_tables` | `standings.csv`, `matrix.csv` and `superiority.csv` |
//! | `league_summary` | the same for the terminal |
//! | `league_publish` | all of them at once, and as JSON |
//!
//! Findings are read from disk as often as they are needed, never held: a million match-ups take no more memory than a
//! thousand; only `league` holds a matrix, of a bounded size. This room fights nothing.

mod folder;
mod league;
mod league_publish;
mod league_summary;
mod league_tables;
mod publish;
mod standings;
mod summary;
mod tables;

pub use folder::Folder;
pub use league::{League, MOST_BUILDS, Placed, Table, missing_pair};
pub use league_publish::{LEAGUE_FILES, publish_league};
pub use league_tables::STANDING_COLUMNS;
pub use publish::{Outcome, RUN_FILES, Run, publish};
pub use standings::{Field, Matrix, Standing, Standings};
pub use summary::summary;
pub use tables::{BUILD_COLUMNS, MATCHUP_COLUMNS, builds_csv, csv_writer, matchups_csv, rate};
