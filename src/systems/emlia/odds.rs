//! The system's own questions: what they share, and the plainest: bare checks and Disengage. Answers carry the names of `docs/queries.md`.

use super::attack_odds;
use super::build::Build;
use super::checks::{Successes, Sum};
use super::data::{LEADING, Rules, SIDES};
use super::leading_odds;
use super::table_odds;
use super::toggles::NoYes;
use super::troop::{Ranks, Troop, engaged};
use crate::document::{Checker, Field, Node, Problems, Shape, Value as Tree};
use crate::systems::{Align, Reply, Words, percent};
use crate::umpire::{Exact, TooBig};
use serde_json::{Map, Value, json};

/// What a question comes to.
pub type Answer = Result<Box<dyn Reply>, Problems>;

/// The most dice that a question is asked about.
pub const MOST_DICE: i64 = 250;

/// All questions, with what each may say beside the common keys.
pub fn questions() -> Vec<(&'static str, Shape)> {
    let attacks = ["close_combat", "aimed_fire", "concentrated_volley"];
    let mut list: Vec<_> = attacks.map(|name| (name, attack_odds::shape(name))).into();
    list.push(("check", check_shape()));
    list.push(("area_volley", table_odds::area_shape()));
    list.push(("disengage", disengage_shape()));
    list.extend(LEADING.map(|name| (name, leading_odds::leading_shape())));
    list.push(("allocate", table_odds::allocate_shape()));
    list.push(("mixed_modifier", table_odds::mixed_shape()));
    list.push(("detect", table_odds::detect_shape()));
    list
}

/// Words on a key that is a flag.
pub fn flag(_: &str) -> Shape {
    Shape::flag().doc("whether the line of this name applies")
}

/// What is not there.
pub static NOTHING: Node = Node {
    value: Tree::Null,
    span: None,
};

/// The keys of a question's `situation`.
pub struct Keys<'a> {
    node: Option<&'a Node>,
}

impl<'a> Keys<'a> {
    /// Of this query. What excludes each other is a problem.
    pub fn new(query: &'a Node, checker: &mut Checker) -> Keys<'a> {
        let keys = Keys {
            node: query.get("situation"),
        };
        for what in ["concealment", "cover"] {
            let [partial, total] =
                ["partial", "total"].map(|how| keys.on(&format!("{how}_{what}")));
            if partial && total {
                let message = format!("{what} is partial or total, not both");
                checker.fail(keys.node.unwrap_or(query), message, None);
            }
        }
        keys
    }

    /// Whether a flag is set.
    pub fn on(&self, key: &str) -> bool {
        self.given(key).unwrap_or(false)
    }

    /// What a flag says, if it is there.
    pub fn given(&self, key: &str) -> Option<bool> {
        self.node
            .and_then(|node| node.get(key))
            .and_then(Node::as_bool)
    }

    /// What a number says, if it is there.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.node
            .and_then(|node| node.get(key))
            .and_then(Node::as_number)
    }

    /// Where a key is.
    pub fn node(&self, key: &str) -> &'a Node {
        self.node
            .and_then(|node| node.get(key))
            .or(self.node)
            .unwrap_or(&NOTHING)
    }
}

/// Puts an answer.
pub fn put(map: &mut Map<String, Value>, key: &str, value: Value) {
    map.insert(key.to_owned(), value);
}

/// What to call a build.
pub fn said(build: &Build, letter: &str) -> String {
    if build.label().is_empty() {
        letter.to_owned()
    } else {
        build.label().to_owned()
    }
}

/// That something cannot be worked out.
pub fn too_big(query: &Node) -> Problems {
    let mut checker = Checker::new(query);
    checker.fail(
        query,
        "this has too many outcomes to be worked out",
        Some("use fewer dice".to_owned()),
    );
    checker.finish().err().unwrap_or_default()
}

/// A distribution over 0, 1, 2, ... from what was found.
pub fn distribution(found: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
    let mut list = vec![0.0];
    for (at, chance) in found {
        if list.len() <= at {
            list.resize(at + 1, 0.0);
        }
        list[at] += chance;
    }
    list
}

/// The mean of a distribution over 0, 1, 2, ...
pub fn mean(list: &[f64]) -> f64 {
    list.iter().enumerate().map(|(n, p)| n as f64 * p).sum()
}

/// A check in words.
pub fn line(dice: u32, why: &[(&'static str, i32)], need: u32) -> String {
    let total: i32 = why.iter().map(|line| line.1).sum();
    let parts: Vec<String> = why
        .iter()
        .map(|(why, value)| format!("{why} {value:+}"))
        .collect();
    let parts = if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join(", "))
    };
    let chance = f64::from(SIDES + 1 - need) / f64::from(SIDES);
    let dice = if dice == 1 {
        "1 die".to_owned()
    } else {
        format!("{dice} dice")
    };
    format!(
        "{dice} at {total:+}{parts}, each succeeds with {}",
        percent(chance)
    )
}

/// A distribution as a table.
pub fn bars(what: &str, list: &[f64]) -> Words {
    let rows = list.iter().enumerate().filter(|(_, p)| **p > 0.0);
    Words::Table {
        head: vec![what.to_owned(), "chance".to_owned()],
        align: vec![Align::Right; 2],
        rows: rows
            .map(|(n, p)| vec![n.to_string(), percent(*p)])
            .collect(),
    }
}

/// The law of a pool, as a distribution.
pub fn successes(
    dice: u32,
    need: u32,
    query: &Node,
    exact: &mut Exact,
) -> Result<Vec<f64>, Problems> {
    exact.set_budget(u64::MAX);
    let question = Successes {
        dice: dice.min(255) as u8,
        need: need as u8,
    };
    let law = exact.law(question).map_err(|TooBig| too_big(query))?;
    Ok(distribution(law.into_iter().map(|(n, p)| (n as usize, p))))
}

/// A check: dice, modifiers, successes, and what else its question says.
pub struct Checked {
    /// What it is about.
    pub title: String,
    /// Dice.
    pub dice: u32,
    /// The modifiers, with what they are for.
    pub why: Vec<(&'static str, i32)>,
    /// What a die must show.
    pub need: u32,
    /// How many succeed.
    pub successes: Vec<f64>,
    /// What else the answer says.
    pub more: Vec<(&'static str, Value)>,
    /// And in words.
    pub last: String,
}

impl Reply for Checked {
    fn json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        let modifier: i32 = self.why.iter().map(|line| line.1).sum();
        put(&mut map, "dice", json!(self.dice));
        put(&mut map, "modifier", json!(modifier));
        put(
            &mut map,
            "p_die",
            json!(f64::from(SIDES + 1 - self.need) / f64::from(SIDES)),
        );
        put(&mut map, "successes", json!(self.successes));
        put(&mut map, "any", json!(1.0 - self.successes[0]));
        put(&mut map, "mean", json!(mean(&self.successes)));
        for (key, value) in &self.more {
            put(&mut map, key, value.clone());
        }
        map
    }

    fn words(&self) -> Vec<Words> {
        let mut words = vec![
            Words::Title(self.title.clone()),
            Words::Line(line(self.dice, &self.why, self.need)),
            bars("successes", &self.successes),
        ];
        let any = percent(1.0 - self.successes[0]);
        words.push(Words::Line(format!(
            "at least one with {any}, {:.3} on average",
            mean(&self.successes)
        )));
        if !self.last.is_empty() {
            words.push(Words::Line(self.last.clone()));
        }
        words
    }
}

fn check_shape() -> Shape {
    Shape::table(vec![
        Field::maybe(
            "dice",
            Shape::int(0..=MOST_DICE).doc("dice; an improvised check has one"),
        ),
        Field::maybe(
            "modifier",
            Shape::int(-100..=100).doc("added to every die (default 0)"),
        ),
        Field::maybe(
            "improvised",
            Shape::flag().doc("without the skill: one die at another -4"),
        ),
    ])
}

/// Answers `check`.
pub fn check(rules: &Rules, query: &Node, exact: &mut Exact) -> Answer {
    let improvised = query
        .get("improvised")
        .and_then(Node::as_bool)
        .unwrap_or(false);
    let dice = query.get("dice").and_then(Node::as_int);
    if dice.is_none() && !improvised {
        let mut checker = Checker::new(query);
        checker.missing(query, "dice", Some("or `improvised`".to_owned()));
        checker.finish()?;
    }
    let mut why = Vec::new();
    let modifier = query.get("modifier").and_then(Node::as_int).unwrap_or(0);
    why.add("modifier", modifier as i32);
    if improvised {
        why.add("improvised", rules.check.improvised);
    }
    let dice = if improvised {
        1
    } else {
        dice.unwrap_or(0) as u32
    };
    let need = rules.need(why.iter().map(|line| line.1).sum());
    Ok(Box::new(Checked {
        title: "Check".to_owned(),
        dice,
        need,
        successes: successes(dice, need, query, exact)?,
        why,
        more: Vec::new(),
        last: String::new(),
    }))
}

fn disengage_shape() -> Shape {
    const FLAGS: &[&str] = &[
        "partial_concealment",
        "total_concealment",
        "partial_cover",
        "total_cover",
        "rough",
        "source_charged",
        "double_paced",
        "unaware",
    ];
    let fields = FLAGS.iter().map(|key| Field::maybe(key, flag(key)));
    Shape::table(vec![
        Field::needed("a", Shape::any().doc("who would leave, a build")),
        Field::needed("b", Shape::any().doc("who would strike, a build")),
        Field::maybe(
            "b_damage",
            Shape::int(0..=100_000).doc("damage points b has already (default 0)"),
        ),
        Field::maybe(
            "situation",
            Shape::table(fields.collect()).doc("the lines that apply"),
        ),
    ])
}

/// Answers `disengage`.
pub fn disengage(rules: &Rules, a: &Build, b: &Build, query: &Node, exact: &mut Exact) -> Answer {
    let mut checker = Checker::new(query);
    let keys = Keys::new(query, &mut checker);
    let troops = [Troop::new(rules, a, b), Troop::new(rules, b, a)];
    let most = i64::from(troops[1].capacity());
    let damage = query.get("b_damage").and_then(Node::as_int).unwrap_or(0);
    if damage >= most {
        checker.fail_key(
            query,
            "b_damage",
            "nobody would be left",
            Some(format!("it can take {most} in all")),
        );
    }
    checker.finish()?;
    let standing = [
        troops[0].members,
        troops[1].standing(damage.min(most) as u16),
    ];
    let ranks = Ranks {
        overlap: rules.toggles.ranked_overlap.0 as u16,
        reach_ranks: rules.toggles.reach_ranks == NoYes::Yes,
    };
    let fight = [0, 1].map(|at: usize| {
        engaged(
            &ranks,
            [&troops[at], &troops[1 - at]],
            [standing[at], standing[1 - at]],
        )
    });
    let mut why = Vec::new();
    for (name, value) in rules.disengage.list() {
        if keys.on(name) {
            why.add(name, value);
        }
    }
    rules.disengage.numbers(fight[0], fight[1], &mut why);
    if keys.on("double_paced") {
        why.add("after Double Pace", rules.check.double_pace);
    }
    let pool = rules.pool(a.skills[0], false, [troops[0].members, fight[0], 0]);
    let need = if keys.on("unaware") {
        1
    } else {
        rules.need(why.iter().map(|line| line.1).sum())
    };
    let found = successes(pool.dice, need, query, exact)?;
    let strikers =
        |scored: usize| usize::from(fight[1]).saturating_sub(scored * usize::from(standing[0]));
    let left = distribution(found.iter().enumerate().map(|(n, p)| (strikers(n), *p)));
    let listed: Map<String, Value> = left
        .iter()
        .enumerate()
        .filter(|(_, p)| **p > 0.0)
        .map(|(n, p)| (n.to_string(), json!(p)))
        .collect();
    let last = format!(
        "{:.3} of {} enemies can still strike, on average; none with {}",
        mean(&left),
        fight[1],
        percent(left[0])
    );
    Ok(Box::new(Checked {
        title: format!("{} against {}: Disengage", said(a, "a"), said(b, "b")),
        dice: pool.dice,
        why,
        need,
        successes: found,
        more: vec![("free_strikers", Value::Object(listed))],
        last,
    }))
}
