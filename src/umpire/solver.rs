//! The solver: for sides that look ahead to the end of the fight, backward induction over the chain from the round cap,
//! which picks the best reply in every state of every layer. Where both choose at once, each state of each layer is a
//! matrix game, and both play its optimal mixes.

use super::chain::{Budget, Chain, END, Stretch, TooBig};
use super::duel::{Duel, Pages};
use super::exact::Open;
use super::matrix::Game;
use super::{Exact, Side, Verdict};

/// A later option of an open decision must be better by more than this.
const MARGIN: f64 = 1e-12;

/// A book has at most this many entries.
const LARGEST_BOOK: u64 = 50_000_000;

/// And its mixes this many chances.
const MOST_CHANCES: usize = 20_000_000;

/// What a matrix game costs of the budget, beside its cells: about so many steps for each cell and each row or column.
const GAME: u64 = 8;

impl<D: Duel> Chain<D> {
    /// Backward induction: the option to take in each layer and state, counted in turns from the start.
    pub(super) fn look_ahead(
        &mut self,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
    ) -> Result<Pages, TooBig> {
        let per_round = duel.turns_per_round() as usize;
        let turns = duel.cap() as usize * per_round;
        let first = self.reach(duel, exact, budget, turns, per_round)?;
        let graph = &self.graph;
        if turns as u64 * graph.states.len() as u64 > LARGEST_BOOK {
            return Err(TooBig);
        }
        let scores: Vec<f64> = graph
            .endings
            .iter()
            .map(|ending| match ending.verdict {
                Verdict::Win(Side::A) => 1.0,
                Verdict::Win(Side::B) => 0.0,
                Verdict::Draw(_) => 0.5,
            })
            .collect();
        // What a state is worth to A with so many turns to go: nothing but a draw is left at the cap.
        let mut after = vec![0.5; graph.states.len()];
        let mut before = after.clone();
        let mut pages = Pages::default();
        pages.layers.resize(turns, Vec::new());
        let mut values = Vec::new();
        for turn in (0..turns).rev() {
            let mut choices = vec![0; graph.states.len()];
            for i in 0..graph.states.len() {
                self.work += 1;
                if first[i * per_round + turn % per_round] as usize > turn {
                    continue;
                }
                let row = graph.rows[i];
                values.clear();
                for option in 0..row.options {
                    let Stretch { start, end, .. } = graph.stretches[(row.first + option) as usize];
                    self.work += u64::from(end - start);
                    let worth = |&(target, p): &(u32, f64)| {
                        p * if target >= END {
                            scores[(target - END) as usize]
                        } else {
                            after[target as usize]
                        }
                    };
                    let steps = &graph.steps[start as usize..end as usize];
                    values.push(steps.iter().map(worth).sum::<f64>());
                }
                (before[i], choices[i]) = match row.open {
                    None => (values[0], 0),
                    Some(Open::One(by, _)) => best(by, &values),
                    Some(Open::Both(options)) => {
                        let [a, b] = options.map(|n| n as u64);
                        self.work += GAME * a * b * (a + b);
                        at_once(options, &values, &mut pages)
                    }
                };
            }
            if self.work > budget.steps || pages.kept() > MOST_CHANCES {
                return Err(TooBig);
            }
            pages.layers[turn] = choices;
            std::mem::swap(&mut before, &mut after);
        }
        Ok(pages)
    }
}

impl<D: Duel> Chain<D> {
    /// Enumerates everything that can be reached, by whatever option, and says when: for each state and each turn of a
    /// round, the first time that it can be reached there. (Many states belong to one turn of a round only.)
    fn reach(
        &mut self,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
        turns: usize,
        per_round: usize,
    ) -> Result<Vec<u32>, TooBig> {
        const NEVER: u32 = u32::MAX;
        let mut first = vec![NEVER; self.graph.states.len() * per_round];
        let mut now: Vec<u32> = (0..self.graph.states.len() as u32).collect();
        let mut next = Vec::new();
        for &i in &now {
            first[i as usize * per_round] = 0;
        }
        for turn in 1..turns {
            for &i in &now {
                let row = self.row(i, duel, exact, budget)?;
                first.resize(self.graph.states.len() * per_round, NEVER);
                for option in row.first..row.first + row.options {
                    let Stretch { start, ends, .. } = self.graph.stretches[option as usize];
                    self.work += u64::from(ends - start);
                    for &(target, chance) in &self.graph.steps[start as usize..ends as usize] {
                        let place = target as usize * per_round + turn % per_round;
                        // Idle steps only fill up a stride.
                        if chance > 0.0 && first[place] == NEVER {
                            first[place] = turn as u32;
                            next.push(target);
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            now.clear();
            std::mem::swap(&mut now, &mut next);
        }
        // The last turn is played too.
        for &i in &now {
            self.row(i, duel, exact, budget)?;
        }
        first.resize(self.graph.states.len() * per_round, NEVER);
        Ok(first)
    }
}

/// The first of the options that are best for a side, and what it is worth to A.
fn best(by: Side, values: &[f64]) -> (f64, u32) {
    let mut best = (values[0], 0);
    for (option, &value) in values.iter().enumerate().skip(1) {
        let better = match by {
            Side::A => value > best.0 + MARGIN,
            Side::B => value < best.0 - MARGIN,
        };
        if better {
            best = (value, option as u32);
        }
    }
    best
}

/// Both choose at once: what that is worth to A, and how they do it.
fn at_once(options: [usize; 2], values: &[f64], pages: &mut Pages) -> (f64, u32) {
    let [rows, columns] = options;
    let game = Game {
        rows,
        columns,
        pay: values,
    };
    let play = game.solve();
    let only = |mix: &[f64]| mix.iter().position(|&p| p == 1.0);
    let choice = match (only(&play.rows), only(&play.columns)) {
        (Some(row), Some(column)) => (row * columns + column) as u32,
        _ => pages.keep([&play.rows, &play.columns]),
    };
    (play.value, choice)
}

#[cfg(test)]
mod tests {
    use super::super::{Lab, MatchUp, Mix, Ready, Stream, Umpire};
    use super::*;

    /// How the two sides of [`Secret`] choose.
    #[derive(Copy, Clone)]
    enum Choosing {
        /// Both look ahead.
        Both,
        /// A looks ahead, B has this mix.
        Against(Mix),
    }

    /// Both choose one of two in secret; A wins with a chance by what they chose. If B wins the first time, it
    /// must win once more.
    struct Secret {
        choosing: Choosing,
    }

    /// In tenths: what A's choice (row) and B's (column) are worth.
    const PAY: [[u32; 2]; 2] = [[7, 3], [2, 6]];

    impl Duel for Secret {
        type State = u8;
        type Position = ();
        type Brief = ();
        const REASONS: &'static [&'static str] = &["cap"];
        fn position(&self, _: &u8) {}
        fn brief(&self, (): (), _: &mut Exact) {}
        fn start<U: Umpire>(&self, _: &mut U) -> u8 {
            0
        }
        fn turn<U: Umpire>(&self, state: &mut u8, (): &(), umpire: &mut U) -> Option<Verdict> {
            let [a, b] = match self.choosing {
                Choosing::Both => umpire.decide_both([2, 2]),
                Choosing::Against(mix) => {
                    let a = umpire.decide(Side::A, 2);
                    [a, umpire.mixed(&mix)]
                }
            };
            if umpire.chance(PAY[a][b], 10) {
                return Some(Verdict::Win(Side::A));
            }
            *state += 1;
            (*state == 2).then_some(Verdict::Win(Side::B))
        }
        fn weaken(&self, _: &mut u8, _: [u16; 2]) {}
        fn left(&self, _: &u8) -> [u16; 2] {
            [0, 0]
        }
        fn most(&self) -> [u16; 2] {
            [0, 0]
        }
        fn turns_per_round(&self) -> u32 {
            1
        }
        fn cap(&self) -> u32 {
            5
        }
        fn looks_ahead(&self) -> bool {
            true
        }
    }

    fn fought(choosing: Choosing) -> f64 {
        let ready = Ready::new(Secret { choosing });
        let mut lab = Lab::new();
        let exact = ready.solve(&mut lab, Budget::default()).expect("small");
        let fights = 200_000;
        let tally = ready
            .sample(&mut lab, Stream::new(1, "secret"), 0..fights)
            .expect("small");
        let error = (exact.win[0] * exact.win[1] / fights as f64).sqrt();
        let rate = tally.wins[0] as f64 / fights as f64;
        assert!(
            (rate - exact.win[0]).abs() < 4.0 * error,
            "{rate} against {}",
            exact.win[0]
        );
        exact.win[0]
    }

    #[test]
    fn secret_choices_are_matrix_games_in_every_state() {
        // One choice is worth (7 * 6 - 3 * 2) / (7 + 6 - 3 - 2) = 4.5 tenths, and A has two of them.
        assert!((fought(Choosing::Both) - (1.0 - 0.55 * 0.55)).abs() < 1e-13);
    }

    #[test]
    fn one_who_looks_ahead_replies_best_to_a_mix() {
        let even = Choosing::Against(Mix::new(&[0.5, 0.5]));
        assert!((fought(even) - 0.75).abs() < 1e-13);
        // Against one that mixes badly, the other row.
        let bad = Choosing::Against(Mix::new(&[0.1, 0.9]));
        assert!((fought(bad) - (1.0 - 0.44 * 0.44)).abs() < 1e-13);
    }
}
