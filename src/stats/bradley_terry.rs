//! Ratings: one number of strength for each, so that the difference of two tells their score.
//!
//! # Formula
//! ```text
//! P(i beats j) = 1 / (1 + exp(r_j - r_i))
//! ```
//! R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952); a draw is half a win.
//! Every pair counts once. Whoever wins everything would be infinitely strong, so each has also drawn a hundredth of a
//! pair against an average opponent ([`PRIOR`]): the most likely ratings are then finite, and there is one set of them.

/// How much of a pair each has drawn beforehand against an opponent of rating 0.
pub const PRIOR: f64 = 0.01;

/// A unit of the ratings here on Elo's scale, on which 400 points are ten to one.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A step smaller than this is none.
const ENOUGH: f64 = 1e-10;

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The ratings that make these scores most likely, their mean 0: `scores` row by row, `weights` how much each opponent
/// counts (a pair counts their product). `start` is where to look first.
///
/// Newton's method on the log-likelihood, which is concave; each step by conjugate gradients, so that no matrix is ever
/// factored.
pub fn ratings(scores: &[f64], weights: &[f64], start: Option<&[f64]>) -> Vec<f64> {
    ratings_among(scores, None, weights, start)
}

/// The same where not everybody has met everybody, and some are to win more than others of their strength: `among` says who
/// has met whom, and at which log odds the row is to beat the column of its own strength, both row by row.
pub fn ratings_among(
    scores: &[f64],
    among: Option<(&[bool], &[f64])>,
    weights: &[f64],
    start: Option<&[f64]>,
) -> Vec<f64> {
    let n = weights.len();
    let mut at = start.map_or_else(|| vec![0.0; n], <[f64]>::to_vec);
    let mut curvature = vec![0.0; n * n];
    for _ in 0..100 {
        let mut pull = vec![0.0; n];
        let mut diagonal = vec![0.0; n];
        for i in 0..n {
            let even = logistic(at[i]);
            pull[i] += PRIOR * weights[i] * (0.5 - even);
            diagonal[i] += PRIOR * weights[i] * even * (1.0 - even);
            for j in i + 1..n {
                let (met, odds) =
                    among.map_or((true, 0.0), |(met, odds)| (met[i * n + j], odds[i * n + j]));
                let weight = if met { weights[i] * weights[j] } else { 0.0 };
                let expected = logistic(odds + at[i] - at[j]);
                let off = weight * (scores[i * n + j] - expected);
                pull[i] += off;
                pull[j] -= off;
                let curved = weight * expected * (1.0 - expected);
                curvature[i * n + j] = -curved;
                curvature[j * n + i] = -curved;
                diagonal[i] += curved;
                diagonal[j] += curved;
            }
        }
        for i in 0..n {
            curvature[i * n + i] = diagonal[i];
        }
        let step = solve(&curvature, &diagonal, &pull);
        let longest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
        // The curve is near its parabola only so far.
        let scale = (1.0 / longest).min(1.0);
        for (rating, step) in at.iter_mut().zip(&step) {
            *rating += scale * step;
        }
        if !longest.is_finite() || longest < ENOUGH {
            break;
        }
    }
    let mean = at.iter().sum::<f64>() / n.max(1) as f64;
    at.iter().map(|rating| rating - mean).collect()
}

/// Conjugate gradients with a diagonal preconditioner, for a matrix that is symmetric and positive.
fn solve(matrix: &[f64], diagonal: &[f64], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    let eased = |rest: &[f64]| -> Vec<f64> {
        let parts = rest.iter().zip(diagonal);
        parts.map(|(r, d)| r / d.max(f64::MIN_POSITIVE)).collect()
    };
    let mut found = vec![0.0; n];
    let mut rest = right.to_vec();
    let mut way = eased(&rest);
    let mut size = dot(&rest, &way);
    let goal = size * 1e-24;
    for _ in 0..4 * n + 10 {
        if size <= goal || size < 1e-300 {
            break;
        }
        let image: Vec<f64> = matrix.chunks(n).map(|row| dot(row, &way)).collect();
        let curved = dot(&way, &image);
        if curved <= 0.0 {
            break;
        }
        let length = size / curved;
        for at in 0..n {
            found[at] += length * way[at];
            rest[at] -= length * image[at];
        }
        let eased = eased(&rest);
        let next = dot(&rest, &eased);
        for at in 0..n {
            way[at] = eased[at] + next / size * way[at];
        }
        size = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::scores::Scores;
    use super::*;

    fn plain(n: usize, score: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        ratings(&Scores::exact(n, score).plain(), &vec![1.0; n], None)
    }

    #[test]
    fn planted_ratings_are_found_again() {
        let planted: Vec<f64> = (0..40)
            .map(|k| f64::from(k * k % 41) / 10.0 - 2.0)
            .collect();
        let mean = planted.iter().sum::<f64>() / 40.0;
        let found = plain(40, |i, j| logistic(planted[i] - planted[j]));
        for (planted, found) in planted.iter().zip(&found) {
            // The prior draws by its small share.
            assert!((planted - mean - found).abs() < 0.01, "{planted}: {found}");
        }
    }

    #[test]
    fn whoever_wins_everything_is_strong_and_not_infinite() {
        for n in [2, 3, 50] {
            let found = plain(n, |_, _| 1.0);
            assert!(found.iter().all(|r| r.is_finite() && r.abs() < 300.0));
            assert!(found.windows(2).all(|pair| pair[0] > pair[1] + 0.1));
        }
        // Two: 1 - P = PRIOR (Q - 1/2), with P over twice the rating and Q over once.
        let r = plain(2, |_, _| 1.0)[0];
        let gap = 1.0 - logistic(2.0 * r) - PRIOR * (logistic(r) - 0.5);
        assert!(gap.abs() < 1e-9, "{r}");
    }

    #[test]
    fn one_none_and_all_even_are_rated_zero() {
        assert_eq!(plain(1, |_, _| 0.5), [0.0]);
        assert_eq!(plain(0, |_, _| 0.5), [0.0; 0]);
        assert!(plain(5, |_, _| 0.5).iter().all(|r| r.abs() < 1e-12));
    }

    #[test]
    fn an_opponent_of_little_weight_hardly_counts() {
        let scores = Scores::exact(3, |i, j| if (i, j) == (0, 2) { 1.0 } else { 0.5 }).plain();
        let all = ratings(&scores, &[1.0, 1.0, 1.0], None);
        let few = ratings(&scores, &[1.0, 1.0, 1e-6], Some(&all));
        assert!(all[0] - all[1] > 0.3);
        assert!((few[0] - few[1]).abs() < 1e-3, "{few:?}");
    }
}
