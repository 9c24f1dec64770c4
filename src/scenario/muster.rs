//! Mustering: the lists and forces of a scenario, which of them plays which part, and every build of them recruited under
//! the rules. Slips of all builds are told at once, each in its place.

use super::clash::Clash;
use super::forces::Written;
use super::lists::{Named, expand, gather, unfit};
use super::pairs::{Filter, Kind, Pairs};
use super::plan::{Soldier, Target, Variant};
use super::situations::{Group, words_of};
use crate::document::{Checker, Node, Problem, Problems, Value};
use crate::systems::{Recruit, Rulebook};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A list of a scenario: builds that each fight for themselves, or a force that fights as one.
pub struct List<'a> {
    name: String,
    node: &'a Node,
    builds: Vec<Named>,
    force: Option<Written>,
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
            force: None,
        });
    }
    for entry in doc.get("lists").map_or(&[][..], Node::entries) {
        let path = format!("lists.{}", entry.key);
        lists.push(List {
            name: entry.key.clone(),
            node: &entry.node,
            builds: expand(checker, &path, &entry.node, &known, &shape),
            force: None,
        });
    }
    forces(checker, doc, book, &mut lists);
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

/// The forces of a scenario, each a list by itself. Their units may be builds of the other lists.
fn forces<'a>(
    checker: &mut Checker<'_>,
    doc: &'a Node,
    book: &dyn Rulebook,
    lists: &mut Vec<List<'a>>,
) {
    let mut found = Vec::new();
    {
        let builds = lists.iter().flat_map(|list| &list.builds);
        let stock: HashMap<&str, &Named> =
            builds.map(|named| (named.name.as_str(), named)).collect();
        for entry in doc.get("forces").map_or(&[][..], Node::entries) {
            if lists.iter().any(|list| list.name == entry.key) {
                let message = format!("there is a list and a force called `{}`", entry.key);
                checker.fail(&entry.node, message, Some("rename one of them".to_owned()));
            }
            if let Some(why) = unfit(&entry.key) {
                let message = format!("a force cannot be called `{}`", entry.key.escape_debug());
                checker.fail(&entry.node, message, Some(why.to_owned()));
            }
            let force = Written::read(
                checker,
                &entry.key,
                &entry.node,
                &stock,
                book.army_policies(),
            );
            found.push(List {
                name: entry.key.clone(),
                node: &entry.node,
                builds: Vec::new(),
                force: Some(force),
            });
        }
    }
    lists.extend(found);
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
            for node in of(key).map_or(&[][..], several) {
                let name = node.as_text().unwrap_or_default();
                match names.iter().position(|known| *known == name) {
                    Some(at) if !side.contains(&at) => side.push(at),
                    Some(_) => {}
                    None => checker.unknown_name(node, "list", name, &names),
                }
            }
        }
        // Where there are forces, lists are what they are made of, unless somebody says otherwise.
        let forces: Vec<usize> = (0..lists.len())
            .filter(|at| lists[*at].force.is_some())
            .collect();
        let pool: Vec<usize> = match forces.as_slice() {
            [] => (0..lists.len()).collect(),
            forces => forces.to_vec(),
        };
        let other = |taken: &[usize]| pool.iter().copied().find(|at| !taken.contains(at));
        if of("a").is_none() {
            if !two && !forces.is_empty() {
                sides[0].clone_from(&pool);
            } else if pool.len() == 1 || (two && pool.len() == 2) {
                let at = other(&sides[1]).unwrap_or(pool[0]);
                sides[0].push(at);
            } else if !pool.is_empty() {
                let help = format!("say which: pairing.a = \"{}\"", names[pool[0]]);
                let what = if forces.is_empty() { "lists" } else { "forces" };
                let message = format!("there are {} {what}", pool.len());
                checker.fail(place, message, Some(help));
            }
        }
        if two && of("b").is_none() {
            match (pool.len(), other(&sides[0])) {
                (2, Some(at)) => sides[1].push(at),
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

/// One name, or several.
fn several(node: &Node) -> &[Node] {
    if matches!(node.value, Value::List(_)) {
        node.items()
    } else {
        std::slice::from_ref(node)
    }
}

/// Reads `[[target]]`: lists and builds by their names.
pub fn targets(checker: &mut Checker<'_>, doc: &Node, lists: &[List]) -> Vec<Target> {
    let builds = || lists.iter().flat_map(|list| &list.builds);
    let known: Vec<&str> = lists.iter().map(|list| list.name.as_str()).collect();
    let known: Vec<&str> = known
        .into_iter()
        .chain(builds().map(|named| named.name.as_str()))
        .collect();
    let mut targets = Vec::new();
    for target in doc.get("target").map_or(&[][..], Node::items) {
        let mut side = |key: &str| {
            let mut found = HashSet::new();
            for node in target.get(key).map_or(&[][..], several) {
                let name = node.as_text().unwrap_or_default();
                match lists.iter().find(|list| list.name == name) {
                    Some(list) => found.extend(list.builds.iter().map(|named| named.name.clone())),
                    None if builds().any(|named| named.name == name) => {
                        found.insert(name.to_owned());
                    }
                    None => checker.unknown_name(node, "list or build", name, &known),
                }
            }
            found
        };
        let (a, b) = (side("a"), side("b"));
        if let Some(both) = a.iter().find(|name| b.contains(*name)) {
            let message = format!("`{both}` is on both sides of this target");
            let help = "against itself everybody scores one half".to_owned();
            checker.fail(target, message, Some(help));
        }
        targets.push(Target {
            a,
            b,
            score: target.get("score").and_then(Node::as_number).unwrap_or(0.5),
        });
    }
    targets
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
    /// The first situation of a skirmish, if it is one.
    clash: Option<&'a Clash>,
    soldiers: Vec<Soldier>,
    /// Place and build by name.
    places: HashMap<String, (u32, String)>,
    problems: Problems,
    notes: Vec<String>,
}

impl Muster<'_> {
    /// Recruits a force, and gives its place.
    fn force(&mut self, name: &str, written: &Written, ranked: bool) -> Option<u32> {
        if let Some((place, _)) = self.places.get(name) {
            return Some(*place);
        }
        let force = written.recruit(self.book, name, &mut self.problems)?;
        let turnout = match force.turnout(self.clash.and_then(Clash::budget)) {
            Ok(turnout) => turnout,
            Err(problems) => {
                self.problems.extend(problems.0);
                return None;
            }
        };
        let recruit = force.figurehead(name, &turnout);
        let place = self.soldiers.len() as u32;
        self.places.insert(name.to_owned(), (place, String::new()));
        self.soldiers.push(Soldier {
            name: name.to_owned(),
            recruit,
            build: Node::text(name),
            ranked,
            force: Some(force),
        });
        Some(place)
    }

    /// Recruits a list, and gives the places of its soldiers.
    fn list(&mut self, list: &List, ranked: bool) -> Vec<u32> {
        if let Some(written) = &list.force {
            return self
                .force(&list.name, written, ranked)
                .into_iter()
                .collect();
        }
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
                force: None,
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

/// Who fights in which situations: what is the same under all rules.
pub struct Grid<'a> {
    /// The scenario.
    pub doc: &'a Node,
    /// Its lists and forces.
    pub lists: &'a [List<'a>],
    /// Which of them plays which part.
    pub roles: &'a Roles,
    /// The situations.
    pub groups: &'a [Group],
    /// The same of a skirmish, read; empty for duels.
    pub clashes: &'a [Vec<Clash>],
}

/// Recruits every build under one set of rules, and counts the pairs.
pub fn variant(
    name: &str,
    book: Arc<dyn Rulebook>,
    grid: &Grid<'_>,
    notes: &mut Vec<String>,
) -> Result<Variant, Problems> {
    let Grid {
        doc,
        lists,
        roles,
        groups,
        clashes,
    } = *grid;
    let mut muster = Muster {
        book: book.as_ref(),
        clash: clashes.first().and_then(|group| group.first()),
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
    for (at, group) in groups.iter().enumerate() {
        let mut all = Vec::new();
        if let Some(clashes) = clashes.get(at) {
            all.extend(clashes.iter().map(|clash| clash.words().to_owned()));
        } else {
            for member in &group.members {
                let (a, b) = (&soldiers[a as usize], &soldiers[b as usize]);
                all.push(book.meet(&a.recruit, &b.recruit, Some(member))?.situation);
            }
        }
        let text = words_of(&all);
        if words.contains(&text) {
            let mut problem = Problem::new(format!("the situation `{text}` is there twice"));
            let place = doc.get("situations").or(doc.get("skirmish"));
            problem.span = place.and_then(|node| node.span.clone());
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
        1 if doc.get("forces").is_some() => "a single force makes no pair".to_owned(),
        1 => "a single build makes no pair".to_owned(),
        n => format!("the {n} builds make no pair"),
    });
    problem.span = doc
        .get("pairing")
        .or(doc.get("builds"))
        .or(doc.get("forces"))
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
        "it takes two; or say kind = \"mirror\" under [pairing]".to_owned()
    } else {
        notes.join("; ")
    });
    Problems(vec![problem])
}
