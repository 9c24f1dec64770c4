//! What is done in a duel (reference, section 5): the opening and the end of a round, attacks, Assaults, Recover, Rest, passes,
//! and whose turn it is then. Orders come from the brief; here the dice are rolled.

use super::attack::{After, Fate};
use super::checks::{D5, Initiative, Test};
use super::duel::{Body, Bout, State, Status};
use super::fighter::{Mode, Shot};
use super::orders::{Brief, Deed};
use super::policy::CpUse;
use super::situation::Cover;
use super::story;
use super::toggles::*;
use crate::umpire::{Note, Side, Umpire, Verdict};

impl Bout {
    /// A round begins (section 5): Disruption of the fallen, Command Points, initiative.
    pub fn open<U: Umpire>(&self, state: &mut State, umpire: &mut U) {
        let cap = self.terms.cap();
        for side in [Side::A, Side::B] {
            let at = side.index();
            let body = &mut state.bodies[at];
            let down = body.status.down();
            if down {
                // EX-14, EX-22.
                let [downed, wounded] = self.terms.combat.bleeding;
                let more = match body.status {
                    Status::Wounded => wounded,
                    _ => downed,
                };
                body.disruption = (body.disruption + more).min(cap);
                umpire.note(|| story::bleeds(self, side, more, body.disruption));
            }
            let (cp, bid) = self.purse[at];
            state.ready[at] = !down;
            state.cp[at] = if down { 0 } else { cp - bid };
        }
        state.active = match state.bodies.map(|body| body.status.down()) {
            [true, _] => Side::B,
            [_, true] => Side::A,
            _ => {
                let quality = [0, 1].map(|at: usize| {
                    let me = &self.fighters[at];
                    // EX-31.
                    match self.terms.toggles.initiative_quality {
                        InitiativeQuality::Current => me.quality(state.bodies[at].disruption),
                        InitiativeQuality::Printed => me.qlt,
                    }
                });
                let bid = self.purse.map(|(_, bid)| i16::from(bid));
                let first = umpire.ask(&Initiative { quality, bid });
                let side = if first { Side::A } else { Side::B };
                umpire.note(|| story::first(self, side));
                side
            }
        };
    }

    /// One action of the active model.
    #[inline(always)]
    pub fn act<U: Umpire>(
        &self,
        state: &mut State,
        brief: &Brief,
        umpire: &mut U,
    ) -> Option<Verdict> {
        let side = state.active;
        let me = side.index();
        if brief.deed == Deed::Pass {
            // EX-28: it pays what is left.
            state.passes[me] += 1;
            let paid = state.passes[me].min(state.cp[me]);
            state.cp[me] -= paid;
            umpire.note(|| story::pass(paid, state.cp[me]));
            return None;
        }
        state.passes[me] = 0;
        let combat = &self.terms.combat;
        match brief.deed {
            Deed::Recover | Deed::Primary | Deed::Assault => {
                state.ready[me] = false;
                let own = &mut state.bodies[me].disruption;
                let before = *own;
                *own = before.saturating_sub(combat.primary_removes);
                let after = *own;
                umpire.note(|| story::primary(self, state, brief, before - after));
                state.gap = brief.gap;
            }
            Deed::Snap | Deed::Rest => {
                let cost = state.stage.max(1);
                state.cp[me] -= cost;
                umpire.note(|| story::secondary(self, brief.deed, cost, state.cp[me]));
            }
            _ => {}
        }
        match brief.deed {
            Deed::Recover => {
                umpire.note(|| Note::About("D5, half of"));
                let removed = umpire.ask(&D5) as u8;
                let own = &mut state.bodies[me];
                own.disruption = own.disruption.saturating_sub(removed);
                let stunned = own.status == Status::Stunned;
                own.status = Status::Fine;
                let left = own.disruption;
                umpire.note(|| story::recovered(removed, left, stunned));
                None
            }
            Deed::Primary => self.shoot(state, brief.shot.as_ref()?, side, umpire),
            Deed::Assault => self.assault(state, brief, umpire),
            Deed::Close => self.close(state, brief, umpire),
            Deed::Snap => {
                let adds = combat.secondary_adds;
                let late = self.terms.toggles.secondary_disruption == SecondaryDisruption::After;
                if !late {
                    self.raise(&mut state.bodies[me], adds);
                }
                let over = self.shoot(state, brief.shot.as_ref()?, side, umpire);
                if late {
                    self.raise(&mut state.bodies[me], adds);
                }
                over
            }
            Deed::Rest => {
                self.rest(state, me, umpire);
                None
            }
            Deed::Open | Deed::Idle | Deed::Pass => None,
        }
    }

    /// EX-04.
    fn raise(&self, body: &mut Body, by: u8) {
        body.disruption = (body.disruption + by).min(self.terms.cap());
    }

    /// An attack by `by`; the verdict if it ends the duel.
    #[inline(always)]
    fn shoot<U: Umpire>(
        &self,
        state: &mut State,
        shot: &Shot,
        by: Side,
        umpire: &mut U,
    ) -> Option<Verdict> {
        let (target, at) = (by.other(), by.other().index());
        umpire.note(|| story::attack(self, state, shot, by));
        let body = state.bodies[at];
        let attack = shot.on(
            &self.fighters[at],
            body.disruption,
            body.health,
            &self.terms,
        );
        let after = umpire.ask(&attack);
        let was = body.status;
        let now = self.suffers(was, after);
        state.bodies[at] = Body {
            disruption: after.disruption,
            health: after.health,
            status: now,
        };
        if state.bodies[at] != body {
            umpire.note(|| story::suffers(self, target, after, was, now));
        }
        if now.down() {
            // EX-22: it does not act any more, and has no CP.
            state.ready[at] = false;
            state.cp[at] = 0;
            state.passes[at] = 0;
        }
        (now == Status::Out).then_some(Verdict::Win(by))
    }

    /// What a casualty roll makes of a model (EX-22, EX-35).
    #[inline]
    fn suffers(&self, was: Status, after: After) -> Status {
        let new = match after.fate {
            Fate::None | Fate::Unhurt => Status::Fine,
            Fate::Stunned => Status::Stunned,
            Fate::Downed => Status::Downed,
            Fate::Wounded => Status::Wounded,
            Fate::Incapacitated | Fate::Destroyed => Status::Out,
        };
        let now = was.max(new);
        if now.down() && self.terms.toggles.out == Out::Downed {
            Status::Out
        } else {
            now
        }
    }

    /// An Assault up to the defensive fire (section 5).
    fn assault<U: Umpire>(
        &self,
        state: &mut State,
        brief: &Brief,
        umpire: &mut U,
    ) -> Option<Verdict> {
        let side = state.active;
        let (me, you) = (side.index(), side.other().index());
        state.cp[me] -= self.terms.combat.assault_cost;
        if state.bodies[you].status.down() {
            umpire.note(|| story::overrun(self, side.other()));
            state.bodies[you].status = Status::Out;
            return Some(Verdict::Win(side));
        }
        if let Some(shot) = &brief.shot {
            let focused = shot.mode == Mode::Focus;
            if focused && self.terms.toggles.defensive_exhausts == DefensiveExhausts::Yes {
                // EX-19.
                state.ready[you] = false;
            }
            let over = self.shoot(state, shot, side.other(), umpire);
            if over.is_some() {
                return over;
            }
            if state.bodies[me].status != Status::Fine {
                // EX-44.
                state.gap = 2;
                umpire.note(|| story::thrown_back(self, side));
                return None;
            }
        }
        state.closing = true;
        None
    }

    /// The attacks of an Assault, and the Morale test (EX-20, EX-43).
    fn close<U: Umpire>(
        &self,
        state: &mut State,
        brief: &Brief,
        umpire: &mut U,
    ) -> Option<Verdict> {
        let side = state.active;
        let (me, you) = (side.index(), side.other().index());
        state.closing = false;
        if let Some(shot) = &brief.shot {
            let over = self.shoot(state, shot, side, umpire);
            if over.is_some() {
                return over;
            }
            if state.bodies[you].status.down() {
                umpire.note(|| story::overrun(self, side.other()));
                state.bodies[you].status = Status::Out;
                return Some(Verdict::Win(side));
            }
        }
        let morale = self.fighters[you].mrl - i16::from(state.bodies[you].disruption);
        umpire.note(|| Note::About("Morale"));
        let faces = self.terms.faces(morale);
        let stays = umpire.ask(&Test { faces });
        let moves = if stays { me } else { you };
        state.gap = 1 + self.fighters[moves].mov[1];
        umpire.note(|| story::morale(self, state, side, morale, stays));
        None
    }

    /// Rest: a Morale test against Disruption.
    fn rest<U: Umpire>(&self, state: &mut State, me: usize, umpire: &mut U) {
        let combat = &self.terms.combat;
        let toggles = &self.terms.toggles;
        let covered = self.situation.shelter[me].cover != Cover::None;
        let morale = self.fighters[me].mrl + if covered { combat.rest_cover } else { 0 };
        // EX-17, EX-34.
        let costs = toggles.rest_costs_disruption == RestCostsDisruption::Yes;
        let late = toggles.secondary_disruption == SecondaryDisruption::After;
        if costs && !late {
            self.raise(&mut state.bodies[me], combat.secondary_adds);
        }
        umpire.note(|| Note::About("Morale"));
        let faces = self.terms.faces(morale);
        let rested = umpire.ask(&Test { faces });
        let body = &mut state.bodies[me];
        if rested {
            body.disruption = body.disruption.saturating_sub(combat.rest_removes);
        }
        if costs && late {
            self.raise(body, combat.secondary_adds);
        }
        let left = body.disruption;
        umpire.note(|| story::rested(morale, rested, left));
    }

    /// What comes after an action of `side`: more of the same turn, the other's turn, or the end of the round.
    #[inline(always)]
    pub fn next<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        deed: Deed,
        umpire: &mut U,
    ) -> Option<Verdict> {
        if state.closing {
            return None;
        }
        let at = side.index();
        let me = &self.fighters[at];
        let cost = match deed {
            Deed::Recover | Deed::Primary | Deed::Assault | Deed::Close => Some(1),
            // EX-40: each Secondary of a turn costs one more.
            Deed::Snap if me.policy.cp_use == CpUse::Surge => Some(state.stage.max(1) + 1),
            _ => None,
        };
        let body = state.bodies[at];
        if let Some(cost) = cost
            && !body.status.down()
            && self.secondary(me, body.disruption, state.cp[at], state.gap, cost)
        {
            state.stage = cost;
            return None;
        }
        state.stage = 0;
        if state.cp[at] == 0 {
            state.passes[at] = 0;
        }
        if state.has(side.other()) {
            state.active = side.other();
        } else if !state.has(side) {
            return self.end_round(state, umpire);
        }
        None
    }

    /// Both are Exhausted without CP: the fallen may bleed out (EX-22, EX-29).
    fn end_round<U: Umpire>(&self, state: &mut State, umpire: &mut U) -> Option<Verdict> {
        state.active = Side::A;
        state.passes = [0; 2];
        for side in [Side::A, Side::B] {
            let (me, body) = (
                &self.fighters[side.index()],
                &mut state.bodies[side.index()],
            );
            if body.status.down() && me.quality(body.disruption) == 0 {
                body.status = Status::Out;
                umpire.note(|| story::bled_out(self, side));
                return Some(Verdict::Win(side.other()));
            }
        }
        None
    }
}
