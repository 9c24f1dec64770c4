//! A scenario against its rules: every build recruited, every pair counted, how answers are found and how long that may
//! take. The same file, rules and settings give the same plan anywhere; its fingerprint says whether two are the same.

use super::clash::Clash;
use super::file::Scenario;
use super::forces::Force;
use super::muster::{Grid, Roles, lists, targets, variant};
use super::pairs::Pairs;
use super::situations::{Group, groups};
use super::skirmish::{clashes, is_skirmish};
use super::variants::{blame, variant_sets};
use crate::document::{Checker, Node, Problem, Problems};
use crate::systems::{Library, Recruit, Rulebook};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::sync::Arc;

/// How answers are found.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// Exact where that can be done within the budget, else sampled.
    Auto,
    /// Exact, or not at all.
    Exact,
    /// Sampled.
    Sampled,
}

impl Method {
    /// What files call it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Exact => "exact",
            Method::Sampled => "sampled",
        }
    }
}

/// How long to sample a match-up.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Effort {
    /// So many fights.
    Trials(u64),
    /// Until the 95 % interval is at most this wide to either side.
    Precision(f64),
}

/// Fights of a sampled match-up when nothing is said.
const TRIALS: u64 = 100_000;

/// The same of a skirmish, which takes a thousand times as long.
const SKIRMISHES: u64 = 10_000;

/// A build of the scenario, recruited under a variant's rules.
pub struct Soldier {
    /// What the run calls it.
    pub name: String,
    /// The build.
    pub recruit: Recruit,
    /// The same as the scenario has it: a name in the rules file, or a table.
    pub build: Node,
    /// Whether it is of the list that the run is about, and not a mere reference.
    pub ranked: bool,
    /// Who fights, if it is a force of a skirmish; the recruit stands for it in the results.
    pub(super) force: Option<Force>,
}

/// The grid under one set of rules.
pub struct Variant {
    /// Its name; empty if the scenario has no variants.
    pub name: String,
    /// The rules.
    pub book: Arc<dyn Rulebook>,
    /// Every build.
    pub soldiers: Vec<Soldier>,
    /// The situations in words, group by group.
    pub words: Vec<String>,
    pub(super) pairs: Pairs,
}

/// What a writer wants of two kinds of builds for equal points.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// Names of builds.
    pub a: HashSet<String>,
    /// Names of those they meet.
    pub b: HashSet<String>,
    /// What the first should score against the second.
    pub score: f64,
}

/// A scenario ready to be run.
pub struct Plan {
    /// What its results are called.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The system.
    pub system: &'static str,
    /// The grid, under each of its rules.
    pub variants: Vec<Variant>,
    /// How answers are found.
    pub method: Method,
    /// How long to sample.
    pub effort: Effort,
    /// Where the dice come from.
    pub seed: u64,
    /// What a reader of the results should know: builds left out, builds that are not legal.
    pub notes: Vec<String>,
    /// The same for plans that give the same results.
    pub fingerprint: String,
    /// The second side is only there to be fought against.
    pub against: bool,
    pub(super) groups: Vec<Group>,
    /// The same of a skirmish; empty for duels.
    pub(super) clashes: Vec<Vec<Clash>>,
    /// What the writer wants where equal points should not be an even fight.
    pub targets: Vec<Target>,
    scenario: Value,
    rules: Vec<Value>,
}

impl Plan {
    /// Makes the plan of a scenario.
    pub fn new(scenario: &Scenario, library: &mut Library) -> Result<Plan, Problems> {
        let mut books = Vec::new();
        for (name, set) in variant_sets(&scenario.doc) {
            let set = Node::table(set);
            let book = library.book(&scenario.rules, Some(&set));
            let book = book.map_err(|problems| blame(problems, scenario, &name))?;
            books.push((name, book));
        }
        Plan::with_books(&scenario.name, &scenario.doc, books)
    }

    /// The plan that another process wrote down with [`Plan::to_json`].
    pub fn from_json(value: &Value) -> Result<Plan, Problems> {
        let part = |key: &str| {
            value.get(key).ok_or_else(|| {
                Problems(vec![Problem::new(format!(
                    "this plan has no `{key}`: it was not written by this version of fairfight"
                ))])
            })
        };
        let doc = Node::from_json(part("scenario")?);
        let names: Vec<String> = variant_sets(&doc)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let mut books: Vec<(String, Arc<dyn Rulebook>)> = Vec::new();
        let rules = part("rules")?.as_array().cloned().unwrap_or_default();
        for (name, rules) in names.into_iter().zip(&rules) {
            let book = crate::systems::read_rules(Node::from_json(rules))?;
            books.push((name, book.into()));
        }
        Plan::with_books(part("name")?.as_str().unwrap_or_default(), &doc, books)
    }

    /// All that another process needs to make the same plan.
    pub fn to_json(&self) -> Value {
        json!({"name": self.name, "scenario": self.scenario, "rules": self.rules})
    }

    fn with_books(
        name: &str,
        doc: &Node,
        books: Vec<(String, Arc<dyn Rulebook>)>,
    ) -> Result<Plan, Problems> {
        let Some((_, first)) = books.first() else {
            return Err(Problems(vec![Problem::new(
                "there are no rules to fight by",
            )]));
        };
        let mut checker = Checker::new(doc);
        let sampling = doc.get("sampling");
        let of = |key: &str| sampling.and_then(|table| table.get(key));
        let trials = of("trials").and_then(Node::as_int);
        let precision = of("precision").and_then(Node::as_number);
        if let (Some(_), Some(_), Some(node)) = (trials, precision, of("precision")) {
            let help = "keep one of them".to_owned();
            checker.fail(
                node,
                "`trials` and `precision` exclude one another",
                Some(help),
            );
        }
        let mut notes = Vec::new();
        let skirmish = is_skirmish(&mut checker, doc, first.as_ref())?;
        let (groups, clashes) = if skirmish {
            clashes(&mut checker, doc, first.as_ref(), &mut notes)
        } else {
            let shape = first.situation_shape();
            let groups = groups(&mut checker, doc.get("situations"), &shape, "situation");
            (groups, Vec::new())
        };
        let lists = lists(&mut checker, doc, first.as_ref());
        let roles = Roles::read(&mut checker, doc, &lists);
        let targets = targets(&mut checker, doc, &lists);
        let grid = Grid {
            doc,
            lists: &lists,
            roles: &roles,
            groups: &groups,
            clashes: &clashes,
        };
        if let Err(mut problems) = checker.finish() {
            // What the rules say against a force is told along with what is wrong with its table.
            if skirmish && let Err(more) = variant("", first.clone(), &grid, &mut Vec::new()) {
                problems.extend(more.0.into_iter().filter(|problem| problem.span.is_some()));
            }
            return Err(problems);
        }
        let mut variants = Vec::new();
        let rules: Vec<Value> = books
            .iter()
            .map(|(_, book)| book.document().to_json())
            .collect();
        let system = first.system().id();
        for (name, book) in books {
            variants.push(variant(&name, book, &grid, &mut notes)?);
        }
        let mut plan = Plan {
            name: name.to_owned(),
            title: doc
                .get("title")
                .and_then(Node::as_text)
                .unwrap_or(name)
                .to_owned(),
            system,
            variants,
            method: match of("method").and_then(Node::as_text) {
                _ if skirmish => Method::Sampled,
                Some("exact") => Method::Exact,
                Some("sampled") => Method::Sampled,
                _ => Method::Auto,
            },
            effort: match (trials, precision) {
                (_, Some(precision)) => Effort::Precision(precision),
                (trials, None) => {
                    let usual = if skirmish { SKIRMISHES } else { TRIALS };
                    Effort::Trials(trials.map_or(usual, |n| n as u64))
                }
            },
            seed: of("seed")
                .and_then(Node::as_int)
                .map_or(1, |seed| seed as u64),
            notes,
            fingerprint: String::new(),
            against: roles.reference,
            targets,
            groups,
            clashes,
            scenario: doc.to_json(),
            rules,
        };
        plan.fingerprint = plan.mark();
        plan.try_fields()?;
        Ok(plan)
    }

    fn mark(&self) -> String {
        // The file's own way to name its rules does not matter, what they say does.
        let mut scenario = self.scenario.clone();
        if let Some(table) = scenario.as_object_mut() {
            table.remove("rules");
        }
        digest(&[
            env!("CARGO_PKG_VERSION"),
            &self.name,
            &scenario.to_string(),
            &Value::Array(self.rules.clone()).to_string(),
        ])
    }

    /// A mark of the rules of a variant: the same for rules that say the same.
    pub fn rules_fingerprint(&self, variant: usize) -> String {
        self.rules
            .get(variant)
            .map_or(String::new(), |rules| digest(&[&rules.to_string()]))
    }

    /// The scenario it was made from.
    pub fn scenario(&self) -> &Value {
        &self.scenario
    }
}

/// A short mark of some texts.
fn digest(texts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    hash.finalize()[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
