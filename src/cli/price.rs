//! `fairfight price`: a scenario's match-ups fought, and what everything should cost.

use super::Failure;
use super::args::PriceArgs;
use super::ask::set_threads;
use super::grid::{Begin, cannot_write, fight, folder, plan};
use super::progress;
use crate::points::{Rounding, Terms, appraise};
use crate::report::{Goods, Grain, Tally};
use crate::run::Shard;
use crate::systems::Library;
use std::process::ExitCode;

/// Fights a scenario and prices what is in it.
pub fn price(args: &PriceArgs) -> Result<ExitCode, Failure> {
    set_threads(args.grid.threads);
    progress::listen();
    let plan = plan(&args.scenario, &args.grid, &mut Library::new())?;
    let folder = folder(&args.grid, &plan, false);
    let quiet = args.grid.quiet;
    if let Some((mut parts, _)) = fight(&plan, Shard::WHOLE, &folder, Begin::Either, quiet)? {
        let tallies = Tally::of(&plan, &mut parts).map_err(cannot_write(&folder))?;
        for grain in [Grain::Prices, Grain::Parts] {
            let goods = Goods::of(&plan.variants[0], grain);
            let market = tallies[0].market(&plan, &plan.variants[0], &goods);
            for slope in [None, Some(1.0), Some(2.0)] {
                let terms = Terms {
                    seed: 1,
                    resamples: 200,
                    false_findings: 0.05,
                    tolerance: 0.05,
                    slope,
                    rounding: Rounding::To(1.0),
                };
                let t = std::time::Instant::now();
                let found = appraise(&market, &terms);
                println!(
                    "slope {:.3} {:?} pull {} misfit {:.3} {:?}",
                    found.slope,
                    found.slope_interval,
                    found.pull,
                    found.misfit,
                    t.elapsed()
                );
                for (good, item) in goods.goods.iter().zip(&found.items) {
                    println!(
                        "{:30} {:>6?} fair {:7.2} [{:7.2} {:7.2}] {:12} new {:6.2} p {:.4} n {} {:?}",
                        good.item,
                        good.printed,
                        item.fair,
                        item.interval[0],
                        item.interval[1],
                        item.verdict.text(),
                        item.new,
                        item.chance,
                        item.carriers,
                        item.silence
                    );
                }
            }
        }
        parts.remove(&folder, &plan.fingerprint);
    }
    Ok(ExitCode::SUCCESS)
}
