//! Counting fights fast: a [`Sheet`] has one place for each kind of ending, so that a fight costs one count and not one a
//! figure.

use super::outcome::{Ending, Tally};
use super::{Reason, Verdict};

/// Where the fights of a block are counted, each kind of ending in one place: who won, or why nobody did, and what is
/// left of both. One count a fight instead of one a figure; the figures are added up when the block is done.
pub(super) struct Sheet {
    /// By verdict, what is left of A, what is left of B; empty if that were too many places.
    kinds: Vec<u64>,
    most: [usize; 2],
    tally: Tally,
}

impl Sheet {
    /// The most places a sheet has; endings of more kinds are counted figure by figure.
    const PLACES: usize = 1 << 14;

    /// An empty sheet for an empty tally.
    pub(super) fn new(tally: Tally) -> Sheet {
        let most = [0, 1].map(|side: usize| tally.left[side].len());
        let places = (2 + tally.draws.len()) * most[0] * most[1];
        Sheet {
            kinds: vec![0; if places <= Self::PLACES { places } else { 0 }],
            most,
            tally,
        }
    }

    /// Counts one fight.
    #[inline(always)]
    pub(super) fn add(&mut self, ending: Ending, round: u32) {
        let verdict = match ending.verdict {
            Verdict::Win(side) => side.index(),
            Verdict::Draw(Reason(why)) => 2 + usize::from(why),
        };
        let [a, b] = ending.left.map(usize::from);
        match self
            .kinds
            .get_mut((verdict * self.most[0] + a) * self.most[1] + b)
        {
            Some(count) => {
                *count += 1;
                self.tally.rounds[round as usize] += 1;
            }
            None => self.tally.add(ending, round),
        }
    }

    /// All that was counted.
    pub(super) fn total(self) -> Tally {
        let mut tally = self.tally;
        for (place, &count) in self
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            let (rest, b) = (place / self.most[1], place % self.most[1]);
            let (verdict, a) = (rest / self.most[0], rest % self.most[0]);
            tally.fights += count;
            match verdict {
                0 | 1 => {
                    tally.wins[verdict] += count;
                    tally.kept[verdict] += count * [a, b][verdict] as u64;
                }
                _ => tally.draws[verdict - 2] += count,
            }
            tally.left[0][a] += count;
            tally.left[1][b] += count;
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::super::Side;
    use super::*;

    /// Whether a sheet has its places or is too large for them, it comes to what a tally counts.
    #[test]
    fn a_sheet_comes_to_what_a_tally_counts() {
        for most in [[3, 2], [400, 300]] {
            let mut tally = Tally::new(2, 9, most);
            let mut sheet = Sheet::new(tally.clone());
            assert_eq!(sheet.kinds.is_empty(), most[0] > 100);
            for k in 0..500u32 {
                let verdict = match k % 5 {
                    0 | 1 => Verdict::Win(Side::A),
                    2 => Verdict::Win(Side::B),
                    why => Verdict::Draw(Reason(why as u8 - 3)),
                };
                let left =
                    [0, 1].map(|side: usize| (k * 7 / (3 + side as u32)) as u16 % (most[side] + 1));
                let ending = Ending { verdict, left };
                tally.add(ending, k % 10);
                sheet.add(ending, k % 10);
            }
            assert_eq!(sheet.total(), tally);
        }
    }
}
