//! Lays one document over another, for files that hold only what they change. Every value keeps
//! the place it was written at, so that messages name the right file.

use super::node::{Node, Value};

/// Deep merge: where both hold a table, key by key; anything else in `over` replaces.
///
/// What stays keeps its span and what is replaced takes the span of `over`, so that a later
/// message points into the file that said it. New keys go behind the old ones. A `null` in `over`
/// replaces too, and since `null` counts as absent it takes an optional value away.
pub fn merge(base: &mut Node, over: &Node) {
    if let (Value::Table(below), Value::Table(above)) = (&mut base.value, &over.value) {
        for entry in above {
            match below.iter_mut().find(|known| known.key == entry.key) {
                Some(known) => {
                    let both = |node: &Node| matches!(node.value, Value::Table(_));
                    if !(both(&known.node) && both(&entry.node)) {
                        known.key_span = entry.key_span.clone();
                    }
                    merge(&mut known.node, &entry.node);
                }
                None => below.push(entry.clone()),
            }
        }
    } else {
        *base = over.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_toml;
    use super::*;
    use serde_json::json;

    #[test]
    fn only_changed_cells_change() {
        let base = "[units.knight]\npoints = 10\ntags = [1, 2]\n[units.orc]\npoints = 4\n";
        let mut base = read_toml("base.toml", base).unwrap();
        let over = "\n\n[units.knight]\npoints = 12\ntags = [3]\n[new]\nx = 1\n";
        let over = read_toml("over.toml", over).unwrap();
        merge(&mut base, &over);
        let units = json!({"knight": {"points": 12, "tags": [3]}, "orc": {"points": 4}});
        assert_eq!(base.to_json(), json!({"units": units, "new": {"x": 1}}));

        let knight = base.get("units").unwrap().get("knight").unwrap();
        assert_eq!(
            format!("{:?}", knight.span.as_ref().unwrap()),
            "base.toml:1:1"
        );
        let points = knight.entry("points").unwrap();
        assert_eq!(
            format!("{:?}", points.node.span.as_ref().unwrap()),
            "over.toml:4:10"
        );
        assert_eq!(
            format!("{:?}", points.key_span.as_ref().unwrap()),
            "over.toml:4:1"
        );
    }

    #[test]
    fn kinds_may_change_and_null_takes_away() {
        let mut base = Node::from_json(&json!({"a": 1, "b": {"c": 2}}));
        merge(
            &mut base,
            &Node::from_json(&json!({"a": {"x": 1}, "b": null})),
        );
        assert_eq!(base.to_json(), json!({"a": {"x": 1}, "b": null}));
        assert!(base.get("b").is_none());
    }
}
