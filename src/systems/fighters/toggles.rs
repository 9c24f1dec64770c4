//! The toggles of a rules file (reference, section 9): where two readings of the source are both sensible. The first
//! value of each is the default.

use crate::document::{Node, Shape};
use crate::systems::choices::{Toggle, Whole, choices, toggles};

choices! {
    /// FI-01: what a Move adds to its 4".
    MoveStat { Speed = "speed", None = "none" }
    /// FI-04: how much a fighter may carry.
    Loadout { TwoHands = "two-hands", Free = "free" }
    /// FI-05: a fighter without a melee weapon strikes with its bow.
    BowMelee { No = "no", Yes = "yes" }
    /// FI-06: what a second wound does.
    WoundedTwice { None = "none", Kill = "kill", Stack = "stack" }
    /// FI-07: how long Staggered and Stunned last.
    StatusEnd { Recover = "recover", OwnActivationEnd = "own-activation-end" }
    /// FI-08: what beats a roll or a difficulty.
    Beat { Strict = "strict", Equal = "equal" }
    /// FI-10: statuses of a hit count in its own damage check.
    StatusBeforeDamage { Yes = "yes", No = "no" }
    /// FI-11: Damage against Armor.
    DamageCheck { Opposed = "opposed", Basic = "basic" }
    /// FI-12: whose margin kills.
    KillOn { Damage = "damage", Hit = "hit" }
    /// FI-13: who is driven back by a draw.
    DrawPush { Attacker = "attacker", None = "none" }
    /// FI-16: who goes first.
    Initiative { EachRound = "each-round", Alternate = "alternate", Fixed = "fixed" }
    /// FI-17: a charge that falls short.
    FailedCharge { Move = "move", Stay = "stay" }
    /// FI-18: whether a Staggered fighter may charge.
    StaggerChargeName { No = "no", ContactOnly = "contact-only" }
    /// FI-22: whether Aims add up.
    AimStacks { Yes = "yes", No = "no" }
    /// FI-24: whether two guardians add up.
    GuardianStacks { No = "no", Yes = "yes" }
    /// FI-31: whether Recover heals wounds.
    RecoverWounds { Yes = "yes", No = "no" }
}

/// A whole number from 0 to `MAX`, or a word for "no such number": `unlimited` for a distance, else `none`. A negative
/// default is that word.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Perhaps<const MAX: i64, const DEFAULT: i64, const DISTANCE: bool>(pub Option<i64>);

impl<const MAX: i64, const DEFAULT: i64, const DISTANCE: bool> Toggle
    for Perhaps<MAX, DEFAULT, DISTANCE>
{
    fn shape() -> Shape {
        let word = if DISTANCE { "unlimited" } else { "none" };
        Shape::either(vec![Shape::int(0..=MAX), Shape::choice(&[word])])
    }
    fn read(node: Option<&Node>) -> Self {
        let default = (DEFAULT >= 0).then_some(DEFAULT);
        Perhaps(node.map_or(default, Node::as_int))
    }
}

/// FI-18 as it is written: `false` (or `"no"`), or `"contact-only"` (or `true`).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct StaggerCharge(
    /// A Staggered fighter may charge an enemy it is in contact with.
    pub bool,
);

impl Toggle for StaggerCharge {
    fn shape() -> Shape {
        let names = Shape::choice(StaggerChargeName::NAMES);
        Shape::either(vec![names, Shape::flag()])
    }
    fn read(node: Option<&Node>) -> Self {
        let flag = node.and_then(Node::as_bool).unwrap_or(false);
        StaggerCharge(flag || StaggerChargeName::read(node) == StaggerChargeName::ContactOnly)
    }
}

toggles! {
    /// FI-01: a Move is 4" and Speed, or 4" alone.
    move_stat: MoveStat,
    /// FI-04: at most two hands in all, or anything.
    loadout: Loadout,
    /// FI-05: Damage of a fighter without a melee weapon; "none": it cannot attack in melee.
    unarmed_damage: Perhaps<20, 0, false>,
    /// FI-05: a fighter without a melee weapon strikes with its bow, at the bow's Damage.
    bow_melee: BowMelee,
    /// FI-06: a second wound does nothing, kills, or adds up.
    wounded_twice: WoundedTwice,
    /// FI-07: Staggered and Stunned last until Recover, or until the end of the bearer's activation.
    status_end: StatusEnd,
    /// FI-08: to beat is to roll higher, or at least as high (then nothing is ever drawn).
    beat: Beat,
    /// FI-09: the lowest a current stat can be; "none": no floor.
    stat_floor: Perhaps<15, -1, false>,
    /// FI-10: the statuses of a hit count in its own damage check.
    status_before_damage: StatusBeforeDamage,
    /// FI-11: Damage against Armor is an opposed check, or a basic one against 7 + Armor.
    damage_check: DamageCheck,
    /// FI-12: the margin that kills is the damage check's, or the hit's.
    kill_on: KillOn,
    /// FI-12: the margin that kills.
    kill_advantage: Whole<0, 30, 3>,
    /// FI-13: a draw drives the attacker back, or nobody.
    draw_push: DrawPush,
    /// FI-15: how deep free attacks go; 0: there are none.
    free_attack_cap: Whole<0, 1, 1>,
    /// FI-16: a coin each round, a coin in the first and then in turn, or always the same.
    initiative: Initiative,
    /// FI-17: a charge that falls short moves as far as it rolled, or stays.
    failed_charge: FailedCharge,
    /// FI-18: a Staggered fighter cannot charge, or only an enemy it is in contact with.
    stagger_charge: StaggerCharge,
    /// FI-19: how far a bow shoots, in inches; "unlimited": any distance.
    bow_range: Perhaps<100, -1, true>,
    /// FI-22: each Aim adds to the next shot, or only one.
    aim_stacks: AimStacks,
    /// FI-31: Recover heals wounds too.
    recover_wounds: RecoverWounds,
    /// FI-21, read by skirmishes only: how near an objective models count.
    hold_radius: Whole<0, 36, 3>,
    /// FI-24, read by skirmishes only: the auras of two guardians add up.
    guardian_stacks: GuardianStacks,
}
