//! The bill of a build (reference, section 8, CC-25): abilities and weapons, item by item.

use super::build::{ABILITIES, Build};
use super::data::Rules;
use super::toggles::Cost;
use crate::systems::{Bill, Line};

/// What a build costs.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let cost = rules.toggles.cost;
    if matches!(cost, Cost::Both | Cost::Abilities) {
        for ((key, value), price) in ABILITIES.iter().zip(build.abilities()).zip(rules.prices) {
            bill.lines.push(Line {
                item: format!("{key} {value}"),
                kind: "ability",
                points: Some(price * f64::from(value)),
            });
        }
    }
    let blades = build.blades.iter().map(|w| (&w.name, w.points));
    let guns = build.guns.iter().map(|w| (&w.name, w.points));
    if matches!(cost, Cost::Both | Cost::Weapons) {
        for (name, points) in blades.chain(guns) {
            bill.lines.push(Line {
                item: name.clone(),
                kind: "weapon",
                points,
            });
            if points.is_none() {
                bill.notes.push(format!("{name} has no price"));
            }
        }
    }
    if cost == Cost::File {
        bill.lines.push(Line {
            item: "its own price".to_owned(),
            kind: "model",
            points: build.points,
        });
        if build.points.is_none() {
            let note =
                "with `cost = \"file\"` a build's price is its key `points`, and it has none";
            bill.notes.push(note.to_owned());
        }
    }
    let sum = build.sum();
    bill.notes.push(match scale(rules, sum) {
        Some(name) => format!("abilities sum to {sum}: {name}"),
        None => format!("abilities sum to {sum}, which has no name (CC-30)"),
    });
    let oddities = build.oddities(rules).into_iter();
    bill.notes.extend(oddities.map(|(_, message)| message));
    bill
}

/// What an ability sum is called.
pub fn scale(rules: &Rules, sum: i64) -> Option<&str> {
    let row = rules.scale.iter().find(|row| row.0 == sum)?;
    Some(&row.1)
}
