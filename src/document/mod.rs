//! The document room: TOML files and JSON queries become one kind of tree ([`Node`]) that
//! remembers where each value stood. A described [`Shape`] checks such a tree and collects every
//! problem at once, and [`Problems`] shows them the way rustc does, with the source line and what
//! to do about it. The room knows nothing of games, dice or armies; it opens no files and prints
//! nothing: text comes in, trees and messages go out.

mod checker;
mod flat;
mod merge;
mod names;
mod node;
mod path;
mod problem;
mod read;
mod schema;
mod set;
mod shape;
mod shape_check;
mod toml_words;

#[cfg(test)]
mod mutations;

pub use checker::{Checker, checked};
pub use flat::{Difference, cell, differences, flat, leaves};
pub use merge::merge;
pub use names::{listed, nearest};
pub use node::{Entry, Node, Source, Span, Value};
pub use problem::{Problem, Problems};
pub use read::{read_json, read_toml};
pub use set::{read_set, set_path};
pub use shape::{Field, Kind, Shape};
