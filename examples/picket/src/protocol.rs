//! How the game is told: orders and events as JSON, what seats see and may do. Nothing is hidden in
//! it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use tabletop::{
    ClockTurn, Ending, Failure, Modifier, Protocol, Rules, Seat, Side, Situation, Standing, UnitInfo,
    VictoryInfo, VictoryLineInfo,
};

use crate::library::{SCENARIO, SYSTEM};
use crate::position::{Event, Order, State};
use crate::rules::{GOAL, Lane};

/// The view of a seat.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View<'a> {
    /// Who is asked; nobody once the game is over.
    pub asked: Option<Side>,
    /// How it ended, if it was not played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ending>,
    /// The game's id.
    pub game: &'a str,
    /// Whether this seat may redo what it undid.
    pub redo: bool,
    /// The scenario's id.
    pub scenario: &'static str,
    /// Whose view it is.
    pub seat: Seat,
    /// The id of the rules.
    pub system: &'static str,
    /// The turn, from 1.
    pub turn: u32,
    /// How many there are.
    pub turns: u32,
    /// Whether this seat may undo its last order.
    pub undo: bool,
    /// The pickets.
    pub units: Vec<Picket<'a>>,
    /// How many entries the record has.
    pub version: u32,
}

/// A picket.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Picket<'a> {
    /// The hex it is in.
    pub hex: &'a str,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: &'static str,
    /// Whose it is.
    pub side: Side,
}

/// What a side may do.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Verbs {
    /// Who is asked.
    pub asked: Option<Side>,
    /// What the side may order.
    pub verbs: &'static [&'static str],
}

/// Where a picket can go.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Targets<'a> {
    /// The hexes, each with the order that leads there.
    pub targets: Vec<Target>,
    /// What was asked about.
    pub verb: &'a str,
}

/// A hex that a picket can go to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Target {
    /// The hex.
    pub hex: String,
    /// The order.
    pub order: Order,
}

/// What an order would do: what it says, and no more.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Preview {}

/// An event as a seat is told it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EventView<'a> {
    /// The event.
    #[serde(flatten)]
    pub event: &'a Event,
    /// The rulebook it rests on.
    pub system: &'static str,
    /// It in a sentence.
    pub text: String,
}

impl Lane {
    fn turn(&self, state: &State) -> u32 {
        state.moves / 2 + 1
    }

    fn number(&self, state: &State, side: Side) -> &str {
        self.scenario.map.grid.number(state.at[side])
    }
}

impl Protocol for Lane {
    type View<'a> = View<'a>;
    type Options<'a> = Verbs;
    type Targets<'a> = Targets<'a>;
    type Preview<'a> = Preview;
    type EventView<'a> = EventView<'a>;

    fn read_order(&self, order: &Value) -> Result<Order, String> {
        serde_json::from_value(order.clone())
            .map_err(|_| "{\"move\": {\"to\": \"0202\"}} was expected".to_owned())
    }

    fn order_value(&self, order: &Order) -> Value {
        json!(order)
    }

    fn read_event(&self, event: &Value) -> Result<Event, String> {
        serde_json::from_value(event.clone()).map_err(|error| error.to_string())
    }

    fn event_value(&self, event: &Event) -> Value {
        json!(event)
    }

    fn redact<'a>(&'a self, event: &'a Event, _: &'a [Modifier], _: Seat) -> Option<EventView<'a>> {
        let Event::Moved { side, to } = event;
        Some(EventView { event, system: SYSTEM, text: format!("The {side} picket goes to {to}.") })
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat, situation: &'a Situation) -> View<'a> {
        let unit = |side: Side| Picket {
            hex: self.number(state, side),
            id: format!("{side}-picket"),
            name: "Picket",
            side,
        };
        View {
            asked: self.asked(state).filter(|_| situation.ended.is_none()),
            game: &situation.game,
            redo: situation.redo,
            scenario: SCENARIO,
            seat,
            system: SYSTEM,
            turn: self.turn(state),
            turns: self.scenario.turns,
            ended: situation.ended,
            undo: situation.undo,
            units: Side::BOTH.map(unit).into(),
            version: situation.version,
        }
    }

    fn options(&self, state: &State, side: Side) -> Verbs {
        let asked = self.asked(state);
        Verbs { asked, verbs: if asked == Some(side) { &["move"] } else { &[] } }
    }

    fn targets<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        verb: &'a str,
        _: &Value,
    ) -> Result<Targets<'a>, Failure> {
        if verb != "move" || self.asked(state) != Some(side) {
            return Err(Failure::Malformed(format!("verb: '{verb}' has no targets now")));
        }
        let target = |order: Order| {
            let Order::Move { to } = &order;
            Target { hex: to.clone(), order }
        };
        Ok(Targets { targets: self.orders(state).into_iter().map(target).collect(), verb })
    }

    fn preview(&self, _: &State, _: Side, _: &Order) -> Preview {
        Preview {}
    }

    fn clock_turn(&self, state: &State) -> ClockTurn {
        let asked = self.asked(state);
        ClockTurn { number: self.turn(state), player: asked, acting: asked }
    }

    fn standing(&self, state: &State) -> Standing {
        let phase = "march".to_owned();
        Standing { turn: self.turn(state), turns: self.scenario.turns, phase, phasing: self.asked(state) }
    }

    fn victory(&self, state: &State) -> VictoryInfo {
        let score = self.score(state);
        let there = self.there(state);
        let line = |side| VictoryLineInfo {
            printed: None,
            side,
            points: 1,
            case: GOAL,
            text: "its picket has reached its goal".to_owned(),
        };
        VictoryInfo {
            points: score.points,
            level: score.level,
            leader: score.winner,
            lines: there.map(line).into_iter().collect(),
        }
    }

    fn unit_infos(&self, state: &State, _: Seat) -> Vec<UnitInfo> {
        let unit = |side: Side| UnitInfo {
            id: format!("{side}-picket"),
            side,
            kind: "picket".to_owned(),
            strength: String::new(),
            place: self.number(state, side).to_owned(),
            name: "Picket".to_owned(),
        };
        Side::BOTH.map(unit).into()
    }
}
