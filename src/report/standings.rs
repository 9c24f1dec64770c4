//! How each build stands over all its match-ups, and how the score follows the points in this field.
//!
//! Scores and prices are spooled to a scratch file of 32 bytes a match-up and gone through several times: the curve and the fair
//! prices need some passes, and memory must not grow with the grid.

use crate::points::{Curve, Fair, fair_prices};
use crate::run::{Finding, Parts};
use crate::scenario::{Matchup, Plan};
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Prices within this factor of one another are equal.
pub const EQUAL: f64 = 1.1;

/// A matrix of more builds than this is not kept.
const MATRIX: usize = 12;

/// More match-ups than this are not kept one by one.
const FEW: u64 = 40;

/// A score against one opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Against {
    /// Whom.
    pub name: String,
    /// In which situation.
    pub situation: String,
    /// The score.
    pub score: f64,
}

/// How a build stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Its place among the variant's soldiers.
    pub soldier: usize,
    /// How many match-ups it fought.
    pub matchups: u64,
    /// Its mean score.
    pub score: f64,
    /// Its mean score against builds of about its own price, and how many those are.
    pub equal: Option<(f64, u64)>,
    /// 1 for the highest mean score.
    pub rank: usize,
    /// 1 for the highest mean residual.
    pub value_rank: Option<usize>,
    /// The mean of score less expected score.
    pub residual: Option<f64>,
    /// Its 95 % interval: how much it hangs on which opponents were there, and on the dice.
    pub residual_interval: Option<[f64; 2]>,
    /// The price at which the mean residual would be zero.
    pub fair: Fair,
    /// Where it does best.
    pub best: Option<Against>,
    /// Where it does worst.
    pub worst: Option<Against>,
}

/// Mean scores of everybody against everybody.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    /// Row against column; none where they did not meet.
    pub scores: Vec<Vec<Option<f64>>>,
}

/// What a variant's findings come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// How the score follows the points; none if nothing has a price, or all the same.
    pub curve: Option<Curve>,
    /// The mean distance of a match-up's score from what the points let expect.
    pub mean_distance: Option<f64>,
    /// Ranked builds, the best for their points first.
    pub standings: Vec<Standing>,
    /// Everybody against everybody, if they are few.
    pub matrix: Option<Matrix>,
    /// A's score in every match-up, if there are few and they differ by their situation.
    pub few: Vec<(Matchup, f64)>,
}

/// What a run comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// Variant by variant.
    pub fields: Vec<Field>,
    /// Match-ups worked out, and counted.
    pub exact: u64,
    /// Match-ups counted.
    pub sampled: u64,
    /// Fights fought.
    pub fights: u64,
}

/// One match-up in the spool.
#[derive(Copy, Clone)]
struct Row {
    variant: usize,
    a: usize,
    b: usize,
    score: f64,
    /// What the two sides cost; nothing or less where there is no price.
    points: [f64; 2],
}

/// Scores on disk.
struct Spool {
    file: File,
    /// How many rows each variant has.
    rows: Vec<u64>,
}

impl Spool {
    fn pass(&mut self, mut give: impl FnMut(Row)) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let mut bytes = [0; 32];
        for (variant, rows) in self.rows.iter().enumerate() {
            for _ in 0..*rows {
                reader.read_exact(&mut bytes)?;
                let word = |at: usize| {
                    let mut word = [0; 8];
                    word.copy_from_slice(&bytes[at..at + 8]);
                    u64::from_le_bytes(word)
                };
                let sides = word(0);
                give(Row {
                    variant,
                    a: (sides & u64::from(u32::MAX)) as usize,
                    b: (sides >> 32) as usize,
                    score: f64::from_bits(word(8)),
                    points: [f64::from_bits(word(16)), f64::from_bits(word(24))],
                });
            }
        }
        Ok(())
    }
}

/// What is added up of a build.
#[derive(Clone, Default)]
struct Sum {
    matchups: u64,
    score: f64,
    equal: (f64, u64),
    residual: (f64, f64, u64),
    best: Option<(f64, Matchup)>,
    worst: Option<(f64, Matchup)>,
}

impl Row {
    /// The two prices, if both have one.
    fn prices(&self) -> Option<[f64; 2]> {
        let [a, b] = self.points;
        (a > 0.0 && b > 0.0).then_some([a, b])
    }
}

impl Standings {
    /// Goes through all findings of a plan. `scratch` is a folder for a file of no name.
    pub fn of(plan: &Plan, parts: &mut Parts, scratch: &Path) -> io::Result<Standings> {
        let mut found = Standings {
            fields: Vec::new(),
            exact: 0,
            sampled: 0,
            fights: 0,
        };
        let mut sums: Vec<Vec<Sum>> = plan
            .variants
            .iter()
            .map(|variant| vec![Sum::default(); variant.soldiers.len()])
            .collect();
        let mut matrices: Vec<Vec<(f64, u64)>> = plan
            .variants
            .iter()
            .map(|variant| {
                let n = variant.soldiers.len();
                if n <= MATRIX {
                    vec![(0.0, 0); n * n]
                } else {
                    Vec::new()
                }
            })
            .collect();
        let mut few: Vec<Vec<(Matchup, f64)>> = vec![Vec::new(); plan.variants.len()];
        let mut spool = Spool {
            file: tempfile::tempfile_in(scratch)?,
            rows: vec![0; plan.variants.len()],
        };
        {
            let mut out = BufWriter::with_capacity(1 << 16, &spool.file);
            let mut matchups = plan.matchups(0..plan.len());
            parts.each(|finding: Finding| {
                let matchup = matchups
                    .next()
                    .ok_or_else(|| io::Error::other("more findings than match-ups"))?;
                if finding.exact {
                    found.exact += 1;
                } else {
                    found.sampled += 1;
                    found.fights += finding.trials;
                }
                let score = finding.score();
                if plan.len() <= FEW && plan.variants[matchup.variant].words.len() > 1 {
                    few[matchup.variant].push((matchup, score));
                }
                out.write_all(&matchup.a.to_le_bytes())?;
                out.write_all(&matchup.b.to_le_bytes())?;
                out.write_all(&score.to_le_bytes())?;
                for points in finding.points {
                    out.write_all(&points.unwrap_or(0.0).to_le_bytes())?;
                }
                spool.rows[matchup.variant] += 1;
                let n = plan.variants[matchup.variant].soldiers.len();
                let matrix = &mut matrices[matchup.variant];
                for (me, other, score) in views(plan, &matchup, score) {
                    if let Some(cell) = matrix.get_mut(me * n + other) {
                        cell.0 += score;
                        cell.1 += 1;
                    }
                    let sum = &mut sums[matchup.variant][me];
                    sum.matchups += 1;
                    sum.score += score;
                    if sum.best.is_none_or(|best| score > best.0) {
                        sum.best = Some((score, matchup));
                    }
                    if sum.worst.is_none_or(|worst| score < worst.0) {
                        sum.worst = Some((score, matchup));
                    }
                }
                Ok(())
            })?;
            out.flush()?;
        }
        for at in 0..plan.variants.len() {
            let n = plan.variants[at].soldiers.len();
            let matrix = (!matrices[at].is_empty()).then(|| Matrix {
                scores: matrices[at]
                    .chunks(n)
                    .map(|row| {
                        let mean = |cell: &(f64, u64)| (cell.1 > 0).then(|| cell.0 / cell.1 as f64);
                        row.iter().map(mean).collect()
                    })
                    .collect(),
            });
            let sums = std::mem::take(&mut sums[at]);
            let few = std::mem::take(&mut few[at]);
            found.fields.push(Field {
                few,
                ..field(plan, at, &mut spool, sums, matrix)?
            });
        }
        Ok(found)
    }
}

/// A match-up of two builds as they see it: (me, the other, my score). A reference is there to be fought against, and
/// learns nothing from it.
fn views_of(
    a: usize,
    b: usize,
    score: f64,
    against: bool,
) -> impl Iterator<Item = (usize, usize, f64)> {
    let second = (!against).then_some((b, a, 1.0 - score));
    std::iter::once((a, b, score)).chain(second)
}

/// The same for any match-up: a build against itself tells nothing of it, unless that is all that was asked.
fn views(plan: &Plan, matchup: &Matchup, score: f64) -> impl Iterator<Item = (usize, usize, f64)> {
    let (a, b) = (matchup.a as usize, matchup.b as usize);
    let itself = (a == b && plan.is_mirror()).then_some((a, b, score));
    let other = (a != b).then(|| views_of(a, b, score, plan.against));
    itself.into_iter().chain(other.into_iter().flatten())
}

/// All match-ups of two builds: one opponent to each of them.
#[derive(Default)]
struct Meeting {
    /// The two, and whether only the first looks.
    pair: Option<(usize, usize, bool)>,
    /// Residuals of the first of the two, added up, and how many.
    residual: f64,
    rows: u64,
}

impl Meeting {
    fn of(a: usize, b: usize, against: bool) -> Meeting {
        Meeting {
            pair: Some((a, b, against)),
            ..Meeting::default()
        }
    }

    fn is_of(&self, x: usize, y: usize) -> bool {
        self.pair
            .is_some_and(|(a, b, against)| (a, b) == (x, y) || (!against && (b, a) == (x, y)))
    }

    fn add(&mut self, me: usize, residual: f64) {
        let first = self.pair.is_some_and(|(a, ..)| a == me);
        self.residual += if first { residual } else { -residual };
        self.rows += 1;
    }

    /// Counts it for the builds that look.
    fn close(&self, sums: &mut [Sum]) {
        let Some((a, b, against)) = self.pair else {
            return;
        };
        let mean = self.residual / self.rows.max(1) as f64;
        let second = (!against).then_some((b, -mean));
        for (me, mean) in std::iter::once((a, mean)).chain(second) {
            let sum = &mut sums[me].residual;
            sum.0 += mean;
            sum.1 += mean * mean;
            sum.2 += 1;
        }
    }
}

/// The curve, the residuals and the fair prices of one variant.
fn field(
    plan: &Plan,
    at: usize,
    spool: &mut Spool,
    mut sums: Vec<Sum>,
    matrix: Option<Matrix>,
) -> io::Result<Field> {
    let soldiers = &plan.variants[at].soldiers;
    // Where sides are filled up to the same points they differ by what whole units leave: nothing to fit.
    let fitted = !plan.is_even();
    let curve = Curve::fit(|give| {
        if !fitted {
            return Ok(());
        }
        spool.pass(|row| {
            if row.variant == at
                && let Some([a, b]) = row.prices()
            {
                give((a / b).ln(), row.score);
            }
        })
    })?;
    let (mut distance, mut priced) = (0.0, 0u64);
    // All meetings of two builds stand together: they are one opponent, however many situations there are.
    let mut meeting = Meeting::default();
    spool.pass(|row| {
        let (true, Some([a, b])) = (row.variant == at, row.prices()) else {
            return;
        };
        // Without a curve all prices are the same, and everything is expected to be even.
        let residual = row.score - curve.map_or(0.5, |curve| curve.expected(a, b));
        distance += residual.abs();
        priced += 1;
        if row.a == row.b {
            return;
        }
        let near = a.max(b) <= EQUAL * a.min(b);
        if !meeting.is_of(row.a, row.b) {
            meeting.close(&mut sums);
            meeting = Meeting::of(row.a, row.b, plan.against);
        }
        meeting.add(row.a, residual);
        for (me, _, score) in views_of(row.a, row.b, row.score, plan.against) {
            if near {
                sums[me].equal.0 += score;
                sums[me].equal.1 += 1;
            }
        }
    })?;
    meeting.close(&mut sums);
    let points: Vec<Option<f64>> = soldiers
        .iter()
        .map(|soldier| {
            let price = soldier.recruit.points.filter(|price| *price > 0.0);
            price.filter(|_| soldier.ranked)
        })
        .collect();
    let fair = fair_prices(curve, &points, |give| {
        spool.pass(|row| {
            if row.variant == at
                && row.a != row.b
                && let Some([a, b]) = row.prices()
            {
                // Where several of a build fight, the side costs several times the build.
                let times = |me: usize, cost: f64| points[me].map_or(1.0, |price| cost / price);
                let costs = |me: usize| if me == row.a { [a, b] } else { [b, a] };
                for (me, _, score) in views_of(row.a, row.b, row.score, plan.against) {
                    let [own, other] = costs(me);
                    give(me, (times(me, own) / other).ln(), score);
                }
            }
        })
    })?;
    let mut standings: Vec<Standing> = (0..soldiers.len())
        .filter(|me| soldiers[*me].ranked && sums[*me].matchups > 0)
        .map(|me| standing(plan, at, me, &sums[me], fair[me]))
        .collect();
    let place = |standings: &mut Vec<Standing>, key: fn(&Standing) -> f64| {
        standings.sort_by(|x, y| key(y).total_cmp(&key(x)).then(x.soldier.cmp(&y.soldier)));
    };
    place(&mut standings, |standing| standing.score);
    for (rank, standing) in standings.iter_mut().enumerate() {
        standing.rank = rank + 1;
    }
    if standings.iter().any(|standing| standing.residual.is_some()) {
        place(&mut standings, |standing| {
            standing.residual.unwrap_or(f64::NEG_INFINITY)
        });
        for (rank, standing) in standings.iter_mut().enumerate() {
            standing.value_rank = standing.residual.map(|_| rank + 1);
        }
    }
    Ok(Field {
        curve,
        mean_distance: (priced > 0).then(|| distance / priced as f64),
        standings,
        matrix,
        few: Vec::new(),
    })
}

fn standing(plan: &Plan, at: usize, me: usize, sum: &Sum, fair: Fair) -> Standing {
    let soldiers = &plan.variants[at].soldiers;
    let against = |found: Option<(f64, Matchup)>| {
        found.map(|(score, matchup)| {
            let (a, b) = (matchup.a as usize, matchup.b as usize);
            Against {
                name: soldiers[if a == me { b } else { a }].name.clone(),
                situation: plan.situation(&matchup).to_owned(),
                score,
            }
        })
    };
    let (total, squares, n) = sum.residual;
    let mean = (n > 0).then(|| total / n as f64);
    let interval = mean.filter(|_| n > 1).and_then(|mean| {
        let variance = ((squares - total * mean) / (n - 1) as f64).max(0.0);
        let t = StudentsT::new(0.0, 1.0, (n - 1) as f64)
            .ok()?
            .inverse_cdf(0.975);
        let half = t * (variance / n as f64).sqrt();
        Some([mean - half, mean + half])
    });
    Standing {
        soldier: me,
        matchups: sum.matchups,
        score: sum.score / sum.matchups.max(1) as f64,
        equal: (sum.equal.1 > 0).then(|| (sum.equal.0 / sum.equal.1 as f64, sum.equal.1)),
        rank: 0,
        value_rank: None,
        residual: mean,
        residual_interval: interval,
        fair,
        best: against(sum.best),
        worst: against(sum.worst),
    }
}
