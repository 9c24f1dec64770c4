//! Random match-ups of Emlia: exact, sampled, mirrored and told agree, over all build keys, plans, formations and toggles.

use crate::agreement::{Case, exact_sampled_mirrored, told_is_counted};
use crate::random::Chooser;
use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::umpire::{Event, Lab, Stream};
use serde_json::{Map, Value, json};

const NAMED: &[&str] = &[
    "clubmen",
    "ogre",
    "pikes",
    "shield_wall",
    "swordsmen",
    "hammerers",
    "crossbows",
    "riders",
    "commandos",
];

fn pick(choose: &mut Chooser, of: &[i64]) -> i64 {
    of[choose.below(of.len())]
}

fn build(choose: &mut Chooser) -> Value {
    if choose.in_ten(1) {
        return json!(choose.one(NAMED));
    }
    let members = pick(choose, &[1, 1, 2, 3, 4, 5, 6]);
    let limit = if members == 1 {
        pick(choose, &[3, 5, 8])
    } else {
        pick(choose, &[1, 1, 1, 2])
    };
    let mut build = Map::new();
    let mut put = |key: &str, value: Value| build.insert(key.to_owned(), value);
    put("members", json!(members));
    put("limit", json!(limit));
    put("hits", json!(pick(choose, &[0, 1, 1, 1, 2, 3])));
    put("move", json!(pick(choose, &[0, 5, 12, 15, 15])));
    put("timing", json!(pick(choose, &[1, 2, 2])));
    put("morale", json!(pick(choose, &[-5, -1, 0, 1, 2, 3, 6])));
    if choose.in_ten(5) {
        put(
            "armour",
            if choose.in_ten(5) {
                json!("light")
            } else {
                json!(3)
            },
        );
    }
    if choose.in_ten(3) {
        put("size", json!([0.5, 2.0, 3.0, 5.0][choose.below(4)]));
    }
    if choose.in_ten(1) {
        put("combat_range", json!(pick(choose, &[0, 2, 5])));
    }
    let mut skills = Map::new();
    for (skill, tenths) in [
        ("close_combat", 8),
        ("aimed_fire", 7),
        ("volley_fire", 6),
        ("leadership", 5),
    ] {
        if choose.in_ten(tenths) {
            let level = choose.one(&["2", "3/1", "4/2", "1*", "1*", "0"]);
            skills.insert(skill.to_owned(), json!(level));
        }
    }
    put("skills", Value::Object(skills));
    let melee = [
        json!("club"),
        json!("spear"),
        json!("warhammer"),
        json!("sword_and_dagger"),
        json!({"bd": 2, "reach": 3}),
    ];
    put("melee", melee[choose.below(5)].clone());
    if choose.in_ten(6) {
        let near = json!({"bd": 2, "range": [4, 9, 16], "falloff": [0, 1, 3], "volley_bd": 1});
        let ranged = [json!("longbow"), json!("rocks"), json!("crossbow"), near];
        put("ranged", ranged[choose.below(4)].clone());
    }
    match choose.below(4) {
        0 => {
            put("formation", json!("ranked"));
            put("files", json!(1 + choose.below(3)));
        }
        1 => {
            put("formation", json!("close"));
        }
        _ => {}
    }
    if choose.in_ten(2) {
        put("threshold", json!(2));
        let faces: Vec<&str> = (0..12)
            .map(|_| choose.one(&["none", "none", "destroyed"]))
            .collect();
        put("vital", json!(faces));
    }
    if choose.in_ten(4) {
        put(
            "initiative",
            json!(["take_cover", "attack_back", "charge_weaker:12"]),
        );
    }
    let leadership: Vec<&str> = ["reorder", "steel", "rally"]
        .into_iter()
        .filter(|_| choose.in_ten(5))
        .collect();
    let plan = choose.one(&[
        "charge",
        "charge",
        "assault",
        "shoot",
        "hold",
        "overwatch",
        "volley",
        "kite",
    ]);
    let press = choose.one(&["give_way", "stand"]);
    put(
        "policy",
        json!({"plan": plan, "leadership": leadership, "press": press}),
    );
    Value::Object(build)
}

fn toggles(choose: &mut Chooser) -> Value {
    let mut set = Map::new();
    for (key, values) in [
        ("hits_floor", &["one", "overkill"][..]),
        ("hits_compare", &["equal", "greater"]),
        ("mixed_hits", &["separate", "pooled"]),
        ("diminish_round", &["down", "up"]),
        ("ap_round", &["down", "up"]),
        ("charge_reach", &["double", "single"]),
        ("free_strikes", &["always", "never"]),
        ("ranked_follow", &["yes", "no"]),
        ("press_behind", &["unengaged", "all"]),
        ("press_size", &["example", "doubling"]),
        ("disorder", &["strict", "self_defence", "none"]),
        ("pct_basis", &["capacity", "members"]),
        ("reorder_when", &["resolution", "immediate"]),
        ("leader_loss", &["last", "random"]),
        ("push_track", &["off", "on"]),
        ("self_reorder", &["yes", "no"]),
        ("fallback_engaged", &["move", "pinned_only"]),
        ("morale", &["on", "on", "on", "off"]),
        ("initiative", &["on", "off"]),
        ("retreat_fire", &["no", "yes"]),
        ("reach_ranks", &["no", "yes"]),
        ("inflict_basis", &["capacity", "members"]),
    ] {
        if choose.in_ten(3) {
            set.insert(key.to_owned(), json!(choose.one(values)));
        }
    }
    if choose.in_ten(3) {
        set.insert("ranked_overlap".to_owned(), json!(0));
        set.insert("close_bonus".to_owned(), json!(1));
    }
    Value::Object(set)
}

fn cases(pairs: u64) -> impl Iterator<Item = Case> {
    (0..pairs).map(|pair| {
        let mut choose = Chooser::new(7_000 + pair);
        let (a, b) = (build(&mut choose), build(&mut choose));
        let set = toggles(&mut choose);
        let gap = pick(&mut choose, &[0, 2, 8, 16, 24, 40]);
        let lines = pick(&mut choose, &[0, 8, 30]);
        let turns = 2 + choose.below(4);
        let [first, second] = [["coin", "coin"], ["a", "b"], ["b", "a"]][choose.below(3)];
        let here = json!({"gap": gap, "lines": lines, "turns": turns, "first": first});
        let swapped = json!({"gap": gap, "lines": lines, "turns": turns, "first": second});
        Case {
            a,
            b,
            here,
            swapped,
            set,
        }
    })
}

#[test]
fn emlia_exact_sampled_mirrored() {
    let found = exact_sampled_mirrored("emlia", 10_000, cases(240));
    assert!(found.solved >= 200, "{found:?}");
}

#[test]
fn emlia_told_is_counted() {
    let told = told_is_counted("emlia", cases(200));
    assert!(told >= 900, "only {told} fights told");
}

/// "5 dice at +1 (...); 4+ succeeds." as (5, 4).
fn said(line: &str) -> Option<(usize, u32)> {
    let (before, bar) = line.rsplit_once("; ")?;
    let need = match bar {
        "every die succeeds." => 1,
        "no die can succeed." => 13,
        "12 succeeds." => 12,
        bar => bar.strip_suffix("+ succeeds.")?.parse().ok()?,
    };
    let (_, pool) = before.rsplit_once(": ")?;
    let dice = pool.split(' ').next()?.parse().ok()?;
    Some((dice, need))
}

/// What is told is true: as many dice fall as were announced, and as many hit as reach the bar.
#[test]
fn what_is_told_is_true() {
    let mut library = Library::new();
    let mut lab = Lab::new();
    let node = Node::from_json;
    let mut checked = 0;
    for case in cases(120) {
        let book = library
            .book("emlia", Some(&node(&case.set)))
            .expect("the rules");
        let pairing = book
            .pair(&node(&case.a), &node(&case.b), Some(&node(&case.here)))
            .expect("a pairing");
        let stream = Stream::new(9, &pairing.label);
        for fight in 0..4 {
            let (_, events) = pairing
                .fight
                .tell(&mut lab, stream, fight)
                .expect("a fight");
            for three in events.windows(3) {
                let [
                    Event::Line(line),
                    Event::Roll { faces, sides, .. },
                    Event::Line(after),
                ] = three
                else {
                    continue;
                };
                let Some((dice, need)) = said(line) else {
                    continue;
                };
                assert_eq!((faces.len(), *sides), (dice, 12), "{line}");
                let reached = faces.iter().filter(|face| **face >= need).count();
                if after.ends_with(" hit.") || after.ends_with(" hits.") {
                    assert_eq!(
                        after.split(' ').next(),
                        Some(reached.to_string().as_str()),
                        "{line} {faces:?} {after}"
                    );
                    checked += 1;
                }
                if line.starts_with("Reorder") {
                    assert_eq!(
                        after.contains("ordered again"),
                        reached > 0,
                        "{line} {faces:?} {after}"
                    );
                }
            }
        }
    }
    assert!(checked > 300, "only {checked} attacks were told");
}
