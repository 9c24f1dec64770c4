//! Everything that is wrong with an army as a scenario lists it, said before anything is compiled; and which seat each of a
//! crew takes.

use super::super::super::Book;
use super::super::super::data::Vehicle;
use super::super::super::toggles::TeamModel;
use super::super::ArmyPolicy;
use super::Enlisted;
use crate::document::{Problem, Problems, listed};
use crate::systems::skirmish::{Army, MOST_MODELS, Unit, problem};

/// What is wrong with an army before anything is compiled.
pub fn check(book: &Book, army: &Army<'_>, problems: &mut Problems) {
    let at = |unit: &Unit<'_>, message: String, help: &str| {
        problem(unit.node, &unit.path, message, help)
    };
    if ArmyPolicy::named(&army.policy).is_none() {
        let known = listed(ArmyPolicy::NAMES.iter().copied());
        let message = format!("unknown army policy `{}`", army.policy);
        let path = format!("{}.policy", army.path);
        problems.push(problem(
            army.node,
            &path,
            message,
            &format!("expected {known}"),
        ));
    }
    let models = army.models();
    if models == 0 {
        problems.push(problem(
            army.node,
            &army.path,
            "an army needs at least one model",
            "add a unit",
        ));
    }
    if models > u64::from(MOST_MODELS) {
        let message = format!("{models} models are more than a side may field");
        let help = format!("field at most {MOST_MODELS}, crews and team members included");
        problems.push(problem(army.node, &army.path, message, &help));
    }
    let fights = |unit: &Unit<'_>| {
        unit.count > 0 && (!unit.crew.is_empty() || matches!(unit.recruit.of(), Enlisted::Unit(_)))
    };
    if models > 0 && !army.units.iter().any(fights) {
        let message = "nobody in this army can fight: a vehicle without a crew is scenery";
        problems.push(problem(
            army.node,
            &army.path,
            message,
            "give it a crew, or add a unit",
        ));
    }
    for unit in &army.units {
        problems.extend(unit.recruit.refused.0.iter().cloned());
        if unit.reserve {
            problems.push(at(
                unit,
                "Allesfezs has no reserves: its rulebook deploys everybody before the first turn"
                    .to_owned(),
                "leave `reserve` out",
            ));
        }
        let vehicle = match unit.recruit.of() {
            Enlisted::Vehicle(at) => Some(&book.rules.vehicles[*at]),
            Enlisted::Unit(_) => None,
        };
        if unit.team > 1 {
            if book.rules.toggles.team_model == TeamModel::None {
                let help = "set the toggle `team_model` to `pool`, or field single models";
                problems.push(at(unit, "teams are not simulated (AE-47)".to_owned(), help));
            }
            if vehicle.is_some() {
                problems.push(at(
                    unit,
                    "a vehicle cannot be a team".to_owned(),
                    "use `count`",
                ));
            }
        }
        if unit.team > 1 && unit.boards {
            let message = "a team cannot board: a seat is for one model".to_owned();
            problems.push(at(
                unit,
                message,
                "leave `boards` out, or field single models",
            ));
        }
        if vehicle.is_some() && (unit.hidden || unit.boards) {
            let message = "a vehicle can neither hide nor board".to_owned();
            problems.push(at(unit, message, "leave `hidden` and `boards` out"));
        }
        match vehicle {
            None if !unit.crew.is_empty() => {
                let message = format!("`{}` is no vehicle and has no seats", unit.recruit.label);
                problems.push(at(unit, message, "leave `crew` out"));
            }
            None => {}
            Some(vehicle) => check_crew(vehicle, unit, problems),
        }
    }
}

/// What is wrong with a crew.
fn check_crew(vehicle: &Vehicle, unit: &Unit<'_>, problems: &mut Problems) {
    if let Err(more) = seating(vehicle, unit) {
        problems.extend(more.0);
    }
    for (at, seated) in unit.crew.iter().enumerate() {
        problems.extend(seated.recruit.refused.0.iter().cloned());
        if matches!(seated.recruit.of(), Enlisted::Vehicle(_)) {
            let path = format!("{}.crew[{at}]", unit.path);
            let message = "a vehicle cannot sit in a vehicle";
            problems.push(problem(
                seated.node.or(unit.node),
                &path,
                message,
                "name a unit",
            ));
        }
    }
}

/// Which seat each of a crew takes.
pub fn seating(vehicle: &Vehicle, unit: &Unit<'_>) -> Result<Vec<usize>, Problems> {
    let mut taken = vec![false; vehicle.seats.len()];
    let mut seats = Vec::new();
    let mut problems: Vec<Problem> = Vec::new();
    let known: Vec<&str> = vehicle
        .seats
        .iter()
        .map(|seat| seat.name.as_str())
        .collect();
    for (at, seated) in unit.crew.iter().enumerate() {
        let mut fail = |message: String, help: String| {
            let path = format!("{}.crew[{at}]", unit.path);
            problems.push(problem(seated.node.or(unit.node), &path, message, &help));
        };
        let named = |seat: &str| seat.eq_ignore_ascii_case(&seated.seat);
        let wanted = match seated.seat.as_str() {
            "" => taken.iter().position(|taken| !taken),
            name => match known.iter().position(|seat| named(seat)) {
                Some(seat) if taken[seat] => {
                    fail(
                        format!("two sit in the seat `{name}`"),
                        "give each a seat of its own".to_owned(),
                    );
                    continue;
                }
                Some(seat) => Some(seat),
                None => {
                    let message = format!("{} has no seat `{name}`", vehicle.name);
                    fail(
                        message,
                        format!("its seats are {}", listed(known.iter().copied())),
                    );
                    continue;
                }
            },
        };
        match wanted {
            Some(seat) => {
                taken[seat] = true;
                seats.push(seat);
            }
            None => {
                let message = format!("{} has {} seats only", vehicle.name, known.len());
                fail(message, "leave somebody behind".to_owned());
            }
        }
    }
    if problems.is_empty() {
        Ok(seats)
    } else {
        Err(Problems(problems))
    }
}
