//! Items that always come together. What no build has apart cannot be told apart: such items are priced as one, and the
//! price is shared out as the printed table does.

use super::market::Market;

/// A market in which items that always come together are one.
pub struct Bundled {
    /// The market of the bundles.
    pub market: Market,
    /// The items of each bundle, each with how many of it go to one unit of the bundle.
    pub bundles: Vec<Vec<(usize, f64)>>,
}

impl Bundled {
    /// Bundles the items of a market.
    pub fn new(market: &Market) -> Bundled {
        let mut columns: Vec<Vec<(usize, f64)>> = vec![Vec::new(); market.items()];
        for (i, build) in market.builds.iter().enumerate() {
            for &(item, units) in build {
                columns[item].push((i, units));
            }
        }
        let mut bundles: Vec<Vec<(usize, f64)>> = Vec::new();
        let mut of = vec![None; market.items()];
        for (item, column) in columns.iter().enumerate() {
            let Some(&(_, first)) = column.first() else {
                continue;
            };
            let same = |bundle: &Vec<(usize, f64)>| {
                let head = &columns[bundle[0].0];
                let times = first / head[0].1;
                head.len() == column.len()
                    && head.iter().zip(column).all(|((i, a), (j, b))| {
                        i == j && (a * times - b).abs() <= 1e-9 * b.abs().max(1.0)
                    })
            };
            match bundles.iter().position(same) {
                Some(at) => {
                    let times = first / columns[bundles[at][0].0][0].1;
                    bundles[at].push((item, times));
                    of[item] = Some(at);
                }
                None => {
                    of[item] = Some(bundles.len());
                    bundles.push(vec![(item, 1.0)]);
                }
            }
        }
        let price = |bundle: &Vec<(usize, f64)>| {
            let known = bundle
                .iter()
                .filter_map(|(item, n)| Some(n * market.printed[*item]?));
            let known: Vec<f64> = known.collect();
            (!known.is_empty()).then(|| known.iter().sum())
        };
        let builds = market.builds.iter().map(|build| {
            let heads = build
                .iter()
                .filter(|(item, _)| of[*item].is_some_and(|at| bundles[at][0].0 == *item));
            heads
                .filter_map(|(item, units)| Some((of[*item]?, *units)))
                .collect()
        });
        Bundled {
            market: Market {
                printed: bundles.iter().map(price).collect(),
                builds: builds.collect(),
                ..market.clone()
            },
            bundles,
        }
    }

    /// The prices of a bundle's items, when the bundle has this price: in proportion to the printed ones.
    pub fn share(&self, bundle: usize, price: f64, printed: &[Option<f64>]) -> Vec<(usize, f64)> {
        let items = &self.bundles[bundle];
        let whole = self.market.printed[bundle].unwrap_or(0.0);
        let even = 1.0 / items.iter().map(|(_, n)| n).sum::<f64>();
        let each = |item: usize| match printed[item] {
            Some(printed) if whole > 0.0 => printed * price / whole,
            _ if whole > 0.0 => 0.0,
            _ => price * even,
        };
        items.iter().map(|(item, _)| (*item, each(*item))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Scores;

    #[test]
    fn what_always_comes_together_is_one() {
        let builds = vec![
            vec![(0, 1.0), (1, 2.0), (2, 1.0)],
            vec![(0, 2.0), (1, 4.0)],
            vec![(0, 1.0), (1, 2.0), (2, 3.0)],
        ];
        let printed = vec![Some(10.0), Some(5.0), None, Some(4.0)];
        let bundled = Bundled::new(&Market::new(printed.clone(), builds, Scores::even(3)));
        assert_eq!(bundled.bundles, [vec![(0, 1.0), (1, 2.0)], vec![(2, 1.0)]]);
        assert_eq!(bundled.market.printed, [Some(20.0), None]);
        assert_eq!(bundled.market.builds[1], [(0, 2.0)]);
        assert_eq!(bundled.share(0, 30.0, &printed), [(0, 15.0), (1, 7.5)]);
        assert_eq!(bundled.share(1, 3.0, &printed), [(2, 3.0)]);
    }
}
