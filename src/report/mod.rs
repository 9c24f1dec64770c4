//! Results for people and for scripts: what a run's findings come to, and the files that say so.
//!
//! | file | what is in it |
//! |---|---|
//! | `standings` | each build over all its match-ups, and the curve of score against points |
//! | `tables` | `matchups.csv` and `builds.csv` |
//! | `publish` | all of a run's files at once, `run.json` among them |
//! | `folder` | files that appear whole or not at all |
//! | `summary` | the terminal's summary |
//! | `battle` | a told skirmish as pictures and maps |
//! | `league` | everybody against everybody: ratings, dominance, the equilibrium, ladder and cycles |
//! | `league_tables` | `standings.csv`, `matrix.csv` and `superiority.csv` |
//! | `league_summary` | the same for the terminal |
//! | `league_publish` | all of them at once, and as JSON |
//! | `goods` | what builds are made of, what the rules charge for it, and findings as a market |
//! | `pricing` | what everything should cost, with proof |
//! | `pricing_summary`, `pricing_items` | the same for the terminal, with a part for the items |
//! | `pricing_publish` | all files at once |
//! | `pricing_words` | how prices are said in all of them |
//! | `override_file` | the cells of a rules file whose prices change |
//! | `weights` | what one step of everything is worth to a build |
//! | `markdown` | what the terminal shows, as a document |
//!
//! Findings are read from disk as often as they are needed, never held: a million match-ups take no more memory than a
//! thousand; only `league` holds a matrix, of a bounded size. This room fights nothing.

mod battle;
mod folder;
mod goods;
mod league;
mod league_publish;
mod league_summary;
mod league_tables;
mod markdown;
mod override_file;
mod pricing;
mod pricing_items;
mod pricing_publish;
mod pricing_summary;
mod pricing_words;
mod publish;
mod standings;
mod summary;
mod tables;
mod weights;

pub use battle::Battle;
pub use folder::Folder;
pub use goods::{Good, Goods, Grain, Tally};
pub use league::{League, MOST_BUILDS, Placed, Table, missing_pair};
pub use league_publish::{LEAGUE_FILES, publish_league};
pub use league_tables::STANDING_COLUMNS;
pub use override_file::{changed_cells, override_file};
pub use pricing::{Asked, By, Pricing, Strengths, Weighed, balances, pricing};
pub use pricing_publish::{
    BALANCE_COLUMNS, BALANCE_FILES, PRICE_COLUMNS, PRICE_FILES, publish_prices,
};
pub use publish::{Outcome, RUN_FILES, Run, publish};
pub use standings::{Field, Matrix, Standing, Standings};
pub use summary::summary;
pub use tables::{
    BUILD_COLUMNS, MATCHUP_COLUMNS, SKIRMISH_COLUMNS, builds_csv, csv_writer, matchups_csv, rate,
};
pub use weights::{WEIGHT_FILES, Weight, Weights, publish_weights};
