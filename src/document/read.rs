//! Reads TOML and JSON text into trees. All that is wrong with a text is told at once, with line
//! and column, as far as the text can be followed.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::names::quoted;
use super::node::{Entry, Node, Source, Span, Value, floor};
use super::problem::{Problem, Problems};
use super::toml_words;

/// How many levels a document may have.
pub(super) const DEEPEST: usize = 128;
/// With more dots than this a text might nest its keys deep enough to exhaust a small stack.
const MANY_DOTS: usize = 800;
/// Stack for reading such a text.
const LARGE_STACK: usize = 64 << 20;

/// Reads a TOML text; `name` is what messages call it.
///
/// A text that is empty, or only remarks, makes an empty table. Entries keep the order of the
/// text. Dates and whole numbers beyond `i64` are problems.
pub fn read_toml(name: &str, text: &str) -> Result<Node, Problems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = Arc::new(Source {
        name: name.to_owned(),
        text: text.to_owned(),
    });
    if text.bytes().filter(|&b| b == b'.').count() <= MANY_DOTS {
        return parse_toml(&source);
    }
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(LARGE_STACK)
            .spawn_scoped(scope, || parse_toml(&source))
            .ok()
            .and_then(|thread| thread.join().ok())
            .unwrap_or_else(|| Err(Problem::new(format!("{name} could not be read")).into()))
    })
}

fn parse_toml(source: &Arc<Source>) -> Result<Node, Problems> {
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let mut reader = TomlReader {
        source,
        problems: Vec::new(),
    };
    let entries = reader.entries(table.get_ref(), 1);
    let mut problems = reader.problems;
    if !errors.is_empty() {
        // Values the syntax errors made up are not worth a word.
        let syntax = toml_words::problems(source, table.get_ref(), &errors);
        let line = |problem: &Problem| {
            let start = problem.span.as_ref().map_or(0, |span| span.range.start);
            toml_words::line_of(&source.text, start).start
        };
        let lines: HashSet<_> = syntax.iter().map(line).collect();
        problems.retain(|problem| !lines.contains(&line(problem)));
        problems.extend(syntax);
    }
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.span.as_ref().map(|span| span.range.start));
        return Err(Problems(problems));
    }
    Ok(Node {
        value: Value::Table(entries),
        span: Some(Span {
            source: Arc::clone(source),
            range: 0..0,
        }),
    })
}

struct TomlReader<'a> {
    source: &'a Arc<Source>,
    problems: Vec<Problem>,
}

impl TomlReader<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Option<Span> {
        let source = Arc::clone(self.source);
        Some(Span { source, range })
    }

    fn fail(&mut self, range: std::ops::Range<usize>, message: &str, help: &str) {
        let help = Some(help.to_owned());
        let problem = toml_words::problem(self.source, range, message, help);
        self.problems.push(problem);
    }

    fn entries(&mut self, table: &DeTable<'_>, depth: usize) -> Vec<Entry> {
        let mut written: Vec<_> = table.iter().collect();
        written.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, node): (&Spanned<Cow<'_, str>>, _)| Entry {
            key: key.get_ref().to_string(),
            key_span: self.span(key.span()),
            node: self.node(node, depth),
        };
        written.into_iter().map(entry).collect()
    }

    fn node(&mut self, read: &Spanned<DeValue<'_>>, depth: usize) -> Node {
        let range = read.span();
        let value = match read.get_ref() {
            _ if depth >= DEEPEST => {
                self.fail(
                    range.clone(),
                    "this is nested too deeply",
                    "use fewer levels",
                );
                Value::Null
            }
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Boolean(flag) => Value::Bool(*flag),
            DeValue::Integer(digits) => {
                match i64::from_str_radix(digits.as_str(), digits.radix()) {
                    Ok(number) => Value::Int(number),
                    Err(_) => {
                        let help = format!("whole numbers go from {} to {}", i64::MIN, i64::MAX);
                        self.fail(range.clone(), "this number is too large", &help);
                        Value::Null
                    }
                }
            }
            DeValue::Float(digits) => match digits.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() || !digits.as_str().contains('e') => {
                    Value::Float(number)
                }
                _ => {
                    let help = format!("numbers go up to {:e}", f64::MAX);
                    self.fail(range.clone(), "this number is too large", &help);
                    Value::Null
                }
            },
            DeValue::Datetime(_) => {
                let help = "put it in quotes if it is meant as text";
                self.fail(range.clone(), "dates and times have no use here", help);
                Value::Null
            }
            DeValue::Array(items) => Value::List(
                items
                    .iter()
                    .map(|item| self.node(item, depth + 1))
                    .collect(),
            ),
            DeValue::Table(table) => Value::Table(self.entries(table, depth + 1)),
        };
        Node {
            value,
            span: self.span(range),
        }
    }
}

/// Reads a JSON text. The tree carries no spans: a query is spoken of by path.
///
/// A syntax error names line and column; a key written twice in one object is a problem. Whole
/// numbers beyond `i64` become floats.
pub fn read_json(text: &str) -> Result<Node, Problems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let json: serde_json::Value = match serde_json::from_str(text) {
        Ok(json) => json,
        Err(error) => return Err(json_error(text, &error).into()),
    };
    let twice = double_keys(text);
    if twice.is_empty() {
        return Ok(Node::from_json(&json));
    }
    let source = json_source(text);
    let problems = twice.into_iter().map(|(range, key)| {
        let message = format!("{} is written twice in this object", quoted(&key));
        let help = Some("remove or rename one of them".to_owned());
        toml_words::problem(&source, range, message, help)
    });
    Err(Problems(problems.collect()))
}

fn json_source(text: &str) -> Arc<Source> {
    Arc::new(Source {
        name: "<json>".to_owned(),
        text: text.to_owned(),
    })
}

fn json_error(text: &str, error: &serde_json::Error) -> Problem {
    let before: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let at = floor(text, before + error.column().saturating_sub(1));
    let source = json_source(text);
    let range = at..at;
    let (line, column) = Span {
        source: Arc::clone(&source),
        range: range.clone(),
    }
    .line_column();

    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(what, _)| what);
    let message = match message.strip_prefix("EOF while parsing ") {
        Some(what) => format!("the text ends in the middle of {what}"),
        None if message == "recursion limit exceeded" => "this is nested too deeply".to_owned(),
        None => message.to_owned(),
    };
    let message = format!("this is not JSON (line {line}, column {column}): {message}");
    toml_words::problem(&source, range, message, None)
}

/// Keys that stand twice in an object, with their places. The text must be well-formed JSON.
fn double_keys(text: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let mut twice = Vec::new();
    let mut objects: Vec<HashSet<Cow<'_, str>>> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}', '"']) {
        let found = rest.get(at..).unwrap_or("");
        let mut length = 1;
        if found.starts_with('{') {
            objects.push(HashSet::new());
        } else if found.starts_with('}') {
            objects.pop();
        } else {
            length = string_length(found);
            let after = found.get(length..).unwrap_or("");
            let raw = found.get(1..length.saturating_sub(1)).unwrap_or("");
            if after.trim_start().starts_with(':')
                && let Some(keys) = objects.last_mut()
            {
                let key = match found.get(..length).map(serde_json::from_str::<String>) {
                    Some(Ok(decoded)) if raw.contains('\\') => Cow::Owned(decoded),
                    _ => Cow::Borrowed(raw),
                };
                let start = text.len() - found.len();
                if let Some(key) = keys.replace(key) {
                    twice.push((start..start + length, key.into_owned()));
                }
            }
        }
        rest = found.get(length..).unwrap_or("");
    }
    twice
}

/// The length of the JSON string at the start of `text`, with both quotes.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn at(node: &Node) -> String {
        format!("{:?}", node.span.as_ref().unwrap())
    }

    #[test]
    fn toml_keeps_order_and_places() {
        let text = "\u{feff}# ü\r\nzeta = 1\r\nalpha = \"é\" # x\r\nb = [1.5, true]\r\n[t.u]\r\nx = {y = 2}\r\n[[r]]\r\nq = 1\r\n[[r]]\r\n";
        let root = read_toml("f", text).unwrap();
        let expected = json!({
            "zeta": 1, "alpha": "é", "b": [1.5, true], "t": {"u": {"x": {"y": 2}}}, "r": [{"q": 1}, {}],
        });
        assert_eq!(root.to_json().to_string(), expected.to_string());
        assert_eq!(at(&root), "f:1:1");
        assert_eq!(at(root.get("alpha").unwrap()), "f:3:9");
        assert_eq!(at(&root.get("b").unwrap().items()[1]), "f:4:11");
        let u = root.get("t").unwrap().get("u").unwrap();
        assert_eq!(at(u), "f:5:1");
        assert_eq!(at(u.get("x").unwrap().get("y").unwrap()), "f:6:10");
        assert_eq!(at(&root.get("r").unwrap().items()[1]), "f:9:1");
        let key = root.get("t").unwrap().entry("u").unwrap().key_span.clone();
        assert_eq!(key.unwrap().line_column(), (5, 4));
    }

    #[test]
    fn an_empty_text_is_an_empty_table() {
        for text in ["", "\u{feff}", "# only a remark", "\r\n\r\n"] {
            assert_eq!(
                read_toml("f", text).unwrap().to_json(),
                json!({}),
                "{text:?}"
            );
        }
    }

    #[test]
    fn all_toml_problems_are_told_at_once() {
        let text = "a = foo\nb = 99999999999999999999\nc = 1979-05-27\nd = 1\nd = 2\ne = 1e999\n";
        let expected = "\
f:1:5: `foo` is no value: text must stand in quotes (write \"foo\")
f:2:5: this number is too large (whole numbers go from -9223372036854775808 to 9223372036854775807)
f:3:5: dates and times have no use here (put it in quotes if it is meant as text)
f:5:1: `d` is written twice (a name may stand only once in a table: remove or rename one of them)
f:6:5: this number is too large (numbers go up to 1.7976931348623157e308)";
        assert_eq!(read_toml("f", text).unwrap_err().to_string(), expected);
        assert!(read_toml("f", "a = inf\nb = -nan").is_ok());
    }

    #[test]
    fn deep_toml_neither_overflows_nor_passes() {
        let dotted = ["a"; 79].join(".");
        let nested = format!("{dotted}={{").repeat(79);
        let deep = format!("{nested}a=1{}", "}".repeat(79));
        let said = read_toml("f", &deep).unwrap_err();
        assert_eq!(said.0[0].message, "this is nested too deeply");
        let twice = format!("a=1\n{deep}\n");
        assert!(read_toml("f", &twice).is_err());
        assert!(read_toml("f", &format!("a={}", "[".repeat(100_000))).is_err());
        let floats = format!("a = [{}]", "1.5, ".repeat(5000));
        assert_eq!(
            read_toml("f", &floats)
                .unwrap()
                .get("a")
                .unwrap()
                .items()
                .len(),
            5000
        );
    }

    #[test]
    fn json_errors_name_line_and_column() {
        let said = |text| read_json(text).unwrap_err().to_string();
        let expected = "<json>:2:8: this is not JSON (line 2, column 8): expected `,` or `}`";
        assert_eq!(said("{\r\n\"é\": 1 \"b\": 2}"), expected);
        let expected = "<json>:1:6: this is not JSON (line 1, column 6): the text ends in the middle of a value";
        assert_eq!(said("{\"a\": "), expected);
        assert!(said("").ends_with("the text ends in the middle of a value"));
        assert!(said(&"[".repeat(100_000)).ends_with("this is nested too deeply"));
    }

    #[test]
    fn json_keys_may_stand_once() {
        let text = "{\"a\": {\"x\": \"{\\\"a\\\":\"}, \"b\": [{\"x\": 1}, {\"x\": \"x\"}]}";
        assert!(read_json(text).is_ok());
        let text = "{\"a\": 1,\n \"\\u0061\" : {\"b\": 1, \"b\": 2}}";
        let expected = "\
<json>:2:2: `a` is written twice in this object (remove or rename one of them)
<json>:2:22: `b` is written twice in this object (remove or rename one of them)";
        assert_eq!(read_json(text).unwrap_err().to_string(), expected);
    }
}
