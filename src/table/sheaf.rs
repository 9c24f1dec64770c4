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

/// The nine lines between two bodies.
pub(super) struct Sheaf {
    from: [Point; 3],
    to: [Point; 3],
    low: i32,
    high: i32,
}

impl Sheaf {
    pub fn new(a: &Body, b: &Body) -> Sheaf {
        let along = b.at() - a.at();
        let length = along.length();
        let rim = |body: &Body| {
            // Left and right lie opposite: halves are rounded away from zero.
            let left = across(body.disc, along, length, 8) - body.at();
            [body.at() + left, body.at(), body.at() - left]
        };
        Sheaf {
            from: rim(a),
            to: rim(b),
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
        let mut apart: Lines = 0;
        for (a, b) in polygon.edges() {
            let edge = b - a;
            let outside = |ends: &[Point; 3]| {
                let beyond = |at: usize| Lines::from(edge.cross(ends[at] - a) <= 0) << at;
                beyond(0) | beyond(1) | beyond(2)
            };
            apart |= FROM[usize::from(outside(&self.from))] & (outside(&self.to) * TO);
            if apart == ALL_LINES {
                return 0;
            }
        }
        let mut left = ALL_LINES & !apart;
        let mut through = 0;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            through |= Lines::from(crosses(&self.line(at as usize), polygon)) << at;
        }
        through
    }
}

/// All three lines of each viewer's point in a set.
const FROM: [Lines; 8] = {
    let mut lines = [0; 8];
    let mut set = 0;
    while set < 8 {
        let mut at = 0;
        while at < 3 {
            if set >> at & 1 == 1 {
                lines[set] |= 0b111 << (3 * at);
            }
            at += 1;
        }
        set += 1;
    }
    lines
};

/// Times a set of the target's points: all three lines of each.
const TO: Lines = 0b001_001_001;

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
}
