//! The toggles of a rules file (reference, section 9): where two readings of the source are both sensible. The first
//! value of each is the default.

use crate::systems::choices::{Whole, choices, toggles};

choices! {
    /// EX-02: automatic successes and failures.
    Auto { None = "none", OneAndTen = "1-and-10" }
    /// EX-05: what Rate of Fire counts.
    Rof { Total = "total", Extra = "extra" }
    /// EX-06: point blank and the short modifier.
    PointBlank { Replace = "replace", KeepBonus = "keep-bonus" }
    /// EX-07: whether assault attacks are at point blank.
    AssaultPointBlank { Yes = "yes", No = "no" }
    /// EX-08: how often Suppression counts.
    Suppression { PerHit = "per-hit", PerAttack = "per-attack" }
    /// EX-09: against which Defense a save disrupts.
    DisruptionOnSave { Modified = "modified", Final = "final", Printed = "printed", Never = "never" }
    /// EX-11: Quality saves.
    QualitySave { None = "none", Test = "test" }
    /// EX-12: which Quality the casualty roll takes off.
    CasualtyQuality { Printed = "printed", Reduced = "reduced" }
    /// EX-13: the damage that counts as avoided.
    Avoided { Total = "total", Excess = "excess" }
    /// EX-16: what Recover does out of sight besides.
    RecoverExtra { Disruption = "disruption", Cp = "cp" }
    /// EX-17: whether Rest adds Disruption as other Secondaries do.
    RestCostsDisruption { No = "no", Yes = "yes" }
    /// EX-18: from when a unit may only Rest.
    SecondaryLimit { Ge = "ge", Gt = "gt", Current = "current" }
    /// EX-19: whether a defensive Focus Fire exhausts.
    DefensiveExhausts { No = "no", Yes = "yes" }
    /// EX-21: whether a comrade may take a destroyed model's place.
    SharedResponsibility { Yes = "yes", No = "no" }
    /// EX-22: when a duel is lost.
    Out { Downed = "downed", Incapacitated = "incapacitated" }
    /// EX-23: how Objective Grab ends.
    GrabEnd { Seven = "seven", Rounds = "rounds" }
    /// EX-24: what Tactician X gives.
    Tactician { X = "x", One = "1" }
    /// EX-25: Defense 0 or less is damage without a test.
    AutoDamage { Yes = "yes", No = "no" }
    /// EX-26: a Spotter always spots.
    SpotterAuto { No = "no", Yes = "yes" }
    /// EX-27: the CP of an Assault.
    AssaultCp { Extra = "extra", Minimum = "minimum" }
    /// EX-30: what makes the Unnerved test.
    UnnervedOn { Hit = "hit", Damage = "damage" }
    /// EX-31: which Quality the initiative adds.
    InitiativeQuality { Current = "current", Printed = "printed" }
    /// EX-34: when a Secondary adds its Disruption.
    SecondaryDisruption { Before = "before", After = "after" }
    /// EX-37: when the Disruption of an attack arrives.
    DisruptionWhen { BeforeCasualty = "before-casualty", AfterAction = "after-action" }
    /// EX-49: whether a Heavy weapon shoots in an Advance.
    HeavyAdvance { Yes = "yes", No = "no" }
}

toggles! {
    /// EX-02: no automatic results, or 1 always succeeds and 10 always fails in every test that is rolled.
    auto: Auto,
    /// EX-04: no unit has more Disruption than this.
    disruption_cap: Whole<1, 60, 20>,
    /// EX-05: Rate of Fire is all shots, or those beyond the first.
    rof: Rof,
    /// EX-06: point blank replaces the range modifier, or a short-range bonus stays.
    point_blank: PointBlank,
    /// EX-07: assault attacks are at point blank, or have no range modifier at all.
    assault_point_blank: AssaultPointBlank,
    /// EX-08: Suppression counts for each hit, or once an attack that hits.
    suppression: Suppression,
    /// EX-09: a save disrupts if roll + Power reaches Defense before Power, after Power, as printed, or never.
    disruption_on_save: DisruptionOnSave,
    /// EX-11: no Quality saves, or a Quality test for each unsaved hit that cancels its damage.
    quality_save: QualitySave,
    /// EX-12: the casualty roll takes off the printed Quality, or what Disruption has left of it.
    casualty_quality: CasualtyQuality,
    /// EX-13: damage avoided is all unsaved damage, or what is beyond health (Unhurt and Stunned).
    avoided: Avoided,
    /// EX-17: Rest adds no Disruption, or 1 like other Secondaries.
    rest_costs_disruption: RestCostsDisruption,
    /// EX-18: only Rest while Disruption is at least Quality, above Quality, or at least what is left of Quality.
    secondary_limit: SecondaryLimit,
    /// EX-19: a defensive Focus Fire exhausts the defender.
    defensive_exhausts: DefensiveExhausts,
    /// EX-22: a duel is lost when Downed, or only when Incapacitated.
    out: Out,
    /// EX-24: Tactician X gives X CP, or 1.
    tactician: Tactician,
    /// EX-25: with nothing left of Defense damage is automatic, or there is a test all the same.
    auto_damage: AutoDamage,
    /// EX-31: the initiative adds current Quality, or printed.
    initiative_quality: InitiativeQuality,
    /// EX-34: a Secondary adds its Disruption before it is carried out, or after.
    secondary_disruption: SecondaryDisruption,
    /// EX-37: Disruption of an attack arrives before its casualty roll, or after the whole action.
    disruption_when: DisruptionWhen,
    /// EX-49: a Heavy weapon shoots in an Advance, or only that of a Weapons Platform.
    heavy_advance: HeavyAdvance,
    /// EX-27, no difference in a duel, whose Primary is always the free one: an Assault's CP are on top, or the least it costs.
    assault_cp: AssaultCp,
    /// EX-16, read by skirmishes only: out of sight Recover removes 1 Disruption more, or gives 1 CP.
    recover_extra: RecoverExtra,
    /// EX-21, read by skirmishes only: a comrade may take a destroyed model's place.
    shared_responsibility: SharedResponsibility,
    /// EX-23, read by skirmishes only: Objective Grab ends at seven VP, or with the rounds.
    grab_end: GrabEnd,
    /// EX-26, read by skirmishes only: a Spotter always spots.
    spotter_auto: SpotterAuto,
    /// EX-30, read by skirmishes only: an Unnerved model tests after any hit, or after damage.
    unnerved_on: UnnervedOn,
}
