//! Bad queries: every mistake is answered with its place and what was expected, and nothing falls over.

use crate::helpers::{answer, ask, number};
use fairfight::query::{Library, answer_line};
use serde_json::{Value, json};

/// A duel against a knight by somebody with 12 in everything and these keys.
fn against_knight(keys: Value) -> Value {
    let mut a = json!({"mot": 12, "phy": 12, "wil": 12});
    let keys = keys.as_object().expect("keys").clone();
    a.as_object_mut().expect("a build").extend(keys);
    json!({"rules": "allesfezs", "ask": "duel", "a": a, "b": "knight", "situation": {"gap": 0, "cap": 2}})
}

/// Two knights, and more keys of the query.
pub fn knights(keys: Value) -> Value {
    let mut query = json!({"rules": "allesfezs", "ask": "duel", "a": "knight", "b": "knight"});
    let keys = keys.as_object().expect("keys").clone();
    query.as_object_mut().expect("a query").extend(keys);
    query
}

/// Checks that one of an answer's errors is at that place, and has all these words in its message.
#[track_caller]
fn has_error(answer: &Value, at: &str, words: &[&str]) {
    assert_eq!(answer["ok"], json!(false), "{answer}");
    let one = [answer["error"].clone()];
    let errors = answer["errors"].as_array().map_or(&one[..], Vec::as_slice);
    let found = errors.iter().any(|error| {
        let message = error["message"].as_str().unwrap_or_default();
        error["at"] == json!(at) && words.iter().all(|word| message.contains(word))
    });
    assert!(found, "nothing at `{at}` with {words:?} in {answer}");
}

/// Checks that a query is refused with exactly one error.
#[track_caller]
pub fn refused(query: &Value, at: &str, words: &[&str]) {
    let got = ask(query);
    assert_eq!(got["errors"], Value::Null, "one error only: {got}");
    has_error(&got, at, words);
}

/// The same for a line as it is.
#[track_caller]
fn refused_line(line: &str, at: &str, words: &[&str]) {
    let got = answer_line(&mut Library::new(), line);
    let got = serde_json::from_str(&got).expect("an answer is JSON");
    has_error(&got, at, words);
}

#[test]
fn unknown_names_have_the_nearest_one() {
    for (keys, at, words) in [
        (
            json!({"weapons": ["sowrd"]}),
            "a.weapons[0]",
            ["sowrd", "`sword`"],
        ),
        (
            json!({"weapons": ["club", {"id": "javlin", "count": 2}]}),
            "a.weapons[1].id",
            ["javlin", "`javelin`"],
        ),
        (
            json!({"weapons": ["bolt:plsma"]}),
            "a.weapons[0]",
            ["plsma", "`plasma`"],
        ),
        (
            json!({"weapons": ["bolt"]}),
            "a.weapons[0]",
            ["damage type", "bolt:TYPE"],
        ),
        (
            json!({"armour": "lether"}),
            "a.armour",
            ["lether", "`leather`"],
        ),
        (
            json!({"armour": {"base": 3, "slsh": 4}}),
            "a.armour.slsh",
            ["slsh", "`slash`"],
        ),
        (
            json!({"aptitudes": {"agilty": 2}}),
            "a.aptitudes.agilty",
            ["agilty", "`agility`"],
        ),
        (
            json!({"weapns": ["sword"]}),
            "a.weapns",
            ["weapns", "`weapons`"],
        ),
        (
            json!({"policy": {"plan": "chrage"}}),
            "a.policy.plan",
            ["chrage", "`charge`"],
        ),
        (
            json!({"policy": {"reaction": "dodge"}}),
            "a.policy.reaction",
            ["reaction", "`react`"],
        ),
    ] {
        refused(&against_knight(keys), at, &words);
    }
    refused(
        &knights(json!({"b": "knigth"})),
        "b",
        &["knigth", "`knight`"],
    );
    refused(&knights(json!({"ask": "dule"})), "ask", &["dule", "`duel`"]);
    refused(
        &knights(json!({"rules": "alesfezs"})),
        "rules",
        &["alesfezs", "`allesfezs`"],
    );
    refused(
        &knights(json!({"sitation": {}})),
        "sitation",
        &["sitation", "`situation`"],
    );
    refused(
        &knights(json!({"situation": {"gpa": 1}})),
        "situation.gpa",
        &["gpa", "`gap`"],
    );
    refused(
        &json!({"rules": "allesfezs", "ask": "attack", "a": "knight", "b": "knight", "gap": 0, "weapon": "sowrd"}),
        "weapon",
        &["sowrd", "`sword`"],
    );
}

#[test]
fn values_that_cannot_be() {
    for (keys, at, words) in [
        (
            json!({"aptitudes": {"ohs": 5}}),
            "a.aptitudes.ohs",
            ["5", "0, 2, 4, 6, 8 or 10"],
        ),
        (
            json!({"elusive": 3}),
            "a.elusive",
            ["3", "0, 2, 4, 6, 8 or 10"],
        ),
        (json!({"mot": 25}), "a.mot", ["25", "from 1"]),
        (json!({"phy": 0}), "a.phy", ["0", "from 1"]),
        (json!({"str": 0}), "a.str", ["0 is out of range", "from 1"]),
        (
            json!({"weapons": [{"id": "javelin", "count": 0}]}),
            "a.weapons[0].count",
            ["0 is out of range", "from 1 to 100"],
        ),
    ] {
        refused(&against_knight(keys), at, &words);
    }
    refused(
        &knights(json!({"situation": {"gap": -1}})),
        "situation.gap",
        &["-1 is out of range", "from 0"],
    );
    refused(
        &knights(json!({"situation": {"initiative": "c"}})),
        "situation.initiative",
        &["`c`", "\"roll\", \"a\", \"b\" or \"even\""],
    );
    refused(
        &knights(json!({"method": "guess"})),
        "method",
        &["guess", "\"exact\" or \"sampled\""],
    );
}

#[test]
fn wrong_types() {
    for (keys, at, words) in [
        (
            json!({"mot": "twelve"}),
            "a.mot",
            ["a whole number", "found text"],
        ),
        (
            json!({"mot": 12.5}),
            "a.mot",
            ["a whole number", "found 12.5"],
        ),
        (
            json!({"mot": [12]}),
            "a.mot",
            ["a whole number", "found a list"],
        ),
        (
            json!({"weapons": "sword"}),
            "a.weapons",
            ["a list", "found text"],
        ),
        (
            json!({"shield": "yes"}),
            "a.shield",
            ["true or false", "found text"],
        ),
        (
            json!({"armour": 7}),
            "a.armour",
            ["text or a table", "found a whole number"],
        ),
        (
            json!({"aptitudes": ["ohs"]}),
            "a.aptitudes",
            ["a table", "found a list"],
        ),
        (
            json!({"weapons": [null]}),
            "a.weapons[0]",
            ["text or a table", "found nothing"],
        ),
    ] {
        refused(&against_knight(keys), at, &words);
    }
    refused(
        &knights(json!({"a": ["knight"]})),
        "a",
        &["a build", "found a list"],
    );
    refused(
        &knights(json!({"rules": 7})),
        "rules",
        &["text", "found a whole number"],
    );
    refused(&knights(json!({"ask": {}})), "ask", &["text", "found"]);
    refused(
        &knights(json!({"set": 5})),
        "set",
        &["a table", "found a whole number"],
    );
    refused(
        &knights(json!({"situation": []})),
        "situation",
        &["a table", "found a list"],
    );
}

#[test]
fn missing_keys_are_named() {
    for key in ["mot", "phy", "wil"] {
        let mut query = against_knight(json!({}));
        query["a"].as_object_mut().expect("a build").remove(key);
        let named = format!("`{key}` is missing");
        refused(&query, "a", &[&named]);
        // Null is the same as nothing.
        query["a"][key] = Value::Null;
        refused(&query, "a", &[&named]);
    }
    for key in ["rules", "ask", "a", "b"] {
        let mut query = knights(json!({}));
        query.as_object_mut().expect("a query").remove(key);
        let named = format!("`{key}` is missing");
        refused(&query, "", &[&named]);
        query[key] = Value::Null;
        refused(&query, "", &[&named]);
    }
    let attack = json!({"rules": "allesfezs", "ask": "attack", "a": "knight", "b": "knight"});
    refused(&attack, "", &["`gap` is missing"]);
}

#[test]
fn null_where_a_key_may_be_left_out() {
    let plain = answer(&knights(json!({})));
    let nulls = json!({"set": null, "situation": null, "method": null, "trials": null});
    assert_eq!(answer(&knights(nulls))["win_a"], plain["win_a"]);
    let nulls =
        json!({"weapons": null, "armour": null, "shield": null, "policy": null, "aptitudes": null});
    answer(&against_knight(nulls));
}

#[test]
fn toggles_of_a_query() {
    refused(
        &knights(json!({"set": {"tise": "active"}})),
        "set.tise",
        &["tise", "`ties`"],
    );
    refused(
        &knights(json!({"set": {"ties": "activ"}})),
        "set.ties",
        &["activ", "\"both\", \"active\", \"reactor\" or \"cancel\""],
    );
    refused(
        &knights(json!({"set": {"cap": "many"}})),
        "set.cap",
        &["a whole number", "found text"],
    );
    refused(
        &knights(json!({"set": {"cap": 0}})),
        "set.cap",
        &["0 is out of range", "from 1"],
    );
    // Several at once.
    let got = ask(&knights(
        json!({"set": {"ties": 3, "cap": 0, "dogde_scope": "all"}}),
    ));
    assert_eq!(got["errors"].as_array().map(Vec::len), Some(3), "{got}");
    has_error(&got, "set.ties", &["found a whole number"]);
    has_error(&got, "set.cap", &["out of range"]);
    has_error(&got, "set.dogde_scope", &["`dodge_scope`"]);
}

#[test]
fn a_cell_that_does_not_fit() {
    let got = ask(&knights(json!({"set": {"weapons.sword.damage": "much"}})));
    assert_eq!(got["ok"], json!(false));
    assert!(
        got["error"]["at"]
            .as_str()
            .unwrap()
            .ends_with("weapons.sword.damage"),
        "{got}"
    );
}

#[test]
fn what_is_not_a_query() {
    refused_line("{nope", "", &["not JSON", "column 2"]);
    refused_line("", "", &["not JSON"]);
    refused_line(
        &format!("{} x", knights(json!({}))),
        "",
        &["not JSON", "trailing"],
    );
    refused_line("[1, 2]", "", &["object", "found a list"]);
    refused_line("3", "", &["object", "found a whole number"]);
    refused_line("null", "", &["object", "found nothing"]);
    refused_line("\"duel\"", "", &["object", "found text"]);
    refused_line("{}", "", &["`rules` is missing"]);
    let twice = "{\"rules\": \"allesfezs\", \"rules\": \"allesfezs\"}";
    refused_line(twice, "", &["`rules` is written twice"]);
}

#[test]
fn deep_nesting_is_no_crash() {
    refused_line(&"[".repeat(1_000_000), "", &["too deeply"]);
    let deep = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    refused_line(&deep, "", &["too deeply"]);
    let build = format!("{}{}", "[".repeat(60), "]".repeat(60));
    let line =
        format!("{{\"rules\":\"allesfezs\",\"ask\":\"duel\",\"a\":{build},\"b\":\"knight\"}}");
    refused_line(&line, "a", &["a build", "found a list"]);
}

#[test]
fn huge_numbers() {
    let line = |mot: &str| {
        format!(
            "{{\"rules\":\"allesfezs\",\"ask\":\"cost\",\"a\":{{\"mot\":{mot},\"phy\":12,\"wil\":12}}}}"
        )
    };
    for mot in [
        "99999999999999999999999",
        "9223372036854775807",
        "-9223372036854775808",
        "4294967308",
    ] {
        refused_line(&line(mot), "a.mot", &["out of range", "from -1000 to 1000"]);
    }
    refused_line(&line("1e300"), "a.mot", &["a whole number"]);
    refused_line(&line("1e400"), "", &["not JSON", "number out of range"]);
    let huge = 1_000_000_000_000_000_000_i64;
    for key in ["gap", "cap"] {
        let at = format!("situation.{key}");
        refused(
            &knights(json!({"situation": {key: huge}})),
            &at,
            &["out of range", "10000"],
        );
    }
    refused(
        &knights(json!({"trials": huge})),
        "trials",
        &["out of range"],
    );
    refused(
        &knights(json!({"precision": 1e-30})),
        "precision",
        &["out of range"],
    );
    refused(
        &against_knight(json!({"str": huge})),
        "a.str",
        &["out of range"],
    );
}

#[test]
fn an_error_has_the_id_of_its_question() {
    for id in [
        json!(7),
        json!("seven"),
        json!([1, {"x": null}]),
        json!(null),
    ] {
        let got = ask(&knights(json!({"b": "nobody", "id": id})));
        assert_eq!((&got["ok"], &got["id"]), (&json!(false), &id));
        let got = ask(&knights(json!({"id": id})));
        assert_eq!((&got["ok"], &got["id"]), (&json!(true), &id));
    }
}

#[test]
fn a_shield_with_a_two_handed_weapon() {
    let query = against_knight(json!({"shield": true, "weapons": ["longsword"]}));
    refused(&query, "a.shield", &["shield", "Longsword"]);
    // Its bill is made out all the same: 3 * 16 + 12.
    let bill = answer(&json!({"rules": "allesfezs", "ask": "cost", "a": query["a"]}));
    assert_eq!(number(&bill, "points"), 60.0);
    let illegal = bill["illegal"][0].as_str().expect("a fault");
    assert!(illegal.contains("Longsword"), "{illegal}");
}

#[test]
fn an_illegal_build_is_reported_and_fought() {
    let mut query =
        against_knight(json!({"mot": 14, "aptitudes": {"ohs": 8}, "weapons": ["sword"]}));
    let got = answer(&query);
    let illegal = got["illegal_a"][0].as_str().expect("a fault");
    assert!(
        illegal.contains("+8") && illegal.contains("MOT 12"),
        "{illegal}"
    );
    assert!(got["illegal_b"].as_array().is_none_or(Vec::is_empty));
    assert!(number(&got, "win_a") > 0.0);
    query["set"] = json!({"enforce_minimum": "refuse"});
    refused(&query, "a.aptitudes.ohs", &["+8", "MOT 12", "14"]);
    // An attribute that can be fought with but not bought.
    let got = answer(&against_knight(json!({"phy": 18})));
    assert!(
        got["illegal_a"][0]
            .as_str()
            .expect("a fault")
            .contains("phy 18")
    );
}

#[test]
fn several_errors_at_once() {
    let query = json!({
        "rules": "allesfezs", "ask": "duel", "situation": {"gap": 0},
        "a": {"mot": 25, "phy": 12, "wil": 12, "weapons": ["sword", "sowrd"], "aptitudes": {"ohs": 5}},
        "b": {"mot": 12, "phy": 12, "wil": 12, "armour": "lether"},
    });
    let got = ask(&query);
    assert_eq!(got["errors"].as_array().map(Vec::len), Some(4), "{got}");
    assert_eq!(got["error"], got["errors"][0]);
    has_error(&got, "a.mot", &["25"]);
    has_error(&got, "a.aptitudes.ohs", &["5"]);
    has_error(&got, "a.weapons[1]", &["`sword`"]);
    has_error(&got, "b.armour", &["`leather`"]);
}

#[test]
fn mistakes_of_shape_and_of_meaning_at_once() {
    let got = ask(&against_knight(
        json!({"weapns": ["sword"], "aptitudes": {"ohs": 5}}),
    ));
    has_error(&got, "a.weapns", &["`weapons`"]);
    has_error(&got, "a.aptitudes.ohs", &["5"]);
}

/// A row that is only changed must exist; a misspelt one is not a new weapon without a name.
#[test]
fn a_misspelt_cell_names_the_row_that_was_meant() {
    let query = json!({"rules": "allesfezs", "ask": "duel", "a": "knight", "b": "levy",
        "set": {"weapons.sowrd.damage": 4}});
    let answer = ask(&query);
    assert_eq!(answer["error"]["at"], json!("weapons.sowrd"), "{answer}");
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("did you mean `sword`?"), "{message}");
}
