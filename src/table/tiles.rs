//! How much of a body is hidden (1.5): its silhouette is cut into 8 slices of 4 rows, and a tile is hidden by whatever is
//! in the way of the line from the viewer's centre, at its top, to the middle of the tile.

use super::body::{Body, Disc, across};
use super::crossing::crossing;
use super::grain::Point;
use super::piece::{Piece, PieceSet, Stuff};
use super::shape::Shape;
use super::sight::{CENTRE, Veil};
use super::table::Table;

/// A set of tiles: bit `4i + j` is row `j` (from below) of slice `i` (from the viewer's right).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tiles(pub u32);

impl Tiles {
    /// Every tile.
    pub const ALL: Tiles = Tiles(u32::MAX);

    /// How many tiles are in it.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether at least half of the 32 are in it.
    #[inline]
    pub const fn half(self) -> bool {
        self.count() >= 16
    }
}

/// How a viewer sees a target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Whether it sees it at all.
    pub seen: bool,
    /// What is hidden of it.
    pub hidden: Tiles,
}

impl Table {
    /// The tiles of `target` that pieces of a set hide from the viewer. The zone the viewer stands in hides nothing
    /// (SK-14).
    pub fn hidden(&self, viewer: &Body, target: &Body, among: PieceSet) -> Tiles {
        let among = self.near_line(viewer, target, among);
        let mut hidden = 0;
        let mut slices = None;
        for i in among.iter() {
            let piece = &self.pieces()[i];
            if piece.top <= viewer.top().min(target.z)
                || piece.stuff == Stuff::Zone && piece.shape.inside(viewer.at())
            {
                continue;
            }
            let slices = slices.get_or_insert_with(|| Slices::new(viewer, target));
            hidden |= slices.hidden_by(piece, !hidden);
            if hidden == u32::MAX {
                break;
            }
        }
        Tiles(hidden)
    }

    /// Whether a target is seen, and what pieces of a set hide of it: everything, if it is seen but not from the
    /// viewer's centre.
    pub fn view(&self, viewer: &Body, target: &Body, veil: Veil, among: PieceSet) -> View {
        let free = self.free_lines(viewer, target, veil);
        let hidden = if free & CENTRE == 0 {
            Tiles::ALL
        } else {
            self.hidden(viewer, target, among)
        };
        View {
            seen: free != 0,
            hidden,
        }
    }
}

/// How many of the eight strips between an observer and an observed body a shape lies across (1.5): lines from slice to
/// slice, in plan. Half the width of the corridor is 4.
pub fn strips(observer: Disc, observed: Disc, shape: &Shape) -> u32 {
    let way = observed.at - observer.at;
    let length = way.length();
    let crossed = |k: &i32| {
        let (from, to) = (
            across(observer, way, length, *k),
            across(observed, way, length, *k),
        );
        crossing(from, to, shape).is_some()
    };
    SLICES.iter().filter(|k| crossed(k)).count() as u32
}

/// Where the slices of a silhouette are, in eighths of a radius to the left.
const SLICES: [i32; 8] = [-7, -5, -3, -1, 1, 3, 5, 7];

/// The silhouette of a target.
struct Slices {
    points: [Point; 8],
    rows: [i32; 4],
    eye: Point,
    top: i32,
}

impl Slices {
    fn new(viewer: &Body, target: &Body) -> Slices {
        let along = target.at() - viewer.at();
        let length = along.length();
        Slices {
            points: SLICES.map(|k| across(target.disc, along, length, k)),
            rows: [1, 3, 5, 7].map(|k| target.z + (target.h * k).div_euclid(8)),
            eye: viewer.at(),
            top: viewer.top(),
        }
    }

    /// Which of the tiles asked for a piece hides.
    fn hidden_by(&self, piece: &Piece, asked: u32) -> u32 {
        let mut hidden = 0;
        for (i, slice) in self.points.iter().enumerate() {
            if asked >> (4 * i) & 15 == 0 {
                continue;
            }
            let Some(part) = crossing(self.eye, *slice, &piece.shape) else {
                continue;
            };
            for (j, row) in self.rows.iter().enumerate() {
                if part.under(self.top, *row, piece.top) {
                    hidden |= 1 << (4 * i + j);
                }
            }
        }
        hidden
    }
}
