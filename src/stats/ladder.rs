//! How much of the scores is a ladder, on which the stronger beats the weaker and all that is between, and how much is
//! rock, paper, scissors; and the clearest cycles.

/// The share of the differences that one number of strength for each explains: 1 for a ladder of even steps, 0 where
/// nobody is stronger than another on average. None if nothing differs at all.
///
/// # Formula
/// On the scores less one half, `A = P - 1/2`, which needs no bounds at 0 % and 100 %:
/// ```text
/// r_i = mean_j A_ij,   grad_ij = r_i - r_j,   transitivity = |grad|^2 / |A|^2
/// ```
/// The combinatorial Hodge decomposition: Jiang, Lim, Yao and Ye, "Statistical ranking and combinatorial Hodge theory",
/// Mathematical Programming 127 (2011).
pub fn transitivity(scores: &[f64], n: usize) -> Option<f64> {
    let strength: Vec<f64> = scores
        .chunks(n.max(1))
        .map(|row| row.iter().map(|score| score - 0.5).sum::<f64>() / n as f64)
        .collect();
    let (mut ladder, mut all) = (0.0, 0.0);
    for i in 0..n {
        for j in 0..n {
            ladder += (strength[i] - strength[j]).powi(2);
            all += (scores[i * n + j] - 0.5).powi(2);
        }
    }
    (all > 1e-18).then(|| (ladder / all).min(1.0))
}

/// Three of which each beats the next, and the last the first.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Cycle {
    /// The three.
    pub builds: [usize; 3],
    /// The lowest of the three scores.
    pub weakest: f64,
}

/// The `most` cycles of three whose weakest link is the strongest, the clearest first.
pub fn cycles(scores: &[f64], n: usize, most: usize) -> Vec<Cycle> {
    let mut found: Vec<Cycle> = Vec::with_capacity(most + 1);
    let mut bar = 0.5 + 1e-9;
    for i in 0..n {
        let mine = &scores[i * n..(i + 1) * n];
        for j in i + 1..n {
            if mine[j] <= bar {
                continue;
            }
            let theirs = &scores[j * n..(j + 1) * n];
            for k in i + 1..n {
                let weakest = mine[j].min(theirs[k]).min(1.0 - mine[k]);
                if weakest > bar {
                    let at = found.partition_point(|cycle| cycle.weakest >= weakest);
                    let builds = [i, j, k];
                    found.insert(at, Cycle { builds, weakest });
                    found.truncate(most);
                    if found.len() == most {
                        bar = found.last().map_or(bar, |cycle| cycle.weakest);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::scores::Scores;
    use super::*;

    #[test]
    fn a_ladder_is_one_and_a_cycle_none() {
        let ladder = Scores::exact(8, |i, j| 0.5 + (j as f64 - i as f64) / 20.0).plain();
        assert!((transitivity(&ladder, 8).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(cycles(&ladder, 8, 3), []);
        let rps = Scores::exact(3, |i, j| if j - i == 1 { 0.7 } else { 0.3 }).plain();
        assert!(transitivity(&rps, 3).unwrap() < 1e-12);
        let found = cycles(&rps, 3, 3);
        assert_eq!(found.len(), 1, "each cycle once: {found:?}");
        assert_eq!(found[0].builds, [0, 1, 2]);
        assert!((found[0].weakest - 0.7).abs() < 1e-12);
    }

    #[test]
    fn nothing_differs() {
        for n in [0, 1, 2, 5] {
            assert_eq!(transitivity(&Scores::even(n).plain(), n), None);
            assert_eq!(cycles(&Scores::even(n).plain(), n, 3), []);
        }
    }

    #[test]
    fn certain_wins_are_a_ladder_of_uneven_steps() {
        // r = 1/3, 0, -1/3: 2 (1/9 + 4/9 + 1/9) of 6/4.
        let scores = Scores::exact(3, |_, _| 1.0).plain();
        assert!((transitivity(&scores, 3).unwrap() - 8.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn the_clearest_come_first() {
        let beats = [
            (0, 1, 0.9),
            (1, 2, 0.8),
            (2, 0, 0.7),
            (1, 3, 0.6),
            (3, 0, 0.95),
        ];
        let mut scores = Scores::even(4);
        for (i, j, score) in beats {
            scores.set(i, j, super::super::scores::Cell::exact(score));
        }
        let found = cycles(&scores.plain(), 4, 3);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].builds, found[1].builds), ([0, 1, 2], [0, 1, 3]));
        assert_eq!(cycles(&scores.plain(), 4, 1).len(), 1);
    }
}
