//! What was found out about one match-up, however it was found: the figures of a row of results. It can be written as a
//! line and read again without losing a bit.

use super::sample::{
    Bout, Halt, Sampled, Watch, sample, sampled, score_interval, win_interval, with_lab,
};
use crate::scenario::{Effort, Method};
use crate::stats::Interval;
use crate::umpire::{Budget, Outcome, TooBig};
use std::fmt::Write;
use std::str::FromStr;

/// What was found out about a match-up.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Worked out, and not counted.
    pub exact: bool,
    /// Fights; 0 if it was worked out.
    pub trials: u64,
    /// Won by A, by B; 0 if it was worked out.
    pub wins: [u64; 2],
    /// Drawn; 0 if it was worked out.
    pub drawn: u64,
    /// The chance or rate at which A wins, B wins.
    pub win: [f64; 2],
    /// The same for each kind of draw.
    pub draws: Vec<f64>,
    /// Where A's win rate lies, at 95 %.
    pub win_interval: Interval,
    /// Where A's score lies, at 95 %.
    pub score_interval: Interval,
    /// The mean number of rounds.
    pub mean_rounds: f64,
    /// Rounds that a tenth, half and nine tenths of the fights do not pass.
    pub rounds: [u32; 3],
    /// What is left of A on average when A wins, and of B when B wins.
    pub kept: [f64; 2],
    /// What the two sides cost here: of a situation in which several fight, all of them.
    pub points: [Option<f64>; 2],
    /// What else there is to say of a skirmish.
    pub sides: Option<Sides>,
}

/// What a skirmish has and a duel has not.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Sides {
    /// What is left of the budgets.
    pub unspent: [Option<f64>; 2],
    /// How many models take the field.
    pub models: [f64; 2],
    /// A's score on table side 0 and on side 1; none if it never stood there.
    pub by_side: [Option<f64>; 2],
    /// A's score going first and going second; none if it never did.
    pub by_first: [Option<f64>; 2],
    /// How often A stood on side 0, and how often it went first.
    pub often: [f64; 2],
}

impl Sides {
    /// The score of whoever stands on table side 0: one half if it does not matter.
    pub fn score_side0(&self) -> f64 {
        both(self.by_side, self.often[0])
    }

    /// The score of whoever goes first.
    pub fn score_first(&self) -> f64 {
        both(self.by_first, self.often[1])
    }

    /// Of what was counted, each with its share.
    fn counted(all: &[Sampled]) -> Sides {
        // Score and weight of A in two halves of the fights.
        let halves = |of: &dyn Fn(&Sampled) -> [[u64; 3]; 2]| {
            let mut sums = [(0.0, 0.0); 2];
            for sampled in all {
                for (sum, [won, drawn, lost]) in sums.iter_mut().zip(of(sampled)) {
                    let part = sampled.share / sampled.tally.fights.max(1) as f64;
                    sum.0 += part * (won as f64 + drawn as f64 / 2.0);
                    sum.1 += part * (won + drawn + lost) as f64;
                }
            }
            let scores = sums.map(|(score, weight)| (weight > 0.0).then(|| score / weight));
            (scores, sums[0].1 / (sums[0].1 + sums[1].1))
        };
        let (by_side, side0) = halves(&|sampled| sampled.tally.by_side());
        let (by_first, first) = halves(&|sampled| sampled.tally.by_first());
        Sides {
            by_side,
            by_first,
            often: [side0, first],
            ..Sides::default()
        }
    }

    fn figures(&self) -> [Option<f64>; 10] {
        let [by_side, by_first] = [self.by_side, self.by_first];
        let [models, often] = [self.models, self.often].map(|both| both.map(Some));
        let all = [self.unspent, models, by_side, by_first, often];
        std::array::from_fn(|at| all[at / 2][at % 2])
    }

    fn of_figures(all: [Option<f64>; 10]) -> Sides {
        let two = |at: usize| [all[at], all[at + 1]];
        let known = |at: usize| two(at).map(|figure| figure.unwrap_or(0.0));
        Sides {
            unspent: two(0),
            models: known(2),
            by_side: two(4),
            by_first: two(6),
            often: known(8),
        }
    }
}

/// The score of whoever is in the first half, A or B.
fn both(scores: [Option<f64>; 2], often: f64) -> f64 {
    let [mine, others] = [scores[0].unwrap_or(0.0), 1.0 - scores[1].unwrap_or(1.0)];
    often * mine + (1.0 - often) * others
}

/// Which quantiles of the rounds are kept.
pub const QUANTILES: [f64; 3] = [0.1, 0.5, 0.9];

/// Why a match-up has no answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// It is too big to be worked out, and nothing else was allowed.
    TooBig,
    /// It is too big even for the policies of its sides to weigh their odds.
    PolicyTooBig,
    /// Somebody asked to stop.
    Stopped,
}

/// Finds out about a match-up: one fight, or several whose mean is wanted.
pub fn find(
    bouts: &[Bout],
    method: Method,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<Finding, NoAnswer> {
    if method != Method::Sampled {
        let solved: Result<Vec<Outcome>, TooBig> = bouts
            .iter()
            .map(|bout| with_lab(|lab| bout.fight.solve(lab, Budget::default())))
            .collect();
        match solved {
            Ok(outcomes) => return Ok(Finding::worked_out(&outcomes)),
            Err(TooBig) if method == Method::Exact => return Err(NoAnswer::TooBig),
            Err(TooBig) => {}
        }
    }
    match sample(bouts, effort, watch) {
        Ok(tallies) => Ok(Finding::counted(&sampled(bouts, &tallies))),
        Err(Halt::TooBig) => Err(NoAnswer::PolicyTooBig),
        Err(Halt::Stopped) => Err(NoAnswer::Stopped),
    }
}

/// The first place at which the running sum reaches each quantile.
fn quantiles(distribution: impl Iterator<Item = f64>, all: f64) -> [u32; 3] {
    let mut found = [0; 3];
    let mut sum = 0.0;
    let mut next = 0;
    let mut last = 0;
    for (round, share) in distribution.enumerate() {
        sum += share;
        if share > 0.0 {
            last = round as u32;
        }
        // What is left of rounding must not push a quantile one round on.
        while next < QUANTILES.len() && sum >= (QUANTILES[next] - 1e-12) * all {
            found[next] = round as u32;
            next += 1;
        }
    }
    for place in &mut found[next..] {
        *place = last;
    }
    found
}

fn exactly(value: f64) -> Interval {
    Interval {
        low: value,
        high: value,
    }
}

impl Finding {
    /// The mean of exact outcomes.
    pub fn worked_out(outcomes: &[Outcome]) -> Finding {
        let k = outcomes.len().max(1) as f64;
        let mean = |of: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / k;
        let win = [0, 1].map(|side: usize| mean(&|o| o.win[side]));
        let reasons = outcomes.first().map_or(0, |o| o.draws.len());
        let draws: Vec<f64> = (0..reasons).map(|why| mean(&|o| o.draws[why])).collect();
        let longest = outcomes.iter().map(|o| o.rounds.len()).max().unwrap_or(0);
        let rounds = (0..longest).map(|r| mean(&|o| o.rounds.get(r).copied().unwrap_or(0.0)));
        let score = win[0] + draws.iter().sum::<f64>() / 2.0;
        let kept = [0, 1].map(|side: usize| {
            let kept = mean(&|o| o.kept[side]);
            if win[side] > 0.0 {
                kept / win[side]
            } else {
                0.0
            }
        });
        Finding {
            exact: true,
            trials: 0,
            wins: [0; 2],
            drawn: 0,
            win,
            win_interval: exactly(win[0]),
            score_interval: exactly(score),
            mean_rounds: mean(&Outcome::mean_rounds),
            rounds: quantiles(rounds, 1.0),
            kept,
            draws,
            points: [None; 2],
            sides: None,
        }
    }

    /// A share of worths, found in so many fights: no score of any one of them.
    pub(super) fn balanced(share: f64, interval: Interval, fights: u64) -> Finding {
        Finding {
            exact: false,
            trials: fights,
            wins: [0; 2],
            drawn: 0,
            win: [share, 1.0 - share],
            draws: Vec::new(),
            win_interval: interval,
            score_interval: interval,
            mean_rounds: 0.0,
            rounds: [0; 3],
            kept: [0.0; 2],
            points: [None; 2],
            sides: None,
        }
    }

    /// What was counted: of several tallies, all of as many fights, each with its share.
    pub fn counted(tallies: &[Sampled]) -> Finding {
        let mut all = tallies[0].tally.clone();
        for more in &tallies[1..] {
            all.merge(more.tally);
        }
        let rate = |n: u64| n as f64 / all.fights.max(1) as f64;
        let skirmish = tallies[0].swaps.skirmish;
        let mut finding = Finding {
            exact: false,
            trials: all.fights,
            wins: all.wins,
            drawn: all.draw(),
            win: all.wins.map(rate),
            draws: all.draws.iter().map(|n| rate(*n)).collect(),
            win_interval: win_interval(tallies),
            score_interval: score_interval(tallies),
            mean_rounds: all.mean_rounds(),
            rounds: quantiles(all.rounds.iter().map(|n| *n as f64), all.fights as f64),
            kept: [0, 1].map(|side: usize| all.kept[side] as f64 / all.wins[side].max(1) as f64),
            points: [None; 2],
            sides: skirmish.then(|| Sides::counted(tallies)),
        };
        if tallies.iter().any(|one| one.share != tallies[0].share) {
            finding.weigh(tallies);
        }
        finding
    }

    /// Figures of fights that do not count alike.
    fn weigh(&mut self, tallies: &[Sampled]) {
        let fights = |one: &Sampled| one.tally.fights.max(1) as f64;
        let mean = |of: &dyn Fn(&Sampled) -> f64| {
            let all = tallies.iter();
            all.map(|one| one.share * of(one)).sum::<f64>()
        };
        let won = |side: usize| mean(&|one| one.tally.wins[side] as f64 / fights(one));
        self.win = [won(0), won(1)];
        for (why, draw) in self.draws.iter_mut().enumerate() {
            *draw = mean(&|one| {
                one.tally
                    .draws
                    .get(why)
                    .map_or(0.0, |n| *n as f64 / fights(one))
            });
        }
        self.mean_rounds = mean(&|one| one.tally.mean_rounds());
        let longest = tallies.iter().map(|one| one.tally.rounds.len()).max();
        let rounds = (0..longest.unwrap_or(0)).map(|round| {
            mean(&|one| {
                one.tally
                    .rounds
                    .get(round)
                    .map_or(0.0, |n| *n as f64 / fights(one))
            })
        });
        self.rounds = quantiles(rounds, 1.0);
        for side in 0..2 {
            let kept = mean(&|one| one.tally.kept[side] as f64 / fights(one));
            self.kept[side] = if self.win[side] > 0.0 {
                kept / self.win[side]
            } else {
                0.0
            };
        }
    }

    /// The chance that nobody wins.
    pub fn draw(&self) -> f64 {
        self.draws.iter().sum()
    }

    /// A's wins and half the draws.
    pub fn score(&self) -> f64 {
        self.win[0] + self.draw() / 2.0
    }

    /// As a line of numbers, each written so that it is read back to the last bit.
    pub fn write(&self, line: &mut String) {
        let counts = [
            u64::from(self.exact),
            self.trials,
            self.wins[0],
            self.wins[1],
            self.drawn,
        ];
        for count in counts {
            let _ = write!(line, "{count},");
        }
        for round in self.rounds {
            let _ = write!(line, "{round},");
        }
        let figures = [
            self.win[0],
            self.win[1],
            self.win_interval.low,
            self.win_interval.high,
            self.score_interval.low,
            self.score_interval.high,
            self.mean_rounds,
            self.kept[0],
            self.kept[1],
        ];
        for figure in figures {
            let _ = write!(line, "{figure},");
        }
        for points in self.points {
            let _ = match points {
                Some(points) => write!(line, "{points},"),
                None => write!(line, "-,"),
            };
        }
        for draw in &self.draws {
            let _ = write!(line, "{draw},");
        }
        line.pop();
        if let Some(sides) = &self.sides {
            line.push(';');
            for figure in sides.figures() {
                let _ = match figure {
                    Some(figure) => write!(line, "{figure},"),
                    None => write!(line, "-,"),
                };
            }
            line.pop();
        }
    }

    /// Reads such a line; none if it is no such line.
    pub fn read(line: &str) -> Option<Finding> {
        let (line, sides) = match line.split_once(';') {
            Some((line, sides)) => (line, Some(sides)),
            None => (line, None),
        };
        let sides = match sides {
            None => None,
            Some(sides) => {
                let mut parts = sides.split(',');
                let mut figures = [None; 10];
                for figure in &mut figures {
                    *figure = maybe(&mut parts)?;
                }
                Some(Sides::of_figures(figures))
            }
        };
        let mut parts = line.split(',');
        let mut counts = [0u64; 5];
        for count in &mut counts {
            *count = next(&mut parts)?;
        }
        let mut rounds = [0u32; 3];
        for round in &mut rounds {
            *round = next(&mut parts)?;
        }
        let mut figures = [0.0f64; 9];
        for figure in &mut figures {
            *figure = next(&mut parts)?;
        }
        let mut points = [None; 2];
        for price in &mut points {
            *price = maybe(&mut parts)?;
        }
        let draws: Option<Vec<f64>> = parts.map(|part| part.parse().ok()).collect();
        let interval = |at: usize| Interval {
            low: figures[at],
            high: figures[at + 1],
        };
        Some(Finding {
            exact: counts[0] == 1,
            trials: counts[1],
            wins: [counts[2], counts[3]],
            drawn: counts[4],
            win: [figures[0], figures[1]],
            draws: draws?,
            win_interval: interval(2),
            score_interval: interval(4),
            mean_rounds: figures[6],
            rounds,
            kept: [figures[7], figures[8]],
            points,
            sides,
        })
    }
}

fn next<'a, T: FromStr>(parts: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    parts.next()?.parse().ok()
}

/// A figure that may be missing.
fn maybe<'a>(parts: &mut impl Iterator<Item = &'a str>) -> Option<Option<f64>> {
    match parts.next()? {
        "-" => Some(None),
        text => Some(Some(text.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_back_to_the_last_bit() {
        let third = Finding {
            exact: false,
            trials: 3,
            wins: [1, 1],
            drawn: 1,
            win: [1.0 / 3.0, 1.0 / 3.0],
            draws: vec![0.0, 1.0 / 3.0],
            win_interval: Interval {
                low: 1e-17,
                high: 0.1 + 0.2,
            },
            score_interval: Interval {
                low: 0.25,
                high: 1.0,
            },
            mean_rounds: 1e9 / 7.0,
            rounds: [1, 2, 50],
            kept: [1.5, 0.0],
            points: [Some(12.5), None],
            sides: None,
        };
        let mut line = String::new();
        third.write(&mut line);
        assert_eq!(Finding::read(&line), Some(third.clone()));
        let skirmish = Finding {
            sides: Some(Sides {
                unspent: [Some(0.1), None],
                models: [5.0, 7.0],
                by_side: [Some(1.0 / 3.0), None],
                by_first: [Some(0.7), Some(0.1 + 0.2)],
                often: [1.0, 0.5],
            }),
            ..third
        };
        line.clear();
        skirmish.write(&mut line);
        assert_eq!(Finding::read(&line), Some(skirmish));
        assert_eq!(Finding::read("1,2,x"), None);
        assert_eq!(Finding::read(""), None);
    }

    #[test]
    fn quantiles_are_rounds_that_were_fought() {
        let q = |shares: &[f64]| quantiles(shares.iter().copied(), 1.0);
        assert_eq!(q(&[0.0, 1.0]), [1, 1, 1]);
        assert_eq!(q(&[0.0, 0.5, 0.4, 0.1]), [1, 1, 2]);
        assert_eq!(q(&[0.0, 0.05, 0.05, 0.8, 0.1 - 1e-15]), [2, 3, 3]);
        assert_eq!(q(&[0.0, 0.05, 0.0]), [1, 1, 1], "short of its sum");
    }
}
