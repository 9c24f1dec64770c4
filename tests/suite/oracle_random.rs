//! Random match-ups of Oracle: exact, sampled, mirrored and told agree, over all build keys, plans, views, numbers and
//! toggles; and what is told is true.

use crate::agreement::{Case, exact_sampled_mirrored, told_is_counted};
use crate::random::Chooser;
use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::umpire::{Event, Lab, Stream};
use serde_json::{Map, Value, json};

const TYPES: &[&str] = &[
    "command",
    "assault",
    "artillery",
    "heavy",
    "skirmish",
    "support",
];
const NAMED: &[&str] = &[
    "scout", "archer", "captain", "guard", "sniper", "ogre", "rider", "pikeman",
];

fn build(choose: &mut Chooser) -> Value {
    if choose.in_ten(2) {
        return json!(choose.one(NAMED));
    }
    let mut build = Map::new();
    let mut put = |key: &str, value: Value| build.insert(key.to_owned(), value);
    if choose.in_ten(6) {
        put("type", json!(choose.one(TYPES)));
    }
    if choose.in_ten(8) {
        put("initiative", json!(choose.below(6)));
    }
    if choose.in_ten(7) {
        put("speed", json!(choose.below(13)));
    }
    match choose.below(4) {
        0 => put("range", json!(choose.below(24))),
        1 => None,
        _ => put(
            "range",
            json!(choose.one(&["melee", "close", "assault", "medium", "far", "full"])),
        ),
    };
    if choose.in_ten(7) {
        put(
            "toughness",
            json!([-1, 0, 1, 1, 2, 2, 3, 4][choose.below(8)]),
        );
    }
    match choose.below(4) {
        0 => put("weight", json!(1 + choose.below(5))),
        1 => put("weight", json!(choose.one(&["plain", "deadly", "lethal"]))),
        2 => put("weight", json!(["deadly", "lethal"])),
        _ => None,
    };
    if choose.in_ten(7) {
        put(
            "policy",
            json!({"plan": choose.one(&["rush", "hold", "wary"])}),
        );
    }
    Value::Object(build)
}

fn toggles(choose: &mut Chooser) -> Value {
    let mut set = Map::new();
    for (key, values) in [
        ("both", &["cover", "both"][..]),
        ("ignored", &["attacker-picks", "defender-picks"]),
        ("initiative", &["coin", "alternate", "more-matching-dice"]),
        ("tail", &["continue", "continue", "end"]),
        ("dead_dice", &["keep", "drop"]),
        ("striker_counts", &["yes", "yes", "yes", "no"]),
        ("pass", &["no", "yes"]),
    ] {
        if choose.in_ten(7) {
            set.insert(key.to_owned(), json!(choose.one(values)));
        }
    }
    if choose.in_ten(3) {
        set.insert("types.heavy.faces".to_owned(), json!([]));
        let faces = if choose.in_ten(5) {
            json!([2, 4])
        } else {
            json!([])
        };
        set.insert("types.assault.faces".to_owned(), faces);
    }
    Value::Object(set)
}

/// A situation, and the same seen from the other side.
fn situation(choose: &mut Chooser, block: bool) -> [Value; 2] {
    let views = ["clear", "clear", "clear", "obscured", "cover", "both"];
    let rounds = 1 + choose.below(15);
    let [a, b] = [0, 1].map(|_| choose.one(&views));
    let (mut here, mut swapped) = (
        json!({"rounds": rounds, "a_view": a, "b_view": b}),
        json!({"rounds": rounds, "a_view": b, "b_view": a}),
    );
    if block {
        let most = if choose.in_ten(2) { 16 } else { 7 };
        let [na, nb] = [0, 1].map(|_| 1 + choose.below(most));
        for (situation, numbers) in [(&mut here, [na, nb]), (&mut swapped, [nb, na])] {
            situation["na"] = json!(numbers[0]);
            situation["nb"] = json!(numbers[1]);
        }
    } else if choose.in_ten(8) {
        let gap = choose.below(50);
        here["gap"] = json!(gap);
        swapped["gap"] = json!(gap);
    }
    [here, swapped]
}

fn cases(pairs: u64) -> impl Iterator<Item = Case> {
    (0..pairs).map(|pair| {
        let mut choose = Chooser::new(7_000 + pair);
        let (a, b) = (build(&mut choose), build(&mut choose));
        let set = toggles(&mut choose);
        let [here, swapped] = situation(&mut choose, pair % 2 == 0);
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
fn oracle_exact_sampled_mirrored() {
    let found = exact_sampled_mirrored("oracle", 20_000, cases(300));
    assert_eq!(found.solved, 300, "{found:?}");
    // States do not multiply: the living of both sides, and who leads.
    assert!(found.most_states <= 2 * 16 * 16, "{found:?}");
}

#[test]
fn oracle_told_is_counted() {
    let told = told_is_counted("oracle", cases(300));
    assert_eq!(told, 1_500);
}

/// The faces that were told are those that were counted: who is said to have its die has it.
#[test]
fn told_dice_are_the_dice_that_count() {
    let book = Library::new().book("oracle", None).expect("the rules");
    let mut lab = Lab::new();
    let named = |name: &str| Node::from_json(&json!(name));
    let mut said = [0, 0];
    for situation in [json!({}), json!({"na": 5, "nb": 4})] {
        let situation = Node::from_json(&situation);
        let pairing = book
            .pair(&named("scout"), &named("guard"), Some(&situation))
            .expect("a pairing");
        let stream = Stream::new(2, &pairing.label);
        for fight in 0..100 {
            let (_, events) = pairing
                .fight
                .tell(&mut lab, stream, fight)
                .expect("a fight");
            // The face of a scout is 5, that of a guard 4.
            let mut has = [0, 0];
            for event in events {
                match event {
                    Event::Roll {
                        about,
                        faces,
                        sides,
                    } => match about {
                        "A's pool" => has[0] = faces.iter().filter(|face| **face == 5).count(),
                        "B's pool" => has[1] = faces.iter().filter(|face| **face == 4).count(),
                        _ => assert_eq!((about, sides), ("coin (2: A begins)", 2)),
                    },
                    Event::Line(line) if line.contains(" needs ") => {
                        let (a, b) = line.split_once("B (Guard)").expect("both sides");
                        for (words, n) in [(a, has[0]), (b, has[1])] {
                            assert_eq!(words.contains("cannot act"), n == 0, "{line}");
                            said[usize::from(n > 0)] += 1;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(said[0] > 200 && said[1] > 200, "{said:?}");
}

/// A replay says what is ignored, what counts and who falls.
#[test]
fn a_strike_is_told_in_full() {
    let mut library = Library::new();
    let set = Node::from_json(&json!({"dead_dice": "drop", "types.heavy.faces": [4, 5, 6],
        "types.skirmish.faces": [], "types.support.faces": []}));
    let book = library.book("oracle", Some(&set)).expect("the rules");
    let situation = Node::from_json(&json!({"na": 5, "nb": 3, "b_view": "cover"}));
    let named = |name: &str| Node::from_json(&json!(name));
    let pairing = book
        .pair(&named("guard"), &named("pikeman"), Some(&situation))
        .expect("a pairing");
    let stream = Stream::new(1, &pairing.label);
    let mut lines = Vec::new();
    let mut lab = Lab::new();
    for fight in 0..40 {
        let (_, events) = pairing
            .fight
            .tell(&mut lab, stream, fight)
            .expect("a fight");
        lines.extend(events.into_iter().filter_map(|event| match event {
            Event::Line(line) => Some(line),
            _ => None,
        }));
    }
    for expected in [
        "A strikes: the target is in cover, 5 viewers, 2 ignored, 3 counted against Toughness 2; \
         a waiting soldier of B is removed with a die of its Type, 2 left.",
        "B strikes: the target is in clear view, 3 viewers, 3 counted against Toughness 3; \
         a waiting soldier of A is removed with a die of its Type, 4 left.",
        "B strikes: the target is in clear view, 2 viewers, 2 counted against Toughness 3; nobody is removed.",
    ] {
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected}\n{lines:#?}"
        );
    }
}
