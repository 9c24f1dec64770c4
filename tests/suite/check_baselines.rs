//! Baselines that are not as they were written, or not of this program: right verdicts or a clear error, and nothing
//! overwritten. And the project's own.

use crate::scenario::{Place, rows};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::Path;

const MELEE: &str = "builds = [\"clubman\", \"hoplite\", \"knight\"]\n[situations]\ngap = 0\n";
const FOLDER: &str = "reports/baselines/s";

fn blessed(more: &[&str]) -> Place {
    let place = Place::new(MELEE);
    place.good(&[&["check", "s.toml", "--bless", "-q"], more].concat());
    place
}

fn read(place: &Place, name: &str) -> String {
    std::fs::read_to_string(place.path(FOLDER).join(name)).expect(name)
}

fn write(place: &Place, name: &str, text: &str) {
    std::fs::write(place.path(FOLDER).join(name), text).expect(name);
}

fn sum(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Changes a baseline as only another program could: with sums that are right.
fn forge(place: &Place, change: impl FnOnce(&mut Value), matchups: Option<&str>) {
    let mut head: Value = serde_json::from_str(&read(place, "baseline.json")).unwrap();
    change(&mut head);
    if let Some(text) = matchups {
        write(place, "matchups.csv", text);
        head["sums"]["matchups.csv"] = sum(text).into();
    }
    head.as_object_mut().unwrap().remove("sum");
    head["sum"] = sum(&head.to_string()).into();
    write(place, "baseline.json", &format!("{head:#}\n"));
}

#[test]
fn damaged_baselines_are_told_and_left_alone() {
    type Damage = (&'static str, fn(&str) -> String);
    let damages: [Damage; 6] = [
        ("matchups.csv", |text| text[..text.len() / 2].to_owned()),
        ("matchups.csv", |text| text.replace("exact", "sampled")),
        ("matchups.csv", |_| String::new()),
        ("rules.toml", |text| {
            text.replace("weapons.sword.damage = 12", "weapons.sword.damage = 13")
        }),
        ("baseline.json", |text| {
            text.replace("\"seed\": 1", "\"seed\": 2")
        }),
        ("baseline.json", |text| text[..text.len() / 3].to_owned()),
    ];
    for (name, damage) in damages {
        let place = blessed(&[]);
        let text = damage(&read(&place, name));
        write(&place, name, &text);
        let said = place.bad(&["check", "s.toml"]);
        assert!(
            said.contains(name) && said.contains("not as it was written"),
            "{said}"
        );
        assert_eq!(read(&place, name), text, "left alone");
        // A file beside the head is written anew; a head that cannot be trusted is not written over.
        let output = place.output(&["check", "s.toml", "--bless", "-q"]);
        match name {
            "baseline.json" => {
                assert_eq!(output.status.code(), Some(2));
                assert_eq!(read(&place, name), text);
            }
            _ => drop(place.good(&["check", "s.toml"])),
        }
    }
    let place = blessed(&[]);
    std::fs::remove_file(place.path(FOLDER).join("rules.toml")).unwrap();
    assert!(place.bad(&["check", "s.toml"]).contains("it is missing"));
}

#[test]
fn nothing_else_is_written_over() {
    let place = blessed(&[]);
    std::fs::create_dir(place.path("mine")).unwrap();
    place.write("mine/notes.txt", "mine");
    for words in [
        &["check", "s.toml", "--against", "mine", "--bless"][..],
        &["check", "s.toml", "--against", "mine"],
    ] {
        assert!(place.bad(words).contains("is not a baseline"));
    }
    assert_eq!(std::fs::read_dir(place.path("mine")).unwrap().count(), 1);
    place.write("other.toml", "builds = [\"levy\", \"ogre\"]\n");
    let before = read(&place, "baseline.json");
    for bless in [&["--bless"][..], &[]] {
        let words = [&["check", "other.toml", "--against", FOLDER], bless].concat();
        assert!(
            place
                .bad(&words)
                .contains("is the baseline of `s`, not of `other`")
        );
    }
    assert_eq!(read(&place, "baseline.json"), before);
    assert!(
        place
            .bad(&["check", "other.toml"])
            .contains("there is no baseline")
    );
    assert!(
        Place::new(MELEE)
            .bad(&["check"])
            .contains("there is no baseline")
    );
    // A file where the folder should be.
    place.write("file", "x");
    assert!(
        place
            .bad(&["check", "s.toml", "--against", "file", "--bless"])
            .contains("file")
    );
}

#[test]
fn line_ends_of_another_machine_are_no_edit() {
    let place = blessed(&[]);
    for name in ["matchups.csv", "rules.toml", "baseline.json"] {
        let text = read(&place, name).replace('\n', "\r\n");
        write(&place, name, &text);
    }
    place.good(&["check", "s.toml"]);
}

#[test]
fn other_versions() {
    let place = blessed(&[]);
    forge(&place, |head| head["fairfight"] = "0.0.9".into(), None);
    let out = place.good(&["check", "s.toml"]);
    assert!(
        out.contains("written by fairfight 0.0.9; this is "),
        "{out}"
    );
    forge(&place, |head| head["format"] = 2.into(), None);
    let said = place.bad(&["check", "s.toml"]);
    assert!(
        said.contains("format 2: this version reads format 1"),
        "{said}"
    );
    let before = read(&place, "baseline.json");
    place.bad(&["check", "s.toml", "--bless"]);
    assert_eq!(read(&place, "baseline.json"), before);
    // Rules that this version cannot read: the figures are left to compare with.
    let place = blessed(&[]);
    forge(
        &place,
        |head| head["variants"][0]["changed"] = serde_json::json!({"system": "chess"}),
        None,
    );
    let out = place.good(&["check", "s.toml"]);
    assert!(
        out.contains("cannot fight by the rules of the baseline any more"),
        "{out}"
    );
}

/// A program that plays unchanged rules otherwise is caught: exactly, or by its counts.
#[test]
fn a_changed_program_is_caught() {
    let place = blessed(&[]);
    let text = read(&place, "matchups.csv");
    let exact = rows(&text)[0]["score_a"].clone();
    let other = format!("{:.9}", exact.parse::<f64>().unwrap() + 0.05);
    forge(&place, |_| {}, Some(&text.replacen(&exact, &other, 1)));
    let output = place.output(&["check", "s.toml"]);
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(
        out.contains("fairfight itself plays them otherwise"),
        "{out}"
    );
    assert!(!out.contains("Changed: "), "{out}");

    let sampled = ["--method", "sampled", "--trials", "20000"];
    let verdict = |shift: u64, words: &[&str]| {
        let place = blessed(&sampled);
        let text = read(&place, "matchups.csv");
        let row = &rows(&text)[0];
        let (wins, lost): (u64, u64) = (
            row["wins_a"].parse().unwrap(),
            row["wins_b"].parse().unwrap(),
        );
        let old = format!("20000,{wins},{lost},");
        let new = format!("20000,{},{},", wins + shift, lost - shift);
        forge(&place, |_| {}, Some(&text.replacen(&old, &new, 1)));
        let output =
            place.output(&[&["check", "s.toml", "--json", "-q"], &sampled[..], words].concat());
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let row = report["matchups"][0].clone();
        let code = output.status.code();
        (
            code,
            row["verdict"].as_str().unwrap().to_owned(),
            row["program_changed"].clone(),
        )
    };
    assert_eq!(
        verdict(2_000, &[]),
        (Some(1), "changed".to_owned(), true.into())
    );
    // One fight of 20,000 is seen; whether the odds moved cannot be told from so few.
    assert_eq!(
        verdict(1, &[]),
        (Some(0), "undecided".to_owned(), true.into())
    );
    assert_eq!(
        verdict(1, &["--tolerance", "0.1"]),
        (Some(0), "same".to_owned(), true.into())
    );
    assert_eq!(verdict(0, &[]), (Some(0), "same".to_owned(), false.into()));
}

/// The project's own baselines hold, and are up to date to the last byte: a change to any rule is a change to them. If
/// this fails and the change is meant, `cargo run --release -- check --bless` brings them up to date.
#[test]
fn the_shipped_baselines_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = |words: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_fairfight"))
            .args(words)
            .current_dir(root)
            .env("NO_COLOR", "1")
            .output()
            .expect("the command")
    };
    let output = run(&["check", "--strict"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{text}{said}");
    let fresh = tempfile::tempdir().unwrap();
    let baselines = root.join("reports/baselines");
    let mut systems = std::collections::BTreeSet::new();
    let mut specs = Vec::new();
    for entry in std::fs::read_dir(&baselines).unwrap() {
        let head = std::fs::read_to_string(entry.unwrap().path().join("baseline.json")).unwrap();
        let head: Value = serde_json::from_str(&head).unwrap();
        systems.insert(head["system"].as_str().unwrap().to_owned());
        specs.push(head["file"].as_str().unwrap().to_owned());
    }
    assert_eq!(systems.len(), 6, "{systems:?}");
    let mut words = vec![
        "check",
        "--bless",
        "-q",
        "--against",
        fresh.path().to_str().unwrap(),
    ];
    words.extend(specs.iter().map(String::as_str));
    let output = run(&words);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for entry in std::fs::read_dir(fresh.path()).unwrap() {
        let folder = entry.unwrap().path();
        for file in ["matchups.csv", "rules.toml", "baseline.json"] {
            let [now, kept] =
                [folder.clone(), baselines.join(folder.file_name().unwrap())].map(|folder| {
                    std::fs::read_to_string(folder.join(file))
                        .unwrap()
                        .replace("\r\n", "\n")
                });
            assert!(
                now == kept,
                "{} is not up to date: `fairfight check --bless`",
                baselines
                    .join(folder.file_name().unwrap())
                    .join(file)
                    .display()
            );
        }
    }
}
