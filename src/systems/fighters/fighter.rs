//! A fighter: a build compiled to plain numbers, with its current stats (reference, section 3) and the weapon and manner
//! it would choose against a target (section 6). And the terms of a duel: toggles and numbers, compiled too.

use super::build::Build;
use super::data::{Arm, Combat, Rules};
use super::policy::{Mode, Plan, Policy, Weapon};
use super::status::Status;
use super::toggles::*;

/// The rules of a fight, as one side's toggles and numbers never change: everything a turn needs beside the fighters.
#[derive(Copy, Clone, Debug)]
pub struct Terms {
    /// The numbers of the rules file.
    pub combat: Combat,
    /// FI-01: a Move adds Speed.
    pub move_speed: bool,
    /// FI-06.
    pub wounded_twice: WoundedTwice,
    /// FI-07: Staggered and Stunned end with the bearer's activation.
    pub steadies: bool,
    /// FI-08: equal is enough.
    pub equal: bool,
    /// FI-09: the lowest a stat can be.
    pub floor: Option<i32>,
    /// FI-10: statuses of a hit count in its damage check.
    pub status_first: bool,
    /// FI-11: damage is opposed.
    pub contested: bool,
    /// FI-12: the margin that kills.
    pub kills: i16,
    /// FI-12: it is the hit's.
    pub by_hit: bool,
    /// FI-13: a draw drives the attacker back.
    pub draw_pushes: bool,
    /// FI-15: there are free attacks.
    pub free_attacks: bool,
    /// FI-16.
    pub initiative: Initiative,
    /// FI-17: a short charge moves.
    pub short_moves: bool,
    /// FI-18: a Staggered fighter may charge in contact.
    pub stuck_charges: bool,
    /// FI-22: Aims add up.
    pub aims_stack: bool,
    /// FI-31: Recover heals wounds.
    pub heals: bool,
}

impl Terms {
    /// The terms of a rules file.
    pub fn new(rules: &Rules) -> Terms {
        let toggles = &rules.toggles;
        Terms {
            combat: rules.combat,
            move_speed: toggles.move_stat == MoveStat::Speed,
            wounded_twice: toggles.wounded_twice,
            steadies: toggles.status_end == StatusEnd::OwnActivationEnd,
            equal: toggles.beat == Beat::Equal,
            floor: toggles.stat_floor.0.map(|floor| floor as i32),
            status_first: toggles.status_before_damage == StatusBeforeDamage::Yes,
            contested: toggles.damage_check == DamageCheck::Opposed,
            kills: toggles.kill_advantage.0 as i16,
            by_hit: toggles.kill_on == KillOn::Hit,
            draw_pushes: toggles.draw_push == DrawPush::Attacker,
            free_attacks: toggles.free_attack_cap.0 > 0,
            initiative: toggles.initiative,
            short_moves: toggles.failed_charge == FailedCharge::Move,
            stuck_charges: toggles.stagger_charge.0,
            aims_stack: toggles.aim_stacks == AimStacks::Yes,
            heals: toggles.recover_wounds == RecoverWounds::Yes,
        }
    }

    /// A current stat: nothing is lower than the floor (FI-09).
    fn at_least(&self, stat: i32) -> i32 {
        self.floor.map_or(stat, |floor| stat.max(floor))
    }
}

/// How an attack is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Manner {
    /// As it is.
    Normal,
    /// Hook: the target is Staggered.
    Hook,
    /// Blow Away: the target is Stunned and driven far.
    BlowAway,
}

/// A weapon in hand: how it fights, and where its name is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// How it fights.
    pub arm: Arm,
    /// Its place in the upgrades of the rules file; none for bare hands.
    pub upgrade: Option<usize>,
}

/// A build compiled to numbers.
#[derive(Copy, Clone, Debug)]
pub struct Fighter {
    /// Skill, with the role.
    pub skill: i32,
    /// Speed, with the role.
    pub speed: i32,
    /// Armor, with the role, guarded by itself.
    pub armor: i32,
    /// What a shield adds.
    pub shield: i32,
    /// The first melee weapon, or what stands in for one (FI-05); none: it cannot attack in melee.
    pub primary: Option<Hand>,
    /// The first melee weapon with Finisher.
    pub finisher: Option<Hand>,
    /// The first melee weapon without.
    pub plain: Option<Hand>,
    /// The first weapon that shoots.
    pub bow: Option<Hand>,
    /// How far that shoots; none: any distance (FI-19).
    pub range: Option<i32>,
    /// True time: the margin that gives a free attack, of any weapon it carries (FI-30).
    pub true_time: Option<i32>,
    /// A drawn melee check gives it a free attack.
    pub draw_attack: bool,
    /// How it fights.
    pub policy: Policy,
}

impl Fighter {
    /// Compiles a build.
    pub fn new(rules: &Rules, build: &Build) -> Fighter {
        let role = build.role.map(|at| &rules.roles[at]);
        let bonus = role.map_or([0; 3], |role| role.stats);
        let [skill, speed, armor] = [0, 1, 2].map(|at: usize| build.stats[at] + bonus[at]);
        let carried = || build.upgrades.iter().map(|&at| (at, &rules.upgrades[at]));
        let hand = |(at, arm): (usize, Arm)| Hand {
            arm,
            upgrade: Some(at),
        };
        let melee = || {
            let melee = carried().filter(|(_, upgrade)| upgrade.usage.melee);
            melee.map(|(at, upgrade)| (at, upgrade.arm))
        };
        let mut shooting = carried().filter(|(_, upgrade)| upgrade.usage.ranged);
        let bow = shooting.next().map(|(at, upgrade)| hand((at, upgrade.arm)));
        // FI-05: fists, or the bow as a club: its Damage, none of its rules.
        let toggles = &rules.toggles;
        let club = bow.filter(|_| toggles.bow_melee == BowMelee::Yes);
        let damage = club.map(|bow| bow.arm.damage);
        let damage = damage.or(toggles.unarmed_damage.0.map(|damage| damage as i32));
        let bare = damage.map(|damage| Hand {
            arm: Arm {
                damage,
                ..Arm::default()
            },
            upgrade: club.and_then(|bow| bow.upgrade),
        });
        let shields = carried().map(|(_, upgrade)| upgrade.protective);
        let range = bow.and_then(|bow| bow.arm.range);
        Fighter {
            skill,
            speed,
            armor: armor + role.map_or(0, |role| role.guard),
            // Two shields are held as one is: the better counts.
            shield: shields.filter(|armor| *armor != 0).max().unwrap_or(0),
            primary: melee().next().map(hand).or(bare),
            finisher: melee().find(|(_, arm)| arm.finisher.is_some()).map(hand),
            plain: melee().find(|(_, arm)| arm.finisher.is_none()).map(hand),
            bow,
            range: range.or(toggles.bow_range.0.map(|range| range as i32)),
            true_time: melee().filter_map(|(_, arm)| arm.true_time).min(),
            draw_attack: role.is_some_and(|role| role.draw_attack),
            policy: build.policy,
        }
    }

    /// Current Skill.
    pub fn skill(&self, status: Status, terms: &Terms) -> i32 {
        let stunned = if status.stunned() {
            terms.combat.stunned
        } else {
            0
        };
        terms.at_least(self.skill - wounds(status, terms) - stunned)
    }

    /// Current Speed.
    pub fn speed(&self, status: Status, terms: &Terms) -> i32 {
        terms.at_least(self.speed - wounds(status, terms))
    }

    /// Current Armor. The two reasons to lose the shield are one (FI-23).
    pub fn armor(&self, status: Status, terms: &Terms) -> i32 {
        let shield = if status.staggered() || status.stunned() {
            0
        } else {
            self.shield
        };
        terms.at_least(self.armor - wounds(status, terms) + shield)
    }

    /// Inches of a Move.
    pub fn stride(&self, status: Status, terms: &Terms) -> i32 {
        let speed = if terms.move_speed {
            self.speed(status, terms)
        } else {
            0
        };
        (terms.combat.move_base + speed).max(0)
    }

    /// What it would do when active: a plan that needs a bow it does not have is another plan.
    pub fn plan(&self) -> Plan {
        match self.policy.plan {
            Plan::Shoot if self.bow.is_none() => Plan::Charge,
            plan => plan,
        }
    }

    /// The weapon and the manner it chooses in melee against a target; none if it cannot attack.
    pub fn choose(&self, target: Status) -> Option<(&Hand, Manner)> {
        let hand = match self.policy.weapon {
            Weapon::Primary => &self.primary,
            Weapon::Finisher if target.stunned() && self.finisher.is_some() => &self.finisher,
            Weapon::Finisher if self.plain.is_some() => &self.plain,
            Weapon::Finisher => &self.primary,
        };
        let hand = hand.as_ref()?;
        let (hook, away) = (hand.arm.hook.is_some(), hand.arm.blow_away.is_some());
        let manner = match self.policy.mode {
            Mode::SpecialFirst if hook && !target.staggered() => Manner::Hook,
            Mode::SpecialFirst if away && !target.stunned() => Manner::BlowAway,
            Mode::SpecialAlways if hook => Manner::Hook,
            Mode::SpecialAlways if away => Manner::BlowAway,
            _ => Manner::Normal,
        };
        Some((hand, manner))
    }
}

/// What wounds take from every stat.
fn wounds(status: Status, terms: &Terms) -> i32 {
    i32::from(status.wounds()) * terms.combat.wounded
}
