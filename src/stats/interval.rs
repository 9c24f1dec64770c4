//! Intervals for a rate. Wilson's score interval is used because it keeps its promise near 0 % and 100 %, which a
//! balance simulator meets every day.

use statrs::distribution::{ContinuousCDF, Normal};

/// The normal quantile of a 95 % interval.
pub const Z: f64 = 1.959_963_984_540_054;

/// Where a rate lies, as far as the count tells.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The normal quantile that leaves `(1 - level) / 2` on either side.
fn quantile(level: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + level / 2.0)
}

/// Wilson's score interval for `hits` of `n` at this level.
///
/// # Formula
/// ```text
/// centre = (p + z^2 / 2n) / (1 + z^2 / n)
/// half   = z / (1 + z^2 / n) * sqrt(p (1 - p) / n + z^2 / 4n^2)
/// ```
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
pub fn wilson(hits: u64, n: u64, level: f64) -> Interval {
    if n == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    wilson_of(hits as f64 / n as f64, n as f64, quantile(level))
}

fn wilson_of(p: f64, n: f64, z: f64) -> Interval {
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    Interval {
        low: if p == 0.0 {
            0.0
        } else {
            (centre - half).max(0.0)
        },
        high: if p == 1.0 {
            1.0
        } else {
            (centre + half).min(1.0)
        },
    }
}

/// Results between 0 and 1 that were counted: how many, their sum, and the sum of their squares.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Counted {
    /// How many.
    pub n: u64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

/// Wilson's interval for the plain mean of several means, each counted by itself (strata): what differs between the
/// strata is no error of the mean. With one stratum of wins and losses it is [`wilson`].
///
/// # Formula
/// Every stratum gets `z^2 / 2` results of 0 and of 1 to judge its variance by, so that none is thought certain. The
/// variance of the mean is then the number of plain wins and losses that would be as sure:
/// ```text
/// V = sum v_k / n_k / K^2,   n = m (1 - m) / V,   then Wilson with p and n
/// ```
pub fn wilson_mean(strata: &[Counted], level: f64) -> Interval {
    let share = 1.0 / strata.len().max(1) as f64;
    let strata: Vec<(Counted, f64)> = strata.iter().map(|stratum| (*stratum, share)).collect();
    wilson_shares(&strata, level)
}

/// The same for a mean in which each stratum has its share; the shares add up to 1.
///
/// # Formula
/// As [`wilson_mean`], with `V = sum share_k^2 v_k / n_k`.
pub fn wilson_shares(strata: &[(Counted, f64)], level: f64) -> Interval {
    if strata.is_empty() || strata.iter().any(|(stratum, _)| stratum.n == 0) {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let z = quantile(level);
    let (mut p, mut middle, mut variance) = (0.0, 0.0, 0.0);
    for (stratum, share) in strata {
        let n = stratum.n as f64;
        let padded = n + z * z;
        let mean = (stratum.sum + z * z / 2.0) / padded;
        let square = (stratum.squares + z * z / 2.0) / padded;
        p += stratum.sum / n * share;
        middle += mean * share;
        variance += (square - mean * mean).max(0.0) / n * (share * share);
    }
    // Shares of thirds add up to a little more or less than the whole.
    let p = p.clamp(0.0, 1.0);
    if variance <= 0.0 {
        return wilson_of(p, strata.iter().map(|(s, _)| s.n as f64).sum(), z);
    }
    wilson_of(p, middle * (1.0 - middle) / variance, z)
}

impl Interval {
    /// Half its width.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// About how many fights make a 95 % interval at most `precision` wide to either side, when the rate is `rate`.
pub fn trials_for(precision: f64, rate: f64) -> u64 {
    let z = quantile(0.95);
    // The half-width at a rate of 1/2 is z / (2 sqrt(n + z^2)); elsewhere the first term rules.
    let n = rate * (1.0 - rate) * (z / precision).powi(2) - z * z;
    n.ceil().max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_published_values() {
        // Newcombe 1998, table I: 81 of 263 and 15 of 148 and 0 of 20, 1 of 29.
        for (hits, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let got = wilson(hits, n, 0.95);
            assert!(
                (got.low - low).abs() < 5e-5 && (got.high - high).abs() < 5e-5,
                "{hits}/{n}: {got:?}"
            );
        }
    }

    #[test]
    fn the_number_of_fights_fits_the_precision() {
        for precision in [0.2, 0.05, 0.01, 0.005, 0.001] {
            let n = trials_for(precision, 0.5);
            let half = wilson(n / 2, n, 0.95).half_width();
            assert!(
                half <= precision * (1.0 + 1e-3) && half > 0.9 * precision,
                "{precision}: {n} fights give {half}"
            );
        }
    }

    #[test]
    fn one_stratum_of_wins_and_losses_is_wilsons() {
        for (hits, n) in [(81, 263), (0, 20), (29, 29), (1, 4096), (2048, 4096)] {
            let plain = wilson(hits, n, 0.95);
            let sum = hits as f64;
            let mean = wilson_mean(
                &[Counted {
                    n,
                    sum,
                    squares: sum,
                }],
                0.95,
            );
            assert!((plain.low - mean.low).abs() < 1e-12, "{plain:?} {mean:?}");
            assert!((plain.high - mean.high).abs() < 1e-12, "{plain:?} {mean:?}");
        }
    }

    #[test]
    fn shares_weigh_the_strata() {
        let stratum = |n: u64, sum: f64| Counted {
            n,
            sum,
            squares: sum,
        };
        let [a, b] = [stratum(4_000, 3_000.0), stratum(4_000, 1_000.0)];
        let only = wilson_shares(&[(a, 1.0), (b, 0.0)], 0.95);
        let plain = wilson(3_000, 4_000, 0.95);
        assert!((only.low - plain.low).abs() < 1e-3 && (only.high - plain.high).abs() < 1e-3);
        let mixed = wilson_shares(&[(a, 0.75), (b, 0.25)], 0.95);
        assert!(
            (mixed.low + mixed.high - 2.0 * 0.625).abs() < 1e-3,
            "{mixed:?}"
        );
        // Variance 3/16 in both, over 4000 fights, with shares squared 9/16 + 1/16.
        let half = 1.96 * (0.1875 / 4_000.0 * 0.625_f64).sqrt();
        assert!(
            (mixed.half_width() / half - 1.0).abs() < 0.01,
            "{mixed:?} {half}"
        );
    }

    #[test]
    fn strata_that_differ_are_surer_than_one_heap_and_never_certain() {
        let stratum = |n: u64, sum: f64| Counted {
            n,
            sum,
            squares: sum,
        };
        let heap = wilson(5_000, 10_000, 0.95).half_width();
        let strata = wilson_mean(&[stratum(5_000, 4_500.0), stratum(5_000, 500.0)], 0.95);
        // Variance 0.09 in each instead of 0.25: 0.6 of the width.
        assert!(
            (strata.half_width() / heap - 0.6).abs() < 0.01,
            "{strata:?}"
        );
        let sure = wilson_mean(&[stratum(5_000, 5_000.0), stratum(5_000, 0.0)], 0.95);
        assert!(
            sure.half_width() > 1e-4 && sure.half_width() < heap / 5.0,
            "{sure:?}"
        );
        // Nothing but draws: a score of one half, and hardly any doubt.
        let draws = wilson_mean(
            &[Counted {
                n: 1_000,
                sum: 500.0,
                squares: 250.0,
            }],
            0.95,
        );
        assert!(
            draws.low < 0.5 && draws.high > 0.5 && draws.half_width() < 0.01,
            "{draws:?}"
        );
    }

    #[test]
    fn never_leaves_zero_to_one() {
        assert_eq!(
            wilson(0, 0, 0.95),
            Interval {
                low: 0.0,
                high: 1.0
            }
        );
        assert_eq!(wilson(0, 10, 0.95).low, 0.0);
        assert_eq!(wilson(10, 10, 0.95).high, 1.0);
    }
}
