//! A build: one fighter as a player writes it down, read from a rules file or from a query; and what is not legal about
//! it. An impossible build (a stat of 40, an upgrade that does not exist) never becomes a [`Build`]; an illegal one does.

use super::data::{Rules, STATS};
use super::policy::Policy;
use super::toggles::Loadout;
use crate::document::{Checker, Field, Node, Shape};

/// The most upgrades a build can list.
const MOST_UPGRADES: usize = 8;

/// The role of a build that names none.
const NO_ROLE: &str = "follower";

/// One fighter.
#[derive(Clone, Debug)]
pub struct Build {
    /// Key in the rules file, or empty.
    pub id: String,
    /// Name for people; may be empty.
    pub name: String,
    /// A line on who it is.
    pub note: String,
    /// Skill, Speed, Armor, before the role.
    pub stats: [i32; 3],
    /// A place in the roles; none only where the file has no `follower`.
    pub role: Option<usize>,
    /// Places in the upgrades, in the order listed.
    pub upgrades: Vec<usize>,
    /// How it fights.
    pub policy: Policy,
}

/// Something about a build that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which key of the build.
    pub at: &'static str,
    /// What is wrong, for people.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
    /// Whether a fight is refused for it.
    pub refused: bool,
}

impl Build {
    /// What may be written.
    pub fn shape() -> Shape {
        let stat = |doc| Shape::int(-100..=100).doc(doc);
        Shape::table(vec![
            Field::maybe("name", Shape::text().doc("name for people")),
            Field::maybe("note", Shape::text().doc("a line on who it is")),
            Field::needed("skill", stat("Skill: to hit, and not to be hit in melee")),
            Field::needed("speed", stat("Speed: moves, and not to be shot")),
            Field::needed("armor", stat("Armor: against damage")),
            Field::maybe("role", Shape::text().doc("a role's id (default follower)")),
            Field::maybe(
                "upgrades",
                Shape::list_of(Shape::text().doc("an upgrade's id"), 0..=MOST_UPGRADES)
                    .doc("weapons and shields; the first melee weapon is the primary one"),
            ),
            Field::maybe("policy", Policy::shape()),
        ])
        .doc("one fighter")
    }

    /// Reads a build that has the shape; problems go to the checker.
    pub fn read(rules: &Rules, id: &str, node: &Node, checker: &mut Checker) -> Build {
        let text = |key: &str| {
            let text = node.get(key).and_then(Node::as_text);
            text.unwrap_or_default().to_owned()
        };
        let [low, high] = rules.stats.possible;
        let stats = STATS.map(|key| {
            let Some(at) = node.get(key) else {
                return low;
            };
            let value = at.as_int().unwrap_or(0).clamp(-100, 100) as i32;
            if !(low..=high).contains(&value) {
                let help = format!("a stat is a whole number from {low} to {high}");
                checker.fail(at, format!("{key} {value} is out of range"), Some(help));
            }
            value
        });
        let role = match node.get("role") {
            None => rules.roles.iter().position(|role| role.id == NO_ROLE),
            Some(at) => find(at, "role", &rules.role_ids(), checker),
        };
        let listed = node.get("upgrades").map_or(&[][..], Node::items);
        let known = rules.upgrade_ids();
        let upgrades = listed
            .iter()
            .filter_map(|at| find(at, "upgrade", &known, checker));
        Build {
            id: id.to_owned(),
            name: text("name"),
            note: text("note"),
            stats,
            role,
            upgrades: upgrades.collect(),
            policy: Policy::read(node.get("policy")),
        }
    }

    /// Everything about the build that the rules do not allow (section 2, FI-04).
    pub fn faults(&self, rules: &Rules) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut shared = self.stats;
        shared.sort_unstable();
        if shared[..] != rules.stats.values[..] {
            let [skill, speed, armor] = self.stats;
            let values: Vec<String> = rules.stats.values.iter().map(i32::to_string).collect();
            faults.push(Fault {
                at: "skill",
                message: format!(
                    "Skill, Speed and Armor are {}, in any order, not {skill}, {speed} and {armor}",
                    values.join(", ")
                ),
                help: "share them out again",
                refused: false,
            });
        }
        let hands: u32 = self
            .upgrades
            .iter()
            .map(|at| rules.upgrades[*at].hands)
            .sum();
        if hands > rules.combat.hands && rules.toggles.loadout == Loadout::TwoHands {
            faults.push(Fault {
                at: "upgrades",
                message: format!(
                    "these upgrades take {hands} hands, and a fighter has {} (FI-04)",
                    rules.combat.hands
                ),
                help: "drop one, or set loadout = \"free\"",
                refused: true,
            });
        }
        faults
    }

    /// What to call it.
    pub fn label(&self) -> &str {
        if self.name.is_empty() {
            &self.id
        } else {
            &self.name
        }
    }
}

/// The place of the name at `at`; a problem if there is none.
fn find(at: &Node, what: &str, known: &[&str], checker: &mut Checker) -> Option<usize> {
    let name = at.as_text()?;
    let found = known.iter().position(|id| *id == name);
    if found.is_none() {
        checker.unknown_name(at, what, name, known);
    }
    found
}
