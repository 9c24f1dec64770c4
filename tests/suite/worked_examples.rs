//! Every worked example of `docs/rules/allesfezs.md`, section 11, to its 6 decimals.

use crate::helpers::{answer, duel, number, six};
use serde_json::{Value, json};

fn unit(attributes: [i32; 3], aptitudes: Value, weapons: Value) -> Value {
    let [mot, phy, wil] = attributes;
    json!({"mot": mot, "phy": phy, "wil": wil, "aptitudes": aptitudes, "weapons": weapons})
}

/// The same with more keys.
fn with(mut unit: Value, more: Value) -> Value {
    let more = more.as_object().expect("keys").clone();
    unit.as_object_mut().expect("a unit").extend(more);
    unit
}

fn attack(query: Value) -> Value {
    answer(&with(json!({"rules": "allesfezs", "ask": "attack"}), query))
}

#[track_caller]
fn distribution(answer: &Value, key: &str, expected: &[f64]) {
    let got: Vec<f64> = answer[key]
        .as_array()
        .expect(key)
        .iter()
        .map(|p| p.as_f64().expect(key))
        .collect();
    assert_eq!(got.len(), expected.len(), "{key}: {got:?}");
    for (n, (got, expected)) in got.iter().zip(expected).enumerate() {
        six(&format!("{key}[{n}]"), *got, *expected);
    }
    let sum: f64 = got.iter().sum();
    assert!((sum - 1.0).abs() < 1e-12, "{key} sums to {sum}");
}

#[track_caller]
fn figures(answer: &Value, dice: i64, target: i64, chances: [f64; 4]) {
    assert_eq!(answer["dice"], json!(dice));
    assert_eq!(answer["target"], json!(target));
    for (key, expected) in ["success", "crit", "loss_plain", "loss_crit"]
        .iter()
        .zip(chances)
    {
        six(key, number(answer, key), expected);
    }
}

#[test]
fn e1_two_sword_dice_against_leather() {
    let a = unit([13, 11, 13], json!({"ohs": 4}), json!(["sword"]));
    let b = with(
        unit([13, 13, 13], json!({}), json!([])),
        json!({"armour": "leather"}),
    );
    let odds = attack(json!({"a": a, "b": b, "weapon": "sword", "gap": 0}));
    figures(&odds, 2, 9, [0.6, 0.05, 0.45, 0.7]);
    distribution(&odds, "loss_defender", &[0.514806, 0.405388, 0.079806]);
    // By hand: one die costs 11/20 * 9/20 + 1/20 * 14/20 = 0.2825.
    assert!((odds["loss_defender"][0].as_f64().unwrap() - 0.7175f64.powi(2)).abs() < 1e-15);
}

fn rifleman() -> Value {
    unit(
        [11, 12, 12],
        json!({"firearm": 8}),
        json!(["assault_rifle"]),
    )
}

#[test]
fn e2_assault_rifle_against_kevlar() {
    let b = with(
        unit([13, 13, 13], json!({}), json!([])),
        json!({"armour": "kevlar", "str": 3}),
    );
    let odds = attack(json!({"a": rifleman(), "b": b, "gap": 20}));
    figures(&odds, 4, 1, [0.95, 0.05, 0.45, 0.7]);
    distribution(
        &odds,
        "loss_defender",
        &[0.098345, 0.309084, 0.364278, 0.190812, 0.037481],
    );
    six("3 or more", number(&odds, "kill_defender"), 0.228293);
}

#[test]
fn e3_the_same_against_a_dodge() {
    let b = with(
        unit([12, 11, 12], json!({"agility": 6}), json!([])),
        json!({"armour": "kevlar"}),
    );
    let odds = attack(json!({"a": rifleman(), "b": b, "gap": 20, "reaction": {"kind": "dodge"}}));
    assert_eq!(odds["reaction"]["target"], json!(5));
    distribution(
        &odds,
        "survivors",
        &[0.175804, 0.198485, 0.194722, 0.191885, 0.239104],
    );
    distribution(&odds, "reaction_survivors", &[0.774277, 0.225722]);
    distribution(
        &odds,
        "loss_defender",
        &[0.374153, 0.341582, 0.201561, 0.071519, 0.011184],
    );
    six("dies", number(&odds, "kill_defender"), 0.625847);
}

fn d1() -> [Value; 2] {
    [
        unit([12, 12, 13], json!({"ohs": 6}), json!(["sword"])),
        unit([13, 11, 13], json!({"ohs": 4}), json!(["sword"])),
    ]
}

#[test]
fn e4_sword_against_a_counter() {
    let [a, b] = d1();
    let odds = attack(json!({"a": a, "b": b, "gap": 0, "reaction": {"kind": "counter"}}));
    assert_eq!(
        (&odds["dice"], &odds["target"], &odds["reaction"]["target"]),
        (&json!(3), &json!(6), &json!(9))
    );
    distribution(
        &odds,
        "survivors",
        &[0.226975, 0.267825, 0.298425, 0.206775],
    );
    distribution(&odds, "reaction_survivors", &[0.732475, 0.267525]);
    distribution(
        &odds,
        "loss_defender",
        &[0.376055, 0.368329, 0.206677, 0.048939],
    );
    distribution(&odds, "loss_attacker", &[0.826985, 0.173015]);
    six("reactor dies", number(&odds, "kill_defender"), 0.623945);
    six("active dies", number(&odds, "kill_attacker"), 0.173015);
    six("both die", number(&odds, "kill_both"), 0.019872);
}

#[test]
fn e5_longsword_against_a_block_with_a_shield() {
    let a = unit([12, 12, 13], json!({"ths": 4}), json!(["longsword"]));
    let b = with(
        unit([12, 12, 13], json!({"ohs": 4}), json!(["sword"])),
        json!({"shield": true, "armour": "metal"}),
    );
    let odds = attack(json!({"a": a, "b": b, "gap": 0, "reaction": {"kind": "block"}}));
    assert_eq!(
        (&odds["target"], &odds["reaction"]["target"]),
        (&json!(8), &json!(4))
    );
    distribution(&odds, "survivors", &[0.475612, 0.366275, 0.158112]);
    distribution(&odds, "reaction_survivors", &[0.463363, 0.341775, 0.194862]);
    distribution(&odds, "loss_defender", &[0.758636, 0.218853, 0.022511]);
    six("dies", number(&odds, "kill_defender"), 0.241364);
}

#[test]
fn e6_a_lowered_boundary() {
    let a = unit([9, 12, 12], json!({"firearm": 10}), json!(["scoped_rifle"]));
    let b = with(
        unit([13, 13, 13], json!({}), json!([])),
        json!({"armour": "full_plate"}),
    );
    let odds = attack(json!({"a": a, "b": b, "gap": 12, "aim": true}));
    figures(&odds, 1, -7, [0.95, 0.45, 0.7, 0.95]);
    six("dies", number(&odds, "kill_defender"), 0.7775);
}

#[test]
fn e7_a_natural_twenty_only() {
    let a = unit(
        [16, 14, 14],
        json!({"firearm": 0}),
        json!(["flintlock_pistol"]),
    );
    let b = with(
        unit([13, 13, 13], json!({}), json!([])),
        json!({"elusive": 4}),
    );
    let odds = attack(json!({"a": a, "b": b, "gap": 20}));
    figures(&odds, 1, 22, [0.05, 0.0, 0.7, 0.95]);
    six("dies", number(&odds, "kill_defender"), 0.035);
}

#[test]
fn e8_options_choose_crush() {
    let a = unit([12, 12, 13], json!({"ths": 6}), json!(["poleaxe"]));
    let b = with(
        unit([13, 13, 13], json!({}), json!([])),
        json!({"armour": "full_plate", "str": 2}),
    );
    let odds = attack(json!({"a": a, "b": b, "gap": 0}));
    assert_eq!(odds["type"], json!("crush"));
    figures(&odds, 3, 6, [0.75, 0.05, 0.4, 0.65]);
    distribution(
        &odds,
        "loss_defender",
        &[0.324951, 0.443115, 0.201416, 0.030518],
    );
    six("2 or more", number(&odds, "kill_defender"), 0.231934);
}

/// One row of the table of duels, exact and mirrored.
#[track_caller]
fn row(a: &Value, b: &Value, gap: i32, initiative: &str, set: Value, expected: [f64; 4]) {
    let got = duel(a, b, &json!({"gap": gap, "initiative": initiative}), &set);
    assert_eq!(got["method"], json!("exact"));
    six("win_a", number(&got, "win_a"), expected[0]);
    six("win_b", number(&got, "win_b"), expected[1]);
    six("mutual", number(&got["draws"], "mutual"), expected[2]);
    six("cap", number(&got["draws"], "cap"), expected[3]);
    let sum = number(&got, "win_a") + number(&got, "win_b") + number(&got, "draw");
    assert!((sum - 1.0).abs() < 1e-12, "sums to {sum}");
    let swapped = match initiative {
        "a" => "b",
        "b" => "a",
        same => same,
    };
    let mirror = duel(b, a, &json!({"gap": gap, "initiative": swapped}), &set);
    assert!((number(&mirror, "win_b") - number(&got, "win_a")).abs() < 1e-12);
}

#[test]
fn d1_under_all_four_tie_rules() {
    let [a, b] = d1();
    let ties = |ties: &str| json!({"ties": ties});
    row(
        &a,
        &b,
        0,
        "a",
        ties("both"),
        [0.702678, 0.271751, 0.025571, 0.0],
    );
    row(
        &a,
        &b,
        0,
        "a",
        ties("active"),
        [0.728360, 0.271640, 0.0, 0.0],
    );
    row(
        &a,
        &b,
        0,
        "a",
        ties("reactor"),
        [0.698796, 0.301204, 0.0, 0.0],
    );
    row(
        &a,
        &b,
        0,
        "a",
        ties("cancel"),
        [0.711916, 0.288084, 0.0, 0.0],
    );
}

#[test]
fn d2_from_ten_inches() {
    let [a, b] = d1();
    row(
        &a,
        &b,
        10,
        "roll",
        json!({}),
        [0.558883, 0.426225, 0.014893, 0.0],
    );
}

#[test]
fn d3_bolt_action_rifle_against_longsword() {
    let a = unit(
        [12, 12, 13],
        json!({"firearm": 4}),
        json!(["bolt_action_rifle"]),
    );
    let b = with(
        unit(
            [13, 11, 13],
            json!({"ths": 6, "agility": 4}),
            json!(["longsword"]),
        ),
        json!({"armour": "metal"}),
    );
    row(
        &a,
        &b,
        20,
        "roll",
        json!({}),
        [0.836123, 0.157294, 0.006584, 0.0],
    );
}

#[test]
fn d4_a_charging_shield_against_an_assault_rifle() {
    let a = with(
        unit(
            [13, 12, 13],
            json!({"ohs": 6, "agility": 4}),
            json!(["sword"]),
        ),
        json!({"armour": "metal", "shield": true, "policy": {"plan": "charge", "react": "dodge", "adjust": "hold"}}),
    );
    let b = unit(
        [12, 12, 13],
        json!({"firearm": 4}),
        json!(["assault_rifle"]),
    );
    row(
        &a,
        &b,
        0,
        "roll",
        json!({}),
        [0.450974, 0.528823, 0.020203, 0.0],
    );
    row(
        &a,
        &b,
        10,
        "roll",
        json!({}),
        [0.072537, 0.924214, 0.003249, 0.0],
    );
    row(
        &a,
        &b,
        30,
        "roll",
        json!({}),
        [0.001755, 0.998166, 0.000079, 0.0],
    );
}

#[test]
fn d5_musket_against_bow() {
    let a = unit(
        [13, 12, 14],
        json!({"firearm": 2, "finesse": 4}),
        json!(["musket"]),
    );
    let b = unit([13, 12, 14], json!({"bows": 4}), json!(["bow"]));
    row(
        &a,
        &b,
        24,
        "even",
        json!({}),
        [0.472468, 0.508633, 0.018899, 0.0],
    );
}

#[test]
fn d6_every_reaction() {
    let b = unit([12, 12, 13], json!({"ths": 4}), json!(["longsword"]));
    for (react, expected) in [
        ("none", [0.140296, 0.853334, 0.006370, 0.0]),
        ("counter", [0.348000, 0.623610, 0.028390, 0.0]),
        ("dodge", [0.246639, 0.742163, 0.011198, 0.0]),
        ("block", [0.317841, 0.667727, 0.014431, 0.0]),
        ("best", [0.348000, 0.623610, 0.028390, 0.0]),
        ("optimal", [0.348000, 0.623610, 0.028390, 0.0]),
    ] {
        let a = with(
            unit(
                [12, 11, 13],
                json!({"finesse": 4, "agility": 2}),
                json!(["spear"]),
            ),
            json!({"shield": true, "policy": {"react": react}}),
        );
        row(&a, &b, 4, "b", json!({}), expected);
    }
}
