//! A market: builds, what each is made of, what the parts cost, and how the builds fare against each other. All that
//! pricing knows; no system, no names.

use crate::stats::Scores;

/// Builds and items with their scores and printed prices.
#[derive(Clone, Debug)]
pub struct Market {
    /// The printed price of each item; none where there is none.
    pub printed: Vec<Option<f64>>,
    /// What each build is made of: (item, units), every item once.
    pub builds: Vec<Vec<(usize, f64)>>,
    /// What each build scores against each other.
    pub scores: Scores,
    /// Whether two have met, row by row.
    pub met: Vec<bool>,
    /// The log odds at which the row should beat the column for equal points, row by row: 0 unless a writer wants
    /// something else.
    pub wanted: Vec<f64>,
}

/// A build that costs less than this part of the mean build counts as if it cost that: nothing is free of all worth.
const LEAST: f64 = 1e-4;

impl Market {
    /// A market in which everybody has met everybody and equal points should be even.
    pub fn new(
        printed: Vec<Option<f64>>,
        builds: Vec<Vec<(usize, f64)>>,
        scores: Scores,
    ) -> Market {
        let n = builds.len();
        Market {
            printed,
            builds,
            scores,
            met: vec![true; n * n],
            wanted: vec![0.0; n * n],
        }
    }

    /// How many builds.
    pub fn len(&self) -> usize {
        self.builds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.builds.is_empty()
    }

    /// How many items.
    pub fn items(&self) -> usize {
        self.printed.len()
    }

    /// The printed prices, nothing where there is none.
    pub fn table(&self) -> Vec<f64> {
        let printed = self.printed.iter();
        printed.map(|price| price.unwrap_or(0.0)).collect()
    }

    /// What a build costs by a table.
    pub fn cost(&self, build: usize, table: &[f64]) -> f64 {
        let row = self.builds[build].iter();
        row.map(|&(item, units)| units * table[item]).sum()
    }

    /// What every build costs by a table, never quite nothing.
    pub fn costs(&self, table: &[f64]) -> Vec<f64> {
        let plain: Vec<f64> = (0..self.len()).map(|i| self.cost(i, table)).collect();
        let mean = plain.iter().sum::<f64>() / plain.len().max(1) as f64;
        let least = if mean > 0.0 { LEAST * mean } else { 1.0 };
        plain.into_iter().map(|cost| cost.max(least)).collect()
    }

    /// The builds that have an item.
    pub fn carriers(&self, item: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(move |i| self.units(*i, item) != 0.0)
    }

    /// How many units of an item a build has.
    pub fn units(&self, build: usize, item: usize) -> f64 {
        let found = self.builds[build].iter().find(|(known, _)| *known == item);
        found.map_or(0.0, |(_, units)| *units)
    }

    /// Every pair that has met, each once, the earlier build first.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let n = self.len();
        (0..n).flat_map(move |i| {
            (i + 1..n)
                .filter(move |j| self.met[i * n + j])
                .map(move |j| (i, j))
        })
    }

    /// The market of some of the builds.
    pub fn among(&self, there: &[usize]) -> Market {
        let n = self.len();
        let places: Vec<usize> = there
            .iter()
            .flat_map(|i| there.iter().map(move |j| i * n + j))
            .collect();
        let mut scores = Scores::even(there.len());
        for (a, i) in there.iter().enumerate() {
            for (b, j) in there.iter().enumerate().skip(a + 1) {
                scores.set(a, b, self.scores.at(*i, *j));
            }
        }
        Market {
            printed: self.printed.clone(),
            builds: there.iter().map(|i| self.builds[*i].clone()).collect(),
            scores,
            met: places.iter().map(|at| self.met[*at]).collect(),
            wanted: places.iter().map(|at| self.wanted[*at]).collect(),
        }
    }
}
