//! The command line: one file a command, each a friendly face of a query. No logic here that another command could
//! need; data goes to standard output, everything else to standard error.
//!
//! Exit codes: 0 success, 1 "the answer is no" (`check`, `compare`, `rules check` and `scenario check` only), 2 an error,
//! 130 stopped with Ctrl-C.

mod args;
mod ask;
mod check;
mod compare;
mod grid;
mod judging;
mod merge;
mod price;
mod print;
mod progress;
mod query;
mod replay;
mod rules;
mod run;
mod scenario;
mod schema;
mod shell;
mod standings;
mod weights;

use crate::document::Problems;
use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// What went wrong, for `main` to print.
enum Failure {
    /// The user's input: shown with its place.
    Problems(Problems),
    /// Reading or writing. A reader that has gone away is no failure.
    Io(std::io::Error),
    /// Said already, or in one sentence.
    Said(String),
    /// Stopped by the user.
    Stopped(String),
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Failure::Problems(problems)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Failure::Io(error)
    }
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are what was asked for; everything else is an error. A closed pipe is neither.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let done = match cli.command {
        Command::Run(args) => run::run(&args),
        Command::Standings(args) => standings::standings(&args),
        Command::Price(args) => price::price(&args),
        Command::Weights(args) => weights::weights(&args),
        Command::Merge(args) => merge::merge(&args),
        Command::Check(args) => check::check(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Scenario { action } => scenario::scenario(&action),
        Command::Duel(args) => ask::duel(&args),
        Command::Odds(args) => ask::odds(&args),
        Command::Cost(args) => ask::cost(&args),
        Command::Audit(args) => ask::audit(&args),
        Command::Replay(args) => replay::replay(&args),
        Command::Query(args) => query::query(&args),
        Command::Rules { action } => rules::rules(&action),
        Command::Schema(args) => schema::schema(&args),
        Command::Completions { shell } => shell::completions(shell),
        Command::Man => shell::man(),
    };
    match done {
        Ok(code) => code,
        Err(Failure::Problems(problems)) => {
            print::problems(&problems);
            ExitCode::from(2)
        }
        Err(Failure::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Said(text)) => {
            print::error(&text);
            ExitCode::from(2)
        }
        Err(Failure::Stopped(text)) => {
            print::note(&text);
            ExitCode::from(130)
        }
        Err(Failure::Io(error)) => {
            print::error(&format!("cannot write the answer: {error}"));
            ExitCode::from(2)
        }
    }
}
