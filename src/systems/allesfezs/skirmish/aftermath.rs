//! After the dice: Heal, losses, wrecks and their crews, boarding, objects taken, and where dodges go. All losses of an activation are
//! taken at once (4.10).

use super::super::toggles::CrewSurvival;
use super::deed::{Deed, Second};
use super::fray::{Fray, NONE, Room, side as whose};
use super::turn::Scene;
use super::{Battle, story};
use crate::table::{BodySet, Disc, Point, SLACK, gap, members};
use crate::umpire::{Note, Referee};

/// Steps on a circle of 30 degrees, in thirty-thousandths: where a crew looks for room beside its wreck.
const ROUND: [(i64, i64); 12] = [
    (0, 30_000),
    (-15_000, 25_981),
    (15_000, 25_981),
    (-25_981, 15_000),
    (25_981, 15_000),
    (-30_000, 0),
    (30_000, 0),
    (-25_981, -15_000),
    (25_981, -15_000),
    (-15_000, -25_981),
    (15_000, -25_981),
    (0, -30_000),
];

impl<U: Referee> Scene<'_, U> {
    /// Everything that comes after the dice of an activation.
    pub fn aftermath(&mut self, army: usize, i: usize, deed: &Deed) {
        let mut room = std::mem::take(&mut self.fray.room);
        if !room.hurt.is_empty() {
            self.heal(army, &mut room);
            self.lose(&room);
        }
        self.fray.room = room;
        match deed.second {
            Second::Board(vehicle) => self.board(army, i, vehicle),
            Second::Take(marker) if self.fray.board.is_alive(army, i) => {
                self.fray.take(army, marker);
                let battle = self.battle;
                self.umpire.note(|| story::takes(battle, army, i, marker));
            }
            _ => {}
        }
        self.adjust(army, i);
    }

    /// Heal (AE-41): for each unit that would die, then for each other loss, one try for each STR lost, by friends who
    /// have it in their zone of control, the nearest first. The acting army's come first, whatever its name.
    fn heal(&mut self, active: usize, room: &mut Room) {
        let battle = self.battle;
        for army in [active, 1 - active] {
            let side = &battle.sides[army];
            if !side.kinds.iter().any(|kind| kind.heal.is_some()) {
                continue;
            }
            // Who would die is decided by the dice: whoever is saved by its tries is not tried for again.
            let mut doomed: BodySet = 0;
            for &(_, victim, lost) in room.hurt.iter().filter(|entry| entry.0 == army) {
                if lost >= u32::from(self.fray.armies[army].str[victim]) {
                    doomed |= 1 << victim;
                }
            }
            for dying in [true, false] {
                for entry in room.hurt.iter_mut().filter(|entry| entry.0 == army) {
                    let (_, victim, lost) = *entry;
                    if (doomed >> victim & 1 == 1) != dying {
                        continue;
                    }
                    for _ in 0..lost {
                        let Some(healer) = self.fray.healer(battle, army, victim) else {
                            break;
                        };
                        self.fray.armies[army].rec[healer] -= 1;
                        let Some(pool) = side.kind(healer).heal else {
                            break;
                        };
                        self.umpire.rolls_for(whose(army));
                        self.umpire.note(|| Note::About("heal"));
                        let healed = self.umpire.count(1, 20, u32::from(pool.floor)) == 1;
                        if healed {
                            entry.2 -= 1;
                        }
                        self.umpire
                            .note(|| story::heals(battle, army, healer, victim, pool, healed));
                    }
                }
            }
        }
    }

    /// Takes the losses, all at once.
    fn lose(&mut self, room: &Room) {
        let battle = self.battle;
        for &(army, i, lost) in &room.hurt {
            let left = &mut self.fray.armies[army].str[i];
            let had = *left;
            *left = had.saturating_sub(lost.min(u32::from(u16::MAX)) as u16);
            let left = *left;
            self.umpire
                .note(|| story::loses(battle, army, i, lost, left));
            if left == 0 && had > 0 {
                self.fray.armies[army].alive &= !(1 << i);
                self.fray.board.remove(army, i);
            }
        }
        for &(army, i, _) in &room.hurt {
            if self.fray.armies[army].str[i] == 0 && battle.vehicles[army] >> i & 1 == 1 {
                self.wreck(army, i);
            }
        }
    }

    /// A vehicle is destroyed: what becomes of its crew (AE-51).
    fn wreck(&mut self, army: usize, vehicle: usize) {
        let battle = self.battle;
        let seats = self.fray.armies[army].seats[vehicle];
        self.fray.armies[army].empty &= !(1 << vehicle);
        for seated in seats.into_iter().filter(|&seated| seated != NONE) {
            let i = usize::from(seated);
            self.fray.armies[army].aboard[i] = NONE;
            let survives = match battle.house.crew {
                CrewSurvival::All => true,
                CrewSurvival::None => false,
                CrewSurvival::AgilityCheck => {
                    let pool = battle.sides[army].kind(i).agility;
                    self.umpire.rolls_for(whose(army));
                    self.umpire.note(|| Note::About("agility"));
                    self.umpire.count(1, 20, u32::from(pool.floor)) == 1
                }
            };
            let place = if survives {
                self.fray.beside(battle, army, vehicle, i)
            } else {
                None
            };
            match place {
                Some(at) => {
                    let h = battle.sides[army].models[i].size[1];
                    self.fray.board.enter(army, i, at, battle.ground(at, h));
                    self.fray.armies[army].late |= 1 << i;
                    #[cfg(test)]
                    self.fray.check(battle);
                }
                None => {
                    self.fray.armies[army].alive &= !(1 << i);
                    self.fray.armies[army].str[i] = 0;
                }
            }
            self.umpire
                .note(|| story::bails_out(battle, army, i, place));
        }
        self.fray.armies[army].seats[vehicle] = [NONE; super::roster::SEATS];
    }

    /// A unit goes aboard, into the first free seat (Interface).
    fn board(&mut self, army: usize, i: usize, vehicle: usize) {
        if !self.fray.board.is_alive(army, i) || !self.fray.board.is_alive(army, vehicle) {
            return;
        }
        let Some(seat) = self.fray.free_seat(self.battle, army, vehicle) else {
            return;
        };
        self.fray.board.remove(army, i);
        let troops = &mut self.fray.armies[army];
        // Whoever goes aboard has used its activation: a vehicle with nobody else in it has none left.
        troops.acted |= troops.empty & 1 << vehicle;
        troops.seats[vehicle][seat] = i as u8;
        troops.aboard[i] = vehicle as u8;
        troops.empty &= !(1 << vehicle);
        troops.hidden &= !(1 << i);
        let battle = self.battle;
        self.umpire
            .note(|| story::aboard(battle, army, i, vehicle, seat));
    }
}

impl Fray {
    /// The nearest friend with Heal and a reaction left who has a unit in its zone of control.
    fn healer(&self, battle: &Battle, army: usize, victim: usize) -> Option<usize> {
        let side = &battle.sides[army];
        let hurt = self.disc(army, victim);
        let able = |&i: &usize| {
            side.kind(i).heal.is_some()
                && self.armies[army].rec[i] > 0
                && (i != victim || battle.house.heal_self)
                && gap(self.disc(army, i), hurt) <= battle.house.zoc + SLACK
        };
        let healers = members(self.standing(army))
            .filter(able)
            .fold(0, |set, i| set | 1 << i);
        self.board
            .nearest_to(hurt, army, healers)
            .map(|(healer, _)| healer)
    }

    /// A free place beside a wreck for one of its crew: in contact with it first, toward its own side's left; else where
    /// it stood.
    fn beside(&self, battle: &Battle, army: usize, wreck: usize, i: usize) -> Option<Point> {
        let hull = Disc::new(
            self.board.at(army, wreck),
            battle.sides[army].models[wreck].size[0],
        );
        let mover = self.mover(battle, army, i);
        let crowd = self.board.around(army, i);
        let frame = self.frame(battle, army);
        let (ahead, aside) = (frame.ahead(), frame.aside());
        for ring in 0..8 {
            let round = i64::from(hull.r + mover.r + ring * 2 * mover.r);
            for (left, forward) in ROUND {
                let along = |axis: fn(Point) -> i32| {
                    // From behind, where the own side is: forward is turned round.
                    let way = -left * i64::from(axis(aside)) - forward * i64::from(axis(ahead));
                    crate::table::grain::rnd(way * round, 30_000) as i32
                };
                let at = hull.at + Point::new(along(|p| p.x), along(|p| p.y));
                if battle.table.free(&mover, at, &crowd) {
                    return Some(at);
                }
            }
        }
        battle
            .table
            .free(&mover, hull.at, &crowd)
            .then_some(hull.at)
    }
}
