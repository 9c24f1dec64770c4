//! Left and forward as a side sees them (SK-15): a tie between places goes to the one further left as the acting side
//! looks from its zone to the enemy's, then to the one further forward. So no tie depends on the order of a file or on
//! the compass.

use super::grain::Point;
use std::cmp::Ordering;

/// Which hand wins ties between places.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hand {
    /// Left first.
    #[default]
    Left,
    /// Right first: the mirrored table.
    Right,
}

/// The four ways a side may look along the table.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heading {
    /// To greater y.
    #[default]
    Up,
    /// To smaller x.
    Left,
    /// To smaller y.
    Down,
    /// To greater x.
    Right,
}

impl Heading {
    /// A step of one grain that way.
    pub const fn step(self) -> Point {
        match self {
            Heading::Up => Point::new(0, 1),
            Heading::Left => Point::new(-1, 0),
            Heading::Down => Point::new(0, -1),
            Heading::Right => Point::new(1, 0),
        }
    }

    /// The heading nearest to a way; a diagonal counts as up or down.
    pub const fn along(way: Point) -> Heading {
        if way.x.abs() > way.y.abs() {
            if way.x > 0 {
                Heading::Right
            } else {
                Heading::Left
            }
        } else if way.y >= 0 {
            Heading::Up
        } else {
            Heading::Down
        }
    }

    /// The opposite way.
    pub const fn back(self) -> Heading {
        match self {
            Heading::Up => Heading::Down,
            Heading::Left => Heading::Right,
            Heading::Down => Heading::Up,
            Heading::Right => Heading::Left,
        }
    }
}

/// Left and forward of a side.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Where the enemy's zone is.
    pub forward: Heading,
    /// Which hand wins ties.
    pub hand: Hand,
}

impl Frame {
    /// The frame of a side that looks this way.
    pub const fn new(forward: Heading, hand: Hand) -> Frame {
        Frame { forward, hand }
    }

    /// A step of one grain forward.
    #[inline]
    pub const fn ahead(self) -> Point {
        self.forward.step()
    }

    /// A step of one grain to the hand that wins ties.
    #[inline]
    pub const fn aside(self) -> Point {
        let left = self.forward.step().left();
        match self.hand {
            Hand::Left => left,
            Hand::Right => Point::new(-left.x, -left.y),
        }
    }

    /// The middle between two places. Half a grain goes to the hand that wins ties, and forward, so that the middle turns
    /// and mirrors with the table.
    pub const fn middle(self, a: Point, b: Point) -> Point {
        const fn half(sum: i32, odd: i32) -> i32 {
            (sum + odd * (sum & 1)) / 2
        }
        let (ahead, aside) = (self.ahead(), self.aside());
        Point::new(
            half(a.x + b.x, ahead.x + aside.x),
            half(a.y + b.y, ahead.y + aside.y),
        )
    }

    /// Which of two places comes first: `Less` if `a` does.
    #[inline]
    pub fn order(self, a: Point, b: Point) -> Ordering {
        let way = b - a;
        let left = way.dot(self.aside());
        left.cmp(&0).then_with(|| way.dot(self.ahead()).cmp(&0))
    }
}
