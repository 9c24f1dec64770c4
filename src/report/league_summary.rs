//! The standings for a terminal of 100 columns. Every figure is explained where it stands, and comes with its interval or
//! the word exact.

use super::league::{League, Table};
use super::league_tables::dominated;
use super::standings::Standings;
use super::summary::{opening, short};
use crate::scenario::{Plan, Variant};
use crate::stats::{Dominance, ELO, IN_THE_MIX, MOST_FOR_MIXTURES};
use crate::systems::{Align, Words, percent, points_text};

/// Columns of a terminal.
const WIDTH: usize = 100;

/// How many of the highest rating are shown, and how many more of the mix.
const SHOWN: usize = 20;
const SHOWN_OF_MIX: usize = 10;

/// How many of the dominated are named.
const NAMED: usize = 12;

/// The longest name in the table, and in a sentence.
const LONGEST: usize = 26;

/// A matrix of more builds than this is not shown.
const MATRIX: usize = 12;

/// A sentence in lines that fit; all but the first are indented.
pub(super) fn sentence(words: &mut Vec<Words>, text: &str) {
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            words.push(Words::Line(std::mem::take(&mut line)));
            line.push_str("  ");
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    words.push(Words::Line(line));
}

/// A rating with its sign; never a sign before nothing.
fn elo(rating: f64) -> String {
    let rating = (ELO * rating).round();
    if rating == 0.0 {
        "0".to_owned()
    } else {
        format!("{rating:+.0}")
    }
}

/// What the matrices of a run say, in words.
pub(super) fn league_summary(plan: &Plan, standings: &Standings, league: &League) -> Vec<Words> {
    let mut words = opening(plan, standings);
    for (variant, table) in plan.variants.iter().zip(&league.tables) {
        if !variant.name.is_empty() {
            words.push(Words::Title(format!("Under {}", variant.name)));
        }
        explained(table, &mut words);
        words.push(ranked(variant, table));
        sentence(
            &mut words,
            &format!(
                "exploitability: nobody gains more than {:.0e} of a score by leaving the mix (0 would be perfect).",
                table.exploitability.max(1e-9)
            ),
        );
        dominance(variant, table, &mut words);
        ladder(variant, table, &mut words);
        matrix(variant, table, &mut words);
    }
    words
}

fn explained(table: &Table, words: &mut Vec<Words>) {
    let n = table.resamples;
    let dice = if table.exact {
        ""
    } else {
        " and the dice drawn anew"
    };
    sentence(
        words,
        &format!(
            "rating: strength in Elo points (Bradley-Terry; 0 is the average build, +400 scores ten to one), with its 95 % \
             over {n} fields whose opponents are weighted anew{dice}."
        ),
    );
    let game = match (table.priced, table.curve) {
        (true, Some(curve)) => format!(
            "score less what the points let expect (slope {:.2})",
            curve.slope
        ),
        (true, None) => "score less one half, as all cost the same".to_owned(),
        _ => "score less one half, as not all have a price".to_owned(),
    };
    let again = if table.exact {
        format!("{n} fields drawn from these builds, counting those it is in")
    } else {
        format!("{n} draws of other dice")
    };
    sentence(
        words,
        &format!(
            "mix: how often to take a build so that no choice beats yours on average, playing for {game}; its 95 %, and how \
             often it is in the mix, over {again}."
        ),
    );
    if table.curve.is_some_and(|curve| curve.slope <= 0.0) {
        words.push(Words::Warning(
            "Dearer builds do not win more often here: the mix says little about points."
                .to_owned(),
        ));
    }
}

fn ranked(variant: &Variant, table: &Table) -> Words {
    let head = [
        "build",
        "points",
        "rating",
        "95 %",
        "mix",
        "95 %",
        "in the mix",
    ];
    let (top, rest) = table.order.split_at(table.order.len().min(SHOWN));
    let mut mixed: Vec<usize> = rest
        .iter()
        .copied()
        .filter(|at| table.placed[*at].share >= IN_THE_MIX)
        .collect();
    mixed.truncate(SHOWN_OF_MIX);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for at in top.iter().copied().chain(mixed) {
        let (soldier, placed) = (&variant.soldiers[at], &table.placed[at]);
        let [low, high] = placed.rating_interval.map(elo);
        let hundred = |share: f64| format!("{:.1}", 100.0 * share);
        rows.push(vec![
            short(&soldier.name, LONGEST),
            points_text(soldier.recruit.points),
            elo(placed.rating),
            format!("{low}..{high}"),
            format!("{} %", hundred(placed.share)),
            placed.share_interval.map_or(String::new(), |[low, high]| {
                format!("{}..{}", hundred(low), hundred(high))
            }),
            placed
                .support
                .map_or(String::new(), |share| format!("{:.0} %", 100.0 * share)),
        ]);
    }
    if table.order.len() > rows.len() {
        let more = table.order.len() - rows.len();
        let mut row = vec![format!("... and {more} more")];
        row.resize(head.len(), String::new());
        rows.push(row);
    }
    let mut align = vec![Align::Left];
    align.resize(head.len(), Align::Right);
    Words::Table {
        head: head.map(str::to_owned).to_vec(),
        align,
        rows,
    }
}

fn dominance(variant: &Variant, table: &Table, words: &mut Vec<Words>) {
    let how = if table.exact {
        "exact"
    } else {
        "by the 95 % intervals"
    };
    let prices = variant.soldiers.iter().any(|s| s.recruit.points.is_some());
    let cost = if prices { " and costs no more" } else { "" };
    let whom = if table.order.len() <= MOST_FOR_MIXTURES {
        "another build, or a mixture of some,".to_owned()
    } else {
        format!("another build (mixtures are sought among {MOST_FOR_MIXTURES} builds at most)")
    };
    let all: Vec<usize> = table
        .order
        .iter()
        .copied()
        .filter(|at| table.placed[*at].dominated.is_some())
        .collect();
    let count = match all.len() {
        0 => "nobody".to_owned(),
        n => format!("{n} of {}", table.order.len()),
    };
    sentence(
        words,
        &format!(
            "dominated ({whom} scores at least as well against everybody{cost}; {how}): {count}."
        ),
    );
    for at in all.iter().take(NAMED) {
        let why = &table.placed[*at].dominated;
        let [by, _] = dominated(variant, why);
        let by = match why {
            Some(Dominance::Mixture(_)) => format!("a mixture: {by}"),
            _ => by,
        };
        sentence(words, &format!("- {} by {by}", variant.soldiers[*at].name));
    }
    if all.len() > NAMED {
        let more = all.len() - NAMED;
        words.push(Words::Line(format!("- and {more} more, in standings.csv")));
    }
}

fn ladder(variant: &Variant, table: &Table, words: &mut Vec<Words>) {
    let Some(share) = table.transitivity else {
        words.push(Words::Line(
            "ladder: all scores are even, so nobody is above another.".to_owned(),
        ));
        return;
    };
    let sure = match table.transitivity_interval {
        Some([low, high]) => format!("95 %: {}..{}", percent(low), percent(high)),
        None => "exact".to_owned(),
    };
    sentence(
        words,
        &format!(
            "ladder: one number of strength for each explains {} ({sure}) of the squared differences of score from one half; \
             the rest is rock, paper, scissors.",
            percent(share)
        ),
    );
    if table.cycles.is_empty() {
        let how = if table.exact {
            "exact"
        } else {
            "by the estimates"
        };
        words.push(Words::Line(format!("cycles of three ({how}): none.")));
        return;
    }
    let how = if table.exact {
        "exact"
    } else {
        "with their 95 %"
    };
    sentence(
        words,
        &format!(
            "cycles of three, those first whose weakest link is the strongest (scores {how}):"
        ),
    );
    for cycle in &table.cycles {
        let [a, b, c] = cycle.builds;
        let links = [(a, b), (b, c), (c, a)].map(|(x, y)| {
            let cell = table.scores.at(x, y);
            let sure = if cell.is_exact() {
                String::new()
            } else {
                format!(" ({:.2}..{:.2})", 100.0 * cell.low, 100.0 * cell.high)
            };
            let name = |at: usize| short(&variant.soldiers[at].name, LONGEST);
            format!("{} > {} {}{sure}", name(x), name(y), percent(cell.score))
        });
        sentence(words, &format!("- {}", links.join(", ")));
    }
}

fn matrix(variant: &Variant, table: &Table, words: &mut Vec<Words>) {
    let n = table.order.len();
    if !(2..=MATRIX).contains(&n) {
        return;
    }
    let sure = if table.exact {
        "exact, rounded".to_owned()
    } else {
        format!("95 %: {:.2} to either side at most", 100.0 * table.widest())
    };
    words.push(Words::Line(format!(
        "Score of the row against the column, in points of a hundred ({sure}):"
    )));
    let order = &table.order;
    let names: Vec<String> = order
        .iter()
        .map(|at| variant.soldiers[*at].name.clone())
        .collect();
    let row = |me: &usize| {
        let cells = order.iter();
        let cells = cells.map(|at| (at != me).then(|| table.scores.at(*me, *at).score));
        cells.collect()
    };
    words.push(Words::Matrix {
        rows: names.clone(),
        columns: names,
        scores: order.iter().map(row).collect(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_fit_the_terminal() {
        let mut words = Vec::new();
        sentence(&mut words, &"seven77 ".repeat(60));
        assert!(words.len() > 3);
        for word in words {
            let Words::Line(line) = word else {
                panic!("{word:?}")
            };
            assert!(line.chars().count() <= WIDTH);
        }
    }
}
