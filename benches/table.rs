//! What questions to the table cost, in nanoseconds, and as ratios to the nearest of ten foes (machines are noisy, so trust
//! the ratios): `cargo bench --bench table` prints the tables. Scenes are random, from a fixed seed, and each figure is the
//! mean over many of them.

use fairfight::table::{
    Around, BASE, Board, Body, Disc, Goal, INCH, Nobody, Piece, PieceSet, Plan, Point, Shape,
    Stuff, TALL, Table, Veil, Ways, named,
};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SCENES: usize = 1024;
const SIDE: i32 = 48 * INCH;

struct Chooser(Pcg64Mcg);

impl Chooser {
    fn within(&mut self, low: i32, high: i32) -> i32 {
        low + ((self.0.next_u64() >> 33) % (high - low + 1) as u64) as i32
    }

    fn point(&mut self, margin: i32) -> Point {
        let x = self.within(margin, SIDE - margin);
        Point::new(x, self.within(margin, SIDE - margin))
    }
}

/// So many rectangles of 2 to 6 inches, 5 inches high, at random places.
fn table(choose: &mut Chooser, pieces: usize) -> Table {
    let mut plan = Plan::open(Point::new(SIDE, SIDE), 8 * INCH);
    for _ in 0..pieces {
        let low = choose.point(7 * INCH);
        let size = Point::new(choose.within(240, 720), choose.within(240, 720));
        plan = plan.with(Piece::new(
            Stuff::Block,
            Shape::rectangle(low, low + size),
            5 * INCH,
        ));
    }
    Table::new(plan, &[BASE])
}

/// Mean nanoseconds of one question: the best of several rounds, so that a busy machine tells less.
fn nanoseconds(mut ask: impl FnMut(usize) -> u64) -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..30 {
        let start = Instant::now();
        let mut sum = 0;
        for i in 0..SCENES {
            sum += ask(i);
        }
        black_box(sum);
        best = best.min(start.elapsed());
    }
    best.as_secs_f64() * 1e9 / SCENES as f64
}

fn main() {
    let mut choose = Chooser(Pcg64Mcg::new(0x7AB1E));
    let body = |at: Point| Body::new(Disc::new(at, BASE), 0, TALL);
    let mut board = Board::new();
    for side in [0, 1] {
        for _ in 0..10 {
            board.add(side, body(choose.point(BASE)));
        }
    }
    let places: Vec<Point> = (0..SCENES).map(|_| choose.point(BASE)).collect();
    let nearest = nanoseconds(|i| {
        let base = Disc::new(places[i], BASE);
        board
            .nearest_to(base, 1, board.alive(1))
            .map_or(0, |(foe, _)| foe as u64)
    });
    println!("| question | ns | to the nearest of 10 |\n|---|--:|--:|");
    let row = |name: &str, ns: f64| println!("| {name} | {ns:.0} | {:.1} |", ns / nearest);
    row("nearest of 10 foes", nearest);
    row(
        "10 foes, nearest first",
        nanoseconds(|i| {
            let base = Disc::new(places[i], BASE);
            u64::from(board.near_first(base, 1, board.alive(1)).numbers()[3])
        }),
    );
    let image = board;
    row(
        "a fight of 10 v 10 begun again",
        nanoseconds(|_| {
            black_box(&mut board).reset(&image);
            0
        }),
    );
    for pieces in [0, 6, 12, 32] {
        let tables: Vec<Table> = (0..16).map(|_| table(&mut choose, pieces)).collect();
        let ways: Vec<Ways> = tables.iter().map(Ways::usual).collect();
        let crowd: Vec<Disc> = (0..20)
            .map(|_| Disc::new(choose.point(BASE), BASE))
            .collect();
        let around = Around {
            foes: &crowd[..10],
            friends: &crowd[10..],
        };
        let pairs: Vec<(Body, Body)> = (0..SCENES)
            .map(|_| (body(choose.point(BASE)), body(choose.point(BASE))))
            .collect();
        let scene = |i: usize| (&tables[i % 16], &ways[i % 16], &pairs[i].0, &pairs[i].1);
        let named = |what: &str| format!("{what}, {pieces} pieces");
        row(
            &named("sees"),
            nanoseconds(|i| {
                let (table, _, a, b) = scene(i);
                u64::from(table.sees(a, b, Veil::LIMIT))
            }),
        );
        row(
            &named("hidden (32 tiles)"),
            nanoseconds(|i| {
                let (table, _, a, b) = scene(i);
                u64::from(table.hidden(a, b, PieceSet::ALL).0)
            }),
        );
        row(
            &named("sees and hidden"),
            nanoseconds(|i| {
                let (table, _, a, b) = scene(i);
                u64::from(table.view(a, b, Veil::LIMIT, PieceSet::ALL).hidden.0)
            }),
        );
        row(
            &named("a leg of 6 inches, clear of 10 foes, free of 20 bases"),
            nanoseconds(|i| {
                let (table, ways, a, b) = scene(i);
                let mover = table.mover(BASE, ways, table.frame(0));
                let end = fairfight::table::leg(a.at(), b.at(), 6 * INCH);
                let may =
                    table.clear(&mover, a.at(), end, &around) && table.free(&mover, end, &around);
                u64::from(may)
            }),
        );
        row(
            &named("a path of 6 inches among 20 bases"),
            nanoseconds(|i| {
                let (table, ways, a, b) = scene(i);
                let mover = table.mover(BASE, ways, table.frame(0));
                let walk = table.path(
                    &mover,
                    a.at(),
                    Goal::place(b.at()),
                    6 * INCH,
                    &around,
                    false,
                );
                walk.spent as u64
            }),
        );
        let blocked = pairs.iter().enumerate();
        let blocked = blocked
            .filter(|(i, (a, b))| !tables[i % 16].sees(a, b, Veil::LIMIT))
            .count();
        println!(
            "| ({} % of these pairs do not see each other) | | |",
            blocked * 100 / SCENES
        );
    }
    let usual = fairfight::table::Usual::inches(48, 48, 8);
    for name in ["open", "standard", "dense"] {
        let Some(Ok(plan)) = named(name, &usual) else {
            continue;
        };
        let table = Table::new(plan, &[BASE]);
        let ways = Ways::usual(&table);
        let ends: Vec<(Body, Body)> = (0..SCENES)
            .map(|_| (body(choose.point(BASE)), body(choose.point(BASE))))
            .collect();
        row(
            &format!("sees, table `{name}`"),
            nanoseconds(|i| u64::from(table.sees(&ends[i].0, &ends[i].1, Veil::LIMIT))),
        );
        row(
            &format!("a path of 6 inches, table `{name}`"),
            nanoseconds(|i| {
                let mover = table.mover(BASE, &ways, table.frame(0));
                let goal = Goal::place(ends[i].1.at());
                table
                    .path(&mover, ends[i].0.at(), goal, 6 * INCH, &Nobody, false)
                    .spent as u64
            }),
        );
    }
}
