//! What a whole build is worth, whatever it is made of: the price at which it would be where the field's curve has it.

use super::fit::Sample;
use super::market::Market;
use super::settle::slope_bounds;
use crate::stats::{Resample, middle, ratings_among};
use rayon::prelude::*;

/// A build's worth.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Worth {
    /// Its strength: log odds against an average build.
    pub rating: f64,
    /// In points.
    pub points: f64,
    /// The 95 % interval of the points: other opponents, other dice.
    pub interval: [f64; 2],
}

/// The worth of every build: its strength over the slope, on a scale on which the middle build keeps its price (100 where
/// nothing has one). Draws fields whose opponents count for more or less.
///
/// # Formula
/// ```text
/// worth_i = exp((r_i - a) / s),   a = the median of r - s ln(printed)
/// ```
pub fn worths(market: &Market, slope: Option<f64>, seed: u64, draws: u64) -> (Vec<Worth>, f64) {
    let n = market.len();
    let table = market.table();
    let costs = market.costs(&table);
    let priced = table.iter().any(|price| *price > 0.0);
    let slope_of = |sample: &Sample| {
        slope.unwrap_or_else(|| {
            let bounds = slope_bounds(market, sample, &table);
            bounds.map_or(1.0, |[flat, steep]| (flat * steep).sqrt())
        })
    };
    let points = |ratings: &[f64], slope: f64| -> Vec<f64> {
        let mut off: Vec<f64> = ratings
            .iter()
            .zip(&costs)
            .map(|(rating, cost)| rating / slope - if priced { cost.ln() } else { 100f64.ln() })
            .collect();
        let all = off.len();
        off.sort_by(f64::total_cmp);
        let middle = match all {
            0 => 0.0,
            odd if odd % 2 == 1 => off[odd / 2],
            even => (off[even / 2 - 1] + off[even / 2]) / 2.0,
        };
        let ratings = ratings.iter();
        ratings
            .map(|rating| (rating / slope - middle).exp())
            .collect()
    };
    let rate = |scores: &[f64], weights: &[f64], start: Option<&[f64]>| {
        ratings_among(scores, Some((&market.met, &market.wanted)), weights, start)
    };
    let plain = market.scores.plain();
    let ones = vec![1.0; n];
    let sample = Sample {
        scores: &plain,
        weights: &ones,
    };
    let found = rate(&plain, &ones, None);
    let slope = slope_of(&sample);
    let worth = points(&found, slope);
    let drawn: Vec<Vec<f64>> = (0..draws)
        .into_par_iter()
        .map(|number| {
            let mut draw = Resample::new(seed, (1 << 40) + number);
            let scores = draw.dice(&market.scores);
            let weights = draw.weights(n);
            points(&rate(&scores, &weights, Some(&found)), slope)
        })
        .collect();
    let worths = (0..n).map(|i| {
        let [low, high] = middle(drawn.iter().map(|drawn| drawn[i]).collect()).unwrap_or_default();
        Worth {
            rating: found[i],
            points: worth[i],
            interval: [low.min(worth[i]), high.max(worth[i])],
        }
    });
    (worths.collect(), slope)
}
