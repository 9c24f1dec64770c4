//! What is not legal about a build (reference, section 8): reported, and still fought unless a toggle, or the number of
//! its hands, refuses.

use super::build::Build;
use super::data::{Attribute, Rules, Weapon};
use super::toggles::{Enforce, ShieldHands};

/// Something about a build that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which key of the build.
    pub at: String,
    /// What is wrong, for people.
    pub message: String,
    /// Whether a fight is refused for it.
    pub refused: bool,
}

impl Build {
    /// Everything about the build that the rules do not allow (section 8, AE-26, AE-58).
    pub fn faults(&self, rules: &Rules) -> Vec<Fault> {
        let mut faults = Vec::new();
        let [best, worst] = rules.combat.legal;
        for (value, key) in self.attributes.iter().zip(Attribute::NAMES) {
            if !(best..=worst).contains(value) {
                faults.push(Fault {
                    at: key.to_owned(),
                    message: format!("{key} {value} cannot be bought: {best} to {worst} can"),
                    refused: false,
                });
            }
        }
        let mut minimum = |at: String, name: &str, bonus: i32, attribute: Attribute| {
            let Some(needs) = rules.aptitude(bonus).and_then(|row| row.needs) else {
                return;
            };
            let value = self.attribute(attribute);
            if value > needs && rules.toggles.enforce_minimum != Enforce::Off {
                faults.push(Fault {
                    at,
                    message: format!(
                        "{name} +{bonus} needs {} {needs} or lower, and it is {value}",
                        attribute.label()
                    ),
                    refused: rules.toggles.enforce_minimum == Enforce::Refuse,
                });
            }
        };
        for &(skill, bonus) in &self.aptitudes {
            let skill = &rules.skills[skill];
            minimum(
                format!("aptitudes.{}", skill.id),
                &skill.name,
                bonus,
                skill.attribute,
            );
        }
        minimum("elusive".to_owned(), "Elusive", self.elusive, rules.elusive);
        if self.shield {
            for gear in &self.gear {
                let weapon = rules.weapon(gear.item);
                if weapon.hands >= 2
                    || (rules.toggles.shield_hands == ShieldHands::Realistic
                        && both_hands(rules, weapon))
                {
                    faults.push(Fault {
                        at: "shield".to_owned(),
                        message: format!(
                            "a shield leaves no hand for the {}; drop one of them",
                            weapon.name
                        ),
                        refused: true,
                    });
                }
            }
        }
        faults
    }
}

/// AE-26, `realistic`: bows and firearms of medium and long range need both hands.
fn both_hands(rules: &Rules, weapon: &Weapon) -> bool {
    let class = rules
        .skills
        .get(weapon.class)
        .map_or("", |skill| skill.id.as_str());
    let range = weapon
        .range
        .map_or("", |range| rules.ranges[range].id.as_str());
    class == "bows" || (class == "firearm" && matches!(range, "mr" | "amr" | "lr"))
}
