//! Proof on match-ups that the fit has not seen. Builds are dealt into heaps; for each heap the whole procedure (fit,
//! findings, new prices, rounding) is done without it, and judged by the fights within the heap. No build that is judged
//! has had a say in the prices it is judged by.

use super::appraise::{Terms, appraise};
use super::fit::{Fit, Prior, Sample};
use super::market::Market;
use crate::stats::{Resample, middle};

/// How far from what is wanted held-out match-ups are, under one table.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Distance {
    /// The mean distance.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub interval: [f64; 2],
    /// The worst.
    pub worst: f64,
    /// How many match-ups.
    pub pairs: usize,
}

/// One table against another.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Contest {
    /// The printed table.
    pub before: Distance,
    /// The new one.
    pub after: Distance,
    /// Mean distance before less after.
    pub gain: f64,
    /// Its 95 % interval.
    pub gain_interval: [f64; 2],
}

/// What held-out match-ups say of the new table.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Proof {
    /// How many heaps.
    pub heaps: usize,
    /// Every held-out match-up: distance of the score from what the two prices let expect.
    pub all: Contest,
    /// Held-out match-ups of builds that cost the same (the dearer at most a tenth more): distance of the score from even.
    pub equal: Option<Contest>,
    /// Whether the new table is better beyond doubt.
    pub better: bool,
}

/// Fewer builds than this cannot be dealt into heaps.
const FEWEST: usize = 15;

/// Prices within this factor are the same.
const EQUAL: f64 = 1.1;

/// Fewer match-ups of equal price say nothing.
const FEWEST_EQUAL: usize = 10;

/// Redrawn fields behind the intervals.
const DRAWS: u64 = 400;

/// A held-out match-up: who, and how far off before and after.
struct Held {
    pair: [usize; 2],
    off: [f64; 2],
    equal: [Option<f64>; 2],
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The slope that fits a table best.
fn slope_under(market: &Market, sample: &Sample, table: &[f64]) -> f64 {
    let items = market.items();
    let prior = Prior {
        at: table.to_vec(),
        error: vec![1.0; items],
        slopes: [1e-3, 50.0],
        mean_cost: None,
        dispersion: 0.0,
    };
    let start = Fit {
        prices: table.to_vec(),
        slope: 1.0,
    };
    start
        .better(market, sample, &prior, &vec![false; items], 1e-6)
        .slope
}

/// Deals the builds into heaps and judges. None if there are too few builds.
pub fn prove(market: &Market, terms: &Terms) -> Option<Proof> {
    let n = market.len();
    if n < FEWEST {
        return None;
    }
    let heaps = if n < 40 { 3 } else { 5 };
    let order = Resample::new(terms.seed, u64::MAX).weights(n);
    let mut dealt: Vec<usize> = (0..n).collect();
    dealt.sort_by(|a, b| order[*a].total_cmp(&order[*b]));
    let mut held = Vec::new();
    for heap in 0..heaps {
        let is_in = |at: usize| at % heaps == heap;
        let pick = |inside: bool| -> Vec<usize> {
            let places = dealt.iter().enumerate();
            let mut there: Vec<usize> = places
                .filter(|(at, _)| is_in(*at) == inside)
                .map(|(_, build)| *build)
                .collect();
            there.sort_unstable();
            there
        };
        let seen = market.among(&pick(false));
        let few = Terms {
            resamples: terms.resamples.min(60),
            ..*terms
        };
        let tables = [market.table(), appraise(&seen, &few).table()];
        let scores = seen.scores.plain();
        let ones = vec![1.0; seen.len()];
        let sample = Sample {
            scores: &scores,
            weights: &ones,
        };
        let slopes = tables.each_ref().map(|table| match terms.slope {
            Some(slope) => slope,
            None => slope_under(&seen, &sample, table),
        });
        let costs = tables.each_ref().map(|table| market.costs(table));
        let unseen = pick(true);
        for (at, &i) in unseen.iter().enumerate() {
            for &j in unseen[at + 1..].iter().filter(|j| market.met[i * n + **j]) {
                let score = market.scores.at(i, j).score;
                let wanted = market.wanted[i * n + j];
                let judge = |t: usize| {
                    let ratio = (costs[t][i] / costs[t][j]).ln();
                    let off = (score - logistic(wanted + slopes[t] * ratio)).abs();
                    let equal = (score - logistic(wanted)).abs();
                    (off, (ratio.abs() <= EQUAL.ln() + 1e-9).then_some(equal))
                };
                let [before, after] = [judge(0), judge(1)];
                held.push(Held {
                    pair: [i, j],
                    off: [before.0, after.0],
                    equal: [before.1, after.1],
                });
            }
        }
    }
    if held.is_empty() {
        return None;
    }
    let all = contest(&held, n, terms.seed, |held, t| Some(held.off[t]))?;
    let equal = contest(&held, n, terms.seed, |held, t| held.equal[t])
        .filter(|c| c.before.pairs.min(c.after.pairs) >= FEWEST_EQUAL);
    let better = all.gain_interval[0] > 0.0 && equal.is_none_or(|equal| equal.gain >= 0.0);
    Some(Proof {
        heaps,
        all,
        equal,
        better,
    })
}

/// Weighs one distance before and after.
fn contest(
    held: &[Held],
    n: usize,
    seed: u64,
    of: impl Fn(&Held, usize) -> Option<f64>,
) -> Option<Contest> {
    let means = |weights: &[f64]| {
        [0, 1].map(|t| {
            let (mut sum, mut all) = (0.0, 0.0);
            for held in held {
                if let Some(off) = of(held, t) {
                    let weight = weights[held.pair[0]] * weights[held.pair[1]];
                    sum += weight * off;
                    all += weight;
                }
            }
            if all > 0.0 { sum / all } else { f64::NAN }
        })
    };
    let found = means(&vec![1.0; n]);
    if found.iter().any(|mean| mean.is_nan()) {
        return None;
    }
    let drawn: Vec<[f64; 2]> = (0..DRAWS)
        .map(|number| means(&Resample::new(seed, u64::MAX - 1 - number).weights(n)))
        .filter(|drawn| drawn.iter().all(|mean| mean.is_finite()))
        .collect();
    let distance = |t: usize| Distance {
        mean: found[t],
        interval: middle(drawn.iter().map(|drawn| drawn[t]).collect()).unwrap_or_default(),
        worst: held
            .iter()
            .filter_map(|held| of(held, t))
            .fold(0.0, f64::max),
        pairs: held.iter().filter_map(|held| of(held, t)).count(),
    };
    Some(Contest {
        before: distance(0),
        after: distance(1),
        gain: found[0] - found[1],
        gain_interval: middle(drawn.iter().map(|drawn| drawn[0] - drawn[1]).collect())
            .unwrap_or_default(),
    })
}
