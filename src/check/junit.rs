//! A comparison as JUnit XML: a suite a scenario, a test case a match-up. What changed fails, what is undecided is skipped.

use super::judge::Verdict;
use super::report::Report;
use std::fmt::Write;

/// All comparisons as one JUnit file.
pub fn junit(reports: &[Report]) -> String {
    let mut suites = String::new();
    let (mut all, mut failed, mut left) = (0, 0, 0);
    for report in reports {
        let mut cases = String::new();
        let (mut tests, mut failures, mut skipped) = (0, 0, 0);
        let mut case = |name: &str, below: Option<(&str, &str, &str)>| {
            let class = attribute(&format!("fairfight.{}", report.scenario));
            let name = attribute(name);
            let _ = match below {
                None => writeln!(
                    cases,
                    "    <testcase classname=\"{class}\" name=\"{name}\"/>"
                ),
                Some((tag, kind, message)) => {
                    let message = attribute(message);
                    let kind = match tag {
                        "failure" => format!(" type=\"{kind}\""),
                        _ => String::new(),
                    };
                    writeln!(
                        cases,
                        "    <testcase classname=\"{class}\" name=\"{name}\"><{tag} message=\"{message}\"{kind}/></testcase>"
                    )
                }
            };
            tests += 1;
            match below.map(|below| below.0) {
                Some("failure") => failures += 1,
                Some(_) => skipped += 1,
                None => {}
            }
        };
        for (at, told) in report.told.iter().enumerate() {
            let word = told.judged.verdict.word();
            match (report.bad(at), told.judged.verdict) {
                (Some(why), _) => case(&told.title, Some(("failure", word, &why))),
                (None, Verdict::Undecided) => {
                    case(&told.title, Some(("skipped", word, &told.sentence())));
                }
                (None, _) => case(&told.title, None),
            }
        }
        let kinds = [("new", &report.new), ("vanished", &report.vanished)];
        for (kind, title) in kinds
            .iter()
            .flat_map(|(kind, titles)| titles.iter().map(move |t| (kind, t)))
        {
            let unexpected = match &report.expected {
                None => true,
                Some(expected) => expected.unexpected.contains(&format!("{title} ({kind})")),
            };
            let why = format!("this match-up is {kind}");
            case(title, unexpected.then_some(("failure", kind, why.as_str())));
        }
        for missing in report
            .expected
            .iter()
            .flat_map(|expected| &expected.missing)
        {
            case(
                missing,
                Some(("failure", "missing", "an expected change did not happen")),
            );
        }
        let name = attribute(&report.scenario);
        let _ = writeln!(
            suites,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">"
        );
        suites += &cases;
        suites += "  </testsuite>\n";
        all += tests;
        failed += failures;
        left += skipped;
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fairfight\" tests=\"{all}\" failures=\"{failed}\" errors=\"0\" skipped=\"{left}\">\n{suites}</testsuites>\n"
    )
}

/// Text within an attribute.
fn attribute(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '&' => plain.push_str("&amp;"),
            '"' => plain.push_str("&quot;"),
            // XML has no way to write most of them.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}
