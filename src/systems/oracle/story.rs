//! The words of a replay: what the pools say, who acts, who sees the target and what that comes to. Called by the
//! narrator only; it reads what the rules decided and decides nothing.

use super::block::Front;
use super::pool::{By, Omen};
use super::soldier::{Act, Soldier};
use super::strike::{Count, Strike, View};
use crate::umpire::{Note, Side};

/// "A (Scout)".
fn who(soldiers: &[Soldier; 2], side: Side) -> String {
    let name = &soldiers[side.index()].name;
    side.named(name)
}

fn some(n: u32, one: &str, many: &str) -> String {
    if n == 1 {
        format!("1 {one}")
    } else {
        format!("{n} {many}")
    }
}

/// "A (Medic) needs 6 (Support): ..."
fn needs(soldiers: &[Soldier; 2], side: Side, can: &str) -> String {
    let me = who(soldiers, side);
    let Soldier { faces, kind, .. } = &soldiers[side.index()];
    if faces.count() == 0 {
        return format!("{me} cannot act: no face is {kind}.");
    }
    format!("{me} needs {} ({kind}): {can}.", faces.words())
}

/// Where the two stand when the round begins.
pub fn apart(gap: u16) -> Note {
    Note::Heading(format!("Oracle phase, {gap}\" apart"))
}

fn first(omen: &Omen) -> String {
    let why = match omen.by {
        By::Coin => "by the coin",
        By::Turn => "whose turn it is to begin",
        By::Dice => "with more dice of its Type",
    };
    format!("{} is first, {why}.", omen.first.letter())
}

/// What the pools of two soldiers say.
pub fn omen(soldiers: &[Soldier; 2], omen: &Omen) -> Note {
    let says = [Side::A, Side::B].map(|side| {
        let has = if omen.matching[side.index()] > 0 {
            "has it and can act"
        } else {
            "has none and cannot act"
        };
        needs(soldiers, side, has)
    });
    Note::Line(format!("{} {}", says.join(" "), first(omen)))
}

/// OR-07: the first cannot act, and that is all.
pub fn cut_short(soldiers: &[Soldier; 2], side: Side) -> Note {
    let me = who(soldiers, side);
    Note::Line(format!("{me} cannot act, which ends the phase (OR-07)."))
}

/// OR-16: the first lets the other act before it.
pub fn hands_over(soldiers: &[Soldier; 2], side: Side) -> Note {
    let me = who(soldiers, side);
    Note::Line(format!("{me} could not kill now, and passes (OR-16)."))
}

/// Whose activation it is.
pub fn acts(soldiers: &[Soldier; 2], side: Side) -> Note {
    Note::Heading(format!("{} acts", who(soldiers, side)))
}

/// Who counts, who is ignored, and against what.
fn count(count: &Count, me: &Soldier) -> String {
    let seen = match me.viewer.view {
        View::Clear => "in clear view",
        View::Obscured => "obscured",
        View::Cover => "in cover",
        View::Both => "obscured and in cover",
    };
    let ignored = if count.ignored == 0 {
        String::new()
    } else {
        format!(", {} ignored", count.ignored)
    };
    let weight = match me.viewer.weight {
        1 => String::new(),
        weight => format!(" of weight {weight}"),
    };
    let viewers = some(count.viewers, "viewer", "viewers") + &weight;
    format!(
        "the target is {seen}, {viewers}{ignored}, {} counted against Toughness {}",
        count.counted, me.against
    )
}

/// What a lone soldier does.
pub fn act(soldiers: &[Soldier; 2], strike: &Strike, side: Side, act: Act) -> Note {
    let me = &soldiers[side.index()];
    let moved = match act.from - act.to {
        0 => "Stays where it is".to_owned(),
        inches => format!("Moves {inches}\" ({}), to {}\"", me.plan.name(), act.to),
    };
    let reach = me.reach.words();
    if !act.strikes {
        return Note::Line(format!(
            "{moved}; the enemy is out of its threat range ({reach})."
        ));
    }
    let counted = strike.count([me.viewer], me.against);
    let end = if counted.killed {
        "is removed"
    } else {
        "stands"
    };
    Note::Line(format!(
        "{moved}, and strikes (threat range: {reach}): {}. {} {end}.",
        count(&counted, me),
        who(soldiers, side.other())
    ))
}

/// The pools of two blocks.
pub fn pools(soldiers: &[Soldier; 2], living: [u16; 2]) -> Note {
    let pools = [Side::A, Side::B].map(|side| {
        let (n, initiative) = (living[side.index()], soldiers[side.index()].initiative);
        let dice = some(u32::from(n) * u32::from(initiative), "die", "dice");
        format!(
            "{} {n} x Initiative {initiative} = {dice}",
            who(soldiers, side)
        )
    });
    Note::Heading(format!("Oracle phase: {}", pools.join(", ")))
}

/// What the pools of two blocks say.
pub fn block_omen(soldiers: &[Soldier; 2], omen: &Omen) -> Note {
    let says = [Side::A, Side::B].map(|side| {
        let can = match omen.matching[side.index()] {
            0 => "cannot act".to_owned(),
            n => format!("can activate {n}"),
        };
        needs(soldiers, side, &can)
    });
    Note::Line(format!("{} {}", says.join(" "), first(omen)))
}

/// A Strike of one of a block; `drops` if a die of its Type would go with the victim (OR-08).
pub fn strike(
    soldiers: &[Soldier; 2],
    strike: &Strike,
    side: &Front,
    victim: &Front,
    drops: bool,
) -> Note {
    let me = &soldiers[side.side.index()];
    let viewers = std::iter::repeat_n(me.viewer, usize::from(side.living));
    let counted = strike.count(viewers, me.against);
    let foe = victim.side.letter();
    let end = if counted.killed {
        let kind = if victim.waiting > 0 {
            "a waiting"
        } else {
            "an activated"
        };
        let die = if drops { " with a die of its Type" } else { "" };
        let left = victim.living.saturating_sub(1);
        format!("{kind} soldier of {foe} is removed{die}, {left} left")
    } else {
        "nobody is removed".to_owned()
    };
    let says = count(&counted, me);
    Note::Line(format!("{} strikes: {says}; {end}.", side.side.letter()))
}

/// The end of the Action phase.
pub fn finished(soldiers: &[Soldier; 2], side: &Front, other: &Front) -> Note {
    let says = [side, other].map(|front| {
        let why = if front.waiting == 0 {
            "has nobody waiting"
        } else if front.dice == 0 {
            "has no die of its Type left"
        } else {
            "could still act"
        };
        format!("{} {why}", who(soldiers, front.side))
    });
    Note::Line(format!("The phase ends: {}.", says.join(", ")))
}
