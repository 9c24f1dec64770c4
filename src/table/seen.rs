//! Who is known to see whom: two bits a pair, one row for each body of side 0. A move forgets a row or a column.

use super::board::{BodySet, MOST};

/// Known sight between the two sides.
#[derive(Copy, Clone, Debug)]
pub(super) struct Seen {
    known: [BodySet; MOST],
    yes: [BodySet; MOST],
}

impl Default for Seen {
    fn default() -> Seen {
        Seen {
            known: [0; MOST],
            yes: [0; MOST],
        }
    }
}

impl Seen {
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> Option<bool> {
        (self.known[row] >> column & 1 == 1).then(|| self.yes[row] >> column & 1 == 1)
    }

    #[inline]
    pub fn set(&mut self, row: usize, column: usize, seen: bool) {
        let bit = 1 << column;
        self.known[row] |= bit;
        if seen {
            self.yes[row] |= bit;
        } else {
            self.yes[row] &= !bit;
        }
    }

    /// Forgets what one of a side sees; side 0 has `rows` bodies.
    #[inline]
    pub fn forget(&mut self, side: usize, i: usize, rows: usize) {
        if side == 0 {
            self.known[i] = 0;
        } else {
            let keep = !(1 << i);
            for row in &mut self.known[..rows] {
                *row &= keep;
            }
        }
    }

    #[inline]
    pub fn copy_rows(&mut self, other: &Seen, rows: usize) {
        self.known[..rows].copy_from_slice(&other.known[..rows]);
        self.yes[..rows].copy_from_slice(&other.yes[..rows]);
    }
}
