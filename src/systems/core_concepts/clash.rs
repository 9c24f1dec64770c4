//! The clash (reference, section 4.1): attack dice against defence dice, in each direction for itself, and the matrix game
//! of how both split them.

use super::data::Melee;
use super::stress::{Body, D6, Nerve};
use crate::umpire::{Dice, Exact, Game, Note, Packed, Play, Question, TooBig};

/// One direction of a clash: attack dice of one against defence dice of the other.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Blow {
    /// Attack dice.
    pub attack: u8,
    /// Defence dice.
    pub defence: u8,
    /// Damage of a normal success.
    pub damage: u8,
    /// Damage of a critical success.
    pub critical: u8,
    /// The lowest faces that are a success and a critical success.
    pub faces: [u8; 2],
    /// CC-01: a normal defence success cancels a critical too.
    pub either: bool,
}

/// Attack successes that nothing cancelled.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Landed {
    /// Normal ones.
    pub normals: u8,
    /// Critical ones.
    pub criticals: u8,
}

impl Packed for Landed {
    fn pack(self) -> u64 {
        u64::from(self.normals) | u64::from(self.criticals) << 8
    }
    fn unpack(word: u64) -> Self {
        Landed {
            normals: word as u8,
            criticals: (word >> 8) as u8,
        }
    }
}

impl Blow {
    /// Damage of what landed.
    #[inline(always)]
    pub fn damage(&self, landed: Landed) -> u32 {
        u32::from(landed.normals) * u32::from(self.damage)
            + u32::from(landed.criticals) * u32::from(self.critical)
    }

    /// The defender cancels as it likes best (CC-03): least damage, then fewest criticals. Every normal defence success
    /// cancels a normal success (CC-01: or a critical), every critical one a critical or two normals.
    #[inline(always)]
    fn cancelled(&self, attack: [u32; 2], defence: [u32; 2]) -> Landed {
        let ([criticals, normals], [parries, blocks]) = (attack, defence);
        let mut best = None;
        // `one` critical cancelled by critical dice, `other` by normal dice.
        for one in 0..=criticals.min(parries) {
            let most = if self.either {
                blocks.min(criticals - one)
            } else {
                0
            };
            for other in 0..=most {
                let left = Landed {
                    normals: normals.saturating_sub(blocks - other + 2 * (parries - one)) as u8,
                    criticals: (criticals - one - other) as u8,
                };
                let rank = (self.damage(left), left.criticals);
                if best.is_none_or(|(least, _)| rank < least) {
                    best = Some((rank, left));
                }
            }
        }
        best.map_or(
            Landed {
                normals: 0,
                criticals: 0,
            },
            |(_, left)| left,
        )
    }
}

impl Question for Blow {
    type Answer = Landed;

    #[inline(always)]
    fn put<D: Dice>(&self, dice: &mut D) -> Landed {
        let bars = [u32::from(self.faces[1]), u32::from(self.faces[0])];
        dice.note(|| Note::About("attack dice"));
        let attack = dice.tally(u32::from(self.attack), D6, bars);
        dice.note(|| Note::About("defence dice"));
        let defence = dice.tally(u32::from(self.defence), D6, bars);
        let landed = self.cancelled(attack, defence);
        dice.note(|| super::story::landed(self, attack, defence, landed));
        landed
    }
}

/// A blow and what it does to the model it is struck at.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Struck {
    /// The dice.
    pub blow: Blow,
    /// The model.
    pub body: Body,
    /// How it bears stress.
    pub nerve: Nerve,
    /// CC-04: every unblocked success is a package of its own.
    pub per_success: bool,
}

/// What a blow did.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Felt {
    /// The model afterwards.
    pub body: Body,
    /// An unblocked critical success landed.
    pub critical: bool,
}

impl Packed for Felt {
    fn pack(self) -> u64 {
        u64::from(self.body.word()) | u64::from(self.critical) << 32
    }
    fn unpack(word: u64) -> Self {
        Felt {
            body: Body::of(word as u32),
            critical: word >> 32 & 1 == 1,
        }
    }
}

impl Question for Struck {
    type Answer = Felt;

    #[inline(always)]
    fn put<D: Dice>(&self, dice: &mut D) -> Felt {
        let landed = dice.ask(&self.blow);
        let body = if self.per_success {
            dice.aside(|dice| self.packages(landed, dice))
        } else {
            self.nerve.take(self.body, self.blow.damage(landed), dice)
        };
        Felt {
            body,
            critical: landed.criticals > 0,
        }
    }
}

impl Struck {
    /// CC-04, `success`: package after package, normals first.
    #[cold]
    #[inline(never)]
    fn packages<D: Dice>(&self, landed: Landed, dice: &mut D) -> Body {
        let mut body = self.body;
        for (count, damage) in [
            (landed.normals, self.blow.damage),
            (landed.criticals, self.blow.critical),
        ] {
            for _ in 0..count {
                body = self.nerve.take(body, u32::from(damage), dice);
            }
        }
        body
    }
}

/// What both bring to a clash.
#[derive(Copy, Clone, Debug)]
pub struct Clash {
    /// Melee dice of the attacker and of the defender.
    pub dice: [u8; 2],
    /// Damage of a normal and of a critical success, of each; 0 for a defender without a weapon.
    pub damage: [[u8; 2]; 2],
    /// The defender has a weapon and reaches the attacker with it.
    pub answers: bool,
    /// CC-02: half the dice of a defender that may not attack are lost.
    pub half_lost: bool,
    /// The lowest faces that are a success and a critical success.
    pub faces: [u8; 2],
    /// CC-01: a normal defence success cancels a critical too.
    pub either: bool,
}

/// The damages of a weapon.
pub fn damages(weapon: Option<&Melee>) -> [u8; 2] {
    weapon.map_or([0, 0], |weapon| [weapon.damage, weapon.critical])
}

impl Clash {
    /// The most attack dice of each.
    pub fn most(&self) -> [u8; 2] {
        [self.dice[0], if self.answers { self.dice[1] } else { 0 }]
    }

    /// The blow at the defender and the blow at the attacker, when these are the attack dice of both.
    #[inline(always)]
    pub fn blows(&self, attack: [u8; 2]) -> [Blow; 2] {
        let lost = if self.half_lost && !self.answers {
            self.dice[1].div_ceil(2)
        } else {
            0
        };
        let defence = [self.dice[0] - attack[0], self.dice[1] - lost - attack[1]];
        let blow = |from: usize| Blow {
            attack: attack[from],
            defence: defence[1 - from],
            damage: self.damage[from][0],
            critical: self.damage[from][1],
            faces: self.faces,
            either: self.either,
        };
        [blow(0), blow(1)]
    }

    /// The matrix game of this one clash (reference, section 6, `optimal`): the attacker gains the damage it expects to
    /// do, less what it expects to take.
    pub fn game(&self, exact: &mut Exact) -> Result<Play, TooBig> {
        let [rows, columns] = self.most().map(|n| usize::from(n) + 1);
        let mut pay = Vec::with_capacity(rows * columns);
        for i in 0..rows {
            for j in 0..columns {
                let [there, back] = self.blows([i as u8, j as u8]);
                pay.push(mean(there, exact)? - mean(back, exact)?);
            }
        }
        Ok(Game {
            rows,
            columns,
            pay: &pay,
        }
        .solve())
    }
}

fn mean(blow: Blow, exact: &mut Exact) -> Result<f64, TooBig> {
    let law = exact.law(blow)?;
    Ok(law
        .into_iter()
        .map(|(landed, p)| p * f64::from(blow.damage(landed)))
        .sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blow(damage: u8, critical: u8, either: bool) -> Blow {
        Blow {
            attack: 0,
            defence: 0,
            damage,
            critical,
            faces: [4, 6],
            either,
        }
    }

    #[test]
    fn cc_01_cc_03_the_defender_cancels_the_worst() {
        // (criticals, normals) of the attack, of the defence, and what is left.
        let sword = blow(1, 2, false);
        for (attack, defence, left) in [
            ([0, 2], [0, 1], (1, 0)),
            ([1, 0], [0, 3], (0, 1)),
            ([1, 0], [1, 0], (0, 0)),
            // A critical for two normals or for one critical: both save 2 of a sword, so the critical goes.
            ([1, 2], [1, 0], (2, 0)),
            ([1, 3], [1, 1], (2, 0)),
            ([2, 1], [2, 0], (1, 0)),
        ] {
            let got = sword.cancelled(attack, defence);
            assert_eq!((got.normals, got.criticals), left, "{attack:?} {defence:?}");
        }
        // Of a spear a critical is worth no more than a normal: two normals are cancelled.
        let spear = blow(1, 1, false);
        let got = spear.cancelled([1, 2], [1, 0]);
        assert_eq!((got.normals, got.criticals), (0, 1));
        // CC-01 true: normal dice cancel criticals too, where that is better.
        let got = blow(1, 2, true).cancelled([1, 1], [0, 1]);
        assert_eq!((got.normals, got.criticals), (1, 0));
        let got = blow(2, 1, true).cancelled([1, 1], [0, 1]);
        assert_eq!((got.normals, got.criticals), (0, 1));
    }

    #[test]
    fn the_reference_formula_for_cancelling() {
        for damage in 0..3 {
            for critical in 0..4 {
                for n in 0..4u32 {
                    for c in 0..4u32 {
                        for dn in 0..4u32 {
                            for dc in 0..4u32 {
                                let options = (0..=c.min(dc)).map(|k| {
                                    let rn = n.saturating_sub(dn + 2 * (dc - k));
                                    let rc = c - k;
                                    (rn * damage + rc * critical, rc, rn)
                                });
                                let (total, rc, rn) = options.min().unwrap();
                                let blow = blow(damage as u8, critical as u8, false);
                                let got = blow.cancelled([c, n], [dc, dn]);
                                assert_eq!(blow.damage(got), total);
                                assert_eq!(u32::from(got.criticals), rc);
                                assert_eq!(u32::from(got.normals), rn);
                            }
                        }
                    }
                }
            }
        }
    }
}
