//! The additive fit: prices of items such that what the builds cost explains how they score.
//!
//! # Formula
//! ```text
//! P(i beats j) = 1 / (1 + exp(-(w_ij + s (ln c_i - ln c_j)))),   c_i = sum_k units_ik price_k,   price_k >= 0
//! ```
//! `w` is what a writer wants at equal points (0: an even fight), `s` the slope: how much more a dearer build wins in this
//! field. The likelihood is Bradley and Terry's (a draw is half a win, a score counts as what it is); each price is pulled
//! towards a prior, the printed table, with a strength that is in proportion to how badly the model fits: where the data
//! speak clearly the pull is nothing, where they are silent it is everything. Fisher's scoring with bounds (Bertsekas,
//! "Projected Newton methods", SIAM J. Control and Optimization 20, 1982).

use super::linear::Cholesky;
use super::market::Market;

/// What is known beforehand: about what each price is, and how sure that is.
#[derive(Clone, Debug)]
pub struct Prior {
    /// About what each price is.
    pub at: Vec<f64>,
    /// Its standard error.
    pub error: Vec<f64>,
    /// Between which bounds the slope lies.
    pub slopes: [f64; 2],
    /// What builds cost on average, if that is to stay: scores know prices up to a common factor.
    pub mean_cost: Option<f64>,
    /// How much a unit of the likelihood is worth: its overdispersion.
    pub dispersion: f64,
}

/// Prices and slope.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The price of each item.
    pub prices: Vec<f64>,
    /// The slope.
    pub slope: f64,
}

/// Scores, and how much each build counts.
pub struct Sample<'a> {
    /// Row against column.
    pub scores: &'a [f64],
    /// A pair counts the product of its two.
    pub weights: &'a [f64],
}

/// The likelihood's first and second derivatives, build by build.
pub struct Tension {
    /// By how much the fit falls short: the log-likelihood.
    pub likelihood: f64,
    /// Score less expected score of each build, summed over its pairs.
    pub pull: Vec<f64>,
    /// Minus the curvature between builds (a weighted graph's Laplacian), row by row.
    pub laplacian: Vec<f64>,
}

pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// `ln(1 + exp(x))` without overflow.
pub(super) fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// How the scores pull at log-strengths `at`; the curvature only if wanted.
pub fn tension(market: &Market, sample: &Sample, at: &[f64], curved: bool) -> Tension {
    let n = market.len();
    let mut tension = Tension {
        likelihood: 0.0,
        pull: vec![0.0; n],
        laplacian: if curved { vec![0.0; n * n] } else { Vec::new() },
    };
    for (i, j) in market.pairs() {
        let weight = sample.weights[i] * sample.weights[j];
        if weight <= 0.0 {
            continue;
        }
        let x = market.wanted[i * n + j] + at[i] - at[j];
        let score = sample.scores[i * n + j];
        tension.likelihood += weight * (score * x - softplus(x));
        if !curved {
            continue;
        }
        let expected = logistic(x);
        let off = weight * (score - expected);
        tension.pull[i] += off;
        tension.pull[j] -= off;
        let bend = weight * expected * (1.0 - expected);
        tension.laplacian[i * n + j] = -bend;
        tension.laplacian[j * n + i] = -bend;
        tension.laplacian[i * n + i] += bend;
        tension.laplacian[j * n + j] += bend;
    }
    tension
}

/// How log-strength `s ln c` changes with each price and with `ln s`: a row a build, `items + 1` columns.
pub fn slopes(market: &Market, fit: &Fit) -> Vec<f64> {
    let width = market.items() + 1;
    let costs = market.costs(&fit.prices);
    let middle = costs.iter().map(|cost| cost.ln()).sum::<f64>() / costs.len().max(1) as f64;
    let mut rows = vec![0.0; market.len() * width];
    for (i, build) in market.builds.iter().enumerate() {
        let row = &mut rows[i * width..(i + 1) * width];
        for &(item, units) in build {
            row[item] = fit.slope * units / costs[i];
        }
        row[width - 1] = fit.slope * (costs[i].ln() - middle);
    }
    rows
}

/// `E^T L E` of the rows `E` (of `width`) and a Laplacian `L`.
pub fn curvature(rows: &[f64], width: usize, laplacian: &[f64]) -> Vec<f64> {
    let n = rows.len() / width;
    let mut bent = vec![0.0; n * width];
    for i in 0..n {
        let into = &mut bent[i * width..(i + 1) * width];
        for (j, &bend) in laplacian[i * n..(i + 1) * n].iter().enumerate() {
            if bend != 0.0 {
                for (into, from) in into.iter_mut().zip(&rows[j * width..(j + 1) * width]) {
                    *into += bend * from;
                }
            }
        }
    }
    let mut all = vec![0.0; width * width];
    for i in 0..n {
        for (k, &value) in rows[i * width..(i + 1) * width].iter().enumerate() {
            if value != 0.0 {
                let into = &mut all[k * width..(k + 1) * width];
                for (into, from) in into.iter_mut().zip(&bent[i * width..(i + 1) * width]) {
                    *into += value * from;
                }
            }
        }
    }
    all
}

impl Fit {
    /// Log-strengths of the builds.
    pub fn strengths(&self, market: &Market) -> Vec<f64> {
        let costs = market.costs(&self.prices);
        costs.iter().map(|cost| self.slope * cost.ln()).collect()
    }

    /// What is to be made as large as possible.
    fn worth(&self, market: &Market, sample: &Sample, prior: &Prior) -> f64 {
        let likelihood = tension(market, sample, &self.strengths(market), false).likelihood;
        let off = prior
            .mean_cost
            .map_or(0.0, |mean| self.mean_cost(market) / mean - 1.0);
        let pin = market.len() as f64 * off * off / 2.0;
        likelihood - prior.dispersion * prior.against(self) - pin
    }

    /// What builds cost on average.
    fn mean_cost(&self, market: &Market) -> f64 {
        let costs = (0..market.len()).map(|i| market.cost(i, &self.prices));
        costs.sum::<f64>() / market.len().max(1) as f64
    }

    /// The best fit, looked for from `self` on. Prices of items that are not `free` stay.
    pub fn better(
        mut self,
        market: &Market,
        sample: &Sample,
        prior: &Prior,
        free: &[bool],
        enough: f64,
    ) -> Fit {
        let items = market.items();
        let width = items + 1;
        let [flat, steep] = prior.slopes;
        self.slope = self.slope.clamp(flat, steep);
        let mut usual = vec![0.0; items];
        for (item, units) in market.builds.iter().flatten() {
            usual[*item] += units / market.len() as f64;
        }
        let mut worth = self.worth(market, sample, prior);
        for _ in 0..60 {
            let tension = tension(market, sample, &self.strengths(market), true);
            let rows = slopes(market, &self);
            let mut bend = curvature(&rows, width, &tension.laplacian);
            let mut pull = vec![0.0; width];
            for (row, off) in rows.chunks(width).zip(&tension.pull) {
                for (into, value) in pull.iter_mut().zip(row) {
                    *into += off * value;
                }
            }
            for k in 0..items {
                let stiff = prior.dispersion / prior.error[k].powi(2);
                pull[k] -= stiff * (self.prices[k] - prior.at[k]);
                bend[k * width + k] += stiff;
            }
            if let Some(mean) = prior.mean_cost {
                let stiff = market.len() as f64 / (mean * mean);
                let off = self.mean_cost(market) - mean;
                for k in 0..items {
                    pull[k] -= stiff * off * usual[k];
                    for l in 0..items {
                        bend[k * width + l] += stiff * usual[k] * usual[l];
                    }
                }
            }
            // What is at its bound and pulled beyond it stays there.
            let moves: Vec<usize> = (0..width)
                .filter(|&k| match k {
                    k if k == items => {
                        steep > flat
                            && (pull[k] > 0.0 || self.slope > flat)
                            && (pull[k] < 0.0 || self.slope < steep)
                    }
                    k => free[k] && (self.prices[k] > 0.0 || pull[k] > 0.0),
                })
                .collect();
            let mut small = Vec::with_capacity(moves.len() * moves.len());
            for row in &moves {
                small.extend(moves.iter().map(|column| bend[row * width + column]));
            }
            let right: Vec<f64> = moves.iter().map(|k| pull[*k]).collect();
            let step = Cholesky::of(&small, moves.len()).solve(&right);
            let mut part = 1.0;
            let mut moved = None;
            for _ in 0..30 {
                let mut next = self.clone();
                for (&k, step) in moves.iter().zip(&step) {
                    if k == items {
                        let slope = self.slope * (part * step).clamp(-1.0, 1.0).exp();
                        next.slope = slope.clamp(flat, steep);
                    } else {
                        next.prices[k] = (self.prices[k] + part * step).max(0.0);
                    }
                }
                let found = next.worth(market, sample, prior);
                if found >= worth {
                    moved = Some((next, found));
                    break;
                }
                part *= 0.4;
            }
            let Some((next, found)) = moved else {
                break;
            };
            let mean = self.prices.iter().sum::<f64>().max(f64::MIN_POSITIVE) / items.max(1) as f64;
            let far = next
                .prices
                .iter()
                .zip(&self.prices)
                .map(|(a, b)| (a - b).abs() / mean)
                .fold((next.slope / self.slope).ln().abs(), f64::max);
            self = next;
            worth = found;
            if far < enough {
                break;
            }
        }
        self
    }
}

impl Prior {
    /// What the prior has against a fit: half the squares of its standard errors.
    pub fn against(&self, fit: &Fit) -> f64 {
        let known = self.at.iter().zip(&self.error).zip(&fit.prices);
        let off = known.map(|((at, error), price)| ((price - at) / error).powi(2));
        off.sum::<f64>() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Scores;

    /// Five items in sixteen builds, with the scores that these prices make at this slope.
    pub fn made(prices: &[f64], printed: &[f64], slope: f64) -> Market {
        let builds: Vec<Vec<(usize, f64)>> = (0..16usize)
            .map(|code| {
                let mut build = vec![(0, 1.0 + (code % 3) as f64)];
                build.extend(
                    (1..5)
                        .filter(|k| code >> (k - 1) & 1 == 1)
                        .map(|k| (k, 1.0)),
                );
                build
            })
            .collect();
        let cost = |i: usize| -> f64 { builds[i].iter().map(|(k, n)| n * prices[*k]).sum() };
        let scores = Scores::exact(builds.len(), |i, j| {
            logistic(slope * (cost(i).ln() - cost(j).ln()))
        });
        let printed = printed.iter().map(|price| Some(*price)).collect();
        Market::new(printed, builds, scores)
    }

    #[test]
    fn prices_that_made_the_scores_are_found_again() {
        let truth = [20.0, 8.0, 15.0, 3.0, 0.0];
        let printed = [20.0, 16.0, 15.0, 3.0, 5.0];
        let market = made(&truth, &printed, 1.7);
        let prior = Prior {
            at: printed.to_vec(),
            error: printed.iter().map(|p| 0.5 * p).collect(),
            slopes: [1.0, 3.0],
            mean_cost: Some(40.0),
            dispersion: 1e-9,
        };
        let fit = Fit {
            prices: printed.to_vec(),
            slope: 1.0,
        };
        let scores = market.scores.plain();
        let sample = Sample {
            scores: &scores,
            weights: &[1.0; 16],
        };
        let fit = fit.better(&market, &sample, &prior, &[true; 5], 1e-12);
        assert!((fit.slope - 1.7).abs() < 1e-4, "{fit:?}");
        for (found, truth) in fit.prices.iter().zip(truth) {
            // Scores know prices up to a common factor.
            let found = found / fit.prices[0] * truth.max(20.0) * 20.0 / truth.max(20.0);
            assert!((found - truth).abs() < 1e-2, "{fit:?}");
        }
    }
}
