//! The solver: for sides that look ahead to the end of the fight, backward induction over the chain from the round cap,
//! which picks the best reply in every state of every layer.

use super::chain::{Budget, Chain, END, Stretch, TooBig};
use super::duel::Duel;
use super::{Exact, Side, Verdict};

/// A later option of an open decision must be better by more than this.
const MARGIN: f64 = 1e-12;

/// A book has at most this many entries.
const LARGEST_BOOK: u64 = 200_000_000;

impl<D: Duel> Chain<D> {
    /// Backward induction: the option to take in each layer and state, counted in turns from the start.
    pub(super) fn look_ahead(
        &mut self,
        duel: &D,
        exact: &mut Exact,
        budget: Budget,
    ) -> Result<Vec<Vec<u8>>, TooBig> {
        let turns = duel.cap() as usize * duel.turns_per_round() as usize;
        // Everything that can be reached, by whatever option, and when it first can.
        let mut reached = vec![self.graph.states.len()];
        let mut from = 0;
        for _ in 0..turns {
            let to = self.graph.states.len();
            if from == to {
                break;
            }
            for i in from..to {
                self.row(i as u32, duel, exact, budget)?;
            }
            from = to;
            reached.push(self.graph.states.len());
        }
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
        let mut layers = vec![Vec::new(); turns];
        for turn in (0..turns).rev() {
            let known = reached.get(turn).or(reached.last()).copied().unwrap_or(0);
            let mut choices = vec![0; known];
            for i in 0..known {
                let row = graph.rows[i];
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
                    let value: f64 = graph.steps[start as usize..end as usize]
                        .iter()
                        .map(worth)
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
            if self.work > budget.steps {
                return Err(TooBig);
            }
            layers[turn] = choices;
            std::mem::swap(&mut before, &mut after);
        }
        Ok(layers)
    }
}
