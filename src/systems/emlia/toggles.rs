//! Every toggle of the system (reference, section 9): where two readings of the rules are both sensible. The first value
//! of each is the default.

use crate::systems::choices::{Whole, choices, toggles};

choices! {
    /// EM-01: what a hit does when the base damage takes all hits away.
    HitsFloor { One = "one", Overkill = "overkill" }
    /// EM-02: hits equal to the attribute make a point, or only more than that.
    HitsCompare { Equal = "equal", Greater = "greater" }
    /// EM-03: hits of different base damage.
    MixedHits { Separate = "separate", Pooled = "pooled" }
    /// EM-05, EM-09: how a half is rounded.
    Rounding { Down = "down", Up = "up" }
    /// EM-11: what blocks movement (skirmishes only).
    BlockBy { Height = "height", Size = "size" }
    /// Yes or no.
    YesNo { Yes = "yes", No = "no" }
    /// No or yes.
    NoYes { No = "no", Yes = "yes" }
    /// On or off.
    OnOff { On = "on", Off = "off" }
    /// Off or on.
    OffOn { Off = "off", On = "on" }
    /// EM-17: the range lines of an Area Volley.
    AreaRange { None = "none", Concentrated = "concentrated" }
    /// EM-19: whether the hits of a blast add up over members.
    AreaPool { Individual = "individual", Unit = "unit" }
    /// EM-21: how far a Charge reaches.
    ChargeReach { Double = "double", Single = "single" }
    /// EM-22: free strikes.
    FreeStrikes { Always = "always", Never = "never" }
    /// EM-25: who presses.
    PressBehind { Unengaged = "unengaged", All = "all" }
    /// EM-26: the base damage of a press by size.
    PressSize { Example = "example", Doubling = "doubling" }
    /// EM-27: how markers are drawn from groups.
    AllocGroups { Exhaust = "exhaust", Alternate = "alternate" }
    /// EM-28: who activates first when timings are equal.
    First { Coin = "coin", A = "a", B = "b" }
    /// EM-29: what a disordered unit in good spirits may do.
    Disorder { Strict = "strict", SelfDefence = "self_defence", None = "none" }
    /// EM-31, EM-56: what percentages are of.
    Basis { Capacity = "capacity", Members = "members" }
    /// EM-34: when a Reorder takes effect.
    ReorderWhen { Resolution = "resolution", Immediate = "immediate" }
    /// EM-35: when the leader falls.
    LeaderLoss { Last = "last", Random = "random" }
    /// EM-41: falling back from an enemy that could still strike.
    FallbackEngaged { Move = "move", PinnedOnly = "pinned_only" }
}

toggles! {
    /// EM-01: a hit whose base damage takes all hits away is one point, or more the more it overkills.
    hits_floor: HitsFloor,
    /// EM-02: a damage point takes as many hits as the attribute, or one more.
    hits_compare: HitsCompare,
    /// EM-03: hits of different base damage count apart, or their fractions add up.
    mixed_hits: MixedHits,
    /// EM-05: losses diminish a skill by full groups, or by begun ones.
    diminish_round: Rounding,
    /// EM-09: what piercing leaves of an odd armour bonus.
    ap_round: Rounding,
    /// EM-11, read by skirmishes only: what must be a quarter as high to be stepped over.
    block_by: BlockBy,
    /// EM-13, read by skirmishes only: morale for forcing a unit into its friends or yours.
    forced_bonus: Whole<1, 2, 1>,
    /// EM-16: cover and the concealment that comes with it both count, or only the worse.
    cover_stacks: YesNo,
    /// EM-17: an Area Volley has no range lines, or those of a Concentrated Volley.
    area_range: AreaRange,
    /// EM-19: the hits of a blast count member by member, or together.
    area_pool: AreaPool,
    /// EM-21: a Charge may follow a Normal Move, or not.
    charge_reach: ChargeReach,
    /// EM-22: whoever leaves an engagement is struck at, or not.
    free_strikes: FreeStrikes,
    /// EM-23: members who fight beyond the enemy's frontage in ranked combat.
    ranked_overlap: Whole<0, 2, 2>,
    /// EM-24, with push_track: the winner of a ranked push follows, or stays.
    ranked_follow: YesNo,
    /// EM-25: those behind the engaged press, or all do.
    press_behind: PressBehind,
    /// EM-26: the base damage of a press by size: as in the example, or by doublings.
    press_size: PressSize,
    /// EM-27: groups of hits are used up one after the other, or drawn from in turn.
    alloc_groups: AllocGroups,
    /// EM-28: who activates first when timings are equal, unless the situation says so.
    first: First,
    /// EM-29: a disordered unit in good spirits does nothing, may defend itself, or there is no disorder.
    disorder: Disorder,
    /// EM-31: percentages of the capacity to take damage, or of the members.
    pct_basis: Basis,
    /// EM-34: a Reorder takes effect in the resolution, or at once.
    reorder_when: ReorderWhen,
    /// EM-35: the leader is the last to fall, or as likely to as any other.
    leader_loss: LeaderLoss,
    /// EM-36: pushes are not tracked in a duel, or they are.
    push_track: OffOn,
    /// EM-37: what close formation adds to its Close Combat.
    close_bonus: Whole<0, 1, 0>,
    /// EM-39: a hire value holds for the unit as it is, or goes with its members.
    scale_hire: NoYes,
    /// EM-40: a disordered leader may reorder his own unit, or not.
    self_reorder: YesNo,
    /// EM-41: a unit falls back from enemies that could still strike, or stays.
    fallback_engaged: FallbackEngaged,
    /// EM-42: morale changes, or everybody acts as Normal.
    morale: OnOff,
    /// EM-52: units with an initiative list follow it, or not.
    initiative: OnOff,
    /// EM-54: a Retreating unit whose list says so returns fire, or not.
    retreat_fire: NoYes,
    /// EM-55: each point of reach lets one more rank fight, or not.
    reach_ranks: NoYes,
    /// EM-56: the 10 % of the "inflicts" line are of the capacity, or of the members.
    inflict_basis: Basis,
    /// EM-57: falloff lowers the base damage of an Area Volley, or not.
    area_falloff: NoYes,
}
