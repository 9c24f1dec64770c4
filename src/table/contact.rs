//! Into contact, away from it, and pushed out of it (1.6).

use super::body::Disc;
use super::clear::along;
use super::clock;
use super::crossing::Fraction;
use super::crowd::Crowd;
use super::distance::gap;
use super::grain::Point;
use super::leg::{Mover, leg};
use super::piece::Stuff;
use super::table::Table;
use super::walk::Walk;
use super::ways::Ways;
use std::cmp::Ordering;

impl Table {
    /// A straight move into base contact: where the gap to the target is 0. If that place is taken, the twelve around
    /// the target, every 30 degrees from the mover's side, left before right; the first that is free and within one clear
    /// leg of `reach`. `None` if there is none.
    pub fn contact(
        &self,
        mover: &Mover,
        from: Point,
        target: Disc,
        reach: i32,
        crowd: &impl Crowd,
    ) -> Option<Walk> {
        let base = Disc::new(from, mover.r);
        let far = gap(base, target);
        let straight = leg(from, target.at, far);
        let try_at = |end: Point| {
            let fits = self.reach(mover.ways, from, end, reach).0 >= (end - from).length();
            if !fits || !self.clear(mover, from, end, crowd) || !self.free(mover, end, crowd) {
                return None;
            }
            let mut walk = Walk::stay(from);
            walk.go(end);
            walk.spent = self.reach(mover.ways, from, end, reach).1;
            walk.done = true;
            Some(walk)
        };
        if let Some(walk) = try_at(straight) {
            return Some(walk);
        }
        let way = from - target.at;
        let length = way.length();
        if length == 0 {
            return None;
        }
        let round = i64::from(target.r + mover.r);
        (1..=6).find_map(|step| {
            let spot = |hours: i32| {
                target.at + clock::turned(way, hours).scaled(round, 30_000 * i64::from(length))
            };
            let (a, b) = (spot(step), spot(12 - step));
            let (first, second) = match mover.frame.order(a, b) {
                Ordering::Greater => (b, a),
                _ => (a, b),
            };
            try_at(first).or_else(|| try_at(second))
        })
    }

    /// Pushes a base straight away from a place, `far` grains, to a grain before pieces, bases or the edge.
    pub fn push(
        &self,
        mover: &Mover,
        from: Point,
        pusher: Point,
        far: i32,
        crowd: &impl Crowd,
    ) -> Walk {
        let way = from - pusher;
        let length = way.length();
        let mut walk = Walk::stay(from);
        if length == 0 || far <= 0 {
            return walk;
        }
        let to = from + way.scaled(i64::from(far), i64::from(length));
        let length = (to - from).length();
        let mut stop = self.before_edge(mover.r, from, to, length);
        let end = along(from, to, length, stop);
        // Nobody is passed: whoever stands there is forbidden. Nor does a push carry over a block, however low.
        let all = Everyone(crowd);
        let blocks = self.pieces_that(|piece| piece.stuff == Stuff::Block);
        let ways = Ways {
            barred: mover.ways.barred.or(mover.ways.over.and(blocks)),
            ..*mover.ways
        };
        let mover = &Mover {
            ways: &ways,
            ..*mover
        };
        if let Some(met) = self.first_met(mover, from, end, &all, None) {
            stop = met.from.floor((end - from).length()) - 1;
        }
        if let Some(stop) = self.back_off(mover, from, to, stop, crowd) {
            walk.go(along(from, to, length, stop));
            walk.spent = stop;
            walk.done = stop == length;
        }
        walk
    }

    /// How far along a leg a base may go before it would leave the table: all of it, or to a grain before the edge.
    fn before_edge(&self, r: i32, from: Point, to: Point, length: i32) -> i32 {
        let edge = |at: i32, to: i32, side: i32| {
            let room = if to < at { at - r } else { side - r - at };
            let way = (to - at).abs();
            if way <= room {
                return length;
            }
            let part = Fraction {
                n: i64::from(room.max(0)),
                d: i64::from(way),
            };
            part.floor(length) - 1
        };
        let sides = self.sides();
        edge(from.x, to.x, sides.x)
            .min(edge(from.y, to.y, sides.y))
            .max(0)
    }

    /// Moves away from the nearest foe: straight away, or 45 degrees left or right of that; to the end with the largest
    /// gap to whoever is then nearest of `foes` (ties: in that order).
    pub fn away<I>(
        &self,
        mover: &Mover,
        from: Point,
        nearest: Disc,
        foes: I,
        allowance: i32,
        crowd: &impl Crowd,
    ) -> Walk
    where
        I: Iterator<Item = Disc> + Clone,
    {
        let way = from - nearest.at;
        if way == Point::default() {
            return Walk::stay(from);
        }
        let slant = |left: i32| Point::new(way.x - left * way.y, way.y + left * way.x);
        let toward = |way: Point| {
            let length = i64::from(way.length());
            self.stride(
                mover,
                from,
                from + way.scaled(i64::from(allowance), length),
                allowance,
                crowd,
            )
        };
        let (a, b) = (slant(1), slant(-1));
        let (first, second) = match mover.frame.order(a, b) {
            Ordering::Greater => (b, a),
            _ => (a, b),
        };
        let room = |walk: &Walk| {
            let base = Disc::new(walk.end(), mover.r);
            foes.clone()
                .map(|foe| gap(base, foe))
                .min()
                .unwrap_or(i32::MAX)
        };
        let mut best = toward(way);
        for way in [first, second] {
            let other = toward(way);
            if room(&other) > room(&best) {
                best = other;
            }
        }
        best
    }
}

/// A crowd nobody of which may be passed.
struct Everyone<'a, C>(&'a C);

impl<C: Crowd> Crowd for Everyone<'_, C> {
    fn forbidden(&self) -> impl Iterator<Item = Disc> {
        self.0.standing()
    }

    fn standing(&self) -> impl Iterator<Item = Disc> {
        self.0.standing()
    }
}
