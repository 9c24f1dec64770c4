//! A unit as numbers, compiled against its enemy: what a duel reads instead of the build.

use super::build::{Build, Condition, Formation, MOST_CONDITIONS};
use super::damage::Division;
use super::data::{Ranged, Rules, Skill};
use super::policy::Policy;
use super::toggles::{OnOff, PressSize};

/// One side of a duel.
#[derive(Clone, Debug)]
pub struct Troop {
    /// Name for people.
    pub name: String,
    /// Members at the start.
    pub members: u16,
    /// Damage points for a member.
    pub limit: u16,
    /// Combat range.
    pub range: u16,
    /// GSU of a Normal Move.
    pub movement: u16,
    /// Step in which it acts.
    pub timing: i32,
    /// Starting morale.
    pub morale: i8,
    /// 1 is a grown human.
    pub size: f64,
    /// Close Combat.
    pub close_combat: Option<Skill>,
    /// Aimed Fire.
    pub aimed_fire: Option<Skill>,
    /// Volley Fire.
    pub volley_fire: Option<Skill>,
    /// Leadership.
    pub leadership: Option<Skill>,
    /// What it shoots with.
    pub ranged: Option<Ranged>,
    /// How its members stand.
    pub formation: Formation,
    /// How many stand side by side.
    pub files: u16,
    /// Reach of its melee weapon.
    pub reach: u16,
    /// Whether its melee weapon parries.
    pub parry: bool,
    /// Vital rolls: at each multiple of this.
    pub threshold: Option<u16>,
    /// Bit f - 1: destroyed on f.
    pub deadly: u16,
    /// How it fights.
    pub policy: Policy,
    /// What it does unasked, in order.
    pub list: [Option<Condition>; MOST_CONDITIONS],
    /// Whether it strikes back unasked, so that it matters whether it was attacked.
    pub strikes_back: bool,
    /// What the enemy's melee hits need.
    pub melee_need: i32,
    /// What the enemy's aimed hits need, by band.
    pub shot_need: [i32; 3],
    /// What the enemy's volley hits need, by band.
    pub volley_need: [i32; 3],
    /// What press hits at base damage 0 need.
    pub plain_need: i32,
    /// What the enemy's press hits need; none if it is too large to be pressed.
    pub press_need: Option<i32>,
}

impl Troop {
    /// Compiles a complete build against its enemy.
    pub fn new(rules: &Rules, build: &Build, enemy: &Build) -> Troop {
        let division = Division::new(&rules.toggles);
        let hits = build.hits.unwrap_or(1);
        let need = |bd: i32, ap: bool| division.need(hits, division.pierced(build.armour, ap), bd);
        let bands = |bd: Option<i32>| {
            let falloff = enemy.ranged.map_or([0; 3], |ranged| ranged.falloff);
            falloff.map(|less| need(bd.unwrap_or(0) - less, false))
        };
        let listens = rules.toggles.initiative == OnOff::On;
        let mut list = [None; MOST_CONDITIONS];
        for (place, condition) in list.iter_mut().zip(&build.initiative) {
            *place = listens.then_some(*condition);
        }
        let members = build.members.unwrap_or(1);
        Troop {
            name: build.label().to_owned(),
            members,
            limit: build.limit.unwrap_or(1),
            range: build.range(),
            movement: build.movement.unwrap_or(0),
            timing: build.timing.unwrap_or(0),
            morale: build.morale.unwrap_or(1),
            size: build.size,
            close_combat: build.skills[0],
            aimed_fire: build.skills[1],
            volley_fire: build.skills[2],
            leadership: build.skills[3],
            ranged: build.ranged,
            formation: build.formation,
            files: build.files.unwrap_or(members),
            reach: build.melee.reach,
            parry: build.melee.parry,
            threshold: build.threshold,
            deadly: build.deadly,
            policy: build.policy,
            strikes_back: list.contains(&Some(Condition::AttackBack)),
            list,
            melee_need: need(enemy.melee.bd, enemy.melee.ap),
            shot_need: bands(enemy.ranged.map(|ranged| ranged.bd)),
            volley_need: bands(enemy.ranged.and_then(|ranged| ranged.volley_bd)),
            plain_need: need(0, false),
            press_need: press_bd(rules.toggles.press_size, enemy.size, build.size)
                .map(|bd| need(bd, false)),
        }
    }

    /// Members after so much damage.
    #[inline(always)]
    pub fn standing(&self, damage: u16) -> u16 {
        self.members - damage / self.limit
    }

    /// Damage points that it can take in all.
    pub fn capacity(&self) -> u16 {
        self.members * self.limit
    }

    /// How far it can aim; none if it cannot.
    #[inline(always)]
    pub fn aims(&self) -> Option<u16> {
        match &self.ranged {
            Some(ranged) if ranged.aimed => Some(ranged.range[2]),
            _ => None,
        }
    }

    /// How far it can fire Concentrated Volleys; none if it cannot.
    pub fn volleys(&self) -> Option<u16> {
        match &self.ranged {
            Some(ranged) if ranged.volley_bd.is_some() && self.formation == Formation::Close => {
                Some(ranged.range[2])
            }
            _ => None,
        }
    }

    /// Whether it stands in ranks.
    #[inline(always)]
    pub fn ranked(&self) -> bool {
        self.formation == Formation::Ranked
    }

    /// Ranks behind each other with so many standing; 1 if it is not ranked.
    pub fn depth(&self, standing: u16) -> u16 {
        if self.ranked() {
            standing.div_ceil(self.files)
        } else {
            1
        }
    }
}

/// The base damage of a press by size (EM-26); none if the pressed unit is more than four times as large.
pub fn press_bd(by: PressSize, winner: f64, loser: f64) -> Option<i32> {
    if loser > 4.0 * winner {
        return None;
    }
    let ratio = winner / loser;
    Some(match by {
        PressSize::Example => (ratio as i32 - 1).max(0),
        PressSize::Doubling if ratio > 2.0 => 1 + (ratio / 2.0).log2() as i32,
        PressSize::Doubling => 0,
    })
}

/// Who fights in an engagement (4.8): all, or in ranked combat the frontages (EM-23, EM-55).
#[inline(always)]
pub fn engaged(rules: &Ranks, troops: [&Troop; 2], standing: [u16; 2]) -> u16 {
    let [me, enemy] = troops;
    if !me.ranked() && !enemy.ranked() {
        return standing[0];
    }
    let front = |troop: &Troop, n: u16| {
        if troop.ranked() {
            troop.files.min(n)
        } else {
            n
        }
    };
    let fight = front(me, standing[0]).min(front(enemy, standing[1]) + rules.overlap);
    if rules.reach_ranks && me.ranked() {
        standing[0].min(fight * (1 + me.reach))
    } else {
        fight
    }
}

/// How ranks fight.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// EM-23: members beyond the enemy's frontage.
    pub overlap: u16,
    /// EM-55: reach lets further ranks fight.
    pub reach_ranks: bool,
}
