//! Core Concepts, read by several machines: what is worked out, counted, mirrored and told must agree, for random builds
//! over all weapons, plans, splits, reactions and toggles.

use crate::agreement::{Case, exact_sampled_mirrored, told_is_counted};
use crate::helpers::answer;
use crate::random::Chooser;
use serde_json::{Map, Value, json};

const TOGGLES: &[(&str, &[&str])] = &[
    ("normal_def_cancels_crit", &["no", "yes"]),
    ("no_reach_dice", &["defence", "half-lost"]),
    ("stress_per", &["attack", "success"]),
    ("distance_round", &["up", "down", "nearest"]),
    ("half_round", &["up", "down"]),
    ("shove", &["yes", "no"]),
    (
        "shooting_critical",
        &["any-six", "two-sixes", "margin-6", "none"],
    ),
    ("sniper_refund", &["no", "yes"]),
    ("cover_move", &["none", "away"]),
    ("return_fire_chain", &["no", "yes"]),
    ("stress_test", &["every", "every", "first-only"]),
    ("stress_after_test", &["keep", "reset"]),
    ("stress_toughness", &["current", "printed-threshold"]),
    ("stress_chain", &["no", "yes"]),
    ("ap_carry", &["no", "yes"]),
    ("initiative", &["each-round", "alternate"]),
    ("move_into_threat", &["no", "yes"]),
    ("shoot_engaged", &["yes", "no"]),
    ("unarmed", &["none", "fists"]),
    ("dead_return_fire", &["yes", "no"]),
];

fn number(choose: &mut Chooser, from: usize, to: usize) -> usize {
    from + choose.below(to + 1 - from)
}

fn build(choose: &mut Chooser) -> Value {
    let melee = match choose.below(6) {
        0 => Value::Null,
        1 => {
            json!({"reach": choose.below(7) as f64 / 2.0, "damage": choose.below(3), "critical": choose.below(4),
            "shove": choose.in_ten(5)})
        }
        2 => json!(["spear", "sword"]),
        _ => json!(choose.one(&["sword", "spear"])),
    };
    let ranged = match choose.below(6) {
        0 | 1 => Value::Null,
        2 => {
            json!({"mod": number(choose, 0, 8) as i64 - 5, "damage": choose.below(3), "critical": "d4",
            "pin": choose.in_ten(5)})
        }
        _ => json!(choose.one(&["pistol", "rifle", "sniper"])),
    };
    let splits = [
        "even",
        "all-attack",
        "all-defence",
        "fixed:1",
        "fixed:2",
        "optimal",
        "optimal",
        "solved",
        "solved",
    ];
    let mut policy = json!({
        "plan": choose.one(&["charge", "charge", "stand", "advance", "kite", "mixed", "mixed"]),
        "split": choose.one(&splits),
        "reaction": choose.one(&["none", "cover", "return-fire", "return-else-cover"]),
    });
    if choose.in_ten(3) {
        policy["preferred_gap"] = json!(choose.below(20) as f64 / 2.0);
    }
    json!({
        "melee": number(choose, 1, 5), "ballistics": number(choose, 1, 5), "toughness": number(choose, 1, 4),
        "agility": number(choose, 1, 5), "melee_weapon": melee, "ranged_weapon": ranged, "policy": policy,
    })
}

/// Random match-ups. The duel treats both sides alike, so the same situation is its own mirror.
fn cases(pairs: u64) -> impl Iterator<Item = Case> {
    (0..pairs).map(|pair| {
        let mut choose = Chooser::new(0xCC00 + pair);
        let (a, b) = (build(&mut choose), build(&mut choose));
        let mut set = Map::new();
        for (key, values) in TOGGLES {
            if choose.in_ten(3) {
                set.insert((*key).to_owned(), json!(choose.one(values)));
            }
        }
        let gap = [0.0, 1.0, 2.5, 6.0, 12.0, 20.0][choose.below(6)];
        let rounds = [1, 3, 6, 20][choose.below(4)];
        let here = json!({"gap": gap, "rounds": rounds});
        Case {
            a,
            b,
            swapped: here.clone(),
            here,
            set: Value::Object(set),
        }
    })
}

#[test]
fn core_concepts_exact_sampled_mirrored() {
    let found = exact_sampled_mirrored("core-concepts", 10_000, cases(260));
    assert!(found.solved >= 240, "{found:?}");
}

#[test]
fn core_concepts_told_is_counted() {
    let told = told_is_counted("core-concepts", cases(200));
    assert!(told >= 900, "only {told} fights told");
}

/// A first in every round has no mirror; and a true mix, and the book of mixes of two who look ahead, many times over.
#[test]
fn core_concepts_mixes_are_drawn_as_they_should_be() {
    let blade = json!({"reach": 1, "damage": 1, "critical": 3});
    let side = |melee: i64, weapon: Value, split: &str| {
        json!({"melee": melee, "ballistics": 1, "toughness": 2, "agility": 3, "melee_weapon": weapon,
            "policy": {"split": split}})
    };
    for (a, b, set) in [
        (
            side(5, json!("sword"), "optimal"),
            side(8, json!("spear"), "optimal"),
            json!({"initiative": "fixed"}),
        ),
        (
            side(3, blade.clone(), "solved"),
            side(4, json!("spear"), "solved"),
            json!({}),
        ),
        (
            side(5, json!("sword"), "optimal"),
            side(8, json!("spear"), "solved"),
            json!({}),
        ),
    ] {
        let query = |method: &str| {
            answer(
                &json!({"rules": "core-concepts", "ask": "duel", "a": a, "b": b, "set": set, "method": method,
                "situation": {"gap": 2, "rounds": 5}, "trials": 400_000, "seed": 3}),
            )
        };
        let (exact, sampled) = (query("exact"), query("sampled"));
        for key in ["win_a", "win_b"] {
            let p = exact[key].as_f64().expect(key);
            let error = (p * (1.0 - p) / 400_000.0).sqrt();
            let z = (sampled[key].as_f64().expect(key) - p) / error;
            assert!(z.abs() < 4.5, "{key} z {z}\n{exact}\n{sampled}");
        }
    }
}

/// Same seed, same bytes: literal results of 10,000 fights.
#[test]
fn core_concepts_stability() {
    for (a, b, situation, seed, expected) in STABLE {
        let situation: Value = serde_json::from_str(situation).expect("JSON");
        let got = answer(
            &json!({"rules": "core-concepts", "ask": "duel", "a": a, "b": b, "situation": situation, "seed": seed,
            "method": "sampled", "trials": 10_000}),
        );
        let got = [&got["wins_a"], &got["wins_b"], &got["draw_count"]]
            .map(|n| n.as_u64().expect("a count"));
        assert_eq!(got, *expected, "{a} against {b}");
    }
    let solved = json!({"like": "fencer", "policy": {"split": "solved"}});
    let got = answer(
        &json!({"rules": "core-concepts", "ask": "duel", "a": solved, "b": solved, "seed": 5, "method": "sampled",
            "trials": 10_000}),
    );
    let got =
        [&got["wins_a"], &got["wins_b"], &got["draw_count"]].map(|n| n.as_u64().expect("a count"));
    assert_eq!(got, SOLVED);
}

type Stable = (&'static str, &'static str, &'static str, u64, [u64; 3]);

const STABLE: &[Stable] = &[
    ("mortal-sword", "mortal-spear", "{}", 1, [4403, 4926, 671]),
    (
        "gunslinger",
        "sniper",
        r#"{"gap": 14}"#,
        2,
        [3528, 5105, 1367],
    ),
    ("captain", "hero", r#"{"gap": 20}"#, 3, [4288, 4667, 1045]),
];

const SOLVED: [u64; 3] = [4411, 4404, 1185];
