//! Where armies begin (section 2): a line just inside the zone's front edge, or two bodies at an exact gap. Side 1 is
//! side 0's rule turned half round.

use super::body::Disc;
use super::distance::{overlap, stands_on};
use super::grain::Point;
use super::piece::PieceSet;
use super::table::Table;

impl Table {
    /// Places for bases of these radii, in the order listed: rows from the front of the side's zone backwards, each
    /// centred and as deep as its largest base, bases `apart` from each other, filled from the middle outwards, left and
    /// right in turn as the side sees it (SK-23). Places on `barred` pieces are skipped. `Err` says how many found room.
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
        // Distances from the middle are doubled, so that a row of an even number has one too.
        let (middle, width) = (left + right, left - right);
        let mut places: Vec<Point> = Vec::new();
        let mut depth = front;
        while places.len() < radii.len() {
            let waiting = &radii[places.len()..];
            let row = &waiting[..fitting(waiting, apart, width)];
            let deepest = row.iter().copied().max().unwrap_or(0);
            if row.is_empty() || depth - 2 * deepest < rear {
                return Err(places.len());
            }
            let centred = Row::new(row, apart).off_centre(row);
            let mut slots = Row::new(row, apart);
            let mut taken = 0;
            while let Some(&r) = row.get(taken) {
                let Some(beside) = slots.next(r, centred, width) else {
                    break;
                };
                let at = ((middle + beside).div_euclid(2), depth - r);
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
            depth -= 2 * deepest + apart;
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

/// How many of the bases that wait stand beside each other in a row of this width.
fn fitting(radii: &[i32], apart: i32, width: i32) -> usize {
    let mut wide = -apart;
    let fits = |r: &&i32| {
        wide += 2 * **r + apart;
        wide <= width
    };
    radii.iter().take_while(fits).count()
}

/// A row that is filled from the middle outwards, left and right in turn. Distances are twice those from the middle.
struct Row {
    apart: i32,
    /// Nobody stands yet where the first of an odd row does.
    open: bool,
    /// Where the next base begins, to the left and to the right.
    next: [i32; 2],
    /// Whose turn it is: 0 is left.
    turn: usize,
}

impl Row {
    fn new(row: &[i32], apart: i32) -> Row {
        Row {
            apart,
            open: row.len() % 2 == 1,
            next: [apart; 2],
            turn: 0,
        }
    }

    /// By how much the row as a whole stands too far to the left: bases of many sizes are not balanced.
    fn off_centre(mut self, row: &[i32]) -> i32 {
        for &r in row {
            self.next(r, 0, i32::MAX);
        }
        (self.next[0] - self.next[1]) / 2
    }

    /// Where the next base goes, in a row of this width that is moved to the right by `centred`; none if it is full.
    fn next(&mut self, r: i32, centred: i32, width: i32) -> Option<i32> {
        if std::mem::take(&mut self.open) {
            self.next = [2 * (r + self.apart); 2];
            return Some(-centred);
        }
        for _ in 0..2 {
            let side = self.turn;
            self.turn = 1 - side;
            let out = self.next[side] + 2 * r;
            let at = [out, -out][side] - centred;
            if at.abs() <= width - 2 * r {
                self.next[side] = out + 2 * (r + self.apart);
                return Some(at);
            }
        }
        None
    }
}

fn apart_from_each_other(places: &[Point], radii: &[i32]) -> bool {
    let disc = |i: usize| Disc::new(places[i], radii[i]);
    (0..places.len()).all(|i| (0..i).all(|j| !overlap(disc(i), disc(j))))
}
