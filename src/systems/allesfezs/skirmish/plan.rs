//! What the active unit does (3.1): the options of a duel's `auto` against every enemy at once, and where to go when there
//! is none. Nothing is rolled here.

use super::super::orders::{Act, Ground, Kind, Shot};
use super::super::policy::Plan;
use super::super::profile::{Form, Profile};
use super::fray::{Fray, Hands, VEIL, all, far};
use super::{ArmyPolicy, Battle};
use crate::table::{Disc, Point, SLACK, Walk, gap, leg, members, touching, up, within};
use std::cmp::Reverse;

/// What the active unit does with its activation, and why.
#[derive(Copy, Clone)]
pub struct Deed {
    /// The movement action, or a full action.
    pub first: First,
    /// The second action.
    pub second: Second,
    /// Why.
    pub why: Why,
}

/// A movement action, or a full action.
#[derive(Copy, Clone)]
pub enum First {
    /// Nothing; enables Aim.
    Idle,
    /// A Move.
    Move(Walk),
    /// Reloads a weapon.
    Reload(Hands, usize),
    /// Looks for a hidden enemy.
    Discover(usize),
    /// A Hidden Move: a full action that nobody may react to.
    Hidden(Walk),
    /// Acrobatics over what bars the way: a full action that needs an Agility check.
    Acrobatics(Walk),
}

/// A second action.
#[derive(Copy, Clone)]
pub enum Second {
    /// Nothing.
    Idle,
    /// Another Move.
    Move(Walk),
    /// Reloads a weapon.
    Reload(Hands, usize),
    /// Attacks.
    Attack(Blow),
    /// Dodges.
    Dodge,
    /// Blocks with this profile of its hands (AE-63).
    Block(Hands, usize),
    /// Boards a vehicle of its own side.
    Board(usize),
}

/// An attack.
#[derive(Copy, Clone, Debug)]
pub struct Blow {
    /// Whose hands.
    pub hands: Hands,
    /// The dice.
    pub shot: Shot,
    /// At whom, or at which place.
    pub aim: Aim,
    /// From where.
    pub from: Point,
}

/// What an attack is aimed at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// An enemy.
    At(usize),
    /// A place on the ground (AE-36).
    Ground(Point),
}

/// Why a unit does what it does, for the narrator.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The option with the highest score.
    Best(Kind, i32),
    /// An explosive between two enemies scores higher than anything else.
    Throw(i32),
    /// Nobody is in sight: it goes where it finds somebody.
    Seek,
    /// It can attack nobody from here.
    Closer,
    /// It shoots from where fewer enemies see it.
    Scoot {
        /// How many saw it.
        seen: u8,
        /// How many see it there.
        there: u8,
    },
    /// Nobody is near, and nobody can shoot.
    Wait,
    /// It stays in stealth until it can strike.
    Stalk,
    /// A hidden enemy is near.
    Search,
    /// A vehicle has a free seat.
    Aboard,
    /// Nothing can be done.
    Nothing,
}

/// What settles ties between options: kind, profile, gap, square of the distance, number of the enemy.
type Tie = (Kind, usize, i32, i64, usize);

/// The best attack from a place: its score, what settles ties (profile, gap, enemy), the attack.
type Strike = (i32, Reverse<(usize, i32, usize)>, Blow);

/// An option, with what settles ties: the score, then the kind, the profile, and the nearest enemy.
struct Found {
    key: (i32, Reverse<Tie>),
    hands: Hands,
    foe: usize,
    first: Act,
    shot: Shot,
    walk: Option<Walk>,
}

impl Fray {
    /// What a unit does, decided as its policy says.
    pub fn plan(&mut self, battle: &Battle, army: usize, i: usize) -> Deed {
        if let Some(deed) = self.boarding(battle, army, i) {
            return deed;
        }
        let kind = battle.sides[army].kind(i);
        let patient = self.round < battle.house.patience;
        let cautious =
            battle.sides[army].policy == ArmyPolicy::Cautious && patient && !kind.policy.said.plan;
        let hidden = self.armies[army].hidden >> i & 1 == 1;
        if cautious && !hidden {
            if self.shoots(battle, army, i) {
                if let Some(deed) = self.scoot(battle, army, i) {
                    return deed;
                }
                return self.aggressive(battle, army, i, Plan::Shoot);
            }
            if let Some(deed) = self.wait(battle, army, i) {
                return deed;
            }
        }
        self.aggressive(battle, army, i, kind.policy.plan)
    }

    /// `aggressive`: the best option; else to find somebody; else steps 3 to 5 against the nearest.
    fn aggressive(&mut self, battle: &Battle, army: usize, i: usize, mut plan: Plan) -> Deed {
        if matches!(plan, Plan::Shoot | Plan::Kite) && !self.could_shoot(battle, army, i) {
            plan = Plan::Charge;
        }
        let found = self.best_option(battle, army, i, plan);
        let score = found.as_ref().map_or(0, |found| found.key.0);
        if let Some(blow) = self.best_throw(battle, army, i, plan, score) {
            return Deed {
                first: First::Idle,
                second: Second::Attack(blow),
                why: Why::Throw(blow.shot.score),
            };
        }
        if let Some(found) = found {
            return self.deed_of(battle, army, i, &found);
        }
        if self.armies[army].hidden >> i & 1 == 1 {
            return self.stalk(battle, army, i);
        }
        if let Some(foe) = self.lurking(battle, army, i) {
            return Deed {
                first: First::Discover(foe),
                second: Second::Idle,
                why: Why::Search,
            };
        }
        if let Some(deed) = self.seek(battle, army, i, plan) {
            return deed;
        }
        self.otherwise(battle, army, i, plan)
    }

    /// Step 0 of `shoot`, with the nearest enemy as the enemy.
    fn could_shoot(&self, battle: &Battle, army: usize, i: usize) -> bool {
        let Some((foe, gap)) = self.nearest(battle, army, i) else {
            return false;
        };
        let mov = self.mov(battle, army, i);
        let (hands, n) = self.hands(battle, army, i);
        hands[..n].iter().any(|hands| {
            self.planner(battle, army, hands, mov, foe, up(gap))
                .could_shoot()
        })
    }

    /// A live profile for a distance, against somebody, with something to shoot.
    fn shoots(&self, battle: &Battle, army: usize, i: usize) -> bool {
        let (hands, n) = self.hands(battle, army, i);
        hands[..n].iter().any(|hands| {
            members(self.targets(battle, 1 - army)).any(|foe| {
                let planner = self.planner(battle, army, hands, 0, foe, 0);
                planner.reach().is_some()
            })
        })
    }

    /// The nearest enemy that may be aimed at, with the gap.
    pub fn nearest(&self, battle: &Battle, army: usize, i: usize) -> Option<(usize, i32)> {
        let targets = self.targets(battle, 1 - army);
        self.board.nearest_to(self.disc(army, i), 1 - army, targets)
    }

    /// Step 1 of 6.3 against every enemy: the option with the highest score.
    fn best_option(&mut self, battle: &Battle, army: usize, i: usize, plan: Plan) -> Option<Found> {
        let mov = self.mov(battle, army, i);
        let (hands, n) = self.hands(battle, army, i);
        let (me, from) = (self.disc(army, i), self.board.at(army, i));
        let mut best: Option<Found> = None;
        for foe in members(self.targets(battle, 1 - army)) {
            let target = self.board.disc(1 - army, foe);
            let grains = gap(me, target);
            let inches = up(grains);
            let foe_kind = battle.sides[1 - army].models[foe].kind;
            for hands in &hands[..n] {
                let reach = battle.sides[army].reach(hands.row(), foe_kind);
                if inches > reach.max(0) + mov {
                    continue;
                }
                let sees = self.sees(battle, army, i, foe);
                let here =
                    sees.then(|| hands.extra() + self.cover_from(battle, army, i, from, foe));
                let fray = &*self;
                let planner = fray.planner(battle, army, hands, mov, foe, inches);
                let ground = Ground {
                    here,
                    contact: Some(hands.extra()),
                    edge: Some(hands.extra()),
                };
                planner.options(plan, ground, |kind, first, mut shot| {
                    if shot.score == 0 {
                        return;
                    }
                    let profile = &planner.me.profiles[shot.profile];
                    if profile.explosive.is_some() {
                        let blast = Blast {
                            battle,
                            fray,
                            army,
                            i,
                            hands,
                            profile,
                            at: target,
                        };
                        match blast.score_around(
                            foe,
                            shot,
                            best.as_ref().map_or(0, |best| best.key.0),
                        ) {
                            Some(more) => shot.score += more,
                            None => return,
                        }
                    }
                    let square = (target.at - me.at).square();
                    let place = Reverse((kind, shot.profile, grains, square, foe));
                    let key = (shot.score, place);
                    if best.as_ref().is_some_and(|best| best.key >= key) {
                        return;
                    }
                    let walk = match kind {
                        Kind::Reload | Kind::Stay => None,
                        Kind::Contact => {
                            match fray.contact_move(battle, (army, i), target, far(mov)) {
                                Some(walk) => Some(walk),
                                None => return,
                            }
                        }
                        Kind::Edge => {
                            let to = leg(from, target.at, grains - far(shot.gap));
                            match fray.straight(battle, (army, i), to, far(mov) + SLACK) {
                                Some(walk) if fray.views(battle, army, i, to, foe) => Some(walk),
                                _ => return,
                            }
                        }
                        Kind::Away => {
                            let away = if let Act::Move(inches) = first {
                                -inches
                            } else {
                                0
                            };
                            let walk = fray.retreat(battle, (army, i), target, far(away));
                            if walk.length() < far(shot.gap - inches) {
                                return;
                            }
                            Some(walk)
                        }
                    };
                    best = Some(Found {
                        key,
                        hands: *hands,
                        foe,
                        first,
                        shot,
                        walk,
                    });
                });
            }
        }
        if best.is_none() && plan == Plan::Kite {
            return self.best_option(battle, army, i, Plan::Shoot);
        }
        best
    }

    /// Whether a model at `at` and an enemy see each other, without the cache.
    fn views(&self, battle: &Battle, army: usize, i: usize, at: Point, foe: usize) -> bool {
        !battle.blocks || {
            let body = self.body_at(battle, army, i, at);
            battle
                .table
                .sees(&body, &self.board.body(1 - army, foe), VEIL)
        }
    }

    fn deed_of(&mut self, battle: &Battle, army: usize, i: usize, found: &Found) -> Deed {
        let kind = found.key.1.0.0;
        let from = match (kind, &found.walk) {
            (_, None) => self.board.at(army, i),
            (Kind::Away, Some(walk)) => {
                walk.at(far(found.shot.gap - self.inches(army, i, found.foe)))
            }
            (_, Some(walk)) => walk.end(),
        };
        let mut shot = found.shot;
        if found.walk.is_some() {
            shot.extra = found.hands.extra() + self.cover_from(battle, army, i, from, found.foe);
        }
        let first = match (found.first, found.walk) {
            (_, Some(walk)) => First::Move(walk),
            (Act::Reload(arm), None) => First::Reload(found.hands, arm),
            _ => First::Idle,
        };
        Deed {
            first,
            second: Second::Attack(Blow {
                hands: found.hands,
                shot,
                aim: Aim::At(found.foe),
                from,
            }),
            why: Why::Best(kind, found.key.0),
        }
    }

    /// K4: nobody is in sight. Along the path to the nearest enemy, to the first whole inch from which one can be
    /// attacked; then the attack, or on.
    fn seek(&mut self, battle: &Battle, army: usize, i: usize, plan: Plan) -> Option<Deed> {
        let targets = self.targets(battle, 1 - army);
        if !battle.blocks || members(targets).any(|foe| self.sees(battle, army, i, foe)) {
            return None;
        }
        let (nearest, _) = self.nearest(battle, army, i)?;
        let mov = self.mov(battle, army, i);
        let from = self.board.at(army, i);
        let target = self.disc(1 - army, nearest);
        let walk = self.approach(battle, (army, i), from, target, 0, far(mov));
        let mover = self.mover(battle, army, i);
        for (along, point) in walk.inches().skip(1) {
            if let Some(blow) = self.strike_from(battle, army, i, point, plan) {
                let crowd = self.board.around(army, i);
                let cut = battle.table.cut(&mover, &walk, along, &crowd);
                if cut.end() == point {
                    return Some(Deed {
                        first: First::Move(cut),
                        second: Second::Attack(blow),
                        why: Why::Seek,
                    });
                }
            }
        }
        let again = self.approach(battle, (army, i), walk.end(), target, 0, far(mov));
        Some(Deed {
            first: First::Move(walk),
            second: Second::Move(again),
            why: Why::Seek,
        })
    }

    /// The attack with the highest score from a place the unit comes to (no Aim, no reload).
    pub fn strike_from(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        at: Point,
        plan: Plan,
    ) -> Option<Blow> {
        let (hands, n) = self.hands(battle, army, i);
        let me = Disc::new(at, self.disc(army, i).r);
        let mut best: Option<Strike> = None;
        for foe in members(self.targets(battle, 1 - army)) {
            let target = self.board.disc(1 - army, foe);
            let inches = up(gap(me, target));
            let foe_kind = battle.sides[1 - army].models[foe].kind;
            let mut seen = None;
            for hands in &hands[..n] {
                if inches > battle.sides[army].reach(hands.row(), foe_kind) {
                    continue;
                }
                let fray = &*self;
                let planner = fray.planner(battle, army, hands, 0, foe, inches);
                let ground = Ground {
                    here: Some(hands.extra()),
                    contact: None,
                    edge: None,
                };
                planner.options(plan, ground, |kind, _, shot| {
                    if kind != Kind::Stay {
                        return;
                    }
                    let profile = &planner.me.profiles[shot.profile];
                    let score = profile.score(shot.dice, inches, false, shot.extra);
                    let mut shot = Shot {
                        aim: false,
                        score,
                        ..shot
                    };
                    if profile.explosive.is_some() {
                        let blast = Blast {
                            battle,
                            fray,
                            army,
                            i,
                            hands,
                            profile,
                            at: target,
                        };
                        match blast.score_around(foe, shot, best.as_ref().map_or(0, |best| best.0))
                        {
                            Some(more) => shot.score += more,
                            None => return,
                        }
                    }
                    let key = (shot.score, Reverse((shot.profile, inches, foe)));
                    if shot.score == 0 || best.as_ref().is_some_and(|best| (best.0, best.1) >= key)
                    {
                        return;
                    }
                    if !*seen.get_or_insert_with(|| fray.views(battle, army, i, at, foe)) {
                        return;
                    }
                    shot.extra += fray.cover_from(battle, army, i, at, foe);
                    let blow = Blow {
                        hands: *hands,
                        shot,
                        aim: Aim::At(foe),
                        from: at,
                    };
                    best = Some((key.0, key.1, blow));
                });
            }
        }
        best.map(|best| best.2)
    }

    /// Steps 3 to 5 of 6.3, with the nearest enemy as the enemy and moves by `approach`.
    fn otherwise(&mut self, battle: &Battle, army: usize, i: usize, plan: Plan) -> Deed {
        let idle = Deed {
            first: First::Idle,
            second: Second::Idle,
            why: Why::Nothing,
        };
        let me = self.disc(army, i);
        let all = self.standing(1 - army);
        let nearest = self.nearest(battle, army, i);
        let Some((foe, grains)) = nearest.or_else(|| self.board.nearest_to(me, 1 - army, all))
        else {
            return idle;
        };
        let mov = self.mov(battle, army, i);
        let target = self.disc(1 - army, foe);
        let (hands, n) = self.hands(battle, army, i);
        if n == 0 {
            // A vehicle without a gunner has no reason to go anywhere.
            return idle;
        }
        let mut order = None;
        for hands in &hands[..n] {
            let planner = self.planner(battle, army, hands, mov, foe, up(grains));
            let here = match plan {
                Plan::Charge => planner.charge(),
                _ => planner.otherwise(),
            };
            let does = here.first != Act::Idle || here.second != Act::Idle;
            if order.is_none() || does {
                order = Some((*hands, here, planner.reach()));
            }
            if does {
                break;
            }
        }
        let Some((hands, order, reach)) = order else {
            return idle;
        };
        // Closing in ends at the edge of the longest range, a charge in contact.
        let stop = match reach {
            Some(reach) if plan != Plan::Charge && up(grains) > reach => far(reach),
            _ => 0,
        };
        let from = self.board.at(army, i);
        let mut at = from;
        let fray = &*self;
        let mut step = |act: Act| match act {
            Act::Move(_) => {
                let walk = fray.approach(battle, (army, i), at, target, stop, far(mov));
                at = walk.end();
                Some(walk)
            }
            _ => None,
        };
        let walk = step(order.first);
        let first = match (order.first, walk) {
            (Act::Reload(arm), _) => First::Reload(hands, arm),
            (_, Some(walk)) => self
                .over(battle, army, i, walk, target, mov)
                .unwrap_or(First::Move(walk)),
            _ => First::Idle,
        };
        if let First::Acrobatics(_) = first {
            return Deed {
                first,
                second: Second::Idle,
                why: Why::Closer,
            };
        }
        let second = match order.second {
            Act::Reload(arm) => Second::Reload(hands, arm),
            Act::Move(_) => self.second_move(battle, (army, i), walk, target, stop, mov),
            // A charge that would end in contact, were the way free.
            Act::Attack(shot) => match walk {
                Some(walk) if touching(Disc::new(walk.end(), me.r), target) => {
                    Second::Attack(Blow {
                        hands,
                        shot: Shot {
                            extra: hands.extra(),
                            ..shot
                        },
                        aim: Aim::At(foe),
                        from: walk.end(),
                    })
                }
                _ => self.second_move(battle, (army, i), walk, target, stop, mov),
            },
            Act::Idle => Second::Idle,
        };
        Deed {
            first,
            second,
            why: if matches!(order.first, Act::Idle) {
                Why::Nothing
            } else {
                Why::Closer
            },
        }
    }

    fn second_move(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        walk: Option<Walk>,
        target: Disc,
        stop: i32,
        mov: i32,
    ) -> Second {
        let at = walk.map_or(self.board.at(army, i), |walk| walk.end());
        Second::Move(self.approach(battle, (army, i), at, target, stop, far(mov)))
    }

    /// A share of the dice for each target, dealt one by one to whoever gains most by it (`spread`). Burst is never
    /// divided. Gives enemies with their shots.
    pub fn shares(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        blow: &Blow,
        shares: &mut Vec<(usize, Shot)>,
    ) {
        shares.clear();
        let Aim::At(first) = blow.aim else { return };
        shares.push((first, blow.shot));
        let profile = &self.fighter(battle, army, &blow.hands, first).profiles[blow.shot.profile];
        if !battle.house.spread
            || profile.burst
            || profile.explosive.is_some()
            || blow.shot.dice < 2
        {
            return;
        }
        for foe in members(self.targets(battle, 1 - army) & !(1 << first)) {
            let inches = self.inches_from(army, i, blow.from, foe);
            let fighter = self.fighter(battle, army, &blow.hands, foe);
            let profile = &fighter.profiles[blow.shot.profile];
            let in_range = profile.live() && profile.in_range(inches);
            if !in_range || !self.sees_from(battle, army, i, blow.from, foe) {
                continue;
            }
            let extra = blow.hands.extra() + self.cover_from(battle, army, i, blow.from, foe);
            shares.push((
                foe,
                Shot {
                    gap: inches,
                    extra,
                    dice: 0,
                    ..blow.shot
                },
            ));
        }
        if shares.len() < 2 {
            return;
        }
        shares[0].1.dice = 0;
        for _ in 0..blow.shot.dice {
            let mut best: Option<(f64, usize)> = None;
            for (at, &(foe, shot)) in shares.iter().enumerate() {
                let profile = &self.fighter(battle, army, &blow.hands, foe).profiles[shot.profile];
                let p = f64::from(profile.score(1, shot.gap, shot.aim, shot.extra)) / 400.0;
                let left = f64::from(self.armies[1 - army].str[foe].max(1));
                let gain = p * (1.0 - f64::from(shot.dice) * p / left);
                if best.is_none_or(|best| gain > best.0 + 1e-12) {
                    best = Some((gain, at));
                }
            }
            if let Some((_, at)) = best {
                shares[at].1.dice += 1;
            }
        }
        shares.retain(|share| share.1.dice > 0);
    }

    /// The best explosive thrown at a place (AE-36): between two enemies it sees, at most twice the radius apart; only
    /// if it scores higher than every other option.
    fn best_throw(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        plan: Plan,
        than: i32,
    ) -> Option<Blow> {
        let kind = battle.sides[army].kind(i);
        if plan == Plan::Charge || kind.vehicle.is_some() || !battle.sides[army].throws(kind.row) {
            return None;
        }
        let (hands, _) = self.hands(battle, army, i);
        let hands = hands[0];
        let targets = self.targets(battle, 1 - army);
        let me = self.disc(army, i);
        let mut best: Option<Blow> = None;
        let widest = battle.sides[army].widest_throw(kind.row);
        let reach = battle.sides[army].fighter(kind.row, 0).longest_throw();
        for a in members(targets) {
            if !within(gap(me, self.disc(1 - army, a)), far(reach + widest)) {
                continue;
            }
            for b in members(targets & !all(a + 1)) {
                let (one, other) = (self.disc(1 - army, a), self.disc(1 - army, b));
                let apart = gap(one, other);
                if !within(apart, far(2 * widest)) {
                    continue;
                }
                if !self.sees(battle, army, i, a) || !self.sees(battle, army, i, b) {
                    continue;
                }
                let place = Point::new(
                    (one.at.x + other.at.x).div_euclid(2),
                    (one.at.y + other.at.y).div_euclid(2),
                );
                let fighter = battle.sides[army].fighter(hands.row(), 0);
                let inches = up((place - me.at).length() - me.r);
                for (at, profile) in fighter.profiles.iter().enumerate() {
                    let Some(radius) = profile.explosive.filter(|_| profile.form == Form::Thrown)
                    else {
                        continue;
                    };
                    let loads = self.loads(army, &hands);
                    if apart > far(2 * radius) + SLACK
                        || !profile.usable(inches, &fighter.arms, loads)
                    {
                        continue;
                    }
                    let mut shot = Shot {
                        profile: at,
                        gap: inches,
                        dice: profile.dice.saturating_mul(hands.models),
                        models: hands.models,
                        aim: true,
                        // Nobody's Elusive helps a place on the ground.
                        extra: profile.aims.elusive,
                        score: 0,
                    };
                    let blast = Blast {
                        battle,
                        fray: self,
                        army,
                        i,
                        hands: &hands,
                        profile,
                        at: Disc::new(place, 0),
                    };
                    let Some(score) = blast.score_at_place(shot, than) else {
                        continue;
                    };
                    shot.score = score;
                    let better = best.as_ref().is_none_or(|best| {
                        score > best.shot.score
                            || score == best.shot.score
                                && matches!(best.aim, Aim::Ground(other)
                                    if self.frame(battle, army).order(place, other).is_lt())
                    });
                    if score > than && better {
                        best = Some(Blow {
                            hands,
                            shot,
                            aim: Aim::Ground(place),
                            from: me.at,
                        });
                    }
                }
            }
        }
        best
    }
}

/// An explosive about to go off somewhere, weighed.
struct Blast<'a> {
    battle: &'a Battle,
    fray: &'a Fray,
    army: usize,
    i: usize,
    hands: &'a Hands,
    profile: &'a Profile,
    at: Disc,
}

impl Blast<'_> {
    fn radius(&self) -> i32 {
        far(self.profile.explosive.unwrap_or(0)) + SLACK
    }

    /// What a shot is worth beside its target: half damage to every other enemy in the blast. None if a friend is in it, or
    /// if it comes to less than `than` in all.
    fn score_around(&self, target: usize, shot: Shot, than: i32) -> Option<i32> {
        let others = self.fray.targets(self.battle, 1 - self.army) & !(1 << target);
        let more = self.caught(others, shot);
        if shot.score + more < than {
            return None;
        }
        let friends = self.fray.standing(self.army) & !(1 << self.i);
        if self
            .fray
            .board
            .discs(self.army, friends)
            .any(|friend| gap(friend, self.at) <= self.radius())
        {
            return None;
        }
        Some(more)
    }

    /// What a shot at a place is worth, if that is more than `than`; none if a friend or the thrower is in the blast.
    fn score_at_place(&self, shot: Shot, than: i32) -> Option<i32> {
        let friends = self.fray.standing(self.army);
        let score = self.caught(self.fray.targets(self.battle, 1 - self.army), shot);
        if score <= than {
            return None;
        }
        if self
            .fray
            .board
            .discs(self.army, friends)
            .any(|friend| gap(friend, self.at) <= self.radius())
        {
            return None;
        }
        Some(score)
    }

    fn caught(&self, among: u128, shot: Shot) -> i32 {
        let pool = self.profile.pool(shot);
        let caught = members(among)
            .filter(|&foe| gap(self.fray.disc(1 - self.army, foe), self.at) <= self.radius());
        caught
            .map(|foe| {
                let fighter = self.fray.fighter(self.battle, self.army, self.hands, foe);
                let loss = fighter.profiles[shot.profile].caught;
                i32::from(shot.dice) * (pool.plain_faces() * loss[0] + pool.crit_faces() * loss[1])
            })
            .sum()
    }
}
