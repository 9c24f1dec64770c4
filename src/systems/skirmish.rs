//! The door between scenarios and skirmishes: two armies on a field. A scenario says who fights where; a system says what
//! that means ([`super::Rulebook::field`]). Nothing here knows a rule, and nothing here fights.

use super::Recruit;
use crate::document::{Node, Problem};
use crate::table::Table;
use std::sync::Arc;

/// The most models a side may field.
pub const MOST_MODELS: u32 = 100;

/// One line of an army: a recruit, how many, and how it takes the field.
pub struct Unit<'a> {
    /// Who. Its build may have a policy of its own, which overrides the army's for what it says.
    pub recruit: &'a Recruit,
    /// How many of them.
    pub count: u32,
    /// Models in one team; 1 for single models. A team is one unit of the army.
    pub team: u32,
    /// Deployed hidden.
    pub hidden: bool,
    /// Kept in reserve.
    pub reserve: bool,
    /// Goes aboard vehicles of its side that it comes to touch.
    pub boards: bool,
    /// Who sits in a vehicle. The crew are models of the army too, listed right after their vehicle.
    pub crew: Vec<Seated<'a>>,
    /// Deployment by `file`: where each of them stands, in grains, as side 0; empty otherwise.
    pub at: Vec<[i16; 2]>,
    /// Where it was written, for problems; none if nowhere.
    pub node: Option<&'a Node>,
    /// What problems call it: `a.units[0]`.
    pub path: String,
}

impl<'a> Unit<'a> {
    /// A number of models that stand where the deployment puts them.
    pub fn new(recruit: &'a Recruit, count: u32) -> Unit<'a> {
        Unit {
            recruit,
            count,
            team: 1,
            hidden: false,
            reserve: false,
            boards: false,
            crew: Vec::new(),
            at: Vec::new(),
            node: None,
            path: String::new(),
        }
    }
}

/// Somebody in a vehicle.
pub struct Seated<'a> {
    /// The seat by its name; the next free one if empty.
    pub seat: String,
    /// Who sits there.
    pub recruit: &'a Recruit,
    /// Where it was written, for problems.
    pub node: Option<&'a Node>,
}

/// One side of a skirmish.
pub struct Army<'a> {
    /// Its units, in listed order.
    pub units: Vec<Unit<'a>>,
    /// How it decides: one of [`super::Rulebook::army_policies`].
    pub policy: String,
    /// Name for people.
    pub name: String,
    /// What the dice know it by.
    pub label: String,
    /// Where it was written, for problems; none if nowhere.
    pub node: Option<&'a Node>,
    /// What problems call it: `a`.
    pub path: String,
}

impl Army<'_> {
    /// How many models it has, crews included.
    pub fn models(&self) -> u64 {
        self.units.iter().map(Unit::models).sum()
    }

    /// What it costs, if all of it has a price.
    pub fn points(&self) -> Option<f64> {
        self.units.iter().map(Unit::points).sum()
    }

    /// What is not legal about its units, each said once.
    pub fn illegal(&self) -> Vec<String> {
        let mut said = Vec::new();
        for recruit in self.recruits() {
            for fault in &recruit.illegal {
                let words = if recruit.name.is_empty() {
                    fault.clone()
                } else {
                    format!("{}: {fault}", recruit.name)
                };
                if !said.contains(&words) {
                    said.push(words);
                }
            }
        }
        said
    }

    fn recruits(&self) -> impl Iterator<Item = &Recruit> {
        self.units.iter().flat_map(|unit| {
            let crew = unit.crew.iter().map(|seated| seated.recruit);
            std::iter::once(unit.recruit).chain(crew)
        })
    }
}

impl Unit<'_> {
    /// How many models all of the line has, crews included.
    pub fn models(&self) -> u64 {
        let one = u64::from(self.team.max(1)) + self.crew.len() as u64;
        u64::from(self.count) * one
    }

    /// What all of the line costs, if it has a price.
    pub fn points(&self) -> Option<f64> {
        let crew: Option<f64> = self.crew.iter().map(|seated| seated.recruit.points).sum();
        let one = self.recruit.points? * f64::from(self.team.max(1)) + crew?;
        Some(one * f64::from(self.count))
    }
}

/// How the armies are put down.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Deployment {
    /// One row inside the zone's front edge, from the middle outwards; full: the next behind it.
    Line,
    /// Where the units say ([`Unit::at`]).
    File,
    /// One against one, this many grains apart on the middle line.
    Gap(i16),
}

/// What it is about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mission {
    /// A side with nobody left who can fight loses.
    Attrition,
    /// Whoever has gathered more at the cap for holding the objectives of the table wins; nobody left loses at once.
    Hold,
}

/// What a fight is at its round cap (SK-13).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CapResult {
    /// A draw.
    Draw,
    /// Won by the higher share of starting points alive; 2 % or less apart is a draw.
    Points,
}

/// Who goes first where a rule fixes it for the whole battle (SK-09).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum First {
    /// As the rules' dice say.
    Dice,
    /// A in even pairs of fights, B in odd ones.
    Even,
}

/// In which order a side activates its units (SK-10).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// As the policy says: near the enemy first, unless it says otherwise.
    Near,
    /// As listed.
    Listed,
    /// Far from the enemy first.
    Far,
}

/// Where and how they meet: everything that is not a system's own.
#[derive(Clone, Debug)]
pub struct Field {
    /// What they fight on.
    pub table: Arc<Table>,
    /// How the armies are put down.
    pub deployment: Deployment,
    /// Depth of the deployment zones, in grains.
    pub zone_depth: i16,
    /// What it is about.
    pub mission: Mission,
    /// Rounds.
    pub cap: u32,
    /// What it is then.
    pub cap_result: CapResult,
    /// Sides are swapped in every second fight.
    pub swap: bool,
    /// Who goes first.
    pub first: First,
    /// In which order a side activates its units.
    pub order: Order,
    /// What the dice know it by.
    pub label: String,
    /// In words, for people.
    pub words: String,
    /// What problems call it: `field`.
    pub path: String,
}

/// What a system plays on unless told otherwise.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SkirmishDefaults {
    /// Sides of the table, in inches.
    pub table: [i16; 2],
    /// Depth of the deployment zones, in inches.
    pub zone: i16,
    /// Rounds.
    pub cap: u32,
    /// What a fight is then.
    pub cap_result: CapResult,
}

/// A problem with something written at `node`, which is called `path`.
pub fn problem(node: Option<&Node>, path: &str, message: impl Into<String>, help: &str) -> Problem {
    let mut problem = Problem::new(message);
    problem.path = path.to_owned();
    problem.span = node.and_then(|node| node.span.clone());
    problem.help = (!help.is_empty()).then(|| help.to_owned());
    problem
}
