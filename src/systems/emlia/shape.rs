//! What a rules file of this system may say: used to check it and to make its JSON Schema. The bounds of every number
//! are here.

use super::build::Build;
use super::data::LEADING;
use super::lines::{AimedFire, AreaVolley, Check, CloseCombat, Disengage, Leading, Morale, Volley};
use super::toggles::Toggles;
use crate::document::{Field, Shape};
use crate::systems::rules_file::rules_file;

const NAME: &str = "name for people";

/// The longest distance, in GSU.
pub const FARTHEST: i64 = 2_000;

/// The most turns.
pub const MOST_TURNS: i64 = 200;

/// The most members of a unit.
pub const MOST_MEMBERS: i64 = 60;

/// The most dice of a skill: level, and of each member.
pub const MOST_DICE: [i64; 2] = [200, 4];

/// The most damage points that a member takes.
pub const MOST_LIMIT: i64 = 200;

/// The whole file.
pub fn rules() -> Shape {
    let leading = LEADING.map(|name| Field::needed(name, Leading::shape()));
    rules_file(
        "emlia",
        vec![
            Field::maybe(
                "toggles",
                Toggles::shape().doc("which reading of the rules"),
            ),
            Field::needed("check", Check::shape()),
            Field::needed("close_combat", CloseCombat::shape()),
            Field::needed("aimed_fire", AimedFire::shape()),
            Field::needed("concentrated_volley", Volley::shape()),
            Field::needed("area_volley", AreaVolley::shape()),
            Field::needed("disengage", Disengage::shape()),
            Field::needed(
                "leadership",
                Shape::table(leading.into()).doc("the leadership checks"),
            ),
            Field::needed("morale", Morale::shape()),
            Field::needed(
                "melee",
                Shape::map(named(melee_fields())).doc("melee weapons by id"),
            ),
            Field::needed(
                "ranged",
                Shape::map(named(ranged_fields())).doc("ranged weapons by id"),
            ),
            Field::maybe("armour", Shape::map(armour()).doc("armour by id")),
            Field::needed("duel", duel()),
            Field::maybe(
                "builds",
                Shape::map(Build::shape()).doc("named builds by id"),
            ),
        ],
    )
}

fn named(mut fields: Vec<Field>) -> Shape {
    fields.insert(0, Field::needed("name", Shape::text().doc(NAME)));
    Shape::table(fields).doc("a weapon")
}

fn hire() -> Field {
    Field::maybe(
        "hire",
        Shape::number(-100_000.0..=100_000.0)
            .doc("what it adds to the hire value of a unit (default 0)"),
    )
}

fn bd() -> Shape {
    Shape::int(-50..=50)
}

fn melee_fields() -> Vec<Field> {
    vec![
        Field::maybe("bd", bd().doc("base damage (default 0)")),
        Field::maybe("ap", Shape::flag().doc("halves the armour bonus (EM-09)")),
        Field::maybe("parry", Shape::flag().doc("enemies are at -1 to hit")),
        Field::maybe("reach", Shape::int(0..=50).doc("added to the combat range")),
        hire(),
    ]
}

fn ranged_fields() -> Vec<Field> {
    vec![
        Field::maybe("bd", bd().doc("base damage of Aimed Fire (default 0)")),
        Field::needed(
            "range",
            Shape::list_of(Shape::int(0..=FARTHEST), 3..=3)
                .doc("upper bounds of short, medium and long range, included"),
        ),
        Field::maybe(
            "falloff",
            Shape::list_of(Shape::int(-50..=50), 3..=3)
                .doc("what the base damage loses at short, medium and long range (default none)"),
        ),
        Field::maybe("aimed", Shape::flag().doc("may be aimed (default true)")),
        Field::maybe(
            "volley_bd",
            bd().doc("base damage of volleys; left out: it fires none"),
        ),
        Field::maybe("coverage", Shape::int(0..=1_000).doc("diameter of a blast")),
        Field::maybe(
            "coverage_increment",
            Shape::int(0..=1_000).doc("what a success adds to it"),
        ),
        Field::maybe(
            "coverage_limit_per_weapon",
            Shape::int(0..=1_000).doc("the most it can come to, for each weapon"),
        ),
        Field::maybe(
            "drift",
            Shape::int(0..=1_000).doc("how far the point drifts"),
        ),
        hire(),
    ]
}

/// A melee weapon of a build: an id, or its numbers.
pub fn melee() -> Shape {
    Shape::either(vec![
        Shape::text().doc("a melee weapon's id"),
        Shape::table(melee_fields()).doc("its numbers"),
    ])
    .doc("what it fights with (default: unarmed)")
}

/// A ranged weapon of a build: an id, or its numbers.
pub fn ranged() -> Shape {
    Shape::either(vec![
        Shape::text().doc("a ranged weapon's id"),
        Shape::table(ranged_fields()).doc("its numbers"),
    ])
    .doc("what it shoots with (default: nothing)")
}

fn armour() -> Shape {
    Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::needed("bonus", Shape::int(-20..=50).doc("added to hits")),
        hire(),
    ])
    .doc("armour")
}

/// GSU between the two at the start.
pub fn gap() -> Shape {
    Shape::int(0..=FARTHEST).doc("GSU between the two at the start")
}

/// GSU from each start to its own edge.
pub fn lines() -> Shape {
    Shape::int(0..=FARTHEST).doc("GSU from each start to its own edge of the table")
}

/// Turns after which it is a draw.
pub fn turns() -> Shape {
    Shape::int(1..=MOST_TURNS).doc("turns after which it is a draw")
}

fn duel() -> Shape {
    Shape::table(vec![
        Field::needed("gap", gap()),
        Field::needed("lines", lines()),
        Field::needed("turns", turns()),
    ])
    .doc("where a duel begins and ends unless told otherwise")
}
