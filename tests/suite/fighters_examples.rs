//! Every worked example of `docs/rules/fighters.md`, section 11, to its 6 decimals; and the named builds.

use crate::fighters_rulings::{duel, unit, with_policy};
use crate::helpers::{answer, number, six};
use fairfight::query::Library;
use serde_json::{Value, json};

#[track_caller]
fn figures(query: Value, expected: &[(&str, f64)]) {
    let mut query = query;
    query["rules"] = json!("fighters");
    let got = answer(&query);
    for (key, figure) in expected {
        six(key, number(&got, key), *figure);
    }
}

#[test]
fn example_1_an_opposed_check() {
    figures(
        json!({"ask": "opposed", "attacker": 3, "defender": 2}),
        &[
            ("win", 0.556327),
            ("draw", 0.108025),
            ("lose", 0.335648),
            ("adv2", 0.443673),
            ("adv3", 0.335648),
            ("adv5", 0.158951),
        ],
    );
}

#[test]
fn example_2_a_basic_check() {
    figures(
        json!({"ask": "basic", "stat": 2, "difficulty": 7}),
        &[("success", 0.722222)],
    );
}

#[test]
fn example_3_sword_against_shield() {
    figures(
        json!({"ask": "attack", "a": unit([3, 2, 1], "follower", json!(["sword"])),
            "b": unit([2, 1, 3], "follower", json!(["sword", "shield"]))}),
        &[
            ("hit", 0.556327),
            ("draw", 0.108025),
            ("killed", 0.054087),
            ("wounded", 0.078985),
            ("stunned", 0.0),
            ("staggered", 0.0),
        ],
    );
}

#[test]
fn example_4_blow_away() {
    figures(
        json!({"ask": "attack", "a": unit([3, 1, 2], "brute", json!(["maul"])),
            "b": unit([2, 1, 3], "guardian", json!(["sword", "shield"])), "special": "blow-away"}),
        &[
            ("hit", 0.335648),
            ("draw", 0.108025),
            ("killed", 0.080286),
            ("wounded", 0.068632),
            ("stunned", 0.255362),
            ("staggered", 0.0),
        ],
    );
}

#[test]
fn example_5_an_aimed_shot() {
    figures(
        json!({"ask": "attack", "a": unit([3, 2, 1], "hunter", json!(["bow"])),
            "b": unit([3, 1, 2], "follower", json!(["axe"])), "weapon": "bow", "ranged": true, "bonus": 2}),
        &[
            ("hit", 0.841049),
            ("draw", 0.061728),
            ("killed", 0.133685),
            ("wounded", 0.148611),
            ("stunned", 0.0),
            ("staggered", 0.0),
        ],
    );
}

#[test]
fn example_6_an_exchange() {
    figures(
        json!({"ask": "exchange", "a": unit([3, 2, 1], "duelist", json!(["sword"])),
            "b": unit([3, 1, 2], "follower", json!(["longsword"]))}),
        &[
            ("a_killed", 0.066071),
            ("b_killed", 0.132514),
            ("a_wounded", 0.032863),
            ("b_wounded", 0.108840),
            ("mean_gap", 1.545966),
        ],
    );
}

#[track_caller]
fn duels(a: &Value, b: &Value, situation: Value, [win_a, win_b, draw]: [f64; 3]) {
    let got = duel(a, b, &situation, &json!({}));
    six("win_a", number(&got, "win_a"), win_a);
    six("win_b", number(&got, "win_b"), win_b);
    six("draw", number(&got, "draw"), draw);
    six("cap", number(&got["draws"], "cap"), draw);
}

#[test]
fn example_7_sword_and_shield_against_longsword() {
    let a = unit([3, 2, 1], "follower", json!(["sword", "shield"]));
    let b = unit([3, 1, 2], "follower", json!(["longsword"]));
    duels(&a, &b, json!({}), [0.380112, 0.610924, 0.008964]);
}

#[test]
fn example_8_a_kiting_champion() {
    let a = unit([3, 2, 1], "champion", json!(["bow"]));
    let a = with_policy(a, json!({"plan": "kite"}));
    let b = unit([3, 1, 2], "brute", json!(["longaxe"]));
    let situation = json!({"gap": 20, "rounds": 6});
    duels(&a, &b, situation, [0.689951, 0.271069, 0.038980]);
}

#[test]
fn example_9_fencer_against_mauling_guardian() {
    let a = unit([3, 1, 2], "duelist", json!(["sword", "axe"]));
    let a = with_policy(a, json!({"mode": "special-first", "weapon": "finisher"}));
    let b = unit([2, 1, 3], "guardian", json!(["maul"]));
    let b = with_policy(b, json!({"mode": "special-first", "recover": "eager"}));
    duels(&a, &b, json!({}), [0.245083, 0.504419, 0.250497]);
}

/// Section 8: as shipped every fighter is legal and costs the same, and the bill says so.
#[test]
fn the_named_builds_are_legal_and_neutral() {
    let book = Library::new().book("fighters", None).expect("the rules");
    let cards = book.builds();
    assert!(cards.len() >= 8, "{}", cards.len());
    assert_eq!(book.warnings(), Vec::<String>::new());
    for card in cards {
        assert_eq!(card.points, Some(1.0), "{}", card.id);
        assert!(!card.note.is_empty() && !card.group.is_empty(), "{card:?}");
        let bill = answer(&json!({"rules": "fighters", "ask": "cost", "a": card.id}));
        assert_eq!(bill["illegal"], json!([]), "{}", card.id);
        let note = bill["notes"][0].as_str().expect("a note");
        assert!(note.contains("neutral"), "{note}");
        assert!(
            number(
                &duel(&json!(card.id), &json!("wall"), &json!({}), &json!({})),
                "win_a"
            ) > 0.0
        );
    }
}

/// Section 8: a rules writer's prices, line by line; and nothing without a base.
#[test]
fn prices_that_a_writer_fills_in() {
    let set = json!({"costs.base": 5, "costs.stats.armor": 2, "costs.roles.guardian": 4.5, "costs.upgrades.shield": 3,
        "costs.upgrades.sword": -1});
    let bill = answer(&json!({"rules": "fighters", "ask": "cost", "a": "wall", "set": set}));
    assert_eq!(number(&bill, "points"), 5.0 + 2.0 * 3.0 + 4.5 + 3.0 - 1.0);
    assert_eq!(bill["notes"], json!([]));
    let points: Vec<&Value> = bill["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| &item["points"])
        .collect();
    assert_eq!(points, [5.0, 0.0, 0.0, 6.0, 4.5, -1.0, 3.0]);
    let none = answer(
        &json!({"rules": "fighters", "ask": "cost", "a": "wall", "set": {"costs.base": null}}),
    );
    assert_eq!(none["points"], Value::Null, "{none}");
    assert!(none["notes"][0].as_str().expect("a note").contains("price"));
    let duel = duel(&json!("wall"), &json!("archer"), &json!({}), &set);
    assert_eq!(number(&duel, "points_a"), 17.5);
    assert_eq!(number(&duel, "points_b"), 5.0 + 2.0);
}

/// Section 2: stats other than 1, 2, 3 are fought with, and reported.
#[test]
fn stats_that_are_not_one_two_three() {
    let mut hero = unit([4, 4, 4], "follower", json!(["sword"]));
    let got = duel(&hero, &json!("wall"), &json!({}), &json!({}));
    let said = got["illegal_a"][0].as_str().expect("a fault");
    assert!(said.contains("1, 2, 3"), "{said}");
    assert_eq!(got["illegal_b"], Value::Null);
    hero["skill"] = json!(16);
    let got = crate::helpers::ask(&json!({"rules": "fighters", "ask": "cost", "a": hero}));
    assert_eq!(got["error"]["at"], json!("a.skill"), "{got}");
}
