//! A fighter: a build compiled against one enemy. Every weapon becomes its profiles (reference, 6.2), with the enemy's
//! armour and Elusive worked in, so that plans and dice need nothing else.

use super::build::{Build, Item};
use super::checks::{Crits, Pool};
use super::data::{Armour, Attribute, Rules};
use super::policy::Policy;
use super::profile::{Form, Maker, Profile};
use super::toggles::{BlockAttr, BlockCompat, Derived, OnOff, YesNo};

/// A build, compiled against one enemy.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// What to call it.
    pub name: String,
    /// Structure at the start.
    pub str: u8,
    /// Inches of a move.
    pub mov: i32,
    /// Its profiles, in the order of 6.2.
    pub profiles: Vec<Profile>,
    /// What its weapons hold.
    pub arms: Vec<Arm>,
    /// Carries a shield.
    pub shield: bool,
    /// The die of a dodge.
    pub dodge: Defence,
    /// Attribute and shield of a block; the aptitude comes from the profile.
    block: BlockBase,
    /// WIL less leadership: the target value of the initiative.
    pub lead: i32,
    /// Its moves provoke no reactions.
    pub teleports: bool,
    /// How it fights.
    pub policy: Policy,
    /// The longest range of a live profile.
    pub longest: i32,
    /// It has explosives.
    pub explosives: bool,
}

/// What a weapon holds.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Name for people.
    pub name: String,
    /// Rounds when full; 0 for a weapon that never runs dry.
    pub capacity: u8,
    /// Two Reloads are needed.
    pub long: bool,
    /// Instances of a thrown weapon; 0 for others.
    pub instances: u8,
    /// Models needed to load it (AE-50); 1 for most weapons.
    pub team: u8,
}

/// Dice of a defence and their target value.
#[derive(Copy, Clone, Debug)]
pub struct Defence {
    /// The dice.
    pub pool: Pool,
    /// Their target value, and its parts: attribute, aptitude, shield.
    pub target: i32,
    /// Attribute, aptitude, shield.
    pub parts: [i32; 3],
}

#[derive(Copy, Clone, Debug)]
struct BlockBase {
    dice: u8,
    attribute: i32,
    shield: i32,
    crits: Crits,
    compat: BlockCompat,
}

/// A weapon's state in a fight.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Load {
    /// Rounds left.
    pub rounds: u8,
    /// Half of a Long reload is done (AE-22).
    pub progress: bool,
    /// Instances left.
    pub left: u8,
}

impl Arm {
    /// Everything loaded.
    pub fn full(&self) -> Load {
        Load {
            rounds: self.capacity,
            progress: false,
            left: self.instances,
        }
    }
}

impl Fighter {
    /// Compiles `build` against `enemy`.
    pub fn new(rules: &Rules, build: &Build, enemy: &Build) -> Fighter {
        let toggles = &rules.toggles;
        let crits = Crits {
            lowering: toggles.crit_lowering == OnOff::On,
            only: toggles.crit_only_effects == YesNo::Yes,
        };
        let phy = build.attribute(Attribute::Phy);
        let mot = build.attribute(Attribute::Mot);
        let agility = build.aptitude_named(rules, "agility");
        let attribute = match toggles.block_attr {
            BlockAttr::Phy => phy,
            BlockAttr::Mot => mot,
        };
        let lead = build.attribute(Attribute::Wil) - build.aptitude_named(rules, "leadership");
        let mut fighter = Fighter {
            name: build.label().to_owned(),
            str: build.str,
            mov: rules.mov_of(build),
            profiles: Vec::new(),
            arms: Vec::new(),
            shield: build.shield,
            dodge: Defence::new(rules.combat.dodge_dice, [phy, agility, 0], crits),
            block: BlockBase {
                dice: rules.combat.block_dice,
                attribute,
                shield: if build.shield { rules.combat.shield } else { 0 },
                crits,
                compat: toggles.block_compat,
            },
            lead,
            teleports: build.teleports,
            policy: build.policy,
            longest: 0,
            explosives: false,
        };
        let maker = Maker {
            rules,
            build,
            enemy,
            crits,
        };
        for gear in &build.gear {
            maker.weapon(gear, &mut fighter);
        }
        fighter.profiles.push(maker.profile(
            Item::Weapon(rules.combat.unarmed),
            None,
            Form::Unarmed,
        ));
        fighter.sum_up();
        fighter
    }

    /// It has a way to attack from afar.
    pub fn shoots(&self) -> bool {
        self.profiles.iter().any(|profile| !profile.contact)
    }

    /// It has explosives that are thrown.
    pub fn throws(&self) -> bool {
        let mut profiles = self.profiles.iter();
        profiles.any(|profile| profile.explosive.is_some() && profile.form == Form::Thrown)
    }

    /// How far it can throw, in inches.
    pub fn longest_throw(&self) -> i32 {
        let thrown = self
            .profiles
            .iter()
            .filter(|profile| profile.form == Form::Thrown);
        thrown.map(|profile| profile.max).max().unwrap_or(0)
    }

    /// Works out what hangs on the list of profiles.
    pub fn sum_up(&mut self) {
        let live = || self.profiles.iter().filter(|profile| profile.live());
        self.longest = live().map(|profile| profile.max).max().unwrap_or(-1);
        self.explosives = live().any(|profile| profile.explosive.is_some());
    }

    /// The block against this attack, with the best of the profiles that may block it (AE-24, AE-25), and which one.
    pub fn block(&self, attack: &Profile, loads: &[Load]) -> Option<(Defence, usize)> {
        self.block_all(std::iter::once(attack), loads)
    }

    /// The same against several attacks, with a profile that may block them all.
    pub fn block_all<'a>(
        &self,
        attacks: impl Iterator<Item = &'a Profile> + Clone,
        loads: &[Load],
    ) -> Option<(Defence, usize)> {
        let mut best: Option<usize> = None;
        for (i, profile) in self.profiles.iter().enumerate() {
            let better =
                best.is_none_or(|b| profile.aims.aptitude > self.profiles[b].aims.aptitude);
            let blocks = |attack: &Profile| self.may_block(profile, attack, loads);
            if better && attacks.clone().all(blocks) {
                best = Some(i);
            }
        }
        best.map(|i| (self.block_with(i), i))
    }

    /// Whether this profile may block that attack.
    pub fn may_block(&self, profile: &Profile, attack: &Profile, loads: &[Load]) -> bool {
        if !profile.contact || !profile.in_hand(&self.arms, loads) {
            return false;
        }
        let unarmed = profile.form == Form::Unarmed;
        let hand_to_hand = attack.contact && (!unarmed || attack.contact_class || self.shield);
        match self.block.compat {
            BlockCompat::Any => true,
            BlockCompat::Cq => hand_to_hand,
            BlockCompat::Standard => {
                hand_to_hand
                    || (!attack.contact
                        && self.shield
                        && attack.blockable
                        && attack.explosive.is_none())
            }
        }
    }

    /// The block made with one profile.
    pub fn block_with(&self, profile: usize) -> Defence {
        let aptitude = self.profiles[profile].aims.aptitude;
        let base = self.block;
        Defence::new(
            base.dice,
            [base.attribute, aptitude, base.shield],
            base.crits,
        )
    }
}

impl Defence {
    /// Dice against a target value made of its parts.
    pub fn new(dice: u8, parts: [i32; 3], crits: Crits) -> Defence {
        let target = parts[0] - parts[1] - parts[2];
        Defence {
            pool: Pool::new(dice, target, crits),
            target,
            parts,
        }
    }
}

impl Rules {
    /// What an armour takes off a hit of this type, after what the type ignores (AE-43, AE-45).
    pub fn effective_armour(&self, armour: &Armour, kind: usize) -> i32 {
        let bullet = || self.types.iter().position(|t| t.id == "bullet");
        let value = armour.by_type[kind].or_else(|| {
            let borrows = self.toggles.ap_uses_bullet == YesNo::Yes && self.types[kind].id == "ap";
            if borrows {
                bullet().and_then(|bullet| armour.by_type[bullet])
            } else {
                None
            }
        });
        (value.unwrap_or(armour.base) - self.types[kind].ignores).max(0)
    }

    /// MOV of a build: its own, its card's, or the table's (AE-01, AE-02).
    pub fn mov_of(&self, build: &Build) -> i32 {
        let card = build.card[0].filter(|_| self.toggles.derived == Derived::Card);
        build
            .mov
            .or(card)
            .unwrap_or_else(|| self.mov(build.attribute(Attribute::Phy)))
    }

    /// REC of a build.
    pub fn rec_of(&self, build: &Build) -> i32 {
        let card = build.card[1].filter(|_| self.toggles.derived == Derived::Card);
        build
            .rec
            .or(card)
            .unwrap_or_else(|| self.rec(build.attribute(Attribute::Mot)))
    }
}
