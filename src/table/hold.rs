//! Templates, and who holds a place (1.7).

use super::body::Disc;
use super::distance::{gap_to, within};
use super::grain::Point;
use super::shape::Shape;

/// Whether a template has the centre of a base under it.
#[inline]
pub fn under(base: Disc, template: Disc) -> bool {
    let r = i64::from(template.r);
    (base.at - template.at).square() <= r * r
}

/// Whether a template touches a base. No slack.
#[inline]
pub fn touched(base: Disc, template: Disc) -> bool {
    let r = i64::from(template.r + base.r);
    (base.at - template.at).square() < r * r
}

/// How many models stand within `reach` grains of a place: bases, and how many models stand on each.
pub fn present(place: &Shape, reach: i32, bases: impl Iterator<Item = (Disc, u32)>) -> u32 {
    bases
        .filter(|(base, _)| within(gap_to(*base, place), reach))
        .map(|(_, models)| models)
        .sum()
}

/// The side with more models within `reach` grains of a place, if one has more.
pub fn held(
    place: &Shape,
    reach: i32,
    sides: [impl Iterator<Item = (Disc, u32)>; 2],
) -> Option<usize> {
    let [a, b] = sides.map(|side| present(place, reach, side));
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    }
}

/// The side that alone has an anchor in a place.
pub fn controls(place: &Shape, sides: [impl Iterator<Item = Point>; 2]) -> Option<usize> {
    let [a, b] = sides.map(|mut side| side.any(|at| place.inside(at)));
    match (a, b) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ => None,
    }
}
