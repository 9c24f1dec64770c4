//! Lists of builds: those that a list names, those it brings itself, and every combination of its axes, each with a name
//! of its own. The names are what the dice of a match-up are made from, so they never depend on a place in the file.

use crate::document::{
    Checker, Kind, Node, Problem, Problems, Shape, Value, merge, nearest, set_path,
};
use std::collections::HashSet;

/// A build with its name in the scenario.
#[derive(Clone)]
pub struct Named {
    /// What the run calls it.
    pub name: String,
    /// The build: a name in the rules file, or a table.
    pub build: Node,
    /// Where it comes from, for messages.
    pub from: String,
}

/// A scenario may not bring more builds than this: their pairs are counted, but they themselves are kept.
const MOST_BUILDS: usize = 200_000;

/// An axis: what the writer calls it, and its values.
struct Axis<'a> {
    name: String,
    values: &'a Node,
    /// The key that is set, and whether each value is the only item of a list there.
    key: String,
    wrapped: bool,
}

/// The leaves of nested tables under dotted keys: `aptitudes.ohs = [0, 2]` is a table in a table to TOML.
pub fn dotted(table: &Node) -> Vec<(String, &Node)> {
    let mut leaves = Vec::new();
    for entry in table.entries() {
        match &entry.node.value {
            Value::Table(_) => {
                let inner = dotted(&entry.node).into_iter();
                leaves.extend(inner.map(|(key, node)| (format!("{}.{key}", entry.key), node)));
            }
            _ => leaves.push((entry.key.clone(), &entry.node)),
        }
    }
    leaves
}

/// Everything in a list: bases times axes. `known` are the builds of the rules file, `shape` what a build may say.
pub fn expand(
    checker: &mut Checker<'_>,
    path: &str,
    list: &Node,
    known: &[String],
    shape: &Shape,
) -> Vec<Named> {
    let bases = bases(checker, path, list, known);
    let mut axes = Vec::new();
    for (key, values) in list.get("axes").map(dotted).unwrap_or_default() {
        if values.items().is_empty() {
            let message = format!(
                "expected a list of values for `{key}`, found {}",
                match values.value {
                    Value::List(_) => "an empty one",
                    _ => values.kind_name(),
                }
            );
            checker.fail(values, message, None);
            continue;
        }
        match axis(&key, values, shape) {
            Ok(axis) => axes.push(axis),
            Err(help) => checker.fail(values, format!("a build has no key `{key}`"), help),
        }
    }
    for (at, axis) in axes.iter().enumerate() {
        let inside = |outer: &str, inner: &str| {
            inner
                .strip_prefix(outer)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let clash = axes[..at]
            .iter()
            .find(|other| inside(&other.key, &axis.key) || inside(&axis.key, &other.key));
        if let Some(other) = clash {
            let message = format!("`{}` and `{}` set the same key", other.name, axis.name);
            checker.fail(axis.values, message, Some("keep one of them".to_owned()));
        }
    }
    let size = axes.iter().fold(bases.len() as f64, |size, axis| {
        size * axis.values.items().len() as f64
    });
    if size > MOST_BUILDS as f64 {
        let message = format!("this list has {size:.0} builds, more than {MOST_BUILDS}");
        let help = "fewer values on its axes, or several scenarios".to_owned();
        checker.fail(list, message, Some(help));
        return Vec::new();
    }
    let pattern = list.get("name");
    let mut found = Vec::new();
    for base in &bases {
        let mut at = vec![0; axes.len()];
        loop {
            match combine(base, list.get("keys"), &axes, &at) {
                Ok(build) => {
                    let name = match pattern {
                        None => Ok(default_name(base, bases.len(), &axes, &at)),
                        Some(pattern) => fill(pattern, base, &axes, &at),
                    };
                    match (name, pattern) {
                        (Ok(name), _) => found.push(Named {
                            name,
                            build,
                            from: path.to_owned(),
                        }),
                        (Err((message, help)), Some(pattern)) => {
                            checker.fail(pattern, message, Some(help));
                            return found;
                        }
                        (Err(_), None) => {}
                    }
                }
                Err((node, message)) => {
                    checker.fail(node, message, None);
                    return found;
                }
            }
            if !advance(&mut at, &axes) {
                break;
            }
        }
    }
    unique(checker, list, &found);
    found
}

/// Turns the last axis on. False when all have been round.
fn advance(at: &mut [usize], axes: &[Axis]) -> bool {
    for (place, axis) in at.iter_mut().zip(axes).rev() {
        *place += 1;
        if *place < axis.values.items().len() {
            return true;
        }
        *place = 0;
    }
    false
}

/// Why a name cannot be one: it would not be read, or be read as that of a match-up.
pub fn unfit(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.chars().any(char::is_control) {
        Some("a name needs letters, and no line breaks or other control characters")
    } else if [" v ", " @ ", " under "]
        .iter()
        .any(|word| name.contains(word))
    {
        Some("` v `, ` @ ` and ` under ` are what match-ups are named with")
    } else {
        None
    }
}

/// No two builds may have one name: they would be one to the dice. Nor may a name be read as that of a match-up.
fn unique(checker: &mut Checker<'_>, list: &Node, found: &[Named]) {
    let place = list.get("name").or(list.get("own")).unwrap_or(list);
    let mut seen: HashSet<&str> = HashSet::with_capacity(found.len());
    for named in found {
        let name = named.name.as_str();
        let help = if let Some(why) = unfit(name) {
            why
        } else if !seen.insert(name) {
            let (node, help) = match named.build.span {
                Some(_) if list.get("axes").is_none() => (&named.build, "name it once"),
                _ => (
                    place,
                    "put every axis into `name`, as in \"{build}, {weapon}\"",
                ),
            };
            let message = format!("two builds of this list are called `{name}`");
            checker.fail(node, message, Some(help.to_owned()));
            return;
        } else {
            continue;
        };
        let message = format!("a build cannot be called `{}`", name.escape_debug());
        checker.fail(place, message, Some(help.to_owned()));
        return;
    }
}

struct Base {
    name: String,
    build: Node,
}

/// The builds a list begins with: named ones, its own, or a single empty one for the axes to fill.
fn bases(checker: &mut Checker<'_>, path: &str, list: &Node, known: &[String]) -> Vec<Base> {
    let mut bases = Vec::new();
    let mut named = |name: &str, node: Option<&Node>| {
        let mut build = Node::text(name);
        build.span = node.and_then(|node| node.span.clone());
        bases.push(Base {
            name: name.to_owned(),
            build,
        });
    };
    match list.get("builds").map(|node| (node, &node.value)) {
        Some((_, Value::Text(_))) => known.iter().for_each(|name| named(name, None)),
        Some((node, _)) => {
            for item in node.items() {
                let name = item.as_text().unwrap_or_default();
                if known.iter().any(|known| known == name) {
                    named(name, Some(item));
                } else {
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    checker.unknown_name(item, "build", name, &known);
                }
            }
        }
        None => {}
    }
    for entry in list.get("own").map_or(&[][..], Node::entries) {
        bases.push(Base {
            name: entry.key.clone(),
            build: entry.node.clone(),
        });
    }
    if list.get("builds").is_none() && list.get("own").is_none() {
        if list.get("axes").is_some() || list.get("keys").is_some() {
            bases.push(Base {
                name: String::new(),
                build: Node::table(Vec::<(String, Node)>::new()),
            });
        } else {
            let help = "name some with `builds = [...]`, write some under `own`, or give `keys` and `axes`";
            checker.fail(
                list,
                format!("`{path}` has no builds"),
                Some(help.to_owned()),
            );
        }
    }
    bases
}

/// The build key that an axis sets. `weapon` is the only item of `weapons`.
fn axis<'a>(name: &str, values: &'a Node, shape: &Shape) -> Result<Axis<'a>, Option<String>> {
    let made = |key: &str, wrapped: bool| Axis {
        name: name.to_owned(),
        values,
        key: key.to_owned(),
        wrapped,
    };
    let Kind::Table { fields, .. } = &shape.kind else {
        return Ok(made(name, false));
    };
    let first = name.split('.').next().unwrap_or_default();
    if let Some(field) = fields.iter().find(|field| field.name == first) {
        let mut inner = &field.shape;
        for part in name.split('.').skip(1) {
            // Only a table that lists its keys can say that one is wrong.
            let Kind::Table { fields, rest: None } = &inner.kind else {
                break;
            };
            match fields.iter().find(|field| field.name == part) {
                Some(field) => inner = &field.shape,
                None => {
                    let near = nearest(part, fields.iter().map(|field| field.name));
                    return Err(near.map(|near| format!("did you mean `{near}`?")));
                }
            }
        }
        return Ok(made(name, false));
    }
    let plural = format!("{first}s");
    let list = fields.iter().any(|field| {
        field.name == plural && name == first && matches!(field.shape.kind, Kind::List { .. })
    });
    if list {
        return Ok(made(&plural, true));
    }
    let near = nearest(first, fields.iter().map(|field| field.name));
    Err(near.map(|near| format!("did you mean `{near}`?")))
}

/// One combination: the base, the keys all of them get, and a value of each axis.
fn combine<'a>(
    base: &Base,
    keys: Option<&Node>,
    axes: &[Axis<'a>],
    at: &[usize],
) -> Result<Node, (&'a Node, String)> {
    if keys.is_none() && axes.is_empty() {
        return Ok(base.build.clone());
    }
    let mut build = match &base.build.value {
        Value::Text(_) => Node::table([("like", base.build.clone())]),
        _ => base.build.clone(),
    };
    if let Some(keys) = keys {
        merge(&mut build, keys);
    }
    for (axis, &place) in axes.iter().zip(at) {
        let node = axis.values;
        let Some(value) = node.items().get(place) else {
            continue;
        };
        let value = match (&value.value, axis.wrapped) {
            (Value::List(_), _) | (_, false) => value.clone(),
            (_, true) => Node {
                value: Value::List(vec![value.clone()]),
                span: value.span.clone(),
            },
        };
        set_path(&mut build, &axis.key, value).map_err(|message| (node, message))?;
    }
    Ok(build)
}

/// The last word of a dotted key.
fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// A value in words: a name as it is, a list joined, a flag by its key.
fn words(value: &Node, key: &str) -> String {
    match &value.value {
        Value::Text(text) => text.clone(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Bool(true) => last(key).to_owned(),
        Value::Bool(false) => format!("no {}", last(key)),
        Value::Null => format!("no {}", last(key)),
        Value::List(items) if items.is_empty() => format!("no {}", last(key)),
        Value::List(items) => {
            let all: Vec<String> = items.iter().map(|item| words(item, key)).collect();
            all.join("+")
        }
        Value::Table(_) => match value.get("id").and_then(Node::as_text) {
            Some(id) => match value.get("count").and_then(Node::as_int) {
                Some(count) => format!("{id} x{count}"),
                None => id.to_owned(),
            },
            None => {
                let entries = value.entries().iter();
                let all: Vec<String> = entries
                    .map(|entry| format!("{} {}", entry.key, words(&entry.node, &entry.key)))
                    .collect();
                all.join(" ")
            }
        },
    }
}

/// What a combination is called when nothing is said: the base's name, then the value of each axis.
fn default_name(base: &Base, bases: usize, axes: &[Axis], at: &[usize]) -> String {
    let mut parts = Vec::new();
    if !base.name.is_empty() && (bases > 1 || axes.is_empty()) {
        parts.push(base.name.clone());
    }
    for (axis, &place) in axes.iter().zip(at) {
        let key = axis.name.as_str();
        if let Some(value) = axis.values.items().get(place) {
            let text = words(value, key);
            parts.push(match value.value {
                Value::Int(_) | Value::Float(_) => format!("{} {text}", last(key)),
                _ => text,
            });
        }
    }
    parts.join(", ")
}

/// Fills `{build}` and `{axis}` into the writer's pattern.
fn fill(
    pattern: &Node,
    base: &Base,
    axes: &[Axis],
    at: &[usize],
) -> Result<String, (String, String)> {
    let text = pattern.as_text().unwrap_or_default();
    let mut name = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        name.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        let Some(close) = inside.find('}') else {
            let help = "close it, as in \"{weapon}\"".to_owned();
            return Err(("a `{` is never closed".to_owned(), help));
        };
        let key = &inside[..close];
        let axis = axes.iter().zip(at).find(|(axis, _)| axis.name == key);
        match axis {
            Some((axis, &place)) => {
                if let Some(value) = axis.values.items().get(place) {
                    name.push_str(&words(value, key));
                }
            }
            None if key == "build" => name.push_str(&base.name),
            None => {
                let known: Vec<&str> = std::iter::once("build")
                    .chain(axes.iter().map(|axis| axis.name.as_str()))
                    .collect();
                let help = match nearest(key, known.iter().copied()) {
                    Some(near) => format!("did you mean `{{{near}}}`?"),
                    None => format!("there are: {}", known.join(", ")),
                };
                return Err((format!("there is no axis `{key}`"), help));
            }
        }
        rest = &inside[close + 1..];
    }
    name.push_str(rest);
    let name = name.trim().to_owned();
    if name.is_empty() {
        let help = "such as \"{build}, {weapon}\"".to_owned();
        return Err(("a build needs a name".to_owned(), help));
    }
    Ok(name)
}

/// The problems of a build, as problems of the list it comes from: those with a place in the file keep it, and one slip
/// that many combinations share is told once.
pub fn gather(into: &mut Problems, problems: Problems, named: &Named) {
    for mut problem in problems.0 {
        if problem.span.is_none() {
            problem.message = format!("{} (build `{}`)", problem.message, named.name);
        }
        let same = |known: &Problem| {
            known.message == problem.message
                && match (&known.span, &problem.span) {
                    (Some(known), Some(new)) => known.range == new.range,
                    (None, None) => known.path == problem.path,
                    _ => false,
                }
        };
        if !into.0.iter().any(same) {
            into.push(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Field, read_toml};

    fn build_shape() -> Shape {
        Shape::table(vec![
            Field::maybe("mot", Shape::int(..)),
            Field::maybe("weapons", Shape::list(Shape::text())),
            Field::maybe("shield", Shape::flag()),
            Field::maybe("aptitudes", Shape::map(Shape::int(..))),
            Field::maybe(
                "policy",
                Shape::table(vec![Field::maybe("plan", Shape::text())]),
            ),
        ])
    }

    fn names(text: &str) -> Result<Vec<(String, String)>, String> {
        let list = read_toml("list.toml", text).map_err(|p| p.to_string())?;
        let mut checker = Checker::new(&list);
        let known = ["levy".to_owned(), "knight".to_owned()];
        let found = expand(&mut checker, "lists.x", &list, &known, &build_shape());
        checker.finish().map_err(|p| p.to_string())?;
        let found = found.into_iter();
        Ok(found
            .map(|named| (named.name, named.build.to_json().to_string()))
            .collect())
    }

    #[test]
    fn named_and_own_builds_keep_their_names() {
        let found = names("builds = [\"levy\"]\n[own.light]\nlike = \"knight\"\nshield = false\n");
        let expected = [
            ("levy", "\"levy\""),
            ("light", r#"{"like":"knight","shield":false}"#),
        ];
        let expected = expected.map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(found.unwrap(), expected);
        assert_eq!(names("builds = \"all\"").unwrap().len(), 2);
    }

    #[test]
    fn axes_make_every_combination() {
        let found = names(
            "builds = [\"levy\", \"knight\"]\n[axes]\nweapon = [\"club\", [\"bow\", \"club\"]]\n\"aptitudes.ohs\" = [0, 4]\nshield = [true, false]\n",
        )
        .unwrap();
        assert_eq!(found.len(), 16);
        assert_eq!(found[0].0, "levy, club, ohs 0, shield");
        assert_eq!(
            found[15],
            (
                "knight, bow+club, ohs 4, no shield".to_owned(),
                r#"{"like":"knight","weapons":["bow","club"],"aptitudes":{"ohs":4},"shield":false}"#.to_owned()
            )
        );
        let found = names(
            "name = \"{weapon}/{mot}\"\nkeys = {mot = 12}\n[axes]\nweapon = [\"club\"]\nmot = [9, 10]\n",
        );
        assert_eq!(found.unwrap()[1].0, "club/10");
    }

    #[test]
    fn slips_are_told_with_their_place() {
        let said = |text: &str| names(text).unwrap_err();
        assert!(
            said("builds = [\"knigth\"]")
                .contains("list.toml:1:11: there is no build `knigth` (did you mean `knight`?)")
        );
        assert!(said("[axes]\nwepon = [\"club\"]").contains("a build has no key `wepon`"));
        let inside = said("[axes]\npolicy.plann = [\"charge\", \"hold\"]");
        assert!(
            inside.contains(
                "list.toml:2:16: a build has no key `policy.plann` (did you mean `plan`?)"
            ),
            "{inside}"
        );
        assert_eq!(inside.matches("plann").count(), 1);
        assert!(names("[axes]\naptitudes.anything = [1, 2]").is_ok());
        assert!(said("name = \"{mott}\"\n[axes]\nmot = [9]").contains("did you mean `{mot}`?"));
        assert!(said("name = \"{mot\"\n[axes]\nmot = [9]").contains("never closed"));
        assert!(
            said("name = \"x\"\n[axes]\nmot = [9, 10]")
                .contains("two builds of this list are called `x`")
        );
        assert!(said("where = {legal = true}").contains("has no builds"));
    }
}
