//! So many of one build against so many of another, in a situation of a skirmish: what prices by force are measured with. How
//! many cost the same, the fight of any numbers, and which scenarios have no such fights.

use super::clash::{Clash, Strength};
use super::forces::Turnout;
use super::matchups::Matchup;
use super::meeting::Meeting;
use super::plan::{Plan, Soldier};
use crate::document::{Problem, Problems};
use crate::systems::Rulebook;
use crate::systems::skirmish::Deployment;

/// With `even`, so many models at least take the field where `most` lets them: one against one says nothing of numbers.
const FIELDED: u32 = 12;

impl Clash {
    /// How many of two builds cost the same, or about.
    fn equal_numbers(&self, soldiers: [&Soldier; 2]) -> Result<[u32; 2], Problems> {
        let mustered = self.muster(soldiers)?;
        let numbers = mustered.first().map_or([1; 2], |first| {
            first.armies.each_ref().map(|army| army.models() as u32)
        });
        let [a, b] = numbers.map(|number| number.max(1));
        let times = match &self.strength {
            Strength::Even { parity, .. } => {
                let most = parity.most / a.max(b);
                FIELDED.div_ceil(a + b).min(most).max(1)
            }
            _ => 1,
        };
        Ok([a * times, b * times])
    }

    /// The fight of so many of one build against so many of another, with dice of its own.
    fn meet_numbers(
        &self,
        book: &dyn Rulebook,
        soldiers: [&Soldier; 2],
        numbers: [u32; 2],
    ) -> Result<Meeting, Problems> {
        let armies = [0, 1].map(|side: usize| {
            let turnout = Turnout::single(numbers[side], None, None);
            self.army(soldiers[side], side, &turnout, 1)
        });
        let [a, b] = &armies;
        let mut field = self.field().clone();
        field.label += &format!(", {} v {}", numbers[0], numbers[1]);
        Ok(Meeting {
            pairing: self.on(book, [a, b], &field)?,
            share: 1.0,
            swaps: self.swaps(),
            unspent: [None; 2],
            models: numbers,
        })
    }

    /// Why builds cannot be priced by what happens here.
    fn unfit(&self, by_force: bool) -> Result<(), Problems> {
        if self.policies[0] != self.policies[1] {
            let key = if self.policies[0].is_some() {
                "policy_a"
            } else {
                "policy_b"
            };
            let message = "the two sides have orders of their own, and a price is for both sides";
            return self.fail(
                key,
                message.to_owned(),
                "say `policy` instead: it is for both",
            );
        }
        let one_word = |key: &str, why: &str, help: &str| self.fail(key, why.to_owned(), help);
        if !self.field().swap {
            return one_word(
                "swap",
                "without swaps one side of the table would be part of the price",
                "leave it out: sides are then swapped in every second fight",
            );
        }
        match (&self.strength, &self.field().deployment) {
            (Strength::Points(_), _) if !by_force => one_word(
                "points",
                "by rating as many fight as many, and `points` fills the sides up to the same points",
                "say --by force: that is measured at equal points; or say count = 5",
            ),
            (Strength::Even { .. }, _) if !by_force => one_word(
                "even",
                "by rating as many fight as many, and `even` takes as many as cost the same",
                "say --by force: that is measured at equal points; or say count = 5",
            ),
            (Strength::Count(_), _) if by_force => one_word(
                "count",
                "by force equal points fight equal points, and here as many fight as many",
                "say points = 400 or even = true under [skirmish], or --by rating",
            ),
            (_, Deployment::Gap(_)) if by_force => one_word(
                "gap",
                "`gap` is one against one, and force is in numbers",
                "leave it out, or price a scenario of duels",
            ),
            (_, Deployment::File) => one_word(
                "deployment",
                "builds that are priced have no places to stand at",
                "say deployment = \"line\"",
            ),
            _ => Ok(()),
        }
    }
}

impl Plan {
    /// Whether the builds of a scenario of skirmishes can be priced; all that speaks against it.
    pub fn fit_for_pricing(&self, by_force: bool) -> Result<(), Problems> {
        let mut problems = Problems::default();
        let soldiers = self.variants.iter().flat_map(|variant| &variant.soldiers);
        let armies: Vec<_> = soldiers
            .filter_map(|soldier| Some((soldier, soldier.force.as_ref()?)))
            .collect();
        if let [(first, force), rest @ ..] = armies.as_slice() {
            let mut problem = Problem::new(match rest.len() {
                0 => format!(
                    "`{}` is an army, and prices are found from builds",
                    first.name
                ),
                more => format!(
                    "`{}` and {more} more are armies, and prices are found from builds",
                    first.name
                ),
            });
            problem.path = format!("forces.{}", first.name);
            problem.span = force.span();
            let mut builds: Vec<&str> = Vec::new();
            for build in armies.iter().flat_map(|(_, force)| force.builds()) {
                if !builds.contains(&build) {
                    builds.push(build);
                }
            }
            builds.truncate(4);
            let builds: Vec<String> = builds.iter().map(|name| format!("\"{name}\"")).collect();
            problem.help = Some(format!(
                "leave [forces] out, and name builds: builds = [{}{}]; each is then a force of its own kind",
                builds.join(", "),
                if builds.is_empty() { "..." } else { ", ..." }
            ));
            problems.push(problem);
        }
        for clash in self.clashes.iter().flatten() {
            for problem in clash.unfit(by_force).err().unwrap_or_default().0 {
                if !problems
                    .0
                    .iter()
                    .any(|known| known.message == problem.message)
                {
                    problems.push(problem);
                }
            }
        }
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems)
        }
    }

    /// In how many situations a match-up is fought.
    pub fn situations(&self, matchup: &Matchup) -> usize {
        self.groups[matchup.group].members.len()
    }

    /// How many of the two of a match-up cost the same, or about, in one of its situations.
    pub fn equal_numbers(&self, matchup: &Matchup, at: usize) -> Result<[u32; 2], Problems> {
        self.clashes[matchup.group][at].equal_numbers(self.sides(matchup))
    }

    /// The fight of so many of the one against so many of the other in one of the situations of a match-up.
    pub fn meet_numbers(
        &self,
        matchup: &Matchup,
        at: usize,
        numbers: [u32; 2],
    ) -> Result<Meeting, Problems> {
        let book = self.variants[matchup.variant].book.as_ref();
        let clash = &self.clashes[matchup.group][at];
        clash.meet_numbers(book, self.sides(matchup), numbers)
    }

    /// The log odds at which the one should beat the other for equal points: 0 unless the writer wants something else.
    pub fn wanted(&self, a: &str, b: &str) -> f64 {
        let found = self.targets.iter().rev().find_map(|target| {
            let odds = (target.score / (1.0 - target.score)).ln();
            if target.a.contains(a) && target.b.contains(b) {
                Some(odds)
            } else if target.a.contains(b) && target.b.contains(a) {
                Some(-odds)
            } else {
                None
            }
        });
        found.unwrap_or(0.0)
    }
}
