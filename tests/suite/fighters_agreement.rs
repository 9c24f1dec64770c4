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
            json!([3754, 6172, 74, 1.5695]),
        ),
        (
            "archer",
            "mauler",
            json!({"gap": 20}),
            1,
            json!([5182, 3949, 869, 2.4228]),
        ),
        (
            "fencer",
            "bludgeoner",
            json!({"gap": 0, "first": "b"}),
            7,
            json!([3033, 6913, 54, 1.5739]),
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

/// The number after the last of some words: "Skill" in "against Skill 3 (4, Wounded -1)".
fn after(text: &str, words: &str) -> i32 {
    let at = text
        .rfind(words)
        .unwrap_or_else(|| panic!("{words} in {text}"));
    let rest = text[at + words.len()..].trim_start();
    let end = rest.find(|c: char| c != '-' && !c.is_ascii_digit());
    let number = &rest[..end.unwrap_or(rest.len())];
    number
        .parse()
        .unwrap_or_else(|_| panic!("{number} in {text}"))
}

/// What is told adds up: the dice shown and the stats named give the margin that is told.
#[test]
fn fighters_told_margins_add_up() {
    use fairfight::document::Node;
    use fairfight::query::Library;
    use fairfight::umpire::{Event, Lab, Stream};
    let mut library = Library::new();
    let mut lab = Lab::new();
    let [mut swings, mut harms] = [0, 0];
    for case in cases(120) {
        let node = Node::from_json;
        let book = library
            .book("fighters", Some(&node(&case.set)))
            .expect("the rules");
        let pairing = book
            .pair(&node(&case.a), &node(&case.b), Some(&node(&case.here)))
            .expect("a pairing");
        let stream = Stream::new(1, &pairing.label);
        let (_, events) = pairing.fight.tell(&mut lab, stream, 0).expect("a fight");
        let mut attack = String::new();
        let mut rolls: Vec<i32> = Vec::new();
        for event in events {
            match event {
                Event::Line(line) if line.contains("; a hit: ") => {
                    attack = line;
                    rolls.clear();
                }
                Event::Line(line) => {
                    let swing = ["A hit, by", "A miss, by", "A draw."];
                    let swing = swing.iter().position(|words| line.starts_with(words));
                    if let Some(swing) = swing {
                        let sums = std::mem::take(&mut rolls);
                        let (check, _) = attack.split_once("; a hit: ").expect("both checks");
                        let (mine, yours) = check.split_once(" against ").expect("two stats");
                        let yours = after(&yours.replace("Speed", "Skill"), "Skill");
                        let margin = sums[0] + after(mine, ": Skill") - sums[1] - yours;
                        let told = match swing {
                            0 => after(&line, "by"),
                            1 => -after(&line, "by"),
                            _ => 0,
                        };
                        assert_eq!(told, margin, "{attack}\n{line}");
                        swings += 1;
                    } else if line.starts_with("Damage, margin") {
                        let sums = std::mem::take(&mut rolls);
                        let (_, harm) = attack.split_once("; a hit: ").expect("both checks");
                        if harm.contains("if it stuns") {
                            continue;
                        }
                        let (mine, yours) = harm.split_once(" against ").expect("two stats");
                        let bar = match yours.split_once(" and Armor") {
                            Some((difficulty, _)) => difficulty.parse().expect("a difficulty"),
                            None => sums[1],
                        };
                        let margin = sums[0] + after(mine, "Damage") - bar - after(yours, "Armor");
                        assert_eq!(after(&line, "margin"), margin, "{attack}\n{line}");
                        harms += 1;
                    }
                }
                Event::Roll { faces, .. } => rolls.push(faces.iter().sum::<u32>() as i32),
                Event::Round(_) | Event::Heading(_) | Event::Frame(_) => {}
            }
        }
    }
    assert!(swings > 500 && harms > 150, "{swings} {harms}");
}
