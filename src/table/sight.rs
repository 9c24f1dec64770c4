//! Who sees whom (1.5). A body is seen if one of the nine lines between its rim points L, C, R and those of the viewer,
//! from top to top, has nothing in the way; so sight is the same both ways. Pieces that block are always in the way; what
//! a system makes of zones it says by a [`Veil`]. Bodies never count here: they are asked on the line of fire.

use super::body::{Body, Disc};
use super::crossing::{Fraction, Part, misses};
use super::distance::{gap, within};
use super::grain::Point;
use super::piece::{Density, Piece, PieceSet, Screen, Stuff};
use super::shape::Shape;
use super::sheaf::{ALL_LINES, Line, Lines, MIDDLE, Sheaf, passes_through};
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

impl Table {
    /// Whether one body sees the other, and the other the one.
    #[inline]
    pub fn sees(&self, a: &Body, b: &Body, veil: Veil) -> bool {
        self.some_free(a, b, veil, |_| true) != 0
    }

    /// How many of the nine lines between two bodies are free.
    pub fn lines(&self, a: &Body, b: &Body, veil: Veil) -> u32 {
        self.free_lines(a, b, veil).count_ones()
    }

    /// Whether some line from the very centre of the viewer is free.
    pub fn sees_from_centre(&self, viewer: &Body, target: &Body, veil: Veil) -> bool {
        self.some_free(viewer, target, veil, |free| free & CENTRE != 0) & CENTRE != 0
    }

    pub(super) fn free_lines(&self, a: &Body, b: &Body, veil: Veil) -> Lines {
        self.some_free(a, b, veil, |_| false)
    }

    /// The free lines, or as many as are enough.
    pub(super) fn some_free(
        &self,
        a: &Body,
        b: &Body,
        veil: Veil,
        enough: impl Fn(Lines) -> bool,
    ) -> Lines {
        let zones = if veil == Veil::OPEN {
            PieceSet::NONE
        } else {
            self.veiling()
        };
        let near = self.near_line(a, b, self.blocking().or(zones));
        let mut among = PieceSet::NONE;
        for i in near.iter() {
            match self.pieces()[i].screen_between(a, b, veil) {
                Between::Nothing => {}
                Between::Some => among.add(i),
                Between::All => return 0,
            }
        }
        if among.is_empty() {
            return ALL_LINES;
        }
        // Mostly the line between the centres settles it.
        let middle = Line::middle(a, b);
        let blocker = among.iter().find(|&i| self.stops(&middle, i, veil));
        if blocker.is_none() && enough(1 << MIDDLE) {
            return 1 << MIDDLE;
        }
        let sheaf = Sheaf::new(a, b);
        let tallest = a.top().max(b.top());
        let mut free = ALL_LINES;
        // What stops the middle line mostly stops the others.
        let others = among.iter().filter(|i| Some(*i) != blocker);
        for i in blocker.into_iter().chain(others) {
            let piece = &self.pieces()[i];
            match &piece.shape {
                Shape::Polygon(polygon) if piece.top > tallest && self.blocking().has(i) => {
                    free &= !sheaf.through(polygon);
                }
                _ => {
                    let stopped = |at: usize| self.stops(&sheaf.line(at), i, veil);
                    let left = (0..9).filter(|&at| free >> at & 1 == 1 && stopped(at));
                    free = left.fold(free, |free, at| free & !(1 << at));
                }
            }
            if free == 0 {
                break;
            }
        }
        free
    }

    /// Whether a piece stops a line of sight.
    #[inline]
    fn stops(&self, line: &Line, i: usize, veil: Veil) -> bool {
        let piece = &self.pieces()[i];
        let blocks = self.blocking().has(i);
        match &piece.shape {
            Shape::Polygon(polygon) if blocks && piece.top > line.low.max(line.high) => {
                passes_through(line, polygon)
            }
            _ => match line.stopped_by(piece) {
                None => false,
                Some(part) => blocks || piece.veils(line, &part, veil),
            },
        }
    }

    /// The pieces of a set that come near enough to the line between two bodies to touch any line between them.
    #[inline]
    pub(super) fn near_line(&self, a: &Body, b: &Body, among: PieceSet) -> PieceSet {
        // Rim points are whole places, so they may lie a little outside the rim.
        let wide = a.disc.r.max(b.disc.r) + 1;
        let mut near = PieceSet::NONE;
        let (p, q) = (a.at(), b.at());
        let low = Point::new(p.x.min(q.x), p.y.min(q.y));
        let high = Point::new(p.x.max(q.x), p.y.max(q.y));
        for i in among.iter().take_while(|&i| i < self.pieces().len()) {
            let bounds = self.pieces()[i].bounds;
            let reach = bounds.r + wide;
            // Most pieces are far to one side.
            let beside = bounds.at.x + reach < low.x
                || bounds.at.x - reach > high.x
                || bounds.at.y + reach < low.y
                || bounds.at.y - reach > high.y;
            if !beside && !misses(p, q, Disc::new(bounds.at, reach)) {
                near.add(i);
            }
        }
        near
    }
}

/// Which lines between two bodies a piece may stop.
enum Between {
    Nothing,
    Some,
    All,
}

impl Piece {
    fn screen_between(&self, a: &Body, b: &Body, veil: Veil) -> Between {
        if self.screen == Screen::Blocks {
            return match self.top <= a.top().min(b.top()) {
                true => Between::Nothing,
                false => Between::Some,
            };
        }
        if self.stuff != Stuff::Zone {
            return Between::Nothing;
        }
        let obscures = self.screen == Screen::Obscures;
        if let Some(near) = veil.dense
            && obscures
            && self.density == Density::Dense
            && !within(gap(a.disc, b.disc), near)
            && (deep(a, self) || deep(b, self))
        {
            return Between::All;
        }
        let through = veil.through && obscures && self.top > a.top() && self.top > b.top();
        match through || (veil.limit && self.limit.is_some()) {
            true => Between::Some,
            false => Between::Nothing,
        }
    }

    /// Whether a zone stops a line that has this part inside.
    fn veils(&self, line: &Line, part: &Part, veil: Veil) -> bool {
        let higher = veil.through && self.top > line.low && self.top > line.high;
        let higher = higher && self.screen == Screen::Obscures;
        if higher && part.from > Fraction::ZERO && part.to < Fraction::ONE {
            return true;
        }
        let length = (line.to - line.from).length();
        veil.limit && self.limit.is_some_and(|limit| part.longer(length, limit))
    }
}

/// The three lines from the viewer's centre.
pub(super) const CENTRE: Lines = 0b111 << 3;

/// Whether a body stands in a zone with its whole base.
fn deep(body: &Body, zone: &Piece) -> bool {
    zone.top > body.z && zone.shape.inside(body.at()) && rim_inside(body, zone)
}

fn rim_inside(body: &Body, zone: &Piece) -> bool {
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
