//! Every ruling of every system's reference is named by a test of the suite, or listed in the reference among those that no
//! duel or question shows, with the reason. A test names a ruling as `EM-29`, in words, or in its own name: `em_29_...`.

use std::collections::BTreeSet;
use std::path::Path;

const SYSTEMS: [(&str, &str); 6] = [
    ("allesfezs", "AE"),
    ("core-concepts", "CC"),
    ("oracle", "OR"),
    ("fighters", "FI"),
    ("emlia", "EM"),
    ("exoshift", "EX"),
];

/// The list of what is not shown.
const NOT_SHOWN: &str = "### Rulings that no duel or question shows";

type Ids = BTreeSet<String>;

/// The two digits that a text begins with, and no third.
fn number(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let digits = &text[..end.unwrap_or(text.len())];
    (digits.len() == 2).then_some(digits)
}

/// Every `EM-nn` of a text.
fn in_words(text: &str, prefix: &str) -> Ids {
    let start = format!("{prefix}-");
    let parts = text.split(&start).skip(1);
    parts
        .filter_map(number)
        .map(|number| format!("{start}{number}"))
        .collect()
}

/// Every ruling in the names of tests: `em_29_em_34_disorder`, `cc_05_06_reach`.
fn in_names(text: &str, prefix: &str) -> Ids {
    let lower = prefix.to_lowercase();
    let mut found = Ids::new();
    for name in text.split("fn ").skip(1) {
        let name = name.split('(').next().unwrap_or_default();
        let mut ruling = false;
        for part in name.split('_') {
            match number(part).filter(|_| part.len() == 2) {
                Some(number) if ruling => {
                    found.insert(format!("{prefix}-{number}"));
                }
                _ => ruling = part == lower,
            }
        }
    }
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn tests() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let files = std::fs::read_dir(folder).expect("the suite");
    let paths = files.map(|file| file.expect("a file").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|kind| kind == "rs"));
    // This file names some as examples.
    let others = paths.filter(|path| !path.ends_with("rulings_named.rs"));
    others.map(|path| read(&path)).collect()
}

#[test]
fn every_ruling_is_named_by_a_test_or_listed_as_not_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = tests();
    for (system, prefix) in SYSTEMS {
        let reference = read(&root.join(format!("docs/rules/{system}.md")));
        let rows = reference.lines().filter_map(|line| {
            let id = line.strip_prefix("| ")?.split(' ').next()?;
            id.starts_with(&format!("{prefix}-")).then(|| id.to_owned())
        });
        let ruled: Ids = rows.collect();
        assert!(ruled.len() >= 19, "{system}: {} rulings", ruled.len());
        let list = reference.split(NOT_SHOWN).nth(1).expect(NOT_SHOWN);
        let list = list.split("\n#").next().unwrap_or_default();
        // What a line is about stands before its colon.
        let heads = list.lines().filter_map(|line| line.strip_prefix("* "));
        let heads: Vec<&str> = heads.filter_map(|line| line.split(": ").next()).collect();
        let listed = in_words(&heads.join(" "), prefix);
        let named: Ids = &in_words(&tests, prefix) | &in_names(&tests, prefix);
        let unknown: Vec<_> = named
            .union(&listed)
            .filter(|id| !ruled.contains(*id))
            .collect();
        assert!(unknown.is_empty(), "{system}: no such ruling: {unknown:?}");
        let open: Vec<_> = ruled
            .iter()
            .filter(|id| !named.contains(*id) && !listed.contains(*id))
            .collect();
        assert!(
            open.is_empty(),
            "{system}: no test names {open:?}; name them, or list them with the reason"
        );
        let both: Vec<_> = named.intersection(&listed).collect();
        assert!(
            both.is_empty(),
            "{system}: listed as not shown, but a test shows {both:?}"
        );
    }
}

#[test]
fn rulings_are_found_in_words_and_in_names() {
    let text = "/// EM-29, EM-34: x\nfn em_40_em_41_disorder() {}\nfn em_05_06_x() {} fn em_123() {} fn x_and_em_54_y_08() {} EM-1 EM-123 fn remember_07() {}";
    let words: Vec<String> = in_words(text, "EM").into_iter().collect();
    assert_eq!(words, ["EM-29", "EM-34"]);
    let names: Vec<String> = in_names(text, "EM").into_iter().collect();
    assert_eq!(names, ["EM-05", "EM-06", "EM-40", "EM-41", "EM-54"]);
}

/// What code and rules files cite exists.
#[test]
fn every_ruling_that_is_cited_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for (system, prefix) in SYSTEMS {
        let reference = read(&root.join(format!("docs/rules/{system}.md")));
        let mut folders = vec![root.join("src"), root.join("scenarios")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("a file").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                for id in in_words(&read(&path), prefix) {
                    seen += 1;
                    let there = reference.contains(&format!("| {id} |"));
                    assert!(
                        there,
                        "{} cites {id}, which {system}.md has not",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(seen > 200, "{seen}");
}
