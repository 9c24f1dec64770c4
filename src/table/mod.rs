//! The table: the two-dimensional board of skirmishes. Distance, sight, movement, templates and zones in whole grains of
//! 1/120 inch, for any rules system: the room never hears of a weapon, a stat or a side's plans. What differs between
//! systems is data: which pieces and bodies block, what may not be entered, how climbing works.
//!
//! | file | what it has |
//! |---|---|
//! | [`grain`] | whole numbers, roundings |
//! | [`body`], [`shape`], [`piece`] | discs; circles and polygons; terrain and its fields |
//! | [`distance`] | `gap within up` |
//! | [`crossing`], [`sight`], [`tiles`], [`fire`] | what is in the way of a line; `sees`; `hidden strips`; bodies on the line of fire |
//! | [`ways`], [`mod@leg`], [`clear`], [`walk`], [`path`], [`contact`] | movement: `leg clear path land contact push away` |
//! | [`clock`], [`hold`], [`spots`] | `drift under touched held controls`, places to shelter |
//! | [`frame`] | left and forward of a side, for ties |
//! | [`table`] | a table: pieces, and what is worked out once |
//! | [`board`], [`near`] | a fight: who stands where, who sees whom, who is nearest |
//! | [`deploy`] | where armies begin |
//! | [`form`], [`mod@read`], [`mod@named`] | tables in files; the tables every copy of the program has |
//! | [`picture`], [`draw_svg`], [`draw_text`] | a table and who is on it, as an image and as a map of letters |
//!
//! It may use [`crate::document`] to read tables, and nothing else. A [`Table`] is made once a scenario; after that no
//! question allocates. A [`Board`] is held by value.

pub mod board;
pub mod body;
pub mod clear;
pub mod clock;
pub mod contact;
pub mod crossing;
pub mod crowd;
pub mod deploy;
pub mod distance;
mod draw_marks;
pub mod draw_svg;
pub mod draw_text;
pub mod fire;
pub mod form;
pub mod frame;
pub mod grain;
pub mod hold;
pub mod leg;
pub mod named;
pub mod near;
pub mod path;
pub mod picture;
pub mod piece;
pub mod read;
mod read_place;
mod seen;
pub mod shape;
mod sheaf;
pub mod sight;
pub mod spots;
#[expect(clippy::module_inception, reason = "the table itself")]
pub mod table;
pub mod tiles;
pub mod walk;
pub mod ways;

pub use board::{Board, BodySet, MOST, Others, members};
pub use body::{BASE, Body, Disc, TALL};
pub use clock::drift;
pub use crowd::{Around, Crowd, Nobody};
pub use distance::{gap, gap_to, overlap, touching, up, within};
pub use draw_svg::svg;
pub use draw_text::text;
pub use fire::{Obstacle, Thing, body_in_the_way};
pub use frame::{Frame, Hand, Heading};
pub use grain::{INCH, Point, SLACK, grains};
pub use hold::{controls, held, present, touched, under};
pub use leg::{Mover, leg};
pub use named::{named, plan_of};
pub use near::Order;
pub use path::Goal;
pub use picture::{Act, Arrow, Picture, Token};
pub use piece::{Climb, Cover, Density, Going, Label, Piece, PieceSet, Screen, Stuff};
pub use read::Usual;
pub use shape::{Polygon, Shape};
pub use sight::Veil;
pub use table::{Objective, Plan, Table};
pub use tiles::{Tiles, View, strips};
pub use walk::Walk;
pub use ways::{Way, Ways};

#[cfg(test)]
mod board_tests;
#[cfg(test)]
mod draw_tests;
#[cfg(test)]
mod examples_tests;
#[cfg(test)]
mod laws_tests;
#[cfg(test)]
mod moves_tests;
#[cfg(test)]
mod read_tests;
#[cfg(test)]
pub(crate) mod scenes_tests;
#[cfg(test)]
mod twins_tests;
