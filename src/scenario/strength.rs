//! How many of a unit take the field: what a budget buys, and how many on either side cost about the same. Whole units
//! only, and never more points than there are.

use crate::systems::skirmish::MOST_MODELS;

/// Prices are sums of decimals: what is off by less than this is not off.
const SLIP: f64 = 1e-9;

/// A unit that a budget may buy.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Offer {
    /// What one costs.
    pub price: f64,
    /// Its share of the points.
    pub share: f64,
    /// How many models one is, crew and all.
    pub models: u64,
}

impl Offer {
    /// A single model, for all the points.
    pub const fn single(price: f64) -> Offer {
        Offer {
            price,
            share: 1.0,
            models: 1,
        }
    }
}

/// What a budget buys of some units, in their shares of the points: one whole unit at a time, of those that still fit the
/// one that is furthest below its share of what is spent so far; of equals, the one listed first. It stops where no model
/// more may take the field, whatever is left of the points.
pub fn fill(budget: f64, units: &[Offer]) -> Vec<u32> {
    let mut counts = vec![0; units.len()];
    let mut spent = vec![0.0; units.len()];
    let shares: f64 = units.iter().map(|unit| unit.share).sum();
    let mut room = u64::from(MOST_MODELS);
    loop {
        let all: f64 = spent.iter().sum();
        let mut next: Option<(usize, f64)> = None;
        for (at, unit) in units.iter().enumerate() {
            let behind = all * unit.share / shares - spent[at];
            let fits = all + unit.price <= budget + SLIP && unit.models.max(1) <= room;
            let fits = fits && unit.share > 0.0;
            if fits && next.is_none_or(|(_, most)| behind > most + SLIP) {
                next = Some((at, behind));
            }
        }
        let Some((at, _)) = next else {
            break;
        };
        counts[at] += 1;
        spent[at] += units[at].price;
        room -= units[at].models.max(1);
    }
    counts
}

/// How near to equal points two sides have to come.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Parity {
    /// The most of either.
    pub most: u32,
    /// How far apart they may be, as a share of the larger.
    pub off: f64,
}

impl Default for Parity {
    fn default() -> Parity {
        Parity {
            most: 24,
            off: 0.02,
        }
    }
}

/// How many of each, and how far apart they are as a share of the larger.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Even {
    /// How many of A and of B.
    pub counts: [u32; 2],
    /// How far apart their points are.
    pub off: f64,
}

/// The fewest of both that cost about the same; if none are near enough, those that come nearest; of either no more than
/// there is `room` for. None without prices above 0.
pub fn even(prices: [f64; 2], parity: Parity, room: [u32; 2]) -> Option<Even> {
    if prices
        .iter()
        .any(|price| *price <= 0.0 || !price.is_finite())
    {
        return None;
    }
    let of = |a: u32, b: u32| {
        let [a_points, b_points] = [f64::from(a) * prices[0], f64::from(b) * prices[1]];
        Even {
            counts: [a, b],
            off: (a_points - b_points).abs() / a_points.max(b_points),
        }
    };
    let near = |even: &Even| even.off <= parity.off + SLIP;
    let sum = |even: &Even| even.counts[0] + even.counts[1];
    let [most_a, most_b] = room.map(|room| parity.most.min(room).max(1));
    let all = (1..=most_a).flat_map(|a| (1..=most_b).map(move |b| of(a, b)));
    all.reduce(|best, next| {
        let better = match (near(&best), near(&next)) {
            (true, false) => false,
            (false, true) => true,
            (true, true) if sum(&next) != sum(&best) => sum(&next) < sum(&best),
            _ if (next.off - best.off).abs() > SLIP => next.off < best.off,
            _ => sum(&next) < sum(&best),
        };
        if better { next } else { best }
    })
}

/// Where the score at equal points lies on the straight line between two fights, of which the poorer side has one more in
/// the second: 0 is the first, 1 the second. None if even one more does not make it the richer.
pub fn between(points: [f64; 2], prices: [f64; 2]) -> Option<(usize, f64)> {
    let poorer = usize::from(points[1] < points[0]);
    let part = (points[1 - poorer] - points[poorer]) / prices[poorer];
    (part > 0.0 && part <= 1.0 + SLIP).then_some((poorer, part.min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a budget buys of single models, by price and share.
    fn bought(budget: f64, units: &[(f64, f64)]) -> Vec<u32> {
        let offer = |&(price, share): &(f64, f64)| Offer {
            price,
            share,
            models: 1,
        };
        fill(budget, &units.iter().map(offer).collect::<Vec<_>>())
    }

    fn counts(a: f64, b: f64, most: u32, off: f64) -> [u32; 2] {
        even([a, b], Parity { most, off }, [100; 2]).unwrap().counts
    }

    #[test]
    fn the_fewest_that_cost_about_the_same() {
        assert_eq!(counts(62.0, 45.0, 24, 0.02), [5, 7], "310 v 315");
        assert_eq!(counts(62.0, 45.0, 24, 0.01), [8, 11], "496 v 495");
        assert_eq!(counts(45.0, 62.0, 24, 0.02), [7, 5]);
        assert_eq!(counts(50.0, 50.0, 24, 0.0), [1, 1]);
        assert_eq!(counts(0.1, 0.3, 24, 0.0), [3, 1], "decimals are not off");
    }

    #[test]
    fn the_nearest_where_none_is_near_enough() {
        assert_eq!(counts(62.0, 45.0, 4, 0.0), [3, 4], "186 v 180");
        assert_eq!(counts(10.0, 1000.0, 24, 0.02), [24, 1]);
        assert_eq!(counts(10.0, 15.0, 1, 0.02), [1, 1]);
        // 2 v 3, 4 v 6 ... are all as far off as 2 v 3.
        assert_eq!(counts(31.0, 20.0, 6, 0.01), [2, 3]);
        assert_eq!(even([0.0, 1.0], Parity::default(), [100; 2]), None);
    }

    #[test]
    fn a_budget_buys_whole_units() {
        assert_eq!(bought(400.0, &[(62.0, 1.0)]), [6], "372, 28 unspent");
        assert_eq!(bought(400.0, &[(45.0, 1.0)]), [8], "360, 40 unspent");
        assert_eq!(bought(44.0, &[(45.0, 1.0)]), [0]);
        assert_eq!(bought(1e6, &[(45.0, 1.0)]), [100]);
        assert_eq!(bought(10.0, &[(0.0, 1.0)]), [100], "what costs nothing");
        assert_eq!(bought(0.3, &[(0.1, 1.0)]), [3], "decimals add up");
    }

    /// Worked by hand: knights at 115 and archers at 62, two shares to one, 500 points.
    #[test]
    fn shares_are_kept_one_unit_at_a_time() {
        // Nothing is spent: the first listed. 115: knights have 115 of 77 due, archers 0 of 38. 177: 115 of 118, 62 of 59.
        // 292: 230 of 195, 62 of 97. 354: 230 of 236, 124 of 118. 469: 31 are left, and nothing fits.
        assert_eq!(bought(500.0, &[(115.0, 2.0), (62.0, 1.0)]), [3, 2]);
        // The last points go to what still fits, however far above its share it is.
        assert_eq!(bought(130.0, &[(115.0, 2.0), (15.0, 1.0)]), [1, 1]);
        assert_eq!(bought(114.0, &[(115.0, 2.0), (15.0, 1.0)]), [0, 7]);
        // Of equals the one listed first.
        assert_eq!(bought(30.0, &[(10.0, 1.0), (10.0, 1.0)]), [2, 1]);
        assert_eq!(
            bought(30.0, &[(10.0, 0.0), (10.0, 1.0)]),
            [0, 3],
            "no share"
        );
    }

    /// Section 2: at most 100, counted in models, so that crews count too; what is smaller still fits.
    #[test]
    fn a_budget_stops_at_a_hundred_models() {
        let offer = |price: f64, models: u64| Offer {
            price,
            share: 1.0,
            models,
        };
        assert_eq!(fill(1e6, &[offer(500.0, 4)]), [25]);
        assert_eq!(fill(1e6, &[offer(500.0, 3)]), [33], "99, and no third");
        // A tank of three models is worth three men: 16 of either are 96 models, and a tank and a man fill the room.
        assert_eq!(
            fill(1e6, &[offer(300.0, 3), offer(100.0, 1)]),
            [17, 49],
            "51 and 49"
        );
        assert_eq!(fill(1e6, &[offer(1.0, 101)]), [0]);
        assert_eq!(fill(1e6, &[offer(1.0, 99), offer(1.0, 2)]), [1, 0]);
        assert_eq!(fill(1e6, &[offer(1.0, 2), offer(1.0, 99)]), [50, 0]);
    }

    /// No parity is looked for where the table has no room for it.
    #[test]
    fn parity_stops_at_the_room_there_is() {
        let even = |room| even([62.0, 45.0], Parity::default(), room).unwrap().counts;
        assert_eq!(even([100, 100]), [5, 7]);
        assert_eq!(even([4, 100]), [3, 4], "186 v 180");
        assert_eq!(even([100, 1]), [1, 1]);
    }

    #[test]
    fn never_over_the_budget_and_nothing_more_fits() {
        for budget in 0..400 {
            let units = [(62.0, 3.0), (45.0, 1.0), (17.0, 2.0)];
            let counts = bought(f64::from(budget), &units);
            let spent: f64 = counts
                .iter()
                .zip(&units)
                .map(|(n, u)| f64::from(*n) * u.0)
                .sum();
            assert!(spent <= f64::from(budget) && f64::from(budget) - spent < 17.0);
        }
    }

    #[test]
    fn equal_points_lie_between_two_counts() {
        // 3 at 62 are 186, 4 at 45 are 180: B is poorer by 6 of the 45 that one more costs.
        let (poorer, part) = between([186.0, 180.0], [62.0, 45.0]).unwrap();
        assert_eq!(poorer, 1);
        assert!((part - 6.0 / 45.0).abs() < 1e-12);
        assert_eq!(between([100.0, 100.0], [50.0, 50.0]), None, "equal already");
        assert_eq!(between([10.0, 100.0], [10.0, 100.0]), None, "out of reach");
    }
}
