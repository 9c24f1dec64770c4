//! Rulings of `docs/rules/allesfezs.md`, section 9, on checks, face-to-face rolls and reactions, and what the other tests
//! of the rulings share. What is expected is worked out here from the reference: by hand, or face by face.

use crate::helpers::{answer, ask, number};
use serde_json::{Value, json};
use std::collections::BTreeMap;

// ---------------------------------------------------------------------------------------------------------------
// What the tests of the rulings share
// ---------------------------------------------------------------------------------------------------------------

/// An object with more keys.
pub fn with(mut object: Value, more: Value) -> Value {
    let more = more.as_object().expect("keys").clone();
    object.as_object_mut().expect("an object").extend(more);
    object
}

/// A unit with 13 in everything, and these keys.
pub fn unit(keys: Value) -> Value {
    with(json!({"mot": 13, "phy": 13, "wil": 13}), keys)
}

/// Somebody to hit: no armour, no reaction.
pub fn target() -> Value {
    unit(json!({}))
}

/// The query for the odds of an attack.
pub fn attack(query: Value, set: Value) -> Value {
    with(
        json!({"rules": "allesfezs", "ask": "attack", "set": set}),
        query,
    )
}

/// The odds of an attack.
#[track_caller]
pub fn odds(query: Value, set: Value) -> Value {
    answer(&attack(query, set))
}

/// Checks a number that is exact but for the last bits.
#[track_caller]
pub fn near(what: &str, got: f64, expected: f64) {
    assert!(
        (got - expected).abs() < 1e-12,
        "{what}: {got}, expected {expected}"
    );
}

/// A check (3.1): none if a d20 that shows `v` fails against `t`, else whether it is critical.
pub fn check(v: i32, t: i32) -> Option<bool> {
    let success = v == 20 || (v != 1 && v >= t);
    let boundary = if t >= 1 { 20 } else { (20 - (1 - t)).max(2) };
    success.then_some(v >= boundary && t < 20)
}

/// Chance that a margin costs 1 STR (section 4, step 8).
pub fn loss(margin: i32) -> f64 {
    f64::from(margin.clamp(0, 20)) / 20.0
}

/// Chances that a plain and that a critical hit cost 1 STR.
pub fn losses(damage: i32, armour: i32) -> [f64; 2] {
    [loss(damage - armour), loss(damage + 5 - armour)]
}

/// Chance that one unopposed die costs 1 STR, face by face.
pub fn hit(t: i32, damage: i32, armour: i32) -> f64 {
    let [plain, crit] = losses(damage, armour);
    let face = |v| match check(v, t) {
        None => 0.0,
        Some(false) => plain,
        Some(true) => crit,
    };
    (1..=20).map(face).sum::<f64>() / 20.0
}

/// Chance that at least one of `n` tries works.
pub fn any(p: f64, n: i32) -> f64 {
    1.0 - (1.0 - p).powi(n)
}

/// Dice and their target value.
pub type Pool = (u32, i32);

/// Which successful dice stand: the active side's, the reactor's.
pub type Stands<'a> = &'a dyn Fn(&[i32], &[i32]) -> [Vec<i32>; 2];

/// A face-to-face roll over all faces of all dice: how many of `total` end with so many plain and critical dice standing
/// for the active side, and for the reactor.
pub struct Clash {
    counts: BTreeMap<[usize; 4], u64>,
    total: u64,
}

/// Rolls every face of every die.
pub fn clash(active: Pool, reactor: Pool, stands: Stands) -> Clash {
    let total = 20u64.pow(active.0 + reactor.0);
    let mut counts = BTreeMap::new();
    for mut faces in 0..total {
        let mut roll = |pool: Pool| -> Vec<i32> {
            let mut dice = Vec::new();
            for _ in 0..pool.0 {
                dice.push((faces % 20) as i32 + 1);
                faces /= 20;
            }
            dice.retain(|v| check(*v, pool.1).is_some());
            dice
        };
        let (a, b) = (roll(active), roll(reactor));
        let [a, b] = stands(&a, &b);
        let crits = |dice: &[i32], t| dice.iter().filter(|v| check(**v, t) == Some(true)).count();
        let [ca, cb] = [crits(&a, active.1), crits(&b, reactor.1)];
        *counts
            .entry([a.len() - ca, ca, b.len() - cb, cb])
            .or_insert(0) += 1;
    }
    Clash { counts, total }
}

impl Clash {
    fn sum(&self, of: impl Fn([usize; 4]) -> f64) -> f64 {
        let sum: f64 = self.counts.iter().map(|(k, n)| *n as f64 * of(*k)).sum();
        sum / self.total as f64
    }

    /// Chance of `n` active dice standing.
    pub fn survivors(&self, n: usize) -> f64 {
        self.sum(|[plain, crit, ..]| f64::from(u8::from(plain + crit == n)))
    }

    /// Chances that a target of STR 1, an active unit of STR 1, both die.
    pub fn kills(&self, target: [f64; 2], active: [f64; 2]) -> [f64; 3] {
        let dies = |loss: [f64; 2], plain: usize, crit: usize| {
            1.0 - (1.0 - loss[0]).powi(plain as i32) * (1.0 - loss[1]).powi(crit as i32)
        };
        [
            self.sum(|[p, c, ..]| dies(target, p, c)),
            self.sum(|[_, _, p, c]| dies(active, p, c)),
            self.sum(|[p, c, bp, bc]| dies(target, p, c) * dies(active, bp, bc)),
        ]
    }
}

/// 3.2: a die stands unless a higher one of the other side succeeded; equal dice by AE-09.
pub fn by_ties(ties: &str) -> impl Fn(&[i32], &[i32]) -> [Vec<i32>; 2] + use<> {
    let active = matches!(ties, "both" | "active");
    let reactor = matches!(ties, "both" | "reactor");
    move |a, b| {
        let top = |dice: &[i32]| dice.iter().copied().max().unwrap_or(0);
        let stand = |dice: &[i32], other: i32, equal: bool| {
            let stands = |v: &i32| *v > other || (equal && *v == other);
            dice.iter().copied().filter(stands).collect()
        };
        [stand(a, top(b), active), stand(b, top(a), reactor)]
    }
}

/// `one_die` (AE-16, AE-17): each successful defence die cancels the highest lower attack die still standing; an equal
/// die counts as lower where `ties` lets the defender win, or cancels both.
pub fn one_die(ties: &str) -> impl Fn(&[i32], &[i32]) -> [Vec<i32>; 2] + use<> {
    let equal = matches!(ties, "reactor" | "cancel");
    move |a, b| {
        let mut standing = a.to_vec();
        standing.sort_unstable();
        let mut defence = b.to_vec();
        defence.sort_unstable();
        for d in defence.into_iter().rev() {
            let lower = |v: &i32| *v < d || (equal && *v == d);
            if let Some(at) = standing.iter().rposition(lower) {
                standing.remove(at);
            }
        }
        [standing, b.to_vec()]
    }
}

/// A rules file in a folder that lives as long as the value.
pub struct RulesFile {
    _folder: tempfile::TempDir,
    pub path: String,
}

/// Writes a rules file that extends the built-in one.
pub fn rules_file(cells: &str) -> RulesFile {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rules.toml");
    std::fs::write(&path, format!("extends = \"allesfezs\"\n{cells}")).expect("a file");
    RulesFile {
        path: path.display().to_string(),
        _folder: folder,
    }
}

/// Checks dice that stand and who dies against a face-to-face roll worked out face by face.
#[track_caller]
fn same(odds: &Value, clash: &Clash, target: [f64; 2], active: [f64; 2]) {
    for (n, got) in odds["survivors"]
        .as_array()
        .expect("survivors")
        .iter()
        .enumerate()
    {
        near(
            &format!("survivors[{n}]"),
            got.as_f64().expect("a number"),
            clash.survivors(n),
        );
    }
    let kills = clash.kills(target, active);
    near("kill_defender", number(odds, "kill_defender"), kills[0]);
    near("kill_attacker", number(odds, "kill_attacker"), kills[1]);
    near("kill_both", number(odds, "kill_both"), kills[2]);
}

/// A swordsman.
pub fn swordsman(ohs: i32) -> Value {
    unit(json!({"aptitudes": {"ohs": ohs}, "weapons": ["sword"]}))
}

/// A rifleman: one die, whatever the aptitude.
pub fn rifleman(mot: i32, firearm: i32) -> Value {
    unit(json!({"mot": mot, "aptitudes": {"firearm": firearm}, "weapons": ["bolt_action_rifle"]}))
}

// ---------------------------------------------------------------------------------------------------------------
// Checks and face-to-face rolls
// ---------------------------------------------------------------------------------------------------------------

#[test]
fn ae_05_success_is_at_or_above() {
    for (ohs, t) in [(0, 13), (2, 11), (4, 9), (6, 7), (8, 5), (10, 3)] {
        let got = odds(
            json!({"a": swordsman(ohs), "b": target(), "gap": 0}),
            json!({}),
        );
        assert_eq!(got["target"], json!(t));
        // Faces t to 20.
        near("success", number(&got, "success"), f64::from(21 - t) / 20.0);
        let dice = (ohs / 2).max(1);
        near(
            "kill",
            number(&got, "kill_defender"),
            any(hit(t, 12, 0), dice),
        );
    }
}

#[test]
fn a_one_always_fails_and_a_twenty_always_succeeds() {
    for mot in 1..=20 {
        // At 0 to 8 inches the rifle has no modifier.
        let got = odds(
            json!({"a": rifleman(mot, 0), "b": target(), "gap": 5}),
            json!({}),
        );
        let faces = (1..=20).filter(|v| check(*v, mot).is_some()).count();
        near("success", number(&got, "success"), faces as f64 / 20.0);
        near("kill", number(&got, "kill_defender"), hit(mot, 18, 0));
    }
}

#[test]
fn ae_06_a_twenty_that_is_the_only_success_is_no_critical() {
    // Flintlock pistol at 20": 16 + 2 = 18, and Elusive 2 or 4 on top. Bullet 14 without armour: 14/20, critical 19/20.
    for (elusive, no, yes) in [(0, 0.05, 0.05), (2, 0.0, 0.05), (4, 0.0, 0.05)] {
        let a = unit(json!({"mot": 16, "weapons": ["flintlock_pistol"]}));
        let b = unit(json!({"elusive": elusive}));
        let query = json!({"a": a, "b": b, "gap": 20});
        for (toggle, crit) in [("no", no), ("yes", yes)] {
            let got = odds(query.clone(), json!({"crit_only_effects": toggle}));
            let t = 18 + elusive;
            assert_eq!(got["target"], json!(t));
            near("crit", number(&got, "crit"), crit);
            let plain = f64::from((21 - t).max(1)) / 20.0 - crit;
            near(
                "kill",
                number(&got, "kill_defender"),
                plain * 0.7 + crit * 0.95,
            );
        }
    }
}

#[test]
fn ae_07_values_below_one_lower_the_critical_boundary() {
    // Sniper rifle at 20" after Idle: MOT - 10 - 2 - 4 - 2.
    for (mot, t, boundary) in [
        (19, 1, 20),
        (18, 0, 19),
        (17, -1, 18),
        (15, -3, 16),
        (2, -16, 3),
        (1, -17, 2),
    ] {
        let a =
            unit(json!({"mot": mot, "aptitudes": {"firearm": 10}, "weapons": ["sniper_rifle"]}));
        let query = json!({"a": a, "b": target(), "gap": 20, "aim": true});
        let on = odds(query.clone(), json!({}));
        assert_eq!(on["target"], json!(t));
        near("success", number(&on, "success"), 0.95);
        near("crit", number(&on, "crit"), f64::from(21 - boundary) / 20.0);
        let off = odds(query.clone(), json!({"crit_lowering": "off"}));
        near("crit, off", number(&off, "crit"), 0.05);
        // Never below 2: ten points lower still.
        let lower = odds(query, json!({"weapons.sniper_rifle.accurate": 14}));
        assert_eq!(lower["target"], json!(t - 10));
        let boundary = (boundary - 10).max(2);
        near(
            "crit, lower",
            number(&lower, "crit"),
            f64::from(21 - boundary) / 20.0,
        );
    }
}

#[test]
fn ae_09_ties_in_a_face_to_face_roll() {
    // 3 sword dice at 7 against a counter at 9; no armour, so 12/20 and 17/20 on both sides.
    let (a, b) = (swordsman(6), swordsman(4));
    let mut kills = Vec::new();
    for ties in ["both", "active", "reactor", "cancel"] {
        let query = json!({"a": a, "b": b, "gap": 0, "reaction": {"kind": "counter"}});
        let got = odds(query, json!({"ties": ties}));
        let expected = clash((3, 7), (1, 9), &by_ties(ties));
        same(&got, &expected, losses(12, 0), losses(12, 0));
        kills.push([number(&got, "kill_defender"), number(&got, "kill_attacker")]);
    }
    // Who loses the tie has the worse of it.
    let [both, active, reactor, cancel] = [kills[0], kills[1], kills[2], kills[3]];
    near("active keeps its dice", active[0], both[0]);
    near("reactor keeps its die", reactor[1], both[1]);
    near("cancelled like a loser", cancel[0], reactor[0]);
    near("cancelled like a loser", cancel[1], active[1]);
    assert!(reactor[0] < both[0] - 1e-6 && active[1] < both[1] - 1e-6);
}

#[test]
fn ae_09_ties_in_a_dodge_and_a_block() {
    for ties in ["both", "active", "reactor", "cancel"] {
        let a = swordsman(4);
        let b = unit(json!({"aptitudes": {"agility": 4, "ohs": 2}, "weapons": ["sword"]}));
        let set = json!({"ties": ties});
        let query = json!({"a": a, "b": b, "gap": 0, "reaction": {"kind": "dodge"}});
        let expected = clash((2, 9), (1, 9), &by_ties(ties));
        same(
            &odds(query, set.clone()),
            &expected,
            losses(12, 0),
            [0.0; 2],
        );
        let query = json!({"a": a, "b": b, "gap": 0, "reaction": {"kind": "block"}});
        let expected = clash((2, 9), (2, 11), &by_ties(ties));
        same(&odds(query, set), &expected, losses(12, 0), [0.0; 2]);
    }
}

#[test]
fn ae_10_the_natural_number_counts_not_the_critical() {
    // One die at -3, critical from 16, against a counter at 9: a critical 16 loses to an ordinary 17.
    let (a, b) = (rifleman(7, 10), swordsman(4));
    let query = json!({"a": a, "b": b, "gap": 0, "reaction": {"kind": "counter"}});
    let got = odds(query, json!({}));
    assert_eq!(got["target"], json!(-3));
    near("crit", number(&got, "crit"), 0.25);
    let expected = clash((1, -3), (1, 9), &by_ties("both"));
    same(&got, &expected, losses(18, 0), losses(12, 0));
    // By hand: the die at v stands against all but the (20 - max(v, 8)) higher successes, of 20.
    let stands: f64 = (2..=20)
        .map(|v: i32| 1.0 - f64::from(20 - v.max(8)) / 20.0)
        .sum();
    near(
        "survivors",
        got["survivors"][1].as_f64().unwrap(),
        stands / 20.0,
    );
}

// ---------------------------------------------------------------------------------------------------------------
// Reactions
// ---------------------------------------------------------------------------------------------------------------

#[test]
fn ae_15_a_reaction_attack_has_one_die() {
    let a = rifleman(13, 0);
    for (weapons, aptitudes, gap, full) in [
        (json!(["sword"]), json!({"ohs": 6}), 0, 3),
        (json!(["pistol"]), json!({}), 10, 2),
        (json!(["shotgun"]), json!({}), 10, 8),
        (json!(["pdw"]), json!({"firearm": 4}), 10, 4),
    ] {
        let b = unit(json!({"weapons": weapons, "aptitudes": aptitudes}));
        let query = json!({"a": a, "b": b, "gap": gap, "reaction": {"kind": "counter"}});
        for (toggle, dice) in [("one", 1), ("full", full)] {
            let got = odds(query.clone(), json!({"reaction_dice": toggle}));
            assert_eq!(got["reaction"]["dice"], json!(dice), "{weapons} {toggle}");
        }
    }
    // Three sword dice at 7 against one rifle die at 13, and one.
    let query = json!({"a": a, "b": swordsman(6), "gap": 0, "reaction": {"kind": "counter"}});
    for (toggle, dice) in [("one", 1), ("full", 3)] {
        let got = odds(query.clone(), json!({"reaction_dice": toggle}));
        let expected = clash((1, 13), (dice, 7), &by_ties("both"));
        same(&got, &expected, losses(18, 0), losses(12, 0));
    }
}

#[test]
fn ae_16_dodge_scope_all_and_one_die() {
    // Three dice at 7 against a dodge at 9.
    let b = unit(json!({"aptitudes": {"agility": 4}}));
    let query = json!({"a": swordsman(6), "b": b, "gap": 0, "reaction": {"kind": "dodge"}});
    for ties in ["both", "active", "reactor", "cancel"] {
        let all = odds(query.clone(), json!({"ties": ties}));
        let expected = clash((3, 7), (1, 9), &by_ties(ties));
        same(&all, &expected, losses(12, 0), [0.0; 2]);
        let one = odds(
            query.clone(),
            json!({"ties": ties, "dodge_scope": "one_die"}),
        );
        let expected = clash((3, 7), (1, 9), &one_die(ties));
        same(&one, &expected, losses(12, 0), [0.0; 2]);
        assert!(number(&one, "kill_defender") > number(&all, "kill_defender") + 0.01);
        // The other defence's toggle says nothing about it.
        let other = odds(
            query.clone(),
            json!({"ties": ties, "block_scope": "one_die"}),
        );
        assert_eq!(other["survivors"], all["survivors"]);
    }
}

#[test]
fn ae_17_block_scope_all_and_one_die() {
    // Two dice at 9 against two block dice at 13 - 4 = 9.
    let query =
        json!({"a": swordsman(4), "b": swordsman(4), "gap": 0, "reaction": {"kind": "block"}});
    for ties in ["both", "active", "reactor", "cancel"] {
        let all = odds(query.clone(), json!({"ties": ties}));
        let expected = clash((2, 9), (2, 9), &by_ties(ties));
        same(&all, &expected, losses(12, 0), [0.0; 2]);
        let one = odds(
            query.clone(),
            json!({"ties": ties, "block_scope": "one_die"}),
        );
        let expected = clash((2, 9), (2, 9), &one_die(ties));
        same(&one, &expected, losses(12, 0), [0.0; 2]);
        assert!(number(&one, "kill_defender") > number(&all, "kill_defender") + 1e-3);
        let other = odds(
            query.clone(),
            json!({"ties": ties, "dodge_scope": "one_die"}),
        );
        assert_eq!(other["survivors"], all["survivors"]);
    }
}

#[test]
fn ae_23_the_attribute_that_blocks() {
    let b = unit(
        json!({"mot": 10, "phy": 12, "aptitudes": {"ohs": 4, "agility": 6}, "weapons": ["sword"]}),
    );
    let query = json!({"a": swordsman(0), "b": b, "gap": 0, "reaction": {"kind": "block"}});
    // PHY 12 - 4, MOT 10 - 4; Agility is for dodging.
    for (toggle, t) in [("phy", 8), ("mot", 6)] {
        let got = odds(query.clone(), json!({"block_attr": toggle}));
        assert_eq!(got["reaction"]["target"], json!(t));
        assert_eq!(got["reaction"]["dice"], json!(2));
        let expected = clash((1, 13), (2, t), &by_ties("both"));
        same(&got, &expected, losses(12, 0), [0.0; 2]);
        // A dodge is PHY - agility under both.
        let dodge = with(query.clone(), json!({"reaction": {"kind": "dodge"}}));
        let got = odds(dodge, json!({"block_attr": toggle}));
        assert_eq!(got["reaction"]["target"], json!(6));
        assert_eq!(got["reaction"]["dice"], json!(1));
    }
}

#[test]
fn ae_24_which_attacks_can_be_blocked() {
    let bare: &[&str] = &[];
    // What attacks, from where; what the target carries, and a shield; under standard, cq, any.
    for (weapon, gap, carried, shield, expected) in [
        ("sword", 0, &["sword"][..], false, [true, true, true]),
        ("sword", 0, &["spear"], false, [true, true, true]),
        ("sword", 0, &["musket"], false, [true, true, true]),
        ("sword", 0, &["javelin"], false, [true, true, true]),
        ("sword", 0, bare, false, [false, false, true]),
        ("sword", 0, &["bow"], false, [false, false, true]),
        ("sword", 0, bare, true, [true, true, true]),
        ("unarmed", 0, bare, false, [true, true, true]),
        ("musket/bayonet", 0, &["club"], false, [true, true, true]),
        ("bow", 0, &["sword"], false, [false, false, true]),
        ("bow", 0, &["sword"], true, [true, false, true]),
        ("bow", 10, &["sword"], false, [false, false, true]),
        ("bow", 10, &["sword"], true, [true, false, true]),
        ("bow", 10, bare, true, [true, false, true]),
        (
            "javelin/thrown",
            10,
            &["sword"],
            false,
            [false, false, true],
        ),
        ("javelin/thrown", 10, &["sword"], true, [true, false, true]),
        ("hand_grenade", 10, &["sword"], true, [false, false, true]),
        ("blast:crush", 10, &["sword"], true, [false, false, true]),
        ("musket", 10, &["sword"], true, [false, false, true]),
        ("bolt:slash", 10, &["sword"], true, [true, false, true]),
        ("bolt:crush", 10, &["sword"], true, [true, false, true]),
        ("bolt:pierce", 10, &["sword"], true, [true, false, true]),
        ("bolt:bullet", 10, &["sword"], true, [false, false, true]),
        ("bolt:ap", 10, &["sword"], true, [false, false, true]),
        ("bolt:laser", 10, &["sword"], true, [false, false, true]),
        ("bolt:plasma", 10, &["sword"], true, [false, false, true]),
    ] {
        let mine = match weapon {
            "unarmed" => json!([]),
            _ => json!([weapon.split('/').next().unwrap()]),
        };
        let a = unit(json!({"weapons": mine}));
        let b = unit(json!({"weapons": carried, "shield": shield}));
        for (toggle, allowed) in ["standard", "cq", "any"].iter().zip(expected) {
            let query = json!({"a": a, "b": b, "weapon": weapon, "gap": gap, "reaction": {"kind": "block"}});
            let got = ask(&attack(query, json!({"block_compat": toggle})));
            assert_eq!(
                got["ok"],
                json!(allowed),
                "{weapon} at {gap} against {carried:?}, shield {shield}, {toggle}: {got}"
            );
            if !allowed {
                assert_eq!(got["error"]["at"], json!("reaction.kind"));
            }
        }
    }
}

#[test]
fn ae_25_the_best_aptitude_among_the_permitted_profiles() {
    let b = |shield: bool| {
        unit(json!({
            "aptitudes": {"ohs": 2, "finesse": 6, "contact": 10},
            "weapons": ["sword", "spear"], "shield": shield,
        }))
    };
    let blocked = |a: Value, weapon: &str, b: Value| {
        let query =
            json!({"a": a, "b": b, "weapon": weapon, "gap": 0, "reaction": {"kind": "block"}});
        odds(query, json!({}))["reaction"]["target"].clone()
    };
    // Against a sword bare hands are not permitted: the spear, 13 - 6. With a shield they are: 13 - 10 - 4.
    assert_eq!(blocked(swordsman(0), "sword", b(false)), json!(7));
    assert_eq!(blocked(swordsman(0), "sword", b(true)), json!(-1));
    // Against bare hands they are: 13 - 10.
    assert_eq!(blocked(swordsman(0), "unarmed", b(false)), json!(3));
}

#[test]
fn shield_adds_four_to_a_block_and_nothing_else() {
    let b = with(swordsman(2), json!({"shield": true}));
    let query = json!({"a": swordsman(0), "b": b, "gap": 0});
    for (kind, t) in [("block", 13 - 2 - 4), ("dodge", 13), ("counter", 13 - 2)] {
        let got = odds(
            with(query.clone(), json!({"reaction": {"kind": kind}})),
            json!({}),
        );
        assert_eq!(got["reaction"]["target"], json!(t), "{kind}");
    }
    let armed = with(swordsman(2), json!({"shield": true}));
    let got = odds(json!({"a": armed, "b": target(), "gap": 0}), json!({}));
    assert_eq!(got["target"], json!(11));
}
