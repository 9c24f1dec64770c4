//! The table of a scenario: its sides, its pieces, and what is worked out once so that a fight need not. Made once (it
//! may allocate); no question asked of it allocates.

use super::body::Disc;
use super::frame::{Frame, Hand, Heading};
use super::grain::Point;
use super::piece::{Label, PIECES, Piece, PieceSet, Screen, Stuff};
use super::shape::Shape;
use super::spots;

/// The most base radii whose grown pieces and spots are kept with a table. Others are grown on the spot.
pub const SIZES: usize = 4;

/// A place that a mission counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// What to call it.
    pub name: String,
    /// An area, or a marker's disc.
    pub shape: Shape,
}

/// What a table is made of.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How far it reaches to the right and up.
    pub sides: Point,
    /// Its pieces with their words; at most 32.
    pub pieces: Vec<(Piece, Label)>,
    /// The deployment zones of side 0 and side 1.
    pub zones: [Shape; 2],
    /// Places that a mission counts.
    pub objectives: Vec<Objective>,
    /// Which hand wins ties between places.
    pub hand: Hand,
}

impl Plan {
    /// An empty table with zones of this depth along the lower and the upper side.
    pub fn open(sides: Point, depth: i32) -> Plan {
        let zone = Shape::rectangle(Point::new(0, 0), Point::new(sides.x, depth));
        Plan {
            sides,
            pieces: Vec::new(),
            zones: [zone, zone.half_turned(sides)],
            objectives: Vec::new(),
            hand: Hand::Left,
        }
    }

    /// Whether pieces, zones and objectives are the same after half a turn.
    pub fn is_symmetric(&self) -> bool {
        let turned = |shape: &Shape| shape.half_turned(self.sides);
        let like = |a: &Piece, b: &Piece| {
            let plain = |piece: &Piece| Piece {
                shape: a.shape,
                bounds: a.bounds,
                top: 0,
                ..*piece
            };
            b.shape.same(&turned(&a.shape)) && plain(a) == plain(b)
        };
        let pieces = || self.pieces.iter().map(|(piece, _)| piece);
        pieces().all(|a| pieces().any(|b| like(a, b)))
            && even(&self.objectives, self.sides)
            && self.zones[1].same(&turned(&self.zones[0]))
    }

    /// The same with one more piece, without words.
    #[must_use]
    pub fn with(mut self, piece: Piece) -> Plan {
        self.pieces.push((piece, Label::default()));
        self
    }
}

/// Whether places are the same after half a turn of a table.
fn even(objectives: &[Objective], sides: Point) -> bool {
    let places = || objectives.iter().map(|objective| &objective.shape);
    places().all(|a| places().any(|b| b.same(&a.half_turned(sides))))
}

/// What is kept for one base radius.
#[derive(Clone, Debug)]
struct Size {
    r: i32,
    /// Every piece grown by it, with a circle that holds it all.
    grown: Vec<(Shape, Disc)>,
    spots: Vec<Point>,
}

/// A table with its terrain.
#[derive(Clone, Debug)]
pub struct Table {
    sides: Point,
    pieces: Vec<Piece>,
    labels: Vec<Label>,
    zones: [Shape; 2],
    objectives: Vec<Objective>,
    frames: [Frame; 2],
    sizes: Vec<Size>,
    hills: PieceSet,
    blocking: PieceSet,
    obscuring: PieceSet,
    veiling: PieceSet,
}

impl Table {
    /// Lays a table for bases of these radii. Pieces beyond the 32nd and radii beyond the fourth are not kept: a file
    /// with more pieces is refused before, and other radii only cost time.
    pub fn new(plan: Plan, radii: &[i32]) -> Table {
        let (mut pieces, labels): (Vec<Piece>, Vec<Label>) =
            plan.pieces.into_iter().take(PIECES).unzip();
        for piece in &mut pieces {
            piece.bounds = piece.shape.bounds();
        }
        stack(&mut pieces);
        let hills = set_of(&pieces, |piece| piece.stuff == Stuff::Hill);
        let blocking = set_of(&pieces, |piece| piece.screen == Screen::Blocks);
        let obscuring = set_of(&pieces, |piece| piece.screen == Screen::Obscures);
        let veiling = set_of(&pieces, |piece| {
            piece.screen == Screen::Obscures || piece.limit.is_some()
        });
        let way = plan.zones[1].twice_middle() - plan.zones[0].twice_middle();
        let forward = Heading::along(way);
        let mut table = Table {
            sides: plan.sides,
            pieces,
            labels,
            zones: plan.zones,
            objectives: plan.objectives,
            frames: [
                Frame::new(forward, plan.hand),
                Frame::new(forward.back(), plan.hand),
            ],
            sizes: Vec::new(),
            hills,
            blocking,
            obscuring,
            veiling,
        };
        for &r in radii {
            if table.sizes.len() < SIZES && !table.sizes.iter().any(|size| size.r == r) {
                let size = table.size(r);
                table.sizes.push(size);
            }
        }
        table
    }

    fn size(&self, r: i32) -> Size {
        let grown = |piece: &Piece| {
            let shape = piece.shape.grown(r);
            (shape, shape.bounds())
        };
        Size {
            r,
            grown: self.pieces.iter().map(grown).collect(),
            spots: spots::find(self, r, self.frames[0].hand),
        }
    }

    /// The same table with other places that a mission counts.
    #[must_use]
    pub fn with_objectives(&self, objectives: Vec<Objective>) -> Table {
        Table {
            objectives,
            ..self.clone()
        }
    }

    /// Whether the places that a mission counts are the same after half a turn.
    pub fn has_even_objectives(&self) -> bool {
        even(&self.objectives, self.sides)
    }

    /// How far it reaches to the right and up.
    #[inline]
    pub fn sides(&self) -> Point {
        self.sides
    }

    /// Its pieces, by number.
    #[inline]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// What is said of a piece in words.
    pub fn label(&self, piece: usize) -> &Label {
        &self.labels[piece]
    }

    /// The pieces that something is true of.
    pub fn pieces_that(&self, is: impl Fn(&Piece) -> bool) -> PieceSet {
        set_of(&self.pieces, is)
    }

    /// The pieces that bear a tag.
    pub fn tagged(&self, tag: &str) -> PieceSet {
        set_of(&self.labels, |label| {
            label.tags.iter().any(|word| word == tag)
        })
    }

    /// The deployment zone of a side.
    pub fn zone(&self, side: usize) -> &Shape {
        &self.zones[side]
    }

    /// Places that a mission counts.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// Left and forward of a side.
    #[inline]
    pub fn frame(&self, side: usize) -> Frame {
        self.frames[side]
    }

    /// The pieces that stop sight.
    #[inline]
    pub fn blocking(&self) -> PieceSet {
        self.blocking
    }

    /// The pieces that obscure sight.
    #[inline]
    pub fn obscuring(&self) -> PieceSet {
        self.obscuring
    }

    /// The pieces that may stop sight as a system says: those that obscure, and those with a limit, which counts whatever
    /// else they do to sight.
    #[inline]
    pub(super) fn veiling(&self) -> PieceSet {
        self.veiling
    }

    /// The number of a base radius among those the table was laid for.
    #[inline]
    pub fn size_of(&self, r: i32) -> Option<usize> {
        self.sizes.iter().position(|size| size.r == r)
    }

    /// A piece grown by a base, with a circle that holds it all, if that is kept; `size` is what [`Table::size_of`] said.
    #[inline]
    pub(super) fn kept_grown(&self, piece: usize, size: Option<usize>) -> Option<&(Shape, Disc)> {
        Some(&self.sizes[size?].grown[piece])
    }

    /// A piece grown by a base, with a circle that holds it all: kept, or made on the spot.
    pub(super) fn grown(&self, piece: usize, size: Option<usize>, r: i32) -> (Shape, Disc) {
        match self.kept_grown(piece, size) {
            Some(kept) => *kept,
            None => {
                let shape = self.pieces[piece].shape.grown(r);
                (shape, shape.bounds())
            }
        }
    }

    /// Places beside pieces where a base of this radius may shelter (1.7); none for a radius the table was not laid for.
    pub fn spots(&self, r: i32) -> &[Point] {
        self.size_of(r).map_or(&[], |size| &self.sizes[size].spots)
    }

    /// The pieces whose inside or rim a point is on.
    #[inline]
    pub fn inside(&self, p: Point, among: PieceSet) -> PieceSet {
        let mut set = PieceSet::NONE;
        for i in among.iter().take_while(|&i| i < self.pieces.len()) {
            if self.pieces[i].shape.inside(p) {
                set.add(i);
            }
        }
        set
    }

    /// The height of the ground at a place: the highest hill there. Blocks in `mounted` count as hills.
    #[inline]
    pub fn ground(&self, p: Point, mounted: PieceSet) -> i32 {
        let on = self.inside(p, self.hills.or(mounted));
        on.iter().map(|i| self.pieces[i].top).max().unwrap_or(0)
    }

    /// The nearest place to `p` where a base of this radius is wholly on the table.
    #[inline]
    pub fn clamp(&self, p: Point, r: i32) -> Point {
        let inner = |at: i32, side: i32| {
            if side < 2 * r {
                side / 2
            } else {
                at.clamp(r, side - r)
            }
        };
        Point::new(inner(p.x, self.sides.x), inner(p.y, self.sides.y))
    }

    /// Whether a base is wholly on the table.
    #[inline]
    pub fn on_table(&self, base: Disc) -> bool {
        let fits = |at: i32, side: i32| at >= base.r && at <= side - base.r;
        fits(base.at.x, self.sides.x) && fits(base.at.y, self.sides.y)
    }
}

/// The numbers of the items that something is true of.
fn set_of<T>(items: &[T], is: impl Fn(&T) -> bool) -> PieceSet {
    let mut set = PieceSet::NONE;
    for (i, item) in items.iter().enumerate() {
        if is(item) {
            set.add(i);
        }
    }
    set
}

/// A piece whose centre is on a hill stands on it; a hill stands on larger hills only, so that none stands on itself.
fn stack(pieces: &mut [Piece]) {
    let mut by_size: Vec<usize> = (0..pieces.len()).collect();
    // Hills first, the largest first: what stands lowest.
    by_size.sort_by_key(|&i| (pieces[i].stuff != Stuff::Hill, -pieces[i].shape.size()));
    for at in 0..by_size.len() {
        let piece = pieces[by_size[at]];
        let below = by_size[..at].iter().map(|&i| pieces[i]).filter(|below| {
            below.stuff == Stuff::Hill
                && (piece.stuff != Stuff::Hill || below.shape.size() > piece.shape.size())
                && below.shape.has_centre_of(&piece.shape)
        });
        let ground = below.map(|below| below.top).max().unwrap_or(0);
        // Nothing stands in a pit's place, or a mark's: they are as high as the ground.
        let height = match piece.stuff {
            Stuff::Block | Stuff::Zone | Stuff::Hill => piece.height,
            Stuff::Pit | Stuff::Area => 0,
        };
        pieces[by_size[at]].top = ground + height;
    }
}
