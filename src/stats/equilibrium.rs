//! The mix that nobody can beat on average: the equilibrium of the symmetric zero-sum game in which both sides choose a
//! build without knowing the other's choice. Of several equilibria the most even one is taken, so a copy of a build
//! shares the original's part and changes nothing else.
//!
//! # Formula
//! `A` is the payoff of the row against the column, `A = -A'`; the value of such a game is 0. Wanted is
//! ```text
//! max -sum p ln p   subject to   A p <= 0,  sum p = 1,  p >= 0
//! ```
//! D. Balduzzi and others, "Re-evaluating evaluation", arXiv 1806.02643 ("Nash averaging"). It is the limit for `t -> 0` of
//! the one solution of `p = softmax(A p / t)`: a monotone problem with a strongly convex term that vanishes tends to that
//! solution which makes the term least (Tikhonov's regularisation; the logit equilibria of McKelvey and Palfrey, Games and
//! Economic Behavior 10, 1995). At `t` nobody gains more than `t ln n` by leaving the mix, and what anybody gains is
//! worked out from the shares themselves and given with them.

use std::collections::HashMap;

/// The last `t`: nobody gains more than some 1e-7 by leaving the mix.
const LAST: f64 = 1e-8;

/// By how much `t` falls at once.
const FALL: f64 = 0.25;

/// A build whose share would be below `exp(-FAR)` is left out of the sums.
const FAR: f64 = 40.0;

/// With so many builds or fewer all are looked at from the start.
const FEW: usize = 16;

/// A share of at least this is in the mix; below are traces of `t`.
pub const IN_THE_MIX: f64 = 1e-4;

/// A mix, and how good it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// The share of each.
    pub shares: Vec<f64>,
    /// What each scores against the mix: at most 0, but for the exploitability.
    pub payoffs: Vec<f64>,
    /// The most that anybody gains by leaving the mix. 0 would be perfect.
    pub exploitability: f64,
}

/// The most even equilibrium of a game of `n` builds: `payoff` row by row, antisymmetric.
pub fn equilibrium(payoff: &[f64], n: usize) -> Equilibrium {
    let (heads, kind) = kinds(payoff, n);
    let k = heads.len();
    let mut copies = vec![0.0f64; k];
    kind.iter().for_each(|kind| copies[*kind] += 1.0);
    let game: Vec<f64> = heads
        .iter()
        .flat_map(|row| heads.iter().map(move |column| payoff[row * n + column]))
        .collect();
    let whole = most_even(&game, &copies);
    let mut shares: Vec<f64> = kind
        .iter()
        .map(|kind| whole[*kind] / copies[*kind])
        .collect();
    let sum: f64 = shares.iter().filter(|share| **share > 1e-9).sum();
    for share in &mut shares {
        *share = if *share > 1e-9 { *share / sum } else { 0.0 };
    }
    let payoffs = against(payoff, &shares);
    Equilibrium {
        exploitability: payoffs.iter().copied().fold(0.0, f64::max),
        shares,
        payoffs,
    }
}

/// Builds with the same row are copies of one kind: the first of each kind, and the kind of each build. A field of copies is
/// then no larger than a field without.
fn kinds(payoff: &[f64], n: usize) -> (Vec<usize>, Vec<usize>) {
    let mut known: HashMap<Vec<u64>, usize> = HashMap::new();
    let mut heads = Vec::new();
    let rows = payoff.chunks(n.max(1)).enumerate().map(|(at, row)| {
        // Nothing has one sign only.
        let bits = row.iter().map(|payoff| (payoff + 0.0).to_bits()).collect();
        *known.entry(bits).or_insert_with(|| {
            heads.push(at);
            heads.len() - 1
        })
    });
    let kind = rows.collect();
    (heads, kind)
}

/// The share of each kind in the most even equilibrium, of which there are so many copies each.
fn most_even(payoff: &[f64], copies: &[f64]) -> Vec<f64> {
    let n = copies.len();
    let mut shares = vec![0.0; n];
    let mut chosen = first(payoff, n);
    while !chosen.is_empty() {
        let game: Vec<f64> = chosen
            .iter()
            .flat_map(|row| chosen.iter().map(move |column| payoff[row * n + column]))
            .collect();
        let many: Vec<f64> = chosen.iter().map(|at| copies[*at].ln()).collect();
        let logs = settle(&game, &many);
        shares.fill(0.0);
        for (at, log) in chosen.iter().zip(&logs) {
            shares[*at] = log.exp();
        }
        // Whoever would have a share if it were looked at joins, the best first. In equilibrium payoff - t ln p is the same
        // for all, so the largest share tells it best.
        let payoffs = against(payoff, &shares);
        let top = (0..logs.len()).fold(0, |top, at| if logs[at] > logs[top] { at } else { top });
        let level = payoffs[chosen[top]] - LAST * (logs[top] - many[top]);
        let mut more: Vec<usize> = (0..n)
            .filter(|at| !chosen.contains(at) && payoffs[*at] - level > -FAR * LAST)
            .collect();
        if more.is_empty() {
            break;
        }
        more.sort_by(|x, y| payoffs[*y].total_cmp(&payoffs[*x]).then(x.cmp(y)));
        more.truncate(FEW.max(chosen.len() / 2));
        chosen.extend(more);
        chosen.sort_unstable();
    }
    shares
}

/// Whom to look at first: those that do best on average.
fn first(payoff: &[f64], n: usize) -> Vec<usize> {
    let mut order: Vec<(f64, usize)> = (0..n)
        .map(|row| (payoff[row * n..(row + 1) * n].iter().sum(), row))
        .collect();
    order.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    let mut chosen: Vec<usize> = order.into_iter().take(FEW).map(|(_, row)| row).collect();
    chosen.sort_unstable();
    chosen
}

/// What each row scores against a mix.
fn against(payoff: &[f64], shares: &[f64]) -> Vec<f64> {
    let mix: Vec<(usize, f64)> = shares
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, share)| *share > 0.0)
        .collect();
    payoff
        .chunks(shares.len().max(1))
        .map(|row| mix.iter().map(|(at, share)| row[*at] * share).sum())
        .collect()
}

/// The logs of the shares at the last `t`, followed from an even mix as `t` falls. `many` are the logs of the numbers of
/// copies.
fn settle(game: &[f64], many: &[f64]) -> Vec<f64> {
    let all: f64 = many.iter().map(|log| log.exp()).sum();
    let mut logs: Vec<f64> = many.iter().map(|log| log - all.ln()).collect();
    let mut t = 1.0;
    loop {
        newton(game, many, t, &mut logs);
        if t <= LAST {
            return logs;
        }
        t = (t * FALL).max(LAST);
    }
}

/// Newton's method for `t ln (p / copies) - A p = const`, `sum p = 1`, in the logs. The matrix is a positive diagonal plus
/// an antisymmetric one, so there is always a step.
fn newton(game: &[f64], many: &[f64], t: f64, logs: &mut [f64]) {
    let n = logs.len();
    for _ in 0..200 {
        let shares: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let payoffs = against(game, &shares);
        let missing: Vec<f64> = (0..n)
            .map(|at| payoffs[at] - t * (logs[at] - many[at]))
            .collect();
        // Builds of no share follow from the others.
        let active: Vec<usize> = (0..n).filter(|at| logs[*at] > -FAR).collect();
        let m = active.len();
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(m + 1);
        for (place, &i) in active.iter().enumerate() {
            let mut row: Vec<f64> = active
                .iter()
                .map(|&j| -game[i * n + j] * shares[j])
                .collect();
            row[place] += t;
            row.extend([-1.0, missing[i]]);
            rows.push(row);
        }
        let mut last: Vec<f64> = active.iter().map(|&j| shares[j]).collect();
        last.extend([0.0, 0.0]);
        rows.push(last);
        let Some(found) = solve(rows) else { return };
        let mut step = vec![0.0; n];
        for (place, &i) in active.iter().enumerate() {
            step[i] = found[place];
        }
        for i in (0..n).filter(|at| logs[*at] <= -FAR) {
            let moved: f64 = active
                .iter()
                .zip(&found)
                .map(|(&j, dx)| game[i * n + j] * shares[j] * dx)
                .sum();
            step[i] = (moved + found[m] + missing[i]) / t;
        }
        // A share may change by some factor at once, and none may pass the whole.
        let mut scale = 1.0f64;
        let mut change = 0.0f64;
        for (log, dx) in logs.iter().zip(&step) {
            if *log > -14.0 {
                scale = scale.min(2.0 / dx.abs());
            }
            if *dx > 0.0 {
                scale = scale.min((1.0 - log) / dx);
            }
            if log.max(log + dx) > -FAR {
                change = change.max(dx.abs());
            }
        }
        for (log, dx) in logs.iter_mut().zip(&step) {
            *log += scale * dx;
        }
        let sum: f64 = logs.iter().map(|log| log.exp()).sum();
        for log in logs.iter_mut() {
            *log -= sum.ln();
        }
        // Below this the last bits of the payoffs, divided by `t`, are all that moves.
        if change < 1e-9_f64.max(1e-14 / t) {
            return;
        }
    }
}

/// Gauss' elimination with row pivots; the right side is the last column. None for a matrix that has no inverse.
fn solve(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for at in 0..n {
        let best = (at..n).fold(at, |best, row| {
            if rows[row][at].abs() > rows[best][at].abs() {
                row
            } else {
                best
            }
        });
        rows.swap(at, best);
        if rows[at][at].abs() < 1e-300 {
            return None;
        }
        let (above, below) = rows.split_at_mut(at + 1);
        let pivot = &above[at];
        for row in below {
            let factor = row[at] / pivot[at];
            if factor != 0.0 {
                for (cell, with) in row[at..].iter_mut().zip(&pivot[at..]) {
                    *cell -= factor * with;
                }
            }
        }
    }
    let mut found = vec![0.0; n];
    for at in (0..n).rev() {
        let known: f64 = (at + 1..n).map(|j| rows[at][j] * found[j]).sum();
        found[at] = (rows[at][n] - known) / rows[at][at];
    }
    found.iter().all(|x| x.is_finite()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::super::resample::Resample;
    use super::super::scores::Scores;
    use super::*;

    fn game(n: usize, score: impl Fn(usize, usize) -> f64) -> Equilibrium {
        let plain = Scores::exact(n, score).plain();
        let payoff: Vec<f64> = plain.iter().map(|score| score - 0.5).collect();
        let found = equilibrium(&payoff, n);
        assert!(found.exploitability <= 1e-6, "{found:?}");
        assert!((found.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9 || n == 0);
        found
    }

    #[track_caller]
    fn near(found: &Equilibrium, expected: &[f64]) {
        for (share, expected) in found.shares.iter().zip(expected) {
            assert!((share - expected).abs() < 1e-6, "{found:?}");
        }
    }

    /// Rock, paper, scissors and copies of them.
    fn hands(kinds: &[usize]) -> Equilibrium {
        game(kinds.len(), |i, j| match (3 + kinds[i] - kinds[j]) % 3 {
            0 => 0.5,
            1 => 0.8,
            _ => 0.2,
        })
    }

    #[test]
    fn rock_paper_scissors_is_thirds_and_copies_share() {
        near(&hands(&[0, 1, 2]), &[1.0 / 3.0; 3]);
        let sixth = 1.0 / 6.0;
        near(&hands(&[0, 0, 1, 2]), &[sixth, sixth, 1.0 / 3.0, 1.0 / 3.0]);
        let many: Vec<usize> = (0..60).map(|k| k % 3).collect();
        near(&hands(&many), &[1.0 / 60.0; 60]);
        // The stretch of equilibria below, with its ends copied: the most even point moves with the copies.
        let ends = [0, 1, 1, 2];
        let found = game(4, |i, j| match (ends[i], ends[j]) {
            (0, 2) => 0.4,
            (1, 2) => 0.7,
            _ => 0.5,
        });
        near(&found, &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]);
    }

    #[test]
    fn stakes_that_differ() {
        // A cycle with stakes a, b, c has shares b, c, a over their sum: each is the stake of the other two.
        let stakes = [0.1, 0.2, 0.4];
        let found = game(3, |i, j| match (i, j) {
            (0, 1) => 0.5 + stakes[0],
            (1, 2) => 0.5 + stakes[1],
            _ => 0.5 - stakes[2],
        });
        near(&found, &[0.2 / 0.7, 0.4 / 0.7, 0.1 / 0.7]);
    }

    #[test]
    fn the_best_of_a_ladder_stands_alone() {
        let found = game(30, |i, j| 0.5 + (j as f64 - i as f64) / 100.0);
        near(&found, &[1.0]);
        assert_eq!(found.shares.iter().filter(|s| **s > 0.0).count(), 1);
        let certain = game(30, |_, _| 1.0);
        near(&certain, &[1.0]);
    }

    #[test]
    fn few_and_even() {
        assert_eq!(game(0, |_, _| 0.5).shares, [0.0; 0]);
        near(&game(1, |_, _| 0.5), &[1.0]);
        near(&game(2, |_, _| 0.5), &[0.5; 2]);
        near(&game(2, |_, _| 0.6), &[1.0, 0.0]);
        near(&game(40, |_, _| 0.5), &[0.025; 40]);
        near(&game(1_000, |_, _| 0.5), &[0.001; 1_000]);
    }

    /// A stretch of equilibria whose most even point is at its end.
    #[test]
    fn of_many_equilibria_the_most_even() {
        // 0 and 1 are even with one another; 2 beats 0 by 0.2 and loses to 1 by 0.1: the mixes with at most a third of
        // 0 (against 2) are equilibria, and the most even of them has just that third.
        let found = game(3, |i, j| match (i, j) {
            (0, 1) => 0.5,
            (0, 2) => 0.3,
            _ => 0.6,
        });
        near(&found, &[1.0 / 3.0, 2.0 / 3.0, 0.0]);
    }

    #[test]
    fn random_games_have_a_certificate() {
        for number in 0..60 {
            let n = 3 + (number as usize * 7) % 90;
            let draws = Resample::new(5, number).weights(n * n);
            let coarse = number % 3 == 0;
            let found = game(n, |i, j| {
                let share = draws[i * n + j] / (draws[i * n + j] + draws[j * n + i]);
                if coarse {
                    (share * 4.0).round() / 4.0
                } else {
                    share
                }
            });
            assert!(found.payoffs.iter().all(|payoff| *payoff <= 1e-6));
        }
    }
}
