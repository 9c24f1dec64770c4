//! Matrix games: two sides choose in secret, at once, and what one gains the other loses. Solved by the simplex method
//! on small dense tables, with Bland's rule, so that it always ends.
//!
//! Each side's mix is found from its own point of view by the same steps, so that a game and the same game seen from
//! the other side have the same answer. Where several mixes are optimal, a side takes the one with the largest expected
//! option number.

/// A matrix game: what the row player gains when it takes row `i` and the other takes column `j` is
/// `pay[i * columns + j]`.
#[derive(Copy, Clone, Debug)]
pub struct Game<'a> {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// Row by row.
    pub pay: &'a [f64],
}

/// How both sides play a game well.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Play {
    /// What the row player gains.
    pub value: f64,
    /// The chance of each row.
    pub rows: Vec<f64>,
    /// The chance of each column.
    pub columns: Vec<f64>,
}

/// Payoffs this close, on a scale where the largest difference is 1, count as equal.
const SAME: f64 = 1e-12;

/// Pivots after which something is wrong with the numbers. Bland's rule ends long before.
const MOST_PIVOTS: usize = 100_000;

impl Game<'_> {
    /// What the row player gains.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.pay[row * self.columns + column]
    }

    /// Solves the game. A game without rows or columns has none of either, and the value 0.
    pub fn solve(&self) -> Play {
        if self.rows == 0 || self.columns == 0 {
            return Play::default();
        }
        let (low, high) = self
            .pay
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &p| {
                (low.min(p), high.max(p))
            });
        let width = if high > low { high - low } else { 1.0 };
        // The column player wants little: its own view has the payoffs from 1 to 2. The row player's view is the same
        // game turned over.
        let columns = lesser(self.rows, self.columns, |i, j| {
            1.0 + (self.at(i, j) - low) / width
        });
        let rows = lesser(self.columns, self.rows, |j, i| {
            1.0 + (high - self.at(i, j)) / width
        });
        let mut value = 0.0;
        for (i, x) in rows.iter().enumerate() {
            for (j, y) in columns.iter().enumerate() {
                value += x * y * self.at(i, j);
            }
        }
        Play {
            value,
            rows,
            columns,
        }
    }

    /// How much the two together could gain by departing from a play, each against the other's mix: 0 for an optimal
    /// one, and never less than the error of its value.
    pub fn regret(&self, play: &Play) -> f64 {
        let against_columns = (0..self.rows).map(|i| {
            let row = play.columns.iter().enumerate();
            row.map(|(j, y)| y * self.at(i, j)).sum::<f64>()
        });
        let against_rows = (0..self.columns).map(|j| {
            let column = play.rows.iter().enumerate();
            column.map(|(i, x)| x * self.at(i, j)).sum::<f64>()
        });
        against_columns.fold(f64::NEG_INFINITY, f64::max)
            - against_rows.fold(f64::INFINITY, f64::min)
    }
}

/// A table of the simplex method: constraints `left * w + slack = right` and the variable that each is solved for.
struct Table {
    rows: usize,
    /// Variables and, last, the right side.
    width: usize,
    cells: Vec<f64>,
    basis: Vec<usize>,
}

/// What to make large, less what the variables that are solved for contribute: the price of each other variable.
type Prices = Vec<f64>;

impl Table {
    fn right(&self, row: usize) -> f64 {
        self.cells[row * self.width + self.width - 1]
    }

    /// Solves row `out` for the variable `enter`, and puts it into all others.
    fn pivot(&mut self, out: usize, enter: usize, prices: &mut [&mut Prices]) {
        let width = self.width;
        let by = self.cells[out * width + enter];
        for cell in &mut self.cells[out * width..(out + 1) * width] {
            *cell /= by;
        }
        let solved = self.cells[out * width..(out + 1) * width].to_vec();
        for row in (0..self.rows).filter(|&row| row != out) {
            let times = self.cells[row * width + enter];
            if times != 0.0 {
                let cells = &mut self.cells[row * width..(row + 1) * width];
                for (cell, solved) in cells.iter_mut().zip(&solved) {
                    *cell -= times * solved;
                }
                cells[enter] = 0.0;
            }
        }
        for prices in prices {
            let times = prices[enter];
            for (price, solved) in prices.iter_mut().zip(&solved) {
                *price -= times * solved;
            }
            prices[enter] = 0.0;
        }
        self.basis[out] = enter;
    }

    /// The row that limits the variable `enter` most; of several, the one solved for the lowest variable (Bland).
    fn limit(&self, enter: usize) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for row in 0..self.rows {
            let slope = self.cells[row * self.width + enter];
            if slope <= SAME {
                continue;
            }
            let ratio = self.right(row).max(0.0) / slope;
            let better = best.is_none_or(|(at, least)| {
                ratio < least - SAME || (ratio <= least + SAME && self.basis[row] < self.basis[at])
            });
            if better {
                best = Some((row, ratio));
            }
        }
        best.map(|(row, _)| row)
    }
}

/// The mix over `columns` that keeps the most that any row can gain as low as can be. Every payoff is from 1 to 2.
fn lesser(rows: usize, columns: usize, pay: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    // Find w >= 0 with pay * w <= 1 in every row and the largest sum: w is the mix divided by the value.
    let width = columns + rows + 1;
    let mut table = Table {
        rows,
        width,
        cells: vec![0.0; rows * width],
        basis: (columns..columns + rows).collect(),
    };
    for i in 0..rows {
        for j in 0..columns {
            table.cells[i * width + j] = pay(i, j);
        }
        table.cells[i * width + columns + i] = 1.0;
        table.cells[i * width + width - 1] = 1.0;
    }
    let mut sum: Prices = vec![0.0; width];
    sum[..columns].fill(1.0);
    let mut number: Prices = (0..width)
        .map(|j| if j < columns { j as f64 } else { 0.0 })
        .collect();
    for _ in 0..MOST_PIVOTS {
        let Some(enter) = (0..width - 1).find(|&j| sum[j] > SAME) else {
            break;
        };
        let Some(out) = table.limit(enter) else { break };
        table.pivot(out, enter, &mut [&mut sum, &mut number]);
    }
    // Among the optimal ones, the largest expected number: only variables that cost nothing may come in.
    let free: Vec<bool> = sum.iter().map(|price| price.abs() <= 8.0 * SAME).collect();
    for _ in 0..MOST_PIVOTS {
        let Some(enter) = (0..width - 1).find(|&j| free[j] && number[j] > 1e-10) else {
            break;
        };
        let Some(out) = table.limit(enter) else { break };
        table.pivot(out, enter, &mut [&mut number]);
    }
    let mut mix = vec![0.0; columns];
    for row in 0..rows {
        if let Some(weight) = mix.get_mut(table.basis[row]) {
            *weight = table.right(row);
        }
    }
    // What is only rounding is nothing.
    let all: f64 = mix.iter().sum();
    for weight in &mut mix {
        *weight = if *weight > 4.0 * SAME * all {
            *weight
        } else {
            0.0
        };
    }
    let all: f64 = mix.iter().sum();
    mix.iter_mut().for_each(|weight| *weight /= all);
    mix
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use rand_pcg::Pcg64Mcg;

    fn solved(rows: usize, columns: usize, pay: &[f64]) -> Play {
        let game = Game { rows, columns, pay };
        let play = game.solve();
        let scale = pay.iter().fold(1.0f64, |most, p| most.max(p.abs()));
        // The certificate: best replies to both mixes bound the value.
        assert!(
            game.regret(&play) <= 1e-12 * scale,
            "regret {:e} of {play:?} in {pay:?}",
            game.regret(&play)
        );
        for mix in [&play.rows, &play.columns] {
            assert!(mix.iter().all(|&p| p >= 0.0), "{play:?}");
            assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-14, "{play:?}");
        }
        play
    }

    fn near(got: &[f64], expected: &[f64]) {
        assert_eq!(got.len(), expected.len());
        for (got, expected) in got.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-13, "{got} for {expected}");
        }
    }

    #[test]
    fn games_with_known_answers() {
        // Matching pennies; rock, paper, scissors; a mix of unequal parts.
        let play = solved(2, 2, &[1.0, -1.0, -1.0, 1.0]);
        near(&play.rows, &[0.5, 0.5]);
        near(&play.columns, &[0.5, 0.5]);
        let play = solved(3, 3, &[0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0]);
        near(&play.rows, &[1.0 / 3.0; 3]);
        let play = solved(2, 2, &[3.0, -1.0, -2.0, 1.0]);
        assert!((play.value - 1.0 / 7.0).abs() < 1e-14);
        near(&play.rows, &[3.0 / 7.0, 4.0 / 7.0]);
        near(&play.columns, &[2.0 / 7.0, 5.0 / 7.0]);
    }

    #[test]
    fn saddle_points_are_pure() {
        let play = solved(3, 3, &[4.0, 2.0, 5.0, 6.0, 3.0, 7.0, 1.0, 0.0, 9.0]);
        assert_eq!(play.rows, [0.0, 1.0, 0.0]);
        assert_eq!(play.columns, [0.0, 1.0, 0.0]);
        assert_eq!(play.value, 3.0);
    }

    #[test]
    fn dominated_rows_and_columns_are_never_taken() {
        // Row 2 is worse than row 0 everywhere, column 2 worse for the column player than column 1.
        let play = solved(3, 3, &[3.0, -1.0, 0.0, -2.0, 1.0, 1.5, 2.0, -3.0, -1.0]);
        assert_eq!((play.rows[2], play.columns[2]), (0.0, 0.0));
        assert!((play.value - 1.0 / 7.0).abs() < 1e-14);
    }

    #[test]
    fn one_row_or_one_column() {
        let play = solved(1, 4, &[3.0, -1.0, 5.0, 2.0]);
        assert_eq!((play.value, play.columns), (-1.0, vec![0.0, 1.0, 0.0, 0.0]));
        let play = solved(4, 1, &[3.0, -1.0, 5.0, 2.0]);
        assert_eq!((play.value, play.rows), (5.0, vec![0.0, 0.0, 1.0, 0.0]));
        let play = solved(1, 1, &[-7.5]);
        assert_eq!(play.value, -7.5);
        let none = Game {
            rows: 0,
            columns: 3,
            pay: &[],
        };
        assert_eq!(none.solve(), Play::default());
    }

    #[test]
    fn among_equals_the_largest_number() {
        // Everything is worth the same: the last of each.
        let play = solved(3, 4, &[2.0; 12]);
        assert_eq!(play.rows, [0.0, 0.0, 1.0]);
        assert_eq!(play.columns, [0.0, 0.0, 0.0, 1.0]);
        // Rows 0 and 1 are twins, and better than row 2.
        let play = solved(3, 2, &[1.0, 2.0, 1.0, 2.0, 0.0, 5.0]);
        assert_eq!(play.rows, [0.0, 1.0, 0.0]);
        // Pennies with a third row that is the even mix of the others: all of it on the last is optimal, and largest.
        let play = solved(3, 2, &[1.0, -1.0, -1.0, 1.0, 0.0, 0.0]);
        assert_eq!(play.rows, [0.0, 0.0, 1.0]);
        // The third row first: the mix of the other two has the larger number.
        let play = solved(3, 2, &[0.0, 0.0, 1.0, -1.0, -1.0, 1.0]);
        near(&play.rows, &[0.0, 0.5, 0.5]);
    }

    /// Random games of every size, many of them with ties, against the certificate and the game seen from the other
    /// side.
    #[test]
    fn random_and_degenerate_games() {
        let mut rng = Pcg64Mcg::new(0x9A3E);
        let mut below = |n: u64| (rng.next_u64() >> 33) % n;
        for round in 0..20_000 {
            let (rows, columns) = (1 + below(11) as usize, 1 + below(11) as usize);
            // From coarse payoffs with many ties to fine ones; now and then twin rows; all scales.
            let grain = [2, 3, 10, 1_000_000_007][round % 4];
            let scale = [1e-6, 1.0, 1e4][round % 3];
            let mut pay: Vec<f64> = (0..rows * columns)
                .map(|_| scale * below(grain) as f64 / grain as f64)
                .collect();
            if rows > 1 && below(4) == 0 {
                let (from, to) = pay.split_at_mut(columns);
                to[..columns].copy_from_slice(from);
            }
            let play = solved(rows, columns, &pay);
            let turned: Vec<f64> = (0..rows * columns)
                .map(|at| -pay[at % rows * columns + at / rows])
                .collect();
            let other = solved(columns, rows, &turned);
            assert!((play.value + other.value).abs() <= 1e-12 * scale.max(1.0));
            near(&play.rows, &other.columns);
            near(&play.columns, &other.rows);
        }
    }

    /// Pure saddle points against a plain search.
    #[test]
    fn saddles_agree_with_a_plain_search() {
        let mut rng = Pcg64Mcg::new(77);
        let mut below = |n: u64| (rng.next_u64() >> 33) % n;
        let mut saddles = 0;
        for _ in 0..5_000 {
            let (rows, columns) = (1 + below(4) as usize, 1 + below(4) as usize);
            let pay: Vec<f64> = (0..rows * columns).map(|_| below(7) as f64).collect();
            let row = |i: usize| &pay[i * columns..(i + 1) * columns];
            let low = |i: usize| row(i).iter().copied().fold(f64::INFINITY, f64::min);
            let high = |j: usize| (0..rows).map(|i| row(i)[j]).fold(0.0, f64::max);
            let most = (0..rows).map(low).fold(f64::NEG_INFINITY, f64::max);
            let least = (0..columns).map(high).fold(f64::INFINITY, f64::min);
            let value = solved(rows, columns, &pay).value;
            assert!(value >= most - 1e-12 && value <= least + 1e-12);
            if most == least {
                saddles += 1;
                assert!((value - most).abs() < 1e-12);
            }
        }
        assert!(saddles > 1_000);
    }

    /// All sets of `k` numbers below `n`.
    fn sets(n: usize, k: usize) -> Vec<Vec<usize>> {
        let all = (0u32..1 << n).filter(|bits| bits.count_ones() as usize == k);
        all.map(|bits| (0..n).filter(|at| bits >> at & 1 == 1).collect())
            .collect()
    }

    /// Solves `left * x = 1` by elimination; none if it has no single solution.
    fn ones(mut left: Vec<Vec<f64>>) -> Option<Vec<f64>> {
        let n = left.len();
        left.iter_mut().for_each(|row| row.push(1.0));
        for at in 0..n {
            let most = (at..n).max_by(|&a, &b| left[a][at].abs().total_cmp(&left[b][at].abs()))?;
            left.swap(at, most);
            if left[at][at].abs() < 1e-9 {
                return None;
            }
            for row in (0..n).filter(|&row| row != at) {
                let times = left[row][at] / left[at][at];
                let solved = left[at].clone();
                for (cell, solved) in left[row].iter_mut().zip(&solved) {
                    *cell -= times * solved;
                }
            }
        }
        Some((0..n).map(|at| left[at][n] / left[at][at]).collect())
    }

    /// Every corner of the row player's optimal mixes comes from a square part of the matrix (Shapley and Snow, 1950): the
    /// slow way to the value and to the largest expected row.
    fn by_parts(rows: usize, columns: usize, pay: &[f64]) -> (f64, f64) {
        let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
        for k in 1..=rows.min(columns) {
            for some_rows in sets(rows, k) {
                for some_columns in sets(columns, k) {
                    let part = some_columns.iter().map(|j| {
                        let column = some_rows.iter().map(|i| pay[i * columns + j]);
                        column.collect()
                    });
                    let Some(weights) = ones(part.collect()) else {
                        continue;
                    };
                    let sum: f64 = weights.iter().sum();
                    if weights.iter().any(|w| *w < -1e-12) || sum <= 1e-9 {
                        continue;
                    }
                    let mut mix = vec![0.0; rows];
                    for (i, weight) in some_rows.iter().zip(&weights) {
                        mix[*i] = weight / sum;
                    }
                    let least = (0..columns)
                        .map(|j| (0..rows).map(|i| mix[i] * pay[i * columns + j]).sum())
                        .fold(f64::INFINITY, f64::min);
                    found.push((least, mix));
                }
            }
        }
        let value = found.iter().map(|x| x.0).fold(f64::NEG_INFINITY, f64::max);
        let optimal = found.iter().filter(|x| x.0 > value - 1e-10);
        let number = optimal.map(|x| expected(&x.1)).fold(0.0, f64::max);
        (value, number)
    }

    fn expected(mix: &[f64]) -> f64 {
        mix.iter().enumerate().map(|(i, p)| i as f64 * p).sum()
    }

    #[test]
    fn the_value_and_the_choice_among_equals_agree_with_the_slow_way() {
        let mut rng = Pcg64Mcg::new(1950);
        let mut below = |n: u64| (rng.next_u64() >> 33) % n;
        let mut mixed = 0;
        for _ in 0..3_000 {
            let (rows, columns) = (1 + below(4) as usize, 1 + below(4) as usize);
            let grain = 2 + below(3);
            // From 1 up, so that no value is 0.
            let pay: Vec<f64> = (0..rows * columns)
                .map(|_| 1.0 + below(grain) as f64)
                .collect();
            let play = solved(rows, columns, &pay);
            let (value, number) = by_parts(rows, columns, &pay);
            assert!((play.value - value).abs() < 1e-12, "{pay:?}");
            let got = expected(&play.rows);
            assert!(
                (got - number).abs() < 1e-9,
                "{rows} x {columns} {pay:?}: {got} for {number}"
            );
            mixed += u32::from(!play.rows.contains(&1.0));
        }
        assert!(mixed > 200, "only {mixed} true mixes");
    }
}
