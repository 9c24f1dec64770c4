//! Tables in files: what the named ones are, and what is said of those that cannot be.

use super::*;
use crate::document::read_toml;

fn lay(text: &str) -> (Result<Plan, String>, String) {
    let node = match read_toml("mine.toml", text) {
        Ok(node) => node,
        Err(problems) => return (Err(problems.to_string()), String::new()),
    };
    match plan_of(&node, &Usual::inches(48, 48, 8)) {
        Ok((plan, odd)) => (Ok(plan), odd.to_string()),
        Err(problems) => (Err(problems.to_string()), String::new()),
    }
}

fn errors(text: &str) -> String {
    lay(text).0.expect_err("something is wrong")
}

#[test]
fn named_tables_are_what_the_reference_says() {
    let usual = Usual::inches(48, 48, 8);
    let plan = |name: &str| named(name, &usual).expect("a name").expect("sound");
    let count = |name: &str| plan(name).pieces.len();
    assert_eq!(["open", "standard", "dense"].map(count), [0, 8, 12]);
    for name in super::named::names() {
        let plan = plan(name);
        assert!(plan.is_symmetric(), "{name}");
        assert_eq!(plan.sides, Point::inches(48, 48));
        assert_eq!(
            plan.zones[0].extent(),
            (Point::default(), Point::inches(48, 8))
        );
    }
    let standard = plan("standard");
    let (house, label) = &standard.pieces[0];
    assert_eq!(label.name, "house");
    // 8 percent of 48 inches around (25, 35) percent: 21 to 29, 31 to 39.
    let corners = (Point::new(1210, 1786), Point::new(1670, 2246));
    assert_eq!(house.shape.extent(), corners);
    assert_eq!((house.height, house.cover), (600, Cover::Heavy));
    let turned = Point::inches(48, 48);
    let other = standard.pieces[1].0.shape.extent();
    assert_eq!(other, (turned - corners.1, turned - corners.0));
    let (wall, _) = &standard.pieces[4];
    assert_eq!(
        (wall.height, wall.cover, wall.climb),
        (120, Cover::Light, Some(Climb::Step))
    );
    let (wood, _) = &standard.pieces[6];
    assert_eq!(wood.shape, Shape::circle(Point::new(576, 2880), 403));
    assert_eq!(
        (wood.height, wood.going, wood.limit),
        (360, Going::Rough, Some(720))
    );
    assert_eq!((wood.cover, wood.screen), (Cover::Light, Screen::Obscures));
    // Emlia's are the same ground with other heights.
    let gsu = plan("dense-gsu");
    for (a, b) in gsu.pieces.iter().zip(&plan("dense").pieces) {
        assert_eq!(a.0.shape, b.0.shape);
        assert!(a.0.hits.is_some() && b.0.hits.is_none());
    }
    assert_eq!(
        (gsu.pieces[4].0.height, gsu.pieces[4].0.hits),
        (60, Some(4))
    );
    assert_eq!(
        (gsu.pieces[6].0.going, gsu.pieces[6].0.limit),
        (Going::VeryRough, Some(1200))
    );
    assert!(named("opne", &usual).is_none());
}

/// Every piece of `dense`, whose first eight are `standard`, on tables of any sides: the middle and the size of the first
/// of each pair in percent (section 2), its edges rounded to the grain, the second its half turn.
#[test]
fn every_piece_of_the_named_tables_to_the_grain() {
    use super::grain::rnd;
    // Twice the middle, twice half the size, in tenths of a percent.
    let pairs = [
        ((250, 350), (80, 80)),
        ((620, 280), (80, 80)),
        ((500, 380), (160, 15)),
        ((100, 500), (0, 0)),
        ((360, 500), (20, 140)),
        ((120, 280), (60, 60)),
    ];
    for (x, y) in [(48, 48), (72, 48), (37, 61), (30, 44)] {
        let usual = Usual::inches(x, y, 6);
        let plan = |name: &str| named(name, &usual).expect("a name").expect("sound");
        let (dense, standard) = (plan("dense"), plan("standard"));
        let sides = Point::inches(x, y);
        for (piece, like) in standard.pieces.iter().zip(&dense.pieces) {
            assert_eq!(piece.0, like.0);
        }
        assert_eq!((standard.pieces.len(), dense.pieces.len()), (8, 12));
        for (pair, ((cx, cy), (w, h))) in dense.pieces.chunks(2).zip(pairs) {
            let at = |twice: i32, side: i32| rnd(i64::from(twice) * i64::from(side), 2_000) as i32;
            let shape = if w == 0 {
                let middle = Point::new(at(2 * cx, sides.x), at(2 * cy, sides.y));
                Shape::circle(middle, at(140, sides.x.min(sides.y)))
            } else {
                let low = Point::new(at(2 * cx - w, sides.x), at(2 * cy - h, sides.y));
                let high = Point::new(at(2 * cx + w, sides.x), at(2 * cy + h, sides.y));
                Shape::rectangle(low, high)
            };
            assert!(
                pair[0].0.shape.same(&shape),
                "{:?} is not {shape:?}",
                pair[0].0.shape
            );
            assert!(pair[1].0.shape.same(&shape.half_turned(sides)));
        }
        let kinds = dense
            .pieces
            .iter()
            .map(|(piece, _)| (piece.stuff, piece.height, piece.cover));
        let kinds: Vec<_> = kinds.step_by(2).collect();
        let house = (Stuff::Block, 600, Cover::Heavy);
        let low = (Stuff::Block, 120, Cover::Light);
        let wood = (Stuff::Zone, 360, Cover::Light);
        assert_eq!(kinds, [house, house, low, wood, house, house]);
    }
}

#[test]
fn a_radius_in_percent_is_of_the_shorter_side() {
    let plan = named("standard", &Usual::inches(72, 48, 6))
        .expect("a name")
        .expect("sound");
    assert_eq!(
        plan.pieces[6].0.shape,
        Shape::circle(Point::new(864, 2880), 403)
    );
}

#[test]
fn a_table_of_ones_own() {
    let text = r#"
format = 1
title = "A ford"
size = [36, 24.5]
zones = 5
hand = "right"

[[pieces]]
name = "river"
body = "pit"
corners = [[0, 11], [36, 11], [36, 13.5], [0, 13.5]]
height = 1
going = "rough"
tags = ["ford"]

[[pieces]]
body = "hill"
at = [18, 12.25]
radius = 2
height = 2

[[objectives]]
name = "bank"
at = [6, 6]
pair = true
"#;
    let (plan, odd) = lay(text);
    let plan = plan.expect("sound");
    assert_eq!(odd, "");
    assert_eq!(
        (plan.sides, plan.hand),
        (Point::new(4320, 2940), Hand::Right)
    );
    assert_eq!(
        plan.zones[1].extent(),
        (Point::new(0, 2340), Point::new(4320, 2940))
    );
    assert_eq!(plan.objectives.len(), 2);
    assert_eq!(
        plan.objectives[0].shape,
        Shape::circle(Point::inches(6, 6), BASE)
    );
    let table = Table::new(plan, &[BASE]);
    assert_eq!(table.tagged("ford"), PieceSet(1));
    assert_eq!(table.label(1).name, "hill 2");
    assert_eq!(table.ground(Point::new(2160, 1470), PieceSet::NONE), 240);
}

#[test]
fn pieces_stand_on_hills_and_hills_on_larger_ones() {
    let hill = |r: i32, height: i32| {
        Piece::new(Stuff::Hill, Shape::circle(Point::inches(20, 20), r), height)
    };
    let block = Shape::rectangle(Point::inches(19, 19), Point::inches(21, 21));
    let plan = Plan::open(Point::inches(40, 40), 600)
        .with(Piece::new(Stuff::Block, block, 300))
        .with(hill(240, 60))
        .with(hill(960, 120));
    let table = Table::new(plan, &[]);
    let tops: Vec<i32> = table.pieces().iter().map(|piece| piece.top).collect();
    assert_eq!(tops, [480, 180, 120]);
    assert_eq!(table.ground(Point::inches(20, 21), PieceSet::NONE), 180);
    assert_eq!(table.ground(Point::inches(20, 21), PieceSet(1)), 480);
    assert_eq!(table.ground(Point::inches(20, 27), PieceSet::NONE), 120);
    // A pit has a depth and a mark no height: neither hides anything.
    let pit = Piece::new(Stuff::Pit, block, 300);
    let table = Table::new(Plan::open(Point::inches(40, 40), 600).with(pit), &[]);
    assert_eq!((table.pieces()[0].top, table.pieces()[0].height), (0, 300));
}

#[test]
fn all_that_is_wrong_is_told_at_once_with_its_place() {
    let text = r#"[[pieces]]
body = "blok"
at = [9, 9]
size = [2, 2]
hieght = 5

[[pieces]]
body = "block"
height = 5
corners = [[1, 1], [1, 5], [5, 5], [5, 1]]

[[pieces]]
body = "block"
height = 5
corners = [[1, 1], [5, 5], [5, 1], [1, 5]]

[[pieces]]
body = "block"
height = 5
corners = [[1, 1], [9, 1], [4, 2], [4, 9]]

[[pieces]]
body = "block"
height = 5
corners = [[1, 1], [5, 1], [9, 1], [9, 9]]

[[pieces]]
body = "block"
height = 5
corners = [[1, 1], [9, 1], [9, 9], [1, 1]]

[[pieces]]
name = "far tower"
body = "block"
at = [47, 20]
size = [4, 4]
height = 5

[[pieces]]
body = "hill"
at = [20, 20]
radius = 2
size = [1, 1]
height = 2

[[pieces]]
body = "block"
at = [30, 30]
radius = 2
limit = 2

[[pieces]]
body = "block"
at = [40, 30]
radius = 2
height = 2
going = "rough"
"#;
    let told = errors(text);
    let expected = [
        "mine.toml:2:8: unknown choice `blok`: expected one of \"block\", \"zone\", \"hill\", \"pit\" or \"area\"",
        "mine.toml:5:1: unknown key `hieght` (did you mean `height`?)",
        "mine.toml:10:11: these corners run clockwise",
        "mine.toml:15:11: the edges of this polygon cross one another",
        "mine.toml:20:28: corner 3 points inwards, but a piece is convex",
        "mine.toml:25:20: corner 2 lies on the line between its neighbours",
        "mine.toml:30:36: corner 4 is at the place of corner 1",
        "mine.toml:35:6: `far tower` reaches off the table: 45 to 49 across and 18 to 22 up, on a table of 48 x 48 inches",
        "mine.toml:39:1: it is not clear where this lies",
        "mine.toml:50:9: a block has no `limit`",
        "mine.toml:46:1: a block without a `height` would stand in nobody's way",
        "mine.toml:57:9: nobody walks into a block",
    ];
    for line in expected {
        assert!(told.contains(line), "{line}\nin\n{told}");
    }
    assert_eq!(told.lines().count(), expected.len(), "{told}");
}

#[test]
fn blocks_overlap_only_if_they_say_so() {
    let two = |more: &str| {
        format!(
            "asymmetric = true\n[[pieces]]\nname = \"barn\"\nbody = \"block\"\nat = [10, 10]\nsize = [4, 4]\nheight = 5\n\
             [[pieces]]\nname = \"shed\"\nbody = \"block\"\nat = [12, 12]\nsize = [4, 4]\nheight = 5\n{more}"
        )
    };
    let told = errors(&two(""));
    let expected = "mine.toml:8:1: the block `shed` overlaps the block `barn` (move one, or say `overlap = true` in one \
                    if they are parts of one building)";
    assert_eq!(told, expected);
    let (plan, odd) = lay(&two("overlap = true\n"));
    assert!(plan.is_ok());
    assert!(
        odd.contains("does not get through between `shed` and `barn`"),
        "{odd}"
    );
    // Side by side is no overlap; a wood may stand anywhere.
    let touching = two("").replace("[12, 12]", "[14, 10]");
    assert!(lay(&touching).0.is_ok());
}

#[test]
fn what_is_odd_is_told_but_not_refused() {
    let text = "[[pieces]]\nbody = \"block\"\nat = [10, 10]\nsize = [4, 4]\nheight = 5\n";
    let (plan, odd) = lay(text);
    assert!(plan.is_ok());
    assert!(
        odd.starts_with("mine.toml:1:1: the table is not the same turned half round"),
        "{odd}"
    );
    assert!(lay(&format!("{text}pair = true\n")).1.is_empty());
    assert!(lay(&format!("asymmetric = true\n{text}")).1.is_empty());
}

#[test]
fn a_table_has_room_for_thirty_two_pieces() {
    let piece = |i: usize| {
        let (x, y) = (2 + (i % 8) * 5, 10 + (i / 8) * 3);
        format!("[[pieces]]\nbody = \"area\"\nat = [{x}, {y}]\nsize = [1, 1]\npair = true\n")
    };
    let many = |n: usize| (0..n).map(piece).collect::<String>();
    assert!(lay(&many(16)).0.is_ok());
    let told = errors(&many(17));
    assert!(
        told.contains("mine.toml:81:1: 34 pieces, but a table has room for 32"),
        "{told}"
    );
}

#[test]
fn zones_are_two_and_apart() {
    let zones = |text: &str| lay(&format!("zones = {text}\n")).0;
    assert!(zones("[[0, 0, 8, 48], [40, 0, 48, 48]]").is_ok());
    let turned = zones("[[0, 0, 8, 48], [40, 0, 48, 48]]").expect("sound");
    let table = Table::new(turned, &[]);
    assert_eq!(
        (table.frame(0).forward, table.frame(1).forward),
        (Heading::Right, Heading::Left)
    );
    for (text, words) in [
        ("30", "the two zones overlap"),
        ("[[0, 0, 30, 48], [20, 0, 48, 48]]", "the two zones overlap"),
        (
            "[[8, 0, 0, 48], [40, 0, 48, 48]]",
            "a zone is [left, lower, right, upper]",
        ),
        (
            "[[0, 0, 8, 50], [40, 0, 48, 48]]",
            "this zone reaches off the table",
        ),
        ("[[0, 0, 8, 48]]", "expected"),
        ("\"left\"", "expected"),
    ] {
        let told = zones(text).expect_err(text);
        assert!(
            told.starts_with("mine.toml:1:") && told.contains(words),
            "{text}: {told}"
        );
    }
}

#[test]
fn no_number_makes_a_table_panic() {
    for number in [
        "-1000", "1000", "0", "1e-9", "0.004", "inf", "nan", "-0.0", "1e300",
    ] {
        for key in ["at", "size"] {
            let other = if key == "at" {
                "size = [2, 2]"
            } else {
                "at = [9, 9]"
            };
            let text = format!("[[pieces]]\nbody = \"area\"\n{key} = [{number}, 9]\n{other}\n");
            let _ = lay(&text);
        }
        let _ = lay(&format!(
            "[[pieces]]\nbody = \"hill\"\nat = [9, 9]\nradius = {number}\nheight = {number}\n"
        ));
        let _ = lay(&format!("size = [{number}, {number}]\nzones = {number}\n"));
        let _ = lay(&format!(
            "[[pieces]]\nbody = \"area\"\ncorners = [[{number}, 0], [9, {number}], [{number}, {number}]]\n"
        ));
    }
}

#[test]
fn the_table_of_the_document_is_sound() {
    let document = include_str!("../../docs/skirmish.md");
    let examples: Vec<&str> = document.split("```toml\n").skip(1).collect();
    assert_eq!(examples.len(), 1);
    let text = examples[0].split("```").next().expect("an end");
    let (plan, odd) = lay(text);
    assert_eq!(odd, "");
    let plan = plan.expect("sound");
    assert_eq!((plan.pieces.len(), plan.objectives.len()), (5, 1));
}
