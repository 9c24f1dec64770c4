//! What an answer says to people: lines and tables, without any idea of a terminal. The command line lays them out.

/// Where a column's text stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A piece of an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Words {
    /// A heading.
    Title(String),
    /// A sentence.
    Line(String),
    /// A sentence that should not be overlooked.
    Warning(String),
    /// A table.
    Table {
        /// Names of the columns.
        head: Vec<String>,
        /// How each stands.
        align: Vec<Align>,
        /// Row by row.
        rows: Vec<Vec<String>>,
    },
    /// Everybody against everybody.
    Matrix {
        /// Whose scores they are, row by row.
        rows: Vec<String>,
        /// Against whom, column by column.
        columns: Vec<String>,
        /// Scores from 0 to 1; none where they did not meet.
        scores: Vec<Vec<Option<f64>>>,
    },
}

impl Words {
    /// A table; `align` has a letter for each column, `l` or `r`.
    pub fn table(head: &[&str], align: &str, rows: Vec<Vec<String>>) -> Words {
        let align = align.chars().map(|c| match c {
            'r' => Align::Right,
            _ => Align::Left,
        });
        Words::Table {
            head: head.iter().map(|name| (*name).to_owned()).collect(),
            align: align.collect(),
            rows,
        }
    }
}

/// A chance for people: `70.27 %`, never rounded to a certainty that it is not.
pub fn percent(chance: f64) -> String {
    let shown = 100.0 * chance;
    if chance > 0.0 && shown < 0.005 {
        "< 0.01 %".to_owned()
    } else if chance < 1.0 && shown > 99.995 {
        "> 99.99 %".to_owned()
    } else {
        format!("{shown:.2} %")
    }
}
