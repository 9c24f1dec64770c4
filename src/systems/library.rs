//! Rules files by name: the ones built into the binary by their id, others by their path; with what they extend, and
//! with toggles set. Each is read once and kept.

use super::{Rulebook, System, all, find};
use crate::document::{
    Checker, Kind, Node, Problem, Problems, Shape, Value, listed, merge, nearest, read_toml,
    set_path,
};
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rules that have been read, by what they were asked for.
#[derive(Default)]
pub struct Library {
    books: HashMap<(String, String), Arc<dyn Rulebook>>,
}

/// Variants kept at once: enough for a script that goes round a few, and no more memory than that.
const MOST_BOOKS: usize = 64;

/// A rules file larger than this is none.
const LARGEST_FILE: u64 = 16 << 20;

/// The text of a rules file or a scenario file.
pub fn read_text(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    let file = std::fs::File::open(path)?;
    let read = file.take(LARGEST_FILE + 1).read_to_string(&mut text)?;
    if read as u64 > LARGEST_FILE {
        return Err(std::io::Error::other("it is larger than 16 MiB"));
    }
    Ok(text)
}

fn problem(message: String, help: Option<String>) -> Problems {
    let mut problem = Problem::new(message);
    problem.help = help;
    Problems(vec![problem])
}

impl Library {
    /// An empty library.
    pub fn new() -> Library {
        Library::default()
    }

    /// The rules called `spec` (a system's id, or a path), with toggles and cells from `set`.
    pub fn book(&mut self, spec: &str, set: Option<&Node>) -> Result<Arc<dyn Rulebook>, Problems> {
        let set = set.filter(|set| !set.entries().is_empty());
        let key = (
            spec.to_owned(),
            set.map_or(String::new(), |set| set.to_json().to_string()),
        );
        if let Some(book) = self.books.get(&key) {
            return Ok(Arc::clone(book));
        }
        let book: Arc<dyn Rulebook> = match set {
            None => open(spec)?.into(),
            Some(set) => {
                let plain = self.book(spec, None)?;
                with(plain.as_ref(), set)?.into()
            }
        };
        if self.books.len() >= MOST_BOOKS {
            self.books.clear();
        }
        self.books.insert(key, Arc::clone(&book));
        Ok(book)
    }
}

/// Reads rules from a whole document: one with nothing left to extend.
pub fn read_rules(doc: Node) -> Result<Box<dyn Rulebook>, Problems> {
    system_of(&doc)?.read(doc)
}

/// Reads rules by id or path.
fn open(spec: &str) -> Result<Box<dyn Rulebook>, Problems> {
    let mut seen = Vec::new();
    read_rules(document(spec, None, &mut seen)?)
}

fn system_of(doc: &Node) -> Result<&'static dyn System, Problems> {
    let known: Vec<&str> = all().iter().map(|system| system.id()).collect();
    let mut checker = Checker::new(doc);
    match doc.get("system") {
        None if doc.entries().is_empty() => {
            let help = "say `extends = \"allesfezs\"` and the cells you change, or begin with `fairfight rules export allesfezs`";
            checker.fail(doc, "this rules file is empty", Some(help.to_owned()));
        }
        None => {
            let help = format!(
                "say `system = ...` with {}, or `extends = ...`",
                listed(known.iter().copied())
            );
            checker.missing(doc, "system", Some(help));
        }
        Some(node) => match node.as_text().map(|id| (id, find(id))) {
            Some((_, Some(system))) => return Ok(system),
            Some((id, None)) => checker.unknown_name(node, "system", id, &known),
            None => checker.fail(
                node,
                format!("expected a system's id, found {}", node.kind_name()),
                None,
            ),
        },
    }
    Err(checker.finish().err().unwrap_or_default())
}

/// The document behind a name, with what it extends merged in. `from` is the folder of the file that names it.
fn document(spec: &str, from: Option<&Path>, seen: &mut Vec<PathBuf>) -> Result<Node, Problems> {
    if let Some(system) = find(spec) {
        return read_toml(&format!("<built-in rules of {spec}>"), system.embedded());
    }
    let path = from.map_or_else(|| PathBuf::from(spec), |folder| folder.join(spec));
    let shown = path.display().to_string();
    let text = read_text(&path).map_err(|error| {
        let ids: Vec<&str> = all().iter().map(|system| system.id()).collect();
        let help = match nearest(spec, ids.iter().copied()) {
            Some(id) => format!("did you mean `{id}`?"),
            None => format!(
                "give the path of a rules file, or a system: {}",
                listed(ids.iter().copied())
            ),
        };
        problem(
            format!("cannot read the rules file `{shown}`: {error}"),
            Some(help),
        )
    })?;
    let doc = read_toml(&shown, &text)?;
    seen.push(path.canonicalize().unwrap_or_else(|_| path.clone()));
    let Some(extends) = doc.get("extends") else {
        return Ok(doc);
    };
    let mut checker = Checker::new(&doc);
    let Some(base) = extends.as_text() else {
        checker.fail(
            extends,
            format!(
                "expected a system's id or a path, found {}",
                extends.kind_name()
            ),
            None,
        );
        return Err(checker.finish().err().unwrap_or_default());
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let target = folder.join(base);
    let target = target.canonicalize().unwrap_or(target);
    if find(base).is_none() && seen.contains(&target) {
        let help = "name a system, or a file that does not lead back here";
        checker.fail(extends, "this file extends itself", Some(help.to_owned()));
        return Err(checker.finish().err().unwrap_or_default());
    }
    let mut whole = document(base, Some(folder), seen).map_err(|mut problems| {
        // A base that cannot be found is this file's problem.
        for problem in &mut problems.0 {
            if problem.span.is_none() {
                problem.span = extends.span.clone();
                problem.path = "extends".to_owned();
            }
        }
        problems
    })?;
    merge(&mut whole, &doc);
    Ok(whole)
}

/// The same rules with toggles set, and cells (`weapons.sword.damage`) changed.
fn with(book: &dyn Rulebook, set: &Node) -> Result<Box<dyn Rulebook>, Problems> {
    let system = book.system();
    let mut toggles = Vec::new();
    let mut cells = Node::table(Vec::<(String, Node)>::new());
    for entry in set.entries() {
        if entry.key.contains('.') {
            set_path(&mut cells, &entry.key, entry.node.clone())
                .map_err(|message| problem(message, None))?;
        } else {
            toggles.push(entry.clone());
        }
    }
    let toggles = Node {
        value: Value::Table(toggles),
        span: None,
    };
    let mut checker = Checker::with_prefix(&toggles, "set");
    if let Some(shape) = toggles_shape(&system.shape()) {
        shape.check(&toggles, &mut checker);
    }
    checker.finish()?;
    let mut doc = book.document().clone();
    merge(&mut doc, &Node::table([("toggles", toggles)]));
    merge(&mut doc, &cells);
    system.read(doc)
}

fn toggles_shape(rules: &Shape) -> Option<&Shape> {
    match &rules.kind {
        Kind::Table { fields, .. } => fields
            .iter()
            .find(|field| field.name == "toggles")
            .map(|field| &field.shape),
        _ => None,
    }
}
