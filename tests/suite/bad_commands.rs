//! Bad commands, and commands that nobody reads the answer of: exit codes, and what goes where.

use crate::bad_input::knights;
use crate::bad_rules::Folder;
use assert_cmd::Command;
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

const BIN: &str = env!("CARGO_BIN_EXE_fairfight");

/// Exit code, standard output, standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    let out = Command::new(BIN).args(args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (
        out.status.code().expect("a code"),
        text(out.stdout),
        text(out.stderr),
    )
}

#[test]
fn a_bad_command_is_told_on_standard_error() {
    for (args, words) in [
        (vec!["duel", "knigth", "musketeer"], ["knigth", "`knight`"]),
        (
            vec!["duel", "knight", "musketeer", "gpa=3"],
            ["gpa", "`gap`"],
        ),
        (
            vec!["duel", "knight", "musketeer", "--set", "tise=active"],
            ["tise", "`ties`"],
        ),
        (
            vec!["duel", "knight", "musketeer", "--rules", "nowhere.toml"],
            ["cannot read", "nowhere.toml"],
        ),
        (
            vec!["cost", "{\"mot\": 12, \"phy\": 12}"],
            ["`wil` is missing", "a"],
        ),
        (vec!["cost", "{\"mot\": 12"], ["error", ""]),
        (vec!["odds", "knight", "knight"], ["`gap` is missing", ""]),
        (vec!["replay", "knight", "nobody"], ["nobody", "b"]),
        (
            vec!["audit", "nowhere.toml"],
            ["cannot read", "nowhere.toml"],
        ),
        (vec!["rules", "show", "weapnos"], ["weapnos", "`weapons`"]),
        (
            vec!["rules", "export", "alesfezs"],
            ["alesfezs", "`allesfezs`"],
        ),
        (vec!["dule"], ["dule", "duel"]),
    ] {
        let (code, out, err) = run(&args);
        assert_eq!(code, 2, "{args:?}: {err}");
        assert_eq!(out, "", "{args:?}");
        assert!(
            words.iter().all(|word| err.contains(word)),
            "{args:?}: {err}"
        );
        assert!(!err.contains("panicked"), "{err}");
    }
}

#[test]
fn rules_check_and_export() {
    let folder = Folder::new(&[
        (
            "good.toml",
            "extends = \"allesfezs\"\n[weapons]\nsword = { damage = 13 }\n",
        ),
        (
            "bad.toml",
            "extends = \"allesfezs\"\n[toggles]\ntise = \"active\"\n",
        ),
    ]);
    let (good, bad) = (folder.name("good.toml"), folder.name("bad.toml"));
    let (code, out, err) = run(&["rules", "check", &good]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains(&good), "{out}");
    // A bad one is shown with its place; the others are checked all the same.
    for files in [vec![&bad], vec![&good, &bad], vec![&bad, &good]] {
        let args: Vec<&str> = ["rules", "check"]
            .into_iter()
            .chain(files.iter().map(|file| file.as_str()))
            .collect();
        let (code, out, err) = run(&args);
        assert_eq!(code, 1, "{err}");
        assert!(
            (out.clone() + &err).contains(&format!("{bad}:3:1")),
            "{out}{err}"
        );
        assert!(
            files.iter().all(|file| out.contains(file.as_str())),
            "{out}"
        );
    }
    // What is exported is good.
    let (code, exported, _) = run(&["rules", "export", "allesfezs"]);
    assert_eq!(code, 0);
    std::fs::write(folder.path("copy.toml"), exported).expect("a file");
    let (code, _, err) = run(&["rules", "check", &folder.name("copy.toml")]);
    assert_eq!((code, err.as_str()), (0, ""));
}

/// Runs with nobody reading standard output; the input is written after it was closed.
fn unread(args: &[&str], input: &[u8]) -> (Option<i32>, String) {
    let mut child = std::process::Command::new(BIN)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    // It may stop reading before the end.
    let _ = child.stdin.take().expect("input").write_all(input);
    let out = child.wait_with_output().expect("it ends");
    (
        out.status.code(),
        String::from_utf8_lossy(&out.stderr).into_owned(),
    )
}

#[test]
fn standard_output_may_be_closed_early() {
    let line = format!("{}\n", knights(json!({"situation": {"gap": 0, "cap": 1}})));
    for (args, input) in [
        (vec!["query"], line.repeat(200)),
        (vec!["rules", "export"], String::new()),
        (vec!["rules", "show"], String::new()),
        (vec!["rules", "show", "--json"], String::new()),
        (vec!["duel", "knight", "musketeer"], String::new()),
        (vec!["replay", "knight", "musketeer"], String::new()),
        (vec!["audit"], String::new()),
        (vec!["schema", "rules"], String::new()),
        (vec!["completions", "bash"], String::new()),
        (vec!["man"], String::new()),
        (vec!["--help"], String::new()),
    ] {
        let (code, err) = unread(&args, input.as_bytes());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn a_thousand_queries_with_a_bad_one_in_the_middle() {
    let mut input = Vec::new();
    for n in 0..1000 {
        let line = match n {
            500 => "{\"rules\": \"allesfezs\", nope".to_owned(),
            _ => match n % 5 {
                0 => knights(json!({"id": n, "situation": {"gap": n % 7, "cap": 2}})).to_string(),
                1 => json!({"rules": "allesfezs", "ask": "cost", "a": "knight", "id": n}).to_string(),
                2 => json!({"rules": "allesfezs", "ask": "attack", "a": "knight", "b": "levy", "gap": 0, "id": n}).to_string(),
                3 => knights(json!({"id": n, "set": {"ties": "cancel"}, "situation": {"gap": 0, "cap": 1}})).to_string(),
                _ => knights(json!({"id": n, "b": "nobody"})).to_string(),
            },
        };
        input.extend(line.as_bytes());
        // Lines without a question, and without text, are no trouble.
        input.extend(if n % 100 == 0 {
            &b"\n\n  \r\n"[..]
        } else {
            b"\n"
        });
    }
    let out = Command::new(BIN)
        .arg("query")
        .write_stdin(input)
        .output()
        .expect("it runs");
    assert_eq!(
        (out.status.code(), out.stderr.as_slice()),
        (Some(0), &b""[..])
    );
    let answers: Vec<Value> = String::from_utf8(out.stdout)
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), 1000);
    for (n, got) in answers.iter().enumerate() {
        assert_eq!(got["ok"], json!(n != 500 && n % 5 != 4), "{n}: {got}");
        let id = if n == 500 { Value::Null } else { json!(n) };
        assert_eq!(got["id"], id);
    }
    // The same question has the same answer wherever it stands.
    assert_eq!(answers[1]["points"], answers[996]["points"]);
    assert_eq!(answers[3]["win_a"], answers[998]["win_a"]);
}

#[test]
fn a_line_that_is_not_text_is_answered() {
    let mut input = b"\xff\xfe{\"rules\"\n".to_vec();
    let good = json!({"rules": "allesfezs", "ask": "cost", "a": "knight"});
    // The last line has no end.
    input.extend(good.to_string().as_bytes());
    let out = Command::new(BIN)
        .arg("query")
        .write_stdin(input)
        .output()
        .expect("it runs");
    let text = String::from_utf8(out.stdout).expect("UTF-8");
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(
        (&answers[0]["ok"], &answers[1]["ok"]),
        (&json!(false), &json!(true))
    );
}
