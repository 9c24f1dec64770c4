//! `fairfight rules`: what there is, what it says, a copy to edit, and whether a file is right.

use super::args::RulesAction;
use super::ask::settings;
use super::{Failure, print};
use crate::document::{Problem, Problems, listed, nearest};
use crate::query::Library;
use crate::systems::{self, Align, Rulebook, Words, points_text};
use serde_json::{Value, json};
use std::process::ExitCode;

/// Runs one of the actions.
pub fn rules(action: &RulesAction) -> Result<ExitCode, Failure> {
    match action {
        RulesAction::List { json } => list(*json),
        RulesAction::Show { table, rules, json } => {
            let set = settings(&rules.set)?;
            let book = Library::new().book(&rules.rules, Some(&set))?;
            show(book.as_ref(), table.as_deref(), *json)
        }
        RulesAction::Export { system } => {
            let found = systems::find(system).ok_or_else(|| no_system(system))?;
            print::text(found.embedded())?;
            Ok(ExitCode::SUCCESS)
        }
        RulesAction::Check { files } => check(files),
    }
}

/// There is no system of that name.
pub fn no_system(name: &str) -> Problems {
    let ids: Vec<&str> = systems::all().iter().map(|system| system.id()).collect();
    let mut problem = Problem::new(format!("there is no system `{name}`"));
    problem.help = Some(match nearest(name, ids.iter().copied()) {
        Some(id) => format!("did you mean `{id}`?"),
        None => format!("expected {}", listed(ids.iter().copied())),
    });
    Problems(vec![problem])
}

fn list(as_json: bool) -> Result<ExitCode, Failure> {
    let systems = systems::all();
    if as_json {
        let rows: Vec<Value> = systems
            .iter()
            .map(|s| json!({"id": s.id(), "about": s.about()}))
            .collect();
        print::json(&Value::Array(rows))?;
    } else {
        let lines: Vec<Words> = systems
            .iter()
            .map(|s| Words::Line(format!("{}  {}", s.id(), s.about())))
            .collect();
        print::words(&lines)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn builds(book: &dyn Rulebook) -> Words {
    let rows = book
        .builds()
        .into_iter()
        .map(|card| vec![card.id, card.group, points_text(card.points), card.note]);
    Words::Table {
        head: ["id", book.group_word(), "points", "who it is"]
            .map(str::to_owned)
            .to_vec(),
        align: vec![Align::Left, Align::Left, Align::Right, Align::Left],
        rows: rows.collect(),
    }
}

fn show(book: &dyn Rulebook, table: Option<&str>, as_json: bool) -> Result<ExitCode, Failure> {
    let mut tables = book.tables();
    tables.push(("builds", vec![builds(book)]));
    if let Some(name) = table {
        let known: Vec<&str> = tables.iter().map(|t| t.0).collect();
        if !known.contains(&name) {
            let mut problem = Problem::new(format!("there is no table `{name}`"));
            problem.help = Some(match nearest(name, known.iter().copied()) {
                _ if systems::find(name).is_some() => {
                    format!("`{name}` is a system: `fairfight rules show --rules {name}`")
                }
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("expected {}", listed(known.iter().copied())),
            });
            return Err(Problems(vec![problem]).into());
        }
        tables.retain(|t| t.0 == name);
    }
    if as_json {
        // The document itself is the machine-readable form.
        let doc = book.document();
        let value = match table {
            Some(name) => doc.get(name).map_or(Value::Null, |node| node.to_json()),
            None => doc.to_json(),
        };
        print::json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut words = Vec::new();
    for (name, content) in tables {
        words.push(Words::Title(name.to_owned()));
        words.extend(content);
    }
    print::words(&words)?;
    Ok(ExitCode::SUCCESS)
}

fn check(files: &[String]) -> Result<ExitCode, Failure> {
    let mut wrong = false;
    for file in files {
        match Library::new().book(file, None) {
            Ok(book) => {
                for warning in book.warnings() {
                    print::warning(&format!("{file}: {warning}"));
                }
                let builds = book.builds().len();
                print::text(&format!(
                    "{file}: good, rules of {}, {builds} builds\n",
                    book.system().id()
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
