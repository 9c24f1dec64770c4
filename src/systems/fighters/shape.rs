//! What a rules file of this system may say: used to check it and to make its JSON Schema.

use super::build::Build;
use super::data::STATS;
use super::toggles::Toggles;
use crate::document::{Field, Shape};
use crate::systems::rules_file::rules_file;

const NAME: &str = "name for people";

/// The word that takes a rule away from an upgrade.
pub const NONE: &str = "none";

/// The whole file.
pub fn rules() -> Shape {
    rules_file(
        "fighters",
        vec![
            Field::maybe(
                "toggles",
                Toggles::shape().doc("which reading of the source"),
            ),
            Field::needed("combat", combat()),
            Field::needed("stats", stats()),
            Field::needed("roles", Shape::map(role()).doc("roles by id")),
            Field::needed(
                "upgrades",
                Shape::map(upgrade()).doc("weapons and shields by id"),
            ),
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
        number("actions", 1, 6, "actions of an activation"),
        number("move_base", 0, 36, "inches of a Move before Speed"),
        number("recover_actions", 1, 6, "actions that Recover takes"),
        number("recover_difficulty", -20, 40, "what Recover must beat"),
        number(
            "damage_difficulty",
            -20,
            40,
            "what damage must beat with damage_check = basic, before Armor",
        ),
        number(
            "wounded",
            0,
            10,
            "what each stat of a Wounded fighter loses",
        ),
        number(
            "stunned",
            0,
            20,
            "what the Skill of a Stunned fighter loses",
        ),
        number(
            "push",
            0,
            12,
            "inches that the loser of a melee attack is driven back",
        ),
        number("field", 1, 100, "the greatest gap there can be, in inches"),
        number("gap", 0, 100, "where a duel starts, in inches"),
        number("rounds", 1, 1_000, "rounds of a duel"),
        number("hands", 0, 10, "hands of a fighter"),
    ])
    .doc("the numbers of a fight")
}

fn stats() -> Shape {
    let value = || Shape::int(-100..=100);
    Shape::table(vec![
        Field::needed(
            "values",
            Shape::list_of(value(), 3..=3).doc("shared out over Skill, Speed and Armor"),
        ),
        Field::needed(
            "possible",
            Shape::list_of(value(), 2..=2).doc("the least and the greatest to fight with"),
        ),
    ])
    .doc("what stats there can be")
}

fn role() -> Shape {
    let bonus = |doc| Shape::int(-20..=20).doc(doc);
    Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::maybe("skill", bonus("added to Skill")),
        Field::maybe("speed", bonus("added to Speed")),
        Field::maybe("armor", bonus("added to Armor")),
        Field::maybe(
            "guard",
            bonus("added to the Armor of itself and of allies nearby"),
        ),
        Field::maybe(
            "guard_radius",
            Shape::int(0..=36).doc("how near those allies are (skirmishes only)"),
        ),
        Field::maybe(
            "draw_attack",
            Shape::flag().doc(
                "a drawn melee check gives it a free attack, unless its opponent has the same",
            ),
        ),
        Field::maybe("note", Shape::text().doc("what else there is to say")),
    ])
    .doc("a role")
}

/// A number that makes a rule of an upgrade, or the word that takes the rule away.
fn rule(low: i64, high: i64) -> Shape {
    Shape::either(vec![Shape::int(low..=high), Shape::choice(&[NONE])])
}

fn upgrade() -> Shape {
    let margin = || rule(1, 20);
    let bonus = || rule(-20, 20);
    let blow_away = Shape::either(vec![
        Shape::table(vec![
            Field::needed("to_hit", Shape::int(-20..=20).doc("added to Skill")),
            Field::needed("push", Shape::int(0..=12).doc("inches driven back")),
        ]),
        Shape::choice(&[NONE]),
    ]);
    Shape::table(vec![
        Field::needed("name", Shape::text().doc(NAME)),
        Field::needed("hands", Shape::int(0..=10).doc("hands it takes")),
        Field::needed(
            "use",
            Shape::choice(&["melee", "ranged", "both", "carried"]).doc("what it is for"),
        ),
        Field::maybe("damage", Shape::int(-20..=20).doc("Damage (default 0)")),
        Field::maybe(
            "follow_up",
            bonus().doc("Follow-up: a drawn first attack gives another with this bonus"),
        ),
        Field::maybe(
            "true_time",
            margin().doc("True time: a defence by this margin gives a free attack"),
        ),
        Field::maybe("aim", rule(0, 20).doc("Aim: what an Aim action adds")),
        Field::maybe(
            "range",
            rule(0, 100).doc("how far it shoots, whatever bow_range says"),
        ),
        Field::maybe(
            "finisher",
            bonus().doc("Finisher: Damage added against a Stunned target"),
        ),
        Field::maybe(
            "hook",
            bonus().doc("Hook: an attack with this to hit; the target is Staggered"),
        ),
        Field::maybe(
            "decapitate",
            margin().doc("Decapitate: a hit by this margin kills outright"),
        ),
        Field::maybe(
            "intimidating",
            Shape::flag().doc("Intimidating: the target is always the one driven back"),
        ),
        Field::maybe(
            "crushing",
            margin().doc("Crushing: a hit by this margin stuns"),
        ),
        Field::maybe(
            "heavy",
            rule(-20, 40).doc("Heavy: the target's Armor counts as this, if higher"),
        ),
        Field::maybe(
            "blow_away",
            blow_away.doc("Blow Away: an attack that stuns and drives back"),
        ),
        Field::maybe(
            "protective",
            bonus().doc("Protective: Armor while neither Staggered nor Stunned"),
        ),
    ])
    .doc("a weapon or a shield")
}

fn costs() -> Shape {
    let price = || Shape::number(-10_000.0..=10_000.0).doc("points");
    let stats = STATS.map(|key| Field::maybe(key, price()));
    Shape::table(vec![
        Field::maybe(
            "base",
            price().doc("for any fighter; without it nothing has a price"),
        ),
        Field::maybe(
            "stats",
            Shape::table(stats.to_vec()).doc("for each point of a stat (default 0)"),
        ),
        Field::maybe(
            "roles",
            Shape::map(price()).doc("by the role's id (default 0)"),
        ),
        Field::maybe(
            "upgrades",
            Shape::map(price()).doc("by the upgrade's id (default 0)"),
        ),
    ])
    .doc("what a rules writer charges; the source has no prices")
}
