//! Where armies begin (section 2): a line just inside the zone's front edge, or two bodies at an exact gap. Side 1 is
//! side 0's rule turned half round.

use super::body::Disc;
use super::distance::{overlap, stands_on};
use super::grain::Point;
use super::piece::PieceSet;
use super::table::Table;

impl Table {
    /// Places for bases of these radii, in the order listed: rows from the front of the side's zone backwards, each
    /// centred, bases `apart` from each other, filled from the middle outwards, left and right in turn as the side sees
    /// it. Places on `barred` pieces are skipped. `Err` says how many found room.
    pub fn deploy_line(
        &self,
        side: usize,
        radii: &[i32],
        apart: i32,
        barred: PieceSet,
    ) -> Result<Vec<Point>, usize> {
        let frame = self.frame(side);
        let (ahead, aside) = (frame.ahead(), frame.aside());
        let (low, high) = self.zone(side).extent();
        // The zone in the side's own frame: from left to right and from front to rear.
        let span = |way: Point| {
            let (a, b) = (way.dot(low) as i32, way.dot(high) as i32);
            (a.min(b), a.max(b))
        };
        let ((right, left), (rear, front)) = (span(aside), span(ahead));
        let most = radii.iter().copied().max().unwrap_or(0);
        let pitch = 2 * most + apart;
        let width = left - right;
        let slots = if width < 2 * most || pitch <= 0 {
            0
        } else {
            (width - 2 * most) / pitch + 1
        };
        let mut places: Vec<Point> = Vec::new();
        let mut depth = front;
        while places.len() < radii.len() {
            if slots == 0 || depth - 2 * most < rear {
                return Err(places.len());
            }
            let row = (radii.len() - places.len()).min(slots as usize);
            // Twice the distance of a slot from the middle, in pitches: even for an odd row, odd for an even one.
            let first = if row % 2 == 1 { 0 } else { 1 };
            let mut taken = 0;
            let steps = (first..)
                .step_by(2)
                .flat_map(|k| if k == 0 { vec![0] } else { vec![k, -k] });
            for step in steps.take_while(|k: &i32| k.abs() * pitch <= width - 2 * most) {
                if taken == row {
                    break;
                }
                let r = radii[places.len()];
                let beside = left + right + step * pitch;
                let at = (beside.div_euclid(2), depth - r);
                let at = Point::new(
                    aside.x * at.0 + ahead.x * at.1,
                    aside.y * at.0 + ahead.y * at.1,
                );
                let base = Disc::new(at, r);
                let solid = |i: usize| stands_on(base, &self.pieces()[i].shape);
                let stands = self.on_table(base) && self.zone(side).inside(at);
                let blocked = barred
                    .iter()
                    .take_while(|&i| i < self.pieces().len())
                    .any(solid);
                if stands && !blocked {
                    places.push(at);
                    taken += 1;
                }
            }
            depth -= pitch;
        }
        debug_assert!(apart_from_each_other(&places, radii));
        Ok(places)
    }

    /// Places for one base a side, on the horizontal middle line, with an exact gap; `None` if the table is too small.
    pub fn deploy_gap(&self, radii: [i32; 2], gap: i32) -> Option<[Point; 2]> {
        let sides = self.sides();
        let between = radii[0] + gap + radii[1];
        let first = (sides.x - between).div_euclid(2);
        let places = [first, first + between].map(|x| Point::new(x, sides.y / 2));
        let stands = |side: usize| self.on_table(Disc::new(places[side], radii[side]));
        (stands(0) && stands(1)).then_some(places)
    }
}

fn apart_from_each_other(places: &[Point], radii: &[i32]) -> bool {
    let disc = |i: usize| Disc::new(places[i], radii[i]);
    (0..places.len()).all(|i| (0..i).all(|j| !overlap(disc(i), disc(j))))
}
