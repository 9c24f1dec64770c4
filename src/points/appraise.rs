//! What every item is worth, how sure that is, and what is to be said of its price.
//!
//! Scores know prices up to a common factor: twice the price for everything changes nothing. The factor is chosen so that
//! the middle item keeps its price (the median of fair over printed, items weighted by how well they are known): a few
//! wrong prices then leave the right ones alone.
//!
//! Intervals come from fields in which every build counts for more or less (Rubin's bootstrap, a pair counting the product
//! of its two builds), because match-ups that share a build are no independent witnesses; where scores were sampled the
//! dice are thrown anew as well. How many builds have an item, and how many have not, bounds how much they can know.
//!
//! Puts together what `settle`, `spread` and `verdict` know, each of its own.

use super::bundle::Bundled;
use super::fit::{Fit, Prior, Sample, tension};
use super::linear::Cholesky;
use super::market::Market;
use super::round::Rounding;
use super::settle::{Settled, information, knowledge, settle, slope_bounds};
use super::spread::{spread, student, weighted_median};
use super::verdict::{Priced, Silence, Verdict, confounded, find, witness};
use crate::stats::{Resample, middle};
use rayon::prelude::*;
use statrs::distribution::ContinuousCDF;

/// How to appraise.
#[derive(Copy, Clone, Debug)]
pub struct Terms {
    /// Where resamples come from.
    pub seed: u64,
    /// How many.
    pub resamples: u64,
    /// The part of all findings (cheap, dear) that may be false.
    pub false_findings: f64,
    /// A price is as good as fair if it is off by no more than this part of it.
    pub tolerance: f64,
    /// The slope, where it is given and not fitted.
    pub slope: Option<f64>,
    /// How the new prices are rounded.
    pub rounding: Rounding,
}

/// An item, appraised.
#[derive(Clone, Debug)]
pub struct Appraised {
    /// What it should cost.
    pub fair: f64,
    /// The 95 % interval.
    pub interval: [f64; 2],
    /// What is to be said of the printed price.
    pub verdict: Verdict,
    /// Why nothing can be told.
    pub silence: Option<Silence>,
    /// How likely so large a difference would be if the price were right.
    pub chance: f64,
    /// What it costs in the new table.
    pub new: f64,
    /// How many builds have it.
    pub carriers: usize,
}

/// A market, appraised.
#[derive(Clone, Debug)]
pub struct Appraisal {
    /// Item by item.
    pub items: Vec<Appraised>,
    /// The slope: how much a dearer build wins.
    pub slope: f64,
    /// Its 95 % interval; none where it was given.
    pub slope_interval: Option<[f64; 2]>,
    /// How strongly prices were pulled towards the printed table: the standard error given to a printed price, as a
    /// part of it.
    pub pull: f64,
    /// How far the additive prices miss a typical build's log strength.
    pub misfit: f64,
    /// How many resamples the intervals rest on.
    pub resamples: u64,
}

impl Appraisal {
    /// The new table.
    pub fn table(&self) -> Vec<f64> {
        self.items.iter().map(|item| item.new).collect()
    }

    /// The fair table, unrounded.
    pub fn fair(&self) -> Vec<f64> {
        self.items.iter().map(|item| item.fair).collect()
    }
}

/// The common factor by which a fit's prices are too high.
fn scale(market: &Market, fit: &Fit, weights: &[f64]) -> f64 {
    let ratios = (0..market.items()).filter_map(|k| {
        let printed = market.printed[k].filter(|price| *price > 0.0)?;
        Some((fit.prices[k] / printed, weights[k]))
    });
    weighted_median(ratios.collect())
        .filter(|scale| *scale > 1e-9)
        .unwrap_or_else(|| {
            // Nothing has a price: the mean build is to cost 100.
            let costs = market.costs(&fit.prices);
            let mean = costs.iter().sum::<f64>() / costs.len().max(1) as f64;
            if market.table().iter().all(|price| *price == 0.0) && mean > 0.0 {
                mean / 100.0
            } else {
                1.0
            }
        })
}

/// Appraises every item of a market.
pub fn appraise(market: &Market, terms: &Terms) -> Appraisal {
    let bundled = Bundled::new(market);
    let inner = &bundled.market;
    let n = inner.len();
    let plain = inner.scores.plain();
    let ones = vec![1.0; n];
    let sample = Sample {
        scores: &plain,
        weights: &ones,
    };
    let settled = settle(inner, &sample, terms.slope);
    let items = inner.items();
    let width = items + 1;
    let known = knowledge(&information(inner, &sample, &settled.fit), &settled.prior);
    let covariance = Cholesky::of(&pinned(known, inner, &settled.fit), width).inverse();
    let weights: Vec<f64> = (0..items)
        .map(|k| {
            let error = covariance[k * width + k].max(0.0).sqrt() / settled.fit.prices[k].max(1e-9);
            1.0 / (error * error + 0.03f64.powi(2))
        })
        .collect();
    let factor = scale(inner, &settled.fit, &weights);
    let free = vec![true; items];
    let drawn: Vec<Fit> = (0..terms.resamples)
        .into_par_iter()
        .map(|number| {
            let mut draw = Resample::new(terms.seed, number);
            let scores = draw.dice(&inner.scores);
            let weights_of = normed(draw.weights(n));
            let sample = Sample {
                scores: &scores,
                weights: &weights_of,
            };
            // The slope is a finding as well.
            let mut prior = settled.prior.clone();
            if terms.slope.is_none()
                && let Some(bounds) = slope_bounds(inner, &sample, &prior.at)
            {
                prior.slopes = bounds;
            }
            let fit = settled.fit.clone();
            let mut fit = fit.better(inner, &sample, &prior, &free, 1e-5);
            let factor = scale(inner, &fit, &weights);
            fit.prices.iter_mut().for_each(|price| *price /= factor);
            fit
        })
        .collect();
    let costs = inner.costs(&inner.table());
    let mean_cost = costs.iter().sum::<f64>() / n.max(1) as f64;
    let mut priced: Vec<Priced> = (0..items)
        .map(|item| {
            let fair = settled.fit.prices[item] / factor;
            let witness = witness(inner, item);
            let drawn = drawn.iter().map(|fit| fit.prices[item]);
            let spread = spread(drawn, fair) * witness.short.sqrt();
            let printed = inner.printed[item].unwrap_or(0.0);
            let units: f64 = inner.carriers(item).map(|i| inner.units(i, item)).sum();
            let typical = mean_cost * witness.with as f64 / units.max(1e-9);
            let slack = terms.tolerance * printed.max(0.02 * typical);
            let law = student(witness.freedom);
            let half = spread * law.inverse_cdf(0.975);
            let beyond = (fair - printed).abs() - slack;
            let chance = if beyond <= 0.0 {
                1.0
            } else {
                2.0 * law.sf(beyond / spread.max(1e-12 * mean_cost.max(1e-9)))
            };
            let silence = if witness.constant {
                Some(Silence::Everybody)
            } else if witness.silent {
                Some(Silence::Few {
                    with: witness.with,
                    without: witness.without,
                })
            } else {
                confounded(&covariance, width, item, &settled.prior)
            };
            Priced {
                fair,
                interval: [(fair - half).max(0.0), fair + half],
                printed,
                slack,
                chance: chance.min(1.0),
                error: spread,
                silence,
                found: false,
            }
        })
        .collect();
    find(&mut priced, terms.false_findings);
    let table = new_table(inner, &sample, &settled, &priced);
    let mut appraised: Vec<Appraised> = market
        .table()
        .iter()
        .map(|printed| Appraised {
            fair: *printed,
            interval: [0.0, f64::INFINITY],
            verdict: Verdict::CannotTell,
            silence: Some(Silence::Absent),
            chance: 1.0,
            new: *printed,
            carriers: 0,
        })
        .collect();
    for (bundle, priced) in priced.iter().enumerate() {
        let share = |price: f64| bundled.share(bundle, price, &market.printed);
        let [low, high] = priced.interval.map(share);
        let new = if priced.found {
            share(table[bundle])
        } else {
            share(inner.printed[bundle].unwrap_or(0.0))
        };
        let several = bundled.bundles[bundle].len() > 1;
        for (at, (item, fair)) in share(priced.fair).into_iter().enumerate() {
            let mut verdict = priced.verdict();
            let mut silence = match (&priced.silence, verdict) {
                (Some(silence), _) => Some(outer(silence, &bundled)),
                (None, Verdict::CannotTell) => Some(Silence::Wide),
                _ => None,
            };
            if several && silence != Some(Silence::Everybody) {
                let others = bundled.bundles[bundle].iter().map(|(other, _)| *other);
                let others = others.filter(|other| *other != item).collect();
                silence = Some(Silence::Together(others, priced.fair, priced.interval));
                verdict = Verdict::CannotTell;
            }
            let found = priced.found;
            appraised[item] = Appraised {
                fair,
                interval: [low[at].1, high[at].1],
                verdict,
                silence,
                chance: priced.chance,
                new: if found {
                    terms.rounding.of(new[at].1)
                } else {
                    market.printed[item].unwrap_or(0.0)
                },
                carriers: market.carriers(item).count(),
            };
        }
    }
    let slopes = drawn.iter().map(|fit| fit.slope).collect();
    let fitted = terms.slope.is_none();
    Appraisal {
        items: appraised,
        slope: settled.fit.slope,
        slope_interval: fitted.then(|| middle(slopes).unwrap_or_default()),
        pull: settled.pull,
        misfit: misfit(inner, &sample, &settled),
        resamples: terms.resamples,
    }
}

/// Weights with mean 1.
fn normed(mut weights: Vec<f64>) -> Vec<f64> {
    let mean = weights.iter().sum::<f64>() / weights.len().max(1) as f64;
    weights.iter_mut().for_each(|weight| *weight /= mean);
    weights
}

/// What is known, with the common factor held fast, so that it does not count as something unknown of each price.
fn pinned(mut known: Vec<f64>, market: &Market, fit: &Fit) -> Vec<f64> {
    let width = market.items() + 1;
    let size: f64 = fit.prices.iter().map(|price| price * price).sum();
    let largest = (0..width).map(|k| known[k * width + k]).fold(0.0, f64::max);
    let stiff = 1e3 * largest / size.max(1e-300);
    for k in 0..width - 1 {
        for l in 0..width - 1 {
            known[k * width + l] += stiff * fit.prices[k] * fit.prices[l];
        }
    }
    known
}

/// A silence of bundles in terms of items.
fn outer(silence: &Silence, bundled: &Bundled) -> Silence {
    match silence {
        Silence::Confounded(others) => Silence::Confounded(
            others
                .iter()
                .map(|other| bundled.bundles[*other][0].0)
                .collect(),
        ),
        other => other.clone(),
    }
}

/// The new table: what is found gets a new price, everything else keeps the printed one. The new prices are fitted once
/// more with the others as they are.
fn new_table(market: &Market, sample: &Sample, settled: &Settled, priced: &[Priced]) -> Vec<f64> {
    let free: Vec<bool> = priced.iter().map(|item| item.found).collect();
    let prior = Prior {
        at: priced.iter().map(|item| item.fair).collect(),
        error: priced
            .iter()
            .map(|item| item.error.max(1e-6 * item.fair.max(1e-6)))
            .collect(),
        mean_cost: None,
        ..settled.prior.clone()
    };
    let start = Fit {
        prices: priced
            .iter()
            .map(|item| if item.found { item.fair } else { item.printed })
            .collect(),
        slope: settled.fit.slope,
    };
    start.better(market, sample, &prior, &free, 1e-7).prices
}

/// How far the prices miss the log strength of a typical build, over the slope: a part of its price.
fn misfit(market: &Market, sample: &Sample, settled: &Settled) -> f64 {
    let tension = tension(market, sample, &settled.fit.strengths(market), true);
    let n = market.len();
    let mut off = 0.0;
    let mut count = 0.0;
    for (i, pull) in tension.pull.iter().enumerate() {
        let bend = tension.laplacian[i * n + i];
        if bend > 1e-9 {
            off += (pull / bend).powi(2);
            count += 1.0;
        }
    }
    (off / f64::max(count, 1.0)).sqrt() / settled.fit.slope
}
