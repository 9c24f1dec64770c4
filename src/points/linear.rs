//! Small dense systems of linear equations: Cholesky's factors of a symmetric, positive matrix.

/// A symmetric, positive matrix, factored: `L L^T`, row by row.
pub struct Cholesky {
    n: usize,
    l: Vec<f64>,
}

impl Cholesky {
    /// Factors a matrix; directions without any curvature get a very little.
    pub fn of(matrix: &[f64], n: usize) -> Cholesky {
        let mut l = matrix.to_vec();
        let largest = (0..n).map(|k| matrix[k * n + k]).fold(0.0, f64::max);
        let least = (largest * 1e-14).max(f64::MIN_POSITIVE);
        for j in 0..n {
            for k in 0..j {
                let factor = l[j * n + k];
                for i in j..n {
                    l[i * n + j] -= factor * l[i * n + k];
                }
            }
            let pivot = l[j * n + j].max(least).sqrt();
            for i in j..n {
                l[i * n + j] /= pivot;
            }
            l[j * n + j] = pivot;
        }
        Cholesky { n, l }
    }

    /// Solves for a right-hand side.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (n, l) = (self.n, &self.l);
        let mut x = right.to_vec();
        for i in 0..n {
            let sum: f64 = (0..i).map(|k| l[i * n + k] * x[k]).sum();
            x[i] = (x[i] - sum) / l[i * n + i];
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|k| l[k * n + i] * x[k]).sum();
            x[i] = (x[i] - sum) / l[i * n + i];
        }
        x
    }

    /// The logarithm of the matrix's determinant.
    pub fn log_determinant(&self) -> f64 {
        let pivots = (0..self.n).map(|k| self.l[k * self.n + k].ln());
        2.0 * pivots.sum::<f64>()
    }

    /// The inverse, row by row.
    pub fn inverse(&self) -> Vec<f64> {
        let n = self.n;
        let mut inverse = vec![0.0; n * n];
        let mut unit = vec![0.0; n];
        for k in 0..n {
            unit[k] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse[row * n + k] = value;
            }
            unit[k] = 0.0;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved_and_inverted() {
        let matrix = [4.0, 2.0, 0.6, 2.0, 5.0, 1.0, 0.6, 1.0, 3.0];
        let factored = Cholesky::of(&matrix, 3);
        let x = factored.solve(&[1.0, -2.0, 0.5]);
        for (row, right) in [1.0, -2.0, 0.5].into_iter().enumerate() {
            let got: f64 = (0..3).map(|k| matrix[row * 3 + k] * x[k]).sum();
            assert!((got - right).abs() < 1e-12);
        }
        let inverse = factored.inverse();
        let one: f64 = (0..3).map(|k| matrix[k] * inverse[k * 3]).sum();
        assert!((one - 1.0).abs() < 1e-12);
        // 4 (15 - 1) - 2 (6 - 0.6) + 0.6 (2 - 3)
        assert!((factored.log_determinant().exp() - 44.6).abs() < 1e-9);
    }

    #[test]
    fn what_has_no_curvature_stays_finite() {
        let singular = Cholesky::of(&[1.0, 1.0, 1.0, 1.0], 2);
        assert!(singular.solve(&[1.0, 1.0]).iter().all(|x| x.is_finite()));
    }
}
