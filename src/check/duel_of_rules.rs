//! One match-up under two sets of rules, fought with the same dice for as long as it takes: fight by fight the new score
//! less the old one. With a figure that is known on one side, only the other is fought.

use crate::run::{BLOCK, with_lab};
use crate::stats::Results;
use crate::systems::Pairing;
use crate::umpire::{Stream, TooBig};
use std::ops::Range;

/// One side of the comparison.
pub enum Party {
    /// The score is known.
    Known(f64),
    /// It is fought for: one fight a situation that is averaged, and where its dice come from.
    Fights(Vec<(Pairing, Stream)>),
}

impl Party {
    /// Fights for the score. With common dice both parties are given the same labels and seed.
    pub fn fights(pairings: Vec<Pairing>, labels: &[String], seed: u64) -> Party {
        let streams = labels.iter().map(|label| Stream::new(seed, label));
        Party::Fights(pairings.into_iter().zip(streams).collect())
    }

    fn situations(&self) -> usize {
        match self {
            Party::Known(_) => 0,
            Party::Fights(fights) => fights.len(),
        }
    }

    /// The half-points of these fights, summed over the situations, added to or taken from `sums`.
    fn score(&self, fights: Range<u64>, sign: i32, sums: &mut [i32]) -> Result<(), TooBig> {
        let Party::Fights(bouts) = self else {
            return Ok(());
        };
        let mut scores = Vec::with_capacity((fights.end - fights.start) as usize);
        for (pairing, stream) in bouts {
            with_lab(|lab| {
                pairing
                    .fight
                    .scores(lab, *stream, fights.clone(), &mut scores)
            })?;
            for (sum, score) in sums.iter_mut().zip(&scores) {
                *sum += sign * i32::from(*score);
            }
        }
        Ok(())
    }
}

/// What was counted so far: whole numbers, so that stretches can be added up in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often each difference was seen, in half-points over all situations, from the least possible on.
    seen: Vec<u64>,
    /// The half-points of the old and of the new rules.
    halves: [u64; 2],
    /// Fights in each situation.
    pub fights: u64,
}

/// A match-up under two sets of rules.
pub struct DuelOfRules {
    /// The old rules and the new ones.
    pub parties: [Party; 2],
    /// What was counted so far.
    pub count: Count,
}

impl DuelOfRules {
    /// Nothing fought yet.
    pub fn new(old: Party, new: Party) -> DuelOfRules {
        DuelOfRules {
            parties: [old, new],
            count: Count::default(),
        }
    }

    /// How many situations are averaged.
    pub fn situations(&self) -> u64 {
        let [old, new] = &self.parties;
        old.situations().max(new.situations()).max(1) as u64
    }

    /// Fights of both parties so far.
    pub fn fights(&self) -> u64 {
        let each = self.parties.iter().map(Party::situations).sum::<usize>();
        self.count.fights * each as u64
    }

    /// Stretches of at most a block that make up these fights.
    pub fn stretches(range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let blocks = range.start / BLOCK..range.end.div_ceil(BLOCK);
        blocks.map(move |at| (at * BLOCK).max(range.start)..((at + 1) * BLOCK).min(range.end))
    }

    /// Fights a stretch, and counts it apart.
    pub fn fight(&self, stretch: Range<u64>) -> Result<Count, TooBig> {
        let n = (stretch.end - stretch.start) as usize;
        let most = 2 * self.situations() as usize;
        let mut halves = [0; 2];
        let mut sums = vec![0i32; n];
        let [old, new] = &self.parties;
        new.score(stretch.clone(), 1, &mut sums)?;
        halves[1] = sums.iter().map(|sum| *sum as u64).sum();
        let before = halves[1];
        old.score(stretch, -1, &mut sums)?;
        let left: i64 = sums.iter().map(|sum| i64::from(*sum)).sum();
        halves[0] = (before as i64 - left) as u64;
        let mut seen = vec![0; 2 * most + 1];
        for sum in sums {
            seen[(sum + most as i32) as usize] += 1;
        }
        Ok(Count {
            seen,
            halves,
            fights: n as u64,
        })
    }

    /// Takes in a stretch.
    pub fn add(&mut self, more: &Count) {
        if self.count.seen.len() < more.seen.len() {
            self.count.seen.resize(more.seen.len(), 0);
        }
        for (into, from) in self.count.seen.iter_mut().zip(&more.seen) {
            *into += from;
        }
        for (into, from) in self.count.halves.iter_mut().zip(more.halves) {
            *into += from;
        }
        self.count.fights += more.fights;
    }

    /// The differences seen: new score less old score.
    pub fn results(&self) -> Results {
        let most = 2.0 * self.situations() as f64;
        let known = |party: &Party| match party {
            Party::Known(score) => *score,
            Party::Fights(_) => 0.0,
        };
        let offset = known(&self.parties[1]) - known(&self.parties[0]);
        let seen = self.count.seen.iter().enumerate().filter(|(_, n)| **n > 0);
        let counts = seen.map(|(at, n)| {
            let value = (at as f64 - most) / most + offset;
            (value.clamp(-1.0, 1.0), *n)
        });
        Results {
            counts: counts.collect(),
        }
    }

    /// The old and the new score, as far as they are known.
    pub fn scores(&self) -> [f64; 2] {
        let all = 2.0 * (self.situations() * self.count.fights).max(1) as f64;
        [0, 1].map(|side: usize| match self.parties[side] {
            Party::Known(score) => score,
            Party::Fights(_) => self.count.halves[side] as f64 / all,
        })
    }
}
