//! The tables of a rules file, read and checked: numbers of a fight, roles, upgrades, prices, named builds. Plain data;
//! what it means is in the rooms that use it.

use super::build::Build;
use super::toggles::Toggles;

/// A whole rules file.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Which reading of the source.
    pub toggles: Toggles,
    /// The numbers of a fight.
    pub combat: Combat,
    /// What stats there can be.
    pub stats: Stats,
    /// Roles, in the order of the file.
    pub roles: Vec<Role>,
    /// Upgrades, in the order of the file.
    pub upgrades: Vec<Upgrade>,
    /// What a rules writer charges.
    pub costs: Costs,
    /// Named builds, in the order of the file.
    pub builds: Vec<Build>,
}

impl Rules {
    /// The ids of the roles.
    pub fn role_ids(&self) -> Vec<&str> {
        self.roles.iter().map(|role| role.id.as_str()).collect()
    }

    /// The ids of the upgrades.
    pub fn upgrade_ids(&self) -> Vec<&str> {
        let upgrades = self.upgrades.iter();
        upgrades.map(|upgrade| upgrade.id.as_str()).collect()
    }
}

/// The numbers of a fight.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Combat {
    /// Actions of an activation.
    pub actions: u8,
    /// Inches of a Move before Speed.
    pub move_base: i32,
    /// Actions that Recover takes.
    pub recover_actions: u8,
    /// What Recover must beat.
    pub recover_difficulty: i32,
    /// What the damage of `damage_check = basic` must beat, before Armor.
    pub damage_difficulty: i32,
    /// What each stat of a Wounded fighter loses.
    pub wounded: i32,
    /// What the Skill of a Stunned fighter loses.
    pub stunned: i32,
    /// Inches that the loser of a melee attack is driven back.
    pub push: i32,
    /// The greatest gap there can be.
    pub field: i32,
    /// The gap of a duel, unless told otherwise.
    pub gap: i32,
    /// The rounds of a duel, unless told otherwise.
    pub rounds: u32,
    /// Hands of a fighter.
    pub hands: u32,
}

/// What stats there can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// What a player shares out over the three stats.
    pub values: Vec<i32>,
    /// The least and the greatest that can be fought with.
    pub possible: [i32; 2],
}

/// Skill, Speed, Armor.
pub const STATS: [&str; 3] = ["skill", "speed", "armor"];

/// A role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Key in the rules file.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Added to Skill, Speed, Armor.
    pub stats: [i32; 3],
    /// Added to the Armor of itself and of allies nearby: in a duel, of itself.
    pub guard: i32,
    /// How near (skirmishes only).
    pub guard_radius: i32,
    /// A drawn melee check gives it a free attack, unless its opponent has the same.
    pub draw_attack: bool,
    /// What it is about, where that is not in the columns.
    pub note: String,
}

/// What an upgrade is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// It can be fought with in melee.
    pub melee: bool,
    /// It can be shot.
    pub ranged: bool,
}

/// A weapon or a shield.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upgrade {
    /// Key in the rules file.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Hands it takes.
    pub hands: u32,
    /// What it is for.
    pub usage: Use,
    /// Protective: Armor while neither Staggered nor Stunned.
    pub protective: i32,
    /// How it fights.
    pub arm: Arm,
}

/// How a weapon fights. A margin that is missing means that the weapon has no such rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Arm {
    /// Damage.
    pub damage: i32,
    /// Follow-up: the bonus of the attack that a draw gives.
    pub follow_up: Option<i32>,
    /// True time: the margin of a defence that gives a free attack.
    pub true_time: Option<i32>,
    /// Aim: the bonus of an Aim action.
    pub aim: i32,
    /// How far it shoots, whatever `bow_range` says.
    pub range: Option<i32>,
    /// Finisher: Damage against a Stunned target.
    pub finisher: Option<i32>,
    /// Hook: to hit, and the target is Staggered.
    pub hook: Option<i32>,
    /// Decapitate: the margin of a hit that kills outright.
    pub decapitate: Option<i32>,
    /// Intimidating: the target is always the one driven back.
    pub intimidating: bool,
    /// Crushing: the margin of a hit that stuns.
    pub crushing: Option<i32>,
    /// Heavy: the target's Armor counts as this, if it is higher.
    pub heavy: Option<i32>,
    /// Blow Away: to hit, and inches that the target is driven back, Stunned.
    pub blow_away: Option<[i32; 2]>,
}

/// What a rules writer charges. The source has no prices (section 8).
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    /// For any fighter; without it nothing has a price.
    pub base: Option<f64>,
    /// For each point of Skill, Speed, Armor.
    pub stats: [f64; 3],
    /// For each role, in their order.
    pub roles: Vec<f64>,
    /// For each upgrade, in their order.
    pub upgrades: Vec<f64>,
}

impl Costs {
    /// Whether all fighters cost the same.
    pub fn neutral(&self) -> bool {
        let all = self.stats.iter().chain(&self.roles).chain(&self.upgrades);
        all.copied().all(|cost| cost == 0.0)
    }
}
