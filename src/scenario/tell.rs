//! One fight of a plan, found by the names of its sides and its situation, to be told.

use super::clash::Swaps;
use super::meeting::Meeting;
use super::plan::{Plan, Variant};
use super::skirmish_shape::says_yes;
use crate::document::{Checker, Node, Problem, Problems};
use crate::systems::Pairing;
use crate::table::Table;
use std::sync::Arc;

impl Plan {
    /// One fight by the names of its two builds, its variant (empty: the first) and as much of its situation as tells it
    /// from the others.
    pub fn pairing(
        &self,
        names: [&str; 2],
        variant: &str,
        situation: &Node,
    ) -> Result<Told, Problems> {
        let mut problems = Problems::default();
        let known: Vec<&str> = self.variants.iter().map(|v| v.name.as_str()).collect();
        let at = match (variant, known.iter().position(|name| *name == variant)) {
            (_, Some(at)) => at,
            ("", None) => {
                let mut problem = Problem::new("this scenario has several variants");
                problem.help = Some(format!(
                    "say which: --variant \"{}\"",
                    known.join("\" or \"")
                ));
                return Err(Problems(vec![problem]));
            }
            (_, None) => return Err(unknown("variant", variant, &known)),
        };
        let Variant { book, soldiers, .. } = &self.variants[at];
        let all: Vec<&str> = soldiers
            .iter()
            .map(|soldier| soldier.name.as_str())
            .collect();
        let places = names.map(|name| all.iter().position(|known| *known == name));
        for (name, place) in names.iter().zip(places) {
            if place.is_none() {
                problems.extend(unknown("build in this scenario called", name, &all).0);
            }
        }
        let ([Some(a), Some(b)], true) = (places, problems.is_empty()) else {
            return Err(problems);
        };
        let meets = |a: usize, b: usize| {
            self.matchups(0..self.len())
                .any(|found| (found.variant, found.a, found.b) == (at, a as u32, b as u32))
        };
        if !meets(a, b) {
            let mut problem = Problem::new(format!(
                "`{}` does not meet `{}` in this scenario",
                names[0], names[1]
            ));
            if meets(b, a) {
                let help = format!("the other way round: \"{}\" \"{}\"", names[1], names[0]);
                problem.help = Some(help);
            }
            return Err(Problems(vec![problem]));
        }
        let members = self.groups.iter().enumerate().flat_map(|(at, group)| {
            let places = group.members.iter().enumerate();
            places.map(move |(member, node)| ((at, member), node))
        });
        let meet = |place| self.member(book.as_ref(), [&soldiers[a], &soldiers[b]], place);
        // What the scenario leaves to the rules may be said all the same, in the words of the results.
        let fits = |(place, member): &((usize, usize), &Node)| {
            let words = match self.clashes.get(place.0) {
                Some(clashes) => clashes[place.1].words().to_owned(),
                None => meet(*place)
                    .map(|mut all| all.swap_remove(0).pairing.situation)
                    .unwrap_or_default(),
            };
            let asked = situation.entries().iter();
            asked.filter(|entry| entry.key != MORE).all(|entry| {
                let said = entry.node.to_json();
                let text = said
                    .as_str()
                    .map_or_else(|| said.to_string(), str::to_owned);
                member.get(&entry.key).map(Node::to_json) == Some(said)
                    || words
                        .split(", ")
                        .any(|part| part == format!("{} {text}", entry.key))
            })
        };
        let fitting: Vec<((usize, usize), &Node)> = members.clone().filter(fits).collect();
        let [(place, _)] = fitting.as_slice() else {
            let text = |member: &Node| {
                let keys = member.entries().iter();
                let keys = keys.map(|entry| format!("{}={}", entry.key, entry.node.to_json()));
                keys.collect::<Vec<_>>().join(" ").replace('"', "")
            };
            let mut problem = Problem::new(match fitting.len() {
                0 => "the scenario has no such situation".to_owned(),
                n => format!("the scenario has {n} such situations"),
            });
            let listed: Vec<String> = members.take(12).map(|(_, node)| text(node)).collect();
            problem.help = Some(format!("say which: {}", listed.join("; ")));
            return Err(Problems(vec![problem]));
        };
        let (meeting, note) = one_of(meet(*place)?, situation.get(MORE))?;
        Ok(Told {
            note,
            pairing: meeting.pairing,
            table: self
                .clashes
                .get(place.0)
                .map(|clashes| clashes[place.1].field().table.clone()),
            swaps: meeting.swaps,
        })
    }
}

/// What a situation is asked by for the second of two fights, of which the poorer side has one more.
const MORE: &str = "more";

/// The fight that is told of a row, and what its reader should know: a row at equal points between two numbers of the
/// poorer side counts two fights under each number.
fn one_of(
    mut all: Vec<Meeting>,
    more: Option<&Node>,
) -> Result<(Meeting, Option<String>), Problems> {
    let second = says_yes(more, false);
    if all.len() < 2 {
        if second {
            let mut problem = Problem::new("there is no fight with one more here");
            let help = "leave `more` out: it is for points that lie between two numbers";
            problem.help = Some(help.to_owned());
            return Err(Problems(vec![problem]));
        }
        return Ok((all.swap_remove(0), None));
    }
    let one = |at: usize| {
        let Meeting { models, share, .. } = &all[at];
        let [a, b] = models;
        format!("{a} against {b} ({:.0} % of the figures)", 100.0 * share)
    };
    let other = ["more=yes", "more=no"][usize::from(second)];
    let note = format!(
        "this row lies between two fights: told is {}; {} is told with {other}",
        one(usize::from(second)),
        one(usize::from(!second)),
    );
    Ok((all.swap_remove(usize::from(second)), Some(note)))
}

/// A fight to be told: who, and on which table if it is a skirmish.
pub struct Told {
    /// Ready to be told.
    pub pairing: Pairing,
    /// The table of a skirmish.
    pub table: Option<Arc<Table>>,
    /// What is shared out over its fights.
    pub swaps: Swaps,
    /// What a reader should know of it.
    pub note: Option<String>,
}

/// Nothing of that name is there.
fn unknown(what: &str, name: &str, known: &[&str]) -> Problems {
    let node = Node::text(name);
    let mut checker = Checker::new(&node);
    checker.unknown_name(&node, what, name, known);
    checker.finish().err().unwrap_or_default()
}
