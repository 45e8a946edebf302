//! 4 Sequence of play: whose turn it is, what an order leads to, and what each event changes.

use hexmap::Hex;
use tabletop::{BySide, Case, Dice, Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::event::Event::{self, *};
use crate::execution::Execution;
use crate::order::Order;
use crate::phase::Phase;
use crate::standing_orders::Found;
use crate::state::{Combat, Place, Question, State};
use crate::tables::CombatResult;
use crate::unit::UnitId;

impl Execution<'_> {
    /// 4.1: the next player-turn, the next game-turn, or the end.
    pub(crate) fn end_player_turn(&mut self) {
        let scenario = self.battle.scenario.clone();
        let (turn, side) = (self.state.turn, self.state.phasing);
        if side == scenario.first {
            return self.begin_movement(turn, side.other());
        }
        // 11.4: at the end of a night game-turn.
        if scenario.is_night(turn) {
            let units: Vec<UnitId> = self.battle.ids().filter(|&u| self.state.marks(u).ineffective).collect();
            if !units.is_empty() {
                self.emit(EffectivenessRecovered { units });
            }
        }
        if turn >= scenario.turns {
            let account = self.battle.account(&self.state);
            let (union, confederate) = (account.points.union, account.points.confederate);
            let level = self.battle.level(union - confederate);
            let (name, case) = (level.name.clone(), level.case);
            return self.emit(GameEnded { union, confederate, level: name, case });
        }
        self.begin_movement(turn + 1, scenario.first);
    }

    fn begin_movement(&mut self, turn: u8, side: Side) {
        let night = self.battle.scenario.is_night(turn);
        self.emit(PhaseBegan { turn, side, phase: Phase::Movement, night });
    }

    /// The combat phase; at night there is none (10.1).
    pub(crate) fn end_movement(&mut self) {
        let lost = self.battle.lost_reinforcements(&self.state);
        if !lost.is_empty() {
            self.emit(ReinforcementsLost {
                units: lost,
                case: self.battle.scenario.reinforcements.late_case,
            });
        }
        let (turn, side) = (self.state.turn, self.state.phasing);
        if self.battle.scenario.is_night(turn) {
            return self.end_player_turn();
        }
        self.emit(PhaseBegan { turn, side, phase: Phase::Combat, night: false });
        self.proceed();
    }
}

impl Battle {
    /// Applies one event. Nothing else changes a position.
    pub(crate) fn apply_event(&self, state: &mut State, event: &Event<UnitId, Hex>) {
        match event {
            PhaseBegan { turn, side, phase, .. } => self.begin_phase(state, *turn, *side, *phase),
            Moved { unit, path, entered, .. } => {
                let side = self.unit(*unit).side;
                state.moved += u8::from(self.counts_against_quota(state, *unit));
                if *entered && let Some(&entry) = path.first() {
                    match state.entered.iter_mut().find(|(h, _)| *h == entry) {
                        Some((_, count)) => *count += 1,
                        None => state.entered.push((entry, 1)),
                    }
                }
                self.pass(state, side, path);
                if let Some(&to) = path.last() {
                    state.put(self, *unit, to);
                }
                state.marks_mut(*unit).moved = true;
            }
            Exited { unit, path, .. } => {
                state.moved += u8::from(self.counts_against_quota(state, *unit));
                self.pass(state, self.unit(*unit).side, path);
                state.take(self, *unit, Place::Exited);
                state.marks_mut(*unit).moved = true;
            }
            AttackDeclared { attackers, bombarding, defenders, column, lowered, .. } => {
                let tables = &self.scenario.tables;
                let column = tables.column_named(column).unwrap_or(crate::tables::Column(0));
                let apart = self.options.separate_bombardments;
                for (&unit, bombards) in attackers
                    .iter()
                    .map(|unit| (unit, false))
                    .chain(bombarding.iter().map(|unit| (unit, true)))
                {
                    state.marks_mut(unit).attacked = true;
                    if let Some(hex) = state.hex(unit) {
                        let from = if bombards && apart {
                            &mut state.bombarded_from
                        } else {
                            &mut state.attacked_from
                        };
                        from.insert(hex);
                    }
                }
                let counting = defenders
                    .iter()
                    .flat_map(|&h| state.stack(h))
                    .filter(|&u| !state.marks(u).spent())
                    .collect();
                state.combat = Some(Combat {
                    attackers: attackers.iter().filter_map(|&u| Some((u, state.hex(u)?))).collect(),
                    bombarding: bombarding.clone(),
                    hexes: defenders.clone(),
                    defenders: counting,
                    chosen: lowered.then_some(column),
                    column,
                    asked: Vec::new(),
                    thrown: None,
                    batteries_asked: false,
                    advance_settled: false,
                    voided: false,
                    price: 0,
                });
            }
            WithdrawalThrown { unit, succeeded, .. } => {
                if *succeeded {
                    state.retreating.push(*unit);
                    state.marks_mut(*unit).defended = true;
                }
                if let Some(combat) = &mut state.combat {
                    combat.asked.push(*unit);
                }
            }
            AttackVoided {} => {
                if let Some(combat) = &mut state.combat {
                    combat.voided = true;
                }
            }
            DieThrown { die, result, column } => self.throw(state, *die, *result, column),
            Retreated { unit, to, .. } => {
                self.pass(state, self.unit(*unit).side, &[*to]);
                state.put(self, *unit, *to);
                state.marks_mut(*unit).retreated = true;
                state.retreating.retain(|u| u != unit);
            }
            Displaced { unit, to, .. } => {
                self.pass(state, self.unit(*unit).side, &[*to]);
                state.put(self, *unit, *to);
                state.marks_mut(*unit).displaced = true;
            }
            Eliminated { unit, .. } => {
                state.take(self, *unit, Place::Eliminated);
                state.retreating.retain(|u| u != unit);
                if let Some(combat) = &mut state.combat
                    && combat.attackers.iter().any(|(u, _)| u == unit)
                {
                    combat.price = combat.price.saturating_sub(u16::from(self.unit(*unit).strength));
                }
            }
            Advanced { unit, to, .. } => {
                self.pass(state, self.unit(*unit).side, &[*to]);
                state.put(self, *unit, *to);
                state.marks_mut(*unit).advanced = true;
                if let Some(combat) = &mut state.combat {
                    combat.advance_settled = true;
                }
            }
            Held { .. } => {
                if let Some(combat) = &mut state.combat {
                    combat.advance_settled = true;
                }
            }
            Stood { units, .. } => {
                if let Some(combat) = &mut state.combat {
                    if combat.thrown.is_some() {
                        combat.batteries_asked = true;
                    } else {
                        combat.asked.extend(units);
                    }
                }
            }
            Asked { side, ask, units, hexes, need, case } => state.questions.push(Question {
                side: *side,
                ask: *ask,
                units: units.clone(),
                hexes: hexes.clone(),
                need: *need,
                case: *case,
            }),
            // The question is still open, so that it can be seen which of them answers it.
            StandingOrder { side, .. } => {
                if let Found::Answer(way, _) = self.conditional_answer(state) {
                    state.followed[*side] = way;
                }
            }
            Instructed { side, instructions } => {
                state.instructions[*side] = instructions.clone();
                state.followed[*side].clear();
            }
            Settled {} => {
                state.questions.pop();
            }
            CombatEnded {} => {
                state.combat = None;
                state.followed = BySide::default();
            }
            CombatPhaseEnded {} => state.closing = true,
            EffectivenessLost { unit } => state.marks_mut(*unit).ineffective = true,
            EffectivenessRecovered { units } => {
                for &unit in units {
                    state.marks_mut(unit).ineffective = false;
                }
            }
            ReinforcementsLost { units, .. } => {
                for &unit in units {
                    state.take(self, unit, Place::Eliminated);
                }
            }
            Scored { side, points, hex, .. } => {
                state.scored[*side] += points;
                if let Some(watch) = self.scenario.control_hexes.iter().position(|w| w.hex == *hex) {
                    state.taken[watch] = true;
                }
            }
            GameEnded { union, confederate, .. } => {
                state.phase = Phase::Over;
                state.outcome = Some((*union, *confederate));
            }
        }
    }

    fn begin_phase(&self, state: &mut State, turn: u8, side: Side, phase: Phase) {
        (state.turn, state.phasing, state.phase) = (turn, side, phase);
        state.closing = false;
        state.followed = BySide::default();
        match phase {
            Phase::Movement => {
                state.moved = 0;
                state.entered.clear();
                state.attacked_from.clear();
                state.bombarded_from.clear();
                for marks in state.all_marks_mut() {
                    *marks = crate::state::Marks { ineffective: marks.ineffective, ..Default::default() };
                }
            }
            Phase::Combat => self.mark_duties(state),
            Phase::Over => {}
        }
    }

    /// Units of a side passed through these hexes: the last side there holds them (21.2; 17.15 of
    /// Chattanooga).
    fn pass(&self, state: &mut State, side: Side, hexes: &[Hex]) {
        if !hexes.iter().any(|&hex| self.watched.contains(hex)) {
            return;
        }
        for (watch, holder) in self.scenario.control_hexes.iter().zip(&mut state.holders) {
            if hexes.contains(&watch.hex) {
                *holder = side;
            }
        }
    }

    fn throw(&self, state: &mut State, die: u8, result: CombatResult, column: &str) {
        let Some(mut combat) = state.combat.take() else { return };
        combat.thrown = Some((die, result));
        combat.column = self.scenario.tables.column_named(column).unwrap_or(combat.column);
        let defenders: Vec<UnitId> = combat.hexes.iter().flat_map(|&h| state.stack(h)).collect();
        for &unit in &defenders {
            state.marks_mut(unit).defended = true;
        }
        let strength = |units: &mut dyn Iterator<Item = UnitId>| {
            units.map(|u| u16::from(self.unit(u).strength)).sum::<u16>()
        };
        match result {
            CombatResult::Ar => state.retreating = combat.attackers.iter().map(|&(u, _)| u).collect(),
            CombatResult::Dr => state.retreating = defenders,
            // The attacker pays as much printed strength as was destroyed, or all there is.
            CombatResult::Ex => {
                let destroyed = strength(&mut defenders.iter().copied());
                let there = strength(&mut combat.attackers.iter().map(|&(u, _)| u));
                combat.price = destroyed.min(there);
            }
            CombatResult::Ae | CombatResult::De => {}
        }
        state.combat = Some(combat);
    }

    /// The door: whether an order is legal, and everything that comes of it.
    pub(crate) fn resolve(
        &self,
        state: &State,
        side: Side,
        order: &Order<UnitId, Hex>,
        dice: &mut dyn Dice,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Event<UnitId, Hex>>, Refusal> {
        if let Order::Instruct { instructions } = order {
            return self.instructed(state, side, instructions, rule_check);
        }
        self.right_time(state, side, order.verb(), rule_check)?;
        // Nothing follows from a move but what it takes: it needs no copy of the position.
        if let Order::Move { unit, to, path } = order {
            let march = self.march(state, side, *unit, *to, path.as_deref(), rule_check)?;
            let case = match (march.entered, march.strategic) {
                (true, _) => self.scenario.reinforcements.case,
                (false, true) => case!("r6.41"),
                (false, false) => case!("5.21"),
            };
            let prizes = self.prizes(state, |watch, winner| winner == side && march.path.contains(&watch));
            let moved =
                Moved { unit: *unit, path: march.path, cost: march.cost, entered: march.entered, case };
            let mut events = vec![moved];
            events.extend(prizes);
            return Ok(events);
        }
        let mut execution = Execution::new(self, state, dice);
        match order {
            Order::Move { .. } | Order::Instruct { .. } => {} // carried out above
            Order::Exit { unit, path } => {
                let way = self.departure(state, side, *unit, None, path.as_deref(), rule_check)?;
                let case = self.scenario.exits.as_ref().map_or(case!("5.0"), |e| e.case);
                execution.emit(Exited { unit: *unit, path: way.path, cost: way.cost, case });
            }
            Order::EndMovement {} => {
                let crowded = self.crowded(state);
                rule_check.check(
                    case!("5.32"),
                    "no hex holds more than two units",
                    crowded.is_empty(),
                    || {
                        format!(
                            "more than two units are in {}; one must move on first",
                            self.numbers(&crowded)
                        )
                    },
                )?;
                execution.end_movement();
            }
            Order::Attack { attackers, defenders, column } => {
                let attack =
                    self.declare(state, side, attackers, defenders, column.as_deref(), rule_check)?;
                execution.attack(&attack);
            }
            Order::EndCombat {} => {
                self.nothing_owed(state, rule_check)?;
                execution.emit(CombatPhaseEnded {});
                execution.proceed();
            }
            answer => {
                execution.answer(side, answer, None, rule_check)?;
                execution.proceed();
            }
        }
        Ok(execution.events)
    }

    /// What is scored at once for taking hexes that were not taken before (20.11 of Chattanooga):
    /// `now` says of a watched hex and a side whether that side has just come to hold it.
    pub(crate) fn prizes(&self, state: &State, now: impl Fn(Hex, Side) -> bool) -> Vec<Event<UnitId, Hex>> {
        (self.scenario.victory.taken.iter())
            .map(|prize| (prize, self.scenario.control_hexes[prize.watch].hex))
            .filter(|(prize, hex)| !state.taken[prize.watch] && now(*hex, prize.side))
            .map(|(prize, hex)| Scored { side: prize.side, points: prize.points, hex, case: prize.case })
            .collect()
    }

    /// Whether this side is asked for orders of this verb now.
    ///
    /// # Errors
    /// The case of what is asked instead.
    pub(crate) fn right_time(
        &self,
        state: &State,
        side: Side,
        verb: &str,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let asked = state.asked();
        let case = state.question().map_or(case!("4.1"), |q| q.case);
        rule_check.check(case, "this side is asked now", asked == Some(side), || match asked {
            Some(other) => format!("the {other} side is asked now, not the {side} side"),
            None => "the game is over".to_owned(),
        })?;
        let wanted: &[&str] = match (state.question().map(|q| q.ask), state.phase) {
            (Some(ask), _) => ask.answered_by(),
            (None, Phase::Movement) => &["move", "exit", "end-movement"],
            (None, Phase::Combat) => &["attack", "end-combat"],
            (None, Phase::Over) => &[],
        };
        let wanted = wanted.contains(&verb);
        let case = match (state.question(), verb) {
            (Some(q), _) => q.case,
            (None, "move" | "exit") => case!("5.11"),
            (None, "attack") if self.scenario.is_night(state.turn) => case!("10.1"),
            (None, "attack") => case!("5.14"),
            _ => case!("4.1"),
        };
        rule_check.check(case, "the order fits what is asked", wanted, || {
            format!("that is not what is asked now: {}", self.question_text(state))
        })
    }

    /// The units the open question is about.
    pub(crate) fn question_units<'a>(&self, state: &'a State) -> &'a [UnitId] {
        state.question().map_or(&[], |q| &q.units)
    }

    /// The case under which a unit is asked to retreat.
    ///
    /// # Errors
    /// That case, if it is not asked.
    pub(crate) fn asked_about(
        &self,
        state: &State,
        unit: UnitId,
        rule_check: &mut RuleCheck,
    ) -> Result<Case, Refusal> {
        let case = state.question().map_or(case!("7.71"), |q| q.case);
        let about = self.question_units(state);
        rule_check.check(case, "the unit is one of those asked about", about.contains(&unit), || {
            format!("{} is not asked about now; {} can retreat", self.unit(unit).called(), self.called(about))
        })?;
        Ok(case)
    }

    /// Whether the combat phase may end: nothing is owed any more (7.11, 7.12).
    ///
    /// # Errors
    /// 7.12 or 7.11, naming who still owes or is owed an attack.
    pub fn nothing_owed(&self, state: &State, rule_check: &mut RuleCheck) -> Result<(), Refusal> {
        let owing = self.all_owing(state);
        rule_check.check(
            case!("7.12"),
            "every unit that must attack has attacked",
            owing.is_empty(),
            || format!("{} must still attack", self.called(&owing)),
        )?;
        let owed = self.all_owed(state);
        rule_check.check(case!("7.11"), "every enemy in contact has been attacked", owed.is_empty(), || {
            format!("the enemy in {} must still be attacked", self.numbers(&owed))
        })
    }
}
