//! A match-up with its kind of duel hidden: what the rest of the house fights with. One call a block of fights goes
//! through the hidden door; everything inside is compiled for its duel.

use super::chain::{Budget, Chain, TooBig};
use super::duel::{Adviser, Book, Desk, Duel, Fight, Fought, Length, Nobody};
use super::outcome::{Outcome, Tally};
use super::record::{Event, Silent, Told};
use super::sampler::{Sampler, Stream};
use super::sheet::Sheet;
use super::{Exact, Verdict};
use rand_pcg::Pcg64Mcg;
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

    pub(super) fn room<T: Default + Send + 'static>(&mut self) -> (&mut T, &mut Exact) {
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
    /// What each side begins with, and so the most that can be left.
    fn most(&self) -> [u16; 2];
    /// The exact outcome for fighters of whom only so much is left.
    fn solve_from(&self, lab: &mut Lab, budget: Budget, left: [u16; 2]) -> Result<Outcome, TooBig>;
    /// Fights with fighters of whom only so much is left.
    fn sample_from(
        &self,
        lab: &mut Lab,
        stream: Stream,
        fights: Range<u64>,
        left: [u16; 2],
    ) -> Result<Tally, TooBig>;
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
        let book = self.book(lab)?;
        self.counted(lab, Block::new(stream, fights), book)
    }

    fn scores(
        &self,
        lab: &mut Lab,
        stream: Stream,
        fights: Range<u64>,
        scores: &mut Vec<u8>,
    ) -> Result<(), TooBig> {
        scores.clear();
        let book = self.book(lab)?;
        let length = Length::of(&self.duel);
        self.fight(lab, Block::new(stream, fights), book, &mut |over| {
            scores.extend(over.iter().map(|(_, fight)| {
                match fight.fought(&self.duel, length).ending.verdict {
                    Verdict::Win(side) => 2 - 2 * side as u8,
                    Verdict::Draw(_) => 1,
                }
            }));
        })
    }

    fn most(&self) -> [u16; 2] {
        self.duel.most()
    }

    fn solve_from(&self, lab: &mut Lab, budget: Budget, left: [u16; 2]) -> Result<Outcome, TooBig> {
        let (chain, exact) = lab.room::<Chain<D>>();
        let solved = chain.solve_from(&self.duel, exact, budget, Some(left));
        solved.map(|(outcome, _)| outcome)
    }

    fn sample_from(
        &self,
        lab: &mut Lab,
        stream: Stream,
        fights: Range<u64>,
        left: [u16; 2],
    ) -> Result<Tally, TooBig> {
        let mut block = Block::new(stream, fights);
        block.left = Some(left);
        if !self.duel.looks_ahead() {
            return self.counted(lab, block, None);
        }
        // Another start, another book.
        let (chain, exact) = lab.room::<Chain<D>>();
        let budget = Budget::default();
        let (_, book) = chain.solve_from(&self.duel, exact, budget, Some(left))?;
        self.counted(lab, block, Some(&book.ok_or(TooBig)?))
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

/// How many fights are begun together.
const TOGETHER: usize = 64;

/// A fight under way, and its dice.
type Begun<D> = (Pcg64Mcg, Fight<<D as Duel>::State>);

/// Where a thread fights: the briefs at hand, and the fights that were begun together.
struct Hall<D: Duel> {
    desk: Desk<D>,
    begun: Vec<Begun<D>>,
}

impl<D: Duel> Default for Hall<D> {
    fn default() -> Self {
        Hall {
            desk: Desk::default(),
            begun: Vec::with_capacity(TOGETHER),
        }
    }
}

/// Which fights to fight.
struct Block {
    stream: Stream,
    fights: Range<u64>,
    /// What is left of the two when they begin; nothing is missing if it is not said.
    left: Option<[u16; 2]>,
}

impl Block {
    fn new(stream: Stream, fights: Range<u64>) -> Block {
        Block {
            stream,
            fights,
            left: None,
        }
    }
}

impl<D: Duel + Send + 'static> Ready<D> {
    fn counted(
        &self,
        lab: &mut Lab,
        block: Block,
        book: Option<&Book<D::State>>,
    ) -> Result<Tally, TooBig> {
        let mut sheet = Sheet::new(self.tally());
        let length = Length::of(&self.duel);
        self.fight(lab, block, book, &mut |over| {
            for (_, fight) in over {
                let fought = fight.fought(&self.duel, length);
                sheet.add(fought.ending, fought.round);
            }
        })?;
        Ok(sheet.total())
    }

    /// Fights a block; `over` gets the fights in their order, so many at once as were begun together.
    fn fight(
        &self,
        lab: &mut Lab,
        block: Block,
        book: Option<&Book<D::State>>,
        over: &mut dyn FnMut(&[Begun<D>]),
    ) -> Result<(), TooBig> {
        match book {
            None => self.advised(lab, block, &Nobody, over),
            Some(book) => self.advised(lab, block, &book, over),
        }
    }

    fn advised(
        &self,
        lab: &mut Lab,
        Block {
            stream,
            fights,
            left,
        }: Block,
        adviser: &impl Adviser<D::State>,
        over: &mut dyn FnMut(&[Begun<D>]),
    ) -> Result<(), TooBig> {
        let duel = &self.duel;
        let length = Length::of(duel);
        let (Hall { desk, begun }, exact) = lab.room::<Hall<D>>();
        exact.set_budget(u64::MAX);
        desk.clear();
        let mut from = fights.start;
        while from < fights.end {
            let n = (fights.end - from).min(TOGETHER as u64);
            begun.clear();
            for number in from..from + n {
                let mut dice = Sampler::new(stream, number, Silent);
                let fight = Fight::begin(duel, desk, length, left, &mut dice);
                begun.push((dice.lay_by(), fight));
            }
            from += n;
            // Two fights take turns; one that is over makes room for the next that waits. When that is cannot be foreseen,
            // so nothing branches on it: a wrong guess would cost as much as half a turn.
            let begun = &mut begun[..];
            let n = begun.len();
            let (mut now, mut then, mut waits) = (0, 1, 2);
            while (now < n) & (then < n) {
                let (rng, fight) = &mut begun[now];
                let mut dice = Sampler::take_up(rng.clone());
                let is_over = fight.turn(duel, desk, exact, length, adviser, &mut dice);
                *rng = dice.lay_by();
                let followed_by = now + (waits - now) * usize::from(is_over);
                waits += usize::from(is_over);
                (now, then) = (then, followed_by);
            }
            if let Some((rng, fight)) = begun.get_mut(now.min(then)) {
                let mut dice = Sampler::take_up(rng.clone());
                fight.finish(duel, desk, exact, length, adviser, &mut dice);
            }
            over(begun);
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
        let (Hall { desk, .. }, exact) = lab.room::<Hall<D>>();
        exact.set_budget(u64::MAX);
        desk.clear();
        let mut dice = Sampler::new(stream, number, Told::default());
        let length = Length::of(&self.duel);
        let mut fight = Fight::begin(&self.duel, desk, length, None, &mut dice);
        fight.finish(&self.duel, desk, exact, length, adviser, &mut dice);
        if exact.broke() {
            return Err(TooBig);
        }
        Ok((fight.fought(&self.duel, length), dice.record.events))
    }
}
