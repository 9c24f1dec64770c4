//! The question `duel`, the same for every system: exact where that can be done within the budget, else sampled.

use crate::document::{Node, Problem, Problems};
use crate::run::{Bout, Unwatched, sample, with_lab};
use crate::scenario::Effort;
use crate::stats::{Interval, wilson};
use crate::systems::{Align, Pairing, Reply, Rulebook, Words, percent, points_text};
use crate::umpire::{Budget, Event, Fought, Outcome, Stream, Tally, TooBig};
use serde_json::{Map, Value, json};

/// Fights of a sampled answer when nothing is said.
const TRIALS: u64 = 100_000;

/// The seed when nothing is said.
const SEED: u64 = 1;

/// How an answer was found.
pub enum Method {
    /// Worked out.
    Exact(Outcome),
    /// Counted; `fell_back` if it was too big to be worked out.
    Sampled {
        /// What was counted.
        tally: Tally,
        /// Where its dice came from.
        seed: u64,
        /// Exact was tried first.
        fell_back: bool,
    },
}

/// The answer to a duel.
pub struct Duel {
    pairing: Pairing,
    method: Method,
}

fn problem(at: &str, message: &str, help: &str) -> Problems {
    let mut problem = Problem::new(message);
    problem.path = at.to_owned();
    problem.help = Some(help.to_owned());
    Problems(vec![problem])
}

const POLICY_HELP: &str = "a policy that weighs its odds or looks ahead needs them; choose another, fewer dice, or fewer rounds";

const TOO_BIG: &str = "this duel has too many states to be worked out exactly";

/// Pairs the two sides of a query.
fn pair(book: &dyn Rulebook, query: &Node) -> Result<Pairing, Problems> {
    let side = |key: &str| {
        query.get(key).ok_or_else(|| {
            problem(
                key,
                &format!("`{key}` is missing"),
                "a duel needs two sides",
            )
        })
    };
    book.pair(side("a")?, side("b")?, query.get("situation"))
}

fn seed_of(query: &Node) -> u64 {
    query
        .get("seed")
        .and_then(Node::as_int)
        .map_or(SEED, |seed| seed as u64)
}

/// Answers a duel.
pub fn duel(book: &dyn Rulebook, query: &Node) -> Result<Duel, Problems> {
    let pairing = pair(book, query)?;
    let method = query.get("method").and_then(Node::as_text);
    let sampled = method == Some("sampled");
    if !sampled {
        match with_lab(|lab| pairing.fight.solve(lab, Budget::default())) {
            Ok(outcome) => {
                return Ok(Duel {
                    pairing,
                    method: Method::Exact(outcome),
                });
            }
            Err(TooBig) if method == Some("exact") => {
                return Err(problem(
                    "method",
                    TOO_BIG,
                    "leave `method` out, or ask for `sampled`",
                ));
            }
            Err(TooBig) => {}
        }
    }
    let seed = seed_of(query);
    let trials = query.get("trials").and_then(Node::as_int).map(|n| n as u64);
    let precision = query.get("precision").and_then(Node::as_number);
    let effort = match (trials, precision) {
        (None, Some(precision)) => Effort::Precision(precision),
        (trials, _) => Effort::Trials(trials.unwrap_or(TRIALS)),
    };
    let stream = Stream::new(seed, &pairing.label);
    let bout = Bout::new(pairing.fight.as_ref(), stream);
    let tally = sample(&[bout], effort, &Unwatched).map(|mut tallies| tallies.remove(0));
    match tally {
        Ok(tally) => Ok(Duel {
            pairing,
            method: Method::Sampled {
                tally,
                seed,
                fell_back: !sampled,
            },
        }),
        Err(_) => Err(problem("a.policy", TOO_BIG, POLICY_HELP)),
    }
}

/// Tells one fight of a duel, by its number.
pub fn replay(
    book: &dyn Rulebook,
    query: &Node,
    number: u64,
) -> Result<(Pairing, Fought, Vec<Event>), Problems> {
    let pairing = pair(book, query)?;
    let (fought, events) = tell_fight(&pairing, seed_of(query), number)?;
    Ok((pairing, fought, events))
}

/// Tells one fight of a match-up, by its number.
pub fn tell_fight(
    pairing: &Pairing,
    seed: u64,
    number: u64,
) -> Result<(Fought, Vec<Event>), Problems> {
    let stream = Stream::new(seed, &pairing.label);
    with_lab(|lab| pairing.fight.tell(lab, stream, number))
        .map_err(|TooBig| problem("a.policy", TOO_BIG, POLICY_HELP))
}

/// What is shown of either method.
struct Figures {
    win: [f64; 2],
    draws: Vec<f64>,
    rounds: Vec<f64>,
    left: [Vec<f64>; 2],
    mean_rounds: f64,
}

impl Duel {
    /// How it was found.
    pub fn method(&self) -> &Method {
        &self.method
    }

    fn figures(&self) -> Figures {
        match &self.method {
            Method::Exact(outcome) => Figures {
                win: outcome.win,
                draws: outcome.draws.clone(),
                rounds: outcome.rounds.clone(),
                left: outcome.left.clone(),
                mean_rounds: outcome.mean_rounds(),
            },
            Method::Sampled { tally, .. } => {
                let rate = |n: &u64| *n as f64 / tally.fights as f64;
                let last = tally.rounds.iter().rposition(|n| *n > 0).unwrap_or(0);
                Figures {
                    win: [rate(&tally.wins[0]), rate(&tally.wins[1])],
                    draws: tally.draws.iter().map(rate).collect(),
                    rounds: tally.rounds[..=last].iter().map(rate).collect(),
                    left: [0, 1].map(|side: usize| tally.left[side].iter().map(rate).collect()),
                    mean_rounds: tally.mean_rounds(),
                }
            }
        }
    }

    /// The 95 % interval of A's win rate; none for an exact answer.
    pub fn interval(&self) -> Option<Interval> {
        match &self.method {
            Method::Exact(_) => None,
            Method::Sampled { tally, .. } => Some(wilson(tally.wins[0], tally.fights, 0.95)),
        }
    }
}

impl Reply for Duel {
    fn json(&self) -> Map<String, Value> {
        let figures = self.figures();
        let reasons = self.pairing.fight.reasons();
        let draw: f64 = figures.draws.iter().sum();
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| {
            map.insert(key.to_owned(), value);
        };
        put(
            "method",
            json!(if matches!(self.method, Method::Exact(_)) {
                "exact"
            } else {
                "sampled"
            }),
        );
        put("win_a", json!(figures.win[0]));
        put("win_b", json!(figures.win[1]));
        put("draw", json!(draw));
        if self.pairing.fight.looks_ahead() {
            put("w", json!(figures.win[0] - figures.win[1]));
        }
        let draws: Map<String, Value> = reasons
            .iter()
            .zip(&figures.draws)
            .rev()
            .map(|(why, p)| ((*why).to_owned(), json!(p)))
            .collect();
        put("draws", Value::Object(draws));
        put("score_a", json!(figures.win[0] + 0.5 * draw));
        put("mean_rounds", json!(figures.mean_rounds));
        put("points_a", json!(self.pairing.points[0]));
        put("points_b", json!(self.pairing.points[1]));
        match &self.method {
            Method::Exact(outcome) => put("states", json!(outcome.states)),
            Method::Sampled {
                tally,
                seed,
                fell_back,
            } => {
                put("trials", json!(tally.fights));
                put("wins_a", json!(tally.wins[0]));
                put("wins_b", json!(tally.wins[1]));
                put("draw_count", json!(tally.draw()));
                let interval = wilson(tally.wins[0], tally.fights, 0.95);
                put("win_a_lo", json!(interval.low));
                put("win_a_hi", json!(interval.high));
                put("seed", json!(seed));
                if *fell_back {
                    put("note", json!(TOO_BIG));
                }
            }
        }
        put("rounds", json!(figures.rounds));
        put("left_a", json!(figures.left[0]));
        put("left_b", json!(figures.left[1]));
        for (key, faults) in ["illegal_a", "illegal_b"].iter().zip(&self.pairing.illegal) {
            if !faults.is_empty() {
                put(key, json!(faults));
            }
        }
        map
    }

    fn words(&self) -> Vec<Words> {
        let pairing = &self.pairing;
        let figures = self.figures();
        let name = |side: usize| {
            let letter = ["A", "B"][side];
            let name = &pairing.names[side];
            if name.is_empty() {
                letter.to_owned()
            } else {
                format!("{letter}: {name}")
            }
        };
        let mut words = vec![Words::Title(format!("{} against {}", name(0), name(1)))];
        words.push(Words::Line(pairing.situation.clone()));
        for (side, letter) in ["A", "B"].iter().enumerate() {
            for fault in &pairing.illegal[side] {
                words.push(Words::Warning(format!("{letter} is not legal: {fault}")));
            }
        }
        let mut rows = vec![vec![
            "points".to_owned(),
            points_text(pairing.points[0]),
            points_text(pairing.points[1]),
        ]];
        rows.push(vec![
            "fights".to_owned(),
            pairing.policies[0].clone(),
            pairing.policies[1].clone(),
        ]);
        rows.push(vec![
            "wins".to_owned(),
            percent(figures.win[0]),
            percent(figures.win[1]),
        ]);
        let most = figures.left.iter().map(Vec::len).max().unwrap_or(0);
        if most > 2 {
            let mean = |side: usize| -> f64 {
                figures.left[side]
                    .iter()
                    .enumerate()
                    .map(|(k, p)| k as f64 * p)
                    .sum()
            };
            rows.push(vec![
                "left at the end (mean)".to_owned(),
                format!("{:.3}", mean(0)),
                format!("{:.3}", mean(1)),
            ]);
        }
        words.push(Words::Table {
            head: vec![String::new(), name(0), name(1)],
            align: vec![Align::Left, Align::Right, Align::Right],
            rows,
        });
        let draws = pairing
            .fight
            .reasons()
            .iter()
            .zip(&figures.draws)
            .rev()
            .filter(|(_, p)| **p > 1e-9);
        let draws: Vec<String> = draws
            .map(|(why, p)| format!("{why} {}", percent(*p)))
            .collect();
        if !draws.is_empty() {
            words.push(Words::Line(format!("Draws: {}.", draws.join(", "))));
        }
        words.push(Words::Line(format!(
            "It takes {:.2} rounds on average.",
            figures.mean_rounds
        )));
        words.push(Words::Line(self.verdict(&figures)));
        words
    }
}

impl Duel {
    /// The answer in one plain sentence.
    fn verdict(&self, figures: &Figures) -> String {
        match &self.method {
            Method::Exact(_) => format!("A wins {}, exact.", percent(figures.win[0])),
            Method::Sampled {
                tally,
                seed,
                fell_back,
            } => {
                let interval = wilson(tally.wins[0], tally.fights, 0.95);
                let why = if *fell_back {
                    " (too many states to be worked out exactly)"
                } else {
                    ""
                };
                format!(
                    "A wins {}, 95 % between {} and {}: {} fights, seed {seed}{why}.",
                    percent(figures.win[0]),
                    percent(interval.low),
                    percent(interval.high),
                    tally.fights
                )
            }
        }
    }
}
