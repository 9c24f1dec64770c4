//! Relays: for every two builds that meet, how many of the one stand up to how many of the other, one after another
//! ([`crate::points::relay`]). Between two duels of a relay both go back to the start: the gap is the situation's again, who begins is
//! decided anew, weapons are loaded, shock and stress are over. Only what is left of the winner (STR, members, health)
//! stays as it is.

use super::finding::NoAnswer;
use super::runner::Failed;
use super::sample::{BLOCK, Watch, with_lab};
use crate::points::{Leg, relay};
use crate::scenario::{Effort, Matchup, Method, Plan};
use crate::stats::{Cell, trials_for, wilson};
use crate::umpire::{Budget, MatchUp, Stream, TooBig};
use rayon::prelude::*;

/// The share of B's falls in a relay of every match-up of a plan, in the plan's order.
pub fn relays(plan: &Plan, watch: &dyn Watch) -> Result<Vec<(Matchup, Cell)>, Failed> {
    let all: Vec<Matchup> = plan.matchups(0..plan.len()).collect();
    all.into_par_iter()
        .map(|matchup| {
            if watch.stopped() {
                return Err(Failed::Stopped);
            }
            let cell = of_matchup(plan, &matchup, watch)?;
            watch.finished();
            Ok((matchup, cell))
        })
        .collect()
}

/// The mean over the situations of a match-up.
fn of_matchup(plan: &Plan, matchup: &Matchup, watch: &dyn Watch) -> Result<Cell, Failed> {
    let pairings = plan
        .meet(matchup)
        .map_err(|problems| Failed::Problems(plan.title_of(matchup), problems))?;
    let mut mean = crate::stats::Mean::default();
    for pairing in &pairings {
        let stream = Stream::new(plan.seed, &pairing.pairing.label);
        let cell = of_fight(plan, pairing.pairing.fight.as_ref(), stream, watch).map_err(
            |why| match why {
                NoAnswer::Stopped => Failed::Stopped,
                why => Failed::NoAnswer(plan.title_of(matchup), why),
            },
        )?;
        mean.add(cell);
    }
    Ok(mean.cell().unwrap_or(Cell::exact(0.5)))
}

/// One relay: every duel that it may come to.
fn of_fight(
    plan: &Plan,
    fight: &dyn MatchUp,
    stream: Stream,
    watch: &dyn Watch,
) -> Result<Cell, NoAnswer> {
    let full = fight.most().map(|most| most.max(1));
    let mut fought = 0;
    let mut leg = |left: [u16; 2]| -> Result<Leg, NoAnswer> {
        let (leg, trials) = leg(plan, fight, stream, left, watch)?;
        fought = fought.max(trials);
        Ok(leg)
    };
    let a: Vec<Leg> = (1..=full[0])
        .map(|left| leg([left, full[1]]))
        .collect::<Result<_, _>>()?;
    let b: Vec<Leg> = (1..full[1])
        .map(|left| leg([full[0], left]))
        .collect::<Result<_, _>>()?;
    let share = relay(&a, &b);
    if fought == 0 {
        return Ok(Cell::exact(share));
    }
    // As wide as the interval of a rate over the fights of one of its duels.
    let interval = wilson((share * fought as f64).round() as u64, fought, 0.95);
    Ok(Cell {
        score: share,
        low: interval.low.min(share),
        high: interval.high.max(share),
    })
}

/// One duel of a relay, and over how many fights it was counted: none if it was worked out.
fn leg(
    plan: &Plan,
    fight: &dyn MatchUp,
    stream: Stream,
    left: [u16; 2],
    watch: &dyn Watch,
) -> Result<(Leg, u64), NoAnswer> {
    if plan.method != Method::Sampled {
        match with_lab(|lab| fight.solve_from(lab, Budget::default(), left)) {
            Ok(outcome) => {
                let [a, b] = outcome.won;
                return Ok((Leg { a, b }, 0));
            }
            Err(TooBig) if plan.method == Method::Exact => return Err(NoAnswer::TooBig),
            Err(TooBig) => {}
        }
    }
    let trials = match plan.effort {
        Effort::Trials(trials) => trials,
        Effort::Precision(precision) => trials_for(precision, 0.5),
    };
    let mut tally = fight.tally();
    let mut done = 0;
    while done < trials {
        if watch.stopped() {
            return Err(NoAnswer::Stopped);
        }
        let next = trials.min(done + BLOCK);
        let block = with_lab(|lab| fight.sample_from(lab, stream, done..next, left));
        tally.merge(&block.map_err(|TooBig| NoAnswer::PolicyTooBig)?);
        watch.fought(next - done);
        done = next;
    }
    // What the winner has left was counted over all fights; those that nobody won are taken to be like the others.
    let won = |side: usize| -> Vec<f64> {
        let standing: u64 = tally.left[side][1..].iter().sum();
        let rate = tally.wins[side] as f64 / tally.fights as f64;
        let part = |n: &u64| rate * *n as f64 / standing.max(1) as f64;
        let mut won: Vec<f64> = tally.left[side].iter().map(part).collect();
        won[0] = 0.0;
        won
    };
    let leg = Leg {
        a: won(0),
        b: won(1),
    };
    Ok((leg, trials))
}
