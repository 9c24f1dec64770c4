//! Points (reference, section 8): what an item costs by the formulas, under either reading, and by the list.

use super::build::Item;
use super::data::{Armour, Attacks, Damage, Rules, Weapon};
use super::toggles::{ArmourTotals, PointsSource, Reading, Rounding, YesNo};

/// Ways in which a printed price may have been worked out that neither reading states. The audit tries them where a
/// price agrees with no reading.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Tweak {
    /// Damage below the table is charged this.
    pub low_damage: Option<f64>,
    /// T of the range is not charged.
    pub without_t: bool,
    /// The range is added after the multiplication.
    pub range_after: bool,
    /// The type surcharge is left out.
    pub without_surcharge: bool,
    /// Inches added to the radius of a blast.
    pub radius: i32,
}

impl Rules {
    /// What a damage costs (AE-56).
    fn damage_cost(&self, damage: i32, tweak: Tweak) -> f64 {
        let table = &self.prices.damage;
        let low = tweak
            .low_damage
            .unwrap_or(self.toggles.low_damage_cost.0 as f64);
        match (table.first(), table.last()) {
            (Some(first), _) if damage < first.0 => low,
            (_, Some(last)) if damage > last.0 => {
                last.1 + self.prices.damage_above * f64::from(damage - last.0)
            }
            // Between two rows of a table with gaps: the row below.
            _ => table
                .iter()
                .rev()
                .find(|row| row.0 <= damage)
                .map_or(0.0, |row| row.1),
        }
    }

    /// An item's price by formula, before rounding (AE-55): reading A puts the type surcharge into the product, reading
    /// B adds it afterwards. A spell pays no surcharge unless `surcharged` (AE-62).
    pub fn formula(&self, item: Item, reading: Reading, surcharged: bool, tweak: Tweak) -> f64 {
        let weapon = self.weapon(item);
        let kinds = self.kinds(item);
        let contact = weapon.range.is_none_or(|range| self.ranges[range].contact);
        let range = match weapon.range {
            Some(at) if !contact => {
                let range = &self.ranges[at];
                let t = f64::from(weapon.bonus.unwrap_or(range.t));
                range.cost
                    + if tweak.without_t {
                        0.0
                    } else {
                        range.cost_per_t * t
                    }
            }
            Some(at) => self.ranges[at].cost,
            None => 0.0,
        };
        let damages = kinds.iter().map(|(_, damage)| match damage {
            Damage::Fixed(damage) => self.damage_cost(*damage, tweak),
            Damage::LessPhy(_) => 0.0,
        });
        let damage = damages.fold(0.0, f64::max);
        let pays = matches!(item, Item::Weapon(_)) || surcharged;
        let surcharge = if pays && !tweak.without_surcharge {
            kinds
                .iter()
                .map(|(kind, _)| self.types[*kind].surcharge)
                .fold(0.0, f64::max)
        } else {
            0.0
        };
        let [standard_cq, standard_ranged, quick_cq, quick_ranged] = self.prices.attacks;
        let times = match weapon.attacks {
            None => 1.0,
            Some(_) if weapon.thrown_only() => 1.0,
            Some(Attacks::Standard) => {
                if contact {
                    standard_cq
                } else {
                    standard_ranged
                }
            }
            Some(Attacks::Quick) => {
                if contact {
                    quick_cq
                } else {
                    quick_ranged
                }
            }
            Some(Attacks::Manual(n) | Attacks::Burst(n) | Attacks::Automatic(n)) => f64::from(n),
        };
        let (inside, after) = if tweak.range_after {
            (damage, range)
        } else {
            (range + damage, 0.0)
        };
        let product = match reading {
            Reading::A => (inside + surcharge) * times,
            Reading::B => inside * times + surcharge,
        };
        let sum = product + after + self.special_cost(weapon, tweak);
        if weapon.thrown_only() {
            sum / self.prices.thrown_only_divisor
        } else {
            sum
        }
    }

    fn special_cost(&self, weapon: &Weapon, tweak: Tweak) -> f64 {
        let price = &self.prices.special;
        let if_so = |has: bool, cost: f64| if has { cost } else { 0.0 };
        let options = if weapon.kinds.len() > 1 {
            weapon.kinds.len()
        } else {
            0
        };
        let blast = weapon.explosive.map_or(0.0, |radius| {
            price.explosive + price.explosive_inch * f64::from(i32::from(radius) + tweak.radius)
        });
        price.ammo * f64::from(weapon.ammo)
            + price.option * options as f64
            + if_so(weapon.bayonet, price.bayonet)
            + if_so(weapon.long_reload, price.long_reload)
            + if_so(weapon.team_loaded.is_some(), price.team_loaded)
            + price.accurate * f64::from(weapon.accurate)
            + if_so(weapon.aim, price.aim)
            + blast
            + if_so(weapon.overwatch, price.overwatch)
    }

    /// What the formula makes of an item, under the toggles in force, whatever is printed.
    pub fn item_formula(&self, item: Item) -> f64 {
        let surcharged = self.toggles.spell_surcharge == YesNo::Yes;
        let reading = match self.toggles.points_source {
            PointsSource::Printed => self.toggles.points_reading,
            PointsSource::FormulaA => Reading::A,
            PointsSource::FormulaB => Reading::B,
        };
        self.round(self.formula(item, reading, surcharged, Tweak::default()))
    }

    /// What an item costs under the toggles in force.
    pub fn item_price(&self, item: Item) -> f64 {
        let surcharged = self.toggles.spell_surcharge == YesNo::Yes;
        let plain = Tweak::default();
        match (self.toggles.points_source, self.weapon(item).points) {
            (PointsSource::Printed, Some(printed)) => {
                let reading = self.toggles.points_reading;
                let spell = matches!(item, Item::Spell(..)) && surcharged;
                if spell {
                    let more = self.formula(item, reading, true, plain)
                        - self.formula(item, reading, false, plain);
                    self.round(printed + more)
                } else {
                    printed
                }
            }
            _ => self.item_formula(item),
        }
    }

    /// Price of points `from`..=`to` of armour against one damage type.
    fn armour_points(&self, kind: usize, from: i32, to: i32) -> f64 {
        let rows = self.prices.armour.iter();
        rows.map(|row| {
            let first = row.from.max(from);
            let last = row.to.unwrap_or(i32::MAX).min(to);
            f64::from((last - first + 1).max(0)) * row.per_type[kind]
        })
        .sum()
    }

    /// An armour's price by formula, before rounding (AE-60): every point against every type; or the printed running
    /// total of the base value (the last whole row's total, then point by point), with the types that differ from it
    /// added or taken off.
    pub fn armour_formula(&self, armour: &Armour, totals: ArmourTotals) -> f64 {
        let kinds = 0..self.types.len();
        match totals {
            ArmourTotals::Points => kinds
                .map(|kind| {
                    self.armour_points(kind, 1, armour.by_type[kind].unwrap_or(armour.base))
                })
                .sum(),
            ArmourTotals::Printed => {
                let mut total = 0.0;
                let mut from = 1;
                for row in &self.prices.armour {
                    if let (Some(to), Some(printed)) = (row.to, row.total)
                        && to <= armour.base
                    {
                        total = printed;
                        from = to + 1;
                    }
                }
                total += kinds
                    .clone()
                    .map(|kind| self.armour_points(kind, from, armour.base))
                    .sum::<f64>();
                for kind in kinds {
                    let value = armour.by_type[kind].unwrap_or(armour.base);
                    total += self.armour_points(kind, armour.base + 1, value);
                    total -= self.armour_points(kind, value + 1, armour.base);
                }
                total
            }
        }
    }

    /// What the formula makes of an armour, whatever is printed.
    pub fn armour_formula_price(&self, armour: &Armour) -> f64 {
        // Armour is always rounded to the nearest (section 8, AE-59).
        round(
            self.armour_formula(armour, self.toggles.armour_totals),
            Rounding::HalfEven,
        )
    }

    /// What an armour costs under the toggles in force.
    pub fn armour_price(&self, armour: &Armour) -> f64 {
        match (self.toggles.points_source, armour.points) {
            (PointsSource::Printed, Some(printed)) => printed,
            _ => self.armour_formula_price(armour),
        }
    }

    /// What an attribute value costs; none if it cannot be bought.
    pub fn attribute_price(&self, value: i32) -> Option<f64> {
        self.prices
            .attributes
            .iter()
            .find(|row| row.0 == value)
            .map(|row| row.1)
    }

    /// Rounds the price of a weapon or spell (AE-59).
    fn round(&self, price: f64) -> f64 {
        round(price, self.toggles.rounding)
    }
}

/// Rounds a price; sums of sixths are cleaned of their last bits first, so that a half is a half.
pub fn round(price: f64, how: Rounding) -> f64 {
    let clean = (price * 1e9).round() / 1e9;
    match how {
        Rounding::HalfEven => clean.round_ties_even(),
        Rounding::Up => clean.ceil(),
        Rounding::Down => clean.floor(),
    }
}
