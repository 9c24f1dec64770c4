//! The tables of a scenario: the named ones, and those of its own under `[tables]`. Everything that is wrong with a table
//! is told at its piece.

use super::forces::pair;
use super::skirmish_shape::says_yes;
use crate::document::{Checker, Node, nearest};
use crate::table::distance::{between, cover_each_other};
use crate::table::grain::rnd;
use crate::table::piece::PIECES;
use crate::table::shape::Bent;
use crate::table::{
    BASE, Climb, Cover, Density, Going, Hand, INCH, Label, Piece, Plan, Point, Polygon, Screen, Shape,
    Stuff, grains,
};
use std::sync::Arc;

/// The tables that need no writing.
pub const NAMED: [&str; 3] = ["open", "standard", "dense"];

/// A table of the scenario's own.
struct Own {
    name: String,
    sides: Point,
    pieces: Vec<(Piece, Label)>,
}

/// The tables of a scenario.
pub struct Tables {
    own: Vec<Own>,
    /// The system's usual sides, in inches.
    usual: [i16; 2],
    /// What a reader should know: tables that do not look the same from both sides.
    pub notes: Vec<String>,
}

/// Inches to a point.
fn point([x, y]: [f64; 2]) -> Point {
    Point::new(grains(x), grains(y))
}

impl Tables {
    /// Reads `[tables]`.
    pub fn read(checker: &mut Checker<'_>, doc: &Node, usual: [i16; 2]) -> Tables {
        let mut tables = Tables {
            own: Vec::new(),
            usual,
            notes: Vec::new(),
        };
        for entry in doc.get("tables").map_or(&[][..], |node| node.entries()) {
            let name = entry.key.as_str();
            if NAMED.contains(&name) {
                let message = format!("`{name}` is a named table already");
                let help = "give yours another name".to_owned();
                let node = doc.get("tables").unwrap_or(doc);
                checker.fail_key(node, name, message, Some(help));
                continue;
            }
            let own = tables.own_table(checker, name, &entry.node);
            tables.own.push(own);
        }
        tables
    }

    fn own_table(&mut self, checker: &mut Checker<'_>, name: &str, node: &Node) -> Own {
        let sides = node.get("size").map_or(self.usual.map(f64::from), pair);
        let sides = point(sides);
        let mut pieces: Vec<(Piece, Label)> = Vec::new();
        // Where each piece is written, for what is wrong between two of them.
        let mut places: Vec<&Node> = Vec::new();
        if let Some(said) = node.get("like") {
            match said.as_text().filter(|base| NAMED.contains(base)) {
                Some(base) => {
                    for piece in named(base, sides) {
                        pieces.push(piece);
                        places.push(said);
                    }
                }
                None => {
                    let base = said.as_text().unwrap_or_default();
                    checker.unknown_name(said, "named table", base, &NAMED);
                }
            }
        }
        for said in node.get("pieces").map_or(&[][..], Node::items) {
            let Some((piece, label)) = read_piece(checker, said, sides) else {
                continue;
            };
            let turned = piece.shape.half_turned(sides);
            let twin = says_yes(said.get("twin"), false) && !turned.same(&piece.shape);
            pieces.push((piece, label.clone()));
            places.push(said);
            if twin {
                pieces.push((Piece { shape: turned, ..piece }, label));
                places.push(said);
            }
        }
        if pieces.len() > PIECES {
            let message = format!("`{name}` has {} pieces, more than {PIECES}", pieces.len());
            let said = node.get("pieces").unwrap_or(node);
            checker.fail(said, message, Some("join some of them, or leave some out".to_owned()));
        }
        self.neighbours(checker, name, &pieces, &places);
        let own = Own { name: name.to_owned(), sides, pieces };
        if !symmetric(&own) && !says_yes(node.get("asymmetric"), false) {
            self.notes.push(format!(
                "the table `{name}` does not look the same from both sides (`asymmetric = true` if that is meant)"
            ));
        }
        own
    }

    /// Solid pieces may touch, and must not stand in one another. What nobody can pass between is worth a word.
    fn neighbours(&mut self, checker: &mut Checker<'_>, name: &str, pieces: &[(Piece, Label)], places: &[&Node]) {
        let solid = |piece: &Piece| matches!(piece.stuff, Stuff::Block | Stuff::Pit);
        let barred = |piece: &Piece| piece.going == Going::Impassable;
        let called = |at: usize| match pieces[at].1.name.as_str() {
            "" => format!("piece {}", at + 1),
            name => format!("`{name}`"),
        };
        let mut narrow = Vec::new();
        for second in 0..pieces.len() {
            for first in 0..second {
                let (a, b) = (&pieces[first].0, &pieces[second].0);
                if solid(a) && solid(b) && cover_each_other(&a.shape, &b.shape) {
                    let message = if std::ptr::eq(places[first], places[second]) {
                        "this piece overlaps its twin".to_owned()
                    } else {
                        format!("this piece overlaps {}", called(first))
                    };
                    let help = "blocks and pits may touch, not stand in one another".to_owned();
                    checker.fail(places[second], message, Some(help));
                } else if barred(a) && barred(b) {
                    let gap = between(&a.shape, &b.shape);
                    if gap > 0 && gap < 2 * BASE {
                        narrow.push(format!("{} and {}", called(first), called(second)));
                    }
                }
            }
        }
        if !narrow.is_empty() {
            self.notes.push(format!(
                "on the table `{name}` a base does not pass between {}",
                narrow.join(", nor between ")
            ));
        }
    }

    /// The table of this name with its zones.
    pub fn ground(
        &self,
        checker: &mut Checker<'_>,
        said: Option<&Node>,
        name: &str,
        size: Option<&Node>,
        zone: f64,
        right: bool,
    ) -> Option<Arc<Plan>> {
        let own = self.own.iter().find(|own| own.name == name);
        let sides = match (own, size) {
            (Some(own), None) => own.sides,
            (Some(own), Some(node)) => {
                if point(pair(node)) != own.sides {
                    let message = format!("the table `{name}` has a size of its own");
                    checker.fail(node, message, Some(format!("say it in [tables.{name}]")));
                }
                own.sides
            }
            (None, None) => point(self.usual.map(f64::from)),
            (None, Some(node)) => point(pair(node)),
        };
        let pieces = match own {
            Some(own) => own.pieces.clone(),
            None if NAMED.contains(&name) => named(name, sides),
            None => {
                if let Some(node) = said {
                    let own = self.own.iter().map(|own| own.name.as_str());
                    let known: Vec<&str> = NAMED.into_iter().chain(own).collect();
                    let near = nearest(name, known.iter().copied());
                    let help = match near {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("there are {}; others are written under [tables.NAME]", known.join(", ")),
                    };
                    checker.fail(node, format!("there is no table `{name}`"), Some(help));
                }
                return None;
            }
        };
        let depth = grains(zone);
        if 2 * depth > sides.y {
            let message = format!(
                "two zones {zone} deep do not fit a table {} deep",
                f64::from(sides.y) / f64::from(INCH)
            );
            checker.fail(said.unwrap_or(&Node::text(name)), message, Some("make `zone` smaller".to_owned()));
        }
        Some(Arc::new(Plan {
            pieces,
            hand: if right { Hand::Right } else { Hand::Left },
            ..Plan::open(sides, depth)
        }))
    }
}

/// Whether a table looks the same after half a turn.
fn symmetric(own: &Own) -> bool {
    own.pieces.iter().all(|(piece, _)| {
        let turned = piece.shape.half_turned(own.sides);
        own.pieces.iter().any(|(other, _)| {
            other.shape.same(&turned)
                && Piece { shape: piece.shape, bounds: piece.bounds, top: piece.top, ..*other } == *piece
        })
    })
}

/// The pieces of a named table, in percent of the sides; the second of each pair is the half turn of the first.
fn named(name: &str, sides: Point) -> Vec<(Piece, Label)> {
    let mut pieces: Vec<(Piece, Label)> = Vec::new();
    // Tenths of a percent, doubled, so that half a size is a whole number of them.
    let part = |twice: i32, of: i32| rnd(i64::from(twice) * i64::from(of), 2000) as i32;
    let mut put = |name: &str, piece: Piece| {
        let label = |which: &str| Label {
            name: format!("{name} {which}"),
            tags: Vec::new(),
        };
        let turned = piece.shape.half_turned(sides);
        let number = pieces.iter().filter(|(_, label)| label.name.starts_with(name)).count();
        pieces.push((piece, label(&(number + 1).to_string())));
        pieces.push((Piece { shape: turned, ..piece }, label(&(number + 2).to_string())));
    };
    // The middle in percent, the size in tenths of one.
    let rectangle = |[x, y]: [i32; 2], [w, h]: [i32; 2]| {
        let low = Point::new(part(20 * x - w, sides.x), part(20 * y - h, sides.y));
        let high = Point::new(part(20 * x + w, sides.x), part(20 * y + h, sides.y));
        Shape::rectangle(low, high)
    };
    if name == "open" {
        return pieces;
    }
    let block = |at: [i32; 2], size: [i32; 2]| Piece {
        hits: Some(9),
        ..Piece::new(Stuff::Block, rectangle(at, size), 5 * INCH)
    };
    put("house", block([25, 35], [80, 80]));
    put("house", block([62, 28], [80, 80]));
    put(
        "low wall",
        Piece {
            cover: Cover::Light,
            climb: Some(Climb::Step),
            hits: Some(4),
            ..Piece::new(Stuff::Block, rectangle([50, 38], [160, 15]), INCH)
        },
    );
    let middle = Point::new(part(200, sides.x), part(1000, sides.y));
    let radius = part(140, sides.x.min(sides.y));
    put(
        "wood",
        Piece {
            cover: Cover::Light,
            going: Going::Rough,
            limit: Some(6 * INCH),
            hits: Some(3),
            ..Piece::new(Stuff::Zone, Shape::circle(middle, radius), 3 * INCH)
        },
    );
    if name == "dense" {
        let wall = Piece {
            hits: Some(4),
            ..block([36, 50], [20, 140])
        };
        put("wall", wall);
        put("house", block([12, 28], [60, 60]));
    }
    pieces
}

/// Reads a piece.
fn read_piece(checker: &mut Checker<'_>, said: &Node, sides: Point) -> Option<(Piece, Label)> {
    let text = |key: &str| said.get(key).and_then(Node::as_text);
    let inches = |key: &str| said.get(key).and_then(Node::as_number);
    let shape = shape(checker, said)?;
    let (low, high) = shape.extent();
    if low.x < 0 || low.y < 0 || high.x > sides.x || high.y > sides.y {
        let side = |grains: i32| f64::from(grains) / f64::from(INCH);
        let message = format!(
            "this piece reaches from ({}, {}) to ({}, {}), off the table of {} by {}",
            side(low.x),
            side(low.y),
            side(high.x),
            side(high.y),
            side(sides.x),
            side(sides.y)
        );
        checker.fail(said, message, Some("move it, make it smaller, or the table larger".to_owned()));
    }
    let stuff = text("body").and_then(Stuff::named)?;
    let mut piece = Piece::new(stuff, shape, grains(inches("height").unwrap_or(0.0)));
    if let Some(screen) = text("sight").and_then(Screen::named) {
        piece.screen = screen;
    }
    if let Some(density) = text("density").and_then(Density::named) {
        piece.density = density;
    }
    if let Some(cover) = text("cover").and_then(Cover::named) {
        piece.cover = cover;
    }
    if let Some(going) = text("going").and_then(Going::named) {
        piece.going = going;
    }
    piece.climb = text("climb").and_then(Climb::named);
    piece.limit = inches("limit").map(grains);
    piece.hits = said.get("hits").and_then(Node::as_int).map(|hits| hits as u16);
    let tags = said.get("tags").map_or(&[][..], Node::items).iter();
    let label = Label {
        name: text("name").unwrap_or_default().to_owned(),
        tags: tags.filter_map(Node::as_text).map(str::to_owned).collect(),
    };
    Some((piece, label))
}

/// The shape of a piece: a rectangle, a circle or corners.
fn shape(checker: &mut Checker<'_>, said: &Node) -> Option<Shape> {
    let help = "give `at` with `size` (a rectangle) or with `radius` (a circle), or `corners`".to_owned();
    let (at, size) = (said.get("at").map(pair), said.get("size").map(pair));
    let radius = said.get("radius").and_then(Node::as_number);
    match (at, size, radius, said.get("corners")) {
        (Some([x, y]), Some([w, h]), None, None) => {
            let low = point([x - w / 2.0, y - h / 2.0]);
            let high = point([x + w / 2.0, y + h / 2.0]);
            if low.x >= high.x || low.y >= high.y {
                checker.fail(said, "this rectangle has no extent", None);
                return None;
            }
            Some(Shape::rectangle(low, high))
        }
        (Some(at), None, Some(radius), None) => {
            if grains(radius) < 1 {
                checker.fail(said, "this circle has no extent", None);
                return None;
            }
            Some(Shape::circle(point(at), grains(radius)))
        }
        (None, None, None, Some(corners)) => {
            let mut points: Vec<Point> = corners.items().iter().map(|corner| point(pair(corner))).collect();
            let polygon = Polygon::new(&points).or_else(|bent| match bent {
                // Either way round is as good to a person.
                Bent::Clockwise => {
                    points.reverse();
                    Polygon::new(&points)
                }
                bent => Err(bent),
            });
            match polygon {
                Ok(polygon) => Some(Shape::Polygon(polygon)),
                Err(bent) => {
                    let corner = |at: usize| corners.items().get(at).unwrap_or(corners);
                    let (node, message, help) = match bent {
                        Bent::Count(n) => (corners, format!("a polygon has 3 to 8 corners, not {n}"), ""),
                        Bent::Same(a, b) => (corner(b), format!("corners {} and {} are the same", a + 1, b + 1), "leave one of them out"),
                        Bent::Flat(at) => (
                            corner(at),
                            format!("corner {} lies on the line between its neighbours", at + 1),
                            "leave it out",
                        ),
                        Bent::Crossed | Bent::Clockwise => {
                            (corners, "the edges of this polygon cross one another".to_owned(), "give the corners in order, once round")
                        }
                        Bent::Hollow(at) => (
                            corner(at),
                            format!("corner {} points inwards: a piece is convex", at + 1),
                            "make two pieces of it",
                        ),
                    };
                    checker.fail(node, message, (!help.is_empty()).then(|| help.to_owned()));
                    None
                }
            }
        }
        _ => {
            checker.fail(said, "this piece has no shape, or more than one", Some(help));
            None
        }
    }
}
