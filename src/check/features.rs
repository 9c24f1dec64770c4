//! What builds have, in words: their items and flags, their keys, their names, and what the rules say of their items. It is
//! what match-ups that moved together may have in common. Nothing here knows a system: a build is a table, and an item is
//! a row of some table of the rules.

use crate::document::{Node, Value};
use crate::scenario::{Plan, Soldier};
use crate::systems::{Rulebook, written_out};
use std::collections::HashMap;

/// Something that builds may have.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Feature {
    /// In words, to stand behind "builds with"; for a build's own name, that name.
    pub words: String,
    /// The name of the build, the item or the value alone: what a rules file calls it.
    pub name: String,
    /// It is a build's own name.
    pub is_name: bool,
    /// How plain it is to say: 0 for items, more for what takes longer to understand.
    pub rank: u8,
}

/// Which builds of a plan have what.
pub struct Features {
    /// All there are.
    pub all: Vec<Feature>,
    /// `has[variant][soldier]`: the places of its features, in order.
    has: Vec<Vec<Vec<u32>>>,
}

/// Keys of builds and of rows that say nothing about how they fight.
const IDLE: [&str; 7] = ["name", "note", "like", "points", "id", "role_note", "about"];
/// Tables of the rules whose rows are no items.
const NO_ITEMS: [&str; 4] = ["builds", "toggles", "costs", "prices"];

impl Features {
    /// Looks at every build of a plan.
    pub fn of(plan: &Plan) -> Features {
        let mut places: HashMap<Feature, u32> = HashMap::new();
        let mut all = Vec::new();
        let has = plan
            .variants
            .iter()
            .map(|variant| {
                let soldiers = variant.soldiers.iter();
                soldiers
                    .map(|soldier| {
                        let mut mine: Vec<u32> = found(soldier, variant.book.as_ref())
                            .into_iter()
                            .map(|feature| {
                                *places.entry(feature).or_insert_with_key(|feature| {
                                    all.push(feature.clone());
                                    all.len() as u32 - 1
                                })
                            })
                            .collect();
                        mine.sort_unstable();
                        mine.dedup();
                        mine
                    })
                    .collect()
            })
            .collect();
        Features { all, has }
    }

    /// Whether a soldier has a feature.
    pub fn has(&self, variant: usize, soldier: u32, feature: u32) -> bool {
        self.has[variant][soldier as usize]
            .binary_search(&feature)
            .is_ok()
    }

    /// The features whose words or name are these.
    pub fn called(&self, text: &str) -> Vec<u32> {
        let all = self.all.iter().enumerate();
        all.filter(|(_, feature)| {
            !feature.is_name && (feature.words == text || feature.name == text)
        })
        .map(|(at, _)| at as u32)
        .collect()
    }
}

/// All that a soldier has.
fn found(soldier: &Soldier, book: &dyn Rulebook) -> Vec<Feature> {
    let mut found = vec![Feature {
        words: soldier.name.clone(),
        name: soldier.name.clone(),
        is_name: true,
        rank: 2,
    }];
    let mut note = |words: String, name: &str, rank: u8| {
        found.push(Feature {
            words,
            name: name.to_owned(),
            is_name: false,
            rank,
        });
    };
    if !soldier.recruit.group.is_empty() {
        let words = format!("{} {}", book.group_word(), soldier.recruit.group);
        note(words, &soldier.recruit.group, 2);
    }
    let rules = book.document();
    if let Ok(written) = written_out(rules.get("builds"), &soldier.build, "") {
        keys("", &written.node, rules, &mut note);
    }
    found
}

/// The keys of a build, and of the tables in it.
fn keys(path: &str, table: &Node, rules: &Node, note: &mut dyn FnMut(String, &str, u8)) {
    for entry in table.entries() {
        if IDLE.contains(&entry.key.as_str()) {
            continue;
        }
        let path = match path {
            "" => entry.key.clone(),
            path => format!("{path}.{}", entry.key),
        };
        match &entry.node.value {
            Value::Table(_) => keys(&path, &entry.node, rules, note),
            Value::List(items) => {
                for item in items {
                    let id = item.get("id").unwrap_or(item);
                    if let Some(id) = id.as_text() {
                        note(id.to_owned(), id, 0);
                        rows(id, rules, note);
                    }
                }
            }
            Value::Bool(true) => note(path.clone(), &path, 0),
            Value::Text(text) => {
                note(format!("{path} {text}"), text, 1);
                rows(text, rules, note);
            }
            Value::Int(_) | Value::Float(_) => {
                let number = entry.node.to_json().to_string();
                note(format!("{path} {number}"), &number, 3);
            }
            Value::Bool(false) | Value::Null => {}
        }
    }
}

/// What the rules say of an item: every row called so. What stands behind a colon is a choice that the build makes.
fn rows(item: &str, rules: &Node, note: &mut dyn FnMut(String, &str, u8)) {
    let id = item.split(':').next().unwrap_or(item);
    for table in rules.entries() {
        if NO_ITEMS.contains(&table.key.as_str()) {
            continue;
        }
        for cell in table.node.get(id).map_or(&[][..], Node::entries) {
            let (key, of) = (&cell.key, &table.key);
            if IDLE.contains(&key.as_str()) {
                continue;
            }
            match &cell.node.value {
                Value::Bool(true) => note(format!("{key} ({of})"), key, 2),
                Value::Text(text) => note(format!("{key} {text} ({of})"), text, 2),
                Value::Int(_) | Value::Float(_) => {
                    let number = cell.node.to_json().to_string();
                    note(format!("{key} {number} ({of})"), key, 3);
                }
                _ => {}
            }
        }
    }
}
