//! The compiled duel: one turn enumerated from each state that can be reached gives an absorbing chain, and the chain
//! gives the exact outcome. Generic over every system.
//!
//! Mass is swept forward turn by turn, so the round cap costs sweeps and not states, and a state that nobody reaches
//! before the cap is never looked at. Where a side looks ahead ([`Duel::looks_ahead`]), every option of its open
//! decisions is enumerated, a sweep backwards from the cap picks the best reply in each layer, and the sweep forward
//! follows it.
//!
//! Bytes repeat: states are numbered in the order of discovery, and nothing is ever summed in the order of a hash map.

use super::duel::{Book, Desk, Duel};
use super::outcome::{Ending, Outcome};
use super::{Exact, FastMap, Reason, Side, Verdict};

/// The fight has too many states, or ways to go, to be solved within the budget: sample it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too many states to solve exactly within the budget")]
pub struct TooBig;

/// How far to go for an exact answer.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Budget {
    /// States of the fight.
    pub states: usize,
    /// Runs of the enumerator.
    pub runs: u64,
    /// Steps of the sweeps.
    pub steps: u64,
}

impl Default for Budget {
    /// A few seconds at the very worst.
    fn default() -> Self {
        Budget {
            states: 200_000,
            runs: 20_000_000,
            steps: 2_000_000_000,
        }
    }
}

/// Below this, what is left of the mass can no longer move any figure, and the sweep ends.
const NOTHING: f64 = 1e-16;

/// A later option of an open decision must be better by more than this.
const MARGIN: f64 = 1e-12;

/// Targets from here on are endings.
const END: u32 = 1 << 31;

/// A state's turn: one stretch of edges, or one for each option of an open decision.
#[derive(Copy, Clone)]
struct Row {
    /// First of `options` entries in `stretches`.
    first: u32,
    options: u32,
    by: Option<Side>,
}

const UNSEEN: Row = Row {
    first: u32::MAX,
    options: 0,
    by: None,
};

/// The solver's workspace for duels of one kind, kept between match-ups so that a warm solution allocates next to
/// nothing.
pub struct Chain<D: Duel> {
    states: Vec<D::State>,
    index: FastMap<D::State, u32>,
    rows: Vec<Row>,
    stretches: Vec<(u32, u32)>,
    edges: Vec<(u32, f64)>,
    endings: Vec<Ending>,
    desk: Desk<D>,
    mass: Vec<f64>,
    next: Vec<f64>,
    live: Vec<u32>,
    coming: Vec<u32>,
    ended: Vec<f64>,
    steps: u64,
}

impl<D: Duel> Default for Chain<D> {
    fn default() -> Self {
        Chain {
            states: Vec::new(),
            index: FastMap::default(),
            rows: Vec::new(),
            stretches: Vec::new(),
            edges: Vec::new(),
            endings: Vec::new(),
            desk: Desk::default(),
            mass: Vec::new(),
            next: Vec::new(),
            live: Vec::new(),
            coming: Vec::new(),
            ended: Vec::new(),
            steps: 0,
        }
    }
}

impl<D: Duel> Chain<D> {
    /// Solves the duel. With a side that looks ahead, also writes the book of its decisions.
    pub fn solve(
        &mut self,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
    ) -> Result<(Outcome, Option<Book<D::State>>), TooBig> {
        self.clear();
        exact.set_budget(budget.runs);
        let mut begin: Vec<(D::State, f64)> = Vec::new();
        exact.each(
            |u| duel.start(u),
            |state, p| match begin.iter_mut().find(|x| x.0 == state) {
                Some(known) => known.1 += p,
                None => begin.push((state, p)),
            },
        )?;
        for (state, p) in begin {
            let i = self.number(state);
            if self.mass[i as usize] == 0.0 {
                self.live.push(i);
            }
            self.mass[i as usize] += p;
        }
        let layers = if duel.looks_ahead() {
            Some(self.look_ahead(duel, exact, budget)?)
        } else {
            None
        };
        let outcome = self.sweep(duel, exact, budget, layers.as_deref())?;
        let book = layers.map(|layers| Book {
            index: self.index.clone(),
            layers,
        });
        Ok((outcome, book))
    }

    fn clear(&mut self) {
        self.states.clear();
        self.index.clear();
        self.rows.clear();
        self.stretches.clear();
        self.edges.clear();
        self.endings.clear();
        self.desk.clear();
        self.mass.clear();
        self.next.clear();
        self.live.clear();
        self.coming.clear();
        self.ended.clear();
        self.steps = 0;
    }

    fn number(&mut self, state: D::State) -> u32 {
        let next = self.states.len() as u32;
        let i = *self.index.entry(state).or_insert(next);
        if i == next {
            self.states.push(state);
            self.rows.push(UNSEEN);
            self.mass.push(0.0);
            self.next.push(0.0);
        }
        i
    }

    fn ending(&mut self, ending: Ending) -> u32 {
        let at = match self.endings.iter().position(|known| *known == ending) {
            Some(at) => at,
            None => {
                self.endings.push(ending);
                self.ended.push(0.0);
                self.endings.len() - 1
            }
        };
        END + at as u32
    }

    /// Enumerates the turn from state `i`, unless that has been done.
    #[inline]
    fn row(&mut self, i: u32, duel: &D, exact: &mut Exact, budget: Budget) -> Result<Row, TooBig> {
        let row = self.rows[i as usize];
        if row.first != UNSEEN.first {
            Ok(row)
        } else {
            self.new_row(i, duel, exact, budget)
        }
    }

    fn new_row(
        &mut self,
        i: u32,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
    ) -> Result<Row, TooBig> {
        if self.states.len() > budget.states {
            return Err(TooBig);
        }
        let state = self.states[i as usize];
        let brief = *self.desk.brief(duel, duel.position(&state), exact);
        let mut row = Row {
            first: self.stretches.len() as u32,
            options: 1,
            by: None,
        };
        let mut option = 0;
        while option < row.options {
            let start = self.edges.len();
            exact.open = None;
            exact.give = option as usize;
            exact.each(
                |u| {
                    let mut state = state;
                    let verdict = duel.turn(&mut state, &brief, u);
                    (state, verdict)
                },
                |(state, verdict), p| {
                    let target = match verdict {
                        None => self.number(state),
                        Some(verdict) => self.ending(Ending {
                            verdict,
                            left: duel.left(&state),
                        }),
                    };
                    match self.edges[start..].iter_mut().find(|edge| edge.0 == target) {
                        Some(edge) => edge.1 += p,
                        None => self.edges.push((target, p)),
                    }
                },
            )?;
            if let Some((by, options)) = exact.open {
                row.by = Some(by);
                row.options = options as u32;
            }
            self.stretches.push((start as u32, self.edges.len() as u32));
            option += 1;
        }
        self.rows[i as usize] = row;
        Ok(row)
    }

    fn sweep(
        &mut self,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
        layers: Option<&[Vec<u8>]>,
    ) -> Result<Outcome, TooBig> {
        let mut outcome = Outcome::new(D::REASONS.len(), duel.cap());
        let mut alive = 1.0;
        let mut turn = 0;
        let mut last = duel.cap();
        for round in 1..=duel.cap() {
            let mut over = 0.0;
            for _ in 0..duel.turns_per_round() {
                let live = std::mem::take(&mut self.live);
                for &i in &live {
                    let m = std::mem::take(&mut self.mass[i as usize]);
                    let row = self.row(i, duel, exact, budget)?;
                    let option = layers.map_or(0, |layers| layers[turn][i as usize]);
                    let (from, to) = self.stretches[row.first as usize + usize::from(option)];
                    self.steps += u64::from(to - from);
                    for at in from..to {
                        let (target, p) = self.edges[at as usize];
                        let flow = m * p;
                        if target >= END {
                            self.ended[(target - END) as usize] += flow;
                            over += flow;
                        } else {
                            let next = &mut self.next[target as usize];
                            if *next == 0.0 {
                                self.coming.push(target);
                            }
                            *next += flow;
                        }
                    }
                }
                if self.steps > budget.steps {
                    return Err(TooBig);
                }
                self.live = live;
                self.live.clear();
                std::mem::swap(&mut self.live, &mut self.coming);
                std::mem::swap(&mut self.mass, &mut self.next);
                turn += 1;
            }
            outcome.rounds[round as usize] = over;
            alive = self.live.iter().map(|&i| self.mass[i as usize]).sum();
            if alive < NOTHING {
                last = round;
                break;
            }
        }
        if alive < NOTHING {
            outcome.rounds.truncate(last as usize + 1);
            self.live.clear();
        } else {
            outcome.rounds[duel.cap() as usize] += alive;
        }
        for (at, &ending) in self.endings.iter().enumerate() {
            outcome.add(ending, self.ended[at]);
        }
        for &i in &self.live {
            let left = duel.left(&self.states[i as usize]);
            let verdict = Verdict::Draw(Reason::CAP);
            outcome.add(Ending { verdict, left }, self.mass[i as usize]);
        }
        outcome.states = self.states.len();
        outcome.edges = self.edges.len();
        Ok(outcome)
    }

    /// Backward induction: the option to take in each layer and state, counted in turns from the start.
    fn look_ahead(
        &mut self,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
    ) -> Result<Vec<Vec<u8>>, TooBig> {
        let turns = duel.cap() as usize * duel.turns_per_round() as usize;
        // Everything that can be reached, by whatever option, and when it first can.
        let mut reached = vec![self.states.len()];
        let mut from = 0;
        for _ in 0..turns {
            let to = self.states.len();
            if from == to {
                break;
            }
            for i in from..to {
                self.row(i as u32, duel, exact, budget)?;
            }
            from = to;
            reached.push(self.states.len());
        }
        let score = |ending: &Ending| match ending.verdict {
            Verdict::Win(Side::A) => 1.0,
            Verdict::Win(Side::B) => 0.0,
            Verdict::Draw(_) => 0.5,
        };
        let scores: Vec<f64> = self.endings.iter().map(score).collect();
        let mut after = vec![0.5; self.states.len()];
        let mut before = after.clone();
        let mut layers = vec![Vec::new(); turns];
        for turn in (0..turns).rev() {
            let known = reached.get(turn).or(reached.last()).copied().unwrap_or(0);
            let mut choices = vec![0; known];
            for i in 0..known {
                let row = self.rows[i];
                for option in 0..row.options {
                    let (start, end) = self.stretches[(row.first + option) as usize];
                    self.steps += u64::from(end - start);
                    let value: f64 = self.edges[start as usize..end as usize]
                        .iter()
                        .map(|&(target, p)| {
                            p * if target >= END {
                                scores[(target - END) as usize]
                            } else {
                                after[target as usize]
                            }
                        })
                        .sum();
                    let better = match row.by {
                        Some(Side::A) => value > before[i] + MARGIN,
                        Some(Side::B) => value < before[i] - MARGIN,
                        None => false,
                    };
                    if option == 0 || better {
                        before[i] = value;
                        choices[i] = option as u8;
                    }
                }
            }
            if self.steps > budget.steps {
                return Err(TooBig);
            }
            layers[turn] = choices;
            std::mem::swap(&mut before, &mut after);
        }
        self.steps = 0;
        Ok(layers)
    }
}
