//! Force on a table: how many of A balance how many of B. Numbers are tried, each for a number of fights, where the fights
//! so far say that the balance is; it is measured there and not drawn out from a lost battle.
//!
//! A fight at equal points that is lost by all says only that the balance is elsewhere. So numbers are changed, first in
//! growing steps until the battle turns, then on both sides of where it seems to turn. What one side gains the other
//! loses, so that the fight stays as big as equal printed points have made it (the product of the two numbers).
//!
//! # Formula
//! ```text
//! P(a of A beat b of B) = 1 / (1 + exp(-s (ln a - ln b + w))),   one A is worth exp(w) of B
//! ```
//! near the balance, with a slope `s` of each match-up's own: how much one more counts there. Only fights near the balance
//! have a say, so nothing is asked of the curve far from it. `w` comes with the error of the dice, of the slope, and of
//! numbers that do not lie on the curve (their overdispersion).

use super::appraise::student;
use super::fit::{logistic, softplus};
use crate::stats::Counted;
use statrs::distribution::ContinuousCDF;
use std::ops::Range;

/// What one of A is worth in B's.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Balance {
    /// The logarithm of how many of B balance one of A.
    pub worth: f64,
    /// Its 95 % interval. An end is infinite where even the most uneven numbers left no doubt who wins.
    pub interval: [f64; 2],
    /// How many fights it took.
    pub fights: u64,
}

/// From where a balance is looked for, and how long.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Scales {
    /// How many of each cost the same.
    pub start: [u32; 2],
    /// The most of either.
    pub most: u32,
    /// About so many fights.
    pub fights: u64,
    /// The log odds at which A should win for equal points: 0 is an even fight.
    pub wanted: f64,
}

/// A slope to begin with, and how little it is meant: a factor of e^1.5.
const SLOPE: f64 = 4.0;
const SLOPE_ERROR: f64 = 1.5;

/// The printed prices are meant about as little: a factor of e^3.
const PRINTED: f64 = 3.0;

/// Fights come in groups in which sides and first turns are shared out.
const GROUP: u64 = 4;

/// What is further from the balance than this (log odds) has no say.
const NEAR: f64 = 2.5;

/// Where no numbers turn a battle, and it is further from turning than this, nothing more is tried.
const HOPELESS: f64 = 2.0;

/// How far from the balance numbers are tried, in log odds, wave by wave.
const WAVES: [f64; 4] = [1.2, 0.6, 0.9, 0.4];

/// A fight of another size is as bad as one whose numbers miss what is wanted by this part of it (of logarithms).
const SIZE: f64 = 0.15;

/// However many fights are drawn, what is counted is spread by at least this part of what wins and losses would be.
const LEAST_SPREAD: f64 = 0.05;

/// A slope that is hardly known is one that may be very steep, which makes the error too large and not too small: so
/// many degrees of freedom at least.
const FEWEST: f64 = 4.0;

/// Numbers that were tried before are as bad as those that miss by this: numbers that do not lie on the curve are to show.
const AGAIN: f64 = 0.03;

/// The normal quantile of a 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// Numbers that were tried.
struct Rung {
    numbers: [u32; 2],
    counted: Counted,
}

/// The logarithm of how many of A there are for one of B.
fn ratio([a, b]: [u32; 2]) -> f64 {
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
    fn odds(&self) -> f64 {
        let mean = (self.counted.sum + 0.5) / (self.n() + 1.0);
        (mean / (1.0 - mean)).ln()
    }
}

/// The curve near the balance.
#[derive(Copy, Clone)]
struct Law {
    worth: f64,
    /// The logarithm of the slope.
    steep: f64,
    /// The variance of the worth, its covariance with the slope's, and that one's variance.
    spread: [f64; 3],
    /// Whether it is clear that more are better.
    rises: bool,
}

impl Law {
    fn odds(&self, numbers: [u32; 2]) -> f64 {
        self.steep.exp() * (ratio(numbers) + self.worth)
    }

    /// The quantile of a 95 % interval. The error goes with the slope, which is estimated too: what spreads its logarithm
    /// by `v` has as many degrees of freedom as make Student's standard deviation spread by as much (F. Satterthwaite,
    /// "An approximate distribution of estimates of variance components", Biometrics Bulletin 2, 1946).
    fn quantile(&self) -> f64 {
        student((0.5 / self.spread[2].max(1e-9)).max(FEWEST)).inverse_cdf(0.975)
    }

    /// What one of A is worth if the fight is to have these log odds, and the standard error.
    fn worth_at(&self, wanted: f64) -> (f64, f64) {
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

struct Search {
    scales: Scales,
    most: u32,
    rungs: Vec<Rung>,
    fights: u64,
}

/// Finds the balance of two builds. `fight` fights these numbers of them, the fights with these places, and counts A's
/// score; none if so many cannot take the field.
pub fn balance<E>(
    scales: Scales,
    mut fight: impl FnMut([u32; 2], Range<u64>) -> Result<Option<Counted>, E>,
) -> Result<Balance, E> {
    let mut search = Search {
        scales,
        most: scales.most.max(scales.start[0]).max(scales.start[1]),
        rungs: Vec::new(),
        fights: 0,
    };
    let wanted = scales.wanted;
    let pilot = (scales.fights / 16).clamp(16, 256);
    // Until the battle turns.
    let mut at = scales.start;
    search.more(at, pilot, &mut fight)?;
    let off = search
        .rungs
        .first()
        .map_or(0.0, |rung| rung.odds() - wanted);
    if off.abs() > 1.0 {
        let sign = -off.signum();
        let mut step = (off.abs() / SLOPE).clamp(0.3, 0.8);
        loop {
            let from = ratio(at);
            let goal = from + sign * step;
            let found = search.next(goal, |x| sign * (x - from) > 1e-9, pilot, &mut fight)?;
            let Some(next) = found else {
                // There are no more uneven numbers.
                let last = search.rung(at).map_or(0.0, |rung| rung.odds() - wanted);
                if last.abs() > HOPELESS {
                    let bound = -from;
                    let interval = if last > 0.0 {
                        [bound, f64::INFINITY]
                    } else {
                        [f64::NEG_INFINITY, bound]
                    };
                    return Ok(Balance {
                        worth: bound,
                        interval,
                        fights: search.fights,
                    });
                }
                break;
            };
            at = next;
            let turned = search
                .rung(at)
                .is_some_and(|rung| -sign * (rung.odds() - wanted) <= 0.0);
            if turned {
                break;
            }
            step *= 2.0;
        }
    }
    // On both sides of where it turns.
    for (wave, reach) in WAVES.into_iter().enumerate() {
        let law = search.law();
        let (worth, _) = law.worth_at(wanted);
        let furthest = f64::from(search.most).ln();
        let middle = (-worth).clamp(-furthest, furthest);
        let reach = (reach / law.steep.exp()).min(0.7);
        let left = scales.fights.saturating_sub(search.fights);
        let each = left.div_ceil(2 * (WAVES.len() - wave) as u64).max(GROUP);
        for side in [-1.0, 1.0] {
            let goal = middle + side * reach;
            search.next(goal, |x| side * (x - middle) >= 0.0, each, &mut fight)?;
        }
    }
    let law = search.law();
    let (worth, error) = law.worth_at(wanted);
    // Where it is not even sure that more are better, a balance may be anywhere (E. Fieller, "Some problems in interval
    // estimation", Journal of the Royal Statistical Society B 16, 1954).
    let half = if law.rises {
        law.quantile() * error
    } else {
        f64::INFINITY
    };
    let furthest = f64::from(search.most).ln();
    Ok(Balance {
        worth: worth.clamp(-furthest, furthest),
        interval: [worth - half, worth + half],
        fights: search.fights,
    })
}

impl Search {
    fn rung(&self, numbers: [u32; 2]) -> Option<&Rung> {
        self.rungs.iter().find(|rung| rung.numbers == numbers)
    }

    /// Fights so many more of these numbers. False if they cannot take the field.
    fn more<E>(
        &mut self,
        numbers: [u32; 2],
        fights: u64,
        fight: &mut impl FnMut([u32; 2], Range<u64>) -> Result<Option<Counted>, E>,
    ) -> Result<bool, E> {
        let fights = fights.div_ceil(GROUP) * GROUP;
        let done = self.rung(numbers).map_or(0, |rung| rung.counted.n);
        let Some(more) = fight(numbers, done..done + fights)? else {
            return Ok(false);
        };
        self.fights += more.n;
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
        Ok(true)
    }

    /// Fights so many more of the numbers that come nearest to a ratio among those that will do. None if there are none.
    fn next<E>(
        &mut self,
        goal: f64,
        will_do: impl Fn(f64) -> bool,
        fights: u64,
        fight: &mut impl FnMut([u32; 2], Range<u64>) -> Result<Option<Counted>, E>,
    ) -> Result<Option<[u32; 2]>, E> {
        while let Some(numbers) = self.nearest(goal, &will_do) {
            if self.more(numbers, fights, fight)? {
                return Ok(Some(numbers));
            }
            // There is no room for so many.
            let [a, b] = numbers;
            if a.max(b) <= 1 {
                break;
            }
            self.most = a.max(b) - 1;
        }
        Ok(None)
    }

    /// The numbers that come nearest to a ratio, in a fight about as big as at the start; of equals, the fewest.
    fn nearest(&self, goal: f64, will_do: &impl Fn(f64) -> bool) -> Option<[u32; 2]> {
        let logs: Vec<f64> = (1..=self.most).map(|n| f64::from(n).ln()).collect();
        let [a, b] = self.scales.start.map(|n| f64::from(n).ln());
        let size = a + b;
        let mut best: Option<(f64, [u32; 2])> = None;
        for (a, log_a) in (1..).zip(&logs) {
            for (b, log_b) in (1..).zip(&logs) {
                let x = log_a - log_b;
                if !will_do(x) {
                    continue;
                }
                let again = if self.rung([a, b]).is_some() {
                    AGAIN
                } else {
                    0.0
                };
                let off = (x - goal).abs() + SIZE * (log_a + log_b - size).abs() + again;
                if best.is_none_or(|(least, _)| off < least - 1e-12) {
                    best = Some((off, [a, b]));
                }
            }
        }
        best.map(|(_, numbers)| numbers)
    }

    /// The curve through what was fought near the balance.
    fn law(&self) -> Law {
        let all: Vec<&Rung> = self.rungs.iter().collect();
        let law = self.through(&all);
        let wanted = self.scales.wanted;
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
            worth: -ratio(self.scales.start),
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
        let off = [law.worth + ratio(self.scales.start), law.steep - SLOPE.ln()];
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use rand_pcg::Pcg64Mcg;
    use std::convert::Infallible;

    /// A battle whose law is known: the chance of A, and of a draw.
    type Known<'a> = &'a dyn Fn([u32; 2]) -> [f64; 2];

    fn found(scales: Scales, seed: u64, room: u32, law: Known) -> Balance {
        let mut random = Pcg64Mcg::new(u128::from(seed) << 1 | 1);
        let mut next = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        for _ in 0..8 {
            next();
        }
        let result: Result<Balance, Infallible> = balance(scales, |numbers, range| {
            if numbers[0].max(numbers[1]) > room {
                return Ok(None);
            }
            let [win, draw] = law(numbers);
            let mut counted = Counted {
                n: range.end - range.start,
                sum: 0.0,
                squares: 0.0,
            };
            for _ in range {
                let x = next();
                let score = if x < win {
                    1.0
                } else if x < win + draw {
                    0.5
                } else {
                    0.0
                };
                counted.sum += score;
                counted.squares += score * score;
            }
            Ok(Some(counted))
        });
        result.unwrap()
    }

    fn scales(start: [u32; 2], fights: u64) -> Scales {
        Scales {
            start,
            most: 100,
            fights,
            wanted: 0.0,
        }
    }

    fn logistic_law(worth: f64, slope: f64) -> impl Fn([u32; 2]) -> [f64; 2] {
        move |numbers| [logistic(slope * (ratio(numbers) + worth)), 0.0]
    }

    /// The intervals of planted laws hold the truth about as often as they say, wherever it lies and however steep.
    #[test]
    fn intervals_hold_the_truth() {
        let (mut all, mut held) = (0.0, 0.0);
        let worths = [-2.5, -1.0, -0.26, 0.0, 0.3, 1.2, 3.0];
        for (case, worth) in (1u64..).zip(worths) {
            for slope in [1.5, 4.0, 12.0] {
                for fights in [200, 1000] {
                    let law = logistic_law(worth, slope);
                    let mut hits = 0.0;
                    for number in 0..100 {
                        let seed = 1000 * case + fights + number;
                        let [low, high] = found(scales([7, 8], fights), seed, 100, &law).interval;
                        hits += f64::from(u8::from(low <= worth && worth <= high));
                        assert!(slope < 4.0 || high - low < 2.0, "{low}..{high}");
                    }
                    assert!(
                        hits >= 84.0,
                        "{worth}, slope {slope}, {fights} fights: {hits}"
                    );
                    held += hits;
                    all += 100.0;
                }
            }
        }
        assert!((0.93..0.97).contains(&(held / all)), "{held} of {all}");
    }

    /// More fights, narrower intervals: about as the dice allow (at a slope of 5 an error of the score of 1 in 100 is one
    /// of 0.8 in 100 of the worth).
    #[test]
    fn effort_is_not_wasted() {
        for (worth, slope) in [(0.0, 5.0), (-1.0, 5.0), (2.0, 3.0)] {
            let found = found(scales([6, 9], 4000), 5, 100, &logistic_law(worth, slope));
            let width = found.interval[1] - found.interval[0];
            // All fights at the balance would give 2 z / (s / 2 sqrt(n)).
            let best = 2.0 * Z * 2.0 / (slope * 4000f64.sqrt());
            assert!(width < 2.0 * best, "{width} against {best}");
            assert!((4000..4400).contains(&found.fights), "{}", found.fights);
        }
    }

    /// A law of another kind: battles of normal luck, a third of them drawn near the balance.
    #[test]
    fn draws_and_other_curves() {
        let worth = 0.7;
        let law = |numbers: [u32; 2]| {
            let x = 2.0 * (ratio(numbers) + worth);
            let normal = |x: f64| {
                use statrs::distribution::{ContinuousCDF, Normal};
                Normal::standard().cdf(x)
            };
            let [win, lose] = [normal(x - 0.43), normal(-x - 0.43)];
            [win, 1.0 - win - lose]
        };
        let held = (0..200u64)
            .filter(|seed| {
                let [low, high] = found(scales([5, 5], 600), 77 + seed, 100, &law).interval;
                low <= worth && worth <= high
            })
            .count();
        assert!(held >= 184, "{held} of 200");
    }

    #[test]
    fn a_wanted_score_is_aimed_at() {
        // At a slope of 4, three to one (log odds 1.1) are got with exp(1.1 / 4) as many.
        let wanted = 3f64.ln();
        let asked = Scales {
            wanted,
            ..scales([6, 6], 4000)
        };
        let found = found(asked, 3, 100, &logistic_law(0.5, 4.0));
        let truth = 0.5 - wanted / 4.0;
        assert!(
            found.interval[0] <= truth && truth <= found.interval[1],
            "{found:?}"
        );
        assert!(found.interval[1] - found.interval[0] < 0.15, "{found:?}");
    }

    #[test]
    fn where_no_numbers_turn_the_battle_a_bound_is_given() {
        let always = |_: [u32; 2]| [1.0, 0.0];
        let best = found(scales([6, 8], 1000), 1, 100, &always);
        assert_eq!(best.interval[1], f64::INFINITY);
        assert!((best.worth - 100f64.ln()).abs() < 1e-9, "{best:?}");
        let never = |_: [u32; 2]| [0.0, 0.0];
        let worst = found(scales([6, 8], 1000), 1, 30, &never);
        assert_eq!(worst.interval[0], f64::NEG_INFINITY);
        assert!(
            (worst.worth + 30f64.ln()).abs() < 1e-9,
            "room for 30: {worst:?}"
        );
    }

    /// Nothing but draws: nobody is worth more than another, and nothing is known.
    #[test]
    fn what_is_always_drawn_is_not_known() {
        let drawn = |_: [u32; 2]| [0.0, 1.0];
        let found = found(scales([6, 8], 1000), 1, 100, &drawn);
        assert!(found.worth.is_finite(), "{found:?}");
        assert_eq!(found.interval, [f64::NEG_INFINITY, f64::INFINITY]);
    }

    /// Numbers that do not lie on the curve make the interval wider.
    #[test]
    fn what_is_not_smooth_is_less_sure() {
        let rough = |numbers: [u32; 2]| {
            let jump = if (numbers[0] + numbers[1]).is_multiple_of(2) {
                0.15
            } else {
                -0.15
            };
            [logistic(5.0 * (ratio(numbers) + jump)), 0.0]
        };
        let smooth = found(scales([7, 7], 4000), 1, 100, &logistic_law(0.0, 5.0));
        let found = found(scales([7, 7], 4000), 1, 100, &rough);
        let width = |found: Balance| found.interval[1] - found.interval[0];
        assert!(width(found) > 2.0 * width(smooth), "{found:?} {smooth:?}");
    }
}
