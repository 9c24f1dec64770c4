//! Runs as a user meets them: figures that are right at the edges, files, errors, and folders that fail.

use crate::helpers::answer;
use crate::scenario::{Place, cell, rows};
use serde_json::json;

/// The rows of a run say what `duel` says.
#[test]
fn rows_are_duels() {
    let place = Place::new(
        "builds = [\"knight\", \"musketeer\", \"huscarl\"]\n[situations]\ngap = [0, 10]\n",
    );
    place.good(&["run", "s.toml"]);
    let found = rows(&place.results("reports/s").matchups);
    assert_eq!(found.len(), 6);
    for row in &found {
        let gap: i64 = row["situation"]
            .split([' ', ','])
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        let duel = answer(
            &json!({"rules": "allesfezs", "ask": "duel", "a": row["a"], "b": row["b"], "situation": {"gap": gap}}),
        );
        for (cells, key) in [
            ("win_rate_a", "win_a"),
            ("win_rate_b", "win_b"),
            ("draw_rate", "draw"),
            ("mean_rounds", "mean_rounds"),
            ("points_a", "points_a"),
            ("score_a", "score_a"),
        ] {
            assert!(
                (cell(row, cells) - duel[key].as_f64().unwrap()).abs() < 1e-9,
                "{cells} of {row:?}"
            );
        }
        assert_eq!(row["method"], "exact");
        assert_eq!(row["trials"], "0");
        assert_eq!(row["win_rate_lo"], row["win_rate_hi"]);
        assert!(
            (cell(row, "draw_cap") + cell(row, "draw_mutual") - cell(row, "draw_rate")).abs()
                < 1e-9
        );
        assert!(
            (cell(row, "residual") - (cell(row, "score_a") - cell(row, "expected_score"))).abs()
                < 2e-9
        );
    }
}

#[test]
fn the_first_columns_are_fixed() {
    let place = Place::new("builds = [\"knight\", \"levy\"]");
    place.good(&["run", "s.toml"]);
    let results = place.results("reports/s");
    let head = "matchup,system,a,b,situation,policy_a,policy_b,points_a,points_b,method,trials,wins_a,wins_b,draws,win_rate_a,win_rate_lo,win_rate_hi,score_a,mean_rounds";
    assert!(results.matchups.starts_with(head), "{}", results.matchups);
    assert!(results.builds.starts_with("build,"));
    for key in [
        "fairfight",
        "fingerprint",
        "settings",
        "matchups",
        "variants",
    ] {
        assert!(results.about.get(key).is_some(), "{key}");
    }
    assert_eq!(results.about["matchups"], json!(1), "a single match-up");
}

/// An average is the mean of its situations, exact or sampled.
#[test]
fn averages_are_means() {
    let text = "builds = [\"knight\", \"musketeer\"]\n[situations]\ngap = [0, 10, 30]\n";
    let apart = Place::new(text);
    let together = Place::new(&format!("{text}average = [\"gap\"]\n"));
    for method in ["exact", "sampled"] {
        for place in [&apart, &together] {
            place.good(&["run", "s.toml", "--method", method, "--trials", "3000"]);
        }
        let all = rows(&apart.results("reports/s").matchups);
        let one = rows(&together.results("reports/s").matchups);
        assert_eq!((all.len(), one.len()), (3, 1));
        if method == "exact" {
            for key in ["win_rate_a", "score_a", "mean_rounds", "draw_mutual"] {
                let mean = all.iter().map(|row| cell(row, key)).sum::<f64>() / 3.0;
                assert!((mean - cell(&one[0], key)).abs() < 2e-9, "{key}");
            }
        } else {
            assert_eq!(one[0]["trials"], "3000", "shared out among the situations");
        }
    }
}

/// 100 %, 0 %, nothing but draws: right figures, honest intervals, no NaN.
#[test]
fn extremes() {
    let text = r#"
[lists.x.own]
wall = { mot = 10, phy = 10, wil = 10, aptitudes = { ohs = 6 }, weapons = ["sword"], armour = { base = 60 } }
stick = { mot = 17, phy = 17, wil = 17, weapons = ["club"] }
[situations]
gap = 0
cap = 5000
"#;
    let place = Place::new(text);
    for method in ["exact", "sampled"] {
        place.good(&["run", "s.toml", "--method", method, "--trials", "2000"]);
        let results = place.results("reports/s");
        let row = &rows(&results.matchups)[0];
        assert!((cell(row, "win_rate_a") - 1.0).abs() < 1e-9, "{row:?}");
        assert_eq!(cell(row, "win_rate_hi"), 1.0);
        assert!(method == "exact" || cell(row, "win_rate_lo") < 1.0);
        assert!(!results.builds.contains("NaN") && !results.matchups.contains("NaN"));
        // Both win or lose everything, so no price is fair.
        let notes: Vec<String> = rows(&results.builds)
            .iter()
            .map(|b| b["fair_points_note"].clone())
            .collect();
        assert_eq!(notes.len(), 2);
    }
    let draws = Place::new(
        "builds = [\"levy\", \"clubman\", \"hoplite\"]\n[situations]\ngap = 5000\ncap = 2\n",
    );
    for method in ["exact", "sampled"] {
        draws.good(&["run", "s.toml", "--method", method, "--trials", "2000"]);
        let results = draws.results("reports/s");
        for row in rows(&results.matchups) {
            assert_eq!(cell(&row, "draw_cap"), 1.0, "{row:?}");
            assert_eq!(cell(&row, "score_a"), 0.5);
            assert_eq!(cell(&row, "win_rate_a"), 0.0);
            assert!(cell(&row, "score_lo") <= 0.5 && cell(&row, "score_hi") >= 0.5);
        }
        assert!(!results.builds.contains("NaN"));
    }
}

/// An illegal build fights and is named; with `legal` it is left out and counted; what the rules refuse is an error.
#[test]
fn illegal_builds() {
    let text = r#"
[lists.x]
builds = ["knight", "levy"]
own.overtrained = { mot = 17, phy = 13, wil = 13, aptitudes = { ohs = 10 }, weapons = ["sword"] }
"#;
    let place = Place::new(text);
    let said = place.good(&["run", "s.toml"]);
    assert!(
        said.contains("1 of 3 builds are not legal and fight all the same"),
        "{said}"
    );
    assert_eq!(rows(&place.results("reports/s").matchups).len(), 3);
    let legal = Place::new(&format!("{text}where = {{ legal = true }}\n"));
    let said = legal.good(&["run", "s.toml"]);
    assert!(
        said.contains("1 of 3 builds of `x` are left out: not legal"),
        "{said}"
    );
    assert_eq!(rows(&legal.results("reports/s").matchups).len(), 1);
    let refused = Place::new(&text.replace(
        "weapons = [\"sword\"]",
        "weapons = [\"longsword\"], shield = true",
    ));
    let said = refused.bad(&["run", "s.toml"]);
    assert!(
        said.contains("overtrained") && said.contains("where = { legal = true }"),
        "{said}"
    );
    assert!(!refused.path("reports").exists(), "nothing is half written");
}

#[test]
fn empty_grids_say_why() {
    let said = |text: &str| Place::new(text).bad(&["run", "s.toml"]);
    assert!(said("").contains("this scenario is empty"));
    assert!(said("title = \"x\"").contains("has no builds"));
    assert!(said("builds = []").contains("at least 1 item"));
    assert!(said("builds = [\"knight\"]").contains("a single build makes no pair"));
    let text = said("[lists.x]\nbuilds = [\"knight\", \"levy\"]\nwhere = { points = [1, 2] }");
    assert!(
        text.contains("no build is left to fight") && text.contains("outside the points"),
        "{text}"
    );
    let text = said("[lists.x]\nbuilds = [\"knight\", \"levy\"]\n[pairing]\nsame_group = true");
    assert!(text.contains("the 2 builds make no pair"), "{text}");
}

/// All slips of a file at once, each with its place and what was meant.
#[test]
fn slips_are_told_all_at_once() {
    let place = Place::new(
        r#"title = "x"
buidls = ["knight"]
[lists.x]
builds = ["knihgt", "levy"]
axes = { armour = ["lether"], weapn = ["sword"] }
[pairing]
kind = "al"
a = "y"
[situations]
gpa = 3
gap = [0, -5]
[sampling]
trials = 0
"#,
    );
    let said = place.bad(&["run", "s.toml"]);
    for part in [
        "s.toml:2:1",
        "`builds`",
        "s.toml:7:8",
        "\"all\"",
        "s.toml:13:10",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    let place = Place::new(
        r#"[lists.x]
builds = ["knihgt", "levy"]
axes = { weapn = ["sword"], armour = ["leather"] }
[pairing]
a = "y"
[situations]
gpa = 3
gap = [0, -5]
"#,
    );
    let said = place.bad(&["run", "s.toml"]);
    for part in [
        "s.toml:2:11",
        "did you mean `knight`?",
        "did you mean `weapons`?",
        "there is no list `y`",
        "s.toml:5:5",
        "did you mean `gap`?",
        "s.toml:7:1",
        "s.toml:8:11",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    // A slip in an axis is one slip, not one for every combination.
    let place = Place::new(
        "[lists.x]\nbuilds = [\"levy\", \"knight\"]\naxes = { armour = [\"lether\", \"metal\"], mot = [12, 13] }\n",
    );
    let said = place.bad(&["run", "s.toml"]);
    assert_eq!(said.matches("did you mean `leather`?").count(), 1, "{said}");
    assert!(said.contains("s.toml:3:20"), "{said}");
    assert!(
        place
            .bad(&["run", "s.toml", "--set", "tise=active"])
            .contains("did you mean"),
        "{said}"
    );
    assert!(place.bad(&["run", "nothing.toml"]).contains("nothing.toml"));
    assert!(place.bad(&["run", "era"]).contains("did you mean `eras`?"));
    let check = place.output(&["scenario", "check", "s.toml", "eras"]);
    assert_eq!(check.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&check.stdout).contains("eras: good, 66 match-ups of 12 builds")
    );
}

/// Slips that a grid makes easy: each told once, in its place.
#[test]
fn slips_of_grids() {
    let said = |text: &str| Place::new(text).bad(&["run", "s.toml"]);
    let list = "[lists.x]\nbuilds = [\"levy\", \"knight\"]\n";
    let text = said(&format!(
        "{list}axes = {{ weapon = [\"club\"], weapons = [[\"spear\"]] }}"
    ));
    assert!(text.contains("set the same key"), "{text}");
    let text = said(&format!("{list}where = {{ groups = [\"medival\"] }}"));
    assert!(
        text.contains("s.toml:3:21") && text.contains("did you mean `medieval`?"),
        "{text}"
    );
    let text = said(&format!("{list}where = {{ points = [150, 50] }}"));
    assert!(text.contains("no price lies between 150 and 50"), "{text}");
    let text = said(&format!(
        "{list}axes = {{ weapon = [\"longsword\"], shield = [true], mot = [10, 11, 12] }}"
    ));
    assert_eq!(
        text.matches("error").count(),
        1,
        "one fault of six builds is one error: {text}"
    );
    assert!(text.contains("6 builds of `x`, such as"), "{text}");
    assert!(said("builds = [\"knight\", \"levy\", \"knight\"]").contains("name it once"));
    assert!(
        said("[lists.x.own]\n\"a v b\" = { like = \"knight\" }\nc = { like = \"levy\" }")
            .contains("cannot be called")
    );
    assert!(
        said("[lists.x.own]\n\"\" = { like = \"knight\" }\nc = { like = \"levy\" }")
            .contains("cannot be called")
    );
    assert!(
        said("builds = [\"knight\", \"levy\"]\n[situations]\ngap = [0, 0, 8]\naverage = true")
            .contains("there twice")
    );
    // What `set` and variants break is told at their own key.
    let text =
        said("rules = \"allesfezs\"\nbuilds = [\"knight\", \"levy\"]\n[set]\ntise = \"active\"\n");
    assert!(text.contains("s.toml:4:8"), "{text}");
    let text =
        said("builds = [\"knight\", \"levy\"]\n[variants.new]\nweapons.sword.damage = \"x\"\n");
    assert!(text.contains("s.toml:3:24"), "{text}");
}

/// The interval of a build's residual is over its opponents: more situations with the same ones make it no surer.
#[test]
fn intervals_count_opponents() {
    let width = |text: &str| {
        let place = Place::new(&format!(
            "builds = [\"levy\", \"hoplite\", \"knight\", \"musketeer\", \"ogre\"]\n{text}"
        ));
        place.good(&["run", "s.toml", "--quiet"]);
        let builds = rows(&place.results("reports/s").builds);
        let knight = builds
            .iter()
            .find(|row| row["build"] == "knight")
            .expect("the knight")
            .clone();
        (
            cell(&knight, "residual"),
            cell(&knight, "residual_hi") - cell(&knight, "residual_lo"),
        )
    };
    let once = width("[situations]\ngap = 8\n");
    let both = width("[pairing]\nboth_sides = true\n[situations]\ngap = 8\n");
    assert!(
        (once.0 - both.0).abs() < 1e-8 && (once.1 - both.1).abs() < 1e-8,
        "{once:?} {both:?}"
    );
    let apart = width("[situations]\ngap = [0, 8, 16, 24]\n");
    let averaged = width("[situations]\ngap = [0, 8, 16, 24]\naverage = true\n");
    assert!(
        (apart.1 / averaged.1 - 1.0).abs() < 0.05,
        "{apart:?} {averaged:?}"
    );
}

/// A reference that is also in the list is judged by its own fights alone.
#[test]
fn references_learn_nothing() {
    let place = Place::new(
        "[lists.l]\nbuilds = [\"knight\", \"levy\", \"hoplite\"]\n[lists.r]\nbuilds = [\"knight\", \"levy\"]\n[pairing]\nkind = \"against\"\na = \"l\"\nb = \"r\"\n",
    );
    place.good(&["run", "s.toml", "--quiet"]);
    for row in rows(&place.results("reports/s").builds) {
        let expected = if row["build"] == "hoplite" { "2" } else { "1" };
        assert_eq!(row["matchups"], expected, "{row:?}");
    }
}

/// `--dry-run` tells the size and fights nothing; a huge grid wants a yes.
#[test]
fn size_is_told_before() {
    let place = Place::new("builds = \"all\"\n[situations]\ngap = [0, 4, 8]\n");
    let said = place.good(&["run", "s.toml", "--dry-run"]);
    assert!(
        said.contains("2583 match-ups: 42 builds, 3 situations"),
        "{said}"
    );
    assert!(
        said.contains("It takes about") && said.contains("... and 2575 more"),
        "{said}"
    );
    assert!(!place.path("reports").exists());
    let gaps: Vec<String> = (0..9_000).map(|gap| gap.to_string()).collect();
    let large = Place::new(&format!(
        "builds = \"all\"\n[pairing]\nboth_sides = true\n[situations]\ngap = [{}]\n",
        gaps.join(",")
    ));
    let said = large.bad(&["run", "s.toml"]);
    assert!(
        said.contains("has 15498000 match-ups, more than 10000000: --yes if that is meant"),
        "{said}"
    );
}

/// The binary alone in an empty folder, and every shipped scenario.
#[test]
fn shipped_scenarios_run_from_the_binary() {
    let place = Place::new("");
    place.good(&["run", "--quiet"]);
    assert_eq!(rows(&place.results("reports/eras").matchups).len(), 66);
    let list = place.good(&["scenario", "list", "--json"]);
    let list: serde_json::Value = serde_json::from_str(list.trim()).expect("JSON");
    let names: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["name"].as_str().unwrap())
        .collect();
    for name in [
        "eras",
        "melee",
        "firearms",
        "armour",
        "aptitudes",
        "variants",
        "first-turn",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    for name in &names {
        place.good(&["scenario", "check", name]);
        place.good(&["run", name, "--out", &format!("out/{name}"), "--quiet"]);
        let results = place.results(&format!("out/{name}"));
        assert!(!rows(&results.builds).is_empty(), "{name}");
        let exported = place.good(&["scenario", "export", name]);
        assert!(exported.starts_with('#'), "{name} says what it asks");
    }
}

/// Variants: the same builds and dice under other rules, a figure of its own each.
#[test]
fn variants_differ_by_their_rule_alone() {
    let place = Place::new(
        "builds = [\"knight\", \"huscarl\"]\n[variants]\nold = { ties = \"both\" }\nsame = { ties = \"both\" }\nnew = { ties = \"cancel\" }\n[situations]\ngap = 0\n[sampling]\nmethod = \"sampled\"\ntrials = 2000\n",
    );
    place.good(&["run", "s.toml"]);
    let found = rows(&place.results("reports/s").matchups);
    assert_eq!(found.len(), 3);
    assert_eq!(found[0]["wins_a"], found[1]["wins_a"], "the same dice");
    assert_ne!(found[0]["wins_a"], found[2]["wins_a"]);
    assert!(found[2]["matchup"].ends_with(" under new"));
    assert_eq!(rows(&place.results("reports/s").builds).len(), 6);
}

/// Rules files by a path from the scenario's folder, and changes from the command line.
#[test]
fn other_rules() {
    let place = Place::new(
        "rules = \"rules/mine.toml\"\nbuilds = [\"knight\", \"huscarl\"]\n[situations]\ngap = 0\n",
    );
    std::fs::create_dir(place.path("rules")).unwrap();
    place.write(
        "rules/mine.toml",
        "extends = \"allesfezs\"\n[weapons.sword]\ndamage = 20\n",
    );
    let win = |words: &[&str]| {
        place.good(words);
        cell(&rows(&place.results("reports/s").matchups)[0], "win_rate_a")
    };
    let mine = win(&["run", "s.toml"]);
    let plain = win(&["run", "s.toml", "--rules", "allesfezs"]);
    let set = win(&[
        "run",
        "s.toml",
        "--rules",
        "allesfezs",
        "--set",
        "weapons.sword.damage=20",
    ]);
    assert!(mine > plain + 0.01);
    assert_eq!(mine, set);
}

/// Folders that cannot be written to: exit 2, a clear word, and what was done is kept.
#[cfg(unix)]
#[test]
fn folders_that_fail() {
    let grid = "builds = \"all\"\n[sampling]\nmethod = \"sampled\"\ntrials = 2000\n";
    let place = Place::new(grid);
    place.write("file", "");
    let said = place.bad(&["run", "s.toml", "--out", "file/x"]);
    assert!(said.contains("cannot write to `file/x`"), "{said}");
    let said = place.bad(&["run", "s.toml", "--out", "/proc/x"]);
    assert!(said.contains("cannot write to `/proc/x`"), "{said}");

    // A disk that is full after 64 KiB.
    let binary = env!("CARGO_BIN_EXE_fairfight");
    let full = std::process::Command::new("sh")
        .arg("-c")
        .arg(format!(
            "trap '' XFSZ; ulimit -f 64; exec {binary} run s.toml --out full --quiet"
        ))
        .current_dir(place.path("."))
        .output()
        .expect("sh");
    let said = String::from_utf8_lossy(&full.stderr).into_owned();
    assert_eq!(full.status.code(), Some(2), "{said}");
    assert!(
        said.contains("cannot write to `full`") && said.contains("are done and kept"),
        "{said}"
    );
    assert!(!place.path("full/matchups.csv").exists());
    let said = place.good(&["run", "s.toml", "--out", "full"]);
    assert!(said.contains("going on from"), "{said}");
    place.good(&["run", "s.toml", "--out", "plain"]);
    assert!(place.results("full") == place.results("plain"));

    // The folder vanishes in the middle.
    let long = Place::new(&grid.replace("2000", "60000"));
    let child = long
        .command(&["run", "s.toml", "--out", "gone"])
        .stderr(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("a run");
    for _ in 0..400 {
        std::thread::sleep(std::time::Duration::from_millis(10));
        let lines = std::fs::read_dir(long.path("gone/parts")).map_or(0, |files| {
            let sizes = files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len()));
            sizes.max().unwrap_or(0)
        });
        if lines > 200_000 / 4 {
            break;
        }
    }
    std::fs::remove_dir_all(long.path("gone")).expect("removed");
    let output = child.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("has vanished") && said.contains("what was done is kept in"),
        "{said}"
    );
    let said = long.good(&["run", "s.toml", "--out", "gone"]);
    assert!(said.contains("going on from"), "{said}");
}

/// Two runs into one folder at once: the second is told, and nothing is spoilt.
#[test]
fn one_writer_at_a_time() {
    let place = Place::new("builds = \"all\"\n[sampling]\nmethod = \"sampled\"\ntrials = 40000\n");
    let mut first = place
        .command(&["run", "s.toml", "--quiet"])
        .spawn()
        .expect("a run");
    for _ in 0..300 {
        if place.path("reports/s/parts").exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(50));
    if first.try_wait().expect("its state").is_none() {
        let said = place.bad(&["run", "s.toml"]);
        assert!(said.contains("another run is writing this part"), "{said}");
    }
    first.kill().expect("a kill");
    first.wait().expect("its end");
}

/// A reader that goes away is no error.
#[cfg(unix)]
#[test]
fn piped_into_head() {
    let place = Place::new("builds = \"all\"\n[situations]\ngap = 0\n");
    let binary = env!("CARGO_BIN_EXE_fairfight");
    let output = std::process::Command::new("bash")
        .arg("-c")
        .arg(format!(
            "set -o pipefail; {binary} run s.toml 2>/dev/null | head -1"
        ))
        .current_dir(place.path("."))
        .output()
        .expect("bash");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(rows(&place.results("reports/s").builds).len(), 42);
}
