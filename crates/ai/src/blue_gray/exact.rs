//! The combat phase solved exactly, where it is small enough: all declarations on the columns that
//! the odds give, all falls of the dice, all answers of both sides. The phasing side seeks the
//! highest expected worth at the end of the phase, the enemy the lowest. The very rules carry
//! everything out.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use blue_gray::{Arm, Ask, Order, Phase, Place, Push, Question, State, UnitId};
use hexmap::Hex;
use tabletop::{BranchingDice, RuleCheck, Rules, Side, every_way};

use super::judgement::Judgement;
use crate::interrupt::interrupted;

type BlueGrayOrder = Order<UnitId, Hex>;

/// The most units that are chosen from for one attack.
const MOST_ATTACKERS: usize = 7;

/// The most hexes that are attacked at once.
const MOST_TARGETS: u32 = 3;

/// The most orders and dice results searched for each position, on average: a phase with few positions may
/// still have very many orders.
const LOOKS: u32 = 12;

/// The solver of one combat phase.
pub(super) struct Exact<'a> {
    judgement: Judgement<'a>,
    side: Side,
    /// The worth of positions that have been solved.
    solved: HashMap<Vec<u8>, f64>,
    /// How many more positions may be looked at.
    pub left: u32,
    /// How many more orders and falls of the dice may be looked at.
    looks: u32,
    /// Whether there is no more time.
    over: &'a dyn Fn() -> bool,
}

impl<'a> Exact<'a> {
    /// A solver for the phase of this position, which gives up after that many positions, or when the time is
    /// over.
    pub(super) fn new(
        judgement: Judgement<'a>,
        state: &State,
        most: u32,
        over: &'a dyn Fn() -> bool,
    ) -> Exact<'a> {
        let looks = most.saturating_mul(LOOKS);
        Exact { judgement, side: state.phasing, solved: HashMap::new(), left: most, looks, over }
    }

    /// The value of each legal order; `None` if there are too many positions.
    pub(super) fn worths(&mut self, state: &State) -> Option<Vec<(BlueGrayOrder, f64)>> {
        let orders = self.orders(state)?;
        orders.into_iter().map(|order| self.after(state, &order).map(|worth| (order, worth))).collect()
    }

    /// The worth of a position; `None` if there are too many.
    pub(super) fn worth(&mut self, state: &State) -> Option<f64> {
        if state.phase != Phase::Combat || state.phasing != self.side {
            return Some(self.judged(state));
        }
        let key = self.key(state);
        if let Some(worth) = self.solved.get(&key) {
            return Some(*worth);
        }
        self.left = self.left.checked_sub(1).filter(|_| !(self.over)())?;
        let own = state.asked() == Some(self.side);
        let mut best: Option<f64> = None;
        for order in self.orders(state)? {
            let worth = self.after(state, &order)?;
            best = Some(match best {
                None => worth,
                Some(best) if own => best.max(worth),
                Some(best) => best.min(worth),
            });
        }
        let worth = best.unwrap_or_else(|| self.judged(state));
        self.solved.insert(key, worth);
        Some(worth)
    }

    /// The worth of an end of the phase.
    pub(super) fn judged(&self, state: &State) -> f64 {
        self.judgement.decided(state, self.judgement.outlook(state, self.side))
    }

    /// The expected worth after an order that is legal; `None` if there are too many positions. The end of the phase is judged before the
    /// enemy's player-turn begins.
    pub(super) fn after(&mut self, state: &State, order: &BlueGrayOrder) -> Option<f64> {
        if matches!(order, Order::EndCombat {}) {
            return Some(self.judged(state));
        }
        let (battle, side) = (self.judgement.battle, state.asked()?);
        let mut ends: Vec<(State, f64)> = Vec::new();
        every_way(
            |dice| {
                let mut after = state.clone();
                let quiet = &mut RuleCheck::without_messages();
                battle.execute(&mut after, side, order, dice, quiet).ok().map(|_| after)
            },
            |end, chance| {
                let Some(end) = end else { return };
                match ends.iter_mut().find(|(same, _)| *same == end) {
                    Some((_, sum)) => *sum += chance,
                    None => ends.push((end, chance)),
                }
            },
        );
        self.look(ends.len())?;
        ends.iter().map(|(end, chance)| Some(self.worth(end)? * chance)).sum()
    }

    /// Counts that many orders or dice results; `None` if the limit is exceeded or the search is interrupted.
    fn look(&mut self, at: usize) -> Option<()> {
        self.looks = self.looks.checked_sub(u32::try_from(at).ok()?)?;
        (!interrupted()).then_some(())
    }

    /// Everything that the side that is asked may order; `None` if that is too much.
    pub(super) fn orders(&mut self, state: &State) -> Option<Vec<BlueGrayOrder>> {
        match state.question() {
            Some(question) => self.answers(state, question),
            None => {
                let mut orders = self.declarations(state)?;
                let end = Order::EndCombat {};
                if orders.is_empty() || self.is_legal(state, &end) {
                    orders.push(end);
                }
                Some(orders)
            }
        }
    }

    fn is_legal(&self, state: &State, order: &BlueGrayOrder) -> bool {
        let quiet = &mut RuleCheck::without_messages();
        self.judgement.battle.judge(state, self.side, order, &mut BranchingDice::default(), quiet).is_ok()
    }

    /// All attacks that may be declared.
    fn declarations(&mut self, state: &State) -> Option<Vec<BlueGrayOrder>> {
        let battle = self.judgement.battle;
        let field = &battle.scenario.field;
        let quiet = &mut RuleCheck::without_messages();
        let able: Vec<(UnitId, Hex)> = battle
            .on_map(state, self.side)
            .filter(|&(unit, _)| battle.may_attack(state, self.side, unit, quiet).is_ok())
            .collect();
        let mut targets: Vec<Hex> = Vec::new();
        for (_, hex) in battle.on_map(state, self.side.other()) {
            let reached = |&(unit, from): &(UnitId, Hex)| {
                field.in_contact(from, hex)
                    || battle.unit(unit).arm == Arm::Artillery
                        && battle.aims(state, unit).any(|aim| aim.hex == hex)
            };
            let may = battle.may_be_attacked(state, self.side, hex, quiet).is_ok();
            if may && !targets.contains(&hex) && able.iter().any(reached) {
                targets.push(hex);
            }
        }
        if targets.len() > 16 {
            return None;
        }
        let mut orders = Vec::new();
        for set in 1_u32..1 << targets.len() {
            if set.count_ones() > MOST_TARGETS {
                continue;
            }
            let against: Vec<Hex> =
                (0..targets.len()).filter(|i| set & (1 << i) != 0).map(|i| targets[i]).collect();
            let next = |from: Hex| against.iter().all(|&hex| field.in_contact(from, hex));
            self.look(1)?;
            if against.len() > 1 && !able.iter().any(|&(_, from)| next(from)) {
                continue;
            }
            let takes_part = |&(unit, from): &(UnitId, Hex)| {
                next(from)
                    || battle.unit(unit).arm == Arm::Artillery
                        && battle.aims(state, unit).any(|aim| against.contains(&aim.hex))
            };
            let units: Vec<UnitId> =
                able.iter().filter(|able| takes_part(able)).map(|&(unit, _)| unit).collect();
            if units.len() > MOST_ATTACKERS {
                return None;
            }
            self.look(1 << units.len())?;
            for chosen in 1_u32..1 << units.len() {
                let attackers: Vec<UnitId> =
                    (0..units.len()).filter(|i| chosen & (1 << i) != 0).map(|i| units[i]).collect();
                if battle.declare(state, self.side, &attackers, &against, None, quiet).is_ok() {
                    orders.push(Order::Attack { attackers, defenders: against.clone(), column: None });
                }
            }
        }
        Some(orders)
    }

    /// All answers to a question; `None` if there are too many.
    fn answers(&mut self, state: &State, question: &Question) -> Option<Vec<BlueGrayOrder>> {
        let battle = self.judgement.battle;
        let combat = state.combat.as_ref();
        Some(match question.ask {
            Ask::Retreat => {
                self.retreats(state, question, |unit, to, displace| Order::Retreat { unit, to, displace })?
            }
            Ask::WithdrawBattery => {
                let mut orders = self.retreats(state, question, |unit, to, displace| {
                    Order::WithdrawBattery { unit, to, displace }
                })?;
                orders.push(Order::Stand {});
                orders
            }
            Ask::Exchange => combat
                .map_or_else(Vec::new, |combat| battle.payments(state, combat))
                .into_iter()
                .map(|units| Order::Lose { units })
                .collect(),
            Ask::Advance => combat
                .map_or_else(Vec::new, |combat| battle.advances(state, combat))
                .into_iter()
                .map(|(unit, to)| Order::Advance { unit, to: Some(to) })
                .chain([Order::Hold {}])
                .collect(),
            Ask::RetreatBeforeCombat => vec![Order::RetreatBeforeCombat {}, Order::Stand {}],
        })
    }

    /// Every retreat of every unit, with every chain of units that make room; `None` if there are
    /// too many.
    fn retreats(
        &mut self,
        state: &State,
        question: &Question,
        order: impl Fn(UnitId, Hex, Vec<Push<UnitId, Hex>>) -> BlueGrayOrder,
    ) -> Option<Vec<BlueGrayOrder>> {
        let mut orders = Vec::new();
        for &unit in &question.units {
            let ways = self.judgement.battle.ways(state, unit);
            orders.extend(ways.open.iter().map(|&to| order(unit, to, Vec::new())));
            for &(to, _) in &ways.pushed {
                let mut begun = vec![Vec::new()];
                while let Some(chain) = begun.pop() {
                    self.look(1)?;
                    let links = self.judgement.battle.next_links(state, unit, to, &chain);
                    for link in links.unwrap_or_default() {
                        let mut longer = chain.clone();
                        longer.push(Push { unit: link.unit, to: link.to });
                        if link.on { begun.push(longer) } else { orders.push(order(unit, to, longer)) }
                    }
                }
            }
        }
        Some(orders)
    }

    /// A key that distinguishes positions of this phase.
    fn key(&self, state: &State) -> Vec<u8> {
        let mut key = Vec::new();
        for unit in self.judgement.battle.ids() {
            let place = match state.place(unit) {
                Place::On(hex) => hex.index() as u16,
                Place::Due => u16::MAX,
                Place::Exited => u16::MAX - 1,
                Place::Eliminated => u16::MAX - 2,
            };
            let marks = state.marks(unit);
            let all = [
                marks.attacked,
                marks.defended,
                marks.retreated,
                marks.advanced,
                marks.displaced,
                marks.ineffective,
                marks.duty,
                marks.must_leave,
            ];
            let bits = all.into_iter().fold(0_u8, |bits, mark| bits << 1 | u8::from(mark));
            key.extend(place.to_le_bytes());
            key.push(bits);
        }
        let mut rest = DefaultHasher::new();
        state.attacked_from.hash(&mut rest);
        state.bombarded_from.hash(&mut rest);
        format!("{:?}", (&state.holders, &state.taken, state.scored, &state.retreating)).hash(&mut rest);
        format!("{:?}{:?}", state.questions, state.combat).hash(&mut rest);
        key.extend(rest.finish().to_le_bytes());
        key
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use std::path::Path;

    use blue_gray::Library;
    use serde_json::Map;
    use tabletop::{BySide, LoadedDice};

    use super::super::commander_with;
    use super::super::standing::Standing;
    use super::super::survey::Survey;
    use super::super::weights::BlueGrayWeights;
    use super::*;
    use crate::budget::Budget;
    use crate::chance::Chance;
    use crate::contest::{RunOptions, contest};
    use crate::duel::seed_of;
    use crate::information_set::InformationSet;
    use crate::interrupt::Interrupt;
    use crate::level::Level;

    /// The worth of a position, by nothing but the rules: no position is kept or counted twice.
    fn at_length(exact: &mut Exact<'_>, state: &State) -> f64 {
        if state.phase != Phase::Combat || state.phasing != exact.side {
            return exact.judged(state);
        }
        let side = state.asked().unwrap();
        let worths = exact.orders(state).unwrap().into_iter().map(|order| {
            if matches!(order, Order::EndCombat {}) {
                return exact.judged(state);
            }
            fall(exact, state, side, &order, Vec::new())
        });
        let worths: Vec<f64> = worths.collect();
        let best = if side == exact.side { f64::max } else { f64::min };
        worths.into_iter().reduce(best).unwrap()
    }

    /// The mean worth after an order whose first dice show these faces.
    fn fall(exact: &mut Exact<'_>, state: &State, side: Side, order: &BlueGrayOrder, faces: Vec<u8>) -> f64 {
        let battle = exact.judgement.battle;
        let mut after = state.clone();
        let mut dice = LoadedDice::new(faces.iter().copied());
        let quiet = &mut RuleCheck::without_messages();
        let events = battle.execute(&mut after, side, order, &mut dice, quiet).unwrap();
        if battle.faces(&events).len() <= faces.len() {
            return at_length(exact, &after);
        }
        let more = |face| fall(exact, state, side, order, [&faces[..], &[face]].concat());
        (1..=6).map(more).sum::<f64>() / 6.0
    }

    #[test]
    fn the_solution_is_that_of_going_through_everything_at_length() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok()).unwrap();
        let battle = library.battle("chickamauga-1975", &Map::new(), None).unwrap();
        let weights = BlueGrayWeights::default().of(Level::Veteran);
        let survey = Survey::new(&battle, &weights);
        let standing = Standing::default();
        let judgement = Judgement {
            battle: &battle,
            survey: &survey,
            weights: &weights,
            standing: &standing,
            quick: true,
        };
        let called_off = Interrupt::new();
        called_off.raise();
        let (mut solved, mut retreats) = (0, 0);
        for seed in 1..=3 {
            let mut commanders = BySide::from_fn(|side| {
                commander_with(Level::Recruit, seed_of(seed, side), BlueGrayWeights::default())
            });
            contest(&battle, seed, Chance::new(seed).bytes(), RunOptions::default(), |battle, state| {
                let declares = state.phase == Phase::Combat && state.question().is_none();
                if declares && !battle.all_owing(state).is_empty() {
                    let mut exact = Exact::new(judgement, state, 40, &|| false);
                    if let Some(worth) = exact.worth(state) {
                        exact.looks = u32::MAX;
                        let long = at_length(&mut exact, state);
                        assert!((worth - long).abs() < 1e-9, "{worth} where it is {long}");
                        solved += 1;
                        let called =
                            called_off.over(|| Exact::new(judgement, state, 40, &|| false).worth(state));
                        assert!(called.is_none(), "an interrupted search gives no result");
                    }
                }
                if state.question().is_some_and(|question| question.ask == Ask::Retreat) {
                    let all = judgement.answers(state, 2);
                    let called = called_off.over(|| judgement.answers(state, 2));
                    assert!(!called.is_empty() && all.starts_with(&called), "{called:?} of {all:?}");
                    retreats += usize::from(called.len() < all.len());
                }
                let side = battle.asked(state)?;
                let known = InformationSet::new(battle, state, side);
                Some(commanders[side].decide(known, Budget::Own)?.order)
            })
            .unwrap();
        }
        assert!(solved > 20 && retreats > 0, "{solved}, {retreats}");
    }
}
