//! One exchange of blows (reference, sections 3.2 and 4): dice against dice, then damage rolls. Written as two nested
//! questions, because the law of the dice is shared by all weapons and armours.

use super::checks::{D20, Pool};
use crate::umpire::{Dice, Note, Packed, Question};
use std::hash::{Hash, Hasher};

/// The most defence dice that can be told apart when each cancels only one attack die.
pub const MOST_DEFENCE_DICE: u32 = 3;

/// What the answering dice do.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// An attack of their own: dice that stand wound the striker.
    Strikes,
    /// A defence against all striking dice (AE-16, AE-17).
    Shields,
    /// The same, and it matters how many of them stand: for the odds of one attack.
    Watched,
    /// A defence in which each successful die cancels one striking die only (AE-16, AE-17, `one_die`).
    Parries,
}

/// A face-to-face roll (section 3.2): the striking dice against the answering dice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    /// The dice of the attack.
    pub strike: Pool,
    /// The dice against it; none if nobody answers.
    pub answer: Pool,
    /// What the answering dice do.
    pub manner: Manner,
    /// AE-09: a striking die equal to the best answer stands.
    pub strike_keeps: bool,
    /// AE-09: an answering die equal to the best strike stands.
    pub answer_keeps: bool,
}

/// What stands after a contest.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Striking dice that stand as ordinary successes.
    pub plain: u32,
    /// Striking dice that stand as critical successes.
    pub crit: u32,
    /// Answering dice that stand as ordinary successes.
    pub back_plain: u32,
    /// Answering dice that stand as critical successes.
    pub back_crit: u32,
}

impl Packed for Standing {
    fn pack(self) -> u64 {
        [self.plain, self.crit, self.back_plain, self.back_crit]
            .map(|n| n as u8)
            .pack()
    }
    fn unpack(word: u64) -> Self {
        let [plain, crit, back_plain, back_crit] = <[u8; 4]>::unpack(word).map(u32::from);
        Standing {
            plain,
            crit,
            back_plain,
            back_crit,
        }
    }
}

impl Contest {
    /// Nobody does anything.
    pub const NONE: Contest = Contest {
        strike: Pool::NONE,
        answer: Pool::NONE,
        manner: Manner::Shields,
        strike_keeps: true,
        answer_keeps: true,
    };
}

impl Question for Contest {
    type Answer = Standing;

    /// AE-10: only the numbers on the dice are compared. A die that is cancelled still cancels lower ones, so the best
    /// die of each side decides: the answer's best is rolled first, and the strike's dice into classes made from it.
    #[inline(always)]
    fn put<D: Dice>(&self, dice: &mut D) -> Standing {
        if self.rare() {
            return dice.aside(|dice| self.put_rare(dice));
        }
        self.put_best(dice)
    }
}

impl Contest {
    /// Few fights need it: several answering dice, or dice that each cancel one.
    #[inline(always)]
    fn rare(&self) -> bool {
        self.answer.dice > 1 || self.manner == Manner::Parries
    }

    /// It matters only what the answer's best die shows.
    #[inline(always)]
    fn put_best<D: Dice>(&self, dice: &mut D) -> Standing {
        let b = self.answer;
        dice.note(|| Note::About("answer"));
        let top = dice.highest(u32::from(b.dice), D20, u32::from(b.floor));
        self.judge(dice, top, 1).0
    }

    /// The strike's dice against the best of the answer, which `at_top` of its dice show: what stands, and whether the
    /// answer's other dice have yet to be looked at, because nothing comes up to its best.
    #[inline(always)]
    fn judge<D: Dice>(&self, dice: &mut D, top: u32, at_top: u32) -> (Standing, bool) {
        let (a, b) = (self.strike, self.answer);
        let floor = u32::from(a.floor);
        let [critical, stands] = bars(a, top, self.strike_keeps);
        // What a striking die must show so that the best answer does not stand.
        let beats = floor.max(top + u32::from(self.answer_keeps));
        dice.note(|| Note::About("attack"));
        let [crit, stand, beating, level] = dice.at_least(
            u32::from(a.dice),
            D20,
            [critical, stands, beats, floor.max(top)],
        );
        // What the dice show cannot be foreseen, so nothing below branches on it.
        let unbeaten = (beating == 0) & (top > 0);
        let back = u32::from(unbeaten & (self.manner != Manner::Shields)) * at_top;
        let back_crit = if top >= u32::from(b.crit) { back } else { 0 };
        let standing = Standing {
            plain: stand - crit,
            crit,
            back_plain: back - back_crit,
            back_crit,
        };
        (standing, unbeaten & (level == 0))
    }

    #[cold]
    #[inline(never)]
    fn put_rare<D: Dice>(&self, dice: &mut D) -> Standing {
        match self.manner {
            Manner::Parries => self.parried(dice),
            Manner::Shields => self.put_best(dice),
            Manner::Strikes | Manner::Watched => self.put_all(dice),
        }
    }

    /// It matters how many of several answering dice stand.
    fn put_all<D: Dice>(&self, dice: &mut D) -> Standing {
        dice.note(|| Note::About("answer"));
        let (top, at_top) = best(dice, self.answer);
        let (mut standing, more) = self.judge(dice, top, at_top);
        if more {
            let [crit, plain] = self.rest_of_answer(dice, top, at_top);
            standing.back_crit += crit;
            standing.back_plain += plain;
        }
        standing
    }

    /// Several answering dice, and the best of them beat every striking die: which of the others stand, critical and
    /// ordinary? All dice left are known to be below `top`, so they are fair dice with that many fewer sides.
    fn rest_of_answer<D: Dice>(&self, dice: &mut D, top: u32, at_top: u32) -> [u32; 2] {
        let (a, b) = (self.strike, self.answer);
        let sides = top - 1;
        dice.note(|| Note::About("attack (best of the beaten dice)"));
        let best = dice.highest(u32::from(a.dice), sides, u32::from(a.floor));
        let need = u32::from(b.floor).max(best + u32::from(best > 0 && !self.answer_keeps));
        dice.note(|| Note::About("answer (the other dice)"));
        let bars = [need.max(u32::from(b.crit)), need].map(|bar| bar.min(sides + 1));
        dice.tally(u32::from(b.dice) - at_top, sides, bars)
    }

    /// AE-16, AE-17 (`one_die`): each successful defence die cancels the highest lower striking die still standing; an
    /// equal one counts as lower unless a tie lets it stand.
    fn parried<D: Dice>(&self, dice: &mut D) -> Standing {
        let (a, b) = (self.strike, self.answer);
        dice.note(|| Note::About("defence"));
        let mut faces = [0; ZONES - 1];
        for face in &mut faces[..usize::from(b.dice).min(ZONES - 1)] {
            *face = dice.highest(1, D20, u32::from(b.floor));
        }
        dice.note(|| Note::About("attack"));
        let counts = dice.tally(u32::from(a.dice), D20, zones(a, faces, self.strike_keeps));
        let [plain, crit] = unparried(counts);
        Standing {
            plain,
            crit,
            ..Standing::default()
        }
    }
}

/// The best die of several and how many show it, found face by face from above: below a face nobody shows, the dice are
/// fair dice with one side less.
fn best<D: Dice>(dice: &mut D, pool: Pool) -> (u32, u32) {
    for face in (u32::from(pool.floor)..=D20).rev() {
        let showing = dice.count(u32::from(pool.dice), face, face);
        if showing > 0 {
            return (face, showing);
        }
    }
    (0, 0)
}

/// What a die must show against the best die `top` of the other side (0: it has none): to stand and be critical, and to
/// stand at all. Whether one stands that is level with it, a tie decides (AE-09).
#[inline(always)]
pub fn bars(pool: Pool, top: u32, keeps: bool) -> [u32; 2] {
    let stands = u32::from(pool.floor).max(top + u32::from(!keeps));
    [stands.max(u32::from(pool.crit)), stands]
}

/// Zones of striking dice between the dice of a defence.
const ZONES: usize = MOST_DEFENCE_DICE as usize + 1;

/// The classes of striking dice against a defence in which each die cancels one (AE-16, AE-17, `one_die`): zone after
/// zone from above, the criticals of each apart. `faces` are the defence's successes, 0 for a failure.
pub fn zones(strike: Pool, faces: [u32; ZONES - 1], strike_keeps: bool) -> [u32; 2 * ZONES] {
    let (floor, crit) = (u32::from(strike.floor), u32::from(strike.crit));
    let mut lows = [floor; ZONES];
    for (low, face) in lows.iter_mut().zip(faces) {
        if face > 0 {
            *low = floor.max(face + u32::from(!strike_keeps));
        }
    }
    lows[..ZONES - 1].sort_unstable_by(|x, y| y.cmp(x));
    let mut bars = [0; 2 * ZONES];
    let mut above = D20 + 1;
    for (zone, &low) in lows.iter().enumerate() {
        bars[2 * zone] = crit.clamp(low, above.max(low));
        bars[2 * zone + 1] = low;
        above = low;
    }
    bars
}

/// What stands, ordinary and critical, of striking dice counted in [`zones`]: one more is cancelled below each border.
pub fn unparried(counts: [u32; 2 * ZONES]) -> [u32; 2] {
    let (mut plain, mut crit) = (0, 0);
    let mut pending = 0;
    for zone in 0..ZONES {
        let (crits, plains) = (counts[2 * zone], counts[2 * zone + 1]);
        let crits_gone = crits.min(pending);
        let plains_gone = plains.min(pending - crits_gone);
        crit += crits - crits_gone;
        plain += plains - plains_gone;
        pending = pending - crits_gone - plains_gone + 1;
    }
    [plain, crit]
}

/// STR lost by `hits`, ordinary and critical: each is saved from by a die that shows at least its `save` (section 4.8).
pub fn damage<D: Dice>(dice: &mut D, hits: [u32; 2], save: [u8; 2]) -> u32 {
    let saved = dice.counts(
        D20,
        [(hits[0], u32::from(save[0])), (hits[1], u32::from(save[1]))],
    );
    hits[0] + hits[1] - saved[0] - saved[1]
}

/// A contest and the damage rolls that follow (section 4.8).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// Dice against dice.
    pub contest: Contest,
    /// The lowest face of the target's die that saves from an ordinary and from a critical hit (21: none does).
    pub save: [u8; 2],
    /// The same for hits of the answering dice.
    pub back_save: [u8; 2],
}

impl Exchange {
    /// Nobody does anything.
    pub const NONE: Exchange = Exchange {
        contest: Contest::NONE,
        save: [1, 1],
        back_save: [1, 1],
    };
}

impl Contest {
    /// All of it in one word, to be hashed at once.
    fn word(&self) -> u64 {
        let (a, b) = (self.strike, self.answer);
        let flags =
            self.manner as u8 | u8::from(self.strike_keeps) << 2 | u8::from(self.answer_keeps) << 3;
        u64::from_le_bytes([a.dice, a.floor, a.crit, b.dice, b.floor, b.crit, flags, 0])
    }
}

impl Hash for Contest {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.word());
    }
}

impl Hash for Exchange {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let saves = [
            self.save[0],
            self.save[1],
            self.back_save[0],
            self.back_save[1],
        ];
        hasher.write_u128(
            u128::from(self.contest.word()) | u128::from(u32::from_le_bytes(saves)) << 64,
        );
    }
}

impl Question for Exchange {
    /// STR lost by the target of the strike, and by the striker; not capped by what they have.
    type Answer = [u32; 2];

    #[inline(always)]
    fn put<D: Dice>(&self, dice: &mut D) -> [u32; 2] {
        if self.contest.rare() {
            let (target, striker) = dice.aside(|dice| self.put_rare(dice));
            return [target, striker];
        }
        self.roll(dice)
    }
}

impl Exchange {
    #[cold]
    #[inline(never)]
    fn put_rare<D: Dice>(&self, dice: &mut D) -> (u32, u32) {
        let [target, striker] = self.roll(dice);
        (target, striker)
    }

    #[inline(always)]
    fn roll<D: Dice>(&self, dice: &mut D) -> [u32; 2] {
        let s = dice.ask(&self.contest);
        dice.note(|| Note::About("damage"));
        let back = s.back_plain + s.back_crit;
        let strikes = [
            (s.plain, u32::from(self.save[0])),
            (s.crit, u32::from(self.save[1])),
        ];
        if back <= 1 {
            // The usual case: one answering die at most, of one kind or the other.
            let back_save = u32::from(self.back_save[usize::from(s.back_crit == 1)]);
            let [a, b, c] = dice.counts(D20, [strikes[0], strikes[1], (back, back_save)]);
            return [s.plain + s.crit - a - b, back - c];
        }
        let answers = [
            (s.back_plain, u32::from(self.back_save[0])),
            (s.back_crit, u32::from(self.back_save[1])),
        ];
        let [a, b, c, d] = dice.counts(D20, [strikes[0], strikes[1], answers[0], answers[1]]);
        [s.plain + s.crit - a - b, back - c - d]
    }
}
