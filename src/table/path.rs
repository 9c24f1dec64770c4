//! The path rule (SK-08): straight; round the first obstacle by its shorter side; stop at the second. It needs no
//! planner, costs a few crossings, never leaves the table, and looks right: men go round a house the short way.

use super::body::Disc;
use super::clear::{Bar, Met, along};
use super::crowd::Crowd;
use super::grain::{INCH, Point, csq};
use super::leg::{Mover, first_within};
use super::shape::{CORNERS, Shape};
use super::table::Table;
use super::walk::Walk;

/// Where a path leads.
#[derive(Copy, Clone, Debug)]
pub struct Goal {
    /// The place it makes for.
    pub to: Point,
    /// How near its centre comes to `to` before it stops.
    pub short: i32,
}

impl Goal {
    /// To a place.
    pub const fn place(to: Point) -> Goal {
        Goal { to, short: 0 }
    }

    /// Toward a base, until the gap between it and a mover of radius `r` is `gap`.
    pub const fn base(target: Disc, r: i32, gap: i32) -> Goal {
        Goal {
            to: target.at,
            short: target.r + r + gap,
        }
    }
}

/// A way round something: its corners between start and goal.
struct Chain {
    corners: [Point; CORNERS],
    n: usize,
    length: i32,
}

impl Table {
    /// Walks by the path rule as far as the allowance lasts. `detour` takes the longer side, for a mover that was stuck.
    pub fn path(
        &self,
        mover: &Mover,
        from: Point,
        goal: Goal,
        allowance: i32,
        crowd: &impl Crowd,
        detour: bool,
    ) -> Walk {
        let to = self.bounded(mover, goal.to);
        // A base is made for where it can be reached, and stopped at where it stands.
        let target = match goal.short {
            0 => Goal::place(to),
            _ => goal,
        };
        let mut walk = Walk::stay(from);
        let wanted = allowance.min((target.to - from).length() - goal.short);
        if wanted <= 0 {
            walk.done = true;
            return walk;
        }
        let (far, spent, _) = self.leg_far(mover, from, to, target, allowance);
        let end = along(from, to, (to - from).length(), far);
        match self.first_met(mover, from, end, crowd, None) {
            None => {
                walk.go(end);
                walk.spent = spent;
                walk.done = true;
                self.land(&mut walk, mover, crowd);
            }
            Some(met) => match self.round(mover, from, to, &met, detour) {
                Some(chain) => {
                    let mut legs = [to; CORNERS + 1];
                    legs[..chain.n].copy_from_slice(&chain.corners[..chain.n]);
                    let legs = &legs[..=chain.n];
                    self.walk_legs(
                        &mut walk,
                        mover,
                        legs,
                        target,
                        allowance,
                        crowd,
                        Some(met.bar),
                    );
                }
                None => self.walk_legs(&mut walk, mover, &[to], target, allowance, crowd, None),
            },
        }
        walk.stuck = wanted >= 2 * INCH && walk.length() < INCH / 2;
        walk
    }

    /// Walks one straight leg as far as it is clear and the allowance lasts, to a place where it may stand.
    pub fn stride(
        &self,
        mover: &Mover,
        from: Point,
        to: Point,
        allowance: i32,
        crowd: &impl Crowd,
    ) -> Walk {
        let to = self.bounded(mover, to);
        let mut walk = Walk::stay(from);
        self.walk_legs(
            &mut walk,
            mover,
            &[to],
            Goal::place(to),
            allowance,
            crowd,
            None,
        );
        walk
    }

    /// A walk cut back to `far` grains from its start, and further to where the mover may stand.
    pub fn cut(&self, mover: &Mover, walk: &Walk, far: i32, crowd: &impl Crowd) -> Walk {
        let mut cut = Walk::stay(walk.start());
        let mut left = far.max(0);
        for leg in walk.points().windows(2) {
            let length = (leg[1] - leg[0]).length();
            cut.go(along(leg[0], leg[1], length, left));
            if left <= length {
                break;
            }
            left -= length;
        }
        cut.spent = walk.spent;
        self.land(&mut cut, mover, crowd);
        cut
    }

    /// How far a leg is walked: to its end, to where the goal is near enough, or as far as the allowance lasts. Also what
    /// it costs, and whether the goal was reached.
    fn leg_far(
        &self,
        mover: &Mover,
        p: Point,
        q: Point,
        goal: Goal,
        allowance: i32,
    ) -> (i32, i32, bool) {
        let length = (q - p).length();
        let stop = match goal.short {
            0 => None,
            short => first_within(p, q, goal.to, short),
        };
        let (far, spent) = match stop {
            Some(stop) if stop < length => {
                self.reach(mover.ways, p, along(p, q, length, stop), allowance)
            }
            _ => self.reach(mover.ways, p, q, allowance),
        };
        match stop {
            Some(stop) => (far.min(stop), spent, far >= stop),
            None => (far, spent, q == goal.to && far >= length),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one walk, told in full")]
    fn walk_legs(
        &self,
        walk: &mut Walk,
        mover: &Mover,
        legs: &[Point],
        goal: Goal,
        allowance: i32,
        crowd: &impl Crowd,
        round: Option<Bar>,
    ) {
        let mut left = allowance;
        for &to in legs {
            let from = walk.end();
            let length = (to - from).length();
            if length == 0 {
                continue;
            }
            let (far, spent, reached) = self.leg_far(mover, from, to, goal, left);
            let end = along(from, to, length, far);
            if let Some(met) = self.first_met(mover, from, end, crowd, round) {
                let before = met.from.floor((end - from).length()) - 1;
                left = 0;
                if before > 0 {
                    walk.go(along(from, to, length, before));
                }
                break;
            }
            walk.go(end);
            left -= spent;
            if reached || far < length || left <= 0 {
                walk.done = true;
                break;
            }
        }
        walk.spent = allowance - left;
        self.land(walk, mover, crowd);
    }

    /// Takes a walk back, leg by leg, until the mover may stand at its end (1.6, Landing), and counts what it cost.
    fn land(&self, walk: &mut Walk, mover: &Mover, crowd: &impl Crowd) {
        if self.free(mover, walk.end(), crowd) && walk.done {
            return;
        }
        let mut landed = Walk::stay(walk.start());
        let points = walk.points();
        let mut last = points.len() - 1;
        while last > 0 {
            let (p, q) = (points[last - 1], points[last]);
            let length = (q - p).length();
            if let Some(far) = self.back_off(mover, p, q, length, crowd) {
                for &point in &points[1..last] {
                    landed.go(point);
                }
                landed.go(along(p, q, length, far));
                landed.done = walk.done && last + 1 == points.len() && far == length;
                break;
            }
            last -= 1;
        }
        let legs = landed.points().windows(2);
        let spent: i32 = legs
            .map(|leg| self.reach(mover.ways, leg[0], leg[1], i32::MAX / 8).1)
            .sum();
        // Asked again for shorter legs the ends of slow stretches round differently: never more than was walked.
        landed.spent = spent.min(walk.spent);
        landed.stuck = walk.stuck;
        if points.len() == 1 {
            landed.done = walk.done;
        }
        *walk = landed;
    }

    /// The way round what was met: the shorter side that stays on the table, or the longer for a detour.
    fn round(
        &self,
        mover: &Mover,
        from: Point,
        to: Point,
        met: &Met,
        detour: bool,
    ) -> Option<Chain> {
        let mut frame = [Point::default(); CORNERS];
        let corners = match met.bar {
            Bar::Piece(i) => match self.grown(i, mover.size, mover.r).0 {
                Shape::Polygon(polygon) => {
                    let n = polygon.corners().len();
                    frame[..n].copy_from_slice(polygon.corners());
                    &frame[..n]
                }
                Shape::Circle(disc) => {
                    frame = octagon(disc);
                    &frame[..]
                }
            },
            Bar::Disc(disc) => {
                frame = octagon(Disc::new(disc.at, disc.r + mover.r));
                &frame[..]
            }
        };
        let on_table = |chain: &Chain| {
            let mut corners = chain.corners[..chain.n].iter();
            mover.leaves || corners.all(|&at| self.on_table(Disc::new(at, mover.r)))
        };
        let left = Some(chain(from, to, corners, 1)).filter(on_table);
        let right = Some(chain(from, to, corners, -1)).filter(on_table);
        match (left, right) {
            (Some(left), Some(right)) => {
                let order = left.length.cmp(&right.length);
                // Equal ways: the one whose corners lie further to the side's own left.
                let order = order.then_with(|| {
                    let sum = |chain: &Chain, times: usize| {
                        let corners = chain.corners[..chain.n].iter();
                        let sum = corners.fold(Point::default(), |sum, c| sum + (*c - from));
                        let times = times as i32;
                        Point::new(sum.x * times, sum.y * times)
                    };
                    let (a, b) = (sum(&left, right.n.max(1)), sum(&right, left.n.max(1)));
                    mover.frame.order(a, b)
                });
                Some(if order.is_le() != detour { left } else { right })
            }
            (one, None) => one,
            (None, other) => other,
        }
    }
}

/// The corners of the eight-sided frame around a circle, no nearer to it than its radius.
fn octagon(disc: Disc) -> [Point; CORNERS] {
    let r = disc.r;
    // The smallest whole number with which the slanting edges keep the radius too: tan 22.5 degrees of it.
    let k = csq(2 * i64::from(r) * i64::from(r)) - r;
    [
        (r, -k),
        (r, k),
        (k, r),
        (-k, r),
        (-r, k),
        (-r, -k),
        (-k, -r),
        (k, -r),
    ]
    .map(|(x, y)| disc.at + Point::new(x, y))
}

/// The hull of start, goal and the corners on one side of the line between them (1: left, -1: right), from start to goal.
fn chain(from: Point, to: Point, corners: &[Point], side: i64) -> Chain {
    let way = to - from;
    let mut left = [Point::default(); CORNERS];
    let mut n = 0;
    for &corner in corners {
        if way.cross(corner - from) * side > 0 {
            left[n] = corner;
            n += 1;
        }
    }
    let mut hull = Chain {
        corners: [Point::default(); CORNERS],
        n: 0,
        length: 0,
    };
    let mut at = from;
    while hull.n < CORNERS {
        // The next corner is the one that leaves nothing outside; the goal is last, being on the line itself.
        let mut next = to;
        for &corner in &left[..n] {
            let turn = (next - at).cross(corner - at) * side;
            let further = turn == 0 && (corner - at).square() > (next - at).square();
            if corner != at && (turn > 0 || further && next != to) {
                next = corner;
            }
        }
        hull.length += (next - at).length();
        at = next;
        if next == to {
            return hull;
        }
        hull.corners[hull.n] = next;
        hull.n += 1;
    }
    hull.length += (to - at).length();
    hull
}
