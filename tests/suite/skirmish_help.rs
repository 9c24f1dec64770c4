//! Skirmishes for tests: armies from JSON, tables from pieces.

use fairfight::document::{Node, Problems};
use fairfight::query::Library;
use fairfight::systems::skirmish::{
    Army, CapResult, Deployment, Field, First, Mission, Order, Seated, Unit,
};
use fairfight::systems::{Pairing, Recruit, Rulebook};
use fairfight::table::{INCH, Piece, Plan, Point, Table};
use fairfight::umpire::{Event, Fought, Lab, Stream, Tally};
use serde_json::{Value, json};
use std::sync::Arc;

/// A side of a test: units as JSON, `{"build": "knight", "count": 2, "hidden": true, "at": [[x, y]], ...}` (places in
/// inches), and a policy.
pub struct Side {
    pub units: Vec<Value>,
    pub policy: &'static str,
}

pub fn aggressive(units: impl IntoIterator<Item = Value>) -> Side {
    Side {
        units: units.into_iter().collect(),
        policy: "aggressive",
    }
}

pub fn cautious(units: impl IntoIterator<Item = Value>) -> Side {
    Side {
        units: units.into_iter().collect(),
        policy: "cautious",
    }
}

/// Everything a test may change about a fight.
pub struct Setting {
    pub set: Value,
    pub plan: Plan,
    pub deployment: Deployment,
    pub cap: u32,
    pub cap_result: CapResult,
    pub swap: bool,
    pub first: First,
    pub order: Order,
    pub mission: Mission,
    pub own: Value,
}

/// An open table of 48 inches, A first, no swaps.
pub fn open() -> Setting {
    Setting {
        set: json!({}),
        plan: Plan::open(Point::inches(48, 48), 8 * INCH),
        deployment: Deployment::Line,
        cap: 12,
        cap_result: CapResult::Draw,
        swap: false,
        first: First::Even,
        order: Order::Near,
        mission: Mission::Attrition,
        own: json!({}),
    }
}

impl Setting {
    pub fn with(mut self, piece: Piece) -> Setting {
        self.plan = self.plan.with(piece);
        self
    }

    pub fn set(mut self, set: Value) -> Setting {
        self.set = set;
        self
    }

    pub fn own(mut self, own: Value) -> Setting {
        self.own = own;
        self
    }

    pub fn placed(mut self) -> Setting {
        self.deployment = Deployment::File;
        self
    }

    pub fn cap(mut self, cap: u32) -> Setting {
        self.cap = cap;
        self
    }

    /// The armies on the field.
    pub fn field(&self, a: &Side, b: &Side) -> Result<Pairing, Problems> {
        let set = Node::from_json(&self.set);
        let book = Library::new()
            .book("allesfezs", Some(&set))
            .unwrap_or_else(|error| panic!("{error:?}"));
        self.field_by(book.as_ref(), a, b)
    }

    pub fn field_by(&self, book: &dyn Rulebook, a: &Side, b: &Side) -> Result<Pairing, Problems> {
        let recruits = [a, b].map(|side| recruits(book, side));
        let armies = [(a, &recruits[0], "a"), (b, &recruits[1], "b")]
            .map(|(side, recruits, path)| army(side, recruits, path));
        let field = Field {
            table: Arc::new(Table::new(self.plan.clone(), &[60, 240])),
            deployment: self.deployment,
            zone_depth: 8 * INCH as i16,
            mission: self.mission,
            cap: self.cap,
            cap_result: self.cap_result,
            swap: self.swap,
            first: self.first,
            order: self.order,
            label: "test".to_owned(),
            words: "test".to_owned(),
            path: "field".to_owned(),
        };
        let own = Node::from_json(&self.own);
        book.field([&armies[0], &armies[1]], &field, Some(&own))
    }

    pub fn pairing(&self, a: &Side, b: &Side) -> Pairing {
        self.field(a, b)
            .unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// Counts fights.
    pub fn count(&self, a: &Side, b: &Side, fights: u64) -> Tally {
        let pairing = self.pairing(a, b);
        let stream = Stream::new(1, &pairing.label);
        pairing
            .fight
            .sample(&mut Lab::new(), stream, 0..fights)
            .expect("fights")
    }

    /// Tells one fight.
    pub fn tell(&self, a: &Side, b: &Side, seed: u64, number: u64) -> (Fought, Vec<Event>) {
        let pairing = self.pairing(a, b);
        let stream = Stream::new(seed, &pairing.label);
        pairing
            .fight
            .tell(&mut Lab::new(), stream, number)
            .expect("a fight")
    }

    /// The lines of one fight, headings and rounds among them.
    pub fn lines(&self, a: &Side, b: &Side, seed: u64) -> Vec<String> {
        lines(&self.tell(a, b, seed, 0).1)
    }
}

/// A fight in lines.
pub fn lines(events: &[Event]) -> Vec<String> {
    let mut lines = Vec::new();
    for event in events {
        match event {
            Event::Round(round) => lines.push(format!("Round {round}")),
            Event::Heading(text) => lines.push(format!("# {text}")),
            Event::Line(text) => lines.extend(text.lines().map(str::to_owned)),
            Event::Roll { about, faces, .. } => lines.push(format!("{about} {faces:?}")),
            Event::Frame(_) => {}
        }
    }
    lines
}

/// The score of A.
pub fn score(tally: &Tally) -> f64 {
    (tally.wins[0] as f64 + 0.5 * tally.draw() as f64) / tally.fights as f64
}

fn recruits(book: &dyn Rulebook, side: &Side) -> Vec<(Recruit, Vec<Recruit>)> {
    let recruit = |build: &Value| {
        book.recruit(&Node::from_json(build), "unit")
            .unwrap_or_else(|problems| panic!("{problems}"))
    };
    side.units
        .iter()
        .map(|unit| {
            let crew = unit["crew"].as_array().into_iter().flatten();
            let crew = crew.map(|one| recruit(one.get("build").unwrap_or(one)));
            (recruit(&unit["build"]), crew.collect())
        })
        .collect()
}

fn army<'a>(side: &Side, recruits: &'a [(Recruit, Vec<Recruit>)], path: &str) -> Army<'a> {
    let units = side.units.iter().zip(recruits).enumerate();
    let units = units.map(|(at, (unit, (recruit, crew)))| {
        let flag = |key: &str| unit[key].as_bool().unwrap_or(false);
        let whole = |key: &str, usual: u64| unit[key].as_u64().unwrap_or(usual) as u32;
        let seats = unit["crew"].as_array().into_iter().flatten();
        let seats = seats.map(|one| one["seat"].as_str().unwrap_or("").to_owned());
        let places = unit["at"].as_array().into_iter().flatten();
        let grains =
            |value: &Value| (value.as_f64().expect("inches") * f64::from(INCH)).round() as i16;
        Unit {
            count: whole("count", 1),
            team: whole("team", 1),
            hidden: flag("hidden"),
            reserve: flag("reserve"),
            boards: flag("boards"),
            crew: seats
                .zip(crew)
                .map(|(seat, recruit)| Seated {
                    seat,
                    recruit,
                    node: None,
                })
                .collect(),
            at: places
                .map(|place| [grains(&place[0]), grains(&place[1])])
                .collect(),
            path: format!("{path}.units[{at}]"),
            ..Unit::new(recruit, 1)
        }
    });
    Army {
        units: units.collect(),
        policy: side.policy.to_owned(),
        name: path.to_uppercase(),
        label: json!(side.units).to_string(),
        node: None,
        path: path.to_owned(),
    }
}
