//! The question `shot`: difficulty, hits, damage, and where a miss may go.

use super::{int, number, too_big};
use crate::document::{Checker, Node, Problems};
use crate::systems::core_concepts::answers::{Answer, Distribution};
use crate::systems::core_concepts::build::Build;
use crate::systems::core_concepts::data::Rules;
use crate::systems::core_concepts::shot::{Aim, Damage, Round, by_cover, by_distance};
use crate::systems::core_concepts::toggles::StrayDamage;
use crate::systems::percent;
use crate::umpire::{Exact, TooBig};
use serde_json::json;

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
