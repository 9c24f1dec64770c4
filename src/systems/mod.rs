//! The rules systems: one folder each, all with the same rooms. This page is what the rest of the house knows of them.
//!
//! A [`System`] reads a rules file into a [`Rulebook`]; a rulebook turns builds into a [`MatchUp`]
//! ready to be fought, and answers the system's own questions. The [`Library`] finds rules files by name. Nothing outside
//! this room knows any rule, and nothing in it knows of runs, statistics or reports. To add a system, see `docs/adding-a-system.md`.

pub mod allesfezs;
mod bill;
mod builds;
mod choices;
pub mod core_concepts;
pub mod emlia;
pub mod exoshift;
pub mod fighters;
mod library;
pub mod oracle;
mod rules_file;
pub mod skirmish;
mod words;

pub use bill::{Bill, Charge, Line, PriceCell, points_text, steps};
pub use builds::{Written, written_out};
pub use library::{Library, read_rules, read_text};
pub use words::{Align, Words, percent};

use crate::document::{Node, Problems, Shape};
use crate::umpire::{Exact, MatchUp};
use serde_json::{Map, Value};
use skirmish::{Army, Field as SkirmishField, SkirmishDefaults};
use std::any::Any;

/// A rules system, as shipped.
pub trait System: Sync {
    /// Its id: `allesfezs`.
    fn id(&self) -> &'static str;
    /// One line on what it is.
    fn about(&self) -> &'static str;
    /// The rules file built into the binary.
    fn embedded(&self) -> &'static str;
    /// The scenarios built into the binary: name, and file.
    fn scenarios(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// What a rules file may say.
    fn shape(&self) -> Shape;
    /// What a build may say.
    fn build_shape(&self) -> Shape;
    /// Reads a rules file, with what it extends already merged in. All problems at once.
    fn read(&self, doc: Node) -> Result<Box<dyn Rulebook>, Problems>;
}

/// The scenario files of a system, built in: `scenarios!("allesfezs": "eras", "melee")`.
macro_rules! scenarios {
    ($system:literal: $($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/", $system, "/", $name, ".toml")),
        )),*]
    };
}
use scenarios;

/// All systems.
pub fn all() -> &'static [&'static dyn System] {
    &[
        &allesfezs::Allesfezs,
        &core_concepts::CoreConcepts,
        &emlia::Emlia,
        &exoshift::Exoshift,
        &fighters::Fighters,
        &oracle::OracleSystem,
    ]
}

/// The system with this id.
pub fn find(id: &str) -> Option<&'static dyn System> {
    all().iter().copied().find(|system| system.id() == id)
}

/// A rules file, read and checked.
pub trait Rulebook: Send + Sync {
    /// Which system it is for.
    fn system(&self) -> &'static dyn System;
    /// The document it was read from.
    fn document(&self) -> &Node;
    /// What a group of builds is called: an era, a role, a type.
    fn group_word(&self) -> &'static str {
        "group"
    }
    /// Its named builds, in the file's order.
    fn builds(&self) -> Vec<Card>;
    /// Its tables, for people: (name, content).
    fn tables(&self) -> Vec<(&'static str, Vec<Words>)>;
    /// What is questionable about the file, though it can be used.
    fn warnings(&self) -> Vec<String>;
    /// What the situation of a duel may say.
    fn situation_shape(&self) -> Shape;
    /// The system's own questions, with what each query may say beside the common keys.
    fn questions(&self) -> Vec<(&'static str, Shape)>;
    /// The question that `fairfight odds` asks.
    fn odds(&self) -> &'static str;
    /// Reads and checks a build (a name, or a table) once, to be put against many. `prefix` is what problems call it.
    fn recruit(&self, build: &Node, prefix: &str) -> Result<Recruit, Problems>;
    /// Puts two recruits of this rulebook against each other; the situation has its shape.
    fn meet(&self, a: &Recruit, b: &Recruit, situation: Option<&Node>)
    -> Result<Pairing, Problems>;
    /// Puts two builds (names, or tables) against each other.
    fn pair(&self, a: &Node, b: &Node, situation: Option<&Node>) -> Result<Pairing, Problems> {
        let fit = |build: &Node, prefix: &str| match self.recruit(build, prefix) {
            Ok(recruit) if recruit.refused.is_empty() => Ok(recruit),
            Ok(recruit) => Err(recruit.refused),
            Err(problems) => Err(problems),
        };
        let [a, b] = both(fit(a, "a"), fit(b, "b"))?;
        self.meet(&a, &b, situation)
    }
    /// What a skirmish may say that is the system's own; none if it fights no skirmishes.
    fn skirmish_shape(&self) -> Option<Shape> {
        None
    }
    /// What a skirmish is played on unless told otherwise; none if it fights no skirmishes.
    fn skirmish_defaults(&self) -> Option<SkirmishDefaults> {
        None
    }
    /// How an army may decide, the default first.
    fn army_policies(&self) -> &'static [&'static str] {
        &[]
    }
    /// Puts two armies on a field. `own` has the shape of [`Rulebook::skirmish_shape`]. All problems at once.
    fn field(
        &self,
        armies: [&Army<'_>; 2],
        field: &SkirmishField,
        own: Option<&Node>,
    ) -> Result<Pairing, Problems> {
        let _ = (armies, own);
        let message = format!("{} fights no skirmishes yet", self.system().id());
        let problem = skirmish::problem(None, &field.path, message, "fight duels instead");
        Err(Problems(vec![problem]))
    }
    /// The bill of a recruit of this rulebook.
    fn bill_of(&self, recruit: &Recruit) -> Bill;
    /// The bill of a build.
    fn bill(&self, build: &Node) -> Result<Bill, Problems>;
    /// Answers one of its own questions; the query has the question's shape.
    fn ask(
        &self,
        question: &str,
        query: &Node,
        exact: &mut Exact,
    ) -> Result<Box<dyn Reply>, Problems>;
}

/// The two sides of something, or the problems of both.
fn both<T>(a: Result<T, Problems>, b: Result<T, Problems>) -> Result<[T; 2], Problems> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok([a, b]),
        (Err(mut a), Err(b)) => {
            a.extend(b.0);
            Err(a)
        }
        (Err(problems), _) | (_, Err(problems)) => Err(problems),
    }
}

/// A named build at a glance.
#[derive(Clone, Debug)]
pub struct Card {
    /// Key in the rules file.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// A line on who it is.
    pub note: String,
    /// Group it belongs to, such as an era.
    pub group: String,
    /// Its price.
    pub points: Option<f64>,
}

/// A build that was read and checked, ready to be put against others.
pub struct Recruit {
    /// What the dice of its fights know it by: its id, or everything that was said of it.
    pub label: String,
    /// Name for people; empty if it has none.
    pub name: String,
    /// Group it belongs to, such as an era; empty if none.
    pub group: String,
    /// What it costs.
    pub points: Option<f64>,
    /// How it decides.
    pub policy: String,
    /// What is not legal about it, though it may be seen to fight.
    pub illegal: Vec<String>,
    /// Why it cannot be fielded at all: the rules refuse it. Empty if it can.
    pub refused: Problems,
    /// The build itself, as its system keeps it.
    pub build: Box<dyn Any + Send + Sync>,
}

impl Recruit {
    /// The build as its system keeps it.
    ///
    /// # Panics
    /// If the recruit is of another system.
    pub fn of<T: 'static>(&self) -> &T {
        self.build
            .downcast_ref()
            .expect("a recruit of this rulebook")
    }
}

/// A match-up and what to call it.
pub struct Pairing {
    /// Ready to be fought.
    pub fight: Box<dyn MatchUp>,
    /// Who fights whom, where: what the dice of its fights are made from.
    pub label: String,
    /// What to call the two.
    pub names: [String; 2],
    /// What they cost.
    pub points: [Option<f64>; 2],
    /// How they decide.
    pub policies: [String; 2],
    /// What is not legal about them.
    pub illegal: [Vec<String>; 2],
    /// How many of each fight at once.
    pub numbers: [u32; 2],
    /// The situation in words.
    pub situation: String,
}

impl Pairing {
    /// A fight between two recruits, with what is known of them.
    pub fn new(fight: impl MatchUp + 'static, a: &Recruit, b: &Recruit, situation: String) -> Self {
        Pairing {
            fight: Box::new(fight),
            label: format!("{} v {} @ {situation}", a.label, b.label),
            names: [a.name.clone(), b.name.clone()],
            points: [a.points, b.points],
            policies: [a.policy.clone(), b.policy.clone()],
            illegal: [a.illegal.clone(), b.illegal.clone()],
            numbers: [1, 1],
            situation,
        }
    }
}

/// The answer to a question, for scripts and for people.
pub trait Reply {
    /// Names and values, as `docs/queries.md` fixes them.
    fn json(&self) -> Map<String, Value>;
    /// Lines and tables.
    fn words(&self) -> Vec<Words>;
}
