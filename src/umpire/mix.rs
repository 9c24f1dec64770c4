//! A fixed mix of options, such as a side's share of an equilibrium: small enough to be part of a brief, and exact enough
//! to be part of an exact answer.

/// Chances of up to [`Mix::MOST`] options, which add up to 1.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mix {
    /// The chances as bits, so that they can be compared and hashed; 0 beyond the last option.
    bits: [u64; Mix::MOST],
    len: u8,
}

impl Mix {
    /// The most options of a mix.
    pub const MOST: usize = 12;

    /// One option, always.
    pub fn pure(option: usize) -> Mix {
        let mut chances = [0.0; Mix::MOST];
        let at = option.min(Mix::MOST - 1);
        chances[at] = 1.0;
        Mix::new(&chances[..=at])
    }

    /// These chances; options beyond the most are left out.
    pub fn new(chances: &[f64]) -> Mix {
        let len = chances.len().min(Mix::MOST);
        let mut bits = [0; Mix::MOST];
        for (bits, chance) in bits.iter_mut().zip(chances) {
            *bits = chance.to_bits();
        }
        Mix {
            bits,
            len: len as u8,
        }
    }

    /// The chance of each option.
    pub fn chances(&self) -> impl ExactSizeIterator<Item = f64> {
        self.bits[..usize::from(self.len)]
            .iter()
            .map(|&bits| f64::from_bits(bits))
    }

    /// The only option, if there is only one with a chance.
    pub fn only(&self) -> Option<usize> {
        let mut taken = self.chances().enumerate().filter(|(_, p)| *p > 0.0);
        match (taken.next(), taken.next()) {
            (Some((at, _)), None) => Some(at),
            _ => None,
        }
    }

    /// The option that a random word falls on.
    pub(super) fn pick(&self, word: u64) -> usize {
        fall(self.chances(), word)
    }
}

/// The option that a random word falls on, when these are the chances.
pub(super) fn fall(chances: impl Iterator<Item = f64>, word: u64) -> usize {
    let mut rest = (word >> 11) as f64 / (1u64 << 53) as f64;
    let mut last = 0;
    for (at, chance) in chances.enumerate() {
        if chance > 0.0 {
            if rest < chance {
                return at;
            }
            rest -= chance;
            last = at;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fall_on_options_by_their_chances() {
        let mix = Mix::new(&[0.25, 0.0, 0.5, 0.25]);
        assert_eq!(mix.only(), None);
        let quarter = 1u64 << 62;
        let all = [
            0,
            quarter - 1,
            quarter,
            3 * quarter - 1,
            3 * quarter,
            u64::MAX,
        ];
        assert_eq!(all.map(|word| mix.pick(word)), [0, 0, 2, 2, 3, 3]);
        assert_eq!(Mix::pure(3).only(), Some(3));
        assert_eq!(Mix::pure(3).pick(u64::MAX), 3);
        assert_eq!(Mix::new(&[0.0, 1.0]).only(), Some(1));
    }
}
