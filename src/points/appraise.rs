//! What every item is worth, how sure that is, and what is to be said of its price.
//!
//! Scores know prices up to a common factor: twice the price for everything changes nothing. The factor is chosen so that
//! the middle item keeps its price (the median of fair over printed, items weighted by how well they are known): a few
//! wrong prices then leave the right ones alone.
//!
//! Intervals come from fields in which every build counts for more or less (Rubin's bootstrap, a pair counting the product
//! of its two builds), because match-ups that share a build are no independent witnesses; where scores were sampled the
//! dice are thrown anew as well. How many builds have an item, and how many have not, bounds how much they can know.

use super::bundle::Bundled;
use super::fit::{Fit, Prior, Sample, curvature, slopes, tension};
use super::linear::Cholesky;
use super::market::Market;
use super::round::Rounding;
use crate::stats::{Resample, ratings_among};
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, StudentsT};

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

/// What is to be said of a price.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Worth more than it costs.
    Cheap,
    /// Worth less than it costs.
    Dear,
    /// Known to be about right.
    Fair,
    /// The scores do not say.
    CannotTell,
}

impl Verdict {
    /// In a word or two.
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Cheap => "cheap",
            Verdict::Dear => "dear",
            Verdict::Fair => "fair",
            Verdict::CannotTell => "cannot tell",
        }
    }
}

/// Why nothing can be told.
#[derive(Clone, PartialEq, Debug)]
pub enum Silence {
    /// No build has it.
    Absent,
    /// So few builds have it, or have it not.
    Few {
        /// How many have it.
        with: usize,
        /// How many have it not.
        without: usize,
    },
    /// Every build has it, and as much of it: nobody fights without.
    Everybody,
    /// It always comes with these, whose prices are known only together: (price of all together, its interval).
    Together(Vec<usize>, f64, [f64; 2]),
    /// What it does cannot be told from what these do.
    Confounded(Vec<usize>),
    /// The interval is too wide.
    Wide,
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

/// How strongly to pull: standard errors of a printed price, as parts of it, of which the likeliest is taken.
const PULLS: [f64; 6] = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2];

/// An item without a price is taken to be worth about this part of a build, give or take.
const UNPRICED: f64 = 0.5;

/// The model never fits better than this: keeps the pull alive where scores are silent.
const LEAST_DISPERSION: f64 = 1e-10;

/// How far beyond Frisch's bounds the slope may lie: they are estimates too.
const LEEWAY: f64 = 1.15;

/// Fewer builds with an item, or without it, say nothing.
const FEWEST: usize = 3;

/// The middle 95 of 100 of a list.
pub(super) fn middle(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    let at = |share: f64| values.get((share * last as f64).round() as usize).copied();
    [at(0.025).unwrap_or(0.0), at(0.975).unwrap_or(0.0)]
}

/// A fit with what it was fitted under.
pub(super) struct Settled {
    pub fit: Fit,
    pub prior: Prior,
    pub pull: f64,
}

/// Between which bounds the slope of a table lies in this field; none if all cost the same, or the dearer do not win more.
///
/// Strength against the log of the price has too flat a slope where prices are wrong, the log of the price against strength
/// too steep a one where strength is more than price: the truth lies between (R. Frisch, "Statistical Confluence Analysis",
/// 1934). Beyond twice the flatter one is not looked.
pub(super) fn slope_bounds(market: &Market, sample: &Sample, table: &[f64]) -> Option<[f64; 2]> {
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
fn information(market: &Market, sample: &Sample, fit: &Fit) -> Vec<f64> {
    let tension = tension(market, sample, &fit.strengths(market), true);
    curvature(&slopes(market, fit), market.items() + 1, &tension.laplacian)
}

/// The same with the prior's, in units of the data: what is known altogether.
fn knowledge(information: &[f64], prior: &Prior) -> Vec<f64> {
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
pub(super) fn settle(market: &Market, sample: &Sample, slope: Option<f64>) -> Settled {
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

/// The median of values with weights.
fn weighted_median(mut values: Vec<(f64, f64)>) -> Option<f64> {
    values.retain(|(value, weight)| value.is_finite() && *weight > 0.0);
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = values.iter().map(|(_, weight)| weight).sum::<f64>() / 2.0;
    let mut sum = 0.0;
    for (at, (value, weight)) in values.iter().enumerate() {
        sum += weight;
        if (sum - half).abs() <= 1e-12 * half.max(1e-300) {
            return Some((value + values.get(at + 1)?.0) / 2.0);
        }
        if sum > half {
            return Some(*value);
        }
    }
    None
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

/// What an item's interval rests on.
struct Witness {
    with: usize,
    without: usize,
    /// Degrees of freedom, and by what the resampled variance falls short with so few.
    freedom: f64,
    short: f64,
    silent: bool,
    constant: bool,
}

fn witness(market: &Market, item: usize) -> Witness {
    let n = market.len();
    let carriers: Vec<usize> = market.carriers(item).collect();
    let (with, without) = (carriers.len(), n - carriers.len());
    // A whole build's own price is known by its opponents.
    let whole = with == 1 && market.builds[carriers[0]].len() == 1;
    // What everybody has in different amounts is known by all; in equal ones, by how prices add up.
    let m = if whole || without == 0 {
        n
    } else {
        with.min(without)
    };
    let m = if whole { n - 1 } else { m };
    Witness {
        with,
        without,
        freedom: (m as f64 - 1.0).max(1.0),
        short: if m > 1 {
            (m as f64 + 1.0) / (m as f64 - 1.0)
        } else {
            1.0
        },
        silent: m < FEWEST,
        constant: without == 0 && {
            let first = market.units(0, item);
            (1..n).all(|i| market.units(i, item) == first)
        },
    }
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
        slope_interval: fitted.then(|| middle(slopes)),
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

/// Student's law, with at least one degree of freedom.
pub(super) fn student(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom.max(1.0)).expect("a positive number of degrees of freedom")
}

/// The standard deviation about the estimate.
fn spread(values: impl Iterator<Item = f64>, about: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0f64);
    for value in values {
        sum += (value - about).powi(2);
        count += 1.0;
    }
    (sum / count.max(1.0)).sqrt()
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

/// Whether the data say next to nothing of an item beyond the prior, and what it is entangled with.
fn confounded(covariance: &[f64], width: usize, item: usize, prior: &Prior) -> Option<Silence> {
    let own = covariance[item * width + item];
    if own < 0.5 * prior.error[item].powi(2) {
        return None;
    }
    let mut others: Vec<(f64, usize)> = (0..width - 1)
        .filter(|other| *other != item)
        .map(|other| {
            let both = own * covariance[other * width + other];
            (
                (covariance[item * width + other].powi(2) / both.max(1e-300)),
                other,
            )
        })
        .filter(|(square, _)| *square > 0.05)
        .collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let others = others.into_iter().take(4).map(|(_, other)| other);
    Some(Silence::Confounded(others.collect()))
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

/// A bundle with its price.
struct Priced {
    fair: f64,
    interval: [f64; 2],
    printed: f64,
    slack: f64,
    chance: f64,
    error: f64,
    silence: Option<Silence>,
    found: bool,
}

impl Priced {
    fn verdict(&self) -> Verdict {
        let [low, high] = self.interval;
        if self.silence.is_some() {
            Verdict::CannotTell
        } else if self.found && self.fair > self.printed {
            Verdict::Cheap
        } else if self.found {
            Verdict::Dear
        } else if low >= self.printed - 4.0 * self.slack && high <= self.printed + 4.0 * self.slack
        {
            Verdict::Fair
        } else {
            Verdict::CannotTell
        }
    }
}

/// Which are found cheap or dear: Benjamini and Hochberg's step-up, so that of all that are found at most this part is
/// false on average.
fn find(priced: &mut [Priced], false_findings: f64) {
    let mut order: Vec<usize> = (0..priced.len())
        .filter(|k| priced[*k].silence.is_none())
        .collect();
    order.sort_by(|a, b| priced[*a].chance.total_cmp(&priced[*b].chance));
    let tests = order.len() as f64;
    let last = order
        .iter()
        .enumerate()
        .rfind(|(at, k)| priced[**k].chance <= false_findings * (*at as f64 + 1.0) / tests);
    if let Some((last, _)) = last {
        for k in &order[..=last] {
            priced[*k].found = true;
        }
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
