//! A skirmish in words: who acts and where it stands, what it does and why, who answers, what the dice were for and what
//! they cost. Called by the narrator only; it reads what the rules decided and decides nothing.

use super::super::checks::Pool;
use super::super::orders::{Kind, Shot};
use super::super::story as duel;
use super::Battle;
use super::deed::{Aim, Blow, Deed, First, Second, Why};
use super::fray::{Fray, Hands, NONE, side};
use super::react::Answer;
use super::roster::Deploy;
use crate::table::{INCH, Point, Walk, members};
use crate::umpire::{Arrow, ArrowKind, Frame, FrameBody, Note, Side};

/// `A's Knight 2`.
fn who(battle: &Battle, army: usize, i: usize) -> String {
    format!(
        "{}'s {}",
        side(army).letter(),
        battle.sides[army].models[i].name
    )
}

/// A length in inches, without needless digits.
fn inches(grains: i32) -> String {
    let tenths = (f64::from(grains) * 10.0 / f64::from(INCH)).round() / 10.0;
    format!("{tenths}\"")
}

/// `(12.5", 8")`.
fn place(at: Point) -> String {
    format!("({}, {})", inches(at.x), inches(at.y))
}

/// Who begins.
pub fn begins(battle: &Battle, first: Side) -> Note {
    let name = &battle.sides[first.index()].name;
    Note::Line(format!("{} has the initiative.", first.named(name)))
}

/// Who was put down where, in the order of initiative.
pub fn deployment(battle: &Battle, fray: &Fray, first: Side) -> Note {
    let mut lines = Vec::new();
    let order = [first.index(), 1 - first.index()];
    let says = |army: usize, i: usize| {
        let model = &battle.sides[army].models[i];
        let hidden = if model.hidden { ", hidden" } else { "" };
        match model.sits {
            Some((vehicle, seat)) => {
                let hull = battle.sides[army].kind(vehicle).vehicle.as_ref();
                let seat = hull.map_or("", |hull| hull.seats[seat].name.as_str());
                format!(
                    "{} in {} ({seat})",
                    model.name, battle.sides[army].models[vehicle].name
                )
            }
            None => format!(
                "{} at {}{hidden}",
                model.name,
                place(fray.board.at(army, i))
            ),
        }
    };
    if battle.house.deploy == Deploy::Alternate {
        let most = battle.sides[0]
            .models
            .len()
            .max(battle.sides[1].models.len());
        for i in 0..most {
            for army in order {
                if i < battle.sides[army].models.len() {
                    lines.push(format!(
                        "{} deploys {}.",
                        side(army).letter(),
                        says(army, i)
                    ));
                }
            }
        }
    } else {
        for army in order {
            let models = 0..battle.sides[army].models.len();
            let list: Vec<String> = models.map(|i| says(army, i)).collect();
            lines.push(format!(
                "{} deploys: {}.",
                side(army).letter(),
                list.join(", ")
            ));
        }
    }
    Note::Line(lines.join("\n"))
}

/// What a marker is called.
fn object(battle: &Battle, marker: usize) -> &str {
    let named = battle.table.objectives().get(marker);
    named.map_or("a marker", |objective| objective.name.as_str())
}

/// Somebody has taken an object (SK-26).
pub fn takes(battle: &Battle, army: usize, i: usize, marker: usize) -> Note {
    Note::Line(format!(
        "{} takes {}.",
        who(battle, army, i),
        object(battle, marker)
    ))
}

/// Whose each marker is at the end of a round, and what is gathered; nothing where there are none.
pub fn markers(battle: &Battle, fray: &Fray) -> Note {
    let verb = if battle.house.taken { "has" } else { "holds" };
    let holds = (0..battle.markers.len()).map(|marker| {
        let by = match fray.holder(battle, marker) {
            Some(army) => side(army).letter(),
            None => "nobody",
        };
        format!("{}: {by} {verb} it", object(battle, marker))
    });
    let holds: Vec<String> = holds.collect();
    let [a, b] = fray.gathered;
    Note::Line(format!(
        "{}. Gathered so far: A {a}, B {b}.",
        holds.join("; ")
    ))
}

/// Where everybody is.
pub fn frame(battle: &Battle, fray: &Fray, round: u32) -> Note {
    let mut bodies = Vec::new();
    for army in 0..2 {
        let troops = &fray.armies[army];
        for (i, model) in battle.sides[army].models.iter().enumerate() {
            let at = match troops.aboard[i] {
                NONE => fray.board.at(army, i),
                vehicle => fray.board.at(army, usize::from(vehicle)),
            };
            let alive = troops.alive >> i & 1 == 1;
            let full = battle.sides[army].kind(i).str * u16::from(model.team);
            bodies.push(FrameBody {
                side: side(army),
                index: i,
                name: model.name.clone(),
                at: [at.x, at.y],
                radius: model.size[0],
                alive,
                wounded: alive && troops.str[i] < full,
                hidden: troops.hidden >> i & 1 == 1,
                away: alive && !fray.board.is_alive(army, i),
            });
        }
    }
    let gathered = (!battle.markers.is_empty()).then_some(fray.gathered);
    Note::Frame(Box::new(Frame {
        round,
        gathered,
        bodies,
        arrows: Vec::new(),
    }))
}

/// A move or a shot, for the next picture.
pub fn arrow(army: usize, from: Point, to: Point, kind: ArrowKind, hit: bool) -> Note {
    Note::Arrow(Arrow {
        from: [from.x, from.y],
        to: [to.x, to.y],
        side: side(army),
        kind,
        hit,
    })
}

/// Whose activation it is.
pub fn heading(battle: &Battle, fray: &Fray, army: usize, i: usize) -> Note {
    let near = match fray.nearest(battle, army, i) {
        Some((_, 0..=3)) => ", in contact".to_owned(),
        Some((foe, gap)) => format!(", {} from {}", inches(gap), who(battle, 1 - army, foe)),
        None => String::new(),
    };
    let hidden = if fray.armies[army].hidden >> i & 1 == 1 {
        ", hidden"
    } else {
        ""
    };
    let str = fray.armies[army].str[i];
    let at = place(fray.board.at(army, i));
    Note::Heading(format!(
        "{} acts at {at}{near}; STR {str}{hidden}",
        who(battle, army, i)
    ))
}

fn walked(walk: &Walk) -> String {
    format!("moves {} to {}", inches(walk.length()), place(walk.end()))
}

fn weapon(battle: &Battle, army: usize, hands: &Hands, arm: usize) -> String {
    let side = &battle.sides[army];
    side.fighters[hands.row() * side.foes].arms[arm]
        .name
        .clone()
}

fn attack(battle: &Battle, army: usize, hands: &Hands, foe: usize, shot: Shot) -> String {
    let kind = battle.sides[1 - army].models[foe].kind;
    duel::attack(battle.sides[army].fighter(hands.row(), kind), shot)
}

fn blow(battle: &Battle, army: usize, blow: &Blow) -> String {
    match blow.aim {
        Aim::At(foe) => {
            let name = who(battle, 1 - army, foe);
            format!(
                "attacks {name} with {}",
                attack(battle, army, &blow.hands, foe, blow.shot)
            )
        }
        Aim::Ground(at) => {
            let with = attack(battle, army, &blow.hands, 0, blow.shot);
            format!("throws at the ground at {} with {with}", place(at))
        }
    }
}

/// What the active unit does, and why.
pub fn order(battle: &Battle, army: usize, i: usize, deed: &Deed) -> Note {
    let first = match &deed.first {
        First::Idle => "idles".to_owned(),
        First::Move(walk) if walk.is_still() => "finds no way".to_owned(),
        First::Move(walk) => walked(walk),
        First::Reload(hands, arm) => format!("reloads the {}", weapon(battle, army, hands, *arm)),
        First::Discover(foe) => format!("looks for {}", who(battle, 1 - army, *foe)),
        First::Hidden(walk) => format!("{} unseen (Hidden Move)", walked(walk)),
        First::Acrobatics(walk) => format!("tries to climb to {} (Acrobatics)", place(walk.end())),
    };
    let second = match &deed.second {
        Second::Idle => String::new(),
        Second::Move(walk) if walk.is_still() => String::new(),
        Second::Move(walk) => format!("; {}", walked(walk)),
        Second::Reload(hands, arm) => {
            format!("; reloads the {}", weapon(battle, army, hands, *arm))
        }
        Second::Attack(strike) => format!("; {}", blow(battle, army, strike)),
        Second::Dodge => "; stands ready to dodge".to_owned(),
        Second::Block(..) => "; blocks".to_owned(),
        Second::Take(marker) => format!("; reaches for {}", object(battle, *marker)),
        Second::Board(vehicle) => format!("; boards {}", who(battle, army, *vehicle)),
    };
    let teleport = match (
        battle.sides[army].kind(i).teleports,
        &deed.first,
        &deed.second,
    ) {
        (true, First::Move(_), Second::Move(_)) => " It teleports: no reaction.",
        (true, First::Move(_), _) => " It teleports and is seen only where it arrives.",
        _ => "",
    };
    Note::Line(format!(
        "{}{second}. Why: {}.{teleport}",
        duel::capital(&first),
        why(deed.why)
    ))
}

fn why(why: Why) -> String {
    let option = |kind: Kind| match kind {
        Kind::Away => "K-1, move away and attack",
        Kind::Reload => "K0, reload and attack",
        Kind::Stay => "K1, attack from here",
        Kind::Contact => "K2, into contact and attack",
        Kind::Edge => "K3, to the edge of range and attack",
    };
    match why {
        Why::Best(kind, score) => format!("the best option is {} (score {score})", option(kind)),
        Why::Throw(score) => {
            format!("a throw between two enemies beats every other option (score {score})")
        }
        Why::Seek => "nobody is in sight".to_owned(),
        Why::Closer => "nobody can be attacked from here".to_owned(),
        Why::Scoot { seen, there } => format!("{seen} enemies see it here, {there} there"),
        Why::Wait => "nobody is near, and nobody can shoot".to_owned(),
        Why::Stalk => "nobody can be struck from stealth yet".to_owned(),
        Why::Search => "a hidden enemy is near, and nobody else can be attacked".to_owned(),
        Why::Aboard => "a vehicle has a free seat".to_owned(),
        Why::Claim => "a marker is not held, and nobody can be attacked from here".to_owned(),
        Why::Hold => "the marker would be lost without it".to_owned(),
        Why::Nothing => "there is nothing it can do".to_owned(),
    }
}

/// How a reactor answers.
pub fn answer(
    battle: &Battle,
    fray: &Fray,
    active: (usize, usize),
    r: usize,
    answer: &Answer,
) -> Note {
    let army = 1 - active.0;
    let left = fray.armies[army].rec[r];
    let name = who(battle, army, r);
    let kind = battle.sides[active.0].models[active.1].kind;
    let words = match answer {
        Answer::Counter(hands, shot, at) => {
            let fighter = battle.sides[army].fighter(hands.row(), kind);
            format!(
                "strikes back at {} with {}",
                place(*at),
                duel::attack(fighter, *shot)
            )
        }
        Answer::Dodge(defence) => duel::defence(defence, "dodges"),
        Answer::Block(hands, with) => {
            let fighter = battle.sides[army].fighter(hands.row(), kind);
            let name = duel::weapon(fighter, &fighter.profiles[*with]);
            format!(
                "blocks with {}",
                duel::defence(&fighter.block_with(*with), &name)
            )
        }
        Answer::Discover => "looks for it".to_owned(),
    };
    Note::Line(format!("{name} {words}. Reactions left: {left}."))
}

/// The active unit thinks better of it (AE-63).
pub fn changes(battle: &Battle, fray: &Fray, army: usize, i: usize, deed: &Deed) -> Note {
    let words = match &deed.second {
        Second::Block(hands, with) => {
            let side = &battle.sides[army];
            let fighter = &side.fighters[hands.row() * side.foes];
            let name = duel::weapon(fighter, &fighter.profiles[*with]);
            format!(
                "blocks instead with {}",
                duel::defence(&fighter.block_with(*with), &name)
            )
        }
        _ => match fray.dodge(battle, army, i) {
            Some(defence) => format!("{} instead", duel::defence(&defence, "dodges")),
            None => "does nothing instead".to_owned(),
        },
    };
    Note::Line(format!("Seeing that, {} {words}.", who(battle, army, i)))
}

/// Whose dice come next.
pub fn rolls(battle: &Battle, army: usize, i: usize) -> Note {
    Note::Line(format!("{} rolls:", who(battle, army, i)))
}

/// At whom the dice that come next are aimed.
pub fn aims(battle: &Battle, army: usize, i: usize, foe: usize) -> Note {
    let at = if foe == usize::MAX {
        "the ground".to_owned()
    } else {
        who(battle, 1 - army, foe)
    };
    Note::Line(format!("{} rolls against {at}:", who(battle, army, i)))
}

fn count_hits([plain, crit]: [u32; 2]) -> String {
    match (plain, crit) {
        (plain, 0) => format!("{plain} ordinary"),
        (0, crit) => format!("{crit} critical"),
        (plain, crit) => format!("{plain} ordinary, {crit} critical"),
    }
}

/// What stands against somebody.
pub fn hit(battle: &Battle, army: usize, i: usize, hits: [u32; 2]) -> Note {
    Note::Line(format!(
        "Hits on {}: {}.",
        who(battle, army, i),
        count_hits(hits)
    ))
}

/// Somebody is caught in a blast.
pub fn blast(battle: &Battle, army: usize, i: usize, hits: [u32; 2]) -> Note {
    let name = who(battle, army, i);
    Note::Line(format!(
        "{name} is caught in the blast, half damage: {}.",
        count_hits(hits)
    ))
}

/// An explosive that missed.
pub fn drifts(short: i32, hour: u32, at: Point) -> Note {
    Note::Line(format!(
        "It misses by {short} and drifts {short}\" at {hour} o'clock, to {}.",
        place(at)
    ))
}

/// What came of a search.
pub fn searched(battle: &Battle, army: usize, i: usize, found: bool) -> Note {
    let name = who(battle, army, i);
    Note::Line(if found {
        format!("{name} is discovered.")
    } else {
        format!("{name} stays hidden.")
    })
}

/// What came of a climb.
pub fn climbs(over: bool, pool: Pool) -> Note {
    let words = if over { "is over" } else { "does not get over" };
    Note::Line(format!("It {words} (succeeds on {}+).", pool.floor))
}

/// A healer's try.
pub fn heals(
    battle: &Battle,
    army: usize,
    healer: usize,
    victim: usize,
    pool: Pool,
    healed: bool,
) -> Note {
    let end = if healed { "saves 1 STR" } else { "fails" };
    Note::Line(format!(
        "{} heals {} (succeeds on {}+): {end}.",
        who(battle, army, healer),
        battle.sides[army].models[victim].name,
        pool.floor
    ))
}

/// What somebody lost.
pub fn loses(battle: &Battle, army: usize, i: usize, lost: u32, left: u16) -> Note {
    let name = who(battle, army, i);
    Note::Line(match (lost, left) {
        (0, _) => format!("{name} loses nothing."),
        (lost, 0) => format!("{name} loses {lost} STR and is out of the fight."),
        (lost, left) => format!("{name} loses {lost} STR, {left} left."),
    })
}

/// What became of one of a crew.
pub fn bails_out(battle: &Battle, army: usize, i: usize, at: Option<Point>) -> Note {
    let name = who(battle, army, i);
    Note::Line(match at {
        Some(at) => format!("{name} gets out at {}.", place(at)),
        None => format!("{name} dies in the wreck."),
    })
}

/// Somebody goes aboard.
pub fn aboard(battle: &Battle, army: usize, i: usize, vehicle: usize, seat: usize) -> Note {
    let hull = battle.sides[army].kind(vehicle).vehicle.as_ref();
    let seat = hull.map_or("", |hull| hull.seats[seat].name.as_str());
    let name = &battle.sides[army].models[vehicle].name;
    Note::Line(format!(
        "{} takes the seat {seat} of {name}.",
        who(battle, army, i)
    ))
}

/// Where a dodge went.
pub fn adjusts(battle: &Battle, army: usize, i: usize, walk: &Walk) -> Note {
    Note::Line(format!("{} {}.", who(battle, army, i), walked(walk)))
}

/// Who is left.
pub fn survivors(battle: &Battle, fray: &Fray) -> Note {
    let side_words = |army: usize| {
        let alive = fray.armies[army].alive;
        let names: Vec<&str> = members(alive)
            .map(|i| battle.sides[army].models[i].name.as_str())
            .collect();
        let letter = side(army).letter();
        if names.is_empty() {
            format!("Nobody is left of {letter}.")
        } else {
            format!("Left of {letter}: {}.", names.join(", "))
        }
    };
    Note::Line(format!("{} {}", side_words(0), side_words(1)))
}
