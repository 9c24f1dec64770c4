//! Laying out answers for a terminal: titles, lines, tables. Colour only where somebody can see it.

use crate::document::Problems;
use crate::systems::{Align, Words};
use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::io::Write;

const TITLE: Style = Style::new().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Columns to lay out for: the terminal's, or 100.
fn width() -> u16 {
    terminal_size::terminal_size().map_or(100, |(width, _)| width.0.clamp(40, 200))
}

/// Prints an answer.
pub fn words(words: &[Words]) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    for (at, word) in words.iter().enumerate() {
        match word {
            Words::Title(text) => {
                if at > 0 {
                    writeln!(out)?;
                }
                writeln!(out, "{TITLE}{text}{TITLE:#}")?;
            }
            Words::Line(text) => writeln!(out, "{text}")?,
            Words::Warning(text) => writeln!(out, "{WARNING}{text}{WARNING:#}")?,
            Words::Table { head, align, rows } => writeln!(out, "{}", table(head, align, rows))?,
        }
    }
    out.flush()
}

fn table(head: &[String], align: &[Align], rows: &[Vec<String>]) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width());
    table.set_header(head);
    for row in rows {
        table.add_row(row.clone());
    }
    for (column, align) in table.column_iter_mut().zip(align) {
        column.set_cell_alignment(match align {
            Align::Left => CellAlignment::Left,
            Align::Right => CellAlignment::Right,
        });
    }
    let lines: Vec<String> = table
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    lines.join("\n")
}

/// Prints one line of JSON.
pub fn json(value: &serde_json::Value) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{value}")?;
    out.flush()
}

/// Prints text as it is.
pub fn text(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Shows what is wrong with the input.
pub fn problems(problems: &Problems) {
    let colour = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    let _ = writeln!(anstream::stderr(), "{}", problems.render(colour));
}

/// Shows an error that has no place in the input.
pub fn error(text: &str) {
    let _ = writeln!(anstream::stderr(), "{ERROR}error{ERROR:#}: {text}");
}

/// Shows a warning.
pub fn warning(text: &str) {
    let _ = writeln!(anstream::stderr(), "{WARNING}warning{WARNING:#}: {text}");
}
