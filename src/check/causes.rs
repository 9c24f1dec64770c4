//! What was changed: the cells of rules and scenario that differ from before, each with its place.

use super::baseline::said;
use crate::document::{Difference, Node, cell, differences};
use crate::scenario::Plan;
use serde_json::Value;

/// A cell that was changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    /// In the scenario, and not in the rules.
    pub scenario: bool,
    /// Under which variant; empty where it is the same under all.
    pub variant: String,
    /// Where in the tree: `weapons.sword.damage`.
    pub path: String,
    /// What it was; empty if it was not there.
    pub old: String,
    /// What it is; empty if it is gone.
    pub new: String,
    /// The file, line and column, as far as known.
    pub place: Option<(String, usize, usize)>,
}

/// Values longer than this are cut.
const LONGEST: usize = 60;

fn value(node: &Option<Node>) -> String {
    let text = node.as_ref().map_or(String::new(), cell);
    // Text stands for itself where that cannot be misread.
    let plain = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let text = match plain {
        Some(plain) if !plain.is_empty() && !plain.contains(['"', '\\']) => plain.to_owned(),
        _ => text,
    };
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => text,
    }
}

impl Cause {
    fn of(difference: &Difference, scenario: bool) -> Cause {
        let place = difference.place.as_ref().map(|span| {
            let (line, column) = span.line_column();
            (span.source.name.clone(), line, column)
        });
        Cause {
            scenario,
            variant: String::new(),
            path: difference.path.clone(),
            old: value(&difference.old),
            new: value(&difference.new),
            place,
        }
    }

    /// `weapons.sword.damage 12 -> 13`.
    pub fn change(&self) -> String {
        let nothing = |text: &str| match text {
            "" => "nothing".to_owned(),
            text => text.to_owned(),
        };
        let under = match self.variant.as_str() {
            "" => String::new(),
            variant => format!(" under {variant}"),
        };
        let whose = if self.scenario { "the scenario's " } else { "" };
        format!(
            "{whose}{} {} -> {}{under}",
            self.path,
            nothing(&self.old),
            nothing(&self.new)
        )
    }

    /// The file, line and column in words.
    pub fn place_words(&self) -> Option<String> {
        let (file, line, column) = self.place.as_ref()?;
        Some(format!("{file}:{line}:{column}"))
    }
}

/// All that differs between the old rules (by variant) and scenario, and those of a plan.
pub fn causes(rules: &[(String, &Node)], scenario: &Value, new: &Plan) -> Vec<Cause> {
    let mut found: Vec<Cause> = Vec::new();
    let mut everywhere: Vec<usize> = Vec::new();
    let mut compared = 0;
    for variant in &new.variants {
        let Some((_, old)) = rules.iter().find(|(name, _)| *name == variant.name) else {
            continue;
        };
        compared += 1;
        for difference in differences(&said(old), &said(variant.book.document())) {
            let cause = Cause::of(&difference, false);
            match found.iter().position(|known| *known == cause) {
                Some(at) => everywhere[at] += 1,
                None => {
                    found.push(cause);
                    everywhere.push(1);
                }
            }
        }
    }
    // What differs under some variants only says so.
    let mut told = Vec::new();
    for (cause, seen) in found.into_iter().zip(everywhere) {
        if seen == compared {
            told.push(cause);
            continue;
        }
        for variant in &new.variants {
            let Some((_, old)) = rules.iter().find(|(name, _)| *name == variant.name) else {
                continue;
            };
            let all = differences(&said(old), &said(variant.book.document()));
            if all
                .iter()
                .any(|difference| Cause::of(difference, false) == cause)
            {
                told.push(Cause {
                    variant: variant.name.clone(),
                    ..cause.clone()
                });
            }
        }
    }
    let [before, after] = [scenario, new.scenario()].map(|doc| {
        let mut doc = doc.clone();
        if let Some(table) = doc.as_object_mut() {
            // Rules and what is set in them were compared above; titles, dice and effort change no odds.
            for key in ["rules", "set", "variants", "sampling", "title", "format"] {
                table.remove(key);
            }
        }
        Node::from_json(&doc)
    });
    let changed = differences(&before, &after);
    told.extend(changed.iter().map(|difference| Cause::of(difference, true)));
    told
}
