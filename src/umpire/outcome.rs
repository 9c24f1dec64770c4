//! What came out: an [`Outcome`] is exact, a [`Tally`] is counted. Both say the same things of a fight: who won, why
//! nobody did, in which round it ended, and what was left of each side.

use super::{Reason, Side, Verdict};

/// How a fight ended, and what was left of each side (0: nothing).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Who won.
    pub verdict: Verdict,
    /// What is left of A and of B.
    pub left: [u16; 2],
}

/// The exact outcome of a duel: chances that add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The chance that A wins, that B wins.
    pub win: [f64; 2],
    /// The chance of each kind of draw, in the order of the system's reasons.
    pub draws: Vec<f64>,
    /// `rounds[r]` is the chance that the fight ends in round `r` (a fight at the cap ends in the last round).
    pub rounds: Vec<f64>,
    /// `left[side][k]` is the chance that the side has `k` left at the end, however it ended.
    pub left: [Vec<f64>; 2],
    /// What is left of A where A wins, of B where B wins, each times the chance of it.
    pub kept: [f64; 2],
    /// `won[side][k]` is the chance that the side wins and has `k` left.
    pub won: [Vec<f64>; 2],
    /// How many states the fight can be in.
    pub states: usize,
    /// How many steps lead from one to another.
    pub edges: usize,
}

impl Outcome {
    pub(super) fn new(reasons: usize, cap: u32) -> Outcome {
        Outcome {
            win: [0.0; 2],
            draws: vec![0.0; reasons],
            rounds: vec![0.0; cap as usize + 1],
            left: [Vec::new(), Vec::new()],
            kept: [0.0; 2],
            won: [Vec::new(), Vec::new()],
            states: 0,
            edges: 0,
        }
    }

    pub(super) fn add(&mut self, ending: Ending, chance: f64) {
        match ending.verdict {
            Verdict::Win(side) => {
                self.win[side.index()] += chance;
                self.kept[side.index()] += chance * f64::from(ending.left[side.index()]);
                add_at(
                    &mut self.won[side.index()],
                    ending.left[side.index()],
                    chance,
                );
            }
            Verdict::Draw(Reason(why)) => self.draws[usize::from(why)] += chance,
        }
        for (left, k) in self.left.iter_mut().zip(ending.left) {
            add_at(left, k, chance);
        }
    }

    /// The chance that nobody wins.
    pub fn draw(&self) -> f64 {
        self.draws.iter().sum()
    }

    /// The expected number of the round in which the fight ends.
    pub fn mean_rounds(&self) -> f64 {
        self.rounds
            .iter()
            .enumerate()
            .map(|(r, p)| r as f64 * p)
            .sum()
    }

    /// Wins and half the draws of a side: its balance score.
    pub fn score(&self, side: Side) -> f64 {
        self.win[side.index()] + 0.5 * self.draw()
    }
}

/// Adds to a place of a list that grows as needed.
fn add_at(list: &mut Vec<f64>, k: u16, chance: f64) {
    let k = usize::from(k);
    if list.len() <= k {
        list.resize(k + 1, 0.0);
    }
    list[k] += chance;
}

/// Counted fights. All whole numbers, so that blocks can be added up in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many fights.
    pub fights: u64,
    /// Won by A, by B.
    pub wins: [u64; 2],
    /// Each kind of draw, in the order of the system's reasons.
    pub draws: Vec<u64>,
    /// `rounds[r]` fights ended in round `r`.
    pub rounds: Vec<u64>,
    /// `left[side][k]` fights ended with `k` left of the side.
    pub left: [Vec<u64>; 2],
    /// What was left of A where A won, of B where B won, in all.
    pub kept: [u64; 2],
    /// Skirmishes won by A, drawn, won by B, with A on table side 0 and going first, on side 1 and first, on side 0 and
    /// second, on side 1 and second. A duel has no sides: all zero.
    pub cells: [[u64; 3]; 4],
}

impl Tally {
    /// Room for fights of at most `cap` rounds between sides that start with `most`.
    pub fn new(reasons: usize, cap: u32, most: [u16; 2]) -> Tally {
        Tally {
            fights: 0,
            wins: [0; 2],
            draws: vec![0; reasons],
            rounds: vec![0; cap as usize + 1],
            left: most.map(|k| vec![0; usize::from(k) + 1]),
            kept: [0; 2],
            cells: [[0; 3]; 4],
        }
    }

    /// Counts one fight.
    #[inline]
    pub fn add(&mut self, ending: Ending, round: u32) {
        self.fights += 1;
        match ending.verdict {
            Verdict::Win(side) => {
                // Who wins cannot be foreseen, so nothing here branches or looks up by it.
                let b = side as u64;
                let a = 1 - b;
                self.wins[0] += a;
                self.wins[1] += b;
                self.kept[0] += a * u64::from(ending.left[0]);
                self.kept[1] += b * u64::from(ending.left[1]);
            }
            Verdict::Draw(Reason(why)) => self.draws[usize::from(why)] += 1,
        }
        self.rounds[round as usize] += 1;
        for (left, k) in self.left.iter_mut().zip(ending.left) {
            left[usize::from(k)] += 1;
        }
    }

    /// Takes in another block of the same match-up, or another match-up of the same system.
    pub fn merge(&mut self, other: &Tally) {
        fn grow(into: &mut Vec<u64>, from: &[u64]) {
            if into.len() < from.len() {
                into.resize(from.len(), 0);
            }
            add(into, from);
        }
        fn add(into: &mut [u64], from: &[u64]) {
            for (a, b) in into.iter_mut().zip(from) {
                *a += b;
            }
        }
        self.fights += other.fights;
        add(&mut self.wins, &other.wins);
        add(&mut self.kept, &other.kept);
        add(self.cells.as_flattened_mut(), other.cells.as_flattened());
        grow(&mut self.draws, &other.draws);
        grow(&mut self.rounds, &other.rounds);
        for (into, from) in self.left.iter_mut().zip(&other.left) {
            grow(into, from);
        }
    }

    /// Skirmishes with A on table side 0 and on side 1: won by A, drawn, won by B.
    pub fn by_side(&self) -> [[u64; 3]; 2] {
        [[0, 2], [1, 3]].map(|cells| self.sum(cells))
    }

    /// Skirmishes in which A went first and second: won by A, drawn, won by B.
    pub fn by_first(&self) -> [[u64; 3]; 2] {
        [[0, 1], [2, 3]].map(|cells| self.sum(cells))
    }

    fn sum(&self, cells: [usize; 2]) -> [u64; 3] {
        let [a, b] = cells.map(|cell| self.cells[cell]);
        [0, 1, 2].map(|result: usize| a[result] + b[result])
    }

    /// Fights that nobody won.
    pub fn draw(&self) -> u64 {
        self.draws.iter().sum()
    }

    /// The mean number of the round in which a fight ended.
    pub fn mean_rounds(&self) -> f64 {
        let sum: u64 = self
            .rounds
            .iter()
            .enumerate()
            .map(|(r, n)| r as u64 * n)
            .sum();
        sum as f64 / self.fights.max(1) as f64
    }
}
