//! Rulings of `docs/rules/emlia.md`, section 9, on morale, disorder and leaders, each in a duel whose course is certain or a
//! matter of one die, so that what comes of it is counted by hand. Most watch one unit that cannot move, with its back to its
//! edge: at -4 or worse it leaves with its next activation, above that it stays.

use crate::emlia_examples::{fight, with};
use crate::emlia_rulings_melee::{comes_to, fighter, left, man, sure};
use serde_json::{Value, json};

/// One who shoots with so many dice and never misses (with [`sure`]), before `man` acts.
fn gunner(dice: i64, keys: Value) -> Value {
    let gunner = json!({"move": 0, "timing": 2, "skills": {"close_combat": 0, "aimed_fire": dice},
        "ranged": {"bd": 0, "range": [50, 50, 50]}, "policy": {"plan": "shoot", "leadership": []}});
    man(with(&gunner, keys))
}

/// A unit that cannot move, of so many members.
fn post(members: i64, morale: i64, keys: Value) -> Value {
    let post = json!({"members": members, "morale": morale, "move": 0});
    man(with(&post, keys))
}

/// 40 apart, with nothing behind them.
fn edge(turns: i64) -> Value {
    json!({"gap": 40, "lines": 0, "turns": turns})
}

/// Whether a shooter of so many sure hits a turn makes a unit of 20 with this morale leave, and in which turn: 1 to 3, or 0.
#[track_caller]
fn leaves(hits: i64, morale: i64, b: Value, set: Value) -> u32 {
    let got = fight(
        &gunner(hits, json!({})),
        &post(20, morale, b),
        edge(3),
        sure(set),
    );
    if got["win_a"] == json!(0.0) {
        return 0;
    }
    assert_eq!(got["win_a"], json!(1.0));
    got["mean_rounds"].as_f64().expect("rounds") as u32
}

/// 2.6, 5.7: what one blow of 5 to 75 % of a unit costs.
#[test]
fn what_losses_cost() {
    for (hits, falls) in [
        (1, 1),
        (2, 2),
        (4, 2),
        (5, 4),
        (9, 4),
        (10, 6),
        (14, 6),
        (15, 8),
    ] {
        let now = |morale: i64| {
            let got = fight(
                &gunner(hits, json!({})),
                &post(20, morale, json!({})),
                edge(1),
                sure(json!({})),
            );
            got["win_a"].clone()
        };
        assert_eq!(now(falls - 4), json!(1.0), "{hits} hits cost {falls}");
        if falls < 8 {
            assert_eq!(now(falls - 3), json!(0.0), "{hits} hits cost {falls}");
        }
    }
}

/// EM-31: two points of eight are 25 %, but no member of two. And the base is what a turn began with: one of 11 is less than a
/// tenth, one of the 10 that are left is a tenth.
#[test]
fn em_31_what_percentages_are_of() {
    let run = |b: &Value, turns: i64, hits: i64, set: Value| {
        fight(&gunner(hits, json!({})), b, edge(turns), sure(set))
    };
    let b = post(2, 0, json!({"limit": 4}));
    comes_to(&run(&b, 1, 2, json!({})), [1.0, 0.0, 1.0]);
    let members = || json!({"pct_basis": "members"});
    comes_to(&run(&b, 1, 2, members()), [0.0, 0.0, 1.0]);
    // Bare damage is still the first line: from -3 to -4.
    let b = post(2, -3, json!({"limit": 4}));
    comes_to(&run(&b, 1, 2, members()), [1.0, 0.0, 1.0]);
    // 1, then 2: from -1 to -4 in the second turn.
    comes_to(
        &run(&post(11, -1, json!({})), 3, 1, json!({})),
        [1.0, 0.0, 2.0],
    );
    comes_to(
        &run(&post(11, 0, json!({})), 3, 1, json!({})),
        [1.0, 0.0, 3.0],
    );
}

/// EM-56, EM-70: two points of eight are a tenth and more, and with the line for any damage they lift a from -1 to 1: it charges. No
/// member of two is lost: a comes to 0, and stays.
#[test]
fn em_56_em_70_what_a_tenth_is_of() {
    let a = gunner(
        2,
        json!({"morale": -1, "move": 15, "skills": {"close_combat": 6, "aimed_fire": 2}, "policy": {"plan": "charge", "leadership": []}}),
    );
    let b = post(2, 7, json!({"limit": 4}));
    let run = |set: Value| {
        let here = json!({"gap": 30, "lines": 0, "turns": 2});
        fight(&a, &b, here, sure(set))
    };
    comes_to(&run(json!({})), [1.0, 0.0, 2.0]);
    comes_to(&run(json!({"inflict_basis": "members"})), [0.0, 0.0, 2.0]);
    comes_to(&run(json!({"pct_basis": "members"})), [1.0, 0.0, 2.0]);
}

/// EM-32: both lose half (-6), inflict it (+2), and see the other come to -4 (+1): from 0 both are at -3 and shoot again, and
/// both fall; from -1 both are at -4, and the first to act leaves.
#[test]
fn em_32_both_retreat_at_once() {
    let run = |morale: i64| {
        let a = gunner(5, json!({"members": 10, "morale": morale}));
        let here = with(&edge(2), json!({"first": "a"}));
        fight(&a, &a, here, sure(json!({})))
    };
    let got = run(0);
    comes_to(&got, [0.0, 0.0, 2.0]);
    assert_eq!(got["draws"]["mutual"], json!(1.0));
    comes_to(&run(-1), [0.0, 1.0, 2.0]);
    // The line for -7: 75 % (-8), +2, +2: from -3 both are at -7, and would be at -8 without.
    let a = gunner(15, json!({"members": 20, "morale": -3}));
    let here = with(&edge(1), json!({"first": "a"}));
    comes_to(&fight(&a, &a, here, sure(json!({}))), [0.0, 0.0, 1.0]);
}

/// A unit that shoots only when it is allowed to: at -1 it rallies, by one success a turn.
fn rallies(leadership: Value) -> Value {
    let keys = json!({"skills": {"close_combat": 0, "aimed_fire": 1, "leadership": 1}, "ranged": {"bd": 0, "range": [50, 50, 50]},
        "policy": {"plan": "hold", "leadership": leadership}});
    post(1, -1, keys)
}

/// EM-33: from -1 to 0 is entering Shaken, from below, and disorders: at 1 it is idle. Not without disorder, nor when it is
/// ordered again in the second turn.
#[test]
fn em_33_disorder_on_the_way_up() {
    let run = |leadership: Value, set: Value| {
        let set = with(&json!({"leadership.improve.above_start": 0}), set);
        fight(
            &man(json!({"move": 0})),
            &rallies(leadership),
            edge(3),
            sure(set),
        )
    };
    comes_to(&run(json!(["rally"]), json!({})), [0.0, 0.0, 3.0]);
    comes_to(
        &run(json!(["rally"]), json!({"disorder": "none"})),
        [0.0, 1.0, 3.0],
    );
    comes_to(
        &run(json!(["rally", "reorder"]), json!({})),
        [0.0, 1.0, 3.0],
    );
}

/// EM-29: b is disordered in the first turn, strikes as Shaken in the second, and is at 1 in the third: idle, or it defends
/// itself.
#[test]
fn em_29_disordered_in_good_spirits() {
    let a = fighter(
        1,
        json!({"members": 10, "timing": 1, "policy": {"plan": "charge", "leadership": []}}),
    );
    let b = man(
        json!({"members": 10, "limit": 2, "timing": 2, "morale": 1, "skills": {"close_combat": 1}}),
    );
    let run = |set: Value| fight(&a, &b, json!({"gap": 20, "turns": 3}), sure(set));
    let [nine, eight] = [9, 8].map(|n: usize| {
        let mut chances = vec![0.0; n];
        chances.push(1.0);
        chances
    });
    left(&run(json!({})), "left_a", &nine);
    left(&run(json!({"disorder": "self_defence"})), "left_a", &eight);
    left(&run(json!({"disorder": "none"})), "left_a", &eight);
    // Only without disorder it goes after somebody: b is shot at and disordered, rallies to 1, and charges or not.
    let shooter = gunner(1, json!({"members": 1}));
    let keys = json!({"move": 15, "skills": {"close_combat": 1, "leadership": 2}, "policy": {"plan": "charge", "leadership": ["rally"]}});
    let b = post(20, 1, keys);
    for (disorder, win) in [("strict", 0.0), ("self_defence", 0.0), ("none", 1.0)] {
        let here = json!({"gap": 30, "turns": 2});
        let got = fight(&shooter, &b, here, sure(json!({"disorder": disorder})));
        comes_to(&got, [0.0, win, 2.0]);
    }
}

/// EM-34, EM-40: b is disordered by the first shot, and shoots back as Shaken, which lifts it to 2. In the second turn it
/// shoots, and wins, if a Reorder succeeded before (improvised: 4/12); or just now, where that counts at once.
#[test]
fn em_34_em_40_reorder() {
    // Whoever stands still shoots at +4 and does not miss.
    let a = gunner(1, json!({"members": 2}));
    let keys = json!({"skills": {"close_combat": 0, "aimed_fire": 1}, "ranged": {"bd": 0, "range": [50, 50, 50]},
        "policy": {"plan": "shoot", "leadership": ["reorder"]}});
    let b = post(20, 1, keys);
    let run = |set: Value| {
        fight(
            &a,
            &b,
            edge(2),
            with(&json!({"aimed_fire.forfeit_move": 4}), set),
        )
    };
    comes_to(&run(json!({})), [0.0, 1.0 / 3.0, 2.0]);
    comes_to(
        &run(json!({"reorder_when": "immediate"})),
        [0.0, 5.0 / 9.0, 2.0],
    );
    comes_to(&run(json!({"self_reorder": "no"})), [0.0, 0.0, 2.0]);
}

/// EM-30, EM-35, EM-60: one of four falls (-4), and with a chance of 1 in 4 it is the leader (-2 more): the unit is not
/// destroyed, but from 2 it comes to -4 and leaves.
#[test]
fn em_30_em_35_em_60_the_leader() {
    let run = |morale: i64, lines: i64, set: Value| {
        let here = json!({"gap": 40, "lines": lines, "turns": 1});
        fight(
            &gunner(1, json!({})),
            &man(json!({"members": 4, "morale": morale})),
            here,
            sure(set),
        )
    };
    let random = || json!({"leader_loss": "random"});
    comes_to(&run(2, 30, json!({})), [0.0, 0.0, 1.0]);
    comes_to(&run(2, 30, random()), [0.25, 0.0, 1.0]);
    left(&run(2, 100, random()), "left_b", &[0.0, 0.0, 0.0, 1.0]);
    // Somebody takes over, and may fall with 1 in 3 in the next turn: from 7 by 4 each turn to -1, or by 2 and 2 more to -5.
    let got = fight(
        &gunner(1, json!({})),
        &post(4, 7, json!({})),
        edge(2),
        sure(random()),
    );
    comes_to(&got, [0.25 / 3.0, 0.0, 2.0]);
    // It disorders a unit in good spirits: b shoots back only if its leader lives.
    let keys = json!({"skills": {"close_combat": 0, "aimed_fire": 1}, "ranged": {"bd": 0, "range": [50, 50, 50]}});
    let b = post(4, 7, keys);
    let got = fight(&gunner(1, json!({})), &b, edge(1), sure(random()));
    comes_to(&got, [0.0, 0.75, 1.0]);
}

/// EM-41: b falls back and is struck at +4 (12/12); or it stays, and is struck in the enemy's own time (8/12).
#[test]
fn em_41_falling_back_from_melee() {
    let b = man(json!({"timing": 3, "morale": -1}));
    let run = |b: &Value, set: Value| {
        fight(
            &fighter(1, json!({})),
            b,
            json!({"gap": 0, "turns": 1}),
            set,
        )
    };
    let pinned = || json!({"fallback_engaged": "pinned_only"});
    comes_to(&run(&b, json!({})), [1.0, 0.0, 1.0]);
    comes_to(&run(&b, pinned()), [8.0 / 12.0, 0.0, 1.0]);
    // Routed it runs in any case: here over its edge; Retreating it stays.
    let routed = man(json!({"timing": 3, "morale": -7}));
    comes_to(&run(&routed, pinned()), [1.0, 0.0, 1.0]);
    let retreats = man(json!({"timing": 3, "morale": -6}));
    comes_to(&run(&retreats, pinned()), [8.0 / 12.0, 0.0, 1.0]);
}

/// EM-42: with morale off nobody leaves, whatever the start; one against one each strikes with 8/12.
#[test]
fn em_42_without_morale() {
    let off = || json!({"morale": "off"});
    assert_eq!(leaves(10, -7, json!({}), json!({})), 1);
    assert_eq!(leaves(6, -7, json!({}), off()), 0);
    for morale in [-7, 0, 7] {
        let a = fighter(1, json!({"morale": morale}));
        let got = fight(&a, &a, json!({"gap": 0, "turns": 1}), off());
        comes_to(&got, [2.0 / 9.0, 2.0 / 9.0, 1.0]);
        assert!((got["draws"]["mutual"].as_f64().expect("mutual") - 4.0 / 9.0).abs() < 1e-12);
    }
}

/// EM-43: Ignore Conditions before Double Pace is at -5 -2, 1/12 a die; Disengage is at -4 for who Double Paces (4/12), and
/// not for who falls back (8/12): each success pins the one enemy, else its free strike at +4 kills.
#[test]
fn em_43_double_pace() {
    let steeled = man(
        json!({"timing": 3, "morale": -4, "skills": {"close_combat": 0, "leadership": 2},
        "policy": {"plan": "hold", "leadership": ["steel"]}}),
    );
    let got = fight(
        &man(json!({})),
        &steeled,
        json!({"gap": 40, "turns": 1}),
        json!({}),
    );
    comes_to(&got, [(11.0f64 / 12.0).powi(2), 0.0, 1.0]);
    for (morale, pins) in [(-4, 4.0 / 12.0), (-1, 8.0 / 12.0)] {
        let b = man(json!({"timing": 3, "morale": morale, "skills": {"close_combat": 1}}));
        let here = json!({"gap": 0, "lines": 100, "turns": 1});
        let got = fight(&fighter(1, json!({})), &b, here, json!({}));
        comes_to(&got, [1.0 - pins, 0.0, 1.0]);
    }
}

/// EM-44, EM-45: a Retreating unit whose run ends at its edge is lost; a Falling Back one stands there.
#[test]
fn em_44_em_45_edges() {
    let run = |morale: i64, lines: i64| {
        let here = json!({"gap": 100, "lines": lines, "turns": 3});
        fight(
            &man(json!({"morale": morale})),
            &man(json!({})),
            here,
            json!({}),
        )
    };
    comes_to(&run(-4, 30), [0.0, 1.0, 1.0]);
    comes_to(&run(-4, 31), [0.0, 1.0, 2.0]);
    comes_to(&run(-7, 30), [0.0, 1.0, 1.0]);
    comes_to(&run(-3, 0), [0.0, 0.0, 3.0]);
    comes_to(&run(-3, 31), [0.0, 0.0, 3.0]);
}

/// EM-46: a strikes in its own step and again when b charges into its reach: twice +1, from -1 to 1, where it is disordered
/// (it came through 0) and idle. With one it would be Shaken at 0, and strike the last point away.
#[test]
fn em_46_inflicting_counts_every_time() {
    let a = fighter(1, json!({"move": 0, "morale": -1, "combat_range": 5}));
    let b = man(json!({"limit": 3, "policy": {"plan": "charge", "leadership": []}}));
    let run = |set: Value| {
        let set = with(&json!({"morale.inflicts_tenth": 0}), set);
        fight(&a, &b, json!({"gap": 4, "lines": 0, "turns": 3}), sure(set))
    };
    comes_to(&run(json!({})), [0.0, 0.0, 3.0]);
    comes_to(&run(json!({"disorder": "none"})), [1.0, 0.0, 3.0]);
    // The line worth nothing: at -1 it stays Shaken at its edge, and strikes.
    comes_to(&run(json!({"morale.inflicts": 0})), [1.0, 0.0, 3.0]);
}

/// EM-47: b is shot at without loss (+1), then loses three points of four to a free strike (-8): from 1 to -6, where it stays
/// while it is engaged. Had the first been taken back, or not been fired, it would be Routed, and gone.
#[test]
fn em_47_relief_is_kept() {
    let run = |dice: i64| {
        let a = fighter(
            3,
            json!({"move": 0, "combat_range": 5, "skills": {"close_combat": 3, "aimed_fire": dice},
            "ranged": {"bd": -1, "range": [50, 50, 50]}, "policy": {"plan": "kite", "leadership": []}}),
        );
        let b =
            man(json!({"limit": 4, "morale": 1, "policy": {"plan": "charge", "leadership": []}}));
        let here = json!({"gap": 4, "lines": 10, "turns": 2});
        fight(
            &a,
            &b,
            here,
            sure(json!({"fallback_engaged": "pinned_only"})),
        )
    };
    comes_to(&run(1), [0.0, 0.0, 2.0]);
    comes_to(&run(0), [1.0, 0.0, 2.0]);
}

/// EM-48, EM-68: a shot disorders b; steeled it is Normal and ordered for this activation, charges and kills one of two. In the
/// next turn it is at 2: ordered, if its leader reordered it as well, or idle.
#[test]
fn em_48_em_68_steel() {
    let run = |leadership: Value| {
        let b = man(
            json!({"members": 20, "morale": 1, "skills": {"close_combat": 1, "leadership": 1},
            "policy": {"plan": "charge", "leadership": leadership}}),
        );
        let here = json!({"gap": 20, "turns": 2});
        fight(&gunner(1, json!({"members": 2})), &b, here, sure(json!({})))
    };
    let got = run(json!([]));
    comes_to(&got, [0.0, 0.0, 2.0]);
    left(&got, "left_a", &[0.0, 0.0, 1.0]);
    let got = run(json!(["steel"]));
    comes_to(&got, [0.0, 0.0, 2.0]);
    left(&got, "left_a", &[0.0, 1.0]);
    comes_to(&run(json!(["steel", "reorder"])), [0.0, 1.0, 2.0]);
}

/// EM-52: a list makes a unit that would hold strike back or charge; not where lists are off.
#[test]
fn em_52_initiative_lists() {
    let run = |list: &str, gap: i64, set: Value| {
        let a = fighter(1, json!({"members": 2, "initiative": [list]}));
        fight(
            &a,
            &man(json!({})),
            json!({"gap": gap, "turns": 1}),
            sure(set),
        )
    };
    comes_to(&run("charge_weaker:12", 12, json!({})), [1.0, 0.0, 1.0]);
    comes_to(&run("charge_weaker:12", 13, json!({})), [0.0, 0.0, 1.0]);
    comes_to(
        &run("charge_weaker:12", 12, json!({"initiative": "off"})),
        [0.0, 0.0, 1.0],
    );
    // Attacked, a disordered unit strikes back all the same: b shoots, a is Shaken by it, and shoots as such; at 2 by its list.
    let b = with(
        &gunner(1, json!({"timing": 3, "members": 3})),
        json!({"morale": 7}),
    );
    let keys = json!({"skills": {"close_combat": 0, "aimed_fire": 1}, "ranged": {"bd": 0, "range": [50, 50, 50]},
        "policy": {"plan": "shoot", "leadership": []}, "initiative": ["attack_back"]});
    let a = post(20, 1, keys);
    for (initiative, win) in [("on", 1.0), ("off", 0.0)] {
        let got = fight(&a, &b, edge(3), sure(json!({"initiative": initiative})));
        comes_to(&got, [win, 0.0, 3.0]);
    }
}

/// EM-54, EM-61: at -5 it is shot at without loss (+1), runs 30, and by its list fires at -2 -4: 2/12; with a leader who would
/// rally, too. Not attacked it does not fire.
#[test]
fn em_54_em_61_fire_in_retreat() {
    let run = |harm: i64, leadership: Value, set: Value| {
        let gun = json!({"bd": 0, "range": [200, 200, 200]});
        let a = man(
            json!({"morale": -5, "hits": 2, "skills": {"close_combat": 0, "aimed_fire": 1, "leadership": 9}, "ranged": gun,
            "initiative": ["attack_back"], "policy": {"plan": "shoot", "leadership": leadership}}),
        );
        let b = gunner(1, json!({"ranged": {"bd": 0, "range": [harm, harm, harm]}}));
        let here = json!({"gap": 20, "lines": 200, "turns": 1});
        fight(&a, &b, here, set)
    };
    let fires = || json!({"retreat_fire": "yes"});
    comes_to(&run(200, json!([]), json!({})), [0.0, 0.0, 1.0]);
    comes_to(&run(200, json!([]), fires()), [2.0 / 12.0, 0.0, 1.0]);
    comes_to(&run(200, json!(["rally"]), fires()), [2.0 / 12.0, 0.0, 1.0]);
    comes_to(&run(5, json!([]), fires()), [0.0, 0.0, 1.0]);
}

/// EM-63: six points pass a threshold of 2 three times; a unit with nothing left is not rolled for. Each vital roll destroys
/// with 3/12.
#[test]
fn em_63_vital_rolls_in_a_duel() {
    let mut faces = vec!["none"; 12];
    faces[..3].fill("destroyed");
    let run = |hits: i64, limit: i64| {
        let b = post(
            1,
            7,
            json!({"limit": limit, "threshold": 2, "vital": faces}),
        );
        fight(&gunner(hits, json!({})), &b, edge(1), sure(json!({})))
    };
    comes_to(&run(1, 200), [0.0, 0.0, 1.0]);
    comes_to(&run(2, 200), [0.25, 0.0, 1.0]);
    comes_to(&run(6, 200), [1.0 - 0.75f64.powi(3), 0.0, 1.0]);
    comes_to(&run(6, 6), [1.0, 0.0, 1.0]);
    // A roll that was survived costs 1 morale, however many there were: from -2 by 1 for damage (3 %) to -4.
    let b = post(1, -2, json!({"limit": 200, "threshold": 2}));
    let got = fight(&gunner(6, json!({})), &b, edge(1), sure(json!({})));
    comes_to(&got, [1.0, 0.0, 1.0]);
    let b = post(1, -1, json!({"limit": 200, "threshold": 2}));
    let got = fight(&gunner(6, json!({})), &b, edge(1), sure(json!({})));
    comes_to(&got, [0.0, 0.0, 1.0]);
}

/// EM-04: points fill one member at a time and carry over: two of them go with the fourth point.
#[test]
fn em_04_points_carry_over() {
    for (turns, gone) in [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3)] {
        let b = post(3, 7, json!({"limit": 2}));
        let calm = json!({"morale": "off"});
        let got = fight(&gunner(1, json!({})), &b, edge(turns), sure(calm));
        let mut expected = vec![0.0; 3 - gone];
        expected.push(1.0);
        left(&got, "left_b", &expected);
    }
}

/// Duels of all plans and toggles, with figures of a separate implementation that was written from the reference alone.
#[test]
fn duels_by_another_hand() {
    let rows = include_str!("emlia_other_hand.jsonl");
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).expect("a row");
        let got = fight(
            &row["a"],
            &row["b"],
            row["situation"].clone(),
            row["set"].clone(),
        );
        let expected = row["expected"].as_array().expect("figures");
        let keys = ["win_a", "win_b", "draw", "mean_rounds"];
        for (key, expected) in keys.into_iter().zip(expected) {
            let (got, expected) = (got[key].as_f64(), expected.as_f64());
            let (got, expected) = (got.expect(key), expected.expect("a figure"));
            assert!(
                (got - expected).abs() < 0.6e-6,
                "{key} {got}, not {expected}: {row}"
            );
        }
    }
    assert!(rows.lines().count() >= 50);
}
