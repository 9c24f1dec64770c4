//! Balances: for every two builds that meet on a table, how many of the one stand up to how many of the other, from the
//! numbers that cost the same on ([`crate::points::balance`]). Every pair of numbers has dice of its own.

use super::finding::{Finding, NoAnswer};
use super::runner::Failed;
use super::sample::{Bout, Halt, Watch, stretch};
use crate::points::{Scales, balance};
use crate::scenario::{Effort, Matchup, Meeting, Plan};
use crate::stats::{Cell, Counted, Interval, Mean, trials_for};
use crate::systems::skirmish::MOST_MODELS;
use crate::umpire::Stream;

/// What one of A is worth in B's, as a share of the two (A's worth by that of both): the score of the finding. Where
/// equal points should not be even, the share is the one at which they are as they should be, with the odds that are wanted.
/// The mean over the situations of a match-up.
pub(super) fn weigh(plan: &Plan, matchup: &Matchup, watch: &dyn Watch) -> Result<Finding, Failed> {
    let situations = plan.situations(matchup);
    let [a, b] = plan.sides(matchup);
    let fights = match plan.effort {
        Effort::Trials(trials) => trials,
        Effort::Precision(precision) => trials_for(precision, 0.5),
    };
    let wanted = plan.wanted(&a.name, &b.name);
    let failed = |problems| Failed::Problems(plan.title_of(matchup), problems);
    let mut mean = Mean::default();
    let mut fought = 0;
    for at in 0..situations {
        let start = plan.equal_numbers(matchup, at).map_err(failed)?;
        let scales = Scales {
            start,
            most: MOST_MODELS,
            fights: fights.div_ceil(situations as u64),
            wanted,
        };
        let mut known: Vec<([u32; 2], Meeting)> = Vec::new();
        let found = balance(scales, |numbers, range| {
            let place = match known.iter().position(|(those, _)| *those == numbers) {
                Some(place) => place,
                None => match plan.meet_numbers(matchup, at, numbers) {
                    Ok(meeting) => {
                        known.push((numbers, meeting));
                        known.len() - 1
                    }
                    // What cannot take the field at equal points is the scenario's fault, what has no room beyond is not.
                    Err(problems) if numbers == start => return Err(failed(problems)),
                    Err(_) => return Ok(None),
                },
            };
            let meeting = &known[place].1;
            let bout = Bout {
                fight: meeting.pairing.fight.as_ref(),
                stream: Stream::new(plan.seed, &meeting.pairing.label),
                share: meeting.share,
                swaps: meeting.swaps,
            };
            let tally = stretch(&bout, range, watch).map_err(|halt| match halt {
                Halt::Stopped => Failed::Stopped,
                Halt::TooBig => Failed::NoAnswer(plan.title_of(matchup), NoAnswer::PolicyTooBig),
            })?;
            let [won, drawn] = [tally.wins[0] as f64, tally.draw() as f64];
            Ok(Some(Counted {
                n: tally.fights,
                sum: won + drawn / 2.0,
                squares: won + drawn / 4.0,
            }))
        })?;
        let share = |worth: f64| 1.0 / (1.0 + (-(worth + wanted)).exp());
        mean.add(Cell {
            score: share(found.worth),
            low: share(found.interval[0]),
            high: share(found.interval[1]),
        });
        fought += found.fights;
    }
    let cell = mean.cell().unwrap_or(Cell::exact(0.5));
    Ok(Finding::balanced(
        cell.score,
        Interval {
            low: cell.low,
            high: cell.high,
        },
        fought,
    ))
}
