//! Sentences of the skirmish protocol that a first reading of the code would miss, each by a small scene: who is made for,
//! what a second Move does, crews and loaders, blasts that answer, and what a unit knows when it decides.

use crate::bad_rules::Folder;
use crate::skirmish_help::{Setting, Side, aggressive, cautious, open};
use crate::skirmish_rules::{acts, often, post, stands, unit, wall, with};
use fairfight::query::Library;
use fairfight::table::{Climb, INCH, Piece, Point, Screen, Shape};
use serde_json::{Value, json};

/// A swordsman who can walk.
fn sword(extra: Value) -> Value {
    let mut build = json!({"name": "Sword", "mot": 12, "phy": 10, "wil": 13, "str": 20, "aptitudes": {"ohs": 4}, "weapons": ["sword"]});
    let table = build.as_object_mut().expect("a table");
    table.extend(extra.as_object().expect("a table").clone());
    build
}

/// A BT-7 with these seats taken.
fn tank(seats: &[&str], man: &Value, at: [f64; 2]) -> Value {
    let crew = seats.iter().map(|seat| json!({"seat": seat, "build": man}));
    json!({"build": "bt7", "crew": crew.collect::<Vec<Value>>(), "at": [at]})
}

fn told(setting: &Setting, a: &Side, b: &Side) -> Vec<String> {
    acts(&setting.lines(a, b, 1), "A's").concat()
}

/// AE-41: one try for each STR that the dice took, also for a unit that the first tries saved.
#[test]
fn ae_41_one_try_for_each_str_lost() {
    let gun = post(json!({"mot": 9, "aptitudes": {"firearm": 10}, "weapons": ["machine_gun"]}));
    let a = aggressive([unit(gun, &[[24.0, 8.0]])]);
    let victim = post(json!({"str": 3, "armour": "none", "policy": {"react": "none"}}));
    let healer =
        post(json!({"wil": 12, "rec": 20, "weapons": ["heal"], "policy": {"react": "none"}}));
    let b = aggressive([unit(victim, &[[24.0, 16.0]]), unit(healer, &[[24.0, 10.0]])]);
    let mut saved_some = 0;
    for seed in 0..200 {
        let told = acts(&open().placed().cap(1).lines(&a, &b, seed), "A's").concat();
        let (tries, saved) = (with(&told, " heals "), with(&told, "saves 1 STR"));
        let line = told
            .iter()
            .find_map(|line| line.strip_prefix("B's Post 1 loses "));
        let Some(line) = line else { continue };
        let left = line.split(' ').find_map(|word| word.parse::<usize>().ok());
        assert_eq!(tries, saved + left.unwrap_or(0), "{told:?}");
        saved_some += usize::from(saved > 0 && saved < tries);
    }
    assert!(saved_some > 20, "{saved_some}");
}

/// SK-08, 4: a Move that gets nowhere sets the detour, and the next path is the second Move of the same activation.
#[test]
fn sk_08_a_second_move_takes_the_longer_side() {
    for screen in [Screen::Blocks, Screen::Clear] {
        // The shorter way round the house is to the left, and a shed bars it at once.
        let at = |x: i32, y: i32| Point::new(x * INCH / 10, y * INCH / 10);
        let house = Piece {
            screen,
            shape: Shape::rectangle(at(200, 106), at(300, 140)),
            ..wall((20, 11), (30, 14), 5)
        };
        let shed = Piece {
            screen,
            shape: Shape::rectangle(at(200, 80), at(234, 101)),
            ..wall((20, 8), (23, 10), 5)
        };
        let setting = open().placed().cap(1).with(house).with(shed);
        let a = aggressive([unit(sword(json!({})), &[[24.0, 9.9]])]);
        let b = aggressive([unit(
            post(json!({"armour": "none", "policy": {"react": "none"}})),
            &[[24.0, 8.0]],
        )]);
        let told = told(&setting, &a, &b);
        assert!(
            told[1].contains("; moves 6\" to (29.9\", "),
            "{screen:?}: {told:?}"
        );
    }
}

/// AE-69: Acrobatics also where the block that bars the way hides everybody behind it.
#[test]
fn ae_69_acrobatics_over_a_wall_that_hides_the_enemy() {
    let climber = sword(json!({"phy": 12, "aptitudes": {"agility": 4, "ohs": 4}}));
    let fence = Piece {
        climb: Some(Climb::Test),
        ..wall((0, 13), (48, 14), 5)
    };
    let setting = open().placed().cap(1).with(fence);
    let a = aggressive([unit(climber, &[[24.0, 11.5]])]);
    let b = aggressive([unit(post(json!({})), &[[24.0, 8.0]])]);
    often(&setting, &a, &b, "(Acrobatics)", "It is over", 13.0 / 20.0);
}

/// 3.1, Stealth: a hidden unit cannot be targeted, not even by one who runs into it.
#[test]
fn a_hidden_unit_is_not_struck_by_one_who_comes_to_touch_it() {
    let setting = open().placed().cap(1).with(wall((20, 21), (25, 22), 5));
    let a = aggressive([unit(sword(json!({})), &[[24.3, 20.4]])]);
    let lurker = post(json!({"armour": "none"}));
    let mut lurker = unit(lurker, &[[23.4, 24.8]]);
    for (hidden, strikes) in [(false, 1), (true, 0)] {
        lurker["hidden"] = json!(hidden);
        let told = told(&setting, &a, &aggressive([lurker.clone()]));
        assert_eq!(with(&told, "; attacks B's Post"), strikes, "{told:?}");
    }
}

/// 3.1 (2), (3): the nearest foe is the nearest that can be hurt, if there is one: a tank does not spellbind swordsmen.
#[test]
fn a_unit_makes_for_whom_it_can_hurt() {
    let man = json!("tanker_crew");
    let a = aggressive([unit(sword(json!({"str": 1})), &[[24.0, 8.0]])]);
    let b = aggressive([
        tank(&["Driver"], &man, [24.0, 28.0]),
        unit(post(json!({"armour": "none"})), &[[14.0, 8.0]]),
    ]);
    let told = told(&open().placed().cap(1), &a, &b);
    assert!(told[1].starts_with("Moves 6\""), "{told:?}");
    let b = aggressive([tank(&["Driver"], &man, [24.0, 28.0])]);
    let told = self::told(&open().placed().cap(1), &a, &b);
    assert!(told[1].starts_with("Idles"), "nobody to hurt: {told:?}");
}

/// SK-10: scenery is no foe; cautious armies let those with guns act first, vehicles among them.
#[test]
fn sk_10_who_acts_first() {
    let heads = |a: &Side, b: &Side| -> Vec<String> {
        let told = acts(&open().placed().cap(1).lines(a, b, 1), "A's");
        let name = |act: &Vec<String>| act[0].split(" acts").next().unwrap_or("").to_owned();
        told.iter().map(name).collect()
    };
    let b = aggressive([
        json!({"build": "bt7", "at": [[10.0, 30.0]]}),
        unit(post(json!({})), &[[24.0, 18.0]]),
    ]);
    // The second is near an empty hull, the first nearer to an enemy.
    let a = aggressive([unit(post(json!({})), &[[24.0, 10.0], [38.0, 10.0]])]);
    assert_eq!(heads(&a, &b), ["A's Post 1", "A's Post 2"]);
    let man = json!("tanker_crew");
    let b = aggressive([unit(post(json!({})), &[[24.0, 18.0]])]);
    let a = cautious([
        unit(sword(json!({"mov": 0})), &[[24.0, 20.0]]),
        tank(&["Driver", "Gunner"], &man, [24.0, 6.0]),
    ]);
    assert_eq!(heads(&a, &b), ["A's BT-7", "A's Sword"]);
}

/// 3.1, cautious: units for close quarters wait if nobody can shoot at them; a hull without a gunner cannot.
#[test]
fn the_cautious_wait_for_a_hull_without_a_gunner() {
    let man = json!("tanker_crew");
    let a = cautious([unit(sword(json!({})), &[[24.0, 8.0]])]);
    for (seats, waits) in [(&["Driver"][..], 1), (&["Driver", "Gunner"], 0)] {
        let b = aggressive([tank(seats, &man, [24.0, 8.0])]);
        let told = told(&open().placed().cap(1), &a, &b);
        assert_eq!(with(&told, "stands ready to dodge"), waits, "{told:?}");
    }
}

/// 3.1, Vehicle: whoever boards has acted; the hull it enters has no activation left in that turn, and keeps the place of
/// its crew in the list.
#[test]
fn boarding_is_the_activation_of_the_crew() {
    let mut boarder = unit(json!("tanker_crew"), &[[24.0, 8.5]]);
    boarder["boards"] = json!(true);
    boarder["hidden"] = json!(true);
    let a = aggressive([
        json!({"build": "bt7", "at": [[24.0, 6.0]]}),
        unit(post(json!({})), &[[40.0, 6.0]]),
        boarder,
    ]);
    let b = aggressive([unit(
        post(json!({"policy": {"react": "none"}})),
        &[[24.0, 8.0]],
    )]);
    let mut setting = open().placed().cap(2);
    setting.order = fairfight::systems::skirmish::Order::Listed;
    let lines = setting.lines(&a, &b, 1);
    let heads = |round: &[String]| -> Vec<String> {
        let name = |act: &Vec<String>| act[0].split(" acts").next().unwrap_or("").to_owned();
        acts(round, "A's").iter().map(name).collect()
    };
    let rounds: Vec<&[String]> = lines
        .split(|line| line.starts_with("Round"))
        .skip(1)
        .collect();
    assert_eq!(
        heads(rounds[0]),
        ["A's Post", "A's Tank Crewman"],
        "{lines:?}"
    );
    assert_eq!(heads(rounds[1]), ["A's Post", "A's BT-7"], "{lines:?}");
}

/// AE-47: a seat is for one model.
#[test]
fn ae_47_a_team_cannot_board() {
    let mut team = unit(json!("tanker_crew"), &[[24.0, 8.0]]);
    (team["team"], team["boards"]) = (json!(3), json!(true));
    let a = aggressive([team]);
    let b = aggressive([unit(post(json!({})), &[[24.0, 8.0]])]);
    let setting = open().placed().set(json!({"team_model": "pool"}));
    let Err(problems) = setting.field(&a, &b) else {
        panic!("a team boards")
    };
    assert!(problems.to_string().contains("a seat is for one model"));
}

/// 3.1, Vehicle, Discover: a vehicle looks with the best eyes of its crew, and worse if it is Clad and nobody spots.
#[test]
fn a_vehicle_looks_with_the_eyes_of_its_crew() {
    let man =
        json!({"name": "Eyes", "mot": 12, "phy": 13, "wil": 13, "aptitudes": {"perception": 2}});
    let sneak = post(json!({"mot": 12, "aptitudes": {"stealth": 4}}));
    let mut hidden = unit(sneak, &[[24.0, 16.0]]);
    hidden["hidden"] = json!(true);
    let b = aggressive([hidden]);
    for (seats, target) in [(&["Driver"][..], 14), (&["Driver", "Loader"], 10)] {
        let a = aggressive([tank(seats, &man, [24.0, 12.0])]);
        let chance = stands(target, 8);
        often(
            &open().placed().cap(1),
            &a,
            &b,
            "Looks for B's",
            "is discovered",
            chance,
        );
    }
}

/// AE-50: a weapon that needs three is slow to load with two.
#[test]
fn ae_50_as_many_loaders_as_the_weapon_needs() {
    let rules = "extends = \"allesfezs\"\n[weapons]\nearly_tank_cannon = { team_loaded = 3 }\n";
    let folder = Folder::new(&[("my.toml", rules)]);
    let book = Library::new()
        .book(&folder.name("my.toml"), None)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let gunner =
        post(json!({"mot": 12, "aptitudes": {"firearm": 4}, "weapons": ["early_tank_cannon"]}));
    let b = aggressive([unit(
        post(json!({"str": 200, "policy": {"react": "none"}})),
        &[[24.0, 16.0]],
    )]);
    for (mates, words) in [(1, "; reloads"), (2, "; attacks")] {
        let a = aggressive([
            unit(gunner.clone(), &[[24.0, 8.0]]),
            unit(post(json!({})), &[[25.0, 8.0], [23.0, 8.0]][..mates]),
        ]);
        let setting = open().placed().cap(2);
        let pairing = setting
            .field_by(book.as_ref(), &a, &b)
            .unwrap_or_else(|problems| panic!("{problems}"));
        let stream = fairfight::umpire::Stream::new(1, "loaders");
        let mut lab = fairfight::umpire::Lab::new();
        let (_, events) = pairing.fight.tell(&mut lab, stream, 0).expect("a fight");
        let lines = crate::skirmish_help::lines(&events);
        let acts = acts(&lines, "A's Post 1");
        assert!(
            acts[1][1].starts_with(&format!("Reloads the Early Tank Cannon{words}")),
            "{acts:?}"
        );
    }
}

/// 3.1, Explosive: an answer counts whom its blast would catch beside the active unit.
#[test]
fn an_explosive_answer_counts_everybody_it_would_catch() {
    let thrower = post(
        json!({"mot": 12, "aptitudes": {"thrown": 4, "firearm": 4}, "weapons": ["rifle", "hand_grenade"]}),
    );
    let b = aggressive([unit(thrower, &[[24.0, 28.0]])]);
    let walker = post(json!({"armour": "none"}));
    for (near, weapon) in [(14.0, "Rifle"), (2.0, "Hand Grenade")] {
        let a = aggressive([unit(walker.clone(), &[[24.0, 8.0], [24.0 + near, 8.0]])]);
        let told = told(&open().placed().cap(1), &a, &b);
        let answer = told.iter().find(|line| line.contains("strikes back"));
        assert!(answer.is_some_and(|line| line.contains(weapon)), "{told:?}");
    }
}

/// AE-36 (`scatter`): an answer that misses drifts as well, by what its best die falls short of the target value, however
/// high that is.
#[test]
fn ae_36_toggle_an_answer_that_misses_drifts() {
    let thrower = post(json!({"mot": 17, "weapons": [{"id": "hand_grenade", "count": 9}]}));
    let b = aggressive([unit(thrower, &[[24.0, 20.0]])]);
    let a = aggressive([unit(
        post(json!({"armour": "none", "elusive": 8})),
        &[[24.0, 12.0]],
    )]);
    let setting = open()
        .placed()
        .cap(2)
        .set(json!({"explosive_miss": "scatter"}));
    let mut drifted = 0;
    for seed in 0..10 {
        for act in acts(&setting.lines(&a, &b, seed), "A's") {
            let Some(line) = act.iter().find(|line| line.contains("misses by")) else {
                continue;
            };
            let face = act.iter().find_map(|line| line.strip_prefix("answer ["));
            let face: i32 = face
                .and_then(|face| face.trim_end_matches(']').parse().ok())
                .expect("one die");
            // MOT 17, Elusive 8, 15" away: 25.
            assert!(
                line.contains(&format!("misses by {} ", 25 - face)),
                "{act:?}"
            );
            drifted += 1;
        }
    }
    assert!(drifted > 5, "{drifted}");
}

/// 3.1, cautious (1): the attack of a scoot is made at the best point of its path; one that teleports is only where it
/// arrives (AE-66).
#[test]
fn a_scoot_attacks_from_the_best_point_of_its_path() {
    let gun = |teleports: bool| {
        post(
            json!({"mot": 12, "mov": 5, "aptitudes": {"firearm": 4}, "weapons": ["smg"], "armour": "none", "teleports": teleports}),
        )
    };
    // From (20", 12") behind the wall at (24", 12.4"): on the way it is within 8" of the enemy, at the ends it is not.
    let setting = || open().placed().cap(1).with(wall((23, 13), (26, 14), 5));
    let b = aggressive([unit(
        post(json!({"armour": "none", "policy": {"react": "none"}})),
        &[[26.0, 26.8]],
    )]);
    let scoots = |teleports: bool| {
        let a = cautious([unit(gun(teleports), &[[20.0, 12.0]])]);
        told(&setting(), &a, &b)
    };
    let walks = scoots(false);
    assert!(
        walks[1].contains("1 enemies see it here, 0 there"),
        "{walks:?}"
    );
    assert!(walks[1].contains("range -2"), "{walks:?}");
    let teleports = scoots(true);
    assert!(teleports[1].starts_with("Idles; attacks"), "{teleports:?}");
}

/// AE-37, AE-64: a blast goes off while its thrower is at the point of its path from which it threw, not where it ends.
#[test]
fn ae_37_a_thrower_is_where_it_threw_from() {
    let thrower = post(
        json!({"mot": 9, "mov": 6, "aptitudes": {"thrown": 10}, "weapons": ["hand_grenade"], "armour": "none"}),
    );
    // It throws at 6", and hides behind a wall not 3" from its target.
    let a = cautious([unit(thrower, &[[19.0, 12.0]])]);
    let foe = post(json!({"str": 1, "armour": "none", "policy": {"react": "none"}}));
    let b = aggressive([unit(foe, &[[24.0, 32.0]])]);
    let wall = wall((22, 13), (26, 14), 5);
    let setting = open().placed().cap(1).with(wall);
    let setting = setting.set(json!({"explosive_miss": "scatter"}));
    let mut thrown = 0;
    for seed in 0..10 {
        let act = acts(&setting.lines(&a, &b, seed), "A's").concat();
        assert!(act[1].contains("1 enemies see it here, 0 there"), "{act:?}");
        if with(&act, "misses by") == 0 {
            assert_eq!(with(&act, "A's Post is caught"), 0, "{act:?}");
            thrown += 1;
        }
    }
    assert!(thrown > 5, "{thrown}");
}

/// AE-49: an option that moves is weighed with the cover its target has from where it ends.
#[test]
fn ae_49_cover_counts_where_a_move_ends() {
    let gun = post(json!({"mot": 12, "mov": 6, "aptitudes": {"firearm": 4}, "weapons": ["smg"]}));
    let a = aggressive([unit(gun, &[[24.0, 6.0]])]);
    // 27" and 28" away: the nearer one is behind a low wall.
    let b = aggressive([unit(
        post(json!({"armour": "none", "policy": {"react": "none"}})),
        &[[24.0, 14.0], [19.0, 13.5]],
    )]);
    let told = |set: Value| {
        let setting = open()
            .placed()
            .cap(1)
            .with(wall((22, 32), (26, 33), 1))
            .set(set);
        self::told(&setting, &a, &b)
    };
    let (open, covered) = (told(json!({})), told(json!({"cover_mod": -4})));
    assert_eq!(with(&open, "attacks B's Post 1"), 1, "{open:?}");
    assert_eq!(with(&covered, "attacks B's Post 2"), 1, "{covered:?}");
}

/// AE-63 (`informed`): whoever is struck back at by several weighs them all.
#[test]
fn ae_63_informed_weighs_every_answer() {
    let fencer = post(
        json!({"mot": 16, "phy": 9, "str": 1, "armour": "none", "weapons": ["club"], "policy": {"second": "informed"}}),
    );
    let a = aggressive([unit(fencer, &[[24.0, 20.0]])]);
    let foe =
        post(json!({"mot": 12, "aptitudes": {"ohs": 4}, "weapons": ["sword"], "armour": "none"}));
    for places in [
        &[[24.0, 27.0]][..],
        &[[24.0, 27.0], [23.0, 28.0]],
        &[[23.0, 28.0], [25.0, 28.0]],
    ] {
        let b = aggressive([unit(foe.clone(), places)]);
        let told = told(&open().placed().cap(1), &a, &b);
        assert_eq!(with(&told, "strikes back"), places.len(), "{told:?}");
        assert_eq!(with(&told, "Seeing that, A's"), 1, "{told:?}");
    }
}

/// 3.1, `spread`: a tie goes to the nearest, not to the one listed first.
#[test]
fn spread_deals_ties_to_the_nearest() {
    let gun = post(json!({"mot": 12, "aptitudes": {"firearm": 4}, "weapons": ["rifle"]}));
    let a = aggressive([unit(gun, &[[24.0, 10.0]])]);
    let b = aggressive([unit(
        post(json!({"str": 1, "armour": "none", "policy": {"react": "none"}})),
        &[[24.0, 27.0], [20.0, 24.0], [28.0, 25.5]],
    )]);
    let told = told(&open().placed().cap(1).own(json!({"spread": true})), &a, &b);
    assert_eq!(with(&told, "rolls against B's Post 1"), 1, "{told:?}");
    assert_eq!(with(&told, "rolls against B's Post 3"), 1, "{told:?}");
}
