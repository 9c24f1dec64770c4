//! Allesfezs skirmishes: many against many on a table (reference, section 7; the protocol is 3.1 of the skirmish
//! reference, whose rulings are `SK-nn`). The attack itself is the duel's: plans, scores, dice, damage and ammunition are
//! asked where a duel asks them. What is here is what stands around it.
//!
//! | room | what is in it |
//! |---|---|
//! | `muster`, `roster`, `deploy` | armies as listed become models, kinds and fighters, and are put down |
//! | `fray` | all that changes in a fight |
//! | `turn`, `activation` | rounds, active turns, who wins; one activation |
//! | `deed`, `plan`, `options`, `blast`, `tactics`, `moves` | what the active unit does, and where it goes |
//! | `hold` | the mission of markers: who holds them, what is gathered, who goes there |
//! | `react` | who answers, and how |
//! | `group`, `resolve`, `burst`, `aftermath` | the dice of an activation; what they cost; healing, wrecks, boarding |
//! | `story` | a fight in words |

mod activation;
mod aftermath;
mod blast;
mod burst;
mod deed;
mod deploy;
mod fray;
mod group;
mod hold;
mod moves;
mod muster;
mod options;
mod plan;
#[cfg(test)]
mod proofs;
#[cfg(test)]
mod proofs_at_random;
mod react;
mod resolve;
mod roster;
mod story;
mod tactics;
mod turn;

pub use muster::Enlisted;

use super::Book;
use super::checks::{Crits, Initiative, Pool};
use super::exchange::Readings;
use super::policy::{Adjust, Policy};
use super::toggles::{
    ExplosiveMiss, GroupFtf, InitiativeFail, Overwatch, TeamLoaded, VehicleActions, VehicleDodge,
    YesNo,
};
use crate::document::{Field as Key, Node, Problems, Shape};
use crate::systems::Pairing;
use crate::systems::choices::{Toggle, choices};
use crate::systems::skirmish::{Army, CapResult, Field, First, Mission, Order, problem};
use crate::table::{
    Board, Body, BodySet, Climb, Cover, Frame, INCH, Mover, PieceSet, Point, SLACK, Shape as Area,
    Stuff, Table, Way, Ways, gap_to,
};
use crate::umpire::{Exact, Fielded, Place, Referee, Skirmish, Skirmished};
use fray::{Fray, VEIL};
use roster::{Deploy, House};
use std::sync::Arc;

choices! {
    /// How an army decides (3.1).
    ArmyPolicy { Aggressive = "aggressive", Cautious = "cautious" }
}

impl ArmyPolicy {
    /// Fills in what a build leaves open.
    fn fill(self, mut policy: Policy, ranged: bool) -> Policy {
        if self == ArmyPolicy::Cautious && ranged && !policy.said.adjust {
            policy.adjust = Adjust::Away;
        }
        policy
    }
}

/// The round from which the cautious lose patience, unless the scenario says otherwise.
const PATIENCE: i64 = 6;

/// What a scenario may say of a skirmish that is this system's own.
pub fn shape() -> Shape {
    Shape::table(vec![
        Key::maybe(
            "spread",
            Shape::flag()
                .doc("dice are shared out among the targets in reach (default false: all on one)"),
        ),
        Key::maybe(
            "shoot_scenery",
            Shape::flag().doc("vehicles without a crew may be shot at (default false)"),
        ),
        Key::maybe(
            "patience",
            Shape::int(1..=10_000)
                .doc("the round from which cautious units act as aggressive ones (default 6)"),
        ),
        Key::maybe(
            "taken",
            Shape::flag().doc(
                "with mission = \"hold\": markers are objects, and whoever took one last by Interface has it (default false: \
                 more models near it hold it)",
            ),
        ),
        Key::maybe(
            "deploy",
            Deploy::shape()
                .doc("units are put down in lines at once, or in turn, one by one (default line)"),
        ),
    ])
    .doc("what an Allesfezs skirmish says beside the common keys")
}

/// Two armies on a table, ready to be fought.
pub struct Battle {
    /// A and B.
    pub sides: [roster::Side; 2],
    /// What they fight on.
    pub table: Arc<Table>,
    /// Toggles and keys that only skirmishes read.
    pub house: House,
    /// Everybody as deployed: A on table side 0, and on side 1.
    pub images: [Board; 2],
    /// Something on the table stops sight.
    pub blocks: bool,
    /// Pieces that give cover.
    covers: PieceSet,
    /// Pieces that can be climbed by a test only.
    pub tests: PieceSet,
    /// How models on foot get over pieces, vehicles, and those who climb.
    ways: [Ways; 3],
    /// What the mission is to hold; empty: attrition.
    pub markers: Vec<Area>,
    /// The vehicles of each army.
    pub vehicles: [BodySet; 2],
    /// Who begins, if dice decide it.
    pub initiative: Initiative,
    /// Rounds.
    pub cap: u32,
    /// What a fight is then.
    pub cap_result: CapResult,
    /// Who goes first where dice do not decide it.
    first: First,
    /// In which order a side activates its units.
    pub order: Order,
    swap: bool,
}

/// How a model on foot gets over a piece: blocks no higher than itself are climbed (5, Move).
fn on_foot(height: i32, tests: bool) -> impl Fn(&crate::table::Piece) -> Way {
    move |piece| match (piece.stuff, piece.climb) {
        (Stuff::Block, None) if piece.height <= height => Way::Over {
            pace: 1,
            climb: true,
        },
        (_, Some(Climb::Test)) if tests => Way::Over {
            pace: 1,
            climb: false,
        },
        _ => Way::usual(piece),
    }
}

impl Battle {
    /// Puts two armies on a field.
    pub fn new(
        book: &Book,
        armies: [&Army<'_>; 2],
        field: &Field,
        own: Option<&Node>,
    ) -> Result<Battle, Problems> {
        // AE-50 is about duels: in a skirmish loaders are counted.
        let mut rules = book.rules.clone();
        rules.toggles.duel_team_loaded = TeamLoaded::Crewed;
        let book = &Book {
            doc: book.doc.clone(),
            rules,
        };
        let mut problems = Problems::default();
        let markers = match field.mission {
            Mission::Attrition => Vec::new(),
            Mission::Hold => {
                let places = field.table.objectives().iter();
                places.map(|objective| objective.shape).collect()
            }
        };
        let sides = match muster::muster(book, armies) {
            Ok(sides) => sides,
            Err(more) => {
                problems.extend(more.0);
                return Err(problems);
            }
        };
        let table = field.table.clone();
        let get = |key: &str| own.and_then(|node| node.get(key));
        let flag = |key: &str| get(key).and_then(Node::as_bool).unwrap_or(false);
        if flag("taken") && markers.is_empty() {
            let message = "there is nothing to take: `taken` is for mission = \"hold\"";
            let help = "say mission = \"hold\" as well, or leave it out";
            problems.push(problem(get("taken"), "skirmish.taken", message, help));
        }
        let toggles = &book.rules.toggles;
        let house = House {
            spread: flag("spread"),
            shoot_scenery: flag("shoot_scenery"),
            taken: flag("taken"),
            patience: get("patience").and_then(Node::as_int).unwrap_or(PATIENCE) as u32,
            deploy: Deploy::read(get("deploy")),
            everyone: toggles.group_ftf == GroupFtf::Everyone,
            free_overwatch: toggles.overwatch == Overwatch::FreeReaction,
            scatter: toggles.explosive_miss == ExplosiveMiss::Scatter,
            heal_self: toggles.heal_self == YesNo::Yes,
            zoc: toggles.zoc.0 as i32 * INCH,
            cover: toggles.cover_mod.0 as i32,
            crew: toggles.crew_survival,
            per_seat: toggles.vehicle_actions == VehicleActions::PerSeat,
            pilots_dodge: toggles.vehicle_dodge == VehicleDodge::Pilot,
            readings: Readings::of(&book.rules),
            crits: muster::crits(&book.rules),
        };
        let ways = [
            Ways::new(&table, on_foot(crate::table::TALL, false)),
            Ways::new(&table, on_foot(2 * INCH, false)),
            Ways::new(&table, on_foot(crate::table::TALL, true)),
        ];
        let blank = || Board::new();
        let plain = Crits {
            lowering: true,
            only: false,
        };
        let floor = |side: &roster::Side| {
            let leaders = side.kinds.iter().filter(|kind| kind.vehicle.is_none());
            let best = leaders.map(|kind| kind.lead).min().unwrap_or(20);
            Pool::new(1, best, plain).floor
        };
        let vehicles = [0, 1].map(|army: usize| {
            let models = 0..sides[army].models.len();
            models
                .filter(|&i| sides[army].kind(i).vehicle.is_some())
                .fold(0, |set, i| set | 1 << i)
        });
        let zones = table.pieces_that(|piece| piece.stuff == Stuff::Zone && piece.limit.is_some());
        let mut battle = Battle {
            initiative: Initiative {
                floors: [floor(&sides[0]), floor(&sides[1])],
                high_die: toggles.initiative_fail == InitiativeFail::HighDie,
            },
            blocks: !table.blocking().or(zones).is_empty(),
            covers: table.pieces_that(|piece| piece.cover != Cover::Bare),
            tests: table.pieces_that(|piece| piece.climb == Some(Climb::Test)),
            sides,
            house,
            images: [blank(), blank()],
            ways,
            markers,
            vehicles,
            cap: field.cap,
            cap_result: field.cap_result,
            first: field.first,
            order: field.order,
            swap: field.swap,
            table,
        };
        if let Err(more) = battle.deploy(armies, field) {
            problems.extend(more.0);
        }
        if problems.is_empty() {
            Ok(battle)
        } else {
            Err(problems)
        }
    }

    /// Whether an army decides as the cautious do: until they lose patience, which they do not where there are markers (3.0).
    pub fn is_cautious(&self, army: usize, round: u32) -> bool {
        let patient = round < self.house.patience || !self.markers.is_empty();
        self.sides[army].policy == ArmyPolicy::Cautious && patient
    }

    /// The height of the ground for a model so high.
    #[inline]
    pub fn ground(&self, at: Point, h: i32) -> i32 {
        self.table.ground(at, self.ways_of(h).mounted)
    }

    fn ways_of(&self, h: i32) -> &Ways {
        &self.ways[usize::from(h > crate::table::TALL)]
    }

    /// A mover of a size.
    #[inline]
    pub fn mover(&self, [r, h]: [i32; 2], frame: Frame) -> Mover<'_> {
        self.table.mover(r, self.ways_of(h), frame)
    }

    /// The same mover when it climbs.
    pub fn climber(&self, mover: Mover<'_>) -> Mover<'_> {
        self.table.mover(mover.r, &self.ways[2], mover.frame)
    }

    /// Whether a target is in cover from a viewer (1.5): half hidden by pieces with cover, within an inch of one of them.
    pub fn covered(&self, viewer: &Body, target: &Body) -> bool {
        let near = |i: usize| gap_to(target.disc, &self.table.pieces()[i].shape) <= INCH + SLACK;
        let view = || {
            self.table
                .view(viewer, target, VEIL, self.covers)
                .hidden
                .half()
        };
        self.covers.iter().any(near) && view()
    }
}

impl Skirmish for Battle {
    type State = Fray;

    const REASONS: &'static [&'static str] = &["cap", "mutual"];

    fn prepare(&self, state: &mut Fray) {
        for (troops, side) in state.armies.iter_mut().zip(&self.sides) {
            let more = side.loads.len().saturating_sub(troops.loads.len());
            troops.loads.reserve(more);
        }
        state.room.reserve();
        let dice = |side: &roster::Side| {
            let most = side
                .fighters
                .iter()
                .flat_map(|f| &f.profiles)
                .map(|p| usize::from(p.dice))
                .max();
            let teams: usize = side
                .models
                .iter()
                .map(|model| usize::from(model.team))
                .sum();
            (most.unwrap_or(1) + 4) * (teams + 1)
        };
        state
            .volley
            .reserve(dice(&self.sides[0]) + dice(&self.sides[1]));
    }

    fn fight<U: Referee>(
        &self,
        state: &mut Fray,
        place: Place,
        exact: &mut Exact,
        umpire: &mut U,
    ) -> Skirmished {
        turn::fight(self, state, place, exact, umpire)
    }

    fn most(&self) -> [u16; 2] {
        [self.sides[0].most, self.sides[1].most]
    }

    fn cap(&self) -> u32 {
        self.cap
    }

    fn place(&self, number: u64) -> Place {
        Place::of(number, self.swap, self.first == First::Even)
    }
}

/// Two armies on a field, with what is known of them.
pub fn pairing(
    book: &Book,
    armies: [&Army<'_>; 2],
    field: &Field,
    own: Option<&Node>,
) -> Result<Pairing, Problems> {
    let battle = Battle::new(book, armies, field, own)?;
    let [a, b] = armies;
    let house = own.map_or(String::new(), |node| format!(", {}", node.to_json()));
    Ok(Pairing {
        fight: Box::new(Fielded::new(battle)),
        label: format!("{} v {} @ {}{house}", a.label, b.label, field.label),
        names: [a.name.clone(), b.name.clone()],
        points: [a.points(), b.points()],
        numbers: [a, b].map(|army| u32::try_from(army.models()).unwrap_or(u32::MAX)),
        policies: [a.policy.clone(), b.policy.clone()],
        illegal: [a.illegal(), b.illegal()],
        situation: format!("{}{house}", field.words),
    })
}
