//! `fairfight run`: scenario, plan, fights, results.

use super::args::RunArgs;
use super::ask::set_threads;
use super::grid::{Begin, cannot_write, fight, folder, plan};
use super::progress;
use super::{Failure, print};
use crate::report::{Outcome, RUN_FILES, publish};
use crate::run::{BLOCK, Measure, Shard, Unwatched, settle};
use crate::scenario::{Effort, Method, Plan};
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

/// How many fights of a skirmish it tries.
const PROBED: u64 = 64;

/// Runs scenarios.
pub fn run(args: &RunArgs) -> Result<ExitCode, Failure> {
    set_threads(args.grid.threads);
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
        let plan = plan(name, &args.grid, &mut library)?;
        let folder = folder(&args.grid, &plan, names.len() > 1);
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

/// Runs one plan into its folder.
fn one(plan: &Plan, shard: Shard, folder: &Path, args: &RunArgs) -> Result<(), Failure> {
    let begin = match (args.resume, args.fresh) {
        (true, _) => Begin::Resume,
        (_, true) => Begin::Fresh,
        _ => Begin::Either,
    };
    let quiet = args.grid.quiet;
    let Some((mut parts, time)) = fight(plan, Measure::Scores, shard, folder, begin, quiet)? else {
        if !quiet {
            print::note(&format!(
                "{}: part {shard} is done; `fairfight merge {}` joins the parts when all are",
                plan.name,
                folder.display()
            ));
        }
        return Ok(());
    };
    let outcome = publish(plan, &mut parts, folder, Some(time)).map_err(cannot_write(folder))?;
    parts.remove(folder, &plan.fingerprint);
    show(&outcome, RUN_FILES, folder, quiet, args.grid.json)
}

/// Shows what came of a run, and the files that say so.
pub fn show(
    outcome: &Outcome,
    files: &[&str],
    folder: &Path,
    quiet: bool,
    json: bool,
) -> Result<(), Failure> {
    if json {
        print::json(&outcome.json)?;
    } else if !quiet {
        print::words(&outcome.words)?;
    }
    if !quiet {
        let files = files.iter();
        let files: Vec<String> = files
            .map(|file| format!("{}/{file}", folder.display()))
            .collect();
        print::note(&format!("written: {}", files.join(", ")));
    }
    Ok(())
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
        "{count} match-ups: {builds} {}, {situations} situations, {} rules; results would go to {}",
        plan.soldiers_word(),
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
        let tried_with = if plan.is_skirmish() { PROBED } else { BLOCK };
        let Ok(finding) = settle(plan, &matchup, Effort::Trials(tried_with), &Unwatched) else {
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
