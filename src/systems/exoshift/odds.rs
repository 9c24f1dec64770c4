//! The system's own questions, worked out exactly: `attack` (one attack), `casualty` (the table), `initiative`, and `rout`
//! (the Rout test, which no duel comes to).

use super::attack::{Casualty, Fate};
use super::build::Build;
use super::checks::{Initiative, Nerve, Rout};
use super::data::Rules;
use super::fighter::{Aim, Fighter, Mode, Terms};
use super::focus::each;
use super::policy::Focus;
use super::situation::Shelter;
use super::toggles::CasualtyQuality;
use crate::document::{Checker, Field, Node, Problems, Shape};
use crate::systems::choices::Toggle;
use crate::systems::{Align, Reply, Words, percent};
use crate::umpire::{Exact, TooBig};
use serde_json::{Map, Value, json};

/// The names of the results of a casualty roll, in the table's order, and of no roll.
const RESULTS: [(&str, Fate, &str); 7] = [
    ("unhurt", Fate::Unhurt, "Unhurt"),
    ("stunned", Fate::Stunned, "Stunned"),
    ("downed", Fate::Downed, "Downed"),
    ("wounded", Fate::Wounded, "Wounded"),
    ("incapacitated", Fate::Incapacitated, "Incapacitated"),
    ("destroyed", Fate::Destroyed, "Destroyed"),
    ("none", Fate::None, "no casualty roll"),
];

/// The questions, with what each query may say beside the common keys.
pub fn questions(rules: &Rules) -> Vec<(&'static str, Shape)> {
    let most = rules.toggles.disruption_cap.0;
    let disruption = |doc| Shape::int(0..=most).doc(doc);
    let stat = |doc| Shape::int(0..=40).doc(doc);
    let side = |doc| Shape::any().doc(doc);
    vec![
        (
            "attack",
            Shape::table(vec![
                Field::maybe(
                    "a",
                    side("the shooter: a named build, or a table (default: the profile)"),
                ),
                Field::maybe(
                    "b",
                    side("the target: a named build, or a table (default: the profile)"),
                ),
                Field::maybe(
                    "gap",
                    Shape::int(0..=100).doc("inches between the two; not needed in an assault"),
                ),
                Field::maybe("mode", Mode::shape().doc("how it shoots (default focus)")),
                Field::maybe(
                    "focus",
                    Focus::shape().doc("how Focus is spent (default: a's policy)"),
                ),
                Field::maybe("situation", Shelter::shape()),
                Field::maybe(
                    "a_disruption",
                    disruption("the shooter's Disruption when it shoots (default 0)"),
                ),
                Field::maybe(
                    "b_disruption",
                    disruption("the target's Disruption before (default 0)"),
                ),
                Field::maybe(
                    "a_stunned",
                    Shape::flag().doc("the shooter is Stunned (default false)"),
                ),
            ]),
        ),
        (
            "casualty",
            Shape::table(vec![
                Field::needed("disruption", disruption("Disruption of the target")),
                Field::needed("power", stat("Power of the weapon")),
                Field::needed("quality", stat("printed Quality of the target")),
            ]),
        ),
        (
            "initiative",
            Shape::table(vec![
                Field::needed("qa", stat("Quality of A")),
                Field::needed("qb", stat("Quality of B")),
                Field::maybe("bid_a", stat("CP that A bids (default 0)")),
                Field::maybe("bid_b", stat("CP that B bids (default 0)")),
            ]),
        ),
        (
            "rout",
            Shape::table(vec![
                Field::maybe(
                    "a",
                    side("who tests: a named build, or a table (default: the profile)"),
                ),
                Field::maybe("a_disruption", disruption("its Disruption (default 0)")),
            ]),
        ),
    ]
}

/// An answer in names and figures.
pub struct Odds {
    title: String,
    /// Combat of each shot, for `attack`.
    shots: Option<Vec<i16>>,
    /// (name in answers, words for people, chance).
    chances: Vec<(&'static str, &'static str, f64)>,
    /// The chances are kept in `result` (attack), and not beside the others.
    nested: bool,
    /// (name in answers, words for people, chance), beside them.
    out: Option<f64>,
    mean_disruption: Option<f64>,
}

impl Odds {
    fn plain(title: String, chances: Vec<(&'static str, &'static str, f64)>) -> Odds {
        Odds {
            title,
            shots: None,
            chances,
            nested: false,
            out: None,
            mean_disruption: None,
        }
    }
}

fn int(query: &Node, key: &str) -> i16 {
    let number = query.get(key).and_then(Node::as_int).unwrap_or(0);
    number.clamp(0, 100) as i16
}

fn too_big(query: &Node) -> Problems {
    let mut checker = Checker::new(query);
    checker.fail(query, "this has too many outcomes to be worked out", None);
    checker.finish().err().unwrap_or_default()
}

/// `attack`: steps 1 to 8 of section 4.
pub fn attack(
    rules: &Rules,
    a: &Build,
    b: &Build,
    query: &Node,
    exact: &mut Exact,
) -> Result<Odds, Problems> {
    let terms = Terms::new(rules);
    let [me, you] = [a, b].map(|build| Fighter::new(rules, build));
    let mode = Mode::read(query.get("mode"));
    if query.get("gap").is_none() && mode != Mode::Assault {
        let mut checker = Checker::new(query);
        let help = "inches between the two".to_owned();
        checker.missing(query, "gap", Some(help));
        checker.finish()?;
    }
    let focus = query.get("focus");
    let aim = Aim {
        by: &me,
        disruption: int(query, "a_disruption") as u8,
        stunned: query
            .get("a_stunned")
            .and_then(Node::as_bool)
            .unwrap_or(false),
        at: &you,
        shelter: Shelter::read(query.get("situation")),
        downed: false,
        gap: int(query, "gap") as u8,
        spend: focus.map_or(me.policy.focus, |node| Focus::read(Some(node))),
    };
    let before = int(query, "b_disruption") as u8;
    let mut chances = RESULTS.map(|(key, _, words)| (key, words, 0.0));
    let mut mean = 0.0;
    let mut combats = Vec::new();
    match aim.shot(mode, &terms) {
        // No shot is allowed.
        None => chances[6].2 = 1.0,
        Some(shot) => {
            combats = each(shot.shots);
            let attack = shot.on(&you, before, you.hea, &terms);
            exact.set_budget(u64::MAX);
            let law = exact.law(attack).map_err(|TooBig| too_big(query))?;
            for (after, chance) in law {
                let at = RESULTS.iter().position(|result| result.1 == after.fate);
                chances[at.unwrap_or(6)].2 += chance;
                mean += chance * f64::from(after.disruption.saturating_sub(before));
            }
        }
    }
    let [shooter, target] = [(a, "A"), (b, "B")].map(|(build, letter)| match build.label() {
        "" => letter.to_owned(),
        name => name.to_owned(),
    });
    Ok(Odds {
        title: format!("{shooter} against {target}, {}", mode.name()),
        shots: Some(combats),
        out: Some(chances[2..6].iter().map(|chance| chance.2).sum()),
        chances: chances.to_vec(),
        nested: true,
        mean_disruption: Some(mean),
    })
}

/// `casualty`: a roll on the table.
pub fn casualty(rules: &Rules, query: &Node, exact: &mut Exact) -> Result<Odds, Problems> {
    let [disruption, power, printed] =
        ["disruption", "power", "quality"].map(|key| int(query, key));
    // EX-12.
    let quality = match rules.toggles.casualty_quality {
        CasualtyQuality::Printed => printed,
        CasualtyQuality::Reduced => (printed - disruption).max(0),
    };
    let question = Casualty {
        plus: disruption + power - quality,
        bars: rules.combat.casualty,
    };
    exact.set_budget(u64::MAX);
    let law = exact.law(question).map_err(|TooBig| too_big(query))?;
    let chances = RESULTS[..6].iter().map(|(key, fate, words)| {
        let these = law.iter().filter(|(found, _)| found == fate);
        (
            *key,
            *words,
            these.fold(0.0, |sum, (_, chance)| sum + chance),
        )
    });
    Ok(Odds::plain(
        format!("d10 {:+} on the casualty table", question.plus),
        chances.collect(),
    ))
}

/// `initiative`: who goes first.
pub fn initiative(query: &Node, exact: &mut Exact) -> Result<Odds, Problems> {
    let question = Initiative {
        quality: ["qa", "qb"].map(|key| int(query, key)),
        bid: ["bid_a", "bid_b"].map(|key| int(query, key)),
    };
    exact.set_budget(u64::MAX);
    let first = exact.mean(question, |first| f64::from(u8::from(first)));
    Ok(Odds::plain(
        "Initiative".to_owned(),
        vec![("a_first", "A goes first", first)],
    ))
}

/// `rout`: the Rout test.
pub fn rout(rules: &Rules, a: &Build, query: &Node, exact: &mut Exact) -> Result<Odds, Problems> {
    let terms = Terms::new(rules);
    let me = Fighter::new(rules, a);
    let disruption = int(query, "a_disruption") as u8;
    let question = Rout {
        faces: terms.faces(me.mrl),
        broken: me.quality(disruption) == 0,
        resolute: me.resolute,
    };
    exact.set_budget(u64::MAX);
    let law = exact.law(question).map_err(|TooBig| too_big(query))?;
    let share = |nerve: Nerve| {
        let these = law.iter().filter(|(found, _)| *found == nerve);
        these.fold(0.0, |sum, (_, chance)| sum + chance)
    };
    Ok(Odds::plain(
        format!("Rout test of Morale {}", me.mrl),
        vec![
            ("holds", "acts normally", share(Nerve::Holds)),
            ("routed", "Routed", share(Nerve::Routed)),
            ("destroyed", "destroyed", share(Nerve::Destroyed)),
        ],
    ))
}

impl Reply for Odds {
    fn json(&self) -> Map<String, Value> {
        let chances = self.chances.iter();
        let chances: Map<String, Value> = chances
            .map(|(key, _, chance)| ((*key).to_owned(), json!(chance)))
            .collect();
        if !self.nested {
            return chances;
        }
        let mut map = Map::new();
        map.insert("shots".into(), json!(self.shots));
        map.insert("result".into(), Value::Object(chances));
        map.insert("out".into(), json!(self.out));
        map.insert("mean_disruption".into(), json!(self.mean_disruption));
        map
    }

    fn words(&self) -> Vec<Words> {
        let mut words = vec![Words::Title(self.title.clone())];
        if let Some(shots) = &self.shots {
            let listed: Vec<String> = shots.iter().map(i16::to_string).collect();
            words.push(Words::Line(match listed.len() {
                0 => "No shot is allowed.".to_owned(),
                1 => format!("One shot, Combat {}.", listed[0]),
                n => format!("{n} shots, Combat {}.", listed.join(", ")),
            }));
        }
        let mut rows: Vec<Vec<String>> = self
            .chances
            .iter()
            .map(|(_, what, chance)| vec![(*what).to_owned(), percent(*chance)])
            .collect();
        if let Some(out) = self.out {
            rows.push(vec!["Downed or worse".to_owned(), percent(out)]);
        }
        words.push(Words::Table {
            head: vec!["what".to_owned(), "chance".to_owned()],
            align: vec![Align::Left, Align::Right],
            rows,
        });
        if let Some(mean) = self.mean_disruption {
            words.push(Words::Line(format!(
                "Disruption gained by the target, on average: {mean:.2}."
            )));
        }
        words
    }
}
