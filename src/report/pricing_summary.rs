//! The prices for people: every figure explained where it stands, in a sentence.

use super::goods::Good;
use super::league_summary::sentence;
use super::pricing::{By, FALSE_FINDINGS, Pricing, Weighed};
use crate::points::{Appraised, Contest, Silence, Verdict};
use crate::scenario::Plan;
use crate::systems::Words;

/// How many builds are shown.
const BUILDS: usize = 12;

/// How many rows of what cannot be told are shown.
const SILENT: usize = 20;

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

/// A price with as many decimals as the table needs.
fn price(pricing: &Pricing, value: f64) -> String {
    let decimals = match pricing.mean_cost {
        mean if mean >= 20.0 || mean <= 0.0 => 1,
        mean if mean >= 2.0 => 2,
        _ => 3,
    };
    // Never a minus before nothing.
    let shown = format!("{value:.decimals$}");
    match shown.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        _ => shown,
    }
}

fn printed(value: Option<f64>) -> String {
    crate::systems::points_text(value)
}

fn between(pricing: &Pricing, [low, high]: [f64; 2]) -> String {
    if high.is_finite() {
        format!("{}..{}", price(pricing, low), price(pricing, high))
    } else {
        "unknown".to_owned()
    }
}

/// Why nothing can be told of an item, and what would help; empty where something can.
pub(super) fn silence_text(
    pricing: &Pricing,
    goods: &[Good],
    item: &Appraised,
    good: &Good,
) -> String {
    let names = |items: &[usize]| {
        let mut names: Vec<&str> = items.iter().map(|at| goods[*at].item.as_str()).collect();
        let more = names.len().saturating_sub(3);
        names.truncate(3);
        match more {
            0 => names.join(", "),
            more => format!("{} and {more} more", names.join(", ")),
        }
    };
    let why = match &item.silence {
        None => String::new(),
        Some(Silence::Absent) => "no build has it: add some that do".to_owned(),
        Some(Silence::Everybody) => {
            "every build has it, and as much: add builds that have more or less of it".to_owned()
        }
        Some(Silence::Few { with, without }) if with <= without => {
            format!("only {with} of the builds have it: add some that do, in several combinations")
        }
        Some(Silence::Few { without, .. }) => {
            format!("only {without} of the builds are without it: add some")
        }
        Some(Silence::Together(others, fair, interval)) => format!(
            "always together with {}: all of them should cost {} ({}){}; add builds that have one without the others",
            names(others),
            price(pricing, *fair),
            between(pricing, *interval),
            // Things that share a price have none of their own to change.
            if pricing.goods.goods.contains(good) && Some(item.new) != good.printed {
                " and are changed together"
            } else {
                ""
            }
        ),
        Some(Silence::Confounded(others)) if others.is_empty() => {
            "the scores say next to nothing of it: add builds that differ in nothing else"
                .to_owned()
        }
        Some(Silence::Confounded(others)) => format!(
            "cannot be told from {}: add builds that combine them otherwise",
            names(others)
        ),
        Some(Silence::Wide) => {
            "the interval holds both a fair price and a wrong one: add builds that have it"
                .to_owned()
        }
    };
    let place = if good.cells.is_empty() {
        "the rules file has no cell for it"
    } else {
        ""
    };
    match (why.is_empty(), place.is_empty()) {
        (false, false) => format!("{why}; {place}"),
        (true, _) => place.to_owned(),
        _ => why,
    }
}

/// What stands at the head of the override file.
pub(super) fn remarks(plan: &Plan, pricing: &Pricing) -> Vec<String> {
    let mut remarks = vec![format!(
        "Prices that fairfight {} found for \"{}\", by {}.",
        env!("CARGO_PKG_VERSION"),
        plan.title.replace(['\n', '\r'], " "),
        pricing.asked.by.text()
    )];
    remarks.push(verdict(pricing));
    remarks.push("Only what is clearly cheap or dear is changed. Use it with --rules.".to_owned());
    remarks
}

/// Whether to take the new table, in a sentence.
fn verdict(pricing: &Pricing) -> String {
    let changes = pricing.appraisal.items.iter().zip(pricing.market.table());
    let changes = changes.filter(|(item, old)| item.new != *old).count();
    match (&pricing.proof, changes) {
        (_, 0) => "Nothing is clearly mispriced: the new table is the printed one.".to_owned(),
        (None, _) => "NOT RECOMMENDED: there are too few builds to hold some out, so nothing is proved.".to_owned(),
        (Some(proof), _) if proof.better => {
            "Recommended: on match-ups held out from the fit it is fairer than the printed table.".to_owned()
        }
        (Some(_), _) => {
            "NOT RECOMMENDED: on match-ups held out from the fit it is not clearly fairer than the printed table.".to_owned()
        }
    }
}

/// How wrong a price is, in points of a build that has the item.
fn wrong(pricing: &Pricing, at: usize) -> f64 {
    let item = &pricing.appraisal.items[at];
    let market = &pricing.market;
    let units: f64 = market.carriers(at).map(|i| market.units(i, at)).sum();
    let usual = units / item.carriers.max(1) as f64;
    (item.fair - market.printed[at].unwrap_or(0.0)).abs() * usual
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

/// Every price, the most wrong first.
fn items(pricing: &Pricing) -> Words {
    let goods = &pricing.goods.goods;
    let mut order: Vec<usize> = (0..goods.len()).collect();
    let rank = |at: usize| match pricing.appraisal.items[at].verdict {
        Verdict::Cheap | Verdict::Dear => 0,
        Verdict::Fair => 1,
        Verdict::CannotTell => 2,
    };
    order.sort_by(|a, b| {
        let by = rank(*a).cmp(&rank(*b));
        by.then(wrong(pricing, *b).total_cmp(&wrong(pricing, *a)))
            .then(a.cmp(b))
    });
    let formulas = goods.iter().any(|good| good.formula.is_some());
    let rows = order.into_iter().map(|at| {
        let (good, item) = (&goods[at], &pricing.appraisal.items[at]);
        let mut row = vec![
            good.item.clone(),
            good.kind.to_owned(),
            printed(good.printed),
        ];
        if formulas {
            row.push(
                good.formula
                    .map_or(String::new(), |formula| printed(Some(formula))),
            );
        }
        row.extend([
            price(pricing, item.fair),
            between(pricing, item.interval),
            item.verdict.text().to_owned(),
            if Some(item.new) == good.printed.or(Some(0.0)) {
                String::new()
            } else {
                printed(Some(item.new))
            },
        ]);
        row
    });
    let rows = rows.collect();
    if formulas {
        let head = [
            "item", "kind", "printed", "formula", "fair", "95 %", "verdict", "new",
        ];
        Words::table(&head, "llrrrrlr", rows)
    } else {
        let head = ["item", "kind", "printed", "fair", "95 %", "verdict", "new"];
        Words::table(&head, "llrrrlr", rows)
    }
}

/// What cannot be told, and what to add.
fn silent(pricing: &Pricing, words: &mut Vec<Words>) {
    let goods = &pricing.goods.goods;
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for (good, item) in goods.iter().zip(&pricing.appraisal.items) {
        // Those that come together are said once, by the first of them.
        let together = match &item.silence {
            Some(Silence::Together(others, ..)) => {
                others.iter().any(|other| goods[*other].item < good.item)
            }
            _ => false,
        };
        let why = silence_text(pricing, goods, item, good);
        if !why.is_empty() && !together {
            match said.iter_mut().find(|(known, _)| *known == why) {
                Some((_, items)) => items.push(&good.item),
                None => said.push((why, vec![&good.item])),
            }
        }
    }
    if said.is_empty() {
        return;
    }
    words.push(Words::Title(
        "What cannot be told, and what to add".to_owned(),
    ));
    let all = said.len();
    for (why, items) in said.into_iter().take(SILENT) {
        words.push(Words::Line(format!("- {}: {why}.", items.join(", "))));
    }
    if all > SILENT {
        words.push(Words::Line(format!(
            "- {} more reasons are in prices.csv.",
            all - SILENT
        )));
    }
}

/// Things that share a price and are not worth the same.
fn shared(pricing: &Pricing, words: &mut Vec<Words>) {
    let Some((fine, found)) = &pricing.parts else {
        return;
    };
    let known = |good: &Good| pricing.goods.goods.iter().any(|one| one.item == good.item);
    let told = |item: &Appraised| {
        matches!(
            item.silence,
            None | Some(Silence::Wide) | Some(Silence::Together(..))
        )
    };
    let rows: Vec<Vec<String>> = fine
        .goods
        .iter()
        .zip(&found.items)
        .filter(|(good, item)| !known(good) && told(item))
        .map(|(good, item)| {
            vec![
                good.item.clone(),
                printed(good.printed),
                price(pricing, item.fair),
                between(pricing, item.interval),
                item.verdict.text().to_owned(),
            ]
        })
        .collect();
    if rows.is_empty() {
        return;
    }
    words.push(Words::Title(
        "If things that share a price had each its own".to_owned(),
    ));
    words.push(Words::Line(
        "The rules have one price for several things; this is what each would be worth alone, from a fit of its own (a verdict \
         here changes nothing in the new table)."
            .to_owned(),
    ));
    words.push(Words::table(
        &["item", "printed", "fair", "95 %", "verdict"],
        "lrrrl",
        rows,
    ));
}

/// What does not add up.
fn interplay(pricing: &Pricing, words: &mut Vec<Words>) {
    let (pairs, tried) = &pricing.interplay;
    words.push(Words::Title("What does not add up".to_owned()));
    let name = |at: usize| pricing.goods.goods[at].item.as_str();
    if pairs.is_empty() {
        words.push(Words::Line(format!(
            "No two items are clearly worth more or less together than apart ({tried} pairs of items tried)."
        )));
        return;
    }
    words.push(Words::Line(format!(
        "Prices that add up cannot be right for these (the clearest of {tried} pairs of items tried, each surer than \
         the best of so many would be by chance in {:.0} of 100; points of a typical build that has both, and their 95 %):",
        100.0 * FALSE_FINDINGS
    )));
    for pair in pairs {
        let [a, b] = pair.items;
        words.push(Words::Line(format!(
            "- {} is worth {} with {}, {} without ({}{} together, {}).",
            name(a),
            price(pricing, pair.with),
            name(b),
            price(pricing, pair.without),
            if pair.together > 0.0 { "+" } else { "" },
            price(pricing, pair.together),
            between(pricing, pair.interval)
        )));
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
