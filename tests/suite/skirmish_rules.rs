//! Every rule of Allesfezs that only a skirmish has (K rows of the checklist), each by a small scene.

use crate::skirmish_help::{Setting, Side, aggressive, lines, open};
use fairfight::table::{Climb, INCH, Piece, Point, Shape, Stuff};
use fairfight::umpire::Event;
use serde_json::{Value, json};

/// A model with nothing but what is said: it stands still and strikes with bare hands.
pub fn post(extra: Value) -> Value {
    let mut post = json!({"name": "Post", "mot": 13, "phy": 13, "wil": 13, "mov": 0, "str": 20, "armour": {"base": 20}});
    let table = post.as_object_mut().expect("a table");
    table.extend(extra.as_object().expect("a table").clone());
    post
}

pub fn unit(build: Value, at: &[[f64; 2]]) -> Value {
    json!({"build": build, "count": at.len(), "at": at})
}

fn wall(low: (i32, i32), high: (i32, i32), height: i32) -> Piece {
    let shape = Shape::rectangle(Point::inches(low.0, low.1), Point::inches(high.0, high.1));
    Piece::new(Stuff::Block, shape, height * INCH)
}

/// The told activations of a side, each with its lines.
pub fn acts(lines: &[String], side: &str) -> Vec<Vec<String>> {
    let mut acts: Vec<(bool, Vec<String>)> = Vec::new();
    for line in lines {
        if let Some(heading) = line.strip_prefix("# ") {
            acts.push((heading.starts_with(side), vec![heading.to_owned()]));
        } else if let Some(act) = acts.last_mut() {
            act.1.push(line.clone());
        }
    }
    acts.into_iter()
        .filter(|act| act.0)
        .map(|act| act.1)
        .collect()
}

pub fn with(lines: &[String], word: &str) -> usize {
    lines.iter().filter(|line| line.contains(word)).count()
}

/// How often something is told among many fights, against its chance.
fn often(setting: &Setting, a: &Side, b: &Side, of: &str, word: &str, chance: f64) {
    let fights = 3_000;
    let (mut tries, mut hits) = (0.0, 0.0);
    let pairing = setting.pairing(a, b);
    let stream = fairfight::umpire::Stream::new(5, "often");
    let mut lab = fairfight::umpire::Lab::new();
    for number in 0..fights {
        let (_, events) = pairing
            .fight
            .tell(&mut lab, stream, number)
            .expect("a fight");
        let lines = lines(&events);
        tries += with(&lines, of) as f64;
        hits += with(&lines, word) as f64;
    }
    if tries < 500.0 {
        let (_, events) = pairing.fight.tell(&mut lab, stream, 0).expect("a fight");
        panic!("{tries} times `{of}`: {:#?}", lines(&events));
    }
    assert!(tries > 500.0, "{tries} times `{of}`");
    let error = (chance * (1.0 - chance) / tries).sqrt().max(1e-9);
    let z = (hits / tries - chance) / error;
    assert!(
        z.abs() < 4.5,
        "{word}: {hits} of {tries}, expected {chance}"
    );
}

/// Success at or above a target value, by face; the chance that one die beats or ties another.
fn stands(own: i32, other: i32) -> f64 {
    let success = |v: i32, t: i32| v == 20 || (v != 1 && v >= t);
    let mut chance = 0.0;
    for a in 1..=20 {
        for b in 1..=20 {
            let top = if success(b, other) { b } else { 0 };
            chance += f64::from(u8::from(success(a, own) && a >= top)) / 400.0;
        }
    }
    chance
}

/// K: line of sight, zone of control (AE-48). A reactor behind a wall at 7" may dodge, not shoot; at 9" not react.
#[test]
fn ae_48_sight_and_the_zone_of_control() {
    let shooter = |react: &str| post(json!({"weapons": ["rifle"], "policy": {"react": react}}));
    let told = |y: f64, react: &str, walled: bool| {
        let mut setting = open().placed().cap(1);
        if walled {
            setting = setting.with(wall((2, 24), (46, 25), 5));
        }
        let a = aggressive([unit(post(json!({})), &[[24.0, 20.0]])]);
        let b = aggressive([unit(shooter(react), &[[24.0, 48.0 - y]])]);
        acts(&setting.lines(&a, &b, 1), "A's").concat()
    };
    // Centres 8" apart: 7" between the bases.
    let near = told(28.0, "counter", true);
    assert_eq!(
        (with(&near, "strikes back"), with(&near, "dodges")),
        (0, 1),
        "{near:?}"
    );
    let far = told(30.0, "counter", true);
    assert_eq!(
        (with(&far, "strikes back"), with(&far, "dodges")),
        (0, 0),
        "{far:?}"
    );
    // Without the wall it shoots, near or far.
    for y in [28.0, 30.0] {
        assert_eq!(with(&told(y, "counter", false), "strikes back"), 1);
    }
    let edge = |set: Value| {
        let setting = open()
            .placed()
            .cap(1)
            .with(wall((2, 24), (46, 25), 5))
            .set(set);
        let a = aggressive([unit(post(json!({})), &[[24.0, 20.0]])]);
        let b = aggressive([unit(shooter("dodge"), &[[24.0, 18.0]])]);
        with(&acts(&setting.lines(&a, &b, 1), "A's").concat(), "dodges")
    };
    assert_eq!(
        (edge(json!({"zoc": 8})), edge(json!({"zoc": 9}))),
        (0, 1),
        "the toggle moves the zone"
    );
}

/// K: reaction limit REC over several activations: three act before one with REC 2, turn after turn.
#[test]
fn rec_lasts_for_an_active_turn_and_comes_back() {
    let setting = open().placed().cap(3);
    let a = aggressive([unit(
        post(json!({})),
        &[[20.0, 10.0], [24.0, 10.0], [28.0, 10.0]],
    )]);
    let b = aggressive([unit(
        post(json!({"mot": 13, "policy": {"react": "dodge"}})),
        &[[24.0, 10.0]],
    )]);
    let told = setting.lines(&a, &b, 1);
    let rounds: Vec<&[String]> = told
        .split(|line| line.starts_with("Round"))
        .skip(1)
        .collect();
    assert_eq!(rounds.len(), 3);
    for round in rounds {
        let acts = acts(round, "A's");
        assert_eq!(acts.len(), 3);
        let answers: Vec<usize> = acts.iter().map(|act| with(act, "dodges")).collect();
        assert_eq!(answers, [1, 1, 0], "{round:?}");
    }
}

/// K: splitting attacks between targets; Burst not splittable.
#[test]
fn dice_are_split_by_spread_and_a_burst_never_is() {
    let b = aggressive([unit(
        post(json!({"str": 1, "armour": "none"})),
        &[[22.0, 28.0], [26.0, 28.0]],
    )]);
    let told = |weapon: &str, spread: bool| {
        let gunner = post(json!({"mot": 12, "aptitudes": {"firearm": 6}, "weapons": [weapon]}));
        let setting = open().placed().cap(1).own(json!({"spread": spread}));
        let a = aggressive([unit(gunner, &[[24.0, 12.0]])]);
        acts(&setting.lines(&a, &b, 1), "A's").concat()
    };
    let split = told("rifle", true);
    // Adept: three dice; one target has two of them, the other one.
    let rolled: Vec<&String> = split
        .iter()
        .filter(|line| line.starts_with("attack ["))
        .collect();
    assert_eq!(with(&split, "rolls against"), 2, "{split:?}");
    assert_eq!(
        rolled
            .iter()
            .map(|line| line.matches(',').count() + 1)
            .sum::<usize>(),
        3,
        "{split:?}"
    );
    for (weapon, spread) in [("rifle", false), ("shotgun", true)] {
        let whole = told(weapon, spread);
        assert_eq!(
            with(&whole, "rolls against B's Post 1:"),
            with(&whole, "rolls against"),
            "{whole:?}"
        );
        assert!(with(&whole, "rolls against") <= 1);
    }
}

/// K: explosive secondary hits (AE-37, example 21): a gap of 4" is in the blast, 4.1" is not; half damage for each.
#[test]
fn ae_37_everybody_in_the_blast_is_hit_at_half_damage() {
    let cannon =
        post(json!({"mot": 9, "aptitudes": {"firearm": 10}, "weapons": ["early_tank_cannon"]}));
    let a = aggressive([unit(cannon, &[[24.0, 8.0]])]);
    let target = post(json!({"str": 1, "armour": "none", "policy": {"react": "none"}}));
    // As B sees it, turned: the target at 24, one 5" to its left, one 5.1" to its right.
    let b = aggressive([
        unit(target.clone(), &[[24.0, 16.0]]),
        unit(target.clone(), &[[29.0, 16.0]]),
        unit(target, &[[18.9, 16.0]]),
    ]);
    let told = acts(&open().placed().cap(1).lines(&a, &b, 1), "A's").concat();
    assert_eq!(with(&told, "attacks B's Post 1 with"), 1, "{told:?}");
    assert_eq!(
        with(&told, "B's Post 2 is caught in the blast, half damage"),
        1,
        "{told:?}"
    );
    assert_eq!(with(&told, "B's Post 3"), 0, "{told:?}");
}

/// K: throwing explosives at a point (AE-36): four foes round a place, none in another's blast, all in its own.
#[test]
fn ae_36_a_grenade_is_thrown_between_foes() {
    let thrower = post(
        json!({"mot": 12, "aptitudes": {"thrown": 4}, "weapons": ["hand_grenade"], "armour": "none", "str": 1}),
    );
    let foe = post(json!({"str": 1, "armour": "none", "policy": {"react": "none"}}));
    let corners = [[19.6, 28.0], [28.4, 28.0], [24.0, 23.6], [24.0, 32.4]];
    let a = aggressive([unit(thrower, &[[24.0, 8.0]])]);
    let b = aggressive([unit(
        foe.clone(),
        &corners.map(|[x, y]| [48.0 - x, 48.0 - y]),
    )]);
    let mut caught = 0;
    for seed in 0..40 {
        let told = acts(&open().placed().cap(1).lines(&a, &b, seed), "A's").concat();
        assert_eq!(with(&told, "throws at the ground"), 1, "{told:?}");
        assert!(
            told.iter()
                .any(|line| line.contains("beats every other option"))
        );
        let hit = with(&told, "is caught in the blast, half damage: 1");
        assert!(hit == 0 || hit == 4, "{told:?}");
        caught += hit;
    }
    assert!(caught > 0);
    // Two foes alone are not worth half of each: it is thrown at one.
    let b = aggressive([unit(foe, &[[28.4, 20.0], [19.6, 20.0]])]);
    let told = acts(&open().placed().cap(1).lines(&a, &b, 1), "A's").concat();
    assert_eq!(with(&told, "throws at the ground"), 0, "{told:?}");
}

/// AE-36 (`scatter`): what misses drifts by as many inches as the best die fell short.
#[test]
fn ae_36_toggle_a_miss_drifts() {
    let thrower = post(json!({"mot": 17, "weapons": [{"id": "hand_grenade", "count": 9}]}));
    let foe = post(json!({"str": 1, "armour": "none", "policy": {"react": "none"}}));
    let a = aggressive([unit(thrower, &[[24.0, 12.0]])]);
    let b = aggressive([unit(foe, &[[24.0, 20.0]])]);
    for (set, expected) in [
        (json!({}), false),
        (json!({"explosive_miss": "scatter"}), true),
    ] {
        let setting = open().placed().cap(4).set(set);
        let mut drifted = 0;
        for seed in 0..10 {
            let told = acts(&setting.lines(&a, &b, seed), "A's");
            for act in told {
                let faces: Vec<&String> = act
                    .iter()
                    .filter(|line| line.starts_with("attack ["))
                    .collect();
                let Some(line) = act.iter().find(|line| line.contains("misses by")) else {
                    continue;
                };
                let face: i32 = faces[0]
                    .trim_start_matches("attack [")
                    .trim_end_matches(']')
                    .parse()
                    .expect("one die");
                // At 14" the target value is 17, and nobody's Elusive counts.
                assert!(
                    line.contains(&format!("misses by {} and drifts", 17 - face)),
                    "{act:?}"
                );
                drifted += 1;
            }
        }
        assert_eq!(drifted > 0, expected);
    }
}

/// K: Team Loaded with real loaders (AE-50): with a second model in contact one Reload does it, alone it takes two.
#[test]
fn ae_50_a_team_loaded_weapon_needs_its_loader() {
    let gunner = post(
        json!({"mot": 12, "aptitudes": {"firearm": 4}, "weapons": ["early_tank_cannon"], "policy": {"react": "none"}}),
    );
    let b = aggressive([unit(
        post(json!({"str": 200, "policy": {"react": "none"}})),
        &[[24.0, 16.0]],
    )]);
    let told = |mate: f64| {
        let a = aggressive([
            unit(gunner.clone(), &[[24.0, 8.0]]),
            unit(post(json!({})), &[[24.0 + mate, 8.0]]),
        ]);
        let told = open().placed().cap(3).lines(&a, &b, 1);
        let acts = acts(&told, "A's Post 1");
        acts.iter()
            .map(|act| act[1].clone())
            .collect::<Vec<String>>()
    };
    let crewed = told(1.0);
    assert!(
        crewed[1].starts_with("Reloads the Early Tank Cannon; attacks"),
        "{crewed:?}"
    );
    let alone = told(3.0);
    assert!(
        alone[1].starts_with("Reloads the Early Tank Cannon; reloads"),
        "{alone:?}"
    );
    assert!(alone[2].starts_with("Idles; attacks"), "{alone:?}");
}

/// K: Discover: Perception face-to-face with Stealth; the surviving die reveals.
#[test]
fn discover_is_perception_against_stealth() {
    let setting = open().placed().cap(1);
    let seeker = post(json!({"mot": 12, "aptitudes": {"perception": 4}}));
    let sneak = post(json!({"mot": 12, "aptitudes": {"stealth": 6}}));
    let a = aggressive([unit(seeker, &[[24.0, 12.0]])]);
    let mut hidden = unit(sneak, &[[24.0, 16.0]]);
    hidden["hidden"] = json!(true);
    let b = aggressive([hidden]);
    often(
        &setting,
        &a,
        &b,
        "Looks for B's",
        "is discovered",
        stands(8, 6),
    );
}

/// K: full action Hidden Move draws no reaction; once it attacks it is hidden no more. K: reaction discover.
#[test]
fn a_hidden_move_draws_no_reaction_and_an_attack_ends_stealth() {
    let sneak = json!({"mot": 12, "phy": 10, "wil": 13, "aptitudes": {"stealth": 6, "ohs": 4}, "weapons": ["sword"]});
    let mut hidden = unit(sneak, &[[24.0, 8.0]]);
    hidden["hidden"] = json!(true);
    let a = aggressive([hidden]);
    let guard = post(
        json!({"mot": 17, "armour": "none", "aptitudes": {"firearm": 4}, "weapons": ["rifle"]}),
    );
    let b = aggressive([unit(guard, &[[24.0, 20.0]])]);
    let setting = open().placed().cap(8);
    let (mut stalked, mut searched) = (0, 0);
    for seed in 0..30 {
        for act in acts(&setting.lines(&a, &b, seed), "A's") {
            if act[1].contains("Hidden Move") {
                assert_eq!(with(&act, "Reactions left"), 0, "{act:?}");
                stalked += 1;
            }
            if act[0].contains("hidden") && act[1].contains("attacks") {
                assert_eq!(with(&act, "strikes back"), 0, "{act:?}");
                searched += with(&act, "looks for it");
            }
        }
    }
    assert!(stalked > 20 && searched > 0, "{stalked} {searched}");
}

/// K: full action Acrobatics (AE-69): over a block that takes a test, by an Agility check.
#[test]
fn ae_69_acrobatics_over_what_bars_the_way() {
    let climber = json!({"mot": 12, "phy": 12, "wil": 13, "aptitudes": {"agility": 4, "ohs": 4}, "weapons": ["sword"]});
    let fence = Piece {
        climb: Some(Climb::Test),
        screen: fairfight::table::Screen::Clear,
        ..wall((0, 13), (48, 14), 5)
    };
    let setting = open().placed().cap(1).with(fence);
    let a = aggressive([unit(climber, &[[24.0, 11.5]])]);
    let b = aggressive([unit(
        post(json!({"armour": "none", "policy": {"react": "none"}})),
        &[[24.0, 8.0]],
    )]);
    // Target 12 - 4 = 8: 13 faces of 20.
    often(&setting, &a, &b, "(Acrobatics)", "It is over", 13.0 / 20.0);
}

/// K: Heal, magic reactions (AE-41): a lethal loss is healed with the chance of WIL - magic; a reaction is spent; nobody
/// heals itself.
#[test]
fn ae_41_heal_restores_a_loss() {
    let killer = post(
        json!({"mot": 9, "aptitudes": {"firearm": 10}, "weapons": ["early_tank_cannon"], "policy": {"react": "none"}}),
    );
    let a = aggressive([unit(killer, &[[24.0, 8.0]])]);
    let victim = post(json!({"str": 1, "armour": "none", "policy": {"react": "none"}}));
    let healer = post(
        json!({"wil": 12, "mot": 14, "aptitudes": {"magic": 2}, "weapons": ["heal"], "policy": {"react": "none"}}),
    );
    let b = aggressive([
        unit(victim, &[[24.0, 16.0]]),
        unit(healer.clone(), &[[24.0, 10.0]]),
    ]);
    let setting = open().placed().cap(1);
    // Target 12 - 2 = 10: 11 faces of 20.
    often(&setting, &a, &b, "heals", "saves 1 STR", 11.0 / 20.0);
    let alone = post(
        json!({"wil": 12, "str": 1, "armour": "none", "weapons": ["heal"], "policy": {"react": "none"}}),
    );
    let b = aggressive([unit(alone, &[[24.0, 16.0]])]);
    for (set, expected) in [(json!({}), false), (json!({"heal_self": "yes"}), true)] {
        let setting = open().placed().cap(1).set(set);
        let heals = (0..10)
            .map(|seed| with(&setting.lines(&a, &b, seed), "heals"))
            .sum::<usize>();
        assert_eq!(heals > 0, expected);
    }
}

/// K: vehicles, BT-7: the crew changes Move, Clad and loading.
#[test]
fn the_bt_7_rides_as_its_crew_allows() {
    let man = json!("tanker_crew");
    let target = |x: f64| {
        aggressive([unit(
            post(json!({"str": 200, "policy": {"react": "none"}})),
            &[[x, 2.0]],
        )])
    };
    let told = |seats: &[&str], cap: u32| {
        let crew: Vec<Value> = seats
            .iter()
            .map(|seat| json!({"seat": seat, "build": man}))
            .collect();
        let a = aggressive([json!({"build": "bt7", "crew": crew, "at": [[24.0, 4.0]]})]);
        let told = open().placed().cap(cap).lines(&a, &target(24.0), 1);
        acts(&told, "A's BT-7")
            .iter()
            .map(|act| act[1].clone())
            .collect::<Vec<String>>()
    };
    let full = told(&["Driver", "Gunner", "Loader"], 3);
    assert!(
        full[0].contains("Early Tank Cannon") && !full[0].contains("situation"),
        "{full:?}"
    );
    assert!(
        full[1].starts_with("Reloads the Early Tank Cannon; attacks"),
        "a loader loads at once: {full:?}"
    );
    let two = told(&["Driver", "Gunner"], 3);
    assert!(
        two[0].contains("situation +4"),
        "Clad without a spotter: {two:?}"
    );
    assert!(
        !two[1].starts_with("Reloads the Early Tank Cannon; attacks"),
        "{two:?}"
    );
    // Nobody at the guns: nothing to do; nobody at the wheel: no Move.
    let driver = told(&["Driver"], 1);
    assert!(driver[0].starts_with("Idles"), "{driver:?}");
    let far = |seats: &[&str]| {
        let crew: Vec<Value> = seats
            .iter()
            .map(|seat| json!({"seat": seat, "build": man}))
            .collect();
        let a = aggressive([json!({"build": "bt7", "crew": crew, "at": [[24.0, 4.0]]})]);
        // Behind a wall, so that it must move to see anybody.
        let setting = open().placed().cap(1).with(wall((10, 20), (38, 21), 9));
        acts(&setting.lines(&a, &target(24.0), 1), "A's BT-7")[0][1].clone()
    };
    let moves = far(&["Driver", "Gunner", "Loader"]);
    // MOV 10 and Piloting +4.
    assert!(moves.contains("Moves 14\""), "{moves}");
    assert!(!far(&["Gunner", "Loader"]).contains("Moves"), "no driver");
}

/// K: unpiloted scenery cannot be aimed at unless the scenario says so; boarding by Interface; the crew of a wreck gets
/// out beside it and acts from the next round (AE-51).
#[test]
fn ae_51_boarding_scenery_and_wrecks() {
    let gun = post(
        json!({"mot": 9, "aptitudes": {"firearm": 10}, "weapons": [{"id": "early_tank_cannon"}], "policy": {"react": "none"}}),
    );
    let scenery = |own: Value| {
        let a = aggressive([
            unit(gun.clone(), &[[24.0, 6.0]]),
            unit(post(json!({})), &[[25.0, 6.0]]),
        ]);
        let b = aggressive([
            json!({"build": "bt7", "at": [[24.0, 20.0]]}),
            unit(post(json!({})), &[[2.0, 2.0]]),
        ]);
        let setting = open().placed().cap(1).own(own);
        with(&setting.lines(&a, &b, 1), "attacks B's BT-7")
    };
    assert_eq!(
        (scenery(json!({})), scenery(json!({"shoot_scenery": true}))),
        (0, 1)
    );
    // Boarding: into the first free seat.
    let mut boarder =
        json!({"build": "tanker_crew", "count": 3, "at": [[20.0, 6.0], [24.0, 9.0], [28.0, 6.0]]});
    boarder["boards"] = json!(true);
    let a = aggressive([json!({"build": "bt7", "at": [[24.0, 6.0]]}), boarder]);
    let b = aggressive([unit(
        post(json!({"policy": {"react": "none"}})),
        &[[24.0, 2.0]],
    )]);
    let told = open().placed().cap(4).lines(&a, &b, 1);
    assert_eq!(with(&told, "takes the seat Driver of BT-7"), 1, "{told:?}");
    assert_eq!(with(&told, "takes the seat Gunner of BT-7"), 1, "{told:?}");
    assert!(!acts(&told, "A's BT-7").is_empty(), "then it rides");
    // A wreck.
    let crew = json!(["tanker_crew", "tanker_crew", "tanker_crew"]);
    let b = aggressive([json!({"build": "bt7", "crew": crew, "at": [[24.0, 14.0]]})]);
    let many = aggressive([unit(
        gun.clone(),
        &[[18.0, 6.0], [22.0, 6.0], [26.0, 6.0], [30.0, 6.0]],
    )]);
    for (set, out, dead) in [(json!({}), 3, 0), (json!({"crew_survival": "none"}), 0, 3)] {
        let setting = open().placed().cap(12).set(set);
        let mut wrecks = 0;
        for seed in 0..30 {
            let told = setting.lines(&many, &b, seed);
            let Some(at) = told
                .iter()
                .position(|line| line.contains("BT-7 loses") && line.contains("out of the fight"))
            else {
                continue;
            };
            wrecks += 1;
            assert_eq!(
                (with(&told, "gets out at"), with(&told, "dies in the wreck")),
                (out, dead),
                "{told:?}"
            );
            let rest = &told[at..];
            let end = rest
                .iter()
                .position(|line| line.starts_with("Round"))
                .unwrap_or(rest.len());
            assert!(
                acts(&rest[..end], "B's").is_empty(),
                "nobody of the crew acts in this round: {told:?}"
            );
        }
        assert!(wrecks > 0);
    }
    let setting = open()
        .placed()
        .cap(12)
        .set(json!({"crew_survival": "agility_check"}));
    let told: Vec<String> = (0..30)
        .flat_map(|seed| setting.lines(&many, &b, seed))
        .collect();
    assert!(with(&told, "gets out at") > 0 && with(&told, "dies in the wreck") > 0);
}

/// AE-53: the driver dodges; with the toggle nobody does.
#[test]
fn ae_53_a_vehicle_dodges_by_its_driver() {
    let gun = post(json!({"mot": 12, "aptitudes": {"firearm": 4}, "weapons": ["bow"]}));
    let a = aggressive([unit(gun, &[[24.0, 8.0]])]);
    let crew = json!([{"seat": "Driver", "build": "tanker_crew"}]);
    let b = aggressive([json!({"build": "bt7", "crew": crew, "at": [[24.0, 16.0]]})]);
    // A bow cannot hurt the hull, so nobody would dodge it; a cannon can.
    let cannon =
        post(json!({"mot": 12, "aptitudes": {"firearm": 4}, "weapons": ["early_tank_cannon"]}));
    let armed = aggressive([unit(cannon, &[[24.0, 8.0]])]);
    let dodges = |a: &Side, set: Value| {
        let told = acts(&open().placed().cap(1).set(set).lines(a, &b, 1), "A's").concat();
        // MOT 13 less Piloting 4.
        with(&told, "dodges: 1 die, target 9")
    };
    assert_eq!(dodges(&a, json!({})), 0);
    assert_eq!(dodges(&armed, json!({})), 1);
    assert_eq!(dodges(&armed, json!({"vehicle_dodge": "none"})), 0);
}

/// AE-33: with `free_reaction` Overwatch is not counted against REC.
#[test]
fn ae_33_toggle_overwatch_is_free() {
    let a = aggressive([unit(
        post(json!({})),
        &[[20.0, 10.0], [24.0, 10.0], [28.0, 10.0]],
    )]);
    let sniper = post(
        json!({"mot": 14, "aptitudes": {"firearm": 2}, "weapons": ["sniper_rifle"], "policy": {"react": "counter"}}),
    );
    let b = aggressive([unit(sniper, &[[24.0, 10.0]])]);
    let shots = |set: Value| {
        let told = acts(&open().placed().cap(1).set(set).lines(&a, &b, 1), "A's").concat();
        with(&told, "strikes back")
    };
    assert_eq!(
        (
            shots(json!({})),
            shots(json!({"overwatch": "free_reaction"}))
        ),
        (1, 3)
    );
}

/// AE-47 (`pool`): a team of 4 rolls 4 times the dice, and with half its STR left, twice.
#[test]
fn ae_47_a_team_rolls_as_many_times_as_it_has_models() {
    let rifle = json!({"mot": 12, "phy": 13, "wil": 13, "mov": 0, "str": 2, "aptitudes": {"firearm": 4}, "weapons": ["machine_gun"]});
    let mut team = unit(rifle, &[[24.0, 8.0]]);
    team["team"] = json!(4);
    let a = aggressive([team]);
    let shooter =
        post(json!({"mot": 12, "aptitudes": {"firearm": 2}, "weapons": ["repeater"], "str": 250}));
    let b = aggressive([unit(shooter, &[[24.0, 8.0]])]);
    let setting = open().placed().cap(12).set(json!({"team_model": "pool"}));
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..40 {
        for act in acts(&setting.lines(&a, &b, seed), "A's") {
            let str: u32 = act[0]
                .rsplit("STR ")
                .next()
                .expect("STR")
                .parse()
                .expect("a number");
            // Proficient and Quick: four dice a model, two STR each.
            let models = str.div_ceil(2);
            assert!(
                act[1].contains(&format!(": {} dice,", 4 * models)),
                "{act:?}"
            );
            seen.insert(models);
        }
    }
    assert!(seen.contains(&4) && seen.contains(&2), "{seen:?}");
}

/// K: deployment in initiative order, whoever has it first; one by one with `alternate`.
#[test]
fn deployment_follows_initiative() {
    let a = aggressive([json!({"build": "knight", "count": 2})]);
    let b = aggressive([json!({"build": "huscarl", "count": 2})]);
    let mut setting = open().cap(1);
    setting.first = fairfight::systems::skirmish::First::Dice;
    for seed in 0..6 {
        let told = setting.lines(&a, &b, seed);
        let at = told
            .iter()
            .position(|line| line.contains("has the initiative"))
            .expect("said");
        let first = &told[at][..1];
        assert!(
            told[at + 1].starts_with(&format!("{first} deploys: ")),
            "{told:?}"
        );
    }
    let told = setting.own(json!({"deploy": "alternate"})).lines(&a, &b, 1);
    let order: Vec<&str> = told
        .iter()
        .filter(|line| line.contains(" deploys "))
        .map(|line| &line[..1])
        .collect();
    assert!(
        order == ["A", "B", "A", "B"] || order == ["B", "A", "B", "A"],
        "{order:?}"
    );
}

/// AE-49: cover is worth nothing unless the toggle says so.
#[test]
fn ae_49_cover_is_a_toggle() {
    let gun = post(json!({"mot": 12, "aptitudes": {"firearm": 4}, "weapons": ["rifle"]}));
    let a = aggressive([unit(gun, &[[24.0, 10.0]])]);
    let b = aggressive([unit(
        post(json!({"armour": "none", "policy": {"react": "none"}})),
        &[[24.0, 20.0]],
    )]);
    let low = wall((20, 26), (28, 27), 1);
    let told = |set: Value| {
        acts(
            &open().placed().cap(1).with(low).set(set).lines(&a, &b, 1),
            "A's",
        )
        .concat()
    };
    assert_eq!(with(&told(json!({})), "situation"), 0);
    assert_eq!(with(&told(json!({"cover_mod": -4})), "situation +4"), 1);
}

/// A die as told: what it succeeds on, from where it is critical.
#[derive(Copy, Clone, Debug)]
struct Needs {
    floor: u32,
    crit: u32,
}

fn needs(line: &str) -> Needs {
    let after = |word: &str| {
        let rest = line.split(word).nth(1)?;
        rest.split(|c: char| !c.is_ascii_digit())
            .next()?
            .parse()
            .ok()
    };
    Needs {
        floor: after("succeeds on ").expect("a target"),
        crit: after("critical from ").unwrap_or(if line.contains("no critical") { 21 } else { 20 }),
    }
}

/// AE-18: every group roll that is told is judged again from its faces, with both readings of the toggle: a die of the
/// active unit against the best of its target (of everybody, with `everyone`), a reaction die against the active unit's
/// best.
#[test]
fn ae_18_group_face_to_face_both_ways() {
    let a = aggressive([
        json!({"build": "infantryman", "count": 3}),
        json!({"build": "knight", "count": 2}),
    ]);
    let b = aggressive([
        json!({"build": "frontiersman", "count": 4}),
        json!({"build": "huscarl", "count": 2}),
    ]);
    for everyone in [false, true] {
        let set = json!({"group_ftf": if everyone { "everyone" } else { "target_only" }});
        let setting = open().set(set);
        let (mut judged, mut differing) = (0, 0);
        for seed in 0..12 {
            let (_, events) = setting.tell(&a, &b, seed, 0);
            let mut acts: Vec<Vec<Event>> = Vec::new();
            for event in events {
                if matches!(event, Event::Heading(_)) {
                    acts.push(Vec::new());
                }
                if let Some(act) = acts.last_mut() {
                    act.push(event);
                }
            }
            for act in acts {
                let (one, two) = judge(&act, everyone);
                judged += one;
                differing += two;
            }
        }
        assert!(
            judged > 30 && differing > 0,
            "{judged} group rolls, {differing} that tell the readings apart"
        );
    }
}

/// Judges one told activation again; how many group rolls it has, and in how many the two readings differ.
fn judge(act: &[Event], everyone: bool) -> (usize, usize) {
    let text = |event: &Event| match event {
        Event::Line(text) => text.clone(),
        _ => String::new(),
    };
    let name = |line: &str, word: &str| line.split(word).next().unwrap_or("").to_owned();
    let mut answers: Vec<(String, Needs, Vec<u32>)> = Vec::new();
    let mut attack: Option<(String, Needs, Vec<u32>)> = None;
    let (mut blow, mut who) = (None, String::new());
    let mut hits: Vec<(String, String)> = Vec::new();
    let active = match &act[0] {
        Event::Heading(text) => name(text, " acts at"),
        _ => String::new(),
    };
    for event in act {
        let line = text(event);
        if line.contains("; attacks ") {
            let target = line
                .split("; attacks ")
                .nth(1)
                .and_then(|rest| rest.split(" with ").next());
            blow = Some((
                target.unwrap_or("").to_owned(),
                needs(&line),
                line.contains("Grenade"),
            ));
        } else if line.contains(" strikes back at ") {
            answers.push((name(&line, " strikes back"), needs(&line), Vec::new()));
        } else if line.contains(" dodges: ") {
            answers.push((name(&line, " dodges: "), needs(&line), Vec::new()));
        } else if line.contains(" rolls") {
            who = name(&line, " rolls");
        } else if let Some(rest) = line.strip_prefix("Hits on ") {
            let (victim, what) = rest.split_once(": ").expect("what hit");
            hits.push((victim.to_owned(), what.trim_end_matches('.').to_owned()));
        }
        if let Event::Roll { about, faces, .. } = event {
            match *about {
                "answer" | "dodge" => {
                    if let Some(answer) = answers.iter_mut().find(|answer| answer.0 == who) {
                        answer.2.extend(faces);
                    }
                }
                "attack" if who == active => {
                    let (target, needs, _) = blow.clone().expect("an attack");
                    attack
                        .get_or_insert((target, needs, Vec::new()))
                        .2
                        .extend(faces);
                }
                _ => {}
            }
        }
    }
    // Only where the dice were rolled face by face, by a group.
    let Some((target, strike, faces)) = attack.filter(|_| !who.is_empty()) else {
        return (0, 0);
    };
    if blow.is_some_and(|blow| blow.2) {
        return (0, 0);
    }
    let best = |needs: Needs, faces: &[u32]| {
        faces
            .iter()
            .copied()
            .filter(|&f| f >= needs.floor)
            .max()
            .unwrap_or(0)
    };
    let own = answers
        .iter()
        .find(|answer| answer.0 == target)
        .map_or(0, |answer| best(answer.1, &answer.2));
    let all = answers
        .iter()
        .map(|answer| best(answer.1, &answer.2))
        .max()
        .unwrap_or(0);
    let count = |needs: Needs, faces: &[u32], top: u32| {
        let stands = || faces.iter().filter(move |&&f| f >= needs.floor && f >= top);
        let crit = stands().filter(|&&f| f >= needs.crit).count();
        (stands().count() - crit, crit)
    };
    let say = |(plain, crit): (usize, usize)| match (plain, crit) {
        (0, 0) => None,
        (plain, 0) => Some(format!("{plain} ordinary")),
        (0, crit) => Some(format!("{crit} critical")),
        (plain, crit) => Some(format!("{plain} ordinary, {crit} critical")),
    };
    let told = |victim: &str| -> Vec<String> {
        let hits = hits.iter().filter(|hit| hit.0 == victim);
        hits.map(|hit| hit.1.clone()).collect()
    };
    let expected = say(count(strike, &faces, if everyone { all } else { own }));
    assert_eq!(told(&target).first().cloned(), expected, "{act:#?}");
    let mine = best(strike, &faces);
    let mut back: Vec<String> = Vec::new();
    for (_, needs, faces) in answers.iter().filter(|answer| !answer.2.is_empty()) {
        back.extend(say(count(*needs, faces, mine)));
    }
    let strikes = act.iter().any(|event| text(event).contains(" dodges: "));
    if !strikes {
        assert_eq!(told(&active), back, "{act:#?}");
    }
    (
        1,
        usize::from(count(strike, &faces, own) != count(strike, &faces, all)),
    )
}
