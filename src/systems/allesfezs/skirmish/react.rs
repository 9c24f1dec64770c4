//! Who answers an activation, and how (3.1): everybody who had the active unit in sight or in its zone of control, once,
//! as long as its reactions last.

use super::super::attack::Exchange;
use super::super::exchange::{Opposed, Spot};
use super::super::fighter::Defence;
use super::super::orders::Shot;
use super::super::policy::{React, Second};
use super::Battle;
use super::blast::Blast;
use super::deed::{Aim, Blow};
use super::fray::{Fray, Hands, VEIL};
use super::group::Rolled;
use crate::table::{BodySet, Disc, Point, SLACK, gap, members, up};
use crate::umpire::Exact;

/// How a reactor answers.
#[derive(Copy, Clone, Debug)]
pub enum Answer {
    /// With an attack, at the active unit at this point of its path.
    Counter(Hands, Shot, Point),
    /// By dodging.
    Dodge(Defence),
    /// With a block by this profile of its hands.
    Block(Hands, usize),
    /// By looking for the active unit, which is hidden.
    Discover,
}

/// A unit that answers.
#[derive(Copy, Clone, Debug)]
pub struct Reactor {
    /// Which one of the other army.
    pub i: usize,
    /// How.
    pub answer: Answer,
    /// Its dice, once they are rolled.
    pub rolled: Option<Rolled>,
}

/// From which score on a cautious unit strikes back whatever its reactions left: a tenth of a STR.
const WORTH: i32 = 40;
/// A later option must be better by more than this (6.4).
const MARGIN: f64 = 1e-12;

/// An activation as its reactors see it.
pub struct Deeds<'a> {
    /// The active army and unit.
    pub active: (usize, usize),
    /// Its attack, if it has planned one.
    pub blow: Option<Blow>,
    /// The points of its path at which it can be seen.
    pub path: &'a [Point],
    /// Who sees it at the first point and at the last.
    pub seen: [BodySet; 2],
    /// It was hidden when it began.
    pub hidden: bool,
    /// Enemies of the reactors who have yet to act in this turn.
    pub to_come: u32,
    /// For each point of the path, inches to the nearest reactor; empty where no reactor has explosives.
    pub clear: &'a [i32],
}

impl Fray {
    /// Everybody of `army` who sees `unit` of the other where it stands.
    pub fn watchers(&mut self, battle: &Battle, army: usize, unit: usize) -> BodySet {
        let all = self.standing(army);
        if !battle.blocks {
            return all;
        }
        members(all)
            .filter(|&i| self.sees(battle, army, i, unit))
            .fold(0, |set, i| set | 1 << i)
    }

    /// How one unit answers, if it does.
    pub fn answer(
        &mut self,
        battle: &Battle,
        deeds: &Deeds<'_>,
        i: usize,
        spots: &mut Vec<Spot>,
        exact: &mut Exact,
    ) -> Option<Answer> {
        let (active, unit) = deeds.active;
        let army = 1 - active;
        let left = self.armies[army].rec[i];
        if left == 0 && !battle.house.free_overwatch {
            return None;
        }
        let sight = (deeds.seen[0] | deeds.seen[1]) >> i & 1 == 1
            || (battle.blocks && self.glimpsed(battle, deeds, i));
        if !sight && !self.in_zone(battle, deeds, i) {
            return None;
        }
        self.spots(battle, deeds, i, spots);
        let spots = &spots[..];
        let counter = if sight && !deeds.hidden {
            self.counter(battle, deeds, i, spots)
        } else {
            None
        };
        if left == 0 {
            // Only Overwatch is free (AE-33).
            return counter.filter(|counter| self.is_overwatch(battle, army, unit, counter));
        }
        let kind = battle.sides[army].kind(i);
        let dodge = self.dodge(battle, army, i).map(Answer::Dodge);
        let block = self.block(battle, deeds, i);
        let search = (deeds.hidden && sight).then_some(Answer::Discover);
        if kind.policy.said.react {
            return match kind.policy.react {
                React::None => None,
                React::Dodge => dodge,
                React::Counter => counter.or(search).or(dodge),
                React::Block => block.or(dodge),
                React::Best | React::Optimal => {
                    self.best_answer(battle, deeds, i, [counter, block, dodge], exact)
                }
            };
        }
        let threatened = || self.threatened(battle, deeds, i, spots);
        if battle.is_cautious(army, self.round) {
            if block.is_some() && kind.shield {
                return block;
            }
            let eager = |counter: &Answer| {
                let score = if let Answer::Counter(_, shot, _) = counter {
                    shot.score
                } else {
                    0
                };
                score >= WORTH || u32::from(left) >= deeds.to_come
            };
            return counter
                .filter(eager)
                .or(search)
                .or_else(|| dodge.filter(|_| threatened()));
        }
        counter
            .or(search)
            .or_else(|| dodge.filter(|_| threatened()))
    }

    /// The attack comes from an Overwatch weapon.
    pub fn is_overwatch(&self, battle: &Battle, army: usize, unit: usize, answer: &Answer) -> bool {
        let Answer::Counter(hands, shot, _) = answer else {
            return false;
        };
        battle.house.free_overwatch
            && self.fighter(battle, army, hands, unit).profiles[shot.profile].overwatch
    }

    /// Neither end of the path is in sight: is any point between?
    fn glimpsed(&self, battle: &Battle, deeds: &Deeds<'_>, i: usize) -> bool {
        let points = deeds.path;
        (1..points.len().saturating_sub(1)).any(|n| self.sees_point(battle, deeds, i, n))
    }

    /// Whether a reactor sees the active unit at a point of its path, by its number.
    fn sees_point(&self, battle: &Battle, deeds: &Deeds<'_>, i: usize, n: usize) -> bool {
        let (active, unit) = deeds.active;
        if n == 0 {
            return deeds.seen[0] >> i & 1 == 1;
        }
        if n + 1 == deeds.path.len() {
            return deeds.seen[1] >> i & 1 == 1;
        }
        !battle.blocks || {
            let body = self.body_at(battle, active, unit, deeds.path[n]);
            battle
                .table
                .sees(&body, &self.board.body(1 - active, i), VEIL)
        }
    }

    /// The active unit came into the zone of control (AE-48).
    fn in_zone(&self, battle: &Battle, deeds: &Deeds<'_>, i: usize) -> bool {
        let (active, unit) = deeds.active;
        let (me, r) = (self.disc(1 - active, i), self.disc(active, unit).r);
        let near = |at: &Point| gap(me, Disc::new(*at, r)) <= battle.house.zoc + SLACK;
        deeds.path.iter().any(near)
    }

    /// The points of the path as a reactor sees them, whether it does or not.
    fn spots(&self, battle: &Battle, deeds: &Deeds<'_>, i: usize, spots: &mut Vec<Spot>) {
        let (active, unit) = deeds.active;
        let (me, r) = (self.disc(1 - active, i), self.disc(active, unit).r);
        spots.clear();
        for (n, &at) in deeds.path.iter().enumerate() {
            let cover = if battle.house.cover == 0 {
                0
            } else {
                let me = self.board.body(1 - active, i);
                self.cover(battle, &me, &self.body_at(battle, active, unit, at))
            };
            spots.push(Spot {
                gap: up(gap(me, Disc::new(at, r))),
                extra: cover,
                clear: deeds.clear.get(n).copied().unwrap_or(i32::MAX),
                point: n,
            });
        }
    }

    /// The reaction attack with the highest score, over its weapons and the points where it sees the active unit.
    fn counter(
        &self,
        battle: &Battle,
        deeds: &Deeds<'_>,
        i: usize,
        spots: &[Spot],
    ) -> Option<Answer> {
        let (active, unit) = deeds.active;
        let army = 1 - active;
        let kind = battle.sides[active].models[unit].kind;
        let (hands, n) = self.hands(battle, army, i);
        let mut best: Option<(Hands, Shot, Point)> = None;
        for hands in &hands[..n] {
            let reach = battle.sides[army].reach(hands.row(), kind);
            if spots.iter().all(|spot| spot.gap > reach) {
                continue;
            }
            let fighter = self.fighter(battle, army, hands, unit);
            let loads = self.loads(army, hands);
            let sees = |n: usize| self.sees_point(battle, deeds, i, n);
            // A blast counts whoever it catches beside the active unit, too.
            let beside = |shot: Shot, n: usize| {
                let blast = Blast {
                    battle,
                    fray: self,
                    army,
                    i,
                    hands,
                    profile: &fighter.profiles[shot.profile],
                    at: Disc::new(deeds.path[n], self.disc(active, unit).r),
                };
                blast.beside(unit, shot)
            };
            let ask = |seen: bool| {
                let points = spots.iter().filter(move |spot| !seen || sees(spot.point));
                let points = points.map(|spot| Spot {
                    extra: spot.extra + hands.extra(),
                    ..*spot
                });
                let readings = &battle.house.readings;
                readings.counter(fighter, hands.models, loads, points, beside)
            };
            // First as if all of the path were in sight: looking is dear.
            let found = ask(false)
                .and_then(|found| {
                    if sees(found.1) {
                        Some(found)
                    } else {
                        ask(true)
                    }
                })
                .map(|(shot, n)| (shot, deeds.path[n]));
            if let Some((shot, point)) = found
                && best.as_ref().is_none_or(|best| shot.score > best.1.score)
            {
                best = Some((*hands, shot, point));
            }
        }
        best.map(|(hands, shot, point)| Answer::Counter(hands, shot, point))
    }

    /// For each point of a path, inches from the active unit there to the nearest of the other army.
    pub fn clear_of(&self, (active, unit): (usize, usize), path: &[Point], clear: &mut Vec<i32>) {
        let r = self.disc(active, unit).r;
        let others = self.standing(1 - active);
        clear.clear();
        for &at in path {
            let near = self.board.nearest_to(Disc::new(at, r), 1 - active, others);
            clear.push(near.map_or(i32::MAX, |(_, gap)| up(gap)));
        }
    }

    /// The block against the active unit's attack, if that is aimed at this one and can be blocked (AE-24).
    fn block(&self, battle: &Battle, deeds: &Deeds<'_>, i: usize) -> Option<Answer> {
        let (active, unit) = deeds.active;
        let blow = deeds.blow.filter(|blow| blow.aim == Aim::At(i))?;
        if battle.sides[1 - active].kind(i).vehicle.is_some() {
            return None;
        }
        let attack = &self.fighter(battle, active, &blow.hands, i).profiles[blow.shot.profile];
        let (hands, _) = self.hands(battle, 1 - active, i);
        let fighter = self.fighter(battle, 1 - active, &hands[0], unit);
        let (_, with) = fighter.block(attack, self.loads(1 - active, &hands[0]))?;
        Some(Answer::Block(hands[0], with))
    }

    /// The active unit could attack this one: it has a live, usable profile that reaches it at a point with sight.
    fn threatened(&self, battle: &Battle, deeds: &Deeds<'_>, i: usize, spots: &[Spot]) -> bool {
        let (active, unit) = deeds.active;
        if deeds.blow.is_some_and(|blow| blow.aim == Aim::At(i)) {
            return true;
        }
        let (hands, n) = self.hands(battle, active, unit);
        hands[..n].iter().any(|hands| {
            let fighter = self.fighter(battle, active, hands, i);
            let loads = self.loads(active, hands);
            (0..spots.len()).any(|n| {
                let gap = spots[n].gap;
                let mut profiles = fighter.profiles.iter();
                gap <= fighter.longest
                    && profiles.any(|p| p.live() && p.usable(gap, &fighter.arms, loads))
                    && self.sees_point(battle, deeds, i, n)
            })
        })
    }

    /// `best` of 6.4, against the active unit alone: the answer that does most to it for what it costs.
    fn best_answer(
        &self,
        battle: &Battle,
        deeds: &Deeds<'_>,
        i: usize,
        answers: [Option<Answer>; 3],
        exact: &mut Exact,
    ) -> Option<Answer> {
        let mut best: Option<(f64, Option<Answer>)> = None;
        for answer in answers.into_iter().flatten().map(Some).chain([None]) {
            let blow = deeds.blow.filter(|blow| blow.aim == Aim::At(i));
            let active = deeds.active;
            let mut value = self.value(battle, active, blow.as_ref(), i, answer.as_ref(), exact);
            // A unit that waits for the answer may think better of its attack (AE-63).
            if let (Some(blow), Some(answer @ Answer::Counter(..))) = (&blow, answer)
                && battle.sides[active.0].kind(active.1).policy.second == Second::Informed
            {
                let reactor = Reactor {
                    i,
                    answer,
                    rolled: None,
                };
                let weighed = self.think_again(battle, active, blow, &[reactor], exact);
                value = weighed.map_or(value, |weighed| -weighed.0);
            }
            if best.as_ref().is_none_or(|best| value > best.0 + MARGIN) {
                best = Some((value, answer));
            }
        }
        best.and_then(|best| best.1)
    }

    /// V of 6.4: the share of the active unit's STR that a reactor expects to take, less the share it expects to lose.
    pub fn value(
        &self,
        battle: &Battle,
        (active, unit): (usize, usize),
        blow: Option<&Blow>,
        i: usize,
        answer: Option<&Answer>,
        exact: &mut Exact,
    ) -> f64 {
        let (own, foe) = (
            self.armies[active].str[unit].max(1),
            self.armies[1 - active].str[i].max(1),
        );
        let share = |lost: u32, of: u16| f64::from(lost.min(u32::from(of))) / f64::from(of);
        let (exchange, by_active) = self.pair(battle, (active, unit), blow, i, answer, None);
        exact.mean(exchange, |[target, striker]| {
            if by_active {
                share(striker, own) - share(target, foe)
            } else {
                share(target, own) - share(striker, foe)
            }
        })
    }

    /// The duel's exchange between the active unit and one other: its attack on that one if it has one, and the answer;
    /// or the answer alone, against the active unit's own defence. Also whether the active unit is the one that strikes.
    pub fn pair(
        &self,
        battle: &Battle,
        (active, unit): (usize, usize),
        blow: Option<&Blow>,
        i: usize,
        answer: Option<&Answer>,
        guard: Option<Opposed>,
    ) -> (Exchange, bool) {
        let readings = &battle.house.readings;
        let other = |hands: &Hands| self.fighter(battle, 1 - active, hands, unit);
        match (blow, answer) {
            (Some(blow), answer) => {
                let me = self.fighter(battle, active, &blow.hands, i);
                let (foe, opposed) = match answer {
                    Some(Answer::Counter(hands, shot, _)) => {
                        (other(hands), Opposed::Counter(*shot))
                    }
                    Some(Answer::Dodge(defence)) => (me, Opposed::Dodge(*defence)),
                    Some(Answer::Block(hands, with)) => {
                        let foe = other(hands);
                        (foe, Opposed::Block(foe.block_with(*with)))
                    }
                    Some(Answer::Discover) | None => (me, Opposed::Nothing),
                };
                (readings.exchange([me, foe], true, blow.shot, opposed), true)
            }
            (None, Some(Answer::Counter(hands, shot, _))) => {
                let me = other(hands);
                let opposed = guard.unwrap_or(Opposed::Nothing);
                (readings.exchange([me, me], false, *shot, opposed), false)
            }
            (None, _) => (Exchange::NONE, true),
        }
    }
}
