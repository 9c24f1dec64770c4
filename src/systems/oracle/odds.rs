//! The system's own questions: `activate` (can a soldier act?), `pool` (how many of a side act?) and `strike` (is the
//! target removed?).

use super::build::{Build, find_type, initiative, read_weight, toughness, weight_number};
use super::data::Rules;
use super::pool::{Activations, Faces, Matching};
use super::shape::MOST_SOLDIERS;
use super::strike::{Count, View, Viewer};
use crate::document::{Checker, Field, Node, Problems, Shape};
use crate::systems::choices::Toggle;
use crate::systems::{Align, Reply, Words, percent};
use crate::umpire::{Exact, TooBig};
use serde_json::{Map, Value, json};

/// The largest pool that is worked out.
const MOST_DICE: i64 = 300;

/// The most viewers of a Strike.
const MOST_VIEWERS: usize = 1_000;

type Answer = Result<Box<dyn Reply>, Problems>;

fn too_big(query: &Node) -> Problems {
    let mut checker = Checker::new(query);
    let help = "use fewer dice".to_owned();
    checker.fail(
        query,
        "this has too many outcomes to be worked out",
        Some(help),
    );
    checker.finish().err().unwrap_or_default()
}

/// What `activate` may say beside the common keys.
pub fn activate_shape() -> Shape {
    Shape::table(vec![
        Field::needed("initiative", initiative()),
        Field::maybe(
            "type",
            Shape::text().doc("a Type's id; left out: a Type with one face"),
        ),
    ])
}

/// What `pool` may say beside the common keys.
pub fn pool_shape() -> Shape {
    let soldiers = Shape::int(0..=i64::from(MOST_SOLDIERS));
    Shape::table(vec![
        Field::needed("dice", Shape::int(0..=MOST_DICE).doc("dice in the pool")),
        Field::needed(
            "types",
            Shape::list(soldiers)
                .doc("waiting soldiers of each Type, in the order of the rules file"),
        ),
    ])
}

/// What `strike` may say beside the common keys.
pub fn strike_shape() -> Shape {
    let part = Shape::either(vec![
        weight_number(),
        Shape::text().doc("a word for a weight, or how the target is seen"),
    ]);
    let viewer = Shape::list_of(part, 2..=2).doc("weight and view, such as [1, \"cover\"]");
    Shape::table(vec![
        Field::maybe(
            "viewers",
            Shape::list_of(viewer, 0..=MOST_VIEWERS)
                .doc("who has the target in sight and in threat range; the striker first"),
        ),
        Field::maybe("toughness", toughness()),
        Field::maybe(
            "a",
            Shape::any().doc("instead of `viewers`: a build, `number` of which see the target"),
        ),
        Field::maybe(
            "b",
            Shape::any().doc("instead of `toughness`: the target, a build"),
        ),
        Field::maybe(
            "number",
            Shape::int(1..=i64::from(MOST_SOLDIERS)).doc("how many like `a` (default 1)"),
        ),
        Field::maybe(
            "view",
            View::shape().doc("how they see the target (default clear)"),
        ),
    ])
}

/// Answers `activate`.
pub fn activate(rules: &Rules, query: &Node, exact: &mut Exact) -> Answer {
    let mut checker = Checker::new(query);
    let kind = query
        .get("type")
        .and_then(|at| find_type(rules, at, &mut checker));
    checker.finish()?;
    let faces = kind.map_or(Faces::new([1]), |kind| rules.types[kind].faces);
    let dice = query.get("initiative").and_then(Node::as_int).unwrap_or(0) as u16;
    Ok(Box::new(Activate {
        dice,
        faces,
        named: kind.is_some(),
        chance: able(dice, faces, exact).map_err(|TooBig| too_big(query))?,
    }))
}

/// The chance that a soldier alone is able to act.
fn able(dice: u16, faces: Faces, exact: &mut Exact) -> Result<f64, TooBig> {
    exact.set_budget(u64::MAX);
    let question = Matching {
        dice,
        faces,
        most: 1,
    };
    let law = exact.law(question)?;
    Ok(law.iter().filter(|x| x.0 > 0).map(|x| x.1).sum())
}

struct Activate {
    dice: u16,
    faces: Faces,
    named: bool,
    chance: f64,
}

impl Reply for Activate {
    fn json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("chance".to_owned(), json!(self.chance));
        map
    }

    fn words(&self) -> Vec<Words> {
        let face = if self.named {
            self.faces.words()
        } else {
            "its face".to_owned()
        };
        let words = format!(
            "a soldier alone with Initiative {} rolls {face} and can act with {}",
            self.dice,
            percent(self.chance)
        );
        vec![Words::Line(words)]
    }
}

/// Answers `pool`.
pub fn pool(rules: &Rules, query: &Node, exact: &mut Exact) -> Answer {
    let number = |node: &Node| node.as_int().unwrap_or(0) as u16;
    let dice = query.get("dice").map_or(0, number);
    let list = query.get("types").map_or(&[][..], Node::items);
    if list.len() != rules.types.len() {
        let mut checker = Checker::new(query);
        let message = format!("{} numbers for {} Types", list.len(), rules.types.len());
        let names: Vec<&str> = rules.types.iter().map(|kind| kind.id.as_str()).collect();
        let help = format!("one for each, in this order: {}", names.join(", "));
        checker.fail(query.get("types").unwrap_or(query), message, Some(help));
        checker.finish()?;
    }
    let waiting: Vec<u16> = list.iter().map(number).collect();
    let types = rules.types.iter().map(|kind| kind.faces);
    let types = types.zip(waiting.iter().copied());
    exact.set_budget(u64::MAX);
    let law = exact
        .law(Activations::new(dice, types))
        .map_err(|TooBig| too_big(query))?;
    let most = law.iter().map(|x| x.0).max().unwrap_or(0);
    let mut distribution = vec![0.0; most as usize + 1];
    for (n, chance) in law {
        distribution[n as usize] += chance;
    }
    Ok(Box::new(Pool {
        dice,
        soldiers: waiting.iter().map(|n| usize::from(*n)).sum(),
        distribution,
    }))
}

struct Pool {
    dice: u16,
    soldiers: usize,
    distribution: Vec<f64>,
}

impl Pool {
    fn mean(&self) -> f64 {
        let places = self.distribution.iter().enumerate();
        places.map(|(n, p)| n as f64 * p).sum()
    }

    /// The chance that every waiting soldier acts.
    fn all(&self) -> f64 {
        self.distribution.get(self.soldiers).copied().unwrap_or(0.0)
    }
}

impl Reply for Pool {
    fn json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        let places = self.distribution.iter().enumerate();
        let distribution: Map<String, Value> =
            places.map(|(n, p)| (n.to_string(), json!(p))).collect();
        map.insert("distribution".to_owned(), Value::Object(distribution));
        map.insert("mean".to_owned(), json!(self.mean()));
        map.insert("all".to_owned(), json!(self.all()));
        map
    }

    fn words(&self) -> Vec<Words> {
        let places = self.distribution.iter().enumerate();
        let rows = places.map(|(n, p)| vec![n.to_string(), percent(*p)]);
        vec![
            Words::Title(format!(
                "{} dice for {} waiting soldiers",
                self.dice, self.soldiers
            )),
            Words::Table {
                head: ["activations", "chance"].map(str::to_owned).to_vec(),
                align: vec![Align::Right; 2],
                rows: rows.collect(),
            },
            Words::Line(format!(
                "{:.3} on average; all act with {}",
                self.mean(),
                percent(self.all())
            )),
        ]
    }
}

/// Answers `strike`, for a list of viewers or for a number of alike ones.
pub fn strike(
    rules: &Rules,
    a: Option<&Build>,
    b: Option<&Build>,
    query: &Node,
    exact: &mut Exact,
) -> Answer {
    let mut checker = Checker::new(query);
    let given = query.get("toughness").and_then(Node::as_int);
    let toughness = given.map(|n| n as i32).or(b.map(|b| b.profile.toughness));
    if toughness.is_none() {
        let help = "or `b`, the target".to_owned();
        checker.missing(query, "toughness", Some(help));
    }
    let alike = a.map(|a| Viewer {
        weight: a.profile.weight,
        view: View::read(query.get("view")),
    });
    let viewers: Vec<Viewer> = match (query.get("viewers"), alike) {
        (Some(list), _) => list
            .items()
            .iter()
            .filter_map(|at| viewer(rules, at, &mut checker))
            .collect(),
        (None, Some(viewer)) => {
            let number = query.get("number").and_then(Node::as_int).unwrap_or(1);
            vec![viewer; number as usize]
        }
        (None, None) => {
            let help = "or `a`, with the `number` of those who see the target".to_owned();
            checker.missing(query, "viewers", Some(help));
            Vec::new()
        }
    };
    checker.finish()?;
    let toughness = toughness.unwrap_or(0);
    let needed = alike.map(|viewer| rules.strike.needed(viewer, toughness, MOST_SOLDIERS));
    let acts = match a {
        None => None,
        Some(a) => {
            let faces = rules.types[a.profile.kind].faces;
            let chance = able(a.profile.initiative, faces, exact);
            Some(chance.map_err(|TooBig| too_big(query))?)
        }
    };
    Ok(Box::new(Struck {
        names: [a, b].map(|build| build.map_or(String::new(), |build| build.label().to_owned())),
        count: rules.strike.count(viewers, toughness),
        toughness,
        needed,
        acts,
    }))
}

/// A viewer: its weight, and how it sees the target.
fn viewer(rules: &Rules, at: &Node, checker: &mut Checker) -> Option<Viewer> {
    let [weight, view] = at.items() else {
        return None;
    };
    let name = view.as_text().unwrap_or_default();
    let known = View::named(name);
    if known.is_none() {
        match view.as_text() {
            Some(_) => checker.unknown_name(view, "view", name, View::NAMES),
            None => {
                let help = "a viewer is its weight and its view, such as [1, \"cover\"]";
                checker.fail(
                    view,
                    "expected a view, found a number",
                    Some(help.to_owned()),
                );
            }
        }
    }
    Some(Viewer {
        weight: read_weight(rules, weight, checker)?,
        view: known?,
    })
}

struct Struck {
    names: [String; 2],
    count: Count,
    toughness: i32,
    /// How many like the first would do; asked only where all are alike.
    needed: Option<Option<u16>>,
    /// The chance that one of them alone can act.
    acts: Option<f64>,
}

impl Reply for Struck {
    fn json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| {
            map.insert(key.to_owned(), value);
        };
        put("counted", json!(self.count.counted));
        put("killed", json!(self.count.killed));
        put("viewers", json!(self.count.viewers));
        put("ignored", json!(self.count.ignored));
        put("toughness", json!(self.toughness));
        if let Some(needed) = self.needed {
            put("needed", json!(needed));
        }
        if let Some(acts) = self.acts {
            put("acts", json!(acts));
        }
        map
    }

    fn words(&self) -> Vec<Words> {
        let name = |at: usize, other: &str| {
            if self.names[at].is_empty() {
                other.to_owned()
            } else {
                self.names[at].clone()
            }
        };
        let [striker, target] = [name(0, "the striker"), name(1, "the target")];
        let Count {
            viewers,
            ignored,
            counted,
            killed,
        } = self.count;
        let end = if killed { "is removed" } else { "stands" };
        let mut words = vec![
            Words::Title(format!("{striker} strikes {target}")),
            Words::Line(format!(
                "{viewers} to be counted, {ignored} ignored: {counted} against Toughness {}",
                self.toughness
            )),
            Words::Line(format!("{target} {end}")),
        ];
        match self.needed {
            None => {}
            Some(Some(n)) => words.push(Words::Line(format!(
                "{n} like {striker} are needed, seeing it so"
            ))),
            Some(None) => words.push(Words::Line(format!(
                "no number up to {MOST_SOLDIERS} like {striker} is enough, seeing it so"
            ))),
        }
        if let Some(acts) = self.acts {
            words.push(Words::Line(format!(
                "{striker} alone can act in a round with {}",
                percent(acts)
            )));
        }
        words
    }
}
