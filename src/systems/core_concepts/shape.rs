//! What a rules file of this system may say: used to check it and to make its JSON Schema.

use super::build::Build;
use super::toggles::Toggles;
use crate::document::{Field, Shape};
use crate::systems::rules_file::rules_file;

const NAME: &str = "name for people";

/// The farthest that anything in a rules file may be, in inches.
pub const FARTHEST: f64 = 1_000.0;

fn price() -> Shape {
    Shape::number(-10_000.0..=10_000.0).doc("points")
}

fn length() -> Shape {
    Shape::number(0.0..=FARTHEST).doc("inches, in steps of 0.5")
}

/// The whole file.
pub fn rules() -> Shape {
    rules_file(
        "core-concepts",
        vec![
            Field::maybe(
                "toggles",
                Toggles::shape().doc("which reading of the rules"),
            ),
            Field::needed("actions", actions()),
            Field::needed("dice", dice()),
            Field::needed("moves", moves()),
            Field::needed("duel", duel()),
            Field::needed("abilities", abilities()),
            Field::needed("melee", Shape::map(melee(true)).doc("melee weapons by id")),
            Field::needed(
                "ranged",
                Shape::map(ranged(true)).doc("shooting weapons by id"),
            ),
            Field::needed(
                "fists",
                melee(true).doc("what unarmed = fists gives (CC-28)"),
            ),
            Field::maybe(
                "builds",
                Shape::map(Build::shape()).doc("named builds by id"),
            ),
        ],
    )
}

fn actions() -> Shape {
    let cost = |doc| Shape::int(1..=20).doc(doc);
    Shape::table(vec![
        Field::needed("points", cost("action points of a model in a round")),
        Field::needed("move", cost("what a Move costs")),
        Field::needed("close_combat", cost("what a Close Combat costs")),
        Field::needed("shooting", cost("what a Shooting costs")),
        Field::needed("cover", cost("what taking cover costs")),
        Field::needed("return_fire", cost("what return fire costs")),
    ])
    .doc("action points")
}

fn dice() -> Shape {
    let face = |doc| Shape::int(2..=7).doc(doc);
    Shape::table(vec![
        Field::needed("success", face("the lowest face that is a success")),
        Field::needed(
            "critical",
            face("the lowest face of a clash die that is a critical success"),
        ),
        Field::needed(
            "stray",
            face("the lowest face with which a shot that missed strikes an obstacle"),
        ),
        Field::needed(
            "obstacle",
            Shape::int(0..=20).doc("what an obstacle adds to the difficulty"),
        ),
    ])
    .doc("what dice need")
}

fn moves() -> Shape {
    let per = |doc| Shape::number(0.5..=100.0).doc(doc);
    Shape::table(vec![
        Field::needed(
            "move",
            Shape::int(0..=20).doc("inches of a Move for each point of Agility"),
        ),
        Field::needed(
            "pounce",
            Shape::int(0..=20).doc("inches of a Pounce for each point of Agility"),
        ),
        Field::needed("shove", length().doc("how far a shove goes")),
        Field::needed(
            "pin",
            length().doc("how much shorter a pinned model's cover move is"),
        ),
        Field::needed(
            "climb_free",
            Shape::number(0.0..=100.0).doc("heights up to this need no test"),
        ),
        Field::needed("climb", per("inches climbed with each success")),
        Field::needed("jump", per("inches jumped with each success")),
        Field::needed("fall", per("inches of a fall that give one stress")),
    ])
    .doc("how far")
}

fn duel() -> Shape {
    Shape::table(vec![
        Field::needed("gap", length().doc("where a duel starts")),
        Field::needed(
            "max_gap",
            length().doc("the farthest that two can be apart"),
        ),
        Field::needed(
            "rounds",
            Shape::int(1..=1_000).doc("rounds after which it is a draw"),
        ),
        Field::needed(
            "preferred_gap",
            length().doc("how near `advance` goes, unless the policy says"),
        ),
        Field::needed(
            "stop_short",
            Shape::number(0.5..=FARTHEST)
                .doc("how far outside a threat range a Move stops (CC-21)"),
        ),
    ])
    .doc("the duel")
}

fn abilities() -> Shape {
    let prices = ["melee", "ballistics", "toughness", "agility"];
    Shape::table(vec![
        Field::needed(
            "usual",
            Shape::list_of(Shape::int(1..=10), 2..=2).doc("the usual lowest and highest value"),
        ),
        Field::needed(
            "points",
            Shape::table(prices.map(|key| Field::needed(key, price())).into())
                .doc("points for each point of an ability"),
        ),
        Field::needed(
            "scale",
            Shape::list_of(
                Shape::table(vec![
                    Field::needed("sum", Shape::int(4..=40).doc("sum of the four abilities")),
                    Field::needed("name", Shape::text().doc(NAME)),
                ]),
                0..=40,
            )
            .doc("what a sum is called"),
        ),
    ])
    .doc("the four abilities")
}

/// A melee weapon: a row of the rules file (`named`), or made up in a build.
pub fn melee(named: bool) -> Shape {
    let mut fields = vec![
        Field::needed("reach", length().doc("threat range, in inches")),
        Field::needed(
            "damage",
            Shape::int(0..=100).doc("damage of a normal success"),
        ),
        Field::needed(
            "critical",
            Shape::int(0..=100).doc("damage of a critical success"),
        ),
        Field::maybe(
            "shove",
            Shape::flag().doc("a critical success shoves the model hit"),
        ),
    ];
    common(&mut fields, named);
    Shape::table(fields).doc("a melee weapon")
}

/// A shooting weapon: a row of the rules file (`named`), or made up in a build.
pub fn ranged(named: bool) -> Shape {
    let critical = Shape::either(vec![
        Shape::int(0..=100),
        Shape::text().doc("a die: d2 to d20"),
    ]);
    let mut fields = vec![
        Field::needed("mod", Shape::int(-100..=100).doc("added to the difficulty")),
        Field::needed("damage", Shape::int(0..=100).doc("damage of a normal hit")),
        Field::needed("critical", critical.doc("damage of a critical hit")),
        Field::maybe(
            "pin",
            Shape::flag().doc("a critical hit stops return fire and shortens the cover move"),
        ),
    ];
    common(&mut fields, named);
    Shape::table(fields).doc("a shooting weapon")
}

fn common(fields: &mut Vec<Field>, named: bool) {
    fields.push(Field::maybe(
        "points",
        price().doc("its price; none if left out"),
    ));
    if named {
        fields.insert(0, Field::needed("name", Shape::text().doc(NAME)));
    } else {
        fields.insert(0, Field::maybe("name", Shape::text().doc(NAME)));
        fields.insert(0, Field::maybe("id", Shape::text().doc("what to call it")));
    }
}
