//! Random legal builds, situations and toggles, from a number: the same number, the same match-up.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use serde_json::{Map, Value, json};

/// Whole numbers from a seed.
pub struct Chooser(Pcg64Mcg);

impl Chooser {
    pub fn new(seed: u64) -> Chooser {
        Chooser(Pcg64Mcg::new(
            (0x5EED << 64) | (u128::from(seed) * 0x9E37_79B9_7F4A_7C15),
        ))
    }

    /// 0 to `n - 1`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() >> 33) as usize % n
    }

    pub fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    pub fn in_ten(&mut self, chances: usize) -> bool {
        self.below(10) < chances
    }
}

pub const WEAPONS: &[&str] = &[
    "club",
    "pointy_stick",
    "javelin",
    "sword",
    "longsword",
    "spear",
    "bow",
    "poleaxe",
    "musket",
    "flintlock_pistol",
    "bolt_action_rifle",
    "repeater",
    "shotgun",
    "revolver",
    "pistol",
    "rifle",
    "machine_gun",
    "smg",
    "scoped_rifle",
    "hand_grenade",
    "early_tank_cannon",
    "assault_rifle",
    "marksman_rifle",
    "pdw",
    "sniper_rifle",
    "frag_grenade",
    "bolt:slash",
    "bolt:plasma",
    "blast:crush",
    "blast:ap",
    "beam:laser",
    "beam:bullet",
];

const CLASSES: &[&str] = &[
    "ohs", "finesse", "ths", "polearm", "contact", "thrown", "bows", "firearm", "magic",
];

/// The attribute that an aptitude needs (section 2.15).
fn needs(bonus: usize) -> i64 {
    [17, 14, 13, 13, 12, 12][bonus / 2]
}

/// A legal build. With `small`, one whose duels have few states.
pub fn build(choose: &mut Chooser, small: bool) -> Value {
    let mut attribute = || 9 + choose.below(8) as i64;
    let (mot, phy, wil) = (attribute(), attribute(), attribute());
    let mut aptitudes = Map::new();
    let mut learn = |choose: &mut Chooser, skill: &str, attribute: i64| {
        let bonus = 2 * choose.below(6);
        if attribute <= needs(bonus) {
            aptitudes.insert(skill.to_owned(), json!(bonus));
        }
    };
    for class in CLASSES {
        if choose.in_ten(6) {
            learn(choose, class, if *class == "magic" { wil } else { mot });
        }
    }
    learn(choose, "agility", phy);
    learn(choose, "leadership", wil);
    let mut weapons = Vec::new();
    for _ in 0..choose.below(4) {
        let id = choose.one(WEAPONS);
        let count = 1 + choose.below(3);
        weapons.push(if count > 1 {
            json!({"id": id, "count": count})
        } else {
            json!(id)
        });
    }
    let two_handed = weapons
        .iter()
        .any(|w| ["longsword", "poleaxe"].contains(&w["id"].as_str().or(w.as_str()).unwrap_or("")));
    let armour = match choose.below(8) {
        0 => json!({"base": choose.below(9), "bullet": choose.below(15)}),
        _ => json!(choose.one(&[
            "none",
            "leather",
            "metal",
            "full_plate",
            "kevlar",
            "anti_bullet_shirt",
            "bt7"
        ])),
    };
    let mut build = json!({
        "mot": mot, "phy": phy, "wil": wil, "str": 1 + choose.below(if small { 2 } else { 4 }), "aptitudes": aptitudes,
        "weapons": weapons, "armour": armour, "shield": !two_handed && choose.in_ten(4), "teleports": choose.in_ten(1),
        "policy": {
            "plan": choose.one(&["auto", "charge", "shoot", "kite"]),
            "react": choose.one(&["counter", "none", "dodge", "block", "best", "optimal"]),
            "second": choose.one(&["commit", "commit", "informed"]),
            "adjust": choose.one(&["hold", "away", "toward"]),
        },
    });
    if choose.in_ten(2) {
        let bonus = 2 * choose.below(4);
        if phy <= needs(bonus) {
            build["elusive"] = json!(bonus);
        }
    }
    if choose.in_ten(1) {
        build["mov"] = json!(choose.below(13));
    }
    build
}

const TOGGLES: &[(&str, &[&str])] = &[
    ("mov_rec_gaps", &["inclusive", "strict"]),
    ("crit_only_effects", &["no", "yes"]),
    ("crit_lowering", &["on", "off"]),
    ("ties", &["both", "active", "reactor", "cancel"]),
    ("range_bands", &["table", "prose", "none"]),
    ("reaction_dice", &["one", "full"]),
    ("dodge_scope", &["all", "one_die"]),
    ("block_scope", &["all", "one_die"]),
    ("ammo_unit", &["die_burst_one", "die", "action"]),
    ("block_attr", &["phy", "mot"]),
    ("block_compat", &["standard", "cq", "any"]),
    ("ranged_in_contact", &["yes", "no"]),
    ("poleaxe_class", &["ths", "polearm"]),
    ("beam_class", &["magic", "firearm"]),
    ("damage_nat", &["none", "natural"]),
    ("ap_uses_bullet", &["no", "yes"]),
    ("duel_team_loaded", &["crewed", "alone"]),
    ("initiative_fail", &["coin", "high_die"]),
];

/// Some toggles, changed.
pub fn toggles(choose: &mut Chooser) -> Value {
    let mut set = Map::new();
    for (key, values) in TOGGLES {
        if choose.in_ten(3) {
            set.insert((*key).to_owned(), json!(choose.one(values)));
        }
    }
    if choose.in_ten(1) {
        set.insert("anti_bullet_shirt".to_owned(), json!(choose.below(15)));
    }
    Value::Object(set)
}

/// A situation, and the same with the sides swapped.
pub fn situation(choose: &mut Chooser) -> [Value; 2] {
    let gap = if choose.in_ten(3) {
        0
    } else {
        choose.below(70)
    };
    let cap = [3, 8, 50][choose.below(3)];
    let (initiative, swapped) =
        [("roll", "roll"), ("a", "b"), ("b", "a"), ("even", "even")][choose.below(4)];
    [initiative, swapped]
        .map(|initiative| json!({"gap": gap, "initiative": initiative, "cap": cap}))
}
