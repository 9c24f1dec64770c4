//! A bill: what a build costs, item by item, and what is not legal about it. The same for every system.

use super::Reply;
use super::words::{Align, Words};
use serde_json::{Map, Value, json};

/// One line of a bill.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What is paid for: `mot 12`, `sword x2`.
    pub item: String,
    /// What kind of thing it is: `attribute`, `aptitude`, `weapon`, `armour`.
    pub kind: &'static str,
    /// Points; none where the rules have no price.
    pub points: Option<f64>,
}

/// What a build costs.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Bill {
    /// What to call the build.
    pub name: String,
    /// Line by line.
    pub lines: Vec<Line>,
    /// What the rules do not allow about it.
    pub illegal: Vec<String>,
    /// What else a reader of the bill should know.
    pub notes: Vec<String>,
}

impl Bill {
    /// The sum; none if any line has no price.
    pub fn points(&self) -> Option<f64> {
        self.lines.iter().map(|line| line.points).sum()
    }
}

/// Points as people write them: no decimals where there are none.
pub fn points_text(points: Option<f64>) -> String {
    match points {
        None => "no price".to_owned(),
        Some(points) if points.fract() == 0.0 => format!("{points:.0}"),
        Some(points) => format!("{}", (points * 1e4).round() / 1e4),
    }
}

impl Reply for Bill {
    fn json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("points".into(), json!(self.points()));
        let items = self
            .lines
            .iter()
            .map(|line| json!({"item": line.item, "kind": line.kind, "points": line.points}));
        map.insert("items".into(), items.collect());
        map.insert("illegal".into(), json!(self.illegal));
        map.insert("notes".into(), json!(self.notes));
        map
    }

    fn words(&self) -> Vec<Words> {
        let rows = self.lines.iter().map(|line| {
            vec![
                line.item.clone(),
                line.kind.to_owned(),
                points_text(line.points),
            ]
        });
        let mut rows: Vec<Vec<String>> = rows.collect();
        rows.push(vec![
            "total".into(),
            String::new(),
            points_text(self.points()),
        ]);
        let mut words = vec![
            Words::Title(if self.name.is_empty() {
                "Bill".to_owned()
            } else {
                format!("Bill of {}", self.name)
            }),
            Words::Table {
                head: ["item", "kind", "points"].map(str::to_owned).to_vec(),
                align: vec![Align::Left, Align::Left, Align::Right],
                rows,
            },
        ];
        for fault in &self.illegal {
            words.push(Words::Warning(format!("not legal: {fault}")));
        }
        for note in &self.notes {
            words.push(Words::Line(format!("note: {note}")));
        }
        if self.illegal.is_empty() {
            words.push(Words::Line("legal".to_owned()));
        }
        words
    }
}
