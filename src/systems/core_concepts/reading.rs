//! From a checked document to [`Rules`]: what does not fit together is reported with its place. All problems of a file
//! are found in one go.

use super::build::Build;
use super::data::{Critical, Half, Melee, Numbers, Ranged, Rules};
use super::shape;
use super::toggles::Toggles;
use crate::document::{Checker, Node, Problems, Value, checked};

static NOTHING: Node = Node {
    value: Value::Null,
    span: None,
};

/// Reads a whole rules file (with what it extends already merged in).
pub fn read(doc: &Node) -> Result<Rules, Problems> {
    checked(&shape::rules(), doc, "", |checker| rules(doc, checker))
}

fn int(node: &Node, key: &str) -> i64 {
    node.get(key).and_then(Node::as_int).unwrap_or(0)
}

fn number(node: &Node, key: &str) -> f64 {
    node.get(key).and_then(Node::as_number).unwrap_or(0.0)
}

fn text(node: &Node, key: &str) -> String {
    let text = node.get(key).and_then(Node::as_text);
    text.unwrap_or_default().to_owned()
}

/// A length in half inches; a problem if it lies between them.
pub fn half(node: Option<&Node>, checker: &mut Checker) -> Half {
    let Some(node) = node else { return 0 };
    let halves = 2.0 * node.as_number().unwrap_or(0.0);
    if halves.fract() != 0.0 {
        checker.fail(
            node,
            format!("{} is not a multiple of 0.5", halves / 2.0),
            Some("distances are tracked in half inches".to_owned()),
        );
    }
    halves.clamp(0.0, 2.0 * shape::FARTHEST) as Half
}

fn rules(doc: &Node, checker: &mut Checker) -> Rules {
    let part = |key: &str| doc.get(key).unwrap_or(&NOTHING);
    let abilities = part("abilities");
    let prices = abilities.get("points").unwrap_or(&NOTHING);
    let mut scale: Vec<(i64, String)> = Vec::new();
    for row in abilities.get("scale").map_or(&[][..], Node::items) {
        let sum = int(row, "sum");
        if scale.iter().any(|known| known.0 == sum) {
            checker.fail(row, format!("there is already a name for {sum}"), None);
        }
        scale.push((sum, text(row, "name")));
    }
    let numbers = numbers(doc, checker);
    let mut rules = Rules {
        toggles: Toggles::read(doc.get("toggles")),
        numbers,
        prices: ["melee", "ballistics", "toughness", "agility"].map(|key| number(prices, key)),
        scale,
        melee: Vec::new(),
        ranged: Vec::new(),
        fists: melee("fists", part("fists"), checker),
        builds: Vec::new(),
    };
    for entry in part("melee").entries() {
        rules.melee.push(melee(&entry.key, &entry.node, checker));
    }
    for entry in part("ranged").entries() {
        rules.ranged.push(ranged(&entry.key, &entry.node, checker));
    }
    for entry in part("builds").entries() {
        let build = Build::read(&rules, &entry.key, &entry.node, checker);
        rules.builds.push(build);
    }
    rules
}

fn numbers(doc: &Node, checker: &mut Checker) -> Numbers {
    let part = |key: &str| doc.get(key).unwrap_or(&NOTHING);
    let (actions, dice, moves, duel) = (part("actions"), part("dice"), part("moves"), part("duel"));
    let ap = |key: &str| int(actions, key) as u16;
    if let Some(at) = dice.get("critical")
        && int(dice, "critical") < int(dice, "success")
    {
        checker.fail(
            at,
            "a critical success must not be easier than a success",
            Some("raise `critical`, or lower `success`".to_owned()),
        );
    }
    let usual = part("abilities").get("usual");
    let items = usual.map_or(&[][..], Node::items);
    let bound = |at: usize| items.get(at).and_then(Node::as_int).unwrap_or(1);
    if let Some(at) = usual
        && bound(0) > bound(1)
    {
        checker.fail(
            at,
            "`usual` must run from the lower to the higher value",
            None,
        );
    }
    let numbers = Numbers {
        action_points: ap("points"),
        move_ap: ap("move").max(1),
        clash_ap: ap("close_combat"),
        shoot_ap: ap("shooting"),
        cover_ap: ap("cover"),
        return_ap: ap("return_fire").max(1),
        success: int(dice, "success") as u8,
        critical: int(dice, "critical") as u8,
        move_per_agility: int(moves, "move") as u16,
        pounce_per_agility: int(moves, "pounce") as u16,
        obstacle: int(dice, "obstacle") as i32,
        stray: int(dice, "stray") as u8,
        shove: half(moves.get("shove"), checker),
        pin: half(moves.get("pin"), checker),
        climb_free: number(moves, "climb_free"),
        climb_inches: number(moves, "climb"),
        jump_inches: number(moves, "jump"),
        fall_inches: number(moves, "fall"),
        stop_short: half(duel.get("stop_short"), checker),
        gap: half(duel.get("gap"), checker),
        max_gap: half(duel.get("max_gap"), checker),
        rounds: int(duel, "rounds") as u32,
        preferred_gap: half(duel.get("preferred_gap"), checker),
        usual: [bound(0), bound(1)],
    };
    if let Some(at) = duel.get("gap")
        && numbers.gap > numbers.max_gap
    {
        checker.fail(at, "a duel cannot start farther apart than `max_gap`", None);
    }
    numbers
}

fn named(id: &str, node: &Node) -> [String; 2] {
    let given = |key: &str| {
        node.get(key)
            .and_then(Node::as_text)
            .filter(|t| !t.is_empty())
    };
    let id = given("id").unwrap_or(id);
    let name = given("name").unwrap_or(if id.is_empty() { "weapon" } else { id });
    [id.to_owned(), name.to_owned()]
}

/// Reads a melee weapon that has its shape.
pub fn melee(id: &str, node: &Node, checker: &mut Checker) -> Melee {
    let [id, name] = named(id, node);
    Melee {
        id,
        name,
        reach: half(node.get("reach"), checker),
        damage: int(node, "damage").clamp(0, 100) as u8,
        critical: int(node, "critical").clamp(0, 100) as u8,
        shove: node.get("shove").and_then(Node::as_bool).unwrap_or(false),
        points: node.get("points").and_then(Node::as_number),
    }
}

/// Reads a shooting weapon that has its shape.
pub fn ranged(id: &str, node: &Node, checker: &mut Checker) -> Ranged {
    let [id, name] = named(id, node);
    let critical = match node.get("critical") {
        Some(at) => match at.as_text() {
            Some(words) => die(words).unwrap_or_else(|| {
                let message = format!("`{words}` is no damage");
                let help = "write a whole number, or a die from d2 to d20";
                checker.fail(at, message, Some(help.to_owned()));
                Critical::Fixed(0)
            }),
            None => Critical::Fixed(at.as_int().unwrap_or(0).clamp(0, 100) as u8),
        },
        None => Critical::Fixed(0),
    };
    Ranged {
        id,
        name,
        modifier: int(node, "mod").clamp(-100, 100) as i32,
        damage: int(node, "damage").clamp(0, 100) as u8,
        critical,
        pin: node.get("pin").and_then(Node::as_bool).unwrap_or(false),
        points: node.get("points").and_then(Node::as_number),
    }
}

/// `d3`.
fn die(words: &str) -> Option<Critical> {
    let sides: u8 = words.strip_prefix(['d', 'D'])?.parse().ok()?;
    (2..=20).contains(&sides).then_some(Critical::Die(sides))
}
