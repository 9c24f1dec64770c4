//! The line of fire (SK-05): from centre to centre and from mid-height to mid-height. Bodies are in the way of nothing
//! else: between equal bases the outer lines of sight always graze past, and from top to top grazes every equal head.

use super::body::Body;
use super::crossing::{Part, through_circle};
use super::frame::Frame;
use super::grain::Point;
use super::piece::PieceSet;
use super::sheaf::Line;
use super::table::Table;
use std::cmp::Ordering;

/// The part of the line of fire between two bodies that a third is in the way of.
#[inline]
pub fn body_in_the_way(viewer: &Body, target: &Body, body: &Body) -> Option<Part> {
    let part = through_circle(viewer.at(), target.at(), body.disc)?;
    let (a, b) = (viewer.middle(), target.middle());
    part.under(a, b, body.top()).then_some(part)
}

/// Something in the way of a line of fire.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A piece, by number.
    Piece(usize),
    /// A body, by its number among those asked about.
    Body(usize),
}

/// An obstacle on a line of fire.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// What it is.
    pub thing: Thing,
    /// Twice where its middle is.
    pub twice: Point,
    /// The part of the line it is in the way of.
    pub part: Part,
}

impl Obstacle {
    /// Nearest the target first; the later one of a tie begins first, then left first.
    fn order(&self, other: &Obstacle, frame: Frame) -> Ordering {
        let number = |thing: Thing| match thing {
            Thing::Piece(i) => (0, i),
            Thing::Body(i) => (1, i),
        };
        other
            .part
            .to
            .cmp(&self.part.to)
            .then_with(|| other.part.from.cmp(&self.part.from))
            .then_with(|| frame.order(self.twice, other.twice))
            .then_with(|| number(self.thing).cmp(&number(other.thing)))
    }
}

impl Table {
    /// The part of a line of fire that a piece is in the way of.
    pub fn piece_in_the_way(&self, viewer: &Body, target: &Body, piece: usize) -> Option<Part> {
        let line = Line {
            from: viewer.at(),
            to: target.at(),
            low: viewer.middle(),
            high: target.middle(),
        };
        line.stopped_by(&self.pieces()[piece])
    }

    /// Everything in the way of a line of fire, the nearest to the target first: pieces of a set, and bodies, which come
    /// with numbers of the caller's own. Nothing is kept between one and the next, so nothing is allocated.
    pub fn obstacles<'a, I>(
        &'a self,
        viewer: &'a Body,
        target: &'a Body,
        pieces: PieceSet,
        bodies: I,
        frame: Frame,
    ) -> impl Iterator<Item = Obstacle> + 'a
    where
        I: Iterator<Item = (usize, Body)> + Clone + 'a,
    {
        let pieces = self.near_line(viewer, target, pieces);
        let mut last: Option<Obstacle> = None;
        std::iter::from_fn(move || {
            let of_pieces = pieces.iter().filter_map(|i| {
                Some(Obstacle {
                    thing: Thing::Piece(i),
                    twice: self.pieces()[i].shape.twice_middle(),
                    part: self.piece_in_the_way(viewer, target, i)?,
                })
            });
            let of_bodies = bodies.clone().filter_map(|(i, body)| {
                Some(Obstacle {
                    thing: Thing::Body(i),
                    twice: body.at() + body.at(),
                    part: body_in_the_way(viewer, target, &body)?,
                })
            });
            last = of_pieces
                .chain(of_bodies)
                .filter(|next| last.is_none_or(|last| last.order(next, frame) == Ordering::Less))
                .min_by(|a, b| a.order(b, frame));
            last
        })
        .fuse()
    }
}
