//! The price at which a build would do as well as its price lets one expect: where its mean residual is zero, with all
//! the others' prices as they are.

use super::curve::Curve;

/// What is known of a build so far, while its fair price is sought.
#[derive(Copy, Clone, Debug)]
struct Search {
    /// Log of the price that is tried, and the bounds within which it lies.
    at: f64,
    low: f64,
    high: f64,
    /// Expected less found score at `at`, summed, how steep that is, and how many.
    excess: f64,
    steep: f64,
    rows: u64,
    done: bool,
}

/// A fair price, or why there is none.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Fair {
    /// This many points.
    Points(f64),
    /// It wins everything: no price is high enough.
    Beyond,
    /// It loses everything: no price is low enough.
    Worthless,
    /// There is no curve to tell by, or it has no priced opponent.
    Unknown,
}

/// How far from the printed price to look, as a factor.
const WIDEST: f64 = 1e6;

/// The fair price of each build, from `prices` (none: not asked for). `pass` gives (build, log of what is beside its
/// price in the ratio of the points, score) of every match-up of every build to its argument, and is called several
/// times: against an opponent of 40 points that is -ln 40, and ln 3 - ln 40 if three of the build fight.
pub fn fair_prices<E>(
    curve: Option<Curve>,
    prices: &[Option<f64>],
    mut pass: impl FnMut(&mut dyn FnMut(usize, f64, f64)) -> Result<(), E>,
) -> Result<Vec<Fair>, E> {
    let Some(curve) = curve.filter(|curve| curve.slope > 1e-6) else {
        return Ok(vec![Fair::Unknown; prices.len()]);
    };
    let mut sums = vec![(0.0f64, 0u64); prices.len()];
    pass(&mut |build, _, score| {
        sums[build].0 += score;
        sums[build].1 += 1;
    })?;
    let verdict = |build: usize| -> Option<Fair> {
        let (sum, rows) = sums[build];
        match prices[build] {
            Some(price) if price > 0.0 && rows > 0 => {
                let mean = sum / rows as f64;
                if mean > 1.0 - 1e-9 {
                    Some(Fair::Beyond)
                } else if mean < 1e-9 {
                    Some(Fair::Worthless)
                } else {
                    None
                }
            }
            _ => Some(Fair::Unknown),
        }
    };
    let mut searches: Vec<Search> = (0..prices.len())
        .map(|build| {
            let at = prices[build]
                .filter(|price| *price > 0.0)
                .map_or(0.0, f64::ln);
            Search {
                at,
                low: at - WIDEST.ln(),
                high: at + WIDEST.ln(),
                excess: 0.0,
                steep: 0.0,
                rows: 0,
                done: verdict(build).is_some(),
            }
        })
        .collect();
    for _ in 0..200 {
        if searches.iter().all(|search| search.done) {
            break;
        }
        for search in searches.iter_mut().filter(|search| !search.done) {
            (search.excess, search.steep, search.rows) = (0.0, 0.0, 0);
        }
        pass(&mut |build, beside, score| {
            let search = &mut searches[build];
            if !search.done {
                let expected = curve.at(search.at + beside);
                search.excess += expected - score;
                search.steep += curve.slope * expected * (1.0 - expected);
                search.rows += 1;
            }
        })?;
        for search in searches.iter_mut().filter(|search| !search.done) {
            step(search);
        }
    }
    Ok(searches
        .iter()
        .enumerate()
        .map(|(build, search)| match verdict(build) {
            Some(known) => known,
            None if search.rows == 0 => Fair::Unknown,
            None => match prices[build].map_or(0.0, |price| search.at - price.ln()) {
                off if off >= WIDEST.ln() - 1e-6 => Fair::Beyond,
                off if off <= 1e-6 - WIDEST.ln() => Fair::Worthless,
                _ => Fair::Points(search.at.exp()),
            },
        })
        .collect())
}

/// Newton's step, kept within bounds that close in.
fn step(search: &mut Search) {
    if search.rows == 0 || search.excess.abs() <= 1e-12 * search.rows as f64 {
        search.done = true;
        return;
    }
    if search.excess > 0.0 {
        search.high = search.at;
    } else {
        search.low = search.at;
    }
    let next = search.at - search.excess / search.steep;
    let inside = next > search.low && next < search.high;
    let next = if inside {
        next
    } else {
        0.5 * (search.low + search.high)
    };
    search.done = (next - search.at).abs() < 1e-12;
    search.at = next;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(
        curve: Option<Curve>,
        printed: &[Option<f64>],
        rows: &[(usize, f64, f64)],
    ) -> Vec<Fair> {
        let found: Result<_, ()> = fair_prices(curve, printed, |give| {
            rows.iter()
                .for_each(|&(build, price, score)| give(build, -price.ln(), score));
            Ok(())
        });
        found.unwrap()
    }

    #[test]
    fn the_price_that_made_the_scores_is_found_again() {
        let curve = Curve { slope: 1.7 };
        for fair in [3.0, 40.0, 41.0, 2_000.0] {
            let rows: Vec<(usize, f64, f64)> = [10.0, 40.0, 90.0, 500.0]
                .map(|price| (0, price, curve.expected(fair, price)))
                .to_vec();
            match prices(Some(curve), &[Some(40.0)], &rows)[0] {
                Fair::Points(found) => assert!((found / fair - 1.0).abs() < 1e-9, "{found}"),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn builds_that_are_found_early_wait_for_the_others() {
        let curve = Curve { slope: 1.2 };
        let fair = [50.0, 900.0, 7.0];
        let printed = [Some(50.0), Some(40.0), Some(4_000.0)];
        let rows: Vec<(usize, f64, f64)> = (0..3)
            .flat_map(|build| [20.0, 60.0].map(|p| (build, p, curve.expected(fair[build], p))))
            .collect();
        for (found, fair) in prices(Some(curve), &printed, &rows).into_iter().zip(fair) {
            match found {
                Fair::Points(found) => assert!((found / fair - 1.0).abs() < 1e-9, "{found}"),
                other => panic!("{fair}: {other:?}"),
            }
        }
    }

    #[test]
    fn some_have_none() {
        let curve = Some(Curve { slope: 1.0 });
        let printed = [Some(10.0), Some(10.0), None, Some(10.0), Some(0.0)];
        let rows = [
            (0, 10.0, 1.0),
            (1, 10.0, 0.0),
            (2, 10.0, 0.5),
            (4, 10.0, 0.5),
        ];
        let found = prices(curve, &printed, &rows);
        let expected = [
            Fair::Beyond,
            Fair::Worthless,
            Fair::Unknown,
            Fair::Unknown,
            Fair::Unknown,
        ];
        assert_eq!(found, expected);
        assert_eq!(prices(None, &[Some(1.0)], &rows[..1]), [Fair::Unknown]);
        let falling = Some(Curve { slope: -1.0 });
        assert_eq!(prices(falling, &[Some(1.0)], &rows[..1]), [Fair::Unknown]);
    }
}
