//! The bill of a build (reference, section 8, CC-25): abilities and weapons, item by item.

use super::build::{ABILITIES, Build};
use super::data::Rules;
use super::toggles::Cost;
use crate::systems::{Bill, Charge, Line};

/// What a build costs.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let cost = rules.toggles.cost;
    if matches!(cost, Cost::Both | Cost::Abilities) {
        for ((key, value), price) in ABILITIES.iter().zip(build.abilities()).zip(rules.prices) {
            let charge = Charge::new(format!("{key} point"), "ability", Some(price))
                .times(f64::from(value))
                .at(format!("abilities.points.{key}"));
            bill.lines.push(Line::of(format!("{key} {value}"), charge));
        }
    }
    let blades = build
        .blades
        .iter()
        .map(|w| ("melee", &w.id, &w.name, w.points));
    let guns = build
        .guns
        .iter()
        .map(|w| ("ranged", &w.id, &w.name, w.points));
    if matches!(cost, Cost::Both | Cost::Weapons) {
        for (table, id, name, points) in blades.chain(guns) {
            let charge = Charge::new(name.clone(), "weapon", points);
            // A weapon of the build's own is in no table.
            let charge = match id.as_str() {
                "" => charge,
                id => charge.at(format!("{table}.{id}.points")),
            };
            bill.lines.push(Line::of(name.clone(), charge));
            if points.is_none() {
                bill.notes.push(format!("{name} has no price"));
            }
        }
    }
    if cost == Cost::File {
        let charge = Charge::new(build.label(), "model", build.points);
        let charge = match build.id.as_str() {
            "" => charge,
            id => charge.at(format!("builds.{id}.points")),
        };
        bill.lines.push(Line::of("its own price", charge));
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
