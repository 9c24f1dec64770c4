//! What one step of everything does to a build, and what that is worth in points: for people, for scripts, for a table.

use super::folder::Folder;
use super::publish::Outcome;
use super::tables::csv_writer;
use crate::points::Curve;
use crate::run::Change;
use crate::systems::{Words, points_text};
use serde_json::json;
use std::io;
use std::path::Path;

/// The files of `weights`.
pub const WEIGHT_FILES: &[&str] = &["weights.csv"];

/// One step of a build.
pub struct Weight {
    /// What was changed.
    pub step: String,
    /// What the changed build costs.
    pub points: Option<f64>,
    /// What is not legal about it; empty if nothing.
    pub illegal: String,
    /// What it does to the score.
    pub change: Change,
}

/// All steps of a build.
pub struct Weights {
    /// The build.
    pub build: String,
    /// What it costs.
    pub points: Option<f64>,
    /// Its mean score against the field.
    pub score: f64,
    /// What the field's builds cost.
    pub field: Vec<f64>,
    /// How many builds the field has.
    pub opponents: usize,
    /// How the score follows the points in the field; none if it does not.
    pub curve: Option<Curve>,
    /// Step by step.
    pub steps: Vec<Weight>,
}

impl Weights {
    /// The points that change the score by as much, going by the field's curve: none without a curve or a price, or where no
    /// number of points would.
    pub fn worth(&self, change: f64) -> Option<f64> {
        let (curve, cost) = (self.curve?, self.points.filter(|points| *points > 0.0)?);
        if self.field.is_empty() {
            return None;
        }
        let expected = |price: f64| {
            let scores = self.field.iter().map(|other| curve.expected(price, *other));
            scores.sum::<f64>() / self.field.len() as f64
        };
        let wanted = expected(cost) + change;
        let (mut low, mut high) = (cost * 1e-3, cost * 1e3);
        if !(expected(low) < wanted && wanted < expected(high)) {
            return None;
        }
        for _ in 0..80 {
            let middle = (low * high).sqrt();
            if expected(middle) < wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some((low * high).sqrt() - cost)
    }

    /// Worth less cost of a step: what it gives for nothing.
    fn gain(&self, weight: &Weight) -> Option<f64> {
        Some(self.worth(weight.change.score)? - self.cost(weight)?)
    }

    /// What a step costs.
    fn cost(&self, weight: &Weight) -> Option<f64> {
        Some(weight.points? - self.points?)
    }
}

fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    if text
        .trim_start_matches(['+', '-'])
        .chars()
        .all(|c| matches!(c, '0' | '.'))
    {
        text.trim_start_matches(['+', '-']).to_owned()
    } else {
        text
    }
}

/// Shows the weights and, with a folder, writes `weights.csv`.
pub fn publish_weights(mut weights: Weights, folder: Option<&Path>) -> io::Result<Outcome> {
    let mut steps = std::mem::take(&mut weights.steps);
    steps.sort_by(|a, b| {
        let key = |step: &Weight| weights.gain(step).unwrap_or(step.change.score);
        key(b).total_cmp(&key(a)).then(a.step.cmp(&b.step))
    });
    weights.steps = steps;
    if let Some(folder) = folder {
        let mut files = Folder::new(folder)?;
        files.write("weights.csv", |out| {
            let mut csv = csv_writer(out);
            csv.write_record([
                "step",
                "points",
                "cost",
                "change",
                "change_lo",
                "change_hi",
                "method",
                "worth",
                "worth_lo",
                "worth_hi",
                "illegal",
            ])?;
            for step in &weights.steps {
                let number =
                    |value: Option<f64>| value.map_or(String::new(), |v| format!("{v:.6}"));
                let change = step.change;
                let [low, high] = change.interval.unwrap_or([change.score; 2]);
                csv.write_record([
                    step.step.clone(),
                    number(step.points),
                    number(weights.cost(step)),
                    number(Some(change.score)),
                    number(Some(low)),
                    number(Some(high)),
                    if change.interval.is_some() {
                        "sampled"
                    } else {
                        "exact"
                    }
                    .to_owned(),
                    number(weights.worth(change.score)),
                    number(weights.worth(low)),
                    number(weights.worth(high)),
                    step.illegal.clone(),
                ])?;
            }
            csv.flush()
        })?;
        files.show()?;
    }
    Ok(Outcome {
        words: words(&weights),
        json: json!({
            "fairfight": env!("CARGO_PKG_VERSION"),
            "build": weights.build,
            "points": weights.points,
            "score": weights.score,
            "opponents": weights.opponents,
            "slope": weights.curve.map(|curve| curve.slope),
            "steps": weights.steps.iter().map(|step| json!({
                "step": step.step,
                "points": step.points,
                "cost": weights.cost(step),
                "change": step.change.score,
                "interval": step.change.interval,
                "method": if step.change.interval.is_some() { "sampled" } else { "exact" },
                "worth": weights.worth(step.change.score),
                "worth_interval": step.change.interval.map(|ends| ends.map(|end| weights.worth(end))),
                "illegal": step.illegal,
            })).collect::<Vec<_>>(),
        }),
    })
}

fn words(weights: &Weights) -> Vec<Words> {
    let mut lines = vec![format!(
        "{} costs {} and scores {:.2} % on average against {} builds.",
        weights.build,
        points_text(weights.points),
        100.0 * weights.score,
        weights.opponents
    )];
    lines.push(
        "change: what one step adds to that score, in points of a hundred, with its 95 % where it is sampled (with the same dice) \
         or the word exact. cost: what the step costs by the table."
            .to_owned(),
    );
    lines.push(match weights.curve {
        Some(curve) if weights.points.is_some() => format!(
            "worth: the points that would change the score by as much, going by the field's own curve (slope {:.2}); the best for \
             their points come first.",
            curve.slope
        ),
        _ => "worth: unknown, because in this field prices do not tell who wins; the largest change comes first.".to_owned(),
    });
    let mut words = vec![Words::Title(format!(
        "What one step is worth to {}",
        weights.build
    ))];
    for line in &lines {
        super::league_summary::sentence(&mut words, line);
    }
    let rows = weights.steps.iter().map(|step| {
        let change = step.change;
        let range = |[low, high]: [String; 2]| format!("{low}..{high}");
        let worth = |value: f64| {
            weights
                .worth(value)
                .map_or("-".to_owned(), |v| signed(v, 1))
        };
        vec![
            step.step.clone(),
            signed(100.0 * change.score, 2),
            change.interval.map_or("exact".to_owned(), |ends| {
                range(ends.map(|end| signed(100.0 * end, 2)))
            }),
            weights
                .cost(step)
                .map_or("-".to_owned(), |cost| signed(cost, 1)),
            worth(change.score),
            change
                .interval
                .map_or("exact".to_owned(), |ends| range(ends.map(worth))),
            if step.illegal.is_empty() {
                ""
            } else {
                "not legal"
            }
            .to_owned(),
        ]
    });
    words.push(Words::table(
        &["step", "change", "95 %", "cost", "worth", "95 %", ""],
        "lrrrrrl",
        rows.collect(),
    ));
    words
}
