//! A build: one model as a player writes it down, read from a rules file or from a query. The source prints no limits for
//! profiles, so what can be written is legal; what it leaves out is that of the file's `[profile]`.

use super::data::{Arm, Kind, Rules, STATS, Weapon};
use super::policy::Policy;
use crate::document::{Checker, Field, Node, Shape};
use crate::systems::choices::Toggle;

/// The most traits a build can list.
const MOST_TRAITS: usize = 12;

/// One model.
#[derive(Clone, Debug)]
pub struct Build {
    /// Key in the rules file, or empty.
    pub id: String,
    /// Name for people; may be empty.
    pub name: String,
    /// A line on who it is.
    pub note: String,
    /// Primary and secondary move.
    pub mov: [u8; 2],
    /// Combat, Defense, Quality, Morale, Health, before traits.
    pub stats: [i16; 5],
    /// Its weapon.
    pub weapon: Weapon,
    /// Places in the traits.
    pub traits: Vec<usize>,
    /// How it fights.
    pub policy: Policy,
}

/// What a weapon may say: in the rules file (where it has a name), or in a build.
pub fn weapon_shape(named: bool) -> Shape {
    let text = Shape::text().doc("name for people");
    let int = |low: i64, high: i64| Shape::int(low..=high);
    Shape::table(vec![
        if named {
            Field::needed("name", text)
        } else {
            Field::maybe("name", text)
        },
        Field::needed(
            "type",
            Kind::shape()
                .doc("basic: any action; heavy: Primaries; setup: and only if it has not moved"),
        ),
        Field::needed(
            "ranges",
            Shape::list_of(int(1, 100), 3..=3)
                .doc("how far short, medium and long range go, in inches"),
        ),
        Field::maybe(
            "mods",
            Shape::list_of(int(-10, 10), 3..=3)
                .doc("Combat at short, medium and long range (default 0, 0, 0)"),
        ),
        Field::needed("rof", int(1, 10).doc("Rate of Fire")),
        Field::needed("accuracy", int(0, 10).doc("the most Aims a shot")),
        Field::needed(
            "power",
            int(0, 20).doc("Power: taken off Defense, added to casualty rolls"),
        ),
        Field::needed("damage", int(0, 10).doc("Damage of an unsaved hit")),
        Field::maybe(
            "suppression",
            int(0, 10).doc("Suppression X: Disruption of a hit (default 0)"),
        ),
        Field::maybe(
            "close_quarters",
            int(0, 10).doc("Close Quarters X: Combat in assault attacks (default 0)"),
        ),
        Field::maybe(
            "fire_on_the_move",
            Shape::flag().doc("Focus is not halved in an Advance (default false)"),
        ),
    ])
    .doc("a weapon")
}

/// Reads a weapon that has the shape; ranges that fall are a problem.
pub fn read_weapon(id: &str, node: &Node, checker: &mut Checker) -> Weapon {
    let int = |key: &str| {
        let number = node.get(key).and_then(Node::as_int).unwrap_or(0);
        number.clamp(-100, 100) as i16
    };
    let list = |key: &str| -> [i16; 3] {
        let items = node.get(key).map_or(&[][..], Node::items);
        std::array::from_fn(|at| {
            let number = items.get(at).and_then(Node::as_int).unwrap_or(0);
            number.clamp(-100, 100) as i16
        })
    };
    let ranges = list("ranges");
    if let Some(at) = node.get("ranges")
        && !ranges.is_sorted()
    {
        let message = "ranges must not fall: short, then medium, then long";
        checker.fail(at, message, None);
    }
    let name = node.get("name").and_then(Node::as_text);
    Weapon {
        id: id.to_owned(),
        name: name.unwrap_or_default().to_owned(),
        arm: Arm {
            kind: Kind::read(node.get("type")),
            ranges: ranges.map(|range| range.clamp(0, 100) as u8),
            mods: list("mods"),
            rof: int("rof").clamp(1, 10) as u8,
            accuracy: int("accuracy").clamp(0, 10) as u8,
            power: int("power"),
            damage: int("damage").clamp(0, 10) as u8,
            suppression: int("suppression").clamp(0, 10) as u8,
            close_quarters: int("close_quarters"),
            fire_on_the_move: node
                .get("fire_on_the_move")
                .and_then(Node::as_bool)
                .unwrap_or(false),
        },
    }
}

/// What a stat may be: Health is at least 1.
pub fn stat_shape(key: &str) -> Shape {
    match key {
        "hea" => Shape::int(1..=10),
        _ => Shape::int(0..=20),
    }
}

/// What a move may be.
pub fn mov_shape() -> Shape {
    Shape::list_of(Shape::int(0..=24), 2..=2).doc("primary and secondary move, in inches")
}

/// Reads two moves that have the shape.
pub fn read_mov(node: &Node) -> [u8; 2] {
    let items = node.items();
    std::array::from_fn(|at| {
        let number = items.get(at).and_then(Node::as_int).unwrap_or(0);
        number.clamp(0, 24) as u8
    })
}

impl Build {
    /// What may be written.
    pub fn shape() -> Shape {
        let stat = |key: &'static str, doc| Field::maybe(key, stat_shape(key).doc(doc));
        Shape::table(vec![
            Field::maybe("name", Shape::text().doc("name for people")),
            Field::maybe("note", Shape::text().doc("a line on who it is")),
            Field::maybe("mov", mov_shape()),
            stat("com", "Combat: to hit"),
            stat("def", "Defense: against hits"),
            stat("qlt", "Quality: Focus, initiative, casualties"),
            stat("mrl", "Morale: Rest, Rout, assaults"),
            stat("hea", "Health: damage before a casualty roll"),
            Field::maybe(
                "weapon",
                Shape::either(vec![
                    Shape::text().doc("a weapon's id"),
                    weapon_shape(false),
                ]),
            ),
            Field::maybe(
                "traits",
                Shape::list_of(Shape::text().doc("a trait's id"), 0..=MOST_TRAITS)
                    .doc("traits of the rules file"),
            ),
            Field::maybe("policy", Policy::shape()),
        ])
        .doc("one model; what is left out is that of [profile]")
    }

    /// Reads a build that has the shape; problems go to the checker.
    pub fn read(rules: &Rules, id: &str, node: &Node, checker: &mut Checker) -> Build {
        let text = |key: &str| {
            let text = node.get(key).and_then(Node::as_text);
            text.unwrap_or_default().to_owned()
        };
        let profile = &rules.profile;
        let stats = std::array::from_fn(|at| {
            let number = node.get(STATS[at]).and_then(Node::as_int);
            number.map_or(profile.stats[at], |number| number.clamp(0, 20) as i16)
        });
        let weapon = match node.get("weapon") {
            None => rules.weapons.get(profile.weapon).cloned(),
            Some(at) if at.as_text().is_some() => {
                find(at, "weapon", &rules.weapon_ids(), checker).map(|at| rules.weapons[at].clone())
            }
            Some(at) => Some(read_weapon("", at, checker)),
        };
        let listed = node.get("traits").map_or(&[][..], Node::items);
        let known = rules.trait_ids();
        let mut traits = Vec::new();
        for at in listed {
            match find(at, "trait", &known, checker) {
                Some(place) if traits.contains(&place) => {
                    let message = format!("`{}` is listed twice", known[place]);
                    checker.fail(at, message, Some("list each trait once".to_owned()));
                }
                place => traits.extend(place),
            }
        }
        Build {
            id: id.to_owned(),
            name: text("name"),
            note: text("note"),
            mov: node.get("mov").map_or(profile.mov, read_mov),
            stats,
            // Without one a problem has been reported, and the build is never used.
            weapon: weapon.unwrap_or_else(|| read_weapon("", &NOTHING, checker)),
            traits,
            policy: Policy::read(node.get("policy")),
        }
    }

    /// What to call it.
    pub fn label(&self) -> &str {
        if self.name.is_empty() {
            &self.id
        } else {
            &self.name
        }
    }
}

static NOTHING: Node = Node {
    value: crate::document::Value::Null,
    span: None,
};

/// The place of the name at `at`; a problem if there is none.
pub fn find(at: &Node, what: &str, known: &[&str], checker: &mut Checker) -> Option<usize> {
    let name = at.as_text()?;
    let found = known.iter().position(|id| *id == name);
    if found.is_none() {
        checker.unknown_name(at, what, name, known);
    }
    found
}
