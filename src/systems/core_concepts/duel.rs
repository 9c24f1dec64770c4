//! The duel (reference, section 6): two models on an open field, a gap between them, one activation a turn.

use super::build::Build;
use super::clash::{Clash, Struck};
use super::data::{Half, Numbers, Rules, inches};
use super::fighter::Fighter;
use super::plans::{Brief, Deed, Fray, How, Then};
use super::policy::{Plan, Reaction, Split};
use super::reading::half;
use super::shape::FARTHEST;
use super::shot::{Aim, Hit, Shot, by_distance};
use super::story;
use super::stress::Body;
use super::toggles::{
    CoverMove, Initiative, NoReachDice, NoYes, ShootingCritical, StressPer, YesNo,
};
use crate::document::{Checker, Field, Node, Shape};
use crate::umpire::{Duel, Exact, Note, Reason, Side, Umpire, Verdict};
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// What a duel needs to know beside the two builds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Between the bases, at the start.
    pub gap: Half,
    /// Rounds after which it is a draw.
    pub rounds: u32,
}

impl Situation {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe(
                "gap",
                Shape::number(0.0..=FARTHEST)
                    .doc("inches between the two at the start, in steps of 0.5"),
            ),
            Field::maybe(
                "rounds",
                Shape::int(1..=1_000).doc("rounds after which it is a draw"),
            ),
        ])
        .doc("what the duel needs to know beside the two builds")
    }

    /// Reads what has the shape; problems go to the checker.
    pub fn read(rules: &Rules, node: Option<&Node>, checker: &mut Checker) -> Situation {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let mut gap = rules.numbers.gap;
        if let Some(at) = get("gap") {
            gap = half(Some(at), checker);
            let most = rules.numbers.max_gap;
            if gap > most {
                let message = format!("{} is too far apart", inches(gap));
                let help = format!("the duel has room for {} (`max_gap`)", inches(most));
                checker.fail(at, message, Some(help));
            }
        }
        Situation {
            gap,
            rounds: get("rounds")
                .and_then(Node::as_int)
                .map_or(rules.numbers.rounds, |n| n as u32),
        }
    }

    /// In few words, for labels: `gap 12, rounds 20`.
    pub fn words(&self) -> String {
        let gap = f64::from(self.gap) / 2.0;
        format!("gap {gap}, rounds {}", self.rounds)
    }
}

/// A duel, ready to be fought.
#[derive(Debug)]
pub struct Bout {
    /// A and B.
    pub(super) fighters: [Fighter; 2],
    pub(super) numbers: Numbers,
    situation: Situation,
    /// CC-21.
    pub(super) into_threat: bool,
    /// CC-02.
    pub(super) half_lost: bool,
    /// CC-01.
    pub(super) either: bool,
    per_success: bool,
    critical: ShootingCritical,
    refund: bool,
    away: bool,
    chain: bool,
    dead_return: bool,
    engaged: bool,
    carry: bool,
    pub(super) initiative: Initiative,
    /// Difficulty by the gap in half inches.
    distance: Vec<i32>,
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
}

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

/// Where in a round a duel is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// At its start, nobody has been chosen to activate first.
    Coin,
    /// This side activates, the other has not yet.
    First(Side),
    /// This side activates, the other has.
    Second(Side),
}

/// The part of the state that orders depend on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Between the bases.
    pub gap: Half,
    /// Action points left of A and B; 0 where they make no difference any more.
    pub ap: [u16; 2],
    /// Whose activation it is.
    pub phase: Phase,
}

impl Position {
    fn word(&self) -> u64 {
        let phase = match self.phase {
            Phase::Coin => 0,
            Phase::First(side) => 1 + side.index(),
            Phase::Second(side) => 3 + side.index(),
        };
        u64::from(self.gap)
            | u64::from(self.ap[0]) << 16
            | u64::from(self.ap[1]) << 32
            | (phase as u64) << 48
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.word());
    }
}

/// What changes in a duel.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Where both are in the round and on the field.
    pub at: Position,
    /// What A and B have left.
    pub bodies: [Body; 2],
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let bodies = u64::from(self.bodies[0].word()) | u64::from(self.bodies[1].word()) << 32;
        hasher.write_u128(u128::from(self.at.word()) | u128::from(bodies) << 64);
    }
}

const MUTUAL: Reason = Reason(1);

impl Bout {
    /// Both split their dice and roll them (section 4.1).
    #[inline(always)]
    fn strike<U: Umpire>(&self, state: &mut State, active: Side, fray: &Fray, umpire: &mut U) {
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
    fn fire<U: Umpire>(&self, state: &mut State, active: Side, umpire: &mut U) {
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
    fn apart(&self, gap: Half, step: Half) -> Half {
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
            How::Mixed(mix) => dice[at] = umpire.draw(mix) as u8,
            How::Open => {}
        }
    }
    dice
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
