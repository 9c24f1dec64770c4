//! Same, changed or undecided: every match-up of two plans, or of a plan and a baseline.
//!
//! What can be worked out is compared exactly. The rest is fought, old rules against new with the same dice, all undecided
//! match-ups in step: after each step the evidence of all of them is weighed together (e-BH over the whole grid), those
//! that are decided are left alone, the others go on until the budget is spent. Nobody is ever ahead of the others with
//! dice that they share, so stopping one may depend on all that has been seen, and the promise holds: with unchanged rules,
//! the chance that anything at all is called changed is at most the level, however the match-ups hang together.

use super::baseline::{Baseline, Row, rules_mark};
use super::duel_of_rules::{Count, DuelOfRules, Party};
use crate::document::Problems;
use crate::run::{Bout, Failed, NoAnswer, Watch, find, settle};
use crate::scenario::{Effort, Matchup, Method, Plan};
use crate::stats::{Apart, Interval, e_bh};
use crate::systems::Pairing;
use crate::systems::skirmish::problem;
use crate::umpire::{Stream, TooBig};
use rayon::prelude::*;
use std::collections::HashMap;

/// Differences smaller than this are what nine decimals leave.
const NOTHING: f64 = 2e-9;
/// Fights of a first look, shared out among averaged situations.
const FIRST: u64 = 1_024;
/// Turns a seed into another one, for dice that have nothing to do with those of the first.
const OTHER_DICE: u64 = 0x5851_F42D_4C95_7F2D;

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

/// What the new plan is held against.
#[derive(Copy, Clone)]
pub enum Old<'a> {
    /// Another plan.
    Plan(&'a Plan),
    /// A baseline, and its plan if this version can still make it.
    Baseline(&'a Baseline, Option<&'a Plan>),
}

/// The old half of a match-up.
#[derive(Copy, Clone)]
struct Before<'a> {
    plan: Option<(&'a Plan, Matchup)>,
    row: Option<&'a Row>,
    /// Rules and scenario are the same, so the fights are.
    alike: bool,
}

/// A match-up being judged.
enum Open {
    Done(Judged),
    /// Counted once, against counts of which nothing but the sums is left.
    Counted {
        judged: Judged,
        evidence: [f64; 2],
    },
    Fought {
        judged: Judged,
        duel: DuelOfRules,
        evidence: [f64; 2],
    },
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

/// What match-ups of two plans are recognised by: their names, and the situation as the scenario gives it. A baseline
/// without a plan has only its titles.
fn key(plan: &Plan, matchup: &Matchup, old: Old) -> String {
    if let Old::Baseline(_, None) = old {
        return plan.title_of(matchup);
    }
    let [a, b] = plan.sides(matchup);
    let variant = &plan.variants[matchup.variant].name;
    [variant, &a.name, &b.name, &plan.given(matchup)]
        .map(|part| format!("{part}\n"))
        .concat()
}

/// The old match-ups by what they are recognised by, with their places.
fn befores<'a>(old: Old<'a>, new: &Plan) -> HashMap<String, (u64, Before<'a>)> {
    let (plan, rows) = match old {
        Old::Plan(plan) => (Some(plan), None),
        Old::Baseline(baseline, plan) => (plan, Some(&baseline.rows)),
    };
    let row = |at: u64| rows.and_then(|rows| rows.get(at as usize));
    let Some(plan) = plan else {
        let rows = rows.into_iter().flatten().enumerate();
        return rows
            .map(|(at, row)| {
                let before = Before {
                    plan: None,
                    row: Some(row),
                    alike: false,
                };
                (row.title.clone(), (at as u64, before))
            })
            .collect();
    };
    let alike: Vec<bool> = plan
        .variants
        .iter()
        .map(|mine| {
            let theirs = new.variants.iter().find(|theirs| theirs.name == mine.name);
            theirs.is_some_and(|theirs| {
                rules_mark(mine.book.document()) == rules_mark(theirs.book.document())
                    && fought(plan.scenario()) == fought(new.scenario())
            })
        })
        .collect();
    plan.matchups(0..plan.len())
        .map(|matchup| {
            let before = Before {
                plan: Some((plan, matchup)),
                row: row(matchup.index),
                alike: alike[matchup.variant],
            };
            (key(plan, &matchup, old), (matchup.index, before))
        })
        .collect()
}

/// What of a scenario decides how its match-ups are fought: all but its title, its rules, and how often and where from.
fn fought(scenario: &serde_json::Value) -> serde_json::Value {
    let mut scenario = scenario.clone();
    if let Some(table) = scenario.as_object_mut() {
        for key in ["title", "rules", "set", "variants", "sampling", "format"] {
            table.remove(key);
        }
    }
    scenario
}

/// The fights of a match-up. They must count alike: what is held against one another are single fights.
fn meet(plan: &Plan, matchup: &Matchup) -> Result<Vec<Pairing>, Failed> {
    let failed = |problems| Failed::Problems(plan.title_of(matchup), problems);
    let met = plan.meet(matchup).map_err(failed)?;
    let alike = 1.0 / met.len().max(1) as f64;
    if met
        .iter()
        .any(|meeting| (meeting.share - alike).abs() > 1e-9)
    {
        let message = "a score between two numbers of models cannot be compared fight by fight";
        let help = "leave `interpolate` out of [skirmish]";
        return Err(failed(Problems(vec![problem(
            None, "skirmish", message, help,
        )])));
    }
    Ok(met.into_iter().map(|meeting| meeting.pairing).collect())
}

/// The score if it can be worked out as the plan allows.
fn worked_out(
    plan: &Plan,
    matchup: &Matchup,
    pairings: &[Pairing],
    watch: &dyn Watch,
) -> Result<Option<f64>, Failed> {
    if plan.method == Method::Sampled {
        return Ok(None);
    }
    match find(
        &bouts(pairings, plan.seed),
        Method::Exact,
        plan.effort,
        watch,
    ) {
        Ok(finding) => Ok(Some(finding.score())),
        Err(NoAnswer::TooBig) if plan.method == Method::Auto => Ok(None),
        Err(why) => Err(failed(plan, matchup, why)),
    }
}

fn bouts(pairings: &[Pairing], seed: u64) -> Vec<Bout<'_>> {
    let share = 1.0 / pairings.len().max(1) as f64;
    let bouts = pairings.iter();
    bouts
        .map(|pairing| Bout {
            share,
            ..Bout::new(pairing.fight.as_ref(), Stream::new(seed, &pairing.label))
        })
        .collect()
}

fn failed(plan: &Plan, matchup: &Matchup, why: NoAnswer) -> Failed {
    match why {
        NoAnswer::Stopped => Failed::Stopped,
        why => Failed::NoAnswer(plan.title_of(matchup), why),
    }
}

/// A match-up whose two scores are known.
fn known(matchup: Matchup, scores: [f64; 2], terms: Terms) -> Judged {
    let moved = scores[1] - scores[0];
    let moved = if moved.abs() <= NOTHING { 0.0 } else { moved };
    Judged {
        matchup,
        verdict: match moved.abs() > terms.tolerance {
            true => Verdict::Changed,
            false => Verdict::Same,
        },
        exact: true,
        scores,
        moved,
        interval: Interval {
            low: moved,
            high: moved,
        },
        fights: 0,
        evidence: 0.0,
        program: false,
    }
}

/// A match-up of the new plan on its way: what `begin` has to hand from step to step.
struct Case<'a> {
    new: &'a Plan,
    matchup: Matchup,
    pairings: Vec<Pairing>,
    /// The new score, if it can be worked out.
    now: Option<f64>,
    terms: Terms,
    watch: &'a dyn Watch,
}

/// What can be said of a match-up before anything is fought for the comparison.
fn begin(
    new: &Plan,
    matchup: Matchup,
    before: Before,
    terms: Terms,
    watch: &dyn Watch,
) -> Result<Open, Failed> {
    let pairings = meet(new, &matchup)?;
    let case = Case {
        now: worked_out(new, &matchup, &pairings, watch)?,
        new,
        matchup,
        pairings,
        terms,
        watch,
    };
    match (before.row, before.plan) {
        (Some(row), _) if row.exact => case.against_exact(row, before),
        (Some(row), _) => case.against_counts(row, before),
        (None, Some((plan, old))) => {
            let pairings = meet(plan, &old)?;
            let score = worked_out(plan, &old, &pairings, watch)?;
            Ok(match (score, case.now) {
                (Some(score), Some(now)) => Open::Done(known(matchup, [score, now], terms)),
                (Some(score), None) => case.fight(Party::Known(score)),
                (None, _) => case.refight(pairings),
            })
        }
        (None, None) => Ok(Open::Done(case.open())),
    }
}

impl Case<'_> {
    /// Nothing is known yet.
    fn open(&self) -> Judged {
        Judged {
            verdict: Verdict::Undecided,
            exact: false,
            interval: Interval {
                low: -1.0,
                high: 1.0,
            },
            ..known(self.matchup, [0.5; 2], self.terms)
        }
    }

    /// To be fought against the old rules, with the same dice.
    fn refight(self, old: Vec<Pairing>) -> Open {
        let seed = match self.terms.independent {
            true => self.new.seed ^ OTHER_DICE,
            false => self.new.seed,
        };
        let old = Party::fights(old, &self.labels(), seed);
        self.fight(old)
    }

    fn labels(&self) -> Vec<String> {
        let labels = self.pairings.iter().map(|pairing| pairing.label.clone());
        labels.collect()
    }

    fn fight(self, old: Party) -> Open {
        let judged = self.open();
        let labels = self.labels();
        let new = match self.now {
            Some(score) => Party::Known(score),
            None => Party::fights(self.pairings, &labels, self.new.seed),
        };
        Open::Fought {
            judged,
            duel: DuelOfRules::new(old, new),
            evidence: [0.0; 2],
        }
    }

    /// The baseline has the exact score.
    fn against_exact(self, row: &Row, before: Before) -> Result<Open, Failed> {
        let Some(now) = self.now else {
            // A figure that is known is known for good; what is fought is held against that.
            return Ok(self.fight(Party::Known(row.score)));
        };
        let mut judged = known(self.matchup, [row.score, now], self.terms);
        if judged.moved != 0.0 {
            // Who moved it: the rules, or this program?
            judged.program = match before.plan {
                _ if before.alike => true,
                Some((plan, old)) => {
                    let pairings = meet(plan, &old)?;
                    let again = worked_out(plan, &old, &pairings, self.watch)?;
                    again.is_some_and(|again| (again - row.score).abs() > NOTHING)
                }
                None => false,
            };
        }
        Ok(Open::Done(judged))
    }

    /// The baseline has counts. If this version counts the same under the old rules, those can be fought again.
    fn against_counts(self, row: &Row, before: Before) -> Result<Open, Failed> {
        let recount = match before.plan {
            Some((plan, old)) => Some(settle(plan, &old, plan.effort, self.watch)?),
            None => None,
        };
        match (&recount, before.plan) {
            (Some(found), Some((plan, old))) if row.counts(found) => {
                if before.alike && self.now.is_none() && !self.terms.independent {
                    // The very same fights.
                    return Ok(Open::Done(Judged {
                        fights: found.trials,
                        ..known(self.matchup, [row.score; 2], self.terms)
                    }));
                }
                Ok(self.refight(meet(plan, &old)?))
            }
            _ => self.against_sums(row, recount.is_some()),
        }
    }

    /// Only the sums of the old fights are left to go by: as many again with other dice, and both compared once.
    fn against_sums(self, row: &Row, program: bool) -> Result<Open, Failed> {
        let (score, trials) = match self.now {
            // What is known was counted without end.
            Some(score) => (score, u64::MAX),
            None => {
                let effort = Effort::Trials(row.trials.max(self.terms.budget));
                let seed = self.new.seed ^ OTHER_DICE;
                let found = find(
                    &bouts(&self.pairings, seed),
                    Method::Sampled,
                    effort,
                    self.watch,
                );
                let found = found.map_err(|why| failed(self.new, &self.matchup, why))?;
                (found.score(), found.trials)
            }
        };
        let apart = Apart {
            difference: score - row.score,
            counted: [row.trials, trials],
        };
        let Terms { tolerance, .. } = self.terms;
        let evidence = [apart.outside(tolerance), apart.inside(tolerance)];
        let judged = Judged {
            scores: [row.score, score],
            moved: apart.difference,
            interval: apart.interval(0.95),
            fights: if self.now.is_some() { 0 } else { trials },
            evidence: evidence[0],
            program,
            ..self.open()
        };
        Ok(Open::Counted { judged, evidence })
    }
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
