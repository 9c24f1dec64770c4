//! Questions and answers: the one code path behind `fairfight query` and its friendly faces. A question is a table (a
//! line of JSON, or built from the command line); an answer is names and values, and words for people.
//!
//! This room finds the rules file, applies toggles, checks what is asked, and hands over to the system or to the
//! umpire. It prints nothing.

mod answer;
mod duel;

pub use crate::systems::Library;
pub use answer::{Answer, answer_line, ask, query_shape};
pub use duel::{Duel, Method, replay};
