//! The shapes of terrain: circles, and convex polygons of 3 to 8 corners, counter-clockwise. A point on the rim is
//! inside; the open interior is what stands in the way.

use super::body::Disc;
use super::grain::{LONGEST, Point, csq, rnd};

/// The most corners of a polygon.
pub const CORNERS: usize = 8;

/// A convex polygon.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Polygon {
    points: [Point; CORNERS],
    n: u8,
}

/// A circle or a convex polygon.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A circle.
    Circle(Disc),
    /// A convex polygon, counter-clockwise.
    Polygon(Polygon),
}

/// Why some corners make no polygon of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bent {
    /// Fewer than 3 corners or more than 8.
    Count(usize),
    /// Two corners at one place: the numbers of both.
    Same(usize, usize),
    /// A corner on the straight line between its neighbours.
    Flat(usize),
    /// The corners run clockwise.
    Clockwise,
    /// The edges cross one another.
    Crossed,
    /// A corner that points inwards.
    Hollow(usize),
}

impl Polygon {
    /// A polygon of these corners, which must be convex and counter-clockwise.
    pub fn new(corners: &[Point]) -> Result<Polygon, Bent> {
        let n = corners.len();
        if !(3..=CORNERS).contains(&n) {
            return Err(Bent::Count(n));
        }
        for b in 1..n {
            if let Some(a) = corners[..b].iter().position(|a| *a == corners[b]) {
                return Err(Bent::Same(a, b));
            }
        }
        let at = |i: usize| corners[i % n];
        let turn = |i: usize| (at(i + n) - at(i + n - 1)).cross(at(i + 1) - at(i + n));
        if let Some(flat) = (0..n).find(|&i| turn(i) == 0) {
            return Err(Bent::Flat(flat));
        }
        let crossed = (0..n).any(|i| {
            (i + 2..n)
                .filter(|j| (j + 1) % n != i)
                .any(|j| cross_each_other(at(i), at(i + 1), at(j), at(j + 1)))
        });
        if crossed {
            return Err(Bent::Crossed);
        }
        let area: i64 = (0..n)
            .map(|i| (at(i) - at(0)).cross(at(i + 1) - at(0)))
            .sum();
        if area < 0 {
            return Err(Bent::Clockwise);
        }
        if let Some(hollow) = (0..n).find(|&i| turn(i) < 0) {
            return Err(Bent::Hollow(hollow));
        }
        let mut points = [Point::default(); CORNERS];
        points[..n].copy_from_slice(corners);
        Ok(Polygon { points, n: n as u8 })
    }

    /// An upright rectangle between two corners, lower left and upper right; the second lies right of and above the first.
    pub fn rectangle(low: Point, high: Point) -> Result<Polygon, Bent> {
        Polygon::new(&[
            low,
            Point::new(high.x, low.y),
            high,
            Point::new(low.x, high.y),
        ])
    }

    /// Its corners, counter-clockwise.
    #[inline]
    pub fn corners(&self) -> &[Point] {
        &self.points[..usize::from(self.n)]
    }

    /// Its edges, each from a corner to the next.
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let corners = self.corners();
        let next = corners.iter().skip(1).chain(corners.first());
        corners.iter().copied().zip(next.copied())
    }

    /// The same with every corner put elsewhere, in the same order.
    fn map(&self, put: impl Fn(usize, Point) -> Point) -> Polygon {
        let mut moved = *self;
        for (i, point) in moved.points[..usize::from(self.n)].iter_mut().enumerate() {
            *point = put(i, *point);
        }
        moved
    }

    /// Edges moved out by `r`, corners mitred.
    fn grown(&self, r: i32) -> Polygon {
        let n = usize::from(self.n);
        self.map(|i, corner| {
            let before = corner - self.points[(i + n - 1) % n];
            let after = self.points[(i + 1) % n] - corner;
            corner + mitre(before, after, r)
        })
    }
}

/// From a corner to the corner of the edges moved out by `r`: m . n1 = m . n2 = r for the outward normals n1, n2.
fn mitre(before: Point, after: Point, r: i32) -> Point {
    // The lengths are not whole. Seen with sixteen more bits each, so that the corner is the nearest grain.
    let length = |way: Point| ((way.square() as f64).sqrt() * 65_536.0).round() as i128;
    let (a, b) = (length(before), length(after));
    let turn = i128::from(before.cross(after)) * 65_536;
    // Solved by Cramer's rule with normals (y, -x): m = r (|a| after - |b| before) / (before x after), outwards.
    let part = |p: i32, q: i32| {
        let n = i128::from(r) * (a * i128::from(q) - b * i128::from(p));
        let half = if n < 0 { -turn / 2 } else { turn / 2 };
        let whole = (n + half) / turn;
        whole.clamp(-i128::from(LONGEST), i128::from(LONGEST)) as i32
    };
    -Point::new(part(before.x, after.x), part(before.y, after.y))
}

/// Whether two segments have a point in common.
fn cross_each_other(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p: Point, q: Point, r: Point| (q - p).cross(r - p).signum();
    let on = |p: Point, q: Point, r: Point| side(p, q, r) == 0 && (r - p).dot(r - q) <= 0;
    let (ac, ad, ca, cb) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b));
    (ac * ad < 0 && ca * cb < 0) || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)
}

impl Shape {
    /// A circle.
    pub const fn circle(at: Point, r: i32) -> Shape {
        Shape::Circle(Disc::new(at, r))
    }

    /// An upright rectangle between two corners, lower left and upper right.
    ///
    /// # Panics
    /// If the second corner is not right of and above the first.
    pub fn rectangle(low: Point, high: Point) -> Shape {
        Shape::Polygon(Polygon::rectangle(low, high).expect("a rectangle with an inside"))
    }

    /// Whether a point is inside or on the rim.
    #[inline]
    pub fn inside(&self, p: Point) -> bool {
        match self {
            Shape::Circle(disc) => (p - disc.at).square() <= i64::from(disc.r) * i64::from(disc.r),
            Shape::Polygon(polygon) => polygon.edges().all(|(a, b)| (b - a).cross(p - a) >= 0),
        }
    }

    /// Whether a point is inside and not on the rim.
    #[inline]
    pub fn holds(&self, p: Point) -> bool {
        match self {
            Shape::Circle(disc) => (p - disc.at).square() < i64::from(disc.r) * i64::from(disc.r),
            Shape::Polygon(polygon) => polygon.edges().all(|(a, b)| (b - a).cross(p - a) > 0),
        }
    }

    /// Twice the middle of its extent: whole, so that ties between places turn and mirror with the table.
    #[inline]
    pub fn twice_middle(&self) -> Point {
        let (low, high) = self.extent();
        low + high
    }

    /// How large it is, to be compared: four times the square of the way from its middle to what is furthest from it.
    /// Exact, and so the same wherever and however turned it lies.
    pub fn size(&self) -> i64 {
        match self {
            Shape::Circle(disc) => 4 * i64::from(disc.r) * i64::from(disc.r),
            Shape::Polygon(polygon) => {
                let middle = self.twice_middle();
                let far = |p: &Point| (*p + *p - middle).square();
                polygon.corners().iter().map(far).max().unwrap_or(0)
            }
        }
    }

    /// Whether the centre of another shape, the circle's or the mean of the corners, is inside this or on its rim.
    pub fn has_centre_of(&self, other: &Shape) -> bool {
        // The mean of n corners is no whole place: ask at n times the size.
        let (sum, n) = match other {
            Shape::Circle(disc) => (disc.at, 1),
            Shape::Polygon(polygon) => {
                let sum = polygon
                    .corners()
                    .iter()
                    .fold(Point::default(), |a, b| a + *b);
                (sum, i32::from(polygon.n))
            }
        };
        let times = |p: Point| Point::new(p.x * n, p.y * n);
        match self {
            Shape::Circle(disc) => {
                let r = i64::from(disc.r * n);
                (sum - times(disc.at)).square() <= r * r
            }
            Shape::Polygon(polygon) => {
                let mut edges = polygon.edges();
                edges.all(|(a, b)| (b - a).cross(sum - times(a)) >= 0)
            }
        }
    }

    /// Its centre, rounded: the circle's, or the mean of the corners.
    pub fn centre(&self) -> Point {
        match self {
            Shape::Circle(disc) => disc.at,
            Shape::Polygon(polygon) => {
                let n = i64::from(polygon.n);
                let sum = |part: fn(&Point) -> i32| {
                    rnd(
                        polygon.corners().iter().map(|p| i64::from(part(p))).sum(),
                        n,
                    ) as i32
                };
                Point::new(sum(|p| p.x), sum(|p| p.y))
            }
        }
    }

    /// A circle that holds it all.
    pub fn bounds(&self) -> Disc {
        match self {
            Shape::Circle(disc) => *disc,
            Shape::Polygon(polygon) => {
                let centre = self.centre();
                let far = polygon.corners().iter().map(|p| (*p - centre).square());
                Disc::new(centre, csq(far.max().unwrap_or(0)))
            }
        }
    }

    /// The smallest and the largest coordinates of its points.
    pub fn extent(&self) -> (Point, Point) {
        match self {
            Shape::Circle(disc) => {
                let r = Point::new(disc.r, disc.r);
                (disc.at - r, disc.at + r)
            }
            Shape::Polygon(polygon) => {
                let corners = polygon.corners();
                let fold = |pick: fn(i32, i32) -> i32| {
                    corners.iter().skip(1).fold(corners[0], |a, b| {
                        Point::new(pick(a.x, b.x), pick(a.y, b.y))
                    })
                };
                (fold(i32::min), fold(i32::max))
            }
        }
    }

    /// The same, larger by `r` all round: edges moved out with mitred corners; a circle has `r` added. Where the centre
    /// of a base of radius `r` may not be.
    pub fn grown(&self, r: i32) -> Shape {
        match self {
            Shape::Circle(disc) => Shape::circle(disc.at, disc.r + r),
            Shape::Polygon(polygon) => Shape::Polygon(polygon.grown(r)),
        }
    }

    /// The same turned half round on a table of these sides.
    pub fn half_turned(&self, sides: Point) -> Shape {
        match self {
            Shape::Circle(disc) => Shape::circle(sides - disc.at, disc.r),
            Shape::Polygon(polygon) => Shape::Polygon(polygon.map(|_, p| sides - p)),
        }
    }

    /// Whether it is the same set of points as another, wherever its list of corners begins.
    pub fn same(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Circle(a), Shape::Circle(b)) => a == b,
            (Shape::Polygon(a), Shape::Polygon(b)) => {
                let n = a.corners().len();
                n == b.corners().len()
                    && (0..n)
                        .any(|shift| (0..n).all(|i| a.corners()[i] == b.corners()[(i + shift) % n]))
            }
            _ => false,
        }
    }
}
