//! The tables of a rules file, for people to read: `fairfight rules show`.

use super::data::{Role, Rules, Upgrade};
use crate::systems::{Words, points_text};

/// Every table with its name.
pub fn tables(rules: &Rules) -> Vec<(&'static str, Vec<Words>)> {
    vec![
        ("roles", vec![roles(rules)]),
        ("upgrades", vec![upgrades(rules)]),
        ("costs", costs(rules)),
    ]
}

fn roles(rules: &Rules) -> Words {
    let rows = rules.roles.iter().zip(&rules.costs.roles);
    let rows = rows.map(|(role, cost)| {
        vec![
            role.id.clone(),
            role.name.clone(),
            effect(role),
            points_text(Some(*cost)),
        ]
    });
    Words::table(
        &["id", "name", "what it does", "points"],
        "lllr",
        rows.collect(),
    )
}

fn effect(role: &Role) -> String {
    let mut words = Vec::new();
    for (value, name) in role.stats.iter().zip(["Skill", "Speed", "Armor"]) {
        if *value != 0 {
            words.push(format!("{name} {value:+}"));
        }
    }
    if role.guard != 0 {
        words.push(format!(
            "Armor {:+} for itself and allies within {}\"",
            role.guard, role.guard_radius
        ));
    }
    if role.draw_attack {
        words.push("free attack on a drawn melee check".to_owned());
    }
    if !role.note.is_empty() {
        words.push(role.note.clone());
    }
    if words.is_empty() {
        "nothing".to_owned()
    } else {
        words.join(", ")
    }
}

fn upgrades(rules: &Rules) -> Words {
    let rows = rules.upgrades.iter().zip(&rules.costs.upgrades);
    let rows = rows.map(|(upgrade, cost)| {
        vec![
            upgrade.id.clone(),
            upgrade.hands.to_string(),
            upgrade.arm.damage.to_string(),
            special(upgrade),
            points_text(Some(*cost)),
        ]
    });
    Words::table(
        &["id", "hands", "damage", "special rules", "points"],
        "lrrlr",
        rows.collect(),
    )
}

/// The special rules of an upgrade in words.
fn special(upgrade: &Upgrade) -> String {
    let arm = &upgrade.arm;
    let mut words = Vec::new();
    let mut say = |text: Option<String>| words.extend(text);
    say(upgrade.usage.ranged.then(|| "Ranged".to_owned()));
    say(arm.range.map(|range| format!("range {range}\"")));
    say((arm.aim != 0).then(|| format!("Aim {:+}", arm.aim)));
    say(arm.follow_up.map(|bonus| format!("Follow-up {bonus:+}")));
    say(arm.true_time.map(|margin| format!("True time {margin}")));
    say(arm.finisher.map(|damage| format!("Finisher {damage:+}")));
    say(arm.hook.map(|to_hit| format!("Hook {to_hit:+}")));
    say(arm.decapitate.map(|margin| format!("Decapitate {margin}")));
    say(arm.intimidating.then(|| "Intimidating".to_owned()));
    say(arm.crushing.map(|margin| format!("Crushing {margin}")));
    say(arm.heavy.map(|armor| format!("Heavy {armor}")));
    say(arm
        .blow_away
        .map(|[to_hit, push]| format!("Blow Away {to_hit:+}, {push}\"")));
    say((upgrade.protective != 0).then(|| format!("Protective {:+}", upgrade.protective)));
    words.join(", ")
}

fn costs(rules: &Rules) -> Vec<Words> {
    let costs = &rules.costs;
    let mut rows = vec![vec!["any fighter".to_owned(), points_text(costs.base)]];
    for (cost, name) in costs.stats.iter().zip(["Skill", "Speed", "Armor"]) {
        rows.push(vec![
            format!("each point of {name}"),
            points_text(Some(*cost)),
        ]);
    }
    let mut words = vec![Words::table(&["for", "points"], "lr", rows)];
    if costs.neutral() {
        words.push(Words::Line(
            "The source has no prices: roles and upgrades are free until a rules writer fills [costs]."
                .to_owned(),
        ));
    }
    words
}
