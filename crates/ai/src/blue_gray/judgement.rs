//! The evaluation: what a position is worth to a side, and what its units are worth.

use blue_gray::{Battle, Phase, Place as Whereabouts, State, UnitId};
use hexmap::Hex;
use tabletop::{BySide, Side};

use super::standing::Standing;
use super::survey::{Place, Survey};
use super::sweep::Sweep;
use super::weights::BlueGrayWeights;

#[derive(Debug, Clone, Copy)]
pub(super) struct Judgement<'a> {
    pub battle: &'a Battle,
    pub survey: &'a Survey,
    pub weights: &'a BlueGrayWeights,
    /// The standing plan of its side.
    pub standing: &'a Standing,
    /// Whether the enemy's next player-turn is ignored to save time.
    pub quick: bool,
}

/// The strength of both sides at everything worth having, reduced by distance.
#[derive(Debug, Clone)]
pub(super) struct Presence {
    /// By place, then by exit, then by end of a road that exits need.
    at: Vec<BySide<f64>>,
}

impl<'a> Judgement<'a> {
    /// How many movement phases a side still has, not counting the present one.
    pub(super) fn turns_left(&self, state: &State, side: Side) -> u8 {
        if state.phase == Phase::Over {
            return 0;
        }
        let later = self.battle.scenario.turns.saturating_sub(state.turn);
        let still = state.phasing == self.battle.scenario.first && side != state.phasing;
        later + u8::from(still)
    }

    /// The fraction of the game that is still to come: 1 on the first game-turn, 0 on the last.
    pub(super) fn still_to_come(&self, state: &State) -> f64 {
        let turns = f64::from(self.battle.scenario.turns);
        (turns - f64::from(state.turn)) / (turns - 1.0).max(1.0)
    }

    /// The value of a unit's strength for the fighting still to come.
    pub(super) fn power(&self, state: &State, unit: UnitId) -> f64 {
        let whole =
            f64::from(self.battle.unit(unit).strength) * self.weights.power * self.still_to_come(state);
        if state.marks(unit).ineffective { whole * self.weights.spent_power } else { whole }
    }

    /// The cost to its side of losing a unit.
    pub(super) fn worth(&self, state: &State, unit: UnitId) -> f64 {
        self.survey.prize[unit.index()]
            + self.power(state, unit)
            + state.hex(unit).map_or(0.0, |hex| {
                let sure = if self.is_homebound(unit) { 1.0 } else { 0.5 };
                self.way_worth(state, unit, hex) * sure
            })
    }

    /// The value to its side of a unit in that hex for the exit it may reach, if the way is open.
    pub(super) fn way_worth(&self, state: &State, unit: UnitId, hex: Hex) -> f64 {
        let of = self.battle.unit(unit);
        let points =
            (self.survey.passage[of.side] * f64::from(of.strength)).min(self.weights.most_exits * 0.25);
        let turns = self.turns_left(state, of.side);
        if self.is_homebound(unit) {
            let all = points * self.weights.passage + self.survey.stranded[unit.index()];
            return all * self.homecoming(state, unit, hex, turns);
        }
        if points == 0.0 {
            return 0.0;
        }
        let Some((_, cost)) = self.survey.way_out(self.battle, unit, hex) else { return 0.0 };
        let cost = cost.saturating_add(self.exit_cost());
        points * self.weights.passage * self.survey.worn(of.movement, cost, turns)
    }

    /// The pull on a unit in a hex of the best place that its side does not hold, whichever unit
    /// defends it. It brings about attacks whose gain is still too far off to be counted.
    pub(super) fn urge(&self, state: &State, holders: &[Option<Side>], unit: UnitId, hex: Hex) -> f64 {
        let of = self.battle.unit(unit);
        if of.traits.no_zone.is_some() {
            return 0.0;
        }
        let turns = self.turns_left(state, of.side);
        let mut most = 0.0_f64;
        for ((place, &holder), &cost) in self.survey.places.iter().zip(holders).zip(self.survey.marches(hex))
        {
            let lure = place.lure[of.side];
            if lure > 0.0 && holder != Some(of.side) && !place.is_settled(state) {
                most = most.max(lure * self.survey.worn(of.movement, cost, turns));
            }
        }
        most * f64::from(of.strength) * self.weights.urge
    }

    pub(super) fn exit_cost(&self) -> u8 {
        self.battle.scenario.exits.as_ref().map_or(0, |e| e.cost)
    }

    /// A unit's contribution, in a hex, to the presence at every place and then at every exit.
    fn weights_at(&self, unit: UnitId, hex: Hex, turns: u8) -> impl Iterator<Item = f64> + use<'a> {
        let of = self.battle.unit(unit);
        let survey = self.survey;
        let strength = if of.traits.no_zone.is_some() { 0.0 } else { f64::from(of.strength) };
        let (fixed, movement) = (of.traits.immobile.is_some(), of.movement);
        survey.marches(hex).iter().map(move |&cost| {
            if fixed && cost > 0 { 0.0 } else { strength * survey.worn(movement, cost, turns) }
        })
    }

    pub(super) fn presence(&self, state: &State) -> Presence {
        let count = self.survey.places.len() + self.survey.exits.len() + self.survey.ends.len();
        let mut at = vec![BySide::default(); count];
        let turns = BySide::from_fn(|side| self.turns_left(state, side));
        for unit in self.battle.ids() {
            let Some(hex) = state.hex(unit) else { continue };
            let side = self.battle.unit(unit).side;
            for (sum, weight) in at.iter_mut().zip(self.weights_at(unit, hex, turns[side])) {
                sum[side] += weight;
            }
        }
        Presence { at }
    }

    /// The chance that an end of the roads that a side's exits need comes into its hands: of the end where that is
    /// likeliest.
    pub(super) fn end_chance(&self, state: &State, side: Side, presence: &Presence) -> f64 {
        let first = self.survey.places.len() + self.survey.exits.len();
        let ends = self.survey.ends.iter().zip(presence.at.get(first..).unwrap_or_default());
        ends.map(|(&hex, &at)| self.chance(at, side, state.holder(hex))).fold(0.0, f64::max)
    }

    /// Adds a unit in that hex to its side's presence, `sign` times.
    pub(super) fn change(&self, presence: &mut Presence, state: &State, unit: UnitId, hex: Hex, sign: f64) {
        let side = self.battle.unit(unit).side;
        let turns = self.turns_left(state, side);
        for (sum, weight) in presence.at.iter_mut().zip(self.weights_at(unit, hex, turns)) {
            sum[side] += sign * weight;
        }
    }

    /// The chance that a side holds a place at the end.
    fn chance(&self, sums: BySide<f64>, side: Side, holder: Option<Side>) -> f64 {
        let of = |s: Side| {
            if holder == Some(s) { (sums[s].max(0.0) + 1.0) * self.weights.holding } else { sums[s].max(0.0) }
        };
        let (own, enemy) = (of(side), of(side.other()));
        // Steeper than the strengths themselves: a side that is twice as strong is all but certain
        // of the place.
        let (own, enemy) = (own * own * own, enemy * enemy * enemy);
        if own + enemy <= 0.0 { 0.5 } else { own / (own + enemy) }
    }

    /// The value of a place to a side with these presences.
    fn place_value(&self, place: &Place, sums: BySide<f64>, side: Side, holder: Option<Side>) -> f64 {
        let own = self.chance(sums, side, holder);
        own * place.points[side] - (1.0 - own) * place.points[side.other()]
    }

    /// The value to a side of all places and exits still open, with one more of its units in `hex`.
    pub(super) fn places_with(
        &self,
        presence: &Presence,
        state: &State,
        holders: &[Option<Side>],
        unit: UnitId,
        hex: Hex,
    ) -> f64 {
        let side = self.battle.unit(unit).side;
        let turns = self.turns_left(state, side);
        let mut sum = 0.0;
        let places = self.survey.places.iter().zip(&presence.at).zip(holders);
        for (((place, at), &holder), weight) in places.zip(self.weights_at(unit, hex, turns)) {
            if place.is_settled(state) {
                continue;
            }
            let mut at = *at;
            at[side] += weight;
            let comes = match place.tenure {
                super::survey::Tenure::Zones(s, arm) => {
                    s == side
                        && self.battle.unit(unit).arm == arm
                        && self.battle.scenario.field.in_contact(hex, place.hex)
                }
                _ => place.hex == hex,
            };
            sum += self.place_value(place, at, side, if comes { Some(side) } else { holder });
        }
        sum * self.weights.place + self.exits_with(presence, state, side, Some((unit, hex)))
    }

    /// The same without such a unit.
    pub(super) fn places_without(
        &self,
        presence: &Presence,
        state: &State,
        holders: &[Option<Side>],
        side: Side,
    ) -> f64 {
        let mut sum = 0.0;
        for ((place, &at), &holder) in self.survey.places.iter().zip(&presence.at).zip(holders) {
            if !place.is_settled(state) {
                sum += self.place_value(place, at, side, holder);
            }
        }
        sum * self.weights.place + self.exits_with(presence, state, side, None)
    }

    /// The holder of each place; a settled place has no holder and counts for nothing.
    pub(super) fn holders(&self, state: &State) -> Vec<Option<Side>> {
        self.survey.places.iter().map(|p| p.holder(self.battle, state)).collect()
    }

    fn exits_with(&self, presence: &Presence, state: &State, side: Side, with: Option<(UnitId, Hex)>) -> f64 {
        let exits = &self.survey.exits;
        if exits.is_empty() {
            return 0.0;
        }
        let first = self.survey.places.len();
        let mut sum = 0.0;
        for of in Side::BOTH {
            let points = self.survey.passage[of];
            let turns = self.turns_left(state, of);
            if points == 0.0 || turns == 0 {
                continue;
            }
            let (mut shut, mut free, mut near) = (1.0, 0.0, 0.0_f64);
            for (i, (hex, ..)) in exits.iter().enumerate() {
                let mut at = presence.at.get(first + i).copied().unwrap_or_default();
                let mut standing = state.holder(*hex);
                let mut barred = state.in_zone(of.other(), *hex) || standing == Some(of.other());
                if let Some((unit, from)) = with {
                    let turns = self.turns_left(state, side);
                    at[side] += self.weights_at(unit, from, turns).nth(first + i).unwrap_or_default();
                    let reaches = from == *hex || self.battle.scenario.field.in_contact(from, *hex);
                    barred |= side != of && reaches;
                    standing = if from == *hex { Some(side) } else { standing };
                }
                near = near.max(at[of]);
                // Where a zone of control bars the way, one of the movement phases still to come is
                // lost (5.13); after the last there is none.
                let left = if barred { 1.0 - 1.0 / f64::from(turns) } else { 1.0 };
                let open = self.chance(at, of, standing) * left;
                shut *= 1.0 - open;
                free += open / exits.len() as f64;
            }
            // One exit is enough, but closing one of two is half of the work.
            let open = (1.0 - shut) * (1.0 - self.weights.each_exit) + free * self.weights.each_exit;
            let worth = self.weights.passage * self.most(near * points) * open;
            sum += if of == side { worth } else { -worth };
        }
        sum
    }

    /// The value of a margin including victory: winning is what counts, and the nearer the end, the more
    /// certain it is.
    pub(super) fn decided(&self, state: &State, margin: f64) -> f64 {
        let open = self.weights.spread * (0.1 + self.still_to_come(state));
        // Between the two edges lies what the victory levels call a draw.
        let edge = f64::from(self.battle.drawn_up_to()) + 0.5;
        let (won, lost) = ((margin - edge) / open, (margin + edge) / open);
        margin + self.weights.win * (won.tanh() + lost.tanh()) / 2.0
    }

    /// Beyond a certain number, further points add little.
    fn most(&self, points: f64) -> f64 {
        let most = self.weights.most_exits;
        most * (points / most).tanh()
    }

    /// The value of a position to a side, ignoring the fights of the next player-turn.
    pub(super) fn standing(&self, state: &State, side: Side) -> f64 {
        self.standing_before(state, side, None)
    }

    /// The same, given where the enemy can go in its next player-turn.
    pub(super) fn standing_before(&self, state: &State, side: Side, sweep: Option<&Sweep>) -> f64 {
        let battle = self.battle;
        if state.phase == Phase::Over {
            let points = battle.account(state).points;
            return f64::from(points[side] - points[side.other()]);
        }
        let to_come = self.still_to_come(state);
        let holders = self.holders(state);
        let mut net = BySide::<f64>::default();
        let mut exited = BySide::<f64>::default();
        for unit in battle.ids() {
            let of = battle.unit(unit);
            match state.place(unit) {
                Whereabouts::Eliminated => {
                    net[of.side.other()] +=
                        self.survey.prize[unit.index()] + self.survey.stranded[unit.index()]
                }
                Whereabouts::Exited => {
                    exited[of.side] += f64::from(of.strength) * self.survey.passage[of.side]
                }
                Whereabouts::On(hex) => {
                    net[of.side] += self.power(state, unit);
                    if of.side == side {
                        net[side] += self.urge(state, &holders, unit, hex);
                    }
                    let stranded = self.survey.stranded[unit.index()];
                    if stranded > 0.0 {
                        net[of.side.other()] += stranded;
                        net[of.side] += self.way_worth(state, unit, hex);
                    }
                }
                Whereabouts::Due => net[of.side] += self.power(state, unit),
            }
        }
        for unit in battle.isolated(state) {
            net[battle.unit(unit).side.other()] += self.survey.prize[unit.index()] * (1.0 - 0.7 * to_come);
        }
        let presence = self.presence(state);
        for of in Side::BOTH {
            if exited[of] > 0.0 {
                let sweep = sweep.filter(|_| of != side);
                exited[of] *= self.line_chance(state, of, &presence, sweep).unwrap_or(1.0);
            }
        }
        let mut sum =
            net[side] - net[side.other()] + f64::from(state.scored[side] - state.scored[side.other()]);
        sum += self.most(exited[side]) - self.most(exited[side.other()]);
        let mut places = 0.0;
        for ((place, at), &holder) in self.survey.places.iter().zip(&presence.at).zip(&holders) {
            if !place.is_settled(state) {
                places += self.place_value(place, *at, side, holder);
            }
        }
        sum + places * self.weights.place + self.exits_with(&presence, state, side, None)
    }
}
