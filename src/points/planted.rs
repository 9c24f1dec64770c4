//! Tables whose true prices are known, with errors planted in them: do the findings name the wrong prices, leave the right
//! ones alone, and do the intervals hold what is true? Over many seeds, because one may be lucky.

use super::appraise::{Terms, Verdict, appraise};
use super::market::Market;
use super::round::Rounding;
use crate::stats::{Cell, Resample, Scores};

/// What the truth is like.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Truth {
    /// Prices add up, and every score is known.
    Additive,
    /// Prices add up, and each score was counted over so many fights.
    Sampled(f64),
    /// Two items are worth more together than apart.
    Interaction,
    /// Three kinds of weapons beat each other in a circle.
    Cycle,
}

/// Items: eight weapons, of which each build has one; five armours or none; nine extras, each or not.
const WEAPONS: usize = 8;
const ARMOURS: usize = 5;
const EXTRAS: usize = 9;
const ITEMS: usize = WEAPONS + ARMOURS + EXTRAS;

/// The items whose prices are wrong, and by what factor.
const PLANTED: [(usize, f64); 5] = [(1, 0.5), (4, 2.0), (9, 1.7), (14, 0.5), (18, 1.8)];

struct Planted {
    market: Market,
    truth: Vec<f64>,
}

fn plant(truth_is: Truth, seed: u64, builds: usize, planted: &[(usize, f64)]) -> Planted {
    let mut draw = Resample::new(seed, 77);
    let mut unit = || 1.0 - (-draw.weights(1)[0]).exp();
    let truth: Vec<f64> = (0..ITEMS).map(|_| (4.0 + 26.0 * unit()).round()).collect();
    let mut printed: Vec<Option<f64>> = truth.iter().map(|price| Some(*price)).collect();
    for &(item, factor) in planted {
        printed[item] = Some((truth[item] * factor).round());
    }
    let pick = |u: f64, n: usize| ((u * n as f64) as usize).min(n - 1);
    let made: Vec<Vec<(usize, f64)>> = (0..builds)
        .map(|_| {
            let mut build = vec![(pick(unit(), WEAPONS), 1.0)];
            let armour = pick(unit(), ARMOURS + 1);
            if armour < ARMOURS {
                build.push((WEAPONS + armour, 1.0));
            }
            for extra in 0..EXTRAS {
                if unit() < 0.4 {
                    build.push((WEAPONS + ARMOURS + extra, 1.0));
                }
            }
            build
        })
        .collect();
    let slope = 1.0 + unit();
    let has = |i: usize, item: usize| made[i].iter().any(|(known, _)| *known == item);
    let strength: Vec<f64> = (0..builds)
        .map(|i| {
            let cost: f64 = made[i].iter().map(|(item, n)| n * truth[*item]).sum();
            // The last two extras do more together than apart.
            let more = has(i, ITEMS - 1) && has(i, ITEMS - 2);
            let more = if more && truth_is == Truth::Interaction {
                15.0
            } else {
                0.0
            };
            slope * (cost + more).ln()
        })
        .collect();
    let circle = |i: usize, j: usize| {
        // Weapons 0, 1 and 2 modulo 3: stone, paper, scissors.
        let kind = |i: usize| made[i][0].0 % 3;
        match (truth_is, (3 + kind(i) - kind(j)) % 3) {
            (Truth::Cycle, 1) => 0.6,
            (Truth::Cycle, 2) => -0.6,
            _ => 0.0,
        }
    };
    let mut scores = Scores::even(builds);
    for i in 0..builds {
        for j in i + 1..builds {
            let score = 1.0 / (1.0 + (strength[j] - strength[i] - circle(i, j)).exp());
            scores.set(i, j, Cell::exact(score));
            if let Truth::Sampled(fights) = truth_is {
                let error = 1.96 * (score * (1.0 - score) / fights).sqrt();
                let cell = Cell {
                    score,
                    low: score - error,
                    high: score + error,
                };
                let mut once = Scores::even(2);
                once.set(0, 1, cell);
                let seed = seed * 1_000_003 + (i * builds + j) as u64;
                let counted = Resample::new(seed, 5).dice(&once)[1];
                scores.set(
                    i,
                    j,
                    Cell {
                        score: counted,
                        low: counted - error,
                        high: counted + error,
                    },
                );
            }
        }
    }
    Planted {
        market: Market::new(printed, made, scores),
        truth,
    }
}

/// What came of many seeds.
#[derive(Default, Debug)]
struct Count {
    planted: usize,
    named: usize,
    right: usize,
    found: usize,
    falsely: usize,
    covered: usize,
    items: usize,
}

fn terms(seed: u64) -> Terms {
    Terms {
        seed,
        resamples: 100,
        false_findings: 0.05,
        tolerance: 0.05,
        slope: None,
        rounding: Rounding::To(1.0),
    }
}

fn count(truth_is: Truth, seeds: std::ops::Range<u64>, planted: &[(usize, f64)]) -> Count {
    let mut count = Count::default();
    for seed in seeds {
        let made = plant(truth_is, seed, 70, planted);
        let found = appraise(&made.market, &terms(seed));
        for (item, appraised) in found.items.iter().enumerate() {
            // What the interaction makes of its two is no error of the planter's.
            if truth_is == Truth::Interaction && item >= ITEMS - 2 {
                continue;
            }
            let error = planted.iter().find(|(wrong, _)| *wrong == item);
            let [low, high] = appraised.interval;
            count.items += 1;
            let slack = 1e-3 * made.truth[item];
            count.covered +=
                usize::from(low - slack <= made.truth[item] && made.truth[item] <= high + slack);
            let said = appraised.verdict;
            let is_found = matches!(said, Verdict::Cheap | Verdict::Dear);
            count.found += usize::from(is_found);
            match error {
                Some((_, factor)) => {
                    let should = if *factor < 1.0 {
                        Verdict::Cheap
                    } else {
                        Verdict::Dear
                    };
                    count.planted += 1;
                    count.named += usize::from(said == should);
                    count.falsely += usize::from(is_found && said != should);
                }
                None => {
                    count.right += 1;
                    count.falsely += usize::from(is_found);
                }
            }
        }
    }
    count
}

#[test]
fn planted_errors_are_named_and_the_rest_is_left_alone() {
    for truth in [
        Truth::Additive,
        Truth::Sampled(2_000.0),
        Truth::Interaction,
        Truth::Cycle,
    ] {
        let count = count(truth, 1..13, &PLANTED);
        println!("{truth:?} {count:?}");
    }
    let count = count(Truth::Cycle, 1..13, &[]);
    println!("nothing planted {count:?}");
}
