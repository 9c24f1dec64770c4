//! Exchanges of a duel: a clash with its secret split (reference, section 4.1), a shot with the reaction to it (4.2).

use super::clash::{Clash, Struck};
use super::data::Half;
use super::duel::Bout;
use super::plans::{Fray, How};
use super::policy::Reaction;
use super::shot::{Aim, Hit, Shot};
use super::state::State;
use super::story;
use crate::umpire::{Side, Umpire};

/// What a target does about a shot.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum React {
    /// Nothing.
    None,
    /// Takes cover.
    Cover,
    /// Shoots back.
    Return,
}

impl Bout {
    /// The difficulty of a shot at the other across this gap, without a reaction.
    pub(super) fn difficulty(&self, side: Side, gap: Half) -> i32 {
        let modifier = self.fighters[side.index()]
            .gun
            .as_ref()
            .map_or(0, |gun| gun.modifier);
        self.distance[usize::from(gap)] + modifier
    }

    /// CC-27: whether a side may shoot from where it stands.
    fn may_shoot(&self, side: Side, gap: Half) -> bool {
        let armed = self.fighters[side.index()].gun.is_some();
        armed && (self.engaged || !self.fighters[side.other().index()].threatens(gap))
    }

    /// Whether a shot across this gap can hit at all.
    pub(super) fn possible(&self, side: Side, gap: Half) -> bool {
        let most = 6 * i32::from(self.fighters[side.index()].ballistics);
        self.may_shoot(side, gap) && self.difficulty(side, gap) <= most
    }

    /// How a side reacts to a shot: declared, and paid, before the roll (CC-10).
    fn reaction(&self, side: Side, gap: Half, ap: u16) -> React {
        let cover = ap >= self.numbers.cover_ap;
        let back = ap >= self.numbers.return_ap && self.may_shoot(side, gap);
        match self.fighters[side.index()].policy.reaction {
            Reaction::ReturnFire | Reaction::ReturnElseCover if back => React::Return,
            Reaction::Cover | Reaction::ReturnElseCover if cover => React::Cover,
            _ => React::None,
        }
    }

    /// Both split their dice and roll them (section 4.1).
    #[inline(always)]
    pub(super) fn strike<U: Umpire>(
        &self,
        state: &mut State,
        active: Side,
        fray: &Fray,
        umpire: &mut U,
    ) {
        let Fray { clash, splits, .. } = fray;
        let sides = [active, active.other()];
        let dice = choose(active, clash, splits, umpire);
        umpire.note(|| story::splits(self, active, clash, splits, dice));
        let blows = clash.blows(dice);
        let before = state.bodies;
        let mut push = 0;
        for (at, blow) in blows.into_iter().enumerate() {
            let target = sides[1 - at];
            if blow.attack == 0 {
                continue;
            }
            umpire.note(|| story::blow(self, sides[at], &blow, at == 1));
            let felt = umpire.ask(&Struck {
                blow,
                body: before[target.index()],
                nerve: self.fighters[target.index()].nerve,
                per_success: self.per_success,
            });
            state.bodies[target.index()] = felt.body;
            umpire.note(|| story::stress(self, target, before[target.index()], felt.body));
            let shove = self.fighters[sides[at].index()]
                .blade
                .as_ref()
                .map_or(0, |blade| blade.shove);
            if felt.critical && shove > 0 {
                push += shove;
                umpire.note(|| story::shove(self, target, shove));
            }
        }
        state.at.gap = self.apart(state.at.gap, push);
    }

    /// A shot, the reaction to it, and what that brings (section 4.2).
    #[inline(always)]
    pub(super) fn fire<U: Umpire>(&self, state: &mut State, active: Side, umpire: &mut U) {
        let mut by = active;
        let mut may_react = true;
        loop {
            let target = by.other();
            let (gap, at) = (state.at.gap, target.index());
            let react = if may_react {
                self.reaction(target, gap, state.at.ap[at])
            } else {
                React::None
            };
            state.at.ap[at] -= match react {
                React::None => 0,
                React::Cover => self.numbers.cover_ap,
                React::Return => self.numbers.return_ap,
            };
            umpire.note(|| story::shot(self, by, gap, react, by != active));
            let shooter = &self.fighters[by.index()];
            let Some(gun) = &shooter.gun else { break };
            let cover = if react == React::Cover {
                self.fighters[at].cover
            } else {
                0
            };
            let before = state.bodies[at];
            let shocked = umpire.ask(&Shot {
                aim: Aim {
                    dice: shooter.ballistics,
                    difficulty: self.difficulty(by, gap) + cover,
                    critical: self.critical,
                },
                round: gun.round,
                body: before,
                nerve: self.fighters[at].nerve,
            });
            state.bodies[at] = shocked.body;
            umpire.note(|| story::stress(self, target, before, shocked.body));
            let pinned = gun.pin && shocked.hit == Hit::Critical;
            if react == React::Cover && self.away && shocked.body.stands() {
                // Half its Agility in inches, not rounded.
                let pin = if pinned { self.numbers.pin } else { 0 };
                let go = u16::from(self.fighters[at].agility).saturating_sub(pin);
                state.at.gap = self.apart(gap, go);
                umpire.note(|| story::away(self, target, gap, state.at.gap));
            }
            if react != React::Return {
                break;
            }
            if pinned {
                if self.refund {
                    state.at.ap[at] += self.numbers.return_ap;
                }
                umpire.note(|| story::pinned(self, target, self.refund));
                break;
            }
            // CC-33; and nobody shoots at a model that is gone.
            if !(shocked.body.stands() || self.dead_return) || !state.bodies[by.index()].stands() {
                break;
            }
            by = target;
            may_react = self.chain;
        }
    }
}

/// The attack dice of the active model and of the other. Who looks ahead decides first, without seeing the other's dice.
#[inline(always)]
fn choose<U: Umpire>(active: Side, clash: &Clash, splits: &[How; 2], umpire: &mut U) -> [u8; 2] {
    let options = clash.most().map(|n| usize::from(n) + 1);
    let sides = [active, active.other()];
    if splits == &[How::Open, How::Open] {
        let by_side = match active {
            Side::A => options,
            Side::B => [options[1], options[0]],
        };
        let taken = umpire.decide_both(by_side);
        return sides.map(|side| taken[side.index()] as u8);
    }
    let mut dice = [0; 2];
    for at in 0..2 {
        if splits[at] == How::Open {
            dice[at] = umpire.decide(sides[at], options[at]) as u8;
        }
    }
    for at in 0..2 {
        match &splits[at] {
            How::Fixed(n) => dice[at] = *n,
            How::Mixed(mix) => dice[at] = umpire.mixed(mix) as u8,
            How::Open => {}
        }
    }
    dice
}
