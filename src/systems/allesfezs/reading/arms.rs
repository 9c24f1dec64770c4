//! Weapons, spells and armours: rows of the rules file become data.

use super::super::build;
use super::super::data::{Armour, Attacks, Damage, Rules, Weapon};
use super::super::toggles::{BeamClass, PoleaxeClass};
use super::{Reader, flag, int, text};
use crate::document::Node;

impl Reader<'_, '_> {
    pub(super) fn attacks(&mut self, node: &Node) -> Option<Attacks> {
        let words = node.as_text()?;
        let attacks = match words.split_once(' ') {
            None => match words {
                "standard" => Some(Attacks::Standard),
                "quick" => Some(Attacks::Quick),
                _ => None,
            },
            Some((kind, n)) => match (kind, n.trim().parse::<u8>()) {
                (_, Ok(0 | 41..)) => None,
                ("manual", Ok(n)) => Some(Attacks::Manual(n)),
                ("burst", Ok(n)) => Some(Attacks::Burst(n)),
                ("automatic", Ok(n)) => Some(Attacks::Automatic(n)),
                _ => None,
            },
        };
        if attacks.is_none() {
            let help =
                "expected standard, quick, manual N, burst N or automatic N, with N from 1 to 40";
            self.checker.fail(
                node,
                format!("`{words}` is no kind of attack"),
                Some(help.to_owned()),
            );
        }
        attacks
    }

    fn damage(&mut self, node: &Node) -> Option<Damage> {
        if let Some(damage) = node.as_int() {
            return Some(Damage::Fixed(damage as i32));
        }
        let words = node.as_text()?;
        let compact: String = words.chars().filter(|c| !c.is_whitespace()).collect();
        let base = compact
            .to_lowercase()
            .strip_suffix("-phy")
            .and_then(|n| n.parse().ok());
        match base {
            Some(base @ 0..=200) => Some(Damage::LessPhy(base)),
            _ => {
                let help = "expected a whole number, a list of them, or \"20 - phy\"";
                self.checker.fail(
                    node,
                    format!("`{words}` is no damage"),
                    Some(help.to_owned()),
                );
                None
            }
        }
    }

    pub(super) fn weapons(&mut self, rules: &Rules, part: &str) -> Vec<Weapon> {
        let skills: Vec<&str> = rules.skills.iter().map(|s| s.id.as_str()).collect();
        let ranges: Vec<&str> = rules.ranges.iter().map(|r| r.id.as_str()).collect();
        let types: Vec<&str> = rules.types.iter().map(|t| t.id.as_str()).collect();
        let mut weapons = Vec::new();
        for entry in self.part(part).entries() {
            let node = &entry.node;
            let spell = part == "spells";
            if spell && text(node, "kind") == "reaction" {
                continue;
            }
            if entry.key.contains([':', '/']) {
                self.checker.fail_key(
                    self.part(part),
                    &entry.key,
                    "an id cannot contain `:` or `/`",
                    None,
                );
            }
            if let Some(era) = node.get("era") {
                build::check_era(rules, era, self.checker);
            }
            let range = node
                .get("range")
                .and_then(|n| self.find(n, "range", &ranges));
            let attacks = node.get("attacks").and_then(|n| self.attacks(n));
            let other = match entry.key.as_str() {
                "poleaxe" => rules.toggles.poleaxe_class == PoleaxeClass::Polearm,
                "beam" if spell => rules.toggles.beam_class == BeamClass::Firearm,
                _ => false,
            };
            let class_key = if other && node.get("other_class").is_some() {
                "other_class"
            } else {
                "class"
            };
            let class = node
                .get(class_key)
                .and_then(|n| self.find(n, "skill", &skills));
            let (kinds, spell_damage) = self.kinds(node, &types, spell);
            let thrown = flag(node, "thrown");
            if node.get("range").is_some() && node.get("attacks").is_none() {
                self.checker.missing(
                    node,
                    "attacks",
                    Some("a weapon with a range has attacks, such as \"standard\"".to_owned()),
                );
            }
            if node.get("range").is_none() && !thrown {
                self.checker.missing(
                    node,
                    "range",
                    Some("a weapon has a `range`, or is `thrown`".to_owned()),
                );
            }
            let byte = |key: &str| node.get(key).and_then(Node::as_int).map(|n| n as u8);
            weapons.push(Weapon {
                id: entry.key.clone(),
                name: text(node, "name"),
                era: text(node, "era"),
                range,
                bonus: node.get("bonus").and_then(Node::as_int).map(|n| n as i32),
                inches: int(node, "inches"),
                kinds,
                spell_damage,
                attacks,
                class: class.unwrap_or(0),
                hands: byte("hands").unwrap_or(1),
                thrown,
                ammo: byte("ammo").unwrap_or(0),
                long_reload: flag(node, "long_reload"),
                team_loaded: byte("team_loaded"),
                bayonet: flag(node, "bayonet"),
                accurate: int(node, "accurate"),
                aim: flag(node, "aim"),
                explosive: node
                    .get("explosive")
                    .and_then(Node::as_int)
                    .map(|n| n as u16),
                overwatch: flag(node, "overwatch"),
                points: node.get("points").and_then(Node::as_number),
            });
        }
        weapons
    }

    pub(super) fn other_spells(&self) -> Vec<(String, String)> {
        let spells = self.part("spells").entries().iter();
        let others = spells.filter(|entry| text(&entry.node, "kind") == "reaction");
        others
            .map(|entry| (entry.key.clone(), text(&entry.node, "name")))
            .collect()
    }

    /// Damage types with their damage; for a spell, the damage alone.
    fn kinds(
        &mut self,
        node: &Node,
        types: &[&str],
        spell: bool,
    ) -> (Vec<(usize, Damage)>, Option<i32>) {
        let Some(damage) = node.get("damage") else {
            self.checker.missing(node, "damage", None);
            return (Vec::new(), None);
        };
        if spell {
            if damage.as_int().is_none() {
                self.checker
                    .fail(damage, "a spell has one damage, a whole number", None);
            }
            return (Vec::new(), damage.as_int().map(|n| n as i32));
        }
        let Some(kind) = node.get("type") else {
            return (Vec::new(), None);
        };
        let alone = std::slice::from_ref(kind);
        let listed = if kind.items().is_empty() {
            alone
        } else {
            kind.items()
        };
        let places: Vec<usize> = listed
            .iter()
            .filter_map(|n| self.find(n, "damage type", types))
            .collect();
        let amounts: Vec<Option<Damage>> = match damage.items() {
            [] => vec![self.damage(damage); listed.len()],
            list if list.len() == listed.len() => list.iter().map(|n| self.damage(n)).collect(),
            list => {
                let message = format!("{} damages for {} types", list.len(), listed.len());
                self.checker.fail(
                    damage,
                    message,
                    Some("give one for all, or one for each type".to_owned()),
                );
                Vec::new()
            }
        };
        let pairs = places
            .into_iter()
            .zip(amounts)
            .filter_map(|(kind, amount)| Some((kind, amount?)));
        (pairs.collect(), None)
    }

    pub(super) fn armours(&mut self, rules: &Rules) -> Vec<Armour> {
        let mut armours = Vec::new();
        let part = self.part("armours");
        for entry in part.entries() {
            if let Some(era) = entry.node.get("era") {
                build::check_era(rules, era, self.checker);
            }
            let bare = Armour {
                id: entry.key.clone(),
                name: text(&entry.node, "name"),
                base: 0,
                by_type: vec![None; rules.types.len()],
                points: entry.node.get("points").and_then(Node::as_number),
            };
            let other = ["name", "points", "era", "vehicle"];
            let mut armour = build::read_values(rules, &entry.node, &other, bare, self.checker);
            // AE-46: the unfinished row may be completed by a toggle.
            let shirt = rules.toggles.anti_bullet_shirt.0 as i32;
            if entry.key == "anti_bullet_shirt"
                && shirt > 0
                && let Some(bullet) = rules.types.iter().position(|t| t.id == "bullet")
            {
                armour.by_type[bullet] = Some(shirt);
            }
            armours.push(armour);
        }
        if !armours.iter().any(|armour| armour.id == "none") {
            let help = "a build without armour wears it";
            self.checker.missing(part, "none", Some(help.to_owned()));
        }
        armours
    }
}
