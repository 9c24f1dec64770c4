//! Rulings and rules of the duel protocol (`docs/rules/allesfezs.md`, section 6) that need a turn or two to show:
//! movement, initiative, the cap; and what the other tests of duels share. Short duels whose chances can be written down.

use crate::helpers::{duel, number};
use crate::rulings::{any, by_ties, check, clash, hit, losses, near, unit, with};
use serde_json::{Value, json};

/// Somebody who does nothing to a [`safe`] unit: bare hands of damage 0, no reaction.
pub fn dummy() -> Value {
    json!({"mot": 20, "phy": 20, "wil": 17, "policy": {"react": "none"}})
}

/// A unit that a [`dummy`] cannot hurt, and that does not react unless the keys say so.
pub fn safe(keys: Value) -> Value {
    let mut safe = with(unit(json!({"armour": {"base": 20}})), keys);
    if safe["policy"]["react"].is_null() {
        safe["policy"]["react"] = json!("none");
    }
    safe
}

/// The dummy with more keys.
pub fn dummy_with(keys: Value) -> Value {
    with(dummy(), keys)
}

/// A duel that A begins.
#[track_caller]
pub fn fight(a: &Value, b: &Value, gap: i64, cap: i64, set: &Value) -> Value {
    let situation = json!({"gap": gap, "initiative": "a", "cap": cap});
    let got = duel(a, b, &situation, set);
    let sum = number(&got, "win_a") + number(&got, "win_b") + number(&got, "draw");
    near("sum", sum, 1.0);
    got
}

/// A's chance to win within so many rounds when it begins.
#[track_caller]
pub fn wins(a: &Value, b: &Value, gap: i64, cap: i64) -> f64 {
    number(&fight(a, b, gap, cap, &json!({})), "win_a")
}

/// The furthest gap from which A attacks in its first activation; the dummy idles before it, out of reach.
fn reach(a: &Value, set: &Value) -> i64 {
    let attacks = |gap: &i64| {
        let situation = json!({"gap": gap, "initiative": "b", "cap": 1});
        number(&duel(a, &dummy(), &situation, set), "win_a") > 0.0
    };
    let reach = (0..=10).take_while(attacks).last().expect("contact");
    assert!(!(reach + 1..=10).any(|gap| attacks(&gap)));
    reach
}

/// Checks that the duel ends as [kills of B, kills of A, both] of its one exchange say, and then with B's own attack
/// that kills A with `then`.
#[track_caller]
pub fn ends(got: &Value, kills: [f64; 3], then: f64) {
    let [b, a, both] = kills;
    near("win_a", number(got, "win_a"), b - both);
    near("mutual", number(&got["draws"], "mutual"), both);
    let undecided = 1.0 - a - b + both;
    near("win_b", number(got, "win_b"), a - both + undecided * then);
}

// ---------------------------------------------------------------------------------------------------------------
// Movement
// ---------------------------------------------------------------------------------------------------------------

#[test]
fn ae_01_mov_from_physique_with_the_missing_rows() {
    for phy in 1..=20 {
        let a = safe(json!({"phy": phy, "weapons": ["sword"], "policy": {"plan": "charge"}}));
        let inclusive = match phy {
            15.. => 3,
            13..=14 => 4,
            11..=12 => 5,
            9..=10 => 6,
            _ => 7,
        };
        let strict = match phy {
            15 => 4,
            8 => 6,
            _ => inclusive,
        };
        assert_eq!(reach(&a, &json!({})), inclusive, "PHY {phy}");
        assert_eq!(
            reach(&a, &json!({"mov_rec_gaps": "strict"})),
            strict,
            "PHY {phy}, strict"
        );
    }
}

#[test]
fn ae_02_the_hussar_by_table_and_by_card() {
    // PHY 10 gives 6, the card says 5. Metal armour keeps it safe from bare hands of damage 0.
    let hussar = json!("winged_hussar");
    assert_eq!(reach(&hussar, &json!({})), 6);
    assert_eq!(reach(&hussar, &json!({"derived": "card"})), 5);
    // What has no card keeps its table; an explicit MOV overrides both.
    let a = safe(json!({"phy": 10, "weapons": ["sword"]}));
    assert_eq!(reach(&a, &json!({"derived": "card"})), 6);
    let a = with(a, json!({"mov": 9}));
    assert_eq!(reach(&a, &json!({})), 9);
    assert_eq!(reach(&a, &json!({"derived": "card"})), 9);
}

#[test]
fn ae_03_lance_is_a_class_of_its_own() {
    let a = safe(json!({"aptitudes": {"lance": 6, "ohs": 2}, "weapons": ["sword"]}));
    near(
        "lance is no sword",
        wins(&a, &dummy(), 0, 1),
        hit(11, 12, 0),
    );
    let set = json!({"weapons.sword.class": "lance"});
    let got = number(&fight(&a, &dummy(), 0, 1, &set), "win_a");
    near("a lance", got, any(hit(7, 12, 0), 3));
}

#[test]
fn charge_distances_over_several_rounds() {
    // MOV 5: the first attack is in round 1 up to 5", in round 2 up to 15" (10" in round 1), in round 3 up to 25".
    let a = safe(json!({"phy": 12, "weapons": ["sword"], "policy": {"plan": "charge"}}));
    let p = hit(13, 12, 0);
    for (gap, first) in [
        (0, 1),
        (5, 1),
        (6, 2),
        (10, 2),
        (15, 2),
        (16, 3),
        (25, 3),
        (26, 4),
    ] {
        for cap in 1..=5 {
            let attacks = (cap - first + 1).max(0) as i32;
            near(
                &format!("gap {gap}, cap {cap}"),
                wins(&a, &dummy(), gap, cap),
                any(p, attacks),
            );
        }
    }
}

#[test]
fn shooters_walk_into_range() {
    // Bow, 48" at -4: t 17. MOV 4: shot in round 1 up to 52" (K3), in round 2 up to 56" + 4".
    let a = safe(json!({"weapons": ["bow"], "policy": {"plan": "shoot"}}));
    let p = hit(17, 12, 0);
    for (gap, first) in [(48, 1), (49, 1), (52, 1), (53, 2), (60, 2), (61, 3)] {
        for cap in 1..=3 {
            let shots = (cap - first + 1).max(0) as i32;
            let got = wins(&a, &dummy(), gap, cap);
            near(&format!("gap {gap}, cap {cap}"), got, any(p, shots));
        }
    }
}

#[test]
fn ae_28_kite_leaves_contact_freely_and_is_countered_there() {
    // From contact A (MOV 6) goes 6" away and shoots twice at 13 - 2; B counters at 0", then cannot reach (MOV 3, two
    // moves, no attack).
    let a = unit(json!({
        "phy": 10, "weapons": ["pistol"], "policy": {"plan": "kite", "react": "none"},
    }));
    let b = unit(json!({
        "phy": 16, "aptitudes": {"ths": 4}, "weapons": ["longsword"], "policy": {"plan": "charge"},
    }));
    let got = fight(&a, &b, 0, 1, &json!({}));
    let kills = clash((2, 11), (1, 9), &by_ties("both")).kills(losses(15, 0), losses(14, 0));
    ends(&got, kills, 0.0);
    // Standing, it is struck by two dice at 9 in B's turn.
    let stands = with(a, json!({"policy": {"plan": "shoot", "react": "none"}}));
    let got = fight(&stands, &b, 0, 1, &json!({}));
    ends(&got, kills, any(hit(9, 14, 0), 2));
}

#[test]
fn kite_moves_away_and_shoots_from_the_best_gap() {
    // Bow from 8": nothing to add there, +2 from 9" on; moving to 12" it shoots at 11 on the way.
    let a = safe(json!({"weapons": ["bow"], "policy": {"plan": "kite"}}));
    near("kite", wins(&a, &dummy(), 8, 1), hit(11, 12, 0));
    let stands = with(a.clone(), json!({"policy": {"plan": "shoot"}}));
    near("shoot", wins(&stands, &dummy(), 8, 1), hit(13, 12, 0));
    // At the end of its range there is nowhere to go: it shoots from there, and does not leave the range.
    near("edge", wins(&a, &dummy(), 48, 2), any(hit(17, 12, 0), 2));
    // From 46" it goes to 48" only: round 2 still shoots.
    near("near", wins(&a, &dummy(), 46, 2), any(hit(17, 12, 0), 2));
}

#[test]
fn ae_65_where_a_dodge_goes() {
    // A: MOV 1, sword at 13 in contact; B dodges at 20 (a natural 20 only).
    let a = safe(json!({"mov": 1, "weapons": ["sword"]}));
    let p = clash((1, 13), (1, 20), &by_ties("both")).kills(losses(12, 0), [0.0; 2])[0];
    let b = |adjust: &str, mov: i64| {
        dummy_with(json!({"mov": mov, "policy": {"react": "dodge", "adjust": adjust}}))
    };
    near("hold", wins(&a, &b("hold", 5), 0, 4), any(p, 4));
    near("toward", wins(&a, &b("toward", 5), 0, 4), any(p, 4));
    // Away: 2" a time, whether attacked or not; A makes 2" in two moves and never strikes again.
    near("away", wins(&a, &b("away", 5), 0, 4), p);
    // Half of 3" is 1": A follows and strikes every round. Half of 1" is nothing.
    near("away 1", wins(&a, &b("away", 3), 0, 4), any(p, 4));
    near("away 0", wins(&a, &b("away", 1), 0, 4), any(p, 4));
}

#[test]
fn ae_65_a_dodge_toward_brings_a_charge_into_reach() {
    // A shoots a bow at 13 (0 to 8"); B dodges at 20 and comes floor(MOV / 2) closer, then charges with MOV.
    let a = unit(
        json!({"weapons": ["bow"], "armour": {"base": 0}, "policy": {"react": "none", "plan": "shoot"}}),
    );
    let p = clash((1, 13), (1, 20), &by_ties("both")).kills(losses(12, 0), [0.0; 2])[0];
    for (mov, adjust, furthest) in [
        (4, "hold", 4),
        (4, "toward", 6),
        (5, "hold", 5),
        (5, "toward", 7),
        (5, "away", 3),
    ] {
        let b = unit(json!({
            "mov": mov, "phy": 20, "weapons": ["sword"],
            "policy": {"plan": "charge", "react": "dodge", "adjust": adjust},
        }));
        for gap in [1, furthest, furthest + 1] {
            let got = fight(&a, &b, gap, 1, &json!({}));
            let strikes = if gap <= furthest { hit(13, 12, 0) } else { 0.0 };
            ends(&got, [p, 0.0, 0.0], strikes);
        }
    }
}

#[test]
fn ae_64_everybody_chooses_its_own_point_of_the_path() {
    // A runs in with a sword; B shoots a bow from where on the path it is easiest (+2 beyond 8").
    let b = unit(json!({"weapons": ["bow"], "policy": {"plan": "charge"}}));
    let a = |mov: i64| {
        // B's bare hands cannot hurt A, so that B only shoots.
        unit(json!({
            "mov": mov, "weapons": ["sword"], "armour": {"base": 0, "crush": 20}, "policy": {"react": "none"},
        }))
    };
    // Two moves, no attack: unopposed.
    for (gap, t) in [(10, 11), (9, 11), (8, 13), (6, 13)] {
        let got = fight(&a(5), &b, gap, 1, &json!({}));
        ends(&got, [0.0, hit(t, 12, 0), 0.0], 0.0);
    }
    // A strikes at 0", B shoots at 9" to 12" in the same roll.
    let got = fight(&a(12), &b, 12, 1, &json!({}));
    let kills = clash((1, 13), (1, 11), &by_ties("both")).kills(losses(12, 0), losses(12, 0));
    ends(&got, kills, 0.0);
}

#[test]
fn ae_66_teleports() {
    let b = unit(json!({"weapons": ["bow"], "policy": {"plan": "charge"}}));
    let a = |mov: i64| {
        unit(json!({
            "mov": mov, "weapons": ["sword"], "armour": {"base": 0, "crush": 20}, "teleports": true,
            "policy": {"react": "none"},
        }))
    };
    // Move; Move: no reaction.
    ends(&fight(&a(5), &b, 10, 1, &json!({})), [0.0; 3], 0.0);
    // Move; Attack: seen at 0" only, where the bow has nothing to add.
    let got = fight(&a(12), &b, 12, 1, &json!({}));
    let kills = clash((1, 13), (1, 13), &by_ties("both")).kills(losses(12, 0), losses(12, 0));
    ends(&got, kills, 0.0);
    // It attacks from the end: a kiting bow from 14" to 18" at -2, not on the way at +2.
    for (teleports, t) in [(false, 11), (true, 15)] {
        let archer = safe(
            json!({"mov": 4, "weapons": ["bow"], "teleports": teleports, "policy": {"plan": "kite"}}),
        );
        near("kite", wins(&archer, &dummy(), 14, 1), hit(t, 12, 0));
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Initiative and the cap
// ---------------------------------------------------------------------------------------------------------------

/// Chance that A has the initiative: two Leadership checks, face by face (section 5).
fn begins(ta: i32, tb: i32, high_die: bool) -> f64 {
    let mut sum = 0.0;
    for a in 1..=20 {
        for b in 1..=20 {
            let higher = match a.cmp(&b) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
            sum += match (check(a, ta).is_some(), check(b, tb).is_some()) {
                (true, false) => 1.0,
                (false, true) => 0.0,
                (true, true) => higher,
                (false, false) if high_die => higher,
                (false, false) => 0.5,
            };
        }
    }
    sum / 400.0
}

/// A duel of one round between two bows that hit with the same chance and do not react: A's chance to win, if it begins
/// with `first`.
fn bows(first: f64) -> f64 {
    let p = hit(11, 12, 0);
    first * p + (1.0 - first) * (1.0 - p) * p
}

#[test]
fn ae_04_leadership_and_ae_54_initiative() {
    let bow = |wil: i32, leadership: i32| {
        unit(json!({
            "wil": wil, "aptitudes": {"leadership": leadership}, "weapons": ["bow"], "policy": {"react": "none"},
        }))
    };
    for (a, b) in [
        ((13, 0), (13, 0)),
        ((13, 4), (13, 0)),
        ((12, 10), (17, 0)),
        ((17, 0), (9, 6)),
        ((20, 0), (19, 0)),
    ] {
        let (one, two) = (bow(a.0, a.1), bow(b.0, b.1));
        for (toggle, high_die) in [("coin", false), ("high_die", true)] {
            let first = begins(a.0 - a.1, b.0 - b.1, high_die);
            let situation = json!({"gap": 10, "cap": 1, "initiative": "roll"});
            let set = json!({"initiative_fail": toggle});
            let got = duel(&one, &two, &situation, &set);
            near(toggle, number(&got, "win_a"), bows(first));
            near("mirrored", number(&got, "win_b"), bows(1.0 - first));
        }
        for (initiative, first) in [("a", 1.0), ("b", 0.0), ("even", 0.5)] {
            let situation = json!({"gap": 10, "cap": 1, "initiative": initiative});
            let got = duel(&one, &two, &situation, &json!({}));
            near(initiative, number(&got, "win_a"), bows(first));
        }
    }
    // The default is the roll.
    let got = duel(
        &bow(12, 4),
        &bow(15, 0),
        &json!({"gap": 10, "cap": 1}),
        &json!({}),
    );
    near("default", number(&got, "win_a"), bows(begins(8, 15, false)));
    // The two ways to settle failures differ where one fails on higher dice than the other.
    assert!((begins(20, 15, false) - begins(20, 15, true)).abs() > 0.01);
}

#[test]
fn ae_70_the_cap_ends_a_duel() {
    let a = safe(json!({"weapons": ["club"]}));
    let b = dummy_with(json!({"armour": {"base": 12}}));
    // 8 - 12 never, a critical 13 - 12 with 1/20.
    let p = hit(13, 8, 12);
    near("by hand", p, 0.05 * 0.05);
    let ask = |situation: Value, set: Value| {
        let situation = with(json!({"gap": 0, "initiative": "a"}), situation);
        let set = with(json!({}), set);
        let a = with(a.clone(), json!({"policy": {"react": "none"}}));
        duel(&a, &b, &situation, &set)
    };
    for (situation, set, cap) in [
        (json!({}), json!({}), 50),
        (json!({}), json!({"cap": 7}), 7),
        (json!({"cap": 3}), json!({}), 3),
        (json!({"cap": 3}), json!({"cap": 7}), 3),
    ] {
        let got = ask(situation, set);
        near("win_a", number(&got, "win_a"), any(p, cap));
        near("cap", number(&got["draws"], "cap"), (1.0 - p).powi(cap));
        // The mean number of rounds: 1 + q + ... + q^(cap - 1).
        let mean: f64 = (0..cap).map(|n| (1.0 - p).powi(n)).sum();
        assert!((number(&got, "mean_rounds") - mean).abs() < 1e-9);
    }
}

#[test]
fn the_default_gap_is_sixteen() {
    // Bow: +2 to 16", -2 beyond.
    let a = safe(json!({"weapons": ["bow"], "policy": {"plan": "shoot", "react": "none"}}));
    let situation = json!({"initiative": "a", "cap": 1});
    let got = duel(&a, &dummy(), &situation, &json!({}));
    near("16", number(&got, "win_a"), hit(11, 12, 0));
    near("17", wins(&a, &dummy(), 17, 1), hit(15, 12, 0));
}
