//! One activation from its plan to its losses: the movement action, the answers, the second action, the dice. Where only
//! two are in it, it is the duel's exchange; where more are, every die is rolled once and each pair judged (AE-18).

use super::super::attack::{Exchange, Manner, damage};
use super::super::exchange::{Opposed, Spot};
use super::super::orders::Shot;
use super::super::policy::{Adjust, Second as When};
use super::fray::{Fray, Hands, far};
use super::group::Rolled;
use super::moves::walk_on;
use super::plan::{Aim, Blow, Deed, First, Second};
use super::react::{Answer, Deeds, Reactor};
use super::turn::Scene;
use super::{Battle, story};
use crate::table::{Disc, Point, SLACK, drift, gap, members};
use crate::umpire::{ArrowKind, Note, Referee};

/// What the active unit puts against reaction attacks when it does not attack.
#[derive(Copy, Clone)]
enum Guard {
    Nothing,
    /// A dodge or a block.
    Defence(Opposed),
    /// The Perception die of a Discover, at a hidden enemy.
    Search(usize),
}

impl<U: Referee> Scene<'_, U> {
    /// One activation.
    pub fn activate(&mut self, army: usize, i: usize) {
        self.umpire.turn();
        let deed = self.fray.plan(self.battle, army, i);
        self.perform(army, i, deed);
        if self.battle.house.per_seat && self.fray.board.is_alive(army, i) {
            self.other_seats(army, i, &deed);
        }
    }

    /// AE-52 (`per_seat`): every other gunner of a vehicle attacks too, from where it stands.
    fn other_seats(&mut self, army: usize, i: usize, deed: &Deed) {
        let used = match deed.second {
            Second::Attack(blow) => Some(blow.hands.seat),
            _ => None,
        };
        let (hands, n) = self.fray.hands(self.battle, army, i);
        for hands in &hands[..n] {
            if Some(hands.seat) == used
                || hands.seat == super::fray::NONE
                || !self.fray.board.is_alive(army, i)
            {
                continue;
            }
            if self.fray.verdict().is_some() {
                return;
            }
            if let Some(deed) = self.fray.stay_with(self.battle, army, i, hands) {
                self.umpire.turn();
                self.perform(army, i, deed);
            }
        }
    }

    /// Carries out what was planned.
    fn perform(&mut self, army: usize, i: usize, deed: Deed) {
        let battle = self.battle;
        {
            let fray = &*self.fray;
            self.umpire.note(|| story::heading(battle, fray, army, i));
            self.umpire.note(|| story::order(battle, army, i, &deed));
        }
        let mut room = std::mem::take(&mut self.fray.room);
        let start = self.fray.board.at(army, i);
        room.path.clear();
        room.path.push(start);
        let foes = 1 - army;
        let before = self.fray.watchers(battle, foes, i);
        let quiet = self.movement(army, i, &deed, &mut room.path);
        self.second_movement(army, i, &deed, &mut room.path);
        let end = room.path.last().copied().unwrap_or(start);
        if end != start {
            self.fray.put(battle, army, i, end);
        }
        let after = if end == start {
            before
        } else {
            self.fray.watchers(battle, foes, i)
        };
        let moved = [
            matches!(deed.first, First::Move(_)),
            matches!(deed.second, Second::Move(_)),
        ];
        let mut seen = [before, after];
        let mut silent = quiet;
        if battle.sides[army].kind(i).teleports && moved[0] {
            // AE-66: two moves are not seen at all, one only where it ends.
            silent |= moved[1];
            room.path.clear();
            room.path.push(end);
            seen = [after, after];
        }
        let blow = match deed.second {
            Second::Attack(blow) => Some(blow),
            _ => None,
        };
        let hidden = self.fray.armies[army].hidden >> i & 1 == 1;
        room.reactors.clear();
        if !silent {
            room.clear.clear();
            if battle.sides[foes].explosives {
                self.fray.clear_of((army, i), &room.path, &mut room.clear);
            }
            let deeds = Deeds {
                active: (army, i),
                blow,
                path: &room.path,
                seen,
                hidden,
                to_come: self.to_come(army),
                clear: &room.clear,
            };
            self.answers(&deeds, &mut room.reactors, &mut room.spots);
        }
        let deed = self.informed((army, i), deed, seen, hidden, &room.path, &room.reactors);
        self.fray.room = room;
        self.roll(army, i, &deed);
    }

    /// Units of the active army that have yet to act in this turn.
    fn to_come(&self, army: usize) -> u32 {
        let troops = &self.fray.armies[army];
        (self.fray.standing(army) & self.fray.fighting(army) & !troops.acted & !troops.late)
            .count_ones()
    }

    /// The movement action, or a full action. True if nobody may react to it.
    fn movement(&mut self, army: usize, i: usize, deed: &Deed, path: &mut Vec<Point>) -> bool {
        match deed.first {
            First::Idle | First::Discover(_) => {}
            First::Reload(hands, arm) => self.reload(army, &hands, arm),
            First::Move(walk) => {
                self.fray.remember(army, i, &walk);
                self.arrow(army, walk.points(), ArrowKind::Move, false);
                walk_on(path, &walk);
            }
            First::Hidden(walk) => {
                self.fray.remember(army, i, &walk);
                self.arrow(army, walk.points(), ArrowKind::Move, false);
                walk_on(path, &walk);
                return true;
            }
            First::Acrobatics(walk) => {
                // AE-69: an Agility check; failing, it stays.
                let pool = self.battle.sides[army].kind(i).agility;
                self.umpire.note(|| Note::About("agility"));
                let over = self.umpire.count(1, 20, u32::from(pool.floor)) == 1;
                self.umpire.note(|| story::climbs(over, pool));
                if over {
                    self.arrow(army, walk.points(), ArrowKind::Move, false);
                    walk_on(path, &walk);
                }
            }
        }
        false
    }

    fn second_movement(&mut self, army: usize, i: usize, deed: &Deed, path: &mut Vec<Point>) {
        match deed.second {
            Second::Reload(hands, arm) => self.reload(army, &hands, arm),
            Second::Move(walk) => {
                self.fray.remember(army, i, &walk);
                self.arrow(army, walk.points(), ArrowKind::Move, false);
                walk_on(path, &walk);
            }
            _ => {}
        }
    }

    fn reload(&mut self, army: usize, hands: &Hands, at: usize) {
        let side = &self.battle.sides[army];
        let arm = &side.fighters[hands.row() * side.foes].arms[at];
        let load = &mut self.fray.armies[army].loads[hands.loads() + at];
        arm.reload(arm.long_for(hands.short), load);
    }

    /// An arrow for the next picture.
    fn arrow(&mut self, army: usize, points: &[Point], kind: ArrowKind, hit: bool) {
        for leg in points.windows(2) {
            self.umpire
                .note(|| story::arrow(army, leg[0], leg[1], kind, hit));
        }
    }

    /// Everybody's answer, in listed order, each for itself.
    fn answers(&mut self, deeds: &Deeds<'_>, reactors: &mut Vec<Reactor>, spots: &mut Vec<Spot>) {
        let battle = self.battle;
        let army = 1 - deeds.active.0;
        let may =
            self.fray.standing(army) & self.fray.fighting(army) & !self.fray.armies[army].hidden;
        for r in members(may) {
            let Some(answer) = self.fray.answer(battle, deeds, r, spots, self.exact) else {
                continue;
            };
            if !self
                .fray
                .is_overwatch(battle, army, deeds.active.1, &answer)
            {
                self.fray.armies[army].rec[r] -= 1;
            }
            reactors.push(Reactor {
                i: r,
                answer,
                rolled: None,
            });
            let fray = &*self.fray;
            self.umpire
                .note(|| story::answer(battle, fray, deeds.active, r, &answer));
        }
    }

    /// AE-63 (`informed`): an attack whose target strikes back, and nobody else does, is weighed against a block and a
    /// dodge.
    fn informed(
        &mut self,
        (army, i): (usize, usize),
        deed: Deed,
        seen: [u128; 2],
        hidden: bool,
        path: &[Point],
        reactors: &[Reactor],
    ) -> Deed {
        let battle = self.battle;
        let Second::Attack(blow) = deed.second else {
            return deed;
        };
        if battle.sides[army].kind(i).policy.second != When::Informed {
            return deed;
        }
        let mut counters = reactors
            .iter()
            .filter(|r| matches!(r.answer, Answer::Counter(..)));
        let (Some(counter), None) = (counters.next(), counters.next()) else {
            return deed;
        };
        if blow.aim != Aim::At(counter.i) {
            return deed;
        }
        let Answer::Counter(hands, shot, _) = counter.answer else {
            return deed;
        };
        let fray = &*self.fray;
        let attack = &fray.fighter(battle, 1 - army, &hands, i).profiles[shot.profile];
        let me = fray.fighter(battle, army, &blow.hands, counter.i);
        let block = me.block(attack, fray.loads(army, &blow.hands));
        let deeds = Deeds {
            active: (army, i),
            blow: Some(blow),
            path,
            seen,
            hidden,
            to_come: 0,
            clear: &[],
        };
        let mut best = (
            -fray.value(battle, &deeds, counter.i, Some(&counter.answer), self.exact),
            deed.second,
        );
        let dodge = fray.dodge(battle, army, i);
        let block = block.filter(|_| battle.sides[army].kind(i).vehicle.is_none());
        let block =
            block.map(|(defence, with)| (Opposed::Block(defence), Second::Block(blow.hands, with)));
        let dodge = dodge.map(|defence| (Opposed::Dodge(defence), Second::Dodge));
        for (guard, second) in block.into_iter().chain(dodge) {
            let value = -fray.guarded_value(battle, (army, i), counter, guard, self.exact);
            if value > best.0 + 1e-12 {
                best = (value, second);
            }
        }
        let changed = Deed {
            second: best.1,
            ..deed
        };
        if !matches!(best.1, Second::Attack(_)) {
            self.umpire
                .note(|| story::changes(battle, fray, army, i, &changed));
        }
        changed
    }

    /// Rolls the dice of an activation, and takes what they cost.
    fn roll(&mut self, army: usize, i: usize, deed: &Deed) {
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
            (_, Second::Dodge) => match self.fray.dodge(battle, army, i) {
                Some(defence) => Guard::Defence(Opposed::Dodge(defence)),
                None => Guard::Nothing,
            },
            (_, Second::Block(hands, with)) => {
                let row = &battle.sides[army].fighters[hands.row() * battle.sides[army].foes];
                Guard::Defence(Opposed::Block(row.block_with(with)))
            }
            _ => Guard::Nothing,
        };
        match self.as_duel(army, i, blow.as_ref(), &guard, &room.shares, &room.reactors) {
            Some((exchange, by_active, other)) => {
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
                self.arrow(
                    army,
                    &[blow.from, to],
                    ArrowKind::Attack,
                    hurt(1 - army, foe),
                );
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

    fn spend(&mut self, army: usize, hands: &Hands, shot: Shot) {
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
                    Some(blow),
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
                let guard = match guard {
                    Guard::Defence(opposed) => Some(*opposed),
                    _ => None,
                };
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
    fn crowded(&self, army: usize, i: usize, target: usize, radius: Option<i32>) -> bool {
        let Some(radius) = radius else { return false };
        let at = self.fray.disc(1 - army, target);
        let near = |disc: Disc| gap(disc, at) <= far(radius) + SLACK;
        let foes = self.fray.standing(1 - army) & !(1 << target);
        let friends = self.fray.standing(army) & !(1 << i);
        self.fray.board.discs(1 - army, foes).any(near)
            || self.fray.board.discs(army, friends).any(near)
    }

    /// A reactor answers with an explosive, and somebody beside the active unit is within its blast.
    fn answered_by_blast(&self, (army, i): (usize, usize), reactors: &[Reactor]) -> bool {
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
                self.fray.board.discs(army, friends).any(near)
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
            Guard::Defence(opposed) => {
                let (Opposed::Block(defence) | Opposed::Dodge(defence)) = opposed else {
                    unreachable!("a guard is a dodge or a block");
                };
                self.umpire.note(|| story::rolls(battle, army, i));
                Some(volley.roll(
                    self.umpire,
                    "defence",
                    defence.pool,
                    readings.manner(opposed),
                ))
            }
            Guard::Search(foe) => {
                let pool = battle.sides[army].kind(i).perception;
                self.umpire.note(|| story::rolls(battle, army, i));
                let sought = volley.roll(self.umpire, "perception", pool, Manner::Shields);
                let stealth = battle.sides[1 - army].kind(*foe).stealth;
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
                if hits[0] + hits[1] > 0 {
                    let blast = Burst {
                        army,
                        hands: blow.hands,
                        shot,
                        radius,
                        centre,
                        aimed: foe,
                    };
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
                    self.scatter(army, blow, shot, radius, centre, &strike, &mut room.hurt);
                }
            }
        }
        // The answers' dice against the best of the active unit's.
        for r in &room.reactors {
            let (Answer::Counter(hands, shot, at), Some(rolled)) = (r.answer, r.rolled) else {
                continue;
            };
            let hits = volley.against(&rolled, guarded.as_ref(), top, foe_keeps);
            if hits[0] + hits[1] == 0 {
                continue;
            }
            let weapon = &self.fray.fighter(battle, 1 - army, &hands, i).profiles[shot.profile];
            self.umpire.note(|| story::hit(battle, army, i, hits));
            self.umpire.note(|| Note::About("damage"));
            let lost = damage(self.umpire, hits, weapon.save());
            hurt(&mut room.hurt, army, i, lost);
            if let Some(radius) = weapon.explosive {
                let centre = Disc::new(at, self.fray.disc(army, i).r);
                let blast = Burst {
                    army: 1 - army,
                    hands,
                    shot,
                    radius,
                    centre,
                    aimed: i,
                };
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
            let (r, seeker) = (r.i, battle.sides[1 - army].kind(r.i).perception);
            self.umpire.note(|| story::rolls(battle, 1 - army, r));
            let sought = volley.roll(self.umpire, "perception", seeker, Manner::Shields);
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

    /// One hit of half damage for each die that stands (4.9).
    fn caught(
        &mut self,
        blast: &Burst,
        army: usize,
        victim: usize,
        hits: [u32; 2],
        list: &mut Vec<(usize, usize, u32)>,
    ) {
        let battle = self.battle;
        let side = &battle.sides[blast.army];
        let kind = battle.sides[army].models[victim].kind;
        let fighter = if army != blast.army {
            side.fighter(blast.hands.row(), kind)
        } else {
            let own = side.kinds.len();
            match side.mates.get(blast.hands.row() * own + kind) {
                Some(fighter) => fighter,
                None => return,
            }
        };
        let save = fighter.profiles[blast.shot.profile]
            .caught
            .map(|loss| (loss + 1) as u8);
        self.umpire
            .note(|| story::blast(battle, army, victim, hits));
        self.umpire.note(|| Note::About("damage"));
        let lost = damage(self.umpire, hits, save);
        hurt(list, army, victim, lost);
    }

    /// AE-36 (`scatter`): an explosive that missed drifts by as many inches as its best die fell short, on a clock.
    #[expect(clippy::too_many_arguments, reason = "one miss, told in full")]
    fn scatter(
        &mut self,
        army: usize,
        blow: &Blow,
        shot: Shot,
        radius: i32,
        centre: Disc,
        strike: &Rolled,
        list: &mut Vec<(usize, usize, u32)>,
    ) {
        let battle = self.battle;
        self.umpire.note(|| Note::About("scatter"));
        let hour = self.umpire.die(12);
        let short = i32::from(strike.pool.floor) - strike.failed as i32;
        let place = centre.at + drift(self.fray.frame(battle, army), hour, far(short.max(0)));
        self.umpire.note(|| story::drifts(short, hour, place));
        let blast = Burst {
            army,
            hands: blow.hands,
            shot,
            radius,
            centre: Disc::new(place, 0),
            aimed: usize::MAX,
        };
        for (at, victim) in self.fray.in_blast(&blast) {
            self.caught(&blast, at, victim, [1, 0], list);
        }
    }

    /// Where dodges go (AE-65), after everything else.
    pub fn adjust(&mut self, army: usize, i: usize) {
        let battle = self.battle;
        let room = std::mem::take(&mut self.fray.room);
        for r in &room.reactors {
            if !matches!(r.answer, Answer::Dodge(_)) || !self.fray.board.is_alive(1 - army, r.i) {
                continue;
            }
            let step = far(self.fray.mov(battle, 1 - army, r.i) / 2);
            let unit = self.fray.disc(army, i);
            let from = self.fray.board.at(1 - army, r.i);
            let walk = match battle.sides[1 - army].kind(r.i).policy.adjust {
                Adjust::Hold => continue,
                Adjust::Away => self.fray.retreat(battle, (1 - army, r.i), unit, step),
                Adjust::Toward => self
                    .fray
                    .approach(battle, (1 - army, r.i), from, unit, 0, step),
            };
            if walk.end() != from {
                self.arrow(1 - army, walk.points(), ArrowKind::Move, false);
                self.fray.put(battle, 1 - army, r.i, walk.end());
                let at = r.i;
                self.umpire
                    .note(|| story::adjusts(battle, 1 - army, at, &walk));
            }
        }
        self.fray.room = room;
    }
}

/// An explosive that goes off.
struct Burst {
    /// Whose it is.
    army: usize,
    hands: Hands,
    shot: Shot,
    /// Inches.
    radius: i32,
    centre: Disc,
    /// Its target, who is hit as by any attack; none for a place.
    aimed: usize,
}

/// Adds to what somebody loses.
fn hurt(list: &mut Vec<(usize, usize, u32)>, army: usize, i: usize, lost: u32) {
    if lost == 0 {
        return;
    }
    match list.iter_mut().find(|(a, m, _)| (*a, *m) == (army, i)) {
        Some(entry) => entry.2 += lost,
        None => list.push((army, i, lost)),
    }
}

impl Fray {
    /// Everybody within a blast, friend or foe, beside its target.
    fn in_blast(&self, blast: &Burst) -> impl Iterator<Item = (usize, usize)> + use<> {
        let reach = far(blast.radius) + SLACK;
        let sets = [0, 1].map(|army| {
            let target = army != blast.army;
            members(self.standing(army))
                .filter(|&i| !(target && i == blast.aimed))
                .filter(|&i| gap(self.disc(army, i), blast.centre) <= reach)
                .fold(0u128, |set, i| set | 1 << i)
        });
        (0..2).flat_map(move |army| members(sets[army]).map(move |i| (army, i)))
    }

    /// Whether an attack's dice, or its blast, may come at a reactor.
    fn hits(
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

    /// V of 6.4 for a reactor whose attack meets a block or a dodge.
    fn guarded_value(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        counter: &Reactor,
        guard: Opposed,
        exact: &mut crate::umpire::Exact,
    ) -> f64 {
        let own = self.armies[army].str[i].max(1);
        let (exchange, _) = self.pair(
            battle,
            (army, i),
            None,
            counter.i,
            Some(&counter.answer),
            Some(guard),
        );
        exact.mean(exchange, |[target, _]| {
            f64::from(target.min(u32::from(own))) / f64::from(own)
        })
    }
}
