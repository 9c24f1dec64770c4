//! Everybody's score against everybody: a square of cells, each with its 95 % interval. What the row scores, the column
//! loses, so a pair is set once and seen from both sides.

use super::interval::Z;
use statrs::distribution::{ContinuousCDF, Normal};

/// A score between 0 and 1, and where it lies.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Cell {
    /// The score.
    pub score: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Cell {
    /// A score that is known.
    pub const fn exact(score: f64) -> Cell {
        Cell {
            score,
            low: score,
            high: score,
        }
    }

    /// Whether it is known, and not estimated.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// The same as the other side sees it.
    pub fn mirrored(&self) -> Cell {
        Cell {
            score: 1.0 - self.score,
            low: 1.0 - self.high,
            high: 1.0 - self.low,
        }
    }

    /// The standard error towards lower and towards higher scores.
    pub fn errors(&self) -> [f64; 2] {
        [
            (self.score - self.low).max(0.0) / Z,
            (self.high - self.score).max(0.0) / Z,
        ]
    }

    /// How sure it is that the true score is above one half: 1, 0 or 0.5 where the score is known.
    ///
    /// # Formula
    /// The "likelihood of superiority" of chess engines' matches, `Phi((s - 1/2) / e)`, with the error on the side of 1/2.
    pub fn superiority(&self) -> f64 {
        let above = self.score - 0.5;
        let error = self.errors()[usize::from(above < 0.0)];
        if above.abs() < 1e-12 {
            0.5
        } else if error <= 0.0 {
            f64::from(u8::from(above > 0.0))
        } else {
            Normal::standard().cdf(above / error)
        }
    }
}

/// The plain mean of several scores that were counted apart, added one by one.
///
/// # Formula
/// ```text
/// low = mean - sqrt(sum (score_k - low_k)^2) / K, high likewise
/// ```
/// The method of variance estimates recovery: Zou and Donner, "Construction of confidence limits about effect measures",
/// Statistics in Medicine 27 (2008).
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Mean {
    count: u32,
    score: f64,
    below: f64,
    above: f64,
}

impl Mean {
    /// Adds a score.
    pub fn add(&mut self, cell: Cell) {
        self.count += 1;
        self.score += cell.score;
        self.below += (cell.score - cell.low).powi(2);
        self.above += (cell.high - cell.score).powi(2);
    }

    /// How many were added.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Their mean; none of none.
    pub fn cell(&self) -> Option<Cell> {
        let k = f64::from(self.count);
        let score = self.score / k;
        (self.count > 0).then(|| Cell {
            score,
            low: (score - self.below.sqrt() / k).max(0.0),
            high: (score + self.above.sqrt() / k).min(1.0),
        })
    }
}

/// Everybody against everybody. Nobody is better than itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Scores {
    n: usize,
    cells: Vec<Cell>,
}

impl Scores {
    /// So many, all of them even.
    pub fn even(n: usize) -> Scores {
        Scores {
            n,
            cells: vec![Cell::exact(0.5); n * n],
        }
    }

    /// Exact scores: `score` of the row against the column, asked for pairs with row before column.
    pub fn exact(n: usize, score: impl Fn(usize, usize) -> f64) -> Scores {
        let mut scores = Scores::even(n);
        for row in 0..n {
            for column in row + 1..n {
                scores.set(row, column, Cell::exact(score(row, column)));
            }
        }
        scores
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// Sets the score of a row against a column, and so that of the column against the row.
    pub fn set(&mut self, row: usize, column: usize, cell: Cell) {
        self.cells[row * self.n + column] = cell;
        self.cells[column * self.n + row] = cell.mirrored();
    }

    /// The score of a row against a column.
    pub fn at(&self, row: usize, column: usize) -> Cell {
        self.cells[row * self.n + column]
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[Cell] {
        &self.cells[row * self.n..(row + 1) * self.n]
    }

    /// Whether every score is known.
    pub fn all_exact(&self) -> bool {
        self.cells.iter().all(Cell::is_exact)
    }

    /// The scores alone, row by row.
    pub fn plain(&self) -> Vec<f64> {
        self.cells.iter().map(|cell| cell.score).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_seen_from_both_sides() {
        let mut scores = Scores::even(2);
        let cell = Cell {
            score: 0.75,
            low: 0.5,
            high: 0.875,
        };
        scores.set(0, 1, cell);
        assert_eq!(scores.at(1, 0), cell.mirrored());
        assert_eq!((cell.mirrored().low, cell.mirrored().high), (0.125, 0.5));
        assert!(!scores.all_exact() && Scores::even(3).all_exact());
    }

    #[test]
    fn superiority_is_certain_only_where_the_score_is_known() {
        assert_eq!(Cell::exact(0.51).superiority(), 1.0);
        assert_eq!(Cell::exact(0.49).superiority(), 0.0);
        assert_eq!(Cell::exact(0.5).superiority(), 0.5);
        let cell = Cell {
            score: 0.6,
            low: 0.5,
            high: 0.7,
        };
        assert!((cell.superiority() - 0.975).abs() < 1e-9);
        assert!((cell.mirrored().superiority() - 0.025).abs() < 1e-9);
    }

    #[test]
    fn the_mean_of_four_is_twice_as_sure() {
        let cell = Cell {
            score: 0.6,
            low: 0.5,
            high: 0.8,
        };
        let mean = |cells: &[Cell]| {
            let mut mean = Mean::default();
            cells.iter().for_each(|cell| mean.add(*cell));
            mean.cell()
        };
        let four = mean(&[cell; 4]).unwrap();
        assert!((four.low - 0.55).abs() < 1e-12 && (four.high - 0.7).abs() < 1e-12);
        let known = mean(&[Cell::exact(0.1), Cell::exact(0.3)]);
        assert!(known.unwrap().is_exact());
        assert_eq!(mean(&[]), None);
    }
}
