//! What a skirmish is about, as `[skirmish]` says it: `mission`, and the `markers` of `hold`.

use super::clash::number;
use super::forces::pair;
use crate::document::{Checker, Node, Value};
use crate::systems::skirmish::Mission;
use crate::table::{BASE, Objective, Point, Shape, Table, grains};
use std::sync::Arc;

/// The mission, and the table with the objectives it counts; adds what it says to the words of the situation.
pub fn mission(
    checker: &mut Checker<'_>,
    said: &Node,
    table: &Arc<Table>,
    words: &mut Vec<String>,
) -> Option<(Mission, Arc<Table>)> {
    let mission = said.get("mission").and_then(Node::as_text);
    let mission = mission.unwrap_or("attrition");
    words.push(format!("mission {mission}"));
    let markers = said.get("markers");
    if mission != "hold" {
        if let Some(node) = markers {
            let help = "say mission = \"hold\" as well, or leave them out".to_owned();
            checker.fail(node, "markers are for mission = \"hold\"", Some(help));
        }
        return Some((Mission::Attrition, table.clone()));
    }
    let objectives = match markers {
        Some(node) => listed(checker, node, table, words)?,
        None if !table.objectives().is_empty() => return Some((Mission::Hold, table.clone())),
        // Three on the middle line, a quarter of the table apart.
        None => {
            let Point { x, y } = table.sides();
            let quarters = [("left", 1), ("middle", 2), ("right", 3)];
            let places =
                quarters.map(|(name, at)| (name.to_owned(), Point::new(x * at / 4, y / 2)));
            places.map(marker).to_vec()
        }
    };
    Some((Mission::Hold, Arc::new(table.with_objectives(objectives))))
}

fn marker((name, at): (String, Point)) -> Objective {
    let shape = Shape::circle(at, BASE);
    Objective { name, shape }
}

/// The markers of the scenario's own.
fn listed(
    checker: &mut Checker<'_>,
    node: &Node,
    table: &Table,
    words: &mut Vec<String>,
) -> Option<Vec<Objective>> {
    let mut found: Vec<Objective> = Vec::new();
    for (i, item) in node.items().iter().enumerate() {
        let [x, y] = pair(item);
        let at = Point::new(grains(x), grains(y));
        let sides = table.sides();
        if at.x > sides.x || at.y > sides.y {
            let message = "this marker lies off the table";
            let [wide, deep] =
                [sides.x, sides.y].map(|side| f64::from(side) / f64::from(grains(1.0)));
            let help = format!("the table is {} by {}", number(wide), number(deep));
            checker.fail(item, message, Some(help));
        }
        let new = marker((format!("marker {}", i + 1), at));
        if found.iter().any(|old| old.shape == new.shape) {
            let help = "each marker counts once: leave one of them out".to_owned();
            checker.fail(item, "a marker lies here already", Some(help));
        }
        found.push(new);
        words.push(format!("marker {} {}", number(x), number(y)));
    }
    matches!(node.value, Value::List(_)).then_some(found)
}
