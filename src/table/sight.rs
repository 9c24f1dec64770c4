//! Who sees whom (1.5). A body is seen if one of the nine lines between its rim points L, C, R and those of the viewer,
//! from top to top, has nothing in the way; so sight is the same both ways. Pieces that block are always in the way; what
//! a system makes of zones it says by a [`Veil`]. Bodies never count here: they are asked on the line of fire.

use super::body::{Body, across};
use super::crossing::{Fraction, Part, crossing};
use super::distance::{gap, within};
use super::grain::Point;
use super::piece::{Density, Piece, PieceSet, Stuff};
use super::table::Table;

/// What zones do to sight, besides hiding what is behind them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Veil {
    /// A zone stops a line that has more than its `limit` inside.
    pub limit: bool,
    /// A zone higher than both bodies stops a line that enters and leaves it.
    pub through: bool,
    /// A dense zone that one of the bodies is in stops every line, unless that one's base reaches outside it or the gap
    /// is within this many grains.
    pub dense: Option<i32>,
}

impl Veil {
    /// Zones stop nothing.
    pub const OPEN: Veil = Veil {
        limit: false,
        through: false,
        dense: None,
    };
    /// Zones stop lines that have more than their limit inside.
    pub const LIMIT: Veil = Veil {
        limit: true,
        through: false,
        dense: None,
    };
    /// Zones higher than both stop lines right through them.
    pub const THROUGH: Veil = Veil {
        limit: false,
        through: true,
        dense: None,
    };
}

/// A line of sight: from a place and height to a place and height.
#[derive(Copy, Clone, Debug)]
pub(super) struct Line {
    pub from: Point,
    pub to: Point,
    pub low: i32,
    pub high: i32,
}

impl Line {
    /// The part of the line that a piece is in the way of.
    #[inline]
    pub fn stopped_by(&self, piece: &Piece) -> Option<Part> {
        let part = crossing(self.from, self.to, &piece.shape)?;
        part.under(self.low, self.high, piece.top).then_some(part)
    }
}

/// Bit `3i + j` is the line from rim point `i` of one to rim point `j` of the other.
type Lines = u16;
const ALL_LINES: Lines = 0x1FF;

impl Table {
    /// Whether one body sees the other, and the other the one.
    #[inline]
    pub fn sees(&self, a: &Body, b: &Body, veil: Veil) -> bool {
        self.free_lines(a, b, veil) != 0
    }

    /// How many of the nine lines between two bodies are free.
    pub fn lines(&self, a: &Body, b: &Body, veil: Veil) -> u32 {
        self.free_lines(a, b, veil).count_ones()
    }

    /// Whether some line from the very centre of the viewer is free.
    pub fn sees_from_centre(&self, viewer: &Body, target: &Body, veil: Veil) -> bool {
        self.free_lines(viewer, target, veil) & CENTRE != 0
    }

    pub(super) fn free_lines(&self, a: &Body, b: &Body, veil: Veil) -> Lines {
        let mut free = ALL_LINES;
        let mut sheaf = None;
        let zones = if veil == Veil::OPEN {
            PieceSet::NONE
        } else {
            self.obscuring()
        };
        let among = self.near_line(a, b, self.blocking().or(zones));
        for i in among.iter() {
            let piece = &self.pieces()[i];
            let sheaf = sheaf.get_or_insert_with(|| Sheaf::new(a, b));
            if self.blocking().has(i) {
                if piece.top <= a.top().min(b.top()) {
                    continue;
                }
                free &= !sheaf.stopped(free, |line| line.stopped_by(piece).is_some());
            } else if piece.stuff == Stuff::Zone {
                free &= !sheaf.veiled(free, piece, a, b, veil);
            }
            if free == 0 {
                break;
            }
        }
        free
    }

    /// The pieces of a set that come near enough to the line between two bodies to touch any line between them.
    #[inline]
    pub(super) fn near_line(&self, a: &Body, b: &Body, among: PieceSet) -> PieceSet {
        let (p, q) = (a.at(), b.at());
        let pq = q - p;
        let square = pq.square();
        let wide = a.disc.r.max(b.disc.r);
        let mut near = PieceSet::NONE;
        for i in among.iter() {
            let Some(piece) = self.pieces().get(i) else {
                break;
            };
            let reach = i64::from(piece.bounds.r + wide);
            let pc = piece.bounds.at - p;
            let far = reach * reach;
            let along = pq.dot(pc);
            let beside = if along <= 0 {
                pc.square() >= far
            } else if along >= square {
                (piece.bounds.at - q).square() >= far
            } else {
                let cross = pq.cross(pc);
                i128::from(cross) * i128::from(cross) >= i128::from(far) * i128::from(square)
            };
            if !beside {
                near.add(i);
            }
        }
        near
    }
}

/// The three lines from the viewer's centre.
pub(super) const CENTRE: Lines = 0b111 << 3;

/// The nine lines between two bodies.
struct Sheaf {
    from: [Point; 3],
    to: [Point; 3],
    low: i32,
    high: i32,
}

impl Sheaf {
    fn new(a: &Body, b: &Body) -> Sheaf {
        let along = b.at() - a.at();
        let length = along.length();
        let rim = |body: &Body| [8, 0, -8].map(|k| across(body.disc, along, length, k));
        Sheaf {
            from: rim(a),
            to: rim(b),
            low: a.top(),
            high: b.top(),
        }
    }

    /// Which of these lines are stopped.
    #[inline]
    fn stopped(&self, lines: Lines, stops: impl Fn(&Line) -> bool) -> Lines {
        let mut stopped = 0;
        let mut left = lines;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let line = Line {
                from: self.from[at / 3],
                to: self.to[at % 3],
                low: self.low,
                high: self.high,
            };
            if stops(&line) {
                stopped |= 1 << at;
            }
        }
        stopped
    }

    fn veiled(&self, lines: Lines, zone: &Piece, a: &Body, b: &Body, veil: Veil) -> Lines {
        if let Some(near) = veil.dense
            && zone.density == Density::Dense
            && !within(gap(a.disc, b.disc), near)
            && (deep(a, zone) || deep(b, zone))
        {
            return lines;
        }
        let over = veil.through && zone.top > a.top() && zone.top > b.top();
        let limit = if veil.limit { zone.limit } else { None };
        if !over && limit.is_none() {
            return 0;
        }
        self.stopped(lines, |line| {
            let Some(part) = line.stopped_by(zone) else {
                return false;
            };
            let right_through = part.from > Fraction::ZERO && part.to < Fraction::ONE;
            let length = (line.to - line.from).length();
            (over && right_through) || limit.is_some_and(|limit| part.longer(length, limit))
        })
    }
}

/// Whether a body stands in a zone with its whole base.
fn deep(body: &Body, zone: &Piece) -> bool {
    zone.top > body.z && zone.shape.inside(body.at()) && rim_inside(body, zone)
}

fn rim_inside(body: &Body, zone: &Piece) -> bool {
    use super::shape::Shape;
    match &zone.shape {
        Shape::Circle(disc) => {
            let room = i64::from(disc.r - body.disc.r);
            room >= 0 && (body.at() - disc.at).square() <= room * room
        }
        Shape::Polygon(polygon) => polygon.edges().all(|(a, b)| {
            // The distance to the line of the edge is at least the radius.
            let cross = i128::from((b - a).cross(body.at() - a));
            let r = i128::from(body.disc.r);
            cross * cross >= r * r * i128::from((b - a).square())
        }),
    }
}
