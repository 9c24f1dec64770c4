//! The search against battles whose law is known: where the balance is, and how often the interval holds it.

use super::balance::{Balance, Scales, balance};
use super::fit::logistic;
use super::tried::ratio;
use crate::stats::{Counted, Z};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use std::convert::Infallible;

/// A battle whose law is known: the chance of A, and of a draw.
type Known<'a> = &'a dyn Fn([u32; 2]) -> [f64; 2];

fn found(scales: Scales, seed: u64, room: u32, law: Known) -> Balance {
    let mut random = Pcg64Mcg::new(u128::from(seed) << 1 | 1);
    let mut next = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    for _ in 0..8 {
        next();
    }
    let result: Result<Balance, Infallible> = balance(scales, |numbers, range| {
        if numbers[0].max(numbers[1]) > room {
            return Ok(None);
        }
        let [win, draw] = law(numbers);
        let mut counted = Counted {
            n: range.end - range.start,
            sum: 0.0,
            squares: 0.0,
        };
        for _ in range {
            let x = next();
            let score = if x < win {
                1.0
            } else if x < win + draw {
                0.5
            } else {
                0.0
            };
            counted.sum += score;
            counted.squares += score * score;
        }
        Ok(Some(counted))
    });
    result.unwrap()
}

fn scales(start: [u32; 2], fights: u64) -> Scales {
    Scales {
        start,
        most: 100,
        fights,
        wanted: 0.0,
    }
}

fn logistic_law(worth: f64, slope: f64) -> impl Fn([u32; 2]) -> [f64; 2] {
    move |numbers| [logistic(slope * (ratio(numbers) + worth)), 0.0]
}

/// The intervals of planted laws hold the truth about as often as they say, wherever it lies and however steep.
#[test]
fn intervals_hold_the_truth() {
    let (mut all, mut held) = (0.0, 0.0);
    let worths = [-2.5, -1.0, -0.26, 0.0, 0.3, 1.2, 3.0];
    for (case, worth) in (1u64..).zip(worths) {
        for slope in [1.5, 4.0, 12.0] {
            for fights in [200, 1000] {
                let law = logistic_law(worth, slope);
                let mut hits = 0.0;
                for number in 0..100 {
                    let seed = 1000 * case + fights + number;
                    let [low, high] = found(scales([7, 8], fights), seed, 100, &law).interval;
                    hits += f64::from(u8::from(low <= worth && worth <= high));
                    assert!(slope < 4.0 || high - low < 2.0, "{low}..{high}");
                }
                assert!(
                    hits >= 84.0,
                    "{worth}, slope {slope}, {fights} fights: {hits}"
                );
                held += hits;
                all += 100.0;
            }
        }
    }
    assert!((0.93..0.97).contains(&(held / all)), "{held} of {all}");
}

/// More fights, narrower intervals: about as the dice allow (at a slope of 5 an error of the score of 1 in 100 is one
/// of 0.8 in 100 of the worth).
#[test]
fn effort_is_not_wasted() {
    for (worth, slope) in [(0.0, 5.0), (-1.0, 5.0), (2.0, 3.0)] {
        let found = found(scales([6, 9], 4000), 5, 100, &logistic_law(worth, slope));
        let width = found.interval[1] - found.interval[0];
        // All fights at the balance would give 2 z / (s / 2 sqrt(n)).
        let best = 2.0 * Z * 2.0 / (slope * 4000f64.sqrt());
        assert!(width < 2.0 * best, "{width} against {best}");
        assert!((4000..4400).contains(&found.fights), "{}", found.fights);
    }
}

/// A law of another kind: battles of normal luck, a third of them drawn near the balance.
#[test]
fn draws_and_other_curves() {
    let worth = 0.7;
    let law = |numbers: [u32; 2]| {
        let x = 2.0 * (ratio(numbers) + worth);
        let normal = |x: f64| {
            use statrs::distribution::{ContinuousCDF, Normal};
            Normal::standard().cdf(x)
        };
        let [win, lose] = [normal(x - 0.43), normal(-x - 0.43)];
        [win, 1.0 - win - lose]
    };
    let held = (0..200u64)
        .filter(|seed| {
            let [low, high] = found(scales([5, 5], 600), 77 + seed, 100, &law).interval;
            low <= worth && worth <= high
        })
        .count();
    assert!(held >= 184, "{held} of 200");
}

#[test]
fn a_wanted_score_is_aimed_at() {
    // At a slope of 4, three to one (log odds 1.1) are got with exp(1.1 / 4) as many.
    let wanted = 3f64.ln();
    let asked = Scales {
        wanted,
        ..scales([6, 6], 4000)
    };
    let found = found(asked, 3, 100, &logistic_law(0.5, 4.0));
    let truth = 0.5 - wanted / 4.0;
    assert!(
        found.interval[0] <= truth && truth <= found.interval[1],
        "{found:?}"
    );
    assert!(found.interval[1] - found.interval[0] < 0.15, "{found:?}");
}

#[test]
fn where_no_numbers_turn_the_battle_a_bound_is_given() {
    let always = |_: [u32; 2]| [1.0, 0.0];
    let best = found(scales([6, 8], 1000), 1, 100, &always);
    assert_eq!(best.interval[1], f64::INFINITY);
    assert!((best.worth - 100f64.ln()).abs() < 1e-9, "{best:?}");
    let never = |_: [u32; 2]| [0.0, 0.0];
    let worst = found(scales([6, 8], 1000), 1, 30, &never);
    assert_eq!(worst.interval[0], f64::NEG_INFINITY);
    assert!(
        (worst.worth + 30f64.ln()).abs() < 1e-9,
        "room for 30: {worst:?}"
    );
}

/// Nothing but draws: nobody is worth more than another, and nothing is known.
#[test]
fn what_is_always_drawn_is_not_known() {
    let drawn = |_: [u32; 2]| [0.0, 1.0];
    let found = found(scales([6, 8], 1000), 1, 100, &drawn);
    assert!(found.worth.is_finite(), "{found:?}");
    assert_eq!(found.interval, [f64::NEG_INFINITY, f64::INFINITY]);
}

/// Numbers that do not lie on the curve make the interval wider.
#[test]
fn what_is_not_smooth_is_less_sure() {
    let rough = |numbers: [u32; 2]| {
        let jump = if (numbers[0] + numbers[1]).is_multiple_of(2) {
            0.15
        } else {
            -0.15
        };
        [logistic(5.0 * (ratio(numbers) + jump)), 0.0]
    };
    let smooth = found(scales([7, 7], 4000), 1, 100, &logistic_law(0.0, 5.0));
    let found = found(scales([7, 7], 4000), 1, 100, &rough);
    let width = |found: Balance| found.interval[1] - found.interval[0];
    assert!(width(found) > 2.0 * width(smooth), "{found:?} {smooth:?}");
}
