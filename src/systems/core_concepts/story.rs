//! The words of a replay: who does what, against which difficulty and why, and what it cost. Called by the narrator only;
//! it reads what the rules decided and decides nothing.

use super::clash::{Blow, Clash, Landed};
use super::data::{Half, inches};
use super::duel::Bout;
use super::exchange::React;
use super::plans::{Brief, Deed, Fray, How, Then};
use super::shot::{Aim, Hit};
use super::state::State;
use super::stress::{Body, Nerve};
use super::toggles::ShootingCritical;
use crate::umpire::{Note, Side};

/// "A (Swordsman)".
fn who(bout: &Bout, side: Side) -> String {
    let name = &bout.fighters[side.index()].name;
    side.named(name)
}

fn some(n: u32, one: &str, many: &str) -> String {
    if n == 1 {
        format!("1 {one}")
    } else {
        format!("{n} {many}")
    }
}

fn dice(n: u8) -> String {
    some(u32::from(n), "die", "dice")
}

fn health(body: Body) -> String {
    format!("Toughness {}, stress {}", body.toughness, body.stress)
}

/// Who activates first.
pub fn begins(bout: &Bout, first: Side) -> Note {
    Note::Line(format!("{} activates first.", who(bout, first)))
}

/// Whose activation it is.
pub fn activation(bout: &Bout, state: &State, active: Side) -> Note {
    let [me, foe] = [active, active.other()].map(|side| health(state.bodies[side.index()]));
    let distance = if state.at.gap == 0 {
        "in contact".to_owned()
    } else {
        format!("{} apart", inches(state.at.gap))
    };
    Note::Heading(format!(
        "{} activates with {} AP, {distance} ({me}; {} has {foe})",
        who(bout, active),
        state.at.ap[active.index()],
        active.other().letter()
    ))
}

/// What the active model does: its Moves and its main action.
pub fn order(bout: &Bout, brief: &Brief, from: Half) -> Note {
    let me = &bout.fighters[brief.active.index()];
    let mut words = Vec::new();
    match brief.moves {
        0 => {}
        1 => words.push(format!(
            "Moves from {} to {}.",
            inches(from),
            inches(brief.gap)
        )),
        n => words.push(format!(
            "Moves {n} times, from {} to {}.",
            inches(from),
            inches(brief.gap)
        )),
    }
    if let Some(Fray { gap, clash, .. }) = &brief.fray {
        let blade = me.blade.as_ref().map_or("nothing", |b| b.name.as_str());
        words.push(if *gap < brief.gap {
            format!("Pounces to {} and strikes with the {blade}.", inches(*gap))
        } else {
            format!("Strikes with the {blade}.")
        });
        if !clash.answers {
            let foe = &bout.fighters[brief.active.other().index()];
            let why = match &foe.blade {
                None => "has no melee weapon".to_owned(),
                Some(blade) => {
                    format!(
                        "reaches only {} with the {}",
                        inches(blade.reach),
                        blade.name
                    )
                }
            };
            words.push(format!(
                "{} {why} and may not attack.",
                brief.active.other().letter()
            ));
        }
    }
    if words.is_empty() {
        let ap = me.gun.is_some() && brief.ap < bout.numbers.shoot_ap;
        words.push(match (brief.deed, brief.then) {
            (Deed::Shoot, _) => "Takes aim.".to_owned(),
            (_, Then::Nothing) => "Does nothing.".to_owned(),
            _ if ap => "Has too few AP left to shoot.".to_owned(),
            _ => "Has nothing to shoot at, or with.".to_owned(),
        });
    }
    Note::Line(words.join(" "))
}

/// How both split their dice.
pub fn splits(
    bout: &Bout,
    active: Side,
    clash: &Clash,
    splits: &[How; 2],
    attack: [u8; 2],
) -> Note {
    let blows = clash.blows(attack);
    let defence = [blows[1].defence, blows[0].defence];
    let mut words = Vec::new();
    for (at, side) in [active, active.other()].into_iter().enumerate() {
        let lost = clash.dice[at] - attack[at] - defence[at];
        let lost = match lost {
            0 => String::new(),
            n => format!(", {n} lost"),
        };
        let how = match splits[at] {
            How::Fixed(_) => "",
            How::Mixed(_) => " (drawn from its optimal mix)",
            How::Open => " (looking ahead)",
        };
        words.push(format!(
            "{} splits {}: {} attack, {} defence{lost}{how}.",
            who(bout, side),
            dice(clash.dice[at]),
            attack[at],
            defence[at]
        ));
    }
    Note::Line(words.join(" "))
}

/// A blow is struck; `back` if it is the defender's, at the same time as the attacker's.
pub fn blow(bout: &Bout, by: Side, blow: &Blow, back: bool) -> Note {
    let blade = bout.fighters[by.index()].blade.as_ref();
    let when = if back { "At the same time " } else { "" };
    Note::Line(format!(
        "{when}{} attacks with the {} (damage {}, critical {}), {} against {}: success on {}+, critical on {}+.",
        who(bout, by),
        blade.map_or("nothing", |b| b.name.as_str()),
        blow.damage,
        blow.critical,
        dice(blow.attack),
        dice(blow.defence),
        blow.faces[0],
        blow.faces[1]
    ))
}

fn successes(normals: u32, criticals: u32) -> String {
    match (normals, criticals) {
        (0, 0) => "no success".to_owned(),
        (n, 0) => format!("{n} normal"),
        (0, c) => format!("{c} critical"),
        (n, c) => format!("{n} normal and {c} critical"),
    }
}

/// What the dice of a blow came to: (criticals, normals) of both.
pub fn landed(blow: &Blow, attack: [u32; 2], defence: [u32; 2], landed: Landed) -> Note {
    let left = match (landed.normals, landed.criticals) {
        (0, 0) => "nothing lands".to_owned(),
        (n, c) => {
            let verb = if n + c == 1 { "lands" } else { "land" };
            format!("{} {verb}", successes(u32::from(n), u32::from(c)))
        }
    };
    Note::Line(format!(
        "Attack: {}; defence: {}; {left}: {} damage.",
        successes(attack[1], attack[0]),
        successes(defence[1], defence[0]),
        blow.damage(landed)
    ))
}

/// Stress has reached Toughness.
pub fn test(nerve: &Nerve, body: Body) -> Note {
    let printed = if nerve.printed_threshold {
        "the printed "
    } else {
        ""
    };
    Note::Line(format!(
        "The target's stress has reached {printed}Toughness {}: {} on {}+, each failure costs 1 Toughness.",
        nerve.threshold(body.toughness),
        dice(body.toughness),
        nerve.success
    ))
}

/// What damage did to a model.
pub fn stress(bout: &Bout, side: Side, before: Body, after: Body) -> Note {
    let name = who(bout, side);
    let words = if before == after && before.stands() {
        let why = if before.stress > 0 {
            format!("stays at {}", health(after))
        } else {
            "is unharmed".to_owned()
        };
        format!("{name} {why}.")
    } else if !after.stands() {
        format!("{name} is removed: its Toughness is 0.")
    } else if after.toughness < before.toughness {
        format!(
            "{name} loses {} Toughness: {}.",
            before.toughness - after.toughness,
            health(after)
        )
    } else {
        format!("{name} now has {}.", health(after))
    };
    Note::Line(words)
}

/// A spear pushes.
pub fn shove(bout: &Bout, side: Side, step: Half) -> Note {
    Note::Line(format!(
        "The critical success shoves {} back {}.",
        who(bout, side),
        inches(step)
    ))
}

/// A shot and the reaction to it.
pub fn shot(bout: &Bout, by: Side, gap: Half, react: React, back: bool) -> Note {
    let me = &bout.fighters[by.index()];
    let target = by.other();
    let Some(gun) = &me.gun else {
        return Note::Line(String::new());
    };
    let base = bout.difficulty(by, gap);
    let mut parts = vec![format!("distance {}", base - gun.modifier)];
    if gun.modifier != 0 {
        parts.push(format!("{} {:+}", gun.name, gun.modifier));
    }
    let cover = bout.fighters[target.index()].cover;
    let mut difficulty = base;
    let reply = match react {
        React::None => String::new(),
        React::Cover => {
            difficulty += cover;
            parts.push(format!("cover {cover:+}"));
            format!(
                " {} takes cover ({} AP).",
                target.letter(),
                bout.numbers.cover_ap
            )
        }
        React::Return => format!(
            " {} will return fire ({} AP).",
            target.letter(),
            bout.numbers.return_ap
        ),
    };
    let verb = if back { "shoots back" } else { "shoots" };
    Note::Line(format!(
        "{} {verb} with the {} at {}: {} against difficulty {difficulty} ({}).{reply}",
        who(bout, by),
        gun.name,
        inches(gap),
        dice(me.ballistics),
        parts.join(", ")
    ))
}

/// What the dice of a shot came to.
pub fn aimed(aim: &Aim, sum: i32, hit: Hit) -> Note {
    let why = match aim.critical {
        ShootingCritical::AnySix => "a six",
        ShootingCritical::TwoSixes => "two sixes",
        ShootingCritical::Margin => "6 or more above the difficulty",
        ShootingCritical::None => "",
    };
    Note::Line(match hit {
        Hit::Miss => format!("The sum {sum} misses {}.", aim.difficulty),
        Hit::Normal => format!("The sum {sum} hits {}.", aim.difficulty),
        Hit::Critical => format!(
            "The sum {sum} hits {}, with {why}: a critical hit.",
            aim.difficulty
        ),
    })
}

/// The damage of a hit.
pub fn damage(damage: u32) -> Note {
    Note::Line(format!("It does {damage} damage."))
}

/// A model in cover steps away.
pub fn away(bout: &Bout, side: Side, from: Half, to: Half) -> Note {
    Note::Line(format!(
        "{} draws back from {} to {}.",
        who(bout, side),
        inches(from),
        inches(to)
    ))
}

/// Return fire was stopped.
pub fn pinned(bout: &Bout, side: Side, refund: bool) -> Note {
    let ap = if refund {
        "its AP come back"
    } else {
        "its AP stay spent"
    };
    Note::Line(format!(
        "The critical hit stops the return fire of {}; {ap}.",
        who(bout, side)
    ))
}

/// The Move after the main action.
pub fn moved(bout: &Bout, side: Side, from: Half, to: Half) -> Note {
    Note::Line(format!(
        "{} moves from {} to {}.",
        who(bout, side),
        inches(from),
        inches(to)
    ))
}
