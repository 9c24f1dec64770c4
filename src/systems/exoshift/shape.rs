//! What a rules file of this system may say: used to check it and to make its JSON Schema.

use super::build::{Build, mov_shape, stat_shape, weapon_shape};
use super::data::STATS;
use super::toggles::Toggles;
use crate::document::{Field, Shape};
use crate::systems::rules_file::rules_file;

const NAME: &str = "name for people";

/// The whole file.
pub fn rules() -> Shape {
    rules_file(
        "exoshift",
        vec![
            Field::maybe(
                "toggles",
                Toggles::shape().doc("which reading of the source"),
            ),
            Field::needed("combat", combat()),
            Field::needed("casualty", casualty()),
            Field::needed("profile", profile()),
            Field::needed(
                "weapons",
                Shape::map(weapon_shape(true)).doc("weapons by id"),
            ),
            Field::maybe("traits", Shape::map(trait_()).doc("traits by id")),
            Field::maybe("costs", costs()),
            Field::maybe(
                "builds",
                Shape::map(Build::shape()).doc("named builds by id"),
            ),
        ],
    )
}

fn combat() -> Shape {
    let number =
        |key, low: i64, high: i64, doc| Field::needed(key, Shape::int(low..=high).doc(doc));
    Shape::table(vec![
        number("point_blank", 0, 12, "how near point blank is, in inches"),
        number("point_blank_bonus", -10, 10, "Combat at point blank"),
        number(
            "obscured",
            0,
            10,
            "Combat lost against a target Obscured or in cover",
        ),
        number("light_cover", 0, 10, "Defense in light cover"),
        number("heavy_cover", 0, 10, "Defense in heavy cover"),
        number(
            "hunkered_combat",
            0,
            10,
            "Combat lost against a target hunkered in cover",
        ),
        number("hunkered_defense", 0, 10, "Defense hunkered in cover"),
        number("stunned", 0, 10, "Combat lost by a Stunned shooter"),
        number(
            "downed_combat",
            0,
            10,
            "Combat gained against a Downed target",
        ),
        number("downed_defense", 0, 10, "Defense lost by a Downed target"),
        number(
            "primary_removes",
            0,
            10,
            "Disruption that a Primary removes first",
        ),
        number("secondary_adds", 0, 10, "Disruption that a Secondary adds"),
        number("rest_removes", 0, 10, "Disruption that a Rest removes"),
        number("rest_cover", 0, 10, "Morale of one who rests in cover"),
        number(
            "downed_bleeds",
            0,
            20,
            "Disruption of a Downed model at each round start",
        ),
        number(
            "wounded_bleeds",
            0,
            20,
            "Disruption of a Wounded model at each round start",
        ),
        number("assault_cost", 0, 5, "CP of an Assault"),
        number("field", 1, 100, "the greatest gap a duel can start at"),
        number("gap", 0, 100, "where a duel starts, in inches"),
        number("rounds", 1, 1_000, "rounds of a duel"),
    ])
    .doc("the numbers of a fight")
}

fn casualty() -> Shape {
    let most = |key, doc| Field::needed(key, Shape::int(-50..=100).doc(doc));
    Shape::table(vec![
        most("unhurt", "Unhurt up to this total"),
        most("stunned", "Stunned up to this total"),
        most("downed", "Downed up to this total"),
        most("wounded", "Wounded up to this total"),
        most(
            "incapacitated",
            "Incapacitated up to this total; Destroyed above",
        ),
    ])
    .doc("d10 + Disruption + Power - Quality")
}

fn profile() -> Shape {
    let mut fields = vec![Field::needed("mov", mov_shape())];
    fields.extend(STATS.map(|key| Field::needed(key, stat_shape(key))));
    fields.push(Field::needed("weapon", Shape::text().doc("a weapon's id")));
    Shape::table(fields).doc("what a build has where it says nothing")
}

fn trait_() -> Shape {
    let mut fields = vec![Field::needed("name", Shape::text().doc(NAME))];
    fields
        .extend(STATS.map(|key| Field::maybe(key, Shape::int(-10..=10).doc("added to the stat"))));
    let cp = |doc| Shape::int(0..=10).doc(doc);
    fields.extend([
        Field::maybe("strategist", cp("Strategist X: global CP a round")),
        Field::maybe("tactician", cp("Tactician X: CP of its own a round")),
        Field::maybe(
            "platform",
            Shape::flag()
                .doc("Weapons Platform: Snap Fire with a Heavy weapon, and Heavy after moving"),
        ),
        Field::maybe(
            "resolute",
            Shape::flag().doc("Resolute: rerolls a failed Rout test"),
        ),
        Field::maybe("note", Shape::text().doc("what else there is to say")),
    ]);
    Shape::table(fields).doc("a trait")
}

fn costs() -> Shape {
    let price = || Shape::number(-10_000.0..=10_000.0).doc("points");
    let mut stats = vec![
        Field::maybe("mov_primary", price()),
        Field::maybe("mov_secondary", price()),
    ];
    stats.extend(STATS.map(|key| Field::maybe(key, price())));
    Shape::table(vec![
        Field::maybe(
            "base",
            price().doc("for any model; without it nothing has a price"),
        ),
        Field::maybe(
            "stats",
            Shape::table(stats).doc("for each inch or point of a stat (default 0)"),
        ),
        Field::maybe(
            "weapons",
            Shape::map(price()).doc("by the weapon's id (default 0)"),
        ),
        Field::maybe(
            "traits",
            Shape::map(price()).doc("by the trait's id (default 0)"),
        ),
        Field::maybe(
            "units",
            Shape::map(price()).doc("by the build's id: its whole price, whatever it is made of"),
        ),
    ])
    .doc("what a rules writer charges; the source prints no prices")
}
