//! The nine lines of sight between two bodies at once: which of them a tall piece stops. Two sets that do not meet are
//! kept apart by one of their edges, so a line crosses the open inside of a polygon exactly if no edge of the polygon has
//! both its ends outside or on it, and the line has corners on both sides. The sides of three ends are asked once and
//! serve three lines each, and nothing is divided.

use super::body::{Body, across};
use super::crossing::Part;
use super::grain::Point;
use super::piece::Piece;
use super::shape::Polygon;

/// Bit `3i + j` is the line from rim point `i` of one to rim point `j` of the other.
pub(super) type Lines = u16;

/// All nine.
pub(super) const ALL_LINES: Lines = 0x1FF;

/// The line from centre to centre.
pub(super) const MIDDLE: usize = 4;

/// A line of sight: from a place and height to a place and height.
#[derive(Copy, Clone, Debug)]
pub(super) struct Line {
    pub from: Point,
    pub to: Point,
    pub low: i32,
    pub high: i32,
}

impl Line {
    /// The line from centre to centre, from top to top.
    #[inline]
    pub fn middle(a: &Body, b: &Body) -> Line {
        Line {
            from: a.at(),
            to: b.at(),
            low: a.top(),
            high: b.top(),
        }
    }

    /// The part of the line that a piece is in the way of.
    #[inline]
    pub fn stopped_by(&self, piece: &Piece) -> Option<Part> {
        let part = super::crossing::crossing(self.from, self.to, &piece.shape)?;
        part.under(self.low, self.high, piece.top).then_some(part)
    }
}

/// Something of each of the three rim points of a body; the fourth repeats the third, for the machine's sake.
type Ends = [i32; 4];

/// The nine lines between two bodies.
pub(super) struct Sheaf {
    from: [Point; 3],
    to: [Point; 3],
    /// For each line, its end crossed with its start.
    turn: [Ends; 3],
    low: i32,
    high: i32,
}

impl Sheaf {
    pub fn new(a: &Body, b: &Body) -> Sheaf {
        let along = b.at() - a.at();
        let length = along.length();
        let left = |body: &Body| across(body.disc, along, length, 8) - body.at();
        // Left and right lie opposite: halves are rounded away from zero.
        let rim = |at: Point, left: Point| [at + left, at, at - left];
        let aside = left(a);
        let from = rim(a.at(), aside);
        let to = rim(b.at(), if a.disc.r == b.disc.r { aside } else { left(b) });
        Sheaf {
            turn: from.map(|start| ends(&to, |end| crossed(end, start))),
            from,
            to,
            low: a.top(),
            high: b.top(),
        }
    }

    #[inline]
    pub fn line(&self, at: usize) -> Line {
        Line {
            from: self.from[at / 3],
            to: self.to[at % 3],
            low: self.low,
            high: self.high,
        }
    }

    /// The lines that cross the open inside of a polygon, whatever their height.
    pub fn through(&self, polygon: &Polygon) -> Lines {
        // Signs are all that is wanted: a set highest bit says that an edge keeps the two apart, or that some corner lies
        // on a side of the line.
        let none = [[0; 4]; 3];
        let (mut apart, mut left, mut right) = (none, none, none);
        let corners = polygon.corners();
        let of = |corner: Point| {
            (
                ends(&self.from, |end| crossed(corner, end)),
                ends(&self.to, |end| crossed(corner, end)),
            )
        };
        let mut last = corners[corners.len() - 1];
        let mut before = of(last);
        for &corner in corners {
            let here = of(corner);
            // Twice the area between the edge and each end, less one: negative outside the edge and on it.
            let edge = crossed(corner, last).wrapping_add(1);
            let side = |here: Ends, before: Ends| -> Ends {
                std::array::from_fn(|at| here[at].wrapping_sub(before[at]).wrapping_sub(edge))
            };
            let outside = (side(here.0, before.0), side(here.1, before.1));
            for i in 0..3 {
                for j in 0..4 {
                    apart[i][j] |= outside.0[i] & outside.1[j];
                    let side = here.0[i]
                        .wrapping_sub(here.1[j])
                        .wrapping_sub(self.turn[i][j]);
                    right[i][j] |= side;
                    left[i][j] |= side.wrapping_neg();
                }
            }
            (last, before) = (corner, here);
        }
        let mut through = 0;
        for i in 0..3 {
            for j in 0..3 {
                let crosses = left[i][j] & right[i][j] & !apart[i][j] < 0;
                through |= Lines::from(crosses) << (3 * i + j);
            }
        }
        through
    }
}

/// Something of each of three points.
#[inline]
fn ends(points: &[Point; 3], of: impl Fn(Point) -> i32) -> Ends {
    let [a, b, c] = points.map(of);
    [a, b, c, c]
}

/// Twice the area between two places and the origin. It may not fit; what is made of it, twice the area between three
/// places of a table, does (SK-01), so it is right again once it is put together.
#[inline]
fn crossed(a: Point, b: Point) -> i32 {
    a.x.wrapping_mul(b.y).wrapping_sub(a.y.wrapping_mul(b.x))
}

/// Whether a line has corners of a polygon on both its sides.
#[inline]
fn crosses(line: &Line, polygon: &Polygon) -> bool {
    let way = line.to - line.from;
    let (mut left, mut right) = (false, false);
    for corner in polygon.corners() {
        let side = way.cross(*corner - line.from);
        left |= side > 0;
        right |= side < 0;
    }
    left & right
}

/// Whether a line crosses the open inside of a polygon, whatever its height.
#[inline]
pub(super) fn passes_through(line: &Line, polygon: &Polygon) -> bool {
    let beyond = |(a, b): (Point, Point)| {
        let edge = b - a;
        edge.cross(line.from - a) <= 0 && edge.cross(line.to - a) <= 0
    };
    crosses(line, polygon) && !polygon.edges().any(beyond)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::crossing::crossing;
    use crate::table::grain::LONGEST;
    use crate::table::scenes_tests::Chooser;
    use crate::table::{Disc, Shape, TALL};

    /// Line by line and all at once, on lines that miss, graze and cross.
    #[test]
    fn all_at_once_is_line_by_line() {
        let mut chance = Chooser::new(5);
        let (mut some, mut all, mut none) = (0, 0, 0);
        for _ in 0..20_000 {
            // Small whole numbers, so that edges are grazed often.
            let mut place = || Point::new(chance.within(0, 39) * 20, chance.within(0, 39) * 20);
            let corners: Vec<Point> = (0..4).map(|_| place()).collect();
            let (a, b) = (place(), place());
            let r = chance.one(&[20, 60, 61]);
            let Ok(polygon) = Polygon::new(&corners[..3]).or_else(|_| Polygon::new(&corners))
            else {
                continue;
            };
            let body = |at: Point| Body::new(Disc::new(at, r), 0, TALL);
            let sheaf = Sheaf::new(&body(a), &body(b));
            let through = sheaf.through(&polygon);
            for at in 0..9 {
                let line = sheaf.line(at);
                let one = crossing(line.from, line.to, &Shape::Polygon(polygon)).is_some();
                assert_eq!(through >> at & 1 == 1, one, "{line:?} {corners:?}");
                assert_eq!(passes_through(&line, &polygon), one, "{line:?} {corners:?}");
            }
            match through {
                0 => none += 1,
                ALL_LINES => all += 1,
                _ => some += 1,
            }
        }
        assert!(some > 500 && all > 500 && none > 500, "{some} {all} {none}");
    }

    /// Areas on the largest table there is do not fit between the origin and two places, and fit between three places.
    #[test]
    fn all_at_once_holds_on_the_largest_table() {
        let (near, far) = (60, LONGEST - 60);
        let corners = [(near, near), (far, near), (far, far), (near, far)];
        let corners = corners.map(|(x, y)| Point::new(x, y));
        for a in corners {
            for b in corners.into_iter().filter(|b| *b != a) {
                let body = |at: Point| Body::new(Disc::new(at, 60), 0, TALL);
                let sheaf = Sheaf::new(&body(a), &body(b));
                for (low, high) in [
                    ((0, 0), (LONGEST, LONGEST)),
                    ((1, 1), (200, LONGEST)),
                    ((9000, 9000), (9001, 28_800)),
                ] {
                    let polygon =
                        Polygon::rectangle(Point::new(low.0, low.1), Point::new(high.0, high.1));
                    let polygon = polygon.expect("a rectangle");
                    let through = sheaf.through(&polygon);
                    for at in 0..9 {
                        let line = sheaf.line(at);
                        let one = crossing(line.from, line.to, &Shape::Polygon(polygon)).is_some();
                        assert_eq!(through >> at & 1 == 1, one, "{line:?} {low:?} {high:?}");
                    }
                }
            }
        }
    }
}
