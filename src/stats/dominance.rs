//! Who need never be taken: another does at least as well against everybody and costs no more, or a mixture of others
//! does on average. Where scores are estimates, the other's lower bound is held against one's own upper bound.

use super::scores::Scores;
use super::simplex::maximise;
use rayon::prelude::*;

/// Mixtures are not sought among more than this: each asks for a linear program of that size.
pub const MOST_FOR_MIXTURES: usize = 300;

/// Differences smaller than this are rounding.
const SAME: f64 = 1e-9;

/// Why a build need never be taken.
#[derive(Clone, PartialEq, Debug)]
pub enum Dominance {
    /// Another is at least as good against everybody, costs no more, and is better in something.
    By {
        /// Which.
        build: usize,
        /// Better against everybody.
        strictly: bool,
    },
    /// So is a mixture on average: who, and the share.
    Mixture(Vec<(usize, f64)>),
}

/// Why each need never be taken, if so. A price is held against a price only: what has none is compared with its like.
pub fn dominance(scores: &Scores, costs: &[Option<f64>]) -> Vec<Option<Dominance>> {
    let n = scores.len();
    let best = best_two(scores);
    (0..n)
        .into_par_iter()
        .map(|me| {
            single(scores, costs, me).or_else(|| {
                // The best of all against somebody is in no mixture's reach.
                let unmatched = (0..n).any(|k| {
                    let [(first, who), (second, _)] = best[k];
                    let others = if who == me { second } else { first };
                    scores.at(me, k).high > others + SAME
                });
                (n <= MOST_FOR_MIXTURES && !unmatched)
                    .then(|| mixture(scores, costs, me))
                    .flatten()
            })
        })
        .collect()
}

/// The two highest lower bounds against each, and whose.
fn best_two(scores: &Scores) -> Vec<[(f64, usize); 2]> {
    let mut best = vec![[(f64::NEG_INFINITY, usize::MAX); 2]; scores.len()];
    for row in 0..scores.len() {
        for (cell, [first, second]) in scores.row(row).iter().zip(best.iter_mut().map(|b| {
            let [first, second] = b;
            [first, second]
        })) {
            if cell.low > first.0 {
                *second = *first;
                *first = (cell.low, row);
            } else if cell.low > second.0 {
                *second = (cell.low, row);
            }
        }
    }
    best
}

/// What another costs more than me; none if that cannot be said.
fn dearer(costs: &[Option<f64>], other: usize, me: usize) -> Option<f64> {
    match (costs[other], costs[me]) {
        (None, None) => Some(0.0),
        (Some(other), Some(me)) => Some(other - me),
        _ => None,
    }
}

/// The single build that dominates by most, of several such the cheapest.
fn single(scores: &Scores, costs: &[Option<f64>], me: usize) -> Option<Dominance> {
    let mine = scores.row(me);
    let mut found: Option<(f64, f64, usize, bool)> = None;
    for other in (0..scores.len()).filter(|other| *other != me) {
        let Some(more) = dearer(costs, other, me).filter(|more| *more <= SAME) else {
            continue;
        };
        let theirs = scores.row(other);
        let margins = || {
            theirs
                .iter()
                .zip(mine)
                .map(|(their, my)| their.low - my.high)
        };
        if margins().any(|margin| margin < -SAME) {
            continue;
        }
        let better = margins().any(|margin| margin > SAME) || more < -SAME;
        let sum: f64 = margins().sum();
        let most = found.is_none_or(|(most, least, _, _)| {
            sum > most + SAME || (sum > most - SAME && more < least)
        });
        if better && most {
            found = Some((sum, more, other, margins().all(|margin| margin > SAME)));
        }
    }
    found.map(|(_, _, build, strictly)| Dominance::By { build, strictly })
}

/// A mixture that dominates, by a linear program.
///
/// # Formula
/// Shares `q` of the others and `d`, at most 1, with
/// ```text
/// first the largest d, then the largest sum of what the mixture is better by
/// sum_j q_j low_jk - high_ik >= d - 1 for all k,   sum_j q_j (c_j - c_i) <= 0,   sum_j q_j <= 1
/// ```
/// `q = 0, d = 0` is a beginning; at `d = 1` the mixture dominates. Scores and costs allow to scale `q` up to a sum of 1.
fn mixture(scores: &Scores, costs: &[Option<f64>], me: usize) -> Option<Dominance> {
    let n = scores.len();
    let others: Vec<(usize, f64)> = (0..n)
        .filter(|other| *other != me)
        .filter_map(|other| dearer(costs, other, me).map(|more| (other, more)))
        .collect();
    // Costs on the scale of the scores.
    let unit = others
        .iter()
        .fold(0.0f64, |most, (_, more)| most.max(more.abs()))
        .max(f64::MIN_POSITIVE);
    let mut rows: Vec<Vec<f64>> = Vec::with_capacity(n + 3);
    let mut bounds = Vec::with_capacity(n + 3);
    for k in 0..n {
        let column = others.iter().map(|(other, _)| -scores.at(*other, k).low);
        rows.push(column.chain([1.0]).collect());
        bounds.push(1.0 - scores.at(me, k).high);
    }
    let price = others.iter().map(|(_, more)| more / unit);
    rows.push(price.clone().chain([0.0]).collect());
    bounds.push(0.0);
    rows.push(others.iter().map(|_| 1.0).chain([0.0]).collect());
    bounds.push(1.0);
    rows.push(others.iter().map(|_| 0.0).chain([1.0]).collect());
    bounds.push(1.0);
    let first: Vec<f64> = others.iter().map(|_| 0.0).chain([1.0]).collect();
    let sums = others.iter().zip(price).map(|((other, _), price)| {
        let row = scores.row(*other).iter();
        row.map(|cell| cell.low).sum::<f64>() - price
    });
    let second: Vec<f64> = sums.chain([0.0]).collect();
    let found = maximise(&rows, &bounds, [&first, &second])?;
    let sum: f64 = others.iter().zip(&found).map(|(_, share)| share).sum();
    let shares: Vec<(usize, f64)> = others
        .iter()
        .zip(&found)
        .filter(|(_, share)| **share > 1e-7 * sum)
        .map(|((other, _), share)| (*other, share / sum))
        .collect();
    // What a program says is held against the scores themselves.
    let margins: Vec<f64> = (0..n)
        .map(|k| {
            let mixed = shares
                .iter()
                .map(|(other, share)| share * scores.at(*other, k).low);
            mixed.sum::<f64>() - scores.at(me, k).high
        })
        .collect();
    let more: f64 = shares
        .iter()
        .filter_map(|(other, share)| dearer(costs, *other, me).map(|more| share * more))
        .sum();
    let holds = margins.iter().all(|margin| *margin >= -1e-6) && more <= 1e-6 * unit;
    let better = margins.iter().any(|margin| *margin > 1e-5) || more < -1e-5 * unit;
    (holds && better && !shares.is_empty()).then_some(Dominance::Mixture(shares))
}

#[cfg(test)]
mod tests {
    use super::super::scores::Cell;
    use super::*;

    fn by(found: &[Option<Dominance>]) -> Vec<Option<usize>> {
        let by = found.iter().map(|found| match found {
            Some(Dominance::By { build, .. }) => Some(*build),
            _ => None,
        });
        by.collect()
    }

    #[test]
    fn the_price_decides() {
        let ladder = Scores::exact(3, |_, _| 0.6);
        assert_eq!(
            by(&dominance(&ladder, &[None; 3])),
            [None, Some(0), Some(0)],
            "without prices by the strongest"
        );
        let fair = [Some(30.0), Some(20.0), Some(10.0)];
        assert_eq!(dominance(&ladder, &fair), [None, None, None]);
        let dear = [Some(30.0), Some(10.0), Some(10.0)];
        assert_eq!(by(&dominance(&ladder, &dear)), [None, None, Some(1)]);
        let even = dominance(&Scores::even(3), &fair);
        assert_eq!(by(&even), [Some(2), Some(2), None], "by the cheapest");
        let mixed = [None, Some(10.0), Some(10.0)];
        assert_eq!(by(&dominance(&ladder, &mixed)), [None, None, Some(1)]);
    }

    #[test]
    fn copies_do_not_dominate_one_another_unless_cheaper() {
        let even = Scores::even(2);
        assert_eq!(dominance(&even, &[None; 2]), [None, None]);
        assert_eq!(dominance(&even, &[Some(5.0); 2]), [None, None]);
        let cheaper = dominance(&even, &[Some(5.0), Some(4.0)]);
        let found = Dominance::By {
            build: 1,
            strictly: false,
        };
        assert_eq!(cheaper, [Some(found), None]);
    }

    /// Rock, paper, scissors, and one that is a little worse than their mean against each.
    fn with_a_mean(cost: f64, loss: f64) -> Option<Dominance> {
        let scores = Scores::exact(4, |i, j| match (i, j) {
            (_, 3) => 0.5 + loss,
            (0, 2) => 0.1,
            _ => 0.9,
        });
        let costs = [10.0, 20.0, 30.0, cost].map(Some);
        let mut found = dominance(&scores, &costs);
        assert_eq!(found[..3], [None, None, None]);
        found.pop().flatten()
    }

    #[test]
    fn a_mixture_dominates_where_nobody_does_alone() {
        let Some(Dominance::Mixture(shares)) = with_a_mean(20.0, 0.01) else {
            panic!("a third of each is better and costs 20");
        };
        assert!((shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
        let cost: f64 = shares
            .iter()
            .map(|(at, share)| share * (10.0 + 10.0 * *at as f64))
            .sum();
        assert!(cost <= 20.0 + 1e-6, "{shares:?}");
        assert_eq!(with_a_mean(12.0, 0.01), None, "no mixture is as cheap");
        assert_eq!(with_a_mean(20.0, -0.01), None, "better than any mixture");
        assert!(with_a_mean(21.0, 0.0).is_some(), "as good, and dearer");
        assert_eq!(with_a_mean(20.0, 0.0), None, "as good, and as dear");
    }

    #[test]
    fn estimates_must_be_apart() {
        for (half, expected) in [(0.04, Some(0)), (0.06, None)] {
            let mut scores = Scores::even(3);
            for (i, j, score) in [(0, 1, 0.7), (0, 2, 0.8), (1, 2, 0.7)] {
                let (low, high) = (score - half, score + half);
                scores.set(i, j, Cell { score, low, high });
            }
            assert_eq!(by(&dominance(&scores, &[None; 3]))[1], expected);
        }
    }

    #[test]
    fn one_or_none() {
        assert_eq!(dominance(&Scores::even(1), &[Some(1.0)]), [None]);
        assert_eq!(dominance(&Scores::even(0), &[]), []);
    }
}
