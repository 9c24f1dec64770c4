//! The TOML reader's messages in plain language. One slip (a bracket left open, say) makes the
//! reader stumble many times; here the follow-ups are dropped so that each slip is told once.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::names::{cut, nearest, quoted};
use super::node::{Source, Span, floor};
use super::problem::Problem;

/// All that the TOML reader found wrong, in the order of the text.
pub(super) fn problems(
    source: &Arc<Source>,
    table: &DeTable<'_>,
    errors: &[toml::de::Error],
) -> Vec<Problem> {
    let text = source.text.as_str();
    let mut found: Vec<(Range<usize>, &str)> = errors
        .iter()
        .map(|error| (error.span().unwrap_or(0..0), error.message()))
        .collect();
    found.sort_by_key(|(range, _)| range.start);

    let mut open = Vec::new();
    for (range, message) in &found {
        let bracket = ["unclosed array,", "unclosed inline table"];
        if bracket.iter().any(|start| message.starts_with(start))
            && let Some(place) = left_open(table, range.start)
        {
            open.push(place);
        }
    }
    found.retain(|(range, _)| {
        let follows = |open: &Range<usize>| open.start < range.start && range.start <= open.end;
        !open.iter().any(follows)
    });
    open.sort_by_key(|open| open.start);
    open.dedup_by_key(|open| open.start);

    let mut problems = Vec::new();
    for Range { start, .. } in open {
        let list = text.get(start..).is_some_and(|rest| rest.starts_with('['));
        let (what, close) = if list { ("list", ']') } else { ("table", '}') };
        problems.push(problem(
            source,
            start..start + 1,
            format!("this {what} is never closed"),
            Some(format!("add `{close}` where the {what} ends")),
        ));
    }
    // The first error of each line that upsets the reading of the rest of it.
    let mut upset: HashMap<usize, usize> = HashMap::new();
    for (index, (range, message)) in found.iter().enumerate() {
        if structural(message) {
            upset
                .entry(line_of(text, range.start).start)
                .or_insert(index);
        }
    }
    for (index, (range, message)) in found.iter().enumerate() {
        let line = line_of(text, range.start);
        if upset.get(&line.start).is_none_or(|&first| first == index) {
            let (message, help) = in_words(message, text, range, &line);
            problems.push(problem(source, range.clone(), message, help));
        }
    }
    problems.sort_by_key(|problem| problem.span.as_ref().map(|span| span.range.start));
    problems.dedup_by(|b, a| {
        let start = |p: &Problem| p.span.as_ref().map(|span| span.range.start);
        a.message == b.message && start(a) == start(b)
    });
    problems
}

/// A problem at a place of the text.
pub(super) fn problem(
    source: &Arc<Source>,
    range: Range<usize>,
    message: impl Into<String>,
    help: Option<String>,
) -> Problem {
    let source = Arc::clone(source);
    Problem {
        span: Some(Span { source, range }),
        help,
        ..Problem::new(message)
    }
}

/// The outermost list or inline table that runs up to `end`, where it should have been closed.
fn left_open(table: &DeTable<'_>, end: usize) -> Option<Range<usize>> {
    table
        .iter()
        .find_map(|(_, value)| left_open_in(value, end, 0))
}

fn left_open_in(value: &Spanned<DeValue<'_>>, end: usize, depth: usize) -> Option<Range<usize>> {
    let span = value.span();
    match value.get_ref() {
        _ if depth > super::read::DEEPEST => None,
        DeValue::Array(_) | DeValue::Table(_) if span.start < end && span.end == end => Some(span),
        DeValue::Array(items) => items
            .iter()
            .find_map(|item| left_open_in(item, end, depth + 1)),
        DeValue::Table(table) => table
            .iter()
            .find_map(|(_, item)| left_open_in(item, end, depth + 1)),
        _ => None,
    }
}

/// The line around an offset, without its line break.
pub(super) fn line_of(text: &str, at: usize) -> Range<usize> {
    let at = floor(text, at);
    let start = text
        .get(..at)
        .unwrap_or("")
        .rfind('\n')
        .map_or(0, |n| n + 1);
    let rest = text.get(at..).unwrap_or("");
    start..rest.find('\n').map_or(text.len(), |n| at + n)
}

/// Whether an error upsets the reading of the rest of its line.
fn structural(message: &str) -> bool {
    let starts = [
        "missing comma",
        "missing value",
        "missing assignment",
        "missing key",
        "missing table",
        "missing array",
        "missing inline",
        "missing comment",
        "extra",
        "unexpected key",
        "unexpected content",
        "unexpected `=`",
        "unclosed",
        "key with no value",
        "invalid inline",
        "invalid key-value",
    ];
    starts.iter().any(|start| message.starts_with(start))
}

/// An error in plain words, and what to do.
fn in_words(
    message: &str,
    text: &str,
    range: &Range<usize>,
    line: &Range<usize>,
) -> (String, Option<String>) {
    let at = text.get(range.clone()).unwrap_or("");
    let line = text.get(line.clone()).unwrap_or("");
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let said = |words: &str, help: &str| (words.to_owned(), Some(help.to_owned()));
    match what {
        "duplicate key" => (
            format!("{} is written twice", quoted(at)),
            Some("a name may stand only once in a table: remove or rename one of them".to_owned()),
        ),
        "string values must be quoted" if at.is_empty() => {
            said("the value is missing after `=`", "write `key = value`")
        }
        "invalid boolean" if nearest(at, ["true", "false"]).is_some() => (
            format!("{} is no value: expected true or false", quoted(at)),
            Some("write true or false in small letters".to_owned()),
        ),
        "string values must be quoted"
            if at
                .split_whitespace()
                .all(|word| word.parse::<f64>().is_ok()) =>
        {
            (
                format!("{} is no value", quoted(at)),
                Some("put a comma between the numbers of a list".to_owned()),
            )
        }
        "string values must be quoted" | "invalid boolean" => (
            format!("{} is no value: text must stand in quotes", quoted(at)),
            (!at.contains(['"', '\\'])).then(|| format!("write \"{}\"", cut(at))),
        ),
        "key with no value" if line.trim_start().starts_with("//") => said(
            "this line is no `key = value`",
            "a remark begins with `#`, not with `//`",
        ),
        "key with no value" if line.contains(':') => said(
            "expected `=` after the key",
            "write `key = value` with `=`, not with `:`",
        ),
        "key with no value" => said("expected `=` after the key", "write `key = value`"),
        "missing value" | "missing value for key" => {
            said("the value is missing after `=`", "write `key = value`")
        }
        "extra `=`" => said("there is an `=` too many", "write `key = value`"),
        "unexpected key or value" | "unexpected content" => said(
            "unexpected text after the value",
            "begin a new line here, or put `#` before a remark",
        ),
        "missing comma between array elements" => said(
            "a comma is missing between two items of this list",
            "put a comma between them",
        ),
        "missing comma between key-value pairs" | "extra assignment between key-value pairs" => {
            said(
                "a comma is missing in this table",
                "put a comma between `key = value` and the next",
            )
        }
        "extra comma in array" | "extra comma in inline table" => {
            said("there is a comma too many", "remove it")
        }
        "unclosed table" | "unclosed array table" => (
            "this table name is not closed".to_owned(),
            Some(format!("expected {expected} after the name")),
        ),
        "unclosed array" => said("a list is never closed", "add `]` where the list ends"),
        "unclosed inline table" => said("a table is never closed", "add `}` where the table ends"),
        "invalid unquoted key" => said(
            "this cannot stand in a name without quotes",
            "put the name in quotes, or use only letters, digits, `-` and `_`",
        ),
        "missing escaped value" => said(
            "`\\` needs a known character after it",
            "write `\\\\` for a backslash, or put the text in 'single quotes'",
        ),
        "unexpected leading zero" => said("a number cannot begin with 0", "remove the zero"),
        "cannot recurse further; max recursion depth met" | "recursion limit" => {
            said("this is nested too deeply", "use fewer levels")
        }
        _ if what.ends_with("string") && matches!(expected, "`\"`" | "`'`") => (
            "this text is not closed".to_owned(),
            Some(format!("add the closing quote {expected}")),
        ),
        _ if expected.is_empty() || expected == "nothing" => (what.to_owned(), None),
        _ => (what.to_owned(), Some(format!("expected {expected}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_toml;

    fn said(text: &str) -> String {
        read_toml("f", text).unwrap_err().to_string()
    }

    #[test]
    fn common_slips_are_told_in_plain_words() {
        let cases = [
            (
                "a = 1\na = 2",
                "f:2:1: `a` is written twice (a name may stand only once in a table: remove or rename one of them)",
            ),
            (
                "a = Köln cm",
                "f:1:5: `Köln cm` is no value: text must stand in quotes (write \"Köln cm\")",
            ),
            (
                "a = True",
                "f:1:5: `True` is no value: expected true or false (write true or false in small letters)",
            ),
            (
                "damage: 5",
                "f:1:9: expected `=` after the key (write `key = value` with `=`, not with `:`)",
            ),
            (
                "// remark",
                "f:1:4: this line is no `key = value` (a remark begins with `#`, not with `//`)",
            ),
            (
                "damage",
                "f:1:7: expected `=` after the key (write `key = value`)",
            ),
            (
                "a =",
                "f:1:4: the value is missing after `=` (write `key = value`)",
            ),
            (
                "a = = 1",
                "f:1:5: there is an `=` too many (write `key = value`)",
            ),
            (
                "a = 1,",
                "f:1:6: unexpected text after the value (begin a new line here, or put `#` before a remark)",
            ),
            (
                "a = [1 2]",
                "f:1:6: `1 2` is no value (put a comma between the numbers of a list)",
            ),
            (
                "a = ['b' 'c']",
                "f:1:10: a comma is missing between two items of this list (put a comma between them)",
            ),
            (
                "a = {b = 1 c = 2}",
                "f:1:14: a comma is missing in this table (put a comma between `key = value` and the next)",
            ),
            ("a = [1,,2]", "f:1:8: there is a comma too many (remove it)"),
            (
                "[a\nb = 1",
                "f:1:3: this table name is not closed (expected `]` after the name)",
            ),
            (
                "é = 1",
                "f:1:1: this cannot stand in a name without quotes (put the name in quotes, or use only letters, digits, `-` and `_`)",
            ),
            (
                "a = \"\\q\"",
                "f:1:7: `\\` needs a known character after it (write `\\\\` for a backslash, or put the text in 'single quotes')",
            ),
            (
                "a = 007",
                "f:1:5: a number cannot begin with 0 (remove the zero)",
            ),
            (
                "a = \"foo\nb = 2",
                "f:1:9: this text is not closed (add the closing quote `\"`)",
            ),
            ("a = 1__0", "f:1:6: `_` may only go between digits"),
        ];
        for (text, expected) in cases {
            assert_eq!(said(text), expected, "{text}");
        }
    }

    #[test]
    fn an_open_bracket_is_told_once_and_where_it_opens() {
        let text = "x = foo\na = [1, 2\n\nb = 3\n[c]\nd = 4\n";
        let expected = "\
f:1:5: `foo` is no value: text must stand in quotes (write \"foo\")
f:2:5: this list is never closed (add `]` where the list ends)";
        assert_eq!(said(text), expected);
        let text = "[t]\na = {b = 1\n";
        let expected = "f:2:5: this table is never closed (add `}` where the table ends)";
        assert_eq!(said(text), expected);
    }
}
