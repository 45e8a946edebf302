//! A view is sent as a patch of the last one: applied, it gives the view written whole, for every viewer,
//! in whole games. All patches are applied, and at night both views are compared after every order.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use std::path::Path;

use ai::{RandomBlindSwords, RandomCommander};
use serde_json::{Map, Value, json};
use tabletop::{
    AuditedDice, Clock, ClockSettings, EndedBy, Ending, GameSystem, Offer, OpenOffer, Protocol, RuleCheck,
    Side, Situation, Viewer, patch,
};
use testing::nightly;

const VIEWERS: [Viewer; 4] =
    [Viewer::Watcher, Viewer::Side(Side::Union), Viewer::Side(Side::Confederate), Viewer::Both];

/// A viewer who is sent patches alone.
struct Watching {
    viewer: Viewer,
    /// The view as it was written last.
    written: String,
    /// The view that the patches give.
    view: Value,
}

impl Watching {
    /// Sends a position; returns the bytes of the patch and of the whole view.
    fn send<R: Protocol>(
        &mut self,
        rules: &R,
        state: &R::State,
        situation: &Situation,
        compared: bool,
    ) -> (usize, usize) {
        let mut whole = Vec::new();
        rules.write_view(state, self.viewer.seat(rules.asked(state)), situation, &mut whole);
        let whole = String::from_utf8(whole).unwrap();
        let patch = patch(&self.written, &whole);
        let steps: json_patch::Patch = serde_json::from_str(&patch).unwrap();
        json_patch::patch(&mut self.view, &steps).unwrap();
        if compared {
            assert_eq!(self.view, serde_json::from_str::<Value>(&whole).unwrap(), "{steps}");
            // It holds nothing that the view does not.
            for step in json!(steps).as_array().unwrap().iter().filter(|step| step.get("value").is_some()) {
                assert_eq!(self.view.pointer(step["path"].as_str().unwrap()), step.get("value"), "{step}");
            }
        }
        let bytes = (patch.len(), whole.len());
        self.written = whole;
        bytes
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

/// Plays a game to its end; now and then the view is that of an earlier position, as after an undo.
fn watched<R: Protocol>(rules: &R, seed: u64, mut order: impl FnMut(&R, &R::State) -> Option<R::Order>) {
    let mut dice = AuditedDice::new([seed as u8; 32], []);
    let mut viewers = VIEWERS.map(|viewer| Watching { viewer, written: String::new(), view: json!({}) });
    let mut state = rules.start();
    let (mut patches, mut wholes) = (0, 0);
    let mut before = None;
    for version in 0_u32.. {
        let situation =
            Situation { version, undo: version % 3 == 1, thrown: version / 2, ..between_players(version) };
        let asked = rules.asked(&state);
        for viewer in &mut viewers {
            let compared = asked.is_none() || version.is_multiple_of(nightly(5, 1));
            let (patch, whole) = viewer.send(rules, &state, &situation, compared);
            if version > 0 {
                (patches, wholes) = (patches + patch, wholes + whole);
            }
        }
        // An order is taken back now and then: the next view is one of before.
        if version % 17 == 16
            && let Some(earlier) = before.take()
        {
            for viewer in &mut viewers {
                viewer.send(rules, &earlier, &Situation::default(), true);
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
