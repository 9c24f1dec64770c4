//! Bad rules files: every mistake is shown with file, line, column and what was expected; and good override files.

use crate::bad_input::refused;
use crate::helpers::{answer, ask, number};
use fairfight::document::Problems;
use fairfight::query::Library;
use serde_json::json;
use std::path::PathBuf;
use tempfile::TempDir;

/// Rules files in a folder of their own.
pub struct Folder(TempDir);

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        for (name, text) in files {
            std::fs::write(folder.path(name), text).expect("a file");
        }
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn name(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn problems(&self, name: &str) -> Problems {
        match Library::new().book(&self.name(name), None) {
            Ok(_) => panic!("{name} is good"),
            Err(problems) => problems,
        }
    }
}

/// Checks that a file has exactly these problems: (file, line, column, words of the message or help).
#[track_caller]
fn wrong(folder: &Folder, name: &str, expected: &[(&str, usize, usize, &[&str])]) {
    let problems = folder.problems(name);
    let text = problems.to_string();
    assert_eq!(problems.len(), expected.len(), "{text}");
    for (file, line, column, words) in expected {
        let place = format!("{}:{line}:{column}: ", folder.name(file));
        let found = text.lines().any(|shown| {
            shown.starts_with(&place) && words.iter().all(|word| shown.contains(word))
        });
        assert!(found, "nothing at {place} with {words:?} in\n{text}");
    }
    // The same as rustc shows it, and as a query is answered.
    let rendered = problems.render(false);
    let query = json!({"rules": folder.name(name), "ask": "cost", "a": "knight"});
    let got = ask(&query);
    assert_eq!(got["ok"], json!(false));
    let (file, line, column, _) = expected[0];
    let arrow = format!("--> {}:{line}:{column}", folder.name(file));
    assert!(rendered.contains(&arrow), "{rendered}");
    let one = [got["error"].clone()];
    let errors = got["errors"].as_array().map_or(&one[..], Vec::as_slice);
    assert!(
        errors
            .iter()
            .any(|error| error["file"] == json!(folder.name(file))
                && error["line"] == json!(line)
                && error["column"] == json!(column)),
        "{got}"
    );
}

/// Checks a file that extends the built-in rules: its first line is `extends`.
#[track_caller]
fn wrong_override(text: &str, expected: &[(usize, usize, &[&str])]) {
    let text = format!("extends = \"allesfezs\"\n{text}");
    let folder = Folder::new(&[("my.toml", &text)]);
    let expected: Vec<(&str, usize, usize, &[&str])> = expected
        .iter()
        .map(|(line, column, words)| ("my.toml", *line, *column, *words))
        .collect();
    wrong(&folder, "my.toml", &expected);
}

#[test]
fn an_unknown_weapon_in_a_named_build() {
    wrong_override(
        "[builds.hero]\nmot = 12\nphy = 12\nwil = 12\nweapons = [\"club\", \"sowrd\"]\n",
        &[(6, 20, &["sowrd", "`sword`"])],
    );
}

#[test]
fn misspelt_keys_and_toggles_in_a_file() {
    wrong_override(
        "[weapons]\nsword = { damgae = 13 }\n",
        &[(3, 11, &["damgae", "`damage`"])],
    );
    wrong_override("[weapnos]\n", &[(2, 2, &["weapnos", "`weapons`"])]);
    wrong_override(
        "[toggles]\ntise = \"active\"\n",
        &[(3, 1, &["tise", "`ties`"])],
    );
    wrong_override(
        "[toggles]\nties = \"activ\"\n",
        &[(3, 8, &["activ", "`active`"])],
    );
    wrong_override(
        "toggles.cap = \"many\"\n",
        &[(2, 15, &["a whole number", "found text"])],
    );
}

#[test]
fn wrong_types_in_a_file() {
    wrong_override(
        "[combat]\naim = \"two\"\n",
        &[(3, 7, &["a whole number", "found text"])],
    );
    wrong_override(
        "weapons = 3\n",
        &[(2, 11, &["a table", "found a whole number"])],
    );
    wrong_override(
        "[builds.hero]\nmot = 12\nphy = 12\nwil = 12\nweapons = \"sword\"\n",
        &[(6, 11, &["a list", "found text"])],
    );
    wrong_override(
        "[weapons]\nsword = { damage = \"much\" }\n",
        &[(3, 20, &["much", "20 - phy"])],
    );
}

#[test]
fn names_in_a_file_that_nothing_has() {
    wrong_override(
        "[weapons]\nsword = { class = \"osh\" }\n",
        &[(3, 19, &["osh", "`ohs`"])],
    );
    wrong_override(
        "[weapons]\nsword = { range = \"qc\" }\n",
        &[(3, 19, &["qc"])],
    );
    wrong_override(
        "[weapons]\nsword = { type = \"slahs\" }\n",
        &[(3, 18, &["slahs", "`slash`"])],
    );
    wrong_override(
        "[weapons]\nsword = { attacks = \"standart\" }\n",
        &[(3, 21, &["standart", "standard"])],
    );
    wrong_override(
        "[armours]\nmetal = { slsh = 4 }\n",
        &[(3, 18, &["slsh", "`slash`"])],
    );
}

#[test]
fn an_empty_file_and_one_of_no_system() {
    let folder = Folder::new(&[
        ("empty.toml", ""),
        ("comment.toml", "# nothing\n"),
        ("nameless.toml", "title = \"Mine\"\n"),
        ("unknown.toml", "format = 1\nsystem = \"alesfezs\"\n"),
        ("number.toml", "system = 3\n"),
    ]);
    wrong(
        &folder,
        "empty.toml",
        &[("empty.toml", 1, 1, &["empty", "extends"])],
    );
    wrong(
        &folder,
        "comment.toml",
        &[("comment.toml", 1, 1, &["empty"])],
    );
    wrong(
        &folder,
        "nameless.toml",
        &[("nameless.toml", 1, 1, &["`system` is missing"])],
    );
    wrong(
        &folder,
        "unknown.toml",
        &[("unknown.toml", 2, 10, &["alesfezs", "`allesfezs`"])],
    );
    wrong(
        &folder,
        "number.toml",
        &[("number.toml", 1, 10, &["found a whole number"])],
    );
}

#[test]
fn files_that_extend_each_other() {
    let folder = Folder::new(&[
        ("self.toml", "extends = \"self.toml\"\n"),
        ("one.toml", "# first\nextends = \"two.toml\"\n"),
        ("two.toml", "extends = \"one.toml\"\n"),
        ("lost.toml", "\n  extends = \"nowhere.toml\"\n"),
        ("typo.toml", "extends = \"allesfez\"\n"),
        ("number.toml", "extends = 3\n"),
        ("outer.toml", "extends = \"inner.toml\"\n"),
        (
            "inner.toml",
            "extends = \"allesfezs\"\n[toggles]\ntise = \"active\"\n",
        ),
    ]);
    wrong(
        &folder,
        "self.toml",
        &[("self.toml", 1, 11, &["extends itself"])],
    );
    wrong(
        &folder,
        "one.toml",
        &[("two.toml", 1, 11, &["extends itself"])],
    );
    wrong(
        &folder,
        "lost.toml",
        &[("lost.toml", 2, 13, &["cannot read", "nowhere.toml"])],
    );
    wrong(
        &folder,
        "typo.toml",
        &[("typo.toml", 1, 11, &["`allesfezs`"])],
    );
    wrong(
        &folder,
        "number.toml",
        &[("number.toml", 1, 11, &["found a whole number"])],
    );
    // A mistake in the base is shown in the base.
    wrong(&folder, "outer.toml", &[("inner.toml", 3, 1, &["`ties`"])]);
    // A file that is not there has no line; the query says which key named it.
    let missing = json!({"rules": folder.name("none.toml"), "ask": "cost", "a": "knight"});
    refused(&missing, "rules", &["cannot read", "none.toml"]);
}

#[test]
fn rows_that_lack_a_column() {
    wrong_override(
        "[aptitudes]\nrows = [\n  { bonus = 0, name = \"No\", standard = 1, quick = 2, cost = 0 },\n  { bonus = 2, name = \"Some\", standard = 1, quick = 2 },\n]\n",
        &[(5, 3, &["`cost` is missing"])],
    );
    wrong_override(
        "[prices]\narmour = [\n  { from = 1, slash = 1, crush = 1, pierce = 1, bullet = 1, ap = 1, laser = 1 },\n]\n",
        &[(4, 3, &["`plasma` is missing"])],
    );
    wrong_override(
        "[derived]\nmov.strict = [{ phy = 1 }]\n",
        &[(3, 15, &["`mov` is missing"])],
    );
    wrong_override(
        "[weapons]\nlance = { name = \"Lance\", class = \"lance\", damage = 14 }\n",
        &[(3, 9, &["`type` is missing"])],
    );
}

#[test]
fn what_is_not_toml() {
    wrong_override("[weapons\nsword = 3\n", &[(2, 9, &["not closed", "`]`"])]);
    wrong_override("a = 1\na = 2\n", &[(3, 1, &["a"])]);
}

#[test]
fn all_mistakes_of_a_file_at_once() {
    wrong_override(
        "\n[toggles]\ntise = \"active\"\n\n[combat]\naim = \"two\"\n\n[weapons]\nsword = { damgae = 13 }\n\n[armours.mail]\nname = \"Mail\"\n",
        &[
            (4, 1, &["`ties`"]),
            (7, 7, &["found text"]),
            (10, 11, &["`damage`"]),
            (12, 1, &["`base` is missing"]),
        ],
    );
    // Four of meaning.
    wrong_override(
        "[weapons]\nsword = { class = \"osh\" }\nclub = { type = \"crsh\" }\n[builds.hero]\nmot = 12\nphy = 12\nwil = 12\nweapons = [\"sowrd\"]\narmour = \"lether\"\n",
        &[
            (3, 19, &["`ohs`"]),
            (4, 17, &["`crush`"]),
            (9, 12, &["`sword`"]),
            (10, 10, &["`leather`"]),
        ],
    );
}

#[test]
fn all_mistakes_of_a_file_at_once_of_both_kinds() {
    wrong_override(
        "[toggles]\ntise = \"active\"\n[builds.hero]\nmot = 12\nphy = 12\nwil = 12\nweapons = [\"sowrd\"]\n",
        &[(3, 1, &["`ties`"]), (8, 12, &["`sword`"])],
    );
}

#[test]
fn an_override_changes_one_cell() {
    let folder = Folder::new(&[
        (
            "my.toml",
            "extends = \"allesfezs\"\n[weapons]\nsword = { damage = 15 }\n",
        ),
        (
            "again.toml",
            "extends = \"my.toml\"\n[combat]\ncritical_bonus = 2\n",
        ),
    ]);
    let odds = |rules: &str| {
        let a = json!({"mot": 13, "phy": 13, "wil": 13, "weapons": ["sword"]});
        answer(&json!({"rules": rules, "ask": "attack", "a": a, "b": a, "gap": 0}))
    };
    for (rules, plain, crit) in [
        ("allesfezs".to_owned(), 0.6, 0.85),
        (folder.name("my.toml"), 0.75, 1.0),
        (folder.name("again.toml"), 0.75, 0.85),
    ] {
        let got = odds(&rules);
        assert_eq!(
            (number(&got, "loss_plain"), number(&got, "loss_crit")),
            (plain, crit),
            "{rules}"
        );
        // What is not overridden stays: the class, and so the target value.
        assert_eq!(got["target"], json!(13));
    }
}

#[test]
fn new_weapons_armours_and_builds_can_be_fought_with() {
    let folder = Folder::new(&[(
        "my.toml",
        r#"extends = "allesfezs"

[weapons.lance]
name = "Lance"
points = 14
range = "cq"
attacks = "manual 1"
class = "lance"
damage = 16
type = "pierce"

[armours.mail]
name = "Mail"
points = 9
base = 4
pierce = 6

[builds.lancer]
name = "Lancer"
mot = 12
phy = 12
wil = 12
aptitudes = { lance = 6 }
weapons = ["lance"]
armour = "mail"
"#,
    )]);
    let rules = folder.name("my.toml");
    // One die at 6, pierce 16 against 6: 10/20, critical 15/20.
    let got =
        answer(&json!({"rules": rules, "ask": "attack", "a": "lancer", "b": "lancer", "gap": 0}));
    assert_eq!((&got["dice"], &got["target"]), (&json!(1), &json!(6)));
    let expected = (14.0 * 0.5 + 0.75) / 20.0;
    assert!((number(&got, "kill_defender") - expected).abs() < 1e-12);
    // 3 * 16 + 18 + 14 + 9.
    let got = answer(&json!({"rules": rules, "ask": "cost", "a": "lancer"}));
    assert_eq!(number(&got, "points"), 89.0);
    let got = answer(&json!({"rules": rules, "ask": "duel", "a": "lancer", "b": "knight"}));
    assert!(number(&got, "win_a") > 0.0);
    assert_eq!(got["points_a"], json!(89.0));
}
