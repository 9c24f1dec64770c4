//! `key=value` from a command line: how such a text is read, and how the value gets into a tree.
//! What is set this way carries no span; messages speak of it by path.

use super::node::{Entry, Node, Value};
use super::path::split;
use super::read::{read_json, read_toml};

/// Reads a `key=value`. The key stays dotted, as [`set_path`] takes it.
///
/// The value is `true` or `false`, a number, text in quotes, a JSON or TOML value when it begins
/// with `[` or `{`, and otherwise plain text.
pub fn read_set(text: &str) -> Result<(String, Node), String> {
    let mut quote = None;
    let equals = text.find(|c| {
        match quote {
            None if c == '"' || c == '\'' => quote = Some(c),
            Some(open) if c == open => quote = None,
            _ => {}
        }
        c == '=' && quote.is_none()
    });
    let (key, value) = equals
        .and_then(|at| Some((text.get(..at)?, text.get(at + 1..)?)))
        .ok_or_else(|| format!("expected `key=value`, found `{text}`"))?;
    let key = key.trim();
    split(key)?;
    let value = value.trim();
    if value.is_empty() {
        return Err(format!(
            "there is no value after `{key}=`: write `{key}=\"\"` for an empty text"
        ));
    }
    let node =
        read_value(value).map_err(|why| format!("the value of `{key}` cannot be read: {why}"))?;
    Ok((key.to_owned(), node))
}

fn read_value(value: &str) -> Result<Node, String> {
    match value {
        "true" => return Ok(Node::flag(true)),
        "false" => return Ok(Node::flag(false)),
        _ => {}
    }
    if value.starts_with(['[', '{']) {
        return read_json(value).or_else(|_| inline(value));
    }
    if value.starts_with(['"', '\'']) {
        return inline(value);
    }
    if value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
        if let Ok(whole) = value.parse() {
            return Ok(Node::int(whole));
        }
        // "infinity" and the like stay text.
        let digits = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
        if let Ok(number) = value.parse::<f64>()
            && number.is_finite()
            && value.chars().all(digits)
        {
            return Ok(Node::float(number));
        }
    }
    Ok(Node::text(value))
}

/// A value as it may stand behind `=` in TOML.
fn inline(value: &str) -> Result<Node, String> {
    let root = read_toml("", &format!("v = {value}")).map_err(|problems| {
        let first = problems.0.into_iter().next();
        first.map_or_else(String::new, |problem| match problem.help {
            Some(help) => format!("{} ({help})", problem.message),
            None => problem.message,
        })
    })?;
    match root.entries() {
        [only] => Ok(without_spans(&only.node)),
        _ => Err("expected one value".to_owned()),
    }
}

fn without_spans(node: &Node) -> Node {
    let value = match &node.value {
        Value::List(items) => Value::List(items.iter().map(without_spans).collect()),
        Value::Table(entries) => {
            let entry = |entry: &Entry| (entry.key.clone(), without_spans(&entry.node));
            return Node::table(entries.iter().map(entry));
        }
        plain => plain.clone(),
    };
    value.into()
}

/// Puts `value` at a dotted path such as `reaction.kind`, making tables as needed.
///
/// An error, in words, when the path is none or runs through something that is not a table.
pub fn set_path(root: &mut Node, dotted: &str, value: Node) -> Result<(), String> {
    let mut parts = split(dotted)?;
    let last = parts.pop().unwrap_or_default();
    let mut table = root;
    let mut walked = String::new();
    for part in parts {
        let entries = entries_of(table, dotted, &walked)?;
        super::path::push_key(&mut walked, &part);
        table = &mut entry_of(entries, part).node;
    }
    let entries = entries_of(table, dotted, &walked)?;
    let entry = entry_of(entries, last);
    entry.key_span = None;
    entry.node = value;
    Ok(())
}

/// The entries of a table; what is `null` becomes a table.
fn entries_of<'a>(
    node: &'a mut Node,
    dotted: &str,
    walked: &str,
) -> Result<&'a mut Vec<Entry>, String> {
    if matches!(node.value, Value::Null) {
        node.value = Value::Table(Vec::new());
    }
    let found = node.kind_name();
    match &mut node.value {
        Value::Table(entries) => Ok(entries),
        _ if walked.is_empty() => Err(format!(
            "cannot set `{dotted}`: the document is {found}, not a table"
        )),
        _ => Err(format!(
            "cannot set `{dotted}`: `{walked}` is {found}, not a table"
        )),
    }
}

/// The entry under a key, made if there is none.
fn entry_of(entries: &mut Vec<Entry>, key: String) -> &mut Entry {
    let at = entries.iter().position(|entry| entry.key == key);
    let at = at.unwrap_or_else(|| {
        entries.push(Entry {
            key,
            key_span: None,
            node: Value::Null.into(),
        });
        entries.len() - 1
    });
    &mut entries[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_read_as_what_they_look_like() {
        let cases = [
            ("a=true", json!(true)),
            ("a = false", json!(false)),
            ("a=5", json!(5)),
            ("a=-5", json!(-5)),
            ("a=2.5", json!(2.5)),
            ("a=1e3", json!(1000.0)),
            ("a=.5", json!(0.5)),
            ("a=\"5\"", json!("5")),
            ("a='x y'", json!("x y")),
            ("a=[1, \"x\"]", json!([1, "x"])),
            ("a={\"b\": null}", json!({"b": null})),
            ("a={b = [1]}", json!({"b": [1]})),
            ("a=long sword", json!("long sword")),
            ("a=b=c", json!("b=c")),
            ("a=inf", json!("inf")),
            ("a=-inf", json!("-inf")),
            ("a=2d6", json!("2d6")),
            ("a=1979-05-27", json!("1979-05-27")),
            ("a=99999999999999999999", json!(1e20)),
        ];
        for (text, expected) in cases {
            let (key, node) = read_set(text).unwrap();
            assert_eq!((key.as_str(), node.to_json()), ("a", expected), "{text}");
        }
        assert_eq!(read_set("a.\"x=y\" = 1").unwrap().0, "a.\"x=y\"");
    }

    #[test]
    fn unreadable_settings_say_why() {
        let said = |text: &str| read_set(text).unwrap_err();
        assert_eq!(said("abc"), "expected `key=value`, found `abc`");
        assert_eq!(
            said("a="),
            "there is no value after `a=`: write `a=\"\"` for an empty text"
        );
        assert_eq!(said("=1"), "`` is not a key: expected something like `a.b`");
        let expected = "the value of `a` cannot be read: this list is never closed (add `]` where the list ends)";
        assert_eq!(said("a=[1, 2"), expected);
        let expected =
            "the value of `a` cannot be read: this text is not closed (add the closing quote `\"`)";
        assert_eq!(said("a=\"x"), expected);
        assert_eq!(
            said("a=[1]\nb=2"),
            "the value of `a` cannot be read: expected one value"
        );
    }

    #[test]
    fn paths_are_made_as_needed() {
        let mut root = Node::from_json(&json!({"reaction": {"kind": "none"}, "n": null}));
        set_path(&mut root, "reaction.kind", Node::text("parry")).unwrap();
        set_path(&mut root, "n.new.\"long name\"", Node::int(1)).unwrap();
        set_path(&mut root, "top", Node::flag(true)).unwrap();
        let expected =
            json!({"reaction": {"kind": "parry"}, "n": {"new": {"long name": 1}}, "top": true});
        assert_eq!(root.to_json(), expected);
        let said = set_path(&mut root, "reaction.kind.x", Node::int(1)).unwrap_err();
        let expected = "cannot set `reaction.kind.x`: `reaction.kind` is text, not a table";
        assert_eq!(said, expected);
        let said = set_path(&mut Node::list([]), "a", Node::int(1)).unwrap_err();
        assert_eq!(said, "cannot set `a`: the document is a list, not a table");
        assert!(set_path(&mut root, "a..b", Node::int(1)).is_err());
    }
}
