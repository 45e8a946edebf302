//! The standing plan: what units are about from one player-turn to the next. It is offered first
//! when the next plan is made, and to drop it or to march back has a price, so that it is dropped
//! for a gain and not for a whim. A commander that takes over in the middle of a game has none and
//! plays on without.

use blue_gray::{State, UnitId};
use hexmap::Hex;

use super::aims::{Aim, Aims, Goal, Moved};
use super::judgement::Judgement;
use super::muster::{Plan, at_combat};

/// The price of a move, in points: of two plans that are worth the same the quieter one is chosen.
const MOVE: f64 = 0.02;

/// The price of going back to where the unit stood in one of the last game-turns.
const BACK: f64 = 1.0;

/// For so many game-turns it is remembered where a unit stood.
const MEMORY: u8 = 3;

/// The price of dropping a purpose.
const DROP: f64 = 0.2;

/// The price of leaving ground that brings points open on one of the last two game-turns.
const OPEN: f64 = 3.0;

/// For so many game-turns units gather against one enemy.
const PATIENCE: u8 = 2;

/// The most enemy hexes gathered against at a time.
const GATHERINGS: usize = 3;

/// From so near can an enemy be attacked on the next game-turn.
const NEAR: u32 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It holds ground that brings points.
    Garrison(Hex),
    /// It marches to something that brings points, or home.
    March(Goal),
    /// It gathers with others against the enemy in that hex, to attack next game-turn.
    Gather(Hex),
}

/// A unit's purpose, and since which game-turn.
#[derive(Debug, Clone, Copy)]
struct Duty {
    unit: UnitId,
    purpose: Purpose,
    since: u8,
}

/// Plans kept from one player-turn to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Standing {
    duties: Vec<Duty>,
    /// Where units stood at the start of the side's movement phases.
    stood: Vec<(UnitId, u8, Hex)>,
}

impl Standing {
    /// The purposes that still have a sense, with the units that have them.
    pub(super) fn purposes(&self, judgement: Judgement<'_>, state: &State) -> Vec<(UnitId, Purpose)> {
        let holds = |duty: &&Duty| duty.holds(judgement, state);
        self.duties.iter().filter(holds).map(|duty| (duty.unit, duty.purpose)).collect()
    }

    /// The price of a plan for its moves, for those that go back, and for the purposes that it drops.
    pub(super) fn price(&self, judgement: Judgement<'_>, state: &State, plan: &Plan) -> f64 {
        let back = |unit: UnitId, hex: Hex| {
            let recent = |turn: u8| turn < state.turn && turn + MEMORY >= state.turn;
            self.stood.iter().any(|&(of, turn, at)| of == unit && at == hex && recent(turn))
        };
        let mut price = 0.0;
        for &(unit, to) in &plan.moves {
            price += MOVE;
            if to.is_some_and(|hex| back(unit, hex)) {
                price += BACK;
            }
        }
        let grid = &judgement.battle.map().grid;
        for duty in self.duties.iter().filter(|duty| duty.holds(judgement, state)) {
            let (Some(from), Some(to)) = (state.hex(duty.unit), plan.of(duty.unit)) else { continue };
            let dropped = match (duty.purpose, to) {
                (Purpose::Garrison(hex), _) => {
                    let stays = |(unit, at): (UnitId, Hex)| plan.of(unit).unwrap_or(Some(at)) == Some(hex);
                    let open = !judgement.battle.on_map(state, state.phasing).any(stays);
                    if open && judgement.turns_left(state, state.phasing) <= 1 {
                        price += OPEN;
                    }
                    true
                }
                (Purpose::March(Goal::WayOut(_)), None) => false,
                (_, None) => true,
                (Purpose::March(goal), Some(to)) => {
                    grid.distance(to, goal.hex()) > grid.distance(from, goal.hex())
                }
                (Purpose::Gather(hex), Some(to)) => grid.distance(to, hex) > grid.distance(from, hex),
            };
            price += if dropped { DROP } else { 0.0 };
        }
        price
    }

    /// Since which game-turn before the present one a unit has had the purpose that it has now.
    pub(super) fn since(&self, unit: UnitId, turn: u8) -> Option<u8> {
        self.duties.iter().find(|duty| duty.unit == unit && duty.since < turn).map(|duty| duty.since)
    }

    /// The enemy that a unit gathers against.
    pub(super) fn gathers(&self, unit: UnitId) -> Option<Hex> {
        self.duties.iter().find_map(|duty| match duty.purpose {
            Purpose::Gather(hex) if duty.unit == unit => Some(hex),
            _ => None,
        })
    }

    /// Remembers what units are about in a plan that is begun now.
    pub(super) fn note(&mut self, judgement: Judgement<'_>, state: &State, plan: &Plan) {
        let battle = judgement.battle;
        let side = state.phasing;
        self.stood.retain(|&(_, turn, _)| turn < state.turn && turn + MEMORY >= state.turn);
        self.stood.extend(battle.on_map(state, side).map(|(unit, hex)| (unit, state.turn, hex)));
        let aims = Aims::new(judgement, state, at_combat(battle, state, plan));
        // What it could attack next game-turn at good odds.
        let prospects: Vec<Hex> = judgement
            .dangers(&aims.ahead, side.other())
            .into_iter()
            .filter(|danger| danger.cost > 0.0 && danger.odds.0 >= 3 * danger.odds.1)
            .map(|danger| danger.hex)
            .take(GATHERINGS)
            .collect();
        let mut duties = Vec::new();
        for (unit, from) in battle.on_map(state, side) {
            let to = plan.of(unit).unwrap_or(Some(from));
            let aim = aims.of(Moved { unit, from: Some(from), to });
            let purpose = match (aim, to) {
                (Aim::Take(hex) | Aim::Hold(hex), _) => Some(Purpose::Garrison(hex)),
                (Aim::March(goal), _) if judgement.is_homebound(unit) => Some(Purpose::March(goal)),
                (Aim::Attack(_) | Aim::Leave | Aim::Bar, _) | (_, None) => None,
                (aim, Some(to)) => {
                    let near = |hex: &&Hex| battle.map().grid.distance(**hex, to) <= NEAR;
                    let against = prospects.iter().find(near).filter(|_| battle.can_attack(state, unit));
                    match (against, aim) {
                        (Some(&hex), Aim::March(_) | Aim::Close | Aim::Shift | Aim::Cover) if to != from => {
                            Some(Purpose::Gather(hex))
                        }
                        (_, Aim::March(goal)) => Some(Purpose::March(goal)),
                        _ => None,
                    }
                }
            };
            let Some(purpose) = purpose else { continue };
            let same = self.duties.iter().find(|duty| duty.unit == unit && duty.purpose == purpose);
            duties.push(Duty { unit, purpose, since: same.map_or(state.turn, |duty| duty.since) });
        }
        self.duties = duties;
    }
}

impl Duty {
    /// Whether the purpose still has a sense.
    fn holds(&self, judgement: Judgement<'_>, state: &State) -> bool {
        let Judgement { battle, survey, .. } = judgement;
        let side = battle.unit(self.unit).side;
        let held = |hex: Hex| {
            let place = survey.places.iter().find(|place| place.hex == hex && !place.is_settled(state));
            place.map(|place| place.holder(battle, state) == Some(side))
        };
        match self.purpose {
            Purpose::Garrison(hex) => held(hex) == Some(true) && state.hex(self.unit) == Some(hex),
            Purpose::March(Goal::Ground(hex)) => held(hex) == Some(false),
            Purpose::March(_) => state.hex(self.unit).is_some(),
            Purpose::Gather(hex) => {
                state.holder(hex) == Some(side.other()) && state.turn <= self.since + PATIENCE
            }
        }
    }
}
