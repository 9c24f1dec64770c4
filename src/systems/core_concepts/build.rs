//! A build: one model as a rules writer writes it down, read from a rules file or from a query.

use super::data::{Melee, Ranged, Rules};
use super::policy::Policy;
use super::toggles::Unarmed;
use super::{reading, shape};
use crate::document::{Checker, Field, Node, Shape, Value};

/// The highest value of an ability.
pub const MOST: u8 = 10;

/// One model.
#[derive(Clone, Debug)]
pub struct Build {
    /// Key in the rules file, or empty.
    pub id: String,
    /// Name for people; may be empty.
    pub name: String,
    /// Group it belongs to; may be empty.
    pub group: String,
    /// A line on who it is.
    pub note: String,
    /// M.
    pub melee: u8,
    /// B.
    pub ballistics: u8,
    /// T.
    pub toughness: u8,
    /// A.
    pub agility: u8,
    /// Melee weapons: the first is used (CC-29), all are paid for.
    pub blades: Vec<Melee>,
    /// Shooting weapons, the same.
    pub guns: Vec<Ranged>,
    /// Its own price, used with `cost = file`.
    pub points: Option<f64>,
    /// How it fights.
    pub policy: Policy,
}

/// The names of the abilities, in their order.
pub const ABILITIES: [&str; 4] = ["melee", "ballistics", "toughness", "agility"];

impl Build {
    /// What may be written.
    pub fn shape() -> Shape {
        let ability = |doc| Shape::int(1..=i64::from(MOST)).doc(doc);
        let weapon = |own: Shape, doc| {
            let one = || vec![Shape::text().doc("a weapon's id"), own.clone()];
            let list = Shape::list_of(Shape::either(one()), 0..=8).doc("the first is used (CC-29)");
            let mut kinds = one();
            kinds.push(list);
            Shape::either(kinds).doc(doc)
        };
        Shape::table(vec![
            Field::maybe("name", Shape::text().doc("name for people")),
            Field::maybe("group", Shape::text().doc("group it belongs to")),
            Field::maybe("note", Shape::text().doc("a line on who it is")),
            Field::needed("melee", ability("Melee: dice of a clash")),
            Field::needed("ballistics", ability("Ballistics: dice of a shot")),
            Field::needed(
                "toughness",
                ability("Toughness: stress it bears, dice of a stress test"),
            ),
            Field::needed("agility", ability("Agility: how far it moves")),
            Field::maybe(
                "melee_weapon",
                weapon(
                    shape::melee(false),
                    "its melee weapon: an id, or a table; none if left out",
                ),
            ),
            Field::maybe(
                "ranged_weapon",
                weapon(
                    shape::ranged(false),
                    "its shooting weapon: an id, or a table; none if left out",
                ),
            ),
            Field::maybe(
                "points",
                Shape::number(-10_000.0..=10_000.0).doc("its own price (cost = file)"),
            ),
            Field::maybe("policy", Policy::shape()),
        ])
        .doc("one model")
    }

    /// Reads a build that has the shape; problems go to the checker.
    pub fn read(rules: &Rules, id: &str, node: &Node, checker: &mut Checker) -> Build {
        let text = |key: &str| {
            let text = node.get(key).and_then(Node::as_text);
            text.unwrap_or_default().to_owned()
        };
        let [melee, ballistics, toughness, agility] = ABILITIES.map(|key| {
            let value = node.get(key).and_then(Node::as_int).unwrap_or(1);
            value.clamp(1, i64::from(MOST)) as u8
        });
        let blades = weapons(
            node.get("melee_weapon"),
            checker,
            "melee weapon",
            &rules.melee,
            |w| &w.id,
            reading::melee,
        );
        let guns = weapons(
            node.get("ranged_weapon"),
            checker,
            "shooting weapon",
            &rules.ranged,
            |w| &w.id,
            reading::ranged,
        );
        Build {
            id: id.to_owned(),
            name: text("name"),
            group: text("group"),
            note: text("note"),
            melee,
            ballistics,
            toughness,
            agility,
            blades,
            guns,
            points: node.get("points").and_then(Node::as_number),
            policy: Policy::read(rules, node.get("policy"), checker),
        }
    }

    /// The four abilities in their order.
    pub fn abilities(&self) -> [u8; 4] {
        [self.melee, self.ballistics, self.toughness, self.agility]
    }

    /// Their sum.
    pub fn sum(&self) -> i64 {
        self.abilities().iter().map(|&n| i64::from(n)).sum()
    }

    /// What it fights with in close combat: the first listed (CC-29), or fists (CC-28), or nothing.
    pub fn blade<'a>(&'a self, rules: &'a Rules) -> Option<&'a Melee> {
        let fists = (rules.toggles.unarmed == Unarmed::Fists).then_some(&rules.fists);
        self.blades.first().or(fists)
    }

    /// What it shoots with.
    pub fn gun(&self) -> Option<&Ranged> {
        self.guns.first()
    }

    /// What to call it.
    pub fn label(&self) -> &str {
        if self.name.is_empty() {
            &self.id
        } else {
            &self.name
        }
    }

    /// What is unusual about it, though allowed (CC-30).
    pub fn oddities(&self, rules: &Rules) -> Vec<(&'static str, String)> {
        let [low, high] = rules.numbers.usual;
        let odd = ABILITIES.iter().zip(self.abilities());
        odd.filter(|(_, value)| !(low..=high).contains(&i64::from(*value)))
            .map(|(key, value)| {
                let message = format!("{key} {value} is outside the usual {low} to {high} (CC-30)");
                (*key, message)
            })
            .collect()
    }
}

/// The weapons of one kind: an id, a table, or a list of them.
fn weapons<W: Clone>(
    node: Option<&Node>,
    checker: &mut Checker,
    what: &str,
    known: &[W],
    id: impl Fn(&W) -> &String,
    read: impl Fn(&str, &Node, &mut Checker) -> W,
) -> Vec<W> {
    let Some(node) = node else {
        return Vec::new();
    };
    let listed = match &node.value {
        Value::List(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let mut found = Vec::new();
    for entry in listed {
        match entry.as_text() {
            None => found.push(read("", entry, checker)),
            Some(name) => match known.iter().find(|weapon| id(weapon) == name) {
                Some(weapon) => found.push(weapon.clone()),
                None => {
                    let names: Vec<&str> = known.iter().map(|weapon| id(weapon).as_str()).collect();
                    checker.unknown_name(entry, what, name, &names);
                }
            },
        }
    }
    found
}
