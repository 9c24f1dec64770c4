//! Where things lie, from a file: numbers become grains, corners a polygon, and what cannot be is told with its place.

use super::body::BASE;
use super::grain::{INCH, Point, grains, rnd};
use super::shape::{Bent, Polygon, Shape};
use crate::document::{Checker, Node};

/// How the numbers of a file become grains.
#[derive(Copy, Clone)]
pub(super) struct Scale {
    pub sides: Point,
    pub percent: bool,
}

impl Scale {
    pub fn length(self, value: f64, side: i32) -> i32 {
        // What is far off any table is told as such; its size is nobody's business.
        let value = value.clamp(-1000.0, 1000.0);
        if self.percent {
            (value * f64::from(side) / 100.0).round() as i32
        } else {
            grains(value)
        }
    }

    fn pair(self, node: &Node) -> Option<Point> {
        let [x, y] = node.items() else { return None };
        Some(Point::new(
            self.length(x.as_number()?, self.sides.x),
            self.length(y.as_number()?, self.sides.y),
        ))
    }

    /// The lower left and upper right corners of a rectangle around its middle.
    fn around(self, at: &Node, size: &Node) -> Option<(Point, Point)> {
        let part = |i: usize, side: i32| {
            let middle = at.items().get(i)?.as_number()?;
            let half = size.items().get(i)?.as_number()? / 2.0;
            Some((
                self.length(middle - half, side),
                self.length(middle + half, side),
            ))
        };
        let ((left, right), (low, high)) = (part(0, self.sides.x)?, part(1, self.sides.y)?);
        Some((Point::new(left, low), Point::new(right, high)))
    }
}

/// Where something lies: a rectangle or a circle around its middle, or a polygon; a `marker` may be a mere place.
pub(super) fn read_shape(
    checker: &mut Checker<'_>,
    node: &Node,
    scale: Scale,
    marker: bool,
) -> Option<Shape> {
    let (at, size, radius, corners) = (
        node.get("at"),
        node.get("size"),
        node.get("radius"),
        node.get("corners"),
    );
    let forms = "`at` and `size` for a rectangle, `at` and `radius` for a circle, or `corners`";
    match (at, size, radius, corners) {
        (None, None, None, Some(corners)) => read_polygon(checker, corners, scale),
        (Some(at), Some(size), None, None) => {
            let (low, high) = scale.around(at, size)?;
            let rectangle = Polygon::rectangle(low, high);
            if high.x <= low.x || high.y <= low.y || rectangle.is_err() {
                let message = "a rectangle needs a width and a depth of at least 1/120 inch";
                checker.fail(size, message, None);
                return None;
            }
            rectangle.ok().map(Shape::Polygon)
        }
        (Some(at), None, Some(radius), None) => {
            let shorter = scale.sides.x.min(scale.sides.y);
            let r = scale.length(radius.as_number()?, shorter);
            if r < 1 {
                checker.fail(
                    radius,
                    "a circle needs a radius of at least 1/120 inch",
                    None,
                );
                return None;
            }
            Some(Shape::circle(scale.pair(at)?, r))
        }
        (Some(at), None, None, None) if marker => Some(Shape::circle(scale.pair(at)?, BASE)),
        _ => {
            let message = "it is not clear where this lies";
            checker.fail(
                node,
                message,
                Some(format!("give {forms}, and nothing else")),
            );
            None
        }
    }
}

fn read_polygon(checker: &mut Checker<'_>, node: &Node, scale: Scale) -> Option<Shape> {
    let corners: Option<Vec<Point>> = node.items().iter().map(|item| scale.pair(item)).collect();
    let corners = corners?;
    let bent = match Polygon::new(&corners) {
        Ok(polygon) => return Some(Shape::Polygon(polygon)),
        Err(bent) => bent,
    };
    let item = |i: usize| &node.items()[i];
    let (place, message, help) = match bent {
        // The form says so already.
        Bent::Count(_) => return None,
        Bent::Same(first, again) => (
            item(again),
            format!(
                "corner {} is at the place of corner {}",
                again + 1,
                first + 1
            ),
            "a corner is given once; the last is joined to the first by itself",
        ),
        Bent::Flat(i) => (
            item(i),
            format!("corner {} lies on the line between its neighbours", i + 1),
            "leave it out",
        ),
        Bent::Crossed => (
            node,
            "the edges of this polygon cross one another".to_owned(),
            "give the corners in their order round it",
        ),
        Bent::Clockwise => (
            node,
            "these corners run clockwise".to_owned(),
            "give them counter-clockwise: the same corners in the opposite order",
        ),
        Bent::Hollow(i) => (
            item(i),
            format!("corner {} points inwards, but a piece is convex", i + 1),
            "make two pieces of it; blocks that are one house say `overlap = true`",
        ),
    };
    checker.fail(place, message, Some(help.to_owned()));
    None
}

/// Whether a shape is wholly on the table; says so if not.
pub(super) fn check_on_table(
    checker: &mut Checker<'_>,
    node: &Node,
    name: &str,
    shape: &Shape,
    sides: Point,
) -> bool {
    let (low, high) = shape.extent();
    let on = low.x >= 0 && low.y >= 0 && high.x <= sides.x && high.y <= sides.y;
    if !on {
        let inches = |n: i32| f64::from(rnd(i64::from(n) * 100, i64::from(INCH)) as i32) / 100.0;
        let message = format!(
            "`{name}` reaches off the table: {} to {} across and {} to {} up, on a table of {} x {} inches",
            inches(low.x),
            inches(high.x),
            inches(low.y),
            inches(high.y),
            inches(sides.x),
            inches(sides.y),
        );
        let place = node.get("at").or(node.get("corners")).unwrap_or(node);
        checker.fail(
            place,
            message,
            Some("move it, or make it smaller".to_owned()),
        );
    }
    on
}
