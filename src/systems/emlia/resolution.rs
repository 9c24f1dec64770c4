//! The resolution phase (reference, sections 5.7 and 6.4): pushes and press hits, damage, morale, disorder. Everything of
//! the step at once.

use super::checks::{Sum, Vital};
use super::damage::Group;
use super::duel::{Bout, State, Unit, Wait};
use super::policy::Press;
use super::story;
use super::toggles::{Basis, Disorder, LeaderLoss, OffOn, PressBehind, YesNo};
use crate::umpire::{Note, Side, Umpire};

/// What a resolution did to one unit, before its morale.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Harm {
    /// Damage points.
    pub points: u16,
    /// Members removed.
    pub removed: u16,
    /// Members before.
    pub standing: u16,
    /// A vital roll was suffered.
    pub vital: bool,
    /// Its leader was killed (EM-35).
    pub leaderless: bool,
}

/// Press hits on each side, with what they need.
type Pressed = [Group; 2];

/// The state of mind that a morale makes: 0 Routed, 1 Retreating, 2 Falling Back, 3 Shaken, 4 Normal, 5 Eager, 6
/// Victorious.
pub(super) fn mind(morale: i8) -> usize {
    match morale {
        ..=-7 => 0,
        -6..=-4 => 1,
        -3..=-1 => 2,
        0 => 3,
        1..=3 => 4,
        4..=6 => 5,
        7.. => 6,
    }
}

impl Bout {
    /// The whole resolution phase.
    pub(super) fn resolve<U: Umpire>(&self, state: &mut State, umpire: &mut U) {
        // Where nobody was attacked there is only morale to tell of, and none of who has left and ends it.
        let left = state.units.iter().any(|unit| unit.gone);
        let attacked = state.units.iter().any(|unit| unit.wait.attacked);
        if attacked || (self.spirited() && !left) {
            umpire.note(|| Note::Heading("Resolution".to_owned()));
        }
        let pressed = self.push(state, umpire);
        let sides = [Side::A, Side::B];
        let harm = sides.map(|side| {
            let unit = state.units[side.index()];
            self.harm(&unit, side, pressed[side.index()], umpire)
        });
        for (unit, harm) in state.units.iter_mut().zip(&harm) {
            unit.damage += harm.points;
            unit.today += harm.points;
        }
        let over =
            sides.map(|side| state.units[side.index()].gone || self.standing(state, side) == 0);
        if self.spirited() && over == [false, false] {
            self.morale(state, &harm, umpire);
        }
        for unit in &mut state.units {
            // EM-34: a Reorder takes effect after morale.
            unit.disordered &= !unit.wait.reordered;
            unit.wait = Wait::default();
        }
    }

    /// Step 1: who pushes whom, and the press hits that come of it (4.8).
    fn push<U: Umpire>(&self, state: &mut State, umpire: &mut U) -> Pressed {
        let mut pressed = [0, 1].map(|at: usize| Group {
            need: self.troops[at].plain_need,
            hits: 0,
        });
        let scored = state.units.map(|unit| unit.wait.push);
        // EM-64: who has left the field is not there to be pushed, nor to stand.
        let left = state.units.iter().any(|unit| unit.gone);
        if scored[0] == scored[1] || left || !self.near(state) {
            return pressed;
        }
        let winner = if scored[0] > scored[1] {
            Side::A
        } else {
            Side::B
        };
        let loser = winner.other();
        let (w, l) = (winner.index(), loser.index());
        let by = scored[w] - scored[l];
        let [victor, victim] = [w, l].map(|at| &self.troops[at]);
        let ranked = victor.ranked() || victim.ranked();
        let stands = victim.ranked() && victim.policy.press == Press::Stand;
        if stands {
            pressed[l].hits = u32::from(by);
            pressed[w].hits = u32::from(by / 2);
        } else if let Some(need) = victim.press_need
            && victor.ranked()
        {
            let [n, e] = [self.standing(state, winner), self.fighting(state, winner)];
            let behind = match self.rules.toggles.press_behind {
                PressBehind::Unengaged => n.saturating_sub(e),
                PressBehind::All => n,
            };
            let wide = e.min(self.fighting(state, loser));
            let room = wide * victim.depth(self.standing(state, loser));
            pressed[l] = Group {
                need,
                hits: u32::from(behind.min(room)),
            };
        }
        if ranked {
            let hits = [pressed[w].hits, pressed[l].hits];
            umpire.note(|| story::pushes(self, winner, by, stands, hits));
        }
        if self.rules.toggles.push_track == OffOn::On && !stands {
            // EM-36; EM-24: the winner of a ranked push may stay where it is.
            let by = by.min(state.units[l].back);
            state.units[l].back -= by;
            if !ranked || self.rules.toggles.ranked_follow == YesNo::Yes {
                state.units[w].back += by;
            }
        }
        pressed
    }

    /// Step 2: damage, and the vital rolls after it (4.10).
    fn harm<U: Umpire>(&self, unit: &Unit, side: Side, pressed: Group, umpire: &mut U) -> Harm {
        let troop = &self.troops[side.index()];
        let wait = &unit.wait;
        let group = |need: i32, hits: u16| Group {
            need,
            hits: u32::from(hits),
        };
        let groups = [
            group(troop.melee_need, wait.melee),
            group(i32::from(wait.shot_need), wait.shot),
            group(i32::from(wait.prepared_need), wait.prepared),
            pressed,
        ];
        let standing = troop.standing(unit.damage);
        let room = troop.capacity() - unit.damage;
        let mut harm = Harm {
            points: self.division.points(groups).min(u32::from(room)) as u16,
            standing,
            ..Harm::default()
        };
        if wait.attacked || pressed.hits > 0 {
            umpire.note(|| story::harmed(self, side, &groups, harm.points, room));
        }
        if let Some(threshold) = troop.threshold
            && harm.points < room
        {
            let rolls = (unit.damage + harm.points) / threshold - unit.damage / threshold;
            harm.vital = rolls > 0;
            for _ in 0..rolls {
                let destroyed = umpire.ask(&Vital {
                    deadly: troop.deadly,
                });
                umpire.note(|| story::vital(self, side, destroyed));
                if destroyed {
                    harm.points = room;
                    break;
                }
            }
        }
        harm.removed = standing - troop.standing(unit.damage + harm.points);
        let random = self.rules.toggles.leader_loss == LeaderLoss::Random;
        if random
            && self.spirited()
            && troop.members > 1
            && harm.removed > 0
            && harm.removed < standing
        {
            umpire.note(|| Note::About("is the leader among them?"));
            harm.leaderless = umpire.chance(u32::from(harm.removed), u32::from(standing));
            umpire.note(|| story::leader(harm.leaderless));
        }
        harm
    }

    /// The morale lines of a unit in this step, but for those on what becomes of the enemy.
    pub(super) fn morale_lines(
        &self,
        unit: &Unit,
        foe: &Unit,
        side: Side,
        harm: [&Harm; 2],
        sum: &mut impl Sum,
    ) {
        let lines = &self.rules.morale;
        let [mine, theirs] = harm;
        // The share of what it had at the beginning of the turn, before and after this step.
        let troop = &self.troops[side.index()];
        let (now, before) = (unit.today, unit.today - mine.points);
        let whole = troop.capacity() - (unit.damage - unit.today);
        let start = troop.standing(unit.damage - unit.today);
        let shares = match self.rules.toggles.pct_basis {
            Basis::Capacity => [before, now, whole],
            Basis::Members => [
                start - mine.standing,
                start - mine.standing + mine.removed,
                start,
            ],
        };
        let reached = |part: u16, percent: u32| {
            part > 0 && 100 * u32::from(part) >= percent * u32::from(shares[2])
        };
        if before == 0 && now > 0 {
            sum.add("hurt this turn", lines.hurt);
        }
        let steps = [
            (10, "10 % this turn", lines.tenth),
            (25, "25 % this turn", lines.quarter),
            (50, "50 % this turn", lines.half),
            (75, "75 % this turn", lines.three_quarters),
        ];
        for (percent, why, value) in steps {
            if reached(shares[1], percent) && !reached(shares[0], percent) {
                sum.add(why, value);
            }
        }
        if mine.vital {
            sum.add("threshold roll", lines.threshold);
        }
        if mine.leaderless {
            sum.add("leader killed", lines.leader_killed);
        }
        match unit.wait.odds {
            1 => sum.add("outnumbers in melee", lines.outnumbers),
            -1 => sum.add("outnumbered in melee", lines.outnumbered),
            _ => {}
        }
        if unit.wait.attacked && now == 0 && !unit.relieved {
            sum.add("attacked without loss", lines.unhurt);
        }
        if theirs.points > 0 {
            sum.add("inflicted damage", lines.inflicts);
        }
        let enemy = &self.troops[side.other().index()];
        let spared = foe.damage - foe.today;
        let tenth = match self.rules.toggles.inflict_basis {
            Basis::Capacity => {
                let whole = enemy.capacity() - spared;
                theirs.points > 0 && 10 * u32::from(theirs.points) >= u32::from(whole)
            }
            Basis::Members => {
                let whole = enemy.standing(spared);
                theirs.removed > 0 && 10 * u32::from(theirs.removed) >= u32::from(whole)
            }
        };
        if tenth {
            sum.add("inflicted 10 %", lines.inflicts_tenth);
        }
        sum.add("Improve Morale", i32::from(unit.wait.improved));
    }

    /// The lines on what becomes of the enemy: from its old morale, and the new one without such lines (EM-32).
    pub(super) fn triumph_lines(&self, foe: &Unit, to: i8, sum: &mut impl Sum) {
        if !foe.wait.attacked {
            return;
        }
        if foe.morale > -4 && to <= -4 {
            sum.add("the enemy retreats", self.rules.morale.enemy_retreats);
        }
        if foe.morale > -7 && to == -7 {
            sum.add("the enemy is routed", self.rules.morale.enemy_routs);
        }
    }

    /// Step 3: morale of both, in two passes, and disorder on entering a bad state (EM-33).
    fn morale<U: Umpire>(&self, state: &mut State, harm: &[Harm; 2], umpire: &mut U) {
        let clamped = |morale: i8, by: i32| (i32::from(morale) + by).clamp(-7, 7) as i8;
        let units = state.units;
        let sums = [0, 1].map(|at: usize| {
            let mut sum = 0;
            let side = if at == 0 { Side::A } else { Side::B };
            let harm = [&harm[at], &harm[1 - at]];
            self.morale_lines(&units[at], &units[1 - at], side, harm, &mut sum);
            sum
        });
        let first = [0, 1].map(|at: usize| clamped(units[at].morale, sums[at]));
        let calm = units.iter().all(|unit| {
            let wait = &unit.wait;
            !wait.attacked && !wait.reordered && wait.odds == 0 && wait.improved == 0
        });
        if calm {
            umpire.note(|| Note::Line("Nothing changes.".to_owned()));
        }
        for side in [Side::A, Side::B] {
            let at = side.index();
            let mut sum = sums[at];
            self.triumph_lines(&units[1 - at], first[1 - at], &mut sum);
            let unit = &mut state.units[at];
            unit.morale = clamped(units[at].morale, sum);
            unit.relieved |= unit.wait.attacked && unit.today == 0;
            let (old, new) = (mind(units[at].morale), mind(unit.morale));
            let entered = old != new && new <= 3;
            if self.rules.toggles.disorder != Disorder::None && (entered || harm[at].leaderless) {
                unit.disordered = true;
            }
            if !calm {
                umpire.note(|| {
                    let mut why = Vec::new();
                    let pair = [&harm[at], &harm[1 - at]];
                    self.morale_lines(&units[at], &units[1 - at], side, pair, &mut why);
                    self.triumph_lines(&units[1 - at], first[1 - at], &mut why);
                    story::morale(self, side, &units[at], &state.units[at], &why)
                });
            }
        }
    }
}
