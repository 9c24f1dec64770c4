//! The bill of a build (reference, section 8). The source prints no prices: what is charged is what a rules writer has put
//! under `[costs]`, which is neutral as shipped, every model for the same.

use super::build::Build;
use super::data::{Rules, STAT_NAMES};
use crate::systems::{Bill, Line, points_text};

/// What a build costs.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let costs = &rules.costs;
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let mut units = costs.units.iter();
    if let Some((_, price)) = units.find(|(id, _)| *id == build.id && !id.is_empty()) {
        bill.lines.push(Line {
            item: build.label().to_owned(),
            kind: "unit",
            points: Some(*price),
        });
        return bill;
    }
    let mut line = |item: String, kind: &'static str, points: Option<f64>| {
        bill.lines.push(Line { item, kind, points });
    };
    // Nothing at no price would print as -0 where the price is negative.
    let times = |each: f64, n: f64| if each * n == 0.0 { 0.0 } else { each * n };
    line("Model".to_owned(), "base", costs.base);
    let moves = build.mov.iter().zip(costs.mov);
    for ((inches, each), name) in moves.zip(["Primary move", "Secondary move"]) {
        let price = times(each, f64::from(*inches));
        line(format!("{name} {inches}\""), "stat", Some(price));
    }
    let stats = build.stats.iter().zip(costs.stats);
    for ((value, each), name) in stats.zip(STAT_NAMES) {
        let price = times(each, f64::from(*value));
        line(format!("{name} {value}"), "stat", Some(price));
    }
    let weapon = &build.weapon;
    let mut weapons = rules.weapons.iter().zip(&costs.weapons);
    let listed = weapons.find(|(arm, _)| arm.id == weapon.id && !weapon.id.is_empty());
    match listed {
        Some((arm, price)) => line(arm.name.clone(), "weapon", Some(*price)),
        // A weapon of the build's own is in no table, and so free.
        None => line("a weapon of its own".to_owned(), "weapon", Some(0.0)),
    }
    for &at in &build.traits {
        let name = rules.traits[at].name.clone();
        line(name, "trait", Some(costs.traits[at]));
    }
    match costs.base {
        None => bill.notes.push(
            "nothing has a price: give `costs.base` one, and what else is charged for (section 8)"
                .to_owned(),
        ),
        Some(base) if costs.neutral() => bill.notes.push(format!(
            "the source prints no prices; this table is neutral, every model costs {}: fill [costs] to charge for \
             stats, weapons, traits or whole units (section 8)",
            points_text(Some(base))
        )),
        Some(_) => {}
    }
    bill
}
