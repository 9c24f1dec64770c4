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
    /// Whether Aim applies.
    pub aim: bool,
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
    fn shot(&self, at: usize, gap: i32, rounds: u8, aim: bool) -> Shot {
        let profile = &self.me.profiles[at];
        let dice = profile.allowed(profile.dice, rounds, self.unit);
        let score = if profile.modifier(gap).is_some() {
            profile.score(dice, gap, aim)
        } else {
            0
        };
        Shot {
            profile: at,
            gap,
            dice,
            aim,
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

    /// R of the reference: live profiles for a distance, without thrown weapons that are gone.
    fn ranged(&self) -> impl Iterator<Item = (usize, &Profile)> {
        self.live()
            .filter(|(_, p)| !p.contact && p.in_hand(&self.me.arms, self.loads))
    }

    /// Step 0: some profile of R is in range, or short of it.
    fn could_shoot(&self) -> bool {
        self.ranged()
            .any(|(_, p)| p.in_range(self.gap) || self.gap > p.max)
    }

    fn charge(&self) -> Order {
        let (gap, mov) = (self.gap, self.me.mov);
        let aim = gap == 0;
        let mut best: Option<Shot> = None;
        for (at, profile) in self.live() {
            if profile.contact && self.usable(profile, 0) {
                let shot = self.shot(at, 0, self.rounds(profile), aim);
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
        let (gap, mov) = (self.gap, self.me.mov);
        let auto = plan == Plan::Auto;
        let options = |at: &(usize, &Profile)| {
            auto || (!at.1.contact && at.1.in_hand(&self.me.arms, self.loads))
        };
        let pool = || self.live().filter(options);
        let reach = self.ranged().map(|(_, p)| p.max).max();
        let mut best = Best {
            score: 0,
            order: None,
        };
        let away = |p: &Profile| {
            let inches = mov.min(p.max - gap);
            (plan == Plan::Kite && inches > 0 && self.usable(p, gap)).then_some(inches)
        };
        // K-1: move away; attack.
        for (at, p) in pool() {
            if let Some(inches) = away(p) {
                let points = if self.me.teleports {
                    gap + inches..=gap + inches
                } else {
                    gap..=gap + inches
                };
                let mut shot = self.shot(at, *points.start(), self.rounds(p), false);
                for point in points {
                    let other = self.shot(at, point, self.rounds(p), false);
                    if other.score > shot.score {
                        shot = other;
                    }
                }
                best.offer(shot.score, || {
                    self.order(Act::Move(-inches), Act::Attack(shot))
                });
            }
        }
        // K0: reload; attack with a full load.
        for (at, p) in pool() {
            if let Some(arm) = p
                .arm
                .filter(|_| p.ammo && p.in_hand(&self.me.arms, self.loads) && p.in_range(gap))
            {
                let (weapon, load) = (&self.me.arms[arm], self.loads[arm]);
                if load.rounds < weapon.capacity && (!weapon.long || load.progress) {
                    let shot = self.shot(at, gap, weapon.capacity, false);
                    best.offer(shot.score, || {
                        self.order(Act::Reload(arm), Act::Attack(shot))
                    });
                }
            }
        }
        // K1: idle; attack.
        for (at, p) in pool() {
            if self.usable(p, gap) && away(p).is_none() {
                let shot = self.shot(at, gap, self.rounds(p), true);
                best.offer(shot.score, || self.order(Act::Idle, Act::Attack(shot)));
            }
        }
        // K2: move into contact; attack.
        for (at, p) in pool() {
            if auto && p.contact && 0 < gap && gap <= mov && self.usable(p, 0) {
                let shot = self.shot(at, 0, self.rounds(p), false);
                best.offer(shot.score, || self.order(Act::Move(gap), Act::Attack(shot)));
            }
        }
        // K3: move to the edge of the longest range; attack.
        if let Some(reach) = reach.filter(|&reach| 0 < gap - reach && gap - reach <= mov) {
            for (at, p) in self.ranged() {
                if self.usable(p, reach) {
                    let shot = self.shot(at, reach, self.rounds(p), false);
                    best.offer(shot.score, || {
                        self.order(Act::Move(gap - reach), Act::Attack(shot))
                    });
                }
            }
        }
        best.order
            .or_else(|| self.slow_reload())
            .or_else(|| self.close_in(reach))
            .unwrap_or_else(|| self.charge())
    }

    /// Step 3: both halves of a Long reload at once.
    fn slow_reload(&self) -> Option<Order> {
        let arm = self.ranged().find_map(|(_, p)| {
            let arm = p.arm.filter(|_| p.ammo && p.in_range(self.gap))?;
            let load = self.loads[arm];
            (self.me.arms[arm].long && load.rounds == 0 && !load.progress).then_some(arm)
        })?;
        Some(self.order(Act::Reload(arm), Act::Reload(arm)))
    }

    /// Step 4: beyond the longest range, come closer; reload on the way if there is something to load.
    fn close_in(&self, reach: Option<i32>) -> Option<Order> {
        let (gap, mov) = (self.gap, self.me.mov);
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
