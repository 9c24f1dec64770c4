//! Fighters read by several machines: exact, mirrored, sampled and told agree over random builds, plans and toggles; and
//! literal results at a seed.

use crate::agreement::{Case, exact_sampled_mirrored, told_is_counted};
use crate::helpers::answer;
use crate::random::Chooser;
use serde_json::{Map, Value, json};

const UPGRADES: &[(&str, usize)] = &[
    ("sword", 1),
    ("longsword", 2),
    ("bow", 2),
    ("axe", 1),
    ("longaxe", 2),
    ("mace", 1),
    ("maul", 2),
    ("shield", 1),
];

const ROLES: &[&str] = &[
    "assault",
    "brute",
    "champion",
    "duelist",
    "duelist",
    "earthshaper",
    "follower",
    "guardian",
    "hunter",
    "sniper",
];

/// A legal build, or one with stats of its own.
fn build(choose: &mut Chooser) -> Value {
    let mut stats = vec![1, 2, 3];
    let mut stat = |choose: &mut Chooser| {
        let at = choose.below(stats.len());
        stats.remove(at)
    };
    let mut stats = [stat(choose), stat(choose), stat(choose)];
    if choose.in_ten(2) {
        stats = stats.map(|_| choose.below(9) as i64 - 2);
    }
    let mut upgrades = Vec::new();
    let mut hands = 0;
    for _ in 0..3 {
        let (id, takes) = UPGRADES[choose.below(UPGRADES.len())];
        if hands + takes <= 2 {
            upgrades.push(id);
            hands += takes;
        }
    }
    let [skill, speed, armor] = stats;
    let charge_at = [0, 3, 7, 7, 9, 12, 36][choose.below(7)];
    json!({
        "skill": skill, "speed": speed, "armor": armor, "role": choose.one(ROLES), "upgrades": upgrades,
        "policy": {
            "plan": choose.one(&["charge", "charge", "shoot", "kite"]),
            "mode": choose.one(&["normal", "special-first", "special-always"]),
            "weapon": choose.one(&["primary", "finisher"]),
            "recover": choose.one(&["when-stuck", "eager", "never"]),
            "aim": choose.below(4),
            "charge_at": charge_at,
        },
    })
}

/// Some toggles, changed.
fn toggles(choose: &mut Chooser) -> Value {
    let all = [
        ("move_stat", json!(["none"])),
        ("unarmed_damage", json!(["none", 2])),
        ("bow_melee", json!([true])),
        ("wounded_twice", json!(["kill", "stack"])),
        ("status_end", json!(["own-activation-end"])),
        ("beat", json!(["equal"])),
        ("stat_floor", json!([0, 1])),
        ("status_before_damage", json!([false])),
        ("damage_check", json!(["basic"])),
        ("kill_on", json!(["hit"])),
        ("kill_advantage", json!([1, 2, 5])),
        ("draw_push", json!(["none"])),
        ("free_attack_cap", json!([0])),
        ("initiative", json!(["alternate", "fixed"])),
        ("failed_charge", json!(["stay"])),
        ("stagger_charge", json!(["contact-only"])),
        ("bow_range", json!([3, 10])),
        ("aim_stacks", json!([false])),
        ("recover_wounds", json!([false])),
        ("combat.actions", json!([2, 4])),
        ("combat.recover_actions", json!([1, 3])),
        ("combat.push", json!([0, 4])),
        ("upgrades.mace.finisher", json!([2])),
        ("roles.brute.draw_attack", json!([true])),
    ];
    let mut set = Map::new();
    for (key, values) in all {
        if choose.in_ten(2) {
            let values = values.as_array().expect("values");
            let value = values[choose.below(values.len())].clone();
            set.insert(key.to_owned(), value);
        }
    }
    Value::Object(set)
}

/// Random match-ups.
fn cases(pairs: u64) -> impl Iterator<Item = Case> {
    (0..pairs).map(|pair| {
        let mut choose = Chooser::new(10_000 + pair);
        let (a, b) = (build(&mut choose), build(&mut choose));
        let set = toggles(&mut choose);
        let gap = if choose.in_ten(3) {
            0
        } else {
            choose.below(37)
        };
        let rounds = [1, 4, 4, 7][choose.below(4)];
        // FI-16: a fixed order is A's unless somebody is named.
        let first = match set["initiative"] == json!("fixed") {
            true => choose.below(2),
            false => choose.below(4),
        };
        let situation = |first: &str| json!({"gap": gap, "rounds": rounds, "first": first});
        let names = [("a", "b"), ("b", "a"), ("coin", "coin"), ("coin", "coin")];
        Case {
            a,
            b,
            here: situation(names[first].0),
            swapped: situation(names[first].1),
            set,
        }
    })
}

#[test]
fn fighters_exact_sampled_mirrored() {
    let found = exact_sampled_mirrored("fighters", 20_000, cases(240));
    assert!(found.solved >= 230, "{found:?}");
    assert!(found.most_states < 20_000, "{found:?}");
}

#[test]
fn fighters_told_is_counted() {
    let told = told_is_counted("fighters", cases(200));
    assert_eq!(told, 1_000);
}

/// (a, b, situation, seed) and what 10,000 fights came to: wins of A, wins of B, draws, mean rounds.
#[test]
fn fighters_at_a_seed() {
    for (a, b, situation, seed, expected) in [
        (
            "swordsman",
            "longswordsman",
            json!({}),
            1,
            json!([3733, 6162, 105, 1.5875]),
        ),
        (
            "archer",
            "mauler",
            json!({"gap": 20}),
            1,
            json!([5165, 3989, 846, 2.4329]),
        ),
        (
            "fencer",
            "bludgeoner",
            json!({"gap": 0, "first": "b"}),
            7,
            json!([3231, 6706, 63, 1.5796]),
        ),
    ] {
        let got = answer(
            &json!({"rules": "fighters", "ask": "duel", "a": a, "b": b, "situation": situation, "seed": seed,
            "method": "sampled", "trials": 10_000}),
        );
        let got: Value = json!([
            got["wins_a"],
            got["wins_b"],
            got["draw_count"],
            got["mean_rounds"]
        ]);
        assert_eq!(got, expected, "{a} against {b}, seed {seed}");
    }
}

/// A duel that would take too long is refused, and sampled instead; it never hangs.
#[test]
fn fighters_too_big_is_said() {
    use fairfight::document::Node;
    use fairfight::query::Library;
    use fairfight::umpire::{Budget, Lab};
    let book = Library::new().book("fighters", None).expect("the rules");
    let node = |name: &str| Node::text(name);
    let pairing = book
        .pair(&node("swordsman"), &node("wall"), None)
        .expect("a pairing");
    let mut lab = Lab::new();
    for budget in [
        Budget {
            states: 3,
            ..Budget::default()
        },
        Budget {
            runs: 10,
            ..Budget::default()
        },
        Budget {
            steps: 10,
            ..Budget::default()
        },
    ] {
        assert!(pairing.fight.solve(&mut lab, budget).is_err());
    }
    assert!(pairing.fight.solve(&mut lab, Budget::default()).is_ok());
}
