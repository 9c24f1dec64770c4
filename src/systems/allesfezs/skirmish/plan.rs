//! What the active unit does (3.1): its best option, else to find somebody, else closer. Nothing is rolled here.

use super::super::orders::{Act, Shot};
use super::super::policy::Plan;
use super::Battle;
use super::deed::{Aim, Blow, Deed, First, Second, Why};
use super::fray::{Fray, far};
use crate::table::{Disc, Walk, members, touching, up};

impl Fray {
    /// What a unit does, decided as its policy says.
    pub fn plan(&mut self, battle: &Battle, army: usize, i: usize) -> Deed {
        if let Some(deed) = self.boarding(battle, army, i) {
            return deed;
        }
        let kind = battle.sides[army].kind(i);
        let cautious = battle.is_cautious(army, self.round) && !kind.policy.said.plan;
        let hidden = self.armies[army].hidden >> i & 1 == 1;
        if cautious && !hidden {
            if let Some(deed) = self.grab(battle, army, i) {
                return deed;
            }
            if self.needed(battle, army, i) {
                return self.stand(battle, army, i);
            }
            if self.shoots(battle, army, i) {
                if let Some(deed) = self.scoot(battle, army, i) {
                    return deed;
                }
                return self.aggressive(battle, army, i, Plan::Shoot);
            }
            if self.unheld(battle, army, i).is_none()
                && let Some(deed) = self.wait(battle, army, i)
            {
                return deed;
            }
        }
        self.aggressive(battle, army, i, kind.policy.plan)
    }

    /// `aggressive`: the best option; else to find somebody; else steps 3 to 5 against the nearest.
    pub(super) fn aggressive(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        mut plan: Plan,
    ) -> Deed {
        if matches!(plan, Plan::Shoot | Plan::Kite) && !self.could_shoot(battle, army, i) {
            plan = Plan::Charge;
        }
        let found = self.best_option(battle, army, i, plan);
        let score = found.as_ref().map_or(0, |found| found.key.0);
        if let Some(blow) = self.best_throw(battle, army, i, plan, score) {
            return Deed {
                first: First::Idle,
                second: Second::Attack(blow),
                why: Why::Throw(blow.shot.score),
            };
        }
        if let Some(found) = found {
            return self.deed_of(battle, army, i, &found);
        }
        if self.armies[army].hidden >> i & 1 == 1 {
            return self.stalk(battle, army, i);
        }
        if let Some(foe) = self.lurking(battle, army, i) {
            return Deed {
                first: First::Discover(foe),
                second: Second::Idle,
                why: Why::Search,
            };
        }
        if let Some(deed) = self.claim(battle, army, i, plan) {
            return deed;
        }
        if let Some(deed) = self.seek(battle, army, i, plan) {
            return deed;
        }
        self.otherwise(battle, army, i, plan)
    }

    /// Step 0 of `shoot`, with the nearest enemy as the enemy.
    pub(super) fn could_shoot(&self, battle: &Battle, army: usize, i: usize) -> bool {
        let Some((foe, gap)) = self.prey(battle, army, i, Plan::Shoot) else {
            return false;
        };
        let mov = self.mov(battle, army, i);
        let (hands, n) = self.hands(battle, army, i);
        hands[..n].iter().any(|hands| {
            self.planner(battle, army, hands, mov, foe, up(gap))
                .could_shoot()
        })
    }

    /// A live profile for a distance, against somebody, with something to shoot.
    pub(super) fn shoots(&self, battle: &Battle, army: usize, i: usize) -> bool {
        let (hands, n) = self.hands(battle, army, i);
        hands[..n].iter().any(|hands| {
            members(self.targets(battle, 1 - army)).any(|foe| {
                let planner = self.planner(battle, army, hands, 0, foe, 0);
                planner.reach().is_some()
            })
        })
    }

    /// The nearest enemy that may be aimed at, with the gap.
    pub fn nearest(&self, battle: &Battle, army: usize, i: usize) -> Option<(usize, i32)> {
        let targets = self.targets(battle, 1 - army);
        self.board.nearest_to(self.disc(army, i), 1 - army, targets)
    }

    /// The nearest enemy that may be aimed at and that the unit has something against; if there is none, the nearest.
    pub(super) fn prey(
        &self,
        battle: &Battle,
        army: usize,
        i: usize,
        plan: Plan,
    ) -> Option<(usize, i32)> {
        let nearest = self.nearest(battle, army, i)?;
        let (hands, n) = self.hands(battle, army, i);
        let hurts = |foe: usize| {
            hands[..n].iter().any(|hands| {
                let fighter = self.fighter(battle, army, hands, foe);
                let loads = self.loads(army, hands);
                fighter.profiles.iter().any(|profile| {
                    profile.live()
                        && profile.in_hand(&fighter.arms, loads)
                        && (profile.contact || plan != Plan::Charge)
                })
            })
        };
        if hurts(nearest.0) {
            return Some(nearest);
        }
        let able = members(self.targets(battle, 1 - army))
            .filter(|&foe| hurts(foe))
            .fold(0, |set, foe| set | 1 << foe);
        let found = self.board.nearest_to(self.disc(army, i), 1 - army, able);
        found.or(Some(nearest))
    }

    /// K4: nobody is in sight. Along the path to the nearest enemy, to the first whole inch from which one can be
    /// attacked; then the attack, or on.
    pub(super) fn seek(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        plan: Plan,
    ) -> Option<Deed> {
        let targets = self.targets(battle, 1 - army);
        if !battle.blocks || members(targets).any(|foe| self.sees(battle, army, i, foe)) {
            return None;
        }
        let (nearest, _) = self.prey(battle, army, i, plan)?;
        let target = self.disc(1 - army, nearest);
        Some(self.go(battle, (army, i), plan, target, 0, Why::Seek))
    }

    /// Along the path to a place, to the first whole inch from which somebody can be attacked; then the attack, or on.
    pub(super) fn go(
        &mut self,
        battle: &Battle,
        (army, i): (usize, usize),
        plan: Plan,
        target: Disc,
        stop: i32,
        why: Why,
    ) -> Deed {
        let mov = self.mov(battle, army, i);
        let from = self.board.at(army, i);
        let walk = self.approach(battle, (army, i), from, target, stop, far(mov));
        let mover = self.mover(battle, army, i);
        for (along, point) in walk.inches().skip(1) {
            if let Some(blow) = self.strike_from(battle, army, i, point, plan) {
                let crowd = self.board.around(army, i);
                let cut = battle.table.cut(&mover, &walk, along, &crowd);
                if cut.end() == point && self.in_view(battle, (army, i), cut).end() == point {
                    return Deed {
                        first: First::Move(cut),
                        second: Second::Attack(blow),
                        why,
                    };
                }
            }
        }
        if let Some(first) = self.over(battle, army, i, walk, target, mov) {
            return Deed {
                first,
                second: Second::Idle,
                why,
            };
        }
        let again = self.again(battle, (army, i), &walk, target, stop, far(mov));
        Deed {
            first: First::Move(walk),
            second: Second::Move(again),
            why,
        }
    }

    /// Steps 3 to 5 of 6.3, with the nearest enemy as the enemy and moves by `approach`.
    pub(super) fn otherwise(&mut self, battle: &Battle, army: usize, i: usize, plan: Plan) -> Deed {
        let idle = Deed {
            first: First::Idle,
            second: Second::Idle,
            why: Why::Nothing,
        };
        let me = self.disc(army, i);
        let all = self.standing(1 - army) & self.fighting(1 - army);
        let nearest = self.prey(battle, army, i, plan);
        let Some((foe, grains)) = nearest.or_else(|| self.board.nearest_to(me, 1 - army, all))
        else {
            return idle;
        };
        let mov = self.mov(battle, army, i);
        let target = self.disc(1 - army, foe);
        let (hands, n) = self.hands(battle, army, i);
        if n == 0 {
            // A vehicle without a gunner has no reason to go anywhere.
            return idle;
        }
        let mut order = None;
        for hands in &hands[..n] {
            let planner = self.planner(battle, army, hands, mov, foe, up(grains));
            let here = match plan {
                Plan::Charge => planner.charge(),
                _ => planner.otherwise(),
            };
            let does = here.first != Act::Idle || here.second != Act::Idle;
            if order.is_none() || does {
                order = Some((*hands, here, planner.reach()));
            }
            if does {
                break;
            }
        }
        let Some((hands, order, reach)) = order else {
            return idle;
        };
        // Closing in ends at the edge of the longest range, a charge in contact.
        let stop = match reach {
            Some(reach) if plan != Plan::Charge && up(grains) > reach => far(reach),
            _ => 0,
        };
        let from = self.board.at(army, i);
        let mut at = from;
        let fray = &*self;
        let mut step = |act: Act| match act {
            Act::Move(_) => {
                let walk = fray.approach(battle, (army, i), at, target, stop, far(mov));
                at = walk.end();
                Some(walk)
            }
            _ => None,
        };
        let walk = step(order.first);
        let first = match (order.first, walk) {
            (Act::Reload(arm), _) => First::Reload(hands, arm),
            (_, Some(walk)) => self
                .over(battle, army, i, walk, target, mov)
                .unwrap_or(First::Move(walk)),
            _ => First::Idle,
        };
        if let First::Acrobatics(_) = first {
            return Deed {
                first,
                second: Second::Idle,
                why: Why::Closer,
            };
        }
        let second = match order.second {
            Act::Reload(arm) => Second::Reload(hands, arm),
            Act::Move(_) => self.second_move(battle, (army, i), walk, target, stop, mov),
            // A charge that would end in contact, were the way free.
            Act::Attack(shot) => match walk {
                Some(walk)
                    if touching(Disc::new(walk.end(), me.r), target)
                        && self.targets(battle, 1 - army) >> foe & 1 == 1 =>
                {
                    Second::Attack(Blow {
                        hands,
                        shot: Shot {
                            extra: hands.extra()
                                + self.cover_from(battle, army, i, walk.end(), foe),
                            ..shot
                        },
                        aim: Aim::At(foe),
                        from: walk.end(),
                    })
                }
                _ => self.second_move(battle, (army, i), walk, target, stop, mov),
            },
            Act::Idle => Second::Idle,
        };
        Deed {
            first,
            second,
            why: if matches!(order.first, Act::Idle) {
                Why::Nothing
            } else {
                Why::Closer
            },
        }
    }

    pub(super) fn second_move(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        walk: Option<Walk>,
        target: Disc,
        stop: i32,
        mov: i32,
    ) -> Second {
        let from = self.board.at(army, i);
        Second::Move(match walk {
            Some(first) => self.again(battle, (army, i), &first, target, stop, far(mov)),
            None => self.approach(battle, (army, i), from, target, stop, far(mov)),
        })
    }
}
