//! Every example in the README and the guides is run, and prints what is printed there.
//!
//! A block marked `console` holds commands after `$ ` (a line that ends in `\` goes on, and so does one followed by lines
//! after `> `, as a shell asks for more) and what they print, standard output and standard error together. All blocks of
//! a document share one empty folder, in order.

use std::path::Path;
use std::process::Command;

struct Example {
    line: usize,
    command: String,
    expected: String,
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    let mut unfinished = false;
    for (at, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if !inside {
        } else if unfinished {
            if let Some(example) = examples.last_mut() {
                example.command += "\n";
                example.command += line;
                unfinished = line.ends_with('\\');
            }
        } else if let (Some(more), Some(example)) = (line.strip_prefix("> "), examples.last_mut())
            && example.expected.is_empty()
        {
            example.command += "\n";
            example.command += more;
        } else if let Some(command) = line.strip_prefix("$ ") {
            unfinished = command.ends_with('\\');
            examples.push(Example {
                line: at + 1,
                command: command.to_owned(),
                expected: String::new(),
            });
        } else if let Some(example) = examples.last_mut() {
            example.expected += line;
            example.expected += "\n";
        }
    }
    examples
}

fn run(document: &str, at_least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(document)).expect(document);
    let folder = tempfile::tempdir().expect("a folder");
    let binary = Path::new(env!("CARGO_BIN_EXE_fairfight"))
        .parent()
        .expect("its folder");
    let path = format!(
        "{}:{}",
        binary.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let examples = examples(&text);
    assert!(
        examples.len() >= at_least,
        "{document} has only {} examples",
        examples.len()
    );
    for example in examples {
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("exec 2>&1\n{}", example.command))
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("NO_COLOR", "1")
            .output()
            .expect("sh");
        let got = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            got.trim_end(),
            example.expected.trim_end(),
            "{document}:{}: {}",
            example.line,
            example.command
        );
    }
}

#[test]
fn readme() {
    run("README.md", 6);
}

#[test]
fn guide() {
    run("docs/guide.md", 15);
}

#[test]
fn scenarios() {
    run("docs/scenarios.md", 3);
}

#[test]
fn skirmishes() {
    run("docs/skirmishes.md", 14);
}

#[test]
fn results() {
    run("docs/results.md", 2);
}

#[test]
fn queries() {
    run("docs/queries.md", 3);
}

#[test]
fn clusters() {
    run("docs/clusters.md", 12);
}

#[test]
fn pricing() {
    run("docs/pricing.md", 9);
}

#[test]
fn standings() {
    run("docs/standings.md", 5);
}

#[test]
fn ci() {
    run("docs/ci.md", 12);
}
