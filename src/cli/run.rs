//! `fairfight run`: scenario, plan, fights, results.

use super::args::{RunArgs, RunMethod};
use super::ask::{set_threads, settings};
use super::progress::{self, Progress};
use super::{Failure, print};
use crate::document::Node;
use crate::report::{Outcome, Run, publish};
use crate::run::{
    BLOCK, Failed, Journal, NoAnswer, Pages, Parts, Shard, Unwatched, run as fight, settle,
};
use crate::scenario::{Changes, Effort, Method, Plan, Scenario};
use crate::stats::trials_for;
use crate::systems::{Align, Library, Words};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What is run when nothing is said.
const DEFAULT: &str = "eras";

/// A grid larger than this is run only if somebody means it.
const LARGE: u64 = 10_000_000;

/// How long a dry run may try things out.
const PROBE: Duration = Duration::from_millis(400);

/// Runs scenarios.
pub fn run(args: &RunArgs) -> Result<ExitCode, Failure> {
    set_threads(args.threads);
    progress::listen();
    let names = match args.scenarios.as_slice() {
        [] => vec![DEFAULT.to_owned()],
        names => names.to_vec(),
    };
    let shard = match &args.shard {
        None => Shard::WHOLE,
        Some(text) => Shard::read(text, |name| std::env::var(name).ok())
            .map_err(|why| Failure::Said(format!("--shard: {why}")))?,
    };
    let mut library = Library::new();
    // All are looked at before the first is fought: a slip in the last one must not show after an hour.
    let mut plans = Vec::new();
    for name in &names {
        let mut scenario = Scenario::open(name)?;
        scenario.change(changes(args)?);
        let plan = Plan::new(&scenario, &mut library)?;
        let folder = folder(args, &plan, names.len() > 1);
        if let Some((_, other)) = plans
            .iter()
            .find(|(_, other): &&(Plan, PathBuf)| *other == folder)
        {
            return Err(Failure::Said(format!(
                "two scenarios would write to `{}`: run them apart, with --out",
                other.display()
            )));
        }
        plans.push((plan, folder));
    }
    for (plan, folder) in &plans {
        if args.dry_run {
            dry_run(plan, folder)?;
            continue;
        }
        if plan.len() > LARGE && !args.yes {
            return Err(Failure::Said(format!(
                "`{}` has {} match-ups, more than {LARGE}: --yes if that is meant, --dry-run to see how long it may take",
                plan.name,
                plan.len()
            )));
        }
        one(plan, shard, folder, args)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the command line changes.
fn changes(args: &RunArgs) -> Result<Changes, Failure> {
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
fn folder(args: &RunArgs, plan: &Plan, several: bool) -> PathBuf {
    match &args.out {
        Some(out) if several => out.join(&plan.name),
        Some(out) => out.clone(),
        None => Path::new("reports").join(&plan.name),
    }
}

/// Runs one plan into its folder.
fn one(plan: &Plan, shard: Shard, folder: &Path, args: &RunArgs) -> Result<(), Failure> {
    let pages = Pages::of(plan.len());
    let shown = folder.display();
    let cannot =
        |error: std::io::Error| Failure::Said(format!("cannot write to `{shown}`: {error}"));
    if args.resume && !Journal::is_there(folder, &plan.fingerprint, shard, pages) {
        return Err(Failure::Said(format!(
            "there is nothing to go on with in `{shown}`: no unfinished run of this scenario, with these rules and settings"
        )));
    }
    let journal = Journal::open(
        folder,
        &plan.fingerprint,
        shard,
        pages,
        &plan.to_json(),
        args.fresh,
    )
    .map_err(cannot)?;
    let before = journal.done();
    let total: u64 = (0..pages.count())
        .filter(|page| shard.owns(*page))
        .map(|page| {
            let range = pages.range(page);
            range.end - range.start
        })
        .sum();
    if journal.resumed() && !args.quiet {
        print::note(&format!(
            "{}: going on from {before} of {total} match-ups",
            plan.name
        ));
    }
    let progress = Progress::new(total, before, args.quiet);
    let fought = fight(plan, shard, pages, journal, &progress);
    progress.end();
    fought.map_err(|failed| failure(failed, plan, folder, &progress, total))?;
    if shard != Shard::WHOLE {
        if !args.quiet {
            print::note(&format!(
                "{}: part {shard} is done; `fairfight merge {shown}` joins the parts when all are",
                plan.name
            ));
        }
        return Ok(());
    }
    let mut parts = Parts::open(folder, &plan.fingerprint, 1, pages)
        .map_err(|unfit| Failure::Said(unfit.to_string()))?;
    let time = Run {
        seconds: progress.seconds(),
        threads: rayon::current_num_threads(),
    };
    let outcome = publish(plan, &mut parts, folder, Some(time)).map_err(cannot)?;
    parts.remove(folder, &plan.fingerprint);
    show(&outcome, folder, args.quiet, args.json)
}

/// Shows what came of a run.
pub fn show(outcome: &Outcome, folder: &Path, quiet: bool, json: bool) -> Result<(), Failure> {
    if json {
        print::json(&outcome.json)?;
    } else if !quiet {
        print::words(&outcome.words)?;
    }
    if !quiet {
        print::note(&format!(
            "written: {0}/matchups.csv, {0}/builds.csv, {0}/run.json",
            folder.display()
        ));
    }
    Ok(())
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

/// How large, how long, and the first rows.
fn dry_run(plan: &Plan, folder: &Path) -> Result<(), Failure> {
    let count = plan.len();
    let mut words = vec![Words::Title(plan.title.clone())];
    let builds: usize = plan
        .variants
        .iter()
        .map(|variant| variant.soldiers.len())
        .max()
        .unwrap_or(0);
    let situations = plan
        .variants
        .first()
        .map_or(0, |variant| variant.words.len());
    words.push(Words::Line(format!(
        "{count} match-ups: {builds} builds, {situations} situations, {} rules; results would go to {}",
        match plan.variants.len() {
            1 => "one set of".to_owned(),
            n => format!("{n} sets of"),
        },
        folder.display()
    )));
    for note in &plan.notes {
        words.push(Words::Warning(format!("{note}.")));
    }
    words.push(Words::Line(estimate(plan)));
    let rows = plan.matchups(0..count.min(8)).map(|matchup| {
        let [a, b] = plan.sides(&matchup);
        let points = |points| crate::systems::points_text(points);
        vec![
            a.name.clone(),
            points(a.recruit.points),
            b.name.clone(),
            points(b.recruit.points),
            plan.situation(&matchup).to_owned(),
        ]
    });
    words.push(Words::Table {
        head: ["a", "points", "b", "points", "situation"]
            .map(str::to_owned)
            .to_vec(),
        align: vec![
            Align::Left,
            Align::Right,
            Align::Left,
            Align::Right,
            Align::Left,
        ],
        rows: rows.collect(),
    });
    if count > 8 {
        words.push(Words::Line(format!("... and {} more", count - 8)));
    }
    print::words(&words)?;
    Ok(())
}

/// Tries some match-ups from all over the grid, and says how long the whole may take.
fn estimate(plan: &Plan) -> String {
    let count = plan.len();
    let begun = Instant::now();
    let (mut tried, mut exact, mut seconds) = (0u32, 0u32, 0.0);
    let mut at = 0;
    while begun.elapsed() < PROBE && tried < 2_000 && u64::from(tried) < count {
        let Some(matchup) = plan.matchups(at..at + 1).next() else {
            break;
        };
        let start = Instant::now();
        // Sampling is tried with one block of fights, and counted up to the effort.
        let Ok(finding) = settle(plan, &matchup, Effort::Trials(BLOCK), &Unwatched) else {
            break;
        };
        let times = match plan.effort {
            _ if finding.exact => 1.0,
            Effort::Trials(trials) => trials as f64 / finding.trials as f64,
            Effort::Precision(precision) => {
                trials_for(precision, finding.win[0]) as f64 / finding.trials as f64
            }
        };
        seconds += start.elapsed().as_secs_f64() * times;
        exact += u32::from(finding.exact);
        tried += 1;
        // A stride that has nothing to do with the grid's own.
        at = (at + count / 7 * 3 + 1) % count;
    }
    if tried == 0 {
        return "How long it takes cannot be foreseen.".to_owned();
    }
    let threads = rayon::current_num_threads() as f64;
    let seconds = seconds / f64::from(tried) * count as f64 / threads;
    let how = match (plan.method, exact == tried) {
        (Method::Sampled, _) => match plan.effort {
            Effort::Trials(trials) => format!("sampled, {trials} fights each"),
            Effort::Precision(precision) => format!("sampled to {precision}"),
        },
        (_, true) => "worked out exactly".to_owned(),
        (_, false) => format!(
            "{} of 100 worked out exactly, the rest sampled",
            100 * exact / tried
        ),
    };
    format!(
        "It takes about {}, {how} ({tried} tried).",
        time_text(seconds)
    )
}

fn time_text(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "a second".to_owned(),
        s if s < 90.0 => format!("{s:.0} seconds"),
        s if s < 5_400.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} hours", s / 3_600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}
