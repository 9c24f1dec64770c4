//! Bad queries and bad rules files of Fighters: every mistake is answered with its place and what was expected; and good
//! override files, with roles and upgrades of their own.

use crate::bad_input::refused;
use crate::bad_rules::Folder;
use crate::helpers::{answer, ask, number};
use fairfight::query::Library;
use serde_json::{Value, json};

fn with(mut object: Value, more: Value) -> Value {
    let more = more.as_object().expect("keys").clone();
    object.as_object_mut().expect("an object").extend(more);
    object
}

/// A duel against the wall by somebody with these keys changed.
fn against_wall(keys: Value) -> Value {
    let a = with(json!({"skill": 3, "speed": 2, "armor": 1}), keys);
    json!({"rules": "fighters", "ask": "duel", "a": a, "b": "wall"})
}

#[test]
fn bad_builds() {
    for (keys, at, words) in [
        (
            json!({"upgrades": ["sowrd"]}),
            "a.upgrades[0]",
            ["sowrd", "`sword`"],
        ),
        (
            json!({"role": "dualist"}),
            "a.role",
            ["dualist", "`duelist`"],
        ),
        (json!({"rol": "duelist"}), "a.rol", ["rol", "`role`"]),
        (json!({"skill": 16}), "a.skill", ["skill 16", "-5 to 15"]),
        (json!({"armor": -6}), "a.armor", ["armor -6", "-5 to 15"]),
        (
            json!({"speed": "fast"}),
            "a.speed",
            ["a whole number", "text"],
        ),
        (json!({"speed": 2.5}), "a.speed", ["a whole number", "2.5"]),
        (
            json!({"upgrades": "sword"}),
            "a.upgrades",
            ["a list", "text"],
        ),
        (
            json!({"upgrades": vec!["shield"; 9]}),
            "a.upgrades",
            ["at most 8", "9"],
        ),
        (
            json!({"upgrades": ["sword", "longsword"]}),
            "a.upgrades",
            ["3 hands", "FI-04"],
        ),
        (
            json!({"policy": {"plan": "chrage"}}),
            "a.policy.plan",
            ["chrage", "`charge`"],
        ),
        (
            json!({"policy": {"mode": "special"}}),
            "a.policy.mode",
            ["special", "special-first"],
        ),
        (
            json!({"policy": {"aim": -1}}),
            "a.policy.aim",
            ["-1", "0 to 10"],
        ),
        (
            json!({"policy": {"charge_at": 1000}}),
            "a.policy.charge_at",
            ["1000", "0 to 100"],
        ),
        (
            json!({"policy": {"react": "dodge"}}),
            "a.policy.react",
            ["unknown key", "react"],
        ),
    ] {
        refused(&against_wall(keys), at, &words);
    }
    let query =
        json!({"rules": "fighters", "ask": "duel", "a": {"skill": 3, "armor": 1}, "b": "wall"});
    refused(&query, "a", &["`speed` is missing"]);
    let query = json!({"rules": "fighters", "ask": "duel", "a": "wal", "b": "wall"});
    refused(&query, "a", &["wal", "`wall`"]);
    let query = json!({"rules": "fighters", "ask": "duel", "a": 7, "b": "wall"});
    refused(&query, "a", &["expected a build"]);
    // Both sides at once.
    let query = json!({"rules": "fighters", "ask": "exchange", "a": "wal", "b": "wlal"});
    assert_eq!(ask(&query)["errors"].as_array().map(Vec::len), Some(2));
}

#[test]
fn bad_situations_and_toggles() {
    let query = |keys: Value| with(against_wall(json!({})), keys);
    for (keys, at, words) in [
        (
            json!({"situation": {"gap": 37}}),
            "situation.gap",
            ["37", "0 to 36"],
        ),
        (
            json!({"situation": {"gap": -1}}),
            "situation.gap",
            ["-1", "0 to 36"],
        ),
        (
            json!({"situation": {"rounds": 0}}),
            "situation.rounds",
            ["0", "1 to 1000"],
        ),
        (
            json!({"situation": {"round": 4}}),
            "situation.round",
            ["round", "`rounds`"],
        ),
        (
            json!({"situation": {"first": "c"}}),
            "situation.first",
            ["c", "coin"],
        ),
        (
            json!({"set": {"beat": "equals"}}),
            "set.beat",
            ["equals", "`equal`"],
        ),
        (
            json!({"set": {"stat_flor": 0}}),
            "set.stat_flor",
            ["stat_flor", "`stat_floor`"],
        ),
        (
            json!({"set": {"stat_floor": "unlimited"}}),
            "set.stat_floor",
            ["unlimited", "none"],
        ),
        (
            json!({"set": {"kill_advantage": 31}}),
            "set.kill_advantage",
            ["31", "0 to 30"],
        ),
        (
            json!({"set": {"free_attack_cap": 2}}),
            "set.free_attack_cap",
            ["2", "0 to 1"],
        ),
        (
            json!({"set": {"bow_range": 101}}),
            "set.bow_range",
            ["101", "100"],
        ),
        (
            json!({"set": {"stagger_charge": "sometimes"}}),
            "set.stagger_charge",
            ["sometimes", "contact-only"],
        ),
    ] {
        refused(&query(keys), at, &words);
    }
    // A wider field has room for more.
    answer(&query(
        json!({"situation": {"gap": 60}, "set": {"combat.field": 60}}),
    ));
}

#[test]
fn bad_questions() {
    let sides = json!({"rules": "fighters", "ask": "attack", "a": "swordsman", "b": "wall"});
    let query = |keys: Value| with(sides.clone(), keys);
    for (keys, at, words) in [
        (
            json!({"weapon": "axe"}),
            "weapon",
            ["does not carry", "sword or shield"],
        ),
        (json!({"weapon": "shield"}), "weapon", ["`shield`", "melee"]),
        (
            json!({"weapon": "sword", "ranged": true}),
            "weapon",
            ["`sword`", "shot"],
        ),
        (
            json!({"ranged": true}),
            "a",
            ["nothing to shoot", "upgrade"],
        ),
        (json!({"special": "hook"}), "special", ["`hook`", "sword"]),
        (json!({"special": "hok"}), "special", ["hok", "`hook`"]),
        (
            json!({"b_status": ["stuned"]}),
            "b_status[0]",
            ["stuned", "`stunned`"],
        ),
        (json!({"bonus": 101}), "bonus", ["101", "100"]),
        (json!({"gap": 3}), "gap", ["unknown key", "gap"]),
        (
            json!({"a": "archer", "weapon": "bow", "ranged": false}),
            "weapon",
            ["`bow`", "melee"],
        ),
        (
            json!({"a": "archer", "weapon": "bow", "special": "hook"}),
            "special",
            ["`hook`", "shoot"],
        ),
    ] {
        refused(&query(keys), at, &words);
    }
    let check = |keys: Value| with(json!({"rules": "fighters"}), keys);
    refused(
        &check(json!({"ask": "opposed", "attacker": 3})),
        "",
        &["`defender` is missing"],
    );
    refused(
        &check(json!({"ask": "basic", "stat": 3, "difficulty": "7"})),
        "difficulty",
        &["a whole number"],
    );
    refused(
        &check(json!({"ask": "atack", "a": "wall", "b": "wall"})),
        "ask",
        &["atack", "`attack`"],
    );
    // Extremes are certain, and nothing overflows.
    let sure = answer(&check(
        json!({"ask": "opposed", "attacker": 100, "defender": -100}),
    ));
    assert!((number(&sure, "adv5") - 1.0).abs() < 1e-12);
}

/// Checks a file that extends the built-in rules (its first line): (line, column, words) of every problem.
#[track_caller]
fn wrong(text: &str, expected: &[(usize, usize, &[&str])]) {
    let folder = Folder::new(&[("my.toml", &format!("extends = \"fighters\"\n{text}"))]);
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
fn bad_rules_files() {
    wrong(
        "[upgrades]\nsword = { damgae = 3 }\n",
        &[(3, 11, &["damgae", "`damage`"])],
    );
    wrong(
        "[upgrades]\nsword = { use = \"throwing\" }\n",
        &[(3, 17, &["throwing", "melee"])],
    );
    wrong(
        "[upgrades.pike]\nname = \"Pike\"\n",
        &[
            (2, 1, &["`hands` is missing"]),
            (2, 1, &["`use` is missing"]),
        ],
    );
    wrong(
        "[upgrades]\nsword = { aim = 1, damage = 21 }\nbow = { follow_up = 1 }\nshield = { crushing = 3 }\n",
        &[
            (3, 29, &["21", "-20 to 20"]),
            (3, 11, &["`aim`", "shoot"]),
            (4, 9, &["`follow_up`", "melee"]),
            (5, 12, &["`crushing`", "weapons"]),
        ],
    );
    wrong(
        "[costs.roles]\nchampoin = 3\n[costs.upgrades]\nswords = 1\n",
        &[
            (3, 12, &["champoin", "`champion`"]),
            (5, 10, &["swords", "`sword`"]),
        ],
    );
    wrong(
        "[builds.hero]\nskill = 3\nspeed = 2\narmor = 1\nrole = \"hero\"\nupgrades = [\"longsword\", \"axe\"]\n",
        &[(6, 8, &["hero", "known names"]), (7, 12, &["3 hands"])],
    );
    wrong("[combat]\ngap = 40\n", &[(3, 7, &["40", "field of 36"])]);
    wrong(
        "[stats]\nvalues = [1, 2]\npossible = [3, 1]\n",
        &[(3, 10, &["exactly 3"]), (4, 12, &["lower to the higher"])],
    );
    wrong("[toggles]\nbeta = 1\n", &[(3, 1, &["beta", "`beat`"])]);
}

/// New roles, upgrades, builds and prices need no new code.
#[test]
fn an_override_with_things_of_its_own() {
    let folder = Folder::new(&[(
        "my.toml",
        r#"
extends = "fighters"
[roles]
veteran = { name = "Veteran", skill = 1 }
[upgrades]
sword = { follow_up = "none" }
rapier = { name = "Rapier", hands = 1, use = "melee", damage = 1, true_time = 1 }
javelin = { name = "Javelin", hands = 1, use = "both", damage = 2, range = 8 }
tower = { name = "Tower Shield", hands = 1, use = "carried", protective = 2 }
[costs]
roles = { veteran = 2 }
[builds.musketeer]
note = "A veteran with a rapier."
skill = 3
speed = 2
armor = 1
role = "veteran"
upgrades = ["rapier", "javelin"]
"#,
    )]);
    let rules = folder.name("my.toml");
    let query = |keys: Value| with(json!({"rules": rules}), keys);
    let bill = answer(&query(json!({"ask": "cost", "a": "musketeer"})));
    assert_eq!(number(&bill, "points"), 3.0);
    // The javelin is used in melee unless it is said to be thrown.
    let plain = json!({"ask": "attack", "a": "musketeer", "b": "wall", "weapon": "javelin"});
    let melee = answer(&query(plain.clone()));
    let thrown = answer(&query(with(plain, json!({"ranged": true}))));
    // Skill 4 against Skill 2, and against Speed 1.
    assert!(number(&melee, "hit") < number(&thrown, "hit"));
    // The sword has lost its Follow-up: two attacks in a row are never more than an inch.
    let swords = query(json!({"ask": "exchange", "a": "swordsman", "b": "wall"}));
    assert!((number(&answer(&swords), "mean_gap") - 1.0).abs() < 1e-12);
    // A better shield, out of range, and back into the duel.
    let a =
        json!({"like": "musketeer", "upgrades": ["javelin", "tower"], "policy": {"plan": "kite"}});
    let duel = |gap: i32| {
        let query = json!({"ask": "duel", "a": a, "b": "archer", "situation": {"gap": gap, "rounds": 1, "first": "a"}});
        number(&answer(&with(json!({"rules": rules}), query)), "win_a")
    };
    assert!(duel(8) > 0.1);
    assert!(duel(36) == 0.0, "three moves do not bring it into range");
}

/// Every table of the file can be shown, and its schema and builds are there.
#[test]
fn the_tables_are_shown() {
    let book = Library::new().book("fighters", None).expect("the rules");
    let names: Vec<&str> = book.tables().iter().map(|table| table.0).collect();
    assert_eq!(names, ["roles", "upgrades", "costs"]);
    let words = format!("{:?}", book.tables());
    for word in [
        "Follow-up +1",
        "Blow Away -2, 3",
        "True time 2",
        "Decapitate 5",
        "within 2",
    ] {
        assert!(words.contains(word), "{word} in {words}");
    }
}
