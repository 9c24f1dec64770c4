//! A comparison for a terminal.

use super::judge::Verdict;
use super::report::{Report, Told, signed};
use crate::systems::Words;

/// Rows of a table of movers.
const ROWS: usize = 12;
/// Names in a list.
const NAMES: usize = 8;
/// Changed cells that are named.
const CAUSES: usize = 8;

/// What a terminal shows of a comparison.
pub fn words(report: &Report) -> Vec<Words> {
    let mut words = vec![Words::Title(report.title.clone())];
    let headline = format!(
        "{}: {}, {}.",
        report.scenario,
        report.headline(),
        report.against_words()
    );
    words.push(match report.fails() {
        true => Words::Warning(headline),
        false => Words::Line(headline),
    });
    words.extend(causes(report).into_iter().map(Words::Line));
    words.extend(report.remarks().into_iter().map(Words::Line));
    for group in &report.groups {
        words.push(Words::Line(format!("* {}", group.tell())));
    }
    if !report.groups.is_empty() && report.ungrouped > 0 {
        words.push(Words::Line(format!("* {}", others(report.ungrouped))));
    }
    let changed = report.movers(Verdict::Changed);
    if let (Some(situation), false) = (report.situation(), changed.is_empty()) {
        words.push(Words::Line(format!("All at {situation}.")));
    }
    if !changed.is_empty() {
        words.push(table(report, &changed));
        if changed.len() > ROWS {
            words.push(Words::Line(format!(
                "... and {} more changed",
                changed.len() - ROWS
            )));
        }
    }
    let undecided = report.movers(Verdict::Undecided);
    if !undecided.is_empty() {
        words.push(Words::Line(
            "Undecided when the budget was spent (--budget for more):".to_owned(),
        ));
        words.push(table(report, &undecided));
        if undecided.len() > ROWS {
            let more = undecided.len() - ROWS;
            words.push(Words::Line(format!("... and {more} more undecided")));
        }
    }
    for (what, titles) in [("New", &report.new), ("Vanished", &report.vanished)] {
        if !titles.is_empty() {
            words.push(Words::Line(format!("{what}: {}", listed(titles))));
        }
    }
    if let Some(expected) = &report.expected {
        if expected.met() {
            words.push(Words::Line(
                "Exactly the expected changes happened.".to_owned(),
            ));
        }
        if !expected.unexpected.is_empty() {
            let titles = listed(&expected.unexpected);
            words.push(Words::Warning(format!("Not expected: {titles}")));
        }
        for missing in &expected.missing {
            words.push(Words::Warning(format!("Expected, but missing: {missing}")));
        }
    }
    words.extend(report.within().map(Words::Line));
    words.push(Words::Line(report.method()));
    words.extend(report.notes.iter().cloned().map(Words::Line));
    words
}

/// The changed cells, one a line.
pub fn causes(report: &Report) -> Vec<String> {
    let mut lines: Vec<String> = report
        .causes
        .iter()
        .take(CAUSES)
        .map(|cause| {
            let place = cause.place_words();
            let place = place.map_or(String::new(), |place| format!(" ({place})"));
            format!("Changed: {}{place}", cause.change())
        })
        .collect();
    if report.causes.len() > CAUSES {
        let more = report.causes.len() - CAUSES;
        lines.push(format!("... and {more} more cells changed"));
    }
    lines
}

/// Those that are in no group.
pub fn others(count: usize) -> String {
    match count {
        1 => "1 other".to_owned(),
        n => format!("{n} others"),
    }
}

/// Names, as many as one can read.
pub fn listed(titles: &[String]) -> String {
    let some: Vec<&str> = titles.iter().take(NAMES).map(String::as_str).collect();
    match titles.len().saturating_sub(NAMES) {
        0 => some.join("; "),
        more => format!("{}; and {more} more", some.join("; ")),
    }
}

fn table(report: &Report, movers: &[&Told]) -> Words {
    let rows = movers.iter().take(ROWS).map(|told| {
        let [old, new] = told.judged.scores;
        vec![
            report.name(told),
            format!("{:.1} %", 100.0 * old),
            format!("{:.1} %", 100.0 * new),
            signed(told.judged.moved),
            told.sure(),
        ]
    });
    Words::table(
        &[
            "match-up (score of the first)",
            "before",
            "now",
            "points",
            "sure",
        ],
        "lrrrr",
        rows.collect(),
    )
}
