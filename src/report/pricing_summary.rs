//! The prices for people: every figure explained where it stands, in a sentence. What was measured and how, the items, the
//! proof, whole builds, and match-ups.

use super::league_summary::sentence;
use super::pricing::{By, FALSE_FINDINGS, Pricing, Weighed};
use super::pricing_items::{interplay, items, shared, silent};
use super::pricing_words::{between, price, printed, verdict};
use crate::points::Contest;
use crate::scenario::Plan;
use crate::systems::Words;

/// How many builds are shown.
const BUILDS: usize = 12;

/// The same words with their sentences laid out for a terminal.
pub(super) fn laid_out(words: &[Words]) -> Vec<Words> {
    let mut laid = Vec::new();
    for word in words {
        match word {
            Words::Line(text) => sentence(&mut laid, text),
            other => laid.push(other.clone()),
        }
    }
    laid
}

/// The summary, in whole sentences.
pub(super) fn pricing_summary(plan: &Plan, pricing: &Pricing) -> Vec<Words> {
    let market = &pricing.market;
    let appraisal = &pricing.appraisal;
    let exact = market.scores.all_exact();
    let mut words = vec![Words::Title(plan.title.clone())];
    let line = |words: &mut Vec<Words>, text: String| words.push(Words::Line(text));
    let pairs = market.pairs().count();
    line(
        &mut words,
        format!(
            "{} builds of {} items, {pairs} pairs, {}.",
            market.len(),
            market.items(),
            if exact {
                "every score worked out exactly"
            } else {
                "scores sampled, or in part"
            }
        ),
    );
    for note in &plan.notes {
        words.push(Words::Warning(format!("{note}.")));
    }
    if !pricing.goods.without.is_empty() {
        let first = pricing.goods.without.iter().take(3).cloned();
        words.push(Words::Warning(format!(
            "{} builds are made of nothing that has a price and are left out: {}.",
            pricing.goods.without.len(),
            first.collect::<Vec<_>>().join(", ")
        )));
    }
    let measure = match (pricing.asked.by, appraisal.slope_interval) {
        (By::Force, _) if pricing.balances.is_some() => {
            "by force: n of one build against m of the other, in a skirmish, should be even if n and m cost the same. From \
             equal printed points on, numbers were changed until the skirmish was even; a score is here what the one is worth, as a share of what both \
             are."
                .to_owned()
        }
        (By::Rating, Some([low, high])) => format!(
            "by rating: two builds should cost the same if they win as often against each other; what points buy is taken from \
             this field, in which twice the price scores {:.0} % (slope {:.2}, 95 % {low:.2}..{high:.2}).",
            100.0 / (1.0 + 2f64.powf(-appraisal.slope)),
            appraisal.slope
        ),
        (By::Rating, None) => "by rating.".to_owned(),
        (By::Force, _) => {
            "by force: n of one build against m of the other, one after another, the winner staying with what is left of it, \
             should be even if n and m cost the same."
                .to_owned()
        }
    };
    line(&mut words, measure);
    open(plan, pricing, &mut words);
    if !pricing.targets_wanted().is_empty() {
        line(&mut words, pricing.targets_wanted());
    }
    line(
        &mut words,
        format!(
            "fair: what an item should cost so that what builds cost explains how they score; the middle item keeps its price, \
             and where the scores are silent the printed price stands. 95 %: over {} fields in which each build counts for \
             more or less{}.",
            appraisal.resamples,
            if exact {
                "; there are no dice in it, only how far additive prices can be right"
            } else {
                ", the dice thrown anew"
            }
        ),
    );
    line(
        &mut words,
        format!(
            "cheap, dear: off by more than {:.0} % beyond doubt (of all that are called so, at most {:.0} in 100 are false \
             findings); fair: known to be within {:.0} %; cannot tell: neither. new: what the recommended table says, rounded.",
            100.0 * pricing.asked.tolerance,
            100.0 * FALSE_FINDINGS,
            400.0 * pricing.asked.tolerance
        ),
    );
    words.push(items(pricing));
    silent(pricing, &mut words);
    shared(pricing, &mut words);
    interplay(pricing, &mut words);
    proof(pricing, &mut words);
    builds(plan, pricing, &mut words);
    uneven(plan, pricing, &mut words);
    words
}

/// Match-ups whose balance is not known from both sides.
fn open(plan: &Plan, pricing: &Pricing, words: &mut Vec<Words>) {
    let found = pricing.balances.iter().flatten();
    let open: Vec<String> = found
        .filter(|weighed| weighed.is_open())
        .map(|weighed| {
            let [a, b] = plan.sides(&weighed.matchup);
            format!("{} v {}", a.name, b.name)
        })
        .collect();
    if !open.is_empty() {
        words.push(Words::Warning(format!(
            "{} of {} match-ups are even with no numbers that could be fought, or it is not clear that more are better (many \
             draws), and count as the nearest that was fought: {}{}. Leave such builds out, or change the table or the cap.",
            open.len(),
            plan.len(),
            open.iter().take(3).cloned().collect::<Vec<_>>().join(", "),
            if open.len() > 3 { ", ..." } else { "" }
        )));
    }
}

/// The match-ups in which equal points are furthest from even.
fn uneven(plan: &Plan, pricing: &Pricing, words: &mut Vec<Words>) {
    let Some(found) = &pricing.balances else {
        return;
    };
    let by_points = |weighed: &Weighed| {
        let [a, b] = plan.sides(&weighed.matchup).map(|one| one.recruit.points);
        Some(a? / b?)
    };
    let off =
        |weighed: &Weighed| by_points(weighed).map_or(0.0, |by| (weighed.worth / by).ln().abs());
    let mut order: Vec<&Weighed> = found.iter().collect();
    order.sort_by(|a, b| {
        off(b)
            .total_cmp(&off(a))
            .then(a.matchup.index.cmp(&b.matchup.index))
    });
    words.push(Words::Title("How many balance how many".to_owned()));
    words.push(Words::Line(format!(
        "one A is: of how many B on the table, with its 95 %; by points: what the two prices say. The {} of {} match-ups in \
         which equal points are furthest from even (all are in balances.csv).",
        order.len().min(BUILDS),
        order.len()
    )));
    let several = plan.variants[0].words.len() > 1;
    let rows = order.into_iter().take(BUILDS).map(|weighed| {
        let [a, b] = plan.sides(&weighed.matchup);
        let [low, high] = weighed.interval;
        let mut row = vec![
            super::summary::short(&a.name, 30),
            super::summary::short(&b.name, 30),
        ];
        if several {
            row.push(plan.situation(&weighed.matchup).to_owned());
        }
        row.extend([
            by_points(weighed).map_or(String::new(), |by| format!("{by:.2}")),
            format!("{:.2}", weighed.worth),
            if high.is_finite() {
                format!("{low:.2}..{high:.2}")
            } else {
                format!("{low:.2} or more")
            },
        ]);
        row
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if several {
        let head = ["A", "B", "situation", "by points", "one A is", "95 %"];
        words.push(Words::table(&head, "lllrrr", rows));
    } else {
        let head = ["A", "B", "by points", "one A is", "95 %"];
        words.push(Words::table(&head, "llrrr", rows));
    }
}

fn percent(value: f64) -> String {
    format!("{:.1}", 100.0 * value)
}

/// Old and new table on what the fit has not seen.
fn proof(pricing: &Pricing, words: &mut Vec<Words>) {
    words.push(Words::Title("Proof".to_owned()));
    if let Some(proof) = &pricing.proof {
        words.push(Words::Line(format!(
            "Builds were dealt into {} heaps; for each heap everything was done again without it, and the old and the new \
             table were judged by the fights within it. Distances are in points of a hundred, with their 95 % over fields \
             in which builds count for more or less.",
            proof.heaps
        )));
        let row = |what: &str, contest: &Contest, which: usize| {
            let (name, distance) = match which {
                0 => ("printed", &contest.before),
                _ => ("new", &contest.after),
            };
            let [low, high] = distance.interval.map(percent);
            vec![
                what.to_owned(),
                name.to_owned(),
                distance.pairs.to_string(),
                percent(distance.mean),
                format!("{low}..{high}"),
                percent(distance.worst),
            ]
        };
        let mut rows = Vec::new();
        let mut gains = Vec::new();
        let equal = proof
            .equal
            .as_ref()
            .map(|contest| ("same price, from even", contest));
        let all = [("every pair, from what the prices let expect", &proof.all)];
        for (what, contest) in equal.into_iter().chain(all) {
            rows.extend([row(what, contest, 0), row(what, contest, 1)]);
            let [low, high] = contest.gain_interval.map(percent);
            gains.push(format!(
                "{what}: nearer by {} ({low}..{high})",
                percent(contest.gain)
            ));
        }
        words.push(Words::table(
            &[
                "held-out match-ups",
                "table",
                "pairs",
                "mean",
                "95 %",
                "worst",
            ],
            "llrrrr",
            rows,
        ));
        words.push(Words::Line(format!("{}.", gains.join("; "))));
    }
    let verdict = verdict(pricing);
    words.push(if verdict.starts_with("NOT") {
        Words::Warning(verdict)
    } else {
        Words::Line(verdict)
    });
}

/// The builds whose price is most wrong.
fn builds(plan: &Plan, pricing: &Pricing, words: &mut Vec<Words>) {
    let market = &pricing.market;
    let soldiers = &plan.variants[0].soldiers;
    let worth = pricing.worth();
    let new = pricing.appraisal.table();
    let mut order: Vec<usize> = (0..market.len()).collect();
    let off = |i: usize| {
        let points = soldiers[pricing.goods.soldiers[i]].recruit.points;
        points.map_or(0.0, |points| {
            (worth[i].points / points.max(1e-9)).ln().abs()
        })
    };
    order.sort_by(|a, b| off(*b).total_cmp(&off(*a)).then(a.cmp(b)));
    words.push(Words::Title("What whole builds are worth".to_owned()));
    words.push(Words::Line(format!(
        "worth: the price at which a build would be where this field's curve has it, whatever it is made of, with its 95 % over \
         fields whose opponents count for more or less; {}. new: by the new table. The {} most wrong of {} (all are in worth.csv).",
        match pricing.asked.by {
            By::Rating => "by rating: Bradley and Terry's strength over the duels; `--by force` values numbers instead",
            By::Force if pricing.balances.is_some() => "by force: of how many others it is worth in a skirmish",
            By::Force => "by force: of how many others it is worth in a relay",
        },
        order.len().min(BUILDS),
        market.len()
    )));
    let rows = order.into_iter().take(BUILDS).map(|i| {
        let soldier = &soldiers[pricing.goods.soldiers[i]];
        vec![
            super::summary::short(&soldier.name, 40),
            printed(soldier.recruit.points),
            price(pricing, worth[i].points),
            between(pricing, worth[i].interval),
            price(pricing, market.cost(i, &new)),
        ]
    });
    words.push(Words::table(
        &["build", "points", "worth", "95 %", "new"],
        "lrrrr",
        rows.collect(),
    ));
}
