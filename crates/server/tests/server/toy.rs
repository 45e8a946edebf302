//! A game just large enough to test `tabletop` and the server it is played on: two sides take from
//! a heap in turn, and the side that takes the last item wins. It can throw a die, hide a message
//! from the other side, take an order without a number, and fail in the middle of a rule.

use serde_json::{Map, Value, json};
use tabletop::{
    AnyGame, BySide, Case, ClockTurn, Dice, Failure, Game, GameSystem, Header, Modifier, OptionInfo,
    Protocol, Refusal, RuleChange, RuleCheck, Rules, ScenarioInfo, Score, Seat, ServerSeed, Side, Situation,
    Standing, UnitInfo, VictoryInfo, commitment,
};

/// The rules; `LATER` are those after they were changed.
pub struct Heap<const LATER: bool = false> {
    pub heap: u32,
}

/// What the later rules have changed.
const CHANGES: &[RuleChange] = &[
    RuleChange { version: 1, case: MOST, what: "At most five are taken at once." },
    RuleChange { version: 2, case: THROWN, what: "Who throws a die takes one less than it shows." },
];

#[derive(Debug, Clone, PartialEq)]
pub struct State {
    heap: u32,
    asked: Side,
    words: Vec<(Side, String)>,
    plans: BySide<Option<String>>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Order {
    Take(u32),
    Throw,
    Whisper(String),
    /// Takes one, and is final unless the heap was untouched before.
    Swear,
    /// Takes no number.
    Plan(String),
    Explode,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Took { side: Side, count: u32 },
    Thrown { die: u8 },
    Whispered { side: Side, word: String },
    Planned { side: Side, word: String },
}

const TURN: Case = Case::new("1.1");
const ENOUGH: Case = Case::new("2.1");
const MOST: Case = Case::new("2.2");
const THROWN: Case = Case::new("2.3");
const PLAN: Case = Case::new("3.1");

impl<const LATER: bool> Rules for Heap<LATER> {
    type State = State;
    type Order = Order;
    type Event = Event;

    const CHANGES: &'static [RuleChange] = if LATER { CHANGES } else { &[] };

    fn start(&self) -> State {
        State { heap: self.heap, asked: Side::Union, words: Vec::new(), plans: BySide::default() }
    }

    fn asked(&self, state: &State) -> Option<Side> {
        (state.heap > 0).then_some(state.asked)
    }

    fn judge(
        &self,
        state: &State,
        side: Side,
        order: &Order,
        dice: &mut dyn Dice,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Event>, Refusal> {
        rule_check.check(TURN, "It is this side's turn.", side == state.asked, || {
            format!("It is the {}'s turn.", side.other())
        })?;
        match order {
            Order::Take(count) => {
                rule_check.check(
                    ENOUGH,
                    "The heap is large enough.",
                    (1..=state.heap).contains(count),
                    || format!("The heap holds {}.", state.heap),
                )?;
                if LATER {
                    let few = || "At most five are taken at once.".to_owned();
                    rule_check.check(MOST, "Not more are taken than may be.", *count <= 5, few)?;
                }
                Ok(vec![Event::Took { side, count: *count }])
            }
            Order::Throw => {
                let die = dice.throw();
                let count = (u32::from(die) - u32::from(LATER)).min(state.heap);
                Ok(vec![Event::Thrown { die }, Event::Took { side, count }])
            }
            Order::Whisper(word) => Ok(vec![Event::Whispered { side, word: word.clone() }]),
            Order::Swear => Ok(vec![Event::Took { side, count: 1 }]),
            Order::Plan(word) => Ok(vec![Event::Planned { side, word: word.clone() }]),
            Order::Explode => panic!("the rules of the toy explode, as they should"),
        }
    }

    fn apply(&self, state: &mut State, event: &Event) {
        match event {
            Event::Took { side, count } => {
                state.heap -= count;
                state.asked = side.other();
            }
            Event::Thrown { .. } => {}
            // What depends on an order without a number.
            Event::Whispered { side, word } if word == "the plan" => {
                state.words.push((*side, state.plans[*side].clone().unwrap_or_default()));
            }
            Event::Whispered { side, word } => state.words.push((*side, word.clone())),
            Event::Planned { side, word } => state.plans[*side] = Some(word.clone()),
        }
    }

    fn stand(&self, _: &State, side: Side, order: &Order) -> Option<Result<Vec<Event>, Refusal>> {
        let Order::Plan(word) = order else { return None };
        let mut rule_check = RuleCheck::quiet();
        let worded =
            rule_check.check(PLAN, "A plan has words.", !word.is_empty(), || "A plan has words.".to_owned());
        Some(worded.map(|()| vec![Event::Planned { side, word: word.clone() }]))
    }

    fn may_undo(&self, before: &State, order: &Order) -> bool {
        *order != Order::Swear || before.heap == self.heap
    }

    fn system_of(&self, _: Case) -> &str {
        "heap"
    }

    fn determinize(&self, state: &State, _: Side, _: &mut dyn Dice) -> State {
        state.clone()
    }

    fn score(&self, _: &State) -> Score {
        Score { points: BySide::default(), level: "draw".to_owned(), winner: None }
    }

    fn data(&self) -> &str {
        ""
    }

    fn faces(&self, events: &[Event]) -> Vec<u8> {
        events.iter().filter_map(|e| if let Event::Thrown { die } = e { Some(*die) } else { None }).collect()
    }

    fn faults(&self, state: &State) -> Vec<String> {
        if state.heap > self.heap { vec!["the heap has grown".to_owned()] } else { Vec::new() }
    }
}

impl<const LATER: bool> Protocol for Heap<LATER> {
    type View<'a> = Value;
    type Options<'a> = Value;
    type Targets<'a> = Value;
    type Preview<'a> = Value;
    type EventView<'a> = Value;

    fn read_order(&self, order: &Value) -> Result<Order, String> {
        let fields = order.as_object().filter(|fields| fields.len() == 1).ok_or("an order has one key")?;
        let (verb, with) = fields.iter().next().ok_or("an order has one key")?;
        match verb.as_str() {
            "take" => {
                let count = with["count"].as_u64().and_then(|n| u32::try_from(n).ok());
                count.map(Order::Take).ok_or_else(|| "take: 'count' is a number".to_owned())
            }
            "throw" => Ok(Order::Throw),
            "whisper" => {
                Ok(Order::Whisper(with["word"].as_str().ok_or("whisper: 'word' is text")?.to_owned()))
            }
            "swear" => Ok(Order::Swear),
            "plan" => Ok(Order::Plan(with["word"].as_str().ok_or("plan: 'word' is text")?.to_owned())),
            "explode" => Ok(Order::Explode),
            other => Err(format!("there is no order '{other}'")),
        }
    }

    fn order_value(&self, order: &Order) -> Value {
        match order {
            Order::Take(count) => json!({ "take": { "count": count } }),
            Order::Throw => json!({ "throw": {} }),
            Order::Whisper(word) => json!({ "whisper": { "word": word } }),
            Order::Swear => json!({ "swear": {} }),
            Order::Plan(word) => json!({ "plan": { "word": word } }),
            Order::Explode => json!({ "explode": {} }),
        }
    }

    fn read_event(&self, event: &Value) -> Result<Event, String> {
        let side = || event["side"].as_str().and_then(Side::from_word).ok_or("a side");
        let number =
            |field: &str| event[field].as_u64().and_then(|n| u32::try_from(n).ok()).ok_or("a number");
        match event["event"].as_str() {
            Some("took") => Ok(Event::Took { side: side()?, count: number("count")? }),
            Some("thrown") => Ok(Event::Thrown { die: u8::try_from(number("die")?).map_err(|_| "a die")? }),
            Some("whispered") => Ok(Event::Whispered {
                side: side()?,
                word: event["word"].as_str().ok_or("a word")?.to_owned(),
            }),
            Some("planned") => {
                Ok(Event::Planned { side: side()?, word: event["word"].as_str().ok_or("a word")?.to_owned() })
            }
            _ => Err("there is no such event".to_owned()),
        }
    }

    fn event_value(&self, event: &Event) -> Value {
        match event {
            Event::Took { side, count } => {
                json!({ "event": "took", "side": side, "count": count, "text": format!("The {side} takes {count}.") })
            }
            Event::Thrown { die } => {
                json!({ "event": "thrown", "die": die, "text": format!("The die shows {die}.") })
            }
            Event::Whispered { side, word } => json!({ "event": "whispered", "side": side, "word": word }),
            Event::Planned { side, word } => json!({ "event": "planned", "side": side, "word": word }),
        }
    }

    fn keeps(&self, order: &Order, by: Side, seat: Seat) -> bool {
        matches!(order, Order::Whisper(_) | Order::Plan(_)) && seat != Some(by)
    }

    /// The reason that a side with a plan gives may reveal the plan.
    fn keeps_reasons(&self, state: &State, by: Side, seat: Seat) -> bool {
        state.plans[by].is_some() && state.heap > 0 && seat != Some(by)
    }

    fn tells_nothing(&self, state: &State, order: &Order) -> bool {
        matches!(order, Order::Plan(_)) && state.heap > 0
    }

    fn redact(&self, event: &Event, _: &[Modifier], seat: Seat) -> Option<Value> {
        match event {
            Event::Whispered { side, .. } | Event::Planned { side, .. } if seat != Some(*side) => None,
            _ => Some(self.event_value(event)),
        }
    }

    fn view(&self, state: &State, seat: Seat, situation: &Situation) -> Value {
        let words: Vec<&str> =
            state.words.iter().filter(|(side, _)| seat == Some(*side)).map(|(_, word)| &**word).collect();
        let mut view = json!({
            "game": situation.game, "version": situation.version, "seat": seat, "heap": state.heap,
            "asked": self.asked(state).filter(|_| situation.ended.is_none()), "words": words, "undo": situation.undo, "redo": situation.redo,
            "thrown": situation.thrown, "practice": situation.practice, "revealed": situation.revealed,
        });
        if let Some(plan) = seat.and_then(|side| state.plans[side].as_ref()) {
            view["plan"] = json!(plan);
        }
        if let Some(ended) = situation.ended {
            view["ended"] = json!(ended);
        }
        if !situation.offers.is_empty() {
            view["offers"] = json!(situation.offers);
        }
        if let Some(clock) = situation.clock() {
            view["clock"] = json!(clock);
        }
        if let Some(no_show) = situation.no_show {
            view["no-show"] = json!(no_show);
        }
        if situation.shares.is_some() {
            view["commitment"] = json!(situation.commitment);
            view["shares"] = json!(situation.shares);
            view["waiting"] = json!(situation.waiting);
            view["throw"] = json!(situation.throw);
        }
        view
    }

    fn options(&self, state: &State, side: Side) -> Value {
        let verbs: &[&str] =
            if self.asked(state) == Some(side) { &["take", "throw", "whisper"] } else { &[] };
        json!({ "verbs": verbs })
    }

    fn targets(&self, state: &State, _: Side, verb: &str, _: &Value) -> Result<Value, Failure> {
        match verb {
            "take" => Ok(json!({ "verb": verb, "targets": (1..=state.heap).collect::<Vec<_>>() })),
            _ => Err(Failure::Malformed(format!("verb: there is no '{verb}' with targets"))),
        }
    }

    fn preview(&self, state: &State, _: Side, order: &Order) -> Value {
        match order {
            Order::Take(count) => json!({ "left": state.heap - count }),
            _ => json!({}),
        }
    }

    /// Whoever took the last item has won.
    fn victory(&self, state: &State) -> VictoryInfo {
        let leader = (state.heap == 0).then(|| state.asked.other());
        VictoryInfo { points: BySide::default(), level: String::new(), leader, lines: Vec::new() }
    }

    fn unit_infos(&self, _: &State, _: Seat) -> Vec<UnitInfo> {
        Vec::new()
    }

    /// Every five items begin a game-turn, in which the Union acts of its own accord.
    fn clock_turn(&self, state: &State) -> ClockTurn {
        let number = (self.heap - state.heap) / 5 + 1;
        ClockTurn { number, player: None, acting: Some(Side::Union) }
    }

    fn standing(&self, state: &State) -> Standing {
        let phase = "taking".to_owned();
        Standing { turn: self.heap - state.heap, turns: self.heap, phase, phasing: self.asked(state) }
    }
}

/// The system of the scenarios `heap` (ten to take) and `mountain` (a million).
pub struct Toys;

impl Toys {
    fn size(scenario: &str) -> Result<u32, Failure> {
        match scenario {
            "heap" => Ok(10),
            "mountain" => Ok(1_000_000),
            _ => Err(Failure::Malformed(format!("scenario: there is no '{scenario}'"))),
        }
    }
}

/// The same toys by the later rules.
pub struct LaterToys;

impl GameSystem for Toys {
    fn id(&self) -> &str {
        "toys"
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let scenario = |id: &str, turns| ScenarioInfo {
            id: id.to_owned(),
            title: format!("The {id}"),
            system: "heap".to_owned(),
            edition: "first".to_owned(),
            about: "Whoever takes the last has won.".to_owned(),
            date: "19 September 1863".to_owned(),
            sides: Side::BOTH,
            first: Side::Union,
            turns,
            map: if id == "heap" { "sheet" } else { "none" }.to_owned(),
            options: vec![OptionInfo {
                id: "slow".to_owned(),
                title: "Slow".to_owned(),
                text: "Nothing changes.".to_owned(),
                case: None,
                rulebook: None,
                printed: None,
                default: false,
                hides: None,
                before: None,
                scenarios: Vec::new(),
            }],
            notes: Vec::new(),
        };
        vec![scenario("heap", 10), scenario("mountain", 1_000_000)]
    }

    fn begin(
        &self,
        scenario: &str,
        options: &Map<String, Value>,
        position: Option<&Value>,
        dice: &[u8],
        seed: ServerSeed,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        self.load(&begun::<false>(scenario, options, position, dice, seed)?, &[], Some(seed))
    }

    fn load(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        loaded::<false>(header, entries, secret)
    }
}

impl GameSystem for LaterToys {
    fn id(&self) -> &str {
        Toys.id()
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        Toys.scenarios()
    }

    fn changes(&self) -> &'static [RuleChange] {
        CHANGES
    }

    fn begin(
        &self,
        scenario: &str,
        options: &Map<String, Value>,
        position: Option<&Value>,
        dice: &[u8],
        seed: ServerSeed,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        self.load(&begun::<true>(scenario, options, position, dice, seed)?, &[], Some(seed))
    }

    fn load(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        loaded::<true>(header, entries, secret)
    }
}

fn begun<const LATER: bool>(
    scenario: &str,
    options: &Map<String, Value>,
    position: Option<&Value>,
    dice: &[u8],
    seed: ServerSeed,
) -> Result<Header, Failure> {
    if let Some(unknown) = options.keys().find(|name| *name != "slow") {
        return Err(Failure::Malformed(format!("options: there is no '{unknown}'")));
    }
    Ok(Header {
        longroll: 2,
        system: "heap".to_owned(),
        scenario: scenario.to_owned(),
        data: String::new(),
        rules: Heap::<LATER>::VERSION,
        pack: None,
        options: options.clone(),
        commitment: commitment(&seed),
        practice: !dice.is_empty() || position.is_some(),
        dice: dice.to_vec(),
        position: position.cloned(),
        seats: None,
        shares: None,
        links: false,
        coming: false,
        clock: None,
        from: None,
        secret: None,
    })
}

fn loaded<const LATER: bool>(
    header: &Header,
    entries: &[Value],
    secret: Option<ServerSeed>,
) -> Result<Box<dyn AnyGame>, Failure> {
    let units = header.position.as_ref().map(|position| position["units"].as_array().map_or(0, Vec::len));
    let heap = match units {
        Some(units) => u32::try_from(units).unwrap_or(u32::MAX),
        None => Toys::size(&header.scenario)?,
    };
    let game = Game::resume(header, entries, secret, || Ok(Heap::<LATER> { heap }))?;
    Ok(Box::new(game))
}
