//! From a checked document to [`Rules`]: names become places, words become numbers, and what does not fit together is
//! reported with its place. All problems of a file are found in one go.

use super::build::{self, Build};
use super::data::*;
use super::shape;
use super::toggles::{BeamClass, PoleaxeClass, Toggles};
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

    fn attacks(&mut self, node: &Node) -> Option<Attacks> {
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

    fn weapons(&mut self, rules: &Rules, part: &str) -> Vec<Weapon> {
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

    fn other_spells(&self) -> Vec<(String, String)> {
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

    fn armours(&mut self, rules: &Rules) -> Vec<Armour> {
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

    fn prices(&mut self) -> Prices {
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

    fn armour_prices(&mut self, rules: &mut Rules) {
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
            for seat in node.get("seats").map_or(&[][..], Node::items) {
                for gun in seat.get("weapons").map_or(&[][..], Node::items) {
                    self.find(gun, "weapon", &weapons);
                }
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
