//! Which old match-up is which new one: by names and situation as the scenarios give them, or by the title that a baseline
//! has written down. Fights nothing.

use super::baseline::{Baseline, Row, rules_mark};
use crate::scenario::{Matchup, Plan};
use std::collections::HashMap;

/// What the new plan is held against.
#[derive(Copy, Clone)]
pub enum Old<'a> {
    /// Another plan.
    Plan(&'a Plan),
    /// A baseline, and its plan if this version can still make it.
    Baseline(&'a Baseline, Option<&'a Plan>),
}

/// The old half of a match-up.
#[derive(Copy, Clone)]
pub struct Before<'a> {
    /// The plan it is of, if this version can make it.
    pub plan: Option<(&'a Plan, Matchup)>,
    /// What a baseline says of it.
    pub row: Option<&'a Row>,
    /// Rules and scenario are the same, so the fights are.
    pub alike: bool,
}

/// What match-ups of two plans are recognised by: their names, and the situation as the scenario gives it. A baseline
/// without a plan has only its titles.
pub fn key(plan: &Plan, matchup: &Matchup, old: Old) -> String {
    if let Old::Baseline(_, None) = old {
        return plan.title_of(matchup);
    }
    let [a, b] = plan.sides(matchup);
    let variant = &plan.variants[matchup.variant].name;
    [variant, &a.name, &b.name, &plan.given(matchup)]
        .map(|part| format!("{part}\n"))
        .concat()
}

/// The old match-ups by what they are recognised by, with their places.
pub fn befores<'a>(old: Old<'a>, new: &Plan) -> HashMap<String, (u64, Before<'a>)> {
    let (plan, rows) = match old {
        Old::Plan(plan) => (Some(plan), None),
        Old::Baseline(baseline, plan) => (plan, Some(&baseline.rows)),
    };
    let row = |at: u64| rows.and_then(|rows| rows.get(at as usize));
    let Some(plan) = plan else {
        let rows = rows.into_iter().flatten().enumerate();
        return rows
            .map(|(at, row)| {
                let before = Before {
                    plan: None,
                    row: Some(row),
                    alike: false,
                };
                (row.title.clone(), (at as u64, before))
            })
            .collect();
    };
    let alike: Vec<bool> = plan
        .variants
        .iter()
        .map(|mine| {
            let theirs = new.variants.iter().find(|theirs| theirs.name == mine.name);
            theirs.is_some_and(|theirs| {
                rules_mark(mine.book.document()) == rules_mark(theirs.book.document())
                    && fought(plan.scenario()) == fought(new.scenario())
            })
        })
        .collect();
    plan.matchups(0..plan.len())
        .map(|matchup| {
            let before = Before {
                plan: Some((plan, matchup)),
                row: row(matchup.index),
                alike: alike[matchup.variant],
            };
            (key(plan, &matchup, old), (matchup.index, before))
        })
        .collect()
}

/// What of a scenario decides how its match-ups are fought: all but its title, its rules, and how often and where from.
fn fought(scenario: &serde_json::Value) -> serde_json::Value {
    let mut scenario = scenario.clone();
    if let Some(table) = scenario.as_object_mut() {
        for key in ["title", "rules", "set", "variants", "sampling", "format"] {
            table.remove(key);
        }
    }
    scenario
}
