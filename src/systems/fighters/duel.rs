//! The duel (reference, section 6): two fighters on an open field, a gap between them. One turn is one action, so that no
//! turn has more dice than a charge and its exchange; a round is both fighters' actions.

use super::build::Build;
use super::checks::{Charge, Recovery};
use super::data::Rules;
use super::exchange::Attack;
use super::fighter::{Fighter, Manner, Terms};
use super::orders::Order;
use super::policy::Plan;
use super::status::{Ail, Status};
use super::story;
use super::toggles::Initiative;
use crate::document::{Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};
use crate::umpire::{Duel, Exact, Note, Side, Umpire, Verdict};
use std::hash::{Hash, Hasher};

choices! {
    /// Who goes first in the first round.
    First { Coin = "coin", A = "a", B = "b" }
}

/// What a duel needs to know beside the two builds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Inches between the two at the start.
    pub gap: u8,
    /// Rounds after which it is a draw.
    pub rounds: u32,
    /// Who goes first in the first round.
    pub first: First,
}

impl Situation {
    /// What may be written.
    pub fn shape(rules: &Rules) -> Shape {
        Shape::table(vec![
            Field::maybe(
                "gap",
                Shape::int(0..=i64::from(rules.combat.field))
                    .doc("inches between the two at the start"),
            ),
            Field::maybe(
                "rounds",
                Shape::int(1..=1_000).doc("rounds after which it is a draw"),
            ),
            Field::maybe(
                "first",
                First::shape().doc(
                    "who goes first in the first round (default coin; A with initiative = fixed)",
                ),
            ),
        ])
        .doc("what the duel needs to know beside the two builds")
    }

    /// Reads what has the shape.
    pub fn read(rules: &Rules, node: Option<&Node>) -> Situation {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let int = |key: &str| get(key).and_then(Node::as_int);
        let combat = &rules.combat;
        Situation {
            gap: int("gap").unwrap_or(combat.gap.into()).clamp(0, 100) as u8,
            rounds: int("rounds")
                .unwrap_or(combat.rounds.into())
                .clamp(1, 1_000) as u32,
            first: First::read(get("first")),
        }
    }

    /// In few words, for labels: `gap 12, rounds 4`.
    pub fn words(&self) -> String {
        let first = match self.first {
            First::Coin => "",
            First::A => ", a first",
            First::B => ", b first",
        };
        format!("gap {}, rounds {}{first}", self.gap, self.rounds)
    }
}

/// A duel, ready to be fought.
#[derive(Clone, Debug)]
pub struct Bout {
    /// A and B.
    pub fighters: [Fighter; 2],
    /// What to call them.
    pub names: [String; 2],
    /// The names of all upgrades, for the narrator.
    pub arms: Vec<String>,
    /// Toggles and numbers.
    pub terms: Terms,
    situation: Situation,
}

impl Bout {
    /// Puts two builds against each other.
    pub fn new(rules: &Rules, a: &Build, b: &Build, situation: Situation) -> Bout {
        Bout {
            fighters: [a, b].map(|build| Fighter::new(rules, build)),
            names: [a, b].map(|build| build.label().to_owned()),
            arms: rules.upgrades.iter().map(|up| up.name.clone()).collect(),
            terms: Terms::new(rules),
            situation,
        }
    }
}

/// What changes in a duel. The active fighter comes first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The active fighter.
    pub own: Status,
    /// The other.
    pub foe: Status,
    /// Inches between the two.
    pub gap: u8,
    /// Whose activation it is. While the coin is still to be tossed: A's.
    pub active: Side,
    /// Actions left in this activation, with the one to come.
    pub left: u8,
    /// Actions to come that a Recover has used up.
    pub busy: u8,
    /// Aims since the last shot of this activation.
    pub aims: u8,
    /// A shot was fired in this activation. Kept only where it matters.
    pub fired: bool,
    /// The other has had its activation this round.
    pub second: bool,
    /// A new round, and a coin decides who goes first.
    pub toss: bool,
}

impl State {
    /// The other fighter's turn to act.
    fn swap(&mut self) {
        (self.own, self.foe) = (self.foe, self.own);
        self.active = self.active.other();
    }

    /// Makes `side` the active one.
    fn hand_to(&mut self, side: Side) {
        if self.active != side {
            self.swap();
        }
    }
}

impl Hash for State {
    /// All of it in one word.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let bytes = [
            self.own.bits(),
            self.foe.bits(),
            self.gap,
            self.left,
            self.busy,
            self.aims,
            self.active as u8,
            u8::from(self.fired) | u8::from(self.second) << 1 | u8::from(self.toss) << 2,
        ];
        hasher.write_u64(u64::from_le_bytes(bytes));
    }
}

impl Duel for Bout {
    type State = State;
    /// Orders take a few comparisons, so there is nothing to prepare.
    type Position = ();
    type Brief = ();

    const REASONS: &'static [&'static str] = &["cap"];

    #[inline(always)]
    fn position(&self, _: &State) {}

    fn brief(&self, _: (), _: &mut Exact) {}

    fn start<U: Umpire>(&self, _: &mut U) -> State {
        let active = match self.situation.first {
            First::B => Side::B,
            First::A | First::Coin => Side::A,
        };
        State {
            own: Status::FRESH,
            foe: Status::FRESH,
            gap: self.situation.gap,
            active,
            left: self.terms.combat.actions,
            busy: 0,
            aims: 0,
            fired: false,
            second: false,
            toss: self.situation.first == First::Coin && self.terms.initiative != Initiative::Fixed,
        }
    }

    #[inline(always)]
    fn turn<U: Umpire>(&self, state: &mut State, _: &(), umpire: &mut U) -> Option<Verdict> {
        if state.toss {
            state.toss = false;
            umpire.note(|| Note::About("the coin"));
            if !umpire.chance(1, 2) {
                state.swap();
            }
            umpire.note(|| story::first(self, state.active));
        }
        let active = state.active;
        if state.left == self.terms.combat.actions {
            umpire.note(|| story::activation(self, state));
        }
        if state.busy > 0 {
            state.busy -= 1;
        } else {
            self.act(state, umpire);
            if state.foe.dead() {
                return Some(Verdict::Win(active));
            }
            if state.own.dead() {
                return Some(Verdict::Win(active.other()));
            }
        }
        state.left -= 1;
        if state.left == 0 {
            umpire.note(|| story::end(self, state));
            self.pass(state);
        }
        None
    }

    fn weaken(&self, state: &mut State, left: [u16; 2]) {
        let [a, b] = left.map(|left| Status::new(u8::from(left < 2), false, false));
        [state.own, state.foe] = match state.active {
            Side::A => [a, b],
            Side::B => [b, a],
        };
    }

    fn left(&self, state: &State) -> [u16; 2] {
        let left = [state.own, state.foe].map(|status| match status.wounds() {
            _ if status.dead() => 0,
            0 => 2,
            _ => 1,
        });
        match state.active {
            Side::A => left,
            Side::B => [left[1], left[0]],
        }
    }

    /// 2 is unhurt, 1 is Wounded, 0 is killed.
    fn most(&self) -> [u16; 2] {
        [2, 2]
    }

    fn turns_per_round(&self) -> u32 {
        2 * u32::from(self.terms.combat.actions)
    }

    fn cap(&self) -> u32 {
        self.situation.rounds
    }

    fn looks_ahead(&self) -> bool {
        false
    }
}

impl Bout {
    /// Spends one action.
    #[inline(always)]
    fn act<U: Umpire>(&self, state: &mut State, umpire: &mut U) {
        let order = self.order(state);
        if !matches!(order, Order::Shoot(_)) {
            umpire.note(|| story::order(self, state, order));
        }
        match order {
            Order::Waste => {}
            Order::Move(gap) => state.gap = gap,
            Order::Aim => state.aims += 1,
            Order::Recover(ail) => self.recover(ail, state, umpire),
            Order::Shoot(bonus) => self.shot(bonus, state, umpire),
            Order::Charge => self.charges(state, umpire),
        }
    }

    fn recover<U: Umpire>(&self, ail: Ail, state: &mut State, umpire: &mut U) {
        let combat = &self.terms.combat;
        let skill = self.fighters[state.active.index()].skill(state.own, &self.terms);
        let recovered = umpire.ask(&Recovery {
            edge: skill - combat.recover_difficulty,
            equal: self.terms.equal,
        });
        umpire.note(|| story::recovered(ail, recovered));
        if recovered {
            state.own = state.own.without(ail);
        }
        state.busy = combat.recover_actions - 1;
    }

    fn shot<U: Umpire>(&self, bonus: i32, state: &mut State, umpire: &mut U) {
        let me = &self.fighters[state.active.index()];
        let Some(hand) = &me.bow else {
            return;
        };
        let attack = Attack {
            hand,
            manner: Manner::Normal,
            bonus,
            ranged: true,
        };
        (_, state.foe) = self.attack(state.active, state.own, state.foe, &attack, umpire);
        state.aims = 0;
        // Whether a shot was fired matters to one who would aim before the first.
        state.fired = me.policy.aim > 0 && me.plan() == Plan::Shoot;
    }

    fn charges<U: Umpire>(&self, state: &mut State, umpire: &mut U) {
        let left = umpire.ask(&Charge { gap: state.gap });
        if left > 0 {
            // FI-17.
            if self.terms.short_moves {
                state.gap = left as u8;
            }
            umpire.note(|| story::short(self, state.gap));
            return;
        }
        let melee = self.exchange(state.active, state.own, state.foe, umpire);
        state.own = melee.own;
        state.foe = melee.foe;
        state.gap = melee.gap.min(self.terms.combat.field) as u8;
    }

    /// Ends an activation: the other's turn, or the next round.
    fn pass(&self, state: &mut State) {
        if self.terms.steadies {
            // FI-07.
            state.own = state.own.steady();
        }
        state.left = self.terms.combat.actions;
        state.busy = 0;
        state.aims = 0;
        state.fired = false;
        state.second = !state.second;
        if state.second {
            state.swap();
            return;
        }
        // FI-16: who goes first in the next round.
        match self.terms.initiative {
            Initiative::EachRound => {
                state.hand_to(Side::A);
                state.toss = true;
            }
            // Who was second is first.
            Initiative::Alternate => {}
            Initiative::Fixed => state.hand_to(match self.situation.first {
                First::B => Side::B,
                First::A | First::Coin => Side::A,
            }),
        }
    }
}
