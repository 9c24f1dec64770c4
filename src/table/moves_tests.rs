//! Movement in single cases (1.6), and slow ground against a walk of single grains.

use super::scenes_tests::Chooser;
use super::*;
use crate::table::crossing::crossing;

fn table(pieces: &[Piece]) -> Table {
    let open = Plan::open(Point::inches(48, 48), 8 * INCH);
    let plan = pieces.iter().fold(open, |plan, piece| plan.with(*piece));
    Table::new(plan, &[BASE])
}

fn block(low: (i32, i32), high: (i32, i32), height: i32) -> Piece {
    let shape = Shape::rectangle(Point::new(low.0, low.1), Point::new(high.0, high.1));
    Piece::new(Stuff::Block, shape, height)
}

fn base(x: i32, y: i32) -> Disc {
    Disc::new(Point::new(x, y), BASE)
}

#[test]
fn slow_ground_costs_what_a_walk_of_single_grains_costs() {
    let mut choose = Chooser::new(61);
    let mut slowed = 0;
    for _ in 0..400 {
        let plan = choose.plan(Point::inches(20, 20), 10, 500);
        let table = Table::new(plan, &[60]);
        let ways = Ways::usual(&table);
        let (p, q) = (
            choose.point(table.sides(), 60),
            choose.point(table.sides(), 60),
        );
        let allowance = choose.within(1, 3000);
        let (far, spent) = table.reach(&ways, p, q, allowance);
        let length = (q - p).length();
        // Every grain by itself: what it costs and how high it is there.
        let stretches: Vec<(i32, i32, i32, i32)> = ways
            .costly
            .iter()
            .filter_map(|i| {
                let piece = &table.pieces()[i];
                let part = crossing(p, q, &piece.shape)?;
                let pace = match piece.going {
                    Going::Rough => 2,
                    Going::VeryRough => 4,
                    _ => 1,
                };
                let climbed = piece.stuff == Stuff::Hill || piece.climb == Some(Climb::Walk);
                let top = if climbed { piece.top } else { 0 };
                Some((
                    part.from.rounded(length),
                    part.to.rounded(length),
                    pace,
                    top,
                ))
            })
            .collect();
        let on = |grain: i32| {
            stretches
                .iter()
                .filter(move |s| s.0 <= grain && grain < s.1)
        };
        let mut left = allowance;
        let mut height = on(0).map(|s| s.3).max().unwrap_or(0);
        let mut walked = 0;
        while walked < length {
            let next = on(walked).map(|s| s.3).max().unwrap_or(0);
            let rise = (next - height).max(0);
            if rise > 0 && rise >= left {
                walked = (walked - 1).max(0);
                break;
            }
            let cost = on(walked).map(|s| s.2).max().unwrap_or(1);
            left -= rise;
            height = next;
            if cost > left {
                break;
            }
            left -= cost;
            walked += 1;
        }
        assert_eq!(far, walked, "{p:?} {q:?} {allowance} {stretches:?}");
        assert!(spent <= allowance);
        slowed += i32::from(walked < length.min(allowance));
    }
    assert!(slowed > 50, "{slowed}");
}

#[test]
fn a_hill_is_walked_up_and_down_is_free() {
    let hill = Shape::rectangle(Point::inches(10, 10), Point::inches(20, 20));
    let table = table(&[Piece::new(Stuff::Hill, hill, 2 * INCH)]);
    let ways = Ways::usual(&table);
    let cost = |from: Point, to: Point| table.reach(&ways, from, to, 9999).1;
    let (below, on, beyond) = (
        Point::inches(5, 15),
        Point::inches(15, 15),
        Point::inches(25, 15),
    );
    assert_eq!(cost(below, on), 12 * INCH);
    assert_eq!(cost(on, beyond), 10 * INCH);
    assert_eq!(cost(below, beyond), 22 * INCH);
    // Not enough for the climb: it stays a grain before the rim.
    assert_eq!(
        table.reach(&ways, below, on, 6 * INCH),
        (5 * INCH - 1, 5 * INCH)
    );
}

#[test]
fn a_low_wall_is_crossed_if_there_is_room_beyond() {
    let mut low = block((1200, 0), (1290, 2400), INCH);
    low.climb = Some(Climb::Step);
    let table = table(&[low]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let walk = |far: i32| {
        let goal = Goal::place(Point::new(2000, 1200));
        table
            .path(&mover, Point::new(900, 1200), goal, far, &Nobody, false)
            .end()
            .x
    };
    // The wall ends at 1290; a base stands beyond it from 1347 on, three grains of slack taken.
    assert_eq!(walk(500), 1400);
    assert_eq!(walk(447), 1347);
    assert_eq!(walk(446), 1139);
    assert_eq!(walk(200), 1100);
}

#[test]
fn ways_follow_going_and_climb() {
    let with = |stuff: Stuff, going: Option<Going>, climb: Option<Climb>| {
        let mut piece = Piece::new(stuff, Shape::circle(Point::inches(9, 9), 120), INCH);
        piece.going = going.unwrap_or(piece.going);
        piece.climb = climb;
        Way::usual(&piece)
    };
    assert_eq!(with(Stuff::Block, None, None), Way::Barred);
    assert_eq!(
        with(Stuff::Block, None, Some(Climb::Step)),
        Way::Over {
            pace: 1,
            climb: false
        }
    );
    assert_eq!(
        with(Stuff::Block, None, Some(Climb::Walk)),
        Way::Over {
            pace: 1,
            climb: true
        }
    );
    assert_eq!(
        with(Stuff::Block, None, Some(Climb::Ladder)),
        Way::Over {
            pace: 1,
            climb: true
        }
    );
    assert_eq!(with(Stuff::Block, None, Some(Climb::Test)), Way::Barred);
    assert_eq!(with(Stuff::Pit, None, None), Way::Barred);
    assert_eq!(
        with(Stuff::Pit, Some(Going::Rough), None),
        Way::Into {
            pace: 2,
            climb: false
        }
    );
    assert_eq!(
        with(Stuff::Hill, None, None),
        Way::Into {
            pace: 1,
            climb: true
        }
    );
    assert_eq!(with(Stuff::Hill, None, Some(Climb::Never)), Way::Barred);
    assert_eq!(
        with(Stuff::Zone, Some(Going::VeryRough), None),
        Way::Into {
            pace: 4,
            climb: false
        }
    );
    assert_eq!(
        with(Stuff::Zone, Some(Going::Impassable), None),
        Way::Barred
    );
    assert_eq!(
        with(Stuff::Area, None, None),
        Way::Into {
            pace: 1,
            climb: false
        }
    );
}

#[test]
fn landing_goes_back_before_a_friend() {
    let table = table(&[]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let goal = Goal::place(Point::new(2400, 1200));
    let stop = |friends: &[Disc]| {
        let around = Around { foes: &[], friends };
        table.path(&mover, Point::new(1200, 1200), goal, 600, &around, false)
    };
    assert_eq!(stop(&[]).end(), Point::new(1800, 1200));
    let walk = stop(&[base(1850, 1200)]);
    assert_eq!(
        (walk.end(), walk.done, walk.spent),
        (Point::new(1729, 1200), false, 529)
    );
    // A friend it passes is no hindrance; two in a row are gone back before.
    assert_eq!(stop(&[base(1500, 1200)]).end(), Point::new(1800, 1200));
    assert_eq!(
        stop(&[base(1850, 1200), base(1700, 1200)]).end(),
        Point::new(1579, 1200)
    );
}

#[test]
fn equal_ways_round_go_to_the_own_left_and_a_detour_takes_the_other() {
    let table = table(&[block((2280, 2760), (3480, 3000), 600)]);
    let ways = Ways::usual(&table);
    let (south, north) = (Point::inches(24, 20), Point::inches(24, 28));
    let first = |side: usize, from: Point, to: Point, detour: bool| {
        let mover = table.mover(BASE, &ways, table.frame(side));
        table
            .path(&mover, from, Goal::place(to), 5000, &Nobody, detour)
            .points()[1]
    };
    assert_eq!(first(0, south, north, false), Point::new(2220, 2700));
    assert_eq!(first(0, south, north, true), Point::new(3540, 2700));
    // Side 1 looks down the table, so its left is the other one; also when it goes back up.
    assert_eq!(first(1, north, south, false), Point::new(3540, 3060));
    assert_eq!(first(1, south, north, false), Point::new(3540, 2700));
}

#[test]
fn a_way_round_never_leaves_the_table() {
    // The short way would be between the wall and the edge, where no base fits.
    let table = table(&[block((1200, 30), (1440, 2400), 600)]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let goal = Goal::place(Point::new(2400, 300));
    let walk = table.path(&mover, Point::new(600, 300), goal, 9000, &Nobody, false);
    assert_eq!(walk.end(), goal.to);
    assert_eq!(walk.points()[1], Point::new(1140, 2460));
    // A wall from edge to edge: up to it and no further, and stuck only once there is nothing left to walk.
    let table = self::table(&[block((1200, 0), (1440, 5760), 600)]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let walk = table.path(&mover, Point::new(600, 300), goal, 900, &Nobody, false);
    assert_eq!((walk.end(), walk.stuck), (Point::new(1139, 300), false));
    let walk = table.path(&mover, walk.end(), goal, 900, &Nobody, false);
    assert!(walk.is_still() && walk.stuck && !walk.done);
}

#[test]
fn a_second_obstacle_ends_the_move() {
    let table = table(&[block((1200, 600), (1440, 1400), 600)]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    // A foe stands at the corner it would go round.
    let foes = [base(1200, 1500)];
    let around = Around {
        foes: &foes,
        friends: &[],
    };
    let goal = Goal::place(Point::new(2400, 1200));
    let walk = table.path(&mover, Point::new(600, 1200), goal, 3000, &around, false);
    assert!(!walk.done && gap(Disc::new(walk.end(), BASE), foes[0]) <= SLACK + 1);
}

#[test]
fn contact_moves_find_the_free_place_nearest_the_own_side() {
    let table = table(&[]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let (from, target) = (Point::new(2400, 1200), base(2400, 2400));
    let contact = |friends: &[Disc], reach: i32| {
        let foes = [target];
        let around = Around {
            foes: &foes,
            friends,
        };
        let walk = table.contact(&mover, from, target, reach, &around)?;
        assert!(touching(Disc::new(walk.end(), BASE), target));
        Some(walk.end())
    };
    assert_eq!(contact(&[], 1080), Some(Point::new(2400, 2280)));
    assert_eq!(contact(&[], 1079), None);
    // Someone stands at six o'clock: seven o'clock is to the left, but overlaps still; eight is free.
    let straight = base(2400, 2280);
    let left = target.at + Point::new(-104, -60);
    assert_eq!(contact(&[straight], 1200), Some(left));
    let right = target.at + Point::new(104, -60);
    assert_eq!(
        contact(&[straight, Disc::new(left, BASE)], 1200),
        Some(right)
    );
    // Behind the target is not within one clear leg.
    let all = [straight, Disc::new(left, BASE), Disc::new(right, BASE)];
    assert_eq!(contact(&all, 9000), None);
}

#[test]
fn pushes_stop_before_bases_and_the_edge() {
    let table = table(&[]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let push = |from: Point, friends: &[Disc]| {
        let around = Around { foes: &[], friends };
        table
            .push(&mover, from, from - Point::new(120, 0), 360, &around)
            .end()
    };
    assert_eq!(push(Point::new(1200, 1200), &[]), Point::new(1560, 1200));
    assert_eq!(
        push(Point::new(1200, 1200), &[base(1500, 1200)]),
        Point::new(1379, 1200)
    );
    assert_eq!(push(Point::new(5600, 1200), &[]), Point::new(5699, 1200));
    assert_eq!(push(Point::new(5700, 1200), &[]), Point::new(5700, 1200));
}

/// 1.6: a push stops a grain before block pieces, also those that a walk steps over.
#[test]
fn pushes_stop_before_low_walls() {
    let mut wall = block((1400, 600), (1406, 1800), 60);
    wall.climb = Some(Climb::Step);
    let table = table(&[wall]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let from = Point::new(1200, 1200);
    let walked = table.stride(&mover, from, Point::new(1560, 1200), 360, &Nobody);
    assert_eq!(walked.end(), Point::new(1560, 1200), "a walk steps over");
    let pushed = table.push(&mover, from, Point::new(1080, 1200), 360, &Nobody);
    assert_eq!(pushed.end(), Point::new(1339, 1200));
}

#[test]
fn away_is_where_the_nearest_foe_is_farthest() {
    let table = table(&[]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let away = |from: Point, foes: &[Disc]| {
        let around = Around { foes, friends: &[] };
        table
            .away(&mover, from, foes[0], foes.iter().copied(), 600, &around)
            .end()
    };
    let from = Point::new(2400, 2400);
    assert_eq!(away(from, &[base(2400, 2700)]), Point::new(2400, 1800));
    // With a second foe behind, straight back is into its arms; left and right are equal, and left is first.
    let end = away(from, &[base(2400, 2700), base(2400, 1700)]);
    assert_eq!(end, Point::new(2400 - 424, 2400 - 424));
}

#[test]
fn only_those_who_may_leave_the_table() {
    let table = table(&[]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let (from, beyond) = (Point::new(300, 2400), Goal::place(Point::new(-300, 2400)));
    let walk = table.path(&mover, from, beyond, 500, &Nobody, false);
    assert_eq!((walk.end(), walk.spent), (Point::new(60, 2400), 240));
    let walk = table.path(&mover.leaving(), from, beyond, 500, &Nobody, false);
    assert_eq!((walk.end(), walk.spent), (Point::new(-200, 2400), 500));
}

#[test]
fn a_large_base_comes_up_to_a_small_one_at_the_edge() {
    let table = table(&[]);
    let ways = Ways::usual(&table);
    let mover = table.mover(240, &ways, table.frame(0));
    let target = base(60, 2400);
    let foes = [target];
    let around = Around {
        foes: &foes,
        friends: &[],
    };
    for gap in [0, 120] {
        let goal = Goal::base(target, 240, gap);
        let walk = table.path(&mover, Point::new(900, 3000), goal, 9000, &around, false);
        let reached = super::gap(Disc::new(walk.end(), 240), target);
        assert!((gap - SLACK..=gap + SLACK).contains(&reached), "{reached}");
    }
}

#[test]
fn an_approach_ends_at_the_gap_asked_for() {
    let table = table(&[]);
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    let (from, target) = (Point::new(600, 2400), base(2400, 2400));
    let foes = [target];
    let around = Around {
        foes: &foes,
        friends: &[],
    };
    let end = |gap: i32, far: i32| {
        table.path(
            &mover,
            from,
            Goal::base(target, BASE, gap),
            far,
            &around,
            false,
        )
    };
    assert_eq!(end(0, 9000).end(), Point::new(2280, 2400));
    assert_eq!(end(960, 9000).end(), Point::new(1320, 2400));
    assert_eq!(end(960, 300).end(), Point::new(900, 2400));
    assert!(end(1680, 900).is_still() && end(1680, 900).done);
    let inches: Vec<(i32, i32)> = end(960, 300)
        .inches()
        .map(|(far, at)| (far, at.x))
        .collect();
    assert_eq!(inches, [(0, 600), (120, 720), (240, 840), (300, 900)]);
}

#[test]
fn places_are_held_by_more_and_controlled_by_one_side_alone() {
    let place = Shape::circle(Point::inches(18, 18), 2 * INCH);
    let near = base(2160, 2160 - 240 - 60 - 363);
    let far = base(2160, 2160 - 240 - 60 - 364);
    let by = |a: &[Disc], b: &[Disc]| {
        let single = |side: &[Disc]| side.iter().map(|base| (*base, 1)).collect::<Vec<_>>();
        held(
            &place,
            3 * INCH,
            [a, b].map(|side| single(side).into_iter()),
        )
    };
    assert_eq!(by(&[near], &[far]), Some(0));
    assert_eq!(by(&[near], &[near]), None);
    assert_eq!(by(&[near, far], &[near, near]), Some(1));
    // A team is one base of many models.
    let team = [(near, 3), (far, 9)];
    let three = [near; 3].map(|base| (base, 1));
    assert_eq!(present(&place, 3 * INCH, team.into_iter()), 3);
    assert_eq!(
        held(
            &place,
            3 * INCH,
            [&team[..1], &three[..2]].map(|side| side.iter().copied())
        ),
        Some(0)
    );
    let (inside, outside) = (Point::inches(18, 20), Point::new(2160, 2401));
    let one = |a: Point, b: Point| controls(&place, [[a].into_iter(), [b].into_iter()]);
    assert_eq!(one(inside, outside), Some(0));
    assert_eq!(one(outside, inside), Some(1));
    assert_eq!(one(inside, inside), None);
    assert_eq!(one(outside, outside), None);
}

#[test]
fn spots_stand_off_corners_and_edges_and_never_in_a_block() {
    let house = block((1200, 1200), (1440, 1440), 600);
    // A second house covers the right side of the first; the table's edge is near below.
    let table = self::table(&[house, block((1500, 1100), (1700, 1600), 600)]);
    let spots = table.spots(BASE);
    assert!(
        spots.contains(&Point::new(1134, 1320)),
        "beside the left edge"
    );
    assert!(
        spots.contains(&Point::new(1134, 1134)),
        "off the lower left corner"
    );
    assert!(
        !spots.contains(&Point::new(1506, 1320)),
        "in the other house"
    );
    let ways = Ways::usual(&table);
    let mover = table.mover(BASE, &ways, table.frame(0));
    assert!(spots.iter().all(|spot| table.free(&mover, *spot, &Nobody)));
    assert!(table.spots(77).is_empty());
    let ring: Vec<Piece> = (0..32)
        .map(|i| {
            let at = (300 + (i % 8) * 700, 300 + (i / 8) * 1500);
            block(at, (at.0 + 120, at.1 + 120), 600)
        })
        .collect();
    let many = self::table(&ring);
    let kept = many.spots(BASE).len();
    assert!((64..=128).contains(&kept), "{kept}");
}

#[test]
fn lines_of_deployment_are_centred_and_half_turned() {
    let table = table(&[]);
    let line = |side: usize, n: usize| {
        let places = table.deploy_line(side, &vec![BASE; n], INCH, PieceSet::NONE);
        let places = places.expect("room");
        places.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>()
    };
    // The front of the zone is at 960; the middle of the table at 2880.
    assert_eq!(line(0, 1), [(2880, 900)]);
    assert_eq!(line(0, 2), [(2760, 900), (3000, 900)]);
    assert_eq!(line(0, 3), [(2880, 900), (2640, 900), (3120, 900)]);
    let turned: Vec<(i32, i32)> = line(0, 60)
        .iter()
        .map(|(x, y)| (5760 - x, 5760 - y))
        .collect();
    assert_eq!(line(1, 60), turned);
    // 24 in a row at 2 inches each; the next row is an inch behind.
    let long = line(0, 60);
    assert_eq!(long.iter().filter(|(_, y)| *y == 900).count(), 24);
    assert_eq!(long[24].1, 660);
    assert_eq!(
        table.deploy_line(0, &[BASE; 128], INCH, PieceSet::NONE),
        Err(96)
    );
    assert_eq!(table.deploy_line(0, &[4000], INCH, PieceSet::NONE), Err(0));
    // A block in the middle is skipped.
    let barred = self::table(&[block((2820, 840), (2940, 960), 600)]);
    let all = barred.pieces_that(|piece| piece.stuff == Stuff::Block);
    let places = barred.deploy_line(0, &[BASE; 3], INCH, all).expect("room");
    let x: Vec<i32> = places.iter().map(|p| p.x).collect();
    assert_eq!(x, [2640, 3120, 2400]);
}

/// SK-23: bases 1 inch apart whatever their sizes, the row as a whole centred, and as deep as its own largest base.
#[test]
fn sk_23_bases_of_many_sizes_stand_an_inch_apart() {
    let table = table(&[]);
    let line = |side: usize, radii: &[i32]| {
        let places = table.deploy_line(side, radii, INCH, PieceSet::NONE);
        let places = places.expect("room");
        places.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>()
    };
    let tank = 240;
    // In the middle of three: an inch from rim to rim, all front rims on the front edge.
    let three = [(2880, 720), (2460, 900), (3300, 900)];
    assert_eq!(line(0, &[tank, BASE, BASE]), three);
    // One of two: 480 + 120 + 120 grains in all, from 2520 to 3240.
    assert_eq!(line(0, &[tank, BASE]), [(2760, 720), (3180, 900)]);
    assert_eq!(line(0, &[BASE, tank]), [(2580, 900), (3000, 720)]);
    // A tank and twenty-two men are as wide as 24 men less one inch; whoever is left over stands an inch behind the tank,
    // and behind him there is room for another row.
    let mut radii = vec![BASE; 60];
    radii[0] = tank;
    let places = line(0, &radii);
    assert!(places[1..22].iter().all(|place| place.1 == 900));
    let discs = |places: &[(i32, i32)]| -> Vec<Disc> {
        let all = places.iter().zip(&radii);
        all.map(|(p, r)| Disc::new(Point::new(p.0, p.1), *r))
            .collect()
    };
    let first = discs(&places[..22]);
    for (i, a) in first.iter().enumerate() {
        let nearest = first.iter().enumerate().filter(|(j, _)| *j != i);
        let nearest = nearest.map(|(_, b)| gap(*a, *b)).min();
        // Beside the tank's middle a man in the front of the row is a little further from its round rim.
        assert!(nearest.is_some_and(|gap| (120..=160).contains(&gap)));
    }
    assert_eq!(places[23].1, 960 - 480 - 120 - 60);
    assert_eq!(places[59].1, 960 - 480 - 120 - 240 - 60);
    let turned: Vec<(i32, i32)> = places.iter().map(|(x, y)| (5760 - x, 5760 - y)).collect();
    assert_eq!(line(1, &radii), turned);
}

#[test]
fn a_gap_for_a_duel_is_exact() {
    let table = table(&[]);
    for g in [0, 1, 7, 960, 5000] {
        let [a, b] = table.deploy_gap([60, 71], g).expect("room");
        assert_eq!(gap(Disc::new(a, 60), Disc::new(b, 71)), g);
        assert_eq!((a.y, b.y), (2880, 2880));
    }
    assert_eq!(table.deploy_gap([60, 60], 5760), None);
}
