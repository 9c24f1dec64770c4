//! The tree every document is read into, and the places in the text its values came from.
//! A tree made from TOML carries spans; a tree made from JSON or in code carries none and is
//! spoken of by path instead.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text that was read: a file, or rules built into the program.
#[derive(Clone)]
pub struct Source {
    /// What to call it in messages: a file path, or something like `<embedded rules>`.
    pub name: String,
    /// The whole text, without a byte order mark.
    pub text: String,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({})", self.name)
    }
}

/// A stretch of a [`Source`].
#[derive(Clone)]
pub struct Span {
    /// The text it lies in.
    pub source: Arc<Source>,
    /// Byte offsets into the text.
    pub range: Range<usize>,
}

impl Span {
    /// Line and column of the start, both counted from 1; the column counts characters.
    ///
    /// An offset past the end counts as the end, one inside a character as that character.
    pub fn line_column(&self) -> (usize, usize) {
        let text = self.source.text.as_str();
        let before = text.get(..floor(text, self.range.start)).unwrap_or("");
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before.get(start..).unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.line_column();
        write!(f, "{}:{line}:{column}", self.source.name)
    }
}

/// The nearest character boundary at or before `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// One value of a document and where it stood.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value itself.
    pub value: Value,
    /// Where it stood; a table opened by `[header]` stands at that header.
    pub span: Option<Span>,
}

/// What a [`Node`] holds.
#[derive(Clone, Debug)]
pub enum Value {
    /// JSON's `null`; TOML has none.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number written without a decimal point.
    Int(i64),
    /// A number written with a decimal point or an exponent, or too large for [`Value::Int`].
    Float(f64),
    /// A string.
    Text(String),
    /// A list, in the order written.
    List(Vec<Node>),
    /// A table, in the order written.
    Table(Vec<Entry>),
}

/// One `key = value` of a table.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key, unquoted.
    pub key: String,
    /// Where the key stood.
    pub key_span: Option<Span>,
    /// The value.
    pub node: Node,
}

impl From<Value> for Node {
    fn from(value: Value) -> Node {
        Node { value, span: None }
    }
}

impl Node {
    /// A text without a place.
    pub fn text(text: impl Into<String>) -> Node {
        Value::Text(text.into()).into()
    }

    /// A whole number without a place.
    pub fn int(number: i64) -> Node {
        Value::Int(number).into()
    }

    /// A number without a place.
    pub fn float(number: f64) -> Node {
        Value::Float(number).into()
    }

    /// A `true` or `false` without a place.
    pub fn flag(flag: bool) -> Node {
        Value::Bool(flag).into()
    }

    /// A list without a place.
    pub fn list(items: impl IntoIterator<Item = Node>) -> Node {
        Value::List(items.into_iter().collect()).into()
    }

    /// A table without a place. Keys are taken as given; the caller sees to it that none is double.
    pub fn table<K: Into<String>>(entries: impl IntoIterator<Item = (K, Node)>) -> Node {
        let entries = entries.into_iter().map(|(key, node)| Entry {
            key: key.into(),
            key_span: None,
            node,
        });
        Value::Table(entries.collect()).into()
    }

    /// The value under `key`; `None` when this is no table, has no such key, or holds `null` there.
    ///
    /// A `null` counts as absent everywhere in this room; [`Node::entry`] still shows it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        let node = &self.entry(key)?.node;
        (!matches!(node.value, Value::Null)).then_some(node)
    }

    /// The entry under `key`, also when its value is `null`.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    /// The entries of a table in the order written; empty when this is no table.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a list; empty when this is no list.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The whole number, if it is one. `3.0` is none.
    pub fn as_int(&self) -> Option<i64> {
        match self.value {
            Value::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The number, whole or not, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match self.value {
            Value::Int(number) => Some(number as f64),
            Value::Float(number) => Some(number),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The flag, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(flag) => Some(flag),
            _ => None,
        }
    }

    /// What kind of value this is, in words that fit after "found".
    pub fn kind_name(&self) -> &'static str {
        match self.value {
            Value::Null => "nothing",
            Value::Bool(_) => "true or false",
            Value::Int(_) => "a whole number",
            Value::Float(_) => "a number",
            Value::Text(_) => "text",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// The tree of a JSON value, without spans. Whole numbers beyond `i64` become floats.
    pub fn from_json(json: &serde_json::Value) -> Node {
        let value = match json {
            serde_json::Value::Null => Value::Null,
            serde_json::Value::Bool(flag) => Value::Bool(*flag),
            serde_json::Value::Number(number) => match number.as_i64() {
                Some(whole) => Value::Int(whole),
                None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            serde_json::Value::String(text) => Value::Text(text.clone()),
            serde_json::Value::Array(items) => {
                Value::List(items.iter().map(Node::from_json).collect())
            }
            serde_json::Value::Object(map) => Value::Table(
                map.iter()
                    .map(|(key, value)| Entry {
                        key: key.clone(),
                        key_span: None,
                        node: Node::from_json(value),
                    })
                    .collect(),
            ),
        };
        value.into()
    }

    /// The JSON value of this tree. Not-a-number and the infinities become `null`.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(flag) => (*flag).into(),
            Value::Int(number) => (*number).into(),
            Value::Float(number) => (*number).into(),
            Value::Text(text) => text.as_str().into(),
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Table(entries) => entries
                .iter()
                .map(|entry| (entry.key.clone(), entry.node.to_json()))
                .collect(),
        }
    }

    /// The path of `target` below this node, such as `weapons.sword.damage` or `weapons[0]`.
    ///
    /// The target is found by identity, not by equality: it must be a reference into this tree.
    /// Keys that are not bare TOML keys are quoted. The path of the node itself is empty; `None`
    /// when `target` does not lie in this tree.
    pub fn path_of(&self, target: &Node) -> Option<String> {
        super::path::Places::of(self).path_to(target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn span(text: &str, at: usize) -> (usize, usize) {
        let source = Arc::new(Source {
            name: "x".into(),
            text: text.into(),
        });
        let range = at..at;
        Span { source, range }.line_column()
    }

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        assert_eq!(span("", 0), (1, 1));
        assert_eq!(span("abc", 2), (1, 3));
        assert_eq!(span("é = 1", 3), (1, 3));
        assert_eq!(span("é = 1", 1), (1, 1), "inside a character");
        assert_eq!(span("a\r\nbc", 4), (2, 2));
        assert_eq!(span("a\n", 2), (2, 1));
        assert_eq!(span("a", 99), (1, 2), "past the end");
    }

    #[test]
    fn json_survives_the_round_trip() {
        let json = json!({"z": [1, 2.5, "t", null, true], "a": {"b": {}}, "big": 1e300});
        assert_eq!(Node::from_json(&json).to_json(), json);
        let huge = Node::from_json(&json!(u64::MAX));
        assert!(huge.as_int().is_none());
        assert_eq!(huge.as_number(), Some(u64::MAX as f64));
        assert_eq!(Node::float(f64::NAN).to_json(), json!(null));
    }

    #[test]
    fn accessors_answer_only_their_own_kind() {
        let node = Node::from_json(&json!({"i": 3, "f": 3.5, "t": "x", "b": true, "n": null}));
        let get = |key: &str| node.get(key);
        assert_eq!(get("i").and_then(Node::as_int), Some(3));
        assert_eq!(get("i").and_then(Node::as_number), Some(3.0));
        assert_eq!(get("f").and_then(Node::as_int), None);
        assert_eq!(get("t").and_then(Node::as_text), Some("x"));
        assert_eq!(get("b").and_then(Node::as_bool), Some(true));
        assert!(get("n").is_none(), "null counts as absent");
        assert!(node.entry("n").is_some());
        assert!(get("i").is_some_and(|n| n.items().is_empty() && n.entries().is_empty()));
        let names: Vec<_> = node.entries().iter().map(|e| e.node.kind_name()).collect();
        let expected = [
            "a whole number",
            "a number",
            "text",
            "true or false",
            "nothing",
        ];
        assert_eq!(names, expected);
        assert_eq!(Node::list([]).kind_name(), "a list");
        assert_eq!(node.kind_name(), "a table");
    }
}
