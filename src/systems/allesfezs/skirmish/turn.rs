//! A whole fight: initiative, rounds, active turns, one activation after the other, and who wins.

use super::super::checks;
use super::fray::{Fray, side};
use super::{Battle, story};
use crate::systems::skirmish::{CapResult, Order as Sequence};
use crate::table::{Order, members};
use crate::umpire::{Ending, Exact, Place, Reason, Referee, Side, Skirmished, Verdict};

const MUTUAL: Reason = Reason(1);

/// A fight under way, with whoever rolls its dice.
pub struct Scene<'a, U> {
    /// The match-up.
    pub battle: &'a Battle,
    /// What changes.
    pub fray: &'a mut Fray,
    /// Works out odds.
    pub exact: &'a mut Exact,
    /// Rolls dice and keeps the record.
    pub umpire: &'a mut U,
}

/// Fights one fight to its end.
pub fn fight<U: Referee>(
    battle: &Battle,
    fray: &mut Fray,
    place: Place,
    exact: &mut Exact,
    umpire: &mut U,
) -> Skirmished {
    fray.begin(battle, place.turned);
    #[cfg(test)]
    fray.check(battle);
    let first = match place.first {
        Some(first) => first,
        None => checks::first(umpire.ask(&battle.initiative)),
    };
    let mut scene = Scene {
        battle,
        fray,
        exact,
        umpire,
    };
    scene.deployed(first);
    let verdict = scene.rounds(first);
    let round = scene.fray.round.min(battle.cap);
    scene.ended();
    Skirmished {
        ending: Ending {
            verdict,
            left: [0, 1].map(|army| scene.fray.left(battle, army)),
        },
        round,
        first,
    }
}

impl<U: Referee> Scene<'_, U> {
    fn rounds(&mut self, first: Side) -> Verdict {
        let order = [first.index(), 1 - first.index()];
        for round in 1..=self.battle.cap {
            self.fray.round = round;
            self.umpire.round(round);
            for troops in &mut self.fray.armies {
                troops.late = 0;
            }
            for army in order {
                if let Some(verdict) = self.active_turn(army) {
                    return verdict;
                }
            }
            let battle = self.battle;
            self.fray.gather(battle);
            let fray = &*self.fray;
            if !battle.markers.is_empty() {
                self.umpire.note(|| story::markers(battle, fray));
            }
            self.umpire.note(|| story::frame(battle, fray, round));
        }
        self.at_the_cap()
    }

    /// One active turn: everybody's reactions are back, and each unit of the army acts once.
    fn active_turn(&mut self, army: usize) -> Option<Verdict> {
        let battle = self.battle;
        for (at, troops) in battle.sides.iter().enumerate() {
            for i in 0..troops.models.len() {
                self.fray.armies[at].rec[i] = if battle.vehicles[at] == 0 {
                    troops.kind(i).rec
                } else {
                    self.fray.reactions(battle, at, i)
                };
            }
        }
        let troops = &mut self.fray.armies[army];
        troops.acted = 0;
        let order = self.fray.sequence(battle, army);
        for i in order.iter() {
            let ready = self.fray.board.is_alive(army, i)
                && (self.fray.armies[army].acted | self.fray.armies[army].late) >> i & 1 == 0
                && self.fray.fighting(army) >> i & 1 == 1;
            if !ready {
                continue;
            }
            self.fray.armies[army].acted |= 1 << i;
            self.activate(army, i);
            if let Some(verdict) = self.fray.verdict() {
                return Some(verdict);
            }
        }
        None
    }

    fn at_the_cap(&mut self) -> Verdict {
        // In a mission of markers the higher sum wins (SK-25).
        let [a, b] = self.fray.gathered;
        if a != b {
            return Verdict::Win(if a > b { Side::A } else { Side::B });
        }
        if self.battle.cap_result == CapResult::Draw {
            return Verdict::Draw(Reason::CAP);
        }
        let share = |army: usize| self.fray.points_left(self.battle, army);
        let (a, b) = (share(0), share(1));
        // 2 % or less apart is a draw (SK-13).
        if (a - b).abs() <= 0.02 + 1e-12 {
            Verdict::Draw(Reason::CAP)
        } else {
            Verdict::Win(if a > b { Side::A } else { Side::B })
        }
    }

    fn deployed(&mut self, first: Side) {
        let (battle, fray) = (self.battle, &*self.fray);
        self.umpire.note(|| story::begins(battle, first));
        self.umpire.note(|| story::deployment(battle, fray, first));
        self.umpire.note(|| story::frame(battle, fray, 0));
    }

    fn ended(&mut self) {
        let (battle, fray) = (self.battle, &*self.fray);
        self.umpire.note(|| story::survivors(battle, fray));
        self.umpire.note(|| story::frame(battle, fray, fray.round));
    }
}

impl Fray {
    /// The order list of an active turn (SK-10), made when it starts.
    fn sequence(&self, battle: &Battle, army: usize) -> Order {
        let ranged_first = battle.is_cautious(army, self.round);
        let standing = self.standing(army);
        let foes = self.standing(1 - army) & self.fighting(1 - army);
        let near = |i: usize| {
            let base = self.disc(army, i);
            self.board
                .nearest_to(base, 1 - army, foes)
                .map_or(0, |(_, gap)| gap)
        };
        self.board.sorted_by(standing, |i| {
            let later = ranged_first && !self.armed(battle, army, i);
            let place = self.listed(battle, army, i);
            match battle.order {
                Sequence::Near => (later, near(i), place),
                Sequence::Far => (later, -near(i), place),
                Sequence::Listed => (false, 0, place),
            }
        })
    }

    /// The place of a unit in the list of its army: that of the first of its crew for a vehicle.
    fn listed(&self, battle: &Battle, army: usize, i: usize) -> u8 {
        if battle.vehicles[army] >> i & 1 == 0 {
            return i as u8;
        }
        // An empty seat is higher than any number.
        let crew = self.armies[army].seats[i].iter().copied().min();
        crew.unwrap_or(i as u8)
    }

    /// Who has won, if it is over (3.0): a side with nobody left who can fight loses.
    pub fn verdict(&self) -> Option<Verdict> {
        let left = [self.fighting(0) != 0, self.fighting(1) != 0];
        match left {
            [true, true] => None,
            [false, false] => Some(Verdict::Draw(MUTUAL)),
            [true, false] => Some(Verdict::Win(side(0))),
            [false, true] => Some(Verdict::Win(side(1))),
        }
    }

    /// Models left of an army, members of teams one by one.
    pub fn left(&self, battle: &Battle, army: usize) -> u16 {
        let alive = self.armies[army].alive;
        members(alive)
            .map(|i| u16::from(self.models(battle, army, i)))
            .sum()
    }

    /// The share of an army's points that is left.
    fn points_left(&self, battle: &Battle, army: usize) -> f64 {
        let side = &battle.sides[army];
        let worth = |i: usize| {
            let model = &side.models[i];
            model.points * f64::from(self.models(battle, army, i)) / f64::from(model.team)
        };
        let alive = self.armies[army].alive;
        let left: f64 = members(alive).map(worth).sum();
        if side.points > 0.0 {
            left / side.points
        } else {
            f64::from(self.left(battle, army)) / f64::from(side.most.max(1))
        }
    }
}
