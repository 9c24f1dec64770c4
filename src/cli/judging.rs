//! What `check` and `compare` share: the terms they judge by, what went wrong while fighting, and every way to tell what
//! came of it.

use super::args::{DiceArg, FormatArg, GridArgs, JudgingArgs};
use super::progress::Progress;
use super::{Failure, print};
use crate::check::{
    Expectation, Judgement, Old, Report, Terms, github, json, judge, junit, markdown,
    read_expectation, words,
};
use crate::document::Problem;
use crate::report::Folder;
use crate::run::{Failed, NoAnswer};
use crate::scenario::{Method, Plan};
use crate::systems::read_text;
use serde_json::Value;
use std::path::Path;
use std::process::ExitCode;

/// A grid larger than this has no place in a comparison: all of it is held in memory.
const LARGEST: u64 = 200_000;

/// The terms of the command line. Several scenarios share the false alarms.
pub fn terms(args: &JudgingArgs, scenarios: usize) -> Result<Terms, Failure> {
    let within = |name: &str, value: f64, low: f64, high: f64| match (low..=high).contains(&value) {
        true => Ok(value),
        false => Err(Failure::Said(format!(
            "{name}: expected a number from {low} to {high}, found {value}"
        ))),
    };
    Ok(Terms {
        tolerance: within("--tolerance", args.tolerance, 0.0, 0.5)?,
        level: within("--false-alarms", args.false_alarms, 1e-9, 0.5)? / scenarios.max(1) as f64,
        budget: args.budget,
        independent: args.dice == DiceArg::Independent,
    })
}

/// The file of expected changes.
pub fn expectation(args: &JudgingArgs) -> Result<Option<Expectation>, Failure> {
    let Some(name) = &args.expect else {
        return Ok(None);
    };
    let text = read_text(Path::new(name)).map_err(|error| {
        Failure::Problems(Problem::new(format!("cannot read `{name}`: {error}")).into())
    })?;
    Ok(Some(read_expectation(name, &text)?))
}

/// The command line as `run` has it.
pub fn grid(args: &JudgingArgs, rules: Option<&String>, set: &[String]) -> GridArgs {
    GridArgs {
        rules: rules.cloned(),
        set: set.to_vec(),
        method: args.method,
        trials: args.trials,
        precision: None,
        seed: args.seed,
        out: None,
        threads: args.threads,
        quiet: args.quiet,
        json: false,
    }
}

/// Refuses grids that are too large.
pub fn small_enough(plan: &Plan) -> Result<(), Failure> {
    match plan.len() > LARGEST {
        true => Err(Failure::Said(format!(
            "`{}` has {} match-ups, more than the {LARGEST} that can be compared: choose the ones that matter",
            plan.name,
            plan.len()
        ))),
        false => Ok(()),
    }
}

/// Judges a plan, and shows how far it is.
pub fn judged(old: Old, new: &Plan, terms: Terms, quiet: bool) -> Result<Judgement, Failure> {
    let progress = Progress::new(new.len(), 0, quiet);
    let judged = judge(old, new, terms, &progress);
    progress.end();
    judged.map_err(|failed| failure(failed, new))
}

/// Fights that did not come to their end.
pub fn failure(failed: Failed, plan: &Plan) -> Failure {
    match failed {
        Failed::Stopped => Failure::Stopped("stopped: nothing was judged or written".to_owned()),
        Failed::Io(error) => Failure::Io(error),
        Failed::Problems(title, mut problems) => {
            for problem in &mut problems.0 {
                problem.message = format!("{title}: {}", problem.message);
            }
            Failure::Problems(problems)
        }
        Failed::NoAnswer(title, NoAnswer::TooBig) if plan.method == Method::Exact => {
            Failure::Said(format!(
                "`{title}` has too many states to be worked out exactly, and `{}` allows nothing else: say method = \"auto\"",
                plan.name
            ))
        }
        Failed::NoAnswer(title, _) => Failure::Said(format!(
            "`{title}`: a policy that weighs its odds (best, informed, optimal) has too many to weigh: choose another, fewer dice, or a shorter cap"
        )),
    }
}

/// Whether anything is to be told even if quiet was asked for.
pub fn asked(args: &JudgingArgs) -> bool {
    let files = [&args.markdown_file, &args.junit_file, &args.json_file];
    args.json
        || args.annotate
        || args.format != FormatArg::Text
        || files.iter().any(|file| file.is_some())
}

/// Tells what came of it in every way that was asked for. The exit code is 1 if the answer is no.
pub fn tell(reports: &[Report], args: &JudgingArgs) -> Result<ExitCode, Failure> {
    let everything = || match reports {
        [one] => json(one),
        many => Value::Array(many.iter().map(json).collect()),
    };
    if let Some(path) = &args.markdown_file {
        save(path, &markdown(reports))?;
    }
    if let Some(path) = &args.junit_file {
        save(path, &junit(reports))?;
    }
    if let Some(path) = &args.json_file {
        save(path, &format!("{:#}\n", everything()))?;
    }
    let format = if args.json {
        FormatArg::Json
    } else {
        args.format
    };
    match format {
        FormatArg::Text if args.quiet => {}
        FormatArg::Text => {
            for (at, report) in reports.iter().enumerate() {
                if at > 0 {
                    print::text("\n")?;
                }
                print::words(&words(report))?;
            }
        }
        FormatArg::Markdown => print::text(&markdown(reports))?,
        FormatArg::Junit => print::text(&junit(reports))?,
        FormatArg::Json => print::json(&everything())?,
        FormatArg::Github => print::text(&github(reports))?,
    }
    if args.annotate && format != FormatArg::Github {
        print::text(&github(reports))?;
    }
    let fails = reports.iter().any(Report::fails);
    Ok(ExitCode::from(u8::from(fails)))
}

/// Writes a file, whole or not at all.
fn save(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |error| Failure::Said(format!("cannot write `{}`: {error}", path.display()));
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = name.ok_or_else(|| cannot(std::io::Error::other("it is no name of a file")))?;
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut folder = Folder::new(parent).map_err(cannot)?;
    folder
        .write(&name, |out| out.write_all(text.as_bytes()))
        .map_err(cannot)?;
    folder.show().map_err(cannot)
}
