//! Points: the rulings on prices (`docs/rules/allesfezs.md`, sections 8 and 9), what is legal, and the audit of the
//! printed prices row by row.

use crate::helpers::{answer, ask, number};
use crate::rulings::{near, unit, with};
use serde_json::{Value, json};

fn cost(build: &Value, set: Value) -> Value {
    answer(&json!({"rules": "allesfezs", "ask": "cost", "a": build, "set": set}))
}

fn points(build: &Value, set: Value) -> f64 {
    number(&cost(build, set), "points")
}

/// A unit whose attributes are free.
fn free(keys: Value) -> Value {
    with(json!({"mot": 17, "phy": 17, "wil": 17}), keys)
}

/// What a weapon costs.
fn weapon(id: &str, set: Value) -> f64 {
    points(&free(json!({"weapons": [id]})), set)
}

fn audit(set: Value) -> Value {
    answer(&json!({"rules": "allesfezs", "ask": "audit", "set": set}))
}

#[track_caller]
fn row(audit: &Value, item: &str) -> Value {
    let rows = audit["rows"].as_array().expect("rows");
    let found = rows.iter().find(|row| row["item"] == json!(item));
    found.unwrap_or_else(|| panic!("no row {item}")).clone()
}

#[test]
fn attributes_and_aptitudes_by_the_tables() {
    // Section 2.15, built up from the steps.
    let mut sum = 0.0;
    for (value, step) in (9..=17)
        .rev()
        .zip([0.0, 1.0, 1.0, 2.0, 4.0, 8.0, 14.0, 20.0, 30.0])
    {
        sum += step;
        for key in ["mot", "phy", "wil"] {
            let got = points(&with(free(json!({})), json!({key: value})), json!({}));
            near(&format!("{key} {value}"), got, sum);
        }
    }
    let mut sum = 0.0;
    for (bonus, step) in [0, 2, 4, 6, 8, 10]
        .iter()
        .zip([0.0, 4.0, 6.0, 8.0, 12.0, 15.0])
    {
        sum += step;
        for skill in ["ohs", "agility", "magic", "leadership", "piloting"] {
            let got = points(&free(json!({"aptitudes": {skill: bonus}})), json!({}));
            near(&format!("{skill} +{bonus}"), got, sum);
        }
    }
}

#[test]
fn the_hussar_costs_213() {
    // 50 + 50 + 30 for 10, 10, 11; 18 + 18 + 18 + 10 for three +6 and a +4; sword 8, metal armour 11.
    near("hussar", points(&json!("winged_hussar"), json!({})), 213.0);
}

#[test]
fn every_instance_is_paid() {
    // Sword 8, three javelins at 4, two pistols listed one by one.
    let build = free(
        json!({"weapons": ["sword", {"id": "javelin", "count": 3}, "pistol", "pistol"], "armour": "leather"}),
    );
    near(
        "sum",
        points(&build, json!({})),
        8.0 + 12.0 + 2.0 * 51.0 + 6.0,
    );
}

#[test]
fn ae_26_a_shield_and_the_hands_that_it_needs() {
    // Two-Handed is printed on longsword and poleaxe; realistically also bows, and firearms of MR, AMR and LR.
    for (weapon, printed, realistic) in [
        ("sword", false, false),
        ("spear", false, false),
        ("longsword", true, true),
        ("poleaxe", true, true),
        ("bow", false, true),
        ("musket", false, true),
        ("rifle", false, true),
        ("assault_rifle", false, true),
        ("marksman_rifle", false, true),
        ("pistol", false, false),
        ("shotgun", false, false),
        ("beam:laser", false, false),
    ] {
        let build = unit(json!({"weapons": [weapon], "shield": true}));
        for (toggle, illegal) in [("printed", printed), ("realistic", realistic)] {
            let got = cost(&build, json!({"shield_hands": toggle}));
            let faults = got["illegal"].as_array().expect("illegal");
            assert_eq!(
                !faults.is_empty(),
                illegal,
                "{weapon}, {toggle}: {faults:?}"
            );
        }
        // Without the shield nothing is wrong.
        let got = cost(
            &unit(json!({"weapons": [weapon]})),
            json!({"shield_hands": "realistic"}),
        );
        assert_eq!(got["illegal"], json!([]), "{weapon}");
    }
}

#[test]
fn ae_44_elusive_is_bought_as_an_aptitude_of_physique() {
    near(
        "Elusive 6",
        points(&free(json!({"elusive": 6})), json!({})),
        18.0,
    );
    // +6 needs 13 or lower, in PHY.
    for (phy, legal) in [(13, true), (14, false)] {
        let got = cost(&unit(json!({"phy": phy, "elusive": 6})), json!({}));
        assert_eq!(got["illegal"] == json!([]), legal, "PHY {phy}");
    }
}

#[test]
fn ae_46_the_anti_bullet_shirt_has_no_price_and_is_flagged() {
    let got = cost(&free(json!({"armour": "anti_bullet_shirt"})), json!({}));
    near("points", number(&got, "points"), 0.0);
    assert!(got["notes"].to_string().contains("AE-46"), "{got}");
}

#[test]
fn ae_55_printed_prices_and_the_two_formulas() {
    // Section 8.1; rounded half to even.
    for (id, printed, a, b) in [
        ("sword", 8.0, 8.0, 8.0),
        ("repeater", 62.0, 68.0, 62.0),
        ("shotgun", 58.0, 92.0, 50.0),
        ("pistol", 51.0, 62.0, 56.0),
        ("machine_gun", 176.0, 210.0, 186.0),
        ("smg", 74.0, 82.0, 74.0),
        ("pdw", 101.0, 125.0, 101.0),
        ("hand_grenade", 8.0, 8.0, 8.0),
        ("blast:crush", 45.0, 43.0, 43.0),
    ] {
        for (source, expected) in [("printed", printed), ("formula_a", a), ("formula_b", b)] {
            near(
                &format!("{id}, {source}"),
                weapon(id, json!({"points_source": source})),
                expected,
            );
        }
    }
}

#[test]
fn ae_55_a_weapon_without_a_printed_price_by_the_reading() {
    // A second repeater without a price: (8 + 16) * 2 + 6 + 8 = 62 (B), (8 + 16 + 6) * 2 + 8 = 68 (A).
    let file = crate::rulings::rules_file(
        r#"
[weapons.new]
name = "New"
range = "mr"
attacks = "manual 2"
class = "firearm"
damage = 16
type = "bullet"
ammo = 8
"#,
    );
    let build = free(json!({"weapons": ["new"]}));
    for (reading, expected) in [("b", 62.0), ("a", 68.0)] {
        let got = answer(
            &json!({"rules": file.path, "ask": "cost", "a": build, "set": {"points_reading": reading}}),
        );
        near(reading, number(&got, "points"), expected);
    }
    // The printed ones do not change with the reading.
    near(
        "repeater",
        weapon("repeater", json!({"points_reading": "a"})),
        62.0,
    );
}

#[test]
fn ae_56_damage_outside_the_table() {
    // Shotgun: (5 + 0) * 8 + 6 + 4 = 50; with 1 for its damage (5 + 1) * 8 + 6 + 4 = 58.
    for (low, expected) in [(0, 50.0), (1, 58.0)] {
        let set = json!({"points_source": "formula_b", "low_damage_cost": low});
        near("shotgun", weapon("shotgun", set), expected);
    }
    // Above 18: 2 D - 16. Sword of 18 to 38: one die in contact, nothing else.
    for damage in [8, 12, 18, 19, 22, 38] {
        let set = json!({"points_source": "formula_b", "weapons.sword.damage": damage});
        let expected = match damage {
            8 => 1.0,
            12 => 8.0,
            _ => f64::from(2 * damage - 16),
        };
        near(&format!("damage {damage}"), weapon("sword", set), expected);
    }
}

#[test]
fn ae_57_structure_shield_and_mov_are_free_and_flagged() {
    let ogre = free(json!({"str": 4, "shield": true, "mov": 9, "teleports": true}));
    let got = cost(&ogre, json!({}));
    near("points", number(&got, "points"), 0.0);
    assert!(got["notes"].to_string().contains("STR"), "{got}");
    assert_eq!(
        cost(&free(json!({})), json!({}))["notes"],
        json!([]),
        "STR 1 is not flagged"
    );
    // Three above the first.
    near(
        "charged",
        points(&ogre, json!({"structure_cost": 15})),
        45.0,
    );
}

#[test]
fn ae_58_aptitudes_need_their_attribute() {
    // Related attribute: this or lower.
    for (bonus, needs) in [(2, 14), (4, 13), (6, 13), (8, 12), (10, 12)] {
        for (skill, attribute) in [
            ("ohs", "mot"),
            ("piloting", "mot"),
            ("stealth", "mot"),
            ("agility", "phy"),
            ("magic", "wil"),
            ("resolve", "wil"),
            ("leadership", "wil"),
        ] {
            // The other attributes are far too poor.
            let build = |value: i32| free(json!({attribute: value, "aptitudes": {skill: bonus}}));
            let illegal = |value: i32, toggle: &str| {
                let got = cost(&build(value), json!({"enforce_minimum": toggle}));
                got["illegal"].as_array().expect("illegal").len()
            };
            assert_eq!(illegal(needs, "warn"), 0, "{skill} +{bonus}");
            assert_eq!(illegal(needs + 1, "warn"), 1, "{skill} +{bonus}");
            assert_eq!(illegal(needs + 1, "off"), 0, "{skill} +{bonus}");
        }
    }
    // The rulebook's example, MOT 14 made proficient: fought, reported, or refused.
    let a = unit(json!({"mot": 14, "aptitudes": {"ohs": 4}, "weapons": ["sword"]}));
    let b = unit(json!({}));
    let fought = |toggle: &str| {
        ask(
            &json!({"rules": "allesfezs", "ask": "duel", "a": a, "b": b, "situation": {"gap": 0, "cap": 2}, "set": {"enforce_minimum": toggle}}),
        )
    };
    assert_eq!(fought("warn")["ok"], json!(true));
    assert_eq!(
        fought("warn")["illegal_a"].as_array().map(Vec::len),
        Some(1)
    );
    assert_eq!(fought("off")["ok"], json!(true));
    assert!(
        fought("off")["illegal_a"]
            .as_array()
            .is_none_or(Vec::is_empty)
    );
    assert_eq!(fought("refuse")["ok"], json!(false));
    assert_eq!(fought("warn")["win_a"], fought("off")["win_a"]);
}

#[test]
fn ae_59_rounding_of_prices() {
    // SMG by reading B is 73.5, a bolt 42.5, a rifle 88 exactly.
    for (rounding, smg, bolt) in [
        ("half_even", 74.0, 42.0),
        ("up", 74.0, 43.0),
        ("down", 73.0, 42.0),
    ] {
        let set = json!({"points_source": "formula_b", "rounding": rounding});
        near("smg", weapon("smg", set.clone()), smg);
        near("bolt", weapon("bolt:crush", set.clone()), bolt);
        near("rifle", weapon("rifle", set), 88.0);
    }
}

/// Price of `value` points against one type by the table of section 2.15, in twelfths.
fn twelfths(kind: &str, value: i32) -> i32 {
    let each = |point: i32| match (kind, point) {
        ("ap", 1..=10) => 12,
        ("ap", 11..=20) => 24,
        ("ap", _) => 36,
        (_, 1..=5) => 2,
        ("laser" | "plasma", 6..=15) => 6,
        ("laser" | "plasma", 16..=30) => 12,
        ("laser" | "plasma", _) => 18,
        (_, 6..=10) => 3,
        (_, 11..=15) => 6,
        (_, 16..=20) => 9,
        (_, 21..=30) => 12,
        (_, _) => 15,
    };
    (1..=value).map(each).sum()
}

#[test]
fn ae_60_armour_by_the_price_of_each_point() {
    let kinds = [
        "slash", "crush", "pierce", "bullet", "ap", "laser", "plasma",
    ];
    for base in [0, 1, 3, 5, 6, 9, 10, 11, 15, 16, 20, 21, 30, 31, 40] {
        for (kind, value) in [("slash", base), ("ap", 14), ("bullet", 12), ("laser", 7)] {
            let build = free(json!({"armour": {"base": base, kind: value}}));
            let sum: i32 = kinds
                .iter()
                .map(|k| twelfths(k, if *k == kind { value } else { base }))
                .sum();
            // A half is not met here: the sums are taken so that rounding to nearest is clear.
            if sum % 12 == 6 {
                continue;
            }
            let expected = (f64::from(sum) / 12.0).round();
            near(
                &format!("base {base}, {kind} {value}"),
                points(&build, json!({})),
                expected,
            );
        }
    }
}

#[test]
fn ae_60_the_printed_running_totals() {
    // All seven types: 10, 35, 60, 95, 140 printed; 10, 25, 50, 85, 175 by the points.
    for (base, by_points, printed) in [
        (5, 10.0, 10.0),
        (10, 25.0, 35.0),
        (15, 50.0, 60.0),
        (20, 85.0, 95.0),
        (30, 175.0, 140.0),
    ] {
        let build = free(json!({"armour": {"base": base}}));
        for (toggle, expected) in [("points", by_points), ("printed", printed)] {
            let got = points(&build, json!({"armour_totals": toggle}));
            near(&format!("{base}, {toggle}"), got, expected);
        }
    }
    // The hull: 85 - 12 and 95 - 12, for the six points of AP that it lacks.
    let hull = free(json!({"armour": {"base": 20, "ap": 14}}));
    near("hull", points(&hull, json!({})), 73.0);
    near(
        "hull, printed",
        points(&hull, json!({"armour_totals": "printed"})),
        83.0,
    );
}

#[test]
fn ae_61_the_machine_gun_costs_176() {
    near("machine gun", weapon("machine_gun", json!({})), 176.0);
}

#[test]
fn ae_62_a_spell_and_its_damage_type() {
    // Surcharges of section 2.6, added after the product (reading B): a beam is 28 and one die.
    for (kind, surcharge) in [
        ("slash", 0.0),
        ("crush", 0.0),
        ("pierce", 0.0),
        ("bullet", 6.0),
        ("ap", 10.0),
        ("laser", 8.0),
        ("plasma", 12.0),
    ] {
        let beam = format!("beam:{kind}");
        near(&beam, weapon(&beam, json!({})), 28.0);
        let got = weapon(&beam, json!({"spell_surcharge": "yes"}));
        near(&format!("{beam}, charged"), got, 28.0 + surcharge);
    }
}

#[test]
fn the_audit_row_by_row() {
    let audit = audit(json!({}));
    // Printed, reading A, reading B, which agree, printed minus each (after rounding half to even).
    for (item, printed, a, b, matches, minus_a, minus_b) in [
        ("Club", 1.0, 1.0, 1.0, "both", 0.0, 0.0),
        ("Pointy Stick", 1.0, 1.0, 1.0, "both", 0.0, 0.0),
        ("Javelin", 4.0, 4.0, 4.0, "both", 0.0, 0.0),
        ("Sword", 8.0, 8.0, 8.0, "both", 0.0, 0.0),
        ("Longsword", 12.0, 12.0, 12.0, "both", 0.0, 0.0),
        ("Spear", 8.0, 8.0, 8.0, "both", 0.0, 0.0),
        ("Bow", 17.0, 17.0, 17.0, "both", 0.0, 0.0),
        ("Poleaxe", 15.0, 15.0, 15.0, "both", 0.0, 0.0),
        ("Musket", 29.0, 29.0, 29.0, "both", 0.0, 0.0),
        ("Flintlock Pistol", 20.0, 20.0, 20.0, "both", 0.0, 0.0),
        ("Bolt-Action Rifle", 39.0, 39.0, 39.0, "both", 0.0, 0.0),
        ("Repeater", 62.0, 68.0, 62.0, "B", -6.0, 0.0),
        ("Shotgun", 58.0, 92.0, 50.0, "neither", -34.0, 8.0),
        ("Revolver", 33.0, 33.0, 33.0, "both", 0.0, 0.0),
        ("Pistol", 51.0, 62.0, 56.0, "neither", -11.0, -5.0),
        ("Rifle", 88.0, 97.0, 88.0, "B", -9.0, 0.0),
        ("Machine Gun", 176.0, 210.0, 186.0, "neither", -34.0, -10.0),
        ("SMG", 74.0, 82.5, 73.5, "B", -8.0, 0.0),
        ("Scoped Rifle", 60.0, 60.0, 60.0, "both", 0.0, 0.0),
        ("Hand Grenade", 8.0, 8.0, 8.0, "both", 0.0, 0.0),
        ("Early Tank Cannon", 106.0, 106.0, 106.0, "both", 0.0, 0.0),
        ("Assault Rifle", 116.0, 125.0, 116.0, "B", -9.0, 0.0),
        ("Marksman Rifle", 121.0, 130.0, 121.0, "B", -9.0, 0.0),
        ("PDW", 101.0, 125.0, 101.0, "B", -24.0, 0.0),
        ("Sniper Rifle", 83.0, 83.0, 83.0, "both", 0.0, 0.0),
        ("Frag Grenade", 11.0, 11.0, 11.0, "both", 0.0, 0.0),
        ("[Type] Bolt", 42.0, 42.5, 42.5, "both", 0.0, 0.0),
        ("[Type] Blast", 45.0, 43.0, 43.0, "neither", 2.0, 2.0),
        ("[Type] Beam", 28.0, 28.0, 28.0, "both", 0.0, 0.0),
    ] {
        let row = row(&audit, item);
        for (key, expected) in [
            ("printed", printed),
            ("reading_a", a),
            ("reading_b", b),
            ("printed_minus_a", minus_a),
            ("printed_minus_b", minus_b),
        ] {
            near(&format!("{item}, {key}"), number(&row, key), expected);
        }
        assert_eq!(row["matches"], json!(matches), "{item}");
    }
    let priced = audit["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .filter(|row| row["kind"] == json!("weapon") || row["kind"] == json!("spell"));
    assert_eq!(priced.count(), 26 + 3);
    assert_eq!(
        audit["weapons"],
        json!({"both": 17, "a_only": 0, "b_only": 6, "neither": 3})
    );
}

#[test]
fn the_audit_of_the_armours() {
    let audit = audit(json!({}));
    for (item, printed, formula) in [
        ("Leather Armour", Some(6.0), 6.0),
        ("Metal Armour", Some(11.0), 11.0),
        ("Full Plate", Some(15.0), 15.0),
        // 4 points against every type, 2 more slash, 8 more bullet: 10 + 5/6.
        ("Kevlar Vest", Some(11.0), 10.0 + 5.0 / 6.0),
        ("Anti-Bullet Shirt", None, 0.0),
        ("BT-7 hull", Some(83.0), 73.0),
    ] {
        let row = row(&audit, item);
        assert_eq!(row["printed"].as_f64(), printed, "{item}");
        near(item, number(&row, "formula"), formula);
    }
    // The sums of the BT-7: 83 + 176 + 106, and with the card's 170.
    let tank = row(&audit, "BT-7");
    near("list", number(&tank, "by_list"), 365.0);
    near("card", number(&tank, "by_card"), 359.0);
}
