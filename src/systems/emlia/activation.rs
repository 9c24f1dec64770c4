//! What a unit does in its activation (reference, section 6.3): leadership, then by its state of mind, its list and its
//! plan. Decides; `actions` does.

use super::actions::Shot;
use super::build::Condition;
use super::data::{IGNORE, REORDER};
use super::duel::{Bout, State};
use super::policy::Plan;
use super::story;
use super::toggles::{ChargeReach, Disorder, FallbackEngaged, NoYes, ReorderWhen, YesNo};
use crate::umpire::{Side, Umpire};

/// The unit that acts, and what it has at the beginning of its activation.
#[derive(Copy, Clone, Debug)]
pub(super) struct Actor {
    pub side: Side,
    /// It has no primary action: it made a free strike.
    pub spent: bool,
    /// It was attacked since its last activation.
    pub attacked: bool,
    /// Its morale at the last resolution.
    pub morale: i8,
    /// It may not act on orders.
    pub disordered: bool,
    /// It ignores its morale.
    pub steeled: bool,
}

impl Bout {
    /// One activation, from leadership to the note of who outnumbers whom.
    pub(super) fn activate<U: Umpire>(&self, state: &mut State, side: Side, umpire: &mut U) {
        umpire.note(|| story::activation(self, state, side));
        let at = side.index();
        let unit = &mut state.units[at];
        unit.charged = false;
        unit.prepared = false;
        let mut actor = Actor {
            side,
            spent: unit.struck,
            attacked: unit.attacked,
            morale: unit.morale,
            disordered: unit.disordered,
            steeled: false,
        };
        self.lead(state, &mut actor, umpire);
        if actor.morale < 0 && !actor.steeled {
            self.fall_back(state, actor, umpire);
        } else if actor.morale == 0 && !actor.steeled {
            self.shaken(state, actor, umpire);
        } else {
            self.normal(state, actor, umpire);
        }
        let unit = &mut state.units[at];
        unit.attacked = false;
        if actor.spent {
            unit.struck = false;
        }
        if !unit.gone && self.near(state) {
            let [mine, theirs] = [side, side.other()].map(|side| self.fighting(state, side));
            // Where morale counts for nothing, nobody remembers.
            if self.spirited() {
                state.units[at].wait.odds = i8::from(mine > theirs) - i8::from(mine < theirs);
            }
        }
    }

    /// Steps 1 and 2: the leader steels and reorders his own unit.
    fn lead<U: Umpire>(&self, state: &mut State, actor: &mut Actor, umpire: &mut U) {
        let (at, toggles) = (actor.side.index(), &self.rules.toggles);
        let policy = &self.troops[at].policy;
        if policy.steel && actor.morale <= 0 {
            actor.steeled = self.leader_succeeds(state, actor.side, IGNORE, umpire);
            // EM-48: for this activation it is ordered, too.
            actor.disordered &= !actor.steeled;
        }
        let may = policy.reorder && toggles.self_reorder == YesNo::Yes;
        if state.units[at].disordered
            && may
            && self.leader_succeeds(state, actor.side, REORDER, umpire)
        {
            match toggles.reorder_when {
                ReorderWhen::Resolution => state.units[at].wait.reordered = true,
                ReorderWhen::Immediate => {
                    state.units[at].disordered = false;
                    actor.disordered = false;
                }
            }
        }
    }

    /// Whether the two are near enough for one to strike the other.
    pub(super) fn near(&self, state: &State) -> bool {
        self.gap(state) <= self.troops[0].range.max(self.troops[1].range)
    }

    /// Whether a side is engaged: the enemy could strike it.
    fn engaged(&self, state: &State, side: Side) -> bool {
        self.gap(state) <= self.troops[side.other().index()].range
    }

    /// Whether a side could strike the enemy.
    fn can_strike(&self, state: &State, side: Side) -> bool {
        self.gap(state) <= self.troops[side.index()].range
    }

    /// Whether a Charge would get there (EM-21).
    fn in_reach(&self, state: &State, side: Side) -> bool {
        let movement = self.troops[side.index()].movement;
        let moves = match self.rules.toggles.charge_reach {
            ChargeReach::Double => 2,
            ChargeReach::Single => 1,
        };
        self.gap(state) <= moves * movement
    }

    /// Falling Back, Retreating, Routed.
    fn fall_back<U: Umpire>(&self, state: &mut State, actor: Actor, umpire: &mut U) {
        let (side, at) = (actor.side, actor.side.index());
        let (runs, routed) = (actor.morale <= -4, actor.morale == -7);
        let back = state.units[at].back;
        if !runs && back == 0 {
            // EM-44: at its lines it stands as Shaken.
            return self.shaken(state, actor, umpire);
        }
        let troop = &self.troops[at];
        let distance = if runs {
            2 * troop.movement
        } else {
            troop.movement
        };
        let (engaged, leaves) = (self.engaged(state, side), runs && distance >= back);
        let careful = self.rules.toggles.fallback_engaged == FallbackEngaged::PinnedOnly;
        let mut pinned = 0;
        if engaged && !(leaves && (routed || !careful)) {
            if !routed && !actor.spent {
                pinned = self.disengage(state, side, runs, umpire);
            }
            let enemy = side.other();
            let free = self.fighting(state, enemy) > pinned && !state.units[enemy.index()].struck;
            if careful && !routed && free {
                // EM-41: it stays while somebody could strike it.
                umpire.note(|| story::pinned_down(self, side));
                return;
            }
        }
        if leaves {
            umpire.note(|| story::leaves(self, side, engaged));
            state.units[at].gone = true;
            return;
        }
        self.move_away(state, side, distance.min(back), pinned, umpire);
        if engaged || actor.spent || routed {
            return;
        }
        let rallies = troop.policy.rally && !self.near(state);
        if runs {
            // EM-54: its list may tell it to return fire.
            let fires = self.rules.toggles.retreat_fire == NoYes::Yes
                && troop.strikes_back
                && actor.attacked;
            if fires && self.in_range(state, side) {
                self.shoot(
                    state,
                    side,
                    Shot {
                        paced: true,
                        ..Shot::default()
                    },
                    umpire,
                );
            } else if rallies {
                self.improve(state, side, true, umpire);
            }
        } else if rallies {
            self.improve(state, side, false, umpire);
        } else {
            self.shoot(state, side, Shot::default(), umpire);
        }
    }

    /// Shaken: strikes, or stays away and rallies or shoots.
    fn shaken<U: Umpire>(&self, state: &mut State, actor: Actor, umpire: &mut U) {
        let (side, at) = (actor.side, actor.side.index());
        if self.can_strike(state, side) {
            if !actor.spent {
                self.strike(state, side, false, umpire);
            }
            return;
        }
        if self.engaged(state, side) {
            return;
        }
        let troop = &self.troops[at];
        let away = match troop.aims() {
            Some(long) if troop.policy.plan == Plan::Kite => self.kites(state, side, long),
            _ => 0,
        };
        if !actor.spent {
            if troop.policy.rally {
                // Neither can strike now, so neither can after a step back.
                self.improve(state, side, false, umpire);
            } else {
                self.shoot(
                    state,
                    side,
                    Shot {
                        still: away == 0,
                        ..Shot::default()
                    },
                    umpire,
                );
            }
        }
        self.move_away(state, side, away, 0, umpire);
    }

    /// How far a kiting unit backs off: no farther than it can shoot.
    fn kites(&self, state: &State, side: Side, long: u16) -> u16 {
        let at = side.index();
        let room = long.saturating_sub(self.gap(state));
        self.troops[at].movement.min(state.units[at].back).min(room)
    }

    /// Normal or better, or steeled.
    fn normal<U: Umpire>(&self, state: &mut State, actor: Actor, umpire: &mut U) {
        let (side, at) = (actor.side, actor.side.index());
        if !actor.steeled && !actor.spent && self.by_list(state, actor, umpire) {
            return;
        }
        let troop = &self.troops[at];
        if actor.disordered {
            let defends = self.rules.toggles.disorder == Disorder::SelfDefence;
            if defends && self.can_strike(state, side) && !actor.spent {
                self.strike(state, side, false, umpire);
            } else {
                umpire.note(|| story::idle(self, side));
            }
            return;
        }
        if troop.policy.plan == Plan::Kite {
            if self.engaged(state, side) {
                return self.slip_away(state, actor, umpire);
            }
            if let Some(long) = troop.aims()
                && self.gap(state) <= long
            {
                let away = self.kites(state, side, long);
                if !actor.spent {
                    self.shoot(
                        state,
                        side,
                        Shot {
                            still: away == 0,
                            ..Shot::default()
                        },
                        umpire,
                    );
                }
                return self.move_away(state, side, away, 0, umpire);
            }
        }
        if self.can_strike(state, side) {
            if !actor.spent {
                self.strike(state, side, false, umpire);
            }
        } else if self.engaged(state, side) {
            if !actor.spent && self.in_reach(state, side) {
                self.charge(state, side, umpire);
            }
        } else {
            self.by_plan(state, actor, umpire);
        }
    }

    /// The initiative list: whether a condition was met and took the primary action.
    fn by_list<U: Umpire>(&self, state: &mut State, actor: Actor, umpire: &mut U) -> bool {
        let (side, enemy) = (actor.side, actor.side.other());
        let [troop, foe] = [side, enemy].map(|side| &self.troops[side.index()]);
        for condition in troop.list.iter().flatten() {
            match condition {
                Condition::AttackBack if actor.attacked => {
                    let charges = matches!(troop.policy.plan, Plan::Charge | Plan::Assault);
                    let tells = || story::by_list(self, side, "it was attacked");
                    if self.can_strike(state, side) {
                        umpire.note(tells);
                        self.strike(state, side, false, umpire);
                    } else if charges && self.in_reach(state, side) {
                        umpire.note(tells);
                        self.charge(state, side, umpire);
                    } else if self.in_range(state, side) {
                        umpire.note(tells);
                        self.shoot(
                            state,
                            side,
                            Shot {
                                still: true,
                                ..Shot::default()
                            },
                            umpire,
                        );
                    } else {
                        continue;
                    }
                    return true;
                }
                Condition::ChargeWeaker(within) => {
                    let gap = self.gap(state);
                    if self.standing(state, enemy) < self.standing(state, side)
                        && foe.size <= troop.size
                        && gap > troop.range
                        && gap <= *within
                        && self.in_reach(state, side)
                    {
                        umpire.note(|| story::by_list(self, side, "a weaker enemy is near"));
                        self.charge(state, side, umpire);
                        return true;
                    }
                }
                // A duel has no cover to seek.
                _ => {}
            }
        }
        false
    }

    /// An engaged kiting unit: strikes with its back to the edge, else slips away.
    fn slip_away<U: Umpire>(&self, state: &mut State, actor: Actor, umpire: &mut U) {
        let (side, at) = (actor.side, actor.side.index());
        let back = state.units[at].back;
        if back == 0 {
            if !actor.spent && self.can_strike(state, side) {
                self.strike(state, side, false, umpire);
            }
            return;
        }
        let pinned = if actor.spent {
            0
        } else {
            self.disengage(state, side, false, umpire)
        };
        let away = self.troops[at].movement.min(back);
        self.move_away(state, side, away, pinned, umpire);
    }

    /// What an unengaged unit does on orders.
    fn by_plan<U: Umpire>(&self, state: &mut State, actor: Actor, umpire: &mut U) {
        let (side, spent) = (actor.side, actor.spent);
        let troop = &self.troops[side.index()];
        let (gap, movement) = (self.gap(state), troop.movement);
        let stop = self.troops[0].range.max(self.troops[1].range) + 1;
        let charges = matches!(troop.policy.plan, Plan::Charge | Plan::Assault);
        if charges && !spent && self.in_reach(state, side) {
            return self.charge(state, side, umpire);
        }
        let still = Shot {
            still: true,
            ..Shot::default()
        };
        match (troop.policy.plan, troop.aims(), troop.volleys()) {
            (Plan::Charge, ..) => {
                let steps = (2 * movement).min(gap.saturating_sub(stop));
                self.move_toward(state, side, steps, true, umpire);
            }
            (Plan::Assault, ..) => {
                let steps = movement.min(gap.saturating_sub(stop));
                self.move_toward(state, side, steps, false, umpire);
                if !spent {
                    self.shoot(
                        state,
                        side,
                        Shot {
                            still: steps == 0,
                            ..Shot::default()
                        },
                        umpire,
                    );
                }
            }
            (Plan::Shoot | Plan::Kite, Some(long), _) if gap > long => {
                let steps = movement.min(gap.saturating_sub(long.max(stop)));
                self.move_toward(state, side, steps, false, umpire);
                if !spent {
                    self.shoot(state, side, Shot::default(), umpire);
                }
            }
            (Plan::Volley, _, Some(long)) => {
                if gap > long {
                    self.move_toward(state, side, movement.min(gap - long), false, umpire);
                } else if !spent {
                    self.volley(state, side, umpire);
                }
            }
            _ if spent => {}
            (Plan::Overwatch, Some(_), _) if !self.in_range(state, side) => {
                umpire.note(|| story::prepares(self, side));
                state.units[side.index()].prepared = true;
            }
            _ => self.shoot(state, side, still, umpire),
        }
    }
}
