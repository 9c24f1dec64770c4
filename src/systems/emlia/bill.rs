//! The bill of a build (reference, section 8): its hire value, what its options add to it, and what is odd about it. A unit
//! without a hire value has no price.

use super::build::Build;
use super::data::Rules;
use super::toggles::NoYes;
use crate::systems::{Bill, Line};

/// What to say of a unit without a price.
const NO_PRICE: &str = "no hire value: the source prices only its cavemen (20 for 10); give the build `hire` (section 8)";

/// Members that a hire value is for, where it goes with them (EM-39).
const MEMBERS: f64 = 10.0;

/// What a build costs.
pub fn bill(rules: &Rules, build: &Build) -> Bill {
    let mut bill = Bill {
        name: build.label().to_owned(),
        ..Bill::default()
    };
    let members = build.members.map_or(1.0, f64::from);
    let scaled = rules.toggles.scale_hire == NoYes::Yes;
    let base = build.hire.map(|hire| {
        if scaled {
            hire * members / MEMBERS
        } else {
            hire
        }
    });
    let item = match build.members {
        Some(1) => "1 member".to_owned(),
        Some(n) => format!("{n} members"),
        None => "unit".to_owned(),
    };
    bill.lines.push(Line {
        item,
        kind: "hire",
        points: base,
    });
    let melee = build.melee_named.map(|at| rules.melee[at].1.clone());
    let ranged = build.ranged_named.map(|at| rules.ranged[at].1.clone());
    let armour = build.armour_named.map(|at| &rules.armour[at]);
    let options = [
        (
            melee.unwrap_or("melee weapon".to_owned()),
            "weapon",
            build.melee.hire,
        ),
        (
            ranged.unwrap_or("ranged weapon".to_owned()),
            "weapon",
            build.ranged.map_or(0.0, |ranged| ranged.hire),
        ),
        (
            armour.map_or(String::new(), |armour| armour.name.clone()),
            "armour",
            armour.map_or(0.0, |armour| armour.hire),
        ),
    ];
    for (item, kind, points) in options {
        if points != 0.0 {
            bill.lines.push(Line {
                item,
                kind,
                points: Some(points),
            });
        }
    }
    if build.hire.is_none() {
        bill.notes.push(NO_PRICE.to_owned());
    }
    bill.illegal = build.faults().into_iter().map(|fault| fault.1).collect();
    bill
}
