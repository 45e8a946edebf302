//! A game that leaves to the contract what it need not say itself, and whose events are told in
//! part.

use std::cell::Cell;

use serde_json::{Value, json};
use tabletop::{
    Act, AnyGame, BySide, Case, ClockTurn, Dice, Failure, Game, GameSetup, LogEvent, Modifier, Modifiers,
    Protocol, Refusal, RuleCheck, Rules, Score, Seat, Side, Situation, Standing, UnitInfo, VictoryInfo,
    Viewer,
};

use crate::table::*;

/// Each order is an event of its own, of which everybody is told what it says.
struct Plain;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Visibility {
    /// All of it, in more words than the record has.
    Whole,
    /// That it happened.
    Part,
    /// Everything, but not to the Union.
    NotTheUnion,
}

thread_local! {
    /// How many events a test has applied.
    static APPLIED: Cell<usize> = const { Cell::new(0) };
}

const KINDS: [(&str, Visibility); 3] =
    [("whole", Visibility::Whole), ("part", Visibility::Part), ("not-the-union", Visibility::NotTheUnion)];

fn read(value: &Value) -> Result<Visibility, String> {
    let found = KINDS.into_iter().find(|(kind, _)| value["kind"] == *kind);
    found.map(|(_, told)| told).ok_or_else(|| "a kind".to_owned())
}

fn write(told: Visibility) -> Value {
    let kind = KINDS.into_iter().find(|(_, of)| *of == told).map(|(kind, _)| kind);
    json!({ "kind": kind, "count": 3 })
}

impl Rules for Plain {
    type State = u32;
    type Order = Visibility;
    type Event = Visibility;

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
        order: &Visibility,
        _: &mut dyn Dice,
        _: &mut RuleCheck,
    ) -> Result<Vec<Visibility>, Refusal> {
        Ok(vec![*order, Visibility::Whole])
    }

    fn apply(&self, state: &mut u32, _: &Visibility) {
        APPLIED.set(APPLIED.get() + 1);
        *state += 1;
    }

    fn may_undo(&self, _: &u32, _: &Visibility) -> bool {
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

    fn faces(&self, _: &[Visibility]) -> Vec<u8> {
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
    type EventView<'a> = Value;

    fn read_order(&self, order: &Value) -> Result<Visibility, String> {
        read(order)
    }

    fn order_value(&self, order: &Visibility) -> Value {
        write(*order)
    }

    fn read_event(&self, event: &Value) -> Result<Visibility, String> {
        read(event)
    }

    fn event_value(&self, event: &Visibility) -> Value {
        write(*event)
    }

    /// Of what is told whole, how many events there were before.
    fn modifiers(&self, before: &u32, events: &[Visibility]) -> Modifiers {
        let mut all = Modifiers::default();
        for (number, _) in events.iter().enumerate().filter(|(_, event)| **event == Visibility::Whole) {
            let rating = i16::try_from(*before as usize + number).ok();
            let one = Modifier { rating, ..Modifier::new(Case::new("1.1"), "plain", "events before") };
            all.note(number, vec![one]);
        }
        all
    }

    fn redact(&self, event: &Visibility, modifiers: &[Modifier], seat: Seat) -> Option<Value> {
        let mut value = write(*event);
        if let [one] = modifiers {
            value["before"] = json!(one.rating);
        }
        match event {
            Visibility::Whole => value["text"] = json!("It is as it is."),
            Visibility::Part => value = json!({ "kind": "part" }),
            Visibility::NotTheUnion => {}
        }
        (*event != Visibility::NotTheUnion || seat != Some(Union)).then_some(value)
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

    fn preview(&self, _: &u32, _: Side, _: &Visibility) -> Value {
        json!({})
    }

    fn victory(&self, _: &u32) -> VictoryInfo {
        VictoryInfo { points: BySide::default(), level: String::new(), leader: None, lines: Vec::new() }
    }

    fn unit_infos(&self, _: &u32, _: Seat) -> Vec<UnitInfo> {
        Vec::new()
    }

    fn clock_turn(&self, _: &u32) -> ClockTurn {
        ClockTurn { number: 1, player: None, acting: None }
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
    let order = write(Visibility::Whole);
    assert!(!game.takes_no_number(&order) && !game.tells_nothing(&order));
    assert!(!AnyGame::keeps_reasons(&game, Union, Viewer::Side(Confederate)));
    game.act(Union, Act::Order { order: &order, version: None, reason: "why not" }).unwrap();
    assert_eq!(game.version(), 1);
    let told = &game.log(Viewer::Side(Confederate), 0)[0];
    assert_eq!((told.order.as_ref(), told.reason.as_deref()), (Some(&order), Some("why not")));
}

#[test]
fn an_entry_has_a_salt_if_somebody_is_not_told_all_of_it() {
    for (told, hides) in
        [(Visibility::Whole, false), (Visibility::Part, true), (Visibility::NotTheUnion, true)]
    {
        let mut game = plain();
        game.order(Union, told, None).unwrap();
        let line = game.lines(0).next().unwrap();
        assert_eq!(line["salt"].is_string(), hides, "{told:?}");
        assert_eq!(*game.state(), 2);
    }
}

#[test]
fn modifiers_are_told_with_their_event_and_again_when_the_record_is_read() {
    let mut game = plain();
    for told in [Visibility::Whole, Visibility::NotTheUnion, Visibility::Part] {
        game.order(Union, told, None).unwrap();
    }
    game.act(Union, Act::Undo).unwrap();
    game.act(Union, Act::Redo).unwrap();
    let before = |game: &Game<Plain>, seat: Side| -> Vec<Value> {
        let events = game.log(Viewer::Side(seat), 0).into_iter().filter_map(|entry| entry.events).flatten();
        events.map(|event| event["before"].clone()).collect()
    };
    assert_eq!(
        before(&game, Confederate),
        [json!(0), json!(1), Value::Null, json!(3), Value::Null, json!(5)]
    );
    // The Union is not told of one event; the others keep what is theirs.
    assert_eq!(before(&game, Union), [json!(0), json!(1), json!(3), Value::Null, json!(5)]);
    let (header, lines) = (game.header().clone(), AnyGame::entries(&game, 0));
    assert!(lines.iter().all(|line| !line.to_string().contains("before")), "records do not hold them");
    let again = Game::read(Plain, header, tabletop::Opening::new(SECRET), &lines).unwrap();
    assert_eq!(before(&again, Union), before(&game, Union));
}

#[test]
fn an_event_is_told_with_its_modifiers_if_it_has_any() {
    let event = || LogEvent {
        event: json!({ "kind": "whole" }),
        case: Case::new("1.1"),
        modifiers: Vec::new(),
        printed: None,
        system: "plain".to_owned(),
        text: None,
    };
    assert_eq!(json!(event()), json!({ "kind": "whole", "case": "1.1", "system": "plain" }));
    let one = Modifier { shift: Some(-2), ..Modifier::new(Case::new("1.2"), "plain", "far") };
    let told = json!(event().modified(&[one]));
    let modifier = json!({ "case": "1.2", "shift": -2, "system": "plain", "text": "far" });
    assert_eq!(told["modifiers"], json!([modifier]));
}

#[test]
fn an_order_that_a_record_takes_back_does_not_lead_through_all_before_it() {
    let mut game = plain();
    (0..500).for_each(|_| assert_eq!(game.order(Union, Visibility::Whole, None).map(drop), Ok(())));
    for round in 0..100 {
        let back = 1 + round % 3;
        (0..back).for_each(|_| assert!(game.act(Union, Act::Undo).is_ok()));
        (0..back - round % 2).for_each(|_| assert!(game.act(Union, Act::Redo).is_ok()));
        game.order(Union, Visibility::Whole, None).unwrap();
    }
    let (header, lines) = (game.header().clone(), AnyGame::entries(&game, 0));
    APPLIED.set(0);
    assert_eq!(game.verify().broken, None);
    let audited = APPLIED.replace(0);
    Game::read(Plain, header, tabletop::Opening::new(SECRET), &lines).unwrap();
    let most = 120 * lines.len();
    assert!(
        audited < most && APPLIED.get() < most,
        "{audited} and {} of {} entries",
        APPLIED.get(),
        lines.len()
    );
}
