//! What `run` and `standings` share: a scenario with what the command line changes becomes a plan, and its match-ups are
//! fought into a folder, from where an earlier try was stopped.

use super::args::{GridArgs, RunMethod};
use super::ask::settings;
use super::progress::Progress;
use super::{Failure, print};
use crate::document::Node;
use crate::report::Run;
use crate::run::{Failed, Journal, Measure, NoAnswer, Pages, Parts, Shard, run as fight_all};
use crate::scenario::{Changes, Plan, Scenario};
use crate::systems::Library;
use std::path::{Path, PathBuf};

/// What to do with an unfinished run of the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Begin {
    /// Go on with it if there is one.
    Either,
    /// Go on with it, or do nothing.
    Resume,
    /// Leave it behind.
    Fresh,
}

/// The plan of a scenario, as the command line has it.
pub fn plan(name: &str, args: &GridArgs, library: &mut Library) -> Result<Plan, Failure> {
    Ok(scenario_and_plan(name, args, library)?.1)
}

/// The same, with the scenario itself.
pub fn scenario_and_plan(
    name: &str,
    args: &GridArgs,
    library: &mut Library,
) -> Result<(Scenario, Plan), Failure> {
    let mut scenario = Scenario::open(name)?;
    scenario.change(changes(args)?);
    let plan = Plan::new(&scenario, library)?;
    Ok((scenario, plan))
}

/// What the command line changes.
pub fn changes(args: &GridArgs) -> Result<Changes, Failure> {
    let set = settings(&args.set)?;
    let set = set
        .entries()
        .iter()
        .map(|entry| (entry.key.clone(), entry.node.clone()));
    let mut sampling = Vec::new();
    if let Some(method) = args.method {
        let method = match method {
            RunMethod::Auto => "auto",
            RunMethod::Exact => "exact",
            RunMethod::Sampled => "sampled",
        };
        sampling.push(("method", Node::text(method)));
    }
    if let Some(trials) = args.trials {
        sampling.push(("trials", Node::int(trials)));
    }
    if let Some(precision) = args.precision {
        if !(0.000_01..=0.5).contains(&precision) {
            let why =
                format!("--precision: expected a number from 0.00001 to 0.5, found {precision}");
            return Err(Failure::Said(why));
        }
        sampling.push(("precision", Node::float(precision)));
    }
    if let Some(seed) = args.seed {
        sampling.push(("seed", Node::int(seed)));
    }
    Ok(Changes {
        rules: args.rules.clone(),
        set: set.collect(),
        sampling,
    })
}

/// Where results go.
pub fn folder(args: &GridArgs, plan: &Plan, several: bool) -> PathBuf {
    match &args.out {
        Some(out) if several => out.join(&plan.name),
        Some(out) => out.clone(),
        None => Path::new("reports").join(&plan.name),
    }
}

/// Writing to a folder failed.
pub fn cannot_write(folder: &Path) -> impl Fn(std::io::Error) -> Failure + Copy + '_ {
    move |error| Failure::Said(format!("cannot write to `{}`: {error}", folder.display()))
}

/// Fights a part of a plan in its folder. All findings, if the part is the whole.
pub fn fight(
    plan: &Plan,
    measure: Measure,
    shard: Shard,
    folder: &Path,
    begin: Begin,
    quiet: bool,
) -> Result<Option<(Parts, Run)>, Failure> {
    let fingerprint = measure.fingerprint(plan);
    let pages = Pages::of(plan.len());
    let shown = folder.display();
    if begin == Begin::Resume && !Journal::is_there(folder, &fingerprint, shard, pages) {
        return Err(Failure::Said(format!(
            "there is nothing to go on with in `{shown}`: no unfinished run of this scenario, with these rules and settings"
        )));
    }
    let journal = Journal::open(
        folder,
        &fingerprint,
        shard,
        pages,
        &plan.to_json(),
        begin == Begin::Fresh,
    )
    .map_err(cannot_write(folder))?;
    let before = journal.done();
    let total: u64 = (0..pages.count())
        .filter(|page| shard.owns(*page))
        .map(|page| {
            let range = pages.range(page);
            range.end - range.start
        })
        .sum();
    if journal.resumed() && !quiet {
        print::note(&format!(
            "{}: going on from {before} of {total} match-ups",
            plan.name
        ));
    }
    let progress = Progress::new(total, before, quiet);
    let fought = fight_all(plan, measure, shard, pages, journal, &progress);
    progress.end();
    fought.map_err(|failed| failure(failed, plan, folder, &progress, total))?;
    if shard != Shard::WHOLE {
        return Ok(None);
    }
    let parts = Parts::open(folder, &fingerprint, 1, pages)
        .map_err(|unfit| Failure::Said(unfit.to_string()))?;
    let time = Run {
        seconds: progress.seconds(),
        threads: rayon::current_num_threads(),
    };
    Ok(Some((parts, time)))
}

/// Fights beside a run that did not come to their end: the run itself is kept.
pub fn not_finished(failed: Failed, plan: &Plan, folder: &Path) -> Failure {
    let progress = Progress::new(plan.len(), plan.len(), true);
    failure(failed, plan, folder, &progress, plan.len())
}

/// A run that did not come to its end.
fn failure(failed: Failed, plan: &Plan, folder: &Path, progress: &Progress, total: u64) -> Failure {
    let kept = format!(
        "{} of {total} match-ups are done and kept in `{}`; the same command goes on from there",
        progress.done(),
        folder.display()
    );
    match failed {
        Failed::Stopped => Failure::Stopped(format!("stopped: {kept}")),
        Failed::Io(error) => Failure::Said(format!(
            "cannot write to `{}`: {error}; {kept}",
            folder.display()
        )),
        Failed::Problems(title, mut problems) => {
            for problem in &mut problems.0 {
                problem.message = format!("{title}: {}", problem.message);
            }
            Failure::Problems(problems)
        }
        Failed::NoAnswer(title, why) => Failure::Said(match why {
            NoAnswer::TooBig => format!(
                "`{title}` has too many states to be worked out exactly, and `{}` allows nothing else: say method = \"auto\"; {kept}",
                plan.name
            ),
            _ => format!(
                "`{title}`: a policy that weighs its odds (best, informed, optimal) has too many to weigh: choose another, fewer dice, or a shorter cap; {kept}"
            ),
        }),
    }
}
