//! Does `check` cry wolf, and does it see? Experiments with real fights whose answers are known exactly; their results are in
//! `docs/ci.md`. The large ones are run by hand:
//!
//! ```sh
//! cargo test --test suite -- --ignored --nocapture experiment_it_never_cries_wolf
//! cargo test --test suite -- --ignored --nocapture experiment_it_sees
//! ```

use fairfight::check::{Baseline, Judged, Old, Terms, Verdict, judge};
use fairfight::query::Library;
use fairfight::run::{Unwatched, settle};
use fairfight::scenario::{Effort, Plan, Scenario};
use rayon::prelude::*;
use std::path::PathBuf;

fn plan(text: &str, method: &str, seed: u64) -> Plan {
    let text = format!("{text}\n[sampling]\nmethod = \"{method}\"\nseed = {seed}\n");
    let scenario = Scenario::read("x", "x.toml", &text, None).expect("a scenario");
    Plan::new(&scenario, &mut Library::new()).expect("a plan")
}

fn judged(old: Old, new: &Plan, terms: Terms) -> Vec<Judged> {
    match judge(old, new, terms, &Unwatched) {
        Ok(judgement) => judgement.judged,
        Err(failed) => panic!("{failed:?}"),
    }
}

/// 28 match-ups of eight builds, from close calls to foregone ones; every build is in seven of them.
const FIELD: &str = r#"
builds = ["clubman", "hoplite", "legionary", "gladiator", "huscarl", "knight", "man_at_arms", "duellist"]
[situations]
gap = 0
"#;

/// How old and new were compared.
#[derive(Copy, Clone, PartialEq, Debug)]
enum How {
    /// Both fought again, with other dice.
    Refought,
    /// New fights against the sums of old ones.
    Sums,
}

/// Checks an unchanged table so many times, with fresh dice on both sides each time: how often anything at all is called
/// changed, how many match-ups are called the same, and fights a match-up.
fn wolf(checks: u64, terms: Terms, how: How) -> (u64, f64, f64) {
    let runs: Vec<(bool, usize, u64)> = (0..checks)
        .into_par_iter()
        .map(|check| {
            let new = plan(FIELD, "sampled", 1_000 + check);
            let found = match how {
                How::Refought => {
                    let terms = Terms {
                        independent: true,
                        ..terms
                    };
                    judged(Old::Plan(&new), &new, terms)
                }
                How::Sums => {
                    let old = plan(FIELD, "sampled", 1_000_000 + check);
                    let baseline = baseline(&old, terms.budget);
                    judged(Old::Baseline(&baseline, None), &new, terms)
                }
            };
            let any = found
                .iter()
                .any(|judged| judged.verdict == Verdict::Changed);
            let same = found
                .iter()
                .filter(|judged| judged.verdict == Verdict::Same);
            (
                any,
                same.count(),
                found.iter().map(|judged| judged.fights).sum(),
            )
        })
        .collect();
    let alarms = runs.iter().filter(|run| run.0).count() as u64;
    let cells = (checks * 28) as f64;
    let same = runs.iter().map(|run| run.1 as f64).sum::<f64>() / cells;
    let fights = runs.iter().map(|run| run.2 as f64).sum::<f64>() / cells;
    println!(
        "{how:?}: {alarms} of {checks} checks cry wolf; {:.1} % called the same, {fights:.0} fights a match-up",
        100.0 * same
    );
    (alarms, same, fights)
}

/// A baseline of so many fights, as it would be read from a folder.
fn baseline(plan: &Plan, trials: u64) -> Baseline {
    let rows = plan.matchups(0..plan.len()).map(|matchup| {
        let found = settle(plan, &matchup, Effort::Trials(trials), &Unwatched).expect("fights");
        fairfight::check::Row {
            title: plan.title_of(&matchup),
            exact: false,
            trials: found.trials,
            wins: found.wins,
            drawn: found.drawn,
            score: found.score(),
        }
    });
    Baseline {
        folder: PathBuf::new(),
        version: String::new(),
        scenario: plan.name.clone(),
        file: String::new(),
        rows: rows.collect(),
        rules: Vec::new(),
        document: plan.scenario().clone(),
    }
}

#[test]
fn it_never_cries_wolf() {
    // A tolerance far below what the dice do by themselves: a test that took their noise for news would call it often.
    let terms = Terms {
        tolerance: 0.001,
        budget: 2_048,
        ..Terms::default()
    };
    for how in [How::Refought, How::Sums] {
        let (alarms, ..) = wolf(40, terms, how);
        assert_eq!(alarms, 0, "{how:?}");
    }
}

/// 1,000 checks of an unchanged table.
#[test]
#[ignore = "an experiment of some minutes"]
fn experiment_it_never_cries_wolf() {
    for (tolerance, budget) in [(0.001, 4_096), (0.01, 8_192)] {
        let terms = Terms {
            tolerance,
            budget,
            ..Terms::default()
        };
        println!("tolerance {tolerance}, level {}:", terms.level);
        for how in [How::Refought, How::Sums] {
            let (alarms, ..) = wolf(1_000, terms, how);
            assert!(alarms <= 10, "{how:?}: {alarms}");
        }
    }
}

/// A soldier: what his keys are set to, how that is written, and what he scores.
struct Soldier {
    keys: [i32; 5],
    text: String,
    score: f64,
}

/// Soldiers who fight their like, the first turn given: what they score is known exactly.
fn soldiers() -> Vec<Soldier> {
    let armours = ["none", "leather", "metal", "full_plate"];
    let weapons = ["club", "sword"];
    let mut all = Vec::new();
    for mot in 9..=15 {
        for ohs in [0, 2, 4, 6, 8, 10] {
            for (armour, worn) in armours.iter().enumerate() {
                for str in 1..=4 {
                    for (weapon, held) in weapons.iter().enumerate() {
                        let text = format!(
                            "{{ mot = {mot}, phy = 13, wil = 14, str = {str}, aptitudes = {{ ohs = {ohs} }}, armour = \"{worn}\", weapons = [\"{held}\"] }}"
                        );
                        all.push(([mot, ohs, armour as i32, str, weapon as i32], text));
                    }
                }
            }
        }
    }
    let texts: Vec<String> = all.iter().map(|(_, text)| text.clone()).collect();
    let exact = plan(&mirrors(&texts), "exact", 1);
    let matchups: Vec<_> = exact.matchups(0..exact.len()).collect();
    let scores: Vec<f64> = matchups
        .par_iter()
        .map(|matchup| {
            settle(&exact, matchup, exact.effort, &Unwatched)
                .expect("exact")
                .score()
        })
        .collect();
    let soldier = |((keys, text), score)| Soldier { keys, text, score };
    all.into_iter().zip(scores).map(soldier).collect()
}

fn mirrors(builds: &[String]) -> String {
    let own: Vec<String> = builds
        .iter()
        .enumerate()
        .map(|(at, build)| format!("s{at} = {build}\n"))
        .collect();
    format!(
        "[pairing]\nkind = \"mirror\"\n[situations]\ngap = 0\ninitiative = \"a\"\n[lists.x.own]\n{}",
        own.concat()
    )
}

/// Match-ups of a table in which a change is planted.
const CELLS: usize = 40;

/// Builds before and after, each pair so far apart, in either direction, and different in one key only, as a change of a
/// cell would make them. No build is in two pairs.
fn pairs(soldiers: &[Soldier], apart: f64) -> Vec<(String, String)> {
    let mut used = vec![false; soldiers.len()];
    let mut found = Vec::new();
    for x in 0..soldiers.len() {
        let fit = (0..soldiers.len()).find(|&y| {
            let keys = soldiers[x].keys.iter().zip(&soldiers[y].keys);
            let moved = (soldiers[y].score - soldiers[x].score).abs();
            let near = (moved - apart).abs() < 0.000_7;
            near && !used[x] && !used[y] && keys.filter(|(x, y)| x != y).count() == 1
        });
        if let Some(y) = fit {
            used[x] = true;
            used[y] = true;
            found.push((soldiers[x].text.clone(), soldiers[y].text.clone()));
        }
        if found.len() == CELLS {
            break;
        }
    }
    assert_eq!(found.len(), CELLS, "pairs that are {apart} apart");
    found
}

/// What came of looking for planted changes.
#[derive(Default, Debug)]
struct Seen {
    /// Share of the planted changes that were called changed, and the same.
    found: f64,
    missed: f64,
    /// Fights under both rules: a planted match-up, and all of a check.
    fights: f64,
    all: f64,
    /// Unchanged match-ups that were called changed.
    wrong: u64,
}

fn look(pairs: &[(String, String)], planted: usize, checks: u64, terms: Terms) -> Seen {
    let before: Vec<String> = pairs.iter().map(|pair| pair.0.clone()).collect();
    // Spread over the table.
    let is_planted = |at: usize| at * planted / CELLS != (at + 1) * planted / CELLS;
    let after: Vec<String> = pairs
        .iter()
        .enumerate()
        .map(|(at, pair)| if is_planted(at) { &pair.1 } else { &pair.0 }.clone())
        .collect();
    let (before, after) = (mirrors(&before), mirrors(&after));
    let runs: Vec<Vec<Judged>> = (0..checks)
        .into_par_iter()
        .map(|check| {
            let old = plan(&before, "sampled", 50 + check);
            let new = plan(&after, "sampled", 50 + check);
            judged(Old::Plan(&old), &new, terms)
        })
        .collect();
    let mut seen = Seen::default();
    for judged in runs.iter().flatten() {
        let at = judged.matchup.index as usize;
        seen.all += judged.fights as f64 / checks as f64;
        match (is_planted(at), judged.verdict) {
            (true, verdict) => {
                let share = 1.0 / (planted as u64 * checks) as f64;
                seen.fights += judged.fights as f64 * share;
                match verdict {
                    Verdict::Changed => seen.found += share,
                    Verdict::Same => seen.missed += share,
                    Verdict::Undecided => {}
                }
            }
            (false, Verdict::Changed) => seen.wrong += 1,
            (false, _) => {}
        }
    }
    seen
}

#[test]
fn it_sees() {
    let soldiers = soldiers();
    let terms = Terms {
        budget: 40_000,
        ..Terms::default()
    };
    let five = look(&pairs(&soldiers, 0.05), 10, 1, terms);
    assert!(
        five.found > 0.9 && five.missed == 0.0 && five.wrong == 0,
        "{five:?}"
    );
    let one = look(&pairs(&soldiers, 0.05), 1, 1, terms);
    assert!(one.found == 1.0 && one.wrong == 0, "{one:?}");
    // Inside the tolerance is no change.
    let little = look(&pairs(&soldiers, 0.002), 5, 1, terms);
    assert!(little.found == 0.0 && little.missed > 0.5, "{little:?}");
}

/// Changes of 1, 2 and 5 points in one, ten and all of 40 match-ups, with common dice and with independent ones.
#[test]
#[ignore = "an experiment of some minutes"]
fn experiment_it_sees() {
    let soldiers = soldiers();
    println!(
        "| tolerance | change | match-ups | found | fights each | in all | found, independent | fights each | in all | saved |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (tolerance, changes) in [
        (0.005, &[0.01, 0.02, 0.05][..]),
        (0.01, &[0.01, 0.02, 0.05]),
    ] {
        for change in changes {
            let pairs = pairs(&soldiers, *change);
            for planted in [1, 10, CELLS] {
                let checks = if planted == 1 { 10 } else { 2 };
                let terms = Terms {
                    tolerance,
                    budget: 50_000,
                    ..Terms::default()
                };
                let common = look(&pairs, planted, checks, terms);
                let other = look(
                    &pairs,
                    planted,
                    checks,
                    Terms {
                        independent: true,
                        ..terms
                    },
                );
                println!(
                    "| {} | {} | {planted} of {CELLS} | {:.0} % | {:.0} | {:.0} | {:.0} % | {:.0} | {:.0} | {:.0} % |",
                    100.0 * tolerance,
                    100.0 * change,
                    100.0 * common.found,
                    common.fights,
                    common.all,
                    100.0 * other.found,
                    other.fights,
                    other.all,
                    100.0 * (1.0 - common.all / other.all),
                );
                assert_eq!((common.wrong, other.wrong), (0, 0));
            }
        }
    }
}
