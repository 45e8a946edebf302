//! A game that leaves to the contract what it need not say itself, and whose events are told in
//! part.

use serde_json::{Value, json};
use tabletop::{
    AnyGame, BySide, Case, Dice, Failure, Game, GameSetup, Protocol, Refusal, RuleCheck, Rules, Score, Seat,
    Side, Situation, Standing, UnitTold, VictoryTold, Viewer,
};

use crate::table::*;

/// Each order is an event of its own, of which everybody is told what it says.
struct Plain;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Told {
    /// All of it, in more words than the record has.
    Whole,
    /// That it happened.
    Part,
    /// Everything, but not to the Union.
    NotTheUnion,
}

const KINDS: [(&str, Told); 3] =
    [("whole", Told::Whole), ("part", Told::Part), ("not-the-union", Told::NotTheUnion)];

fn read(value: &Value) -> Result<Told, String> {
    let found = KINDS.into_iter().find(|(kind, _)| value["kind"] == *kind);
    found.map(|(_, told)| told).ok_or_else(|| "a kind".to_owned())
}

fn write(told: Told) -> Value {
    let kind = KINDS.into_iter().find(|(_, of)| *of == told).map(|(kind, _)| kind);
    json!({ "kind": kind, "count": 3 })
}

impl Rules for Plain {
    type State = u32;
    type Order = Told;
    type Event = Told;

    fn start(&self) -> u32 {
        0
    }

    fn asked(&self, _: &u32) -> Option<Side> {
        Some(Union)
    }

    fn judge(
        &self,
        _: &u32,
        _: Side,
        order: &Told,
        _: &mut dyn Dice,
        _: &mut RuleCheck,
    ) -> Result<Vec<Told>, Refusal> {
        Ok(vec![*order, Told::Whole])
    }

    fn apply(&self, state: &mut u32, _: &Told) {
        *state += 1;
    }

    fn may_undo(&self, _: &u32, _: &Told) -> bool {
        true
    }

    fn system_of(&self, _: Case) -> &str {
        "plain"
    }

    fn determinize(&self, state: &u32, _: Side, _: &mut dyn Dice) -> u32 {
        *state
    }

    fn score(&self, _: &u32) -> Score {
        Score { points: BySide::default(), level: "draw".to_owned(), winner: None }
    }

    fn data(&self) -> &str {
        ""
    }

    fn faces(&self, _: &[Told]) -> Vec<u8> {
        Vec::new()
    }

    fn faults(&self, _: &u32) -> Vec<String> {
        Vec::new()
    }
}

impl Protocol for Plain {
    type View<'a> = Value;
    type Options<'a> = Value;
    type Targets<'a> = Value;
    type Preview<'a> = Value;
    type Told<'a> = Value;

    fn read_order(&self, order: &Value) -> Result<Told, String> {
        read(order)
    }

    fn order_value(&self, order: &Told) -> Value {
        write(*order)
    }

    fn read_event(&self, event: &Value) -> Result<Told, String> {
        read(event)
    }

    fn event_value(&self, event: &Told) -> Value {
        write(*event)
    }

    fn redact(&self, event: &Told, seat: Seat) -> Option<Value> {
        let mut value = write(*event);
        match event {
            Told::Whole => value["text"] = json!("It is as it is."),
            Told::Part => value = json!({ "kind": "part" }),
            Told::NotTheUnion => {}
        }
        (*event != Told::NotTheUnion || seat != Some(Union)).then_some(value)
    }

    fn view(&self, state: &u32, _: Seat, _: &Situation) -> Value {
        json!(state)
    }

    fn options(&self, _: &u32, _: Side) -> Value {
        json!({})
    }

    fn targets(&self, _: &u32, _: Side, _: &str, _: &Value) -> Result<Value, Failure> {
        Ok(json!([]))
    }

    fn preview(&self, _: &u32, _: Side, _: &Told) -> Value {
        json!({})
    }

    fn victory(&self, _: &u32) -> VictoryTold {
        VictoryTold { points: BySide::default(), level: String::new(), leader: None, lines: Vec::new() }
    }

    fn units_told(&self, _: &u32, _: Seat) -> Vec<UnitTold> {
        Vec::new()
    }

    fn standing(&self, state: &u32) -> Standing {
        Standing { turn: *state, turns: 0, phase: String::new(), phasing: None }
    }
}

fn plain() -> Game<Plain> {
    let options = &serde_json::Map::new();
    let setup =
        GameSetup { system: "plain", scenario: "plain", options, position: None, dice: &[], pack: None };
    Game::begin(Plain, setup, SECRET).unwrap()
}

#[test]
fn unless_the_rules_say_otherwise_orders_are_numbered_and_nothing_is_kept() {
    let mut game = plain();
    let order = write(Told::Whole);
    assert!(!game.takes_no_number(&order) && !game.tells_nothing(&order));
    assert!(!AnyGame::keeps_reasons(&game, Union, Viewer::Side(Confederate)));
    AnyGame::order_because(&mut game, Union, &order, None, "why not").unwrap();
    assert_eq!(game.version(), 1);
    let told = &game.log(Viewer::Side(Confederate), 0)[0];
    assert_eq!((told.order.as_ref(), told.reason.as_deref()), (Some(&order), Some("why not")));
}

#[test]
fn an_entry_has_a_salt_if_somebody_is_not_told_all_of_it() {
    for (told, hides) in [(Told::Whole, false), (Told::Part, true), (Told::NotTheUnion, true)] {
        let mut game = plain();
        game.order(Union, told, None).unwrap();
        let line = game.lines(0).next().unwrap();
        assert_eq!(line["salt"].is_string(), hides, "{told:?}");
        assert_eq!(*game.state(), 2);
    }
}
