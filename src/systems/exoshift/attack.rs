//! One attack (reference, section 4, steps 5 to 8): all its shots, the Defense tests and the casualty roll as one question
//! with a small answer. Stats, modifiers and toggles are worked into a few numbers first, so that fights share their laws.

use super::checks::D10;
use super::story;
use crate::umpire::{Dice, Note, Packed, Question};

/// The shots of an attack: to hit, Defense, and perhaps Quality saves.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Volley {
    /// Shots of equal Combat: how many, and the highest face that hits. At most two kinds (Aims are shared out evenly).
    pub shots: [(u8, u8); 2],
    /// The highest face that saves.
    pub saves: u8,
    /// The lowest face of a save that disrupts (EX-09); above `saves` there is none.
    pub shakes: u8,
    /// EX-25: no Defense test is rolled.
    pub automatic: bool,
    /// EX-11: the highest face of a Quality save that cancels the damage.
    pub quality_save: Option<u8>,
}

/// Hits, hits not saved, and saves that disrupt.
pub type Hits = [u8; 3];

impl Question for Volley {
    type Answer = Hits;

    #[inline]
    fn put<D: Dice>(&self, dice: &mut D) -> Hits {
        dice.note(|| Note::About("to hit"));
        let [first, second] = self.shots;
        // Faces above the bar miss.
        let mut hits = u32::from(first.0);
        hits -= dice.count(hits, D10, u32::from(first.1) + 1);
        if second.0 > 0 {
            hits += u32::from(second.0);
            hits -= dice.count(second.0.into(), D10, u32::from(second.1) + 1);
        }
        let fired = first.0 + second.0;
        dice.note(|| story::hits(fired, hits));
        if hits == 0 {
            return [0; 3];
        }
        let [mut unsaved, shaken] = if self.automatic {
            [hits, 0]
        } else {
            dice.note(|| Note::About("Defense"));
            let saves = u32::from(self.saves) + 1;
            dice.tally(hits, D10, [saves, u32::from(self.shakes)])
        };
        if let Some(saves) = self.quality_save {
            dice.note(|| Note::About("Quality save"));
            unsaved = dice.count(unsaved, D10, u32::from(saves) + 1);
        }
        dice.note(|| story::saves(self, hits, unsaved, shaken));
        [hits as u8, unsaved as u8, shaken as u8]
    }
}

/// What became of the target.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// There was no casualty roll.
    None,
    /// Unhurt.
    Unhurt,
    /// Stunned.
    Stunned,
    /// Downed.
    Downed,
    /// Downed and Wounded.
    Wounded,
    /// Out, on the table.
    Incapacitated,
    /// Removed.
    Destroyed,
}

impl Fate {
    /// In the order of the table, after no roll at all.
    pub const ALL: [Fate; 7] = [
        Fate::None,
        Fate::Unhurt,
        Fate::Stunned,
        Fate::Downed,
        Fate::Wounded,
        Fate::Incapacitated,
        Fate::Destroyed,
    ];

    /// The result of a casualty roll; `bars` are the highest totals of the first five.
    pub fn of(total: i16, bars: &[i16; 5]) -> Fate {
        let at = bars.iter().position(|most| total <= *most);
        Fate::ALL[1 + at.unwrap_or(bars.len())]
    }
}

impl Packed for Fate {
    fn pack(self) -> u64 {
        self as u64
    }
    fn unpack(word: u64) -> Self {
        Fate::ALL[word as usize % Fate::ALL.len()]
    }
}

/// A casualty roll: d10 and `plus` on the table.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Casualty {
    /// Disruption + Power - Quality.
    pub plus: i16,
    /// The highest totals for Unhurt, Stunned, Downed, Wounded, Incapacitated.
    pub bars: [i16; 5],
}

impl Question for Casualty {
    type Answer = Fate;

    #[inline]
    fn put<D: Dice>(&self, dice: &mut D) -> Fate {
        dice.note(|| Note::About("casualty"));
        let total = dice.die(D10) as i16 + self.plus;
        let fate = Fate::of(total, &self.bars);
        dice.note(|| story::casualty(self.plus, total, fate));
        fate
    }
}

/// A whole attack on a target as it stands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The shots.
    pub volley: Volley,
    /// Damage of an unsaved hit.
    pub damage: u8,
    /// Disruption of a hit, or (EX-08) of an attack that hits.
    pub suppression: u8,
    /// EX-08: Suppression counts for each hit.
    pub each_hit: bool,
    /// Power of the weapon.
    pub power: i16,
    /// Printed Quality of the target.
    pub quality: i16,
    /// EX-12: the casualty roll takes off what Disruption has left of it.
    pub reduced: bool,
    /// EX-13: only damage beyond health counts as avoided.
    pub excess: bool,
    /// EX-37: Disruption of the attack comes too late for its casualty roll.
    pub late: bool,
    /// The casualty table.
    pub bars: [i16; 5],
    /// EX-04.
    pub cap: u8,
    /// The target's Disruption.
    pub disruption: u8,
    /// The target's health.
    pub health: u8,
}

/// The target after an attack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct After {
    /// Its Disruption.
    pub disruption: u8,
    /// Its health.
    pub health: u8,
    /// What the casualty table said.
    pub fate: Fate,
}

impl Packed for After {
    fn pack(self) -> u64 {
        [self.disruption, self.health, self.fate as u8].pack()
    }
    fn unpack(word: u64) -> Self {
        let [disruption, health, fate] = <[u8; 3]>::unpack(word);
        After {
            disruption,
            health,
            fate: Fate::unpack(fate.into()),
        }
    }
}

impl Attack {
    /// The target with so much more Disruption (EX-04).
    fn raised(&self, disruption: u8, by: u16) -> u8 {
        (u16::from(disruption) + by).min(self.cap.into()) as u8
    }
}

impl Question for Attack {
    type Answer = After;

    #[inline]
    fn put<D: Dice>(&self, dice: &mut D) -> After {
        let [hits, unsaved, shaken] = dice.ask(&self.volley);
        let suppressing = if self.each_hit { hits } else { hits.min(1) };
        let [damage, suppression] = [self.damage, self.suppression].map(u16::from);
        let gained = suppression * u16::from(suppressing) + damage * u16::from(shaken);
        let suffered = damage * u16::from(unsaved);
        let with = self.raised(self.disruption, gained);
        let health = u16::from(self.health);
        dice.note(|| story::harm(self, gained, suffered));
        if suffered < health.max(1) {
            return After {
                disruption: with,
                health: (health - suffered) as u8,
                fate: Fate::None,
            };
        }
        let counted = i16::from(if self.late { self.disruption } else { with });
        let quality = if self.reduced {
            (self.quality - counted).max(0)
        } else {
            self.quality
        };
        let fate = dice.ask(&Casualty {
            plus: counted + self.power - quality,
            bars: self.bars,
        });
        let more = match fate {
            // EX-13.
            Fate::Unhurt | Fate::Stunned if self.excess => suffered - health,
            Fate::Unhurt | Fate::Stunned => suffered,
            // EX-36.
            Fate::Downed | Fate::Wounded => suffered - 1,
            Fate::None | Fate::Incapacitated | Fate::Destroyed => 0,
        };
        let disruption = self.raised(with, more);
        if disruption > with {
            dice.note(|| story::avoided(disruption - with));
        }
        After {
            disruption,
            health: 1,
            fate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::Exact;

    #[test]
    fn an_answer_survives_packing() {
        for fate in Fate::ALL {
            let after = After {
                disruption: 20,
                health: 3,
                fate,
            };
            assert_eq!(After::unpack(after.pack()), after);
            assert_eq!(Fate::unpack(fate.pack()), fate);
        }
    }

    /// Section 4, step 6 by hand: Combat 9, Defense 5 less Power 2: 1 and 2 save, 3 saves and disrupts, 4 to 10 do not.
    #[test]
    fn a_shot_by_its_faces() {
        let shot = Volley {
            shots: [(1, 9), (0, 0)],
            saves: 3,
            shakes: 3,
            automatic: false,
            quality_save: None,
        };
        let law = Exact::new().law(shot).expect("a small law");
        let chance = |hits: Hits| -> f64 {
            let these = law.iter().filter(|(found, _)| *found == hits);
            these.map(|(_, chance)| chance).sum()
        };
        for (hits, expected) in [
            ([0, 0, 0], 0.10),
            ([1, 0, 0], 0.18),
            ([1, 0, 1], 0.09),
            ([1, 1, 0], 0.63),
        ] {
            assert!((chance(hits) - expected).abs() < 1e-12, "{hits:?}");
        }
    }
}
