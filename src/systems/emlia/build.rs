//! A build: one unit as a rules writer writes it down, read from a rules file or from a query. A build that names what
//! does not exist never becomes a [`Build`]; one that lacks a number can still be asked about, but not fight.

use super::data::{Melee, Ranged, Rules, Skill};
use super::policy::Policy;
use super::reading;
use super::shape::{self, FARTHEST, MOST_DICE, MOST_LIMIT, MOST_MEMBERS};
use crate::document::{Checker, Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};

choices! {
    /// How its members stand.
    Formation { Open = "open", Close = "close", Ranked = "ranked" }
}

/// The skills, in the order of [`Build::skills`].
pub const SKILLS: [&str; 6] = [
    "close_combat",
    "aimed_fire",
    "volley_fire",
    "leadership",
    "stealth",
    "alertness",
];

/// A line of an initiative list.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Shot at in the open: to the nearest cover. A duel has none.
    SeekCover,
    /// Shot at in cover: Take Cover. A duel has none.
    TakeCover,
    /// Attacked since its last activation: attacks an attacker.
    AttackBack,
    /// A weaker enemy that is not larger within so many GSU: charges it.
    ChargeWeaker(u16),
}

/// The most lines of an initiative list.
pub const MOST_CONDITIONS: usize = 6;

/// One unit.
#[derive(Clone, Debug)]
pub struct Build {
    /// Key in the rules file, or empty.
    pub id: String,
    /// Name for people; may be empty.
    pub name: String,
    /// A line on who it is.
    pub note: String,
    /// Group it belongs to, for tables.
    pub group: String,
    /// Members at the start.
    pub members: Option<u16>,
    /// 1 is a grown human.
    pub size: f64,
    /// Hits for a damage point.
    pub hits: Option<i32>,
    /// Damage points for a member.
    pub limit: Option<u16>,
    /// Added to hits.
    pub armour: i32,
    /// Place of its armour, if that has a name.
    pub armour_named: Option<usize>,
    /// GSU of a Normal Move.
    pub movement: Option<u16>,
    /// Step in which it acts.
    pub timing: Option<i32>,
    /// Starting morale.
    pub morale: Option<i8>,
    /// Skills, in the order of [`SKILLS`].
    pub skills: [Option<Skill>; 6],
    /// What it fights with, and its place.
    pub melee: Melee,
    /// Place of its melee weapon, if that has a name.
    pub melee_named: Option<usize>,
    /// What it shoots with.
    pub ranged: Option<Ranged>,
    /// Place of its ranged weapon, if that has a name.
    pub ranged_named: Option<usize>,
    /// How its members stand.
    pub formation: Formation,
    /// How many stand side by side, if ranked.
    pub files: Option<u16>,
    /// A vital roll at each multiple of this.
    pub threshold: Option<u16>,
    /// Bit f - 1: the unit is destroyed when a vital roll shows f.
    pub deadly: u16,
    /// Weight in comparisons of armies.
    pub army_value: i64,
    /// Hire value.
    pub hire: Option<f64>,
    /// What it does unasked, in order.
    pub initiative: Vec<Condition>,
    /// Engagement distance in place of its size.
    pub combat_range: Option<u16>,
    /// How it fights.
    pub policy: Policy,
}

/// A whole number of a table, within bounds.
pub fn int(node: &Node, key: &str, other: i64, [low, high]: [i64; 2]) -> i64 {
    let value = node.get(key).and_then(Node::as_int);
    value.unwrap_or(other).clamp(low, high)
}

/// The `hire` of a weapon or armour.
pub fn price(node: &Node) -> f64 {
    node.get("hire").and_then(Node::as_number).unwrap_or(0.0)
}

/// A skill: a level, or text such as 5/2 or 1*.
fn skill() -> Shape {
    Shape::either(vec![
        Shape::int(0..=MOST_DICE[0]).doc("a level, whatever the losses"),
        Shape::text().doc("5/2: one die less for two lost; 1*: one die for each member"),
    ])
    .doc("dice of a check")
}

fn members() -> Shape {
    Shape::int(1..=MOST_MEMBERS).doc("members at the start")
}

impl Build {
    /// What may be written.
    pub fn shape() -> Shape {
        let skills = SKILLS.map(|name| Field::maybe(name, skill()));
        let vital = Shape::list_of(Shape::choice(&["none", "destroyed"]), 12..=12);
        Shape::table(vec![
            Field::maybe("name", Shape::text().doc("name for people")),
            Field::maybe("note", Shape::text().doc("a line on who it is")),
            Field::maybe("group", Shape::text().doc("group it belongs to, for tables")),
            Field::maybe("members", members()),
            Field::maybe(
                "size",
                Shape::number(0.001..=10_000.0).doc("1 is a grown human (default 1)"),
            ),
            Field::maybe("height", Shape::number(0.001..=10_000.0).doc("1 is a grown human; skirmishes only")),
            Field::maybe("hits", Shape::int(0..=100).doc("hits for a damage point")),
            Field::maybe("limit", Shape::int(1..=MOST_LIMIT).doc("damage points for a member")),
            Field::maybe(
                "armour",
                Shape::either(vec![
                    Shape::int(-20..=50).doc("added to hits"),
                    Shape::text().doc("an armour's id"),
                ])
                .doc("added to hits (default 0)"),
            ),
            Field::maybe("move", Shape::int(0..=500).doc("GSU of a Normal Move")),
            Field::maybe("timing", Shape::int(0..=100).doc("step in which it acts; 0 is last")),
            Field::maybe("morale", Shape::int(-7..=7).doc("starting morale")),
            Field::maybe("skills", Shape::table(skills.into()).doc("its skills")),
            Field::maybe("melee", shape::melee()),
            Field::maybe("ranged", shape::ranged()),
            Field::maybe("formation", Formation::shape().doc("how its members stand (default open)")),
            Field::maybe("files", Shape::int(1..=MOST_MEMBERS).doc("how many stand side by side, if ranked")),
            Field::maybe("threshold", Shape::int(1..=10_000).doc("a vital roll at each multiple of this")),
            Field::maybe("vital", vital.doc("what a vital roll of 1 to 12 does (default: nothing)")),
            Field::maybe("army_value", Shape::int(0..=1_000).doc("weight in comparisons of armies (default 1)")),
            Field::maybe("hire", Shape::number(0.0..=1_000_000.0).doc("hire value: its points")),
            Field::maybe(
                "initiative",
                Shape::list_of(Shape::text(), 0..=MOST_CONDITIONS).doc(
                    "what it does unasked, in order: attack_back, charge_weaker:15, seek_cover, take_cover",
                ),
            ),
            Field::maybe("combat_range", Shape::int(0..=100).doc("engagement distance in place of its size")),
            Field::maybe("policy", Policy::shape()),
        ])
        .doc("one unit")
    }

    /// Reads a build that has the shape; problems go to the checker.
    pub fn read(rules: &Rules, id: &str, node: &Node, checker: &mut Checker) -> Build {
        let text = |key: &str| {
            let text = node.get(key).and_then(Node::as_text);
            text.unwrap_or_default().to_owned()
        };
        let maybe = |key: &str, bounds: [i64; 2]| {
            let value = node.get(key).and_then(Node::as_int);
            value.map(|n| n.clamp(bounds[0], bounds[1]))
        };
        let mut skills = [None; 6];
        for (place, name) in skills.iter_mut().zip(SKILLS) {
            let at = node.get("skills").and_then(|skills| skills.get(name));
            *place = at.and_then(|at| read_skill(at, checker));
        }
        let (melee, melee_named) = read_melee(rules, node.get("melee"), checker);
        let (ranged, ranged_named) = read_ranged(rules, node.get("ranged"), checker);
        let (armour, armour_named) = read_armour(rules, node.get("armour"), checker);
        let faces = node.get("vital").map_or(&[][..], Node::items);
        let deadly = faces.iter().take(12).enumerate();
        let deadly = deadly.filter(|(_, what)| what.as_text() == Some("destroyed"));
        let listed = node.get("initiative").map_or(&[][..], Node::items);
        Build {
            id: id.to_owned(),
            name: text("name"),
            note: text("note"),
            group: text("group"),
            members: maybe("members", [1, MOST_MEMBERS]).map(|n| n as u16),
            size: node
                .get("size")
                .and_then(Node::as_number)
                .unwrap_or(1.0)
                .clamp(0.001, 10_000.0),
            hits: maybe("hits", [0, 100]).map(|n| n as i32),
            limit: maybe("limit", [1, MOST_LIMIT]).map(|n| n as u16),
            armour,
            armour_named,
            movement: maybe("move", [0, 500]).map(|n| n as u16),
            timing: maybe("timing", [0, 100]).map(|n| n as i32),
            morale: maybe("morale", [-7, 7]).map(|n| n as i8),
            skills,
            melee,
            melee_named,
            ranged,
            ranged_named,
            formation: Formation::read(node.get("formation")),
            files: maybe("files", [1, MOST_MEMBERS]).map(|n| n as u16),
            threshold: maybe("threshold", [1, 10_000]).map(|n| n as u16),
            deadly: deadly.map(|(face, _)| 1 << face).sum(),
            army_value: int(node, "army_value", 1, [0, 1_000]),
            hire: node.get("hire").and_then(Node::as_number),
            initiative: listed
                .iter()
                .filter_map(|at| condition(at, checker))
                .collect(),
            combat_range: maybe("combat_range", [0, 100]).map(|n| n as u16),
            policy: Policy::read(node.get("policy")),
        }
    }

    /// Reports every number that a fight needs and the build lacks.
    pub fn complete(&self, node: &Node, checker: &mut Checker) {
        self.has(
            &["members", "hits", "limit", "move", "timing", "morale"],
            node,
            checker,
        );
    }

    /// Reports those of these numbers that the build lacks; also the files of ranks.
    pub fn has(&self, keys: &[&str], node: &Node, checker: &mut Checker) {
        for key in keys {
            let there = match *key {
                "members" => self.members.is_some(),
                "hits" => self.hits.is_some(),
                "limit" => self.limit.is_some(),
                "move" => self.movement.is_some(),
                "timing" => self.timing.is_some(),
                _ => self.morale.is_some(),
            };
            if !there && node.get(key).is_none() {
                checker.missing(node, key, Some("it has no default".to_owned()));
            }
        }
        if self.formation == Formation::Ranked
            && self.files.is_none()
            && node.get("files").is_none()
        {
            let help = "a ranked unit says how many stand side by side".to_owned();
            checker.missing(node, "files", Some(help));
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

    /// Combat range: its size (or its own number) and the reach of its weapon, in whole GSU.
    pub fn range(&self) -> u16 {
        self.combat_range.unwrap_or(self.size as u16) + self.melee.reach
    }

    /// What is odd about it: the key, and why.
    pub fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        let members = self.members.unwrap_or(1);
        if let Some(files) = self.files
            && self.formation == Formation::Ranked
            && files > members
        {
            faults.push(("files", format!("{files} files for {members} members")));
        }
        if self.ranged.is_some() && self.skills[1].is_none() && self.skills[2].is_none() {
            let why = "a ranged weapon without aimed_fire or volley_fire: every shot is improvised";
            faults.push(("ranged", why.to_owned()));
        }
        faults
    }
}

/// A skill from 5, "5", "5/2" or "1*".
fn read_skill(at: &Node, checker: &mut Checker) -> Option<Skill> {
    if let Some(level) = at.as_int() {
        return Some(Skill::Flat(level.clamp(0, MOST_DICE[0]) as u16));
    }
    let text = at.as_text()?;
    let number = |text: &str, bounds: std::ops::RangeInclusive<i64>| {
        let number = text.trim().parse::<i64>().ok()?;
        bounds.contains(&number).then_some(number as u16)
    };
    let found = if let Some(per) = text.trim().strip_suffix('*') {
        number(per, 0..=MOST_DICE[1]).map(Skill::Each)
    } else if let Some((level, by)) = text.split_once('/') {
        let by = number(by, 1..=10_000);
        let level = number(level, 0..=MOST_DICE[0]);
        level
            .zip(by)
            .map(|(level, by)| Skill::Diminishing(level, by))
    } else {
        number(text, 0..=MOST_DICE[0]).map(Skill::Flat)
    };
    if found.is_none() {
        let help = format!(
            "5 (a level, to {}), \"5/2\" (one die less for two lost) or \"1*\" (for each member, to {})",
            MOST_DICE[0], MOST_DICE[1]
        );
        checker.fail(at, format!("\"{text}\" is not a skill"), Some(help));
    }
    found
}

fn read_melee(rules: &Rules, at: Option<&Node>, checker: &mut Checker) -> (Melee, Option<usize>) {
    let Some(at) = at else {
        return (Melee::default(), None);
    };
    let Some(name) = at.as_text() else {
        return (reading::melee(at), None);
    };
    match rules.melee.iter().position(|weapon| weapon.0 == name) {
        Some(place) => (rules.melee[place].2, Some(place)),
        None => {
            let known: Vec<&str> = rules.melee.iter().map(|weapon| weapon.0.as_str()).collect();
            checker.unknown_name(at, "melee weapon", name, &known);
            (Melee::default(), None)
        }
    }
}

fn read_ranged(
    rules: &Rules,
    at: Option<&Node>,
    checker: &mut Checker,
) -> (Option<Ranged>, Option<usize>) {
    let Some(at) = at else {
        return (None, None);
    };
    let Some(name) = at.as_text() else {
        return (Some(reading::ranged(at, checker)), None);
    };
    match rules.ranged.iter().position(|weapon| weapon.0 == name) {
        Some(place) => (Some(rules.ranged[place].2), Some(place)),
        None => {
            let known: Vec<&str> = rules
                .ranged
                .iter()
                .map(|weapon| weapon.0.as_str())
                .collect();
            checker.unknown_name(at, "ranged weapon", name, &known);
            (None, None)
        }
    }
}

fn read_armour(rules: &Rules, at: Option<&Node>, checker: &mut Checker) -> (i32, Option<usize>) {
    let Some(at) = at else {
        return (0, None);
    };
    if let Some(bonus) = at.as_int() {
        return (bonus.clamp(-20, 50) as i32, None);
    }
    let name = at.as_text().unwrap_or_default();
    match rules.armour.iter().position(|armour| armour.id == name) {
        Some(place) => (rules.armour[place].bonus, Some(place)),
        None => {
            let known: Vec<&str> = rules
                .armour
                .iter()
                .map(|armour| armour.id.as_str())
                .collect();
            checker.unknown_name(at, "armour", name, &known);
            (0, None)
        }
    }
}

/// A line of an initiative list: attack_back, or charge_weaker:15.
fn condition(at: &Node, checker: &mut Checker) -> Option<Condition> {
    let text = at.as_text()?;
    let within = |text: &str| {
        let within = text.trim().parse::<i64>().ok()?;
        (0..=FARTHEST).contains(&within).then_some(within as u16)
    };
    let (name, number) = match text.split_once(':') {
        Some((name, number)) => (name.trim(), Some(number)),
        None => (text.trim(), None),
    };
    let found = match (name, number) {
        ("attack_back", None) => Some(Condition::AttackBack),
        ("seek_cover", None) => Some(Condition::SeekCover),
        ("take_cover", None) => Some(Condition::TakeCover),
        ("charge_weaker", Some(number)) => within(number).map(Condition::ChargeWeaker),
        _ => None,
    };
    if found.is_none() {
        if name == "charge_weaker" {
            let help = "say within how many GSU, such as charge_weaker:15".to_owned();
            checker.fail(at, format!("\"{text}\" names no distance"), Some(help));
        } else {
            let known = ["attack_back", "charge_weaker", "seek_cover", "take_cover"];
            checker.unknown_name(at, "initiative condition", name, &known);
        }
    }
    found
}
