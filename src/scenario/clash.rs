//! A clash: one situation of a skirmish as `[skirmish]` says it, read and checked, with what is to be said of its keys. Who
//! meets in it is the business of `meeting`.

use super::forces::policy;
use super::plan::Soldier;
use super::skirmish_shape::says_yes;
use super::strength::Parity;
use super::tables::{Asked, Tables};
use crate::document::{Checker, Field as Key, Node, Problem, Problems};
use crate::systems::points_text;
use crate::systems::skirmish::{CapResult, Deployment, Field, First, Order, SkirmishDefaults};
use crate::table::Hand;

/// How many of a build take the field.
#[derive(Clone, Debug)]
pub(super) enum Strength {
    /// So many.
    Count(u32),
    /// As many as a budget buys.
    Points(f64),
    /// As many as cost the same as the other side.
    Even { parity: Parity, interpolate: bool },
}

/// What sides and first turns are shared out over the fights of a match-up (SK-09).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Swaps {
    /// A is on table side 0 and 1 equally often.
    pub sides: bool,
    /// A and B go first equally often.
    pub first: bool,
    /// Whether it is a skirmish at all.
    pub skirmish: bool,
}

impl Swaps {
    /// Fights come in groups of so many.
    pub fn group(self) -> u64 {
        if self.skirmish { 4 } else { 1 }
    }
}

/// One situation of a skirmish.
pub struct Clash {
    pub(super) field: Field,
    /// The system's own keys.
    pub(super) own: Node,
    pub(super) strength: Strength,
    /// What armies do that do not say it themselves, and what A and B do whatever they say.
    pub(super) policy: String,
    pub(super) policies: [Option<String>; 2],
    /// The keys as they are written, for problems.
    said: Node,
}

/// What a scenario brings to all its clashes.
pub struct Grounds<'a> {
    /// Its tables.
    pub tables: &'a Tables<'a>,
    /// What the system plays on.
    pub defaults: SkirmishDefaults,
    /// The army policies; the first is the usual one.
    pub policies: &'a [&'static str],
    /// The keys of the system's own.
    pub own: &'a [Key],
}

fn grains(inches: f64) -> i16 {
    crate::table::grains(inches) as i16
}

/// A number as people write it.
pub(super) fn number(value: f64) -> String {
    points_text(Some(value))
}

impl Clash {
    /// Reads one combination of the values of `[skirmish]`.
    pub fn read(checker: &mut Checker<'_>, said: &Node, grounds: &Grounds<'_>) -> Option<Clash> {
        let get = |key: &str| said.get(key);
        let text = |key: &str| get(key).and_then(Node::as_text);
        let defaults = grounds.defaults;
        let mut words: Vec<String> = Vec::new();
        let strength = strength(checker, said, &mut words);
        let usual = grounds.policies.first().copied().unwrap_or_default();
        let said_policy = policy(checker, get("policy"), grounds.policies);
        let policies =
            ["policy_a", "policy_b"].map(|key| policy(checker, get(key), grounds.policies));
        let zone = get("zone").and_then(Node::as_number);
        let zone = zone.unwrap_or(f64::from(defaults.zone));
        let name = text("table").unwrap_or("open");
        let size = get("size").map(super::forces::pair);
        let table = grounds.tables.table(
            checker,
            &Asked {
                name,
                named: get("table"),
                size: get("size"),
                zone,
                hand: text("hand").map(|hand| {
                    if hand == "right" {
                        Hand::Right
                    } else {
                        Hand::Left
                    }
                }),
            },
        );
        words.push(format!("table {name}"));
        if let Some([x, y]) = size.filter(|size| *size != defaults.table.map(f64::from)) {
            words.push(format!("size {}x{}", number(x), number(y)));
        }
        if zone != f64::from(defaults.zone) {
            words.push(format!("zone {}", number(zone)));
        }
        let gap = get("gap").and_then(Node::as_number);
        let deployment = match (gap, text("deployment")) {
            (Some(gap), None) => {
                words.push(format!("gap {}", number(gap)));
                Deployment::Gap(grains(gap))
            }
            (None, Some("file")) => {
                words.push("deployment file".to_owned());
                Deployment::File
            }
            (None, _) => Deployment::Line,
            (Some(_), Some(_)) => {
                let help =
                    "keep one of them: `gap` puts one against one on the middle line".to_owned();
                checker.fail(
                    said.get("gap").unwrap_or(said),
                    "`gap` and `deployment` exclude one another",
                    Some(help),
                );
                Deployment::Line
            }
        };
        let cap = get("cap")
            .and_then(Node::as_int)
            .map_or(defaults.cap, |cap| cap as u32);
        let (mission, table) = super::mission::mission(checker, said, &table?, &mut words)?;
        words.push(format!("cap {cap}"));
        let cap_result = match text("cap_result") {
            Some("points") => CapResult::Points,
            Some(_) => CapResult::Draw,
            None => defaults.cap_result,
        };
        let swap = says_yes(get("swap"), true);
        let first = if text("first") == Some("even") {
            First::Even
        } else {
            First::Dice
        };
        let order = match text("order") {
            Some("listed") => Order::Listed,
            Some("far") => Order::Far,
            _ => Order::Near,
        };
        // What is as usual is not said, so that saying it changes no dice.
        let unusual = [
            (
                cap_result != defaults.cap_result,
                "cap_result",
                text("cap_result").unwrap_or_default(),
            ),
            (!swap, "swap", "no"),
            (first == First::Even, "first", "even"),
            (
                order != Order::Near,
                "order",
                text("order").unwrap_or_default(),
            ),
            (
                get("hand").is_some(),
                "hand",
                text("hand").unwrap_or_default(),
            ),
        ];
        words.extend(
            unusual
                .iter()
                .filter(|(unusual, ..)| *unusual)
                .map(|(_, key, value)| format!("{key} {value}")),
        );
        if let Some(policy) = said_policy.as_deref().filter(|policy| *policy != usual) {
            words.push(format!("policy {policy}"));
        }
        for (key, policy) in ["policy_a", "policy_b"].iter().zip(&policies) {
            if let Some(policy) = policy {
                words.push(format!("{key} {policy}"));
            }
        }
        let mut own = Vec::new();
        for key in grounds.own {
            if let Some(node) = get(key.name) {
                let value = node.to_json();
                let value = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                words.push(format!("{} {}", key.name, value.replace(", ", ",")));
                own.push((key.name, node.clone()));
            }
        }
        let words = words.join(", ");
        Some(Clash {
            field: Field {
                table,
                deployment,
                zone_depth: grains(zone),
                mission,
                cap,
                cap_result,
                swap,
                first,
                order,
                label: words.clone(),
                words,
                path: "skirmish".to_owned(),
            },
            own: Node::table(own),
            strength,
            policy: said_policy.unwrap_or_else(|| usual.to_owned()),
            policies,
            said: said.clone(),
        })
    }

    /// The situation in words.
    pub fn words(&self) -> &str {
        &self.field.words
    }

    /// Where it is fought.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// What is shared out over the fights.
    pub fn swaps(&self) -> Swaps {
        Swaps {
            sides: self.field.swap,
            first: self.field.first == First::Even,
            skirmish: true,
        }
    }

    /// How a side decides.
    pub fn policy_of<'a>(&'a self, soldier: &'a Soldier, side: usize) -> &'a str {
        let said = self.policies[side].as_deref();
        said.unwrap_or_else(|| self.policy_anywhere(soldier))
    }

    /// The same where nothing is said for the side.
    pub fn policy_anywhere<'a>(&'a self, soldier: &'a Soldier) -> &'a str {
        let own = soldier
            .force
            .as_ref()
            .and_then(|force| force.policy.as_deref());
        own.unwrap_or(&self.policy)
    }

    /// A problem with one of the keys.
    pub(super) fn fail<T>(&self, key: &str, message: String, help: &str) -> Result<T, Problems> {
        let mut problem = Problem::new(message);
        problem.path = format!("skirmish.{key}");
        problem.span = self.said.get(key).and_then(|node| node.span.clone());
        problem.help = (!help.is_empty()).then(|| help.to_owned());
        Err(Problems(vec![problem]))
    }

    /// What a side may spend, if that is how it is filled.
    pub fn budget(&self) -> Option<f64> {
        match self.strength {
            Strength::Points(points) => Some(points),
            _ => None,
        }
    }

    /// Whether both sides are filled up to the same points.
    pub fn is_even(&self) -> bool {
        !matches!(self.strength, Strength::Count(_))
    }

    /// Problems of the field, at the key that brings them about.
    pub(super) fn placed(&self, mut problems: Problems) -> Problems {
        for problem in &mut problems.0 {
            if problem.span.is_none() {
                // The key is in the path, or named in what is said of it.
                let last = problem.path.rsplit('.').next().unwrap_or_default();
                let help = problem.help.as_deref().unwrap_or_default();
                let named = |key: &str| {
                    let quoted = format!("`{key}`");
                    problem.message.contains(&quoted) || help.contains(&quoted)
                };
                let entries = self.said.entries();
                let found = entries.iter().find(|entry| entry.key == last);
                let found = found.or_else(|| entries.iter().find(|entry| named(&entry.key)));
                // What does not fit is too many, or has too little room.
                let room = ["zone", "size", "table", "count", "points", "even"];
                let found = found.or_else(|| room.iter().find_map(|key| self.said.entry(key)));
                problem.span = found.and_then(|entry| entry.node.span.clone());
            }
        }
        problems
    }
}

/// How many take the field.
fn strength(checker: &mut Checker<'_>, said: &Node, words: &mut Vec<String>) -> Strength {
    let given: Vec<&str> = ["points", "count", "even"]
        .into_iter()
        .filter(|key| match said.get(key) {
            Some(node) if *key == "even" => says_yes(Some(node), true),
            node => node.is_some(),
        })
        .collect();
    if let [first, second, ..] = given.as_slice() {
        let message = format!("`{first}` and `{second}` exclude one another");
        checker.fail(
            said.get(second).unwrap_or(said),
            message,
            Some("keep one of them".to_owned()),
        );
    }
    let interpolate = says_yes(said.get("interpolate"), false);
    if interpolate && !given.contains(&"even") {
        let help = "say even = true as well, or leave it out".to_owned();
        checker.fail(
            said.get("interpolate").unwrap_or(said),
            "`interpolate` goes with `even` only",
            Some(help),
        );
    }
    match given.first().map(|key| (*key, said.get(key))) {
        Some(("points", Some(node))) => {
            let points = node.as_number().unwrap_or(0.0);
            words.push(format!("points {}", number(points)));
            Strength::Points(points)
        }
        Some(("count", Some(node))) => {
            let count = node.as_int().unwrap_or(1);
            words.push(format!("count {count}"));
            Strength::Count(count as u32)
        }
        Some((_, Some(node))) => {
            let usual = Parity::default();
            let most = node.get("most").and_then(Node::as_int);
            let parity = Parity {
                most: most.map_or(usual.most, |most| most as u32),
                off: node
                    .get("off")
                    .and_then(Node::as_number)
                    .unwrap_or(usual.off),
            };
            words.push(if parity == usual {
                "even yes".to_owned()
            } else {
                format!("even most {} off {}", parity.most, parity.off)
            });
            if interpolate {
                words.push("interpolate yes".to_owned());
            }
            Strength::Even {
                parity,
                interpolate,
            }
        }
        _ => Strength::Count(1),
    }
}
