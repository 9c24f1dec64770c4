//! Rulings of `docs/rules/fighters.md`, section 9, that are toggles of a duel: each reading gives the figures of a second
//! implementation of the reference, and no two readings the same.

use crate::fighters_rulings::duel;
use crate::helpers::{number, six};
use serde_json::{Value, json};

/// Checks a duel under several readings: (toggles, wins of A, wins of B, draws).
#[track_caller]
fn readings(a: &Value, b: &Value, situation: &Value, expected: &[(Value, [f64; 3])]) {
    for (at, (set, figures)) in expected.iter().enumerate() {
        let answer = duel(a, b, situation, set);
        for (key, figure) in ["win_a", "win_b", "draw"].iter().zip(figures) {
            six(&format!("{set} {key}"), number(&answer, key), *figure);
        }
        let same = expected[..at].iter().any(|(_, other)| other == figures);
        assert!(!same, "{set} makes no difference");
    }
}

/// FI-01: a Move adds Speed, or nothing.
#[test]
fn fi_01_move_stat() {
    readings(
        &json!({"skill": 2, "speed": 3, "armor": 1, "role": "follower", "upgrades": ["sword"]}),
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "follower", "upgrades": ["bow"], "policy": {"plan": "shoot"}}),
        &json!({"gap": 24}),
        &[
            (json!({}), [0.252276, 0.671490, 0.076234]),
            (json!({"move_stat": "none"}), [0.172979, 0.732158, 0.094863]),
        ],
    );
}

/// FI-06: a second wound does nothing, kills, or counts again.
#[test]
fn fi_06_wounded_twice() {
    readings(
        &json!({"skill": 3, "speed": 2, "armor": 1, "role": "follower", "upgrades": ["mace", "shield"], "policy": {"recover": "eager"}}),
        &json!({"skill": 2, "speed": 1, "armor": 3, "role": "guardian", "upgrades": ["sword", "shield"]}),
        &json!({"rounds": 6}),
        &[
            (json!({}), [0.255773, 0.409701, 0.334526]),
            (
                json!({"wounded_twice": "kill"}),
                [0.365026, 0.416979, 0.217995],
            ),
            (
                json!({"wounded_twice": "stack"}),
                [0.294158, 0.409592, 0.296251],
            ),
        ],
    );
}

/// FI-07: Staggered and Stunned last until Recover, or until the end of the bearer's activation.
#[test]
fn fi_07_status_end() {
    readings(
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "brute", "upgrades": ["maul"], "policy": {"mode": "special-first"}}),
        &json!({"skill": 2, "speed": 1, "armor": 3, "role": "follower", "upgrades": ["sword", "shield"], "policy": {"recover": "never"}}),
        &json!({}),
        &[
            (json!({}), [0.639967, 0.285009, 0.075024]),
            (
                json!({"status_end": "own-activation-end"}),
                [0.546098, 0.347559, 0.106343],
            ),
        ],
    );
}

/// FI-08: to beat is to roll higher, or at least as high; then nothing is drawn.
#[test]
fn fi_08_beat() {
    readings(
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "duelist", "upgrades": ["sword"]}),
        &json!({"skill": 2, "speed": 1, "armor": 3, "role": "follower", "upgrades": ["longsword"]}),
        &json!({}),
        &[
            (json!({}), [0.471598, 0.503406, 0.024996]),
            (json!({"beat": "equal"}), [0.375700, 0.611888, 0.012413]),
        ],
    );
}

/// FI-09: stats fall below 0, or not.
#[test]
fn fi_09_stat_floor() {
    readings(
        &json!({"skill": 1, "speed": 3, "armor": 2, "role": "follower", "upgrades": ["mace", "axe"], "policy": {"weapon": "finisher"}}),
        &json!({"skill": 1, "speed": 2, "armor": 3, "role": "follower", "upgrades": ["maul"], "policy": {"mode": "special-always"}}),
        &json!({"rounds": 5}),
        &[
            (json!({}), [0.583704, 0.387460, 0.028836]),
            (json!({"stat_floor": 0}), [0.643617, 0.319146, 0.037237]),
            (json!({"stat_floor": 2}), [0.656448, 0.304740, 0.038812]),
        ],
    );
}

/// FI-10: the statuses of a hit count in its own damage check, or not.
#[test]
fn fi_10_status_before_damage() {
    readings(
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "follower", "upgrades": ["axe", "shield"], "policy": {"mode": "special-always"}}),
        &json!({"skill": 2, "speed": 1, "armor": 3, "role": "follower", "upgrades": ["mace", "shield"]}),
        &json!({}),
        &[
            (json!({}), [0.337773, 0.348720, 0.313508]),
            (
                json!({"status_before_damage": false}),
                [0.279159, 0.345972, 0.374870],
            ),
        ],
    );
}

/// FI-11: damage is opposed, or a basic check against 7 + Armor.
#[test]
fn fi_11_damage_check() {
    readings(
        &json!({"skill": 3, "speed": 2, "armor": 1, "role": "follower", "upgrades": ["sword", "shield"]}),
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "follower", "upgrades": ["longsword"]}),
        &json!({}),
        &[
            (json!({}), [0.380112, 0.610924, 0.008964]),
            (
                json!({"damage_check": "basic"}),
                [0.333776, 0.648820, 0.017404],
            ),
        ],
    );
}

/// FI-12: the margin that kills is the damage check's or the hit's, and 3 or another.
#[test]
fn fi_12_kill_on() {
    readings(
        &json!({"skill": 3, "speed": 2, "armor": 1, "role": "follower", "upgrades": ["sword", "shield"]}),
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "follower", "upgrades": ["longsword"]}),
        &json!({}),
        &[
            (json!({}), [0.380112, 0.610924, 0.008964]),
            (json!({"kill_on": "hit"}), [0.398405, 0.587856, 0.013739]),
            (json!({"kill_advantage": 5}), [0.308504, 0.593931, 0.097565]),
            (
                json!({"kill_on": "hit", "kill_advantage": 1}),
                [0.416247, 0.583116, 0.000637],
            ),
        ],
    );
}

/// FI-15: there are free attacks, or none.
#[test]
fn fi_15_free_attack_cap() {
    readings(
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "duelist", "upgrades": ["sword", "axe"]}),
        &json!({"skill": 2, "speed": 1, "armor": 3, "role": "follower", "upgrades": ["longsword"]}),
        &json!({}),
        &[
            (json!({}), [0.471598, 0.503406, 0.024996]),
            (
                json!({"free_attack_cap": 0}),
                [0.431121, 0.505832, 0.063047],
            ),
        ],
    );
}

/// FI-16: a coin each round, one coin and then in turn, or A always.
#[test]
fn fi_16_initiative() {
    readings(
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "follower", "upgrades": ["longaxe"]}),
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "follower", "upgrades": ["maul"]}),
        &json!({"gap": 0}),
        &[
            (json!({}), [0.652219, 0.338247, 0.009534]),
            (
                json!({"initiative": "alternate"}),
                [0.653018, 0.337438, 0.009545],
            ),
            (
                json!({"initiative": "fixed"}),
                [0.786190, 0.205034, 0.008776],
            ),
        ],
    );
}

/// FI-17: a short charge moves what it rolled, or stays.
#[test]
fn fi_17_failed_charge() {
    readings(
        &json!({"skill": 3, "speed": 2, "armor": 1, "role": "follower", "upgrades": ["sword", "shield"], "policy": {"charge_at": 12}}),
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "follower", "upgrades": ["bow"], "policy": {"plan": "shoot"}}),
        &json!({}),
        &[
            (json!({}), [0.480146, 0.469024, 0.050830]),
            (
                json!({"failed_charge": "stay"}),
                [0.078147, 0.727092, 0.194761],
            ),
        ],
    );
}

/// FI-18: a Staggered fighter cannot charge, or only whom it touches.
#[test]
fn fi_18_stagger_charge() {
    readings(
        &json!({"skill": 3, "speed": 1, "armor": 2, "role": "follower", "upgrades": ["axe", "shield"], "policy": {"mode": "special-always"}}),
        &json!({"skill": 2, "speed": 1, "armor": 3, "role": "follower", "upgrades": ["sword"], "policy": {"recover": "never"}}),
        &json!({"gap": 0}),
        &[
            (
                json!({"draw_push": "none", "bow_range": 3}),
                [0.467674, 0.168706, 0.363620],
            ),
            (
                json!({"draw_push": "none", "bow_range": 3, "stagger_charge": "contact-only"}),
                [0.464835, 0.176981, 0.358184],
            ),
        ],
    );
}

/// FI-19: a bow shoots any distance, or so many inches.
#[test]
fn fi_19_bow_range() {
    readings(
        &json!({"skill": 3, "speed": 2, "armor": 1, "role": "sniper", "upgrades": ["bow"], "policy": {"plan": "shoot", "aim": 1}}),
        &json!({"skill": 2, "speed": 3, "armor": 1, "role": "hunter", "upgrades": ["bow"], "policy": {"plan": "kite"}}),
        &json!({"gap": 20}),
        &[
            (json!({}), [0.476107, 0.410857, 0.113036]),
            (json!({"bow_range": 14}), [0.361241, 0.421253, 0.217506]),
            (json!({"bow_range": 6}), [0.332786, 0.418369, 0.248845]),
        ],
    );
}

/// FI-22: each Aim adds to the shot, or only one.
#[test]
fn fi_22_aim_stacks() {
    readings(
        &json!({"skill": 3, "speed": 2, "armor": 1, "role": "sniper", "upgrades": ["bow"], "policy": {"plan": "shoot", "aim": 2}}),
        &json!({"skill": 3, "speed": 2, "armor": 1, "role": "follower", "upgrades": ["sword", "shield"]}),
        &json!({"gap": 30}),
        &[
            (json!({}), [0.314301, 0.567990, 0.117708]),
            (json!({"aim_stacks": false}), [0.276317, 0.598350, 0.125332]),
        ],
    );
}

/// FI-31: Recover heals wounds, or not.
#[test]
fn fi_31_recover_wounds() {
    readings(
        &json!({"skill": 3, "speed": 2, "armor": 1, "role": "follower", "upgrades": ["sword", "shield"], "policy": {"recover": "eager"}}),
        &json!({"skill": 2, "speed": 1, "armor": 3, "role": "follower", "upgrades": ["mace", "shield"], "policy": {"recover": "eager"}}),
        &json!({}),
        &[
            (json!({}), [0.305454, 0.510307, 0.184239]),
            (
                json!({"recover_wounds": false}),
                [0.317160, 0.536975, 0.145865],
            ),
        ],
    );
}
