//! A whole plan, page by page, on all cores: pages that are on disk already are left alone, every page that is finished
//! goes there at once.

use super::balance::weigh;
use super::finding::{Finding, NoAnswer, find};
use super::journal::Journal;
use super::part_file::Pages;
use super::sample::{Bout, Watch};
use super::shard::Shard;
use crate::document::Problems;
use crate::scenario::{Clash, Effort, Matchup, Meeting, Method, Plan};
use crate::systems::{Recruit, Rulebook};
use crate::umpire::Stream;
use rayon::prelude::*;
use std::io;
use std::sync::Mutex;

/// Why a run did not come to its end. What was finished before is on disk.
#[derive(Debug)]
pub enum Failed {
    /// Writing failed.
    Io(io::Error),
    /// Somebody asked to stop.
    Stopped,
    /// A match-up cannot be fought.
    Problems(String, Problems),
    /// A match-up has no answer.
    NoAnswer(String, NoAnswer),
}

/// What a run finds out about every match-up.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Who wins how often.
    Scores,
    /// What one of A is worth in B's, by how many of either balance on a table.
    Balances,
}

impl Measure {
    /// What marks the parts of such a run.
    pub fn fingerprint(self, plan: &Plan) -> String {
        match self {
            Measure::Scores => plan.fingerprint.clone(),
            Measure::Balances => format!("balances-{}", plan.fingerprint),
        }
    }
}

/// Fights all match-ups of a part that are not in its journal yet.
pub fn run(
    plan: &Plan,
    measure: Measure,
    shard: Shard,
    pages: Pages,
    mut journal: Journal,
    watch: &dyn Watch,
) -> Result<(), Failed> {
    let open: Vec<u64> = (0..pages.count())
        .filter(|page| shard.owns(*page) && !journal.has(*page))
        .collect();
    let shared = Mutex::new(&mut journal);
    open.into_par_iter().try_for_each(|page| {
        let mut findings = Vec::with_capacity(pages.size as usize);
        for matchup in plan.matchups(pages.range(page)) {
            if watch.stopped() {
                return Err(Failed::Stopped);
            }
            findings.push(match measure {
                Measure::Scores => settle(plan, &matchup, plan.effort, watch)?,
                Measure::Balances => weigh(plan, &matchup, watch)?,
            });
            watch.finished();
        }
        let mut journal = match shared.lock() {
            Ok(journal) => journal,
            Err(poisoned) => poisoned.into_inner(),
        };
        journal.append(page, &findings).map_err(Failed::Io)
    })?;
    journal.finish().map_err(Failed::Io)
}

/// A mean of points without what adding up thirds leaves behind.
fn tidy(points: f64) -> f64 {
    (points * 1e9).round() / 1e9
}

/// Finds out about one match-up of a plan, with so much effort if it has to be sampled.
pub fn settle(
    plan: &Plan,
    matchup: &Matchup,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<Finding, Failed> {
    let meetings = plan
        .meet(matchup)
        .map_err(|problems| Failed::Problems(plan.title_of(matchup), problems))?;
    let found = settle_all(&meetings, plan.method, effort, plan.seed, watch);
    found.map_err(|why| match why {
        NoAnswer::Stopped => Failed::Stopped,
        why => Failed::NoAnswer(plan.title_of(matchup), why),
    })
}

/// The score of so many of one build against so many of another, fought as a skirmish.
pub fn pit(
    clash: &Clash,
    book: &dyn Rulebook,
    sides: [(&Recruit, u32); 2],
    effort: Effort,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Finding, Failed> {
    let title = || format!("{} v {}", sides[0].0.label, sides[1].0.label);
    let meeting = clash
        .pit(book, sides)
        .map_err(|problems| Failed::Problems(title(), problems))?;
    settle_all(&[meeting], Method::Sampled, effort, seed, watch).map_err(|why| match why {
        NoAnswer::Stopped => Failed::Stopped,
        why => Failed::NoAnswer(title(), why),
    })
}

/// Finds out about fights that make one figure.
fn settle_all(
    meetings: &[Meeting],
    method: Method,
    effort: Effort,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Finding, NoAnswer> {
    let bouts: Vec<Bout> = meetings
        .iter()
        .map(|meeting| Bout {
            fight: meeting.pairing.fight.as_ref(),
            stream: Stream::new(seed, &meeting.pairing.label),
            share: meeting.share,
            swaps: meeting.swaps,
        })
        .collect();
    let mut finding = find(&bouts, method, effort, watch)?;
    finding.points = [0, 1].map(|side: usize| {
        let all = meetings.iter();
        let all: Option<f64> = all
            .map(|meeting| meeting.pairing.points[side].map(|points| points * meeting.share))
            .sum();
        all.map(tidy)
    });
    if let Some(sides) = &mut finding.sides {
        for side in 0..2 {
            let all = meetings.iter();
            let unspent: Option<f64> = all
                .clone()
                .map(|meeting| meeting.unspent[side].map(|points| points * meeting.share))
                .sum();
            sides.unspent[side] = unspent.map(tidy);
            let models = all.map(|meeting| f64::from(meeting.models[side]) * meeting.share);
            sides.models[side] = tidy(models.sum());
        }
    }
    Ok(finding)
}
