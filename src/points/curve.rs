//! What two prices let one expect: a logistic curve in the log of their ratio. Equal prices are an even fight, and the
//! one number, the slope, says how much a dearer build wins in this field.

/// How the score follows from the ratio of the points.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Curve {
    /// How steep it is. 0: prices tell nothing; 1: twice the points win two fights of three; 2: four of five.
    pub slope: f64,
}

/// Steeper than this is a step, and no curve can be told from another.
const STEEPEST: f64 = 50.0;

/// A step of the fit smaller than this is none.
const ENOUGH: f64 = 1e-13;

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Curve {
    /// The score that prices `a` and `b` let A expect.
    ///
    /// # Formula
    /// ```text
    /// 1 / (1 + exp(-slope * ln(a / b)))  =  a^slope / (a^slope + b^slope)
    /// ```
    pub fn expected(&self, a: f64, b: f64) -> f64 {
        self.at((a / b).ln())
    }

    /// The same from the log of the ratio.
    pub fn at(&self, log_ratio: f64) -> f64 {
        logistic(self.slope * log_ratio)
    }

    /// Fits the slope to scores: `pass` gives (log of the points ratio, score) of every match-up to its argument, and is
    /// called several times. None if no two prices differ, or nothing has a price.
    ///
    /// Newton's method on the log-likelihood of the curve, which is concave, so there is one best slope.
    pub fn fit<E>(
        mut pass: impl FnMut(&mut dyn FnMut(f64, f64)) -> Result<(), E>,
    ) -> Result<Option<Curve>, E> {
        let mut slope = 0.0f64;
        for _ in 0..100 {
            let (mut pull, mut weight, mut spread) = (0.0, 0.0, 0.0f64);
            pass(&mut |x, score| {
                let expected = logistic(slope * x);
                pull += x * (score - expected);
                weight += x * x * expected * (1.0 - expected);
                spread = spread.max(x.abs());
            })?;
            if spread < 1e-9 {
                return Ok(None);
            }
            if weight <= 0.0 || !pull.is_finite() {
                break;
            }
            // Half a unit of log odds at the widest ratio is as far as a step may go.
            let most = 2.0 / spread;
            let step = (pull / weight).clamp(-most, most);
            slope = (slope + step).clamp(-STEEPEST, STEEPEST);
            if step.abs() < ENOUGH || slope.abs() >= STEEPEST {
                break;
            }
        }
        Ok(Some(Curve { slope }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(rows: &[(f64, f64)]) -> Option<Curve> {
        let fitted: Result<_, ()> = Curve::fit(|give| {
            rows.iter().for_each(|&(x, s)| give(x, s));
            Ok(())
        });
        fitted.unwrap()
    }

    #[test]
    fn a_slope_that_made_the_scores_is_found_again() {
        for slope in [-1.5, 0.0, 0.3, 1.0, 2.0, 7.0] {
            let made = Curve { slope };
            let rows: Vec<(f64, f64)> = (-20..=20)
                .map(|k| f64::from(k) / 9.0)
                .map(|x| (x, made.at(x)))
                .collect();
            let found = fit(&rows).unwrap().slope;
            assert!((found - slope).abs() < 1e-9, "{slope}: {found}");
        }
    }

    #[test]
    fn twice_the_points() {
        assert!((Curve { slope: 1.0 }.expected(2.0, 1.0) - 2.0 / 3.0).abs() < 1e-15);
        assert!((Curve { slope: 2.0 }.expected(100.0, 50.0) - 0.8).abs() < 1e-15);
        assert!((Curve { slope: 3.0 }.expected(7.0, 7.0) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn what_cannot_be_fitted_is_no_curve_or_a_step() {
        assert_eq!(fit(&[]), None);
        assert_eq!(fit(&[(0.0, 0.7), (0.0, 0.2)]), None, "all of one price");
        let step = fit(&[(0.1, 1.0), (-0.1, 0.0)]).unwrap();
        assert_eq!(step.slope, STEEPEST, "the dearer always wins");
        let step = fit(&[(0.1, 0.0), (-0.1, 1.0)]).unwrap();
        assert_eq!(step.slope, -STEEPEST, "the cheaper always wins");
    }
}
