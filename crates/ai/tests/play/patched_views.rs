//! What changes in a view is told as a patch: patched, the view that was told last is the one that is
//! written whole, of every seat, in whole games. All patches are applied, and at night both views are
//! compared after every order.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use std::path::Path;

use ai::{RandomBlindSwords, RandomCommander};
use serde_json::{Map, Value, json};
use tabletop::{
    AuditedDice, Clock, ClockSettings, EndedBy, Ending, GameSystem, Offer, OpenOffer, Protocol, RuleCheck,
    Seat, SentView, Side, Situation,
};
use testing::nightly;

const SEATS: [Seat; 3] = [None, Some(Side::Union), Some(Side::Confederate)];

/// A viewer who was told patches alone.
struct Watching {
    seat: Seat,
    told: SentView,
    view: Value,
}

impl Watching {
    /// Is told a position; says how many bytes of patch and of whole view that took.
    fn is_told<R: Protocol>(
        &mut self,
        rules: &R,
        state: &R::State,
        situation: &Situation,
        compared: bool,
    ) -> (usize, usize) {
        let (mut patch, mut whole) = (Vec::new(), Vec::new());
        rules.write_patch(state, self.seat, situation, &mut self.told, &mut patch);
        rules.write_view(state, self.seat, situation, &mut whole);
        let operations: json_patch::Patch = serde_json::from_slice(&patch).unwrap();
        json_patch::patch(&mut self.view, &operations).unwrap();
        if compared {
            assert_eq!(self.view, serde_json::from_slice::<Value>(&whole).unwrap(), "{operations}");
        }
        (patch.len(), whole.len())
    }
}

/// An offer stands now and then, a game with clocks has them, and at last it is given up and goes on
/// all the same.
fn between_players(version: u32) -> Situation {
    let mut situation = Situation::default();
    if version % 11 > 7 {
        let offer =
            if version.is_multiple_of(2) { Offer::Draw {} } else { Offer::Rewind { to: version / 2 } };
        situation.offers.push(OpenOffer { side: Side::Union, version, offer });
    }
    if version % 40 > 20 {
        let settings = ClockSettings { bank: 3600, turn: 60, answers: 10, off: Vec::new(), east: 0 };
        situation.clock = Some(Clock::new(settings));
    }
    if version % 29 == 28 {
        situation.ended = Some(Ending { by: EndedBy::Resignation, winner: Some(Side::Confederate) });
    }
    situation
}

/// Plays a game to its end, with three viewers who are told patches; from half of it on, an answer
/// is told anew now and then, as after an undo.
fn watched<R: Protocol>(rules: &R, seed: u64, mut order: impl FnMut(&R, &R::State) -> Option<R::Order>) {
    let mut dice = AuditedDice::new([seed as u8; 32], []);
    let mut viewers = SEATS.map(|seat| Watching { seat, told: SentView::default(), view: json!({}) });
    let mut state = rules.start();
    let (mut patches, mut wholes) = (0, 0);
    let mut before = None;
    for version in 0_u32.. {
        let situation =
            Situation { version, undo: version % 3 == 1, thrown: version / 2, ..between_players(version) };
        let asked = rules.asked(&state);
        for viewer in &mut viewers {
            let compared = asked.is_none() || version.is_multiple_of(nightly(5, 1));
            let (patch, whole) = viewer.is_told(rules, &state, &situation, compared);
            if version > 0 {
                (patches, wholes) = (patches + patch, wholes + whole);
            }
        }
        // An order is taken back now and then: the next view is one of before.
        if version % 17 == 16
            && let Some(earlier) = before.take()
        {
            for viewer in &mut viewers {
                viewer.is_told(rules, &earlier, &Situation::default(), true);
            }
        }
        let Some(side) = asked else { break };
        let given = order(rules, &state).unwrap();
        before = Some(state.clone());
        rules.execute(&mut state, side, &given, &mut dice, &mut RuleCheck::quiet()).unwrap();
    }
    assert!(patches * 3 < wholes, "patches take {patches} bytes where whole views take {wholes}");
}

fn read(file: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file)).ok()
}

#[test]
fn views_of_blue_and_gray_are_patched_to_what_they_are_written_whole() {
    let library = blue_gray::Library::load(&read).unwrap();
    for (seed, scenario) in (1..).zip(library.scenarios()) {
        let battle = library.battle(&scenario.id, &Map::new(), None).unwrap();
        let mut commander = RandomCommander::new(seed);
        watched(&battle, seed, |battle, state| commander.order(battle, state));
    }
}

#[test]
fn views_of_kernstown_are_patched_to_what_they_are_written_whole() {
    let library = blind_swords::Library::load(&read).unwrap();
    for (seed, scenario) in (1..).zip(library.scenarios()) {
        let battle = library.battle(&scenario.id, &Map::new(), None).unwrap();
        let mut commander = RandomBlindSwords::new(seed);
        watched(&battle, seed, |battle, state| commander.order(battle, state));
    }
}
