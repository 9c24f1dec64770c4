//! The Strike (reference, section 4): friends who see the target are counted, some of them are ignored, and the rest
//! either reach its Toughness or not. No dice, and no board: who sees the target, and how, is the caller's business.

use super::toggles::{Both, Ignored, StrikerCounts};
use crate::systems::choices::choices;

choices! {
    /// How a viewer sees the target.
    View { Clear = "clear", Obscured = "obscured", Cover = "cover", Both = "both" }
}

/// The most viewers of one kind that a rules file may ignore.
pub const MOST_DROPS: usize = 8;

/// A friend of the striker, or the striker itself, who sees the target within its own threat range.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Viewer {
    /// For how many models it counts.
    pub weight: u16,
    /// How it sees the target.
    pub view: View,
}

/// The rules of a Strike.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Strike {
    /// How many viewers an obscured target loses; at most 8.
    pub obscured: u8,
    /// How many viewers cover takes; at most 8.
    pub cover: u8,
    /// OR-03.
    pub both: Both,
    /// OR-04.
    pub ignored: Ignored,
    /// OR-11.
    pub striker_counts: StrikerCounts,
}

/// What a Strike comes to.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// How many see the target and may be counted.
    pub viewers: u32,
    /// How many of them are ignored.
    pub ignored: u32,
    /// The weight that is left.
    pub counted: u32,
    /// Whether the target is removed.
    pub killed: bool,
}

/// The weights of one kind of view that would be ignored first, in that order.
#[derive(Copy, Clone, Default)]
struct Queue {
    weights: [u16; 2 * MOST_DROPS],
    len: usize,
}

impl Queue {
    /// Puts a weight in its place; what nobody would ignore is forgotten.
    fn put(&mut self, weight: u16, ignored: Ignored) {
        let before = |a: u16, b: u16| match ignored {
            Ignored::Attacker => a < b,
            Ignored::Defender => a > b,
        };
        let mut weight = weight;
        for place in &mut self.weights[..self.len] {
            if before(weight, *place) {
                std::mem::swap(&mut weight, place);
            }
        }
        if let Some(place) = self.weights.get_mut(self.len) {
            *place = weight;
            self.len += 1;
        }
    }

    /// How many are ignored if `n` should be, and what they weigh.
    fn first(&self, n: usize) -> (u32, u32) {
        let n = n.min(self.len);
        let weight = self.weights[..n].iter().map(|w| u32::from(*w)).sum();
        (n as u32, weight)
    }
}

impl Strike {
    /// Counts the viewers against a Toughness. The first viewer is the striker.
    pub fn count(&self, viewers: impl IntoIterator<Item = Viewer>, toughness: i32) -> Count {
        // OR-11: a striker that does not count is no viewer at all.
        let skipped = usize::from(self.striker_counts == StrikerCounts::No);
        let (mut obscured, mut cover, mut both) =
            (Queue::default(), Queue::default(), Queue::default());
        let (mut number, mut total) = (0, 0);
        for viewer in viewers.into_iter().skip(skipped) {
            number += 1;
            total += u32::from(viewer.weight);
            let line = match (viewer.view, self.both) {
                (View::Clear, _) => continue,
                (View::Obscured, _) => &mut obscured,
                // OR-03: cover outranks obscured.
                (View::Cover, _) | (View::Both, Both::Cover) => &mut cover,
                (View::Both, Both::Both) => &mut both,
            };
            line.put(viewer.weight, self.ignored);
        }
        let (ignored, weight) = self.drops(&obscured, &cover, &both);
        let counted = total - weight;
        Count {
            viewers: number,
            ignored,
            counted,
            // OR-14: a Toughness of 0 or less is reached by nobody at all.
            killed: i64::from(counted) >= i64::from(toughness),
        }
    }

    /// How many viewers are ignored, and what they weigh: models, not weights, are counted off (OR-18). A view that is
    /// both obscured and in cover may be ignored for either, once; as many are ignored as can be.
    fn drops(&self, obscured: &Queue, cover: &Queue, both: &Queue) -> (u32, u32) {
        let (o, c) = (usize::from(self.obscured), usize::from(self.cover));
        let mut best: Option<(u32, u32)> = None;
        for as_obscured in 0..=o.min(both.len) {
            for as_cover in 0..=c.min(both.len - as_obscured) {
                let parts = [
                    both.first(as_obscured + as_cover),
                    obscured.first(o - as_obscured),
                    cover.first(c - as_cover),
                ];
                let (n, weight) = parts
                    .iter()
                    .fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
                let better = best.is_none_or(|(most, least)| match self.ignored {
                    Ignored::Attacker => n > most || (n == most && weight < least),
                    Ignored::Defender => n > most || (n == most && weight > least),
                });
                if better {
                    best = Some((n, weight));
                }
            }
        }
        best.unwrap_or((0, 0))
    }

    /// How many alike viewers a Strike needs, up to `most`; none if even those do not do.
    pub fn needed(&self, viewer: Viewer, toughness: i32, most: u16) -> Option<u16> {
        (1..=most).find(|n| {
            let viewers = std::iter::repeat_n(viewer, usize::from(*n));
            self.count(viewers, toughness).killed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRIKE: Strike = Strike {
        obscured: 1,
        cover: 2,
        both: Both::Cover,
        ignored: Ignored::Attacker,
        striker_counts: StrikerCounts::Yes,
    };

    fn viewers(list: &[(u16, View)]) -> impl Iterator<Item = Viewer> + Clone {
        list.iter().map(|&(weight, view)| Viewer { weight, view })
    }

    /// All ways to ignore, one by one: the slow twin. Gives (number, weight) of the best.
    fn by_subsets(strike: &Strike, list: &[(u16, View)]) -> (u32, u32) {
        let mut best: Option<(u32, u32)> = None;
        // Each viewer is counted (0), ignored as obscured (1) or as in cover (2).
        for code in 0..3u32.pow(list.len() as u32) {
            let mut rest = code;
            let (mut used, mut weight, mut fits) = ([0, 0], 0, true);
            for &(w, view) in list {
                let role = rest % 3;
                rest /= 3;
                let view = match (view, strike.both) {
                    (View::Both, Both::Cover) => View::Cover,
                    (view, _) => view,
                };
                match role {
                    1 => fits &= matches!(view, View::Obscured | View::Both),
                    2 => fits &= matches!(view, View::Cover | View::Both),
                    _ => continue,
                }
                used[role as usize - 1] += 1;
                weight += u32::from(w);
            }
            if !fits || used[0] > u32::from(strike.obscured) || used[1] > u32::from(strike.cover) {
                continue;
            }
            let n = used[0] + used[1];
            let better = best.is_none_or(|(most, kept)| {
                let gain = match strike.ignored {
                    Ignored::Attacker => weight < kept,
                    Ignored::Defender => weight > kept,
                };
                n > most || (n == most && gain)
            });
            if better {
                best = Some((n, weight));
            }
        }
        best.unwrap_or((0, 0))
    }

    #[test]
    fn what_is_ignored_is_the_best_of_all_ways_to_ignore() {
        let views = [View::Clear, View::Obscured, View::Cover, View::Both];
        let mut seed = 12_345u64;
        let mut below = |n: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        for _ in 0..3_000 {
            let strike = Strike {
                obscured: below(3) as u8,
                cover: below(4) as u8,
                both: if below(2) == 0 {
                    Both::Cover
                } else {
                    Both::Both
                },
                ignored: if below(2) == 0 {
                    Ignored::Attacker
                } else {
                    Ignored::Defender
                },
                ..STRIKE
            };
            let list: Vec<(u16, View)> = (0..below(8))
                .map(|_| (below(5) as u16, views[below(4) as usize]))
                .collect();
            let total: u32 = list.iter().map(|v| u32::from(v.0)).sum();
            let (ignored, weight) = by_subsets(&strike, &list);
            let got = strike.count(viewers(&list), 3);
            assert_eq!(
                (got.ignored, got.counted),
                (ignored, total - weight),
                "{strike:?} {list:?}"
            );
            assert_eq!(got.killed, got.counted >= 3);
        }
    }

    #[test]
    fn more_viewers_alike_never_count_for_less() {
        for view in [View::Clear, View::Obscured, View::Cover, View::Both] {
            for weight in 0..4 {
                let viewer = Viewer { weight, view };
                let mut last = 0;
                for n in 0..40 {
                    let now = STRIKE.count(std::iter::repeat_n(viewer, n), 1).counted;
                    assert!(now >= last);
                    last = now;
                }
            }
        }
    }

    #[test]
    fn a_long_line_of_viewers_is_ignored_from_the_right_end() {
        let list: Vec<(u16, View)> = (0..100).map(|n| (n % 50, View::Cover)).collect();
        let total: u32 = list.iter().map(|v| u32::from(v.0)).sum();
        assert_eq!(STRIKE.count(viewers(&list), 0).counted, total);
        let picks = Strike {
            ignored: Ignored::Defender,
            ..STRIKE
        };
        assert_eq!(picks.count(viewers(&list), 0).counted, total - 98);
    }
}
