//! Units on their way, hex by hex, with what each step may bring about, in that order (K64):
//! Opportunity Fire in the hex being left, the step, Skirmishers who withdraw, cavalry that may.

use hexmap::Hex;
use tabletop::{Case, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{
    CavalryWithdrawal, March, MarchKind, MarchStage, Moving, Procedure, Reserve,
};
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Moves units on up to the next question, or until they have arrived.
    pub(crate) fn step_march(&self, execution: &mut Execution, mut march: March) {
        loop {
            match march.stage {
                MarchStage::Leaving => {
                    if march.path.is_empty() && !march.exit && march.kind != MarchKind::Mounting {
                        return self.end_march(execution, &march);
                    }
                    if self.must_halt(&execution.state, &march) {
                        return self.halt(execution, march);
                    }
                    march.stage = MarchStage::Entering;
                    if let [mover] = march.units[..]
                        && self.may_be_fired_on(&execution.state, mover, march.at)
                    {
                        execution.set(march.clone());
                        self.offer_opportunity_fire(execution, mover, march.at);
                        return;
                    }
                }
                MarchStage::Entering => {
                    // A unit that had to retreat, or is gone, moves no farther (13.7).
                    let gone = march.units.iter().any(|&u| execution.state.hex(u) != Some(march.at));
                    if gone {
                        return self.end_march(execution, &march);
                    }
                    // Units that retreated from the fire may have closed the way.
                    if self.must_halt(&execution.state, &march) {
                        return self.halt(execution, march);
                    }
                    if !self.enter_next(execution, &mut march) {
                        return self.end_march(execution, &march);
                    }
                    march.stage = MarchStage::Skirmishers;
                }
                MarchStage::Skirmishers => {
                    march.stage = MarchStage::Cavalry;
                    if let Some(&mover) = march.units.first()
                        && !self.skirmishers_near(&execution.state, mover).is_empty()
                    {
                        march.stirred = true;
                        execution.set(march.clone());
                        self.drive_off_skirmishers(execution, mover);
                        return;
                    }
                }
                MarchStage::Cavalry => {
                    march.stage = MarchStage::Leaving;
                    let units = self.riders_near(&execution.state, &march);
                    if let (Some(&mover), false) = (march.units.first(), units.is_empty()) {
                        execution.set(march.clone());
                        execution.push(CavalryWithdrawal { side: march.side.other(), units, mover });
                        return;
                    }
                }
            }
        }
    }

    /// The next thing that the units do: enter a hex, leave the map, change their mount. `false`
    /// when nothing is left to be done after it.
    fn enter_next(&self, execution: &mut Execution, march: &mut March) -> bool {
        if march.kind == MarchKind::Mounting {
            for &unit in &march.units {
                let mounted = !execution.state.unit(unit).mounted;
                execution.apply(Event::Mounted { unit, mounted });
            }
            return false;
        }
        if march.path.is_empty() {
            march.exit = false;
            for &unit in &march.units {
                let counts = self.exit_counts(&execution.state, march.side, march.at);
                execution.apply(Event::Exited { unit, hex: march.at, counts, case: case!("13.12") });
            }
            return false;
        }
        let (to, cost) = march.path[0];
        let from = march.at;
        march.path.remove(0);
        march.at = to;
        march.withdrawn.clear();
        let case = march_case(march.kind);
        for &unit in &march.units {
            execution.apply(match march.kind {
                MarchKind::Withdrawal => Event::Withdrew { unit, from, to, case },
                _ => Event::Moved { unit, from, to, cost, case },
            });
        }
        true
    }

    /// Whether units must stop where they are: a hex ahead of them is closed now, and no hex before
    /// it is one where they may stay (13.7, K65).
    fn must_halt(&self, state: &State, march: &March) -> bool {
        let steps = march.path.len() + usize::from(march.exit);
        let stays = |hex: Hex| self.may_stand_with(state, &march.units, hex, false);
        (0..steps).find(|&step| self.is_closed(state, march, step)).is_some_and(|closed| {
            let ahead = march.path[..closed].iter().any(|&(hex, _)| stays(hex));
            !ahead && (closed == 0 || stays(march.at))
        })
    }

    /// Whether that step of a march, counted from 0, can no longer be made.
    fn is_closed(&self, state: &State, march: &March, step: usize) -> bool {
        let enemy = march.side.other();
        let (held, near) = (state.stacks.held(enemy), state.stacks.near(enemy));
        let from = step.checked_sub(1).map_or(march.at, |before| march.path[before].0);
        // Units leave a hex next to enemies one by one (13.7).
        if march.units.len() > 1 && near.contains(from) {
            return true;
        }
        let Some(&(to, _)) = march.path.get(step) else { return false };
        if held.contains(to) {
            return true;
        }
        if step + 1 == march.path.len() && !march.exit {
            // A unit that retreated may have filled the last hex.
            let full = |hex: Hex, forced| !self.may_stand_with(state, &march.units, hex, forced);
            let forced = matches!(march.kind, MarchKind::Wayward | MarchKind::Withdrawal);
            if full(to, true) || (full(to, forced) && !full(from, forced)) {
                return true;
            }
        }
        if march.units.iter().any(|&u| self.is_gun(u)) {
            // The judge saw to the enemies who have not moved since.
            let nearer = |there: Hex| {
                let distance = self.distance(to, there);
                distance <= u32::from(*self.scenario.numbers.battery_engaged)
                    && distance < self.distance(from, there)
            };
            return march.stirred && held.iter().any(nearer);
        }
        near.contains(to) && self.may_not_engage(state, march)
    }

    /// Whether units on that march may not come next to enemies (11.4, 16.1).
    fn may_not_engage(&self, state: &State, march: &March) -> bool {
        let order = match march.kind {
            MarchKind::Step => state.activation().and_then(|a| a.order),
            MarchKind::Reserve => None,
            _ => return false,
        };
        !order.is_some_and(|o| self.scenario.tables.order(o).engages)
            || march.units.iter().any(|&u| state.unit(u).skirmish)
    }

    /// The way ahead is closed: the march ends. Units that cannot stay where they are first step
    /// aside, the largest first, each to a nearest hex where it may stay away from every enemy
    /// (K65).
    fn halt(&self, execution: &mut Execution, march: March) {
        let state = &execution.state;
        let here: Vec<UnitId> =
            march.units.iter().copied().filter(|&u| state.hex(u) == Some(march.at)).collect();
        let largest = here.iter().copied().max_by_key(|&u| self.printed(state, u).strength);
        let crowded = !self.may_stand_with(state, &here, march.at, true);
        let Some(unit) = largest.filter(|_| crowded) else { return self.end_march(execution, &march) };
        let apart = if self.is_gun(unit) { u32::from(*self.scenario.numbers.battery_engaged) } else { 1 };
        let held = state.stacks.held(march.side.other());
        let hexes = self.nearest(march.at, |hex| {
            self.may_stand(state, unit, hex, false)
                && held.iter().all(|enemy| self.distance(hex, enemy) > apart)
        });
        let (side, from) = (march.side, march.at);
        if hexes.is_empty() {
            return self.end_march(execution, &march);
        }
        execution.set(March { stage: MarchStage::Leaving, ..march });
        self.displace(execution, side, unit, from, hexes);
    }

    /// The march is over, as planned or not: what it did not use is given back, and who can go no
    /// farther is done.
    fn end_march(&self, execution: &mut Execution, march: &March) {
        execution.pop();
        if march.kind == MarchKind::Battery {
            self.end_battery_move(execution, march);
        }
        let moving = match execution.state.top() {
            Some(Procedure::Activation(a)) => a.moving.clone(),
            Some(Procedure::Reserve(reserve)) => reserve.moving.clone(),
            _ => None,
        };
        let Some(mut moving) = moving else { return };
        let there = march.units.iter().all(|&u| execution.state.hex(u) == Some(march.at));
        let unused: u8 = march.path.iter().map(|&(_, cost)| cost).sum();
        let exit = if march.exit { *self.scenario.tables.costs.exit } else { 0 };
        moving.spent = moving.spent.saturating_sub(unused + exit);
        if there && !moving.charge && moving.spent < moving.allowance {
            if unused + exit > 0 {
                self.keep_moving(execution, Some(moving));
            }
        } else {
            self.end_moving(execution, Some(moving));
        }
    }

    /// Those who were in the midst of their move are done with it.
    pub(super) fn end_moving(&self, execution: &mut Execution, moving: Option<Moving>) {
        let Some(moving) = moving else { return };
        execution.apply(Event::MoveEnded { units: moving.units });
        self.keep_moving(execution, None);
    }

    /// Writes down who is in the midst of a move, in the procedure on top.
    pub(super) fn keep_moving(&self, execution: &mut Execution, now: Option<Moving>) {
        match execution.top() {
            Some(Procedure::Activation(mut a)) => {
                a.moving = now;
                execution.set(a);
            }
            Some(Procedure::Reserve(reserve)) => execution.set(Reserve { moving: now, ..reserve }),
            _ => {}
        }
    }

    /// Whether leaving the map there of one's own will scores at the end of the game (K13, K71).
    fn exit_counts(&self, state: &State, side: tabletop::Side, hex: Hex) -> bool {
        self.scenario.victory.exits[side].is_some_and(|exits| state.turn >= exits.from)
            && self.leaves_home(side, hex)
    }
}

/// What a step of that kind rests on.
fn march_case(kind: MarchKind) -> Case {
    match kind {
        MarchKind::Step => case!("13.1"),
        MarchKind::Battery => case!("9.1"),
        MarchKind::Reserve => case!("13.5a"),
        MarchKind::Wayward => case!("10.5b"),
        MarchKind::Mounting => case!("13.9"),
        MarchKind::Withdrawal => case!("13.8"),
    }
}
