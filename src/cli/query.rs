//! `fairfight query`: one JSON object a line in, one a line out, in order, for as long as there are lines.

use super::args::QueryArgs;
use super::{Failure, ask};
use crate::query::{Library, answer_line};
use std::io::{BufRead, Write};
use std::process::ExitCode;

/// Reads questions until there are no more.
pub fn query(args: &QueryArgs) -> Result<ExitCode, Failure> {
    ask::set_threads(args.threads);
    let mut library = Library::new();
    let mut input = std::io::stdin().lock();
    let mut out = std::io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        // A line that is not UTF-8 is answered like any other that cannot be read.
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        writeln!(out, "{}", answer_line(&mut library, text.trim()))?;
        out.flush()?;
    }
}
