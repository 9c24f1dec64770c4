//! Bodies: what stands on the table and moves. All are upright discs; a body seen along a line is a flat silhouette of
//! its width and height, of which sight asks single points.

use super::grain::{INCH, Point, ceil, csq};

/// A round base on the table, or any circle on it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Disc {
    /// Its centre.
    pub at: Point,
    /// Its radius.
    pub r: i32,
}

/// A disc with a height: an upright cylinder.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Body {
    /// Its base.
    pub disc: Disc,
    /// How high the ground is that it stands on.
    pub z: i32,
    /// How high it is itself.
    pub h: i32,
}

/// The radius of a base of 1 inch, the usual one.
pub const BASE: i32 = INCH / 2;

/// The usual height of a model: 1.5 inches.
pub const TALL: i32 = INCH * 3 / 2;

impl Disc {
    /// A circle.
    pub const fn new(at: Point, r: i32) -> Disc {
        Disc { at, r }
    }

    /// The disc of a team of `models` bases of radius `r` that moves as one.
    pub fn team(at: Point, r: i32, models: u32) -> Disc {
        Disc::new(at, r * csq(i64::from(models)))
    }

    /// The disc of a unit of so many members who stand `pitch` grains apart: as large as their ground, with 22/7 for pi.
    /// Casualties leave gaps, so it is asked once, with the members at the start (SK-03).
    pub fn company(at: Point, members: u32, pitch: i32) -> Disc {
        let ground = i64::from(members) * i64::from(pitch) * i64::from(pitch) * 7;
        Disc::new(at, csq(ceil(ground, 22)))
    }
}

impl Body {
    /// A body of a given base, on ground of a given height.
    pub const fn new(disc: Disc, z: i32, h: i32) -> Body {
        Body { disc, z, h }
    }

    /// Where it stands.
    #[inline]
    pub const fn at(&self) -> Point {
        self.disc.at
    }

    /// The height of its top above the table.
    #[inline]
    pub const fn top(&self) -> i32 {
        self.z + self.h
    }

    /// The height of its middle above the table, where the line of fire begins and ends (SK-05).
    #[inline]
    pub const fn middle(&self) -> i32 {
        self.z + self.h.div_euclid(2)
    }
}

/// The points of a body across a line of sight: `eighths` of a radius to the left of the way `along`, of length
/// `length`. The rim points L, C, R are at 8, 0, -8, slice `i` of the silhouette at `2i - 7`.
#[inline]
pub fn across(disc: Disc, along: Point, length: i32, eighths: i32) -> Point {
    if length == 0 {
        return disc.at;
    }
    disc.at
        + along
            .left()
            .scaled(i64::from(disc.r * eighths), 8 * i64::from(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_of_models_is_one_disc() {
        assert_eq!(Disc::team(Point::default(), 60, 1).r, 60);
        assert_eq!(Disc::team(Point::default(), 60, 4).r, 120);
        assert_eq!(Disc::team(Point::default(), 60, 5).r, 180);
    }

    #[test]
    fn rim_points_lie_across_the_line() {
        let disc = Disc::new(Point::inches(10, 0), 60);
        let along = Point::inches(10, 0);
        assert_eq!(across(disc, along, 1200, 8), Point::new(1200, 60));
        assert_eq!(across(disc, along, 1200, -8), Point::new(1200, -60));
        // 7/8 of 60 is 52.5: halves go away from zero, the same way on both sides.
        assert_eq!(across(disc, along, 1200, 7), Point::new(1200, 53));
        assert_eq!(across(disc, along, 1200, -7), Point::new(1200, -53));
        assert_eq!(across(disc, Point::default(), 0, 8), disc.at);
    }
}
