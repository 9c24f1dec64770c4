//! A turn that leads to many places, most of them in several ways: all of them are found, and none is counted twice.

use fairfight::umpire::{Budget, Chain, Duel, Exact, Side, Umpire, Verdict};

/// The first turn adds up two large dice; the second ends the fight with so many left.
struct Wide;

const SIDES: u32 = 150;

impl Duel for Wide {
    type State = u32;
    type Position = ();
    type Brief = ();

    const REASONS: &'static [&'static str] = &["cap"];

    fn position(&self, _: &u32) {}
    fn brief(&self, (): (), _: &mut Exact) {}
    fn start<U: Umpire>(&self, _: &mut U) -> u32 {
        0
    }
    fn turn<U: Umpire>(&self, state: &mut u32, (): &(), umpire: &mut U) -> Option<Verdict> {
        if *state > 0 {
            return Some(Verdict::Win(Side::A));
        }
        *state = umpire.die(SIDES) + umpire.die(SIDES);
        // Some of the many places are ends, in between the others.
        state.is_multiple_of(3).then_some(Verdict::Win(Side::B))
    }
    fn weaken(&self, _: &mut u32, _: [u16; 2]) {}
    fn left(&self, state: &u32) -> [u16; 2] {
        [*state as u16, 0]
    }
    fn most(&self) -> [u16; 2] {
        [2 * SIDES as u16, 0]
    }
    fn turns_per_round(&self) -> u32 {
        1
    }
    fn cap(&self) -> u32 {
        2
    }
    fn looks_ahead(&self) -> bool {
        false
    }
}

#[test]
fn every_place_is_found_once() {
    let mut chain = Chain::default();
    let mut exact = Exact::new();
    // Twice, because the workspace is kept.
    for _ in 0..2 {
        let (outcome, _) = chain
            .solve(&Wide, &mut exact, Budget::default())
            .expect("a small duel");
        let all = f64::from(SIDES * SIDES);
        for sum in 2..=2 * SIDES {
            let ways = (sum - 1).min(2 * SIDES + 1 - sum);
            let got = outcome.left[0][sum as usize];
            assert!((got - f64::from(ways) / all).abs() < 1e-14, "{sum}: {got}");
        }
        let third = (2..=2 * SIDES).filter(|sum| sum.is_multiple_of(3));
        let ways: u32 = third.map(|sum| (sum - 1).min(2 * SIDES + 1 - sum)).sum();
        assert!((outcome.win[1] - f64::from(ways) / all).abs() < 1e-12);
        assert!((outcome.win[0] + outcome.win[1] - 1.0).abs() < 1e-12);
        // The start, and every sum that is no end.
        assert_eq!(outcome.states, 1 + 299 - 100);
        // A step for each sum, and one to its end from each that is none.
        assert_eq!(outcome.edges, 299 + 199);
    }
}
