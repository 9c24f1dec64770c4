//! The questions `clash` and `nash`: what a clash does, and how both would split their dice for it.

use super::too_big;
use crate::document::{Checker, Node, Problems};
use crate::systems::core_concepts::answers::{Answer, Distribution};
use crate::systems::core_concepts::build::Build;
use crate::systems::core_concepts::clash::{Blow, Clash, damages};
use crate::systems::core_concepts::data::Rules;
use crate::systems::core_concepts::toggles::{NoReachDice, NoYes};
use crate::systems::percent;
use crate::umpire::{Exact, TooBig};
use serde_json::json;

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
