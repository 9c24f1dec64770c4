//! A clash: one situation of a skirmish as `[skirmish]` says it, and two forces put into it. How many take the field is
//! worked out here (a number, a budget, parity); what happens then is the system's business.

use super::forces::{Turnout, policy};
use super::plan::Soldier;
use super::skirmish_shape::says_yes;
use super::strength::{Offer, Parity, between, even, fill};
use super::tables::{Asked, Tables};
use crate::document::{Checker, Field as Key, Node, Problem, Problems};
use crate::systems::skirmish::{
    Army, CapResult, Deployment, Field, First, MOST_MODELS, Order, SkirmishDefaults, Unit,
};
use crate::systems::{Pairing, Recruit, Rulebook, points_text};
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
    field: Field,
    /// The system's own keys.
    own: Node,
    pub(super) strength: Strength,
    /// What armies do that do not say it themselves, and what A and B do whatever they say.
    policy: String,
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

/// A fight of a match-up, and what it counts for.
pub struct Meeting {
    /// Ready to be fought.
    pub pairing: Pairing,
    /// Its share of the match-up's figures.
    pub share: f64,
    /// What is shared out over its fights.
    pub swaps: Swaps,
    /// What is left of the budgets.
    pub unspent: [Option<f64>; 2],
    /// How many models take the field; 0 in a duel.
    pub models: [u32; 2],
}

/// Two armies with what is known of them before they meet.
pub(super) struct Mustered<'a> {
    pub(super) armies: [Army<'a>; 2],
    share: f64,
    unspent: [Option<f64>; 2],
    /// What the dice call it beside its names.
    mark: &'static str,
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

    /// What a force fields before it knows against whom.
    fn turnout(&self, soldier: &Soldier) -> Result<Turnout, Problems> {
        let budget = self.budget();
        if let Some(force) = &soldier.force {
            return force.turnout(budget);
        }
        let name = &soldier.name;
        let price = soldier.recruit.points;
        let count = match (&self.strength, price) {
            (Strength::Count(count), _) => *count,
            (Strength::Even { .. }, _) => 1,
            (Strength::Points(_), None) => {
                let message = format!("a budget needs prices, and `{name}` has none");
                return self.fail("points", message, "say count = 5 instead");
            }
            (Strength::Points(points), Some(price)) => {
                match fill(*points, &[Offer::single(price)])[0] {
                    0 => {
                        let points = number(*points);
                        let message = format!(
                            "{points} points buy no `{name}`: it costs {}",
                            number(price)
                        );
                        return self.fail(
                            "points",
                            message,
                            "raise the points, or leave it out with `where`",
                        );
                    }
                    count => count,
                }
            }
        };
        let spent = price.map(|price| price * f64::from(count));
        let unspent = budget.zip(spent).map(|(budget, spent)| budget - spent);
        Ok(Turnout::single(count, spent, unspent))
    }

    /// The army of a soldier, so many times over.
    pub(super) fn army<'a>(
        &self,
        soldier: &'a Soldier,
        side: usize,
        turnout: &Turnout,
        times: u32,
    ) -> Army<'a> {
        let mut army = match &soldier.force {
            Some(force) => force.army(&soldier.name, turnout, times),
            None => {
                let count = turnout.models().saturating_mul(times);
                let name = match soldier.recruit.name.as_str() {
                    "" => &soldier.name,
                    name => name,
                };
                Army {
                    units: vec![Unit {
                        path: soldier.name.clone(),
                        ..Unit::new(&soldier.recruit, count)
                    }],
                    policy: String::new(),
                    name: if count == 1 {
                        name.to_owned()
                    } else {
                        format!("{name} x{count}")
                    },
                    label: soldier.name.clone(),
                    node: None,
                    path: soldier.name.clone(),
                }
            }
        };
        self.policy_of(soldier, side).clone_into(&mut army.policy);
        army
    }

    /// Both armies: once, or twice where the score at equal points lies between two numbers.
    pub(super) fn muster<'a>(
        &self,
        soldiers: [&'a Soldier; 2],
    ) -> Result<Vec<Mustered<'a>>, Problems> {
        let [a, b] = [self.turnout(soldiers[0])?, self.turnout(soldiers[1])?];
        let turnouts = [a, b];
        let with = |times: [u32; 2], share: f64, mark: &'static str| {
            let armies = [0, 1]
                .map(|side: usize| self.army(soldiers[side], side, &turnouts[side], times[side]));
            for army in &armies {
                let models = army.models();
                if models > u64::from(MOST_MODELS) {
                    let mut problem = Problem::new(format!(
                        "`{}` has {models} models, more than {MOST_MODELS}",
                        army.label
                    ));
                    problem.path.clone_from(&army.path);
                    problem.span = army.node.and_then(|node| node.span.clone());
                    problem.help = Some("field fewer: the table has no room for more".to_owned());
                    return Err(Problems(vec![problem]));
                }
            }
            Ok(Mustered {
                armies,
                share,
                unspent: [0, 1].map(|side: usize| turnouts[side].unspent),
                mark,
            })
        };
        let Strength::Even {
            parity,
            interpolate,
        } = self.strength
        else {
            return Ok(vec![with([1, 1], 1.0, "")?]);
        };
        let mut prices = [0.0; 2];
        for (price, (turnout, soldier)) in prices.iter_mut().zip(turnouts.iter().zip(soldiers)) {
            *price = match turnout.spent.filter(|spent| *spent > 0.0) {
                Some(spent) => spent,
                None => {
                    let message = format!("`even` needs prices, and `{}` has none", soldier.name);
                    return self.fail("even", message, "say count = 5 instead, or give it a price");
                }
            };
        }
        // What stands between two numbers is fought with one more.
        let room = [0, 1].map(|side: usize| {
            let one = self.army(soldiers[side], side, &turnouts[side], 1).models();
            let room = u64::from(MOST_MODELS) / one.max(1);
            (room as u32).saturating_sub(u32::from(interpolate))
        });
        let Some(found) = even(prices, parity, room) else {
            return self.fail("even", "no numbers cost the same".to_owned(), "");
        };
        let points = [0, 1].map(|side: usize| f64::from(found.counts[side]) * prices[side]);
        let line = between(points, prices).filter(|_| interpolate && found.off > parity.off);
        let Some((poorer, part)) = line else {
            return Ok(vec![with(found.counts, 1.0, "")?]);
        };
        let mut more = found.counts;
        more[poorer] += 1;
        let mark = [", one more of a", ", one more of b"][poorer];
        Ok(vec![
            with(found.counts, 1.0 - part, "")?,
            with(more, part, mark)?,
        ])
    }

    /// Whether two soldiers can be mustered against each other.
    pub fn can_muster(&self, soldiers: [&Soldier; 2]) -> Result<(), Problems> {
        self.muster(soldiers).map(|_| ())
    }

    /// The fights of two soldiers.
    pub fn meet(
        &self,
        book: &dyn Rulebook,
        soldiers: [&Soldier; 2],
    ) -> Result<Vec<Meeting>, Problems> {
        let mustered = self.muster(soldiers)?;
        mustered
            .into_iter()
            .map(
                |Mustered {
                     armies,
                     share,
                     unspent,
                     mark,
                 }| {
                    let mut field = self.field.clone();
                    field.label += mark;
                    let [a, b] = &armies;
                    let pairing = self.on(book, [a, b], &field)?;
                    Ok(Meeting {
                        pairing,
                        share,
                        swaps: self.swaps(),
                        unspent,
                        models: [a, b].map(|army| army.models() as u32),
                    })
                },
            )
            .collect()
    }

    /// So many of one recruit against so many of another: a skirmish for whoever has no scenario.
    pub fn pit(
        &self,
        book: &dyn Rulebook,
        sides: [(&Recruit, u32); 2],
    ) -> Result<Meeting, Problems> {
        let armies = [0, 1].map(|side: usize| {
            let (recruit, count) = sides[side];
            Army {
                units: vec![Unit {
                    path: recruit.label.clone(),
                    ..Unit::new(recruit, count)
                }],
                policy: self.policies[side]
                    .clone()
                    .unwrap_or_else(|| self.policy.clone()),
                name: format!("{} x{count}", recruit.name),
                label: recruit.label.clone(),
                node: None,
                path: recruit.label.clone(),
            }
        });
        let [a, b] = &armies;
        Ok(Meeting {
            pairing: self.on(book, [a, b], &self.field)?,
            share: 1.0,
            swaps: self.swaps(),
            unspent: [None; 2],
            models: [a, b].map(|army| army.models() as u32),
        })
    }

    /// Two armies on a field, which is called what the results call it.
    pub(super) fn on(
        &self,
        book: &dyn Rulebook,
        armies: [&Army<'_>; 2],
        field: &Field,
    ) -> Result<Pairing, Problems> {
        let own = Some(&self.own).filter(|own| !own.entries().is_empty());
        let pairing = book.field(armies, field, own);
        let pairing = pairing.map_err(|problems| self.placed(problems))?;
        Ok(Pairing {
            situation: field.words.clone(),
            ..pairing
        })
    }

    /// Whether both sides are filled up to the same points.
    pub fn is_even(&self) -> bool {
        !matches!(self.strength, Strength::Count(_))
    }

    /// Problems of the field, at the key that brings them about.
    fn placed(&self, mut problems: Problems) -> Problems {
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
