//! What a duel needs to know beside the two builds (reference, section 6): the gap, the rounds, Command Points, and where
//! each model is when it is shot at.

use super::data::Rules;
use crate::document::{Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};

choices! {
    /// Cover.
    Cover { None = "none", Light = "light", Heavy = "heavy" }
}

/// The most CP a situation can give a side each round.
const MOST_CP: i64 = 20;

/// Where a model is when it is shot at.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shelter {
    /// Cover.
    pub cover: Cover,
    /// Half hidden, without cover.
    pub obscured: bool,
    /// Has a Hunker Down token; without cover it has no effect (EX-32).
    pub hunkered: bool,
}

impl Shelter {
    /// In the open.
    pub const OPEN: Shelter = Shelter {
        cover: Cover::None,
        obscured: false,
        hunkered: false,
    };

    /// What may be written.
    pub fn shape() -> Shape {
        Shape::table(vec![
            Field::maybe("cover", Cover::shape().doc("cover (default none)")),
            Field::maybe(
                "obscured",
                Shape::flag().doc("half hidden, without cover (default false)"),
            ),
            Field::maybe(
                "hunkered",
                Shape::flag().doc("has hunkered down; counts in cover only (default false)"),
            ),
        ])
        .doc("where the model is when it is shot at (default: in the open)")
    }

    /// Reads what has the shape.
    pub fn read(node: Option<&Node>) -> Shelter {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let flag = |key: &str| get(key).and_then(Node::as_bool).unwrap_or(false);
        Shelter {
            cover: Cover::read(get("cover")),
            obscured: flag("obscured"),
            hunkered: flag("hunkered"),
        }
    }

    /// In few words; empty in the open.
    pub fn words(&self) -> String {
        let mut words = Vec::new();
        match self.cover {
            Cover::None => {}
            Cover::Light => words.push("in light cover"),
            Cover::Heavy => words.push("in heavy cover"),
        }
        if self.obscured {
            words.push("obscured");
        }
        if self.hunkered {
            words.push("hunkered");
        }
        words.join(" ")
    }
}

/// What a duel needs to know beside the two builds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Inches between the two at the start.
    pub gap: u8,
    /// Rounds after which it is a draw.
    pub rounds: u32,
    /// CP of A and of B each round.
    pub cp: [u8; 2],
    /// Where they are.
    pub shelter: [Shelter; 2],
}

impl Situation {
    /// What may be written.
    pub fn shape(rules: &Rules) -> Shape {
        let cp = || Shape::int(0..=MOST_CP).doc("Command Points each round (default 0)");
        Shape::table(vec![
            Field::maybe(
                "gap",
                Shape::int(0..=i64::from(rules.combat.field))
                    .doc("inches between the two at the start"),
            ),
            Field::maybe(
                "rounds",
                Shape::int(1..=1_000).doc("rounds after which it is a draw"),
            ),
            Field::maybe("a_cp", cp()),
            Field::maybe("b_cp", cp()),
            Field::maybe("a_situation", Shelter::shape()),
            Field::maybe("b_situation", Shelter::shape()),
        ])
        .doc("what the duel needs to know beside the two builds")
    }

    /// Reads what has the shape.
    pub fn read(rules: &Rules, node: Option<&Node>) -> Situation {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let int = |key: &str| get(key).and_then(Node::as_int);
        let combat = &rules.combat;
        Situation {
            gap: int("gap").unwrap_or(combat.gap.into()).clamp(0, 100) as u8,
            rounds: int("rounds")
                .unwrap_or(combat.rounds.into())
                .clamp(1, 1_000) as u32,
            cp: ["a_cp", "b_cp"].map(|key| int(key).unwrap_or(0).clamp(0, MOST_CP) as u8),
            shelter: ["a_situation", "b_situation"].map(|key| Shelter::read(get(key))),
        }
    }

    /// In few words, for labels: `gap 24, rounds 12, a 2 CP, b in heavy cover`.
    pub fn words(&self) -> String {
        let mut words = format!("gap {}, rounds {}", self.gap, self.rounds);
        for (at, letter) in ["a", "b"].into_iter().enumerate() {
            let mut side = Vec::new();
            if self.cp[at] > 0 {
                side.push(format!("{} CP", self.cp[at]));
            }
            if self.shelter[at] != Shelter::OPEN {
                side.push(self.shelter[at].words());
            }
            if !side.is_empty() {
                words += &format!(", {letter} {}", side.join(" "));
            }
        }
        words
    }
}
