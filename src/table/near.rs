//! Neighbours, nearest first: least gap, then least distance between centres, then lower number.

use super::board::{Board, BodySet, MOST, members};
use super::body::Disc;
use super::grain::csq;

/// Numbers of bodies in an order.
#[derive(Copy, Clone, Debug)]
pub struct Order {
    numbers: [u8; MOST],
    n: u8,
}

impl Order {
    /// The numbers, first to last.
    #[inline]
    pub fn numbers(&self) -> &[u8] {
        &self.numbers[..usize::from(self.n)]
    }

    /// The numbers, first to last.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.numbers().iter().map(|&i| usize::from(i))
    }
}

impl Board {
    /// What neighbours of a base are sorted by, in one number: the gap, the square of the distance (at most 34 bits), the
    /// number (7 bits).
    #[inline]
    fn key(&self, base: Disc, side: usize, i: usize) -> u64 {
        let disc = self.disc(side, i);
        let square = (disc.at - base.at).square();
        let gap = (csq(square) - base.r - disc.r).max(0);
        (gap as u64) << 41 | (square as u64) << 7 | i as u64
    }

    /// The nearest of a set of a side to a base, with the gap.
    #[inline]
    pub fn nearest_to(&self, base: Disc, side: usize, set: BodySet) -> Option<(usize, i32)> {
        if let Some(r) = self.common_radius(side) {
            // Equal bases: the least distance is the least gap, except that all overlaps are a gap of 0.
            let key = |i: usize| (self.at(side, i) - base.at).square() << 7 | i as i64;
            let least = members(set).map(key).min()?;
            let gap = csq(least >> 7) - base.r - r;
            return Some(((least & 127) as usize, gap.max(0)));
        }
        let least = members(set).map(|i| self.key(base, side, i)).min()?;
        Some(((least & 127) as usize, (least >> 41) as i32))
    }

    /// The nearest living foe of one of a side, with the gap.
    #[inline]
    pub fn nearest_foe(&self, side: usize, i: usize) -> Option<(usize, i32)> {
        self.nearest_to(self.disc(side, i), 1 - side, self.alive(1 - side))
    }

    /// A set of a side in order of nearness to a base.
    pub fn near_first(&self, base: Disc, side: usize, set: BodySet) -> Order {
        self.sorted_by(set, |i| self.key(base, side, i))
    }

    /// A set of a side in the order of a key, lower numbers first among equals.
    pub fn sorted_by<K: Ord + Copy + Default>(
        &self,
        set: BodySet,
        key: impl Fn(usize) -> K,
    ) -> Order {
        let mut keys = [(K::default(), 0); MOST];
        let mut n = 0;
        for i in members(set) {
            keys[n] = (key(i), i as u8);
            n += 1;
        }
        keys[..n].sort_unstable();
        let mut numbers = [0; MOST];
        for (number, key) in numbers.iter_mut().zip(&keys[..n]) {
            *number = key.1;
        }
        Order {
            numbers,
            n: n as u8,
        }
    }
}
