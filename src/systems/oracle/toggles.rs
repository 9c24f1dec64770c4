//! Every toggle of the system (reference, section 9): where two readings of the rules are both sensible. The first value
//! of each is the default.

use crate::systems::choices::{choices, toggles};

choices! {
    /// OR-03: a target that is obscured and in cover from the same viewer.
    Both { Cover = "cover", Both = "both" }
    /// OR-04: who picks the viewers that are ignored.
    Ignored { Attacker = "attacker-picks", Defender = "defender-picks" }
    /// OR-05: who activates first in a round.
    Initiative { Coin = "coin", Alternate = "alternate", MoreDice = "more-matching-dice" }
    /// OR-07: what happens when a player cannot act.
    Tail { Continue = "continue", End = "end" }
    /// OR-08: the dice of removed soldiers.
    DeadDice { Keep = "keep", Drop = "drop" }
    /// OR-11: whether the striker is one of those counted.
    StrikerCounts { Yes = "yes", No = "no" }
    /// No or yes.
    NoYes { No = "no", Yes = "yes" }
}

toggles! {
    /// OR-03: a view that is obscured and in cover counts as cover, or as both.
    both: Both,
    /// OR-04: the ignored viewers are those of the lowest weights, or of the highest.
    ignored: Ignored,
    /// OR-05: who activates first: a coin each round, in turn, or who has more dice of its Type.
    initiative: Initiative,
    /// OR-07: the other player goes on, or the phase ends, when the player whose turn it is cannot act.
    tail: Tail,
    /// OR-08: a soldier removed while it waits leaves its die in the pool, or takes one of its Type away.
    dead_dice: DeadDice,
    /// OR-11: the striker is one of the viewers counted.
    striker_counts: StrikerCounts,
    /// OR-16: a player whose activation would not kill may let the other act first.
    pass: NoYes,
    /// OR-13, read by skirmishes only: a move may be split around the Strike.
    split_move: NoYes,
}
