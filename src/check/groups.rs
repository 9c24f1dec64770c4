//! What moved, in groups that show a cause: the plainest thing that the changed match-ups have in common and the others
//! have not. Greedy: the best group first, then the best of what it leaves.

use super::causes::Cause;
use super::features::Features;
use super::judge::{Judged, Verdict};
use crate::scenario::Plan;

/// Match-ups that moved together.
#[derive(Clone, Debug)]
pub struct Group {
    /// What they share: `builds with sword`.
    pub words: String,
    /// How many of them changed, and were not in an earlier group.
    pub changed: usize,
    /// How many share it and moved less than the tolerance.
    pub less: usize,
    /// How many share it and did not move, as far as can be seen.
    pub still: usize,
    /// How far they moved on average, for whoever has what they share; of groups without a side, how far in all.
    pub mean: f64,
    /// The least and the most.
    pub range: [f64; 2],
    /// Whether there is a side that it is about.
    pub sided: bool,
}

/// No more groups than this: what is beyond is told match-up by match-up.
const MOST_GROUPS: usize = 4;
/// Pairs of things are tried among so many of the best.
const MOST_PAIRED: usize = 40;
/// Pairs are tried on grids of at most so many match-ups.
const PAIRED_BELOW: usize = 50_000;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Shared {
    /// All there is.
    Everything,
    /// A part of the situation in words.
    Part(usize),
    /// A variant.
    Variant(usize),
    /// One side has it, the other has not.
    One(u32),
    /// Both sides have it.
    Both(u32),
    /// One side has both, the other has not.
    Two(u32, u32),
    /// One side has the first, the other the second.
    Versus(u32, u32),
    /// One side has it, in this part of the situation.
    At(u32, usize),
}

struct Search<'a> {
    plan: &'a Plan,
    judged: &'a [Judged],
    features: &'a Features,
    parts: Vec<String>,
    /// Which parts each group of situations has, by variant.
    has_part: Vec<Vec<Vec<bool>>>,
    /// Features that a changed cell names.
    linked: Vec<bool>,
}

/// Groups the changed match-ups. Also how many are in none.
pub fn groups(
    plan: &Plan,
    judged: &[Judged],
    features: &Features,
    causes: &[Cause],
) -> (Vec<Group>, usize) {
    let search = Search::new(plan, judged, features, causes);
    let mut left: Vec<bool> = judged
        .iter()
        .map(|judged| judged.verdict == Verdict::Changed)
        .collect();
    let mut found = Vec::new();
    while found.len() < MOST_GROUPS {
        let many = left.iter().filter(|left| **left).count();
        if many < 2 {
            break;
        }
        let Some(shared) = search.best(&left, many) else {
            break;
        };
        found.push(search.group(shared, &left));
        for (left, judged) in left.iter_mut().zip(judged) {
            *left &= search.lean(shared, judged) == 0;
        }
    }
    (found, left.iter().filter(|left| **left).count())
}

impl<'a> Search<'a> {
    fn new(plan: &'a Plan, judged: &'a [Judged], features: &'a Features, causes: &[Cause]) -> Self {
        let mut parts: Vec<String> = Vec::new();
        let split = |words: &str| -> Vec<String> { words.split(", ").map(str::to_owned).collect() };
        let situations = plan.variants.iter().flat_map(|variant| &variant.words);
        for part in situations.flat_map(|words| split(words)) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        let has_part = plan.variants.iter().map(|variant| {
            let groups = variant.words.iter().map(|words| {
                let mine = split(words);
                parts.iter().map(|part| mine.contains(part)).collect()
            });
            groups.collect()
        });
        let linked = features.all.iter().map(|feature| {
            causes.iter().any(|cause| {
                let keys = cause.path.split('.').map(|key| key.trim_matches('"'));
                let mut keys = keys.map(|key| key.split('[').next().unwrap_or(key));
                keys.any(|key| key == feature.name && key.parse::<f64>().is_err())
            })
        });
        Search {
            plan,
            judged,
            features,
            has_part: has_part.collect(),
            linked: linked.collect(),
            parts,
        }
    }

    /// 1 if a match-up shares it and A is the side it is about, -1 if B is, 0 if it does not.
    fn lean(&self, shared: Shared, judged: &Judged) -> i8 {
        let matchup = &judged.matchup;
        let part = |part: usize| self.has_part[matchup.variant][matchup.group][part];
        let has = |soldier: u32, feature: u32| self.features.has(matchup.variant, soldier, feature);
        let (a, b) = (matchup.a, matchup.b);
        let side = |a: bool, b: bool| i8::from(a) - i8::from(b);
        match shared {
            Shared::Everything => 1,
            Shared::Part(at) => i8::from(part(at)),
            Shared::Variant(variant) => i8::from(matchup.variant == variant),
            Shared::One(x) => side(has(a, x), has(b, x)),
            Shared::Both(x) => i8::from(has(a, x) && has(b, x)),
            Shared::Two(x, y) => side(has(a, x) && has(a, y), has(b, x) && has(b, y)),
            Shared::Versus(x, y) => side(has(a, x) && has(b, y), has(b, x) && has(a, y)),
            Shared::At(x, at) if part(at) => side(has(a, x), has(b, x)),
            Shared::At(..) => 0,
        }
    }

    fn sided(shared: Shared) -> bool {
        !matches!(
            shared,
            Shared::Everything | Shared::Part(_) | Shared::Variant(_) | Shared::Both(_)
        )
    }

    /// How well it tells the changed match-ups that are left from those that did not change; none if it does not.
    fn value(&self, shared: Shared, left: &[bool], many: usize) -> Option<f64> {
        let (mut hits, mut changed, mut still, mut up, mut down) = (0, 0, 0, 0, 0);
        for (judged, left) in self.judged.iter().zip(left) {
            let lean = self.lean(shared, judged);
            if lean == 0 || judged.verdict == Verdict::Undecided {
                continue;
            }
            // What moved a little speaks neither for it nor against it.
            still += usize::from(!moves(judged));
            if judged.verdict == Verdict::Changed {
                changed += 1;
                hits += usize::from(*left);
                match judged.moved * f64::from(lean) > 0.0 {
                    true => up += 1,
                    false => down += 1,
                }
            }
        }
        let first = left
            .iter()
            .zip(self.judged)
            .all(|(left, judged)| *left == (judged.verdict == Verdict::Changed));
        // Of the few that an earlier group leaves something always fits; only what a changed cell names is news.
        let fewest = if first || self.is_linked(shared) {
            2
        } else {
            4
        };
        if hits < fewest || changed < still || (shared == Shared::Everything && !first) {
            return None;
        }
        let share = |part: usize, whole: usize| part as f64 / whole as f64;
        let agree = match Search::sided(shared) {
            true => share(up.max(down), changed),
            false => 0.9,
        };
        // Plain words first; what the changed cells name before what merely fits.
        let plain = match shared {
            Shared::One(x) => self.plainness(x),
            Shared::Both(x) => 0.05 + self.plainness(x),
            Shared::Two(x, y) | Shared::Versus(x, y) => {
                0.1 + self.plainness(x).max(self.plainness(y))
            }
            Shared::At(x, _) => 0.1 + self.plainness(x),
            _ => 0.05,
        };
        Some(share(hits, many) * share(changed, changed + still) * agree - plain)
    }

    fn is_linked(&self, shared: Shared) -> bool {
        match shared {
            Shared::One(x) | Shared::Both(x) => self.linked[x as usize],
            Shared::Two(x, _) | Shared::Versus(x, _) | Shared::At(x, _) => self.linked[x as usize],
            _ => false,
        }
    }

    fn plainness(&self, feature: u32) -> f64 {
        match self.linked[feature as usize] {
            true => -0.15,
            false => 0.01 * f64::from(self.features.all[feature as usize].rank),
        }
    }

    fn best(&self, left: &[bool], many: usize) -> Option<Shared> {
        let tried = |shared: Shared| Some((self.value(shared, left, many)?, shared));
        let better = |best: Option<(f64, Shared)>, next: (f64, Shared)| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        };
        let mut best = tried(Shared::Everything);
        // What all have in common tells nothing apart.
        let common = |part: &usize| {
            let mut all = self.has_part.iter().flatten();
            all.all(|has| has[*part])
        };
        let parts = (0..self.parts.len()).filter(|part| !common(part));
        let parts = parts.map(Shared::Part);
        let variants = (0..self.plan.variants.len()).map(Shared::Variant);
        let varied = self.plan.variants.len() > 1;
        let whole = parts.chain(variants.filter(|_| varied));
        best = whole.filter_map(tried).fold(best, better);
        let all = 0..self.features.all.len() as u32;
        best = all
            .clone()
            .flat_map(|x| [Shared::One(x), Shared::Both(x)])
            .filter_map(tried)
            .fold(best, better);
        // A second word only where one does not say it well.
        if best.is_none_or(|best| best.0 < 0.75) && self.judged.len() <= PAIRED_BELOW {
            let mut near: Vec<(usize, u32)> = all
                .map(|x| {
                    let both = self.judged.iter().zip(left);
                    let hits = both
                        .filter(|(judged, left)| **left && self.lean(Shared::One(x), judged) != 0);
                    (hits.count(), x)
                })
                .filter(|(hits, _)| *hits >= 2)
                .collect();
            let linked = |x: u32| u8::from(!self.linked[x as usize]);
            near.sort_by_key(|(hits, x)| (linked(*x), std::cmp::Reverse(*hits), *x));
            near.truncate(MOST_PAIRED);
            for (at, (_, x)) in near.iter().enumerate() {
                for (_, y) in &near[at + 1..] {
                    let pairs = [
                        Shared::Two(*x, *y),
                        Shared::Versus(*x, *y),
                        Shared::Versus(*y, *x),
                    ];
                    best = pairs.into_iter().filter_map(tried).fold(best, better);
                }
                let at = (0..self.parts.len()).map(|part| Shared::At(*x, part));
                best = at.filter_map(tried).fold(best, better);
            }
        }
        best.filter(|best| best.0 > 0.15).map(|best| best.1)
    }

    fn words(&self, shared: Shared) -> String {
        let feature = |x: u32| &self.features.all[x as usize];
        let who = |x: u32| match feature(x).is_name {
            true => feature(x).words.clone(),
            false => format!("builds with {}", feature(x).words),
        };
        match shared {
            Shared::Everything => "all match-ups".to_owned(),
            Shared::Part(at) => format!("match-ups at {}", self.parts[at]),
            Shared::Variant(at) => format!("match-ups under {}", self.plan.variants[at].name),
            Shared::One(x) => who(x),
            Shared::Both(x) => format!("{} against their like", who(x)),
            Shared::Two(x, y) if feature(x).is_name || feature(y).is_name => {
                format!("{}, also {}", who(x), who(y))
            }
            Shared::Two(x, y) => format!("{} and {}", who(x), feature(y).words),
            Shared::Versus(x, y) => format!("{} against {}", who(x), who(y)),
            Shared::At(x, at) => format!("{} at {}", who(x), self.parts[at]),
        }
    }

    fn group(&self, shared: Shared, left: &[bool]) -> Group {
        let sided = Search::sided(shared);
        let (mut less, mut still) = (0, 0);
        let mut moved = Vec::new();
        for (judged, left) in self.judged.iter().zip(left) {
            let lean = self.lean(shared, judged);
            if lean == 0 || judged.verdict == Verdict::Undecided {
                continue;
            }
            match judged.verdict {
                Verdict::Changed => {}
                _ if moves(judged) => less += 1,
                _ => still += 1,
            }
            if *left {
                moved.push(match sided {
                    true => judged.moved * f64::from(lean),
                    false => judged.moved.abs(),
                });
            }
        }
        let bound = |pick: fn(f64, f64) -> f64| moved.iter().copied().reduce(pick).unwrap_or(0.0);
        Group {
            words: self.words(shared),
            changed: moved.len(),
            less,
            still,
            mean: moved.iter().sum::<f64>() / moved.len().max(1) as f64,
            range: [bound(f64::min), bound(f64::max)],
            sided,
        }
    }
}

impl Group {
    /// `builds with sword: up; 14 match-ups, +3.1 points on average (+1.2 to +5.0); 2 moved less`.
    pub fn tell(&self) -> String {
        let points = |moved: f64| match self.sided {
            true => format!("{:+.1}", 100.0 * moved),
            false => format!("{:.1}", 100.0 * moved),
        };
        let way = match (self.sided, self.range) {
            (false, _) => "moved",
            (true, [low, _]) if low > 0.0 => "up",
            (true, [_, high]) if high < 0.0 => "down",
            _ => "up and down",
        };
        let mut rest = String::new();
        for (count, what) in [(self.less, "moved less"), (self.still, "did not move")] {
            if count > 0 {
                rest += &format!("; {count} {what}");
            }
        }
        let many = match self.changed {
            1 => "1 match-up".to_owned(),
            n => format!("{n} match-ups"),
        };
        format!(
            "{}: {way}; {many}, {} points on average ({} to {}){rest}",
            self.words,
            points(self.mean),
            points(self.range[0]),
            points(self.range[1])
        )
    }
}

/// Whether a match-up is seen to have moved, however little.
fn moves(judged: &Judged) -> bool {
    judged.interval.low > 0.0 || judged.interval.high < 0.0
}
