//! What is counted while a game is watched.

use std::collections::BTreeMap;

use ai::axes;
use blue_gray::{Arm, Battle, CombatResult, Event, Phase, Place, State, UnitId};
use hexmap::{Hex, HexSet};
use tabletop::Side;

/// For so many game-turns a unit that comes back to a hex is said to go back and forth.
const BACK: u8 = 3;

/// So many last game-turns in which a train's road home may have been open.
const LAST: u8 = 6;

/// The strength of a body that counts as an axis.
const AXIS: u32 = 40;

/// Within so many player-turns a loss is laid to the advance before it.
const COST: u32 = 2;

/// Counts of many games, by what is counted and by side.
#[derive(Debug, Default)]
pub struct Counted(BTreeMap<(&'static str, usize), f64>);

impl Counted {
    fn add(&mut self, what: &'static str, side: Side) {
        self.add_many(what, side, 1.0);
    }

    fn add_many(&mut self, what: &'static str, side: Side, many: f64) {
        *self.0.entry((what, side as usize)).or_default() += many;
    }

    /// How often something was counted.
    pub fn of(&self, what: &'static str, side: Side) -> f64 {
        self.0.get(&(what, side as usize)).copied().unwrap_or_default()
    }
}

/// A unit that advanced, or that could have and held.
struct Advance {
    unit: UnitId,
    player_turn: u32,
    /// What is counted if it is lost soon.
    lost: &'static str,
}

/// Watches one game.
#[derive(Default)]
pub struct Watch {
    player_turn: u32,
    advances: Vec<Advance>,
    /// By unit: where it stood at the start of its own movement phases, and whether it has been
    /// driven back since.
    stood: BTreeMap<usize, Vec<(u8, Hex)>>,
    /// Units whose road home was open on one of the last game-turns.
    open: Vec<UnitId>,
    /// Of the attack that is under way: whether it is at 1-1 or worse, whether somebody next to the
    /// enemy takes part, and its result.
    attack: Option<(bool, bool, Option<CombatResult>)>,
    /// By side: the hexes with points that it held, empty, when the enemy's last player-turn began,
    /// with whether a unit of its own could have stood there.
    held: Vec<(Side, usize, bool)>,
    /// By side: the hexes with points where it had a unit, or that one could reach.
    within: Vec<(Side, Hex)>,
}

impl Watch {
    /// Sees an event before it changes the position.
    pub fn see(&mut self, battle: &Battle, state: &State, event: &Event<UnitId, Hex>, counted: &mut Counted) {
        match event {
            Event::Moved { unit, path, entered: false, .. } => {
                let side = battle.unit(*unit).side;
                counted.add("moves", side);
                let before = self.stood.get(&unit.index()).map_or(&[][..], Vec::as_slice);
                let back = |&(turn, hex): &(u8, Hex)| {
                    turn < state.turn && turn + BACK >= state.turn && Some(&hex) == path.last()
                };
                if before.iter().any(back) {
                    counted.add("moves back", side);
                }
            }
            Event::Exited { unit, .. } => {
                let side = battle.unit(*unit).side;
                if battle.scenario.victory.line.as_ref().is_some_and(|line| line.side == side) {
                    counted.add("units that left", side);
                    if !battle.line_is_free(state) {
                        counted.add("units that left by a barred road", side);
                    }
                }
            }
            Event::Advanced { unit, .. } => {
                let side = battle.unit(*unit).side;
                let own_turn = side == state.phasing;
                let (made, lost) = if own_turn {
                    ("advances", "advances that cost the unit")
                } else {
                    ("advances in the enemy's turn", "advances in the enemy's turn that cost it")
                };
                counted.add(made, side);
                self.advances.push(Advance { unit: *unit, player_turn: self.player_turn, lost });
            }
            // What becomes of those who stay tells how much of the loss is the advance's.
            Event::Held { side } if *side != state.phasing => {
                let could = state.combat.as_ref().map(|combat| battle.advances(state, combat));
                let mut units: Vec<UnitId> = could.into_iter().flatten().map(|(unit, _)| unit).collect();
                units.sort_unstable();
                units.dedup();
                for unit in units {
                    counted.add("held in the enemy's turn", *side);
                    let lost = "held in the enemy's turn and lost";
                    self.advances.push(Advance { unit, player_turn: self.player_turn, lost });
                }
            }
            Event::Retreated { unit, .. } | Event::Displaced { unit, .. } => {
                // Whoever was driven off may come again.
                self.stood.remove(&unit.index());
            }
            Event::AttackDeclared { attackers, attack, defence, .. } => {
                let side = state.phasing;
                let poor = attack < &(2 * defence);
                if !attackers.is_empty() {
                    counted.add("attacks", side);
                    if poor {
                        counted.add("attacks at 1-1 or worse", side);
                    }
                    if *attack >= 3 * defence {
                        counted.add("attacks at 3-1 or better", side);
                    }
                }
                self.attack = Some((poor, !attackers.is_empty(), None));
            }
            Event::DieThrown { result, .. } => {
                if let Some((.., thrown)) = &mut self.attack {
                    *thrown = Some(*result);
                }
            }
            Event::Eliminated { unit, .. } => self.eliminated(battle, state, *unit, counted),
            Event::PhaseBegan { side, phase: Phase::Movement, turn, .. } => {
                self.player_turn += 1;
                self.begins(battle, state, *turn, *side, counted);
            }
            _ => {}
        }
    }

    fn eliminated(&mut self, battle: &Battle, state: &State, unit: UnitId, counted: &mut Counted) {
        let of = battle.unit(unit);
        let since = self.player_turn;
        let costs = |a: &Advance| a.unit == unit && a.player_turn + COST >= since;
        if let Some(at) = self.advances.iter().rposition(costs) {
            counted.add(self.advances[at].lost, of.side);
            self.advances.retain(|a| a.unit != unit);
        }
        let strength = f64::from(of.strength);
        if of.side == state.phasing {
            counted.add_many("strength lost attacking", of.side, strength);
            if matches!(self.attack, Some((true, true, Some(CombatResult::Ar)))) {
                counted.add_many("strength lost at 1-1 or worse for want of a retreat", of.side, strength);
            }
        } else {
            counted.add_many("strength lost defending", of.side, strength);
        }
    }

    /// A movement phase begins; `state` is the position before it.
    fn begins(&mut self, battle: &Battle, state: &State, turn: u8, side: Side, counted: &mut Counted) {
        let last = battle.scenario.turns;
        if turn == last / 2 + 2
            && axes(battle, state, side).iter().filter(|(strength, _)| *strength >= AXIS).count() > 1
        {
            counted.add("two axes by the middle of the game", side);
        }
        for (unit, hex) in battle.on_map(state, side) {
            self.stood.entry(unit.index()).or_default().push((turn, hex));
            if turn + LAST > last && self.homebound(battle, unit) && road_is_open(battle, state, unit) {
                self.open.push(unit);
            }
        }
        let enemy = side.other();
        for (unit, hex) in battle.on_map(state, enemy) {
            let alone = state.stack(hex).all(|u| battle.unit(u).arm == Arm::Artillery);
            if battle.unit(unit).arm == Arm::Artillery
                && battle.unit(unit).traits.immobile.is_none()
                && state.in_zone(side, hex)
            {
                counted.add("guns in the line", enemy);
                if alone {
                    counted.add("guns alone in the line", enemy);
                }
            }
        }
        // The last own movement phase before the enemy's last player-turn.
        if turn + u8::from(side != battle.scenario.first) == last {
            let mut own = state.clone();
            own.turn = turn;
            own.phasing = side;
            own.phase = Phase::Movement;
            for (watch, hex) in prizes(battle, side) {
                let comes = battle.on_map(state, side).any(|(unit, at)| {
                    at == hex
                        || battle.map().grid.distance(at, hex) <= u32::from(battle.unit(unit).movement)
                            && battle.destinations(&own, unit).iter().any(|way| way.hex == hex)
                });
                if comes && state.holders[watch] == side {
                    self.within.push((side, hex));
                }
            }
        }
        // The enemy's last player-turn begins.
        if turn == last {
            for (watch, hex) in prizes(battle, enemy) {
                let empty = state.count(hex) == 0;
                if state.holders[watch] == enemy && empty {
                    self.held.push((enemy, watch, self.within.contains(&(enemy, hex))));
                }
            }
        }
    }

    fn homebound(&self, battle: &Battle, unit: UnitId) -> bool {
        battle.scenario.victory.not_exited.iter().any(|rule| battle.named(&rule.unit) == Some(unit))
    }

    /// The game is over.
    pub fn ends(&mut self, battle: &Battle, state: &State, counted: &mut Counted) {
        let points = battle.account(state).points;
        for side in Side::BOTH {
            counted.add("games", side);
            let winner = battle.winner(points.union - points.confederate);
            counted.add_many("games won", side, f64::from(u8::from(winner == Some(side))));
            counted.add_many("games drawn", side, f64::from(u8::from(winner.is_none())));
            let left =
                battle.ids().filter(|&u| battle.unit(u).side == side && state.place(u) == Place::Exited);
            let left: f64 = left.map(|unit| f64::from(battle.unit(unit).strength)).sum();
            counted.add_many("strength that left", side, left);
            let line = battle.scenario.victory.line.as_ref();
            if line.is_some_and(|line| line.side == side) && !battle.line_is_free(state) {
                counted.add_many("strength that left for nothing", side, left);
            }
        }
        for rule in &battle.scenario.victory.not_exited {
            let Some(unit) = battle.named(&rule.unit) else { continue };
            let side = battle.unit(unit).side;
            let home = state.place(unit) == Place::Exited;
            counted.add("games with a Train", side);
            if home || state.place(unit) == Place::Due {
                counted.add("Train home or kept off the map", side);
            }
            if home {
                counted.add("home", side);
            }
            if home || self.open.contains(&unit) {
                counted.add("road home open", side);
            }
        }
        for (side, watch, could) in &self.held {
            if *could && state.holders[*watch] != *side {
                counted.add("places left open and lost at the end", *side);
            }
        }
        if let Some(line) = &battle.scenario.victory.line {
            let gone =
                battle.ids().any(|u| battle.unit(u).side == line.side && state.place(u) == Place::Exited);
            if gone {
                counted.add("games with exits", line.side);
                if !battle.line_is_free(state) {
                    counted.add("games with exits that count nothing", line.side);
                }
            }
        }
    }
}

/// The control hexes that bring points which this side has or can keep from the enemy.
fn prizes(battle: &Battle, side: Side) -> Vec<(usize, Hex)> {
    let victory = &battle.scenario.victory;
    let held = victory.held.iter().map(|held| held.watch);
    let taken = victory.taken.iter().filter(|taken| taken.side != side).map(|taken| taken.watch);
    let mut watches: Vec<usize> = held.chain(taken).collect();
    watches.sort_unstable();
    watches.dedup();
    watches.into_iter().map(|watch| (watch, battle.scenario.control_hexes[watch].hex)).collect()
}

/// Whether roads lead from a unit to an exit past no enemy and through none of his zones.
fn road_is_open(battle: &Battle, state: &State, unit: UnitId) -> bool {
    let (Some(exits), Some(from)) = (&battle.scenario.exits, state.hex(unit)) else { return false };
    let enemy = battle.unit(unit).side.other();
    let mut seen = HexSet::new(battle.map().grid.len());
    let mut ring = vec![from];
    seen.insert(from);
    while let Some(hex) = ring.pop() {
        if exits.hexes.contains(&hex) {
            return true;
        }
        for next in battle.scenario.field.road_neighbours(hex) {
            let shut = state.in_zone(enemy, next) || state.holder(next) == Some(enemy);
            if !shut && seen.insert(next) {
                ring.push(next);
            }
        }
    }
    false
}
