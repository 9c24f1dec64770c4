//! The words of a replay: who does what, with which stat and modifiers against which, and what came of it. Called by the
//! narrator only; it reads what the rules decided and decides nothing.

use super::attack::{After, Attack, Fate, Volley};
use super::checks::Initiative;
use super::duel::{Bout, State, Status};
use super::fighter::{Mode, Parts, Shot};
use super::focus::each;
use super::orders::{Brief, Deed};
use crate::umpire::{Note, Side};

const LETTERS: [&str; 2] = ["A", "B"];

/// "A (Sol Line Infantry)".
fn who(bout: &Bout, side: Side) -> String {
    let name = &bout.names[side.index()];
    side.named(name)
}

fn some(n: u32, one: &str, many: &str) -> String {
    if n == 1 {
        format!("1 {one}")
    } else {
        format!("{n} {many}")
    }
}

/// "Combat 7 (6, medium range +1)".
fn number(name: &str, parts: &Parts) -> String {
    let mut words = format!("{name} {}", parts.sum());
    if !parts.list().is_empty() {
        words += &format!(" ({}", parts.base);
        for (value, why) in parts.list() {
            words += &format!(", {why} {value:+}");
        }
        words += ")";
    }
    words
}

/// The totals of the initiative.
pub fn initiative(question: &Initiative, totals: [i16; 2]) -> Note {
    let made = |at: usize| {
        let bid = match question.bid[at] {
            0 => String::new(),
            bid => format!(" and {bid} CP bid"),
        };
        format!(
            "{} has {} with Quality {}{bid}",
            LETTERS[at], totals[at], question.quality[at]
        )
    };
    Note::Line(format!("{}; {}.", made(0), made(1)))
}

/// Who goes first.
pub fn first(bout: &Bout, side: Side) -> Note {
    Note::Line(format!("{} goes first this round.", who(bout, side)))
}

/// A fallen model at the start of a round.
pub fn bleeds(bout: &Bout, side: Side, more: u8, now: u8) -> Note {
    Note::Line(format!(
        "{} is down and gains {more} Disruption: {now}.",
        who(bout, side)
    ))
}

/// A fallen model at the end of a round.
pub fn bled_out(bout: &Bout, side: Side) -> Note {
    Note::Line(format!(
        "{} is down with no Quality left at the end of the round: Incapacitated.",
        who(bout, side)
    ))
}

fn state_of(bout: &Bout, state: &State, side: Side) -> String {
    let body = state.bodies[side.index()];
    let mut words = vec![format!("Disruption {}", body.disruption)];
    if bout.fighters[side.index()].hea > 1 {
        words.push(format!("health {}", body.health));
    }
    match body.status {
        Status::Fine => {}
        Status::Stunned => words.push("Stunned".to_owned()),
        Status::Downed => words.push("Downed".to_owned()),
        Status::Wounded => words.push("Wounded".to_owned()),
        Status::Out => words.push("out".to_owned()),
    }
    if bout.purse[side.index()].0 > 0 {
        words.push(format!("{} CP", state.cp[side.index()]));
    }
    format!("{} {}", LETTERS[side.index()], words.join(", "))
}

/// Whose turn it is.
pub fn turn(bout: &Bout, state: &State) -> Note {
    let (me, you) = (state.active, state.active.other());
    Note::Heading(format!(
        "{}, {}\" apart; {}; {}",
        who(bout, me),
        state.gap,
        state_of(bout, state, me),
        state_of(bout, state, you)
    ))
}

/// A pass.
pub fn pass(paid: u8, left: u8) -> Note {
    Note::Line(format!("Passes for {paid} CP ({left} left)."))
}

/// A Primary, before its dice. The gap is still the old one.
pub fn primary(bout: &Bout, state: &State, brief: &Brief, removed: u8) -> Note {
    let eased = match removed {
        0 => String::new(),
        removed => format!(" ({removed} Disruption removed first)"),
    };
    let moved = match state.gap - brief.gap {
        0 => String::new(),
        inches => format!(" {inches}\", to {}\"", brief.gap),
    };
    let me = &bout.fighters[state.active.index()];
    let out = || {
        if me.reaches(brief.gap) {
            format!("the {} cannot be fired so", me.weapon)
        } else {
            format!("the target is out of range ({}\")", me.arm.ranges[2])
        }
    };
    Note::Line(match (brief.deed, &brief.shot) {
        (Deed::Recover, _) => format!("Recovers{eased}."),
        (Deed::Assault, _) => format!(
            "Assaults{eased} for {} CP{}.",
            bout.terms.combat.assault_cost,
            match moved.as_str() {
                "" => ", in place already".to_owned(),
                moved => format!(", moving{moved}"),
            }
        ),
        (_, Some(shot)) if shot.mode == Mode::Advance => {
            let moved = if moved.is_empty() { " no inch" } else { &moved };
            format!("Advances{moved}{eased}.")
        }
        (_, Some(_)) => format!("Takes Focus Fire{eased}."),
        (_, None) if moved.is_empty() => {
            format!("Takes its Primary{eased} and does not shoot: {}.", out())
        }
        (_, None) => format!("Moves{moved}{eased}, without a shot."),
    })
}

/// A Secondary, before its dice.
pub fn secondary(bout: &Bout, deed: Deed, cost: u8, left: u8) -> Note {
    let adds = bout.terms.combat.secondary_adds;
    let what = if deed == Deed::Rest {
        "Rests".to_owned()
    } else {
        format!("Snap Fire, at {adds} more Disruption,")
    };
    Note::Line(format!("{what} for {cost} CP ({left} left)."))
}

/// An attack, with both sides of its tests.
pub fn attack(bout: &Bout, state: &State, shot: &Shot, by: Side) -> Note {
    let me = &bout.fighters[by.index()];
    let how = match shot.mode {
        _ if by != state.active => "fires defensively",
        Mode::Assault => "makes its assault attacks",
        _ => "shoots",
    };
    let combats = each(shot.shots);
    let kinds = shot.attack.volley.shots.into_iter();
    let listed: Vec<String> = kinds
        .flat_map(|(n, faces)| std::iter::repeat_n(faces.to_string(), n.into()))
        .collect();
    let aims: i16 = combats
        .iter()
        .map(|combat| combat - shot.combat.sum())
        .sum();
    let focus = match shot.mode {
        Mode::Focus | Mode::Advance => format!(
            " Focus {} buys {} and {}.",
            shot.focus,
            some(combats.len() as u32 - 1, "extra shot", "extra shots"),
            some(aims as u32, "Aim", "Aims")
        ),
        Mode::Snap | Mode::Assault => String::new(),
    };
    let power = me.arm.power;
    let volley = &shot.attack.volley;
    let save = if volley.automatic {
        "nothing saves".to_owned()
    } else {
        match volley.saves {
            0 => "nothing saves".to_owned(),
            faces => format!("{faces} or less saves"),
        }
    };
    let bars = match &listed[..] {
        [one] => format!("1 shot, which hits at {one} or less"),
        all => format!(
            "{} shots, which hit at {} or less",
            all.len(),
            all.join(", ")
        ),
    };
    Note::Line(format!(
        "{} {how} with the {}.{focus} {}: {bars}. {} less Power {power}: {save}.",
        who(bout, by),
        me.weapon,
        number("Combat", &shot.combat),
        number("Defense", &shot.defense),
    ))
}

/// How many hit.
pub fn hits(fired: u8, hits: u32) -> Note {
    let shots = some(fired.into(), "shot", "shots");
    Note::Line(match hits {
        0 => format!("{shots}, no hit."),
        hits => format!("{shots}, {}.", some(hits, "hit", "hits")),
    })
}

/// How many were saved.
pub fn saves(volley: &Volley, hits: u32, unsaved: u32, shaken: u32) -> Note {
    let mut words = match (volley.automatic, unsaved) {
        (true, _) => format!("No test (EX-25): {unsaved} not saved."),
        (_, 0) if hits == 1 => "Saved.".to_owned(),
        (_, 0) => "All are saved.".to_owned(),
        (_, 1) if hits == 1 => "Not saved.".to_owned(),
        (_, unsaved) => format!("{unsaved} of {hits} not saved."),
    };
    if shaken > 0 {
        words += &format!(
            " {} only just (EX-09).",
            some(shaken, "save was made", "saves were made")
        );
    }
    Note::Line(words)
}

/// What all shots come to.
pub fn harm(attack: &Attack, gained: u16, suffered: u16) -> Note {
    let mut words = Vec::new();
    if gained > 0 {
        let from = u16::from(attack.disruption);
        let now = (from + gained).min(attack.cap.into());
        words.push(format!("{gained} Disruption, from {from} to {now}"));
    }
    if suffered > 0 {
        let casualty = if suffered >= u16::from(attack.health) {
            "a casualty roll"
        } else {
            "no casualty yet"
        };
        words.push(format!(
            "{suffered} damage against health {}: {casualty}",
            attack.health
        ));
    }
    if words.is_empty() {
        words.push("Nothing comes of it".to_owned());
    }
    Note::Line(format!("{}.", words.join("; ")))
}

/// A casualty roll.
pub fn casualty(plus: i16, total: i16, fate: Fate) -> Note {
    let sign = if plus < 0 { "less" } else { "and" };
    Note::Line(format!(
        "The roll {sign} {} (Disruption + Power - Quality) makes {total}: {}.",
        plus.abs(),
        match fate {
            Fate::None => "nothing",
            Fate::Unhurt => "Unhurt",
            Fate::Stunned => "Stunned",
            Fate::Downed => "Downed",
            Fate::Wounded => "Wounded",
            Fate::Incapacitated => "Incapacitated",
            Fate::Destroyed => "Destroyed",
        }
    ))
}

/// Disruption for the damage of a casualty roll survived.
pub fn avoided(more: u8) -> Note {
    Note::Line(format!("The damage becomes {more} Disruption."))
}

/// What became of the target.
pub fn suffers(bout: &Bout, target: Side, after: After, was: Status, now: Status) -> Note {
    let name = who(bout, target);
    let standing = format!("Disruption {}", after.disruption);
    Note::Line(match now {
        Status::Out if after.fate < Fate::Incapacitated => {
            format!("{name} is down, and nobody is there to lift it: it loses (EX-22).")
        }
        Status::Out => format!("{name} is out."),
        _ if was != now => format!("{name} is now {now:?}, {standing}."),
        Status::Fine => format!("{name} stands, {standing}."),
        _ => format!("{name} is still {now:?}, {standing}."),
    })
}

/// An assault that defensive fire has stopped.
pub fn thrown_back(bout: &Bout, side: Side) -> Note {
    Note::Line(format!(
        "The assault of {} is stopped, 2\" apart (EX-44).",
        who(bout, side)
    ))
}

/// A fallen model in an assault.
pub fn overrun(bout: &Bout, side: Side) -> Note {
    Note::Line(format!(
        "{} is down in an assault: destroyed.",
        who(bout, side)
    ))
}

/// The Morale test after an assault.
pub fn morale(bout: &Bout, state: &State, attacker: Side, morale: i16, stays: bool) -> Note {
    let target = who(bout, attacker.other());
    let gap = state.gap;
    Note::Line(if stays {
        format!(
            "{target} passes with Morale {morale} after Disruption and stays; {} moves off, {gap}\" apart.",
            who(bout, attacker)
        )
    } else {
        format!(
            "{target} fails with Morale {morale} after Disruption and moves off, {gap}\" apart."
        )
    })
}

/// Recover.
pub fn recovered(removed: u8, left: u8, stunned: bool) -> Note {
    let stunned = if stunned { " No longer Stunned." } else { "" };
    Note::Line(format!(
        "Removes up to {removed} Disruption: {left} left.{stunned}"
    ))
}

/// Rest.
pub fn rested(morale: i16, rested: bool, left: u8) -> Note {
    let how = if rested { "passes" } else { "fails" };
    Note::Line(format!(
        "The test of Morale {morale} {how}: Disruption {left}."
    ))
}
