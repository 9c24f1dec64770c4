//! Everybody against everybody, and what the whole matrix says: ratings, who dominates whom, the mix that nobody beats,
//! and how much of it is a ladder. Each figure is found once from the scores and again from resamples of them.

use super::standings::Standings;
use crate::points::Curve;
use crate::run::Parts;
use crate::scenario::Plan;
use crate::stats::{
    Cell, Cycle, Dominance, Equilibrium, IN_THE_MIX, Mean, Resample, Scores, cycles, dominance,
    equilibrium, middle, ratings, transitivity,
};
use rayon::prelude::*;
use std::io;

/// A matrix of more builds than this is not held.
pub const MOST_BUILDS: usize = 2_000;

/// How often a field is drawn anew: as often as a 95 % interval needs, and less where each takes long.
const RESAMPLES: u64 = 200;
const RESAMPLES_OF_MANY: u64 = 50;
const MANY: usize = 500;

/// How many cycles are named.
const CYCLES: usize = 3;

/// A build in the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed {
    /// Its mean score against the others.
    pub score: Cell,
    /// Its rating, in natural units.
    pub rating: f64,
    /// Where the rating lies, at 95 %, over the resamples.
    pub rating_interval: [f64; 2],
    /// Why it need never be taken.
    pub dominated: Option<Dominance>,
    /// Its share of the equilibrium.
    pub share: f64,
    /// Where the share lies, at 95 %, over the resamples it is in.
    pub share_interval: Option<[f64; 2]>,
    /// In how many of the resamples it is in it has a share.
    pub support: Option<f64>,
    /// What it scores against the mix, above what the points let expect.
    pub against_mix: f64,
}

/// What a variant's matrix says.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Everybody against everybody.
    pub scores: Scores,
    /// Whether every score is known, and none estimated.
    pub exact: bool,
    /// Whether all have a price, so that points count in the game.
    pub priced: bool,
    /// What the points let expect; none if nothing has a price, or all the same.
    pub curve: Option<Curve>,
    /// Build by build, in the scenario's order.
    pub placed: Vec<Placed>,
    /// Places of the builds, the highest rating first.
    pub order: Vec<usize>,
    /// The most that anybody gains by leaving the mix.
    pub exploitability: f64,
    /// The share of a ladder in the scores; none if all are even.
    pub transitivity: Option<f64>,
    /// Where that lies, at 95 %, where scores are estimates.
    pub transitivity_interval: Option<[f64; 2]>,
    /// The clearest cycles.
    pub cycles: Vec<Cycle>,
    /// How many resamples were drawn.
    pub resamples: u64,
}

/// What a run's matrices say, variant by variant.
pub struct League {
    /// Variant by variant.
    pub tables: Vec<Table>,
}

/// Two builds of a plan that do not meet, if there are such.
pub fn missing_pair(plan: &Plan) -> Option<[&str; 2]> {
    let mut met: Vec<Vec<bool>> = plan
        .variants
        .iter()
        .map(|variant| vec![false; variant.soldiers.len().pow(2)])
        .collect();
    for matchup in plan.matchups(0..plan.len()) {
        let n = plan.variants[matchup.variant].soldiers.len();
        let (a, b) = (matchup.a as usize, matchup.b as usize);
        met[matchup.variant][a.min(b) * n + a.max(b)] = true;
    }
    plan.variants.iter().zip(met).find_map(|(variant, met)| {
        let n = variant.soldiers.len();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let mut missing = pairs.filter(|(a, b)| !met[a * n + b]);
        let name = |at: usize| variant.soldiers[at].name.as_str();
        missing.next().map(|(a, b)| [name(a), name(b)])
    })
}

/// What is added up of a pair, as the earlier of the two sees it.
#[derive(Copy, Clone, Default)]
struct Pair {
    score: Mean,
    expected: f64,
}

impl League {
    /// Goes through all findings of a plan in which everybody meets everybody.
    pub fn of(plan: &Plan, parts: &mut Parts, standings: &Standings) -> io::Result<League> {
        let sizes: Vec<usize> = plan.variants.iter().map(|v| v.soldiers.len()).collect();
        let mut pairs: Vec<Vec<Pair>> =
            sizes.iter().map(|n| vec![Pair::default(); n * n]).collect();
        let mut priced = vec![true; sizes.len()];
        let mut matchups = plan.matchups(0..plan.len());
        parts.each(|finding| {
            let matchup = matchups
                .next()
                .ok_or_else(|| io::Error::other("more findings than match-ups"))?;
            let at = matchup.variant;
            let (a, b) = (matchup.a as usize, matchup.b as usize);
            if a == b {
                return Ok(());
            }
            let cell = Cell {
                score: finding.score(),
                low: finding.score_interval.low,
                high: finding.score_interval.high,
            };
            // An exact score has one figure three times.
            let cell = if finding.exact {
                Cell::exact(cell.score)
            } else {
                cell
            };
            let price = |side: usize| finding.points[side].filter(|points| *points > 0.0);
            let expected = match (price(0), price(1), standings.fields[at].curve) {
                (Some(a), Some(b), Some(curve)) => curve.expected(a, b),
                (Some(_), Some(_), None) => 0.5,
                _ => {
                    priced[at] = false;
                    0.5
                }
            };
            let pair = &mut pairs[at][a.min(b) * sizes[at] + a.max(b)];
            if a < b {
                pair.score.add(cell);
                pair.expected += expected;
            } else {
                pair.score.add(cell.mirrored());
                pair.expected += 1.0 - expected;
            }
            Ok(())
        })?;
        let tables = pairs.into_iter().enumerate().map(|(at, pairs)| {
            let costs: Vec<Option<f64>> = plan.variants[at]
                .soldiers
                .iter()
                .map(|soldier| soldier.recruit.points)
                .collect();
            let curve = standings.fields[at].curve.filter(|_| priced[at]);
            table(&pairs, &costs, curve, priced[at], plan.seed, at as u64)
        });
        Ok(League {
            tables: tables.collect(),
        })
    }
}

/// What one resample came to.
struct Redrawn {
    ratings: Vec<f64>,
    /// None for who is not in it.
    shares: Vec<Option<f64>>,
    transitivity: Option<f64>,
}

fn table(
    pairs: &[Pair],
    costs: &[Option<f64>],
    curve: Option<Curve>,
    priced: bool,
    seed: u64,
    variant: u64,
) -> Table {
    let n = costs.len();
    let mut scores = Scores::even(n);
    // What the row is expected to score against the column: one half where points do not count.
    let mut expected = vec![0.5; n * n];
    for a in 0..n {
        for b in a + 1..n {
            let pair = &pairs[a * n + b];
            if let Some(cell) = pair.score.cell() {
                scores.set(a, b, cell);
            }
            if curve.is_some() {
                let mean = pair.expected / f64::from(pair.score.count().max(1));
                expected[a * n + b] = mean;
                expected[b * n + a] = 1.0 - mean;
            }
        }
    }
    let exact = scores.all_exact();
    let plain = scores.plain();
    let found = ratings(&plain, &vec![1.0; n], None);
    let mix = equilibrium(&payoff(&plain, &expected), n);
    let resamples = if n > MANY {
        RESAMPLES_OF_MANY
    } else {
        RESAMPLES
    };
    let redrawn: Vec<Redrawn> = (0..resamples)
        .into_par_iter()
        .map(|number| {
            let draw = Resample::new(seed, variant * RESAMPLES + number);
            redraw(draw, &scores, &expected, &found, exact)
        })
        .collect();
    let share_of = transitivity(&plain, n);
    let placed = place(&scores, costs, &found, &mix, &redrawn);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|x, y| found[*y].total_cmp(&found[*x]).then(x.cmp(y)));
    Table {
        transitivity_interval: share_of
            .filter(|_| !exact)
            .and_then(|found| about(found, redrawn.iter().filter_map(|r| r.transitivity))),
        transitivity: share_of,
        cycles: cycles(&plain, n, CYCLES),
        exploitability: mix.exploitability,
        scores,
        exact,
        priced,
        curve,
        placed,
        order,
        resamples,
    }
}

/// The payoff of the row against the column: what it scores above what the points let expect. Antisymmetric to the last
/// bit, as the game needs it.
fn payoff(scores: &[f64], expected: &[f64]) -> Vec<f64> {
    let n = scores.len().isqrt();
    let mut payoff = vec![0.0; n * n];
    for a in 0..n {
        for b in a + 1..n {
            let above = scores[a * n + b] - expected[a * n + b];
            let below = scores[b * n + a] - expected[b * n + a];
            payoff[a * n + b] = (above - below) / 2.0;
            payoff[b * n + a] = (below - above) / 2.0;
        }
    }
    payoff
}

/// Ratings always with other weights of the opponents, and with other dice where there were any. The mix with other dice,
/// or, where every score is known, among a field drawn from this one.
fn redraw(
    mut draw: Resample,
    scores: &Scores,
    expected: &[f64],
    start: &[f64],
    exact: bool,
) -> Redrawn {
    let n = scores.len();
    let plain = draw.dice(scores);
    let weights = draw.weights(n);
    let game = &payoff(&plain, expected);
    let mut shares = vec![None; n];
    let there = if exact && n > 0 {
        draw.field(n)
    } else {
        (0..n).collect()
    };
    let part: Vec<f64> = there
        .iter()
        .flat_map(|row| there.iter().map(move |column| game[row * n + column]))
        .collect();
    for (at, share) in there.iter().zip(equilibrium(&part, there.len()).shares) {
        shares[*at] = Some(share);
    }
    Redrawn {
        ratings: ratings(&plain, &weights, Some(start)),
        shares,
        transitivity: transitivity(&plain, n),
    }
}

fn place(
    scores: &Scores,
    costs: &[Option<f64>],
    ratings: &[f64],
    mix: &Equilibrium,
    redrawn: &[Redrawn],
) -> Vec<Placed> {
    let dominated = dominance(scores, costs);
    let placed = dominated.into_iter().enumerate().map(|(me, dominated)| {
        let mut mean = Mean::default();
        for (other, cell) in scores.row(me).iter().enumerate() {
            if other != me {
                mean.add(*cell);
            }
        }
        let shares: Vec<f64> = redrawn.iter().filter_map(|r| r.shares[me]).collect();
        let inside = shares.iter().filter(|share| **share >= IN_THE_MIX).count();
        let rating = ratings[me];
        let range = middle(redrawn.iter().map(|r| r.ratings[me]).collect());
        Placed {
            score: mean.cell().unwrap_or(Cell::exact(0.5)),
            rating,
            rating_interval: range.map_or([rating; 2], |[low, high]| {
                [low.min(rating), high.max(rating)]
            }),
            dominated,
            share: mix.shares[me],
            support: (!shares.is_empty()).then(|| inside as f64 / shares.len() as f64),
            share_interval: middle(shares),
            against_mix: mix.payoffs[me],
        }
    });
    placed.collect()
}

/// A 95 % interval of a share about its estimate from the spread of its resamples, whose own mean is off to one side: noise
/// looks like rock, paper, scissors.
fn about(found: f64, redrawn: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let values: Vec<f64> = redrawn.collect();
    let n = values.len() as f64;
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n;
    let spread = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let half = 1.96 * spread.sqrt();
    Some([(found - half).max(0.0), (found + half).min(1.0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(n: usize, costs: &[Option<f64>], score: impl Fn(usize, usize) -> Cell) -> Table {
        let mut pairs = vec![Pair::default(); n * n];
        for a in 0..n {
            for b in a + 1..n {
                pairs[a * n + b].score.add(score(a, b));
                pairs[a * n + b].expected = 0.5;
            }
        }
        table(&pairs, costs, None, false, 1, 0)
    }

    #[test]
    fn rock_paper_scissors() {
        let found = of(3, &[None; 3], |a, b| {
            Cell::exact(if b - a == 1 { 0.7 } else { 0.3 })
        });
        assert!(found.exact && found.exploitability <= 1e-6);
        assert!(found.transitivity.unwrap() < 1e-12);
        assert_eq!(found.transitivity_interval, None);
        assert_eq!(found.cycles[0].builds, [0, 1, 2]);
        for placed in &found.placed {
            assert!((placed.share - 1.0 / 3.0).abs() < 1e-6 && placed.rating.abs() < 1e-9);
            let [low, high] = placed.rating_interval;
            assert!(low < 0.0 && high > 0.0, "other opponents, another rating");
            assert_eq!(placed.dominated, None);
        }
    }

    #[test]
    fn few_certain_and_even_fields_are_finite() {
        for n in [1, 2, 5] {
            for score in [0.5, 1.0] {
                let found = of(n, &vec![None; n], |_, _| Cell::exact(score));
                for placed in &found.placed {
                    assert!(placed.rating.is_finite() && placed.share.is_finite());
                    assert!(placed.rating_interval.iter().all(|end| end.is_finite()));
                    assert!(placed.support.is_some());
                }
                assert_eq!(found.transitivity.is_none(), n == 1 || score == 0.5);
            }
        }
    }

    #[test]
    fn dice_that_decide_little_leave_the_mix_open() {
        let wide = |half: f64| {
            of(2, &[None; 2], |_, _| Cell {
                score: 0.55,
                low: 0.55 - half,
                high: 0.55 + half,
            })
        };
        let (sure, unsure) = (wide(0.01), wide(0.2));
        assert_eq!(sure.placed[0].support, Some(1.0));
        assert_eq!(sure.placed[1].support, Some(0.0));
        let second = unsure.placed[1].support.unwrap();
        assert!(second > 0.2 && second < 0.4, "{second}");
    }
}
