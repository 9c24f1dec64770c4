//! The duel (reference, section 6): two fighters on an open field, a gap between them, one activation a turn.

use super::build::Build;
use super::checks::{self, Crits, Initiative, Pool};
use super::data::Rules;
use super::exchange::Readings;
use super::fighter::Fighter;
use super::layout::{self, Layout, Place, WOUND_SHIFT};
use super::orders::{ARMS, Moment};
use super::policy::{React, Second};
use super::reactions::Brief;
use super::story;
use super::toggles::InitiativeFail;
use crate::document::{Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};
use crate::umpire::{Duel, Exact, Reason, Side, Umpire, Verdict};
use std::hash::{Hash, Hasher};

choices! {
    /// Who begins (6.1).
    Begins { Roll = "roll", A = "a", B = "b", Even = "even" }
}

/// What a duel needs to know beside the two builds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Inches between the two at the start.
    pub gap: u16,
    /// Who begins.
    pub initiative: Begins,
    /// Rounds after which it is a draw.
    pub cap: u32,
}

impl Situation {
    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe(
                "gap",
                Shape::int(0..=10_000).doc("inches between the two at the start"),
            ),
            Field::maybe(
                "initiative",
                Begins::shape().doc("who begins (default roll)"),
            ),
            Field::maybe(
                "cap",
                Shape::int(1..=10_000).doc("rounds after which it is a draw (AE-70)"),
            ),
        ])
        .doc("what the duel needs to know beside the two builds")
    }

    /// Reads what has the shape.
    pub fn read(rules: &Rules, node: Option<&Node>) -> Situation {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let int = |key: &str| get(key).and_then(Node::as_int);
        Situation {
            gap: int("gap").map_or(rules.combat.duel_gap, |gap| gap as u16),
            initiative: Begins::read(get("initiative")),
            cap: int("cap").unwrap_or(rules.toggles.cap.0) as u32,
        }
    }

    /// In few words, for labels: `gap 10, initiative a`.
    pub fn words(&self) -> String {
        format!(
            "gap {}, initiative {}, cap {}",
            self.gap,
            self.initiative.name(),
            self.cap
        )
    }
}

/// A duel, ready to be fought.
#[derive(Clone, Debug)]
pub struct Bout {
    /// A and B, each compiled against the other.
    pub fighters: [Fighter; 2],
    pub(super) layout: Layout,
    pub(super) situation: Situation,
    pub(super) readings: Readings,
    initiative: Initiative,
    start: Place,
    /// A policy weighs the odds of its next step, so that orders depend on the wounds too.
    weighs: bool,
    ahead: bool,
}

/// More is in the weapons of the two than a duel can keep track of.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the two carry more weapons with ammunition or instances than a duel can keep track of")]
pub struct TooManyArms;

impl Bout {
    /// Puts two builds against each other.
    pub fn new(
        rules: &Rules,
        a: &Build,
        b: &Build,
        situation: Situation,
    ) -> Result<Bout, TooManyArms> {
        let fighters = [Fighter::new(rules, a, b), Fighter::new(rules, b, a)];
        let layout = Layout::new(&fighters).ok_or(TooManyArms)?;
        let mut loads = [[Default::default(); ARMS]; 2];
        for (fighter, loads) in fighters.iter().zip(&mut loads) {
            for (arm, load) in fighter.arms.iter().zip(loads) {
                *load = arm.full();
            }
        }
        let moment = Moment {
            gap: i32::from(situation.gap),
            active: Side::A,
            loads,
        };
        let plain = Crits {
            lowering: true,
            only: false,
        };
        let toggles = &rules.toggles;
        let any = |test: fn(&Fighter) -> bool| fighters.iter().any(test);
        Ok(Bout {
            start: layout.pack(&moment),
            layout,
            situation,
            readings: Readings::of(rules),
            initiative: Initiative {
                floors: [0, 1].map(|side: usize| Pool::new(1, fighters[side].lead, plain).floor),
                high_die: toggles.initiative_fail == InitiativeFail::HighDie,
            },
            weighs: any(|f| f.policy.react == React::Best || f.policy.second == Second::Informed),
            ahead: any(|f| f.policy.react == React::Optimal),
            fighters,
        })
    }
}

impl Bout {
    /// Who begins, if dice decide it.
    #[inline(never)]
    fn roll_first<U: Umpire>(&self, umpire: &mut U) -> Side {
        checks::first(if self.situation.initiative == Begins::Even {
            umpire.chance(1, 2)
        } else {
            umpire.ask(&self.initiative)
        })
    }
}

/// What changes in a duel. The active unit comes first, so that no die waits for a look-up by side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct State {
    place: Place,
    /// STR left of the active unit.
    own: u32,
    /// STR left of the reactor.
    foe: u32,
}

impl State {
    /// All of it in one word.
    #[inline(always)]
    fn word(&self) -> Place {
        layout::with_wounds(self.place, self.own, self.foe)
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u128(self.word());
    }
}

pub(super) const MUTUAL: Reason = Reason(1);

impl Duel for Bout {
    type State = State;
    type Position = Place;
    type Brief = Brief;

    const REASONS: &'static [&'static str] = &["cap", "mutual"];

    #[inline(always)]
    fn position(&self, state: &State) -> Place {
        if self.weighs {
            layout::weighed(state.place, state.own, state.foe)
        } else {
            state.place
        }
    }

    fn brief(&self, position: Place, exact: &mut Exact) -> Brief {
        let moment = self.layout.unpack(position);
        let own = (position >> WOUND_SHIFT) as u8;
        let foe = (position >> (WOUND_SHIFT + 8)) as u8;
        self.brief_at(&moment, own, foe, exact)
    }

    #[inline(always)]
    fn start<U: Umpire>(&self, umpire: &mut U) -> State {
        let first = match self.situation.initiative {
            Begins::A => Side::A,
            Begins::B => Side::B,
            _ => umpire.aside(|umpire| self.roll_first(umpire)),
        };
        umpire.note(|| story::begins(self, first));
        let [a, b] = [0, 1].map(|side: usize| u32::from(self.fighters[side].str));
        match first {
            Side::A => State {
                place: self.start,
                own: a,
                foe: b,
            },
            Side::B => State {
                place: self.start | layout::TURN,
                own: b,
                foe: a,
            },
        }
    }

    #[inline(always)]
    fn turn<U: Umpire>(&self, state: &mut State, brief: &Brief, umpire: &mut U) -> Option<Verdict> {
        umpire.note(|| story::activation(self, brief, state.own, state.foe));
        umpire.note(|| story::order(self, brief));
        let case = if brief.open {
            &brief.cases[umpire.decide(brief.active.other(), usize::from(brief.len))]
        } else {
            &brief.cases[0]
        };
        umpire.note(|| story::answer(self, brief, case));
        let [target, striker] = umpire.ask(&case.exchange);
        let (foe_lost, own_lost) = if case.by_active {
            (target, striker)
        } else {
            (striker, target)
        };
        umpire.note(|| {
            story::losses(
                self,
                brief,
                case,
                [state.own, state.foe],
                [own_lost, foe_lost],
            )
        });
        let own = state.own.saturating_sub(own_lost);
        let foe = state.foe.saturating_sub(foe_lost);
        // The next activation is the other's.
        *state = State {
            place: case.next,
            own: foe,
            foe: own,
        };
        brief.ends[usize::from(own == 0) * 2 + usize::from(foe == 0)]
    }

    fn weaken(&self, state: &mut State, left: [u16; 2]) {
        let [a, b] = left.map(u32::from);
        [state.own, state.foe] = match layout::active(state.place) {
            Side::A => [a, b],
            Side::B => [b, a],
        };
    }

    #[inline(always)]
    fn left(&self, state: &State) -> [u16; 2] {
        match layout::active(state.place) {
            Side::A => [state.own as u16, state.foe as u16],
            Side::B => [state.foe as u16, state.own as u16],
        }
    }

    fn most(&self) -> [u16; 2] {
        [0, 1].map(|side: usize| u16::from(self.fighters[side].str))
    }

    fn turns_per_round(&self) -> u32 {
        2
    }

    #[inline(always)]
    fn cap(&self) -> u32 {
        self.situation.cap
    }

    fn looks_ahead(&self) -> bool {
        self.ahead
    }
}
