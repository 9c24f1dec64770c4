//! Whole grains: 1/120 of an inch (SK-01). Every place, radius, height and distance is a whole number of them, so that
//! touching, grazing and the edge of a range are true or false, and no answer changes when the table is moved or turned.
//! Products of coordinates are `i64`; nothing is divided to decide anything.

/// Grains in an inch (in a GSU of Emlia).
pub const INCH: i32 = 120;

/// What a length may be off by and still count (SK-02): one straight leg lands within a grain of where real arithmetic
/// would put it, so "within T" is a gap of at most T + SLACK, and touching is a gap of at most SLACK.
pub const SLACK: i32 = 3;

/// The longest side of a table: 240 inches.
pub const LONGEST: i32 = 240 * INCH;

/// A place on the table, or a way from one place to another: x to the right, y up, from the lower left corner.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Up.
    pub y: i32,
}

impl Point {
    /// The place at so many grains right and up.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The place at so many whole inches right and up.
    pub const fn inches(x: i32, y: i32) -> Point {
        Point::new(x * INCH, y * INCH)
    }

    /// How far this way and another point the same way, times both lengths.
    #[inline]
    pub const fn dot(self, other: Point) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }

    /// Twice the area between two ways: positive if the other one is to the left of this.
    #[inline]
    pub const fn cross(self, other: Point) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// The square of its length.
    #[inline]
    pub const fn square(self) -> i64 {
        self.dot(self)
    }

    /// Its length, rounded up.
    #[inline]
    pub fn length(self) -> i32 {
        csq(self.square())
    }

    /// `self * times / of` with each component rounded; `of` is positive.
    #[inline]
    pub fn scaled(self, times: i64, of: i64) -> Point {
        Point::new(
            rnd(i64::from(self.x) * times, of) as i32,
            rnd(i64::from(self.y) * times, of) as i32,
        )
    }

    /// A quarter turn to the left.
    #[inline]
    pub const fn left(self) -> Point {
        Point::new(-self.y, self.x)
    }
}

impl std::ops::Add for Point {
    type Output = Point;
    #[inline]
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl std::ops::Sub for Point {
    type Output = Point;
    #[inline]
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl std::ops::Neg for Point {
    type Output = Point;
    #[inline]
    fn neg(self) -> Point {
        Point::new(-self.x, -self.y)
    }
}

/// The largest whole number whose square is at most `n`; `n` is not negative.
#[inline]
pub fn isqrt(n: i64) -> i64 {
    // The root of an f64 is the nearest one on every machine; for large `n` it may be one off.
    let mut root = (n as f64).sqrt() as i64;
    while root * root > n {
        root -= 1;
    }
    while (root + 1) * (root + 1) <= n {
        root += 1;
    }
    root
}

/// The smallest whole number whose square is at least `n`: a distance, rounded up.
#[inline]
pub fn csq(n: i64) -> i32 {
    let root = isqrt(n);
    (root + i64::from(root * root < n)) as i32
}

/// The nearest whole number to `n / d`, halves away from zero; `d` is positive.
#[inline]
pub const fn rnd(n: i64, d: i64) -> i64 {
    if n < 0 {
        -((-2 * n + d) / (2 * d))
    } else {
        (2 * n + d) / (2 * d)
    }
}

/// `n / d` rounded up; `d` is positive.
#[inline]
pub const fn ceil(n: i64, d: i64) -> i64 {
    -(-n).div_euclid(d)
}

/// Inches in grains, rounded.
pub fn grains(inches: f64) -> i32 {
    (inches * f64::from(INCH)).round() as i32
}
