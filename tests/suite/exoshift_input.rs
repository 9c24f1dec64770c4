//! Bad queries and bad rules files of Exoshift: every mistake is answered with its place and what was expected; good
//! override files, with weapons and traits of their own; prices; the named builds.

use crate::bad_input::refused;
use crate::bad_rules::Folder;
use crate::helpers::{answer, number};
use crate::scenario::Place;
use fairfight::query::Library;
use serde_json::{Value, json};

fn with(mut object: Value, more: Value) -> Value {
    let more = more.as_object().expect("keys").clone();
    object.as_object_mut().expect("an object").extend(more);
    object
}

#[test]
fn exoshift_bad_builds() {
    let gun = |keys: Value| {
        let gun = json!({"type": "basic", "ranges": [5, 10, 15], "rof": 2, "accuracy": 1, "power": 1, "damage": 1});
        json!({"weapon": with(gun, keys)})
    };
    for (a, at, words) in [
        (
            json!({"weapon": "carbin"}),
            "a.weapon",
            ["carbin", "`carbine`"],
        ),
        (
            json!({"wepon": "carbine"}),
            "a.wepon",
            ["wepon", "`weapon`"],
        ),
        (json!({"weapon": 3}), "a.weapon", ["text", "a whole number"]),
        (
            json!({"traits": ["resolut"]}),
            "a.traits[0]",
            ["resolut", "`resolute`"],
        ),
        (
            json!({"traits": ["medic", "medic"]}),
            "a.traits[1]",
            ["medic", "twice"],
        ),
        (json!({"com": 21}), "a.com", ["21", "0 to 20"]),
        (json!({"qlt": "high"}), "a.qlt", ["a whole number", "text"]),
        (json!({"qlt": 5.5}), "a.qlt", ["a whole number", "5.5"]),
        (json!({"hea": 0}), "a.hea", ["0", "1 to 10"]),
        (json!({"mov": [6]}), "a.mov", ["exactly 2", "1"]),
        (json!({"mov": [6, 40]}), "a.mov[1]", ["40", "24"]),
        (
            json!({"policy": {"plan": "asault"}}),
            "a.policy.plan",
            ["asault", "`assault`"],
        ),
        (
            json!({"policy": {"focus": "aim"}}),
            "a.policy.focus",
            ["aim", "aim-first"],
        ),
        (
            json!({"policy": {"cp_use": "snape"}}),
            "a.policy.cp_use",
            ["snape", "`snap`"],
        ),
        (json!({"policy": {"bid": -1}}), "a.policy.bid", ["-1", "20"]),
        (gun(json!({"rof": 0})), "a.weapon.rof", ["0", "1 to 10"]),
        (
            gun(json!({"ranges": [10, 5, 15]})),
            "a.weapon.ranges",
            ["must not fall", "medium"],
        ),
        (
            gun(json!({"type": "bsic"})),
            "a.weapon.type",
            ["bsic", "`basic`"],
        ),
        (
            gun(json!({"supression": 1})),
            "a.weapon.supression",
            ["supression", "`suppression`"],
        ),
        (
            json!({"weapon": {"type": "basic", "ranges": [5, 10, 15], "rof": 2, "accuracy": 1, "damage": 1}}),
            "a.weapon",
            ["`power`", "missing"],
        ),
        (
            json!({"like": "rifelman"}),
            "a.like",
            ["rifelman", "`rifleman`"],
        ),
    ] {
        let query = json!({"rules": "exoshift", "ask": "duel", "a": a, "b": "rifleman"});
        refused(&query, at, &words);
    }
}

#[test]
fn exoshift_bad_situations_and_toggles() {
    let query = |keys: Value| {
        with(
            json!({"rules": "exoshift", "ask": "duel", "a": "rifleman", "b": "gunner"}),
            keys,
        )
    };
    for (keys, at, words) in [
        (
            json!({"situation": {"gap": 49}}),
            "situation.gap",
            ["49", "48"],
        ),
        (
            json!({"situation": {"gap": -1}}),
            "situation.gap",
            ["-1", "48"],
        ),
        (
            json!({"situation": {"rounds": 0}}),
            "situation.rounds",
            ["0", "1 to"],
        ),
        (
            json!({"situation": {"a_cp": 21}}),
            "situation.a_cp",
            ["21", "20"],
        ),
        (
            json!({"situation": {"cp": 2}}),
            "situation.cp",
            ["unknown key", "cp"],
        ),
        (
            json!({"situation": {"b_situation": {"cover": "hevy"}}}),
            "situation.b_situation.cover",
            ["hevy", "`heavy`"],
        ),
        (
            json!({"situation": {"b_situation": {"hunkered": 1}}}),
            "situation.b_situation.hunkered",
            ["true or false", "a whole number"],
        ),
        (
            json!({"set": {"avoided": "none"}}),
            "set.avoided",
            ["none", "excess"],
        ),
        (
            json!({"set": {"disruption_cap": 61}}),
            "set.disruption_cap",
            ["61", "60"],
        ),
        (
            json!({"set": {"supression": "per-hit"}}),
            "set.supression",
            ["supression", "`suppression`"],
        ),
    ] {
        refused(&query(keys), at, &words);
    }
}

#[test]
fn exoshift_bad_questions() {
    let query = |keys: Value| with(json!({"rules": "exoshift"}), keys);
    for (keys, at, words) in [
        (json!({"ask": "attack"}), "", ["`gap` is missing", "inches"]),
        (
            json!({"ask": "attack", "gap": 5, "mode": "snop"}),
            "mode",
            ["snop", "`snap`"],
        ),
        (
            json!({"ask": "attack", "gap": 5, "b_disruption": 21}),
            "b_disruption",
            ["21", "20"],
        ),
        (
            json!({"ask": "attack", "gap": 5, "situation": {"gap": 5}}),
            "situation.gap",
            ["unknown key", "gap"],
        ),
        (
            json!({"ask": "casualty", "disruption": 1, "power": 1}),
            "",
            ["`quality` is missing", "quality"],
        ),
        (
            json!({"ask": "initiative", "qa": 5, "qb": "6"}),
            "qb",
            ["a whole number", "text"],
        ),
        (
            json!({"ask": "rout", "a": "rifelman"}),
            "a",
            ["rifelman", "`rifleman`"],
        ),
        (
            json!({"ask": "atack", "gap": 5}),
            "ask",
            ["atack", "`attack`"],
        ),
    ] {
        refused(&query(keys), at, &words);
    }
    // An assault is at no distance.
    answer(&query(json!({"ask": "attack", "mode": "assault"})));
    // Extremes: nothing overflows.
    let most = json!({"com": 20, "def": 20, "qlt": 20, "mrl": 20, "hea": 10, "mov": [24, 24],
        "weapon": {"type": "basic", "ranges": [100, 100, 100], "mods": [10, 10, 10], "rof": 10, "accuracy": 10,
            "power": 20, "damage": 10, "suppression": 10, "close_quarters": 10}});
    for disruption in [0, 20] {
        for mode in ["focus", "assault"] {
            let found = answer(&query(
                json!({"ask": "attack", "a": most, "b": most, "gap": 100, "mode": mode,
                "a_disruption": disruption, "b_disruption": disruption}),
            ));
            let sum: f64 = found["result"]
                .as_object()
                .expect("results")
                .values()
                .map(|chance| chance.as_f64().expect("a chance"))
                .sum();
            assert!((sum - 1.0).abs() < 1e-12, "{found}");
        }
    }
    answer(&query(
        json!({"ask": "duel", "a": most, "b": most, "method": "sampled", "trials": 200,
        "situation": {"a_cp": 20, "b_cp": 20, "rounds": 1000}, "set": {"disruption_cap": 60}}),
    ));
}

/// Checks a file that extends the built-in rules (its first line): (line, column, words) of every problem.
#[track_caller]
fn wrong(text: &str, expected: &[(usize, usize, &[&str])]) {
    let folder = Folder::new(&[("my.toml", &format!("extends = \"exoshift\"\n{text}"))]);
    let problems = match Library::new().book(&folder.name("my.toml"), None) {
        Ok(_) => panic!("a good file: {text}"),
        Err(problems) => problems,
    };
    let said = problems.to_string();
    assert_eq!(problems.len(), expected.len(), "{said}");
    for (line, column, words) in expected {
        let place = format!("{}:{line}:{column}: ", folder.name("my.toml"));
        let found = said.lines().any(|shown| {
            shown.starts_with(&place) && words.iter().all(|word| shown.contains(word))
        });
        assert!(found, "nothing at {place} with {words:?} in\n{said}");
    }
}

#[test]
fn exoshift_bad_rules_files() {
    wrong(
        "[weapons]\ncarbine = { pwoer = 3 }\n",
        &[(3, 13, &["pwoer", "`power`"])],
    );
    wrong(
        "[weapons]\ncarbine = { ranges = [10, 6, 14] }\n",
        &[(3, 22, &["must not fall"])],
    );
    wrong(
        "[casualty]\ndowned = 3\n",
        &[(3, 1, &["`downed`", "`stunned`"])],
    );
    wrong("[combat]\ngap = 60\n", &[(3, 7, &["60", "field of 48"])]);
    wrong("[profile]\nweapon = \"riffle\"\n", &[(3, 10, &["riffle"])]);
    wrong(
        "[costs.weapons]\ncarbin = 3\n[costs.units]\nriflemen = 1\n",
        &[
            (3, 10, &["carbin", "`carbine`"]),
            (5, 12, &["riflemen", "`rifleman`"]),
        ],
    );
    wrong(
        "[builds.hero]\nweapon = \"sword\"\ntraits = [\"medik\"]\n",
        &[(3, 10, &["sword"]), (4, 11, &["medik", "`medic`"])],
    );
    wrong("[toggles]\nouts = 1\n", &[(3, 1, &["outs", "`out`"])]);
}

/// New weapons, traits, builds and prices need no new code.
#[test]
fn exoshift_override_with_things_of_its_own() {
    let folder = Folder::new(&[(
        "my.toml",
        r#"
extends = "exoshift"
[weapons]
shotgun = { name = "Shotgun", type = "basic", ranges = [4, 6, 8], mods = [2, 0, -2], rof = 1, accuracy = 0, power = 3, damage = 2 }
[traits]
ace = { name = "Ace", com = 2, hea = 1 }
[costs]
base = 5
stats = { com = 1.5, mov_primary = 0.5 }
weapons = { shotgun = 4 }
traits = { ace = 3 }
units = { rifleman = 40 }
[builds.raider]
note = "An ace with a shotgun."
weapon = "shotgun"
traits = ["ace"]
"#,
    )]);
    let rules = folder.name("my.toml");
    let query = |keys: Value| with(json!({"rules": rules}), keys);
    let points = |a: Value| number(&answer(&query(json!({"ask": "cost", "a": a}))), "points");
    // 5, six inches at half a point, Combat 6 at one and a half, the shotgun and the trait.
    assert_eq!(points(json!("raider")), 5.0 + 3.0 + 9.0 + 4.0 + 3.0);
    assert_eq!(points(json!("rifleman")), 40.0);
    assert_eq!(points(json!({"like": "rifleman"})), 5.0 + 3.0 + 9.0);
    let found = answer(&query(
        json!({"ask": "attack", "a": "raider", "b": {}, "gap": 4}),
    ));
    assert_eq!(found["shots"], json!([10]));
    // The trait's health counts: two points of damage, and no less, make a casualty of it.
    let one = json!({"weapon": {"type": "basic", "ranges": [9, 9, 9], "rof": 1, "accuracy": 0, "power": 9, "damage": 1}});
    let found = answer(&query(
        json!({"ask": "attack", "a": one, "b": "raider", "gap": 4}),
    ));
    assert_eq!(number(&found["result"], "none"), 1.0);
}

/// The table as shipped is neutral, and says so; without a base nothing has a price.
#[test]
fn exoshift_prices() {
    let bill = answer(&json!({"rules": "exoshift", "ask": "cost", "a": "officer"}));
    assert_eq!(number(&bill, "points"), 1.0);
    assert!(
        bill["notes"][0]
            .as_str()
            .is_some_and(|note| note.contains("neutral"))
    );
    let folder = Folder::new(&[(
        "my.toml",
        &include_str!("../../scenarios/exoshift/rules.toml").replace("base    = 1 ", "#"),
    )]);
    let bill = answer(&json!({"rules": folder.name("my.toml"), "ask": "cost", "a": "officer"}));
    assert_eq!(bill["points"], Value::Null);
    assert!(
        bill["notes"][0]
            .as_str()
            .is_some_and(|note| note.contains("costs.base"))
    );
}

/// Every named build can fight, has a note, is legal and costs the same.
#[test]
fn exoshift_named_builds() {
    let book = Library::new().book("exoshift", None).expect("the rules");
    let cards = book.builds();
    assert!(cards.len() >= 8, "{}", cards.len());
    assert!(book.warnings().is_empty());
    for card in cards {
        assert!(!card.note.is_empty(), "{}", card.id);
        assert_eq!(card.points, Some(1.0), "{}", card.id);
        let duel = answer(
            &json!({"rules": "exoshift", "ask": "duel", "a": card.id, "b": "line-infantry",
            "situation": {"a_cp": 1, "b_cp": 1}, "method": "exact"}),
        );
        assert!(number(&duel, "win_a") > 0.01, "{}: {duel}", card.id);
    }
}

/// Every table of the file can be shown.
#[test]
fn exoshift_tables_are_shown() {
    let book = Library::new().book("exoshift", None).expect("the rules");
    let names: Vec<&str> = book.tables().iter().map(|table| table.0).collect();
    assert_eq!(names, ["weapons", "traits", "casualty", "costs"]);
    let words = format!("{:?}", book.tables());
    for word in [
        "12 / 16 (+1) / 22 (-2)",
        "Suppression 1",
        "Close Quarters 2",
        "Fire on the Move",
        "2 CP a round",
        "up to 2",
        "11 and more",
        "each point of Quality",
    ] {
        assert!(words.contains(word), "{word} in {words}");
    }
}

/// The shipped scenarios run, every match-up worked out exactly.
#[test]
fn exoshift_scenarios() {
    for (name, n) in [
        ("quality-or-combat", 190),
        ("when-to-assault", 384),
        ("cover-or-obscured", 30),
        ("aim-or-shoot", 90),
        ("command-points", 32),
    ] {
        let said = Place::new("").good(&["run", name, "--out", "here"]);
        let exact = format!("{n} match-ups, {n} worked out exactly");
        assert!(said.contains(&exact), "{name}: {said}");
    }
}
