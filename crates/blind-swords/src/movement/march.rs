//! Units on their way, hex by hex, with what each step may bring about, in that order (K64): Opportunity Fire in the hex
//! being left, the step, Skirmishers who withdraw, cavalry that may.

use hexmap::Hex;
use tabletop::{Case, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::sequence::course::Course;
use crate::sequence::frame::{Frame, March, MarchKind, MarchStage, Moving};
use crate::state::State;

impl Battle {
    /// Takes units on until somebody must be asked, or they have arrived.
    pub(crate) fn step_march(&self, course: &mut Course, mut march: March) {
        loop {
            match march.stage {
                MarchStage::Leaving => {
                    let arrived = march.path.is_empty() && !march.exit && march.kind != MarchKind::Mounting;
                    if arrived || self.must_halt(&course.state, &march) {
                        return self.end_march(course, &march);
                    }
                    march.stage = MarchStage::Entering;
                    if let [mover] = march.units[..]
                        && self.may_be_fired_on(&course.state, mover, march.at)
                    {
                        course.set(Frame::March(march.clone()));
                        self.offer_opportunity_fire(course, mover, march.at);
                        return;
                    }
                }
                MarchStage::Entering => {
                    // Whoever had to retreat, or is gone, goes nowhere else (13.7).
                    let gone = march.units.iter().any(|&u| course.state.hex(u) != Some(march.at));
                    if gone || !self.enter_next(course, &mut march) {
                        return self.end_march(course, &march);
                    }
                    march.stage = MarchStage::Skirmishers;
                }
                MarchStage::Skirmishers => {
                    march.stage = MarchStage::Cavalry;
                    if let Some(&mover) = march.units.first()
                        && !self.skirmishers_near(&course.state, mover).is_empty()
                    {
                        march.stirred = true;
                        course.set(Frame::March(march.clone()));
                        self.drive_off_skirmishers(course, mover);
                        return;
                    }
                }
                MarchStage::Cavalry => {
                    march.stage = MarchStage::Leaving;
                    let units = self.riders_near(&course.state, &march);
                    if let (Some(&mover), false) = (march.units.first(), units.is_empty()) {
                        course.set(Frame::March(march.clone()));
                        course.push(Frame::CavalryWithdrawal { side: march.side.other(), units, mover });
                        return;
                    }
                }
            }
        }
    }

    /// The next thing that the units do: enter a hex, leave the map, change their mount. `false` when nothing is left
    /// to be done after it.
    fn enter_next(&self, course: &mut Course, march: &mut March) -> bool {
        if march.kind == MarchKind::Mounting {
            for &unit in &march.units {
                let mounted = !course.state.unit(unit).mounted;
                course.happen(Event::Mounted { unit, mounted });
            }
            return false;
        }
        if march.path.is_empty() {
            march.exit = false;
            for &unit in &march.units {
                let counts = self.exit_counts(&course.state, march.side, march.at);
                course.happen(Event::Exited { unit, hex: march.at, counts, case: case!("13.12") });
            }
            return false;
        }
        let (to, cost) = march.path[0];
        let from = march.at;
        if march.path.len() == 1 && !march.exit {
            // Who panicked at the fire may have filled the hex.
            let forced = matches!(march.kind, MarchKind::Wayward | MarchKind::Withdrawal);
            let full = |hex: Hex| !self.may_stand_with(&course.state, &march.units, hex, forced);
            if full(to) && !full(from) {
                return false;
            }
        }
        march.path.remove(0);
        march.at = to;
        march.withdrawn.clear();
        let case = march_case(march.kind);
        for &unit in &march.units {
            course.happen(match march.kind {
                MarchKind::Withdrawal => Event::Withdrew { unit, from, to, case },
                _ => Event::Moved { unit, from, to, cost, case },
            });
        }
        true
    }

    /// Whether units must stop where they are because of what their own move has stirred up: enemies stand ahead now whom
    /// they may not meet, or beside them, so that they can leave only one by one (13.7).
    fn must_halt(&self, state: &State, march: &March) -> bool {
        if !march.stirred || !self.may_stand_with(state, &march.units, march.at, false) {
            return false;
        }
        if march.units.len() > 1 && self.enemies_around(state, march.side, march.at).next().is_some() {
            return true;
        }
        let Some(&(to, _)) = march.path.first() else { return false };
        let guns = march.units.iter().any(|&u| self.is_gun(u));
        let skirmish = march.units.iter().any(|&u| state.unit(u).skirmish);
        let may_engage = !skirmish && self.terms_engage(state, march.kind);
        self.enemy_in(state, march.side, to)
            || (guns
                && self.on_map(state, march.side.other()).any(|(_, enemy)| {
                    self.distance(to, enemy) <= 2 && self.distance(to, enemy) < self.distance(march.at, enemy)
                }))
            || (!guns && !may_engage && self.enemies_around(state, march.side, to).next().is_some())
    }

    /// The march is over, as planned or not: what it did not use is given back, and who can go no farther is done.
    fn end_march(&self, course: &mut Course, march: &March) {
        course.pop();
        if march.kind == MarchKind::Battery {
            self.end_battery_move(course, march);
        }
        let moving = match course.state.top() {
            Some(Frame::Activation(a)) => a.moving.clone(),
            Some(Frame::Reserve { moving, .. }) => moving.clone(),
            _ => None,
        };
        let Some(mut moving) = moving else { return };
        let there = march.units.iter().all(|&u| course.state.hex(u) == Some(march.at));
        let unused: u8 = march.path.iter().map(|&(_, cost)| cost).sum();
        let exit = if march.exit { self.scenario.tables.costs.exit } else { 0 };
        moving.spent = moving.spent.saturating_sub(unused + exit);
        if there && !moving.charge && moving.spent < moving.allowance {
            if unused + exit > 0 {
                self.keep_moving(course, Some(moving));
            }
        } else {
            self.end_moving(course, Some(moving));
        }
    }

    /// Those who were in the midst of their move are done with it.
    pub(crate) fn end_moving(&self, course: &mut Course, moving: Option<Moving>) {
        let Some(moving) = moving else { return };
        course.happen(Event::MoveEnded { units: moving.units });
        self.keep_moving(course, None);
    }

    /// Writes down who is in the midst of a move, in the frame on top.
    pub(crate) fn keep_moving(&self, course: &mut Course, now: Option<Moving>) {
        match course.top() {
            Some(Frame::Activation(mut a)) => {
                a.moving = now;
                course.set(Frame::Activation(a));
            }
            Some(Frame::Reserve { side, brigade, .. }) => {
                course.set(Frame::Reserve { side, brigade, moving: now });
            }
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
