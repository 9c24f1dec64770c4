//! Laying out answers for a terminal: titles, lines, tables. Colour only where somebody can see it.

use crate::document::Problems;
use crate::systems::{Align, Words};
use anstyle::{Ansi256Color, AnsiColor, Style};
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
                // A title comes from a file, and must not steer the terminal.
                let text: String = text.chars().filter(|c| !c.is_control()).collect();
                if at > 0 {
                    writeln!(out)?;
                }
                writeln!(out, "{TITLE}{text}{TITLE:#}")?;
            }
            Words::Line(text) => writeln!(out, "{text}")?,
            Words::Warning(text) => writeln!(out, "{WARNING}{text}{WARNING:#}")?,
            Words::Table { head, align, rows } => writeln!(out, "{}", table(head, align, rows))?,
            Words::Matrix {
                rows,
                columns,
                scores,
            } => matrix(&mut out, rows, columns, scores)?,
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

/// A small matrix: each cell a number on a colour from red (loses) over grey to green (wins).
fn matrix(
    out: &mut impl Write,
    rows: &[String],
    columns: &[String],
    scores: &[Vec<Option<f64>>],
) -> std::io::Result<()> {
    let numbered = |names: &[String]| -> Vec<String> {
        let names = names.iter().enumerate();
        names
            .map(|(at, name)| format!("{:>2} {}", at + 1, clip(name, 30)))
            .collect()
    };
    // Where rows and columns are the same, one list of names says it all.
    let same = rows == columns;
    let shown = if same {
        numbered(rows)
    } else {
        rows.iter().map(|name| clip(name, 33)).collect()
    };
    let widest = shown
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    write!(out, "{:widest$} ", "")?;
    for at in 1..=columns.len() {
        write!(out, "{at:>4}")?;
    }
    writeln!(out)?;
    for (name, row) in shown.iter().zip(scores) {
        write!(out, "{name:<widest$} ")?;
        for cell in row {
            match cell {
                None => write!(out, "   ·")?,
                Some(score) => {
                    let style = shade(*score);
                    write!(out, "{style}{:>4.0}{style:#}", 100.0 * score)?;
                }
            }
        }
        writeln!(out)?;
    }
    if !same {
        let columns: Vec<String> = columns
            .iter()
            .enumerate()
            .map(|(at, name)| format!("{} {name}", at + 1))
            .collect();
        writeln!(out, "against {}", columns.join(", "))?;
    }
    Ok(())
}

/// The first characters of a name.
fn clip(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let start: String = name.chars().take(most - 1).collect();
    format!("{start}…")
}

/// The colour of a score: one of the 256, so that every terminal of today has it.
fn shade(score: f64) -> Style {
    const SHADES: [u8; 9] = [124, 131, 138, 241, 240, 241, 65, 71, 28];
    let at = (score * SHADES.len() as f64) as usize;
    let shade = SHADES[at.min(SHADES.len() - 1)];
    Style::new()
        .fg_color(Some(Ansi256Color(231).into()))
        .bg_color(Some(Ansi256Color(shade).into()))
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

/// Says something that is neither.
pub fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
