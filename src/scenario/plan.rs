//! A scenario against its rules: every build recruited, every pair counted, and each match-up made from its number alone.
//! The same file, rules and settings give the same plan anywhere; its fingerprint says whether two are the same.

use super::file::Scenario;
use super::lists::dotted;
use super::muster::{Roles, lists, variant};
use super::pairs::Pairs;
use super::situations::{Group, groups};
use crate::document::{Checker, Node, Problem, Problems};
use crate::systems::{Library, Pairing, Recruit, Rulebook};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::ops::Range;
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

/// One match-up of a plan.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Matchup {
    /// Its number in the plan.
    pub index: u64,
    /// Which variant.
    pub variant: usize,
    /// Places of the two among the variant's soldiers.
    pub a: u32,
    /// The second.
    pub b: u32,
    /// Which group of situations.
    pub group: usize,
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
    groups: Vec<Group>,
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
        let groups = groups(
            &mut checker,
            doc.get("situations"),
            &first.situation_shape(),
        );
        let lists = lists(&mut checker, doc, first.as_ref());
        let roles = Roles::read(&mut checker, doc, &lists);
        checker.finish()?;
        let mut notes = Vec::new();
        let mut variants = Vec::new();
        let rules: Vec<Value> = books
            .iter()
            .map(|(_, book)| book.document().to_json())
            .collect();
        let system = first.system().id();
        for (name, book) in books {
            variants.push(variant(
                &name, book, doc, &lists, &roles, &groups, &mut notes,
            )?);
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
                Some("exact") => Method::Exact,
                Some("sampled") => Method::Sampled,
                _ => Method::Auto,
            },
            effort: match (trials, precision) {
                (_, Some(precision)) => Effort::Precision(precision),
                (trials, None) => Effort::Trials(trials.map_or(TRIALS, |n| n as u64)),
            },
            seed: of("seed")
                .and_then(Node::as_int)
                .map_or(1, |seed| seed as u64),
            notes,
            fingerprint: String::new(),
            against: roles.reference,
            groups,
            scenario: doc.to_json(),
            rules,
        };
        plan.fingerprint = plan.mark();
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

    /// How many match-ups there are.
    pub fn len(&self) -> u64 {
        self.variants
            .iter()
            .map(|variant| self.len_of(variant))
            .sum()
    }

    /// Whether builds meet nobody but themselves.
    pub fn is_mirror(&self) -> bool {
        self.variants
            .iter()
            .all(|variant| variant.pairs.is_mirror())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn len_of(&self, variant: &Variant) -> u64 {
        variant.pairs.len() * self.groups.len() as u64
    }

    /// The match-ups with these numbers, in order.
    pub fn matchups(&self, range: Range<u64>) -> impl Iterator<Item = Matchup> + '_ {
        let groups = self.groups.len() as u64;
        let mut begin = 0;
        let stretches = self.variants.iter().enumerate().map(move |(at, variant)| {
            let start = begin;
            begin += self.len_of(variant);
            (at, variant, start, begin)
        });
        stretches
            .filter(move |(_, _, start, end)| *start < range.end && *end > range.start)
            .flat_map(move |(at, variant, start, end)| {
                let (from, to) = (range.start.max(start) - start, range.end.min(end) - start);
                let pairs = variant.pairs.from(from / groups, &variant.soldiers);
                pairs
                    .flat_map(move |pair| (0..groups).map(move |group| (pair, group)))
                    .skip((from % groups) as usize)
                    .zip(from..to)
                    .map(move |(((a, b), group), number)| Matchup {
                        index: start + number,
                        variant: at,
                        a,
                        b,
                        group: group as usize,
                    })
            })
    }

    /// The two of a match-up.
    pub fn sides(&self, matchup: &Matchup) -> [&Soldier; 2] {
        let soldiers = &self.variants[matchup.variant].soldiers;
        [&soldiers[matchup.a as usize], &soldiers[matchup.b as usize]]
    }

    /// The situation of a match-up in words.
    pub fn situation(&self, matchup: &Matchup) -> &str {
        let words = &self.variants[matchup.variant].words;
        words.get(matchup.group).map_or("", String::as_str)
    }

    /// The situations of a match-up as the scenario gives them: the same whatever the rules add in words.
    pub fn given(&self, matchup: &Matchup) -> String {
        let members = self.groups[matchup.group].members.iter();
        let members: Vec<String> = members.map(|member| member.to_json().to_string()).collect();
        members.join(" ")
    }

    /// The scenario it was made from.
    pub fn scenario(&self) -> &Value {
        &self.scenario
    }

    /// What a match-up is called: its names, never its place.
    pub fn title_of(&self, matchup: &Matchup) -> String {
        let [a, b] = self.sides(matchup);
        let variant = &self.variants[matchup.variant].name;
        let under = if variant.is_empty() {
            String::new()
        } else {
            format!(" under {variant}")
        };
        format!(
            "{} v {} @ {}{under}",
            a.name,
            b.name,
            self.situation(matchup)
        )
    }

    /// The fights of a match-up: one for each situation that is averaged.
    pub fn meet(&self, matchup: &Matchup) -> Result<Vec<Pairing>, Problems> {
        let [a, b] = self.sides(matchup);
        let book = &self.variants[matchup.variant].book;
        let members = &self.groups[matchup.group].members;
        members
            .iter()
            .map(|member| book.meet(&a.recruit, &b.recruit, Some(member)))
            .collect()
    }
}

impl Plan {
    /// One fight by the names of its two builds, its variant (empty: the first) and as much of its situation as tells it
    /// from the others.
    pub fn pairing(
        &self,
        names: [&str; 2],
        variant: &str,
        situation: &Node,
    ) -> Result<Pairing, Problems> {
        let mut problems = Problems::default();
        let known: Vec<&str> = self.variants.iter().map(|v| v.name.as_str()).collect();
        let at = match (variant, known.iter().position(|name| *name == variant)) {
            (_, Some(at)) => at,
            ("", None) => {
                let mut problem = Problem::new("this scenario has several variants");
                problem.help = Some(format!(
                    "say which: --variant \"{}\"",
                    known.join("\" or \"")
                ));
                return Err(Problems(vec![problem]));
            }
            (_, None) => return Err(unknown("variant", variant, &known)),
        };
        let Variant { book, soldiers, .. } = &self.variants[at];
        let all: Vec<&str> = soldiers
            .iter()
            .map(|soldier| soldier.name.as_str())
            .collect();
        let places = names.map(|name| all.iter().position(|known| *known == name));
        for (name, place) in names.iter().zip(places) {
            if place.is_none() {
                problems.extend(unknown("build in this scenario called", name, &all).0);
            }
        }
        let ([Some(a), Some(b)], true) = (places, problems.is_empty()) else {
            return Err(problems);
        };
        let meets = |a: usize, b: usize| {
            self.matchups(0..self.len())
                .any(|found| (found.variant, found.a, found.b) == (at, a as u32, b as u32))
        };
        if !meets(a, b) {
            let mut problem = Problem::new(format!(
                "`{}` does not meet `{}` in this scenario",
                names[0], names[1]
            ));
            if meets(b, a) {
                let help = format!("the other way round: \"{}\" \"{}\"", names[1], names[0]);
                problem.help = Some(help);
            }
            return Err(Problems(vec![problem]));
        }
        let members = self.groups.iter().flat_map(|group| &group.members);
        let meet =
            |member: &Node| book.meet(&soldiers[a].recruit, &soldiers[b].recruit, Some(member));
        // What the scenario leaves to the rules may be said all the same, in the words of the results.
        let fits = |member: &&Node| {
            let words = meet(member)
                .map(|pairing| pairing.situation)
                .unwrap_or_default();
            situation.entries().iter().all(|entry| {
                let said = entry.node.to_json();
                let text = said
                    .as_str()
                    .map_or_else(|| said.to_string(), str::to_owned);
                member.get(&entry.key).map(Node::to_json) == Some(said)
                    || words
                        .split(", ")
                        .any(|part| part == format!("{} {text}", entry.key))
            })
        };
        let fitting: Vec<&Node> = members.clone().filter(fits).collect();
        let [member] = fitting.as_slice() else {
            let text = |member: &Node| {
                let keys = member.entries().iter();
                let keys = keys.map(|entry| format!("{}={}", entry.key, entry.node.to_json()));
                keys.collect::<Vec<_>>().join(" ").replace('"', "")
            };
            let mut problem = Problem::new(match fitting.len() {
                0 => "the scenario has no such situation".to_owned(),
                n => format!("the scenario has {n} such situations"),
            });
            let listed: Vec<String> = members.take(12).map(text).collect();
            problem.help = Some(format!("say which: {}", listed.join("; ")));
            return Err(Problems(vec![problem]));
        };
        meet(member)
    }
}

/// Nothing of that name is there.
fn unknown(what: &str, name: &str, known: &[&str]) -> Problems {
    let node = Node::text(name);
    let mut checker = Checker::new(&node);
    checker.unknown_name(&node, what, name, known);
    checker.finish().err().unwrap_or_default()
}

/// Problems with the rules, told where the scenario brings them about: the key of `set` or of a variant that is wrong, or
/// the line that names the rules.
fn blame(mut problems: Problems, scenario: &Scenario, variant: &str) -> Problems {
    let doc = &scenario.doc;
    let of_variant = doc.get("variants").and_then(|table| table.get(variant));
    let tables = [of_variant, doc.get("set")];
    let said: Vec<(String, &Node)> = tables.into_iter().flatten().flat_map(dotted).collect();
    let named = doc.get("rules").and_then(Node::as_text);
    for problem in &mut problems.0 {
        let path = problem.path.strip_prefix("set.").unwrap_or(&problem.path);
        let near = |key: &str| {
            let shorter = path.len().min(key.len());
            path.get(..shorter) == key.get(..shorter) && !path.is_empty()
        };
        let guilty = said.iter().find(|(key, _)| near(key));
        if problem.span.is_none() {
            problem.span = match guilty {
                Some((_, node)) => node.span.clone(),
                // Rules that cannot be found are the fault of who named them.
                None if path == "rules" || path.is_empty() => doc
                    .get("rules")
                    .filter(|_| named.is_some_and(|name| scenario.rules.ends_with(name)))
                    .and_then(|node| node.span.clone()),
                None => None,
            };
        }
        if let (Some((key, node)), false) = (guilty, variant.is_empty())
            && node.span.is_some()
        {
            problem.message = format!("{} (`{key}` of variant `{variant}`)", problem.message);
        }
    }
    problems
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

/// The variants of a scenario: name, and what is set.
fn variant_sets(doc: &Node) -> Vec<(String, Vec<(String, Node)>)> {
    let set = |node: Option<&Node>| -> Vec<(String, Node)> {
        let leaves = node.map(dotted).unwrap_or_default();
        leaves
            .into_iter()
            .map(|(key, node)| (key, node.clone()))
            .collect()
    };
    let common = set(doc.get("set"));
    let variants = doc.get("variants").map_or(&[][..], Node::entries);
    if variants.is_empty() {
        return vec![(String::new(), common)];
    }
    variants
        .iter()
        .map(|entry| {
            let own = set(Some(&entry.node));
            let kept = common
                .iter()
                .filter(|(key, _)| !own.iter().any(|(mine, _)| mine == key));
            let all = kept.cloned().chain(own.clone()).collect();
            (entry.key.clone(), all)
        })
        .collect()
}
