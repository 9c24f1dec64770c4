//! Blows exchanged (reference, section 4): one attack with its statuses and pushes, and the melee attack of a charge with
//! the free attacks that it triggers, in their order (FI-14). A free attack never triggers another (FI-15), so an
//! exchange is at most three attacks.

use super::attack::{Blow, Harm, NEVER, Strike, Swing};
use super::duel::Bout;
use super::fighter::{Hand, Manner};
use super::status::Status;
use super::story;
use super::toggles::WoundedTwice;
use crate::umpire::{Dice, Side};

/// An attack that is about to be made.
#[derive(Copy, Clone, Debug)]
pub struct Attack<'a> {
    /// With what.
    pub hand: &'a Hand,
    /// How.
    pub manner: Manner,
    /// Added to Skill: Follow-up, Aim.
    pub bonus: i32,
    /// A shot, and not a blow.
    pub ranged: bool,
}

impl Attack<'_> {
    /// Added to Skill by the manner.
    pub fn special_bonus(&self) -> i32 {
        let arm = &self.hand.arm;
        match self.manner {
            Manner::Normal => 0,
            Manner::Hook => arm.hook.unwrap_or(0),
            Manner::BlowAway => arm.blow_away.map_or(0, |[to_hit, _]| to_hit),
        }
    }
}

/// Why somebody attacks for free.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Gift {
    /// A sword's Follow-up.
    FollowUp,
    /// A duelist's draw.
    Draw,
    /// A longsword's True time.
    TrueTime,
}

/// A free attack waiting for its turn.
#[derive(Copy, Clone, Debug)]
struct Free {
    by_attacker: bool,
    bonus: i32,
    gift: Gift,
}

/// The two in melee: what has become of the attacker and of the target, and the inches between them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Melee {
    /// The attacker of the main attack.
    pub own: Status,
    /// Its target.
    pub foe: Status,
    /// All pushes so far.
    pub gap: i32,
}

impl Bout {
    /// An attack by `by` as its dice see it.
    pub fn strike(&self, by: Side, own: Status, foe: Status, attack: &Attack) -> Strike {
        let terms = &self.terms;
        let [me, you] = [by, by.other()].map(|side| &self.fighters[side.index()]);
        let arm = &attack.hand.arm;
        let skill = me.skill(own, terms) + attack.bonus + attack.special_bonus();
        let against = if attack.ranged {
            you.speed(foe, terms)
        } else {
            you.skill(foe, terms)
        };
        let bite = [false, true].map(|stuns| {
            let seen = self.seen(foe, attack.manner, stuns);
            let finisher = if seen.stunned() { arm.finisher } else { None };
            let armor = you.armor(seen, terms);
            // FI-25: Heavy comes last.
            let armor = arm.heavy.map_or(armor, |most| armor.min(most));
            let armor = if terms.contested {
                armor
            } else {
                armor + terms.combat.damage_difficulty
            };
            (arm.damage + finisher.unwrap_or(0) - armor) as i16
        });
        let margin = |margin: Option<i32>| margin.map_or(NEVER, |margin| margin as i16);
        Strike {
            edge: (skill - against) as i16,
            equal: terms.equal,
            answers: if attack.ranged || !terms.free_attacks {
                NEVER
            } else {
                margin(you.true_time)
            },
            stuns: match attack.manner {
                // Any hit.
                Manner::BlowAway => i16::MIN,
                _ => margin(arm.crushing),
            },
            beheads: margin(arm.decapitate),
            bite,
            contested: terms.contested,
            kills: terms.kills,
            by_hit: terms.by_hit,
        }
    }

    /// The target as the damage check sees it: with the statuses of the hit itself, or without (FI-10).
    pub fn seen(&self, foe: Status, manner: Manner, stuns: bool) -> Status {
        if self.terms.status_first {
            foe.with(manner == Manner::Hook, stuns)
        } else {
            foe
        }
    }

    /// What becomes of the target.
    pub fn suffered(&self, foe: Status, attack: &Attack, blow: Blow) -> Status {
        if blow.swing != Swing::Hit {
            return foe;
        }
        let now = foe.with(attack.manner == Manner::Hook, blow.stuns);
        match (blow.harm, self.terms.wounded_twice) {
            (Harm::Nothing, _) => now,
            (Harm::Kill, _) => Status::DEAD,
            // FI-06.
            (Harm::Wound, WoundedTwice::None) => now.with_wounds(1),
            (Harm::Wound, WoundedTwice::Stack) => now.with_wounds(now.wounds() + 1),
            (Harm::Wound, WoundedTwice::Kill) if now.wounds() > 0 => Status::DEAD,
            (Harm::Wound, WoundedTwice::Kill) => now.with_wounds(1),
        }
    }

    /// Inches that somebody is driven back in melee (section 4, steps 3d and 4).
    pub fn push(&self, attack: &Attack, blow: Blow) -> i32 {
        let arm = &attack.hand.arm;
        let push = self.terms.combat.push;
        match (blow.swing, attack.manner) {
            // FI-34: instead of the usual push.
            (Swing::Hit, Manner::BlowAway) => arm.blow_away.map_or(push, |[_, push]| push),
            // FI-13: a draw moves nobody, but Intimidating always does.
            (Swing::Drawn, _) if !self.terms.draw_pushes && !arm.intimidating => 0,
            _ => push,
        }
    }

    /// Makes one attack: what came of it, and of the target.
    #[inline(always)]
    pub fn attack<D: Dice>(
        &self,
        by: Side,
        own: Status,
        foe: Status,
        attack: &Attack,
        dice: &mut D,
    ) -> (Blow, Status) {
        dice.note(|| story::attack(self, by, own, foe, attack));
        let blow = dice.ask(&self.strike(by, own, foe, attack));
        let after = self.suffered(foe, attack, blow);
        dice.note(|| story::outcome(self, by, foe, after, attack, blow));
        (blow, after)
    }

    /// The melee attack of a charge and all free attacks it triggers.
    pub fn exchange<D: Dice>(&self, by: Side, own: Status, foe: Status, dice: &mut D) -> Melee {
        let [me, you] = [by, by.other()].map(|side| &self.fighters[side.index()]);
        let mut melee = Melee { own, foe, gap: 0 };
        let Some((hand, manner)) = me.choose(foe) else {
            dice.note(|| story::empty_handed(self, by));
            return melee;
        };
        let main = Attack {
            hand,
            manner,
            bonus: 0,
            ranged: false,
        };
        let (blow, after) = self.attack(by, own, foe, &main, dice);
        melee.foe = after;
        melee.gap += self.push(&main, blow);
        if !self.terms.free_attacks {
            return melee;
        }
        let free = |given: bool, by_attacker: bool, bonus: i32, gift: Gift| {
            given.then_some(Free {
                by_attacker,
                bonus,
                gift,
            })
        };
        // FI-32: only the hit check is ever a draw.
        let drawn = blow.swing == Swing::Drawn;
        let again = hand.arm.follow_up;
        let queue = [
            // FI-29: only if the drawn attack used the sword.
            free(
                drawn && again.is_some(),
                true,
                again.unwrap_or(0),
                Gift::FollowUp,
            ),
            free(
                drawn && me.draw_attack && !you.draw_attack,
                true,
                0,
                Gift::Draw,
            ),
            free(
                drawn && you.draw_attack && !me.draw_attack,
                false,
                0,
                Gift::Draw,
            ),
            // FI-27, FI-30.
            free(blow.swing == Swing::Answered, false, 0, Gift::TrueTime),
        ];
        for free in queue.into_iter().flatten() {
            if melee.own.dead() || melee.foe.dead() {
                break;
            }
            self.free_attack(by, free, &mut melee, dice);
        }
        melee
    }

    /// One free attack: weapon and manner are chosen afresh.
    fn free_attack<D: Dice>(&self, by: Side, free: Free, melee: &mut Melee, dice: &mut D) {
        let (side, own, foe) = if free.by_attacker {
            (by, melee.own, melee.foe)
        } else {
            (by.other(), melee.foe, melee.own)
        };
        let Some((hand, manner)) = self.fighters[side.index()].choose(foe) else {
            return;
        };
        dice.note(|| story::gift(self, side, free.gift));
        let attack = Attack {
            hand,
            manner,
            bonus: free.bonus,
            ranged: false,
        };
        let (blow, after) = self.attack(side, own, foe, &attack, dice);
        melee.gap += self.push(&attack, blow);
        if free.by_attacker {
            melee.foe = after;
        } else {
            melee.own = after;
        }
    }
}
