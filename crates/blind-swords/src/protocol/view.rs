//! The view of a seat: what lies on the table, and of what is hidden only its own (4.4, 8.1, 10.3a,
//! K40, K43).

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{BySide, Case, Citation, DiceView, PackMark, Seat, Side, Situation, capital, case};

use crate::battle::Battle;
use crate::chit::{BrigadeOrder, ChitId, ChitKind};
use crate::order::{Asking, DeclaredCloseCombat, StandingOrders};
use crate::points::Strength;
use crate::protocol::codec::Named;
use crate::sequence::procedure::{Activation, Drawn, Grant, Procedure, Step};
use crate::state::{ChitPlace, Phase, Place, Rare, State};
use crate::unit::{Arm, UnitId, Weapon};
use crate::victory::standing::VictoryView;

/// The view of a seat.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeatView<'a> {
    /// The brigade that acts.
    pub activation: Option<ActivationView<'a>>,
    /// When each side is asked whether it plays a chit (K43).
    pub asking: AskingView,
    /// The brigades.
    pub brigades: Vec<BrigadeView<'a>>,
    /// The cases that `asking` and the fields of `instructions` are about.
    pub cases: ViewCases<'a>,
    /// The fire or Close Combat under way.
    pub combat: Option<CombatView<'a>>,
    /// The victory hexes (K97).
    pub control: Vec<ControlView<'a>>,
    /// The chits.
    pub cup: CupView<'a>,
    /// The dice.
    pub dice: DiceView<'a>,
    /// The game's name.
    pub game: &'a str,
    /// What the program is to answer for this seat; null of a watcher's.
    pub instructions: Option<Named<'a, &'a StandingOrders>>,
    /// The sheet: it is drawn at `/maps/<map>.svg`.
    pub map: &'a str,
    /// The options of the game.
    pub options: OptionsView,
    /// The part of the sheet that the scenario is not played on, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<OutsideView<'a>>,
    /// The data pack it is played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<&'a PackMark>,
    /// The phase.
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
    /// The scenario's id.
    pub scenario: &'a str,
    /// Whose view it is; null of a watcher's.
    pub seat: Seat,
    /// The rulebook.
    pub system: &'a str,
    /// The clock time of the turn.
    pub time: &'a str,
    /// The clock times of all turns.
    pub times: &'a [String],
    /// The game-turn.
    pub turn: u8,
    /// How many there are.
    pub turns: usize,
    /// Whether this viewer may take the last order back.
    pub undo: bool,
    /// The units.
    pub units: Vec<UnitView<'a>>,
    /// How many entries the record has.
    pub version: u32,
    /// The points as they stand.
    pub victory: VictoryView,
}

/// The cases that `asking` and the standing orders are about.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ViewCases<'a> {
    /// Advance after Close Combat.
    pub advance: Citation<'a>,
    /// The Artillery Step.
    pub artillery: Citation<'a>,
    /// When a side is asked about chits.
    pub asking: Citation<'a>,
    /// Defensive Fire.
    pub defensive_fire: Citation<'a>,
    /// The steps for held chits.
    pub held: Citation<'a>,
    /// Opportunity Fire.
    pub opportunity_fire: Citation<'a>,
    /// Cavalry Withdrawal.
    pub withdrawal: Citation<'a>,
}

/// What lies outside a scenario's boundary.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OutsideView<'a> {
    /// The case of the boundary.
    pub case: Case,
    /// The hexes nobody may enter.
    pub hexes: Vec<&'a str>,
}

/// The options of a game.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct OptionsView {
    /// The Confederate side is asked at every moment from the start (K43).
    pub ask_confederate: bool,
    /// The Union side is.
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
    /// The Confederate side.
    pub confederate: Asking,
    /// The Union side.
    pub union: Asking,
}

/// A brigade (5.0).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BrigadeView<'a> {
    /// It was activated this turn.
    pub activated: bool,
    /// Its division; null where there are none.
    pub division: Option<&'a str>,
    /// The brigade, stable for good.
    pub id: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Whose it is.
    pub side: Side,
}

/// A victory hex.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ControlView<'a> {
    /// The ruling.
    pub case: Case,
    /// The hex.
    pub hex: &'a str,
    /// What is there.
    pub name: &'a str,
    /// The points that each side gets for holding it, turn by turn.
    pub points: BySide<i32>,
    /// Who holds it.
    pub side: Side,
}

/// The brigade that acts.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ActivationView<'a> {
    /// Close Combats declared and not yet resolved.
    pub assaults: Named<'a, &'a [DeclaredCloseCombat]>,
    /// Added to the CR of its units.
    pub bonus: u8,
    /// The brigade.
    pub brigade: &'a str,
    /// What it may do.
    pub grant: Grant,
    /// The units in the midst of their move.
    pub moving: Option<MovingView<'a>>,
    /// Its name.
    pub name: &'a str,
    /// Its order, once it has one.
    pub order: Option<BrigadeOrder>,
    /// What multiplies its allowances.
    pub pace: f64,
    /// Whose it is.
    pub side: Side,
    /// The step.
    pub step: Step,
}

/// Units in the midst of their move.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MovingView<'a> {
    /// It is a Charge Move (13.10).
    pub charge: bool,
    /// The movement points that they have left.
    pub left: f64,
    /// The units.
    pub units: Vec<&'a str>,
}

/// The fire or Close Combat under way.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CombatView<'a> {
    /// A fire.
    Fire(FireView<'a>),
    /// A Close Combat.
    Close(CloseView<'a>),
}

/// The fire under way.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FireView<'a> {
    /// It is part of Flanking Fire (12.4).
    pub flanking: bool,
    /// `fire`
    #[schemars(extend("const" = "fire"))]
    pub kind: &'static str,
    /// The Lead Unit of the target, once it is known.
    pub lead: Option<&'a str>,
    /// Who fires.
    pub side: Side,
    /// The hex fired at.
    pub target: &'a str,
    /// The units that fire.
    pub units: Vec<&'a str>,
}

/// The Close Combat under way.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CloseView<'a> {
    /// The Assaulting Hex, once it is known (14.3c).
    pub assaulting: Option<&'a str>,
    /// `close`
    #[schemars(extend("const" = "close"))]
    pub kind: &'static str,
    /// The defending Lead Unit, once it is known.
    pub lead: Option<&'a str>,
    /// Who attacks.
    pub side: Side,
    /// The hex attacked.
    pub target: &'a str,
    /// The units that attack.
    pub units: Vec<&'a str>,
}

/// The chits, as far as this seat may know them (K40, K43).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CupView<'a> {
    /// The Confederate side's.
    pub confederate: HandView<'a>,
    /// The next chit drawn is negated (10.5a).
    pub fortunes: bool,
    /// The chits in the cup that are no Event chits.
    pub others: Vec<ChitView<'a>>,
    /// The Union's.
    pub union: HandView<'a>,
}

/// The chits of a side.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HandView<'a> {
    /// Event chits not in use now; none but for the seat's own.
    pub aside: Vec<ChitView<'a>>,
    /// The chits done for this turn, as far as they were shown.
    pub discarded: Vec<ChitView<'a>>,
    /// How many Event chits are in the cup.
    pub events: usize,
    /// The chits held.
    pub held: HiddenChits<'a>,
    /// The Key Chits.
    pub keys: HiddenChits<'a>,
}

/// Chits of which the other side knows only how many they are.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HiddenChits<'a> {
    /// Which; null but for the seat's own.
    pub chits: Option<Vec<ChitView<'a>>>,
    /// How many.
    pub count: usize,
}

/// A chit, to those who may see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChitView<'a> {
    /// The case of an Event chit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<Case>,
    /// Of a general's chit, whether he is a casualty (10.5b).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub casualty: Option<bool>,
    /// The chit, stable for good.
    pub id: &'a str,
    /// What it says.
    pub name: &'a str,
    /// Of a command chit, the die up to which it activates in full (10.7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u8>,
    /// Why it is a good Key Chit of a first game, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommended: Option<RecommendedView<'a>>,
    /// Whose it is; the Wild chits are nobody's.
    pub side: Option<Side>,
    /// What it does, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
}

/// A Key Chit recommended for a first game.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct RecommendedView<'a> {
    /// Its place among those recommended: 1 is the best.
    pub place: usize,
    /// Why.
    pub why: &'a str,
}

/// The question that is open.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct QuestionView<'a> {
    /// The case.
    pub case: Case,
    /// The chit just drawn; absent but for its owner (K44).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chit: Option<&'a str>,
    /// The same with what it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<ChitView<'a>>,
    /// The hexes it is about.
    pub hexes: Vec<&'a str>,
    /// What is asked.
    pub kind: &'a str,
    /// Who is asked.
    pub side: Side,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// The question in a sentence.
    pub text: String,
    /// The units it is about.
    pub units: Vec<&'a str>,
}

/// A unit.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct UnitView<'a> {
    /// A battery that is done for this Artillery Phase (9.1).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub acted: bool,
    /// Its brigade; batteries have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brigade: Option<&'a str>,
    /// In Battlefield Chaos (10.5b).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub chaos: bool,
    /// It made a Charge Move and must close (13.10).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub charged: bool,
    /// The CR of the face that shows.
    pub cohesion: u8,
    /// Of a unit that is due, where it comes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<[&'a str; 1]>,
    /// It has fired, or a battery has acted, in this step or phase.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub fired: bool,
    /// It is Fragile.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub fragile: bool,
    /// It may not move until it thaws (20.2h).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub frozen: bool,
    /// The hex it is in; null if it is not on the map.
    pub hex: Option<&'a str>,
    /// Morale Hits: 1 is Shaken, 2 Disrupted (15.6).
    pub hits: u8,
    /// The unit, stable for good.
    pub id: &'a str,
    /// It is low on ammunition.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub low_ammo: bool,
    /// Cavalry on its horses (13.9).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub mounted: bool,
    /// It has moved in this step.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub moved: bool,
    /// The name on the counter.
    pub name: &'a str,
    /// What it is worth now; absent if it is not on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<UnitNow>,
    /// A Sharpshooter (12.1).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub sharpshooter: bool,
    /// Whose it is.
    pub side: Side,
    /// In Skirmish Order (16).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub skirmish: bool,
    /// Where it is.
    pub status: UnitStatus,
    /// The SP of the face that shows; half a point is a cadre.
    pub strength: Strength,
    /// Its box of the Broken Track.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub track: Option<u8>,
    /// Of a unit that is due, the turn from which on it may come on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// Its arm.
    #[serde(rename = "type")]
    pub arm: Arm,
    /// Its weapon.
    pub weapon: Weapon,
    /// Its Battleworn side is up.
    pub worn: bool,
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UnitStatus {
    /// On the map.
    Map,
    /// Yet to come (13.11).
    Due,
    /// On the Broken Track.
    Broken,
    /// Out of the game.
    Eliminated,
    /// It left the map.
    Exited,
}

/// What a unit on the map is worth with all that modifies it.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct UnitNow {
    /// Its CR (15.5).
    pub cohesion: u8,
    /// Its SP after Morale Hits.
    pub strength: Strength,
    /// It has support (15.5).
    pub supported: bool,
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

    /// The view of a seat.
    pub(crate) fn seen<'a>(&'a self, state: &'a State, seat: Seat, situation: &'a Situation) -> SeatView<'a> {
        let info = &self.scenario.info;
        let control = self.scenario.victory.control_hexes.iter().zip(&state.holders);
        SeatView {
            activation: self.activation_view(state),
            asking: AskingView { confederate: state.asking.confederate, union: state.asking.union },
            brigades: self.brigades_view(state),
            cases: self.cases_view(),
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
            game: &situation.game,
            instructions: seat.map(|side| self.named_in(&state.instructions[side])),
            map: &info.map,
            options: OptionsView {
                ask_confederate: self.options.asking.confederate == Asking::EveryMoment,
                ask_union: self.options.asking.union == Asking::EveryMoment,
                brisk: self.options.brisk,
                broken_stay_worn: self.options.broken_stay_worn,
                chew: self.options.chew,
                rare_events: self.options.rare_events,
            },
            pack: situation.pack.as_ref(),
            phase: state.phase,
            phasing: state.asked(),
            question: self.question_view(state, seat),
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

    fn unit_view(&self, state: &State, unit: UnitId) -> UnitView<'_> {
        let printed = self.unit(unit);
        let there = state.unit(unit);
        let face = self.printed(state, unit);
        let (status, hex, track) = match there.place {
            Place::Due => (UnitStatus::Due, None, None),
            Place::On(hex) => (UnitStatus::Map, Some(self.number(hex)), None),
            Place::Broken(track) => (UnitStatus::Broken, None, Some(track)),
            Place::Eliminated => (UnitStatus::Eliminated, None, None),
            Place::Exited => (UnitStatus::Exited, None, None),
        };
        let start = (there.place == Place::Due).then(|| &self.scenario.starts[unit.index()]);
        UnitView {
            acted: there.acted,
            brigade: printed.brigade.map(|brigade| self.brigade(brigade).id.as_str()),
            chaos: there.chaos,
            charged: there.charged,
            cohesion: face.cohesion,
            entry: start.map(|start| [self.number(start.hex)]),
            fired: there.fired,
            fragile: printed.fragile,
            frozen: there.frozen,
            hex,
            hits: there.hits,
            id: &printed.id,
            low_ammo: there.low_ammo,
            mounted: there.mounted,
            moved: there.moved,
            name: &printed.name,
            now: hex.map(|_| UnitNow {
                cohesion: self.cohesion(state, unit),
                strength: self.strength(state, unit),
                supported: self.is_supported(state, unit),
            }),
            sharpshooter: printed.sharpshooter,
            side: printed.side,
            skirmish: there.skirmish,
            status,
            strength: face.strength,
            track,
            turn: start.map(|start| start.turn),
            arm: printed.arm,
            weapon: self.faces(state, unit).weapon,
            worn: there.worn,
        }
    }

    /// The ids of units.
    pub(crate) fn names(&self, units: &[UnitId]) -> Vec<&str> {
        units.iter().map(|&unit| self.unit(unit).id.as_str()).collect()
    }

    /// The question that is open. A chit just drawn is named to its owner alone (K44).
    pub(crate) fn question_view(&self, state: &State, seat: Seat) -> Option<QuestionView<'_>> {
        let procedure = state.top()?;
        let question = procedure.question()?;
        let (side, kind, case) = (question.side(), question.kind(), question.case(state));
        let mut text = question.words(self, state);
        let mut drawn = None;
        if let Procedure::Drawn(Drawn { side, chit }) = procedure {
            match seat == Some(*side) {
                true => drawn = Some(*chit),
                false => text = question.words_for_others(self, state),
            }
        }
        let (units, hexes) = question.about();
        Some(QuestionView {
            case,
            chit: drawn.map(|chit| self.chit(chit).id.as_str()),
            drawn: drawn.map(|chit| self.chit_view(state, chit)),
            hexes: hexes.iter().map(|&hex| self.number(hex)).collect(),
            kind,
            side,
            system: self.system_of(case),
            text: capital(&text) + if text.ends_with('?') { "" } else { "." },
            units: self.names(&units),
        })
    }

    fn activation_of<'a>(&self, state: &'a State) -> Option<&'a Activation> {
        state.stack.iter().rev().find_map(|f| match f {
            Procedure::Activation(a) => Some(a),
            _ => None,
        })
    }

    fn activation_view<'a>(&'a self, state: &'a State) -> Option<ActivationView<'a>> {
        let a = self.activation_of(state)?;
        Some(ActivationView {
            assaults: self.named_in(&a.assaults),
            bonus: a.bonus,
            brigade: &self.brigade(a.brigade).id,
            grant: a.grant,
            moving: a.moving.as_ref().map(|moving| MovingView {
                charge: moving.charge,
                left: f64::from(moving.allowance.saturating_sub(moving.spent)) / 2.0,
                units: self.names(&moving.units),
            }),
            name: &self.brigade(a.brigade).name,
            order: a.order,
            pace: f64::from(a.pace) / 2.0,
            side: a.side,
            step: a.step,
        })
    }

    /// The fire or Close Combat under way.
    fn combat_view(&self, state: &State) -> Option<CombatView<'_>> {
        let lead = |lead: Option<UnitId>| lead.map(|unit| self.unit(unit).id.as_str());
        state.stack.iter().rev().find_map(|procedure| match procedure {
            Procedure::Fire(fire) => Some(CombatView::Fire(FireView {
                flanking: fire.flanking,
                kind: "fire",
                lead: lead(fire.lead),
                side: fire.side,
                target: self.number(fire.shot.target),
                units: self.names(&fire.shot.units),
            })),
            Procedure::CloseCombat(combat) => Some(CombatView::Close(CloseView {
                assaulting: combat.assaulting.map(|hex| self.number(hex)),
                kind: "close",
                lead: lead(combat.lead),
                side: combat.side,
                target: self.number(combat.target),
                units: self.names(&combat.units),
            })),
            _ => None,
        })
    }

    /// The cup: how many Event chits of each side, which command chits, what is held and discarded.
    /// A seat sees its own Key Chits, its own hand, and of the other's only how many (K40, K43).
    fn cup_view(&self, state: &State, seat: Seat) -> CupView<'_> {
        let is_event = |c: ChitId| matches!(self.chit(c).kind, ChitKind::Event(_));
        let told = |c: ChitId| self.chit_view(state, c);
        CupView {
            confederate: self.hand_view(state, seat, Side::Confederate),
            fortunes: state.fortunes,
            others: self
                .chit_ids()
                .filter(|&c| !is_event(c) && state.chit(c).place == ChitPlace::Cup)
                .map(told)
                .collect(),
            union: self.hand_view(state, seat, Side::Union),
        }
    }

    /// The chits of a side, as a seat sees them.
    fn hand_view(&self, state: &State, seat: Seat, side: Side) -> HandView<'_> {
        let own = seat == Some(side);
        let is_event = |c: ChitId| matches!(self.chit(c).kind, ChitKind::Event(_));
        let told = |c: ChitId| self.chit_view(state, c);
        let all = || self.chit_ids().filter(|&c| self.chit(c).side == Some(side));
        let at = |place| all().filter(move |&c| state.chit(c).place == place);
        let hidden = |chits: Vec<ChitId>| HiddenChits {
            count: chits.len(),
            chits: own.then(|| chits.into_iter().map(told).collect()),
        };
        HandView {
            aside: at(ChitPlace::Aside).filter(|&c| own && is_event(c)).map(told).collect(),
            discarded: at(ChitPlace::Discarded)
                .filter(|&c| own || !is_event(c) || state.chit(c).shown)
                .map(told)
                .collect(),
            events: at(ChitPlace::Cup).filter(|&c| is_event(c)).count(),
            held: hidden(at(ChitPlace::Held).collect()),
            keys: hidden(all().filter(|&c| state.chit(c).key).collect()),
        }
    }

    /// A chit as those are told who may see it.
    fn chit_view(&self, state: &State, chit: ChitId) -> ChitView<'_> {
        let printed = self.chit(chit);
        let there = state.chit(chit);
        let mut view = ChitView {
            case: None,
            casualty: None,
            id: &printed.id,
            name: &printed.name,
            rating: None,
            recommended: self
                .scenario
                .primer
                .key(&printed.id)
                .map(|(place, why)| RecommendedView { place, why }),
            side: printed.side,
            text: self.scenario.primer.chit(printed),
        };
        match &printed.kind {
            ChitKind::Event(event) => {
                view.text = Some(&event.text);
                view.case = Some(event.case);
            }
            ChitKind::Command { rating, casualty, released, .. } => {
                let whole = released.filter(|_| state.released).unwrap_or(*rating);
                view.rating = Some(if there.casualty { *casualty } else { whole });
                view.casualty = Some(there.casualty);
            }
            ChitKind::Commander { .. } => view.casualty = Some(there.casualty),
            ChitKind::FortunesOfWar | ChitKind::FogOfWar => {}
        }
        view
    }

    fn brigades_view(&self, state: &State) -> Vec<BrigadeView<'_>> {
        self.brigade_ids()
            .map(|id| {
                let brigade = self.brigade(id);
                BrigadeView {
                    activated: state.used[id.index()],
                    division: brigade.division.as_deref(),
                    id: &brigade.id,
                    name: &brigade.name,
                    side: brigade.side,
                }
            })
            .collect()
    }

    /// What no play should ever lead to.
    pub(crate) fn invariants(&self, state: &State) -> Vec<String> {
        let mut faults = Vec::new();
        let mut on_map = 0;
        let calm = matches!(state.top(), Some(Procedure::Keys { .. } | Procedure::Held { .. }));
        for hex in self.map().grid.hexes() {
            let stack = state.stack(hex);
            if stack.is_empty() {
                continue;
            }
            on_map += stack.len();
            let number = self.number(hex);
            if stack.iter().any(|&u| self.unit(u).side != self.unit(stack[0]).side) {
                faults.push(format!("both sides stand in {number}"));
            }
            if !self.in_play(hex) {
                faults.push(format!("a unit stands outside the area in {number}"));
            }
            for &unit in stack {
                if state.hex(unit) != Some(hex) {
                    faults.push(format!("{} is in {number} and is not", self.unit(unit).id));
                }
            }
        }
        let placed = self.ids().filter(|&u| state.hex(u).is_some()).count();
        if placed != on_map {
            faults.push(format!("{placed} units are on the map, {on_map} in its hexes"));
        }
        for unit in self.ids() {
            let there = state.unit(unit);
            let name = &self.unit(unit).id;
            if there.hits > 2 {
                faults.push(format!("{name} has {} Morale Hits", there.hits));
            }
            if matches!(there.place, Place::Broken(_)) && (self.unit(unit).fragile || self.is_gun(unit)) {
                faults.push(format!("{name} is on the Broken Track and should be eliminated"));
            }
            if !there.worn && self.unit(unit).faces.fresh.is_none() {
                faults.push(format!("{name} shows a fresh side it does not have"));
            }
        }
        for side in Side::BOTH {
            let drawn = self
                .chit_ids()
                .filter(|&c| self.chit(c).side == Some(side) && state.chit(c).place == ChitPlace::Drawn);
            if calm && drawn.count() > 0 {
                faults.push(format!("a {side} chit lies drawn and nobody decides about it"));
            }
        }
        if state.stack.is_empty() != (state.phase == crate::state::Phase::Over) {
            faults.push("the stack is empty in the midst of the game".to_owned());
        }
        if !state.stack.is_empty() && state.asked().is_none() {
            faults.push("nobody is asked".to_owned());
        }
        faults
    }
}
