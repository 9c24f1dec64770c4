//! A build: one soldier as a rules writer writes it down, read from a rules file or from a query, and what is odd about
//! it. A build that names what does not exist never becomes a [`Build`].

use super::data::{Profile, Reach, Rules};
use super::policy::Policy;
use super::shape::FARTHEST;
use crate::document::{Checker, Field, Node, Shape};

/// One soldier.
#[derive(Clone, Debug)]
pub struct Build {
    /// Key in the rules file, or empty.
    pub id: String,
    /// Name for people; may be empty.
    pub name: String,
    /// A line on who it is.
    pub note: String,
    /// Its numbers.
    pub profile: Profile,
    /// Its own price, whatever the list says.
    pub points: Option<f64>,
    /// How it fights.
    pub policy: Policy,
}

/// Initiative.
pub fn initiative() -> Shape {
    Shape::int(0..=100).doc("dice it brings to the pool")
}

/// Speed.
pub fn speed() -> Shape {
    Shape::int(0..=1_000).doc("inches it moves")
}

/// Toughness.
pub fn toughness() -> Shape {
    Shape::int(-1_000..=100_000)
        .doc("how many models must see it to remove it; 0 or less: any Strike does (OR-14)")
}

/// A threat range.
pub fn range() -> Shape {
    Shape::either(vec![
        Shape::text().doc("a threat range's id"),
        Shape::int(0..=FARTHEST).doc("inches"),
    ])
    .doc("how far it threatens")
}

/// A weight in figures.
pub fn weight_number() -> Shape {
    Shape::int(0..=1_000).doc("for how many models it counts in a Strike")
}

/// A weight in figures or words.
pub fn weight() -> Shape {
    Shape::either(vec![
        weight_number(),
        Shape::text().doc("a word for a weight, such as deadly"),
        Shape::list_of(Shape::text(), 1..=8).doc("several words: the highest counts (OR-17)"),
    ])
    .doc("for how many models it counts in a Strike")
}

impl Build {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe("name", Shape::text().doc("name for people")),
            Field::maybe("note", Shape::text().doc("a line on who it is")),
            Field::maybe("type", Shape::text().doc("a Type's id")),
            Field::maybe("initiative", initiative()),
            Field::maybe("speed", speed()),
            Field::maybe("range", range()),
            Field::maybe("toughness", toughness()),
            Field::maybe("weight", weight()),
            Field::maybe(
                "points",
                Shape::number(-1_000_000.0..=1_000_000.0)
                    .doc("its own price, whatever the price list says"),
            ),
            Field::maybe("policy", Policy::shape()),
        ])
        .doc("one soldier")
    }

    /// Reads a build that has the shape; problems go to the checker.
    pub fn read(rules: &Rules, id: &str, node: &Node, checker: &mut Checker) -> Build {
        let text = |key: &str| {
            node.get(key)
                .and_then(Node::as_text)
                .unwrap_or_default()
                .to_owned()
        };
        Build {
            id: id.to_owned(),
            name: text("name"),
            note: text("note"),
            profile: Profile::read(rules, node, checker),
            points: node.get("points").and_then(Node::as_number),
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

    /// What is odd about it: the key, and why.
    pub fn faults(&self, rules: &Rules) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        let profile = &self.profile;
        let kind = &rules.types[profile.kind];
        if kind.faces.count() == 0 {
            let why = format!(
                "{} has no face of the die: it never acts (OR-01)",
                kind.name
            );
            faults.push(("type", why));
        }
        if profile.initiative == 0 {
            let why = "Initiative 0 brings no die to the pool".to_owned();
            faults.push(("initiative", why));
        }
        if !rules.weights.iter().any(|known| known.1 == profile.weight) {
            let known = rules.weights.iter().map(|(word, n)| format!("{word} {n}"));
            let known: Vec<String> = known.collect();
            let known = crate::document::listed(known.iter().map(String::as_str));
            let why = format!("the rules have no weight {}: {known}", profile.weight);
            faults.push(("weight", why));
        }
        faults
    }
}

impl Profile {
    /// Reads the numbers of a soldier; what is missing is as the rules file's own profile has it.
    pub fn read(rules: &Rules, node: &Node, checker: &mut Checker) -> Profile {
        let small = |key: &str, other: u16| {
            let value = node.get(key).and_then(Node::as_int);
            value.map_or(other, |n| n.clamp(0, i64::from(u16::MAX)) as u16)
        };
        let given = rules.profile;
        let (range, reach) = match node.get("range") {
            None => (given.range, given.reach),
            Some(at) => read_range(rules, at, checker),
        };
        let kind = node
            .get("type")
            .and_then(|at| find_type(rules, at, checker));
        let weight = node
            .get("weight")
            .and_then(|at| read_weight(rules, at, checker));
        let toughness = node.get("toughness").and_then(Node::as_int);
        Profile {
            kind: kind.unwrap_or(given.kind),
            initiative: small("initiative", given.initiative),
            speed: small("speed", given.speed),
            range,
            reach,
            toughness: toughness.map_or(given.toughness, |n| n.clamp(-1_000, 100_000) as i32),
            weight: weight.unwrap_or(given.weight),
        }
    }
}

/// The place of a Type; a problem if there is none of that name.
pub fn find_type(rules: &Rules, at: &Node, checker: &mut Checker) -> Option<usize> {
    let name = at.as_text()?;
    let found = rules.types.iter().position(|kind| kind.id == name);
    if found.is_none() {
        let known: Vec<&str> = rules.types.iter().map(|kind| kind.id.as_str()).collect();
        checker.unknown_name(at, "type", name, &known);
    }
    found
}

fn read_range(rules: &Rules, at: &Node, checker: &mut Checker) -> (Option<usize>, Reach) {
    if let Some(inches) = at.as_int() {
        return (None, Reach(Some(inches.clamp(0, FARTHEST) as u16)));
    }
    let name = at.as_text().unwrap_or_default();
    match rules.ranges.iter().position(|range| range.id == name) {
        Some(place) => (Some(place), rules.ranges[place].reach),
        None => {
            let known: Vec<&str> = rules.ranges.iter().map(|r| r.id.as_str()).collect();
            checker.unknown_name(at, "threat range", name, &known);
            (None, Reach(None))
        }
    }
}

/// A weight in figures or words; of several words the highest (OR-17).
pub fn read_weight(rules: &Rules, at: &Node, checker: &mut Checker) -> Option<u16> {
    if let Some(weight) = at.as_int() {
        return Some(weight.clamp(0, 1_000) as u16);
    }
    let words = match at.as_text() {
        Some(_) => std::slice::from_ref(at),
        None => at.items(),
    };
    let mut highest = None;
    for word in words {
        let name = word.as_text().unwrap_or_default();
        match rules.weights.iter().find(|known| known.0 == name) {
            Some((_, weight)) => highest = highest.max(Some(*weight)),
            None => {
                let known: Vec<&str> = rules.weights.iter().map(|w| w.0.as_str()).collect();
                checker.unknown_name(word, "weight", name, &known);
            }
        }
    }
    highest
}
