//! The bill of a build (reference, section 8). The source has no prices: what is charged is what a rules writer has put
//! under `[costs]`, which is neutral as shipped, every fighter for the same.

use super::build::Build;
use super::data::Rules;
use crate::systems::{Bill, Line, points_text};

/// What a build costs, and what is not legal about it.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let costs = &rules.costs;
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let mut line = |item: String, kind: &'static str, points: Option<f64>| {
        bill.lines.push(Line { item, kind, points });
    };
    line("Fighter".to_owned(), "base", costs.base);
    let stats = build.stats.iter().zip(costs.stats);
    for ((value, each), name) in stats.zip(["Skill", "Speed", "Armor"]) {
        let price = each * f64::from(*value);
        // A negative stat at no price would print as -0.
        let price = if price == 0.0 { 0.0 } else { price };
        line(format!("{name} {value}"), "stat", Some(price));
    }
    if let Some(role) = build.role {
        let name = rules.roles[role].name.clone();
        line(name, "role", Some(costs.roles[role]));
    }
    for &at in &build.upgrades {
        let name = rules.upgrades[at].name.clone();
        line(name, "upgrade", Some(costs.upgrades[at]));
    }
    match costs.base {
        None => bill.notes.push(
            "nothing has a price: give `costs.base` one, and what else is charged for (section 8)"
                .to_owned(),
        ),
        Some(base) if costs.neutral() => bill.notes.push(format!(
            "the source has no prices; this table is neutral, every fighter costs {}: fill [costs] to charge for stats, \
             roles and upgrades (section 8)",
            points_text(Some(base))
        )),
        Some(_) => {}
    }
    let faults = build.faults(rules).into_iter();
    bill.illegal = faults.map(|fault| fault.message).collect();
    bill
}
