//! What does not change during a battle: the hexes it is fought for, the distances to them, and
//! tables derived from the charts.

use blind_swords::{Battle, Mover, State, Strength};
use hexmap::Hex;
use tabletop::{BySide, Side};

use super::shifts::Shifts;
use super::weights::BlindSwordsWeights;

/// Beyond this many half points of movement a goal has no pull.
const FARTHEST: u16 = 1200;

/// A hex that counts for victory.
pub(super) struct Goal {
    pub hex: Hex,
    /// The movement cost of reaching it on foot, in half points, by [`Hex`] index.
    pub way: Vec<u16>,
}

/// The average effects of one Cohesion Test.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Blow {
    /// Average depletions of the Lead Unit.
    pub deplete: f64,
    /// Average number of Morale Hits taken.
    pub hit: f64,
    pub retreat: f64,
    /// Average number of Break Tests taken.
    pub shatter: f64,
    /// The attacker's depletions, hits and retreats (Close Combat).
    pub attacker: [f64; 3],
}

/// Values computed before a battle begins.
pub(super) struct Ground {
    pub goals: Vec<Goal>,
    /// By side, if leaving by its own edge counts for it: the movement cost of reaching that edge
    /// on foot, in half points, by [`Hex`] index.
    pub homes: BySide<Option<Vec<u16>>>,
    /// By column and Cohesion Rating: the chance of each test.
    tests: Vec<[[f64; 4]; 7]>,
    /// By test, of fire and of Close Combat.
    pub fire: [Blow; 4],
    pub close: [Blow; 4],
    pub shifts: Shifts,
    /// By [`Hex`] index: the column shifts that a hex gives a unit fired at.
    pub shelters: Vec<i32>,
    /// By distance in half points of movement: the fraction that is left of a goal's pull.
    reach: Vec<f64>,
    pub size: usize,
}

impl Ground {
    /// `reach` is the fraction that is left of a goal's pull one activation's march away.
    pub(super) fn new(battle: &Battle, reach: f64) -> Ground {
        let tables = &battle.scenario.tables;
        let goals = battle.scenario.victory.control_hexes.iter();
        let goals: Vec<Goal> = goals
            .map(|watch| Goal { hex: watch.hex, way: battle.approaches(&[watch.hex], Mover::Foot) })
            .collect();
        let homes = BySide::from_fn(|side| {
            battle.scenario.victory.exits[side]?;
            let grid = &battle.map().grid;
            let edge: Vec<Hex> = grid.hexes().filter(|&hex| battle.leaves_home(side, hex)).collect();
            Some(battle.approaches(&edge, Mover::Foot))
        });
        let shifts = Shifts::new(tables, &battle.scenario.numbers);
        let shelter = |hex: Hex| {
            let ground = battle.map().ground(hex);
            let cover = if ground.woods || ground.orchard { shifts.fire.cover } else { 0 };
            -cover - if ground.wall { shifts.fire.wall } else { 0 }
        };
        let columns = 0..tables.combat.columns.len();
        let tests = columns
            .map(|column| {
                std::array::from_fn(|cohesion| {
                    let mut chances = [0.0; 4];
                    for die in 0..36_u8 {
                        let test =
                            tables.combat.test(column, die / 6 + 1, die % 6 + 1, cohesion as u8) as usize;
                        chances[test] += 1.0 / 36.0;
                    }
                    chances
                })
            })
            .collect();
        let blows = |table: &blind_swords::CohesionTable| {
            std::array::from_fn(|test| {
                let mut blow = Blow::default();
                for depletion in table.depletion[test] {
                    use blind_swords::Depletion as D;
                    let (own, attacker) = match *depletion {
                        D::None => (0.0, 0.0),
                        D::Lead => (1.0, 0.0),
                        D::Two => (1.5, 0.0),
                        D::All => (1.7, 0.0),
                        D::Attacker => (0.0, 1.0),
                        D::Both => (1.0, 1.0),
                    };
                    blow.deplete += own / 6.0;
                    blow.attacker[0] += attacker / 6.0;
                }
                for skedaddle in table.skedaddle[test] {
                    blow.hit += f64::from(skedaddle.morale) / 6.0;
                    blow.shatter += if skedaddle.break_test { 1.0 / 6.0 } else { 0.0 };
                    blow.retreat +=
                        if skedaddle.retreat + skedaddle.all_retreat > 0 { 1.0 / 6.0 } else { 0.0 };
                    blow.attacker[1] += f64::from(skedaddle.attacker_morale) / 6.0;
                    blow.attacker[2] += if skedaddle.attacker_retreat > 0 { 1.0 / 6.0 } else { 0.0 };
                }
                blow
            })
        };
        let size = battle.map().grid.len();
        Ground {
            goals,
            homes,
            tests,
            fire: blows(&tables.fire_tests),
            close: blows(&tables.close_tests),
            shelters: battle.map().grid.hexes().map(shelter).collect(),
            shifts,
            reach: (0..FARTHEST).map(|way| reach.powf(f64::from(way) / 8.0)).collect(),
            size,
        }
    }

    /// The fraction that is left of a goal's pull this many half points of movement away.
    pub(super) fn reach(&self, way: f64) -> f64 {
        // Linear between the entries of the table: the curve hardly bends there.
        let at = way as usize;
        let Some(next) = self.reach.get(at + 1) else { return 0.0 };
        let part = way - at as f64;
        if part == 0.0 { self.reach[at] } else { self.reach[at] * (1.0 - part) + next * part }
    }

    /// The chances of each test on a column; the column may lie beyond either end of the table.
    pub(super) fn tests(&self, column: i32, cohesion: u8) -> [f64; 4] {
        if column < 0 {
            return [1.0, 0.0, 0.0, 0.0];
        }
        let column = (column as usize).min(self.tests.len() - 1);
        self.tests[column][usize::from(cohesion.min(6))]
    }

    /// The column on which this strength starts; -1 if it is below the first column.
    pub(super) fn column(&self, battle: &Battle, strength: f64) -> i32 {
        let strength = Strength((strength * 256.0) as i32);
        battle.scenario.tables.combat.column(strength).map_or(-1, |column| column as i32)
    }

    /// For each goal, the worth of holding it from now to the end instead of the enemy.
    pub(super) fn stakes(&self, battle: &Battle, state: &State, weights: &BlindSwordsWeights) -> Vec<f64> {
        let victory = &battle.scenario.victory;
        let turns = battle.scenario.times.len() as u8;
        self.goals
            .iter()
            .map(|goal| {
                if victory.measure == blind_swords::Measure::UnionHexes {
                    return weights.hex;
                }
                let mut stake = 0.0;
                for award in victory.awards.iter().filter(|a| a.hex == goal.hex) {
                    let first = award.from.max(state.turn);
                    let times = f64::from((turns + 1).saturating_sub(first));
                    let points = f64::from(award.points.union + award.points.confederate);
                    let part = if barred(battle, state, award.unless) { 0.3 } else { 1.0 };
                    stake += times * points * part;
                }
                for bonus in
                    victory.bonuses.iter().filter(|b| b.turn >= state.turn && b.hexes.contains(&goal.hex))
                {
                    let most = bonus.points.last().copied().unwrap_or(0);
                    let part = if barred(battle, state, bonus.unless) { 0.3 } else { 1.0 };
                    stake += f64::from(most) * part / (bonus.hexes.len().min(bonus.points.len())) as f64;
                }
                stake * weights.point
            })
            .collect()
    }
}

fn barred(battle: &Battle, state: &State, unless: Option<(Side, Hex)>) -> bool {
    unless.is_some_and(|(side, hex)| battle.holds(state, side, hex))
}
