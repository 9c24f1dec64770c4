//! `fairfight weights`: what one step of everything does to a build's score against a field, and what that is worth.

use super::args::WeightsArgs;
use super::ask::{build, set_threads};
use super::grid::{changes, not_finished};
use super::progress::{self, Progress};
use super::run::show;
use super::{Failure, print};
use crate::document::Node;
use crate::points::Curve;
use crate::report::{WEIGHT_FILES, Weight, Weights, publish_weights};
use crate::run::{Failed, settle, steps};
use crate::scenario::{Plan, Scenario, knobs, whole};
use crate::systems::Library;
use rayon::prelude::*;
use std::process::ExitCode;

/// What the build itself is called among its steps.
const BASE: &str = "as it is";

/// The list of the build and its steps. No name that a scenario is likely to use.
const STEPS: &str = "steps of the build";

/// Turns every knob of a build.
pub fn weights(args: &WeightsArgs) -> Result<ExitCode, Failure> {
    set_threads(args.grid.threads);
    progress::listen();
    let quiet = args.grid.quiet;
    let mut library = Library::new();
    let mut scenario = match &args.field {
        Some(field) => Scenario::open(field)?,
        None => Scenario {
            name: "weights".to_owned(),
            doc: Node::table([("builds", Node::text("all"))]),
            rules: "allesfezs".to_owned(),
        },
    };
    scenario.change(changes(&args.grid)?);
    if scenario.doc.get("variants").is_some() {
        return Err(Failure::Said(
            "--field: this scenario has variants, and steps are weighed under one set of rules: leave [variants] out".to_owned(),
        ));
    }
    if scenario.doc.get("skirmish").is_some() || scenario.doc.get("forces").is_some() {
        return Err(Failure::Said(
            "--field: this is a scenario of skirmishes, and steps are weighed in duels: name one of duels".to_owned(),
        ));
    }
    let field = Plan::new(&with_pairing(&scenario, None), &mut library)?;
    let book = &field.variants[0].book;
    let typed = build(&args.build, &book.system().build_shape(), "BUILD")?;
    // Reads it once as it was typed, so that a slip is told in its own words.
    let recruit = book.recruit(&typed, "BUILD")?;
    if !recruit.refused.is_empty() {
        return Err(recruit.refused.into());
    }
    let Some(base) = whole(book.as_ref(), &typed) else {
        return Err(Failure::Said(format!(
            "BUILD: there is no build `{}`",
            args.build
        )));
    };
    let turned = knobs(book.as_ref(), &base);
    let own = turned
        .iter()
        .map(|turned| (turned.step.clone(), turned.build.clone()));
    let own = std::iter::once((BASE.to_owned(), base.clone())).chain(own);
    let mut plan = Plan::new(
        &with_pairing(&scenario, Some(Node::table(own))),
        &mut library,
    )?;
    // The same dice for every step: they are made from the names.
    for soldier in plan.variants[0]
        .soldiers
        .iter_mut()
        .filter(|soldier| soldier.ranked)
    {
        soldier.recruit.label = BASE.to_owned();
    }
    let folder = args.grid.out.clone().unwrap_or_default();
    let stopped = |failed: Failed| match failed {
        Failed::Stopped => Failure::Stopped("stopped: nothing was written".to_owned()),
        failed => not_finished(failed, &plan, &folder),
    };
    let progress = Progress::new(plan.len() + field.len(), 0, quiet);
    let found = steps(&plan, &progress).and_then(|found| Ok((found, curve(&field, &progress)?)));
    progress.end();
    let (found, curve) = found.map_err(stopped)?;
    let soldiers = &plan.variants[0].soldiers;
    let ranked: Vec<_> = soldiers.iter().filter(|soldier| soldier.ranked).collect();
    let others = soldiers.iter().filter(|soldier| !soldier.ranked);
    let prices: Vec<f64> = others
        .clone()
        .filter_map(|soldier| soldier.recruit.points)
        .collect();
    let weights = Weights {
        build: args.build.trim().to_owned(),
        points: ranked[0].recruit.points,
        score: found.base,
        field: prices.into_iter().filter(|points| *points > 0.0).collect(),
        opponents: others.count(),
        curve,
        steps: ranked[1..]
            .iter()
            .zip(found.changes)
            .map(|(soldier, change)| Weight {
                step: soldier.name.clone(),
                points: soldier.recruit.points,
                illegal: soldier.recruit.illegal.join("; "),
                change,
            })
            .collect(),
    };
    let out = args.grid.out.as_deref();
    let outcome = publish_weights(weights, out).map_err(|error| {
        Failure::Said(format!("cannot write to `{}`: {error}", folder.display()))
    })?;
    match out {
        Some(out) => show(&outcome, WEIGHT_FILES, out, quiet, args.grid.json)?,
        None if args.grid.json => print::json(&outcome.json)?,
        None if quiet => {}
        None => print::words(&outcome.words)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The scenario with its own builds all against all, or the steps of a build against them.
fn with_pairing(scenario: &Scenario, own: Option<Node>) -> Scenario {
    let doc = &scenario.doc;
    let mut lists: Vec<(String, Node)> = Vec::new();
    if let Some(builds) = doc.get("builds") {
        let list = Node::table([("builds", builds.clone())]);
        lists.push(("builds".to_owned(), list));
    }
    for entry in doc.get("lists").map_or(&[][..], Node::entries) {
        lists.push((entry.key.clone(), entry.node.clone()));
    }
    // Whoever takes part in the scenario is in the field.
    let mut names: Vec<Node> = Vec::new();
    for key in ["a", "b"] {
        match doc.get("pairing").and_then(|pairing| pairing.get(key)) {
            Some(node) if node.as_text().is_some() => names.push(node.clone()),
            Some(node) => names.extend(node.items().iter().cloned()),
            None => {}
        }
    }
    if names.is_empty() {
        names.extend(lists.iter().map(|(name, _)| Node::text(name)));
    }
    let pairing = match own {
        None => Node::table([("kind", Node::text("all")), ("a", Node::list(names))]),
        Some(own) => {
            lists.push((STEPS.to_owned(), Node::table([("own", own)])));
            Node::table([
                ("kind", Node::text("against")),
                ("a", Node::text(STEPS)),
                ("b", Node::list(names)),
            ])
        }
    };
    let kept = doc.entries().iter().filter(|entry| {
        let rewritten = ["builds", "lists", "pairing", "target"];
        !rewritten.contains(&entry.key.as_str())
    });
    let kept = kept.map(|entry| (entry.key.clone(), entry.node.clone()));
    let made = [
        ("lists".to_owned(), Node::table(lists)),
        ("pairing".to_owned(), pairing),
    ];
    Scenario {
        doc: Node::table(kept.chain(made).collect::<Vec<_>>()),
        ..scenario.clone()
    }
}

/// How the score follows the points in the field; none if it does not.
fn curve(field: &Plan, progress: &Progress) -> Result<Option<Curve>, Failed> {
    let matchups: Vec<_> = field.matchups(0..field.len()).collect();
    let rows: Vec<Option<(f64, f64)>> = matchups
        .into_par_iter()
        .map(|matchup| {
            use crate::run::Watch;
            if progress.stopped() {
                return Err(Failed::Stopped);
            }
            let finding = settle(field, &matchup, field.effort, progress)?;
            progress.finished();
            let [a, b] = finding.points;
            let prices = a.zip(b).filter(|(a, b)| *a > 0.0 && *b > 0.0);
            Ok(prices.map(|(a, b)| ((a / b).ln(), finding.score())))
        })
        .collect::<Result<_, Failed>>()?;
    let fitted: Result<_, std::convert::Infallible> = Curve::fit(|give| {
        rows.iter().flatten().for_each(|&(x, score)| give(x, score));
        Ok(())
    });
    Ok(fitted.ok().flatten().filter(|curve| curve.slope > 0.02))
}
