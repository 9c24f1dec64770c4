//! The bases a mover must mind: those it may not enter, and those it may pass but not stand on. Movement asks for them
//! again and again, so they come as iterators and are kept nowhere.

use super::body::Disc;

/// The bases around a mover, itself left out.
pub trait Crowd {
    /// Discs it may not enter: enemy bases, and what its system adds.
    fn forbidden(&self) -> impl Iterator<Item = Disc>;

    /// Bases it may not stand on: everyone's.
    fn standing(&self) -> impl Iterator<Item = Disc>;
}

/// Nobody.
#[derive(Copy, Clone, Debug, Default)]
pub struct Nobody;

impl Crowd for Nobody {
    fn forbidden(&self) -> impl Iterator<Item = Disc> {
        std::iter::empty()
    }

    fn standing(&self) -> impl Iterator<Item = Disc> {
        std::iter::empty()
    }
}

/// Foes and friends in two lists.
#[derive(Copy, Clone, Debug, Default)]
pub struct Around<'a> {
    /// Bases that may not be entered.
    pub foes: &'a [Disc],
    /// Bases that may be passed.
    pub friends: &'a [Disc],
}

impl Crowd for Around<'_> {
    fn forbidden(&self) -> impl Iterator<Item = Disc> {
        self.foes.iter().copied()
    }

    fn standing(&self) -> impl Iterator<Item = Disc> {
        self.foes.iter().chain(self.friends).copied()
    }
}
