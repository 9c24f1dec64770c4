//! Drawings: the same text every time, whatever the names; a map never wider than 80 columns.

use super::*;

fn fight(table: &Table, each: usize) -> Picture<'_> {
    let mut picture = Picture::new(table, "Swords & <bows>");
    picture.subtitle = "Round 2: a \"charge\"".to_owned();
    picture.sides = ["Reds".to_owned(), "Blues".to_owned()];
    for side in [0, 1] {
        for i in 0..each {
            let at = Point::new(
                60 + (i as i32 * 131) % (table.sides().x - 120),
                60 + (i as i32 * 57 + side as i32 * 900) % (table.sides().y - 120),
            );
            let mut token = Token::new(Disc::new(at, 60), side, format!("Man {i} <{side}>"), "M");
            token.left = Some((1 + i as u32 % 3, 3));
            token.fallen = i % 5 == 4;
            token.lit = i == 0;
            token.hidden = i % 7 == 6;
            picture.tokens.push(token);
        }
    }
    if each > 1 {
        let points = vec![picture.tokens[0].disc.at, picture.tokens[each].disc.at];
        for act in [Act::Move, Act::Hit, Act::Miss] {
            picture.arrows.push(Arrow {
                act,
                side: 0,
                points: points.clone(),
            });
        }
    }
    picture
}

fn table(name: &str, width: i32, depth: i32) -> Table {
    let plan = named(name, &Usual::inches(width, depth, 2)).expect("a known name");
    Table::new(plan.expect("a sound table"), &[60])
}

#[test]
fn every_drawing_is_the_same_twice_and_fits() {
    for (width, depth) in [(6, 6), (36, 36), (72, 48), (48, 72), (240, 240), (240, 6)] {
        for name in ["open", "standard", "dense"] {
            let table = table(name, width, depth);
            for each in [0, 1, 10, 100] {
                let picture = fight(&table, each);
                let (image, map) = (svg(&picture), text(&picture));
                assert_eq!(
                    (image.clone(), map.clone()),
                    (svg(&picture), text(&picture))
                );
                let wide = map.lines().map(|line| line.chars().count()).max();
                assert!(wide <= Some(80), "{wide:?} {width} {depth}\n{map}");
                assert!(map.lines().all(|line| line == line.trim_end()), "{map}");
                assert!(!image.contains("NaN") && image.ends_with("</svg>\n"));
            }
        }
    }
}

#[test]
fn names_cannot_break_the_image() {
    let table = table("standard", 48, 48);
    let image = svg(&fight(&table, 3));
    assert!(image.contains("<title>Swords &amp; &lt;bows&gt;</title>"));
    assert!(image.contains("<title>Man 1 &lt;0&gt; (2 of 3)</title>"));
    assert!(image.contains("a &quot;charge&quot;"));
    assert!(!image.contains("<bows>") && !image.contains("<0>"));
    // Every tag that is opened is closed.
    assert_eq!(image.matches("<g").count(), image.matches("</g>").count());
    assert_eq!(
        image.matches("<text").count(),
        image.matches("</text>").count()
    );
    assert_eq!(
        image.matches("<title").count(),
        image.matches("</title>").count()
    );
}

#[test]
fn an_image_shows_everyone_and_every_piece() {
    let table = table("dense", 48, 48);
    let picture = fight(&table, 10);
    let image = svg(&picture);
    assert_eq!(image.matches("<g").count(), 20);
    assert_eq!(
        image.matches(r#"opacity="0.5""#).count(),
        2 + 4,
        "zones are faint, four fell"
    );
    for name in [
        "house 5",
        "barn 5",
        "low wall 1",
        "wood 3",
        "long wall 5",
        "shed 5",
    ] {
        assert_eq!(
            image.matches(&format!(">{name}</text>")).count(),
            2,
            "{name}"
        );
    }
    for words in [
        "Reds",
        "Blues",
        "moved",
        "attacked with effect",
        "fallen",
        "hidden",
        "6 inches",
    ] {
        assert!(image.contains(&format!(">{words}</text>")), "{words}");
    }
}

#[test]
fn a_map_of_letters_shows_who_stands_where() {
    let plan = Plan::open(Point::inches(12, 6), INCH).with(Piece::new(
        Stuff::Block,
        Shape::rectangle(Point::inches(4, 2), Point::inches(6, 4)),
        600,
    ));
    let table = Table::new(plan, &[60]);
    let mut picture = Picture::new(&table, "A wall");
    let at = |x: i32, y: i32| Disc::new(Point::inches(x, y), 60);
    picture.tokens.push(Token::new(at(2, 3), 0, "Anna", "A"));
    picture.tokens.push(Token::new(at(9, 3), 1, "Bert", "B"));
    picture.tokens[1].lit = true;
    picture.arrows.push(Arrow {
        act: Act::Move,
        side: 0,
        points: vec![Point::inches(1, 1), Point::inches(2, 3)],
    });
    let expected = "\
A wall
    +------------------------+
    |                        |
    |                        |
    |        ####            |
    |   .A   ####     [a]    |
    |  ..                    |
    |  .                     |
    +------------------------+
     0                       12
A column is 0.5 wide and a row 1 deep, in inches.
# 5   . moved
side A: A Anna
side B: a Bert
";
    assert_eq!(text(&picture), expected);
}
