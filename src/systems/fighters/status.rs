//! The status of a fighter: Wounded, Staggered, Stunned, each there or not (reference, section 2); and dead. Small
//! enough for a byte, so that two of them and a gap are a state.

/// How many wounds count with `wounded_twice = stack` (FI-06): more than any stat can bear.
const MOST_WOUNDS: u8 = 40;

const STAGGERED: u8 = 0x40;
const STUNNED: u8 = 0x80;
const WOUNDS: u8 = 0x3F;

/// What has become of a fighter.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Status(u8);

impl Status {
    /// Nothing is wrong with it.
    pub const FRESH: Status = Status(0);
    /// Killed. What else it was no longer matters.
    pub const DEAD: Status = Status(WOUNDS);

    /// Made of its parts.
    pub fn new(wounds: u8, staggered: bool, stunned: bool) -> Status {
        let mut bits = wounds.min(MOST_WOUNDS);
        bits |= if staggered { STAGGERED } else { 0 };
        bits |= if stunned { STUNNED } else { 0 };
        Status(bits)
    }

    /// All of it in one byte.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Killed.
    pub fn dead(self) -> bool {
        self == Status::DEAD
    }

    /// How many wounds count: 0 or 1, unless they add up (FI-06).
    pub fn wounds(self) -> u8 {
        self.0 & WOUNDS
    }

    /// Cannot move, cannot use a shield.
    pub fn staggered(self) -> bool {
        self.0 & STAGGERED != 0
    }

    /// Has lost 3 Skill.
    pub fn stunned(self) -> bool {
        self.0 & STUNNED != 0
    }

    /// The same, and Staggered if `staggers`, and Stunned if `stuns`.
    pub fn with(self, staggers: bool, stuns: bool) -> Status {
        Status::new(
            self.wounds(),
            self.staggered() || staggers,
            self.stunned() || stuns,
        )
    }

    /// With one wound more or less.
    pub fn with_wounds(self, wounds: u8) -> Status {
        Status::new(wounds, self.staggered(), self.stunned())
    }

    /// No longer Staggered nor Stunned.
    pub fn steady(self) -> Status {
        Status::new(self.wounds(), false, false)
    }

    /// Without what Recover takes away.
    pub fn without(self, what: Ail) -> Status {
        match what {
            Ail::Wounded => self.with_wounds(self.wounds().saturating_sub(1)),
            Ail::Staggered => Status::new(self.wounds(), false, self.stunned()),
            Ail::Stunned => Status::new(self.wounds(), self.staggered(), false),
        }
    }

    /// In words: `Wounded and Stunned`; `fresh` if there is nothing to say.
    pub fn words(self) -> String {
        let mut words = Vec::new();
        match self.wounds() {
            0 => {}
            1 => words.push("Wounded".to_owned()),
            n => words.push(format!("Wounded {n} times")),
        }
        if self.staggered() {
            words.push("Staggered".to_owned());
        }
        if self.stunned() {
            words.push("Stunned".to_owned());
        }
        if words.is_empty() {
            "fresh".to_owned()
        } else {
            words.join(" and ")
        }
    }
}

/// What Recover can take away.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ail {
    /// One wound.
    Wounded,
    /// Staggered.
    Staggered,
    /// Stunned.
    Stunned,
}

impl Ail {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Ail::Wounded => "Wounded",
            Ail::Staggered => "Staggered",
            Ail::Stunned => "Stunned",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_what_was_put_in() {
        for wounds in [0, 1, 2, 39, 40] {
            for (staggered, stunned) in [(false, false), (true, false), (false, true), (true, true)]
            {
                let status = Status::new(wounds, staggered, stunned);
                assert_eq!(status.wounds(), wounds);
                assert_eq!(status.staggered(), staggered);
                assert_eq!(status.stunned(), stunned);
                assert!(!status.dead());
                assert_eq!(status.steady(), Status::new(wounds, false, false));
            }
        }
        assert_eq!(Status::new(200, false, false).wounds(), MOST_WOUNDS);
        assert_eq!(Status::new(2, true, true).without(Ail::Wounded).wounds(), 1);
        assert_eq!(Status::FRESH.without(Ail::Wounded), Status::FRESH);
        assert_eq!(Status::new(1, true, false).words(), "Wounded and Staggered");
    }
}
