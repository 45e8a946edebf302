//! The exclusive rules in few words, where the page needs them: on a unit, a place, the turn track,
//! the quota.

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{Case, PrintedCase, Side};

use crate::scenario::{NightRule, Scenario};
use crate::unit::{Start, Unit};

/// A rule in few words, with its case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Note {
    pub case: Case,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// Whose rule it is, where it is one side's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The rulebook the case is of.
    pub system: String,
    pub text: String,
    /// Set if ignoring the note loses something.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub urgent: bool,
}

/// The notes of a scenario, made once for all its views.
#[derive(Debug)]
pub(crate) struct Notes {
    /// The points of each watched hex.
    pub places: Vec<String>,
    /// Each side's rules at night; empty where there is none.
    pub nights: Vec<Note>,
}

impl Notes {
    pub(crate) fn of(scenario: &Scenario) -> Notes {
        let places = (0..scenario.control_hexes.len()).map(|watch| place(scenario, watch)).collect();
        let night = |side| {
            let rule = scenario.night_rules[side];
            note(scenario, rule.case, at_night(rule), Some(side))
        };
        let nights = match scenario.night.is_empty() {
            true => Vec::new(),
            false => Side::BOTH.into_iter().map(night).collect(),
        };
        Notes { places, nights }
    }
}

pub(crate) fn note(scenario: &Scenario, case: Case, text: impl Into<String>, side: Option<Side>) -> Note {
    let system = scenario.system_of(case).to_owned();
    Note { case, printed: scenario.printed(case), side, system, text: text.into(), urgent: false }
}

fn at_night(rule: NightRule) -> &'static str {
    match (rule.moves, rule.leaves_zones) {
        (false, _) => "no unit moves",
        (true, true) => "units may leave enemy zones, but not enter them",
        (true, false) => "units move, but not into enemy zones",
    }
}

/// A unit's exclusive rules, for its inspector.
pub(crate) fn of_unit(scenario: &Scenario, unit: &Unit) -> Vec<Note> {
    let traits = &unit.traits;
    let rules: [(Option<Case>, &str); 9] = [
        (traits.never_attacks, "never attacks"),
        (traits.gives_way, "retreats from enemies next to it in its own combat phase"),
        (traits.stacks_with_nothing, "stacks with nothing"),
        (traits.lets_nothing_through, "neither passes through units nor lets them pass"),
        (traits.roads_only, "moves and retreats along roads and trails only"),
        (traits.never_displaced, "neither displaces nor is displaced"),
        (traits.no_zone, "has no zone of control"),
        (traits.immobile, "may not move; eliminated if it must retreat"),
        (traits.never_advances, "never advances after combat"),
    ];
    let mut notes: Vec<Note> =
        rules.into_iter().filter_map(|(case, text)| Some(note(scenario, case?, text, None))).collect();
    if let Some((upto, case)) = traits.withdraws {
        let text = format!("may try to retreat before combat: a die of 1 to {upto}");
        notes.push(note(scenario, case, text, None));
    }
    if let Some((until, case)) = traits.quota_exempt {
        let text = format!("outside the movement quota until game-turn {until}");
        notes.push(note(scenario, case, text, None));
    }
    if let (Start::Due { turn, .. }, true) = (&unit.start, scenario.reinforcements.lost) {
        let text = format!("lost if it has not come on by the end of its movement phase of game-turn {turn}");
        let mut late = note(scenario, scenario.reinforcements.late_case, text, None);
        late.urgent = true;
        notes.push(late);
    }
    notes
}

/// The points of a watched hex, in half a sentence; empty if it only changes hands.
fn place(scenario: &Scenario, watch: usize) -> String {
    let victory = &scenario.victory;
    let mut worth = Vec::new();
    for taken in victory.taken.iter().filter(|taken| taken.watch == watch) {
        worth.push(format!("{} points to the {} side the first time it takes it", taken.points, taken.side));
    }
    for held in victory.held.iter().filter(|held| held.watch == watch) {
        worth.push(match held.side {
            Some(side) => format!("{} points to the {side} side if it holds it at the end", held.points),
            None => format!("{} points to the side that holds it at the end", held.points),
        });
    }
    if let Some((side, units)) = scenario
        .quota
        .as_ref()
        .and_then(|q| q.more.filter(|more| more.0 == watch).map(|more| (q.side, more.1)))
    {
        worth.push(format!("the {side} side may move {units} more units while it holds it"));
    }
    worth.join("; ")
}
