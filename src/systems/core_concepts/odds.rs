//! The system's own questions: one clash, its matrix game, one shot, a stress test, a climb, a jump, a fall. Each is worked
//! out exactly, by the names of section 11 of the reference.

use super::answers::{Answer, Distribution};
use super::build::{Build, MOST};
use super::clash::{Blow, Clash, damages};
use super::data::Rules;
use super::feats::{self, Agile, Feat};
use super::fighter::nerve;
use super::shot::{Aim, Damage, Round, by_cover, by_distance};
use super::stress::Shaken;
use super::toggles::{NoReachDice, NoYes, StrayDamage};
use crate::document::{Checker, Field, Node, Problems, Shape};
use crate::systems::percent;
use crate::umpire::{Exact, TooBig};
use serde_json::json;

const BUILD: &str = "a named build, or a table";

fn sides() -> Vec<Field> {
    vec![
        Field::needed(
            "a",
            Shape::any().doc("the attacker: a named build, or a table"),
        ),
        Field::needed(
            "b",
            Shape::any().doc("the defender: a named build, or a table"),
        ),
        Field::maybe(
            "in_reach_of_defender",
            Shape::flag().doc("the attacker is within the defender's threat range (default true)"),
        ),
    ]
}

fn inches(key: &'static str, needed: bool, doc: &'static str) -> Field {
    let shape = Shape::number(0.0..=10_000.0).doc(doc);
    if needed {
        Field::needed(key, shape)
    } else {
        Field::maybe(key, shape)
    }
}

/// The questions, and what each may say beside the common keys.
pub fn questions() -> Vec<(&'static str, Shape)> {
    let ability = |doc| Shape::int(1..=i64::from(MOST)).doc(doc);
    let dice = |doc| Shape::int(0..=i64::from(MOST)).doc(doc);
    let mut clash = sides();
    clash.push(Field::maybe(
        "a_dice",
        dice("attack dice of the attacker; the rest defend (default: split even)"),
    ));
    clash.push(Field::maybe(
        "b_dice",
        dice("attack dice of the defender; the rest defend (default: split even)"),
    ));
    let shot = vec![
        Field::needed("a", Shape::any().doc(BUILD)),
        inches("distance", true, "inches to the target"),
        Field::maybe(
            "obstacles",
            Shape::int(0..=100).doc("obstacles in the line of fire (default 0)"),
        ),
        Field::maybe(
            "cover_agility",
            Shape::int(0..=i64::from(MOST)).doc("the target takes cover with this Agility"),
        ),
    ];
    let stress = |damage: Field| {
        vec![
            damage,
            Field::maybe(
                "printed",
                ability("printed Toughness (default: the Toughness given)"),
            ),
        ]
    };
    let mut shaken = stress(Field::needed(
        "damage",
        Shape::int(0..=10_000).doc("one package of damage"),
    ));
    shaken.insert(0, Field::needed("toughness", ability("Toughness now")));
    shaken.insert(
        1,
        Field::needed("stress", Shape::int(0..=10_000).doc("stress before")),
    );
    let mut fallen = stress(inches("height", true, "how far it falls, in inches"));
    fallen.push(Field::maybe("toughness", ability("Toughness now")));
    fallen.push(Field::maybe(
        "stress",
        Shape::int(0..=10_000).doc("stress before (default 0)"),
    ));
    let left = || {
        inches(
            "move_left",
            false,
            "inches the Move still has (default: enough)",
        )
    };
    vec![
        ("clash", Shape::table(clash)),
        ("nash", Shape::table(sides())),
        ("shot", Shape::table(shot)),
        ("stress", Shape::table(shaken)),
        (
            "climb",
            Shape::table(vec![
                Field::needed("agility", ability("Agility")),
                inches("height", true, "inches to the top edge"),
                Field::maybe("ladder", Shape::flag().doc("there is a ladder")),
                left(),
            ]),
        ),
        (
            "jump",
            Shape::table(vec![
                Field::needed("agility", ability("Agility")),
                inches("length", true, "inches to the other side"),
                left(),
            ]),
        ),
        ("fall", Shape::table(fallen)),
    ]
}

fn int(query: &Node, key: &str) -> Option<i64> {
    query.get(key).and_then(Node::as_int)
}

fn number(query: &Node, key: &str) -> Option<f64> {
    query.get(key).and_then(Node::as_number)
}

fn too_big(query: &Node) -> Problems {
    let mut checker = Checker::new(query);
    checker.fail(
        query,
        "this has too many outcomes to be worked out",
        Some("use fewer dice".to_owned()),
    );
    checker.finish().err().unwrap_or_default()
}

/// What both bring to a clash that a question asks about.
fn bring(rules: &Rules, a: &Build, b: &Build, query: &Node) -> Result<Clash, Problems> {
    let Some(blade) = a.blade(rules) else {
        let mut checker = Checker::new(query);
        checker.fail(
            query.get("a").unwrap_or(query),
            "the attacker has no melee weapon",
            Some("give it a `melee_weapon`, or set `unarmed` to `fists` (CC-28)".to_owned()),
        );
        return Err(checker.finish().err().unwrap_or_default());
    };
    let in_reach = query
        .get("in_reach_of_defender")
        .and_then(Node::as_bool)
        .unwrap_or(true);
    let back = b.blade(rules);
    let toggles = &rules.toggles;
    Ok(Clash {
        dice: [a.melee, b.melee],
        damage: [damages(Some(blade)), damages(back)],
        answers: in_reach && back.is_some(),
        half_lost: toggles.no_reach_dice == NoReachDice::HalfLost,
        faces: [rules.numbers.success, rules.numbers.critical],
        either: toggles.normal_def_cancels_crit == NoYes::Yes,
    })
}

fn names(a: &Build, b: &Build) -> [String; 2] {
    let name = |build: &Build, letter: &str| match build.label() {
        "" => letter.to_owned(),
        name => name.to_owned(),
    };
    [name(a, "A"), name(b, "B")]
}

/// The question `clash`.
pub fn clash(
    rules: &Rules,
    a: &Build,
    b: &Build,
    query: &Node,
    exact: &mut Exact,
) -> Result<Answer, Problems> {
    let clash = bring(rules, a, b, query)?;
    let mut checker = Checker::new(query);
    let mut dice = |at: usize, key: &str, even: u8| {
        let all = clash.dice[at];
        let Some(given) = query.get(key) else {
            return even;
        };
        let wanted = given.as_int().unwrap_or(0);
        if wanted > i64::from(all) {
            let side = ["attacker", "defender"][at];
            let message = format!("the {side} has no {wanted} dice to attack with");
            checker.fail(given, message, Some(format!("its Melee is {all}")));
        }
        wanted.clamp(0, i64::from(all)) as u8
    };
    let [all, other] = clash.dice;
    let even = if clash.answers { all.div_ceil(2) } else { all };
    let attack = dice(0, "a_dice", even);
    let back = dice(1, "b_dice", other.div_ceil(2));
    checker.finish()?;
    // A defender that may not attack has no attack dice, whatever it wants.
    let attack = [attack, if clash.answers { back } else { 0 }];
    let blows = clash.blows(attack);
    exact.set_budget(u64::MAX);
    let mut law = |blow: Blow| -> Result<Distribution, TooBig> {
        let mut damage = Distribution::default();
        for (landed, chance) in exact.law(blow)? {
            damage.put(blow.damage(landed), chance);
        }
        Ok(damage)
    };
    let [there, here] = [law(blows[0]), law(blows[1])];
    let (there, here) = match (there, here) {
        (Ok(there), Ok(here)) => (there, here),
        _ => return Err(too_big(query)),
    };
    let [attacker, defender] = names(a, b);
    let mut answer = Answer::new(format!("{attacker} clashes with {defender}"));
    let defence = [blows[1].defence, blows[0].defence];
    for (at, name) in [&attacker, &defender].into_iter().enumerate() {
        answer.line(format!(
            "{name}: {} attack and {} defence dice, damage {}, critical {}",
            attack[at], defence[at], clash.damage[at][0], clash.damage[at][1]
        ));
    }
    answer.put("a_dice", json!(attack[0]));
    answer.put("b_dice", json!(attack[1]));
    answer.put("damage_to_defender", there.json());
    answer.put("damage_to_attacker", here.json());
    answer.put("mean_to_defender", json!(there.mean()));
    answer.put("mean_to_attacker", json!(here.mean()));
    let heads = [
        format!("damage to {defender}"),
        format!("damage to {attacker}"),
    ];
    answer.distributions("damage", &[(&heads[0], &there), (&heads[1], &here)]);
    answer.line(format!(
        "on average {:.4} damage to {defender}, {:.4} to {attacker}",
        there.mean(),
        here.mean()
    ));
    Ok(answer)
}

/// The question `nash`.
pub fn nash(
    rules: &Rules,
    a: &Build,
    b: &Build,
    query: &Node,
    exact: &mut Exact,
) -> Result<Answer, Problems> {
    let clash = bring(rules, a, b, query)?;
    exact.set_budget(u64::MAX);
    let play = clash.game(exact).map_err(|TooBig| too_big(query))?;
    let [attacker, defender] = names(a, b);
    let mut answer = Answer::new(format!("How {attacker} and {defender} split their dice"));
    answer.put("value", json!(play.value));
    answer.put("attacker_mix", json!(play.rows));
    answer.put("defender_mix", json!(play.columns));
    let head = ["attack dice", &attacker, &defender].map(str::to_owned);
    let longest = play.rows.len().max(play.columns.len());
    let cell = |mix: &[f64], n: usize| mix.get(n).map_or(String::new(), |p| percent(*p));
    let rows =
        (0..longest).map(|n| vec![n.to_string(), cell(&play.rows, n), cell(&play.columns, n)]);
    answer.table(head.to_vec(), rows.collect());
    answer.line(format!(
        "worth {:+.6} damage to the attacker: done less taken",
        play.value
    ));
    Ok(answer)
}

/// The question `shot`.
pub fn shot(rules: &Rules, a: &Build, query: &Node, exact: &mut Exact) -> Result<Answer, Problems> {
    let Some(gun) = a.gun() else {
        let mut checker = Checker::new(query);
        checker.fail(
            query.get("a").unwrap_or(query),
            "the shooter has no shooting weapon",
            Some("give it a `ranged_weapon`".to_owned()),
        );
        return Err(checker.finish().err().unwrap_or_default());
    };
    let distance = number(query, "distance").unwrap_or(0.0);
    let obstacles = int(query, "obstacles").unwrap_or(0) as i32;
    let by_distance = by_distance(rules, distance);
    let by_cover = int(query, "cover_agility").map(|agility| by_cover(rules, agility as u8));
    let by_obstacles = obstacles * rules.numbers.obstacle;
    let difficulty = by_distance + by_obstacles + gun.modifier + by_cover.unwrap_or(0);
    let question = Damage {
        aim: Aim {
            dice: a.ballistics,
            difficulty,
            critical: rules.toggles.shooting_critical,
        },
        round: Round {
            damage: gun.damage,
            critical: gun.critical,
        },
    };
    exact.set_budget(u64::MAX);
    let law = exact.law(question).map_err(|TooBig| too_big(query))?;
    let mut damage = Distribution::default();
    let mut kinds = [0.0; 3];
    for ([kind, n], chance) in law {
        damage.put(n, chance);
        kinds[kind as usize] += chance;
    }
    let [miss, normal, critical] = kinds;
    // Section 4.2, step 5: obstacle after obstacle, the nearest to the target first.
    let strikes = f64::from(7 - rules.numbers.stray) / 6.0;
    let strays: Vec<f64> = (0..obstacles)
        .map(|before| miss * (1.0 - strikes).powi(before) * strikes)
        .collect();
    let stray_damage = match rules.toggles.stray_damage {
        StrayDamage::Normal => gun.damage,
        StrayDamage::None => 0,
    };
    let name = match a.label() {
        "" => "A",
        name => name,
    };
    let mut answer = Answer::new(format!(
        "{name} shoots with the {} at {distance}\"",
        gun.name
    ));
    let mut parts = vec![format!("distance {by_distance}")];
    for (why, value) in [
        ("obstacles", by_obstacles),
        (gun.name.as_str(), gun.modifier),
    ] {
        if value != 0 {
            parts.push(format!("{why} {value:+}"));
        }
    }
    if let Some(cover) = by_cover {
        parts.push(format!("cover {cover:+}"));
    }
    answer.line(format!(
        "{} dice against difficulty {difficulty} ({})",
        a.ballistics,
        parts.join(", ")
    ));
    answer.line(format!(
        "hits with {}, critically with {}",
        percent(normal + critical),
        percent(critical)
    ));
    answer.put("difficulty", json!(difficulty));
    answer.put("hit", json!(normal + critical));
    answer.put("critical", json!(critical));
    answer.put("damage", damage.json());
    answer.put("mean", json!(damage.mean()));
    answer.distributions("damage", &[("chance", &damage)]);
    answer.line(format!("on average {:.4} damage", damage.mean()));
    if obstacles > 0 {
        answer.put("strays", json!(strays));
        answer.put("stray_damage", json!(stray_damage));
        let all: f64 = strays.iter().sum();
        answer.line(format!(
            "a miss strikes an obstacle with {} (a model in the way takes {stray_damage})",
            percent(all)
        ));
    }
    Ok(answer)
}

/// Adds what a package of damage does to a model.
fn shaken(
    answer: &mut Answer,
    rules: &Rules,
    query: &Node,
    damage: u32,
    exact: &mut Exact,
) -> Result<(), Problems> {
    let toughness = int(query, "toughness").unwrap_or(1) as u8;
    let printed = int(query, "printed").unwrap_or(i64::from(toughness)) as u8;
    if let Some(at) = query.get("printed")
        && printed < toughness
    {
        let mut checker = Checker::new(query);
        checker.fail(
            at,
            "the printed Toughness is lower than the Toughness now",
            Some("Toughness never rises".to_owned()),
        );
        checker.finish()?;
    }
    let nerve = nerve(rules, printed);
    let stress = int(query, "stress").unwrap_or(0) as u32;
    exact.set_budget(u64::MAX);
    let law = exact
        .law(Shaken {
            body: nerve.body(toughness, stress),
            nerve,
            damage,
        })
        .map_err(|TooBig| too_big(query))?;
    let mut states: Vec<([u8; 2], f64)> = law
        .into_iter()
        .map(|(body, chance)| ([body.toughness, body.stress], chance))
        .collect();
    states.sort_by_key(|state| state.0);
    let removed: f64 = states.iter().filter(|s| s.0[0] == 0).map(|s| s.1).sum();
    let named = |[toughness, stress]: [u8; 2]| format!("{toughness}/{stress}");
    let map = states.iter().map(|(at, p)| (named(*at), json!(p)));
    answer.put("removed", json!(removed));
    answer.put("states", serde_json::Value::Object(map.collect()));
    let rows = states
        .iter()
        .map(|(at, p)| vec![named(*at), percent(*p)])
        .collect();
    answer.table(
        vec!["Toughness/stress".to_owned(), "chance".to_owned()],
        rows,
    );
    answer.line(format!("removed with {}", percent(removed)));
    Ok(())
}

/// The question `stress`.
pub fn stress(rules: &Rules, query: &Node, exact: &mut Exact) -> Result<Answer, Problems> {
    let damage = int(query, "damage").unwrap_or(0) as u32;
    let mut answer = Answer::new(format!("A model takes {damage} damage"));
    shaken(&mut answer, rules, query, damage, exact)?;
    Ok(answer)
}

/// The questions `climb` and `jump`.
pub fn feat(
    rules: &Rules,
    question: &str,
    query: &Node,
    exact: &mut Exact,
) -> Result<Answer, Problems> {
    let agility = int(query, "agility").unwrap_or(1) as u8;
    let left = number(query, "move_left");
    let climbs = question == "climb";
    let (feat, what) = if climbs {
        let height = number(query, "height").unwrap_or(0.0);
        let ladder = query.get("ladder").and_then(Node::as_bool) == Some(true);
        (
            Feat::climb(rules, height, ladder, left),
            format!("climbs {height}\""),
        )
    } else {
        let length = number(query, "length").unwrap_or(0.0);
        (
            Feat::jump(rules, agility, length, left),
            format!("jumps {length}\""),
        )
    };
    exact.set_budget(u64::MAX);
    let success = if feat.free {
        f64::from(u8::from(feat.done(0)))
    } else {
        let law = exact.law(Agile {
            dice: agility,
            success: rules.numbers.success,
        });
        let law = law.map_err(|TooBig| too_big(query))?;
        let done = law.into_iter().filter(|(n, _)| feat.done(*n));
        done.map(|(_, chance)| chance).sum()
    };
    let mut answer = Answer::new(format!("Agility {agility} {what}"));
    answer.put("success", json!(success));
    answer.put("test", json!(!feat.free));
    let test = if feat.free {
        "no test is needed".to_owned()
    } else {
        format!("{agility} dice, {}\" with each success", feat.each)
    };
    answer.line(test);
    if climbs {
        let fall = feats::fall(rules, feat.inches);
        answer.put("fall_stress", json!(fall));
        if success < 1.0 {
            answer.line(format!("a fall gives {fall} stress"));
        }
    }
    answer.line(format!("succeeds with {}", percent(success)));
    Ok(answer)
}

/// The question `fall`.
pub fn fall(rules: &Rules, query: &Node, exact: &mut Exact) -> Result<Answer, Problems> {
    let height = number(query, "height").unwrap_or(0.0);
    let stress = feats::fall(rules, height);
    let mut answer = Answer::new(format!("A fall of {height}\""));
    answer.put("fall_stress", json!(stress));
    answer.line(format!("{stress} stress"));
    if query.get("toughness").is_some() {
        shaken(&mut answer, rules, query, stress, exact)?;
    }
    Ok(answer)
}
