//! `fairfight price`: a scenario's match-ups fought, and what everything should cost.

use super::args::{ByArg, PriceArgs};
use super::ask::set_threads;
use super::grid::{Begin, cannot_write, fight, folder, not_finished, scenario_and_plan};
use super::progress::{self, Progress};
use super::run::show;
use super::{Failure, print};
use crate::points::Rounding;
use crate::report::{
    Asked, BALANCE_FILES, By, MOST_BUILDS, PRICE_FILES, Strengths, Tally, balances, pricing,
    publish_prices,
};
use crate::run::{Measure, Shard, relays};
use crate::scenario::Plan;
use crate::systems::{Library, find};
use std::path::Path;
use std::process::ExitCode;

/// Fewer builds than this have no prices to find.
const FEWEST: usize = 4;

/// Fights a scenario and prices what is in it.
pub fn price(args: &PriceArgs) -> Result<ExitCode, Failure> {
    set_threads(args.grid.threads);
    progress::listen();
    let asked = asked(args)?;
    let (scenario, plan) = scenario_and_plan(&args.scenario, &args.grid, &mut Library::new())?;
    fit_for_pricing(&plan, asked.by)?;
    let folder = folder(&args.grid, &plan, false);
    let quiet = args.grid.quiet;
    let measure = match asked.by {
        By::Force if plan.is_skirmish() => Measure::Balances,
        _ => Measure::Scores,
    };
    let whole = Shard::WHOLE;
    if let Some((mut parts, _)) = fight(&plan, measure, whole, &folder, Begin::Either, quiet)? {
        let tallies = Tally::of(&plan, &mut parts).map_err(cannot_write(&folder))?;
        let strengths = match (asked.by, measure) {
            (By::Rating, _) => Strengths::Scores,
            (By::Force, Measure::Balances) => {
                let found = balances(&plan, &mut parts).map_err(cannot_write(&folder))?;
                Strengths::Balances(found)
            }
            (By::Force, Measure::Scores) => {
                let progress = Progress::new(plan.len(), 0, quiet);
                let found = relays(&plan, &progress);
                progress.end();
                let found = found.map_err(|failed| not_finished(failed, &plan, &folder))?;
                Strengths::Relays(found)
            }
        };
        if !quiet {
            print::note("fitting prices, and proving them on builds held out");
        }
        let found = pricing(&plan, &tallies[0], strengths, asked);
        let extends = extends(&scenario.rules, &folder);
        let outcome =
            publish_prices(&plan, &found, &folder, &extends).map_err(cannot_write(&folder))?;
        parts.remove(&folder, &measure.fingerprint(&plan));
        let files = if found.balances.is_some() {
            BALANCE_FILES
        } else {
            PRICE_FILES
        };
        show(&outcome, files, &folder, quiet, args.grid.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the command line asks for.
fn asked(args: &PriceArgs) -> Result<Asked, Failure> {
    let rounding = match args.round.as_deref() {
        None => None,
        Some("preferred") => Some(Rounding::Preferred),
        Some(text) => match text.parse::<f64>() {
            Ok(step) if step.is_finite() && (1e-6..=1e6).contains(&step) => {
                Some(Rounding::To(step))
            }
            _ => {
                return Err(Failure::Said(format!(
                    "--round: expected a number of points such as 1 or 5, or `preferred`, found `{text}`"
                )));
            }
        },
    };
    if !(0.0..=1.0).contains(&args.tolerance) {
        return Err(Failure::Said(format!(
            "--tolerance: expected a part from 0 to 1, found {}",
            args.tolerance
        )));
    }
    Ok(Asked {
        by: match args.by {
            ByArg::Rating => By::Rating,
            ByArg::Force => By::Force,
        },
        rounding,
        tolerance: args.tolerance,
    })
}

/// Whether a plan can be priced at all.
fn fit_for_pricing(plan: &Plan, by: By) -> Result<(), Failure> {
    let no = |why: String| Err(Failure::Said(format!("`{}` {why}", plan.name)));
    let [variant] = plan.variants.as_slice() else {
        return no(format!(
            "has {} variants, and prices are for one set of rules: leave [variants] out, and say --set for each",
            plan.variants.len()
        ));
    };
    if plan.is_skirmish() {
        plan.fit_for_pricing(by == By::Force)?;
    }
    let builds = variant.soldiers.len();
    if builds < FEWEST {
        return no(format!(
            "has {builds} builds: prices need at least {FEWEST}, and some dozens to say much"
        ));
    }
    if builds > MOST_BUILDS {
        return no(format!(
            "has {builds} builds, more than {MOST_BUILDS}: prices hold everybody against everybody in memory; take fewer"
        ));
    }
    if plan.is_mirror() {
        return no("has nobody meet another: prices need a [pairing] of kind \"all\"".to_owned());
    }
    // By force numbers are what is looked for.
    let given = match by {
        By::Force if plan.is_skirmish() => 0,
        _ => variant.words.len() as u64,
    };
    for matchup in plan.matchups(0..given) {
        for pairing in plan.meet(&matchup)? {
            let [a, b] = pairing.pairing.numbers;
            if a != b {
                return no(format!(
                    "has {a} against {b} in a situation: prices are found from as many against as many"
                ));
            }
        }
    }
    Ok(())
}

/// What the override file in `folder` extends: a system, or a rules file by its path from there.
fn extends(rules: &str, folder: &Path) -> String {
    if find(rules).is_some() {
        return rules.to_owned();
    }
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let (from, to) = (whole(folder), whole(Path::new(rules)));
    let shared = from
        .components()
        .zip(to.components())
        .take_while(|(a, b)| a == b)
        .count();
    if shared == 0 {
        return to.display().to_string();
    }
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to
        .components()
        .skip(shared)
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}
