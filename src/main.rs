//! The `fairfight` command: parses the command line, calls a command, prints what went wrong.

use std::process::ExitCode;

fn main() -> ExitCode {
    fairfight::cli::main()
}
