//! Laws of skirmishes that are counted (section 5 of the skirmish reference).

use crate::skirmish_help::{Side, aggressive, cautious, lines, open, score};
use fairfight::umpire::{Event, Lab, Stream, Verdict};
use serde_json::{Value, json};

fn army(list: &[(&str, u32)]) -> Side {
    aggressive(
        list.iter()
            .map(|(build, count)| json!({"build": build, "count": count})),
    )
}

/// Law 2: identical armies, swaps on: an even score.
#[test]
fn law_2_identical_armies_are_even() {
    let mut setting = open();
    setting.swap = true;
    for list in [
        &[("infantryman", 4), ("knight", 2)][..],
        &[("longbowman", 3), ("huscarl", 3)],
    ] {
        let fights = 4_000;
        let tally = setting.count(&army(list), &army(list), fights);
        let error = 0.5 / (fights as f64).sqrt();
        assert!(
            (score(&tally) - 0.5).abs() < 4.0 * error,
            "{list:?}: {}",
            score(&tally)
        );
        // Counted by side and by who went first, and all of it.
        let sum = |table: &[[u64; 3]; 2]| table.as_flattened().iter().sum::<u64>();
        assert_eq!(
            (sum(&tally.by_side()), sum(&tally.by_first())),
            (fights, fights)
        );
        let even = |row: &[u64; 3]| row.iter().sum::<u64>() == fights / 2;
        assert!(tally.by_side().iter().all(even) && tally.by_first().iter().all(even));
    }
}

/// Law 6: both sides of an attrition fight under `aggressive` on an open table meet before the cap.
#[test]
fn law_6_the_aggressive_meet_before_the_cap() {
    for list in [
        &[("huscarl", 5)][..],
        &[("longbowman", 5)],
        &[("knight", 2), ("musketeer", 3)],
    ] {
        let tally = open().count(&army(list), &army(list), 1_000);
        assert!(tally.draws[0] <= 10, "{list:?}: {:?}", tally.draws);
    }
}

fn everybody() -> Vec<String> {
    let book = fairfight::query::Library::new()
        .book("allesfezs", None)
        .expect("the rules");
    book.builds().into_iter().map(|card| card.id).collect()
}

/// Law 6 for every build: in more than 99 of 100 fights somebody attacks somebody before the cap.
#[test]
fn law_6_whoever_they_are_the_aggressive_meet() {
    let (mut fights, mut met) = (0, 0);
    for build in everybody() {
        let pairing = open().pairing(&army(&[(&build, 3)]), &army(&[(&build, 3)]));
        let mut lab = Lab::new();
        for number in 0..20 {
            let stream = Stream::new(6, &build);
            let (_, events) = pairing
                .fight
                .tell(&mut lab, stream, number)
                .expect("a fight");
            let attacks =
                |event: &Event| matches!(event, Event::Roll { about, .. } if *about == "attack");
            fights += 1;
            met += u32::from(events.iter().any(attacks));
        }
    }
    assert!(
        fights > 700 && f64::from(met) > 0.99 * f64::from(fights),
        "{met} of {fights}"
    );
}

/// Patience: two cautious armies meet too, once they have lost it.
#[test]
fn the_cautious_lose_patience() {
    let sword = json!({"name": "Sword", "mot": 12, "phy": 12, "wil": 13, "aptitudes": {"ohs": 4}, "weapons": ["sword"]});
    let side = || cautious([json!({"build": sword, "count": 3})]);
    let mut waiting = open();
    waiting.own = json!({"patience": 10_000});
    waiting.cap = 30;
    assert_eq!(
        waiting.count(&side(), &side(), 50).draws[0],
        50,
        "nobody comes"
    );
    let mut setting = open();
    setting.cap = 30;
    assert!(setting.count(&side(), &side(), 50).draws[0] < 5);
    let told = setting.lines(&side(), &side(), 1);
    assert!(
        told.iter()
            .any(|line| line.contains("nobody is near, and nobody can shoot"))
    );
}

/// Law 7: one more copy of any build never lowers the score; four against two of the same build clearly win. No build of
/// the rules is an exception.
#[test]
fn law_7_more_is_better() {
    let mut setting = open();
    setting.swap = true;
    let fights = 600;
    let error = 0.5 / (fights as f64).sqrt();
    let against = army(&[("frontiersman", 2), ("huscarl", 2)]);
    let mut clearly = 0;
    for build in everybody() {
        let build = build.as_str();
        let scores: Vec<f64> = (2..5)
            .map(|count| score(&setting.count(&army(&[(build, count)]), &against, fights)))
            .collect();
        for pair in scores.windows(2) {
            // The difference of two scores has the square root of two errors.
            let least = pair[0] - 3.0 * 2f64.sqrt() * error - 0.005;
            assert!(pair[1] > least, "{build}: {scores:?}");
        }
        let twice = setting.count(&army(&[(build, 4)]), &army(&[(build, 2)]), fights);
        // Who cannot hurt its like, or hardly, wins nothing by numbers within the cap.
        let idle = twice.draws[0] * 2 > fights;
        assert!(
            idle || score(&twice) > 0.5 + 4.0 * error,
            "{build}: {twice:?}"
        );
        clearly += usize::from(!idle);
    }
    assert!(clearly > 30, "{clearly}");
}

/// Law 8: the score rises with the points, 1:1, 5:4, 3:2, 2:1, for mirror builds.
#[test]
fn law_8_points_win() {
    let mut setting = open();
    setting.swap = true;
    let fights = 2_000;
    let error = 0.5 / (fights as f64).sqrt();
    for build in ["huscarl", "longbowman", "infantryman"] {
        let scores: Vec<f64> = [8, 10, 12, 16]
            .map(|count| {
                let tally = setting.count(&army(&[(build, count)]), &army(&[(build, 8)]), fights);
                score(&tally)
            })
            .into();
        assert!((scores[0] - 0.5).abs() < 4.0 * error, "{build}: {scores:?}");
        assert!(
            scores.windows(2).all(|pair| pair[1] > pair[0]),
            "{build}: {scores:?}"
        );
        assert!(scores[3] > 0.8, "{build}: {scores:?}");
    }
}

/// Law 11: fight N told twice is one text; its end is the counted verdict. The same in a block of any size.
#[test]
fn law_11_a_told_fight_is_the_counted_fight() {
    let setting = open();
    let (a, b) = (
        army(&[("infantryman", 3), ("storm_mage", 1)]),
        army(&[("longbowman", 3), ("knight", 2)]),
    );
    let pairing = setting.pairing(&a, &b);
    let stream = Stream::new(9, &pairing.label);
    let mut lab = Lab::new();
    for number in 0..40 {
        let (fought, events) = pairing
            .fight
            .tell(&mut lab, stream, number)
            .expect("a fight");
        let (again, twice) = pairing
            .fight
            .tell(&mut Lab::new(), stream, number)
            .expect("a fight");
        assert_eq!((fought, &events), (again, &twice));
        let tally = pairing
            .fight
            .sample(&mut lab, stream, number..number + 1)
            .expect("one fight");
        let expected = match fought.ending.verdict {
            Verdict::Win(side) => tally.wins[side.index()],
            Verdict::Draw(why) => tally.draws[usize::from(why.0)],
        };
        assert_eq!((expected, tally.rounds[fought.round as usize]), (1, 1));
        for (left, kept) in fought.ending.left.into_iter().zip(&tally.left) {
            assert_eq!(kept[usize::from(left)], 1);
        }
    }
    let whole = pairing
        .fight
        .sample(&mut lab, stream, 0..40)
        .expect("fights");
    let mut parts = pairing
        .fight
        .sample(&mut lab, stream, 0..13)
        .expect("fights");
    parts.merge(
        &pairing
            .fight
            .sample(&mut Lab::new(), stream, 13..40)
            .expect("fights"),
    );
    assert_eq!(whole, parts);
}

/// The report: a heading for each activation, why it was done, dice, positions in inches; frames at deployment, at each
/// round's end and at the end, with what moved in between.
#[test]
fn a_skirmish_is_told_as_a_battle_report() {
    let (_, events) = open().tell(
        &army(&[("infantryman", 3)]),
        &army(&[("longbowman", 3)]),
        1,
        0,
    );
    let told = lines(&events);
    let headings = told.iter().filter(|line| line.starts_with("# ")).count();
    let reasons = told.iter().filter(|line| line.contains(". Why: ")).count();
    assert_eq!(headings, reasons);
    assert!(told.iter().any(|line| line.contains("deploys: ")));
    let rounds = told
        .iter()
        .filter(|line| line.starts_with("Round "))
        .count();
    let frames: Vec<_> = events
        .iter()
        .filter_map(|event| {
            if let Event::Frame(frame) = event {
                Some(frame)
            } else {
                None
            }
        })
        .collect();
    assert!(
        frames.len() > rounds,
        "{} frames, {rounds} rounds",
        frames.len()
    );
    assert_eq!(frames[0].round, 0);
    assert!(frames[0].arrows.is_empty() && frames.iter().any(|frame| !frame.arrows.is_empty()));
    assert!(frames.iter().all(|frame| frame.bodies.len() == 6));
    assert!(frames[0].bodies.iter().all(|body| body.alive && !body.away));
}

/// Cautious shooters use terrain: they move where fewer enemies see them, and shoot on the way.
#[test]
fn the_cautious_shoot_and_scoot() {
    use fairfight::table::{INCH, Piece, Point, Shape, Stuff};
    let house = |x: i32, y: i32| {
        let shape = Shape::rectangle(Point::inches(x, y), Point::inches(x + 5, y + 5));
        Piece::new(Stuff::Block, shape, 5 * INCH)
    };
    let setting = open()
        .with(house(16, 10))
        .with(house(27, 33))
        .with(house(26, 9))
        .with(house(17, 34));
    let a = cautious([json!({"build": "longbowman", "count": 4})]);
    let b = army(&[("infantryman", 4)]);
    let told: Vec<String> = (0..10)
        .flat_map(|seed| setting.lines(&a, &b, seed))
        .collect();
    assert!(
        told.iter().any(|line| line.contains("enemies see it here")),
        "{told:#?}"
    );
}

/// Everything that is wrong with armies is said at once, with its place.
#[test]
fn bad_armies_are_refused_with_places() {
    let fails = |setting: &crate::skirmish_help::Setting, a: Vec<Value>, words: &[&str]| {
        let side = aggressive(a);
        let problems = match setting.field(&side, &army(&[("knight", 1)])) {
            Ok(_) => panic!("{words:?} was not refused"),
            Err(problems) => problems,
        };
        let text = problems.to_string();
        for word in words {
            assert!(text.contains(word), "{word} in {text}");
        }
    };
    fails(
        &open(),
        vec![json!({"build": "knight", "count": 101})],
        &["101 models", "at most 100", "at a"],
    );
    fails(
        &open(),
        vec![json!({"build": "knight", "count": 97})],
        &["room for 96 of 97 bodies"],
    );
    fails(
        &open(),
        vec![json!({"build": "knight", "count": 0})],
        &["at least one model"],
    );
    fails(
        &open(),
        vec![json!({"build": "bt7"})],
        &["nobody in this army can fight"],
    );
    fails(
        &open(),
        vec![
            json!({"build": "bt7", "crew": [{"seat": "Cook", "build": "tanker_crew"}]}),
            json!({"build": "knight", "crew": ["tanker_crew"]}),
            json!({"build": "knight", "reserve": true, "team": 3}),
        ],
        &[
            "no seat `Cook`",
            "Driver",
            "a.units[0].crew[0]",
            "a.units[1]",
            "no vehicle",
            "no reserves",
            "AE-47",
        ],
    );
    let crew = vec!["tanker_crew"; 4];
    fails(
        &open(),
        vec![json!({"build": "bt7", "crew": crew})],
        &["3 seats only"],
    );
    let twice = json!([{"seat": "gunner", "build": "tanker_crew"}, {"seat": "Gunner", "build": "tanker_crew"}]);
    fails(
        &open(),
        vec![json!({"build": "bt7", "crew": twice})],
        &["two sit in the seat"],
    );
    let placed = open().placed();
    fails(
        &placed,
        vec![json!({"build": "knight", "count": 2, "at": [[1.0, 1.0]]})],
        &["1 places for 2", "a.units[0].at"],
    );
    fails(
        &placed,
        vec![json!({"build": "knight", "at": [[60.0, 1.0]]})],
        &["not on the table"],
    );
    fails(
        &placed,
        vec![json!({"build": "knight", "count": 2, "at": [[5.0, 5.0], [5.5, 5.0]]})],
        &["same place"],
    );
    let pool = open().set(json!({"team_model": "pool"}));
    let mob =
        json!({"build": {"like": "machine_gunner", "aptitudes": {"firearm": 10}}, "team": 40});
    fails(&pool, vec![mob], &["400 dice at once", "255"]);
    let side = Side {
        policy: "reckless",
        ..army(&[("knight", 1)])
    };
    let problems = open()
        .field(&side, &army(&[("knight", 1)]))
        .err()
        .expect("refused");
    assert!(problems.to_string().contains("aggressive"), "{problems}");
}

/// A vehicle can be recruited, has a price, and fights no duels.
#[test]
fn a_vehicle_is_for_skirmishes() {
    use fairfight::document::Node;
    let book = fairfight::query::Library::new()
        .book("allesfezs", None)
        .expect("the rules");
    let tank = book.recruit(&Node::text("bt7"), "a").expect("a vehicle");
    // Hull 83, machine gun 176, cannon 106 (reference, 8.1).
    assert_eq!(tank.points, Some(365.0));
    let knight = book.recruit(&Node::text("knight"), "b").expect("a build");
    let problems = book.meet(&tank, &knight, None).err().expect("refused");
    assert!(
        problems.to_string().contains("vehicles fight no duels"),
        "{problems}"
    );
}
