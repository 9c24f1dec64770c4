//! The board of a fight: neighbours, known sight, and beginning again.

use super::scenes_tests::Chooser;
use super::*;

fn crowded(choose: &mut Chooser, each: usize, radii: &[i32]) -> Board {
    let mut board = Board::new();
    for side in [0, 1] {
        for _ in 0..each {
            let disc = Disc::new(choose.point(Point::inches(12, 12), 0), choose.one(radii));
            board.add(side, Body::new(disc, 0, TALL));
        }
    }
    board
}

#[test]
fn the_nearest_has_the_least_gap_then_the_least_distance_then_the_lowest_number() {
    let mut choose = Chooser::new(51);
    for round in 0..400 {
        let radii: &[i32] = if round % 2 == 0 {
            &[60]
        } else {
            &[59, 60, 94, 240]
        };
        let mut board = crowded(&mut choose, 1 + round % 20, radii);
        for _ in 0..round % 4 {
            let i = choose.within(0, board.count(1) as i32 - 1) as usize;
            board.remove(1, i);
        }
        let base = board.disc(0, 0);
        let mut all: Vec<(i32, i64, usize)> = (0..board.count(1))
            .filter(|&i| board.is_alive(1, i))
            .map(|i| {
                let foe = board.disc(1, i);
                (gap(base, foe), (foe.at - base.at).square(), i)
            })
            .collect();
        all.sort_unstable();
        let first = all.first().map(|&(gap, _, i)| (i, gap));
        assert_eq!(board.nearest_foe(0, 0), first);
        let order: Vec<usize> = board.near_first(base, 1, board.alive(1)).iter().collect();
        let expected: Vec<usize> = all.iter().map(|&(_, _, i)| i).collect();
        assert_eq!(order, expected);
    }
}

#[test]
fn a_full_side_takes_no_more_and_everyone_is_kept_apart() {
    let mut board = Board::new();
    for i in 0..MOST {
        let at = Point::inches(1 + (i as i32 % 16) * 2, 1 + (i as i32 / 16) * 2);
        assert_eq!(
            board.add(1, Body::new(Disc::new(at, BASE), 0, TALL)),
            Some(i)
        );
    }
    assert_eq!(board.add(1, Body::default()), None);
    assert_eq!(board.alive(1), u128::MAX);
    assert_eq!(board.alive(0), 0);
    let order = board.near_first(Disc::default(), 1, board.alive(1));
    assert_eq!(order.numbers().len(), MOST);
    let far = board.sorted_by(board.alive(1), |i| std::cmp::Reverse(board.at(1, i).y));
    assert_eq!(far.numbers()[0], 112);
}

#[test]
fn known_sight_is_what_is_seen_after_any_move() {
    let mut choose = Chooser::new(52);
    for _ in 0..20 {
        let plan = choose.plan(Point::inches(24, 24), 8, 400);
        let table = Table::new(plan, &[60]);
        let veil = choose.veil();
        let mut board = Board::new();
        for side in [0, 1] {
            for _ in 0..9 {
                board.add(side, choose.body(&table));
            }
        }
        for _ in 0..200 {
            let side = choose.within(0, 1) as usize;
            let (i, foe) = (choose.within(0, 8) as usize, choose.within(0, 8) as usize);
            match choose.within(0, 9) {
                0 => {
                    let at = choose.point(table.sides(), 60);
                    board.place(side, i, at, table.ground(at, PieceSet::NONE));
                }
                1 => board.set_height(side, i, choose.one(&[90, 180, 600])),
                _ => {}
            }
            let (a, b) = (board.body(side, i), board.body(1 - side, foe));
            assert_eq!(
                board.sees(&table, veil, side, i, foe),
                table.sees(&a, &b, veil)
            );
        }
    }
}

#[test]
fn a_board_begins_again_as_its_image() {
    let mut choose = Chooser::new(53);
    let image = crowded(&mut choose, 7, &[60, 94]);
    let table = Table::new(Plan::open(Point::inches(12, 12), 240), &[60]);
    let mut board = image;
    for i in 0..7 {
        board.place(0, i, Point::new(0, 0), 100);
        board.place(1, i, Point::new(9, 9), 100);
        board.sees(&table, Veil::OPEN, 0, i, 0);
        board.remove(i % 2, i);
    }
    board.reset(&image);
    for side in [0, 1] {
        assert_eq!(board.alive(side), image.alive(side));
        for i in 0..7 {
            assert_eq!(board.body(side, i), image.body(side, i));
        }
    }
    // From a larger fight too: whoever is not in the image is not there.
    let mut large = crowded(&mut choose, 100, &[60]);
    large.reset(&image);
    assert_eq!((large.count(0), large.count(1)), (7, 7));
    assert_eq!(large.nearest_foe(0, 3), image.nearest_foe(0, 3));
}

#[test]
fn a_board_is_small() {
    assert!(size_of::<Board>() <= 8 * 1024, "{}", size_of::<Board>());
}
