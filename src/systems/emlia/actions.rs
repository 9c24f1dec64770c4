//! What units do to each other in an activation (reference, sections 4 and 6.3): strikes, shots, moves with the free
//! strikes and the prepared fire that they draw. Hits wait for the resolution.

use super::checks::Sum;
use super::data::SIDES;
use super::duel::{Bout, State};
use super::story;
use super::toggles::FreeStrikes;
use crate::umpire::{Note, Side, Umpire};

/// How a shot is fired.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Shot {
    /// Its move action is not used.
    pub still: bool,
    /// It was prepared.
    pub prepared: bool,
    /// After Double Pace.
    pub paced: bool,
}

/// How a strike is struck.
#[derive(Copy, Clone, Debug)]
pub(super) enum Blow {
    /// In its own activation, after a charge or not.
    Own { charged: bool },
    /// Out of turn, at a unit that leaves its range or not.
    Free { leaves: bool },
}

impl Bout {
    /// The lines of a strike by `source` members of a side.
    pub(super) fn blow_lines(
        &self,
        state: &State,
        side: Side,
        blow: Blow,
        source: u16,
        sum: &mut impl Sum,
    ) {
        let enemy = side.other();
        let lines = &self.rules.close_combat;
        lines.numbers(source, self.fighting(state, enemy), sum);
        match blow {
            Blow::Own { charged: true } => sum.add("charged", lines.source_charged),
            Blow::Free { leaves: true } => sum.add("the enemy leaves", lines.free_strike),
            _ => {}
        }
        if state.units[enemy.index()].charged {
            sum.add("the enemy charged", lines.subject_charged);
        }
        let [troop, foe] = [side, enemy].map(|side| &self.troops[side.index()]);
        if foe.parry {
            sum.add("the enemy parries", lines.subject_parry);
        }
        if troop.formation == super::build::Formation::Close {
            sum.add("close formation", self.rules.toggles.close_bonus.0 as i32);
        }
        if troop.close_combat.is_none() {
            sum.add("improvised", self.rules.check.improvised);
        }
    }

    /// Rolls a strike by `source` members of a side: dice, and successes. No dice is no attack.
    fn blow<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        blow: Blow,
        source: u16,
        umpire: &mut U,
    ) -> Option<u16> {
        let at = side.index();
        let troop = &self.troops[at];
        let of = [troop.members, source, state.units[at].damage];
        let dice = self.rules.pool(troop.close_combat, true, of).dice;
        if dice == 0 {
            if matches!(blow, Blow::Own { .. }) {
                umpire.note(|| story::no_dice(self, side, "Close Combat"));
            }
            return None;
        }
        let mut modifier = 0;
        self.blow_lines(state, side, blow, source, &mut modifier);
        let need = self.rules.need(modifier);
        umpire.note(|| story::blow(self, state, side, blow, source, dice, need));
        umpire.note(|| Note::About(story::blow_about(blow)));
        let hits = umpire.count(dice, SIDES, need) as u16;
        umpire.note(|| story::hits(u32::from(hits)));
        let target = &mut state.units[1 - at];
        target.wait.melee += hits;
        target.attacked = self.troops[1 - at].strikes_back;
        target.wait.attacked = true;
        Some(hits)
    }

    /// Close Combat in its own activation.
    pub(super) fn strike<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        charged: bool,
        umpire: &mut U,
    ) {
        let source = self.fighting(state, side);
        let hits = self.blow(state, side, Blow::Own { charged }, source, umpire);
        if self.pushes {
            state.units[side.index()].wait.push += hits.unwrap_or(0);
        }
    }

    /// Before a move of `side`: the enemy's free strike, if it engages and may (4.7).
    fn free_strike<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        pinned: u16,
        leaves: bool,
        umpire: &mut U,
    ) {
        let enemy = side.other();
        let free = self.rules.toggles.free_strikes == FreeStrikes::Always;
        if !free || state.units[enemy.index()].struck {
            return;
        }
        let source = self.fighting(state, enemy).saturating_sub(pinned);
        if self
            .blow(state, enemy, Blow::Free { leaves }, source, umpire)
            .is_some()
        {
            state.units[enemy.index()].struck = true;
        }
    }

    /// Moves a side by `steps` GSU, to `gap` apart.
    fn step<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        toward: bool,
        steps: u16,
        pinned: u16,
        umpire: &mut U,
    ) {
        let (at, gap) = (side.index(), self.gap(state));
        let after = if toward { gap - steps } else { gap + steps };
        let range = self.troops[1 - at].range;
        if gap <= range {
            self.free_strike(state, side, pinned, after > range, umpire);
        }
        let unit = &mut state.units[at];
        unit.back = if toward {
            unit.back + steps
        } else {
            unit.back - steps
        };
    }

    /// After a Normal Move or Double Pace of `side`: the enemy's prepared fire.
    fn draw_fire<U: Umpire>(&self, state: &mut State, side: Side, umpire: &mut U) {
        let enemy = side.other();
        let at = enemy.index();
        let gap = self.gap(state);
        let covers = self.troops[at].aims().is_some_and(|long| gap <= long);
        if state.units[at].prepared && gap > self.troops[side.index()].range && covers {
            state.units[at].prepared = false;
            self.shoot(
                state,
                enemy,
                Shot {
                    prepared: true,
                    ..Shot::default()
                },
                umpire,
            );
        }
    }

    /// A Normal Move (or Double Pace) toward the enemy; none if there is no way to go.
    pub(super) fn move_toward<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        steps: u16,
        double: bool,
        umpire: &mut U,
    ) {
        if steps == 0 {
            return;
        }
        let after = self.gap(state) - steps;
        umpire.note(|| story::moves(self, side, steps, after, double));
        self.step(state, side, true, steps, 0, umpire);
        self.draw_fire(state, side, umpire);
    }

    /// A move away from the enemy, who may strike with those not pinned.
    pub(super) fn move_away<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        steps: u16,
        pinned: u16,
        umpire: &mut U,
    ) {
        if steps == 0 {
            return;
        }
        let after = self.gap(state) + steps;
        umpire.note(|| story::backs(self, side, steps, after));
        self.step(state, side, false, steps, pinned, umpire);
        self.draw_fire(state, side, umpire);
    }

    /// Charge (4.5): a Normal Move if that is needed, the charge move, and a strike.
    pub(super) fn charge<U: Umpire>(&self, state: &mut State, side: Side, umpire: &mut U) {
        let (gap, movement) = (self.gap(state), self.troops[side.index()].movement);
        if gap > movement {
            self.move_toward(state, side, gap - movement, false, umpire);
        }
        let rest = self.gap(state);
        umpire.note(|| story::charges(self, side, rest));
        if rest > 0 {
            self.step(state, side, true, rest, 0, umpire);
        }
        self.strike(state, side, true, umpire);
        state.units[side.index()].charged = true;
    }

    /// Disengage/Distract (4.6): how many enemies are kept from striking.
    pub(super) fn disengage<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        paced: bool,
        umpire: &mut U,
    ) -> u16 {
        let at = side.index();
        let troop = &self.troops[at];
        let [mine, theirs] = [side, side.other()].map(|side| self.fighting(state, side));
        let of = [troop.members, mine, state.units[at].damage];
        let dice = self.rules.pool(troop.close_combat, false, of).dice;
        if dice == 0 {
            return 0;
        }
        let mut modifier = if paced {
            self.rules.check.double_pace
        } else {
            0
        };
        self.rules.disengage.numbers(mine, theirs, &mut modifier);
        let need = self.rules.need(modifier);
        umpire.note(|| {
            let mut why = Vec::new();
            self.rules.disengage.numbers(mine, theirs, &mut why);
            if paced {
                why.push(("Double Pace", self.rules.check.double_pace));
            }
            story::check("Disengage", dice, &why, need)
        });
        umpire.note(|| Note::About("Disengage"));
        let successes = umpire.count(dice, SIDES, need) as u16;
        let standing = self.standing(state, side);
        let pinned = (successes * standing).min(theirs);
        umpire.note(|| story::pins(pinned, theirs));
        pinned
    }

    /// Whether a side could aim at the enemy: within long range, and unengaged.
    pub(super) fn in_range(&self, state: &State, side: Side) -> bool {
        let gap = self.gap(state);
        let long = self.troops[side.index()].aims();
        long.is_some_and(|long| gap <= long) && gap > self.troops[side.other().index()].range
    }

    /// The lines of a shot.
    pub(super) fn shot_lines(&self, side: Side, shot: Shot, band: usize, sum: &mut impl Sum) {
        let (lines, check) = (&self.rules.aimed_fire, &self.rules.check);
        if band > 0 {
            sum.add("beyond short range", lines.beyond_short);
        }
        if band > 1 {
            sum.add("beyond medium range", lines.beyond_medium);
        }
        if shot.still {
            sum.add("move forfeited", lines.forfeit_move);
        }
        if shot.prepared {
            sum.add("prepared", lines.prepared);
        }
        if shot.paced {
            sum.add("Double Pace", lines.double_paced + check.double_pace);
        }
        if self.troops[side.index()].aimed_fire.is_none() {
            sum.add("improvised", check.improvised);
        }
    }

    /// Aimed Fire, if the enemy is in range; who stands still for it and cannot, waits.
    pub(super) fn shoot<U: Umpire>(
        &self,
        state: &mut State,
        side: Side,
        shot: Shot,
        umpire: &mut U,
    ) {
        let at = side.index();
        let troop = &self.troops[at];
        let gap = self.gap(state);
        let band = troop
            .ranged
            .filter(|_| self.in_range(state, side))
            .and_then(|ranged| ranged.band(gap));
        let Some(band) = band else {
            if shot.still {
                umpire.note(|| story::waits(self, side));
            }
            return;
        };
        let of = [
            troop.members,
            self.standing(state, side),
            state.units[at].damage,
        ];
        let dice = self.rules.pool(troop.aimed_fire, true, of).dice;
        if dice == 0 {
            umpire.note(|| story::no_dice(self, side, "Aimed Fire"));
            return;
        }
        let mut modifier = 0;
        self.shot_lines(side, shot, band, &mut modifier);
        let need = self.rules.need(modifier);
        umpire.note(|| {
            let mut why = Vec::new();
            self.shot_lines(side, shot, band, &mut why);
            story::shot(self, side, gap, shot.prepared, dice, &why, need)
        });
        umpire.note(|| {
            Note::About(if shot.prepared {
                "prepared fire"
            } else {
                "Aimed Fire"
            })
        });
        let hits = umpire.count(dice, SIDES, need) as u16;
        umpire.note(|| story::hits(u32::from(hits)));
        self.shot_at(
            state,
            side,
            shot.prepared,
            hits,
            self.troops[1 - at].shot_need[band],
        );
    }

    /// Hits of fire that wait for the resolution.
    fn shot_at(&self, state: &mut State, side: Side, prepared: bool, hits: u16, need: i32) {
        let at = 1 - side.index();
        let target = &mut state.units[at];
        target.attacked = self.troops[at].strikes_back;
        target.wait.attacked = true;
        if hits == 0 {
            return;
        }
        let wait = &mut target.wait;
        if prepared {
            (wait.prepared, wait.prepared_need) = (hits, need as i16);
        } else {
            (wait.shot, wait.shot_need) = (hits, need as i16);
        }
    }

    /// Concentrated Volley (4.4), at an enemy in range.
    pub(super) fn volley<U: Umpire>(&self, state: &mut State, side: Side, umpire: &mut U) {
        let at = side.index();
        let troop = &self.troops[at];
        let Some(band) = troop.ranged.and_then(|ranged| ranged.band(self.gap(state))) else {
            return;
        };
        let of = [
            troop.members,
            self.standing(state, side),
            state.units[at].damage,
        ];
        let dice = self.rules.pool(troop.volley_fire, false, of).dice;
        if dice == 0 {
            umpire.note(|| story::no_dice(self, side, "Concentrated Volley"));
            return;
        }
        let lines = &self.rules.volley;
        let (why, modifier) = [
            ("inside short range", lines.short),
            ("medium range", lines.medium),
            ("beyond medium range", lines.beyond_medium),
        ][band];
        let need = self.rules.need(modifier);
        umpire.note(|| story::check("Concentrated Volley", dice, &[(why, modifier)], need));
        umpire.note(|| Note::About("Concentrated Volley"));
        let hits = umpire.count(dice, SIDES, need) as u16;
        umpire.note(|| story::hits(u32::from(hits)));
        self.shot_at(
            state,
            side,
            false,
            hits,
            self.troops[1 - at].volley_need[band],
        );
    }
}
