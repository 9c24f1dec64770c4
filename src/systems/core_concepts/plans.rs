//! What the active model does (reference, section 6, plans): everything about an activation that needs no dice.

use super::clash::Clash;
use super::data::Half;
use super::duel::Bout;
use super::fighter::{Blade, Fighter};
use super::policy::{Plan, Split};
use super::state::{Phase, Position};
use crate::umpire::{Exact, Mix, Side};

/// How a side chooses its attack dice.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum How {
    /// So many.
    Fixed(u8),
    /// By these chances.
    Mixed(Mix),
    /// It looks ahead.
    Open,
}

/// The main action of an activation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// None.
    Nothing,
    /// A Close Combat.
    Clash,
    /// A Shooting.
    Shoot,
}

/// A Close Combat, from where the Pounce ends.
#[derive(Copy, Clone, Debug)]
pub struct Fray {
    /// The gap after the Pounce.
    pub gap: Half,
    /// What both bring.
    pub clash: Clash,
    /// How the active model and the other split their dice.
    pub splits: [How; 2],
}

/// What follows the main action, if both still stand and there are action points.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Then {
    /// Nothing.
    Nothing,
    /// One Move away.
    Away,
    /// One closing Move, no nearer than this.
    Close(Half),
}

/// An activation, or the coin at the start of a round.
#[derive(Copy, Clone, Debug)]
pub struct Brief {
    /// Nobody acts yet: a coin says who activates first.
    pub coin: bool,
    /// Who acts.
    pub active: Side,
    /// How many closing Moves come first.
    pub moves: u16,
    /// The gap after them.
    pub gap: Half,
    /// Action points of the active model after them.
    pub ap: u16,
    /// The main action.
    pub deed: Deed,
    /// The Close Combat, if that is it.
    pub fray: Option<Fray>,
    /// What follows.
    pub then: Then,
}

/// A plan being carried out.
struct Walk<'a> {
    bout: &'a Bout,
    side: Side,
    me: &'a Fighter,
    gap: Half,
    ap: u16,
    moves: u16,
}

impl Walk<'_> {
    /// The gap after a closing Move.
    fn closer(&self, stop: Half) -> Half {
        self.bout.closer(self.side, self.gap, stop)
    }

    /// Makes a closing Move, if there are action points for it and it shrinks the gap.
    fn close(&mut self, stop: Half) -> bool {
        let gap = self.closer(stop);
        let cost = self.bout.numbers.move_ap;
        let moves = self.ap >= cost && gap < self.gap;
        if moves {
            self.gap = gap;
            self.ap -= cost;
            self.moves += 1;
        }
        moves
    }

    /// A clash is possible from this far with these action points.
    fn can_clash(&self, blade: &Blade, gap: Half, ap: u16) -> bool {
        ap >= self.bout.numbers.clash_ap && gap <= blade.reach + self.me.pounce
    }

    fn can_shoot(&self) -> bool {
        self.ap >= self.bout.numbers.shoot_ap && self.bout.possible(self.side, self.gap)
    }

    fn charge(&mut self) -> Deed {
        let Some(blade) = &self.me.blade else {
            return Deed::Nothing;
        };
        loop {
            if self.can_clash(blade, self.gap, self.ap) {
                return Deed::Clash;
            }
            if !self.close(blade.reach) {
                return Deed::Nothing;
            }
        }
    }

    fn advance(&mut self) -> Deed {
        let stop = self.me.policy.preferred_gap;
        let numbers = &self.bout.numbers;
        loop {
            // The last action points, or as near as it goes.
            let last = self.ap < numbers.shoot_ap + numbers.move_ap;
            if self.can_shoot() && (last || self.closer(stop) == self.gap) {
                return Deed::Shoot;
            }
            if !self.close(stop) {
                return Deed::Nothing;
            }
        }
    }

    fn mixed(&mut self) -> (Deed, Then) {
        let cost = self.bout.numbers.move_ap;
        if let Some(blade) = &self.me.blade {
            let near = self.closer(blade.reach);
            let now = self.can_clash(blade, self.gap, self.ap);
            let soon = self.ap >= cost && self.can_clash(blade, near, self.ap - cost);
            if now || soon {
                return (self.charge(), Then::Nothing);
            }
        }
        let stop = match &self.me.blade {
            Some(blade) => blade.reach,
            None => self.me.policy.preferred_gap,
        };
        if self.can_shoot() {
            return (Deed::Shoot, Then::Close(stop));
        }
        let main = if self.me.blade.is_some() {
            self.charge()
        } else {
            self.advance()
        };
        (main, Then::Nothing)
    }
}

impl Bout {
    /// The gap after a closing Move of `side`, no nearer than `stop`: never larger than before, and outside the other's
    /// threat range (CC-21).
    pub(super) fn closer(&self, side: Side, gap: Half, stop: Half) -> Half {
        let foe = &self.fighters[side.other().index()];
        let edge = match &foe.blade {
            Some(blade) if !self.into_threat => blade.reach + self.numbers.stop_short,
            _ => 0,
        };
        let stride = self.fighters[side.index()].stride;
        gap.saturating_sub(stride).max(stop).max(edge).min(gap)
    }

    /// Works out an activation.
    pub(super) fn orders(&self, position: Position, exact: &mut Exact) -> Brief {
        let side = match position.phase {
            Phase::Coin => {
                return Brief {
                    coin: true,
                    active: Side::A,
                    moves: 0,
                    gap: position.gap,
                    ap: position.ap[0],
                    deed: Deed::Nothing,
                    fray: None,
                    then: Then::Nothing,
                };
            }
            Phase::First(side) | Phase::Second(side) => side,
        };
        let me = &self.fighters[side.index()];
        let mut walk = Walk {
            bout: self,
            side,
            me,
            gap: position.gap,
            ap: position.ap[side.index()],
            moves: 0,
        };
        let (deed, then) = match me.policy.plan {
            Plan::Charge => (walk.charge(), Then::Nothing),
            Plan::Advance => (walk.advance(), Then::Nothing),
            Plan::Mixed => walk.mixed(),
            Plan::Stand if walk.can_shoot() => (Deed::Shoot, Then::Nothing),
            Plan::Stand => (Deed::Nothing, Then::Nothing),
            Plan::Kite if walk.can_shoot() => (Deed::Shoot, Then::Away),
            Plan::Kite => (Deed::Nothing, Then::Away),
        };
        let Walk { gap, ap, moves, .. } = walk;
        let fray = (deed == Deed::Clash).then(|| self.fray(side, gap, exact));
        Brief {
            coin: false,
            active: side,
            moves,
            gap,
            ap,
            deed,
            fray,
            then,
        }
    }

    /// The clash after a Pounce from this far.
    fn fray(&self, side: Side, gap: Half, exact: &mut Exact) -> Fray {
        let [me, foe] = [side, side.other()].map(|side| &self.fighters[side.index()]);
        // It stops at its own full reach.
        let gap = gap.min(me.blade.as_ref().map_or(0, |blade| blade.reach));
        let answers = foe.threatens(gap);
        let damage = |fighter: &Fighter| fighter.blade.as_ref().map_or([0, 0], |b| b.damage);
        let clash = Clash {
            dice: [me.melee, foe.melee],
            damage: [damage(me), damage(foe)],
            answers,
            half_lost: self.half_lost,
            faces: [self.numbers.success, self.numbers.critical],
            either: self.either,
        };
        let policies = [me.policy.split, foe.policy.split];
        let mut splits = [0, 1].map(|at: usize| {
            let dice = clash.dice[at];
            let opposed = at == 1 || answers;
            if at == 1 && !answers {
                return How::Fixed(0);
            }
            match policies[at] {
                Split::Even if opposed => How::Fixed(dice.div_ceil(2)),
                Split::Even | Split::AllAttack => How::Fixed(dice),
                Split::AllDefence => How::Fixed(0),
                Split::Fixed(n) => How::Fixed(n.min(dice)),
                Split::Optimal => How::Fixed(0),
                Split::Solved => How::Open,
            }
        });
        let optimal =
            [0, 1].map(|at: usize| policies[at] == Split::Optimal && (at == 0 || answers));
        if optimal[0] || optimal[1] {
            let solved = self.equilibrium(side, &clash, exact);
            for at in 0..2 {
                if optimal[at] {
                    splits[at] = solved[at];
                }
            }
        }
        Fray { gap, clash, splits }
    }

    /// How both split in the matrix game of one clash; worked out once.
    fn equilibrium(&self, side: Side, clash: &Clash, exact: &mut Exact) -> [How; 2] {
        let place = &self.games[side.index()][usize::from(clash.answers)];
        if let Some(known) = place.get() {
            return *known;
        }
        let Ok(play) = clash.game(exact) else {
            // The enumerator has given up, and so will whoever asked.
            return [How::Fixed(0); 2];
        };
        let how = |chances: &[f64]| {
            let mix = Mix::new(chances);
            match mix.only() {
                Some(dice) => How::Fixed(dice as u8),
                None => How::Mixed(mix),
            }
        };
        *place.get_or_init(|| [how(&play.rows), how(&play.columns)])
    }
}
