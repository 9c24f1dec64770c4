//! Same seed, same bytes, for ever: literal results. A change here is a change of every sampled figure that anybody has
//! published with a seed, and needs a line in the CHANGELOG.

use crate::helpers::answer;
use fairfight::umpire::{Dice, Sampler, Silent, Stream};
use serde_json::{Value, json};

#[test]
fn dice() {
    let mut dice = Sampler::new(Stream::new(1, "knight v levy"), 0, Silent);
    let d20: Vec<u32> = (0..16).map(|_| dice.die(20)).collect();
    let d6: Vec<u32> = (0..16).map(|_| dice.die(6)).collect();
    let counts = dice.counts(20, [(2, 11), (1, 5), (1, 20)]);
    let tally = dice.tally(9, 20, [18, 11, 4]);
    let top = [dice.highest(1, 20, 2), dice.highest(7, 20, 10)];
    assert_eq!(d20, D20);
    assert_eq!(d6, D6);
    assert_eq!((counts, tally, top), (COUNTS, TALLY, TOP));
    let mut later = Sampler::new(Stream::new(u64::MAX, "ümläut"), u64::MAX, Silent);
    assert_eq!([later.die(20), later.die(100), later.die(2)], LATER);
}

const D20: [u32; 16] = [2, 20, 6, 20, 1, 9, 9, 17, 18, 2, 17, 11, 5, 17, 8, 15];
const D6: [u32; 16] = [5, 4, 6, 5, 6, 6, 2, 3, 4, 3, 3, 4, 4, 6, 6, 6];
const COUNTS: [u32; 3] = [2, 1, 0];
const TALLY: [u32; 3] = [3, 2, 3];
const TOP: [u32; 2] = [12, 20];
const LATER: [u32; 3] = [15, 42, 1];

/// (a, b, situation, seed) and what 10,000 fights came to: wins of A, wins of B, draws, mean rounds.
#[test]
fn fights() {
    for (a, b, situation, seed, expected) in [
        (
            "knight",
            "huscarl",
            json!({"gap": 0, "initiative": "a"}),
            1,
            json!([6060, 3823, 117, 1.3065]),
        ),
        (
            "knight",
            "musketeer",
            json!({}),
            1,
            json!([2980, 6987, 33, 1.9199]),
        ),
        (
            "knight",
            "musketeer",
            json!({}),
            2,
            json!([3024, 6923, 53, 1.9207]),
        ),
        (
            "storm_mage",
            "trench_raider",
            json!({"gap": 24}),
            7,
            json!([5849, 3842, 309, 1.0165]),
        ),
        (
            "duellist",
            "gladiator",
            json!({"gap": 8, "initiative": "even"}),
            3,
            json!([8508, 1377, 115, 1.2805]),
        ),
    ] {
        let got = answer(
            &json!({"rules": "allesfezs", "ask": "duel", "a": a, "b": b, "situation": situation,
            "seed": seed, "method": "sampled", "trials": 10_000}),
        );
        let got: Value = json!([
            got["wins_a"],
            got["wins_b"],
            got["draw_count"],
            got["mean_rounds"]
        ]);
        assert_eq!(got, expected, "{a} against {b}, seed {seed}");
    }
}

/// Results do not depend on how many threads there are.
#[test]
fn threads() {
    let query = json!({"rules": "allesfezs", "ask": "duel", "a": "musketeer", "b": "knight", "method": "sampled",
        "trials": 50_000, "seed": 5});
    let here = answer(&query);
    for threads in [1, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        assert_eq!(pool.install(|| answer(&query)), here, "{threads} threads");
    }
}
