//! Answers to questions in sentences: the purpose of each, its price, and what else there was.

use blue_gray::{Ask, CombatResult, Order, State, UnitId};
use hexmap::Hex;
use tabletop::{Side, capital, counted};

use super::judgement::Judgement;
use super::muster::place;
use super::reasons::chances;

impl Judgement<'_> {
    /// An answer to the open question, with its purpose and its price.
    pub(super) fn answered(&self, state: &State, order: &Order<UnitId, Hex>) -> String {
        let battle = self.battle;
        let called = |unit: &UnitId| capital(&battle.unit(*unit).called());
        let number = |hex: &Hex| battle.number(*hex);
        match order {
            Order::Retreat { unit, to, .. } => {
                let ways = battle.ways(state, *unit);
                let text = format!("{} retreats to {}", called(unit), number(to));
                if ways.open.len() + ways.pushed.len() == 1 {
                    return format!("{text}: its only way out.");
                }
                let merits = match self.merits(state, *unit, *to) {
                    merits if merits.is_empty() => self.distance(*unit, state, *to),
                    merits => merits,
                };
                format!("{text}{merits}{}{}.", self.price(state, *unit, *to), self.instead(state, *unit, *to))
            }
            Order::WithdrawBattery { unit, to, .. } => {
                let merits = self.merits(state, *unit, *to);
                let price = self.price(state, *unit, *to);
                format!("{} withdraws to {}{merits}{price}.", called(unit), number(to))
            }
            Order::Advance { unit, to: Some(to) } => {
                let merits = match self.merits(state, *unit, *to) {
                    merits if !merits.is_empty() => merits,
                    _ if self.faces(state, *unit, *to) => " to keep contact with the enemy".to_owned(),
                    _ => " to hold the ground it has won".to_owned(),
                };
                format!(
                    "{} advances to {}{merits}{}.",
                    called(unit),
                    number(to),
                    self.price(state, *unit, *to)
                )
            }
            Order::Advance { unit, to: None } => format!("{} advances.", called(unit)),
            Order::Hold {} => self.stays(state),
            Order::Stand {} => match state.question() {
                Some(question) if question.ask == Ask::RetreatBeforeCombat => {
                    format!("Stand: {}.", self.if_it_stands(state))
                }
                question => {
                    let hex = question.and_then(|question| state.hex(*question.units.first()?));
                    let hex = hex.map_or("its hex", |hex| battle.number(hex));
                    format!("Stand: withdrawing would give up {hex}.")
                }
            },
            Order::RetreatBeforeCombat {} => {
                format!("Try to retreat before combat: standing, {}.", self.if_it_stands(state))
            }
            Order::Lose { units } => {
                let lost: u16 = units.iter().map(|&unit| u16::from(battle.unit(unit).strength)).sum();
                let need = state.question().and_then(|question| question.need).unwrap_or_default();
                let names = self.names(units);
                let lost = counted(lost, "strength point");
                format!("Lose {names}, {lost} for the {need} that the exchange costs: the cheapest way.")
            }
            other => self.ends(other),
        }
    }

    /// Another answer that was weighed: "standing", "advancing Law to 1216".
    pub(super) fn in_short(&self, order: &Order<UnitId, Hex>) -> String {
        let called = |unit: &UnitId| self.battle.unit(*unit).called();
        match order {
            Order::Retreat { unit, to, .. } => {
                format!("retreating {} to {}", called(unit), self.battle.number(*to))
            }
            Order::WithdrawBattery { unit, to, .. } => {
                format!("withdrawing {} to {}", called(unit), self.battle.number(*to))
            }
            Order::RetreatBeforeCombat {} => "retreating before combat".to_owned(),
            Order::Lose { units } => format!("losing {}", self.names(units)),
            Order::Advance { unit, to } => {
                let to = to.map_or(String::new(), |to| format!(" to {}", self.battle.number(to)));
                format!("advancing {}{to}", called(unit))
            }
            Order::Hold {} => "not advancing".to_owned(),
            _ => "standing".to_owned(),
        }
    }

    /// What speaks for a hex: ", to take Lee's Mill, where the ground doubles its defence".
    fn merits(&self, state: &State, unit: UnitId, to: Hex) -> String {
        let battle = self.battle;
        let side = battle.unit(unit).side;
        let mut merits = String::new();
        let counts = |place: &&super::survey::Place| {
            place.hex == to && !place.is_settled(state) && place.points.union + place.points.confederate > 0.0
        };
        if let Some(place) = self.survey.places.iter().find(counts) {
            let verb = if place.holder(battle, state) == Some(side) { "hold" } else { "take" };
            merits += &format!(", to {verb} {}", self.ground_name(to));
        } else if self.survey.exits.iter().any(|(hex, ..)| *hex == to) {
            merits += ", to open the exit";
        }
        let multiple = |hex: Hex| battle.multiple(hex, &[], false);
        let better = state.hex(unit).is_none_or(|from| multiple(to) > multiple(from));
        match multiple(to) {
            2 if better => merits += ", where the ground doubles its defence",
            3.. if better => merits += ", where the ground triples its defence",
            _ => {}
        }
        let friends: Vec<UnitId> = state.stack(to).filter(|&other| battle.unit(other).side == side).collect();
        if !friends.is_empty() {
            merits += &format!(", to join {}", self.names(&friends));
        }
        merits
    }

    /// The enemy strength that could attack a unit in another hex in the enemy's next combat phase; `None` if
    /// there is none, or there is no time to look.
    fn exposed(&self, state: &State, unit: UnitId, to: Hex) -> Option<u16> {
        let mut after = state.clone();
        place(self.battle, &mut after, unit, Some(to));
        let sweep = self.sweep(&after, self.battle.unit(unit).side, None).filter(|_| !self.quick)?;
        Some(sweep.strength(self.battle, to))
    }

    fn price(&self, state: &State, unit: UnitId, to: Hex) -> String {
        match self.exposed(state, unit, to) {
            None => String::new(),
            Some(0) => ": no enemy can attack it there next turn".to_owned(),
            Some(most) => format!(": up to {most} enemy strength points can attack it there next turn"),
        }
    }

    /// The safest other way of a retreat, where it is less safe.
    fn instead(&self, state: &State, unit: UnitId, to: Hex) -> String {
        let Some(here) = self.exposed(state, unit, to) else { return String::new() };
        let others = self.battle.ways(state, unit).open.into_iter().filter(|&hex| hex != to);
        let others = others.filter_map(|hex| Some((self.exposed(state, unit, hex)?, hex)));
        match others.min() {
            Some((there, hex)) if there > here => format!(", {there} in {}", self.battle.number(hex)),
            _ => String::new(),
        }
    }

    /// How far a hex is from the nearest enemy of a unit: ", 3 hexes from the nearest enemy".
    fn distance(&self, unit: UnitId, state: &State, to: Hex) -> String {
        let battle = self.battle;
        let enemies = battle.on_map(state, battle.unit(unit).side.other());
        let nearest = enemies.map(|(_, hex)| battle.map().grid.distance(hex, to)).min();
        nearest.map_or(String::new(), |far| format!(", {} from the nearest enemy", counted(far, "hex")))
    }

    /// Whether a unit would be next to the enemy in that hex.
    fn faces(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let enemy: Side = self.battle.unit(unit).side.other();
        self.battle.scenario.field.zone(hex).any(|near| state.holder(near) == Some(enemy))
    }

    /// Why no unit advances: the most that could attack one that did.
    fn stays(&self, state: &State) -> String {
        let moves = state.combat.as_ref().map(|combat| self.battle.advances(state, combat));
        let most = moves.into_iter().flatten().filter_map(|(unit, to)| {
            let exposed = self.exposed(state, unit, to).filter(|&most| most > 0)?;
            Some((exposed, unit, to))
        });
        match most.min() {
            Some((most, unit, to)) => format!(
                "Do not advance: up to {most} enemy strength points could attack {} in {} next turn.",
                self.battle.unit(unit).called(),
                self.battle.number(to)
            ),
            None => "Do not advance: the ground is not worth leaving the line for.".to_owned(),
        }
    }

    /// The chance that the attack under way drives the defenders off.
    fn if_it_stands(&self, state: &State) -> String {
        let Some(combat) = state.combat.as_ref() else { return "the attack is weak".to_owned() };
        let tables = &self.battle.scenario.tables;
        let gone =
            |result: &&CombatResult| matches!(result, CombatResult::De | CombatResult::Dr | CombatResult::Ex);
        let odds = tables.column_name(combat.column);
        match tables.results(combat.column).iter().filter(gone).count() {
            0 => format!("no result at {odds} can drive it off"),
            faces => format!("it has {} of being driven off or destroyed at {odds}", chances(faces)),
        }
    }
}
