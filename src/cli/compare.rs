//! `fairfight compare`: a scenario under two sets of rules.

use super::Failure;
use super::args::CompareArgs;
use super::ask::set_threads;
use super::grid::plan;
use super::judging::{expectation, grid, judged, small_enough, tell, terms};
use super::progress;
use crate::check::{Against, Old, Report, causes, knock_out};
use crate::document::Node;
use crate::systems::Library;
use std::process::ExitCode;

/// Compares two sets of rules.
pub fn compare(args: &CompareArgs) -> Result<ExitCode, Failure> {
    let judging = &args.judging;
    set_threads(judging.threads);
    progress::listen();
    let expectation = expectation(judging)?;
    let terms = terms(judging, 1)?;
    let more = !(args.set.is_empty() && args.old_set.is_empty() && args.knockout.is_empty());
    let (old, new) = match args.rules.as_slice() {
        [] if more => (None, None),
        [] => {
            return Err(Failure::Said(
                "nothing to compare: give --rules OLD --rules NEW, or --set KEY=VALUE, or --knockout RULE".to_owned(),
            ));
        }
        [new] if !more => (None, Some(new)),
        [both] => (Some(both), Some(both)),
        [old, new] => (Some(old), Some(new)),
        _ => {
            return Err(Failure::Said(
                "--rules goes twice at most: the old rules, and the new ones".to_owned(),
            ));
        }
    };
    let mut library = Library::new();
    let before = plan(
        &args.scenario,
        &grid(judging, old, &args.old_set),
        &mut library,
    )?;
    let mut after = plan(&args.scenario, &grid(judging, new, &args.set), &mut library)?;
    if before.system != after.system {
        return Err(Failure::Said(format!(
            "rules of {} and of {} cannot be compared: they are not the same game",
            before.system, after.system
        )));
    }
    small_enough(&before)?;
    small_enough(&after)?;
    let mut notes = Vec::new();
    if !args.knockout.is_empty() {
        (after, notes) = knock_out(&after, &args.knockout)?;
    }
    let judgement = judged(Old::Plan(&before), &after, terms, judging.quiet)?;
    let rules: Vec<(String, &Node)> = before
        .variants
        .iter()
        .map(|variant| (variant.name.clone(), variant.book.document()))
        .collect();
    let causes = causes(&rules, before.scenario(), &after);
    let name = |rules: Option<&String>, set: &[String], without: &[String]| {
        let mut name = match rules {
            Some(rules) => rules.clone(),
            None => "the scenario's rules".to_owned(),
        };
        for (word, parts) in [("with", set), ("without", without)] {
            if !parts.is_empty() {
                name = format!("{name} {word} {}", parts.join(", "));
            }
        }
        name
    };
    let changed = name(new, &args.set, &args.knockout);
    let against = Against::Rules {
        new: match name(new, &[], &[]) {
            plain if old == new && args.old_set.is_empty() => {
                changed.replacen(&plain, "the same", 1)
            }
            _ => changed,
        },
        old: name(old, &args.old_set, &[]),
    };
    let report = Report::new(
        &after,
        judgement,
        against,
        terms,
        judging.strict,
        causes,
        expectation.as_ref(),
        notes,
    );
    tell(&[report], judging)
}
