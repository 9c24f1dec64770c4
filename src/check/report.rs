//! All of a comparison, ready to be told: what was held against what, what moved, in which groups, and probably why.

use super::causes::Cause;
use super::expect::{Expectation, Expected};
use super::features::Features;
use super::groups::{Group, groups};
use super::judge::{Judged, Judgement, Terms, Verdict};
use crate::scenario::Plan;

/// What the new rules were held against.
#[derive(Clone, Debug, PartialEq)]
pub enum Against {
    /// A baseline: its folder, and the version that wrote it.
    Baseline {
        /// Where it is.
        folder: String,
        /// Who wrote it.
        version: String,
    },
    /// Other rules: what the old and the new ones are called.
    Rules {
        /// The old ones.
        old: String,
        /// The new ones.
        new: String,
    },
}

/// A match-up, judged, with its names.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its name.
    pub title: String,
    /// The two builds.
    pub names: [String; 2],
    /// The situation in words.
    pub situation: String,
    /// The variant; empty if there are none.
    pub variant: String,
    /// What became of it.
    pub judged: Judged,
}

/// A comparison.
pub struct Report {
    /// The scenario's name.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// The system.
    pub system: String,
    /// What it was held against.
    pub against: Against,
    /// How it was judged.
    pub terms: Terms,
    /// Undecided is not good enough.
    pub strict: bool,
    /// Every match-up that both have.
    pub told: Vec<Told>,
    /// Those that only the new one has.
    pub new: Vec<String>,
    /// Those that only the old one has.
    pub vanished: Vec<String>,
    /// What was changed in rules and scenario.
    pub causes: Vec<Cause>,
    /// What moved, in groups.
    pub groups: Vec<Group>,
    /// Changed match-ups that are in no group.
    pub ungrouped: usize,
    /// Whether what was meant happened, if anything was.
    pub expected: Option<Expected>,
    /// What else the reader should know.
    pub notes: Vec<String>,
}

/// How many of each there are.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Match-ups that were judged.
    pub tested: usize,
    /// Of them, compared exactly.
    pub exact: usize,
    /// Same.
    pub same: usize,
    /// Same, but moved inside the tolerance.
    pub moved: usize,
    /// Changed.
    pub changed: usize,
    /// Undecided.
    pub undecided: usize,
    /// Played otherwise by this program than by the one that wrote the baseline.
    pub program: usize,
    /// Fights.
    pub fights: u64,
}

impl Report {
    /// Puts it together.
    #[expect(clippy::too_many_arguments, reason = "each is a part of the report")]
    pub fn new(
        plan: &Plan,
        judgement: Judgement,
        against: Against,
        terms: Terms,
        strict: bool,
        causes: Vec<Cause>,
        expectation: Option<&Expectation>,
        notes: Vec<String>,
    ) -> Report {
        let features = Features::of(plan);
        let Judgement {
            judged,
            new,
            vanished,
        } = judgement;
        let (groups, ungrouped) = groups(plan, &judged, &features, &causes);
        let new: Vec<String> = new.iter().map(|matchup| plan.title_of(matchup)).collect();
        let hold = |meant: &Expectation| meant.hold(plan, &features, &judged, &new, &vanished);
        let expected = expectation.map(hold);
        let told = judged.into_iter().map(|judged| {
            let [a, b] = plan.sides(&judged.matchup);
            Told {
                title: plan.title_of(&judged.matchup),
                names: [a.name.clone(), b.name.clone()],
                situation: plan.situation(&judged.matchup).to_owned(),
                variant: plan.variants[judged.matchup.variant].name.clone(),
                judged,
            }
        });
        Report {
            scenario: plan.name.clone(),
            title: plan.title.clone(),
            system: plan.system.to_owned(),
            against,
            terms,
            strict,
            told: told.collect(),
            new,
            vanished,
            causes,
            groups,
            ungrouped,
            expected,
            notes,
        }
    }

    /// How many of each there are.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts {
            tested: self.told.len(),
            ..Counts::default()
        };
        for Told { judged, .. } in &self.told {
            counts.exact += usize::from(judged.exact);
            counts.program += usize::from(judged.program);
            counts.fights += judged.fights;
            match judged.verdict {
                Verdict::Changed => counts.changed += 1,
                Verdict::Undecided => counts.undecided += 1,
                Verdict::Same => {
                    counts.same += 1;
                    counts.moved += usize::from(judged.exact && judged.moved != 0.0);
                }
            }
        }
        counts
    }

    /// Whether the answer is no: something changed that was not meant to, something meant did not happen, or, if asked to
    /// be strict, something is undecided.
    pub fn fails(&self) -> bool {
        let counts = self.counts();
        let changed = match &self.expected {
            Some(expected) => !expected.met(),
            None => counts.changed > 0 || !self.new.is_empty() || !self.vanished.is_empty(),
        };
        changed || (self.strict && counts.undecided > 0)
    }

    /// The match-ups with this verdict, the largest movers first.
    pub fn movers(&self, verdict: Verdict) -> Vec<&Told> {
        let mut movers: Vec<&Told> = self
            .told
            .iter()
            .filter(|told| told.judged.verdict == verdict)
            .collect();
        movers.sort_by(|x, y| y.judged.moved.abs().total_cmp(&x.judged.moved.abs()));
        movers
    }

    /// The situation, if all match-ups have the same: then it need not be said of each.
    pub fn situation(&self) -> Option<&str> {
        let first = self.told.first().map(|told| told.situation.as_str())?;
        let same = self.told.iter().all(|told| told.situation == first);
        (same && !first.is_empty()).then_some(first)
    }

    /// What to call a match-up here.
    pub fn name(&self, told: &Told) -> String {
        match self.situation() {
            None => told.title.clone(),
            Some(situation) => told.title.replacen(&format!(" @ {situation}"), "", 1),
        }
    }

    /// Whether a match-up is bad news, and why.
    pub fn bad(&self, at: usize) -> Option<String> {
        let told = &self.told[at];
        let meant = self
            .expected
            .as_ref()
            .is_some_and(|expected| expected.meant[at]);
        match told.judged.verdict {
            Verdict::Changed if !meant => Some(told.sentence()),
            Verdict::Undecided if self.strict => Some(told.sentence()),
            _ => None,
        }
    }

    /// The whole in a sentence.
    pub fn headline(&self) -> String {
        let counts = self.counts();
        let match_ups = |n: usize| match n {
            1 => "1 match-up".to_owned(),
            n => format!("{n} match-ups"),
        };
        let mut parts = Vec::new();
        if counts.changed > 0 {
            parts.push(format!(
                "{} of {} changed by more than {}",
                counts.changed,
                match_ups(counts.tested),
                points(self.terms.tolerance)
            ));
            if counts.same > 0 {
                parts.push(format!("{} the same", counts.same));
            }
        } else if counts.tested > 0 && counts.undecided == 0 {
            parts.push(match counts.moved {
                0 => format!("nothing changed in {}", match_ups(counts.tested)),
                _ => format!(
                    "nothing changed by more than {} in {}",
                    points(self.terms.tolerance),
                    match_ups(counts.tested)
                ),
            });
        } else if counts.tested > 0 {
            let n = counts.same;
            parts.push(format!("{n} of {} the same", match_ups(counts.tested)));
        }
        if counts.undecided > 0 {
            parts.push(format!("{} undecided", counts.undecided));
        }
        for (count, word) in [(self.new.len(), "new"), (self.vanished.len(), "vanished")] {
            if count > 0 {
                parts.push(format!("{count} {word}"));
            }
        }
        parts.join(", ")
    }

    /// What it was held against, in words.
    pub fn against_words(&self) -> String {
        match &self.against {
            Against::Baseline { folder, version } if *version == env!("CARGO_PKG_VERSION") => {
                format!("against the baseline {folder}")
            }
            Against::Baseline { folder, version } => format!(
                "against the baseline {folder} (written by fairfight {version}; this is {})",
                env!("CARGO_PKG_VERSION")
            ),
            Against::Rules { old, new } => format!("from {old} to {new}"),
        }
    }

    /// What moved inside the tolerance, if anything did.
    pub fn within(&self) -> Option<String> {
        let moved = self.counts().moved;
        let most = self
            .told
            .iter()
            .filter(|told| told.judged.verdict == Verdict::Same && told.judged.exact)
            .map(|told| told.judged.moved.abs())
            .fold(0.0, f64::max);
        (moved > 0).then(|| {
            let (many, their) = match moved {
                1 => ("1 match-up".to_owned(), ""),
                n => (format!("{n} match-ups"), " at most"),
            };
            format!(
                "{many} moved inside the tolerance, by{their} {} points.",
                small(most)
            )
        })
    }

    /// How it was tested, and what that promises.
    pub fn method(&self) -> String {
        let counts = self.counts();
        let sampled = counts.tested - counts.exact;
        let how = match (counts.exact, sampled) {
            (_, 0) if counts.fights == 0 => "all compared exactly".to_owned(),
            (_, 0) => format!(
                "all compared exactly or by the very same {} fights",
                thousands(counts.fights)
            ),
            (0, _) => format!("all sampled, {} fights", thousands(counts.fights)),
            (exact, sampled) => format!(
                "{exact} compared exactly, {sampled} sampled with {} fights",
                thousands(counts.fights)
            ),
        };
        let promise = match sampled {
            0 => String::new(),
            _ => format!(
                " With unchanged rules the chance that any of the {sampled} is called changed is at most {} %.",
                level(self.terms.level)
            ),
        };
        format!(
            "Tested: {}, {how}; tolerance {}.{promise}",
            counts.tested,
            points(self.terms.tolerance)
        )
    }

    /// What is to be said of changes in the rules that the results do not show, or the other way round.
    pub fn remarks(&self) -> Vec<String> {
        let counts = self.counts();
        let mut remarks = Vec::new();
        let nothing = counts.changed == 0 && counts.moved == 0;
        if !self.causes.is_empty() && nothing && counts.undecided == 0 {
            let grid = self.new.is_empty() && self.vanished.is_empty();
            if grid {
                let whose = match self.causes.iter().all(|cause| cause.scenario) {
                    true => "The scenario",
                    false => "The rules",
                };
                remarks.push(format!("{whose} changed, but no match-up moved."));
            }
        }
        if counts.program > 0 {
            remarks.push(format!(
                "{} of them come out otherwise under the old rules, too: fairfight itself plays them otherwise than the version that wrote the baseline.",
                match counts.program {
                    1 => "1 match-up".to_owned(),
                    n => format!("{n} match-ups"),
                }
            ));
        } else if self.causes.is_empty() && counts.changed > 0 {
            remarks.push("Neither the rules nor the scenario changed.".to_owned());
        }
        remarks
    }
}

impl Told {
    /// `43.9 % -> 47.0 % (+3.1 points, exact)`.
    pub fn sentence(&self) -> String {
        let [old, new] = self.judged.scores;
        format!(
            "{}: {:.1} % -> {:.1} % ({} points, {})",
            self.judged.verdict.word(),
            100.0 * old,
            100.0 * new,
            signed(self.judged.moved),
            self.sure()
        )
    }

    /// How sure the difference is.
    pub fn sure(&self) -> String {
        match self.judged.exact {
            true => "exact".to_owned(),
            false => format!(
                "{}..{}",
                signed(self.judged.interval.low),
                signed(self.judged.interval.high)
            ),
        }
    }
}

/// A difference in points of a hundred, with its sign.
pub fn signed(moved: f64) -> String {
    let shown = match (100.0 * moved).abs() {
        points if points == 0.0 || points >= 0.05 => format!("{:+.1}", 100.0 * moved),
        _ => format!("{:+.2}", 100.0 * moved),
    };
    match shown.as_str() {
        "-0.0" => "+0.0".to_owned(),
        "-0.00" | "+0.00" => "0.00".to_owned(),
        _ => shown,
    }
}

fn small(moved: f64) -> String {
    match 100.0 * moved {
        points if points >= 0.005 => format!("{points:.2}"),
        points => format!("{points:.1e}"),
    }
}

/// A tolerance in words.
fn points(fraction: f64) -> String {
    let points = (100.0 * fraction * 1e6).round() / 1e6;
    match points {
        1.0 => "1 point".to_owned(),
        points => format!("{points} points"),
    }
}

/// A chance in per cent, with as many digits as mean something.
fn level(chance: f64) -> String {
    let percent = 100.0 * chance;
    let digits = (1.0 - percent.log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{percent:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A number with groups: `1,200,000`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}
