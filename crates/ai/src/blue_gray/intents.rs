//! Intents: a plan in sentences, its orders grouped by what they are for.

use blue_gray::{Battle, Order, Phase, State, UnitId};
use hexmap::Hex;
use tabletop::{Rules, counted};

use super::aims::{Aim, Aims, Goal, Moved};
use super::judgement::Judgement;
use super::muster::to_combat;
use crate::intents::{Intent, Intents, Planned};

struct Group {
    aim: Option<Aim>,
    orders: Vec<usize>,
    moved: Vec<Moved>,
}

impl Judgement<'_> {
    pub(super) fn intents(&self, planned: &[Planned<Battle>]) -> Intents {
        let Some((start, first)) = planned.first() else { return Intents::default() };
        if start.question().is_some() || start.phase != Phase::Movement {
            return self.intents_of_combat(start, &first.order, planned);
        }
        let ahead = self.after_moves(planned);
        let aims = Aims::new(*self, start, ahead);
        let groups = self.groups(&aims, planned);
        let moved: Vec<(Aim, Moved)> = groups
            .iter()
            .flat_map(|group| {
                group.aim.into_iter().flat_map(|aim| group.moved.iter().map(move |of| (aim, *of)))
            })
            .collect();
        let mut intents = Intents { summary: self.summary(&aims, start, &moved), groups: Vec::new() };
        for group in groups {
            let text = match group.aim {
                Some(aim) => self.told(&aims, start, aim, &group.moved),
                None => self.ends(&planned[group.orders[0]].1.order),
            };
            intents.groups.push(Intent { text, orders: group.orders });
        }
        intents
    }

    /// The position in which the moves have been made, ready for combat unless it is night.
    fn after_moves(&self, planned: &[Planned<Battle>]) -> State {
        let battle = self.battle;
        let fought = planned.iter().find(|(state, _)| state.phase == Phase::Combat);
        if let Some((state, _)) = fought {
            return state.clone();
        }
        let Some((last, decision)) = planned.last() else { return battle.start() };
        let mut after = last.clone();
        if let Some(Moved { unit, to, .. }) = moved(last, &decision.order) {
            super::muster::place(battle, &mut after, unit, to);
        }
        to_combat(battle, &mut after);
        after
    }

    /// The orders by aim, in the order in which the aims come up.
    fn groups(&self, aims: &Aims<'_>, planned: &[Planned<Battle>]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (at, (state, decision)) in planned.iter().enumerate() {
            let moved = moved(state, &decision.order);
            let aim = match (&decision.order, moved) {
                (_, Some(moved)) => Some(aims.of(moved)),
                (Order::Attack { defenders, .. }, None) => {
                    aims.attacks.iter().position(|attack| attack.against == *defenders).map(Aim::Attack)
                }
                _ => None,
            };
            match groups.iter_mut().find(|group| aim.is_some() && group.aim == aim) {
                Some(group) => {
                    group.orders.push(at);
                    group.moved.extend(moved);
                }
                None => groups.push(Group { aim, orders: vec![at], moved: moved.into_iter().collect() }),
            }
        }
        groups
    }

    /// The purpose and reason of moves with one aim.
    fn told(&self, aims: &Aims<'_>, start: &State, aim: Aim, moved: &[Moved]) -> String {
        let units: Vec<UnitId> = moved.iter().map(|moved| moved.unit).collect();
        let names = self.names(&units);
        let from = || moved.iter().filter_map(|moved| moved.from);
        let to: Vec<Hex> = moved.iter().filter_map(|moved| moved.to).collect();
        let because = |text: String, why: Option<String>| match why {
            Some(why) => format!("{text}: {why}."),
            None => format!("{text}."),
        };
        match aim {
            Aim::Attack(i) => format!("{}.", self.case_for(&aims.ahead, &aims.attacks[i])),
            Aim::Take(hex) => because(
                format!("Take {} with {names}", self.ground_name(hex)),
                self.ground_counts(start, hex),
            ),
            Aim::Hold(hex) => {
                let text = because(
                    format!("Hold {} with {names}", self.ground_name(hex)),
                    self.ground_counts(start, hex),
                );
                match aims.reach(std::iter::once(hex)) {
                    0 => text,
                    reach => format!("{text} Up to {reach} enemy strength points could move next to it."),
                }
            }
            Aim::Leave => because(
                format!("Leave the map with {names}"),
                self.leaving_counts(start, start.phasing, &units),
            ),
            Aim::Bar => format!("Block a road with {names}: the enemy needs it to leave the map."),
            Aim::FallBack => {
                let toward = self.landmark(&to).map_or(String::new(), |place| format!(" toward {place}"));
                let (before, after) = (aims.reach(from()), aims.reach(to.iter().copied()));
                let then = if after == 0 { "none".to_owned() } else { after.to_string() };
                format!(
                    "Fall back{toward} with {names}: up to {before} enemy strength points could move next to one \
                     of them where they are, {then} where they go."
                )
            }
            Aim::March(goal) => {
                let why = match goal {
                    Goal::Ground(hex) => self.ground_counts(start, hex).map(|counts| {
                        let place = self.survey.places.iter().find(|place| place.hex == hex);
                        let holder = place.and_then(|place| place.holder(self.battle, start));
                        match holder {
                            Some(side) if side == start.phasing => format!("{counts}, and we hold it"),
                            Some(_) => format!("{counts}, and the enemy holds it"),
                            None => counts,
                        }
                    }),
                    Goal::WayOut(_) => self.leaving_counts(start, start.phasing, &units),
                    Goal::TheirWayOut(_) => self.leaving_counts(start, start.phasing.other(), &[]),
                };
                because(format!("March toward {} with {names}", self.goal_name(goal)), why)
            }
            Aim::Enter => format!("Bring on {names}."),
            Aim::Cover => format!("Take cover with {names}: the terrain there multiplies their defence."),
            Aim::Close => {
                let (before, after) = (aims.nearest(from()), aims.nearest(to.iter().copied()));
                format!("Move closer with {names}: from {} of the enemy to {after}.", hexes(before))
            }
            Aim::Shift => {
                let (near, reach) = (aims.nearest(to.iter().copied()), aims.reach(to.iter().copied()));
                format!(
                    "Shift {names}, {} from the enemy: up to {reach} enemy strength points could move next to one of \
                     them.",
                    hexes(near)
                )
            }
        }
    }

    /// The order that ends a phase, and its reason.
    pub(super) fn ends(&self, order: &Order<UnitId, Hex>) -> String {
        match order {
            Order::EndMovement {} => "Then end the movement phase.".to_owned(),
            Order::EndCombat {} => "End the combat phase: no remaining attack is worth the risk.".to_owned(),
            Order::Attack { attackers, defenders, .. } => format!(
                "Attack {} with {}: it must be attacked.",
                self.battle.numbers(defenders),
                self.names(attackers)
            ),
            _ => String::new(),
        }
    }

    /// The intents of a plan that begins in the combat phase: with an attack, its end, or an answer.
    fn intents_of_combat(
        &self,
        start: &State,
        first: &Order<UnitId, Hex>,
        planned: &[Planned<Battle>],
    ) -> Intents {
        let mut intents = Intents::default();
        for (at, (state, decision)) in planned.iter().enumerate() {
            let text = match decision.reason.as_str() {
                "" => self.answered(state, &decision.order),
                reason => reason.to_owned(),
            };
            if !text.is_empty() {
                intents.add(&text, at);
            }
        }
        if let Order::Attack { defenders, .. } = first {
            let others: Vec<Hex> = self
                .attacks(start)
                .into_iter()
                .filter(|attack| attack.against.iter().all(|hex| !defenders.contains(hex)))
                .flat_map(|attack| attack.against)
                .collect();
            let first = self.battle.numbers(defenders);
            intents.summary = match others.as_slice() {
                [] => format!("Attack {first}: no other attack is worth the risk now."),
                others => format!("Attack {first} first; {} may follow.", self.battle.numbers(others)),
            };
        }
        intents
    }
}

/// The move that an order makes, if it makes one.
fn moved(state: &State, order: &Order<UnitId, Hex>) -> Option<Moved> {
    match order {
        Order::Move { unit, to, path } => {
            let to = to.or_else(|| path.as_ref()?.last().copied())?;
            Some(Moved { unit: *unit, from: state.hex(*unit), to: Some(to) })
        }
        Order::Exit { unit, .. } => Some(Moved { unit: *unit, from: state.hex(*unit), to: None }),
        _ => None,
    }
}

fn hexes(count: u8) -> String {
    counted(count, "hex")
}
