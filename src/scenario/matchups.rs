//! The match-ups of a plan, each made from its number alone: who meets whom and in which situation, what that is called,
//! how both decide, and the fights that come of it.

use super::clash::{Clash, Swaps};
use super::meeting::Meeting;
use super::plan::{Plan, Soldier, Variant};
use crate::document::{Problem, Problems};
use crate::systems::Rulebook;
use std::collections::HashSet;
use std::ops::Range;

/// So many match-ups of a skirmish are mustered, and so many fields laid out, before the first is fought.
const MUSTERED: u64 = 20_000;
const LAID_OUT: usize = 400;

/// One match-up of a plan.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Matchup {
    /// Its number in the plan.
    pub index: u64,
    /// Which variant.
    pub variant: usize,
    /// Places of the two among the variant's soldiers.
    pub a: u32,
    /// The second.
    pub b: u32,
    /// Which group of situations.
    pub group: usize,
}

impl Plan {
    /// How many match-ups there are.
    pub fn len(&self) -> u64 {
        self.variants
            .iter()
            .map(|variant| self.len_of(variant))
            .sum()
    }

    /// Whether builds meet nobody but themselves.
    pub fn is_mirror(&self) -> bool {
        self.variants
            .iter()
            .all(|variant| variant.pairs.is_mirror())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn len_of(&self, variant: &Variant) -> u64 {
        variant.pairs.len() * self.groups.len() as u64
    }

    /// The match-ups with these numbers, in order.
    pub fn matchups(&self, range: Range<u64>) -> impl Iterator<Item = Matchup> + '_ {
        let groups = self.groups.len() as u64;
        let mut begin = 0;
        let stretches = self.variants.iter().enumerate().map(move |(at, variant)| {
            let start = begin;
            begin += self.len_of(variant);
            (at, variant, start, begin)
        });
        stretches
            .filter(move |(_, _, start, end)| *start < range.end && *end > range.start)
            .flat_map(move |(at, variant, start, end)| {
                let (from, to) = (range.start.max(start) - start, range.end.min(end) - start);
                let pairs = variant.pairs.from(from / groups, &variant.soldiers);
                pairs
                    .flat_map(move |pair| (0..groups).map(move |group| (pair, group)))
                    .skip((from % groups) as usize)
                    .zip(from..to)
                    .map(move |(((a, b), group), number)| Matchup {
                        index: start + number,
                        variant: at,
                        a,
                        b,
                        group: group as usize,
                    })
            })
    }

    /// The two of a match-up.
    pub fn sides(&self, matchup: &Matchup) -> [&Soldier; 2] {
        let soldiers = &self.variants[matchup.variant].soldiers;
        [&soldiers[matchup.a as usize], &soldiers[matchup.b as usize]]
    }

    /// The situation of a match-up in words.
    pub fn situation(&self, matchup: &Matchup) -> &str {
        let words = &self.variants[matchup.variant].words;
        words.get(matchup.group).map_or("", String::as_str)
    }

    /// The situations of a match-up as the scenario gives them: the same whatever the rules add in words.
    pub fn given(&self, matchup: &Matchup) -> String {
        let members = self.groups[matchup.group].members.iter();
        let members: Vec<String> = members.map(|member| member.to_json().to_string()).collect();
        members.join(" ")
    }

    /// What a match-up is called: its names, never its place.
    pub fn title_of(&self, matchup: &Matchup) -> String {
        let [a, b] = self.sides(matchup);
        let variant = &self.variants[matchup.variant].name;
        let under = if variant.is_empty() {
            String::new()
        } else {
            format!(" under {variant}")
        };
        format!(
            "{} v {} @ {}{under}",
            a.name,
            b.name,
            self.situation(matchup)
        )
    }

    /// The fights of a match-up: one for each situation that is averaged, two of a skirmish whose score at equal points
    /// lies between two numbers.
    pub fn meet(&self, matchup: &Matchup) -> Result<Vec<Meeting>, Problems> {
        let sides = self.sides(matchup);
        let book = self.variants[matchup.variant].book.as_ref();
        let members = self.groups[matchup.group].members.len();
        let mut meetings = Vec::with_capacity(members);
        for member in 0..members {
            meetings.extend(self.member(book, sides, (matchup.group, member))?);
        }
        for meeting in &mut meetings {
            meeting.share /= members as f64;
        }
        Ok(meetings)
    }

    /// The fights of two soldiers in one situation: its group, and its place there.
    pub(super) fn member(
        &self,
        book: &dyn Rulebook,
        [a, b]: [&Soldier; 2],
        (group, member): (usize, usize),
    ) -> Result<Vec<Meeting>, Problems> {
        if let Some(clashes) = self.clashes.get(group) {
            return clashes[member].meet(book, [a, b]);
        }
        let situation = &self.groups[group].members[member];
        let pairing = book.meet(&a.recruit, &b.recruit, Some(situation))?;
        Ok(vec![Meeting {
            pairing,
            share: 1.0,
            swaps: Swaps::default(),
            unspent: [None; 2],
            models: [0; 2],
        }])
    }

    /// Whether many fight against many.
    pub fn is_skirmish(&self) -> bool {
        !self.clashes.is_empty()
    }

    /// Whether all sides are filled up to the same points, so that points tell nobody apart.
    pub fn is_even(&self) -> bool {
        let mut clashes = self.clashes.iter().flatten();
        self.is_skirmish() && clashes.all(Clash::is_even)
    }

    /// What those who fight are called.
    pub fn soldiers_word(&self) -> &'static str {
        if self.is_skirmish() {
            "forces"
        } else {
            "builds"
        }
    }

    /// How a soldier decides where nothing is said for its side.
    pub fn policy_of(&self, soldier: &Soldier) -> String {
        let clash = self.clashes.first().and_then(|group| group.first());
        match clash {
            Some(clash) => clash.policy_anywhere(soldier).to_owned(),
            None => soldier.recruit.policy.clone(),
        }
    }

    /// How the two sides of a match-up decide.
    pub fn policies(&self, matchup: &Matchup) -> [String; 2] {
        let sides = self.sides(matchup);
        let Some(clashes) = self.clashes.get(matchup.group) else {
            return sides.map(|soldier| soldier.recruit.policy.clone());
        };
        [0, 1].map(|side: usize| {
            let mut all: Vec<&str> = Vec::new();
            for clash in clashes {
                let policy = clash.policy_of(sides[side], side);
                if !all.contains(&policy) {
                    all.push(policy);
                }
            }
            all.join("/")
        })
    }

    /// Musters the armies of a skirmish, and lays out fields so that every soldier has been in one of each kind: what
    /// does not fit shows before the first fight.
    pub(super) fn try_fields(&self) -> Result<(), Problems> {
        let mut problems = Problems::default();
        let mut seen = HashSet::new();
        let mut laid_out = 0;
        let most = if self.is_skirmish() {
            self.len().min(MUSTERED)
        } else {
            0
        };
        for matchup in self.matchups(0..most) {
            let new = [matchup.a, matchup.b]
                .map(|who| seen.insert((matchup.variant, who, matchup.group)));
            let tried = if new.contains(&true) && laid_out < LAID_OUT {
                laid_out += 1;
                self.meet(&matchup).map(|_| ())
            } else {
                let mut clashes = self.clashes[matchup.group].iter();
                let sides = self.sides(&matchup);
                clashes.try_for_each(|clash| clash.can_muster(sides))
            };
            for problem in tried.err().unwrap_or_default().0 {
                let same = |known: &Problem| {
                    let start =
                        |problem: &Problem| problem.span.as_ref().map(|span| span.range.start);
                    known.message == problem.message && start(known) == start(&problem)
                };
                if !problems.0.iter().any(same) {
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
}
