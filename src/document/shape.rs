//! What a document may say: a description made once in code. It is used to check documents
//! (`shape_check.rs`), to make their JSON Schema (`schema.rs`), and for nothing else.

use std::ops::{Bound, RangeBounds};

use super::names::listed;

/// What a document, or a part of it, may say.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The values allowed.
    pub kind: Kind,
    /// What it means, for the writer of a document; may be empty.
    pub doc: &'static str,
}

/// The values a [`Shape`] allows.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Anything at all.
    Any,
    /// `true` or `false`.
    Bool,
    /// A whole number; `i64::MIN` and `i64::MAX` stand for no bound.
    Int {
        /// The least allowed.
        min: i64,
        /// The greatest allowed.
        max: i64,
    },
    /// A number, whole or not; the infinities stand for no bound.
    Number {
        /// The least allowed.
        min: f64,
        /// The greatest allowed.
        max: f64,
    },
    /// Any text.
    Text,
    /// One of these texts.
    Choice(Vec<String>),
    /// A list; `max` is `usize::MAX` for no bound.
    List {
        /// What every item must be.
        of: Box<Shape>,
        /// The fewest items allowed.
        min: usize,
        /// The most items allowed.
        max: usize,
    },
    /// A table of known keys.
    Table {
        /// The known keys.
        fields: Vec<Field>,
        /// What the value of any other key must be; `None` when other keys are wrong.
        rest: Option<Box<Shape>>,
    },
    /// A table whose keys are the writer's own names.
    Map {
        /// What every value must be.
        of: Box<Shape>,
    },
    /// Any one of these.
    Either(Vec<Shape>),
}

/// A known key of a table.
#[derive(Clone, Debug)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// What its value must be.
    pub shape: Shape,
    /// Whether it must be there.
    pub required: bool,
}

impl Field {
    /// A key that must be there.
    pub fn needed(name: &'static str, shape: Shape) -> Field {
        Field {
            name,
            shape,
            required: true,
        }
    }

    /// A key that may be left out; in JSON `null` is the same as leaving it out.
    pub fn maybe(name: &'static str, shape: Shape) -> Field {
        Field {
            name,
            shape,
            required: false,
        }
    }
}

impl From<Kind> for Shape {
    fn from(kind: Kind) -> Shape {
        Shape { kind, doc: "" }
    }
}

impl Shape {
    /// Anything at all.
    pub fn any() -> Shape {
        Kind::Any.into()
    }

    /// `true` or `false`.
    pub fn flag() -> Shape {
        Kind::Bool.into()
    }

    /// A whole number within a range: `Shape::int(1..=250)`, `Shape::int(..)`.
    pub fn int(range: impl RangeBounds<i64>) -> Shape {
        let min = match range.start_bound() {
            Bound::Included(&min) => min,
            Bound::Excluded(&below) => below.saturating_add(1),
            Bound::Unbounded => i64::MIN,
        };
        let max = match range.end_bound() {
            Bound::Included(&max) => max,
            Bound::Excluded(&above) => above.saturating_sub(1),
            Bound::Unbounded => i64::MAX,
        };
        Kind::Int { min, max }.into()
    }

    /// A number within a range: `Shape::number(0.0..=1.0)`, `Shape::number(0.0..)`.
    pub fn number(range: impl RangeBounds<f64>) -> Shape {
        let min = match range.start_bound() {
            Bound::Included(&min) => min,
            Bound::Excluded(&below) => below.next_up(),
            Bound::Unbounded => f64::NEG_INFINITY,
        };
        let max = match range.end_bound() {
            Bound::Included(&max) => max,
            Bound::Excluded(&above) => above.next_down(),
            Bound::Unbounded => f64::INFINITY,
        };
        Kind::Number { min, max }.into()
    }

    /// Any text.
    pub fn text() -> Shape {
        Kind::Text.into()
    }

    /// One of some texts.
    pub fn choice<T: AsRef<str>>(choices: &[T]) -> Shape {
        let choices = choices.iter().map(|choice| choice.as_ref().to_owned());
        Kind::Choice(choices.collect()).into()
    }

    /// A list of any length.
    pub fn list(of: Shape) -> Shape {
        Shape::list_of(of, ..)
    }

    /// A list whose length lies within a range: `Shape::list_of(shape, 1..=6)`.
    pub fn list_of(of: Shape, length: impl RangeBounds<usize>) -> Shape {
        let min = match length.start_bound() {
            Bound::Included(&min) => min,
            Bound::Excluded(&below) => below.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let max = match length.end_bound() {
            Bound::Included(&max) => max,
            Bound::Excluded(&above) => above.saturating_sub(1),
            Bound::Unbounded => usize::MAX,
        };
        let of = Box::new(of);
        Kind::List { of, min, max }.into()
    }

    /// A table of these keys and no others.
    pub fn table(fields: Vec<Field>) -> Shape {
        Kind::Table { fields, rest: None }.into()
    }

    /// A table of these keys whose other keys hold values of the shape `rest`.
    pub fn open_table(fields: Vec<Field>, rest: Shape) -> Shape {
        let rest = Some(Box::new(rest));
        Kind::Table { fields, rest }.into()
    }

    /// A table whose keys are the writer's own names.
    pub fn map(of: Shape) -> Shape {
        Kind::Map { of: Box::new(of) }.into()
    }

    /// Any one of several shapes.
    pub fn either(shapes: Vec<Shape>) -> Shape {
        Kind::Either(shapes).into()
    }

    /// The same shape with words on what it means.
    #[must_use]
    pub fn doc(self, doc: &'static str) -> Shape {
        Shape { doc, ..self }
    }

    /// What is expected, in words that fit after "expected".
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Any => "anything".to_owned(),
            Kind::Bool => "true or false".to_owned(),
            Kind::Int { min, max } => {
                let low = (*min != i64::MIN).then(|| min.to_string());
                let high = (*max != i64::MAX).then(|| max.to_string());
                within("a whole number", low, high)
            }
            Kind::Number { min, max } => {
                let bound = |at: f64| at.is_finite().then(|| number_text(at));
                within("a number", bound(*min), bound(*max))
            }
            Kind::Text => "text".to_owned(),
            Kind::Choice(choices) => {
                let quoted: Vec<String> = choices.iter().map(|c| format!("\"{c}\"")).collect();
                match quoted.as_slice() {
                    [only] => only.clone(),
                    _ => format!("one of {}", listed(quoted.iter().map(String::as_str))),
                }
            }
            Kind::List { of, min, max } => {
                let items = match (*min, *max) {
                    (0, usize::MAX) => String::new(),
                    (min, max) => format!(" of {}", item_range(min, max)),
                };
                match of.kind {
                    Kind::Any => format!("a list{items}"),
                    _ => format!("a list{items} (each {})", of.describe()),
                }
            }
            Kind::Table { .. } | Kind::Map { .. } => "a table".to_owned(),
            Kind::Either(shapes) => {
                let mut all: Vec<String> = Vec::new();
                for shape in shapes {
                    let words = shape.describe();
                    if !all.contains(&words) {
                        all.push(words);
                    }
                }
                listed(all.iter().map(String::as_str))
            }
        }
    }
}

fn within(what: &str, min: Option<String>, max: Option<String>) -> String {
    match (min, max) {
        (None, None) => what.to_owned(),
        (Some(min), None) => format!("{what} of at least {min}"),
        (None, Some(max)) => format!("{what} of at most {max}"),
        (Some(min), Some(max)) if min == max => format!("the number {min}"),
        (Some(min), Some(max)) => format!("{what} from {min} to {max}"),
    }
}

/// How many items a list may have: "at least 2 items".
pub(super) fn item_range(min: usize, max: usize) -> String {
    let items = |count: usize| match count {
        1 => "1 item".to_owned(),
        _ => format!("{count} items"),
    };
    match (min, max) {
        (min, max) if min == max => format!("exactly {}", items(min)),
        (min, usize::MAX) => format!("at least {}", items(min)),
        (0, max) => format!("at most {}", items(max)),
        (min, max) => format!("{min} to {}", items(max)),
    }
}

/// A number as a person would write it.
fn number_text(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        format!("{number:.0}")
    } else {
        format!("{number:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_described_in_words() {
        let cases = [
            (Shape::any(), "anything"),
            (Shape::flag(), "true or false"),
            (Shape::int(1..=250), "a whole number from 1 to 250"),
            (Shape::int(1..7), "a whole number from 1 to 6"),
            (Shape::int(3..), "a whole number of at least 3"),
            (Shape::int(..=3), "a whole number of at most 3"),
            (Shape::int(..), "a whole number"),
            (Shape::int(3..=3), "the number 3"),
            (Shape::number(0.0..=0.5), "a number from 0 to 0.5"),
            (Shape::number(0.0..), "a number of at least 0"),
            (Shape::number(..), "a number"),
            (Shape::text(), "text"),
            (Shape::choice(&["a", "b", "c"]), r#"one of "a", "b" or "c""#),
            (Shape::choice(&["a"]), r#""a""#),
            (Shape::list(Shape::any()), "a list"),
            (Shape::list(Shape::text()), "a list (each text)"),
            (
                Shape::list_of(Shape::int(1..=6), 2..),
                "a list of at least 2 items (each a whole number from 1 to 6)",
            ),
            (
                Shape::list_of(Shape::any(), 1..=1),
                "a list of exactly 1 item",
            ),
            (
                Shape::list_of(Shape::any(), ..=1),
                "a list of at most 1 item",
            ),
            (Shape::list_of(Shape::any(), 1..4), "a list of 1 to 3 items"),
            (Shape::table(vec![]), "a table"),
            (Shape::map(Shape::any()), "a table"),
            (
                Shape::either(vec![
                    Shape::text(),
                    Shape::int(..),
                    Shape::table(vec![]),
                    Shape::map(Shape::any()),
                ]),
                "text, a whole number or a table",
            ),
        ];
        for (shape, expected) in cases {
            assert_eq!(shape.describe(), expected);
        }
    }
}
