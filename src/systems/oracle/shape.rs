//! What a rules file of this system may say: used to check it and to make its JSON Schema. The bounds of every number
//! are here.

use super::build::{self, Build};
use super::pool::SIDES;
use super::strike::MOST_DROPS;
use super::toggles::Toggles;
use crate::document::{Field, Shape};
use crate::systems::rules_file::rules_file;

const NAME: &str = "name for people";

/// The longest distance, in inches.
pub const FARTHEST: i64 = 10_000;

/// The most rounds.
pub const MOST_ROUNDS: i64 = 10_000;

/// The most soldiers of a side: what the game is meant for.
pub const MOST_SOLDIERS: u16 = 100;

fn price() -> Shape {
    Shape::number(-10_000.0..=10_000.0).doc("points")
}

/// Inches between the two at the start.
pub fn gap() -> Shape {
    Shape::int(0..=FARTHEST).doc("inches between the two at the start")
}

/// Rounds after which it is a draw.
pub fn rounds() -> Shape {
    Shape::int(1..=MOST_ROUNDS).doc("rounds after which it is a draw")
}

/// The whole file.
pub fn rules() -> Shape {
    rules_file(
        "oracle",
        vec![
            Field::maybe(
                "toggles",
                Toggles::shape().doc("which reading of the rules"),
            ),
            Field::needed("types", Shape::map(kind()).doc("soldier Types by id")),
            Field::needed("ranges", Shape::map(range()).doc("threat ranges by id")),
            Field::needed(
                "weights",
                Shape::map(build::weight_number())
                    .doc("words for weights: for how many models a soldier counts in a Strike"),
            ),
            Field::needed("strike", strike()),
            Field::needed("profile", profile()),
            Field::needed("duel", duel()),
            Field::maybe("prices", prices()),
            Field::maybe(
                "builds",
                Shape::map(Build::shape()).doc("named builds by id"),
            ),
        ],
    )
}

fn kind() -> Shape {
    Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::needed(
            "faces",
            Shape::list_of(Shape::int(1..=i64::from(SIDES)), 0..=SIDES as usize)
                .doc("the faces of the die that activate it (OR-01)"),
        ),
        Field::maybe("role", Shape::text().doc("what it is for; carries no rule")),
    ])
    .doc("a soldier Type")
}

fn range() -> Shape {
    Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::maybe(
            "inches",
            Shape::int(0..=FARTHEST).doc("how far it reaches; left out: as far as it can see"),
        ),
    ])
    .doc("a threat range")
}

fn strike() -> Shape {
    let drops = || Shape::int(0..=MOST_DROPS as i64);
    Shape::table(vec![
        Field::needed(
            "obscured",
            drops().doc("viewers ignored among the obscured"),
        ),
        Field::needed("cover", drops().doc("viewers ignored among those in cover")),
    ])
    .doc("the numbers of a Strike")
}

fn profile() -> Shape {
    Shape::table(vec![
        Field::needed("type", Shape::text().doc("a Type's id")),
        Field::needed("initiative", build::initiative()),
        Field::needed("speed", build::speed()),
        Field::needed("range", build::range()),
        Field::needed("toughness", build::toughness()),
        Field::needed("weight", build::weight()),
    ])
    .doc("what a build has where it says nothing")
}

fn duel() -> Shape {
    Shape::table(vec![
        Field::needed("gap", gap()),
        Field::needed("rounds", rounds()),
    ])
    .doc("where a duel begins and ends unless told otherwise")
}

fn prices() -> Shape {
    Shape::table(vec![
        Field::maybe("soldier", price().doc("for every soldier")),
        Field::maybe("initiative", price().doc("for each point of Initiative")),
        Field::maybe("speed", price().doc("for each inch of Speed")),
        Field::maybe("toughness", price().doc("for each point of Toughness")),
        Field::maybe(
            "weight",
            price().doc("for each model it counts for in a Strike"),
        ),
        Field::maybe("types", Shape::map(price()).doc("by Type")),
        Field::maybe("ranges", Shape::map(price()).doc("by threat range")),
    ])
    .doc("the source has no prices; what is left out costs nothing")
}
