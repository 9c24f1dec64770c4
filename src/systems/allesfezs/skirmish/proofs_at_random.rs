//! The laws of whole fights on fights at random (section 5 of the skirmish reference, laws 1, 3, 4 and 6): unlike armies of
//! any builds, hidden, in teams, in vehicles; any toggles; any terrain. Two fights that ought to be one are fought with
//! the same dice and compared event by event: words, dice, and every place to the grain.

use super::super::{Allesfezs, Book, reading};
use super::fray::Fray;
use super::{ArmyPolicy, Battle};
use crate::document::{Node, read_toml, set_path};
use crate::systems::skirmish::{
    Army, CapResult, Deployment, Field, First, Mission, Order, Seated, Unit,
};
use crate::systems::{Recruit, Rulebook, System};
use crate::table::scenes_tests::{Chooser as Scenery, Turned};
use crate::table::{
    Climb, INCH, Objective, Piece, Plan, Point, Polygon, Shape, Stuff, Table, Usual, named,
};
use crate::umpire::{Entry, Exact, Handed, Note, Place, Side, Skirmish, Skirmished, Verdict};
use random::Chooser;
use serde_json::{Value, json};
use std::sync::Arc;

#[path = "../../../../tests/suite/random.rs"]
#[expect(dead_code, reason = "situations are for duels")]
mod random;

/// One line of an army.
#[derive(Clone, Debug)]
struct Line {
    build: Value,
    count: u32,
    team: u32,
    hidden: bool,
    boards: bool,
    crew: Vec<Value>,
}

/// Two armies and what they fight by.
#[derive(Clone, Debug)]
struct Clash {
    set: Value,
    own: Value,
    armies: [Vec<Line>; 2],
    policies: [ArmyPolicy; 2],
    first: First,
    order: Order,
    cap_result: CapResult,
    mission: Mission,
    taken: bool,
}

/// Toggles that only skirmishes read.
const TOGGLES: &[(&str, &[&str])] = &[
    ("group_ftf", &["target_only", "everyone"]),
    ("overwatch", &["none", "free_reaction"]),
    ("explosive_miss", &["none", "scatter"]),
    ("secondary_crit", &["no", "yes"]),
    ("heal_self", &["no", "yes"]),
    ("crew_survival", &["all", "agility_check", "none"]),
    ("vehicle_actions", &["one", "per_seat"]),
    ("vehicle_dodge", &["pilot", "none"]),
];

/// Builds of the rules with something of their own: grenades, a leap out of sight, guns for two.
const NAMED: &[&str] = &[
    "infantryman",
    "trench_raider",
    "grenadier",
    "storm_mage",
    "knight",
    "huscarl",
    "longbowman",
    "machine_gunner",
    "duellist",
    "ogre",
];

fn line(choose: &mut Chooser, known: &[String]) -> Line {
    let mut line = Line {
        build: json!("knight"),
        count: 1 + choose.below(3) as u32,
        team: 1,
        hidden: choose.in_ten(1),
        boards: choose.in_ten(3),
        crew: Vec::new(),
    };
    match choose.below(13) {
        0 | 9 => {
            let seats = 1 + choose.below(2) + choose.below(2);
            line.crew = vec![json!("tanker_crew"); seats];
            line.build = json!("bt7");
            (line.count, line.hidden, line.boards) = (1, false, false);
        }
        1 => {
            // Somebody who heals.
            let mut healer = random::build(choose, false);
            healer["wil"] = json!(10);
            healer["aptitudes"]["magic"] = json!(6);
            if let Some(weapons) = healer["weapons"].as_array_mut() {
                weapons.push(json!("heal"));
            }
            line.build = healer;
        }
        2 => line.build = json!({"like": "grenadier", "policy": {"react": "dodge"}}),
        3 => {
            let guns = json!(["early_tank_cannon", "hand_grenade"]);
            line.build = json!({"like": "tanker_crew", "mot": 10, "aptitudes": {"firearm": 8}, "weapons": guns});
        }
        4 => line.build = json!({"like": "duellist", "policy": {"second": "informed"}}),
        5..=7 => {
            let named: Vec<&str> = NAMED
                .iter()
                .copied()
                .filter(|name| known.iter().any(|id| id == name))
                .collect();
            line.build = json!(choose.one(&named));
        }
        8 => {
            let any: Vec<&str> = known.iter().map(String::as_str).collect();
            line.build = json!(choose.one(&any));
        }
        _ => {
            let mut build = random::build(choose, false);
            if choose.in_ten(5) {
                // The army decides.
                build.as_object_mut().expect("a table").remove("policy");
            }
            line.build = build;
        }
    }
    if line.crew.is_empty() && choose.in_ten(1) {
        line.team = 2 + choose.below(2) as u32;
        (line.count, line.boards) = (1, false);
    }
    line
}

fn clash(choose: &mut Chooser, known: &[String]) -> Clash {
    let mut set = random::toggles(choose);
    for (key, values) in TOGGLES {
        if choose.in_ten(4) {
            set[*key] = json!(choose.one(values));
        }
    }
    set["team_model"] = json!("pool");
    set["enforce_minimum"] = json!("off");
    if choose.in_ten(3) {
        set["cover_mod"] = json!([-2, -4][choose.below(2)]);
    }
    let policy =
        |choose: &mut Chooser| [ArmyPolicy::Aggressive, ArmyPolicy::Cautious][choose.below(2)];
    let army = |choose: &mut Chooser| {
        (0..1 + choose.below(4))
            .map(|_| line(choose, known))
            .collect()
    };
    Clash {
        own: json!({"spread": choose.in_ten(4), "shoot_scenery": choose.in_ten(3), "patience": 1 + choose.below(8)}),
        taken: choose.in_ten(4),
        armies: [army(choose), army(choose)],
        policies: [policy(choose), policy(choose)],
        first: [First::Even, First::Dice][choose.below(2)],
        order: [Order::Near, Order::Near, Order::Far, Order::Listed][choose.below(4)],
        cap_result: [CapResult::Draw, CapResult::Points][choose.below(2)],
        mission: [Mission::Attrition, Mission::Attrition, Mission::Hold][choose.below(3)],
        set,
    }
}

fn book(set: &Value) -> Book {
    let mut doc = read_toml("rules", Allesfezs.embedded()).expect("the rules");
    for (key, value) in set.as_object().expect("toggles") {
        set_path(&mut doc, &format!("toggles.{key}"), Node::from_json(value)).expect("a toggle");
    }
    let rules = reading::read(&doc).unwrap_or_else(|problems| panic!("{problems}"));
    Book { doc, rules }
}

impl Clash {
    /// The same with the armies' names swapped.
    fn swapped(&self) -> Clash {
        let mut other = self.clone();
        other.armies.reverse();
        other.policies.reverse();
        other
    }

    /// Both armies on a table, if they find room on it.
    fn on(&self, plan: &Plan) -> Option<Battle> {
        let book = book(&self.set);
        let recruit = |build: &Value| {
            let recruit = book.recruit(&Node::from_json(build), "a");
            recruit.unwrap_or_else(|problems| panic!("{problems}\n{build}"))
        };
        let recruits = [0, 1].map(|side: usize| -> Vec<(Recruit, Vec<Recruit>)> {
            let lines = self.armies[side].iter();
            lines
                .map(|line| {
                    (
                        recruit(&line.build),
                        line.crew.iter().map(recruit).collect(),
                    )
                })
                .collect()
        });
        let army = |side: usize| {
            let lines = self.armies[side].iter().zip(&recruits[side]);
            let units = lines.map(|(line, (recruit, crew))| Unit {
                team: line.team,
                hidden: line.hidden,
                boards: line.boards,
                crew: crew
                    .iter()
                    .map(|recruit| Seated {
                        seat: String::new(),
                        recruit,
                        node: None,
                    })
                    .collect(),
                ..Unit::new(recruit, line.count)
            });
            Army {
                units: units.collect(),
                policy: self.policies[side].name().to_owned(),
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
            mission: self.mission,
            cap: 9,
            cap_result: self.cap_result,
            swap: false,
            first: self.first,
            order: self.order,
            label: String::new(),
            words: String::new(),
            path: String::new(),
        };
        let mut own = self.own.clone();
        if self.mission == Mission::Hold {
            own["taken"] = json!(self.taken);
        }
        let own = Node::from_json(&own);
        match Battle::new(&book, [&army(0), &army(1)], &field, Some(&own)) {
            Ok(battle) => Some(battle),
            Err(problems) => {
                let text = problems.to_string();
                assert!(
                    text.contains("has room for") || text.contains("dice at once"),
                    "{text}"
                );
                None
            }
        }
    }
}

/// Fights one fight with dice from three streams.
fn fight(battle: &Battle, place: Place, mut dice: Handed) -> (Skirmished, Vec<Entry>) {
    let mut state = Fray::default();
    battle.prepare(&mut state);
    let fought = battle.fight(&mut state, place, &mut Exact::new(), &mut dice);
    (fought, dice.entries())
}

/// How a fight is to be read so that it can be compared with another.
struct Reading<'a> {
    /// The armies have changed names.
    swapped: bool,
    /// A clock runs backwards.
    mirrored: bool,
    /// Where a place of the first fight is in this one.
    to: &'a dyn Fn(Point) -> Point,
}

impl Reading<'_> {
    fn side(&self, side: Side) -> Side {
        if self.swapped { side.other() } else { side }
    }

    /// Words without places (those are compared to the grain, in arrows and frames), names swapped.
    fn words(&self, text: &str) -> String {
        let mut words = String::new();
        for (at, part) in text.split('(').enumerate() {
            match part.split_once(')') {
                Some((place, rest)) if at > 0 && place.contains("\", ") => words.push_str(rest),
                _ if at > 0 => {
                    words.push('(');
                    words.push_str(part);
                }
                _ => words.push_str(part),
            }
        }
        if self.mirrored
            && let Some((before, rest)) = words.split_once("\" at ")
            && let Some((hour, after)) = rest.split_once(" o'clock")
            && let Ok(hour) = hour.parse::<u32>()
        {
            let hour = if hour < 12 { 12 - hour } else { hour };
            words = format!("{before}\" at {hour} o'clock{after}");
        }
        if !self.swapped {
            return words;
        }
        let letters: Vec<char> = words.chars().collect();
        let alone = |at: usize| {
            let before = at == 0 || !letters[at - 1].is_alphanumeric();
            before
                && letters
                    .get(at + 1)
                    .is_none_or(|next| !next.is_alphanumeric())
        };
        let swap = |(at, &letter): (usize, &char)| match letter {
            'A' if alone(at) => 'B',
            'B' if alone(at) => 'A',
            other => other,
        };
        letters.iter().enumerate().map(swap).collect()
    }

    /// What happened from deployment on, one line each. Before it there is only the roll for initiative, in which A's die
    /// comes first; at the end it is said who is left of A, then of B, and the last frame says the same.
    fn script(&self, entries: &[Entry]) -> Vec<String> {
        let place = |[x, y]: [i32; 2]| {
            let at = (self.to)(Point::new(x, y));
            format!("({}, {})", at.x, at.y)
        };
        let begins = entries
            .iter()
            .position(|entry| matches!(entry, Entry::Said(Note::Line(_))));
        let mut script = Vec::new();
        for entry in &entries[begins.unwrap_or(0)..] {
            script.push(match entry {
                Entry::Round(round) => format!("round {round}"),
                Entry::Die(sides, face) => format!("d{sides} {face}"),
                Entry::Said(Note::About(what)) => format!("rolls {what}"),
                // A before B, and markers in the order of the table; frames have the sums.
                Entry::Said(Note::Line(text)) if text.contains("Gathered so far") => continue,
                Entry::Said(Note::Line(text)) if text.contains("eft of A") => continue,
                Entry::Said(Note::Heading(text) | Note::Line(text)) => self.words(text),
                Entry::Said(Note::Arrow(arrow)) => {
                    let (from, to) = (place(arrow.from), place(arrow.to));
                    format!(
                        "{:?} {:?} {from} {to} {}",
                        self.side(arrow.side),
                        arrow.kind,
                        arrow.hit
                    )
                }
                Entry::Said(Note::Frame(frame)) => {
                    let mut bodies: Vec<_> = frame.bodies.iter().collect();
                    bodies.sort_by_key(|body| (self.side(body.side).index(), body.index));
                    let states = bodies.iter().map(|body| {
                        let flags = (body.alive, body.wounded, body.hidden, body.away);
                        format!(
                            "{} {} r{} {flags:?}",
                            body.name,
                            place(body.at),
                            body.radius
                        )
                    });
                    let mut gathered = frame.gathered;
                    if let (true, Some(sums)) = (self.swapped, &mut gathered) {
                        sums.reverse();
                    }
                    format!(
                        "frame {}, {gathered:?}: {}",
                        frame.round,
                        states.collect::<Vec<_>>().join("; ")
                    )
                }
            });
        }
        script
    }
}

fn stay(at: Point) -> Point {
    at
}

const PLAIN: Reading<'static> = Reading {
    swapped: false,
    mirrored: false,
    to: &stay,
};

/// Two scripts are one, or the first place where they part is shown.
fn same(one: &[String], other: &[String], what: &dyn Fn() -> String) {
    let parts = one.iter().zip(other).position(|(a, b)| a != b);
    let Some(at) = parts.or((one.len() != other.len()).then_some(one.len().min(other.len())))
    else {
        return;
    };
    let show = |script: &[String]| {
        script[at.saturating_sub(25).min(script.len())..(at + 2).min(script.len())].join("\n")
    };
    panic!("{}\n{}\n---- but\n{}", what(), show(one), show(other));
}

/// What came of fights, so that nobody praises a law that was never put to the test.
#[derive(Default, Debug)]
struct Seen {
    fights: u32,
    words: std::collections::BTreeMap<&'static str, usize>,
}

/// What ought to happen somewhere among the fights of a law.
const THINGS: &[&str] = &[
    "throws at the ground",
    "caught in the blast",
    "drifts",
    "heals",
    "looks for",
    "is discovered",
    "Hidden Move",
    "Acrobatics",
    "gets out at",
    "dies in the wreck",
    "takes the seat",
    "blocks",
    "teleports",
    "enemies see it here",
    "instead",
    "nobody is in sight",
    "out of the fight",
    "a marker is not held",
    "the marker would be lost without it",
    "takes ground",
];

impl Seen {
    fn note(&mut self, entries: &[Entry]) {
        self.fights += 1;
        for entry in entries {
            if let Entry::Said(Note::Line(text)) = entry {
                for thing in THINGS.iter().filter(|thing| text.contains(**thing)) {
                    *self.words.entry(thing).or_default() += 1;
                }
            }
        }
    }

    fn all_of_it(&self) {
        let missing: Vec<_> = THINGS
            .iter()
            .filter(|thing| !self.words.contains_key(**thing))
            .collect();
        assert!(
            missing.is_empty(),
            "{missing:?} never happened in {} fights: {self:?}",
            self.fights
        );
    }
}

fn known() -> Vec<String> {
    book(&json!({}))
        .builds()
        .into_iter()
        .map(|card| card.id)
        .collect()
}

/// Terrain of any kind, some of it only for climbers.
fn piece(scenery: &mut Scenery, at: Point, reach: i32) -> Piece {
    let mut piece = scenery.piece(at, reach);
    if piece.stuff == Stuff::Block && piece.climb.is_none() && scenery.within(0, 3) == 0 {
        piece.climb = Some(Climb::Test);
    }
    if scenery.within(0, 2) == 0 {
        piece.cover = scenery.one(&[crate::table::Cover::Light, crate::table::Cover::Heavy]);
    }
    piece
}

/// A table that is the same from both sides: open, of a name, or at random.
fn symmetric(scenery: &mut Scenery, kind: usize) -> Plan {
    let usual = Usual::inches(scenery.one(&[30, 36, 48]), 36, 6);
    if let Some(name) = ["open", "standard", "dense"].get(kind % 6) {
        let mut plan = named(name, &usual).expect("a name").expect("a table");
        plan.objectives = objectives(scenery, plan.sides, true);
        return plan;
    }
    let sides = Point::new(scenery.within(3300, 4900), scenery.within(3000, 4300));
    let mut plan = Plan::open(sides, 6 * INCH);
    let reach = scenery.one(&[250, 400, 600]);
    for _ in 0..scenery.within(1, 12) {
        let at = scenery.point(sides, reach + 2);
        let piece = piece(scenery, at, reach);
        let shape = piece.shape.half_turned(sides);
        plan = plan.with(piece).with(Piece { shape, ..piece });
    }
    plan.objectives = objectives(scenery, sides, true);
    plan
}

/// Markers and areas to hold, as many on either half if they are to be the same from both sides.
fn objectives(scenery: &mut Scenery, sides: Point, even: bool) -> Vec<Objective> {
    let mut shapes = Vec::new();
    for _ in 0..scenery.within(1, 3) {
        let at = scenery.point(sides, 302);
        let shape = match scenery.within(0, 2) {
            0 => scenery.shape(at, 300),
            _ => Shape::circle(at, 60),
        };
        shapes.push(shape);
        if even {
            shapes.push(shape.half_turned(sides));
        }
    }
    let named = |shape: Shape| Objective {
        name: "ground".to_owned(),
        shape,
    };
    shapes.into_iter().map(named).collect()
}

/// Law 1: swap the armies, turn the table by half, hand the same dice to the same army: the same fight with the names
/// swapped, event by event. And the other way to turn the table: the same armies from the other sides.
#[test]
fn law_1_the_mirrored_fight_is_the_same_fight() {
    let known = known();
    let mut seen = Seen::default();
    for number in 0..700 {
        let mut choose = Chooser::new(number);
        let plan = symmetric(&mut Scenery::new(number), number as usize);
        assert!(plan.is_symmetric());
        let clash = clash(&mut choose, &known);
        let other = clash.swapped();
        let (Some(one), Some(two)) = (clash.on(&plan), other.on(&plan)) else {
            continue;
        };
        let first = (clash.first == First::Even).then_some([Side::A, Side::B][choose.below(2)]);
        let place = |turned: bool, first: Option<Side>| Place { turned, first };
        let turn = |at: Point| plan.sides - at;
        let (fought, events) = fight(&one, place(false, first), Handed::new(number, false, false));
        seen.note(&events);
        let script = PLAIN.script(&events);
        let dice = Handed::new(number, true, false);
        let (mirrored, reflected) = fight(&two, place(false, first.map(Side::other)), dice);
        let reading = Reading {
            swapped: true,
            mirrored: false,
            to: &turn,
        };
        let what = || format!("fight {number}: {clash:#?}");
        same(&script, &reading.script(&reflected), &what);
        assert_eq!(
            (fought.round, fought.first),
            (mirrored.round, mirrored.first.other())
        );
        let [a, b] = mirrored.ending.left;
        let verdict = match mirrored.ending.verdict {
            Verdict::Win(side) => Verdict::Win(side.other()),
            draw => draw,
        };
        assert_eq!(
            (fought.ending.left, fought.ending.verdict),
            ([b, a], verdict)
        );
        // A and B from the other sides of the table.
        let (turned, around) = fight(&one, place(true, first), Handed::new(number, false, false));
        let reading = Reading {
            swapped: false,
            mirrored: false,
            to: &turn,
        };
        same(&script, &reading.script(&around), &what);
        assert_eq!(turned, fought);
    }
    seen.all_of_it();
}

/// A table at random, not the same from both sides.
fn scattered(scenery: &mut Scenery, sides: Point) -> Plan {
    let reach = scenery.one(&[250, 400, 600]);
    let mut open = Plan::open(sides, 6 * INCH);
    open.objectives = objectives(scenery, sides, false);
    (0..scenery.within(0, 20)).fold(open, |plan, _| {
        let at = scenery.point(sides, reach + 2);
        plan.with(piece(scenery, at, reach))
    })
}

/// Law 3: a table turned by a quarter, a half or three, or reflected with its `hand` flipped, has the same record but for
/// the coordinates, to the last die of a whole fight.
#[test]
fn law_3_a_turned_or_reflected_table_has_the_same_fights() {
    let known = known();
    let mut seen = Seen::default();
    for number in 0..700 {
        let mut choose = Chooser::new(1_000_000 + number);
        let mut scenery = Scenery::new(1_000_000 + number);
        let sides = Point::new(scenery.within(3300, 4900), scenery.within(3000, 4300));
        let plan = scattered(&mut scenery, sides);
        let clash = clash(&mut choose, &known);
        let Some(straight) = clash.on(&plan) else {
            continue;
        };
        let place = Place {
            turned: choose.in_ten(5),
            first: (clash.first == First::Even).then_some([Side::A, Side::B][choose.below(2)]),
        };
        let (fought, events) = fight(&straight, place, Handed::new(number, false, false));
        seen.note(&events);
        // Two of the seven ways, and in seven fights all of them.
        let ways: Vec<Turned> = Turned::all(sides).skip(1).collect();
        for turn in [ways[number as usize % 7], ways[(number as usize + 3) % 7]] {
            let there = |at: Point| turn.point(at);
            let reading = Reading {
                to: &there,
                ..PLAIN
            };
            let script = reading.script(&events);
            let around = clash.on(&turn.plan(&plan)).expect("as much room");
            let dice = Handed::new(number, false, turn.mirrored);
            let (other, told) = fight(&around, place, dice);
            let reading = Reading {
                mirrored: turn.mirrored,
                ..PLAIN
            };
            same(&script, &reading.script(&told), &|| {
                format!("fight {number}, {turn:?}: {clash:#?}")
            });
            assert_eq!(fought, other);
        }
    }
    seen.all_of_it();
}

/// Law 3: moving the table. Its lower left corner is always the origin, so what is moved is a scene, zones and all, on a
/// table so large that nobody comes near its edges: wherever on it the scene lies, the fight is the same but for a
/// constant in every coordinate. So no rule, rounding or tie looks at a coordinate rather than at a difference of two;
/// the edges themselves are the business of the turned tables.
#[test]
fn law_3_a_scene_moved_along_has_the_same_fights() {
    let known = known();
    let mut seen = Seen::default();
    let large = Point::inches(240, 240);
    for number in 0..500 {
        let mut choose = Chooser::new(2_000_000 + number);
        let mut scenery = Scenery::new(2_000_000 + number);
        let sides = Point::new(scenery.within(3300, 4900), scenery.within(3000, 4300));
        let plan = scattered(&mut scenery, sides);
        let clash = clash(&mut choose, &known);
        let mut at = || {
            let far = 90 * INCH;
            let room = large - sides;
            Point::new(
                scenery.within(far, room.x - far),
                scenery.within(far, room.y - far),
            )
        };
        let (here, there) = (at(), at());
        let (Some(one), Some(other)) = (
            clash.on(&moved(&plan, large, here)),
            clash.on(&moved(&plan, large, there)),
        ) else {
            continue;
        };
        let place = Place {
            turned: choose.in_ten(5),
            first: None,
        };
        let (fought, events) = fight(&one, place, Handed::new(number, false, false));
        let (again, told) = fight(&other, place, Handed::new(number, false, false));
        if [&events, &told]
            .into_iter()
            .any(|told| at_the_edge(told, large))
        {
            continue;
        }
        seen.note(&events);
        let along = |at: Point| at + there - here;
        let reading = Reading {
            to: &along,
            ..PLAIN
        };
        same(&reading.script(&events), &PLAIN.script(&told), &|| {
            format!("fight {number}, from {here:?} to {there:?}: {clash:#?}")
        });
        assert_eq!(fought, again);
    }
    seen.all_of_it();
}

/// Somebody ran from its enemies until it came near an edge.
fn at_the_edge(entries: &[Entry], sides: Point) -> bool {
    let near = |[x, y]: [i32; 2]| {
        let far = |at: i32, side: i32| at > 18 * INCH && at < side - 18 * INCH;
        !(far(x, sides.x) && far(y, sides.y))
    };
    entries.iter().any(|entry| match entry {
        Entry::Said(Note::Arrow(arrow)) => near(arrow.to),
        _ => false,
    })
}

/// A table with its zones on a larger one.
fn moved(plan: &Plan, sides: Point, by: Point) -> Plan {
    let shape = |shape: &Shape| match shape {
        Shape::Circle(disc) => Shape::circle(disc.at + by, disc.r),
        Shape::Polygon(polygon) => {
            let corners: Vec<Point> = polygon.corners().iter().map(|at| *at + by).collect();
            Shape::Polygon(Polygon::new(&corners).expect("a polygon"))
        }
    };
    let mut moved = Plan {
        sides,
        zones: [0, 1].map(|side: usize| shape(&plan.zones[side])),
        ..plan.clone()
    };
    for (piece, _) in &mut moved.pieces {
        piece.shape = shape(&piece.shape);
    }
    for objective in &mut moved.objectives {
        objective.shape = shape(&objective.shape);
    }
    moved
}
