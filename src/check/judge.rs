//! Same, changed or undecided: every match-up of two plans, or of a plan and a baseline.
//!
//! What can be worked out is compared exactly. The rest is fought, old rules against new with the same dice, all undecided
//! match-ups in step: after each step the evidence of all of them is weighed together (e-BH over the whole grid), those
//! that are decided are left alone, the others go on until the budget is spent. Nobody is ever ahead of the others with
//! dice that they share, so stopping one may depend on all that has been seen, and the promise holds: with unchanged rules,
//! the chance that anything at all is called changed is at most the level, however the match-ups hang together.

use super::case::{Open, begin};
use super::duel_of_rules::{Count, DuelOfRules};
use super::recognise::{Before, Old, befores, key};
use crate::run::{Failed, NoAnswer, Watch};
use crate::scenario::{Matchup, Plan};
use crate::stats::{Interval, e_bh};
use crate::umpire::TooBig;
use rayon::prelude::*;

/// Fights of a first look, shared out among averaged situations.
const FIRST: u64 = 1_024;

/// How to judge.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Terms {
    /// Scores may move by this much and be the same.
    pub tolerance: f64,
    /// The chance that anything is called changed although nothing is; and the share of the calls that may be wrong.
    pub level: f64,
    /// Fights of a match-up under each of the rules, before it is left undecided.
    pub budget: u64,
    /// Other dice for the new rules than for the old: only to see what common dice save.
    pub independent: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            tolerance: 0.01,
            level: 0.01,
            budget: 500_000,
            independent: false,
        }
    }
}

/// What a match-up is called.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is inside the tolerance.
    Same,
    /// It is outside.
    Changed,
    /// Neither is sure enough yet.
    Undecided,
}

impl Verdict {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Changed => "changed",
            Verdict::Undecided => "undecided",
        }
    }
}

/// What became of one match-up.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Which of the new plan's.
    pub matchup: Matchup,
    /// The verdict.
    pub verdict: Verdict,
    /// Both scores were worked out, or the fights were the very same.
    pub exact: bool,
    /// A's old and new score.
    pub scores: [f64; 2],
    /// New less old.
    pub moved: f64,
    /// Where that lies, at 95 %, whenever one looks.
    pub interval: Interval,
    /// Fights it took, under both rules together.
    pub fights: u64,
    /// The logarithm of the evidence that it changed; 0 where nothing was tested.
    pub evidence: f64,
    /// This version plays the old rules otherwise than the version that wrote the baseline.
    pub program: bool,
}

/// Everything that was judged.
#[derive(Default)]
pub struct Judgement {
    /// Every match-up of both, in the new plan's order.
    pub judged: Vec<Judged>,
    /// Match-ups that only the new plan has.
    pub new: Vec<Matchup>,
    /// Titles of those that only the old one has.
    pub vanished: Vec<String>,
}

/// Judges every match-up of `new`.
pub fn judge(old: Old, new: &Plan, terms: Terms, watch: &dyn Watch) -> Result<Judgement, Failed> {
    let mut judgement = Judgement::default();
    let mut pairs: Vec<(Matchup, Before)> = Vec::new();
    let mut before = befores(old, new);
    for matchup in new.matchups(0..new.len()) {
        match before.remove(&key(new, &matchup, old)) {
            Some((_, found)) => pairs.push((matchup, found)),
            None => judgement.new.push(matchup),
        }
    }
    let mut gone: Vec<(u64, String)> = before
        .into_values()
        .map(|(at, before)| {
            let title = match (before.row, before.plan) {
                (Some(row), _) => row.title.clone(),
                (None, Some((plan, matchup))) => plan.title_of(&matchup),
                (None, None) => String::new(),
            };
            (at, title)
        })
        .collect();
    gone.sort();
    judgement.vanished = gone.into_iter().map(|(_, title)| title).collect();
    let mut open: Vec<Open> = pairs
        .into_par_iter()
        .map(|(matchup, before)| {
            if watch.stopped() {
                return Err(Failed::Stopped);
            }
            let open = begin(new, matchup, before, terms, watch)?;
            if matches!(open, Open::Done(_)) {
                watch.finished();
            }
            Ok(open)
        })
        .collect::<Result<_, Failed>>()?;
    decide(&mut open, new, terms, watch)?;
    judgement.judged = open
        .into_iter()
        .map(|open| match open {
            Open::Done(judged) | Open::Counted { judged, .. } => judged,
            Open::Fought { judged, .. } => judged,
        })
        .collect();
    Ok(judgement)
}

/// Fights what is open until it is decided, or the budget is spent.
fn decide(open: &mut [Open], new: &Plan, terms: Terms, watch: &dyn Watch) -> Result<(), Failed> {
    let mut fights = 0;
    loop {
        weigh(open, terms, watch);
        let step = (fights / 8).max(FIRST);
        // All that go on are fought equally often in each situation.
        let going: Vec<(usize, std::ops::Range<u64>)> = open
            .iter()
            .enumerate()
            .filter_map(|(at, open)| match open {
                Open::Fought { judged, duel, .. } if judged.verdict == Verdict::Undecided => {
                    let each = |fights: u64| fights.min(terms.budget).div_ceil(duel.situations());
                    let range = each(fights)..each(fights + step);
                    (!range.is_empty()).then_some((at, range))
                }
                _ => None,
            })
            .collect();
        if going.is_empty() {
            return Ok(());
        }
        let stretches: Vec<(usize, std::ops::Range<u64>)> = going
            .iter()
            .flat_map(|(at, range)| {
                DuelOfRules::stretches(range.clone()).map(move |stretch| (*at, stretch))
            })
            .collect();
        let counts: Vec<(usize, Count)> = stretches
            .into_par_iter()
            .map(|(at, stretch)| {
                if watch.stopped() {
                    return Err(Failed::Stopped);
                }
                let Open::Fought { duel, judged, .. } = &open[at] else {
                    return Ok((at, Count::default()));
                };
                let count = duel.fight(stretch).map_err(|TooBig| {
                    let title = new.title_of(&judged.matchup);
                    Failed::NoAnswer(title, NoAnswer::PolicyTooBig)
                })?;
                watch.fought(2 * count.fights * duel.situations());
                Ok((at, count))
            })
            .collect::<Result<_, Failed>>()?;
        for (at, count) in &counts {
            if let Open::Fought { duel, .. } = &mut open[*at] {
                duel.add(count);
            }
        }
        open.par_iter_mut().for_each(|open| {
            if let Open::Fought {
                judged,
                duel,
                evidence,
            } = open
                && judged.verdict == Verdict::Undecided
            {
                let results = duel.results();
                *evidence = [
                    results.outside(terms.tolerance),
                    results.inside(terms.tolerance),
                ];
                judged.evidence = evidence[0];
                judged.scores = duel.scores();
                judged.moved = results.mean();
                judged.interval = results.interval(0.95);
                judged.fights = duel.fights();
            }
        });
        fights += step;
    }
}

/// Weighs the evidence of all that was ever open, together.
fn weigh(open: &mut [Open], terms: Terms, watch: &dyn Watch) {
    let mut tested: Vec<(&mut Judged, [f64; 2])> = open
        .iter_mut()
        .filter_map(|open| match open {
            Open::Done(_) => None,
            Open::Counted { judged, evidence }
            | Open::Fought {
                judged, evidence, ..
            } => Some((judged, *evidence)),
        })
        .collect();
    for (which, verdict) in [(0, Verdict::Changed), (1, Verdict::Same)] {
        let logs: Vec<f64> = tested.iter().map(|(_, evidence)| evidence[which]).collect();
        for ((judged, _), found) in tested.iter_mut().zip(e_bh(&logs, terms.level)) {
            if found && judged.verdict == Verdict::Undecided {
                judged.verdict = verdict;
                watch.finished();
            }
        }
    }
}
