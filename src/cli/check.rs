//! `fairfight check`: a scenario against its committed baseline.

use super::args::CheckArgs;
use super::ask::set_threads;
use super::grid::plan;
use super::judging::{asked, expectation, failure, grid, judged, small_enough, tell, terms};
use super::progress::{self, Progress};
use super::{Failure, print};
use crate::check::{
    Against, BASELINE_FILES, BASELINES, Baseline, Old, Report, Terms, Unfit, bless, causes,
};
use crate::document::Node;
use crate::run::{Failed, Finding, settle};
use crate::scenario::Plan;
use crate::systems::Library;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

impl From<Unfit> for Failure {
    fn from(unfit: Unfit) -> Failure {
        Failure::Said(unfit.to_string())
    }
}

/// A scenario with its baseline.
struct Checked {
    plan: Plan,
    folder: PathBuf,
    /// What the user calls the scenario.
    spec: String,
    /// None if there is none yet, and one is to be written.
    baseline: Option<Baseline>,
}

/// Checks scenarios, or blesses their results.
pub fn check(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let judging = &args.judging;
    set_threads(judging.threads);
    progress::listen();
    let expectation = expectation(judging)?;
    let root = args
        .against
        .clone()
        .unwrap_or_else(|| PathBuf::from(BASELINES));
    let specs = match args.scenarios.as_slice() {
        [] => blessed(&root)?,
        specs => specs.to_vec(),
    };
    let terms = terms(judging, specs.len())?;
    let mut library = Library::new();
    let mut all: Vec<Checked> = Vec::new();
    // Everything is looked at before the first fight.
    for spec in &specs {
        let plan = plan(
            spec,
            &grid(judging, args.rules.as_ref(), &args.set),
            &mut library,
        )?;
        small_enough(&plan)?;
        let folder = match (&args.against, args.scenarios.as_slice()) {
            (Some(folder), [_]) => folder.clone(),
            _ => root.join(&plan.name),
        };
        if all.iter().any(|other| other.folder == folder) {
            let shown = folder.display();
            return Err(Failure::Said(format!(
                "two scenarios have the baseline `{shown}`"
            )));
        }
        let baseline = match Baseline::open(&folder, spec) {
            Ok(baseline) if baseline.scenario != plan.name => {
                let shown = folder.display().to_string();
                return Err(Unfit::Another(shown, baseline.scenario, plan.name).into());
            }
            Ok(baseline) => Some(baseline),
            // What is to be written anew need not be whole; `bless` itself refuses to write over anything else.
            Err(Unfit::Missing(..) | Unfit::Damaged(..)) if args.bless => None,
            Err(unfit) => return Err(unfit.into()),
        };
        all.push(Checked {
            plan,
            folder,
            spec: spec.clone(),
            baseline,
        });
    }
    let mut reports = Vec::new();
    // Whoever blesses without a word asked for has seen what changed.
    let unheard = args.bless && judging.quiet && !asked(judging);
    for checked in &all {
        if let (Some(baseline), false) = (&checked.baseline, unheard) {
            reports.push(report(
                checked,
                baseline,
                terms,
                args,
                expectation.as_ref(),
            )?);
        }
    }
    if !args.bless {
        return tell(&reports, judging);
    }
    let fought: Vec<Vec<Finding>> = all
        .iter()
        .map(|checked| findings(&checked.plan, judging.quiet))
        .collect::<Result<_, Failure>>()?;
    if !reports.is_empty() {
        tell(&reports, judging)?;
    }
    for (checked, findings) in all.iter().zip(&fought) {
        bless(&checked.plan, findings, &checked.folder, &checked.spec)?;
        if !judging.quiet {
            print::note(&format!(
                "blessed: {} match-ups in {}/ ({})",
                findings.len(),
                checked.folder.display(),
                BASELINE_FILES.join(", ")
            ));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The scenarios of all baselines in a folder.
fn blessed(root: &Path) -> Result<Vec<String>, Failure> {
    let none = || {
        Failure::Said(format!(
            "there is no baseline in `{}`: `fairfight check SCENARIO --bless` writes one",
            root.display()
        ))
    };
    let entries = std::fs::read_dir(root).map_err(|_| none())?;
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let mut specs = Vec::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        specs.push(Baseline::open(&folder, &name)?.file);
    }
    match specs.is_empty() {
        true => Err(none()),
        false => Ok(specs),
    }
}

fn report(
    checked: &Checked,
    baseline: &Baseline,
    terms: Terms,
    args: &CheckArgs,
    expectation: Option<&crate::check::Expectation>,
) -> Result<Report, Failure> {
    let plan = &checked.plan;
    let before = baseline.plan();
    let old = Old::Baseline(baseline, before.as_ref());
    let judgement = judged(old, plan, terms, args.judging.quiet)?;
    let rules: Vec<(String, &Node)> = baseline
        .rules
        .iter()
        .map(|(name, rules)| (name.clone(), rules))
        .collect();
    let causes = causes(&rules, &baseline.document, plan);
    let mut notes = Vec::new();
    if before.is_none() {
        notes.push(
            "This version cannot fight by the rules of the baseline any more: scores were compared with its figures alone."
                .to_owned(),
        );
    }
    if judgement.judged.is_empty() {
        notes.push(
            "No match-up of the baseline is left: is it the baseline of another scenario?"
                .to_owned(),
        );
    }
    let against = Against::Baseline {
        folder: checked.folder.display().to_string(),
        version: baseline.version.clone(),
    };
    let strict = args.judging.strict;
    Ok(Report::new(
        plan,
        judgement,
        against,
        terms,
        strict,
        causes,
        expectation,
        notes,
    ))
}

/// Every match-up of a plan, fought as it says.
fn findings(plan: &Plan, quiet: bool) -> Result<Vec<Finding>, Failure> {
    use crate::run::Watch;
    let progress = Progress::new(plan.len(), 0, quiet);
    let matchups: Vec<_> = plan.matchups(0..plan.len()).collect();
    let found: Result<Vec<Finding>, Failed> = matchups
        .par_iter()
        .map(|matchup| {
            if progress.stopped() {
                return Err(Failed::Stopped);
            }
            let found = settle(plan, matchup, plan.effort, &progress);
            progress.finished();
            found
        })
        .collect();
    progress.end();
    found.map_err(|failed| failure(failed, plan))
}
