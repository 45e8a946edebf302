//! Threats: what the enemy could do to each hex in its next player-turn, and the expected cost of
//! that.

use blue_gray::{CombatResult, Phase, State};
use hexmap::Hex;
use tabletop::Side;

use super::judgement::Judgement;
use super::ranges::Ranges;
use super::stakes::Stakes;
use super::sweep::Sweep;

/// How much of the danger to a unit that must leave the map is due to where it stands.
const ON_THE_WAY: f64 = 0.3;

/// One hex that is in danger.
#[derive(Debug, Clone, Copy)]
pub(super) struct Danger {
    pub hex: Hex,
    /// The expected cost of the attack to the hex's holder.
    pub cost: f64,
    /// The strengths of attack and defence.
    pub odds: (u16, u16),
}

impl Judgement<'_> {
    /// The attacks that the enemy of `side` could make in its next combat phase after the present one, the
    /// worst first; none if that phase is at night.
    pub(super) fn dangers(&self, state: &State, side: Side) -> Vec<Danger> {
        self.dangers_with(state, side, None)
    }

    /// The same, with cached ranges of that enemy.
    pub(super) fn dangers_with(&self, state: &State, side: Side, kept: Option<&mut Ranges>) -> Vec<Danger> {
        self.sweep(state, side, kept).map(|sweep| self.dangers_of(state, side, &sweep)).unwrap_or_default()
    }

    /// Where the enemy of `side` could come to attack in its next combat phase after the present
    /// one; `None` if that phase is at night or there is none. `kept` are cached ranges of that
    /// enemy.
    pub(super) fn sweep(&self, state: &State, side: Side, kept: Option<&mut Ranges>) -> Option<Sweep> {
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

    /// The attacks that an enemy with this sweep could make, the worst first.
    pub(super) fn dangers_of(&self, state: &State, side: Side, sweep: &Sweep) -> Vec<Danger> {
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

    /// The expected cost of all dangers together: no enemy unit attacks twice, so each counts less
    /// than the one before.
    pub(super) fn fear(&self, dangers: &[Danger]) -> f64 {
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

    /// The chance that the units in a hex are driven off or eliminated by an enemy with this sweep.
    pub(super) fn dislodged(&self, state: &State, hex: Hex, sweep: &Sweep) -> f64 {
        let attack = sweep.strength(self.battle, hex);
        if attack == 0 {
            return 0.0;
        }
        let results = self.results(attack, self.defence(state, hex, &sweep.sides(self.battle, hex)));
        let gone = |r: &&CombatResult| matches!(r, CombatResult::De | CombatResult::Dr | CombatResult::Ex);
        results.iter().filter(gone).count() as f64 / results.len() as f64
    }

    /// The strength that defends a hex against an attack from the hexes `from`.
    fn defence(&self, state: &State, hex: Hex, from: &[Hex]) -> u16 {
        let strength: u16 = state.stack(hex).map(|u| u16::from(self.battle.unit(u).strength)).sum();
        strength * u16::from(self.battle.multiple(hex, from, false))
    }

    /// The expected cost to the units in a hex of an attack by the enemies now in contact with it.
    pub(super) fn pressed(&self, state: &State, hex: Hex) -> f64 {
        let battle = self.battle;
        let field = &battle.scenario.field;
        let Some(side) = state.holder(hex) else { return 0.0 };
        let enemy = side.other();
        let (mut attack, mut from) = (0, Vec::new());
        for near in field.zone(hex).filter(|&near| state.holder(near) == Some(enemy)) {
            let fit = state.stack(near).filter(|&unit| battle.can_attack(state, unit));
            let strength: u16 = fit.map(|unit| u16::from(battle.unit(unit).strength)).sum();
            if strength > 0 {
                attack += strength;
                from.push(near);
            }
        }
        if attack == 0 {
            return 0.0;
        }
        let open = field.map.grid.neighbours(hex).any(|(direction, to)| {
            field.cost(hex, direction).is_some()
                && !field.is_river(to)
                && !field.is_ferry(to)
                && state.holder(to) != Some(enemy)
                && !state.in_zone(enemy, to)
        });
        let mut stakes = Stakes::default();
        for unit in state.stack(hex) {
            let fixed = battle.unit(unit).traits.immobile.is_some();
            stakes.dr += self.retreat_cost(state, unit, if open && !fixed { 0.0 } else { 1.0 });
            stakes.de += self.worth(state, unit);
        }
        stakes.ex = stakes.de / 2.0;
        stakes.expected(self.results(attack, self.defence(state, hex, &from))).max(0.0)
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
            // It is in danger wherever it waits: that is no reason not to go home.
            let part = if self.is_homebound(unit) { ON_THE_WAY } else { 1.0 };
            stakes.dr += part * self.retreat_cost(state, unit, cut);
            stakes.de += part * self.worth(state, unit);
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
        // At these odds it attacks only with units that are forced to.
        let bound = sweep.bound[hex.index()];
        (bound > 0).then_some(Danger { hex, cost: whole, odds: (attack, defence) })
    }

    /// The chance that a retreat from a hex is cut off if the enemy attacks it; `from` is the
    /// number of hexes it could attack from.
    fn cut(&self, state: &State, side: Side, hex: Hex, sweep: &Sweep, from: usize) -> f64 {
        let battle = self.battle;
        let field = &battle.scenario.field;
        let (mut open, mut safe) = (0, 0);
        for (direction, to) in field.map.grid.neighbours(hex) {
            let passable = field.cost(hex, direction).is_some()
                && !field.is_river(to)
                && !field.is_ferry(to)
                && state.holder(to) != Some(side.other())
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
