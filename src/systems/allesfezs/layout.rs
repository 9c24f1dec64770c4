//! Where everything about a moment sits in one word: the gap, whose activation it is, and what the weapons hold, each
//! in just the bits that this match-up needs. One word compares and hashes at once.

use super::fighter::Fighter;
use super::orders::{ARMS, Moment};
use crate::umpire::Side;

/// A [`Moment`], packed.
pub type Place = u128;

/// Bits above the place are left for the wounds, for policies that weigh them.
pub const WOUND_SHIFT: u32 = 112;

const GAP_BITS: u32 = 16;

/// The farthest two fighters can drift apart.
pub const MOST_GAP: i32 = (1 << GAP_BITS) - 1;

#[derive(Copy, Clone, Debug, Default)]
struct Bits {
    shift: u32,
    width: u32,
}

impl Bits {
    fn get(self, place: Place) -> u8 {
        ((place >> self.shift) & ((1 << self.width) - 1)) as u8
    }
    fn put(self, value: u8) -> Place {
        Place::from(value) << self.shift
    }
}

/// The bits of each weapon: rounds, half a reload, instances.
#[derive(Clone, Debug)]
pub struct Layout {
    arms: [Vec<[Bits; 3]>; 2],
}

impl Layout {
    /// The layout for two fighters; none if their weapons hold more than a word can.
    pub fn new(fighters: &[Fighter; 2]) -> Option<Layout> {
        let mut at = GAP_BITS + 1;
        let mut take = |most: u8| {
            let bits = Bits {
                shift: at,
                width: 8 - most.leading_zeros(),
            };
            at += bits.width;
            bits
        };
        let mut side = |fighter: &Fighter| -> Vec<[Bits; 3]> {
            let arms = fighter.arms.iter();
            arms.map(|arm| {
                let half = u8::from(arm.long && arm.capacity > 0);
                [take(arm.capacity), take(half), take(arm.instances)]
            })
            .collect()
        };
        let arms = [side(&fighters[0]), side(&fighters[1])];
        (at <= WOUND_SHIFT).then_some(Layout { arms })
    }

    /// Packs a moment.
    pub fn pack(&self, moment: &Moment) -> Place {
        let mut place = Place::from(moment.gap.clamp(0, MOST_GAP) as u32);
        place |= Place::from(moment.active.index() as u8) << GAP_BITS;
        for (arms, loads) in self.arms.iter().zip(&moment.loads) {
            for (bits, load) in arms.iter().zip(loads) {
                place |= bits[0].put(load.rounds)
                    | bits[1].put(u8::from(load.progress))
                    | bits[2].put(load.left);
            }
        }
        place
    }

    /// Unpacks it.
    pub fn unpack(&self, place: Place) -> Moment {
        let mut moment = Moment {
            gap: (place & ((1 << GAP_BITS) - 1)) as i32,
            active: active(place),
            loads: [[Default::default(); ARMS]; 2],
        };
        for (arms, loads) in self.arms.iter().zip(&mut moment.loads) {
            for (bits, load) in arms.iter().zip(loads) {
                load.rounds = bits[0].get(place);
                load.progress = bits[1].get(place) != 0;
                load.left = bits[2].get(place);
            }
        }
        moment
    }
}

/// A place with what is left of the active unit and of the reactor, out of line: for policies that weigh it. (The parts
/// come one by one, so that whoever keeps them in registers may go on doing so.)
#[cold]
#[inline(never)]
pub fn weighed(place: Place, own: u32, foe: u32) -> Place {
    with_wounds(place, own, foe)
}

/// A place with what is left of the active unit and of the reactor.
#[inline(always)]
pub fn with_wounds(place: Place, own: u32, foe: u32) -> Place {
    place | Place::from(own) << WOUND_SHIFT | Place::from(foe) << (WOUND_SHIFT + 8)
}

/// Whose activation it is.
#[inline(always)]
pub fn active(place: Place) -> Side {
    if (place >> GAP_BITS) & 1 == 0 {
        Side::A
    } else {
        Side::B
    }
}

/// Set when it is B's activation.
pub const TURN: Place = 1 << GAP_BITS;
