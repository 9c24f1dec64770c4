//! What one step of a build does to its score: each changed build against the same field, with the same dice.
//!
//! Exact where the duels are exact. Where they are sampled, the changed build and the build it was made from meet the same
//! dice fight by fight (common random numbers), and the difference is taken batch by batch, so that what the two have in
//! common does not count as noise.

use super::finding::NoAnswer;
use super::runner::Failed;
use super::sample::{Watch, with_lab};
use crate::scenario::{Effort, Matchup, Method, Plan};
use crate::stats::trials_for;
use crate::umpire::{Budget, MatchUp, Side, Stream, TooBig};
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Batches of a sampled match-up.
const BATCHES: u64 = 16;

/// A change of the mean score against the field.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Change {
    /// By how much.
    pub score: f64,
    /// The 95 % interval; none if it is exact.
    pub interval: Option<[f64; 2]>,
}

/// What steps come to.
pub struct Steps {
    /// The mean score of the build as it is.
    pub base: f64,
    /// For each of the others, in the plan's order, by how much it scores more.
    pub changes: Vec<Change>,
}

/// Fights a plan whose ranked builds are one build and its changed copies, the build itself first.
pub fn steps(plan: &Plan, watch: &dyn Watch) -> Result<Steps, Failed> {
    let builds = plan.variants[0]
        .soldiers
        .iter()
        .filter(|s| s.ranked)
        .count();
    let all: Vec<Matchup> = plan.matchups(0..plan.len()).collect();
    let scores: Vec<(usize, [f64; BATCHES as usize], bool)> = all
        .into_par_iter()
        .map(|matchup| {
            if watch.stopped() {
                return Err(Failed::Stopped);
            }
            let (scores, exact) = batches(plan, &matchup, watch)?;
            watch.finished();
            Ok((matchup.a as usize, scores, exact))
        })
        .collect::<Result<_, Failed>>()?;
    let mut sums = vec![[0.0; BATCHES as usize]; builds];
    let mut counts = vec![0.0; builds];
    let mut exact = vec![true; builds];
    for (build, scores, is_exact) in scores {
        for (sum, score) in sums[build].iter_mut().zip(scores) {
            *sum += score;
        }
        counts[build] += 1.0;
        exact[build] &= is_exact;
    }
    let mean = |build: usize| sums[build].map(|sum| sum / f64::max(counts[build], 1.0));
    let base = mean(0);
    let average = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let changes = (1..builds).map(|build| {
        let off: Vec<f64> = mean(build).iter().zip(base).map(|(a, b)| a - b).collect();
        let score = average(&off);
        let spread: f64 = off.iter().map(|x| (x - score).powi(2)).sum();
        let n = BATCHES as f64;
        let t = StudentsT::new(0.0, 1.0, n - 1.0).map_or(2.131, |law| law.inverse_cdf(0.975));
        let half = t * (spread / (n * (n - 1.0))).sqrt();
        let known = exact[0] && exact[build];
        Change {
            score,
            interval: (!known).then_some([score - half, score + half]),
        }
    });
    Ok(Steps {
        changes: changes.collect(),
        base: average(&base),
    })
}

/// The scores of a match-up, batch by batch, and whether they are exact: then all batches are the same.
fn batches(
    plan: &Plan,
    matchup: &Matchup,
    watch: &dyn Watch,
) -> Result<([f64; BATCHES as usize], bool), Failed> {
    let failed = |why: NoAnswer| match why {
        NoAnswer::Stopped => Failed::Stopped,
        why => Failed::NoAnswer(plan.title_of(matchup), why),
    };
    let pairings = plan
        .meet(matchup)
        .map_err(|problems| Failed::Problems(plan.title_of(matchup), problems))?;
    let mut sums = [0.0; BATCHES as usize];
    let mut all_exact = true;
    for pairing in &pairings {
        let stream = Stream::new(plan.seed, &pairing.pairing.label);
        let (scores, exact) =
            of_fight(plan, pairing.pairing.fight.as_ref(), stream, watch).map_err(failed)?;
        for (sum, score) in sums.iter_mut().zip(scores) {
            *sum += score / pairings.len() as f64;
        }
        all_exact &= exact;
    }
    Ok((sums, all_exact))
}

fn of_fight(
    plan: &Plan,
    fight: &dyn MatchUp,
    stream: Stream,
    watch: &dyn Watch,
) -> Result<([f64; BATCHES as usize], bool), NoAnswer> {
    if plan.method != Method::Sampled {
        match with_lab(|lab| fight.solve(lab, Budget::default())) {
            Ok(outcome) => return Ok(([outcome.score(Side::A); BATCHES as usize], true)),
            Err(TooBig) if plan.method == Method::Exact => return Err(NoAnswer::TooBig),
            Err(TooBig) => {}
        }
    }
    let trials = match plan.effort {
        Effort::Trials(trials) => trials,
        Effort::Precision(precision) => trials_for(precision, 0.5),
    };
    let each = trials.div_ceil(BATCHES);
    let mut scores = [0.0; BATCHES as usize];
    for (batch, score) in (0..BATCHES).zip(&mut scores) {
        if watch.stopped() {
            return Err(NoAnswer::Stopped);
        }
        let fights = batch * each..(batch + 1) * each;
        let tally = with_lab(|lab| fight.sample(lab, stream, fights))
            .map_err(|TooBig| NoAnswer::PolicyTooBig)?;
        watch.fought(tally.fights);
        *score = (tally.wins[0] as f64 + tally.draw() as f64 / 2.0) / tally.fights.max(1) as f64;
    }
    Ok((scores, false))
}
