//! Moves on the table: the walks of an activation and the points of its path, where reactions and attacks take place.

use super::Battle;
use super::fray::{Fray, VEIL, far};
use crate::table::{Disc, Goal, Point, SLACK, Walk, gap};

/// The most points of a path that are looked at.
pub const POINTS: usize = 256;

/// Walks on along a path (3.1): every whole inch walked, and the end. A path too long to keep loses points before its
/// end, never the end.
pub fn walk_on(path: &mut Vec<Point>, walk: &Walk) {
    for (_, point) in walk.inches().skip(1) {
        if path.len() == POINTS {
            path.pop();
        }
        path.push(point);
    }
}

impl Fray {
    /// `approach` of 3.0: by the path rule toward a base until the gap is `stop` grains or the allowance is used up.
    pub fn approach(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        from: Point,
        target: Disc,
        stop: i32,
        allowance: i32,
    ) -> Walk {
        let detour = self.armies[army].detour >> i & 1 == 1;
        self.way(battle, (army, i), from, target, stop, allowance, detour)
    }

    /// The second Move of an activation, after the first: stuck, it takes the longer side at once (SK-08).
    pub fn again(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        first: &Walk,
        target: Disc,
        stop: i32,
        allowance: i32,
    ) -> Walk {
        let detour = first.stuck && self.armies[army].detour >> i & 1 == 0;
        self.way(
            battle,
            (army, i),
            first.end(),
            target,
            stop,
            allowance,
            detour,
        )
    }

    #[expect(clippy::too_many_arguments, reason = "one walk, told in full")]
    fn way(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        from: Point,
        target: Disc,
        stop: i32,
        allowance: i32,
        detour: bool,
    ) -> Walk {
        let mover = self.mover(battle, army, i);
        let base = Disc::new(from, mover.r);
        if allowance <= 0 || gap(base, target) <= stop + SLACK {
            return Walk::stay(from);
        }
        let crowd = self.board.around(army, i);
        if stop == 0
            && gap(base, target) <= allowance
            && let Some(walk) = battle
                .table
                .contact(&mover, from, target, allowance, &crowd)
        {
            return self.in_view(battle, (army, i), walk);
        }
        let goal = Goal::base(target, mover.r, stop);
        let walk = battle
            .table
            .path(&mover, from, goal, allowance, &crowd, detour);
        self.in_view(battle, (army, i), walk)
    }

    /// A move into base contact within `reach` grains, if there is one (K2).
    pub fn contact_move(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        target: Disc,
        reach: i32,
    ) -> Option<Walk> {
        let mover = self.mover(battle, army, i);
        let from = self.board.at(army, i);
        let crowd = self.board.around(army, i);
        let walk = battle
            .table
            .contact(&mover, from, target, reach + SLACK, &crowd)?;
        let cut = self.in_view(battle, (army, i), walk);
        (cut.end() == walk.end()).then_some(walk)
    }

    /// A straight clear leg to a place where the model may stand, if there is one.
    pub fn straight(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        to: Point,
        allowance: i32,
    ) -> Option<Walk> {
        let mover = self.mover(battle, army, i);
        let from = self.board.at(army, i);
        let crowd = self.board.around(army, i);
        let walk = battle.table.stride(&mover, from, to, allowance, &crowd);
        let cut = self.in_view(battle, (army, i), walk);
        (walk.end() == to && cut.end() == to).then_some(walk)
    }

    /// Straight away from a base, as far as there is room.
    pub fn retreat(
        &self,
        battle: &Battle,
        (army, i): (usize, usize),
        from_base: Disc,
        grains: i32,
    ) -> Walk {
        let mover = self.mover(battle, army, i);
        let from = self.board.at(army, i);
        let way = from - from_base.at;
        let length = way.length();
        if length == 0 || grains <= 0 {
            return Walk::stay(from);
        }
        let to = from + way.scaled(i64::from(grains), i64::from(length));
        let crowd = self.board.around(army, i);
        let walk = battle.table.stride(&mover, from, to, grains, &crowd);
        self.in_view(battle, (army, i), walk)
    }

    /// A Move ends where its start is in view: it is cut back to the last whole inch that is (3.1).
    pub fn in_view(&self, battle: &Battle, (army, i): (usize, usize), walk: Walk) -> Walk {
        if !battle.blocks || walk.is_still() {
            return walk;
        }
        let start = self.body_at(battle, army, i, walk.start());
        let sees = |at: Point| {
            battle
                .table
                .sees(&start, &self.body_at(battle, army, i, at), VEIL)
        };
        if sees(walk.end()) {
            return walk;
        }
        let mover = self.mover(battle, army, i);
        let crowd = self.board.around(army, i);
        let mut inch = (walk.length() - 1) / far(1);
        while inch > 0 {
            let cut = battle.table.cut(&mover, &walk, far(inch), &crowd);
            if !cut.is_still() && sees(cut.end()) {
                return cut;
            }
            inch -= 1;
        }
        let mut stay = Walk::stay(walk.start());
        stay.stuck = walk.length() >= far(2);
        stay
    }

    /// Remembers whether the next path must take the longer side (SK-08).
    pub fn remember(&mut self, army: usize, i: usize, walk: &Walk) {
        let bit = 1 << i;
        let detour = &mut self.armies[army].detour;
        if walk.stuck && *detour & bit == 0 {
            *detour |= bit;
        } else {
            *detour &= !bit;
        }
    }
}
