//! Distance (1.4): gaps between bases, and between bases and pieces, in whole grains rounded up. Height does not enter.

use super::body::Disc;
use super::grain::{INCH, Point, SLACK, csq};
use super::shape::{Polygon, Shape};

/// From rim to rim of two bases: 0 where they touch or overlap.
#[inline]
pub fn gap(a: Disc, b: Disc) -> i32 {
    ((a.at - b.at).length() - a.r - b.r).max(0)
}

/// Whether a gap is within so many grains.
#[inline]
pub const fn within(gap: i32, grains: i32) -> bool {
    gap <= grains + SLACK
}

/// A gap in whole inches, rounded up but for the slack: what a difficulty counts.
#[inline]
pub const fn up(gap: i32) -> i32 {
    let over = gap - SLACK;
    if over <= 0 {
        0
    } else {
        (over + INCH - 1) / INCH
    }
}

/// Whether two bases touch.
#[inline]
pub fn touching(a: Disc, b: Disc) -> bool {
    gap(a, b) <= SLACK
}

/// Whether two bases overlap: further than the slack.
#[inline]
pub fn overlap(a: Disc, b: Disc) -> bool {
    let least = i64::from(a.r + b.r - SLACK);
    least > 0 && (a.at - b.at).square() < least * least
}

/// From a point to the nearest point of a segment, rounded up.
#[inline]
pub fn to_segment(p: Point, a: Point, b: Point) -> i32 {
    let (edge, ap) = (b - a, p - a);
    let along = edge.dot(ap);
    let length = edge.square();
    if along <= 0 {
        ap.length()
    } else if along >= length {
        (p - b).length()
    } else {
        let cross = i128::from(edge.cross(ap));
        let square = cross * cross;
        let length = i128::from(length);
        csq(((square + length - 1) / length) as i64)
    }
}

/// From a point to the nearest point of a shape: 0 inside.
#[inline]
pub fn to_shape(p: Point, shape: &Shape) -> i32 {
    match shape {
        Shape::Circle(disc) => ((p - disc.at).length() - disc.r).max(0),
        Shape::Polygon(_) if shape.inside(p) => 0,
        Shape::Polygon(polygon) => to_edges(p, polygon),
    }
}

/// From a point to the nearest edge.
fn to_edges(p: Point, polygon: &Polygon) -> i32 {
    let all = polygon.edges().map(|(a, b)| to_segment(p, a, b));
    all.min().unwrap_or(0)
}

/// From the rim of a base to a shape: 0 where it touches, overlaps or is inside.
#[inline]
pub fn gap_to(base: Disc, shape: &Shape) -> i32 {
    (to_shape(base.at, shape) - base.r).max(0)
}

/// Whether a base stands on a shape, further than the slack.
#[inline]
pub fn stands_on(base: Disc, shape: &Shape) -> bool {
    match shape {
        Shape::Circle(disc) => overlap(base, *disc),
        Shape::Polygon(_) => to_shape(base.at, shape) < base.r - SLACK,
    }
}

/// Between two shapes: 0 where they overlap or touch.
pub fn between(a: &Shape, b: &Shape) -> i32 {
    match (a, b) {
        (Shape::Circle(a), Shape::Circle(b)) => gap(*a, *b),
        (Shape::Circle(disc), polygon) | (polygon, Shape::Circle(disc)) => gap_to(*disc, polygon),
        (Shape::Polygon(p), Shape::Polygon(q)) => {
            if !apart(p, q) {
                return 0;
            }
            let least = |from: &Polygon, to: &Polygon| {
                let all = from.corners().iter().map(|c| to_edges(*c, to));
                all.min().unwrap_or(0)
            };
            least(p, q).min(least(q, p))
        }
    }
}

/// Whether some edge of one polygon has the other wholly on its far side, or on the edge itself.
fn apart(p: &Polygon, q: &Polygon) -> bool {
    let parts = |of: &Polygon, other: &Polygon| {
        of.edges().any(|(a, b)| {
            let mut corners = other.corners().iter();
            corners.all(|c| (b - a).cross(*c - a) <= 0)
        })
    };
    parts(p, q) || parts(q, p)
}

/// Whether the insides of two shapes have a point in common.
pub fn cover_each_other(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Circle(a), Shape::Circle(b)) => {
            let reach = i64::from(a.r + b.r);
            (a.at - b.at).square() < reach * reach
        }
        (Shape::Circle(disc), polygon) | (polygon, Shape::Circle(disc)) => {
            // Rounded up, so a distance of exactly the radius is no overlap and one of less than it may look like none.
            polygon.inside(disc.at) || to_shape(disc.at, polygon) < disc.r
        }
        (Shape::Polygon(p), Shape::Polygon(q)) => !apart(p, q),
    }
}
