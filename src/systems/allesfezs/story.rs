//! The words of a replay: who does what, against which target value and why, and what it cost. Called by the narrator
//! only; it reads what the rules decided and decides nothing.

use super::duel::Bout;
use super::fighter::{Defence, Fighter};
use super::orders::{Act, Seen, Shot};
use super::profile::{Form, Profile};
use super::reactions::{Answer, Brief, Case, Deed};
use crate::umpire::{Note, Side};

/// "A (Knight)".
fn who(bout: &Bout, side: Side) -> String {
    let name = &bout.fighters[side.index()].name;
    side.named(name)
}

/// Who begins.
pub fn begins(bout: &Bout, first: Side) -> Note {
    Note::Line(format!("{} has the initiative.", who(bout, first)))
}

/// Whose activation it is.
pub fn activation(bout: &Bout, brief: &Brief, own: u32, foe: u32) -> Note {
    let gap = brief.order.path[0];
    let distance = if gap == 0 {
        "in contact".to_owned()
    } else {
        format!("{gap}\" apart")
    };
    let me = who(bout, brief.active);
    Note::Heading(format!("{me} acts, {distance}; STR {own} against {foe}"))
}

/// What the active unit does.
pub fn order(bout: &Bout, brief: &Brief) -> Note {
    let me = &bout.fighters[brief.active.index()];
    let first = act(me, brief.order.first);
    let second = act(me, brief.order.second);
    let teleport = match brief.order.seen {
        Seen::Path => "",
        Seen::End => " It teleports and is seen only where it arrives.",
        Seen::Never => " It teleports: no reaction.",
    };
    Note::Line(format!("{}; {}.{teleport}", capital(&first), second))
}

/// With its first letter in upper case.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn act(me: &Fighter, act: Act) -> String {
    match act {
        Act::Move(inches) if inches < 0 => format!("moves {}\" away", -inches),
        Act::Move(inches) => format!("moves {inches}\""),
        Act::Reload(arm) => format!("reloads the {}", me.arms[arm].name),
        Act::Idle => "idles".to_owned(),
        Act::Attack(shot) => format!("attacks with {}", attack(me, shot)),
    }
}

/// "Sword, 3 dice, needs 6 (MOT 12, aptitude -6)".
pub fn attack(me: &Fighter, shot: Shot) -> String {
    let profile = &me.profiles[shot.profile];
    let dice = if shot.dice == 1 {
        "1 die".to_owned()
    } else {
        format!("{} dice", shot.dice)
    };
    let place = if profile.contact {
        String::new()
    } else {
        format!(" at {}\"", shot.gap)
    };
    let target = profile.target(shot.gap, shot.aim) - shot.extra;
    let pool = profile.pool(shot);
    let crit = match pool.crit {
        20 => String::new(),
        21 => ", no critical".to_owned(),
        crit => format!(", critical from {crit}"),
    };
    format!(
        "{}{place}: {dice}, target {target} ({}), succeeds on {}+{crit}",
        weapon(me, profile),
        parts(profile, shot),
        pool.floor
    )
}

/// What a weapon is called in this use.
pub fn weapon(me: &Fighter, profile: &Profile) -> String {
    let name = profile
        .arm
        .map_or("bare hands", |arm| me.arms[arm].name.as_str());
    match profile.form {
        Form::Main | Form::Unarmed => name.to_owned(),
        Form::Thrown => format!("{name} (thrown)"),
        Form::Bayonet => format!("{name} (bayonet)"),
    }
}

fn parts(profile: &Profile, shot: Shot) -> String {
    let a = profile.aims;
    let aim = if shot.aim { a.aim } else { 0 };
    let range = profile.modifier(shot.gap).unwrap_or(0);
    let mut words = format!("MOT {}", a.mot);
    for (value, why) in [
        (-a.aptitude, "aptitude"),
        (-range, "range"),
        (-a.accurate, "accurate"),
        (-aim, "aim"),
        (a.elusive, "elusive"),
        (-shot.extra, "situation"),
    ] {
        if value != 0 {
            words += &format!(", {why} {value:+}");
        }
    }
    words
}

/// A dodge or a block, with its dice.
pub fn defence(defence: &Defence, what: &str) -> String {
    let [attribute, aptitude, shield] = defence.parts;
    let mut words = format!("{attribute}");
    for (value, why) in [(aptitude, "aptitude"), (shield, "shield")] {
        if value != 0 {
            words += &format!(", {why} {:+}", -value);
        }
    }
    let dice = if defence.pool.dice == 1 {
        "1 die".to_owned()
    } else {
        format!("{} dice", defence.pool.dice)
    };
    format!(
        "{what}: {dice}, target {} ({words}), succeeds on {}+",
        defence.target, defence.pool.floor
    )
}

/// How the reactor answers, and what the active unit makes of it.
pub fn answer(bout: &Bout, brief: &Brief, case: &Case) -> Note {
    let side = brief.active.other();
    let (me, foe) = (
        &bout.fighters[brief.active.index()],
        &bout.fighters[side.index()],
    );
    let attacked = brief.order.attack().is_some();
    let reply = match case.answer {
        Answer::Nothing => format!("{} does not react.", who(bout, side)),
        Answer::Counter(shot) => format!(
            "{} strikes back with {}.",
            who(bout, side),
            attack(foe, shot)
        ),
        Answer::Block(with) => {
            let name = weapon(foe, &foe.profiles[with]);
            format!(
                "{} blocks with {}.",
                who(bout, side),
                defence(&foe.block_with(with), &name)
            )
        }
        Answer::Dodge if attacked => {
            format!("{} {}.", who(bout, side), defence(&foe.dodge, "dodges"))
        }
        Answer::Dodge => format!("{} stands ready to dodge.", who(bout, side)),
    };
    let deed = match case.deed {
        Deed::Planned => String::new(),
        Deed::Block(with) => {
            let name = weapon(me, &me.profiles[with]);
            format!(
                " Seeing that, {} blocks instead with {}.",
                brief.active.letter(),
                defence(&me.block_with(with), &name)
            )
        }
        Deed::Dodge => format!(
            " Seeing that, {} {} instead.",
            brief.active.letter(),
            defence(&me.dodge, "dodges")
        ),
    };
    Note::Line(reply + &deed)
}

/// What it cost: `had` and `lost` of the active unit and of the reactor.
pub fn losses(bout: &Bout, brief: &Brief, case: &Case, had: [u32; 2], lost: [u32; 2]) -> Note {
    let sides = [brief.active, brief.active.other()];
    let mut words = Vec::new();
    // Who was hit by what: the strike and, if the answer was an attack, the answer.
    let strike = if case.by_active {
        brief.order.attack()
    } else {
        None
    };
    let back = if let Answer::Counter(shot) = case.answer {
        Some(shot)
    } else {
        None
    };
    for (at, blow) in [(1, strike), (0, back)] {
        let (Some(shot), true) = (blow, at == 0 || case.by_active) else {
            continue;
        };
        let victim = who(bout, sides[at]);
        let profile = &bout.fighters[sides[1 - at].index()].profiles[shot.profile];
        let save = |loss: i32| match loss {
            20.. => "nothing saves".to_owned(),
            ..=0 => "cannot hurt".to_owned(),
            loss => format!("saves on {}+", loss + 1),
        };
        let left = had[at].saturating_sub(lost[at]);
        let outcome = match lost[at] {
            0 => "loses nothing".to_owned(),
            n if left == 0 => format!("loses {n} STR and is out of the fight"),
            n => format!("loses {n} STR, {left} left"),
        };
        words.push(format!(
            "{victim} {outcome} (damage {} less armour {}: {}; critical: {}).",
            profile.damage,
            profile.armour,
            save(profile.loss[0]),
            save(profile.loss[1])
        ));
    }
    if words.is_empty() {
        words.push("No blow is struck.".to_owned());
    }
    Note::Line(words.join("\n"))
}
