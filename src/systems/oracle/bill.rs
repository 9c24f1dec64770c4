//! The bill of a build (reference, section 8). The source has no prices: a bill is empty until a rules writer fills the
//! price list, or gives a build a price of its own.

use super::build::Build;
use super::data::Rules;
use crate::systems::{Bill, Charge, Line};

/// What to say of a soldier without a price.
const NO_PRICES: &str = "these rules have no prices: fill [prices] in a rules file, or give the build `points` (section 8)";

/// What a build costs, and what is odd about it.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let (prices, profile) = (&rules.prices, &build.profile);
    let kind = &rules.types[profile.kind];
    let charge = |item: String, kind: &'static str, price: Option<f64>, path: &str| {
        // What the list leaves out costs nothing, unless nothing costs anything.
        let each = if prices.any() {
            Some(price.unwrap_or(0.0))
        } else {
            None
        };
        Charge::new(item, kind, each).at(format!("prices.{path}"))
    };
    let each = |what: &str, kind: &'static str, price: Option<f64>, n: f64| {
        charge(format!("point of {what}"), kind, price, kind).times(n)
    };
    let range = match profile.range {
        Some(at) => {
            let (range, price) = (&rules.ranges[at], prices.ranges[at]);
            let path = format!("ranges.{}", range.id);
            charge(
                format!("threat range {}", range.name),
                "range",
                price,
                &path,
            )
        }
        None => Charge::new(
            format!("threat range {}", range_words(rules, build)),
            "range",
            Some(0.0),
        ),
    };
    let parts = [
        (
            "soldier".to_owned(),
            charge("soldier".to_owned(), "soldier", prices.soldier, "soldier"),
        ),
        (
            kind.name.clone(),
            charge(
                kind.name.clone(),
                "type",
                prices.types[profile.kind],
                &format!("types.{}", kind.id),
            ),
        ),
        (
            format!("Initiative {}", profile.initiative),
            each(
                "Initiative",
                "initiative",
                prices.initiative,
                f64::from(profile.initiative),
            ),
        ),
        (
            format!("Speed {}", profile.speed),
            each("Speed", "speed", prices.speed, f64::from(profile.speed)),
        ),
        (format!("threat range {}", range_words(rules, build)), range),
        (
            format!("Toughness {}", profile.toughness),
            each(
                "Toughness",
                "toughness",
                prices.toughness,
                f64::from(profile.toughness),
            ),
        ),
        (
            format!("counts for {}", profile.weight),
            each("weight", "weight", prices.weight, f64::from(profile.weight)),
        ),
    ];
    if build.points.is_some() {
        let charge = Charge::new(build.label(), "own price", build.points);
        let charge = match build.id.as_str() {
            "" => charge,
            id => charge.at(format!("builds.{id}.points")),
        };
        bill.lines.push(Line::of("soldier", charge));
    } else if !prices.any() {
        // Nothing has a price; what could have one stands behind the one line.
        bill.lines.push(Line {
            item: "soldier".to_owned(),
            kind: "soldier",
            points: None,
            charges: parts.into_iter().map(|(_, charge)| charge).collect(),
        });
        bill.notes.push(NO_PRICES.to_owned());
    } else {
        let lines = parts.into_iter();
        bill.lines
            .extend(lines.map(|(item, charge)| Line::of(item, charge)));
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
