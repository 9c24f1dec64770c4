//! A tree as lines, one cell a line: `weapons.sword.damage = 12`. Such lines are TOML, so they can be read again; and a
//! change of one cell is a change of one line. Also what differs between two trees, cell by cell.

use super::node::{Node, Span, Value};
use super::path::push_key;
use std::fmt::Write;

/// A tree as TOML, one cell a line, in its own order. What is `null` is left out, as it counts as absent.
pub fn flat(root: &Node) -> String {
    let mut text = String::new();
    for (path, node) in leaves(root) {
        let _ = writeln!(text, "{path} = {}", cell(node));
    }
    text
}

/// The cells of a tree under their dotted paths, in its own order: all that is no table, lists whole, and empty tables.
pub fn leaves(root: &Node) -> Vec<(String, &Node)> {
    fn walk<'a>(node: &'a Node, path: &str, found: &mut Vec<(String, &'a Node)>) {
        for entry in node.entries() {
            let mut path = path.to_owned();
            push_key(&mut path, &entry.key);
            match &entry.node.value {
                Value::Null => {}
                Value::Table(below) if !below.is_empty() => walk(&entry.node, &path, found),
                _ => found.push((path, &entry.node)),
            }
        }
    }
    let mut found = Vec::new();
    walk(root, "", &mut found);
    found
}

/// A value as it stands behind `=` in TOML, on one line.
pub fn cell(node: &Node) -> String {
    match &node.value {
        Value::Null => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        // JSON's escapes are TOML's; only DEL is left as it is by one and refused by the other.
        Value::Text(text) => serde_json::Value::from(text.as_str())
            .to_string()
            .replace('\u{7f}', "\\u007f"),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(cell).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(entries) => {
            let entries = entries
                .iter()
                .filter(|entry| !matches!(entry.node.value, Value::Null));
            let entries: Vec<String> = entries
                .map(|entry| {
                    let mut key = String::new();
                    push_key(&mut key, &entry.key);
                    format!("{key} = {}", cell(&entry.node))
                })
                .collect();
            match entries.is_empty() {
                true => "{}".to_owned(),
                false => format!("{{ {} }}", entries.join(", ")),
            }
        }
    }
}

/// One cell that two trees do not have alike.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Where: `weapons.sword.damage`.
    pub path: String,
    /// What the old tree has there.
    pub old: Option<Node>,
    /// What the new tree has there.
    pub new: Option<Node>,
    /// Where the new tree has it, or where its key would be, as far as that is known.
    pub place: Option<Span>,
}

/// What differs between two trees: in the new one's order, then what it has no more.
pub fn differences(old: &Node, new: &Node) -> Vec<Difference> {
    let mut found = Vec::new();
    compare("", old, new, &mut found);
    found
}

fn compare(path: &str, old: &Node, new: &Node, found: &mut Vec<Difference>) {
    let below = |key: &str| {
        let mut below = path.to_owned();
        push_key(&mut below, key);
        below
    };
    match (&old.value, &new.value) {
        (Value::Table(before), Value::Table(after)) => {
            for entry in after {
                match (old.get(&entry.key), new.get(&entry.key)) {
                    (Some(old), Some(new)) => compare(&below(&entry.key), old, new, found),
                    (None, Some(new)) => found.push(Difference {
                        path: below(&entry.key),
                        old: None,
                        new: Some(new.clone()),
                        place: entry.key_span.clone().or_else(|| new.span.clone()),
                    }),
                    (_, None) => {}
                }
            }
            for entry in before {
                if let (Some(gone), None) = (old.get(&entry.key), new.get(&entry.key)) {
                    found.push(Difference {
                        path: below(&entry.key),
                        old: Some(gone.clone()),
                        new: None,
                        place: new.span.clone(),
                    });
                }
            }
        }
        (Value::List(before), Value::List(after)) if before.len() == after.len() => {
            for (at, (old, new)) in before.iter().zip(after).enumerate() {
                compare(&format!("{path}[{at}]"), old, new, found);
            }
        }
        _ => {
            let numbers = old.as_number().zip(new.as_number());
            let alike = match numbers {
                Some((old, new)) => old == new,
                None => old.to_json() == new.to_json(),
            };
            if !alike {
                found.push(Difference {
                    path: path.to_owned(),
                    old: Some(old.clone()),
                    new: Some(new.clone()),
                    place: new.span.clone(),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{merge, read_toml};
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_are_read_again() {
        let tree = json!({
            "z": 1, "f": 2.0, "t": "a \"b\"\n\u{7f}é", "on": true,
            "weapons": {"long sword": {"damage": 12, "type": ["slash", {"a": 1.5}]}, "club": {}},
            "empty": [], "rows": [{"x": 1}, {}],
        });
        let text = flat(&Node::from_json(&tree));
        assert!(
            text.contains("weapons.\"long sword\".damage = 12\n"),
            "{text}"
        );
        assert_eq!(read_toml("x", &text).unwrap().to_json(), tree);
        let gone = Node::from_json(&json!({"a": null, "b": {"c": null, "d": 1}}));
        assert_eq!(flat(&gone), "b.d = 1\n");
    }

    #[test]
    fn differences_name_the_cell_and_its_place() {
        let base =
            "[weapons.sword]\ndamage = 12\nreach = 1\n[rows]\nlist = [1, 2, 3]\n[gone]\nx = 1\n";
        let old = read_toml("base.toml", base).unwrap();
        let mut new = old.clone();
        let over = "\n[weapons.sword]\ndamage = 13\nreach = 1.0\nthrown = true\n[rows]\nlist = [1, 5, 3]\n";
        merge(&mut new, &read_toml("my.toml", over).unwrap());
        merge(&mut new, &Node::from_json(&json!({"gone": null})));
        let found = differences(&old, &new);
        let text = |node: &Option<Node>| node.as_ref().map_or(String::new(), cell);
        let said: Vec<String> = found
            .iter()
            .map(|d| format!("{} {}>{} {:?}", d.path, text(&d.old), text(&d.new), d.place))
            .collect();
        assert_eq!(
            said,
            [
                "weapons.sword.damage 12>13 Some(my.toml:3:10)",
                "weapons.sword.thrown >true Some(my.toml:5:1)",
                "rows.list[1] 2>5 Some(my.toml:7:12)",
                "gone { x = 1 }> Some(base.toml:1:1)",
            ]
        );
        assert!(differences(&old, &old).is_empty());
    }
}
