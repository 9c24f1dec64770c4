//! The intervals keep their promise: over thousands of sampled match-ups whose exact answers are known, 95 % intervals
//! cover 95 % of them, with a fixed number of fights and with the precision stop, and for averaged situations.

use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::run::{Finding, Unwatched, settle};
use fairfight::scenario::{Changes, Effort, Plan, Scenario};
use rayon::prelude::*;

fn plan(text: &str, method: &str, seed: i64) -> Plan {
    let mut scenario = Scenario::read("coverage", "coverage.toml", text, None).expect("a scenario");
    scenario.change(Changes {
        sampling: vec![("method", Node::text(method)), ("seed", Node::int(seed))],
        ..Changes::default()
    });
    Plan::new(&scenario, &mut Library::new()).expect("a plan")
}

/// Duels of all kinds, from close calls to foregone ones.
const GRID: &str = r#"
[lists.x]
builds = ["levy", "hoplite", "legionary", "knight", "longbowman", "musketeer", "rifleman", "ogre", "conscript", "duellist"]
axes = { armour = ["none", "leather", "metal", "full_plate"], str = [1, 2] }
[situations]
gap = 6
"#;

const AVERAGED: &str = r#"
[lists.x]
builds = ["levy", "hoplite", "legionary", "knight", "longbowman", "musketeer", "rifleman", "ogre", "conscript", "duellist"]
axes = { armour = ["none", "leather", "metal", "full_plate"], str = [1, 2] }
[situations]
gap = [0, 24]
initiative = ["a", "b"]
average = true
"#;

/// Shares of the 95 % intervals of win rate and of score that cover the exact figure, and the widest interval.
fn coverage(text: &str, effort: Effort, most: u64) -> (f64, f64, f64) {
    let (sampled, exact) = (plan(text, "sampled", 77), plan(text, "exact", 1));
    let n = exact.len().min(most);
    assert!(n >= 2_000, "{n} match-ups");
    let all: Vec<_> = exact.matchups(0..n).collect();
    let (wins, scores, widest) = all
        .par_iter()
        .map(|matchup| {
            let truth = settle(&exact, matchup, effort, &Unwatched).expect("exact");
            let found: Finding = settle(&sampled, matchup, effort, &Unwatched).expect("sampled");
            let win = found.win_interval;
            let score = found.score_interval;
            let covers = |low: f64, high: f64, value: f64| {
                u32::from(low <= value + 1e-12 && value <= high + 1e-12)
            };
            (
                covers(win.low, win.high, truth.win[0]),
                covers(score.low, score.high, truth.score()),
                win.half_width(),
            )
        })
        .reduce(|| (0, 0, 0.0), |x, y| (x.0 + y.0, x.1 + y.1, x.2.max(y.2)));
    let share = |count: u32| f64::from(count) / n as f64;
    println!(
        "{effort:?}: {n} match-ups, wins {:.4}, scores {:.4}, widest {widest:.5}",
        share(wins),
        share(scores)
    );
    (share(wins), share(scores), widest)
}

fn honest(share: f64) -> bool {
    (0.935..=0.965).contains(&share)
}

#[test]
fn a_fixed_number_of_fights() {
    for trials in [400, 5_000] {
        let (wins, scores, _) = coverage(GRID, Effort::Trials(trials), 2_000);
        assert!(honest(wins) && honest(scores), "{trials}: {wins} {scores}");
    }
}

#[test]
fn the_precision_stop() {
    for precision in [0.02, 0.01, 0.006] {
        let (wins, scores, widest) = coverage(GRID, Effort::Precision(precision), 2_000);
        assert!(
            honest(wins) && honest(scores),
            "{precision}: {wins} {scores}"
        );
        assert!(
            widest <= precision,
            "{precision} asked for, {widest} reached"
        );
    }
}

#[test]
fn averaged_situations() {
    let (wins, scores, _) = coverage(AVERAGED, Effort::Trials(4_000), 2_000);
    assert!(honest(wins) && honest(scores), "{wins} {scores}");
    let (wins, scores, widest) = coverage(AVERAGED, Effort::Precision(0.005), 2_000);
    assert!(honest(wins) && honest(scores), "{wins} {scores}");
    assert!(widest <= 0.005);
}

/// An even match-up is fought more often than a foregone one: effort goes where the answer is undecided.
#[test]
fn effort_goes_where_it_is_needed() {
    let sampled = plan(GRID, "sampled", 3);
    let findings: Vec<Finding> = sampled
        .matchups(0..300)
        .map(|matchup| {
            settle(&sampled, &matchup, Effort::Precision(0.004), &Unwatched).expect("sampled")
        })
        .collect();
    let trials = |low: f64, high: f64| {
        let near = findings.iter().filter(|f| (low..high).contains(&f.win[0]));
        let all: Vec<u64> = near.map(|f| f.trials).collect();
        all.iter().sum::<u64>() as f64 / all.len().max(1) as f64
    };
    assert!(
        trials(0.4, 0.6) > 3.0 * trials(0.0, 0.05),
        "{} {}",
        trials(0.4, 0.6),
        trials(0.0, 0.05)
    );
}
