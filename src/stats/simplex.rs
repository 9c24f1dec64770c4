//! Linear programs, small and dense, by Dantzig's simplex method: the most of a first aim, and of a second among all that
//! reach it.

/// A number smaller than this is none.
const TINY: f64 = 1e-11;

/// `x >= 0` with `rows * x <= bounds` that makes the first aim largest, and then the second. All bounds must be 0 or more,
/// so that nothing is a beginning. None if there is no largest, or it is not found in time.
pub fn maximise(rows: &[Vec<f64>], bounds: &[f64], aims: [&[f64]; 2]) -> Option<Vec<f64>> {
    let (m, n) = (rows.len(), aims[0].len());
    // One row a bound, its right side last; then the aims, as what is still to be gained.
    let mut table: Vec<Vec<f64>> = Vec::with_capacity(m + 2);
    for (row, bound) in rows.iter().zip(bounds) {
        table.push(row.iter().copied().chain([bound.max(0.0)]).collect());
    }
    for aim in aims {
        table.push(aim.iter().map(|gain| -gain).chain([0.0]).collect());
    }
    // Which variable stands for each column and each row: those from n on are what is left of a bound.
    let mut columns: Vec<usize> = (0..n).collect();
    let mut basis: Vec<usize> = (n..n + m).collect();
    let patience = 20 * (m + n) + 100;
    for turn in 0..3 * patience {
        // The largest gain is quick; the first variable by number never goes in circles (Bland, 1977).
        let careful = turn > patience;
        let Some(column) = entering(&table[m], &table[m + 1], &columns, careful) else {
            let mut found = vec![0.0; n];
            for (row, variable) in basis.iter().enumerate() {
                if *variable < n {
                    found[*variable] = table[row][n];
                }
            }
            return Some(found);
        };
        let mut leaving: Option<(f64, usize)> = None;
        for row in 0..m {
            if table[row][column] > 1e-9 {
                let ratio = table[row][n].max(0.0) / table[row][column];
                let better = leaving.is_none_or(|(least, at)| {
                    ratio < least - TINY || (ratio <= least + TINY && basis[row] < basis[at])
                });
                if better {
                    leaving = Some((ratio, row));
                }
            }
        }
        let (_, row) = leaving?;
        pivot(&mut table, row, column);
        std::mem::swap(&mut columns[column], &mut basis[row]);
    }
    None
}

/// The column to bring in: one that adds to the first aim, or else to the second without touching the first.
fn entering(first: &[f64], second: &[f64], columns: &[usize], careful: bool) -> Option<usize> {
    let pick = |gain: &dyn Fn(usize) -> f64| {
        let useful = (0..columns.len()).filter(|at| gain(*at) > 1e-10);
        if careful {
            useful.min_by_key(|at| columns[*at])
        } else {
            useful.max_by(|x, y| {
                let order = gain(*x).total_cmp(&gain(*y));
                order.then(columns[*y].cmp(&columns[*x]))
            })
        }
    };
    pick(&|at| -first[at]).or_else(|| {
        pick(&|at| {
            if first[at].abs() <= 1e-10 {
                -second[at]
            } else {
                0.0
            }
        })
    })
}

/// Exchanges the variables of a row and a column.
fn pivot(table: &mut [Vec<f64>], row: usize, column: usize) {
    let by = table[row][column];
    table[row][column] = 1.0;
    for cell in &mut table[row] {
        *cell /= by;
    }
    let pivot = table[row].clone();
    for (at, other) in table.iter_mut().enumerate() {
        let factor = other[column];
        if at != row && factor != 0.0 {
            other[column] = 0.0;
            for (cell, with) in other.iter_mut().zip(&pivot) {
                *cell -= factor * with;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_textbook_program() {
        // Dantzig's example: max 3x + 5y, x <= 4, 2y <= 12, 3x + 2y <= 18.
        let rows = [vec![1.0, 0.0], vec![0.0, 2.0], vec![3.0, 2.0]];
        let found = maximise(&rows, &[4.0, 12.0, 18.0], [&[3.0, 5.0], &[0.0, 0.0]]).unwrap();
        assert!((found[0] - 2.0).abs() < 1e-12 && (found[1] - 6.0).abs() < 1e-12);
    }

    #[test]
    fn the_second_aim_decides_among_the_best() {
        let rows = [vec![1.0, 1.0]];
        for (second, expected) in [([1.0, 0.0], [1.0, 0.0]), ([0.0, 1.0], [0.0, 1.0])] {
            let found = maximise(&rows, &[1.0], [&[1.0, 1.0], &second]).unwrap();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn without_end_or_going_in_circles() {
        assert_eq!(maximise(&[vec![-1.0]], &[1.0], [&[1.0], &[0.0]]), None);
        // Beale's example, on which the largest gain goes in circles for ever.
        let rows = [
            vec![0.25, -60.0, -0.04, 9.0],
            vec![0.5, -90.0, -0.02, 3.0],
            vec![0.0, 0.0, 1.0, 0.0],
        ];
        let aim = [0.75, -150.0, 0.02, -6.0];
        let found = maximise(&rows, &[0.0, 0.0, 1.0], [&aim, &[0.0; 4]]).unwrap();
        let gain: f64 = found.iter().zip(aim).map(|(x, c)| x * c).sum();
        assert!((gain - 0.05).abs() < 1e-12, "{found:?}");
    }
}
