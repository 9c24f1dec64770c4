//! Plans, splits and reactions of the Core Concepts duel (`docs/rules/core-concepts.md`, section 6).

use crate::core_concepts_examples::{duel, model, question, spear, sword, with_policy};
use crate::core_concepts_rulings::{ends, fixed, gunman, near};
use crate::helpers::number;
use serde_json::{Value, json};

/// Chance that one die reaches this.
fn reach(difficulty: i32) -> f64 {
    f64::from((7 - difficulty).clamp(0, 6)) / 6.0
}

/// A target that does nothing.
fn target() -> Value {
    model([1, 1, 1, 1], json!({"policy": {"plan": "stand"}}))
}

fn one(a: &Value, gap: f64, rounds: i64) -> f64 {
    number(&fixed(a, &target(), gap, rounds, json!({})), "win_a")
}

#[test]
fn core_concepts_stand_never_moves() {
    let a = gunman(1, json!({}));
    near("in range", one(&a, 4.0, 1), reach(4) / 2.0);
    near("out of range", one(&a, 7.0, 20), 0.0);
    near(
        "two rounds",
        one(&a, 4.0, 2),
        1.0 - (1.0 - reach(4) / 2.0).powi(2),
    );
}

#[test]
fn core_concepts_advance_moves_and_shoots() {
    // Agility 1: a Move is 2".
    let a = gunman(1, json!({"plan": "advance"}));
    near("move, then shoot", one(&a, 8.0, 1), reach(6) / 2.0);
    near("two moves are too many", one(&a, 9.0, 1), 0.0);
    near("near enough", one(&a, 4.0, 1), reach(4) / 2.0);
    near("down to 4\"", one(&a, 5.0, 1), reach(4) / 2.0);
    let mut near_one = a.clone();
    near_one["policy"]["preferred_gap"] = json!(1.5);
    near("nearer", one(&near_one, 4.0, 1), reach(2) / 2.0);
    // Three moves when there is nothing to shoot at: from 13" to 7", and then move and shoot.
    near("from afar", one(&a, 13.0, 1), 0.0);
    near("from afar", one(&a, 13.0, 2), reach(5) / 2.0);
    // A threat range is not entered.
    let b = with_policy(spear([1, 1, 1, 1]), json!({"plan": "stand"}));
    let duel = fixed(&near_one, &b, 4.0, 1, json!({}));
    near("outside a spear", number(&duel, "win_a"), reach(3) / 2.0);
}

#[test]
fn core_concepts_kite_shoots_and_goes() {
    let a = gunman(1, json!({"plan": "kite"}));
    near("round 1", one(&a, 1.0, 1), reach(1) / 2.0);
    // 2" farther each round.
    let miss = |difficulty: i32| 1.0 - reach(difficulty) / 2.0;
    near(
        "round 3",
        one(&a, 1.0, 3),
        1.0 - miss(1) * miss(3) * miss(5),
    );
    near(
        "out of range",
        one(&a, 1.0, 20),
        1.0 - miss(1) * miss(3) * miss(5),
    );
    // It goes away also when it cannot shoot, and no farther than `max_gap`: there B hits with a gun that needs 48 - 45.
    let b = gunman(1, json!({"mod": -45}));
    let duel = fixed(&a, &b, 47.0, 1, json!({}));
    near("edge", number(&duel, "win_b"), reach(3) / 2.0);
}

#[test]
fn core_concepts_charge_comes_and_strikes() {
    let a = with_policy(sword([2, 1, 1, 2]), json!({"split": "all-attack"}));
    let keys = json!({"a": a, "b": target(), "a_dice": 2});
    let clash = question("clash", keys, json!({}));
    let hurts = 1.0 - number(&clash["damage_to_defender"], "0");
    // Agility 2: a Move of 4" and a Pounce of 2" to 1": 7" in one activation.
    near("7\"", one(&a, 7.0, 1), hurts / 2.0);
    near("7.5\"", one(&a, 7.5, 1), 0.0);
    // Without a melee weapon: nothing.
    let mut bare = a.clone();
    bare["melee_weapon"] = Value::Null;
    near("unarmed", one(&bare, 0.0, 5), 0.0);
}

#[test]
fn core_concepts_mixed_shoots_until_it_can_strike() {
    let mut a = gunman(
        1,
        json!({"plan": "mixed", "agility": 2, "melee_weapon": "sword"}),
    );
    a["policy"]["split"] = json!("all-attack");
    let keys = json!({"a": a, "b": target(), "a_dice": 1});
    let clash = question("clash", keys, json!({}));
    let hurts = 1.0 - number(&clash["damage_to_defender"], "0");
    // The sword's damage may be 1 or 2; Toughness 1 is tested either way.
    near("strikes", one(&a, 7.0, 1), hurts / 2.0);
    // At 8" it shoots from there if it can (one die cannot), else it charges: three Moves, and a clash in round 2.
    near("charges", one(&a, 8.0, 2), hurts / 2.0);
    let mut long = a.clone();
    long["ranged_weapon"]["mod"] = json!(-5);
    // It shoots (difficulty 3), comes to 4", and strikes in round 2.
    let miss = 1.0 - reach(3) / 2.0;
    near("shoots", one(&long, 8.0, 1), 1.0 - miss);
    near(
        "then strikes",
        one(&long, 8.0, 2),
        1.0 - miss * (1.0 - hurts / 2.0),
    );
    // Without a blade it goes to its preferred gap after the shot.
    let mut gun = long.clone();
    gun["melee_weapon"] = Value::Null;
    gun["ranged_weapon"]["mod"] = json!(-2);
    near(
        "then shoots",
        one(&gun, 7.0, 2),
        1.0 - (1.0 - reach(5) / 2.0) * (1.0 - reach(2) / 2.0),
    );
}

#[test]
fn core_concepts_splits_are_what_they_say() {
    let fight = |a: &str, b: &str| {
        let a = with_policy(sword([3, 2, 2, 3]), json!({"split": a}));
        let b = with_policy(sword([3, 2, 2, 3]), json!({"split": b}));
        let duel = duel(&a, &b, json!({"rounds": 6}), json!({}));
        [number(&duel, "win_a"), number(&duel, "win_b")]
    };
    assert_eq!(fight("fixed:3", "even"), fight("all-attack", "even"));
    assert_eq!(fight("fixed:9", "even"), fight("all-attack", "even"));
    assert_eq!(fight("fixed:0", "even"), fight("all-defence", "even"));
    assert_eq!(fight("fixed:2", "fixed:2"), fight("even", "even"));
    assert_ne!(fight("fixed:1", "even"), fight("even", "even"));
    // Even, against one that may not attack, is all attack; a fixed number stays.
    let bare = |split: &str| {
        let a = with_policy(sword([3, 2, 2, 3]), json!({"split": split}));
        number(
            &duel(&a, &target(), json!({"rounds": 2}), json!({})),
            "win_a",
        )
    };
    assert_eq!(bare("even"), bare("all-attack"));
    assert_eq!(bare("optimal"), bare("all-attack"));
    assert!(bare("fixed:2") < bare("all-attack"));
    near("defence", bare("all-defence"), 0.0);
}

/// `optimal` plays the mix of `nash`: a duel of one clash is the mean over its cells.
#[test]
fn core_concepts_optimal_plays_its_true_mix() {
    let a = with_policy(sword([5, 1, 1, 1]), json!({"split": "optimal"}));
    let b = with_policy(
        spear([8, 1, 1, 1]),
        json!({"split": "optimal", "plan": "stand"}),
    );
    let nash = question("nash", json!({"a": a, "b": b}), json!({}));
    let [x, y] =
        ["attacker_mix", "defender_mix"].map(|key| nash[key].as_array().expect(key).clone());
    let mut expected = 0.0;
    for (i, p) in x.iter().enumerate() {
        for (j, q) in y.iter().enumerate() {
            let weight = p.as_f64().unwrap() * q.as_f64().unwrap();
            if weight > 0.0 {
                let fix = |model: &Value, n: usize| {
                    let mut policy = model["policy"].clone();
                    policy["split"] = json!(format!("fixed:{n}"));
                    with_policy(model.clone(), policy)
                };
                let duel = fixed(&fix(&a, i), &fix(&b, j), 1.0, 1, json!({}));
                expected += weight * number(&duel, "win_a");
            }
        }
    }
    let got = number(&fixed(&a, &b, 1.0, 1, json!({})), "win_a");
    near("mix", got, expected);
    // One that is optimal plays the same mix whatever the other does.
    let even = with_policy(b.clone(), json!({"plan": "stand"}));
    let got = number(&fixed(&a, &even, 1.0, 1, json!({})), "win_a");
    let mean: f64 = x
        .iter()
        .enumerate()
        .filter(|(_, p)| p.as_f64() != Some(0.0))
        .map(|(i, p)| {
            let a = with_policy(a.clone(), json!({"split": format!("fixed:{i}")}));
            p.as_f64().unwrap() * number(&fixed(&a, &even, 1.0, 1, json!({})), "win_a")
        })
        .sum();
    near("against even", got, mean);
}

/// Among equally good mixes, the one with most attack dice.
#[test]
fn core_concepts_optimal_prefers_attack_dice() {
    let feather = json!({"reach": 1, "damage": 0, "critical": 0});
    let (a, b) = (
        model([3, 1, 1, 1], json!({"melee_weapon": feather})),
        model([2, 1, 1, 1], json!({"melee_weapon": feather})),
    );
    let nash = question("nash", json!({"a": a, "b": b}), json!({}));
    assert_eq!(nash["value"], json!(0.0));
    assert_eq!(nash["attacker_mix"], json!([0.0, 0.0, 0.0, 1.0]));
    assert_eq!(nash["defender_mix"], json!([0.0, 0.0, 1.0]));
    // Nothing to fear and nothing to do: all of it attack. A defender that may not attack has no choice.
    let keys = json!({"a": a, "b": b, "in_reach_of_defender": false});
    let nash = question("nash", keys, json!({}));
    assert_eq!(nash["attacker_mix"], json!([0.0, 0.0, 0.0, 1.0]));
    assert_eq!(nash["defender_mix"], json!([1.0]));
}

/// Best replies are as good as every plain split, and the equilibrium lies between the best replies of both.
#[test]
fn core_concepts_solved_is_a_best_reply_and_an_equilibrium() {
    let w = |a: &str, b: &str, set: &Value| {
        let a = with_policy(sword([3, 2, 2, 3]), json!({"split": a}));
        let b = with_policy(spear([2, 2, 3, 3]), json!({"split": b}));
        let duel = duel(&a, &b, json!({"gap": 4, "rounds": 8}), set.clone());
        number(&duel, "win_a") - number(&duel, "win_b")
    };
    for set in [
        json!({}),
        json!({"initiative": "alternate", "stress_per": "success"}),
    ] {
        let both = w("solved", "solved", &set);
        for plain in [
            "even",
            "all-attack",
            "all-defence",
            "fixed:1",
            "fixed:2",
            "optimal",
        ] {
            let best_a = w("solved", plain, &set);
            let best_b = w(plain, "solved", &set);
            assert!(
                best_a >= both - 1e-12,
                "{plain}: A gains {best_a}, {both} at least"
            );
            assert!(
                best_b <= both + 1e-12,
                "{plain}: A gains {best_b}, {both} at most"
            );
            for other in ["even", "all-attack", "all-defence", "fixed:1", "fixed:2"] {
                assert!(
                    best_a >= w(other, plain, &set) - 1e-12,
                    "{other} against {plain}"
                );
                assert!(
                    best_b <= w(plain, other, &set) + 1e-12,
                    "{plain} against {other}"
                );
            }
        }
        // The same seen from the other side.
        let a = with_policy(sword([3, 2, 2, 3]), json!({"split": "solved"}));
        let b = with_policy(spear([2, 2, 3, 3]), json!({"split": "solved"}));
        let turned = duel(&b, &a, json!({"gap": 4, "rounds": 8}), set);
        near("mirrored", number(&turned, "w"), -both);
    }
}

/// One clash of one round with Toughness 1 is a matrix game of win chances; both solved play its value.
#[test]
fn core_concepts_solved_in_one_clash_is_the_game_of_its_cells() {
    let blade = json!({"reach": 1, "damage": 1, "critical": 3});
    let side = |dice: i64, split: &str, plan: &str| {
        model(
            [dice, 1, 2, 1],
            json!({"melee_weapon": blade, "policy": {"split": split, "plan": plan}}),
        )
    };
    let w = |a: &str, b: &str| {
        let duel = fixed(
            &side(2, a, "charge"),
            &side(3, b, "stand"),
            1.0,
            1,
            json!({}),
        );
        number(&duel, "win_a") - number(&duel, "win_b")
    };
    let cell = |i: usize, j: usize| w(&format!("fixed:{i}"), &format!("fixed:{j}"));
    let pay: Vec<f64> = (0..3)
        .flat_map(|i| (0..4).map(move |j| (i, j)))
        .map(|(i, j)| cell(i, j))
        .collect();
    let game = fairfight::umpire::Game {
        rows: 3,
        columns: 4,
        pay: &pay,
    };
    let play = game.solve();
    assert!(game.regret(&play) < 1e-12);
    near("value", w("solved", "solved"), play.value);
}

#[test]
fn core_concepts_reactions_without_points_or_weapons() {
    // Return fire without a gun is nothing, or cover.
    let a = gunman(1, json!({}));
    for (reaction, difficulty) in [
        ("return-fire", 2),
        ("return-else-cover", 4),
        ("none", 2),
        ("cover", 4),
    ] {
        let b = model(
            [1, 1, 1, 4],
            json!({"policy": {"plan": "stand", "reaction": reaction}}),
        );
        ends(
            &fixed(&a, &b, 2.0, 1, json!({})),
            reach(difficulty) / 2.0,
            0.0,
            0.0,
        );
    }
    // Return fire is declared also when it cannot hit, and paid for: B does not shoot in its own activation.
    let b = gunman(1, json!({"mod": 4, "reaction": "return-fire"}));
    let duel = fixed(&gunman(0, json!({})), &b, 3.0, 1, json!({}));
    ends(&duel, 0.0, 0.0, 0.0);
}

#[test]
fn core_concepts_a_plan_answers_in_halves_of_an_inch() {
    // Pounces end at full reach, and half inches count.
    let blade = json!({"reach": 1.5, "damage": 1, "critical": 1});
    let a = model(
        [2, 1, 1, 1],
        json!({"melee_weapon": blade, "policy": {"split": "all-attack"}}),
    );
    assert!(one(&a, 4.5, 1) > 0.0);
    near("half an inch more", one(&a, 5.0, 1), 0.0);
}
