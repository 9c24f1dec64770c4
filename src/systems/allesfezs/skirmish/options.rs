//! The options of a duel's `auto` (6.3) against every enemy at once, and the best attack from a place.

use super::super::orders::{Act, Ground, Kind, Shot};
use super::super::policy::Plan;
use super::Battle;
use super::blast::Blast;
use super::deed::{Aim, Blow, Deed, First, Second, Why};
use super::fray::{Fray, Hands, VEIL, far};
use crate::table::{Disc, Point, SLACK, Walk, gap, leg, members, up};
use std::cmp::Reverse;

/// What settles ties between options: kind, profile, gap, square of the distance, number of the enemy.
pub type Tie = (Kind, usize, i32, i64, usize);

/// The best attack from a place: its score, what settles ties (profile, gap, enemy), the attack.
type Strike = (i32, Reverse<(usize, i32, usize)>, Blow);

/// An option, with what settles ties: the score, then the kind, the profile, and the nearest enemy.
pub struct Found {
    pub key: (i32, Reverse<Tie>),
    pub hands: Hands,
    pub foe: usize,
    pub first: Act,
    pub shot: Shot,
    pub walk: Option<Walk>,
}

impl Fray {
    /// Step 1 of 6.3 against every enemy: the option with the highest score.
    pub(super) fn best_option(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        plan: Plan,
    ) -> Option<Found> {
        let mov = self.mov(battle, army, i);
        let (hands, n) = self.hands(battle, army, i);
        let best = self.weigh(battle, (army, i), plan, mov, &hands[..n]);
        if best.is_none() && plan == Plan::Kite {
            return self.weigh(battle, (army, i), Plan::Shoot, mov, &hands[..n]);
        }
        best
    }

    /// The same for some of its hands, with a Move of so many inches: 0 leaves what can be done from here (K0, K1).
    pub(super) fn weigh(
        &mut self,
        battle: &Battle,
        (army, i): (usize, usize),
        plan: Plan,
        mov: i32,
        hands: &[Hands],
    ) -> Option<Found> {
        let (me, from) = (self.disc(army, i), self.board.at(army, i));
        let mut best: Option<Found> = None;
        for foe in members(self.targets(battle, 1 - army)) {
            let target = self.board.disc(1 - army, foe);
            let grains = gap(me, target);
            let inches = up(grains);
            let foe_kind = battle.sides[1 - army].models[foe].kind;
            for hands in hands {
                let reach = battle.sides[army].reach(hands.row(), foe_kind);
                if inches > reach.max(0) + mov {
                    continue;
                }
                let sees = self.sees(battle, army, i, foe);
                let here =
                    sees.then(|| hands.extra() + self.cover_from(battle, army, i, from, foe));
                let fray = &*self;
                let planner = fray.planner(battle, army, hands, mov, foe, inches);
                let (mut contact, mut edge) = (hands.extra(), hands.extra());
                if battle.house.cover != 0 {
                    // The cover that the target has from where the Move ends.
                    let walk = (0 < inches && inches <= mov)
                        .then(|| fray.contact_move(battle, (army, i), target, far(mov)));
                    let touches = walk.flatten().map(|walk| walk.end());
                    let reaches = planner
                        .to_edge()
                        .map(|reach| leg(from, target.at, grains - far(reach)));
                    let cover = |at: Option<Point>| {
                        at.map_or(0, |at| fray.cover_from(battle, army, i, at, foe))
                    };
                    (contact, edge) = (contact + cover(touches), edge + cover(reaches));
                }
                let ground = Ground {
                    here,
                    contact: Some(contact),
                    edge: Some(edge),
                };
                planner.options(plan, ground, |kind, first, shot| {
                    if shot.score == 0 {
                        return;
                    }
                    let profile = &planner.me.profiles[shot.profile];
                    let blast = Blast {
                        battle,
                        fray,
                        army,
                        i,
                        hands,
                        profile,
                        at: target,
                    };
                    let than = best.as_ref().map_or(0, |best| best.key.0);
                    let Some(shot) = blast.counted(foe, shot, than) else {
                        return;
                    };
                    let square = (target.at - me.at).square();
                    let place = Reverse((kind, shot.profile, grains, square, foe));
                    let key = (shot.score, place);
                    if best.as_ref().is_some_and(|best| best.key >= key) {
                        return;
                    }
                    let walk = match kind {
                        Kind::Reload | Kind::Stay => None,
                        Kind::Contact => {
                            match fray.contact_move(battle, (army, i), target, far(mov)) {
                                Some(walk) => Some(walk),
                                None => return,
                            }
                        }
                        Kind::Edge => {
                            let to = leg(from, target.at, grains - far(shot.gap));
                            match fray.straight(battle, (army, i), to, far(mov) + SLACK) {
                                Some(walk) if fray.views(battle, army, i, to, foe) => Some(walk),
                                _ => return,
                            }
                        }
                        Kind::Away => {
                            let away = if let Act::Move(inches) = first {
                                -inches
                            } else {
                                0
                            };
                            let walk = fray.retreat(battle, (army, i), target, far(away));
                            if walk.length() < far(shot.gap - inches) {
                                return;
                            }
                            Some(walk)
                        }
                    };
                    best = Some(Found {
                        key,
                        hands: *hands,
                        foe,
                        first,
                        shot,
                        walk,
                    });
                });
            }
        }
        best
    }

    /// Whether a model at `at` and an enemy see each other, without the cache.
    pub(super) fn views(
        &self,
        battle: &Battle,
        army: usize,
        i: usize,
        at: Point,
        foe: usize,
    ) -> bool {
        !battle.blocks || {
            let body = self.body_at(battle, army, i, at);
            battle
                .table
                .sees(&body, &self.board.body(1 - army, foe), VEIL)
        }
    }

    pub(super) fn deed_of(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        found: &Found,
    ) -> Deed {
        let kind = found.key.1.0.0;
        let from = match (kind, &found.walk) {
            (_, None) => self.board.at(army, i),
            (Kind::Away, Some(walk)) => {
                walk.at(far(found.shot.gap - self.inches(army, i, found.foe)))
            }
            (_, Some(walk)) => walk.end(),
        };
        let mut shot = found.shot;
        if found.walk.is_some() {
            shot.extra = found.hands.extra() + self.cover_from(battle, army, i, from, found.foe);
        }
        let first = match (found.first, found.walk) {
            (_, Some(walk)) => First::Move(walk),
            (Act::Reload(arm), None) => First::Reload(found.hands, arm),
            _ => First::Idle,
        };
        Deed {
            first,
            second: Second::Attack(Blow {
                hands: found.hands,
                shot,
                aim: Aim::At(found.foe),
                from,
            }),
            why: Why::Best(kind, found.key.0),
        }
    }

    /// The attack with the highest score from a place the unit comes to (no Aim, no reload).
    pub fn strike_from(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        at: Point,
        plan: Plan,
    ) -> Option<Blow> {
        let (hands, n) = self.hands(battle, army, i);
        let me = Disc::new(at, self.disc(army, i).r);
        let mut best: Option<Strike> = None;
        for foe in members(self.targets(battle, 1 - army)) {
            let target = self.board.disc(1 - army, foe);
            let inches = up(gap(me, target));
            let foe_kind = battle.sides[1 - army].models[foe].kind;
            let mut seen = None;
            for hands in &hands[..n] {
                if inches > battle.sides[army].reach(hands.row(), foe_kind) {
                    continue;
                }
                let fray = &*self;
                let planner = fray.planner(battle, army, hands, 0, foe, inches);
                let cover = fray.cover_from(battle, army, i, at, foe);
                let ground = Ground {
                    here: Some(hands.extra() + cover),
                    contact: None,
                    edge: None,
                };
                planner.options(plan, ground, |kind, _, shot| {
                    if kind != Kind::Stay {
                        return;
                    }
                    let profile = &planner.me.profiles[shot.profile];
                    let score = profile.score(shot.dice, inches, false, shot.extra);
                    let shot = Shot {
                        aim: false,
                        score,
                        ..shot
                    };
                    let blast = Blast {
                        battle,
                        fray,
                        army,
                        i,
                        hands,
                        profile,
                        at: target,
                    };
                    let than = best.as_ref().map_or(0, |best| best.0);
                    let Some(shot) = blast.counted(foe, shot, than) else {
                        return;
                    };
                    let key = (shot.score, Reverse((shot.profile, inches, foe)));
                    if shot.score == 0 || best.as_ref().is_some_and(|best| (best.0, best.1) >= key)
                    {
                        return;
                    }
                    if !*seen.get_or_insert_with(|| fray.views(battle, army, i, at, foe)) {
                        return;
                    }
                    let blow = Blow {
                        hands: *hands,
                        shot,
                        aim: Aim::At(foe),
                        from: at,
                    };
                    best = Some((key.0, key.1, blow));
                });
            }
        }
        best.map(|best| best.2)
    }
}
