//! Every worked example of `docs/rules/core-concepts.md`, section 11, to its 6 decimals.

use crate::helpers::{answer, number, six};
use serde_json::{Value, json};

/// A model with these abilities (M/B/T/A) and more keys.
pub fn model(abilities: [i64; 4], more: Value) -> Value {
    let [melee, ballistics, toughness, agility] = abilities;
    let mut model = json!({"melee": melee, "ballistics": ballistics, "toughness": toughness, "agility": agility});
    let more = more.as_object().expect("keys").clone();
    model.as_object_mut().expect("a model").extend(more);
    model
}

/// Asks one of the system's questions, with toggles.
#[track_caller]
pub fn question(ask: &str, keys: Value, set: Value) -> Value {
    let mut query = json!({"rules": "core-concepts", "ask": ask, "set": set});
    let keys = keys.as_object().expect("keys").clone();
    query.as_object_mut().expect("a query").extend(keys);
    answer(&query)
}

/// A duel, exact.
#[track_caller]
pub fn duel(a: &Value, b: &Value, situation: Value, set: Value) -> Value {
    let keys = json!({"a": a, "b": b, "situation": situation, "method": "exact"});
    question("duel", keys, set)
}

/// Checks a distribution keyed by value.
#[track_caller]
pub fn keyed(answer: &Value, key: &str, expected: &[(&str, f64)]) {
    let got = answer[key].as_object().expect(key);
    for (value, chance) in expected {
        let here = got.get(*value).and_then(Value::as_f64).unwrap_or(0.0);
        six(&format!("{key}[{value}]"), here, *chance);
    }
    let sum: f64 = got.values().filter_map(Value::as_f64).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{key} sums to {sum}");
    assert!(got.len() <= expected.len(), "{key}: {got:?}");
}

#[track_caller]
fn outcome(duel: &Value, a: f64, b: f64, draw: f64) {
    assert_eq!(duel["method"], json!("exact"));
    six("a", number(duel, "win_a"), a);
    six("b", number(duel, "win_b"), b);
    six("draw", number(duel, "draw"), draw);
}

pub fn sword(abilities: [i64; 4]) -> Value {
    model(abilities, json!({"melee_weapon": "sword"}))
}

pub fn spear(abilities: [i64; 4]) -> Value {
    model(abilities, json!({"melee_weapon": "spear"}))
}

/// The same with a policy.
pub fn with_policy(mut model: Value, policy: Value) -> Value {
    model["policy"] = policy;
    model
}

const MORTAL: [i64; 4] = [3, 3, 3, 3];

#[test]
fn core_concepts_example_1_clash_of_swords() {
    let keys = json!({"a": sword(MORTAL), "b": sword(MORTAL), "a_dice": 2, "b_dice": 1});
    let clash = question("clash", keys, json!({}));
    let there = [
        ("0", 0.613426),
        ("1", 0.138889),
        ("2", 0.200617),
        ("3", 0.027778),
        ("4", 0.019290),
    ];
    keyed(&clash, "damage_to_defender", &there);
    let here = [("0", 0.694444), ("1", 0.166667), ("2", 0.138889)];
    keyed(&clash, "damage_to_attacker", &here);
    six("mean", number(&clash, "mean_to_defender"), 0.700617);
    six("mean", number(&clash, "mean_to_attacker"), 0.444444);
}

#[test]
fn core_concepts_example_2_out_of_reach() {
    let keys = json!({"a": spear([4, 3, 3, 3]), "b": sword(MORTAL), "in_reach_of_defender": false});
    let clash = question("clash", keys, json!({}));
    let there = [
        ("0", 0.443501),
        ("1", 0.326057),
        ("2", 0.169099),
        ("3", 0.053180),
        ("4", 0.008163),
    ];
    keyed(&clash, "damage_to_defender", &there);
    keyed(&clash, "damage_to_attacker", &[("0", 1.0)]);
    six("mean", number(&clash, "mean_to_defender"), 0.856446);
    assert_eq!(clash["mean_to_attacker"], json!(0.0));
}

fn mixes(nash: &Value, attacker: &[f64], defender: &[f64]) {
    for (key, expected) in [("attacker_mix", attacker), ("defender_mix", defender)] {
        let got = nash[key].as_array().expect(key);
        assert_eq!(got.len(), expected.len(), "{key}: {got:?}");
        for (got, expected) in got.iter().zip(expected) {
            six(key, got.as_f64().expect(key), *expected);
        }
    }
}

#[test]
fn core_concepts_example_3_nash() {
    let keys = json!({"a": spear([4, 3, 3, 3]), "b": sword([4, 3, 3, 3])});
    let nash = question("nash", keys, json!({}));
    six("value", number(&nash, "value"), -0.614455);
    mixes(
        &nash,
        &[0.0, 0.0, 0.0, 1.0, 0.0],
        &[0.0, 0.0, 0.0, 0.0, 1.0],
    );
}

/// Section 6: sword M 5 against spear M 8 needs a true mix.
#[test]
fn core_concepts_a_true_mix() {
    let keys = json!({"a": sword([5, 3, 3, 3]), "b": spear([8, 3, 3, 3])});
    let nash = question("nash", keys, json!({}));
    six("value", number(&nash, "value"), -0.767995);
    let x = 0.288931200431778;
    let y = 0.552120657861222;
    mixes(
        &nash,
        &[0.0, 0.0, 0.0, 0.0, x, 1.0 - x],
        &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, y, 1.0 - y, 0.0],
    );
}

/// Section 6: for sword and spear with M from 1 to 5 the game has a pure solution; checked against a plain search over
/// the means of `clash`.
#[test]
fn core_concepts_small_games_have_saddle_points() {
    for (a, b) in [("sword", "spear"), ("spear", "sword"), ("sword", "sword")] {
        for m in 1..=3 {
            for n in 1..=3 {
                let attacker = model([m, 3, 3, 3], json!({"melee_weapon": a}));
                let defender = model([n, 3, 3, 3], json!({"melee_weapon": b}));
                let cell = |i: i64, j: i64| {
                    let keys = json!({"a": attacker, "b": defender, "a_dice": i, "b_dice": j});
                    let clash = question("clash", keys, json!({}));
                    number(&clash, "mean_to_defender") - number(&clash, "mean_to_attacker")
                };
                let rows =
                    (0..=m).map(|i| (0..=n).map(|j| cell(i, j)).fold(f64::INFINITY, f64::min));
                let least = rows.fold(f64::NEG_INFINITY, f64::max);
                let nash = question("nash", json!({"a": attacker, "b": defender}), json!({}));
                assert!(
                    (number(&nash, "value") - least).abs() < 1e-12,
                    "{a} {m} {b} {n}"
                );
                for key in ["attacker_mix", "defender_mix"] {
                    let mix = nash[key].as_array().expect(key);
                    assert!(mix.contains(&json!(1.0)), "{a} {m} {b} {n}: {nash}");
                }
            }
        }
    }
}

#[test]
fn core_concepts_example_4_rifle() {
    let a = model(MORTAL, json!({"ranged_weapon": "rifle"}));
    let shot = question("shot", json!({"a": a, "distance": 10}), json!({}));
    assert_eq!(shot["difficulty"], json!(10));
    six("hit", number(&shot, "hit"), 0.625);
    six("critical", number(&shot, "critical"), 0.379630);
    let damage = [
        ("0", 0.375),
        ("1", 0.371914),
        ("2", 0.126543),
        ("3", 0.126543),
    ];
    keyed(&shot, "damage", &damage);
    six("mean", number(&shot, "mean"), 1.004630);
}

#[test]
fn core_concepts_example_5_pistol_into_cover() {
    let a = model([3, 4, 3, 3], json!({"ranged_weapon": "pistol"}));
    let keys = json!({"a": a, "distance": 8.5, "obstacles": 2, "cover_agility": 3});
    let shot = question("shot", keys, json!({}));
    assert_eq!(shot["difficulty"], json!(14));
    six("hit", number(&shot, "hit"), 0.556327);
    six("critical", number(&shot, "critical"), 0.409722);
    let damage = [("0", 0.443673), ("1", 0.146605), ("2", 0.409722)];
    keyed(&shot, "damage", &damage);
    six("mean", number(&shot, "mean"), 0.966049);
}

#[test]
fn core_concepts_example_6_stress() {
    let keys = json!({"toughness": 3, "stress": 2, "damage": 2});
    let stress = question("stress", keys, json!({}));
    six("removed", number(&stress, "removed"), 0.125);
    let states = [
        ("0/0", 0.125),
        ("1/3", 0.375),
        ("2/3", 0.375),
        ("3/3", 0.125),
    ];
    keyed(&stress, "states", &states);
}

#[test]
fn core_concepts_example_7_climb() {
    let climb = question("climb", json!({"agility": 4, "height": 5}), json!({}));
    six("success", number(&climb, "success"), 0.3125);
}

#[test]
fn core_concepts_example_8_sword_against_spear() {
    let duel = duel(&sword(MORTAL), &spear(MORTAL), json!({}), json!({}));
    outcome(&duel, 0.440900, 0.491544, 0.067556);
    assert_eq!(
        (&duel["points_a"], &duel["points_b"]),
        (&json!(16.0), &json!(16.0))
    );
}

#[test]
fn core_concepts_example_9_sword_against_rifle() {
    let a = with_policy(
        sword([4, 2, 3, 3]),
        json!({"plan": "charge", "reaction": "cover"}),
    );
    let b = model(
        [2, 4, 3, 3],
        json!({"ranged_weapon": "rifle", "policy": {"plan": "stand"}}),
    );
    let duel = duel(&a, &b, json!({"gap": 16}), json!({}));
    outcome(&duel, 0.319653, 0.680347, 0.0);
}

#[test]
fn core_concepts_example_10_pistol_against_sniper() {
    let a = json!({"plan": "advance", "reaction": "return-fire"});
    let a = model(
        [2, 4, 3, 3],
        json!({"ranged_weapon": "pistol", "policy": a}),
    );
    let b = json!({"plan": "stand", "reaction": "return-else-cover"});
    let b = model(
        [2, 4, 3, 3],
        json!({"ranged_weapon": "sniper", "policy": b}),
    );
    let duel = duel(&a, &b, json!({"gap": 14}), json!({}));
    outcome(&duel, 0.352707, 0.506368, 0.140925);
}

#[test]
fn core_concepts_example_11_all_attack_against_all_defence() {
    let a = with_policy(sword(MORTAL), json!({"split": "all-attack"}));
    let b = with_policy(spear(MORTAL), json!({"split": "all-defence"}));
    outcome(&duel(&a, &b, json!({}), json!({})), 0.999394, 0.0, 0.000606);
}

#[test]
fn core_concepts_example_12_optimal() {
    let a = with_policy(sword([3, 2, 3, 3]), json!({"split": "optimal"}));
    let b = with_policy(spear([3, 2, 3, 3]), json!({"split": "optimal"}));
    outcome(
        &duel(&a, &b, json!({}), json!({})),
        0.399772,
        0.470831,
        0.129397,
    );
}

#[test]
fn core_concepts_example_13_solved() {
    let a = with_policy(sword([2, 2, 2, 3]), json!({"split": "solved"}));
    let b = with_policy(sword([2, 2, 2, 3]), json!({"split": "even"}));
    let here = json!({"gap": 6, "rounds": 6});
    six(
        "w",
        number(&duel(&a, &b, here.clone(), json!({})), "w"),
        0.136944,
    );
    // Seen from the other side.
    six("w", number(&duel(&b, &a, here, json!({})), "w"), -0.136944);
}
