//! Reactions (reference, 6.4) and what comes of an activation and its answer: the dice of both, and where things stand
//! afterwards. No dice are rolled here; policies that weigh the odds of their next step ask the enumerator.

use super::attack::{Contest, Exchange, Manner};
use super::checks::Pool;
use super::duel::{Bout, MUTUAL};
use super::fighter::{Defence, Fighter, Load};
use super::layout::{MOST_GAP, Place};
use super::orders::{Act, Moment, Order, Planner, Seen, Shot};
use super::policy::{Adjust, React, Second};
use super::toggles::{ReactionDice, Scope, Ties};
use crate::umpire::{Exact, Side, Verdict};

/// How a reactor answers.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Answer {
    /// Not at all.
    Nothing,
    /// With an attack of its own.
    Counter(Shot),
    /// With a block by this profile.
    Block(usize),
    /// By dodging.
    Dodge,
}

/// What the active unit's second action turned out to be.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Deed {
    /// What it planned.
    Planned,
    /// A block by this profile instead of its attack (AE-63).
    Block(usize),
    /// A dodge instead of its attack (AE-63).
    Dodge,
}

/// One way an activation can go: the dice to be rolled, and where things stand afterwards.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Case {
    /// The dice.
    pub exchange: Exchange,
    /// Whether the active unit is the one that strikes.
    pub by_active: bool,
    /// Where things stand afterwards.
    pub next: Place,
    /// How the reactor answered.
    pub answer: Answer,
    /// What the active unit did about it.
    pub deed: Deed,
}

/// An activation and the ways it can go.
#[derive(Copy, Clone, Debug)]
pub struct Brief {
    /// What the active unit does.
    pub order: Order,
    /// Whose activation it is.
    pub active: Side,
    /// The answers: the first is the one to be given, unless the reactor looks ahead.
    pub cases: [Case; 4],
    /// How many there are to choose from.
    pub len: u8,
    /// The reactor looks ahead to the end of the fight.
    pub open: bool,
    /// How the fight ends: if nobody falls, if the reactor does, if the active unit does, if both do.
    pub ends: [Option<Verdict>; 4],
}

/// A later option must be better by more than this (6.3, 6.4).
const MARGIN: f64 = 1e-12;

impl Bout {
    /// The activation at `moment`, when `own` and `foe` are what is left of the active unit and of the reactor.
    pub fn brief_at(&self, moment: &Moment, own: u8, foe: u8, exact: &mut Exact) -> Brief {
        let me = &self.fighters[moment.active.index()];
        let loads = &moment.loads[moment.active.index()];
        let order = Planner {
            me,
            loads,
            gap: moment.gap,
            unit: self.unit,
        }
        .plan();
        let scene = Scene {
            bout: self,
            moment: self.reloaded(moment, &order),
            order,
            own,
            foe,
        };
        let reactor = &self.fighters[moment.active.other().index()];
        let mut answers = [None; 4];
        let dodge = Some(Answer::Dodge);
        if order.seen == Seen::Never {
            answers[0] = Some(Answer::Nothing);
        } else {
            match reactor.policy.react {
                React::None => answers[0] = Some(Answer::Nothing),
                React::Dodge => answers[0] = dodge,
                React::Counter => answers[0] = scene.counter().or(dodge),
                React::Block => answers[0] = scene.block().or(dodge),
                React::Best | React::Optimal => {
                    answers = [scene.counter(), scene.block(), dodge, Some(Answer::Nothing)];
                }
            }
        }
        let mut cases = [scene.case(Answer::Nothing, exact); 4];
        let mut len = 0;
        for answer in answers.into_iter().flatten() {
            cases[len] = scene.case(answer, exact);
            len += 1;
        }
        let open = len > 1 && reactor.policy.react == React::Optimal;
        if len > 1 && !open {
            let mut values = [0.0; 4];
            for (value, case) in values.iter_mut().zip(&cases[..len]) {
                *value = scene.value(case, exact);
            }
            cases[0] = cases[first_best(&values[..len])];
        }
        Brief {
            ends: [
                None,
                Some(Verdict::Win(moment.active)),
                Some(Verdict::Win(moment.active.other())),
                Some(Verdict::Draw(MUTUAL)),
            ],
            order,
            active: moment.active,
            cases,
            len: len as u8,
            open,
        }
    }

    /// Applies the reloads of an order.
    fn reloaded(&self, moment: &Moment, order: &Order) -> Moment {
        let mut moment = *moment;
        let side = moment.active.index();
        for act in [order.first, order.second] {
            if let Act::Reload(at) = act {
                let (arm, load) = (&self.fighters[side].arms[at], &mut moment.loads[side][at]);
                if arm.long && !load.progress {
                    load.progress = true;
                } else {
                    load.rounds = arm.capacity;
                    load.progress = false;
                }
            }
        }
        moment
    }
}

/// The first of the values that no later one beats by more than the margin.
fn first_best(values: &[f64]) -> usize {
    let mut best = 0;
    for at in 1..values.len() {
        if values[at] > values[best] + MARGIN {
            best = at;
        }
    }
    best
}

/// An activation under way, seen from above.
struct Scene<'a> {
    bout: &'a Bout,
    /// With the order's reloads done.
    moment: Moment,
    order: Order,
    own: u8,
    foe: u8,
}

impl Scene<'_> {
    fn active(&self) -> &Fighter {
        &self.bout.fighters[self.moment.active.index()]
    }

    fn reactor(&self) -> &Fighter {
        &self.bout.fighters[self.moment.active.other().index()]
    }

    fn loads(&self, side: Side) -> &[Load] {
        &self.moment.loads[side.index()]
    }

    /// The reaction attack with the highest score, over profiles and points of the path.
    fn counter(&self) -> Option<Answer> {
        let side = self.moment.active.other();
        self.bout
            .counter(side, self.loads(side), self.order.points())
            .map(Answer::Counter)
    }

    fn block(&self) -> Option<Answer> {
        let attack = &self.active().profiles[self.order.attack()?.profile];
        let loads = self.loads(self.moment.active.other());
        self.reactor()
            .block(attack, loads)
            .map(|(_, with)| Answer::Block(with))
    }

    /// The case of an answer, with the active unit's own answer to a counter if it waits for it.
    fn case(&self, answer: Answer, exact: &mut Exact) -> Case {
        let planned = self.resolve(answer, Deed::Planned);
        let informed =
            self.active().policy.second == Second::Informed && self.order.attack().is_some();
        let Answer::Counter(counter) = answer else {
            return planned;
        };
        if !informed {
            return planned;
        }
        let attack = &self.reactor().profiles[counter.profile];
        let block = self.active().block(attack, self.loads(self.moment.active));
        let mut cases = [planned; 3];
        let mut len = 1;
        if let Some((_, with)) = block {
            cases[len] = self.resolve(answer, Deed::Block(with));
            len += 1;
        }
        cases[len] = self.resolve(answer, Deed::Dodge);
        len += 1;
        let mut values = [0.0; 3];
        for (value, case) in values.iter_mut().zip(&cases[..len]) {
            *value = -self.value(case, exact);
        }
        cases[first_best(&values[..len])]
    }

    /// V of 6.4, seen from the reactor: the share of the active unit's STR it expects to take, less the share it
    /// expects to lose.
    fn value(&self, case: &Case, exact: &mut Exact) -> f64 {
        let (own, foe) = (u32::from(self.own.max(1)), u32::from(self.foe.max(1)));
        let share = |lost: u32, of: u32| f64::from(lost.min(of)) / f64::from(of);
        exact.mean(case.exchange, |[target, striker]| {
            if case.by_active {
                share(striker, own) - share(target, foe)
            } else {
                share(target, own) - share(striker, foe)
            }
        })
    }

    /// The dice of an activation, and where things stand afterwards.
    fn resolve(&self, answer: Answer, deed: Deed) -> Case {
        let (me, foe) = (self.active(), self.reactor());
        let bout = self.bout;
        let attack = self.order.attack().filter(|_| deed == Deed::Planned);
        let mut next = self.moment;
        next.gap = self.order.path[1];
        let (mine, theirs) = (self.moment.active, self.moment.active.other());
        if let Some(shot) = attack {
            bout.spend(mine, shot, &mut next);
        }
        if let Answer::Counter(shot) = answer {
            bout.spend(theirs, shot, &mut next);
        }
        if answer == Answer::Dodge {
            let step = foe.mov / 2;
            next.gap = match foe.policy.adjust {
                Adjust::Hold => next.gap,
                Adjust::Away => (next.gap + step).min(MOST_GAP),
                Adjust::Toward => (next.gap - step).max(0),
            };
        }
        next.active = theirs;
        let (exchange, by_active) = match (attack, answer) {
            (Some(shot), Answer::Nothing) => {
                (bout.exchange(mine, true, shot, Opposed::Nothing), true)
            }
            (Some(shot), Answer::Counter(back)) => (
                bout.exchange(mine, true, shot, Opposed::Counter(back)),
                true,
            ),
            (Some(shot), Answer::Block(with)) => (
                bout.exchange(mine, true, shot, Opposed::Block(foe.block_with(with))),
                true,
            ),
            (Some(shot), Answer::Dodge) => (
                bout.exchange(mine, true, shot, Opposed::Dodge(foe.dodge)),
                true,
            ),
            (None, Answer::Counter(shot)) => {
                let opposed = match deed {
                    Deed::Planned => Opposed::Nothing,
                    Deed::Block(with) => Opposed::Block(me.block_with(with)),
                    Deed::Dodge => Opposed::Dodge(me.dodge),
                };
                (bout.exchange(theirs, false, shot, opposed), false)
            }
            (None, _) => (Exchange::NONE, true),
        };
        Case {
            exchange,
            by_active,
            next: bout.layout.pack(&next),
            answer,
            deed,
        }
    }
}

/// What an attack is opposed by.
#[derive(Copy, Clone, Debug)]
pub enum Opposed {
    /// Nothing: its dice are simply checked.
    Nothing,
    /// An attack by the target.
    Counter(Shot),
    /// A block.
    Block(Defence),
    /// A dodge.
    Dodge(Defence),
}

impl Bout {
    /// The reaction attack of `side` with the highest positive score, over its profiles and the points of a path;
    /// earliest profile, then nearest point, on a tie.
    pub fn counter(
        &self,
        side: Side,
        loads: &[Load],
        points: std::ops::RangeInclusive<i32>,
    ) -> Option<Shot> {
        let me = &self.fighters[side.index()];
        let mut best: Option<Shot> = None;
        for at in 0..me.profiles.len() {
            for gap in points.clone() {
                let Some(shot) = self.counter_with(side, at, gap, loads) else {
                    continue;
                };
                if shot.score > best.map_or(0, |best| best.score) {
                    best = Some(shot);
                }
            }
        }
        best
    }

    /// The reaction attack of `side` with one profile at one gap, if it is live and usable there.
    fn counter_with(&self, side: Side, at: usize, gap: i32, loads: &[Load]) -> Option<Shot> {
        let me = &self.fighters[side.index()];
        let profile = &me.profiles[at];
        (profile.live() && profile.usable(gap, &me.arms, loads))
            .then(|| self.counter_shot(side, at, gap, loads))
    }

    /// The dice of a reaction attack (AE-15).
    pub fn counter_shot(&self, side: Side, at: usize, gap: i32, loads: &[Load]) -> Shot {
        let profile = &self.fighters[side.index()].profiles[at];
        let wanted = match self.reaction_dice {
            ReactionDice::One => self.counter_dice,
            ReactionDice::Full => profile.dice,
        };
        let rounds = profile.arm.map_or(0, |arm| loads[arm].rounds);
        let dice = profile.allowed(wanted, rounds, self.unit);
        Shot {
            profile: at,
            gap,
            dice,
            aim: true,
            score: profile.score(dice, gap, true),
        }
    }

    /// Takes what an attack uses up (AE-20, AE-35).
    fn spend(&self, side: Side, shot: Shot, moment: &mut Moment) {
        let profile = &self.fighters[side.index()].profiles[shot.profile];
        let Some(arm) = profile.arm else { return };
        let load = &mut moment.loads[side.index()][arm];
        load.rounds = load
            .rounds
            .saturating_sub(profile.spends(shot.dice, self.unit));
        if profile.form == super::profile::Form::Thrown {
            load.left = load.left.saturating_sub(1);
            if load.left == 0 {
                // It is gone: what it held cannot matter any more.
                *load = Load::default();
            }
        }
    }

    /// The dice of an attack by `side`, whose activation it is or not, and of what opposes it (section 4).
    pub fn exchange(&self, side: Side, by_active: bool, shot: Shot, opposed: Opposed) -> Exchange {
        let me = &self.fighters[side.index()];
        let foe = &self.fighters[side.other().index()];
        let profile = &me.profiles[shot.profile];
        let strike = profile.pool(shot.dice, shot.gap, shot.aim);
        let mut back_save = [1, 1];
        let (answer, manner) = match opposed {
            Opposed::Nothing => (Pool::NONE, Manner::Shields),
            Opposed::Counter(back) => {
                let weapon = &foe.profiles[back.profile];
                back_save = weapon.save();
                (weapon.pool(back.dice, back.gap, back.aim), Manner::Strikes)
            }
            Opposed::Block(defence) => (defence.pool, manner(self.block_scope)),
            Opposed::Dodge(defence) => (defence.pool, manner(self.dodge_scope)),
        };
        // AE-09: in a tie, whose activation it is matters, and not who strikes.
        let [active, reactor] = keeps(self.ties);
        let (strike_keeps, answer_keeps) = if by_active {
            (active, reactor)
        } else {
            (reactor, active)
        };
        Exchange {
            contest: Contest {
                strike,
                answer,
                manner,
                strike_keeps,
                answer_keeps,
            },
            save: profile.save(),
            back_save,
        }
    }
}

fn manner(scope: Scope) -> Manner {
    match scope {
        Scope::All => Manner::Shields,
        Scope::OneDie => Manner::Parries,
    }
}

/// Whether a die of the active unit, of the reactor, stands in a tie (AE-09).
fn keeps(ties: Ties) -> [bool; 2] {
    match ties {
        Ties::Both => [true, true],
        Ties::Active => [true, false],
        Ties::Reactor => [false, true],
        Ties::Cancel => [false, false],
    }
}
