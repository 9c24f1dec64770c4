//! Rulings of Exoshift that no figure shows alone, read from fights as they are told; where dice could get in the way,
//! the sides are made so that they cannot.

use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::umpire::{Event, Lab, Stream};
use serde_json::{Value, json};

/// The lines of a fight.
fn told(a: &Value, b: &Value, situation: &Value, set: &Value, fight: u64) -> Vec<String> {
    let node = Node::from_json;
    let book = Library::new()
        .book("exoshift", Some(&node(set)))
        .expect("the rules");
    let pairing = book
        .pair(&node(a), &node(b), Some(&node(situation)))
        .expect("a pairing");
    let stream = Stream::new(9, &pairing.label);
    let (_, events) = pairing
        .fight
        .tell(&mut Lab::new(), stream, fight)
        .expect("a fight");
    events
        .into_iter()
        .filter_map(|event| match event {
            Event::Round(n) => Some(format!("Round {n}")),
            Event::Heading(text) | Event::Line(text) => Some(text),
            Event::Roll { about, faces, .. } => Some(format!("{about} {faces:?}")),
            Event::Frame(_) => None,
        })
        .collect()
}

/// The lines with this word, in order.
fn with(lines: &[String], word: &str) -> Vec<String> {
    let found = lines.iter().filter(|line| line.contains(word));
    found.cloned().collect()
}

/// Nobody can hurt it, and it hurts nobody.
fn harmless(policy: Value) -> Value {
    json!({"com": 0, "def": 20, "policy": policy})
}

/// A weapon that always hits, for one shot of Damage 1 that nothing saves.
fn certain(policy: Value) -> Value {
    json!({"com": 20, "def": 20, "policy": policy,
        "weapon": {"type": "basic", "ranges": [30, 30, 30], "rof": 1, "accuracy": 0, "power": 20, "damage": 1}})
}

/// EX-28: passes cost 1, 2, 3, and at most what is left.
#[test]
fn ex_28_passes_cost_more_and_more() {
    let idle = harmless(json!({"plan": "hold", "cp_use": "burn"}));
    for (cp, expected) in [
        (1, vec!["1 CP (0 left)"]),
        (2, vec!["1 CP (1 left)", "1 CP (0 left)"]),
        (4, vec!["1 CP (3 left)", "2 CP (1 left)", "1 CP (0 left)"]),
        (6, vec!["1 CP (5 left)", "2 CP (3 left)", "3 CP (0 left)"]),
    ] {
        let here = json!({"gap": 40, "a_cp": cp, "rounds": 2});
        let lines = told(&idle, &idle, &here, &json!({}), 0);
        let passes = with(&lines, "Passes");
        // Every round anew.
        let twice: Vec<String> = [&expected[..], &expected[..]]
            .concat()
            .iter()
            .map(|paid| format!("Passes for {paid}."))
            .collect();
        assert_eq!(passes, twice, "{lines:#?}");
    }
}

/// EX-40: the free Primary is not counted; the Secondaries of a turn cost 1, 2, 3. A turn has one, or as many as can be paid.
#[test]
fn ex_40_secondaries_cost_more_and_more() {
    let here = json!({"gap": 10, "a_cp": 6, "rounds": 1});
    let passive = harmless(json!({"plan": "hold"}));
    let snaps = |cp_use: &str| {
        let a = harmless(json!({"plan": "hold", "cp_use": cp_use}));
        with(&told(&a, &passive, &here, &json!({}), 0), "Snap Fire")
    };
    let paid = |lines: Vec<String>| -> Vec<String> {
        lines
            .iter()
            .map(|line| line.split(" for ").nth(1).unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(
        paid(snaps("surge")),
        ["1 CP (5 left).", "2 CP (3 left).", "3 CP (0 left)."]
    );
    let one: Vec<String> = (0..6)
        .rev()
        .map(|left| format!("1 CP ({left} left)."))
        .collect();
    assert_eq!(paid(snaps("snap")), one);
}

/// EX-10: a Stunned model recovers with its next Primary, and not before; until then it may only Snap Fire.
#[test]
fn ex_10_stunned_models_recover() {
    // Every casualty roll is Stunned.
    let set = json!({"casualty.unhurt": -50, "casualty.stunned": 100, "casualty.downed": 100, "casualty.wounded": 100,
        "casualty.incapacitated": 100});
    let a = certain(json!({"plan": "hold"}));
    let b = json!({"com": 0, "def": 0, "policy": {"plan": "advance"}});
    for fight in 0..20 {
        let lines = told(
            &a,
            &b,
            &json!({"gap": 14, "b_cp": 1, "rounds": 3}),
            &set,
            fight,
        );
        let mut stunned = false;
        let mut own = false;
        for line in &lines {
            if line.starts_with("B, ") {
                own = true;
                assert_eq!(line.contains("Stunned"), stunned, "{lines:#?}");
            } else if line.starts_with("A, ") {
                own = false;
            } else if line.contains("B is now Stunned") {
                stunned = true;
            } else if own && line.starts_with("Recovers") {
                assert!(stunned, "{lines:#?}");
                stunned = false;
            } else if own && (line.starts_with("Advances") || line.starts_with("Takes Focus")) {
                assert!(!stunned, "{lines:#?}");
            }
        }
        assert!(!with(&lines, "Recovers").is_empty(), "{lines:#?}");
    }
}

/// EX-20, EX-43: the Morale test counts Disruption of the attack itself; who fails moves its secondary move, else the attacker.
#[test]
fn ex_20_ex_43_the_morale_test() {
    let a = json!({"com": 20, "def": 20, "mov": [6, 2], "policy": {"plan": "assault", "cp_use": "burn"},
        "weapon": {"type": "basic", "ranges": [30, 30, 30], "rof": 1, "accuracy": 0, "power": 0, "damage": 0, "suppression": 2}});
    let b = json!({"com": 0, "def": 20, "mov": [6, 5], "mrl": 6, "policy": {"plan": "hold"}});
    let (mut stayed, mut left) = (0, 0);
    for fight in 0..40 {
        let lines = told(
            &a,
            &b,
            &json!({"gap": 6, "a_cp": 1, "rounds": 1}),
            &json!({}),
            fight,
        );
        let test = with(&lines, "after Disruption").join("");
        assert!(test.contains("Morale 4 after"), "{lines:#?}");
        let rolled = with(&lines, "Morale [").join("");
        let face: u32 = rolled
            .trim_matches(|c: char| !c.is_ascii_digit())
            .parse()
            .expect("a face");
        if face <= 4 {
            stayed += 1;
            assert!(test.contains("stays; A moves off, 3\" apart"), "{test}");
        } else {
            left += 1;
            assert!(
                test.contains("B fails") && test.contains("6\" apart"),
                "{test}"
            );
        }
    }
    assert!(stayed > 5 && left > 5);
}

/// EX-44: an attacker Stunned by defensive fire stands 2" off, and its assault is over.
#[test]
fn ex_44_defensive_fire_stops_an_assault() {
    let set = json!({"casualty.unhurt": -50, "casualty.stunned": 100, "casualty.downed": 100, "casualty.wounded": 100,
        "casualty.incapacitated": 100});
    let a = json!({"com": 20, "def": 0, "policy": {"plan": "assault", "cp_use": "burn"}});
    let b = certain(json!({"plan": "hold", "recover_at": 0}));
    for fight in 0..10 {
        let lines = told(
            &a,
            &b,
            &json!({"gap": 6, "a_cp": 1, "rounds": 1}),
            &set,
            fight,
        );
        assert_eq!(with(&lines, "stopped, 2\" apart").len(), 1, "{lines:#?}");
        assert!(with(&lines, "assault attacks").is_empty(), "{lines:#?}");
    }
}

/// EX-14, EX-29: the fallen gain Disruption before anybody acts, and are out at the end of a round without Quality.
#[test]
fn ex_14_ex_29_the_fallen() {
    // Every casualty roll is Downed.
    let set = json!({"casualty.unhurt": -50, "casualty.stunned": -50, "casualty.downed": 100, "casualty.wounded": 100,
        "casualty.incapacitated": 100, "out": "incapacitated"});
    let a = certain(json!({"plan": "hold"}));
    let b = json!({"com": 0, "def": 0, "qlt": 3});
    let lines = told(&a, &b, &json!({"gap": 14}), &set, 0);
    assert_eq!(with(&lines, "B is now Downed").len(), 1, "{lines:#?}");
    // One point of damage a shot is no Disruption for one who is Downed again (EX-35, EX-36): one a round start.
    let bleeding = with(&lines, "is down and gains 1 Disruption");
    assert_eq!(bleeding.len(), 3, "{lines:#?}");
    assert!(bleeding[2].ends_with("Disruption: 3."), "{bleeding:?}");
    let last = lines.last().expect("a line");
    assert!(last.contains("no Quality left"), "{lines:#?}");
    assert_eq!(with(&lines, "Round").len(), 4, "{lines:#?}");
}

/// EX-42, EX-15: bids are spent on the initiative, every round.
#[test]
fn ex_15_bids_are_spent() {
    let a = harmless(json!({"plan": "hold", "cp_use": "burn", "bid": 5}));
    let b = harmless(json!({"plan": "hold", "cp_use": "burn", "bid": 2}));
    let here = json!({"gap": 40, "a_cp": 3, "b_cp": 3, "rounds": 2});
    let lines = told(&a, &b, &here, &json!({}), 0);
    assert_eq!(with(&lines, "and 3 CP bid").len(), 2, "{lines:#?}");
    assert_eq!(with(&lines, "and 2 CP bid").len(), 2, "{lines:#?}");
    // A has none left; B passes with its one.
    assert_eq!(
        with(&lines, "Passes for 1 CP (0 left)").len(),
        2,
        "{lines:#?}"
    );
}
