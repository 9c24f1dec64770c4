//! What a rules file of this system may say: used to check it and to make its JSON Schema.

use super::build::Build;
use super::data::Attribute;
use super::toggles::Toggles;
use crate::document::{Field, Shape};
use crate::systems::rules_file::rules_file;

const NAME: &str = "name for people";

fn price() -> Shape {
    Shape::number(-10_000.0..=10_000.0).doc("points")
}

/// A number, or a fraction such as "1/6".
fn fraction() -> Shape {
    Shape::either(vec![
        Shape::number(0.0..=10_000.0),
        Shape::text().doc("a fraction such as \"1/6\""),
    ])
    .doc("price of a point")
}

fn pair() -> Shape {
    Shape::list_of(Shape::int(-100..=100), 2..=2)
}

/// The whole file.
pub fn rules() -> Shape {
    rules_file(
        "allesfezs",
        vec![
            Field::maybe(
                "toggles",
                Toggles::shape().doc("which reading of the rulebook"),
            ),
            Field::needed("combat", combat()),
            Field::needed("derived", derived()),
            Field::needed("aptitudes", aptitudes()),
            Field::needed("skills", skills()),
            Field::needed("special_skills", special_skills()),
            Field::needed("eras", eras()),
            Field::needed("damage_types", damage_types()),
            Field::needed("ranges", ranges()),
            Field::needed("weapons", Shape::map(weapon()).doc("weapons by id")),
            Field::needed("spells", Shape::map(spell()).doc("spells by id")),
            Field::needed("armours", Shape::map(armour()).doc("armours by id")),
            Field::needed("prices", prices()),
            Field::maybe("vehicles", Shape::map(vehicle()).doc("vehicles by id")),
            Field::maybe(
                "builds",
                Shape::map(Build::shape()).doc("named builds by id"),
            ),
        ],
    )
}

fn combat() -> Shape {
    Shape::table(vec![
        Field::needed(
            "critical_bonus",
            Shape::int(0..=100).doc("damage added by a critical hit"),
        ),
        Field::needed("aim", Shape::int(0..=20).doc("bonus of Aim")),
        Field::needed(
            "accurate_from",
            Shape::int(0..=20).doc("aptitude from which Accurate counts"),
        ),
        Field::needed(
            "shield",
            Shape::int(0..=20).doc("bonus of a shield in a block"),
        ),
        Field::needed(
            "counter_dice",
            Shape::int(1..=10).doc("dice of a reaction attack"),
        ),
        Field::needed("dodge_dice", Shape::int(1..=3).doc("dice of a dodge")),
        Field::needed("block_dice", Shape::int(1..=3).doc("dice of a block")),
        Field::needed(
            "bayonet_as",
            Shape::text().doc("the weapon that a bayonet is used as"),
        ),
        Field::needed("throw_range", Shape::text().doc("range of a throw")),
        Field::needed("throw_attacks", Shape::text().doc("dice of a throw")),
        Field::needed(
            "unarmed",
            Shape::text().doc("the weapon that every unit has"),
        ),
        Field::needed(
            "duel_gap",
            Shape::int(0..=10_000).doc("where a duel starts, in inches"),
        ),
        Field::needed(
            "range_edges",
            Shape::list_of(Shape::int(1..=10_000), 1..=16).doc("outer edges of the range bands"),
        ),
        Field::needed(
            "possible",
            pair().doc("attribute values that can be fought with"),
        ),
        Field::needed("legal", pair().doc("attribute values that can be bought")),
    ])
    .doc("the numbers of a fight")
}

fn derived() -> Shape {
    let rows = |from: &'static str, to: &'static str| {
        let row = Shape::table(vec![
            Field::needed(from, Shape::int(-100..=100).doc("this or more")),
            Field::needed(to, Shape::int(0..=100)),
        ]);
        let rows = Shape::list_of(row, 1..=40);
        Shape::table(vec![
            Field::needed("inclusive", rows.clone().doc("mov_rec_gaps = inclusive")),
            Field::needed("strict", rows.doc("mov_rec_gaps = strict")),
        ])
    };
    Shape::table(vec![
        Field::needed("mov", rows("phy", "mov").doc("MOV from PHY")),
        Field::needed("rec", rows("mot", "rec").doc("REC from MOT")),
    ])
    .doc("secondary attributes")
}

fn aptitudes() -> Shape {
    let row = Shape::table(vec![
        Field::needed("bonus", Shape::int(0..=40).doc("the bonus")),
        Field::needed("name", Shape::text().doc(NAME)),
        Field::needed(
            "standard",
            Shape::int(1..=40).doc("dice of a Standard attack"),
        ),
        Field::needed("quick", Shape::int(1..=40).doc("dice of a Quick attack")),
        Field::needed("cost", price().doc("cumulative points")),
        Field::maybe(
            "needs",
            Shape::int(-100..=100).doc("the related attribute must be this or lower"),
        ),
    ]);
    Shape::table(vec![Field::needed("rows", Shape::list_of(row, 1..=40))]).doc("levels of aptitude")
}

fn skills() -> Shape {
    Shape::map(Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::needed(
            "attribute",
            Shape::choice(&Attribute::NAMES).doc("the related attribute"),
        ),
        Field::maybe("weapon", Shape::flag().doc("a weapon class")),
    ]))
    .doc("weapon classes and other skills by id")
}

fn special_skills() -> Shape {
    let skill = Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::maybe(
            "attribute",
            Shape::choice(&Attribute::NAMES).doc("the related attribute"),
        ),
    ]);
    Shape::table(vec![
        Field::needed(
            "elusive",
            skill
                .clone()
                .doc("raises the target value of attacks on the unit"),
        ),
        Field::needed("teleports", skill.doc("its moves provoke no reactions")),
    ])
}

fn eras() -> Shape {
    let era = Shape::table(vec![
        Field::needed("id", Shape::text().doc("id")),
        Field::needed("name", Shape::text().doc(NAME)),
        Field::maybe("years", Shape::text().doc("when it was")),
    ]);
    Shape::table(vec![Field::needed("order", Shape::list_of(era, 1..=100))]).doc("in order of time")
}

fn damage_types() -> Shape {
    Shape::map(Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::needed("ignores", Shape::int(0..=100).doc("armour that it ignores")),
        Field::needed("surcharge", price()),
        Field::needed(
            "blockable",
            Shape::flag().doc("a shield blocks it at range (AE-24)"),
        ),
    ]))
    .doc("damage types by id")
}

fn ranges() -> Shape {
    let cell = Shape::either(vec![Shape::int(-40..=40), Shape::choice(&["T", "-"])]);
    let cells = Shape::list_of(cell, 1..=16);
    Shape::map(Shape::table(vec![
        Field::needed("cost", price()),
        Field::maybe("cost_per_t", price().doc("points for each point of T")),
        Field::maybe("t", Shape::int(-40..=40).doc("T, if the weapon gives none")),
        Field::maybe("contact", Shape::flag().doc("base contact only")),
        Field::maybe(
            "table",
            cells
                .clone()
                .doc("modifier in each band; T: the weapon's own bonus; -: cannot target"),
        ),
        Field::maybe(
            "prose",
            cells.doc("the same as the rulebook's text has it (range_bands = prose)"),
        ),
    ]))
    .doc("range categories by id")
}

fn weapon_fields() -> Vec<Field> {
    let damage = Shape::int(0..=200);
    vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::maybe("era", Shape::text().doc("an era's id, or any")),
        Field::maybe(
            "points",
            price().doc("the printed price; left out: worked out by points_reading"),
        ),
        Field::maybe(
            "range",
            Shape::text().doc("a range's id; left out for what can only be thrown"),
        ),
        Field::maybe("bonus", Shape::int(-40..=40).doc("T of its range")),
        Field::maybe(
            "inches",
            Shape::int(0..=1_000).doc("inches added to its range (AE-14)"),
        ),
        Field::maybe(
            "damage",
            Shape::either(vec![
                damage.clone(),
                Shape::list_of(damage, 1..=8).doc("one for each type"),
                Shape::text().doc("\"20 - phy\""),
            ])
            .doc("damage"),
        ),
        Field::maybe(
            "attacks",
            Shape::text().doc("standard, quick, manual N, burst N or automatic N"),
        ),
        Field::needed("class", Shape::text().doc("a skill's id")),
        Field::maybe(
            "other_class",
            Shape::text().doc("the class under poleaxe_class = polearm, beam_class = firearm"),
        ),
        Field::maybe("hands", Shape::int(1..=10).doc("hands needed (default 1)")),
        Field::maybe("thrown", Shape::flag().doc("Thrown")),
        Field::maybe("ammo", Shape::int(1..=250).doc("Ammo N")),
        Field::maybe("long_reload", Shape::flag().doc("Long reload")),
        Field::maybe(
            "team_loaded",
            Shape::int(2..=20).doc("Team Loaded: models needed"),
        ),
        Field::maybe("bayonet", Shape::flag().doc("Bayonet")),
        Field::maybe("accurate", Shape::int(0..=40).doc("Accurate +T")),
        Field::maybe("aim", Shape::flag().doc("Aim")),
        Field::maybe(
            "explosive",
            Shape::int(0..=100).doc("Explosive: radius in inches"),
        ),
        Field::maybe("overwatch", Shape::flag().doc("Overwatch (AE-33)")),
    ]
}

fn weapon() -> Shape {
    let mut fields = weapon_fields();
    let types = vec![
        Shape::text().doc("a damage type's id"),
        Shape::list_of(Shape::text(), 1..=8).doc("Options"),
    ];
    fields.insert(
        4,
        Field::needed(
            "type",
            Shape::either(types).doc("damage type, or several to choose from"),
        ),
    );
    Shape::table(fields).doc("a weapon")
}

fn spell() -> Shape {
    let mut fields = weapon_fields();
    fields.insert(
        1,
        Field::needed(
            "kind",
            Shape::choice(&["aimed", "reaction"]).doc("aimed: an attack"),
        ),
    );
    fields.insert(
        5,
        Field::maybe("type", Shape::choice(&["any"]).doc("the caster chooses")),
    );
    Shape::table(fields).doc("a spell")
}

fn armour() -> Shape {
    Shape::open_table(
        vec![
            Field::needed("name", Shape::text().doc(NAME)),
            Field::needed(
                "base",
                Shape::int(0..=100).doc("value against what has no entry of its own"),
            ),
            Field::maybe("points", price().doc("the printed price")),
            Field::maybe("era", Shape::text().doc("an era's id")),
            Field::maybe("vehicle", Shape::flag().doc("the hull of a vehicle")),
        ],
        Shape::int(0..=100).doc("value against this damage type"),
    )
    .doc("an armour")
}

fn prices() -> Shape {
    let row = |key: &'static str| {
        Shape::list_of(
            Shape::table(vec![
                Field::needed(key, Shape::int(-100..=1_000)),
                Field::needed("cost", price()),
            ]),
            1..=200,
        )
    };
    let multiplier = || Shape::number(0.0..=1_000.0).doc("multiplier");
    let special = [
        "ammo",
        "option",
        "bayonet",
        "long_reload",
        "team_loaded",
        "accurate",
        "aim",
        "explosive",
        "explosive_inch",
        "overwatch",
    ];
    let armour = Shape::open_table(
        vec![
            Field::needed("from", Shape::int(1..=1_000).doc("first point of the row")),
            Field::maybe(
                "to",
                Shape::int(1..=1_000).doc("last point of the row; none in the last"),
            ),
            Field::maybe(
                "total",
                price().doc("the printed running total (armour_totals = printed)"),
            ),
        ],
        fraction(),
    );
    Shape::table(vec![
        Field::needed(
            "attributes",
            row("value").doc("cumulative cost of an attribute value"),
        ),
        Field::needed("damage", row("damage").doc("cost of a damage value")),
        Field::needed(
            "damage_above",
            price().doc("for each point beyond the last row"),
        ),
        Field::needed(
            "attacks",
            Shape::table(vec![
                Field::needed("standard_cq", multiplier()),
                Field::needed("standard_ranged", multiplier()),
                Field::needed("quick_cq", multiplier()),
                Field::needed("quick_ranged", multiplier()),
            ])
            .doc("what damage and range are multiplied with"),
        ),
        Field::needed(
            "thrown_only_divisor",
            Shape::number(0.01..=1_000.0)
                .doc("what a weapon that can only be thrown is divided by"),
        ),
        Field::needed(
            "special",
            Shape::table(special.map(|key| Field::needed(key, price())).into())
                .doc("special rules"),
        ),
        Field::needed(
            "armour",
            Shape::list_of(armour, 1..=100).doc("price of each point for each damage type"),
        ),
    ])
    .doc("the formulas behind the points")
}

fn vehicle() -> Shape {
    let names = || Shape::list(Shape::text());
    let seat = Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::maybe("weapons", names().doc("guns served from here")),
        Field::maybe("gives", names().doc("what else it does")),
    ]);
    Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::maybe("era", Shape::text().doc("an era's id")),
        Field::needed("str", Shape::int(1..=255).doc("Structure")),
        Field::needed("armour", Shape::text().doc("an armour's id")),
        Field::needed("mov", Shape::int(0..=100).doc("MOV")),
        Field::maybe("attributes", names().doc("such as clad")),
        Field::needed("seats", Shape::list(seat).doc("who sits where")),
        Field::needed("weapons", names().doc("its guns")),
        Field::maybe(
            "card_points",
            Shape::map(price()).doc("prices on its card that differ from the list"),
        ),
        Field::maybe("about", price().doc("what the card says it costs, roughly")),
    ])
    .doc("a vehicle (skirmishes and the audit)")
}
