//! A fighter: a build compiled to plain numbers, and its shots: Combat and Defense with everything that changes them
//! (reference, section 4, steps 1 to 6), part by part, so that the narrator can say why.

use super::attack::{Attack, Volley};
use super::build::Build;
use super::checks::faces;
use super::data::{Arm, Combat, Kind, Rules};
use super::focus::{Offer, Shots};
use super::policy::{Focus, Policy};
use super::situation::{Cover, Shelter};
use super::toggles::*;
use crate::systems::choices::choices;

choices! {
    /// How an attack is made.
    Mode { Focus = "focus", Advance = "advance", Snap = "snap", Assault = "assault" }
}

/// The rules of a fight: everything an attack needs beside the fighters.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The numbers of the rules file.
    pub combat: Combat,
    /// Which reading of the source.
    pub toggles: Toggles,
}

impl Terms {
    /// The terms of a rules file.
    pub fn new(rules: &Rules) -> Terms {
        Terms {
            combat: rules.combat,
            toggles: rules.toggles.clone(),
        }
    }

    /// EX-04: the most Disruption there can be.
    pub fn cap(&self) -> u8 {
        self.toggles.disruption_cap.0.clamp(1, 60) as u8
    }

    /// The highest face that passes a test of this stat (EX-02).
    pub fn faces(&self, stat: i16) -> u8 {
        faces(stat, self.toggles.auto)
    }
}

/// A build compiled to numbers.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Primary and secondary move.
    pub mov: [u8; 2],
    /// Combat.
    pub com: i16,
    /// Defense.
    pub def: i16,
    /// Printed Quality.
    pub qlt: i16,
    /// Morale.
    pub mrl: i16,
    /// Health.
    pub hea: u8,
    /// Its weapon.
    pub arm: Arm,
    /// What to call the weapon.
    pub weapon: String,
    /// Weapons Platform.
    pub platform: bool,
    /// Resolute.
    pub resolute: bool,
    /// CP of its traits (EX-24, EX-42).
    pub cp: u8,
    /// How it fights.
    pub policy: Policy,
}

impl Fighter {
    /// Compiles a build.
    pub fn new(rules: &Rules, build: &Build) -> Fighter {
        let traits = || build.traits.iter().map(|at| &rules.traits[*at]);
        let stat = |at: usize| {
            let more: i16 = traits().map(|item| item.stats[at]).sum();
            (build.stats[at] + more).clamp(0, 40)
        };
        let cp: u32 = traits()
            .map(|item| {
                let tactician = match rules.toggles.tactician {
                    Tactician::X => item.tactician,
                    Tactician::One => item.tactician.min(1),
                };
                u32::from(item.strategist) + u32::from(tactician)
            })
            .sum();
        let weapon = &build.weapon;
        let name = [&weapon.name, &weapon.id]
            .into_iter()
            .find(|name| !name.is_empty());
        Fighter {
            mov: build.mov,
            com: stat(0),
            def: stat(1),
            qlt: stat(2),
            mrl: stat(3),
            hea: stat(4).clamp(1, 10) as u8,
            arm: weapon.arm,
            weapon: name.map_or("weapon", String::as_str).to_owned(),
            platform: traits().any(|item| item.platform),
            resolute: traits().any(|item| item.resolute),
            cp: cp.min(20) as u8,
            policy: build.policy,
        }
    }

    /// Quality now (EX-03).
    pub fn quality(&self, disruption: u8) -> i16 {
        (self.qlt - i16::from(disruption)).max(0)
    }

    /// Whether its weapon can Snap Fire at all.
    pub fn snaps(&self) -> bool {
        match self.arm.kind {
            Kind::Basic => true,
            Kind::Heavy => self.platform,
            Kind::Setup => false,
        }
    }

    /// Whether the weapon reaches so far.
    pub fn reaches(&self, gap: u8) -> bool {
        gap <= self.arm.ranges[2]
    }

    /// Whether it may shoot so.
    fn may(&self, mode: Mode, gap: u8, terms: &Terms) -> bool {
        match mode {
            Mode::Assault => self.arm.kind != Kind::Setup,
            Mode::Focus => self.reaches(gap),
            Mode::Snap => self.reaches(gap) && self.snaps(),
            // EX-49.
            Mode::Advance => {
                let fit = match self.arm.kind {
                    Kind::Basic => true,
                    Kind::Heavy => {
                        self.platform || terms.toggles.heavy_advance == HeavyAdvance::Yes
                    }
                    Kind::Setup => false,
                };
                fit && self.reaches(gap)
            }
        }
    }

    /// Focus of an attack (section 4, step 2; EX-39).
    fn focus(&self, mode: Mode, disruption: u8) -> u8 {
        let quality = self.quality(disruption).clamp(0, 40) as u8;
        match mode {
            Mode::Focus => quality,
            Mode::Advance if self.arm.fire_on_the_move => quality,
            Mode::Advance => quality.div_ceil(2),
            Mode::Snap | Mode::Assault => 0,
        }
    }

    /// The range modifier and its name (EX-06, EX-07).
    fn range(&self, mode: Mode, gap: u8, terms: &Terms) -> (i16, &'static str) {
        let arm = &self.arm;
        let assault = mode == Mode::Assault;
        if assault && terms.toggles.assault_point_blank == AssaultPointBlank::No {
            return (0, "");
        }
        if assault || gap <= terms.combat.point_blank {
            let kept = match terms.toggles.point_blank {
                PointBlank::Replace => 0,
                PointBlank::KeepBonus => arm.mods[0].max(0),
            };
            return (terms.combat.point_blank_bonus + kept, "point blank");
        }
        let names = ["short range", "medium range", "long range"];
        let band = arm.ranges.iter().position(|range| gap <= *range);
        let band = band.unwrap_or(2);
        (arm.mods[band], names[band])
    }
}

/// A number and what it is made of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// What it starts from.
    pub base: i16,
    list: [(i16, &'static str); 6],
    len: u8,
}

impl Parts {
    /// The number to start from.
    pub fn new(base: i16) -> Parts {
        Parts {
            base,
            list: [(0, ""); 6],
            len: 0,
        }
    }

    /// With a modifier, unless it is nothing.
    fn and(mut self, value: i16, why: &'static str) -> Parts {
        if value != 0
            && let Some(place) = self.list.get_mut(usize::from(self.len))
        {
            *place = (value, why);
            self.len += 1;
        }
        self
    }

    /// The modifiers.
    pub fn list(&self) -> &[(i16, &'static str)] {
        &self.list[..usize::from(self.len)]
    }

    /// All together.
    pub fn sum(&self) -> i16 {
        self.base + self.list().iter().map(|part| part.0).sum::<i16>()
    }
}

/// An attack that is about to be made: all but the state of its target.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// How.
    pub mode: Mode,
    /// Focus there was to spend.
    pub focus: u8,
    /// Combat without Aims.
    pub combat: Parts,
    /// The shots.
    pub shots: Shots,
    /// Defense before Power.
    pub defense: Parts,
    /// What the dice need to know; Disruption and health are still to be filled in.
    pub attack: Attack,
}

/// Who shoots at whom, and how it stands with both.
#[derive(Copy, Clone, Debug)]
pub struct Aim<'a> {
    /// The shooter.
    pub by: &'a Fighter,
    /// Its Disruption.
    pub disruption: u8,
    /// It is Stunned.
    pub stunned: bool,
    /// The target.
    pub at: &'a Fighter,
    /// Where the target is.
    pub shelter: Shelter,
    /// The target is Downed.
    pub downed: bool,
    /// Inches between them.
    pub gap: u8,
    /// How Focus is spent.
    pub spend: Focus,
}

impl Aim<'_> {
    /// The attack, if it may be made.
    pub fn shot(&self, mode: Mode, terms: &Terms) -> Option<Shot> {
        let (me, combat) = (self.by, &terms.combat);
        if !me.may(mode, self.gap, terms) {
            return None;
        }
        let assault = mode == Mode::Assault;
        // Assault attacks ignore where the target is.
        let shelter = if assault { Shelter::OPEN } else { self.shelter };
        let covered = shelter.cover != Cover::None;
        let hunkered = shelter.hunkered && covered;
        let less = |yes: bool, value: i16| if yes { value } else { 0 };
        let (range, band) = me.range(mode, self.gap, terms);
        let parts = Parts::new(me.com)
            .and(range, band)
            .and(
                -less(covered || shelter.obscured, combat.obscured),
                if covered { "cover" } else { "Obscured" },
            )
            .and(-less(hunkered, combat.hunkered[0]), "hunkered")
            .and(-less(self.stunned, combat.stunned), "Stunned")
            .and(less(self.downed, combat.downed[0]), "target Downed")
            .and(less(assault, me.arm.close_quarters), "Close Quarters");
        let focus = me.focus(mode, self.disruption);
        let shots = match mode {
            Mode::Snap => [(1, parts.sum()), (0, 0)],
            Mode::Assault if me.arm.kind == Kind::Basic => [(me.arm.rof, parts.sum()), (0, 0)],
            Mode::Assault => [(1, parts.sum()), (0, 0)],
            Mode::Focus | Mode::Advance => Offer {
                focus,
                // EX-05.
                shots: match terms.toggles.rof {
                    Rof::Total => me.arm.rof,
                    Rof::Extra => me.arm.rof + 1,
                },
                accuracy: me.arm.accuracy,
                combat: parts.sum(),
            }
            .spend(self.spend),
        };
        let cover = match shelter.cover {
            Cover::None => 0,
            Cover::Light => combat.cover[0],
            Cover::Heavy => combat.cover[1],
        };
        let defense = Parts::new(self.at.def)
            .and(
                cover,
                match shelter.cover {
                    Cover::Heavy => "heavy cover",
                    _ => "light cover",
                },
            )
            .and(less(hunkered, combat.hunkered[1]), "hunkered")
            .and(-less(self.downed, combat.downed[1]), "Downed");
        Some(Shot {
            mode,
            focus,
            combat: parts,
            shots,
            defense,
            attack: self.attack(shots, defense.sum(), terms),
        })
    }

    /// What the dice need to know.
    fn attack(&self, shots: Shots, defense: i16, terms: &Terms) -> Attack {
        let (arm, toggles) = (&self.by.arm, &terms.toggles);
        let left = defense - arm.power;
        let automatic = left <= 0 && toggles.auto_damage == AutoDamage::Yes;
        let saves = if automatic { 0 } else { terms.faces(left) };
        // EX-09: a save disrupts if the roll and Power reach this.
        let bar = match toggles.disruption_on_save {
            DisruptionOnSave::Modified => defense - arm.power,
            DisruptionOnSave::Final => defense - 2 * arm.power,
            DisruptionOnSave::Printed => self.at.def - arm.power,
            DisruptionOnSave::Never => i16::MAX,
        };
        Attack {
            volley: Volley {
                shots: shots.map(|(n, combat)| (n, terms.faces(combat))),
                saves,
                shakes: bar.clamp(1, i16::from(saves) + 1) as u8,
                automatic,
                quality_save: None,
            },
            damage: arm.damage,
            suppression: arm.suppression,
            each_hit: toggles.suppression == Suppression::PerHit,
            power: arm.power,
            quality: self.at.qlt,
            reduced: toggles.casualty_quality == CasualtyQuality::Reduced,
            excess: toggles.avoided == Avoided::Excess,
            late: toggles.disruption_when == DisruptionWhen::AfterAction,
            bars: terms.combat.casualty,
            cap: terms.cap(),
            disruption: 0,
            health: 1,
        }
    }
}

impl Shot {
    /// The attack on a target as it stands.
    #[inline]
    pub fn on(&self, target: &Fighter, disruption: u8, health: u8, terms: &Terms) -> Attack {
        let mut attack = self.attack;
        attack.disruption = disruption;
        attack.health = health;
        if terms.toggles.quality_save == QualitySave::Test {
            // EX-11: Disruption as before the attack.
            let saves = terms.faces(target.quality(disruption));
            attack.volley.quality_save = Some(saves);
        }
        attack
    }
}
