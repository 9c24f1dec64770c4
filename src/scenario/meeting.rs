//! Two forces meet in a situation of a skirmish: how many of each take the field (a number, a budget, parity), what armies
//! they make, and the fights that come of it. What the situation is, `clash` knows; what happens then is the system's
//! business.

use super::clash::{Clash, Strength, Swaps, number};
use super::forces::Turnout;
use super::plan::Soldier;
use super::strength::{Offer, between, even, fill};
use crate::document::{Problem, Problems};
use crate::systems::skirmish::{Army, Deployment, Field, MOST_MODELS, Unit};
use crate::systems::{Pairing, Recruit, Rulebook};

/// A fight of a match-up, and what it counts for.
pub struct Meeting {
    /// Ready to be fought.
    pub pairing: Pairing,
    /// Its share of the match-up's figures.
    pub share: f64,
    /// What is shared out over its fights.
    pub swaps: Swaps,
    /// What is left of the budgets.
    pub unspent: [Option<f64>; 2],
    /// How many models take the field; 0 in a duel.
    pub models: [u32; 2],
}

/// Two armies with what is known of them before they meet.
pub(super) struct Mustered<'a> {
    pub(super) armies: [Army<'a>; 2],
    share: f64,
    unspent: [Option<f64>; 2],
    /// What the dice call it beside its names.
    mark: &'static str,
}

impl Clash {
    /// What a force fields before it knows against whom.
    fn turnout(&self, soldier: &Soldier) -> Result<Turnout, Problems> {
        let budget = self.budget();
        if let Some(force) = &soldier.force {
            return force.turnout(budget);
        }
        let name = &soldier.name;
        if self.field().deployment == Deployment::File {
            let message = format!("`{name}` is a build, and says nowhere where it stands");
            let help = "list it under [forces.NAME] with `at`, or say deployment = \"line\"";
            return self.fail("deployment", message, help);
        }
        let price = soldier.recruit.points;
        let count = match (&self.strength, price) {
            (Strength::Count(count), _) => *count,
            (Strength::Even { .. }, _) => 1,
            (Strength::Points(_), None) => {
                let message = format!("a budget needs prices, and `{name}` has none");
                return self.fail("points", message, "say count = 5 instead");
            }
            (Strength::Points(points), Some(price)) => {
                match fill(*points, &[Offer::single(price)])[0] {
                    0 => {
                        let points = number(*points);
                        let message = format!(
                            "{points} points buy no `{name}`: it costs {}",
                            number(price)
                        );
                        return self.fail(
                            "points",
                            message,
                            "raise the points, or leave it out with `where`",
                        );
                    }
                    count => count,
                }
            }
        };
        let spent = price.map(|price| price * f64::from(count));
        let unspent = budget.zip(spent).map(|(budget, spent)| budget - spent);
        Ok(Turnout::single(count, spent, unspent))
    }

    /// The army of a soldier, so many times over.
    pub(super) fn army<'a>(
        &self,
        soldier: &'a Soldier,
        side: usize,
        turnout: &Turnout,
        times: u32,
    ) -> Army<'a> {
        let mut army = match &soldier.force {
            Some(force) => force.army(&soldier.name, turnout, times),
            None => {
                let count = turnout.models().saturating_mul(times);
                let name = match soldier.recruit.name.as_str() {
                    "" => &soldier.name,
                    name => name,
                };
                Army {
                    units: vec![Unit {
                        path: soldier.name.clone(),
                        ..Unit::new(&soldier.recruit, count)
                    }],
                    policy: String::new(),
                    name: if count == 1 {
                        name.to_owned()
                    } else {
                        format!("{name} x{count}")
                    },
                    label: soldier.name.clone(),
                    node: None,
                    path: soldier.name.clone(),
                }
            }
        };
        self.policy_of(soldier, side).clone_into(&mut army.policy);
        army
    }

    /// Both armies: once, or twice where the score at equal points lies between two numbers.
    pub(super) fn muster<'a>(
        &self,
        soldiers: [&'a Soldier; 2],
    ) -> Result<Vec<Mustered<'a>>, Problems> {
        let [a, b] = [self.turnout(soldiers[0])?, self.turnout(soldiers[1])?];
        let turnouts = [a, b];
        let with = |times: [u32; 2], share: f64, mark: &'static str| {
            let armies = [0, 1]
                .map(|side: usize| self.army(soldiers[side], side, &turnouts[side], times[side]));
            for army in &armies {
                let models = army.models();
                if models > u64::from(MOST_MODELS) {
                    let mut problem = Problem::new(format!(
                        "`{}` has {models} models, more than {MOST_MODELS}",
                        army.label
                    ));
                    problem.path.clone_from(&army.path);
                    problem.span = army.node.and_then(|node| node.span.clone());
                    problem.help = Some("field fewer: the table has no room for more".to_owned());
                    return Err(Problems(vec![problem]));
                }
            }
            Ok(Mustered {
                armies,
                share,
                unspent: [0, 1].map(|side: usize| turnouts[side].unspent),
                mark,
            })
        };
        let Strength::Even {
            parity,
            interpolate,
        } = self.strength
        else {
            return Ok(vec![with([1, 1], 1.0, "")?]);
        };
        let mut prices = [0.0; 2];
        for (price, (turnout, soldier)) in prices.iter_mut().zip(turnouts.iter().zip(soldiers)) {
            *price = match turnout.spent.filter(|spent| *spent > 0.0) {
                Some(spent) => spent,
                None => {
                    let message = format!("`even` needs prices, and `{}` has none", soldier.name);
                    return self.fail("even", message, "say count = 5 instead, or give it a price");
                }
            };
        }
        // What stands between two numbers is fought with one more.
        let room = [0, 1].map(|side: usize| {
            let one = self.army(soldiers[side], side, &turnouts[side], 1).models();
            let room = u64::from(MOST_MODELS) / one.max(1);
            (room as u32).saturating_sub(u32::from(interpolate))
        });
        let Some(found) = even(prices, parity, room) else {
            return self.fail("even", "no numbers cost the same".to_owned(), "");
        };
        let points = [0, 1].map(|side: usize| f64::from(found.counts[side]) * prices[side]);
        let line = between(points, prices).filter(|_| interpolate && found.off > parity.off);
        let Some((poorer, part)) = line else {
            return Ok(vec![with(found.counts, 1.0, "")?]);
        };
        let mut more = found.counts;
        more[poorer] += 1;
        let mark = [", one more of a", ", one more of b"][poorer];
        Ok(vec![
            with(found.counts, 1.0 - part, "")?,
            with(more, part, mark)?,
        ])
    }

    /// Whether two soldiers can be mustered against each other.
    pub fn can_muster(&self, soldiers: [&Soldier; 2]) -> Result<(), Problems> {
        self.muster(soldiers).map(|_| ())
    }

    /// The fights of two soldiers.
    pub fn meet(
        &self,
        book: &dyn Rulebook,
        soldiers: [&Soldier; 2],
    ) -> Result<Vec<Meeting>, Problems> {
        let mustered = self.muster(soldiers)?;
        mustered
            .into_iter()
            .map(
                |Mustered {
                     armies,
                     share,
                     unspent,
                     mark,
                 }| {
                    let mut field = self.field.clone();
                    field.label += mark;
                    let [a, b] = &armies;
                    let pairing = self.on(book, [a, b], &field)?;
                    Ok(Meeting {
                        pairing,
                        share,
                        swaps: self.swaps(),
                        unspent,
                        models: [a, b].map(|army| army.models() as u32),
                    })
                },
            )
            .collect()
    }

    /// So many of one recruit against so many of another: a skirmish for whoever has no scenario.
    pub fn pit(
        &self,
        book: &dyn Rulebook,
        sides: [(&Recruit, u32); 2],
    ) -> Result<Meeting, Problems> {
        let armies = [0, 1].map(|side: usize| {
            let (recruit, count) = sides[side];
            Army {
                units: vec![Unit {
                    path: recruit.label.clone(),
                    ..Unit::new(recruit, count)
                }],
                policy: self.policies[side]
                    .clone()
                    .unwrap_or_else(|| self.policy.clone()),
                name: format!("{} x{count}", recruit.name),
                label: recruit.label.clone(),
                node: None,
                path: recruit.label.clone(),
            }
        });
        let [a, b] = &armies;
        Ok(Meeting {
            pairing: self.on(book, [a, b], &self.field)?,
            share: 1.0,
            swaps: self.swaps(),
            unspent: [None; 2],
            models: [a, b].map(|army| army.models() as u32),
        })
    }

    /// Two armies on a field, which is called what the results call it.
    pub(super) fn on(
        &self,
        book: &dyn Rulebook,
        armies: [&Army<'_>; 2],
        field: &Field,
    ) -> Result<Pairing, Problems> {
        let own = Some(&self.own).filter(|own| !own.entries().is_empty());
        let pairing = book.field(armies, field, own);
        let pairing = pairing.map_err(|problems| self.placed(problems))?;
        Ok(Pairing {
            situation: field.words.clone(),
            ..pairing
        })
    }
}
