//! Numbers that were tried, rung by rung, and the curve through those near the balance: where it is even, how steep it is,
//! and how sure both are.
//!
//! # Formula
//! ```text
//! P(a of A beat b of B) = 1 / (1 + exp(-s (ln a - ln b + w))),   one A is worth exp(w) of B
//! ```
//! near the balance, with a slope `s` of each match-up's own: how much one more counts there. Only fights near the balance
//! have a say, so nothing is asked of the curve far from it. `w` comes with the error of the dice, of the slope, and of
//! numbers that do not lie on the curve (their overdispersion). Which numbers are tried is no business of this file.

use super::fit::{logistic, softplus};
use super::spread::student;
use crate::stats::{Counted, Z};
use statrs::distribution::ContinuousCDF;

/// A slope to begin with, and how little it is meant: a factor of e^1.5.
pub const SLOPE: f64 = 4.0;
const SLOPE_ERROR: f64 = 1.5;

/// The printed prices are meant about as little: a factor of e^3.
const PRINTED: f64 = 3.0;

/// What is further from the balance than this (log odds) has no say.
const NEAR: f64 = 2.5;

/// However many fights are drawn, what is counted is spread by at least this part of what wins and losses would be.
const LEAST_SPREAD: f64 = 0.05;

/// A slope that is hardly known is one that may be very steep, which makes the error too large and not too small: so
/// many degrees of freedom at least.
const FEWEST: f64 = 4.0;

/// Numbers that were tried.
pub struct Rung {
    /// How many of A, and of B.
    pub numbers: [u32; 2],
    /// A's score.
    pub counted: Counted,
}

/// The logarithm of how many of A there are for one of B.
pub fn ratio([a, b]: [u32; 2]) -> f64 {
    f64::from(a).ln() - f64::from(b).ln()
}

impl Rung {
    fn n(&self) -> f64 {
        self.counted.n as f64
    }

    fn mean(&self) -> f64 {
        self.counted.sum / self.n().max(1.0)
    }

    /// The log odds, never infinite.
    pub fn odds(&self) -> f64 {
        let mean = (self.counted.sum + 0.5) / (self.n() + 1.0);
        (mean / (1.0 - mean)).ln()
    }
}

/// The curve near the balance.
#[derive(Copy, Clone)]
pub struct Law {
    worth: f64,
    /// The logarithm of the slope.
    pub steep: f64,
    /// The variance of the worth, its covariance with the slope's, and that one's variance.
    spread: [f64; 3],
    /// Whether it is clear that more are better.
    pub rises: bool,
}

impl Law {
    fn odds(&self, numbers: [u32; 2]) -> f64 {
        self.steep.exp() * (ratio(numbers) + self.worth)
    }

    /// The quantile of a 95 % interval. The error goes with the slope, which is estimated too: what spreads its logarithm
    /// by `v` has as many degrees of freedom as make Student's standard deviation spread by as much (F. Satterthwaite,
    /// "An approximate distribution of estimates of variance components", Biometrics Bulletin 2, 1946).
    pub fn quantile(&self) -> f64 {
        student((0.5 / self.spread[2].max(1e-9)).max(FEWEST)).inverse_cdf(0.975)
    }

    /// What one of A is worth if the fight is to have these log odds, and the standard error.
    pub fn worth_at(&self, wanted: f64) -> (f64, f64) {
        let shift = wanted / self.steep.exp();
        let [own, both, steep] = self.spread;
        let variance = own + 2.0 * shift * both + shift * shift * steep;
        (self.worth - shift, variance.max(0.0).sqrt())
    }
}

/// A curve looked at.
struct Seen {
    likely: f64,
    pull: [f64; 2],
    bend: [f64; 3],
}

/// All that were tried.
pub struct Tried {
    /// How many of each cost the same: the little that is known beforehand.
    pub start: [u32; 2],
    /// The log odds at the balance.
    pub wanted: f64,
    /// The numbers.
    pub rungs: Vec<Rung>,
}

impl Tried {
    /// These numbers, if they were tried.
    pub fn rung(&self, numbers: [u32; 2]) -> Option<&Rung> {
        self.rungs.iter().find(|rung| rung.numbers == numbers)
    }

    /// Adds fights.
    pub fn add(&mut self, numbers: [u32; 2], more: Counted) {
        match self.rungs.iter_mut().find(|rung| rung.numbers == numbers) {
            Some(rung) => {
                let counted = &mut rung.counted;
                counted.n += more.n;
                counted.sum += more.sum;
                counted.squares += more.squares;
            }
            None => self.rungs.push(Rung {
                numbers,
                counted: more,
            }),
        }
    }

    /// The curve through what was fought near the balance.
    pub fn law(&self) -> Law {
        let all: Vec<&Rung> = self.rungs.iter().collect();
        let law = self.through(&all);
        let wanted = self.wanted;
        let near: Vec<&Rung> = all
            .iter()
            .copied()
            .filter(|rung| (law.odds(rung.numbers) - wanted).abs() <= NEAR)
            .collect();
        let on = |side: f64| near.iter().any(|rung| side * (rung.odds() - wanted) > 0.0);
        if near.len() < all.len() && on(-1.0) && on(1.0) {
            // Those far away know nothing of where it is, and well that more are better.
            let rises = law.rises;
            Law {
                rises,
                ..self.through(&near)
            }
        } else {
            law
        }
    }

    /// The likeliest curve through some rungs, with the little that is known beforehand.
    fn through(&self, rungs: &[&Rung]) -> Law {
        let mut law = Law {
            worth: -ratio(self.start),
            steep: SLOPE.ln(),
            spread: [0.0; 3],
            rises: false,
        };
        let mut dispersion = 1.0;
        for _ in 0..3 {
            law = self.likeliest(law, rungs, dispersion);
            dispersion = self.dispersion(&law, rungs);
        }
        law.spread = inverse(self.look(&law, rungs, dispersion).bend);
        let likely = |odds: &dyn Fn(&Rung) -> f64| -> f64 {
            let all = rungs.iter();
            all.map(|rung| rung.n() * (rung.mean() * odds(rung) - softplus(odds(rung))))
                .sum()
        };
        let fights: f64 = rungs.iter().map(|rung| rung.n()).sum();
        let won: f64 = rungs.iter().map(|rung| rung.counted.sum).sum();
        let flat = ((won + 0.5) / (fights - won + 0.5)).ln();
        let more = likely(&|rung| law.odds(rung.numbers)) - likely(&|_| flat);
        law.rises = 2.0 * more / dispersion > Z * Z;
        law
    }

    /// Fisher's scoring, from a curve on.
    fn likeliest(&self, mut law: Law, rungs: &[&Rung], dispersion: f64) -> Law {
        let mut seen = self.look(&law, rungs, dispersion);
        for _ in 0..100 {
            let [own, both, steep] = inverse(seen.bend);
            let [a, b] = seen.pull;
            let step = [own * a + both * b, both * a + steep * b];
            let mut part = 1.0;
            let mut moved = 0.0;
            for _ in 0..30 {
                let by = step.map(|step| (part * step).clamp(-1.0, 1.0));
                let next = Law {
                    worth: law.worth + by[0],
                    steep: law.steep + by[1],
                    ..law
                };
                let found = self.look(&next, rungs, dispersion);
                if found.likely >= seen.likely {
                    (law, seen) = (next, found);
                    moved = by[0].abs().max(by[1].abs());
                    break;
                }
                part *= 0.4;
            }
            if moved < 1e-9 {
                break;
            }
        }
        law
    }

    /// How likely a curve is, how that pulls at worth and slope, and how it bends.
    fn look(&self, law: &Law, rungs: &[&Rung], dispersion: f64) -> Seen {
        let stiff = [PRINTED.powi(-2), SLOPE_ERROR.powi(-2)];
        let off = [law.worth + ratio(self.start), law.steep - SLOPE.ln()];
        let mut seen = Seen {
            likely: -(stiff[0] * off[0] * off[0] + stiff[1] * off[1] * off[1]) / 2.0,
            pull: [-stiff[0] * off[0], -stiff[1] * off[1]],
            bend: [stiff[0], 0.0, stiff[1]],
        };
        for rung in rungs {
            let n = rung.n() / dispersion;
            let odds = law.odds(rung.numbers);
            let expected = logistic(odds);
            let slopes = [law.steep.exp(), odds];
            let weight = n * expected * (1.0 - expected);
            seen.likely += n * (rung.mean() * odds - softplus(odds));
            seen.pull[0] += n * (rung.mean() - expected) * slopes[0];
            seen.pull[1] += n * (rung.mean() - expected) * slopes[1];
            seen.bend[0] += weight * slopes[0] * slopes[0];
            seen.bend[1] += weight * slopes[0] * slopes[1];
            seen.bend[2] += weight * slopes[1] * slopes[1];
        }
        seen
    }

    /// How much wider the scores are spread about the curve than wins and losses would be: less where there are draws,
    /// more where numbers do not lie on the curve.
    fn dispersion(&self, law: &Law, rungs: &[&Rung]) -> f64 {
        let (mut seen, mut expected) = (0.0, 0.0);
        for rung in rungs {
            // One win and one loss more, so that nothing is thought certain.
            let n = rung.n() + 2.0;
            let mean = (rung.counted.sum + 1.0) / n;
            seen += rung.counted.squares + 1.0 - n * mean * mean;
            expected += n * mean * (1.0 - mean);
        }
        let single = (seen / expected.max(1e-300)).clamp(LEAST_SPREAD, 1.0);
        let off = rungs.iter().map(|rung| {
            let score = logistic(law.odds(rung.numbers));
            let variance = (score * (1.0 - score) * single).max(1e-12);
            rung.n() * (rung.mean() - score).powi(2) / variance
        });
        let free = rungs.len() as f64 - 2.0;
        let off = if free > 0.0 {
            off.sum::<f64>() / free
        } else {
            1.0
        };
        single * off.max(1.0)
    }
}

/// The inverse of a symmetric matrix of two rows.
fn inverse([a, b, c]: [f64; 3]) -> [f64; 3] {
    let determinant = (a * c - b * b).max(f64::MIN_POSITIVE);
    [c / determinant, -b / determinant, a / determinant]
}
