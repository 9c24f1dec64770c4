//! The Oracle phase (reference, sections 3 and 5): the only dice of the game. A pool is rolled, and what matters of it
//! is how many dice show the face of a Type.

use super::toggles::Initiative;
use crate::umpire::{Dice, Note, Question, Side, Umpire};

/// The die of the game.
pub const SIDES: u32 = 6;

/// The faces of a Type (OR-01), one bit each; face 1 is the lowest.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Faces(u8);

impl Faces {
    /// These faces; whatever is no face of the die is left out.
    pub fn new(faces: impl IntoIterator<Item = u32>) -> Faces {
        let known = faces.into_iter().filter(|face| (1..=SIDES).contains(face));
        Faces(known.fold(0, |mask, face| mask | 1 << (face - 1)))
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The faces, lowest first.
    pub fn list(self) -> Vec<u32> {
        (1..=SIDES)
            .filter(|face| self.0 >> (face - 1) & 1 == 1)
            .collect()
    }

    /// As people write them: "2", "5 or 6"; "no face" if there is none.
    pub fn words(self) -> String {
        let faces: Vec<String> = self.list().iter().map(u32::to_string).collect();
        if faces.is_empty() {
            "no face".to_owned()
        } else {
            crate::document::listed(faces.iter().map(String::as_str))
        }
    }

    /// The bars of the one class that holds these faces, if they are next to one another: above it, and in it.
    fn bars(self) -> Option<[u32; 2]> {
        if self.0 == 0 {
            return Some([SIDES + 1; 2]);
        }
        let low = self.0.trailing_zeros();
        let len = (self.0 >> low).trailing_ones();
        (len == self.count()).then_some([low + len + 1, low + 1])
    }
}

/// How many of some dice show one of these faces, but no more than `most`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Matching {
    /// Dice rolled.
    pub dice: u16,
    /// Which faces match.
    pub faces: Faces,
    /// More than this makes no difference.
    pub most: u16,
}

impl Question for Matching {
    type Answer = u32;

    #[inline]
    fn put<D: Dice>(&self, dice: &mut D) -> u32 {
        let n = u32::from(self.dice);
        let matching = match self.faces.bars() {
            Some(bars) if n <= 240 => dice.tally(n, SIDES, bars)[1],
            // Scattered faces need all classes, which are many: a handful of dice at a time.
            None if n <= 6 => {
                let classes = dice.tally(n, SIDES, [6, 5, 4, 3, 2, 1]);
                let faces = (1..=SIDES).rev().zip(classes);
                faces.fold(0, |sum, (face, n)| {
                    sum + n * u32::from(self.faces.0 >> (face - 1) & 1)
                })
            }
            _ => self.halves(dice),
        };
        matching.min(u32::from(self.most))
    }
}

impl Matching {
    /// A pool too large for one roll of the umpire's: the two halves of it.
    #[cold]
    #[inline(never)]
    fn halves<D: Dice>(&self, dice: &mut D) -> u32 {
        let half = self.dice / 2;
        let one = dice.ask(&Matching {
            dice: half,
            ..*self
        });
        let rest = self.dice - half;
        one + dice.ask(&Matching {
            dice: rest,
            ..*self
        })
    }
}

/// How many of some dice, each with `of` equally likely faces, show one of `faces` of them.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Share {
    dice: u16,
    faces: u8,
    of: u8,
}

impl Question for Share {
    type Answer = u32;

    fn put<D: Dice>(&self, dice: &mut D) -> u32 {
        let (n, of) = (u32::from(self.dice), u32::from(self.of));
        if n <= 240 {
            return dice.count(n, of, of + 1 - u32::from(self.faces));
        }
        let half = self.dice / 2;
        let one = dice.ask(&Share {
            dice: half,
            ..*self
        });
        let rest = self.dice - half;
        one + dice.ask(&Share {
            dice: rest,
            ..*self
        })
    }
}

/// Waiting soldiers of one Type: how many faces it has, and how many they are.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Waiting {
    faces: u8,
    soldiers: u16,
}

/// The most Types that can have a face: none is shared.
const MOST_TYPES: usize = SIDES as usize;

/// The activations of one side in a round in which nobody is removed: the sum over Types of the smaller of dice and
/// waiting soldiers. Faces are dealt with one Type after the other: those not of the first fall evenly on the rest.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Activations {
    dice: u16,
    /// Faces that have not been dealt with.
    of: u8,
    /// Those still to be dealt with come first.
    groups: [Waiting; MOST_TYPES],
}

impl Activations {
    /// Of a pool and the waiting soldiers of each Type, by its faces.
    pub fn new(dice: u16, types: impl IntoIterator<Item = (Faces, u16)>) -> Activations {
        let mut groups = [Waiting::default(); MOST_TYPES];
        let able = types
            .into_iter()
            .filter(|(faces, n)| faces.count() > 0 && *n > 0);
        for (place, (faces, soldiers)) in groups.iter_mut().zip(able) {
            *place = Waiting {
                faces: faces.count() as u8,
                soldiers,
            };
        }
        // The order makes no difference to the sum; one order makes one law of it.
        groups.sort_unstable_by(|a, b| b.cmp(a));
        Activations {
            dice,
            of: SIDES as u8,
            groups,
        }
    }
}

impl Question for Activations {
    type Answer = u32;

    fn put<D: Dice>(&self, dice: &mut D) -> u32 {
        let [first, rest @ ..] = self.groups;
        if first.soldiers == 0 || self.dice == 0 {
            return 0;
        }
        let shown = dice.ask(&Share {
            dice: self.dice,
            faces: first.faces,
            of: self.of,
        });
        let mut groups = [Waiting::default(); MOST_TYPES];
        groups[..MOST_TYPES - 1].copy_from_slice(&rest);
        let others = Activations {
            dice: self.dice - shown as u16,
            of: self.of - first.faces,
            groups,
        };
        shown.min(u32::from(first.soldiers)) + dice.ask(&others)
    }
}

/// Who is first, as far as the round before decided it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Lead {
    /// Nobody yet: this round's own coin, or dice.
    Open,
    /// This side.
    Is(Side),
}

/// How it was settled who is first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// A coin.
    Coin,
    /// The other was first in the round before.
    Turn,
    /// More dice of its Type.
    Dice,
}

/// What the Oracle phase says of a round.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Omen {
    /// Dice of its own Type, for each side, as far as they can be of use.
    pub matching: [u16; 2],
    /// Who activates first.
    pub first: Side,
    /// What settled that.
    pub by: By,
    /// Who does in the next round, if that is settled.
    pub next: Lead,
}

/// The Oracle phase of two sides.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Oracle {
    /// OR-05.
    pub initiative: Initiative,
    /// The faces that each side can use.
    pub faces: [Faces; 2],
}

impl Oracle {
    /// Before the first round: where the sides begin in turn, a coin decides who begins it (OR-05).
    #[inline]
    pub fn lead<U: Umpire>(&self, umpire: &mut U) -> Lead {
        if self.initiative == Initiative::Alternate {
            Lead::Is(coin(umpire))
        } else {
            Lead::Open
        }
    }

    /// Both roll their dice; of no use are more than `most`.
    #[inline]
    pub fn roll<U: Umpire>(
        &self,
        lead: Lead,
        dice: [u16; 2],
        most: [u16; 2],
        umpire: &mut U,
    ) -> Omen {
        let compared = self.initiative == Initiative::MoreDice;
        let mut pool = |side: usize, name: &'static str| {
            umpire.note(|| Note::About(name));
            let question = Matching {
                dice: dice[side],
                faces: self.faces[side],
                most: if compared { dice[side] } else { most[side] },
            };
            umpire.ask(&question) as u16
        };
        let [a, b] = [pool(0, "A's pool"), pool(1, "B's pool")];
        let (first, by) = match lead {
            Lead::Is(side) => (side, By::Turn),
            Lead::Open if compared && a > b => (Side::A, By::Dice),
            Lead::Open if compared && b > a => (Side::B, By::Dice),
            Lead::Open => (coin(umpire), By::Coin),
        };
        Omen {
            matching: [a.min(most[0]), b.min(most[1])],
            first,
            by,
            next: match lead {
                Lead::Is(side) => Lead::Is(side.other()),
                Lead::Open => Lead::Open,
            },
        }
    }
}

/// A fair coin.
#[inline]
fn coin<U: Umpire>(umpire: &mut U) -> Side {
    umpire.note(|| Note::About("coin (2: A begins)"));
    if umpire.chance(1, 2) {
        Side::A
    } else {
        Side::B
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::Exact;

    /// Rolls every face: the slow twin.
    fn by_faces(n: u32, faces: Faces, most: u32) -> Vec<f64> {
        let mut law = vec![0.0; n as usize + 1];
        let all = SIDES.pow(n);
        for code in 0..all {
            let mut rest = code;
            let mut matching = 0;
            for _ in 0..n {
                matching += u32::from(faces.list().contains(&(rest % SIDES + 1)));
                rest /= SIDES;
            }
            law[matching.min(most) as usize] += 1.0 / f64::from(all);
        }
        law
    }

    #[test]
    fn matching_dice_agree_with_rolling_every_face() {
        let mut exact = Exact::new();
        for mask in 0..64u32 {
            let faces = Faces::new((1..=SIDES).filter(|face| mask >> (face - 1) & 1 == 1));
            assert_eq!(faces.count(), mask.count_ones());
            for dice in 0..=5 {
                for most in [1, dice] {
                    let question = Matching {
                        dice: dice as u16,
                        faces,
                        most: most as u16,
                    };
                    let twin = by_faces(dice, faces, most);
                    for (n, p) in exact.law(question).unwrap() {
                        assert!((p - twin[n as usize]).abs() < 1e-12, "{question:?}: {n}");
                    }
                }
            }
        }
    }

    #[test]
    fn large_pools_are_binomial() {
        let mut exact = Exact::new();
        let scattered = Faces::new([1, 4]);
        for (dice, faces) in [(600, Faces::new([2])), (37, scattered), (500, scattered)] {
            let law = exact
                .law(Matching {
                    dice,
                    faces,
                    most: dice,
                })
                .unwrap();
            let p = f64::from(faces.count()) / 6.0;
            let (n, sum) = (f64::from(dice), law.iter().map(|x| x.1).sum::<f64>());
            let mean: f64 = law.iter().map(|x| f64::from(x.0) * x.1).sum();
            let square: f64 = law.iter().map(|x| f64::from(x.0).powi(2) * x.1).sum();
            assert!((sum - 1.0).abs() < 1e-12);
            assert!((mean - n * p).abs() < 1e-9);
            assert!((square - mean * mean - n * p * (1.0 - p)).abs() < 1e-6);
        }
    }

    #[test]
    fn activations_agree_with_rolling_every_face() {
        let mut exact = Exact::new();
        let sets = [
            vec![(vec![1], 1), (vec![2], 2), (vec![5], 1)],
            vec![(vec![1, 3], 2), (vec![2], 9), (vec![4, 5, 6], 1)],
            vec![(vec![], 4), (vec![6], 1)],
            vec![(vec![1, 2, 3, 4, 5, 6], 3)],
            vec![],
        ];
        for set in sets {
            let types: Vec<(Faces, u16)> = set
                .iter()
                .map(|(faces, n): &(Vec<u32>, u16)| (Faces::new(faces.iter().copied()), *n))
                .collect();
            for dice in 0..=5u32 {
                let mut twin = [0.0; 8];
                let all = SIDES.pow(dice);
                for code in 0..all {
                    let mut left = types.clone();
                    let (mut rest, mut acts) = (code, 0);
                    for _ in 0..dice {
                        let face = rest % SIDES + 1;
                        rest /= SIDES;
                        let able = left
                            .iter_mut()
                            .find(|t| t.0.list().contains(&face) && t.1 > 0);
                        if let Some(able) = able {
                            able.1 -= 1;
                            acts += 1;
                        }
                    }
                    twin[acts] += 1.0 / f64::from(all);
                }
                let question = Activations::new(dice as u16, types.iter().copied());
                let mut sum = 0.0;
                for (n, p) in exact.law(question).unwrap() {
                    assert!((p - twin[n as usize]).abs() < 1e-12, "{set:?} {dice}: {n}");
                    sum += p;
                }
                assert!((sum - 1.0).abs() < 1e-12);
            }
        }
    }
}
