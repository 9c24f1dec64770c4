//! `duel`, `odds`, `cost`, `audit`: each writes a query and shows its answer.

use super::args::{AuditArgs, CostArgs, DuelArgs, MethodArg, OddsArgs, RulesArgs};
use super::{Failure, print};
use crate::document::{Kind, Node, Problem, Problems, Shape, read_json, read_set, set_path};
use crate::query::{Library, ask};
use crate::systems::Rulebook;
use std::process::ExitCode;
use std::sync::Arc;

fn bad(what: &str, message: String) -> Problems {
    let mut problem = Problem::new(message);
    problem.path = what.to_owned();
    Problems(vec![problem])
}

/// The table that `--set` writes. Dotted keys stay whole: they name cells of the rules file.
pub fn settings(set: &[String]) -> Result<Node, Problems> {
    let mut table = Vec::new();
    for text in set {
        table.push(read_set(text).map_err(|message| bad("--set", message))?);
    }
    Ok(Node::table(table))
}

/// Puts `key=value` words into a table, dotted keys into tables of their own.
fn keys(
    root: &mut Node,
    words: &[String],
    shape: Option<&Shape>,
    what: &str,
) -> Result<(), Problems> {
    for word in words {
        let (key, value) = read_set(word).map_err(|message| bad(what, message))?;
        let value = listed(value, shape.and_then(|shape| field(shape, &key)));
        set_path(root, &key, value).map_err(|message| bad(what, message))?;
    }
    Ok(())
}

fn field<'a>(shape: &'a Shape, key: &str) -> Option<&'a Shape> {
    match &shape.kind {
        Kind::Table { fields, .. } => fields
            .iter()
            .find(|field| field.name == key)
            .map(|field| &field.shape),
        _ => None,
    }
}

/// Where a list is expected, `sword,javelin` is one.
fn listed(value: Node, shape: Option<&Shape>) -> Node {
    match (value.as_text(), shape.map(|shape| &shape.kind)) {
        (Some(text), Some(Kind::List { .. })) => {
            Node::list(text.split(',').map(|item| Node::text(item.trim())))
        }
        _ => value,
    }
}

/// A build as typed: a name, JSON, or `key=value` words, perhaps after the name of a build to change.
pub fn build(text: &str, shape: &Shape, what: &str) -> Result<Node, Problems> {
    let text = text.trim();
    if text.starts_with('{') {
        return read_json(text);
    }
    if !text.contains('=') {
        return Ok(Node::text(text));
    }
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let mut root = Node::table(Vec::<(String, Node)>::new());
    if let Some(first) = words.first().filter(|word| !word.contains('=')).cloned() {
        words.remove(0);
        set_path(&mut root, "like", Node::text(first)).map_err(|message| bad(what, message))?;
    }
    keys(&mut root, &words, Some(shape), what)?;
    Ok(root)
}

/// A query under way.
pub struct Asking {
    /// The rules files read so far.
    pub library: Library,
    /// The rules it is asked of.
    pub book: Arc<dyn Rulebook>,
    query: Vec<(String, Node)>,
}

impl Asking {
    /// Opens the rules.
    pub fn new(rules: &RulesArgs) -> Result<Asking, Problems> {
        let mut library = Library::new();
        let set = settings(&rules.set)?;
        let book = library.book(&rules.rules, Some(&set))?;
        let query = vec![
            ("rules".to_owned(), Node::text(&rules.rules)),
            ("set".to_owned(), set),
        ];
        Ok(Asking {
            library,
            book,
            query,
        })
    }

    /// Adds a key.
    pub fn put(&mut self, key: &str, value: Node) {
        self.query.push((key.to_owned(), value));
    }

    /// Adds a side.
    pub fn side(&mut self, key: &str, text: &str) -> Result<(), Problems> {
        let node = build(text, &self.book.system().build_shape(), key)?;
        self.put(key, node);
        Ok(())
    }

    /// The query.
    pub fn node(&self) -> Node {
        Node::table(self.query.clone())
    }

    fn show(mut self, json: bool) -> Result<ExitCode, Failure> {
        let query = self.node();
        let answer = ask(&mut self.library, &query)?;
        if json {
            print::json(&serde_json::Value::Object(answer.json()))?;
        } else {
            print::words(&answer.words())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The situation as typed.
pub fn situation(words: &[String]) -> Result<Node, Problems> {
    let mut node = Node::table(Vec::<(String, Node)>::new());
    keys(&mut node, words, None, "situation")?;
    Ok(node)
}

/// Sets how many threads sample.
pub fn set_threads(threads: Option<u16>) {
    if let Some(threads) = threads {
        // Fails only if a pool is there already, and then its size does not matter to the answer.
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(threads))
            .build_global();
    }
}

/// `fairfight duel`.
pub fn duel(args: &DuelArgs) -> Result<ExitCode, Failure> {
    set_threads(args.sampling.threads);
    let mut asking = Asking::new(&args.rules)?;
    asking.put("ask", Node::text("duel"));
    asking.side("a", &args.sides.a)?;
    asking.side("b", &args.sides.b)?;
    asking.put("situation", situation(&args.situation)?);
    let sampling = &args.sampling;
    // Asking for fights, or for a precision, is asking for a sample.
    let wants_sample = sampling.trials.is_some() || sampling.precision.is_some();
    match sampling.method {
        Some(MethodArg::Exact) => asking.put("method", Node::text("exact")),
        Some(MethodArg::Sampled) => asking.put("method", Node::text("sampled")),
        None if wants_sample => asking.put("method", Node::text("sampled")),
        None => {}
    }
    for (key, value) in [("trials", sampling.trials), ("seed", sampling.seed)] {
        if let Some(value) = value {
            asking.put(key, Node::int(value));
        }
    }
    if let Some(precision) = sampling.precision {
        asking.put("precision", Node::float(precision));
    }
    asking.show(args.json)
}

/// `fairfight odds`.
pub fn odds(args: &OddsArgs) -> Result<ExitCode, Failure> {
    let mut asking = Asking::new(&args.rules)?;
    asking.put("ask", Node::text(asking.book.odds()));
    asking.side("a", &args.sides.a)?;
    asking.side("b", &args.sides.b)?;
    let mut own = Node::table(Vec::<(String, Node)>::new());
    keys(&mut own, &args.keys, None, "odds")?;
    for entry in own.entries() {
        asking.put(&entry.key, entry.node.clone());
    }
    asking.show(args.json)
}

/// `fairfight cost`.
pub fn cost(args: &CostArgs) -> Result<ExitCode, Failure> {
    let mut asking = Asking::new(&args.rules)?;
    asking.put("ask", Node::text("cost"));
    asking.side("a", &args.build)?;
    asking.show(args.json)
}

/// `fairfight audit`.
pub fn audit(args: &AuditArgs) -> Result<ExitCode, Failure> {
    let rules = RulesArgs {
        rules: args.rules.clone(),
        set: args.set.clone(),
    };
    let mut asking = Asking::new(&rules)?;
    asking.put("ask", Node::text("audit"));
    asking.show(args.json)
}
