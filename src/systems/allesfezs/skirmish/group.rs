//! The dice of one activation when more than two are in it (AE-18): every die is rolled once, and each pair is judged with
//! the same rolled dice. What stands and what it costs is asked where a duel asks it ([`super::super::attack`]).

use super::super::attack::{Manner, bars, unparried, zones};
use super::super::checks::{D20, Pool};
use crate::umpire::{Dice, Note};

/// Dice with their faces as rolled.
#[derive(Copy, Clone, Debug)]
pub struct Rolled {
    /// What was rolled.
    pub pool: Pool,
    /// What the dice do; for striking dice it does not matter.
    pub manner: Manner,
    /// Where their faces begin.
    first: usize,
    /// The highest face that succeeded; 0 if none did.
    pub top: u32,
    /// The highest face that failed; 0 if none did.
    pub failed: u32,
}

/// All dice of an activation. Keeps its room from fight to fight.
#[derive(Default)]
pub struct Volley {
    faces: Vec<u8>,
}

impl Volley {
    /// Room for so many dice.
    pub fn reserve(&mut self, dice: usize) {
        self.faces.reserve(dice.saturating_sub(self.faces.len()));
    }

    /// Another activation begins.
    pub fn clear(&mut self) {
        self.faces.clear();
    }

    /// Rolls dice, face by face.
    pub fn roll<D: Dice>(
        &mut self,
        dice: &mut D,
        about: &'static str,
        pool: Pool,
        manner: Manner,
    ) -> Rolled {
        dice.note(|| Note::About(about));
        let first = self.faces.len();
        let (mut top, mut failed) = (0, 0);
        for _ in 0..pool.dice {
            let face = dice.die(D20);
            if face >= u32::from(pool.floor) {
                top = top.max(face);
            } else {
                failed = failed.max(face);
            }
            self.faces.push(face as u8);
        }
        Rolled {
            pool,
            manner,
            first,
            top,
            failed,
        }
    }

    fn faces(&self, rolled: &Rolled) -> impl Iterator<Item = u32> + '_ {
        let dice = &self.faces[rolled.first..][..usize::from(rolled.pool.dice)];
        dice.iter().map(|&face| u32::from(face))
    }

    /// What stands, ordinary and critical, of dice against the best die `top` of whoever opposes them.
    pub fn standing(&self, rolled: &Rolled, top: u32, keeps: bool) -> [u32; 2] {
        let bars = bars(rolled.pool, top, keeps);
        let [crit, stand] =
            bars.map(|bar| self.faces(rolled).filter(|&face| face >= bar).count() as u32);
        [stand - crit, crit]
    }

    /// What stands of striking dice against one answer, in its manner; `top` may be higher than the answer's own best
    /// where others oppose them too (AE-18, `everyone`).
    pub fn against(
        &self,
        strike: &Rolled,
        answer: Option<&Rolled>,
        top: u32,
        keeps: bool,
    ) -> [u32; 2] {
        let Some(answer) = answer.filter(|answer| answer.manner == Manner::Parries) else {
            return self.standing(strike, top, keeps);
        };
        let mut faces = [0; 3];
        for (kept, face) in faces.iter_mut().zip(self.faces(answer)) {
            *kept = if face >= u32::from(answer.pool.floor) {
                face
            } else {
                0
            };
        }
        let bars = zones(strike.pool, faces, keeps);
        let mut counts = [0; 8];
        for face in self.faces(strike) {
            if let Some(class) = bars.iter().position(|&bar| face >= bar) {
                counts[class] += 1;
            }
        }
        unparried(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::attack::{Contest, Standing};
    use super::super::super::checks::Crits;
    use super::*;
    use crate::umpire::{Exact, Question};

    /// The group's way of judging two pools, as a question: it must have the duel's law.
    #[derive(Copy, Clone, PartialEq, Eq, Hash)]
    struct AsGroup(Contest);

    impl Question for AsGroup {
        type Answer = Standing;

        fn put<D: Dice>(&self, dice: &mut D) -> Standing {
            let mut volley = Volley::default();
            let answer = volley.roll(dice, "answer", self.0.answer, self.0.manner);
            let strike = volley.roll(dice, "attack", self.0.strike, Manner::Strikes);
            let [plain, crit] =
                volley.against(&strike, Some(&answer), answer.top, self.0.strike_keeps);
            let back = volley.standing(&answer, strike.top, self.0.answer_keeps);
            let [back_plain, back_crit] = match self.0.manner {
                Manner::Strikes => back,
                _ => [0, 0],
            };
            Standing {
                plain,
                crit,
                back_plain,
                back_crit,
            }
        }
    }

    /// AE-18: with one striker and one answer the group's dice have the duel's law, in every manner and with every way of
    /// settling ties.
    #[test]
    fn ae_18_two_in_a_group_are_a_duel() {
        let crits = Crits {
            lowering: true,
            only: false,
        };
        let mut exact = Exact::new();
        for manner in [Manner::Strikes, Manner::Shields, Manner::Parries] {
            for (strike_keeps, answer_keeps) in
                [(true, true), (true, false), (false, true), (false, false)]
            {
                for (strike, answer) in [
                    ((2, 9), (1, 6)),
                    ((2, -3), (2, 14)),
                    ((1, 21), (1, 12)),
                    ((2, 7), (0, 20)),
                ] {
                    let contest = Contest {
                        strike: Pool::new(strike.0, strike.1, crits),
                        answer: Pool::new(answer.0, answer.1, crits),
                        manner,
                        strike_keeps,
                        answer_keeps,
                    };
                    for part in 0..4 {
                        let take = |s: Standing| {
                            f64::from([s.plain, s.crit, s.back_plain, s.back_crit][part])
                        };
                        let square =
                            |s: Standing| take(s) * take(s) + 0.1 * take(s) * f64::from(s.plain);
                        for value in [&take as &dyn Fn(Standing) -> f64, &square] {
                            let duel = exact.mean(contest, value);
                            let group = exact.mean(AsGroup(contest), value);
                            assert!((duel - group).abs() < 1e-12, "{contest:?}: {duel} {group}");
                        }
                    }
                }
            }
        }
    }
}
