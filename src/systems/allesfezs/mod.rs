//! Allesfezs Ekarschubi: d20, all eras, points for everything. The rules reference is `docs/rules/allesfezs.md`; code and
//! tests cite its rulings (`AE-07`).
//!
//! | room | what is in it |
//! |---|---|
//! | `toggles`, `data`, `shape`, `reading` | the rules file: what it may say, and what it says |
//! | `build`, `legality`, `policy` | a unit as written down, what is not legal about it, and how it fights |
//! | `prices`, `bill`, `audit` | points |
//! | `checks`, `attack`, `exchange` | dice: the questions put to the umpire; what an attack and its answer come to |
//! | `fighter`, `profile`, `orders`, `reactions` | a build against one enemy; what it does, and how it answers |
//! | `layout`, `duel` | the state of a duel and its turn |
//! | `skirmish` | many against many, on a table |
//! | `odds`, `story` | one attack in figures; a fight in words |

mod attack;
mod audit;
mod bill;
mod build;
mod checks;
mod data;
mod duel;
mod exchange;
mod fighter;
mod layout;
mod legality;
mod odds;
mod orders;
mod policy;
mod prices;
mod profile;
mod reactions;
mod reading;
mod shape;
mod show;
mod skirmish;
mod story;
mod toggles;

pub use attack::{Contest, Exchange, Manner};
pub use checks::{Crits, Pool};
pub use duel::Bout;

use super::SkirmishDefaults;
use super::builds::{Written, label, written_out};
use super::skirmish::{Army, CapResult, Field as Ground};
use super::{Bill, Card, Charge, Line, Pairing, Recruit, Reply, Rulebook, System, Words};
use super::{both, scenarios};
use crate::document::{Field, Node, Problem, Problems, Shape, Value, checked};
use crate::umpire::{Exact, Ready};
use build::{Build, Item};
use data::Rules;
use duel::Situation;
use skirmish::Enlisted;

/// The system as shipped.
pub struct Allesfezs;

impl System for Allesfezs {
    fn id(&self) -> &'static str {
        "allesfezs"
    }

    fn about(&self) -> &'static str {
        "Allesfezs Ekarschubi: d20, all eras, points for everything"
    }

    fn embedded(&self) -> &'static str {
        include_str!("../../../scenarios/allesfezs/rules.toml")
    }

    fn scenarios(&self) -> &'static [(&'static str, &'static str)] {
        scenarios!(
            "allesfezs": "eras", "melee", "firearms", "armour", "aptitudes", "variants", "first-turn", "prices",
            "warbands", "shields", "tank", "terrain"
        )
    }

    fn shape(&self) -> Shape {
        shape::rules()
    }

    fn build_shape(&self) -> Shape {
        Build::shape()
    }

    fn read(&self, doc: Node) -> Result<Box<dyn Rulebook>, Problems> {
        let rules = reading::read(&doc)?;
        Ok(Box::new(Book { doc, rules }))
    }
}

/// A rules file of this system.
struct Book {
    doc: Node,
    rules: Rules,
}

impl Book {
    /// A build by name, from a table, or from a table that is `like` a named one.
    fn build(&self, node: &Node, prefix: &str) -> Result<Build, Problems> {
        let Written { id, node } = written_out(self.doc.get("builds"), node, prefix)?;
        checked(&Build::shape(), &node, prefix, |checker| {
            Build::read(&self.rules, &id, &node, checker)
        })
    }

    /// A build that may fight, what is not legal about it, and what the rules refuse.
    fn fighter(
        &self,
        node: &Node,
        prefix: &str,
    ) -> Result<(Build, Vec<String>, Problems), Problems> {
        let build = self.build(node, prefix)?;
        let mut refused = Problems::default();
        let mut illegal = Vec::new();
        for fault in build.faults(&self.rules) {
            if fault.refused {
                let mut problem = Problem::new(fault.message);
                problem.path = format!("{prefix}.{}", fault.at);
                refused.push(problem);
            } else {
                illegal.push(fault.message);
            }
        }
        Ok((build, illegal, refused))
    }

    /// A vehicle, if that is what is named: skirmishes field them.
    fn vehicle(&self, node: &Node) -> Option<Recruit> {
        let id = node.as_text()?;
        if self
            .doc
            .get("builds")
            .and_then(|builds| builds.get(id))
            .is_some()
        {
            return None;
        }
        let at = self
            .rules
            .vehicles
            .iter()
            .position(|vehicle| vehicle.id == id)?;
        let vehicle = &self.rules.vehicles[at];
        let armour = self.rules.armour_price(&self.rules.armours[vehicle.armour]);
        let guns = vehicle
            .weapons
            .iter()
            .map(|gun| self.rules.item_price(Item::Weapon(gun.0)));
        Some(Recruit {
            label: vehicle.id.clone(),
            name: vehicle.name.clone(),
            group: String::new(),
            points: Some(armour + guns.sum::<f64>()),
            policy: String::new(),
            illegal: Vec::new(),
            refused: Problems::default(),
            build: Box::new(Enlisted::Vehicle(at)),
        })
    }

    /// Two builds that may fight; what the rules refuse is a problem.
    fn fighters(&self, a: &Node, b: &Node) -> Result<[Build; 2], Problems> {
        let fit = |node: &Node, prefix: &str| match self.fighter(node, prefix)? {
            (build, _, refused) if refused.is_empty() => Ok(build),
            (_, _, refused) => Err(refused),
        };
        both(fit(a, "a"), fit(b, "b"))
    }
}

/// The build of a recruit that can fight a duel.
fn on_foot<'a>(recruit: &'a Recruit, path: &str) -> Result<&'a Build, Problems> {
    match recruit.of() {
        Enlisted::Unit(build) => Ok(build),
        Enlisted::Vehicle(_) => {
            let message = format!(
                "`{}` is a vehicle, and vehicles fight no duels",
                recruit.label
            );
            let help = "field it in a skirmish, with a crew";
            Err(Problems(vec![super::skirmish::problem(
                None, path, message, help,
            )]))
        }
    }
}

impl Rulebook for Book {
    fn system(&self) -> &'static dyn System {
        &Allesfezs
    }

    fn document(&self) -> &Node {
        &self.doc
    }

    fn group_word(&self) -> &'static str {
        "era"
    }

    fn builds(&self) -> Vec<Card> {
        let builds = self.rules.builds.iter();
        builds
            .map(|build| Card {
                id: build.id.clone(),
                name: build.label().to_owned(),
                note: build.note.clone(),
                group: build.era.clone(),
                points: bill::bill(&self.rules, build).points(),
            })
            .collect()
    }

    fn tables(&self) -> Vec<(&'static str, Vec<Words>)> {
        show::tables(&self.rules)
    }

    fn warnings(&self) -> Vec<String> {
        let builds = self.rules.builds.iter();
        builds
            .flat_map(|build| {
                let faults = build.faults(&self.rules).into_iter();
                faults.map(|fault| format!("builds.{}.{}: {}", build.id, fault.at, fault.message))
            })
            .collect()
    }

    fn situation_shape(&self) -> Shape {
        Situation::shape()
    }

    fn questions(&self) -> Vec<(&'static str, Shape)> {
        vec![
            ("attack", odds::shape()),
            ("audit", Shape::table(Vec::<Field>::new())),
        ]
    }

    fn odds(&self) -> &'static str {
        "attack"
    }

    fn recruit(&self, node: &Node, prefix: &str) -> Result<Recruit, Problems> {
        if let Some(recruit) = self.vehicle(node) {
            return Ok(recruit);
        }
        let (build, illegal, refused) = self.fighter(node, prefix)?;
        Ok(Recruit {
            label: label(&build.id, node),
            name: build.label().to_owned(),
            group: build.era.clone(),
            points: bill::bill(&self.rules, &build).points(),
            policy: build.policy.words(),
            illegal,
            refused,
            build: Box::new(Enlisted::Unit(Box::new(build))),
        })
    }

    fn meet(
        &self,
        a: &Recruit,
        b: &Recruit,
        situation: Option<&Node>,
    ) -> Result<Pairing, Problems> {
        let situation = Situation::read(&self.rules, situation);
        let [one, other] = both(on_foot(a, "a"), on_foot(b, "b"))?;
        let bout = Bout::new(&self.rules, one, other, situation).map_err(|too_many| {
            let mut problem = Problem::new(too_many.to_string());
            problem.path = "a.weapons".to_owned();
            Problems(vec![problem])
        })?;
        Ok(Pairing::new(Ready::new(bout), a, b, situation.words()))
    }

    fn skirmish_shape(&self) -> Option<Shape> {
        Some(skirmish::shape())
    }

    fn skirmish_defaults(&self) -> Option<SkirmishDefaults> {
        Some(SkirmishDefaults {
            table: [48, 48],
            zone: 8,
            cap: 12,
            cap_result: CapResult::Draw,
        })
    }

    fn army_policies(&self) -> &'static [&'static str] {
        skirmish::ArmyPolicy::NAMES
    }

    fn field(
        &self,
        armies: [&Army<'_>; 2],
        field: &Ground,
        own: Option<&Node>,
    ) -> Result<Pairing, Problems> {
        skirmish::pairing(self, armies, field, own)
    }

    fn bill_of(&self, recruit: &Recruit) -> Bill {
        match recruit.of() {
            Enlisted::Unit(build) => bill::bill(&self.rules, build),
            Enlisted::Vehicle(_) => {
                let charge = Charge::new(&recruit.name, "vehicle", recruit.points);
                Bill {
                    name: recruit.name.clone(),
                    lines: vec![Line::of(&recruit.name, charge)],
                    illegal: Vec::new(),
                    notes: Vec::new(),
                }
            }
        }
    }

    fn bill(&self, build: &Node) -> Result<Bill, Problems> {
        Ok(bill::bill(&self.rules, &self.build(build, "a")?))
    }

    fn ask(
        &self,
        question: &str,
        query: &Node,
        exact: &mut Exact,
    ) -> Result<Box<dyn Reply>, Problems> {
        if question == "audit" {
            return Ok(Box::new(audit::audit(&self.rules)));
        }
        let missing = Node {
            value: Value::Null,
            span: None,
        };
        let side = |key: &str| query.get(key).unwrap_or(&missing);
        let [a, b] = self.fighters(side("a"), side("b"))?;
        Ok(Box::new(odds::odds(&self.rules, &a, &b, query, exact)?))
    }
}
