//! `matchups.csv`, one row a match-up, and `builds.csv`, one row a build. The first columns are fixed; more may follow.

use super::standings::{Against, Standings};
use crate::points::Fair;
use crate::run::{Finding, Parts};
use crate::scenario::{Matchup, Plan};
use csv::{Terminator, Writer, WriterBuilder};
use std::io::{self, Write};

/// The first columns of `matchups.csv`; a column `draw_REASON` for each kind of draw follows.
pub const MATCHUP_COLUMNS: &[&str] = &[
    "matchup",
    "system",
    "a",
    "b",
    "situation",
    "policy_a",
    "policy_b",
    "points_a",
    "points_b",
    "method",
    "trials",
    "wins_a",
    "wins_b",
    "draws",
    "win_rate_a",
    "win_rate_lo",
    "win_rate_hi",
    "score_a",
    "mean_rounds",
    "variant",
    "win_rate_b",
    "draw_rate",
    "score_lo",
    "score_hi",
    "expected_score",
    "residual",
    "residual_lo",
    "residual_hi",
    "rounds_p10",
    "rounds_p50",
    "rounds_p90",
    "left_a_winning",
    "left_b_winning",
];

/// Columns that only the match-ups of a skirmish have, before those of the draws.
pub const SKIRMISH_COLUMNS: &[&str] = &[
    "unspent_a",
    "unspent_b",
    "models_a",
    "models_b",
    "score_side0",
    "score_first",
    "score_a_side0",
    "score_a_side1",
    "score_a_first",
    "score_a_second",
];

/// The columns of `builds.csv`.
pub const BUILD_COLUMNS: &[&str] = &[
    "build",
    "system",
    "variant",
    "points",
    "matchups",
    "mean_score",
    "rank",
    "score_equal_points",
    "matchups_equal_points",
    "residual",
    "residual_lo",
    "residual_hi",
    "value_rank",
    "fair_points",
    "fair_points_note",
    "best_score",
    "best_against",
    "best_situation",
    "worst_score",
    "worst_against",
    "worst_situation",
    "legal",
    "group",
    "name",
    "policy",
];

/// A fraction with its decimals; never a minus before nothing.
pub fn rate(value: f64) -> String {
    let text = format!("{value:.9}");
    match text.strip_prefix("-") {
        Some(rest) if rest.bytes().all(|b| b == b'0' || b == b'.') => rest.to_owned(),
        _ => text,
    }
}

/// The same where there is one.
pub(super) fn maybe(value: Option<f64>) -> String {
    value.map_or(String::new(), rate)
}

/// Points as they are, without decimals that they do not have.
pub(super) fn points(value: Option<f64>) -> String {
    value.map_or(String::new(), |points| format!("{points}"))
}

/// CSV with plain line ends on every machine.
pub fn csv_writer(out: &mut dyn Write) -> Writer<&mut dyn Write> {
    WriterBuilder::new()
        .terminator(Terminator::Any(b'\n'))
        .from_writer(out)
}

/// Writes `matchups.csv`, in the order of the plan.
pub fn matchups_csv(
    plan: &Plan,
    parts: &mut Parts,
    standings: &Standings,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut csv = csv_writer(out);
    let reasons = reasons(plan);
    let draws: Vec<String> = reasons.iter().map(|why| format!("draw_{why}")).collect();
    let of_sides = if plan.is_skirmish() {
        SKIRMISH_COLUMNS
    } else {
        &[]
    };
    csv.write_record(
        MATCHUP_COLUMNS
            .iter()
            .chain(of_sides)
            .copied()
            .chain(draws.iter().map(String::as_str)),
    )?;
    let mut matchups = plan.matchups(0..plan.len());
    parts.each(|finding| {
        let matchup = matchups
            .next()
            .ok_or_else(|| io::Error::other("more findings than match-ups"))?;
        row(plan, &matchup, &finding, standings, &mut csv)?;
        Ok(())
    })?;
    csv.flush()
}

/// The kinds of draw of the plan's system.
fn reasons(plan: &Plan) -> Vec<&'static str> {
    plan.matchups(0..1)
        .next()
        .and_then(|matchup| plan.meet(&matchup).ok())
        .and_then(|meetings| {
            meetings
                .first()
                .map(|meeting| meeting.pairing.fight.reasons().to_vec())
        })
        .unwrap_or_default()
}

fn row(
    plan: &Plan,
    matchup: &Matchup,
    finding: &Finding,
    standings: &Standings,
    csv: &mut Writer<&mut dyn Write>,
) -> csv::Result<()> {
    let [a, b] = plan.sides(matchup);
    let curve = standings.fields[matchup.variant].curve;
    let price = |points: Option<f64>| points.filter(|points| *points > 0.0);
    let [points_a, points_b] = finding.points;
    let prices = price(points_a).zip(price(points_b));
    let expected = prices.map(|(a, b)| curve.map_or(0.5, |curve| curve.expected(a, b)));
    let above = |score: f64| maybe(expected.map(|expected| score - expected));
    let score = finding.score();
    let [policy_a, policy_b] = plan.policies(matchup);
    let cells = [
        plan.title_of(matchup),
        plan.system.to_owned(),
        a.name.clone(),
        b.name.clone(),
        plan.situation(matchup).to_owned(),
        policy_a,
        policy_b,
        points(points_a),
        points(points_b),
        if finding.exact { "exact" } else { "sampled" }.to_owned(),
        finding.trials.to_string(),
        finding.wins[0].to_string(),
        finding.wins[1].to_string(),
        finding.drawn.to_string(),
        rate(finding.win[0]),
        rate(finding.win_interval.low),
        rate(finding.win_interval.high),
        rate(score),
        rate(finding.mean_rounds),
        plan.variants[matchup.variant].name.clone(),
        rate(finding.win[1]),
        rate(finding.draw()),
        rate(finding.score_interval.low),
        rate(finding.score_interval.high),
        maybe(expected),
        above(score),
        above(finding.score_interval.low),
        above(finding.score_interval.high),
        finding.rounds[0].to_string(),
        finding.rounds[1].to_string(),
        finding.rounds[2].to_string(),
        rate(finding.kept[0]),
        rate(finding.kept[1]),
    ];
    for cell in &cells {
        csv.write_field(cell)?;
    }
    if let Some(sides) = &finding.sides {
        let [by_side, by_first] = [sides.by_side, sides.by_first];
        let cells = [
            points(sides.unspent[0]),
            points(sides.unspent[1]),
            sides.models[0].to_string(),
            sides.models[1].to_string(),
            rate(sides.score_side0()),
            rate(sides.score_first()),
            maybe(by_side[0]),
            maybe(by_side[1]),
            maybe(by_first[0]),
            maybe(by_first[1]),
        ];
        for cell in &cells {
            csv.write_field(cell)?;
        }
    }
    for draw in &finding.draws {
        csv.write_field(rate(*draw))?;
    }
    csv.write_record(None::<&[u8]>)
}

/// Writes `builds.csv`: the best for their points first.
pub fn builds_csv(plan: &Plan, standings: &Standings, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv_writer(out);
    csv.write_record(BUILD_COLUMNS)?;
    for (variant, field) in plan.variants.iter().zip(&standings.fields) {
        for standing in &field.standings {
            let soldier = &variant.soldiers[standing.soldier];
            let recruit = &soldier.recruit;
            let (fair, note) = match standing.fair {
                Fair::Points(points) => (format!("{points:.3}"), ""),
                Fair::Beyond => (String::new(), "wins everything"),
                Fair::Worthless => (String::new(), "loses everything"),
                Fair::Unknown => (String::new(), "cannot tell"),
            };
            let against = |found: &Option<Against>| match found {
                None => Default::default(),
                Some(found) => [
                    rate(found.score),
                    found.name.clone(),
                    found.situation.clone(),
                ],
            };
            let mut cells = vec![
                soldier.name.clone(),
                plan.system.to_owned(),
                variant.name.clone(),
                points(recruit.points),
                standing.matchups.to_string(),
                rate(standing.score),
                standing.rank.to_string(),
                maybe(standing.equal.map(|equal| equal.0)),
                standing.equal.map_or(0, |equal| equal.1).to_string(),
                maybe(standing.residual),
                maybe(standing.residual_interval.map(|interval| interval[0])),
                maybe(standing.residual_interval.map(|interval| interval[1])),
                standing
                    .value_rank
                    .map_or(String::new(), |rank| rank.to_string()),
                fair,
                note.to_owned(),
            ];
            cells.extend(against(&standing.best));
            cells.extend(against(&standing.worst));
            cells.extend([
                recruit.illegal.is_empty().to_string(),
                recruit.group.clone(),
                recruit.name.clone(),
                plan.policy_of(soldier),
            ]);
            csv.write_record(&cells)?;
        }
    }
    csv.flush()
}
