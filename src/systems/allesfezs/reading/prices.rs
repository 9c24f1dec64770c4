//! Prices: the tables behind the points.

use super::super::data::{ArmourRow, Prices, Rules, Special};
use super::{NOTHING, Reader, int, number};
use crate::document::Node;

impl Reader<'_, '_> {
    pub(super) fn prices(&mut self) -> Prices {
        let node = self.part("prices");
        let table = |key: &str, column: &str| -> Vec<(i32, f64)> {
            let rows = node.get(key).map_or(&[][..], Node::items);
            rows.iter()
                .map(|row| (int(row, column), number(row, "cost")))
                .collect()
        };
        let attacks = node.get("attacks").unwrap_or(&NOTHING);
        let special = node.get("special").unwrap_or(&NOTHING);
        let mut damage = table("damage", "damage");
        damage.sort_by_key(|row| row.0);
        Prices {
            attributes: table("attributes", "value"),
            damage,
            damage_above: number(node, "damage_above"),
            attacks: ["standard_cq", "standard_ranged", "quick_cq", "quick_ranged"]
                .map(|key| number(attacks, key)),
            thrown_only_divisor: number(node, "thrown_only_divisor"),
            special: Special {
                ammo: number(special, "ammo"),
                option: number(special, "option"),
                bayonet: number(special, "bayonet"),
                long_reload: number(special, "long_reload"),
                team_loaded: number(special, "team_loaded"),
                accurate: number(special, "accurate"),
                aim: number(special, "aim"),
                explosive: number(special, "explosive"),
                explosive_inch: number(special, "explosive_inch"),
                overwatch: number(special, "overwatch"),
            },
            armour: Vec::new(),
        }
    }

    pub(super) fn armour_prices(&mut self, rules: &mut Rules) {
        let list = self.part("prices").get("armour").unwrap_or(&NOTHING);
        let types: Vec<&str> = rules.types.iter().map(|t| t.id.as_str()).collect();
        let mut next = 1;
        for (i, row) in list.items().iter().enumerate() {
            let from = int(row, "from");
            let to = row.get("to").and_then(Node::as_int).map(|n| n as i32);
            if from != next {
                let at = row.get("from").unwrap_or(row);
                self.checker.fail(
                    at,
                    format!("this row must begin at {next}, where the one before it ends"),
                    None,
                );
            }
            let last = i + 1 == list.items().len();
            match to {
                Some(to) if to >= from => next = to + 1,
                Some(_) => self.checker.fail(
                    row.get("to").unwrap_or(row),
                    "a row cannot end before it begins",
                    None,
                ),
                None if !last => {
                    self.checker
                        .missing(row, "to", Some("only the last row is open".to_owned()))
                }
                None => {}
            }
            if last && let Some(at) = row.get("to") {
                self.checker.fail(
                    at,
                    "the last row must be open",
                    Some("leave `to` out".to_owned()),
                );
            }
            let mut per_type = Vec::new();
            for kind in &types {
                match row.get(kind) {
                    Some(cell) => per_type.push(self.fraction(cell)),
                    None => self.checker.missing(
                        row,
                        kind,
                        Some("a price for every damage type".to_owned()),
                    ),
                }
            }
            for entry in row.entries() {
                let key = entry.key.as_str();
                if !matches!(key, "from" | "to" | "total") && !types.contains(&key) {
                    self.checker
                        .unknown_name(&entry.node, "damage type", key, &types);
                }
            }
            rules.prices.armour.push(ArmourRow {
                from,
                to,
                per_type,
                total: row.get("total").and_then(Node::as_number),
            });
        }
    }

    fn fraction(&mut self, node: &Node) -> f64 {
        if let Some(number) = node.as_number() {
            return number;
        }
        let words = node.as_text().unwrap_or_default();
        let parts = words.split_once('/').and_then(|(n, d)| {
            Some((n.trim().parse::<f64>().ok()?, d.trim().parse::<f64>().ok()?))
        });
        match parts {
            Some((n, d))
                if n.is_finite()
                    && d.is_finite()
                    && d > 0.0
                    && (0.0..=10_000.0).contains(&(n / d)) =>
            {
                n / d
            }
            _ => {
                let help = "expected a number, or a fraction such as \"1/6\"";
                self.checker.fail(
                    node,
                    format!("`{words}` is no price"),
                    Some(help.to_owned()),
                );
                0.0
            }
        }
    }
}
