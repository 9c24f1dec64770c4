//! Prices as they are printed: whole points, fives, or the numbers that people like.

/// How prices are rounded.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Rounding {
    /// To a multiple of this.
    To(f64),
    /// To 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten: the next in ratio.
    Preferred,
}

/// The numbers that people like, from 1 to 10.
const LIKED: [f64; 10] = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];

impl Rounding {
    /// Whole points; for a table in which builds cost but a few points, a decimal that is not too coarse for it.
    pub fn for_costs(mean: f64) -> Rounding {
        if mean >= 20.0 || mean <= 0.0 {
            Rounding::To(1.0)
        } else {
            Rounding::To(10f64.powf((mean / 20.0).log10().floor()))
        }
    }

    /// A price, rounded.
    pub fn of(self, price: f64) -> f64 {
        match self {
            Rounding::To(step) => {
                // Clean of the last bits: 0.30000000000000004 is no price.
                let rounded = (price / step).round() * step;
                (rounded * 1e9).round() / 1e9 + 0.0
            }
            Rounding::Preferred if price < 0.25 => 0.0,
            Rounding::Preferred => {
                let ten = 10f64.powf(price.log10().floor());
                let off = |liked: &f64| (price / (liked * ten)).ln().abs();
                let best = LIKED.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
                let value = best.map_or(price, |liked| liked * ten);
                (value * 1e9).round() / 1e9
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_printed_as_people_like_them() {
        assert_eq!(Rounding::To(1.0).of(7.6), 8.0);
        assert_eq!(Rounding::To(5.0).of(7.6), 10.0);
        assert_eq!(Rounding::To(0.1).of(0.29), 0.3);
        let liked = |price: f64| Rounding::Preferred.of(price);
        assert_eq!(
            [0.1, 1.2, 7.0, 9.4, 114.0].map(liked),
            [0.0, 1.0, 8.0, 10.0, 100.0]
        );
        assert_eq!(Rounding::for_costs(70.0), Rounding::To(1.0));
        assert_eq!(Rounding::for_costs(15.0), Rounding::To(0.1));
        assert_eq!(Rounding::for_costs(1.0), Rounding::To(0.01));
    }
}
