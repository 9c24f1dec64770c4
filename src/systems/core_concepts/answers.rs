//! Answers to the system's own questions, for scripts and for people: the keys and, beside them, the lines and tables.

use crate::systems::{Align, Reply, Words, percent};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The chance of each value.
#[derive(Clone, Debug, Default)]
pub struct Distribution(BTreeMap<u32, f64>);

impl Distribution {
    /// Adds a chance.
    pub fn put(&mut self, value: u32, chance: f64) {
        *self.0.entry(value).or_insert(0.0) += chance;
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.0.iter().map(|(n, p)| f64::from(*n) * p).sum()
    }

    /// Keyed by the value.
    pub fn json(&self) -> Value {
        let entries = self.0.iter().map(|(n, p)| (n.to_string(), json!(p)));
        Value::Object(entries.collect())
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    keys: Map<String, Value>,
    words: Vec<Words>,
}

impl Answer {
    /// One with this title.
    pub fn new(title: String) -> Answer {
        Answer {
            keys: Map::new(),
            words: vec![Words::Title(title)],
        }
    }

    /// Adds a key.
    pub fn put(&mut self, key: &str, value: Value) {
        self.keys.insert(key.to_owned(), value);
    }

    /// Adds a line.
    pub fn line(&mut self, line: String) {
        self.words.push(Words::Line(line));
    }

    /// Adds a table of figures.
    pub fn table(&mut self, head: Vec<String>, rows: Vec<Vec<String>>) {
        self.words.push(Words::Table {
            align: vec![Align::Right; head.len()],
            head,
            rows,
        });
    }

    /// Adds a table of distributions side by side.
    pub fn distributions(&mut self, what: &str, columns: &[(&str, &Distribution)]) {
        let mut values: Vec<u32> = columns.iter().flat_map(|c| c.1.0.keys().copied()).collect();
        values.sort_unstable();
        values.dedup();
        let head = std::iter::once(what).chain(columns.iter().map(|c| c.0));
        let rows = values.iter().map(|value| {
            let cells = columns
                .iter()
                .map(|c| c.1.0.get(value).map_or(String::new(), |p| percent(*p)));
            std::iter::once(value.to_string()).chain(cells).collect()
        });
        self.table(head.map(str::to_owned).collect(), rows.collect());
    }
}

impl Reply for Answer {
    fn json(&self) -> Map<String, Value> {
        self.keys.clone()
    }

    fn words(&self) -> Vec<Words> {
        self.words.clone()
    }
}
