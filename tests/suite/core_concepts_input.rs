//! Core Concepts: bad queries and bad rules files are answered with the place and what was expected; and a rules writer's
//! own weapons and builds.

use crate::bad_input::refused;
use crate::bad_rules::Folder;
use crate::core_concepts_examples::{model, question};
use crate::helpers::{answer, ask, number};
use fairfight::query::Library;
use serde_json::{Value, json};

fn keyed(mut query: Value, keys: Value) -> Value {
    let keys = keys.as_object().expect("keys").clone();
    query.as_object_mut().expect("a table").extend(keys);
    query
}

/// A duel of somebody with these keys.
fn against(keys: Value) -> Value {
    json!({"rules": "core-concepts", "ask": "duel", "a": keyed(model([3, 3, 3, 3], json!({})), keys), "b": "brawler"})
}

fn bad(ask: &str, keys: Value) -> Value {
    keyed(json!({"rules": "core-concepts", "ask": ask}), keys)
}

#[test]
fn core_concepts_unknown_names() {
    for (keys, at, words) in [
        (
            json!({"melee_weapon": "sowrd"}),
            "a.melee_weapon",
            ["sowrd", "`sword`"],
        ),
        (
            json!({"melee_weapon": ["sword", "speer"]}),
            "a.melee_weapon[1]",
            ["speer", "`spear`"],
        ),
        (
            json!({"ranged_weapon": "rifel"}),
            "a.ranged_weapon",
            ["rifel", "`rifle`"],
        ),
        (
            json!({"ranged_weapon": "sword"}),
            "a.ranged_weapon",
            ["sword", "pistol"],
        ),
        (
            json!({"weapon": "sword"}),
            "a.weapon",
            ["unknown key", "weapon"],
        ),
        (
            json!({"policy": {"plan": "chrage"}}),
            "a.policy.plan",
            ["chrage", "`charge`"],
        ),
        (
            json!({"policy": {"split": "opitmal"}}),
            "a.policy.split",
            ["opitmal", "`optimal`"],
        ),
        (
            json!({"policy": {"split": "fixed"}}),
            "a.policy.split",
            ["fixed", "fixed:n"],
        ),
        (
            json!({"policy": {"split": "fixed:x"}}),
            "a.policy.split",
            ["fixed:x", "fixed:n"],
        ),
        (
            json!({"policy": {"split": "fixed:-1"}}),
            "a.policy.split",
            ["fixed:-1", "fixed:n"],
        ),
        (
            json!({"policy": {"reaction": "dodge"}}),
            "a.policy.reaction",
            ["dodge", "cover"],
        ),
        (
            json!({"melee_weapon": {"reach": 1, "damage": 1, "critcal": 2, "critical": 2}}),
            "a.melee_weapon.critcal",
            ["critcal", "`critical`"],
        ),
    ] {
        refused(&against(keys), at, &words);
    }
    refused(&bad("clsh", json!({})), "ask", &["clsh", "`clash`"]);
    refused(
        &bad("duel", json!({"a": "brawlr", "b": "sniper"})),
        "a",
        &["brawlr", "`brawler`"],
    );
    let set = json!({"a": "brawler", "b": "sniper", "set": {"shove": "maybe"}});
    refused(&bad("duel", set), "set.shove", &["maybe"]);
    let set = json!({"a": "brawler", "b": "sniper", "set": {"shoves": true}});
    refused(&bad("duel", set), "set.shoves", &["shoves", "`shove`"]);
}

#[test]
fn core_concepts_wrong_and_impossible_values() {
    for (keys, at, words) in [
        (json!({"melee": 0}), "a.melee", ["1", "10"]),
        (json!({"agility": 11}), "a.agility", ["1", "10"]),
        (
            json!({"toughness": "much"}),
            "a.toughness",
            ["whole number", "text"],
        ),
        (
            json!({"ballistics": 2.5}),
            "a.ballistics",
            ["whole number", "number"],
        ),
        (json!({"policy": "charge"}), "a.policy", ["table", "text"]),
        (
            json!({"policy": {"preferred_gap": 1.3}}),
            "a.policy.preferred_gap",
            ["1.3", "half inches"],
        ),
        (
            json!({"policy": {"preferred_gap": -1}}),
            "a.policy.preferred_gap",
            ["0", "1000"],
        ),
        (
            json!({"melee_weapon": {"reach": 0.7, "damage": 1, "critical": 1}}),
            "a.melee_weapon.reach",
            ["0.7", "half inches"],
        ),
        (
            json!({"ranged_weapon": {"mod": 0, "damage": 1, "critical": "d1"}}),
            "a.ranged_weapon.critical",
            ["d1", "d20"],
        ),
        (
            json!({"ranged_weapon": {"mod": 0, "damage": 1, "critical": "3d6"}}),
            "a.ranged_weapon.critical",
            ["3d6", "d20"],
        ),
    ] {
        refused(&against(keys), at, &words);
    }
    for (situation, at, words) in [
        (
            json!({"gap": 12.25}),
            "situation.gap",
            ["12.25", "half inches"],
        ),
        (json!({"gap": 49}), "situation.gap", ["49", "48"]),
        (json!({"gap": -1}), "situation.gap", ["0", "1000"]),
        (json!({"rounds": 0}), "situation.rounds", ["1", "1000"]),
        (json!({"cap": 3}), "situation.cap", ["unknown key", "gap"]),
    ] {
        refused(
            &keyed(against(json!({})), json!({"situation": situation})),
            at,
            &words,
        );
    }
}

#[test]
fn core_concepts_what_is_missing_is_named() {
    let no_agility = json!({"melee": 3, "ballistics": 3, "toughness": 3});
    refused(
        &bad("duel", json!({"a": no_agility, "b": "brawler"})),
        "a",
        &["`agility` is missing"],
    );
    refused(
        &bad("duel", json!({"a": "brawler"})),
        "",
        &["`b` is missing"],
    );
    refused(
        &bad("shot", json!({"a": "marksman"})),
        "",
        &["`distance` is missing"],
    );
    refused(
        &bad("shot", json!({"a": "brawler", "distance": 3})),
        "a",
        &["no shooting weapon"],
    );
    refused(
        &bad("clash", json!({"a": "marksman", "b": "brawler"})),
        "a",
        &["no melee weapon", "CC-28"],
    );
    refused(
        &bad("nash", json!({"a": "marksman", "b": "brawler"})),
        "a",
        &["no melee weapon"],
    );
    refused(
        &bad("stress", json!({"toughness": 2, "stress": 1})),
        "",
        &["`damage` is missing"],
    );
    refused(
        &bad("climb", json!({"agility": 2})),
        "",
        &["`height` is missing"],
    );
    refused(
        &bad("jump", json!({"length": 2})),
        "",
        &["`agility` is missing"],
    );
    refused(&bad("fall", json!({})), "", &["`height` is missing"]);
    let dice = json!({"a": "brawler", "b": "brawler", "a_dice": 5});
    refused(&bad("clash", dice), "a_dice", &["5 dice", "Melee is 4"]);
    let printed = json!({"toughness": 3, "printed": 2, "stress": 1, "damage": 1});
    refused(&bad("stress", printed), "printed", &["printed Toughness"]);
    // Both sides wrong: both are said.
    let both = ask(&bad("duel", json!({"a": "x", "b": "y"})));
    assert_eq!(both["errors"].as_array().map(Vec::len), Some(2), "{both}");
}

#[test]
fn core_concepts_extremes_are_answered() {
    // Nothing overflows, and what is too big is said, in good time.
    let most = |split: &str| {
        json!({"melee": 10, "ballistics": 10, "toughness": 10, "agility": 10,
            "melee_weapon": {"reach": 1000, "damage": 100, "critical": 100, "shove": true},
            "ranged_weapon": {"mod": -100, "damage": 100, "critical": "d20", "pin": true},
            "policy": {"plan": "mixed", "split": split, "reaction": "return-else-cover", "preferred_gap": 1000}})
    };
    for split in ["even", "optimal", "all-defence"] {
        let duel = answer(&bad(
            "duel",
            json!({"a": most(split), "b": most(split), "situation": {"gap": 48, "rounds": 1000}}),
        ));
        let sum = number(&duel, "win_a") + number(&duel, "win_b") + number(&duel, "draw");
        assert!((sum - 1.0).abs() < 1e-9, "{duel}");
    }
    let slow = json!({"melee": 10, "ballistics": 1, "toughness": 10, "agility": 1, "melee_weapon": "sword",
        "policy": {"split": "solved"}});
    let big = ask(&bad(
        "duel",
        json!({"a": slow, "b": slow, "method": "exact"}),
    ));
    let message = big["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("too many states"), "{big}");
    let stress = question(
        "stress",
        json!({"toughness": 10, "stress": 10_000, "damage": 10_000}),
        json!({}),
    );
    assert!((number(&stress, "removed") - 0.5f64.powi(10)).abs() < 1e-15);
    let shot =
        json!({"a": most("even"), "distance": 10_000, "obstacles": 100, "cover_agility": 10});
    assert_eq!(question("shot", shot, json!({}))["hit"], json!(0.0));
    let free = json!({"actions.points": 20, "duel.max_gap": 1000, "duel.gap": 1000, "ap_carry": true, "return_fire_chain": true});
    let duel = question(
        "duel",
        json!({"a": "marksman", "b": "skirmisher", "situation": {"rounds": 1000}, "method": "sampled",
        "trials": 50}),
        free,
    );
    assert_eq!(duel["trials"], json!(50));
}

/// An override with a weapon and a build of its own, and changed numbers.
#[test]
fn core_concepts_a_writers_own_rules() {
    let folder = Folder::new(&[(
        "my.toml",
        r#"extends = "core-concepts"
[toggles]
shove = false
[actions]
points = 4
[melee]
sword = { critical = 3 }
halberd = { name = "Halberd", reach = 2, damage = 1, critical = 2, points = 6 }
[ranged]
musket = { name = "Musket", mod = -1, damage = 2, critical = "d6", points = 7 }
[builds.guard]
melee = 3
ballistics = 3
toughness = 3
agility = 3
melee_weapon = "halberd"
ranged_weapon = "musket"
"#,
    )]);
    let rules = folder.name("my.toml");
    let cost = answer(&json!({"rules": rules, "ask": "cost", "a": "guard"}));
    assert_eq!(cost["points"], json!(12.0 + 6.0 + 7.0));
    let clash =
        json!({"rules": rules, "ask": "clash", "a": "mortal-sword", "b": "guard", "a_dice": 3});
    assert!(answer(&clash)["damage_to_defender"].get("9").is_some());
    let duel = answer(&json!({"rules": rules, "ask": "duel", "a": "guard", "b": "mortal-sword"}));
    assert_eq!(duel["method"], json!("exact"));
}

#[test]
fn core_concepts_bad_rules_files() {
    for (text, line, words) in [
        ("[melee]\nsword = { critcal = 3 }", 3, "critcal"),
        (
            "[melee.axe]\nname = \"Axe\"\nreach = 1\ndamage = 1",
            2,
            "`critical` is missing",
        ),
        (
            "[melee.axe]\nname = \"Axe\"\nreach = 1.2\ndamage = 1\ncritical = 1",
            4,
            "half inches",
        ),
        (
            "[ranged.bow]\nname = \"Bow\"\nmod = 0\ndamage = 1\ncritical = \"x\"",
            6,
            "no damage",
        ),
        (
            "[dice]\nsuccess = 6\ncritical = 4",
            4,
            "easier than a success",
        ),
        ("[dice]\nsuccess = 1", 3, "2 to 7"),
        ("[duel]\ngap = 60", 3, "max_gap"),
        ("[abilities]\nusual = [5, 2]", 3, "lower to the higher"),
        (
            "[abilities]\nscale = [{ sum = 8, name = \"X\" }, { sum = 8, name = \"Y\" }]",
            3,
            "already a name",
        ),
        (
            "[builds.x]\nmelee = 3\nballistics = 3\ntoughness = 3\nagility = 3\nmelee_weapon = \"sowrd\"",
            7,
            "`sword`",
        ),
        (
            "[builds.x]\nmelee = 3\nballistics = 3\ntoughness = 3\nagility = 3\npolicy = { split = \"evn\" }",
            7,
            "`even`",
        ),
        ("[toggles]\ninitiative = \"coin\"", 3, "each-round"),
        ("[fists]\nreach = -1", 3, "0 to 1000"),
    ] {
        let folder = Folder::new(&[("my.toml", &format!("extends = \"core-concepts\"\n{text}\n"))]);
        let problems = match Library::new().book(&folder.name("my.toml"), None) {
            Ok(_) => panic!("{text} is good"),
            Err(problems) => problems.to_string(),
        };
        let place = format!("my.toml:{line}:");
        assert!(
            problems
                .lines()
                .any(|shown| shown.contains(&place) && shown.contains(words)),
            "nothing at line {line} with {words} in\n{problems}"
        );
    }
}

/// Every question says something to people, too.
#[test]
fn core_concepts_answers_in_words() {
    let mut library = Library::new();
    for (keys, words) in [
        (
            json!({"ask": "clash", "a": "brawler", "b": "worm"}),
            "Brawler clashes with Worm",
        ),
        (
            json!({"ask": "nash", "a": "brawler", "b": "worm"}),
            "attack dice",
        ),
        (
            json!({"ask": "shot", "a": "sniper", "distance": 9, "obstacles": 1, "cover_agility": 3}),
            "difficulty 10 (distance 9, obstacles +1, Sniper -2, cover +2)",
        ),
        (
            json!({"ask": "stress", "toughness": 2, "stress": 1, "damage": 1}),
            "removed with 25.00 %",
        ),
        (
            json!({"ask": "climb", "agility": 4, "height": 5}),
            "a fall gives 1 stress",
        ),
        (
            json!({"ask": "jump", "agility": 4, "length": 2}),
            "no test is needed",
        ),
        (
            json!({"ask": "fall", "height": 7, "toughness": 3}),
            "2 stress",
        ),
        (json!({"ask": "cost", "a": "legend"}), "Legendary Being"),
    ] {
        let query = keyed(keys, json!({"rules": "core-concepts"}));
        let answer =
            fairfight::query::ask(&mut library, &fairfight::document::Node::from_json(&query));
        let said = format!("{:?}", answer.expect("an answer").words());
        assert!(said.contains(words), "nothing of `{words}` in {said}");
    }
}
