//! Every worked example of `docs/rules/oracle.md`, section 11, to its 6 decimals; large block duels against figures of
//! another implementation; and literal results of sampled duels.

use crate::helpers::{answer, number, six};
use serde_json::{Value, json};

/// A duel of this system.
pub fn fight(a: Value, b: Value, situation: Value, set: Value) -> Value {
    answer(
        &json!({"rules": "oracle", "ask": "duel", "a": a, "b": b, "situation": situation, "set": set,
            "method": "exact"}),
    )
}

/// Another question, with the keys of the query.
pub fn question(ask: &str, keys: Value) -> Value {
    let mut query = json!({"rules": "oracle", "ask": ask});
    let keys = keys.as_object().expect("keys").clone();
    query.as_object_mut().expect("a query").extend(keys);
    answer(&query)
}

#[track_caller]
fn outcome(got: &Value, a: f64, b: f64, draw: f64) {
    six("win_a", number(got, "win_a"), a);
    six("win_b", number(got, "win_b"), b);
    six("draw", number(got, "draw"), draw);
}

#[test]
fn example_1_activate() {
    let got = question("activate", json!({"initiative": 3}));
    six("chance", number(&got, "chance"), 0.421296);
    assert!((number(&got, "chance") - 91.0 / 216.0).abs() < 1e-15);
}

#[test]
fn example_2_pool() {
    let got = question("pool", json!({"dice": 7, "types": [1, 2, 1, 0, 1, 0]}));
    let expected = [0.000457, 0.023666, 0.185721, 0.409369, 0.313272, 0.067515];
    assert_eq!(got["distribution"].as_object().expect("an object").len(), 6);
    let mut sum = 0.0;
    for (n, expected) in expected.into_iter().enumerate() {
        let p = number(&got["distribution"], &n.to_string());
        six(&format!("{n} activations"), p, expected);
        sum += p;
    }
    assert!((sum - 1.0).abs() < 1e-12);
    six("mean", number(&got, "mean"), 3.213877);
    six("all", number(&got, "all"), 0.067515);
}

#[test]
fn example_3_strike() {
    let viewers = json!([
        [1, "clear"],
        [2, "cover"],
        [1, "cover"],
        [3, "cover"],
        [1, "obscured"]
    ]);
    let got = question("strike", json!({"viewers": viewers, "toughness": 4}));
    assert_eq!(got["counted"], json!(4));
    assert_eq!(got["killed"], json!(true));
    let got = question("strike", json!({"viewers": viewers, "toughness": 5}));
    assert_eq!(got["killed"], json!(false));
}

#[test]
fn example_4_a_rusher_against_a_bow() {
    let b = json!({"initiative": 2, "range": "medium", "speed": 5});
    let got = fight(json!({"initiative": 3}), b, json!({}), json!({}));
    outcome(&got, 0.266665, 0.725931, 0.007404);
}

#[test]
fn example_5_one_who_cannot_kill() {
    let a = json!({"weight": 2, "toughness": 2, "initiative": 1});
    let b = json!({"weight": 3, "toughness": 3});
    let got = fight(a, b, json!({"gap": 10}), json!({}));
    outcome(&got, 0.0, 0.960394, 0.039606);
}

#[test]
fn example_6_five_against_six() {
    let a = json!({"initiative": 3, "toughness": 2});
    let b = json!({"initiative": 2, "toughness": 3});
    let got = fight(a, b, json!({"na": 5, "nb": 6}), json!({}));
    outcome(&got, 0.286513, 0.712757, 0.000731);
}

#[test]
fn example_7_four_against_four_in_cover() {
    let a = json!({"weight": 2, "toughness": 4});
    let b = json!({"initiative": 4, "toughness": 3});
    let situation = json!({"na": 4, "nb": 4, "b_view": "cover", "rounds": 6});
    outcome(
        &fight(a, b, situation, json!({})),
        0.403136,
        0.590367,
        0.006497,
    );
}

/// Figures of a straightforward implementation in another language, which rolls all pools side by side.
#[test]
fn large_blocks_stay_exact_and_small() {
    let a = json!({"initiative": 3, "toughness": 2});
    let b = json!({"initiative": 3, "toughness": 3});
    let got = fight(a.clone(), b, json!({"na": 20, "nb": 18}), json!({}));
    for (key, expected) in [
        ("win_a", 0.8228142676416423),
        ("win_b", 0.17715153748338824),
        ("draw", 3.4194874972896537e-05),
        ("mean_rounds", 3.1810917708112045),
    ] {
        assert!((number(&got, key) - expected).abs() < 1e-11, "{key} {got}");
    }
    assert!(number(&got, "states") <= 20.0 * 18.0, "{got}");
    let b = json!({"initiative": 4, "toughness": 3});
    let set = json!({"tail": "end", "initiative": "alternate"});
    let got = fight(a, b, json!({"na": 12, "nb": 10}), set);
    for (key, expected) in [
        ("win_a", 0.9573559354166534),
        ("win_b", 0.04219453414885144),
        ("mean_rounds", 4.716188610222376),
    ] {
        assert!((number(&got, key) - expected).abs() < 1e-11, "{key} {got}");
    }
    assert!(number(&got, "states") <= 2.0 * 12.0 * 10.0, "{got}");
}

/// What is too large to be worked out is sampled, and says why.
#[test]
fn the_largest_blocks_are_sampled() {
    let soldier = json!({"initiative": 3, "toughness": 2});
    let got = answer(
        &json!({"rules": "oracle", "ask": "duel", "a": soldier, "b": soldier, "trials": 2_000,
        "situation": {"na": 100, "nb": 100}}),
    );
    assert_eq!(got["method"], json!("sampled"));
    assert!(
        got["note"]
            .as_str()
            .is_some_and(|note| note.contains("too many states")),
        "{got}"
    );
    assert!((number(&got, "win_a") - 0.5).abs() < 0.06, "{got}");
}

/// (a, b, situation, seed) and what 10,000 fights came to: wins of A, wins of B, draws, mean rounds.
#[test]
fn sampled_fights_are_the_same_for_ever() {
    for (a, b, situation, seed, expected) in [
        (
            "scout",
            "archer",
            json!({}),
            1,
            json!([6475, 3119, 406, 5.8109]),
        ),
        (
            "guard",
            "captain",
            json!({"na": 6, "nb": 4, "b_view": "cover"}),
            1,
            json!([6289, 3709, 2, 3.0022]),
        ),
        (
            "archer",
            "archer",
            json!({"na": 30, "nb": 30}),
            5,
            json!([4948, 5025, 27, 5.2143]),
        ),
    ] {
        let got = answer(
            &json!({"rules": "oracle", "ask": "duel", "a": a, "b": b, "situation": situation,
            "seed": seed, "method": "sampled", "trials": 10_000}),
        );
        let got = json!([
            got["wins_a"],
            got["wins_b"],
            got["draw_count"],
            got["mean_rounds"]
        ]);
        assert_eq!(got, expected, "{a} against {b}, seed {seed}");
    }
}
