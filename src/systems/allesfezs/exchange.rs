//! What an attack and its answer come to (reference, sections 4 and 6.4), whoever fights it and wherever: the dice of a
//! reaction attack, what an attack uses up, and the dice of both sides. A duel and a skirmish both ask here.

use super::attack::{Contest, Exchange, Manner};
use super::checks::Pool;
use super::data::Rules;
use super::fighter::{Arm, Defence, Fighter, Load};
use super::orders::Shot;
use super::profile::Form;
use super::toggles::{AmmoUnit, ReactionDice, Scope, Ties};

/// The readings of the rulebook that an exchange depends on.
#[derive(Copy, Clone, Debug)]
pub struct Readings {
    /// AE-09.
    pub ties: Ties,
    /// AE-20.
    pub unit: AmmoUnit,
    reaction_dice: ReactionDice,
    counter_dice: u8,
    dodge_scope: Scope,
    block_scope: Scope,
}

/// A point of the active unit's path, as a reactor sees it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Inches to it.
    pub gap: i32,
    /// Modifiers of the situation.
    pub extra: i32,
    /// Inches from there to the nearest friend of the reactor: what an explosive must not reach.
    pub clear: i32,
    /// Which point of the path it is.
    pub point: usize,
}

impl Spot {
    /// A point of an open field, with nobody else about.
    pub fn open(gap: i32) -> Spot {
        Spot {
            gap,
            extra: 0,
            clear: i32::MAX,
            point: 0,
        }
    }
}

/// What an attack is opposed by.
#[derive(Copy, Clone, Debug)]
pub enum Opposed {
    /// Nothing: its dice are simply checked.
    Nothing,
    /// An attack by the target.
    Counter(Shot),
    /// A block.
    Block(Defence),
    /// A dodge.
    Dodge(Defence),
}

impl Readings {
    /// As the rules file has them.
    pub fn of(rules: &Rules) -> Readings {
        let toggles = &rules.toggles;
        Readings {
            ties: toggles.ties,
            unit: toggles.ammo_unit,
            reaction_dice: toggles.reaction_dice,
            counter_dice: rules.combat.counter_dice,
            dodge_scope: toggles.dodge_scope,
            block_scope: toggles.block_scope,
        }
    }

    /// The reaction attack with the highest positive score, over the profiles and the points of a path; on a tie the
    /// earliest profile, then the smallest gap (6.4), then the earliest point. `beside` is what a blast is worth beside its
    /// target. Also which point it is.
    pub fn counter(
        &self,
        me: &Fighter,
        models: u8,
        loads: &[Load],
        points: impl Iterator<Item = Spot> + Clone,
        beside: impl Fn(Shot, usize) -> i32,
    ) -> Option<(Shot, usize)> {
        let mut best: Option<(Shot, usize)> = None;
        for (at, profile) in me.profiles.iter().enumerate() {
            if !profile.live() {
                continue;
            }
            for point in points.clone() {
                let caught = profile
                    .explosive
                    .is_some_and(|radius| radius >= point.clear);
                if caught || !profile.usable(point.gap, &me.arms, loads) {
                    continue;
                }
                let mut shot = self.counter_shot(me, at, point, models, loads);
                if profile.explosive.is_some() {
                    shot.score += beside(shot, point.point);
                }
                let better = best.map_or(shot.score > 0, |(best, _)| {
                    let nearer = shot.profile == best.profile && shot.gap < best.gap;
                    shot.score > best.score || shot.score == best.score && nearer
                });
                if better {
                    best = Some((shot, point.point));
                }
            }
        }
        best
    }

    /// The dice of a reaction attack (AE-15).
    pub fn counter_shot(
        &self,
        me: &Fighter,
        at: usize,
        Spot { gap, extra, .. }: Spot,
        models: u8,
        loads: &[Load],
    ) -> Shot {
        let profile = &me.profiles[at];
        let wanted = match self.reaction_dice {
            ReactionDice::One => self.counter_dice,
            ReactionDice::Full => profile.dice,
        };
        let rounds = profile.arm.map_or(0, |arm| loads[arm].rounds);
        let dice = profile
            .allowed(wanted, rounds, self.unit)
            .saturating_mul(models);
        Shot {
            profile: at,
            gap,
            dice,
            models,
            aim: true,
            extra,
            score: profile.score(dice, gap, true, extra),
        }
    }

    /// Takes what an attack uses up (AE-20, AE-35).
    pub fn spend(&self, me: &Fighter, shot: Shot, loads: &mut [Load]) {
        let profile = &me.profiles[shot.profile];
        let Some(arm) = profile.arm else { return };
        let load = &mut loads[arm];
        load.rounds = load
            .rounds
            .saturating_sub(profile.spends(shot.dice / shot.models.max(1), self.unit));
        if profile.form == Form::Thrown {
            load.left = load.left.saturating_sub(1);
            if load.left == 0 {
                // It is gone: what it held cannot matter any more.
                *load = Load::default();
            }
        }
    }

    /// The dice of an attack by `me`, whose activation it is or not, and of what opposes it (section 4).
    pub fn exchange(
        &self,
        [me, foe]: [&Fighter; 2],
        by_active: bool,
        shot: Shot,
        opposed: Opposed,
    ) -> Exchange {
        let profile = &me.profiles[shot.profile];
        let strike = profile.pool(shot);
        let mut back_save = [1, 1];
        let manner = self.manner(&opposed);
        let answer = match opposed {
            Opposed::Nothing => Pool::NONE,
            Opposed::Counter(back) => {
                let weapon = &foe.profiles[back.profile];
                back_save = weapon.save();
                weapon.pool(back)
            }
            Opposed::Block(defence) | Opposed::Dodge(defence) => defence.pool,
        };
        // AE-09: in a tie, whose activation it is matters, and not who strikes.
        let [active, reactor] = self.keeps();
        let (strike_keeps, answer_keeps) = if by_active {
            (active, reactor)
        } else {
            (reactor, active)
        };
        Exchange {
            contest: Contest {
                strike,
                answer,
                manner,
                strike_keeps,
                answer_keeps,
            },
            save: profile.save(),
            back_save,
        }
    }
}

fn manner(scope: Scope) -> Manner {
    match scope {
        Scope::All => Manner::Shields,
        Scope::OneDie => Manner::Parries,
    }
}

impl Readings {
    /// What the dice of an answer do (AE-16, AE-17).
    pub fn manner(&self, opposed: &Opposed) -> Manner {
        match opposed {
            Opposed::Nothing => Manner::Shields,
            Opposed::Counter(_) => Manner::Strikes,
            Opposed::Block(_) => manner(self.block_scope),
            Opposed::Dodge(_) => manner(self.dodge_scope),
        }
    }

    /// Whether a die of the active unit, of the reactor, stands in a tie (AE-09).
    pub fn keeps(&self) -> [bool; 2] {
        match self.ties {
            Ties::Both => [true, true],
            Ties::Active => [true, false],
            Ties::Reactor => [false, true],
            Ties::Cancel => [false, false],
        }
    }
}

impl Arm {
    /// Two Reloads are needed: always, or because fewer models load it than it needs (AE-50).
    pub fn long_for(&self, loaders: u8) -> bool {
        self.long || self.team > loaders
    }

    /// A Reload: all of it, or half of a Long one (AE-21, AE-22).
    pub fn reload(&self, long: bool, load: &mut Load) {
        if long && !load.progress {
            load.progress = true;
        } else {
            load.rounds = self.capacity;
            load.progress = false;
        }
    }
}
