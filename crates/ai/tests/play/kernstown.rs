//! Battles of Kernstown for tests.
use std::path::Path;
use std::sync::OnceLock;

use ai::Chance;
use blind_swords::{Battle, ChitKind, Library, Question, StandingOrder, StandingOrders, State};
use serde_json::{Map, Value, json};
use tabletop::{Rules, Side};

/// All six scenarios, the smallest first.
pub const SCENARIOS: [&str; 6] = [
    "kernstown-1-stone-wall",
    "kernstown-2-historical",
    "kernstown-3-jackson-aware",
    "kernstown-4-breckinridge",
    "kernstown-5-historical-1864",
    "kernstown-6-what-if",
];

/// The shipped data.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|faults| panic!("{faults}"))
    })
}

/// All options of the rules on, or all off.
pub fn options(on: bool) -> Map<String, Value> {
    let chosen = json!({ "rare-events": on, "chew": on, "broken-stay-worn": on });
    serde_json::from_value(chosen).unwrap_or_default()
}

/// A scenario with all options on, or all off.
pub fn battle(scenario: &str, on: bool) -> Battle {
    library().battle(scenario, &options(on), None).unwrap_or_else(|e| panic!("{e:?}"))
}

/// The first scenario with only these units, from that turn on.
pub fn set_up(turn: u8, units: &[(&str, &str)]) -> Battle {
    let units: Vec<Value> = units.iter().map(|(id, hex)| json!({ "id": id, "hex": hex })).collect();
    let position = json!({ "turn": turn, "units": units });
    library().battle(SCENARIOS[0], &Map::new(), Some(&position)).unwrap_or_else(|e| panic!("{e}"))
}

/// The first position in which that side is asked that question, in a game where both sides do as
/// little as possible and the side's brigades attack. Other dice are tried until it comes up.
pub fn asked(battle: &Battle, side: Side, wanted: impl Fn(Question) -> bool) -> State {
    use blind_swords::{BrigadeOrder, Order};
    for seed in 0..200 {
        let mut dice = Chance::new(seed);
        let mut state = battle.start();
        while let Some(now) = battle.asked(&state) {
            if now == side && battle.question(&state).is_some_and(&wanted) {
                return state;
            }
            let offers = battle.offers(&state);
            let attack = Order::Order { order: BrigadeOrder::Attack };
            let idle = |order: &&Order| matches!(order, Order::Pass {} | Order::End {} | Order::Hold {});
            let order = offers.iter().find(|&order| *order == attack).or(offers.iter().find(idle));
            let Some(order) = order.or(offers.first()) else { break };
            let Ok(next) = battle.after(&state, order, &mut dice) else { break };
            state = next;
        }
    }
    panic!("it never comes to that question")
}

/// The same position except for what that seat may not know: the other side's hand and Key Chits
/// are other chits of that side, its standing orders differ, and so do the chits that went into the
/// cup unseen.
pub fn with_other_secrets(battle: &Battle, state: &State, seat: Side) -> State {
    use blind_swords::ChitPlace::{Cup, Excluded, Held};
    let mut other = state.clone();
    let of = |side: Side| {
        battle.chit_ids().filter(move |&c| {
            battle.chit(c).side == Some(side) && matches!(battle.chit(c).kind, ChitKind::Event(_))
        })
    };
    let places = |side: Side, known: bool| -> Vec<usize> {
        of(side)
            .map(|c| c.index())
            .filter(|&i| {
                let chit = &state.chits[i];
                matches!(chit.place, Cup | Excluded | Held)
                    && !chit.shown
                    && !(known && (chit.key || chit.place == Held))
            })
            .collect()
    };
    // All enemy chits that are not face up, and the seat's own chits that went into the cup or out
    // of play unseen, are rotated, each to the place of the next.
    for (side, known) in [(seat.other(), false), (seat, true)] {
        let there = places(side, known);
        for (k, &i) in there.iter().enumerate() {
            other.chits[i] = state.chits[there[(k + 1) % there.len()]];
        }
    }
    other.instructions[seat.other()] =
        StandingOrders { opportunity_fire: StandingOrder::Never, ..state.instructions[seat.other()].clone() };
    other
}
