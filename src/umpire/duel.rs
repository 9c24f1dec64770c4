//! A duel as the umpire sees it: a small state, a turn that changes it, and the end. A system implements [`Duel`] once;
//! [`fight`] plays it with a sampler, [`super::Chain`] solves it.

use super::outcome::Ending;
use super::record::Record;
use super::{Exact, Fast, FastMap, Reason, Sampler, Umpire, Verdict};
use std::hash::{Hash, Hasher};

/// One match-up of two fighters, ready to be fought.
pub trait Duel: Sync {
    /// All that changes. Small, and canonical: what can no longer matter is set to one fixed value. Never holds the
    /// round number: the round is a layer of the chain, not a state.
    type State: Copy + Eq + Hash + Send + Sync + 'static;
    /// The part of the state that orders depend on. For most policies that is everything but the wounds.
    type Position: Copy + Eq + Hash + Send + 'static;
    /// Everything about a turn that needs no dice: orders, pools, saves, the position after. Worked out once a position.
    type Brief: Copy + Send + 'static;

    /// The names of the kinds of draw. The first is always the round cap.
    const REASONS: &'static [&'static str];

    /// The part of the state that orders depend on.
    fn position(&self, state: &Self::State) -> Self::Position;
    /// Works out the orders. `exact` answers policies that weigh the odds of their own next step.
    fn brief(&self, position: Self::Position, exact: &mut Exact) -> Self::Brief;
    /// The state before the first turn. Who begins may be decided by dice, so this is a law and not a value.
    fn start<U: Umpire>(&self, umpire: &mut U) -> Self::State;
    /// Plays one turn: one activation or one step of a resolution. Bounded: it rolls no unbounded series of dice.
    fn turn<U: Umpire>(
        &self,
        state: &mut Self::State,
        brief: &Self::Brief,
        umpire: &mut U,
    ) -> Option<Verdict>;
    /// What is left of A and of B.
    fn left(&self, state: &Self::State) -> [u16; 2];
    /// What each side begins with, and so the most that can be left.
    fn most(&self) -> [u16; 2];
    /// Turns in a round.
    fn turns_per_round(&self) -> u32;
    /// After this many rounds the fight is a draw.
    fn cap(&self) -> u32;
    /// Whether a side looks ahead to the end of the fight, so that turns hold open decisions.
    fn looks_ahead(&self) -> bool;
}

/// Briefs at hand: a small direct-mapped store, so that orders are worked out once a position and not once a turn. Each
/// remembers which one followed it last, so that most turns find theirs without a look-up.
pub struct Desk<D: Duel> {
    /// Where the brief of a position is, by the position's hash.
    places: Box<[u32; SLOTS]>,
    briefs: Vec<Kept<D>>,
    /// Where a fight began last.
    begin: u32,
}

/// Where the last brief was found, and where the next one was found last time.
#[derive(Copy, Clone, Debug)]
pub struct Trail {
    last: u32,
    hint: u32,
}

struct Kept<D: Duel> {
    position: D::Position,
    brief: D::Brief,
    next: u32,
}

const SLOTS: usize = 128;
const EMPTY: u32 = u32::MAX;

impl<D: Duel> Default for Desk<D> {
    fn default() -> Self {
        Desk {
            places: Box::new([EMPTY; SLOTS]),
            briefs: Vec::with_capacity(SLOTS),
            begin: EMPTY,
        }
    }
}

impl<D: Duel> Desk<D> {
    /// Clears the desk for another match-up.
    pub fn clear(&mut self) {
        self.places.fill(EMPTY);
        self.briefs.clear();
    }

    /// The brief for this position: the one at hand, or a new one. `trail` is where the turn before found its own.
    #[inline(always)]
    pub fn brief(
        &mut self,
        duel: &D,
        position: D::Position,
        trail: &mut Trail,
        exact: &mut Exact,
    ) -> &D::Brief {
        let hint = trail.hint;
        let found = match self.briefs.get(hint as usize) {
            Some(kept) if kept.position == position => hint,
            _ => self.look_up(duel, position, trail.last, exact),
        };
        let kept = &self.briefs[found as usize];
        *trail = Trail {
            last: found,
            hint: kept.next,
        };
        &kept.brief
    }

    /// Before the first turn of a fight.
    #[inline(always)]
    pub fn trail(&self) -> Trail {
        Trail {
            last: EMPTY,
            hint: self.begin,
        }
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self, duel: &D, position: D::Position, last: u32, exact: &mut Exact) -> u32 {
        let mut hasher = Fast::default();
        position.hash(&mut hasher);
        let place = &mut self.places[(hasher.finish() >> 32) as usize % SLOTS];
        let fits = self
            .briefs
            .get(*place as usize)
            .is_some_and(|kept| kept.position == position);
        if !fits {
            let kept = Kept {
                position,
                brief: duel.brief(position, exact),
                next: EMPTY,
            };
            match self.briefs.get_mut(*place as usize) {
                Some(other) => *other = kept,
                None => {
                    *place = self.briefs.len() as u32;
                    self.briefs.push(kept);
                }
            }
        }
        let found = *place;
        match self.briefs.get_mut(last as usize) {
            Some(before) => before.next = found,
            None => self.begin = found,
        }
        found
    }
}

/// What the solver decided: for each layer of the fight and each state with an open decision, the option to take. The
/// sampler and the narrator play from it.
pub struct Book<S> {
    pub(super) index: FastMap<S, u32>,
    pub(super) layers: Vec<Vec<u8>>,
}

impl<S: Copy + Eq + Hash> Book<S> {
    /// The option to take in `state` when `turn` turns have been played.
    pub fn choice(&self, turn: usize, state: &S) -> usize {
        let at = self.index.get(state).copied();
        let layer = self.layers.get(turn);
        match (at, layer) {
            (Some(at), Some(layer)) => layer.get(at as usize).copied().map_or(0, usize::from),
            _ => 0,
        }
    }
}

/// A fight that was fought.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fought {
    /// How it ended.
    pub ending: Ending,
    /// In which round.
    pub round: u32,
}

/// Who answers open decisions in a sampled fight: the solver's book, or nobody.
pub(super) trait Adviser<S> {
    /// The option to take in `state` when `turn` turns have been played.
    fn advise(&self, turn: u32, state: &S) -> usize;
}

/// For fights without open decisions.
pub(super) struct Nobody;

impl<S> Adviser<S> for Nobody {
    #[inline(always)]
    fn advise(&self, _: u32, _: &S) -> usize {
        0
    }
}

impl<S: Copy + Eq + Hash> Adviser<S> for &Book<S> {
    fn advise(&self, turn: u32, state: &S) -> usize {
        self.choice(turn as usize, state)
    }
}

/// Plays one fight to its end with the sampler as it stands.
#[inline(always)]
pub(super) fn fight<D: Duel, R: Record>(
    duel: &D,
    desk: &mut Desk<D>,
    exact: &mut Exact,
    adviser: &impl Adviser<D::State>,
    dice: &mut Sampler<R>,
) -> Fought {
    let per_round = duel.turns_per_round();
    let turns = duel.cap() * per_round;
    let mut state = duel.start(dice);
    let mut trail = desk.trail();
    for turn in 0..turns {
        if R::LISTENS && turn % per_round == 0 {
            dice.record.round(turn / per_round + 1);
        }
        dice.begin_turn();
        dice.choice = adviser.advise(turn, &state);
        let brief = desk.brief(duel, duel.position(&state), &mut trail, exact);
        if let Some(verdict) = duel.turn(&mut state, brief, dice) {
            let left = duel.left(&state);
            return Fought {
                ending: Ending { verdict, left },
                round: turn / per_round + 1,
            };
        }
    }
    Fought {
        ending: Ending {
            verdict: Verdict::Draw(Reason::CAP),
            left: duel.left(&state),
        },
        round: duel.cap(),
    }
}
