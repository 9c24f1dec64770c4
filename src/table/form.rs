//! What a table may say in a file.

use super::piece::{Climb, Cover, Density, Going, Screen, Stuff};
use crate::document::{Field, Shape};

/// A place or a size: two numbers.
fn two(doc: &'static str) -> Shape {
    Shape::list_of(Shape::number(-1000.0..=1000.0), 2..=2).doc(doc)
}

/// The keys that say where something lies.
fn place() -> Vec<Field> {
    vec![
        Field::maybe("name", Shape::text().doc("what to call it")),
        Field::maybe(
            "at",
            two("its middle: right and up from the lower left corner"),
        ),
        Field::maybe(
            "size",
            two("a rectangle of this width and depth around its middle"),
        ),
        Field::maybe(
            "radius",
            Shape::number(0.0..=240.0).doc("a circle of this radius around its middle"),
        ),
        Field::maybe(
            "corners",
            Shape::list_of(two("a corner"), 3..=8)
                .doc("instead of all these: a convex polygon, its corners counter-clockwise"),
        ),
        Field::maybe(
            "pair",
            Shape::flag().doc("also the same turned half round about the middle of the table"),
        ),
    ]
}

fn piece() -> Shape {
    let mut fields = place();
    fields.extend([
        Field::needed(
            "body",
            Shape::choice(Stuff::NAMES).doc(
                "block: solid, nobody inside; zone: entered at ground level (wood, scrub, smoke); hill: models stand on top; \
                 pit: a gap (river, ditch); area: a mark only",
            ),
        ),
        Field::maybe(
            "height",
            Shape::number(0.0..=100.0)
                .doc("in inches, from the ground; the depth of a pit (default 0)"),
        ),
        Field::maybe(
            "sight",
            Shape::choice(Screen::NAMES).doc("default: block and hill blocks, zone obscures, pit and area none"),
        ),
        Field::maybe(
            "density",
            Shape::choice(Density::NAMES).doc("default: block and hill solid, else sparse"),
        ),
        Field::maybe(
            "limit",
            Shape::number(0.0..=240.0)
                .doc("in inches: a line of sight with more than this inside is stopped"),
        ),
        Field::maybe(
            "cover",
            Shape::choice(Cover::NAMES).doc("what it gives (default: block heavy, else none)"),
        ),
        Field::maybe(
            "going",
            Shape::choice(Going::NAMES)
                .doc("rough costs twice the distance, very_rough four times (default: block and pit impassable, else open)"),
        ),
        Field::maybe(
            "climb",
            Shape::choice(Climb::NAMES)
                .doc("how it may be crossed or mounted (default: as the system says, by its height)"),
        ),
        Field::maybe("hits", Shape::int(0..=9999).doc("how much it stands, in Emlia (default: never cover)")),
        Field::maybe(
            "tags",
            Shape::list(Shape::text()).doc("words for missions: the name of an objective, a room"),
        ),
        Field::maybe(
            "overlap",
            Shape::flag().doc("a block that is meant to overlap others: two halves of one house"),
        ),
    ]);
    Shape::table(fields).doc("a piece of terrain")
}

fn zones() -> Shape {
    let rectangle = Shape::list_of(Shape::number(-1000.0..=1000.0), 4..=4);
    Shape::either(vec![
        Shape::number(0.5..=120.0).doc("depth in inches, along the lower and the upper side"),
        Shape::list_of(rectangle, 2..=2)
            .doc("two rectangles [left, lower, right, upper], of the first side and of the second"),
    ])
    .doc("where the sides deploy")
}

/// What a table may say.
pub fn form() -> Shape {
    Shape::table(vec![
        Field::maybe("format", Shape::int(1..=1).doc("always 1")),
        Field::maybe("title", Shape::text().doc("what it is, in a line")),
        Field::maybe(
            "size",
            Shape::list_of(Shape::number(6.0..=240.0), 2..=2)
                .doc("width and depth in inches (default: the system's)"),
        ),
        Field::maybe(
            "units",
            Shape::choice(&["inches", "percent"]).doc(
                "what places and sizes are in; percent: of the sides, a radius of the shorter one (default inches)",
            ),
        ),
        Field::maybe("zones", zones()),
        Field::maybe(
            "hand",
            Shape::choice(&["left", "right"])
                .doc("which hand wins ties between places (default left; right is the mirrored table)"),
        ),
        Field::maybe(
            "asymmetric",
            Shape::flag().doc("the sides are meant to differ: no warning"),
        ),
        Field::maybe("pieces", Shape::list(piece()).doc("terrain, at most 32 pieces")),
        Field::maybe(
            "objectives",
            Shape::list_of(Shape::table(place()), ..=16)
                .doc("places a mission counts: areas, or markers of 1 inch where only `at` is given"),
        ),
    ])
    .doc("a table of one's own")
}

/// What the `table` of a scenario may be: the name of a table, or one of its own.
pub fn form_or_name() -> Shape {
    Shape::either(vec![
        Shape::text().doc("the name of a table: open, standard, dense"),
        form(),
    ])
}
