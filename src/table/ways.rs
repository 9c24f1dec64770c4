//! How a mover gets over each piece: what bars it, what it may cross but not stand on, what it may enter, at what cost
//! (1.6). A system says it once a mover and table, from the pieces' `going`, `climb` and heights; movement only reads it.

use super::piece::{Climb, Going, PIECES, Piece, PieceSet, Stuff};
use super::table::Table;

/// How a mover gets over a piece.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Not at all.
    Barred,
    /// Over it, if there is room to stand beyond: each grain costs `pace`, and `climb` asks for the height up as well.
    Over {
        /// What a grain costs.
        pace: u8,
        /// Whether the height up is walked as well.
        climb: bool,
    },
    /// Into it, and it may stand there: at its height, if it is a hill or a mounted block.
    Into {
        /// What a grain costs.
        pace: u8,
        /// Whether the height up is walked as well.
        climb: bool,
    },
}

impl Way {
    /// The way of an ordinary ground mover, where a system has nothing else to say: blocks bar, unless they say `step`,
    /// `walk` or `ladder`; hills are walked up; a `test` is not passed.
    pub fn usual(piece: &Piece) -> Way {
        let pace = piece.going.pace();
        match (piece.stuff, piece.climb) {
            (_, Some(Climb::Never | Climb::Test)) => Way::Barred,
            (Stuff::Block | Stuff::Pit, Some(how)) => Way::Over {
                pace: pace.unwrap_or(1),
                climb: how != Climb::Step && piece.stuff == Stuff::Block,
            },
            // A block is solid whatever its ground.
            (Stuff::Block, None) => Way::Barred,
            _ if piece.going == Going::Impassable => Way::Barred,
            (stuff, how) => Way::Into {
                pace: pace.unwrap_or(1),
                climb: stuff == Stuff::Hill && how != Some(Climb::Step),
            },
        }
    }
}

/// How a mover gets over every piece of a table.
#[derive(Copy, Clone, Debug)]
pub struct Ways {
    /// What bars it.
    pub barred: PieceSet,
    /// What it may cross but not stand on.
    pub over: PieceSet,
    /// What costs more than open ground.
    pub costly: PieceSet,
    /// Blocks it may stand on.
    pub mounted: PieceSet,
    pub(super) climbed: PieceSet,
    pub(super) pace: [u8; PIECES],
}

impl Ways {
    /// What a system says of each piece.
    pub fn new(table: &Table, way: impl Fn(&Piece) -> Way) -> Ways {
        let mut ways = Ways {
            barred: PieceSet::NONE,
            over: PieceSet::NONE,
            costly: PieceSet::NONE,
            mounted: PieceSet::NONE,
            climbed: PieceSet::NONE,
            pace: [1; PIECES],
        };
        for (i, piece) in table.pieces().iter().enumerate() {
            let (pace, climb) = match way(piece) {
                Way::Barred => {
                    ways.barred.add(i);
                    continue;
                }
                Way::Over { pace, climb } => {
                    ways.over.add(i);
                    (pace, climb)
                }
                Way::Into { pace, climb } => {
                    if piece.stuff == Stuff::Block {
                        ways.mounted.add(i);
                    }
                    (pace, climb)
                }
            };
            ways.pace[i] = pace.max(1);
            if climb {
                ways.climbed.add(i);
            }
            if climb || pace > 1 {
                ways.costly.add(i);
            }
        }
        ways
    }

    /// The ways of an ordinary ground mover.
    pub fn usual(table: &Table) -> Ways {
        Ways::new(table, Way::usual)
    }
}
