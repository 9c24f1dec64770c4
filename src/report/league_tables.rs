//! `standings.csv`, one row a build; `matrix.csv` and `superiority.csv`, one row and one column a build.

use super::league::{League, Table};
use super::tables::{csv_writer, maybe, points, rate};
use crate::scenario::{Plan, Variant};
use crate::stats::{Cell, Dominance, ELO, IN_THE_MIX};
use std::collections::HashMap;
use std::io::{self, Write};

/// The columns of `standings.csv`.
pub const STANDING_COLUMNS: &[&str] = &[
    "build",
    "points",
    "rating",
    "rating_lo",
    "rating_hi",
    "dominated_by",
    "dominated_how",
    "equilibrium_share",
    "share_lo",
    "share_hi",
    "support_frequency",
    "in_the_mix",
    "against_mix",
    "mean_score",
    "score_lo",
    "score_hi",
    "method",
    "resamples",
    "system",
    "variant",
];

/// A rating with its decimals; never a minus before nothing.
fn elo(rating: f64) -> String {
    let rating = ELO * rating;
    format!("{:.3}", if rating.abs() < 5e-4 { 0.0 } else { rating })
}

/// Who dominates, and how: for a table.
pub(super) fn dominated(variant: &Variant, why: &Option<Dominance>) -> [String; 2] {
    let name = |at: usize| variant.soldiers[at].name.as_str();
    match why {
        None => Default::default(),
        Some(Dominance::By { build, strictly }) => [
            name(*build).to_owned(),
            if *strictly { "strictly" } else { "weakly" }.to_owned(),
        ],
        Some(Dominance::Mixture(shares)) => {
            let parts = shares
                .iter()
                .map(|(at, share)| format!("{:.2} % {}", 100.0 * share, name(*at)));
            let parts: Vec<String> = parts.collect();
            [parts.join(" + "), "mixture".to_owned()]
        }
    }
}

/// Whether a build's figures come from known scores or from estimates.
fn method(exact: bool) -> String {
    if exact { "exact" } else { "sampled" }.to_owned()
}

/// Writes `standings.csv`: the highest rating first.
pub(super) fn standings_csv(plan: &Plan, league: &League, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv_writer(out);
    csv.write_record(STANDING_COLUMNS)?;
    for (variant, table) in plan.variants.iter().zip(&league.tables) {
        for at in &table.order {
            let (soldier, placed) = (&variant.soldiers[*at], &table.placed[*at]);
            let [by, how] = dominated(variant, &placed.dominated);
            csv.write_record([
                soldier.name.clone(),
                points(soldier.recruit.points),
                elo(placed.rating),
                elo(placed.rating_interval[0]),
                elo(placed.rating_interval[1]),
                by,
                how,
                rate(placed.share),
                maybe(placed.share_interval.map(|interval| interval[0])),
                maybe(placed.share_interval.map(|interval| interval[1])),
                maybe(placed.support),
                (placed.share >= IN_THE_MIX).to_string(),
                rate(placed.against_mix),
                rate(placed.score.score),
                rate(placed.score.low),
                rate(placed.score.high),
                method(table.scores.row(*at).iter().all(Cell::is_exact)),
                table.resamples.to_string(),
                plan.system.to_owned(),
                variant.name.clone(),
            ])?;
        }
    }
    csv.flush()
}

/// Writes `matrix.csv`: the score of the row against the column, and how sure a row's scores are.
pub(super) fn matrix_csv(plan: &Plan, league: &League, out: &mut dyn Write) -> io::Result<()> {
    square(plan, league, out, |cell| cell.score)
}

/// Writes `superiority.csv`: how sure it is that the row beats the column.
pub(super) fn superiority_csv(plan: &Plan, league: &League, out: &mut dyn Write) -> io::Result<()> {
    square(plan, league, out, Cell::superiority)
}

/// A matrix. Under variants with other builds a column may be empty.
fn square(
    plan: &Plan,
    league: &League,
    out: &mut dyn Write,
    figure: fn(&Cell) -> f64,
) -> io::Result<()> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut names: Vec<&str> = Vec::new();
    for soldier in plan.variants.iter().flat_map(|variant| &variant.soldiers) {
        places.entry(soldier.name.as_str()).or_insert_with(|| {
            names.push(&soldier.name);
            names.len() - 1
        });
    }
    let mut csv = csv_writer(out);
    for head in ["build", "variant", "method", "widest_half_interval"] {
        csv.write_field(head)?;
    }
    csv.write_record(&names)?;
    for (variant, table) in plan.variants.iter().zip(&league.tables) {
        for (at, soldier) in variant.soldiers.iter().enumerate() {
            let row = table.scores.row(at);
            csv.write_field(&soldier.name)?;
            csv.write_field(&variant.name)?;
            csv.write_field(method(row.iter().all(Cell::is_exact)))?;
            csv.write_field(rate(widest(row)))?;
            let mut cells = vec![String::new(); names.len()];
            for (cell, other) in row.iter().zip(&variant.soldiers) {
                cells[places[other.name.as_str()]] = rate(figure(cell));
            }
            csv.write_record(&cells)?;
        }
    }
    csv.flush()
}

/// Half the widest interval of some scores.
pub(super) fn widest(cells: &[Cell]) -> f64 {
    let halves = cells.iter().map(|cell| (cell.high - cell.low) / 2.0);
    halves.fold(0.0, f64::max)
}

impl Table {
    /// Half the widest interval of all scores.
    pub(super) fn widest(&self) -> f64 {
        let rows = (0..self.scores.len()).map(|row| widest(self.scores.row(row)));
        rows.fold(0.0, f64::max)
    }
}
