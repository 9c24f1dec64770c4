//! Law 5: every geometric predicate equals a twin that is as plain as can be, in exact fractions, on random and on
//! crowded scenes. The twins know no circles around pieces, no early ends and no roots.

use super::scenes_tests::{Chooser, hull};
use super::*;
use crate::table::crossing::{Fraction, Part, crossing};
use crate::table::grain::{csq, isqrt, rnd};
use std::cmp::Ordering;

/// A fraction of any size.
#[derive(Copy, Clone, Debug)]
struct Exact(i128, i128);

impl Exact {
    fn cmp(self, other: Exact) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl PartialEq<Fraction> for Exact {
    fn eq(&self, other: &Fraction) -> bool {
        self.0 * i128::from(other.d) == i128::from(other.n) * self.1
    }
}

fn wide(p: Point) -> (i128, i128) {
    (i128::from(p.x), i128::from(p.y))
}

/// Twice the area of the triangle of three places.
fn area(a: Point, b: Point, c: Point) -> i128 {
    let ((ax, ay), (bx, by), (cx, cy)) = (wide(a), wide(b), wide(c));
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// The part of a segment in the open inside of a shape: the places where it meets an edge, sorted, and the pieces
/// between them asked by their middles.
fn twin_crossing(p: Point, q: Point, shape: &Shape) -> Option<(Exact, Exact)> {
    match shape {
        Shape::Polygon(polygon) => {
            if p == q {
                return None;
            }
            let mut cuts = vec![Exact(0, 1), Exact(1, 1)];
            for (a, b) in polygon.edges() {
                let (fp, fq) = (area(a, b, p), area(a, b, q));
                if fp != fq {
                    let (n, d) = (fp, fp - fq);
                    let cut = if d < 0 { Exact(-n, -d) } else { Exact(n, d) };
                    if cut.0 > 0 && cut.0 < cut.1 {
                        cuts.push(cut);
                    }
                }
            }
            cuts.sort_by(|a, b| a.cmp(*b));
            let inside = |a: Exact, b: Exact| {
                // The middle of a and b is n / d of the way.
                let (n, d) = (a.0 * b.1 + b.0 * a.1, 2 * a.1 * b.1);
                a.cmp(b) == Ordering::Less
                    && polygon
                        .edges()
                        .all(|(e, f)| area(e, f, p) * (d - n) + area(e, f, q) * n > 0)
            };
            let parts: Vec<(Exact, Exact)> = cuts
                .windows(2)
                .map(|two| (two[0], two[1]))
                .filter(|&(a, b)| inside(a, b))
                .collect();
            Some((parts.first()?.0, parts.last()?.1))
        }
        Shape::Circle(disc) => {
            // The first and the last whole A-th of the way that is not outside, A the square of its length.
            let ((px, py), (qx, qy), (cx, cy)) = (wide(p), wide(q), wide(disc.at));
            let a = (qx - px).pow(2) + (qy - py).pow(2);
            let r2 = i128::from(disc.r).pow(2);
            // A times the square of the distance at k / A of the way, less A r^2.
            let b = (cx - px) * (qx - px) + (cy - py) * (qy - py);
            let c = (cx - px).pow(2) + (cy - py).pow(2);
            let out = |k: i128| a * c - 2 * k * b + k * k - a * r2;
            // Lowest at k = b; grazing there is nothing.
            if a == 0 || out(b) >= 0 {
                return None;
            }
            let mut step = 1;
            while out(b + step) <= 0 {
                step *= 2;
            }
            let mut low = 0;
            while step > low + 1 {
                let middle = (low + step) / 2;
                if out(b + middle) <= 0 {
                    low = middle;
                } else {
                    step = middle;
                }
            }
            let (from, to) = ((b - low).max(0), (b + low).min(a));
            (from < to).then_some((Exact(from, a), Exact(to, a)))
        }
    }
}

fn same(part: Option<Part>, twin: Option<(Exact, Exact)>) -> bool {
    match (part, twin) {
        (None, None) => true,
        (Some(part), Some((from, to))) => from == part.from && to == part.to,
        _ => false,
    }
}

/// Whether a prism of height `top` is in the way of a line from height `a` to height `b`.
fn twin_in_the_way(p: Point, q: Point, a: i32, b: i32, piece: &Piece) -> Option<(Exact, Exact)> {
    let (from, to) = twin_crossing(p, q, &piece.shape)?;
    let (a, b, top) = (i128::from(a), i128::from(b), i128::from(piece.top));
    let height = |t: Exact| (a * t.1 + (b - a) * t.0) < top * t.1;
    (height(from) || height(to)).then_some((from, to))
}

/// A place across the line of sight, k eighths of a radius to the left.
fn twin_across(disc: Disc, way: Point, k: i128) -> Point {
    let square = i128::from(way.x).pow(2) + i128::from(way.y).pow(2);
    let mut length: i128 = 0;
    while length * length < square {
        length += 1;
    }
    if length == 0 {
        return disc.at;
    }
    let part = |n: i128| {
        let n = n * i128::from(disc.r) * k;
        let half = (2 * n.abs() + 8 * length) / (16 * length);
        (half * n.signum()) as i32
    };
    disc.at + Point::new(part(-i128::from(way.y)), part(i128::from(way.x)))
}

fn twin_lines(table: &Table, a: &Body, b: &Body, veil: Veil) -> u32 {
    let way = b.at() - a.at();
    let mut free = 0;
    for i in [8, 0, -8] {
        for j in [8, 0, -8] {
            let (p, q) = (twin_across(a.disc, way, i), twin_across(b.disc, way, j));
            let stops = |piece: &Piece| twin_stops(piece, (p, q), a, b, veil);
            free += u32::from(!table.pieces().iter().any(stops));
        }
    }
    free
}

fn twin_stops(piece: &Piece, (p, q): (Point, Point), a: &Body, b: &Body, veil: Veil) -> bool {
    let part = twin_in_the_way(p, q, a.top(), b.top(), piece);
    match piece.screen {
        Screen::Blocks => part.is_some(),
        // A limit counts whatever else a zone does to sight.
        Screen::Clear if piece.stuff != Stuff::Zone => false,
        Screen::Clear | Screen::Obscures => {
            // The whole base: its centre inside, and no point of the rim outside.
            let deep = |body: &Body| {
                let grown_out = |r: i32| match &piece.shape {
                    Shape::Circle(disc) => {
                        let d = csq((body.at() - disc.at).square());
                        d + r <= disc.r
                    }
                    Shape::Polygon(polygon) => polygon.edges().all(|(e, f)| {
                        let n = area(e, f, body.at());
                        n >= 0 && n * n >= i128::from(r).pow(2) * i128::from((f - e).square())
                    }),
                };
                grown_out(body.disc.r) && piece.top > body.z
            };
            let far = veil
                .dense
                .is_some_and(|near| !within(gap(a.disc, b.disc), near));
            let obscures = piece.screen == Screen::Obscures;
            if far && obscures && piece.density == Density::Dense && (deep(a) || deep(b)) {
                return true;
            }
            let Some((from, to)) = part else { return false };
            let through = from.0 > 0 && to.0 < to.1;
            let higher = piece.top > a.top().max(b.top());
            let length = i128::from(csq((q - p).square()));
            let inside = |limit: i32| {
                (to.0 * from.1 - from.0 * to.1) * length > i128::from(limit) * from.1 * to.1
            };
            veil.through && obscures && higher && through
                || veil.limit && piece.limit.is_some_and(inside)
        }
    }
}

fn twin_hidden(table: &Table, viewer: &Body, target: &Body, among: PieceSet) -> u32 {
    let way = target.at() - viewer.at();
    let mut hidden = 0;
    for i in 0..8 {
        let slice = twin_across(target.disc, way, 2 * i - 7);
        for j in 0..4 {
            let row = target.z + (target.h * (2 * j + 1)).div_euclid(8);
            let hides = |(number, piece): (usize, &Piece)| {
                let own = piece.stuff == Stuff::Zone && piece.shape.inside(viewer.at());
                among.has(number)
                    && !own
                    && twin_in_the_way(viewer.at(), slice, viewer.top(), row, piece).is_some()
            };
            if table.pieces().iter().enumerate().any(hides) {
                hidden |= 1 << (4 * i + i128::from(j));
            }
        }
    }
    hidden
}

#[test]
fn roots_and_roundings_are_exact() {
    let mut choose = Chooser::new(1);
    let check = |n: i64| {
        let root = i128::from(isqrt(n));
        assert!(
            root * root <= i128::from(n) && (root + 1) * (root + 1) > i128::from(n),
            "{n}"
        );
        if n < 1 << 60 {
            let up = i128::from(csq(n));
            assert!(up * up >= i128::from(n), "{n}");
            assert!(up == 0 || (up - 1) * (up - 1) < i128::from(n), "{n}");
        }
    };
    for root in [0, 1, 2, 3, 120, 28_800, 40_729, 1 << 20, 2_000_000_000_i64] {
        for off in -2..=2 {
            check((root * root + off).max(0));
        }
    }
    for _ in 0..5000 {
        let root = i64::from(choose.within(0, 2_000_000_000));
        check(root * root);
        check(root * root + root);
        check((root * root - 1).max(0));
    }
    let thirds: Vec<i64> = (-5..=5).map(|n| rnd(n, 3)).collect();
    assert_eq!(thirds, [-2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2]);
    let halves: Vec<i64> = (-5..=5).map(|n| rnd(n, 2)).collect();
    assert_eq!(halves, [-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3]);
}

#[test]
fn crossing_equals_its_twin_and_its_reverse() {
    let mut choose = Chooser::new(2);
    let mut found = 0;
    for round in 0..30_000 {
        // Small scenes graze often; large ones try the size of the numbers.
        let size = [12, 40, 300, 28_800][round % 4];
        let sides = Point::new(size, size);
        let reach = (size / 3).max(3);
        let at = choose.point(sides, 0);
        let shape = choose.shape(at, reach);
        let (p, q) = (choose.point(sides, 0), choose.point(sides, 0));
        let part = crossing(p, q, &shape);
        assert!(
            same(part, twin_crossing(p, q, &shape)),
            "{p:?} {q:?} {shape:?}: {part:?}"
        );
        let back = crossing(q, p, &shape);
        let turned = |f: Fraction| Fraction {
            n: f.d - f.n,
            d: f.d,
        };
        let back = back.map(|part| Part {
            from: turned(part.to),
            to: turned(part.from),
        });
        assert_eq!(part, back, "{p:?} {q:?} {shape:?}");
        found += usize::from(part.is_some());
    }
    assert!((5_000..25_000).contains(&found), "{found}");
}

/// A pointed piece of the largest table, grown by a large base, reaches far beyond the edge (1.1: fractions are compared by
/// 128-bit products).
#[test]
fn crossing_equals_its_twin_beyond_the_edge() {
    let mut choose = Chooser::new(12);
    let sides = Point::new(28_800, 28_800);
    let (mut found, mut beyond) = (0, 0);
    for _ in 0..20_000 {
        let (a, b) = (choose.point(sides, 0), choose.point(sides, 0));
        let c = b + Point::new(choose.within(-400, 400), choose.within(-400, 400));
        let Ok(triangle) = Polygon::new(&[a, b, c]).or_else(|_| Polygon::new(&[a, c, b])) else {
            continue;
        };
        let shape = Shape::Polygon(triangle).grown(choose.one(&[60, 240, 600]));
        let (p, q) = (choose.point(sides, 0), choose.point(sides, 0));
        let part = crossing(p, q, &shape);
        assert!(
            same(part, twin_crossing(p, q, &shape)),
            "{p:?} {q:?} {shape:?}: {part:?}"
        );
        found += usize::from(part.is_some());
        let (low, high) = shape.extent();
        beyond += usize::from(low.x < -20_000 || high.x > 48_000);
    }
    assert!(found > 2_000 && beyond > 500, "{found} {beyond}");
}

#[test]
fn inside_equals_its_twin() {
    let mut choose = Chooser::new(3);
    let mut rims = 0;
    for _ in 0..20_000 {
        let sides = Point::new(12, 12);
        let at = choose.point(sides, 0);
        let shape = choose.shape(at, 6);
        let p = choose.point(sides, 0);
        let (closed, open) = match &shape {
            Shape::Circle(disc) => {
                let ((px, py), (cx, cy)) = (wide(p), wide(disc.at));
                let d = (px - cx).pow(2) + (py - cy).pow(2);
                (
                    d <= i128::from(disc.r).pow(2),
                    d < i128::from(disc.r).pow(2),
                )
            }
            Shape::Polygon(polygon) => {
                // In some triangle of the fan from the first corner; strictly: not on an edge.
                let corners = polygon.corners();
                let fan = corners.windows(2).skip(1).any(|two| {
                    let (a, b, c) = (corners[0], two[0], two[1]);
                    area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0
                });
                let on_edge = polygon
                    .edges()
                    .any(|(a, b)| area(a, b, p) == 0 && (p - a).dot(p - b) <= 0);
                (fan, fan && !on_edge)
            }
        };
        assert_eq!(
            (shape.inside(p), shape.holds(p)),
            (closed, open),
            "{shape:?} {p:?}"
        );
        rims += usize::from(closed && !open);
    }
    assert!(rims > 200, "{rims}");
}

#[test]
fn distance_is_the_least_whole_number_not_below_the_true_one() {
    let mut choose = Chooser::new(4);
    for round in 0..10_000 {
        let size = [30, 400, 28_800][round % 3];
        let sides = Point::new(size, size);
        let at = choose.point(sides, 0);
        let shape = choose.shape(at, size / 4);
        let p = choose.point(sides, 0);
        let found = i128::from(distance::to_shape(p, &shape));
        let Shape::Polygon(polygon) = &shape else {
            continue;
        };
        if shape.inside(p) {
            assert_eq!(found, 0);
            continue;
        }
        // n is at least the distance to an edge if n^2 is at least its square, a fraction.
        let least = polygon.edges().map(|(a, b)| {
            let (ab, ap) = (b - a, p - a);
            let along = i128::from(ab.dot(ap));
            let square = i128::from(ab.square());
            if along <= 0 {
                Exact(i128::from(ap.square()), 1)
            } else if along >= square {
                Exact(i128::from((p - b).square()), 1)
            } else {
                Exact(area(a, b, p).pow(2), square)
            }
        });
        let least = least.min_by(|a, b| a.cmp(*b)).expect("edges");
        assert!(
            found * found * least.1 >= least.0,
            "{shape:?} {p:?} {found}"
        );
        assert!(
            (found - 1).pow(2) * least.1 < least.0,
            "{shape:?} {p:?} {found}"
        );
    }
}

#[test]
fn shapes_overlap_where_their_insides_meet() {
    let mut choose = Chooser::new(5);
    let mut met = 0;
    for _ in 0..3000 {
        let sides = Point::new(30, 30);
        let (at, other) = (choose.point(sides, 0), choose.point(sides, 0));
        let (a, b) = (choose.shape(at, 9), choose.shape(other, 9));
        let (Shape::Polygon(p), Shape::Polygon(q)) = (&a, &b) else {
            continue;
        };
        // Insides meet if an edge of one runs through the inside of the other, or one holds the other's middle.
        let through = |of: &Polygon, other: &Shape| {
            let mut edges = of.edges();
            edges.any(|(a, b)| crossing(a, b, other).is_some())
        };
        let twin = through(p, &b) || through(q, &a) || a.same(&b);
        // A shape whose corners all lie on the other's rim has edges that run through it, unless it is the same.
        assert_eq!(distance::cover_each_other(&a, &b), twin, "{a:?} {b:?}");
        let gap = distance::between(&a, &b);
        assert_eq!(gap, distance::between(&b, &a));
        assert!(!twin || gap == 0);
        met += usize::from(twin);
    }
    assert!((300..2000).contains(&met), "{met}");
}

#[test]
fn grown_pieces_keep_the_radius_on_every_edge() {
    let mut choose = Chooser::new(6);
    for _ in 0..3000 {
        let sides = Point::new(9000, 9000);
        let at = choose.point(sides, 2000);
        let r = choose.one(&[59, 60, 71, 94, 240]);
        let reach = choose.one(&[60, 600, 2000]);
        let shape = choose.shape(at, reach);
        let (Shape::Polygon(polygon), Shape::Polygon(grown)) = (&shape, &shape.grown(r)) else {
            continue;
        };
        for ((a, b), (c, d)) in polygon.edges().zip(grown.edges()) {
            for corner in [c, d] {
                // Each moved corner lies r off the line of the edge, but for the rounding of both components.
                let off = -area(a, b, corner) as f64 / ((b - a).square() as f64).sqrt();
                let moved = ((corner - at).square() as f64).sqrt();
                if moved < 20_000.0 {
                    assert!(
                        (off - f64::from(r)).abs() <= 0.7072,
                        "{polygon:?} {r}: {off}"
                    );
                }
            }
        }
    }
}

#[test]
fn hulls_of_the_generator_are_convex() {
    let square = [(0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 0)].map(|(x, y)| Point::new(x, y));
    let corners = [(0, 0), (4, 0), (4, 4), (0, 4)].map(|(x, y)| Point::new(x, y));
    assert_eq!(hull(&square), corners);
}

/// Scenes of a few pieces and crowded ones, with two bodies each.
fn scenes(seed: u64, rounds: usize, mut check: impl FnMut(&mut Chooser, &Plan, &Table)) {
    let mut choose = Chooser::new(seed);
    for round in 0..rounds {
        let (pieces, reach) = [(1, 600), (3, 500), (12, 400), (32, 300)][round % 4];
        let plan = choose.plan(Point::inches(24, 20), pieces, reach);
        let table = Table::new(plan.clone(), &[60, 71]);
        check(&mut choose, &plan, &table);
    }
}

#[test]
fn sight_equals_its_twin_and_is_symmetric() {
    let (mut blocked, mut partly, mut free) = (0, 0, 0);
    scenes(7, 1200, |choose, _, table| {
        let (a, b) = (choose.body(table), choose.body(table));
        let veil = choose.veil();
        let lines = table.lines(&a, &b, veil);
        assert_eq!(
            lines,
            twin_lines(table, &a, &b, veil),
            "{a:?} {b:?} {veil:?} {table:?}"
        );
        assert_eq!(lines, table.lines(&b, &a, veil));
        assert_eq!(table.sees(&a, &b, veil), lines > 0);
        match lines {
            0 => blocked += 1,
            9 => free += 1,
            _ => partly += 1,
        }
    });
    assert!(
        blocked > 150 && partly > 100 && free > 150,
        "{blocked} {partly} {free}"
    );
}

#[test]
fn hidden_tiles_equal_their_twin() {
    let mut some = 0;
    scenes(8, 800, |choose, _, table| {
        let (a, b) = (choose.body(table), choose.body(table));
        let among = choose.one(&[PieceSet::ALL, table.blocking(), table.obscuring()]);
        let hidden = table.hidden(&a, &b, among);
        assert_eq!(
            hidden.0,
            twin_hidden(table, &a, &b, among),
            "{a:?} {b:?} {table:?}"
        );
        some += usize::from(hidden.0 != 0 && hidden != Tiles::ALL);
    });
    assert!(some > 80, "{some}");
}

#[test]
fn one_more_blocking_piece_never_shows_more() {
    scenes(9, 1200, |choose, plan, table| {
        if plan.pieces.len() == piece::PIECES {
            return;
        }
        let (a, b) = (choose.body(table), choose.body(table));
        let at = choose.point(plan.sides, 302);
        let mut wall = Piece::new(Stuff::Block, choose.shape(at, 300), 0);
        wall.height = choose.one(&[60, 180, 600]);
        let fuller = Table::new(plan.clone().with(wall), &[60]);
        let veil = choose.veil();
        assert!(fuller.lines(&a, &b, veil) <= table.lines(&a, &b, veil));
        let (before, after) = (
            table.view(&a, &b, veil, PieceSet::ALL),
            fuller.view(&a, &b, veil, PieceSet::ALL),
        );
        assert!(before.seen || !after.seen);
        assert_eq!(before.hidden.0 & !after.hidden.0, 0, "a tile came to light");
    });
}

#[test]
fn a_leg_is_clear_as_its_twin_says() {
    let (mut clear, mut barred, mut held) = (0, 0, 0);
    scenes(10, 2000, |choose, _, table| {
        let ways = Ways::usual(table);
        let r = choose.one(&[60, 71, 94]);
        let mover = table.mover(r, &ways, table.frame(0));
        let p = choose.point(table.sides(), r);
        let reach = choose.one(&[300, 1500]);
        let end = choose_near(choose, p, reach);
        let end = table.clamp(end, r);
        let foes: Vec<Disc> = (0..choose.within(0, 6))
            .map(|_| Disc::new(choose_near(choose, p, 600), choose.one(&[59, 60, 94])))
            .collect();
        let around = Around {
            foes: &foes,
            friends: &[],
        };
        let base = Disc::new(end, r);
        let mut meets = |shape: &Shape| {
            let grown = shape.grown(r);
            if grown.holds(p) || grown.holds(end) {
                held += 1;
                twin_crossing(p, end, shape).is_some() || twin_stands_on(base, shape)
            } else {
                twin_crossing(p, end, &grown).is_some()
            }
        };
        let pieces = ways.barred.iter().map(|i| table.pieces()[i].shape);
        let mut all = pieces.chain(foes.iter().map(|foe| Shape::Circle(*foe)));
        let twin = p == end || !all.any(|shape| meets(&shape));
        assert_eq!(
            table.clear(&mover, p, end, &around),
            twin,
            "{p:?} {end:?} {foes:?} {table:?}"
        );
        if twin { clear += 1 } else { barred += 1 }
    });
    assert!(clear > 300 && barred > 300, "{clear} {barred} {held}");
}

fn choose_near(choose: &mut Chooser, p: Point, reach: i32) -> Point {
    p + Point::new(choose.within(-reach, reach), choose.within(-reach, reach))
}

/// Whether a base stands on a shape by more than the slack: the square of the distance, as a fraction.
fn twin_stands_on(base: Disc, shape: &Shape) -> bool {
    match shape {
        Shape::Circle(disc) => {
            let least = i128::from(base.r + disc.r - SLACK);
            i128::from((base.at - disc.at).square()) < least * least
        }
        Shape::Polygon(polygon) => {
            let d = if shape.inside(base.at) {
                0
            } else {
                let all = polygon
                    .edges()
                    .map(|(a, b)| distance::to_segment(base.at, a, b));
                all.min().expect("edges")
            };
            d < base.r - SLACK
        }
    }
}
