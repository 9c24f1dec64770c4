//! A scenario of skirmishes: whether it is one, and its situations as `[skirmish]` says them. Also the door for whoever
//! wants a skirmish without a scenario ([`Clash::new`]).

use super::clash::{Clash, Grounds};
use super::situations::{Group, groups};
use super::skirmish_shape::keys;
use super::tables::Tables;
use crate::document::{Checker, Field, Kind, Node, Problem, Problems, Shape};
use crate::systems::Rulebook;
use crate::systems::skirmish::{Deployment, Mission};

/// Whether a scenario is of skirmishes, and whether its keys go with that.
pub fn is_skirmish(
    checker: &mut Checker<'_>,
    doc: &Node,
    book: &dyn Rulebook,
) -> Result<bool, Problems> {
    let mode = doc.get("mode");
    let keys = ["skirmish", "forces", "tables"].map(|key| doc.get(key).map(|node| (key, node)));
    let said = keys.into_iter().flatten().next();
    let skirmish = match (mode.and_then(Node::as_text), said) {
        (Some("skirmish"), _) | (None, Some(_)) => true,
        (Some(_), Some((key, _))) => {
            let help = "leave it out, or say mode = \"skirmish\"".to_owned();
            checker.fail_key(doc, key, format!("a duel has no `{key}`"), Some(help));
            false
        }
        _ => false,
    };
    if !skirmish {
        return Ok(false);
    }
    if book.skirmish_defaults().is_none() {
        let mut problem = Problem::new(format!("{} fights no skirmishes yet", book.system().id()));
        problem.span = mode
            .or(said.map(|(_, node)| node))
            .and_then(|node| node.span.clone());
        problem.help = Some("say mode = \"duel\", or take other rules".to_owned());
        return Err(Problems(vec![problem]));
    }
    if doc.get("situations").is_some() {
        let help = "say it under [skirmish]".to_owned();
        checker.fail_key(
            doc,
            "situations",
            "a skirmish has no `situations`",
            Some(help),
        );
    }
    let method = doc.get("sampling").and_then(|table| table.get("method"));
    if let Some(node) = method.filter(|node| node.as_text() == Some("exact")) {
        let help = "leave `method` out, and say how many `trials`, or which `precision`".to_owned();
        let message =
            "a skirmish has too many states to be worked out exactly: it is always sampled";
        checker.fail(node, message, Some(help));
    }
    Ok(true)
}

/// The situations of a skirmish, as written and as read.
pub fn clashes(
    checker: &mut Checker<'_>,
    doc: &Node,
    book: &dyn Rulebook,
    notes: &mut Vec<String>,
) -> (Vec<Group>, Vec<Vec<Clash>>) {
    let Some(defaults) = book.skirmish_defaults() else {
        return (Vec::new(), Vec::new());
    };
    let own: Vec<Field> = match book.skirmish_shape().map(|shape| shape.kind) {
        Some(Kind::Table { fields, .. }) => fields,
        _ => Vec::new(),
    };
    let tables = Tables::read(checker, doc, defaults);
    notes.extend(tables.notes.iter().cloned());
    checker.add(&tables.problems);
    let shape = Shape::table(keys().into_iter().chain(own.iter().cloned()).collect());
    let mut looked = Checker::new(doc);
    let groups = groups(&mut looked, doc.get("skirmish"), &shape, "skirmish");
    checker.add(&looked.finish().err().unwrap_or_default());
    let grounds = Grounds {
        tables: &tables,
        defaults,
        policies: book.army_policies(),
        own: &own,
    };
    let mut read = Vec::new();
    for group in &groups {
        let members = group.members.iter();
        read.push(
            members
                .filter_map(|member| Clash::read(checker, member, &grounds))
                .collect::<Vec<_>>(),
        );
    }
    let by_file = |clash: &Clash| clash.field().deployment == Deployment::File;
    if checker.is_ok() && !read.iter().flatten().any(by_file) {
        refuse_places(checker, doc);
    }
    let uneven = |clash: &Clash| {
        clash.field().mission == Mission::Hold && !clash.field().table.has_even_objectives()
    };
    // Tables of the scenario's own have said so already.
    if doc
        .get("skirmish")
        .and_then(|said| said.get("markers"))
        .is_some()
        && read.iter().flatten().any(uneven)
    {
        let note = "the markers do not lie the same turned half round, so the sides do not fight on equal terms";
        notes.push(note.to_owned());
    }
    (groups, read)
}

/// Places of units count where deployment is by file, and nowhere else.
fn refuse_places(checker: &mut Checker<'_>, doc: &Node) {
    let forces = doc.get("forces").map_or(&[][..], Node::entries);
    let lines = forces.iter().flat_map(|force| {
        let said = ["units", "shares"].map(|key| force.node.get(key));
        said.into_iter().flatten().flat_map(Node::items)
    });
    for at in lines.filter_map(|line| line.get("at")) {
        let message = "`at` says where units stand, but they are deployed in lines";
        let help = "say deployment = \"file\" under [skirmish], or leave `at` out".to_owned();
        checker.fail(at, message, Some(help));
    }
}

impl Clash {
    /// A situation outside a scenario: the keys of a `[skirmish]`, each with one value.
    pub fn new(book: &dyn Rulebook, keys: &Node) -> Result<Clash, Problems> {
        let doc = Node::table([("skirmish", keys.clone())]);
        let mut checker = Checker::new(&doc);
        if !is_skirmish(&mut checker, &doc, book)? {
            return Err(Problems(vec![Problem::new("this is no skirmish")]));
        }
        let (_, mut read) = clashes(&mut checker, &doc, book, &mut Vec::new());
        checker.finish()?;
        let one = read.iter().all(|group| group.len() == 1) && read.len() == 1;
        match read.pop().and_then(|mut group| group.pop()) {
            Some(clash) if one => Ok(clash),
            _ => Err(Problems(vec![Problem::new(
                "one value a key is wanted here",
            )])),
        }
    }
}
