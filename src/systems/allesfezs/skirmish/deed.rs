//! What a unit does with its activation: the words that plans, dice and reports share.

use super::super::orders::{Kind, Shot};
use super::fray::Hands;
use crate::table::{Point, Walk};

/// What the active unit does with its activation, and why.
#[derive(Copy, Clone)]
pub struct Deed {
    /// The movement action, or a full action.
    pub first: First,
    /// The second action.
    pub second: Second,
    /// Why.
    pub why: Why,
}

/// A movement action, or a full action.
#[derive(Copy, Clone)]
pub enum First {
    /// Nothing; enables Aim.
    Idle,
    /// A Move.
    Move(Walk),
    /// Reloads a weapon.
    Reload(Hands, usize),
    /// Looks for a hidden enemy.
    Discover(usize),
    /// A Hidden Move: a full action that nobody may react to.
    Hidden(Walk),
    /// Acrobatics over what bars the way: a full action that needs an Agility check.
    Acrobatics(Walk),
}

/// A second action.
#[derive(Copy, Clone)]
pub enum Second {
    /// Nothing.
    Idle,
    /// Another Move.
    Move(Walk),
    /// Reloads a weapon.
    Reload(Hands, usize),
    /// Attacks.
    Attack(Blow),
    /// Dodges.
    Dodge,
    /// Blocks with this profile of its hands (AE-63).
    Block(Hands, usize),
    /// Boards a vehicle of its own side.
    Board(usize),
    /// Interface: takes an object of the table (SK-26).
    Take(usize),
}

/// An attack.
#[derive(Copy, Clone, Debug)]
pub struct Blow {
    /// Whose hands.
    pub hands: Hands,
    /// The dice.
    pub shot: Shot,
    /// At whom, or at which place.
    pub aim: Aim,
    /// From where.
    pub from: Point,
}

/// What an attack is aimed at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// An enemy.
    At(usize),
    /// A place on the ground (AE-36).
    Ground(Point),
}

/// Why a unit does what it does, for the narrator.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The option with the highest score.
    Best(Kind, i32),
    /// An explosive between two enemies scores higher than anything else.
    Throw(i32),
    /// Nobody is in sight: it goes where it finds somebody.
    Seek,
    /// It can attack nobody from here.
    Closer,
    /// It shoots from where fewer enemies see it.
    Scoot {
        /// How many saw it.
        seen: u8,
        /// How many see it there.
        there: u8,
    },
    /// Nobody is near, and nobody can shoot.
    Wait,
    /// It stays in stealth until it can strike.
    Stalk,
    /// A hidden enemy is near.
    Search,
    /// A vehicle has a free seat.
    Aboard,
    /// A marker is not held.
    Claim,
    /// A marker would be lost without it.
    Hold,
    /// Nothing can be done.
    Nothing,
}
