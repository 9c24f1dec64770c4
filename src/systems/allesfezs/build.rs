//! A build: one unit as a rules writer writes it down, read from a rules file or from a query. An impossible build (aptitude 5, attribute 25) never becomes a [`Build`]; an illegal one does.

use super::data::{Armour, Attribute, Damage, Rules, Weapon};
use super::policy::Policy;
use crate::document::{Checker, Field, Node, Shape};

/// The most entries in a build's list of weapons.
pub const MOST_WEAPONS: usize = 12;

/// One unit.
#[derive(Clone, Debug)]
pub struct Build {
    /// Key in the rules file, or empty.
    pub id: String,
    /// Name for people; may be empty.
    pub name: String,
    /// Key of its era; may be empty.
    pub era: String,
    /// A line on who it is.
    pub note: String,
    /// MOT, PHY, WIL.
    pub attributes: [i32; 3],
    /// Structure.
    pub str: u8,
    /// (place in the skills, bonus), in the order of the skills.
    pub aptitudes: Vec<(usize, i32)>,
    /// Weapons and aimed spells, in the order listed.
    pub gear: Vec<Gear>,
    /// Spells that are no attack, by their ids: they have no part in a duel.
    pub other_spells: Vec<String>,
    /// Armour.
    pub armour: Armour,
    /// Carries a shield.
    pub shield: bool,
    /// Elusive N.
    pub elusive: i32,
    /// Its own MOV, whatever the table says.
    pub mov: Option<i32>,
    /// Its own REC.
    pub rec: Option<i32>,
    /// MOV and REC on its card, used with `derived = card` (AE-02).
    pub card: [Option<i32>; 2],
    /// Its moves provoke no reactions.
    pub teleports: bool,
    /// How it fights.
    pub policy: Policy,
}

/// A weapon or spell that a build carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gear {
    /// What it is.
    pub item: Item,
    /// How many.
    pub count: u8,
}

/// What a piece of gear is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A place in the weapons.
    Weapon(usize),
    /// A place in the spells, and the damage type chosen.
    Spell(usize, usize),
}

impl Build {
    /// What may be written.
    pub fn shape() -> Shape {
        let attribute = |doc| Shape::int(-1_000..=1_000).doc(doc);
        let weapon = Shape::either(vec![
            Shape::text().doc("a weapon's id, or a spell as `bolt:plasma`"),
            Shape::table(vec![
                Field::needed("id", Shape::text().doc("a weapon's id")),
                Field::maybe(
                    "count",
                    Shape::int(1..=100).doc("how many; the instances of a thrown weapon"),
                ),
            ]),
        ]);
        let armour = Shape::either(vec![
            Shape::text().doc("an armour's id"),
            Shape::open_table(
                vec![Field::needed(
                    "base",
                    Shape::int(0..=100).doc("value against every other type"),
                )],
                Shape::int(0..=100).doc("value against this damage type"),
            ),
        ]);
        Shape::table(vec![
            Field::maybe("name", Shape::text().doc("name for people")),
            Field::maybe("era", Shape::text().doc("an era's id")),
            Field::maybe("note", Shape::text().doc("a line on who it is")),
            Field::needed("mot", attribute("Motorics; lower is better")),
            Field::needed("phy", attribute("Physique; lower is better")),
            Field::needed("wil", attribute("Willpower; lower is better")),
            Field::maybe(
                "str",
                Shape::int(1..=255).doc("Structure: unsaved hits it can take (default 1)"),
            ),
            Field::maybe(
                "aptitudes",
                Shape::map(Shape::int(-1_000..=1_000)).doc("bonus by skill"),
            ),
            Field::maybe(
                "weapons",
                Shape::list_of(weapon, 0..=MOST_WEAPONS).doc("in order of preference on a tie"),
            ),
            Field::maybe("armour", armour.doc("default `none`")),
            Field::maybe("shield", Shape::flag().doc("carries a shield")),
            Field::maybe(
                "elusive",
                Shape::int(-1_000..=1_000).doc("Elusive N, an aptitude value (AE-44)"),
            ),
            Field::maybe(
                "mov",
                Shape::int(0..=100).doc("its own MOV, whatever the table says (AE-02)"),
            ),
            Field::maybe("rec", Shape::int(0..=100).doc("its own REC (AE-02)")),
            Field::maybe(
                "card_mov",
                Shape::int(0..=100).doc("MOV on its card, used with derived = card"),
            ),
            Field::maybe(
                "card_rec",
                Shape::int(0..=100).doc("REC on its card, used with derived = card"),
            ),
            Field::maybe(
                "teleports",
                Shape::flag().doc("its moves provoke no reactions"),
            ),
            Field::maybe("policy", Policy::shape()),
        ])
        .doc("one unit")
    }

    /// Reads a build that has the shape; problems go to the checker.
    pub fn read(rules: &Rules, id: &str, node: &Node, checker: &mut Checker) -> Build {
        let text = |key: &str| {
            node.get(key)
                .and_then(Node::as_text)
                .unwrap_or_default()
                .to_owned()
        };
        let small = |key: &str| node.get(key).and_then(Node::as_int).map(|n| n as i32);
        let flag = |key: &str| node.get(key).and_then(Node::as_bool).unwrap_or(false);
        let [low, high] = rules.combat.possible;
        let attributes = Attribute::NAMES.map(|key| {
            let value = small(key).unwrap_or(high);
            if let Some(at) = node.get(key)
                && !(low..=high).contains(&value)
            {
                checker.fail(
                    at,
                    format!("{key} {value} is out of range"),
                    Some(format!(
                        "an attribute is a whole number from {low} (best) to {high} (worst)"
                    )),
                );
            }
            value
        });
        let mut aptitudes = Vec::new();
        if let Some(table) = node.get("aptitudes") {
            for entry in table.entries() {
                let bonus = entry.node.as_int().unwrap_or(0) as i32;
                check_bonus(
                    rules,
                    &entry.node,
                    &format!("aptitude {} {bonus}", entry.key),
                    bonus,
                    checker,
                );
                match rules.skills.iter().position(|skill| skill.id == entry.key) {
                    Some(skill) => aptitudes.push((skill, bonus)),
                    None => {
                        let known: Vec<&str> = rules.skills.iter().map(|s| s.id.as_str()).collect();
                        checker.unknown_name(&entry.node, "skill", &entry.key, &known);
                    }
                }
            }
        }
        aptitudes.sort_unstable();
        let elusive = small("elusive").unwrap_or(0);
        if let Some(at) = node.get("elusive") {
            check_bonus(rules, at, &format!("elusive {elusive}"), elusive, checker);
        }
        let listed = node.get("weapons").map_or(&[][..], Node::items);
        let (others, weapons): (Vec<&Node>, Vec<&Node>) = listed
            .iter()
            .partition(|entry| is_other_spell(rules, entry));
        let gear = weapons
            .into_iter()
            .filter_map(|entry| read_gear(rules, entry, checker))
            .collect();
        let other_spells = others
            .into_iter()
            .filter_map(gear_id)
            .map(str::to_owned)
            .collect();
        let armour = read_armour(rules, node.get("armour"), checker);
        if let Some(at) = node.get("era") {
            check_era(rules, at, checker);
        }
        Build {
            id: id.to_owned(),
            name: text("name"),
            era: text("era"),
            note: text("note"),
            attributes,
            str: small("str").unwrap_or(1).clamp(1, 255) as u8,
            aptitudes,
            gear,
            other_spells,
            armour,
            shield: flag("shield"),
            elusive,
            mov: small("mov"),
            rec: small("rec"),
            card: [small("card_mov"), small("card_rec")],
            teleports: flag("teleports"),
            policy: Policy::read(node.get("policy")),
        }
    }

    /// The value of an attribute.
    pub fn attribute(&self, which: Attribute) -> i32 {
        self.attributes[which as usize]
    }

    /// The bonus of a skill; 0 if not listed.
    pub fn aptitude(&self, skill: usize) -> i32 {
        self.aptitudes
            .iter()
            .find(|x| x.0 == skill)
            .map_or(0, |x| x.1)
    }

    /// The bonus of a skill by its key.
    pub fn aptitude_named(&self, rules: &Rules, key: &str) -> i32 {
        rules
            .skills
            .iter()
            .position(|skill| skill.id == key)
            .map_or(0, |skill| self.aptitude(skill))
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

fn check_bonus(rules: &Rules, at: &Node, what: &str, bonus: i32, checker: &mut Checker) {
    if rules.aptitude(bonus).is_none() {
        let known: Vec<String> = rules
            .aptitudes
            .iter()
            .map(|row| row.bonus.to_string())
            .collect();
        let known = crate::document::listed(known.iter().map(String::as_str));
        checker.fail(
            at,
            format!("{what} does not exist"),
            Some(format!("expected {known}")),
        );
    }
}

/// Checks that an era exists.
pub fn check_era(rules: &Rules, at: &Node, checker: &mut Checker) {
    let era = at.as_text().unwrap_or_default();
    if era != "any" && !rules.eras.iter().any(|known| known.id == era) {
        let known: Vec<&str> = rules
            .eras
            .iter()
            .map(|e| e.id.as_str())
            .chain(["any"])
            .collect();
        checker.unknown_name(at, "era", era, &known);
    }
}

/// The id in an entry of the list of weapons.
fn gear_id(entry: &Node) -> Option<&str> {
    entry.get("id").unwrap_or(entry).as_text()
}

/// A spell that is no attack.
fn is_other_spell(rules: &Rules, entry: &Node) -> bool {
    gear_id(entry).is_some_and(|id| rules.other_spells.iter().any(|spell| spell.0 == id))
}

fn read_gear(rules: &Rules, node: &Node, checker: &mut Checker) -> Option<Gear> {
    let at = node.get("id").unwrap_or(node);
    let count = node
        .get("count")
        .and_then(Node::as_int)
        .unwrap_or(1)
        .clamp(1, 100) as u8;
    let id = at.as_text()?;
    if let Some(weapon) = rules.weapons.iter().position(|w| w.id == id) {
        return Some(Gear {
            item: Item::Weapon(weapon),
            count,
        });
    }
    let (spell_id, kind) = match id.split_once(':') {
        Some((spell, kind)) => (spell, Some(kind)),
        None => (id, None),
    };
    if let Some(spell) = rules.spells.iter().position(|s| s.id == spell_id) {
        let types: Vec<&str> = rules.types.iter().map(|t| t.id.as_str()).collect();
        let Some(kind) = kind else {
            let message = format!("the spell `{spell_id}` needs a damage type");
            let help = format!(
                "write `{spell_id}:TYPE` with {}",
                crate::document::listed(types)
            );
            checker.fail(at, message, Some(help));
            return None;
        };
        let Some(place) = types.iter().position(|t| *t == kind) else {
            checker.unknown_name(at, "damage type", kind, &types);
            return None;
        };
        return Some(Gear {
            item: Item::Spell(spell, place),
            count,
        });
    }
    let spells: Vec<String> = rules
        .spells
        .iter()
        .map(|s| format!("{}:TYPE", s.id))
        .collect();
    let known = rules
        .weapons
        .iter()
        .map(|w| w.id.as_str())
        .chain(spells.iter().map(String::as_str));
    let known: Vec<&str> = known.collect();
    checker.unknown_name(at, "weapon", id, &known);
    None
}

fn read_armour(rules: &Rules, node: Option<&Node>, checker: &mut Checker) -> Armour {
    let bare = Armour {
        id: String::new(),
        name: "armour".to_owned(),
        base: 0,
        by_type: vec![None; rules.types.len()],
        points: None,
    };
    let id = match node {
        None => "none",
        Some(node) => match node.as_text() {
            Some(id) => id,
            None => return read_values(rules, node, &[], bare, checker),
        },
    };
    match rules.armours.iter().find(|armour| armour.id == id) {
        Some(armour) => armour.clone(),
        None => {
            if let Some(node) = node {
                let known: Vec<&str> = rules.armours.iter().map(|a| a.id.as_str()).collect();
                checker.unknown_name(node, "armour", id, &known);
            }
            bare
        }
    }
}

/// Fills in the base value and the entries by damage type; keys in `other` are somebody else's.
pub fn read_values(
    rules: &Rules,
    node: &Node,
    other: &[&str],
    mut armour: Armour,
    checker: &mut Checker,
) -> Armour {
    armour.base = node.get("base").and_then(Node::as_int).unwrap_or(0) as i32;
    for entry in node.entries() {
        if entry.key == "base" || other.contains(&entry.key.as_str()) {
            continue;
        }
        match rules.types.iter().position(|t| t.id == entry.key) {
            Some(kind) => armour.by_type[kind] = entry.node.as_int().map(|n| n as i32),
            None => {
                let known: Vec<&str> = rules.types.iter().map(|t| t.id.as_str()).collect();
                checker.unknown_name(&entry.node, "damage type", &entry.key, &known);
            }
        }
    }
    armour
}

impl Rules {
    /// The row of a weapon or spell.
    pub fn weapon(&self, item: Item) -> &Weapon {
        match item {
            Item::Weapon(at) => &self.weapons[at],
            Item::Spell(at, _) => &self.spells[at],
        }
    }

    /// The damage types an item can do, with the damage of each.
    pub fn kinds(&self, item: Item) -> Vec<(usize, Damage)> {
        match item {
            Item::Weapon(at) => self.weapons[at].kinds.clone(),
            Item::Spell(at, kind) => {
                vec![(
                    kind,
                    Damage::Fixed(self.spells[at].spell_damage.unwrap_or(0)),
                )]
            }
        }
    }

    /// How an item is written in a build: `sword`, `bolt:plasma`.
    pub fn item_id(&self, item: Item) -> String {
        match item {
            Item::Weapon(at) => self.weapons[at].id.clone(),
            Item::Spell(at, kind) => format!("{}:{}", self.spells[at].id, self.types[kind].id),
        }
    }

    /// An item's name for people.
    pub fn item_name(&self, item: Item) -> String {
        match item {
            Item::Weapon(at) => self.weapons[at].name.clone(),
            Item::Spell(at, kind) => self.spells[at]
                .name
                .replace("[Type]", &self.types[kind].name),
        }
    }
}
