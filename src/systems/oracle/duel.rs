//! One against one (reference, section 6.1): two soldiers with a gap between them. All chance is in the Oracle phase, so
//! a turn of the umpire's is a whole round: both roll, then each soldier that has a die of its Type acts once.

use super::build::Build;
use super::data::Rules;
use super::pool::{Lead, Oracle};
use super::situation::Situation;
use super::soldier::{Act, Soldier};
use super::story;
use super::strike::Strike;
use super::toggles::{NoYes, Tail};
use crate::umpire::{Duel, Exact, Side, Umpire, Verdict};

/// The two sides' soldiers, each against the other.
pub fn soldiers(rules: &Rules, a: &Build, b: &Build, situation: &Situation) -> [Soldier; 2] {
    let [a_view, b_view] = situation.views;
    [
        Soldier::new(rules, a, b, b_view),
        Soldier::new(rules, b, a, a_view),
    ]
}

/// The Oracle phase of two soldiers.
pub fn oracle(rules: &Rules, soldiers: &[Soldier; 2]) -> Oracle {
    Oracle {
        initiative: rules.toggles.initiative,
        faces: [0, 1].map(|side: usize| soldiers[side].faces),
    }
}

/// A duel of one against one, ready to be fought.
#[derive(Clone, Debug)]
pub struct Bout {
    /// A and B, each against the other.
    pub soldiers: [Soldier; 2],
    /// The rules of a Strike.
    pub strike: Strike,
    oracle: Oracle,
    situation: Situation,
    tail: Tail,
    pass: NoYes,
}

impl Bout {
    /// Puts two builds against each other.
    pub fn new(rules: &Rules, a: &Build, b: &Build, situation: Situation) -> Bout {
        let soldiers = soldiers(rules, a, b, &situation);
        Bout {
            oracle: oracle(rules, &soldiers),
            soldiers,
            strike: rules.strike,
            situation,
            tail: rules.toggles.tail,
            pass: rules.toggles.pass,
        }
    }

    /// What a side's soldier does if it is activated at this gap.
    fn act(&self, side: Side, gap: u16) -> Act {
        let [me, enemy] = [side, side.other()].map(|side| &self.soldiers[side.index()]);
        me.act(&self.strike, gap, enemy)
    }
}

/// What changes in a duel.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Inches between the two.
    gap: u16,
    lead: Lead,
    /// Who has been removed.
    fallen: Option<Side>,
}

impl Duel for Bout {
    type State = State;
    type Position = ();
    type Brief = ();

    const REASONS: &'static [&'static str] = &["cap"];

    fn position(&self, _: &State) {}

    fn brief(&self, (): (), _: &mut Exact) {}

    fn start<U: Umpire>(&self, umpire: &mut U) -> State {
        State {
            gap: self.situation.gap,
            lead: self.oracle.lead(umpire),
            fallen: None,
        }
    }

    fn turn<U: Umpire>(&self, state: &mut State, (): &(), umpire: &mut U) -> Option<Verdict> {
        umpire.note(|| story::apart(state.gap));
        let dice = [0, 1].map(|side: usize| self.soldiers[side].initiative);
        // One die of its Type is all that a soldier can use.
        let omen = self.oracle.roll(state.lead, dice, [1, 1], umpire);
        let able = omen.matching.map(|n| n > 0);
        umpire.note(|| story::omen(&self.soldiers, &omen));
        state.lead = omen.next;
        let mut order = [omen.first, omen.first.other()];
        // OR-07, `end`: the phase is over when the player whose turn it is cannot act.
        if self.tail == Tail::End && !able[omen.first.index()] {
            umpire.note(|| story::cut_short(&self.soldiers, omen.first));
            return None;
        }
        // OR-16, `yes`: who would not kill lets the other act first.
        if self.pass == NoYes::Yes && able == [true, true] && !self.act(omen.first, state.gap).kills
        {
            umpire.note(|| story::hands_over(&self.soldiers, omen.first));
            order.reverse();
        }
        for side in order {
            if able[side.index()] {
                let act = self.act(side, state.gap);
                umpire.note(|| story::acts(&self.soldiers, side));
                umpire.note(|| story::act(&self.soldiers, &self.strike, side, act));
                state.gap = act.to;
                if act.kills {
                    state.fallen = Some(side.other());
                    return Some(Verdict::Win(side));
                }
            }
        }
        None
    }

    // A soldier stands or falls.
    fn weaken(&self, _: &mut State, _: [u16; 2]) {}

    fn left(&self, state: &State) -> [u16; 2] {
        [Side::A, Side::B].map(|side| u16::from(state.fallen != Some(side)))
    }

    fn most(&self) -> [u16; 2] {
        [1, 1]
    }

    fn turns_per_round(&self) -> u32 {
        1
    }

    fn cap(&self) -> u32 {
        self.situation.rounds
    }

    fn looks_ahead(&self) -> bool {
        false
    }
}
