//! Questions from the table: the Area Volley, and the small procedures that need no duel (hits on a mixed unit, one
//! modifier against it, detection).

use super::build::Build;
use super::checks::Sum;
use super::damage::Division;
use super::data::Rules;
use super::odds::{
    Answer, Checked, Keys, MOST_DICE, NOTHING, distribution, flag, put, said, successes,
};
use super::toggles::{AllocGroups, AreaPool, AreaRange, HitsFloor, NoYes};
use crate::document::{Checker, Field, Node, Problems, Shape};
use crate::systems::{Reply, Words, percent};
use crate::umpire::Exact;
use serde_json::{Map, Value, json};

/// What `area_volley` may say beside the common keys.
pub fn area_shape() -> Shape {
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
        title: format!("{}: Area Volley", said(a, "a")),
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

/// What `allocate` may say beside the common keys.
pub fn allocate_shape() -> Shape {
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

/// What `mixed_modifier` may say beside the common keys.
pub fn mixed_shape() -> Shape {
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

/// What `detect` may say beside the common keys.
pub fn detect_shape() -> Shape {
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
