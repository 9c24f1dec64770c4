//! What a scenario may say of a skirmish: forces, and the keys of `[skirmish]` that all systems share. What a table may
//! say is the table's own business.

use crate::document::{Field, Shape};

/// Yes or no, as people write it.
fn yes() -> Shape {
    Shape::either(vec![Shape::flag(), Shape::choice(&["yes", "no"])])
}

/// Two lengths: a place, or the sides of something.
fn two(least: f64) -> Shape {
    Shape::list_of(Shape::number(least..=240.0), 2..=2)
}

/// The keys of `[skirmish]` that all systems share, each with the shape of one value.
pub fn keys() -> Vec<Field> {
    let even = Shape::table(vec![
        Field::maybe(
            "most",
            Shape::int(1..=100).doc("the most of either (default 24)"),
        ),
        Field::maybe(
            "off",
            Shape::number(0.0..=1.0)
                .doc("how far apart their points may be, as a share of the larger (default 0.02)"),
        ),
    ]);
    vec![
        Field::maybe(
            "points",
            Shape::number(0.0..).doc("the budget of a side; builds and `shares` are filled up to it"),
        ),
        Field::maybe("count", Shape::int(1..=100).doc("so many of every build (default 1)")),
        Field::maybe(
            "even",
            Shape::either(vec![yes(), even]).doc("as many of either side as cost about the same"),
        ),
        Field::maybe(
            "interpolate",
            yes().doc("with `even`: where points stay apart, the score at equal points between two numbers of the poorer side"),
        ),
        Field::maybe("policy", Shape::text().doc("how armies decide that do not say it themselves")),
        Field::maybe("policy_a", Shape::text().doc("how side A decides, whatever its force says")),
        Field::maybe("policy_b", Shape::text().doc("how side B decides, whatever its force says")),
        Field::maybe(
            "table",
            Shape::text().doc("open, standard, dense, or a table of this file's own (default open)"),
        ),
        Field::maybe("size", two(6.0).doc("sides of a named table, in inches (default: the system's)")),
        Field::maybe(
            "zone",
            Shape::number(0.5..=120.0).doc("depth of the deployment zones, in inches (default: the system's)"),
        ),
        Field::maybe(
            "deployment",
            Shape::choice(&["line", "file"]).doc("line: rows from the middle outwards; file: where units say with `at`"),
        ),
        Field::maybe(
            "gap",
            Shape::number(0.0..=240.0).doc("one against one, so many inches apart on the middle line"),
        ),
        Field::maybe(
            "mission",
            Shape::choice(&["attrition", "hold"])
                .doc("attrition: who has nobody left loses; hold: who holds the markers longer wins"),
        ),
        Field::maybe(
            "markers",
            Shape::list_of(two(0.0), 1..=8).doc("with `hold`: where the markers lie, in inches from the lower left corner"),
        ),
        Field::maybe("cap", Shape::int(1..=1000).doc("rounds (default: the system's)")),
        Field::maybe(
            "cap_result",
            Shape::choice(&["draw", "points"]).doc("at the cap: a draw, or won by the higher share of points alive"),
        ),
        Field::maybe("swap", yes().doc("sides are swapped in every second fight (default yes)")),
        Field::maybe(
            "first",
            Shape::choice(&["dice", "even"])
                .doc("who goes first where that is fixed for the battle: as the dice say, or A and B equally often"),
        ),
        Field::maybe(
            "order",
            Shape::choice(&["near", "listed", "far"]).doc("in which order a side activates its units"),
        ),
        Field::maybe(
            "hand",
            Shape::choice(&["left", "right"]).doc("where ties between places go (default left)"),
        ),
    ]
}

/// `[skirmish]`: every key with a value, or several. The systems' own keys are checked when the rules are known.
pub fn skirmish() -> Shape {
    let mut fields = vec![Field::maybe(
        "average",
        Shape::either(vec![Shape::flag(), Shape::list_of(Shape::text(), 1..)])
            .doc("keys whose values are averaged into one figure; the others are kept apart"),
    )];
    for field in keys() {
        let doc = field.shape.doc;
        let several = Shape::list_of(field.shape.clone(), 1..);
        let shape = Shape::either(vec![field.shape, several]).doc(doc);
        fields.push(Field::maybe(field.name, shape));
    }
    Shape::open_table(fields, Shape::any())
        .doc("many against many on a table: each key with a value, or a list of values")
}

/// One line of a force.
fn unit(number: Field) -> Shape {
    let build = || {
        Shape::either(vec![
            Shape::text().doc("a build of this file's lists or of the rules file"),
            Shape::map(Shape::any()).doc("a build written out"),
        ])
    };
    let crew = Shape::either(vec![
        Shape::list_of(build(), 1..),
        Shape::map(build()).doc("who sits where, by the name of the seat"),
    ]);
    Shape::table(vec![
        Field::needed("build", build()),
        number,
        Field::maybe(
            "team",
            Shape::int(1..=100).doc("so many models fight as one team"),
        ),
        Field::maybe("hidden", yes().doc("deployed hidden")),
        Field::maybe("reserve", yes().doc("kept in reserve")),
        Field::maybe("boards", yes().doc("goes aboard vehicles of its side")),
        Field::maybe("crew", crew.doc("who sits in this vehicle")),
        Field::maybe(
            "at",
            Shape::list_of(two(0.0), 1..)
                .doc("with deployment = \"file\": where each stands, in inches, as side 0 (below)"),
        ),
    ])
}

/// A force of `[forces]`.
pub fn force() -> Shape {
    let count = Field::maybe("count", Shape::int(1..=100).doc("how many (default 1)"));
    let share = Field::maybe(
        "share",
        Shape::number(0.0..=1e6).doc("share of the points (default 1)"),
    );
    let listed = Shape::list_of(Shape::either(vec![Shape::text(), unit(count)]), 1..);
    let shared = Shape::list_of(Shape::either(vec![Shape::text(), unit(share)]), 1..);
    Shape::table(vec![
        Field::maybe(
            "units",
            Shape::either(vec![Shape::map(Shape::int(1..=100)), listed]).doc(
                "by list: how many of each build, as { knight = 3, archer = 2 } or line by line",
            ),
        ),
        Field::maybe(
            "shares",
            Shape::either(vec![Shape::map(Shape::number(0.0..=1e6)), shared]).doc(
                "by budget: shares of the points, as { knight = 2, archer = 1 } or line by line",
            ),
        ),
        Field::maybe(
            "points",
            Shape::number(0.0..).doc("its budget, instead of that of [skirmish]"),
        ),
        Field::maybe("policy", Shape::text().doc("how it decides")),
    ])
}

/// Whether a key says yes.
pub fn says_yes(node: Option<&crate::document::Node>, otherwise: bool) -> bool {
    match node {
        None => otherwise,
        Some(node) => match node.as_text() {
            Some(text) => text == "yes",
            None => node.as_bool().unwrap_or(otherwise),
        },
    }
}
