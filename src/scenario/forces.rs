//! Forces: armies that a scenario writes down, by list or by shares of a budget. Here they are read from `[forces]` and
//! recruited under the rules; how many of each take the field is decided when they meet (`clash`).

use super::lists::{Named, gather};
use super::skirmish_shape::says_yes;
use super::strength::{Offer, fill};
use crate::document::{Checker, Node, Problem, Problems, Value};
use crate::systems::skirmish::{Army, MOST_MODELS, Seated, Unit};
use crate::systems::{Recruit, Rulebook};
use std::collections::HashMap;

/// A force as it is written.
pub struct Written {
    lines: Vec<Line>,
    /// Its units are shares of the points.
    shared: bool,
    /// A budget of its own.
    points: Option<f64>,
    policy: Option<String>,
    node: Node,
}

/// A line of it.
#[derive(Clone)]
struct Line {
    build: Node,
    number: f64,
    team: u32,
    hidden: bool,
    reserve: bool,
    boards: bool,
    crew: Vec<(String, Node)>,
    at: Vec<[f64; 2]>,
    node: Node,
    path: String,
}

impl Line {
    fn new(build: Node, number: f64, node: &Node, path: String) -> Line {
        Line {
            build,
            number,
            team: 1,
            hidden: false,
            reserve: false,
            boards: false,
            crew: Vec::new(),
            at: Vec::new(),
            node: node.clone(),
            path,
        }
    }
}

/// Two numbers of a list.
pub fn pair(node: &Node) -> [f64; 2] {
    let mut numbers = node.items().iter().filter_map(Node::as_number);
    [numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0)]
}

impl Written {
    /// Reads a force. `stock` are the builds of the scenario's lists, by name; `policies` what an army may be told.
    pub fn read(
        checker: &mut Checker<'_>,
        name: &str,
        node: &Node,
        stock: &HashMap<&str, &Named>,
        policies: &[&str],
    ) -> Written {
        let policy = policy(checker, node.get("policy"), policies);
        let (key, other) = match (node.get("units"), node.get("shares")) {
            (_, None) => ("units", None),
            (units, Some(_)) => ("shares", units),
        };
        if other.is_some() {
            let help = "keep one of them: `units` is a list, `shares` are filled up to the points";
            checker.fail_key(
                node,
                "units",
                "`units` and `shares` exclude one another",
                Some(help.to_owned()),
            );
        }
        let mut lines = Vec::new();
        let number = if key == "units" { "count" } else { "share" };
        let at = |at: usize| format!("forces.{name}.{key}[{at}]");
        match node.get(key).map(|said| (said, &said.value)) {
            None => {
                let help = "say units = { knight = 3 }, or shares = { knight = 1 } with points";
                let message = format!("the force `{name}` has no units");
                checker.fail(node, message, Some(help.to_owned()));
            }
            Some((said, Value::Table(_))) => {
                for (place, entry) in said.entries().iter().enumerate() {
                    let mut build = Node::text(entry.key.as_str());
                    build.span.clone_from(&entry.key_span);
                    let build = known(stock, &build);
                    let count = entry.node.as_number().unwrap_or(1.0);
                    lines.push(Line::new(build, count, &entry.node, at(place)));
                }
            }
            Some((said, _)) => {
                for (place, item) in said.items().iter().enumerate() {
                    let path = at(place);
                    match item.get("build") {
                        None => lines.push(Line::new(known(stock, item), 1.0, item, path)),
                        Some(build) => {
                            let of = |key: &str| says_yes(item.get(key), false);
                            let many = item.get(number).and_then(Node::as_number);
                            let places = item.get("at").map_or(&[][..], Node::items);
                            let team = item.get("team").and_then(Node::as_int).unwrap_or(1);
                            lines.push(Line {
                                team: team as u32,
                                hidden: of("hidden"),
                                reserve: of("reserve"),
                                boards: of("boards"),
                                crew: crew(item.get("crew"), stock),
                                at: places.iter().map(pair).collect(),
                                ..Line::new(known(stock, build), many.unwrap_or(1.0), item, path)
                            });
                        }
                    }
                }
            }
        }
        for line in &lines {
            let models = line.at.len();
            if models > 0 && key == "units" && models != line.number as usize {
                let message = format!("`at` gives {models} places for {} models", line.number);
                checker.fail(line.node.get("at").unwrap_or(&line.node), message, None);
            }
        }
        Written {
            lines,
            shared: key == "shares",
            points: node.get("points").and_then(Node::as_number),
            policy,
            node: node.clone(),
        }
    }

    /// Recruits it under the rules. Problems go where they belong; none if there are any.
    pub fn recruit(
        &self,
        book: &dyn Rulebook,
        name: &str,
        problems: &mut Problems,
    ) -> Option<Force> {
        let before = problems.len();
        let mut recruit = |build: &Node, node: &Node, path: &str| {
            let named = Named {
                name: name.to_owned(),
                build: build.clone(),
                from: path.to_owned(),
            };
            match book.recruit(build, path) {
                Err(more) => {
                    gather(problems, more, &named);
                    None
                }
                Ok(recruit) if !recruit.refused.is_empty() => {
                    for mut problem in recruit.refused.0 {
                        problem.span = node.span.clone();
                        path.clone_into(&mut problem.path);
                        problems.push(problem);
                    }
                    None
                }
                Ok(recruit) => Some(recruit),
            }
        };
        let mut units = Vec::new();
        for line in &self.lines {
            let found = recruit(&line.build, &line.node, &line.path);
            let crew: Vec<(String, Option<Recruit>, Node)> = line
                .crew
                .iter()
                .map(|(seat, build)| {
                    let path = format!("{}.crew", line.path);
                    (seat.clone(), recruit(build, build, &path), build.clone())
                })
                .collect();
            let crew: Option<Vec<(String, Recruit, Node)>> = crew
                .into_iter()
                .map(|(seat, recruit, node)| Some((seat, recruit?, node)))
                .collect();
            if let (Some(recruit), Some(crew)) = (found, crew) {
                units.push(Enlisted {
                    recruit,
                    crew,
                    line: line.clone(),
                });
            }
        }
        (problems.len() == before).then(|| Force {
            units,
            shared: self.shared,
            points: self.points,
            policy: self.policy.clone(),
            node: self.node.clone(),
        })
    }
}

/// A build of the scenario's lists by its name, or what is said.
fn known(stock: &HashMap<&str, &Named>, said: &Node) -> Node {
    let found = said.as_text().and_then(|name| stock.get(name));
    match found {
        None => said.clone(),
        Some(named) => named.build.clone(),
    }
}

/// Who sits in a vehicle: by seat, or one after the other.
fn crew(said: Option<&Node>, stock: &HashMap<&str, &Named>) -> Vec<(String, Node)> {
    let Some(said) = said else {
        return Vec::new();
    };
    let seated = said.entries().iter();
    let seated = seated.map(|entry| (entry.key.clone(), known(stock, &entry.node)));
    let listed = said.items().iter();
    let listed = listed.map(|item| (String::new(), known(stock, item)));
    seated.chain(listed).collect()
}

/// The name of an army policy, if it is one.
pub fn policy(checker: &mut Checker<'_>, said: Option<&Node>, known: &[&str]) -> Option<String> {
    let node = said?;
    let name = node.as_text()?;
    if !known.contains(&name) {
        checker.unknown_name(node, "army policy", name, known);
    }
    Some(name.to_owned())
}

/// A line of a force, recruited.
struct Enlisted {
    recruit: Recruit,
    crew: Vec<(String, Recruit, Node)>,
    line: Line,
}

/// A force under some rules: who, and in which shares or numbers.
pub struct Force {
    units: Vec<Enlisted>,
    shared: bool,
    points: Option<f64>,
    /// How it decides, if it says so.
    pub policy: Option<String>,
    node: Node,
}

/// How many of each line of a force take the field.
#[derive(Clone, PartialEq, Debug)]
pub struct Turnout {
    counts: Vec<u32>,
    /// What was spent; none if something has no price.
    pub spent: Option<f64>,
    /// What is left of the budget, if there is one.
    pub unspent: Option<f64>,
}

impl Turnout {
    /// So many of a single unit.
    pub fn single(count: u32, spent: Option<f64>, unspent: Option<f64>) -> Turnout {
        Turnout {
            counts: vec![count],
            spent,
            unspent,
        }
    }

    /// How many units.
    pub fn models(&self) -> u32 {
        self.counts.iter().sum()
    }
}

impl Force {
    /// A recruit that stands for the whole force in tables of results.
    pub fn figurehead(&self, name: &str, turnout: &Turnout) -> Recruit {
        let army = self.army(name, turnout, 1);
        let groups: Vec<&str> = self
            .units
            .iter()
            .map(|unit| unit.recruit.group.as_str())
            .collect();
        let group = groups
            .first()
            .filter(|first| groups.iter().all(|group| group == *first));
        Recruit {
            label: name.to_owned(),
            name: name.to_owned(),
            group: group.map_or(String::new(), |group| (*group).to_owned()),
            points: turnout.spent,
            policy: String::new(),
            illegal: army.illegal(),
            refused: Problems::default(),
            build: Box::new(()),
        }
    }

    /// How many take the field with this budget (if the force has none of its own).
    pub fn turnout(&self, budget: Option<f64>) -> Result<Turnout, Problems> {
        let budget = self.points.or(budget);
        let prices: Option<Vec<f64>> = self
            .units
            .iter()
            .map(|unit| unit.unit(1).points())
            .collect();
        let fail = |message: String, help: &str| {
            let mut problem = Problem::new(message);
            problem.span = self
                .node
                .get("points")
                .or(Some(&self.node))
                .and_then(|node| node.span.clone());
            problem.help = Some(help.to_owned());
            Err(Problems(vec![problem]))
        };
        if !self.shared {
            let counts: Vec<u32> = self
                .units
                .iter()
                .map(|unit| unit.line.number as u32)
                .collect();
            let spent: Option<f64> = prices.map(|prices| {
                prices
                    .iter()
                    .zip(&counts)
                    .map(|(price, count)| price * f64::from(*count))
                    .sum()
            });
            if let (Some(spent), Some(budget)) = (spent, budget)
                && spent > budget + 1e-9
            {
                let message = format!("this force costs {spent} points, more than its {budget}");
                return fail(message, "leave something out, or raise the points");
            }
            let unspent = spent.zip(budget).map(|(spent, budget)| budget - spent);
            return Ok(Turnout {
                counts,
                spent,
                unspent,
            });
        }
        let Some(budget) = budget else {
            return fail(
                "shares need points to be filled up to".to_owned(),
                "say points = 500, here or under [skirmish]",
            );
        };
        let Some(prices) = prices else {
            let unpriced = self
                .units
                .iter()
                .filter(|unit| unit.unit(1).points().is_none());
            let names: Vec<&str> = unpriced.map(|unit| unit.recruit.name.as_str()).collect();
            let message = format!(
                "a budget needs prices, and there is none for {}",
                names.join(", ")
            );
            return fail(message, "give its units by number, with `units`");
        };
        let offers: Vec<Offer> = prices
            .iter()
            .zip(&self.units)
            .map(|(price, unit)| Offer {
                price: *price,
                share: unit.line.number,
                models: unit.unit(1).models(),
            })
            .collect();
        let counts = fill(budget, &offers);
        if counts.iter().all(|count| *count == 0) {
            let shared = offers.iter().filter(|offer| offer.share > 0.0);
            let cheapest = shared
                .map(|offer| offer.price)
                .fold(f64::INFINITY, f64::min);
            if cheapest.is_infinite() {
                let help = "give at least one unit a share of the points";
                return fail("no unit has a share above 0".to_owned(), help);
            }
            if cheapest <= budget {
                let message =
                    format!("one unit of this force alone has more than {MOST_MODELS} models");
                return fail(message, "make its team smaller");
            }
            let message =
                format!("{budget} points buy nothing here: the cheapest unit costs {cheapest}");
            return fail(message, "raise the points, or add something cheaper");
        }
        let spent: f64 = prices
            .iter()
            .zip(&counts)
            .map(|(price, count)| price * f64::from(*count))
            .sum();
        Ok(Turnout {
            counts,
            spent: Some(spent),
            unspent: Some(budget - spent),
        })
    }

    /// Where it is written.
    pub fn span(&self) -> Option<crate::document::Span> {
        self.node.span.clone()
    }

    /// The builds of its lines that have a name.
    pub fn builds(&self) -> impl Iterator<Item = &str> {
        self.units
            .iter()
            .filter_map(|unit| unit.line.build.as_text())
    }

    /// The army, so many times over.
    pub fn army(&self, name: &str, turnout: &Turnout, times: u32) -> Army<'_> {
        let lines = self.units.iter().zip(&turnout.counts);
        Army {
            units: lines
                .filter(|(_, count)| **count > 0)
                .map(|(unit, count)| unit.unit(count.saturating_mul(times)))
                .collect(),
            policy: String::new(),
            name: name.to_owned(),
            label: name.to_owned(),
            node: Some(&self.node),
            path: format!("forces.{name}"),
        }
    }
}

impl Enlisted {
    fn unit(&self, count: u32) -> Unit<'_> {
        let line = &self.line;
        let grains = |at: &[f64; 2]| at.map(|inches| crate::table::grains(inches) as i16);
        Unit {
            team: line.team,
            hidden: line.hidden,
            reserve: line.reserve,
            boards: line.boards,
            crew: self
                .crew
                .iter()
                .map(|(seat, recruit, node)| Seated {
                    seat: seat.clone(),
                    recruit,
                    node: Some(node),
                })
                .collect(),
            at: line.at.iter().map(grains).collect(),
            node: Some(&line.node),
            path: line.path.clone(),
            ..Unit::new(&self.recruit, count)
        }
    }
}
