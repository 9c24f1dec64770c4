//! The bill of a build (reference, section 8): its hire value, what its options add to it, and what is odd about it. A unit
//! without a hire value has no price.

use super::build::Build;
use super::data::Rules;
use super::toggles::NoYes;
use crate::systems::{Bill, Charge, Line};

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
    let times = if scaled { members / MEMBERS } else { 1.0 };
    let item = match build.members {
        Some(1) => "1 member".to_owned(),
        Some(n) => format!("{n} members"),
        None => "unit".to_owned(),
    };
    let hire = Charge::new(format!("hire of {}", build.label()), "hire", build.hire).times(times);
    let hire = match build.id.as_str() {
        "" => hire,
        id => hire.at(format!("builds.{id}.hire")),
    };
    bill.lines.push(Line::of(item, hire));
    let listed = |table: &str, row: Option<(&String, &String)>, what: &str, points: f64| match row {
        Some((id, name)) => {
            Charge::new(name.clone(), "weapon", Some(points)).at(format!("{table}.{id}.hire"))
        }
        // A weapon of the build's own is in no table.
        None => Charge::new(what, "weapon", Some(points)),
    };
    let row = build
        .melee_named
        .map(|at| (&rules.melee[at].0, &rules.melee[at].1));
    let mut options = vec![listed("melee", row, "melee weapon", build.melee.hire)];
    if let Some(ranged) = build.ranged {
        let row = build
            .ranged_named
            .map(|at| (&rules.ranged[at].0, &rules.ranged[at].1));
        options.push(listed("ranged", row, "ranged weapon", ranged.hire));
    }
    if let Some(armour) = build.armour_named.map(|at| &rules.armour[at]) {
        let charge = Charge::new(armour.name.clone(), "armour", Some(armour.hire));
        options.push(charge.at(format!("armour.{}.hire", armour.id)));
    }
    let (charged, free): (Vec<Charge>, Vec<Charge>) = options
        .into_iter()
        .partition(|charge| charge.each != Some(0.0));
    // What is free stands in no line of its own.
    if let Some(line) = bill.lines.last_mut() {
        line.charges.extend(free);
    }
    for charge in charged {
        bill.lines.push(Line::of(charge.part.clone(), charge));
    }
    if build.hire.is_none() {
        bill.notes.push(NO_PRICE.to_owned());
    }
    bill.illegal = build.faults().into_iter().map(|fault| fault.1).collect();
    bill
}
