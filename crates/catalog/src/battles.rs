//! Descriptions of the battles for players who choose one: the opponents, the length of a game, how hard it
//! is to learn. No rule reads them and no record depends on them, so they have a file of their own beside the
//! scenarios.

use hexmap::{Faults, Spanned, line_of, read_toml};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::system::Read;

const MOST_COMPLEX: u8 = 5;

/// A battle, and what is told of its scenarios.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BattleFacts {
    /// What it is called, whatever the scenario.
    pub title: String,
    /// Commander and army of the Union.
    pub union: String,
    /// Commander and army of the Confederacy.
    pub confederate: String,
    /// Scenarios of the battle in every edition.
    pub scenarios: Vec<ScenarioFacts>,
    /// What the designer advises on its options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<OptionAdvice>,
    /// Badges worn by the battle's formations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<BadgeFacts>,
}

/// What the designer advises on an option.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionAdvice {
    /// Id of the option it advises on.
    pub option: String,
    /// The advice, in our own words.
    pub text: String,
    /// Who gave it, and where it was read.
    pub source: String,
}

/// The badge that a formation wore.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BadgeFacts {
    /// The formation, as the designations of its units end.
    pub formation: String,
    pub shape: BadgeShape,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BadgeShape {
    Triangle,
    Crescent,
    Star,
    Acorn,
    CartridgeBox,
}

/// What is told of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFacts {
    pub id: String,
    /// How many hours a game of two people lasts, at least and at most.
    pub hours: [f64; 2],
    /// How hard it is to learn: 1, a first game, to 5.
    pub complexity: u8,
    /// For whom it is, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "source")]
    _source: String,
    #[serde(default)]
    battle: Vec<Spanned<BattleFacts>>,
}

/// The battles of the system whose index that is; none where the file beside it is missing, as in
/// data written before there was one.
///
/// # Errors
/// Every fault with its line.
pub(crate) fn read(index: &str, read: Read<'_>) -> Result<Vec<BattleFacts>, Faults> {
    let folder = index.rsplit_once('/').map_or("", |(folder, _)| folder);
    let name = format!("{folder}/battles.toml");
    let Some(text) = read(&name) else { return Ok(Vec::new()) };
    let file: File = read_toml(&name, &text)?;
    let mut faults = Faults::default();
    let mut battles = Vec::new();
    for battle in file.battle {
        let line = line_of(&text, battle.span().start);
        let battle = battle.into_inner();
        for scenario in &battle.scenarios {
            let [least, most] = scenario.hours;
            if !(least > 0.0 && least <= most) {
                faults.push(&name, line, format!("{}: hours are at least and at most", scenario.id));
            }
            if !(1..=MOST_COMPLEX).contains(&scenario.complexity) {
                let what = format!("{}: complexity is from 1 to {MOST_COMPLEX}", scenario.id);
                faults.push(&name, line, what);
            }
        }
        battles.push(battle);
    }
    faults.into_result(battles)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Vec<BattleFacts>, Faults> {
        read("field/index.toml", &|path| (path == "field/battles.toml").then(|| text.to_owned()))
    }

    #[test]
    fn data_without_the_file_tell_nothing() {
        assert_eq!(read("field/index.toml", &|_| None).expect("no fault"), []);
    }

    #[test]
    fn every_fault_is_named_with_its_line() {
        let text = "source = \"A test.\"\n\n[[battle]]\ntitle = \"A\"\nunion = \"B\"\nconfederate = \"C\"\n\
            scenarios = [{ id = \"a\", hours = [3, 2], complexity = 6 }]\n";
        let faults = of(text).expect_err("hours and complexity are at fault").0;
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults.iter().all(|fault| fault.line == 3), "{faults:?}");
        let sound = text.replace("[3, 2]", "[2, 3]").replace("= 6", "= 5");
        assert_eq!(of(&sound).expect("no fault")[0].scenarios[0].hours, [2.0, 3.0]);
        assert!(of(&sound.replace("union", "north")).is_err());
    }
}
