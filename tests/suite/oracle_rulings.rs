//! Every ruling of `docs/rules/oracle.md`, section 9: its default and each variant, by figures worked out by hand.

use crate::helpers::number;
use crate::oracle_examples::{fight, question};
use serde_json::{Value, json};

/// A rules file in which assault soldiers always act, support soldiers never, and there are no others; and more toggles.
fn sure(more: Value) -> Value {
    let mut set = json!({
        "types.command.faces": [], "types.artillery.faces": [], "types.heavy.faces": [],
        "types.skirmish.faces": [], "types.support.faces": [], "types.assault.faces": [1, 2, 3, 4, 5, 6],
    });
    let more = more.as_object().expect("toggles").clone();
    set.as_object_mut().expect("a table").extend(more);
    set
}

#[track_caller]
fn near(what: &str, got: &Value, key: &str, expected: f64) {
    let got = number(got, key);
    assert!(
        (got - expected).abs() < 1e-12,
        "{what}: {key} {got}, not {expected}"
    );
}

/// OR-01: a Type's faces are the rules file's.
#[test]
fn or_01_faces() {
    for (set, kind, expected) in [
        (json!({}), "support", 1.0 / 6.0),
        (json!({"types.support.faces": []}), "support", 0.0),
        (
            json!({"types.heavy.faces": [], "types.artillery.faces": [3, 4]}),
            "artillery",
            1.0 / 3.0,
        ),
        // Faces that are not next to each other.
        (
            json!({"types.command.faces": [], "types.heavy.faces": [1, 4]}),
            "heavy",
            1.0 / 3.0,
        ),
    ] {
        let got = question(
            "activate",
            json!({"initiative": 1, "type": kind, "set": set}),
        );
        near(kind, &got, "chance", expected);
        let got = question(
            "activate",
            json!({"initiative": 4, "type": kind, "set": set}),
        );
        near(kind, &got, "chance", 1.0 - (1.0 - expected).powi(4));
        // A duel against somebody who never acts: over in the first round in which a die shows the face.
        let got = fight(
            json!({"type": kind, "initiative": 4}),
            json!({"initiative": 0}),
            json!({"gap": 1, "rounds": 1}),
            set.clone(),
        );
        near(kind, &got, "win_a", 1.0 - (1.0 - expected).powi(4));
    }
    // Without a Type the question is about one face.
    let set = json!({"types.assault.faces": []});
    near(
        "one face",
        &question("activate", json!({"initiative": 1, "set": set})),
        "chance",
        1.0 / 6.0,
    );
    // Pools by Type: a die of either face of heavy activates the one heavy soldier.
    let set = json!({"types.command.faces": [], "types.heavy.faces": [1, 4]});
    let got = question(
        "pool",
        json!({"dice": 1, "types": [1, 0, 0, 1, 0, 0], "set": set}),
    );
    near("pool", &got["distribution"], "1", 1.0 / 3.0);
    near("the commander never acts", &got, "all", 0.0);
}

fn strike(viewers: &Value, toughness: i64, set: Value) -> (Value, Value) {
    let got = question(
        "strike",
        json!({"viewers": viewers, "toughness": toughness, "set": set}),
    );
    (got["counted"].clone(), got["killed"].clone())
}

/// OR-03: obscured and in cover from the same viewer.
#[test]
fn or_03_both() {
    let four = json!([[1, "both"], [1, "both"], [1, "both"], [1, "both"]]);
    assert_eq!(strike(&four, 2, json!({})), (json!(2), json!(true)));
    assert_eq!(
        strike(&four, 2, json!({"both": "cover"})),
        (json!(2), json!(true))
    );
    assert_eq!(
        strike(&four, 2, json!({"both": "both"})),
        (json!(1), json!(false))
    );
    // The attacker drops the two in cover and the `both` viewer, not the one of weight 5.
    let mixed = json!([[2, "cover"], [2, "cover"], [1, "both"], [5, "obscured"]]);
    assert_eq!(
        strike(&mixed, 5, json!({"both": "both"})),
        (json!(5), json!(true))
    );
    // As many as can be are dropped.
    let two = json!([[1, "both"], [5, "obscured"]]);
    assert_eq!(
        strike(&two, 1, json!({"both": "both"})),
        (json!(0), json!(false))
    );
    // In a block duel: three against one of Toughness 1 who is seen so.
    let kills = |both: &str| {
        let set = sure(json!({"both": both}));
        let situation = json!({"na": 3, "nb": 1, "b_view": "both", "rounds": 1});
        fight(
            json!({}),
            json!({"toughness": 1, "type": "support"}),
            situation,
            set,
        )
    };
    near("cover", &kills("cover"), "win_a", 1.0);
    near("both", &kills("both"), "draw", 1.0);
}

/// OR-04: which viewers are ignored. OR-18: models, not weights.
#[test]
fn or_04_or_18_ignored() {
    let viewers = json!([
        [1, "clear"],
        [2, "cover"],
        [1, "cover"],
        [3, "cover"],
        [1, "obscured"]
    ]);
    assert_eq!(
        strike(&viewers, 4, json!({"ignored": "attacker-picks"})).0,
        json!(4)
    );
    assert_eq!(
        strike(&viewers, 4, json!({"ignored": "defender-picks"})),
        (json!(2), json!(false))
    );
    let lethal = json!([
        ["lethal", "cover"],
        ["lethal", "cover"],
        ["lethal", "cover"]
    ]);
    assert_eq!(strike(&lethal, 3, json!({})), (json!(3), json!(true)));
    let obscured = json!([["deadly", "obscured"], ["deadly", "obscured"]]);
    assert_eq!(strike(&obscured, 3, json!({})), (json!(2), json!(false)));
    // The numbers one and two are cells.
    assert_eq!(strike(&lethal, 3, json!({"strike.cover": 1})).0, json!(6));
    assert_eq!(
        strike(&obscured, 3, json!({"strike.obscured": 0})).0,
        json!(4)
    );
}

/// OR-05: A must be second in the first round and first in the second, or it is shot.
#[test]
fn or_05_initiative() {
    let chance = |initiative: &str, dice: [u32; 2]| {
        let a = json!({"initiative": dice[0]});
        let b = json!({"initiative": dice[1], "range": 10, "policy": {"plan": "hold"}});
        let set = sure(json!({"initiative": initiative}));
        fight(a, b, json!({"gap": 13}), set)
    };
    near("coin", &chance("coin", [2, 2]), "win_a", 0.25);
    near("alternate", &chance("alternate", [2, 2]), "win_a", 0.5);
    near(
        "equal dice",
        &chance("more-matching-dice", [2, 2]),
        "win_a",
        0.25,
    );
    near(
        "more dice of A",
        &chance("more-matching-dice", [3, 2]),
        "win_a",
        0.0,
    );
    near(
        "more dice of A",
        &chance("more-matching-dice", [3, 2]),
        "mean_rounds",
        1.0,
    );
    near(
        "more dice of B",
        &chance("more-matching-dice", [2, 3]),
        "mean_rounds",
        2.0,
    );
    // In blocks: who is first kills the other's only soldier.
    let block = |initiative: &str| {
        let set = sure(json!({"initiative": initiative}));
        fight(
            json!({"initiative": 3}),
            json!({}),
            json!({"na": 1, "nb": 1}),
            set,
        )
    };
    near("coin", &block("coin"), "win_a", 0.5);
    near("alternate", &block("alternate"), "win_a", 0.5);
    near("more dice", &block("more-matching-dice"), "win_a", 1.0);
}

/// OR-06: a soldier acts once a round, and dice do not wait for the next.
#[test]
fn or_06_unused_dice_are_discarded() {
    // Two activations are needed, in two rounds: both rounds must show the face.
    let got = fight(
        json!({"initiative": 2}),
        json!({"initiative": 0}),
        json!({"gap": 13, "rounds": 2}),
        json!({}),
    );
    near("two rounds", &got, "win_a", (11.0f64 / 36.0).powi(2));
    let got = fight(
        json!({"initiative": 6}),
        json!({"initiative": 0}),
        json!({"gap": 13, "rounds": 1}),
        json!({}),
    );
    near("one round", &got, "draw", 1.0);
}

/// OR-07: what happens when a player cannot act.
#[test]
fn or_07_tail() {
    let chance = |tail: &str| {
        let one = json!({"initiative": 1});
        let situation = json!({"gap": 1, "rounds": 1});
        fight(one.clone(), one, situation, json!({"tail": tail}))
    };
    let p = 1.0 / 6.0;
    near(
        "continue",
        &chance("continue"),
        "win_a",
        0.5 * p + 0.5 * (1.0 - p) * p,
    );
    near("end", &chance("end"), "win_a", 0.5 * p);
    // Two against one who never acts: with `end` only if A is first.
    let block = |tail: &str| {
        let situation = json!({"na": 2, "nb": 1, "rounds": 1});
        fight(
            json!({}),
            json!({"type": "support"}),
            situation,
            sure(json!({"tail": tail})),
        )
    };
    near("continue", &block("continue"), "win_a", 1.0);
    near("end", &block("end"), "win_a", 0.5);
}

/// OR-08: one against two, one die each. The first of the two falls; is the other's die still there?
#[test]
fn or_08_dead_dice() {
    let chance = |dead_dice: &str| {
        let one = json!({"initiative": 1});
        let situation = json!({"na": 1, "nb": 2, "rounds": 1});
        fight(one.clone(), one, situation, json!({"dead_dice": dead_dice}))
    };
    let (p, q) = (1.0 / 6.0, 5.0 / 6.0);
    let keep = 1.0 - q * q;
    near("keep", &chance("keep"), "win_b", keep);
    near(
        "drop",
        &chance("drop"),
        "win_b",
        keep - 0.5 * p * (2.0 * p * q),
    );
}

/// OR-10: a Strike that cannot kill is an activation like any other.
#[test]
fn or_10_strikes_without_effect() {
    let tough = json!({"toughness": 9});
    let got = fight(
        tough.clone(),
        tough,
        json!({"na": 3, "nb": 3}),
        sure(json!({})),
    );
    near("nobody falls", &got, "draw", 1.0);
    near("all stand", &json!({"p": got["left_a"][3]}), "p", 1.0);
}

/// OR-11: whether the striker counts.
#[test]
fn or_11_striker_counts() {
    let viewers = json!([[3, "clear"], [1, "cover"], [1, "clear"]]);
    assert_eq!(
        strike(&viewers, 4, json!({"striker_counts": true})),
        (json!(4), json!(true))
    );
    assert_eq!(
        strike(&viewers, 4, json!({"striker_counts": false})),
        (json!(1), json!(false))
    );
    assert_eq!(
        strike(&json!([]), 1, json!({"striker_counts": "no"})),
        (json!(0), json!(false))
    );
    let duel = |toughness: i64, counts: &str| {
        let b = json!({"type": "support", "toughness": toughness});
        let set = sure(json!({"striker_counts": counts}));
        fight(json!({}), b, json!({"gap": 1, "rounds": 1}), set)
    };
    near("yes", &duel(1, "yes"), "win_a", 1.0);
    near("no", &duel(1, "no"), "draw", 1.0);
    near("no, Toughness 0", &duel(0, "no"), "win_a", 1.0);
    let block = |na: u32, counts: &str| {
        let b = json!({"type": "support", "toughness": 2});
        let set = sure(json!({"striker_counts": counts}));
        fight(json!({}), b, json!({"na": na, "nb": 1, "rounds": 1}), set)
    };
    near("two, yes", &block(2, "yes"), "win_a", 1.0);
    near("two, no", &block(2, "no"), "draw", 1.0);
    near("three, no", &block(3, "no"), "win_a", 1.0);
}

/// OR-12: the activated count as well: the second Strike needs all three.
#[test]
fn or_12_the_activated_count() {
    let b = json!({"type": "support", "toughness": 3});
    let situation = json!({"na": 3, "nb": 2, "rounds": 1});
    near(
        "all three",
        &fight(json!({}), b, situation, sure(json!({}))),
        "win_a",
        1.0,
    );
}

/// The victim is a waiting soldier if there is one: three against three, each Strike takes an activation from the enemy.
#[test]
fn the_waiting_fall_first() {
    let one = json!({"initiative": 1});
    let situation = json!({"na": 3, "nb": 3, "rounds": 1});
    let got = fight(one.clone(), one, situation, sure(json!({})));
    // The first strikes twice, the other once: 3 a side become 2 and 1.
    let left = |side: &str, n: usize| json!({"p": got[side][n]});
    for side in ["left_a", "left_b"] {
        near("the first", &left(side, 2), "p", 0.5);
        near("the other", &left(side, 1), "p", 0.5);
    }
}

/// OR-13 is read by skirmishes only. OR-15: nobody strikes but in its own activation.
#[test]
fn or_13_or_15_no_part_in_a_duel() {
    let (a, b) = (
        json!({"initiative": 3}),
        json!({"range": "medium", "speed": 5}),
    );
    let plain = fight(a.clone(), b.clone(), json!({}), json!({}));
    assert_eq!(plain, fight(a, b, json!({}), json!({"split_move": true})));
    // It comes into the reach of a deadly enemy who never gets a die, and stays there unharmed.
    let b = json!({"weight": 3, "toughness": 2, "range": "far", "type": "support"});
    near(
        "unharmed",
        &fight(json!({}), b, json!({}), sure(json!({}))),
        "draw",
        1.0,
    );
}

/// OR-14: Toughness 0 or less is reached by nobody at all.
#[test]
fn or_14_no_toughness() {
    for toughness in [0, -3] {
        assert_eq!(
            strike(&json!([[1, "cover"]]), toughness, json!({})),
            (json!(0), json!(true))
        );
        let b = json!({"type": "support", "toughness": toughness});
        let situation = json!({"gap": 1, "rounds": 1, "b_view": "cover"});
        near(
            "in cover",
            &fight(json!({}), b, situation, sure(json!({}))),
            "win_a",
            1.0,
        );
    }
    let b = json!({"type": "support", "toughness": 1});
    for view in ["obscured", "cover", "both"] {
        let situation = json!({"gap": 1, "rounds": 1, "b_view": view});
        near(
            view,
            &fight(json!({}), b.clone(), situation, sure(json!({}))),
            "draw",
            1.0,
        );
    }
}

/// OR-16: A, who holds and is always first, cannot kill before B has come.
#[test]
fn or_16_pass() {
    let chance = |pass: Value, gap: u32| {
        let a = json!({"initiative": 3, "range": "medium", "policy": {"plan": "hold"}});
        let set = sure(json!({"initiative": "more-matching-dice", "pass": pass}));
        fight(
            a,
            json!({"initiative": 2}),
            json!({"gap": gap, "rounds": 1}),
            set,
        )
    };
    near("no", &chance(json!("no"), 14), "draw", 1.0);
    near("yes", &chance(json!(true), 14), "win_a", 1.0);
    // Who can kill does not pass.
    near("in reach", &chance(json!("yes"), 7), "win_a", 1.0);
    // Nor does it help who cannot act, or against one who cannot.
    let a = json!({"range": "medium", "policy": {"plan": "hold"}});
    let b = json!({"type": "support"});
    let set = sure(json!({"pass": true}));
    near(
        "nobody to pass to",
        &fight(a, b, json!({"gap": 14}), set),
        "draw",
        1.0,
    );
    let block = |pass: bool| {
        let (a, b) = (json!({"toughness": 4}), json!({"toughness": 2}));
        fight(
            a,
            b,
            json!({"na": 4, "nb": 4}),
            json!({"pass": pass, "tail": "end"}),
        )
    };
    assert_eq!(block(false), block(true));
}

/// OR-17: of several words for a weight the highest counts, and they are not added up.
#[test]
fn or_17_highest_only() {
    for (weight, counted) in [
        (json!(["deadly", "lethal"]), 3),
        (json!(["lethal", "deadly"]), 3),
        (json!("deadly"), 2),
        (json!("plain"), 1),
        (json!(2), 2),
    ] {
        let got = question("strike", json!({"a": {"weight": weight}, "toughness": 1}));
        assert_eq!(got["counted"], json!(counted), "{weight}");
    }
}

/// The plans of section 6.1, against somebody who never acts, by one who always does.
#[test]
fn plans() {
    let rounds = |a: Value, b: Value, gap: u32| {
        let got = fight(a, b, json!({"gap": gap}), sure(json!({})));
        let (win, rounds) = (number(&got, "win_a"), number(&got, "mean_rounds"));
        assert!(
            (rounds - rounds.round()).abs() < 1e-12 && (win == 0.0 || (win - 1.0).abs() < 1e-12)
        );
        if win > 0.5 {
            Some(rounds.round())
        } else {
            None
        }
    };
    let with = |plan: &str, speed: u32, range: &str| json!({"speed": speed, "range": range, "policy": {"plan": plan}});
    let idle = |speed: u32, range: &str| json!({"type": "support", "speed": speed, "range": range});
    // Rush: 20, 14, 8, 2, 1.
    assert_eq!(
        rounds(with("rush", 6, "melee"), idle(6, "melee"), 20),
        Some(4.0)
    );
    assert_eq!(
        rounds(with("rush", 6, "melee"), idle(6, "melee"), 19),
        Some(3.0)
    );
    assert_eq!(rounds(with("rush", 0, "melee"), idle(6, "melee"), 2), None);
    assert_eq!(
        rounds(with("rush", 6, "full"), idle(6, "melee"), 9_999),
        Some(1.0)
    );
    // Hold: in range or never.
    assert_eq!(
        rounds(with("hold", 6, "medium"), idle(6, "melee"), 13),
        None
    );
    assert_eq!(
        rounds(with("hold", 6, "medium"), idle(6, "melee"), 12),
        Some(1.0)
    );
    // Wary, safe at 8: 20, 14, 8, and stays there; a Speed of 7 crosses from 8.
    assert_eq!(rounds(with("wary", 6, "melee"), idle(6, "melee"), 20), None);
    assert_eq!(
        rounds(with("wary", 7, "melee"), idle(6, "melee"), 20),
        Some(3.0)
    );
    // Nowhere is safe from a full range; but who can cross in one go does.
    assert_eq!(rounds(with("wary", 7, "melee"), idle(6, "full"), 20), None);
    assert_eq!(
        rounds(with("wary", 7, "melee"), idle(6, "full"), 8),
        Some(1.0)
    );
}
