//! What is counted of a side's play of Kernstown that nobody who knows the game would do.

use std::fmt;

use blind_swords::{Battle, BrigadeOrder, ChitKind, Effect, Event, Order, Place, Question, State, UnitId};
use hexmap::Hex;
use tabletop::{Rules, Side};

/// The counts of one commander, over one game or several.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    /// Chits of Brigade Reserve Movement played, and those after which nobody moved.
    pub reserves: u32,
    pub idle_reserves: u32,
    /// Moves, and those that end where the unit began a move in the same activation.
    pub moves: u32,
    pub moves_back: u32,
    /// Attack orders, and those given "to stay out of danger".
    pub attacks: u32,
    pub attacks_out_of_harm: u32,
    /// Event chits and CIC chits played, and those after which the step could only end.
    pub plays: u32,
    pub plays_that_end: u32,
    /// Strength that left and counts, and strength lost.
    pub exited: f64,
    pub lost: f64,
    reserve: Option<Reserve>,
    trail: Vec<(UnitId, Hex)>,
}

/// A Reserve Move under way: how many procedures lay below it, and whether anybody has moved.
#[derive(Debug, Clone, Copy)]
struct Reserve {
    depth: usize,
    moved: bool,
}

/// An order that was given, with the positions before and after it.
pub struct Given<'a> {
    pub before: &'a State,
    pub after: &'a State,
    pub order: &'a Order,
    pub reason: &'a str,
    pub events: &'a [Event],
}

impl Faults {
    /// Counts an order that anybody gave; `own` is the side whose play is counted.
    pub fn see(&mut self, battle: &Battle, own: Side, given: &Given<'_>) {
        let Given { before, after, order, reason, events } = given;
        if battle.asked(before) == Some(own) {
            self.see_own(battle, given);
            if let Order::Order { order: BrigadeOrder::Attack } = order {
                self.attacks += 1;
                // What else was weighed comes last, and is not what the order is for.
                let what_for = reason.split("Also considered").next().unwrap_or_default();
                self.attacks_out_of_harm += u32::from(what_for.contains("stay out of danger"));
            }
        }
        for event in *events {
            match event {
                Event::Activated { side, .. } if *side == own => self.trail.clear(),
                Event::Moved { unit, .. } | Event::Exited { unit, .. } if battle.unit(*unit).side == own => {
                    if let Some(reserve) = &mut self.reserve {
                        reserve.moved = true;
                    }
                }
                _ => {}
            }
        }
        if let Some(reserve) = self.reserve
            && battle.depth(after) <= reserve.depth
            && !matches!(battle.question(after), Some(Question::Reserve(_)))
        {
            self.idle_reserves += u32::from(!reserve.moved);
            self.reserve = None;
        }
    }

    fn see_own(&mut self, battle: &Battle, given: &Given<'_>) {
        match given.order {
            Order::Play { chit, .. } => {
                self.plays += 1;
                let opens = battle.depth(given.after) > battle.depth(given.before);
                let ends = opens && battle.offers(given.after) == [Order::End {}];
                self.plays_that_end += u32::from(ends);
                if let ChitKind::Event(event) = &battle.chit(*chit).kind
                    && event.effect == Effect::ReserveMove
                {
                    self.reserves += 1;
                    self.reserve = Some(Reserve { depth: battle.depth(given.before), moved: false });
                }
            }
            Order::Move { units, .. } => {
                for &unit in units {
                    let (Some(from), Some(to)) = (given.before.hex(unit), given.after.hex(unit)) else {
                        continue;
                    };
                    if from != to {
                        self.moves += 1;
                        self.moves_back += u32::from(self.trail.contains(&(unit, to)));
                        self.trail.push((unit, from));
                    }
                }
            }
            _ => {}
        }
    }

    /// Counts what can be counted at the end of a game only.
    pub fn end(&mut self, battle: &Battle, own: Side, state: &State) {
        self.exited += f64::from(state.exited[own]) / 4.0;
        let gone = |u: &UnitId| matches!(state.unit(*u).place, Place::Broken(_) | Place::Eliminated);
        let lost = battle.ids().filter(|&u| battle.unit(u).side == own).filter(gone);
        self.lost += lost
            .map(|u| {
                let faces = battle.faces(state, u);
                faces.fresh.unwrap_or(faces.worn).strength.number()
            })
            .sum::<f64>();
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  reserve moves that move nobody: {} of {}", self.idle_reserves, self.reserves)?;
        writeln!(f, "  moves back within an activation: {} of {}", self.moves_back, self.moves)?;
        writeln!(f, "  attacks to stay out of danger: {} of {}", self.attacks_out_of_harm, self.attacks)?;
        writeln!(f, "  chits whose step can only end: {} of {}", self.plays_that_end, self.plays)?;
        write!(f, "  strength that left and counts: {:.0}; lost: {:.0}", self.exited, self.lost)
    }
}
