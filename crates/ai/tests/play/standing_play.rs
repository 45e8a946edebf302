//! Standing orders of Blue & Gray under generated play: what they answer is what their side could
//! have ordered, and nobody else is told of them.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::path::Path;
use std::sync::OnceLock;

use ai::{Chance, RandomCommander};
use blue_gray::{
    AdvanceRule, Answer, Ask, BatteryRule, Battle, BeforeCombatRule, Circumstances, ConditionalOrder, Event,
    ExchangeRule, Instructions, Library, Order, Push, Reply, RetreatRule, State, UnitId, UnitRetreat,
};
use hexmap::Hex;
use serde_json::{Map, Value};
use tabletop::{
    BySide, Dice, Game, GameSystem, Opening, Protocol, RuleCheck, Rules, Side, Situation, Viewer,
};

type UnitInstructions = Instructions<UnitId, Hex>;

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|faults| panic!("{faults}"))
    })
}

fn battle(scenario: &str) -> Battle {
    library().battle(scenario, &Map::new(), None).unwrap()
}

/// Some conditional orders of that side, two of which follow on others.
fn foreseen(
    battle: &Battle,
    state: &State,
    side: Side,
    chance: &mut Chance,
) -> Vec<ConditionalOrder<UnitId, Hex>> {
    let give = |give| Answer { give, next: Vec::new() };
    let mut orders = Vec::new();
    for _ in 0..chance.throw() {
        let units: Vec<(UnitId, Hex)> = battle.on_map(state, side).filter(|_| chance.throw() > 4).collect();
        let near = |&(unit, at): &(UnitId, Hex)| {
            let to: Vec<Hex> = battle.map().grid.neighbours(at).map(|(_, to)| to).collect();
            to.into_iter().map(move |to| give(Reply::Retreat { unit, to, displace: Vec::new() }))
        };
        let (ask, answers) = match chance.throw() {
            1..=3 => (Ask::Retreat, units.iter().flat_map(near).take(12).collect()),
            4 => (Ask::Advance, vec![give(Reply::Hold {})]),
            5 => (Ask::RetreatBeforeCombat, vec![give(Reply::RetreatBeforeCombat {})]),
            _ => (Ask::WithdrawBattery, vec![give(Reply::Stand {})]),
        };
        let when = Circumstances::default();
        if !answers.is_empty() {
            orders.push(ConditionalOrder { ask, during: None, when, answers });
        }
    }
    if let [_, .., last] = orders.as_slice() {
        let last = last.clone();
        orders[0].answers[0].next.push(last);
    }
    orders
}

/// Some instructions of that side.
fn any(battle: &Battle, state: &State, side: Side, chance: &mut Chance) -> UnitInstructions {
    let hexes: Vec<Hex> = battle.map().grid.hexes().collect();
    let hex = |chance: &mut Chance| {
        hexes[(0..4).fold(0, |n, _| n * 6 + usize::from(chance.throw() - 1)) % hexes.len()]
    };
    let rule = |chance: &mut Chance| match chance.throw() {
        1 => RetreatRule::Ask,
        2 | 3 => RetreatRule::NearestFriend,
        4 | 5 => RetreatRule::FromEnemy,
        _ => RetreatRule::Toward(hex(chance)),
    };
    let all = rule(chance);
    let of = |chance: &mut Chance| chance.throw() == 1;
    let units: Vec<UnitId> = battle.roster(side).iter().copied().filter(|_| of(chance)).collect();
    let retreats = units.into_iter().map(|unit| UnitRetreat { unit, rule: rule(chance) }).collect();
    Instructions {
        retreat: all,
        retreats,
        exchange: if chance.throw() > 2 { ExchangeRule::Least } else { ExchangeRule::Ask },
        advance: match chance.throw() {
            1 | 2 => AdvanceRule::Ask,
            3 => AdvanceRule::Never,
            _ => AdvanceRule::Strongest,
        },
        stay_in_works: chance.throw() > 3,
        stay: hexes.iter().copied().filter(|_| chance.throw() == 1 && chance.throw() == 1).collect(),
        battery: if chance.throw() > 2 { BatteryRule::Stand } else { BatteryRule::Ask },
        before_combat: match chance.throw() {
            1 | 2 => BeforeCombatRule::Ask,
            3 | 4 => BeforeCombatRule::Try,
            _ => BeforeCombatRule::Stand,
        },
        conditional: foreseen(battle, state, side, chance),
    }
}

/// Gives instructions to a position.
fn instruct(battle: &Battle, state: &mut State, side: Side, instructions: UnitInstructions) {
    let order = Order::Instruct { instructions };
    for event in battle.stand(state, side, &order).unwrap().unwrap() {
        battle.apply(state, &event);
    }
}

/// The order of which these events would come: the answer that follows on a standing order.
fn answer(events: &[Event<UnitId, Hex>], battery: bool) -> Order<UnitId, Hex> {
    assert_eq!(events[0], Event::Settled {}, "{events:?}");
    let mut displace = Vec::new();
    let mut units = Vec::new();
    for event in &events[1..] {
        match event {
            Event::Displaced { unit, to, .. } => displace.insert(0, Push { unit: *unit, to: *to }),
            Event::Retreated { unit, to, .. } if battery => {
                return Order::WithdrawBattery { unit: *unit, to: *to, displace };
            }
            Event::Retreated { unit, to, .. } => return Order::Retreat { unit: *unit, to: *to, displace },
            Event::Advanced { unit, to, .. } => return Order::Advance { unit: *unit, to: Some(*to) },
            Event::Held { .. } => return Order::Hold {},
            Event::Stood { .. } => return Order::Stand {},
            Event::WithdrawalThrown { .. } => return Order::RetreatBeforeCombat {},
            Event::Eliminated { unit, .. } => units.push(*unit),
            Event::Scored { .. } => {}
            _ => break,
        }
    }
    assert!(!units.is_empty(), "{events:?}");
    Order::Lose { units }
}

/// What a position is without instructions.
fn bare(state: &State) -> State {
    let mut bare = state.clone();
    bare.instructions = BySide::default();
    bare.followed = BySide::default();
    bare
}

/// Two tables with the same dice: at the one both sides give standing orders from time to time, at
/// the other they order themselves what was answered there. They never part, and an order given at
/// the one is legal at the other: so each answer is one that the rules offer, judged as an order is.
#[test]
fn what_standing_orders_answer_the_side_could_have_ordered() {
    let mut answered = [0; 5];
    for (scenario, seeds) in [
        ("training", 0..40),
        ("chickamauga-1975", 0..3),
        ("chickamauga-2006", 3..8),
        ("chattanooga-1975", 0..3),
    ] {
        let battle = battle(scenario);
        for seed in seeds {
            let (mut chance, mut one, mut two) =
                (Chance::new(seed), Chance::new(77 + seed), Chance::new(77 + seed));
            let mut commander = RandomCommander::new(seed);
            let (mut state, mut other) = (battle.start(), battle.start());
            while let Some(side) = battle.asked(&state) {
                if chance.throw() == 1 {
                    let of = if chance.throw() > 3 { side } else { side.other() };
                    let instructions = any(&battle, &state, of, &mut chance);
                    instruct(&battle, &mut state, of, instructions);
                }
                let order = commander.order(&battle, &state).unwrap();
                let quiet = &mut RuleCheck::quiet();
                let events = battle.execute(&mut state, side, &order, &mut one, quiet).unwrap();
                assert_eq!(battle.faults(&state), Vec::<String>::new(), "{scenario} {seed}");
                battle.execute(&mut other, side, &order, &mut two, quiet).unwrap();
                for (at, event) in events.iter().enumerate() {
                    let Event::StandingOrder { side, case } = event else { continue };
                    let question = other.question().unwrap();
                    assert_eq!((question.side, question.case), (*side, *case));
                    answered[question.ask as usize] += 1;
                    let order = answer(&events[at + 1..], question.ask == Ask::WithdrawBattery);
                    battle
                        .execute(&mut other, *side, &order, &mut two, quiet)
                        .unwrap_or_else(|no| panic!("{scenario} {seed}: {order:?}: {no}"));
                }
                assert_eq!(bare(&state), other, "{scenario} {seed}");
            }
        }
    }
    assert!(answered.iter().all(|&count| count > 0), "{answered:?}");
}

/// What a side is told: its view, its previews and options, the log.
fn told(battle: &Battle, state: &State, seat: Option<Side>) -> Vec<u8> {
    let mut out = Vec::new();
    battle.write_view(state, seat, &Situation::default(), &mut out);
    if let Some(side) = seat {
        out.extend(serde_json::to_vec(&battle.options(state, side)).unwrap());
    }
    out
}

/// A side's standing orders change nothing that anybody else is told before they answer, nor what a
/// commander of the other side orders.
#[test]
fn nobody_else_learns_of_standing_orders() {
    let battle = battle("training");
    let mut kept = 0;
    for seed in 0..20 {
        let mut chance = Chance::new(seed);
        let mut dice = Chance::new(seed);
        let mut commander = RandomCommander::new(seed);
        let mut state = battle.start();
        while let Some(side) = battle.asked(&state) {
            let of = side.other();
            let mut secret = state.clone();
            let instructions = any(&battle, &state, of, &mut chance);
            instruct(&battle, &mut secret, of, instructions.clone());
            for seat in [Some(side), None] {
                assert!(told(&battle, &state, seat) == told(&battle, &secret, seat), "{seed}");
            }
            assert_eq!(
                battle.determinize(&secret, side, &mut Chance::new(1)),
                battle.determinize(&state, side, &mut Chance::new(1))
            );
            let order = commander.order(&battle, &state).unwrap();
            let preview = |state: &State| serde_json::to_value(battle.preview(state, side, &order)).unwrap();
            assert_eq!(preview(&state), preview(&secret), "{seed}: {order:?}");
            let given = Order::Instruct { instructions };
            assert!(battle.keeps(&given, of, Some(side)) && battle.keeps(&given, of, None));
            assert!(!battle.keeps(&given, of, Some(of)));
            kept += 1;
            battle.execute(&mut state, side, &order, &mut dice, &mut RuleCheck::quiet()).unwrap();
        }
    }
    assert!(kept > 500, "{kept}");
}

/// Games in which both sides give standing orders replay to the same, whatever their records say of
/// them to others.
#[test]
fn games_with_standing_orders_replay_and_are_verified() {
    for seed in 0..6_u8 {
        let battle = battle("training");
        let header =
            library().begin("training", &Map::new(), None, &[], [seed; 32]).unwrap().header().clone();
        let mut game = Game::new(battle, header, Opening::new([seed; 32]));
        let mut commander = RandomCommander::new(u64::from(seed));
        let mut chance = Chance::new(u64::from(seed));
        let mut answers = 0;
        while let Some(side) = game.rules().asked(game.state()) {
            if chance.throw() == 1 {
                let of = if chance.throw() > 3 { side } else { side.other() };
                let instructions = any(game.rules(), game.state(), of, &mut chance);
                game.order(of, Order::Instruct { instructions }, None).unwrap();
            }
            let order = commander.order(game.rules(), game.state()).unwrap();
            game.order(side, order, None).unwrap();
        }
        let table: &dyn tabletop::AnyGame = &game;
        assert_eq!(table.verify().broken, None);
        let entries = table.entries(0);
        answers += entries.iter().filter(|entry| entry.to_string().contains("standing-order")).count();
        let again = library().load(game.header(), &entries, None).unwrap();
        assert_eq!(again.entries(0), entries);
        for viewer in [Viewer::Watcher, Viewer::Side(Side::Union), Viewer::Side(Side::Confederate)] {
            assert_eq!(again.view("", viewer, None), table.view("", viewer, None));
            let log = |table: &dyn tabletop::AnyGame| -> Vec<Value> {
                table.log(viewer, 0).iter().map(|entry| serde_json::json!(entry)).collect()
            };
            assert_eq!(log(&*again), log(table));
            let hidden = log(table).iter().filter(|entry| entry.to_string().contains("instruct")).count();
            assert_eq!(hidden == 0, viewer == Viewer::Watcher);
        }
        assert!(answers > 0);
    }
}
