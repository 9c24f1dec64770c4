//! The tables of a rules file, for people to read: `fairfight rules show`.

use super::data::{LEADING, Rules, Skill};
use crate::systems::Words;

/// Every table with its name.
pub fn tables(rules: &Rules) -> Vec<(&'static str, Vec<Words>)> {
    let lines = |list: Vec<(&'static str, i32)>| {
        let rows = list
            .into_iter()
            .map(|(name, value)| vec![name.to_owned(), format!("{value:+}")]);
        vec![Words::table(&["line", "modifier"], "lr", rows.collect())]
    };
    vec![
        ("units", vec![units(rules)]),
        ("melee", vec![melee(rules)]),
        ("ranged", vec![ranged(rules)]),
        ("close_combat", lines(rules.close_combat.list())),
        ("aimed_fire", lines(rules.aimed_fire.list())),
        ("concentrated_volley", lines(rules.volley.list())),
        ("area_volley", lines(rules.area_volley.list())),
        ("disengage", lines(rules.disengage.list())),
        ("leadership", vec![leadership(rules)]),
        ("morale", lines(rules.morale.list())),
    ]
}

fn yes(flag: bool) -> String {
    if flag {
        "yes".to_owned()
    } else {
        String::new()
    }
}

/// The named builds.
fn units(rules: &Rules) -> Words {
    let number = |n: Option<i64>| n.map_or(String::new(), |n| n.to_string());
    let skill = |skill: Option<Skill>| skill.map_or("-".to_owned(), Skill::words);
    let rows = rules.builds.iter().map(|build| {
        vec![
            build.id.clone(),
            number(build.members.map(i64::from)),
            number(build.hits.map(i64::from)),
            format!("{:+}", build.armour),
            number(build.limit.map(i64::from)),
            number(build.movement.map(i64::from)),
            number(build.timing.map(i64::from)),
            number(build.morale.map(i64::from)),
            skill(build.skills[0]),
            skill(build.skills[1]),
            build.range().to_string(),
            build.formation.name().to_owned(),
            build.policy.words(),
        ]
    });
    let head = [
        "id",
        "members",
        "hits",
        "armour",
        "limit",
        "move",
        "timing",
        "morale",
        "close",
        "aimed",
        "range",
        "formation",
        "policy",
    ];
    Words::table(&head, "lrrrrrrrrrrll", rows.collect())
}

fn melee(rules: &Rules) -> Words {
    let rows = rules.melee.iter().map(|(id, name, weapon)| {
        vec![
            id.clone(),
            name.clone(),
            weapon.bd.to_string(),
            yes(weapon.ap),
            yes(weapon.parry),
            weapon.reach.to_string(),
        ]
    });
    let head = ["id", "name", "base damage", "piercing", "parry", "reach"];
    Words::table(&head, "llrllr", rows.collect())
}

fn ranged(rules: &Rules) -> Words {
    let three = |list: [String; 3]| list.join("/");
    let rows = rules.ranged.iter().map(|(id, name, weapon)| {
        vec![
            id.clone(),
            name.clone(),
            if weapon.aimed {
                weapon.bd.to_string()
            } else {
                "-".to_owned()
            },
            weapon.volley_bd.map_or("-".to_owned(), |bd| bd.to_string()),
            three(weapon.range.map(|bound| bound.to_string())),
            three(weapon.falloff.map(|less| less.to_string())),
            weapon.drift.to_string(),
        ]
    });
    let head = ["id", "name", "aimed", "volley", "range", "falloff", "drift"];
    Words::table(&head, "llrrrrr", rows.collect())
}

fn leadership(rules: &Rules) -> Words {
    let columns = rules.leading.map(|lines| lines.list());
    let rows = columns[0].iter().enumerate().map(|(row, (name, _))| {
        let mut cells = vec![(*name).to_owned()];
        cells.extend(columns.iter().map(|column| format!("{:+}", column[row].1)));
        cells
    });
    let mut head = vec!["line"];
    head.extend(LEADING);
    Words::table(&head, "lrrrrrr", rows.collect())
}
