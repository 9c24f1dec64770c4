//! The compiled duel: one turn enumerated from each state that can be reached gives an absorbing chain, and the chain
//! gives the exact outcome. Generic over every system.
//!
//! Mass is swept forward turn by turn, so the round cap costs sweeps and not states, and a state that nobody reaches
//! before the cap is never looked at. Where a side looks ahead ([`Duel::looks_ahead`]), every option of its open
//! decisions is enumerated, a sweep backwards from the cap picks the best reply in each layer, and the sweep forward
//! follows it.
//!
//! Bytes repeat: states are numbered in the order of discovery, and nothing is ever summed in the order of a hash map.

use super::duel::{Book, Choice, Desk, Duel, EMPTY, Pages};
use super::exact::Open;
use super::outcome::{Ending, Outcome};
use super::{Exact, FastMap, Reason, Verdict};

/// The fight has too many states, or ways to go, to be solved within the budget: sample it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too many states to solve exactly within the budget")]
pub struct TooBig;

/// How far to go for an exact answer.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Budget {
    /// States of the fight.
    pub states: usize,
    /// Turns enumerated, one for each way their dice can fall.
    pub runs: u64,
    /// Steps of the sweeps.
    pub steps: u64,
}

impl Default for Budget {
    /// A second or two at the very worst.
    fn default() -> Self {
        Budget {
            states: 200_000,
            runs: 5_000_000,
            steps: 300_000_000,
        }
    }
}

/// Mass is dropped when a state holds less than its share of this in a turn, or when less than this still stands
/// anywhere: all that is dropped in a whole fight stays below twice this.
const NOTHING: f64 = 2.5e-13;

/// Steps to other states come in strides of this many.
const STRIDE: usize = 2;

/// The steps of a turn that leads to more places than this are looked up, not searched.
const FEW_STEPS: usize = 64;

/// Targets from here on are endings.
pub(super) const END: u32 = 1 << 31;

/// A state's turn: one stretch of steps, or one for each option of an open decision.
#[derive(Copy, Clone)]
pub(super) struct Row {
    /// First of `options` stretches.
    pub(super) first: u32,
    pub(super) options: u32,
    /// Who picks among them, looking ahead.
    pub(super) open: Option<Open>,
}

const UNSEEN: Row = Row {
    first: u32::MAX,
    options: 0,
    open: None,
};

/// Where a turn can lead: to other states (the steps from `start` to `ends`), or to an end (from there to `end`, with
/// chance `over` in all).
#[derive(Copy, Clone)]
pub(super) struct Stretch {
    pub(super) start: u32,
    pub(super) ends: u32,
    pub(super) end: u32,
    pub(super) over: f64,
    /// The mass that has gone this way.
    through: f64,
}

const NOWHERE: Stretch = Stretch {
    start: 0,
    ends: 0,
    end: 0,
    over: 0.0,
    through: 0.0,
};

/// The states found so far, and how they lead to one another.
pub(super) struct Graph<S> {
    pub(super) states: Vec<S>,
    index: FastMap<S, u32>,
    pub(super) rows: Vec<Row>,
    pub(super) stretches: Vec<Stretch>,
    /// The first stretch of each state, once it has its row: the only one, unless somebody looks ahead.
    ways: Vec<Stretch>,
    pub(super) steps: Vec<(u32, f64)>,
    /// The steps to endings of the stretch that is still open.
    ends: Vec<(u32, f64)>,
    pub(super) endings: Vec<Ending>,
    more_endings: FastMap<Ending, u32>,
    /// Where the steps of the turn under way are, by their targets, beyond the first few.
    more_steps: FastMap<u32, u32>,
    /// How many states have their row.
    enumerated: usize,
    /// How many steps only fill up a stride.
    idle: usize,
}

impl<S: Copy + Eq + std::hash::Hash> Graph<S> {
    fn clear(&mut self) {
        self.states.clear();
        self.index.clear();
        self.rows.clear();
        self.stretches.clear();
        self.ways.clear();
        self.steps.clear();
        self.ends.clear();
        self.endings.clear();
        self.more_endings.clear();
        self.enumerated = 0;
        self.idle = 0;
    }

    fn number(&mut self, state: S) -> u32 {
        if let Some(&i) = self.index.get(&state) {
            return i;
        }
        let i = self.states.len() as u32;
        self.index.insert(state, i);
        self.states.push(state);
        self.rows.push(UNSEEN);
        self.ways.push(NOWHERE);
        i
    }

    fn ending(&mut self, ending: Ending) -> u32 {
        // Most fights have a handful of endings; those with hundreds are looked up.
        const FEW: usize = 16;
        let few = &self.endings[..self.endings.len().min(FEW)];
        let known = few
            .iter()
            .position(|known| *known == ending)
            .map(|at| at as u32);
        let known = known.or_else(|| self.more_endings.get(&ending).copied());
        END + known.unwrap_or_else(|| {
            let at = self.endings.len() as u32;
            self.endings.push(ending);
            if self.endings.len() > FEW {
                self.more_endings.insert(ending, at);
            }
            at
        })
    }

    /// Closes the stretch of steps from state `i` that began at `start`: other states first, filled up with idle steps
    /// to a whole number of strides (so that the sweep's inner loop has no odd ends), then endings. An idle step leads
    /// back with chance 0: to a place of its own, so that no two turns wait for each other there.
    fn close(&mut self, i: u32, start: usize) {
        while !(self.steps.len() - start).is_multiple_of(STRIDE) {
            self.steps.push((i, 0.0));
            self.idle += 1;
        }
        let ends = self.steps.len();
        self.steps.append(&mut self.ends);
        self.stretches.push(Stretch {
            start: start as u32,
            ends: ends as u32,
            end: self.steps.len() as u32,
            over: self.steps[ends..].iter().map(|step| step.1).sum(),
            through: 0.0,
        });
    }
}

/// What one turn did: the mass that still stood before it, and how much of that came to an end.
struct Flow {
    stood: f64,
    over: f64,
}

/// Adds a step to the stretch that begins at `start`; one to the same target is made likelier. The first few are
/// searched, those beyond are looked up in `more`.
#[inline(always)]
fn add_step(
    steps: &mut Vec<(u32, f64)>,
    start: usize,
    more: &mut FastMap<u32, u32>,
    target: u32,
    chance: f64,
) {
    let len = steps.len() - start;
    let few = &mut steps[start..start + len.min(FEW_STEPS)];
    if let Some(step) = few.iter_mut().find(|step| step.0 == target) {
        step.1 += chance;
        return;
    }
    if len >= FEW_STEPS {
        if let Some(at) = more.get(&target) {
            steps[start + *at as usize].1 += chance;
            return;
        }
        more.insert(target, len as u32);
    }
    steps.push((target, chance));
}

/// The outcome of a duel and, where a side looks ahead, the book of its decisions.
pub type Solved<S> = (Outcome, Option<Book<S>>);

/// The solver's workspace for duels of one kind, kept between match-ups so that a warm solution allocates next to
/// nothing.
pub struct Chain<D: Duel> {
    pub(super) graph: Graph<D::State>,
    desk: Desk<D>,
    /// Where the last brief was found: often the next state needs the same.
    hint: u32,
    /// The mass in each state now, and after this turn.
    mass: Vec<f64>,
    next: Vec<f64>,
    pub(super) work: u64,
}

impl<D: Duel> Default for Chain<D> {
    fn default() -> Self {
        Chain {
            graph: Graph {
                states: Vec::new(),
                index: FastMap::default(),
                rows: Vec::new(),
                stretches: Vec::new(),
                ways: Vec::new(),
                steps: Vec::new(),
                ends: Vec::new(),
                endings: Vec::new(),
                more_endings: FastMap::default(),
                more_steps: FastMap::default(),
                enumerated: 0,
                idle: 0,
            },
            desk: Desk::default(),
            hint: EMPTY,
            mass: Vec::new(),
            next: Vec::new(),
            work: 0,
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
    ) -> Result<Solved<D::State>, TooBig> {
        self.solve_from(duel, exact, budget, None)
    }

    /// The same for fighters of whom only so much is left.
    pub fn solve_from(
        &mut self,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
        left: Option<[u16; 2]>,
    ) -> Result<Solved<D::State>, TooBig> {
        self.graph.clear();
        self.desk.clear();
        self.mass.clear();
        self.next.clear();
        self.work = 0;
        exact.set_budget(budget.runs);
        let graph = &mut self.graph;
        exact.each(
            |u| {
                let mut state = duel.start(u);
                if let Some(left) = left {
                    duel.weaken(&mut state, left);
                }
                state
            },
            |state, p| {
                let i = graph.number(state) as usize;
                if self.mass.len() <= i {
                    self.mass.resize(i + 1, 0.0);
                }
                self.mass[i] += p;
            },
        )?;
        let pages = if duel.looks_ahead() {
            Some(self.look_ahead(duel, exact, budget)?)
        } else {
            None
        };
        let outcome = self.sweep(duel, exact, budget, pages.as_ref())?;
        let book = pages.map(|pages| Book {
            index: self.graph.index.clone(),
            pages,
        });
        Ok((outcome, book))
    }

    /// Enumerates the turn from state `i`, unless that has been done.
    #[inline(always)]
    pub(super) fn row(
        &mut self,
        i: u32,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
    ) -> Result<Row, TooBig> {
        let row = self.graph.rows[i as usize];
        if row.first != UNSEEN.first {
            Ok(row)
        } else {
            self.new_row(i, duel, exact, budget)
        }
    }

    #[inline(never)]
    fn new_row(
        &mut self,
        i: u32,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
    ) -> Result<Row, TooBig> {
        let (graph, desk) = (&mut self.graph, &mut self.desk);
        if graph.states.len() > budget.states {
            return Err(TooBig);
        }
        let state = graph.states[i as usize];
        let position = duel.position(&state);
        let brief = match desk.at_hand(position, self.hint) {
            Some(kept) => &kept.brief,
            None => {
                let (kept, found) = desk.fetch(duel, position, EMPTY, exact);
                self.hint = found;
                &kept.brief
            }
        };
        let mut row = Row {
            first: graph.stretches.len() as u32,
            options: 1,
            open: None,
        };
        let mut option = 0;
        while option < row.options {
            let start = graph.steps.len();
            graph.more_steps.clear();
            exact.open = None;
            exact.give = option as usize;
            exact.each(
                |u| {
                    let mut state = state;
                    let verdict = duel.turn(&mut state, brief, u);
                    (state, verdict)
                },
                |(state, verdict), p| {
                    let (target, steps, start) = match verdict {
                        None => (graph.number(state), &mut graph.steps, start),
                        Some(verdict) => {
                            let left = duel.left(&state);
                            let target = graph.ending(Ending { verdict, left });
                            (target, &mut graph.ends, 0)
                        }
                    };
                    add_step(steps, start, &mut graph.more_steps, target, p);
                },
            )?;
            if let Some(open) = exact.open {
                row.open = Some(open);
                row.options = open.options() as u32;
            }
            graph.close(i, start);
            option += 1;
        }
        graph.ways[i as usize] = graph.stretches[row.first as usize];
        graph.rows[i as usize] = row;
        graph.enumerated += 1;
        let states = graph.states.len();
        if self.next.len() < states {
            self.mass.resize(states, 0.0);
            self.next.resize(states, 0.0);
        }
        Ok(row)
    }

    /// Lets the mass of the first `states` states flow for one turn.
    #[inline(never)]
    fn flow(&mut self, states: usize, nothing: f64) -> Flow {
        let Graph { ways, steps, .. } = &mut self.graph;
        let next = &mut self.next[..];
        let mut flow = Flow {
            stood: 0.0,
            over: 0.0,
        };
        let mut work = states;
        for (mass, way) in self.mass[..states].iter_mut().zip(ways) {
            if *mass >= nothing {
                work += pour(*mass, way, steps, next, &mut flow);
            }
            *mass = 0.0;
        }
        self.work += work as u64;
        std::mem::swap(&mut self.mass, &mut self.next);
        flow
    }

    /// The same where somebody looks ahead: from each state by the option, or the mix of options, chosen for it.
    #[inline(never)]
    fn flow_by<'a>(
        &mut self,
        states: usize,
        nothing: f64,
        choose: impl Fn(usize) -> Choice<'a>,
    ) -> Flow {
        let Graph {
            rows,
            stretches,
            steps,
            ..
        } = &mut self.graph;
        let next = &mut self.next[..];
        let mut flow = Flow {
            stood: 0.0,
            over: 0.0,
        };
        let mut work = states;
        for (i, (mass, row)) in self.mass[..states].iter_mut().zip(rows).enumerate() {
            if *mass >= nothing {
                let mut by = |option: usize, mass: f64| {
                    let way = &mut stretches[row.first as usize + option];
                    work += pour(mass, way, steps, next, &mut flow);
                };
                match choose(i) {
                    Choice::Pure(option) => by(option as usize, *mass),
                    Choice::Mixed(mixes) => {
                        for (option, share) in shares(mixes) {
                            by(option, *mass * share);
                        }
                    }
                }
            }
            *mass = 0.0;
        }
        self.work += work as u64;
        std::mem::swap(&mut self.mass, &mut self.next);
        flow
    }

    /// Lets the mass flow turn by turn until it is all in an end, or the cap is reached.
    fn sweep(
        &mut self,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
        pages: Option<&Pages>,
    ) -> Result<Outcome, TooBig> {
        let mut outcome = Outcome::new(D::REASONS.len(), duel.cap());
        let turns = f64::from(duel.cap()) * f64::from(duel.turns_per_round());
        let mut turn = 0;
        let mut last = duel.cap();
        for round in 1..=duel.cap() {
            let mut over = 0.0;
            let mut stands = 0.0;
            for _ in 0..duel.turns_per_round() {
                let states = self.mass.len();
                let nothing = NOTHING / (turns * states as f64);
                if self.graph.enumerated < self.graph.states.len() {
                    for i in 0..states {
                        if self.mass[i] >= nothing {
                            self.row(i as u32, duel, exact, budget)?;
                        }
                    }
                }
                let flow = match pages {
                    None => self.flow(states, nothing),
                    Some(pages) => self.flow_by(states, nothing, |i| pages.choice(turn, i)),
                };
                over += flow.over;
                stands = flow.stood - flow.over;
                if self.work > budget.steps {
                    return Err(TooBig);
                }
                turn += 1;
            }
            outcome.rounds[round as usize] = over;
            if stands < NOTHING {
                last = round;
                break;
            }
        }
        // What has gone through each turn says how much went to each of its ends.
        let mut ended = std::mem::take(&mut self.next);
        ended.clear();
        ended.resize(self.graph.endings.len(), 0.0);
        let ways = match pages {
            None => &self.graph.ways,
            Some(_) => &self.graph.stretches,
        };
        for stretch in ways {
            for &(target, p) in &self.graph.steps[stretch.ends as usize..stretch.end as usize] {
                ended[(target - END) as usize] += stretch.through * p;
            }
        }
        for (&ending, &chance) in self.graph.endings.iter().zip(&ended) {
            outcome.add(ending, chance);
        }
        self.next = ended;
        for (state, &mass) in self.graph.states.iter().zip(&self.mass) {
            // Next to nothing is left when the sweep ends early.
            if mass > 0.0 && last == duel.cap() {
                let verdict = Verdict::Draw(Reason::CAP);
                outcome.add(
                    Ending {
                        verdict,
                        left: duel.left(state),
                    },
                    mass,
                );
                outcome.rounds[duel.cap() as usize] += mass;
            }
        }
        outcome.rounds.truncate(last as usize + 1);
        outcome.states = self.graph.states.len();
        outcome.edges = self.graph.steps.len() - self.graph.idle;
        Ok(outcome)
    }
}

/// Lets some mass go one way; gives the number of steps.
#[inline(always)]
fn pour(
    mass: f64,
    way: &mut Stretch,
    steps: &[(u32, f64)],
    next: &mut [f64],
    flow: &mut Flow,
) -> usize {
    flow.stood += mass;
    flow.over += mass * way.over;
    way.through += mass;
    let steps = &steps[way.start as usize..way.ends as usize];
    for stride in steps.chunks_exact(STRIDE) {
        for &(target, p) in stride {
            next[target as usize] += mass * p;
        }
    }
    steps.len()
}

/// The options of two who mix at once, with their chances; those without a chance are left out.
fn shares(mixes: [&[f64]; 2]) -> impl Iterator<Item = (usize, f64)> {
    let [a, b] = mixes;
    let pairs = a.iter().enumerate().flat_map(move |(i, x)| {
        b.iter()
            .enumerate()
            .map(move |(j, y)| (i * b.len() + j, x * y))
    });
    pairs.filter(|(_, share)| *share > 0.0)
}
