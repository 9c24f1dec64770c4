//! Items that are worth more, or less, together than apart: where prices that add up cannot be right for everybody.
//!
//! For each two items that some builds have both, some one and some neither, what the additive prices leave over is held
//! against having both (a score test, the other prices adjusted for it); the spread of what is left over from build to
//! build says how much is chance.

use super::appraise::Terms;
use super::bundle::Bundled;
use super::fit::{Sample, slopes, tension};
use super::linear::Cholesky;
use super::market::Market;
use super::settle::{Settled, settle};
use super::spread::student;
use rayon::prelude::*;
use statrs::distribution::ContinuousCDF;

/// Two items that do not add up.
#[derive(Clone, Debug, PartialEq)]
pub struct Interplay {
    /// The two.
    pub items: [usize; 2],
    /// What the first is worth with the second.
    pub with: f64,
    /// What the first is worth without the second.
    pub without: f64,
    /// How much more both are worth together than apart, in points of a typical build that has both.
    pub together: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// How likely so much would be by chance.
    pub chance: f64,
}

/// Fewer builds with both, with either or with neither say nothing.
const FEWEST: usize = 4;

/// How many are told.
const MOST: usize = 12;

/// Two items that may not add up: which builds have both, and how many have both, one or the other, or neither.
struct Candidate {
    items: [usize; 2],
    both: Vec<f64>,
    cells: [usize; 4],
}

/// What having both does, with all else adjusted for it.
struct Effect {
    /// Having both, cleared of what the prices explain.
    clear: Vec<f64>,
    /// In log odds.
    size: f64,
    error: f64,
    chance: f64,
}

/// What is left over, and what explains it so far: prices, slope, and pairs found before.
struct Rest {
    n: usize,
    laplacian: Vec<f64>,
    /// Columns, one after another.
    columns: Vec<Vec<f64>>,
    /// How stiff each is held beforehand.
    stiff: Vec<f64>,
    pull: Vec<f64>,
}

impl Rest {
    fn bent(&self, values: &[f64]) -> Vec<f64> {
        let rows = self.laplacian.chunks(self.n);
        rows.map(|row| dot(row, values)).collect()
    }

    fn factored(&self) -> Cholesky {
        let width = self.columns.len();
        let mut bend = vec![0.0; width * width];
        for (k, column) in self.columns.iter().enumerate() {
            let bent = self.bent(column);
            for (l, other) in self.columns.iter().enumerate() {
                bend[k * width + l] = dot(&bent, other);
            }
            bend[k * width + k] += self.stiff[k];
        }
        Cholesky::of(&bend, width)
    }

    fn effect(&self, candidate: &Candidate, factored: &Cholesky) -> Option<Effect> {
        let bent = self.bent(&candidate.both);
        let right: Vec<f64> = self
            .columns
            .iter()
            .map(|column| dot(column, &bent))
            .collect();
        let mut clear = candidate.both.clone();
        for (part, column) in factored.solve(&right).iter().zip(&self.columns) {
            for (into, value) in clear.iter_mut().zip(column) {
                *into -= part * value;
            }
        }
        let bent = self.bent(&clear);
        let info = dot(&bent, &clear);
        if info <= 1e-9 {
            return None;
        }
        let size = dot(&clear, &self.pull) / info;
        // What is left over with the effect taken out says how much is chance.
        let left = clear.iter().zip(&self.pull).zip(&bent);
        let spread: f64 = left
            .map(|((x, pull), bent)| (x * (pull - size * bent)).powi(2))
            .sum();
        let m = candidate.cells.into_iter().min().unwrap_or(0) as f64;
        let law = student(m - 1.0);
        let error = (spread * m / (m - 1.0)).sqrt().max(1e-9 * info) / info;
        Some(Effect {
            clear,
            size,
            error,
            chance: 2.0 * law.sf(size.abs() / error),
        })
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The clearest cases in which prices do not add up, and how many pairs of items were tried. The clearest is taken first
/// and adjusted for before the next is looked for; each has to be clearer than the best of so many chances would be.
pub fn interplay(market: &Market, terms: &Terms) -> (Vec<Interplay>, usize) {
    let bundled = Bundled::new(market);
    let inner = &bundled.market;
    let n = inner.len();
    let plain = inner.scores.plain();
    let ones = vec![1.0; n];
    let sample = Sample {
        scores: &plain,
        weights: &ones,
    };
    let Settled { fit, prior, .. } = settle(inner, &sample, terms.slope);
    let candidates = candidates(inner);
    let tried = candidates.len();
    let tension = tension(inner, &sample, &fit.strengths(inner), true);
    let width = inner.items() + 1;
    let rows = slopes(inner, &fit);
    let column = |k: usize| rows.chunks(width).map(|row| row[k]).collect();
    let held = prior
        .error
        .iter()
        .map(|error| prior.dispersion / error.powi(2));
    let mut rest = Rest {
        n,
        laplacian: tension.laplacian,
        columns: (0..width).map(column).collect(),
        stiff: held.chain([prior.dispersion]).collect(),
        pull: tension.pull,
    };
    let costs = inner.costs(&fit.prices);
    let printed = inner.costs(&inner.table());
    // The same factor between fitted and printed points as over the field.
    let factor = printed.iter().sum::<f64>() / costs.iter().sum::<f64>().max(1e-300);
    let mut found: Vec<Interplay> = Vec::new();
    while found.len() < MOST {
        let factored = rest.factored();
        let effects: Vec<Option<Effect>> = candidates
            .par_iter()
            .map(|candidate| rest.effect(candidate, &factored))
            .collect();
        let best = effects
            .into_iter()
            .enumerate()
            .filter_map(|(at, effect)| Some((at, effect?)))
            .min_by(|a, b| a.1.chance.total_cmp(&b.1.chance));
        let Some((at, effect)) = best else { break };
        if effect.chance > terms.false_findings / tried as f64 {
            break;
        }
        let candidate = &candidates[at];
        let [a, b] = candidate.items;
        let [with, only_a, only_b, _] = candidate.cells;
        // The item that fewer builds have comes first.
        let ([first, second], alone) = if only_a > only_b {
            ([b, a], only_b)
        } else {
            ([a, b], only_a)
        };
        let typical = factor * dot(&candidate.both, &costs) / with as f64;
        let points = |effect: f64| typical * effect / fit.slope;
        let together = points(effect.size);
        let m = candidate.cells.into_iter().min().unwrap_or(0) as f64;
        let half = points(student(m - 1.0).inverse_cdf(0.975) * effect.error);
        let share = with as f64 / (with + alone) as f64;
        let price = factor * fit.prices[first];
        found.push(Interplay {
            items: [first, second].map(|bundle| bundled.bundles[bundle][0].0),
            with: (price + together * (1.0 - share)).max(0.0),
            without: (price - together * share).max(0.0),
            together,
            interval: [together - half, together + half],
            chance: effect.chance,
        });
        let bent = rest.bent(&effect.clear);
        for (pull, bent) in rest.pull.iter_mut().zip(bent) {
            *pull -= effect.size * bent;
        }
        rest.columns.push(candidate.both.clone());
        rest.stiff.push(0.0);
    }
    found.sort_by(|a, b| b.together.abs().total_cmp(&a.together.abs()));
    (found, tried)
}

/// Every two items that enough builds have both, either and neither.
fn candidates(market: &Market) -> Vec<Candidate> {
    let n = market.len();
    let has: Vec<Vec<bool>> = (0..market.items())
        .map(|item| (0..n).map(|i| market.units(i, item) > 0.0).collect())
        .collect();
    let mut candidates = Vec::new();
    for a in 0..market.items() {
        for b in a + 1..market.items() {
            let mut cells = [0; 4];
            for i in 0..n {
                cells[2 * usize::from(!has[a][i]) + usize::from(!has[b][i])] += 1;
            }
            if cells.iter().all(|count| *count >= FEWEST) {
                let both = (0..n).map(|i| f64::from(u8::from(has[a][i] && has[b][i])));
                candidates.push(Candidate {
                    items: [a, b],
                    both: both.collect(),
                    cells,
                });
            }
        }
    }
    candidates
}
