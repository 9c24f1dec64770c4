//! `check` and `compare` as a maintainer meets them: verdicts, causes, formats, exit codes.

use crate::scenario::Place;
use serde_json::Value;

/// Who has a sword, and who has not.
const MELEE: &str = "builds = [\"clubman\", \"hoplite\", \"legionary\", \"huscarl\", \"knight\"]\n[situations]\ngap = 0\n";
const SWORD: &str = "extends = \"allesfezs\"\n\n[weapons.sword]\ndamage = 13\n";

/// A folder with a scenario, its baseline, and a sword that is sharper.
fn blessed(scenario: &str, more: &[&str]) -> Place {
    let place = Place::new(scenario);
    place.write("sword.toml", SWORD);
    place.good(&[&["check", "s.toml", "--bless", "--quiet"], more].concat());
    place
}

/// Exit code and standard output.
fn run(place: &Place, words: &[&str]) -> (i32, String) {
    let output = place.output(words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{words:?}\n{said}");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    (
        output.status.code().expect("a code"),
        format!("{out}{said}"),
    )
}

fn json(place: &Place, words: &[&str]) -> (i32, Value) {
    let (code, out) = run(place, &[words, &["--json", "--quiet"]].concat());
    (code, serde_json::from_str(&out).expect(&out))
}

fn count(report: &Value, key: &str) -> u64 {
    report["counts"][key].as_u64().expect(key)
}

#[test]
fn nothing_changed() {
    let place = blessed(MELEE, &[]);
    let (code, out) = run(&place, &["check", "s.toml"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("s: nothing changed in 10 match-ups"), "{out}");
    // Without a name: every baseline there is.
    let (code, again) = run(&place, &["check"]);
    assert_eq!((code, again), (0, out));
}

#[test]
fn blessing_twice_changes_no_byte() {
    let place = blessed(MELEE, &[]);
    let read = || {
        ["baseline.json", "matchups.csv", "rules.toml"]
            .map(|name| std::fs::read(place.path("reports/baselines/s").join(name)).expect(name))
    };
    let before = read();
    let out = place.good(&["check", "s.toml", "--bless", "--threads", "1"]);
    assert!(out.contains("blessed: 10 match-ups"), "{out}");
    assert_eq!(read(), before);
}

#[test]
fn a_sharper_sword_is_seen_and_named() {
    let place = blessed(MELEE, &[]);
    let words = ["check", "s.toml", "--rules", "sword.toml"];
    let (code, out) = run(&place, &words);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("Changed: weapons.sword.damage 12 -> 13 (sword.toml:4:10)"),
        "{out}"
    );
    assert!(out.contains("builds with sword: up;"), "{out}");
    let (code, report) = json(&place, &words);
    assert_eq!(code, 1);
    assert_eq!(report["ok"], false);
    assert_eq!(count(&report, "tested"), 10);
    assert_eq!(count(&report, "exact"), 10);
    let (changed, same) = (count(&report, "changed"), count(&report, "same"));
    assert!(changed >= 3 && changed + same == 10, "{report:#}");
    // Every verdict follows from its two figures, which are those of `duel`.
    for row in report["matchups"].as_array().unwrap() {
        let number = |key: &str| row[key].as_f64().unwrap();
        let moved = number("score_now") - number("score_before");
        assert!((moved - number("moved")).abs() < 1e-8, "{row}");
        let verdict = if moved.abs() > 0.01 {
            "changed"
        } else {
            "same"
        };
        assert_eq!(row["verdict"], verdict, "{row}");
        let swords =
            ["a", "b"].map(|side| ["legionary", "knight"].contains(&row[side].as_str().unwrap()));
        assert_eq!(swords.contains(&true), number("moved") != 0.0, "{row}");
    }
    // The same rules under another name are the same.
    place.write(
        "copy.toml",
        "extends = \"allesfezs\"\n[weapons.sword]\ndamage = 12\n",
    );
    assert_eq!(
        run(&place, &["check", "s.toml", "--rules", "copy.toml"]).0,
        0
    );
}

#[test]
fn every_format_says_the_same() {
    let place = blessed(MELEE, &[]);
    let words = [
        "check",
        "s.toml",
        "--rules",
        "sword.toml",
        "--annotate",
        "--markdown",
        "out/c.md",
        "--junit",
        "out/j.xml",
        "--json-file",
        "out/c.json",
    ];
    let (code, out) = run(&place, &words);
    assert_eq!(code, 1, "{out}");
    let read = |name: &str| std::fs::read_to_string(place.path(name)).expect(name);
    let report: Value = serde_json::from_str(&read("out/c.json")).unwrap();
    let changed = count(&report, "changed");
    let junit = read("out/j.xml");
    assert!(
        junit.contains(&format!(
            "tests=\"10\" failures=\"{changed}\" errors=\"0\" skipped=\"0\""
        )),
        "{junit}"
    );
    assert_eq!(junit.matches("<failure ").count() as u64, changed);
    assert_eq!(junit.matches("<testcase ").count(), 10);
    let markdown = read("out/c.md");
    assert!(
        markdown.starts_with("### fairfight: match-ups changed\n"),
        "{markdown}"
    );
    assert!(
        markdown.contains("`weapons.sword.damage 12 -> 13` in `sword.toml:4:10`"),
        "{markdown}"
    );
    assert_eq!(markdown.matches("| exact |").count() as u64, changed);
    assert!(
        out.contains(
            "::error file=sword.toml,line=4,col=10,title=s%3A weapons.sword.damage 12 -> 13::s: "
        ),
        "{out}"
    );
    for (format, start) in [
        ("markdown", "### fairfight"),
        ("junit", "<?xml"),
        ("json", "{\"fairfight\""),
        ("github", "::error"),
    ] {
        let (code, out) = run(
            &place,
            &[
                "check",
                "s.toml",
                "--set",
                "weapons.sword.damage=13",
                "-q",
                "--format",
                format,
            ],
        );
        assert!(code == 1 && out.starts_with(start), "{format}: {out}");
    }
}

#[test]
fn what_is_sampled_is_told_from_what_is_not() {
    let sampled = ["--method", "sampled", "--trials", "5000"];
    let place = blessed(MELEE, &sampled);
    let with = |words: &[&'static str]| [&["check", "s.toml"], words, &sampled].concat();
    let (code, report) = json(&place, &with(&[]));
    assert_eq!((code, count(&report, "same")), (0, 10), "{report:#}");
    // Another seed: other fights of the same rules.
    let (code, report) = json(&place, &with(&["--seed", "9"]));
    assert_eq!((code, count(&report, "same")), (0, 10), "{report:#}");
    let words = with(&["--rules", "sword.toml"]);
    let (code, report) = json(&place, &words);
    assert_eq!(code, 1, "{report:#}");
    let exact = blessed(MELEE, &[]);
    let (_, truth) = json(&exact, &["check", "s.toml", "--rules", "sword.toml"]);
    let rows = |report: &Value| report["matchups"].as_array().unwrap().clone();
    for (found, truth) in rows(&report).iter().zip(rows(&truth)) {
        assert_eq!(found["method"], "sampled");
        let moved = truth["moved"].as_f64().unwrap();
        let ends = &found["moved_interval"];
        let (low, high) = (ends[0].as_f64().unwrap(), ends[1].as_f64().unwrap());
        assert!((low..=high).contains(&moved), "{found}\n{truth}");
        if found["verdict"] != "undecided" {
            assert_eq!(found["verdict"], truth["verdict"], "{found}\n{truth}");
        }
    }
    // The same bytes with any number of threads.
    let one = run(
        &place,
        &[&words[..], &["--threads", "1", "--format", "json"]].concat(),
    );
    let three = run(
        &place,
        &[&words[..], &["--threads", "3", "--format", "json"]].concat(),
    );
    assert_eq!(one, three);
    // A baseline of the one kind, a check of the other.
    let (code, report) = json(&place, &["check", "s.toml", "--method", "exact"]);
    assert_eq!((code, count(&report, "same")), (0, 10), "{report:#}");
    let (code, report) = json(&exact, &["check", "s.toml", "--method", "sampled"]);
    assert_eq!((code, count(&report, "changed")), (0, 0), "{report:#}");
    let (code, _) = json(
        &exact,
        &[
            "check",
            "s.toml",
            "--method",
            "sampled",
            "--rules",
            "sword.toml",
        ],
    );
    assert_eq!(code, 1);
}

#[test]
fn undecided_is_no_alarm_unless_strict() {
    let few = [
        "--method",
        "sampled",
        "--trials",
        "500",
        "--budget",
        "50",
        "--dice",
        "independent",
    ];
    let place = blessed(MELEE, &few);
    let (code, report) = json(&place, &[&["check", "s.toml"], &few[..]].concat());
    assert_eq!((code, count(&report, "undecided")), (0, 10), "{report:#}");
    let (code, junit) = run(
        &place,
        &[&["check", "s.toml", "-q", "--format", "junit"], &few[..]].concat(),
    );
    assert!(
        code == 0 && junit.contains("failures=\"0\" errors=\"0\" skipped=\"10\""),
        "{junit}"
    );
    let (code, out) = run(
        &place,
        &[&["check", "s.toml", "--strict"], &few[..]].concat(),
    );
    assert!(code == 1 && out.contains("10 undecided"), "{out}");
}

/// 0 %, 100 %, nothing but draws, and a single match-up: exact and sampled.
#[test]
fn the_edges_have_right_verdicts() {
    let sure = "[lists.a.own]\nchild = { mot = 17, phy = 17, wil = 17, weapons = [] }\n\
        [lists.b]\nbuilds = [\"super_soldier\"]\n[pairing]\nkind = \"cross\"\na = \"a\"\nb = \"b\"\n[situations]\ngap = 0\ninitiative = \"b\"\n";
    let draws = "builds = [\"clubman\", \"levy\"]\n[situations]\ngap = 90\ncap = 1\n";
    for scenario in [sure, draws] {
        for method in ["exact", "sampled"] {
            let place = blessed(scenario, &["--method", method, "--trials", "2000"]);
            let words = ["check", "s.toml", "--method", method, "--trials", "2000"];
            for more in [
                &["--seed", "5"][..],
                &["--dice", "independent", "--seed", "5"],
                &["--set", "ties=cancel"],
            ] {
                let (code, report) = json(&place, &[&words, more].concat());
                assert_eq!(
                    (code, count(&report, "same")),
                    (0, 1),
                    "{method} {more:?} {report:#}"
                );
            }
        }
    }
    // From all draws to none, and from nothing to everything.
    let place = blessed(draws, &["--method", "sampled", "--trials", "2000"]);
    place.write("s.toml", "builds = [\"clubman\", \"levy\"]\n[situations]\ngap = 90\ncap = 1\n[sampling]\nmethod = \"sampled\"\n");
    let (code, report) = json(&place, &["check", "s.toml", "--set", "cap=50"]);
    assert_eq!(
        (code, count(&report, "tested")),
        (0, 1),
        "the situation's own cap counts: {report:#}"
    );
    let place = blessed(sure, &["--method", "sampled", "--trials", "2000"]);
    let child = "child = { mot = 2, phy = 2, wil = 2, str = 9, aptitudes = { ohs = 10 }, weapons = [\"sword\"], armour = \"full_plate\" }";
    place.write(
        "s.toml",
        &sure.replace(
            "child = { mot = 17, phy = 17, wil = 17, weapons = [] }",
            child,
        ),
    );
    let (code, report) = json(&place, &["check", "s.toml", "--method", "sampled"]);
    assert_eq!((code, count(&report, "changed")), (1, 1), "{report:#}");
    let row = &report["matchups"][0];
    assert!(row["score_before"].as_f64().unwrap() < 0.01, "{row}");
    assert!(row["score_now"].as_f64().unwrap() > 0.5, "{row}");
    assert!(
        report["changes"][0]["path"]
            .as_str()
            .unwrap()
            .contains("lists.a.own.child"),
        "{report:#}"
    );
}

#[test]
fn other_rules_that_move_nothing_say_so() {
    let place = blessed(MELEE, &[]);
    let (code, out) = run(
        &place,
        &["check", "s.toml", "--set", "weapons.musket.damage=20"],
    );
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("The rules changed, but no match-up moved."),
        "{out}"
    );
    let (code, out) = run(
        &place,
        &[
            "check",
            "s.toml",
            "--set",
            "weapons.musket.damage=20",
            "-q",
            "--format",
            "github",
        ],
    );
    assert!(code == 0 && out.starts_with("::notice "), "{out}");
}

#[test]
fn other_axes_name_what_is_new_and_what_vanished() {
    let place = blessed(MELEE, &[]);
    place.write("s.toml", &MELEE.replace("\"clubman\"", "\"duellist\""));
    let (code, report) = json(&place, &["check", "s.toml"]);
    assert_eq!(code, 1);
    let counts = ["tested", "changed", "new", "vanished"].map(|key| count(&report, key));
    assert_eq!(counts, [6, 0, 4, 4], "{report:#}");
    let named = |key: &str, name: &str| {
        let titles = report[key].as_array().unwrap();
        assert!(
            titles
                .iter()
                .all(|title| title.as_str().unwrap().contains(name)),
            "{titles:?}"
        );
    };
    named("new", "duellist");
    named("vanished", "clubman");
    let (_, out) = run(&place, &["check", "s.toml"]);
    assert!(out.contains("Vanished: clubman v hoplite"), "{out}");
    // A new key in the situation's words is no other situation.
    place.write("s.toml", &MELEE.replace("gap = 0", "gap = [0, 8]"));
    let (code, report) = json(&place, &["check", "s.toml"]);
    let counts = ["tested", "new", "vanished"].map(|key| count(&report, key));
    assert_eq!((code, counts), (1, [10, 10, 0]), "{report:#}");
    // What the rules add in words does not make it another match-up.
    place.write("s.toml", MELEE);
    let (code, report) = json(&place, &["check", "s.toml", "--set", "cap=49"]);
    let counts = ["tested", "new", "vanished"].map(|key| count(&report, key));
    assert_eq!((code, counts), (0, [10, 0, 0]), "{report:#}");
    place.write("s.toml", "builds = [\"levy\", \"ogre\"]\n");
    let (code, out) = run(&place, &["check", "s.toml"]);
    assert!(
        code == 1 && out.contains("No match-up of the baseline is left"),
        "{out}"
    );
}

#[test]
fn a_grid_of_ten_thousand() {
    let list = |name: &str, weapon: &str| {
        format!(
            "[lists.{name}]\nkeys = {{ phy = 13, wil = 14, weapons = [\"{weapon}\"] }}\n\
             axes = {{ mot = [10, 11, 12, 13, 14], armour = [\"none\", \"leather\", \"metal\", \"full_plate\"], aptitudes.ohs = [0, 2, 4, 6, 8] }}\n"
        )
    };
    let text = format!(
        "{}{}[pairing]\nkind = \"cross\"\na = \"a\"\nb = \"b\"\n[situations]\ngap = 0\n",
        list("a", "sword").replace(
            "axes",
            "name = \"sword {mot} {armour} {aptitudes.ohs}\"\naxes"
        ),
        list("b", "club").replace(
            "axes",
            "name = \"club {mot} {armour} {aptitudes.ohs}\"\naxes"
        ),
    );
    let place = blessed(&text, &[]);
    let (code, report) = json(&place, &["check", "s.toml"]);
    assert_eq!((code, count(&report, "same")), (0, 10_000));
    let (code, report) = json(&place, &["check", "s.toml", "--rules", "sword.toml"]);
    assert_eq!(code, 1);
    assert!(count(&report, "changed") > 5_000);
    assert!(
        report["groups"][0]["share"]
            .as_str()
            .unwrap()
            .starts_with("builds with sword"),
        "{:#}",
        report["groups"]
    );
    let (_, markdown) = run(
        &place,
        &[
            "check",
            "s.toml",
            "--rules",
            "sword.toml",
            "-q",
            "--format",
            "markdown",
        ],
    );
    assert!(
        markdown.len() < 65_536,
        "a comment holds no more: {}",
        markdown.len()
    );
    // Sampled, nothing changed, and one cell that is far off.
    let sampled = ["--method", "sampled", "--trials", "40"];
    place.good(&[&["check", "s.toml", "--bless", "-q"], &sampled[..]].concat());
    let (code, report) = json(&place, &[&["check", "s.toml"], &sampled[..]].concat());
    assert_eq!((code, count(&report, "same")), (0, 10_000));
}

#[test]
fn expected_changes_are_no_alarm() {
    let place = blessed(MELEE, &[]);
    let words = [
        "check",
        "s.toml",
        "--rules",
        "sword.toml",
        "--expect",
        "e.toml",
    ];
    let expect = |text: &str| {
        place.write("e.toml", text);
        run(&place, &words)
    };
    let (code, out) =
        expect("[[change]]\nwith = \"sword\"\ndirection = \"up\"\npoints = [1, 10]\n");
    assert!(
        code == 0 && out.contains("Exactly the expected changes happened."),
        "{out}"
    );
    let (code, out) = expect("[[change]]\nbuild = \"knight\"\ndirection = \"up\"\n");
    assert!(
        code == 1 && out.contains("Not expected: ") && out.contains("legionary"),
        "{out}"
    );
    let (code, out) =
        expect("[[change]]\nmatchup = \"*\"\n[[change]]\nwith = \"sword\"\ndirection = \"down\"\n");
    assert!(code == 1 && out.contains("Expected, but missing: e.toml:3: with sword, down: at least 1 match-up expected, 0 found"), "{out}");
    let (code, out) = expect("[[change]]\nmatchup = \"*\"\nmatchups = 99\n");
    assert!(code == 1 && out.contains("99 match-ups expected"), "{out}");
    let (code, out) = expect("[[change]]\nwiht = \"sword\"\n");
    assert!(
        code == 2 && out.contains("e.toml:2:1") && out.contains("did you mean `with`?"),
        "{out}"
    );
    // Without the change, what was expected is missing.
    place.write("e.toml", "[[change]]\nwith = \"sword\"\n");
    assert_eq!(run(&place, &["check", "s.toml", "--expect", "e.toml"]).0, 1);
    assert_eq!(
        run(&place, &["check", "s.toml", "--expect", "none.toml"]).0,
        2
    );
    // New and vanished ones, too.
    place.write("s.toml", &MELEE.replace("\"clubman\", ", ""));
    place.write(
        "e.toml",
        "[[change]]\nbuild = \"clubman\"\nkind = \"vanished\"\nmatchups = 4\n",
    );
    assert_eq!(run(&place, &["check", "s.toml"]).0, 1);
    let (code, out) = run(&place, &["check", "s.toml", "--expect", "e.toml"]);
    assert_eq!(code, 0, "{out}");
    assert!(place.good(&["schema", "expect"]).contains("\"direction\""));
}

#[test]
fn rules_are_compared_without_a_baseline() {
    let place = Place::new(MELEE);
    place.write("sword.toml", SWORD);
    let same = json(
        &place,
        &[
            "compare",
            "s.toml",
            "--rules",
            "allesfezs",
            "--rules",
            "allesfezs",
        ],
    );
    assert_eq!((same.0, count(&same.1, "same")), (0, 10));
    let one = json(&place, &["compare", "s.toml", "--rules", "sword.toml"]);
    let two = json(
        &place,
        &[
            "compare",
            "s.toml",
            "--rules",
            "allesfezs",
            "--rules",
            "sword.toml",
        ],
    );
    let set = json(
        &place,
        &["compare", "s.toml", "--set", "weapons.sword.damage=13"],
    );
    for (code, report) in [&one, &two, &set] {
        assert_eq!(*code, 1);
        assert_eq!(report["matchups"], one.1["matchups"]);
    }
    // Back again: the same figures the other way round.
    let (_, back) = json(
        &place,
        &[
            "compare",
            "s.toml",
            "--rules",
            "sword.toml",
            "--rules",
            "allesfezs",
        ],
    );
    for (there, back) in one.1["matchups"]
        .as_array()
        .unwrap()
        .iter()
        .zip(back["matchups"].as_array().unwrap())
    {
        let sum = there["moved"].as_f64().unwrap() + back["moved"].as_f64().unwrap();
        assert!(sum.abs() < 1e-12, "{there} {back}");
    }
    let (code, report) = json(
        &place,
        &[
            "compare",
            "s.toml",
            "--old-set",
            "ties=active",
            "--set",
            "ties=reactor",
        ],
    );
    assert_eq!(code, 1, "{report:#}");
    assert_eq!(report["changes"][0]["path"], "toggles.ties");
    assert!(
        place
            .bad(&["compare", "s.toml"])
            .contains("nothing to compare")
    );
    let three = ["--rules", "allesfezs"].repeat(3);
    assert!(
        place
            .bad(&[&["compare", "s.toml"], &three[..]].concat())
            .contains("twice at most")
    );
    assert!(
        place
            .bad(&[
                "compare",
                "s.toml",
                "--rules",
                "allesfezs",
                "--rules",
                "oracle"
            ])
            .contains("error")
    );
    assert!(
        place
            .bad(&["compare", "s.toml", "--set", "tise=active"])
            .contains("did you mean `ties`?")
    );
    assert!(
        place
            .bad(&["check", "s.toml", "--tolerance", "7"])
            .contains("--tolerance")
    );
}

#[test]
fn rules_are_knocked_out() {
    let place = Place::new(
        "builds = [\"musketeer\", \"knight\", \"hoplite\", \"longbowman\"]\n[situations]\ngap = [0, 16]\n",
    );
    let knockout = |name: &str| json(&place, &["compare", "s.toml", "--knockout", name]);
    // A special rule of a weapon.
    let (code, report) = knockout("long_reload");
    assert_eq!(code, 1);
    for row in report["matchups"].as_array().unwrap() {
        let musket = row["matchup"].as_str().unwrap().contains("musketeer");
        assert!(musket || row["moved"].as_f64() == Some(0.0), "{row}");
    }
    // A flag of builds, and a toggle.
    let (code, report) = knockout("shield");
    assert_eq!(code, 1, "{report:#}");
    assert!(
        report["changes"][0]["path"]
            .as_str()
            .unwrap()
            .ends_with(".shield")
    );
    let (_, report) = knockout("crit_lowering");
    assert_eq!(report["changes"][0]["new"], "off");
    for (name, words) in [
        ("longreload", "did you mean `long_reload`?"),
        ("ties", "cannot be switched off"),
        ("crit_only_effects", "is off already"),
        ("damage", "the game cannot do without `damage`"),
    ] {
        let said = place.bad(&["compare", "s.toml", "--knockout", name]);
        assert!(said.contains(words) && said.lines().count() < 8, "{said}");
    }
    // Items, where they are named: upgrades of builds in another system.
    place.write(
        "s.toml",
        "rules = \"fighters\"\nbuilds = [\"swordsman\", \"longswordsman\"]\n",
    );
    let (code, report) = knockout("shield");
    assert_eq!(code, 1, "{report:#}");
    let (code, report) = knockout("protective");
    assert_eq!(
        (code, report["changes"].as_array().unwrap().len()),
        (1, 1),
        "{report:#}"
    );
}

#[test]
fn variants_are_kept_apart() {
    let scenario = "builds = [\"knight\", \"huscarl\", \"hoplite\"]\n[variants]\nold = { ties = \"both\" }\n\"new one\" = { ties = \"active\" }\n[situations]\ngap = 0\n";
    let place = blessed(scenario, &[]);
    let (code, report) = json(&place, &["check", "s.toml"]);
    assert_eq!((code, count(&report, "same")), (0, 6));
    place.write("s.toml", &scenario.replace("\"active\"", "\"cancel\""));
    let (code, report) = json(&place, &["check", "s.toml"]);
    assert_eq!(code, 1);
    assert_eq!(report["changes"].as_array().unwrap().len(), 1, "{report:#}");
    assert_eq!(report["changes"][0]["variant"], "new one");
    for row in report["matchups"].as_array().unwrap() {
        assert!(row["variant"] == "new one" || row["moved"] == 0.0, "{row}");
    }
}

/// Fight by fight is the same as block by block, in every system.
#[test]
fn single_scores_are_the_counted_fights() {
    use fairfight::query::Library;
    use fairfight::run::with_lab;
    use fairfight::scenario::{Plan, Scenario};
    use fairfight::umpire::Stream;
    for name in ["eras", "reach", "ogre", "aim-or-shoot", "arms", "approach"] {
        let scenario = Scenario::open(name).unwrap();
        let plan = Plan::new(&scenario, &mut Library::new()).unwrap();
        for matchup in plan.matchups(0..3) {
            let pairings = plan.meet(&matchup).unwrap();
            let pairing = &pairings[0];
            let stream = Stream::new(7, &pairing.pairing.label);
            let mut scores = vec![9; 3];
            let tally = with_lab(|lab| {
                pairing
                    .pairing
                    .fight
                    .scores(lab, stream, 100..400, &mut scores)
                    .unwrap();
                pairing.pairing.fight.sample(lab, stream, 100..400).unwrap()
            });
            let seen = |half: u8| scores.iter().filter(|score| **score == half).count() as u64;
            assert_eq!(scores.len(), 300, "{name}");
            assert_eq!(
                [seen(2), seen(0), seen(1)],
                [tally.wins[0], tally.wins[1], tally.draw()],
                "{name}"
            );
        }
    }
}
