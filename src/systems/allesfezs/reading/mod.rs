//! From a checked document to [`Rules`]: names become places, words become numbers, and what does not fit together is
//! reported with its place. All problems of a file are found in one go.

mod arms;
mod prices;

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
    node.get(key)
        .and_then(Node::as_text)
        .unwrap_or_default()
        .to_owned()
}

fn int(node: &Node, key: &str) -> i32 {
    node.get(key).and_then(Node::as_int).unwrap_or(0) as i32
}

fn number(node: &Node, key: &str) -> f64 {
    node.get(key).and_then(Node::as_number).unwrap_or(0.0)
}

fn flag(node: &Node, key: &str) -> bool {
    node.get(key).and_then(Node::as_bool).unwrap_or(false)
}

fn rows(node: Option<&Node>, from: &str, to: &str) -> Vec<(i32, i32)> {
    let rows = node.map_or(&[][..], Node::items);
    rows.iter()
        .map(|row| (int(row, from), int(row, to)))
        .collect()
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
        let toggles = Toggles::read(self.doc.get("toggles"));
        let derived = self.part("derived");
        let table = |key: &str, from: &str| {
            ["inclusive", "strict"]
                .map(|kind| rows(derived.get(key).and_then(|t| t.get(kind)), from, key))
        };
        let skills: Vec<Skill> = self
            .part("skills")
            .entries()
            .iter()
            .map(|e| Skill {
                id: e.key.clone(),
                name: text(&e.node, "name"),
                attribute: attribute(&text(&e.node, "attribute")),
            })
            .collect();
        let types: Vec<DamageType> = self
            .part("damage_types")
            .entries()
            .iter()
            .map(|e| DamageType {
                id: e.key.clone(),
                name: text(&e.node, "name"),
                ignores: int(&e.node, "ignores"),
                surcharge: number(&e.node, "surcharge"),
                blockable: flag(&e.node, "blockable"),
            })
            .collect();
        let eras = self
            .part("eras")
            .get("order")
            .map_or(&[][..], Node::items)
            .iter()
            .map(|row| Era {
                id: text(row, "id"),
                name: text(row, "name"),
                years: text(row, "years"),
            })
            .collect();
        let special_skills = self.part("special_skills");
        let elusive = special_skills
            .get("elusive")
            .and_then(|e| e.get("attribute"))
            .and_then(Node::as_text);
        let mut rules = Rules {
            title: text(self.doc, "title"),
            toggles,
            combat: self.combat(),
            mov: table("mov", "phy"),
            rec: table("rec", "mot"),
            aptitudes: self.aptitudes(),
            skills,
            elusive: attribute(elusive.unwrap_or("phy")),
            eras,
            types,
            ranges: Vec::new(),
            weapons: Vec::new(),
            spells: Vec::new(),
            other_spells: self.other_spells(),
            armours: Vec::new(),
            prices: self.prices(),
            vehicles: Vec::new(),
            builds: Vec::new(),
        };
        rules.ranges = self.ranges(&rules);
        rules.weapons = self.weapons(&rules, "weapons");
        rules.spells = self.weapons(&rules, "spells");
        rules.armours = self.armours(&rules);
        self.armour_prices(&mut rules);
        self.link(&mut rules);
        rules.vehicles = self.vehicles(&rules);
        if let Some(builds) = self.doc.get("builds") {
            for entry in builds.entries() {
                let build = Build::read(&rules, &entry.key, &entry.node, self.checker);
                for fault in build.faults(&rules).iter().filter(|fault| fault.refused) {
                    let at = entry.node.get(&fault.at).unwrap_or(&entry.node);
                    self.checker.fail(at, fault.message.clone(), None);
                }
                rules.builds.push(build);
            }
        }
        rules
    }

    fn combat(&mut self) -> Combat {
        let node = self.part("combat");
        let two = |key: &str| {
            let items = node.get(key).map_or(&[][..], Node::items);
            [0, 1].map(|i: usize| items.get(i).and_then(Node::as_int).unwrap_or(0) as i32)
        };
        for key in ["possible", "legal"] {
            let [low, high] = two(key);
            if let Some(at) = node.get(key)
                && low > high
            {
                self.checker.fail(
                    at,
                    format!("`{key}` must run from the lower to the higher value"),
                    None,
                );
            }
        }
        let edges: Vec<i32> = node
            .get("range_edges")
            .map_or(&[][..], Node::items)
            .iter()
            .map(|n| n.as_int().unwrap_or(0) as i32)
            .collect();
        if let Some(at) = node.get("range_edges")
            && !edges.is_sorted_by(|a, b| a < b)
        {
            self.checker
                .fail(at, "the edges of the range bands must rise", None);
        }
        let throw_attacks = node.get("throw_attacks").and_then(|n| self.attacks(n));
        Combat {
            critical_bonus: int(node, "critical_bonus"),
            aim: int(node, "aim"),
            accurate_from: int(node, "accurate_from"),
            shield: int(node, "shield"),
            counter_dice: int(node, "counter_dice") as u8,
            dodge_dice: int(node, "dodge_dice") as u8,
            block_dice: int(node, "block_dice") as u8,
            bayonet_as: 0,
            throw_range: 0,
            throw_attacks: throw_attacks.unwrap_or(Attacks::Manual(1)),
            unarmed: 0,
            duel_gap: int(node, "duel_gap") as u16,
            edges,
            possible: two("possible"),
            legal: two("legal"),
        }
    }

    fn aptitudes(&mut self) -> Vec<Aptitude> {
        let list = self.part("aptitudes").get("rows").unwrap_or(&NOTHING);
        let mut rows: Vec<Aptitude> = Vec::new();
        for row in list.items() {
            let bonus = int(row, "bonus");
            if rows.iter().any(|known| known.bonus == bonus) {
                self.checker
                    .fail(row, format!("there is already a row for +{bonus}"), None);
            }
            rows.push(Aptitude {
                bonus,
                name: text(row, "name"),
                standard: int(row, "standard") as u8,
                quick: int(row, "quick") as u8,
                cost: number(row, "cost"),
                needs: row.get("needs").and_then(Node::as_int).map(|n| n as i32),
            });
        }
        if !rows.iter().any(|row| row.bonus == 0) {
            let help = "a skill that is not listed has aptitude 0";
            self.checker
                .fail(list, "there is no row with bonus 0", Some(help.to_owned()));
        }
        rows.sort_by_key(|row| row.bonus);
        rows
    }

    fn ranges(&mut self, rules: &Rules) -> Vec<Range> {
        let mut ranges = Vec::new();
        for entry in self.part("ranges").entries() {
            let node = &entry.node;
            let contact = flag(node, "contact");
            let mut cells = |key: &str| -> Option<Vec<Cell>> {
                let list = node.get(key)?;
                let cells: Vec<Cell> = list
                    .items()
                    .iter()
                    .map(|cell| match cell.as_int() {
                        Some(modifier) => Cell::Modifier(modifier as i32),
                        None if cell.as_text() == Some("T") => Cell::Bonus,
                        None => Cell::No,
                    })
                    .collect();
                if cells.len() > rules.combat.edges.len() {
                    let edges = rules.combat.edges.len();
                    self.checker.fail(
                        list,
                        format!(
                            "{} cells, but `range_edges` has only {edges} bands",
                            cells.len()
                        ),
                        None,
                    );
                }
                if cells.last() == Some(&Cell::No) {
                    self.checker.fail(
                        list,
                        "a range cannot end with \"-\"",
                        Some("leave the last cells out".to_owned()),
                    );
                }
                Some(cells)
            };
            let table = cells("table");
            let prose = cells("prose");
            if table.is_none() && !contact {
                self.checker.missing(
                    node,
                    "table",
                    Some("a range has a `table` of modifiers, or `contact = true`".to_owned()),
                );
            }
            let table = table.unwrap_or_default();
            if let (Some(prose), Some(at)) = (&prose, node.get("prose"))
                && prose.len() != table.len()
            {
                let help = "both readings reach equally far";
                self.checker.fail(
                    at,
                    format!(
                        "`prose` has {} cells and `table` {}",
                        prose.len(),
                        table.len()
                    ),
                    Some(help.to_owned()),
                );
            }
            ranges.push(Range {
                id: entry.key.clone(),
                contact,
                prose: prose.unwrap_or_else(|| table.clone()),
                table,
                t: int(node, "t"),
                cost: number(node, "cost"),
                cost_per_t: number(node, "cost_per_t"),
            });
        }
        ranges
    }

    /// A place in a list by the name at `node`; a problem if there is none.
    fn find(&mut self, node: &Node, what: &str, known: &[&str]) -> Option<usize> {
        let name = node.as_text()?;
        let at = known.iter().position(|id| *id == name);
        if at.is_none() {
            self.checker.unknown_name(node, what, name, known);
        }
        at
    }

    /// Names in `[combat]` that point into other tables.
    fn link(&mut self, rules: &mut Rules) {
        let node = self.part("combat");
        let weapons: Vec<&str> = rules.weapons.iter().map(|w| w.id.as_str()).collect();
        let ranges: Vec<&str> = rules.ranges.iter().map(|r| r.id.as_str()).collect();
        let get = |key: &str| node.get(key).unwrap_or(&NOTHING);
        let bayonet = self.find(get("bayonet_as"), "weapon", &weapons);
        let unarmed = self.find(get("unarmed"), "weapon", &weapons);
        let throw = self.find(get("throw_range"), "range", &ranges);
        for (key, at) in [("bayonet_as", bayonet), ("unarmed", unarmed)] {
            let contact = at
                .and_then(|at| rules.weapons[at].range)
                .is_some_and(|r| rules.ranges[r].contact);
            if at.is_some() && !contact {
                self.checker.fail(
                    get(key),
                    format!("`{key}` must name a weapon for base contact"),
                    None,
                );
            }
        }
        if let Some(at) = throw
            && rules.ranges[at].contact
        {
            self.checker.fail(
                get("throw_range"),
                "a throw needs a range beyond base contact",
                None,
            );
        }
        rules.combat.bayonet_as = bayonet.unwrap_or(0);
        rules.combat.unarmed = unarmed.unwrap_or(0);
        rules.combat.throw_range = throw.unwrap_or(0);
    }

    fn vehicles(&mut self, rules: &Rules) -> Vec<Vehicle> {
        let weapons: Vec<&str> = rules.weapons.iter().map(|w| w.id.as_str()).collect();
        let armours: Vec<&str> = rules.armours.iter().map(|a| a.id.as_str()).collect();
        let mut vehicles = Vec::new();
        for entry in self.doc.get("vehicles").map_or(&[][..], Node::entries) {
            let node = &entry.node;
            let armour = node
                .get("armour")
                .and_then(|n| self.find(n, "armour", &armours));
            let card = node.get("card_points").unwrap_or(&NOTHING);
            let guns = node.get("weapons").map_or(&[][..], Node::items);
            let guns: Vec<usize> = guns
                .iter()
                .filter_map(|n| self.find(n, "weapon", &weapons))
                .collect();
            let says = |node: &Node, key: &str, word: &str| {
                let words = node.get(key).map_or(&[][..], Node::items);
                words.iter().any(|said| said.as_text() == Some(word))
            };
            let mut seats = Vec::new();
            for seat in node.get("seats").map_or(&[][..], Node::items) {
                let mut guns = Vec::new();
                for gun in seat.get("weapons").map_or(&[][..], Node::items) {
                    guns.extend(self.find(gun, "weapon", &weapons));
                }
                let name = text(seat, "name");
                seats.push(Seat {
                    drives: name.eq_ignore_ascii_case("driver") || says(seat, "gives", "driver"),
                    spots: name.eq_ignore_ascii_case("spotter") || says(seat, "gives", "spotter"),
                    loads: name.eq_ignore_ascii_case("loader") || says(seat, "gives", "loader"),
                    name,
                    guns,
                });
            }
            for entry in card.entries() {
                if !weapons.contains(&entry.key.as_str()) {
                    self.checker
                        .unknown_name(&entry.node, "weapon", &entry.key, &weapons);
                }
            }
            vehicles.push(Vehicle {
                id: entry.key.clone(),
                name: text(node, "name"),
                str: int(node, "str"),
                armour: armour.unwrap_or(0),
                mov: int(node, "mov"),
                weapons: guns
                    .into_iter()
                    .map(|at| (at, card.get(weapons[at]).and_then(Node::as_number)))
                    .collect(),
                about: node.get("about").and_then(Node::as_number),
                clad: says(node, "attributes", "clad"),
                seats,
            });
        }
        vehicles
    }
}

fn attribute(name: &str) -> Attribute {
    match name {
        "phy" => Attribute::Phy,
        "wil" => Attribute::Wil,
        _ => Attribute::Mot,
    }
}
