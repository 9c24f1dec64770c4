//! A build against one enemy: the numbers that a duel works with, and what its soldier does when it is activated.

use super::build::Build;
use super::data::{Reach, Rules};
use super::policy::Plan;
use super::pool::Faces;
use super::strike::{Strike, View, Viewer};

/// A soldier against one kind of enemy.
#[derive(Clone, Debug)]
pub struct Soldier {
    /// Name for people; may be empty.
    pub name: String,
    /// The name of its Type.
    pub kind: String,
    /// The faces that activate it.
    pub faces: Faces,
    /// Dice it brings to the pool.
    pub initiative: u16,
    /// Inches it moves.
    pub speed: u16,
    /// How far it threatens.
    pub reach: Reach,
    /// What it does about the gap.
    pub plan: Plan,
    /// What it counts for in a Strike, and how it sees the enemy.
    pub viewer: Viewer,
    /// The Toughness of the enemy.
    pub against: i32,
}

/// What a soldier does in an activation of its own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// The gap before.
    pub from: u16,
    /// The gap after its move.
    pub to: u16,
    /// Whether the enemy is in its threat range then.
    pub strikes: bool,
    /// Whether the Strike removes the enemy.
    pub kills: bool,
}

impl Soldier {
    /// A build against an enemy who is seen so.
    pub fn new(rules: &Rules, build: &Build, enemy: &Build, view: View) -> Soldier {
        let profile = &build.profile;
        let kind = &rules.types[profile.kind];
        Soldier {
            name: build.label().to_owned(),
            kind: kind.name.clone(),
            faces: kind.faces,
            initiative: profile.initiative,
            speed: profile.speed,
            reach: profile.reach,
            plan: build.policy.plan,
            viewer: Viewer {
                weight: profile.weight,
                view,
            },
            against: enemy.profile.toughness,
        }
    }

    /// Where its plan takes it, at this gap from the enemy (6.1).
    fn moves(&self, gap: u16, enemy: &Soldier) -> u16 {
        let Reach(Some(reach)) = self.reach else {
            return gap;
        };
        let near = gap.saturating_sub(self.speed);
        match self.plan {
            _ if gap <= reach => gap,
            Plan::Hold => gap,
            Plan::Rush => near.max(reach),
            Plan::Wary if near <= reach => reach,
            Plan::Wary => match enemy.reach {
                // Nowhere is safe from an enemy who sees everything.
                Reach(None) => gap,
                Reach(Some(threat)) => {
                    let safe = enemy.speed.saturating_add(threat).saturating_add(1);
                    if gap <= safe { gap } else { near.max(safe) }
                }
            },
        }
    }

    /// What it does when activated at this gap.
    pub fn act(&self, strike: &Strike, gap: u16, enemy: &Soldier) -> Act {
        let to = self.moves(gap, enemy);
        let strikes = self.reach.covers(to);
        Act {
            from: gap,
            to,
            strikes,
            kills: strikes && strike.count([self.viewer], self.against).killed,
        }
    }
}
