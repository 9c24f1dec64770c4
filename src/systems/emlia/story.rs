//! The words of a replay: who acts in what spirits, every check with its dice, its modifiers and why, and what the
//! resolution makes of it. Called by the narrator only; it reads what the rules decided and decides nothing.

use super::actions::Blow;
use super::damage::Group;
use super::data::{IGNORE, IMPROVE};
use super::duel::{Bout, State, Unit};
use super::resolution::mind;
use crate::umpire::{Note, Side};

const MINDS: [&str; 7] = [
    "Routed",
    "Retreating",
    "Falling Back",
    "Shaken",
    "Normal",
    "Eager",
    "Victorious",
];

/// "A (Cavemen)".
fn who(bout: &Bout, side: Side) -> String {
    let name = &bout.troops[side.index()].name;
    side.named(name)
}

fn some(n: u32, one: &str, many: &str) -> String {
    if n == 1 {
        format!("1 {one}")
    } else {
        format!("{n} {many}")
    }
}

/// "at -1 (outnumbered -1)".
fn modifiers(why: &[(&'static str, i32)]) -> String {
    let total: i32 = why.iter().map(|line| line.1).sum();
    if why.is_empty() {
        return "unmodified".to_owned();
    }
    let parts = why.iter().filter(|line| line.1 != 0);
    let parts: Vec<String> = parts
        .map(|(why, value)| format!("{why} {value:+}"))
        .collect();
    if parts.is_empty() {
        return "unmodified".to_owned();
    }
    format!("at {total:+} ({})", parts.join(", "))
}

/// "4+ succeeds".
fn bar(need: u32) -> String {
    match need {
        1 => "every die succeeds".to_owned(),
        13 => "no die can succeed".to_owned(),
        12 => "12 succeeds".to_owned(),
        need => format!("{need}+ succeeds"),
    }
}

/// A check: its dice, its modifiers, what succeeds.
pub fn check(what: &str, dice: u32, why: &[(&'static str, i32)], need: u32) -> Note {
    let dice = some(dice, "die", "dice");
    Note::Line(format!("{what}: {dice} {}; {}.", modifiers(why), bar(need)))
}

/// Before the first turn: who activates first.
pub fn coin() -> Note {
    Note::About("who activates first (1: A, 2: B)")
}

/// What is left of a unit: "5 of 8", or for one alone "4 of 10 damage".
fn strength(bout: &Bout, side: Side, damage: u16) -> String {
    let troop = &bout.troops[side.index()];
    if troop.members > 1 {
        format!("{} of {}", troop.standing(damage), troop.members)
    } else {
        format!("{damage} of {} damage", troop.capacity())
    }
}

/// Whose activation it is, in what state.
pub fn activation(bout: &Bout, state: &State, side: Side) -> Note {
    let unit = &state.units[side.index()];
    let strength = strength(bout, side, unit.damage);
    let spirits = if bout.spirited() {
        format!(", morale {} ({})", unit.morale, MINDS[mind(unit.morale)])
    } else {
        String::new()
    };
    let disorder = if unit.disordered { ", disordered" } else { "" };
    let spent = if unit.struck {
        ", its primary action spent on a free strike"
    } else {
        ""
    };
    let me = who(bout, side);
    let gap = bout.gap(state);
    Note::Heading(format!(
        "{me} acts, {gap} apart: {strength}{spirits}{disorder}{spent}"
    ))
}

/// A disordered unit without orders.
pub fn idle(bout: &Bout, side: Side) -> Note {
    Note::Line(format!(
        "{} is disordered and does nothing (EM-29).",
        who(bout, side)
    ))
}

/// A condition of the initiative list is met.
pub fn by_list(bout: &Bout, side: Side, why: &str) -> Note {
    Note::Line(format!("{} follows its list: {why}.", who(bout, side)))
}

/// A unit that has nothing to shoot at, and does not move.
pub fn waits(bout: &Bout, side: Side) -> Note {
    Note::Line(format!("{} waits.", who(bout, side)))
}

/// A check that has no dice is not made.
pub fn no_dice(bout: &Bout, side: Side, what: &str) -> Note {
    Note::Line(format!("{} has no dice for {what}.", who(bout, side)))
}

/// A unit prepares its fire.
pub fn prepares(bout: &Bout, side: Side) -> Note {
    let me = who(bout, side);
    Note::Line(format!(
        "{me} prepares to fire at whoever comes into range."
    ))
}

/// A move toward the enemy.
pub fn moves(bout: &Bout, side: Side, steps: u16, after: u16, double: bool) -> Note {
    let pace = if double { "Double Pace" } else { "Normal Move" };
    let me = who(bout, side);
    Note::Line(format!(
        "{me} comes {steps} closer ({pace}), to {after} apart."
    ))
}

/// A move away.
pub fn backs(bout: &Bout, side: Side, steps: u16, after: u16) -> Note {
    Note::Line(format!(
        "{} moves {steps} away, to {after} apart.",
        who(bout, side)
    ))
}

/// The charge move, over what a Normal Move before it has left.
pub fn charges(bout: &Bout, side: Side, gap: u16) -> Note {
    Note::Line(format!("{} charges over {gap}.", who(bout, side)))
}

/// A unit leaves the field.
pub fn leaves(bout: &Bout, side: Side, engaged: bool) -> Note {
    let strikes = if engaged {
        "; who strikes it on the way changes nothing"
    } else {
        ""
    };
    let me = who(bout, side);
    Note::Line(format!(
        "{me} runs over its own edge of the table and is lost (EM-45){strikes}."
    ))
}

/// EM-41: a unit stays because it could be struck.
pub fn pinned_down(bout: &Bout, side: Side) -> Note {
    let me = who(bout, side);
    Note::Line(format!("{me} cannot get away unharmed and stays (EM-41)."))
}

/// What a strike is called over its dice.
pub fn blow_about(blow: Blow) -> &'static str {
    match blow {
        Blow::Own { .. } => "Close Combat",
        Blow::Free { .. } => "free strike",
    }
}

/// A strike.
pub fn blow(
    bout: &Bout,
    state: &State,
    side: Side,
    blow: Blow,
    source: u16,
    dice: u32,
    need: u32,
) -> Note {
    let mut why = Vec::new();
    bout.blow_lines(state, side, blow, source, &mut why);
    let what = match blow {
        Blow::Own { .. } => format!("{} strikes with {source}", who(bout, side)),
        Blow::Free { .. } => format!("{} makes a free strike with {source}", who(bout, side)),
    };
    check(&what, dice, &why, need)
}

/// What came of an attack.
pub fn hits(hits: u32) -> Note {
    Note::Line(format!("{}.", some(hits, "hit", "hits")))
}

/// What came of Disengage.
pub fn pins(pinned: u16, enemies: u16) -> Note {
    Note::Line(match (pinned, enemies) {
        (0, _) => "Nobody is kept from striking.".to_owned(),
        (1, 1) => "The only enemy is kept from striking.".to_owned(),
        (1, _) => format!("1 of {enemies} enemies is kept from striking."),
        _ => format!("{pinned} of {enemies} enemies are kept from striking."),
    })
}

/// A shot.
pub fn shot(
    bout: &Bout,
    side: Side,
    gap: u16,
    prepared: bool,
    dice: u32,
    why: &[(&'static str, i32)],
    need: u32,
) -> Note {
    let fire = if prepared {
        "fires, as prepared,"
    } else {
        "fires"
    };
    check(
        &format!("{} {fire} at {gap}", who(bout, side)),
        dice,
        why,
        need,
    )
}

/// What a leadership check is called.
pub fn leads_about(which: usize) -> &'static str {
    match which {
        IGNORE => "Ignore Conditions",
        IMPROVE => "Improve Morale",
        _ => "Reorder",
    }
}

/// A leadership check.
pub fn leads(
    bout: &Bout,
    state: &State,
    side: Side,
    which: usize,
    paced: i32,
    dice: u32,
    need: u32,
) -> Note {
    let mut why = Vec::new();
    bout.leader_lines(state, side, which, &mut why);
    if paced != 0 {
        why.push(("Double Pace", paced));
    }
    check(leads_about(which), dice, &why, need)
}

/// What came of a leadership check.
pub fn led(which: usize, done: bool) -> Note {
    Note::Line(
        match (which, done) {
            (IGNORE, true) => "It ignores its morale in this activation.",
            (IGNORE, false) => "Its morale has its way.",
            (_, true) => "It will be ordered again.",
            (_, false) => "It stays disordered.",
        }
        .to_owned(),
    )
}

/// What came of Improve Morale.
pub fn improved(successes: u32) -> Note {
    Note::Line(format!("Morale rises by {successes} in the resolution."))
}

/// A push in ranked combat.
pub fn pushes(bout: &Bout, winner: Side, by: u16, stands: bool, hits: [u32; 2]) -> Note {
    let [me, enemy] = [winner, winner.other()].map(|side| who(bout, side));
    let [back, on] = hits.map(|hits| some(hits, "press hit", "press hits"));
    Note::Line(if stands {
        format!("{me} pushes by {by}; {enemy} stands and takes {on}, and gives {back}.")
    } else {
        format!("{me} pushes {enemy} back by {by}: {on}.")
    })
}

/// Hits become damage.
pub fn harmed(bout: &Bout, side: Side, groups: &[Group], points: u16, room: u16) -> Note {
    let me = who(bout, side);
    let dealt = groups.iter().filter(|group| group.hits > 0);
    let dealt: Vec<String> = dealt
        .map(|group| {
            let need = bout.division.counted(group.need);
            let hits = some(group.hits, "hit", "hits");
            if need >= 1 {
                format!("{hits} ({need} to a damage point)")
            } else {
                format!("{hits} ({} damage points each)", 2 - need)
            }
        })
        .collect();
    if dealt.is_empty() {
        return Note::Line(format!("{me} takes no hits."));
    }
    let points_words = some(u32::from(points), "damage point", "damage points");
    let end = if points == room {
        ", which is all it can take"
    } else {
        ""
    };
    let dealt = dealt.join(" and ");
    Note::Line(format!("{me} takes {dealt}: {points_words}{end}."))
}

/// A vital roll.
pub fn vital(bout: &Bout, side: Side, destroyed: bool) -> Note {
    let end = if destroyed {
        "is destroyed"
    } else {
        "holds together"
    };
    Note::Line(format!("{} {end}.", who(bout, side)))
}

/// Whether the leader fell (EM-35).
pub fn leader(killed: bool) -> Note {
    let words = if killed {
        "The leader is among the fallen."
    } else {
        "The leader lives."
    };
    Note::Line(words.to_owned())
}

/// What became of a unit's morale.
pub fn morale(
    bout: &Bout,
    side: Side,
    before: &Unit,
    after: &Unit,
    why: &[(&'static str, i32)],
) -> Note {
    let me = who(bout, side);
    let strength = strength(bout, side, after.damage);
    let (old, new) = (before.morale, after.morale);
    let mut words = format!("{me}, {strength}: morale ");
    if why.is_empty() {
        words += &format!("stays {new}");
    } else {
        let parts: Vec<String> = why
            .iter()
            .map(|(why, value)| format!("{why} {value:+}"))
            .collect();
        words += &format!("{old} to {new} ({})", parts.join(", "));
    }
    if mind(old) != mind(new) {
        words += &format!(", {}", MINDS[mind(new)]);
    }
    if after.disordered && !before.disordered {
        words += ", disordered";
    }
    if after.disordered && before.wait.reordered {
        words += ", then ordered again";
    }
    Note::Line(words + ".")
}
