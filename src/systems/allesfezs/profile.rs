//! One way to attack: a weapon's use against one enemy (reference, 6.2), with range, aptitude, armour and Elusive worked
//! in. The target value, the dice and the score of an attack come from here.

use super::build::{Build, Gear, Item};
use super::checks::{Crits, Pool};
use super::data::{Attacks, Attribute, Damage, Rules};
use super::fighter::{Arm, Fighter, Load};
use super::orders::Shot;
use super::toggles::{AmmoUnit, DamageNat, InContact, TeamLoaded, YesNo};

/// One way to attack.
#[derive(Clone, Debug)]
pub struct Profile {
    /// As asked for: `sword`, `musket/bayonet`, `javelin/thrown`.
    pub id: String,
    /// The entry in the build's list, or none for unarmed.
    pub arm: Option<usize>,
    /// Which use of the weapon.
    pub form: Form,
    /// For base contact (CQ).
    pub contact: bool,
    /// Modifier for each gap from 0 on; none out of range.
    modifiers: Vec<Option<i32>>,
    /// The farthest gap.
    pub max: i32,
    /// The radius of its blast; the policy keeps farther away.
    pub explosive: Option<i32>,
    /// Dice of an attack.
    pub dice: u8,
    /// One round for all dice (AE-20).
    pub burst: bool,
    /// Uses up rounds.
    pub ammo: bool,
    /// Whether a shield can block it at range (AE-24).
    pub blockable: bool,
    /// Place of its class in the skills, and whether it is the class of bare hands.
    pub class: usize,
    pub contact_class: bool,
    /// Parts of the target value.
    pub aims: Aims,
    /// The damage type chosen against this enemy.
    pub kind: usize,
    /// Damage of an ordinary hit.
    pub damage: i32,
    /// What the enemy's armour takes off.
    pub armour: i32,
    /// Chance in twentieths that an ordinary, a critical hit costs 1 STR.
    pub loss: [i32; 2],
    /// The same for a unit caught in the blast of such a hit: half the damage (AE-37).
    pub caught: [i32; 2],
    /// Has Overwatch (AE-33).
    pub overwatch: bool,
    /// The score of one die at each gap from 0 on, without and with Aim: plans weigh many.
    scores: [Vec<i16>; 2],
    crits: Crits,
}

/// Parts of an attack's target value, for the sum and for the words.
#[derive(Copy, Clone, Debug)]
pub struct Aims {
    /// MOT.
    pub mot: i32,
    /// Aptitude with the class.
    pub aptitude: i32,
    /// Accurate, if proficient.
    pub accurate: i32,
    /// Bonus of Aim, when it applies.
    pub aim: i32,
    /// Elusive of the enemy.
    pub elusive: i32,
}

/// Which use of a weapon.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// As printed.
    Main,
    /// Thrown: the instance is then spent.
    Thrown,
    /// Its bayonet.
    Bayonet,
    /// Bare hands.
    Unarmed,
}

impl Profile {
    /// Live against this enemy: it can cost STR at all.
    pub fn live(&self) -> bool {
        self.loss[1] > 0
    }

    /// The range modifier at a gap; none out of range.
    pub fn modifier(&self, gap: i32) -> Option<i32> {
        usize::try_from(gap)
            .ok()
            .and_then(|gap| self.modifiers.get(gap).copied().flatten())
    }

    /// In range as policies see it (6.2): inside its range, and outside its own blast.
    pub fn in_range(&self, gap: i32) -> bool {
        self.modifier(gap).is_some() && self.explosive.is_none_or(|radius| gap > radius)
    }

    /// An instance is left, if it is thrown.
    pub fn in_hand(&self, arms: &[Arm], loads: &[Load]) -> bool {
        self.arm
            .is_none_or(|arm| arms[arm].instances == 0 || loads[arm].left > 0)
    }

    /// Usable at a gap: in range, with a round and an instance.
    pub fn usable(&self, gap: i32, arms: &[Arm], loads: &[Load]) -> bool {
        let loaded = !self.ammo || self.arm.is_none_or(|arm| loads[arm].rounds > 0);
        loaded && self.in_hand(arms, loads) && self.in_range(gap)
    }

    /// The target value of an attack (section 4.5).
    pub fn target(&self, gap: i32, aim: bool) -> i32 {
        let a = self.aims;
        let aim = if aim { a.aim } else { 0 };
        a.mot - a.aptitude - self.modifier(gap).unwrap_or(0) - a.accurate - aim + a.elusive
    }

    /// The dice of an attack against their target value.
    pub fn pool(&self, shot: Shot) -> Pool {
        let target = self.target(shot.gap, shot.aim) - shot.extra;
        Pool::new(shot.dice, target, self.crits)
    }

    /// 400 times the expected unopposed loss (section 4): how plans weigh their options. `extra` are the situation's
    /// modifiers.
    #[inline]
    pub fn score(&self, dice: u8, gap: i32, aim: bool, extra: i32) -> i32 {
        let known = usize::try_from(gap)
            .ok()
            .and_then(|gap| self.scores[usize::from(aim)].get(gap));
        match known {
            Some(&known) if extra == 0 => i32::from(dice) * i32::from(known),
            _ => i32::from(dice) * self.score_of_one(gap, aim, extra),
        }
    }

    fn score_of_one(&self, gap: i32, aim: bool, extra: i32) -> i32 {
        let pool = Pool::new(1, self.target(gap, aim) - extra, self.crits);
        pool.plain_faces() * self.loss[0] + pool.crit_faces() * self.loss[1]
    }

    /// The lowest face that saves from an ordinary and from a critical hit.
    pub fn save(&self) -> [u8; 2] {
        self.loss.map(|loss| (loss + 1) as u8)
    }

    /// Dice out of `wanted` that the rounds left allow (AE-20).
    pub fn allowed(&self, wanted: u8, rounds: u8, unit: AmmoUnit) -> u8 {
        let capped = self.ammo
            && match unit {
                AmmoUnit::DieBurstOne => !self.burst,
                AmmoUnit::Die => true,
                AmmoUnit::Action => false,
            };
        if capped { wanted.min(rounds) } else { wanted }
    }

    /// Rounds that `dice` dice use up (AE-20).
    pub fn spends(&self, dice: u8, unit: AmmoUnit) -> u8 {
        match unit {
            _ if !self.ammo => 0,
            AmmoUnit::Action => 1,
            AmmoUnit::DieBurstOne if self.burst => 1,
            AmmoUnit::DieBurstOne | AmmoUnit::Die => dice,
        }
    }
}

/// Makes the profiles of a build.
pub struct Maker<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Whose profiles.
    pub build: &'a Build,
    /// Against whom.
    pub enemy: &'a Build,
    /// How critical successes are read.
    pub crits: Crits,
}

impl Maker<'_> {
    /// Adds a weapon and its profiles.
    pub fn weapon(&self, gear: &Gear, fighter: &mut Fighter) {
        if gear.item == Item::Weapon(self.rules.combat.unarmed) {
            return; // Everybody has it, last.
        }
        let weapon = self.rules.weapon(gear.item);
        let arm = Some(fighter.arms.len());
        let alone = self.rules.toggles.duel_team_loaded == TeamLoaded::Alone;
        fighter.arms.push(Arm {
            name: self.rules.item_name(gear.item),
            capacity: weapon.ammo,
            // AE-50: without its loaders a Team Loaded weapon has Long reload.
            long: weapon.long_reload || (weapon.team_loaded.is_some() && alone),
            instances: if weapon.thrown { gear.count } else { 0 },
            team: weapon.team_loaded.unwrap_or(1),
        });
        if weapon.range.is_some() {
            fighter
                .profiles
                .push(self.profile(gear.item, arm, Form::Main));
        }
        if weapon.thrown {
            fighter
                .profiles
                .push(self.profile(gear.item, arm, Form::Thrown));
        }
        if weapon.bayonet {
            fighter
                .profiles
                .push(self.profile(gear.item, arm, Form::Bayonet));
        }
    }

    /// One profile of an item.
    pub fn profile(&self, item: Item, arm: Option<usize>, form: Form) -> Profile {
        let (rules, build) = (self.rules, self.build);
        // A bayonet is another weapon altogether (AE-32).
        let used = match form {
            Form::Bayonet => Item::Weapon(rules.combat.bayonet_as),
            _ => item,
        };
        let weapon = rules.weapon(used);
        let (range, bonus, inches, attacks) = match form {
            Form::Thrown => (
                rules.combat.throw_range,
                None,
                0,
                rules.combat.throw_attacks,
            ),
            _ => {
                let attacks = weapon.attacks.unwrap_or(Attacks::Manual(1));
                (
                    weapon.range.unwrap_or(0),
                    weapon.bonus,
                    weapon.inches,
                    attacks,
                )
            }
        };
        let range = &rules.ranges[range];
        let max = rules.max_range(range, inches);
        let shooting = range.contact || rules.toggles.ranged_in_contact == InContact::Yes;
        let modifiers = (0..=max)
            .map(|gap| {
                rules
                    .range_modifier(range, bonus, inches, gap)
                    .filter(|_| gap > 0 || shooting)
            })
            .collect();
        let aptitude = build.aptitude(weapon.class);
        let row = rules.aptitude(aptitude);
        let dice = match attacks {
            Attacks::Standard => row.map_or(1, |row| row.standard),
            Attacks::Quick => row.map_or(2, |row| row.quick),
            Attacks::Manual(n) | Attacks::Burst(n) | Attacks::Automatic(n) => n,
        };
        let (kind, damage, armour) = self.damage(used);
        let margin = |bonus: i32| self.loss(damage + bonus - armour);
        let id = rules.item_id(item);
        let mut profile = Profile {
            id: match form {
                Form::Main | Form::Unarmed => id,
                Form::Thrown => format!("{id}/thrown"),
                Form::Bayonet => format!("{id}/bayonet"),
            },
            arm,
            form,
            contact: range.contact,
            modifiers,
            max,
            explosive: weapon.explosive.map(i32::from),
            dice,
            burst: matches!(attacks, Attacks::Burst(_)),
            ammo: weapon.ammo > 0 && form != Form::Bayonet && arm.is_some(),
            blockable: rules.types[kind].blockable,
            class: weapon.class,
            contact_class: weapon.class == rules.weapons[rules.combat.unarmed].class,
            aims: Aims {
                mot: build.attribute(Attribute::Mot),
                aptitude,
                accurate: if aptitude >= rules.combat.accurate_from {
                    weapon.accurate
                } else {
                    0
                },
                aim: if weapon.aim { rules.combat.aim } else { 0 },
                elusive: self.enemy.elusive,
            },
            kind,
            damage,
            armour,
            loss: [margin(0), margin(rules.combat.critical_bonus)],
            caught: {
                let bonus = match rules.toggles.secondary_crit {
                    YesNo::Yes => rules.combat.critical_bonus,
                    YesNo::No => 0,
                };
                let half = |bonus: i32| self.loss(damage.div_euclid(2) + bonus - armour);
                [half(0), half(bonus)]
            },
            overwatch: weapon.overwatch && form == Form::Main,
            scores: [Vec::new(), Vec::new()],
            crits: self.crits,
        };
        profile.scores = [false, true].map(|aim| {
            let gaps = 0..=max;
            gaps.map(|gap| profile.score_of_one(gap, aim, 0) as i16)
                .collect()
        });
        profile
    }

    /// The damage type with the lowest effective armour, first listed on a tie (AE-30); its damage; and the armour
    /// against it (AE-43).
    fn damage(&self, item: Item) -> (usize, i32, i32) {
        let phy = self.build.attribute(Attribute::Phy);
        let mut best: Option<(usize, i32, i32)> = None;
        for (kind, damage) in self.rules.kinds(item) {
            let damage = match damage {
                Damage::Fixed(damage) => damage,
                Damage::LessPhy(base) => base - phy,
            };
            let armour = self.rules.effective_armour(&self.enemy.armour, kind);
            if best.is_none_or(|(.., least)| armour < least) {
                best = Some((kind, damage, armour));
            }
        }
        best.unwrap_or((0, 0, 0))
    }

    /// Chance in twentieths to lose 1 STR by this margin (section 4.8, AE-42).
    fn loss(&self, margin: i32) -> i32 {
        match self.rules.toggles.damage_nat {
            DamageNat::None => margin.clamp(0, 20),
            DamageNat::Natural => margin.clamp(1, 19),
        }
    }
}
