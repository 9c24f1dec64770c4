//! All files of the standings at once, whole or not at all, and the same as JSON.

use super::folder::Folder;
use super::league::{League, Table};
use super::league_summary::league_summary;
use super::league_tables::{dominated, matrix_csv, standings_csv, superiority_csv};
use super::publish::Outcome;
use super::standings::Standings;
use crate::run::Parts;
use crate::scenario::{Plan, Variant};
use crate::stats::{ELO, PRIOR};
use serde_json::{Value, json};
use std::io;
use std::path::Path;

/// The files of the standings.
pub const LEAGUE_FILES: &[&str] = &["standings.csv", "matrix.csv", "superiority.csv"];

/// Writes the standings of a finished run in which everybody met everybody.
pub fn publish_league(plan: &Plan, parts: &mut Parts, folder: &Path) -> io::Result<Outcome> {
    let mut files = Folder::new(folder)?;
    let standings = Standings::of(plan, parts, folder)?;
    let league = League::of(plan, parts, &standings)?;
    files.write("standings.csv", |out| standings_csv(plan, &league, out))?;
    files.write("matrix.csv", |out| matrix_csv(plan, &league, out))?;
    files.write("superiority.csv", |out| superiority_csv(plan, &league, out))?;
    files.show()?;
    let variants: Vec<Value> = plan
        .variants
        .iter()
        .zip(&league.tables)
        .map(|(variant, table)| of_variant(variant, table))
        .collect();
    Ok(Outcome {
        words: league_summary(plan, &standings, &league),
        json: json!({
            "fairfight": env!("CARGO_PKG_VERSION"),
            "scenario": plan.name,
            "title": plan.title,
            "system": plan.system,
            "fingerprint": plan.fingerprint,
            "matchups": plan.len(),
            "exact": standings.exact,
            "sampled": standings.sampled,
            "fights": standings.fights,
            "seed": plan.seed,
            "rating_prior": PRIOR,
            "notes": plan.notes,
            "variants": variants,
        }),
    })
}

fn of_variant(variant: &Variant, table: &Table) -> Value {
    let name = |at: usize| variant.soldiers[at].name.as_str();
    let cycles = table.cycles.iter().map(|cycle| {
        let [a, b, c] = cycle.builds;
        let links = [(a, b), (b, c), (c, a)].map(|(x, y)| {
            let cell = table.scores.at(x, y);
            json!({"build": name(x), "against": name(y), "score": cell.score, "interval": [cell.low, cell.high]})
        });
        json!({"weakest": cycle.weakest, "links": links})
    });
    let builds = table.order.iter().map(|at| {
        let placed = &table.placed[*at];
        let [by, how] = dominated(variant, &placed.dominated);
        let said = |text: String| (!text.is_empty()).then_some(text);
        json!({
            "build": name(*at),
            "points": variant.soldiers[*at].recruit.points,
            "rating": ELO * placed.rating,
            "rating_interval": placed.rating_interval.map(|end| ELO * end),
            "dominated_by": said(by),
            "dominated_how": said(how),
            "equilibrium_share": placed.share,
            "share_interval": placed.share_interval,
            "support_frequency": placed.support,
            "against_mix": placed.against_mix,
            "mean_score": placed.score.score,
            "score_interval": [placed.score.low, placed.score.high],
        })
    });
    json!({
        "name": variant.name,
        "method": if table.exact { "exact" } else { "sampled" },
        "resamples": table.resamples,
        "mix_resampled": if table.exact { "field" } else { "dice" },
        "priced": table.priced,
        "slope": table.curve.map(|curve| curve.slope),
        "exploitability": table.exploitability,
        "transitivity": table.transitivity,
        "transitivity_interval": table.transitivity_interval,
        "cycles": cycles.collect::<Vec<Value>>(),
        "builds": builds.collect::<Vec<Value>>(),
    })
}
