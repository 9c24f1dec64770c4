//! What is wrong with a document: where, what was expected, and what to do. Problems come in
//! collections, since a writer wants to see all of them at once, and are shown either plainly
//! (one a line) or the way rustc shows its errors.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::node::{Span, floor};

/// At most this many characters are underlined.
const UNDERLINED: usize = 100;
/// At most this many problems are shown with their source lines.
const RENDERED: usize = 100;

/// One thing that is wrong with a document.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What is wrong and what was expected, without a full stop.
    pub message: String,
    /// Where in the tree, such as `weapons.sword.damage`; empty for the whole document.
    pub path: String,
    /// Where in the text, if it was read from one.
    pub span: Option<Span>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Problem {
    /// A problem that has no place and no help yet.
    pub fn new(message: impl Into<String>) -> Problem {
        Problem {
            message: message.into(),
            path: String::new(),
            span: None,
            help: None,
        }
    }

    fn render(&self, colour: bool) -> String {
        let message = clean(&self.message);
        let help = self.help.as_deref().map(clean);
        let Some(span) = &self.span else {
            return self.render_placeless(&message, help.as_deref(), colour);
        };
        let (line, _) = span.line_column();
        let (text, marked) = shown(span);
        let name = clean(&span.source.name);
        let snippet = Snippet::source(text)
            .path(name.as_str())
            .line_start(line)
            .annotation(AnnotationKind::Primary.span(marked));
        let mut group = Level::ERROR
            .primary_title(message.as_str())
            .element(snippet);
        if let Some(help) = &help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&[group])
    }

    fn render_placeless(&self, message: &str, help: Option<&str>, colour: bool) -> String {
        let (red, bold, blue, end) = if colour {
            ("\x1b[1m\x1b[91m", "\x1b[1m", "\x1b[1m\x1b[94m", "\x1b[0m")
        } else {
            ("", "", "", "")
        };
        let mut text = format!("{red}error{end}{bold}: {message}{end}");
        if !self.path.is_empty() {
            text.push_str(&format!("\n  {blue}at{end}: {}", clean(&self.path)));
        }
        if let Some(help) = help {
            text.push_str(&format!("\n  {bold}help{end}: {help}"));
        }
        text
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.span {
            Some(span) => {
                let (line, column) = span.line_column();
                write!(f, "{}:{line}:{column}: ", clean(&span.source.name))?;
            }
            None if self.path.is_empty() => {}
            None => write!(f, "at {}: ", clean(&self.path))?,
        }
        f.write_str(&clean(&self.message))?;
        match &self.help {
            Some(help) => write!(f, " ({})", clean(help)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

/// The line a span begins in, and what to underline in it: never beyond that line's end.
fn shown(span: &Span) -> (&str, Range<usize>) {
    let text = span.source.text.as_str();
    let at = floor(text, span.range.start);
    let before = text.get(..at).unwrap_or("");
    let begin = before.rfind('\n').map_or(0, |n| n + 1);
    let line = text.get(begin..).unwrap_or("");
    let line = line.split('\n').next().unwrap_or("");
    let line = line.strip_suffix('\r').unwrap_or(line);
    let start = floor(line, at.saturating_sub(begin));
    let end = floor(line, span.range.end.saturating_sub(begin)).max(start);
    let end = line
        .get(start..end)
        .and_then(|marked| marked.char_indices().nth(UNDERLINED))
        .map_or(end, |(length, _)| start + length);
    (line, start..end)
}

/// Text fit for a terminal: one line, and no control characters from the document.
fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        let marks = matches!(c, '\u{200e}' | '\u{200f}');
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || marks || turns {
            clean.extend(c.escape_default());
        } else {
            clean.push(c);
        }
    }
    clean
}

/// Everything found wrong with a document, in the order found.
#[derive(Clone, Debug, Default)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds one.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds many: a list of them, or other [`Problems`].
    pub fn extend(&mut self, more: impl IntoIterator<Item = Problem>) {
        self.0.extend(more);
    }

    /// All as rustc shows errors, with a blank line between and no line break at the end.
    ///
    /// After the first hundred only the number of the others is told; [`fmt::Display`] has all.
    pub fn render(&self, colour: bool) -> String {
        let first = self.0.iter().take(RENDERED);
        let mut shown: Vec<String> = first.map(|problem| problem.render(colour)).collect();
        if self.len() > RENDERED {
            let others = self.len() - RENDERED;
            shown.push(format!("... and {others} more problems"));
        }
        shown.join("\n\n")
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Problems {
        Problems(vec![problem])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

#[cfg(test)]
mod tests {
    use super::super::node::Source;
    use super::*;
    use std::sync::Arc;

    fn problem(text: &str, range: Range<usize>) -> Problem {
        let source = Arc::new(Source {
            name: "rules.toml".into(),
            text: text.into(),
        });
        Problem {
            message: "unknown key `damge`".into(),
            path: "sword.damge".into(),
            span: Some(Span { source, range }),
            help: Some("did you mean `damage`?".into()),
        }
    }

    #[test]
    fn rendered_like_rustc() {
        let problems = Problems(vec![problem("# é\r\n\"ü\" = 1\ndamge = 3\n", 15..20)]);
        let expected = "\
error: unknown key `damge`
 --> rules.toml:3:1
  |
3 | damge = 3
  | ^^^^^
  |
  = help: did you mean `damage`?";
        assert_eq!(problems.render(false), expected);
        assert!(problems.render(true).contains("\x1b["));
    }

    #[test]
    fn rendered_without_a_place() {
        let mut one = problem("", 0..0);
        one.span = None;
        let mut problems = Problems::from(one.clone());
        one.path = String::new();
        one.help = None;
        problems.push(one);
        let expected = "\
error: unknown key `damge`
  at: sword.damge
  help: did you mean `damage`?

error: unknown key `damge`";
        assert_eq!(problems.render(false), expected);
        let expected = "\
at sword.damge: unknown key `damge` (did you mean `damage`?)
unknown key `damge`";
        assert_eq!(problems.to_string(), expected);
        assert!(problems.render(true).starts_with("\x1b[1m\x1b[91merror"));
    }

    #[test]
    fn plain_lines_name_file_line_and_column() {
        let problems = Problems::from(problem("a = 1\r\né = 2 x", 14..15));
        let expected = "rules.toml:2:7: unknown key `damge` (did you mean `damage`?)";
        assert_eq!(problems.to_string(), expected);
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let mut bad = problem("a\u{1b}[31m = 1", 0..3);
        bad.message = "there is no `\u{1b}[31m\n`".into();
        bad.help = Some("\u{1b}[0m".into());
        let problems = Problems::from(bad);
        assert!(!problems.render(false).contains('\u{1b}'));
        assert!(problems.to_string().contains("`\\u{1b}[31m\\n`"));
    }

    #[test]
    fn any_span_can_be_shown() {
        let wide = format!("x = \"{}\"", "é日\t".repeat(2000));
        let texts = [
            "",
            "\n",
            "a\r\n\r\nb\r",
            "é日本\n\t\tü",
            "\u{1F600}\r",
            wide.as_str(),
        ];
        for text in texts {
            for start in (0..text.len().min(40) + 3).chain([text.len(), usize::MAX]) {
                for end in [
                    0,
                    start,
                    start.saturating_add(1),
                    start / 2,
                    17,
                    text.len(),
                    usize::MAX,
                ] {
                    let problems = Problems::from(problem(text, start..end));
                    let shown = problems.render(start % 2 == 0);
                    assert!(shown.len() < 4000, "{text:?} {start}..{end}");
                    assert!(!problems.to_string().contains('\n'));
                }
            }
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}HERE{}", "a".repeat(100_000), "b".repeat(100_000));
        let shown = Problems::from(problem(&text, 100_000..100_004)).render(false);
        assert!(shown.contains("--> rules.toml:1:100001"), "{shown}");
        assert!(shown.contains("1 | ...aaaa"), "{shown}");
        assert!(shown.len() < 600, "{shown}");
        assert!(shown.contains("aHEREb"), "{shown}");
        assert!(
            shown.contains(&format!("{}^^^^", " ".repeat(63))),
            "{shown}"
        );
    }

    #[test]
    fn problems_gather() {
        let mut problems = Problems::default();
        assert!(problems.is_empty());
        problems.extend([Problem::new("one")]);
        problems.extend(Problems::from(Problem::new("two")));
        assert_eq!(
            (problems.len(), problems.to_string().as_str()),
            (2, "one\ntwo")
        );
        problems.extend((0..200).map(|_| Problem::new("more")));
        let shown = problems.render(false);
        assert!(
            shown.ends_with("error: more\n\n... and 102 more problems"),
            "{shown}"
        );
    }
}
