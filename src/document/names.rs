//! Names in messages: the one probably meant, and lists of the ones that exist. What comes from
//! the user is cut when it is long, so that no message floods the screen.

/// A name is looked at for "did you mean" only up to this many characters.
const LONGEST: usize = 80;
/// A list of names is shown whole up to this many.
const SHOWN: usize = 12;
/// A cut list shows this many.
const CUT: usize = 10;

/// The known name that was probably meant by `wrong`, or `None` when nothing is near.
///
/// Upper and lower case count as alike, and so do `-`, `_` and the blank. Among equally near
/// names the first listed wins.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wrong.chars().nth(LONGEST).is_some() {
        return None;
    }
    let wrong = plain(wrong);
    let mut best: Option<(&'a str, f64)> = None;
    for name in known {
        if let Some(score) = nearness(&wrong, &plain(name))
            && best.is_none_or(|(_, so_far)| score > so_far)
        {
            best = Some((name, score));
        }
    }
    best.map(|(name, _)| name)
}

/// How near two plain names are, larger is nearer; `None` when they are not near at all.
fn nearness(wrong: &str, name: &str) -> Option<f64> {
    let longest = wrong.chars().count().max(name.chars().count());
    if wrong.is_empty() || longest > LONGEST {
        return None;
    }
    let slips = strsim::damerau_levenshtein(wrong, name);
    let alike = strsim::jaro_winkler(wrong, name);
    if slips <= longest / 3 {
        // A few slips of the finger: always before a mere likeness.
        Some(1000.0 - slips as f64 + alike)
    } else if wrong.len() > 3 && name.contains(wrong) {
        // A part of the name: "mage" for "battle_mage".
        Some(2.0 + alike)
    } else {
        (longest > 3 && alike >= 0.88).then_some(alike)
    }
}

fn plain(name: &str) -> String {
    let alike = |c| if c == '-' || c == ' ' { '_' } else { c };
    name.trim().to_lowercase().chars().map(alike).collect()
}

/// The names as a phrase: `a, b or c`, and `a, b, c, ... (27 in all)` when there are many.
pub fn listed<'a>(known: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = known.into_iter().collect();
    match names.as_slice() {
        [] => "(none)".to_owned(),
        [only] => (*only).to_owned(),
        [first @ .., last] if names.len() <= SHOWN => format!("{} or {last}", first.join(", ")),
        _ => {
            let first: Vec<&str> = names.iter().take(CUT).copied().collect();
            format!("{}, ... ({} in all)", first.join(", "), names.len())
        }
    }
}

/// A piece of the user's text for a message: in backticks, cut when long.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", cut(text))
}

/// A piece of the user's text, cut when long.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}

/// "did you mean" for a wrong name, or else what there is.
pub(super) fn meant<'a>(
    wrong: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
    known_are: &str,
) -> String {
    match nearest(wrong, known.clone()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("{known_are}: {}", listed(known)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_seen() {
        let known = ["damage", "sword", "long_sword", "points"];
        assert_eq!(nearest("damge", known), Some("damage"));
        assert_eq!(nearest("sowrd", known), Some("sword"));
        assert_eq!(nearest("Long-Sword", known), Some("long_sword"));
        assert_eq!(nearest("LONG SWRD", known), Some("long_sword"));
        assert_eq!(nearest("dam", known), Some("damage"));
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"damage".repeat(100_000), known), None);
        assert_eq!(nearest("x", []), None);
    }

    #[test]
    fn short_names_are_not_confused() {
        assert_eq!(nearest("hp", ["ap", "xy"]), None);
        assert_eq!(nearest("HP", ["ap", "hp"]), Some("hp"));
        assert_eq!(
            nearest("cat", ["bat", "rat"]),
            Some("bat"),
            "the first wins"
        );
    }

    #[test]
    fn lists_read_as_phrases_and_are_cut() {
        assert_eq!(listed([]), "(none)");
        assert_eq!(listed(["a"]), "a");
        assert_eq!(listed(["a", "b"]), "a or b");
        assert_eq!(listed(["a", "b", "c"]), "a, b or c");
        let many: Vec<String> = (1..=27).map(|n| format!("n{n}")).collect();
        let shown = listed(many.iter().map(String::as_str));
        assert_eq!(
            shown,
            "n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, ... (27 in all)"
        );
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(quoted("abc"), "`abc`");
        assert_eq!(quoted(&"é".repeat(500)), format!("`{}...`", "é".repeat(80)));
    }
}
