//! A match-up with its kind of duel hidden: what the rest of the house fights with. One call a block of fights goes
//! through the hidden door; everything inside is compiled for its duel.

use super::chain::{Budget, Chain, TooBig};
use super::duel::{Adviser, Book, Desk, Duel, Fought, Nobody, fight};
use super::outcome::{Outcome, Tally};
use super::record::{Event, Silent, Told};
use super::sampler::{Sampler, Stream};
use super::{Exact, Verdict};
use std::any::{Any, TypeId};
use std::ops::Range;
use std::sync::OnceLock;

/// What a thread needs to work out and to fight: the enumerator with its laws, and a workspace for each kind of duel.
/// Keep one a thread, for as long as possible.
#[derive(Default)]
pub struct Lab {
    /// The enumerator.
    pub exact: Exact,
    rooms: Vec<(TypeId, Box<dyn Any + Send>)>,
}

impl Lab {
    /// A new, empty one.
    pub fn new() -> Lab {
        Lab::default()
    }

    fn room<T: Default + Send + 'static>(&mut self) -> (&mut T, &mut Exact) {
        let id = TypeId::of::<T>();
        let at = match self.rooms.iter().position(|room| room.0 == id) {
            Some(at) => at,
            None => {
                self.rooms.push((id, Box::new(T::default())));
                self.rooms.len() - 1
            }
        };
        let room = self.rooms[at]
            .1
            .downcast_mut()
            .expect("kept under its own type");
        (room, &mut self.exact)
    }
}

/// Two sides in one situation, ready to be fought.
pub trait MatchUp: Send + Sync {
    /// The names of the kinds of draw; the first is the round cap.
    fn reasons(&self) -> &'static [&'static str];
    /// Whether a side looks ahead to the end of the fight. Only the difference of the win chances is unique then.
    fn looks_ahead(&self) -> bool;
    /// An empty tally for it.
    fn tally(&self) -> Tally;
    /// The exact outcome.
    fn solve(&self, lab: &mut Lab, budget: Budget) -> Result<Outcome, TooBig>;
    /// Fights these fights of the stream, and counts them. Fails only where a side looks ahead, or weighs odds, and those
    /// are too big to be worked out.
    fn sample(&self, lab: &mut Lab, stream: Stream, fights: Range<u64>) -> Result<Tally, TooBig>;
    /// What A scores in each of these fights, one after the other: 2 for a win, 1 for a draw, 0. They are the fights that
    /// `sample` counts; one by one they can be held against those of other rules with the same dice.
    fn scores(
        &self,
        lab: &mut Lab,
        stream: Stream,
        fights: Range<u64>,
        scores: &mut Vec<u8>,
    ) -> Result<(), TooBig> {
        scores.clear();
        for number in fights {
            let tally = self.sample(lab, stream, number..number + 1)?;
            scores.push((2 * tally.wins[0] + tally.draw()) as u8);
        }
        Ok(())
    }
    /// Tells one fight of the stream: the very fight that `sample` counts under that number.
    fn tell(
        &self,
        lab: &mut Lab,
        stream: Stream,
        number: u64,
    ) -> Result<(Fought, Vec<Event>), TooBig>;
}

/// A duel behind the door.
pub struct Ready<D: Duel> {
    duel: D,
    /// What the solver decided, for sides that look ahead; worked out when first needed.
    book: OnceLock<Result<Book<D::State>, TooBig>>,
}

impl<D: Duel> Ready<D> {
    /// Puts a duel behind the door.
    pub fn new(duel: D) -> Self {
        Ready {
            duel,
            book: OnceLock::new(),
        }
    }

    fn book(&self, lab: &mut Lab) -> Result<Option<&Book<D::State>>, TooBig>
    where
        D: 'static,
    {
        if !self.duel.looks_ahead() {
            return Ok(None);
        }
        let book = self.book.get_or_init(|| {
            let (chain, exact) = lab.room::<Chain<D>>();
            let (_, book) = chain.solve(&self.duel, exact, Budget::default())?;
            book.ok_or(TooBig)
        });
        match book {
            Ok(book) => Ok(Some(book)),
            Err(TooBig) => Err(TooBig),
        }
    }
}

impl<D: Duel + Send + 'static> MatchUp for Ready<D> {
    fn reasons(&self) -> &'static [&'static str] {
        D::REASONS
    }

    fn looks_ahead(&self) -> bool {
        self.duel.looks_ahead()
    }

    fn tally(&self) -> Tally {
        Tally::new(D::REASONS.len(), self.duel.cap(), self.duel.most())
    }

    fn solve(&self, lab: &mut Lab, budget: Budget) -> Result<Outcome, TooBig> {
        let (chain, exact) = lab.room::<Chain<D>>();
        chain
            .solve(&self.duel, exact, budget)
            .map(|(outcome, _)| outcome)
    }

    fn sample(&self, lab: &mut Lab, stream: Stream, fights: Range<u64>) -> Result<Tally, TooBig> {
        let mut tally = self.tally();
        let count = |fought: Fought| tally.add(fought.ending, fought.round);
        match self.book(lab)? {
            None => self.block(lab, stream, fights, &Nobody, count)?,
            Some(book) => self.block(lab, stream, fights, &book, count)?,
        }
        Ok(tally)
    }

    fn scores(
        &self,
        lab: &mut Lab,
        stream: Stream,
        fights: Range<u64>,
        scores: &mut Vec<u8>,
    ) -> Result<(), TooBig> {
        scores.clear();
        let note = |fought: Fought| {
            scores.push(match fought.ending.verdict {
                Verdict::Win(side) => 2 - 2 * side as u8,
                Verdict::Draw(_) => 1,
            });
        };
        match self.book(lab)? {
            None => self.block(lab, stream, fights, &Nobody, note),
            Some(book) => self.block(lab, stream, fights, &book, note),
        }
    }

    fn tell(
        &self,
        lab: &mut Lab,
        stream: Stream,
        number: u64,
    ) -> Result<(Fought, Vec<Event>), TooBig> {
        Ok(match self.book(lab)? {
            None => self.told(lab, stream, number, &Nobody)?,
            Some(book) => self.told(lab, stream, number, &book)?,
        })
    }
}

impl<D: Duel + Send + 'static> Ready<D> {
    fn block(
        &self,
        lab: &mut Lab,
        stream: Stream,
        fights: Range<u64>,
        adviser: &impl Adviser<D::State>,
        mut count: impl FnMut(Fought),
    ) -> Result<(), TooBig> {
        let (desk, exact) = lab.room::<Desk<D>>();
        exact.set_budget(u64::MAX);
        desk.clear();
        let mut dice = Sampler::new(stream, fights.start, Silent);
        // Each fight is opened before the one before it is fought, so that nothing waits for its first dice.
        let mut opened = stream.open(fights.start);
        for number in fights {
            dice.begin(opened);
            opened = stream.open(number.wrapping_add(1));
            let fought = fight(&self.duel, desk, exact, adviser, &mut dice);
            count(fought);
        }
        if exact.broke() {
            // A policy weighed odds that could not be worked out.
            return Err(TooBig);
        }
        Ok(())
    }

    fn told(
        &self,
        lab: &mut Lab,
        stream: Stream,
        number: u64,
        adviser: &impl Adviser<D::State>,
    ) -> Result<(Fought, Vec<Event>), TooBig> {
        let (desk, exact) = lab.room::<Desk<D>>();
        exact.set_budget(u64::MAX);
        desk.clear();
        let mut dice = Sampler::new(stream, number, Told::default());
        let fought = fight(&self.duel, desk, exact, adviser, &mut dice);
        if exact.broke() {
            return Err(TooBig);
        }
        Ok((fought, dice.record.events))
    }
}
