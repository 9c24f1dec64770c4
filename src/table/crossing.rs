//! Which part of a segment lies in the open interior of a shape (1.5), as exact fractions of it. Touching a rim or a
//! corner, or running along an edge, is nothing: grazing never blocks.

use super::body::Disc;
use super::grain::{Point, isqrt};
use super::shape::{Polygon, Shape};
use std::cmp::Ordering;

/// A fraction of a segment, from 0 at its start to 1 at its end.
#[derive(Copy, Clone, Debug)]
pub struct Fraction {
    /// Above the line.
    pub n: i64,
    /// Below the line, positive.
    pub d: i64,
}

impl Fraction {
    /// The start.
    pub const ZERO: Fraction = Fraction { n: 0, d: 1 };
    /// The end.
    pub const ONE: Fraction = Fraction { n: 1, d: 1 };

    /// So many grains along a segment of `length`, rounded down.
    #[inline]
    pub fn floor(self, length: i32) -> i32 {
        (i128::from(self.n) * i128::from(length)).div_euclid(i128::from(self.d)) as i32
    }

    /// So many grains along a segment of `length`, rounded.
    #[inline]
    pub fn rounded(self, length: i32) -> i32 {
        let (n, d) = (i128::from(self.n) * i128::from(length), i128::from(self.d));
        ((2 * n + d).div_euclid(2 * d)) as i32
    }
}

impl PartialEq for Fraction {
    #[inline]
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    #[inline]
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    #[inline]
    fn cmp(&self, other: &Fraction) -> Ordering {
        // Corners of grown pieces may lie off the table, and then 64 bits are too few.
        (i128::from(self.n) * i128::from(other.d)).cmp(&(i128::from(other.n) * i128::from(self.d)))
    }
}

/// A part of a segment: `0 <= from < to <= 1`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it begins.
    pub from: Fraction,
    /// Where it ends.
    pub to: Fraction,
}

impl Part {
    /// Whether something of height `top` is in the way of a line that runs from height `a` to height `b` and is over it
    /// in this part.
    #[inline]
    pub fn under(&self, a: i32, b: i32, top: i32) -> bool {
        // The line is lowest at one end of the part.
        let lower = if a < b { self.from } else { self.to };
        i64::from(a) * lower.d + i64::from(b - a) * lower.n < i64::from(top) * lower.d
    }

    /// Whether more than `limit` grains of a segment of `length` are in it.
    #[inline]
    pub fn longer(&self, length: i32, limit: i32) -> bool {
        let (a, b) = (self.from, self.to);
        let n = i128::from(b.n) * i128::from(a.d) - i128::from(a.n) * i128::from(b.d);
        n * i128::from(length) > i128::from(limit) * i128::from(a.d) * i128::from(b.d)
    }
}

/// The part of the segment from `p` to `q` in the open interior of a shape.
#[inline]
pub fn crossing(p: Point, q: Point, shape: &Shape) -> Option<Part> {
    match shape {
        Shape::Circle(disc) => through_circle(p, q, *disc),
        Shape::Polygon(polygon) => through_polygon(p, q, polygon),
    }
}

/// The part of the segment from `p` to `q` in the open interior of a circle.
#[inline]
pub fn through_circle(p: Point, q: Point, disc: Disc) -> Option<Part> {
    let (pq, pc) = (q - p, disc.at - p);
    let a = pq.square();
    let x = pq.cross(pc);
    let d = a * i64::from(disc.r) * i64::from(disc.r) - x * x;
    if d <= 0 {
        return None;
    }
    let b = pq.dot(pc);
    let s = isqrt(d);
    let (from, to) = ((b - s).max(0), (b + s).min(a));
    (from < to).then_some(Part {
        from: Fraction { n: from, d: a },
        to: Fraction { n: to, d: a },
    })
}

/// The part of the segment from `p` to `q` in the open interior of a polygon.
#[inline]
fn through_polygon(p: Point, q: Point, polygon: &Polygon) -> Option<Part> {
    if p == q {
        return None;
    }
    let mut part = Part {
        from: Fraction::ZERO,
        to: Fraction::ONE,
    };
    for (a, b) in polygon.edges() {
        let (fp, fq) = ((b - a).cross(p - a), (b - a).cross(q - a));
        if fp <= 0 && fq <= 0 {
            return None;
        }
        if fp < 0 {
            let n = Fraction { n: -fp, d: fq - fp };
            part.from = part.from.max(n);
        } else if fq < 0 {
            let n = Fraction { n: fp, d: fp - fq };
            part.to = part.to.min(n);
        }
    }
    (part.from < part.to).then_some(part)
}

/// Whether a segment keeps clear of the open inside of a circle.
#[inline]
pub(super) fn misses(p: Point, q: Point, disc: Disc) -> bool {
    let far = i64::from(disc.r) * i64::from(disc.r);
    let (pq, pc) = (q - p, disc.at - p);
    let along = pq.dot(pc);
    if along <= 0 {
        return pc.square() >= far;
    }
    let square = pq.square();
    if along >= square {
        return (disc.at - q).square() >= far;
    }
    let cross = pq.cross(pc);
    cross * cross >= far * square
}
