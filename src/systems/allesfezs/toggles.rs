//! Every toggle of the system (reference, section 9): where two readings of the rulebook are both sensible. The first
//! value of each is the default.

use crate::systems::choices::{Whole, choices, toggles};

choices! {
    /// No or yes.
    YesNo { No = "no", Yes = "yes" }
    /// AE-01: which row PHY 15, 8 and MOT 14, 7 belong to.
    Gaps { Inclusive = "inclusive", Strict = "strict" }
    /// AE-02: where MOV and REC come from.
    Derived { Table = "table", Card = "card" }
    /// AE-07.
    OnOff { On = "on", Off = "off" }
    /// AE-09: whose die stands when face-to-face dice are equal.
    Ties { Both = "both", Active = "active", Reactor = "reactor", Cancel = "cancel" }
    /// AE-12: which range bands.
    Bands { Table = "table", Prose = "prose", None = "none" }
    /// AE-15: dice of a reaction attack.
    ReactionDice { One = "one", Full = "full" }
    /// AE-16, AE-17: what a successful defence die cancels.
    Scope { All = "all", OneDie = "one_die" }
    /// AE-20: what one round of Ammo is.
    AmmoUnit { DieBurstOne = "die_burst_one", Die = "die", Action = "action" }
    /// AE-23: the attribute that blocks.
    BlockAttr { Phy = "phy", Mot = "mot" }
    /// AE-24: which attacks can be blocked.
    BlockCompat { Standard = "standard", Cq = "cq", Any = "any" }
    /// AE-26: which weapons leave no hand for a shield.
    ShieldHands { Printed = "printed", Realistic = "realistic" }
    /// AE-27: shooting at 0".
    InContact { Yes = "yes", No = "no" }
    /// AE-29.
    PoleaxeClass { Ths = "ths", Polearm = "polearm" }
    /// AE-38.
    BeamClass { Magic = "magic", Firearm = "firearm" }
    /// AE-42: natural faces of a damage roll.
    DamageNat { None = "none", Natural = "natural" }
    /// AE-50.
    TeamLoaded { Crewed = "crewed", Alone = "alone" }
    /// AE-54: who begins when everybody fails.
    InitiativeFail { Coin = "coin", HighDie = "high_die" }
    /// AE-55: the type surcharge after, or inside, the product.
    Reading { B = "b", A = "a" }
    /// AE-55: where prices come from.
    PointsSource { Printed = "printed", FormulaA = "formula_a", FormulaB = "formula_b" }
    /// AE-58: an aptitude above what its attribute allows.
    Enforce { Warn = "warn", Refuse = "refuse", Off = "off" }
    /// AE-59.
    Rounding { HalfEven = "half_even", Up = "up", Down = "down" }
    /// AE-60.
    ArmourTotals { Points = "points", Printed = "printed" }
    /// AE-18.
    GroupFtf { TargetOnly = "target_only", Everyone = "everyone" }
    /// AE-33.
    Overwatch { None = "none", FreeReaction = "free_reaction" }
    /// AE-36.
    ExplosiveMiss { None = "none", Scatter = "scatter" }
    /// AE-47.
    TeamModel { None = "none", Pool = "pool" }
    /// AE-51.
    CrewSurvival { All = "all", AgilityCheck = "agility_check", None = "none" }
    /// AE-52.
    VehicleActions { One = "one", PerSeat = "per_seat" }
    /// AE-53.
    VehicleDodge { Pilot = "pilot", None = "none" }
}

toggles! {
    /// AE-01: PHY 15, 8 and MOT 14, 7 join the outer row or the inner one.
    mov_rec_gaps: Gaps,
    /// AE-02: MOV and REC from the tables, or from the build's card.
    derived: Derived,
    /// AE-06: a 20 that is the only way to succeed has critical effects.
    crit_only_effects: YesNo,
    /// AE-07: target values below 1 lower the critical boundary.
    crit_lowering: OnOff,
    /// AE-09: whose die stands when face-to-face dice are equal.
    ties: Ties,
    /// AE-12: range bands of the table, of the prose, or none.
    range_bands: Bands,
    /// AE-15: a reaction attack has one die, or as many as an attack.
    reaction_dice: ReactionDice,
    /// AE-16: a dodge die cancels all lower attack dice, or one.
    dodge_scope: Scope,
    /// AE-17: a block die cancels all lower attack dice, or one.
    block_scope: Scope,
    /// AE-20: a round is a die (a burst in all one), a die always, or an action.
    ammo_unit: AmmoUnit,
    /// AE-23: the attribute that blocks.
    block_attr: BlockAttr,
    /// AE-24: which attacks can be blocked.
    block_compat: BlockCompat,
    /// AE-26: which weapons leave no hand for a shield.
    shield_hands: ShieldHands,
    /// AE-27: shooting in base contact.
    ranged_in_contact: InContact,
    /// AE-29: the class of the poleaxe.
    poleaxe_class: PoleaxeClass,
    /// AE-38: the class of the Beam spell.
    beam_class: BeamClass,
    /// AE-42: in a damage roll 1 always loses and 20 always saves.
    damage_nat: DamageNat,
    /// AE-45: AP meets the bullet value of an armour that has no AP value.
    ap_uses_bullet: YesNo,
    /// AE-46: the bullet value of the Anti-Bullet Shirt.
    anti_bullet_shirt: Whole<0, 100, 0>,
    /// AE-50: a Team Loaded weapon in a duel is crewed, or alone with Long reload.
    duel_team_loaded: TeamLoaded,
    /// AE-54: who begins when everybody fails.
    initiative_fail: InitiativeFail,
    /// AE-55: how a price that is not printed is worked out.
    points_reading: Reading,
    /// AE-55: printed prices, or one of the formulas for everything.
    points_source: PointsSource,
    /// AE-56: price of a damage below the table.
    low_damage_cost: Whole<0, 100, 0>,
    /// AE-57: points for each STR above 1.
    structure_cost: Whole<0, 10_000, 0>,
    /// AE-58: what happens to an aptitude above what its attribute allows.
    enforce_minimum: Enforce,
    /// AE-59: how prices are rounded.
    rounding: Rounding,
    /// AE-60: armour by the price of each point, or by the printed running totals.
    armour_totals: ArmourTotals,
    /// AE-62: a spell pays for its damage type.
    spell_surcharge: YesNo,
    /// AE-70: rounds after which a duel is a draw.
    cap: Whole<1, 10_000, 50>,
    /// AE-18, read by skirmishes only: whom a reaction die opposes.
    group_ftf: GroupFtf,
    /// AE-33, read by skirmishes only.
    overwatch: Overwatch,
    /// AE-36, read by skirmishes only.
    explosive_miss: ExplosiveMiss,
    /// AE-37, read by skirmishes only: critical bonus for units caught in a blast.
    secondary_crit: YesNo,
    /// AE-41, read by skirmishes only: Heal may cure its caster.
    heal_self: YesNo,
    /// AE-47, read by skirmishes only.
    team_model: TeamModel,
    /// AE-48, read by skirmishes only: radius of the zone of control.
    zoc: Whole<0, 1_000, 8>,
    /// AE-49, read by skirmishes only: to hit a target in cover.
    cover_mod: Whole<-20, 20, 0>,
    /// AE-51, read by skirmishes only: the crew of a destroyed vehicle.
    crew_survival: CrewSurvival,
    /// AE-52, read by skirmishes only.
    vehicle_actions: VehicleActions,
    /// AE-53, read by skirmishes only.
    vehicle_dodge: VehicleDodge,
}
