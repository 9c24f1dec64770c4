//! A skirmish as the umpire sees it: many units, a state too large to be enumerated, a whole fight at a time. It is
//! sampled and told, by the same [`Sampler`] and from the same streams as a duel, and never solved.

use super::chain::{Budget, TooBig};
use super::duel::Fought;
use super::match_up::{Lab, MatchUp};
use super::outcome::{Ending, Outcome, Tally};
use super::record::{Event, Record, Silent, Told};
use super::sampler::{Sampler, Stream};
use super::{Exact, Side, Umpire, Verdict};
use std::ops::Range;

/// Two armies on a table, ready to be fought.
pub trait Skirmish: Send + Sync + 'static {
    /// All that changes in a fight. A thread keeps one, whatever it fights: [`Skirmish::fight`] begins by making it its
    /// own, and allocates nothing once it has been.
    type State: Default + Send + 'static;

    /// The names of the kinds of draw. The first is always the round cap.
    const REASONS: &'static [&'static str];

    /// Makes the state ready for fights of this match-up. Called once a block of fights; may allocate.
    fn prepare(&self, state: &mut Self::State);
    /// Fights one fight to its end. `exact` answers policies that weigh the odds of their own next step.
    fn fight<U: Referee>(
        &self,
        state: &mut Self::State,
        place: Place,
        exact: &mut Exact,
        umpire: &mut U,
    ) -> Skirmished;
    /// Models at the start, and so the most that can be left, of A and of B.
    fn most(&self) -> [u16; 2];
    /// After this many rounds the fight is over.
    fn cap(&self) -> u32;
    /// Where A stands and who goes first in fight number `number`.
    fn place(&self, number: u64) -> Place;
}

/// An umpire of a whole fight: it is told where a round and where a turn begins.
pub trait Referee: Umpire {
    /// A round begins.
    fn round(&mut self, number: u32);
    /// A turn begins: dice in hand are put away.
    fn turn(&mut self);
}

impl<R: Record> Referee for Sampler<R> {
    #[inline(always)]
    fn round(&mut self, number: u32) {
        self.record.round(number);
    }

    #[inline(always)]
    fn turn(&mut self) {
        self.put_away();
    }
}

/// What is fixed for a fight by its number (SK-09), so that sides and first turns cancel in every total.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// A stands on table side 1.
    pub turned: bool,
    /// Who goes first, if that is taken from the dice.
    pub first: Option<Side>,
}

impl Place {
    /// The place of fight `number`: A on side `number mod 2` if sides are swapped; if first turns are shared out, A goes
    /// first where half the number, rounded down, is even.
    pub fn of(number: u64, swap: bool, even: bool) -> Place {
        let first = if (number / 2).is_multiple_of(2) {
            Side::A
        } else {
            Side::B
        };
        Place {
            turned: swap && !number.is_multiple_of(2),
            first: even.then_some(first),
        }
    }
}

/// A skirmish that was fought.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Skirmished {
    /// How it ended, and how many models are left of each side.
    pub ending: Ending,
    /// In which round.
    pub round: u32,
    /// Who went first.
    pub first: Side,
}

/// A skirmish behind the door.
pub struct Fielded<S: Skirmish> {
    skirmish: S,
}

impl<S: Skirmish> Fielded<S> {
    /// Puts a skirmish behind the door.
    pub fn new(skirmish: S) -> Self {
        Fielded { skirmish }
    }

    fn one<R: Record>(
        &self,
        state: &mut S::State,
        exact: &mut Exact,
        number: u64,
        dice: &mut Sampler<R>,
    ) -> (Place, Skirmished) {
        let place = self.skirmish.place(number);
        (place, self.skirmish.fight(state, place, exact, dice))
    }
}

impl<S: Skirmish> MatchUp for Fielded<S> {
    fn reasons(&self) -> &'static [&'static str] {
        S::REASONS
    }

    fn looks_ahead(&self) -> bool {
        false
    }

    fn tally(&self) -> Tally {
        Tally::new(S::REASONS.len(), self.skirmish.cap(), self.skirmish.most())
    }

    /// A skirmish has far too many states.
    fn solve(&self, _: &mut Lab, _: Budget) -> Result<Outcome, TooBig> {
        Err(TooBig)
    }

    fn sample(&self, lab: &mut Lab, stream: Stream, fights: Range<u64>) -> Result<Tally, TooBig> {
        let mut tally = self.tally();
        let (state, exact) = lab.room::<S::State>();
        exact.set_budget(u64::MAX);
        self.skirmish.prepare(state);
        let mut dice = Sampler::new(stream, fights.start, Silent);
        for number in fights {
            dice.open(stream, number);
            let (place, fought) = self.one(state, exact, number, &mut dice);
            tally.add(fought.ending, fought.round);
            let result = match fought.ending.verdict {
                Verdict::Win(Side::A) => 0,
                Verdict::Draw(_) => 1,
                Verdict::Win(Side::B) => 2,
            };
            let cell = usize::from(place.turned) + 2 * fought.first.index();
            tally.cells[cell][result] += 1;
        }
        if exact.broke() {
            return Err(TooBig);
        }
        Ok(tally)
    }

    fn most(&self) -> [u16; 2] {
        self.skirmish.most()
    }

    /// Armies that are left from another fight do not take the field.
    fn solve_from(&self, _: &mut Lab, _: Budget, _: [u16; 2]) -> Result<Outcome, TooBig> {
        Err(TooBig)
    }

    fn sample_from(
        &self,
        _: &mut Lab,
        _: Stream,
        _: Range<u64>,
        _: [u16; 2],
    ) -> Result<Tally, TooBig> {
        Err(TooBig)
    }

    fn tell(
        &self,
        lab: &mut Lab,
        stream: Stream,
        number: u64,
    ) -> Result<(Fought, Vec<Event>), TooBig> {
        let (state, exact) = lab.room::<S::State>();
        exact.set_budget(u64::MAX);
        self.skirmish.prepare(state);
        let mut dice = Sampler::new(stream, number, Told::default());
        let (_, fought) = self.one(state, exact, number, &mut dice);
        if exact.broke() {
            return Err(TooBig);
        }
        let told = Fought {
            ending: fought.ending,
            round: fought.round,
        };
        Ok((told, dice.record.events))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SK-09: in every four fights each side has each edge and each turn once.
    #[test]
    fn sk_09_sides_and_first_turns_are_shared_out() {
        let places: Vec<Place> = (0..4).map(|number| Place::of(number, true, true)).collect();
        let expected = [
            (false, Side::A),
            (true, Side::A),
            (false, Side::B),
            (true, Side::B),
        ];
        for (place, (turned, first)) in places.iter().zip(expected) {
            assert_eq!((place.turned, place.first), (turned, Some(first)));
        }
        let plain = Place::of(7, false, false);
        assert_eq!((plain.turned, plain.first), (false, None));
    }
}
