//! Exoshift read by several machines: exact, mirrored, sampled and told agree over random builds, plans, Command Points,
//! cover and toggles; and literal results at a seed.

use crate::agreement::{Case, exact_sampled_mirrored, told_is_counted};
use crate::helpers::answer;
use crate::random::Chooser;
use serde_json::{Map, Value, json};

const TRAITS: &[&str] = &[
    "strategist-1",
    "tactician-2",
    "weapons-platform",
    "resolute",
    "medic",
];

fn weapon(choose: &mut Chooser) -> Value {
    if choose.in_ten(6) {
        return json!(choose.one(&[
            "igi-87",
            "support-gun",
            "carbine",
            "marksman",
            "tripod-gun",
            "machine-pistol",
        ]));
    }
    let mut ranges = [0; 3].map(|_| 1 + choose.below(30));
    ranges.sort_unstable();
    let mods = [0; 3].map(|_| choose.below(5) as i64 - 2);
    json!({
        "type": choose.one(&["basic", "basic", "heavy", "setup"]), "ranges": ranges, "mods": mods,
        "rof": 1 + choose.below(4), "accuracy": choose.below(4), "power": choose.below(6),
        "damage": ([0, 1, 1, 1, 2][choose.below(5)]), "suppression": ([0, 0, 1][choose.below(3)]),
        "close_quarters": ([0, 2][choose.below(2)]), "fire_on_the_move": choose.in_ten(3),
    })
}

fn build(choose: &mut Chooser) -> Value {
    let mut traits: Vec<&str> = Vec::new();
    for trait_ in TRAITS {
        if choose.in_ten(1) {
            traits.push(trait_);
        }
    }
    let mut policy = json!({
        "plan": choose.one(&["advance", "hold", "run-in", "assault"]),
        "focus": choose.one(&["best", "shots-first", "aim-first"]),
        "cp_use": choose.one(&["snap", "surge", "rest", "burn"]),
        "preferred_gap": choose.below(20),
        "bid": ([0, 0, 1, 2][choose.below(4)]),
    });
    if choose.in_ten(4) {
        policy["recover_at"] = json!(choose.below(7));
    }
    json!({
        "mov": [choose.below(9), choose.below(7)],
        "com": 3 + choose.below(7), "def": 2 + choose.below(7), "qlt": 3 + choose.below(6),
        "mrl": 2 + choose.below(8), "hea": ([1, 1, 1, 2, 3][choose.below(5)]),
        "weapon": weapon(choose), "traits": traits, "policy": policy,
    })
}

/// Some toggles, changed.
fn toggles(choose: &mut Chooser) -> Value {
    let all = [
        ("auto", json!(["1-and-10"])),
        ("disruption_cap", json!([5, 10])),
        ("rof", json!(["extra"])),
        ("point_blank", json!(["keep-bonus"])),
        ("assault_point_blank", json!([false])),
        ("suppression", json!(["per-attack"])),
        ("disruption_on_save", json!(["final", "printed", "never"])),
        ("quality_save", json!(["test"])),
        ("casualty_quality", json!(["reduced"])),
        ("avoided", json!(["excess"])),
        ("rest_costs_disruption", json!([true])),
        ("secondary_limit", json!(["gt", "current"])),
        ("defensive_exhausts", json!([true])),
        ("out", json!(["incapacitated"])),
        ("tactician", json!(["1"])),
        ("auto_damage", json!([false])),
        ("initiative_quality", json!(["printed"])),
        ("secondary_disruption", json!(["after"])),
        ("disruption_when", json!(["after-action"])),
        ("heavy_advance", json!([false])),
        ("combat.assault_cost", json!([0, 2])),
        ("combat.primary_removes", json!([0, 2])),
        ("casualty.unhurt", json!([0, 4])),
    ];
    let mut set = Map::new();
    for (key, values) in all {
        if choose.in_ten(1) {
            let values = values.as_array().expect("values");
            let value = values[choose.below(values.len())].clone();
            set.insert(key.to_owned(), value);
        }
    }
    Value::Object(set)
}

fn shelter(choose: &mut Chooser) -> Value {
    json!({"cover": choose.one(&["none", "none", "light", "heavy"]), "obscured": choose.in_ten(3),
        "hunkered": choose.in_ten(3)})
}

/// Random match-ups.
fn cases(pairs: u64) -> impl Iterator<Item = Case> {
    (0..pairs).map(|pair| {
        let mut choose = Chooser::new(40_000 + pair);
        let (a, b) = (build(&mut choose), build(&mut choose));
        let set = toggles(&mut choose);
        let gap = choose.below(34);
        let rounds = [1, 4, 12][choose.below(3)];
        let cp = [0; 2].map(|_| [0, 0, 1, 2, 3][choose.below(5)]);
        let shelters = [shelter(&mut choose), shelter(&mut choose)];
        let situation = |first: usize, second: usize| {
            json!({"gap": gap, "rounds": rounds, "a_cp": cp[first], "b_cp": cp[second],
                "a_situation": shelters[first], "b_situation": shelters[second]})
        };
        Case {
            a,
            b,
            here: situation(0, 1),
            swapped: situation(1, 0),
            set,
        }
    })
}

#[test]
fn exoshift_exact_sampled_mirrored() {
    let found = exact_sampled_mirrored("exoshift", 20_000, cases(220));
    assert!(found.solved >= 215, "{found:?}");
}

#[test]
fn exoshift_told_is_counted() {
    let told = told_is_counted("exoshift", cases(200));
    assert_eq!(told, 1_000);
}

/// A duel whose states are too many is sampled: it says so within the budget, and does not hang.
#[test]
fn exoshift_too_big_is_said() {
    let big = json!({"qlt": 20, "hea": 10, "def": 12, "mov": [1, 1],
        "weapon": {"type": "basic", "ranges": [10, 20, 40], "rof": 10, "accuracy": 3, "power": 1, "damage": 3, "suppression": 2},
        "policy": {"cp_use": "surge", "preferred_gap": 0}});
    let query = |method: &str| {
        json!({"rules": "exoshift", "ask": "duel", "a": big, "b": big, "method": method, "trials": 1_000,
            "situation": {"a_cp": 20, "b_cp": 20, "gap": 40, "rounds": 30}, "set": {"disruption_cap": 60}})
    };
    let exact = crate::helpers::ask(&query("exact"));
    let message = exact["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("too many states"), "{exact}");
    let sampled = answer(&query("sampled"));
    assert_eq!(sampled["method"], json!("sampled"));
}

/// (a, b, situation, seed) and what 10,000 fights came to: wins of A, wins of B, draws, mean rounds.
#[test]
fn exoshift_at_a_seed() {
    for (a, b, situation, seed, expected) in [
        (
            "line-infantry",
            "rifleman",
            json!({}),
            1,
            json!([5320, 4581, 99, 3.6037]),
        ),
        (
            "stormtrooper",
            "gunner",
            json!({"gap": 12, "a_cp": 2, "b_situation": {"cover": "light"}}),
            7,
            json!([38, 9962, 0, 1.4993]),
        ),
        (
            "officer",
            "heavy-armour",
            json!({"b_cp": 3, "gap": 16}),
            3,
            json!([2951, 7049, 0, 1.7551]),
        ),
    ] {
        let found = answer(
            &json!({"rules": "exoshift", "ask": "duel", "a": a, "b": b, "situation": situation,
            "method": "sampled", "trials": 10_000, "seed": seed}),
        );
        let got = json!([
            found["wins_a"],
            found["wins_b"],
            found["draw_count"],
            found["mean_rounds"]
        ]);
        assert_eq!(got, expected, "{a} v {b}");
    }
}
