//! The mission of markers (SK-25): who holds them, what is gathered for them, who goes there and who stays.

use super::super::policy::Plan;
use super::Battle;
use super::deed::{Deed, First, Second, Why};
use super::fray::{Fray, far};
use crate::table::{Disc, Shape, gap_to, held, members, present, within};

/// Models so near a marker count for holding it.
const REACH: i32 = far(3);

/// So near a marker a unit is there.
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

    /// Which army holds a marker as things stand: the one with more models within 3 inches.
    pub fn holder(&self, battle: &Battle, marker: &Shape) -> Option<usize> {
        held(marker, REACH, [0, 1].map(|army| self.bases(battle, army)))
    }

    /// The end of a round: a point for every marker held.
    pub fn gather(&mut self, battle: &Battle) {
        for marker in &battle.markers {
            if let Some(army) = self.holder(battle, marker) {
                self.gathered[army] += 1;
            }
        }
    }

    /// The nearest marker that the army of a unit does not hold; left first where several are as near.
    pub(super) fn unheld<'b>(
        &self,
        battle: &'b Battle,
        army: usize,
        i: usize,
    ) -> Option<&'b Shape> {
        let me = self.disc(army, i);
        let frame = self.frame(battle, army);
        let free = battle.markers.iter();
        let free = free.filter(|marker| self.holder(battle, marker) != Some(army));
        free.min_by(|a, b| {
            let gaps = gap_to(me, a).cmp(&gap_to(me, b));
            gaps.then_with(|| frame.order(a.twice_middle(), b.twice_middle()))
        })
    }

    /// Whether a marker that is held would not be without this unit.
    pub(super) fn needed(&self, battle: &Battle, army: usize, i: usize) -> bool {
        let me = self.disc(army, i);
        let mine = u32::from(self.models(battle, army, i));
        battle.markers.iter().any(|marker| {
            let count = |army: usize| present(marker, REACH, self.bases(battle, army));
            let (own, other) = (count(army), count(1 - army));
            within(gap_to(me, marker), REACH) && own > other && own - mine.min(own) <= other
        })
    }

    /// A unit that can attack nobody: it stays where a marker would be lost without it; else it goes to the nearest marker
    /// that its side does not hold. None where it is there already, and where there is no such marker.
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
        if self.needed(battle, army, i) {
            return Some(self.stand(battle, army, i));
        }
        let marker = self.unheld(battle, army, i)?;
        if within(gap_to(self.disc(army, i), marker), THERE) || self.mov(battle, army, i) == 0 {
            return None;
        }
        // To the rim of a marker; into an area, toward its middle.
        let (target, stop) = match *marker {
            Shape::Circle(disc) => (disc, THERE),
            Shape::Polygon(_) => {
                let (low, high) = marker.extent();
                let middle = self.frame(battle, army).middle(low, high);
                (Disc::new(middle, 0), 0)
            }
        };
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
