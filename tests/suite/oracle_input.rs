//! Oracle's rules file and queries: what is wrong is told with its place, what may be changed can be changed, and the
//! named builds are what they say.

use crate::bad_input::refused;
use crate::bad_rules::Folder;
use crate::helpers::{answer, number};
use fairfight::query::Library;
use serde_json::{Value, json};

fn query(ask: &str, keys: Value) -> Value {
    let mut query = json!({"rules": "oracle", "ask": ask});
    let keys = keys.as_object().expect("keys").clone();
    query.as_object_mut().expect("a query").extend(keys);
    query
}

fn duel(keys: Value) -> Value {
    let mut whole = query("duel", json!({"a": "scout", "b": "archer"}));
    let keys = keys.as_object().expect("keys").clone();
    whole.as_object_mut().expect("a query").extend(keys);
    whole
}

#[test]
fn bad_builds_are_told() {
    for (a, at, words) in [
        (json!("scuot"), "a", ["scuot", "`scout`"]),
        (json!({"type": "asault"}), "a.type", ["asault", "`assault`"]),
        (
            json!({"range": "mediun"}),
            "a.range",
            ["mediun", "`medium`"],
        ),
        (json!({"range": -1}), "a.range", ["0 to 10000", "-1"]),
        (
            json!({"weight": "dedly"}),
            "a.weight",
            ["dedly", "`deadly`"],
        ),
        (
            json!({"weight": ["deadly", "lethl"]}),
            "a.weight[1]",
            ["lethl", "`lethal`"],
        ),
        (json!({"weight": 1_001}), "a.weight", ["0 to 1000", "1001"]),
        (
            json!({"initiative": 101}),
            "a.initiative",
            ["0 to 100", "101"],
        ),
        (
            json!({"initiative": 2.5}),
            "a.initiative",
            ["whole number", "2.5"],
        ),
        (
            json!({"speed": "fast"}),
            "a.speed",
            ["whole number", "found text"],
        ),
        (
            json!({"toughness": 100_001}),
            "a.toughness",
            ["100000", "100001"],
        ),
        (
            json!({"tougness": 2}),
            "a.tougness",
            ["unknown key", "`toughness`"],
        ),
        (
            json!({"policy": {"plan": "rsuh"}}),
            "a.policy.plan",
            ["rsuh", "rush"],
        ),
        (
            json!({"policy": {"react": "counter"}}),
            "a.policy.react",
            ["unknown key", "plan"],
        ),
        (
            json!({"like": "scuot", "speed": 3}),
            "a.like",
            ["scuot", "`scout`"],
        ),
        (json!(7), "a", ["expected a build", "table"]),
    ] {
        refused(&duel(json!({"a": a})), at, &words);
    }
}

#[test]
fn bad_situations_and_toggles_are_told() {
    for (situation, at, words) in [
        (json!({"gap": -1}), "situation.gap", ["0 to 10000", "-1"]),
        (json!({"gpa": 3}), "situation.gpa", ["unknown key", "`gap`"]),
        (
            json!({"rounds": 0}),
            "situation.rounds",
            ["1 to 10000", "0"],
        ),
        (
            json!({"a_view": "smoke"}),
            "situation.a_view",
            ["smoke", "obscured"],
        ),
        (
            json!({"na": 3}),
            "situation",
            ["`nb` is missing", "both sides"],
        ),
        (
            json!({"nb": 3}),
            "situation",
            ["`na` is missing", "both sides"],
        ),
        (json!({"na": 0, "nb": 3}), "situation.na", ["1 to 100", "0"]),
        (
            json!({"na": 3, "nb": 101}),
            "situation.nb",
            ["1 to 100", "101"],
        ),
    ] {
        refused(&duel(json!({"situation": situation})), at, &words);
    }
    for (set, at, words) in [
        (
            json!({"intiative": "coin"}),
            "set.intiative",
            ["unknown key", "`initiative`"],
        ),
        (
            json!({"initiative": "heads"}),
            "set.initiative",
            ["heads", "alternate"],
        ),
        (json!({"pass": 1}), "set.pass", ["true or false", "1"]),
        (
            json!({"dead_dice": true}),
            "set.dead_dice",
            ["keep", "drop"],
        ),
    ] {
        refused(&duel(json!({"set": set})), at, &words);
    }
}

#[test]
fn bad_questions_are_told() {
    for (ask, keys, at, words) in [
        ("activate", json!({}), "", ["`initiative` is missing", ""]),
        (
            "activate",
            json!({"initiative": -1}),
            "initiative",
            ["0 to 100", "-1"],
        ),
        (
            "activate",
            json!({"initiative": 1, "type": "hevy"}),
            "type",
            ["hevy", "`heavy`"],
        ),
        (
            "pool",
            json!({"types": [1, 1, 1, 1, 1, 1]}),
            "",
            ["`dice` is missing", ""],
        ),
        ("pool", json!({"dice": 3}), "", ["`types` is missing", ""]),
        (
            "pool",
            json!({"dice": 301, "types": [0, 0, 0, 0, 0, 0]}),
            "dice",
            ["0 to 300", "301"],
        ),
        (
            "pool",
            json!({"dice": 3, "types": [1, 2]}),
            "types",
            ["2 numbers for 6 Types", "command, assault"],
        ),
        (
            "pool",
            json!({"dice": 3, "types": [1, 2, 3, 4, 5, -6]}),
            "types[5]",
            ["0 to 100", "-6"],
        ),
        (
            "strike",
            json!({"toughness": 1}),
            "",
            ["`viewers` is missing", "`a`"],
        ),
        (
            "strike",
            json!({"viewers": []}),
            "",
            ["`toughness` is missing", "`b`"],
        ),
        (
            "strike",
            json!({"viewers": [[1, "covr"]], "toughness": 1}),
            "viewers[0][1]",
            ["covr", "`cover`"],
        ),
        (
            "strike",
            json!({"viewers": [["dedly", "cover"]], "toughness": 1}),
            "viewers[0][0]",
            ["dedly", "`deadly`"],
        ),
        (
            "strike",
            json!({"viewers": [[1, 2]], "toughness": 1}),
            "viewers[0][1]",
            ["expected a view", "cover"],
        ),
        (
            "strike",
            json!({"viewers": [[1]], "toughness": 1}),
            "viewers[0]",
            ["2 items", "1"],
        ),
        (
            "strike",
            json!({"viewers": [[1, "clear"]], "toughness": "x"}),
            "toughness",
            ["whole number", "x"],
        ),
        (
            "strike",
            json!({"a": "scuot", "toughness": 1}),
            "a",
            ["scuot", "`scout`"],
        ),
        (
            "strike",
            json!({"a": "scout", "b": {"tougness": 1}}),
            "b.tougness",
            ["unknown key", "`toughness`"],
        ),
        (
            "strike",
            json!({"a": "scout", "b": "guard", "number": 0}),
            "number",
            ["1 to 100", "0"],
        ),
        ("strkie", json!({}), "ask", ["strkie", "`strike`"]),
        ("attack", json!({}), "ask", ["attack", "strike"]),
    ] {
        refused(&query(ask, keys), at, &words);
    }
}

/// Checks a file that extends the built-in rules: its problems by line and column of the file.
#[track_caller]
fn wrong(text: &str, expected: &[(usize, usize, [&str; 2])]) {
    let folder = Folder::new(&[("my.toml", &format!("extends = \"oracle\"\n{text}"))]);
    let problems = match Library::new().book(&folder.name("my.toml"), None) {
        Ok(_) => panic!("it is good"),
        Err(problems) => problems,
    };
    let shown = problems.to_string();
    assert_eq!(problems.len(), expected.len(), "{shown}");
    for (line, column, words) in expected {
        let place = format!("{}:{line}:{column}: ", folder.name("my.toml"));
        let found = shown
            .lines()
            .any(|line| line.starts_with(&place) && words.iter().all(|word| line.contains(word)));
        assert!(found, "nothing at {place} with {words:?} in\n{shown}");
    }
}

#[test]
fn bad_rules_files_are_told() {
    wrong("[toggles]\ntial = \"end\"\n", &[(3, 1, ["tial", "`tail`"])]);
    wrong(
        "[toggles]\nboth = \"neither\"\n",
        &[(3, 8, ["neither", "cover"])],
    );
    // Assault comes before support, so it is support's face that is taken already.
    wrong(
        "[types]\nassault = { faces = [2, 6] }\nsupport = { faces = [6] }\n",
        &[(
            4,
            22,
            ["face 6 is already the face of assault", "take the face"],
        )],
    );
    wrong(
        "[types]\nassault = { faces = [2, 2] }\n",
        &[(3, 25, ["face 2 is listed twice", ""])],
    );
    wrong(
        "[types]\nassault = { faces = [7] }\n",
        &[(3, 22, ["1 to 6", "7"])],
    );
    wrong(
        "[types]\ncavalry = { faces = [] }\n",
        &[(3, 11, ["`name` is missing", ""])],
    );
    wrong(
        "[ranges]\nextreme = { inches = 30 }\n",
        &[(3, 11, ["`name` is missing", ""])],
    );
    wrong("[strike]\ncover = 9\n", &[(3, 9, ["0 to 8", "9"])]);
    wrong(
        "[profile]\ntype = \"hevy\"\n",
        &[(3, 8, ["hevy", "`heavy`"])],
    );
    wrong(
        "[profile]\nrange = \"mele\"\nweight = \"letal\"\n",
        &[(3, 9, ["mele", "`melee`"]), (4, 10, ["letal", "`lethal`"])],
    );
    wrong("[duel]\nrounds = 0\n", &[(3, 10, ["1 to 10000", "0"])]);
    wrong(
        "[prices.types]\nheavi = 3\n[prices.ranges]\nfull = \"x\"\nfra = 1\n",
        &[
            (3, 9, ["heavi", "`heavy`"]),
            (5, 8, ["a number", "x"]),
            (6, 7, ["fra", "`far`"]),
        ],
    );
    wrong(
        "[builds.bombard]\ntype = \"artilery\"\nrange = \"extreme\"\n",
        &[
            (3, 8, ["artilery", "`artillery`"]),
            (4, 9, ["extreme", "threat range"]),
        ],
    );
    wrong(
        "[weapons]\nsword = 1\n",
        &[(2, 2, ["unknown key", "weapons"])],
    );
}

/// New Types, ranges, weights and builds need no recompiling.
#[test]
fn an_override_adds_rows() {
    let text = "extends = \"oracle\"
[types]
heavy = { faces = [] }
cavalry = { name = \"Cavalry\", faces = [4] }
[ranges]
extreme = { name = \"Extreme\", inches = 30 }
[weights]
titanic = 7
[builds.lancer]
type = \"cavalry\"
range = \"extreme\"
weight = \"titanic\"
initiative = 1
";
    let folder = Folder::new(&[("my.toml", text)]);
    let rules = folder.name("my.toml");
    let book = Library::new().book(&rules, None).expect("a good file");
    // The named heavy soldiers have lost their face, and the file is told so.
    let warnings = book.warnings();
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert!(
        warnings.iter().all(|w| w.contains("Heavy has no face")),
        "{warnings:?}"
    );
    let got = answer(
        &json!({"rules": rules, "ask": "duel", "a": "lancer", "b": {"toughness": 7, "initiative": 0},
        "situation": {"gap": 30, "rounds": 1}}),
    );
    assert!((number(&got, "win_a") - 1.0 / 6.0).abs() < 1e-12, "{got}");
    // A seventh Type: pools are asked with seven numbers.
    let got =
        answer(&json!({"rules": rules, "ask": "pool", "dice": 2, "types": [0, 0, 0, 0, 0, 0, 2]}));
    assert!((number(&got, "all") - 1.0 / 36.0).abs() < 1e-12, "{got}");
}

#[test]
fn named_builds_are_sound_and_neutral() {
    let book = Library::new().book("oracle", None).expect("the rules");
    let builds = book.builds();
    assert!(builds.len() >= 12);
    assert_eq!(book.warnings(), Vec::<String>::new());
    for card in builds {
        assert!(!card.name.is_empty() && card.note.len() > 20, "{card:?}");
        assert_eq!(card.points, None);
        let bill = answer(&query("cost", json!({"a": card.id})));
        assert_eq!(bill["points"], Value::Null);
        assert_eq!(bill["illegal"], json!([]));
        assert!(
            bill["notes"][0]
                .as_str()
                .expect("a note")
                .contains("no prices"),
            "{bill}"
        );
    }
    // The profiles of the reference, section 2.
    for (id, reference) in [
        (
            "trooper",
            json!({"type": "assault", "initiative": 2, "speed": 6, "range": "melee", "toughness": 1, "weight": 1}),
        ),
        (
            "archer",
            json!({"type": "artillery", "initiative": 2, "speed": 5, "range": "medium", "toughness": 1, "weight": 1}),
        ),
        (
            "captain",
            json!({"type": "command", "initiative": 3, "speed": 6, "range": "close", "toughness": 2, "weight": "deadly"}),
        ),
        (
            "guard",
            json!({"type": "heavy", "initiative": 2, "speed": 4, "range": "melee", "toughness": 3, "weight": 1}),
        ),
        (
            "scout",
            json!({"type": "skirmish", "initiative": 3, "speed": 8, "range": "assault", "toughness": 1, "weight": 1}),
        ),
        (
            "medic",
            json!({"type": "support", "initiative": 1, "speed": 6, "range": "melee", "toughness": 1, "weight": 1}),
        ),
    ] {
        let build = book
            .document()
            .get("builds")
            .and_then(|all| all.get(id))
            .expect(id)
            .to_json();
        for (key, value) in reference.as_object().expect("keys") {
            assert_eq!(build[key], *value, "{id}.{key}");
        }
    }
}

/// A price list: what is left out costs nothing, a build's own price goes before it, a block pays for every soldier.
#[test]
fn prices() {
    let set = json!({"prices.soldier": 5, "prices.initiative": 3, "prices.toughness": 4, "prices.ranges.close": 2.5,
        "prices.types.command": 1});
    let cost = |a: Value| answer(&query("cost", json!({"a": a, "set": set})));
    // Captain: 5 + 1 + 3 x 3 + 2.5 + 2 x 4.
    let bill = cost(json!("captain"));
    assert_eq!(bill["points"], json!(25.5));
    assert_eq!(bill["items"].as_array().expect("items").len(), 7);
    assert_eq!(bill["notes"], json!([]));
    assert_eq!(cost(json!("trooper"))["points"], json!(5.0 + 6.0 + 4.0));
    assert_eq!(
        cost(json!({"like": "captain", "points": 40}))["points"],
        json!(40.0)
    );
    let odd = cost(json!({"range": 7, "weight": 9, "initiative": 0}));
    assert_eq!(odd["points"], json!(9.0));
    assert!(
        odd["notes"][0].as_str().expect("a note").contains("inches"),
        "{odd}"
    );
    assert_eq!(odd["illegal"].as_array().expect("faults").len(), 2, "{odd}");
    let got = answer(&duel(
        json!({"a": "captain", "b": "trooper", "set": set, "situation": {"na": 2, "nb": 3}}),
    ));
    assert_eq!(
        (got["points_a"].clone(), got["points_b"].clone()),
        (json!(51.0), json!(45.0))
    );
    let got = answer(&duel(json!({"a": "captain", "b": "trooper", "set": set})));
    assert_eq!(got["points_a"], json!(25.5));
    assert_eq!(answer(&duel(json!({})))["points_a"], Value::Null);
}

/// `odds A B` asks how a Strike of alike soldiers goes.
#[test]
fn strikes_of_builds() {
    let ask = |keys: Value| answer(&query("strike", keys));
    let got = ask(json!({"a": "guard", "b": "captain", "number": 3, "view": "cover"}));
    assert_eq!(got["counted"], json!(1));
    assert_eq!(got["killed"], json!(false));
    assert_eq!(got["ignored"], json!(2));
    assert_eq!(got["needed"], json!(4));
    assert!((number(&got, "acts") - 11.0 / 36.0).abs() < 1e-12);
    let got = ask(json!({"a": "guard", "b": "captain", "number": 4, "view": "cover"}));
    assert_eq!(got["killed"], json!(true));
    let got = ask(json!({"a": "champion", "toughness": 1_000}));
    assert_eq!(got["needed"], Value::Null);
    let got = ask(json!({"viewers": [["lethal", "clear"]], "b": "guard"}));
    assert_eq!(
        (got["killed"].clone(), got["needed"].clone()),
        (json!(true), Value::Null)
    );
}

/// The largest numbers that may be written are answered.
#[test]
fn extremes_are_answered() {
    let most = json!({"initiative": 100, "speed": 1_000, "range": 10_000, "toughness": 100_000, "weight": 1_000});
    let least = json!({"initiative": 0, "speed": 0, "range": 0, "toughness": -1_000, "weight": 0});
    for (a, b) in [
        (&most, &least),
        (&least, &most),
        (&most, &most),
        (&least, &least),
    ] {
        for situation in [
            json!({"gap": 10_000, "rounds": 10_000}),
            json!({"gap": 0, "rounds": 1}),
            json!({"na": 100, "nb": 100, "rounds": 10_000}),
            json!({"na": 1, "nb": 100, "a_view": "both"}),
        ] {
            for set in [
                json!({}),
                json!({"initiative": "more-matching-dice", "both": "both"}),
            ] {
                let got = answer(&duel(
                    json!({"a": a, "b": b, "situation": situation, "set": set, "trials": 50}),
                ));
                let sum = number(&got, "win_a") + number(&got, "win_b") + number(&got, "draw");
                assert!((sum - 1.0).abs() < 1e-9, "{got}");
            }
        }
    }
    // A crawl across the longest gap.
    let slow = json!({"speed": 1});
    let got = answer(&duel(
        json!({"a": slow, "b": slow, "situation": {"gap": 10_000, "rounds": 3}}),
    ));
    assert!((number(&got, "draw") - 1.0).abs() < 1e-12);
    let full = json!({"dice": 300, "types": [100, 100, 100, 100, 100, 100]});
    let got = answer(&query("pool", full));
    let sum: f64 = got["distribution"]
        .as_object()
        .expect("an object")
        .values()
        .filter_map(Value::as_f64)
        .sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    let none = answer(&query(
        "pool",
        json!({"dice": 0, "types": [0, 0, 0, 0, 0, 0]}),
    ));
    assert_eq!((number(&none, "all"), number(&none, "mean")), (1.0, 0.0));
}
