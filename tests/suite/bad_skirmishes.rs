//! What is wrong with a skirmish is told with its place, all at once, before anything is fought.

use crate::random::Chooser;
use crate::scenario::Place;
use fairfight::query::Library;
use fairfight::scenario::{Plan, Scenario};

/// What is said of a scenario that is wrong.
#[track_caller]
fn said(text: &str) -> String {
    let plan = Scenario::read("s", "s.toml", text, None)
        .and_then(|scenario| Plan::new(&scenario, &mut Library::new()));
    match plan {
        Ok(_) => panic!("nothing is wrong with\n{text}"),
        Err(problems) => problems.to_string(),
    }
}

/// Each text is wrong at this place, and told in these words.
#[track_caller]
fn wrong(cases: &[(&str, &str, &str)]) {
    for (text, place, words) in cases {
        let said = said(text);
        assert!(
            said.contains(&format!("s.toml:{place}: ")) && said.contains(words),
            "{text}\nexpected {place}: {words}\n{said}"
        );
    }
}

const TWO: &str = "[forces]\na = { units = { knight = 3 } }\nb = { units = { levy = 9 } }\n";

#[test]
fn forces() {
    wrong(&[
        (
            "[forces.a]\nunits = { knigth = 3 }\n[forces.b]\nunits = { levy = 9 }\n",
            "2:11",
            "there is no build `knigth`",
        ),
        (
            "[forces.a]\nunits = [\"knight\", { build = \"lvey\", count = 3 }]\n[forces.b]\nunits = { levy = 9 }\n",
            "2:30",
            "did you mean `levy`?",
        ),
        (
            "[forces.a]\npolicy = \"aggresive\"\nunits = { knight = 3 }\n[forces.b]\nunits = { levy = 9 }\n",
            "2:10",
            "there is no army policy `aggresive` (did you mean `aggressive`?)",
        ),
        (
            "[forces.a]\npolicy = \"cautious\"\n[forces.b]\nunits = { levy = 9 }\n",
            "1:1",
            "the force `a` has no units",
        ),
        (
            "[forces.a]\nunits = { knight = 3 }\nshares = { knight = 3 }\n[forces.b]\nunits = { levy = 9 }\n",
            "2:1",
            "exclude one another",
        ),
        (
            "[skirmish]\npoints = 100\n[forces.a]\nshares = { knight = 1 }\n[forces.b]\nunits = { levy = 5 }\n",
            "3:1",
            "100 points buy nothing here: the cheapest unit costs 115",
        ),
        (
            "[forces.a]\nshares = { knight = 1 }\n[forces.b]\nunits = { levy = 5 }\n",
            "1:1",
            "shares need points",
        ),
        (
            "[skirmish]\npoints = 100\n[forces.a]\nunits = { knight = 1 }\n[forces.b]\nunits = { levy = 5 }\n",
            "3:1",
            "this force costs 115 points, more than its 100",
        ),
        (
            "[forces.a]\nunits = { levy = 99, clubman = 2 }\n[forces.b]\nunits = { levy = 9 }\n",
            "1:1",
            "`a` has 101 models, more than 100",
        ),
        (
            "[forces.a]\nunits = { levy = 101 }\n[forces.b]\nunits = { levy = 9 }\n",
            "2:18",
            "101",
        ),
        (
            "[forces.a]\nunits = [{ build = { mot = 12, phy = 12, wil = 12, weapons = [\"sowrd\"] } }]\n[forces.b]\nunits = { levy = 9 }\n",
            "2:63",
            "there is no weapon `sowrd`",
        ),
        (
            "[forces.\"a v b\"]\nunits = { levy = 9 }\n[forces.b]\nunits = { levy = 9 }\n",
            "1:1",
            "a force cannot be called `a v b`",
        ),
        (
            "builds = [\"levy\"]\n[forces.builds]\nunits = { levy = 9 }\n[forces.b]\nunits = { levy = 9 }\n",
            "2:1",
            "there is a list and a force called `builds`",
        ),
        (
            "[forces.a]\nunits = { levy = 9 }\n",
            "1:2",
            "a single force makes no pair",
        ),
        (
            "[forces.a]\nunits = [{ build = \"levy\", count = 2, at = [[1, 1]] }]\n[forces.b]\nunits = { levy = 9 }\n",
            "2:44",
            "`at` gives 1 places for 2 models",
        ),
        (
            "[forces.a]\nunits = [{ build = \"levy\", count = 2, at = [[1, 1], [3, 1]] }]\n[forces.b]\nunits = { levy = 9 }\n",
            "2:44",
            "`at` says where units stand, but they are deployed in lines",
        ),
        (
            "[skirmish]\npoints = 300\n[forces.a]\nshares = { knight = 0 }\n[forces.b]\nunits = { levy = 9 }\n",
            "3:1",
            "no unit has a share above 0",
        ),
        (
            "[skirmish]\npoints = 300\n[forces.a]\nshares = { knight = 1e308, levy = 1e308 }\n[forces.b]\nunits = { levy = 9 }\n",
            "4:21",
            "out of range",
        ),
        (
            "[skirmish]\npoints = 1e7\n[forces.a]\nshares = [{ build = \"bt7\", team = 100, crew = [\"levy\"] }]\n[forces.b]\nunits = { levy = 9 }\n",
            "3:1",
            "one unit of this force alone has more than 100 models",
        ),
    ]);
}

#[test]
fn strengths() {
    wrong(&[
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\npoints = 100\n",
            "3:10",
            "100 points buy no `knight`: it costs 115",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\npoints = 500\neven = true\n",
            "4:8",
            "`points` and `even` exclude one another",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\ncount = 5\ninterpolate = true\n",
            "4:15",
            "`interpolate` goes with `even` only",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\ncount = 5\nspraed = true\n",
            "4:1",
            "a skirmish has no key `spraed` (did you mean `spread`?)",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\ngap = 5\ndeployment = \"line\"\n",
            "3:7",
            "`gap` and `deployment` exclude one another",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\nmarkers = [[24, 24]]\n",
            "3:11",
            "markers are for mission = \"hold\"",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\nmission = \"hold\"\nmarkers = [[24, 50]]\n",
            "4:12",
            "off the table",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\nmission = \"hold\"\nmarkers = [[24, 24], [24, 24]]\n",
            "4:22",
            "a marker lies here already",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\ntaken = true\n",
            "3:9",
            "`taken` is for mission = \"hold\"",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\npolicy_b = \"bold\"\n",
            "3:12",
            "there is no army policy `bold`",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\ntable = [\"open\", \"standrad\"]\n",
            "3:18",
            "there is no table `standrad` (did you mean `standard`?)",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\ntable = [\"open\", \"open\"]\n",
            "3:18",
            "there twice",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\nzone = 30\ntable = \"dense\"\n",
            "4:9",
            "two zones 30 deep do not fit a table 48 deep",
        ),
        (
            "builds = [\"knight\", \"levy\"]\n[skirmish]\ncount = 100\nsize = [20, 20]\nzone = 2\n",
            "5:8",
            "zone",
        ),
        (
            "builds = [\"knight\", \"levy\"]\nmode = \"duel\"\n[skirmish]\ncount = 2\n",
            "3:2",
            "a duel has no `skirmish`",
        ),
        (
            "builds = [\"knight\", \"levy\"]\nmode = \"skirmish\"\n[situations]\ngap = 2\n",
            "3:2",
            "a skirmish has no `situations`",
        ),
        (
            "builds = [\"knight\", \"levy\"]\nmode = \"skirmish\"\n[sampling]\nmethod = \"exact\"\n",
            "4:10",
            "always sampled",
        ),
        (
            "rules = \"fighters\"\nbuilds = \"all\"\nmode = \"skirmish\"\n",
            "3:8",
            "fighters fights no skirmishes yet",
        ),
    ]);
}

/// Builds of one's own without a price.
#[test]
fn parity_needs_prices() {
    let text = "builds = [\"knight\", \"levy\"]\nset = { weapons.sword.points = 0 }\n[skirmish]\neven = true\n";
    // Something without a price at all is not printed in these rules; a price of nothing is as bad.
    let free = "[lists.x]\nown.a = { mot = 17, phy = 17, wil = 17, weapons = [\"club\"] }\nbuilds = [\"levy\"]\n[skirmish]\neven = true\n";
    let plan = Scenario::read("s", "s.toml", text, None)
        .and_then(|scenario| Plan::new(&scenario, &mut Library::new()));
    assert!(plan.is_ok());
    let plan = Scenario::read("s", "s.toml", free, None)
        .and_then(|scenario| Plan::new(&scenario, &mut Library::new()));
    if let Err(problems) = plan {
        assert!(
            problems
                .to_string()
                .contains("s.toml:5:8: `even` needs prices"),
            "{problems}"
        );
    }
}

fn with_piece(piece: &str) -> String {
    format!(
        "builds = [\"levy\", \"knight\"]\n[skirmish]\ntable = \"mine\"\n[[tables.mine.pieces]]\n{piece}\n"
    )
}

#[test]
fn tables() {
    for (piece, words) in [
        (
            "body = \"block\"\nheight = 5\ncorners = [[10, 10], [20, 20], [20, 10], [10, 20]]",
            "cross one another",
        ),
        (
            "body = \"block\"\nheight = 5\ncorners = [[10, 10], [20, 10], [12, 12], [10, 20]]",
            "points inwards",
        ),
        (
            "body = \"block\"\nheight = 5\nat = [47, 10]\nsize = [4, 4]",
            "reaches off the table",
        ),
        (
            "body = \"blok\"\nheight = 5\nat = [24, 10]\nsize = [4, 4]",
            "block",
        ),
        (
            "body = \"block\"\nheight = 5\nat = [24, 10]",
            "it is not clear where this lies",
        ),
        (
            "body = \"block\"\nheight = 5\nat = [24, 10]\nsize = [4, 4]\n[[tables.mine.pieces]]\nbody = \"block\"\nheight = 5\nat = [26, 12]\nsize = [4, 4]",
            "overlaps",
        ),
    ] {
        let text = with_piece(piece);
        let said = said(&text);
        assert!(
            said.contains("s.toml:") && said.contains(words),
            "{text}\n{said}"
        );
    }
    let taken = "builds = [\"levy\", \"knight\"]\n[skirmish]\ntable = \"open\"\n[tables.dense]\nsize = [40, 40]\n";
    wrong(&[(taken, "4:9", "`dense` is a named table already")]);
}

/// A table without a size is looked at in the sizes it is fought in, not in the system's.
#[test]
fn a_table_without_a_size_is_looked_at_in_the_sizes_asked_for() {
    let sized = |size: &str, x: u32| {
        format!(
            "builds = [\"levy\", \"knight\"]\n[skirmish]\nsize = {size}\ntable = \"mine\"\n[[tables.mine.pieces]]\n\
             body = \"block\"\nheight = 5\nat = [{x}, 24]\nsize = [4, 4]\npair = true\n"
        )
    };
    for (size, x) in [("[30, 50]", 40), ("[[60, 48], [50, 48]]", 55)] {
        let said = said(&sized(size, x));
        assert!(
            said.contains("s.toml:8:6: `block 1` reaches off the table"),
            "{said}"
        );
        assert_eq!(said.matches("reaches off").count(), 1, "{said}");
    }
    let place = Place::new(&sized("[[60, 48], [70, 48]]", 55));
    let good = place.good(&["scenario", "check", "s.toml"]);
    assert!(good.contains("good, 2 match-ups"), "{good}");
}

/// Everything that is wrong with a file is shown at once: table, force, policy and name.
#[test]
fn all_at_once() {
    let text = r#"
[skirmish]
table = ["mine", "standrad"]
policy = "bold"
[[tables.mine.pieces]]
body = "block"
height = 5
at = [47, 10]
size = [4, 4]
[forces.a]
units = { knigth = 3 }
[forces.b]
units = [{ build = { mot = 12, phy = 12, wil = 12, weapons = ["sowrd"] } }]
policy = "cautios"
"#;
    let said = said(text);
    for words in [
        "no table `standrad`",
        "no army policy `bold`",
        "reaches off the table",
        "no build `knigth`",
        "no weapon `sowrd`",
        "no army policy `cautios`",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
}

/// A table that is not the same from both sides is fought on, and its owner told.
#[test]
fn odd_tables_are_told() {
    let text = with_piece("body = \"block\"\nheight = 5\nat = [24, 10]\nsize = [4, 4]");
    let place = Place::new(&text);
    let said = place.good(&["scenario", "check", "s.toml"]);
    assert!(
        said.contains("warning") && said.contains("table `mine`"),
        "{said}"
    );
    place.write(
        "s.toml",
        &text.replace(
            "[[tables.mine.pieces]]",
            "[tables.mine]\nasymmetric = true\n[[tables.mine.pieces]]",
        ),
    );
    let said = place.good(&["scenario", "check", "s.toml"]);
    assert!(!said.contains("warning"), "{said}");
}

#[test]
fn commands() {
    let place = Place::new(&format!("[skirmish]\ntable = \"standard\"\n{TWO}"));
    let said = place.bad(&["run", "s.toml", "--method", "exact"]);
    assert!(said.contains("always sampled"), "{said}");
    assert!(!place.path("reports").exists(), "nothing is written");
    let said = place.bad(&["replay", "--scenario", "s.toml", "a", "c"]);
    assert!(said.contains("c"), "{said}");
    let said = place.bad(&["replay", "--scenario", "s.toml", "a", "b", "table=dense"]);
    assert!(said.contains("no such situation"), "{said}");
    let said = place.bad(&["replay", "knight", "levy", "--map"]);
    assert!(said.contains("--scenario"), "{said}");
    let said = place.bad(&[
        "replay",
        "--scenario",
        "eras",
        "clubman",
        "knight",
        "gap=0",
        "--map",
    ]);
    assert!(said.contains("a duel has no table"), "{said}");
}

/// No table and no force makes the program panic.
#[test]
fn damaged_skirmishes_are_refused_in_words() {
    const WORDS: &[&str] = &[
        "[]",
        "{}",
        "true",
        "-1",
        "1e9",
        "nan",
        "\"\"",
        "[[1, 2]]",
        "units",
        "shares",
        "points",
        "even",
        "crew",
        "at",
        "\"hold\"",
        "\"dense\"",
        "[skirmish]",
        "[forces.x]",
        "[tables.x]",
        "\"bt7\"",
        "\n",
        "=",
        "[",
        "]",
        "{",
        "}",
        "0",
    ];
    let text = r#"
[skirmish]
table = ["mine", "dense"]
points = 300
[tables.mine]
size = [48, 40]
[[tables.mine.pieces]]
body = "block"
height = 5
corners = [[10, 10], [14, 10], [14, 16], [10, 16]]
pair = true
[forces.a]
shares = { knight = 2, archer = 1 }
[forces.b]
units = [{ build = "levy", count = 9, hidden = true }, "ogre"]
policy = "cautious"
"#;
    let mut library = Library::new();
    let (mut good, mut bad) = (0, 0);
    for seed in 0..1_500 {
        let mut choose = Chooser::new(seed);
        let mut damaged: Vec<char> = text.chars().collect();
        // Mostly a single wound: two or more leave hardly a file whole, and then nobody would see that a damaged file
        // which still makes sense is fought rather than refused.
        for _ in 0..=choose.below(4) / 3 {
            let at = choose.below(damaged.len());
            match choose.below(3) {
                0 => {
                    let end = (at + 1 + choose.below(8)).min(damaged.len());
                    damaged.drain(at..end);
                }
                _ => {
                    let word = choose.one(WORDS);
                    damaged.splice(at..at, word.chars());
                }
            }
        }
        let damaged: String = damaged.into_iter().collect();
        let plan = Scenario::read("s", "s.toml", &damaged, None)
            .and_then(|scenario| Plan::new(&scenario, &mut library));
        match plan {
            Ok(_) => good += 1,
            Err(problems) => {
                bad += 1;
                assert!(!problems.render(false).is_empty());
            }
        }
    }
    assert!(good > 20 && bad > 500, "{good} good, {bad} bad");
}
