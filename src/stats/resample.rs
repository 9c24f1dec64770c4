//! The same field once more, as it might have come out: with other dice, where scores were counted, or with other
//! opponents. What changes little from one to the next can be relied on.
//!
//! Every resample has a generator of its own, made from a seed and its number, so any order and any number of threads
//! give the same.

use super::scores::Scores;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// A source of one resample.
pub struct Resample {
    random: Pcg64Mcg,
}

impl Resample {
    /// The resample of this number.
    pub fn new(seed: u64, number: u64) -> Resample {
        let state = (u128::from(seed) << 64) | u128::from(number);
        // An odd multiplier spreads neighbouring numbers over the whole state.
        let state = (state ^ (state >> 61)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let mut random = Pcg64Mcg::new(state | 1);
        for _ in 0..4 {
            random.next_u64();
        }
        Resample { random }
    }

    /// Evenly from 0 (never itself) to 1.
    fn unit(&mut self) -> f64 {
        ((self.random.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// From the standard normal distribution (Box and Muller, 1958).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.unit().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// Scores as other dice might have made them: each drawn about its estimate with its standard error, which may differ
    /// to either side. Known scores stay.
    pub fn dice(&mut self, scores: &Scores) -> Vec<f64> {
        let n = scores.len();
        let mut drawn = scores.plain();
        for row in 0..n {
            for column in row + 1..n {
                let cell = scores.at(row, column);
                if !cell.is_exact() {
                    let z = self.normal();
                    let error = cell.errors()[usize::from(z > 0.0)];
                    let score = (cell.score + z * error).clamp(0.0, 1.0);
                    drawn[row * n + column] = score;
                    drawn[column * n + row] = 1.0 - score;
                }
            }
        }
        drawn
    }

    /// Who is there if a field of as many is drawn from this one with replacement (Efron's bootstrap): about 63 of 100.
    pub fn field(&mut self, n: usize) -> Vec<usize> {
        let mut there = vec![false; n];
        for _ in 0..n {
            there[((self.unit() * n as f64) as usize).min(n - 1)] = true;
        }
        (0..n).filter(|at| there[*at]).collect()
    }

    /// How much each opponent counts: exponential weights, so that everybody stays in the field (Rubin, "The Bayesian
    /// bootstrap", Annals of Statistics 9, 1981).
    pub fn weights(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| -self.unit().ln()).collect()
    }
}

/// The middle 95 of 100 of what was drawn; none of nothing.
pub fn middle(mut values: Vec<f64>) -> Option<[f64; 2]> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let at = |share: f64| values[(share * last as f64).round() as usize];
    Some([at(0.025), at(0.975)])
}

#[cfg(test)]
mod tests {
    use super::super::scores::Cell;
    use super::*;

    #[test]
    fn draws_have_the_moments_they_should() {
        let mut scores = Scores::even(3);
        let cell = Cell {
            score: 0.6,
            low: 0.6 - 0.0196,
            high: 0.6 + 0.0392,
        };
        scores.set(0, 1, cell);
        scores.set(0, 2, Cell::exact(0.25));
        let (mut below, mut above, mut weights, mut there) = (0.0, 0.0, 0.0, 0);
        let many = 20_000;
        for number in 0..many {
            let mut resample = Resample::new(7, number);
            let drawn = resample.dice(&scores);
            assert_eq!(drawn[2], 0.25, "known scores stay");
            assert_eq!(drawn[1] + drawn[3], 1.0);
            let off = drawn[1] - 0.6;
            below += off.min(0.0).powi(2);
            above += off.max(0.0).powi(2);
            weights += resample.weights(3).iter().sum::<f64>();
            there += resample.field(3).len();
        }
        let many = many as f64;
        // Half of the draws fall to either side: E[off^2; below] = error^2 / 2.
        assert!((below / many * 2.0 / 1e-4 - 1.0).abs() < 0.05);
        assert!((above / many * 2.0 / 4e-4 - 1.0).abs() < 0.05);
        assert!((weights / many / 3.0 - 1.0).abs() < 0.02);
        // 1 - (2/3)^3 = 19/27.
        assert!((there as f64 / many / 3.0 - 19.0 / 27.0).abs() < 0.01);
    }

    #[test]
    fn a_number_gives_the_same_again_and_another_another() {
        let draw = |seed, number| Resample::new(seed, number).weights(4);
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 2));
    }
}
