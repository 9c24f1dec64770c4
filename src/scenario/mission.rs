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
            // A quarter that is no whole grain is cut on both sides alike.
            let places = [("left", x / 4), ("middle", x / 2), ("right", x - x / 4)];
            let places = places.map(|(name, x)| (name.to_owned(), Point::new(x, y / 2)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Plan;

    /// Section 2: what is laid without being asked for is the same turned half round, also where a quarter of the side is
    /// no whole grain.
    #[test]
    fn the_usual_markers_are_the_same_turned_half_round() {
        for wide in [5760, 5762, 2430] {
            let table = Arc::new(Table::new(Plan::open(Point::new(wide, 5760), 960), &[BASE]));
            let said = Node::table([("mission", Node::text("hold"))]);
            let mut checker = Checker::new(&said);
            let laid = mission(&mut checker, &said, &table, &mut Vec::new());
            let (_, laid) = laid.expect("a mission");
            assert_eq!(laid.objectives().len(), 3);
            assert!(laid.has_even_objectives(), "{wide}");
        }
    }
}
