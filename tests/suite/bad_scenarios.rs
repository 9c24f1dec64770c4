//! No scenario file makes the program panic: shipped ones, damaged at random in thousands of ways, are read into a plan or
//! refused in words.

use crate::random::Chooser;
use fairfight::query::Library;
use fairfight::scenario::{Plan, Scenario, shipped};

/// Words that mean something somewhere in a scenario file.
const WORDS: &[&str] = &[
    "\"all\"",
    "\"mirror\"",
    "\"cross\"",
    "\"against\"",
    "[]",
    "{}",
    "true",
    "false",
    "0",
    "-1",
    "1e9",
    "nan",
    "\"\"",
    "\"{x}\"",
    "\"{\"",
    "average",
    "axes",
    "keys",
    "where",
    "legal",
    "points",
    "[lists.x]",
    "[variants]",
    "[[lists]]",
    "[situations]",
    "\"knight\"",
    "\n",
    "=",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "#",
    ",",
    ".",
    "ü",
    "\u{0}",
    "\r\n",
];

fn damaged(text: &str, choose: &mut Chooser) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=choose.below(4) {
        let at = choose.below(text.len().max(1)).min(text.len());
        match choose.below(5) {
            0 => {
                let end = (at + 1 + choose.below(12)).min(text.len());
                text.drain(at..end);
            }
            1 | 2 => {
                let word = choose.one(WORDS);
                text.splice(at..at, word.chars());
            }
            3 => {
                // A piece of the file once more, somewhere else.
                let from = choose.below(text.len().max(1));
                let end = (from + choose.below(40)).min(text.len());
                let piece: Vec<char> = text[from.min(end)..end].to_vec();
                text.splice(at..at, piece);
            }
            _ => text.truncate(at.max(1)),
        }
        if text.is_empty() {
            text.push('x');
        }
    }
    text.into_iter().collect()
}

#[test]
fn damaged_scenarios_are_refused_in_words() {
    let mut library = Library::new();
    let (mut good, mut bad) = (0, 0);
    for (number, file) in shipped().iter().enumerate() {
        for seed in 0..250 {
            let mut choose = Chooser::new(seed * 100 + number as u64);
            let text = damaged(file.text, &mut choose);
            let plan = Scenario::read(file.name, "damaged.toml", &text, None)
                .and_then(|scenario| Plan::new(&scenario, &mut library));
            match plan {
                Ok(plan) => {
                    good += 1;
                    assert!(!plan.is_empty());
                    let some = plan.matchups(0..plan.len().min(3)).count() as u64;
                    assert_eq!(some, plan.len().min(3));
                }
                Err(problems) => {
                    bad += 1;
                    assert!(!problems.is_empty(), "{text}");
                    assert!(!problems.render(false).is_empty());
                }
            }
        }
    }
    assert!(good > 100 && bad > 1_000, "{good} good, {bad} bad");
}

/// Every match-up has its number, whichever way it is asked for.
#[test]
fn match_ups_are_numbered_alike_from_anywhere() {
    for text in [
        "builds = \"all\"\n[situations]\ngap = [0, 4]",
        "builds = \"all\"\n[pairing]\nboth_sides = true\nmirrors = true",
        "builds = \"all\"\n[pairing]\nsame_group = true\n[situations]\ngap = [0, 4, 9]",
        "builds = \"all\"\n[pairing]\npoints_ratio = 1.2",
        "builds = \"all\"\n[pairing]\nkind = \"mirror\"",
        "[lists.x]\nbuilds = [\"knight\", \"levy\", \"ogre\"]\n[lists.y]\nbuilds = [\"archer\", \"knight\"]\n[pairing]\nkind = \"cross\"\n[variants]\na = {}\nb = { ties = \"active\" }\n[situations]\ngap = [0, 1]",
    ] {
        let scenario = Scenario::read("s", "s.toml", text, None).expect(text);
        let plan = Plan::new(&scenario, &mut Library::new()).expect(text);
        let all: Vec<_> = plan.matchups(0..plan.len()).collect();
        assert_eq!(all.len() as u64, plan.len());
        let mut names = std::collections::HashSet::new();
        for (at, matchup) in all.iter().enumerate() {
            assert_eq!(matchup.index, at as u64);
            assert!(
                names.insert(plan.title_of(matchup)),
                "{}",
                plan.title_of(matchup)
            );
            let at = at as u64;
            assert_eq!(
                plan.matchups(at..at + 1).next().as_ref(),
                Some(matchup),
                "{text}: {at}"
            );
        }
        for cut in [1, 7, all.len() / 2] {
            let tail: Vec<_> = plan.matchups(cut as u64..plan.len()).collect();
            assert_eq!(tail, all[cut.min(all.len())..], "{text} from {cut}");
        }
    }
}
