//! Deployment (section 2): side 0's rule, turned by half for side 1; one image of the board for each way the armies may
//! stand.

use super::Battle;
use super::roster::Side;
use crate::document::Problems;
use crate::systems::skirmish::{Army, Deployment, Field, problem};
use crate::table::{Board, Body, Disc, INCH, Point, overlap};

impl Battle {
    /// Puts both armies down, both ways round.
    pub(super) fn deploy(&mut self, armies: [&Army<'_>; 2], field: &Field) -> Result<(), Problems> {
        let mut problems = Problems::default();
        for turned in [false, true] {
            let mut board = Board::new();
            for army in 0..2 {
                match self.places(armies, army, turned, field) {
                    Ok(places) => self.put_down(&mut board, army, &places),
                    Err(more) => {
                        problems.extend(more.0);
                    }
                }
            }
            if problems.is_empty() && self.entangled(&board) {
                let message = "the two armies stand on each other";
                let help = "places are side 0's; those of side 1 are turned by half";
                problems.push(problem(None, &field.path, message, help));
            }
            self.images[usize::from(turned)] = board;
            if !problems.is_empty() {
                break;
            }
        }
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems)
        }
    }

    /// Somebody of one army stands on somebody of the other.
    fn entangled(&self, board: &Board) -> bool {
        board.discs(0, board.alive(0)).any(|one| {
            board
                .discs(1, board.alive(1))
                .any(|other| overlap(one, other))
        })
    }

    fn put_down(&self, board: &mut Board, army: usize, places: &[Point]) {
        let side = &self.sides[army];
        let mut places = places.iter();
        let mut last = Point::default();
        for model in &side.models {
            // A crew is where its vehicle is, and not on the table.
            let at = match model.sits {
                None => places.next().copied().unwrap_or(last),
                Some(_) => last,
            };
            last = at;
            let [r, h] = model.size;
            let body = Body::new(Disc::new(at, r), self.ground(at, h), h);
            if let Some(i) = board.add(army, body)
                && model.sits.is_some()
            {
                board.remove(army, i);
            }
        }
    }

    /// Where the bodies of an army stand, crews left out.
    fn places(
        &self,
        armies: [&Army<'_>; 2],
        army: usize,
        turned: bool,
        field: &Field,
    ) -> Result<Vec<Point>, Problems> {
        let side = &self.sides[army];
        let edge = army ^ usize::from(turned);
        let radii = radii(side);
        let listed = armies[army];
        let fail = |message: String, help: &str| {
            Err(Problems(vec![problem(
                listed.node,
                &listed.path,
                message,
                help,
            )]))
        };
        match field.deployment {
            Deployment::Line => {
                let barred = self.ways[0].barred.or(self.ways[0].over);
                match self.table.deploy_line(edge, &radii, INCH, barred) {
                    Ok(places) => Ok(places),
                    Err(room) => fail(
                        format!(
                            "the deployment zone has room for {room} of {} bodies",
                            radii.len()
                        ),
                        "make the zone deeper or the table wider, or field fewer",
                    ),
                }
            }
            Deployment::Gap(gap) => {
                let other = self::radii(&self.sides[1 - army]);
                if radii.len() != 1 || other.len() != 1 {
                    return fail(
                        "deployment by `gap` is for one body against one".to_owned(),
                        "use `line`",
                    );
                }
                let mut both = [radii[0], other[0]];
                if edge == 1 {
                    both.reverse();
                }
                match self.table.deploy_gap(both, i32::from(gap)) {
                    Some(places) => Ok(vec![places[edge]]),
                    None => fail(
                        "the table is too small for this gap".to_owned(),
                        "make it wider",
                    ),
                }
            }
            Deployment::File => self.given(listed, side, edge),
        }
    }

    /// Places as listed, which are side 0's; side 1's are turned by half.
    fn given(&self, army: &Army<'_>, side: &Side, edge: usize) -> Result<Vec<Point>, Problems> {
        let mut problems = Problems::default();
        let mut places = Vec::new();
        for unit in &army.units {
            if unit.at.len() != unit.count as usize {
                let message = format!("{} places for {} of them", unit.at.len(), unit.count);
                let path = format!("{}.at", unit.path);
                problems.push(problem(
                    unit.node,
                    &path,
                    message,
                    "give one place for each",
                ));
            }
            for place in &unit.at {
                let at = Point::new(i32::from(place[0]), i32::from(place[1]));
                places.push((at, unit));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let radii = radii(side);
        for (at, &(place, unit)) in places.iter().enumerate() {
            let base = Disc::new(place, radii[at]);
            let mut fail = |message: &str, help: &str| {
                let path = format!("{}.at", unit.path);
                problems.push(problem(unit.node, &path, message, help));
            };
            if !self.table.on_table(base) {
                fail(
                    "a place is not on the table, base and all",
                    "move it further in",
                );
            } else if !self.table.free(
                &self.mover([radii[at], crate::table::TALL], self.table.frame(0)),
                place,
                &crate::table::Nobody,
            ) {
                fail(
                    "a place is inside a piece that nobody can stand in",
                    "move it",
                );
            }
            let taken = |other: usize| overlap(base, Disc::new(places[other].0, radii[other]));
            if (0..at).any(taken) {
                fail("two bodies stand on the same place", "move one of them");
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let sides = self.table.sides();
        let turn = |at: Point| if edge == 0 { at } else { sides - at };
        Ok(places.into_iter().map(|(at, _)| turn(at)).collect())
    }
}

/// The radii of the bodies of an army, crews left out.
fn radii(side: &Side) -> Vec<i32> {
    let bodies = side.models.iter().filter(|model| model.sits.is_none());
    bodies.map(|model| model.size[0]).collect()
}
