//! Rulings of `docs/rules/fighters.md`, section 9, by hand: what is expected is worked out here from the weights of two
//! dice against two, for attacks that always kill or never do.

use crate::helpers::{answer, ask, number};
use serde_json::{Value, json};

/// A duel's answer.
#[track_caller]
pub fn duel(a: &Value, b: &Value, situation: &Value, set: &Value) -> Value {
    answer(
        &json!({"rules": "fighters", "ask": "duel", "a": a, "b": b, "situation": situation, "set": set,
        "method": "exact"}),
    )
}

/// A fighter with these stats, role and upgrades.
pub fn unit(stats: [i32; 3], role: &str, upgrades: Value) -> Value {
    let [skill, speed, armor] = stats;
    json!({"skill": skill, "speed": speed, "armor": armor, "role": role, "upgrades": upgrades})
}

/// The same with a policy.
pub fn with_policy(mut unit: Value, policy: Value) -> Value {
    unit["policy"] = policy;
    unit
}

#[track_caller]
fn attack(a: &Value, b: &Value, more: Value, set: Value) -> Value {
    let mut query = json!({"rules": "fighters", "ask": "attack", "a": a, "b": b, "set": set});
    let more = more.as_object().expect("keys").clone();
    query.as_object_mut().expect("an object").extend(more);
    answer(&query)
}

#[track_caller]
fn exchange(a: &Value, b: &Value, set: Value) -> Value {
    answer(&json!({"rules": "fighters", "ask": "exchange", "a": a, "b": b, "set": set}))
}

#[track_caller]
fn near(what: &str, got: f64, expected: f64) {
    assert!(
        (got - expected).abs() < 1e-12,
        "{what}: {got}, expected {expected}"
    );
}

/// The chance that 2D6 + `edge` less 2D6 passes a test, face by face.
fn chance(edge: i32, passes: impl Fn(i32) -> bool) -> f64 {
    let mut ways = 0;
    for faces in 0..6i32.pow(4) {
        let die = |at: u32| faces / 6i32.pow(at) % 6 + 1;
        if passes(die(0) + die(1) - die(2) - die(3) + edge) {
            ways += 1;
        }
    }
    f64::from(ways) / 1296.0
}

fn hit(edge: i32) -> f64 {
    chance(edge, |margin| margin > 0)
}

fn drawn(edge: i32) -> f64 {
    chance(edge, |margin| margin == 0)
}

fn kill(bite: i32) -> f64 {
    chance(bite, |margin| margin >= 3)
}

fn wound(bite: i32) -> f64 {
    chance(bite, |margin| margin == 1 || margin == 2)
}

/// Cells that make every hit of these weapons kill.
fn deadly(weapons: &[&str]) -> Value {
    let cells = weapons
        .iter()
        .map(|weapon| (format!("upgrades.{weapon}.damage"), json!(20)));
    cells.collect()
}

fn also(mut set: Value, key: &str, value: Value) -> Value {
    set[key] = value;
    set
}

/// FI-02, FI-03: roles without text fight as a follower does.
#[test]
fn fi_02_fi_03_roles_without_text() {
    let foe = unit([2, 1, 3], "guardian", json!(["mace", "shield"]));
    let figure = |role: &str| {
        let me = unit([3, 2, 1], role, json!(["sword", "shield"]));
        number(&duel(&me, &foe, &json!({}), &json!({})), "win_a")
    };
    let follower = figure("follower");
    for role in ["assault", "brute", "hunter", "sniper", "earthshaper"] {
        assert_eq!(figure(role).to_bits(), follower.to_bits(), "{role}");
    }
    assert!(figure("champion") > follower + 0.05);
    // A rules file may give a role a text.
    let me = unit([3, 2, 1], "brute", json!(["sword", "shield"]));
    let set = json!({"roles.brute.skill": 1, "roles.brute.speed": 1, "roles.brute.armor": 1});
    let with_text = number(&duel(&me, &foe, &json!({}), &set), "win_a");
    assert_eq!(with_text.to_bits(), figure("champion").to_bits());
}

/// FI-04: at most two hands, unless anything goes.
#[test]
fn fi_04_two_hands() {
    let me = unit([3, 2, 1], "follower", json!(["longsword", "shield"]));
    let foe = unit([3, 2, 1], "follower", json!(["sword"]));
    let query =
        |set: Value| json!({"rules": "fighters", "ask": "duel", "a": me, "b": foe, "set": set});
    let refused = ask(&query(json!({})));
    assert_eq!(refused["ok"], json!(false));
    assert_eq!(refused["error"]["at"], json!("a.upgrades"));
    let message = refused["error"]["message"].as_str().expect("a message");
    assert!(
        message.contains("3 hands") && message.contains("loadout"),
        "{message}"
    );
    answer(&query(json!({"loadout": "free"})));
    answer(&query(json!({"combat.hands": 3})));
    let bill =
        |set: Value| answer(&json!({"rules": "fighters", "ask": "cost", "a": me, "set": set}));
    assert_eq!(bill(json!({}))["illegal"].as_array().map(Vec::len), Some(1));
    assert_eq!(bill(json!({"loadout": "free"}))["illegal"], json!([]));
}

/// FI-05: bare hands do Damage 0, or another number, or nothing; a bow may be a club.
#[test]
fn fi_05_without_a_melee_weapon() {
    let me = unit([3, 2, 1], "follower", json!(["bow"]));
    let foe = unit([2, 1, 3], "follower", json!([]));
    for (set, damage) in [
        (json!({}), 0),
        (json!({"unarmed_damage": 4}), 4),
        (json!({"bow_melee": true}), 1),
        (json!({"bow_melee": true, "unarmed_damage": "none"}), 1),
    ] {
        let odds = attack(&me, &foe, json!({}), set.clone());
        near(
            &format!("{set}"),
            number(&odds, "killed"),
            hit(1) * kill(damage - 3),
        );
    }
    let query = json!({"rules": "fighters", "ask": "attack", "a": me, "b": foe, "set": {"unarmed_damage": "none"}});
    let error = ask(&query)["error"].clone();
    assert_eq!(error["at"], json!("a"), "{error}");
    // Neither can attack: nothing ever happens, and they end in contact.
    let none = json!({"unarmed_damage": "none"});
    let odds = duel(&foe, &foe, &json!({"gap": 4, "rounds": 20}), &none);
    near("draw", number(&odds, "draw"), 1.0);
    let odds = exchange(&foe, &foe, none);
    assert_eq!(number(&odds, "mean_gap"), 0.0);
    // A duelist with nothing in hand has no free attack either; with fists it has.
    let duelist = unit([2, 1, 3], "duelist", json!([]));
    let sword = unit([2, 1, 3], "follower", json!(["axe"]));
    let fists = json!({"unarmed_damage": 20});
    near(
        "fists",
        number(&exchange(&sword, &duelist, fists), "a_killed"),
        drawn(0) * hit(0),
    );
    let empty = exchange(&sword, &duelist, json!({"unarmed_damage": "none"}));
    assert_eq!(number(&empty, "a_killed"), 0.0);
}

/// FI-06: what a wound does to one who is Wounded.
#[test]
fn fi_06_a_second_wound() {
    let me = unit([3, 2, 1], "follower", json!(["sword"]));
    let foe = unit([3, 1, 2], "follower", json!(["sword"]));
    let odds = |set: &str, status: Value| {
        attack(
            &me,
            &foe,
            json!({"b_status": status}),
            json!({"wounded_twice": set}),
        )
    };
    // Wounded: Skill 2, Armor 1.
    let none = odds("none", json!(["wounded", "wounded"]));
    near("killed", number(&none, "killed"), hit(1) * kill(1));
    assert_eq!(number(&none, "wounded"), 0.0);
    let kills = odds("kill", json!(["wounded"]));
    near(
        "killed",
        number(&kills, "killed"),
        hit(1) * (kill(1) + wound(1)),
    );
    let stack = odds("stack", json!(["wounded", "wounded"]));
    near("killed", number(&stack, "killed"), hit(2) * kill(2));
    near("wounded", number(&stack, "wounded"), hit(2) * wound(2));
}

/// FI-08: a draw is a success of the attacker, who has no draws and no Follow-up then.
#[test]
fn fi_08_equal_is_enough() {
    let query = |ask: &str, beat: &str| match ask {
        "opposed" => answer(
            &json!({"rules": "fighters", "ask": ask, "attacker": 1, "defender": 2, "set": {"beat": beat}}),
        ),
        _ => answer(
            &json!({"rules": "fighters", "ask": ask, "stat": 1, "difficulty": 8, "set": {"beat": beat}}),
        ),
    };
    let strict = query("opposed", "strict");
    let equal = query("opposed", "equal");
    near("win", number(&strict, "win"), hit(-1));
    near("win", number(&equal, "win"), hit(-1) + drawn(-1));
    assert_eq!(number(&equal, "draw"), 0.0);
    near("lose", number(&equal, "lose"), number(&strict, "lose"));
    near("adv2", number(&equal, "adv2"), number(&strict, "adv2"));
    near(
        "basic",
        number(&query("basic", "strict"), "success"),
        15.0 / 36.0,
    );
    near(
        "basic",
        number(&query("basic", "equal"), "success"),
        21.0 / 36.0,
    );
}

/// FI-09: the floor holds the stat, and bonuses come after it.
#[test]
fn fi_09_the_floor() {
    let me = unit([1, 2, 3], "follower", json!(["axe"]));
    let foe = unit([1, 2, 3], "follower", json!(["sword"]));
    let stunned = json!({"a_status": ["stunned", "wounded"], "special": "hook"});
    for (set, edge) in [
        (json!({}), 1 - 3 - 1 - 2 - 1),
        (json!({"stat_floor": 0}), -2 - 1),
    ] {
        let odds = attack(&me, &foe, stunned.clone(), set);
        near("hit", number(&odds, "hit"), hit(edge));
    }
}

/// FI-10: Hook takes the shield away before its own damage, or after it.
#[test]
fn fi_10_hook_and_shield() {
    let me = unit([3, 2, 1], "follower", json!(["axe"]));
    let foe = unit([2, 1, 3], "follower", json!(["sword", "shield"]));
    for (before, armor) in [(true, 3), (false, 4)] {
        let odds = attack(
            &me,
            &foe,
            json!({"special": "hook"}),
            json!({"status_before_damage": before}),
        );
        near("killed", number(&odds, "killed"), hit(-1) * kill(2 - armor));
        near(
            "staggered",
            number(&odds, "staggered"),
            hit(-1) * (1.0 - kill(2 - armor)),
        );
    }
}

/// FI-11, FI-12: the basic damage check, and the margins that kill.
#[test]
fn fi_11_fi_12_damage() {
    let me = unit([3, 2, 1], "follower", json!(["longsword"]));
    let foe = unit([2, 1, 3], "follower", json!(["sword"]));
    let odds = |set: Value| attack(&me, &foe, json!({}), set);
    // 2D6 + 3 above 7 + 3, that is 8 to 12: 15 of 36; by 3 or more, that is 10 to 12: 6 of 36.
    let basic = odds(json!({"damage_check": "basic"}));
    near("killed", number(&basic, "killed"), hit(1) * 6.0 / 36.0);
    near("wounded", number(&basic, "wounded"), hit(1) * 9.0 / 36.0);
    let by_hit = odds(json!({"kill_on": "hit"}));
    let far = chance(1, |margin| margin >= 3);
    near("killed", number(&by_hit, "killed"), far * hit(0));
    near(
        "wounded",
        number(&by_hit, "wounded"),
        (hit(1) - far) * hit(0),
    );
    let five = odds(json!({"kill_advantage": 5}));
    near(
        "killed",
        number(&five, "killed"),
        hit(1) * chance(0, |margin| margin >= 5),
    );
}

/// FI-13, FI-34 and Intimidating: who is driven back, and how far.
#[test]
fn fi_13_fi_34_pushes() {
    let gap = |weapon: &str, mode: &str, skill: i32, draw_push: &str| {
        let me = with_policy(
            unit([skill, 2, 1], "follower", json!([weapon])),
            json!({"mode": mode}),
        );
        let foe = unit([2, 1, 3], "follower", json!(["axe"]));
        number(
            &exchange(&me, &foe, json!({"draw_push": draw_push})),
            "mean_gap",
        )
    };
    near("always an inch", gap("axe", "normal", 2, "attacker"), 1.0);
    near(
        "but for draws",
        gap("axe", "normal", 2, "none"),
        1.0 - drawn(0),
    );
    near("Intimidating", gap("longaxe", "normal", 2, "none"), 1.0);
    // Blow Away: 3" on a hit and 1" on a miss.
    near(
        "Blow Away",
        gap("maul", "special-first", 2, "attacker"),
        1.0 + 2.0 * hit(-2),
    );
    near(
        "a sure hit",
        gap("maul", "special-first", 15, "attacker"),
        3.0,
    );
}

/// FI-14, FI-15: all free attacks, in their order, and none of them gives another.
#[test]
fn fi_14_fi_15_the_order_of_free_attacks() {
    let sword = json!(["sword"]);
    let all = deadly(&["sword", "longsword", "axe"]);
    // An attacking duelist: Follow-up at +1, then the duelist's attack at +0.
    let me = unit([3, 2, 1], "duelist", sword.clone());
    let foe = unit([2, 1, 3], "follower", sword.clone());
    let odds = exchange(&me, &foe, all.clone());
    let more = hit(2) + (1.0 - hit(2)) * hit(1);
    near(
        "b_killed",
        number(&odds, "b_killed"),
        hit(1) + drawn(1) * more,
    );
    assert_eq!(number(&odds, "a_killed"), 0.0);
    near(
        "mean_gap",
        number(&odds, "mean_gap"),
        1.0 + drawn(1) * (1.0 + (1.0 - hit(2))),
    );
    // A defending duelist answers after the Follow-up, if it lives.
    let odds = exchange(&foe, &me, all.clone());
    near(
        "b_killed",
        number(&odds, "b_killed"),
        hit(-1) + drawn(-1) * hit(0),
    );
    near(
        "a_killed",
        number(&odds, "a_killed"),
        drawn(-1) * (1.0 - hit(0)) * hit(1),
    );
    // Duelist against duelist: Follow-up only.
    let other = unit([2, 1, 3], "duelist", sword.clone());
    let odds = exchange(&me, &other, all.clone());
    near(
        "b_killed",
        number(&odds, "b_killed"),
        hit(1) + drawn(1) * hit(2),
    );
    // No free attacks at all.
    let none = also(all, "free_attack_cap", json!(0));
    let odds = exchange(&me, &foe, none);
    near("b_killed", number(&odds, "b_killed"), hit(1));
    near("mean_gap", number(&odds, "mean_gap"), 1.0);
}

/// FI-16, FI-26: who goes first, with attacks that kill and charges that always arrive.
#[test]
fn fi_16_fi_26_initiative() {
    let me = unit([3, 2, 1], "follower", json!(["axe"]));
    let set = deadly(&["axe"]);
    let p = hit(0);
    let activation = 1.0 - (1.0 - p).powi(3);
    let stays = 1.0 - activation;
    let wins = |initiative: &str, first: &str| {
        let set = also(set.clone(), "initiative", json!(initiative));
        let situation = json!({"gap": 0, "rounds": 2, "first": first});
        number(&duel(&me, &me, &situation, &set), "win_a")
    };
    let first = activation * (1.0 + stays.powi(2));
    let second = stays * activation * (1.0 + stays.powi(2));
    near("fixed", wins("fixed", "coin"), first);
    near("fixed, b", wins("fixed", "b"), second);
    near("coin", wins("each-round", "coin"), (first + second) / 2.0);
    let then_second = activation * (1.0 + stays.powi(3));
    let then_first = activation * (stays + stays.powi(2));
    near("alternate, a", wins("alternate", "a"), then_second);
    near("alternate, b", wins("alternate", "b"), then_first);
    near(
        "alternate",
        wins("alternate", "coin"),
        (then_second + then_first) / 2.0,
    );
    let even = activation * (1.0 + stays.powi(2) * (1.0 + stays) / 2.0);
    near("each round, a", wins("each-round", "a"), even);
}

/// FI-17: a charge from 8": moves on, or stays.
#[test]
fn fi_17_a_short_charge() {
    let me = with_policy(
        unit([3, 2, 1], "follower", json!(["axe"])),
        json!({"charge_at": 8}),
    );
    let foe = with_policy(
        unit([3, 2, 1], "follower", json!([])),
        json!({"plan": "kite"}),
    );
    let situation = json!({"gap": 8, "rounds": 1, "first": "a"});
    let set = |reading: &str| {
        let mut set = also(deadly(&["axe"]), "failed_charge", json!(reading));
        // Two actions: the second charge is from where the first has left it.
        set["combat.actions"] = json!(2);
        set
    };
    let rolls = |from: i32| -> Vec<(i32, f64)> {
        (2..=12)
            .filter(|roll| *roll >= from)
            .map(|roll: i32| (roll, f64::from(6 - (roll - 7).abs()) / 36.0))
            .collect()
    };
    let reach = |gap: i32| -> f64 { rolls(gap).iter().map(|roll| roll.1).sum() };
    let p = hit(0);
    // Arrived at once: two attacks, for the push of an inch is always made good.
    let at_once = reach(8) * (1.0 - (1.0 - p).powi(2));
    let stay = at_once + (1.0 - reach(8)) * reach(8) * p;
    let short = rolls(2).into_iter().filter(|roll| roll.0 < 8);
    let moved: f64 = short
        .map(|(roll, chance)| chance * reach(8 - roll) * p)
        .sum();
    let wins = |reading| number(&duel(&me, &foe, &situation, &set(reading)), "win_a");
    near("stay", wins("stay"), stay);
    near("move", wins("move"), at_once + moved);
}

/// FI-21, FI-24: toggles of skirmishes are read, and change no duel.
#[test]
fn fi_21_fi_24_are_for_skirmishes() {
    let me = unit([3, 2, 1], "guardian", json!(["sword", "shield"]));
    let figure = |set: Value| number(&duel(&me, &me, &json!({}), &set), "win_a").to_bits();
    let plain = figure(json!({}));
    assert_eq!(
        figure(json!({"hold_radius": 6, "guardian_stacks": true})),
        plain
    );
}

/// FI-23: Staggered and Stunned take the same shield away, once. (A shot looks at Speed, which neither changes.)
#[test]
fn fi_23_one_shield_lost_once() {
    let me = unit([3, 2, 1], "follower", json!(["bow"]));
    let foe = unit([3, 1, 2], "follower", json!(["axe", "shield"]));
    let killed = |status: Value| {
        number(
            &attack(
                &me,
                &foe,
                json!({"weapon": "bow", "b_status": status}),
                json!({}),
            ),
            "killed",
        )
    };
    near("held", killed(json!([])), hit(2) * kill(1 - 3));
    for status in [
        json!(["staggered"]),
        json!(["stunned"]),
        json!(["staggered", "stunned"]),
    ] {
        near(
            &format!("{status}"),
            killed(status.clone()),
            hit(2) * kill(1 - 2),
        );
    }
}

/// FI-25: Heavy looks at the Armor with shield and guard, and comes last.
#[test]
fn fi_25_heavy_comes_last() {
    let me = unit([3, 1, 2], "brute", json!(["maul"]));
    for (role, armor, expected) in [("guardian", 3, 2), ("follower", 1, 2), ("follower", 0, 1)] {
        let foe = unit([3, 1, armor], role, json!(["sword", "shield"]));
        let odds = attack(&me, &foe, json!({}), json!({}));
        near(
            "killed",
            number(&odds, "killed"),
            hit(0) * kill(2 - expected),
        );
    }
}

/// FI-27, FI-30: any melee attack on the bearer of a longsword that misses by 2 or more; never a shot.
#[test]
fn fi_27_fi_30_true_time() {
    let set = deadly(&["longsword"]);
    let harmless = also(set, "upgrades.mace.damage", json!(-20));
    let me = unit([3, 2, 1], "follower", json!(["mace"]));
    let foe = unit([3, 1, 2], "follower", json!(["longsword"]));
    let odds = exchange(&me, &foe, harmless.clone());
    let answered = chance(0, |margin| margin <= -2);
    near("a_killed", number(&odds, "a_killed"), answered * hit(0));
    // With both hands full of other things (loadout = free) it is still ready.
    let mut foe = foe;
    foe["upgrades"] = json!(["mace", "shield", "longsword"]);
    let free = also(harmless.clone(), "loadout", json!("free"));
    let odds = exchange(&me, &foe, free);
    near("b's mace", number(&odds, "a_killed"), 0.0);
    near(
        "the answer is made",
        number(&odds, "mean_gap"),
        1.0 + answered,
    );
    // A shot that misses is not answered.
    let archer = with_policy(
        unit([-5, 2, 1], "follower", json!(["bow"])),
        json!({"plan": "shoot"}),
    );
    let foe = with_policy(
        unit([3, 15, 2], "follower", json!(["longsword"])),
        json!({"plan": "kite"}),
    );
    let odds = duel(&archer, &foe, &json!({"gap": 0}), &harmless);
    near("draw", number(&odds, "draw"), 1.0);
}

/// FI-28: a weapon that both stuns and finishes does so in one blow.
#[test]
fn fi_28_stun_and_finish() {
    let me = unit([3, 2, 1], "follower", json!(["axe"]));
    let foe = unit([3, 1, 2], "follower", json!(["sword"]));
    let set = json!({"upgrades.axe.crushing": 3});
    let odds = attack(&me, &foe, json!({}), set.clone());
    let far = chance(0, |margin| margin >= 3);
    near(
        "killed",
        number(&odds, "killed"),
        (hit(0) - far) * kill(0) + far * kill(3),
    );
    let after = also(set, "status_before_damage", json!(false));
    let odds = attack(&me, &foe, json!({}), after);
    near("killed", number(&odds, "killed"), hit(0) * kill(0));
    let plain = attack(&me, &foe, json!({}), json!({}));
    near("killed", number(&plain, "killed"), hit(0) * kill(0));
}

/// FI-29: Follow-up needs a sword in the drawn attack; the repeat uses the policy's weapon.
#[test]
fn fi_29_follow_up_with_the_weapon_in_hand() {
    let me = with_policy(
        unit([3, 2, 1], "follower", json!(["sword", "axe"])),
        json!({"weapon": "finisher"}),
    );
    let foe = unit([3, 1, 2], "follower", json!(["mace"]));
    let set = deadly(&["sword", "axe"]);
    let odds = |status: Value| {
        number(
            &answer(
                &json!({"rules": "fighters", "ask": "exchange", "a": me, "b": foe, "b_status": status, "set": set}),
            ),
            "b_killed",
        )
    };
    // Not Stunned: the sword, and again. Stunned (Skill 0): the axe, once.
    near("sword", odds(json!([])), hit(0) + drawn(0) * hit(1));
    near("axe", odds(json!(["stunned"])), hit(3));
}

/// FI-32: a drawn damage check is no draw: no Follow-up, no duelist's attack.
#[test]
fn fi_32_damage_is_never_drawn() {
    let me = unit([15, 2, 1], "duelist", json!(["sword"]));
    let foe = unit([2, 1, 3], "follower", json!(["sword"]));
    let odds = exchange(&me, &foe, json!({}));
    near("b_killed", number(&odds, "b_killed"), kill(-1));
    near("mean_gap", number(&odds, "mean_gap"), 1.0);
}

/// Section 2: what each special rule of a weapon does to one attack.
#[test]
fn special_rules_of_weapons() {
    let foe = unit([2, 1, 3], "follower", json!(["sword", "shield"]));
    let odds = |weapon: &str, more: Value| {
        attack(
            &unit([3, 2, 1], "follower", json!([weapon])),
            &foe,
            more,
            json!({}),
        )
    };
    // Decapitate.
    let axe = odds("longaxe", json!({}));
    let far = chance(1, |margin| margin >= 5);
    near(
        "longaxe",
        number(&axe, "killed"),
        far + (hit(1) - far) * kill(3 - 4),
    );
    // Crushing: the shield is lost to the stun.
    let mace = odds("mace", json!({}));
    let far = chance(1, |margin| margin >= 3);
    near(
        "mace",
        number(&mace, "killed"),
        (hit(1) - far) * kill(1 - 4) + far * kill(1 - 3),
    );
    near(
        "mace stuns",
        number(&mace, "stunned"),
        far * (1.0 - kill(1 - 3)),
    );
    // Finisher, against Skill 2 - 3.
    let finish = odds("axe", json!({"b_status": ["stunned"]}));
    near("axe", number(&finish, "killed"), hit(4) * kill(2 + 3 - 3));
    assert_eq!(number(&finish, "stunned"), 0.0, "not newly so");
    // Aim and Follow-up are a bonus.
    let aimed = odds("bow", json!({"bonus": 2, "weapon": "bow"}));
    near("bow", number(&aimed, "hit"), hit(3 + 2 - 1));
    assert_eq!(aimed["weapon"], json!("bow"));
}
