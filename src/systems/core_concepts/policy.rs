//! How a side fights (reference, section 6): what it does when active, how it splits its Melee dice, how it reacts to a
//! shot, and how near it goes.

use super::data::{Half, Rules, inches};
use super::reading::half;
use super::shape::FARTHEST;
use crate::document::{Checker, Field, Node, Shape};
use crate::systems::choices::{Toggle, choices};

choices! {
    /// What the active model does.
    Plan { Charge = "charge", Stand = "stand", Advance = "advance", Kite = "kite", Mixed = "mixed" }
    /// How a model reacts to a shot.
    Reaction {
        None = "none", Cover = "cover", ReturnFire = "return-fire", ReturnElseCover = "return-else-cover",
    }
}

/// How a model splits its Melee dice into attack and defence.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Split {
    /// Half of them, rounded up, attack; all of them, if the opponent may not attack.
    Even,
    /// All attack.
    AllAttack,
    /// All defend.
    AllDefence,
    /// So many attack, as far as there are.
    Fixed(u8),
    /// The mix of the matrix game of one clash.
    Optimal,
    /// Looks ahead to the end of the duel.
    Solved,
}

impl Split {
    const NAMES: [&str; 6] = [
        "even",
        "all-attack",
        "all-defence",
        "fixed:n",
        "optimal",
        "solved",
    ];

    fn named(text: &str) -> Option<Split> {
        Some(match text {
            "even" => Split::Even,
            "all-attack" => Split::AllAttack,
            "all-defence" => Split::AllDefence,
            "optimal" => Split::Optimal,
            "solved" => Split::Solved,
            _ => {
                let n = text.strip_prefix("fixed:")?.trim().parse::<u32>().ok()?;
                Split::Fixed(n.min(250) as u8)
            }
        })
    }

    /// As it is written.
    pub fn name(self) -> String {
        match self {
            Split::Even => "even".to_owned(),
            Split::AllAttack => "all-attack".to_owned(),
            Split::AllDefence => "all-defence".to_owned(),
            Split::Fixed(n) => format!("fixed:{n}"),
            Split::Optimal => "optimal".to_owned(),
            Split::Solved => "solved".to_owned(),
        }
    }
}

/// How a model fights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What it does when active.
    pub plan: Plan,
    /// How it splits its Melee dice.
    pub split: Split,
    /// How it reacts to a shot.
    pub reaction: Reaction,
    /// How near `advance`, and `mixed` without a melee weapon, goes.
    pub preferred_gap: Half,
    /// Whether that was said.
    said_gap: bool,
}

impl Policy {
    /// What may be written.
    pub fn shape() -> Shape {
        let split = Shape::text().doc(
            "how it splits its Melee dice: even (default), all-attack, all-defence, fixed:n, optimal or solved",
        );
        Shape::table(vec![
            Field::maybe(
                "plan",
                Plan::shape().doc("what it does when active (default charge)"),
            ),
            Field::maybe("split", split),
            Field::maybe(
                "reaction",
                Reaction::shape().doc("how it reacts to a shot (default none)"),
            ),
            Field::maybe(
                "preferred_gap",
                Shape::number(0.0..=FARTHEST).doc("how near it goes to shoot, in inches"),
            ),
        ])
        .doc("how it fights")
    }

    /// Reads what has the shape; problems go to the checker.
    pub fn read(rules: &Rules, node: Option<&Node>, checker: &mut Checker) -> Policy {
        let get = |key: &str| node.and_then(|table| table.get(key));
        let split = match get("split").and_then(|at| at.as_text().map(|text| (at, text))) {
            None => Split::Even,
            Some((at, text)) => Split::named(text).unwrap_or_else(|| {
                checker.unknown_name(at, "split", text, &Split::NAMES);
                Split::Even
            }),
        };
        let gap = get("preferred_gap");
        Policy {
            plan: Plan::read(get("plan")),
            split,
            reaction: Reaction::read(get("reaction")),
            preferred_gap: match gap {
                None => rules.numbers.preferred_gap,
                gap => half(gap, checker),
            },
            said_gap: gap.is_some(),
        }
    }

    /// As people write it: `charge, split even`.
    pub fn words(&self) -> String {
        let mut words = vec![
            self.plan.name().to_owned(),
            format!("split {}", self.split.name()),
        ];
        if self.reaction != Reaction::None {
            words.push(self.reaction.name().to_owned());
        }
        if self.said_gap {
            words.push(format!("to {}", inches(self.preferred_gap)));
        }
        words.join(", ")
    }
}
