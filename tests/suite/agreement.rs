//! One set of rules read by several machines: what is worked out, what is counted and what is told must agree, for
//! random legal builds over all weapons, plans, reactions and toggles. Every system brings its own random match-ups.

use crate::helpers::{ask_in, number};
use crate::random::{Chooser, build, situation, toggles};
use fairfight::query::Library;
use fairfight::umpire::{Budget, Lab, Stream};
use serde_json::{Value, json};
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

const PAIRS: u64 = 240;
const FIGHTS: u64 = 20_000;

/// How far a count is from what was worked out, in standard errors: those that would be as unlikely of a normal law. The
/// tail is the binomial law's own, because the tails of a skewed one are not normal.
fn z(count: f64, n: f64, p: f64) -> f64 {
    let (count, n, p) = (count.round() as u64, n as u64, p.clamp(0.0, 1.0));
    if (count == 0 && p < 1e-15) || (count == n && p > 1.0 - 1e-15) {
        return 0.0;
    }
    let law = Binomial::new(p, n).expect("a chance");
    let low = count as f64 <= p * n as f64;
    let tail = if low {
        law.cdf(count)
    } else {
        law.sf(count - 1)
    };
    // A tail of a half or more is the middle of a coarse law.
    let far = -Normal::standard().inverse_cdf(tail.clamp(0.0, 0.5));
    if low { -far } else { far }
}

#[test]
fn counts_are_held_to_their_own_law() {
    assert_eq!(z(0.0, 20_000.0, 0.0), 0.0);
    assert_eq!(z(1.0, 20_000.0, 0.0), f64::INFINITY);
    // Once where it happens once in 250 runs is luck; five times is not.
    assert!(z(1.0, 20_000.0, 2e-7).abs() < 3.0);
    assert!(z(5.0, 20_000.0, 2e-7) > 5.0);
    assert_eq!(z(20_000.0, 20_000.0, 1.0), 0.0);
    assert_eq!(z(19_999.0, 20_000.0, 1.0), f64::NEG_INFINITY);
    assert!(z(0.0, 20_000.0, 19.0 / 20_000.0) < -5.0);
    // In the middle it is the normal law's.
    assert!((z(10_100.0, 20_000.0, 0.5) - 2f64.sqrt()).abs() < 0.02);
    assert!((z(9_646.0, 20_000.0, 0.5) + 5.0).abs() < 0.05);
    // A count of 144 where 92 are expected has a chance of 3.7e-7.
    assert!((z(144.0, 20_000.0, 0.004_615_541_851) - 4.95).abs() < 0.01);
}

fn array(answer: &Value, key: &str) -> Vec<f64> {
    answer[key]
        .as_array()
        .expect(key)
        .iter()
        .map(|p| p.as_f64().expect(key))
        .collect()
}

/// A match-up to be looked at: two builds, a situation and the same seen from the other side, and toggles.
pub struct Case {
    pub a: Value,
    pub b: Value,
    pub here: Value,
    pub swapped: Value,
    pub set: Value,
}

/// What came of looking at many.
#[derive(Debug, Default)]
pub struct Agreement {
    pub solved: u64,
    pub too_big: u64,
    pub worst: f64,
    pub most_states: u64,
}

/// Exact, mirrored and sampled agree for each of these match-ups of a system.
pub fn exact_sampled_mirrored(
    system: &str,
    fights: u64,
    cases: impl Iterator<Item = Case>,
) -> Agreement {
    let mut library = Library::new();
    let mut found = Agreement::default();
    for (pair, case) in cases.enumerate() {
        let Case {
            a,
            b,
            here,
            swapped,
            set,
        } = case;
        let query = |a: &Value, b: &Value, situation: &Value, method: &str| {
            json!({"rules": system, "ask": "duel", "a": a, "b": b, "set": set, "situation": situation,
                "method": method, "trials": fights, "seed": 11})
        };
        let what = || format!("{pair}: {a}\n{b}\n{here}\n{set}");
        let exact = ask_in(&mut library, &query(&a, &b, &here, "exact"));
        if exact["ok"] == json!(false) {
            // Too big to be worked out is an answer, but nothing else is.
            let message = exact["error"]["message"].as_str().unwrap_or_default();
            assert!(message.contains("too many states"), "{}\n{exact}", what());
            found.too_big += 1;
            continue;
        }
        found.solved += 1;
        found.most_states = found.most_states.max(exact["states"].as_u64().unwrap_or(0));
        let (win_a, win_b, draw) = (
            number(&exact, "win_a"),
            number(&exact, "win_b"),
            number(&exact, "draw"),
        );
        assert!(
            (win_a + win_b + draw - 1.0).abs() < 1e-12,
            "{}\n{exact}",
            what()
        );
        for key in ["rounds", "left_a", "left_b"] {
            let sum: f64 = array(&exact, key).iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{}\n{key} sums to {sum}", what());
        }

        let mirror = ask_in(&mut library, &query(&b, &a, &swapped, "exact"));
        assert!(
            (number(&mirror, "win_b") - win_a).abs() < 1e-11
                && (number(&mirror, "win_a") - win_b).abs() < 1e-11,
            "{}\n{win_a} and {win_b} mirrored {mirror}",
            what()
        );
        assert!((number(&mirror, "mean_rounds") - number(&exact, "mean_rounds")).abs() < 1e-9);

        let sampled = ask_in(&mut library, &query(&a, &b, &here, "sampled"));
        assert_eq!(sampled["ok"], json!(true), "{}\n{sampled}", what());
        let n = fights as f64;
        let mut check = |key: &str, count: f64, p: f64| {
            let z = z(count, n, p);
            assert!(
                z.abs() < 5.0,
                "{}\n{key} z {z}: {count} of {n} against {p}",
                what()
            );
            found.worst = found.worst.max(z.abs());
        };
        check("wins_a", number(&sampled, "wins_a"), win_a);
        check("wins_b", number(&sampled, "wins_b"), win_b);
        for (reason, chance) in exact["draws"].as_object().expect("draws by reason") {
            check(
                reason,
                number(&sampled["draws"], reason) * n,
                chance.as_f64().expect("a chance"),
            );
        }
        // The round in which it ends, and what is left: every place of the distributions.
        for key in ["rounds", "left_a", "left_b"] {
            let (got, expected) = (array(&sampled, key), array(&exact, key));
            for k in 0..got.len().max(expected.len()) {
                let at = |list: &[f64]| list.get(k).copied().unwrap_or(0.0);
                check(&format!("{key}[{k}]"), at(&got) * n, at(&expected));
            }
        }
    }
    println!("{system}: {found:?}");
    found
}

/// The told fight is the counted fight: verdict, round and what is left, fight by fight. Gives how many were told.
pub fn told_is_counted(system: &str, cases: impl Iterator<Item = Case>) -> u64 {
    let mut library = Library::new();
    let mut lab = Lab::new();
    let mut told = 0;
    for (pair, case) in cases.enumerate() {
        let node = fairfight::document::Node::from_json;
        let book = library
            .book(system, Some(&node(&case.set)))
            .expect("the rules");
        let pairing = book
            .pair(&node(&case.a), &node(&case.b), Some(&node(&case.here)))
            .expect("a pairing");
        let stream = Stream::new(4, &pairing.label);
        for fight in 0..5 {
            let Ok(tally) = pairing.fight.sample(&mut lab, stream, fight..fight + 1) else {
                continue;
            };
            let (fought, events) = pairing
                .fight
                .tell(&mut lab, stream, fight)
                .expect("sampled, so it can be told");
            let mut expected = pairing.fight.tally();
            expected.add(fought.ending, fought.round);
            assert_eq!(tally, expected, "{pair}/{fight}: {:?}", fought.ending);
            assert!(!events.is_empty());
            told += 1;
        }
    }
    told
}

/// Random match-ups of Allesfezs.
fn allesfezs(pairs: u64) -> impl Iterator<Item = Case> {
    (0..pairs).map(|pair| {
        let mut choose = Chooser::new(pair);
        let small = pair % 2 == 0;
        let (a, b) = (build(&mut choose, small), build(&mut choose, small));
        let set = toggles(&mut choose);
        let [here, swapped] = situation(&mut choose);
        Case {
            a,
            b,
            here,
            swapped,
            set,
        }
    })
}

#[test]
fn allesfezs_exact_sampled_mirrored() {
    let found = exact_sampled_mirrored("allesfezs", FIGHTS, allesfezs(PAIRS));
    assert!(found.solved >= 200, "{found:?}");
}

#[test]
fn allesfezs_told_is_counted() {
    let told = told_is_counted("allesfezs", allesfezs(200));
    assert!(told >= 900, "only {told} fights told");
}

/// A duel that passes its budget is refused at once, and sampled instead.
#[test]
fn too_big_is_said_and_sampled() {
    let mut library = Library::new();
    let book = library.book("allesfezs", None).expect("the rules");
    let node = fairfight::document::Node::from_json;
    let pairing = book
        .pair(
            &node(&json!("legionary")),
            &node(&json!("trench_raider")),
            None,
        )
        .expect("a pairing");
    let mut lab = Lab::new();
    let tiny = Budget {
        states: 3,
        ..Budget::default()
    };
    assert!(pairing.fight.solve(&mut lab, tiny).is_err());
    let few_runs = Budget {
        runs: 10,
        ..Budget::default()
    };
    assert!(pairing.fight.solve(&mut lab, few_runs).is_err());
    let few_steps = Budget {
        steps: 10,
        ..Budget::default()
    };
    assert!(pairing.fight.solve(&mut lab, few_steps).is_err());
    assert!(pairing.fight.solve(&mut lab, Budget::default()).is_ok());
}
