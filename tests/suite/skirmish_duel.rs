//! The duel inside the skirmish (law 9): one unit a side at an exact gap on an empty table is the duel, told from the same
//! stream die by die, and so with the same law.

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
            "{a} v {b} at {gap}, fight {number}\n{}",
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
            // 6.4: `best` knows what an informed unit will make of its answer.
            for (name, gap) in [("captain", 6), ("knight", 0), ("huscarl", 3)] {
                agree(
                    &like("duellist", "informed", adjust),
                    &with(name, "auto", "best"),
                    gap,
                    &set,
                    10,
                );
            }
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
