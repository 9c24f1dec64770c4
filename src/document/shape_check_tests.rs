//! Tests of what checking a document says, message by message.

use super::super::{Problems, read_json, read_toml};
use super::*;

fn weapon() -> Shape {
    Shape::table(vec![
        Field::needed("damage", Shape::int(1..=20).doc("wounds a hit takes")),
        Field::needed("points", Shape::int(1..=250)),
        Field::maybe("reach", Shape::number(0.0..=4.0)),
        Field::maybe("kind", Shape::choice(&["melee", "ranged"])),
        Field::maybe("magic", Shape::flag()),
        Field::maybe("tags", Shape::list_of(Shape::text(), 1..=2)),
        Field::maybe(
            "range",
            Shape::either(vec![
                Shape::int(1..=48),
                Shape::choice(&["none"]),
                Shape::table(vec![Field::needed("near", Shape::int(..))]),
                Shape::table(vec![Field::needed("far", Shape::int(..))]),
            ]),
        ),
        Field::maybe("notes", Shape::any()),
    ])
}

fn check(shape: &Shape, node: &Node) -> Result<(), Problems> {
    let mut checker = Checker::new(node);
    shape.check(node, &mut checker);
    checker.finish()
}

/// What is said about a sword that is fine but for `change`.
fn sword(change: &str) -> String {
    let mut lines = vec!["damage = 3", "points = 10"];
    let key = change.split(' ').next().unwrap();
    lines.retain(|line| !line.starts_with(key));
    let text = format!("[sword]\n{change}\n{}\n", lines.join("\n"));
    let node = read_toml("f", &text).unwrap();
    match check(&Shape::map(weapon()), &node) {
        Ok(()) => "ok".to_owned(),
        Err(problems) => problems.to_string(),
    }
}

#[test]
fn each_mistake_says_where_what_and_how_to_mend_it() {
    let cases = [
        ("notes = [1, 'x']", "ok"),
        ("reach = 2", "ok"),
        ("range = 12", "ok"),
        ("range = 'none'", "ok"),
        ("range = {far = 1}", "ok"),
        (
            "colour = 'red'",
            "f:2:1: unknown key `colour` (known keys: damage, points, reach, kind, magic, tags, range or notes)",
        ),
        (
            "reech = 1",
            "f:2:1: unknown key `reech` (did you mean `reach`?)",
        ),
        (
            "points = 'many'",
            "f:2:10: expected a whole number from 1 to 250, found text",
        ),
        (
            "damage = '3'",
            "f:2:10: expected a whole number from 1 to 20, found text (write it without quotes: 3)",
        ),
        (
            "damage = 25",
            "f:2:10: 25 is out of range: expected a whole number from 1 to 20 (wounds a hit takes)",
        ),
        (
            "damage = 3.0",
            "f:2:10: expected a whole number from 1 to 20, found 3.0 (write 3: a whole number has no decimal point)",
        ),
        (
            "damage = 2.5",
            "f:2:10: expected a whole number from 1 to 20, found 2.5 (a whole number has no decimal point)",
        ),
        (
            "damage = 1e30",
            "f:2:10: 1e30 is out of range: expected a whole number from 1 to 20 (wounds a hit takes)",
        ),
        (
            "reach = 4.5",
            "f:2:9: 4.5 is out of range: expected a number from 0 to 4",
        ),
        (
            "reach = -1",
            "f:2:9: -1 is out of range: expected a number from 0 to 4",
        ),
        (
            "reach = nan",
            "f:2:9: NaN cannot be used: expected a number from 0 to 4",
        ),
        (
            "reach = -inf",
            "f:2:9: -inf cannot be used: expected a number from 0 to 4",
        ),
        (
            "reach = '1.5'",
            "f:2:9: expected a number from 0 to 4, found text (write it without quotes: 1.5)",
        ),
        (
            "kind = 'malee'",
            "f:2:8: unknown choice `malee`: expected one of \"melee\" or \"ranged\" (did you mean `melee`?)",
        ),
        (
            "kind = 'x'",
            "f:2:8: unknown choice `x`: expected one of \"melee\" or \"ranged\"",
        ),
        (
            "kind = 5",
            "f:2:8: expected one of \"melee\" or \"ranged\", found a whole number (put it in quotes: \"5\")",
        ),
        (
            "magic = 'True'",
            "f:2:9: expected true or false, found text (write it without quotes: true)",
        ),
        (
            "tags = []",
            "f:2:8: this list is empty, expected 1 to 2 items",
        ),
        (
            "tags = ['a', 'b', 3]",
            "f:2:8: this list has 3 items, expected 1 to 2 items\nf:2:19: expected text, found a whole number (put it in quotes: \"3\")",
        ),
        (
            "tags = 'a'",
            "f:2:8: expected a list of 1 to 2 items (each text), found text (put it in square brackets: [ ... ])",
        ),
        (
            "range = 99",
            "f:2:9: 99 is out of range: expected a whole number from 1 to 48",
        ),
        (
            "range = 9.5",
            "f:2:9: expected a whole number from 1 to 48, found 9.5 (a whole number has no decimal point)",
        ),
        (
            "range = true",
            "f:2:9: expected a whole number from 1 to 48, \"none\" or a table, found true or false",
        ),
        (
            "range = {near = 'x'}",
            "f:2:17: expected a whole number, found text",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(sword(change), expected, "{change}");
    }
}

#[test]
fn missing_keys_point_at_the_table_or_the_row() {
    let text =
        "[[units]]\ndamage = 1\npoints = 1\n\n[[units]]\npoints = 1\n[t]\nx = {points = 1}\n";
    let node = read_toml("f", text).unwrap();
    let shape = Shape::table(vec![
        Field::needed("units", Shape::list(weapon())),
        Field::needed("t", Shape::map(weapon())),
        Field::needed("name", Shape::text()),
    ]);
    let expected = "\
f:5:1: `damage` is missing in this table (add `damage`: a whole number from 1 to 20 - wounds a hit takes)
f:8:5: `damage` is missing in this table (add `damage`: a whole number from 1 to 20 - wounds a hit takes)
f:1:1: `name` is missing at the top level (add `name`: text)";
    let problems = check(&shape, &node).unwrap_err();
    assert_eq!(problems.to_string(), expected);
    assert_eq!(problems.0[0].path, "units[1]");
    assert_eq!(problems.0[1].path, "t.x");
}

#[test]
fn a_misspelt_needed_key_is_one_problem() {
    let node = read_json(r#"{"damge": 3, "points": 1}"#).unwrap();
    let expected = "at damge: unknown key `damge` (did you mean `damage`?)";
    assert_eq!(check(&weapon(), &node).unwrap_err().to_string(), expected);
}

#[test]
fn null_counts_as_absent() {
    let node = read_json(r#"{"damage": 3, "points": 1, "reach": null}"#).unwrap();
    assert!(check(&weapon(), &node).is_ok());
    let node = read_json(r#"{"damage": 3, "points": null, "tags": [null]}"#).unwrap();
    let expected = "\
at tags[0]: expected text, found nothing
`points` is missing at the top level (add `points`: a whole number from 1 to 250)";
    assert_eq!(check(&weapon(), &node).unwrap_err().to_string(), expected);
}

#[test]
fn open_tables_check_the_rest() {
    let shape = Shape::open_table(vec![Field::needed("a", Shape::text())], Shape::int(..));
    assert!(check(&shape, &read_json(r#"{"a": "x", "b": 1}"#).unwrap()).is_ok());
    let node = read_json(r#"{"a": "x", "b": "y"}"#).unwrap();
    let expected = "at b: expected a whole number, found text";
    assert_eq!(check(&shape, &node).unwrap_err().to_string(), expected);
    let none = Shape::table(vec![]);
    let expected = "at a: unknown key `a` (no keys are expected in this table)\nat b: unknown key `b` (no keys are expected in this table)";
    assert_eq!(check(&none, &node).unwrap_err().to_string(), expected);
    let expected = "expected a table, found a list";
    assert_eq!(
        check(&none, &Node::list([])).unwrap_err().to_string(),
        expected
    );
}

#[test]
fn a_flood_of_problems_stays_quick() {
    let many = Node::list((0..50_000).map(|_| Node::text("x")));
    let problems = check(&Shape::list(Shape::int(..)), &many).unwrap_err();
    assert_eq!(problems.len(), 50_000);
    assert_eq!(problems.0[49_999].path, "[49999]");
}
