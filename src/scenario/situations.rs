//! In which situations a pair meets: every combination of the values a scenario gives, some kept apart, some averaged
//! into one figure.

use crate::document::{Checker, Kind, Node, Shape, Value, set_path};

/// Situations that make one figure: one, or several to be averaged.
#[derive(Clone, Debug)]
pub struct Group {
    /// Each of them, as the system reads it.
    pub members: Vec<Node>,
}

/// More situations than this are a slip.
const MOST: usize = 10_000;

/// The groups of a `[situations]` table, or of a `[skirmish]`. `shape` is what the system's situation may say.
pub fn groups(
    checker: &mut Checker<'_>,
    table: Option<&Node>,
    shape: &Shape,
    what: &str,
) -> Vec<Group> {
    let empty = || Node::table(Vec::<(String, Node)>::new());
    let Some(table) = table else {
        return vec![Group {
            members: vec![empty()],
        }];
    };
    let fields = match &shape.kind {
        Kind::Table { fields, .. } => fields.as_slice(),
        _ => &[],
    };
    let entries: Vec<_> = table
        .entries()
        .iter()
        .filter(|entry| entry.key != "average")
        .collect();
    let averaged = averaged(
        checker,
        table,
        &entries.iter().map(|e| e.key.as_str()).collect::<Vec<_>>(),
    );
    let (mut apart, mut together) = (vec![empty()], vec![empty()]);
    for entry in entries {
        let Some(field) = fields.iter().find(|field| field.name == entry.key) else {
            let known: Vec<&str> = fields.iter().map(|field| field.name).collect();
            let help = crate::document::nearest(&entry.key, known.iter().copied()).map_or_else(
                || format!("there are: {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            let message = format!("a {what} has no key `{}`", entry.key);
            checker.fail_key(table, &entry.key, message, Some(help));
            continue;
        };
        // A list is a list of values, unless the key's own value is one.
        let several = lists_in(&entry.node) > lists_of(&field.shape);
        let values = if several {
            entry.node.items()
        } else {
            std::slice::from_ref(&entry.node)
        };
        if values.is_empty() {
            let message = format!("`{}` has no values", entry.key);
            checker.fail(
                &entry.node,
                message,
                Some("give one, or several".to_owned()),
            );
            continue;
        }
        for (at, value) in values.iter().enumerate() {
            field.shape.check(value, checker);
            if values[..at]
                .iter()
                .any(|other| other.to_json() == value.to_json())
            {
                let message = format!("this value of `{}` is there twice", entry.key);
                checker.fail(value, message, None);
            }
        }
        let grown = if averaged.contains(&entry.key) {
            &mut together
        } else {
            &mut apart
        };
        if grown.len().saturating_mul(values.len()) > MOST {
            let message = format!("there are more than {MOST} situations");
            checker.fail(table, message, None);
            break;
        }
        *grown = grown
            .iter()
            .flat_map(|so_far| {
                values.iter().map(|value| {
                    let mut more = so_far.clone();
                    // A plain key of a plain table can always be set.
                    let _ = set_path(&mut more, &entry.key, value.clone());
                    more
                })
            })
            .collect();
    }
    if !checker.is_ok() {
        return Vec::new();
    }
    apart
        .into_iter()
        .map(|base| Group {
            members: together
                .iter()
                .map(|more| {
                    let mut whole = base.clone();
                    crate::document::merge(&mut whole, more);
                    whole
                })
                .collect(),
        })
        .collect()
}

/// How many lists deep a value is: 2 for a list of lists.
fn lists_in(node: &Node) -> usize {
    match &node.value {
        Value::List(items) => 1 + items.first().map_or(0, lists_in),
        _ => 0,
    }
}

/// How many lists deep a single value of a key is.
fn lists_of(shape: &Shape) -> usize {
    match &shape.kind {
        Kind::List { of, .. } => 1 + lists_of(of),
        _ => 0,
    }
}

/// The keys that are averaged.
fn averaged(checker: &mut Checker<'_>, table: &Node, keys: &[&str]) -> Vec<String> {
    match table.get("average").map(|node| (node, &node.value)) {
        Some((_, Value::Bool(true))) => keys.iter().map(|key| (*key).to_owned()).collect(),
        Some((node, Value::List(_))) => {
            let mut found = Vec::new();
            for item in node.items() {
                let key = item.as_text().unwrap_or_default();
                if keys.contains(&key) {
                    found.push(key.to_owned());
                } else {
                    let message = format!("`{key}` has no values here to be averaged");
                    let help = crate::document::nearest(key, keys.iter().copied());
                    checker.fail(
                        item,
                        message,
                        help.map(|near| format!("did you mean `{near}`?")),
                    );
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

/// One text for several situations: `gap 0/8/16, initiative roll`.
pub fn words_of(all: &[String]) -> String {
    let parts: Vec<Vec<&str>> = all
        .iter()
        .map(|words| words.split(", ").collect())
        .collect();
    let Some(first) = parts.first() else {
        return String::new();
    };
    if parts.iter().any(|other| other.len() != first.len()) {
        return all.join(" / ");
    }
    let columns = (0..first.len()).map(|at| {
        let mut seen: Vec<&str> = Vec::new();
        for row in &parts {
            if !seen.contains(&row[at]) {
                seen.push(row[at]);
            }
        }
        // Only the last word differs: say what they share once.
        let split: Option<Vec<(&str, &str)>> =
            seen.iter().map(|text| text.rsplit_once(' ')).collect();
        match split {
            Some(split) if seen.len() > 1 && split.iter().all(|x| x.0 == split[0].0) => {
                let values: Vec<&str> = split.iter().map(|x| x.1).collect();
                format!("{} {}", split[0].0, values.join("/"))
            }
            _ => seen.join("/"),
        }
    });
    columns.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Field, read_toml};

    fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe("gap", Shape::int(0..=100)),
            Field::maybe("initiative", Shape::choice(&["a", "b"])),
            Field::maybe("lines", Shape::list(Shape::int(..))),
            Field::maybe("places", Shape::list(Shape::list(Shape::int(..)))),
        ])
    }

    fn read(text: &str) -> Result<Vec<Vec<String>>, String> {
        let root = read_toml("s.toml", text).map_err(|p| p.to_string())?;
        let mut checker = Checker::new(&root);
        let found = groups(&mut checker, Some(&root), &shape(), "situation");
        checker.finish().map_err(|p| p.to_string())?;
        let text = |group: Group| -> Vec<String> {
            group
                .members
                .iter()
                .map(|m| m.to_json().to_string())
                .collect()
        };
        Ok(found.into_iter().map(text).collect())
    }

    #[test]
    fn values_are_combined_apart_or_averaged() {
        assert_eq!(read("").unwrap(), [["{}"]]);
        assert_eq!(
            read("gap = [0, 8]\ninitiative = [\"a\", \"b\"]")
                .unwrap()
                .len(),
            4
        );
        let found = read("gap = [0, 8]\ninitiative = [\"a\", \"b\"]\naverage = [\"gap\"]").unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[1],
            [
                r#"{"initiative":"b","gap":0}"#,
                r#"{"initiative":"b","gap":8}"#
            ]
        );
        assert_eq!(read("gap = [0, 8]\naverage = true").unwrap().len(), 1);
        // A key whose value is a list: a list of lists is several.
        assert_eq!(read("lines = [1, 2]").unwrap().len(), 1);
        assert_eq!(read("lines = [[1, 2], [3]]").unwrap().len(), 2);
        assert_eq!(read("places = [[1, 2], [3]]").unwrap().len(), 1);
        assert_eq!(read("places = [[[1, 2], [3]], [[4]]]").unwrap().len(), 2);
    }

    #[test]
    fn slips_are_told() {
        let said = |text: &str| read(text).unwrap_err();
        assert!(
            said("gpa = 3")
                .contains("s.toml:1:1: a situation has no key `gpa` (did you mean `gap`?)")
        );
        assert!(said("gap = [0, 800]").contains("s.toml:1:11"));
        assert!(said("gap = []").contains("has no values"));
        assert!(said("gap = [1]\naverage = [\"gab\"]").contains("did you mean `gap`?"));
    }

    #[test]
    fn words_share_what_is_common() {
        let all = ["gap 0, initiative a, cap 50", "gap 8, initiative a, cap 50"].map(str::to_owned);
        assert_eq!(words_of(&all), "gap 0/8, initiative a, cap 50");
        assert_eq!(words_of(&all[..1]), "gap 0, initiative a, cap 50");
    }
}
