//! The words of a replay: who does what, with which stat and bonus against which, and what came of it. Called by the
//! narrator only; it reads what the rules decided and decides nothing.

use super::attack::{Blow, Harm, Swing};
use super::data::Arm;
use super::duel::{Bout, State};
use super::exchange::{Attack, Gift};
use super::fighter::{Fighter, Hand, Manner, Terms};
use super::orders::Order;
use super::status::{Ail, Status};
use crate::umpire::{Note, Side};

/// "A (Swordsman)".
fn who(bout: &Bout, side: Side) -> String {
    let name = &bout.names[side.index()];
    side.named(name)
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
        "{} acts, {}; {} {}, {} {}",
        who(bout, state.active),
        apart(state.gap),
        state.active.letter(),
        state.own.words(),
        state.active.other().letter(),
        state.foe.words()
    ))
}

/// What the active fighter does with an action. A shot speaks for itself.
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
                "Tries to recover from {} ({}): 2D6 and {} must beat {}.",
                ail.name(),
                count(combat.recover_actions.into(), "action"),
                skill(me, state.own, &bout.terms, &[]),
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
        Gift::FollowUp => format!("Follow-up gives {me} another attack at once."),
        Gift::Draw => format!("The draw gives {me} a free attack."),
        Gift::TrueTime => format!("True time gives {me} a free attack."),
    })
}

fn weapon(bout: &Bout, hand: &Hand) -> String {
    let name = hand.upgrade.and_then(|at| bout.arms.get(at));
    name.map_or("bare hands", String::as_str).to_owned()
}

/// A stat and what it is made of: "Skill 0 (3, Wounded -1, Hook -2)".
fn stat(name: &str, now: i32, base: i32, parts: &[(i32, &str)]) -> String {
    let mut words = String::new();
    let mut sum = base;
    for (value, why) in parts.iter().filter(|(value, _)| *value != 0) {
        words += &format!(", {why} {value:+}");
        sum += value;
    }
    if sum != now {
        // FI-09, FI-25: a floor below or a cap above.
        words += if sum < now { ", no lower" } else { ", Heavy" };
    }
    if words.is_empty() {
        format!("{name} {now}")
    } else {
        format!("{name} {now} ({base}{words})")
    }
}

fn wounds(status: Status, terms: &Terms) -> (i32, &'static str) {
    let lost = i32::from(status.wounds()) * terms.combat.wounded;
    (-lost, "Wounded")
}

fn skill(me: &Fighter, status: Status, terms: &Terms, more: &[(i32, &str)]) -> String {
    let stunned = i32::from(status.stunned()) * terms.combat.stunned;
    let mut parts = vec![wounds(status, terms), (-stunned, "Stunned")];
    parts.extend(more);
    let more: i32 = more.iter().map(|part| part.0).sum();
    stat("Skill", me.skill(status, terms) + more, me.skill, &parts)
}

fn armor(you: &Fighter, seen: Status, terms: &Terms, arm: &Arm) -> String {
    let now = you.armor(seen, terms);
    let now = arm.heavy.map_or(now, |most| now.min(most));
    let held = !seen.staggered() && !seen.stunned();
    let shield = if held { you.shield } else { 0 };
    let parts = [wounds(seen, terms), (shield, "shield")];
    stat("Armor", now, you.armor, &parts)
}

/// An attack, with both sides of both checks.
pub fn attack(bout: &Bout, by: Side, own: Status, foe: Status, attack: &Attack) -> Note {
    let terms = &bout.terms;
    let [me, you] = [by, by.other()].map(|side| &bout.fighters[side.index()]);
    let arm = &attack.hand.arm;
    let special = match attack.manner {
        Manner::Normal => "",
        Manner::Hook => "Hook",
        Manner::BlowAway => "Blow Away",
    };
    let (deed, bonus) = if attack.ranged {
        ("shoots with", "Aim")
    } else {
        ("attacks with", "Follow-up")
    };
    let attacks = [(attack.bonus, bonus), (attack.special_bonus(), special)];
    let against = if attack.ranged {
        let speed = you.speed(foe, terms);
        stat("Speed", speed, you.speed, &[wounds(foe, terms)])
    } else {
        skill(you, foe, terms, &[])
    };
    let manner = match special {
        "" => String::new(),
        special => format!(" ({special})"),
    };
    let then = |stuns: bool| {
        let seen = bout.seen(foe, attack.manner, stuns);
        let finisher = if seen.stunned() { arm.finisher } else { None };
        let finisher = finisher.unwrap_or(0);
        let damage = arm.damage + finisher;
        let damage = stat("Damage", damage, arm.damage, &[(finisher, "Finisher")]);
        let armor = armor(you, seen, terms, arm);
        if terms.contested {
            format!("{damage} against {armor}")
        } else {
            // FI-11.
            format!(
                "{damage} against {} and {armor}",
                terms.combat.damage_difficulty
            )
        }
    };
    let (plain, stunned) = (then(attack.manner == Manner::BlowAway), then(true));
    let crushing = match arm.crushing {
        Some(_) if plain != stunned => format!("; if it stuns, {stunned}"),
        _ => String::new(),
    };
    Note::Line(format!(
        "{} {deed} {}{manner}: {} against {against}; a hit: {plain}{crushing}.",
        who(bout, by),
        weapon(bout, attack.hand),
        skill(me, own, terms, &attacks),
    ))
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
    Note::About("damage")
}

/// The damage check.
pub fn damage(margin: i32, harm: Harm) -> Note {
    let what = match harm {
        Harm::Nothing => "not enough",
        Harm::Wound => "a wound",
        Harm::Kill => "it kills",
    };
    Note::Line(format!("Damage, margin {margin}: {what}."))
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
    if after.dead() {
        return Note::Line(format!("{target} is killed."));
    }
    let hit = blow.swing == Swing::Hit;
    let news = [
        (after.wounds() > before.wounds(), "Wounded"),
        (after.staggered() && !before.staggered(), "Staggered"),
        (after.stunned() && !before.stunned(), "Stunned"),
    ];
    let news: Vec<&str> = news.iter().filter(|new| new.0).map(|new| new.1).collect();
    let mut words = Vec::new();
    if hit && blow.harm == Harm::Wound && after.wounds() == before.wounds() {
        words.push(format!("{target} was Wounded already."));
    }
    if !news.is_empty() {
        words.push(format!("{target} is {}.", news.join(" and ")));
    } else if hit && blow.harm == Harm::Nothing {
        words.push(format!("{target} is unhurt."));
    }
    let push = bout.push(attack, blow);
    if !attack.ranged && push > 0 {
        let driven = if hit || attack.hand.arm.intimidating {
            target
        } else {
            who(bout, by)
        };
        words.push(format!("{driven} is driven back {push}\"."));
    }
    if words.is_empty() {
        words.push("Nothing comes of it.".to_owned());
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
