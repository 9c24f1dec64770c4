//! Is the mean of bounded results above or below a bar? Answered by betting, so that one may look as often as one likes.
//!
//! A gambler starts with 1 and bets on every result at fair odds for the mean that is doubted. If that mean is right, the
//! wealth is 1 on average at whatever moment one stops, so it is ten thousand at some moment in at most one world of ten
//! thousand. Wealth is therefore evidence, an *e-value*, with no normal approximation, no fixed number of results and no
//! price for looking. Results are kept as counts of their values: the wealth of a fixed stake depends on nothing else, so
//! results may be gathered in any order.

use super::Interval;

/// Results between -1 and 1, counted by their value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Values with how often each was seen.
    pub counts: Vec<(f64, u64)>,
}

/// Stakes are spread over this many sizes, each smaller than the one before by [`STEP`].
const STAKES: i32 = 22;
/// From one stake to the next. The best stake is about (mean - bar) / variance; a stake that is off by half a step earns
/// 96 % of what the best one earns.
const STEP: f64 = 1.5;

impl Results {
    /// How many.
    pub fn len(&self) -> u64 {
        self.counts.iter().map(|(_, n)| n).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Their mean; 0 if there are none.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.counts.iter().map(|(x, n)| x * *n as f64).sum();
        sum / self.len().max(1) as f64
    }

    /// Their variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self.counts.iter();
        let squares: f64 = squares.map(|(x, n)| (x - mean).powi(2) * *n as f64).sum();
        squares / self.len().max(1) as f64
    }

    /// The same with their signs turned.
    fn turned(&self) -> Results {
        Results {
            counts: self.counts.iter().map(|(x, n)| (-x, *n)).collect(),
        }
    }

    /// The logarithm of the evidence that the mean is above `bar`.
    ///
    /// # Formula
    /// ```text
    /// E = mean over stakes l of  prod_i (1 + l (x_i - bar)),   0 < l <= 1 / (1 + bar)
    /// ```
    /// If the mean is at most `bar`, every factor is at most 1 on average and never negative, whatever came before: E is a
    /// supermartingale that starts at 1, and Ville's inequality holds. Waudby-Smith and Ramdas, "Estimating means of bounded
    /// random variables by betting", JRSS B 86 (2024).
    pub fn above(&self, bar: f64) -> f64 {
        let most = 1.0 / (1.0 + bar).max(1e-12);
        let wealth = (0..STAKES).map(|at| {
            let stake = most / STEP.powi(at);
            let seen = self.counts.iter().filter(|(_, n)| *n > 0);
            seen.map(|(x, n)| {
                let factor = 1.0 + stake * (x - bar);
                // What rounding leaves of a whole stake that was lost is nothing.
                let factor = if factor < 1e-12 { 0.0 } else { factor };
                *n as f64 * factor.ln()
            })
            .sum::<f64>()
        });
        log_mean(wealth)
    }

    /// The logarithm of the evidence that the mean is below `bar`.
    pub fn below(&self, bar: f64) -> f64 {
        self.turned().above(-bar)
    }

    /// The logarithm of the evidence that the mean is further from 0 than `tolerance`.
    ///
    /// The mean of two e-values is one: each is 1 on average if the mean lies between the two bars.
    pub fn outside(&self, tolerance: f64) -> f64 {
        log_mean([self.above(tolerance), self.below(-tolerance)].into_iter())
    }

    /// The logarithm of the evidence that the mean is nearer to 0 than `tolerance`: the smaller of that against either
    /// end, so that whichever end is doubted wrongly keeps it small.
    pub fn inside(&self, tolerance: f64) -> f64 {
        self.below(tolerance).min(self.above(-tolerance))
    }

    /// Where the mean lies, at this level, at whatever moment one looks.
    pub fn interval(&self, level: f64) -> Interval {
        let bar = (2.0 / (1.0 - level)).ln();
        // Evidence falls as the bar that it is held against moves towards the mean and beyond.
        let edge = |doubt: &dyn Fn(f64) -> f64, far: f64| {
            let (mut out, mut inn) = (far, self.mean());
            if doubt(out) < bar {
                return out;
            }
            for _ in 0..50 {
                let middle = (out + inn) / 2.0;
                if doubt(middle) >= bar {
                    out = middle;
                } else {
                    inn = middle;
                }
            }
            out
        };
        Interval {
            low: edge(&|m| self.above(m), -1.0),
            high: edge(&|m| self.below(m), 1.0),
        }
    }
}

/// The logarithm of the mean of numbers given by their logarithms.
fn log_mean(logs: impl Iterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = logs.collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    let sum: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    most + (sum / logs.len() as f64).ln()
}

/// Two means, each counted once, of results between 0 and 1 that need not be alike, only independent.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Apart {
    /// The second mean less the first.
    pub difference: f64,
    /// Of how many results each is.
    pub counted: [u64; 2],
}

impl Apart {
    /// Hoeffding: a mean of n such results is sub-Gaussian with variance 1 / 4n, and so is a difference with the sum.
    fn spread(&self) -> f64 {
        let each = self.counted.map(|n| match n {
            0 => 1.0,
            n => 0.25 / n as f64,
        });
        (each[0] + each[1]).sqrt()
    }

    /// The logarithm of the evidence that the difference is above `bar`.
    ///
    /// # Formula
    /// With s the spread:
    /// ```text
    /// E = mean over l of  exp(l (D - bar) - l^2 s^2 / 2),   l = 1/s, 2/s, ... 8/s
    /// ```
    fn above(&self, bar: f64) -> f64 {
        let z = (self.difference - bar) / self.spread();
        log_mean((1..=8).map(|l| {
            let l = f64::from(l);
            l * z - l * l / 2.0
        }))
    }

    fn below(&self, bar: f64) -> f64 {
        let turned = Apart {
            difference: -self.difference,
            ..*self
        };
        turned.above(-bar)
    }

    /// The logarithm of the evidence that the difference is further from 0 than `tolerance`.
    pub fn outside(&self, tolerance: f64) -> f64 {
        log_mean([self.above(tolerance), self.below(-tolerance)].into_iter())
    }

    /// The logarithm of the evidence that it is nearer.
    pub fn inside(&self, tolerance: f64) -> f64 {
        self.below(tolerance).min(self.above(-tolerance))
    }

    /// Where the difference lies, at this level.
    pub fn interval(&self, level: f64) -> Interval {
        let half = self.spread() * (2.0 * (2.0 / (1.0 - level)).ln()).sqrt();
        Interval {
            low: (self.difference - half).max(-1.0),
            high: (self.difference + half).min(1.0),
        }
    }
}

/// Which of many questions are answered, when at most this share of the answers may be wrong on average: e-BH. It holds
/// however the questions hang together. With nothing to find, it is the chance of any answer at all.
///
/// # Formula
/// The `k` largest e-values, for the largest `k` with `e_(k) >= m / (k level)`: Wang and Ramdas, "False discovery rate
/// control with e-values", JRSS B 84 (2022). `logs` are logarithms of e-values; `m` their number.
pub fn e_bh(logs: &[f64], level: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..logs.len()).collect();
    order.sort_by(|a, b| logs[*b].total_cmp(&logs[*a]));
    let m = logs.len() as f64;
    let enough = |k: usize, log: f64| log >= (m / (k as f64 * level)).ln();
    let found = order
        .iter()
        .enumerate()
        .rev()
        .find(|(at, which)| enough(at + 1, logs[**which]))
        .map_or(0, |(at, _)| at + 1);
    let mut answered = vec![false; logs.len()];
    for which in &order[..found] {
        answered[*which] = true;
    }
    answered
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn results(counts: &[(f64, u64)]) -> Results {
        Results {
            counts: counts.to_vec(),
        }
    }

    /// A number from 0 to 1.
    fn unit(rng: &mut Pcg64Mcg) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Plays until the evidence reaches `bar` at a look, at most `looks` times.
    fn ever(
        rng: &mut Pcg64Mcg,
        values: &[(f64, f64)],
        looks: u32,
        evidence: impl Fn(&Results) -> f64,
        bar: f64,
    ) -> bool {
        let mut seen = results(&values.iter().map(|(x, _)| (*x, 0)).collect::<Vec<_>>());
        (0..looks).any(|_| {
            for _ in 0..50 {
                let mut at = unit(rng);
                let which = values.iter().position(|(_, chance)| {
                    at -= chance;
                    at < 0.0
                });
                seen.counts[which.unwrap_or(values.len() - 1)].1 += 1;
            }
            evidence(&seen) >= bar
        })
    }

    /// At the very edge of what is doubted, looking a hundred times: at most as often as promised.
    #[test]
    fn looking_often_makes_no_false_alarm() {
        let tolerance = 0.05;
        for values in [
            // Means of exactly the tolerance: common, rare, one-sided and with halves.
            [(1.0, 0.45), (-1.0, 0.40), (0.0, 0.15)],
            [(1.0, 0.05), (-1.0, 0.0), (0.0, 0.95)],
            [(0.5, 0.12), (-0.5, 0.02), (0.0, 0.86)],
        ] {
            let mut rng = Pcg64Mcg::seed_from_u64(5);
            let mut alarms = [0; 2];
            for _ in 0..2_000 {
                let outside = |seen: &Results| seen.outside(tolerance);
                let inside = |seen: &Results| seen.inside(tolerance);
                alarms[0] += u32::from(ever(&mut rng, &values, 40, outside, 20f64.ln()));
                alarms[1] += u32::from(ever(&mut rng, &values, 40, inside, 20f64.ln()));
            }
            // 5 % of 2,000 are 100; a test that used it all would be within 30 of that.
            assert!(alarms.iter().all(|n| *n <= 100), "{values:?}: {alarms:?}");
            assert!(alarms[0] + alarms[1] > 0, "a test that cannot fail");
        }
    }

    #[test]
    fn a_difference_is_seen_about_as_soon_as_can_be() {
        // Mean 0.05, variance 0.5, bar 0.01: a test of fixed length with the same error needs about 4,300.
        let values = [(1.0, 0.2762), (-1.0, 0.2262), (0.0, 0.4976)];
        let mut rng = Pcg64Mcg::seed_from_u64(6);
        let needed = 1_000f64.ln();
        let found = (0..200).filter(|_| ever(&mut rng, &values, 400, |r| r.above(0.01), needed));
        assert!(found.count() > 190);
    }

    #[test]
    fn no_difference_at_all_is_sure_at_once() {
        let none = results(&[(0.0, 1_024)]);
        assert!(none.inside(0.01) > 1_000f64.ln(), "{}", none.inside(0.01));
        assert!(none.outside(0.01) < 0.0);
        let whole = results(&[(1.0, 20)]);
        assert!(whole.outside(0.01) > 1_000f64.ln());
        assert!(whole.inside(0.01) < 0.0);
        let nothing = Results::default();
        assert_eq!((nothing.outside(0.01), nothing.inside(0.01)), (0.0, 0.0));
        assert!((nothing.interval(0.95).low, nothing.interval(0.95).high) == (-1.0, 1.0));
    }

    #[test]
    fn intervals_cover_at_every_look() {
        let values = [(1.0, 0.30), (-1.0, 0.27), (0.0, 0.43)];
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        let misses = (0..400).filter(|_| {
            let miss = |seen: &Results| {
                let found = seen.interval(0.95);
                f64::from(u8::from(!(found.low..=found.high).contains(&0.03)))
            };
            ever(&mut rng, &values, 20, miss, 1.0)
        });
        assert!(misses.count() <= 20, "more than 5 % of 400");
        let wide = results(&[(1.0, 3_000), (-1.0, 2_700), (0.0, 4_300)]).interval(0.95);
        assert!(wide.low > 0.0 && wide.high < 0.06, "{wide:?}");
    }

    #[test]
    fn two_counted_means() {
        let apart = |difference: f64, counted: [u64; 2]| Apart {
            difference,
            counted,
        };
        let sure = 1_000f64.ln();
        assert!(apart(0.05, [100_000, 100_000]).outside(0.01) > sure);
        assert!(apart(-0.05, [100_000, 100_000]).outside(0.01) > sure);
        assert!(apart(0.012, [100_000, 100_000]).outside(0.01) < 3.0);
        assert!(apart(0.0, [1_000_000, 1_000_000]).inside(0.01) > sure);
        assert!(apart(0.0, [10_000, 10_000]).inside(0.01) < sure);
        assert!(apart(0.01, [50, 50]).outside(0.01) < 0.0);
        assert!(
            apart(0.9, [0, 100]).outside(0.01) < 0.0,
            "nothing was counted"
        );
        // A mean that is known was counted without end.
        let known = apart(0.02, [100_000, u64::MAX]).interval(0.95);
        assert!((known.low - 0.0157).abs() < 1e-4, "{known:?}");
    }

    #[test]
    fn many_questions_share_the_error() {
        let logs = |e: &[f64]| e.iter().map(|e| e.ln()).collect::<Vec<f64>>();
        assert_eq!(e_bh(&logs(&[100.0]), 0.01), [true]);
        assert_eq!(e_bh(&logs(&[99.0]), 0.01), [false]);
        // Two of four: each needs 4 / (2 x 0.05) = 40; alone it would need 80.
        assert_eq!(
            e_bh(&logs(&[50.0, 1.0, 45.0, 0.5]), 0.05),
            [true, false, true, false]
        );
        assert_eq!(e_bh(&logs(&[50.0, 1.0, 0.1, 0.5]), 0.05), [false; 4]);
        assert_eq!(e_bh(&[], 0.05), Vec::<bool>::new());
        assert_eq!(
            e_bh(&[f64::NEG_INFINITY, f64::INFINITY], 0.01),
            [false, true]
        );
    }
}
