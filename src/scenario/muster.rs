//! Mustering: the lists of a scenario, which of them plays which part, and every build of them recruited under the rules.
//! Slips of all builds are told at once, each in its place.

use super::lists::{Named, expand, gather};
use super::pairs::{Filter, Kind, Pairs};
use super::plan::{Soldier, Variant};
use super::situations::{Group, words_of};
use crate::document::{Checker, Node, Problem, Problems, Value};
use crate::systems::{Recruit, Rulebook};
use std::collections::HashMap;
use std::sync::Arc;

/// A list of a scenario.
pub struct List<'a> {
    name: String,
    node: &'a Node,
    builds: Vec<Named>,
}

/// The lists of a scenario.
pub fn lists<'a>(checker: &mut Checker<'_>, doc: &'a Node, book: &dyn Rulebook) -> Vec<List<'a>> {
    let known: Vec<String> = book.builds().into_iter().map(|card| card.id).collect();
    let shape = book.system().build_shape();
    let mut lists = Vec::new();
    if doc.get("builds").is_some() {
        // Short for one list: the document itself has the key that the list would have.
        lists.push(List {
            name: "builds".to_owned(),
            node: doc,
            builds: expand(checker, "builds", doc, &known, &shape),
        });
    }
    for entry in doc.get("lists").map_or(&[][..], Node::entries) {
        let path = format!("lists.{}", entry.key);
        lists.push(List {
            name: entry.key.clone(),
            node: &entry.node,
            builds: expand(checker, &path, &entry.node, &known, &shape),
        });
    }
    let groups: Vec<String> = book.builds().into_iter().map(|card| card.group).collect();
    for list in &lists {
        filter(checker, list.node, &groups);
    }
    if lists.is_empty() {
        let help = "say builds = [\"knight\", ...], or write a list under [lists.NAME]".to_owned();
        checker.fail(doc, "this scenario has no builds", Some(help));
    }
    lists
}

/// Slips in a list's `where`: a range the wrong way round, a group that nobody belongs to.
fn filter(checker: &mut Checker<'_>, list: &Node, groups: &[String]) {
    let Some(filter) = list.get("where") else {
        return;
    };
    if let Some(points) = filter.get("points") {
        let bounds: Vec<f64> = points.items().iter().filter_map(Node::as_number).collect();
        if let [low, high] = bounds.as_slice()
            && low > high
        {
            let message = format!("no price lies between {low} and {high}");
            checker.fail(points, message, Some("the lower one first".to_owned()));
        }
    }
    let mut known: Vec<&str> = groups.iter().map(String::as_str).collect();
    known.sort_unstable();
    known.dedup();
    // Builds of the file's own may be of groups that no named build is of.
    for group in filter.get("groups").map_or(&[][..], Node::items) {
        let name = group.as_text().unwrap_or_default();
        if list.get("own").is_none() && !known.contains(&name) {
            checker.unknown_name(group, "group", name, &known);
        }
    }
}

/// Which lists play which part.
pub struct Roles {
    /// Lists of the side that fights, and of the one it fights against.
    sides: [Vec<usize>; 2],
    kind: Kind,
    /// The second side is only there to be fought against.
    pub(super) reference: bool,
    filter: Filter,
}

impl Roles {
    /// Reads `[pairing]`.
    pub fn read(checker: &mut Checker<'_>, doc: &Node, lists: &[List]) -> Roles {
        let pairing = doc.get("pairing");
        let of = |key: &str| pairing.and_then(|table| table.get(key));
        let flag = |key: &str| of(key).and_then(Node::as_bool).unwrap_or(false);
        let kind = of("kind").and_then(Node::as_text).unwrap_or("all");
        let two = matches!(kind, "against" | "cross");
        let names: Vec<&str> = lists.iter().map(|list| list.name.as_str()).collect();
        let place = pairing.unwrap_or(doc);
        let mut sides: [Vec<usize>; 2] = Default::default();
        for (side, key) in sides.iter_mut().zip(["a", "b"]) {
            let said = match of(key) {
                None => &[][..],
                Some(node) if matches!(node.value, Value::List(_)) => node.items(),
                Some(node) => std::slice::from_ref(node),
            };
            for node in said {
                let name = node.as_text().unwrap_or_default();
                match names.iter().position(|known| *known == name) {
                    Some(at) if !side.contains(&at) => side.push(at),
                    Some(_) => {}
                    None => checker.unknown_name(node, "list", name, &names),
                }
            }
        }
        if of("a").is_none() {
            if lists.len() == 1 || (two && lists.len() == 2) {
                sides[0].push(usize::from(sides[1] == [0]));
            } else if !lists.is_empty() {
                let help = format!("say which: pairing.a = \"{}\"", names[0]);
                let message = format!("there are {} lists", lists.len());
                checker.fail(place, message, Some(help));
            }
        }
        if two && of("b").is_none() {
            match lists.len() {
                2 => sides[1].push(usize::from(sides[0] == [0])),
                _ => {
                    let message = format!("`kind = \"{kind}\"` needs a second list");
                    let help = "say which: pairing.b = \"...\"".to_owned();
                    checker.fail(place, message, Some(help));
                }
            }
        }
        if !two && let Some(node) = of("b") {
            let message = format!("`kind = \"{kind}\"` has no second list");
            let help = "leave `b` out, or say kind = \"cross\" or \"against\"".to_owned();
            checker.fail(node, message, Some(help));
        }
        for key in ["mirrors", "both_sides"] {
            if let (Some(node), true) = (of(key), kind != "all") {
                let message = format!("`{key}` goes with kind = \"all\" only");
                checker.fail(node, message, None);
            }
        }
        Roles {
            sides,
            kind: match kind {
                "mirror" => Kind::Mirror,
                "against" | "cross" => Kind::Cross,
                _ => Kind::All {
                    mirrors: flag("mirrors"),
                    both_sides: flag("both_sides"),
                },
            },
            reference: kind == "against",
            filter: Filter {
                same_group: flag("same_group"),
                points_ratio: of("points_ratio").and_then(Node::as_number),
            },
        }
    }
}

/// Whether a list's `where` lets a recruit in; if not, why.
fn left_out(list: &Node, recruit: &Recruit) -> Option<&'static str> {
    let filter = list.get("where")?;
    if filter.get("legal").and_then(Node::as_bool) == Some(true)
        && !(recruit.illegal.is_empty() && recruit.refused.is_empty())
    {
        return Some("not legal");
    }
    if let Some(points) = filter.get("points") {
        let bounds: Vec<f64> = points.items().iter().filter_map(Node::as_number).collect();
        let inside = match (recruit.points, bounds.as_slice()) {
            (Some(points), [low, high]) => (*low..=*high).contains(&points),
            (None, _) => return Some("without a price"),
            _ => false,
        };
        if !inside {
            return Some("outside the points");
        }
    }
    if let Some(groups) = filter.get("groups")
        && !groups
            .items()
            .iter()
            .any(|group| group.as_text() == Some(recruit.group.as_str()))
    {
        return Some("of another group");
    }
    None
}

/// Builds as they are recruited under one set of rules.
struct Muster<'a> {
    book: &'a dyn Rulebook,
    soldiers: Vec<Soldier>,
    /// Place and build by name.
    places: HashMap<String, (u32, String)>,
    problems: Problems,
    notes: Vec<String>,
}

impl Muster<'_> {
    /// Recruits a list, and gives the places of its soldiers.
    fn list(&mut self, list: &List, ranked: bool) -> Vec<u32> {
        let mut places = Vec::with_capacity(list.builds.len());
        let mut missing: Vec<(&str, usize)> = Vec::new();
        // Why, how many, and the first of them: one word for all that share a fault.
        let mut refused: Vec<(String, usize, &str)> = Vec::new();
        for named in &list.builds {
            let said = named.build.to_json().to_string();
            if let Some((place, before)) = self.places.get(&named.name) {
                if *before != said {
                    let mut problem = Problem::new(format!(
                        "two different builds are called `{}`, one of them in `{}`",
                        named.name, named.from
                    ));
                    problem.span = list.node.span.clone();
                    self.problems.push(problem);
                }
                places.push(*place);
                continue;
            }
            let mut recruit = match self.book.recruit(&named.build, &named.from) {
                Ok(recruit) => recruit,
                Err(more) => {
                    gather(&mut self.problems, more, named);
                    continue;
                }
            };
            if let Some(why) = left_out(list.node, &recruit) {
                match missing.iter_mut().find(|(known, _)| *known == why) {
                    Some((_, count)) => *count += 1,
                    None => missing.push((why, 1)),
                }
                continue;
            }
            if !recruit.refused.is_empty() {
                for problem in std::mem::take(&mut recruit.refused).0 {
                    match refused.iter_mut().find(|(why, ..)| *why == problem.message) {
                        Some((_, count, _)) => *count += 1,
                        None => refused.push((problem.message, 1, &named.name)),
                    }
                }
                continue;
            }
            // The dice know it by its name in the scenario.
            recruit.label.clone_from(&named.name);
            let place = self.soldiers.len() as u32;
            self.places.insert(named.name.clone(), (place, said));
            places.push(place);
            self.soldiers.push(Soldier {
                name: named.name.clone(),
                recruit,
                build: named.build.clone(),
                ranked,
            });
        }
        for (why, count, first) in refused {
            let mut problem = Problem::new(match count {
                1 => format!("build `{first}`: {why}"),
                n => format!("{n} builds of `{}`, such as `{first}`: {why}", list.name),
            });
            problem.span = list.node.span.clone();
            let help = "leave such builds out with `where = { legal = true }`";
            problem.help = Some(help.to_owned());
            self.problems.push(problem);
        }
        for (why, count) in missing {
            self.notes.push(format!(
                "{count} of {} builds of `{}` are left out: {why}",
                list.builds.len(),
                list.name
            ));
        }
        places
    }
}

/// Recruits every build under one set of rules, and counts the pairs.
pub fn variant(
    name: &str,
    book: Arc<dyn Rulebook>,
    doc: &Node,
    lists: &[List],
    roles: &Roles,
    groups: &[Group],
    notes: &mut Vec<String>,
) -> Result<Variant, Problems> {
    let mut muster = Muster {
        book: book.as_ref(),
        soldiers: Vec::new(),
        places: HashMap::new(),
        problems: Problems::default(),
        notes: Vec::new(),
    };
    let mut sides: [Vec<u32>; 2] = Default::default();
    for (side, chosen) in sides.iter_mut().zip(&roles.sides) {
        let ranked = std::ptr::eq(chosen, &roles.sides[0]) || !roles.reference;
        for &at in chosen {
            side.extend(muster.list(&lists[at], ranked));
        }
        let mut seen = std::collections::HashSet::new();
        side.retain(|place| seen.insert(*place));
    }
    let Muster {
        soldiers,
        problems,
        notes: mut found,
        ..
    } = muster;
    if !problems.is_empty() {
        return Err(problems);
    }
    let unlawful = soldiers
        .iter()
        .filter(|soldier| !soldier.recruit.illegal.is_empty())
        .count();
    if unlawful > 0 {
        found.push(format!(
            "{unlawful} of {} builds are not legal and fight all the same (`where = {{ legal = true }}` leaves them out)",
            soldiers.len()
        ));
    }
    for note in found {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    let [a, b] = sides;
    let pairs = Pairs::new(roles.kind, roles.filter, a, b, &soldiers);
    let Some((a, b)) = pairs.from(0, &soldiers).next() else {
        return Err(no_pairs(doc, soldiers.len(), notes));
    };
    let mut words = Vec::new();
    for group in groups {
        let mut all = Vec::new();
        for member in &group.members {
            let (a, b) = (&soldiers[a as usize], &soldiers[b as usize]);
            all.push(book.meet(&a.recruit, &b.recruit, Some(member))?.situation);
        }
        let text = words_of(&all);
        if words.contains(&text) {
            let mut problem = Problem::new(format!("the situation `{text}` is there twice"));
            problem.span = doc.get("situations").and_then(|node| node.span.clone());
            return Err(Problems(vec![problem]));
        }
        words.push(text);
    }
    Ok(Variant {
        name: name.to_owned(),
        book,
        soldiers,
        words,
        pairs,
    })
}

/// Nothing is left to fight.
fn no_pairs(doc: &Node, soldiers: usize, notes: &[String]) -> Problems {
    let mut problem = Problem::new(match soldiers {
        0 => "no build is left to fight".to_owned(),
        1 => "a single build makes no pair".to_owned(),
        n => format!("the {n} builds make no pair"),
    });
    problem.span = doc
        .get("pairing")
        .or(doc.get("builds"))
        .and_then(|node| node.span.clone());
    let strict = doc.get("pairing").is_some_and(|table| {
        table
            .get("same_group")
            .or(table.get("points_ratio"))
            .is_some()
    });
    problem.help = Some(if notes.is_empty() && strict && soldiers > 1 {
        "no pair passes `same_group` and `points_ratio`".to_owned()
    } else if notes.is_empty() {
        "a list needs two builds; or say kind = \"mirror\"".to_owned()
    } else {
        notes.join("; ")
    });
    Problems(vec![problem])
}
