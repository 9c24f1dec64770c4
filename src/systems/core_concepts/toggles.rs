//! Every toggle of the system that changes a duel, a question or a bill (reference, section 9). The first value of each
//! is the default.

use crate::systems::choices::{choices, toggles};

choices! {
    /// No, or yes.
    NoYes { No = "no", Yes = "yes" }
    /// Yes, or no.
    YesNo { Yes = "yes", No = "no" }
    /// CC-02: the dice of a defender that may not attack.
    NoReachDice { Defence = "defence", HalfLost = "half-lost" }
    /// CC-04: what one package of damage is.
    StressPer { Attack = "attack", Success = "success" }
    /// CC-05: how a distance becomes a difficulty.
    DistanceRound { Up = "up", Down = "down", Nearest = "nearest" }
    /// CC-06: how half of an Agility is rounded.
    HalfRound { Up = "up", Down = "down" }
    /// CC-08: which hits of a shot are critical.
    ShootingCritical { AnySix = "any-six", TwoSixes = "two-sixes", Margin = "margin-6", None = "none" }
    /// CC-11: what a stray shot does to the model it strikes.
    StrayDamage { Normal = "normal", None = "none" }
    /// CC-13: where a model that takes cover goes on an open field.
    CoverMove { None = "none", Away = "away" }
    /// CC-15: when stress is tested.
    StressTest { Every = "every", FirstOnly = "first-only" }
    /// CC-16: what becomes of stress after a test.
    StressAfter { Keep = "keep", Reset = "reset" }
    /// CC-17: which Toughness stress is held against.
    StressToughness { Current = "current", Printed = "printed-threshold" }
    /// CC-20: who activates first.
    Initiative { EachRound = "each-round", Alternate = "alternate", Fixed = "fixed" }
    /// CC-22: how the height of a fall is rounded.
    FallRound { Down = "down", Up = "up" }
    /// CC-25: what a model costs.
    Cost { Both = "abilities+weapons", Abilities = "abilities", Weapons = "weapons", File = "file" }
    /// CC-28: what a model without a melee weapon has.
    Unarmed { None = "none", Fists = "fists" }
}

toggles! {
    /// CC-01: a normal defence success cancels a critical too.
    normal_def_cancels_crit: NoYes,
    /// CC-02: the dice of a defender out of reach all defend, or half of them (rounded up) are lost.
    no_reach_dice: NoReachDice,
    /// CC-04: a blow is one package of damage, or every unblocked success is.
    stress_per: StressPer,
    /// CC-05: how a distance is rounded.
    distance_round: DistanceRound,
    /// CC-06: how half of an Agility is rounded in a difficulty.
    half_round: HalfRound,
    /// CC-07: weapons that shove do so.
    shove: YesNo,
    /// CC-08: which hits of a shot are critical.
    shooting_critical: ShootingCritical,
    /// CC-10: action points of a return fire that a sniper's critical stopped come back.
    sniper_refund: NoYes,
    /// CC-11: a model struck by a stray shot takes the weapon's normal damage, or none.
    stray_damage: StrayDamage,
    /// CC-13: the move of a model that takes cover on an open field.
    cover_move: CoverMove,
    /// CC-14: the shooter may react to return fire.
    return_fire_chain: NoYes,
    /// CC-15: stress is tested at every damage, or only when it first reaches Toughness.
    stress_test: StressTest,
    /// CC-16: stress is kept after a test, or reset to 0.
    stress_after_test: StressAfter,
    /// CC-17: stress is held against the current Toughness, or the printed one.
    stress_toughness: StressToughness,
    /// CC-18: a test is repeated while it fails and stress still reaches Toughness.
    stress_chain: NoYes,
    /// CC-19: action points left over are carried into the next round.
    ap_carry: NoYes,
    /// CC-20: who activates first: a coin each round, a coin and then in turn, or always A.
    initiative: Initiative,
    /// CC-21: a Move may enter a threat range.
    move_into_threat: NoYes,
    /// CC-22: how the height of a fall is rounded.
    fall_round: FallRound,
    /// CC-25: what a model costs.
    cost: Cost,
    /// CC-27: shooting from inside an enemy's threat range.
    shoot_engaged: YesNo,
    /// CC-28: a model without a melee weapon has none, or fists.
    unarmed: Unarmed,
    /// CC-33: a model that was just removed still shoots back.
    dead_return_fire: YesNo,
}
