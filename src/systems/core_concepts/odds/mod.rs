//! The system's own questions: one clash, its matrix game, one shot, a stress test, a climb, a jump, a fall. Each is worked
//! out exactly, by the names of section 11 of the reference.

mod blows;
mod shots;
mod trials;

pub use blows::{clash, nash};
pub use shots::shot;
pub use trials::{fall, feat, stress};

use super::build::MOST;
use crate::document::{Checker, Field, Node, Problems, Shape};

const BUILD: &str = "a named build, or a table";

fn sides() -> Vec<Field> {
    vec![
        Field::needed(
            "a",
            Shape::any().doc("the attacker: a named build, or a table"),
        ),
        Field::needed(
            "b",
            Shape::any().doc("the defender: a named build, or a table"),
        ),
        Field::maybe(
            "in_reach_of_defender",
            Shape::flag().doc("the attacker is within the defender's threat range (default true)"),
        ),
    ]
}

fn inches(key: &'static str, needed: bool, doc: &'static str) -> Field {
    let shape = Shape::number(0.0..=10_000.0).doc(doc);
    if needed {
        Field::needed(key, shape)
    } else {
        Field::maybe(key, shape)
    }
}

/// The questions, and what each may say beside the common keys.
pub fn questions() -> Vec<(&'static str, Shape)> {
    let ability = |doc| Shape::int(1..=i64::from(MOST)).doc(doc);
    let dice = |doc| Shape::int(0..=i64::from(MOST)).doc(doc);
    let mut clash = sides();
    clash.push(Field::maybe(
        "a_dice",
        dice("attack dice of the attacker; the rest defend (default: split even)"),
    ));
    clash.push(Field::maybe(
        "b_dice",
        dice("attack dice of the defender; the rest defend (default: split even)"),
    ));
    let shot = vec![
        Field::needed("a", Shape::any().doc(BUILD)),
        inches("distance", true, "inches to the target"),
        Field::maybe(
            "obstacles",
            Shape::int(0..=100).doc("obstacles in the line of fire (default 0)"),
        ),
        Field::maybe(
            "cover_agility",
            Shape::int(0..=i64::from(MOST)).doc("the target takes cover with this Agility"),
        ),
    ];
    let stress = |damage: Field| {
        vec![
            damage,
            Field::maybe(
                "printed",
                ability("printed Toughness (default: the Toughness given)"),
            ),
        ]
    };
    let mut shaken = stress(Field::needed(
        "damage",
        Shape::int(0..=10_000).doc("one package of damage"),
    ));
    shaken.insert(0, Field::needed("toughness", ability("Toughness now")));
    shaken.insert(
        1,
        Field::needed("stress", Shape::int(0..=10_000).doc("stress before")),
    );
    let mut fallen = stress(inches("height", true, "how far it falls, in inches"));
    fallen.push(Field::maybe("toughness", ability("Toughness now")));
    fallen.push(Field::maybe(
        "stress",
        Shape::int(0..=10_000).doc("stress before (default 0)"),
    ));
    let left = || {
        inches(
            "move_left",
            false,
            "inches the Move still has (default: enough)",
        )
    };
    vec![
        ("clash", Shape::table(clash)),
        ("nash", Shape::table(sides())),
        ("shot", Shape::table(shot)),
        ("stress", Shape::table(shaken)),
        (
            "climb",
            Shape::table(vec![
                Field::needed("agility", ability("Agility")),
                inches("height", true, "inches to the top edge"),
                Field::maybe("ladder", Shape::flag().doc("there is a ladder")),
                left(),
            ]),
        ),
        (
            "jump",
            Shape::table(vec![
                Field::needed("agility", ability("Agility")),
                inches("length", true, "inches to the other side"),
                left(),
            ]),
        ),
        ("fall", Shape::table(fallen)),
    ]
}

fn int(query: &Node, key: &str) -> Option<i64> {
    query.get(key).and_then(Node::as_int)
}

fn number(query: &Node, key: &str) -> Option<f64> {
    query.get(key).and_then(Node::as_number)
}

fn too_big(query: &Node) -> Problems {
    let mut checker = Checker::new(query);
    checker.fail(
        query,
        "this has too many outcomes to be worked out",
        Some("use fewer dice".to_owned()),
    );
    checker.finish().err().unwrap_or_default()
}
