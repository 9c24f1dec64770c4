//! The summary of a run for a terminal of 100 columns: how it was found, who is strong and who is weak for the points,
//! everybody against everybody where they are few, and what a reader should beware of.

use super::standings::{Field, Matrix, Standing, Standings};
use crate::points::Fair;
use crate::scenario::{Plan, Variant};
use crate::systems::{Align, Words, percent, points_text};

/// How many of the strongest and of the weakest are shown.
const SHOWN: usize = 10;

/// The longest name of a build that is shown in full.
const LONGEST: usize = 30;

/// Room for a build's name and for that of its worst opponent, so that a row fits 100 columns.
const NAMES: usize = 37;

/// An opponent's name is shown only if there is room for this many letters.
const SHORTEST: usize = 10;

/// A name, cut where it is too long.
pub(super) fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        name.to_owned()
    } else {
        let start: String = name.chars().take(most - 1).collect();
        format!("{start}…")
    }
}

/// Points of a hundred with a sign.
fn signed(value: f64) -> String {
    // Never a minus before nothing.
    let tenths = (1000.0 * value).round() + 0.0;
    format!("{:+.1}", tenths / 10.0)
}

fn counted(n: u64, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// What was run, and how it was found out.
pub(super) fn opening(plan: &Plan, standings: &Standings) -> Vec<Words> {
    let mut words = vec![Words::Title(plan.title.clone())];
    let mut found = vec![counted(plan.len(), "match-up")];
    if standings.exact > 0 {
        found.push(format!("{} worked out exactly", standings.exact));
    }
    if standings.sampled > 0 {
        found.push(format!(
            "{} sampled with {} (seed {})",
            standings.sampled,
            counted(standings.fights, "fight"),
            plan.seed
        ));
    }
    words.push(Words::Line(format!("{}.", found.join(", "))));
    for note in &plan.notes {
        words.push(Words::Warning(format!("{note}.")));
    }
    words
}

/// What a run came to, in words.
pub fn summary(plan: &Plan, standings: &Standings) -> Vec<Words> {
    let mut words = opening(plan, standings);
    for (variant, field) in plan.variants.iter().zip(&standings.fields) {
        if !variant.name.is_empty() {
            words.push(Words::Title(format!("Under {}", variant.name)));
        }
        of_field(plan, variant, field, &mut words);
    }
    words
}

/// What all situations of a skirmish share, and what tells each from the others. A duel's are short, and said in full.
fn told_apart(plan: &Plan, variant: &Variant) -> (Vec<String>, Vec<String>) {
    let parts = |text: &str| text.split(", ").map(str::to_owned).collect::<Vec<String>>();
    let all: Vec<Vec<String>> = variant.words.iter().map(|words| parts(words)).collect();
    let shared = |part: &String| plan.is_skirmish() && all.iter().all(|other| other.contains(part));
    let common = all
        .first()
        .map(|first| first.iter().filter(|part| shared(part)).cloned());
    let own = all.iter().map(|parts| {
        let own: Vec<String> = parts.iter().filter(|part| !shared(part)).cloned().collect();
        own.join(", ")
    });
    (
        common.map(Iterator::collect).unwrap_or_default(),
        own.collect(),
    )
}

fn of_field(plan: &Plan, variant: &Variant, field: &Field, words: &mut Vec<Words>) {
    let priced = field.curve.is_some();
    let (common, own) = told_apart(plan, variant);
    if !common.is_empty() {
        words.push(Words::Line(format!("Everywhere: {}.", common.join(", "))));
    }
    match (field.curve, field.mean_distance) {
        _ if plan.is_mirror() && plan.is_skirmish() => words.push(Words::Line(
            "Every force meets itself, with sides swapped: 50 % are expected. What side and first turn are worth is in \
             matchups.csv (score_side0, score_first)."
                .to_owned(),
        )),
        _ if plan.is_mirror() => words.push(Words::Line(
            "Every build meets itself: a score above 50 % is what being the first side is worth."
                .to_owned(),
        )),
        (Some(curve), Some(distance)) => {
            let twice = curve.expected(2.0, 1.0);
            words.push(Words::Line(format!(
                "In this field twice the points score {} (slope {:.2}); a match-up is {:.1} points of a hundred off on average.",
                percent(twice),
                curve.slope,
                100.0 * distance
            )));
            if curve.slope <= 0.0 {
                words.push(Words::Warning(
                    "Dearer builds do not win more often here: residuals say little, fair points nothing.".to_owned(),
                ));
            }
        }
        (None, Some(_)) if plan.is_skirmish() => words.push(Words::Line(
            "All sides have the same points to spend, so an even fight is expected everywhere.".to_owned(),
        )),
        (None, Some(_)) => words.push(Words::Line(
            "All builds with a price cost the same, so an even fight is expected everywhere."
                .to_owned(),
        )),
        _ => words.push(Words::Line(
            "Nothing here has a price: ranked by score.".to_owned(),
        )),
    }
    // With a curve, by what they do for their points, and without those it says nothing of; else by score.
    let mut all: Vec<Standing> = field.standings.clone();
    if priced {
        all.retain(|standing| standing.residual.is_some());
    } else {
        all.sort_by_key(|standing| standing.rank);
    }
    let unpriced = field.standings.len() - all.len();
    let who = if plan.is_skirmish() { "force" } else { "build" };
    let table = |rows: &[Standing]| table(variant, rows, priced, !plan.is_mirror(), who);
    if all.len() <= 2 * SHOWN {
        words.push(Words::Line(match priced {
            true => "The best for their points first (residual: score above what the points let expect):".to_owned(),
            false => "The strongest first:".to_owned(),
        }));
        words.push(table(&all));
    } else {
        let what = if priced { " for their points" } else { "" };
        words.push(Words::Line(format!(
            "The {SHOWN} strongest{what} of {}:",
            all.len()
        )));
        words.push(table(&all[..SHOWN]));
        words.push(Words::Line(format!("The {SHOWN} weakest{what}:")));
        words.push(table(&all[all.len() - SHOWN..]));
    }
    if unpriced > 0 {
        words.push(Words::Warning(format!(
            "{} without a price above 0 {} left out here; builds.csv has them.",
            counted(unpriced as u64, "build"),
            if unpriced == 1 { "is" } else { "are" }
        )));
    }
    if !field.few.is_empty() {
        words.push(Words::Line("Every match-up:".to_owned()));
        let rows = field.few.iter().map(|(matchup, score)| {
            let [a, b] = plan.sides(matchup);
            vec![
                short(&a.name, LONGEST),
                short(&b.name, LONGEST),
                own.get(matchup.group).cloned().unwrap_or_default(),
                percent(*score),
            ]
        });
        words.push(Words::Table {
            head: ["a", "b", "situation", "score of a"]
                .map(str::to_owned)
                .to_vec(),
            align: vec![Align::Left, Align::Left, Align::Left, Align::Right],
            rows: rows.collect(),
        });
        return;
    }
    if let Some(matrix) = &field.matrix
        && !plan.is_mirror()
    {
        words.push(Words::Line(
            "Score of the row against the column, in points of a hundred:".to_owned(),
        ));
        words.push(shown(variant, matrix));
    }
}

/// The matrix without references as rows, and without anybody whom nobody in it met.
fn shown(variant: &Variant, matrix: &Matrix) -> Words {
    let all = 0..variant.soldiers.len();
    let rows: Vec<usize> = all
        .clone()
        .filter(|at| variant.soldiers[*at].ranked)
        .collect();
    let columns: Vec<usize> = all
        .filter(|at| rows.iter().any(|row| matrix.scores[*row][*at].is_some()))
        .collect();
    let names = |places: &[usize]| {
        let names = places.iter().map(|at| variant.soldiers[*at].name.clone());
        names.collect::<Vec<String>>()
    };
    Words::Matrix {
        rows: names(&rows),
        columns: names(&columns),
        scores: rows
            .iter()
            .map(|row| columns.iter().map(|at| matrix.scores[*row][*at]).collect())
            .collect(),
    }
}

fn table(
    variant: &Variant,
    rows: &[Standing],
    priced: bool,
    others: bool,
    who: &'static str,
) -> Words {
    let widest = rows
        .iter()
        .map(|standing| variant.soldiers[standing.soldier].name.chars().count())
        .max()
        .unwrap_or(0);
    let room = NAMES - widest.min(LONGEST);
    let others = others && room >= SHORTEST;
    let mut head = vec![who, "points", "score"];
    let mut align = vec![Align::Left, Align::Right, Align::Right];
    if priced {
        head.extend(["residual", "95 %", "fair at"]);
        align.extend([Align::Right; 3]);
    }
    if others {
        head.push("worst against");
        align.push(Align::Left);
    }
    let rows = rows.iter().map(|standing| {
        let soldier = &variant.soldiers[standing.soldier];
        let mut row = vec![
            short(&soldier.name, LONGEST),
            points_text(soldier.recruit.points),
            percent(standing.score),
        ];
        if priced {
            row.push(standing.residual.map_or(String::new(), signed));
            row.push(
                standing
                    .residual_interval
                    .map_or(String::new(), |[low, high]| {
                        format!("{}..{}", signed(low), signed(high))
                    }),
            );
            row.push(match standing.fair {
                Fair::Points(points) if points < 100.0 => format!("{points:.1}"),
                Fair::Points(points) => format!("{points:.0}"),
                Fair::Beyond => "beyond".to_owned(),
                Fair::Worthless => "none".to_owned(),
                Fair::Unknown => "?".to_owned(),
            });
        }
        if let (true, Some(worst)) = (others, &standing.worst) {
            row.push(short(&worst.name, room));
        }
        row
    });
    Words::Table {
        head: head.into_iter().map(str::to_owned).collect(),
        align,
        rows: rows.collect(),
    }
}
