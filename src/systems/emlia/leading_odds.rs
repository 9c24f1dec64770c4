//! The questions of leadership (reference, section 5.5): `ignore`, `improve`, `reorder`, `take_command`, `join`, `split`. The
//! build is source and subject.

use super::build::{Build, Formation};
use super::checks::Sum;
use super::data::{LEADING, Rules};
use super::odds::{Answer, Checked, Keys, flag, said, successes};
use crate::document::{Checker, Field, Node, Shape};
use crate::umpire::Exact;

/// What a leadership question may say beside the common keys.
pub fn leading_shape() -> Shape {
    const FLAGS: &[&str] = &[
        "source_av_lower",
        "subject_unaware",
        "source_partial_concealment",
        "source_total_concealment",
        "source_taller",
        "one_ranked",
        "over_20_across",
        "out_of_command",
        "double_paced",
    ];
    let mut fields: Vec<Field> = FLAGS
        .iter()
        .map(|key| Field::maybe(key, flag(key)))
        .collect();
    let morale = |doc| Shape::int(-7..=7).doc(doc);
    fields.push(Field::maybe(
        "source_morale",
        morale("the leader's morale now (default: as it began)"),
    ));
    fields.push(Field::maybe(
        "subject_morale",
        morale("the unit's morale now (default: as it began)"),
    ));
    Shape::table(vec![
        Field::needed("a", Shape::any().doc("source and subject, a build")),
        Field::maybe(
            "situation",
            Shape::table(fields).doc("the lines that apply"),
        ),
    ])
}

/// Answers a leadership question.
pub fn leading(
    rules: &Rules,
    question: &str,
    a: &Build,
    query: &Node,
    exact: &mut Exact,
) -> Answer {
    let mut checker = Checker::new(query);
    let keys = Keys::new(query, &mut checker);
    let morale = |key: &str| keys.number(key).map(|n| n as i8).or(a.morale);
    let moods = ["source_morale", "subject_morale"].map(morale);
    if moods.contains(&None) {
        let at = query.get("situation").unwrap_or(query);
        let help = "source_morale and subject_morale, or the `morale` of the build".to_owned();
        checker.missing(at, "source_morale", Some(help));
    }
    if keys.on("source_partial_concealment") && keys.on("source_total_concealment") {
        checker.fail(
            keys.node("source_total_concealment"),
            "concealment is partial or total, not both",
            None,
        );
    }
    checker.finish()?;
    let [source, subject] = moods.map(|mood| mood.unwrap_or(0));
    let which = LEADING
        .iter()
        .position(|name| *name == question)
        .unwrap_or(0);
    let lines = &rules.leading[which];
    let mut why = Vec::new();
    let members = a.members.unwrap_or(1);
    // EM-53: some lines are for units that began with more than one.
    let several = members > 1;
    if source <= -4 {
        why.add("source_retreating", lines.source_retreating);
    }
    if source == -7 {
        why.add("source_routed", lines.source_routed);
    }
    if subject <= -4 {
        why.add("subject_retreating", lines.subject_retreating);
    }
    if subject == -7 {
        why.add("subject_routed", lines.subject_routed);
    }
    if a.morale.is_some_and(|start| subject > start) {
        why.add("above_start", lines.above_start);
    }
    if several && a.formation == Formation::Ranked {
        why.add("ranked", lines.ranked);
    }
    for (name, value) in lines.list() {
        let alone = !several && ["over_20_across", "out_of_command"].contains(&name);
        let open = name != "over_20_across" || a.formation == Formation::Open;
        if keys.on(name) && !alone && open {
            why.add(name, value);
        }
    }
    if keys.on("double_paced") {
        why.add("after Double Pace", rules.check.double_pace);
    }
    let pool = rules.pool(a.skills[3], true, [members, members, 0]);
    why.add("improvised", pool.improvised);
    let need = rules.need(why.iter().map(|line| line.1).sum());
    Ok(Box::new(Checked {
        title: format!("{}: {}", said(a, "a"), question.replace('_', " ")),
        dice: pool.dice,
        need,
        successes: successes(pool.dice, need, query, exact)?,
        why,
        more: Vec::new(),
        last: String::new(),
    }))
}
