//! Rulings and rules of the duel protocol (`docs/rules/allesfezs.md`, section 6) on ammunition, plans, and reactions that
//! choose.

use crate::helpers::{duel, number};
use crate::rulings::{any, by_ties, clash, hit, losses, near, target, unit, with};
use crate::rulings_duel::{dummy, dummy_with, ends, fight, safe, wins};
use serde_json::{Value, json};

// ---------------------------------------------------------------------------------------------------------------
// Ammunition
// ---------------------------------------------------------------------------------------------------------------

/// What A does in its own turn, and then with its counter when the dummy idles: A's chance in one round.
#[track_caller]
fn with_counter(weapon: &str, gap: i64, set: Value) -> f64 {
    let a = safe(json!({"weapons": [weapon], "policy": {"plan": "shoot", "react": "counter"}}));
    number(&fight(&a, &dummy(), gap, 1, &set), "win_a")
}

#[test]
fn ae_19_no_ammo_printed_is_no_ammunition() {
    // At 10" a beam has +2 (t 11), a bolt and a blast nothing. After the attack they still answer B's Idle.
    let p = hit(11, 18, 0);
    near("beam", with_counter("beam:crush", 10, json!({})), any(p, 2));
    let p = hit(13, 20, 0);
    near(
        "blast",
        with_counter("blast:crush", 10, json!({})),
        any(p, 2),
    );
    // A bow is empty after its shot.
    near("bow", with_counter("bow", 10, json!({})), hit(11, 12, 0));
}

#[test]
fn ae_20_what_a_round_is() {
    // Two rounds in a repeater (Manual 2), at 10": t 11, 16 damage. Both spent, unless a round is an action.
    let p = hit(11, 16, 0);
    let set = |unit: &str, ammo: i64| json!({"ammo_unit": unit, "weapons.repeater.ammo": ammo});
    for (unit, ammo, dice) in [
        ("die_burst_one", 2, 2),
        ("die", 2, 2),
        ("action", 2, 3),
        ("die_burst_one", 3, 3),
        ("action", 1, 2),
        ("die", 1, 1),
    ] {
        let got = with_counter("repeater", 10, set(unit, ammo));
        near(&format!("{ammo} rounds, {unit}"), got, any(p, dice));
    }
    // A shotgun (Burst 8) with two rounds: 8 dice and a counter; 2 dice and none left; 8 dice and a counter.
    let p = hit(13, 5, 0);
    for (unit, dice) in [("die_burst_one", 9), ("die", 2), ("action", 9)] {
        let set = json!({"ammo_unit": unit, "weapons.shotgun.ammo": 2});
        near(unit, with_counter("shotgun", 10, set), any(p, dice));
    }
    let set = json!({"weapons.shotgun.ammo": 1});
    near("one shell", with_counter("shotgun", 10, set), any(p, 8));
}

#[test]
fn ae_21_a_partly_loaded_weapon_is_filled() {
    // Three rounds, two dice an attack; one is left, and Reload; Attack has two dice again.
    let a = safe(json!({"weapons": ["repeater"], "policy": {"plan": "shoot"}}));
    let p = hit(11, 16, 0);
    for cap in 1..=4 {
        let set = json!({"weapons.repeater.ammo": 3});
        let got = number(&fight(&a, &dummy(), 10, cap, &set), "win_a");
        near("two dice a round", got, any(p, 2 * cap as i32));
    }
}

#[test]
fn reload_and_attack_in_one_activation() {
    let a = safe(json!({"weapons": ["bow"], "policy": {"react": "none"}}));
    for cap in 1..=4 {
        near(
            "a shot a round",
            wins(&a, &dummy(), 10, cap),
            any(hit(11, 12, 0), cap as i32),
        );
    }
}

#[test]
fn long_reload_takes_an_activation() {
    // Shot, Reload; Reload, shot, ...
    for weapon in ["musket", "flintlock_pistol"] {
        let a = safe(json!({"weapons": [weapon], "policy": {"plan": "shoot", "react": "none"}}));
        // 10": MR +2, SR 0.
        let p = match weapon {
            "musket" => hit(11, 15, 0),
            _ => hit(13, 14, 0),
        };
        for (cap, shots) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
            near(
                &format!("{weapon}, {cap} rounds"),
                wins(&a, &dummy(), 10, cap),
                any(p, shots),
            );
        }
    }
}

#[test]
fn ae_22_progress_of_a_long_reload_is_kept() {
    // Musket at 48" (t 17). B dodges at 20 and goes 2" away each time, so that A spends rounds 2 and 3 with
    // Move 2"; Reload, one half of the job each, and shoots again in round 4 and 7.
    let a = safe(json!({"weapons": ["musket"], "policy": {"plan": "shoot", "react": "none"}}));
    let b = dummy_with(json!({"mov": 4, "policy": {"react": "dodge", "adjust": "away"}}));
    let p = clash((1, 17), (1, 20), &by_ties("both")).kills(losses(15, 0), [0.0; 2])[0];
    for (cap, shots) in [(1, 1), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3)] {
        near(
            &format!("{cap} rounds"),
            wins(&a, &b, 48, cap),
            any(p, shots),
        );
    }
}

#[test]
fn ae_35_a_thrown_instance_is_gone_in_hand_too() {
    // Against armour 8 bare hands of PHY 17 (3, critical 8) do nothing, javelins (10) little. Thrown at 10": t 13.
    let b = dummy_with(json!({"armour": {"base": 8}}));
    let p = hit(13, 10, 8);
    for count in 1..=3 {
        let a = safe(json!({
            "phy": 17, "weapons": [{"id": "javelin", "count": count}], "policy": {"react": "none"},
        }));
        for cap in [1, 2, 3, 4, 12] {
            near(
                &format!("{count} javelins, {cap} rounds"),
                wins(&a, &b, 10, cap),
                any(p, count.min(cap) as i32),
            );
        }
    }
    // In hand it is not spent: three dice at 7 in contact, every round.
    let a = safe(json!({
        "phy": 17, "aptitudes": {"thrown": 6}, "weapons": ["javelin"], "policy": {"react": "none"},
    }));
    near("in hand", wins(&a, &b, 0, 4), any(hit(7, 10, 8), 3 * 4));
}

#[test]
fn ae_37_the_policy_does_not_blast_itself() {
    // A hand grenade (radius 4") is thrown from 5", not from 4". Bare hands of PHY 20 do nothing.
    let a = safe(json!({"phy": 20, "weapons": ["hand_grenade"], "policy": {"react": "none"}}));
    let b = dummy_with(json!({"armour": {"base": 12}}));
    near("at 4 inches", wins(&a, &b, 4, 1), 0.0);
    near("at 5 inches", wins(&a, &b, 5, 1), hit(11, 16, 12));
}

#[test]
fn ae_50_a_team_loaded_cannon_alone() {
    // At 12": 13 - 2, and 2 more after Idle (Aim). 38 damage always wounds.
    let a = safe(
        json!({"weapons": ["early_tank_cannon"], "policy": {"plan": "shoot", "react": "none"}}),
    );
    let (idle, loaded) = (hit(9, 38, 0), hit(11, 38, 0));
    for (cap, crewed, alone) in [
        (1, idle, idle),
        (2, 1.0 - (1.0 - idle) * (1.0 - loaded), idle),
        (3, 1.0 - (1.0 - idle) * (1.0 - loaded).powi(2), any(idle, 2)),
    ] {
        for (toggle, expected) in [("crewed", crewed), ("alone", alone)] {
            let got = fight(&a, &dummy(), 12, cap, &json!({"duel_team_loaded": toggle}));
            near(
                &format!("{toggle}, {cap} rounds"),
                number(&got, "win_a"),
                expected,
            );
        }
    }
}

#[test]
fn ae_27_a_bow_in_contact_or_bare_hands() {
    // PHY 13: bare hands 7 at 13. Bow 12 at 13 where shooting in contact is allowed.
    let a = safe(json!({"weapons": ["bow"], "policy": {"react": "none"}}));
    for (toggle, p) in [("yes", hit(13, 12, 0)), ("no", hit(13, 7, 0))] {
        let got = fight(&a, &dummy(), 0, 1, &json!({"ranged_in_contact": toggle}));
        near(toggle, number(&got, "win_a"), p);
    }
}

#[test]
fn two_muskets_are_loaded_one_by_one() {
    // Shots in rounds 1 and 2; both empty, the first is reloaded in round 3 and fired in 4; reloaded in 5, fired in 6.
    let a = safe(json!({"weapons": ["musket", "musket"], "policy": {"plan": "shoot"}}));
    for (cap, shots) in [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4)] {
        let got = wins(&a, &dummy(), 10, cap);
        near(&format!("{cap} rounds"), got, any(hit(11, 15, 0), shots));
    }
    // A count only multiplies the price.
    let a = safe(json!({"weapons": [{"id": "musket", "count": 2}], "policy": {"plan": "shoot"}}));
    near("one musket", wins(&a, &dummy(), 10, 2), hit(11, 15, 0));
}

#[test]
fn a_counter_spends_a_round() {
    // B idles first and is countered with the only arrow; A's own turn reloads and shoots; then B's Idle is unanswered.
    let a = safe(json!({"weapons": ["bow"], "policy": {"plan": "shoot", "react": "counter"}}));
    for (cap, shots) in [(1, 2), (2, 3), (3, 4)] {
        let situation = json!({"gap": 10, "initiative": "b", "cap": cap});
        let got = duel(&a, &dummy(), &situation, &json!({}));
        near(
            &format!("{cap} rounds"),
            number(&got, "win_a"),
            any(hit(11, 12, 0), shots),
        );
    }
}

#[test]
fn ae_15_a_full_reaction_takes_what_is_loaded() {
    // Rifle, three dice at 13 - 6 - 2. Of 8 rounds 5 are left for the counter, of 4 one.
    let a = safe(json!({
        "aptitudes": {"firearm": 6}, "weapons": ["rifle"], "policy": {"plan": "shoot", "react": "counter"},
    }));
    for (dice, ammo, rolled) in [("one", 8, 4), ("full", 8, 6), ("one", 4, 4), ("full", 4, 4)] {
        let set = json!({"reaction_dice": dice, "weapons.rifle.ammo": ammo});
        let got = fight(&a, &dummy(), 10, 1, &set);
        near(
            &format!("{dice}, {ammo} rounds"),
            number(&got, "win_a"),
            any(hit(5, 18, 0), rolled),
        );
    }
}

#[test]
fn a_counter_is_opposed_by_an_attack_and_not_by_a_reload() {
    // Musket against a beam that answers: a face-to-face roll in round 1, an unopposed beam at the Reload; Reload of
    // round 2. B has nothing that it could do in its own turn.
    let a = unit(json!({
        "weapons": ["musket"], "armour": {"base": 0, "crush": 20}, "policy": {"plan": "shoot", "react": "none"},
    }));
    let b = unit(json!({"weapons": ["beam:pierce"], "policy": {"plan": "charge"}}));
    let kills = clash((1, 11), (1, 11), &by_ties("both")).kills(losses(15, 0), losses(18, 0));
    ends(&fight(&a, &b, 10, 1, &json!({})), kills, 0.0);
    ends(&fight(&a, &b, 10, 2, &json!({})), kills, hit(11, 18, 0));
}

#[test]
fn a_thrown_javelin_no_longer_blocks() {
    // B throws at 3" (13 - 2), then A comes with a sword. Its javelin gone, B dodges at 13 where two dice at 13 would
    // have blocked; a second one blocks.
    let a = unit(json!({"weapons": ["sword"], "policy": {"react": "none"}}));
    let thrown = hit(11, 10, 0);
    for (count, dice) in [(1, 1), (2, 2)] {
        let b = unit(json!({
            "weapons": [{"id": "javelin", "count": count}], "policy": {"react": "block"},
        }));
        let situation = json!({"gap": 3, "initiative": "b", "cap": 1});
        let got = duel(&a, &b, &situation, &json!({}));
        near("win_b", number(&got, "win_b"), thrown);
        let cut = clash((1, 13), (dice, 13), &by_ties("both")).kills(losses(12, 0), [0.0; 2])[0];
        near("win_a", number(&got, "win_a"), (1.0 - thrown) * cut);
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Plans and reactions that choose
// ---------------------------------------------------------------------------------------------------------------

#[test]
fn aim_counts_after_idle_only() {
    // Scoped rifle (AMR +2, Aim): 20" after Idle 13 - 2 - 2; from 50" moving 2" to 48" at -4 without Aim: 17.
    let a =
        safe(json!({"weapons": ["scoped_rifle"], "policy": {"plan": "shoot", "react": "none"}}));
    near("idle", wins(&a, &dummy(), 20, 1), hit(9, 17, 0));
    near("moved", wins(&a, &dummy(), 50, 1), hit(17, 17, 0));
    // In a reaction always: B idles at 20", A (who has no turn of its own before) answers.
    let reacts = with(a, json!({"policy": {"plan": "charge"}}));
    let situation = json!({"gap": 20, "initiative": "b", "cap": 1});
    let got = duel(&reacts, &dummy(), &situation, &json!({}));
    near("reaction", number(&got, "win_a"), hit(9, 17, 0));
}

#[test]
fn auto_takes_the_better_of_blade_and_bow() {
    // At 4" with MOV 4: bow 12 at 13, longsword 14 with three dice at 7 after a move. Without the skill, the bow's tie.
    let skilled = safe(json!({
        "aptitudes": {"ths": 6}, "weapons": ["bow", "longsword"], "policy": {"react": "none"},
    }));
    near(
        "blade",
        wins(&skilled, &dummy(), 4, 1),
        any(hit(7, 14, 0), 3),
    );
    near("bow", wins(&skilled, &dummy(), 5, 1), hit(13, 12, 0));
}

#[test]
fn ae_63_the_second_action_commits_or_is_informed() {
    // A strikes badly (20 only) and would block at 9 or dodge at -1. B counters at 7, then strikes with three dice.
    let b = unit(json!({"aptitudes": {"ohs": 6}, "weapons": ["sword"]}));
    let then = any(hit(7, 12, 0), 3);
    let a = |weapons: Value, second: &str| {
        unit(json!({
            "mot": 20, "phy": 9, "aptitudes": {"agility": 10}, "weapons": weapons,
            "policy": {"plan": "charge", "react": "none", "second": second},
        }))
    };
    let defend = |pool| clash(pool, (1, 7), &by_ties("both")).kills([0.0; 2], losses(12, 0));
    for (weapons, damage, defences) in [
        (json!(["sword"]), 12, vec![defend((2, 9)), defend((1, -1))]),
        // Bare hands do not block a sword.
        (json!([]), 11, vec![defend((1, -1))]),
    ] {
        let strike =
            clash((1, 20), (1, 7), &by_ties("both")).kills(losses(damage, 0), losses(12, 0));
        let got = fight(&a(weapons.clone(), "commit"), &b, 0, 1, &json!({}));
        ends(&got, strike, then);
        // By what B gains: its loss is worth as much as A's, both have STR 1.
        let gain = |kills: &[f64; 3]| kills[0] - kills[1];
        let best = defences
            .iter()
            .max_by(|x, y| gain(x).total_cmp(&gain(y)))
            .expect("a defence");
        assert!(gain(best) > gain(&strike));
        let got = fight(&a(weapons, "informed"), &b, 0, 1, &json!({}));
        ends(&got, *best, then);
    }
}

#[test]
fn ae_63_informed_changes_only_when_better() {
    // A strikes well: the attack is kept. Nobody counters: there is nothing to know.
    let strong = |second: &str| {
        unit(json!({
            "aptitudes": {"ohs": 8}, "weapons": ["sword"], "policy": {"second": second},
        }))
    };
    let b = unit(json!({"weapons": ["sword"]}));
    let quiet = with(b.clone(), json!({"policy": {"react": "none"}}));
    for other in [&b, &quiet] {
        let commit = fight(&strong("commit"), other, 0, 6, &json!({}));
        let informed = fight(&strong("informed"), other, 0, 6, &json!({}));
        for key in ["win_a", "win_b", "draw"] {
            assert_eq!(commit[key], informed[key]);
        }
    }
    // Where B's activation is the last of the duel, knowing the reaction is never worse for it.
    for a in company() {
        for b in company() {
            let score = |second: &str| {
                let b = with(b.clone(), json!({"policy": {"second": second}}));
                number(&fight(&a, &b, 2, 1, &json!({})), "score_a")
            };
            assert!(score("informed") <= score("commit") + 1e-12, "{a} {b}");
        }
    }
}

/// A mixed company.
fn company() -> Vec<Value> {
    [
        json!({"aptitudes": {"ohs": 4, "agility": 2}, "weapons": ["sword"], "shield": true, "armour": "metal"}),
        json!({"phy": 10, "aptitudes": {"finesse": 2, "agility": 6}, "weapons": ["spear"], "armour": "leather"}),
        json!({"mot": 12, "aptitudes": {"ths": 6}, "weapons": ["longsword"]}),
        json!({"aptitudes": {"firearm": 4}, "weapons": ["bolt_action_rifle"]}),
        json!({"phy": 11, "aptitudes": {"thrown": 4, "agility": 4}, "weapons": [{"id": "javelin", "count": 2}]}),
        json!({"mot": 15, "phy": 9, "str": 2, "weapons": ["club"]}),
    ]
    .map(unit)
    .to_vec()
}

fn reacting(unit: &Value, react: &str) -> Value {
    with(unit.clone(), json!({"policy": {"react": react}}))
}

const FIXED: [&str; 4] = ["none", "counter", "dodge", "block"];

#[test]
fn optimal_is_never_worse_than_another_reaction() {
    let mut better = 0;
    for a in company() {
        for b in company() {
            let score = |react: &str| {
                let a = reacting(&a, react);
                number(&fight(&a, &b, 3, 8, &json!({})), "score_a")
            };
            let optimal = score("optimal");
            let others = FIXED.iter().chain(&["best"]).map(|react| score(react));
            let highest = others.fold(0.0, f64::max);
            assert!(
                optimal >= highest - 1e-12,
                "{a} {b}: {optimal} below {highest}"
            );
            better += u32::from(optimal > highest + 1e-9);
        }
    }
    // And sometimes it is better than all of them.
    assert!(better > 0);
}

#[test]
fn best_and_optimal_at_the_last_reaction() {
    // With STR 1 on both sides and one reaction left, win + draw / 2 = (1 + V) / 2: the best fixed reaction is the best
    // and the optimal one.
    let single = |unit: &&Value| unit["str"].is_null();
    let company = company();
    for a in company.iter().filter(single) {
        for b in company.iter().filter(single) {
            let score = |react: &str| {
                let a = reacting(a, react);
                number(&fight(&a, b, 3, 1, &json!({})), "score_a")
            };
            let highest = FIXED.iter().map(|react| score(react)).fold(0.0, f64::max);
            near("best", score("best"), highest);
            near("optimal", score("optimal"), highest);
        }
    }
}

#[test]
fn best_where_only_one_reaction_helps() {
    // B's musket cannot be blocked and A has nothing to shoot back with: best dodges, exactly.
    let b = unit(
        json!({"aptitudes": {"firearm": 6}, "weapons": ["musket"], "policy": {"plan": "shoot"}}),
    );
    let a =
        unit(json!({"phy": 11, "aptitudes": {"agility": 6}, "weapons": ["sword"], "shield": true}));
    let situation = json!({"gap": 12, "initiative": "b", "cap": 1});
    let p = clash((1, 13 - 6 - 2), (1, 11 - 6), &by_ties("both")).kills(losses(15, 0), [0.0; 2])[0];
    for react in ["dodge", "block", "counter", "best", "optimal"] {
        let got = duel(&reacting(&a, react), &b, &situation, &json!({}));
        near(react, number(&got, "win_b"), p);
    }
    let got = duel(&reacting(&a, "none"), &b, &situation, &json!({}));
    near("none", number(&got, "win_b"), hit(5, 15, 0));
}

#[test]
fn toggles_of_skirmishes_and_points_leave_a_duel_alone() {
    let a = unit(json!({
        "aptitudes": {"firearm": 4, "thrown": 2}, "weapons": ["sniper_rifle", "frag_grenade", "bolt:plasma"],
    }));
    let b = with(target(), json!({"weapons": ["sword", "pistol"], "str": 2}));
    let plain = fight(&a, &b, 20, 6, &json!({}));
    for (key, values) in [
        ("group_ftf", json!(["target_only", "everyone"])), // AE-18
        ("shield_hands", json!(["printed", "realistic"])), // AE-26
        ("overwatch", json!(["none", "free_reaction"])),   // AE-33
        ("explosive_miss", json!(["none", "scatter"])),    // AE-36
        ("secondary_crit", json!(["no", "yes"])),          // AE-37
        ("heal_self", json!(["no", "yes"])),               // AE-41
        ("team_model", json!(["none", "pool"])),           // AE-47
        ("zoc", json!([0, 8, 20])),                        // AE-48
        ("cover_mod", json!([0, -2, -4])),                 // AE-49
        ("crew_survival", json!(["all", "agility_check", "none"])), // AE-51
        ("vehicle_actions", json!(["one", "per_seat"])),   // AE-52
        ("vehicle_dodge", json!(["pilot", "none"])),       // AE-53
        (
            "points_source",
            json!(["printed", "formula_a", "formula_b"]),
        ), // AE-55
        ("structure_cost", json!([0, 20])),                // AE-57
        ("enforce_minimum", json!(["warn", "off"])),       // AE-58
        ("rounding", json!(["half_even", "up", "down"])),  // AE-59
    ] {
        for value in values.as_array().expect("values") {
            let got = fight(&a, &b, 20, 6, &json!({key: value}));
            for odds in ["win_a", "win_b", "draw", "mean_rounds"] {
                assert_eq!(got[odds], plain[odds], "{key} = {value}");
            }
        }
    }
}
