//! Shooting (reference, section 4.2): the sum of the dice against a difficulty, criticals, and what a hit does.

use super::data::{Critical, Rules};
use super::stress::{Body, D6, Nerve};
use super::toggles::{DistanceRound, HalfRound, ShootingCritical};
use crate::umpire::{Dice, Note, Packed, Question};

/// Dice against a difficulty.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Aim {
    /// Ballistics dice.
    pub dice: u8,
    /// What their sum must reach (CC-09: nothing hits or misses by itself).
    pub difficulty: i32,
    /// CC-08.
    pub critical: ShootingCritical,
}

/// What became of a shot.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Hit {
    /// Nothing.
    Miss,
    /// A normal hit.
    Normal,
    /// A critical hit.
    Critical,
}

impl Packed for Hit {
    fn pack(self) -> u64 {
        self as u64
    }
    fn unpack(word: u64) -> Self {
        match word {
            0 => Hit::Miss,
            1 => Hit::Normal,
            _ => Hit::Critical,
        }
    }
}

impl Question for Aim {
    type Answer = Hit;

    #[inline(always)]
    fn put<D: Dice>(&self, dice: &mut D) -> Hit {
        dice.note(|| Note::About("shot"));
        let n = u32::from(self.dice);
        // A die counts 1, and one more for each bar that it reaches.
        let [sixes, fives, fours, threes, twos] = dice.tally(n, D6, [6, 5, 4, 3, 2]);
        let sum = (n + 5 * sixes + 4 * fives + 3 * fours + 2 * threes + twos) as i32;
        let critical = match self.critical {
            ShootingCritical::AnySix => sixes >= 1,
            ShootingCritical::TwoSixes => sixes >= 2,
            ShootingCritical::Margin => sum >= self.difficulty + 6,
            ShootingCritical::None => false,
        };
        let hit = if sum < self.difficulty {
            Hit::Miss
        } else if critical {
            Hit::Critical
        } else {
            Hit::Normal
        };
        dice.note(|| super::story::aimed(self, sum, hit));
        hit
    }
}

/// What a shot does when it hits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Round {
    /// Damage of a normal hit.
    pub damage: u8,
    /// Damage of a critical hit.
    pub critical: Critical,
}

impl Round {
    /// The damage of a hit.
    #[inline(always)]
    fn damage<D: Dice>(&self, hit: Hit, dice: &mut D) -> u32 {
        match (hit, self.critical) {
            (Hit::Miss, _) => 0,
            (Hit::Normal, _) => u32::from(self.damage),
            (Hit::Critical, Critical::Fixed(damage)) => u32::from(damage),
            (Hit::Critical, Critical::Die(sides)) => {
                dice.note(|| Note::About("critical damage"));
                dice.die(u32::from(sides))
            }
        }
    }
}

/// The damage of a shot, with its kind: the question `shot`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Damage {
    /// The dice.
    pub aim: Aim,
    /// What a hit does.
    pub round: Round,
}

impl Question for Damage {
    /// 0 miss, 1 normal, 2 critical; and the damage.
    type Answer = [u32; 2];

    fn put<D: Dice>(&self, dice: &mut D) -> [u32; 2] {
        let hit = dice.ask(&self.aim);
        [hit as u32, self.round.damage(hit, dice)]
    }
}

/// A shot and what it does to the model it is aimed at.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The dice.
    pub aim: Aim,
    /// What a hit does.
    pub round: Round,
    /// The model.
    pub body: Body,
    /// How it bears stress.
    pub nerve: Nerve,
}

/// What a shot did.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shocked {
    /// The model afterwards.
    pub body: Body,
    /// What became of the shot.
    pub hit: Hit,
}

impl Packed for Shocked {
    fn pack(self) -> u64 {
        u64::from(self.body.word()) | self.hit.pack() << 32
    }
    fn unpack(word: u64) -> Self {
        Shocked {
            body: Body::of(word as u32),
            hit: Hit::unpack(word >> 32),
        }
    }
}

impl Question for Shot {
    type Answer = Shocked;

    #[inline(always)]
    fn put<D: Dice>(&self, dice: &mut D) -> Shocked {
        let hit = dice.ask(&self.aim);
        let damage = self.round.damage(hit, dice);
        if hit != Hit::Miss {
            dice.note(|| super::story::damage(damage));
        }
        Shocked {
            body: self.nerve.take(self.body, damage, dice),
            hit,
        }
    }
}

/// What a distance in inches adds to the difficulty (CC-05).
pub fn by_distance(rules: &Rules, distance: f64) -> i32 {
    let rounded = match rules.toggles.distance_round {
        DistanceRound::Up => distance.ceil(),
        DistanceRound::Down => distance.floor(),
        DistanceRound::Nearest => (distance + 0.5).floor(),
    };
    rounded as i32
}

/// What taking cover adds to the difficulty (CC-06).
pub fn by_cover(rules: &Rules, agility: u8) -> i32 {
    i32::from(match rules.toggles.half_round {
        HalfRound::Up => agility.div_ceil(2),
        HalfRound::Down => agility / 2,
    })
}
