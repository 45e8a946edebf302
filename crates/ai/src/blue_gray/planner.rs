//! The planner: it keeps a commander's survey of the map and its plan, and turns them into one
//! order at a time.

use std::time::Instant;

use blue_gray::{Battle, Order, Phase, Place, State, UnitId};
use hexmap::Hex;
use tabletop::{RuleCheck, Side};

use super::cover::cover;
use super::declarations::{Attack, Declarations};
use super::judgement::Judgement;
use super::muster::{Plan, next_order};
use super::standing::Standing;
use super::survey::Survey;
use super::weights::BlueGrayWeights;
use crate::budget::{Budget, TimeAccount};
use crate::chance::Chance;
use crate::commander::Commander;
use crate::decision::Decision;
use crate::information_set::InformationSet;
use crate::intents::{Intents, Planned};
use crate::level::Level;
use crate::threads::search;

type BlueGrayOrder = Order<UnitId, Hex>;

/// The trials that a veteran spends on a player-turn by default.
const VETERAN: u32 = 100;

/// The trials of a general: a rehearsal counts for ten.
const GENERAL: u32 = 12_000;

/// Number of trials at marshal level.
const MARSHAL: u32 = 60_000;

/// The trials of a general for each attack.
const COMBAT: u32 = 288;

/// The trials of a general for each answer: a rehearsal counts for five.
const ANSWER: u32 = 360;

/// A commander of Blue & Gray with its planner.
#[derive(Debug)]
pub(super) struct Planner {
    level: Level,
    seed: u64,
    weights: BlueGrayWeights,
    survey: Option<Survey>,
    standing: Standing,
    /// The plan of the movement phase, and the phase it is for.
    plan: Option<(u8, Side, Plan)>,
    /// The reason for each move of the plan.
    aims: Vec<(UnitId, String)>,
    account: TimeAccount,
}

impl Planner {
    pub(super) fn new(level: Level, seed: u64, weights: BlueGrayWeights) -> Planner {
        Planner {
            level,
            seed,
            weights,
            survey: None,
            standing: Standing::default(),
            plan: None,
            aims: Vec::new(),
            account: TimeAccount::default(),
        }
    }

    /// The source of chance for this phase: the same for a new commander that takes over in the
    /// middle of it.
    fn chance(&self, state: &State) -> Chance {
        let phase = u64::from(state.turn) * 8 + state.phasing as u64 * 4 + state.phase as u64;
        Chance::new(self.seed ^ phase.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl Commander<Battle> for Planner {
    fn decide(
        &mut self,
        known: InformationSet<'_, Battle>,
        budget: Budget,
    ) -> Option<Decision<BlueGrayOrder>> {
        let battle = known.rules();
        let state = known.sample(&mut Chance::new(self.seed));
        let side = state.asked()?;
        if side != known.side() {
            return None;
        }
        let mut chance = self.chance(&state);
        let survey = match self.survey.take().filter(|s| s.is_of(battle)) {
            Some(survey) => survey,
            None => Survey::new(battle, &self.weights),
        };
        let mut weights = self.weights.clone();
        if self.level.searches() {
            weights.urge *= ardour(battle, &state, side);
        }
        // A commander whose weights ignore threats in both directions need not consider the enemy's replies.
        let quick = weights.threat == 0.0 && weights.menace == 0.0;
        let standing = self.standing.clone();
        let judgement = Judgement { battle, survey: &survey, weights: &weights, standing: &standing, quick };
        let begun = Instant::now();
        let decision = if state.question().is_some() {
            self.answer(&judgement, &state, budget, &mut chance)
        } else {
            match state.phase {
                Phase::Movement => Some(self.movement(&judgement, &state, budget, &mut chance)),
                Phase::Combat => Some(self.combat(&judgement, &state, budget, &mut chance)),
                Phase::Over => None,
            }
        };
        self.survey = Some(survey);
        self.account.charge(begun.elapsed());
        decision
    }

    fn intents(&mut self, known: InformationSet<'_, Battle>, planned: &[Planned<Battle>]) -> Intents {
        let battle = known.rules();
        let survey = match self.survey.take().filter(|s| s.is_of(battle)) {
            Some(survey) => survey,
            None => Survey::new(battle, &self.weights),
        };
        let standing = self.standing.clone();
        let judgement =
            Judgement { battle, survey: &survey, weights: &self.weights, standing: &standing, quick: false };
        let intents = judgement.intents(planned);
        self.survey = Some(survey);
        intents
    }
}

impl Planner {
    fn movement(
        &mut self,
        judgement: &Judgement<'_>,
        state: &State,
        budget: Budget,
        chance: &mut Chance,
    ) -> Decision<BlueGrayOrder> {
        let battle = judgement.battle;
        let is_kept_off = |unit, hex| self.level.searches() && judgement.is_kept_off(state, unit, hex);
        if let Some(order) = judgement.reinforcement_but(state, is_kept_off) {
            return Decision::because(order, "It comes on as a reinforcement.");
        }
        let mine = |(turn, side, _): &&(u8, Side, Plan)| *turn == state.turn && *side == state.phasing;
        if self.plan.as_ref().filter(mine).is_none() {
            let plan = match self.level {
                Level::Random | Level::Recruit => judgement.plan(state),
                Level::Veteran => judgement.deliberate(state, &mut budget.begin(VETERAN), chance).plan,
                Level::General | Level::Marshal => {
                    // What is left of the time is for the combat phase, and for the enemy's turn.
                    let (own, of_clock) =
                        if self.level == Level::Marshal { (MARSHAL, 0.7) } else { (GENERAL, 0.5) };
                    let budget = self.account.budget_for(budget, player_turn(state), 0.5, of_clock);
                    let mut watch = budget.begin(own);
                    search(|| judgement.compare(state, &mut watch, chance))
                }
            };
            self.aims = judgement.aims(state, &plan);
            // A recruit does not think of tomorrow.
            if self.level > Level::Recruit {
                self.standing.note(*judgement, state, &plan);
                self.tell_standing(judgement, state);
            }
            self.plan = Some((state.turn, state.phasing, plan));
        }
        let next = self.plan.as_ref().and_then(|(_, _, plan)| next_order(battle, state, plan));
        let Some(order) = next else { return Decision::plain(judgement.last_move(state)) };
        let (Order::Move { unit, .. } | Order::Exit { unit, .. }) = order else {
            return Decision::plain(order);
        };
        let aim = self.aims.iter().find(|(of, _)| *of == unit).map(|(_, aim)| aim.clone());
        Decision::because(order, aim.unwrap_or_default())
    }
}

impl Planner {
    /// Adds to the reasons of moves what they have to do with the standing plan.
    fn tell_standing(&mut self, judgement: &Judgement<'_>, state: &State) {
        for (unit, aim) in &mut self.aims {
            if let Some(hex) = self.standing.gathers(*unit) {
                *aim = format!("To gather for an attack on {} next game-turn.", judgement.battle.number(hex));
            }
            if let Some(turn) = self.standing.since(*unit, state.turn) {
                *aim = format!("{}, as planned since game-turn {turn}.", aim.trim_end_matches('.'));
            }
        }
    }

    /// How often a commander of this level rehearses attacks and answers, as a multiple of a general's
    /// rehearsals.
    fn thoroughness(&self) -> usize {
        if self.level == Level::Marshal { 4 } else { 1 }
    }

    /// The answer to the open question.
    fn answer(
        &mut self,
        judgement: &Judgement<'_>,
        state: &State,
        budget: Budget,
        chance: &mut Chance,
    ) -> Option<Decision<BlueGrayOrder>> {
        if !self.level.searches() {
            let order = judgement.answer(state, chance)?;
            let reason = judgement.answered(state, &order);
            return Some(Decision::because(order, reason));
        }
        let budget = self.account.budget_for(budget, player_turn(state), 0.03, 0.1);
        let times = self.thoroughness();
        let mut watch = budget.begin(ANSWER * times as u32);
        let (order, other) = search(|| judgement.choose_answer(state, times, &mut watch, chance))?;
        let mut reason = judgement.answered(state, &order);
        if let Some((other, lead)) = other {
            let other = judgement.in_short(&other);
            reason = format!("{}; {other} would be {lead:.1} points worse.", reason.trim_end_matches('.'));
        }
        Some(Decision::because(order, reason))
    }

    /// The next attack and its reason, or the end of the phase.
    fn combat(
        &mut self,
        judgement: &Judgement<'_>,
        state: &State,
        budget: Budget,
        chance: &mut Chance,
    ) -> Decision<BlueGrayOrder> {
        let attack = match self.level {
            // One of several decisions of the phase; the movement plan has had most of the budget.
            Level::General | Level::Marshal => {
                let budget = self.account.budget_for(budget, player_turn(state), 0.04, 0.1);
                let times = self.thoroughness();
                let mut watch = budget.begin(COMBAT * times as u32);
                search(|| judgement.choose_attack(state, times, &mut watch, chance))
            }
            _ => judgement.next_attack(state).map(|attack| (attack, None)),
        };
        match attack {
            Some((attack, other)) => {
                let mut reason = judgement.reason(state, &attack);
                if let Some((other, lead)) = other {
                    let other = judgement.attack_in_short(&other);
                    let rest = reason.trim_end_matches('.');
                    reason = format!("{rest}; beginning with {other} would be {lead:.1} points worse.");
                }
                Decision::because(attack_order(&attack), reason)
            }
            None => Decision::plain(judgement.last_attack(state)),
        }
    }
}

impl Judgement<'_> {
    /// Ends the movement phase, or makes room in a hex with too many units.
    pub(super) fn last_move(&self, state: &State) -> BlueGrayOrder {
        let battle = self.battle;
        for hex in battle.crowded(state) {
            for unit in state.stack(hex) {
                let way = battle
                    .destinations(state, unit)
                    .into_iter()
                    .min_by_key(|way| (state.in_zone(state.phasing.other(), way.hex), way.cost));
                if let Some(way) = way {
                    return Order::Move { unit, to: None, path: Some(way.path) };
                }
            }
        }
        Order::EndMovement {}
    }

    /// The attack to declare next: the one with the highest expected gain.
    pub(super) fn next_attack(&self, state: &State) -> Option<Attack> {
        self.reckoned(state).find(|attack| self.is_legal(state, attack))
    }

    /// All attacks that could be declared next, the one with the highest expected gain first.
    pub(super) fn attacks(&self, state: &State) -> Vec<Attack> {
        self.reckoned(state).filter(|attack| self.is_legal(state, attack)).collect()
    }

    fn reckoned(&self, state: &State) -> impl Iterator<Item = Attack> + use<> {
        let attacks = Declarations::of(*self, state).solve();
        attacks.into_iter().filter(|attack| attack.owed || attack.value > 0.05)
    }

    fn is_legal(&self, state: &State, attack: &Attack) -> bool {
        let quiet = &mut RuleCheck::without_messages();
        self.battle.declare(state, state.phasing, &attack.attackers, &attack.against, None, quiet).is_ok()
    }

    /// An order that is sure to be legal: an attack after which all that is owed can still be
    /// attacked, or the end of the phase.
    pub(super) fn last_attack(&self, state: &State) -> BlueGrayOrder {
        match cover(self.battle, state, 0) {
            Some(cover) => {
                Order::Attack { attackers: cover.attackers, defenders: cover.against, column: None }
            }
            None => Order::EndCombat {},
        }
    }
}

/// A different number for each player-turn.
fn player_turn(state: &State) -> u32 {
    u32::from(state.turn) * 2 + state.phasing as u32
}

/// How much a general of that side seeks battle: the stronger side must attack, the weaker can
/// wait.
pub(super) fn ardour(battle: &Battle, state: &State, side: Side) -> f64 {
    let strength = |of: Side| -> f64 {
        battle
            .ids()
            .filter(|&u| battle.unit(u).side == of && battle.unit(u).traits.never_attacks.is_none())
            .filter(|&u| matches!(state.place(u), Place::On(_) | Place::Due))
            .map(|u| f64::from(battle.unit(u).strength))
            .sum()
    };
    let ratio = strength(side) / strength(side.other()).max(1.0);
    (2.5 * ratio - 2.0).clamp(0.0, 1.5)
}

pub(super) fn attack_order(attack: &Attack) -> BlueGrayOrder {
    Order::Attack { attackers: attack.attackers.clone(), defenders: attack.against.clone(), column: None }
}
