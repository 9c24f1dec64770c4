//! The yardstick: the benchmark's melee duel as anybody would write it by hand. One exchange function, sides swapped
//! each turn, dice from `random_range`. It exists only here; `check` in the benchmark proves that it fights the same duel.

use rand::{Rng, RngExt};

/// One side of the melee: dice on a target, damage against armour.
#[derive(Clone, Copy)]
pub struct Plain {
    pub dice: u32,
    pub target: u32,
    pub damage: u32,
    pub armour: u32,
}

/// One attack answered by one counter die: STR lost by the target, by the attacker.
fn exchange(rng: &mut impl Rng, active: &Plain, reactor: &Plain) -> (u32, u32) {
    let mut attack = [0; 16];
    let mut best = 0;
    for die in attack.iter_mut().take(active.dice as usize) {
        *die = rng.random_range(1..=20u32);
        if *die >= active.target {
            best = best.max(*die);
        }
    }
    let counter = rng.random_range(1..=20u32);
    let counter_hits = counter >= reactor.target;
    let mut lost = 0;
    for &die in attack.iter().take(active.dice as usize) {
        if die >= active.target && (!counter_hits || die >= counter) {
            let damage = active.damage + if die == 20 { 5 } else { 0 };
            if rng.random_range(1..=20u32) <= damage - reactor.armour {
                lost += 1;
            }
        }
    }
    let mut back = 0;
    if counter_hits && counter >= best {
        let damage = reactor.damage + if counter == 20 { 5 } else { 0 };
        if rng.random_range(1..=20u32) <= damage - active.armour {
            back = 1;
        }
    }
    (lost, back)
}

/// Fights to the end: 1 if the first wins, -1 if the second does, 0 for a draw.
pub fn fight(rng: &mut impl Rng, sides: [Plain; 2], str: u32) -> i32 {
    let mut str = [str; 2];
    for _ in 0..50 {
        for active in 0..2 {
            let reactor = 1 - active;
            let (lost, back) = exchange(rng, &sides[active], &sides[reactor]);
            str[reactor] = str[reactor].saturating_sub(lost);
            str[active] = str[active].saturating_sub(back);
            match (str[0], str[1]) {
                (0, 0) => return 0,
                (0, _) => return -1,
                (_, 0) => return 1,
                _ => {}
            }
        }
    }
    0
}
