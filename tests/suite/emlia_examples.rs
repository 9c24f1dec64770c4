//! The worked examples of `docs/rules/emlia.md`, section 11, to their six decimals.

use crate::helpers::{answer, number, six};
use serde_json::{Value, json};

/// Asks one of the system's questions.
#[track_caller]
pub fn question(ask: &str, keys: Value) -> Value {
    let mut query = json!({"rules": "emlia", "ask": ask});
    let keys = keys.as_object().expect("keys").clone();
    query.as_object_mut().expect("a query").extend(keys);
    answer(&query)
}

/// A duel worked out.
#[track_caller]
pub fn fight(a: &Value, b: &Value, situation: Value, set: Value) -> Value {
    question(
        "duel",
        json!({"a": a, "b": b, "situation": situation, "set": set, "method": "exact"}),
    )
}

/// A build with some keys changed.
pub fn with(build: &Value, keys: Value) -> Value {
    let mut build = build.clone();
    let keys = keys.as_object().expect("keys").clone();
    build.as_object_mut().expect("a build").extend(keys);
    build
}

/// The Caveman entry without its initiative list.
pub fn cave() -> Value {
    json!({"members": 10, "hits": 1, "limit": 1, "move": 15, "timing": 2, "morale": 2, "melee": "club", "ranged": "rocks",
        "skills": {"close_combat": "5/2", "aimed_fire": "5/2", "volley_fire": "5/2"}})
}

/// Six, with a die for each.
pub fn six_men() -> Value {
    json!({"members": 6, "hits": 1, "limit": 1, "move": 15, "timing": 2, "morale": 2, "melee": "club", "ranged": "rocks",
        "skills": {"close_combat": "1*", "aimed_fire": "1*"}})
}

/// The same with another plan.
pub fn six_who(plan: &str) -> Value {
    with(&six_men(), json!({"policy": {"plan": plan}}))
}

pub fn ogre() -> Value {
    json!({"members": 1, "size": 2, "hits": 2, "armour": 1, "limit": 10, "move": 12, "timing": 1, "morale": 6,
        "skills": {"close_combat": "6/3"}, "melee": {"bd": 2}})
}

pub fn pikes() -> Value {
    json!({"members": 8, "formation": "ranked", "files": 4, "hits": 1, "armour": 1, "limit": 1, "move": 15, "timing": 3,
        "morale": 3, "skills": {"close_combat": "4/2", "leadership": 2}, "melee": {"bd": 1, "reach": 1}})
}

#[track_caller]
fn list(answer: &Value, key: &str, expected: &[f64]) {
    let got = answer[key].as_array().expect(key);
    assert_eq!(got.len(), expected.len(), "{key}: {answer}");
    for (k, (got, expected)) in got.iter().zip(expected).enumerate() {
        six(
            &format!("{key}[{k}]"),
            got.as_f64().expect("a chance"),
            *expected,
        );
    }
}

#[track_caller]
pub fn duel_is(what: &str, got: &Value, expected: [f64; 4]) {
    for (key, expected) in ["win_a", "win_b", "draw", "mean_rounds"]
        .iter()
        .zip(expected)
    {
        six(&format!("{what} {key}"), number(got, key), expected);
    }
}

#[test]
fn w1_a_check() {
    let got = question("check", json!({"dice": 3, "modifier": -2}));
    list(&got, "successes", &[0.125, 0.375, 0.375, 0.125]);
    six("mean", number(&got, "mean"), 1.5);
    six("any", number(&got, "any"), 0.875);
}

#[test]
fn w2_close_combat() {
    let seven = with(&cave(), json!({"members": 10}));
    let three = with(&cave(), json!({"hits": 2, "armour": 1}));
    let got = question(
        "close_combat",
        json!({"a": seven, "a_damage": 3, "b": three, "b_damage": 7, "situation": {"rough": true}}),
    );
    assert_eq!((&got["dice"], &got["modifier"]), (&json!(4), &json!(1)));
    assert_eq!(
        (&got["base_damage"], &got["modified_hits"]),
        (&json!(1), &json!(2))
    );
    six("p_die", number(&got, "p_die"), 0.75);
    list(&got, "casualties", &[0.050781, 0.632813, 0.316406]);
    six("mean", number(&got, "mean_damage"), 1.265625);
}

#[test]
fn w3_aimed_fire() {
    let four = with(&cave(), json!({"members": 4}));
    let got = question(
        "aimed_fire",
        json!({"a": cave(), "b": four, "situation": {"distance": 12, "forfeit_move": true, "partial_cover": true}}),
    );
    assert_eq!((&got["dice"], &got["modifier"]), (&json!(5), &json!(-5)));
    assert_eq!(
        (&got["base_damage"], &got["modified_hits"]),
        (&json!(0), &json!(1))
    );
    list(
        &got,
        "casualties",
        &[0.237305, 0.395508, 0.263672, 0.087891, 0.015625],
    );
    six("mean", number(&got, "mean_damage"), 1.249023);
    six("destroyed", number(&got, "destroyed"), 0.015625);
}

#[test]
fn w4_disengage() {
    let three = json!({"members": 3, "skills": {"close_combat": "3/1"}});
    let got = question("disengage", json!({"a": three, "b": {"members": 7}}));
    assert_eq!((&got["dice"], &got["modifier"]), (&json!(3), &json!(-2)));
    for (left, expected) in [("0", 0.125), ("1", 0.375), ("4", 0.375), ("7", 0.125)] {
        six(left, number(&got["free_strikers"], left), expected);
    }
}

#[test]
fn w5_improvised_reorder() {
    let got = question(
        "reorder",
        json!({"a": cave(), "situation": {"source_morale": -2, "subject_morale": -2}}),
    );
    assert_eq!((&got["dice"], &got["modifier"]), (&json!(1), &json!(-4)));
    six("any", number(&got, "any"), 0.333333);
}

#[test]
fn w6_allocation() {
    let got = question(
        "allocate",
        json!({"subunits": [["A", 8], ["B", 2], ["C", 1]], "groups": [[1, 10], [5, 4], [4, 1]]}),
    );
    let expected = json!({"A": {"1": 8, "5": 3, "4": 1}, "B": {"1": 2}, "C": {"5": 1}});
    assert_eq!(got["allocation"], expected);
}

#[test]
fn w7_detection() {
    for conceal in [json!(3), json!([3, 0]), json!({"dice": 3, "modifier": 0})] {
        let got = question(
            "detect",
            json!({"dice": 4, "modifier": -1, "conceal": conceal}),
        );
        six("detected", number(&got, "detected"), 0.446740);
    }
}

#[test]
fn w8_area_volley() {
    let mortars = json!({"members": 6, "skills": {"volley_fire": 10}, "ranged": "mortar"});
    let got = question(
        "area_volley",
        json!({"a": mortars, "b": cave(), "situation": {"distance": 90, "partial_concealment": true, "target_radius": 0}}),
    );
    assert_eq!((&got["dice"], &got["modifier"]), (&json!(10), &json!(-1)));
    assert_eq!(got["needed"], json!(7));
    six("covered", number(&got, "covered"), 0.341402);
    assert_eq!(got["damage_per_covered_member"], json!(1.0));
}

#[test]
fn w9_charge_against_hold() {
    let got = fight(
        &six_who("charge"),
        &six_who("hold"),
        json!({"gap": 24}),
        json!({}),
    );
    duel_is("W9", &got, [0.664345, 0.203862, 0.131793, 2.473577]);
}

#[test]
fn w10_without_morale() {
    let six = six_who("charge");
    let got = fight(
        &six,
        &six,
        json!({"gap": 24, "first": "a"}),
        json!({"morale": "off"}),
    );
    duel_is("W10", &got, [0.434893, 0.434893, 0.130215, 1.754461]);
}

#[test]
fn w11_charge_against_shoot() {
    let shooters = with(&six_who("shoot"), json!({"timing": 3}));
    let got = fight(&six_who("charge"), &shooters, json!({"gap": 60}), json!({}));
    duel_is("W11", &got, [0.065441, 0.921767, 0.012792, 3.398472]);
}

#[test]
fn w12_charge_against_overwatch() {
    let got = fight(
        &six_who("charge"),
        &six_who("overwatch"),
        json!({"gap": 40}),
        json!({}),
    );
    duel_is("W12", &got, [0.027636, 0.912524, 0.059840, 2.977711]);
}

#[test]
fn w13_ogre() {
    let axes = json!({"members": 6, "hits": 1, "limit": 1, "move": 15, "timing": 2, "morale": 2, "melee": "club",
        "skills": {"close_combat": "1*", "aimed_fire": "1*"}});
    let got = fight(&ogre(), &axes, json!({"gap": 30}), json!({}));
    duel_is("W13", &got, [0.896473, 0.103517, 0.000010, 2.238546]);
}

#[test]
fn w14_pikes() {
    let eight = with(&six_men(), json!({"members": 8, "armour": 1, "morale": 3}));
    let got = fight(&pikes(), &eight, json!({"gap": 20}), json!({}));
    duel_is("W14", &got, [0.913044, 0.084466, 0.002489, 2.123596]);
}

#[test]
fn w15_cavemen() {
    let got = fight(&cave(), &cave(), json!({"gap": 24}), json!({}));
    duel_is("W15", &got, [0.412911, 0.412911, 0.174179, 4.274013]);
}
