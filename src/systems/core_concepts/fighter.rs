//! A build made ready to fight: weapons chosen, rules folded in, all lengths in half inches.

use super::build::Build;
use super::clash::damages;
use super::data::{Half, Rules};
use super::policy::Policy;
use super::shot::{Round, by_cover};
use super::stress::Nerve;
use super::toggles::{NoYes, StressAfter, StressTest, StressToughness, YesNo};

/// What a model fights with in close combat.
#[derive(Clone, Debug)]
pub struct Blade {
    /// Name for people.
    pub name: String,
    /// Threat range.
    pub reach: Half,
    /// Damage of a normal and of a critical success.
    pub damage: [u8; 2],
    /// How far a critical success shoves; 0 if it does not (CC-07).
    pub shove: Half,
}

/// What a model shoots with.
#[derive(Clone, Debug)]
pub struct Gun {
    /// Name for people.
    pub name: String,
    /// What it adds to the difficulty.
    pub modifier: i32,
    /// What a hit does.
    pub round: Round,
    /// A critical hit pins.
    pub pin: bool,
}

/// A model in a duel.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Name for people; may be empty.
    pub name: String,
    /// M.
    pub melee: u8,
    /// B.
    pub ballistics: u8,
    /// T as printed.
    pub toughness: u8,
    /// A.
    pub agility: u8,
    /// Close combat, if it can.
    pub blade: Option<Blade>,
    /// Shooting, if it can.
    pub gun: Option<Gun>,
    /// How it bears stress.
    pub nerve: Nerve,
    /// How far a Move goes.
    pub stride: Half,
    /// How far a Pounce goes.
    pub pounce: Half,
    /// What it adds to a difficulty when it takes cover.
    pub cover: i32,
    /// How it fights.
    pub policy: Policy,
}

/// How a model with this printed Toughness bears stress.
pub fn nerve(rules: &Rules, printed: u8) -> Nerve {
    let toggles = &rules.toggles;
    Nerve {
        printed,
        success: rules.numbers.success,
        first_only: toggles.stress_test == StressTest::FirstOnly,
        reset: toggles.stress_after_test == StressAfter::Reset,
        printed_threshold: toggles.stress_toughness == StressToughness::Printed,
        chain: toggles.stress_chain == NoYes::Yes,
    }
}

impl Fighter {
    /// Makes a build ready.
    pub fn new(rules: &Rules, build: &Build) -> Fighter {
        let numbers = &rules.numbers;
        let shoves = rules.toggles.shove == YesNo::Yes;
        let blade = build.blade(rules);
        Fighter {
            name: build.label().to_owned(),
            melee: build.melee,
            ballistics: build.ballistics,
            toughness: build.toughness,
            agility: build.agility,
            blade: blade.map(|weapon| Blade {
                name: weapon.name.clone(),
                reach: weapon.reach,
                damage: damages(Some(weapon)),
                shove: if weapon.shove && shoves {
                    numbers.shove
                } else {
                    0
                },
            }),
            gun: build.gun().map(|weapon| Gun {
                name: weapon.name.clone(),
                modifier: weapon.modifier,
                round: Round {
                    damage: weapon.damage,
                    critical: weapon.critical,
                },
                pin: weapon.pin,
            }),
            nerve: nerve(rules, build.toughness),
            stride: 2 * numbers.move_per_agility * u16::from(build.agility),
            pounce: 2 * numbers.pounce_per_agility * u16::from(build.agility),
            cover: by_cover(rules, build.agility),
            policy: build.policy,
        }
    }

    /// Whether a model this far away is in its threat range.
    pub fn threatens(&self, gap: Half) -> bool {
        self.blade.as_ref().is_some_and(|blade| gap <= blade.reach)
    }
}
