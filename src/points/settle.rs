//! What a fit is settled under: between which bounds the slope lies, how strongly prices are pulled towards the printed
//! table, and how much worse the model fits than dice would. All three are taken from the scores. Says nothing of single
//! items, and resamples nothing.

use super::fit::{Fit, Prior, Sample, curvature, slopes, tension};
use super::linear::Cholesky;
use super::market::Market;
use crate::stats::ratings_among;

/// How strongly to pull: standard errors of a printed price, as parts of it, of which the likeliest is taken.
const PULLS: [f64; 6] = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2];

/// An item without a price is taken to be worth about this part of a build, give or take.
const UNPRICED: f64 = 0.5;

/// The model never fits better than this: keeps the pull alive where scores are silent.
const LEAST_DISPERSION: f64 = 1e-10;

/// How far beyond Frisch's bounds the slope may lie: they are estimates too.
const LEEWAY: f64 = 1.15;

/// A fit with what it was fitted under.
pub struct Settled {
    /// The fit.
    pub fit: Fit,
    /// What was known beforehand.
    pub prior: Prior,
    /// How strongly it pulled: the standard error given to a printed price, as a part of it.
    pub pull: f64,
}

/// Between which bounds the slope of a table lies in this field; none if all cost the same, or the dearer do not win more.
///
/// Strength against the log of the price has too flat a slope where prices are wrong, the log of the price against strength
/// too steep a one where strength is more than price: the truth lies between (R. Frisch, "Statistical Confluence Analysis",
/// 1934). Beyond twice the flatter one is not looked.
pub fn slope_bounds(market: &Market, sample: &Sample, table: &[f64]) -> Option<[f64; 2]> {
    let costs: Vec<f64> = market.costs(table).iter().map(|cost| cost.ln()).collect();
    let n = market.len();
    let strengths = ratings_among(
        sample.scores,
        Some((&market.met, &market.wanted)),
        sample.weights,
        None,
    );
    let all: f64 = sample.weights.iter().sum();
    let mean = |values: &[f64]| {
        let sum: f64 = values.iter().zip(sample.weights).map(|(v, w)| v * w).sum();
        sum / all.max(1e-300)
    };
    let [price, strength] = [mean(&costs), mean(&strengths)];
    let (mut spread, mut both, mut strong) = (0.0, 0.0, 0.0);
    for i in 0..n {
        let [x, y] = [costs[i] - price, strengths[i] - strength];
        spread += sample.weights[i] * x * x;
        both += sample.weights[i] * x * y;
        strong += sample.weights[i] * y * y;
    }
    if spread < 1e-6 * all || both <= 0.02 * spread {
        return None;
    }
    let [flat, steep] = [both / spread, strong / both];
    let steep = steep.clamp(flat, 2.0 * flat);
    Some([flat / LEEWAY, steep * LEEWAY])
}

fn prior(market: &Market, pull: f64, slopes: [f64; 2], dispersion: f64) -> Prior {
    let table = market.table();
    let costs = market.costs(&table);
    let mean = costs.iter().sum::<f64>() / costs.len().max(1) as f64;
    let error = (0..market.items()).map(|item| {
        let units: Vec<f64> = market
            .carriers(item)
            .map(|i| market.units(i, item))
            .collect();
        let units = units.iter().sum::<f64>() / units.len().max(1) as f64;
        let typical = UNPRICED * mean / units.max(1e-9);
        match market.printed[item] {
            Some(price) if price > 0.0 => pull * price.max(0.02 * typical),
            // No price to go by: about so much, whatever the pull.
            _ => typical,
        }
    });
    Prior {
        error: error.collect(),
        at: table,
        slopes,
        mean_cost: Some(mean),
        dispersion,
    }
}

/// How much worse the model fits than dice would: the builds' pulls against their curvature.
fn dispersion(market: &Market, sample: &Sample, fit: &Fit, parameters: f64) -> f64 {
    let tension = tension(market, sample, &fit.strengths(market), true);
    let n = market.len();
    let mut sum = 0.0;
    for (i, pull) in tension.pull.iter().enumerate() {
        let bend = tension.laplacian[i * n + i];
        if bend > 1e-9 {
            sum += pull * pull / bend;
        }
    }
    (sum / (n as f64 - parameters).max(1.0)).max(LEAST_DISPERSION)
}

/// The curvature of the data alone in the prices and the log of the slope.
pub fn information(market: &Market, sample: &Sample, fit: &Fit) -> Vec<f64> {
    let tension = tension(market, sample, &fit.strengths(market), true);
    curvature(&slopes(market, fit), market.items() + 1, &tension.laplacian)
}

/// The same with the prior's, in units of the data: what is known altogether.
pub fn knowledge(information: &[f64], prior: &Prior) -> Vec<f64> {
    let width = prior.at.len() + 1;
    let mut all: Vec<f64> = information.iter().map(|x| x / prior.dispersion).collect();
    for k in 0..width - 1 {
        all[k * width + k] += prior.error[k].powi(-2);
    }
    // A slope that is held fast is known.
    let [flat, steep] = prior.slopes;
    all[width * width - 1] += (0.3 * (steep / flat).ln()).max(1e-6).powi(-2);
    all
}

/// Fits a market: how strongly to pull is what makes the scores likeliest on the whole (the evidence, by Laplace).
pub fn settle(market: &Market, sample: &Sample, slope: Option<f64>) -> Settled {
    let items = market.items();
    let free = vec![true; items];
    let bounds = match slope {
        Some(slope) => [slope; 2],
        // No prices that differ, or none that tell anything: a relay's slope is as good as any.
        None => slope_bounds(market, sample, &market.table()).unwrap_or([1.0; 2]),
    };
    let mut prior = prior(market, PULLS[3], bounds, 1e-3);
    let typical: Vec<f64> = (0..items)
        .map(|k| match market.printed[k] {
            Some(price) if price > 0.0 => price,
            _ => 0.1 * prior.error[k],
        })
        .collect();
    let mut fit = Fit {
        prices: typical,
        slope: (bounds[0] * bounds[1]).sqrt(),
    };
    for _ in 0..4 {
        fit = fit.better(market, sample, &prior, &free, 1e-7);
        let parameters = effective(&information(market, sample, &fit), &prior);
        prior.dispersion = dispersion(market, sample, &fit, parameters);
    }
    let mut best: Option<(f64, Settled)> = None;
    for pull in PULLS {
        let tried = self::prior(market, pull, bounds, prior.dispersion);
        let fit = fit.clone().better(market, sample, &tried, &free, 1e-7);
        let known = Cholesky::of(
            &knowledge(&information(market, sample, &fit), &tried),
            items + 1,
        );
        let likelihood = tension(market, sample, &fit.strengths(market), false).likelihood;
        let errors: f64 = tried.error.iter().map(|error| error.ln()).sum();
        let evidence = likelihood / tried.dispersion
            - tried.against(&fit)
            - errors
            - known.log_determinant() / 2.0;
        if best.as_ref().is_none_or(|(known, _)| evidence > *known) {
            let prior = tried;
            best = Some((evidence, Settled { fit, prior, pull }));
        }
    }
    let mut settled = best.map(|(_, settled)| settled).unwrap_or(Settled {
        fit,
        prior,
        pull: PULLS[3],
    });
    let (fit, prior) = (&settled.fit, &mut settled.prior);
    let parameters = effective(&information(market, sample, fit), prior);
    prior.dispersion = dispersion(market, sample, fit, parameters);
    settled
}

/// How many parameters the data speak to.
fn effective(information: &[f64], prior: &Prior) -> f64 {
    let width = prior.at.len() + 1;
    let known = Cholesky::of(&knowledge(information, prior), width).inverse();
    let mut sum = 0.0;
    for k in 0..width {
        for l in 0..width {
            sum += known[k * width + l] * information[l * width + k] / prior.dispersion;
        }
    }
    sum
}
