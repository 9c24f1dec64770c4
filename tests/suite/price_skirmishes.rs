//! `fairfight price --by force` of a scenario of skirmishes: planted prices, known balances, bytes, stops and refusals. What
//! the search for a balance is worth is tested beside it, on battles whose law is known.

use crate::scenario::{Place, cell, rows};
use fairfight::report::{Tally, balances};
use fairfight::run::{Failed, Journal, Measure, Pages, Parts, Shard, Watch, run};
use fairfight::scenario::{Plan, Scenario};
use fairfight::systems::Library;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

const FILES: [&str; 5] = [
    "prices.csv",
    "worth.csv",
    "balances.csv",
    "fair.toml",
    "prices.md",
];

/// A sword by other names, each with a price of its own.
fn swords(prices: &[(&str, u32)]) -> String {
    let mut text = "extends = \"allesfezs\"\n[weapons]\n".to_owned();
    for (name, points) in prices {
        text += &format!(
            "{name} = {{ name = \"{name}\", points = {points}, era = \"medieval\", range = \"cq\", \
             attacks = \"standard\", class = \"ohs\", damage = 12, type = \"slash\" }}\n"
        );
    }
    text
}

/// Men who differ in what they carry.
fn men(weapons: &str, more: &str, skirmish: &str) -> String {
    format!(
        "rules = \"my.toml\"\n[lists.men]\nkeys = {{ mot = 12, phy = 12, wil = 12, aptitudes = {{ ohs = 4, ths = 4 }} }}\n\
         axes.weapon = [{weapons}]\n{more}\n[skirmish]\nfirst = \"even\"\n{skirmish}\n"
    )
}

/// What the command wrote, and its JSON.
#[track_caller]
fn price(place: &Place, more: &[&str]) -> ([String; 5], Value) {
    let words = ["price", "s.toml", "--by", "force", "--out", "out", "--json"];
    let output = place.output(&[&words, more].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let files = FILES.map(|name| {
        std::fs::read_to_string(place.path("out").join(name)).unwrap_or_else(|_| panic!("{name}"))
    });
    let json = serde_json::from_slice(&output.stdout).expect("JSON");
    (files, json)
}

fn holds(row: &HashMap<String, String>, truth: f64) -> bool {
    cell(row, "one_a_is_lo") <= truth && truth <= cell(row, "one_a_is_hi")
}

/// Five men who differ in nothing but what the table says they cost: 76, 76, 99 (30 % more), 110 and 150.
#[test]
fn men_who_fight_alike_are_worth_the_same_whatever_is_printed() {
    let place = Place::new(&men(
        "\"one\", \"two\", \"dear\", \"dearer\", \"dearest\"",
        "",
        "points = 500",
    ));
    let prices = [
        ("one", 8),
        ("two", 8),
        ("dear", 31),
        ("dearer", 42),
        ("dearest", 82),
    ];
    place.write("my.toml", &swords(&prices));
    let ([_, worth, found, _, words], json) = price(&place, &["--trials", "1000"]);
    let found = rows(&found);
    assert_eq!(found.len(), 10);
    let held = found.iter().filter(|row| holds(row, 1.0)).count();
    assert!(held >= 9, "{held} of 10: {found:#?}");
    for row in &found {
        assert!((cell(row, "one_a_is") - 1.0).abs() < 0.08, "{row:?}");
        assert_eq!(
            row["a"] == "one" && row["b"] == "two",
            cell(row, "by_points") == 1.0
        );
        if cell(row, "by_points") < 0.8 {
            assert!(
                !holds(row, cell(row, "by_points")),
                "what is printed is wrong: {row:?}"
            );
        }
    }
    // The middle one keeps its price; all are worth as much.
    let worth = rows(&worth);
    let truth = cell(&worth[2], "points");
    assert_eq!(truth, (1.3f64 * cell(&worth[0], "points")).round());
    let holds = |row: &HashMap<String, String>| {
        cell(row, "by_force_lo") <= truth && truth <= cell(row, "by_force_hi")
    };
    assert!(
        worth.iter().filter(|row| holds(row)).count() >= 4,
        "{worth:#?}"
    );
    for row in &worth {
        assert!(
            (cell(row, "by_force") / truth - 1.0).abs() < 0.04,
            "{worth:#?}"
        );
        assert!(
            row["by_rating"].is_empty(),
            "nobody has fought as many against as many"
        );
    }
    assert_eq!(json["by"], "force");
    assert_eq!(json["balances"]["open"], 0);
    assert!(words.contains("in a skirmish") && words.contains("How many balance how many"));
}

/// The gladius is a sword at nearly four times its price, in three builds of nine.
#[test]
fn an_item_with_a_planted_price_is_found_and_put_right() {
    let place = Place::new(&men(
        "\"sword\", \"gladius\", \"longsword\"",
        "axes.armour = [\"none\", \"leather\", \"metal\"]",
        "points = 400",
    ));
    place.write("my.toml", &swords(&[("gladius", 30)]));
    let ([prices, _, found, fair, _], _) = price(&place, &["--trials", "240"]);
    let table = rows(&prices);
    let row = |item: &str| table.iter().find(|row| row["item"] == item).expect("a row");
    let [sword, gladius] = [row("Sword"), row("gladius")];
    let truth = cell(sword, "fair");
    assert!(
        cell(gladius, "fair_lo") <= truth && truth <= cell(gladius, "fair_hi"),
        "{table:#?}"
    );
    assert!(
        (cell(gladius, "fair") - truth).abs() < 3.0,
        "{gladius:?} {sword:?}"
    );
    assert!(cell(gladius, "fair_hi") < 30.0, "{gladius:?}");
    assert_eq!(gladius["verdict"], "dear", "{gladius:?}");
    assert!(fair.contains("[weapons.gladius]"), "{fair}");
    // The same man with the one and with the other.
    let twins: Vec<_> = rows(&found)
        .into_iter()
        .filter(|row| row["a"].replace("sword", "gladius") == row["b"])
        .collect();
    assert_eq!(twins.len(), 3);
    assert!(
        twins.iter().filter(|row| holds(row, 1.0)).count() >= 2,
        "{twins:#?}"
    );
    place.good(&["rules", "check", "out/fair.toml"]);
}

/// What the balance says is what the same numbers do as forces of a run.
#[test]
fn a_balance_is_where_a_run_is_even() {
    let place = Place::new(
        "builds = [\"archer\", \"clubman\", \"hoplite\", \"musketeer\"]\n[skirmish]\npoints = 250\nfirst = \"even\"\n",
    );
    let ([_, _, found, ..], json) = price(&place, &["--trials", "600"]);
    let found = rows(&found);
    let fights: f64 = found.iter().map(|row| cell(row, "fights")).sum();
    assert_eq!(json["balances"]["fights"].as_f64(), Some(fights));
    assert!(
        found
            .iter()
            .all(|row| (600.0..700.0).contains(&cell(row, "fights"))),
        "{found:#?}"
    );
    let row = found
        .iter()
        .find(|row| row["a"] == "archer" && row["b"] == "clubman")
        .expect("a row");
    let [low, high] = [cell(row, "one_a_is_lo"), cell(row, "one_a_is_hi")];
    assert!(low > cell(row, "by_points"), "archers are cheap: {row:?}");
    // Clearly fewer lose, clearly more win.
    let [fewer, more] = [(4.0 * low * 0.85).floor(), (4.0 * high * 1.15).ceil()];
    place.write(
        "more.toml",
        &format!(
            "[skirmish]\nfirst = \"even\"\n[forces.archers]\nunits = {{ archer = 4 }}\n[forces.fewer]\nunits = {{ clubman = {fewer} }}\n\
             [forces.more]\nunits = {{ clubman = {more} }}\n[pairing]\nkind = \"against\"\na = \"archers\"\nb = [\"fewer\", \"more\"]\n"
        ),
    );
    let run = [
        "run",
        "more.toml",
        "--out",
        "more",
        "--trials",
        "800",
        "--quiet",
    ];
    place.good(&run);
    let table = rows(&std::fs::read_to_string(place.path("more/matchups.csv")).expect("a file"));
    let score = |b: &str| {
        let row = table.iter().find(|row| row["b"] == b).expect("a row");
        cell(row, "score_a")
    };
    assert!(
        score("fewer") > 0.55 && score("more") < 0.45,
        "{row:?} {} {}",
        score("fewer"),
        score("more")
    );
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let place = Place::new(
        "builds = [\"archer\", \"hoplite\", \"clubman\", \"knight\"]\n[skirmish]\neven = true\nfirst = \"even\"\ntable = [\"open\", \"dense\"]\n\
         average = [\"table\"]\n",
    );
    let one = price(&place, &["--threads", "1", "--trials", "160"]);
    let two = price(&place, &["--threads", "2", "--trials", "160"]);
    assert_eq!(one, two);
    assert!(!place.path("out/parts").exists(), "nothing is left behind");
    let other = price(&place, &["--trials", "160", "--seed", "2"]);
    assert_ne!(one.0[2], other.0[2]);
}

/// Stops after some match-ups.
struct Impatient(AtomicU64);

impl Watch for Impatient {
    fn finished(&self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
    fn stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst) == 0
    }
}

/// Stopped in the middle, it goes on to the same numbers.
#[test]
fn what_was_stopped_goes_on_from_there() {
    let place = Place::new("");
    let text = "builds = [\"archer\", \"hoplite\", \"clubman\", \"knight\"]\n[skirmish]\npoints = 200\n[sampling]\ntrials = 80\n";
    let scenario = Scenario::read("s", "s.toml", text, None).expect("a scenario");
    let plan = Plan::new(&scenario, &mut Library::new()).expect("a plan");
    let measure = Measure::Balances;
    let fingerprint = measure.fingerprint(&plan);
    assert_ne!(
        fingerprint, plan.fingerprint,
        "a run of the same scenario is another"
    );
    let pages = Pages::of(plan.len());
    let fight = |folder: &str, patience: u64| {
        let folder = place.path(folder);
        let json = plan.to_json();
        let journal = Journal::open(&folder, &fingerprint, Shard::WHOLE, pages, &json, false);
        let journal = journal.expect("a journal");
        let done = journal.done();
        let fought = run(
            &plan,
            measure,
            Shard::WHOLE,
            pages,
            journal,
            &Impatient(AtomicU64::new(patience)),
        );
        (done, fought)
    };
    let found = |folder: &str| {
        let mut parts = Parts::open(&place.path(folder), &fingerprint, 1, pages).expect("parts");
        Tally::of(&plan, &mut parts).expect("a tally");
        balances(&plan, &mut parts).expect("balances")
    };
    let (_, whole) = fight("whole", 1000);
    assert!(whole.is_ok());
    let (_, stopped) = fight("twice", 2);
    assert!(matches!(stopped, Err(Failed::Stopped)));
    let (done, again) = fight("twice", 1000);
    assert!(again.is_ok() && done >= 2, "{done}");
    assert_eq!(found("whole"), found("twice"));
}

/// A writer who wants one to win three of four for equal points wants it cheaper.
#[test]
fn a_target_is_aimed_at() {
    let target = "[[target]]\na = \"one\"\nb = [\"two\", \"three\", \"four\"]\nscore = 0.75\n";
    let text = men("\"one\", \"two\", \"three\", \"four\"", "", "points = 400");
    let place = Place::new(&format!("{text}{target}"));
    place.write(
        "my.toml",
        &swords(&[("one", 8), ("two", 8), ("three", 8), ("four", 8)]),
    );
    let ([_, worth, found, _, words], _) = price(&place, &["--trials", "600"]);
    for row in rows(&found) {
        if row["a"] == "one" {
            assert!(cell(&row, "one_a_is_hi") < 1.0, "{row:?}");
        }
    }
    let worth = rows(&worth);
    let points = |at: usize| cell(&worth[at], "by_force");
    assert!(points(0) < 0.95 * points(1), "{worth:#?}");
    assert!((points(1) / points(3) - 1.0).abs() < 0.1, "{worth:#?}");
    assert!(words.contains("targets: 3 pairs"), "{words}");
}

/// As many against as many are rated as duels are.
#[test]
fn as_many_against_as_many_are_priced_by_rating() {
    let place = Place::new(
        "builds = [\"archer\", \"hoplite\", \"clubman\", \"knight\"]\n[skirmish]\ncount = 3\nfirst = \"even\"\n",
    );
    place.good(&[
        "price", "s.toml", "--trials", "100", "--out", "out", "--quiet",
    ]);
    let worth = std::fs::read_to_string(place.path("out/worth.csv")).expect("a file");
    assert!(
        rows(&worth)
            .iter()
            .all(|row| !row["by_rating"].is_empty() && row["by_force"].is_empty())
    );
    assert!(!place.path("out/balances.csv").exists());
}

#[test]
fn what_cannot_be_priced_is_refused_with_its_place() {
    let builds = "builds = [\"archer\", \"hoplite\", \"clubman\", \"knight\"]\n[skirmish]\n";
    let place = Place::new("");
    let force = ["price", "s.toml", "--by", "force"];
    let rating = ["price", "s.toml", "--by", "rating"];
    for (keys, words, says) in [
        (
            "count = 5",
            force,
            &[
                "s.toml:3:9",
                "as many fight as many",
                "points = 400 or even = true",
            ][..],
        ),
        ("first = \"even\"", force, &["points = 400 or even = true"]),
        (
            "points = 200",
            rating,
            &["s.toml:3:10", "--by force", "count = 5"],
        ),
        ("even = true", rating, &["s.toml:3:8", "--by force"]),
        (
            "points = 200\npolicy_a = \"cautious\"",
            force,
            &["s.toml:4:12", "say `policy` instead"],
        ),
        (
            "points = 200\nswap = \"no\"",
            force,
            &["s.toml:4:8", "one side of the table", "leave it out"],
        ),
        ("even = true\ngap = 12", force, &["s.toml:4:7", "gap"]),
        (
            "points = 200\ndeployment = \"file\"",
            force,
            &["s.toml:4:14", "says nowhere where it stands"],
        ),
        ("points = 10", force, &["s.toml:3:10", "points buy no"]),
    ] {
        place.write("s.toml", &format!("{builds}{keys}\n"));
        let said = place.bad(&words);
        for says in says {
            assert!(said.contains(says), "{keys}: no `{says}` in\n{said}");
        }
    }
    // Armies are no builds.
    place.write(
        "s.toml",
        "[skirmish]\npoints = 300\n[forces.old]\nshares = { archer = 1, hoplite = 1 }\n[forces.new]\nunits = { rifleman = 2 }\n",
    );
    let said = place.bad(&force);
    for says in [
        "s.toml:3:1",
        "`old` and 1 more are armies",
        "builds = [\"archer\", \"hoplite\", \"rifleman\", ...]",
    ] {
        assert!(said.contains(says), "no `{says}` in\n{said}");
    }
    let said = place.bad(&["price", "tank", "--by", "force"]);
    assert!(said.contains("`tank` is an army"), "{said}");
    let said = place.bad(&["price", "terrain", "--by", "rating"]);
    assert!(said.contains("--by force"), "{said}");
    assert!(!place.path("reports").exists(), "nothing is written");
}
