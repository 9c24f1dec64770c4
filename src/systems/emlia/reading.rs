//! From a checked document to [`Rules`]: names become places, and what does not fit together is reported with its
//! place. All problems of a file are found in one go.

use super::build::{self, Build};
use super::data::{Armour, LEADING, Melee, Ranged, Rules};
use super::lines::{AimedFire, AreaVolley, Check, CloseCombat, Disengage, Leading, Morale, Volley};
use super::shape::{self, FARTHEST, MOST_TURNS};
use super::toggles::Toggles;
use crate::document::{Checker, Node, Problems, Value, checked};

/// Reads a whole rules file (with what it extends already merged in).
pub fn read(doc: &Node) -> Result<Rules, Problems> {
    checked(&shape::rules(), doc, "", |checker| rules(doc, checker))
}

static NOTHING: Node = Node {
    value: Value::Null,
    span: None,
};

fn rules<'a>(doc: &'a Node, checker: &mut Checker<'a>) -> Rules {
    let part = |key: &str| doc.get(key).unwrap_or(&NOTHING);
    let name = |node: &Node| {
        let name = node.get("name").and_then(Node::as_text);
        name.unwrap_or_default().to_owned()
    };
    let leadership = part("leadership");
    let number = |key: &str, [low, high]: [i64; 2]| {
        let value = part("duel").get(key).and_then(Node::as_int);
        value.unwrap_or(low).clamp(low, high) as u16
    };
    let mut rules = Rules {
        toggles: Toggles::read(doc.get("toggles")),
        check: Check::read(part("check")),
        close_combat: CloseCombat::read(part("close_combat")),
        aimed_fire: AimedFire::read(part("aimed_fire")),
        volley: Volley::read(part("concentrated_volley")),
        area_volley: AreaVolley::read(part("area_volley")),
        disengage: Disengage::read(part("disengage")),
        leading: LEADING.map(|name| Leading::read(leadership.get(name).unwrap_or(&NOTHING))),
        morale: Morale::read(part("morale")),
        melee: Vec::new(),
        ranged: Vec::new(),
        armour: Vec::new(),
        duel: [
            number("gap", [0, FARTHEST]),
            number("lines", [0, FARTHEST]),
            number("turns", [1, MOST_TURNS]),
        ],
        builds: Vec::new(),
    };
    for entry in part("melee").entries() {
        let weapon = melee(&entry.node);
        rules
            .melee
            .push((entry.key.clone(), name(&entry.node), weapon));
    }
    for entry in part("ranged").entries() {
        let weapon = ranged(&entry.node, checker);
        rules
            .ranged
            .push((entry.key.clone(), name(&entry.node), weapon));
    }
    for entry in part("armour").entries() {
        rules.armour.push(Armour {
            id: entry.key.clone(),
            name: name(&entry.node),
            bonus: build::int(&entry.node, "bonus", 0, [-20, 50]) as i32,
            hire: build::price(&entry.node),
        });
    }
    for entry in part("builds").entries() {
        let build = Build::read(&rules, &entry.key, &entry.node, checker);
        build.complete(&entry.node, checker);
        rules.builds.push(build);
    }
    rules
}

/// A melee weapon from its numbers.
pub fn melee(node: &Node) -> Melee {
    let flag = |key: &str| node.get(key).and_then(Node::as_bool).unwrap_or(false);
    Melee {
        bd: build::int(node, "bd", 0, [-50, 50]) as i32,
        ap: flag("ap"),
        parry: flag("parry"),
        reach: build::int(node, "reach", 0, [0, 50]) as u16,
        hire: build::price(node),
    }
}

/// A ranged weapon from its numbers; its ranges must rise.
pub fn ranged(node: &Node, checker: &mut Checker) -> Ranged {
    let three = |key: &str, low: i64, high: i64| {
        let list = node.get(key).map_or(&[][..], Node::items);
        [0, 1, 2].map(|at: usize| {
            let value = list.get(at).and_then(Node::as_int);
            value.unwrap_or(0).clamp(low, high)
        })
    };
    let int = |key: &str| build::int(node, key, 0, [0, 1_000]) as i32;
    let range = three("range", 0, FARTHEST);
    if let Some(at) = node.get("range")
        && !range.is_sorted()
    {
        let help = "short, medium and long range, each at least as far as the one before";
        checker.fail(at, "the ranges do not rise", Some(help.to_owned()));
    }
    let volley_bd = node.get("volley_bd").and_then(Node::as_int);
    Ranged {
        bd: build::int(node, "bd", 0, [-50, 50]) as i32,
        range: range.map(|bound| bound as u16),
        falloff: three("falloff", -50, 50).map(|less| less as i32),
        aimed: node.get("aimed").and_then(Node::as_bool).unwrap_or(true),
        volley_bd: volley_bd.map(|bd| bd.clamp(-50, 50) as i32),
        coverage: int("coverage"),
        increment: int("coverage_increment"),
        limit: int("coverage_limit_per_weapon"),
        drift: int("drift"),
        hire: build::price(node),
    }
}
