//! Rulings of `docs/rules/allesfezs.md`, section 9, on ranges, weapons, damage and armour, and the rules of section 4
//! around them, each in one attack.

use crate::helpers::{ask, ask_in, number};
use crate::rulings::{
    any, attack, loss, losses, near, odds, rifleman, rules_file, swordsman, target, unit, with,
};
use fairfight::query::Library;
use serde_json::{Value, json};

// ---------------------------------------------------------------------------------------------------------------
// Ranges
// ---------------------------------------------------------------------------------------------------------------

const EDGES: [i64; 8] = [8, 16, 24, 32, 48, 64, 96, 144];

/// A row of section 2.10; 99 where the range cannot target.
type Row = (&'static str, [i64; 8]);
const NO: i64 = 99;

/// The modifier at a distance: the first band that it is not beyond (AE-11).
fn band(row: &[i64; 8], gap: i64) -> Option<i64> {
    let at = EDGES.iter().position(|edge| gap <= *edge)?;
    Some(row[at]).filter(|m| *m != NO)
}

const ALL_RANGES: &str = r#"
[weapons]
x_sr   = { name = "X", range = "sr",  attacks = "manual 1", class = "firearm", damage = 15, type = "bullet" }
x_asr  = { name = "X", range = "asr", attacks = "manual 1", class = "firearm", damage = 15, type = "bullet" }
x_asr3 = { name = "X", range = "asr", attacks = "manual 1", class = "firearm", damage = 15, type = "bullet", bonus = 3 }
x_mr   = { name = "X", range = "mr",  attacks = "manual 1", class = "firearm", damage = 15, type = "bullet" }
x_amr2 = { name = "X", range = "amr", attacks = "manual 1", class = "firearm", damage = 15, type = "bullet", bonus = 2 }
x_amr5 = { name = "X", range = "amr", attacks = "manual 1", class = "firearm", damage = 15, type = "bullet", bonus = 5 }
x_lr   = { name = "X", range = "lr",  attacks = "manual 1", class = "firearm", damage = 15, type = "bullet" }
x_ar   = { name = "X", range = "ar",  attacks = "manual 1", class = "firearm", damage = 15, type = "bullet" }
x_aar  = { name = "X", range = "aar", attacks = "manual 1", class = "firearm", damage = 15, type = "bullet" }
"#;

fn check_bands(set: &Value, rows: &[Row]) {
    let file = rules_file(ALL_RANGES);
    let mut library = Library::new();
    for (id, row) in rows {
        for gap in 0..=150 {
            let a = unit(json!({"weapons": [id]}));
            let query = json!({"rules": file.path, "ask": "attack", "set": set, "a": a, "b": target(), "weapon": id, "gap": gap});
            let got = ask_in(&mut library, &query);
            match band(row, gap) {
                Some(modifier) => {
                    assert_eq!(got["target"], json!(13 - modifier), "{id} at {gap}, {set}")
                }
                None => assert_eq!(got["error"]["at"], json!("weapon"), "{id} at {gap}: {got}"),
            }
        }
    }
}

#[test]
fn ae_11_and_ae_13_every_band_of_the_table_with_its_edges() {
    // AE-13: the T of AMR replaces the +2 of MR: 5 is 5, not 7.
    check_bands(
        &json!({}),
        &[
            ("x_sr", [2, 0, -2, NO, NO, NO, NO, NO]),
            ("x_asr", [4, 0, -2, NO, NO, NO, NO, NO]),
            ("x_asr3", [3, 0, -2, NO, NO, NO, NO, NO]),
            ("x_mr", [0, 2, -2, -2, -4, NO, NO, NO]),
            ("x_amr2", [0, 2, 2, 0, -4, NO, NO, NO]),
            ("x_amr5", [0, 5, 5, 0, -4, NO, NO, NO]),
            ("x_lr", [-2, 0, 2, 2, 0, -4, -4, NO]),
            ("x_ar", [NO, 0, 2, 2, -2, -2, -4, -4]),
            ("x_aar", [NO, 2, 4, 4, 0, 0, -2, -2]),
        ],
    );
}

#[test]
fn ae_12_range_bands_of_the_prose() {
    check_bands(
        &json!({"range_bands": "prose"}),
        &[
            ("x_sr", [2, 0, -4, NO, NO, NO, NO, NO]),
            ("x_asr", [4, 0, -4, NO, NO, NO, NO, NO]),
            ("x_mr", [0, 2, -2, -2, -4, NO, NO, NO]),
            ("x_amr5", [0, 5, 5, -2, -4, NO, NO, NO]),
            ("x_lr", [-2, 0, 2, 2, 0, -4, -4, NO]),
            ("x_ar", [NO, 0, 2, 2, -2, -2, -4, -4]),
            ("x_aar", [NO, 2, 2, 2, 2, 2, 2, 2]),
        ],
    );
}

#[test]
fn ae_12_no_range_bands_keep_the_limits() {
    check_bands(
        &json!({"range_bands": "none"}),
        &[
            ("x_sr", [0, 0, 0, NO, NO, NO, NO, NO]),
            ("x_asr", [0, 0, 0, NO, NO, NO, NO, NO]),
            ("x_mr", [0, 0, 0, 0, 0, NO, NO, NO]),
            ("x_amr5", [0, 0, 0, 0, 0, NO, NO, NO]),
            ("x_lr", [0, 0, 0, 0, 0, 0, 0, NO]),
            ("x_ar", [NO, 0, 0, 0, 0, 0, 0, 0]),
            ("x_aar", [NO, 0, 0, 0, 0, 0, 0, 0]),
        ],
    );
}

#[test]
fn every_printed_weapon_has_its_range() {
    let mut library = Library::new();
    for (ids, row) in [
        (
            vec![
                "flintlock_pistol",
                "revolver",
                "pistol",
                "shotgun",
                "smg",
                "pdw",
                "bolt:slash",
            ],
            [2, 0, -2, NO, NO, NO, NO, NO],
        ),
        (
            vec![
                "bow",
                "musket",
                "bolt_action_rifle",
                "repeater",
                "rifle",
                "beam:slash",
            ],
            [0, 2, -2, -2, -4, NO, NO, NO],
        ),
        (
            vec![
                "machine_gun",
                "scoped_rifle",
                "assault_rifle",
                "early_tank_cannon",
            ],
            [0, 2, 2, 0, -4, NO, NO, NO],
        ),
        (
            vec!["marksman_rifle", "sniper_rifle"],
            [-2, 0, 2, 2, 0, -4, -4, NO],
        ),
        (
            vec!["hand_grenade", "frag_grenade", "javelin/thrown"],
            [2, 0, -2, NO, NO, NO, NO, NO],
        ),
    ] {
        for id in ids {
            for gap in [1, 8, 9, 16, 17, 24, 25, 32, 33, 48, 49, 64, 65, 96, 97, 144] {
                let carried = id.split('/').next().unwrap();
                let a = unit(json!({"weapons": [carried]}));
                let query = json!({"rules": "allesfezs", "ask": "attack", "a": a, "b": target(), "weapon": id, "gap": gap});
                let got = ask_in(&mut library, &query);
                match band(&row, gap) {
                    Some(m) => assert_eq!(got["target"], json!(13 - m), "{id} at {gap}"),
                    None => assert_eq!(got["ok"], json!(false), "{id} at {gap}"),
                }
            }
        }
    }
}

#[test]
fn ae_14_inches_added_to_a_range() {
    let file = rules_file(
        r#"
[weapons]
pike  = { name = "Pike",  range = "cq", inches = 2, attacks = "standard", class = "polearm", damage = 12, type = "pierce" }
sling = { name = "Sling", range = "sr", inches = 3, attacks = "manual 1", class = "thrown", damage = 10, type = "crush" }
"#,
    );
    let at = |weapon: &str, gap: i64| {
        let a = unit(json!({"weapons": [weapon]}));
        ask(
            &json!({"rules": file.path, "ask": "attack", "a": a, "b": target(), "weapon": weapon, "gap": gap}),
        )["target"]
            .as_i64()
    };
    for (gap, expected) in [(0, Some(13)), (1, Some(13)), (2, Some(13)), (3, None)] {
        assert_eq!(at("pike", gap), expected, "CQ+2 at {gap}");
    }
    // Only the outer edge of the last band moves.
    for (gap, expected) in [
        (8, Some(11)),
        (9, Some(13)),
        (16, Some(13)),
        (17, Some(15)),
        (24, Some(15)),
        (27, Some(15)),
        (28, None),
    ] {
        assert_eq!(at("sling", gap), expected, "SR+3 at {gap}");
    }
    // A sword reaches base contact only.
    let a = swordsman(0);
    let query = json!({"rules": "allesfezs", "ask": "attack", "a": a, "b": target(), "weapon": "sword", "gap": 1});
    assert_eq!(ask(&query)["ok"], json!(false));
}

// ---------------------------------------------------------------------------------------------------------------
// Weapons
// ---------------------------------------------------------------------------------------------------------------

#[test]
fn dice_of_every_attack_class() {
    // Section 2.3: Standard and Quick dice for +0 to +10.
    for (apt, standard) in [(0, 1), (2, 1), (4, 2), (6, 3), (8, 4), (10, 5)] {
        for (weapon, class, gap, dice) in [
            ("sword", "ohs", 0, standard),
            ("assault_rifle", "firearm", 20, standard),
            ("pdw", "firearm", 10, 2 * standard),
            ("machine_gun", "firearm", 20, 2 * standard),
            ("bow", "bows", 10, 1),
            ("pistol", "firearm", 10, 2),
            ("shotgun", "firearm", 10, 8),
            ("bolt:laser", "magic", 10, standard),
        ] {
            let a = unit(json!({"aptitudes": {class: apt}, "weapons": [weapon]}));
            let got = odds(json!({"a": a, "b": target(), "gap": gap}), json!({}));
            assert_eq!(got["dice"], json!(dice), "{weapon} +{apt}");
        }
    }
    let a = unit(json!({"weapons": ["pdw"]}));
    let got = odds(
        json!({"a": a, "b": target(), "gap": 10}),
        json!({"weapons.pdw.attacks": "automatic 7"}),
    );
    assert_eq!(got["dice"], json!(7));
}

#[test]
fn ae_20_ammo_caps_dice() {
    let query = |weapon: &str, rounds: i64| {
        let a = unit(json!({"aptitudes": {"firearm": 10}, "weapons": [weapon]}));
        json!({"a": a, "b": target(), "gap": 10, "rounds": rounds})
    };
    // Weapon, rounds loaded: dice under die_burst_one, die, action.
    for (weapon, rounds, expected) in [
        ("rifle", 8, [5, 5, 5]),
        ("rifle", 3, [3, 3, 5]),
        ("rifle", 1, [1, 1, 5]),
        ("repeater", 1, [1, 1, 2]),
        ("shotgun", 4, [8, 4, 8]),
        ("shotgun", 1, [8, 1, 8]),
    ] {
        for (unit, dice) in ["die_burst_one", "die", "action"].iter().zip(expected) {
            let got = odds(query(weapon, rounds), json!({"ammo_unit": unit}));
            assert_eq!(
                got["dice"],
                json!(dice),
                "{weapon}, {rounds} rounds, {unit}"
            );
        }
    }
}

#[test]
fn ae_27_shooting_in_base_contact() {
    let a = unit(json!({"weapons": ["pistol"]}));
    let query = json!({"a": a, "b": target(), "gap": 0});
    // SR in 0 to 8: 13 - 2.
    let yes = odds(query.clone(), json!({}));
    assert_eq!(
        (&yes["weapon"], &yes["target"]),
        (&json!("pistol"), &json!(11))
    );
    let no = odds(query.clone(), json!({"ranged_in_contact": "no"}));
    assert_eq!(no["weapon"], json!("unarmed"));
    let named = attack(
        with(query, json!({"weapon": "pistol"})),
        json!({"ranged_in_contact": "no"}),
    );
    assert_eq!(ask(&named)["error"]["at"], json!("weapon"));
    // An inch away it makes no difference.
    let near = json!({"a": a, "b": target(), "gap": 1});
    let no = odds(near, json!({"ranged_in_contact": "no"}));
    assert_eq!(no["weapon"], json!("pistol"));
}

#[test]
fn ae_29_the_class_of_the_poleaxe() {
    let a = unit(json!({"aptitudes": {"ths": 2, "polearm": 6}, "weapons": ["poleaxe"]}));
    for (class, t, dice) in [("ths", 11, 1), ("polearm", 7, 3)] {
        let got = odds(
            json!({"a": a, "b": target(), "gap": 0}),
            json!({"poleaxe_class": class}),
        );
        assert_eq!((&got["target"], &got["dice"]), (&json!(t), &json!(dice)));
    }
}

#[test]
fn ae_30_options_take_the_lowest_effective_armour() {
    let a = unit(json!({"weapons": ["poleaxe"]}));
    let choose = |armour: Value, set: Value| {
        let b = unit(json!({"armour": armour}));
        odds(json!({"a": a, "b": b, "gap": 0}), set)
    };
    // First listed on a tie; else the weak side.
    for (armour, chosen, effective) in [
        (json!("none"), "slash", 0),
        (json!("full_plate"), "crush", 6),
        (json!({"base": 9, "pierce": 2}), "pierce", 2),
        (json!({"base": 3, "slash": 8}), "crush", 3),
    ] {
        let got = choose(armour, json!({}));
        assert_eq!(got["type"], json!(chosen));
        near(
            "loss_plain",
            number(&got, "loss_plain"),
            loss(14 - effective),
        );
    }
    // After what the type ignores: bullets meet 12 - 3 of a vest, a slash 6; of leather 0 and 3.
    let set = json!({"weapons.poleaxe.type": ["slash", "bullet"]});
    assert_eq!(choose(json!("kevlar"), set.clone())["type"], json!("slash"));
    assert_eq!(choose(json!("leather"), set)["type"], json!("bullet"));
    // Several numbers are matched in order; the armour decides, not the damage.
    let set = json!({"weapons.poleaxe.damage": [16, 9, 12]});
    let got = choose(json!("full_plate"), set);
    assert_eq!(got["type"], json!("crush"));
    near("loss_plain", number(&got, "loss_plain"), loss(9 - 6));
}

#[test]
fn ae_31_physique_is_the_damage_of_bare_hands_only() {
    for phy in 1..=20 {
        let a = unit(json!({"phy": phy, "weapons": ["sword"]}));
        let query = json!({"a": a, "b": target(), "gap": 0});
        let bare = odds(with(query.clone(), json!({"weapon": "unarmed"})), json!({}));
        assert_eq!(bare["type"], json!("crush"));
        near("bare", number(&bare, "loss_plain"), loss(20 - phy));
        near("bare, critical", number(&bare, "loss_crit"), loss(25 - phy));
        near("sword", number(&odds(query, json!({})), "loss_plain"), 0.6);
    }
    // Every unit has it, with class contact.
    let a = unit(json!({"aptitudes": {"contact": 6}}));
    let got = odds(json!({"a": a, "b": target(), "gap": 0}), json!({}));
    assert_eq!(
        (&got["weapon"], &got["target"], &got["dice"]),
        (&json!("unarmed"), &json!(7), &json!(3))
    );
}

#[test]
fn ae_32_a_bayonet_is_a_spear() {
    for weapon in ["musket", "bolt_action_rifle", "rifle"] {
        let a = unit(
            json!({"aptitudes": {"firearm": 2, "finesse": 6}, "weapons": [weapon], "phy": 12}),
        );
        let bayonet = format!("{weapon}/bayonet");
        let query = json!({"a": a, "b": target(), "weapon": bayonet, "gap": 0});
        let got = odds(query.clone(), json!({}));
        assert_eq!(
            (&got["type"], &got["target"], &got["dice"]),
            (&json!("pierce"), &json!(7), &json!(3))
        );
        near("loss_plain", number(&got, "loss_plain"), 0.6);
        // No Ammo, and contact only.
        let loaded = ask(&attack(
            with(query.clone(), json!({"rounds": 1})),
            json!({}),
        ));
        assert_eq!(loaded["error"]["at"], json!("rounds"));
        let far = ask(&attack(with(query, json!({"gap": 1})), json!({})));
        assert_eq!(far["error"]["at"], json!("weapon"));
        // It blocks: PHY 12 - 6.
        let query = json!({"a": swordsman(0), "b": a, "gap": 0, "reaction": {"kind": "block"}});
        let got = odds(query, json!({}));
        assert_eq!(
            (&got["reaction"]["weapon"], &got["reaction"]["target"]),
            (&json!(bayonet), &json!(6))
        );
    }
    let a = unit(json!({"weapons": ["repeater"]}));
    let query = json!({"a": a, "b": target(), "weapon": "repeater/bayonet", "gap": 0});
    assert_eq!(ask(&attack(query, json!({})))["ok"], json!(false));
}

#[test]
fn ae_34_accurate_needs_proficiency() {
    // Sniper rifle at 20" (+2), Accurate +4; scoped rifle at 20" (+2), Accurate +2; from aptitude +4.
    for (weapon, accurate) in [("sniper_rifle", 4), ("scoped_rifle", 2)] {
        for apt in [0, 2, 4, 6, 8, 10] {
            let a = unit(json!({"aptitudes": {"firearm": apt}, "weapons": [weapon]}));
            let got = odds(json!({"a": a, "b": target(), "gap": 20}), json!({}));
            let bonus = if apt >= 4 { accurate } else { 0 };
            assert_eq!(
                got["target"],
                json!(13 - apt - 2 - bonus),
                "{weapon} +{apt}"
            );
        }
    }
}

#[test]
fn aim_after_idle_and_always_in_a_reaction() {
    for (weapon, aim) in [
        ("scoped_rifle", 2),
        ("sniper_rifle", 2),
        ("early_tank_cannon", 2),
        ("assault_rifle", 0),
        ("bow", 0),
    ] {
        let a = unit(json!({"weapons": [weapon]}));
        // At 20": AMR and LR +2, MR -2.
        let plain = if weapon == "bow" { 15 } else { 11 };
        let query = json!({"a": a, "b": target(), "gap": 20});
        let moved = odds(query.clone(), json!({}));
        assert_eq!(moved["target"], json!(plain), "{weapon}");
        let idle = odds(with(query, json!({"aim": true})), json!({}));
        assert_eq!(idle["target"], json!(plain - aim), "{weapon}, Idle");
        let query =
            json!({"a": rifleman(13, 0), "b": a, "gap": 20, "reaction": {"kind": "counter"}});
        let got = odds(query, json!({}));
        assert_eq!(
            got["reaction"]["target"],
            json!(plain - aim),
            "{weapon} reacts"
        );
    }
}

#[test]
fn ae_35_a_javelin_in_hand_and_thrown() {
    let a = unit(json!({"aptitudes": {"thrown": 6}, "weapons": ["javelin"]}));
    let at = |gap: i64, weapon: &str| {
        odds(
            json!({"a": a, "b": target(), "weapon": weapon, "gap": gap}),
            json!({}),
        )
    };
    // In hand Standard at 0"; thrown SR with one die: 13 - 6 - 2 to 8", then 13 - 6.
    for (gap, weapon, profile, t, dice) in [
        (0, "javelin", "javelin", 7, 3),
        (0, "javelin/thrown", "javelin/thrown", 5, 1),
        (8, "javelin", "javelin/thrown", 5, 1),
        (9, "javelin", "javelin/thrown", 7, 1),
    ] {
        let got = at(gap, weapon);
        assert_eq!(
            (&got["weapon"], &got["target"], &got["dice"]),
            (&json!(profile), &json!(t), &json!(dice))
        );
        near("loss_plain", number(&got, "loss_plain"), 0.5);
    }
}

#[test]
fn ae_38_the_class_of_the_beam() {
    let a = unit(
        json!({"aptitudes": {"magic": 6, "firearm": 2}, "weapons": ["beam:laser", "bolt:laser"]}),
    );
    for (class, t) in [("magic", 13 - 6 - 2), ("firearm", 13 - 2 - 2)] {
        let set = json!({"beam_class": class});
        let query = json!({"a": a, "b": target(), "weapon": "beam:laser", "gap": 10});
        let beam = odds(query, set.clone());
        assert_eq!((&beam["target"], &beam["dice"]), (&json!(t), &json!(1)));
        let query = json!({"a": a, "b": target(), "weapon": "bolt:laser", "gap": 10});
        assert_eq!(odds(query, set)["target"], json!(7));
    }
}

#[test]
fn ae_39_an_aimed_spell_is_one_roll_of_motorics() {
    // MOT 10, WIL 17, magic +4, at 5": SR +2. One roll at 4: (17/20 - 1/20) * 14/20 + 1/20 * 19/20 for each die.
    let a =
        unit(json!({"mot": 10, "wil": 17, "aptitudes": {"magic": 4}, "weapons": ["bolt:crush"]}));
    let got = odds(json!({"a": a, "b": target(), "gap": 5}), json!({}));
    assert_eq!((&got["target"], &got["dice"]), (&json!(4), &json!(2)));
    near(
        "kill",
        number(&got, "kill_defender"),
        any(0.8 * 0.7 + 0.05 * 0.95, 2),
    );
}

// ---------------------------------------------------------------------------------------------------------------
// Damage and armour
// ---------------------------------------------------------------------------------------------------------------

const TYPES: [&str; 7] = [
    "slash", "crush", "pierce", "bullet", "ap", "laser", "plasma",
];

#[test]
fn every_armour_against_every_damage_type() {
    // Values of section 2.11 in the order of the types; ignored: bullet 3, AP 5 (AE-43: not below 0).
    for (armour, values) in [
        ("none", [0; 7]),
        ("leather", [3; 7]),
        ("metal", [7, 5, 7, 5, 5, 5, 5]),
        ("full_plate", [10, 6, 10, 6, 6, 6, 6]),
        ("anti_bullet_shirt", [0; 7]),
        ("kevlar", [6, 4, 4, 12, 4, 4, 4]),
        ("bt7", [20, 20, 20, 20, 14, 20, 20]),
    ] {
        let b = unit(json!({"armour": armour}));
        for ((kind, value), ignored) in TYPES.iter().zip(values).zip([0, 0, 0, 3, 5, 0, 0]) {
            let spell = format!("bolt:{kind}");
            let a = unit(json!({"weapons": [spell]}));
            let got = odds(json!({"a": a, "b": b, "gap": 10}), json!({}));
            let [plain, crit] = losses(14, (value - ignored).max(0));
            near(
                &format!("{kind} on {armour}"),
                number(&got, "loss_plain"),
                plain,
            );
            near(
                &format!("critical {kind} on {armour}"),
                number(&got, "loss_crit"),
                crit,
            );
        }
    }
}

#[test]
fn ae_42_natural_faces_of_a_damage_roll() {
    let club = unit(json!({"weapons": ["club"]}));
    let cannon = unit(json!({"weapons": ["early_tank_cannon"]}));
    let hull = unit(json!({"armour": {"base": 20}}));
    // 8 - 20 and 13 - 20 never wound, 38 and 43 always do; with natural faces 1/20 and 19/20.
    for (toggle, none, all) in [("none", 0.0, 1.0), ("natural", 0.05, 0.95)] {
        let set = json!({"damage_nat": toggle});
        let got = odds(json!({"a": club, "b": hull, "gap": 0}), set.clone());
        near("club", number(&got, "loss_plain"), none);
        near("club, critical", number(&got, "loss_crit"), none);
        // One die at 13 succeeds with 8/20.
        near("club kills", number(&got, "kill_defender"), 0.4 * none);
        let got = odds(json!({"a": cannon, "b": target(), "gap": 10}), set.clone());
        near("cannon", number(&got, "loss_plain"), all);
        near("cannon kills", number(&got, "kill_defender"), 0.5 * all);
        // Between the two nothing changes: 12/20 and 17/20.
        let got = odds(json!({"a": swordsman(0), "b": target(), "gap": 0}), set);
        near("sword", number(&got, "loss_plain"), 0.6);
        near("sword, critical", number(&got, "loss_crit"), 0.85);
    }
}

#[test]
fn ae_43_armour_is_not_below_nothing_after_ignore() {
    // Bullets ignore 3: armour 0 to 3 is the same. AP ignores 5.
    for (spell, ignored) in [("bolt:bullet", 3), ("bolt:ap", 5)] {
        let a = unit(json!({"weapons": [spell]}));
        for base in 0..=8 {
            let b = unit(json!({"armour": {"base": base}}));
            let got = odds(json!({"a": a, "b": b, "gap": 10}), json!({}));
            near(
                "loss_plain",
                number(&got, "loss_plain"),
                loss(14 - (base - ignored).max(0)),
            );
        }
    }
}

#[test]
fn ae_44_elusive_raises_the_target_value() {
    for elusive in [0, 2, 4, 6, 8, 10] {
        let b = unit(json!({"elusive": elusive, "weapons": ["sword"]}));
        let query = json!({"a": swordsman(4), "b": b, "gap": 0});
        assert_eq!(odds(query, json!({}))["target"], json!(9 + elusive));
        // It helps against a counter too, and not the elusive unit's own attack.
        let query = json!({"a": b, "b": swordsman(4), "gap": 0, "reaction": {"kind": "counter"}});
        let got = odds(query, json!({}));
        assert_eq!(
            (&got["target"], &got["reaction"]["target"]),
            (&json!(13), &json!(9 + elusive))
        );
    }
}

#[test]
fn ae_45_ap_against_a_bullet_entry() {
    let a = unit(json!({"weapons": ["bolt:ap"]}));
    // Kevlar: base 4 or bullet 12, less 5. Metal has no bullet entry; a hull has an AP entry.
    for (armour, no, yes) in [
        (json!("kevlar"), 0, 7),
        (json!("metal"), 0, 0),
        (json!({"base": 6, "bullet": 18, "ap": 9}), 4, 4),
    ] {
        let b = unit(json!({"armour": armour}));
        for (toggle, effective) in [("no", no), ("yes", yes)] {
            let got = odds(
                json!({"a": a, "b": b, "gap": 10}),
                json!({"ap_uses_bullet": toggle}),
            );
            near(
                &format!("{armour} {toggle}"),
                number(&got, "loss_plain"),
                loss(14 - effective),
            );
        }
    }
}

#[test]
fn ae_46_the_anti_bullet_shirt() {
    let b = unit(json!({"armour": "anti_bullet_shirt"}));
    for value in [0, 2, 9, 14] {
        let set = json!({"anti_bullet_shirt": value});
        let a = unit(json!({"weapons": ["bolt:bullet"]}));
        let got = odds(json!({"a": a, "b": b, "gap": 10}), set.clone());
        near(
            "bullet",
            number(&got, "loss_plain"),
            loss(14 - (value - 3).max(0)),
        );
        let a = unit(json!({"weapons": ["bolt:slash"]}));
        let got = odds(json!({"a": a, "b": b, "gap": 10}), set);
        near("slash", number(&got, "loss_plain"), 0.7);
    }
}
