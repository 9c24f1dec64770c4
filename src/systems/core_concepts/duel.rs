//! The duel (reference, section 6): two models on an open field, a gap between them, one activation a turn.

use super::build::Build;
use super::data::{Half, Numbers, Rules};
use super::fighter::Fighter;
use super::plans::{Brief, Deed, How, Then};
use super::policy::{Plan, Reaction, Split};
use super::shot::by_distance;
use super::state::{Phase, Position, Situation, State};
use super::story;
use super::stress::Body;
use super::toggles::{
    CoverMove, Initiative, NoReachDice, NoYes, ShootingCritical, StressPer, YesNo,
};
use crate::umpire::{Duel, Exact, Note, Reason, Side, Umpire, Verdict};
use std::sync::OnceLock;

/// A duel, ready to be fought.
#[derive(Debug)]
pub struct Bout {
    /// A and B.
    pub(super) fighters: [Fighter; 2],
    pub(super) numbers: Numbers,
    pub(super) situation: Situation,
    /// CC-21.
    pub(super) into_threat: bool,
    /// CC-02.
    pub(super) half_lost: bool,
    /// CC-01.
    pub(super) either: bool,
    pub(super) per_success: bool,
    pub(super) critical: ShootingCritical,
    pub(super) refund: bool,
    pub(super) away: bool,
    pub(super) chain: bool,
    pub(super) dead_return: bool,
    pub(super) engaged: bool,
    carry: bool,
    pub(super) initiative: Initiative,
    /// Difficulty by the gap in half inches.
    pub(super) distance: Vec<i32>,
    /// Action points left over after its activation make a difference to this side.
    keeps_ap: [bool; 2],
    /// The matrix games of one clash, by who attacks and whether the other may: how both split.
    pub(super) games: [[OnceLock<[How; 2]>; 2]; 2],
}

impl Bout {
    /// Puts two builds against each other.
    pub fn new(rules: &Rules, a: &Build, b: &Build, situation: Situation) -> Bout {
        let fighters = [a, b].map(|build| Fighter::new(rules, build));
        let toggles = &rules.toggles;
        let carry = toggles.ap_carry == NoYes::Yes;
        let keeps_ap = [0, 1].map(|at: usize| {
            let (me, foe) = (&fighters[at].policy, &fighters[1 - at]);
            let reacts = me.reaction != Reaction::None;
            carry || (reacts && foe.gun.is_some() && foe.policy.plan != Plan::Charge)
        });
        let most = rules.numbers.max_gap.max(situation.gap);
        Bout {
            fighters,
            numbers: rules.numbers,
            situation,
            into_threat: toggles.move_into_threat == NoYes::Yes,
            half_lost: toggles.no_reach_dice == NoReachDice::HalfLost,
            either: toggles.normal_def_cancels_crit == NoYes::Yes,
            per_success: toggles.stress_per == StressPer::Success,
            critical: toggles.shooting_critical,
            refund: toggles.sniper_refund == NoYes::Yes,
            away: toggles.cover_move == CoverMove::Away,
            chain: toggles.return_fire_chain == NoYes::Yes,
            dead_return: toggles.dead_return_fire == YesNo::Yes,
            engaged: toggles.shoot_engaged == YesNo::Yes,
            carry,
            initiative: toggles.initiative,
            distance: (0..=most)
                .map(|gap| by_distance(rules, f64::from(gap) / 2.0))
                .collect(),
            keeps_ap,
            games: Default::default(),
        }
    }
}

const MUTUAL: Reason = Reason(1);

impl Bout {
    /// Who activates first.
    #[inline(always)]
    fn coin<U: Umpire>(&self, umpire: &mut U) -> Side {
        umpire.note(|| Note::About("coin"));
        let first = if umpire.chance(1, 2) {
            Side::A
        } else {
            Side::B
        };
        umpire.note(|| story::begins(self, first));
        first
    }

    /// The gap after a step of this length away.
    pub(super) fn apart(&self, gap: Half, step: Half) -> Half {
        gap.saturating_add(step).min(self.numbers.max_gap).max(gap)
    }

    /// What follows the main action.
    fn follow<U: Umpire>(&self, state: &mut State, brief: &Brief, umpire: &mut U) {
        let at = brief.active.index();
        let gap = state.at.gap;
        if state.at.ap[at] < self.numbers.move_ap {
            return;
        }
        let to = match brief.then {
            Then::Nothing => return,
            Then::Away => self.apart(gap, self.fighters[at].stride),
            Then::Close(stop) => self.closer(brief.active, gap, stop),
        };
        if to != gap || brief.then == Then::Away {
            state.at.gap = to;
            state.at.ap[at] -= self.numbers.move_ap;
            umpire.note(|| story::moved(self, brief.active, gap, to));
        }
    }

    /// The next activation's place.
    #[inline(always)]
    fn next(&self, at: &mut Position) {
        match at.phase {
            Phase::First(side) => {
                if !self.keeps_ap[side.index()] {
                    at.ap[side.index()] = 0;
                }
                at.phase = Phase::Second(side.other());
            }
            Phase::Second(side) => {
                for ap in &mut at.ap {
                    let left = if self.carry { *ap } else { 0 };
                    *ap = left + self.numbers.action_points;
                }
                at.phase = match self.initiative {
                    Initiative::EachRound => Phase::Coin,
                    Initiative::Alternate => Phase::First(side),
                    Initiative::Fixed => Phase::First(Side::A),
                };
            }
            Phase::Coin => {}
        }
    }
}

impl Duel for Bout {
    type State = State;
    type Position = Position;
    type Brief = Brief;

    const REASONS: &'static [&'static str] = &["cap", "mutual"];

    #[inline(always)]
    fn position(&self, state: &State) -> Position {
        state.at
    }

    fn brief(&self, position: Position, exact: &mut Exact) -> Brief {
        self.orders(position, exact)
    }

    #[inline(always)]
    fn start<U: Umpire>(&self, umpire: &mut U) -> State {
        let phase = match self.initiative {
            Initiative::EachRound => Phase::Coin,
            Initiative::Alternate => Phase::First(self.coin(umpire)),
            Initiative::Fixed => Phase::First(Side::A),
        };
        State {
            at: Position {
                gap: self.situation.gap,
                ap: [self.numbers.action_points; 2],
                phase,
            },
            bodies: [0, 1].map(|at: usize| Body::fresh(self.fighters[at].toughness)),
        }
    }

    #[inline(always)]
    fn turn<U: Umpire>(&self, state: &mut State, brief: &Brief, umpire: &mut U) -> Option<Verdict> {
        if brief.coin {
            state.at.phase = Phase::First(self.coin(umpire));
            return None;
        }
        let active = brief.active;
        umpire.note(|| story::activation(self, state, active));
        umpire.note(|| story::order(self, brief, state.at.gap));
        state.at.gap = brief.gap;
        state.at.ap[active.index()] = brief.ap;
        if let Some(fray) = &brief.fray {
            state.at.gap = fray.gap;
            state.at.ap[active.index()] -= self.numbers.clash_ap;
            self.strike(state, active, fray, umpire);
        } else if brief.deed == Deed::Shoot {
            state.at.ap[active.index()] -= self.numbers.shoot_ap;
            self.fire(state, active, umpire);
        }
        let [a, b] = state.bodies.map(Body::stands);
        if a & b {
            if brief.then != Then::Nothing {
                self.follow(state, brief, umpire);
            }
            self.next(&mut state.at);
            return None;
        }
        Some(match (a, b) {
            (true, _) => Verdict::Win(Side::A),
            (_, true) => Verdict::Win(Side::B),
            _ => Verdict::Draw(MUTUAL),
        })
    }

    fn weaken(&self, state: &mut State, left: [u16; 2]) {
        for (body, left) in state.bodies.iter_mut().zip(left) {
            body.toughness = left as u8;
        }
    }

    #[inline(always)]
    fn left(&self, state: &State) -> [u16; 2] {
        state.bodies.map(|body| u16::from(body.toughness))
    }

    fn most(&self) -> [u16; 2] {
        [0, 1].map(|at: usize| u16::from(self.fighters[at].toughness))
    }

    fn turns_per_round(&self) -> u32 {
        if self.initiative == Initiative::EachRound {
            3
        } else {
            2
        }
    }

    #[inline(always)]
    fn cap(&self) -> u32 {
        self.situation.rounds
    }

    fn looks_ahead(&self) -> bool {
        let splits = self.fighters.iter().map(|f| f.policy.split);
        splits.into_iter().any(|split| split == Split::Solved)
    }
}
