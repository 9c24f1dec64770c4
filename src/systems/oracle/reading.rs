//! From a checked document to [`Rules`]: names become places, and what does not fit together is reported with its
//! place. All problems of a file are found in one go.

use super::build::Build;
use super::data::{Prices, Profile, Range, Reach, Rules, Type};
use super::pool::{Faces, SIDES};
use super::shape::{self, FARTHEST, MOST_ROUNDS};
use super::strike::{MOST_DROPS, Strike};
use super::toggles::Toggles;
use crate::document::{Checker, Node, Problems, Value, checked};

/// Reads a whole rules file (with what it extends already merged in).
pub fn read(doc: &Node) -> Result<Rules, Problems> {
    checked(&shape::rules(), doc, "", |checker| rules(doc, checker))
}

static NOTHING: Node = Node {
    value: Value::Null,
    span: None,
};

fn text(node: &Node, key: &str) -> String {
    node.get(key)
        .and_then(Node::as_text)
        .unwrap_or_default()
        .to_owned()
}

/// A whole number within the bounds of its shape.
fn int(node: &Node, key: &str, bounds: [i64; 2]) -> i64 {
    let [low, high] = bounds;
    let value = node.get(key).and_then(Node::as_int);
    value.unwrap_or(low).clamp(low, high)
}

fn rules<'a>(doc: &'a Node, checker: &mut Checker<'a>) -> Rules {
    let part = |key: &str| doc.get(key).unwrap_or(&NOTHING);
    let toggles = Toggles::read(doc.get("toggles"));
    let types = types(part("types"), checker);
    let ranges = part("ranges").entries().iter().map(|entry| Range {
        id: entry.key.clone(),
        name: text(&entry.node, "name"),
        reach: Reach(
            entry
                .node
                .get("inches")
                .and_then(Node::as_int)
                .map(|inches| inches.clamp(0, FARTHEST) as u16),
        ),
    });
    let weights = part("weights").entries().iter().map(|entry| {
        let weight = entry.node.as_int().unwrap_or(1).clamp(0, 1_000);
        (entry.key.clone(), weight as u16)
    });
    let drops = |key: &str| int(part("strike"), key, [0, MOST_DROPS as i64]) as u8;
    let mut rules = Rules {
        strike: Strike {
            obscured: drops("obscured"),
            cover: drops("cover"),
            both: toggles.both,
            ignored: toggles.ignored,
            striker_counts: toggles.striker_counts,
        },
        toggles,
        types,
        ranges: ranges.collect(),
        weights: weights.collect(),
        // Overwritten at once: every key of it must be given.
        profile: Profile {
            kind: 0,
            initiative: 0,
            speed: 0,
            range: None,
            reach: Reach(None),
            toughness: 0,
            weight: 1,
        },
        gap: int(part("duel"), "gap", [0, FARTHEST]) as u16,
        rounds: int(part("duel"), "rounds", [1, MOST_ROUNDS]) as u32,
        prices: Prices::default(),
        builds: Vec::new(),
    };
    if rules.types.is_empty() {
        let help = "add a row such as assault = { name = \"Assault\", faces = [2] }";
        checker.fail(part("types"), "there is no Type", Some(help.to_owned()));
        return rules;
    }
    rules.profile = Profile::read(&rules, part("profile"), checker);
    rules.prices = prices(&rules, part("prices"), checker);
    for entry in part("builds").entries() {
        let build = Build::read(&rules, &entry.key, &entry.node, checker);
        rules.builds.push(build);
    }
    rules
}

/// The Types. No face is shared, so that a die says at once whom it activates (OR-01).
fn types<'a>(node: &'a Node, checker: &mut Checker<'a>) -> Vec<Type> {
    let mut types: Vec<Type> = Vec::new();
    for entry in node.entries() {
        let listed = entry.node.get("faces").map_or(&[][..], Node::items);
        let mut faces = Vec::new();
        for at in listed {
            let face = at.as_int().unwrap_or(0).clamp(0, i64::from(SIDES)) as u32;
            if faces.contains(&face) {
                checker.fail(at, format!("face {face} is listed twice"), None);
            }
            let other = types.iter().find(|kind| kind.faces.list().contains(&face));
            if let Some(other) = other {
                checker.fail(
                    at,
                    format!("face {face} is already the face of {}", other.id),
                    Some(
                        "a die activates one Type only; take the face from the other first"
                            .to_owned(),
                    ),
                );
            }
            faces.push(face);
        }
        types.push(Type {
            id: entry.key.clone(),
            name: text(&entry.node, "name"),
            faces: Faces::new(faces),
            role: text(&entry.node, "role"),
        });
    }
    types
}

fn prices<'a>(rules: &Rules, node: &'a Node, checker: &mut Checker<'a>) -> Prices {
    let price = |key: &str| node.get(key).and_then(Node::as_number);
    let mut types = vec![None; rules.types.len()];
    for entry in node.get("types").map_or(&[][..], Node::entries) {
        match rules.types.iter().position(|kind| kind.id == entry.key) {
            Some(place) => types[place] = entry.node.as_number(),
            None => {
                let known: Vec<&str> = rules.types.iter().map(|kind| kind.id.as_str()).collect();
                checker.unknown_name(&entry.node, "type", &entry.key, &known);
            }
        }
    }
    let mut ranges = vec![None; rules.ranges.len()];
    for entry in node.get("ranges").map_or(&[][..], Node::entries) {
        match rules.ranges.iter().position(|range| range.id == entry.key) {
            Some(place) => ranges[place] = entry.node.as_number(),
            None => {
                let known: Vec<&str> = rules.ranges.iter().map(|r| r.id.as_str()).collect();
                checker.unknown_name(&entry.node, "threat range", &entry.key, &known);
            }
        }
    }
    Prices {
        soldier: price("soldier"),
        initiative: price("initiative"),
        speed: price("speed"),
        toughness: price("toughness"),
        weight: price("weight"),
        types,
        ranges,
    }
}
