//! `fairfight completions` and `fairfight man`, made from the same definition as the help.

use super::args::Cli;
use super::{Failure, print};
use clap::CommandFactory;
use clap_complete::Shell;
use std::process::ExitCode;

/// Prints completions for a shell.
pub fn completions(shell: Shell) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "fairfight", &mut text);
    print::text(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page.
pub fn man() -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut text)?;
    print::text(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}
