//! All that changes in a skirmish: who stands where, what is left of whom, what weapons hold, who sits where. Fixed
//! arrays by army; begins each fight as a copy of the deployed image and never grows.

use super::super::checks::Pool;
use super::super::exchange::Spot;
use super::super::fighter::{Defence, Fighter, Load};
use super::super::orders::{Planner, Shot};
use super::Battle;
use super::group::Volley;
use super::moves::POINTS;
use super::react::Reactor;
use super::roster::{Kind, Model, SEATS};
use crate::table::{
    Board, Body, BodySet, Disc, Frame, INCH, MOST, Mover, Point, Veil, gap, members, up,
};
use crate::umpire::Side;

/// No seat, no vehicle.
pub const NONE: u8 = u8::MAX;
/// What zones do to sight (1.5): they stop what has more than their limit inside.
pub const VEIL: Veil = Veil::LIMIT;

/// A fight under way. Armies are 0 (A) and 1 (B); models go by their number in their army.
#[derive(Default)]
pub struct Fray {
    /// Where everybody stands.
    pub board: Board,
    /// What is left of each army.
    pub armies: [Troops; 2],
    /// Which round it is.
    pub round: u32,
    /// Army A is on table side 1.
    pub turned: bool,
    /// What each army has gathered for the markers it held.
    pub gathered: [u32; 2],
    /// The markers that each army has taken, a bit each, where they are objects (SK-26).
    pub taken: [u32; 2],
    /// The dice of the activation under way.
    pub volley: Volley,
    /// Room for its path, its targets, its reactors and its losses, kept from fight to fight.
    pub room: Room,
}

/// Lists of an activation, kept so that no activation has to make them.
#[derive(Default)]
pub struct Room {
    /// The points of the path.
    pub path: Vec<Point>,
    /// The targets, with the dice at each.
    pub shares: Vec<(usize, Shot)>,
    /// Who answers.
    pub reactors: Vec<Reactor>,
    /// Who loses STR: army, model, how much.
    pub hurt: Vec<(usize, usize, u32)>,
    /// For each point of the path, inches to the nearest reactor; empty where no reactor has explosives.
    pub clear: Vec<i32>,
    /// The points of the path as one reactor sees them.
    pub spots: Vec<Spot>,
}

impl Room {
    /// Room for the largest activation there can be.
    pub fn reserve(&mut self) {
        fn room<T>(list: &mut Vec<T>, most: usize) {
            list.reserve(most.saturating_sub(list.len()));
        }
        room(&mut self.path, POINTS + 1);
        room(&mut self.clear, POINTS + 1);
        room(&mut self.spots, POINTS + 1);
        room(&mut self.shares, MOST);
        room(&mut self.reactors, MOST);
        room(&mut self.hurt, 2 * MOST);
    }
}

/// One army in a fight.
pub struct Troops {
    /// Structure left.
    pub str: [u16; MOST],
    /// Reactions left in this active turn.
    pub rec: [u8; MOST],
    /// What the weapons hold, model after model.
    pub loads: Vec<Load>,
    /// Who is still in the fight, on the table or in a vehicle.
    pub alive: BodySet,
    /// Who has acted in this round.
    pub acted: BodySet,
    /// Who came out of a wreck in this round and may not act in it.
    pub late: BodySet,
    /// Who is in stealth.
    pub hidden: BodySet,
    /// Whose next path takes the longer side (SK-08).
    pub detour: BodySet,
    /// Vehicles that nobody sits in.
    pub empty: BodySet,
    /// The vehicle each model sits in.
    pub aboard: [u8; MOST],
    /// Who sits in each seat, for vehicles.
    pub seats: [[u8; SEATS]; MOST],
}

impl Default for Troops {
    fn default() -> Self {
        Troops {
            str: [0; MOST],
            rec: [0; MOST],
            loads: Vec::new(),
            alive: 0,
            acted: 0,
            late: 0,
            hidden: 0,
            detour: 0,
            empty: 0,
            aboard: [NONE; MOST],
            seats: [[NONE; SEATS]; MOST],
        }
    }
}

/// A pair of hands that can attack for a model: its own, or those of a gunner in a vehicle.
#[derive(Copy, Clone, Debug)]
pub struct Hands {
    row: u32,
    loads: u32,
    /// How many models attack as one.
    pub models: u8,
    /// How many models load (AE-50).
    pub loaders: u8,
    extra: i8,
    /// Which seat it is; none on foot.
    pub seat: u8,
}

impl Hands {
    /// The row of fighters.
    #[inline]
    pub fn row(&self) -> usize {
        self.row as usize
    }

    /// Where its loads begin among those of the army.
    #[inline]
    pub fn loads(&self) -> usize {
        self.loads as usize
    }

    /// The modifier of a Clad vehicle without a spotter.
    #[inline]
    pub fn extra(&self) -> i32 {
        i32::from(self.extra)
    }
}

/// What a Clad vehicle without a spotter has to any action at another unit.
const CLAD: i8 = -4;

impl Fray {
    /// Begins a fight.
    pub fn begin(&mut self, battle: &Battle, turned: bool) {
        self.board.reset(&battle.images[usize::from(turned)]);
        self.turned = turned;
        self.round = 0;
        (self.gathered, self.taken) = ([0, 0], [0, 0]);
        for (troops, side) in self.armies.iter_mut().zip(&battle.sides) {
            let n = side.models.len();
            troops.loads.clear();
            troops.loads.extend_from_slice(&side.loads);
            troops.alive = all(n);
            (troops.acted, troops.late, troops.hidden) = (0, 0, 0);
            (troops.detour, troops.empty) = (0, 0);
            for (i, model) in side.models.iter().enumerate() {
                let kind = &side.kinds[model.kind];
                troops.str[i] = kind.str * u16::from(model.team);
                troops.rec[i] = kind.rec;
                troops.aboard[i] = NONE;
                if kind.vehicle.is_some() {
                    troops.seats[i] = [NONE; SEATS];
                    troops.empty |= 1 << i;
                }
                if model.hidden {
                    troops.hidden |= 1 << i;
                }
                if let Some((vehicle, seat)) = model.sits {
                    troops.aboard[i] = vehicle as u8;
                    troops.seats[vehicle][seat] = i as u8;
                    troops.empty &= !(1 << vehicle);
                }
            }
        }
    }

    /// Who of an army is on the table.
    #[inline]
    pub fn standing(&self, army: usize) -> BodySet {
        self.board.alive(army)
    }

    /// Who of an army can still fight: everybody alive but vehicles that nobody sits in.
    #[inline]
    pub fn fighting(&self, army: usize) -> BodySet {
        let troops = &self.armies[army];
        troops.alive & !troops.empty
    }

    /// Whom of an army an enemy may aim at.
    #[inline]
    pub fn targets(&self, battle: &Battle, army: usize) -> BodySet {
        let troops = &self.armies[army];
        let scenery = if battle.house.shoot_scenery {
            0
        } else {
            troops.empty
        };
        self.standing(army) & !troops.hidden & !scenery
    }

    /// A model's base.
    #[inline]
    pub fn disc(&self, army: usize, i: usize) -> Disc {
        self.board.disc(army, i)
    }

    /// Whole inches between two enemies.
    #[inline]
    pub fn inches(&self, army: usize, i: usize, foe: usize) -> i32 {
        up(self.board.gap(army, i, foe))
    }

    /// Whether two enemies see each other where they stand.
    #[inline]
    pub fn sees(&mut self, battle: &Battle, army: usize, i: usize, foe: usize) -> bool {
        !battle.blocks || self.board.sees(&battle.table, VEIL, army, i, foe)
    }

    /// A model as a body, were it at `at`.
    #[inline]
    pub fn body_at(&self, battle: &Battle, army: usize, i: usize, at: Point) -> Body {
        let [r, h] = battle.sides[army].models[i].size;
        let z = battle.ground(at, h);
        Body::new(Disc::new(at, r), z, h)
    }

    /// Whether a model, were it at `at`, and an enemy where it stands see each other.
    pub fn sees_from(
        &mut self,
        battle: &Battle,
        army: usize,
        i: usize,
        at: Point,
        foe: usize,
    ) -> bool {
        if !battle.blocks {
            return true;
        }
        if at == self.board.at(army, i) {
            return self.sees(battle, army, i, foe);
        }
        let body = self.body_at(battle, army, i, at);
        battle
            .table
            .sees(&body, &self.board.body(1 - army, foe), VEIL)
    }

    /// Whole inches from a model, were it at `at`, to an enemy.
    #[inline]
    pub fn inches_from(&self, army: usize, i: usize, at: Point, foe: usize) -> i32 {
        let r = self.board.disc(army, i).r;
        up(gap(Disc::new(at, r), self.board.disc(1 - army, foe)))
    }

    /// The modifier for an attack of `viewer` at `target`, by cover (AE-49).
    pub fn cover(&self, battle: &Battle, viewer: &Body, target: &Body) -> i32 {
        if battle.house.cover == 0 || !battle.covered(viewer, target) {
            return 0;
        }
        battle.house.cover
    }

    /// The modifier by cover for an attack of a model from `at` at a foe.
    #[inline]
    pub fn cover_from(&self, battle: &Battle, army: usize, i: usize, at: Point, foe: usize) -> i32 {
        if battle.house.cover == 0 {
            return 0;
        }
        let body = self.body_at(battle, army, i, at);
        self.cover(battle, &body, &self.board.body(1 - army, foe))
    }

    /// The pairs of hands a model attacks with, in the order of its seats.
    pub fn hands(&self, battle: &Battle, army: usize, i: usize) -> ([Hands; SEATS], usize) {
        let (side, troops) = (&battle.sides[army], &self.armies[army]);
        let (model, kind) = (&side.models[i], side.kind(i));
        let own = Hands {
            row: kind.row as u32,
            loads: model.loads as u32,
            models: self.models(battle, army, i),
            loaders: u8::MAX,
            extra: 0,
            seat: NONE,
        };
        let mut hands = [own; SEATS];
        let Some(hull) = &kind.vehicle else {
            if kind.team_loaded {
                hands[0].loaders = self.loaders(battle, army, i);
            }
            return (hands, 1);
        };
        let seated = |seat: usize| troops.seats[i][seat] != NONE;
        let extra = self.clad(battle, army, i);
        let help = (0..hull.seats.len()).filter(|&at| hull.seats[at].loads && seated(at));
        let loaders = 1 + help.count() as u8;
        let mut n = 0;
        for (at, seat) in hull.seats.iter().enumerate() {
            if seat.rows.is_empty() || !seated(at) {
                continue;
            }
            let gunner = usize::from(troops.seats[i][at]);
            hands[n] = Hands {
                row: seat.rows[side.models[gunner].kind] as u32,
                loads: (model.loads + seat.first) as u32,
                models: 1,
                loaders,
                extra,
                seat: at as u8,
            };
            n += 1;
        }
        (hands, n)
    }

    /// What a vehicle has to any action at another unit: Clad is harder without a spotter.
    fn clad(&self, battle: &Battle, army: usize, i: usize) -> i8 {
        let Some(hull) = &battle.sides[army].kind(i).vehicle else {
            return 0;
        };
        let seats = &self.armies[army].seats[i];
        let spotted = (0..hull.seats.len()).any(|at| hull.seats[at].spots && seats[at] != NONE);
        if hull.clad && !spotted { CLAD } else { 0 }
    }

    /// The die that looks for hidden units: of a vehicle, the best of its crew.
    pub fn perception(&self, battle: &Battle, army: usize, i: usize) -> Pool {
        let (side, kind) = (&battle.sides[army], battle.sides[army].kind(i));
        let target = if kind.vehicle.is_none() {
            kind.perception
        } else {
            let crew = self.armies[army].seats[i]
                .iter()
                .filter(|&&seated| seated != NONE);
            let crew = crew.map(|&seated| side.kind(usize::from(seated)).perception);
            crew.min().unwrap_or(kind.perception) - i32::from(self.clad(battle, army, i))
        };
        Pool::new(1, target, battle.house.crits)
    }

    /// Has something to shoot with: of a vehicle, at a seat that is taken.
    pub fn armed(&self, battle: &Battle, army: usize, i: usize) -> bool {
        let side = &battle.sides[army];
        if side.kind(i).vehicle.is_none() {
            return side.kind(i).ranged;
        }
        let (hands, n) = self.hands(battle, army, i);
        let rows = hands[..n].iter().map(|hands| hands.row() * side.foes);
        rows.filter_map(|row| side.fighters.get(row))
            .any(Fighter::shoots)
    }

    /// How many models load a weapon on foot: those of the unit, and everybody in contact with it (AE-50).
    fn loaders(&self, battle: &Battle, army: usize, i: usize) -> u8 {
        let (side, me) = (&battle.sides[army], self.disc(army, i));
        let mates = members(self.standing(army) & !(1 << i)).filter(|&other| {
            let touching = crate::table::touching(me, self.disc(army, other));
            touching && side.kind(other).vehicle.is_none()
        });
        let own = self.models(battle, army, i);
        mates.fold(own, |sum, mate| {
            sum.saturating_add(self.models(battle, army, mate))
        })
    }

    /// How many models of a team are left (AE-47); 1 for everybody else.
    #[inline]
    pub fn models(&self, battle: &Battle, army: usize, i: usize) -> u8 {
        let model = &battle.sides[army].models[i];
        if model.team == 1 {
            return 1;
        }
        let one = battle.sides[army].kinds[model.kind].str.max(1);
        self.armies[army].str[i].div_ceil(one) as u8
    }

    /// Inches of a Move: a vehicle needs a driver, whose skill is added.
    pub fn mov(&self, battle: &Battle, army: usize, i: usize) -> i32 {
        let kind = battle.sides[army].kind(i);
        if kind.vehicle.is_none() {
            return kind.mov;
        }
        self.driver(battle, army, i)
            .map_or(0, |driver| kind.mov + driver.piloting)
    }

    /// Who drives a vehicle.
    pub fn driver<'b>(&self, battle: &'b Battle, army: usize, i: usize) -> Option<&'b Kind> {
        let side = &battle.sides[army];
        let hull = side.kind(i).vehicle.as_ref()?;
        let seats = hull.seats.iter().enumerate();
        let driving =
            seats.filter(|(at, seat)| seat.drives && self.armies[army].seats[i][*at] != NONE);
        driving
            .map(|(at, _)| side.kind(usize::from(self.armies[army].seats[i][at])))
            .next()
    }

    /// The die of a model's dodge; none for a vehicle that nobody drives, or that may not dodge (AE-53).
    pub fn dodge(&self, battle: &Battle, army: usize, i: usize) -> Option<Defence> {
        let kind = battle.sides[army].kind(i);
        if kind.vehicle.is_none() {
            return Some(kind.dodge);
        }
        let driver = self.driver(battle, army, i)?;
        battle.house.pilots_dodge.then_some(driver.pilot)
    }

    /// How often a model may react: a vehicle as its gunner, or whoever sits in it.
    pub fn reactions(&self, battle: &Battle, army: usize, i: usize) -> u8 {
        let side = &battle.sides[army];
        let kind = side.kind(i);
        let Some(hull) = &kind.vehicle else {
            return kind.rec;
        };
        let seats = &self.armies[army].seats[i];
        let sits = |gunner: bool| {
            (0..hull.seats.len())
                .find(|&at| seats[at] != NONE && (!gunner || !hull.seats[at].rows.is_empty()))
        };
        let seat = sits(true).or_else(|| sits(false));
        seat.map_or(0, |at| side.kind(usize::from(seats[at])).rec)
    }

    /// The loads of a pair of hands.
    #[inline]
    pub fn loads(&self, army: usize, hands: &Hands) -> &[Load] {
        &self.armies[army].loads[hands.loads()..]
    }

    /// One about to act against one enemy.
    #[inline]
    pub fn planner<'a>(
        &'a self,
        battle: &'a Battle,
        army: usize,
        hands: &Hands,
        mov: i32,
        foe: usize,
        inches: i32,
    ) -> Planner<'a> {
        Planner {
            me: self.fighter(battle, army, hands, foe),
            loads: self.loads(army, hands),
            gap: inches,
            unit: battle.house.readings.unit,
            models: hands.models,
            mov,
            loaders: hands.loaders,
        }
    }

    /// A pair of hands compiled against an enemy model.
    #[inline]
    pub fn fighter<'b>(
        &self,
        battle: &'b Battle,
        army: usize,
        hands: &Hands,
        foe: usize,
    ) -> &'b Fighter {
        battle.sides[army].fighter(hands.row(), battle.sides[1 - army].models[foe].kind)
    }

    /// Left and forward of an army.
    #[inline]
    pub fn frame(&self, battle: &Battle, army: usize) -> Frame {
        battle.table.frame(army ^ usize::from(self.turned))
    }

    /// A model as a mover.
    #[inline]
    pub fn mover<'b>(&self, battle: &'b Battle, army: usize, i: usize) -> Mover<'b> {
        let model: &Model = &battle.sides[army].models[i];
        battle.mover(model.size, self.frame(battle, army))
    }

    /// Puts a model somewhere.
    pub fn put(&mut self, battle: &Battle, army: usize, i: usize, at: Point) {
        let h = battle.sides[army].models[i].size[1];
        let z = battle.ground(at, h);
        self.board.place(army, i, at, z);
        #[cfg(test)]
        self.check(battle);
    }
}

/// The first `n` of a set.
pub fn all(n: usize) -> BodySet {
    if n >= MOST {
        BodySet::MAX
    } else {
        (1 << n) - 1
    }
}

/// Inches in grains.
pub const fn far(inches: i32) -> i32 {
    inches * INCH
}

/// The side of an army.
pub fn side(army: usize) -> Side {
    if army == 0 { Side::A } else { Side::B }
}
