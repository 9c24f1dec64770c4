//! Who fights: every model of both armies, what kind it is, and each kind's ways to attack compiled against each kind of
//! enemy. Made once a match-up ([`super::muster`]); a fight only reads it.

use super::super::checks::{Crits, Pool};
use super::super::exchange::Readings;
use super::super::fighter::{Defence, Fighter, Load};
use super::super::policy::Policy;
use super::super::profile::Form;
use super::ArmyPolicy;
use crate::systems::choices::choices;

/// The most seats of a vehicle.
pub const SEATS: usize = 8;

/// What is the same for all models of a build, or of a vehicle.
pub struct Kind {
    /// What to call one.
    pub name: String,
    /// Structure of one model.
    pub str: u16,
    /// Reactions in an active turn.
    pub rec: u8,
    /// Inches of a Move, for a vehicle without its driver's bonus.
    pub mov: i32,
    /// The vehicle it is, if it is one.
    pub vehicle: Option<Hull>,
    /// How it fights: what its build says, and the army's policy for the rest.
    pub policy: Policy,
    /// Its moves provoke no reactions.
    pub teleports: bool,
    /// Carries a shield.
    pub shield: bool,
    /// The die of a dodge.
    pub dodge: Defence,
    /// The die of a dodge of a vehicle that it drives (AE-53).
    pub pilot: Defence,
    /// Inches that it adds to the Move of a vehicle it drives.
    pub piloting: i32,
    /// The target value of the die that looks for hidden units.
    pub perception: i32,
    /// The die that stays hidden.
    pub stealth: Pool,
    /// The die of Acrobatics, and of a crew that leaves a wreck (AE-51, `agility_check`).
    pub agility: Pool,
    /// The die of Heal, if it has the spell.
    pub heal: Option<Pool>,
    /// The target value of initiative.
    pub lead: i32,
    /// Has a weapon for a distance.
    pub ranged: bool,
    /// Has a weapon that more than one must load (AE-50).
    pub team_loaded: bool,
    /// Its ways to attack: a row of the table of fighters. A vehicle has those of its gunners.
    pub row: usize,
}

/// A vehicle as its rules see it.
pub struct Hull {
    /// Clad: without a spotter every action at another unit is harder.
    pub clad: bool,
    /// Its seats.
    pub seats: Vec<SeatOf>,
}

/// A seat of a vehicle.
pub struct SeatOf {
    /// Its name.
    pub name: String,
    /// Whoever sits here moves the vehicle.
    pub drives: bool,
    /// Whoever sits here spots.
    pub spots: bool,
    /// Whoever sits here loads.
    pub loads: bool,
    /// The row of fighters for each kind of gunner; empty for a seat without guns.
    pub rows: Vec<usize>,
    /// Where the loads of its guns begin among those of the vehicle.
    pub first: usize,
}

/// One model (or one team, which acts as one).
pub struct Model {
    /// Its kind.
    pub kind: usize,
    /// What to call it: `Knight 2`.
    pub name: String,
    /// How many models it is (AE-47).
    pub team: u8,
    /// What it costs.
    pub points: f64,
    /// Where its loads begin among those of the army.
    pub loads: usize,
    /// The radius of its base, and its height, in grains.
    pub size: [i32; 2],
    /// Deployed hidden.
    pub hidden: bool,
    /// Goes aboard vehicles that it comes to touch.
    pub boards: bool,
    /// The vehicle and the seat it begins in.
    pub sits: Option<(usize, usize)>,
}

/// One side.
pub struct Side {
    /// What to call it.
    pub name: String,
    /// How it decides.
    pub policy: ArmyPolicy,
    /// Its kinds.
    pub kinds: Vec<Kind>,
    /// Its models, in listed order; a crew right after its vehicle.
    pub models: Vec<Model>,
    /// What all its weapons hold at the start.
    pub loads: Vec<Load>,
    /// Ways to attack: row after row, one fighter for each kind of enemy.
    pub fighters: Vec<Fighter>,
    /// Kinds of enemy.
    pub foes: usize,
    /// The same rows against kinds of its own side, for blasts that drift (AE-36); empty if they do not.
    pub mates: Vec<Fighter>,
    /// Somebody has explosives.
    pub explosives: bool,
    /// Models at the start, team by team.
    pub most: u16,
    /// What it costs.
    pub points: f64,
}

impl Side {
    /// A row's fighter against a kind of enemy.
    #[inline]
    pub fn fighter(&self, row: usize, foe: usize) -> &Fighter {
        &self.fighters[row * self.foes + foe]
    }

    /// How far a row reaches a kind of enemy at all, in inches; below 0 if it cannot hurt it.
    #[inline]
    pub fn reach(&self, row: usize, foe: usize) -> i32 {
        self.fighter(row, foe).longest
    }

    /// A row can throw explosives.
    pub fn throws(&self, row: usize) -> bool {
        let fighters = &self.fighters[row * self.foes..][..self.foes];
        fighters
            .iter()
            .any(|fighter| fighter.explosives && fighter.throws())
    }

    /// The widest blast that a row can throw, in inches.
    pub fn widest_throw(&self, row: usize) -> i32 {
        let fighters = &self.fighters[row * self.foes..][..self.foes];
        let profiles = fighters.iter().flat_map(|fighter| &fighter.profiles);
        let thrown = profiles.filter(|profile| profile.form == Form::Thrown);
        thrown
            .filter_map(|profile| profile.explosive)
            .max()
            .unwrap_or(0)
    }

    /// A model's kind.
    #[inline]
    pub fn kind(&self, model: usize) -> &Kind {
        &self.kinds[self.models[model].kind]
    }
}

choices! {
    /// How units are put down: in lines at once, or one by one in turn, whoever has the initiative first.
    Deploy { Line = "line", Alternate = "alternate" }
}

/// What a scenario says of a skirmish that is the system's own, and the toggles that only skirmishes read.
pub struct House {
    /// Dice are shared out among the targets in reach.
    pub spread: bool,
    /// Vehicles without a crew may be shot at.
    pub shoot_scenery: bool,
    /// Markers are objects that are taken (SK-26).
    pub taken: bool,
    /// The round from which the cautious lose patience.
    pub patience: u32,
    /// Units are put down one by one.
    pub deploy: Deploy,
    /// AE-18: a reaction die opposes all dice of the active unit.
    pub everyone: bool,
    /// AE-33: reactions with Overwatch weapons are free.
    pub free_overwatch: bool,
    /// AE-36: explosives that miss drift.
    pub scatter: bool,
    /// AE-41: Heal may cure its caster.
    pub heal_self: bool,
    /// AE-48, in grains.
    pub zoc: i32,
    /// AE-49.
    pub cover: i32,
    /// AE-51.
    pub crew: super::super::toggles::CrewSurvival,
    /// AE-52: one action for each seat.
    pub per_seat: bool,
    /// AE-53: the driver dodges.
    pub pilots_dodge: bool,
    /// What exchanges depend on.
    pub readings: Readings,
    /// How critical successes are read (AE-06, AE-07).
    pub crits: Crits,
}
