//! A whole plan, page by page, on all cores: pages that are on disk already are left alone, every page that is finished
//! goes there at once.

use super::finding::{Finding, NoAnswer, find};
use super::journal::Journal;
use super::part_file::Pages;
use super::sample::Watch;
use super::shard::Shard;
use crate::document::Problems;
use crate::scenario::{Effort, Matchup, Plan};
use crate::umpire::MatchUp;
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

/// Fights all match-ups of a part that are not in its journal yet.
pub fn run(
    plan: &Plan,
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
            findings.push(settle(plan, &matchup, plan.effort, watch)?);
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

/// Finds out about one match-up of a plan, with so much effort if it has to be sampled.
pub fn settle(
    plan: &Plan,
    matchup: &Matchup,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<Finding, Failed> {
    let pairings = plan
        .meet(matchup)
        .map_err(|problems| Failed::Problems(plan.title_of(matchup), problems))?;
    let fights: Vec<(&dyn MatchUp, &str)> = pairings
        .iter()
        .map(|pairing| (pairing.fight.as_ref(), pairing.label.as_str()))
        .collect();
    let found = find(&fights, plan.method, effort, plan.seed, watch);
    let mut finding = found.map_err(|why| match why {
        NoAnswer::Stopped => Failed::Stopped,
        why => Failed::NoAnswer(plan.title_of(matchup), why),
    })?;
    finding.points = [0, 1].map(|side: usize| {
        let all: Option<f64> = pairings.iter().map(|pairing| pairing.points[side]).sum();
        all.map(|all| all / pairings.len() as f64)
    });
    Ok(finding)
}
