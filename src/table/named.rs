//! The tables every copy of the program has, by name: in percent of the sides, so that two people mean the same table
//! whatever its size.

use super::read::{Usual, read};
use super::table::Plan;
use crate::document::{Checker, Node, Problems, checked, read_toml};

macro_rules! tables {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/tables/", $name, ".toml")))),*]
    };
}

/// Every table that is built in: its name and its file.
pub const TABLES: &[(&str, &str)] = tables!["open" "standard" "dense" "standard-gsu" "dense-gsu"];

/// The names of the tables that are built in.
pub fn names() -> Vec<&'static str> {
    TABLES.iter().map(|(name, _)| *name).collect()
}

/// A table of its own file, whole and checked, with what is odd about it.
pub fn plan_of(node: &Node, usual: &Usual) -> Result<(Plan, Problems), Problems> {
    let mut odd = Problems::default();
    let plan = checked(&super::form::form(), node, "", |checker| {
        let mut warn = Checker::new(node);
        let plan = read(checker, &mut warn, node, usual);
        if let Err(problems) = warn.finish() {
            odd = problems;
        }
        plan
    })?;
    Ok((plan, odd))
}

/// The table of a name, laid on these sides; `None` if there is none.
pub fn named(name: &str, usual: &Usual) -> Option<Result<Plan, Problems>> {
    let (_, text) = TABLES.iter().find(|(known, _)| *known == name)?;
    let read = || {
        let node = read_toml(&format!("scenarios/tables/{name}.toml"), text)?;
        Ok(plan_of(&node, usual)?.0)
    };
    Some(read())
}
