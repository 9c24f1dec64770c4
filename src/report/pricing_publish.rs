//! All files of the prices at once, whole or not at all: `prices.csv`, `worth.csv`, `fair.toml` and `prices.md`; and the same as JSON.

use super::folder::Folder;
use super::goods::Good;
use super::markdown::markdown;
use super::override_file::{changed_cells, override_file};
use super::pricing::{Pricing, Weighed};
use super::pricing_summary::{laid_out, pricing_summary};
use super::pricing_words::{remarks, silence_text};
use super::publish::Outcome;
use super::tables::csv_writer;
use crate::points::{Appraised, Contest, Verdict, Worth};
use crate::scenario::Plan;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// The files of the prices.
pub const PRICE_FILES: &[&str] = &["prices.csv", "worth.csv", "fair.toml", "prices.md"];

/// The same where numbers were balanced on a table.
pub const BALANCE_FILES: &[&str] = &[
    "prices.csv",
    "worth.csv",
    "balances.csv",
    "fair.toml",
    "prices.md",
];

/// The columns of `balances.csv`.
pub const BALANCE_COLUMNS: &[&str] = &[
    "a",
    "b",
    "situation",
    "points_a",
    "points_b",
    "by_points",
    "one_a_is",
    "one_a_is_lo",
    "one_a_is_hi",
    "fights",
];

/// The columns of `prices.csv`.
pub const PRICE_COLUMNS: &[&str] = &[
    "item", "kind", "printed", "formula", "fair", "fair_lo", "fair_hi", "verdict", "new", "builds",
    "note", "cells", "part",
];

/// The columns of `worth.csv`.
pub const WORTH_COLUMNS: &[&str] = &[
    "build",
    "points",
    "rating",
    "by_rating",
    "by_rating_lo",
    "by_rating_hi",
    "by_force",
    "by_force_lo",
    "by_force_hi",
    "by_items",
    "new_points",
];

/// Writes what is known about the prices of a scenario. `extends` is what the override file says it changes.
pub fn publish_prices(
    plan: &Plan,
    pricing: &Pricing,
    folder: &Path,
    extends: &str,
) -> io::Result<Outcome> {
    let words = pricing_summary(plan, pricing);
    let table = pricing.appraisal.table();
    let cells = changed_cells(&pricing.goods.goods, &table);
    let rules = plan.variants[0].book.document().to_json();
    let mut files = Folder::new(folder)?;
    files.write("prices.csv", |out| prices_csv(pricing, out))?;
    files.write("worth.csv", |out| worth_csv(plan, pricing, out))?;
    if let Some(found) = &pricing.balances {
        files.write("balances.csv", |out| balances_csv(plan, found, out))?;
    }
    files.write("fair.toml", |out| {
        let text = override_file(extends, &remarks(plan, pricing), &rules, &cells);
        out.write_all(text.as_bytes())
    })?;
    files.write("prices.md", |out| {
        out.write_all(markdown(&words).as_bytes())
    })?;
    files.show()?;
    Ok(Outcome {
        json: about(plan, pricing),
        words: laid_out(&words),
    })
}

/// A price with its decimals; never a minus before nothing, and nothing for what is not known.
fn price(value: f64) -> String {
    if value.is_finite() {
        format!("{:.4}", value + 0.0)
    } else {
        String::new()
    }
}

fn row(good: &Good, item: &Appraised, note: &str, part: bool) -> Vec<String> {
    let maybe = |value: Option<f64>| value.map_or(String::new(), price);
    let cells: Vec<&str> = good.cells.iter().map(|cell| cell.path.as_str()).collect();
    vec![
        good.item.clone(),
        good.kind.to_owned(),
        maybe(good.printed),
        maybe(good.formula),
        price(item.fair),
        price(item.interval[0]),
        price(item.interval[1]),
        item.verdict.text().to_owned(),
        if part { String::new() } else { price(item.new) },
        item.carriers.to_string(),
        note.to_owned(),
        if part { String::new() } else { cells.join(" ") },
        if part { "yes" } else { "no" }.to_owned(),
    ]
}

/// One row a price, then one a thing that shares its price with others.
fn prices_csv(pricing: &Pricing, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv_writer(out);
    csv.write_record(PRICE_COLUMNS)?;
    let goods = &pricing.goods.goods;
    for (good, item) in goods.iter().zip(&pricing.appraisal.items) {
        csv.write_record(row(
            good,
            item,
            &silence_text(pricing, goods, item, good),
            false,
        ))?;
    }
    if let Some((fine, found)) = &pricing.parts {
        for (good, item) in fine.goods.iter().zip(&found.items) {
            if !goods
                .iter()
                .any(|known| known.item == good.item && known.kind == good.kind)
            {
                csv.write_record(row(
                    good,
                    item,
                    &silence_text(pricing, &fine.goods, item, good),
                    true,
                ))?;
            }
        }
    }
    csv.flush()
}

fn worth_csv(plan: &Plan, pricing: &Pricing, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv_writer(out);
    csv.write_record(WORTH_COLUMNS)?;
    let market = &pricing.market;
    let [fair, new] = [pricing.appraisal.fair(), pricing.appraisal.table()];
    for (i, soldier) in pricing.goods.soldiers.iter().enumerate() {
        let soldier = &plan.variants[0].soldiers[*soldier];
        let of = |worths: &Option<Vec<Worth>>| {
            let found = worths.as_ref().map(|worths| worths[i]);
            found.map_or([const { String::new() }; 4], |worth| {
                let [low, high] = worth.interval;
                [worth.rating, worth.points, low, high].map(price)
            })
        };
        let [rating, by_rating, rating_low, rating_high] = of(&pricing.rating);
        let [_, by_force, low, high] = of(&pricing.force);
        csv.write_record([
            soldier.name.clone(),
            soldier.recruit.points.map_or(String::new(), price),
            rating,
            by_rating,
            rating_low,
            rating_high,
            by_force,
            low,
            high,
            price(market.cost(i, &fair)),
            price(market.cost(i, &new)),
        ])?;
    }
    csv.flush()
}

/// One row a match-up: how many of B one A is worth, by points and on the table.
fn balances_csv(plan: &Plan, found: &[Weighed], out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv_writer(out);
    csv.write_record(BALANCE_COLUMNS)?;
    for weighed in found {
        let sides = plan.sides(&weighed.matchup);
        let points = sides.map(|soldier| soldier.recruit.points.unwrap_or(f64::NAN));
        csv.write_record([
            sides[0].name.clone(),
            sides[1].name.clone(),
            plan.situation(&weighed.matchup).to_owned(),
            price(points[0]),
            price(points[1]),
            price(points[0] / points[1]),
            price(weighed.worth),
            price(weighed.interval[0]),
            price(weighed.interval[1]),
            weighed.fights.to_string(),
        ])?;
    }
    csv.flush()
}

fn contest(contest: &Contest) -> Value {
    let of = |distance: &crate::points::Distance| {
        json!({
            "mean": distance.mean,
            "interval": distance.interval,
            "worst": distance.worst,
            "matchups": distance.pairs,
        })
    };
    json!({
        "before": of(&contest.before),
        "after": of(&contest.after),
        "gain": contest.gain,
        "gain_interval": contest.gain_interval,
    })
}

fn about(plan: &Plan, pricing: &Pricing) -> Value {
    let item = |goods: &[Good], good: &Good, item: &Appraised, part: bool| {
        json!({
            "item": good.item,
            "kind": good.kind,
            "part": part,
            "printed": good.printed,
            "formula": good.formula,
            "fair": item.fair,
            "interval": item.interval.map(|end| end.is_finite().then_some(end)),
            "verdict": item.verdict.text(),
            "new": (!part).then_some(item.new),
            "builds": item.carriers,
            "note": silence_text(pricing, goods, item, good),
            "cells": good.cells.iter().map(|cell| &cell.path).collect::<Vec<_>>(),
        })
    };
    let goods = &pricing.goods.goods;
    let items = goods.iter().zip(&pricing.appraisal.items);
    let items = items.map(|(good, found)| item(goods, good, found, false));
    let parts = pricing.parts.iter().flat_map(|(fine, found)| {
        let rows = fine.goods.iter().zip(&found.items);
        rows.map(|(good, found)| item(&fine.goods, good, found, true))
    });
    let interplay = pricing.interplay.0.iter().map(|pair| {
        json!({
            "items": pair.items.map(|at| &goods[at].item),
            "with": pair.with,
            "without": pair.without,
            "together": pair.together,
            "interval": pair.interval,
        })
    });
    let found = |verdict: Verdict| {
        let items = pricing.appraisal.items.iter();
        items.filter(|item| item.verdict == verdict).count()
    };
    json!({
        "fairfight": env!("CARGO_PKG_VERSION"),
        "scenario": plan.name,
        "title": plan.title,
        "system": plan.system,
        "fingerprint": plan.fingerprint,
        "matchups": plan.len(),
        "by": pricing.asked.by.text(),
        "balances": pricing.balances.as_ref().map(|found| json!({
            "fights": found.iter().map(|one| one.fights).sum::<u64>(),
            "open": found.iter().filter(|one| one.is_open()).count(),
        })),
        "builds": pricing.market.len(),
        "exact": pricing.market.scores.all_exact(),
        "slope": pricing.appraisal.slope,
        "slope_interval": pricing.appraisal.slope_interval,
        "misfit": pricing.appraisal.misfit,
        "pull": pricing.appraisal.pull,
        "resamples": pricing.appraisal.resamples,
        "false_findings": super::pricing::FALSE_FINDINGS,
        "tolerance": pricing.asked.tolerance,
        "cheap": found(Verdict::Cheap),
        "dear": found(Verdict::Dear),
        "fair": found(Verdict::Fair),
        "cannot_tell": found(Verdict::CannotTell),
        "recommended": pricing.recommended(),
        "proof": pricing.proof.map(|proof| json!({
            "heaps": proof.heaps,
            "all": contest(&proof.all),
            "equal_price": proof.equal.as_ref().map(contest),
        })),
        "items": items.collect::<Vec<Value>>(),
        "parts": parts.collect::<Vec<Value>>(),
        "interplay": interplay.collect::<Vec<Value>>(),
        "notes": plan.notes,
    })
}
