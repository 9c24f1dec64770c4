//! Skirmishes as a user meets them: forces on tables from a scenario file, through runs, replays and pictures.

use crate::runs_bytes::survives_kills;
use crate::scenario::{Place, cell, rows};
use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::run::{Unwatched, pit, settle};
use fairfight::scenario::{Changes, Clash, Effort, Plan, Scenario, shipped};
use fairfight::stats::Interval;
use rayon::prelude::*;
use std::path::Path;

const FORCES: &str = r#"
[skirmish]
points = 300
table = ["open", "standard"]
first = "even"
[forces.spears]
shares = { hoplite = 2, javelineer = 1 }
[forces.guns]
shares = { musketeer = 1 }
policy = "cautious"
[forces.mob]
units = [{ build = "levy", count = 12 }, "ogre"]
[sampling]
trials = 201
"#;

fn plan(text: &str) -> Plan {
    let scenario = Scenario::read("s", "s.toml", text, None).expect(text);
    Plan::new(&scenario, &mut Library::new())
        .unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

/// Spent and unspent points, models, policies, scores by side and by first mover; fights in fours.
#[test]
fn rows_of_a_skirmish() {
    let place = Place::new(FORCES);
    let said = place.good(&["run", "s.toml"]);
    assert!(
        said.contains("Everywhere: points 300, mission attrition"),
        "{said}"
    );
    let found = rows(&place.results("reports/s").matchups);
    assert_eq!(found.len(), 6);
    let row = &found[0];
    assert_eq!((row["a"].as_str(), row["b"].as_str()), ("spears", "guns"));
    // Hoplites at 53 and javelineers at 44, two to one: 4 and 2 are 300. Musketeers at 63: 4 are 252.
    for (key, value) in [
        ("points_a", 300.0),
        ("points_b", 252.0),
        ("unspent_a", 0.0),
        ("unspent_b", 48.0),
        ("models_a", 6.0),
        ("models_b", 4.0),
        ("trials", 204.0),
        ("expected_score", 0.5),
    ] {
        assert_eq!(cell(row, key), value, "{key} of {row:?}");
    }
    assert_eq!(
        (row["policy_a"].as_str(), row["policy_b"].as_str()),
        ("aggressive", "cautious")
    );
    assert_eq!(row["method"], "sampled");
    for row in &found {
        let score = cell(row, "score_a");
        let mean = |a: &str, b: &str| (cell(row, a) + cell(row, b)) / 2.0;
        assert!(
            (mean("score_a_side0", "score_a_side1") - score).abs() < 1e-8,
            "{row:?}"
        );
        assert!(
            (mean("score_a_first", "score_a_second") - score).abs() < 1e-8,
            "{row:?}"
        );
        // Side 0 is A in one half of the fights, and B in the other.
        let side0 = (cell(row, "score_a_side0") + 1.0 - cell(row, "score_a_side1")) / 2.0;
        assert!((cell(row, "score_side0") - side0).abs() < 1e-8, "{row:?}");
        assert!(cell(row, "score_lo") <= score && score <= cell(row, "score_hi"));
        assert!(
            (cell(row, "draw_cap") + cell(row, "draw_mutual") - cell(row, "draw_rate")).abs()
                < 1e-8
        );
    }
    let builds = rows(&place.results("reports/s").builds);
    assert_eq!(builds.len(), 3);
    assert_eq!(
        builds
            .iter()
            .find(|b| b["build"] == "guns")
            .map(|b| b["policy"].as_str()),
        Some("cautious")
    );
}

/// Law 10: the same bytes with 1, 2 and 8 threads, in any number of parts, killed and run again.
#[test]
fn the_same_bytes_however_it_is_run() {
    let place = Place::new(FORCES);
    for threads in ["1", "2", "8"] {
        let out = format!("by {threads}");
        place.good(&[
            "run",
            "s.toml",
            "--threads",
            threads,
            "--out",
            &out,
            "--trials",
            "520",
        ]);
    }
    for part in ["1/2", "2/2"] {
        place.good(&[
            "run", "s.toml", "--shard", part, "--out", "parts", "--trials", "520",
        ]);
    }
    place.good(&["merge", "parts"]);
    let one = place.results("by 1");
    assert_eq!(one, place.results("by 2"));
    assert_eq!(one, place.results("by 8"));
    assert_eq!(one, place.results("parts"));
    // A precision ends in the same place too.
    for threads in ["1", "2"] {
        place.good(&[
            "run",
            "s.toml",
            "--precision",
            "0.05",
            "--threads",
            threads,
            "--out",
            threads,
        ]);
    }
    let precise = place.results("1");
    assert_eq!(precise, place.results("2"));
    for row in rows(&precise.matchups) {
        assert!(cell(&row, "win_rate_hi") - cell(&row, "win_rate_lo") <= 0.1 + 1e-9);
        assert_eq!(cell(&row, "trials") % 4.0, 0.0);
    }
}

/// Law 10: a run of skirmishes that is killed, and killed again, ends with the same bytes.
#[test]
fn law_10_kills_change_no_skirmish() {
    let place = Place::new(&FORCES.replace("trials = 201", "trials = 2000"));
    place.good(&["run", "s.toml", "--out", "whole"]);
    survives_kills(&place, &place.results("whole"), 5);
}

/// Law 11. What is told is what is counted: fight by fight the verdicts add up to the row.
#[test]
fn told_fights_are_the_counted_ones() {
    let place = Place::new(FORCES);
    place.good(&["run", "s.toml", "--trials", "12"]);
    let found = rows(&place.results("reports/s").matchups);
    let mut wins = [0.0; 2];
    for fight in 0..12 {
        let number = fight.to_string();
        let words = [
            "replay",
            "--scenario",
            "s.toml",
            "spears",
            "guns",
            "table=standard",
            "--fight",
            &number,
        ];
        let told = place.output(&[&words[..], &["--json"]].concat());
        let told: serde_json::Value = serde_json::from_slice(&told.stdout).expect("JSON");
        match told["verdict"].as_str() {
            Some("a") => wins[0] += 1.0,
            Some("b") => wins[1] += 1.0,
            _ => {}
        }
        let events = told["events"].as_array().expect("events");
        let frames: Vec<u64> = events
            .iter()
            .filter_map(|event| event["frame"].as_u64())
            .collect();
        assert_eq!(frames.first(), Some(&0), "deployment comes first");
        assert_eq!(
            frames.last(),
            told["round"].as_u64().as_ref(),
            "the end comes last"
        );
        if fight % 4 == 3 {
            let text = place.good(&words);
            assert_eq!(text, place.good(&words), "told twice");
            let end = match told["verdict"].as_str() {
                Some("a") => "A wins",
                Some("b") => "B wins",
                _ => "Draw",
            };
            let last = text.trim_end().lines().last();
            assert!(last.is_some_and(|line| line.starts_with(end)), "{text}");
        }
    }
    let row = found.iter().find(|row| {
        row["matchup"].contains("spears v guns") && row["matchup"].contains("standard")
    });
    let row = row.expect("the row");
    assert_eq!([cell(row, "wins_a"), cell(row, "wins_b")], wins);
}

/// A picture a round into a folder, or all on one sheet; a map in the terminal.
#[test]
fn pictures() {
    let place = Place::new(FORCES);
    let words = [
        "replay",
        "--scenario",
        "s.toml",
        "spears",
        "guns",
        "table=open",
        "--fight",
        "1",
    ];
    let said = place.good(&[&words[..], &["--svg", "frames", "--map"]].concat());
    assert!(
        said.contains("Deployment: A 6 of 6, B 4 of 4 left"),
        "{said}"
    );
    assert!(
        said.contains("A Hoplite") || said.contains("a Hoplite"),
        "{said}"
    );
    assert!(said.contains("drawn: frames/deployment.svg"), "{said}");
    let files = std::fs::read_dir(place.path("frames"))
        .expect("frames")
        .count();
    assert!(files >= 2);
    place.good(&[&words[..], &["--svg", "deep/sheet.svg"]].concat());
    let sheet = std::fs::read_to_string(place.path("deep/sheet.svg")).expect("a sheet");
    assert_eq!(
        sheet.matches("<svg ").count(),
        1 + files,
        "one picture a frame on one sheet"
    );
    assert_eq!(
        sheet.matches("<svg ").count(),
        sheet.matches("</svg>").count()
    );
    place.write("file", "");
    let said = place.bad(&[&words[..], &["--svg", "file/x"]].concat());
    assert!(said.contains("cannot write to `file/x`"), "{said}");
}

/// Twice the same army: one half, whatever side and first turn are worth.
#[test]
fn swaps_cancel_sides_and_first_turns() {
    let plan = plan(
        "builds = [\"rifleman\", \"knight\"]\n[skirmish]\ncount = 3\nfirst = \"even\"\n[pairing]\nkind = \"mirror\"\n",
    );
    for matchup in plan.matchups(0..plan.len()) {
        let found = settle(&plan, &matchup, Effort::Trials(3_000), &Unwatched).expect("sampled");
        let half = (found.score_interval.high - found.score_interval.low) / 2.0;
        assert!((found.score() - 0.5).abs() <= 2.05 * half, "{found:?}");
        let sides = found.sides.expect("sides");
        assert_eq!(sides.often, [0.5, 0.5]);
    }
}

/// As many as cost the same; with `interpolate` the score lies between two numbers of the poorer side.
#[test]
fn parity() {
    let even =
        "builds = [\"knight\", \"musketeer\"]\n[skirmish]\neven = { most = 4, off = 0.01 }\n";
    let place = Place::new(even);
    let row = |place: &Place| {
        place.good(&["run", "s.toml", "--trials", "400"]);
        rows(&place.results("reports/s").matchups).remove(0)
    };
    let plain = row(&place);
    // 115 and 63: 1 v 2 are 115 and 126, and with at most 4 nothing comes nearer.
    assert_eq!(
        [cell(&plain, "models_a"), cell(&plain, "models_b")],
        [1.0, 2.0]
    );
    assert_eq!(
        [cell(&plain, "points_a"), cell(&plain, "points_b")],
        [115.0, 126.0]
    );
    assert_eq!(plain["unspent_a"], "", "there is no budget");
    place.write("s.toml", &format!("{even}interpolate = \"yes\"\n"));
    let between = row(&place);
    assert_eq!(
        [cell(&between, "points_a"), cell(&between, "points_b")],
        [126.0, 126.0]
    );
    assert!((cell(&between, "models_a") - (1.0 + 11.0 / 115.0)).abs() < 1e-8);
    // Either fight of the two is told, and which.
    let tell = |words: &[&str]| {
        let mut all = vec!["replay", "--scenario", "s.toml", "knight", "musketeer"];
        all.extend(words);
        place.good(&all)
    };
    let (first, second) = (tell(&[]), tell(&["more=yes"]));
    assert!(
        first.contains("told is 1 against 2 (90 % of the figures)")
            && first.contains("2 against 2 (10 % of the figures) is told with more=yes"),
        "{first}"
    );
    assert!(!first.contains("Knight 2") && second.contains("Knight 2"));
    place.write("s.toml", even);
    let said = place.bad(&[
        "replay",
        "--scenario",
        "s.toml",
        "knight",
        "musketeer",
        "more=yes",
    ]);
    assert!(said.contains("no fight with one more"), "{said}");
    // A second knight is worth something, and a tenth of him less.
    let count = |n: u32| {
        let text = format!(
            "[forces.a]\nunits = {{ knight = {n} }}\n[forces.b]\nunits = {{ musketeer = 2 }}\n"
        );
        let plan = plan(&text);
        let matchup = plan.matchups(0..1).next().expect("one");
        settle(&plan, &matchup, Effort::Trials(4_000), &Unwatched)
            .expect("sampled")
            .score()
    };
    let line = count(1) + 11.0 / 115.0 * (count(2) - count(1));
    assert!(
        (cell(&between, "score_a") - line).abs() < 0.09,
        "{line} {between:?}"
    );
}

/// Policies by force, for all, and by side.
#[test]
fn policies() {
    let text = "builds = [\"rifleman\", \"knight\"]\n[skirmish]\ncount = 3\npolicy_a = [\"aggressive\", \"cautious\"]\npolicy = \"cautious\"\n";
    let place = Place::new(text);
    place.good(&["run", "s.toml", "--trials", "200"]);
    let found = rows(&place.results("reports/s").matchups);
    let policies: Vec<[&str; 2]> = found
        .iter()
        .map(|row| [row["policy_a"].as_str(), row["policy_b"].as_str()])
        .collect();
    assert_eq!(
        policies,
        [["aggressive", "cautious"], ["cautious", "cautious"]]
    );
    assert!(found[0]["situation"].contains("policy_a aggressive"));
}

/// Tables of one's own, averaged tables, variants: all of a scenario works on a skirmish.
#[test]
fn tables_missions_variants() {
    let text = r#"
[skirmish]
points = 300
table = ["mine", "open"]
average = ["table"]
cap = 6
[tables.mine]
size = [40, 40]
[[tables.mine.pieces]]
name = "house"
body = "block"
at = [12, 16]
size = [6, 4]
height = 5
pair = true
[lists.x]
builds = ["hoplite", "musketeer"]
[variants]
"as printed" = {}
"sharp swords" = { weapons.sword.damage = 14 }
[sampling]
trials = 400
"#;
    let place = Place::new(text);
    let said = place.good(&["run", "s.toml"]);
    assert!(said.contains("Under sharp swords"), "{said}");
    let found = rows(&place.results("reports/s").matchups);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["trials"], "400");
    assert!(
        found[0]["situation"].contains("table mine/open"),
        "{found:?}"
    );
    // Nothing here has a sword: both variants met the same dice.
    assert_eq!(found[0]["wins_a"], found[1]["wins_a"]);
    let map = place.good(&[
        "replay",
        "--scenario",
        "s.toml",
        "hoplite",
        "musketeer",
        "table=mine",
        "--variant",
        "as printed",
        "--map",
    ]);
    assert!(map.contains("# house 5"), "{map}");
    let standings = place.good(&["standings", "s.toml"]);
    assert!(standings.contains("hoplite"), "{standings}");
}

/// Crewed vehicles, hidden and placed units come through from the file to the table.
#[test]
fn units_as_they_are_written() {
    let text = r#"
[skirmish]
deployment = "file"
[forces.tank]
units = [{ build = "bt7", crew = { Driver = "tanker_crew", Gunner = "tanker_crew", Loader = "tanker_crew" }, at = [[24, 4]] }]
[forces.ambush]
units = [
    { build = "rifleman", count = 2, hidden = true, at = [[10, 3], [12.5, 3]] },
    { build = { like = "knight", armour = "leather" }, at = [[30, 5]] },
]
"#;
    let place = Place::new(text);
    let told = place.output(&["replay", "--scenario", "s.toml", "ambush", "tank", "--json"]);
    assert!(told.stdout.is_empty(), "the other way round");
    let told = place.output(&["replay", "--scenario", "s.toml", "tank", "ambush", "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).expect("JSON");
    let frame = told["events"]
        .as_array()
        .expect("events")
        .iter()
        .find(|event| event["frame"] == 0)
        .expect("a frame");
    let bodies = frame["bodies"].as_array().expect("bodies");
    assert_eq!(bodies.len(), 4 + 3);
    assert_eq!(bodies[0]["at"], serde_json::json!([24.0, 4.0]));
    assert_eq!(
        bodies.iter().filter(|body| body["away"] == true).count(),
        3,
        "the crew is inside"
    );
    assert_eq!(
        bodies.iter().filter(|body| body["hidden"] == true).count(),
        2
    );
    // B looks the other way: its places are turned about the middle of the table.
    assert_eq!(bodies[4]["at"], serde_json::json!([38.0, 45.0]));
}

/// The door for whoever wants equal points without a scenario.
#[test]
fn so_many_of_one_against_so_many_of_another() {
    let mut library = Library::new();
    let book = library.book("allesfezs", None).expect("rules");
    let recruit = |name: &str| book.recruit(&Node::text(name), "x").expect("a build");
    let (knight, levy) = (recruit("knight"), recruit("levy"));
    let keys = Node::table([
        ("table", Node::text("standard")),
        ("first", Node::text("even")),
    ]);
    let clash = Clash::new(book.as_ref(), &keys).expect("a clash");
    let score = |n: u32| {
        let found = pit(
            &clash,
            book.as_ref(),
            [(&knight, 2), (&levy, n)],
            Effort::Trials(400),
            1,
            &Unwatched,
        );
        found.expect("sampled")
    };
    let (few, many) = (score(2), score(12));
    assert!(
        few.score() > many.score() + 0.1,
        "{} {}",
        few.score(),
        many.score()
    );
    assert_eq!(few.points, [Some(230.0), Some(30.0)]);
    let wrong = Node::table([("table", Node::text("opn"))]);
    assert!(Clash::new(book.as_ref(), &wrong).is_err());
}

/// The shipped ones can be fought, every match-up of them.
#[test]
fn shipped_skirmishes() {
    let names: Vec<&str> = shipped().iter().map(|s| s.name).collect();
    for name in ["warbands", "shields", "tank", "terrain"] {
        assert!(names.contains(&name), "{name}");
        let mut scenario = Scenario::open(name).expect(name);
        scenario.change(Changes {
            sampling: vec![("trials", Node::int(8))],
            ..Changes::default()
        });
        let plan = Plan::new(&scenario, &mut Library::new()).expect(name);
        assert!(
            plan.is_skirmish() && plan.notes.is_empty(),
            "{:?}",
            plan.notes
        );
        for matchup in plan.matchups(0..plan.len()) {
            settle(&plan, &matchup, plan.effort, &Unwatched).expect(name);
        }
    }
}

/// The picture in the README is the one that its command draws.
#[test]
fn the_picture_of_the_readme() {
    let place = Place::new("");
    let readme = include_str!("../../README.md");
    let command = "replay --scenario warbands medieval chivalric --fight 4";
    assert!(readme.contains(command), "the README says how it was drawn");
    let mut words: Vec<&str> = command.split(' ').collect();
    words.extend(["--svg", "battle.svg"]);
    place.good(&words);
    let drawn = std::fs::read_to_string(place.path("battle.svg")).expect("a picture");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/battle.svg");
    if drawn != std::fs::read_to_string(&kept).unwrap_or_default() {
        panic!("docs/battle.svg is out of date: cargo run -- {command} --svg docs/battle.svg");
    }
}

/// Intervals keep their promise where fights come in groups that differ: one against one at a gap is the duel, whose
/// answer is known, and who goes first makes much of a difference there.
#[test]
fn intervals_of_swapped_fights_cover_what_they_say() {
    let list = r#"
[lists.x]
builds = ["hoplite", "legionary", "knight", "musketeer", "rifleman", "conscript"]
axes = { armour = ["none", "leather", "metal"], str = [1, 2] }
"#;
    let skirmish = plan(&format!(
        "{list}[skirmish]\ngap = 6\nfirst = \"even\"\ncap = 50\n[sampling]\nseed = 5\n"
    ));
    let duel = plan(&format!(
        "{list}[situations]\ngap = 6\ninitiative = [\"a\", \"b\"]\ncap = 50\naverage = [\"initiative\"]\n"
    ));
    assert_eq!(skirmish.len(), duel.len());
    let pairs: Vec<_> = skirmish
        .matchups(0..skirmish.len())
        .zip(duel.matchups(0..duel.len()))
        .collect();
    assert!(pairs.len() >= 600, "{}", pairs.len());
    let covers = |interval: Interval, truth: f64| {
        interval.low <= truth + 1e-12 && truth <= interval.high + 1e-12
    };
    let covered: Vec<(bool, bool, Option<bool>)> = pairs
        .par_iter()
        .enumerate()
        .map(|(at, (skirmish_of, duel_of))| {
            let truth = settle(&duel, duel_of, Effort::Trials(1), &Unwatched).expect("exact");
            assert!(truth.exact);
            let fought =
                |effort| settle(&skirmish, skirmish_of, effort, &Unwatched).expect("sampled");
            let found = fought(Effort::Trials(300));
            // The stop takes more fights: every third must do.
            let stopped = (at % 3 == 0).then(|| fought(Effort::Precision(0.03)));
            (
                covers(found.score_interval, truth.score()),
                covers(found.win_interval, truth.win[0]),
                stopped.map(|stopped| covers(stopped.score_interval, truth.score())),
            )
        })
        .collect();
    let share =
        |all: Vec<bool>| all.iter().filter(|covered| **covered).count() as f64 / all.len() as f64;
    let scores = share(covered.iter().map(|covered| covered.0).collect());
    let wins = share(covered.iter().map(|covered| covered.1).collect());
    let stopped = share(covered.iter().filter_map(|covered| covered.2).collect());
    println!(
        "scores {scores:.4}, wins {wins:.4} of {}, at a precision {stopped:.4}",
        covered.len()
    );
    // Three standard errors of a share of 630 and of 210.
    assert!((0.924..=0.976).contains(&scores), "scores {scores}");
    assert!((0.924..=0.976).contains(&wins), "wins {wins}");
    assert!(
        (0.905..=0.995).contains(&stopped),
        "at a precision {stopped}"
    );
}
