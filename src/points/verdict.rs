//! What is to be said of a price, or why nothing can be: who bears witness of an item, what it cannot be told apart from,
//! and which differences are findings when many are looked at. How large they are and how sure is found out elsewhere.

use super::fit::Prior;
use super::market::Market;

/// Fewer builds with an item, or without it, say nothing.
const FEWEST: usize = 3;

/// What is to be said of a price.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Worth more than it costs.
    Cheap,
    /// Worth less than it costs.
    Dear,
    /// Known to be about right.
    Fair,
    /// The scores do not say.
    CannotTell,
}

impl Verdict {
    /// In a word or two.
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Cheap => "cheap",
            Verdict::Dear => "dear",
            Verdict::Fair => "fair",
            Verdict::CannotTell => "cannot tell",
        }
    }
}

/// Why nothing can be told.
#[derive(Clone, PartialEq, Debug)]
pub enum Silence {
    /// No build has it.
    Absent,
    /// So few builds have it, or have it not.
    Few {
        /// How many have it.
        with: usize,
        /// How many have it not.
        without: usize,
    },
    /// Every build has it, and as much of it: nobody fights without.
    Everybody,
    /// It always comes with these, whose prices are known only together: (price of all together, its interval).
    Together(Vec<usize>, f64, [f64; 2]),
    /// What it does cannot be told from what these do.
    Confounded(Vec<usize>),
    /// The interval is too wide.
    Wide,
}

/// What an item's interval rests on.
pub struct Witness {
    /// How many builds have it.
    pub with: usize,
    /// How many have it not.
    pub without: usize,
    /// Degrees of freedom.
    pub freedom: f64,
    /// By what the resampled variance falls short with so few.
    pub short: f64,
    /// They are too few.
    pub silent: bool,
    /// Everybody has as much of it.
    pub constant: bool,
}

/// Who bears witness of an item.
pub fn witness(market: &Market, item: usize) -> Witness {
    let n = market.len();
    let carriers: Vec<usize> = market.carriers(item).collect();
    let (with, without) = (carriers.len(), n - carriers.len());
    // A whole build's own price is known by its opponents.
    let whole = with == 1 && market.builds[carriers[0]].len() == 1;
    // What everybody has in different amounts is known by all; in equal ones, by how prices add up.
    let m = if whole || without == 0 {
        n
    } else {
        with.min(without)
    };
    let m = if whole { n - 1 } else { m };
    Witness {
        with,
        without,
        freedom: (m as f64 - 1.0).max(1.0),
        short: if m > 1 {
            (m as f64 + 1.0) / (m as f64 - 1.0)
        } else {
            1.0
        },
        silent: m < FEWEST,
        constant: without == 0 && {
            let first = market.units(0, item);
            (1..n).all(|i| market.units(i, item) == first)
        },
    }
}

/// Whether the data say next to nothing of an item beyond the prior, and what it is entangled with.
pub fn confounded(covariance: &[f64], width: usize, item: usize, prior: &Prior) -> Option<Silence> {
    let own = covariance[item * width + item];
    if own < 0.5 * prior.error[item].powi(2) {
        return None;
    }
    let mut others: Vec<(f64, usize)> = (0..width - 1)
        .filter(|other| *other != item)
        .map(|other| {
            let both = own * covariance[other * width + other];
            (
                (covariance[item * width + other].powi(2) / both.max(1e-300)),
                other,
            )
        })
        .filter(|(square, _)| *square > 0.05)
        .collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let others = others.into_iter().take(4).map(|(_, other)| other);
    Some(Silence::Confounded(others.collect()))
}

/// A bundle with its price.
pub struct Priced {
    /// What it should cost.
    pub fair: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// What it costs.
    pub printed: f64,
    /// By how much it may be off and be as good as fair.
    pub slack: f64,
    /// How likely so large a difference would be if the price were right.
    pub chance: f64,
    /// The standard error.
    pub error: f64,
    /// Why nothing can be told.
    pub silence: Option<Silence>,
    /// Found cheap or dear.
    pub found: bool,
}

impl Priced {
    /// What is to be said of its price.
    pub fn verdict(&self) -> Verdict {
        let [low, high] = self.interval;
        if self.silence.is_some() {
            Verdict::CannotTell
        } else if self.found && self.fair > self.printed {
            Verdict::Cheap
        } else if self.found {
            Verdict::Dear
        } else if low >= self.printed - 4.0 * self.slack && high <= self.printed + 4.0 * self.slack
        {
            Verdict::Fair
        } else {
            Verdict::CannotTell
        }
    }
}

/// Which are found cheap or dear: Benjamini and Hochberg's step-up, so that of all that are found at most this part is
/// false on average.
pub fn find(priced: &mut [Priced], false_findings: f64) {
    let mut order: Vec<usize> = (0..priced.len())
        .filter(|k| priced[*k].silence.is_none())
        .collect();
    order.sort_by(|a, b| priced[*a].chance.total_cmp(&priced[*b].chance));
    let tests = order.len() as f64;
    let last = order
        .iter()
        .enumerate()
        .rfind(|(at, k)| priced[**k].chance <= false_findings * (*at as f64 + 1.0) / tests);
    if let Some((last, _)) = last {
        for k in &order[..=last] {
            priced[*k].found = true;
        }
    }
}
