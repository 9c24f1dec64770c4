//! Every system goes through every command, by what the commands themselves say of it: no system is named here.

use crate::scenario::{Place, rows};
use serde_json::{Value, json};

fn json_of(place: &Place, words: &[&str]) -> Value {
    let text = place.good(words);
    serde_json::from_str(text.trim()).unwrap_or_else(|_| panic!("{words:?}: {text}"))
}

fn systems(place: &Place) -> Vec<String> {
    let list = json_of(place, &["rules", "list", "--json"]);
    let list = list.as_array().expect("a list");
    list.iter()
        .map(|system| system["id"].as_str().expect("an id").to_owned())
        .collect()
}

/// The names of a system's builds.
fn builds(place: &Place, system: &str) -> Vec<String> {
    let rules = json_of(place, &["rules", "show", "--rules", system, "--json"]);
    let builds = rules["builds"].as_object().expect("builds");
    builds.keys().cloned().collect()
}

#[test]
fn rules_and_schemas() {
    let place = Place::new("");
    let systems = systems(&place);
    assert!(systems.len() >= 4, "{systems:?}");
    for system in &systems {
        let names = builds(&place, system);
        assert!(names.len() >= 8, "{system} has {} builds", names.len());
        let shown = place.good(&["rules", "show", "--rules", system]);
        assert!(
            names.iter().all(|name| shown.contains(name.as_str())),
            "{system}"
        );
        // The whole file, and an override that changes nothing, are good rules.
        place.write("whole.toml", &place.good(&["rules", "export", system]));
        place.write("over.toml", &format!("extends = \"{system}\"\n"));
        let said = place.good(&["rules", "check", "whole.toml", "over.toml"]);
        assert_eq!(said.matches(": good").count(), 2, "{said}");
        for kind in ["rules", "build", "query", "scenario"] {
            let schema = json_of(&place, &["schema", kind, "--system", system]);
            assert_eq!(schema["type"], json!("object"), "{system} {kind}");
        }
        // A slip in a toggle and in a file is told with its place.
        place.write(
            "slip.toml",
            &format!("extends = \"{system}\"\nbuidls = 3\n"),
        );
        let output = place.output(&["rules", "check", "slip.toml"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1));
        assert!(
            said.contains("slip.toml:2:1") && said.contains("did you mean `builds`?"),
            "{said}"
        );
        let said = place.bad(&[
            "duel",
            &names[0],
            &names[1],
            "--rules",
            system,
            "--set",
            "nonsense=1",
        ]);
        assert!(said.contains("nonsense"), "{said}");
    }
}

#[test]
fn duels_odds_bills_and_replays() {
    let place = Place::new("");
    for system in systems(&place) {
        let names = builds(&place, &system);
        let mut attacks = 0;
        for pair in names.windows(2).take(6) {
            let (a, b) = (pair[0].as_str(), pair[1].as_str());
            let exact = json_of(&place, &["duel", a, b, "--rules", &system, "--json"]);
            let sum: f64 = ["win_a", "win_b", "draw"]
                .map(|key| exact[key].as_f64().unwrap())
                .iter()
                .sum();
            assert!((sum - 1.0).abs() < 1e-9, "{system}: {exact}");
            let words = place.good(&["duel", a, b, "--rules", &system]);
            assert!(words.contains("A wins"), "{words}");
            // What an attack needs and does not get is named, and so is what makes it impossible.
            let mut odds = vec!["odds", a, b, "--rules", &system];
            if !place.output(&odds).status.success()
                && place.bad(&odds).contains("`gap` is missing")
            {
                odds.push("gap=0");
            }
            if place.output(&odds).status.success() {
                attacks += 1;
                odds.push("--json");
                json_of(&place, &odds);
            } else {
                let said = place.bad(&odds);
                assert!(said.contains("help:"), "{system}: {said}");
            }
            // Ten fights told are the ten fights counted.
            let counted = json_of(
                &place,
                &[
                    "duel", a, b, "--rules", &system, "--method", "sampled", "--trials", "10",
                    "--seed", "4", "--json",
                ],
            );
            let told: Vec<Value> = (0..10)
                .map(|fight| {
                    let fight = fight.to_string();
                    json_of(
                        &place,
                        &[
                            "replay", a, b, "--rules", &system, "--seed", "4", "--fight", &fight,
                            "--json",
                        ],
                    )
                })
                .collect();
            for (verdict, key) in [("a", "wins_a"), ("b", "wins_b")] {
                let count = told
                    .iter()
                    .filter(|told| told["verdict"] == json!(verdict))
                    .count();
                assert_eq!(json!(count), counted[key], "{system}: {a} against {b}");
            }
            let story = place.good(&["replay", a, b, "--rules", &system]);
            assert!(story.contains("Round 1"), "{story}");
        }
        assert!(attacks >= 3, "{system}: {attacks} of 6 attacks");
        for name in &names {
            let bill = json_of(&place, &["cost", name, "--rules", &system, "--json"]);
            assert!(
                bill["items"].is_array() && bill["illegal"] == json!([]),
                "{system}: {name} {bill}"
            );
        }
        let said = place.bad(&["duel", &names[0], "nobodyatall", "--rules", &system]);
        assert!(said.contains("nobodyatall"), "{said}");
    }
}

#[test]
fn runs() {
    let place = Place::new("");
    for system in systems(&place) {
        let names = builds(&place, &system);
        let list: Vec<String> = names
            .iter()
            .take(4)
            .map(|name| format!("\"{name}\""))
            .collect();
        place.write(
            "s.toml",
            &format!("rules = \"{system}\"\nbuilds = [{}]\n", list.join(", ")),
        );
        place.good(&["scenario", "check", "s.toml"]);
        place.good(&["run", "s.toml", "--dry-run"]);
        let summary = place.good(&["run", "s.toml", "--out", "exact"]);
        assert!(summary.contains(&names[0]), "{summary}");
        place.good(&[
            "run", "s.toml", "--out", "sampled", "--method", "sampled", "--trials", "4000",
        ]);
        let exact = rows(&place.results("exact").matchups);
        let sampled = rows(&place.results("sampled").matchups);
        assert_eq!(exact.len(), 6);
        for (exact, sampled) in exact.iter().zip(&sampled) {
            assert_eq!(exact["matchup"], sampled["matchup"]);
            let rate = |row: &std::collections::HashMap<String, String>| {
                crate::scenario::cell(row, "win_rate_a")
            };
            let p = rate(exact);
            let error = (p * (1.0 - p) / 4_000.0).sqrt().max(1e-3);
            assert!(
                (p - rate(sampled)).abs() < 5.0 * error,
                "{system}: {exact:?} {sampled:?}"
            );
        }
        // The parts of it, joined.
        for part in ["1/2", "2/2"] {
            place.good(&[
                "run",
                "s.toml",
                "--out",
                &format!("parts-{system}"),
                "--shard",
                part,
            ]);
        }
        place.good(&["merge", &format!("parts-{system}")]);
        assert!(place.results(&format!("parts-{system}")) == place.results("exact"));
        for folder in ["exact", "sampled"] {
            std::fs::remove_dir_all(place.path(folder)).expect("cleared");
        }
        let shipped = json_of(&place, &["scenario", "list", "--json"]);
        let own = shipped
            .as_array()
            .unwrap()
            .iter()
            .filter(|s| s["system"] == json!(system))
            .count();
        assert!(own >= 2, "{system} has {own} scenarios");
    }
}
