//! The bill of a build (reference, section 8): attributes, aptitudes, weapons, armour, item by item.

use super::build::Build;
use super::data::{Attribute, Rules};
use crate::systems::{Bill, Line};

/// What a build costs, and what is not legal about it.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let mut line = |item: String, kind: &'static str, points: Option<f64>| {
        bill.lines.push(Line { item, kind, points });
    };
    let mut notes = Vec::new();
    for (value, which) in
        build
            .attributes
            .iter()
            .zip([Attribute::Mot, Attribute::Phy, Attribute::Wil])
    {
        let price = rules.attribute_price(*value);
        line(format!("{} {value}", which.label()), "attribute", price);
        if price.is_none() {
            notes.push(format!("{} {value} has no price", which.label()));
        }
    }
    let aptitude = |bonus: i32| rules.aptitude(bonus).map(|row| row.cost);
    for &(skill, bonus) in &build.aptitudes {
        line(
            format!("{} +{bonus}", rules.skills[skill].name),
            "aptitude",
            aptitude(bonus),
        );
    }
    if build.elusive != 0 {
        line(
            format!("Elusive +{}", build.elusive),
            "aptitude",
            aptitude(build.elusive),
        );
    }
    for gear in &build.gear {
        let name = rules.item_name(gear.item);
        let count = f64::from(gear.count);
        let item = if gear.count > 1 {
            format!("{name} x{}", gear.count)
        } else {
            name
        };
        line(item, "weapon", Some(count * rules.item_price(gear.item)));
    }
    for spell in &build.other_spells {
        let known = rules.other_spells.iter().find(|known| known.0 == *spell);
        let name = known.map_or(spell.clone(), |known| known.1.clone());
        notes.push(format!(
            "{name} has no printed price, and no part in a duel (AE-57)"
        ));
        line(name, "spell", Some(0.0));
    }
    if build.armour.id != "none" {
        line(
            build.armour.name.clone(),
            "armour",
            Some(rules.armour_price(&build.armour)),
        );
        if build.armour.id == "anti_bullet_shirt"
            && build.armour.points.is_none()
            && rules.toggles.anti_bullet_shirt.0 == 0
        {
            notes.push(
                "the row of this armour is unfinished and prints no price (AE-46)".to_owned(),
            );
        }
    }
    let extra = f64::from(build.str - 1);
    if extra > 0.0 {
        let each = rules.toggles.structure_cost.0 as f64;
        line(
            format!("STR {}", build.str),
            "structure",
            Some(extra * each),
        );
        if each == 0.0 {
            notes.push(
                "STR above 1 has no printed price: set structure_cost to charge it (AE-57)"
                    .to_owned(),
            );
        }
    }
    if build.shield {
        line("Shield".to_owned(), "shield", Some(0.0));
        notes.push("a shield has no printed price (AE-57)".to_owned());
    }
    if build.mov.is_some() {
        notes.push("a MOV of its own has no printed price (AE-57)".to_owned());
    }
    if build.teleports {
        notes.push("Teleports has no printed price (AE-57)".to_owned());
    }
    bill.notes = notes;
    bill.illegal = build
        .faults(rules)
        .into_iter()
        .map(|fault| fault.message)
        .collect();
    bill
}
