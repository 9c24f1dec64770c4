//! The tables of a rules file, read and checked: numbers of a fight, weapons, traits, prices, named builds. Plain data;
//! what it means is in the rooms that use it.

use super::build::Build;
use super::toggles::Toggles;
use crate::systems::choices::choices;

choices! {
    /// Weapon types (section 2).
    Kind { Basic = "basic", Heavy = "heavy", Setup = "setup" }
}

/// A whole rules file.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Which reading of the source.
    pub toggles: Toggles,
    /// The numbers of a fight.
    pub combat: Combat,
    /// Weapons, in the order of the file.
    pub weapons: Vec<Weapon>,
    /// Traits, in the order of the file.
    pub traits: Vec<Trait>,
    /// What a build has where it says nothing.
    pub profile: Profile,
    /// What a rules writer charges.
    pub costs: Costs,
    /// Named builds, in the order of the file.
    pub builds: Vec<Build>,
}

impl Rules {
    /// The ids of the weapons.
    pub fn weapon_ids(&self) -> Vec<&str> {
        self.weapons.iter().map(|arm| arm.id.as_str()).collect()
    }

    /// The ids of the traits.
    pub fn trait_ids(&self) -> Vec<&str> {
        self.traits.iter().map(|item| item.id.as_str()).collect()
    }
}

/// The numbers of a fight.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Combat {
    /// How near point blank is, in inches.
    pub point_blank: u8,
    /// Combat at point blank.
    pub point_blank_bonus: i16,
    /// Combat lost against a target that is Obscured or in cover.
    pub obscured: i16,
    /// Defense of light and of heavy cover.
    pub cover: [i16; 2],
    /// Combat lost against a target hunkered in cover, and the Defense it gains.
    pub hunkered: [i16; 2],
    /// Combat lost by a Stunned shooter.
    pub stunned: i16,
    /// Combat gained against a Downed target, and the Defense it loses.
    pub downed: [i16; 2],
    /// The highest casualty totals for Unhurt, Stunned, Downed, Wounded, Incapacitated.
    pub casualty: [i16; 5],
    /// Disruption that a Primary removes.
    pub primary_removes: u8,
    /// Disruption that a Secondary adds.
    pub secondary_adds: u8,
    /// Disruption that a Rest removes.
    pub rest_removes: u8,
    /// Morale of one who rests in cover.
    pub rest_cover: i16,
    /// Disruption of a Downed and of a Wounded model at each round start.
    pub bleeding: [u8; 2],
    /// CP of an Assault.
    pub assault_cost: u8,
    /// The greatest gap a duel can start at.
    pub field: u8,
    /// Where a duel starts unless told otherwise.
    pub gap: u8,
    /// How long it lasts unless told otherwise.
    pub rounds: u32,
}

/// The stats of a profile, in the order they are printed: Combat, Defense, Quality, Morale, Health.
pub const STATS: [&str; 5] = ["com", "def", "qlt", "mrl", "hea"];

/// The same, for people.
pub const STAT_NAMES: [&str; 5] = ["Combat", "Defense", "Quality", "Morale", "Health"];

/// What a build has where it says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Primary and secondary move.
    pub mov: [u8; 2],
    /// Combat, Defense, Quality, Morale, Health.
    pub stats: [i16; 5],
    /// A place in the weapons.
    pub weapon: usize,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Key in the rules file; empty for a weapon that a build brings along.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// How it fights.
    pub arm: Arm,
}

/// How a weapon fights.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Basic, Heavy or Setup.
    pub kind: Kind,
    /// How far short, medium and long range go.
    pub ranges: [u8; 3],
    /// Combat at short, medium and long range.
    pub mods: [i16; 3],
    /// Rate of Fire.
    pub rof: u8,
    /// The most Aims a shot.
    pub accuracy: u8,
    /// Power.
    pub power: i16,
    /// Damage.
    pub damage: u8,
    /// Suppression X: Disruption of a hit.
    pub suppression: u8,
    /// Close Quarters X: Combat in assault attacks.
    pub close_quarters: i16,
    /// Focus is not halved in an Advance.
    pub fire_on_the_move: bool,
}

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trait {
    /// Key in the rules file.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Added to Combat, Defense, Quality, Morale, Health.
    pub stats: [i16; 5],
    /// Strategist X: global CP a round.
    pub strategist: u8,
    /// Tactician X: CP of its own a round (EX-24).
    pub tactician: u8,
    /// Weapons Platform: Snap Fire with a Heavy weapon, and Heavy after moving (EX-49).
    pub platform: bool,
    /// Resolute: rerolls a failed Rout test.
    pub resolute: bool,
    /// What it is about, where that is not in the columns.
    pub note: String,
}

/// What a rules writer charges. The source has no prices (section 8).
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    /// For any model; without it nothing has a price.
    pub base: Option<f64>,
    /// For each inch of primary and of secondary move.
    pub mov: [f64; 2],
    /// For each point of Combat, Defense, Quality, Morale, Health.
    pub stats: [f64; 5],
    /// For each weapon, in their order.
    pub weapons: Vec<f64>,
    /// For each trait, in their order.
    pub traits: Vec<f64>,
    /// Whole named builds: these cost what is said here, whatever they are made of.
    pub units: Vec<(String, f64)>,
}

impl Costs {
    /// Whether all models cost the same.
    pub fn neutral(&self) -> bool {
        let parts = self.stats.iter().chain(&self.mov);
        let all = parts.chain(&self.weapons).chain(&self.traits);
        self.units.is_empty() && all.copied().all(|cost| cost == 0.0)
    }
}
