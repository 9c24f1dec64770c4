//! Checks a tree against a [`Shape`] and tells everything that does not fit, in words a rules
//! writer can act on. When all fits nothing is allocated for messages or paths.

use super::checker::Checker;
use super::names::{cut, listed, nearest, quoted};
use super::node::{Entry, Node, Value};
use super::shape::{Field, Kind, Shape, item_range};

/// The row that was probably meant by one that lacks what every row needs: `[weapons.sowrd]` in an override file.
fn slip<'a>(of: &Shape, entry: &Entry, entries: &'a [Entry]) -> Option<&'a str> {
    let Kind::Table { fields, .. } = &of.kind else {
        return None;
    };
    let lacks = |node: &Node| {
        matches!(node.value, Value::Table(_))
            && fields
                .iter()
                .any(|field| field.required && node.get(field.name).is_none())
    };
    if !lacks(&entry.node) {
        return None;
    }
    let others = entries
        .iter()
        .filter(|other| other.key != entry.key && !lacks(&other.node));
    nearest(&entry.key, others.map(|other| other.key.as_str()))
}

impl Shape {
    /// Checks `node`, which should be part of the checker's tree, and notes all that is wrong.
    ///
    /// A `null` under a known key counts as if the key were absent: fine where the key may be left
    /// out, missing where it is needed. Anywhere else `null` is a wrong value.
    pub fn check(&self, node: &Node, checker: &mut Checker<'_>) {
        match (&self.kind, &node.value) {
            (Kind::Any, _) | (Kind::Bool, Value::Bool(_)) | (Kind::Text, Value::Text(_)) => {}
            (Kind::Int { min, max }, Value::Int(number)) => {
                if number < min || number > max {
                    self.out_of_range(node, &number.to_string(), checker);
                }
            }
            (Kind::Int { .. }, Value::Float(number)) => self.not_whole(node, *number, checker),
            (Kind::Number { min, max }, Value::Int(_) | Value::Float(_)) => {
                let number = node.as_number().unwrap_or(f64::NAN);
                if !number.is_finite() {
                    let message = format!("{number} cannot be used: expected {}", self.describe());
                    checker.fail(node, message, self.meaning());
                } else if number < *min || number > *max {
                    let shown = match node.as_int() {
                        Some(whole) => whole.to_string(),
                        None => format!("{number:?}"),
                    };
                    self.out_of_range(node, &shown, checker);
                }
            }
            (Kind::Choice(choices), Value::Text(text)) => {
                if !choices.iter().any(|choice| choice == text) {
                    self.unknown_choice(node, text, choices, checker);
                }
            }
            (Kind::List { of, min, max }, Value::List(items)) => {
                if items.len() < *min || items.len() > *max {
                    let expected = item_range(*min, *max);
                    let found = match items.len() {
                        0 => "is empty".to_owned(),
                        1 => "has 1 item".to_owned(),
                        count => format!("has {count} items"),
                    };
                    let message = format!("this list {found}, expected {expected}");
                    checker.fail(node, message, self.meaning());
                }
                for item in items {
                    of.check(item, checker);
                }
            }
            (Kind::Table { fields, rest }, Value::Table(_)) => {
                check_table(node, fields, rest.as_deref(), checker);
            }
            (Kind::Map { of }, Value::Table(entries)) => {
                for entry in entries {
                    match slip(of, entry, entries) {
                        Some(near) => {
                            let key = quoted(&entry.key);
                            let message = format!(
                                "there is no {key} to change, and a new one needs more keys"
                            );
                            checker.fail_key(
                                node,
                                &entry.key,
                                message,
                                Some(format!("did you mean `{near}`?")),
                            );
                        }
                        None => of.check(&entry.node, checker),
                    }
                }
            }
            (Kind::Either(shapes), _) => self.check_either(node, shapes, checker),
            _ => self.wrong_kind(node, checker),
        }
    }

    /// What the shape means, as help.
    fn meaning(&self) -> Option<String> {
        (!self.doc.is_empty()).then(|| self.doc.to_owned())
    }

    fn out_of_range(&self, node: &Node, number: &str, checker: &mut Checker<'_>) {
        let message = format!("{number} is out of range: expected {}", self.describe());
        checker.fail(node, message, self.meaning());
    }

    fn not_whole(&self, node: &Node, number: f64, checker: &mut Checker<'_>) {
        if number.abs() >= i64::MAX as f64 {
            return self.out_of_range(node, &format!("{number:?}"), checker);
        }
        let message = format!("expected {}, found {number:?}", self.describe());
        let help = if number.fract() == 0.0 {
            format!("write {number:.0}: a whole number has no decimal point")
        } else {
            "a whole number has no decimal point".to_owned()
        };
        checker.fail(node, message, Some(help));
    }

    fn unknown_choice(
        &self,
        node: &Node,
        text: &str,
        choices: &[String],
        checker: &mut Checker<'_>,
    ) {
        let message = format!(
            "unknown choice {}: expected {}",
            quoted(text),
            self.describe()
        );
        let help = match nearest(text, choices.iter().map(String::as_str)) {
            Some(choice) => Some(format!("did you mean `{choice}`?")),
            None => self.meaning(),
        };
        checker.fail(node, message, help);
    }

    fn wrong_kind(&self, node: &Node, checker: &mut Checker<'_>) {
        let found = node.kind_name();
        let message = format!("expected {}, found {found}", self.describe());
        checker.fail(node, message, self.rewrite(node).or_else(|| self.meaning()));
    }

    /// How the value would have to be written, where it is clear what was meant.
    fn rewrite(&self, node: &Node) -> Option<String> {
        match (&self.kind, &node.value) {
            (Kind::Int { .. }, Value::Text(text)) => {
                let number: i64 = text.trim().parse().ok()?;
                Some(format!("write it without quotes: {number}"))
            }
            (Kind::Number { .. }, Value::Text(text)) => {
                let number: f64 = text.trim().parse().ok()?;
                let finite = number.is_finite();
                finite.then(|| format!("write it without quotes: {}", cut(text.trim())))
            }
            (Kind::Bool, Value::Text(text)) => {
                let flag: bool = text.trim().to_lowercase().parse().ok()?;
                Some(format!("write it without quotes: {flag}"))
            }
            (Kind::Text | Kind::Choice(_), Value::Int(_) | Value::Float(_) | Value::Bool(_)) => {
                Some(format!("put it in quotes: \"{}\"", node.to_json()))
            }
            (Kind::List { of, .. }, value)
                if !matches!(value, Value::List(_)) && of.fits(node) > 0 =>
            {
                Some("put it in square brackets: [ ... ]".to_owned())
            }
            _ => None,
        }
    }

    /// Whether a value is of the right sort, whatever it says: 0 no, 1 nearly, 2 yes.
    fn fits(&self, node: &Node) -> u8 {
        match (&self.kind, &node.value) {
            (Kind::Either(shapes), _) => shapes.iter().map(|s| s.fits(node)).max().unwrap_or(0),
            (Kind::Any, _)
            | (Kind::Bool, Value::Bool(_))
            | (Kind::Int { .. }, Value::Int(_))
            | (Kind::Number { .. }, Value::Int(_) | Value::Float(_))
            | (Kind::Text | Kind::Choice(_), Value::Text(_))
            | (Kind::List { .. }, Value::List(_))
            | (Kind::Table { .. } | Kind::Map { .. }, Value::Table(_)) => 2,
            (Kind::Int { .. }, Value::Float(_)) => 1,
            _ => 0,
        }
    }

    /// Takes the alternative of the value's sort, so that its own messages are told. Among several
    /// the first without a problem counts, or else the first with the fewest.
    fn check_either(&self, node: &Node, shapes: &[Shape], checker: &mut Checker<'_>) {
        let best = shapes
            .iter()
            .map(|shape| shape.fits(node))
            .max()
            .unwrap_or(0);
        if best == 0 {
            return self.wrong_kind(node, checker);
        }
        let mut fitting = shapes.iter().filter(|shape| shape.fits(node) == best);
        let (Some(first), second) = (fitting.next(), fitting.next()) else {
            return;
        };
        let mut chosen = first;
        if second.is_some() {
            let mut fewest = usize::MAX;
            for shape in shapes.iter().filter(|shape| shape.fits(node) == best) {
                let mut counter = checker.counter();
                shape.check(node, &mut counter);
                if counter.count() < fewest {
                    (chosen, fewest) = (shape, counter.count());
                }
                if fewest == 0 {
                    return;
                }
            }
        }
        chosen.check(node, checker);
    }
}

fn check_table(table: &Node, fields: &[Field], rest: Option<&Shape>, checker: &mut Checker<'_>) {
    // Needed keys that an unknown key was probably meant for: one slip, one problem.
    let mut misspelt: Vec<&str> = Vec::new();
    for entry in table.entries() {
        let field = fields.iter().find(|field| field.name == entry.key);
        match (field, rest) {
            (Some(field), _) => {
                if !matches!(entry.node.value, Value::Null) {
                    field.shape.check(&entry.node, checker);
                }
            }
            (None, Some(rest)) => rest.check(&entry.node, checker),
            (None, None) => {
                let meant = unknown_key(table, &entry.key, fields, checker);
                misspelt.extend(meant);
            }
        }
    }
    for field in fields.iter().filter(|field| field.required) {
        if table.get(field.name).is_none() && !misspelt.contains(&field.name) {
            let mut help = format!("add `{}`: {}", field.name, field.shape.describe());
            if !field.shape.doc.is_empty() {
                help.push_str(&format!(" - {}", field.shape.doc));
            }
            checker.missing(table, field.name, Some(help));
        }
    }
}

/// Notes an unknown key and returns the absent key it was probably meant for.
fn unknown_key<'a>(
    table: &Node,
    key: &str,
    fields: &'a [Field],
    checker: &mut Checker<'_>,
) -> Option<&'a str> {
    let names = || fields.iter().map(|field| field.name);
    let absent = nearest(key, names().filter(|name| table.entry(name).is_none()));
    let help = match absent.or_else(|| nearest(key, names())) {
        Some(name) => format!("did you mean `{name}`?"),
        None if fields.is_empty() => "no keys are expected in this table".to_owned(),
        None => format!("known keys: {}", listed(names())),
    };
    let message = format!("unknown key {}", quoted(key));
    checker.fail_key(table, key, message, Some(help));
    absent
}

#[cfg(test)]
#[path = "shape_check_tests.rs"]
mod tests;
