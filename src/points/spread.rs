//! How sure something is: a median, a spread, and the law by which a spread becomes an interval.

use statrs::distribution::StudentsT;

/// The median of values with weights.
pub fn weighted_median(mut values: Vec<(f64, f64)>) -> Option<f64> {
    values.retain(|(value, weight)| value.is_finite() && *weight > 0.0);
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = values.iter().map(|(_, weight)| weight).sum::<f64>() / 2.0;
    let mut sum = 0.0;
    for (at, (value, weight)) in values.iter().enumerate() {
        sum += weight;
        if (sum - half).abs() <= 1e-12 * half.max(1e-300) {
            return Some((value + values.get(at + 1)?.0) / 2.0);
        }
        if sum > half {
            return Some(*value);
        }
    }
    None
}

/// Student's law, with at least one degree of freedom.
pub fn student(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom.max(1.0)).expect("a positive number of degrees of freedom")
}

/// The standard deviation about the estimate.
pub fn spread(values: impl Iterator<Item = f64>, about: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0f64);
    for value in values {
        sum += (value - about).powi(2);
        count += 1.0;
    }
    (sum / count.max(1.0)).sqrt()
}
