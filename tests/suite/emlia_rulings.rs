//! Rulings of `docs/rules/emlia.md`, section 9, that a question shows: its default and each variant, with figures by hand.
//! Those that take a duel are in `emlia_rulings_melee` and `emlia_rulings_morale`.

use crate::emlia_examples::{cave, ogre, pikes, question, with};
use crate::helpers::number;
use serde_json::{Value, json};

#[track_caller]
fn near(what: &str, got: &Value, key: &str, expected: f64) {
    let got = number(got, key);
    assert!(
        (got - expected).abs() < 1e-12,
        "{what}: {key} {got}, not {expected}"
    );
}

/// One die that always succeeds: level 1 at +4 or better.
fn sure(dice: i64) -> Value {
    json!({"members": 1, "hits": 1, "limit": 1, "move": 5, "timing": 1, "morale": 2, "skills": {"close_combat": dice, "aimed_fire": dice}})
}

/// An attack on `b` by dice that all succeed (unaware, so that armour is ignored, too).
fn struck(a: &Value, b: &Value, set: Value) -> Value {
    question(
        "close_combat",
        json!({"a": a, "b": b, "set": set, "situation": {"unaware_all": true}}),
    )
}

/// EM-01: base damage beyond the hits of the target: one point a hit, or more.
#[test]
fn em_01_hits_floor() {
    let a = with(&sure(2), json!({"melee": {"bd": 3}}));
    let b = with(&sure(1), json!({"limit": 20}));
    near("one", &struck(&a, &b, json!({})), "mean_damage", 2.0);
    // Need 1 - 3 = -2: 4 points a hit.
    near(
        "overkill",
        &struck(&a, &b, json!({"hits_floor": "overkill"})),
        "mean_damage",
        8.0,
    );
}

/// EM-02: five hits on hits 2 are two points, or one where a point takes more than 2. Leftovers are lost.
#[test]
fn em_02_hits_compare() {
    let b = with(&sure(1), json!({"limit": 20, "hits": 2}));
    near(
        "equal",
        &struck(&sure(5), &b, json!({})),
        "mean_damage",
        2.0,
    );
    near(
        "greater",
        &struck(&sure(5), &b, json!({"hits_compare": "greater"})),
        "mean_damage",
        1.0,
    );
    // The one is added before the floor: need 2 - 3 + 1 = 0, counted as 1.
    let a = with(&sure(5), json!({"melee": {"bd": 3}}));
    near(
        "floor",
        &struck(&a, &b, json!({"hits_compare": "greater"})),
        "mean_damage",
        5.0,
    );
}

/// EM-05, EM-06: 5/2 after 3 and 4 losses of ten; 6/3 of one member after 7 points.
#[test]
fn em_05_em_06_diminish() {
    let a = with(&cave(), json!({"members": 10}));
    let dice = |damage: i64, set: Value| {
        question(
            "close_combat",
            json!({"a": a, "a_damage": damage, "b": cave(), "set": set}),
        )["dice"]
            .clone()
    };
    assert_eq!(
        [dice(0, json!({})), dice(3, json!({})), dice(4, json!({}))],
        [json!(5), json!(4), json!(3)]
    );
    assert_eq!(dice(3, json!({"diminish_round": "up"})), json!(3));
    // EM-06: one member counts its damage.
    let got = question(
        "close_combat",
        json!({"a": ogre(), "a_damage": 7, "b": cave()}),
    );
    assert_eq!(got["dice"], json!(4));
}

/// EM-07, EM-14: no skill is improvised where that may be; a skill at 0 is not; what has no such line is not improvised.
#[test]
fn em_07_em_14_improvising() {
    let bare = json!({"members": 3, "ranged": "longbow"});
    let got = question(
        "close_combat",
        json!({"a": bare, "b": with(&cave(), json!({"members": 3}))}),
    );
    assert_eq!((&got["dice"], &got["modifier"]), (&json!(1), &json!(-4)));
    let spent = json!({"members": 3, "skills": {"close_combat": "1/1"}});
    let got = question(
        "close_combat",
        json!({"a": spent, "a_damage": 2, "b": cave()}),
    );
    assert_eq!(got["dice"], json!(0));
    let got = question(
        "aimed_fire",
        json!({"a": bare, "b": cave(), "situation": {"distance": 90}}),
    );
    assert_eq!((&got["dice"], &got["modifier"]), (&json!(1), &json!(-8)));
    let got = question(
        "concentrated_volley",
        json!({"a": bare, "b": cave(), "situation": {"distance": 90}}),
    );
    assert_eq!(got["dice"], json!(0));
    let got = question("disengage", json!({"a": bare, "b": cave()}));
    assert_eq!(got["dice"], json!(0));
    // Nobody detects without the skill, not even one who does not hide; with one die, 8/12.
    for (dice, chance) in [(0, 0.0), (1, 8.0 / 12.0)] {
        let got = question("detect", json!({"dice": dice, "conceal": 0}));
        near("detect", &got, "detected", chance);
    }
    // Total concealment takes one success more: both of two dice.
    let hidden = json!({"dice": 2, "conceal": 0, "total_concealment": true});
    near(
        "detect",
        &question("detect", hidden),
        "detected",
        (8.0f64 / 12.0).powi(2),
    );
}

/// EM-08, EM-09: hits 1 and armour 3: 4 unarmed, 3 with a club, and a warhammer leaves 1 or 2 of the armour.
#[test]
fn em_08_em_09_weapons_and_armour() {
    let b = with(&sure(1), json!({"armour": 3, "limit": 20}));
    let need = |melee: Value, set: Value| {
        let a = with(&sure(1), json!({"melee": melee}));
        question("close_combat", json!({"a": a, "b": b, "set": set}))["modified_hits"].clone()
    };
    assert_eq!(need(json!({}), json!({})), json!(4));
    assert_eq!(need(json!("club"), json!({})), json!(3));
    assert_eq!(need(json!("warhammer"), json!({})), json!(1));
    assert_eq!(
        need(json!("warhammer"), json!({"ap_round": "up"})),
        json!(2)
    );
}

/// EM-10: falloff below base damage 0 raises the hits needed.
#[test]
fn em_10_falloff() {
    let a = with(
        &cave(),
        json!({"ranged": {"bd": 1, "range": [5, 10, 20], "falloff": [0, 1, 3]}}),
    );
    for (distance, bd, need) in [(5, 1, 1), (6, 0, 1), (10, 0, 1), (11, -2, 3), (20, -2, 3)] {
        let got = question(
            "aimed_fire",
            json!({"a": a, "b": cave(), "situation": {"distance": distance}}),
        );
        assert_eq!(
            (&got["base_damage"], &got["modified_hits"]),
            (&json!(bd), &json!(need)),
            "{distance}"
        );
    }
    let got = question(
        "aimed_fire",
        json!({"a": a, "b": cave(), "situation": {"distance": 21}}),
    );
    assert_eq!(got["dice"], json!(0));
    // Uphill is farther; downhill only long range is longer.
    let at = |distance: i64, rise: i64| {
        let situation = json!({"distance": distance, "rise": rise});
        question(
            "aimed_fire",
            json!({"a": a, "b": cave(), "situation": situation}),
        )
    };
    assert_eq!(at(9, 2)["base_damage"], json!(-2));
    assert_eq!(
        (&at(22, -2)["dice"], &at(23, -2)["dice"]),
        (&json!(5), &json!(0))
    );
    assert_eq!(at(11, -5)["base_damage"], json!(-2));
}

/// EM-15: the modifier closest to zero, of two as close the lower; then a step for each part that is as large.
#[test]
fn em_15_mixed_modifier() {
    let mixed = |subunits: Value| {
        question("mixed_modifier", json!({"subunits": subunits}))["modifier"].clone()
    };
    assert_eq!(mixed(json!([[10, -1], [1, -3], [5, 0], [3, 0]])), json!(-1));
    assert_eq!(mixed(json!([[4, 1], [4, -1]])), json!(0));
    assert_eq!(mixed(json!([[3, 1], [4, -1]])), json!(-1));
    assert_eq!(mixed(json!([[2, -2], [2, -3], [5, -4], [1, 5]])), json!(-4));
}

/// EM-16: cover and concealment both count, or the worse of them.
#[test]
fn em_16_cover_stacks() {
    let modifier = |ask: &str, set: Value| {
        let situation = json!({"distance": 1, "partial_cover": true, "partial_concealment": true});
        question(ask, json!({"a": with(&cave(), json!({"ranged": "longbow"})), "b": cave(), "situation": situation, "set": set}))["modifier"].clone()
    };
    let worse = json!({"cover_stacks": "no"});
    assert_eq!(
        [
            modifier("aimed_fire", json!({})),
            modifier("aimed_fire", worse.clone())
        ],
        [json!(-5), json!(-3)]
    );
    assert_eq!(
        [
            modifier("close_combat", json!({})),
            modifier("close_combat", worse.clone())
        ],
        [json!(-2), json!(-1)]
    );
    assert_eq!(
        [
            modifier("concentrated_volley", json!({})),
            modifier("concentrated_volley", worse)
        ],
        [json!(-5), json!(-4)]
    );
}

/// EM-17, EM-19, EM-49, EM-57, EM-65: four longbows at 2*: eight dice of the skill as of any other; range lines, pooled hits and
/// falloff as the toggles say.
#[test]
fn em_17_em_19_em_49_em_57_em_65_area_volley() {
    let bows = json!({"members": 4, "skills": {"volley_fire": "2*"}, "ranged": "longbow"});
    let target = json!({"members": 5, "hits": 3});
    let ask = |distance: i64, set: Value| {
        let situation = json!({"distance": distance, "target_radius": 2});
        question(
            "area_volley",
            json!({"a": bows, "b": target, "situation": situation, "set": set}),
        )
    };
    let plain = ask(100, json!({}));
    assert_eq!((&plain["dice"], &plain["modifier"]), (&json!(8), &json!(0)));
    // Coverage 1 to 4, drift 10: drift 10 - y <= (1 + x) / 2 + 2, best with one to coverage and seven to drift.
    assert_eq!(plain["needed"], json!(8));
    near("covered", &plain, "covered", (8.0f64 / 12.0).powi(8));
    assert_eq!(
        ask(100, json!({"area_range": "concentrated"}))["modifier"],
        json!(-5)
    );
    assert_eq!(
        ask(30, json!({"area_range": "concentrated"}))["modifier"],
        json!(-2)
    );
    // Two hits to a point: none for a member alone, two of five pooled.
    assert_eq!(plain["damage_per_covered_member"], json!(0.0));
    assert_eq!(
        ask(100, json!({"area_pool": "unit"}))["damage_per_covered_member"],
        json!(0.4)
    );
    // EM-57: base damage 1 less the falloff of 2.
    assert_eq!(
        (
            &plain["base_damage"],
            &ask(100, json!({"area_falloff": "yes"}))["base_damage"]
        ),
        (&json!(1), &json!(-1))
    );
}

/// EM-20: at short, medium and long range, at area base damage less falloff.
#[test]
fn em_20_concentrated_volley() {
    let bows = with(&cave(), json!({"ranged": "longbow", "formation": "close"}));
    for (distance, modifier, bd) in [(40, -2, 1), (80, 0, 0), (120, -5, -1)] {
        let got = question(
            "concentrated_volley",
            json!({"a": bows, "b": cave(), "situation": {"distance": distance}}),
        );
        assert_eq!(
            (&got["modifier"], &got["base_damage"]),
            (&json!(modifier), &json!(bd)),
            "{distance}"
        );
    }
}

/// EM-27, EM-66: groups of hits one after the other, or in turn.
#[test]
fn em_27_em_66_allocation() {
    let ask = |set: Value| {
        let keys =
            json!({"subunits": [["A", 2], ["B", 1]], "groups": [[1, 4], [5, 2]], "set": set});
        question("allocate", keys)["allocation"].clone()
    };
    // Drawn 1 1 1 1 5 5, or 1 1 5 1 1 5; A takes two of them for each one of B.
    assert_eq!(
        ask(json!({})),
        json!({"A": {"1": 3, "5": 1}, "B": {"1": 1, "5": 1}})
    );
    let turns = ask(json!({"alloc_groups": "alternate"}));
    assert_eq!(turns, json!({"A": {"1": 4}, "B": {"5": 2}}));
    // The source's second example: two parts of four, 5 hits at 0, 3 at 1 and 3 at 4, lower base damage first.
    let ask = |set: Value| {
        let keys = json!({"subunits": [["A", 4], ["B", 4]], "groups": [[0, 5], [1, 3], [4, 3]], "set": set});
        question("allocate", keys)["allocation"].clone()
    };
    assert_eq!(
        ask(json!({})),
        json!({"A": {"0": 3, "1": 1, "4": 2}, "B": {"0": 2, "1": 2, "4": 1}})
    );
    // In turn two of the five for one of each other: 0 0 1 4 0 0 1 4 0 1 4.
    assert_eq!(
        ask(json!({"alloc_groups": "alternate"})),
        json!({"A": {"0": 3, "1": 2, "4": 1}, "B": {"0": 2, "4": 2, "1": 1}})
    );
}

/// EM-04: points fill one member at a time, beginning with those that are there already.
#[test]
fn em_04_damage_limit() {
    let b = with(&sure(1), json!({"members": 3, "limit": 2}));
    for (before, hits, removed) in [
        (0, 1, 0),
        (1, 1, 1),
        (0, 3, 1),
        (1, 3, 2),
        (1, 5, 3),
        (1, 9, 3),
    ] {
        let a = with(&sure(hits), json!({"melee": "club"}));
        let query = json!({"a": a, "b": b, "b_damage": before, "situation": {"unaware_all": true}});
        let got = question("close_combat", query);
        near("casualties", &got, "mean_casualties", f64::from(removed));
        // What is beyond the last member is lost.
        let points = (hits as f64).min(f64::from(6 - before));
        near("points", &got, "mean_damage", points);
    }
}

/// EM-69: beyond long range there is no attack; up to it, and farther downhill, there is.
#[test]
fn em_69_beyond_long_range() {
    let a = with(&cave(), json!({"ranged": "longbow", "formation": "close"}));
    for (distance, rise, dice) in [(120, 0, 5), (121, 0, 0), (121, -1, 5), (120, 1, 0)] {
        for ask in ["aimed_fire", "concentrated_volley"] {
            let situation = json!({"distance": distance, "rise": rise});
            let got = question(ask, json!({"a": a, "b": cave(), "situation": situation}));
            assert_eq!(got["dice"], json!(dice), "{ask} {distance} {rise}");
            assert_eq!(got["mean_damage"] == json!(0.0), dice == 0);
        }
    }
    let got = question(
        "area_volley",
        json!({"a": a, "situation": {"distance": 121}}),
    );
    assert_eq!((&got["dice"], &got["covered"]), (&json!(0), &json!(0.0)));
}

/// 5.5: every line of every leadership check, as the source prints it.
#[test]
fn leadership_lines() {
    let open = json!({"members": 5, "morale": 2, "skills": {"leadership": 1}});
    let ranked = with(&open, json!({"formation": "ranked", "files": 5}));
    let checks = [
        "ignore",
        "improve",
        "reorder",
        "take_command",
        "join",
        "split",
    ];
    let table = [
        (json!({"source_morale": -4}), [-5, -5, -5, -5, -5, -5]),
        (json!({"source_morale": -7}), [-10, -10, -10, -10, -10, -10]),
        (json!({"subject_morale": -4}), [-2, -2, -2, -2, -2, -2]),
        (json!({"subject_morale": -7}), [-5, -5, -5, -5, -5, -5]),
        (json!({"subject_morale": 3}), [-5, -5, 0, 0, 0, 0]),
        (json!({"source_av_lower": true}), [-1, -1, -1, -4, -1, -1]),
        (json!({"subject_unaware": true}), [-5, -5, -5, -5, -5, -5]),
        (
            json!({"source_partial_concealment": true}),
            [-1, -1, -1, -1, -1, -1],
        ),
        (
            json!({"source_total_concealment": true}),
            [-3, -3, -3, -3, -3, -3],
        ),
        (json!({"source_taller": true}), [1, 1, 1, 1, 1, 1]),
        (json!({"over_20_across": true}), [-2, -2, -2, -2, -2, -2]),
        (json!({"out_of_command": true}), [-5, -5, -5, -5, -5, -5]),
        (json!({"one_ranked": true}), [0, 0, 0, 0, -1, 0]),
    ];
    let modifier = |a: &Value, check: &str, situation: &Value| {
        question(check, json!({"a": a, "situation": situation}))["modifier"].clone()
    };
    for (situation, expected) in table {
        for (check, expected) in checks.into_iter().zip(expected) {
            assert_eq!(
                modifier(&open, check, &situation),
                json!(expected),
                "{check} {situation}"
            );
        }
    }
    for (check, expected) in checks.into_iter().zip([1, 1, 1, 1, 0, 0]) {
        assert_eq!(
            modifier(&ranked, check, &json!({})),
            json!(expected),
            "{check}, ranked"
        );
    }
}

/// EM-39: a price is the unit's, or goes with its members.
#[test]
fn em_39_hire() {
    let ask = |members: i64, set: Value| {
        let a = json!({"like": "cavemen", "members": members});
        question("cost", json!({"a": a, "set": set}))["points"].clone()
    };
    assert_eq!(
        [ask(10, json!({})), ask(5, json!({}))],
        [json!(20.0), json!(20.0)]
    );
    assert_eq!(ask(5, json!({"scale_hire": "yes"})), json!(10.0));
    assert_eq!(
        question("cost", json!({"a": "ogre"}))["points"],
        Value::Null
    );
    let priced = json!({"like": "cavemen", "melee": "spear"});
    let set = json!({"melee.spear.hire": 3});
    assert_eq!(
        question("cost", json!({"a": priced, "set": set}))["points"],
        json!(23.0)
    );
}

/// EM-53: lines for several members are for units that began with more than one.
#[test]
fn em_53_leadership_lines() {
    let ranked = |members: i64| with(&pikes(), json!({"members": members, "files": 1}));
    let ask = |a: Value, which: &str| {
        let situation = json!({"source_morale": -7, "subject_morale": -4, "out_of_command": true, "source_av_lower": true});
        question(which, json!({"a": a, "situation": situation}))["modifier"].clone()
    };
    // -10 -2 -1, and for more than one member +1 -5.
    assert_eq!(
        [ask(ranked(1), "reorder"), ask(ranked(2), "reorder")],
        [json!(-13), json!(-17)]
    );
    assert_eq!(
        [
            ask(ranked(2), "take_command"),
            ask(ranked(2), "join"),
            ask(ranked(2), "split")
        ],
        [json!(-20), json!(-18), json!(-18)]
    );
    let above = |which: &str| {
        let situation = json!({"source_morale": 5, "subject_morale": 5});
        question(which, json!({"a": pikes(), "situation": situation}))["modifier"].clone()
    };
    assert_eq!(
        [above("ignore"), above("improve"), above("reorder")],
        [json!(-4), json!(-4), json!(1)]
    );
}

/// EM-63, 4.10: a vital roll can end a unit, and does so by its face; several one after the other.
#[test]
fn em_63_vital_rolls() {
    let vital = |deadly: usize| {
        let faces: Vec<&str> = (0..12)
            .map(|face| if face < deadly { "destroyed" } else { "none" })
            .collect();
        with(
            &sure(1),
            json!({"limit": 20, "threshold": 2, "vital": faces}),
        )
    };
    for (deadly, dice, expected) in [
        (0, 5, 0.0),
        (3, 1, 0.0),
        (3, 2, 0.25),
        (3, 5, 1.0 - 0.75 * 0.75),
        (12, 2, 1.0),
    ] {
        let got = struck(
            &with(&sure(dice), json!({"melee": "club"})),
            &vital(deadly),
            json!({}),
        );
        near(&format!("{deadly} {dice}"), &got, "destroyed", expected);
    }
}

/// 4.1, 4.2, 4.4, 4.6: every line of every attack, as the source prints it, and no other.
#[test]
fn attack_lines() {
    let man = json!({"members": 1, "hits": 1, "limit": 1, "skills": {"close_combat": 1, "aimed_fire": 1, "volley_fire": 1},
        "ranged": "longbow", "formation": "close"});
    let close = [
        ("partial_concealment", -1),
        ("total_concealment", -2),
        ("partial_cover", -1),
        ("total_cover", -2),
        ("rough", -1),
        ("to_flank", -1),
        ("to_rear", -2),
        ("to_multiple_fronts", -1),
        ("from_flank", 1),
        ("from_rear", 2),
        ("target_elevated", -1),
        ("elevated", 1),
        ("focus", -1),
        ("focus_25", -1),
        ("focus_10", -1),
        ("source_charged", 1),
        ("subject_charged", 1),
        ("already_engaged", 1),
        ("double_paced", -6),
        ("free_strike", 4),
        ("subject_parry", -1),
    ];
    let aimed = [
        ("partial_concealment", -2),
        ("total_concealment", -5),
        ("partial_cover", -3),
        ("taking_cover", -1),
        ("focus", -2),
        ("focus_25", -1),
        ("focus_10", -3),
        ("focus_skirmish", -4),
        ("forfeit_move", 2),
        ("elevated", 1),
        ("unaware", 1),
        ("double_paced", -6),
        ("prepared", -2),
    ];
    let volley = [
        ("partial_concealment", -1),
        ("total_concealment", -3),
        ("partial_cover", -2),
        ("taking_cover", -1),
        ("unaware", 1),
        ("elevated", 1),
    ];
    let disengage = [
        ("partial_concealment", 1),
        ("total_concealment", 2),
        ("partial_cover", 2),
        ("total_cover", 4),
        ("rough", -1),
        ("source_charged", -4),
        ("double_paced", -4),
    ];
    let modifier = |ask: &str, keys: Value| {
        let fires = ["aimed_fire", "concentrated_volley"].contains(&ask);
        let here = if fires {
            json!({"distance": 50})
        } else {
            json!({})
        };
        let situation = with(&here, keys);
        let query = json!({"a": man, "b": man, "situation": situation});
        question(ask, query)["modifier"]
            .as_i64()
            .expect("a modifier")
    };
    // At 50 a longbow is beyond short range: -2 aimed, 0 for a volley.
    for (ask, plain, lines) in [
        ("close_combat", 0, &close[..]),
        ("aimed_fire", -2, &aimed),
        ("concentrated_volley", 0, &volley),
        ("disengage", 0, &disengage),
    ] {
        assert_eq!(modifier(ask, json!({})), plain, "{ask}");
        for (key, value) in lines {
            let mut keys = serde_json::Map::new();
            keys.insert((*key).to_owned(), json!(true));
            assert_eq!(
                modifier(ask, Value::Object(keys)),
                plain + value,
                "{ask} {key}"
            );
        }
    }
    assert_eq!(modifier("close_combat", json!({"extra_fronts": 3})), 3);
    let hides = || json!({"taking_cover": true, "partial_cover": true});
    assert_eq!(modifier("aimed_fire", hides()), -2 - 3 - 1 - 1);
    assert_eq!(modifier("concentrated_volley", hides()), -2 - 1 - 1);
    for (distance, aimed, volley) in [
        (40, 0, -2),
        (41, -2, 0),
        (80, -2, 0),
        (81, -4, -5),
        (120, -4, -5),
    ] {
        let there = || json!({"distance": distance});
        assert_eq!(modifier("aimed_fire", there()), aimed, "{distance}");
        assert_eq!(
            modifier("concentrated_volley", there()),
            volley,
            "{distance}"
        );
    }
    // Unaware: every die succeeds, and armour does not count; in Disengage as well.
    let armoured = with(&man, json!({"armour": 2}));
    let query = json!({"a": man, "b": armoured, "situation": {"unaware_all": true, "rough": true}});
    let got = question("close_combat", query);
    assert_eq!(
        (&got["p_die"], &got["modified_hits"]),
        (&json!(1.0), &json!(1))
    );
    let query = json!({"a": man, "b": man, "situation": {"unaware": true, "source_charged": true}});
    assert_eq!(question("disengage", query)["p_die"], json!(1.0));
}

/// 4.1, 4.6: outnumbering by one, two to one and three to one, and the other way round.
#[test]
fn outnumbering() {
    let unit = |members: i64| json!({"members": members, "hits": 1, "limit": 1, "skills": {"close_combat": 1}});
    let modifier = |ask: &str, a: i64, b: i64| {
        question(ask, json!({"a": unit(a), "b": unit(b)}))["modifier"].clone()
    };
    for (a, b, strikes, leaves) in [
        (4, 4, 0, 0),
        (5, 4, 1, 1),
        (7, 4, 1, 1),
        (8, 4, 2, 2),
        (11, 4, 2, 2),
        (12, 4, 4, 4),
        (4, 5, 0, -1),
        (4, 8, 0, -2),
        (4, 12, 0, -4),
    ] {
        assert_eq!(modifier("close_combat", a, b), json!(strikes), "{a} {b}");
        assert_eq!(modifier("disengage", a, b), json!(leaves), "{a} {b}");
    }
}
