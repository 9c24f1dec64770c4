//! A scenario against its rules: every build recruited, every pair counted, and each match-up made from its number alone.
//! The same file, rules and settings give the same plan anywhere; its fingerprint says whether two are the same.

use super::clash::{Clash, Swaps};
use super::file::Scenario;
use super::forces::Force;
use super::lists::dotted;
use super::meeting::Meeting;
use super::muster::{Grid, Roles, lists, targets, variant};
use super::pairs::Pairs;
use super::situations::{Group, groups};
use super::skirmish::{clashes, is_skirmish};
use crate::document::{Checker, Node, Problem, Problems};
use crate::systems::{Library, Recruit, Rulebook};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
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

/// So many match-ups of a skirmish are mustered, and so many fields laid out, before the first is fought.
const MUSTERED: u64 = 20_000;
const LAID_OUT: usize = 400;

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

    /// The fights of a match-up: one for each situation that is averaged, two of a skirmish whose score at equal points
    /// lies between two numbers.
    pub fn meet(&self, matchup: &Matchup) -> Result<Vec<Meeting>, Problems> {
        let sides = self.sides(matchup);
        let book = self.variants[matchup.variant].book.as_ref();
        let members = self.groups[matchup.group].members.len();
        let mut meetings = Vec::with_capacity(members);
        for member in 0..members {
            meetings.extend(self.member(book, sides, (matchup.group, member))?);
        }
        for meeting in &mut meetings {
            meeting.share /= members as f64;
        }
        Ok(meetings)
    }

    /// The fights of two soldiers in one situation: its group, and its place there.
    pub(super) fn member(
        &self,
        book: &dyn Rulebook,
        [a, b]: [&Soldier; 2],
        (group, member): (usize, usize),
    ) -> Result<Vec<Meeting>, Problems> {
        if let Some(clashes) = self.clashes.get(group) {
            return clashes[member].meet(book, [a, b]);
        }
        let situation = &self.groups[group].members[member];
        let pairing = book.meet(&a.recruit, &b.recruit, Some(situation))?;
        Ok(vec![Meeting {
            pairing,
            share: 1.0,
            swaps: Swaps::default(),
            unspent: [None; 2],
            models: [0; 2],
        }])
    }

    /// Whether many fight against many.
    pub fn is_skirmish(&self) -> bool {
        !self.clashes.is_empty()
    }

    /// Whether all sides are filled up to the same points, so that points tell nobody apart.
    pub fn is_even(&self) -> bool {
        let mut clashes = self.clashes.iter().flatten();
        self.is_skirmish() && clashes.all(Clash::is_even)
    }

    /// What those who fight are called.
    pub fn soldiers_word(&self) -> &'static str {
        if self.is_skirmish() {
            "forces"
        } else {
            "builds"
        }
    }

    /// How a soldier decides where nothing is said for its side.
    pub fn policy_of(&self, soldier: &Soldier) -> String {
        let clash = self.clashes.first().and_then(|group| group.first());
        match clash {
            Some(clash) => clash.policy_anywhere(soldier).to_owned(),
            None => soldier.recruit.policy.clone(),
        }
    }

    /// How the two sides of a match-up decide.
    pub fn policies(&self, matchup: &Matchup) -> [String; 2] {
        let sides = self.sides(matchup);
        let Some(clashes) = self.clashes.get(matchup.group) else {
            return sides.map(|soldier| soldier.recruit.policy.clone());
        };
        [0, 1].map(|side: usize| {
            let mut all: Vec<&str> = Vec::new();
            for clash in clashes {
                let policy = clash.policy_of(sides[side], side);
                if !all.contains(&policy) {
                    all.push(policy);
                }
            }
            all.join("/")
        })
    }

    /// Musters the armies of a skirmish, and lays out fields so that every soldier has been in one of each kind: what
    /// does not fit shows before the first fight.
    fn try_fields(&self) -> Result<(), Problems> {
        let mut problems = Problems::default();
        let mut seen = std::collections::HashSet::new();
        let mut laid_out = 0;
        let most = if self.is_skirmish() {
            self.len().min(MUSTERED)
        } else {
            0
        };
        for matchup in self.matchups(0..most) {
            let new = [matchup.a, matchup.b]
                .map(|who| seen.insert((matchup.variant, who, matchup.group)));
            let tried = if new.contains(&true) && laid_out < LAID_OUT {
                laid_out += 1;
                self.meet(&matchup).map(|_| ())
            } else {
                let mut clashes = self.clashes[matchup.group].iter();
                let sides = self.sides(&matchup);
                clashes.try_for_each(|clash| clash.can_muster(sides))
            };
            for problem in tried.err().unwrap_or_default().0 {
                let same = |known: &Problem| {
                    let start =
                        |problem: &Problem| problem.span.as_ref().map(|span| span.range.start);
                    known.message == problem.message && start(known) == start(&problem)
                };
                if !problems.0.iter().any(same) {
                    problems.push(problem);
                }
            }
        }
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems)
        }
    }
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
