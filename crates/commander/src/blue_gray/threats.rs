//! Threats: what the enemy could do to each hex in his next player-turn, and what that is expected to cost.

use blue_gray::{Battle, CombatResult, Phase, State, UnitId};
use hexmap::{Hex, HexSet, Reach};
use tabletop::Side;

use super::judgement::Judgement;
use super::odds::Stakes;
use super::ranges::Ranges;

/// Where the units of a side could go in their next movement phase, and what they could attack from there.
#[derive(Debug)]
pub(super) struct Sweep {
    /// The hexes that some of its units could be in.
    pub reached: HexSet,
    /// By hex: the strengths that could attack it, strongest first.
    pub against: Vec<Vec<u16>>,
    /// By hex: the neighbours from which it could be attacked, as bits of directions.
    pub from: Vec<u8>,
    /// By hex: strength of those who stand next to it and cannot leave.
    pub bound: Vec<u16>,
}

/// One hex that is in danger.
#[derive(Debug, Clone, Copy)]
pub(super) struct Danger {
    /// The hex.
    pub hex: Hex,
    /// What the attack is expected to cost its holder.
    pub cost: f64,
    /// Strengths of attack and defence.
    pub odds: (u16, u16),
}

impl Sweep {
    /// Sweeps the reach of a side's units over a position in which it is not its turn; `kept` are ranges of it that are kept.
    pub fn of(battle: &Battle, state: &State, side: Side, mut kept: Option<&mut Ranges>) -> Sweep {
        let field = &battle.scenario.field;
        let grid = &field.map.grid;
        let count = grid.len();
        let enemy = side.other();
        let mut sweep = Sweep {
            reached: HexSet::new(count),
            against: vec![Vec::new(); count],
            from: vec![0; count],
            bound: vec![0; count],
        };
        let theirs: Vec<Hex> = battle.on_map(state, enemy).map(|(_, hex)| hex).collect();
        let zoneless: Vec<UnitId> = (battle.on_map(state, enemy).map(|(u, _)| u))
            .filter(|&u| battle.unit(u).traits.no_zone.is_some())
            .collect();
        let changes = kept.as_ref().map(|ranges| ranges.changes(battle, state)).unwrap_or_default();
        let mut reach = Reach::new();
        let mut noted: Vec<Option<UnitId>> = vec![None; count];
        for (unit, hex) in battle.on_map(state, side) {
            let of = battle.unit(unit);
            if !battle.can_attack(state, unit) {
                continue;
            }
            let near = u32::from(of.movement) + 1;
            if !theirs.iter().any(|&t| grid.distance(hex, t) <= near) {
                continue;
            }
            let bound = state.in_zone(enemy, hex);
            let mut strike = |from: Hex, sweep: &mut Sweep| {
                if field.is_ferry(from) || state.holder(battle, from) == Some(enemy) {
                    return;
                }
                sweep.reached.insert(from);
                // Most hexes are next to nobody.
                if !state.in_zone(enemy, from)
                    && !zoneless.iter().any(|&u| state.hex(u).is_some_and(|h| grid.adjacent(h, from)))
                {
                    return;
                }
                for (direction, to) in grid.neighbours(from) {
                    if !field.zone_reaches(from, direction) || state.holder(battle, to) != Some(enemy) {
                        continue;
                    }
                    sweep.from[to.index()] |= 1 << direction.opposite().index();
                    if noted[to.index()] != Some(unit) {
                        noted[to.index()] = Some(unit);
                        sweep.against[to.index()].push(u16::from(of.strength));
                        if bound {
                            sweep.bound[to.index()] += u16::from(of.strength);
                        }
                    }
                }
            };
            strike(hex, &mut sweep);
            if bound || of.traits.immobile.is_some() {
                continue;
            }
            let hexes = match &mut kept {
                Some(ranges) => ranges.hexes(battle, state, (unit, hex), &changes, &mut reach),
                None => {
                    battle.search(state, unit, hex, &mut reach);
                    reach.hexes()
                }
            };
            for &to in hexes {
                strike(to, &mut sweep);
            }
        }
        for strengths in &mut sweep.against {
            strengths.sort_unstable_by(|a, b| b.cmp(a));
        }
        sweep
    }

    /// The hexes from which a hex could be attacked.
    pub fn sides(&self, battle: &Battle, hex: Hex) -> Vec<Hex> {
        let sides = battle.map().grid.neighbours(hex);
        sides.filter(|(d, _)| self.from[hex.index()] & (1 << d.index()) != 0).map(|(_, h)| h).collect()
    }

    /// The most strength that could attack a hex at once.
    pub fn strength(&self, battle: &Battle, hex: Hex) -> u16 {
        let room = self.from[hex.index()].count_ones() as usize * battle.scenario.tables.stacking;
        self.against[hex.index()].iter().take(room).sum()
    }
}

impl Judgement<'_> {
    /// What the enemy of `side` could attack in his next combat phase but the present one, the worst first; nothing if that is at night.
    pub fn dangers(&self, state: &State, side: Side) -> Vec<Danger> {
        self.dangers_with(state, side, None)
    }

    /// The same, with ranges of that enemy that are kept.
    pub fn dangers_with(&self, state: &State, side: Side, kept: Option<&mut Ranges>) -> Vec<Danger> {
        self.sweep(state, side, kept).map(|sweep| self.dangers_of(state, side, &sweep)).unwrap_or_default()
    }

    /// Where the enemy of `side` could come to attack in his next combat phase but the present one; `None` if that is at night, or
    /// there is none. `kept` are ranges of that enemy that are kept.
    pub fn sweep(&self, state: &State, side: Side, kept: Option<&mut Ranges>) -> Option<Sweep> {
        let battle = self.battle;
        let attacker = side.other();
        let next = match (state.phasing == attacker, state.phase) {
            (true, Phase::Movement) => state.turn,
            (true, _) => state.turn + 1,
            (false, _) => state.turn + u8::from(attacker == battle.scenario.first),
        };
        let fights = next <= battle.scenario.turns && !battle.scenario.is_night(next);
        fights.then(|| Sweep::of(battle, state, attacker, kept))
    }

    /// What an enemy who can come so far could attack, the worst first.
    pub fn dangers_of(&self, state: &State, side: Side, sweep: &Sweep) -> Vec<Danger> {
        let battle = self.battle;
        let mut dangers: Vec<Danger> = Vec::new();
        let mut last = None;
        let mut hexes: Vec<Hex> = battle.on_map(state, side).map(|(_, h)| h).collect();
        hexes.sort_unstable();
        for hex in hexes {
            if last.replace(hex) == Some(hex) {
                continue;
            }
            if let Some(danger) = self.danger(state, side, hex, sweep) {
                dangers.push(danger);
            }
        }
        dangers.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        dangers
    }

    /// What all dangers together are expected to cost: no enemy attacks twice, so each counts less than the one before.
    pub fn fear(&self, dangers: &[Danger]) -> f64 {
        let mut part = self.weights.threat;
        let mut sum = 0.0;
        for danger in dangers {
            if danger.cost > 0.0 {
                sum += danger.cost * part;
                part *= self.weights.threat_fall;
            } else {
                sum += danger.cost * 0.3;
            }
        }
        sum
    }

    /// The chance that whoever stands in a hex is driven off or eliminated by an enemy who can come so far.
    pub fn dislodged(&self, state: &State, hex: Hex, sweep: &Sweep) -> f64 {
        let attack = sweep.strength(self.battle, hex);
        if attack == 0 {
            return 0.0;
        }
        let results = self.results(attack, self.defence(state, hex, &sweep.sides(self.battle, hex)));
        let gone = |r: &&CombatResult| matches!(r, CombatResult::De | CombatResult::Dr | CombatResult::Ex);
        results.iter().filter(gone).count() as f64 / results.len() as f64
    }

    /// The strength that defends a hex against an attack from those.
    fn defence(&self, state: &State, hex: Hex, from: &[Hex]) -> u16 {
        let strength: u16 = state.stack(hex).map(|u| u16::from(self.battle.unit(u).strength)).sum();
        strength * u16::from(self.battle.multiple(hex, from, false))
    }

    fn danger(&self, state: &State, side: Side, hex: Hex, sweep: &Sweep) -> Option<Danger> {
        let battle = self.battle;
        let attack = sweep.strength(battle, hex);
        if attack == 0 {
            return None;
        }
        let from = sweep.sides(battle, hex);
        let strength: u16 = state.stack(hex).map(|u| u16::from(battle.unit(u).strength)).sum();
        let defence = self.defence(state, hex, &from);
        let cut = self.cut(state, side, hex, sweep, from.len());
        let mut stakes = Stakes::default();
        for unit in state.stack(hex) {
            let cut = if battle.unit(unit).traits.immobile.is_some() { 1.0 } else { cut };
            stakes.dr += self.retreat_cost(state, unit, cut);
            stakes.de += self.worth(state, unit);
        }
        let lost: f64 = self
            .survey
            .places
            .iter()
            .filter(|p| p.hex == hex && !p.is_settled(state))
            .map(|p| p.points.union + p.points.confederate)
            .sum();
        let exits: f64 = (self.survey.exits.iter().filter(|(h, ..)| *h == hex))
            .map(|_| (self.survey.passage[side.other()] * 5.0).min(40.0))
            .sum();
        stakes.dr += (lost + exits) * 0.5;
        stakes.de += (lost + exits) * 0.5;
        stakes.ex = stakes.de - f64::from(strength.min(attack));
        stakes.ar = -f64::from(attack) * self.weights.repulse;
        stakes.ae = -f64::from(attack);
        let whole = stakes.expected(self.results(attack, defence));
        if whole >= 0.0 {
            return Some(Danger { hex, cost: whole, odds: (attack, defence) });
        }
        // He attacks at these odds only with those who cannot help it.
        let bound = sweep.bound[hex.index()];
        (bound > 0).then_some(Danger { hex, cost: whole, odds: (attack, defence) })
    }

    /// The chance that a retreat from a hex would be cut off, if the enemy attacked it from some of so many hexes.
    fn cut(&self, state: &State, side: Side, hex: Hex, sweep: &Sweep, from: usize) -> f64 {
        let battle = self.battle;
        let field = &battle.scenario.field;
        let (mut open, mut safe) = (0, 0);
        for (direction, to) in field.map.grid.neighbours(hex) {
            let passable = field.cost(hex, direction).is_some()
                && !field.is_river(to)
                && !field.is_ferry(to)
                && state.holder(battle, to) != Some(side.other())
                && !state.in_zone(side.other(), to);
            if passable {
                open += 1;
                safe += u32::from(!field.zone(to).any(|h| sweep.reached.contains(h)));
            }
        }
        match (open, safe) {
            (0, _) => 1.0,
            (_, 0) if from > 1 => self.weights.cut,
            (_, 0) => (self.weights.cut + self.weights.cut_rarely) / 2.0,
            _ => self.weights.cut_rarely / f64::from(safe),
        }
    }
}
