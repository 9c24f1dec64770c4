//! The block duel (reference, section 6.2): n alike soldiers against m, everyone in sight and threat range of everyone.
//!
//! Once the dice of the Oracle phase lie there, the Action phase has no chance in it: who is waiting and which dice are
//! left is settled by how many lived when the round began, by how many dice match, and by who is first. So a turn of the
//! umpire's is a whole round, and a state is no more than the living of both sides: n x m states, not (living, waiting,
//! dice) for each. More dice of the Type than soldiers make no difference, so they are not told apart. What that buys,
//! and where exact ends and sampling begins, is in the reference, section 6.3.

use super::build::Build;
use super::data::Rules;
use super::duel::{oracle, soldiers};
use super::pool::{Lead, Omen, Oracle};
use super::shape::MOST_SOLDIERS;
use super::situation::Situation;
use super::soldier::Soldier;
use super::story;
use super::strike::Strike;
use super::toggles::{DeadDice, Tail};
use crate::umpire::{Duel, Exact, Side, Umpire, Verdict};

/// A block duel, ready to be fought.
#[derive(Clone, Debug)]
pub struct Block {
    /// One soldier of A and one of B, each against the other.
    pub soldiers: [Soldier; 2],
    /// The rules of a Strike.
    pub strike: Strike,
    oracle: Oracle,
    numbers: [u16; 2],
    rounds: u32,
    tail: Tail,
    dead_dice: DeadDice,
    /// How many of a side must live for its Strikes to remove somebody. More do not count for less, so one number says
    /// it all.
    needed: [u16; 2],
}

impl Block {
    /// Puts so many of one build against so many of another.
    pub fn new(
        rules: &Rules,
        a: &Build,
        b: &Build,
        numbers: [u16; 2],
        situation: Situation,
    ) -> Block {
        let soldiers = soldiers(rules, a, b, &situation);
        let strike = rules.strike;
        Block {
            oracle: oracle(rules, &soldiers),
            numbers: numbers.map(|n| n.clamp(1, MOST_SOLDIERS)),
            rounds: situation.rounds,
            tail: rules.toggles.tail,
            dead_dice: rules.toggles.dead_dice,
            needed: [0, 1].map(|side: usize| {
                let Soldier {
                    viewer, against, ..
                } = soldiers[side];
                strike
                    .needed(viewer, against, MOST_SOLDIERS)
                    .unwrap_or(u16::MAX)
            }),
            strike,
            soldiers,
        }
    }

    /// One side as the Action phase begins.
    fn front(&self, side: Side, living: [u16; 2], omen: &Omen) -> Front {
        let at = side.index();
        Front {
            side,
            living: living[at],
            waiting: living[at],
            dice: omen.matching[at],
            needed: self.needed[at],
        }
    }

    /// The Action phase: the sides activate soldiers in turn, each of whom Strikes (OR-10: even where that removes
    /// nobody). Leaves in `living` who lives; ends at once when a side is empty, and gives the other.
    fn action<U: Umpire>(
        &self,
        living: &mut [u16; 2],
        omen: &Omen,
        umpire: &mut U,
    ) -> Option<Side> {
        let mut me = self.front(omen.first, *living, omen);
        let mut foe = self.front(omen.first.other(), *living, omen);
        loop {
            if !me.able() {
                // OR-07: the other goes on alone, or the phase ends.
                if self.tail == Tail::End || !foe.able() {
                    umpire.note(|| story::finished(&self.soldiers, &me, &foe));
                    break;
                }
                std::mem::swap(&mut me, &mut foe);
                continue;
            }
            me.dice -= 1;
            me.waiting -= 1;
            // OR-12: everyone alive counts, activated or not.
            let kills = me.living >= me.needed;
            let waits = foe.waiting != 0;
            // OR-08, `drop`: the die that would have activated it goes with it.
            let drops = waits & (foe.dice != 0) & (self.dead_dice == DeadDice::Drop);
            umpire.note(|| story::strike(&self.soldiers, &self.strike, &me, &foe, drops));
            if kills {
                foe.living -= 1;
                foe.waiting -= u16::from(waits);
                foe.dice -= u16::from(drops);
                if foe.living == 0 {
                    break;
                }
            }
            std::mem::swap(&mut me, &mut foe);
        }
        for front in [me, foe] {
            living[front.side.index()] = front.living;
        }
        (foe.living == 0).then_some(me.side)
    }
}

/// One side in the Action phase.
#[derive(Copy, Clone, Debug)]
pub struct Front {
    /// Which.
    pub side: Side,
    /// How many live.
    pub living: u16,
    /// How many of them have not been activated.
    pub waiting: u16,
    /// Dice of its Type left.
    pub dice: u16,
    needed: u16,
}

impl Front {
    fn able(&self) -> bool {
        (self.dice != 0) & (self.waiting != 0)
    }
}

/// What changes in a block duel.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The living of A.
    a: u16,
    /// The living of B.
    b: u16,
    lead: Lead,
}

impl Duel for Block {
    type State = State;
    type Position = ();
    type Brief = ();

    const REASONS: &'static [&'static str] = &["cap"];

    fn position(&self, _: &State) {}

    fn brief(&self, (): (), _: &mut Exact) {}

    fn start<U: Umpire>(&self, umpire: &mut U) -> State {
        let [a, b] = self.numbers;
        State {
            a,
            b,
            lead: self.oracle.lead(umpire),
        }
    }

    fn turn<U: Umpire>(&self, state: &mut State, (): &(), umpire: &mut U) -> Option<Verdict> {
        let mut living = [state.a, state.b];
        umpire.note(|| story::pools(&self.soldiers, living));
        let dice = [0, 1].map(|side: usize| living[side] * self.soldiers[side].initiative);
        let omen = self.oracle.roll(state.lead, dice, living, umpire);
        umpire.note(|| story::block_omen(&self.soldiers, &omen));
        let winner = self.action(&mut living, &omen, umpire);
        *state = State {
            a: living[0],
            b: living[1],
            lead: omen.next,
        };
        winner.map(Verdict::Win)
    }

    fn weaken(&self, state: &mut State, left: [u16; 2]) {
        [state.a, state.b] = left;
    }

    fn left(&self, state: &State) -> [u16; 2] {
        [state.a, state.b]
    }

    fn most(&self) -> [u16; 2] {
        self.numbers
    }

    fn turns_per_round(&self) -> u32 {
        1
    }

    fn cap(&self) -> u32 {
        self.rounds
    }

    fn looks_ahead(&self) -> bool {
        false
    }
}
