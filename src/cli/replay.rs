//! `fairfight replay`: the fight that a sampled duel counts under a number, in words.

use super::args::ReplayArgs;
use super::ask::{Asking, situation};
use super::{Failure, print};
use crate::document::Node;
use crate::query::{replay as tell, tell_fight};
use crate::scenario::{Plan, Scenario};
use crate::systems::{Library, Pairing, Words};
use crate::umpire::{Event, Fought, Reason, Side, Verdict};
use serde_json::{Value, json};
use std::process::ExitCode;

/// Tells a fight.
pub fn replay(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    let (pairing, fought, events) = match &args.scenario {
        Some(scenario) => of_scenario(args, scenario)?,
        None => of_duel(args)?,
    };
    if args.json {
        print::json(&told(&pairing, &fought, &events))?;
    } else {
        print::words(&words(&pairing, &fought, &events, args.fight))?;
    }
    Ok(ExitCode::SUCCESS)
}

type Told = (Pairing, Fought, Vec<Event>);

/// A fight that a scenario's run counts.
fn of_scenario(args: &ReplayArgs, scenario: &str) -> Result<Told, Failure> {
    let plan = Plan::new(&Scenario::open(scenario)?, &mut Library::new())?;
    let variant = args.variant.as_deref().unwrap_or_default();
    let situation = situation(&args.situation)?;
    let told = plan.pairing([&args.sides.a, &args.sides.b], variant, &situation)?;
    let pairing = told.pairing;
    let seed = args.seed.map_or(plan.seed, |seed| seed as u64);
    let (fought, events) = tell_fight(&pairing, seed, args.fight)?;
    Ok((pairing, fought, events))
}

/// A fight that a sampled duel counts.
fn of_duel(args: &ReplayArgs) -> Result<Told, Failure> {
    let mut asking = Asking::new(&args.rules)?;
    asking.side("a", &args.sides.a)?;
    asking.side("b", &args.sides.b)?;
    asking.put("situation", situation(&args.situation)?);
    if let Some(seed) = args.seed {
        asking.put("seed", Node::int(seed));
    }
    let query = asking.node();
    let shape = asking.book.situation_shape();
    if let Some(node) = query.get("situation") {
        let mut checker = crate::document::Checker::with_prefix(node, "situation");
        shape.check(node, &mut checker);
        checker.finish()?;
    }
    Ok(tell(asking.book.as_ref(), &query, args.fight)?)
}

fn verdict(pairing: &Pairing, verdict: Verdict) -> String {
    match verdict {
        Verdict::Win(Side::A) => "a".to_owned(),
        Verdict::Win(Side::B) => "b".to_owned(),
        Verdict::Draw(Reason(why)) => pairing
            .fight
            .reasons()
            .get(usize::from(why))
            .map_or(String::new(), |why| (*why).to_owned()),
    }
}

fn told(pairing: &Pairing, fought: &Fought, events: &[Event]) -> Value {
    let events: Vec<Value> = events
        .iter()
        .filter_map(|event| {
            Some(match event {
                Event::Round(number) => json!({"round": number}),
                Event::Heading(text) => json!({"heading": text}),
                Event::Line(text) => json!({"line": text}),
                Event::Roll {
                    about,
                    sides,
                    faces,
                } => json!({"roll": about, "sides": sides, "faces": faces}),
                Event::Frame(_) => return None,
            })
        })
        .collect();
    json!({
        "verdict": verdict(pairing, fought.ending.verdict),
        "round": fought.round,
        "left_a": fought.ending.left[0],
        "left_b": fought.ending.left[1],
        "events": events,
    })
}

fn words(pairing: &Pairing, fought: &Fought, events: &[Event], number: u64) -> Vec<Words> {
    let [a, b] = &pairing.names;
    let name = |name: &str, letter: &str| {
        if name.is_empty() {
            letter.to_owned()
        } else {
            format!("{letter}: {name}")
        }
    };
    let mut words = vec![
        Words::Title(format!(
            "Fight {number}: {} against {}",
            name(a, "A"),
            name(b, "B")
        )),
        Words::Line(pairing.situation.clone()),
    ];
    for event in events {
        words.push(match event {
            Event::Round(number) => Words::Title(format!("Round {number}")),
            Event::Heading(text) => Words::Line(format!("  {text}")),
            Event::Line(text) => Words::Line(format!("    {}", text.replace('\n', "\n    "))),
            Event::Roll {
                about,
                sides,
                faces,
            } => {
                let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
                Words::Line(format!("      {about} d{sides}: {}", faces.join(" ")))
            }
            Event::Frame(_) => continue,
        });
    }
    let round = fought.round;
    words.push(Words::Title(match fought.ending.verdict {
        Verdict::Win(Side::A) => format!("A wins in round {round}."),
        Verdict::Win(Side::B) => format!("B wins in round {round}."),
        draw @ Verdict::Draw(_) => format!("Draw in round {round}: {}.", verdict(pairing, draw)),
    }));
    words
}
