//! A duel as the umpire sees it: a small state, a turn that changes it, and the end. A system implements [`Duel`] once;
//! [`Fight`] is one of them under way with a sampler, [`super::Chain`] solves it.

use super::mix::fall;
use super::outcome::Ending;
use super::record::Record;
use super::{Exact, Fast, FastMap, Reason, Sampler, Umpire, Verdict};
use std::hash::{Hash, Hasher};
use std::ops::Range;

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
    /// Makes a start one of fighters who have been in a fight: so much is left of A and of B, all else is as at the start.
    fn weaken(&self, state: &mut Self::State, left: [u16; 2]);
    /// What is left of A and of B.
    fn left(&self, state: &Self::State) -> [u16; 2];
    /// What each side begins with, and so the most that can be left.
    fn most(&self) -> [u16; 2];
    /// Turns in a round.
    fn turns_per_round(&self) -> u32;
    /// After this many rounds, at least one, the fight is a draw.
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

/// A brief on the desk.
pub(super) struct Kept<D: Duel> {
    position: D::Position,
    pub(super) brief: D::Brief,
    /// Where the one that followed it last is.
    next: u32,
}

const SLOTS: usize = 128;
/// Nowhere on the desk; as the last brief of a fight, that there is none yet.
pub(super) const EMPTY: u32 = u32::MAX;

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

    /// What is kept at `hint`, if it is for this position.
    #[inline(always)]
    pub(super) fn at_hand(&self, position: D::Position, hint: u32) -> Option<&Kept<D>> {
        self.briefs
            .get(hint as usize)
            .filter(|kept| kept.position == position)
    }

    /// What is kept for this position, wherever it is, or put there now; and where that is. From now on what was found
    /// at `last` leads there.
    #[cold]
    #[inline(never)]
    pub(super) fn fetch(
        &mut self,
        duel: &D,
        position: D::Position,
        last: u32,
        exact: &mut Exact,
    ) -> (&Kept<D>, u32) {
        let found = self.look_up(duel, position, last, exact);
        (&self.briefs[found as usize], found)
    }

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

/// What the solver decided: for each layer of the fight and each state with an open decision, the option to take, or the
/// mix of options. The sampler and the narrator play from it.
pub struct Book<S> {
    pub(super) index: FastMap<S, u32>,
    pub(super) pages: Pages,
}

/// The decisions of a book, by layer and number of the state.
#[derive(Default)]
pub(super) struct Pages {
    /// The option to take or, from [`MIXED`] on, the place of a mix. Counted in turns from the start.
    pub(super) layers: Vec<Vec<u32>>,
    mixes: Vec<[Range<u32>; 2]>,
    chances: Vec<f64>,
}

/// From here on an entry of a layer is the place of a mix.
const MIXED: u32 = 1 << 31;

/// What to do in a state.
pub(super) enum Choice<'a> {
    /// This option.
    Pure(u32),
    /// Chances for the options of A and of B, who choose at once.
    Mixed([&'a [f64]; 2]),
}

impl Pages {
    /// What to do in state number `state` when `turn` turns have been played.
    pub(super) fn choice(&self, turn: usize, state: usize) -> Choice<'_> {
        let entry = self.layers.get(turn).and_then(|layer| layer.get(state));
        match entry.copied().unwrap_or(0) {
            place @ MIXED.. => {
                let [a, b] = &self.mixes[(place - MIXED) as usize];
                let part =
                    |range: &Range<u32>| &self.chances[range.start as usize..range.end as usize];
                Choice::Mixed([part(a), part(b)])
            }
            option => Choice::Pure(option),
        }
    }

    /// Keeps a mix for each side; gives what to put into the layer.
    pub(super) fn keep(&mut self, mixes: [&[f64]; 2]) -> u32 {
        let place = self.mixes.len() as u32;
        let ranges = mixes.map(|mix| {
            let start = self.chances.len() as u32;
            self.chances.extend_from_slice(mix);
            start..self.chances.len() as u32
        });
        self.mixes.push(ranges);
        MIXED + place
    }

    /// How many chances are kept.
    pub(super) fn kept(&self) -> usize {
        self.chances.len()
    }
}

impl<S: Copy + Eq + Hash> Book<S> {
    /// The option to take in `state` when `turn` turns have been played; where the book has a mix, random words decide.
    fn choice(&self, turn: usize, state: &S, mut word: impl FnMut() -> u64) -> usize {
        let Some(&at) = self.index.get(state) else {
            return 0;
        };
        match self.pages.choice(turn, at as usize) {
            Choice::Pure(option) => option as usize,
            Choice::Mixed([a, b]) => {
                let i = fall(a.iter().copied(), word());
                i * b.len() + fall(b.iter().copied(), word())
            }
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
    /// Whether there is anything to ask.
    const ADVISES: bool;
    /// The option to take in `state` when `turn` turns have been played; `word` gives random words for a mix.
    fn advise(&self, turn: u32, state: &S, word: impl FnMut() -> u64) -> usize;
}

/// For fights without open decisions.
pub(super) struct Nobody;

impl<S> Adviser<S> for Nobody {
    const ADVISES: bool = false;

    #[inline(always)]
    fn advise(&self, _: u32, _: &S, _: impl FnMut() -> u64) -> usize {
        0
    }
}

impl<S: Copy + Eq + Hash> Adviser<S> for &Book<S> {
    const ADVISES: bool = true;

    fn advise(&self, turn: u32, state: &S, word: impl FnMut() -> u64) -> usize {
        self.choice(turn as usize, state, word)
    }
}

/// A fight under way.
#[derive(Copy, Clone)]
pub(super) struct Fight<S> {
    pub(super) state: S,
    /// Turns left before the cap.
    to_go: u32,
    /// Where the last brief was found, and where the one that followed it was found last time.
    last: u32,
    hint: u32,
    /// How it ended, if it has.
    ended: Option<Verdict>,
}

/// What every fight of a match-up has in common.
#[derive(Copy, Clone)]
pub(super) struct Length {
    per_round: u32,
    turns: u32,
}

impl Length {
    pub(super) fn of<D: Duel>(duel: &D) -> Length {
        let per_round = duel.turns_per_round();
        Length {
            per_round,
            turns: (duel.cap() * per_round).max(1),
        }
    }
}

impl<S: Copy> Fight<S> {
    /// Begins a fight with the sampler as it stands, between fighters of whom everything is left, or only so much.
    #[inline(always)]
    pub(super) fn begin<D: Duel<State = S>, R: Record>(
        duel: &D,
        desk: &Desk<D>,
        length: Length,
        left: Option<[u16; 2]>,
        dice: &mut Sampler<R>,
    ) -> Fight<S> {
        let mut state = duel.start(dice);
        if let Some(left) = left {
            duel.weaken(&mut state, left);
        }
        Fight {
            state,
            to_go: length.turns,
            last: EMPTY,
            hint: desk.begin,
            ended: None,
        }
    }

    /// Plays the next turn; says whether the fight is over with it. Nothing here branches on what the dice show.
    #[inline(always)]
    pub(super) fn turn<D: Duel<State = S>, R: Record, A: Adviser<S>>(
        &mut self,
        duel: &D,
        desk: &mut Desk<D>,
        exact: &mut Exact,
        length: Length,
        adviser: &A,
        dice: &mut Sampler<R>,
    ) -> bool {
        let turn = length.turns - self.to_go;
        if R::LISTENS && turn.is_multiple_of(length.per_round) {
            dice.record.round(turn / length.per_round + 1);
        }
        dice.put_away();
        if A::ADVISES {
            dice.choice = adviser.advise(turn, &self.state, || dice.word());
        }
        let position = duel.position(&self.state);
        let mut found = self.hint;
        let kept = match desk.at_hand(position, found) {
            Some(kept) => kept,
            None => {
                let (kept, place) = desk.fetch(duel, position, self.last, exact);
                found = place;
                kept
            }
        };
        let ended = duel.turn(&mut self.state, &kept.brief, dice);
        self.to_go -= 1;
        self.last = found;
        self.hint = kept.next;
        self.ended = ended;
        ended.is_some() | (self.to_go == 0)
    }

    /// Plays it to its end.
    #[inline(never)]
    pub(super) fn finish<D: Duel<State = S>, R: Record, A: Adviser<S>>(
        &mut self,
        duel: &D,
        desk: &mut Desk<D>,
        exact: &mut Exact,
        length: Length,
        adviser: &A,
        dice: &mut Sampler<R>,
    ) {
        while !self.turn(duel, desk, exact, length, adviser, dice) {}
    }

    /// What came of it, when it is over.
    #[inline(always)]
    pub(super) fn fought<D: Duel<State = S>>(&self, duel: &D, length: Length) -> Fought {
        Fought {
            ending: Ending {
                verdict: self.ended.unwrap_or(Verdict::Draw(Reason::CAP)),
                left: duel.left(&self.state),
            },
            round: (length.turns - self.to_go).div_ceil(length.per_round),
        }
    }
}
