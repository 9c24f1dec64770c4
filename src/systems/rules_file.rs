//! What every rules file begins with, whatever the system.

use crate::document::{Field, Shape};

/// The shape of a system's rules file: what all of them say first, then the system's own keys.
pub fn rules_file(system: &'static str, own: Vec<Field>) -> Shape {
    let mut fields = vec![
        Field::needed(
            "format",
            Shape::int(1..=1).doc("version of the file format"),
        ),
        Field::needed("system", Shape::choice(&[system]).doc("which rules system")),
        Field::maybe(
            "extends",
            Shape::text().doc("a system's id or a file whose cells hold where this file has none"),
        ),
        Field::needed("title", Shape::text().doc("name for people")),
    ];
    fields.extend(own);
    Shape::table(fields)
}
