//! Items that are worth more, or less, together than apart: where prices that add up cannot be right for everybody.
//!
//! For each two items that some builds have both, some one and some neither, what the additive prices leave over is held
//! against having both (a score test, the other prices adjusted for it); the spread of what is left over from build to
//! build says how much is chance.

use super::appraise::{Settled, Terms, settle};
use super::bundle::Bundled;
use super::fit::{Sample, curvature, slopes, tension};
use super::linear::Cholesky;
use super::market::Market;
use statrs::distribution::{ContinuousCDF, StudentsT};

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
const FEWEST: usize = 3;

/// How many are told.
const MOST: usize = 12;

/// The clearest cases in which prices do not add up, and how many pairs of items were tried.
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
    let tension = tension(inner, &sample, &fit.strengths(inner), true);
    let width = inner.items() + 1;
    let rows = slopes(inner, &fit);
    let mut bend = curvature(&rows, width, &tension.laplacian);
    for k in 0..width - 1 {
        bend[k * width + k] += prior.dispersion / prior.error[k].powi(2);
    }
    bend[width * width - 1] += prior.dispersion;
    let factored = Cholesky::of(&bend, width);
    let has: Vec<Vec<bool>> = (0..inner.items())
        .map(|item| (0..n).map(|i| inner.units(i, item) > 0.0).collect())
        .collect();
    let costs = inner.costs(&fit.prices);
    let printed = inner.costs(&inner.table());
    // The same factor between fitted and printed points as over the field.
    let factor = printed.iter().sum::<f64>() / costs.iter().sum::<f64>().max(1e-300);
    let mut found = Vec::new();
    let mut tried = 0;
    for a in 0..inner.items() {
        for b in a + 1..inner.items() {
            let count = |x: bool, y: bool| {
                (0..n)
                    .filter(|i| has[a][*i] == x && has[b][*i] == y)
                    .count()
            };
            let cells = [
                count(true, true),
                count(true, false),
                count(false, true),
                count(false, false),
            ];
            let least = cells.into_iter().min().unwrap_or(0);
            if least < FEWEST {
                continue;
            }
            tried += 1;
            let both: Vec<f64> = (0..n)
                .map(|i| f64::from(u8::from(has[a][i] && has[b][i])))
                .collect();
            let bent = |values: &[f64]| -> Vec<f64> {
                let rows = tension.laplacian.chunks(n);
                rows.map(|row| row.iter().zip(values).map(|(l, v)| l * v).sum())
                    .collect()
            };
            let pulled = bent(&both);
            let mut right = vec![0.0; width];
            for (row, value) in rows.chunks(width).zip(&pulled) {
                for (into, from) in right.iter_mut().zip(row) {
                    *into += from * value;
                }
            }
            let explained = factored.solve(&right);
            let clear: Vec<f64> = rows
                .chunks(width)
                .zip(&both)
                .map(|(row, both)| {
                    let part: f64 = row.iter().zip(&explained).map(|(x, y)| x * y).sum();
                    both - part
                })
                .collect();
            let info: f64 = bent(&clear).iter().zip(&clear).map(|(x, y)| x * y).sum();
            if info <= 1e-9 {
                continue;
            }
            let pulls = || clear.iter().zip(&tension.pull).map(|(x, y)| x * y);
            let pull: f64 = pulls().sum();
            let m = least as f64;
            let spread = pulls().map(|x| x * x).sum::<f64>() * m / (m - 1.0);
            let law = StudentsT::new(0.0, 1.0, m - 1.0).expect("at least two builds");
            let error = spread.sqrt().max(1e-12 * info);
            let chance = 2.0 * law.sf(pull.abs() / error);
            let carriers: Vec<f64> = (0..n)
                .filter(|i| both[*i] > 0.0)
                .map(|i| costs[i])
                .collect();
            let typical = factor * carriers.iter().sum::<f64>() / carriers.len() as f64;
            let points = |effect: f64| typical * effect / fit.slope;
            let together = points(pull / info);
            let half = points(law.inverse_cdf(0.975) * error / info);
            // The item that fewer builds have comes first.
            let [mut a, mut b] = [a, b];
            if cells[1] > cells[2] {
                [a, b] = [b, a];
            }
            let [with, alone] = if a < b {
                [cells[0], cells[1]]
            } else {
                [cells[0], cells[2]]
            };
            let share = with as f64 / (with + alone) as f64;
            let price = factor * fit.prices[a];
            found.push(Interplay {
                items: [bundled.bundles[a][0].0, bundled.bundles[b][0].0],
                with: (price + together * (1.0 - share)).max(0.0),
                without: (price - together * share).max(0.0),
                together,
                interval: [together - half, together + half],
                chance,
            });
        }
    }
    found.sort_by(|a, b| a.chance.total_cmp(&b.chance).then(a.items.cmp(&b.items)));
    let sure = found.iter().enumerate().rposition(|(at, pair)| {
        pair.chance <= terms.false_findings * (at as f64 + 1.0) / tried as f64
    });
    found.truncate(sure.map_or(0, |at| at + 1));
    found.sort_by(|a, b| b.together.abs().total_cmp(&a.together.abs()));
    found.truncate(MOST);
    (found, tried)
}
