//! From armies as a scenario lists them to a [`Side`]: models, kinds, fighters. What is wrong with them `inspect` says first.

mod inspect;

use super::super::Book;
use super::super::build::{Build, Gear, Item};
use super::super::checks::{Crits, Pool};
use super::super::data::{Attribute, Rules, Vehicle};
use super::super::fighter::{Defence, Fighter};
use super::super::profile::Form;
use super::super::toggles::{ExplosiveMiss, OnOff, YesNo};
use super::ArmyPolicy;
use super::roster::{Hull, Kind, Model, SEATS, SeatOf, Side};
use crate::document::Problems;
use crate::systems::Recruit;
use crate::systems::skirmish::{Army, MOST_MODELS, Unit, problem};
use crate::table::{BASE, Disc, INCH, Point, TALL};
use inspect::{check, seating};

/// The radius and the height of a vehicle, in grains.
const VEHICLE: i32 = 2 * INCH;

/// What a recruit of this system holds: a unit, or a vehicle by its place in the rules.
pub enum Enlisted {
    /// A unit.
    Unit(Box<Build>),
    /// A vehicle.
    Vehicle(usize),
}

/// One kind before it is compiled: a build as enemies see it and, if it attacks, with what.
struct Draft<'a> {
    recruit: &'a Recruit,
    policy: ArmyPolicy,
}

impl Draft<'_> {
    fn enlisted(&self) -> &Enlisted {
        self.recruit.of()
    }
}

/// Reads both armies. All problems at once.
pub fn muster(book: &Book, armies: [&Army<'_>; 2]) -> Result<[Side; 2], Problems> {
    let mut problems = Problems::default();
    for army in armies {
        check(book, army, &mut problems);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let rules = &book.rules;
    let drafts = armies.map(drafts);
    let hulls = [0, 1].map(|side: usize| -> Vec<Build> {
        drafts[side]
            .iter()
            .map(|draft| hull(rules, draft))
            .collect()
    });
    let sides = [0, 1].map(|side: usize| {
        let enlist = Enlist {
            rules,
            drafts: &drafts[side],
            enemies: &hulls[1 - side],
            own: &hulls[side],
        };
        enlist.side(armies[side], &mut problems)
    });
    if problems.is_empty() {
        Ok(sides)
    } else {
        Err(problems)
    }
}

/// The different recruits of an army, in the order they are first listed.
fn drafts<'a>(army: &Army<'a>) -> Vec<Draft<'a>> {
    let policy = ArmyPolicy::named(&army.policy).unwrap_or(ArmyPolicy::Aggressive);
    let mut drafts: Vec<Draft<'a>> = Vec::new();
    let mut add = |recruit: &'a Recruit| {
        if !drafts
            .iter()
            .any(|known| std::ptr::eq(known.recruit, recruit))
        {
            drafts.push(Draft { recruit, policy });
        }
    };
    for unit in &army.units {
        add(unit.recruit);
        for seated in &unit.crew {
            add(seated.recruit);
        }
    }
    drafts
}

/// A kind as its enemies see it: armour and Elusive. For a vehicle, its hull.
fn hull(rules: &Rules, draft: &Draft<'_>) -> Build {
    match draft.enlisted() {
        Enlisted::Unit(build) => (**build).clone(),
        Enlisted::Vehicle(at) => vehicle_build(rules, &rules.vehicles[*at]),
    }
}

/// A vehicle as a build: its hull, and nobody in it.
pub fn vehicle_build(rules: &Rules, vehicle: &Vehicle) -> Build {
    Build {
        id: vehicle.id.clone(),
        name: vehicle.name.clone(),
        era: String::new(),
        note: String::new(),
        attributes: [rules.combat.possible[1]; 3],
        str: vehicle.str.clamp(1, 255) as u8,
        aptitudes: Vec::new(),
        gear: Vec::new(),
        other_spells: Vec::new(),
        armour: rules.armours[vehicle.armour].clone(),
        shield: false,
        elusive: 0,
        mov: Some(vehicle.mov),
        rec: None,
        card: [None; 2],
        teleports: false,
        policy: super::super::policy::Policy::read(None),
    }
}

struct Enlist<'a> {
    rules: &'a Rules,
    drafts: &'a [Draft<'a>],
    enemies: &'a [Build],
    own: &'a [Build],
}

impl Enlist<'_> {
    fn side(&self, army: &Army<'_>, problems: &mut Problems) -> Side {
        let mut side = Side {
            name: army.name.clone(),
            policy: ArmyPolicy::named(&army.policy).unwrap_or(ArmyPolicy::Aggressive),
            kinds: Vec::new(),
            models: Vec::new(),
            loads: Vec::new(),
            fighters: Vec::new(),
            foes: self.enemies.len(),
            mates: Vec::new(),
            explosives: false,
            most: army.models().min(u64::from(MOST_MODELS)) as u16,
            points: army.points().unwrap_or(0.0),
        };
        for draft in self.drafts {
            let kind = self.kind(draft, &mut side);
            side.kinds.push(kind);
        }
        for unit in &army.units {
            self.enlist(unit, &mut side, problems);
        }
        number(&mut side.models);
        side.explosives = side.fighters.iter().any(|fighter| fighter.explosives);
        side
    }

    /// Adds a row of fighters: one build against every kind of enemy.
    fn row(&self, build: &Build, armed: bool, side: &mut Side) -> usize {
        let row = side.fighters.len() / self.enemies.len().max(1);
        for enemy in self.enemies {
            let mut fighter = Fighter::new(self.rules, build, enemy);
            if !armed {
                // Nobody strikes with bare hands out of a vehicle.
                fighter
                    .profiles
                    .retain(|profile| profile.form != Form::Unarmed);
                fighter.sum_up();
            }
            side.fighters.push(fighter);
        }
        if self.rules.toggles.explosive_miss == ExplosiveMiss::Scatter {
            for mate in self.own {
                let mut fighter = Fighter::new(self.rules, build, mate);
                if !armed {
                    fighter
                        .profiles
                        .retain(|profile| profile.form != Form::Unarmed);
                }
                side.mates.push(fighter);
            }
        }
        row
    }

    fn kind(&self, draft: &Draft<'_>, side: &mut Side) -> Kind {
        let rules = self.rules;
        let build = hull(rules, draft);
        let crits = crits(rules);
        let mot = build.attribute(Attribute::Mot);
        let skill = |key: &str| build.aptitude_named(rules, key);
        let check = |attribute: i32, key: &str| Pool::new(1, attribute - skill(key), crits);
        let piloting = skill("piloting");
        let vehicle = match draft.enlisted() {
            Enlisted::Vehicle(at) => Some(self.seats(&rules.vehicles[*at], side)),
            Enlisted::Unit(_) => None,
        };
        let row = match vehicle {
            Some(_) => usize::MAX,
            None => self.row(&build, true, side),
        };
        let first = side.fighters.get(row.saturating_mul(self.enemies.len()));
        let ranged = match &vehicle {
            Some(hull) => hull.seats.iter().any(|seat| {
                let mut rows = seat.rows.iter().filter(|&&row| row != usize::MAX);
                rows.any(|row| side.fighters[row * self.enemies.len()].shoots())
            }),
            None => first.is_some_and(Fighter::shoots),
        };
        let wil = build.attribute(Attribute::Wil);
        let heal = build.other_spells.iter().any(|spell| spell == "heal");
        Kind {
            name: match build.label() {
                "" => "Unit".to_owned(),
                name => name.to_owned(),
            },
            str: u16::from(build.str),
            rec: rules.rec_of(&build).clamp(0, 255) as u8,
            mov: rules.mov_of(&build),
            policy: draft.policy.fill(build.policy, ranged),
            teleports: build.teleports,
            shield: build.shield,
            dodge: Defence::new(
                rules.combat.dodge_dice,
                [build.attribute(Attribute::Phy), skill("agility"), 0],
                crits,
            ),
            pilot: Defence::new(rules.combat.dodge_dice, [mot, piloting, 0], crits),
            piloting,
            perception: mot - skill("perception"),
            stealth: check(mot, "stealth"),
            agility: check(build.attribute(Attribute::Phy), "agility"),
            heal: heal.then(|| check(wil, "magic")),
            lead: wil - skill("leadership"),
            ranged,
            team_loaded: first.is_some_and(|first| first.arms.iter().any(|arm| arm.team > 1)),
            row,
            vehicle,
        }
    }

    /// The seats of a vehicle, with the guns of each in the hands of every kind that could sit there.
    fn seats(&self, vehicle: &Vehicle, side: &mut Side) -> Hull {
        let mut first = 0;
        let seats = vehicle.seats.iter().take(SEATS).map(|seat| {
            let mut rows = Vec::new();
            if !seat.guns.is_empty() {
                for gunner in self.drafts {
                    let Enlisted::Unit(gunner) = gunner.enlisted() else {
                        rows.push(usize::MAX);
                        continue;
                    };
                    let gear = |&gun: &usize| Gear {
                        item: Item::Weapon(gun),
                        count: 1,
                    };
                    let armed = Build {
                        gear: seat.guns.iter().map(gear).collect(),
                        ..(**gunner).clone()
                    };
                    rows.push(self.row(&armed, false, side));
                }
            }
            let at = first;
            first += seat.guns.len();
            SeatOf {
                name: seat.name.clone(),
                drives: seat.drives,
                spots: seat.spots,
                loads: seat.loads,
                rows,
                first: at,
            }
        });
        let seats: Vec<SeatOf> = seats.collect();
        Hull {
            clad: vehicle.clad,
            seats,
        }
    }

    fn enlist(&self, unit: &Unit<'_>, side: &mut Side, problems: &mut Problems) {
        let find = |recruit: &Recruit| {
            let known = |draft: &Draft<'_>| std::ptr::eq(draft.recruit, recruit);
            self.drafts.iter().position(known).unwrap_or(0)
        };
        let kind = find(unit.recruit);
        let (seats, points) = match unit.recruit.of() {
            Enlisted::Vehicle(at) => {
                let vehicle = &self.rules.vehicles[*at];
                (
                    seating(vehicle, unit).unwrap_or_default(),
                    unit.recruit.points,
                )
            }
            Enlisted::Unit(_) => (Vec::new(), unit.recruit.points),
        };
        let team = unit.team.clamp(1, MOST_MODELS) as u8;
        if side.kinds[kind].vehicle.is_none() {
            let fighters = &side.fighters[side.kinds[kind].row * side.foes..][..side.foes];
            let dice = fighters
                .iter()
                .flat_map(|f| &f.profiles)
                .map(|p| u32::from(p.dice));
            let most = dice.max().unwrap_or(0) * u32::from(team);
            if most > 255 {
                let message = format!("a team of {team} would roll {most} dice at once");
                let help = "at most 255 can be rolled; make smaller teams";
                problems.push(problem(unit.node, &unit.path, message, help));
            }
        }
        for _ in 0..unit.count.min(MOST_MODELS) {
            let vehicle = side.models.len();
            self.add(kind, unit, team, None, points, side);
            for (seat, seated) in seats.iter().zip(&unit.crew) {
                let kind = find(seated.recruit);
                self.add(
                    kind,
                    unit,
                    1,
                    Some((vehicle, *seat)),
                    seated.recruit.points,
                    side,
                );
            }
        }
    }

    fn add(
        &self,
        kind: usize,
        unit: &Unit<'_>,
        team: u8,
        sits: Option<(usize, usize)>,
        points: Option<f64>,
        side: &mut Side,
    ) {
        let k = &side.kinds[kind];
        let loads = side.loads.len();
        let rows: Vec<usize> = match &k.vehicle {
            Some(hull) => hull
                .seats
                .iter()
                .filter_map(|seat| seat.rows.iter().copied().find(|&row| row != usize::MAX))
                .collect(),
            None => vec![k.row],
        };
        let size = match k.vehicle {
            Some(_) => [VEHICLE, VEHICLE],
            None => [Disc::team(Point::default(), BASE, u32::from(team)).r, TALL],
        };
        let model = Model {
            kind,
            name: k.name.clone(),
            team,
            points: points.unwrap_or(0.0) * f64::from(team),
            loads,
            size,
            hidden: unit.hidden && sits.is_none(),
            boards: unit.boards && k.vehicle.is_none(),
            sits,
        };
        for row in rows {
            let arms = &side.fighters[row * side.foes].arms;
            side.loads.extend(arms.iter().map(|arm| arm.full()));
        }
        side.models.push(model);
    }
}

/// How critical successes are read (AE-06, AE-07).
pub fn crits(rules: &Rules) -> Crits {
    Crits {
        lowering: rules.toggles.crit_lowering == OnOff::On,
        only: rules.toggles.crit_only_effects == YesNo::Yes,
    }
}

/// Tells models of one name apart: `Knight 1`, `Knight 2`.
fn number(models: &mut [Model]) {
    let names: Vec<String> = models.iter().map(|model| model.name.clone()).collect();
    for (at, model) in models.iter_mut().enumerate() {
        let same = |name: &&String| **name == names[at];
        if names.iter().filter(same).count() > 1 {
            let before = names[..at].iter().filter(same).count();
            model.name = format!("{} {}", names[at], before + 1);
        }
    }
}
