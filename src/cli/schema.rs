//! `fairfight schema`: what a file may say, for editors that complete and check.

use super::args::{SchemaArgs, SchemaKind};
use super::rules::no_system;
use super::{Failure, print};
use crate::query::{Library, query_shape};
use crate::systems;
use std::process::ExitCode;

/// Prints a JSON Schema.
pub fn schema(args: &SchemaArgs) -> Result<ExitCode, Failure> {
    let system = systems::find(&args.system).ok_or_else(|| no_system(&args.system))?;
    let id = system.id();
    let schema = match args.kind {
        SchemaKind::Rules => system
            .shape()
            .to_json_schema(&format!("fairfight rules file: {id}"), ""),
        SchemaKind::Scenario => {
            crate::scenario::shape().to_json_schema("fairfight scenario file", "")
        }
        SchemaKind::Expect => {
            crate::check::expect_shape().to_json_schema("fairfight expected changes", "")
        }
        SchemaKind::Build => system
            .build_shape()
            .to_json_schema(&format!("fairfight build: {id}"), ""),
        SchemaKind::Query => {
            let book = Library::new().book(id, None)?;
            let shape = query_shape(book.as_ref(), "duel").ok_or_else(|| no_system(id))?;
            shape.to_json_schema(&format!("fairfight duel query: {id}"), "")
        }
    };
    print::text(&format!("{schema:#}\n"))?;
    Ok(ExitCode::SUCCESS)
}
