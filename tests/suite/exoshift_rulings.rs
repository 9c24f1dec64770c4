//! The rulings of Exoshift (section 9 of its reference): each toggle at its default and in every variant. Attacks are
//! worked out by hand; the duels' figures come from a separate implementation written from the reference alone.

use crate::helpers::{answer, number, six};
use serde_json::{Value, json};

/// The answer to `attack`.
fn attack(query: Value, set: Value) -> Value {
    let mut query = query;
    query["rules"] = json!("exoshift");
    query["ask"] = json!("attack");
    query["set"] = set;
    answer(&query)
}

fn none(answer: &Value) -> f64 {
    number(&answer["result"], "none")
}

fn gained(answer: &Value) -> f64 {
    number(answer, "mean_disruption")
}

/// A weapon that hits for certain in the hands of a Combat of 12: one shot of this Power and Damage.
fn sure(power: i64, damage: i64) -> Value {
    json!({"com": 12, "weapon": {"type": "basic", "ranges": [10, 10, 10], "rof": 1, "accuracy": 0, "power": power,
        "damage": damage}})
}

/// Wins of A, of B and draws.
fn duel(a: &Value, b: &Value, situation: &Value, set: &Value) -> [f64; 3] {
    let found = answer(
        &json!({"rules": "exoshift", "ask": "duel", "a": a, "b": b, "situation": situation, "set": set,
        "method": "exact"}),
    );
    ["win_a", "win_b", "draw"].map(|key| number(&found, key))
}

/// Each reading of a duel against its figures.
#[track_caller]
fn readings(a: Value, b: Value, situation: Value, expected: &[(Value, [f64; 3])]) {
    for (set, figures) in expected {
        let found = duel(&a, &b, &situation, set);
        for (name, (got, figure)) in ["a", "b", "draw"]
            .into_iter()
            .zip(found.into_iter().zip(figures))
        {
            six(&format!("{set} {name}"), got, *figure);
        }
    }
}

fn gun() -> Value {
    json!({"weapon": "support-gun", "com": 5})
}

fn storm() -> Value {
    json!({"weapon": "carbine", "mrl": 8, "policy": {"plan": "assault", "cp_use": "burn"}})
}

fn holds() -> Value {
    json!({"policy": {"plan": "hold"}})
}

/// EX-02: a shot at Combat 10 always hits, or misses on 10.
#[test]
fn ex_02_automatic_results() {
    let query = || json!({"a": {"com": 8}, "gap": 2, "mode": "snap"});
    six("none", none(&attack(query(), json!({}))), 0.3);
    let set = json!({"auto": "1-and-10"});
    six("1-and-10", none(&attack(query(), set)), 0.37);
    // And a shot at Combat 0 or less hits on 1.
    let query = || json!({"a": {"com": 0}, "gap": 20, "mode": "snap"});
    six("none", none(&attack(query(), json!({}))), 1.0);
    let set = json!({"auto": "1-and-10"});
    six("1-and-10", none(&attack(query(), set)), 1.0 - 0.1 * 0.7);
}

/// EX-03: Quality below 0 is 0: one shot without Aims.
#[test]
fn ex_03_quality_below_nothing() {
    let found = attack(json!({"gap": 10, "a_disruption": 9}), json!({}));
    assert_eq!(found["shots"], json!([6]));
}

/// EX-04: no more Disruption than the cap.
#[test]
fn ex_04_the_cap() {
    let query = || json!({"a": sure(0, 3), "b": {"def": 0}, "gap": 5});
    six("20", gained(&attack(query(), json!({}))), 3.0);
    let set = json!({"disruption_cap": 2});
    six("2", gained(&attack(query(), set)), 2.0);
    readings(
        json!({}),
        json!({}),
        json!({"gap": 14}),
        &[
            (json!({}), [0.496_135, 0.496_135, 0.007_729]),
            (
                json!({"disruption_cap": 2}),
                [0.494_825, 0.494_825, 0.010_350],
            ),
        ],
    );
}

/// EX-05: Rate of Fire is all shots, or those beyond the first; assault attacks stay at Rate of Fire.
#[test]
fn ex_05_rate_of_fire() {
    let shots = |query: Value, set: Value| attack(query, set)["shots"].clone();
    let extra = || json!({"rof": "extra"});
    assert_eq!(shots(json!({"gap": 14}), json!({})), json!([9, 9]));
    assert_eq!(shots(json!({"gap": 14}), extra()), json!([9, 8, 8]));
    let assault = || json!({"mode": "assault"});
    assert_eq!(shots(assault(), json!({})), json!([8, 8]));
    assert_eq!(shots(assault(), extra()), json!([8, 8]));
}

/// EX-06: point blank replaces the range modifier, or leaves a bonus.
#[test]
fn ex_06_point_blank() {
    let query = || json!({"a": {"weapon": "carbine"}, "gap": 2, "mode": "snap"});
    assert_eq!(attack(query(), json!({}))["shots"], json!([8]));
    let set = json!({"point_blank": "keep-bonus"});
    assert_eq!(attack(query(), set)["shots"], json!([9]));
    // A penalty never stays.
    let query = || json!({"a": "sniper", "gap": 2, "mode": "focus", "a_disruption": 9});
    assert_eq!(attack(query(), json!({}))["shots"], json!([9]));
    let set = json!({"point_blank": "keep-bonus"});
    assert_eq!(attack(query(), set)["shots"], json!([9]));
    // Three inches are short range.
    let query = json!({"a": {"weapon": "carbine"}, "gap": 3, "mode": "snap"});
    assert_eq!(attack(query, json!({}))["shots"], json!([7]));
}

/// EX-07: assault attacks are at point blank, and ignore where the target is.
#[test]
fn ex_07_assault_attacks() {
    let query = || {
        json!({"a": {"weapon": "carbine"}, "mode": "assault",
            "situation": {"cover": "heavy", "obscured": true, "hunkered": true}})
    };
    let found = attack(query(), json!({}));
    assert_eq!(found["shots"], json!([10, 10, 10]));
    // Defense 5 less Power 2, without the cover.
    six("none", none(&found), 0.3f64.powi(3));
    let set = json!({"assault_point_blank": false});
    assert_eq!(attack(query(), set)["shots"], json!([8, 8, 8]));
    let set = json!({"point_blank": "keep-bonus"});
    assert_eq!(attack(query(), set)["shots"], json!([11, 11, 11]));
    readings(
        storm(),
        holds(),
        json!({"gap": 7, "a_cp": 1}),
        &[
            (json!({}), [0.280_232, 0.719_598, 0.000_171]),
            (
                json!({"assault_point_blank": false}),
                [0.246_272, 0.753_482, 0.000_246],
            ),
        ],
    );
}

/// EX-08, EX-50: Suppression for each hit, saved or not, or once.
#[test]
fn ex_08_suppression() {
    let query = || {
        json!({"a": {"com": 5, "weapon": {"type": "basic", "ranges": [10, 10, 10], "rof": 2, "accuracy": 0,
            "power": 0, "damage": 0, "suppression": 1}}, "gap": 5})
    };
    six("hit", gained(&attack(query(), json!({}))), 1.0);
    let set = json!({"suppression": "per-attack"});
    six("attack", gained(&attack(query(), set)), 0.75);
}

/// EX-09: Power 1 against Defense 5 in heavy cover: 1 to 6 save, and 6 | 5, 6 | 4, 5, 6 | none of them disrupt. 0.4 are not
/// saved, and become Disruption with chance 0.9.
#[test]
fn ex_09_disruption_on_a_save() {
    for (reading, saves) in [
        ("modified", 0.1),
        ("final", 0.2),
        ("printed", 0.3),
        ("never", 0.0),
    ] {
        let query = json!({"a": sure(1, 1), "gap": 5, "situation": {"cover": "heavy"}});
        let found = attack(query, json!({"disruption_on_save": reading}));
        six(reading, gained(&found), saves + 0.36);
        six(reading, none(&found), 0.6);
    }
    // As much as the weapon's Damage.
    let query = json!({"a": sure(1, 2), "b": {"hea": 10}, "gap": 5});
    six("damage 2", gained(&attack(query, json!({}))), 0.2);
}

/// EX-11: a Quality test, with Disruption as before the attack, cancels an unsaved hit.
#[test]
fn ex_11_quality_saves() {
    let query = |disruption: i64| json!({"a": sure(2, 1), "gap": 5, "b_disruption": disruption});
    let set = || json!({"quality_save": "test"});
    six("none", none(&attack(query(0), json!({}))), 0.3);
    six("test", none(&attack(query(0), set())), 1.0 - 0.7 * 0.4);
    six("test", none(&attack(query(2), set())), 1.0 - 0.7 * 0.6);
    six("test", none(&attack(query(9), set())), 0.3);
}

/// EX-12: printed Quality, or what is left of it.
#[test]
fn ex_12_casualty_quality() {
    let ask = |set: Value| {
        answer(
            &json!({"rules": "exoshift", "ask": "casualty", "disruption": 2, "power": 2, "quality": 6, "set": set}),
        )
    };
    six("printed", number(&ask(json!({})), "incapacitated"), 0.0);
    let found = ask(json!({"casualty_quality": "reduced"}));
    six("reduced", number(&found, "unhurt"), 0.2);
    six("reduced", number(&found, "incapacitated"), 0.2);
    // In an attack as well: nothing saves, so the table is all.
    let query = || json!({"a": sure(2, 1), "b": {"def": 0}, "gap": 5, "b_disruption": 2});
    let unhurt = |set: Value| number(&attack(query(), set)["result"], "unhurt");
    six("printed", unhurt(json!({})), 0.4);
    six(
        "reduced",
        unhurt(json!({"casualty_quality": "reduced"})),
        0.2,
    );
}

/// EX-13: all damage is avoided, or what is beyond health. Nothing saves, and the table never goes beyond Stunned.
#[test]
fn ex_13_damage_avoided() {
    for (health, total, excess) in [(1, 3.0, 2.0), (2, 3.0, 1.0), (3, 3.0, 0.0)] {
        let query = || json!({"a": sure(0, 3), "b": {"def": 0, "hea": health}, "gap": 5});
        six("total", gained(&attack(query(), json!({}))), total);
        let set = json!({"avoided": "excess"});
        six("excess", gained(&attack(query(), set)), excess);
    }
    // Health that lasts: no roll.
    let query = json!({"a": sure(0, 3), "b": {"def": 0, "hea": 4}, "gap": 5});
    six("health 4", none(&attack(query, json!({}))), 1.0);
}

/// EX-17: Rest is free of Disruption, or not.
#[test]
fn ex_17_rest() {
    readings(
        json!({"policy": {"plan": "hold", "cp_use": "rest"}}),
        gun(),
        json!({"gap": 14, "a_cp": 2}),
        &[
            (json!({}), [0.211_787, 0.788_201, 0.000_013]),
            (
                json!({"rest_costs_disruption": true}),
                [0.184_447, 0.815_553, 0.0],
            ),
        ],
    );
}

/// EX-18: from when only Rest is allowed.
#[test]
fn ex_18_the_limit_of_secondaries() {
    readings(
        json!({"qlt": 3}),
        gun(),
        json!({"gap": 14, "a_cp": 3}),
        &[
            (json!({}), [0.156_377, 0.843_623, 0.0]),
            (
                json!({"secondary_limit": "gt"}),
                [0.166_625, 0.833_375, 0.0],
            ),
            (
                json!({"secondary_limit": "current"}),
                [0.133_822, 0.866_178, 0.0],
            ),
        ],
    );
}

/// EX-19: what defensive fire costs.
#[test]
fn ex_19_defensive_fire() {
    readings(
        storm(),
        holds(),
        json!({"gap": 7, "a_cp": 1}),
        &[
            (json!({}), [0.280_232, 0.719_598, 0.000_171]),
            (
                json!({"defensive_exhausts": true}),
                [0.399_865, 0.599_485, 0.000_650],
            ),
        ],
    );
}

/// EX-22, EX-29, EX-35: a duel is lost when Downed, or goes on until Incapacitated.
#[test]
fn ex_22_the_end_of_a_duel() {
    readings(
        json!({}),
        json!({}),
        json!({}),
        &[
            (json!({}), [0.495_874, 0.495_874, 0.008_251]),
            (
                json!({"out": "incapacitated"}),
                [0.489_846, 0.489_846, 0.020_308],
            ),
        ],
    );
    readings(
        storm(),
        holds(),
        json!({"gap": 7, "a_cp": 1}),
        &[(
            json!({"out": "incapacitated"}),
            [0.280_232, 0.719_309, 0.000_459],
        )],
    );
}

/// EX-24: Tactician 2 gives two CP, or one.
#[test]
fn ex_24_tactician() {
    readings(
        json!({"traits": ["tactician-2"]}),
        json!({}),
        json!({"gap": 12}),
        &[
            (json!({}), [0.587_463, 0.412_525, 0.000_012]),
            (json!({"tactician": "1"}), [0.567_807, 0.432_002, 0.000_191]),
        ],
    );
    let same = |trait_: &str, cp: i64| {
        let a = json!({"traits": [trait_]});
        let by_trait = duel(&a, &json!({}), &json!({"gap": 12}), &json!({}));
        let by_cp = duel(
            &json!({}),
            &json!({}),
            &json!({"gap": 12, "a_cp": cp}),
            &json!({}),
        );
        assert_eq!(by_trait, by_cp, "{trait_}");
    };
    // EX-42: one pool a side.
    same("tactician-2", 2);
    same("strategist-2", 2);
    same("strategist-1", 1);
}

/// EX-25: no test at Defense 0: the same odds, unless 1 always saves.
#[test]
fn ex_25_automatic_damage() {
    let query = || json!({"a": sure(5, 1), "gap": 5});
    six("on", none(&attack(query(), json!({}))), 0.0);
    let off = json!({"auto_damage": false});
    six("off", none(&attack(query(), off)), 0.0);
    let on = json!({"auto": "1-and-10"});
    six("on, 1", none(&attack(query(), on)), 0.1);
    let off = json!({"auto": "1-and-10", "auto_damage": false});
    six("off, 1", none(&attack(query(), off)), 0.1 + 0.9 * 0.1);
}

/// EX-31: the initiative adds what is left of Quality, or all of it.
#[test]
fn ex_31_quality_in_the_initiative() {
    readings(
        gun(),
        json!({}),
        json!({"gap": 14}),
        &[
            (json!({}), [0.827_736, 0.172_263, 0.000_002]),
            (
                json!({"initiative_quality": "printed"}),
                [0.815_140, 0.184_858, 0.000_002],
            ),
        ],
    );
}

/// EX-32, EX-33: hunkered without cover is nothing; cover is Obscured once.
#[test]
fn ex_32_ex_33_cover() {
    for (situation, combat) in [
        (json!({}), 6),
        (json!({"hunkered": true}), 6),
        (json!({"obscured": true}), 5),
        (json!({"obscured": true, "hunkered": true}), 5),
        (json!({"cover": "light"}), 5),
        (json!({"cover": "heavy", "obscured": true}), 5),
        (json!({"cover": "light", "hunkered": true}), 4),
    ] {
        let query = json!({"gap": 10, "mode": "snap", "situation": situation});
        assert_eq!(attack(query, json!({}))["shots"], json!([combat]));
    }
    // Defense 5 to 8 less Power 2, against a shot that hits.
    for (situation, defense) in [
        (json!({"obscured": true, "hunkered": true}), 5),
        (json!({"cover": "light"}), 6),
        (json!({"cover": "heavy"}), 7),
        (json!({"cover": "heavy", "hunkered": true}), 8),
    ] {
        let query = json!({"a": sure(2, 1), "gap": 5, "situation": situation});
        let saved = f64::from(defense - 2) / 10.0;
        six("saved", none(&attack(query, json!({}))), saved);
    }
}

/// EX-34: a Secondary's Disruption before it or after; at the cap that makes a difference.
#[test]
fn ex_34_disruption_of_a_secondary() {
    let set = |when: &str| json!({"disruption_cap": 2, "rest_costs_disruption": true, "secondary_disruption": when});
    readings(
        json!({"qlt": 9, "policy": {"cp_use": "rest"}}),
        gun(),
        json!({"gap": 14, "a_cp": 3}),
        &[
            (set("before"), [0.549_006, 0.433_978, 0.017_016]),
            (set("after"), [0.543_103, 0.440_795, 0.016_101]),
        ],
    );
}

/// EX-37: Disruption of an attack before its casualty roll, or after.
#[test]
fn ex_37_when_disruption_arrives() {
    readings(
        gun(),
        json!({}),
        json!({"gap": 14}),
        &[
            (json!({}), [0.827_736, 0.172_263, 0.000_002]),
            (
                json!({"disruption_when": "after-action"}),
                [0.788_296, 0.211_689, 0.000_015],
            ),
        ],
    );
}

/// EX-39: half the Focus that is left, rounded up; not halved by Fire on the Move.
#[test]
fn ex_39_focus_of_an_advance() {
    let shots = |weapon: Value, disruption: i64| {
        let query = json!({"a": {"weapon": weapon}, "gap": 4, "mode": "advance", "a_disruption": disruption});
        attack(query, json!({}))["shots"].clone()
    };
    assert_eq!(shots(json!("igi-87"), 0), json!([7, 7]));
    assert_eq!(shots(json!("igi-87"), 1), json!([7, 7]));
    assert_eq!(shots(json!("igi-87"), 2), json!([7, 6]));
    assert_eq!(shots(json!("igi-87"), 6), json!([6]));
    assert_eq!(shots(json!("machine-pistol"), 3), json!([7, 7, 7, 7]));
}

/// EX-40: each Secondary of a turn costs one more; a bid is spent on the initiative.
#[test]
fn ex_40_command_points() {
    let with = |policy: Value, situation: Value, figures: [f64; 3]| {
        let a = json!({"policy": policy});
        readings(a, json!({}), situation, &[(json!({}), figures)]);
    };
    let six_cp = || json!({"gap": 14, "a_cp": 6});
    with(
        json!({"cp_use": "surge"}),
        six_cp(),
        [0.638_862, 0.361_133, 0.000_004],
    );
    with(
        json!({"cp_use": "snap"}),
        six_cp(),
        [0.642_030, 0.357_966, 0.000_004],
    );
    let one = || json!({"gap": 14, "a_cp": 1, "rounds": 1});
    with(json!({"bid": 1}), one(), [0.141_825, 0.131_703, 0.726_472]);
    with(
        json!({"cp_use": "burn"}),
        one(),
        [0.136_764, 0.136_764, 0.726_472],
    );
}

/// EX-44, EX-46: an assault thrown back can still Snap Fire; a Setup weapon makes no assault attack and no Advance shot.
#[test]
fn ex_44_ex_46_assaults_and_setup_weapons() {
    readings(
        json!({"weapon": "carbine", "mrl": 8, "policy": {"plan": "assault"}}),
        holds(),
        json!({"gap": 7, "a_cp": 2, "rounds": 1}),
        &[(json!({}), [0.244_317, 0.305_960, 0.449_722])],
    );
    readings(
        json!({"policy": {"plan": "advance"}, "weapon": {"type": "setup", "ranges": [16, 24, 36], "rof": 6,
            "accuracy": 1, "power": 4, "damage": 1}}),
        holds(),
        json!({"gap": 20}),
        &[(json!({}), [0.428_202, 0.571_766, 0.000_032])],
    );
    for (weapon, mode, shots) in [
        ("tripod-gun", "assault", json!([])),
        ("tripod-gun", "advance", json!([])),
        ("tripod-gun", "snap", json!([])),
        ("support-gun", "assault", json!([8])),
        ("support-gun", "snap", json!([])),
        ("igi-87", "snap", json!([6])),
    ] {
        let query = json!({"a": {"weapon": weapon}, "gap": 10, "mode": mode});
        let found = attack(query, json!({}));
        assert_eq!(found["shots"], shots, "{weapon} {mode}");
        if shots == json!([]) {
            six(weapon, none(&found), 1.0);
        }
    }
}

/// EX-49: a Heavy weapon shoots in an Advance, or only from a Weapons Platform, which may Snap Fire with it anyway.
#[test]
fn ex_49_heavy_weapons() {
    let gunner = |traits: Value| json!({"weapon": "support-gun", "traits": traits, "policy": {"plan": "advance", "preferred_gap": 8}});
    let no = || json!({"heavy_advance": false});
    let here = || json!({"gap": 18});
    let free = [0.850_745, 0.149_255, 0.0];
    readings(
        gunner(json!([])),
        json!({}),
        here(),
        &[(json!({}), free), (no(), [0.555_519, 0.444_480, 0.000_002])],
    );
    readings(
        gunner(json!(["weapons-platform"])),
        json!({}),
        here(),
        &[(json!({}), free), (no(), free)],
    );
    let snap = json!({"a": {"weapon": "support-gun", "traits": ["weapons-platform"]}, "gap": 10, "mode": "snap"});
    assert_eq!(attack(snap, json!({}))["shots"], json!([6]));
}

/// EX-16, EX-21, EX-23, EX-26, EX-27, EX-30: these need the table, or make no difference in a duel; they are read and checked.
#[test]
fn toggles_of_the_table_change_no_duel() {
    let (a, b, here) = (storm(), json!({}), json!({"a_cp": 2, "gap": 14}));
    let plain = duel(&a, &b, &here, &json!({}));
    for set in [
        json!({"recover_extra": "cp"}),
        json!({"shared_responsibility": false}),
        json!({"grab_end": "rounds"}),
        json!({"spotter_auto": true}),
        json!({"assault_cp": "minimum"}),
        json!({"unnerved_on": "damage"}),
    ] {
        assert_eq!(duel(&a, &b, &here, &set), plain, "{set}");
    }
}

/// Section 5: a Rout test is Morale, which Disruption does not lower; Resolute rolls again; without Quality it destroys.
#[test]
fn a_rout_test() {
    let rout = |a: Value, disruption: i64| {
        let found = answer(
            &json!({"rules": "exoshift", "ask": "rout", "a": a, "a_disruption": disruption}),
        );
        ["holds", "routed", "destroyed"].map(|key| number(&found, key))
    };
    for (a, disruption, expected) in [
        (json!({}), 0, [0.6, 0.4, 0.0]),
        (json!({}), 5, [0.6, 0.4, 0.0]),
        (json!({}), 6, [0.6, 0.0, 0.4]),
        (json!({"traits": ["resolute"]}), 0, [0.84, 0.16, 0.0]),
        (json!({"mrl": 12}), 9, [1.0, 0.0, 0.0]),
    ] {
        for (got, expected) in rout(a.clone(), disruption).into_iter().zip(expected) {
            six(&format!("{a} {disruption}"), got, expected);
        }
    }
}
