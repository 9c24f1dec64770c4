//! The tables of a rules file, for people to read: `fairfight rules show`.

use super::bill::range_words;
use super::data::Rules;
use crate::systems::Words;

/// Every table with its name.
pub fn tables(rules: &Rules) -> Vec<(&'static str, Vec<Words>)> {
    vec![
        ("types", vec![types(rules)]),
        ("ranges", vec![ranges(rules)]),
        ("weights", vec![weights(rules)]),
        ("soldiers", vec![soldiers(rules)]),
    ]
}

fn types(rules: &Rules) -> Words {
    let rows = rules.types.iter().map(|kind| {
        vec![
            kind.id.clone(),
            kind.name.clone(),
            kind.faces.words(),
            kind.role.clone(),
        ]
    });
    Words::table(&["id", "name", "faces", "role"], "llll", rows.collect())
}

fn ranges(rules: &Rules) -> Words {
    let rows = rules
        .ranges
        .iter()
        .map(|range| vec![range.id.clone(), range.name.clone(), range.reach.words()]);
    Words::table(&["id", "name", "reach"], "llr", rows.collect())
}

fn weights(rules: &Rules) -> Words {
    let rows = rules
        .weights
        .iter()
        .map(|(word, n)| vec![word.clone(), n.to_string()]);
    Words::table(&["id", "counts for"], "lr", rows.collect())
}

/// The profiles of the named builds.
fn soldiers(rules: &Rules) -> Words {
    let rows = rules.builds.iter().map(|build| {
        let profile = &build.profile;
        vec![
            build.id.clone(),
            rules.types[profile.kind].name.clone(),
            profile.initiative.to_string(),
            profile.speed.to_string(),
            range_words(rules, build),
            profile.toughness.to_string(),
            profile.weight.to_string(),
            build.policy.words(),
        ]
    });
    let head = [
        "id",
        "type",
        "initiative",
        "speed",
        "range",
        "toughness",
        "weight",
        "plan",
    ];
    Words::table(&head, "llrrlrrl", rows.collect())
}
