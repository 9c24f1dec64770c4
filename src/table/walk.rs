//! A walk: the legs of one move, as it was made. Reactions and replays ask where the mover was on the way.

use super::clear::along;
use super::grain::{INCH, Point};

/// The most corners of a walk: its start, round one piece or base, its end.
pub const TURNS: usize = 10;

/// A move as it was made.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    points: [Point; TURNS],
    n: u8,
    /// What it cost: grains walked, more on slow or rising ground.
    pub spent: i32,
    /// Whether a move of at least 2 inches was cut below half an inch: the next path should take the longer side (SK-08).
    pub stuck: bool,
    /// Whether it got as far as it was to go: to its goal, or to the end of its allowance.
    pub done: bool,
}

impl Walk {
    /// A walk that stays where it is.
    pub fn stay(at: Point) -> Walk {
        Walk {
            points: [at; TURNS],
            n: 1,
            spent: 0,
            stuck: false,
            done: false,
        }
    }

    pub(super) fn go(&mut self, to: Point) {
        if to != self.end() && usize::from(self.n) < TURNS {
            self.points[usize::from(self.n)] = to;
            self.n += 1;
        }
    }

    /// Where it began, turned, and ended.
    #[inline]
    pub fn points(&self) -> &[Point] {
        &self.points[..usize::from(self.n)]
    }

    /// Where it began.
    #[inline]
    pub fn start(&self) -> Point {
        self.points[0]
    }

    /// Where it ended.
    #[inline]
    pub fn end(&self) -> Point {
        self.points[usize::from(self.n) - 1]
    }

    /// Whether nobody moved.
    #[inline]
    pub fn is_still(&self) -> bool {
        self.n == 1
    }

    /// How long it is in plan.
    pub fn length(&self) -> i32 {
        let legs = self.points().windows(2);
        legs.map(|leg| (leg[1] - leg[0]).length()).sum()
    }

    /// The place so many grains from the start.
    pub fn at(&self, far: i32) -> Point {
        let mut left = far;
        for leg in self.points().windows(2) {
            let length = (leg[1] - leg[0]).length();
            if left <= length {
                return along(leg[0], leg[1], length, left.max(0));
            }
            left -= length;
        }
        self.end()
    }

    /// The start, every whole inch walked, and the end, each with its distance from the start.
    pub fn inches(&self) -> impl Iterator<Item = (i32, Point)> + '_ {
        let length = self.length();
        let whole = (0..).map(|inch| inch * INCH);
        let on_the_way = whole.take_while(move |&far| far < length || far == 0);
        let end = (length > 0).then_some(length);
        on_the_way.chain(end).map(|far| (far, self.at(far)))
    }
}
