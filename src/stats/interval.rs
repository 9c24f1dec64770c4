//! Intervals for a rate. Wilson's score interval is used because it keeps its promise near 0 % and 100 %, which a
//! balance simulator meets every day.

use statrs::distribution::{ContinuousCDF, Normal};

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
    let (n, z) = (n as f64, quantile(level));
    let p = hits as f64 / n;
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

/// How many fights make a 95 % interval at most `precision` wide to either side, whatever the rate is. Decided before
/// the first die is rolled, so the interval stays an honest fixed-size one.
pub fn trials_for(precision: f64) -> u64 {
    let z = quantile(0.95);
    // The half-width at a rate of 1/2, the widest there is: z / (2 sqrt(n + z^2)).
    let n = (z / (2.0 * precision)).powi(2) - z * z;
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
    fn a_precision_asked_for_is_a_precision_reached() {
        for precision in [0.2, 0.05, 0.01, 0.005, 0.001] {
            let n = trials_for(precision);
            for hits in [0, n / 3, n / 2, n] {
                let got = wilson(hits, n, 0.95);
                let p = hits as f64 / n as f64;
                assert!(
                    (got.high - got.low) / 2.0 <= precision * (1.0 + 1e-9),
                    "{precision} {hits}/{n} {p}"
                );
            }
        }
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
