//! Reactions (reference, 6.4) and what comes of an activation and its answer: the dice of both, and where things stand
//! afterwards. No dice are rolled here; policies that weigh the odds of their next step ask the enumerator.

use super::attack::Exchange;
use super::duel::{Bout, MUTUAL};
use super::exchange::{Opposed, Spot};
use super::fighter::{Fighter, Load};
use super::layout::{MOST_GAP, Place};
use super::orders::{Act, Moment, Order, Planner, Seen, Shot};
use super::policy::{Adjust, React, Second};
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
            unit: self.readings.unit,
            models: 1,
            mov: me.mov,
            loaders: u8::MAX,
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
                let arm = &self.fighters[side].arms[at];
                arm.reload(arm.long, &mut moment.loads[side][at]);
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
        let points = self.order.points().map(Spot::open);
        self.bout
            .readings
            .counter(self.reactor(), 1, self.loads(side), points, |_, _| 0)
            .map(|(shot, _)| Answer::Counter(shot))
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
            bout.readings.spend(me, shot, &mut next.loads[mine.index()]);
        }
        if let Answer::Counter(shot) = answer {
            let loads = &mut next.loads[theirs.index()];
            bout.readings.spend(foe, shot, loads);
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
        let strike = |shot, opposed| (bout.readings.exchange([me, foe], true, shot, opposed), true);
        let (exchange, by_active) = match (attack, answer) {
            (Some(shot), Answer::Nothing) => strike(shot, Opposed::Nothing),
            (Some(shot), Answer::Counter(back)) => strike(shot, Opposed::Counter(back)),
            (Some(shot), Answer::Block(with)) => strike(shot, Opposed::Block(foe.block_with(with))),
            (Some(shot), Answer::Dodge) => strike(shot, Opposed::Dodge(foe.dodge)),
            (None, Answer::Counter(shot)) => {
                let opposed = match deed {
                    Deed::Planned => Opposed::Nothing,
                    Deed::Block(with) => Opposed::Block(me.block_with(with)),
                    Deed::Dodge => Opposed::Dodge(me.dodge),
                };
                let readings = &bout.readings;
                (readings.exchange([foe, me], false, shot, opposed), false)
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
