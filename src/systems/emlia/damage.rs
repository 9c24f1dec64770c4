//! From hits to damage points (reference, section 4.10): groups of hits with the same need, each divided on its own, or
//! pooled.

use super::toggles::{HitsCompare, HitsFloor, MixedHits, Rounding, Toggles};

/// More than any unit can take: points beyond it are not counted.
const MOST: u64 = 1_000_000;

/// Hits that share the same need.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Modified hits, before the floor of 1.
    pub need: i32,
    /// How many.
    pub hits: u32,
}

/// The toggles of the division.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Division {
    floor: HitsFloor,
    compare: HitsCompare,
    mixed: MixedHits,
    ap: Rounding,
}

impl Division {
    /// As the toggles say.
    pub fn new(toggles: &Toggles) -> Division {
        Division {
            floor: toggles.hits_floor,
            compare: toggles.hits_compare,
            mixed: toggles.mixed_hits,
            ap: toggles.ap_round,
        }
    }

    /// What piercing leaves of an armour bonus (EM-09). A bonus that is none is not halved.
    pub fn pierced(&self, armour: i32, ap: bool) -> i32 {
        if !ap || armour <= 0 {
            return armour;
        }
        match self.ap {
            Rounding::Down => armour / 2,
            Rounding::Up => (armour + 1) / 2,
        }
    }

    /// Modified hits before the floor of 1 (EM-02).
    pub fn need(&self, hits: i32, armour: i32, bd: i32) -> i32 {
        hits + armour - bd + i32::from(self.compare == HitsCompare::Greater)
    }

    /// The modified hits that count (EM-01).
    pub fn counted(&self, need: i32) -> i32 {
        match self.floor {
            HitsFloor::One => need.max(1),
            HitsFloor::Overkill => need,
        }
    }

    /// Points of whole hits, and what each hit is a fraction of.
    fn split(&self, group: Group) -> (u64, u64) {
        let hits = u64::from(group.hits);
        if group.need >= 1 {
            return (hits, group.need as u64);
        }
        match self.floor {
            HitsFloor::One => (hits, 1),
            HitsFloor::Overkill => (hits * (2 - i64::from(group.need)) as u64, 1),
        }
    }

    /// Damage points of all groups on one unit in one step (EM-03).
    pub fn points<const N: usize>(&self, mut groups: [Group; N]) -> u32 {
        // The same need is the same group, whoever dealt it.
        for at in 1..N {
            for before in 0..at {
                if groups[before].need == groups[at].need {
                    groups[before].hits += groups[at].hits;
                    groups[at].hits = 0;
                }
            }
        }
        match self.mixed {
            MixedHits::Separate => {
                let points = groups.map(|group| {
                    let (hits, need) = self.split(group);
                    hits / need
                });
                points.iter().sum::<u64>().min(MOST) as u32
            }
            MixedHits::Pooled => {
                let parts = groups.map(|group| self.split(group));
                let whole: u128 = parts.iter().map(|part| u128::from(part.1)).product();
                let sum: u128 = parts
                    .iter()
                    .map(|part| u128::from(part.0) * whole / u128::from(part.1))
                    .sum();
                (sum / whole).min(u128::from(MOST)) as u32
            }
        }
    }
}
