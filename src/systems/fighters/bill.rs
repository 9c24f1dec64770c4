//! The bill of a build (reference, section 8). The source has no prices: what is charged is what a rules writer has put
//! under `[costs]`, which is neutral as shipped, every fighter for the same.

use super::build::Build;
use super::data::{Rules, STATS};
use crate::systems::{Bill, Charge, Line, points_text};

/// What a build costs, and what is not legal about it.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let costs = &rules.costs;
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let mut line = |item: String, charge: Charge| bill.lines.push(Line::of(item, charge));
    line(
        "Fighter".to_owned(),
        Charge::new("Fighter", "base", costs.base).at("costs.base"),
    );
    let stats = build.stats.iter().zip(costs.stats);
    for (((value, each), name), key) in stats.zip(["Skill", "Speed", "Armor"]).zip(STATS) {
        let charge = Charge::new(format!("point of {name}"), "stat", Some(each))
            .times(f64::from(*value))
            .at(format!("costs.stats.{key}"));
        line(format!("{name} {value}"), charge);
    }
    if let Some(at) = build.role {
        let role = &rules.roles[at];
        let charge = Charge::new(role.name.clone(), "role", Some(costs.roles[at]))
            .at(format!("costs.roles.{}", role.id));
        line(role.name.clone(), charge);
    }
    for &at in &build.upgrades {
        let upgrade = &rules.upgrades[at];
        let charge = Charge::new(upgrade.name.clone(), "upgrade", Some(costs.upgrades[at]))
            .at(format!("costs.upgrades.{}", upgrade.id));
        line(upgrade.name.clone(), charge);
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
