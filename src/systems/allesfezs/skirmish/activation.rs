//! One activation from its plan to its dice: the movement action, the answers, the second action, and where dodges go.

use super::super::exchange::{Opposed, Spot};
use super::super::orders::Shot;
use super::super::policy::{Adjust, Second as When};
use super::deed::{Aim, Blow, Deed, First, Second};
use super::fray::{Fray, Hands, far, side};
use super::moves::walk_on;
use super::react::{Answer, Deeds, Reactor};
use super::turn::Scene;
use super::{Battle, story};
use crate::table::{Point, members};
use crate::umpire::{ArrowKind, Exact, Note, Referee};

impl<U: Referee> Scene<'_, U> {
    /// One activation.
    pub fn activate(&mut self, army: usize, i: usize) {
        self.umpire.turn();
        let deed = self.fray.plan(self.battle, army, i);
        self.perform(army, i, deed);
        if self.battle.house.per_seat && self.fray.board.is_alive(army, i) {
            self.other_seats(army, i, &deed);
        }
    }

    /// AE-52 (`per_seat`): every other gunner of a vehicle attacks too, from where it stands.
    pub(super) fn other_seats(&mut self, army: usize, i: usize, deed: &Deed) {
        let used = match deed.second {
            Second::Attack(blow) => Some(blow.hands.seat),
            _ => None,
        };
        let (hands, n) = self.fray.hands(self.battle, army, i);
        for hands in &hands[..n] {
            if Some(hands.seat) == used
                || hands.seat == super::fray::NONE
                || !self.fray.board.is_alive(army, i)
            {
                continue;
            }
            if self.fray.verdict().is_some() {
                return;
            }
            if let Some(deed) = self.fray.stay_with(self.battle, army, i, hands) {
                self.umpire.turn();
                self.perform(army, i, deed);
            }
        }
    }

    /// Carries out what was planned.
    pub(super) fn perform(&mut self, army: usize, i: usize, deed: Deed) {
        let battle = self.battle;
        {
            let fray = &*self.fray;
            self.umpire.note(|| story::heading(battle, fray, army, i));
            self.umpire.note(|| story::order(battle, army, i, &deed));
        }
        let mut room = std::mem::take(&mut self.fray.room);
        let start = self.fray.board.at(army, i);
        room.path.clear();
        room.path.push(start);
        let foes = 1 - army;
        let before = self.fray.watchers(battle, foes, i);
        #[cfg(test)]
        self.paced(army, i, &deed);
        let quiet = self.movement(army, i, &deed, &mut room.path);
        self.second_movement(army, i, &deed, &mut room.path);
        let end = room.path.last().copied().unwrap_or(start);
        if end != start {
            self.fray.put(battle, army, i, end);
        }
        let after = if end == start {
            before
        } else {
            self.fray.watchers(battle, foes, i)
        };
        let moved = [
            matches!(deed.first, First::Move(_)),
            matches!(deed.second, Second::Move(_)),
        ];
        let mut seen = [before, after];
        let mut silent = quiet;
        if battle.sides[army].kind(i).teleports && moved[0] {
            // AE-66: two moves are not seen at all, one only where it ends.
            silent |= moved[1];
            room.path.clear();
            room.path.push(end);
            seen = [after, after];
        }
        let blow = match deed.second {
            Second::Attack(blow) => Some(blow),
            _ => None,
        };
        let hidden = self.fray.armies[army].hidden >> i & 1 == 1;
        room.reactors.clear();
        if !silent {
            room.clear.clear();
            if battle.sides[foes].explosives {
                self.fray.clear_of((army, i), &room.path, &mut room.clear);
            }
            let deeds = Deeds {
                active: (army, i),
                blow,
                path: &room.path,
                seen,
                hidden,
                to_come: self.to_come(army),
                clear: &room.clear,
            };
            self.answers(&deeds, &mut room.reactors, &mut room.spots);
        }
        let deed = self.informed((army, i), deed, &room.reactors);
        self.fray.room = room;
        self.roll(army, i, &deed);
    }

    /// Units of the active army that have yet to act in this turn.
    pub(super) fn to_come(&self, army: usize) -> u32 {
        let troops = &self.fray.armies[army];
        (self.fray.standing(army) & self.fray.fighting(army) & !troops.acted & !troops.late)
            .count_ones()
    }

    /// The movement action, or a full action. True if nobody may react to it.
    pub(super) fn movement(
        &mut self,
        army: usize,
        i: usize,
        deed: &Deed,
        path: &mut Vec<Point>,
    ) -> bool {
        match deed.first {
            First::Idle | First::Discover(_) => {}
            First::Reload(hands, arm) => self.reload(army, &hands, arm),
            First::Move(walk) => {
                self.fray.remember(army, i, &walk);
                self.arrow(army, walk.points(), ArrowKind::Move, false);
                walk_on(path, &walk);
            }
            First::Hidden(walk) => {
                self.fray.remember(army, i, &walk);
                self.arrow(army, walk.points(), ArrowKind::Move, false);
                walk_on(path, &walk);
                return true;
            }
            First::Acrobatics(walk) => {
                // AE-69: an Agility check; failing, it stays.
                let pool = self.battle.sides[army].kind(i).agility;
                self.umpire.rolls_for(side(army));
                self.umpire.note(|| Note::About("agility"));
                let over = self.umpire.count(1, 20, u32::from(pool.floor)) == 1;
                self.umpire.note(|| story::climbs(over, pool));
                if over {
                    self.arrow(army, walk.points(), ArrowKind::Move, false);
                    walk_on(path, &walk);
                }
            }
        }
        false
    }

    pub(super) fn second_movement(
        &mut self,
        army: usize,
        i: usize,
        deed: &Deed,
        path: &mut Vec<Point>,
    ) {
        match deed.second {
            Second::Reload(hands, arm) => self.reload(army, &hands, arm),
            Second::Move(walk) => {
                self.fray.remember(army, i, &walk);
                self.arrow(army, walk.points(), ArrowKind::Move, false);
                walk_on(path, &walk);
            }
            _ => {}
        }
    }

    pub(super) fn reload(&mut self, army: usize, hands: &Hands, at: usize) {
        let side = &self.battle.sides[army];
        let arm = &side.fighters[hands.row() * side.foes].arms[at];
        let load = &mut self.fray.armies[army].loads[hands.loads() + at];
        arm.reload(arm.long_for(hands.loaders), load);
    }

    /// An arrow for the next picture.
    pub(super) fn arrow(&mut self, army: usize, points: &[Point], kind: ArrowKind, hit: bool) {
        for leg in points.windows(2) {
            self.umpire
                .note(|| story::arrow(army, leg[0], leg[1], kind, hit));
        }
    }

    /// Everybody's answer, in listed order, each for itself.
    pub(super) fn answers(
        &mut self,
        deeds: &Deeds<'_>,
        reactors: &mut Vec<Reactor>,
        spots: &mut Vec<Spot>,
    ) {
        let battle = self.battle;
        let army = 1 - deeds.active.0;
        let may =
            self.fray.standing(army) & self.fray.fighting(army) & !self.fray.armies[army].hidden;
        for r in members(may) {
            let Some(answer) = self.fray.answer(battle, deeds, r, spots, self.exact) else {
                continue;
            };
            if !self
                .fray
                .is_overwatch(battle, army, deeds.active.1, &answer)
            {
                self.fray.armies[army].rec[r] -= 1;
            }
            reactors.push(Reactor {
                i: r,
                answer,
                rolled: None,
            });
            let fray = &*self.fray;
            self.umpire
                .note(|| story::answer(battle, fray, deeds.active, r, &answer));
        }
    }

    /// AE-63 (`informed`): an attack that is struck back at is weighed against a block and a dodge.
    pub(super) fn informed(
        &mut self,
        (army, i): (usize, usize),
        deed: Deed,
        reactors: &[Reactor],
    ) -> Deed {
        let battle = self.battle;
        let Second::Attack(blow) = deed.second else {
            return deed;
        };
        let waits = battle.sides[army].kind(i).policy.second == When::Informed;
        let struck = |r: &Reactor| matches!(r.answer, Answer::Counter(..));
        if !waits || !reactors.iter().any(struck) {
            return deed;
        }
        let fray = &*self.fray;
        let weighed = fray.think_again(battle, (army, i), &blow, reactors, self.exact);
        let changed = Deed {
            second: weighed.map_or(deed.second, |weighed| weighed.1),
            ..deed
        };
        if !matches!(changed.second, Second::Attack(_)) {
            self.umpire
                .note(|| story::changes(battle, fray, army, i, &changed));
        }
        changed
    }

    /// Where dodges go (AE-65), after everything else.
    pub fn adjust(&mut self, army: usize, i: usize) {
        let battle = self.battle;
        let room = std::mem::take(&mut self.fray.room);
        for r in &room.reactors {
            if !matches!(r.answer, Answer::Dodge(_)) || !self.fray.board.is_alive(1 - army, r.i) {
                continue;
            }
            let step = far(self.fray.mov(battle, 1 - army, r.i) / 2);
            let unit = self.fray.disc(army, i);
            let from = self.fray.board.at(1 - army, r.i);
            let walk = match battle.sides[1 - army].kind(r.i).policy.adjust {
                Adjust::Hold => continue,
                Adjust::Away => self.fray.retreat(battle, (1 - army, r.i), unit, step),
                Adjust::Toward => self
                    .fray
                    .approach(battle, (1 - army, r.i), from, unit, 0, step),
            };
            #[cfg(test)]
            self.fray.paced(&walk, step, false);
            if walk.end() != from {
                self.arrow(1 - army, walk.points(), ArrowKind::Move, false);
                self.fray.put(battle, 1 - army, r.i, walk.end());
                let at = r.i;
                self.umpire
                    .note(|| story::adjusts(battle, 1 - army, at, &walk));
            }
        }
        self.fray.room = room;
    }
}

impl Fray {
    /// The second action of a unit whose attack is struck back at (AE-63): the attack, a block or a dodge, and what it is
    /// worth to the unit (-V of 6.4). What each reactor's dice are expected to cost is added up: every pair is judged by
    /// itself (AE-18). None for a throw at a place.
    pub(super) fn think_again(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        blow: &Blow,
        reactors: &[Reactor],
        exact: &mut Exact,
    ) -> Option<(f64, Second)> {
        let Aim::At(target) = blow.aim else {
            return None;
        };
        let counters = || {
            reactors.iter().filter_map(|r| match r.answer {
                Answer::Counter(hands, shot, _) => Some((r.i, hands, shot)),
                _ => None,
            })
        };
        let me = self.fighter(battle, army, &blow.hands, target);
        // The share of its STR that an attack is expected to cost against what opposes it.
        let own = self.armies[army].str[i].max(1);
        let readings = &battle.house.readings;
        let mut cost = |hands: &Hands, shot: Shot, opposed: Opposed| {
            let foe = self.fighter(battle, 1 - army, hands, i);
            let exchange = readings.exchange([foe, me], false, shot, opposed);
            exact.mean(exchange, |[lost, _]| {
                f64::from(lost.min(u32::from(own))) / f64::from(own)
            })
        };
        let others: f64 = counters()
            .filter(|(r, ..)| *r != target)
            .map(|(_, hands, shot)| cost(&hands, shot, Opposed::Counter(blow.shot)))
            .sum();
        let attacks = counters().map(|(_, hands, shot)| {
            &self.fighter(battle, 1 - army, &hands, i).profiles[shot.profile]
        });
        let block = me.block_all(attacks, self.loads(army, &blow.hands));
        let block = block.filter(|_| battle.sides[army].kind(i).vehicle.is_none());
        let block =
            block.map(|(defence, with)| (Opposed::Block(defence), Second::Block(blow.hands, with)));
        let dodge = self.dodge(battle, army, i);
        let dodge = dodge.map(|defence| (Opposed::Dodge(defence), Second::Dodge));
        let guards = [block, dodge].map(|guard| {
            guard.map(|(guard, second)| {
                let costs = counters().map(|(_, hands, shot)| cost(&hands, shot, guard));
                (-costs.sum::<f64>(), second)
            })
        });
        let answer = reactors.iter().find(|r| r.i == target).map(|r| &r.answer);
        let value = self.value(battle, (army, i), Some(blow), target, answer, exact);
        let mut best = (-value - others, Second::Attack(*blow));
        for (value, second) in guards.into_iter().flatten() {
            if value > best.0 + 1e-12 {
                best = (value, second);
            }
        }
        Some(best)
    }
}
