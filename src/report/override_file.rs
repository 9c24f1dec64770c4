//! An override file: the cells of a rules file whose prices change, and nothing else. It is used with `--rules`, and says what it
//! extends. A row of a list cannot be changed alone, so the whole list is written.

use super::goods::Good;
use serde_json::{Map, Value};

/// A step of a path: a key, or a place in a list.
fn steps(path: &str) -> Vec<Result<&str, usize>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let mut rest = part;
        if let Some((key, places)) = part.split_once('[') {
            steps.push(Ok(key));
            rest = places;
            for place in rest.split('[') {
                steps.push(Err(place.trim_end_matches(']').parse().unwrap_or(0)));
            }
        } else {
            steps.push(Ok(rest));
        }
    }
    steps
}

/// A number as people write it: whole if it is.
fn number(value: f64) -> Value {
    let clean = (value * 1e9).round() / 1e9;
    if clean.fract() == 0.0 && clean.abs() < 1e15 {
        Value::from(clean as i64)
    } else {
        Value::from(clean)
    }
}

/// What every cell holds when each good costs what `table` says: (path, value), only those that change.
pub fn changed_cells(goods: &[Good], table: &[f64]) -> Vec<(String, f64)> {
    let mut cells: Vec<(String, f64, f64)> = Vec::new();
    for (good, new) in goods.iter().zip(table) {
        let rise = new - good.printed.unwrap_or(0.0);
        for cell in &good.cells {
            match cells.iter_mut().find(|(path, ..)| *path == cell.path) {
                Some((_, value, _)) => *value += rise,
                None => cells.push((cell.path.clone(), cell.now + rise, cell.now)),
            }
        }
    }
    cells
        .into_iter()
        .filter(|(_, value, now)| (value - now).abs() > 1e-9)
        .map(|(path, value, _)| (path, value))
        .collect()
}

/// The override as a document: the changed cells of `rules`, with the lists they stand in.
fn document(rules: &Value, cells: &[(String, f64)]) -> Value {
    let mut whole = rules.clone();
    for (path, value) in cells {
        put(&mut whole, &steps(path), number(*value));
    }
    let mut part = Value::Object(Map::new());
    for (path, _) in cells {
        let keys: Vec<&str> = steps(path).into_iter().map_while(Result::ok).collect();
        let found = keys
            .iter()
            .try_fold(&whole, |node, key| node.get(key))
            .cloned();
        let keys: Vec<Result<&str, usize>> = keys.into_iter().map(Ok).collect();
        put(&mut part, &keys, found.unwrap_or(Value::Null));
    }
    part
}

/// Puts a value at a place, making tables on the way.
fn put(node: &mut Value, steps: &[Result<&str, usize>], value: Value) {
    match steps {
        [] => *node = value,
        [Ok(key), rest @ ..] => {
            if !node.is_object() {
                *node = Value::Object(Map::new());
            }
            if let Some(table) = node.as_object_mut() {
                put(table.entry(*key).or_insert(Value::Null), rest, value);
            }
        }
        [Err(place), rest @ ..] => {
            if let Some(item) = node.as_array_mut().and_then(|list| list.get_mut(*place)) {
                put(item, rest, value);
            }
        }
    }
}

/// The file: remarks first, then what it extends, then the cells.
pub fn override_file(
    extends: &str,
    remarks: &[String],
    rules: &Value,
    cells: &[(String, f64)],
) -> String {
    let mut text = String::new();
    for remark in remarks {
        text += &format!("# {remark}\n");
    }
    text += &format!("extends = {}\n", Value::from(extends));
    if !cells.is_empty() {
        let part = document(rules, cells);
        // What a rules file holds can be written as TOML: it was read from it. A null counts as absent.
        text += "\n";
        text += &toml::to_string(&without_null(part)).unwrap_or_default();
    }
    text
}

fn without_null(value: Value) -> Value {
    match value {
        Value::Object(table) => Value::Object(
            table
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (key, without_null(value)))
                .collect(),
        ),
        Value::Array(list) => Value::Array(list.into_iter().map(without_null).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_changes_is_written_with_its_list() {
        let rules = json!({
            "weapons": {"sword": {"points": 8, "damage": 12}, "spear": {"points": 8}},
            "rows": [{"bonus": 0, "cost": 0}, {"bonus": 2, "cost": 4}, {"bonus": 4, "cost": 10}],
        });
        let cells = [
            ("weapons.sword.points".to_owned(), 9.0),
            ("rows[2].cost".to_owned(), 9.5),
            ("costs.new".to_owned(), 3.0),
        ];
        let text = override_file("allesfezs", &["why".to_owned()], &rules, &cells);
        assert!(
            text.starts_with("# why\nextends = \"allesfezs\"\n"),
            "{text}"
        );
        let read: toml::Value = toml::from_str(&text).unwrap();
        let read = serde_json::to_value(read).unwrap();
        let expected = json!({
            "extends": "allesfezs",
            "weapons": {"sword": {"points": 9}},
            "rows": [{"bonus": 0, "cost": 0}, {"bonus": 2, "cost": 4}, {"bonus": 4, "cost": 9.5}],
            "costs": {"new": 3},
        });
        assert_eq!(read, expected);
    }
}
