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
    /// What the line is made of, for whoever would change the prices. Adds up to the points.
    pub charges: Vec<Charge>,
}

impl Line {
    /// A line that charges for one thing.
    pub fn of(item: impl Into<String>, charge: Charge) -> Line {
        Line {
            item: item.into(),
            kind: charge.kind,
            points: charge.each.map(|each| each * charge.units + 0.0),
            charges: vec![charge],
        }
    }
}

/// So many units of something that has a price of its own. A price list that runs on (attribute 13 for 8, 12 for 16) is
/// taken apart into its steps, so that everything that can be priced is priced once.
#[derive(Clone, Debug, PartialEq)]
pub struct Charge {
    /// What has the price: `Sword`, `attribute 13 to 12`. The same price has the same name in every bill.
    pub item: String,
    /// What it is here, where one price is for several things: `mot 13 to 12`. Else the same as the item.
    pub part: String,
    /// What kind of thing it is.
    pub kind: &'static str,
    /// How many.
    pub units: f64,
    /// The price of one; none where the rules have none.
    pub each: Option<f64>,
    /// The price of one by the rules' own formula, where there is one.
    pub formula: Option<f64>,
    /// Where the rules file keeps the price. Empty: the rules have no place for it.
    pub cells: Vec<PriceCell>,
}

/// A number in the rules file that rises by as much as the price does.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceCell {
    /// Its path: `weapons.sword.points`, `aptitudes.rows[2].cost`.
    pub path: String,
    /// What it holds, or counts as where the file does not say.
    pub now: f64,
    /// Only whole numbers may stand there.
    pub whole: bool,
}

impl Charge {
    /// One unit, with no place in the rules file.
    pub fn new(item: impl Into<String>, kind: &'static str, each: Option<f64>) -> Charge {
        let item = item.into();
        Charge {
            part: item.clone(),
            item,
            kind,
            units: 1.0,
            each,
            formula: None,
            cells: Vec::new(),
        }
    }

    /// So many units.
    pub fn times(mut self, units: f64) -> Charge {
        self.units = units;
        self
    }

    /// What it is here.
    pub fn part(mut self, part: impl Into<String>) -> Charge {
        self.part = part.into();
        self
    }

    /// A cell that holds the price itself.
    pub fn at(self, path: impl Into<String>) -> Charge {
        let now = self.each.unwrap_or(0.0);
        self.raises(path, now)
    }

    /// A cell that rises with the price.
    pub fn raises(mut self, path: impl Into<String>, now: f64) -> Charge {
        self.cells.push(PriceCell {
            path: path.into(),
            now,
            whole: false,
        });
        self
    }
}

/// The steps of a price list that runs on, from its first row to `to`: what one row costs more than the row before.
/// `rows` are (what it is called, its price in all, where that stands).
pub fn steps(
    rows: &[(String, f64, String)],
    to: usize,
    kind: &'static str,
    called: &str,
    part: &str,
) -> Vec<Charge> {
    let step = |at: usize| {
        let [(from, before, _), (next, after, _)] = [&rows[at - 1], &rows[at]];
        let charge = Charge::new(
            format!("{called} {from} to {next}"),
            kind,
            Some(after - before),
        )
        .part(format!("{part} {from} to {next}"));
        // Whoever buys a later row has paid for this step as well.
        let later = rows[at..].iter();
        later.fold(charge, |charge, (_, price, path)| {
            charge.raises(path.clone(), *price)
        })
    };
    (1..=to).map(step).collect()
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
