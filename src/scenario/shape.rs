//! What a scenario file may say. The situation's and the builds' own keys belong to the system, so they are checked when
//! its rules are known.

use super::skirmish_shape::{force, skirmish};
use crate::document::{Field, Shape};
use crate::table::form;

/// Names of builds, or all of them.
fn builds() -> Shape {
    Shape::either(vec![
        Shape::choice(&["all"]).doc("every named build of the rules file"),
        Shape::list_of(Shape::text(), 1..).doc("names of builds in the rules file"),
    ])
}

/// Which builds of a list may fight.
fn filter() -> Shape {
    let points = Shape::list_of(Shape::number(0.0..), 2..=2);
    Shape::table(vec![
        Field::maybe(
            "legal",
            Shape::flag().doc("leave out builds that are not legal, or that the rules refuse"),
        ),
        Field::maybe(
            "points",
            points.doc("price between these two, both included"),
        ),
        Field::maybe(
            "groups",
            Shape::list_of(Shape::text(), 1..).doc("only of these groups (eras, in Allesfezs)"),
        ),
    ])
    .doc("which of them may fight")
}

fn list() -> Shape {
    Shape::table(vec![
        Field::maybe("builds", builds()),
        Field::maybe(
            "own",
            Shape::map(Shape::map(Shape::any()))
                .doc("builds of this file's own, by name; `like` takes a named one and changes it"),
        ),
        Field::maybe(
            "keys",
            Shape::map(Shape::any()).doc("build keys that all of them get"),
        ),
        Field::maybe(
            "axes",
            Shape::map(Shape::any()).doc(
                "every combination of these values: any build key, dotted (`aptitudes.ohs`, `policy.react`), or the \
                 singular of a list (`weapon`)",
            ),
        ),
        Field::maybe(
            "name",
            Shape::text().doc("what to call a combination: `{build}, {weapon}, {armour}`"),
        ),
        Field::maybe("where", filter()),
    ])
}

/// The name of a list, or of several.
fn names() -> Shape {
    Shape::either(vec![Shape::text(), Shape::list_of(Shape::text(), 1..)])
}

fn pairing() -> Shape {
    Shape::table(vec![
        Field::maybe(
            "kind",
            Shape::choice(&["all", "against", "cross", "mirror"]).doc(
                "all: every pair of list `a`; against: each of `a` against a reference list `b`; cross: each of `a` against each of `b`; mirror: each against itself",
            ),
        ),
        Field::maybe("a", names().doc("the list that fights, or several as one")),
        Field::maybe("b", names().doc("the list it fights against, or several as one")),
        Field::maybe(
            "mirrors",
            Shape::flag().doc("with `all`: each also against itself (default false)"),
        ),
        Field::maybe(
            "both_sides",
            Shape::flag().doc("with `all`: every pair also with the sides swapped (default false)"),
        ),
        Field::maybe(
            "same_group",
            Shape::flag().doc("only pairs of one group (of one era, in Allesfezs)"),
        ),
        Field::maybe(
            "points_ratio",
            Shape::number(1.0..).doc("only pairs of which the dearer costs at most this many times the other"),
        ),
    ])
    .doc("who fights whom (default: every pair of the only list)")
}

fn situations() -> Shape {
    let average = Shape::either(vec![Shape::flag(), Shape::list_of(Shape::text(), 1..)]);
    Shape::open_table(
        vec![Field::maybe(
            "average",
            average
                .doc("keys whose values are averaged into one figure; the others are kept apart"),
        )],
        Shape::any(),
    )
    .doc("keys of the situation, each with a value or a list of values: `gap = [0, 8, 16]`")
}

fn sampling() -> Shape {
    Shape::table(vec![
        Field::maybe(
            "method",
            Shape::choice(&["auto", "exact", "sampled"])
                .doc("auto: exact where that can be done within the budget, else sampled"),
        ),
        Field::maybe(
            "trials",
            Shape::int(1..=1_000_000_000_000).doc("fights of a sampled match-up (default 100000)"),
        ),
        Field::maybe(
            "precision",
            Shape::number(0.000_01..=0.5)
                .doc("instead: fight until the 95 % interval is at most this wide to either side"),
        ),
        Field::maybe(
            "seed",
            Shape::int(0..).doc("where the dice come from (default 1)"),
        ),
    ])
    .doc("how the answers are found")
}

/// What a writer wants of two kinds of builds.
fn target() -> Shape {
    Shape::table(vec![
        Field::needed(
            "a",
            names().doc("a build of this scenario, or one of its lists; or several"),
        ),
        Field::needed("b", names().doc("the same: against whom")),
        Field::needed(
            "score",
            Shape::number(0.01..=0.99).doc("what `a` should score against `b` for equal points"),
        ),
    ])
}

/// What a scenario file may say.
pub fn shape() -> Shape {
    Shape::table(vec![
        Field::maybe("format", Shape::int(1..=1).doc("always 1")),
        Field::maybe("title", Shape::text().doc("what it is about, in a line")),
        Field::maybe(
            "mode",
            Shape::choice(&["duel", "skirmish"])
                .doc("one against one, or many against many on a table (default: duel, unless there is a [skirmish])"),
        ),
        Field::maybe(
            "rules",
            Shape::text().doc(
                "a system's id, or the path of a rules file, from this file's folder (default allesfezs)",
            ),
        ),
        Field::maybe(
            "set",
            Shape::map(Shape::any()).doc("toggles and cells changed: `ties = \"active\"`, `\"weapons.sword.damage\" = 13`"),
        ),
        Field::maybe(
            "variants",
            Shape::map(Shape::map(Shape::any()))
                .doc("the whole grid once under each of these: toggles and cells, by the variant's name"),
        ),
        Field::maybe(
            "builds",
            builds().doc("short for a single list of named builds"),
        ),
        Field::maybe(
            "lists",
            Shape::map(list()).doc("lists of builds, by name"),
        ),
        Field::maybe("pairing", pairing()),
        Field::maybe("situations", situations()),
        Field::maybe("skirmish", skirmish()),
        Field::maybe("forces", Shape::map(force()).doc("armies of a skirmish, by name")),
        Field::maybe("tables", Shape::map(form::form()).doc("tables of a skirmish, by name")),
        Field::maybe("sampling", sampling()),
        Field::maybe(
            "target",
            Shape::list_of(target(), 1..).doc(
                "what `price` is to aim at where equal points should not be an even fight",
            ),
        ),
    ])
}
