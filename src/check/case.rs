//! One match-up before it comes to be decided: what can be worked out is, what a baseline has counted is held against what
//! is counted now, and the rest is made ready to be fought. Whether the evidence is enough is the judge's business, who
//! sees all of them.

use super::baseline::Row;
use super::duel_of_rules::{DuelOfRules, Party};
use super::judge::{Judged, Terms, Verdict};
use super::recognise::Before;
use crate::document::Problems;
use crate::run::{Bout, Failed, NoAnswer, Watch, find, settle};
use crate::scenario::{Effort, Matchup, Method, Plan};
use crate::stats::{Apart, Interval};
use crate::systems::Pairing;
use crate::systems::skirmish::problem;
use crate::umpire::Stream;

/// Differences smaller than this are what nine decimals leave.
const NOTHING: f64 = 2e-9;
/// Turns a seed into another one, for dice that have nothing to do with those of the first.
const OTHER_DICE: u64 = 0x5851_F42D_4C95_7F2D;

/// A match-up being judged.
pub enum Open {
    /// Known: nothing has to be fought.
    Done(Judged),
    /// Counted once, against counts of which nothing but the sums is left.
    Counted {
        /// As far as it goes.
        judged: Judged,
        /// That it changed, and that it did not.
        evidence: [f64; 2],
    },
    /// Old rules against new, until it is decided.
    Fought {
        /// As far as it goes.
        judged: Judged,
        /// The fights.
        duel: DuelOfRules,
        /// That it changed, and that it did not.
        evidence: [f64; 2],
    },
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
pub fn begin(
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
