//! Its games: new ones and those from records.

use std::sync::Arc;

use serde_json::{Map, Value};
use tabletop::{Begun, PackMark, RulesLibrary, ScenarioInfo, Side, Sources};

use crate::rules::Lane;
use crate::scenario::Scenario;

/// The id of these rules.
pub const SYSTEM: &str = "picket";
/// The id of the scenario.
pub const SCENARIO: &str = "picket-line";

/// Everything that can be played by these rules.
pub struct Library {
    pub scenario: Arc<Scenario>,
    pub pack: Option<PackMark>,
}

impl RulesLibrary for Library {
    type Rules = Lane;

    const SYSTEM: &'static str = SYSTEM;

    fn infos(&self) -> Vec<ScenarioInfo> {
        vec![ScenarioInfo {
            id: SCENARIO.to_owned(),
            title: self.scenario.title.clone(),
            system: SYSTEM.to_owned(),
            edition: "an example".to_owned(),
            about: self.scenario.about.clone(),
            date: "some night in 1863".to_owned(),
            sides: Side::BOTH,
            first: Side::Union,
            turns: self.scenario.turns,
            map: SYSTEM.to_owned(),
            options: Vec::new(),
            notes: Vec::new(),
        }]
    }

    fn files(&self, _: &str) -> Option<Sources> {
        None
    }

    fn pack(&self) -> Option<&PackMark> {
        self.pack.as_ref()
    }

    fn rules(
        &self,
        scenario: &str,
        _: &Map<String, Value>,
        _: Option<&Value>,
        _: Begun,
    ) -> Result<Lane, String> {
        if scenario != SCENARIO {
            return Err(format!("scenario: there is none called '{scenario}'"));
        }
        Ok(Lane { scenario: Arc::clone(&self.scenario) })
    }
}
