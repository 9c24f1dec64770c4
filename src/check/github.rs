//! A comparison as GitHub annotations: lines that the runner turns into marks on the changed cells of a pull request.

use super::judge::Verdict;
use super::report::Report;
use super::words::listed;
use crate::systems;
use std::fmt::Write;
use std::path::Path;

/// GitHub shows ten of each kind for a step; a few say it all.
const MARKS: usize = 4;

/// All comparisons as annotations.
pub fn github(reports: &[Report]) -> String {
    let mut text = String::new();
    for report in reports {
        let level = match (report.fails(), report.counts().undecided) {
            (true, _) => "error",
            (false, 0) => "notice",
            (false, _) => "warning",
        };
        let calm = level == "notice" && report.causes.is_empty();
        if calm {
            continue;
        }
        let mut message = format!("{}: {}.", report.scenario, report.headline());
        for line in report
            .groups
            .iter()
            .map(|group| group.tell())
            .chain(report.remarks())
        {
            let _ = write!(message, "\n{line}");
        }
        for told in report.movers(Verdict::Changed).iter().take(5) {
            let _ = write!(message, "\n{} {}", report.name(told), told.sentence());
        }
        if let Some(expected) = &report.expected {
            if !expected.unexpected.is_empty() {
                let _ = write!(message, "\nNot expected: {}", listed(&expected.unexpected));
            }
            for missing in &expected.missing {
                let _ = write!(message, "\nExpected, but missing: {missing}");
            }
        }
        let placed: Vec<_> = report
            .causes
            .iter()
            .filter_map(|cause| Some((cause, cause.place.as_ref()?)))
            .filter_map(|(cause, (file, line, column))| Some((cause, file_of(file)?, line, column)))
            .take(MARKS)
            .collect();
        for (cause, file, line, column) in &placed {
            let title = format!("{}: {}", report.scenario, cause.change());
            let _ = writeln!(
                text,
                "::{level} file={},line={line},col={column},title={}::{}",
                property(file),
                property(&title),
                escaped(&message)
            );
        }
        if placed.is_empty() {
            let title = property(&format!("fairfight: {}", report.scenario));
            let _ = writeln!(text, "::{level} title={title}::{}", escaped(&message));
        }
    }
    text
}

/// The file of a place. Rules that are built in stand in this project's own folder, if we are in it.
fn file_of(name: &str) -> Option<String> {
    if !name.starts_with('<') {
        return Some(name.to_owned());
    }
    let system = systems::all()
        .iter()
        .find(|system| name == format!("<built-in rules of {}>", system.id()))?;
    let path = format!("scenarios/{}/rules.toml", system.id());
    let text = std::fs::read_to_string(Path::new(&path)).ok()?;
    (text == system.embedded()).then_some(path)
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
