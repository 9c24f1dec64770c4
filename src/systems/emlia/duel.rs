//! The duel (reference, section 6): two units, a gap, and a table edge behind each. A turn of the umpire's is one timing
//! step: an activation and its resolution, or, where timings are equal, both activations and the resolution of both.
//!
//! Hits that wait for a resolution are therefore never between two turns, and would be most of the states if they were.
//! What the next activation clears anyway is cleared when it can no longer matter, so that states merge: a preparation and
//! a charge live until the enemy has acted, a turn's damage until the turn is over.

use super::build::Build;
use super::damage::Division;
use super::data::Rules;
use super::situation::Situation;
use super::story;
use super::toggles::{First, NoYes, OffOn, OnOff};
use super::troop::{Ranks, Troop, engaged};
use crate::umpire::{Duel, Exact, Reason, Side, Umpire, Verdict};
use std::cmp::Ordering;

/// A duel of two units, ready to be fought.
#[derive(Clone, Debug)]
pub struct Bout {
    /// A and B, each against the other.
    pub troops: [Troop; 2],
    pub(super) rules: Rules,
    pub(super) division: Division,
    pub(super) ranks: Ranks,
    /// Gap and both distances to the edges together.
    pub(super) length: u16,
    /// Whether anybody counts who pushes whom.
    pub(super) pushes: bool,
    situation: Situation,
    /// Who has the higher timing; none if they are equal.
    quicker: Option<Side>,
}

/// What waits for the resolution.
#[derive(Copy, Clone, Debug, Default)]
pub struct Wait {
    /// Melee hits on the unit.
    pub melee: u16,
    /// Hits of aimed fire or a volley on the unit, and what they need.
    pub shot: u16,
    /// Modified hits of those, before the floor; 0 if there are none.
    pub shot_need: i16,
    /// Hits of prepared fire on the unit.
    pub prepared: u16,
    /// Modified hits of those, before the floor; 0 if there are none.
    pub prepared_need: i16,
    /// Close Combat successes of the unit, where somebody counts them.
    pub push: u16,
    /// Improve Morale successes.
    pub improved: u16,
    /// 1 if it outnumbered its melee enemy at the end of its activation, -1 if it was outnumbered.
    pub odds: i8,
    /// It was attacked in this step.
    pub attacked: bool,
    /// Its Reorder succeeded.
    pub reordered: bool,
}

/// One side of it.
#[derive(Copy, Clone, Debug)]
pub struct Unit {
    /// Damage points so far.
    pub damage: u16,
    /// Those of this turn.
    pub today: u16,
    /// Distance to its own edge.
    pub back: u16,
    /// Morale, -7 to 7.
    pub morale: i8,
    /// Acts on initiative only.
    pub disordered: bool,
    /// Made a free strike: no primary action in its next activation.
    pub struck: bool,
    /// Charged in its latest activation.
    pub charged: bool,
    /// Attacked since its last activation.
    pub attacked: bool,
    /// Prepared to fire.
    pub prepared: bool,
    /// Was given the morale of an attack without loss this turn.
    pub relieved: bool,
    /// Left the field.
    pub gone: bool,
    /// What waits for the resolution.
    pub wait: Wait,
}

/// A duel in the middle of a step.
#[derive(Copy, Clone, Debug)]
pub struct State {
    /// A and B.
    pub units: [Unit; 2],
    /// Who activates first in a turn.
    pub first: Side,
    /// The first has activated.
    pub second: bool,
}

/// What changes in a duel, between two steps: one word a side, and whose step is next.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Between {
    units: [u64; 2],
    first: Side,
    second: bool,
}

impl Between {
    fn new(state: &State) -> Between {
        Between {
            units: state.units.map(|unit| unit.pack()),
            first: state.first,
            second: state.second,
        }
    }

    fn open(&self) -> State {
        State {
            units: self.units.map(Unit::unpack),
            first: self.first,
            second: self.second,
        }
    }
}

impl Unit {
    /// All but what waits, as one word.
    fn pack(self) -> u64 {
        let flags = [
            self.disordered,
            self.struck,
            self.charged,
            self.attacked,
            self.prepared,
            self.relieved,
            self.gone,
        ];
        let flags = flags.iter().fold(0, |sum, flag| 2 * sum + u64::from(*flag));
        let morale = (i64::from(self.morale) + 8) as u64;
        let [damage, today, back] = [self.damage, self.today, self.back].map(u64::from);
        damage | today << 16 | back << 32 | morale << 48 | flags << 56
    }

    fn unpack(word: u64) -> Unit {
        let flag = |at: u32| word >> (56 + at) & 1 == 1;
        Unit {
            damage: word as u16,
            today: (word >> 16) as u16,
            back: (word >> 32) as u16,
            morale: ((word >> 48 & 0xff) as i64 - 8) as i8,
            disordered: flag(6),
            struck: flag(5),
            charged: flag(4),
            attacked: flag(3),
            prepared: flag(2),
            relieved: flag(1),
            gone: flag(0),
            wait: Wait::default(),
        }
    }
}

/// The kinds of draw beside the cap.
pub const MUTUAL: Reason = Reason(1);

impl Bout {
    /// Puts two complete builds against each other.
    pub fn new(rules: &Rules, a: &Build, b: &Build, situation: Situation) -> Bout {
        let troops = [Troop::new(rules, a, b), Troop::new(rules, b, a)];
        let toggles = &rules.toggles;
        let ranked = troops.iter().any(Troop::ranked);
        let mut lean = rules.clone();
        // A fight needs none of the other builds, nor the weapons on the shelf.
        lean.builds = Vec::new();
        Bout {
            division: Division::new(toggles),
            ranks: Ranks {
                overlap: toggles.ranked_overlap.0 as u16,
                reach_ranks: toggles.reach_ranks == NoYes::Yes,
            },
            length: situation.gap + 2 * situation.lines,
            pushes: ranked || toggles.push_track == OffOn::On,
            quicker: match troops[0].timing.cmp(&troops[1].timing) {
                Ordering::Greater => Some(Side::A),
                Ordering::Less => Some(Side::B),
                Ordering::Equal => None,
            },
            troops,
            rules: lean,
            situation,
        }
    }

    /// GSU between the two.
    #[inline(always)]
    pub fn gap(&self, state: &State) -> u16 {
        self.length - state.units[0].back - state.units[1].back
    }

    /// Members of a side.
    #[inline(always)]
    pub fn standing(&self, state: &State, side: Side) -> u16 {
        let at = side.index();
        self.troops[at].standing(state.units[at].damage)
    }

    /// Members of a side who can fight in melee.
    #[inline(always)]
    pub fn fighting(&self, state: &State, side: Side) -> u16 {
        let sides = [side, side.other()];
        engaged(
            &self.ranks,
            sides.map(|side| &self.troops[side.index()]),
            sides.map(|side| self.standing(state, side)),
        )
    }

    /// Whether morale counts at all (EM-42).
    #[inline(always)]
    pub fn spirited(&self) -> bool {
        self.rules.toggles.morale == OnOff::On
    }

    /// The activation of whose turn it is.
    fn act<U: Umpire>(&self, state: &mut State, umpire: &mut U) {
        let side = if state.second {
            state.first.other()
        } else {
            state.first
        };
        self.activate(state, side, umpire);
        // Until it acts again, nothing can ask for these.
        let enemy = &mut state.units[side.other().index()];
        enemy.prepared = false;
        enemy.charged = false;
    }

    fn lost(&self, state: &State, side: Side) -> bool {
        state.units[side.index()].gone || self.standing(state, side) == 0
    }

    /// Who has won, if the fight is over.
    fn verdict(&self, state: &State) -> Option<Verdict> {
        match [Side::A, Side::B].map(|side| self.lost(state, side)) {
            [false, false] => None,
            [true, true] => Some(Verdict::Draw(MUTUAL)),
            [a_lost, _] => Some(Verdict::Win(if a_lost { Side::B } else { Side::A })),
        }
    }
}

impl Duel for Bout {
    type State = Between;
    type Position = ();
    type Brief = ();

    const REASONS: &'static [&'static str] = &["cap", "mutual"];

    fn position(&self, _: &Between) {}

    fn brief(&self, (): (), _: &mut Exact) {}

    fn start<U: Umpire>(&self, umpire: &mut U) -> Between {
        let first = match (self.quicker, self.situation.first) {
            (Some(side), _) => side,
            (None, First::A) => Side::A,
            (None, First::B) => Side::B,
            (None, First::Coin) => {
                umpire.note(story::coin);
                if umpire.die(2) == 1 { Side::A } else { Side::B }
            }
        };
        let unit = |at: usize| Unit {
            damage: 0,
            today: 0,
            back: self.situation.lines,
            // EM-42: without morale everybody acts as Normal.
            morale: if self.spirited() {
                self.troops[at].morale
            } else {
                1
            },
            disordered: false,
            struck: false,
            charged: false,
            attacked: false,
            prepared: false,
            relieved: false,
            gone: false,
            wait: Wait::default(),
        };
        Between::new(&State {
            units: [unit(0), unit(1)],
            first,
            second: false,
        })
    }

    fn turn<U: Umpire>(&self, between: &mut Between, (): &(), umpire: &mut U) -> Option<Verdict> {
        let mut state = between.open();
        self.act(&mut state, umpire);
        let waits = self.quicker.is_none();
        // Whoever has left ends it, and the other need not act.
        if waits && !state.units[state.first.index()].gone {
            state.second = true;
            self.act(&mut state, umpire);
        }
        self.resolve(&mut state, umpire);
        let verdict = self.verdict(&state);
        if state.second {
            for unit in &mut state.units {
                unit.today = 0;
                unit.relieved = false;
            }
        }
        state.second = !state.second;
        *between = Between::new(&state);
        verdict
    }

    fn weaken(&self, between: &mut Between, left: [u16; 2]) {
        let mut state = between.open();
        for ((unit, troop), left) in state.units.iter_mut().zip(&self.troops).zip(left) {
            unit.damage = (troop.members - left) * troop.limit;
        }
        *between = Between::new(&state);
    }

    fn left(&self, between: &Between) -> [u16; 2] {
        let state = between.open();
        [Side::A, Side::B].map(|side| {
            let gone = state.units[side.index()].gone;
            if gone { 0 } else { self.standing(&state, side) }
        })
    }

    fn most(&self) -> [u16; 2] {
        [self.troops[0].members, self.troops[1].members]
    }

    fn turns_per_round(&self) -> u32 {
        if self.quicker.is_some() { 2 } else { 1 }
    }

    fn cap(&self) -> u32 {
        self.situation.turns
    }

    fn looks_ahead(&self) -> bool {
        false
    }
}
