//! The rules file in memory: every table of the system, checked, with names turned into places. Made by
//! [`super::reading`]; nothing here reads text or fights.

use super::build::Build;
use super::toggles::{Bands, Toggles};

/// A whole rules file.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What the file calls itself.
    pub title: String,
    /// Which reading of the rulebook.
    pub toggles: Toggles,
    /// The numbers of a fight.
    pub combat: Combat,
    /// (PHY at or above, MOV), best row last; both readings of AE-01.
    pub mov: [Vec<(i32, i32)>; 2],
    /// (MOT at or above, REC).
    pub rec: [Vec<(i32, i32)>; 2],
    /// From the lowest bonus up.
    pub aptitudes: Vec<Aptitude>,
    /// Weapon classes and other skills.
    pub skills: Vec<Skill>,
    /// The attribute that Elusive is bought on.
    pub elusive: Attribute,
    /// In order of time.
    pub eras: Vec<Era>,
    /// Damage types.
    pub types: Vec<DamageType>,
    /// Range categories.
    pub ranges: Vec<Range>,
    /// Weapons, as listed.
    pub weapons: Vec<Weapon>,
    /// Aimed spells, as listed; their type is chosen by the build.
    pub spells: Vec<Weapon>,
    /// Spells that are no attack: (id, name). Read by skirmishes.
    pub other_spells: Vec<(String, String)>,
    /// Armours, as listed.
    pub armours: Vec<Armour>,
    /// What things cost.
    pub prices: Prices,
    /// Vehicles: data for skirmishes and the audit.
    pub vehicles: Vec<Vehicle>,
    /// Named builds.
    pub builds: Vec<Build>,
}

/// The numbers of a fight.
#[derive(Clone, Debug)]
pub struct Combat {
    /// Damage added by a critical hit.
    pub critical_bonus: i32,
    /// Bonus of Aim.
    pub aim: i32,
    /// Aptitude from which Accurate counts (AE-34).
    pub accurate_from: i32,
    /// Bonus of a shield in a block.
    pub shield: i32,
    /// Dice of a reaction attack.
    pub counter_dice: u8,
    /// Dice of a dodge.
    pub dodge_dice: u8,
    /// Dice of a block.
    pub block_dice: u8,
    /// What a bayonet is used as: a place in the weapons (AE-32).
    pub bayonet_as: usize,
    /// The range of a throw.
    pub throw_range: usize,
    /// The attacks of a throw.
    pub throw_attacks: Attacks,
    /// The weapon that everybody has.
    pub unarmed: usize,
    /// Where a duel starts.
    pub duel_gap: u16,
    /// Outer edges of the range bands.
    pub edges: Vec<i32>,
    /// Attribute values that can be fought with.
    pub possible: [i32; 2],
    /// Attribute values that can be bought.
    pub legal: [i32; 2],
}

/// MOT, PHY or WIL.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// Motorics.
    Mot,
    /// Physique.
    Phy,
    /// Willpower.
    Wil,
}

impl Attribute {
    /// Names as written in files.
    pub const NAMES: [&'static str; 3] = ["mot", "phy", "wil"];

    /// As written on a card.
    pub fn label(self) -> &'static str {
        ["MOT", "PHY", "WIL"][self as usize]
    }
}

/// A level of aptitude.
#[derive(Clone, Debug)]
pub struct Aptitude {
    /// The bonus.
    pub bonus: i32,
    /// Its name.
    pub name: String,
    /// Dice of a Standard attack.
    pub standard: u8,
    /// Dice of a Quick attack.
    pub quick: u8,
    /// Cumulative cost.
    pub cost: f64,
    /// The related attribute must be this or lower.
    pub needs: Option<i32>,
}

/// A weapon class or another skill.
#[derive(Clone, Debug)]
pub struct Skill {
    /// Key in files.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// The related attribute.
    pub attribute: Attribute,
}

/// An era.
#[derive(Clone, Debug)]
pub struct Era {
    /// Key in files.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// When it was.
    pub years: String,
}

/// A damage type.
#[derive(Clone, Debug)]
pub struct DamageType {
    /// Key in files.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Armour that it ignores.
    pub ignores: i32,
    /// What it costs.
    pub surcharge: f64,
    /// Whether a shield blocks it at range (AE-24).
    pub blockable: bool,
}

/// A cell of the range table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// This modifier.
    Modifier(i32),
    /// The weapon's own bonus T.
    Bonus,
    /// Cannot target.
    No,
}

/// A range category.
#[derive(Clone, Debug)]
pub struct Range {
    /// Key in files.
    pub id: String,
    /// Base contact only.
    pub contact: bool,
    /// One cell a band.
    pub table: Vec<Cell>,
    /// The same as the prose has it.
    pub prose: Vec<Cell>,
    /// T, if the weapon gives none.
    pub t: i32,
    /// Price.
    pub cost: f64,
    /// Price for each point of T.
    pub cost_per_t: f64,
}

/// How many dice an attack has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Attacks {
    /// By aptitude.
    Standard,
    /// By aptitude, twice as many.
    Quick,
    /// A fixed number.
    Manual(u8),
    /// A fixed number, all on one target.
    Burst(u8),
    /// A fixed number.
    Automatic(u8),
}

/// Damage as printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Damage {
    /// A number.
    Fixed(i32),
    /// A number less the user's PHY (AE-31).
    LessPhy(i32),
}

/// A weapon or an aimed spell.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Key in files.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Key of its era, or `any`.
    pub era: String,
    /// Its range; none for what can only be thrown.
    pub range: Option<usize>,
    /// T of its range.
    pub bonus: Option<i32>,
    /// Inches added to its range (AE-14).
    pub inches: i32,
    /// Damage types to choose from, with their damage. Empty for a spell whose type the build chooses.
    pub kinds: Vec<(usize, Damage)>,
    /// The damage of a spell of any type.
    pub spell_damage: Option<i32>,
    /// Dice.
    pub attacks: Option<Attacks>,
    /// Its class: a place in the skills.
    pub class: usize,
    /// Hands needed.
    pub hands: u8,
    /// May be thrown.
    pub thrown: bool,
    /// Rounds; 0 for a weapon that never runs dry.
    pub ammo: u8,
    /// Two Reloads are needed.
    pub long_reload: bool,
    /// Models needed to load it.
    pub team_loaded: Option<u8>,
    /// May be used as a spear.
    pub bayonet: bool,
    /// Bonus of Accurate.
    pub accurate: i32,
    /// Has Aim.
    pub aim: bool,
    /// Radius of its blast.
    pub explosive: Option<u16>,
    /// Has Overwatch.
    pub overwatch: bool,
    /// The printed price.
    pub points: Option<f64>,
}

impl Weapon {
    /// It can only be thrown.
    pub fn thrown_only(&self) -> bool {
        self.range.is_none()
    }
}

/// A suit of armour.
#[derive(Clone, Debug, PartialEq)]
pub struct Armour {
    /// Key in files; empty for one made up on the spot.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Value against what has no entry of its own.
    pub base: i32,
    /// Entry for each damage type.
    pub by_type: Vec<Option<i32>>,
    /// The printed price.
    pub points: Option<f64>,
}

/// What things cost (section 2.15).
#[derive(Clone, Debug)]
pub struct Prices {
    /// (value, cost).
    pub attributes: Vec<(i32, f64)>,
    /// (damage, cost), rising.
    pub damage: Vec<(i32, f64)>,
    /// For each point beyond the last row (AE-56).
    pub damage_above: f64,
    /// Multipliers: standard in contact, standard at range, quick in contact, quick at range.
    pub attacks: [f64; 4],
    /// What a weapon that can only be thrown is divided by.
    pub thrown_only_divisor: f64,
    /// Prices of special rules.
    pub special: Special,
    /// Rows of the armour table.
    pub armour: Vec<ArmourRow>,
}

/// Prices of special rules.
#[derive(Copy, Clone, Debug)]
#[allow(missing_docs, reason = "each is the price of the rule of that name")]
pub struct Special {
    pub ammo: f64,
    pub option: f64,
    pub bayonet: f64,
    pub long_reload: f64,
    pub team_loaded: f64,
    pub accurate: f64,
    pub aim: f64,
    pub explosive: f64,
    pub explosive_inch: f64,
    pub overwatch: f64,
}

/// A row of the armour table: the price of each point in it.
#[derive(Clone, Debug)]
pub struct ArmourRow {
    /// First point.
    pub from: i32,
    /// Last point; none in the last row.
    pub to: Option<i32>,
    /// Price of a point for each damage type.
    pub per_type: Vec<f64>,
    /// The printed running total at the end of the row.
    pub total: Option<f64>,
}

/// A vehicle.
#[derive(Clone, Debug)]
pub struct Vehicle {
    /// Key in files.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Structure.
    pub str: i32,
    /// Its hull: a place in the armours.
    pub armour: usize,
    /// Movement.
    pub mov: i32,
    /// Its guns: places in the weapons, with the price on the card where it differs from the list.
    pub weapons: Vec<(usize, Option<f64>)>,
    /// What the card says it costs, roughly.
    pub about: Option<f64>,
    /// Without an occupied Spotter seat every action at another unit is harder.
    pub clad: bool,
    /// Who sits where.
    pub seats: Vec<Seat>,
}

/// A seat of a vehicle.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Its name: `Driver`.
    pub name: String,
    /// Whoever sits here moves the vehicle.
    pub drives: bool,
    /// Guns served from here: places in the weapons.
    pub guns: Vec<usize>,
    /// Whoever sits here spots for a clad vehicle.
    pub spots: bool,
    /// Whoever sits here loads.
    pub loads: bool,
}

impl Rules {
    /// The aptitude row with this bonus.
    pub fn aptitude(&self, bonus: i32) -> Option<&Aptitude> {
        self.aptitudes.iter().find(|row| row.bonus == bonus)
    }

    /// MOV for this PHY.
    pub fn mov(&self, phy: i32) -> i32 {
        at_or_above(&self.mov[self.toggles.mov_rec_gaps as usize], phy)
    }

    /// REC for this MOT.
    pub fn rec(&self, mot: i32) -> i32 {
        at_or_above(&self.rec[self.toggles.mov_rec_gaps as usize], mot)
    }

    /// The modifier of a range band for a weapon with this bonus, at `gap` inches; none out of range. An edge belongs to
    /// the nearer band (AE-11); inches added move the last edge only (AE-14).
    pub fn range_modifier(
        &self,
        range: &Range,
        bonus: Option<i32>,
        inches: i32,
        gap: i32,
    ) -> Option<i32> {
        if range.contact {
            return (gap <= inches).then_some(0);
        }
        let cells = match self.toggles.range_bands {
            Bands::Prose => &range.prose,
            Bands::Table | Bands::None => &range.table,
        };
        let last = cells.len().checked_sub(1)?;
        let band = cells.iter().enumerate().position(|(i, _)| {
            let edge = self.combat.edges.get(i).copied().unwrap_or(i32::MAX);
            gap <= if i == last { edge + inches } else { edge }
        })?;
        let modifier = match cells[band] {
            Cell::No => return None,
            Cell::Bonus => bonus.unwrap_or(range.t),
            Cell::Modifier(modifier) => modifier,
        };
        Some(if self.toggles.range_bands == Bands::None {
            0
        } else {
            modifier
        })
    }

    /// The farthest gap of a range.
    pub fn max_range(&self, range: &Range, inches: i32) -> i32 {
        if range.contact {
            return inches;
        }
        let cells = range.table.len().min(self.combat.edges.len());
        cells
            .checked_sub(1)
            .map_or(0, |last| self.combat.edges[last] + inches)
    }
}

fn at_or_above(rows: &[(i32, i32)], value: i32) -> i32 {
    rows.iter()
        .find(|row| value >= row.0)
        .or(rows.last())
        .map_or(0, |row| row.1)
}
