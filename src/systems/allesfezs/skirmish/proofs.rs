//! Laws of a skirmish that need to look inside (section 5 of the skirmish reference): where everybody stands after every
//! event, and that every fight ends. Every fight that a test of this library fights is checked so.

use super::super::orders::Kind;
use super::super::{Allesfezs, Book, reading};
use super::deed::{Deed, First, Second, Why};
use super::fray::Fray;
use super::turn::Scene;
use super::{ArmyPolicy, Battle};
use crate::document::{Node, read_toml};
use crate::systems::skirmish::{
    Army, CapResult, Deployment, Field, First as Begins, Mission, Order, Unit,
};
use crate::systems::{Recruit, Rulebook, System};
use crate::table::{
    Climb, Going, INCH, Piece, Plan, Point, SLACK, Shape, Stuff, Table, Walk, members, overlap,
};
use crate::umpire::{
    Event, Exact, Place, Referee, Sampler, Side, Skirmish, Skirmished, Stream, Told,
};
use serde_json::json;
use std::sync::Arc;

impl Fray {
    /// Law 4: nobody overlaps, everybody is on the table and out of blocks, and stands on the ground.
    pub fn check(&self, battle: &Battle) {
        let mut bodies = Vec::new();
        for army in 0..2 {
            for i in members(self.standing(army)) {
                let body = self.board.body(army, i);
                let name = &battle.sides[army].models[i].name;
                assert!(
                    battle.table.on_table(body.disc),
                    "{name} is off the table: {body:?}"
                );
                assert_eq!(body.z, battle.ground(body.at(), body.h), "{name} floats");
                let mover = self.mover(battle, army, i);
                let alone = battle.table.free(&mover, body.at(), &crate::table::Nobody);
                assert!(alone, "{name} stands in a piece: {body:?}");
                for (other, base) in &bodies {
                    assert!(!overlap(body.disc, *base), "{name} stands on {other}");
                }
                bodies.push((name.clone(), body.disc));
            }
            let troops = &self.armies[army];
            assert_eq!(self.standing(army) & !troops.alive, 0, "the dead stand");
        }
    }

    /// Law 4: nobody spends more than is allowed and a grain a leg. Into contact and to the edge of a range (K2, K3) what
    /// is within a Move is allowed, and so the slack (1.1), as a duel has it in whole inches.
    pub fn paced(&self, walk: &Walk, allowance: i32, option: bool) {
        let legs = walk.points().len() as i32 - 1;
        let more = if option { legs.max(SLACK) } else { legs };
        assert!(
            walk.spent <= allowance + more && walk.length() <= allowance + more + legs,
            "{walk:?} for {allowance}"
        );
    }
}

impl<U: Referee> Scene<'_, U> {
    /// Law 4 for the moves of an activation.
    pub fn paced(&self, army: usize, i: usize, deed: &Deed) {
        let allowance = self.fray.mov(self.battle, army, i) * INCH;
        let option = matches!(deed.why, Why::Best(Kind::Contact | Kind::Edge, _));
        if let First::Move(walk) | First::Hidden(walk) | First::Acrobatics(walk) = &deed.first {
            self.fray.paced(walk, allowance, option);
        }
        if let Second::Move(walk) = &deed.second {
            self.fray.paced(walk, allowance, false);
        }
    }
}

fn book() -> Book {
    let doc = read_toml("rules", Allesfezs.embedded()).expect("the rules");
    let rules = reading::read(&doc).expect("the rules");
    Book { doc, rules }
}

/// Armies of named builds: (build, count, hidden).
type Lines<'a> = &'a [(&'a str, u32, bool)];

fn battle(book: &Book, lists: [Lines<'_>; 2], policies: [ArmyPolicy; 2], plan: &Plan) -> Battle {
    let node = |name: &str| Node::from_json(&json!(name));
    let recruits = lists.map(|list| -> Vec<Recruit> {
        let recruit = |line: &(&str, u32, bool)| book.recruit(&node(line.0), "a").expect("a build");
        list.iter().map(recruit).collect()
    });
    let army = |side: usize| {
        let units = recruits[side].iter().zip(lists[side]);
        let units = units.map(|(recruit, line)| Unit {
            hidden: line.2,
            ..Unit::new(recruit, line.1)
        });
        Army {
            units: units.collect(),
            policy: policies[side].name().to_owned(),
            name: String::new(),
            label: String::new(),
            node: None,
            path: String::new(),
        }
    };
    let field = Field {
        table: Arc::new(Table::new(plan.clone(), &[60, 240])),
        deployment: Deployment::Line,
        zone_depth: 0,
        mission: Mission::Attrition,
        cap: 12,
        cap_result: CapResult::Draw,
        swap: false,
        first: Begins::Even,
        order: Order::Near,
        label: String::new(),
        words: String::new(),
        path: String::new(),
    };
    Battle::new(book, [&army(0), &army(1)], &field, None).expect("a battle")
}

fn tell(battle: &Battle, first: Side, turned: bool, number: u64) -> (Skirmished, Vec<Event>) {
    let mut state = Fray::default();
    battle.prepare(&mut state);
    let mut dice = Sampler::new(Stream::new(3, "laws"), number, Told::default());
    let place = Place {
        turned,
        first: Some(first),
    };
    let fought = battle.fight(&mut state, place, &mut Exact::new(), &mut dice);
    (fought, dice.record.events)
}

/// A symmetric table with a bit of everything.
fn terrain() -> Plan {
    let sides = Point::inches(48, 48);
    let mut plan = Plan::open(sides, 8 * INCH);
    let mut both = |piece: Piece| {
        let turned = Piece {
            shape: piece.shape.half_turned(sides),
            ..piece
        };
        plan = plan.clone().with(piece).with(turned);
    };
    let block = |low: Point, high: Point, height: i32| {
        Piece::new(Stuff::Block, Shape::rectangle(low, high), height * INCH)
    };
    both(block(Point::inches(10, 15), Point::inches(15, 19), 5));
    both(block(Point::inches(27, 13), Point::inches(31, 16), 5));
    both(Piece {
        climb: Some(Climb::Step),
        ..block(Point::inches(20, 18), Point::inches(27, 19), 1)
    });
    both(Piece {
        limit: Some(6 * INCH),
        going: Going::Rough,
        ..Piece::new(
            Stuff::Zone,
            Shape::circle(Point::inches(5, 24), 3 * INCH),
            3 * INCH,
        )
    });
    both(Piece::new(
        Stuff::Hill,
        Shape::rectangle(Point::inches(36, 18), Point::inches(44, 23)),
        2 * INCH,
    ));
    plan
}

const MIXED: Lines<'static> = &[
    ("infantryman", 3, false),
    ("knight", 2, false),
    ("storm_mage", 1, false),
    ("duellist", 1, true),
];

fn policies() -> [[ArmyPolicy; 2]; 3] {
    use ArmyPolicy::{Aggressive, Cautious};
    [
        [Aggressive, Aggressive],
        [Aggressive, Cautious],
        [Cautious, Cautious],
    ]
}

/// Laws 4 and 6: hundreds of fights of every kind of unit on crowded ground; every activation is checked, every fight
/// ends by its cap.
#[test]
fn laws_4_and_6_everybody_stands_where_one_can_and_every_fight_ends() {
    let book = book();
    let ids: Vec<String> = book.builds().into_iter().map(|card| card.id).collect();
    for (at, pair) in ids.chunks(2).enumerate() {
        let list: Vec<(&str, u32, bool)> = pair
            .iter()
            .map(|id| (id.as_str(), 4, at % 5 == 0))
            .collect();
        let policies = policies()[at % 3];
        let battle = battle(&book, [&list, MIXED], policies, &terrain());
        for number in 0..4 {
            let (fought, events) = tell(&battle, Side::A, number % 2 == 1, number);
            assert!((1..=12).contains(&fought.round));
            let frames = events
                .iter()
                .filter(|event| matches!(event, Event::Frame(_)));
            assert!(frames.count() >= 2, "deployment and end");
        }
    }
}
