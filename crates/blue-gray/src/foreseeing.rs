//! What the enemy's next attacks could ask of a side: the answer to the verb `foresee` of
//! `game.targets`, at any time.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use hexmap::{Hex, Reach};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabletop::{Case, Failure, Refusal, RuleCheck, Side, capital, case};

use crate::battle::Battle;
use crate::combat::Attack;
use crate::order::{Ask, Order, Push};
use crate::phase::Phase;
use crate::preview::AttackPreview;
use crate::reasons::Found;
use crate::standing_orders::{
    Choice, Circumstances, ConditionalOrder, Foreseen, Foresight, Instructions, PlayerTurn, Reply,
};
use crate::state::{Place, State};
use crate::tables::CombatResult;
use crate::unit::{Arm, UnitId};

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ForeseeAnswer<'a> {
    /// The attack that was supposed; absent if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<ForeseenAttack<'a>>,
    /// The player-turn that it is about: the one that the enemy has, or has next.
    pub during: PlayerTurn,
    /// The hexes of the side that the enemy could attack in it.
    #[serde(flatten)]
    pub found: Found<ThreatView<'a>>,
}

/// A hex that could be attacked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ThreatView<'a> {
    /// Enemy units that could attack it, the strongest first.
    pub by: Vec<ThreateningUnit<'a>>,
    pub case: Case,
    pub hex: &'a str,
    pub units: Vec<&'a str>,
}

/// An enemy unit that could attack a hex.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ThreateningUnit<'a> {
    /// The hexes next to it where it stands or could come to.
    pub from: Vec<&'a str>,
    pub unit: &'a str,
}

/// An attack that was supposed, and what it would ask of the side.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ForeseenAttack<'a> {
    /// Not everything was gone through: there is more that could be asked or answered.
    pub cut: bool,
    /// Hexes from which the units would attack.
    pub from: Vec<Push<&'a str, &'a str>>,
    pub odds: Box<AttackPreview<'a>>,
    /// Questions that the attack would raise.
    pub questions: Vec<ForeseenQuestion<'a>>,
}

/// A question that would be asked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ForeseenQuestion<'a> {
    /// The way to the conditional answer that it follows on, as in `given`; empty if none.
    pub after: Vec<u16>,
    pub ask: Ask,
    pub case: Case,
    /// The answers that were laid down, as far as there are any.
    pub given: Vec<GivenAnswer<'a>>,
    /// The hexes it is about: those to advance into.
    pub hexes: Vec<&'a str>,
    /// The side would be asked, or it would in some of the positions that the other side can bring
    /// about.
    pub open: bool,
    /// The answers that could be given.
    pub options: Vec<ForeseenOption<'a>>,
    /// The result of the combat; null before its die is thrown.
    pub result: Option<CombatResult>,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// What is asked, in a sentence.
    pub text: String,
    pub units: Vec<&'a str>,
    /// The situation, as a conditional order that answers this has to name it.
    pub when: Circumstances<&'a str, &'a str>,
}

/// An answer that could be given.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ForeseenOption<'a> {
    /// It is legal whatever the other side has answered before.
    pub always: bool,
    pub give: Reply<&'a str, &'a str>,
    /// Units of the side that would be lost by it at once.
    pub lost: Vec<&'a str>,
    /// Unit moves that the answer leads to.
    pub moves: Vec<ForeseenMove<'a>>,
    /// The same content in one sentence.
    pub text: String,
}

/// A unit's way of one hex.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct ForeseenMove<'a> {
    pub from: &'a str,
    pub to: &'a str,
    pub unit: &'a str,
}

/// An answer that is given, and what would be asked after it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GivenAnswer<'a> {
    pub give: Reply<&'a str, &'a str>,
    /// The same content in one sentence.
    pub text: String,
    /// Questions that would follow this answer.
    pub next: Vec<ForeseenQuestion<'a>>,
    /// The way to it among the conditional orders: which of them, which of its answers, which of
    /// those that follow on it, and so on, counted from 0. Null if a general standing order
    /// answers.
    pub way: Option<Vec<u16>>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ForeseeToml {
    /// The hexes that are attacked; none to learn only which could be.
    #[serde(default)]
    hexes: Vec<String>,
    /// The attackers; if none are named, all units that could come next to those hexes.
    #[serde(default)]
    attackers: Vec<AttackerToml>,
    /// A lower column (7.9).
    #[serde(default)]
    column: Option<String>,
    /// Conditional orders in the place of those that are laid down.
    #[serde(default)]
    conditional: Option<Vec<ConditionalOrder<String, String>>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackerToml {
    unit: String,
    /// Where it would stand; where it stands, or a hex that it could come to, if none is named.
    #[serde(default)]
    from: Option<String>,
}

/// Enemy units and the hexes next to a target from which each could attack.
type Comers = Vec<(UnitId, Vec<Hex>)>;

impl Battle {
    /// The answer to `foresee`.
    ///
    /// # Errors
    /// A subject that is malformed, an attack that could not be made, or conditional orders that
    /// could not be laid down.
    pub(crate) fn foresee_answer(
        &self,
        state: &State,
        side: Side,
        subject: &Value,
    ) -> Result<ForeseeAnswer<'_>, Failure> {
        let malformed = |e: String| Failure::Malformed(format!("subject: {e}"));
        let toml: ForeseeToml = match subject {
            Value::Null => ForeseeToml::default(),
            other => serde_json::from_value(other.clone()).map_err(|e| malformed(hexmap::misfit(e)))?,
        };
        let known = self.as_known_to(state, side);
        let during = self.next_turn_of(&known, side.other());
        // In the enemy's combat phase the attackers are already where they attack from.
        let fighting = known.phase == Phase::Combat && PlayerTurn::of(&known) == during;
        let phase = if fighting { Phase::Combat } else { Phase::Movement };
        let moving = self.at_phase(&known, during, phase);
        let comers = self.could_come(&moving, side.other());
        let hexes: Vec<Hex> =
            toml.hexes.iter().map(|h| self.read_hex(h)).collect::<Result<_, _>>().map_err(malformed)?;
        let threats = self.threats(&moving, side, &comers);
        let attack = if hexes.is_empty() {
            None
        } else {
            let mut told = known.instructions[side].clone();
            if let Some(draft) = &toml.conditional {
                let (mut unit, mut hex) = (|u: &String| self.read_unit(u), |h: &String| self.read_hex(h));
                let read = draft.iter().map(|one| one.translate(&mut unit, &mut hex));
                told.conditional = read.collect::<Result<_, _>>().map_err(malformed)?;
                self.may_be_laid(side, &told.conditional, &mut RuleCheck::quiet())
                    .map_err(|r| self.refused(r))?;
            }
            let mut attackers = Vec::new();
            for AttackerToml { unit, from } in &toml.attackers {
                let from = from.as_ref().map(|hex| self.read_hex(hex)).transpose().map_err(malformed)?;
                attackers.push((self.read_unit(unit).map_err(malformed)?, from));
            }
            let column = toml.column.as_deref();
            let attack = self.foreseen_attack(&moving, &told, &comers, &hexes, &attackers, column);
            Some(attack.map_err(|r| self.refused(r))?)
        };
        let found = self.found(threats, || {
            if self.scenario.is_night(during.turn) {
                return Refusal::new(case!("10.1"), "there is no combat at night");
            }
            Refusal::new(case!("7.15"), "no enemy unit could come next to one of yours and attack it")
        });
        Ok(ForeseeAnswer { attack, during, found })
    }

    /// The player-turn that a side has, or has next.
    fn next_turn_of(&self, state: &State, side: Side) -> PlayerTurn {
        let later = state.phasing != side && side == self.scenario.first;
        PlayerTurn { turn: state.turn + u8::from(later), side }
    }

    /// The position at the beginning of that phase if no unit moves until then; the present position if it is
    /// that phase now.
    fn at_phase(&self, state: &State, during: PlayerTurn, phase: Phase) -> State {
        let mut then = state.clone();
        let same_turn = (state.turn, state.phasing) == (during.turn, during.side);
        if !(same_turn && state.phase == phase) {
            let PlayerTurn { turn, side } = during;
            self.apply_event(&mut then, &crate::Event::PhaseBegan { turn, side, phase, night: false });
        }
        then.questions.clear();
        then.combat = None;
        then.retreating.clear();
        then
    }

    /// The hexes of a side that the enemy could attack, with those who could.
    fn threats(&self, moving: &State, side: Side, by: &Comers) -> Vec<ThreatView<'_>> {
        if self.scenario.is_night(moving.turn) {
            return Vec::new();
        }
        let mut comers: BTreeMap<Hex, Comers> = BTreeMap::new();
        for &(unit, ref reached) in by {
            for &from in reached {
                for hex in self.map().grid.neighbours(from).map(|(_, hex)| hex) {
                    if moving.holder(hex) != Some(side) || !self.scenario.field.in_contact(from, hex) {
                        continue;
                    }
                    let by = comers.entry(hex).or_default();
                    match by.iter_mut().find(|(u, _)| *u == unit) {
                        Some((_, hexes)) => hexes.push(from),
                        None => by.push((unit, vec![from])),
                    }
                }
            }
        }
        let threat = |(hex, by): (Hex, Comers)| ThreatView {
            by: by
                .iter()
                .map(|(unit, from)| ThreateningUnit {
                    from: self.hex_numbers(from),
                    unit: &self.unit(*unit).id,
                })
                .collect(),
            case: case!("7.15"),
            hex: self.number(hex),
            units: moving.stack(hex).map(|unit| self.unit(unit).id.as_str()).collect(),
        };
        comers.into_iter().map(threat).collect()
    }

    /// The units of a side that could attack, the strongest first, each with the hexes where it
    /// could stand then.
    fn could_come(&self, moving: &State, side: Side) -> Comers {
        let mut reach = Reach::new();
        let mut comers: Comers = self
            .on_map(moving, side)
            .filter(|&(unit, _)| self.can_attack(moving, unit))
            .map(|(unit, at)| {
                let mut hexes = vec![at];
                let moves = moving.phase == Phase::Movement && !moving.marks(unit).moved;
                if moves && self.unit(unit).traits.immobile.is_none() {
                    self.search(moving, unit, at, &mut reach);
                    hexes.extend(reach.hexes().iter().copied().filter(|&hex| {
                        hex != at
                            && moving.holder(hex) != Some(side.other())
                            && !self.scenario.field.is_ferry(hex)
                    }));
                }
                hexes[1..].sort_unstable();
                (unit, hexes)
            })
            .collect();
        comers.sort_by_key(|&(unit, _)| (Reverse(self.unit(unit).strength), unit));
        comers
    }

    fn foreseen_attack(
        &self,
        moving: &State,
        told: &Instructions<UnitId, Hex>,
        comers: &Comers,
        hexes: &[Hex],
        attackers: &[(UnitId, Option<Hex>)],
        column: Option<&str>,
    ) -> Result<ForeseenAttack<'_>, Refusal> {
        let enemy = moving.phasing;
        let side = enemy.other();
        let during = PlayerTurn::of(moving);
        let quiet = &mut RuleCheck::quiet();
        quiet.check(case!("10.1"), "it is day", !self.scenario.is_night(during.turn), || {
            "there is no combat at night".to_owned()
        })?;
        for &hex in hexes {
            let mine = moving.holder(hex) == Some(side);
            quiet.check(case!("7.0"), "the side stands in the hexes attacked", mine, || {
                format!("no {side} unit stands in {}", self.number(hex))
            })?;
        }
        let stands = self.standing_for(moving, comers, hexes, attackers)?;
        quiet.check(case!("7.15"), "at least one unit attacks", !stands.is_empty(), || {
            format!("no {enemy} unit could come next to {} and attack it", self.numbers(hexes))
        })?;
        let mut then = moving.clone();
        let gone: Vec<(UnitId, Hex)> =
            stands.iter().copied().filter(|&(unit, at)| then.hex(unit) != Some(at)).collect();
        for &(unit, _) in &gone {
            then.take(self, unit, Place::Due);
        }
        for (unit, at) in gone {
            then.put(self, unit, at);
        }
        let then = self.at_phase(&then, during, Phase::Combat);
        let units: Vec<UnitId> = stands.iter().map(|&(unit, _)| unit).collect();
        let (adjacent, bombarding) = self.ranks(&then, &units, hexes, quiet)?;
        let mut attack = self.reckon(&then, adjacent, bombarding, hexes);
        self.odds_suffice(&attack, quiet)?;
        if let Some(name) = column {
            attack.chosen = Some(self.lower_column(&attack, name, quiet)?);
        }
        let named: Vec<UnitId> = attackers.iter().map(|&(unit, _)| unit).collect();
        Ok(self.foreseen_questions(&then, side, told, &attack, &named, stands))
    }

    /// Where the attackers stand: where they were said to, or where they could come to, as many as
    /// there is room for.
    fn standing_for(
        &self,
        moving: &State,
        comers: &Comers,
        hexes: &[Hex],
        attackers: &[(UnitId, Option<Hex>)],
    ) -> Result<Vec<(UnitId, Hex)>, Refusal> {
        let enemy = moving.phasing;
        let quiet = &mut RuleCheck::quiet();
        let near = |from: Hex| hexes.iter().all(|&hex| self.scenario.field.in_contact(from, hex));
        let mut stands: Vec<(UnitId, Hex)> = Vec::new();
        let wanted: Vec<(UnitId, Option<Hex>)> = if attackers.is_empty() {
            comers.iter().map(|&(unit, _)| (unit, None)).collect()
        } else {
            attackers.to_vec()
        };
        let going: Vec<UnitId> = wanted.iter().map(|&(unit, _)| unit).collect();
        for (unit, from) in wanted {
            let of = self.unit(unit);
            let at = moving.hex(unit).filter(|_| of.side == enemy);
            quiet.check(case!("7.0"), "the attackers are enemy units on the map", at.is_some(), || {
                format!("{} is not a {enemy} unit on the map", of.called())
            })?;
            let Some(at) = at else { continue };
            let room = |hex: Hex| {
                let staying = moving.stack(hex).filter(|other| !going.contains(other));
                let placed = stands.iter().filter(|&&(_, h)| h == hex).map(|&(other, _)| other);
                let there: Vec<UnitId> = staying.chain(placed).collect();
                moving.holder(hex) != Some(enemy.other()) && self.fits(unit, &there)
            };
            if let Some(from) = from {
                let free = from == at || (room(from) && self.scenario.field.can_be_retreated_to(from));
                quiet.check(case!("5.31"), "the attackers have room", free, || {
                    format!("{} cannot stand in {}", of.called(), self.number(from))
                })?;
                stands.push((unit, from));
                continue;
            }
            let reached = comers.iter().find(|(u, _)| *u == unit).map_or(&[][..], |(_, hexes)| hexes);
            let found = reached.iter().copied().find(|&hex| near(hex) && room(hex));
            // A battery may fire from where it stands.
            let fires = of.arm == Arm::Artillery
                && !attackers.is_empty()
                && hexes.iter().any(|&hex| self.open_aim(at, hex).is_some());
            match found.or(fires.then_some(at)) {
                Some(hex) => stands.push((unit, hex)),
                None => quiet.check(
                    case!("7.15"),
                    "each attacker could come next to the hexes attacked",
                    attackers.is_empty(),
                    || format!("{} could not come next to {}", of.called(), self.numbers(hexes)),
                )?,
            }
        }
        Ok(stands)
    }

    fn foreseen_questions(
        &self,
        then: &State,
        side: Side,
        told: &Instructions<UnitId, Hex>,
        attack: &Attack,
        named: &[UnitId],
        stands: Vec<(UnitId, Hex)>,
    ) -> ForeseenAttack<'_> {
        let mut foresight = Foresight::new(self, side, told);
        let questions = foresight.of_attack(then, attack);
        let hexes: Vec<Hex> = attack.targets.iter().map(|target| target.hex).collect();
        let cut = foresight.cut;
        let id =
            |(unit, hex): (UnitId, Hex)| Push { unit: self.unit(unit).id.as_str(), to: self.number(hex) };
        ForeseenAttack {
            cut,
            from: stands.into_iter().map(id).collect(),
            odds: Box::new(self.attack_preview(then, attack)),
            questions: self.foreseen_views(&questions, &hexes, named),
        }
    }

    fn foreseen_views(
        &self,
        alike: &[Foreseen],
        hexes: &[Hex],
        named: &[UnitId],
    ) -> Vec<ForeseenQuestion<'_>> {
        alike.iter().map(|one| self.foreseen_view(one, alike, hexes, named)).collect()
    }

    fn foreseen_view(
        &self,
        foreseen: &Foreseen,
        alike: &[Foreseen],
        hexes: &[Hex],
        named: &[UnitId],
    ) -> ForeseenQuestion<'_> {
        let question = &foreseen.question;
        // Nothing more is named than has to be, so that an attack that is a little another is
        // answered too: the answers name their units, and are given where they are legal.
        let exactly = alike.iter().any(|other| {
            !std::ptr::eq(other, foreseen)
                && (other.question.ask, other.result) == (question.ask, foreseen.result)
        });
        let units = self.names(&question.units);
        let into = self.hex_numbers(&question.hexes);
        // Later questions belong to the same combat, which need not be named again.
        let first = foreseen.after.is_empty();
        let when = Circumstances {
            units: if exactly { units.clone() } else { Vec::new() },
            into: if exactly { into.clone() } else { Vec::new() },
            exactly,
            hexes: if first { self.hex_numbers(hexes) } else { Vec::new() },
            attackers: if first { self.names(named) } else { Vec::new() },
            from: Vec::new(),
            results: foreseen.result.into_iter().collect(),
            before_die: foreseen.result.is_none(),
            odds: None,
        };
        let given = foreseen.given.iter().filter_map(|given| {
            Some(GivenAnswer {
                give: self.printed_reply(&given.order)?,
                text: self.reply_text(&given.order),
                next: self.foreseen_views(&given.then, hexes, named),
                way: given.way.clone(),
            })
        });
        ForeseenQuestion {
            after: foreseen.after.clone(),
            ask: question.ask,
            case: question.case,
            given: given.collect(),
            hexes: into,
            open: foreseen.open,
            options: foreseen.options.iter().filter_map(|choice| self.option_view(choice)).collect(),
            result: foreseen.result,
            system: self.scenario.system_of(question.case),
            text: capital(&foreseen.text) + ".",
            units,
            when,
        }
    }

    fn option_view(&self, choice: &Choice) -> Option<ForeseenOption<'_>> {
        let moves = choice.moves.iter().map(|&(unit, from, to)| ForeseenMove {
            from: self.number(from),
            to: self.number(to),
            unit: &self.unit(unit).id,
        });
        Some(ForeseenOption {
            always: choice.always,
            give: self.printed_reply(&choice.order)?,
            lost: self.names(&choice.lost),
            moves: moves.collect(),
            text: self.reply_text(&choice.order),
        })
    }

    fn printed_reply(&self, order: &Order<UnitId, Hex>) -> Option<Reply<&str, &str>> {
        let unit = |&u: &UnitId| Ok::<_, std::convert::Infallible>(self.unit(u).id.as_str());
        let printed = order.translate(unit, |&h| Ok(self.number(h))).ok()?;
        Reply::of(&printed)
    }

    fn reply_text(&self, order: &Order<UnitId, Hex>) -> String {
        let called = |unit: UnitId| self.unit(unit).called();
        let text = match order {
            Order::Retreat { unit, to, displace } | Order::WithdrawBattery { unit, to, displace } => {
                let room = displace
                    .iter()
                    .map(|push| format!("; {} makes room, to {}", called(push.unit), self.number(push.to)));
                format!("{} retreats to {}{}", called(*unit), self.number(*to), room.collect::<String>())
            }
            Order::RetreatBeforeCombat {} => "throw for the retreat".to_owned(),
            Order::Stand {} => "stand".to_owned(),
            Order::Lose { units } => format!("lose {}", self.called(units)),
            Order::Advance { unit, to } => {
                let into = to.map_or(String::new(), |hex| format!(" into {}", self.number(hex)));
                format!("{} advances{into}", called(*unit))
            }
            Order::Hold {} => "no unit advances".to_owned(),
            other => other.verb().to_owned(),
        };
        capital(&text) + "."
    }
}
