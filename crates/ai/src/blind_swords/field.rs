//! A position as a commander evaluates it: which units are where, what they are worth, what could
//! hit them.

use std::cell::{Cell, OnceCell};

use blind_swords::{Battle, BrigadeId, Place, State, UnitId, Weapon};
use hexmap::{Hex, Slope};
use tabletop::{BySide, Side};

use super::ground::Ground;
use super::weights::BlindSwordsWeights;

#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub unit: UnitId,
    pub side: Side,
    pub hex: Hex,
    pub brigade: Option<BrigadeId>,
    pub strength: f64,
    pub cohesion: u8,
    pub gun: bool,
    pub mounted: bool,
    pub worth: f64,
    /// The cost of losing it, points included.
    pub loss: f64,
    /// The cost of a depletion, a Morale Hit and a retreat.
    pub deplete: f64,
    pub hit: f64,
    pub retreat: f64,
}

pub(super) struct Field<'a> {
    pub battle: &'a Battle,
    pub ground: &'a Ground,
    pub weights: &'a BlindSwordsWeights,
    pub state: &'a State,
    pub pieces: Vec<Piece>,
    /// By [`UnitId`]: the index of its piece, if it is on the map.
    index: Vec<u16>,
    /// One value per goal of the field.
    pub stakes: Vec<f64>,
    /// By side: the strength near each goal.
    pub near: BySide<Vec<f64>>,
    /// By piece and goal: what the piece adds to it.
    adds: Vec<f64>,
    /// By side and [`Hex`] index: what has been computed so far.
    seen: BySide<OnceCell<Vec<Cell<Seen>>>>,
    /// By piece: its worth where it stands, if it cannot make a Close Combat and if it can. NaN
    /// until it is asked for.
    stands: Vec<[Cell<f64>; 2]>,
}

/// Facts about a hex in this position from one side's point of view. `fire` is NaN, and `nearest` `u32::MAX`,
/// until it is computed.
#[derive(Debug, Clone, Copy)]
struct Seen {
    /// The fire that the side can bring on it.
    fire: f64,
    /// The distance to the nearest of the side's enemies.
    nearest: u32,
}

const UNSEEN: Seen = Seen { fire: f64::NAN, nearest: u32::MAX };

const NOT_HERE: u16 = u16::MAX;

/// The factor, in quarters, that leaves strength as it is.
const WHOLE: i32 = 4;

impl<'a> Field<'a> {
    pub(super) fn new(
        battle: &'a Battle,
        ground: &'a Ground,
        weights: &'a BlindSwordsWeights,
        state: &'a State,
    ) -> Field<'a> {
        let mut pieces = Vec::with_capacity(state.units().len());
        let mut index = vec![NOT_HERE; state.units().len()];
        for unit in battle.ids() {
            if let Place::On(hex) = state.unit(unit).place {
                index[unit.index()] = pieces.len() as u16;
                pieces.push(piece(battle, weights, state, unit, hex));
            }
        }
        let stakes = ground.stakes(battle, state, weights);
        let mut field = Field {
            battle,
            ground,
            weights,
            state,
            pieces,
            index,
            stakes,
            near: BySide::default(),
            adds: Vec::new(),
            seen: BySide::default(),
            stands: Vec::new(),
        };
        field.stands = field.pieces.iter().map(|_| [Cell::new(f64::NAN), Cell::new(f64::NAN)]).collect();
        field.add_up_strength();
        field
    }

    pub(super) fn piece(&self, unit: UnitId) -> Option<&Piece> {
        self.pieces.get(usize::from(*self.index.get(unit.index())?))
    }

    pub(super) fn of(&self, side: Side) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |p| p.side == side)
    }

    fn add_up_strength(&mut self) {
        let goals = &self.ground.goals;
        self.near = BySide::from_fn(|_| vec![0.0; goals.len()]);
        self.adds.reserve(self.pieces.len() * goals.len());
        for piece in &self.pieces {
            for (i, goal) in goals.iter().enumerate() {
                let away = f64::from(goal.way[piece.hex.index()]);
                let arm = if piece.gun { 0.5 } else { 1.0 };
                let adds =
                    if away > 64.0 { 0.0 } else { piece.strength * arm * self.ground.reach(away * 1.5) };
                self.near[piece.side][i] += adds;
                self.adds.push(adds);
            }
        }
    }

    /// How much of a side's strength a goal needs, besides a piece of its own that is to be posted.
    /// Above 1 the goal lacks strength, near 0 it has enough. The piece itself is left out: if it
    /// counted where it stands, a goal would want it less as soon as it had come, and it would go
    /// away again.
    pub(super) fn wants(&self, side: Side, goal: usize, besides: Option<&Piece>) -> f64 {
        let own_part = besides.and_then(|piece| {
            let at = usize::from(*self.index.get(piece.unit.index())?);
            self.adds.get(at * self.ground.goals.len() + goal).copied()
        });
        let own = (self.near[side][goal] - own_part.unwrap_or(0.0)).max(0.0);
        let enemy = self.near[side.other()][goal];
        let wanted = enemy * 1.3 + if self.state.holders[goal] == side { 1.5 } else { 4.0 };
        (wanted / (own + 2.0)).clamp(0.15, 2.0)
    }

    /// The strength that a piece adds to a fire from one hex at another.
    pub(super) fn power(&self, piece: &Piece, from: Hex, to: Hex) -> f64 {
        let battle = self.battle;
        let range = battle.distance(from, to);
        let weapon = battle.faces(self.state, piece.unit).weapon;
        if weapon == Weapon::CC {
            return 0.0;
        }
        let tables = &battle.scenario.tables;
        let band = if piece.gun && tables.canister(weapon, range) {
            Some(blind_swords::Band::Canister)
        } else {
            tables.band(weapon, battle.unit(piece.unit).arm, range)
        };
        let factors = &tables.factors;
        let quarters = match band {
            None => return 0.0,
            Some(blind_swords::Band::Canister) => *factors.canister,
            Some(blind_swords::Band::Effective) => *factors.effective,
            Some(blind_swords::Band::Long) => *factors.long,
            Some(blind_swords::Band::Extreme) => *factors.extreme,
        };
        if piece.gun && battle.map().ground(from).angled {
            return 0.0;
        }
        if range > 1 && !battle.ground_lets_see(from, to) {
            return 0.0;
        }
        let low = if self.state.unit(piece.unit).low_ammo { *factors.low_ammo } else { WHOLE };
        piece.strength * f64::from(quarters) / f64::from(WHOLE) * f64::from(low) / f64::from(WHOLE)
    }

    /// The column shifts that the terrain gives a unit fired at in a hex.
    pub(super) fn shelter(&self, hex: Hex) -> i32 {
        self.ground.shelters[hex.index()]
    }

    /// The harm that fire of this strength does to a piece in that hex.
    pub(super) fn harm(&self, power: f64, piece: &Piece, hex: Hex) -> f64 {
        if power < 0.5 {
            return 0.0;
        }
        self.harm_of(self.tests_of(power, piece, hex), piece)
    }

    /// The chances of each test that fire of this strength imposes on a piece in that hex.
    pub(super) fn tests_of(&self, power: f64, piece: &Piece, hex: Hex) -> [f64; 4] {
        let shifts = &self.ground.shifts.fire;
        let cavalry = if piece.mounted { shifts.cavalry } else { 0 };
        let skirmish = if self.state.unit(piece.unit).skirmish { shifts.skirmish } else { 0 };
        let column = self.ground.column(self.battle, power) - self.shelter(hex) + cavalry + skirmish;
        self.ground.tests(column, piece.cohesion)
    }

    /// The harm of tests with these chances.
    pub(super) fn harm_of(&self, tests: [f64; 4], piece: &Piece) -> f64 {
        self.blows(tests, &self.ground.fire, piece)
    }

    /// The same in Close Combat, for the defender.
    pub(super) fn close_harm_of(&self, tests: [f64; 4], piece: &Piece) -> f64 {
        self.blows(tests, &self.ground.close, piece)
    }

    fn blows(&self, tests: [f64; 4], blows: &[super::ground::Blow; 4], piece: &Piece) -> f64 {
        tests
            .iter()
            .zip(blows)
            .map(|(chance, blow)| {
                chance
                    * (blow.deplete * piece.deplete
                        + blow.hit * piece.hit
                        + blow.retreat * piece.retreat
                        + blow.shatter * piece.loss * break_chance(piece.cohesion))
            })
            .sum()
    }

    /// The cost of a Close Combat with these chances to the attacker's piece.
    pub(super) fn close_cost_of(&self, tests: [f64; 4], piece: &Piece) -> f64 {
        tests
            .iter()
            .zip(&self.ground.close)
            .map(|(chance, blow)| {
                chance
                    * (blow.attacker[0] * piece.deplete
                        + blow.attacker[1] * piece.hit
                        + blow.attacker[2] * piece.retreat)
            })
            .sum()
    }

    /// The fire that a side can bring on a hex from where it stands. Guns count less, since they
    /// act once a turn.
    pub(super) fn fire_on(&self, side: Side, hex: Hex) -> f64 {
        let seen = self.seen(side, hex);
        if seen.get().fire.is_nan() {
            seen.set(Seen { fire: self.compute_fire(side, hex), ..seen.get() });
        }
        seen.get().fire
    }

    /// The worth to a side of having this piece where it stands.
    pub(super) fn stand(&self, piece: &Piece, closes: bool) -> f64 {
        let at = self.index.get(piece.unit.index()).map_or(0, |&at| usize::from(at));
        let Some(known) = self.stands.get(at) else { return self.post(piece, piece.hex, closes) };
        let known = &known[usize::from(closes)];
        if known.get().is_nan() {
            known.set(self.post(piece, piece.hex, closes));
        }
        known.get()
    }

    fn seen(&self, side: Side, hex: Hex) -> &Cell<Seen> {
        let hexes = self.seen[side].get_or_init(|| vec![Cell::new(UNSEEN); self.ground.size]);
        &hexes[hex.index()]
    }

    fn compute_fire(&self, side: Side, hex: Hex) -> f64 {
        let mut power = 0.0;
        let mut most: f64 = 0.0;
        for piece in self.of(side) {
            let range = self.battle.distance(piece.hex, hex);
            if range == 0 || (!piece.gun && range > 4) || range > 14 {
                continue;
            }
            let brought = self.power(piece, piece.hex, hex);
            if piece.gun {
                power += brought * self.weights.fire_guns;
            } else {
                most = most.max(brought);
                power += brought * self.weights.fire_lines;
            }
        }
        power + most * self.weights.fire_best
    }

    /// The most harm that a unit in a hex could do with its next fire.
    pub(super) fn fire_from(&self, piece: &Piece, hex: Hex) -> f64 {
        let mut best: f64 = 0.0;
        for enemy in self.of(piece.side.other()) {
            let range = self.battle.distance(hex, enemy.hex);
            if range == 0 || (!piece.gun && range > 3) || range > 20 {
                continue;
            }
            let power = self.power(piece, hex, enemy.hex);
            if power >= 0.5 {
                best = best.max(self.harm(power, enemy, enemy.hex));
            }
        }
        best
    }

    /// The gain of a Close Combat by a unit from a hex, together with units of its brigade that are
    /// next to the same enemy.
    pub(super) fn close_from(&self, piece: &Piece, hex: Hex) -> f64 {
        if piece.gun || self.state.unit(piece.unit).skirmish {
            return 0.0;
        }
        let mut best: f64 = 0.0;
        for target in self.battle.around(hex) {
            if self.battle.holder(self.state, target) != Some(piece.side.other()) {
                continue;
            }
            best = best.max(self.close_against(piece, hex, target));
        }
        best
    }

    /// The same against one hex; below 0 where it would cost more than it gains.
    pub(super) fn close_against(&self, piece: &Piece, hex: Hex, target: Hex) -> f64 {
        let defenders: Vec<&Piece> = self.state.stack(target).iter().filter_map(|&u| self.piece(u)).collect();
        let Some(lead) = defenders.iter().max_by(|a, b| a.strength.total_cmp(&b.strength)) else {
            return 0.0;
        };
        let defence: f64 = defenders.iter().map(|p| p.strength).sum();
        let mut total = piece.strength;
        let mut front = piece.strength;
        let mut flank = false;
        for friend in self.of(piece.side) {
            if friend.unit == piece.unit || friend.gun || friend.brigade != piece.brigade {
                continue;
            }
            if friend.hex == hex {
                front += friend.strength;
                total += friend.strength;
            } else if self.battle.distance(friend.hex, target) == 1 {
                total += friend.strength;
                flank |= self.battle.distance(friend.hex, hex) >= 2;
            }
        }
        let mut column = self.ground.column(self.battle, front);
        let slope = self.battle.map().side_between(hex, target).map_or(Slope::None, |side| side.slope);
        let shifts = &self.ground.shifts.close;
        let when = |applies: bool, columns: i32| if applies { columns } else { 0 };
        column += shifts.of_odds(total / defence.max(0.25))
            + when(flank, shifts.flank)
            + when(lead.gun, shifts.guns)
            + when(piece.cohesion > lead.cohesion, shifts.better_attacker)
            + when(piece.cohesion < lead.cohesion, shifts.better_defender)
            + when(lead.mounted, shifts.cavalry)
            + when(slope == Slope::Up, shifts.up_slope)
            + when(slope == Slope::SteepUp, shifts.up_steep_slope)
            + when(self.battle.map().ground(target).wall, shifts.wall);
        let tests = self.ground.tests(column.max(0), lead.cohesion);
        let gain = self.close_harm_of(tests, lead) + self.prize(piece.side, target) * shifted(tests);
        let cost = self.close_cost_of(tests, piece) + self.harm(defence, piece, hex);
        gain - cost
    }

    /// The worth of driving the enemy out of that hex.
    pub(super) fn prize(&self, side: Side, hex: Hex) -> f64 {
        self.ground
            .goals
            .iter()
            .enumerate()
            .filter(|(i, goal)| goal.hex == hex && self.state.holders[*i] != side)
            .map(|(i, _)| self.stakes[i] * 0.5)
            .sum()
    }

    /// The distance to the nearest enemy.
    pub(super) fn nearest(&self, side: Side, hex: Hex) -> u32 {
        let seen = self.seen(side, hex);
        if seen.get().nearest == u32::MAX {
            let nearest = self.of(side.other()).map(|p| self.battle.distance(p.hex, hex)).min().unwrap_or(99);
            seen.set(Seen { nearest, ..seen.get() });
        }
        seen.get().nearest
    }

    /// How much of the battle is still to come: 1 at its beginning, falling towards its end.
    pub(super) fn ahead(&self) -> f64 {
        let turns = self.battle.scenario.times.len() as f64;
        ((turns + 1.0 - f64::from(self.state.turn)) / turns).clamp(0.0, 1.0)
    }
}

/// The approximate chance that the defender leaves its hex.
pub(super) fn shifted(tests: [f64; 4]) -> f64 {
    tests[0] * 0.17 + tests[1] * 0.36 + tests[2] * 0.7 + tests[3] * 0.95
}

/// The chance that a Break Test breaks a unit of that cohesion.
pub(super) fn break_chance(cohesion: u8) -> f64 {
    f64::from(6_u8.saturating_sub(cohesion)) / 6.0
}

fn piece(battle: &Battle, weights: &BlindSwordsWeights, state: &State, unit: UnitId, hex: Hex) -> Piece {
    let printed = battle.unit(unit);
    let there = state.unit(unit);
    let faces = battle.faces(state, unit);
    let gun = battle.is_gun(unit);
    let turns = battle.scenario.times.len() as f64;
    let ahead = ((turns + 1.0 - f64::from(state.turn)) / turns).clamp(0.0, 1.0);
    let scale = weights.last + (1.0 - weights.last) * ahead;
    let value = |worn: bool, hits: u8| {
        let face = if worn { faces.worn } else { faces.fresh.unwrap_or(faces.worn) };
        let strength = (face.strength.number() - f64::from(hits)).max(0.2);
        let cohesion = (f64::from(face.cohesion) - f64::from(hits)).max(0.0);
        let quality = weights.strength * (1.0 + weights.cohesion * cohesion);
        strength * quality * scale
    };
    let worth = value(there.worn, there.hits);
    let fresh = faces.fresh.unwrap_or(faces.worn).strength.number();
    let points = battle.scenario.victory.casualties[printed.side]
        .map_or(0.0, |c| fresh / f64::from(c.divisor.max(1)) * weights.point);
    let for_good = gun || printed.fragile;
    let loss = worth * if for_good { 1.0 } else { 0.85 } + points;
    let cohesion = battle.cohesion(state, unit);
    let shaken = if there.hits < 2 {
        worth - value(there.worn, there.hits + 1)
    } else {
        break_chance(cohesion) * loss
    };
    Piece {
        unit,
        side: printed.side,
        hex,
        brigade: printed.brigade,
        strength: battle.strength(state, unit).number(),
        cohesion,
        gun,
        mounted: battle.is_mounted(state, unit),
        worth,
        loss,
        deplete: if there.worn {
            break_chance(cohesion) * loss + (1.0 - break_chance(cohesion)) * shaken
        } else {
            // A worn unit is half lost already.
            worth - value(true, there.hits) + points * 0.35
        },
        hit: shaken,
        retreat: weights.retreat * fresh,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]
mod tests {
    use std::path::Path;

    use blind_swords::Library;
    use serde_json::{Map, json};
    use tabletop::Rules;

    use super::*;

    /// A hex near the stone wall must not want a regiment less because it has come: it would march
    /// away again.
    #[test]
    fn standing_in_a_hex_is_worth_what_going_there_was_worth() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok()).unwrap();
        let weights = BlindSwordsWeights::default();
        let worths = |stands: &str, goes: &str| {
            let units = json!([
                { "id": "u62-7oh-a", "hex": stands },
                { "id": "u62-7in-a", "hex": "1532" },
                { "id": "c62-23va", "hex": "1836" },
            ]);
            let position = json!({ "turn": 3, "units": units });
            let battle = library.battle("kernstown-1-stone-wall", &Map::new(), Some(&position)).unwrap();
            let state = battle.start();
            let ground = Ground::new(&battle, weights.reach);
            let field = Field::new(&battle, &ground, &weights, &state);
            let unit = battle.ids().find(|&u| battle.unit(u).id == "u62-7oh-a").unwrap();
            let piece = *field.piece(unit).unwrap();
            let to = battle.map().grid.hexes().find(|&hex| battle.number(hex) == goes).unwrap();
            (field.stand(&piece, false), field.post(&piece, to, false))
        };
        for (here, there) in [("1731", "1732"), ("1631", "1632"), ("1432", "1733")] {
            let (stand_here, go_there) = worths(here, there);
            let (stand_there, go_here) = worths(there, here);
            let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
            assert!(
                close(stand_here, go_here),
                "{here}: {stand_here} where it stands, {go_here} to go there"
            );
            assert!(close(stand_there, go_there), "{there}: {stand_there}, {go_there}");
        }
    }
}
