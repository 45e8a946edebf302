//! The view of a seat: what lies on the table, and of what is hidden only its own (4.4, 8.1, 10.3a,
//! K40, K43).

pub(crate) mod brigades;
pub(crate) mod chits;
pub(crate) mod combat;
pub(crate) mod question;
pub(crate) mod units;

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{
    BySide, Case, Citation, ClockView, DiceView, Ending, NoShow, OpenOffer, PackMark, Seat, Side, Situation,
    case,
};

use crate::battle::Battle;
use crate::order::{Asking, StandingOrders};
use crate::protocol::codec::Named;
use crate::protocol::view::brigades::{ActivationView, BrigadeView, OrderView};
use crate::protocol::view::chits::CupView;
use crate::protocol::view::combat::CombatView;
use crate::protocol::view::question::QuestionView;
use crate::protocol::view::units::UnitView;
use crate::state::{Phase, Rare, State};
use crate::victory::standing::VictoryView;

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeatView<'a> {
    pub activation: Option<ActivationView<'a>>,
    /// When each side is asked whether it plays a chit (K43).
    pub asking: AskingView,
    pub brigades: Vec<BrigadeView<'a>>,
    /// The cases that `asking` and the fields of `instructions` are about.
    pub cases: ViewCases<'a>,
    /// The clocks, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView<'a>>,
    /// The fire or Close Combat under way.
    pub combat: Option<CombatView<'a>>,
    /// The victory hexes (K97).
    pub control: Vec<ControlView<'a>>,
    pub cup: CupView<'a>,
    pub dice: DiceView<'a>,
    /// The player who has made no entry, in a game without clocks.
    #[serde(rename = "no-show", skip_serializing_if = "Option::is_none")]
    pub no_show: Option<NoShow>,
    /// How it ended, if it was not played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ending>,
    pub game: &'a str,
    /// What the program is to answer for this seat; null of a watcher's.
    pub instructions: Option<Named<'a, &'a StandingOrders>>,
    /// The sheet: it is drawn at `/maps/<map>.svg`.
    pub map: &'a str,
    /// What one side has offered the other, and is not answered yet.
    #[serde(skip_serializing_if = "<[OpenOffer]>::is_empty")]
    pub offers: &'a [OpenOffer],
    pub options: OptionsView,
    /// What each order lets no brigade do, by the chart of orders (11).
    pub orders: Vec<OrderView<'a>>,
    /// The part of the sheet that the scenario is not played on, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<OutsideView<'a>>,
    /// The data pack it is played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<&'a PackMark>,
    pub phase: Phase,
    /// Who is asked; null once the game is over.
    pub phasing: Option<Side>,
    /// Who is asked what; null once the game is over.
    pub question: Option<QuestionView<'a>>,
    /// The rare events that wait to be used this turn.
    pub rare: &'a [Rare],
    /// Whether this viewer may give again what was undone.
    pub redo: bool,
    /// The command held back is released (20.2i).
    pub released: bool,
    pub scenario: &'a str,
    /// Whose view it is; null of a watcher's.
    pub seat: Seat,
    pub system: &'a str,
    /// The clock time of the turn.
    pub time: &'a str,
    /// The clock times of all turns.
    pub times: &'a [String],
    pub turn: u8,
    /// Number of game-turns in the scenario.
    pub turns: usize,
    /// Whether this viewer may take the last order back.
    pub undo: bool,
    pub units: Vec<UnitView<'a>>,
    /// How many entries the record has.
    pub version: u32,
    pub victory: VictoryView,
}

/// The cases that `asking` and the standing orders are about.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ViewCases<'a> {
    pub advance: Citation<'a>,
    pub artillery: Citation<'a>,
    /// When a side is asked about chits.
    pub asking: Citation<'a>,
    pub defensive_fire: Citation<'a>,
    pub held: Citation<'a>,
    pub opportunity_fire: Citation<'a>,
    pub withdrawal: Citation<'a>,
}

/// What lies outside a scenario's boundary.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OutsideView<'a> {
    pub case: Case,
    /// Hexes that no unit may enter.
    pub hexes: Vec<&'a str>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct OptionsView {
    /// The Confederate side is asked at every moment from the start (K43).
    pub ask_confederate: bool,
    /// The Union side is asked at every moment from the start (K43).
    pub ask_union: bool,
    /// A step in which nothing can be done ends by itself.
    pub brisk: bool,
    /// A unit that has been broken is never rebuilt to its fresh side (17.2).
    pub broken_stay_worn: bool,
    /// Chew's battery has an allowance of its own (9.0).
    pub chew: bool,
    /// The second Fog of War table (10.5b).
    pub rare_events: bool,
}

/// When each side is asked whether it plays a chit.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct AskingView {
    pub confederate: Asking,
    pub union: Asking,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ControlView<'a> {
    pub case: Case,
    pub hex: &'a str,
    /// Name of the place in the hex.
    pub name: &'a str,
    /// The points that each side gets for holding it, turn by turn.
    pub points: BySide<i32>,
    pub side: Side,
}

impl Battle {
    fn cases_view(&self) -> ViewCases<'_> {
        let cited = |case| Citation { case, system: self.system_of(case) };
        ViewCases {
            advance: cited(case!("15.8")),
            asking: cited(case!("K43")),
            defensive_fire: cited(case!("14.3a")),
            opportunity_fire: cited(case!("13.7")),
            artillery: cited(case!("9.3")),
            held: cited(case!("10.1")),
            withdrawal: cited(case!("13.8")),
        }
    }

    /// What lies outside the scenario's boundary.
    fn outside(&self) -> Option<OutsideView<'_>> {
        let area = self.scenario.area.as_ref()?;
        let hexes = self.map().grid.hexes().filter(|&hex| !area.contains(hex));
        Some(OutsideView {
            case: self.scenario.area_case,
            hexes: hexes.map(|hex| self.number(hex)).collect(),
        })
    }

    pub(crate) fn seen<'a>(&'a self, state: &'a State, seat: Seat, situation: &'a Situation) -> SeatView<'a> {
        let info = &self.scenario.info;
        let over = situation.ended.is_some();
        let control = self.scenario.victory.control_hexes.iter().zip(&state.holders);
        SeatView {
            activation: self.activation_view(state),
            asking: AskingView { confederate: state.asking.confederate, union: state.asking.union },
            brigades: self.brigades_view(state),
            cases: self.cases_view(),
            clock: situation.clock(),
            no_show: situation.no_show,
            combat: self.combat_view(state),
            control: control
                .map(|(watch, &side)| ControlView {
                    case: case!("K97"),
                    hex: self.number(watch.hex),
                    name: &watch.name,
                    points: BySide::from_fn(|of| {
                        let awards = &self.scenario.victory.awards;
                        awards
                            .iter()
                            .filter(|award| award.hex == watch.hex)
                            .map(|award| award.points[of])
                            .sum()
                    }),
                    side,
                })
                .collect(),
            cup: self.cup_view(state, seat),
            dice: situation.dice(),
            ended: situation.ended,
            game: &situation.game,
            instructions: seat.map(|side| self.named_in(&state.instructions[side])),
            map: &info.map,
            offers: &situation.offers,
            options: OptionsView {
                ask_confederate: self.options.asking.confederate == Asking::EveryMoment,
                ask_union: self.options.asking.union == Asking::EveryMoment,
                brisk: self.options.brisk,
                broken_stay_worn: self.options.broken_stay_worn,
                chew: self.options.chew,
                rare_events: self.options.rare_events,
            },
            orders: self.orders_view(),
            pack: situation.pack.as_ref(),
            phase: if over { Phase::Over } else { state.phase },
            phasing: state.asked().filter(|_| !over),
            question: self.question_view(state, seat).filter(|_| !over),
            rare: &state.rare,
            redo: situation.redo,
            outside: self.outside(),
            released: state.released,
            scenario: &info.id,
            seat,
            system: &info.system,
            time: self.time(state.turn),
            times: &self.scenario.times,
            turn: state.turn,
            turns: self.scenario.times.len(),
            undo: situation.undo,
            units: self.ids().map(|unit| self.unit_view(state, unit)).collect(),
            version: situation.version,
            victory: self.victory_view(state),
        }
    }
}
