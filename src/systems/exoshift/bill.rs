//! The bill of a build (reference, section 8). The source prints no prices: what is charged is what a rules writer has put
//! under `[costs]`, which is neutral as shipped, every model for the same.

use super::build::Build;
use super::data::{Rules, STAT_NAMES, STATS};
use crate::systems::{Bill, Charge, Line, points_text};

/// What a build costs.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let costs = &rules.costs;
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let mut units = costs.units.iter();
    if let Some((_, price)) = units.find(|(id, _)| *id == build.id && !id.is_empty()) {
        let charge = Charge::new(build.label(), "unit", Some(*price));
        let charge = charge.at(format!("costs.units.{}", build.id));
        bill.lines.push(Line::of(build.label(), charge));
        return bill;
    }
    let mut line = |item: String, charge: Charge| bill.lines.push(Line::of(item, charge));
    line(
        "Model".to_owned(),
        Charge::new("Model", "base", costs.base).at("costs.base"),
    );
    let moves = build.mov.iter().zip(costs.mov);
    let keys = [
        ("Primary move", "mov_primary"),
        ("Secondary move", "mov_secondary"),
    ];
    for ((inches, each), (name, key)) in moves.zip(keys) {
        let charge = Charge::new(format!("inch of {name}"), "stat", Some(each))
            .times(f64::from(*inches))
            .at(format!("costs.stats.{key}"));
        line(format!("{name} {inches}\""), charge);
    }
    let stats = build.stats.iter().zip(costs.stats);
    for (((value, each), name), key) in stats.zip(STAT_NAMES).zip(STATS) {
        let charge = Charge::new(format!("point of {name}"), "stat", Some(each))
            .times(f64::from(*value))
            .at(format!("costs.stats.{key}"));
        line(format!("{name} {value}"), charge);
    }
    let weapon = &build.weapon;
    let mut weapons = rules.weapons.iter().zip(&costs.weapons);
    let listed = weapons.find(|(arm, _)| arm.id == weapon.id && !weapon.id.is_empty());
    let charge = match listed {
        Some((arm, price)) => Charge::new(arm.name.clone(), "weapon", Some(*price))
            .at(format!("costs.weapons.{}", arm.id)),
        // A weapon of the build's own is in no table, and so free.
        None => Charge::new("a weapon of its own", "weapon", Some(0.0)),
    };
    line(charge.item.clone(), charge);
    for &at in &build.traits {
        let item = &rules.traits[at];
        let charge = Charge::new(item.name.clone(), "trait", Some(costs.traits[at]))
            .at(format!("costs.traits.{}", item.id));
        line(item.name.clone(), charge);
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
