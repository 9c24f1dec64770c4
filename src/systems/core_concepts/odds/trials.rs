//! The questions `stress`, `climb`, `jump` and `fall`: what a model's own dice decide.

use super::{int, number, too_big};
use crate::document::{Checker, Node, Problems};
use crate::systems::core_concepts::answers::Answer;
use crate::systems::core_concepts::data::Rules;
use crate::systems::core_concepts::feats::{self, Agile, Feat};
use crate::systems::core_concepts::fighter::nerve;
use crate::systems::core_concepts::stress::Shaken;
use crate::systems::percent;
use crate::umpire::{Exact, TooBig};
use serde_json::json;

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
