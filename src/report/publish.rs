//! All of a run's files at once: `matchups.csv`, `builds.csv` and `run.json`, whole or not at all.

use super::folder::Folder;
use super::standings::Standings;
use super::summary::summary;
use super::tables::{builds_csv, matchups_csv};
use crate::points::Fair;
use crate::run::Parts;
use crate::scenario::{Effort, Plan};
use crate::systems::Words;
use serde_json::{Value, json};
use std::io;
use std::path::Path;

/// The files of a run.
pub const RUN_FILES: &[&str] = &["matchups.csv", "builds.csv", "run.json"];

/// How the fights were run: the one thing about a run that is not the same each time.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Run {
    /// How long it took, from the last resume on.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
}

/// What a run came to, for people and for scripts.
pub struct Outcome {
    /// The summary.
    pub words: Vec<Words>,
    /// The same as JSON.
    pub json: Value,
}

/// Writes the files of a finished run.
pub fn publish(
    plan: &Plan,
    parts: &mut Parts,
    folder: &Path,
    run: Option<Run>,
) -> io::Result<Outcome> {
    let mut files = Folder::new(folder)?;
    let standings = Standings::of(plan, parts, folder)?;
    files.write("matchups.csv", |out| {
        matchups_csv(plan, parts, &standings, out)
    })?;
    files.write("builds.csv", |out| builds_csv(plan, &standings, out))?;
    let about = about(plan, &standings, run);
    files.write("run.json", |out| writeln!(out, "{about:#}"))?;
    files.show()?;
    let mut json = about;
    json["builds"] = builds(plan, &standings);
    Ok(Outcome {
        words: summary(plan, &standings),
        json,
    })
}

/// What `run.json` says. `time` stands last: all before it is the same for the same run.
fn about(plan: &Plan, standings: &Standings, run: Option<Run>) -> Value {
    let variants = plan.variants.iter().zip(&standings.fields).enumerate();
    let variants: Vec<Value> = variants
        .map(|(at, (variant, field))| {
            json!({
                "name": variant.name,
                "rules_fingerprint": plan.rules_fingerprint(at),
                "builds": variant.soldiers.len(),
                "slope": field.curve.map(|curve| curve.slope),
                "mean_distance_from_points": field.mean_distance,
            })
        })
        .collect();
    let (trials, precision) = match plan.effort {
        Effort::Trials(trials) => (Some(trials), None),
        Effort::Precision(precision) => (None, Some(precision)),
    };
    let mut about = json!({
        "fairfight": env!("CARGO_PKG_VERSION"),
        "scenario": plan.name,
        "title": plan.title,
        "system": plan.system,
        "fingerprint": plan.fingerprint,
        "variants": variants,
        "settings": {
            "method": plan.method.name(),
            "trials": trials,
            "precision": precision,
            "seed": plan.seed,
        },
        "matchups": plan.len(),
        "exact": standings.exact,
        "sampled": standings.sampled,
        "fights": standings.fights,
        "notes": plan.notes,
    });
    if let Some(run) = run {
        about["time"] = json!({"seconds": run.seconds, "threads": run.threads});
    }
    about
}

/// The standings as JSON.
fn builds(plan: &Plan, standings: &Standings) -> Value {
    let fields = plan.variants.iter().zip(&standings.fields);
    fields
        .flat_map(|(variant, field)| {
            field.standings.iter().map(|standing| {
                let soldier = &variant.soldiers[standing.soldier];
                json!({
                    "build": soldier.name,
                    "variant": variant.name,
                    "points": soldier.recruit.points,
                    "matchups": standing.matchups,
                    "mean_score": standing.score,
                    "rank": standing.rank,
                    "residual": standing.residual,
                    "residual_interval": standing.residual_interval,
                    "value_rank": standing.value_rank,
                    "fair_points": match standing.fair {
                        Fair::Points(points) => Some(points),
                        _ => None,
                    },
                })
            })
        })
        .collect()
}
