//! The duel (reference, section 6): two models on a track, a gap between them. One turn of the umpire is one action (a
//! Primary, a Secondary, a pass, or half an Assault), so that no turn has more dice than one attack; a round opens with
//! the initiative and ends when both are Exhausted without Command Points.

use super::build::Build;
use super::data::Rules;
use super::fighter::{Fighter, Terms};
use super::orders::{Brief, Deed, Position};
use super::policy::Plan;
use super::situation::Situation;
use super::story;
use crate::umpire::{Duel, Exact, Side, Umpire, Verdict};
use std::hash::{Hash, Hasher};

/// How it stands with a model. Worse is greater.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// Nothing is wrong.
    Fine,
    /// Only Recover and Secondaries, at -2 Combat.
    Stunned,
    /// EX-22: cannot act.
    Downed,
    /// EX-22: cannot act, and bleeds faster.
    Wounded,
    /// Out of the fight.
    Out,
}

impl Status {
    /// Whether it lies on the ground.
    pub fn down(self) -> bool {
        matches!(self, Status::Downed | Status::Wounded)
    }
}

/// What changes about a model.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Body {
    /// Disruption.
    pub disruption: u8,
    /// Health.
    pub health: u8,
    /// How it stands with it.
    pub status: Status,
}

/// What changes in a duel.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// A and B.
    pub bodies: [Body; 2],
    /// Inches between the two.
    pub gap: u8,
    /// Whose turn it is. Before the initiative, and when nobody has anything left: A's.
    pub active: Side,
    /// Un-exhausted.
    pub ready: [bool; 2],
    /// Command Points left.
    pub cp: [u8; 2],
    /// Consecutive passes. Kept while there are Command Points.
    pub passes: [u8; 2],
    /// What the next Secondary of this turn costs; 0 before the first action of a turn.
    pub stage: u8,
    /// The active model is in the middle of an Assault.
    pub closing: bool,
    /// Steps left of this round.
    pub clock: u8,
}

impl State {
    /// Whether a side has anything left this round.
    pub fn has(&self, side: Side) -> bool {
        self.ready[side.index()] || self.cp[side.index()] > 0
    }

    /// Whether nobody has.
    pub fn idle(&self) -> bool {
        !self.closing && !self.has(Side::A) && !self.has(Side::B)
    }
}

impl Hash for State {
    /// All of it in two words.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [a, b] = self.bodies;
        let flags = self.active as u8
            | u8::from(self.ready[0]) << 1
            | u8::from(self.ready[1]) << 2
            | u8::from(self.closing) << 3;
        let bodies = [
            a.disruption,
            b.disruption,
            a.health | b.health << 4,
            a.status as u8 | (b.status as u8) << 4,
            self.gap,
            flags,
            self.clock,
            self.stage,
        ];
        let rest = [self.cp[0], self.cp[1], self.passes[0], self.passes[1]];
        hasher.write_u64(u64::from_le_bytes(bodies));
        hasher.write_u64(u32::from_le_bytes(rest).into());
    }
}

/// A duel, ready to be fought.
#[derive(Clone, Debug)]
pub struct Bout {
    /// A and B.
    pub fighters: [Fighter; 2],
    /// What to call them.
    pub names: [String; 2],
    /// Toggles and numbers.
    pub terms: Terms,
    /// Where it is fought.
    pub situation: Situation,
    /// CP of each side at the start of a round, and what it bids of them.
    pub purse: [(u8, u8); 2],
    /// Steps of a round: its opening, both Primaries, and one for each CP, each of which can be spent alone.
    pub steps: u8,
}

impl Bout {
    /// Puts two builds against each other.
    pub fn new(rules: &Rules, a: &Build, b: &Build, situation: Situation) -> Bout {
        let fighters = [a, b].map(|build| Fighter::new(rules, build));
        let purse = [0, 1].map(|at: usize| {
            let cp = situation.cp[at] + fighters[at].cp;
            (cp, fighters[at].policy.bid.min(cp))
        });
        let left: u8 = purse.iter().map(|(cp, bid)| cp - bid).sum();
        // The second half of an Assault is the step that its CP pays for, unless it is free.
        let free = match rules.combat.assault_cost {
            0 => fighters
                .iter()
                .filter(|me| me.policy.plan == Plan::Assault)
                .count() as u8,
            _ => 0,
        };
        Bout {
            fighters,
            names: [a, b].map(|build| build.label().to_owned()),
            terms: Terms::new(rules),
            situation,
            purse,
            steps: 3 + left + free,
        }
    }

    /// The state in which a round opens.
    fn opening(&self, bodies: [Body; 2], gap: u8) -> State {
        State {
            bodies,
            gap,
            active: Side::A,
            ready: [false; 2],
            cp: [0; 2],
            passes: [0; 2],
            stage: 0,
            closing: false,
            clock: self.steps,
        }
    }
}

impl Duel for Bout {
    type State = State;
    type Position = Position;
    type Brief = Brief;

    const REASONS: &'static [&'static str] = &["cap"];

    #[inline(always)]
    fn position(&self, state: &State) -> Position {
        self.orders_from(state)
    }

    fn brief(&self, position: Position, _: &mut Exact) -> Brief {
        self.order(position)
    }

    fn start<U: Umpire>(&self, _: &mut U) -> State {
        let bodies = [0, 1].map(|at: usize| Body {
            disruption: 0,
            health: self.fighters[at].hea,
            status: Status::Fine,
        });
        self.opening(bodies, self.situation.gap)
    }

    #[inline(always)]
    fn turn<U: Umpire>(&self, state: &mut State, brief: &Brief, umpire: &mut U) -> Option<Verdict> {
        let side = state.active;
        let verdict = match brief.deed {
            Deed::Idle => None,
            Deed::Open => {
                self.open(state, umpire);
                None
            }
            _ => {
                if state.stage == 0 && !state.closing {
                    umpire.note(|| story::turn(self, state));
                }
                let over = self.act(state, brief, umpire);
                over.or_else(|| self.next(state, side, brief.deed, umpire))
            }
        };
        state.clock -= 1;
        if state.clock == 0 && verdict.is_none() {
            debug_assert!(state.idle(), "every step of a round was paid for");
            *state = self.opening(state.bodies, state.gap);
        }
        verdict
    }

    fn weaken(&self, state: &mut State, left: [u16; 2]) {
        for (body, left) in state.bodies.iter_mut().zip(left) {
            body.health = left as u8;
        }
    }

    /// Health; nothing of one who is out.
    fn left(&self, state: &State) -> [u16; 2] {
        state.bodies.map(|body| match body.status {
            Status::Out => 0,
            _ => body.health.into(),
        })
    }

    fn most(&self) -> [u16; 2] {
        [0, 1].map(|at: usize| self.fighters[at].hea.into())
    }

    fn turns_per_round(&self) -> u32 {
        self.steps.into()
    }

    fn cap(&self) -> u32 {
        self.situation.rounds
    }

    fn looks_ahead(&self) -> bool {
        false
    }
}
