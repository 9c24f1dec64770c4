//! A baseline: what a scenario came to, committed beside the rules. Three files, each made to be read in a diff:
//! `matchups.csv`, one line a match-up; `rules.toml`, one line a cell, all of them, so that the old rules can be fought
//! again; and `baseline.json`, what else is needed to do so, with sums that tell an edited or cut file.

use crate::document::{Node, flat, leaves, read_toml, set_path};
use crate::report::{Folder, csv_writer, rate};
use crate::run::Finding;
use crate::scenario::{Effort, Plan};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

/// Where baselines are kept unless told otherwise.
pub const BASELINES: &str = "reports/baselines";
/// The files of a baseline, in the order they are shown.
pub const BASELINE_FILES: &[&str] = &[MATCHUPS, RULES, HEAD];

const HEAD: &str = "baseline.json";
const MATCHUPS: &str = "matchups.csv";
const RULES: &str = "rules.toml";
const KIND: &str = "fairfight baseline";
const FORMAT: u64 = 1;
const COLUMNS: [&str; 9] = [
    "matchup", "method", "trials", "wins_a", "wins_b", "draws", "win_a", "win_b", "score_a",
];

/// What a baseline says of a match-up.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its name.
    pub title: String,
    /// Worked out, and not counted.
    pub exact: bool,
    /// Fights; 0 if it was worked out.
    pub trials: u64,
    /// Won by A, by B.
    pub wins: [u64; 2],
    /// Drawn.
    pub drawn: u64,
    /// A's wins and half the draws.
    pub score: f64,
}

impl Row {
    /// Whether a finding has the very same counts.
    pub fn counts(&self, finding: &Finding) -> bool {
        !finding.exact
            && !self.exact
            && (self.trials, self.wins, self.drawn) == (finding.trials, finding.wins, finding.drawn)
    }
}

/// A baseline that was read.
pub struct Baseline {
    /// Where it is.
    pub folder: PathBuf,
    /// The version that wrote it.
    pub version: String,
    /// The scenario's name.
    pub scenario: String,
    /// The scenario as it was named on the command line.
    pub file: String,
    /// Every match-up, in the order of its plan.
    pub rows: Vec<Row>,
    /// The variants' names, and the rules of each.
    pub rules: Vec<(String, Node)>,
    /// The scenario as it was.
    pub document: Value,
}

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// There is none.
    #[error("there is no baseline in `{0}`: `fairfight check {1} --bless` writes one")]
    Missing(String, String),
    /// It cannot be read.
    #[error("cannot read `{0}`: {1}")]
    Io(String, io::Error),
    /// Some other folder.
    #[error("`{0}` is not a baseline: it has no `{HEAD}` of one; nothing was written")]
    Other(String),
    /// It was edited, or cut short.
    #[error(
        "`{0}` is not as it was written: {1}; restore it (`git checkout -- {2}`), or remove the folder and write a new one with --bless"
    )]
    Damaged(String, String, String),
    /// Written by a later version.
    #[error(
        "`{0}` was written by fairfight {1}, whose baselines have format {2}: this version reads format {FORMAT}"
    )]
    Later(String, String, u64),
    /// Of another scenario.
    #[error("`{0}` is the baseline of `{1}`, not of `{2}`; nothing was written")]
    Another(String, String, String),
}

fn sum(text: &str) -> String {
    // Git may turn line ends on some machines; that is no edit.
    let hash = Sha256::digest(text.replace("\r\n", "\n").as_bytes());
    hash[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The head's own sum: of all of it but that.
fn head_sum(head: &Map<String, Value>) -> String {
    let mut rest = head.clone();
    rest.remove("sum");
    sum(&Value::Object(rest).to_string())
}

/// What rules say, without how they were put together.
pub fn said(rules: &Node) -> Node {
    let mut rules = rules.clone();
    if let crate::document::Value::Table(entries) = &mut rules.value {
        entries.retain(|entry| entry.key != "extends");
    }
    rules
}

/// A mark of rules: the same for rules that say the same.
pub fn rules_mark(rules: &Node) -> String {
    let mut mark = sum(&flat(&said(rules)));
    mark.truncate(16);
    mark
}

impl Baseline {
    /// Reads the baseline in a folder. `spec` is what the user calls the scenario.
    pub fn open(folder: &Path, spec: &str) -> Result<Baseline, Unfit> {
        let shown = folder.display().to_string();
        let read = |name: &str| match std::fs::read(folder.join(name)) {
            Ok(bytes) => Ok(String::from_utf8(bytes).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Unfit::Io(folder.join(name).display().to_string(), error)),
        };
        let damaged = |name: &str, why: &str| {
            let file = folder.join(name).display().to_string();
            Unfit::Damaged(file, why.to_owned(), shown.clone())
        };
        let Some(head_text) = read(HEAD)? else {
            let empty = match std::fs::read_dir(folder) {
                Ok(mut entries) => entries.next().is_none(),
                Err(error) => match error.kind() {
                    io::ErrorKind::NotFound => true,
                    _ => return Err(Unfit::Io(shown, error)),
                },
            };
            return Err(match empty {
                true => Unfit::Missing(shown, spec.to_owned()),
                false => Unfit::Other(shown),
            });
        };
        let head: Value = serde_json::from_str(&head_text)
            .map_err(|error| damaged(HEAD, &format!("it is no JSON ({error})")))?;
        let Some(head) = head
            .as_object()
            .filter(|head| head.get("kind").and_then(Value::as_str) == Some(KIND))
        else {
            return Err(Unfit::Other(shown));
        };
        let text = |key: &str| {
            let text = head.get(key).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let version = text("fairfight");
        match head.get("format").and_then(Value::as_u64) {
            Some(FORMAT) => {}
            format => return Err(Unfit::Later(shown, version, format.unwrap_or_default())),
        }
        if text("sum") != head_sum(head) {
            return Err(damaged(HEAD, "its sum is another"));
        }
        let part = |name: &str| -> Result<String, Unfit> {
            let text = read(name)?.ok_or_else(|| damaged(name, "it is missing"))?;
            let expected = head.get("sums").and_then(|sums| sums.get(name));
            match expected.and_then(Value::as_str) == Some(sum(&text).as_str()) {
                true => Ok(text),
                false => Err(damaged(
                    name,
                    "its sum is another: it was edited, merged or cut short",
                )),
            }
        };
        let rows =
            read_rows(&part(MATCHUPS)?).ok_or_else(|| damaged(MATCHUPS, "a line is no row"))?;
        let count = head.get("matchups").and_then(Value::as_u64);
        if count != Some(rows.len() as u64) {
            return Err(damaged(MATCHUPS, "rows are missing"));
        }
        let base = read_toml(RULES, &part(RULES)?)
            .map_err(|problems| damaged(RULES, &problems.to_string()))?;
        let variants = head.get("variants").and_then(Value::as_array);
        let mut rules = Vec::new();
        for variant in variants.into_iter().flatten() {
            let mut whole = base.clone();
            let changed = variant.get("changed").and_then(Value::as_object);
            for (path, value) in changed.into_iter().flatten() {
                set_path(&mut whole, path, Node::from_json(value))
                    .map_err(|why| damaged(HEAD, &why))?;
            }
            let name = variant.get("name").and_then(Value::as_str);
            rules.push((name.unwrap_or_default().to_owned(), whole));
        }
        Ok(Baseline {
            folder: folder.to_owned(),
            version,
            scenario: text("scenario"),
            file: text("file"),
            rows,
            rules,
            document: head.get("document").cloned().unwrap_or_default(),
        })
    }

    /// The plan it was written from, made again by this version. None if this version cannot read it any more.
    pub fn plan(&self) -> Option<Plan> {
        let rules: Vec<Value> = self
            .rules
            .iter()
            .map(|(_, rules)| rules.to_json())
            .collect();
        let plan = json!({"name": self.scenario, "scenario": self.document, "rules": rules});
        let plan = Plan::from_json(&plan).ok()?;
        (plan.len() == self.rows.len() as u64).then_some(plan)
    }
}

fn read_rows(text: &str) -> Option<Vec<Row>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    if reader.headers().ok()? != COLUMNS.as_slice() {
        return None;
    }
    let rows = reader.records().map(|record| {
        let record = record.ok()?;
        let number = |at: usize| record.get(at)?.parse::<u64>().ok();
        let exact = match record.get(1)? {
            "exact" => true,
            "sampled" => false,
            _ => return None,
        };
        let score: f64 = record.get(8)?.parse().ok()?;
        let (wins, drawn) = ([number(3)?, number(4)?], number(5)?);
        let trials = number(2)?;
        Some(Row {
            title: record.get(0)?.to_owned(),
            exact,
            trials,
            wins,
            drawn,
            // Of what was counted the counts are sharper than the decimals.
            score: match exact {
                true => score,
                false => (wins[0] as f64 + drawn as f64 / 2.0) / trials.max(1) as f64,
            },
        })
    });
    rows.collect()
}

/// Writes the baseline of a plan whose findings are these. Refuses to write over anything else.
pub fn bless(plan: &Plan, findings: &[Finding], folder: &Path, file: &str) -> Result<(), Unfit> {
    let shown = folder.display().to_string();
    match Baseline::open(folder, &plan.name) {
        Ok(old) if old.scenario != plan.name => {
            return Err(Unfit::Another(shown, old.scenario, plan.name.clone()));
        }
        // What was edited or merged is still a baseline, if its head says so.
        Ok(_) | Err(Unfit::Missing(..)) => {}
        Err(Unfit::Damaged(file, ..)) if !file.ends_with(HEAD) => {}
        Err(unfit) => return Err(unfit),
    }
    write(plan, findings, folder, file).map_err(|error| Unfit::Io(shown, error))
}

fn write(plan: &Plan, findings: &[Finding], folder: &Path, file: &str) -> io::Result<()> {
    let mut matchups = Vec::new();
    {
        let mut csv = csv_writer(&mut matchups);
        csv.write_record(COLUMNS)?;
        for (matchup, finding) in plan.matchups(0..plan.len()).zip(findings) {
            csv.write_record([
                plan.title_of(&matchup),
                if finding.exact { "exact" } else { "sampled" }.to_owned(),
                finding.trials.to_string(),
                finding.wins[0].to_string(),
                finding.wins[1].to_string(),
                finding.drawn.to_string(),
                rate(finding.win[0]),
                rate(finding.win[1]),
                rate(finding.score()),
            ])?;
        }
        csv.flush()?;
    }
    let matchups = String::from_utf8_lossy(&matchups).into_owned();
    let first = said(plan.variants[0].book.document());
    let rules = flat(&first);
    let variants: Vec<Value> = plan
        .variants
        .iter()
        .map(|variant| {
            let mine = said(variant.book.document());
            let changed: Map<String, Value> = cells_apart(&first, &mine);
            json!({"name": variant.name, "rules": rules_mark(&mine), "changed": changed})
        })
        .collect();
    let (trials, precision) = match plan.effort {
        Effort::Trials(trials) => (Some(trials), None),
        Effort::Precision(precision) => (None, Some(precision)),
    };
    let exact = findings.iter().filter(|finding| finding.exact).count();
    let mut head = json!({
        "kind": KIND,
        "format": FORMAT,
        "fairfight": env!("CARGO_PKG_VERSION"),
        "scenario": plan.name,
        "file": file,
        "title": plan.title,
        "system": plan.system,
        "matchups": findings.len(),
        "exact": exact,
        "sampled": findings.len() - exact,
        "settings": {
            "method": plan.method.name(),
            "trials": trials,
            "precision": precision,
            "seed": plan.seed,
        },
        "variants": variants,
        "document": plan.scenario(),
        "sums": {MATCHUPS: sum(&matchups), RULES: sum(&rules)},
    });
    if let Some(table) = head.as_object_mut() {
        let own = head_sum(table);
        table.insert("sum".to_owned(), own.into());
    }
    let mut files = Folder::new(folder)?;
    files.write(MATCHUPS, |out| out.write_all(matchups.as_bytes()))?;
    files.write(RULES, |out| out.write_all(rules.as_bytes()))?;
    files.write(HEAD, |out| writeln!(out, "{head:#}"))?;
    files.show()
}

/// The cells that one tree must change to become another, under their dotted paths; `null` takes one away. Lists are
/// changed whole.
fn cells_apart(from: &Node, to: &Node) -> Map<String, Value> {
    let before: HashMap<String, &Node> = leaves(from).into_iter().collect();
    let after = leaves(to);
    let known: HashSet<&str> = after.iter().map(|(path, _)| path.as_str()).collect();
    let gone = leaves(from).into_iter();
    let gone = gone.filter(|(path, _)| !known.contains(path.as_str()));
    let gone = gone.map(|(path, _)| (path, Value::Null));
    let changed = after.iter().filter(|(path, node)| {
        before
            .get(path)
            .is_none_or(|old| old.to_json() != node.to_json())
    });
    let changed = changed.map(|(path, node)| (path.clone(), node.to_json()));
    gone.chain(changed).collect()
}
