//! The words of a replay: who does what, with which stat and bonus against which, and what came of it. Called by the
//! narrator only; it reads what the rules decided and decides nothing.

use super::attack::{Blow, Swing};
use super::duel::{Bout, State};
use super::exchange::{Attack, Gift};
use super::fighter::{Hand, Manner};
use super::orders::Order;
use super::status::{Ail, Status};
use crate::umpire::{Note, Side};

/// "A (Swordsman)".
fn who(bout: &Bout, side: Side) -> String {
    let letter = ["A", "B"][side.index()];
    let name = &bout.names[side.index()];
    if name.is_empty() {
        letter.to_owned()
    } else {
        format!("{letter} ({name})")
    }
}

fn apart(gap: u8) -> String {
    if gap == 0 {
        "in contact".to_owned()
    } else {
        format!("{gap}\" apart")
    }
}

/// Who goes first.
pub fn first(bout: &Bout, side: Side) -> Note {
    Note::Line(format!("{} goes first this round.", who(bout, side)))
}

/// Whose activation it is.
pub fn activation(bout: &Bout, state: &State) -> Note {
    Note::Heading(format!(
        "{} acts, {}; {} against {}",
        who(bout, state.active),
        apart(state.gap),
        state.own.words(),
        state.foe.words()
    ))
}

/// What the active fighter does with an action.
pub fn order(bout: &Bout, state: &State, order: Order) -> Note {
    let me = &bout.fighters[state.active.index()];
    Note::Line(match order {
        Order::Waste if state.own.staggered() => {
            "Staggered: there is nothing it can do with this action.".to_owned()
        }
        Order::Waste => "There is nothing to do with this action.".to_owned(),
        Order::Recover(ail) => {
            let combat = &bout.terms.combat;
            format!(
                "Recovers from {} ({}): Skill {} must beat {}.",
                ail.name(),
                count(combat.recover_actions.into(), "action"),
                me.skill(state.own, &bout.terms),
                combat.recover_difficulty
            )
        }
        Order::Move(gap) if gap > state.gap => {
            format!("Moves {}\" away: {gap}\" apart.", gap - state.gap)
        }
        Order::Move(gap) if gap < state.gap => {
            format!("Moves {}\" closer: {gap}\" apart.", state.gap - gap)
        }
        Order::Move(gap) => format!("Moves, but stays {gap}\" away."),
        Order::Aim => "Aims.".to_owned(),
        Order::Shoot(_) => "Shoots.".to_owned(),
        Order::Charge if state.gap == 0 => "Charges, in contact already.".to_owned(),
        Order::Charge => format!("Charges: needs {} to arrive.", state.gap),
    })
}

fn count(n: u32, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

/// Whether Recover worked.
pub fn recovered(ail: Ail, recovered: bool) -> Note {
    Note::Line(match (recovered, ail) {
        (true, Ail::Wounded) => "Recovers: a wound is healed.".to_owned(),
        (true, _) => format!("Recovers: no longer {}.", ail.name()),
        (false, _) => format!("Does not recover: still {}.", ail.name()),
    })
}

/// A charge that did not arrive.
pub fn short(bout: &Bout, gap: u8) -> Note {
    let moved = if bout.terms.short_moves {
        "The charge falls short"
    } else {
        "The charge falls short and is not made"
    };
    Note::Line(format!("{moved}: {gap}\" apart, no attack."))
}

/// Nothing to attack with (FI-05).
pub fn empty_handed(bout: &Bout, side: Side) -> Note {
    let me = who(bout, side);
    Note::Line(format!("{me} has nothing to attack with in melee."))
}

/// Why somebody attacks for free.
pub fn gift(bout: &Bout, side: Side, gift: Gift) -> Note {
    let me = who(bout, side);
    Note::Line(match gift {
        Gift::FollowUp => format!("Follow-up: {me} attacks again at once."),
        Gift::Draw => format!("A draw: {me}, a duelist, attacks for free."),
        Gift::TrueTime => format!("True time: {me} attacks for free."),
    })
}

fn weapon(bout: &Bout, hand: &Hand) -> String {
    let name = hand.upgrade.and_then(|at| bout.arms.get(at));
    name.map_or("bare hands", String::as_str).to_owned()
}

/// An attack, with the stats on both sides of the check.
pub fn attack(bout: &Bout, by: Side, own: Status, foe: Status, attack: &Attack) -> Note {
    let terms = &bout.terms;
    let [me, you] = [by, by.other()].map(|side| &bout.fighters[side.index()]);
    let skill = me.skill(own, terms);
    let mut parts = stat(skill, me.skill, own, own.stunned());
    let manner = match attack.manner {
        Manner::Normal => "",
        Manner::Hook => " (Hook)",
        Manner::BlowAway => " (Blow Away)",
    };
    let bonus_for = if attack.ranged { "Aim" } else { "Follow-up" };
    let special_for = match attack.manner {
        Manner::Hook => "Hook",
        _ => "Blow Away",
    };
    let mut total = skill;
    for (bonus, why) in [(attack.bonus, bonus_for), (attack.to_hit(), special_for)] {
        if bonus != 0 {
            parts += &format!(", {why} {bonus:+}");
            total += bonus;
        }
    }
    let (name, against, base, stunned) = if attack.ranged {
        ("Speed", you.speed(foe, terms), you.speed, false)
    } else {
        ("Skill", you.skill(foe, terms), you.skill, foe.stunned())
    };
    Note::Line(format!(
        "{} attacks with {}{manner}: {total} (Skill {parts}) against {against} ({name} {}).",
        who(bout, by),
        weapon(bout, &attack.hand),
        stat(against, base, foe, stunned)
    ))
}

/// A stat and why it is not what it was: "2: 3, Wounded".
fn stat(now: i32, base: i32, status: Status, stunned: bool) -> String {
    if now == base {
        return base.to_string();
    }
    let mut words = base.to_string();
    if status.wounds() > 0 {
        words += ", Wounded";
    }
    if stunned {
        words += ", Stunned";
    }
    words
}

/// The hit check.
pub fn swing(margin: i32, hit: bool) -> Note {
    Note::Line(match margin {
        _ if hit => format!("A hit, by {margin}."),
        0 => "A draw.".to_owned(),
        _ => format!("A miss, by {}.", -margin),
    })
}

/// Decapitate.
pub fn beheads() -> Note {
    Note::Line("Decapitate: killed outright.".to_owned())
}

/// Names the dice of a damage check that nothing stands against (FI-11).
pub fn about_damage() -> Note {
    Note::About("damage,")
}

/// The damage check.
pub fn damage(margin: i32) -> Note {
    Note::Line(format!("Damage against Armor: a margin of {margin}."))
}

/// What became of the target, and who is driven back.
pub fn outcome(
    bout: &Bout,
    by: Side,
    before: Status,
    after: Status,
    attack: &Attack,
    blow: Blow,
) -> Note {
    let target = who(bout, by.other());
    let mut words = Vec::new();
    if blow.swing == Swing::Hit {
        let arm = &attack.hand.arm;
        let against = {
            let seen = if bout.terms.status_first {
                before.with(attack.manner == Manner::Hook, blow.stuns)
            } else {
                before
            };
            let armor = bout.fighters[by.other().index()].armor(seen, &bout.terms);
            let finisher = if seen.stunned() { arm.finisher } else { None };
            let damage = arm.damage + finisher.unwrap_or(0);
            let finisher = finisher.map_or(String::new(), |more| format!(", Finisher {more:+}"));
            let heavy = match arm.heavy {
                Some(most) if most < armor => format!(", Heavy makes it {most}"),
                _ => String::new(),
            };
            format!("Damage {damage}{finisher} against Armor {armor}{heavy}")
        };
        let mut became = Vec::new();
        if after.dead() {
            became.push("killed".to_owned());
        } else {
            let news = [
                (after.wounds() > before.wounds(), "Wounded"),
                (after.staggered() && !before.staggered(), "Staggered"),
                (after.stunned() && !before.stunned(), "Stunned"),
            ];
            became.extend(
                news.iter()
                    .filter(|(new, _)| *new)
                    .map(|(_, name)| (*name).to_owned()),
            );
        }
        words.push(if became.is_empty() {
            format!("{target} is none the worse ({against}).")
        } else {
            format!("{target} is {} ({against}).", became.join(" and "))
        });
    }
    if !attack.ranged {
        let push = bout.push(attack, blow);
        let hit = blow.swing == Swing::Hit;
        if push > 0 {
            let driven = if hit || attack.hand.arm.intimidating {
                target
            } else {
                who(bout, by)
            };
            words.push(format!("{driven} is driven back {push}\"."));
        }
    }
    if words.is_empty() {
        words.push("Nobody moves.".to_owned());
    }
    Note::Line(words.join(" "))
}

/// The end of an activation.
pub fn end(bout: &Bout, state: &State) -> Note {
    let steadied = bout.terms.steadies && state.own != state.own.steady();
    Note::Line(if steadied {
        format!(
            "{} is no longer Staggered or Stunned: its activation ends.",
            who(bout, state.active)
        )
    } else {
        format!("Its activation ends, {}.", apart(state.gap))
    })
}
