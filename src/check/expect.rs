//! Changes that are meant: a file that lists them, and whether exactly those happened.

use super::features::Features;
use super::judge::{Judged, Verdict};
use crate::document::{Checker, Field, Node, Problems, Shape, Span, Value, read_toml};
use crate::scenario::Plan;

/// What an expectation file may say.
pub fn expect_shape() -> Shape {
    let glob = |doc| Shape::text().doc(doc);
    let change = Shape::table(vec![
        Field::maybe(
            "matchup",
            glob("the whole name of the match-up; `*` stands for anything"),
        ),
        Field::maybe(
            "build",
            glob("one of the two builds; the change is seen from its side"),
        ),
        Field::maybe(
            "with",
            glob(
                "something that one of the two has (`sword`, `shield`); the change is seen from its side",
            ),
        ),
        Field::maybe("a", glob("the build named first")),
        Field::maybe("b", glob("the build named second")),
        Field::maybe("situation", glob("the situation in words: `gap 0*`")),
        Field::maybe("variant", glob("the variant")),
        Field::maybe(
            "scenario",
            glob("the scenario, where one file serves several"),
        ),
        Field::maybe(
            "kind",
            Shape::choice(&["changed", "new", "vanished"])
                .doc("what happens to them (default changed)"),
        ),
        Field::maybe(
            "direction",
            Shape::choice(&["up", "down"]).doc("which way the score moves"),
        ),
        Field::maybe(
            "points",
            Shape::list_of(Shape::number(0.0..=100.0), 2..=2)
                .doc("how far, in points of a hundred: the least and the most"),
        ),
        Field::maybe(
            "matchups",
            Shape::either(vec![
                Shape::int(0..),
                Shape::list_of(Shape::int(0..), 2..=2),
            ])
            .doc("how many match-ups: a number, or the fewest and the most (default: at least 1)"),
        ),
    ]);
    Shape::table(vec![Field::needed(
        "change",
        Shape::list_of(change, 1..).doc("the changes that are meant, each under [[change]]"),
    )])
}

/// One entry.
#[derive(Clone, Debug)]
struct Entry {
    words: String,
    place: Option<Span>,
    names: Vec<(&'static str, String)>,
    kind: String,
    up: Option<bool>,
    points: Option<[f64; 2]>,
    matchups: [u64; 2],
}

/// An expectation file.
#[derive(Clone, Debug)]
pub struct Expectation {
    entries: Vec<Entry>,
}

/// Whether what was meant happened.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// Of every judged match-up: whether its change was meant. Those that did not change count as meant.
    pub meant: Vec<bool>,
    /// Changes that nobody meant: names of match-ups.
    pub unexpected: Vec<String>,
    /// Changes that were meant and did not happen, or not as often.
    pub missing: Vec<String>,
}

impl Expected {
    /// Whether exactly what was meant happened.
    pub fn met(&self) -> bool {
        self.unexpected.is_empty() && self.missing.is_empty()
    }
}

const NAMES: [&str; 8] = [
    "matchup",
    "build",
    "with",
    "a",
    "b",
    "situation",
    "variant",
    "scenario",
];

/// Reads an expectation file.
pub fn read_expectation(name: &str, text: &str) -> Result<Expectation, Problems> {
    let doc = read_toml(name, text)?;
    let mut checker = Checker::new(&doc);
    expect_shape().check(&doc, &mut checker);
    let entries = doc.get("change").map_or(&[][..], Node::items);
    let mut read = Vec::new();
    for entry in entries {
        let text = |key: &str| entry.get(key).and_then(Node::as_text);
        let names: Vec<(&str, String)> = NAMES
            .into_iter()
            .filter_map(|key| Some((key, text(key)?.to_owned())))
            .collect();
        if names.iter().all(|(key, _)| *key == "scenario") && checker.is_ok() {
            let help = "name a `build`, what it is `with`, a `matchup` such as \"*\"".to_owned();
            checker.fail(entry, "this change is of no match-up", Some(help));
        }
        let kind = text("kind").unwrap_or("changed");
        let bounds = |key: &str| -> Option<[f64; 2]> {
            let items = entry.get(key)?.items();
            let numbers: Vec<f64> = items.iter().filter_map(Node::as_number).collect();
            numbers.try_into().ok()
        };
        for key in ["points", "matchups"] {
            if let (Some([low, high]), Some(node)) = (bounds(key), entry.get(key))
                && low > high
            {
                let message = format!("nothing lies between {low} and {high}");
                checker.fail(node, message, Some("the lower one first".to_owned()));
            }
        }
        for key in ["points", "direction"] {
            if let (Some(node), true) = (entry.get(key), kind != "changed") {
                let message =
                    format!("`{key}` goes with changes, not with match-ups that are {kind}");
                checker.fail(node, message, None);
            }
        }
        let matchups = match entry
            .get("matchups")
            .map(|node| (&node.value, bounds("matchups")))
        {
            Some((Value::Int(n), _)) => [*n as u64; 2],
            Some((_, Some(bounds))) => bounds.map(|n| n as u64),
            _ => [1, u64::MAX],
        };
        let words = names.iter().map(|(key, text)| format!("{key} {text}"));
        let mut words: Vec<String> = words.collect();
        words.extend(text("direction").map(str::to_owned));
        words.extend(bounds("points").map(|[low, high]| format!("by {low} to {high} points")));
        if kind != "changed" {
            words.push(kind.to_owned());
        }
        read.push(Entry {
            words: words.join(", "),
            place: entry.span.clone(),
            names,
            kind: kind.to_owned(),
            up: text("direction").map(|way| way == "up"),
            points: bounds("points"),
            matchups,
        });
    }
    checker.finish()?;
    Ok(Expectation { entries: read })
}

/// Whether a text fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in between {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

/// A match-up that may be meant.
struct Subject<'a> {
    title: &'a str,
    names: [&'a str; 2],
    situation: &'a str,
    variant: &'a str,
}

impl Entry {
    /// From which sides the names fit: seen from A, seen from B.
    fn sides(
        &self,
        scenario: &str,
        subject: &Subject,
        with: &dyn Fn(&str, usize) -> bool,
    ) -> [bool; 2] {
        let mut sides = [true, true];
        let mut sided = false;
        for (key, pattern) in &self.names {
            let each = match *key {
                "build" => [0, 1].map(|side: usize| fits(pattern, subject.names[side])),
                "with" => [0, 1].map(|side: usize| with(pattern, side)),
                "a" => [fits(pattern, subject.names[0]); 2],
                "b" => [fits(pattern, subject.names[1]); 2],
                "situation" => [fits(pattern, subject.situation); 2],
                "variant" => [fits(pattern, subject.variant); 2],
                "scenario" => [fits(pattern, scenario); 2],
                _ => [fits(pattern, subject.title); 2],
            };
            sided |= matches!(*key, "build" | "with");
            sides = [sides[0] && each[0], sides[1] && each[1]];
        }
        // Without a side that it is about, it is A's score.
        if sided { sides } else { [sides[0], false] }
    }

    fn takes(&self, moved: f64) -> bool {
        let far = 100.0 * moved.abs();
        self.up.is_none_or(|up| (moved > 0.0) == up)
            && self
                .points
                .is_none_or(|[low, high]| (low - 1e-9..=high + 1e-9).contains(&far))
    }
}

impl Expectation {
    /// Holds what happened against what was meant.
    pub fn hold(
        &self,
        plan: &Plan,
        features: &Features,
        judged: &[Judged],
        new: &[String],
        vanished: &[String],
    ) -> Expected {
        let mut seen = vec![0u64; self.entries.len()];
        let mut expected = Expected::default();
        for judged in judged {
            let matchup = &judged.matchup;
            let title = plan.title_of(matchup);
            let [a, b] = plan.sides(matchup);
            let subject = Subject {
                title: &title,
                names: [&a.name, &b.name],
                situation: plan.situation(matchup),
                variant: &plan.variants[matchup.variant].name,
            };
            let with = |text: &str, side: usize| {
                let soldier = [matchup.a, matchup.b][side];
                let called = features.called(text).into_iter();
                let mut called =
                    called.map(|feature| features.has(matchup.variant, soldier, feature));
                called.any(|has| has)
            };
            let mut meant = judged.verdict != Verdict::Changed;
            if judged.verdict == Verdict::Changed {
                for (entry, seen) in self.entries.iter().zip(&mut seen) {
                    let [from_a, from_b] = entry.sides(&plan.name, &subject, &with);
                    let taken = (from_a && entry.takes(judged.moved))
                        || (from_b && entry.takes(-judged.moved));
                    if entry.kind == "changed" && taken {
                        *seen += 1;
                        meant = true;
                    }
                }
            }
            if !meant {
                expected.unexpected.push(title.clone());
            }
            expected.meant.push(meant);
        }
        for (kind, titles) in [("new", new), ("vanished", vanished)] {
            for title in titles {
                let (pair, under) = title.split_once(" under ").unwrap_or((title, ""));
                let (pair, situation) = pair.split_once(" @ ").unwrap_or((pair, ""));
                let (a, b) = pair.split_once(" v ").unwrap_or((pair, ""));
                let subject = Subject {
                    title,
                    names: [a, b],
                    situation,
                    variant: under,
                };
                let mut meant = false;
                for (entry, seen) in self.entries.iter().zip(&mut seen) {
                    let sides = entry.sides(&plan.name, &subject, &|_, _| false);
                    if entry.kind == kind && sides.contains(&true) {
                        *seen += 1;
                        meant = true;
                    }
                }
                if !meant {
                    expected.unexpected.push(format!("{title} ({kind})"));
                }
            }
        }
        for (entry, seen) in self.entries.iter().zip(seen) {
            let elsewhere = entry
                .names
                .iter()
                .any(|(key, pattern)| *key == "scenario" && !fits(pattern, &plan.name));
            if !(entry.matchups[0]..=entry.matchups[1]).contains(&seen) && !elsewhere {
                let place = entry.place.as_ref().map_or(String::new(), |span| {
                    format!("{}:{}: ", span.source.name, span.line_column().0)
                });
                let wanted = match entry.matchups {
                    [1, u64::MAX] => "at least 1 match-up".to_owned(),
                    [low, high] if low == high => format!("{low} match-ups"),
                    [low, high] => format!("{low} to {high} match-ups"),
                };
                let words = &entry.words;
                expected
                    .missing
                    .push(format!("{place}{words}: {wanted} expected, {seen} found"));
            }
        }
        expected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text, fit) in [
            ("knight", "knight", true),
            ("knight", "knights", false),
            ("*", "", true),
            ("k*t", "knight", true),
            ("k*t", "kt", true),
            ("kt*t", "kt", false),
            ("*gap 0*", "x @ gap 0, y", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("", "x", false),
        ] {
            assert_eq!(fits(pattern, text), fit, "{pattern} {text}");
        }
    }

    #[test]
    fn slips_are_told_with_their_place() {
        let said = |text: &str| read_expectation("e.toml", text).unwrap_err().to_string();
        assert!(said("[[change]]\nbulid = \"x\"").contains("e.toml:2:1: unknown key `bulid`"));
        assert!(said("[[change]]\ndirection = \"up\"").contains("of no match-up"));
        assert!(said("[[change]]\nbuild = \"x\"\npoints = [3, 1]").contains("e.toml:3:10"));
        assert!(
            said("[[change]]\nbuild = \"x\"\nkind = \"new\"\npoints = [1, 3]")
                .contains("`points` goes with")
        );
        assert!(said("").contains("change"));
        let good = "[[change]]\nbuild = \"knight\"\ndirection = \"up\"\nmatchups = [1, 3]\n";
        assert!(read_expectation("e.toml", good).is_ok());
    }
}
