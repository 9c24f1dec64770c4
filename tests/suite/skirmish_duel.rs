//! The duel inside the skirmish (law 9): one unit a side at an exact gap on an empty table is the duel, told from the same
//! stream die by die, and so with the same law.

use crate::random::{self, Chooser};
use crate::scenario::{Place, cell, rows};
use crate::skirmish_help::{aggressive, open};
use fairfight::document::Node;
use fairfight::query::Library;
use fairfight::systems::skirmish::{Deployment, First};
use fairfight::umpire::{Event, Lab, Stream};
use serde_json::{Value, json};

/// The dice of a fight, in order.
fn dice(events: &[Event]) -> Vec<Vec<u32>> {
    let rolls = events.iter().filter_map(|event| match event {
        Event::Roll { faces, .. } => Some(faces.clone()),
        _ => None,
    });
    rolls.collect()
}

fn agree(a: &Value, b: &Value, gap: i64, set: &Value, fights: u64) {
    let node = Node::from_json;
    let book = Library::new()
        .book("allesfezs", Some(&node(set)))
        .expect("the rules");
    let situation = json!({"gap": gap, "initiative": "roll", "cap": 12});
    let duel = book
        .pair(&node(a), &node(b), Some(&node(&situation)))
        .expect("a duel");
    let mut setting = open().set(set.clone());
    // Edges are not reached.
    setting.plan = fairfight::table::Plan::open(
        fairfight::table::Point::inches(200, 200),
        8 * fairfight::table::INCH,
    );
    setting.deployment = Deployment::Gap((gap * 120) as i16);
    setting.first = First::Dice;
    let side = |build: &Value| aggressive([json!({"build": build})]);
    let skirmish = setting.pairing(&side(a), &side(b));
    let stream = Stream::new(7, "law 9");
    let mut lab = Lab::new();
    for number in 0..fights {
        let (one, told) = duel.fight.tell(&mut lab, stream, number).expect("a duel");
        let (other, fielded) = skirmish
            .fight
            .tell(&mut lab, stream, number)
            .expect("a skirmish");
        let words = || crate::skirmish_help::lines(&fielded).join("\n");
        assert_eq!(
            (one.ending.verdict, one.round),
            (other.ending.verdict, other.round),
            "{a} v {b} at {gap}, {set}, fight {number}\n{}\n----\n{}",
            crate::skirmish_help::lines(&told).join("\n"),
            words()
        );
        assert_eq!(
            dice(&told),
            dice(&fielded),
            "{a} v {b} at {gap}, {set}, fight {number}\n{}\n----\n{}",
            crate::skirmish_help::lines(&told).join("\n"),
            words()
        );
    }
}

fn with(name: &str, plan: &str, react: &str) -> Value {
    json!({"like": name, "policy": {"plan": plan, "react": react}})
}

#[test]
fn law_9_one_against_one_is_the_duel_die_by_die() {
    let none = json!({});
    for (a, b) in [
        ("knight", "huscarl"),
        ("musketeer", "longbowman"),
        ("javelineer", "ogre"),
        ("frontiersman", "storm_mage"),
        ("trench_raider", "infantryman"),
        ("machine_gunner", "legionary"),
    ] {
        for gap in [0, 5, 16, 27, 36] {
            for react in ["none", "counter", "dodge", "block", "best"] {
                for (plan_a, plan_b) in [("auto", "auto"), ("charge", "shoot")] {
                    agree(
                        &with(a, plan_a, react),
                        &with(b, plan_b, "counter"),
                        gap,
                        &none,
                        6,
                    );
                }
            }
        }
    }
}

#[test]
fn law_9_holds_for_informed_units_adjusting_and_every_toggle_of_an_exchange() {
    let like = |name: &str, second: &str, adjust: &str| json!({"like": name, "policy": {"react": "dodge", "second": second, "adjust": adjust, "plan": "auto"}});
    for set in [
        json!({"ties": "cancel"}),
        json!({"ties": "active", "dodge_scope": "one_die"}),
        json!({"ties": "reactor", "block_scope": "one_die", "reaction_dice": "full"}),
        json!({"ammo_unit": "action", "range_bands": "prose"}),
        json!({"damage_nat": "natural", "crit_only_effects": "yes"}),
    ] {
        for adjust in ["hold", "away", "toward"] {
            agree(
                &like("duellist", "informed", adjust),
                &with("captain", "auto", "counter"),
                6,
                &set,
                10,
            );
            agree(
                &like("infantryman", "commit", adjust),
                &with("knight", "auto", "block"),
                12,
                &set,
                10,
            );
        }
    }
}

/// A build at random that fights by one of the policies for which a skirmish is the duel: every plan but `kite`, every
/// reaction but `optimal`.
fn drawn(choose: &mut Chooser, small: bool) -> Value {
    let mut build = random::build(choose, small);
    build["policy"]["plan"] = json!(choose.one(&["auto", "charge", "shoot"]));
    build["policy"]["react"] = json!(choose.one(&["counter", "none", "dodge", "block", "best"]));
    build
}

/// Law 9 on builds, policies, gaps and toggles at random: the same stream tells the same fight.
#[test]
fn law_9_whoever_meets_whom_it_is_the_duel_die_by_die() {
    for seed in 0..1_500 {
        let choose = &mut Chooser::new(90_000 + seed);
        let (a, b) = (drawn(choose, false), drawn(choose, false));
        let mut set = random::toggles(choose);
        // In a skirmish loaders are counted (AE-50), and here there are none.
        set["duel_team_loaded"] = json!("alone");
        agree(&a, &b, choose.below(45) as i64, &set, 4);
    }
}

/// JSON as TOML on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Object(table) => {
            let entries = table
                .iter()
                .map(|(key, value)| format!("{key} = {}", inline(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

/// Law 9 by the way a user goes: a scenario of skirmishes, one against one at a gap on an empty table, sampled; the same
/// scenario of duels, exact; the scores of every row agree. Builds at random with every plan but `kite`, every reaction
/// but `optimal`, every way to adjust. (135 rows: that none is 4.8 standard errors off is what chance does in all but
/// one of 5,000 tries.)
#[test]
fn law_9_sampled_skirmishes_score_as_exact_duels_do() {
    let builds: Vec<String> = (0..10)
        .map(|at| {
            let choose = &mut Chooser::new(95_000 + at);
            let mut build = drawn(choose, true);
            // Every one of each list, whatever is drawn.
            let pick = |of: &[&'static str]| json!(of[at as usize % of.len()]);
            build["policy"]["plan"] = pick(&["auto", "charge", "shoot"]);
            build["policy"]["react"] = pick(&["counter", "none", "dodge", "block", "best"]);
            build["policy"]["adjust"] = pick(&["hold", "away", "toward", "toward"]);
            if at % 2 == 0 {
                // Somebody must be able to hurt somebody.
                build["weapons"] = json!(["rifle", "sword"]);
                build["armour"] = json!("leather");
            }
            format!("own.unit_{at} = {}", inline(&build))
        })
        .collect();
    let text = |rest: &str| {
        let set = "set = { duel_team_loaded = \"alone\" }";
        format!("{set}\n[lists.x]\n{}\n{rest}", builds.join("\n"))
    };
    let place = Place::new(&text(
        "[situations]\ngap = [2, 14, 30]\ninitiative = \"roll\"\ncap = 12\n",
    ));
    place.write(
        "t.toml",
        &text("[skirmish]\ngap = [2, 14, 30]\ncount = 1\nsize = [200, 200]\ncap = 12\n[sampling]\ntrials = 4000\n"),
    );
    place.good(&["run", "s.toml", "--method", "exact"]);
    place.good(&["run", "t.toml"]);
    let (exact, sampled) = (place.results("reports/s"), place.results("reports/t"));
    let (exact, sampled) = (rows(&exact.matchups), rows(&sampled.matchups));
    assert_eq!((exact.len(), sampled.len()), (135, 135));
    let mut decided = 0;
    for (one, other) in exact.iter().zip(&sampled) {
        assert_eq!((&one["a"], &one["b"]), (&other["a"], &other["b"]));
        assert_eq!(
            (one["method"].as_str(), other["method"].as_str()),
            ("exact", "sampled")
        );
        let (score, draws) = (cell(one, "score_a"), cell(one, "draw_rate"));
        let win = score - draws / 2.0;
        let spread = (win + draws / 4.0 - score * score).max(0.0);
        let error = (spread / cell(other, "trials")).sqrt();
        let off = cell(other, "score_a") - score;
        assert!(
            off.abs() <= 4.8 * error + 1e-9,
            "{one:?}\n{other:?}: {off} of {error}"
        );
        decided += usize::from(spread > 0.01);
    }
    assert!(decided > 100, "{decided}");
}
