//! Paths such as `weapons.sword.damage` or `units[0]`: how they are written, and how the place of
//! a node is found. Nothing here runs while all is well; paths are only made for messages.

use std::collections::HashMap;

use super::node::{Node, Value};

/// One step from a node to a node below it.
#[derive(Clone, Copy)]
enum Step<'a> {
    Key(&'a str),
    Item(usize),
}

/// Where every node of a tree stands, by its address.
pub(super) struct Places<'a> {
    root: usize,
    steps: HashMap<usize, (usize, Step<'a>)>,
}

/// The address of a node: its identity while the tree is borrowed.
fn address(node: &Node) -> usize {
    std::ptr::from_ref(node).addr()
}

impl<'a> Places<'a> {
    /// Walks the tree once and notes every node's parent.
    pub(super) fn of(root: &'a Node) -> Places<'a> {
        let mut steps = HashMap::new();
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let parent = address(node);
            match &node.value {
                Value::List(items) => {
                    for (index, item) in items.iter().enumerate() {
                        steps.insert(address(item), (parent, Step::Item(index)));
                        open.push(item);
                    }
                }
                Value::Table(entries) => {
                    for entry in entries {
                        steps.insert(address(&entry.node), (parent, Step::Key(&entry.key)));
                        open.push(&entry.node);
                    }
                }
                _ => {}
            }
        }
        Places {
            root: address(root),
            steps,
        }
    }

    /// The path of a node, `None` if it is not one of the tree's.
    pub(super) fn path_to(&self, node: &Node) -> Option<String> {
        let mut at = address(node);
        let mut steps = Vec::new();
        while at != self.root {
            let (parent, step) = self.steps.get(&at)?;
            steps.push(*step);
            at = *parent;
        }
        let mut path = String::new();
        for step in steps.iter().rev() {
            match step {
                Step::Key(key) => push_key(&mut path, key),
                Step::Item(index) => path.push_str(&format!("[{index}]")),
            }
        }
        Some(path)
    }
}

/// Appends a key to a path, quoted unless it is a bare TOML key.
pub(super) fn push_key(path: &mut String, key: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(bare) {
        path.push_str(key);
    } else {
        path.push_str(&serde_json::Value::from(key).to_string());
    }
}

/// Joins a prefix and a path below it: `a` and `weapons[0]` make `a.weapons[0]`.
pub(super) fn join(prefix: &str, path: &str) -> String {
    if prefix.is_empty() || path.is_empty() || path.starts_with('[') {
        format!("{prefix}{path}")
    } else {
        format!("{prefix}.{path}")
    }
}

/// Takes a dotted key apart; a part may stand in single or double quotes.
pub(super) fn split(dotted: &str) -> Result<Vec<String>, String> {
    let mut parts = Vec::new();
    let mut rest = dotted.trim();
    loop {
        let (part, after) = first_part(rest)
            .ok_or_else(|| format!("`{dotted}` is not a key: expected something like `a.b`"))?;
        parts.push(part);
        let after = after.trim_start();
        if after.is_empty() {
            return Ok(parts);
        }
        rest = after
            .strip_prefix('.')
            .ok_or_else(|| format!("`{dotted}` is not a key: expected `.` before `{after}`"))?
            .trim_start();
    }
}

/// The first part of a dotted key and what follows it.
fn first_part(text: &str) -> Option<(String, &str)> {
    if let Some(inner) = text.strip_prefix('\'') {
        let (part, after) = inner.split_once('\'')?;
        return Some((part.to_owned(), after));
    }
    if let Some(inner) = text.strip_prefix('"') {
        let mut escaped = false;
        let end = inner.find(|c| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        })?;
        let quoted = text.get(..end + 2)?;
        return Some((serde_json::from_str(quoted).ok()?, text.get(end + 2..)?));
    }
    let end = text.find('.').unwrap_or(text.len());
    let (part, after) = text.split_at_checked(end)?;
    let part = part.trim();
    (!part.is_empty()).then(|| (part.to_owned(), after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_are_found_by_identity() {
        let tree = json!({"a": {"weapons": [{"x": 1}, {"x": 1}], "long name": 2, "": 3}});
        let root = Node::from_json(&tree);
        let a = root.get("a").unwrap();
        let weapons = a.get("weapons").unwrap();
        let second = weapons.items()[1].get("x").unwrap();
        assert_eq!(root.path_of(second).unwrap(), "a.weapons[1].x");
        assert_eq!(weapons.path_of(second).unwrap(), "[1].x");
        let named = a.get("long name").unwrap();
        assert_eq!(root.path_of(named).unwrap(), "a.\"long name\"");
        assert_eq!(root.path_of(a.get("").unwrap()).unwrap(), "a.\"\"");
        assert_eq!(root.path_of(&root).unwrap(), "");
        assert_eq!(root.path_of(&root.clone()), None);
    }

    #[test]
    fn prefixes_join_without_stray_dots() {
        assert_eq!(join("a", ""), "a");
        assert_eq!(join("", "x.y"), "x.y");
        assert_eq!(join("a", "weapons[0]"), "a.weapons[0]");
        assert_eq!(join("a", "[0]"), "a[0]");
    }

    #[test]
    fn dotted_keys_come_apart() {
        assert_eq!(split("reaction.kind").unwrap(), ["reaction", "kind"]);
        assert_eq!(split(r#"a."b.\"c". 'd e'"#).unwrap(), ["a", "b.\"c", "d e"]);
        for wrong in ["", ".", "a..b", "a.", "\"a", "'a", "\"a\"b"] {
            assert!(split(wrong).is_err(), "{wrong}");
        }
        let message = split("a..b").unwrap_err();
        assert_eq!(
            message,
            "`a..b` is not a key: expected something like `a.b`"
        );
    }
}
