//! What the active model does next (reference, section 6): the next step of the round, by its plan and by what its Command
//! Points are for. No dice are rolled here; all is worked out once a position.

use super::duel::{Bout, State, Status};
use super::fighter::{Aim, Fighter, Mode, Shot};
use super::policy::{CpUse, Plan};
use super::toggles::SecondaryLimit;
use crate::umpire::Side;

/// One step of a round.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A round begins: Command Points and initiative.
    Open,
    /// Nobody has anything left to do this round.
    Idle,
    /// Pays to pass.
    Pass,
    /// Primary: Recover.
    Recover,
    /// Primary: Focus Fire, Advance or Run.
    Primary,
    /// Primary: Assault, up to the defensive fire.
    Assault,
    /// The same Assault: its attacks and the Morale test.
    Close,
    /// Secondary: Snap Fire.
    Snap,
    /// Secondary: Rest.
    Rest,
}

/// A step, and everything about it that needs no dice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Brief {
    /// What is done.
    pub deed: Deed,
    /// The gap after moving.
    pub gap: u8,
    /// The attack: the active model's, or (Assault) the defensive fire at it.
    pub shot: Option<Shot>,
}

/// What orders depend on: everything but health and, for most plans, the enemy's Disruption.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    active: Side,
    step: Step,
    disruption: u8,
    status: Status,
    foe: Foe,
    gap: u8,
    cp: u8,
    stage: u8,
    ready: bool,
}

/// Where in the round it is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Step {
    Open,
    Idle,
    Act,
    Close,
}

/// The enemy, as far as orders depend on it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
struct Foe {
    status: Status,
    /// Only where it may fire defensively: Disruption, and whether it is un-exhausted.
    defends: Option<(u8, bool)>,
}

impl Bout {
    /// What orders depend on.
    #[inline(always)]
    pub fn orders_from(&self, state: &State) -> Position {
        let step = if state.clock == self.steps {
            Step::Open
        } else if state.closing {
            Step::Close
        } else if state.idle() {
            Step::Idle
        } else {
            Step::Act
        };
        let [me, you] = [state.active.index(), state.active.other().index()];
        let mut position = Position {
            active: state.active,
            step,
            disruption: 0,
            status: Status::Fine,
            foe: Foe {
                status: Status::Fine,
                defends: None,
            },
            gap: 0,
            cp: 0,
            stage: 0,
            ready: false,
        };
        if matches!(step, Step::Act | Step::Close) {
            let (own, foe) = (state.bodies[me], state.bodies[you]);
            position.disruption = own.disruption;
            position.status = own.status;
            position.foe.status = foe.status;
            position.gap = state.gap;
            position.cp = state.cp[me];
            position.stage = state.stage;
            position.ready = state.ready[me];
            if state.ready[me] && self.fighters[me].policy.plan == Plan::Assault {
                position.foe.defends = Some((foe.disruption, state.ready[you]));
            }
        }
        position
    }

    /// The step to take.
    pub fn order(&self, position: Position) -> Brief {
        let plain = |deed: Deed| Brief {
            deed,
            gap: position.gap,
            shot: None,
        };
        match position.step {
            Step::Open => return plain(Deed::Open),
            Step::Idle => return plain(Deed::Idle),
            Step::Close => {
                let shot = self.shot(&position, Mode::Assault, position.disruption, position.gap);
                return Brief {
                    shot,
                    ..plain(Deed::Close)
                };
            }
            Step::Act => {}
        }
        let me = &self.fighters[position.active.index()];
        if position.ready {
            return self.primary(me, &position);
        }
        let cost = position.stage.max(1);
        if !self.secondary(me, position.disruption, position.cp, position.gap, cost) {
            return plain(Deed::Pass);
        }
        match me.policy.cp_use {
            CpUse::Rest | CpUse::Burn => plain(Deed::Rest),
            CpUse::Snap | CpUse::Surge => Brief {
                shot: self.shot(&position, Mode::Snap, position.disruption, position.gap),
                ..plain(Deed::Snap)
            },
        }
    }

    /// The Primary (section 6).
    fn primary(&self, me: &Fighter, position: &Position) -> Brief {
        let combat = &self.terms.combat;
        let before = position.disruption;
        let after = before.saturating_sub(combat.primary_removes);
        let gap = position.gap;
        let plain = |deed: Deed, gap: u8| Brief {
            deed,
            gap,
            shot: None,
        };
        if position.status == Status::Stunned || before >= me.policy.recover_at {
            return plain(Deed::Recover, gap);
        }
        let focus_fire = || Brief {
            shot: self.shot(position, Mode::Focus, after, gap),
            ..plain(Deed::Primary, gap)
        };
        let [primary, _] = me.mov;
        let stop = me.policy.preferred_gap;
        match me.policy.plan {
            Plan::Hold => focus_fire(),
            Plan::Advance if gap > stop => {
                let gap = gap.saturating_sub(primary).max(stop);
                Brief {
                    shot: self.shot(position, Mode::Advance, after, gap),
                    ..plain(Deed::Primary, gap)
                }
            }
            Plan::Advance => focus_fire(),
            Plan::RunIn if me.reaches(gap) => focus_fire(),
            Plan::RunIn => {
                let run = gap.saturating_sub(2 * primary).max(stop);
                plain(Deed::Primary, gap.min(run))
            }
            Plan::Assault if gap > primary + 1 => {
                plain(Deed::Primary, gap.saturating_sub(2 * primary).max(2))
            }
            Plan::Assault if position.cp >= combat.assault_cost => Brief {
                shot: self.defence(position),
                ..plain(Deed::Assault, gap.min(1))
            },
            Plan::Assault => focus_fire(),
        }
    }

    /// An attack by the active model.
    fn shot(&self, position: &Position, mode: Mode, disruption: u8, gap: u8) -> Option<Shot> {
        let [me, you] = [position.active.index(), position.active.other().index()];
        let by = &self.fighters[me];
        Aim {
            by,
            disruption,
            stunned: position.status == Status::Stunned,
            at: &self.fighters[you],
            shelter: self.situation.shelter[you],
            downed: position.foe.status.down(),
            gap,
            spend: by.policy.focus,
        }
        .shot(mode, &self.terms)
    }

    /// Defensive fire at the active model (section 5, Assault).
    fn defence(&self, position: &Position) -> Option<Shot> {
        let (disruption, ready) = position.foe.defends?;
        if position.foe.status.down() {
            return None;
        }
        let stunned = position.foe.status == Status::Stunned;
        let mode = if ready && !stunned {
            Mode::Focus
        } else {
            Mode::Snap
        };
        let [me, you] = [position.active.index(), position.active.other().index()];
        let by = &self.fighters[you];
        Aim {
            by,
            disruption,
            stunned,
            at: &self.fighters[me],
            shelter: self.situation.shelter[me],
            downed: false,
            gap: position.gap.min(1),
            spend: by.policy.focus,
        }
        .shot(mode, &self.terms)
    }

    /// Whether the side would take a Secondary at this cost now.
    #[inline]
    pub fn secondary(&self, me: &Fighter, disruption: u8, cp: u8, gap: u8, cost: u8) -> bool {
        if cp < cost {
            return false;
        }
        match me.policy.cp_use {
            CpUse::Burn => false,
            CpUse::Rest => disruption > 0,
            CpUse::Snap | CpUse::Surge => {
                let (now, quality) = (i16::from(disruption), me.qlt);
                // EX-18.
                let blocked = match self.terms.toggles.secondary_limit {
                    SecondaryLimit::Ge => now >= quality,
                    SecondaryLimit::Gt => now > quality,
                    SecondaryLimit::Current => now >= quality - now,
                };
                !blocked && me.snaps() && me.reaches(gap)
            }
        }
    }
}
