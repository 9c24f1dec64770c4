//! The dice of one activation, and what they cost. Where only two are in it, it is the duel's exchange; where more are,
//! every die is rolled once and each pair judged (AE-18).

use super::super::attack::{Exchange, Manner, damage};
use super::super::exchange::Opposed;
use super::super::fighter::Defence;
use super::super::orders::Shot;
use super::burst::{Burst, hurt};
use super::deed::{Aim, Blow, Deed, First, Second};
use super::fray::{Fray, Hands, far, side};
use super::group::Rolled;
use super::react::{Answer, Reactor};
use super::turn::Scene;
use super::{Battle, story};
use crate::table::{Disc, SLACK, gap};
use crate::umpire::{ArrowKind, Note, Referee};

/// What the active unit puts against reaction attacks when it does not attack.
#[derive(Copy, Clone)]
enum Guard {
    Nothing,
    Dodge(Defence),
    Block(Defence),
    /// The Perception die of a Discover, at a hidden enemy.
    Search(usize),
}

impl Guard {
    /// The dice of a dodge or a block, and what they oppose an attack as.
    fn defence(self) -> Option<(Defence, Opposed)> {
        match self {
            Guard::Dodge(defence) => Some((defence, Opposed::Dodge(defence))),
            Guard::Block(defence) => Some((defence, Opposed::Block(defence))),
            Guard::Nothing | Guard::Search(_) => None,
        }
    }
}

impl<U: Referee> Scene<'_, U> {
    /// Rolls the dice of an activation, and takes what they cost.
    pub(super) fn roll(&mut self, army: usize, i: usize, deed: &Deed) {
        let battle = self.battle;
        let mut room = std::mem::take(&mut self.fray.room);
        room.shares.clear();
        room.hurt.clear();
        let blow = match deed.second {
            Second::Attack(blow) => Some(blow),
            _ => None,
        };
        if let Some(blow) = &blow {
            self.fray.shares(battle, army, i, blow, &mut room.shares);
            self.spend(army, &blow.hands, blow.shot);
            self.fray.armies[army].hidden &= !(1 << i);
        }
        for r in &room.reactors {
            if let Answer::Counter(hands, shot, _) = r.answer {
                self.spend(1 - army, &hands, shot);
            }
        }
        let guard = match (deed.first, deed.second) {
            (First::Discover(foe), _) => Guard::Search(foe),
            (_, Second::Dodge) => {
                let dodge = self.fray.dodge(battle, army, i);
                dodge.map_or(Guard::Nothing, Guard::Dodge)
            }
            (_, Second::Block(hands, with)) => {
                let row = &battle.sides[army].fighters[hands.row() * battle.sides[army].foes];
                Guard::Block(row.block_with(with))
            }
            _ => Guard::Nothing,
        };
        match self.as_duel(army, i, blow.as_ref(), &guard, &room.shares, &room.reactors) {
            Some((exchange, by_active, other)) => {
                // The dice of two at once: they go with whose activation it is.
                self.umpire.rolls_for(side(army));
                let [target, striker] = self.umpire.ask(&exchange);
                let (foe_lost, own_lost) = if by_active {
                    (target, striker)
                } else {
                    (striker, target)
                };
                if foe_lost > 0 {
                    room.hurt.push((1 - army, other, foe_lost));
                }
                if own_lost > 0 {
                    room.hurt.push((army, i, own_lost));
                }
            }
            None => self.roll_group(army, i, blow.as_ref(), &guard, &mut room),
        }
        let hurt =
            |side: usize, who: usize| room.hurt.iter().any(|(s, w, _)| (*s, *w) == (side, who));
        if let Some(blow) = &blow {
            for &(foe, _) in &room.shares {
                let to = self.fray.board.at(1 - army, foe);
                let hit = hurt(1 - army, foe);
                self.arrow(army, &[blow.from, to], ArrowKind::Attack, hit);
            }
            if let Aim::Ground(place) = blow.aim {
                let hit = room.hurt.iter().any(|(hurt, ..)| *hurt != army);
                self.arrow(army, &[blow.from, place], ArrowKind::Attack, hit);
            }
        }
        for r in &room.reactors {
            if let Answer::Counter(_, _, at) = r.answer {
                let from = self.fray.board.at(1 - army, r.i);
                self.arrow(1 - army, &[from, at], ArrowKind::Reaction, hurt(army, i));
            }
        }
        self.fray.room = room;
        self.aftermath(army, i, deed);
    }

    pub(super) fn spend(&mut self, army: usize, hands: &Hands, shot: Shot) {
        let side = &self.battle.sides[army];
        let fighter = &side.fighters[hands.row() * side.foes];
        let loads = &mut self.fray.armies[army].loads[hands.loads()..];
        self.battle.house.readings.spend(fighter, shot, loads);
    }

    /// The exchange of a duel, if no more than two have dice in this activation; and who the other is.
    fn as_duel(
        &self,
        army: usize,
        i: usize,
        blow: Option<&Blow>,
        guard: &Guard,
        shares: &[(usize, Shot)],
        reactors: &[Reactor],
    ) -> Option<(Exchange, bool, usize)> {
        let battle = self.battle;
        let searching = reactors
            .iter()
            .any(|r| matches!(r.answer, Answer::Discover));
        if searching || matches!(guard, Guard::Search(_)) {
            return None;
        }
        let mut counters = reactors
            .iter()
            .filter(|r| matches!(r.answer, Answer::Counter(..)));
        let active = (army, i);
        match (blow, shares) {
            (Some(blow), [(target, shot)]) => {
                let target = *target;
                let blow = Blow {
                    shot: *shot,
                    aim: Aim::At(target),
                    ..*blow
                };
                let profile = &self
                    .fray
                    .fighter(battle, army, &blow.hands, target)
                    .profiles[shot.profile];
                if profile.explosive.is_some()
                    && (battle.house.scatter || self.crowded(army, i, target, profile.explosive))
                {
                    return None;
                }
                let others = counters.any(|r| r.i != target);
                let defences = battle.house.everyone && reactors.iter().any(|r| r.i != target);
                if others || defences || self.answered_by_blast((army, i), reactors) {
                    return None;
                }
                let own = reactors.iter().find(|r| r.i == target);
                let (exchange, by_active) = self.fray.pair(
                    battle,
                    active,
                    Some(&blow),
                    target,
                    own.map(|r| &r.answer),
                    None,
                );
                Some((exchange, by_active, target))
            }
            (None, _) => {
                let first = counters.next();
                if counters.next().is_some() || self.answered_by_blast((army, i), reactors) {
                    return None;
                }
                let guard = guard.defence().map(|(_, opposed)| opposed);
                let other = first.map_or(0, |r| r.i);
                let (exchange, by_active) =
                    self.fray
                        .pair(battle, active, None, other, first.map(|r| &r.answer), guard);
                Some((exchange, by_active, other))
            }
            _ => None,
        }
    }

    /// Somebody beside the target is within the blast.
    pub(super) fn crowded(
        &self,
        army: usize,
        i: usize,
        target: usize,
        radius: Option<i32>,
    ) -> bool {
        let Some(radius) = radius else { return false };
        let at = self.fray.disc(1 - army, target);
        let near = |disc: Disc| gap(disc, at) <= far(radius) + SLACK;
        let foes = self.fray.standing(1 - army) & !(1 << target);
        let friends = self.fray.standing(army) & !(1 << i);
        self.fray.board.discs(1 - army, foes).any(near)
            || self.fray.board.discs(army, friends).any(near)
    }

    /// A reactor answers with an explosive, and somebody beside the active unit is within its blast, or may come to be.
    pub(super) fn answered_by_blast(
        &self,
        (army, i): (usize, usize),
        reactors: &[Reactor],
    ) -> bool {
        reactors.iter().any(|r| {
            let Answer::Counter(hands, shot, at) = r.answer else {
                return false;
            };
            let weapon =
                &self.fray.fighter(self.battle, 1 - army, &hands, i).profiles[shot.profile];
            weapon.explosive.is_some_and(|radius| {
                let centre = Disc::new(at, self.fray.disc(army, i).r);
                let near = |disc: Disc| gap(disc, centre) <= far(radius) + SLACK;
                let friends = self.fray.standing(army) & !(1 << i);
                let foes = self.fray.standing(1 - army);
                self.battle.house.scatter
                    || self.fray.board.discs(army, friends).any(near)
                    || self.fray.board.discs(1 - army, foes).any(near)
            })
        })
    }

    /// AE-18: every die is rolled once, then each pair is judged.
    fn roll_group(
        &mut self,
        army: usize,
        i: usize,
        blow: Option<&Blow>,
        guard: &Guard,
        room: &mut super::fray::Room,
    ) {
        let battle = self.battle;
        let readings = &battle.house.readings;
        let [own_keeps, foe_keeps] = readings.keeps();
        let mut volley = std::mem::take(&mut self.fray.volley);
        volley.clear();
        // The answers.
        let everyone = battle.house.everyone;
        for r in &mut room.reactors {
            let aimed = everyone
                || blow.is_some_and(|blow| self.fray.hits(battle, army, blow, &room.shares, r.i));
            let (about, pool, manner) = match r.answer {
                Answer::Counter(hands, shot, _) => {
                    let weapon =
                        &self.fray.fighter(battle, 1 - army, &hands, i).profiles[shot.profile];
                    ("answer", weapon.pool(shot), Manner::Strikes)
                }
                Answer::Dodge(defence) if aimed => (
                    "dodge",
                    defence.pool,
                    readings.manner(&Opposed::Dodge(defence)),
                ),
                Answer::Block(hands, with) if aimed => {
                    let defence = self
                        .fray
                        .fighter(battle, 1 - army, &hands, i)
                        .block_with(with);
                    (
                        "block",
                        defence.pool,
                        readings.manner(&Opposed::Block(defence)),
                    )
                }
                _ => continue,
            };
            let r_i = r.i;
            self.umpire.rolls_for(side(1 - army));
            self.umpire.note(|| story::rolls(battle, 1 - army, r_i));
            r.rolled = Some(volley.roll(self.umpire, about, pool, manner));
        }
        let all = room
            .reactors
            .iter()
            .filter_map(|r| r.rolled)
            .map(|r| r.top)
            .max()
            .unwrap_or(0);
        // The active unit's own dice.
        let mut top = 0;
        let guarded: Option<Rolled> = match guard {
            Guard::Nothing => None,
            Guard::Dodge(_) | Guard::Block(_) => guard.defence().map(|(defence, opposed)| {
                self.umpire.rolls_for(side(army));
                self.umpire.note(|| story::rolls(battle, army, i));
                let manner = readings.manner(&opposed);
                volley.roll(self.umpire, "defence", defence.pool, manner)
            }),
            Guard::Search(foe) => {
                let pool = self.fray.perception(battle, army, i);
                self.umpire.rolls_for(side(army));
                self.umpire.note(|| story::rolls(battle, army, i));
                let sought = volley.roll(self.umpire, "perception", pool, Manner::Shields);
                let stealth = battle.sides[1 - army].kind(*foe).stealth;
                self.umpire.rolls_for(side(1 - army));
                self.umpire.note(|| story::rolls(battle, 1 - army, *foe));
                let hides = volley.roll(self.umpire, "stealth", stealth, Manner::Shields);
                let found = volley
                    .standing(&sought, hides.top, own_keeps)
                    .iter()
                    .sum::<u32>()
                    > 0;
                if found {
                    self.fray.armies[1 - army].hidden &= !(1 << *foe);
                }
                self.umpire
                    .note(|| story::searched(battle, 1 - army, *foe, found));
                Some(sought)
            }
        };
        if let Some(guarded) = &guarded {
            top = top.max(guarded.top);
        }
        if let Some(blow) = blow {
            let ground = [(usize::MAX, blow.shot)];
            let shares: &[(usize, Shot)] = match blow.aim {
                Aim::Ground(_) => &ground,
                Aim::At(_) => &room.shares,
            };
            for &(foe, shot) in shares {
                let against = if foe == usize::MAX {
                    0
                } else {
                    battle.sides[1 - army].models[foe].kind
                };
                let profile = &battle.sides[army]
                    .fighter(blow.hands.row(), against)
                    .profiles[shot.profile];
                let pool = profile.pool(shot);
                self.umpire.rolls_for(side(army));
                self.umpire.note(|| story::aims(battle, army, i, foe));
                let strike = volley.roll(self.umpire, "attack", pool, Manner::Strikes);
                top = top.max(strike.top);
                let answer = room
                    .reactors
                    .iter()
                    .find(|r| r.i == foe)
                    .and_then(|r| r.rolled);
                let best = if everyone {
                    all
                } else {
                    answer.map_or(0, |answer| answer.top)
                };
                let hits = volley.against(&strike, answer.as_ref(), best, own_keeps);
                if foe != usize::MAX && hits[0] + hits[1] > 0 {
                    self.umpire.rolls_for(side(1 - army));
                    self.umpire.note(|| story::hit(battle, 1 - army, foe, hits));
                    self.umpire.note(|| Note::About("damage"));
                    let lost = damage(self.umpire, hits, profile.save());
                    hurt(&mut room.hurt, 1 - army, foe, lost);
                }
                let Some(radius) = profile.explosive else {
                    continue;
                };
                let centre = match blow.aim {
                    Aim::At(foe) => self.fray.disc(1 - army, foe),
                    Aim::Ground(place) => Disc::new(place, 0),
                };
                let blast = Burst {
                    army,
                    hands: blow.hands,
                    shot,
                    radius,
                    centre,
                    aimed: foe,
                    by: (i, blow.from),
                };
                if hits[0] + hits[1] > 0 {
                    for (at, victim) in self.fray.in_blast(&blast) {
                        // AE-37: one caught beside the target is spared by a dodge of its own, if it declared one.
                        let own = room.reactors.iter().find(|r| at != army && r.i == victim);
                        let dodged = own
                            .filter(|r| matches!(r.answer, Answer::Dodge(_)))
                            .and_then(|r| r.rolled);
                        let top = best.max(dodged.map_or(0, |rolled| rolled.top));
                        let hits = volley.against(&strike, answer.as_ref(), top, own_keeps);
                        self.caught(&blast, at, victim, hits, &mut room.hurt);
                    }
                } else if battle.house.scatter && strike.top == 0 {
                    let target = profile.target(shot.gap, shot.aim) - shot.extra;
                    self.scatter(blast, target, &strike, &mut room.hurt);
                }
            }
        }
        // The answers' dice against the best of the active unit's.
        for r in &room.reactors {
            let (Answer::Counter(hands, shot, at), Some(rolled)) = (r.answer, r.rolled) else {
                continue;
            };
            let hits = volley.against(&rolled, guarded.as_ref(), top, foe_keeps);
            let weapon = &self.fray.fighter(battle, 1 - army, &hands, i).profiles[shot.profile];
            let blast = weapon.explosive.map(|radius| Burst {
                army: 1 - army,
                hands,
                shot,
                radius,
                centre: Disc::new(at, self.fray.disc(army, i).r),
                aimed: i,
                by: (r.i, self.fray.board.at(1 - army, r.i)),
            });
            if hits[0] + hits[1] == 0 {
                if let Some(blast) = blast.filter(|_| battle.house.scatter && rolled.top == 0) {
                    let target = weapon.target(shot.gap, shot.aim) - shot.extra;
                    self.scatter(blast, target, &rolled, &mut room.hurt);
                }
                continue;
            }
            self.umpire.rolls_for(side(army));
            self.umpire.note(|| story::hit(battle, army, i, hits));
            self.umpire.note(|| Note::About("damage"));
            let lost = damage(self.umpire, hits, weapon.save());
            hurt(&mut room.hurt, army, i, lost);
            if let Some(blast) = blast {
                for (at, victim) in self.fray.in_blast(&blast) {
                    self.caught(&blast, at, victim, hits, &mut room.hurt);
                }
            }
        }
        // Reactors who looked for the active unit.
        for r in &room.reactors {
            if !matches!(r.answer, Answer::Discover) || self.fray.armies[army].hidden >> i & 1 == 0
            {
                continue;
            }
            let (r, seeker) = (r.i, self.fray.perception(battle, 1 - army, r.i));
            self.umpire.rolls_for(side(1 - army));
            self.umpire.note(|| story::rolls(battle, 1 - army, r));
            let sought = volley.roll(self.umpire, "perception", seeker, Manner::Shields);
            self.umpire.rolls_for(side(army));
            self.umpire.note(|| story::rolls(battle, army, i));
            let hides = volley.roll(
                self.umpire,
                "stealth",
                battle.sides[army].kind(i).stealth,
                Manner::Shields,
            );
            let found = volley
                .standing(&sought, hides.top, foe_keeps)
                .iter()
                .sum::<u32>()
                > 0;
            if found {
                self.fray.armies[army].hidden &= !(1 << i);
            }
            self.umpire.note(|| story::searched(battle, army, i, found));
        }
        self.fray.volley = volley;
    }
}

impl Fray {
    /// Whether an attack's dice, or its blast, may come at a reactor.
    pub(super) fn hits(
        &self,
        battle: &Battle,
        army: usize,
        blow: &Blow,
        shares: &[(usize, Shot)],
        r: usize,
    ) -> bool {
        if shares.iter().any(|&(foe, _)| foe == r) {
            return true;
        }
        let fighter = &battle.sides[army].fighters[blow.hands.row() * battle.sides[army].foes];
        let Some(radius) = fighter.profiles[blow.shot.profile].explosive else {
            return false;
        };
        let centre = match blow.aim {
            Aim::At(foe) => self.disc(1 - army, foe),
            Aim::Ground(place) => Disc::new(place, 0),
        };
        gap(self.disc(1 - army, r), centre) <= far(radius) + SLACK
    }
}
