//! One straight leg (1.6): where it ends, and how far an allowance reaches over slow and rising ground.

use super::body::Disc;
use super::crossing::{crossing, misses, through_circle};
use super::frame::Frame;
use super::grain::Point;
use super::piece::PIECES;
use super::table::Table;
use super::ways::Ways;

/// Where a straight leg from `p` toward `q` ends: at `q`, or `far` grains along.
#[inline]
pub fn leg(p: Point, q: Point, far: i32) -> Point {
    let way = q - p;
    let length = way.length();
    if length <= far {
        q
    } else {
        p + way.scaled(i64::from(far), i64::from(length))
    }
}

/// Whoever moves: a base, how it gets over pieces, and its side's left.
#[derive(Copy, Clone, Debug)]
pub struct Mover<'a> {
    /// The radius of its base.
    pub r: i32,
    /// How it gets over pieces.
    pub ways: &'a Ways,
    /// Left and forward of its side.
    pub frame: Frame,
    /// Whether it may leave the table, as those who run do in some systems.
    pub leaves: bool,
    pub(super) size: Option<usize>,
}

impl Mover<'_> {
    /// The same mover, free to leave the table.
    #[must_use]
    pub fn leaving(self) -> Self {
        Mover {
            leaves: true,
            ..self
        }
    }
}

impl Table {
    /// A mover with a base of this radius.
    pub fn mover<'a>(&self, r: i32, ways: &'a Ways, frame: Frame) -> Mover<'a> {
        Mover {
            r,
            ways,
            frame,
            leaves: false,
            size: self.size_of(r),
        }
    }

    /// Where a mover may make for: the nearest place where its base is wholly on the table, if it stays there.
    #[inline]
    pub(super) fn bounded(&self, mover: &Mover, to: Point) -> Point {
        if mover.leaves {
            to
        } else {
            self.clamp(to, mover.r)
        }
    }

    /// How far along a leg an allowance reaches, and what is spent on the way: on slow ground each grain costs 2 or 4,
    /// and rising ground costs its height up. Where pieces overlap the slowest counts.
    pub fn reach(&self, ways: &Ways, p: Point, q: Point, allowance: i32) -> (i32, i32) {
        let length = (q - p).length();
        let beside = |i: &usize| !misses(p, q, self.pieces()[*i].bounds);
        if !ways.costly.iter().any(|i| beside(&i)) {
            let far = length.min(allowance.max(0));
            return (far, far);
        }
        let mut slow = [Stretch::default(); PIECES];
        let mut n = 0;
        for i in ways.costly.iter().filter(beside) {
            let piece = &self.pieces()[i];
            if let Some(part) = crossing(p, q, &piece.shape) {
                let climbed = ways.climbed.has(i);
                slow[n] = Stretch {
                    from: part.from.rounded(length),
                    to: part.to.rounded(length),
                    pace: i32::from(ways.pace[i]),
                    height: if climbed { piece.top } else { 0 },
                };
                n += 1;
            }
        }
        walk(&slow[..n], length, allowance)
    }
}

/// A stretch of a leg over one piece, in grains along it.
#[derive(Copy, Clone, Default)]
struct Stretch {
    from: i32,
    to: i32,
    pace: i32,
    height: i32,
}

fn walk(slow: &[Stretch], length: i32, allowance: i32) -> (i32, i32) {
    let mut at = 0;
    let mut left = allowance.max(0);
    let spent = |left: i32| allowance.max(0) - left;
    let mut ground = None;
    while at < length {
        let here = || slow.iter().filter(|s| s.from <= at && at < s.to);
        let height = here().map(|s| s.height).max().unwrap_or(0);
        // It starts on the height it stands on.
        let rise = (height - ground.unwrap_or(height)).max(0);
        if rise > left || (rise > 0 && rise == left) {
            // No step up without a grain to spend on top: it stays before the rim.
            return ((at - 1).max(0), spent(left));
        }
        left -= rise;
        ground = Some(height);
        let pace = here().map(|s| s.pace).max().unwrap_or(1);
        let ends = slow.iter().flat_map(|s| [s.from, s.to]);
        let next = ends
            .filter(|&end| end > at)
            .min()
            .unwrap_or(length)
            .min(length);
        let steps = (left / pace).min(next - at);
        left -= steps * pace;
        at += steps;
        if at < next {
            return (at, spent(left));
        }
    }
    (at, spent(left))
}

/// How far along a leg the centre first comes within `far` of a disc's centre; `None` if it never does. Straight at the
/// centre the way is exactly the distance less `far`.
pub(super) fn first_within(p: Point, q: Point, centre: Point, far: i32) -> Option<i32> {
    let (way, pc) = (q - p, centre - p);
    let distance = pc.length();
    if distance <= far {
        return Some(0);
    }
    let length = way.length();
    if way.cross(pc) == 0 {
        let n = distance - far;
        return (way.dot(pc) > 0 && n <= length).then_some(n);
    }
    let part = through_circle(p, q, Disc::new(centre, far))?;
    Some(part.from.rounded(length))
}
