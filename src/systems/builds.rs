//! Builds as people name them, the same for every system: by their name in the rules file, written out as a table, or
//! `like` a named one with some keys changed.

use crate::document::{Checker, Node, Problem, Problems, Value, merge};

/// A build written out: its id if it is a named one, and its table.
pub struct Written {
    /// Its name in the rules file; empty for one made up on the spot.
    pub id: String,
    /// Everything that is said of it.
    pub node: Node,
}

/// What a build is called in labels: its name, or everything that was said of it.
pub fn label(id: &str, node: &Node) -> String {
    if id.is_empty() {
        node.to_json().to_string()
    } else {
        id.to_owned()
    }
}

/// Writes out a build. `builds` is the table of named ones; `prefix` is what the query calls it (`a`, `b`).
pub fn written_out(builds: Option<&Node>, node: &Node, prefix: &str) -> Result<Written, Problems> {
    match &node.value {
        Value::Text(id) => Ok(Written {
            id: id.clone(),
            node: named(builds, node, node, prefix)?,
        }),
        Value::Table(entries) => match node.get("like") {
            None => Ok(Written {
                id: String::new(),
                node: node.clone(),
            }),
            Some(like) => {
                let mut whole = named(builds, node, like, prefix)?;
                let rest = entries.iter().filter(|entry| entry.key != "like").cloned();
                let over = Node {
                    value: Value::Table(rest.collect()),
                    span: node.span.clone(),
                };
                merge(&mut whole, &over);
                Ok(Written {
                    id: String::new(),
                    node: whole,
                })
            }
        },
        _ => {
            let mut problem = Problem::new(format!("expected a build, found {}", node.kind_name()));
            problem.path = prefix.to_owned();
            problem.help = Some("give the name of a build, or a table with its keys".to_owned());
            Err(Problems(vec![problem]))
        }
    }
}

fn named(builds: Option<&Node>, root: &Node, name: &Node, prefix: &str) -> Result<Node, Problems> {
    let id = name.as_text().unwrap_or_default();
    if let Some(found) = builds.and_then(|builds| builds.get(id)) {
        return Ok(found.clone());
    }
    let known: Vec<&str> = builds
        .map_or(&[][..], Node::entries)
        .iter()
        .map(|entry| entry.key.as_str())
        .collect();
    let mut checker = Checker::with_prefix(root, prefix);
    checker.unknown_name(name, "build", id, &known);
    Err(checker.finish().err().unwrap_or_default())
}
