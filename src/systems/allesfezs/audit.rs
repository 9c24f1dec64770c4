//! The audit (reference, 8.1): every printed price against every reading of the formulas, and, where none agrees, the
//! simplest slip that would explain it.

use super::build::Item;
use super::data::{Damage, Rules};
use super::prices::{Tweak, round};
use super::toggles::{ArmourTotals, Reading, Rounding};
use crate::systems::{Align, Reply, Words, points_text};
use serde_json::{Map, Value, json};

/// The audit of a rules file.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Weapons and spells.
    pub items: Vec<ItemRow>,
    /// Armours.
    pub armours: Vec<ArmourRow>,
    /// Printed running totals of the armour table: (up to, printed, counted).
    pub totals: Vec<(i32, f64, f64)>,
    /// Vehicles: (name, hull and guns as listed, with the card's prices, what the card says).
    pub vehicles: Vec<(String, f64, f64, Option<f64>)>,
}

/// A weapon or spell.
#[derive(Clone, Debug)]
pub struct ItemRow {
    /// Name for people.
    pub item: String,
    /// Key in files.
    pub id: String,
    /// Whether it is a spell.
    pub spell: bool,
    /// The printed price.
    pub printed: f64,
    /// Readings A and B, before rounding.
    pub readings: [f64; 2],
    /// The same, rounded.
    pub rounded: [f64; 2],
    /// What explains the printed price, or what to know about it.
    pub note: String,
}

impl ItemRow {
    /// Which readings agree with print: `both`, `A`, `B` or `neither`.
    pub fn matches(&self) -> &'static str {
        match self.rounded.map(|price| price == self.printed) {
            [true, true] => "both",
            [true, false] => "A",
            [false, true] => "B",
            [false, false] => "neither",
        }
    }
}

/// An armour.
#[derive(Clone, Debug)]
pub struct ArmourRow {
    /// Name for people.
    pub item: String,
    /// Key in files.
    pub id: String,
    /// The printed price.
    pub printed: Option<f64>,
    /// By the price of each point, and by the printed running totals; before rounding.
    pub formulas: [f64; 2],
    /// Which of them agree: `both`, `points`, `totals`, `neither`, or `unprinted`.
    pub matches: &'static str,
}

/// The audit of these rules.
pub fn audit(rules: &Rules) -> Audit {
    let weapons = (0..rules.weapons.len()).map(Item::Weapon);
    // A spell costs the same with every type unless spell_surcharge says otherwise, and then the list is no help.
    let spells = (0..rules.spells.len()).map(|at| Item::Spell(at, 0));
    let items = weapons
        .chain(spells)
        .filter_map(|item| item_row(rules, item))
        .collect();
    let armours = rules.armours.iter().filter(|armour| armour.id != "none");
    let armours = armours.map(|armour| {
        let formulas = [ArmourTotals::Points, ArmourTotals::Printed]
            .map(|how| rules.armour_formula(armour, how));
        let agree = formulas.map(|price| Some(round(price, Rounding::HalfEven)) == armour.points);
        ArmourRow {
            item: armour.name.clone(),
            id: armour.id.clone(),
            printed: armour.points,
            formulas,
            matches: match (armour.points, agree) {
                (None, _) => "unprinted",
                (_, [true, true]) => "both",
                (_, [true, false]) => "points",
                (_, [false, true]) => "totals",
                (_, [false, false]) => "neither",
            },
        }
    });
    let mut counted = 0.0;
    let mut totals = Vec::new();
    for row in &rules.prices.armour {
        if let (Some(to), Some(printed)) = (row.to, row.total) {
            counted += f64::from(to - row.from + 1) * row.per_type.iter().sum::<f64>();
            totals.push((to, printed, (counted * 1e9).round() / 1e9));
        }
    }
    let vehicles = rules.vehicles.iter().map(|vehicle| {
        let hull = rules.armours[vehicle.armour].points.unwrap_or(0.0);
        let listed = |at: usize| rules.weapons[at].points.unwrap_or(0.0);
        let list: f64 = vehicle.weapons.iter().map(|gun| listed(gun.0)).sum();
        let card: f64 = vehicle
            .weapons
            .iter()
            .map(|gun| gun.1.unwrap_or(listed(gun.0)))
            .sum();
        (
            vehicle.name.clone(),
            hull + list,
            hull + card,
            vehicle.about,
        )
    });
    Audit {
        items,
        armours: armours.collect(),
        totals,
        vehicles: vehicles.collect(),
    }
}

fn item_row(rules: &Rules, item: Item) -> Option<ItemRow> {
    let weapon = rules.weapon(item);
    let printed = weapon.points?;
    // What counts its damage from the user has no price of its own to check.
    if rules
        .kinds(item)
        .iter()
        .any(|(_, damage)| matches!(damage, Damage::LessPhy(_)))
    {
        return None;
    }
    let price = |reading, tweak| rules.formula(item, reading, false, tweak);
    let readings = [Reading::A, Reading::B].map(|reading| price(reading, Tweak::default()));
    let rounded = readings.map(|price| round(price, rules.toggles.rounding));
    let mut notes = Vec::new();
    if weapon.thrown_only() {
        notes.push(format!(
            "can only be thrown: divided by {}",
            points_text(Some(rules.prices.thrown_only_divisor))
        ));
    }
    if rounded.contains(&printed) {
        for (price, rounded) in readings.iter().zip(rounded) {
            if rounded == printed && price.fract() != 0.0 {
                let note = format!(
                    "{} rounds to {}",
                    points_text(Some(*price)),
                    points_text(Some(rounded))
                );
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
    } else {
        notes.push(explain(rules, item, printed));
    }
    Some(ItemRow {
        item: weapon.name.clone(),
        id: weapon.id.clone(),
        spell: matches!(item, Item::Spell(..)),
        printed,
        readings,
        rounded,
        note: notes.join("; "),
    })
}

/// The simplest slip that gives the printed price.
fn explain(rules: &Rules, item: Item, printed: f64) -> String {
    let plain = Tweak::default();
    let slips: [(&str, Tweak); 7] = [
        (
            "damage below the table is charged 1",
            Tweak {
                low_damage: Some(1.0),
                ..plain
            },
        ),
        (
            "the bonus T of the range is left out",
            Tweak {
                without_t: true,
                ..plain
            },
        ),
        (
            "the range is added after the multiplication",
            Tweak {
                range_after: true,
                ..plain
            },
        ),
        (
            "the type surcharge is left out",
            Tweak {
                without_surcharge: true,
                ..plain
            },
        ),
        (
            "the blast is priced an inch wider",
            Tweak { radius: 1, ..plain },
        ),
        (
            "the blast is priced an inch narrower",
            Tweak {
                radius: -1,
                ..plain
            },
        ),
        (
            "T and the type surcharge are left out",
            Tweak {
                without_t: true,
                without_surcharge: true,
                ..plain
            },
        ),
    ];
    for (why, tweak) in slips {
        for (reading, name) in [(Reading::B, "B"), (Reading::A, "A")] {
            let price = rules.formula(item, reading, false, tweak);
            if round(price, rules.toggles.rounding) == printed {
                return format!("{} = reading {name} if {why}", points_text(Some(printed)));
            }
        }
    }
    "no simple slip explains it".to_owned()
}

impl Audit {
    /// How many weapons agree: with both readings, A only, B only, neither.
    fn count(&self, spell: bool) -> [usize; 4] {
        ["both", "A", "B", "neither"].map(|what| {
            self.items
                .iter()
                .filter(|row| row.spell == spell && row.matches() == what)
                .count()
        })
    }
}

impl Reply for Audit {
    fn json(&self) -> Map<String, Value> {
        let items = self.items.iter().map(|row| {
            json!({
                "item": row.item, "id": row.id, "kind": if row.spell { "spell" } else { "weapon" },
                "printed": row.printed, "reading_a": row.readings[0], "reading_b": row.readings[1],
                "rounded_a": row.rounded[0], "rounded_b": row.rounded[1], "matches": row.matches(),
                "printed_minus_a": row.printed - row.rounded[0], "printed_minus_b": row.printed - row.rounded[1],
                "note": row.note,
            })
        });
        let armours = self.armours.iter().map(|row| {
            json!({
                "item": row.item, "id": row.id, "kind": "armour", "printed": row.printed,
                "formula": row.formulas[0], "formula_totals": row.formulas[1], "matches": row.matches,
            })
        });
        let totals = self.totals.iter().map(|(to, printed, counted)| {
            json!({"item": format!("armour points 1-{to}"), "kind": "running total", "printed": printed, "formula": counted,
                "matches": if printed == counted { "yes" } else { "no" }})
        });
        let vehicles = self.vehicles.iter().map(|(name, list, card, about)| {
            json!({"item": name, "kind": "vehicle", "printed": about, "by_list": list, "by_card": card})
        });
        let mut map = Map::new();
        map.insert(
            "rows".into(),
            items.chain(armours).chain(totals).chain(vehicles).collect(),
        );
        let [both, a, b, neither] = self.count(false);
        map.insert(
            "weapons".into(),
            json!({"both": both, "a_only": a, "b_only": b, "neither": neither}),
        );
        map
    }

    fn words(&self) -> Vec<Words> {
        let number = |x: f64| points_text(Some(x));
        let signed = |x: f64| {
            if x == 0.0 {
                "0".to_owned()
            } else {
                format!("{x:+}")
            }
        };
        let rows = self.items.iter().map(|row| {
            vec![
                row.item.clone(),
                number(row.printed),
                number(row.readings[0]),
                number(row.readings[1]),
                row.matches().to_owned(),
                signed(row.printed - row.rounded[0]),
                signed(row.printed - row.rounded[1]),
                row.note.clone(),
            ]
        });
        let head = [
            "item",
            "printed",
            "A",
            "B",
            "agrees",
            "print - A",
            "print - B",
            "note",
        ];
        let align = [
            Align::Left,
            Align::Right,
            Align::Right,
            Align::Right,
            Align::Left,
            Align::Right,
            Align::Right,
            Align::Left,
        ];
        let [both, a, b, neither] = self.count(false);
        let [s_both, s_a, s_b, s_neither] = self.count(true);
        let weapons = both + a + b + neither;
        let mut words = vec![
            Words::Title("Weapons and spells".to_owned()),
            Words::Line("A: (range + damage + type) x attacks + special rules".to_owned()),
            Words::Line("B: (range + damage) x attacks + type + special rules".to_owned()),
            Words::Table {
                head: head.map(str::to_owned).to_vec(),
                align: align.to_vec(),
                rows: rows.collect(),
            },
            Words::Line(format!(
                "{weapons} weapons: both readings agree with print for {both}, only B for {b}, only A for {a}, neither for {neither}."
            )),
            Words::Line(format!(
                "So B reproduces {} of {weapons}, A {}.",
                both + b,
                both + a
            )),
            Words::Line(format!(
                "Spells: {} of {} agree.",
                s_both + s_a + s_b,
                s_both + s_a + s_b + s_neither
            )),
            Words::Title("Armours".to_owned()),
        ];
        let rows = self.armours.iter().map(|row| {
            let printed = row.printed.map_or("-".to_owned(), number);
            vec![
                row.item.clone(),
                printed,
                number(row.formulas[0]),
                number(row.formulas[1]),
                row.matches.to_owned(),
            ]
        });
        words.push(Words::Table {
            head: [
                "armour",
                "printed",
                "by points",
                "by printed totals",
                "agrees",
            ]
            .map(str::to_owned)
            .to_vec(),
            align: vec![
                Align::Left,
                Align::Right,
                Align::Right,
                Align::Right,
                Align::Left,
            ],
            rows: rows.collect(),
        });
        for (to, printed, counted) in &self.totals {
            if printed != counted {
                words.push(Words::Line(format!(
                    "The running total at {to} is printed as {}; the points add up to {} (AE-60).",
                    number(*printed),
                    number(*counted)
                )));
            }
        }
        for (name, list, card, about) in &self.vehicles {
            let about = about.map_or(String::new(), |about| {
                format!("; its card says about {}", number(about))
            });
            words.push(Words::Line(format!(
                "{name}: hull and guns cost {} by the list, {} by the card's own prices{about}. STR, MOV and seats have no price.",
                number(*list), number(*card)
            )));
        }
        words
    }
}
