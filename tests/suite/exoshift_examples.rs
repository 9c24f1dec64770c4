//! The worked examples of Exoshift (section 11 of its reference), to their six decimals.

use crate::helpers::{answer, number, six};
use serde_json::{Value, json};

fn ask(query: &Value) -> Value {
    let mut whole = json!({"rules": "exoshift"});
    for (key, value) in query.as_object().expect("a query") {
        whole[key] = value.clone();
    }
    answer(&whole)
}

const RESULTS: [&str; 7] = [
    "unhurt",
    "stunned",
    "downed",
    "wounded",
    "incapacitated",
    "destroyed",
    "none",
];

/// Examples 1 to 4.
#[test]
fn attacks() {
    for (number_of, query, shots, results, out, mean) in [
        (
            1,
            json!({"gap": 14}),
            json!([9, 9]),
            [
                0.506_520, 0.172_620, 0.172_620, 0.011_340, 0.0, 0.0, 0.136_900,
            ],
            0.183_960,
            1.256_040,
        ),
        (
            2,
            json!({"gap": 10, "mode": "advance", "situation": {"cover": "heavy"}}),
            json!([6, 6]),
            [
                0.302_400, 0.102_000, 0.102_000, 0.003_600, 0.0, 0.0, 0.490_000,
            ],
            0.105_600,
            0.614_400,
        ),
        (
            3,
            json!({"gap": 2, "mode": "snap", "a_stunned": true}),
            json!([6]),
            [0.252_000, 0.084_000, 0.084_000, 0.0, 0.0, 0.0, 0.580_000],
            0.084_000,
            0.396_000,
        ),
        (
            4,
            json!({"gap": 20, "a": {"weapon": "support-gun", "com": 5}, "b_disruption": 3,
                "situation": {"cover": "light", "hunkered": true}}),
            json!([4, 4, 4, 3]),
            [
                0.022_032, 0.104_941, 0.127_058, 0.128_003, 0.128_008, 0.129_997, 0.359_960,
            ],
            0.513_066,
            1.914_059,
        ),
    ] {
        let mut query = query;
        query["ask"] = json!("attack");
        let found = ask(&query);
        assert_eq!(found["shots"], shots, "example {number_of}");
        let mut sum = 0.0;
        for (name, expected) in RESULTS.into_iter().zip(results) {
            let got = number(&found["result"], name);
            six(&format!("example {number_of}, {name}"), got, expected);
            sum += got;
        }
        assert!((sum - 1.0).abs() < 1e-12, "example {number_of}: {sum}");
        six(
            &format!("example {number_of}, out"),
            number(&found, "out"),
            out,
        );
        let got = number(&found, "mean_disruption");
        six(&format!("example {number_of}, disruption"), got, mean);
    }
}

/// Example 5.
#[test]
fn a_casualty_roll() {
    let found = ask(&json!({"ask": "casualty", "disruption": 2, "power": 2, "quality": 6}));
    for (name, expected) in RESULTS.into_iter().zip([0.4, 0.2, 0.2, 0.2, 0.0, 0.0]) {
        six(name, number(&found, name), expected);
    }
}

/// Example 6.
#[test]
fn an_initiative() {
    let found = ask(&json!({"ask": "initiative", "qa": 6, "qb": 5, "bid_b": 1}));
    six("a_first", number(&found, "a_first"), 0.55);
}

/// Examples 7 to 9.
#[test]
fn duels() {
    for (number_of, a, b, situation, expected) in [
        (
            7,
            json!({}),
            json!({}),
            json!({}),
            [0.495_874, 0.495_874, 0.008_251],
        ),
        (
            8,
            json!({"weapon": "support-gun", "com": 5, "policy": {"plan": "hold"}}),
            json!({"policy": {"plan": "run-in"}}),
            json!({"b_cp": 2, "gap": 28}),
            [0.817_582, 0.182_418, 0.0],
        ),
        (
            9,
            json!({"weapon": "carbine", "mrl": 8, "qlt": 7, "policy": {"plan": "assault", "cp_use": "burn"}}),
            json!({"policy": {"plan": "hold", "recover_at": 4}}),
            json!({"a_cp": 2, "b_cp": 1, "gap": 20}),
            [0.119_004, 0.880_860, 0.000_137],
        ),
    ] {
        let found =
            ask(&json!({"ask": "duel", "a": a, "b": b, "situation": situation, "method": "exact"}));
        for (name, expected) in ["win_a", "win_b", "draw"].into_iter().zip(expected) {
            let got = number(&found, name);
            six(&format!("example {number_of}, {name}"), got, expected);
        }
    }
}
