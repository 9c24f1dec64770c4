//! What a unit does that does not simply attack: the cautious, the hidden, those who look for the hidden, who board, and
//! who climb (3.1).

use super::super::policy::Plan;
use super::Battle;
use super::deed::{Blow, Deed, First, Second, Why};
use super::fray::{Fray, Hands, NONE, VEIL, far};
use crate::table::{Disc, Goal, Point, Walk, gap, members, touching, up, within};

/// How far a hidden enemy is looked for.
const SEARCH: i32 = far(24);

impl Fray {
    /// Shoot and scoot: a place beside terrain, within one clear leg, where fewer enemies see the unit than now, with an
    /// attack on the way. Fewest enemies first, then the highest score; worth at least half of what staying is.
    pub fn scoot(&mut self, battle: &Battle, army: usize, i: usize) -> Option<Deed> {
        if !battle.blocks {
            return None;
        }
        let foes = self.targets(battle, 1 - army);
        let from = self.board.at(army, i);
        let now = members(foes)
            .filter(|&foe| self.sees(battle, army, i, foe))
            .count();
        if now == 0 {
            return None;
        }
        let mov = self.mov(battle, army, i);
        let r = self.disc(army, i).r;
        let teleports = battle.sides[army].kind(i).teleports;
        let before = self.strike_from(battle, army, i, from, Plan::Shoot);
        let mut best: Option<(usize, i32, Point, Deed)> = None;
        for &spot in battle.table.spots(r) {
            if spot == from || !within((spot - from).length(), far(mov)) {
                continue;
            }
            let body = self.body_at(battle, army, i, spot);
            let most = best.as_ref().map_or(now - 1, |best| best.0);
            let mut there = 0;
            for foe in members(foes) {
                there += usize::from(battle.table.sees(
                    &body,
                    &self.board.body(1 - army, foe),
                    VEIL,
                ));
                if there > most {
                    break;
                }
            }
            if there > most {
                continue;
            }
            let Some(walk) = self.straight(battle, (army, i), spot, far(mov)) else {
                continue;
            };
            // At whichever point of its path the score is highest, the earliest of equals; one that teleports is only
            // where it arrives (AE-66).
            let mut blow: Option<Blow> = None;
            for (_, at) in walk.inches() {
                if teleports && at != spot {
                    continue;
                }
                let strike = if at == from {
                    before
                } else {
                    self.strike_from(battle, army, i, at, Plan::Shoot)
                };
                let most = blow.map_or(0, |blow| blow.shot.score);
                blow = strike.filter(|strike| strike.shot.score > most).or(blow);
            }
            let Some(blow) = blow else { continue };
            let better = best.as_ref().is_none_or(|best| {
                let order = there.cmp(&best.0).then(best.1.cmp(&blow.shot.score));
                order
                    .then_with(|| self.frame(battle, army).order(spot, best.2))
                    .is_lt()
            });
            if better {
                let why = Why::Scoot {
                    seen: now as u8,
                    there: there as u8,
                };
                let deed = Deed {
                    first: First::Move(walk),
                    second: Second::Attack(blow),
                    why,
                };
                best = Some((there, blow.shot.score, spot, deed));
            }
        }
        let (_, score, _, deed) = best?;
        let stay = self.stay_score(battle, army, i);
        (2 * score >= stay).then_some(deed)
    }

    /// A unit for close quarters waits while nobody is within two Moves and nobody can shoot: Idle; Dodge.
    pub fn wait(&self, battle: &Battle, army: usize, i: usize) -> Option<Deed> {
        let foes = self.standing(1 - army) & self.fighting(1 - army);
        let me = self.disc(army, i);
        let (_, near) = self.board.nearest_to(me, 1 - army, foes)?;
        let mov = self.mov(battle, army, i);
        let armed = |foe: usize| self.armed(battle, 1 - army, foe);
        if within(near, far(2 * mov)) || members(foes).any(armed) {
            return None;
        }
        Some(Deed {
            first: First::Idle,
            second: Second::Dodge,
            why: Why::Wait,
        })
    }

    /// A hidden unit that cannot strike yet: a Hidden Move toward the nearest enemy (SK-11, AE-69).
    pub fn stalk(&mut self, battle: &Battle, army: usize, i: usize) -> Deed {
        let from = self.board.at(army, i);
        let me = self.disc(army, i);
        let foes = self.standing(1 - army) & self.fighting(1 - army);
        let walk = match self.board.nearest_to(me, 1 - army, foes) {
            Some((foe, _)) => {
                let target = self.disc(1 - army, foe);
                self.approach(
                    battle,
                    (army, i),
                    from,
                    target,
                    0,
                    far(self.mov(battle, army, i)),
                )
            }
            None => Walk::stay(from),
        };
        Deed {
            first: First::Hidden(walk),
            second: Second::Idle,
            why: Why::Stalk,
        }
    }

    /// The nearest hidden enemy in plain view within 24 inches.
    pub fn lurking(&mut self, battle: &Battle, army: usize, i: usize) -> Option<usize> {
        let hidden = self.armies[1 - army].hidden & self.standing(1 - army);
        if hidden == 0 {
            return None;
        }
        let me = self.disc(army, i);
        let order = self.board.near_first(me, 1 - army, hidden);
        order.iter().find(|&foe| {
            within(gap(me, self.disc(1 - army, foe)), SEARCH) && self.sees(battle, army, i, foe)
        })
    }

    /// A unit that boards, and a vehicle of its own with a free seat: aboard, or on the way there.
    pub fn boarding(&mut self, battle: &Battle, army: usize, i: usize) -> Option<Deed> {
        if !battle.sides[army].models[i].boards {
            return None;
        }
        let me = self.disc(army, i);
        let from = self.board.at(army, i);
        let vehicles = self.standing(army) & battle.vehicles[army];
        let order = self.board.near_first(me, army, vehicles);
        let aboard = |first: First, vehicle: usize| Deed {
            first,
            second: Second::Board(vehicle),
            why: Why::Aboard,
        };
        for vehicle in order.iter() {
            if self.free_seat(battle, army, vehicle).is_some()
                && touching(me, self.disc(army, vehicle))
            {
                return Some(aboard(First::Idle, vehicle));
            }
        }
        let vehicle = order
            .iter()
            .find(|&vehicle| self.free_seat(battle, army, vehicle).is_some())?;
        let mov = far(self.mov(battle, army, i));
        let target = self.disc(army, vehicle);
        let walk = self.approach(battle, (army, i), from, target, 0, mov);
        if touching(Disc::new(walk.end(), me.r), target) {
            return Some(aboard(First::Move(walk), vehicle));
        }
        let again = self.again(battle, (army, i), &walk, target, 0, mov);
        Some(Deed {
            first: First::Move(walk),
            second: Second::Move(again),
            why: Why::Aboard,
        })
    }

    /// The first free seat of a vehicle, in listed order.
    pub fn free_seat(&self, battle: &Battle, army: usize, vehicle: usize) -> Option<usize> {
        let hull = battle.sides[army].kind(vehicle).vehicle.as_ref()?;
        (0..hull.seats.len()).find(|&seat| self.armies[army].seats[vehicle][seat] == NONE)
    }

    /// Acrobatics: a Move that leads nowhere because a block that can only be climbed by a test bars it.
    pub fn over(
        &self,
        battle: &Battle,
        army: usize,
        i: usize,
        walk: Walk,
        target: Disc,
        mov: i32,
    ) -> Option<First> {
        if battle.tests.is_empty() || battle.sides[army].kind(i).vehicle.is_some() {
            return None;
        }
        let from = walk.start();
        let mover = self.mover(battle, army, i);
        let climber = battle.climber(mover);
        let crowd = self.board.around(army, i);
        let straight = (target.at - from).length() - target.r - mover.r;
        let gained = |walk: &Walk| {
            up((walk.start() - target.at).length() - (walk.end() - target.at).length())
        };
        let goal = Goal::base(target, mover.r, 0);
        let over = battle
            .table
            .path(&climber, from, goal, far(mov), &crowd, false);
        let crosses = !battle.table.clear(&mover, from, over.end(), &crowd);
        let worth = straight > 0 && gained(&over) > gained(&walk) && over.points().len() == 2;
        (worth && crosses).then_some(First::Acrobatics(over))
    }
}

impl Fray {
    /// The score of the best attack from where the unit is (K0, K1).
    pub fn stay_score(&mut self, battle: &Battle, army: usize, i: usize) -> i32 {
        let (hands, n) = self.hands(battle, army, i);
        let best = self.weigh(battle, (army, i), Plan::Auto, 0, &hands[..n]);
        best.map_or(0, |best| best.key.0)
    }

    /// The best attack of one pair of hands from where the unit is (K0, K1).
    pub fn stay_with(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        hands: &Hands,
    ) -> Option<Deed> {
        let hands = std::slice::from_ref(hands);
        let found = self.weigh(battle, (army, i), Plan::Auto, 0, hands)?;
        Some(self.deed_of(battle, army, i, &found))
    }
}
