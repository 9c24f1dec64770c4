//! Every ruling of `docs/rules/emlia.md`, section 9, that a duel or a question can meet: its default and each variant.

use crate::emlia_examples::{cave, fight, pikes, question, six_men, six_who, with};
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

/// What a toggle's two values make of the same duel must differ, and the default must be what is not said.
#[track_caller]
fn differs(a: &Value, b: &Value, situation: Value, toggle: &str, values: &[Value]) {
    let plain = fight(a, b, situation.clone(), json!({}));
    let mut seen: Vec<[f64; 3]> = Vec::new();
    for value in values {
        let mut set = serde_json::Map::new();
        set.insert(toggle.to_owned(), value.clone());
        let got = fight(a, b, situation.clone(), Value::Object(set));
        let figures = ["win_a", "win_b", "mean_rounds"].map(|key| number(&got, key));
        if seen.is_empty() {
            assert_eq!(
                figures,
                ["win_a", "win_b", "mean_rounds"].map(|key| number(&plain, key)),
                "{toggle}"
            );
        }
        for other in &seen {
            let far = figures.iter().zip(other).any(|(x, y)| (x - y).abs() > 1e-6);
            assert!(far, "{toggle}: {value} changes nothing: {figures:?}");
        }
        seen.push(figures);
    }
}

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

/// EM-03: melee hits and press hits of other needs, apart or pooled.
#[test]
fn em_03_mixed_hits() {
    let a = with(
        &pikes(),
        json!({"melee": {"bd": -1, "reach": 1}, "files": 4}),
    );
    let b = with(
        &six_men(),
        json!({"members": 4, "hits": 2, "limit": 2, "morale": 6}),
    );
    differs(
        &a,
        &b,
        json!({"gap": 8, "turns": 3}),
        "mixed_hits",
        &[json!("separate"), json!("pooled")],
    );
}

#[test]
fn em_05_06_diminish() {
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
    let ogre = crate::emlia_examples::ogre();
    let got = question(
        "close_combat",
        json!({"a": ogre, "a_damage": 7, "b": cave()}),
    );
    assert_eq!(got["dice"], json!(4));
}

/// EM-07, EM-14: no skill is improvised where that may be; a skill at 0 is not.
#[test]
fn em_07_improvising() {
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
}

#[test]
fn em_08_09_weapons_and_armour() {
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

#[test]
fn em_17_19_57_area_volley() {
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

#[test]
fn em_21_charge_reach() {
    let (a, b) = (six_who("charge"), six_who("hold"));
    differs(
        &a,
        &b,
        json!({"gap": 24}),
        "charge_reach",
        &[json!("double"), json!("single")],
    );
}

#[test]
fn em_22_free_strikes() {
    let (a, b) = (six_who("charge"), six_who("kite"));
    differs(
        &a,
        &b,
        json!({"gap": 10}),
        "free_strikes",
        &[json!("always"), json!("never")],
    );
}

/// EM-23, EM-25, EM-26, EM-55: ranks of pikes against a mob.
#[test]
fn em_23_25_26_55_ranks() {
    let mob = with(&six_men(), json!({"members": 3, "morale": 6}));
    let deep = with(&pikes(), json!({"files": 8}));
    differs(
        &deep,
        &mob,
        json!({"gap": 8, "turns": 3}),
        "ranked_overlap",
        &[json!(2), json!(0)],
    );
    let mob = with(
        &six_men(),
        json!({"members": 6, "morale": 6, "limit": 2, "armour": 1}),
    );
    differs(
        &pikes(),
        &mob,
        json!({"gap": 8, "turns": 3}),
        "press_behind",
        &[json!("unengaged"), json!("all")],
    );
    differs(
        &pikes(),
        &mob,
        json!({"gap": 8, "turns": 3}),
        "reach_ranks",
        &[json!("no"), json!("yes")],
    );
    // Size 2 on size 1: the example gives base damage 1, the doublings none.
    let giants = with(&pikes(), json!({"size": 2}));
    differs(
        &giants,
        &mob,
        json!({"gap": 8, "turns": 3}),
        "press_size",
        &[json!("example"), json!("doubling")],
    );
    let dice = |files: i64, overlap: i64| {
        let a = with(
            &pikes(),
            json!({"files": files, "skills": {"close_combat": "1*"}}),
        );
        let set = json!({"ranked_overlap": overlap});
        question(
            "close_combat",
            json!({"a": a, "b": with(&six_men(), json!({"members": 4})), "set": set}),
        )["dice"]
            .clone()
    };
    // The source's example: five wide fights four wide with five.
    assert_eq!(
        [dice(5, 2), dice(8, 2), dice(5, 0)],
        [json!(5), json!(6), json!(4)]
    );
}

/// 4.8: who stands takes press hits by the push, and gives half of them.
#[test]
fn stand_or_give_way() {
    let stand = with(&pikes(), json!({"policy": {"press": "stand"}, "morale": 6}));
    let way = with(&pikes(), json!({"morale": 6}));
    let mob = with(&six_men(), json!({"members": 8, "morale": 6}));
    let [stands, gives] = [stand, way].map(|unit| fight(&mob, &unit, json!({"gap": 8}), json!({})));
    assert!((number(&stands, "win_a") - number(&gives, "win_a")).abs() > 1e-3);
}

/// EM-24, EM-36: pushes that are tracked change how far it is to the edge, and the gap where the winner stays.
#[test]
fn em_24_36_pushes() {
    let (a, b) = (
        pikes(),
        with(&six_men(), json!({"members": 8, "armour": 1})),
    );
    let here = json!({"gap": 20});
    differs(
        &a,
        &b,
        here.clone(),
        "push_track",
        &[json!("off"), json!("on")],
    );
    let follow = fight(&a, &b, here.clone(), json!({"push_track": "on"}));
    let stay = fight(
        &a,
        &b,
        here,
        json!({"push_track": "on", "ranked_follow": "no"}),
    );
    assert!((number(&follow, "win_b") - number(&stay, "win_b")).abs() > 1e-5);
}

#[test]
fn em_27_allocation() {
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
}

#[test]
fn em_28_first() {
    let (a, b) = (six_who("charge"), six_who("shoot"));
    differs(
        &a,
        &b,
        json!({"gap": 30}),
        "first",
        &[json!("coin"), json!("a"), json!("b")],
    );
    // The situation has the last word.
    let said = fight(
        &a,
        &b,
        json!({"gap": 30, "first": "a"}),
        json!({"first": "b"}),
    );
    let plain = fight(&a, &b, json!({"gap": 30, "first": "a"}), json!({}));
    assert_eq!(number(&said, "win_a"), number(&plain, "win_a"));
}

/// EM-29, EM-34, EM-40: disorder, and how it ends.
#[test]
fn em_29_34_40_disorder() {
    let here = json!({"gap": 12});
    let tough = with(
        &six_men(),
        json!({"limit": 3, "policy": {"plan": "hold", "leadership": []}}),
    );
    let kinds = ["strict", "self_defence", "none"].map(|kind| json!(kind));
    differs(&six_who("charge"), &tough, here.clone(), "disorder", &kinds);
    let led = with(
        &six_who("hold"),
        json!({"skills": {"close_combat": "1*", "aimed_fire": "1*", "leadership": 2}}),
    );
    let when = ["resolution", "immediate"].map(|when| json!(when));
    differs(
        &six_who("charge"),
        &led,
        here.clone(),
        "reorder_when",
        &when,
    );
    let may = ["yes", "no"].map(|may| json!(may));
    differs(&six_who("charge"), &led, here, "self_reorder", &may);
}

/// EM-31, EM-56: shares of capacity or of members differ where members take more than one point.
#[test]
fn em_31_56_percentages() {
    let tough = with(&six_who("charge"), json!({"limit": 3}));
    let here = json!({"gap": 12, "turns": 4});
    differs(
        &tough,
        &tough,
        here.clone(),
        "pct_basis",
        &[json!("capacity"), json!("members")],
    );
    differs(
        &tough,
        &tough,
        here,
        "inflict_basis",
        &[json!("capacity"), json!("members")],
    );
}

#[test]
fn em_35_leader() {
    let six = six_who("charge");
    differs(
        &six,
        &six,
        json!({"gap": 12}),
        "leader_loss",
        &[json!("last"), json!("random")],
    );
}

#[test]
fn em_37_close_formation() {
    let close = with(&six_who("charge"), json!({"formation": "close"}));
    differs(
        &close,
        &six_who("charge"),
        json!({"gap": 12}),
        "close_bonus",
        &[json!(0), json!(1)],
    );
}

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

#[test]
fn em_41_fallback() {
    let weak = with(&six_who("hold"), json!({"members": 4, "morale": 0}));
    differs(
        &six_who("charge"),
        &weak,
        json!({"gap": 8}),
        "fallback_engaged",
        &[json!("move"), json!("pinned_only")],
    );
}

#[test]
fn em_42_morale() {
    differs(
        &six_who("charge"),
        &six_who("hold"),
        json!({"gap": 12}),
        "morale",
        &[json!("on"), json!("off")],
    );
    // Whatever the start.
    let sad = with(&six_who("charge"), json!({"morale": -7}));
    let got = fight(
        &sad,
        &sad,
        json!({"gap": 12, "first": "a"}),
        json!({"morale": "off"}),
    );
    let plain = fight(
        &six_who("charge"),
        &six_who("charge"),
        json!({"gap": 12, "first": "a"}),
        json!({"morale": "off"}),
    );
    assert_eq!(number(&got, "win_a"), number(&plain, "win_a"));
}

/// EM-44, EM-45: a Retreating unit whose run ends at its edge is lost; a Falling Back one stands there.
#[test]
fn em_44_45_edges() {
    let run = |morale: i64, lines: i64| {
        let a = with(
            &six_who("hold"),
            json!({"morale": morale, "policy": {"plan": "hold", "leadership": []}}),
        );
        let b = with(&six_who("hold"), json!({"ranged": {"range": [0, 0, 0]}}));
        fight(
            &a,
            &b,
            json!({"gap": 100, "lines": lines, "turns": 3}),
            json!({}),
        )
    };
    near("30 is two moves", &run(-4, 30), "mean_rounds", 1.0);
    near("30 is two moves", &run(-4, 30), "win_b", 1.0);
    near("31 takes another turn", &run(-4, 31), "mean_rounds", 2.0);
    near("falling back never leaves", &run(-3, 0), "draw", 1.0);
}

#[test]
fn em_52_initiative() {
    let list = with(
        &six_who("hold"),
        json!({"initiative": ["attack_back", "charge_weaker:15"]}),
    );
    let weak = with(&six_who("shoot"), json!({"members": 5}));
    differs(
        &list,
        &weak,
        json!({"gap": 15}),
        "initiative",
        &[json!("on"), json!("off")],
    );
}

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

#[test]
fn em_54_retreat_fire() {
    let list = json!({"initiative": ["attack_back"], "ranged": "longbow", "morale": -4, "policy": {"plan": "shoot", "leadership": []}});
    let (a, b) = (
        with(&six_men(), list),
        with(
            &six_who("shoot"),
            json!({"ranged": "longbow", "timing": 3, "skills": {"aimed_fire": 1}}),
        ),
    );
    differs(
        &a,
        &b,
        json!({"gap": 20, "lines": 200}),
        "retreat_fire",
        &[json!("no"), json!("yes")],
    );
}

/// 4.10: a vital roll can end a unit, and does so by its face.
#[test]
fn vital_rolls() {
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

/// 5.7: what one blow of 10, 25, 50 and 75 % does to morale, seen in whether the unit still stands its ground.
#[test]
fn morale_lines() {
    // One shooter whose dice all hit: k hits of 20 on a unit that does nothing but stand at its morale.
    let lost = |hits: i64, morale: i64| {
        let a = json!({"members": 1, "hits": 100, "limit": 1, "move": 0, "timing": 5, "morale": 7,
            "skills": {"aimed_fire": hits}, "ranged": {"bd": 1, "range": [50, 50, 50]}, "policy": {"plan": "shoot"}});
        let b = json!({"members": 20, "hits": 1, "limit": 1, "move": 15, "timing": 1, "morale": morale,
            "policy": {"plan": "hold", "leadership": []}});
        // +4 to every die: it cannot miss.
        number(
            &fight(
                &a,
                &b,
                json!({"gap": 40, "lines": 30, "turns": 1}),
                json!({"aimed_fire.forfeit_move": 4}),
            ),
            "win_a",
        )
    };
    // Hits of 20, and by how much morale falls; at -4 or worse it runs over its edge in the same turn.
    for (hits, fall) in [
        (1, 1),
        (2, 2),
        (4, 2),
        (5, 4),
        (9, 4),
        (10, 6),
        (14, 6),
        (15, 8),
    ] {
        assert_eq!(
            lost(hits, (fall - 4).min(7)),
            1.0,
            "{hits} hits cost {fall}"
        );
        if fall < 8 {
            assert_eq!(
                lost(hits, fall - 3),
                0.0,
                "{hits} hits cost no more than {fall}"
            );
        }
    }
}
