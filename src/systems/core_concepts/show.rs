//! The tables of a rules file, for people to read: `fairfight rules show`.

use super::data::{Rules, inches};
use crate::systems::{Words, points_text};

/// Every table with its name.
pub fn tables(rules: &Rules) -> Vec<(&'static str, Vec<Words>)> {
    vec![
        ("melee", vec![melee(rules)]),
        ("ranged", vec![ranged(rules)]),
        ("scale", vec![scale(rules)]),
    ]
}

fn melee(rules: &Rules) -> Words {
    let rows = rules.melee.iter().map(|weapon| {
        let special = if weapon.shove {
            format!("shoves {}", inches(rules.numbers.shove))
        } else {
            String::new()
        };
        vec![
            weapon.id.clone(),
            inches(weapon.reach),
            weapon.damage.to_string(),
            weapon.critical.to_string(),
            special,
            points_text(weapon.points),
        ]
    });
    Words::table(
        &[
            "id",
            "threat range",
            "damage",
            "critical",
            "on a critical",
            "points",
        ],
        "lrrrlr",
        rows.collect(),
    )
}

fn ranged(rules: &Rules) -> Words {
    let rows = rules.ranged.iter().map(|weapon| {
        let special = if weapon.pin {
            "no return fire, shorter cover move"
        } else {
            ""
        };
        vec![
            weapon.id.clone(),
            format!("{:+}", weapon.modifier),
            weapon.damage.to_string(),
            weapon.critical.words(),
            special.to_owned(),
            points_text(weapon.points),
        ]
    });
    Words::table(
        &[
            "id",
            "difficulty",
            "damage",
            "critical",
            "on a critical",
            "points",
        ],
        "lrrrlr",
        rows.collect(),
    )
}

fn scale(rules: &Rules) -> Words {
    let rows = rules
        .scale
        .iter()
        .map(|(sum, name)| vec![sum.to_string(), name.clone()]);
    Words::table(&["ability sum", "name"], "rl", rows.collect())
}
