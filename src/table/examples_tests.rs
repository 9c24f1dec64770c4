//! The worked examples of docs/skirmish.md, section 1.8, by their numbers. Places are in inches; the reference's origin is
//! at (20, 20) here, so that everything stays on a table. Examples 26 (shadows) and 33 (blocks of men) are Emlia's own and not
//! of this room yet.

use super::*;
use crate::table::crossing::{Part, crossing};
use crate::table::sight::Veil;

const ORIGIN: Point = Point::inches(20, 20);

fn at(x: f64, y: f64) -> Point {
    ORIGIN + Point::new(grains(x), grains(y))
}

fn disc(x: f64, y: f64, r: f64) -> Disc {
    Disc::new(at(x, y), grains(r))
}

fn man(x: f64, y: f64) -> Body {
    Body::new(disc(x, y, 0.5), 0, TALL)
}

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Shape {
    Shape::rectangle(at(x0, y0), at(x1, y1))
}

fn wall(x0: f64, y0: f64, x1: f64, y1: f64) -> Piece {
    Piece::new(Stuff::Block, rectangle(x0, y0, x1, y1), 5 * INCH)
}

fn table(pieces: &[Piece]) -> Table {
    let open = Plan::open(Point::inches(60, 60), 6 * INCH);
    let plan = pieces.iter().fold(open, |plan, piece| plan.with(*piece));
    Table::new(plan, &[BASE])
}

/// Lines free and tiles hidden from a = D(0,0) to t = D(10,0).
fn seen(pieces: &[Piece]) -> (u32, u32) {
    let table = table(pieces);
    let (a, t) = (man(0.0, 0.0), man(10.0, 0.0));
    let lines = table.lines(&a, &t, Veil::OPEN);
    assert_eq!(lines, table.lines(&t, &a, Veil::OPEN));
    let view = table.view(&a, &t, Veil::OPEN, PieceSet::ALL);
    assert_eq!(view.seen, lines > 0);
    (lines, view.hidden.count())
}

#[test]
fn example_1_2_gap_of_discs() {
    let a = disc(0.0, 0.0, 0.5);
    assert_eq!(gap(a, disc(3.0, 4.0, 0.5)), 480);
    let far = gap(a, disc(10.0, 10.0, 0.5));
    assert_eq!(far, 1578);
    assert!(!within(far, 13 * INCH));
    assert_eq!(up(far), 14);
}

#[test]
fn example_3_whole_inches_of_gaps() {
    let inches = [3, 4, 123, 124, 1203, 1204].map(up);
    assert_eq!(inches, [0, 1, 1, 2, 10, 11]);
    assert_eq!(up(0), 0);
}

#[test]
fn example_4_gap_to_rectangles() {
    let a = disc(0.0, 0.0, 0.5);
    assert_eq!(gap_to(a, &rectangle(3.0, 4.0, 6.0, 8.0)), 540);
    assert_eq!(gap_to(a, &rectangle(3.0, -2.0, 6.0, 8.0)), 300);
}

#[test]
fn example_5_6_grazing_is_nothing() {
    let (p, q) = (at(0.0, 0.0), at(10.0, 0.0));
    let box_at = |down: i32| {
        let low = at(4.0, 0.0) - Point::new(0, down);
        Shape::rectangle(low, low + Point::inches(2, 2))
    };
    assert_eq!(crossing(p, q, &box_at(0)), None);
    let part = |a: i64, b: i64, d: i64| {
        Some(Part {
            from: crossing::Fraction { n: a, d },
            to: crossing::Fraction { n: b, d },
        })
    };
    assert_eq!(crossing(p, q, &box_at(1)), part(2, 3, 5));
    let circle = |r: i32| Shape::circle(at(5.0, 1.0), r);
    assert_eq!(crossing(p, q, &circle(120)), None);
    let expected = part(720_000 - 18_629, 720_000 + 18_629, 1_440_000);
    assert_eq!(crossing(p, q, &circle(121)), expected);
}

#[test]
fn example_7_8_round_the_corner_of_a_wall() {
    assert_eq!(seen(&[wall(4.0, -0.25, 5.0, 5.0)]), (2, 32));
    assert_eq!(seen(&[wall(4.0, -0.5, 5.0, 5.0)]), (1, 32));
    let lower = Shape::rectangle(at(4.0, -0.5) - Point::new(0, 1), at(5.0, 5.0));
    assert_eq!(seen(&[Piece::new(Stuff::Block, lower, 600)]).0, 0);
}

#[test]
fn example_9_10_11_12_half_behind_a_wall() {
    assert_eq!(seen(&[wall(9.0, 0.0, 9.25, 5.0)]), (5, 16));
    assert_eq!(seen(&[wall(9.0, 0.1, 9.25, 5.0)]), (6, 12));
    assert_eq!(seen(&[wall(7.0, 0.0, 7.25, 5.0)]).1, 16);
    let t = disc(10.0, 0.0, 0.5);
    let to = |x0: f64, x1: f64| gap_to(t, &rectangle(x0, 0.0, x1, 5.0));
    assert_eq!(to(9.0, 9.25), 30);
    assert_eq!(to(7.0, 7.25), 270);
    assert_eq!(to(8.0, 8.5), 120);
    assert_eq!(to(8.0, 8.45), 126);
    assert!(within(120, INCH) && !within(126, INCH));
}

#[test]
fn example_13_14_15_low_walls() {
    let low =
        |x: f64, height: i32| Piece::new(Stuff::Block, rectangle(x, -3.0, x + 0.25, 3.0), height);
    assert_eq!(seen(&[low(9.0, 120)]), (9, 24));
    assert_eq!(seen(&[low(5.0, 120)]), (9, 8));
    assert_eq!(seen(&[low(9.0, 180)]), (9, 32));
    assert_eq!(seen(&[low(9.0, 181)]), (0, 32));
}

#[test]
fn example_16_17_pillars() {
    let pillar =
        |x: f64, y: f64, r: i32| Piece::new(Stuff::Block, Shape::circle(at(x, y), r), 5 * INCH);
    assert_eq!(seen(&[pillar(5.0, 0.0, 60)]), (2, 32));
    assert_eq!(seen(&[pillar(5.0, 0.0, 72)]).0, 0);
    let third = 1.0 / 3.0;
    let posts = [pillar(8.5, third, 30), pillar(8.5, -third, 30)];
    assert_eq!(seen(&posts), (3, 24));
}

#[test]
fn example_18_down_from_a_hill() {
    let from_hill = |edge: f64| {
        let hill = Piece::new(Stuff::Hill, rectangle(-3.0, -3.0, edge, 3.0), 3 * INCH);
        let table = table(&[hill]);
        let z = table.ground(at(0.0, 0.0), PieceSet::NONE);
        assert_eq!(z, 360);
        let a = Body { z, ..man(0.0, 0.0) };
        table.sees(&a, &man(10.0, 0.0), Veil::OPEN)
    };
    assert!(from_hill(3.0));
    assert!(from_hill(5.0));
    assert!(!from_hill(6.0));
}

#[test]
fn example_19_obstacles_on_the_line_of_fire() {
    let of = |x0: f64, x1: f64, height: i32| {
        Piece::new(Stuff::Block, rectangle(x0, -1.0, x1, 1.0), height)
    };
    let pillar = Shape::circle(at(10.0, -1.0 / 6.0), 60);
    let pieces = [
        of(3.0, 4.0, 180),
        of(5.0, 6.0, 120),
        Piece::new(Stuff::Block, pillar, 5 * INCH),
    ];
    let table = table(&pieces);
    let (a, t) = (man(0.0, 0.0), man(12.0, 0.0));
    let models = [man(7.0, 0.25), man(8.0, 0.5)];
    // Core Concepts counts what is higher than an inch.
    let high = table.pieces_that(|piece| piece.height > INCH);
    let bodies = models.iter().copied().enumerate();
    let found: Vec<Thing> = table
        .obstacles(&a, &t, high, bodies, table.frame(0))
        .map(|obstacle| obstacle.thing)
        .collect();
    assert_eq!(found, [Thing::Piece(2), Thing::Body(0), Thing::Piece(0)]);
}

#[test]
fn example_20_a_friend_in_the_line_of_fire() {
    let (a, t) = (man(0.0, 0.0), man(10.0, 0.0));
    let off = |grains: i32| {
        let friend = Disc::new(at(5.0, 0.0) + Point::new(0, grains), 60);
        body_in_the_way(&a, &t, &Body::new(friend, 0, TALL)).is_some()
    };
    assert!(off(59) && off(-59));
    assert!(!off(60) && !off(-60));
}

#[test]
fn example_21_22_blasts() {
    let t = disc(10.0, 0.0, 0.5);
    assert_eq!(gap(t, disc(15.0, 0.0, 0.5)), 480);
    assert_eq!(gap(t, disc(15.1, 0.0, 0.5)), 492);
    assert!(within(480, 4 * INCH) && !within(492, 4 * INCH));
    let template = disc(0.0, 0.0, 1.5);
    let states = [1.5, 1.6, 2.0].map(|x| {
        let base = disc(x, 0.0, 0.5);
        (under(base, template), touched(base, template))
    });
    assert_eq!(states, [(true, true), (false, true), (false, false)]);
}

#[test]
fn example_27_legs() {
    let o = Point::default();
    assert_eq!(leg(o, Point::inches(30, 40), 720), Point::new(432, 576));
    let slanting = leg(o, Point::inches(10, 7), 720);
    assert_eq!(slanting, Point::new(590, 413));
    assert_eq!(slanting.length(), 721);
    assert_eq!(leg(o, Point::inches(3, 4), 600), Point::inches(3, 4));
}

#[test]
fn example_28_round_a_block_by_the_short_side() {
    let table = table(&[wall(4.0, -3.0, 6.0, 1.0)]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let (from, goal) = (at(0.0, 0.0), Goal::place(at(10.0, 0.0)));
    let walk = table.path(&mover, from, goal, 720, &Nobody, false);
    let points: Vec<Point> = walk.points().iter().map(|p| *p - ORIGIN).collect();
    let expected = [(0, 0), (420, 180), (683, 180)].map(|(x, y)| Point::new(x, y));
    assert_eq!(points, expected);
    assert_eq!((walk.spent, walk.length()), (720, 720));
    assert!(walk.done && !walk.stuck);
    // With enough to walk it all: 1274 round the upper side, 1548 round the lower, which a detour takes.
    let short = table.path(&mover, from, goal, 2000, &Nobody, false);
    assert_eq!((short.length(), short.end()), (1274, goal.to));
    let long = table.path(&mover, from, goal, 2000, &Nobody, true);
    assert_eq!((long.length(), long.end()), (1548, goal.to));
}

#[test]
fn example_29_slow_ground() {
    let mut rough = Piece::new(Stuff::Zone, rectangle(4.0, -1.0, 7.0, 1.0), 3 * INCH);
    rough.going = Going::Rough;
    let table = table(&[rough]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let goal = Goal::place(at(10.0, 0.0));
    let walk = table.path(&mover, at(0.0, 0.0), goal, 8 * INCH, &Nobody, false);
    assert_eq!((walk.end(), walk.spent), (at(6.0, 0.0), 8 * INCH));
    let walk = table.path(&mover, at(0.0, 0.0), goal, 13 * INCH, &Nobody, false);
    assert_eq!((walk.end(), walk.spent), (at(10.0, 0.0), 13 * INCH));
}

#[test]
fn example_30_pushed_against_a_block() {
    let push = |pieces: &[Piece]| {
        let table = table(pieces);
        let ways = Ways::usual(&table);
        let mover = table.mover(BASE, &ways, table.frame(0));
        let pusher = at(0.0, 0.0);
        let around = Around {
            foes: &[Disc::new(pusher, BASE)],
            friends: &[],
        };
        let walk = table.push(&mover, at(1.0, 0.0), pusher, INCH, &around);
        walk.end() - ORIGIN
    };
    assert_eq!(push(&[]), Point::inches(2, 0));
    assert_eq!(push(&[wall(2.2, -3.0, 4.0, 3.0)]), Point::new(203, 0));
}

#[test]
fn example_31_drift() {
    let up = Frame::default();
    assert_eq!(drift(up, 2, 1200), Point::new(1039, 600));
    let down = Frame::new(Heading::Down, Hand::Left);
    assert_eq!(drift(down, 2, 1200), Point::new(-1039, -600));
    assert_eq!(drift(up, 12, 1200), Point::new(0, 1200));
    assert_eq!(drift(up, 9, 1200), Point::new(-1200, 0));
}

#[test]
fn example_32_an_aura() {
    let a = disc(0.0, 0.0, 0.5);
    let (near, far) = (disc(3.0, 0.0, 0.5), disc(2.2, 2.2, 0.5));
    assert_eq!((gap(a, near), gap(a, far)), (240, 254));
    assert!(within(240, 2 * INCH) && !within(254, 2 * INCH));
}

#[test]
fn example_23_24_25_strips_of_a_corridor() {
    let round = |x: f64, y: f64, r: f64| Shape::Circle(disc(x, y, r));
    let (observer, observed) = (disc(0.0, 0.0, 2.0), disc(20.0, 0.0, 2.0));
    let across = |shape: Shape| strips(observer, observed, &shape);
    assert_eq!(across(round(10.0, 0.0, 1.0)), 4);
    assert_eq!(across(round(10.0, 0.0, 0.75)), 2);
    assert_eq!(across(round(10.0, 1.0, 1.0)), 4);
    assert_eq!(
        across(round(6.0, 1.0, 0.5)) + across(round(14.0, -1.0, 0.5)),
        4
    );
    let (observer, observed) = (disc(0.0, 0.0, 1.0), disc(20.0, 0.0, 3.0));
    let rocks = [4.0, 10.0, 16.0].map(|x| strips(observer, observed, &round(x, 0.0, 1.0)));
    assert_eq!(rocks, [6, 4, 4]);
}

#[test]
fn example_34_units_of_many_members() {
    let radius = |members: u32, pitch: f64| Disc::company(at(0.0, 0.0), members, grains(pitch)).r;
    assert_eq!(
        [radius(10, 3.0), radius(10, 1.0), radius(35, 3.0)],
        [643, 215, 1202]
    );
}
