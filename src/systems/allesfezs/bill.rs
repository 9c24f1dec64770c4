//! The bill of a build (reference, section 8): attributes, aptitudes, weapons, armour, item by item.

use super::build::{Build, Item};
use super::data::{Armour, Attribute, Rules};
use super::toggles::{PointsSource, YesNo};
use crate::systems::{Bill, Charge, Line, steps};

/// What a build costs, and what is not legal about it.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let mut notes = Vec::new();
    let rows = attribute_rows(rules);
    for (value, which) in
        build
            .attributes
            .iter()
            .zip([Attribute::Mot, Attribute::Phy, Attribute::Wil])
    {
        let points = rules.attribute_price(*value);
        let item = format!("{} {value}", which.label());
        let row = rows.iter().position(|row| row.0 == value.to_string());
        let charges = match row {
            Some(row) => steps(&rows, row, "attribute", "attribute", which.label()),
            None => vec![Charge::new(item.clone(), "attribute", points)],
        };
        if points.is_none() {
            notes.push(format!("{item} has no price"));
        }
        bill.lines.push(Line {
            item,
            kind: "attribute",
            points,
            charges,
        });
    }
    let rows = aptitude_rows(rules);
    let mut aptitude = |name: &str, bonus: i32| {
        let points = rules.aptitude(bonus).map(|row| row.cost);
        let row = rows.iter().position(|row| row.0 == format!("+{bonus}"));
        bill.lines.push(Line {
            item: format!("{name} +{bonus}"),
            kind: "aptitude",
            points,
            charges: row.map_or(Vec::new(), |row| {
                steps(&rows, row, "aptitude", "aptitude", name)
            }),
        });
    };
    for &(skill, bonus) in &build.aptitudes {
        aptitude(&rules.skills[skill].name, bonus);
    }
    if build.elusive != 0 {
        aptitude("Elusive", build.elusive);
    }
    let mut line = |item: String, charge: Charge| bill.lines.push(Line::of(item, charge));
    for gear in &build.gear {
        let name = rules.item_name(gear.item);
        let item = if gear.count > 1 {
            format!("{name} x{}", gear.count)
        } else {
            name.clone()
        };
        let charge = gear_charge(rules, gear.item, name);
        line(item, charge.times(f64::from(gear.count)));
    }
    for spell in &build.other_spells {
        let known = rules.other_spells.iter().find(|known| known.0 == *spell);
        let name = known.map_or(spell.clone(), |known| known.1.clone());
        notes.push(format!(
            "{name} has no printed price, and no part in a duel (AE-57)"
        ));
        line(name.clone(), Charge::new(name, "spell", Some(0.0)));
    }
    if build.armour.id != "none" {
        let name = build.armour.name.clone();
        line(name.clone(), armour_charge(rules, &build.armour, name));
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
        let mut charge = Charge::new("STR above 1", "structure", Some(each))
            .times(extra)
            .at("toggles.structure_cost");
        charge.cells[0].whole = true;
        line(format!("STR {}", build.str), charge);
        if each == 0.0 {
            notes.push(
                "STR above 1 has no printed price: set structure_cost to charge it (AE-57)"
                    .to_owned(),
            );
        }
    }
    if build.shield {
        line(
            "Shield".to_owned(),
            Charge::new("Shield", "shield", Some(0.0)),
        );
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

/// The price list of attribute values: what each is called, costs in all, and where that stands.
fn attribute_rows(rules: &Rules) -> Vec<(String, f64, String)> {
    let rows = rules.prices.attributes.iter().enumerate();
    rows.map(|(at, (value, cost))| {
        let path = format!("prices.attributes[{at}].cost");
        (value.to_string(), *cost, path)
    })
    .collect()
}

/// The same of aptitudes.
fn aptitude_rows(rules: &Rules) -> Vec<(String, f64, String)> {
    let rows = rules.aptitudes.iter().enumerate();
    rows.map(|(at, row)| {
        let path = format!("aptitudes.rows[{at}].cost");
        (format!("+{}", row.bonus), row.cost, path)
    })
    .collect()
}

/// What a weapon or spell costs. With `points_source` a formula, its own cell is not read, so it has none.
fn gear_charge(rules: &Rules, item: Item, name: String) -> Charge {
    let weapon = rules.weapon(item);
    let printed = rules.toggles.points_source == PointsSource::Printed;
    let (table, priced) = match item {
        Item::Weapon(_) => ("weapons", &weapon.name),
        Item::Spell(..) => ("spells", &weapon.name),
    };
    let surcharged = matches!(item, Item::Spell(..)) && rules.toggles.spell_surcharge == YesNo::Yes;
    // A surcharge makes every damage type a price of its own.
    let priced = if surcharged { &name } else { priced };
    let mut charge = Charge::new(priced.clone(), "weapon", Some(rules.item_price(item))).part(name);
    charge.formula = Some(rules.item_formula(item));
    if printed && !surcharged {
        charge.at(format!("{table}.{}.points", weapon.id))
    } else {
        charge
    }
}

/// What an armour costs. One of a build's own has no cell.
fn armour_charge(rules: &Rules, armour: &Armour, name: String) -> Charge {
    let mut charge = Charge::new(name, "armour", Some(rules.armour_price(armour)));
    charge.formula = Some(rules.armour_formula_price(armour));
    let listed = rules.armours.iter().any(|known| known.id == armour.id);
    if listed && rules.toggles.points_source == PointsSource::Printed {
        charge.at(format!("armours.{}.points", armour.id))
    } else {
        charge
    }
}
