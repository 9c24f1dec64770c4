//! Rulings of `docs/rules/emlia.md`, section 9, on who reaches whom, strikes, ranks, presses and pushes: duels so small
//! that what comes of them is counted by hand. A plain die succeeds with 8/12; with [`sure`] every die at +0 or better does.

use crate::emlia_examples::{fight, pikes, question, six_men, with};
use crate::helpers::number;
use serde_json::{Value, json};

/// One who does nothing unasked: no dice in Close Combat, no weapon to shoot with, no leader, no fear.
pub fn man(keys: Value) -> Value {
    let man = json!({"members": 1, "hits": 1, "limit": 1, "move": 15, "timing": 1, "morale": 7, "skills": {"close_combat": 0},
        "policy": {"plan": "hold", "leadership": []}});
    with(&man, keys)
}

/// One who strikes with so many dice, before `man` acts.
pub fn fighter(dice: i64, keys: Value) -> Value {
    with(
        &man(json!({"timing": 2, "skills": {"close_combat": dice}})),
        keys,
    )
}

/// Every die at +0 or better succeeds; and more is changed.
pub fn sure(more: Value) -> Value {
    with(&json!({"check.success": 1}), more)
}

/// Wins of a and of b, and the mean number of turns.
#[track_caller]
pub fn comes_to(got: &Value, expected: [f64; 3]) {
    for (key, expected) in ["win_a", "win_b", "mean_rounds"].into_iter().zip(expected) {
        let got = number(got, key);
        assert!(
            (got - expected).abs() < 1e-12,
            "{key} {got}, not {expected}"
        );
    }
}

/// The chances of 0, 1, 2, ... left, as far as anybody can be.
#[track_caller]
pub fn left(got: &Value, key: &str, expected: &[f64]) {
    let list = got[key].as_array().expect(key);
    let list: Vec<f64> = list.iter().map(|p| p.as_f64().expect(key)).collect();
    let last = list.iter().rposition(|p| *p > 0.0).map_or(0, |at| at + 1);
    let near = list
        .iter()
        .zip(expected)
        .all(|(got, expected)| (got - expected).abs() < 1e-12);
    assert!(
        near && last == expected.len(),
        "{key} {list:?}, not {expected:?}"
    );
}

/// Certainly so many left.
fn all_left(got: &Value, key: &str, n: usize) {
    let mut expected = vec![0.0; n];
    expected.push(1.0);
    left(got, key, &expected);
}

/// EM-21: two moves of 15 reach 24 and bring the blow at +1, 9/12; with one move it is Double Pace to 2 apart first.
#[test]
fn em_21_the_reach_of_a_charge() {
    let a = fighter(1, json!({"policy": {"plan": "charge"}}));
    let run = |turns: i64, set: Value| {
        fight(&a, &man(json!({})), json!({"gap": 24, "turns": turns}), set)
    };
    let single = || json!({"charge_reach": "single"});
    comes_to(&run(1, json!({})), [0.75, 0.0, 1.0]);
    comes_to(&run(1, single()), [0.0, 0.0, 1.0]);
    comes_to(&run(2, single()), [0.75, 0.0, 2.0]);
}

/// EM-22: who falls back is struck at once, at +4 (12/12); the striker has no primary action in its next activation. Without
/// free strikes it charges after them instead, at +1.
#[test]
fn em_22_free_strikes() {
    let a = man(json!({"members": 2, "timing": 3, "morale": -1}));
    let b = fighter(1, json!({"policy": {"plan": "charge"}}));
    let here = || json!({"gap": 0, "turns": 1});
    left(&fight(&a, &b, here(), json!({})), "left_a", &[0.0, 1.0]);
    let got = fight(&a, &b, here(), json!({"free_strikes": "never"}));
    left(&got, "left_a", &[0.0, 0.75, 0.25]);
    // No shift: pushes that are tracked are not moved by it (EM-36), so that a runner with 31 to go stays on the field.
    let runs = with(&a, json!({"morale": -5, "limit": 40}));
    let got = fight(
        &runs,
        &b,
        json!({"gap": 0, "lines": 31, "turns": 1}),
        json!({"push_track": "on"}),
    );
    comes_to(&got, [0.0, 0.0, 1.0]);
}

/// EM-23, EM-55: five wide fight four wide with five; eight wide with six; the second rank with reach.
#[test]
fn em_23_em_55_who_fights_in_ranks() {
    let dice = |files: i64, set: Value| {
        let a = with(
            &pikes(),
            json!({"files": files, "skills": {"close_combat": "1*"}}),
        );
        let b = with(&six_men(), json!({"members": 4}));
        question("close_combat", json!({"a": a, "b": b, "set": set}))["dice"].clone()
    };
    for (files, two, none, reach) in [(4, 4, 4, 8), (5, 5, 4, 8), (8, 6, 4, 8), (2, 2, 2, 4)] {
        assert_eq!(dice(files, json!({})), json!(two), "{files} files");
        assert_eq!(dice(files, json!({"ranked_overlap": 0})), json!(none));
        assert_eq!(dice(files, json!({"reach_ranks": "yes"})), json!(reach));
    }
    // Whoever is not ranked fights with those the ranks meet, and outnumbering counts those who fight.
    let mob = with(&six_men(), json!({"members": 12}));
    let got = question("close_combat", json!({"a": mob, "b": pikes()}));
    assert_eq!((&got["dice"], &got["modifier"]), (&json!(6), &json!(1)));
}

/// Ranks of so many in so many files with one sure die, and who is pushed by it; nobody runs.
fn pressed(members: i64, files: i64, keys: Value, b: &Value, set: Value) -> Value {
    let a = fighter(
        1,
        with(
            &json!({"members": members, "formation": "ranked", "files": files}),
            keys,
        ),
    );
    let set = with(&json!({"morale": "off"}), set);
    fight(&a, b, json!({"gap": 0, "turns": 1}), sure(set))
}

fn block(members: i64, files: i64) -> Value {
    man(json!({"members": members, "formation": "ranked", "files": files}))
}

/// EM-25: one hit of the melee, and those behind press: 3 of 5 in two files, or all 5.
#[test]
fn em_25_who_presses() {
    let b = block(6, 2);
    let got = pressed(5, 2, json!({}), &b, json!({}));
    all_left(&got, "left_b", 6 - 1 - 3);
    let got = pressed(5, 2, json!({}), &b, json!({"press_behind": "all"}));
    all_left(&got, "left_b", 0);
    // The source's single file of 20 against four ranks: 19 behind, but one engaged times a depth of 4; three wide, 12.
    let b = block(16, 4);
    all_left(
        &pressed(20, 1, json!({}), &b, json!({})),
        "left_b",
        16 - 1 - 4,
    );
    all_left(
        &pressed(18, 3, json!({}), &b, json!({})),
        "left_b",
        16 - 1 - 12,
    );
    // Who is not ranked is one deep.
    let mob = man(json!({"members": 16}));
    all_left(
        &pressed(18, 3, json!({}), &mob, json!({})),
        "left_b",
        16 - 1 - 3,
    );
}

/// EM-26: six in two files press with 4 on hits 3: base damage 0 makes one point of three, base damage 1 two, 2 four. The blow
/// itself has base damage 0 and makes none, so one of its hits and the press are one group at size 1: 5 / 3.
#[test]
fn em_26_press_and_size() {
    let lost = |sizes: [f64; 2], set: Value| {
        let b = with(&block(8, 4), json!({"hits": 3, "size": sizes[1]}));
        let got = pressed(6, 2, json!({"size": sizes[0]}), &b, set);
        let list = got["left_b"].as_array().expect("left_b");
        8 - list
            .iter()
            .position(|p| p.as_f64() == Some(1.0))
            .expect("certain")
    };
    let by_doubling = || json!({"press_size": "doubling"});
    for (sizes, example, doubling) in [
        ([1.0, 1.0], 1, 1),
        ([2.0, 1.0], 2, 1),
        ([3.0, 1.0], 4, 2),
        ([1.0, 0.5], 2, 1),
        ([1.0, 4.0], 1, 1),
        ([1.0, 4.5], 0, 0),
    ] {
        assert_eq!(lost(sizes, json!({})), example, "{sizes:?}");
        assert_eq!(lost(sizes, by_doubling()), doubling, "{sizes:?}");
    }
}

/// EM-03: five melee hits that need 3 (base damage -1) and three of the press that need 2: 1 + 1 points, or 5/3 + 3/2 = 3 1/6.
#[test]
fn em_03_hits_of_different_base_damage() {
    let a = fighter(
        5,
        json!({"members": 8, "formation": "ranked", "files": 4, "melee": {"bd": -1}}),
    );
    let b = man(json!({"members": 3, "hits": 2}));
    let run = |set: Value| fight(&a, &b, json!({"gap": 0, "turns": 1}), sure(set));
    all_left(&run(json!({})), "left_b", 1);
    comes_to(&run(json!({"mixed_hits": "pooled"})), [1.0, 0.0, 1.0]);
    // The same need is one group: four of the blow at base damage 0 and three of the press are 7, which make 3.
    let a = with(
        &a,
        json!({"skills": {"close_combat": 4}, "melee": {"bd": 0}}),
    );
    all_left(
        &fight(&a, &b, json!({"gap": 0, "turns": 1}), sure(json!({}))),
        "left_b",
        0,
    );
}

/// EM-51, 4.8: who stands takes as many press hits as it was pushed by, and gives half of them, rounded down.
#[test]
fn em_51_who_stands() {
    for (dice, gives, takes) in [(1, 0, 2), (2, 1, 4), (3, 1, 6), (5, 2, 10)] {
        let a = fighter(dice, json!({"members": 4}));
        let b = with(
            &block(12, 6),
            json!({"policy": {"plan": "hold", "leadership": [], "press": "stand"}}),
        );
        let got = fight(&a, &b, json!({"gap": 0, "turns": 1}), sure(json!({})));
        all_left(&got, "left_a", 4 - gives);
        all_left(&got, "left_b", 12 - takes);
        // Who gives way to a mob is not pressed.
        let got = fight(
            &a,
            &block(12, 6),
            json!({"gap": 0, "turns": 1}),
            sure(json!({})),
        );
        all_left(&got, "left_a", 4);
        all_left(&got, "left_b", 12 - dice as usize);
    }
}

/// EM-36, EM-67: a push of 1 brings a runner with 31 to go within its 30; who stands in ranks is not moved.
#[test]
fn em_36_em_67_tracked_pushes() {
    let here = || json!({"gap": 0, "lines": 31, "turns": 1});
    let on = || sure(json!({"push_track": "on"}));
    let a = fighter(1, json!({}));
    // One point of ten costs 2 morale: from -2 to Retreating.
    let b = man(json!({"limit": 10, "morale": -2}));
    comes_to(&fight(&a, &b, here(), sure(json!({}))), [0.0, 0.0, 1.0]);
    comes_to(&fight(&a, &b, here(), on()), [1.0, 0.0, 1.0]);
    // In ranks as well; two points of twenty when it stands.
    let ranks = json!({"formation": "ranked", "files": 1});
    comes_to(
        &fight(&a, &with(&b, ranks.clone()), here(), on()),
        [1.0, 0.0, 1.0],
    );
    let stands = json!({"formation": "ranked", "files": 1, "limit": 20,
        "policy": {"plan": "hold", "leadership": [], "press": "stand"}});
    comes_to(&fight(&a, &with(&b, stands), here(), on()), [0.0, 0.0, 1.0]);
}

/// EM-24: three points of six cost 6 morale, and b falls back. Where the winner followed, it strikes again and kills; where it
/// stayed, b is 3 away and out of its range.
#[test]
fn em_24_the_winner_follows() {
    let a = fighter(3, json!({"formation": "ranked", "files": 1}));
    let b = man(json!({"limit": 6, "morale": 5}));
    let run = |set: Value| fight(&a, &b, json!({"gap": 0, "turns": 1}), sure(set));
    comes_to(&run(json!({"push_track": "on"})), [1.0, 0.0, 1.0]);
    let stays = json!({"push_track": "on", "ranked_follow": "no"});
    comes_to(&run(stays), [0.0, 0.0, 1.0]);
    // In a skirmish the whole engagement moves, whatever the toggle says.
    let a = fighter(3, json!({}));
    let stays = json!({"push_track": "on", "ranked_follow": "no"});
    let got = fight(&a, &b, json!({"gap": 0, "turns": 1}), sure(stays));
    comes_to(&got, [1.0, 0.0, 1.0]);
}

/// EM-64: b runs over its edge in the step in which its ranks were pushed: nobody is there to press or to stand.
#[test]
fn em_64_who_has_left_is_not_pushed() {
    let a = fighter(4, json!({"members": 4, "timing": 1}));
    for press in ["stand", "give_way"] {
        let b = with(
            &block(12, 6),
            json!({"morale": -5, "policy": {"plan": "hold", "leadership": [], "press": press}}),
        );
        let here = json!({"gap": 0, "lines": 30, "turns": 1, "first": "a"});
        let got = fight(&a, &b, here, sure(json!({})));
        comes_to(&got, [1.0, 0.0, 1.0]);
        all_left(&got, "left_a", 4);
    }
    // A runner that does not get that far is still there, but out of reach: a free strike at +4, and no press.
    let b = with(&block(12, 6), json!({"morale": -5}));
    let here = json!({"gap": 0, "lines": 40, "turns": 1, "first": "a"});
    let got = fight(&a, &b, here, sure(json!({})));
    all_left(&got, "left_b", 12 - 4 - 4);
    all_left(&got, "left_a", 4);
}

/// EM-37, EM-62: close formation is worth nothing, or 1 in Close Combat and in free strikes (here without their +4).
#[test]
fn em_37_em_62_close_formation() {
    let a = fighter(1, json!({"formation": "close"}));
    let one = || json!({"close_bonus": 1, "close_combat.free_strike": 0});
    let none = || json!({"close_combat.free_strike": 0});
    let here = || json!({"gap": 0, "turns": 1});
    let b = man(json!({}));
    comes_to(&fight(&a, &b, here(), none()), [8.0 / 12.0, 0.0, 1.0]);
    comes_to(&fight(&a, &b, here(), one()), [9.0 / 12.0, 0.0, 1.0]);
    let open = fighter(1, json!({}));
    comes_to(&fight(&open, &b, here(), one()), [8.0 / 12.0, 0.0, 1.0]);
    let flees = man(json!({"timing": 3, "morale": -1}));
    comes_to(&fight(&a, &flees, here(), none()), [8.0 / 12.0, 0.0, 1.0]);
    comes_to(&fight(&a, &flees, here(), one()), [9.0 / 12.0, 0.0, 1.0]);
    let got = question("close_combat", json!({"a": a, "b": b, "set": one()}));
    assert_eq!(got["modifier"], json!(1));
}

/// EM-58: size 1/2 reaches 0, size 1 1/2 reaches 1; an own combat range goes before size, reach comes on top.
#[test]
fn em_58_combat_range() {
    for (keys, range) in [
        (json!({"size": 0.5}), 0),
        (json!({"size": 1.5}), 1),
        (json!({"size": 3}), 3),
        (json!({"size": 3, "combat_range": 1}), 1),
        (json!({"size": 0.5, "melee": {"reach": 2}}), 2),
    ] {
        let a = fighter(1, with(&json!({"move": 0}), keys));
        for (gap, win) in [(range, 1.0), (range + 1, 0.0)] {
            let here = json!({"gap": gap, "turns": 1});
            let got = fight(&a, &man(json!({})), here, sure(json!({})));
            comes_to(&got, [win, 0.0, 1.0]);
        }
    }
}

/// EM-59: b charges into the reach of a, who strikes at 8/12: b has not charged yet. A blow of a's own after it is at +1; in the
/// next turn, when b has begun another activation, none is.
#[test]
fn em_59_free_strike_at_a_charge() {
    let b = man(json!({"timing": 2, "policy": {"plan": "charge", "leadership": []}}));
    let long = fighter(1, json!({"timing": 1, "combat_range": 5}));
    let here = |turns: i64| json!({"gap": 5, "turns": turns});
    comes_to(
        &fight(&long, &b, here(1), json!({})),
        [8.0 / 12.0, 0.0, 1.0],
    );
    // Without the reach: 9/12 in the turn of the charge, then 8/12 of the rest.
    let short = fighter(1, json!({"timing": 1}));
    comes_to(
        &fight(&short, &b, here(1), json!({})),
        [9.0 / 12.0, 0.0, 1.0],
    );
    let got = fight(&short, &b, here(2), json!({}));
    comes_to(&got, [9.0 / 12.0 + 3.0 / 12.0 * 8.0 / 12.0, 0.0, 1.25]);
    // b survives the first hit, falls back by it (from 5 by 6), and is struck as it goes (here without the +4) at 8/12.
    let tough = with(&b, json!({"limit": 2, "morale": 5}));
    let got = fight(
        &short,
        &tough,
        here(2),
        json!({"close_combat.free_strike": 0}),
    );
    comes_to(&got, [9.0 / 12.0 * 8.0 / 12.0, 0.0, 2.0]);
}

/// EM-28: a first: it charges and b, engaged, cannot shoot. b first: it shoots, the charge comes all the same, and both fall.
#[test]
fn em_28_who_is_first() {
    let a = fighter(1, json!({"policy": {"plan": "charge"}}));
    let b = man(
        json!({"timing": 2, "skills": {"close_combat": 0, "aimed_fire": 1}, "ranged": {"bd": 1, "range": [50, 50, 50]},
        "policy": {"plan": "shoot"}}),
    );
    let here = |first: Option<&str>| match first {
        Some(first) => json!({"gap": 20, "turns": 1, "first": first}),
        None => json!({"gap": 20, "turns": 1}),
    };
    let run = |first: Option<&str>, set: Value| fight(&a, &b, here(first), sure(set));
    comes_to(&run(None, json!({"first": "a"})), [1.0, 0.0, 1.0]);
    comes_to(&run(None, json!({"first": "b"})), [0.0, 0.0, 1.0]);
    comes_to(&run(None, json!({})), [0.5, 0.0, 1.0]);
    comes_to(&run(None, json!({"first": "coin"})), [0.5, 0.0, 1.0]);
    // The situation has the last word.
    comes_to(&run(Some("a"), json!({"first": "b"})), [1.0, 0.0, 1.0]);
    comes_to(&run(Some("b"), json!({"first": "a"})), [0.0, 0.0, 1.0]);
}

/// EM-20: a Concentrated Volley of one die at short, medium and long range; at long range base damage -1 needs two hits.
#[test]
fn em_20_a_volley_in_a_duel() {
    let archers = |dice: i64, keys: Value| {
        let archers = json!({"members": 2, "timing": 2, "formation": "close", "ranged": "longbow",
            "skills": {"volley_fire": dice}, "policy": {"plan": "volley"}});
        man(with(&archers, keys))
    };
    for (gap, dice, win) in [
        (40, 1, 6.0 / 12.0),
        (80, 1, 8.0 / 12.0),
        (120, 1, 0.0),
        (120, 2, (3.0f64 / 12.0).powi(2)),
    ] {
        let got = fight(
            &archers(dice, json!({})),
            &man(json!({})),
            json!({"gap": gap, "turns": 1}),
            json!({}),
        );
        comes_to(&got, [win, 0.0, 1.0]);
    }
    // In open order it holds: it aims, with no skill for it: one die at -4 and +2.
    let got = fight(
        &archers(1, json!({"formation": "open"})),
        &man(json!({})),
        json!({"gap": 40, "turns": 1}),
        json!({}),
    );
    comes_to(&got, [6.0 / 12.0, 0.0, 1.0]);
}

/// 5.4, 6.3: b waits with prepared fire, at -2 (6/12), and a comes 30 nearer, from 60 to 30, into its range of 50. With none
/// prepared b shoots in its own time: at +2, 10/12.
#[test]
fn prepared_fire() {
    let runs = man(json!({"policy": {"plan": "charge", "leadership": []}}));
    for (plan, gap, chance) in [
        ("overwatch", 60, 6.0 / 12.0),
        ("hold", 60, 0.0),
        ("overwatch", 50, 10.0 / 12.0),
        ("hold", 50, 10.0 / 12.0),
    ] {
        let b = man(
            json!({"timing": 2, "skills": {"close_combat": 0, "aimed_fire": 1}, "ranged": {"bd": 0, "range": [50, 50, 50]},
            "policy": {"plan": plan, "leadership": []}}),
        );
        let got = fight(&runs, &b, json!({"gap": gap, "turns": 1}), json!({}));
        comes_to(&got, [0.0, chance, 1.0]);
    }
}

/// 6.2: the higher timing acts and is resolved first, so that the dead do not strike back; of equal timing both strike.
#[test]
fn timing_steps() {
    let here = || json!({"gap": 0, "turns": 1, "first": "a"});
    let unit = |timing: i64| fighter(1, json!({"timing": timing}));
    let (p, q) = (8.0 / 12.0, 4.0 / 12.0);
    for (a, b, expected) in [
        (2, 1, [p, q * p, 1.0]),
        (1, 2, [q * p, p, 1.0]),
        (1, 1, [p * q, p * q, 1.0]),
    ] {
        let got = fight(&unit(a), &unit(b), here(), json!({"morale": "off"}));
        comes_to(&got, expected);
    }
}
