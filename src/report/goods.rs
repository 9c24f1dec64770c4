//! The goods of a scenario: what its builds are made of, what the rules charge for it and where, and how the builds score
//! against each other. Findings become a market.

use crate::points::Market;
use crate::run::Parts;
use crate::scenario::{Plan, Variant};
use crate::stats::{Cell, Mean, Scores};
use crate::systems::{Charge, PriceCell};
use std::collections::HashMap;
use std::io;

/// Something that has a price, or could have one.
#[derive(Clone, Debug, PartialEq)]
pub struct Good {
    /// What it is called.
    pub item: String,
    /// What kind of thing it is.
    pub kind: &'static str,
    /// The price in force; none where there is none.
    pub printed: Option<f64>,
    /// The price by the rules' formula, where there is one.
    pub formula: Option<f64>,
    /// Where the rules file keeps the price.
    pub cells: Vec<PriceCell>,
}

/// What the builds of a variant are made of.
pub struct Goods {
    /// Everything that any build has.
    pub goods: Vec<Good>,
    /// The builds that are priced: their places among the variant's soldiers.
    pub soldiers: Vec<usize>,
    /// What each of those is made of: (good, units).
    pub builds: Vec<Vec<(usize, f64)>>,
    /// Names of builds that are made of nothing that has or could have a price.
    pub without: Vec<String>,
}

/// By which name goods are told apart.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Grain {
    /// One for each price of the rules.
    Prices,
    /// One for each thing, though several may share a price.
    Parts,
}

impl Goods {
    /// What the builds of a variant are made of.
    pub fn of(variant: &Variant, grain: Grain) -> Goods {
        let mut found = Goods {
            goods: Vec::new(),
            soldiers: Vec::new(),
            builds: Vec::new(),
            without: Vec::new(),
        };
        let mut places: HashMap<String, usize> = HashMap::new();
        for (at, soldier) in variant.soldiers.iter().enumerate() {
            let bill = variant.book.bill_of(&soldier.recruit);
            let mut build: Vec<(usize, f64)> = Vec::new();
            for charge in bill.lines.into_iter().flat_map(|line| line.charges) {
                if charge.units == 0.0 {
                    continue;
                }
                let units = charge.units;
                let good = found.good(charge, grain, &mut places);
                match build.iter_mut().find(|(known, _)| *known == good) {
                    Some((_, sum)) => *sum += units,
                    None => build.push((good, units)),
                }
            }
            // Less than nothing of something has no price of its own.
            build.retain(|(_, units)| *units > 0.0);
            if build.is_empty() {
                found.without.push(soldier.name.clone());
            } else {
                build.sort_unstable_by_key(|(good, _)| *good);
                found.soldiers.push(at);
                found.builds.push(build);
            }
        }
        found
    }

    fn good(&mut self, charge: Charge, grain: Grain, places: &mut HashMap<String, usize>) -> usize {
        let name = match grain {
            Grain::Prices => charge.item,
            Grain::Parts => charge.part,
        };
        let key = format!("{} {name}", charge.kind);
        *places.entry(key).or_insert_with(|| {
            self.goods.push(Good {
                item: name,
                kind: charge.kind,
                printed: charge.each,
                formula: charge.formula,
                cells: charge.cells,
            });
            self.goods.len() - 1
        })
    }
}

/// What a plan's findings say of each pair.
pub struct Tally {
    n: usize,
    pairs: Vec<Mean>,
}

impl Tally {
    /// Goes through all findings: the situations of a pair are averaged.
    pub fn of(plan: &Plan, parts: &mut Parts) -> io::Result<Vec<Tally>> {
        let mut tallies: Vec<Tally> = plan
            .variants
            .iter()
            .map(|variant| {
                let n = variant.soldiers.len();
                Tally {
                    n,
                    pairs: vec![Mean::default(); n * n],
                }
            })
            .collect();
        let mut matchups = plan.matchups(0..plan.len());
        parts.each(|finding| {
            let matchup = matchups
                .next()
                .ok_or_else(|| io::Error::other("more findings than match-ups"))?;
            let (a, b) = (matchup.a as usize, matchup.b as usize);
            if a != b {
                let tally = &mut tallies[matchup.variant];
                let cell = if finding.exact {
                    Cell::exact(finding.score())
                } else {
                    Cell {
                        score: finding.score(),
                        low: finding.score_interval.low,
                        high: finding.score_interval.high,
                    }
                };
                let cell = if a < b { cell } else { cell.mirrored() };
                tally.pairs[a.min(b) * tally.n + a.max(b)].add(cell);
            }
            Ok(())
        })?;
        Ok(tallies)
    }

    /// The market of some goods.
    pub fn market(&self, plan: &Plan, variant: &Variant, goods: &Goods) -> Market {
        let n = goods.soldiers.len();
        let printed = goods.goods.iter().map(|good| good.printed).collect();
        let mut market = Market::new(printed, goods.builds.clone(), Scores::even(n));
        market.met.fill(false);
        for i in 0..n {
            for j in i + 1..n {
                let [a, b] = [goods.soldiers[i], goods.soldiers[j]];
                let pair = &self.pairs[a.min(b) * self.n + a.max(b)];
                if let Some(cell) = pair.cell() {
                    market.scores.set(i, j, cell);
                    market.met[i * n + j] = true;
                    market.met[j * n + i] = true;
                }
            }
        }
        let name = |i: usize| &variant.soldiers[goods.soldiers[i]].name;
        for i in 0..n {
            for j in 0..n {
                market.wanted[i * n + j] = plan.wanted(name(i), name(j));
            }
        }
        market
    }
}
