//! From a checked document to [`Rules`]: names become places, words become numbers, and what does not fit together is
//! reported with its place. All problems of a file are found in one go.

use super::build::Build;
use super::data::*;
use super::shape;
use super::toggles::Toggles;
use crate::document::{Checker, Node, Problems, checked};

/// Reads a whole rules file (with what it extends already merged in).
pub fn read(doc: &Node) -> Result<Rules, Problems> {
    checked(&shape::rules(), doc, "", |checker| {
        Reader { doc, checker }.rules()
    })
}

struct Reader<'a, 'b> {
    doc: &'a Node,
    checker: &'b mut Checker<'a>,
}

fn text(node: &Node, key: &str) -> String {
    let text = node.get(key).and_then(Node::as_text);
    text.unwrap_or_default().to_owned()
}

/// A whole number, held within bounds that the shape has checked, so that nothing later can overflow.
fn perhaps(node: &Node, key: &str) -> Option<i32> {
    let number = node.get(key).and_then(Node::as_int);
    number.map(|number| number.clamp(-10_000, 10_000) as i32)
}

fn int(node: &Node, key: &str) -> i32 {
    perhaps(node, key).unwrap_or(0)
}

fn flag(node: &Node, key: &str) -> bool {
    node.get(key).and_then(Node::as_bool).unwrap_or(false)
}

static NOTHING: Node = Node {
    value: crate::document::Value::Null,
    span: None,
};

impl<'a> Reader<'a, '_> {
    fn part(&self, key: &str) -> &'a Node {
        self.doc.get(key).unwrap_or(&NOTHING)
    }

    fn rules(&mut self) -> Rules {
        let roles = self.roles();
        let upgrades = self.upgrades();
        let mut rules = Rules {
            toggles: Toggles::read(self.doc.get("toggles")),
            combat: self.combat(),
            stats: self.stats(),
            costs: self.costs(&roles, &upgrades),
            roles,
            upgrades,
            builds: Vec::new(),
        };
        for entry in self.part("builds").entries() {
            let build = Build::read(&rules, &entry.key, &entry.node, self.checker);
            for fault in build.faults(&rules).iter().filter(|fault| fault.refused) {
                let at = entry.node.get(fault.at).unwrap_or(&entry.node);
                let help = Some(fault.help.to_owned());
                self.checker.fail(at, fault.message.clone(), help);
            }
            rules.builds.push(build);
        }
        rules
    }

    fn combat(&mut self) -> Combat {
        let node = self.part("combat");
        let field = int(node, "field");
        let gap = int(node, "gap");
        if let Some(at) = node.get("gap")
            && gap > field
        {
            let message = format!("a duel cannot start {gap}\" apart on a field of {field}\"");
            let help = "raise `field`, or lower `gap`".to_owned();
            self.checker.fail(at, message, Some(help));
        }
        Combat {
            actions: int(node, "actions").clamp(1, 6) as u8,
            move_base: int(node, "move_base"),
            recover_actions: int(node, "recover_actions").clamp(1, 6) as u8,
            recover_difficulty: int(node, "recover_difficulty"),
            damage_difficulty: int(node, "damage_difficulty"),
            wounded: int(node, "wounded"),
            stunned: int(node, "stunned"),
            push: int(node, "push"),
            field: field.clamp(1, 100),
            gap: gap.clamp(0, 100),
            rounds: int(node, "rounds").clamp(1, 1_000) as u32,
            hands: int(node, "hands").clamp(0, 10) as u32,
        }
    }

    fn stats(&mut self) -> Stats {
        let node = self.part("stats");
        let list = |key: &str| -> Vec<i32> {
            let items = node.get(key).map_or(&[][..], Node::items).iter();
            items
                .map(|item| item.as_int().unwrap_or(0).clamp(-100, 100) as i32)
                .collect()
        };
        let mut values = list("values");
        values.sort_unstable();
        let possible = list("possible");
        let [low, high] = [0, 1].map(|at: usize| possible.get(at).copied().unwrap_or(0));
        if let Some(at) = node.get("possible")
            && low > high
        {
            let message = "`possible` must run from the lower to the higher value";
            self.checker.fail(at, message, None);
        }
        Stats {
            values,
            possible: [low, high],
        }
    }

    fn roles(&mut self) -> Vec<Role> {
        let entries = self.part("roles").entries().iter();
        entries
            .map(|entry| {
                let node = &entry.node;
                Role {
                    id: entry.key.clone(),
                    name: text(node, "name"),
                    stats: STATS.map(|key| int(node, key)),
                    guard: int(node, "guard"),
                    guard_radius: int(node, "guard_radius"),
                    draw_attack: flag(node, "draw_attack"),
                    note: text(node, "note"),
                }
            })
            .collect()
    }

    fn upgrades(&mut self) -> Vec<Upgrade> {
        let entries = self.part("upgrades").entries();
        entries
            .iter()
            .map(|entry| {
                self.fitting(&entry.node);
                upgrade(&entry.key, &entry.node)
            })
            .collect()
    }

    /// A rule that an upgrade has no use for is a slip of the pen.
    fn fitting(&mut self, node: &Node) {
        const MELEE: [&str; 5] = [
            "follow_up",
            "true_time",
            "intimidating",
            "hook",
            "blow_away",
        ];
        const ARMED: [&str; 4] = ["finisher", "decapitate", "crushing", "heavy"];
        const RANGED: [&str; 2] = ["aim", "range"];
        let Use { melee, ranged } = usage(node);
        let mut check = |keys: &[&str], fits: bool, needs: &str| {
            for key in keys {
                let has = match node.get(key) {
                    None => false,
                    Some(value) => {
                        value.as_text() != Some(shape::NONE) && value.as_bool() != Some(false)
                    }
                };
                if has && !fits {
                    let message = format!("`{key}` is for {needs}");
                    let help = format!(
                        "take it away, or change `use` (now \"{}\")",
                        text(node, "use")
                    );
                    self.checker.fail_key(node, key, message, Some(help));
                }
            }
        };
        check(&MELEE, melee, "weapons used in melee");
        check(&ARMED, melee || ranged, "weapons");
        check(&RANGED, ranged, "weapons that shoot");
    }

    fn costs(&mut self, roles: &[Role], upgrades: &[Upgrade]) -> Costs {
        let node = self.part("costs");
        let price = |table: &Node, key: &str| table.get(key).and_then(Node::as_number);
        let mut prices = |key: &str, what: &str, ids: Vec<&str>| -> Vec<f64> {
            let table = node.get(key).unwrap_or(&NOTHING);
            for entry in table.entries() {
                if !ids.contains(&entry.key.as_str()) {
                    self.checker
                        .unknown_name(&entry.node, what, &entry.key, &ids);
                }
            }
            let prices = ids.iter().map(|id| price(table, id).unwrap_or(0.0));
            prices.collect()
        };
        let role_ids = roles.iter().map(|role| role.id.as_str()).collect();
        let upgrade_ids = upgrades.iter().map(|up| up.id.as_str()).collect();
        let stats = node.get("stats").unwrap_or(&NOTHING);
        Costs {
            base: price(node, "base"),
            stats: STATS.map(|key| price(stats, key).unwrap_or(0.0)),
            roles: prices("roles", "role", role_ids),
            upgrades: prices("upgrades", "upgrade", upgrade_ids),
        }
    }
}

fn usage(node: &Node) -> Use {
    let [melee, ranged] = match text(node, "use").as_str() {
        "melee" => [true, false],
        "ranged" => [false, true],
        "both" => [true, true],
        _ => [false, false],
    };
    Use { melee, ranged }
}

fn upgrade(id: &str, node: &Node) -> Upgrade {
    let blow_away = node.get("blow_away").filter(|at| at.as_text().is_none());
    Upgrade {
        id: id.to_owned(),
        name: text(node, "name"),
        hands: int(node, "hands").clamp(0, 10) as u32,
        usage: usage(node),
        protective: int(node, "protective"),
        arm: Arm {
            damage: int(node, "damage"),
            follow_up: perhaps(node, "follow_up"),
            true_time: perhaps(node, "true_time"),
            aim: int(node, "aim"),
            range: perhaps(node, "range"),
            finisher: perhaps(node, "finisher"),
            hook: perhaps(node, "hook"),
            decapitate: perhaps(node, "decapitate"),
            intimidating: flag(node, "intimidating"),
            crushing: perhaps(node, "crushing"),
            heavy: perhaps(node, "heavy"),
            blow_away: blow_away.map(|at| [int(at, "to_hit"), int(at, "push")]),
        },
    }
}
