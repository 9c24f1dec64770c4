//! Rulings of `docs/rules/core-concepts.md`, section 9: each with a test that would fail if its toggle were ignored. The
//! expected figures are worked out here by hand, or from the dice.

use crate::core_concepts_examples::{duel, keyed, model, question, spear, sword, with_policy};
use crate::helpers::{answer, number};
use serde_json::{Value, json};

#[track_caller]
pub fn near(what: &str, got: f64, expected: f64) {
    assert!(
        (got - expected).abs() < 1e-12,
        "{what}: {got}, expected {expected}"
    );
}

/// Somebody with one die of everything, a gun that always hits at 0" and does this much, and a plan to stand and shoot.
pub fn gunman(damage: i64, more: Value) -> Value {
    let gun = json!({"mod": 0, "damage": damage, "critical": damage});
    let mut model = model(
        [1, 1, 1, 1],
        json!({"ranged_weapon": gun, "policy": {"plan": "stand"}}),
    );
    for (key, value) in more.as_object().expect("keys") {
        match key.as_str() {
            "reaction" => model["policy"]["reaction"] = value.clone(),
            "plan" => model["policy"]["plan"] = value.clone(),
            "pin" | "mod" => model["ranged_weapon"][key] = value.clone(),
            _ => model[key] = value.clone(),
        }
    }
    model
}

/// A duel where A activates first in every round.
#[track_caller]
pub fn fixed(a: &Value, b: &Value, gap: f64, rounds: i64, mut set: Value) -> Value {
    set["initiative"] = json!("fixed");
    duel(a, b, json!({"gap": gap, "rounds": rounds}), set)
}

/// Wins of A and of B, and mutual ends.
#[track_caller]
pub fn ends(duel: &Value, a: f64, b: f64, mutual: f64) {
    near("win_a", number(duel, "win_a"), a);
    near("win_b", number(duel, "win_b"), b);
    near("mutual", number(&duel["draws"], "mutual"), mutual);
}

#[test]
fn cc_01_what_a_normal_defence_success_cancels() {
    // One die against one: a critical lands unless the defence is critical, or any success.
    let keys =
        json!({"a": sword([1, 1, 1, 1]), "b": sword([1, 1, 1, 1]), "in_reach_of_defender": false});
    let law = |set: Value| question("clash", keys.clone(), set);
    let (normal, critical) = (1.0 / 3.0 / 2.0, 1.0 / 6.0);
    let expected = |p: f64| [("0", 1.0 - normal - p), ("1", normal), ("2", p)];
    keyed(
        &law(json!({})),
        "damage_to_defender",
        &expected(critical * 5.0 / 6.0),
    );
    let both = law(json!({"normal_def_cancels_crit": true}));
    keyed(&both, "damage_to_defender", &expected(critical / 2.0));
}

/// CC-03: the defender cancels so that least damage is left. Face by face, for weapons with which a critical defence
/// success does better against two normals, against one critical, or the same against either.
#[test]
fn cc_03_the_defender_cancels_for_the_least_damage() {
    for (damage, critical) in [(2, 3), (1, 3), (1, 2)] {
        let weapon = json!({"reach": 1, "damage": damage, "critical": critical});
        let side = || {
            let mut side = sword([3, 1, 1, 1]);
            side["melee_weapon"] = weapon.clone();
            side
        };
        let keys = json!({"a": side(), "b": side(), "a_dice": 3, "b_dice": 0});
        let got = question("clash", keys, json!({}));
        let mut expected = [0.0; 10];
        for code in 0..6u32.pow(6) {
            let face = |at: u32| code / 6u32.pow(at) % 6 + 1;
            let count = |from: u32, critical: bool| {
                let hit = |face: u32| {
                    if critical {
                        face == 6
                    } else {
                        face == 4 || face == 5
                    }
                };
                (from..from + 3).filter(|at| hit(face(*at))).count() as i64
            };
            let (n, c, dn, dc) = (
                count(0, false),
                count(0, true),
                count(3, false),
                count(3, true),
            );
            let left = |k: i64| damage * (n - dn - 2 * (dc - k)).max(0) + critical * (c - k);
            let least = (0..=c.min(dc)).map(left).min().expect("a choice");
            expected[least as usize] += 1.0 / f64::from(6u32.pow(6));
        }
        for (damage, chance) in expected.iter().enumerate() {
            let found = got["damage_to_defender"][damage.to_string()]
                .as_f64()
                .unwrap_or(0.0);
            near(&format!("{weapon}: {damage}"), found, *chance);
        }
    }
}

#[test]
fn cc_02_dice_of_a_defender_out_of_reach() {
    let law = |dice: i64, set: Value| {
        let keys = json!({"a": sword([3, 1, 1, 1]), "b": sword([dice, 1, 1, 1]), "in_reach_of_defender": false});
        question("clash", keys, set)["damage_to_defender"].clone()
    };
    let half = json!({"no_reach_dice": "half-lost"});
    assert_ne!(law(5, json!({})), law(5, half.clone()));
    assert_eq!(law(5, half.clone()), law(2, json!({})), "3 of 5 are lost");
    assert_eq!(law(4, half.clone()), law(2, json!({})), "2 of 4 are lost");
    // In reach nothing is lost.
    let keys = json!({"a": sword([3, 1, 1, 1]), "b": sword([5, 1, 1, 1]), "b_dice": 1});
    assert_eq!(
        question("clash", keys.clone(), half)["damage_to_defender"],
        question("clash", keys, json!({}))["damage_to_defender"]
    );
    // In a duel: a spear strikes from where a sword does not reach.
    let one = |set: Value| {
        let b = with_policy(sword([4, 1, 1, 1]), json!({"plan": "stand"}));
        number(&fixed(&spear([3, 1, 1, 1]), &b, 2.0, 1, set), "win_a")
    };
    assert!(one(json!({"no_reach_dice": "half-lost"})) > one(json!({})) + 0.01);
}

#[test]
fn cc_04_one_package_or_one_a_success() {
    // Toughness 1: each package that arrives is a test with one die.
    let blade = json!({"reach": 1, "damage": 1, "critical": 1});
    let a = model(
        [2, 1, 1, 1],
        json!({"melee_weapon": blade, "policy": {"split": "all-attack"}}),
    );
    let b = model([1, 1, 1, 1], json!({}));
    let clash = question("clash", json!({"a": a, "b": b, "a_dice": 2}), json!({}));
    let p = |n: &str| number(&clash["damage_to_defender"], n);
    let package = fixed(&a, &b, 0.0, 1, json!({}));
    near("attack", number(&package, "win_a"), (p("1") + p("2")) / 2.0);
    let success = fixed(&a, &b, 0.0, 1, json!({"stress_per": "success"}));
    near(
        "success",
        number(&success, "win_a"),
        p("1") / 2.0 + p("2") * 0.75,
    );
}

#[test]
fn cc_04_normals_come_first() {
    // Toughness 2 and 1 damage a normal, 2 a critical: one of each is 1 (no test) and then 3 (a test), or the other way
    // round 2 (a test) and 3 (another).
    let blade = json!({"reach": 1, "damage": 1, "critical": 2});
    let a = model(
        [2, 1, 1, 1],
        json!({"melee_weapon": blade, "policy": {"split": "all-attack"}}),
    );
    let b = model([1, 1, 2, 1], json!({}));
    let got = number(
        &fixed(&a, &b, 0.0, 1, json!({"stress_per": "success"})),
        "win_a",
    );
    // By hand: die by die of the attack, then of the defence.
    let mut removed = 0.0;
    let die = [(0, 0.5), (1, 1.0 / 3.0), (2, 1.0 / 6.0)];
    for (first, p) in die {
        for (second, q) in die {
            for (defence, r) in die {
                let (mut normals, mut criticals) = (0, 0);
                for kind in [first, second] {
                    normals += i32::from(kind == 1);
                    criticals += i32::from(kind == 2);
                }
                match defence {
                    1 => normals = (normals - 1).max(0),
                    2 if criticals > 0 => criticals -= 1,
                    2 => normals = 0,
                    _ => {}
                }
                // Stress, Toughness and chance; a test of two dice leaves 2, 1, 0 with 1/4, 1/2, 1/4.
                let chance = match (normals, criticals) {
                    (0, 1) | (1, 1) | (2, 0) => 0.25,
                    (0, 2) => 0.25 + 0.25 * 0.25 + 0.5 * 0.5,
                    _ => 0.0,
                };
                removed += p * q * r * chance;
            }
        }
    }
    near("removed", got, removed);
}

#[test]
fn cc_05_distance_and_difficulty() {
    let a = gunman(1, json!({}));
    for (round, expected) in [
        ("up", [8, 9, 9, 9]),
        ("down", [8, 8, 8, 8]),
        ("nearest", [8, 8, 9, 9]),
    ] {
        for (distance, expected) in [8.0, 8.4, 8.5, 8.9].into_iter().zip(expected) {
            let keys = json!({"a": a, "distance": distance});
            let shot = question("shot", keys, json!({"distance_round": round}));
            assert_eq!(shot["difficulty"], json!(expected), "{round} {distance}");
        }
    }
    // In a duel, with one die across 3.5".
    for (round, hit) in [("up", 3.0), ("down", 4.0), ("nearest", 3.0)] {
        let one = fixed(
            &a,
            &gunman(0, json!({})),
            3.5,
            1,
            json!({"distance_round": round}),
        );
        near(round, number(&one, "win_a"), hit / 6.0 / 2.0);
    }
}

#[test]
fn cc_06_half_of_an_odd_agility() {
    let a = gunman(1, json!({}));
    for (round, expected) in [("up", 2), ("down", 1)] {
        let keys = json!({"a": a, "distance": 0, "cover_agility": 3});
        let shot = question("shot", keys, json!({"half_round": round}));
        assert_eq!(shot["difficulty"], json!(expected), "{round}");
        // In a duel across 2": 4 or 3 on one die.
        let b = model(
            [1, 1, 1, 3],
            json!({"policy": {"plan": "stand", "reaction": "cover"}}),
        );
        let one = fixed(&a, &b, 2.0, 1, json!({"half_round": round}));
        near(
            round,
            number(&one, "win_a"),
            f64::from(7 - 2 - expected) / 6.0 / 2.0,
        );
    }
}

/// A weapon that only shoves, at 0".
fn pusher(dice: i64, more: Value) -> Value {
    let blade = json!({"reach": 0, "damage": 0, "critical": 0, "shove": true});
    let mut a = model(
        [dice, 1, 1, 1],
        json!({"melee_weapon": blade, "policy": {"split": "all-attack"}}),
    );
    for (key, value) in more.as_object().expect("keys") {
        a[key] = value.clone();
    }
    a
}

#[test]
fn cc_07_a_critical_shoves_once() {
    // B may not shoot from contact, so it shoots only when it was shoved: 1", and not 2" for two criticals.
    let b = gunman(1, json!({"ballistics": 1}));
    let clash = question(
        "clash",
        json!({"a": pusher(2, json!({})), "b": b, "a_dice": 2}),
        json!({}),
    );
    assert_eq!(clash["mean_to_defender"], json!(0.0));
    // One defence die: a critical lands from one six unless the die is a six, and from two sixes always. (Damage and
    // critical are both 0, so the defender only counts criticals.)
    let lands = 10.0 / 36.0 * 5.0 / 6.0 + 1.0 / 36.0;
    let engaged = json!({"shoot_engaged": false});
    let hit_from_1 = 1.0;
    let one = fixed(&pusher(2, json!({})), &b, 0.0, 1, engaged.clone());
    ends(&one, 0.0, lands * hit_from_1 / 2.0, 0.0);
    let off = json!({"shoot_engaged": false, "shove": false});
    ends(
        &fixed(&pusher(2, json!({})), &b, 0.0, 1, off),
        0.0,
        0.0,
        0.0,
    );
    // With a gun that needs the distance plus 4, each inch is one face.
    let far = gunman(1, json!({"mod": 4}));
    let one = fixed(&pusher(2, json!({})), &far, 0.0, 1, engaged.clone());
    ends(&one, 0.0, lands * (2.0 / 6.0) / 2.0, 0.0);
    // The defender shoves too: 2" if both do.
    let both = gunman(
        1,
        json!({"mod": 4, "melee_weapon": pusher(1, json!({}))["melee_weapon"],
        "policy": {"plan": "stand", "split": "all-attack"}}),
    );
    let one = fixed(&pusher(1, json!({})), &both, 0.0, 1, engaged);
    let (six, no) = (1.0 / 6.0, 5.0 / 6.0);
    let p = six * six * (1.0 / 6.0) + 2.0 * six * no * (2.0 / 6.0);
    ends(&one, 0.0, p / 2.0, 0.0);
}

#[test]
fn cc_08_critical_hits_of_a_shot() {
    // Two dice against 3: all but a double one hit.
    let a = model(
        [1, 2, 1, 1],
        json!({"ranged_weapon": {"mod": 3, "damage": 1, "critical": 7}}),
    );
    for (rule, sixths) in [
        ("any-six", 11.0),
        ("two-sixes", 1.0),
        ("margin-6", 10.0),
        ("none", 0.0),
    ] {
        let set = json!({"shooting_critical": rule});
        let shot = question("shot", json!({"a": a, "distance": 0}), set);
        near(rule, number(&shot, "hit"), 35.0 / 36.0);
        near(rule, number(&shot, "critical"), sixths / 36.0);
    }
    // In a duel only a critical hit hurts.
    let mut a = gunman(0, json!({}));
    a["ranged_weapon"]["critical"] = json!(1);
    let fight = |rule: &str| {
        let set = json!({"shooting_critical": rule});
        number(&fixed(&a, &gunman(0, json!({})), 0.0, 1, set), "win_a")
    };
    near("any-six", fight("any-six"), 1.0 / 12.0);
    near("two-sixes", fight("two-sixes"), 0.0);
    near("margin-6", fight("margin-6"), 1.0 / 12.0);
    near("none", fight("none"), 0.0);
}

#[test]
fn cc_09_nothing_hits_or_misses_by_itself() {
    let a = model([1, 3, 1, 1], json!({"ranged_weapon": "rifle"}));
    let hit = |distance: i64| {
        number(
            &question("shot", json!({"a": a, "distance": distance}), json!({})),
            "hit",
        )
    };
    near("always", hit(3), 1.0);
    near("once", hit(18), 1.0 / 216.0);
    near("never", hit(19), 0.0);
}

#[test]
fn cc_10_return_fire_is_paid_before_the_roll() {
    // A's shot hits and does nothing but pin, with a six. Then B shoots back, or, with its points back, in its own turn.
    let a = gunman(0, json!({"pin": true}));
    let b = gunman(1, json!({"reaction": "return-fire"}));
    ends(&fixed(&a, &b, 0.0, 1, json!({})), 0.0, 5.0 / 6.0 / 2.0, 0.0);
    ends(
        &fixed(&a, &b, 0.0, 1, json!({"sniper_refund": true})),
        0.0,
        0.5,
        0.0,
    );
}

#[test]
fn cc_11_stray_shots() {
    let a = gunman(3, json!({}));
    let keys = json!({"a": a, "distance": 2, "obstacles": 3});
    let shot = question("shot", keys.clone(), json!({}));
    // Difficulty 5: 4 in 6 miss; then each obstacle is struck with a half.
    let strays = shot["strays"].as_array().expect("strays");
    for (got, expected) in strays.iter().zip([1.0 / 3.0, 1.0 / 6.0, 1.0 / 12.0]) {
        near("stray", got.as_f64().expect("a chance"), expected);
    }
    assert_eq!((strays.len(), &shot["stray_damage"]), (3, &json!(3)));
    let none = question("shot", keys, json!({"stray_damage": "none"}));
    assert_eq!(none["stray_damage"], json!(0));
}

#[test]
fn cc_13_the_cover_move_on_an_open_field() {
    // B takes cover (2 more on the difficulty), and then shoots across 2", or 4".
    let a = gunman(0, json!({"mod": 0, "pin": true}));
    let b = gunman(1, json!({"agility": 4, "reaction": "cover"}));
    ends(&fixed(&a, &b, 2.0, 1, json!({})), 0.0, 5.0 / 6.0 / 2.0, 0.0);
    // A six is a critical hit (difficulty 4), which pins: 1" less.
    let away = 5.0 / 6.0 * 3.0 / 6.0 + 1.0 / 6.0 * 4.0 / 6.0;
    let set = json!({"cover_move": "away"});
    ends(&fixed(&a, &b, 2.0, 1, set), 0.0, away / 2.0, 0.0);
}

#[test]
fn cc_14_reacting_to_return_fire() {
    // A shoots and has one point left: enough for cover against the return fire, which needs 3 or, with cover, 5.
    let a = gunman(0, json!({"agility": 4, "reaction": "cover"}));
    let b = gunman(1, json!({"reaction": "return-fire"}));
    ends(&fixed(&a, &b, 3.0, 1, json!({})), 0.0, 4.0 / 6.0 / 2.0, 0.0);
    let set = json!({"return_fire_chain": true});
    ends(&fixed(&a, &b, 3.0, 1, set), 0.0, 2.0 / 6.0 / 2.0, 0.0);
}

fn stress(keys: Value, set: Value) -> Value {
    question("stress", keys, set)
}

#[test]
fn cc_15_tested_at_every_damage_or_once() {
    let keys = json!({"toughness": 2, "stress": 2, "damage": 1});
    let every = [("0/0", 0.25), ("1/2", 0.5), ("2/2", 0.25)];
    keyed(&stress(keys.clone(), json!({})), "states", &every);
    let once = json!({"stress_test": "first-only"});
    keyed(&stress(keys, once.clone()), "states", &[("2/2", 1.0)]);
    let first = json!({"toughness": 2, "stress": 1, "damage": 1});
    keyed(&stress(first, once.clone()), "states", &every);
    // In a duel: Toughness 1 is tested once with one die, or every round.
    let (a, b) = (gunman(1, json!({})), gunman(0, json!({})));
    near(
        "every",
        number(&fixed(&a, &b, 0.0, 20, json!({})), "win_a"),
        1.0 - 0.5f64.powi(20),
    );
    near("once", number(&fixed(&a, &b, 0.0, 20, once), "win_a"), 0.5);
    // Also when stress is reset.
    let both = json!({"stress_test": "first-only", "stress_after_test": "reset"});
    near("both", number(&fixed(&a, &b, 0.0, 20, both), "win_a"), 0.5);
}

#[test]
fn cc_16_stress_after_a_test() {
    let keys = json!({"toughness": 2, "stress": 1, "damage": 1});
    let reset = json!({"stress_after_test": "reset"});
    let states = [("0/0", 0.25), ("1/0", 0.5), ("2/0", 0.25)];
    keyed(&stress(keys, reset.clone()), "states", &states);
    // Toughness 2 under one damage a round: with `keep` tested from round 2 on.
    let (a, b) = (gunman(1, json!({})), gunman(0, json!({"toughness": 2})));
    let fight = |set: Value| number(&fixed(&a, &b, 0.0, 3, set), "win_a");
    near("keep", fight(json!({})), 0.25 + 0.5 * 0.5 + 0.25 * 0.25);
    // With `reset`: in round 3 only those with Toughness 1 are tested again.
    near("reset", fight(reset), 0.25 + 0.5 * 0.5);
}

#[test]
fn cc_17_which_toughness() {
    let keys = json!({"toughness": 2, "printed": 4, "stress": 2, "damage": 1});
    let tested = [("0/0", 0.25), ("1/3", 0.5), ("2/3", 0.25)];
    keyed(&stress(keys.clone(), json!({})), "states", &tested);
    let printed = json!({"stress_toughness": "printed-threshold"});
    keyed(&stress(keys, printed), "states", &[("2/3", 1.0)]);
    // The dice are those of the current Toughness either way.
    let keys = json!({"toughness": 1, "printed": 4, "stress": 4, "damage": 1});
    for threshold in ["current", "printed-threshold"] {
        let set = json!({"stress_toughness": threshold});
        keyed(
            &stress(keys.clone(), set),
            "states",
            &[("0/0", 0.5), ("1/4", 0.5)],
        );
    }
    // In a duel with `reset` the difference shows: Toughness 2 after a failure is tested again at 1 stress, or at 2.
    let (a, b) = (gunman(1, json!({})), gunman(0, json!({"toughness": 2})));
    let fight = |threshold: &str| {
        let set = json!({"stress_after_test": "reset", "stress_toughness": threshold});
        number(&fixed(&a, &b, 0.0, 3, set), "win_a")
    };
    near("current", fight("current"), 0.5);
    near("printed", fight("printed-threshold"), 0.25);
}

#[test]
fn cc_18_repeated_tests() {
    let keys = json!({"toughness": 2, "stress": 1, "damage": 1});
    let chain = json!({"stress_chain": true});
    // One failure leaves Toughness 1, tested again at once.
    let states = [("0/0", 0.25 + 0.25), ("1/2", 0.25), ("2/2", 0.25)];
    keyed(&stress(keys.clone(), chain.clone()), "states", &states);
    // After a reset there is nothing to repeat for.
    let both = json!({"stress_chain": true, "stress_after_test": "reset"});
    let once = [("0/0", 0.25), ("1/0", 0.5), ("2/0", 0.25)];
    keyed(&stress(keys, both), "states", &once);
    let (a, b) = (gunman(2, json!({})), gunman(0, json!({"toughness": 2})));
    near(
        "once",
        number(&fixed(&a, &b, 0.0, 1, json!({})), "win_a"),
        0.25,
    );
    near("chain", number(&fixed(&a, &b, 0.0, 1, chain), "win_a"), 0.5);
}

#[test]
fn cc_19_points_left_over() {
    // A has one point left after its shot: too few to return fire, unless the next round adds three to it.
    let (a, b) = (
        gunman(1, json!({"reaction": "return-fire"})),
        gunman(0, json!({})),
    );
    let fight = |rounds: i64, carry: bool| {
        number(
            &fixed(&a, &b, 0.0, rounds, json!({"ap_carry": carry})),
            "win_a",
        )
    };
    near("round 1", fight(1, true), 0.5);
    near("lost", fight(2, false), 1.0 - 0.25);
    near("carried", fight(2, true), 1.0 - 0.125);
}

/// Two who shoot in turn, B with Toughness 2: the chance that each wins when this is the order.
fn in_order(order: &[bool]) -> [f64; 2] {
    let mut wins = [0.0; 2];
    // Chance that B stands with Toughness 2 and with 1.
    let mut b = [1.0, 0.0];
    for &a_shoots in order {
        if a_shoots {
            let [two, one] = b;
            wins[0] += two * 0.25 + one * 0.5;
            b = [two * 0.25, two * 0.5 + one * 0.5];
        } else {
            wins[1] += (b[0] + b[1]) * 0.5;
            b = b.map(|p| p * 0.5);
        }
    }
    wins
}

#[test]
fn cc_20_who_activates_first() {
    let (a, b) = (gunman(2, json!({})), gunman(2, json!({"toughness": 2})));
    let fight = |initiative: &str| {
        let here = json!({"gap": 0, "rounds": 2});
        let duel = duel(&a, &b, here, json!({"initiative": initiative}));
        [number(&duel, "win_a"), number(&duel, "win_b")]
    };
    let (ab, ba) = ([true, false], [false, true]);
    let mean = |orders: &[[[bool; 2]; 2]]| {
        let all = orders.iter().map(|order| in_order(&order.concat()));
        all.fold([0.0; 2], |sum, [x, y]| [sum[0] + x, sum[1] + y])
            .map(|sum| sum / orders.len() as f64)
    };
    for (initiative, expected) in [
        (
            "each-round",
            mean(&[[ab, ab], [ab, ba], [ba, ab], [ba, ba]]),
        ),
        ("alternate", mean(&[[ab, ba], [ba, ab]])),
        ("fixed", mean(&[[ab, ab]])),
    ] {
        let got = fight(initiative);
        near(initiative, got[0], expected[0]);
        near(initiative, got[1], expected[1]);
    }
    // Between two who shoot from where they stand, `alternate` comes to the same as a coin. Sword against spear, where it
    // does not; figures of an independent implementation.
    let (a, b) = (sword([3, 3, 3, 3]), spear([3, 3, 3, 3]));
    for (initiative, win_a, win_b) in [
        ("each-round", 0.299344162443, 0.319859743427),
        ("alternate", 0.275120265039, 0.324731605020),
        ("fixed", 0.278964642973, 0.326993795614),
    ] {
        let set = json!({"initiative": initiative});
        let duel = duel(&a, &b, json!({"rounds": 4}), set);
        assert!(
            (number(&duel, "win_a") - win_a).abs() < 1e-11,
            "{initiative}: {duel}"
        );
        assert!(
            (number(&duel, "win_b") - win_b).abs() < 1e-11,
            "{initiative}: {duel}"
        );
    }
}

#[test]
fn cc_21_moving_into_a_threat_range() {
    // A must come to 0", its pounce goes 1"; a Move stops 2.5" before a spear, for ever.
    let blade = json!({"reach": 0, "damage": 9, "critical": 9});
    let a = model(
        [3, 1, 10, 1],
        json!({"melee_weapon": blade, "policy": {"split": "all-attack"}}),
    );
    let b = with_policy(spear([1, 1, 1, 1]), json!({"plan": "stand"}));
    let fight = |into: bool| fixed(&a, &b, 5.0, 20, json!({"move_into_threat": into}));
    let stuck = fight(false);
    ends(&stuck, 0.0, 0.0, 0.0);
    assert!(number(&fight(true), "win_a") > 0.9);
    // Nobody is kept out by bare hands.
    let bare = model([1, 1, 1, 1], json!({"policy": {"plan": "stand"}}));
    assert!(number(&fixed(&a, &bare, 5.0, 20, json!({})), "win_a") > 0.9);
}

#[test]
fn cc_22_falls() {
    for (round, height, stress) in [
        ("down", 5.0, 1),
        ("up", 5.0, 2),
        ("down", 6.0, 2),
        ("up", 6.0, 2),
        ("down", 2.9, 0),
    ] {
        let keys = json!({"height": height, "toughness": 1});
        let fall = question("fall", keys, json!({"fall_round": round}));
        assert_eq!(fall["fall_stress"], json!(stress), "{round} {height}");
        // It is damage, and so it is tested.
        near(
            round,
            number(&fall, "removed"),
            if stress > 0 { 0.5 } else { 0.0 },
        );
    }
    assert_eq!(
        question("fall", json!({"height": 7}), json!({}))["states"],
        Value::Null
    );
}

#[test]
fn cc_25_costs() {
    let cost = |a: Value, set: Value| question("cost", json!({"a": a}), set)["points"].clone();
    for (name, points) in [
        ("mortal-sword", 16.0),
        ("mortal-spear", 16.0),
        ("brawler", 16.0),
        ("marksman", 16.0),
        ("gunslinger", 15.0),
        ("sniper", 17.0),
    ] {
        assert_eq!(cost(json!(name), json!({})), json!(points), "{name}");
    }
    let captain = json!("captain");
    assert_eq!(cost(captain.clone(), json!({})), json!(14.0 + 4.0 + 3.0));
    assert_eq!(
        cost(captain.clone(), json!({"cost": "abilities"})),
        json!(14.0)
    );
    assert_eq!(
        cost(captain.clone(), json!({"cost": "weapons"})),
        json!(7.0)
    );
    assert_eq!(cost(captain, json!({"cost": "file"})), Value::Null);
    let own = json!({"like": "captain", "points": 23.5});
    assert_eq!(cost(own.clone(), json!({"cost": "file"})), json!(23.5));
    assert_eq!(cost(own, json!({})), json!(21.0));
    // A price of an ability of the writer's own; a weapon without a price.
    let dear = json!({"abilities.points.toughness": 2.5});
    assert_eq!(cost(json!("mortal-sword"), dear), json!(16.0 + 4.5));
    let odd = model(
        [3, 3, 3, 3],
        json!({"melee_weapon": {"reach": 1, "damage": 1, "critical": 1}}),
    );
    assert_eq!(cost(odd, json!({})), Value::Null);
}

#[test]
fn cc_26_a_critical_replaces_normal_damage() {
    let a = model([1, 4, 1, 1], json!({"ranged_weapon": "sniper"}));
    let shot = question("shot", json!({"a": a, "distance": 12}), json!({}));
    let hit = number(&shot, "hit");
    keyed(&shot, "damage", &[("0", 1.0 - hit), ("1", hit)]);
    assert!(number(&shot, "critical") > 0.0);
}

#[test]
fn cc_27_shooting_from_a_threat_range() {
    let a = with_policy(sword([1, 1, 1, 1]), json!({"plan": "stand"}));
    let b = gunman(1, json!({"reaction": "return-fire"}));
    let fight = |gap: f64, allowed: bool| {
        number(
            &fixed(&a, &b, gap, 1, json!({"shoot_engaged": allowed})),
            "win_b",
        )
    };
    near("allowed", fight(1.0, true), 0.5);
    near("not allowed", fight(1.0, false), 0.0);
    near("outside", fight(1.5, false), 5.0 / 6.0 / 2.0);
    // Nor return fire.
    let mut shooter = gunman(0, json!({}));
    shooter["melee_weapon"] = json!("sword");
    let fight = |set: Value| number(&fixed(&shooter, &b, 1.0, 1, set), "win_b");
    near("returned", fight(json!({})), 0.5);
    near("engaged", fight(json!({"shoot_engaged": false})), 0.0);
}

#[test]
fn cc_28_models_without_a_melee_weapon() {
    let (a, bare) = (sword([2, 1, 1, 1]), model([3, 1, 10, 1], json!({})));
    let keys = json!({"a": a, "b": bare, "a_dice": 1, "b_dice": 2});
    let none = question("clash", keys.clone(), json!({}));
    assert_eq!(
        (&none["b_dice"], &none["mean_to_attacker"]),
        (&json!(0), &json!(0.0))
    );
    let fists = question("clash", keys, json!({"unarmed": "fists"}));
    assert_eq!(fists["b_dice"], json!(2));
    // Fists do 1, with a critical too: as a spear.
    let same = json!({"a": a, "b": spear([3, 1, 1, 1]), "a_dice": 1, "b_dice": 2});
    assert_eq!(
        fists["mean_to_attacker"],
        question("clash", same, json!({}))["mean_to_attacker"]
    );
    // In a duel it charges to 0" with them, or idles.
    let fight = |set: Value| {
        number(
            &fixed(&bare, &model([1, 1, 1, 1], json!({})), 3.0, 20, set),
            "win_a",
        )
    };
    near("idle", fight(json!({})), 0.0);
    assert!(fight(json!({"unarmed": "fists"})) > 0.9);
}

#[test]
fn cc_29_the_first_weapon_of_a_kind_is_used() {
    let b = sword([3, 1, 1, 1]);
    let clash = |weapon: Value| {
        let a = model([3, 1, 1, 1], json!({"melee_weapon": weapon}));
        question("clash", json!({"a": a, "b": b}), json!({}))["damage_to_defender"].clone()
    };
    assert_eq!(clash(json!(["spear", "sword"])), clash(json!("spear")));
    assert_eq!(clash(json!(["sword", "spear"])), clash(json!("sword")));
    assert_ne!(clash(json!("sword")), clash(json!("spear")));
    let both = model([3, 1, 1, 1], json!({"melee_weapon": ["sword", "spear"]}));
    assert_eq!(
        question("cost", json!({"a": both}), json!({}))["points"],
        json!(14.0)
    );
}

#[test]
fn cc_30_odd_sums_and_unusual_abilities() {
    let notes = |abilities: [i64; 4]| {
        let a = model(abilities, json!({}));
        question("cost", json!({"a": a}), json!({}))["notes"].to_string()
    };
    assert!(notes([3, 3, 3, 3]).contains("12: Ordinary Mortal"));
    assert!(notes([3, 3, 3, 4]).contains("no name"));
    assert!(notes([3, 3, 3, 7]).contains("agility 7 is outside the usual 2 to 5"));
    // Allowed all the same.
    assert_eq!(
        question(
            "cost",
            json!({"a": model([10, 1, 1, 1], json!({}))}),
            json!({})
        )["points"],
        json!(13.0)
    );
}

#[test]
fn cc_31_climbing() {
    let climb = |keys: Value| question("climb", keys, json!({}));
    let success = |keys: Value| number(&climb(keys), "success");
    near("low", success(json!({"agility": 1, "height": 3})), 1.0);
    near(
        "one success",
        success(json!({"agility": 2, "height": 3.5})),
        0.25,
    );
    near(
        "one success",
        success(json!({"agility": 1, "height": 3.5})),
        0.0,
    );
    near(
        "ladder",
        success(json!({"agility": 1, "height": 9, "ladder": true})),
        1.0,
    );
    near(
        "too far",
        success(json!({"agility": 4, "height": 5, "move_left": 4.5})),
        0.0,
    );
    near(
        "just",
        success(json!({"agility": 4, "height": 5, "move_left": 5})),
        0.3125,
    );
    assert_eq!(
        climb(json!({"agility": 4, "height": 7}))["fall_stress"],
        json!(2)
    );
}

#[test]
fn cc_32_jumping() {
    let success = |agility: i64, length: f64| {
        number(
            &question(
                "jump",
                json!({"agility": agility, "length": length}),
                json!({}),
            ),
            "success",
        )
    };
    near("half", success(3, 1.5), 1.0);
    near("more", success(3, 2.0), 0.5);
    near("a part of an inch", success(3, 2.5), 0.125);
    near("too long", success(3, 3.5), 0.0);
    let left = json!({"agility": 4, "length": 2, "move_left": 1});
    near(
        "no move left",
        number(&question("jump", left, json!({})), "success"),
        0.0,
    );
}

#[test]
fn cc_33_the_removed_shoot_back() {
    let (a, b) = (
        gunman(1, json!({})),
        gunman(1, json!({"reaction": "return-fire"})),
    );
    ends(&fixed(&a, &b, 0.0, 1, json!({})), 0.25, 0.25, 0.25);
    ends(
        &fixed(&a, &b, 0.0, 1, json!({"dead_return_fire": false})),
        0.5,
        0.25,
        0.0,
    );
}

#[test]
fn cc_34_reactions_cost_what_is_left() {
    // A has shot and has one point left: B's shot meets cover, not return fire.
    let b = gunman(1, json!({}));
    for (reaction, difficulty) in [
        ("return-else-cover", 3),
        ("return-fire", 1),
        ("cover", 3),
        ("none", 1),
    ] {
        let a = gunman(0, json!({"agility": 4, "reaction": reaction}));
        let hit = f64::from(7 - difficulty) / 6.0;
        ends(&fixed(&a, &b, 1.0, 1, json!({})), 0.0, hit / 2.0, 0.0);
    }
}

/// Named builds are legal, priced, and fight.
#[test]
fn core_concepts_named_builds() {
    let names = [
        "mortal-sword",
        "mortal-spear",
        "brawler",
        "marksman",
        "gunslinger",
        "sniper",
        "skirmisher",
        "fencer",
        "worm",
        "minion",
        "captain",
        "hero",
        "monster",
        "legend",
    ];
    for name in names {
        let cost = question("cost", json!({"a": name}), json!({}));
        assert!(number(&cost, "points") > 0.0, "{name}");
        assert_eq!(cost["illegal"], json!([]), "{name}");
        let duel =
            answer(&json!({"rules": "core-concepts", "ask": "duel", "a": name, "b": "captain"}));
        assert_eq!(duel["method"], json!("exact"), "{name}");
        let decided = number(&duel, "win_a") + number(&duel, "win_b");
        assert!(decided > 0.5, "{name} against the captain: {duel}");
    }
}
