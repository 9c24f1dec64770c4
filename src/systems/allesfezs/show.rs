//! The tables of a rules file, for people to read: `fairfight rules show`.

use super::build::Item;
use super::data::{Attacks, Cell, Damage, Rules, Weapon};
use crate::systems::{Align, Words, points_text};

/// Every table with its name.
pub fn tables(rules: &Rules) -> Vec<(&'static str, Vec<Words>)> {
    vec![
        ("weapons", vec![weapons(rules)]),
        ("armours", vec![armours(rules)]),
        ("ranges", vec![ranges(rules)]),
        ("aptitudes", vec![aptitudes(rules)]),
        ("skills", vec![skills(rules)]),
        ("damage_types", vec![damage_types(rules)]),
    ]
}

fn weapons(rules: &Rules) -> Words {
    let weapons = (0..rules.weapons.len()).map(Item::Weapon);
    let spells = (0..rules.spells.len()).map(|at| Item::Spell(at, 0));
    let rows = weapons.chain(spells).map(|item| {
        let weapon = rules.weapon(item);
        let range = weapon.range.map_or("-".to_owned(), |at| {
            let bonus = weapon.bonus.map_or(String::new(), |t| format!(" ({t:+})"));
            format!("{}{bonus}", rules.ranges[at].id.to_uppercase())
        });
        let damage = match weapon.spell_damage {
            Some(damage) => format!("any {damage}"),
            None => damages(rules, weapon),
        };
        let attacks = weapon
            .attacks
            .map_or("-".to_owned(), |attacks| match attacks {
                Attacks::Standard => "standard".to_owned(),
                Attacks::Quick => "quick".to_owned(),
                Attacks::Manual(n) => format!("manual {n}"),
                Attacks::Burst(n) => format!("burst {n}"),
                Attacks::Automatic(n) => format!("automatic {n}"),
            });
        vec![
            weapon.id.clone(),
            weapon.era.clone(),
            range,
            damage,
            attacks,
            rules.skills[weapon.class].id.clone(),
            special(weapon),
            points_text(Some(rules.item_price(item))),
        ]
    });
    Words::table(
        &[
            "id",
            "era",
            "range",
            "damage",
            "attacks",
            "class",
            "special rules",
            "points",
        ],
        "lllllllr",
        rows.collect(),
    )
}

fn damages(rules: &Rules, weapon: &Weapon) -> String {
    let amounts: Vec<String> = weapon
        .kinds
        .iter()
        .map(|(_, damage)| match damage {
            Damage::Fixed(n) => n.to_string(),
            Damage::LessPhy(n) => format!("{n} - PHY"),
        })
        .collect();
    let kinds: Vec<&str> = weapon
        .kinds
        .iter()
        .map(|(kind, _)| rules.types[*kind].id.as_str())
        .collect();
    let same = amounts.windows(2).all(|pair| pair[0] == pair[1]);
    let amount = if same {
        amounts.first().cloned().unwrap_or_default()
    } else {
        amounts.join("/")
    };
    format!("{} {amount}", kinds.join("/"))
}

fn special(weapon: &Weapon) -> String {
    let mut words = Vec::new();
    let mut say = |has: bool, text: String| {
        if has {
            words.push(text);
        }
    };
    say(weapon.hands > 1, format!("{}-handed", weapon.hands));
    say(weapon.thrown, "thrown".to_owned());
    say(weapon.ammo > 0, format!("ammo {}", weapon.ammo));
    say(weapon.long_reload, "long reload".to_owned());
    say(weapon.team_loaded.is_some(), "team loaded".to_owned());
    say(weapon.bayonet, "bayonet".to_owned());
    say(
        weapon.accurate > 0,
        format!("accurate +{}", weapon.accurate),
    );
    say(weapon.aim, "aim".to_owned());
    say(
        weapon.explosive.is_some(),
        format!("explosive {}\"", weapon.explosive.unwrap_or(0)),
    );
    say(weapon.overwatch, "overwatch".to_owned());
    words.join(", ")
}

fn armours(rules: &Rules) -> Words {
    let rows = rules.armours.iter().map(|armour| {
        let entries = armour.by_type.iter().zip(&rules.types);
        let entries =
            entries.filter_map(|(value, kind)| value.map(|value| format!("{} {value}", kind.id)));
        let points = points_text(Some(rules.armour_price(armour)));
        vec![
            armour.id.clone(),
            armour.base.to_string(),
            entries.collect::<Vec<_>>().join(", "),
            points,
        ]
    });
    Words::table(
        &["id", "base", "exceptions", "points"],
        "lrlr",
        rows.collect(),
    )
}

fn ranges(rules: &Rules) -> Words {
    let mut head = vec!["id".to_owned()];
    let mut from = 0;
    for edge in &rules.combat.edges {
        head.push(format!("{from}-{edge}\""));
        from = *edge;
    }
    let rows = rules.ranges.iter().map(|range| {
        let mut row = vec![range.id.clone()];
        for band in 0..rules.combat.edges.len() {
            row.push(match range.table.get(band) {
                Some(Cell::Modifier(n)) => format!("{n:+}"),
                Some(Cell::Bonus) => "T".to_owned(),
                Some(Cell::No) | None => String::new(),
            });
        }
        if range.contact {
            row[1] = "contact".to_owned();
        }
        row
    });
    let align = std::iter::once(Align::Left).chain(vec![Align::Right; rules.combat.edges.len()]);
    Words::Table {
        head,
        align: align.collect(),
        rows: rows.collect(),
    }
}

fn aptitudes(rules: &Rules) -> Words {
    let rows = rules.aptitudes.iter().map(|row| {
        vec![
            format!("+{}", row.bonus),
            row.name.clone(),
            row.standard.to_string(),
            row.quick.to_string(),
            points_text(Some(row.cost)),
            row.needs
                .map_or(String::new(), |needs| format!("{needs} or lower")),
        ]
    });
    Words::table(
        &["bonus", "name", "standard", "quick", "points", "attribute"],
        "rlrrrl",
        rows.collect(),
    )
}

fn skills(rules: &Rules) -> Words {
    let rows = rules.skills.iter().map(|skill| {
        vec![
            skill.id.clone(),
            skill.name.clone(),
            skill.attribute.label().to_owned(),
        ]
    });
    Words::table(&["id", "name", "attribute"], "lll", rows.collect())
}

fn damage_types(rules: &Rules) -> Words {
    let rows = rules.types.iter().map(|kind| {
        vec![
            kind.id.clone(),
            kind.ignores.to_string(),
            points_text(Some(kind.surcharge)),
            if kind.blockable {
                "with a shield"
            } else {
                "never"
            }
            .to_owned(),
        ]
    });
    Words::table(
        &["id", "armour ignored", "surcharge", "blocked at range"],
        "lrrl",
        rows.collect(),
    )
}
