//! The modifier lines of every check (reference, sections 3 to 5) and the morale lines: tables of small numbers with
//! fixed names, each read from one table of the rules file.

use crate::document::{Field, Node, Shape};

macro_rules! lines {
    ($($(#[doc = $about:literal])* $name:ident { $($(#[doc = $doc:literal])* $key:ident,)* })*) => {$(
        $(#[doc = $about])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub struct $name { $($(#[doc = $doc])* pub $key: i32,)* }

        impl $name {
            /// What its table may say.
            pub fn shape() -> Shape {
                Shape::table(vec![$(
                    Field::needed(stringify!($key), Shape::int(-24..=24).doc(concat!($($doc),*).trim_ascii_start())),
                )*])
                .doc(concat!($($about),*).trim_ascii_start())
            }

            /// Reads a table that has the shape.
            pub fn read(node: &Node) -> $name {
                let get = |key: &str| node.get(key).and_then(Node::as_int).unwrap_or(0).clamp(-24, 24) as i32;
                $name { $($key: get(stringify!($key)),)* }
            }

            /// Every line with its name, in order.
            #[allow(dead_code, reason = "not every table is listed to people")]
            pub fn list(&self) -> Vec<(&'static str, i32)> {
                vec![$((stringify!($key), self.$key),)*]
            }
        }
    )*};
}

lines! {
    /// What any check is made with.
    Check {
        /// a die that ends at this or more is a success
        success,
        /// without the skill: one die at this
        improvised,
        /// every check of an activation with Double Pace
        double_pace,
    }
    /// Close Combat (4.1).
    CloseCombat {
        /// the subject is partly concealed
        partial_concealment,
        /// the subject is wholly concealed
        total_concealment,
        /// the subject has partial cover
        partial_cover,
        /// the subject has total cover
        total_cover,
        /// rough ground
        rough,
        /// a ranked source fights to its flank
        to_flank,
        /// a ranked source fights to its rear
        to_rear,
        /// a ranked source fights on several fronts
        to_multiple_fronts,
        /// the subject is taken in the flank
        from_flank,
        /// the subject is taken in the rear
        from_rear,
        /// each further front that the subject fights on
        extra_fronts,
        /// the subject stands higher
        target_elevated,
        /// the source stands higher
        elevated,
        /// at a part of the unit
        focus,
        /// at a part of less than a quarter of it
        focus_25,
        /// at a part of less than a tenth of it
        focus_10,
        /// the source outnumbers the subject
        outnumbers,
        /// another if it does two to one
        outnumbers_2,
        /// another if it does three to one
        outnumbers_3,
        /// the source charged in this activation
        source_charged,
        /// the subject charged in its latest activation
        subject_charged,
        /// the enemy was engaged before
        already_engaged,
        /// after Double Pace, on top of the general line
        double_paced,
        /// at a target that leaves the engagement
        free_strike,
        /// the subject parries
        subject_parry,
    }
    /// Aimed Fire (4.2).
    AimedFire {
        /// beyond short range
        beyond_short,
        /// another beyond medium range
        beyond_medium,
        /// the subject is partly concealed
        partial_concealment,
        /// the subject is wholly concealed
        total_concealment,
        /// the subject has partial cover
        partial_cover,
        /// the subject takes cover
        taking_cover,
        /// another if it does so in partial cover
        taking_partial_cover,
        /// at a part of the unit
        focus,
        /// at a part of less than a quarter of it
        focus_25,
        /// at a part of less than a tenth of it
        focus_10,
        /// at a part of a skirmish
        focus_skirmish,
        /// the move action is not used
        forfeit_move,
        /// the source stands higher
        elevated,
        /// the subject does not know of the source
        unaware,
        /// after Double Pace, on top of the general line
        double_paced,
        /// prepared fire
        prepared,
    }
    /// Concentrated Volley (4.4).
    Volley {
        /// inside short range
        short,
        /// at medium range
        medium,
        /// beyond medium range
        beyond_medium,
        /// the subject is partly concealed
        partial_concealment,
        /// the subject is wholly concealed
        total_concealment,
        /// partial cover from above
        partial_cover,
        /// the subject takes cover
        taking_cover,
        /// another if it does so in partial cover
        taking_partial_cover,
        /// the subject does not know of the source
        unaware,
        /// the source stands higher
        elevated,
    }
    /// Area Volley (4.3).
    AreaVolley {
        /// the point is partly concealed
        partial_concealment,
        /// the point is wholly concealed
        total_concealment,
    }
    /// Disengage/Distract (4.6).
    Disengage {
        /// the subject is partly concealed
        partial_concealment,
        /// the subject is wholly concealed
        total_concealment,
        /// the subject has partial cover
        partial_cover,
        /// the subject has total cover
        total_cover,
        /// rough ground
        rough,
        /// the source charged this turn
        source_charged,
        /// the source is outnumbered
        outnumbered,
        /// another if it is two to one
        outnumbered_2,
        /// another if it is three to one
        outnumbered_3,
        /// the source outnumbers the subject
        outnumbers,
        /// another if it does two to one
        outnumbers_2,
        /// another if it does three to one
        outnumbers_3,
    }
    /// One of the leadership checks (5.5).
    Leading {
        /// the source is at -4 or worse
        source_retreating,
        /// another if it is at -7
        source_routed,
        /// the subject is at -4 or worse
        subject_retreating,
        /// another if it is at -7
        subject_routed,
        /// the subject is above its starting morale
        above_start,
        /// the source's army value is lower
        source_av_lower,
        /// the subject does not know of the source
        subject_unaware,
        /// the source is partly concealed to the subject
        source_partial_concealment,
        /// the source is wholly concealed to the subject
        source_total_concealment,
        /// the source is taller
        source_taller,
        /// the subject is ranked
        ranked,
        /// one of the two is ranked, and not both
        one_ranked,
        /// the subject is open and more than 20 across
        over_20_across,
        /// not all members are within 20
        out_of_command,
    }
    /// The morale lines that a duel can meet (2.6).
    Morale {
        /// any damage this turn
        hurt,
        /// 10 % this turn
        tenth,
        /// another at 25 %
        quarter,
        /// another at 50 %
        half,
        /// another at 75 %
        three_quarters,
        /// a threshold roll was suffered
        threshold,
        /// outnumbered in melee at the end of its own activation
        outnumbered,
        /// outnumbers its melee enemies at the end of its own activation
        outnumbers,
        /// attacked without damage this turn
        unhurt,
        /// inflicts damage
        inflicts,
        /// inflicts 10 % or more
        inflicts_tenth,
        /// an enemy that it attacked comes to -4 or worse
        enemy_retreats,
        /// an enemy that it attacked comes to -7
        enemy_routs,
        /// its leader was killed
        leader_killed,
    }
}
