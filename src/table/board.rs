//! The moving part of a fight: where everyone stands, who is alive, and who is known to see whom. Fixed arrays by side,
//! `Copy`, never allocated: a fight begins by copying the deployed image back.

use super::body::{Body, Disc};
use super::crowd::Crowd;
use super::distance::gap;
use super::grain::Point;
use super::seen::Seen;
use super::sight::Veil;
use super::table::Table;

/// The most bodies of a side.
pub const MOST: usize = 128;

/// A set of the bodies of a side: bit `i` is body `i`.
pub type BodySet = u128;

/// The numbers in a set, rising.
#[inline]
pub fn members(set: BodySet) -> impl Iterator<Item = usize> + Clone {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let first = left.trailing_zeros() as usize;
            left &= left - 1;
            first
        })
    })
}

/// The bodies of a side.
#[derive(Copy, Clone, Debug)]
pub struct Ranks {
    x: [i16; MOST],
    y: [i16; MOST],
    z: [i16; MOST],
    r: [i16; MOST],
    h: [i16; MOST],
    n: u8,
    /// The radius that all have, or -1.
    common: i16,
    /// Who is on the table and alive.
    alive: BodySet,
}

impl Default for Ranks {
    fn default() -> Ranks {
        Ranks {
            x: [0; MOST],
            y: [0; MOST],
            z: [0; MOST],
            r: [0; MOST],
            h: [0; MOST],
            n: 0,
            common: -1,
            alive: 0,
        }
    }
}

/// Where everyone stands.
#[derive(Copy, Clone, Debug, Default)]
pub struct Board {
    ranks: [Ranks; 2],
    seen: Seen,
}

/// A coordinate as it is kept. Tables end at 28,800, so nothing is cut.
#[inline]
fn kept(grains: i32) -> i16 {
    grains.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

impl Board {
    /// An empty board.
    pub fn new() -> Board {
        Board::default()
    }

    /// Adds a body to a side; its number, or `None` if the side is full.
    pub fn add(&mut self, side: usize, body: Body) -> Option<usize> {
        let ranks = &mut self.ranks[side];
        let i = usize::from(ranks.n);
        if i == MOST {
            return None;
        }
        ranks.n += 1;
        ranks.r[i] = kept(body.disc.r);
        ranks.h[i] = kept(body.h);
        ranks.common = if i == 0 || ranks.common == ranks.r[i] {
            ranks.r[i]
        } else {
            -1
        };
        ranks.alive |= 1 << i;
        self.place(side, i, body.at(), body.z);
        Some(i)
    }

    /// Makes this board the image again. Only what the image's bodies use is copied, so small fights begin fast.
    #[inline]
    pub fn reset(&mut self, image: &Board) {
        for (mine, theirs) in self.ranks.iter_mut().zip(&image.ranks) {
            let n = usize::from(theirs.n);
            mine.x[..n].copy_from_slice(&theirs.x[..n]);
            mine.y[..n].copy_from_slice(&theirs.y[..n]);
            mine.z[..n].copy_from_slice(&theirs.z[..n]);
            mine.r[..n].copy_from_slice(&theirs.r[..n]);
            mine.h[..n].copy_from_slice(&theirs.h[..n]);
            mine.n = theirs.n;
            mine.common = theirs.common;
            mine.alive = theirs.alive;
        }
        let rows = usize::from(image.ranks[0].n);
        self.seen.copy_rows(&image.seen, rows);
    }

    /// How many bodies a side began with.
    #[inline]
    pub fn count(&self, side: usize) -> usize {
        usize::from(self.ranks[side].n)
    }

    /// Who of a side is on the table and alive.
    #[inline]
    pub fn alive(&self, side: usize) -> BodySet {
        self.ranks[side].alive
    }

    /// Whether one is on the table and alive.
    #[inline]
    pub fn is_alive(&self, side: usize, i: usize) -> bool {
        self.ranks[side].alive >> i & 1 == 1
    }

    /// Takes a body off the table.
    #[inline]
    pub fn remove(&mut self, side: usize, i: usize) {
        self.ranks[side].alive &= !(1 << i);
    }

    /// Puts a body back on the table, or a reserve onto it.
    pub fn enter(&mut self, side: usize, i: usize, at: Point, z: i32) {
        self.ranks[side].alive |= 1 << i;
        self.place(side, i, at, z);
    }

    /// Puts a body somewhere; whoever it saw is no longer known.
    #[inline]
    pub fn place(&mut self, side: usize, i: usize, at: Point, z: i32) {
        let ranks = &mut self.ranks[side];
        ranks.x[i] = kept(at.x);
        ranks.y[i] = kept(at.y);
        ranks.z[i] = kept(z);
        let rows = usize::from(self.ranks[0].n);
        self.seen.forget(side, i, rows);
    }

    /// Changes how high a body is (prone, standing); whoever it saw is no longer known.
    pub fn set_height(&mut self, side: usize, i: usize, h: i32) {
        self.ranks[side].h[i] = kept(h);
        let rows = usize::from(self.ranks[0].n);
        self.seen.forget(side, i, rows);
    }

    /// Where a body stands.
    #[inline]
    pub fn at(&self, side: usize, i: usize) -> Point {
        let ranks = &self.ranks[side];
        Point::new(i32::from(ranks.x[i]), i32::from(ranks.y[i]))
    }

    /// Its base.
    #[inline]
    pub fn disc(&self, side: usize, i: usize) -> Disc {
        Disc::new(self.at(side, i), i32::from(self.ranks[side].r[i]))
    }

    /// All of it.
    #[inline]
    pub fn body(&self, side: usize, i: usize) -> Body {
        let ranks = &self.ranks[side];
        Body::new(
            self.disc(side, i),
            i32::from(ranks.z[i]),
            i32::from(ranks.h[i]),
        )
    }

    /// The bases of some of a side.
    #[inline]
    pub fn discs(&self, side: usize, set: BodySet) -> impl Iterator<Item = Disc> + Clone + '_ {
        members(set).map(move |i| self.disc(side, i))
    }

    /// The gap between one of a side and one of the other.
    #[inline]
    pub fn gap(&self, side: usize, i: usize, foe: usize) -> i32 {
        gap(self.disc(side, i), self.disc(1 - side, foe))
    }

    /// The radius that all of a side have, if they do.
    #[inline]
    pub(super) fn common_radius(&self, side: usize) -> Option<i32> {
        let common = self.ranks[side].common;
        (common >= 0).then_some(i32::from(common))
    }

    /// Whether one of a side and one of the other see each other: looked up, or worked out and kept until either moves.
    /// All questions to one board must name the same veil.
    #[inline]
    pub fn sees(&mut self, table: &Table, veil: Veil, side: usize, i: usize, foe: usize) -> bool {
        let (row, column) = if side == 0 { (i, foe) } else { (foe, i) };
        if let Some(known) = self.seen.get(row, column) {
            return known;
        }
        let seen = table.sees(&self.body(0, row), &self.body(1, column), veil);
        self.seen.set(row, column, seen);
        seen
    }

    /// The bases around one that moves: foes may not be entered, friends not stood on.
    #[inline]
    pub fn around(&self, side: usize, i: usize) -> Others<'_> {
        Others {
            board: self,
            side,
            friends: self.alive(side) & !(1 << i),
            foes: self.alive(1 - side),
        }
    }
}

/// The living bases around one that moves.
#[derive(Copy, Clone, Debug)]
pub struct Others<'a> {
    board: &'a Board,
    side: usize,
    /// Who may be passed but not stood on.
    pub friends: BodySet,
    /// Who may not be entered.
    pub foes: BodySet,
}

impl Crowd for Others<'_> {
    #[inline]
    fn forbidden(&self) -> impl Iterator<Item = Disc> {
        self.board.discs(1 - self.side, self.foes)
    }

    #[inline]
    fn standing(&self) -> impl Iterator<Item = Disc> {
        let foes = self.board.discs(1 - self.side, self.foes);
        foes.chain(self.board.discs(self.side, self.friends))
    }
}
