//! Plans of the active unit (reference, 6.3): from where things stand to what it does. No dice are rolled here.

use super::fighter::{Fighter, Load};
use super::policy::Plan;
use super::profile::Profile;
use super::toggles::AmmoUnit;
use crate::umpire::Side;

/// Slots for what weapons hold: as many as a build may list.
pub const ARMS: usize = super::build::MOST_WEAPONS;

/// Where things stand before an activation, but for the wounds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Inches between the two.
    pub gap: i32,
    /// Whose activation it is.
    pub active: Side,
    /// What the weapons of A and of B hold.
    pub loads: [[Load; ARMS]; 2],
}

/// What the active unit does with its movement action or its second action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Moves so many inches: toward the enemy if positive.
    Move(i32),
    /// Reloads a weapon.
    Reload(usize),
    /// Nothing; enables Aim.
    Idle,
    /// Attacks.
    Attack(Shot),
}

/// An attack that somebody has decided on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// Which of its profiles.
    pub profile: usize,
    /// From how far.
    pub gap: i32,
    /// With how many dice.
    pub dice: u8,
    /// How many models roll them (AE-47); 1 in a duel.
    pub models: u8,
    /// Whether Aim applies.
    pub aim: bool,
    /// Modifiers of the situation: cover, Clad. None in a duel.
    pub extra: i32,
    /// Its score (section 4).
    pub score: i32,
}

/// Where the reactor sees the active unit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// All along its path.
    Path,
    /// Only where it ends (Teleports, AE-66).
    End,
    /// Nowhere: it may not react.
    Never,
}

/// An activation, decided.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The movement action.
    pub first: Act,
    /// The second action.
    pub second: Act,
    /// The gap before and after.
    pub path: [i32; 2],
    /// Where the reactor sees it.
    pub seen: Seen,
}

impl Order {
    fn new(fighter: &Fighter, gap: i32, first: Act, second: Act) -> Order {
        let step = |act: Act| {
            if let Act::Move(inches) = act {
                inches
            } else {
                0
            }
        };
        let end = (gap - step(first) - step(second)).max(0);
        let moves = |act: Act| matches!(act, Act::Move(_));
        let seen = match (fighter.teleports && moves(first), moves(second)) {
            (true, true) => Seen::Never,
            (true, false) => Seen::End,
            (false, _) => Seen::Path,
        };
        Order {
            first,
            second,
            path: [gap, end],
            seen,
        }
    }

    /// The attack, if its second action is one.
    pub fn attack(&self) -> Option<Shot> {
        if let Act::Attack(shot) = self.second {
            Some(shot)
        } else {
            None
        }
    }

    /// Every whole gap at which the reactor sees the active unit, from the nearest on.
    pub fn points(&self) -> std::ops::RangeInclusive<i32> {
        let [from, to] = self.path;
        match self.seen {
            Seen::Path => from.min(to)..=from.max(to),
            Seen::End => to..=to,
            #[expect(clippy::reversed_empty_ranges, reason = "nobody sees it: no points")]
            Seen::Never => 1..=0,
        }
    }
}

/// One unit about to act: the fighter, what its weapons hold, where the enemy is.
pub struct Planner<'a> {
    /// The unit.
    pub me: &'a Fighter,
    /// What its weapons hold.
    pub loads: &'a [Load],
    /// Inches to the enemy.
    pub gap: i32,
    /// AE-20.
    pub unit: AmmoUnit,
    /// How many models attack as one (AE-47); 1 in a duel.
    pub models: u8,
    /// Inches of a Move.
    pub mov: i32,
    /// How many models load: short of what it needs, a Team Loaded weapon has Long reload (AE-50). Enough in a duel.
    pub loaders: u8,
}

/// The kinds of option of 6.3; a tie goes to the earlier one.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// K-1: Move away; Attack.
    Away,
    /// K0: Reload; Attack with a full load.
    Reload,
    /// K1: Idle; Attack.
    Stay,
    /// K2: Move into contact; Attack.
    Contact,
    /// K3: Move to the edge of the longest range; Attack.
    Edge,
}

/// What the ground allows against one enemy: the modifiers of the situation for attacks from where the unit is, from
/// contact, and from the edge of its longest range; none where it cannot attack from there at all.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// For K-1, K0 and K1.
    pub here: Option<i32>,
    /// For K2.
    pub contact: Option<i32>,
    /// For K3.
    pub edge: Option<i32>,
}

impl Ground {
    /// The open field of a duel.
    pub const OPEN: Ground = Ground {
        here: Some(0),
        contact: Some(0),
        edge: Some(0),
    };
}

/// The best option so far.
struct Best {
    score: i32,
    order: Option<Order>,
}

impl Best {
    /// Options come in the order that settles ties, so a later one must be strictly better; a score of 0 never counts.
    fn offer(&mut self, score: i32, order: impl FnOnce() -> Order) {
        if score > self.score {
            self.score = score;
            self.order = Some(order());
        }
    }
}

impl Planner<'_> {
    /// What the unit does.
    pub fn plan(&self) -> Order {
        match self.me.policy.plan {
            Plan::Charge => self.charge(),
            Plan::Shoot | Plan::Kite if !self.could_shoot() => self.charge(),
            plan => self.weigh(plan),
        }
    }

    fn order(&self, first: Act, second: Act) -> Order {
        Order::new(self.me, self.gap, first, second)
    }

    /// A profile's attack with `rounds` in the weapon.
    fn shot(&self, at: usize, gap: i32, rounds: u8, aim: bool, extra: i32) -> Shot {
        let profile = &self.me.profiles[at];
        let dice = profile
            .allowed(profile.dice, rounds, self.unit)
            .saturating_mul(self.models);
        let score = if profile.modifier(gap).is_some() {
            profile.score(dice, gap, aim, extra)
        } else {
            0
        };
        Shot {
            profile: at,
            gap,
            dice,
            models: self.models,
            aim,
            extra,
            score,
        }
    }

    fn rounds(&self, profile: &Profile) -> u8 {
        profile.arm.map_or(0, |arm| self.loads[arm].rounds)
    }

    fn usable(&self, profile: &Profile, gap: i32) -> bool {
        profile.usable(gap, &self.me.arms, self.loads)
    }

    fn live(&self) -> impl Iterator<Item = (usize, &Profile)> {
        self.me
            .profiles
            .iter()
            .enumerate()
            .filter(|(_, profile)| profile.live())
    }

    /// Two Reloads are needed for this weapon.
    pub fn long(&self, arm: usize) -> bool {
        self.me.arms[arm].long_for(self.loaders)
    }

    /// R of the reference: live profiles for a distance, without thrown weapons that are gone.
    fn ranged(&self) -> impl Iterator<Item = (usize, &Profile)> {
        self.live()
            .filter(|(_, p)| !p.contact && p.in_hand(&self.me.arms, self.loads))
    }

    /// Rmax of the reference: the longest range in R.
    pub fn reach(&self) -> Option<i32> {
        self.ranged().map(|(_, p)| p.max).max()
    }

    /// Step 0: some profile of R is in range, or short of it.
    pub fn could_shoot(&self) -> bool {
        self.ranged()
            .any(|(_, p)| p.in_range(self.gap) || self.gap > p.max)
    }

    /// The plan `charge`.
    pub fn charge(&self) -> Order {
        let (gap, mov) = (self.gap, self.mov);
        let aim = gap == 0;
        let mut best: Option<Shot> = None;
        for (at, profile) in self.live() {
            if profile.contact && self.usable(profile, 0) {
                let shot = self.shot(at, 0, self.rounds(profile), aim, 0);
                if shot.score > best.map_or(0, |best| best.score) {
                    best = Some(shot);
                }
            }
        }
        match best {
            None => self.order(Act::Idle, Act::Idle),
            Some(shot) if gap == 0 => self.order(Act::Idle, Act::Attack(shot)),
            Some(shot) if gap <= mov => self.order(Act::Move(gap), Act::Attack(shot)),
            Some(_) => self.order(Act::Move(mov), Act::Move(mov.min(gap - mov))),
        }
    }

    /// `shoot`, `kite` and `auto`: the option with the highest score, else steps 3 to 5.
    fn weigh(&self, plan: Plan) -> Order {
        let mut best = Best {
            score: 0,
            order: None,
        };
        self.options(plan, Ground::OPEN, |_, first, shot| {
            best.offer(shot.score, || self.order(first, Act::Attack(shot)));
        });
        best.order.unwrap_or_else(|| self.otherwise())
    }

    /// Every option of step 1, in the order that settles ties. Those with score 0 are offered too.
    pub fn options(&self, plan: Plan, ground: Ground, mut offer: impl FnMut(Kind, Act, Shot)) {
        let (gap, mov) = (self.gap, self.mov);
        let melee = matches!(plan, Plan::Auto | Plan::Charge);
        let options = |at: &(usize, &Profile)| {
            if at.1.contact {
                melee
            } else {
                plan == Plan::Auto
                    || (plan != Plan::Charge && at.1.in_hand(&self.me.arms, self.loads))
            }
        };
        let pool = || self.live().filter(options);
        let away = |p: &Profile| {
            let inches = mov.min(p.max - gap);
            (plan == Plan::Kite && inches > 0 && self.usable(p, gap)).then_some(inches)
        };
        if let Some(extra) = ground.here {
            // K-1: move away; attack.
            for (at, p) in pool() {
                if let Some(inches) = away(p) {
                    let points = if self.me.teleports {
                        gap + inches..=gap + inches
                    } else {
                        gap..=gap + inches
                    };
                    let rounds = self.rounds(p);
                    let mut shot = self.shot(at, *points.start(), rounds, false, extra);
                    for point in points {
                        let other = self.shot(at, point, rounds, false, extra);
                        if other.score > shot.score {
                            shot = other;
                        }
                    }
                    offer(Kind::Away, Act::Move(-inches), shot);
                }
            }
            // K0: reload; attack with a full load.
            for (at, p) in pool() {
                if let Some(arm) = p
                    .arm
                    .filter(|_| p.ammo && p.in_hand(&self.me.arms, self.loads) && p.in_range(gap))
                {
                    let (weapon, load) = (&self.me.arms[arm], self.loads[arm]);
                    if load.rounds < weapon.capacity && (!self.long(arm) || load.progress) {
                        let shot = self.shot(at, gap, weapon.capacity, false, extra);
                        offer(Kind::Reload, Act::Reload(arm), shot);
                    }
                }
            }
            // K1: idle; attack.
            for (at, p) in pool() {
                if self.usable(p, gap) && away(p).is_none() {
                    let shot = self.shot(at, gap, self.rounds(p), true, extra);
                    offer(Kind::Stay, Act::Idle, shot);
                }
            }
        }
        // K2: move into contact; attack.
        if let Some(extra) = ground.contact.filter(|_| melee && 0 < gap && gap <= mov) {
            for (at, p) in pool() {
                if p.contact && self.usable(p, 0) {
                    let shot = self.shot(at, 0, self.rounds(p), false, extra);
                    offer(Kind::Contact, Act::Move(gap), shot);
                }
            }
        }
        // K3: move to the edge of the longest range; attack.
        if let Some(extra) = ground.edge.filter(|_| plan != Plan::Charge)
            && let Some(reach) = self.to_edge()
        {
            for (at, p) in self.ranged() {
                if self.usable(p, reach) {
                    let shot = self.shot(at, reach, self.rounds(p), false, extra);
                    offer(Kind::Edge, Act::Move(gap - reach), shot);
                }
            }
        }
    }

    /// Rmax, if one Move leads there (K3).
    pub fn to_edge(&self) -> Option<i32> {
        self.reach()
            .filter(|&reach| 0 < self.gap - reach && self.gap - reach <= self.mov)
    }

    /// Steps 3 to 5: what a unit does that can attack nobody.
    pub fn otherwise(&self) -> Order {
        self.slow_reload()
            .or_else(|| self.close_in(self.reach()))
            .unwrap_or_else(|| self.charge())
    }

    /// Step 3: both halves of a Long reload at once.
    fn slow_reload(&self) -> Option<Order> {
        let arm = self.ranged().find_map(|(_, p)| {
            let arm = p.arm.filter(|_| p.ammo && p.in_range(self.gap))?;
            let load = self.loads[arm];
            (self.long(arm) && load.rounds == 0 && !load.progress).then_some(arm)
        })?;
        Some(self.order(Act::Reload(arm), Act::Reload(arm)))
    }

    /// Step 4: beyond the longest range, come closer; reload on the way if there is something to load.
    fn close_in(&self, reach: Option<i32>) -> Option<Order> {
        let (gap, mov) = (self.gap, self.mov);
        let reach = reach.filter(|&reach| gap > reach)?;
        let (_, far) = self.ranged().find(|(_, p)| p.max == reach)?;
        let inches = mov.min(gap - reach);
        let hungry = far
            .arm
            .filter(|&arm| far.ammo && self.loads[arm].rounds < self.me.arms[arm].capacity);
        Some(match hungry {
            Some(arm) => self.order(Act::Move(inches), Act::Reload(arm)),
            None => self.order(Act::Move(inches), Act::Move(mov.min(gap - reach - inches))),
        })
    }
}
