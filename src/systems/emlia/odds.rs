//! The system's own questions, apart from attacks: bare checks, leadership, Disengage, the Area Volley, and the small
//! procedures (allocation, mixed modifiers, detection). Answers carry the names of `docs/queries.md`.

use super::attack_odds;
use super::build::{Build, Formation};
use super::checks::{Successes, Sum};
use super::damage::Division;
use super::data::{LEADING, Rules, SIDES};
use super::toggles::{AllocGroups, AreaPool, AreaRange, HitsFloor, NoYes};
use super::troop::{Ranks, Troop, engaged};
use crate::document::{Checker, Field, Node, Problems, Shape, Value as Tree};
use crate::systems::{Align, Reply, Words, percent};
use crate::umpire::{Exact, TooBig};
use serde_json::{Map, Value, json};

type Answer = Result<Box<dyn Reply>, Problems>;

/// The most dice that a question is asked about.
const MOST_DICE: i64 = 250;

/// All questions, with what each may say beside the common keys.
pub fn questions() -> Vec<(&'static str, Shape)> {
    let attacks = ["close_combat", "aimed_fire", "concentrated_volley"];
    let mut list: Vec<_> = attacks.map(|name| (name, attack_odds::shape(name))).into();
    list.push(("check", check_shape()));
    list.push(("area_volley", area_shape()));
    list.push(("disengage", disengage_shape()));
    list.extend(LEADING.map(|name| (name, leading_shape())));
    list.push(("allocate", allocate_shape()));
    list.push(("mixed_modifier", mixed_shape()));
    list.push(("detect", detect_shape()));
    list
}

/// Words on a key that is a flag.
pub fn flag(_: &str) -> Shape {
    Shape::flag().doc("whether the line of this name applies")
}

static NOTHING: Node = Node {
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
fn successes(dice: u32, need: u32, query: &Node, exact: &mut Exact) -> Result<Vec<f64>, Problems> {
    exact.set_budget(u64::MAX);
    let question = Successes {
        dice: dice.min(255) as u8,
        need: need as u8,
    };
    let law = exact.law(question).map_err(|TooBig| too_big(query))?;
    Ok(distribution(law.into_iter().map(|(n, p)| (n as usize, p))))
}

/// A check: dice, modifiers, successes, and what else its question says.
struct Checked {
    title: String,
    dice: u32,
    why: Vec<(&'static str, i32)>,
    need: u32,
    successes: Vec<f64>,
    more: Vec<(&'static str, Value)>,
    last: String,
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

fn leading_shape() -> Shape {
    const FLAGS: &[&str] = &[
        "source_av_lower",
        "subject_unaware",
        "source_partial_concealment",
        "source_total_concealment",
        "source_taller",
        "one_ranked",
        "over_20_across",
        "out_of_command",
        "double_paced",
    ];
    let mut fields: Vec<Field> = FLAGS
        .iter()
        .map(|key| Field::maybe(key, flag(key)))
        .collect();
    let morale = |doc| Shape::int(-7..=7).doc(doc);
    fields.push(Field::maybe(
        "source_morale",
        morale("the leader's morale now (default: as it began)"),
    ));
    fields.push(Field::maybe(
        "subject_morale",
        morale("the unit's morale now (default: as it began)"),
    ));
    Shape::table(vec![
        Field::needed("a", Shape::any().doc("source and subject, a build")),
        Field::maybe(
            "situation",
            Shape::table(fields).doc("the lines that apply"),
        ),
    ])
}

/// Answers a leadership question.
pub fn leading(
    rules: &Rules,
    question: &str,
    a: &Build,
    query: &Node,
    exact: &mut Exact,
) -> Answer {
    let mut checker = Checker::new(query);
    let keys = Keys::new(query, &mut checker);
    let morale = |key: &str| keys.number(key).map(|n| n as i8).or(a.morale);
    let moods = ["source_morale", "subject_morale"].map(morale);
    if moods.contains(&None) {
        let at = query.get("situation").unwrap_or(query);
        let help = "source_morale and subject_morale, or the `morale` of the build".to_owned();
        checker.missing(at, "source_morale", Some(help));
    }
    if keys.on("source_partial_concealment") && keys.on("source_total_concealment") {
        checker.fail(
            keys.node("source_total_concealment"),
            "concealment is partial or total, not both",
            None,
        );
    }
    checker.finish()?;
    let [source, subject] = moods.map(|mood| mood.unwrap_or(0));
    let which = LEADING
        .iter()
        .position(|name| *name == question)
        .unwrap_or(0);
    let lines = &rules.leading[which];
    let mut why = Vec::new();
    let members = a.members.unwrap_or(1);
    // EM-53: some lines are for units that began with more than one.
    let several = members > 1;
    if source <= -4 {
        why.add("source_retreating", lines.source_retreating);
    }
    if source == -7 {
        why.add("source_routed", lines.source_routed);
    }
    if subject <= -4 {
        why.add("subject_retreating", lines.subject_retreating);
    }
    if subject == -7 {
        why.add("subject_routed", lines.subject_routed);
    }
    if a.morale.is_some_and(|start| subject > start) {
        why.add("above_start", lines.above_start);
    }
    if several && a.formation == Formation::Ranked {
        why.add("ranked", lines.ranked);
    }
    for (name, value) in lines.list() {
        let alone = !several && ["over_20_across", "out_of_command"].contains(&name);
        let open = name != "over_20_across" || a.formation == Formation::Open;
        if keys.on(name) && !alone && open {
            why.add(name, value);
        }
    }
    if keys.on("double_paced") {
        why.add("after Double Pace", rules.check.double_pace);
    }
    let pool = rules.pool(a.skills[3], true, [members, members, 0]);
    why.add("improvised", pool.improvised);
    let need = rules.need(why.iter().map(|line| line.1).sum());
    Ok(Box::new(Checked {
        title: format!("{}: {}", said(a, "a"), question.replace('_', " ")),
        dice: pool.dice,
        need,
        successes: successes(pool.dice, need, query, exact)?,
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
        title: format!("{} disengages from {}", said(a, "a"), said(b, "b")),
        dice: pool.dice,
        why,
        need,
        successes: found,
        more: vec![("free_strikers", Value::Object(listed))],
        last,
    }))
}

fn area_shape() -> Shape {
    let mut fields: Vec<Field> = ["partial_concealment", "total_concealment"]
        .iter()
        .map(|key| Field::maybe(key, flag(key)))
        .collect();
    fields.push(Field::needed(
        "distance",
        Shape::number(0.0..=2_000.0).doc("GSU to the point"),
    ));
    fields.push(Field::maybe(
        "target_radius",
        Shape::number(0.0..=2_000.0)
            .doc("radius of a target whose centre is the point (default 0)"),
    ));
    Shape::table(vec![
        Field::needed(
            "a",
            Shape::any().doc("who fires, a build: one weapon for each member"),
        ),
        Field::maybe("b", Shape::any().doc("who stands there, a build")),
        Field::needed("situation", Shape::table(fields).doc("where the point is")),
    ])
}

/// Answers `area_volley`.
pub fn area(
    rules: &Rules,
    a: &Build,
    b: Option<&Build>,
    query: &Node,
    exact: &mut Exact,
) -> Answer {
    let mut checker = Checker::new(query);
    let keys = Keys::new(query, &mut checker);
    let fits = a
        .ranged
        .and_then(|weapon| Some((weapon, weapon.volley_bd?)));
    let Some((weapon, volley_bd)) = fits else {
        let at = query.get("a").unwrap_or(query);
        let help = "give it one under `ranged`".to_owned();
        checker.fail(at, "it has no weapon for volleys (`volley_bd`)", Some(help));
        checker.finish()?;
        return Err(Problems::default());
    };
    checker.finish()?;
    let distance = keys.number("distance").unwrap_or(0.0);
    let band = weapon
        .range
        .iter()
        .position(|bound| distance <= f64::from(*bound));
    let mut why = Vec::new();
    for (name, value) in rules.area_volley.list() {
        if keys.on(name) {
            why.add(name, value);
        }
    }
    // EM-17: the lines of a Concentrated Volley, or none.
    if rules.toggles.area_range == AreaRange::Concentrated {
        match band {
            Some(0) => why.add("inside short range", rules.volley.short),
            Some(1) => why.add("medium range", rules.volley.medium),
            _ => why.add("beyond medium range", rules.volley.beyond_medium),
        }
    }
    let members = a.members.unwrap_or(1);
    let pool = rules.pool(a.skills[2], false, [members, members, 0]);
    let dice = if band.is_some() { pool.dice } else { 0 };
    let need = rules.need(why.iter().map(|line| line.1).sum());
    let found = successes(dice, need, query, exact)?;
    // The best split of s successes: x widen the blast, the others steady it.
    let radius = keys.number("target_radius").unwrap_or(0.0);
    let most = (weapon.limit * i32::from(members)).max(weapon.coverage);
    let covers = |s: i32| {
        (0..=s).any(|x| {
            let coverage = (weapon.coverage + x * weapon.increment).min(most);
            let drift = (weapon.drift - (s - x)).max(0);
            f64::from(drift) <= f64::from(coverage) / 2.0 + radius
        })
    };
    let needed = (0..=weapon.drift)
        .find(|s| covers(*s))
        .unwrap_or(weapon.drift);
    let covered: f64 = if band.is_some() {
        found.iter().skip(needed as usize).sum()
    } else {
        0.0
    };
    let mut more = vec![("needed", json!(needed)), ("covered", json!(covered))];
    let mut last = format!("covered with {needed} successes: {}", percent(covered));
    if let Some(b) = b {
        let division = Division::new(&rules.toggles);
        let falls = rules.toggles.area_falloff == NoYes::Yes;
        let bd = volley_bd
            - if falls {
                weapon.falloff[band.unwrap_or(2)]
            } else {
                0
            };
        let hits = division.need(b.hits.unwrap_or(1), b.armour, bd);
        let each = per_member(rules, hits, f64::from(b.members.unwrap_or(1)));
        more.push(("base_damage", json!(bd)));
        more.push(("modified_hits", json!(division.counted(hits))));
        more.push(("damage_per_covered_member", json!(each)));
        last += &format!("; {each} damage points for each member covered");
    }
    Ok(Box::new(Checked {
        title: format!("{} fires an area volley", said(a, "a")),
        dice,
        why,
        need,
        successes: found,
        more,
        last,
    }))
}

/// Damage points of one hit on each of so many covered members, for each (EM-19, EM-01).
fn per_member(rules: &Rules, need: i32, members: f64) -> f64 {
    if need < 1 && rules.toggles.hits_floor == HitsFloor::Overkill {
        return f64::from(2 - need);
    }
    let need = f64::from(need.max(1));
    match rules.toggles.area_pool {
        AreaPool::Individual => (1.0 / need).floor(),
        AreaPool::Unit => (members / need).floor() / members,
    }
}

fn pairs(of: Vec<Shape>) -> Shape {
    Shape::list_of(Shape::list_of(Shape::either(of), 2..=2), 1..=64)
}

fn allocate_shape() -> Shape {
    let number = || Shape::int(-1_000..=10_000);
    Shape::table(vec![
        Field::needed(
            "subunits",
            pairs(vec![Shape::text(), number()]).doc("name and members of each part"),
        ),
        Field::needed(
            "groups",
            pairs(vec![number()]).doc("base damage and hits of each group"),
        ),
    ])
}

struct Plain {
    title: &'static str,
    key: &'static str,
    value: Value,
    words: Vec<Words>,
}

impl Reply for Plain {
    fn json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        put(&mut map, self.key, self.value.clone());
        map
    }

    fn words(&self) -> Vec<Words> {
        let mut words = vec![Words::Title(self.title.to_owned())];
        words.extend(self.words.iter().cloned());
        words
    }
}

/// Answers `allocate` (4.9): hits on a mixed unit, dealt to its parts.
pub fn allocate(rules: &Rules, query: &Node) -> Answer {
    let mut checker = Checker::new(query);
    let mut subunits: Vec<(String, u64)> = Vec::new();
    for at in query.get("subunits").map_or(&[][..], Node::items) {
        let [name, members] = at.items() else {
            continue;
        };
        let named = name
            .as_text()
            .map(str::to_owned)
            .or(name.as_int().map(|n| n.to_string()));
        match (named, members.as_int()) {
            (Some(name), Some(members)) if members > 0 => subunits.push((name, members as u64)),
            _ => checker.fail(at, "expected a name and a number of members above 0", None),
        }
    }
    let mut groups: Vec<(i64, u64)> = Vec::new();
    for at in query.get("groups").map_or(&[][..], Node::items) {
        match at.items() {
            [bd, hits] if hits.as_int().unwrap_or(-1) >= 0 => {
                groups.push((bd.as_int().unwrap_or(0), hits.as_int().unwrap_or(0) as u64));
            }
            _ => checker.fail(at, "expected base damage and a number of hits", None),
        }
    }
    checker.finish()?;
    groups.retain(|group| group.1 > 0);
    // Largest first; equal parts as listed, equal groups by the lower base damage.
    subunits.sort_by_key(|part| std::cmp::Reverse(part.1));
    groups.sort_by_key(|group| (std::cmp::Reverse(group.1), group.0));
    let markers = drawn(&groups, rules.toggles.alloc_groups);
    let base = subunits.iter().map(|part| part.1).min().unwrap_or(1);
    let mut dealt: Vec<Vec<(i64, u64)>> = vec![Vec::new(); subunits.len()];
    let mut markers = markers.into_iter();
    'all: loop {
        for (part, got) in subunits.iter().zip(&mut dealt) {
            for _ in 0..part.1.div_ceil(base) {
                let Some(bd) = markers.next() else { break 'all };
                match got.iter_mut().find(|known| known.0 == bd) {
                    Some(known) => known.1 += 1,
                    None => got.push((bd, 1)),
                }
            }
        }
    }
    let listed = |got: &[(i64, u64)]| -> Value {
        let got: Map<String, Value> = got
            .iter()
            .map(|(bd, n)| (bd.to_string(), json!(n)))
            .collect();
        Value::Object(got)
    };
    let allocation: Map<String, Value> = subunits
        .iter()
        .zip(&dealt)
        .map(|(part, got)| (part.0.clone(), listed(got)))
        .collect();
    let words = subunits.iter().zip(&dealt).map(|(part, got)| {
        let got: Vec<String> = got
            .iter()
            .map(|(bd, n)| format!("{n} at base damage {bd}"))
            .collect();
        let got = if got.is_empty() {
            "none".to_owned()
        } else {
            got.join(", ")
        };
        Words::Line(format!("{} ({}): {got}", part.0, part.1))
    });
    Ok(Box::new(Plain {
        title: "Hits on a mixed unit",
        key: "allocation",
        value: Value::Object(allocation),
        words: words.collect(),
    }))
}

/// The markers in the order in which they are drawn (EM-27).
fn drawn(groups: &[(i64, u64)], how: AllocGroups) -> Vec<i64> {
    let smallest = groups.iter().map(|group| group.1).min().unwrap_or(1).max(1);
    let mut left: Vec<(i64, u64, u64)> = groups
        .iter()
        .map(|(bd, hits)| match how {
            AllocGroups::Exhaust => (*bd, *hits, *hits),
            AllocGroups::Alternate => (*bd, *hits, hits.div_ceil(smallest)),
        })
        .collect();
    let mut markers = Vec::new();
    while left.iter().any(|group| group.1 > 0) {
        for (bd, hits, visit) in &mut left {
            let take = (*hits).min(*visit);
            markers.extend(std::iter::repeat_n(*bd, take as usize));
            *hits -= take;
        }
    }
    markers
}

fn mixed_shape() -> Shape {
    let number = Shape::int(-1_000..=10_000);
    Shape::table(vec![Field::needed(
        "subunits",
        pairs(vec![number]).doc("members and modifier of each part"),
    )])
}

/// Answers `mixed_modifier` (section 3): one modifier against a mixed unit.
pub fn mixed(query: &Node) -> Answer {
    let parts: Vec<[i64; 2]> = query
        .get("subunits")
        .map_or(&[][..], Node::items)
        .iter()
        .map(|at| [0, 1].map(|k: usize| at.items().get(k).and_then(Node::as_int).unwrap_or(0)))
        .collect();
    // The one closest to zero; of two as close the lower (EM-15).
    let start = parts
        .iter()
        .map(|part| part[1])
        .min_by_key(|modifier| (modifier.abs(), *modifier))
        .unwrap_or(0);
    let like = parts
        .iter()
        .filter(|part| part[1] == start)
        .map(|part| part[0])
        .max()
        .unwrap_or(0);
    let shifts = parts
        .iter()
        .filter(|part| part[1] != start && part[0] >= like);
    let modifier = start + shifts.map(|part| (part[1] - start).signum()).sum::<i64>();
    Ok(Box::new(Plain {
        title: "One modifier against a mixed unit",
        key: "modifier",
        value: json!(modifier),
        words: vec![Words::Line(format!(
            "{modifier:+}, beginning from {start:+}"
        ))],
    }))
}

fn detect_shape() -> Shape {
    let dice = || Shape::int(0..=MOST_DICE);
    let modifier = || Shape::int(-100..=100);
    let conceal = Shape::either(vec![
        dice().doc("dice of Conceal Self at +0"),
        Shape::list_of(Shape::int(-100..=MOST_DICE), 2..=2).doc("its dice and modifier"),
        Shape::table(vec![
            Field::maybe("dice", dice()),
            Field::maybe("modifier", modifier()),
            Field::maybe("successes", dice().doc("instead: what was scored")),
        ]),
    ]);
    Shape::table(vec![
        Field::needed("dice", dice().doc("dice of Detect")),
        Field::maybe("modifier", modifier().doc("added to every die (default 0)")),
        Field::needed("conceal", conceal.doc("the check of who hides")),
        Field::maybe(
            "conceal_modifier",
            modifier().doc("added to every die of Conceal Self (default 0)"),
        ),
        Field::maybe(
            "total_concealment",
            Shape::flag().doc("one more success is needed"),
        ),
    ])
}

/// Answers `detect` (section 7): more successes than Conceal Self scored.
pub fn detect(rules: &Rules, query: &Node, exact: &mut Exact) -> Answer {
    let int = |node: Option<&Node>| node.and_then(Node::as_int);
    let dice = int(query.get("dice")).unwrap_or(0) as u32;
    let modifier = int(query.get("modifier")).unwrap_or(0) as i32;
    let hidden = query.get("conceal").unwrap_or(&NOTHING);
    let listed = hidden.items();
    let of = int(Some(hidden))
        .or(int(listed.first()))
        .or(int(hidden.get("dice")))
        .unwrap_or(0);
    let at = int(listed.get(1))
        .or(int(hidden.get("modifier")))
        .or(int(query.get("conceal_modifier")))
        .unwrap_or(0);
    let conceal = match int(hidden.get("successes")) {
        Some(scored) => distribution([(scored.clamp(0, MOST_DICE) as usize, 1.0)].into_iter()),
        None => successes(
            of.clamp(0, MOST_DICE) as u32,
            rules.need(at as i32),
            query,
            exact,
        )?,
    };
    let sees = successes(dice, rules.need(modifier), query, exact)?;
    let more = usize::from(
        query
            .get("total_concealment")
            .and_then(Node::as_bool)
            .unwrap_or(false),
    );
    let detected: f64 = conceal
        .iter()
        .enumerate()
        .map(|(scored, p)| p * sees.iter().skip(scored + more + 1).sum::<f64>())
        .sum();
    Ok(Box::new(Plain {
        title: "Detect",
        key: "detected",
        value: json!(detected),
        words: vec![Words::Line(format!("detected with {}", percent(detected)))],
    }))
}
