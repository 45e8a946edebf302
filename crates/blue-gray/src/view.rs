//! The view of a seat. Blue & Gray hides nothing but the dice to come and what a side has told the
//! program in advance: both seats see the same position.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{
    BySide, Case, ClockView, DiceView, Ending, NoShow, OpenOffer, PackMark, PrintedCase, Reason, Seat, Side,
    Situation, case,
};

use crate::battle::{Battle, Options};
use crate::notes::Note;
use crate::order::Ask;
use crate::phase::Phase;
use crate::printed::PrintedUnit;
use crate::standing_orders::Instructions;
use crate::state::{Marks, Place, State};
use crate::tables::CombatResult;
use crate::unit::UnitId;

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct View<'a> {
    /// Everything in the view but the units.
    #[serde(flatten)]
    pub situation: PositionView<'a>,
    pub units: Vec<UnitView<'a>>,
}

/// What a view tells besides the units.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct PositionView<'a> {
    pub game: &'a str,
    /// Id of the scenario being played.
    pub scenario: &'a str,
    /// The rulebook of the game's own rules.
    pub system: &'a str,
    /// The sheet: it is drawn at `/maps/<map>.svg`.
    pub map: &'a str,
    /// The data pack it is played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<&'a PackMark>,
    /// How many entries the record has.
    pub version: u32,
    /// Whose view it is; null of a watcher's.
    pub seat: Seat,
    pub turn: u8,
    /// Number of game-turns in the scenario.
    pub turns: u8,
    /// Numbers of the game-turns at night.
    pub night: &'a [u8],
    /// What each side may do at night; empty if there is none.
    pub night_rules: &'a [Note],
    pub phase: Phase,
    /// The side whose player-turn it is.
    pub phasing: Side,
    pub options: OptionsView,
    /// Who is asked what; null once the game is over.
    pub question: Option<QuestionView<'a>>,
    /// The combat whose results are being carried out.
    pub combat: Option<CombatView<'a>>,
    /// What is still owed in this combat phase.
    pub owed: OwedView<'a>,
    pub control: Vec<ControlView<'a>>,
    /// Units moved against a movement quota; null where nobody may move anyway, at night.
    pub quota: Option<QuotaView<'a>>,
    /// This seat's own standing orders; null of a watcher's view.
    pub instructions: Option<Instructions<&'a str, &'a str>>,
    /// The cases that they are about.
    pub instruction_cases: InstructionCases<'a>,
    pub victory: VictoryView<'a>,
    pub dice: DiceView<'a>,
    /// The clocks, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView<'a>>,
    /// The player who has made no entry, in a game without clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_show: Option<NoShow>,
    /// How it ended, if it was not played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ending>,
    /// What one side has offered the other, and is not answered yet.
    #[serde(skip_serializing_if = "<[OpenOffer]>::is_empty")]
    pub offers: &'a [OpenOffer],
    /// Whether this viewer may take the last order back.
    pub undo: bool,
    /// Whether this viewer may give again what was undone.
    pub redo: bool,
}

/// A case that standing orders are about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InstructionCase<'a> {
    pub case: Case,
    /// The rulebook that contains the case.
    pub system: &'a str,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
}

/// The cases that standing orders are about, each under its field's name.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct InstructionCases<'a> {
    pub retreat: InstructionCase<'a>,
    pub exchange: InstructionCase<'a>,
    pub advance: InstructionCase<'a>,
    pub battery: InstructionCase<'a>,
    /// A retreat before combat; absent where no unit may try it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before_combat: Option<InstructionCase<'a>>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct OptionsView {
    /// 11: attack effectiveness.
    pub attack_effectiveness: bool,
    /// 5.17 as a house rule: nothing is taken back in the movement phase.
    pub touch_move: bool,
    /// Levels of victory where the edition has none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub victory_levels: bool,
    /// Strategic movement (r6.4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub strategic_movement: bool,
    /// Batteries of one hex may bombard apart (r9.14).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub separate_bombardments: bool,
    /// Artillery alone needs certain odds (r9.18).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bombardment_odds: bool,
    /// Guns at range three are weaker (r9.19).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub long_range: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionKind {
    /// To move its units, or to end the movement phase.
    Movement,
    /// To attack, or to end the combat phase.
    Combat,
    /// Where a unit retreats (7.7).
    Retreat,
    /// Whether a battery takes the retreat (8.16).
    WithdrawBattery,
    /// Which units pay the exchange (7.6).
    Exchange,
    /// Whether a unit advances (7.75).
    Advance,
    /// Whether a unit tries to retreat before combat.
    RetreatBeforeCombat,
}

impl From<Ask> for QuestionKind {
    fn from(ask: Ask) -> QuestionKind {
        match ask {
            Ask::Retreat => QuestionKind::Retreat,
            Ask::WithdrawBattery => QuestionKind::WithdrawBattery,
            Ask::Exchange => QuestionKind::Exchange,
            Ask::Advance => QuestionKind::Advance,
            Ask::RetreatBeforeCombat => QuestionKind::RetreatBeforeCombat,
        }
    }
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct QuestionView<'a> {
    pub case: Case,
    pub hexes: Vec<&'a str>,
    pub kind: QuestionKind,
    /// The strength to be paid, of an exchange; null in other questions, absent of a phase's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<Option<u16>>,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    pub side: Side,
    /// Units that must retreat too and have no way out as things stand; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stuck: Vec<StuckView<'a>>,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// The question, worded for the player.
    pub text: String,
    pub units: Vec<&'a str>,
}

/// A unit that has no way out, and why.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StuckView<'a> {
    #[serde(flatten)]
    pub reason: Reason,
    pub unit: &'a str,
}

/// A combat whose results are being carried out.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CombatView<'a> {
    /// Units that attack from adjacent hexes.
    pub attackers: Vec<&'a str>,
    pub bombarding: Vec<&'a str>,
    pub column: &'a str,
    /// The hexes that are being attacked.
    pub defenders: Vec<&'a str>,
    /// The die, once it is thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// The result, once the die is thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<CombatResult>,
}

/// What is still owed in a combat phase (7.11, 7.12, 11.31); empty in other phases.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct OwedView<'a> {
    /// Units that still have to attack.
    pub attackers: Vec<&'a str>,
    /// The same by cases, with a sentence each.
    pub cases: Vec<OwedCase<'a>>,
    /// Hexes that must still be attacked.
    pub defenders: Vec<&'a str>,
}

/// What is owed under one case.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OwedCase<'a> {
    /// The case, of the standard rules.
    pub case: Case,
    pub hexes: Vec<&'a str>,
    /// What is owed, in a sentence.
    pub text: String,
    pub units: Vec<&'a str>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ControlView<'a> {
    pub hex: &'a str,
    /// Name of the place in the hex.
    pub name: &'a str,
    /// The side that holds the hex.
    pub side: Side,
    pub case: Case,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// What it is worth; absent if it only changes hands.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub text: &'a str,
    /// The points that each side gets for it, held at the end or taken once.
    pub points: BySide<i32>,
}

/// A movement quota as it is spent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct QuotaView<'a> {
    pub case: Case,
    /// How many units may be moved.
    pub limit: u8,
    /// What would raise it; absent if nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<MoreQuota<'a>>,
    /// How many units have moved already.
    pub moved: u8,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// Both numbers, worded for the player.
    pub text: String,
}

/// A hex that would raise a movement quota.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MoreQuota<'a> {
    pub case: Case,
    pub hex: &'a str,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// How much more, worded for the player.
    pub text: String,
}

#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct VictoryView<'a> {
    pub union: i32,
    pub confederate: i32,
    pub level: &'a str,
    /// Whose victory it would be; null of a draw.
    pub leader: Option<Side>,
    /// What the level counts in a competition for the side that leads, or in a draw for each side.
    pub score: f32,
    /// One line per source of points.
    pub lines: Vec<VictoryLine<'a>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct VictoryLine<'a> {
    /// The side that scores the points.
    pub side: Side,
    /// How many; 0 of a line that says why something does not count.
    pub points: i32,
    pub case: Case,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// What the points are scored for.
    pub text: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct UnitView<'a> {
    /// What is printed on its counter.
    #[serde(flatten)]
    pub printed: &'a PrintedUnit,
    pub status: UnitStatus,
    /// The hex it is in; null if it is not on the map.
    pub hex: Option<&'a str>,
    /// What the unit has already done.
    #[serde(flatten)]
    pub marks: MarksView,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UnitStatus {
    Map,
    /// Not yet arrived on the map.
    Due,
    /// It left the map for good.
    Exited,
    Eliminated,
}

/// What a unit did in this phase, and whether it is ineffective.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct MarksView {
    /// It was moved in this movement phase (5.17).
    pub moved: bool,
    /// It attacked or was attacked in this combat phase (7.14).
    pub attacked: bool,
    /// It retreated in this combat phase (7.74).
    pub retreated: bool,
    /// It advanced in this combat phase (7.75).
    pub advanced: bool,
    /// It has lost its attack effectiveness (11.1).
    pub ineffective: bool,
}

impl MarksView {
    /// The marks of each combination by its number: a bit for each, in their order.
    fn numbered(number: usize) -> MarksView {
        let bit = |bit: usize| number & (1 << bit) != 0;
        MarksView {
            moved: bit(0),
            attacked: bit(1),
            retreated: bit(2),
            advanced: bit(3),
            ineffective: bit(4),
        }
    }

    fn number(self) -> usize {
        let bits = [self.moved, self.attacked, self.retreated, self.advanced, self.ineffective];
        bits.iter().rev().fold(0, |number, &on| number * 2 + usize::from(on))
    }
}

impl From<Marks> for MarksView {
    fn from(marks: Marks) -> MarksView {
        MarksView {
            moved: marks.moved,
            attacked: marks.attacked || marks.defended,
            retreated: marks.retreated,
            advanced: marks.advanced,
            ineffective: marks.ineffective,
        }
    }
}

/// The fields of each combination of marks as JSON, with the end of the unit's object.
static MARKS: LazyLock<[Vec<u8>; 32]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let mut json = serde_json::to_vec(&MarksView::numbered(number)).unwrap_or_default();
        json[0] = b',';
        json
    })
});

impl Battle {
    /// The quota of the phase as it is spent. None where no unit may move anyway, at night.
    pub(crate) fn quota_view(&self, state: &State) -> Option<QuotaView<'_>> {
        let still = self.scenario.is_night(state.turn) && !self.scenario.night_rules[state.phasing].moves;
        if state.phase != Phase::Movement || still {
            return None;
        }
        let limit = self.quota_limit(state)?;
        let quota = self.scenario.quota.as_ref()?;
        let more = quota.more.filter(|_| limit == quota.limit).map(|(watch, units, case)| {
            let watch = &self.scenario.control_hexes[watch];
            let hex = self.number(watch.hex);
            let text = format!("{units} more with {}, {hex}", watch.name);
            MoreQuota {
                case,
                hex,
                printed: self.scenario.printed(case),
                system: self.scenario.system_of(case),
                text,
            }
        });
        Some(QuotaView {
            case: quota.case,
            limit,
            more,
            moved: state.moved,
            printed: self.scenario.printed(quota.case),
            system: self.scenario.system_of(quota.case),
            text: format!("{} of {limit} units moved", state.moved),
        })
    }

    /// What the view of a seat tells besides the units.
    pub(crate) fn position_view<'a>(
        &'a self,
        state: &'a State,
        seat: Seat,
        situation: &'a Situation,
    ) -> PositionView<'a> {
        PositionView {
            game: &situation.game,
            scenario: &self.scenario.info.id,
            system: &self.scenario.info.system,
            map: &self.scenario.info.map,
            pack: situation.pack.as_ref(),
            version: situation.version,
            seat,
            turn: state.turn,
            turns: self.scenario.turns,
            night: &self.scenario.night,
            night_rules: &self.notes.nights,
            phase: if situation.ended.is_some() { Phase::Over } else { state.phase },
            phasing: state.phasing,
            options: self.options.into(),
            question: situation.ended.is_none().then(|| self.question_view(state)).flatten(),
            combat: self.combat_view(state),
            owed: self.owed_view(state),
            control: self.control_view(state),
            quota: self.quota_view(state),
            instructions: seat.map(|side| self.printed_instructions(&state.instructions[side])),
            instruction_cases: self.instruction_cases(),
            victory: self.victory_view(state),
            dice: situation.dice(),
            clock: situation.clock(),
            no_show: situation.no_show,
            ended: situation.ended,
            offers: &situation.offers,
            undo: situation.undo,
            redo: situation.redo,
        }
    }

    fn control_view(&self, state: &State) -> Vec<ControlView<'_>> {
        let hexes = self.scenario.control_hexes.iter().zip(&state.holders).zip(&self.notes.places);
        let told = hexes.enumerate().map(|(watch, ((w, &side), text))| ControlView {
            hex: self.number(w.hex),
            name: &w.name,
            side,
            case: w.case,
            printed: self.scenario.printed(w.case),
            system: self.scenario.system_of(w.case),
            text,
            points: self.points_of(watch),
        });
        told.collect()
    }

    /// The cases that standing orders are about.
    fn instruction_cases(&self) -> InstructionCases<'_> {
        let cited = |case| InstructionCase {
            case,
            system: self.scenario.system_of(case),
            printed: self.scenario.printed(case),
        };
        let withdraws = self.units().iter().find_map(|unit| unit.traits.withdraws);
        InstructionCases {
            retreat: cited(case!("7.7")),
            exchange: cited(case!("7.6")),
            advance: cited(case!("7.75")),
            battery: cited(case!("8.16")),
            before_combat: withdraws.map(|(_, case)| cited(case)),
        }
    }

    /// The points that each side gets for a watched hex.
    fn points_of(&self, watch: usize) -> BySide<i32> {
        let victory = &self.scenario.victory;
        BySide::from_fn(|side| {
            let held = victory.held.iter().filter(|rule| rule.watch == watch);
            let taken = victory.taken.iter().filter(|rule| rule.watch == watch && rule.side == side);
            held.filter(|rule| rule.side.is_none_or(|of| of == side)).map(|rule| rule.points).sum::<i32>()
                + taken.map(|rule| rule.points).sum::<i32>()
        })
    }

    pub(crate) fn victory_view(&self, state: &State) -> VictoryView<'_> {
        let account = self.account(state);
        let net = account.points.union - account.points.confederate;
        let level = self.level(net);
        VictoryView {
            union: account.points.union,
            confederate: account.points.confederate,
            level: &level.name,
            leader: self.winner(net),
            score: level.score,
            lines: account
                .lines
                .into_iter()
                .map(|l| VictoryLine {
                    side: l.side,
                    points: l.points,
                    case: l.case,
                    printed: self.scenario.printed(l.case),
                    system: self.scenario.system_of(l.case),
                    text: l.text,
                })
                .collect(),
        }
    }

    pub(crate) fn unit_view(&self, state: &State, unit: UnitId) -> UnitView<'_> {
        let (status, hex) = match state.place(unit) {
            Place::On(hex) => (UnitStatus::Map, Some(self.number(hex))),
            Place::Due => (UnitStatus::Due, None),
            Place::Exited => (UnitStatus::Exited, None),
            Place::Eliminated => (UnitStatus::Eliminated, None),
        };
        let printed = &self.printed[unit.index()];
        UnitView { printed, status, hex, marks: state.marks(unit).into() }
    }

    /// Writes a [`View`] as JSON. What never changes of the units, and the few forms that the rest
    /// of them takes, is not written anew each time.
    pub(crate) fn write_view(&self, state: &State, seat: Seat, situation: &Situation, out: &mut Vec<u8>) {
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *out, &self.position_view(state, seat, situation));
        out.pop();
        out.extend_from_slice(b",\"units\":[");
        for unit in self.ids() {
            if unit.index() > 0 {
                out.push(b',');
            }
            self.write_unit(state, unit, out);
        }
        out.extend_from_slice(b"]}");
    }

    /// Writes the [`UnitView`] of a unit as JSON.
    fn write_unit(&self, state: &State, unit: UnitId, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.printed_json[unit.index()]);
        match state.place(unit) {
            Place::On(hex) => {
                out.extend_from_slice(b",\"status\":\"map\",\"hex\":\"");
                out.extend_from_slice(self.number(hex).as_bytes());
                out.push(b'"');
            }
            Place::Due => out.extend_from_slice(b",\"status\":\"due\",\"hex\":null"),
            Place::Exited => out.extend_from_slice(b",\"status\":\"exited\",\"hex\":null"),
            Place::Eliminated => out.extend_from_slice(b",\"status\":\"eliminated\",\"hex\":null"),
        }
        out.extend_from_slice(&MARKS[MarksView::from(state.marks(unit)).number()]);
    }

    pub(crate) fn names(&self, units: &[UnitId]) -> Vec<&str> {
        units.iter().map(|&u| self.unit(u).id.as_str()).collect()
    }

    pub(crate) fn hex_numbers(&self, hexes: &[hexmap::Hex]) -> Vec<&str> {
        hexes.iter().map(|&h| self.number(h)).collect()
    }

    /// The question that is open, as views and options tell it.
    pub(crate) fn question_view(&self, state: &State) -> Option<QuestionView<'_>> {
        let mut text = tabletop::capital(&self.question_text(state)) + ".";
        if let Some(q) = state.question() {
            let stuck = self.stuck_view(state);
            for no in &stuck {
                text = text + " " + &no.reason.text;
            }
            return Some(QuestionView {
                case: q.case,
                hexes: self.hex_numbers(&q.hexes),
                kind: q.ask.into(),
                need: Some(q.need),
                printed: self.scenario.printed(q.case),
                side: q.side,
                stuck,
                system: self.scenario.system_of(q.case),
                text,
                units: self.names(&q.units),
            });
        }
        let (kind, case) = match state.phase {
            Phase::Movement => (QuestionKind::Movement, case!("5.0")),
            Phase::Combat => (QuestionKind::Combat, case!("7.0")),
            Phase::Over => return None,
        };
        Some(QuestionView {
            case,
            hexes: Vec::new(),
            kind,
            need: None,
            printed: None,
            side: state.phasing,
            stuck: Vec::new(),
            system: &self.scenario.info.system,
            text,
            units: Vec::new(),
        })
    }

    fn combat_view(&self, state: &State) -> Option<CombatView<'_>> {
        let combat = state.combat.as_ref()?;
        let attackers: Vec<UnitId> = combat.attackers.iter().map(|&(u, _)| u).collect();
        Some(CombatView {
            attackers: self.names(&attackers),
            bombarding: self.names(&combat.bombarding),
            column: self.scenario.tables.column_name(combat.column),
            defenders: self.hex_numbers(&combat.hexes),
            die: combat.thrown.map(|(die, _)| die),
            result: combat.thrown.map(|(_, result)| result),
        })
    }

    /// What is still owed in this combat phase (7.11, 7.12, 11.31).
    pub(crate) fn owed_view(&self, state: &State) -> OwedView<'_> {
        if state.phase != Phase::Combat {
            return OwedView::default();
        }
        let owing = self.all_owing(state);
        let owed = self.all_owed(state);
        let mut cases = Vec::new();
        let units_owe = |case, text, units: &[UnitId]| OwedCase {
            case,
            hexes: Vec::new(),
            text,
            units: self.names(units),
        };
        if !owing.is_empty() {
            let text = format!("{} must still attack.", tabletop::capital(&self.called(&owing)));
            cases.push(units_owe(case!("7.12"), text, &owing));
        }
        if !owed.is_empty() {
            let text = format!("The enemy in {} must still be attacked.", self.numbers(&owed));
            let hexes = self.hex_numbers(&owed);
            cases.push(OwedCase { case: case!("7.11"), hexes, text, units: Vec::new() });
        }
        let leaving = self.must_leave(state);
        if !leaving.is_empty() {
            let text = format!(
                "{} must leave the enemy's zones by the end of the phase, if no combat frees it.",
                tabletop::capital(&self.called(&leaving))
            );
            cases.push(units_owe(case!("11.31"), text, &leaving));
        }
        OwedView { attackers: self.names(&owing), cases, defenders: self.hex_numbers(&owed) }
    }
}

impl From<Options> for OptionsView {
    fn from(options: Options) -> OptionsView {
        OptionsView {
            attack_effectiveness: options.attack_effectiveness,
            touch_move: options.touch_move,
            victory_levels: options.victory_levels,
            strategic_movement: options.strategic_movement,
            separate_bombardments: options.separate_bombardments,
            bombardment_odds: options.bombardment_odds,
            long_range: options.long_range,
        }
    }
}
