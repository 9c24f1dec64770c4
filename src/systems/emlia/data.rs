//! What a rules file of this system says, read: modifier lines, weapons, armour, builds. Names have become places.

use super::build::Build;
use super::lines::{AimedFire, AreaVolley, Check, CloseCombat, Disengage, Leading, Morale, Volley};
use super::toggles::{Rounding, Toggles};

/// The sides of the only die.
pub const SIDES: u32 = 12;

/// A whole rules file.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its toggles.
    pub toggles: Toggles,
    /// What any check is made with.
    pub check: Check,
    /// Close Combat.
    pub close_combat: CloseCombat,
    /// Aimed Fire.
    pub aimed_fire: AimedFire,
    /// Concentrated Volley.
    pub volley: Volley,
    /// Area Volley.
    pub area_volley: AreaVolley,
    /// Disengage/Distract.
    pub disengage: Disengage,
    /// The leadership checks, in the order of [`LEADING`].
    pub leading: [Leading; 6],
    /// The morale lines.
    pub morale: Morale,
    /// Melee weapons by id.
    pub melee: Vec<(String, String, Melee)>,
    /// Ranged weapons by id.
    pub ranged: Vec<(String, String, Ranged)>,
    /// Armour by id.
    pub armour: Vec<Armour>,
    /// Where a duel begins unless told otherwise, how far the edges are, and how many turns it has.
    pub duel: [u16; 3],
    /// The named builds.
    pub builds: Vec<Build>,
}

/// The leadership checks, as queries ask for them.
pub const LEADING: [&str; 6] = [
    "ignore",
    "improve",
    "reorder",
    "take_command",
    "join",
    "split",
];
/// Ignore Conditions.
pub const IGNORE: usize = 0;
/// Improve Morale.
pub const IMPROVE: usize = 1;
/// Reorder.
pub const REORDER: usize = 2;

/// A melee weapon.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Melee {
    /// Base damage.
    pub bd: i32,
    /// Halves the armour bonus.
    pub ap: bool,
    /// Enemies are at -1 to hit.
    pub parry: bool,
    /// Added to the combat range.
    pub reach: u16,
    /// What it adds to the hire value.
    pub hire: f64,
}

/// A ranged weapon.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Ranged {
    /// Base damage.
    pub bd: i32,
    /// Upper bounds of short, medium and long range, included.
    pub range: [u16; 3],
    /// What the base damage loses in each.
    pub falloff: [i32; 3],
    /// May be aimed.
    pub aimed: bool,
    /// Base damage of volleys, if it may be used for them.
    pub volley_bd: Option<i32>,
    /// Diameter of a blast.
    pub coverage: i32,
    /// What a success adds to it.
    pub increment: i32,
    /// The most it can come to, for each weapon.
    pub limit: i32,
    /// How far the point drifts.
    pub drift: i32,
    /// What it adds to the hire value.
    pub hire: f64,
}

impl Ranged {
    /// The band of a distance: 0 short, 1 medium, 2 long; none beyond.
    pub fn band(&self, distance: u16) -> Option<usize> {
        self.range.iter().position(|bound| distance <= *bound)
    }
}

/// Armour with a name.
#[derive(Clone, Debug)]
pub struct Armour {
    /// Key in the file.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Added to hits.
    pub bonus: i32,
    /// What it adds to the hire value.
    pub hire: f64,
}

/// A skill as written: 5, 5/2 or 1*.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Skill {
    /// That many dice, whatever the losses.
    Flat(u16),
    /// One die less for so many lost.
    Diminishing(u16, u16),
    /// So many dice for each member taking part.
    Each(u16),
}

impl Skill {
    /// Dice now (2.2). `taking` members of a unit that began with `members` take part; `damage` is what it has suffered
    /// (EM-05, EM-06).
    pub fn dice(self, members: u16, taking: u16, damage: u16, round: Rounding) -> u32 {
        let dice = match self {
            _ if taking == 0 => 0,
            Skill::Flat(level) => level,
            Skill::Each(per) => per.saturating_mul(taking),
            Skill::Diminishing(level, by) => {
                let lost = if members > 1 {
                    members.saturating_sub(taking)
                } else {
                    damage
                };
                let less = match round {
                    Rounding::Down => lost / by.max(1),
                    Rounding::Up => lost.div_ceil(by.max(1)),
                };
                level.saturating_sub(less)
            }
        };
        u32::from(dice)
    }

    /// As people write it.
    pub fn words(self) -> String {
        match self {
            Skill::Flat(level) => level.to_string(),
            Skill::Diminishing(level, by) => format!("{level}/{by}"),
            Skill::Each(per) => format!("{per}*"),
        }
    }
}

/// A pool of dice: how many, and what is added to each.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Dice.
    pub dice: u32,
    /// -4 where it is improvised, else 0.
    pub improvised: i32,
}

impl Rules {
    /// The pool of a skill, or of improvising it (EM-07: a skill diminished to nothing is not improvised).
    pub fn pool(&self, skill: Option<Skill>, improvise: bool, of: [u16; 3]) -> Pool {
        let [members, taking, damage] = of;
        match skill {
            Some(skill) => Pool {
                dice: skill.dice(members, taking, damage, self.toggles.diminish_round),
                improvised: 0,
            },
            None => Pool {
                dice: u32::from(improvise && taking > 0),
                improvised: if improvise { self.check.improvised } else { 0 },
            },
        }
    }

    /// What a die must show at this modifier, 1 to 13.
    pub fn need(&self, modifier: i32) -> u32 {
        (self.check.success - modifier).clamp(1, SIDES as i32 + 1) as u32
    }
}
