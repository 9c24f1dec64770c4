//! Force by relay: n of A against m of B, one after another. The winner stays with what is left of it, the loser is
//! replaced by a fresh one, a draw takes both away. The simplest honest fight of many: nobody is ganged up on, and numbers
//! count one by one (Lanchester's linear law).
//!
//! In a long relay each side loses fighters at a steady rate. The worth of A in B's is the rate at which B falls to that
//! at which A falls: with so many B for one A, both sides are as good as used up at the same time.
//!
//! # Formula
//! ```text
//! share = falls of B / (falls of A + falls of B),   worth of one A = share / (1 - share) of B
//! ```
//! For fighters who fall at the first wound, without draws, the share is the score of the duel itself.

/// What one duel of a relay may come to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Leg {
    /// `a[k]`: the chance that A wins and has `k` left.
    pub a: Vec<f64>,
    /// The same for B.
    pub b: Vec<f64>,
}

/// A relay starts anew this often, so that what never ends has a rate as well.
const ANEW: f64 = 1e-9;

/// The share of the falls that is B's. `a` are the duels of A with 1, 2, ... left against a fresh B, the last of them between two
/// fresh ones; `b` those of B with 1, 2, ... left against a fresh A, without the last.
pub fn relay(a: &[Leg], b: &[Leg]) -> f64 {
    // State 0 is two fresh ones; then A with 1.., then B with 1..
    let full = [a.len(), b.len() + 1];
    let n = full[0] + full[1] - 1;
    let place = |side: usize, left: usize| match left.min(full[side]) {
        left if left == full[side] => 0,
        left if side == 0 => left,
        left => full[0] - 1 + left,
    };
    let mut matrix = vec![0.0; n * n];
    let mut falls = vec![[0.0; 2]; n];
    let legs = a[..full[0] - 1].iter().chain(b);
    for (state, leg) in std::iter::once(&a[full[0] - 1]).chain(legs).enumerate() {
        let row = &mut matrix[state * n..(state + 1) * n];
        let mut decided = 0.0;
        for (side, left) in [&leg.a, &leg.b].into_iter().enumerate() {
            // Who has won with nothing left cannot go on: that takes both away, as a draw does.
            for (k, chance) in left.iter().enumerate().skip(1) {
                row[place(side, k)] += chance;
                falls[state][1 - side] += chance;
                decided += chance;
            }
        }
        let drawn = (1.0 - decided).max(0.0);
        row[0] += drawn;
        falls[state].iter_mut().for_each(|falls| *falls += drawn);
        for chance in row.iter_mut() {
            *chance *= 1.0 - ANEW;
        }
        row[0] += ANEW;
    }
    let stay = stationary(&mut matrix, n);
    let total = |side: usize| -> f64 { stay.iter().zip(&falls).map(|(p, f)| p * f[side]).sum() };
    let [of_a, of_b] = [total(0), total(1)];
    if of_a + of_b <= 0.0 {
        0.5
    } else {
        of_b / (of_a + of_b)
    }
}

/// The long-run shares of the states of a chain in which state 0 is reached from everywhere: elimination without any
/// subtraction (W. Grassmann, M. Taksar and D. Heyman, Operations Research 33, 1985).
fn stationary(matrix: &mut [f64], n: usize) -> Vec<f64> {
    for k in (1..n).rev() {
        let out: f64 = matrix[k * n..k * n + k].iter().sum();
        for i in 0..k {
            matrix[i * n + k] /= out;
            let into = matrix[i * n + k];
            for j in 0..k {
                matrix[i * n + j] += into * matrix[k * n + j];
            }
        }
    }
    let mut shares = vec![0.0; n];
    shares[0] = 1.0;
    for k in 1..n {
        shares[k] = (0..k).map(|i| shares[i] * matrix[i * n + k]).sum();
    }
    let all: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= all);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leg(a: &[f64], b: &[f64]) -> Leg {
        Leg {
            a: a.to_vec(),
            b: b.to_vec(),
        }
    }

    #[test]
    fn one_wound_is_the_duel_itself() {
        for p in [0.0, 0.2, 0.5, 0.9, 1.0] {
            assert!((relay(&[leg(&[0.0, p], &[0.0, 1.0 - p])], &[]) - p).abs() < 1e-8);
        }
        // A draw takes both: 0.5 + 0.2 fall of B, 0.3 + 0.2 of A.
        let share = relay(&[leg(&[0.0, 0.5], &[0.0, 0.3])], &[]);
        assert!((share - 0.7 / 1.2).abs() < 1e-8);
    }

    #[test]
    fn two_wounds_against_one() {
        // Each blow fells or wounds with even chance: A (two wounds) is worth exactly two of B.
        // Fresh A: wins unhurt 1/2, wins hurt 1/4, loses 1/4. A with one wound left: 1/2.
        let hurt = leg(&[0.0, 0.5], &[0.0, 0.5]);
        let fresh = leg(&[0.0, 0.25, 0.5], &[0.0, 0.25]);
        let share = relay(&[hurt, fresh], &[]);
        assert!((share - 2.0 / 3.0).abs() < 1e-8, "{share}");
    }

    #[test]
    fn who_is_never_hurt_is_worth_any_number() {
        let never = leg(&[0.0, 0.0, 1.0], &[]);
        assert!(relay(&[never.clone(), never], &[]) > 1.0 - 1e-6);
    }
}
