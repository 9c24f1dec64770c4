//! The twelve directions of a clock face, in whole numbers: 30000 times sine and cosine.

use super::frame::Frame;
use super::grain::{Point, rnd};

const SINE: [i32; 4] = [0, 15_000, 25_981, 30_000];

/// 30000 times the sine of so many steps of 30 degrees.
const fn sine(hour: i32) -> i32 {
    match hour.rem_euclid(12) {
        h @ 0..=3 => SINE[h as usize],
        h @ 4..=6 => SINE[(6 - h) as usize],
        h @ 7..=9 => -SINE[(h - 6) as usize],
        h => -SINE[(12 - h) as usize],
    }
}

/// A way turned left by so many steps of 30 degrees, 30000 times as long. (An `i32` holds it: ways are at most 40,729
/// long, so callers scale it down at once in `i64`.)
pub(super) fn turned(way: Point, steps: i32) -> Long {
    let (s, c) = (i64::from(sine(steps)), i64::from(sine(steps + 3)));
    let (x, y) = (i64::from(way.x), i64::from(way.y));
    Long {
        x: x * c - y * s,
        y: x * s + y * c,
    }
}

/// A way too long for a [`Point`].
pub(super) struct Long {
    x: i64,
    y: i64,
}

impl Long {
    /// `self * times / of`, each component rounded.
    pub(super) fn scaled(&self, times: i64, of: i64) -> Point {
        Point::new(
            rnd(self.x * times, of) as i32,
            rnd(self.y * times, of) as i32,
        )
    }
}

/// Drift (1.7): how far a shot of one side lands from its mark: `far` grains towards `hour` o'clock, 12 being forward as
/// that side looks.
pub fn drift(frame: Frame, hour: u32, far: i32) -> Point {
    let hour = hour as i32;
    let ahead = frame.ahead();
    let right = -ahead.left();
    let (s, c) = (i64::from(sine(hour)), i64::from(sine(hour + 3)));
    let part = |ahead: i32, right: i32| {
        rnd(
            i64::from(far) * (i64::from(right) * s + i64::from(ahead) * c),
            30_000,
        ) as i32
    };
    Point::new(part(ahead.x, right.x), part(ahead.y, right.y))
}
