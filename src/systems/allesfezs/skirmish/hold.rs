//! The mission of markers (SK-25): whose they are, what is gathered for them, who goes there and who stays. A marker is
//! held by presence, or it is an object, and whoever took it last has it (SK-26).

use super::super::policy::Plan;
use super::Battle;
use super::deed::{Deed, First, Second, Why};
use super::fray::{Fray, far};
use crate::table::{Disc, Point, SLACK, Shape, gap_to, held, members, present, within};

/// Models so near a marker count for holding it.
const REACH: i32 = far(3);

/// So near a marker that is held by presence a unit is there.
const THERE: i32 = far(2);

impl Fray {
    /// The bases of an army that count for holding: everybody on the table who can fight, the models of a team one by one.
    fn bases<'a>(
        &'a self,
        battle: &'a Battle,
        army: usize,
    ) -> impl Iterator<Item = (Disc, u32)> + 'a {
        let present = self.standing(army) & self.fighting(army);
        members(present).map(move |i| (self.disc(army, i), u32::from(self.models(battle, army, i))))
    }

    /// Whose a marker is as things stand, by its number: of whoever took it last, or of the army with more models within 3
    /// inches.
    pub fn holder(&self, battle: &Battle, marker: usize) -> Option<usize> {
        if battle.house.taken {
            return (0..2).find(|&army| self.taken[army] >> marker & 1 == 1);
        }
        let shape = &battle.markers[marker];
        held(shape, REACH, [0, 1].map(|army| self.bases(battle, army)))
    }

    /// The end of a round: a point for every marker an army has.
    pub fn gather(&mut self, battle: &Battle) {
        for marker in 0..battle.markers.len() {
            if let Some(army) = self.holder(battle, marker) {
                self.gathered[army] += 1;
            }
        }
    }

    /// An object is somebody's now.
    pub fn take(&mut self, army: usize, marker: usize) {
        self.taken[army] |= 1 << marker;
        self.taken[1 - army] &= !(1 << marker);
    }

    /// The nearest marker that the army of a unit does not have; left first where several are as near.
    pub(super) fn unheld(&self, battle: &Battle, army: usize, i: usize) -> Option<usize> {
        let me = self.disc(army, i);
        let frame = self.frame(battle, army);
        let free = 0..battle.markers.len();
        let free = free.filter(|&marker| self.holder(battle, marker) != Some(army));
        free.min_by(|&a, &b| {
            let (a, b) = (&battle.markers[a], &battle.markers[b]);
            let gaps = gap_to(me, a).cmp(&gap_to(me, b));
            gaps.then_with(|| frame.order(a.twice_middle(), b.twice_middle()))
        })
    }

    /// Whether a marker that is held would not be without this unit. An object stays whose it is.
    pub(super) fn needed(&self, battle: &Battle, army: usize, i: usize) -> bool {
        let me = self.disc(army, i);
        let mine = u32::from(self.models(battle, army, i));
        !battle.house.taken
            && battle.markers.iter().any(|marker| {
                let count = |army: usize| present(marker, REACH, self.bases(battle, army));
                let (own, other) = (count(army), count(1 - army));
                within(gap_to(me, marker), REACH) && own > other && own - mine.min(own) <= other
            })
    }

    /// Where a unit goes for a marker, and how near: to the rim of a marker; into an area, toward its middle.
    fn goal(&self, battle: &Battle, army: usize, marker: usize) -> (Disc, i32) {
        match &battle.markers[marker] {
            Shape::Circle(disc) => (*disc, if battle.house.taken { 0 } else { THERE }),
            Shape::Polygon(_) => {
                let (low, high) = battle.markers[marker].extent();
                let middle = self.frame(battle, army).middle(low, high);
                (Disc::new(middle, 0), 0)
            }
        }
    }

    /// SK-26: takes the nearest object that is not its army's, if it touches it or one Move brings it there.
    pub(super) fn grab(&mut self, battle: &Battle, army: usize, i: usize) -> Option<Deed> {
        if !battle.house.taken || battle.vehicles[army] >> i & 1 == 1 {
            return None;
        }
        let marker = self.unheld(battle, army, i)?;
        let r = self.disc(army, i).r;
        let touches = |at: Point| gap_to(Disc::new(at, r), &battle.markers[marker]) <= SLACK;
        let take = |first: First| Deed {
            first,
            second: Second::Take(marker),
            why: Why::Claim,
        };
        let from = self.board.at(army, i);
        if touches(from) {
            return Some(take(First::Idle));
        }
        let (target, stop) = self.goal(battle, army, marker);
        let mov = far(self.mov(battle, army, i));
        let walk = self.approach(battle, (army, i), from, target, stop, mov);
        touches(walk.end()).then(|| take(First::Move(walk)))
    }

    /// A unit that can attack nobody: it takes an object in reach; it stays where a marker would be lost without it; else
    /// it goes to the nearest marker that its side does not have. None where it is there already, and where there is none.
    pub(super) fn claim(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        plan: Plan,
    ) -> Option<Deed> {
        if battle.markers.is_empty() {
            return None;
        }
        if let Some(deed) = self.grab(battle, army, i) {
            return Some(deed);
        }
        if self.needed(battle, army, i) {
            return Some(self.stand(battle, army, i));
        }
        let marker = self.unheld(battle, army, i)?;
        let there = !battle.house.taken
            && within(gap_to(self.disc(army, i), &battle.markers[marker]), THERE);
        // Those in a vehicle have no hands free for objects.
        let idle = battle.house.taken && battle.vehicles[army] >> i & 1 == 1;
        if there || idle || self.mov(battle, army, i) == 0 {
            return None;
        }
        let (target, stop) = self.goal(battle, army, marker);
        Some(self.go(battle, (army, i), plan, target, stop, Why::Claim))
    }

    /// Stays where it is: the best attack from here, else what is to be reloaded, and a dodge.
    pub(super) fn stand(&mut self, battle: &Battle, army: usize, i: usize) -> Deed {
        let (hands, n) = self.hands(battle, army, i);
        let mut best: Option<(i32, Deed)> = None;
        for hands in &hands[..n] {
            if let Some(deed) = self.stay_with(battle, army, i, hands)
                && let Why::Best(_, score) = deed.why
                && best.as_ref().is_none_or(|best| score > best.0)
            {
                best = Some((score, deed));
            }
        }
        if let Some((_, deed)) = best {
            return deed;
        }
        let deed = self.otherwise(battle, army, i, Plan::Auto);
        Deed {
            first: match deed.first {
                First::Reload(..) => deed.first,
                _ => First::Idle,
            },
            second: match deed.second {
                Second::Reload(..) => deed.second,
                _ => Second::Dodge,
            },
            why: Why::Hold,
        }
    }
}
