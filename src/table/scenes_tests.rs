//! Random scenes from a number, and the turns and mirrors of a whole table, for the laws.

use super::*;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// Whole numbers from a seed.
pub struct Chooser(Pcg64Mcg);

impl Chooser {
    pub fn new(seed: u64) -> Chooser {
        let state = (0x7AB1E << 64) | (u128::from(seed) * 0x9E37_79B9_7F4A_7C15);
        Chooser(Pcg64Mcg::new(state))
    }

    /// From `low` to `high`, both included.
    pub fn within(&mut self, low: i32, high: i32) -> i32 {
        let n = (high - low + 1) as u64;
        low + ((self.0.next_u64() >> 20) % n) as i32
    }

    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.within(0, of.len() as i32 - 1) as usize]
    }

    pub fn point(&mut self, sides: Point, margin: i32) -> Point {
        let x = self.within(margin, sides.x - margin);
        Point::new(x, self.within(margin, sides.y - margin))
    }

    /// A convex polygon of 3 to 8 corners within `reach` of a place, or a circle.
    pub fn shape(&mut self, at: Point, reach: i32) -> Shape {
        if self.within(0, 3) == 0 {
            return Shape::circle(at, self.within(1, reach));
        }
        loop {
            let n = self.within(3, 8) as usize;
            let around: Vec<Point> = (0..n)
                .map(|_| at + Point::new(self.within(-reach, reach), self.within(-reach, reach)))
                .collect();
            if let Ok(polygon) = Polygon::new(&hull(&around)) {
                return Shape::Polygon(polygon);
            }
        }
    }

    pub fn piece(&mut self, at: Point, reach: i32) -> Piece {
        let stuff = self.one(&[
            Stuff::Block,
            Stuff::Block,
            Stuff::Block,
            Stuff::Zone,
            Stuff::Hill,
            Stuff::Pit,
            Stuff::Area,
        ]);
        let shape = self.shape(at, reach);
        let height = self.one(&[60, 119, 120, 180, 181, 240, 360, 600]);
        let mut piece = Piece::new(stuff, shape, height);
        match stuff {
            Stuff::Zone => {
                piece.going = self.one(&[Going::Open, Going::Rough, Going::VeryRough]);
                piece.limit = self.one(&[None, Some(0), Some(120), Some(360)]);
                piece.density = self.one(&[Density::Sparse, Density::Dense]);
                piece.screen = self.one(&[Screen::Obscures, Screen::Obscures, Screen::Clear]);
            }
            Stuff::Block if height <= 180 => {
                piece.climb = self.one(&[None, Some(Climb::Step), Some(Climb::Walk)]);
            }
            _ => {}
        }
        piece
    }

    /// A table with so many pieces, each of at most `reach`.
    pub fn plan(&mut self, sides: Point, pieces: usize, reach: i32) -> Plan {
        (0..pieces).fold(Plan::open(sides, 6 * INCH), |plan, _| {
            let at = self.point(sides, reach + 2);
            plan.with(self.piece(at, reach))
        })
    }

    pub fn body(&mut self, table: &Table) -> Body {
        let r = self.one(&[60, 60, 60, 59, 71, 94, 240]);
        let at = self.point(table.sides(), r);
        let z = table.ground(at, PieceSet::NONE);
        Body::new(Disc::new(at, r), z, self.one(&[180, 180, 180, 90, 240, 1]))
    }

    pub fn veil(&mut self) -> Veil {
        Veil {
            limit: self.within(0, 1) == 1,
            through: self.within(0, 1) == 1,
            dense: self.one(&[None, Some(480)]),
        }
    }
}

/// The corners of the hull of some points, counter-clockwise, without flat ones.
pub fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by_key(|p| (p.x, p.y));
    sorted.dedup();
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && (b - a).cross(p - b) <= 0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut sorted.iter().copied());
    lower.extend(half(&mut sorted.iter().rev().copied()));
    lower
}

/// A table turned by quarters, and mirrored first if asked.
#[derive(Copy, Clone, Debug)]
pub struct Turned {
    pub quarters: usize,
    pub mirrored: bool,
    pub sides: Point,
}

impl Turned {
    pub fn all(sides: Point) -> impl Iterator<Item = Turned> {
        (0..8).map(move |i| Turned {
            quarters: i % 4,
            mirrored: i >= 4,
            sides,
        })
    }

    pub fn point(&self, p: Point) -> Point {
        let mut p = p;
        let mut sides = self.sides;
        if self.mirrored {
            p = Point::new(sides.x - p.x, p.y);
        }
        for _ in 0..self.quarters {
            p = Point::new(sides.y - p.y, p.x);
            sides = Point::new(sides.y, sides.x);
        }
        p
    }

    pub fn shape(&self, shape: &Shape) -> Shape {
        match shape {
            Shape::Circle(disc) => Shape::Circle(self.disc(*disc)),
            Shape::Polygon(polygon) => {
                let mut corners: Vec<Point> =
                    polygon.corners().iter().map(|p| self.point(*p)).collect();
                if self.mirrored {
                    corners.reverse();
                }
                Shape::Polygon(Polygon::new(&corners).expect("a polygon is one however turned"))
            }
        }
    }

    pub fn disc(&self, disc: Disc) -> Disc {
        Disc::new(self.point(disc.at), disc.r)
    }

    pub fn body(&self, body: &Body) -> Body {
        Body::new(self.disc(body.disc), body.z, body.h)
    }

    pub fn plan(&self, plan: &Plan) -> Plan {
        let sides = match self.quarters % 2 {
            0 => plan.sides,
            _ => Point::new(plan.sides.y, plan.sides.x),
        };
        let piece = |(piece, label): &(Piece, Label)| {
            let shape = self.shape(&piece.shape);
            (Piece { shape, ..*piece }, label.clone())
        };
        let objective = |objective: &Objective| Objective {
            name: objective.name.clone(),
            shape: self.shape(&objective.shape),
        };
        Plan {
            sides,
            pieces: plan.pieces.iter().map(piece).collect(),
            zones: [0, 1].map(|side| self.shape(&plan.zones[side])),
            objectives: plan.objectives.iter().map(objective).collect(),
            hand: if self.mirrored {
                Hand::Right
            } else {
                Hand::Left
            },
        }
    }
}
