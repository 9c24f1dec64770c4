//! Spots to shelter at (1.7): beside the corners and the middles of the edges of every piece that gives cover or stops
//! sight. Found once a table and base radius.

use super::body::Disc;
use super::distance::stands_on;
use super::frame::Hand;
use super::grain::{Point, csq};
use super::piece::{Cover, Piece, Screen, Stuff};
use super::shape::Shape;
use super::table::Table;

/// The most spots kept.
pub const SPOTS: usize = 128;

/// How far a base stands off the piece it shelters behind.
const OFF: i32 = 6;

/// All spots for bases of a radius. If there are more than can be kept, those nearest to the middle of the table are, and
/// of those equally far all or none: so that a table and its half turn keep the same.
pub(super) fn find(table: &Table, r: i32, hand: Hand) -> Vec<Point> {
    let useful = |piece: &&Piece| piece.cover != Cover::Bare || piece.screen == Screen::Blocks;
    let mut spots: Vec<Point> = Vec::new();
    for piece in table.pieces().iter().filter(useful) {
        for spot in beside(&piece.shape, r + OFF, hand) {
            let base = Disc::new(spot, r);
            let solid =
                |piece: &Piece| piece.stuff == Stuff::Block && stands_on(base, &piece.shape);
            if table.on_table(base) && !table.pieces().iter().any(solid) && !spots.contains(&spot) {
                spots.push(spot);
            }
        }
    }
    let sides = table.sides();
    let far = |spot: &Point| (Point::new(2 * spot.x, 2 * spot.y) - sides).square();
    if spots.len() > SPOTS {
        spots.sort_by_key(far);
        let limit = far(&spots[SPOTS]);
        spots.truncate(SPOTS);
        spots.retain(|spot| far(spot) < limit);
    }
    spots
}

/// The places around a shape at a distance.
fn beside(shape: &Shape, off: i32, hand: Hand) -> Vec<Point> {
    match shape {
        Shape::Circle(disc) => {
            let r = disc.r + off;
            // The diagonal places are no nearer than the others.
            let k = csq(i64::from(r) * i64::from(r) / 2 + 1);
            [
                (r, 0),
                (k, k),
                (0, r),
                (-k, k),
                (-r, 0),
                (-k, -k),
                (0, -r),
                (k, -k),
            ]
            .map(|(x, y)| disc.at + Point::new(x, y))
            .to_vec()
        }
        Shape::Polygon(polygon) => {
            let mut spots = Vec::new();
            if let Shape::Polygon(grown) = shape.grown(off) {
                spots.extend_from_slice(grown.corners());
            }
            for (a, b) in polygon.edges() {
                // Half a grain goes to one end of the edge, so that spots turn and mirror with the table.
                let (start, way) = match hand {
                    Hand::Left => (a, b - a),
                    Hand::Right => (b, a - b),
                };
                let out = -(b - a).left();
                let middle = start + Point::new(way.x / 2, way.y / 2);
                spots.push(middle + out.scaled(i64::from(off), i64::from(way.length())));
            }
            spots
        }
    }
}
