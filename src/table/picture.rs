//! What a drawing of the table shows: bodies, moves and shots as the caller names them. The drawings know shapes, sides,
//! labels and highlights, and nothing of what they mean in a system.

use super::body::Disc;
use super::grain::Point;
use super::table::Table;

/// One picture of a table.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The table with its terrain.
    pub table: &'a Table,
    /// What the picture is called.
    pub title: String,
    /// A line below the title: the round, what just happened; may be empty.
    pub subtitle: String,
    /// What the two sides are called.
    pub sides: [String; 2],
    /// Who stands on the table, and who fell there.
    pub tokens: Vec<Token>,
    /// Who went where, and who shot at whom.
    pub arrows: Vec<Arrow>,
    /// What the unit of length is called: `inches`, `GSU`.
    pub unit: &'static str,
}

/// A body in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its base.
    pub disc: Disc,
    /// Its side.
    pub side: usize,
    /// What to call it, in full, for the legend.
    pub name: String,
    /// A few letters to write on its base; may be empty.
    pub short: String,
    /// What is left of it and what it began with, if that is worth showing.
    pub left: Option<(u32, u32)>,
    /// Whether it is dead or otherwise out of the fight.
    pub fallen: bool,
    /// Whether the enemy does not know of it.
    pub hidden: bool,
    /// Whether the picture is about it.
    pub lit: bool,
}

impl Token {
    /// A fresh body.
    pub fn new(
        disc: Disc,
        side: usize,
        name: impl Into<String>,
        short: impl Into<String>,
    ) -> Token {
        Token {
            disc,
            side,
            name: name.into(),
            short: short.into(),
            left: None,
            fallen: false,
            hidden: false,
            lit: false,
        }
    }

    /// Whether some of it is lost, but not all.
    pub fn wounded(&self) -> bool {
        !self.fallen && self.left.is_some_and(|(left, full)| left < full)
    }
}

/// What an arrow stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A way walked.
    Move,
    /// An attack that did something.
    Hit,
    /// An attack that did nothing.
    Miss,
}

/// An arrow in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// What it stands for.
    pub act: Act,
    /// Whose it is.
    pub side: usize,
    /// Where it begins, turns, and ends.
    pub points: Vec<Point>,
}

impl<'a> Picture<'a> {
    /// A picture of an empty table.
    pub fn new(table: &'a Table, title: impl Into<String>) -> Picture<'a> {
        Picture {
            table,
            title: title.into(),
            subtitle: String::new(),
            sides: ["side A".to_owned(), "side B".to_owned()],
            tokens: Vec::new(),
            arrows: Vec::new(),
            unit: "inches",
        }
    }
}
