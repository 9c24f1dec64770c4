//! A folder with a scenario file in it, and the command to run there: what tests of runs share.

use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub struct Place {
    folder: tempfile::TempDir,
}

/// What a run wrote.
#[derive(Debug, PartialEq)]
pub struct Results {
    pub matchups: String,
    pub builds: String,
    /// `run.json` but for its time.
    pub about: Value,
}

impl Place {
    /// A folder with `s.toml`.
    pub fn new(scenario: &str) -> Place {
        let place = Place {
            folder: tempfile::tempdir().expect("a folder"),
        };
        place.write("s.toml", scenario);
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect(name);
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairfight"));
        command
            .args(words)
            .current_dir(self.folder.path())
            .env("NO_COLOR", "1");
        for name in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
            command.env_remove(name);
        }
        command
    }

    pub fn output(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("the command")
    }

    /// Runs, and expects success.
    #[track_caller]
    pub fn good(&self, words: &[&str]) -> String {
        let output = self.output(words);
        let text = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(output.status.code(), Some(0), "{words:?}\n{text}");
        text
    }

    /// Runs, and expects an error; gives what was said.
    #[track_caller]
    pub fn bad(&self, words: &[&str]) -> String {
        let output = self.output(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}\n{said}");
        said
    }

    /// What is in a folder of results.
    #[track_caller]
    pub fn results(&self, folder: &str) -> Results {
        results(&self.path(folder))
    }
}

#[track_caller]
pub fn results(folder: &Path) -> Results {
    let read = |name: &str| {
        std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let mut about: Value = serde_json::from_str(&read("run.json")).expect("run.json");
    about.as_object_mut().expect("a table").remove("time");
    Results {
        matchups: read("matchups.csv"),
        builds: read("builds.csv"),
        about,
    }
}

/// The rows of a CSV text, each by the names of its columns.
pub fn rows(text: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader
        .deserialize()
        .map(|row| row.expect("a row of the same length"))
        .collect()
}

/// A number of a row.
#[track_caller]
pub fn cell(row: &HashMap<String, String>, key: &str) -> f64 {
    row[key]
        .parse()
        .unwrap_or_else(|_| panic!("{key} of {row:?}"))
}
