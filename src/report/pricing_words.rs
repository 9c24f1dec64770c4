//! How prices are said, in the summary, the files and the override alike: a price, its interval, why nothing can be told
//! of one, and whether to take the new table.

use super::goods::Good;
use super::pricing::Pricing;
use crate::points::{Appraised, Silence};
use crate::scenario::Plan;

/// A price with as many decimals as the table needs.
pub(super) fn price(pricing: &Pricing, value: f64) -> String {
    let decimals = match pricing.mean_cost {
        mean if mean >= 20.0 || mean <= 0.0 => 1,
        mean if mean >= 2.0 => 2,
        _ => 3,
    };
    // Never a minus before nothing.
    let shown = format!("{value:.decimals$}");
    match shown.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        _ => shown,
    }
}

/// A printed price.
pub(super) fn printed(value: Option<f64>) -> String {
    crate::systems::points_text(value)
}

/// An interval of prices.
pub(super) fn between(pricing: &Pricing, [low, high]: [f64; 2]) -> String {
    if high.is_finite() {
        format!("{}..{}", price(pricing, low), price(pricing, high))
    } else {
        "unknown".to_owned()
    }
}

/// Why nothing can be told of an item, and what would help; empty where something can.
pub(super) fn silence_text(
    pricing: &Pricing,
    goods: &[Good],
    item: &Appraised,
    good: &Good,
) -> String {
    let names = |items: &[usize]| {
        let mut names: Vec<&str> = items.iter().map(|at| goods[*at].item.as_str()).collect();
        let more = names.len().saturating_sub(3);
        names.truncate(3);
        match more {
            0 => names.join(", "),
            more => format!("{} and {more} more", names.join(", ")),
        }
    };
    let why = match &item.silence {
        None => String::new(),
        Some(Silence::Absent) => "no build has it: add some that do".to_owned(),
        Some(Silence::Everybody) => {
            "every build has it, and as much: add builds that have more or less of it".to_owned()
        }
        Some(Silence::Few { with, without }) if with <= without => {
            format!("only {with} of the builds have it: add some that do, in several combinations")
        }
        Some(Silence::Few { without, .. }) => {
            format!("only {without} of the builds are without it: add some")
        }
        Some(Silence::Together(others, fair, interval)) => format!(
            "always together with {}: all of them should cost {} ({}){}; add builds that have one without the others",
            names(others),
            price(pricing, *fair),
            between(pricing, *interval),
            // Things that share a price have none of their own to change.
            if pricing.goods.goods.contains(good) && Some(item.new) != good.printed {
                " and are changed together"
            } else {
                ""
            }
        ),
        Some(Silence::Confounded(others)) if others.is_empty() => {
            "the scores say next to nothing of it: add builds that differ in nothing else"
                .to_owned()
        }
        Some(Silence::Confounded(others)) => format!(
            "cannot be told from {}: add builds that combine them otherwise",
            names(others)
        ),
        Some(Silence::Wide) => {
            "the interval holds both a fair price and a wrong one: add builds that have it"
                .to_owned()
        }
    };
    let place = if good.cells.is_empty() {
        "the rules file has no cell for it"
    } else {
        ""
    };
    match (why.is_empty(), place.is_empty()) {
        (false, false) => format!("{why}; {place}"),
        (true, _) => place.to_owned(),
        _ => why,
    }
}

/// What stands at the head of the override file.
pub(super) fn remarks(plan: &Plan, pricing: &Pricing) -> Vec<String> {
    let mut remarks = vec![format!(
        "Prices that fairfight {} found for \"{}\", by {}.",
        env!("CARGO_PKG_VERSION"),
        plan.title.replace(['\n', '\r'], " "),
        pricing.asked.by.text()
    )];
    remarks.push(verdict(pricing));
    remarks.push("Only what is clearly cheap or dear is changed. Use it with --rules.".to_owned());
    remarks
}

/// Whether to take the new table, in a sentence.
pub(super) fn verdict(pricing: &Pricing) -> String {
    let changes = pricing.appraisal.items.iter().zip(pricing.market.table());
    let changes = changes.filter(|(item, old)| item.new != *old).count();
    match (&pricing.proof, changes) {
        (_, 0) => "Nothing is clearly mispriced: the new table is the printed one.".to_owned(),
        (None, _) => "NOT RECOMMENDED: there are too few builds to hold some out, so nothing is proved.".to_owned(),
        (Some(proof), _) if proof.better => {
            "Recommended: on match-ups held out from the fit it is fairer than the printed table.".to_owned()
        }
        (Some(_), _) => {
            "NOT RECOMMENDED: on match-ups held out from the fit it is not clearly fairer than the printed table.".to_owned()
        }
    }
}
