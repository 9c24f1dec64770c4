//! The laws of plain rolls: each distinct answer with its chance. Counts come with binomial or multinomial weights, so
//! ten dice in three classes are 66 answers and not 20^10.

use super::Packed;

/// A plain roll, as asked of [`super::Dice`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Roll {
    /// One die.
    Die { sides: u32 },
    /// Dice into classes; unused places of `from` are 0.
    Tally {
        n: u32,
        sides: u32,
        classes: u32,
        from: [u32; 8],
    },
    /// The highest die, 0 below the floor.
    Highest { n: u32, sides: u32, floor: u32 },
}

impl Roll {
    /// How many answers there are at most, before any is made.
    pub(super) fn size(&self) -> f64 {
        match *self {
            Roll::Die { sides } | Roll::Highest { sides, .. } => f64::from(sides),
            Roll::Tally {
                n,
                sides,
                classes,
                from,
            } => {
                // Classes that no face falls into take no room.
                let mut above = sides + 1;
                let mut full = 0;
                for &bar in &from[..classes as usize] {
                    let bar = bar.clamp(1, sides + 1);
                    full += u32::from(bar < above);
                    above = above.min(bar);
                }
                choose(n + full, full)
            }
        }
    }

    /// Every answer that can happen, with its chance, in a fixed order.
    pub(super) fn law(&self) -> Vec<(u64, f64)> {
        match *self {
            Roll::Die { sides } => {
                let chance = 1.0 / f64::from(sides);
                (1..=sides).map(|face| (face.pack(), chance)).collect()
            }
            Roll::Highest { n, sides, floor } => highest(n, sides, floor),
            Roll::Tally {
                n,
                sides,
                classes,
                from,
            } => {
                let mut law = Vec::new();
                let mut left = f64::from(sides);
                let mut chances = [0.0; 8];
                for k in 0..classes as usize {
                    // The faces from from[k] up, less those already in a class.
                    let below = f64::from(from[k].clamp(1, sides + 1) - 1);
                    chances[k] = (left - below).max(0.0) / f64::from(sides);
                    left = left.min(below);
                }
                let rest = left / f64::from(sides);
                classify(
                    n,
                    &chances[..classes as usize],
                    rest,
                    [0; 8],
                    0,
                    1.0,
                    &mut law,
                );
                law
            }
        }
    }
}

fn highest(n: u32, sides: u32, floor: u32) -> Vec<(u64, f64)> {
    let below = |face: u32| (f64::from(face) / f64::from(sides)).powi(n as i32);
    let floor = floor.clamp(1, sides + 1);
    let mut law = Vec::new();
    if floor > 1 {
        law.push((0u32.pack(), below(floor - 1)));
    }
    for face in floor..=sides {
        law.push((face.pack(), below(face) - below(face - 1)));
    }
    law
}

/// Puts `n` dice into the classes from `at` on, one class after the other.
fn classify(
    n: u32,
    chances: &[f64],
    rest: f64,
    counts: [u8; 8],
    at: usize,
    weight: f64,
    law: &mut Vec<(u64, f64)>,
) {
    let Some(&p) = chances.get(at) else {
        // What is in no class.
        let last = weight * rest.powi(n as i32);
        if last > 0.0 {
            law.push((counts.pack(), last));
        }
        return;
    };
    for c in 0..=n {
        if c > 0 && p == 0.0 {
            break;
        }
        let mut counts = counts;
        counts[at] = c as u8;
        let weight = weight * choose(n, c) * p.powi(c as i32);
        classify(n - c, chances, rest, counts, at + 1, weight, law);
    }
}

/// Ways to choose `k` of `n`.
pub(super) fn choose(n: u32, k: u32) -> f64 {
    let k = k.min(n - k);
    (1..=k).fold(1.0, |ways, i| ways * f64::from(n - k + i) / f64::from(i))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Rolls everything face by face: the slow twin.
    fn by_faces(n: u32, sides: u32, answer: impl Fn(&[u32]) -> u64) -> BTreeMap<u64, f64> {
        let mut ways: BTreeMap<u64, u64> = BTreeMap::new();
        let all = u64::from(sides).pow(n);
        for code in 0..all {
            let mut faces = vec![];
            let mut rest = code;
            for _ in 0..n {
                faces.push((rest % u64::from(sides)) as u32 + 1);
                rest /= u64::from(sides);
            }
            *ways.entry(answer(&faces)).or_insert(0) += 1;
        }
        ways.into_iter()
            .map(|(answer, ways)| (answer, ways as f64 / all as f64))
            .collect()
    }

    fn same(law: Vec<(u64, f64)>, twin: BTreeMap<u64, f64>) {
        assert_eq!(law.len(), twin.len(), "{law:?} against {twin:?}");
        for (answer, chance) in law {
            let other = twin.get(&answer).copied().unwrap_or(-1.0);
            assert!(
                (chance - other).abs() < 1e-13,
                "{answer:x}: {chance} against {other}"
            );
        }
    }

    #[test]
    fn classes_agree_with_rolling_every_face() {
        for n in 0..4 {
            for from in [
                [18, 11, 4],
                [21, 21, 21],
                [20, 20, 2],
                [1, 1, 1],
                [13, 9, 1],
            ] {
                let mut bars = [0; 8];
                bars[..3].copy_from_slice(&from);
                let roll = Roll::Tally {
                    n,
                    sides: 20,
                    classes: 3,
                    from: bars,
                };
                let twin = by_faces(n, 20, |faces| {
                    let mut counts = [0u8; 8];
                    for &f in faces {
                        if let Some(k) = from.iter().position(|&bar| f >= bar) {
                            counts[k] += 1;
                        }
                    }
                    counts.pack()
                });
                same(roll.law(), twin);
            }
        }
    }

    #[test]
    fn the_highest_agrees_with_rolling_every_face() {
        for n in 1..4 {
            for floor in [1, 2, 7, 20, 21] {
                let twin = by_faces(n, 20, |faces| {
                    let top = faces.iter().copied().max().unwrap_or(0);
                    u64::from(if top >= floor { top } else { 0 })
                });
                same(
                    Roll::Highest {
                        n,
                        sides: 20,
                        floor,
                    }
                    .law(),
                    twin,
                );
            }
        }
    }

    #[test]
    fn every_law_sums_to_one() {
        for n in [0, 1, 5, 40] {
            let roll = Roll::Tally {
                n,
                sides: 6,
                classes: 2,
                from: [6, 3, 0, 0, 0, 0, 0, 0],
            };
            let sum: f64 = roll.law().iter().map(|x| x.1).sum();
            assert!((sum - 1.0).abs() < 1e-13);
        }
    }
}
