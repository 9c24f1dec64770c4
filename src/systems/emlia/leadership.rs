//! What a unit's own leader does for it in a duel (reference, sections 5.5 and 6.3): Ignore Conditions, Reorder, Improve
//! Morale.

use super::checks::{Any, Sum};
use super::data::{IMPROVE, SIDES};
use super::duel::{Bout, State};
use super::story;
use crate::umpire::{Note, Side, Umpire};

impl Bout {
    /// The lines of a leadership check by a unit's own leader.
    pub(super) fn leader_lines(&self, state: &State, side: Side, which: usize, sum: &mut impl Sum) {
        let at = side.index();
        let (troop, morale) = (&self.troops[at], state.units[at].morale);
        let lines = &self.rules.leading[which];
        if morale <= -4 {
            sum.add("source at -4 or worse", lines.source_retreating);
            sum.add("subject at -4 or worse", lines.subject_retreating);
        }
        if morale == -7 {
            sum.add("source at -7", lines.source_routed);
            sum.add("subject at -7", lines.subject_routed);
        }
        if self.spirited() && morale > troop.morale {
            sum.add("above its starting morale", lines.above_start);
        }
        // EM-53: with more than one member at the start.
        if troop.ranked() && troop.members > 1 {
            sum.add("ranked", lines.ranked);
        }
        if troop.leadership.is_none() {
            sum.add("improvised", self.rules.check.improvised);
        }
    }

    /// Dice and need of a leadership check by a unit's own leader.
    fn leader_pool(&self, state: &State, side: Side, which: usize, extra: i32) -> (u32, u32) {
        let at = side.index();
        let troop = &self.troops[at];
        let of = [
            troop.members,
            self.standing(state, side),
            state.units[at].damage,
        ];
        let mut modifier = extra;
        self.leader_lines(state, side, which, &mut modifier);
        let dice = self.rules.pool(troop.leadership, true, of).dice;
        (dice, self.rules.need(modifier))
    }

    /// A leadership check that needs one success.
    pub(super) fn leader_succeeds<U: Umpire>(
        &self,
        state: &State,
        side: Side,
        which: usize,
        umpire: &mut U,
    ) -> bool {
        let (dice, need) = self.leader_pool(state, side, which, 0);
        if dice == 0 {
            return false;
        }
        umpire.note(|| story::leads(self, state, side, which, 0, dice, need));
        umpire.note(|| Note::About(story::leads_about(which)));
        let question = Any {
            dice: dice.min(255) as u8,
            need: need as u8,
        };
        let done = umpire.ask(&question);
        umpire.note(|| story::led(which, done));
        done
    }

    /// Improve Morale: its successes wait for the resolution.
    pub(super) fn improve<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        paced: bool,
        umpire: &mut U,
    ) {
        let extra = if paced {
            self.rules.check.double_pace
        } else {
            0
        };
        let (dice, need) = self.leader_pool(state, side, IMPROVE, extra);
        if dice == 0 {
            return;
        }
        umpire.note(|| story::leads(self, state, side, IMPROVE, extra, dice, need));
        umpire.note(|| Note::About(story::leads_about(IMPROVE)));
        let successes = umpire.count(dice, SIDES, need) as u16;
        umpire.note(|| story::improved(u32::from(successes)));
        // From -7 to 7 is as far as it goes, whatever else happens.
        state.units[side.index()].wait.improved = successes;
    }
}
