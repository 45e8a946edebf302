//! Its games: new ones and those from records.

use std::sync::Arc;

use serde_json::{Map, Value};
use tabletop::{
    AnyGame, Failure, Game, GameSetup, GameSystem, Header, PackMark, ScenarioInfo, ServerSeed, Side,
};

use crate::rules::Lane;
use crate::scenario::Scenario;

/// The id of these rules.
pub(crate) const SYSTEM: &str = "picket";
/// The id of the scenario.
pub(crate) const SCENARIO: &str = "picket-line";

/// Everything that can be played by these rules.
pub(crate) struct Library {
    pub scenario: Arc<Scenario>,
    pub pack: Option<PackMark>,
}

impl Library {
    /// The rules of that scenario.
    ///
    /// # Errors
    /// There is none of that name.
    pub(crate) fn rules(&self, scenario: &str) -> Result<Lane, String> {
        if scenario != SCENARIO {
            return Err(format!("scenario: there is none called '{scenario}'"));
        }
        Ok(Lane { scenario: Arc::clone(&self.scenario) })
    }
}

impl GameSystem for Library {
    fn id(&self) -> &str {
        SYSTEM
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
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

    fn begin(
        &self,
        scenario: &str,
        options: &Map<String, Value>,
        position: Option<&Value>,
        dice: &[u8],
        seed: ServerSeed,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        let rules = self.rules(scenario).map_err(Failure::Malformed)?;
        let pack = self.pack.as_ref();
        let setup = GameSetup { system: SYSTEM, scenario, options, position, dice, pack };
        Ok(Box::new(Game::begin(rules, setup, seed)?))
    }

    fn load(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        Ok(Box::new(Game::resume(header, entries, secret, || self.rules(&header.scenario))?))
    }
}
