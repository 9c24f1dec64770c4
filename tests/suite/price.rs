//! `fairfight price` and `fairfight weights` as a user meets them: files, figures, all systems, edges and refusals. What the
//! statistics are worth is tested beside them, on tables whose true prices are known.

use crate::scenario::{Place, cell, rows};
use fairfight::report::{Goods, Grain, changed_cells, override_file};
use fairfight::scenario::{Plan, Scenario};
use fairfight::systems::{Library, all};
use serde_json::Value;

const FILES: [&str; 4] = ["prices.csv", "worth.csv", "fair.toml", "prices.md"];

/// What the command wrote, and its JSON.
#[track_caller]
fn price(place: &Place, scenario: &str, more: &[&str]) -> ([String; 4], Value) {
    let words = ["price", scenario, "--out", "out", "--json"];
    let output = place.output(&[&words, more].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let files = FILES.map(|name| {
        std::fs::read_to_string(place.path("out").join(name)).unwrap_or_else(|_| panic!("{name}"))
    });
    let json = serde_json::from_slice(&output.stdout).expect("JSON");
    (files, json)
}

fn plan(rules: &str, builds: &str) -> Plan {
    let text = format!("{builds}\n");
    let mut scenario = Scenario::read("s", "s.toml", &text, None).expect("a scenario");
    scenario.rules = rules.to_owned();
    Plan::new(&scenario, &mut Library::new()).expect("a plan")
}

#[test]
fn charges_add_up_and_an_override_changes_what_it_says() {
    let place = Place::new("");
    for system in all() {
        let id = system.id();
        let before = plan(id, "builds = \"all\"");
        let variant = &before.variants[0];
        for soldier in &variant.soldiers {
            for line in variant.book.bill_of(&soldier.recruit).lines {
                let sum: Option<f64> = line.charges.iter().map(|c| Some(c.units * c.each?)).sum();
                assert!(!line.charges.is_empty(), "{id} {}: {line:?}", soldier.name);
                match (sum, line.points) {
                    (Some(sum), Some(points)) => assert!((sum - points).abs() < 1e-9, "{line:?}"),
                    (None, None) => {}
                    _ => panic!("{id} {}: {line:?}", soldier.name),
                }
            }
        }
        // Other prices for everything that has a cell; a step of a list may not make it fall.
        let goods = Goods::of(variant, Grain::Prices);
        let other = goods.goods.iter().enumerate().map(|(at, good)| {
            let printed = good.printed.unwrap_or(0.0);
            if good.cells.is_empty() {
                printed
            } else {
                (1.5 * printed).round() + 1.0 + (at % 3) as f64
            }
        });
        let table: Vec<f64> = other.collect();
        let cells = changed_cells(&goods.goods, &table);
        assert!(!cells.is_empty(), "{id}");
        let rules = variant.book.document().to_json();
        place.write("fair.toml", &override_file(id, &[], &rules, &cells));
        let path = place.path("fair.toml");
        let after = plan(&path.display().to_string(), "builds = \"all\"");
        for (at, build) in goods.soldiers.iter().zip(&goods.builds) {
            let expected: f64 = build.iter().map(|(good, units)| units * table[*good]).sum();
            let soldier = &after.variants[0].soldiers[*at];
            let found = soldier
                .recruit
                .points
                .unwrap_or_else(|| panic!("{id} {}", soldier.name));
            assert!(
                (found - expected).abs() < 1e-6,
                "{id} {}: {found}, not {expected}",
                soldier.name
            );
        }
    }
}

#[test]
fn every_system_is_priced_by_rating_and_by_force() {
    let place = Place::new("");
    for system in all() {
        let id = system.id();
        place.write("s.toml", &format!("rules = \"{id}\"\nbuilds = \"all\"\n"));
        for by in ["rating", "force"] {
            let sampled = ["--method", "sampled", "--trials", "200"];
            let more = [&["--by", by], &sampled[..]].concat();
            let ([prices, worth, fair, words], json) = price(&place, "s.toml", &more);
            for text in [&prices, &worth, &words, &json.to_string()] {
                assert!(
                    !text.contains("NaN") && !text.contains("inf,"),
                    "{id} {by}\n{text}"
                );
            }
            let table = rows(&prices);
            assert!(table.len() >= 4, "{id}");
            for row in table.iter().filter(|row| row["part"] == "no") {
                let verdict = row["verdict"].as_str();
                assert!(
                    ["cheap", "dear", "fair", "cannot tell"].contains(&verdict),
                    "{row:?}"
                );
                assert!(cell(row, "fair") >= 0.0 && cell(row, "new") >= 0.0);
                assert!(cell(row, "fair_lo") <= cell(row, "fair") + 1e-9);
                assert!(
                    verdict != "cannot tell" || !row["note"].is_empty(),
                    "{row:?}"
                );
            }
            let builds = rows(&worth);
            assert_eq!(
                builds.len() as u64,
                json["builds"].as_u64().expect("a number")
            );
            assert_eq!(by == "force", !builds[0]["by_force"].is_empty());
            // The override can be used, and a build costs under it what the table says.
            assert!(fair.contains(&format!("extends = \"{id}\"")), "{fair}");
            place.good(&["rules", "check", "out/fair.toml"]);
            let first = &builds[0];
            let bill = place.good(&[
                "cost",
                &first["build"],
                "--rules",
                "out/fair.toml",
                "--json",
            ]);
            let bill: Value = serde_json::from_str(bill.trim()).expect("JSON");
            if let Some(points) = bill["points"].as_f64() {
                assert!(
                    (points - cell(first, "new_points")).abs() < 1e-3,
                    "{id} {first:?} {points}"
                );
            }
        }
    }
}

const SPEAR: &str =
    "extends = \"allesfezs\"\n[weapons.spear]\npoints = 25\n[armours.metal]\npoints = 3\n";

#[test]
fn planted_errors_in_a_real_table_are_found_and_put_right() {
    let place = Place::new("");
    place.write("my.toml", SPEAR);
    let ([prices, worth, fair, words], json) = price(&place, "melee", &["--rules", "my.toml"]);
    let table = rows(&prices);
    let row = |item: &str| table.iter().find(|row| row["item"] == item).expect("a row");
    assert_eq!(row("Spear")["verdict"], "dear");
    assert_eq!(row("Metal Armour")["verdict"], "cheap");
    for item in ["Sword", "Longsword"] {
        assert!(
            !["cheap", "dear"].contains(&row(item)["verdict"].as_str()),
            "{:?}",
            row(item)
        );
    }
    assert!(
        (cell(row("Spear"), "new") - 8.0).abs() <= 2.0,
        "{:?}",
        row("Spear")
    );
    assert_eq!(row("attribute 13 to 12")["verdict"], "cannot tell");
    assert_eq!(json["recommended"], true);
    assert!(words.contains("Recommended:") && fair.contains("# Recommended"));
    // The same scenario under the new table costs what it should.
    assert!(fair.contains("extends = \"../my.toml\""), "{fair}");
    place.good(&[
        "run",
        "melee",
        "--rules",
        "out/fair.toml",
        "--out",
        "again",
        "--quiet",
    ]);
    let builds = rows(&std::fs::read_to_string(place.path("again/builds.csv")).expect("builds"));
    for build in rows(&worth) {
        let again = builds
            .iter()
            .find(|row| row["build"] == build["build"])
            .expect("a build");
        assert!(
            (cell(again, "points") - cell(&build, "new_points")).abs() < 1e-3,
            "{build:?}"
        );
    }
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let place = Place::new("");
    let sampled = ["--method", "sampled", "--trials", "300"];
    let one = price(
        &place,
        "eras",
        &[&["--threads", "1"], &sampled[..]].concat(),
    );
    let two = price(
        &place,
        "eras",
        &[&["--threads", "2"], &sampled[..]].concat(),
    );
    assert_eq!(one, two);
}

#[test]
fn a_target_is_aimed_at_and_its_slips_are_told() {
    let lists = "[lists.a]\nbuilds = [\"knight\", \"huscarl\", \"hoplite\", \"legionary\", \"gladiator\"]\n\
                 [lists.b]\nbuilds = [\"musketeer\", \"rifleman\", \"infantryman\", \"longbowman\"]\n\
                 [pairing]\na = [\"a\", \"b\"]\n";
    let place = Place::new(&format!(
        "{lists}[[target]]\na = \"a\"\nb = [\"b\"]\nscore = 0.6\n"
    ));
    let ([.., words], _) = price(&place, "s.toml", &[]);
    assert!(words.contains("targets: 20 pairs"), "{words}");
    place.write(
        "s.toml",
        &format!("{lists}[[target]]\na = \"a\"\nb = \"c\"\nscore = 0.6\n"),
    );
    let said = place.bad(&["price", "s.toml"]);
    assert!(
        said.contains("s.toml:9:5") && said.contains("list or build"),
        "{said}"
    );
    place.write(
        "s.toml",
        &format!("{lists}[[target]]\na = \"a\"\nb = \"knight\"\nscore = 1.6\n"),
    );
    let said = place.bad(&["price", "s.toml"]);
    assert!(said.contains("s.toml:10:9"), "{said}");
    place.write(
        "s.toml",
        &format!("{lists}[[target]]\na = \"a\"\nb = \"knight\"\nscore = 0.6\n"),
    );
    let said = place.bad(&["price", "s.toml"]);
    assert!(said.contains("on both sides"), "{said}");
}

#[test]
fn what_cannot_be_priced_is_refused_with_a_reason() {
    let place = Place::new("builds = [\"knight\", \"huscarl\"]\n");
    for (words, says) in [
        (&["price", "s.toml"][..], "has 2 builds"),
        (&["price", "variants"], "variants"),
        (&["price", "first-turn"], "meet another"),
        (&["price", "melee", "--round", "often"], "--round"),
        (&["price", "melee", "--tolerance", "2"], "--tolerance"),
        (&["price", "mele"], "did you mean `melee`?"),
        (&["weights", "knigth"], "knight"),
        (&["weights", "knight", "--field", "variants"], "variants"),
    ] {
        let said = place.bad(words);
        assert!(said.contains(says), "{words:?}\n{said}");
    }
    assert!(!place.path("reports").exists(), "nothing is written");
}

#[test]
fn weights_of_every_system() {
    let place = Place::new("");
    for system in all() {
        let id = system.id();
        let card = &plan(id, "builds = \"all\"").variants[0].soldiers[0]
            .name
            .clone();
        let sampled = ["--method", "sampled", "--trials", "160"];
        let words = ["weights", card, "--rules", id, "--json"];
        let text = place.good(&[&words, &sampled[..]].concat());
        let text = text
            .lines()
            .find(|line| line.starts_with('{'))
            .expect("JSON");
        let json: Value = serde_json::from_str(text).expect("JSON");
        let steps = json["steps"].as_array().expect("steps");
        assert!(steps.len() >= 3, "{id}: {json}");
        for step in steps {
            assert!(step["change"].as_f64().expect("a number").abs() <= 1.0);
            let interval = step["interval"].as_array().expect("an interval");
            assert!(interval[0].as_f64() <= interval[1].as_f64());
        }
    }
}

#[test]
fn a_step_is_the_difference_of_two_exact_duels() {
    let place = Place::new("builds = [\"musketeer\", \"hoplite\", \"longbowman\", \"huscarl\"]\n");
    let words = [
        "weights", "knight", "--field", "s.toml", "--json", "--quiet", "--out", "w",
    ];
    let json: Value = serde_json::from_str(place.good(&words).trim()).expect("JSON");
    let score = |a: &str, b: &str| {
        let text = place.good(&["duel", a, b, "--json"]);
        let json: Value = serde_json::from_str(text.trim()).expect("JSON");
        json["win_a"].as_f64().expect("win_a") + json["draw"].as_f64().expect("draw") / 2.0
    };
    let mean = |a: &str| {
        let field = ["musketeer", "hoplite", "longbowman", "huscarl"];
        field.iter().map(|b| score(a, b)).sum::<f64>() / 4.0
    };
    let steps = json["steps"].as_array().expect("steps");
    let step = |name: &str| {
        let found = steps.iter().find(|step| step["step"] == name);
        found.unwrap_or_else(|| panic!("{name} in {json}"))
    };
    for (name, build) in [
        ("mot 12 to 11", "knight mot=11"),
        ("ohs 8 to 6", "knight aptitudes.ohs=6"),
        ("armour metal to none", "knight armour=none"),
        ("without shield", "knight shield=false"),
        ("str 1 to 2", "knight str=2"),
    ] {
        let change = step(name)["change"].as_f64().expect("a number");
        assert_eq!(step(name)["method"], "exact");
        assert!(
            (change - (mean(build) - mean("knight"))).abs() < 1e-9,
            "{name}: {change}"
        );
    }
    assert_eq!(step("mot 12 to 11")["cost"], 14.0);
    let table = rows(&std::fs::read_to_string(place.path("w/weights.csv")).expect("weights.csv"));
    assert_eq!(table.len(), steps.len());
}
