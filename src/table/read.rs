//! Reading a table from a file: what it says becomes a [`Plan`], and what cannot be is told with its place, all at once.

use super::body::BASE;
use super::distance::{between, cover_each_other};
use super::frame::Hand;
use super::grain::{INCH, Point, grains};
use super::piece::{Climb, Cover, Density, Going, Label, PIECES, Piece, Screen, Stuff};
use super::read_place::{Scale, check_on_table, read_shape};
use super::shape::Shape;
use super::table::{Objective, Plan};
use crate::document::{Checker, Node};

/// What a table is where its file does not say.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Usual {
    /// Its sides.
    pub sides: Point,
    /// The depth of the deployment zones.
    pub depth: i32,
    /// The radius of the bases that must get through between pieces.
    pub base: i32,
}

impl Usual {
    /// A table of so many inches by so many, with zones so many deep.
    pub const fn inches(width: i32, depth: i32, zones: i32) -> Usual {
        Usual {
            sides: Point::inches(width, depth),
            depth: zones * INCH,
            base: BASE,
        }
    }
}

/// A piece with where it is written.
struct Laid<'a> {
    node: &'a Node,
    piece: Piece,
    name: String,
}

/// Reads a table. `warn` gets what is odd but not wrong. Something is returned in any case; it is only of use if
/// `checker` has nothing to say.
pub fn read<'a>(
    checker: &mut Checker<'a>,
    warn: &mut Checker<'a>,
    table: &'a Node,
    usual: &Usual,
) -> Plan {
    let sides = match table.get("size").map(Node::items) {
        Some([width, depth]) => {
            let side = |node: &Node| {
                node.as_number()
                    .map(|inches| grains(inches.clamp(6.0, 240.0)))
            };
            match (side(width), side(depth)) {
                (Some(x), Some(y)) => Point::new(x, y),
                _ => usual.sides,
            }
        }
        _ => usual.sides,
    };
    let percent = table.get("units").and_then(Node::as_text) == Some("percent");
    let scale = Scale { sides, percent };
    let mut plan = Plan::open(sides, usual.depth.min(sides.y / 2));
    if table.get("hand").and_then(Node::as_text) == Some("right") {
        plan.hand = Hand::Right;
    }
    if let Some(node) = table.get("zones") {
        read_zones(checker, node, scale, &mut plan);
    }
    let pieces = read_pieces(checker, table, scale);
    check_overlaps(checker, &pieces);
    if checker.is_ok() {
        warn_narrow(warn, &pieces, usual);
    }
    plan.pieces = pieces
        .iter()
        .map(|laid| (laid.piece, label(laid)))
        .collect();
    for (i, node) in items(table, "objectives").iter().enumerate() {
        let name = node.get("name").and_then(Node::as_text);
        let name = name.map_or_else(|| format!("objective {}", i + 1), str::to_owned);
        let Some(shape) = read_shape(checker, node, scale, true) else {
            continue;
        };
        if !check_on_table(checker, node, &name, &shape, sides) {
            continue;
        }
        plan.objectives.push(Objective {
            name: name.clone(),
            shape,
        });
        if let Some(turned) = paired(node, &shape, sides) {
            plan.objectives.push(Objective {
                name,
                shape: turned,
            });
        }
    }
    let meant = table.get("asymmetric").and_then(Node::as_bool) == Some(true);
    if !meant && checker.is_ok() && !plan.is_symmetric() {
        let node = table.get("pieces").or(table.get("zones")).unwrap_or(table);
        let message =
            "the table is not the same turned half round, so the sides do not fight on equal terms";
        let help = "say `pair = true` in a piece to add its counterpart, or `asymmetric = true` if it is meant so";
        warn.fail(node, message, Some(help.to_owned()));
    }
    plan
}

fn items<'a>(table: &'a Node, key: &str) -> &'a [Node] {
    table.get(key).map_or(&[], Node::items)
}

fn label(laid: &Laid) -> Label {
    let tags = items(laid.node, "tags").iter();
    Label {
        name: laid.name.clone(),
        tags: tags
            .filter_map(|tag| tag.as_text().map(str::to_owned))
            .collect(),
    }
}

/// The half turn of a shape that asks for it and is not its own half turn.
fn paired(node: &Node, shape: &Shape, sides: Point) -> Option<Shape> {
    let asked = node.get("pair").and_then(Node::as_bool) == Some(true);
    let turned = shape.half_turned(sides);
    (asked && !turned.same(shape)).then_some(turned)
}

fn read_pieces<'a>(checker: &mut Checker<'a>, table: &'a Node, scale: Scale) -> Vec<Laid<'a>> {
    let mut pieces = Vec::new();
    for (i, node) in items(table, "pieces").iter().enumerate() {
        let stuff = node
            .get("body")
            .and_then(Node::as_text)
            .and_then(Stuff::named);
        let shape = read_shape(checker, node, scale, false);
        let (Some(stuff), Some(shape)) = (stuff, shape) else {
            continue;
        };
        let name = node.get("name").and_then(Node::as_text);
        let name = name.map_or_else(|| format!("{} {}", stuff.name(), i + 1), str::to_owned);
        if !check_on_table(checker, node, &name, &shape, scale.sides) {
            continue;
        }
        let piece = read_fields(checker, node, stuff, shape);
        let turned = paired(node, &shape, scale.sides);
        for shape in [Some(shape), turned].into_iter().flatten() {
            let piece = Piece {
                shape,
                bounds: shape.bounds(),
                ..piece
            };
            let name = name.clone();
            pieces.push(Laid { node, piece, name });
        }
    }
    if pieces.len() > PIECES {
        let message = format!("{} pieces, but a table has room for {PIECES}", pieces.len());
        let help = "a `pair` counts as two; leave some out";
        let node = &pieces[PIECES].node;
        checker.fail(node, message, Some(help.to_owned()));
    }
    pieces
}

fn read_fields(checker: &mut Checker<'_>, node: &Node, stuff: Stuff, shape: Shape) -> Piece {
    let number = |key: &str| node.get(key).and_then(Node::as_number);
    fn word<T>(node: &Node, key: &str, named: fn(&str) -> Option<T>, usual: T) -> T {
        let text = node.get(key).and_then(Node::as_text);
        text.and_then(named).unwrap_or(usual)
    }
    let height = number("height").map_or(0, |inches| grains(inches.clamp(0.0, 100.0)));
    let mut piece = Piece::new(stuff, shape, height);
    piece.screen = word(node, "sight", Screen::named, piece.screen);
    piece.density = word(node, "density", Density::named, piece.density);
    piece.cover = word(node, "cover", Cover::named, piece.cover);
    piece.going = word(node, "going", Going::named, piece.going);
    let climb = node.get("climb").and_then(Node::as_text);
    piece.climb = climb.and_then(Climb::named);
    piece.limit = number("limit").map(|inches| grains(inches.clamp(0.0, 240.0)));
    let hits = node.get("hits").and_then(Node::as_int);
    piece.hits = hits.and_then(|hits| u16::try_from(hits).ok());
    if stuff == Stuff::Block && piece.going != Going::Impassable && piece.climb.is_none() {
        let message = "nobody walks into a block, so its `going` would never count";
        let help = "make it a `zone`, or say by `climb` how it is crossed";
        let node = node.get("going").unwrap_or(node);
        checker.fail(node, message, Some(help.to_owned()));
    }
    if let Some(node) = node.get("limit")
        && stuff != Stuff::Zone
    {
        let message = format!(
            "a {} has no `limit`: only a zone is seen into",
            stuff.name()
        );
        checker.fail(
            node,
            message,
            Some("leave it out, or make it a `zone`".to_owned()),
        );
    }
    if height == 0 && matches!(stuff, Stuff::Block | Stuff::Zone | Stuff::Hill) {
        let message = format!(
            "a {} without a `height` would stand in nobody's way",
            stuff.name()
        );
        let help = "say how high it is, in inches, or make it an `area`";
        checker.fail(node, message, Some(help.to_owned()));
    }
    piece
}

/// Solid pieces do not share ground, unless they are meant to.
fn check_overlaps(checker: &mut Checker<'_>, pieces: &[Laid]) {
    let meant = |laid: &Laid| laid.node.get("overlap").and_then(Node::as_bool) == Some(true);
    for (i, a) in pieces.iter().enumerate() {
        for b in &pieces[..i] {
            let solid = a.piece.stuff == Stuff::Block && b.piece.stuff == Stuff::Block;
            if solid && !meant(a) && !meant(b) && cover_each_other(&a.piece.shape, &b.piece.shape) {
                let message = format!("the block `{}` overlaps the block `{}`", a.name, b.name);
                let help =
                    "move one, or say `overlap = true` in one if they are parts of one building";
                checker.fail(a.node, message, Some(help.to_owned()));
            }
        }
    }
}

/// Where a base cannot get through between two pieces that bar the way, movers may dawdle.
fn warn_narrow(warn: &mut Checker<'_>, pieces: &[Laid], usual: &Usual) {
    let bars = |laid: &&Laid| {
        laid.piece.going == Going::Impassable
            && matches!(laid.piece.climb, None | Some(Climb::Never | Climb::Test))
    };
    let bars: Vec<&Laid> = pieces.iter().filter(bars).collect();
    for (i, a) in bars.iter().enumerate() {
        for b in &bars[..i] {
            let gap = between(&a.piece.shape, &b.piece.shape);
            if gap < 2 * usual.base {
                let message = format!(
                    "a base of {:.2} inches does not get through between `{}` and `{}`",
                    f64::from(2 * usual.base) / f64::from(INCH),
                    a.name,
                    b.name
                );
                let help = "models go round one piece at a time and may dawdle there";
                warn.fail(a.node, message, Some(help.to_owned()));
            }
        }
    }
}

fn read_zones(checker: &mut Checker<'_>, node: &Node, scale: Scale, plan: &mut Plan) {
    let sides = scale.sides;
    if let Some(depth) = node.as_number() {
        let depth = grains(depth.clamp(0.5, 240.0));
        if 2 * depth > sides.y {
            let message = "the two zones overlap: each is deeper than half the table";
            checker.fail(node, message, None);
            return;
        }
        plan.zones = Plan::open(sides, depth).zones;
        return;
    }
    for (side, item) in node.items().iter().enumerate().take(2) {
        let numbers: Vec<f64> = item.items().iter().filter_map(Node::as_number).collect();
        let [left, low, right, high] = numbers[..] else {
            return;
        };
        let x = |value: f64| scale.length(value, sides.x);
        let y = |value: f64| scale.length(value, sides.y);
        let (low, high) = (Point::new(x(left), y(low)), Point::new(x(right), y(high)));
        if high.x <= low.x || high.y <= low.y {
            let message = "a zone is [left, lower, right, upper], and right is more than left, upper more than lower";
            checker.fail(item, message, None);
        } else if low.x < 0 || low.y < 0 || high.x > sides.x || high.y > sides.y {
            checker.fail(item, "this zone reaches off the table", None);
        } else {
            plan.zones[side] = Shape::rectangle(low, high);
        }
    }
    if cover_each_other(&plan.zones[0], &plan.zones[1]) {
        checker.fail(node, "the two zones overlap", None);
    }
}
