//! What a scenario's findings say about prices: every item appraised, the new table proved, whole builds valued.

use super::goods::{Goods, Grain, Tally};
use crate::points::{
    Appraisal, Interplay, Market, Proof, Rounding, Terms, Worth, appraise, interplay, prove, worths,
};
use crate::run::Parts;
use crate::scenario::{Matchup, Plan};
use crate::stats::{Cell, Mean};
use std::io;

/// What a fight for equal points is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// Duels; what points buy is measured in the field.
    Rating,
    /// A relay; what points buy is numbers.
    Force,
}

impl By {
    /// In a word.
    pub fn text(self) -> &'static str {
        match self {
            By::Rating => "rating",
            By::Force => "force",
        }
    }
}

/// How to price.
#[derive(Copy, Clone, Debug)]
pub struct Asked {
    /// By which measure.
    pub by: By,
    /// How new prices are rounded; none: as suits the table.
    pub rounding: Option<Rounding>,
    /// A price is as good as fair if it is off by no more than this part of it.
    pub tolerance: f64,
}

/// What the builds are compared by, beside the scores of their match-ups.
pub enum Strengths {
    /// Nothing else.
    Scores,
    /// What relays came to.
    Relays(Vec<(Matchup, Cell)>),
    /// How many of one balance how many of another on a table: what the scores are then made from.
    Balances(Vec<Weighed>),
}

/// What one of A is worth in B's, at equal numbers of points or as the writer wants it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Weighed {
    /// The match-up.
    pub matchup: Matchup,
    /// How many of B one A is worth.
    pub worth: f64,
    /// The 95 % interval; an end is 0 or infinite where nothing is known of it.
    pub interval: [f64; 2],
    /// How many fights it took.
    pub fights: u64,
}

impl Weighed {
    /// Whether it is not known from both sides.
    pub fn is_open(&self) -> bool {
        self.interval[0] <= 0.0 || self.interval[1].is_infinite()
    }
}

/// The balances of a plan, from its findings.
pub fn balances(plan: &Plan, parts: &mut Parts) -> io::Result<Vec<Weighed>> {
    let mut matchups = plan.matchups(0..plan.len());
    let mut found = Vec::new();
    parts.each(|finding| {
        let matchup = matchups
            .next()
            .ok_or_else(|| io::Error::other("more findings than match-ups"))?;
        let [a, b] = plan.sides(&matchup);
        let wanted = plan.wanted(&a.name, &b.name).exp();
        let of = |share: f64| share / (1.0 - share) / wanted;
        found.push(Weighed {
            matchup,
            worth: of(finding.score()),
            interval: [
                of(finding.score_interval.low),
                of(finding.score_interval.high),
            ],
            fights: finding.trials,
        });
        Ok(())
    })?;
    Ok(found)
}

/// Redrawn fields behind the intervals; fewer where there are very many builds.
const RESAMPLES: u64 = 200;
const RESAMPLES_OF_MANY: u64 = 100;
const MANY: usize = 250;

/// Of all findings at most this part is false.
pub const FALSE_FINDINGS: f64 = 0.05;

/// Everything that is said about the prices of a scenario.
pub struct Pricing {
    /// What was asked.
    pub asked: Asked,
    /// What the builds are made of, price by price.
    pub goods: Goods,
    /// The builds and their scores.
    pub market: Market,
    /// What each good is worth.
    pub appraisal: Appraisal,
    /// Things that share a price, each by itself.
    pub parts: Option<(Goods, Appraisal)>,
    /// What does not add up, and how many pairs of goods were tried.
    pub interplay: (Vec<Interplay>, usize),
    /// Old and new table on match-ups that were held out.
    pub proof: Option<Proof>,
    /// What each build is worth by rating; none where no scores of as many against as many are known.
    pub rating: Option<Vec<Worth>>,
    /// What each is worth by force.
    pub force: Option<Vec<Worth>>,
    /// What every match-up came to, where numbers were balanced on a table.
    pub balances: Option<Vec<Weighed>>,
    /// How the new prices are rounded.
    pub rounding: Rounding,
    /// The mean printed cost of a build.
    pub mean_cost: f64,
}

/// Prices a scenario's only variant.
pub fn pricing(plan: &Plan, tally: &Tally, strengths: Strengths, asked: Asked) -> Pricing {
    let variant = &plan.variants[0];
    let goods = Goods::of(variant, Grain::Prices);
    let duels = tally.market(plan, variant, &goods);
    let relayed = match &strengths {
        Strengths::Relays(relays) => Some(with_relays(&duels, &goods, relays)),
        _ => None,
    };
    let market = relayed.as_ref().unwrap_or(&duels);
    let balances = match strengths {
        Strengths::Balances(found) => Some(found),
        _ => None,
    };
    let costs: Vec<f64> = (0..market.len())
        .map(|i| market.cost(i, &market.table()))
        .collect();
    let mean_cost = costs.iter().sum::<f64>() / costs.len().max(1) as f64;
    let rounding = asked
        .rounding
        .unwrap_or(Rounding::for_costs(if mean_cost > 0.0 {
            mean_cost
        } else {
            100.0
        }));
    let terms = Terms {
        seed: plan.seed,
        resamples: if market.len() > MANY {
            RESAMPLES_OF_MANY
        } else {
            RESAMPLES
        },
        false_findings: FALSE_FINDINGS,
        tolerance: asked.tolerance,
        // Force is in numbers: twice the points are twice as many.
        slope: (asked.by == By::Force).then_some(1.0),
        rounding,
    };
    let mut appraisal = appraise(market, &terms);
    for (good, item) in goods.goods.iter().zip(&mut appraisal.items) {
        if good.cells.iter().any(|cell| cell.whole) {
            item.new = item.new.round();
        }
    }
    let fine = Goods::of(variant, Grain::Parts);
    let parts = (fine.goods.len() > goods.goods.len()).then(|| {
        let mut market = market.clone();
        market.printed = fine.goods.iter().map(|good| good.printed).collect();
        market.builds.clone_from(&fine.builds);
        let found = appraise(&market, &terms);
        (fine, found)
    });
    let changes = appraisal
        .items
        .iter()
        .zip(market.table())
        .any(|(item, printed)| item.new != printed);
    Pricing {
        interplay: interplay(market, &terms),
        proof: if changes { prove(market, &terms) } else { None },
        rating: balances
            .is_none()
            .then(|| worths(&duels, None, plan.seed, terms.resamples).0),
        force: (asked.by == By::Force)
            .then(|| worths(market, Some(1.0), plan.seed, terms.resamples).0),
        balances,
        asked,
        market: market.clone(),
        goods,
        appraisal,
        parts,
        rounding,
        mean_cost,
    }
}

/// The same market with shares of relays for scores.
fn with_relays(duels: &Market, goods: &Goods, relays: &[(Matchup, Cell)]) -> Market {
    let n = duels.len();
    let mut place = vec![None; goods.soldiers.iter().max().map_or(0, |most| most + 1)];
    for (at, soldier) in goods.soldiers.iter().enumerate() {
        place[*soldier] = Some(at);
    }
    let at = |soldier: u32| place.get(soldier as usize).copied().flatten();
    let mut means = vec![Mean::default(); n * n];
    for (matchup, cell) in relays {
        if let (Some(a), Some(b)) = (at(matchup.a), at(matchup.b))
            && a != b
        {
            let cell = if a < b { *cell } else { cell.mirrored() };
            means[a.min(b) * n + a.max(b)].add(cell);
        }
    }
    let mut market = duels.clone();
    for a in 0..n {
        for b in a + 1..n {
            if let Some(cell) = means[a * n + b].cell() {
                market.scores.set(a, b, cell);
            }
        }
    }
    market
}

impl Pricing {
    /// What the writer wants other than even, in a sentence; empty if nothing.
    pub fn targets_wanted(&self) -> String {
        let pairs = self.market.pairs();
        let n = self.market.len();
        let wanted = pairs.filter(|(i, j)| self.market.wanted[i * n + j] != 0.0);
        match wanted.count() {
            0 => String::new(),
            count => format!(
                "targets: {count} pairs are to score what the scenario says for equal points, and not one half."
            ),
        }
    }

    /// What each build is worth by what was asked for.
    pub fn worth(&self) -> &[Worth] {
        let worth = self.force.as_deref().or(self.rating.as_deref());
        worth.unwrap_or_default()
    }

    /// Whether the new table is recommended.
    pub fn recommended(&self) -> bool {
        self.proof.is_some_and(|proof| proof.better)
    }
}
