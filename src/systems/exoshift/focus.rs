//! Focus (reference, sections 4 and 6): how many shots, and how many Aims on each.

use super::policy::Focus;

/// The shots of an attack: how many at which Combat. At most two kinds, the better first.
pub type Shots = [(u8, i16); 2];

/// What can be bought.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Focus to spend.
    pub focus: u8,
    /// The most shots.
    pub shots: u8,
    /// The most Aims a shot.
    pub accuracy: u8,
    /// Combat without Aims.
    pub combat: i16,
}

impl Offer {
    /// Spends the Focus.
    pub fn spend(self, how: Focus) -> Shots {
        let most = self.shots.min(self.focus.saturating_add(1)).max(1);
        match how {
            Focus::ShotsFirst => self.share(most),
            Focus::AimFirst => self.aim_first(),
            Focus::Best => {
                let mut best = (i16::MIN, self.share(1));
                for shots in 1..=most {
                    let plan = self.share(shots);
                    let worth = plan
                        .iter()
                        .map(|(n, combat)| i16::from(*n) * (*combat).clamp(0, 10))
                        .sum();
                    // Ties: more shots.
                    if worth >= best.0 {
                        best = (worth, plan);
                    }
                }
                best.1
            }
        }
    }

    /// So many shots, with the rest of the Focus in Aims, round-robin from the first.
    fn share(self, shots: u8) -> Shots {
        let aims = (self.focus + 1 - shots).min(shots.saturating_mul(self.accuracy));
        let (each, more) = (aims / shots, aims % shots);
        let combat = self.combat + i16::from(each);
        if more == 0 {
            [(shots, combat), (0, 0)]
        } else {
            [(more, combat + 1), (shots - more, combat)]
        }
    }

    /// The first shot aimed as far as it goes, then the next.
    fn aim_first(self) -> Shots {
        let mut left = self.focus;
        let mut full = 0;
        for shot in 0..self.shots {
            if shot > 0 {
                if left == 0 {
                    break;
                }
                left -= 1;
            }
            let aims = left.min(self.accuracy);
            left -= aims;
            if aims < self.accuracy {
                // Nothing is left for another.
                let last = (1, self.combat + i16::from(aims));
                let before = (full, self.combat + i16::from(self.accuracy));
                return if full == 0 {
                    [last, (0, 0)]
                } else {
                    [before, last]
                };
            }
            full += 1;
        }
        let combat = self.combat + i16::from(self.accuracy);
        [(full, combat), (0, 0)]
    }
}

/// One by one.
pub fn each(shots: Shots) -> Vec<i16> {
    let kinds = shots.into_iter();
    kinds
        .flat_map(|(n, combat)| std::iter::repeat_n(combat, n.into()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(focus: u8, shots: u8, accuracy: u8, combat: i16, how: Focus) -> Vec<i16> {
        let offer = Offer {
            focus,
            shots,
            accuracy,
            combat,
        };
        each(offer.spend(how))
    }

    #[test]
    fn three_ways_to_spend_it() {
        // Worked examples 1 and 4.
        assert_eq!(spent(6, 2, 2, 7, Focus::Best), [9, 9]);
        assert_eq!(spent(6, 4, 1, 3, Focus::Best), [4, 4, 4, 3]);
        // Three Focus, three shots, two Aims each.
        assert_eq!(spent(3, 3, 2, 5, Focus::ShotsFirst), [6, 5, 5]);
        assert_eq!(spent(3, 3, 2, 5, Focus::AimFirst), [7, 5]);
        assert_eq!(spent(3, 3, 2, 5, Focus::Best), [6, 5, 5]);
        // Where a shot hardly ever hits, aiming is all there is.
        assert_eq!(spent(3, 3, 2, -1, Focus::Best), [1]);
        assert_eq!(spent(3, 3, 2, -1, Focus::ShotsFirst), [0, -1, -1]);
        assert_eq!(spent(0, 3, 2, 5, Focus::Best), [5]);
        assert_eq!(spent(0, 3, 2, 5, Focus::AimFirst), [5]);
        assert_eq!(spent(9, 3, 0, 5, Focus::AimFirst), [5, 5, 5]);
        assert_eq!(spent(5, 2, 2, 5, Focus::AimFirst), [7, 7]);
        assert_eq!(spent(4, 2, 2, 5, Focus::AimFirst), [7, 6]);
        // Nothing can be gained above 10: then more shots.
        assert_eq!(spent(2, 2, 2, 10, Focus::Best), [11, 10]);
    }

    /// No way spends more than there is, or aims more than the weapon can.
    #[test]
    fn nothing_is_overspent() {
        for focus in 0..=20 {
            for shots in 1..=11 {
                for accuracy in 0..=10 {
                    for how in [Focus::Best, Focus::ShotsFirst, Focus::AimFirst] {
                        let found = spent(focus, shots, accuracy, 0, how);
                        let aims: i16 = found.iter().sum();
                        let paid = aims + found.len() as i16 - 1;
                        assert!(
                            paid <= i16::from(focus),
                            "{focus} {shots} {accuracy} {how:?}"
                        );
                        assert!(!found.is_empty() && found.len() <= usize::from(shots));
                        assert!(found.iter().all(|aims| *aims <= i16::from(accuracy)));
                    }
                }
            }
        }
    }
}
