//! `fairfight replay`: the fight that a sampled duel or skirmish counts under a number, in words, and on a map.

use super::args::ReplayArgs;
use super::ask::{Asking, situation};
use super::{Failure, print};
use crate::document::Node;
use crate::query::{replay as tell, tell_fight};
use crate::report::Battle;
use crate::scenario::{Plan, Scenario, Swaps, Told};
use crate::systems::{Library, Pairing, Words};
use crate::table::INCH;
use crate::umpire::{ArrowKind, Event, Fought, Frame, Reason, Side, Verdict};
use serde_json::{Value, json};
use std::process::ExitCode;

/// Tells a fight.
pub fn replay(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    let (told, fought, events) = match &args.scenario {
        Some(scenario) => of_scenario(args, scenario)?,
        None => of_duel(args)?,
    };
    let pairing = &told.pairing;
    let battle = told.table.as_ref().map(|table| Battle {
        table,
        title: format!(
            "Fight {}: {} against {}",
            args.fight, pairing.names[0], pairing.names[1]
        ),
        names: pairing.names.clone(),
        turned: told.swaps.sides && !args.fight.is_multiple_of(2),
    });
    if battle.is_none() && (args.map || args.svg.is_some()) {
        let why =
            "a duel has no table to be drawn: --map and --svg are for the fights of a skirmish";
        return Err(Failure::Said(why.to_owned()));
    }
    // Pictures first: what is told may go into a pipe that closes early.
    let mut drawn = Vec::new();
    if let (Some(battle), Some(path)) = (&battle, &args.svg) {
        let frames = frames(&events);
        let written = battle.write(&frames, path);
        drawn = written.map_err(|error| {
            Failure::Said(format!("cannot write to `{}`: {error}", path.display()))
        })?;
    }
    if args.json {
        print::json(&story(pairing, &fought, &events))?;
    } else {
        let map = battle.as_ref().filter(|_| args.map);
        print::words(&words(pairing, &fought, &events, args.fight, map))?;
    }
    if let Some(note) = &told.note {
        print::note(note);
    }
    match drawn.as_slice() {
        [] => {}
        [one] => print::note(&format!("drawn: {one}")),
        [first, .., last] => print::note(&format!(
            "drawn: {first} ... {last} ({} pictures)",
            drawn.len()
        )),
    }
    Ok(ExitCode::SUCCESS)
}

type Tale = (Told, Fought, Vec<Event>);

/// A fight that a scenario's run counts.
fn of_scenario(args: &ReplayArgs, scenario: &str) -> Result<Tale, Failure> {
    let plan = Plan::new(&Scenario::open(scenario)?, &mut Library::new())?;
    let variant = args.variant.as_deref().unwrap_or_default();
    let situation = situation(&args.situation)?;
    let told = plan.pairing([&args.sides.a, &args.sides.b], variant, &situation)?;
    let seed = args.seed.map_or(plan.seed, |seed| seed as u64);
    let (fought, events) = tell_fight(&told.pairing, seed, args.fight)?;
    Ok((told, fought, events))
}

/// A fight that a sampled duel counts.
fn of_duel(args: &ReplayArgs) -> Result<Tale, Failure> {
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
    let (pairing, fought, events) = tell(asking.book.as_ref(), &query, args.fight)?;
    let told = Told {
        pairing,
        table: None,
        swaps: Swaps::default(),
        note: None,
    };
    Ok((told, fought, events))
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

fn story(pairing: &Pairing, fought: &Fought, events: &[Event]) -> Value {
    let events: Vec<Value> = events
        .iter()
        .map(|event| match event {
            Event::Round(number) => json!({"round": number}),
            Event::Heading(text) => json!({"heading": text}),
            Event::Line(text) => json!({"line": text}),
            Event::Roll {
                about,
                sides,
                faces,
            } => json!({"roll": about, "sides": sides, "faces": faces}),
            Event::Frame(frame) => positions(frame),
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

/// Where everybody was, each time that something had changed: a battle that ends with a round has one picture of it.
fn frames(events: &[Event]) -> Vec<&Frame> {
    let mut frames: Vec<&Frame> = Vec::new();
    for event in events {
        if let Event::Frame(frame) = event
            && frames
                .last()
                .is_none_or(|last| last.bodies != frame.bodies || !frame.arrows.is_empty())
        {
            frames.push(frame);
        }
    }
    frames
}

/// Where everybody is, in inches.
fn positions(frame: &Frame) -> Value {
    let inches = |at: [i32; 2]| at.map(|grains| f64::from(grains) / f64::from(INCH));
    let side = |side: Side| ["a", "b"][side.index()];
    let bodies = frame.bodies.iter().map(|body| {
        json!({
            "side": side(body.side), "index": body.index, "name": body.name, "at": inches(body.at),
            "alive": body.alive, "wounded": body.wounded, "hidden": body.hidden, "away": body.away,
        })
    });
    let arrows = frame.arrows.iter().map(|arrow| {
        let kind = match arrow.kind {
            ArrowKind::Move => "move",
            ArrowKind::Attack => "attack",
            ArrowKind::Reaction => "reaction",
        };
        json!({"side": side(arrow.side), "kind": kind, "hit": arrow.hit, "from": inches(arrow.from), "to": inches(arrow.to)})
    });
    json!({"frame": frame.round, "bodies": bodies.collect::<Value>(), "arrows": arrows.collect::<Value>()})
}

fn words(
    pairing: &Pairing,
    fought: &Fought,
    events: &[Event],
    number: u64,
    map: Option<&Battle>,
) -> Vec<Words> {
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
    let shown = frames(events);
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
            Event::Frame(frame) => match map {
                Some(battle)
                    if shown
                        .iter()
                        .any(|shown| std::ptr::eq(*shown, frame.as_ref())) =>
                {
                    Words::Line(format!("\n{}", battle.map(frame)))
                }
                _ => continue,
            },
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
