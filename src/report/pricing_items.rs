//! The prices for people, item by item: every price, those of which nothing can be told, things that share one, and what
//! does not add up.

use super::goods::Good;
use super::pricing::{FALSE_FINDINGS, Pricing};
use super::pricing_words::{between, price, printed, silence_text};
use crate::points::{Appraised, Silence, Verdict};
use crate::systems::Words;

/// How many rows of what cannot be told are shown.
const SILENT: usize = 20;

/// How wrong a price is, in points of a build that has the item.
fn wrong(pricing: &Pricing, at: usize) -> f64 {
    let item = &pricing.appraisal.items[at];
    let market = &pricing.market;
    let units: f64 = market.carriers(at).map(|i| market.units(i, at)).sum();
    let usual = units / item.carriers.max(1) as f64;
    (item.fair - market.printed[at].unwrap_or(0.0)).abs() * usual
}

/// Every price, the most wrong first.
pub(super) fn items(pricing: &Pricing) -> Words {
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
pub(super) fn silent(pricing: &Pricing, words: &mut Vec<Words>) {
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
pub(super) fn shared(pricing: &Pricing, words: &mut Vec<Words>) {
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
pub(super) fn interplay(pricing: &Pricing, words: &mut Vec<Words>) {
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
