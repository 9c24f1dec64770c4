//! A piece of terrain: a shape with what it is and what it does to sight and movement. Systems read these fields and say
//! what they come to; nothing here knows what cover is worth.

use super::body::Disc;
use super::shape::Shape;

/// The most pieces of a table.
pub const PIECES: usize = 32;

/// A set of pieces: bit `i` is piece `i`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(pub u32);

impl PieceSet {
    /// No piece.
    pub const NONE: PieceSet = PieceSet(0);
    /// Every piece.
    pub const ALL: PieceSet = PieceSet(u32::MAX);

    /// Whether a piece is in it.
    #[inline]
    pub const fn has(self, piece: usize) -> bool {
        self.0 >> piece & 1 == 1
    }

    /// Adds a piece.
    #[inline]
    pub fn add(&mut self, piece: usize) {
        self.0 |= 1 << piece;
    }

    /// Whether nothing is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What is in either.
    #[inline]
    pub const fn or(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }

    /// What is in both.
    #[inline]
    pub const fn and(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }

    /// What is in this and not in the other.
    #[inline]
    pub const fn without(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & !other.0)
    }

    /// The numbers of its pieces, rising.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let first = left.trailing_zeros() as usize;
                left &= left - 1;
                first
            })
        })
    }
}

/// Words that a field of a piece may be, each with its name in files.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$word_doc])* $word,)* }

        impl $name {
            /// Its names in files.
            pub const NAMES: &'static [&'static str] = &[$($text),*];

            /// The one of this name.
            pub fn named(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$word),)* _ => None }
            }

            /// Its name in files.
            pub const fn name(self) -> &'static str {
                match self { $($name::$word => $text),* }
            }
        }
    };
}

words! {
    /// What a piece is.
    Stuff {
        /// Solid, nobody inside.
        Block = "block",
        /// Models enter it at ground level: a wood, scrub, smoke.
        Zone = "zone",
        /// Models stand on top, at its height.
        Hill = "hill",
        /// A gap in the ground as deep as its height: a river, a ditch.
        Pit = "pit",
        /// A mark on the ground.
        Area = "area",
    }
}

words! {
    /// What a piece does to a line of sight through it.
    Screen {
        /// It stops it.
        Blocks = "blocks",
        /// It hides what is behind, and stops sight only where a system says so.
        Obscures = "obscures",
        /// Nothing.
        Clear = "none",
    }
}

words! {
    /// How much of what is behind it a piece lets through.
    Density {
        /// Nothing.
        Solid = "solid",
        /// Some.
        Sparse = "sparse",
        /// Little.
        Dense = "dense",
    }
}

words! {
    /// What a piece gives to those near it.
    Cover {
        /// Nothing.
        Bare = "none",
        /// Light cover.
        Light = "light",
        /// Heavy cover.
        Heavy = "heavy",
    }
}

words! {
    /// How the ground of a piece is to walk.
    Going {
        /// As any ground.
        Open = "open",
        /// Each grain costs two.
        Rough = "rough",
        /// Each grain costs four.
        VeryRough = "very_rough",
        /// Nobody walks there.
        Impassable = "impassable",
    }
}

words! {
    /// How a block may be crossed or mounted, or a hill entered.
    Climb {
        /// Not at all.
        Never = "none",
        /// Crossed free.
        Step = "step",
        /// Its height up is walked as well.
        Walk = "walk",
        /// As the system says, by a test.
        Test = "test",
        /// By a ladder.
        Ladder = "ladder",
    }
}

impl Going {
    /// What a grain costs; `None` where nobody walks.
    pub const fn pace(self) -> Option<u8> {
        match self {
            Going::Open => Some(1),
            Going::Rough => Some(2),
            Going::VeryRough => Some(4),
            Going::Impassable => None,
        }
    }
}

impl Stuff {
    /// What sight it has if the file does not say.
    pub const fn usual_screen(self) -> Screen {
        match self {
            Stuff::Block | Stuff::Hill => Screen::Blocks,
            Stuff::Zone => Screen::Obscures,
            Stuff::Pit | Stuff::Area => Screen::Clear,
        }
    }

    /// What density it has if the file does not say.
    pub const fn usual_density(self) -> Density {
        match self {
            Stuff::Block | Stuff::Hill => Density::Solid,
            Stuff::Zone | Stuff::Pit | Stuff::Area => Density::Sparse,
        }
    }

    /// What cover it gives if the file does not say.
    pub const fn usual_cover(self) -> Cover {
        match self {
            Stuff::Block => Cover::Heavy,
            _ => Cover::Bare,
        }
    }

    /// What going it has if the file does not say.
    pub const fn usual_going(self) -> Going {
        match self {
            Stuff::Block | Stuff::Pit => Going::Impassable,
            Stuff::Zone | Stuff::Hill | Stuff::Area => Going::Open,
        }
    }
}

/// A piece of terrain.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it lies.
    pub shape: Shape,
    /// What it is (`body`).
    pub stuff: Stuff,
    /// How high it is (how deep, for a pit).
    pub height: i32,
    /// What it does to sight (`sight`).
    pub screen: Screen,
    /// How dense it is.
    pub density: Density,
    /// A line with more than this inside is stopped by it.
    pub limit: Option<i32>,
    /// What cover it gives.
    pub cover: Cover,
    /// How it is to walk.
    pub going: Going,
    /// How it may be crossed or mounted; `None` leaves it to the system, by its height.
    pub climb: Option<Climb>,
    /// Emlia's hits; `None` is never cover.
    pub hits: Option<u16>,
    /// The height of its top above the table. Set when a table is made: its own height, on the hill it stands on.
    pub top: i32,
    /// A circle that holds it all. Set when a table is made.
    pub bounds: Disc,
}

impl Piece {
    /// A piece with the usual fields of its kind.
    pub fn new(stuff: Stuff, shape: Shape, height: i32) -> Piece {
        Piece {
            shape,
            stuff,
            height,
            screen: stuff.usual_screen(),
            density: stuff.usual_density(),
            limit: None,
            cover: stuff.usual_cover(),
            going: stuff.usual_going(),
            climb: None,
            hits: None,
            top: height,
            bounds: shape.bounds(),
        }
    }
}

/// What is said of a piece in words, kept apart from what every query touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// What to call it.
    pub name: String,
    /// Words a scenario gives it: objective names, rooms, `optimal`.
    pub tags: Vec<String>,
}
