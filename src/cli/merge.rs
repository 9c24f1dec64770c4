//! `fairfight merge`: the parts of a run that was shared out become its results.

use super::args::MergeArgs;
use super::grid::cannot_write;
use super::run::show;
use super::{Failure, print};
use crate::report::{RUN_FILES, publish};
use crate::run::{Measure, Pages, Parts};
use crate::scenario::Plan;
use std::process::ExitCode;

/// Joins the parts in a folder.
pub fn merge(args: &MergeArgs) -> Result<ExitCode, Failure> {
    let folder = args.folder.as_path();
    let said = |unfit: crate::run::Unfit| Failure::Said(unfit.to_string());
    let (fingerprint, count, plan) = Parts::find(folder).map_err(said)?;
    let plan = Plan::from_json(&plan)?;
    if fingerprint == Measure::Balances.fingerprint(&plan) {
        return Err(Failure::Said(format!(
            "the parts in `{}` are of `fairfight price --by force`: the same command goes on from there",
            folder.display()
        )));
    }
    if plan.fingerprint != fingerprint {
        return Err(Failure::Said(format!(
            "the parts in `{}` were fought by another version of fairfight: join them with that one",
            folder.display()
        )));
    }
    let pages = Pages::of(plan.len());
    let mut parts = Parts::open(folder, &fingerprint, count, pages).map_err(said)?;
    if !args.quiet {
        print::note(&format!("{}: joining {count} parts", plan.name));
    }
    let outcome = publish(&plan, &mut parts, folder, None).map_err(cannot_write(folder))?;
    parts.remove(folder, &fingerprint);
    show(&outcome, RUN_FILES, folder, args.quiet, args.json)?;
    Ok(ExitCode::SUCCESS)
}
