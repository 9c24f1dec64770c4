//! From a checked document to [`Rules`]: names become places, words become numbers, and what does not fit together is
//! reported with its place. All problems of a file are found in one go.

use super::build::{Build, find, read_mov, read_weapon};
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
fn int(node: &Node, key: &str) -> i16 {
    let number = node.get(key).and_then(Node::as_int).unwrap_or(0);
    number.clamp(-1_000, 1_000) as i16
}

fn small(node: &Node, key: &str) -> u8 {
    int(node, key).clamp(0, 100) as u8
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
        let weapons = self.weapons();
        let traits = self.traits();
        let mut rules = Rules {
            toggles: Toggles::read(self.doc.get("toggles")),
            combat: self.combat(),
            profile: self.profile(&weapons),
            costs: self.costs(&weapons, &traits),
            weapons,
            traits,
            builds: Vec::new(),
        };
        for entry in self.part("builds").entries() {
            let build = Build::read(&rules, &entry.key, &entry.node, self.checker);
            rules.builds.push(build);
        }
        rules
    }

    fn combat(&mut self) -> Combat {
        let node = self.part("combat");
        let [field, gap] = ["field", "gap"].map(|key| small(node, key));
        if let Some(at) = node.get("gap")
            && gap > field
        {
            let message = format!("a duel cannot start {gap}\" apart on a field of {field}\"");
            let help = "raise `field`, or lower `gap`".to_owned();
            self.checker.fail(at, message, Some(help));
        }
        Combat {
            point_blank: small(node, "point_blank"),
            point_blank_bonus: int(node, "point_blank_bonus"),
            obscured: int(node, "obscured"),
            cover: ["light_cover", "heavy_cover"].map(|key| int(node, key)),
            hunkered: ["hunkered_combat", "hunkered_defense"].map(|key| int(node, key)),
            stunned: int(node, "stunned"),
            downed: ["downed_combat", "downed_defense"].map(|key| int(node, key)),
            casualty: self.casualty(),
            primary_removes: small(node, "primary_removes"),
            secondary_adds: small(node, "secondary_adds"),
            rest_removes: small(node, "rest_removes"),
            rest_cover: int(node, "rest_cover"),
            bleeding: ["downed_bleeds", "wounded_bleeds"].map(|key| small(node, key)),
            assault_cost: small(node, "assault_cost"),
            field,
            gap,
            rounds: int(node, "rounds").clamp(1, 1_000) as u32,
        }
    }

    fn casualty(&mut self) -> [i16; 5] {
        let node = self.part("casualty");
        let keys = ["unhurt", "stunned", "downed", "wounded", "incapacitated"];
        let bars = keys.map(|key| int(node, key));
        for at in 1..bars.len() {
            if bars[at] < bars[at - 1] {
                let message = format!("`{}` must not be less than `{}`", keys[at], keys[at - 1]);
                let help = "each is the highest total with that result".to_owned();
                self.checker.fail_key(node, keys[at], message, Some(help));
            }
        }
        bars
    }

    fn profile(&mut self, weapons: &[Weapon]) -> Profile {
        let node = self.part("profile");
        let ids: Vec<&str> = weapons.iter().map(|arm| arm.id.as_str()).collect();
        let weapon = node.get("weapon").unwrap_or(&NOTHING);
        Profile {
            mov: node.get("mov").map_or([0, 0], read_mov),
            stats: STATS.map(|key| int(node, key)),
            weapon: find(weapon, "weapon", &ids, self.checker).unwrap_or(0),
        }
    }

    fn weapons(&mut self) -> Vec<Weapon> {
        let entries = self.part("weapons").entries().iter();
        entries
            .map(|entry| read_weapon(&entry.key, &entry.node, self.checker))
            .collect()
    }

    fn traits(&mut self) -> Vec<Trait> {
        let entries = self.part("traits").entries().iter();
        entries
            .map(|entry| {
                let node = &entry.node;
                Trait {
                    id: entry.key.clone(),
                    name: text(node, "name"),
                    stats: STATS.map(|key| int(node, key)),
                    strategist: small(node, "strategist"),
                    tactician: small(node, "tactician"),
                    platform: flag(node, "platform"),
                    resolute: flag(node, "resolute"),
                    note: text(node, "note"),
                }
            })
            .collect()
    }

    fn costs(&mut self, weapons: &[Weapon], traits: &[Trait]) -> Costs {
        let node = self.part("costs");
        let price = |table: &Node, key: &str| table.get(key).and_then(Node::as_number);
        let builds = self.part("builds").entries();
        let mut named = |key: &str, what: &str, ids: Vec<&str>| -> Vec<Option<f64>> {
            let table = node.get(key).unwrap_or(&NOTHING);
            for entry in table.entries() {
                if !ids.contains(&entry.key.as_str()) {
                    self.checker
                        .unknown_name(&entry.node, what, &entry.key, &ids);
                }
            }
            ids.iter().map(|id| price(table, id)).collect()
        };
        let free = |prices: Vec<Option<f64>>| -> Vec<f64> {
            let prices = prices.into_iter();
            prices.map(|price| price.unwrap_or(0.0)).collect()
        };
        let weapon_ids = weapons.iter().map(|arm| arm.id.as_str()).collect();
        let trait_ids = traits.iter().map(|item| item.id.as_str()).collect();
        let build_ids: Vec<&str> = builds.iter().map(|entry| entry.key.as_str()).collect();
        let units = named("units", "build", build_ids.clone());
        let units = build_ids.iter().zip(units);
        let stats = node.get("stats").unwrap_or(&NOTHING);
        let stat = |key: &str| price(stats, key).unwrap_or(0.0);
        Costs {
            base: price(node, "base"),
            mov: ["mov_primary", "mov_secondary"].map(stat),
            stats: STATS.map(stat),
            weapons: free(named("weapons", "weapon", weapon_ids)),
            traits: free(named("traits", "trait", trait_ids)),
            units: units
                .filter_map(|(id, price)| Some(((*id).to_owned(), price?)))
                .collect(),
        }
    }
}
