//! Whether a leg may be walked (1.6), and what is met first if not. A piece or disc is grown by the mover's base, so that
//! the mover is a point; one whose grown shape holds the start or the end is taken at its true shape, and the end must
//! not overlap it: a mover pushed into a corner may leave it, and a foe that hugs a wall may be reached.

use super::body::Disc;
use super::crossing::{Fraction, crossing, misses, through_circle};
use super::crowd::Crowd;
use super::distance::{overlap, stands_on};
use super::grain::Point;
use super::leg::Mover;
use super::shape::Shape;
use super::table::Table;
use std::cmp::Ordering;

/// What bars a way.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bar {
    /// A piece, by number.
    Piece(usize),
    /// A base, or another forbidden disc.
    Disc(Disc),
}

/// What is met first on a leg, and where.
#[derive(Copy, Clone, Debug)]
pub struct Met {
    /// What it is.
    pub bar: Bar,
    /// Twice where its middle is.
    pub twice: Point,
    /// How far along the leg.
    pub from: Fraction,
}

/// Where a leg first meets something of which it knows the grown shape and the true one. `spared` takes it at its true
/// shape in any case.
#[inline]
fn meets(base: Disc, p: Point, grown: &Shape, shape: &Shape, spared: bool) -> Option<Fraction> {
    let end = base.at;
    let part = crossing(p, end, grown);
    let held = spared || grown.holds(p) || grown.holds(end);
    if !held {
        return part.map(|part| part.from);
    }
    if let Some(part) = crossing(p, end, shape) {
        return Some(part.from);
    }
    if stands_on(base, shape) {
        return Some(part.map_or(Fraction::ZERO, |part| part.from));
    }
    None
}

impl Table {
    /// Whether a leg may be walked from `p` to `end`.
    #[inline]
    pub fn clear(&self, mover: &Mover, p: Point, end: Point, crowd: &impl Crowd) -> bool {
        self.first_met(mover, p, end, crowd, None).is_none()
    }

    /// What is met first on a leg; a tie goes to the left. `spared` is the bar that is being gone round, taken at its
    /// true shape.
    pub(super) fn first_met(
        &self,
        mover: &Mover,
        p: Point,
        end: Point,
        crowd: &impl Crowd,
        spared: Option<Bar>,
    ) -> Option<Met> {
        if p == end {
            return None;
        }
        let base = Disc::new(end, mover.r);
        let mut first: Option<Met> = None;
        let mut note = |bar: Bar, twice: Point, from: Fraction| {
            let met = Met { bar, twice, from };
            let before = |old: &Met| {
                let order = met.from.cmp(&old.from);
                order.then_with(|| mover.frame.order(met.twice, old.twice)) == Ordering::Less
            };
            if first.as_ref().is_none_or(before) {
                first = Some(met);
            }
        };
        for i in mover.ways.barred.iter() {
            let made;
            let grown = match self.kept_grown(i, mover.size) {
                Some(kept) => kept,
                None => {
                    made = self.grown(i, None, mover.r);
                    &made
                }
            };
            if misses(p, end, grown.1) {
                continue;
            }
            let piece = &self.pieces()[i];
            let spare = spared == Some(Bar::Piece(i));
            if let Some(from) = meets(base, p, &grown.0, &piece.shape, spare) {
                note(Bar::Piece(i), piece.shape.twice_middle(), from);
            }
        }
        for disc in crowd.forbidden() {
            let grown = Disc::new(disc.at, disc.r + mover.r);
            if misses(p, end, grown) {
                continue;
            }
            let spare = spared == Some(Bar::Disc(disc));
            let shape = Shape::Circle(disc);
            if let Some(from) = meets(base, p, &Shape::Circle(grown), &shape, spare) {
                note(Bar::Disc(disc), disc.at + disc.at, from);
            }
        }
        first
    }

    /// Whether a base may stand at a place: on the table, on no piece it may not stand on, on no other base.
    pub fn free(&self, mover: &Mover, at: Point, crowd: &impl Crowd) -> bool {
        let base = Disc::new(at, mover.r);
        (mover.leaves || self.on_table(base))
            && !self.stands_on_barred(mover, base)
            && !crowd.standing().any(|other| overlap(base, other))
    }

    fn stands_on_barred(&self, mover: &Mover, base: Disc) -> bool {
        let ways = mover.ways;
        ways.barred.or(ways.over).iter().any(|i| {
            let piece = &self.pieces()[i];
            overlap(base, piece.bounds) && stands_on(base, &piece.shape)
        })
    }

    /// How far back along a leg from `p` a base that would end `far` grains along must go to stand free: to a grain
    /// before whatever it overlaps, at most eight times (1.6, Landing). `None` if nowhere.
    pub(super) fn back_off(
        &self,
        mover: &Mover,
        p: Point,
        q: Point,
        far: i32,
        crowd: &impl Crowd,
    ) -> Option<i32> {
        let way = q - p;
        let length = way.length();
        let mut far = far;
        for _ in 0..=8 {
            if far <= 0 {
                return None;
            }
            let end = along(p, q, length, far);
            let base = Disc::new(end, mover.r);
            let mut back = i32::MAX;
            let mut before = |from: Option<Fraction>| {
                let to = from.map_or(0, |from| from.floor(length)) - 1;
                back = back.min(to.min(far - 1));
            };
            for other in crowd.standing() {
                if overlap(base, other) {
                    let grown = Disc::new(other.at, other.r + mover.r);
                    before(through_circle(p, q, grown).map(|part| part.from));
                }
            }
            for i in mover.ways.barred.or(mover.ways.over).iter() {
                let piece = &self.pieces()[i];
                if overlap(base, piece.bounds) && stands_on(base, &piece.shape) {
                    let (grown, _) = self.grown(i, mover.size, mover.r);
                    before(crossing(p, q, &grown).map(|part| part.from));
                }
            }
            if back == i32::MAX {
                return Some(far);
            }
            far = back;
        }
        None
    }
}

/// The place `far` grains along a leg of `length`.
#[inline]
pub(super) fn along(p: Point, q: Point, length: i32, far: i32) -> Point {
    if far >= length {
        q
    } else {
        p + (q - p).scaled(i64::from(far), i64::from(length))
    }
}
