//! The mission of markers (SK-25): who holds them, what is gathered, who wins, who goes and who stays.

use crate::skirmish_help::{Setting, Side, aggressive, cautious, open, score};
use fairfight::systems::skirmish::{CapResult, First, Mission};
use fairfight::table::{BASE, INCH, Objective, Point, Shape, Stuff};
use fairfight::umpire::{Event, Verdict};
use serde_json::{Value, json};

/// Somebody who cannot hurt anybody and cannot be hurt: 20 dice of armour, no weapon that wounds.
fn post(mov: i64) -> Value {
    json!({"name": "Post", "mot": 13, "phy": 13, "wil": 13, "mov": mov, "str": 20, "armour": {"base": 20},
           "policy": {"plan": "shoot", "react": "none"}})
}

fn unit(build: Value, at: &[[f64; 2]]) -> Value {
    json!({"build": build, "count": at.len(), "at": at})
}

fn marker(x: i32, y: i32) -> Objective {
    let shape = Shape::circle(Point::inches(x, y), BASE);
    Objective {
        name: format!("{x}/{y}"),
        shape,
    }
}

/// A field with markers, placed by hand.
fn holding(markers: impl IntoIterator<Item = Objective>, rounds: u32) -> Setting {
    let mut setting = open().placed().cap(rounds);
    setting.mission = Mission::Hold;
    setting.plan.objectives = markers.into_iter().collect();
    setting
}

/// What was gathered by the end of each round.
fn gathered(setting: &Setting, a: &Side, b: &Side) -> Vec<[u32; 2]> {
    let (_, events) = setting.tell(a, b, 1, 0);
    let mut rounds: Vec<(u32, [u32; 2])> = Vec::new();
    for event in &events {
        if let Event::Frame(frame) = event {
            let gathered = frame.gathered.expect("a mission that counts");
            rounds.retain(|(round, _)| *round != frame.round);
            rounds.push((frame.round, gathered));
        }
    }
    rounds.into_iter().skip(1).map(|(_, sum)| sum).collect()
}

fn verdict(setting: &Setting, a: &Side, b: &Side) -> Verdict {
    setting.tell(a, b, 1, 0).0.ending.verdict
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win(fairfight::umpire::Side::A) => "A",
        Verdict::Win(fairfight::umpire::Side::B) => "B",
        Verdict::Draw(_) => "draw",
    }
}

/// B's places are said as side 0 would say them: turned half round.
fn turned(places: &[[f64; 2]]) -> Vec<[f64; 2]> {
    places.iter().map(|[x, y]| [48.0 - x, 48.0 - y]).collect()
}

/// SK-25, 1.7: a marker is held by more models within 3 inches, gap to its rim, with the usual slack of 3 grains.
#[test]
fn sk_25_more_models_within_three_inches_hold_a_marker() {
    let setting = holding([marker(24, 24)], 2);
    let inch = 1.0 / f64::from(INCH);
    // The rim of the marker is half an inch from its middle, the rim of the base half an inch from its own.
    let within = [24.0, 24.0 - 4.0 - 3.0 * inch];
    let outside = [24.0, 24.0 - 4.0 - 4.0 * inch];
    let far_away = turned(&[[4.0, 44.0]]);
    let b = aggressive([unit(post(0), &far_away)]);
    let sum = |at: [f64; 2]| gathered(&setting, &aggressive([unit(post(0), &[at])]), &b);
    assert_eq!(sum(within), [[1, 0], [2, 0]]);
    assert_eq!(sum(outside), [[0, 0], [0, 0]]);
    // One against one holds nothing; two against one do. A team counts its models.
    let near = [[22.0, 22.0], [26.0, 22.0]];
    let foe = aggressive([unit(post(0), &turned(&[[24.0, 26.0]]))]);
    let one = aggressive([unit(post(0), &near[..1])]);
    let two = aggressive([unit(post(0), &near)]);
    let team = aggressive([json!({"build": post(0), "team": 4, "at": [[24.0, 20.5]]})]);
    assert_eq!(gathered(&setting, &one, &foe), [[0, 0], [0, 0]]);
    assert_eq!(gathered(&setting, &two, &foe), [[1, 0], [2, 0]]);
    let setting = setting.set(json!({"team_model": "pool"}));
    assert_eq!(gathered(&setting, &team, &two_foes()), [[1, 0], [2, 0]]);
}

fn two_foes() -> Side {
    aggressive([unit(post(0), &turned(&[[22.0, 26.0], [26.0, 26.0]]))])
}

/// SK-25: an area is held by those within 3 inches of it, wherever its middle is.
#[test]
fn sk_25_areas_are_held_too() {
    let area = Objective {
        name: "yard".to_owned(),
        shape: Shape::rectangle(Point::inches(10, 20), Point::inches(38, 28)),
    };
    let setting = holding([area], 1);
    let b = aggressive([unit(post(0), &turned(&[[44.0, 4.0]]))]);
    let at = |x: f64, y: f64| gathered(&setting, &aggressive([unit(post(0), &[[x, y]])]), &b)[0];
    assert_eq!(at(12.0, 22.0), [1, 0], "inside, far from the middle");
    assert_eq!(at(12.0, 16.5), [1, 0], "3 inches from its edge");
    assert_eq!(at(12.0, 16.4), [0, 0], "further");
}

/// SK-25: the higher sum wins at the cap; equal sums are decided by `cap_result` (SK-13).
#[test]
fn sk_25_the_higher_sum_wins_at_the_cap() {
    let markers = || [marker(12, 24), marker(24, 24), marker(36, 24)];
    let mut setting = holding(markers(), 3);
    let a = aggressive([unit(post(0), &[[12.0, 22.0], [24.0, 22.0]])]);
    let b = aggressive([unit(post(0), &turned(&[[36.0, 26.0]]))]);
    assert_eq!(gathered(&setting, &a, &b), [[2, 1], [4, 2], [6, 3]]);
    assert_eq!(name(verdict(&setting, &a, &b)), "A");
    assert_eq!(name(verdict(&setting, &b, &a)), "B");
    let one = aggressive([unit(post(0), &[[12.0, 22.0]])]);
    assert_eq!(name(verdict(&setting, &one, &b)), "draw");
    let lonely = aggressive([unit(post(0), &[[12.0, 22.0], [4.0, 4.0]])]);
    assert_eq!(name(verdict(&setting, &lonely, &b)), "draw", "all alive");
    setting.cap_result = CapResult::Points;
    assert_eq!(
        name(verdict(&setting, &lonely, &b)),
        "draw",
        "all alive: 100 % each"
    );
}

/// SK-25: nobody left who can fight loses at once, whatever was gathered.
#[test]
fn sk_25_nobody_left_loses_whatever_was_gathered() {
    let setting = holding([marker(24, 24)], 12);
    let man = json!({"name": "Man", "mot": 13, "phy": 13, "wil": 13, "str": 1, "mov": 0, "policy": {"react": "none", "plan": "shoot"}});
    let gun = json!({"name": "Gun", "mot": 13, "phy": 13, "wil": 13, "weapons": ["machine_gun"], "str": 20, "armour": {"base": 20}, "mov": 0});
    let a = aggressive([unit(man, &[[24.0, 22.0]])]);
    let b = aggressive([unit(gun, &turned(&[[24.0, 40.0]]))]);
    let (fought, _) = setting.tell(&a, &b, 1, 0);
    assert_eq!(name(fought.ending.verdict), "B");
    assert!(fought.round < 12, "{}", fought.round);
}

/// SK-25: a unit with nothing to attack goes to the nearest marker that is not held, the left one of two as near; the
/// next goes to the next; whoever is needed stays.
#[test]
fn sk_25_units_go_to_markers_that_are_not_held_and_stay_where_needed() {
    let markers = || [marker(12, 16), marker(36, 16), marker(24, 40)];
    let setting = holding(markers(), 8);
    let a = aggressive([unit(post(4), &[[23.0, 4.0], [25.0, 4.0]])]);
    // Out of the way, and no threat.
    let b = aggressive([unit(post(0), &turned(&[[4.0, 30.0]]))]);
    let (_, events) = setting.tell(&a, &b, 1, 0);
    let last = events.iter().rev().find_map(|event| match event {
        Event::Frame(frame) => Some(frame.clone()),
        _ => None,
    });
    let last = last.expect("a frame");
    let places: Vec<[i32; 2]> = last.bodies[..2]
        .iter()
        .map(|body| body.at.map(|at| at / INCH))
        .collect();
    let near = |at: [i32; 2], x: i32, y: i32| (at[0] - x).abs() <= 4 && (at[1] - y).abs() <= 4;
    assert!(near(places[0], 12, 16), "{places:?}");
    assert!(near(places[1], 36, 16), "{places:?}");
    let sums = gathered(&setting, &a, &b);
    // A good 12 inches to within three of its marker, at 8 a round: each is there in round 2, and stays.
    let expected: Vec<[u32; 2]> = (0..8).map(|round| [2 * round, 0]).collect();
    assert_eq!(sums, expected);
    let lines = setting.lines(&a, &b, 1);
    assert!(
        lines
            .iter()
            .any(|line| line.contains("a marker is not held"))
    );
    assert!(
        lines
            .iter()
            .any(|line| line.contains("the marker would be lost without it"))
    );
}

/// SK-25: the cautious attack from a marker they are needed at and do not leave it; the aggressive leave it to attack.
#[test]
fn sk_25_the_cautious_do_not_leave_a_marker() {
    let setting = holding([marker(24, 20)], 4);
    let sword = json!({"name": "Sword", "mot": 13, "phy": 13, "wil": 13, "weapons": ["sword"], "str": 20, "armour": {"base": 20}, "mov": 4,
                       "policy": {"react": "none"}});
    let there = [[24.0, 20.0]];
    // Within reach of a Move and a blow, outside the marker's reach, and it can be hurt.
    let mut target = post(0);
    target["armour"] = json!({"base": 0});
    let b = aggressive([unit(target, &turned(&[[24.0, 25.0]]))]);
    let stays = gathered(&setting, &cautious([unit(sword.clone(), &there)]), &b);
    assert_eq!(stays, [[1, 0], [2, 0], [3, 0], [4, 0]]);
    let lines = setting.lines(&aggressive([unit(sword, &there)]), &b, 1);
    assert!(
        lines.iter().any(|line| line.contains("attacks B's Post")),
        "{lines:#?}"
    );
}

/// SK-25: a cautious unit for close quarters goes to a marker that is not held, where it would idle in attrition.
#[test]
fn sk_25_the_cautious_do_not_wait_while_a_marker_is_free() {
    let sword = json!({"name": "Sword", "mot": 13, "phy": 13, "wil": 13, "weapons": ["sword"], "str": 3, "mov": 4});
    let mut setting = holding([marker(24, 24)], 4);
    let a = cautious([unit(sword.clone(), &[[24.0, 6.0]])]);
    let b = cautious([unit(sword, &[[4.0, 1.0]])]);
    let sums = gathered(&setting, &a, &b);
    assert!(sums.last().is_some_and(|sum| sum[0] > 0), "{sums:?}");
    setting.mission = Mission::Attrition;
    let lines = setting.lines(&a, &b, 1);
    assert!(
        !lines.iter().any(|line| line.contains("moves")),
        "{lines:#?}"
    );
}

/// K: Interface (SK-26). An object is whoever's took it last, in contact, whether anybody stays or not; the next to come
/// takes it away.
#[test]
fn sk_26_interface_takes_an_object_until_another_does() {
    let setting = holding([marker(24, 20)], 6).own(json!({"taken": true}));
    let nobody = aggressive([unit(post(0), &turned(&[[4.0, 44.0]]))]);
    // In contact at once; one Move away; two Moves away; and one who stands an inch off and cannot move.
    for (at, mov, from) in [(19.0, 4, 0), (15.5, 4, 0), (12.0, 4, 1), (18.0, 0, 6)] {
        let a = aggressive([unit(post(mov), &[[24.0, at]])]);
        let sums = gathered(&setting, &a, &nobody);
        let expected: Vec<[u32; 2]> = (0..6_u32)
            .map(|round| [(round + 1).saturating_sub(from), 0])
            .collect();
        assert_eq!(sums, expected, "from {at} with {mov}");
    }
    // A takes it in round 1 and goes on its way; B comes in round 2.
    let a = aggressive([unit(post(4), &[[24.0, 16.0]])]);
    let b = aggressive([unit(post(4), &turned(&[[24.0, 33.0]]))]);
    let lines = setting.lines(&a, &b, 1);
    let told = |text: &str| lines.iter().position(|line| line.contains(text));
    let (first, second) = (told("A's Post takes 24/20."), told("B's Post takes 24/20."));
    assert!(first.is_some() && first < second, "{lines:#?}");
    assert!(told("24/20: A has it").is_some() && told("24/20: B has it").is_some());
    // Near is not enough: held by presence it would be A's.
    let near = aggressive([unit(post(0), &[[24.0, 18.0]])]);
    assert_eq!(
        gathered(&holding([marker(24, 20)], 1), &near, &nobody),
        [[1, 0]]
    );
}

/// SK-26: whoever falls on the way takes nothing; the cautious take before they attack, the aggressive attack.
#[test]
fn sk_26_who_takes_and_who_does_not() {
    let setting = holding([marker(24, 20)], 1).own(json!({"taken": true}));
    let man = json!({"name": "Man", "mot": 13, "phy": 13, "wil": 13, "str": 1, "mov": 4, "policy": {"react": "none", "plan": "shoot"}});
    let gun = json!({"name": "Gun", "mot": 13, "phy": 13, "wil": 13, "weapons": ["rifle"], "str": 20, "mov": 0,
                     "armour": {"base": 20}, "policy": {"react": "counter"}});
    let b = aggressive([unit(gun, &turned(&[[24.0, 40.0]]))]);
    let (mut fell, mut took) = (0, 0);
    // A goes first in the first two of every four.
    for number in (0..160).step_by(4) {
        let (fought, events) = setting.tell(
            &aggressive([unit(man.clone(), &[[24.0, 16.0]])]),
            &b,
            1,
            number,
        );
        let lines = crate::skirmish_help::lines(&events);
        let taken = lines.iter().any(|line| line.contains("takes 24/20"));
        let act = lines.iter().position(|line| line.starts_with("# B's"));
        let falls = lines
            .iter()
            .position(|line| line.contains("A's Man") && line.contains("out of the fight"));
        let fell_first = falls.is_some_and(|at| act.is_none_or(|act| at < act));
        assert_eq!(taken, !fell_first, "{lines:#?}");
        assert!(!fell_first || fought.ending.left[0] == 0);
        fell += u32::from(fell_first);
        took += u32::from(taken);
    }
    assert!(fell > 3 && took > 3, "{fell} fell, {took} took");
    let sword = json!({"name": "Sword", "mot": 13, "phy": 13, "wil": 13, "weapons": ["sword"], "str": 20, "mov": 4, "armour": {"base": 20}});
    let mut target = post(0);
    target["armour"] = json!({"base": 0});
    let b = aggressive([unit(target, &turned(&[[24.0, 21.0]]))]);
    let there = [[24.0, 18.0]];
    let took = |side: Side| {
        let lines = setting.lines(&side, &b, 1);
        lines
            .iter()
            .any(|line| line.contains("A's Sword takes 24/20"))
    };
    assert!(took(cautious([unit(sword.clone(), &there)])));
    assert!(!took(aggressive([unit(sword, &there)])));
}

/// SK-25: in every fight the winner is who gathered more, or who alone is left.
#[test]
fn sk_25_verdicts_are_what_was_gathered() {
    let mut setting = open().cap(6);
    setting.first = First::Dice;
    setting.mission = Mission::Hold;
    setting.plan.objectives = vec![marker(12, 24), marker(24, 24), marker(36, 24)];
    let a = aggressive([json!({"build": "archer", "count": 4})]);
    let b = cautious([json!({"build": "hoplite", "count": 4})]);
    let mut seen = [0; 3];
    for number in 0..60 {
        let (fought, events) = setting.tell(&a, &b, 1, number);
        let last = events.iter().rev().find_map(|event| match event {
            Event::Frame(frame) => frame.gathered,
            _ => None,
        });
        let [x, y] = last.expect("a frame");
        let won = match fought.ending.left {
            [0, 0] => "draw",
            [0, _] => "B",
            [_, 0] => "A",
            _ if x > y => "A",
            _ if y > x => "B",
            _ => "draw",
        };
        assert_eq!(
            name(fought.ending.verdict),
            won,
            "fight {number}: {x} to {y}"
        );
        seen[["A", "B", "draw"]
            .iter()
            .position(|known| *known == won)
            .expect("known")] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

/// Law 2 for the mission: like armies score alike.
#[test]
fn law_2_like_armies_score_alike_when_they_hold_markers() {
    for policy in [aggressive, cautious] {
        let mut setting = open().with({
            let block = Shape::rectangle(Point::inches(22, 22), Point::inches(26, 26));
            fairfight::table::Piece::new(Stuff::Block, block, 5 * INCH)
        });
        setting.mission = Mission::Hold;
        setting.swap = true;
        setting.plan.objectives = vec![marker(12, 24), marker(24, 24), marker(36, 24)];
        let side = || {
            policy([
                json!({"build": "archer", "count": 3}),
                json!({"build": "hoplite", "count": 2}),
            ])
        };
        let fights = 1_200;
        let tally = setting.count(&side(), &side(), fights);
        let error = 0.5 / (fights as f64).sqrt();
        assert!(
            (score(&tally) - 0.5).abs() < 4.0 * error,
            "{}",
            score(&tally)
        );
    }
}
