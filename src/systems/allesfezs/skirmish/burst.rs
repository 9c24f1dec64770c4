//! Explosives that go off (4.9, AE-36, AE-37): who is caught beside the target, and where a miss drifts to.

use super::super::attack::damage;
use super::super::orders::Shot;
use super::fray::{Fray, Hands, far, side};
use super::group::Rolled;
use super::story;
use super::turn::Scene;
use crate::table::{Disc, Point, SLACK, drift, gap, members};
use crate::umpire::{Note, Referee};

/// An explosive that goes off.
pub struct Burst {
    /// Whose it is.
    pub army: usize,
    pub hands: Hands,
    pub shot: Shot,
    /// Inches.
    pub radius: i32,
    pub centre: Disc,
    /// Its target, who is hit as by any attack; none for a place.
    pub aimed: usize,
    /// Whoever threw or shot it, and where it was then: it may have moved on since.
    pub by: (usize, Point),
}

/// Adds to what somebody loses.
pub fn hurt(list: &mut Vec<(usize, usize, u32)>, army: usize, i: usize, lost: u32) {
    if lost == 0 {
        return;
    }
    match list.iter_mut().find(|(a, m, _)| (*a, *m) == (army, i)) {
        Some(entry) => entry.2 += lost,
        None => list.push((army, i, lost)),
    }
}

impl<U: Referee> Scene<'_, U> {
    /// One hit of half damage for each die that stands (4.9).
    pub(super) fn caught(
        &mut self,
        blast: &Burst,
        army: usize,
        victim: usize,
        hits: [u32; 2],
        list: &mut Vec<(usize, usize, u32)>,
    ) {
        let battle = self.battle;
        let owner = &battle.sides[blast.army];
        let kind = battle.sides[army].models[victim].kind;
        let fighter = if army != blast.army {
            owner.fighter(blast.hands.row(), kind)
        } else {
            let own = owner.kinds.len();
            match owner.mates.get(blast.hands.row() * own + kind) {
                Some(fighter) => fighter,
                None => return,
            }
        };
        let save = fighter.profiles[blast.shot.profile]
            .caught
            .map(|loss| (loss + 1) as u8);
        self.umpire.rolls_for(side(army));
        self.umpire
            .note(|| story::blast(battle, army, victim, hits));
        self.umpire.note(|| Note::About("damage"));
        let lost = damage(self.umpire, hits, save);
        hurt(list, army, victim, lost);
    }

    /// AE-36 (`scatter`): an explosive that missed drifts by as many inches as its best die fell short, on a clock.
    pub(super) fn scatter(
        &mut self,
        missed: Burst,
        target: i32,
        strike: &Rolled,
        list: &mut Vec<(usize, usize, u32)>,
    ) {
        let battle = self.battle;
        self.umpire.rolls_for(side(missed.army));
        self.umpire.note(|| Note::About("scatter"));
        let hour = self.umpire.die(12);
        let short = (target - strike.failed as i32).max(0);
        let frame = self.fray.frame(battle, missed.army);
        let place = missed.centre.at + drift(frame, hour, far(short));
        self.umpire.note(|| story::drifts(short, hour, place));
        let blast = Burst {
            centre: Disc::new(place, 0),
            aimed: usize::MAX,
            ..missed
        };
        for (at, victim) in self.fray.in_blast(&blast) {
            self.caught(&blast, at, victim, [1, 0], list);
        }
    }
}

impl Fray {
    /// Everybody within a blast, friend or foe, beside its target; the army whose blast it is comes first.
    pub(super) fn in_blast(&self, blast: &Burst) -> impl Iterator<Item = (usize, usize)> + use<> {
        let reach = far(blast.radius) + SLACK;
        let sets = [0, 1].map(|army| {
            let target = army != blast.army;
            members(self.standing(army))
                .filter(|&i| !(target && i == blast.aimed))
                .filter(|&i| {
                    let base = self.disc(army, i);
                    let base = match blast.by {
                        (by, at) if !target && by == i => Disc::new(at, base.r),
                        _ => base,
                    };
                    gap(base, blast.centre) <= reach
                })
                .fold(0u128, |set, i| set | 1 << i)
        });
        let order = [blast.army, 1 - blast.army].into_iter();
        order.flat_map(move |army| members(sets[army]).map(move |i| (army, i)))
    }
}
