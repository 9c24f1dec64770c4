//! The same game without one of its rules: a toggle switched off, or a special rule taken from everything that has it, so
//! that one can see what the rule does. A special rule is a key of a row (`long_reload` of a musket), an item of a list
//! (a trait), or a key or an item of a build.

use crate::document::{Kind, Node, Problem, Problems, Shape, Value, nearest};
use crate::scenario::Plan;
use crate::systems::System;
use std::collections::BTreeSet;

/// Words for "off", the first that a toggle knows.
const OFF: [&str; 5] = ["off", "none", "no", "never", "false"];

/// A plan without these rules, and what the reader should know of it.
pub fn knock_out(plan: &Plan, names: &[String]) -> Result<(Plan, Vec<String>), Problems> {
    let mut json = plan.to_json();
    let mut notes = Vec::new();
    for name in names {
        let mut taken = 0;
        let mut rules = Vec::new();
        for variant in &plan.variants {
            let at = rules.len();
            let mut doc = Node::from_json(&json["rules"][at]);
            taken += out_of_rules(&mut doc, name, variant.book.system())?;
            rules.push(doc.to_json());
        }
        let mut scenario = Node::from_json(&json["scenario"]);
        let (more, kept) = out_of_scenario(&mut scenario, name);
        if taken + more == 0 {
            return Err(unknown(plan, name));
        }
        if kept {
            notes.push(format!(
                "the scenario's axes name `{name}`: builds that an axis makes keep it"
            ));
        }
        json["rules"] = rules.into();
        json["scenario"] = scenario.to_json();
    }
    let without = Plan::from_json(&json).map_err(|problems| {
        let first = problems.0.first();
        let why = first.map_or(String::new(), |first| format!(": {first}"));
        let more = match problems.len() {
            0 | 1 => String::new(),
            n => format!(", and {} more problems", n - 1),
        };
        let message = format!(
            "the game cannot do without `{}`{why}{more}",
            names.join("`, `")
        );
        problem(message, "change it with --set instead".to_owned())
    })?;
    Ok((without, notes))
}

/// Takes a rule out of a rules file. How many cells that changed.
fn out_of_rules(doc: &mut Node, name: &str, system: &dyn System) -> Result<usize, Problems> {
    let shape = toggle_shape(&system.shape(), name);
    if let (Some(shape), Value::Table(entries)) = (shape, &mut doc.value)
        && let Some(toggles) = entries.iter_mut().find(|entry| entry.key == "toggles")
        && let Value::Table(toggles) = &mut toggles.node.value
    {
        let off = off(&shape).ok_or_else(|| {
            let help = format!(
                "it is {}: say which with --set {name}=VALUE",
                shape.describe()
            );
            problem(format!("the toggle `{name}` cannot be switched off"), help)
        })?;
        return match toggles.iter_mut().find(|entry| entry.key == name) {
            Some(toggle) if toggle.node.to_json() == off.to_json() => {
                let help = "there is nothing to knock out".to_owned();
                Err(problem(format!("the toggle `{name}` is off already"), help))
            }
            Some(toggle) => {
                toggle.node = off;
                Ok(1)
            }
            None => {
                toggles.push(crate::document::Entry {
                    key: name.to_owned(),
                    key_span: None,
                    node: off,
                });
                Ok(1)
            }
        };
    }
    let mut taken = 0;
    // Only rows that the writer of the rules named have special rules; the rest are numbers that the game needs.
    let shape = system.shape();
    let named = |key: &str| match field(&shape, key) {
        Some(shape) => matches!(shape.kind, Kind::Map { .. }),
        None => false,
    };
    if let Value::Table(tables) = &mut doc.value {
        for table in tables.iter_mut().filter(|table| named(&table.key)) {
            let builds = table.key == "builds";
            if let Value::Table(rows) = &mut table.node.value {
                for row in rows {
                    taken += strip(&mut row.node, name, builds);
                }
            }
        }
    }
    Ok(taken)
}

/// Takes it out of the builds that a scenario brings itself. How often, and whether an axis still has it.
fn out_of_scenario(doc: &mut Node, name: &str) -> (usize, bool) {
    let (mut taken, mut kept) = (0, false);
    if let Value::Table(keys) = &mut doc.value {
        let lists = keys.iter_mut().find(|entry| entry.key == "lists");
        if let Some(Value::Table(lists)) = lists.map(|lists| &mut lists.node.value) {
            for list in lists {
                let Value::Table(parts) = &mut list.node.value else {
                    continue;
                };
                for part in parts {
                    match part.key.as_str() {
                        "own" => {
                            if let Value::Table(builds) = &mut part.node.value {
                                for build in builds {
                                    taken += strip(&mut build.node, name, true);
                                }
                            }
                        }
                        "keys" => taken += strip(&mut part.node, name, true),
                        "axes" => kept |= strip(&mut part.node.clone(), name, true) > 0,
                        _ => {}
                    }
                }
            }
        }
    }
    (taken, kept)
}

/// Takes a name out of a table: its key, items of lists that are called so and, of a build, values. How often.
fn strip(node: &mut Node, name: &str, build: bool) -> usize {
    let called = |item: &Node| item.get("id").unwrap_or(item).as_text() == Some(name);
    match &mut node.value {
        Value::Table(entries) => {
            let mut taken = 0;
            for entry in entries {
                let gone = entry.key == name && !matches!(entry.node.value, Value::Null);
                let value = build && entry.node.as_text() == Some(name) && entry.key != "like";
                if gone || (value && !matches!(entry.key.as_str(), "name" | "note" | "group")) {
                    entry.node = Value::Null.into();
                    taken += 1;
                } else {
                    taken += strip(&mut entry.node, name, build);
                }
            }
            taken
        }
        Value::List(items) => {
            let before = items.len();
            items.retain(|item| !called(item));
            let below: usize = items.iter_mut().map(|item| strip(item, name, build)).sum();
            before - items.len() + below
        }
        _ => 0,
    }
}

/// What a toggle may say.
fn toggle_shape(rules: &Shape, name: &str) -> Option<Shape> {
    field(field(rules, "toggles")?, name).cloned()
}

fn field<'a>(shape: &'a Shape, name: &str) -> Option<&'a Shape> {
    match &shape.kind {
        Kind::Table { fields, .. } => fields
            .iter()
            .find(|field| field.name == name)
            .map(|field| &field.shape),
        _ => None,
    }
}

/// The value that switches a toggle off.
fn off(shape: &Shape) -> Option<Node> {
    match &shape.kind {
        Kind::Bool => Some(Node::flag(false)),
        Kind::Choice(names) => {
            let found = OFF.iter().find(|off| names.iter().any(|name| name == *off));
            found.map(|off| Node::text(*off))
        }
        Kind::Int { min, .. } if *min <= 0 => Some(Node::int(0)),
        Kind::Number { min, .. } if *min <= 0.0 => Some(Node::int(0)),
        Kind::Either(shapes) => shapes.iter().find_map(off),
        _ => None,
    }
}

fn problem(message: String, help: String) -> Problems {
    let mut problem = Problem::new(message);
    problem.path = "--knockout".to_owned();
    problem.help = Some(help);
    Problems(vec![problem])
}

/// Nothing is called so: what is there that could be meant.
fn unknown(plan: &Plan, name: &str) -> Problems {
    fn gather(node: &Node, known: &mut BTreeSet<String>) {
        for entry in node.entries() {
            known.insert(entry.key.clone());
            gather(&entry.node, known);
        }
        for item in node.items() {
            match item.get("id").unwrap_or(item).as_text() {
                Some(text) => drop(known.insert(text.to_owned())),
                None => gather(item, known),
            }
        }
    }
    let mut known = BTreeSet::new();
    for table in plan.variants[0].book.document().entries() {
        match table.key.as_str() {
            "toggles" => gather(&table.node, &mut known),
            _ => table
                .node
                .entries()
                .iter()
                .for_each(|row| gather(&row.node, &mut known)),
        }
    }
    let help = match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "name a toggle, a special rule of a weapon, a trait or the like (`fairfight rules show`)".to_owned(),
    };
    problem(format!("there is no rule `{name}` to knock out"), help)
}
