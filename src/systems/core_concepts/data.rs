//! What a rules file says, ready to be used: names are places in lists, inches are half inches.

use super::build::Build;
use super::toggles::Toggles;

/// A length in half inches, in which a duel is measured (reference, section 6).
pub type Half = u16;

/// A length as people write it: `6"`, `6.5"`.
pub fn inches(half: Half) -> String {
    if half.is_multiple_of(2) {
        format!("{}\"", half / 2)
    } else {
        format!("{}.5\"", half / 2)
    }
}

/// A rules file.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Which reading of the rules.
    pub toggles: Toggles,
    /// The numbers of a fight.
    pub numbers: Numbers,
    /// Points for each point of Melee, Ballistics, Toughness, Agility.
    pub prices: [f64; 4],
    /// Names of ability sums.
    pub scale: Vec<(i64, String)>,
    /// Melee weapons.
    pub melee: Vec<Melee>,
    /// Shooting weapons.
    pub ranged: Vec<Ranged>,
    /// Fists (CC-28).
    pub fists: Melee,
    /// Named builds.
    pub builds: Vec<Build>,
}

/// The numbers of a fight.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Numbers {
    /// Action points of a model in a round.
    pub action_points: u16,
    /// What a Move costs.
    pub move_ap: u16,
    /// What a Close Combat costs.
    pub clash_ap: u16,
    /// What a Shooting costs.
    pub shoot_ap: u16,
    /// What taking cover costs.
    pub cover_ap: u16,
    /// What return fire costs.
    pub return_ap: u16,
    /// The lowest face that is a success.
    pub success: u8,
    /// The lowest face that is a critical success.
    pub critical: u8,
    /// Inches of a Move for each point of Agility.
    pub move_per_agility: u16,
    /// Inches of a Pounce for each point of Agility.
    pub pounce_per_agility: u16,
    /// What an obstacle adds to the difficulty.
    pub obstacle: i32,
    /// The lowest face with which a stray shot strikes an obstacle.
    pub stray: u8,
    /// How far a shove goes.
    pub shove: Half,
    /// How much shorter a pinned model's cover move is.
    pub pin: Half,
    /// Heights up to this, in inches, are climbed without a test.
    pub climb_free: f64,
    /// Inches climbed with each success.
    pub climb_inches: f64,
    /// Inches jumped with each success.
    pub jump_inches: f64,
    /// Inches of a fall that give one stress.
    pub fall_inches: f64,
    /// How far outside a threat range a Move stops (CC-21).
    pub stop_short: Half,
    /// Where a duel starts.
    pub gap: Half,
    /// The farthest that two can be apart.
    pub max_gap: Half,
    /// Rounds after which a duel is a draw.
    pub rounds: u32,
    /// How near `advance` goes.
    pub preferred_gap: Half,
    /// Abilities that models usually have.
    pub usual: [i64; 2],
}

/// A melee weapon.
#[derive(Clone, Debug, PartialEq)]
pub struct Melee {
    /// Key in the rules file; empty for one made up on the spot.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Threat range.
    pub reach: Half,
    /// Damage of a normal success.
    pub damage: u8,
    /// Damage of a critical success.
    pub critical: u8,
    /// A critical success shoves the model hit.
    pub shove: bool,
    /// What it costs.
    pub points: Option<f64>,
}

/// A shooting weapon.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranged {
    /// Key in the rules file; empty for one made up on the spot.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// What it adds to the difficulty.
    pub modifier: i32,
    /// Damage of a normal hit.
    pub damage: u8,
    /// Damage of a critical hit.
    pub critical: Critical,
    /// A critical hit stops return fire and shortens the cover move.
    pub pin: bool,
    /// What it costs.
    pub points: Option<f64>,
}

/// The damage of a critical hit of a shot.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Critical {
    /// So much.
    Fixed(u8),
    /// A die with so many sides.
    Die(u8),
}

impl Critical {
    /// As people write it: `2`, `D3`.
    pub fn words(self) -> String {
        match self {
            Critical::Fixed(n) => n.to_string(),
            Critical::Die(sides) => format!("D{sides}"),
        }
    }
}
