//! The knobs of a build: everything about it that can be turned by one step, whatever its system. Numbers go up and down
//! by the least that the rules allow, flags turn, a piece of equipment is left out, put in or exchanged for another of the
//! rules file.

use crate::document::{Entry, Kind, Node, Shape, Value, merge, set_path};
use crate::systems::{Charge, Rulebook};

/// A build with one thing changed.
pub struct Turned {
    /// What was changed: `mot 13 to 12`.
    pub step: String,
    /// The build.
    pub build: Node,
}

/// Keys that say who a build is or how it decides, and not what it can do.
const NO_KNOBS: [&str; 9] = [
    "name", "note", "era", "group", "policy", "points", "hire", "card_mov", "card_rec",
];

/// A step of a number: by one, or by as much as the next value is away (aptitudes go by twos).
const FARTHEST: i64 = 5;

/// Numbers that a build leaves to the rules are looked for up to here.
const LARGEST: i64 = 30;

/// The whole of a build: a name's table, or what is written over one.
pub fn whole(book: &dyn Rulebook, build: &Node) -> Option<Node> {
    let named = |name: &str| book.document().get("builds")?.get(name).cloned();
    match build.as_text() {
        Some(name) => named(name),
        None => {
            let Some(like) = build.get("like") else {
                return Some(build.clone());
            };
            let mut base = named(like.as_text()?)?;
            let own = build.entries().iter().filter(|entry| entry.key != "like");
            let own = own.map(|entry| (entry.key.clone(), entry.node.clone()));
            merge(&mut base, &Node::table(own));
            Some(base)
        }
    }
}

/// Every step from a build that the rules can read. `build` is whole.
pub fn knobs(book: &dyn Rulebook, build: &Node) -> Vec<Turned> {
    let mut turned = Vec::new();
    let can = |node: &Node| {
        let recruit = book.recruit(node, "build");
        recruit.is_ok_and(|recruit| recruit.refused.is_empty())
    };
    let Kind::Table { fields, .. } = book.system().build_shape().kind else {
        return turned;
    };
    for field in fields
        .iter()
        .filter(|field| !NO_KNOBS.contains(&field.name))
    {
        let key = field.name;
        match build.get(key) {
            Some(node) => match &node.value {
                Value::Table(entries) if !entries.is_empty() => {
                    for entry in entries {
                        if let Some(value) = entry.node.as_int() {
                            let path = format!("{key}.{}", entry.key);
                            numbers(build, &path, &entry.key, value, &can, &mut turned);
                        }
                    }
                }
                Value::List(items) => list(book, build, key, items, &can, &mut turned),
                _ => {
                    if let Some(value) = node.as_int() {
                        numbers(build, key, key, value, &can, &mut turned);
                    } else if let Some(flag) = node.as_bool() {
                        let word = if flag { "without" } else { "with" };
                        put(
                            build,
                            key,
                            Node::flag(!flag),
                            format!("{word} {key}"),
                            &can,
                            &mut turned,
                        );
                    } else if let Some(text) = node.as_text() {
                        exchange(book, build, key, Some(text), &can, &mut turned);
                    }
                }
            },
            None if is(&field.shape, |kind| matches!(kind, Kind::Bool)) => {
                put(
                    build,
                    key,
                    Node::flag(true),
                    format!("with {key}"),
                    &can,
                    &mut turned,
                );
            }
            None if is(&field.shape, |kind| matches!(kind, Kind::Int { .. })) => {
                absent(book, build, key, &can, &mut turned);
            }
            None if is(&field.shape, |kind| matches!(kind, Kind::List { .. })) => {
                list(book, build, key, &[], &can, &mut turned);
            }
            None => exchange(book, build, key, None, &can, &mut turned),
        }
    }
    turned
}

/// Whether a shape is of a kind, or may be.
fn is(shape: &Shape, test: fn(&Kind) -> bool) -> bool {
    match &shape.kind {
        Kind::Either(shapes) => shapes.iter().any(|shape| is(shape, test)),
        kind => test(kind),
    }
}

fn put(
    build: &Node,
    path: &str,
    value: Node,
    step: String,
    can: &dyn Fn(&Node) -> bool,
    turned: &mut Vec<Turned>,
) -> bool {
    let mut changed = build.clone();
    let works = set_path(&mut changed, path, value).is_ok() && can(&changed);
    if works {
        turned.push(Turned {
            step,
            build: changed,
        });
    }
    works
}

/// One step down and one up.
fn numbers(
    build: &Node,
    path: &str,
    name: &str,
    value: i64,
    can: &dyn Fn(&Node) -> bool,
    turned: &mut Vec<Turned>,
) {
    for sign in [-1, 1] {
        (1..=FARTHEST).find(|step| {
            let next = value + sign * step;
            put(
                build,
                path,
                Node::int(next),
                format!("{name} {value} to {next}"),
                can,
                turned,
            )
        });
    }
}

/// A number that the build leaves to the rules: the value that makes no difference to the bill is the one it has. Where
/// many make none, the number is nothing that is paid for.
fn absent(
    book: &dyn Rulebook,
    build: &Node,
    key: &str,
    can: &dyn Fn(&Node) -> bool,
    turned: &mut Vec<Turned>,
) {
    let charges = |node: &Node| -> Option<Vec<Charge>> {
        let lines = book.bill(node).ok()?.lines.into_iter();
        Some(lines.flat_map(|line| line.charges).collect())
    };
    let own = charges(build);
    let same = |value: &i64| {
        let mut changed = build.clone();
        set_path(&mut changed, key, Node::int(*value)).is_ok()
            && can(&changed)
            && charges(&changed) == own
    };
    let mut values = (0..=LARGEST).filter(same);
    if let (Some(value), None) = (values.next(), values.next()) {
        numbers(build, key, key, value, can, turned);
    }
}

/// The names in the rules file that a key of a build may take: `armour` from `[armours]`, `weapons` from `[weapons]`. What is
/// a vehicle's is nobody's to wear.
fn shelf(book: &dyn Rulebook, key: &str) -> Vec<String> {
    let tables = [key.to_owned(), format!("{key}s")];
    let found = tables.iter().find_map(|name| book.document().get(name));
    let entries = found.map_or(&[][..], Node::entries);
    let worn = |entry: &&Entry| {
        let vehicle = entry.node.get("vehicle").and_then(Node::as_bool);
        vehicle != Some(true)
    };
    entries
        .iter()
        .filter(worn)
        .map(|entry| entry.key.clone())
        .collect()
}

/// One piece of equipment for another.
fn exchange(
    book: &dyn Rulebook,
    build: &Node,
    key: &str,
    has: Option<&str>,
    can: &dyn Fn(&Node) -> bool,
    turned: &mut Vec<Turned>,
) {
    for other in shelf(book, key) {
        if Some(other.as_str()) != has {
            let step = match has {
                Some(has) => format!("{key} {has} to {other}"),
                None => format!("{key} {other}"),
            };
            put(build, key, Node::text(&other), step, can, turned);
        }
    }
}

/// One piece less, one piece more.
fn list(
    book: &dyn Rulebook,
    build: &Node,
    key: &str,
    items: &[Node],
    can: &dyn Fn(&Node) -> bool,
    turned: &mut Vec<Turned>,
) {
    let name = |item: &Node| {
        let id = item.get("id").unwrap_or(item);
        id.as_text().unwrap_or_default().to_owned()
    };
    let shelf = shelf(book, key);
    // A list of anything but equipment (orders, say) is no knob.
    if shelf.is_empty() {
        return;
    }
    for at in 0..items.len() {
        let rest = items.iter().enumerate().filter(|(other, _)| *other != at);
        let rest = Node::list(rest.map(|(_, item)| item.clone()));
        put(
            build,
            key,
            rest,
            format!("without {}", name(&items[at])),
            can,
            turned,
        );
    }
    for other in shelf {
        if items.iter().all(|item| name(item) != other) {
            let more = items.iter().cloned().chain([Node::text(&other)]);
            put(
                build,
                key,
                Node::list(more),
                format!("with {other}"),
                can,
                turned,
            );
        }
    }
}
