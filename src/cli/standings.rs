//! `fairfight standings`: a scenario's match-ups fought, and what its score matrix says of everybody.

use super::Failure;
use super::args::StandingsArgs;
use super::ask::set_threads;
use super::grid::{Begin, cannot_write, fight, folder, plan};
use super::progress;
use super::run::show;
use crate::report::{LEAGUE_FILES, MOST_BUILDS, missing_pair, publish_league};
use crate::run::{Measure, Shard};
use crate::systems::Library;
use std::process::ExitCode;

/// Fights a scenario and shows the standings.
pub fn standings(args: &StandingsArgs) -> Result<ExitCode, Failure> {
    set_threads(args.grid.threads);
    progress::listen();
    let plan = plan(&args.scenario, &args.grid, &mut Library::new())?;
    for variant in &plan.variants {
        let builds = variant.soldiers.len();
        if builds > MOST_BUILDS {
            return Err(Failure::Said(format!(
                "`{}` has {builds} builds, more than {MOST_BUILDS}: standings hold everybody against everybody in memory; \
                 take fewer builds, or `fairfight run`, which has no such bound",
                plan.name
            )));
        }
    }
    if let Some([a, b]) = missing_pair(&plan) {
        return Err(Failure::Said(format!(
            "in `{}`, `{a}` does not meet `{b}`: standings need everybody against everybody, so a [pairing] of kind \"all\" \
             without filters",
            plan.name
        )));
    }
    let folder = folder(&args.grid, &plan, false);
    let quiet = args.grid.quiet;
    if let Some((mut parts, _)) = fight(
        &plan,
        Measure::Scores,
        Shard::WHOLE,
        &folder,
        Begin::Either,
        quiet,
    )? {
        let outcome = publish_league(&plan, &mut parts, &folder).map_err(cannot_write(&folder))?;
        parts.remove(&folder, &plan.fingerprint);
        show(&outcome, LEAGUE_FILES, &folder, quiet, args.grid.json)?;
    }
    Ok(ExitCode::SUCCESS)
}
