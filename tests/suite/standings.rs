//! `fairfight standings` as a user meets it: files, figures, edges and refusals. What the statistics are worth is tested
//! beside them, on small games with known answers.

use crate::scenario::{Place, cell, rows};
use serde_json::Value;
use std::collections::HashMap;

const FILES: [&str; 3] = ["standings.csv", "matrix.csv", "superiority.csv"];

/// What the command wrote, and its JSON.
#[track_caller]
fn standings(place: &Place, scenario: &str, more: &[&str]) -> ([String; 3], Value) {
    let words = ["standings", scenario, "--out", "out", "--json"];
    let output = place.output(&[&words, more].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let files = FILES.map(|name| {
        std::fs::read_to_string(place.path("out").join(name)).unwrap_or_else(|_| panic!("{name}"))
    });
    let json = serde_json::from_slice(&output.stdout).expect("JSON");
    (files, json)
}

/// Shares that sum to one, a certificate, matrices that mirror themselves, and no figure that is none.
#[track_caller]
fn sound([table, matrix, superiority]: &[String; 3], json: &Value) {
    for text in [table, matrix, superiority, &json.to_string()] {
        let mut parts = text.split([',', ':', '[', ']', '\n']);
        assert!(!parts.any(|part| ["NaN", "inf", "-inf", "-0.000"].contains(&part)));
    }
    for variant in json["variants"].as_array().expect("variants") {
        assert!(variant["exploitability"].as_f64().expect("a number") <= 1e-6);
        let name = variant["name"].as_str().expect("a name");
        let builds: Vec<_> = rows(table)
            .into_iter()
            .filter(|row| row["variant"] == name)
            .collect();
        let sum: f64 = builds
            .iter()
            .map(|row| cell(row, "equilibrium_share"))
            .sum();
        assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        for row in &builds {
            for (low, at, high) in [
                ("rating_lo", "rating", "rating_hi"),
                ("score_lo", "mean_score", "score_hi"),
            ] {
                assert!(cell(row, low) <= cell(row, at) && cell(row, at) <= cell(row, high));
            }
            assert!(cell(row, "against_mix") <= 1e-6);
            assert!((0.0..=1.0).contains(&cell(row, "support_frequency")));
        }
        for text in [matrix, superiority] {
            let square: Vec<_> = rows(text)
                .into_iter()
                .filter(|row| row["variant"] == name)
                .collect();
            assert_eq!(square.len(), builds.len());
            for a in &square {
                for b in &square {
                    let sum = cell(a, &b["build"]) + cell(b, &a["build"]);
                    assert!((sum - 1.0).abs() < 1e-8, "{} {}", a["build"], b["build"]);
                }
            }
        }
    }
}

#[test]
fn shipped_scenarios_are_the_same_on_any_number_of_threads() {
    let place = Place::new("");
    for (scenario, more) in [
        ("eras", &[][..]),
        ("variants", &[]),
        ("firearms", &[]),
        ("arms", &[]),
        ("abilities", &[]),
        ("eras", &["--method", "sampled", "--trials", "500"]),
        ("melee", &["--method", "sampled", "--trials", "100"]),
    ] {
        let one = standings(&place, scenario, &[more, &["--threads", "1"]].concat());
        let two = standings(&place, scenario, &[more, &["--threads", "2"]].concat());
        assert!(one == two, "{scenario} {more:?}");
        sound(&one.0, &one.1);
        let sampled = !more.is_empty();
        for row in rows(&one.0[0]) {
            assert_eq!(row["method"], if sampled { "sampled" } else { "exact" });
        }
        for row in rows(&one.0[2]) {
            let certain =
                |text: &str| ["0.000000000", "0.500000000", "1.000000000"].contains(&text);
            let others = row.iter().filter(|(key, _)| {
                !["build", "variant", "method", "widest_half_interval"].contains(&key.as_str())
            });
            let all = others.clone().all(|(_, text)| certain(text));
            assert!(all || sampled, "{scenario} {row:?}");
        }
    }
}

#[test]
fn another_seed_is_another_draw_of_the_same() {
    let place = Place::new("");
    let first = standings(&place, "eras", &["--seed", "1"]);
    let other = standings(&place, "eras", &["--seed", "2"]);
    assert_eq!(first.0[1], other.0[1], "exact scores do not hang on a seed");
    let ratings = |files: &[String; 3]| -> Vec<String> {
        let rows = rows(&files[0]);
        rows.iter().map(|row| row["rating"].clone()).collect()
    };
    assert_eq!(ratings(&first.0), ratings(&other.0));
    assert_ne!(first.0[0], other.0[0], "intervals come from resamples");
}

/// The scores are those of a run, averaged over the situations that it keeps apart.
#[test]
fn the_matrix_is_the_mean_of_a_runs_rows() {
    let place = Place::new(
        "builds = [\"knight\", \"musketeer\", \"huscarl\"]\n[pairing]\nboth_sides = true\n[situations]\ngap = [0, 10]\n",
    );
    place.good(&["run", "s.toml"]);
    let fought = rows(&place.results("reports/s").matchups);
    assert_eq!(fought.len(), 12);
    let (files, _) = standings(&place, "s.toml", &[]);
    for row in rows(&files[1]) {
        for other in ["knight", "musketeer", "huscarl"] {
            let scores: Vec<f64> = fought
                .iter()
                .filter_map(|fight| {
                    match (fight["a"] == row["build"], fight["b"] == row["build"]) {
                        (true, false) if fight["b"] == other => Some(cell(fight, "score_a")),
                        (false, true) if fight["a"] == other => Some(1.0 - cell(fight, "score_a")),
                        _ => None,
                    }
                })
                .collect();
            let mean = if scores.is_empty() {
                0.5
            } else {
                assert_eq!(scores.len(), 4);
                scores.iter().sum::<f64>() / 4.0
            };
            assert!((cell(&row, other) - mean).abs() < 2e-9, "{row:?} {other}");
        }
    }
}

/// A real rock, paper, scissors: the cycle is named, everybody is in the mix, and a copy shares the original's part while
/// nobody else's changes.
#[test]
fn a_cycle_is_named_and_a_copy_changes_nobodys_share() {
    let three = "rules = \"oracle\"\n[lists.x]\nbuilds = [\"guard\", \"sniper\", \"mortar\"]\n";
    let place = Place::new(three);
    place.write(
        "copied.toml",
        &format!("{three}own.twin = {{ like = \"guard\" }}\n"),
    );
    let shares = |scenario: &str| -> HashMap<String, f64> {
        let (files, json) = standings(&place, scenario, &[]);
        sound(&files, &json);
        let weakest = json["variants"][0]["cycles"][0]["weakest"].as_f64();
        assert!(weakest.expect("a cycle") > 0.55);
        let rows = rows(&files[0]);
        let shares = rows.iter();
        shares
            .map(|row| (row["build"].clone(), cell(row, "equilibrium_share")))
            .collect()
    };
    let (alone, twice) = (shares("s.toml"), shares("copied.toml"));
    for name in ["guard", "sniper", "mortar"] {
        assert!(alone[name] > 0.01, "{alone:?}");
        let all = twice[name] + if name == "guard" { twice["twin"] } else { 0.0 };
        assert!((alone[name] - all).abs() < 1e-5, "{alone:?} {twice:?}");
    }
    assert!((twice["guard"] - twice["twin"]).abs() < 1e-5, "{twice:?}");
    let said = place.good(&["standings", "s.toml"]);
    assert!(said.contains("- guard > sniper "), "{said}");
}

#[test]
fn edges() {
    let certain = r#"
[lists.x.own]
wall = { mot = 10, phy = 10, wil = 10, aptitudes = { ohs = 6 }, weapons = ["sword"], armour = { base = 60 } }
stick = { mot = 17, phy = 17, wil = 17, weapons = ["club"] }
[situations]
gap = 0
cap = 5000
"#;
    let place = Place::new(certain);
    let sampling = ["--method", "sampled", "--trials", "500"];
    for more in [&[][..], &sampling] {
        let (files, json) = standings(&place, "s.toml", more);
        sound(&files, &json);
        let found = rows(&files[0]);
        assert_eq!(found[0]["build"], "wall");
        assert!(cell(&found[0], "rating") > 300.0 && cell(&found[0], "rating") < 1_000.0);
    }
    let draws =
        "builds = [\"levy\", \"clubman\", \"hoplite\"]\n[situations]\ngap = 5000\ncap = 2\n";
    place.write("draws.toml", draws);
    for more in [&[][..], &sampling] {
        let (files, json) = standings(&place, "draws.toml", more);
        sound(&files, &json);
        for row in rows(&files[0]) {
            assert!(cell(&row, "rating").abs() < 1e-6);
        }
    }
    assert!(
        place
            .good(&["standings", "draws.toml"])
            .contains("all scores are even")
    );
    place.write(
        "one.toml",
        "builds = [\"knight\"]\n[pairing]\nkind = \"mirror\"\n",
    );
    let (files, json) = standings(&place, "one.toml", &[]);
    sound(&files, &json);
    assert_eq!(cell(&rows(&files[0])[0], "equilibrium_share"), 1.0);
    place.write("two.toml", "builds = [\"knight\", \"levy\"]");
    let (files, json) = standings(&place, "two.toml", &[]);
    sound(&files, &json);
}

#[test]
fn what_cannot_be_ranked_is_refused_before_a_fight() {
    let place = Place::new(
        "[lists.x]\nkeys = { wil = 14, weapons = [\"sword\"] }\n\
         axes = { mot = [17, 16, 15, 14, 13, 12, 11, 10, 9], phy = [17, 16, 15, 14, 13, 12, 11, 10], aptitudes.ohs = [0, 2, 4, 6, 8, 10], \
         armour = [\"none\", \"leather\", \"metal\", \"full_plate\", \"kevlar\"] }\n",
    );
    let said = place.bad(&["standings", "s.toml"]);
    assert!(said.contains("2160 builds, more than 2000"), "{said}");
    for scenario in ["armour", "first-turn"] {
        let said = place.bad(&["standings", scenario]);
        assert!(
            said.contains("does not meet") && said.contains("[pairing]"),
            "{said}"
        );
    }
    assert!(
        place
            .bad(&["standings", "nobody.toml"])
            .contains("nobody.toml")
    );
    place.bad(&["standings"]);
    place.bad(&["standings", "eras", "--precision", "7"]);
    assert!(!place.path("reports").exists(), "nothing was begun");
}

#[test]
fn the_summary_fits_a_hundred_columns() {
    let place = Place::new("");
    for scenario in ["eras", "melee", "aptitudes", "variants", "stats"] {
        let output = place.output(&["standings", scenario]);
        let text = String::from_utf8(output.stdout).expect("text");
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{scenario}: {line}");
        }
    }
    let output = place.output(&["standings", "eras", "--quiet"]);
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn files_appear_beside_those_of_a_run() {
    let place = Place::new("");
    place.good(&["run", "eras"]);
    place.good(&["standings", "eras"]);
    let entries = std::fs::read_dir(place.path("reports/eras")).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    let all = [
        "builds.csv",
        "matchups.csv",
        "matrix.csv",
        "run.json",
        "standings.csv",
        "superiority.csv",
    ];
    assert_eq!(names, all);
}
