//! The tables of a rules file, for people to read: `fairfight rules show`.

use super::data::{Rules, STAT_NAMES, Trait, Weapon};
use crate::systems::{Words, points_text};

/// Every table with its name.
pub fn tables(rules: &Rules) -> Vec<(&'static str, Vec<Words>)> {
    vec![
        ("weapons", vec![weapons(rules)]),
        ("traits", vec![traits(rules)]),
        ("casualty", vec![casualty(rules)]),
        ("costs", costs(rules)),
    ]
}

fn weapons(rules: &Rules) -> Words {
    let rows = rules.weapons.iter().zip(&rules.costs.weapons);
    let rows = rows.map(|(Weapon { id, arm, .. }, cost)| {
        let bands = arm.ranges.iter().zip(arm.mods);
        let bands: Vec<String> = bands
            .map(|(range, modifier)| match modifier {
                0 => range.to_string(),
                modifier => format!("{range} ({modifier:+})"),
            })
            .collect();
        vec![
            id.clone(),
            arm.kind.name().to_owned(),
            bands.join(" / "),
            arm.rof.to_string(),
            arm.accuracy.to_string(),
            arm.power.to_string(),
            arm.damage.to_string(),
            special(arm),
            points_text(Some(*cost)),
        ]
    });
    Words::table(
        &[
            "id", "type", "range", "RoF", "Acc", "Pow", "Dam", "traits", "points",
        ],
        "lllrrrrlr",
        rows.collect(),
    )
}

/// The traits of a weapon in words.
fn special(arm: &super::data::Arm) -> String {
    let mut words = Vec::new();
    if arm.suppression > 0 {
        words.push(format!("Suppression {}", arm.suppression));
    }
    if arm.close_quarters != 0 {
        words.push(format!("Close Quarters {}", arm.close_quarters));
    }
    if arm.fire_on_the_move {
        words.push("Fire on the Move".to_owned());
    }
    words.join(", ")
}

fn traits(rules: &Rules) -> Words {
    let rows = rules.traits.iter().zip(&rules.costs.traits);
    let rows = rows.map(|(item, cost)| {
        vec![
            item.id.clone(),
            item.name.clone(),
            effect(item),
            points_text(Some(*cost)),
        ]
    });
    Words::table(
        &["id", "name", "what it does", "points"],
        "lllr",
        rows.collect(),
    )
}

fn effect(item: &Trait) -> String {
    let mut words = Vec::new();
    for (value, name) in item.stats.iter().zip(STAT_NAMES) {
        if *value != 0 {
            words.push(format!("{name} {value:+}"));
        }
    }
    let cp = item.strategist + item.tactician;
    if cp > 0 {
        words.push(format!("{cp} CP a round"));
    }
    if item.platform {
        words.push("Snap Fire with a Heavy weapon".to_owned());
    }
    if item.resolute {
        words.push("rerolls a failed Rout test".to_owned());
    }
    if !item.note.is_empty() {
        words.push(item.note.clone());
    }
    if words.is_empty() {
        "nothing".to_owned()
    } else {
        words.join(", ")
    }
}

fn casualty(rules: &Rules) -> Words {
    let bars = rules.combat.casualty;
    let mut rows = Vec::new();
    let names = ["Unhurt", "Stunned", "Downed", "Wounded", "Incapacitated"];
    for (at, name) in names.into_iter().enumerate() {
        let totals = match at {
            0 => format!("up to {}", bars[0]),
            _ if bars[at] == bars[at - 1] => "never".to_owned(),
            _ if bars[at] == bars[at - 1] + 1 => bars[at].to_string(),
            _ => format!("{} to {}", bars[at - 1] + 1, bars[at]),
        };
        rows.push(vec![totals, name.to_owned()]);
    }
    rows.push(vec![
        format!("{} and more", bars[4] + 1),
        "Destroyed".to_owned(),
    ]);
    Words::table(
        &["d10 + Disruption + Power - Quality", "result"],
        "ll",
        rows,
    )
}

fn costs(rules: &Rules) -> Vec<Words> {
    let costs = &rules.costs;
    let mut rows = vec![vec!["any model".to_owned(), points_text(costs.base)]];
    let moves = costs.mov.iter().zip(["primary", "secondary"]);
    for (cost, name) in moves {
        let what = format!("each inch of {name} move");
        rows.push(vec![what, points_text(Some(*cost))]);
    }
    for (cost, name) in costs.stats.iter().zip(STAT_NAMES) {
        rows.push(vec![
            format!("each point of {name}"),
            points_text(Some(*cost)),
        ]);
    }
    for (id, cost) in &costs.units {
        rows.push(vec![
            format!("a whole `{id}`, whatever it is made of"),
            points_text(Some(*cost)),
        ]);
    }
    let mut words = vec![Words::table(&["for", "points"], "lr", rows)];
    if costs.neutral() {
        words.push(Words::Line(
            "The source prints no prices: everything is free beyond the model itself until a rules writer fills [costs]."
                .to_owned(),
        ));
    }
    words
}
