//! The tables of a scenario: the named ones, and those of its own under `[tables]`, as `[skirmish]` asks for them.

use super::forces::pair;
use crate::document::{Checker, Node, Problem, Problems, nearest};
use crate::systems::skirmish::SkirmishDefaults;
use crate::table::grain::INCH;
use crate::table::read::Usual;
use crate::table::{BASE, Hand, Plan, Point, Table, grains, named};
use std::sync::Arc;

/// The bases for which a table is made ready: a model, teams of up to four and of up to nine, a vehicle.
const RADII: [i32; 4] = [BASE, 2 * BASE, 3 * BASE, 4 * BASE];

/// The tables of a scenario.
pub struct Tables<'a> {
    own: Vec<(&'a str, &'a Node)>,
    defaults: SkirmishDefaults,
    /// What a reader should know: tables that do not look the same from both sides, or where nobody gets through.
    pub notes: Vec<String>,
    /// What is wrong with the tables of its own.
    pub problems: Problems,
}

/// What is asked of a table.
pub struct Asked<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where that is written.
    pub named: Option<&'a Node>,
    /// The sides of a named table.
    pub size: Option<&'a Node>,
    /// The depth of the zones, in inches.
    pub zone: f64,
    /// Which hand ties between places go to.
    pub hand: Option<Hand>,
}

/// The sizes that `[skirmish]` lays tables in which have none of their own; none is the system's.
fn asked_sizes(doc: &Node) -> Vec<Option<&Node>> {
    let size = doc.get("skirmish").and_then(|said| said.get("size"));
    match size {
        None => vec![None],
        Some(one) if one.items().iter().all(|item| item.as_number().is_some()) => vec![Some(one)],
        Some(several) => several.items().iter().map(Some).collect(),
    }
}

impl<'a> Tables<'a> {
    /// Looks at `[tables]`: everything that is wrong with any of them, whether it is fought on or not.
    pub fn read(
        checker: &mut Checker<'_>,
        doc: &'a Node,
        defaults: SkirmishDefaults,
    ) -> Tables<'a> {
        let mut tables = Tables {
            own: Vec::new(),
            defaults,
            notes: Vec::new(),
            problems: Problems::default(),
        };
        let all = doc.get("tables");
        for entry in all.map_or(&[][..], Node::entries) {
            let name = entry.key.as_str();
            if let (Some(all), true) = (all, named::names().contains(&name)) {
                let message = format!("`{name}` is a named table already");
                checker.fail_key(
                    all,
                    name,
                    message,
                    Some("give yours another name".to_owned()),
                );
                continue;
            }
            tables.own.push((name, &entry.node));
            let sizes = match entry.node.get("size") {
                Some(_) => vec![None],
                None => asked_sizes(doc),
            };
            for size in sizes {
                tables.look(name, &entry.node, size);
            }
        }
        tables
    }

    /// Looks at a table of its own in one of the sizes it is laid in; what is wrong in several is told once.
    fn look(&mut self, name: &str, node: &Node, size: Option<&Node>) {
        match named::plan_of(node, &self.usual(size, f64::from(self.defaults.zone))) {
            Ok((_, odd)) => {
                for problem in odd.0 {
                    let note = format!("table `{name}`: {}", problem.message);
                    if !self.notes.contains(&note) {
                        self.notes.push(note);
                    }
                }
            }
            Err(problems) => {
                for mut problem in problems.0 {
                    problem.path = match problem.path.as_str() {
                        "" => format!("tables.{name}"),
                        path => format!("tables.{name}.{path}"),
                    };
                    let told =
                        |old: &Problem| old.path == problem.path && old.message == problem.message;
                    if !self.problems.0.iter().any(told) {
                        self.problems.push(problem);
                    }
                }
            }
        }
    }

    fn usual(&self, size: Option<&Node>, zone: f64) -> Usual {
        let sides = size.map_or(self.defaults.table.map(f64::from), pair);
        Usual {
            sides: Point::new(grains(sides[0]), grains(sides[1])),
            depth: grains(zone),
            base: BASE,
        }
    }

    /// The table that is asked for; none if there is none, or if something is wrong with it.
    pub fn table(&self, checker: &mut Checker<'_>, asked: &Asked<'_>) -> Option<Arc<Table>> {
        let usual = self.usual(asked.size, asked.zone);
        let own = self.own.iter().find(|(name, _)| *name == asked.name);
        let mut plan: Plan = match own {
            Some((name, node)) => {
                if let (Some(size), Some(_)) = (asked.size, node.get("size")) {
                    let message = format!("the table `{name}` has a size of its own");
                    checker.fail(
                        size,
                        message,
                        Some(format!("say it in [tables.{name}] alone")),
                    );
                }
                // What is wrong with it is told already.
                named::plan_of(node, &usual).ok()?.0
            }
            None => match named::named(asked.name, &usual) {
                Some(plan) => plan.ok()?,
                None => {
                    if let Some(node) = asked.named {
                        let own = self.own.iter().map(|(name, _)| *name);
                        let known: Vec<&str> = named::names().into_iter().chain(own).collect();
                        let help = match nearest(asked.name, known.iter().copied()) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!(
                                "there are {}; your own go under [tables.NAME]",
                                known.join(", ")
                            ),
                        };
                        checker.fail(
                            node,
                            format!("there is no table `{}`", asked.name),
                            Some(help),
                        );
                    }
                    return None;
                }
            },
        };
        if own.is_none_or(|(_, node)| node.get("zones").is_none()) && 2 * usual.depth > plan.sides.y
        {
            let deep = f64::from(plan.sides.y) / f64::from(INCH);
            let message = format!(
                "two zones {} deep do not fit a table {deep} deep",
                asked.zone
            );
            let node = asked.size.or(asked.named);
            checker.fail(
                node.unwrap_or(&Node::text(asked.name)),
                message,
                Some("make `zone` smaller, or the table larger".to_owned()),
            );
        }
        if let Some(hand) = asked.hand {
            plan.hand = hand;
        }
        Some(Arc::new(Table::new(plan, &RADII)))
    }
}
