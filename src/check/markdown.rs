//! A comparison as Markdown, for a comment on a pull request. GitHub's flavour: tables, and details that open.

use super::judge::Verdict;
use super::report::{Report, Told, signed};
use super::words::others;
use std::fmt::Write;

/// Rows of the table of the largest movers.
const ROWS: usize = 10;
/// Rows of the table that opens. A comment may have 65,536 characters.
const ALL_ROWS: usize = 200;
/// Names in a list, changed cells.
const NAMES: usize = 20;

/// All comparisons as one Markdown text.
pub fn markdown(reports: &[Report]) -> String {
    let mut text = String::new();
    let failing = reports.iter().filter(|report| report.fails()).count();
    let head = match (failing, reports.len()) {
        (0, _) => "### fairfight: no match-up changed".to_owned(),
        (_, 1) => "### fairfight: match-ups changed".to_owned(),
        (n, all) => format!("### fairfight: match-ups changed in {n} of {all} scenarios"),
    };
    let meant = reports.iter().any(|report| report.expected.is_some());
    let head = match (failing, meant) {
        (0, true) => "### fairfight: exactly the expected changes".to_owned(),
        (_, true) => "### fairfight: not the expected changes".to_owned(),
        _ => head,
    };
    let _ = writeln!(text, "{head}\n");
    // What needs no attention needs no room.
    let quiet = |report: &&Report| {
        !report.fails() && report.causes.is_empty() && report.counts().undecided == 0
    };
    for report in reports.iter().filter(|report| !quiet(report)) {
        one(report, &mut text);
    }
    let calm: Vec<&Report> = reports.iter().filter(quiet).collect();
    if !calm.is_empty() {
        let names: Vec<String> = calm
            .iter()
            .map(|report| format!("{} ({})", code(&report.scenario), report.told.len()))
            .collect();
        let _ = writeln!(text, "Unchanged: {}.", names.join(", "));
    }
    text
}

fn one(report: &Report, text: &mut String) {
    let mark = match (report.fails(), report.counts().undecided) {
        (true, _) => "❌",
        (false, 0) => "✅",
        (false, _) => "⚠️",
    };
    let _ = writeln!(
        text,
        "{mark} **{}**: {}, {}.\n",
        plain(&report.scenario),
        report.headline(),
        plain(&report.against_words())
    );
    for cause in report.causes.iter().take(NAMES) {
        let place = cause.place_words();
        let place = place.map_or(String::new(), |place| format!(" in {}", code(&place)));
        let _ = writeln!(text, "- Changed: {}{place}", code(&cause.change()));
    }
    if report.causes.len() > NAMES {
        let _ = writeln!(text, "- and {} more cells", report.causes.len() - NAMES);
    }
    for remark in report.remarks() {
        let _ = writeln!(text, "- {}", plain(&remark));
    }
    for group in &report.groups {
        let _ = writeln!(text, "- **{}**{}", plain(&group.words), {
            let told = group.tell();
            plain(told.strip_prefix(group.words.as_str()).unwrap_or(&told))
        });
    }
    if !report.groups.is_empty() && report.ungrouped > 0 {
        let _ = writeln!(text, "- {}", others(report.ungrouped));
    }
    let changed = report.movers(Verdict::Changed);
    if !changed.is_empty() {
        let _ = match report.situation() {
            Some(situation) => writeln!(text, "\nAll at {}.\n", plain(situation)),
            None => writeln!(text),
        };
        table(report, &changed[..changed.len().min(ROWS)], text);
        if changed.len() > ROWS {
            let shown = changed.len().min(ALL_ROWS);
            let some = match changed.len() > ALL_ROWS {
                true => format!("the first {ALL_ROWS} of "),
                false => String::new(),
            };
            let _ = writeln!(
                text,
                "\n<details><summary>{some}all {} changed match-ups</summary>\n",
                changed.len()
            );
            table(report, &changed[..shown], text);
            let _ = writeln!(text, "\n</details>");
        }
    }
    let undecided = report.movers(Verdict::Undecided);
    if !undecided.is_empty() {
        let _ = writeln!(
            text,
            "\n<details><summary>{} undecided when the budget was spent</summary>\n",
            undecided.len()
        );
        table(report, &undecided[..undecided.len().min(ALL_ROWS)], text);
        let _ = writeln!(text, "\n</details>");
    }
    for (what, titles) in [("New", &report.new), ("Vanished", &report.vanished)] {
        names(what, titles, text);
    }
    if let Some(expected) = &report.expected {
        names("Not expected", &expected.unexpected, text);
        names("Expected, but missing", &expected.missing, text);
        if expected.met() {
            let _ = writeln!(text, "\nExactly the expected changes happened.");
        }
    }
    let mut small: Vec<String> = report.within().into_iter().collect();
    small.push(report.method());
    small.extend(report.notes.iter().cloned());
    let _ = writeln!(text, "\n<sub>{}</sub>\n", plain(&small.join(" ")));
}

fn names(what: &str, titles: &[String], text: &mut String) {
    if titles.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{what} ({}):\n", titles.len());
    for title in titles.iter().take(NAMES) {
        let _ = writeln!(text, "- {}", plain(title));
    }
    if titles.len() > NAMES {
        let _ = writeln!(text, "- and {} more", titles.len() - NAMES);
    }
}

fn table(report: &Report, movers: &[&Told], text: &mut String) {
    let _ = writeln!(
        text,
        "| match-up (score of the first) | before | now | points | sure |"
    );
    let _ = writeln!(text, "|---|---:|---:|---:|---:|");
    for told in movers {
        let [old, new] = told.judged.scores;
        let _ = writeln!(
            text,
            "| {} | {:.1} % | {:.1} % | **{}** | {} |",
            plain(&report.name(told)),
            100.0 * old,
            100.0 * new,
            signed(told.judged.moved),
            told.sure()
        );
    }
}

/// Text that Markdown and HTML leave as it is, on one line.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        // A mark between letters (`wing_man`) or between spaces marks nothing.
        let inner = c == '_' && before.is_alphanumeric();
        match c {
            '<' => plain.push_str("&lt;"),
            '&' => plain.push_str("&amp;"),
            '@' => plain.push_str("&#64;"),
            '\\' | '`' | '*' | '[' | ']' | '|' | '~' | '#' => plain.extend(['\\', c]),
            '_' if !inner => plain.extend(['\\', c]),
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
        before = c;
    }
    plain
}

/// Text as code.
fn code(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    match text.contains('`') {
        true => format!("`` {text} ``"),
        false => format!("`{text}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_page() {
        assert_eq!(
            plain("a|b *c* <img> wing_man _x_"),
            "a\\|b \\*c\\* &lt;img> wing_man \\_x_"
        );
        assert_eq!(plain("x @ y\nz"), "x &#64; y z");
        assert_eq!(code("a`b"), "`` a`b ``");
    }
}
