//! Explosives and shared dice, weighed: what a blast is worth beside its target, throws at a place, and who gets which die.

use super::super::orders::Shot;
use super::super::policy::Plan;
use super::super::profile::{Form, Profile};
use super::Battle;
use super::deed::{Aim, Blow};
use super::fray::{Fray, Hands, all, far};
use crate::table::{Disc, SLACK, gap, members, up, within};

impl Fray {
    /// A share of the dice for each target, dealt one by one to whoever gains most by it (`spread`). Burst is never
    /// divided. Gives enemies with their shots.
    pub fn shares(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        blow: &Blow,
        shares: &mut Vec<(usize, Shot)>,
    ) {
        shares.clear();
        let Aim::At(first) = blow.aim else { return };
        shares.push((first, blow.shot));
        let base = Disc::new(blow.from, self.disc(army, i).r);
        let profile = &self.fighter(battle, army, &blow.hands, first).profiles[blow.shot.profile];
        if !battle.house.spread
            || profile.burst
            || profile.explosive.is_some()
            || blow.shot.dice < 2
        {
            return;
        }
        // Ties go to the nearest.
        let order = self
            .board
            .near_first(base, 1 - army, self.targets(battle, 1 - army));
        shares.clear();
        for foe in order.iter() {
            if foe == first {
                shares.push((first, blow.shot));
                continue;
            }
            let inches = self.inches_from(army, i, blow.from, foe);
            let fighter = self.fighter(battle, army, &blow.hands, foe);
            let profile = &fighter.profiles[blow.shot.profile];
            let in_range = profile.live() && profile.in_range(inches);
            if !in_range || !self.sees_from(battle, army, i, blow.from, foe) {
                continue;
            }
            let extra = blow.hands.extra() + self.cover_from(battle, army, i, blow.from, foe);
            shares.push((
                foe,
                Shot {
                    gap: inches,
                    extra,
                    dice: 0,
                    ..blow.shot
                },
            ));
        }
        if shares.len() < 2 {
            return;
        }
        for share in shares.iter_mut() {
            share.1.dice = 0;
        }
        for _ in 0..blow.shot.dice {
            let mut best: Option<(f64, usize)> = None;
            for (at, &(foe, shot)) in shares.iter().enumerate() {
                let profile = &self.fighter(battle, army, &blow.hands, foe).profiles[shot.profile];
                let p = f64::from(profile.score(1, shot.gap, shot.aim, shot.extra)) / 400.0;
                let left = f64::from(self.armies[1 - army].str[foe].max(1));
                let gain = p * (1.0 - f64::from(shot.dice) * p / left);
                if best.is_none_or(|best| gain > best.0 + 1e-12) {
                    best = Some((gain, at));
                }
            }
            if let Some((_, at)) = best {
                shares[at].1.dice += 1;
            }
        }
        shares.retain(|share| share.1.dice > 0);
    }

    /// The best explosive thrown at a place (AE-36): between two enemies it sees, at most twice the radius apart; only
    /// if it scores higher than every other option.
    pub(super) fn best_throw(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        plan: Plan,
        than: i32,
    ) -> Option<Blow> {
        let kind = battle.sides[army].kind(i);
        if plan == Plan::Charge || kind.vehicle.is_some() || !battle.sides[army].throws(kind.row) {
            return None;
        }
        let (hands, _) = self.hands(battle, army, i);
        let hands = hands[0];
        let targets = self.targets(battle, 1 - army);
        let me = self.disc(army, i);
        let mut best: Option<Blow> = None;
        let widest = battle.sides[army].widest_throw(kind.row);
        let reach = battle.sides[army].fighter(kind.row, 0).longest_throw();
        for a in members(targets) {
            if !within(gap(me, self.disc(1 - army, a)), far(reach + widest)) {
                continue;
            }
            for b in members(targets & !all(a + 1)) {
                let (one, other) = (self.disc(1 - army, a), self.disc(1 - army, b));
                let apart = gap(one, other);
                if !within(apart, far(2 * widest)) {
                    continue;
                }
                if !self.sees(battle, army, i, a) || !self.sees(battle, army, i, b) {
                    continue;
                }
                let place = self.frame(battle, army).middle(one.at, other.at);
                let fighter = battle.sides[army].fighter(hands.row(), 0);
                let inches = up((place - me.at).length() - me.r);
                for (at, profile) in fighter.profiles.iter().enumerate() {
                    let Some(radius) = profile.explosive.filter(|_| profile.form == Form::Thrown)
                    else {
                        continue;
                    };
                    let loads = self.loads(army, &hands);
                    if apart > far(2 * radius) + SLACK
                        || !profile.usable(inches, &fighter.arms, loads)
                    {
                        continue;
                    }
                    let mut shot = Shot {
                        profile: at,
                        gap: inches,
                        dice: profile.dice.saturating_mul(hands.models),
                        models: hands.models,
                        aim: true,
                        // Nobody's Elusive helps a place on the ground.
                        extra: profile.aims.elusive,
                        score: 0,
                    };
                    let blast = Blast {
                        battle,
                        fray: self,
                        army,
                        i,
                        hands: &hands,
                        profile,
                        at: Disc::new(place, 0),
                    };
                    let Some(score) = blast.score_at_place(shot, than) else {
                        continue;
                    };
                    shot.score = score;
                    let better = best.as_ref().is_none_or(|best| {
                        score > best.shot.score
                            || score == best.shot.score
                                && matches!(best.aim, Aim::Ground(other)
                                    if self.frame(battle, army).order(place, other).is_lt())
                    });
                    if score > than && better {
                        best = Some(Blow {
                            hands,
                            shot,
                            aim: Aim::Ground(place),
                            from: me.at,
                        });
                    }
                }
            }
        }
        best
    }
}

/// An explosive about to go off somewhere, weighed.
pub struct Blast<'a> {
    pub battle: &'a Battle,
    pub fray: &'a Fray,
    pub army: usize,
    pub i: usize,
    pub hands: &'a Hands,
    pub profile: &'a Profile,
    pub at: Disc,
}

impl Blast<'_> {
    fn radius(&self) -> i32 {
        far(self.profile.explosive.unwrap_or(0)) + SLACK
    }

    /// A shot at an enemy with what its blast is worth beside it; none if it must not be made.
    pub fn counted(&self, target: usize, shot: Shot, than: i32) -> Option<Shot> {
        let beside = match self.profile.explosive {
            Some(_) => self.score_around(target, shot, than)?,
            None => 0,
        };
        let score = shot.score + beside;
        Some(Shot { score, ..shot })
    }

    /// What a shot is worth beside its target: half damage to every other enemy in the blast. None if a friend is in it, or
    /// if it comes to less than `than` in all.
    fn score_around(&self, target: usize, shot: Shot, than: i32) -> Option<i32> {
        let more = self.beside(target, shot);
        if shot.score + more < than {
            return None;
        }
        let friends = self.fray.standing(self.army) & !(1 << self.i);
        self.spares(friends).then_some(more)
    }

    /// What a shot is worth beside its target, whoever else is caught.
    pub fn beside(&self, target: usize, shot: Shot) -> i32 {
        let others = self.fray.targets(self.battle, 1 - self.army) & !(1 << target);
        self.caught(others, shot)
    }

    /// What a shot at a place is worth, if that is more than `than`; none if a friend or the thrower is in the blast.
    pub fn score_at_place(&self, shot: Shot, than: i32) -> Option<i32> {
        let friends = self.fray.standing(self.army);
        let score = self.caught(self.fray.targets(self.battle, 1 - self.army), shot);
        if score <= than {
            return None;
        }
        self.spares(friends).then_some(score)
    }

    /// Whether none of these friends is in the blast.
    fn spares(&self, friends: u128) -> bool {
        let mut bases = self.fray.board.discs(self.army, friends);
        bases.all(|friend| gap(friend, self.at) > self.radius())
    }

    fn caught(&self, among: u128, shot: Shot) -> i32 {
        let pool = self.profile.pool(shot);
        let caught = members(among)
            .filter(|&foe| gap(self.fray.disc(1 - self.army, foe), self.at) <= self.radius());
        caught
            .map(|foe| {
                let fighter = self.fray.fighter(self.battle, self.army, self.hands, foe);
                let loss = fighter.profiles[shot.profile].caught;
                i32::from(shot.dice) * (pool.plain_faces() * loss[0] + pool.crit_faces() * loss[1])
            })
            .sum()
    }
}
