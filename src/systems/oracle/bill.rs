//! The bill of a build (reference, section 8). The source has no prices: a bill is empty until a rules writer fills the
//! price list, or gives a build a price of its own.

use super::build::Build;
use super::data::Rules;
use crate::systems::{Bill, Line};

/// What to say of a soldier without a price.
const NO_PRICES: &str = "these rules have no prices: fill [prices] in a rules file, or give the build `points` (section 8)";

/// What a build costs, and what is odd about it.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let mut line = |item: String, kind: &'static str, points: Option<f64>| {
        bill.lines.push(Line { item, kind, points });
    };
    let (prices, profile) = (&rules.prices, &build.profile);
    if build.points.is_some() {
        line("soldier".to_owned(), "own price", build.points);
    } else if !prices.any() {
        line("soldier".to_owned(), "soldier", None);
        bill.notes.push(NO_PRICES.to_owned());
    } else {
        let kind = &rules.types[profile.kind];
        let each = |price: Option<f64>, n: f64| price.map(|price| price * n);
        let range = profile.range.and_then(|range| prices.ranges[range]);
        let parts = [
            ("soldier".to_owned(), "soldier", prices.soldier),
            (kind.name.clone(), "type", prices.types[profile.kind]),
            (
                format!("Initiative {}", profile.initiative),
                "initiative",
                each(prices.initiative, f64::from(profile.initiative)),
            ),
            (
                format!("Speed {}", profile.speed),
                "speed",
                each(prices.speed, f64::from(profile.speed)),
            ),
            (
                format!("threat range {}", range_words(rules, build)),
                "range",
                range,
            ),
            (
                format!("Toughness {}", profile.toughness),
                "toughness",
                each(prices.toughness, f64::from(profile.toughness)),
            ),
            (
                format!("counts for {}", profile.weight),
                "weight",
                each(prices.weight, f64::from(profile.weight)),
            ),
        ];
        for (item, kind, price) in parts {
            // What the list leaves out costs nothing.
            line(item, kind, Some(price.unwrap_or(0.0)));
        }
        if profile.range.is_none() {
            let note = "a threat range in inches is not on the price list".to_owned();
            bill.notes.push(note);
        }
    }
    bill.illegal = build
        .faults(rules)
        .into_iter()
        .map(|fault| fault.1)
        .collect();
    bill
}

/// The threat range in words: its name, or inches.
pub fn range_words(rules: &Rules, build: &Build) -> String {
    match build.profile.range {
        Some(range) => rules.ranges[range].name.clone(),
        None => build.profile.reach.words(),
    }
}
