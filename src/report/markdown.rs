//! What an answer says to people, as Markdown: the same words that the terminal shows.

use crate::systems::{Align, Words};

/// A text that no table is upset by.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The words as a Markdown document.
pub fn markdown(words: &[Words]) -> String {
    let mut text = String::new();
    let mut level = "#";
    for word in words {
        match word {
            Words::Title(title) => {
                text += &format!("{level} {title}\n\n");
                level = "##";
            }
            Words::Line(line) if line.starts_with("- ") => text += &format!("{line}\n"),
            Words::Line(line) => text += &format!("{line}\n\n"),
            Words::Warning(line) => text += &format!("**{line}**\n\n"),
            Words::Table { head, align, rows } => {
                let row = |cells: &[String]| {
                    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
                    format!("| {} |\n", cells.join(" | "))
                };
                // A list before a table ends there.
                text += "\n";
                text += &row(head);
                let marks = align.iter().map(|align| match align {
                    Align::Left => ":--".to_owned(),
                    Align::Right => "--:".to_owned(),
                });
                text += &row(&marks.collect::<Vec<_>>());
                for cells in rows {
                    text += &row(cells);
                }
                text += "\n";
            }
            Words::Matrix { .. } => {}
        }
    }
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines() {
        if !(line.is_empty() && lines.last().is_some_and(|last| last.is_empty())) {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_a_document() {
        let words = [
            Words::Title("Prices".into()),
            Words::Line("- one".into()),
            Words::table(
                &["item", "price"],
                "lr",
                vec![vec!["a|b".into(), "3".into()]],
            ),
            Words::Title("Proof".into()),
            Words::Warning("Not better.".into()),
        ];
        let expected = "# Prices\n\n- one\n\n| item | price |\n| :-- | --: |\n| a\\|b | 3 |\n\n## Proof\n\n**Not better.**\n\n";
        assert_eq!(markdown(&words).trim_end(), expected.trim_end());
    }
}
