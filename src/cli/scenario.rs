//! `fairfight scenario`: which are shipped, a copy to edit, and whether a file is right.

use super::args::ScenarioAction;
use super::{Failure, print};
use crate::document::{Problem, Problems, nearest};
use crate::scenario::{Plan, Scenario, shipped};
use crate::systems::{Align, Library, Words};
use serde_json::{Value, json};
use std::process::ExitCode;

/// Runs one of the actions.
pub fn scenario(action: &ScenarioAction) -> Result<ExitCode, Failure> {
    match action {
        ScenarioAction::List { json } => list(*json),
        ScenarioAction::Export { name } => export(name),
        ScenarioAction::Check { files } => check(files),
    }
}

fn list(as_json: bool) -> Result<ExitCode, Failure> {
    let all = shipped();
    if as_json {
        let rows: Vec<Value> = all
            .iter()
            .map(|s| json!({"name": s.name, "system": s.system, "title": s.title()}))
            .collect();
        print::json(&Value::Array(rows))?;
        return Ok(ExitCode::SUCCESS);
    }
    let rows = all
        .iter()
        .map(|s| vec![s.name.to_owned(), s.system.to_owned(), s.title()]);
    print::words(&[Words::Table {
        head: ["name", "system", "what it asks"]
            .map(str::to_owned)
            .to_vec(),
        align: vec![Align::Left; 3],
        rows: rows.collect(),
    }])?;
    Ok(ExitCode::SUCCESS)
}

fn export(name: &str) -> Result<ExitCode, Failure> {
    let all = shipped();
    let found = all
        .iter()
        .find(|s| s.name == name || s.path() == name || format!("{}/{}", s.system, s.name) == name);
    let Some(found) = found else {
        let names: Vec<&str> = all.iter().map(|s| s.name).collect();
        let mut problem = Problem::new(format!("there is no shipped scenario `{name}`"));
        problem.help = Some(match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are: {}", names.join(", ")),
        });
        return Err(Problems(vec![problem]).into());
    };
    print::text(found.text)?;
    Ok(ExitCode::SUCCESS)
}

fn check(files: &[String]) -> Result<ExitCode, Failure> {
    let mut wrong = false;
    for file in files {
        let plan =
            Scenario::open(file).and_then(|scenario| Plan::new(&scenario, &mut Library::new()));
        match plan {
            Ok(plan) => {
                for note in &plan.notes {
                    print::warning(&format!("{file}: {note}"));
                }
                let builds = plan.variants.iter().map(|v| v.soldiers.len()).max();
                print::text(&format!(
                    "{file}: good, {} match-ups of {} {}\n",
                    plan.len(),
                    builds.unwrap_or(0),
                    plan.soldiers_word()
                ))?;
            }
            Err(problems) => {
                wrong = true;
                print::problems(&problems);
                print::text(&format!(
                    "{file}: {} to mend\n",
                    match problems.len() {
                        1 => "1 problem".to_owned(),
                        n => format!("{n} problems"),
                    }
                ))?;
            }
        }
    }
    Ok(ExitCode::from(u8::from(wrong)))
}
