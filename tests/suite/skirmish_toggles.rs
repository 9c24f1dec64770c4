//! Toggles and keys that only skirmishes read, each by a scene in which it tells: what the checklist's rows do not show.

use crate::skirmish_help::{Side, aggressive, open};
use crate::skirmish_rules::{acts, post, unit, with};
use fairfight::systems::skirmish::{CapResult, Order};
use fairfight::umpire::{Lab, Stream, Verdict};
use serde_json::{Value, json};

/// AE-37 (`secondary_crit`): half of 20 damage cannot hurt an armour of 12; with the bonus of a critical hit it can, but
/// only if the toggle gives it to those beside the target too.
#[test]
fn ae_37_toggle_a_critical_hurts_more_in_the_blast() {
    let thrower = post(json!({"mot": 9, "aptitudes": {"thrown": 10}, "weapons": ["frag_grenade"]}));
    let target = post(json!({"armour": "none", "policy": {"react": "none"}}));
    let beside =
        post(json!({"name": "Beside", "armour": {"base": 12}, "policy": {"react": "none"}}));
    let a = aggressive([unit(thrower, &[[24.0, 10.0]])]);
    let b = aggressive([unit(target, &[[24.0, 26.0]]), unit(beside, &[[21.0, 26.0]])]);
    let told = |set: Value| {
        let setting = open().placed().cap(1).set(set);
        let told: Vec<String> = (0..80)
            .flat_map(|seed| setting.lines(&a, &b, seed))
            .collect();
        let caught = told.iter().filter(|line| line.contains("Beside is caught"));
        let critical = caught.filter(|line| line.contains("critical")).count();
        (critical > 5, with(&told, "Beside loses 1 STR") > 0)
    };
    assert_eq!(told(json!({})), (true, false));
    assert_eq!(told(json!({"secondary_crit": "yes"})), (true, true));
}

/// AE-52 (`vehicle_actions`): one action by one seat, or every gunner fires.
#[test]
fn ae_52_toggle_every_seat_acts() {
    let seats = json!([
        {"name": "Driver"},
        {"name": "Gunner", "weapons": ["early_tank_cannon"]},
        {"name": "Bow Gunner", "weapons": ["machine_gun"]},
    ]);
    let crew = json!(["tanker_crew", "tanker_crew", "tanker_crew"]);
    let a = aggressive([json!({"build": "bt7", "crew": crew, "at": [[24.0, 6.0]]})]);
    let b = aggressive([unit(
        post(json!({"str": 200, "armour": "none", "policy": {"react": "none"}})),
        &[[24.0, 30.0]],
    )]);
    let fired = |actions: &str| {
        let set = json!({"vehicle_actions": actions, "vehicles.bt7.seats": seats});
        let told = acts(&open().placed().cap(1).set(set).lines(&a, &b, 1), "A's").concat();
        let guns = ["Early Tank Cannon", "Machine Gun"];
        guns.map(|gun| with(&told, &format!("attacks B's Post with {gun}")))
    };
    assert_eq!(fired("one").iter().sum::<usize>(), 1);
    assert_eq!(fired("per_seat"), [1, 1]);
}

/// AE-66: two Moves of one who teleports draw no reaction; a Move and an attack are answered only where it arrives.
#[test]
fn ae_66_who_teleports_is_not_seen_on_the_way() {
    let runner = |teleports: bool| {
        json!({"mot": 13, "phy": 12, "wil": 13, "str": 9, "armour": {"base": 20}, "weapons": ["sword"],
            "teleports": teleports, "policy": {"plan": "charge"}})
    };
    let guard = post(
        json!({"armour": "none", "mot": 9, "aptitudes": {"firearm": 10}, "weapons": ["bolt_action_rifle"],
        "policy": {"react": "counter"}}),
    );
    let b = aggressive([unit(guard, &[[24.0, 20.0]])]);
    let told = |teleports: bool, y: f64| {
        let a = aggressive([unit(runner(teleports), &[[24.0, y]])]);
        acts(&open().placed().cap(1).lines(&a, &b, 1), "A's").concat()
    };
    let (seen, unseen) = (told(false, 4.0), told(true, 4.0));
    assert_eq!(
        (with(&seen, "strikes back"), with(&unseen, "strikes back")),
        (1, 0),
        "{seen:?} {unseen:?}"
    );
    assert_eq!(with(&unseen, "It teleports: no reaction."), 1, "{unseen:?}");
    let arrives = told(true, 23.0);
    assert_eq!(
        with(&arrives, "strikes back at (24\", 27\")"),
        1,
        "{arrives:?}"
    );
    assert_eq!(
        with(&arrives, "seen only where it arrives"),
        1,
        "{arrives:?}"
    );
}

/// SK-10 (`order`): near first, far first, or as listed.
#[test]
fn sk_10_the_order_of_activation() {
    let names = |order: Order| {
        let mut setting = open().placed().cap(1);
        setting.order = order;
        let one = |name: &str, y: f64| unit(post(json!({"name": name})), &[[24.0, y]]);
        let a = aggressive([one("Middle", 8.0), one("Far", 3.0), one("Near", 12.0)]);
        let b = aggressive([unit(post(json!({})), &[[24.0, 10.0]])]);
        let acts = acts(&setting.lines(&a, &b, 1), "A's");
        let name = |act: &Vec<String>| act[0].split(' ').nth(1).unwrap_or("").to_owned();
        acts.iter().map(name).collect::<Vec<String>>().join(" ")
    };
    assert_eq!(names(Order::Near), "Near Middle Far");
    assert_eq!(names(Order::Far), "Far Middle Near");
    assert_eq!(names(Order::Listed), "Middle Far Near");
}

/// SK-13 (`cap_result`): at the cap a draw, or the higher share of points alive; 2 % apart or less is a draw. One of
/// fifty dead is 2 %, two are 4 %.
#[test]
fn sk_13_points_decide_at_the_cap() {
    let soldier = post(json!({"str": 1, "armour": "none", "policy": {"react": "none"}}));
    let killer = post(
        json!({"mot": 12, "aptitudes": {"firearm": 4}, "weapons": ["bow", "rifle"], "policy": {"react": "none"}}),
    );
    let a = aggressive([json!({"build": soldier, "count": 50})]);
    let b = aggressive([json!({"build": killer, "count": 1})]);
    let fights = |result: CapResult| -> Vec<(u16, Verdict)> {
        let mut setting = open().cap(2);
        setting.cap_result = result;
        let pairing = setting.pairing(&a, &b);
        let mut lab = Lab::new();
        let fight = |number: u64| {
            let (fought, _) = pairing
                .fight
                .tell(&mut lab, Stream::new(3, "cap"), number)
                .expect("a fight");
            assert_eq!(fought.ending.left[1], 1);
            (50 - fought.ending.left[0], fought.ending.verdict)
        };
        (0..40).map(fight).collect()
    };
    let draw = |verdict: Verdict| matches!(verdict, Verdict::Draw(_));
    assert!(fights(CapResult::Draw).iter().all(|fight| draw(fight.1)));
    let found = fights(CapResult::Points);
    for (dead, verdict) in &found {
        assert_eq!(draw(*verdict), *dead <= 1, "{dead} dead: {verdict:?}");
        assert!(draw(*verdict) || *verdict == Verdict::Win(fairfight::umpire::Side::B));
    }
    for dead in [1, 2] {
        assert!(found.iter().any(|fight| fight.0 == dead), "{found:?}");
    }
}

/// `deploy = "alternate"` puts units down in turn where `line` puts them down at once, and changes nothing else: the same
/// places, the same fight.
#[test]
fn deploy_alternate_is_the_same_fight() {
    let a: Side = aggressive([json!({"build": "infantryman", "count": 3})]);
    let b: Side = aggressive([json!({"build": "longbowman", "count": 2})]);
    let told = |own: Value| {
        let pairing = open().own(own).pairing(&a, &b);
        let (fought, events) = pairing
            .fight
            .tell(&mut Lab::new(), Stream::new(4, "deploy"), 0)
            .expect("a fight");
        let lines = crate::skirmish_help::lines(&events);
        let deployed = lines
            .iter()
            .filter(|line| line.contains(" deploys"))
            .count();
        let rest: Vec<String> = lines
            .into_iter()
            .filter(|line| !line.contains(" deploys"))
            .collect();
        (deployed, (fought, rest))
    };
    let (line, fought) = told(json!({}));
    let (alternate, again) = told(json!({"deploy": "alternate"}));
    assert_eq!((line, alternate), (2, 5));
    assert_eq!(fought, again);
}
