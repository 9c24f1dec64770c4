//! The collector a reader carries through a tree: it notes what is wrong and goes on, so that
//! all problems are shown at once. Paths are only made up when something is wrong.

use std::collections::HashSet;
use std::sync::Arc;

use super::names::{meant, quoted};
use super::node::{Node, Span};
use super::path::{Places, join, push_key};
use super::problem::{Problem, Problems};
use super::shape::Shape;

/// Checks a tree against its shape and reads it, and reports the problems of both: what has the wrong shape, and what
/// has the right shape but cannot be. `read` must put up with a tree of the wrong shape; what it says of places that
/// are wrong already is not repeated.
pub fn checked<'a, T>(
    shape: &Shape,
    root: &'a Node,
    prefix: &str,
    read: impl FnOnce(&mut Checker<'a>) -> T,
) -> Result<T, Problems> {
    let mut checker = Checker::with_prefix(root, prefix);
    shape.check(root, &mut checker);
    let mut problems = checker.problems;
    let missing = |problem: &Problem| problem.message.contains(" is missing ");
    let section = |problem: &Problem| {
        !problem.path.contains(['.', '[']) && !problem.message.starts_with("unknown key")
    };
    if prefix.is_empty() && problems.0.iter().any(section) {
        // Without a whole section every name that is looked up in it would be unknown.
        return Err(problems);
    }
    let mut reader = Checker::with_prefix(root, prefix);
    let value = read(&mut reader);
    let covers = |known: &Problem, path: &str| match path.strip_prefix(known.path.as_str()) {
        Some("") => true,
        Some(rest) => !missing(known) && (known.path.is_empty() || rest.starts_with(['.', '['])),
        None => false,
    };
    // In another file than the one that is wrong (the base of an override), it is only a consequence.
    let here = |known: &Problem, problem: &Problem| match (&known.span, &problem.span) {
        (Some(known), Some(problem)) => Arc::ptr_eq(&known.source, &problem.source),
        _ => true,
    };
    let shapeless = problems.len();
    for problem in reader.problems.0 {
        let known = &problems.0[..shapeless];
        let elsewhere = shapeless > 0 && !known.iter().any(|known| here(known, &problem));
        if !elsewhere && !known.iter().any(|known| covers(known, &problem.path)) {
            problems.push(problem);
        }
    }
    if problems.is_empty() {
        Ok(value)
    } else {
        Err(problems)
    }
}

/// Collects problems while a reader walks a tree; the root is kept so that paths can be found
/// when something is wrong.
pub struct Checker<'a> {
    root: &'a Node,
    prefix: String,
    problems: Problems,
    places: Option<Places<'a>>,
    seen: HashSet<(String, String, Option<usize>)>,
    /// When only the number of problems is wanted: that number.
    counting: Option<usize>,
}

impl<'a> Checker<'a> {
    /// A collector for the tree below `root`.
    pub fn new(root: &'a Node) -> Checker<'a> {
        Checker::with_prefix(root, "")
    }

    /// A collector whose paths begin with `prefix`: `a.weapons[0]`, or just `a` for the root.
    pub fn with_prefix(root: &'a Node, prefix: impl Into<String>) -> Checker<'a> {
        Checker {
            root,
            prefix: prefix.into(),
            problems: Problems::default(),
            places: None,
            seen: HashSet::new(),
            counting: None,
        }
    }

    /// A collector for the same tree that only counts, for trying something out.
    pub(super) fn counter(&self) -> Checker<'a> {
        let mut counter = Checker::new(self.root);
        counter.counting = Some(0);
        counter
    }

    /// Notes a problem with a node: where it stood and its path are added.
    ///
    /// A node that is not part of the tree gets the path of the root.
    pub fn fail(&mut self, node: &Node, message: impl Into<String>, help: Option<String>) {
        if let Some(count) = &mut self.counting {
            *count += 1;
            return;
        }
        let path = self.path_to(node);
        self.note(message.into(), path, node.span.clone(), help);
    }

    /// Notes a problem with a key of a table, pointing at the key itself.
    pub fn fail_key(
        &mut self,
        table: &Node,
        key: &str,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        if let Some(count) = &mut self.counting {
            *count += 1;
            return;
        }
        let mut path = self.path_to(table);
        push_key(&mut path, key);
        let span = match table.entry(key) {
            Some(entry) => entry.key_span.clone(),
            None => table.span.clone(),
        };
        self.note(message.into(), path, span, help);
    }

    /// Notes that a table lacks a key, pointing at the table.
    pub fn missing(&mut self, table: &Node, key: &str, help: Option<String>) {
        let top = self.prefix.is_empty() && std::ptr::eq(table, self.root);
        let place = if top {
            "at the top level"
        } else {
            "in this table"
        };
        self.fail(table, format!("{} is missing {place}", quoted(key)), help);
    }

    /// Notes a name that nothing bears: `there is no weapon "sowrd"`, with the one probably meant.
    pub fn unknown_name(&mut self, node: &Node, what: &str, wrong: &str, known: &[&str]) {
        let help = meant(wrong, known.iter().copied(), "known names");
        let message = format!("there is no {what} {}", quoted(wrong));
        self.fail(node, message, Some(help));
    }

    /// Takes in what was found elsewhere.
    pub fn add(&mut self, problems: &Problems) {
        for problem in problems.0.iter().cloned() {
            self.note(problem.message, problem.path, problem.span, problem.help);
        }
    }

    /// Whether nothing is wrong so far.
    pub fn is_ok(&self) -> bool {
        self.count() == 0
    }

    /// How many problems there are so far.
    pub fn count(&self) -> usize {
        self.counting.unwrap_or(self.problems.len())
    }

    /// The end of the walk: what was found, if anything.
    pub fn finish(self) -> Result<(), Problems> {
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(self.problems)
        }
    }

    fn path_to(&mut self, node: &Node) -> String {
        let places = self.places.get_or_insert_with(|| Places::of(self.root));
        join(&self.prefix, &places.path_to(node).unwrap_or_default())
    }

    /// Keeps a problem unless the very same was noted before.
    fn note(&mut self, message: String, path: String, span: Option<Span>, help: Option<String>) {
        let start = span.as_ref().map(|span| span.range.start);
        if self.seen.insert((message.clone(), path.clone(), start)) {
            self.problems.push(Problem {
                message,
                path,
                span,
                help,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_toml;
    use super::*;
    use serde_json::json;

    #[test]
    fn problems_know_place_and_path() {
        let text = "[weapons.swörd]\r\ndamge = 3\r\n";
        let text = &text.replace("swörd", "\"swörd\"");
        let root = read_toml("rules.toml", text).unwrap();
        let sword = root.get("weapons").unwrap().get("swörd").unwrap();
        let mut checker = Checker::new(&root);
        checker.fail_key(sword, "damge", "unknown key", None);
        checker.fail(sword.get("damge").unwrap(), "too small", None);
        checker.missing(sword, "points", Some("add it".into()));
        checker.missing(&root, "name", None);
        assert!(!checker.is_ok());
        let problems = checker.finish().unwrap_err();
        let expected = "\
rules.toml:2:1: unknown key
rules.toml:2:9: too small
rules.toml:1:1: `points` is missing in this table (add it)
rules.toml:1:1: `name` is missing at the top level";
        assert_eq!(problems.to_string(), expected);
        let paths: Vec<_> = problems.0.iter().map(|p| p.path.as_str()).collect();
        let sword = "weapons.\"swörd\"";
        let damage = format!("{sword}.damge");
        assert_eq!(paths, [&damage, &damage, sword, ""]);
    }

    #[test]
    fn prefixes_stand_before_paths() {
        let root = Node::from_json(&json!({"weapons": ["sowrd", "axxxe"]}));
        let mut checker = Checker::with_prefix(&root, "a");
        let weapons = root.get("weapons").unwrap();
        let known = ["sword", "hammer"];
        checker.unknown_name(&weapons.items()[0], "weapon", "sowrd", &known);
        checker.unknown_name(&weapons.items()[1], "weapon", "axxxe", &known);
        checker.missing(&root, "points", None);
        checker.fail_key(&root, "x", "no", None);
        checker.fail(&Node::int(1), "not of this tree", None);
        assert_eq!(checker.count(), 5);
        let expected = "\
at a.weapons[0]: there is no weapon `sowrd` (did you mean `sword`?)
at a.weapons[1]: there is no weapon `axxxe` (known names: sword or hammer)
at a: `points` is missing in this table
at a.x: no
at a: not of this tree";
        assert_eq!(checker.finish().unwrap_err().to_string(), expected);
    }

    #[test]
    fn the_same_problem_is_noted_once() {
        let root = Node::int(1);
        let mut checker = Checker::new(&root);
        checker.fail(&root, "wrong", None);
        checker.fail(&root, "wrong", Some("again".into()));
        assert_eq!(checker.count(), 1);
        assert!(Checker::new(&root).finish().is_ok());
    }
}
