//! What the active fighter does with its next action (reference, section 6): Recover if its policy says so, else what
//! its plan says. No dice are rolled here.

use super::duel::{Bout, State};
use super::fighter::Fighter;
use super::policy::{Plan, Recover};
use super::status::{Ail, Status};

/// One action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Nothing can be done with it.
    Waste,
    /// Recover from this.
    Recover(Ail),
    /// Move, to this gap.
    Move(u8),
    /// Aim.
    Aim,
    /// Shoot, with this bonus.
    Shoot(i32),
    /// Charge.
    Charge,
}

impl Bout {
    /// The next action.
    pub fn order(&self, state: &State) -> Order {
        let me = &self.fighters[state.active.index()];
        if state.left >= self.terms.combat.recover_actions
            && let Some(ail) = self.ail(me, state.own)
        {
            return Order::Recover(ail);
        }
        match me.plan() {
            Plan::Charge => self.charge(me, state),
            Plan::Shoot => self.shoot(me, state),
            Plan::Kite => self.kite(me, state),
        }
    }

    /// What it would recover from.
    fn ail(&self, me: &Fighter, own: Status) -> Option<Ail> {
        let eager = match me.policy.recover {
            Recover::Never => return None,
            Recover::WhenStuck => false,
            Recover::Eager => true,
        };
        if eager && own.stunned() {
            Some(Ail::Stunned)
        } else if own.staggered() {
            Some(Ail::Staggered)
        } else if eager && own.wounds() > 0 && self.terms.heals {
            // FI-31.
            Some(Ail::Wounded)
        } else {
            None
        }
    }

    fn charge(&self, me: &Fighter, state: &State) -> Order {
        let gap = i32::from(state.gap);
        // FI-18: a Staggered fighter cannot move into contact; at most it is there already.
        if state.own.staggered() && !(self.terms.stuck_charges && gap == 0) {
            if me.bow.is_some() && in_range(me, gap) {
                Order::Shoot(0)
            } else {
                Order::Waste
            }
        } else if gap > me.policy.charge_at {
            self.closer(me, state)
        } else {
            Order::Charge
        }
    }

    fn shoot(&self, me: &Fighter, state: &State) -> Order {
        if !in_range(me, i32::from(state.gap)) {
            return self.closer(me, state);
        }
        let aim = me.bow.map_or(0, |bow| bow.arm.aim);
        if aim != 0 && !state.fired && state.aims < me.policy.aim && state.left >= 2 {
            return Order::Aim;
        }
        // FI-22.
        let aims = if self.terms.aims_stack {
            i32::from(state.aims)
        } else {
            i32::from(state.aims).min(1)
        };
        Order::Shoot(aims * aim)
    }

    fn kite(&self, me: &Fighter, state: &State) -> Order {
        let stuck = state.own.staggered();
        if me.bow.is_some() && (state.left > 1 || stuck) {
            if in_range(me, i32::from(state.gap)) {
                Order::Shoot(0)
            } else {
                self.closer(me, state)
            }
        } else if stuck {
            Order::Waste
        } else {
            let gap = i32::from(state.gap);
            let away = gap + me.stride(state.own, &self.terms);
            Order::Move(away.min(self.terms.combat.field).max(gap) as u8)
        }
    }

    /// A Move towards the enemy, never into contact; wasted if Staggered.
    fn closer(&self, me: &Fighter, state: &State) -> Order {
        if state.own.staggered() {
            return Order::Waste;
        }
        let gap = i32::from(state.gap) - me.stride(state.own, &self.terms);
        Order::Move(gap.max(1) as u8)
    }
}

/// FI-19: whether its bow reaches.
fn in_range(me: &Fighter, gap: i32) -> bool {
    me.range.is_none_or(|range| gap <= range)
}
