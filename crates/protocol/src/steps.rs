//! What is asked and told while an owner reads the printed sheets.

use std::collections::BTreeMap;

use catalog::sheets::{Asked, Form, Kind, Step, Word};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `pack.steps`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskSteps {
    /// The scenario whose sheets are read.
    pub scenario: String,
    /// Data files that were changed since, by their path, as documents.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Map<String, Value>>")]
    pub files: BTreeMap<String, Value>,
    /// The pack whose files they stand over; without one, what `initialize` offers.
    #[serde(default)]
    pub base: Option<String>,
}

/// `pack.read`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadSheet {
    /// The scenario whose sheets are read.
    pub scenario: String,
    /// Data files that were changed since, by their path, as documents.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Map<String, Value>>")]
    pub files: BTreeMap<String, Value>,
    /// The pack whose files they stand over; without one, what `initialize` offers.
    #[serde(default)]
    pub base: Option<String>,
    /// What was read.
    pub answers: Vec<AnswerRead>,
}

/// What stands on a sheet at one place.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerRead {
    /// The file.
    pub file: String,
    /// The place, as `pack.steps` names it.
    pub place: String,
    /// What stands there; empty: nothing does.
    pub value: String,
}

/// `pack.steps`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StepsTold {
    /// The kinds of things that are in doubt, in the order in which they are asked for.
    pub kinds: Vec<KindTold>,
    /// The steps, in their order.
    pub steps: Vec<StepTold>,
    /// The words that may be answers, by the names that values refer to.
    pub words: BTreeMap<String, Vec<WordTold>>,
}

/// A kind of thing that is read.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct KindTold {
    /// Its name.
    pub id: String,
    /// What there are several of.
    pub title: String,
    /// What is asked, in a sentence.
    pub ask: String,
    /// How the answers are laid out.
    pub form: FormTold,
}

/// How the answers of a step are laid out.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FormTold {
    /// A chart.
    Cells,
    /// Letters along a row of hexes.
    Letters,
    /// The fields of a table.
    Fields,
    /// Hexsides that something lies on.
    Sides,
}

/// What stands together on a sheet.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StepTold {
    /// Its name.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// Its file.
    pub file: String,
    /// What it is called.
    pub title: String,
    /// The heading it stands under.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub under: String,
    /// Why the present values are what they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// The id of what it is about in its file: a unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// More hexsides may be read: the place of one is this word and its two hexes, `slope 1024/1025`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
    /// What is asked for, in the order of the sheet.
    pub asked: Vec<AskedTold>,
}

/// A value that is asked for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AskedTold {
    /// Its place in the file, in words.
    pub place: String,
    /// Which part of the value there it is, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// What joins the parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<String>,
    /// The row that it stands in.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub row: String,
    /// What it is called: a column of a chart, a number of a counter, a hex.
    pub label: String,
    /// The present value.
    pub value: String,
    /// What that rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<String>,
    /// Whether it was read from the sheet.
    pub read: bool,
    /// The printed numbers of the hexes it is at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// The name of the words that may be the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// A word that may be the answer. Others may be too, unless the file refuses them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WordTold {
    /// The key that stands for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The value.
    pub value: String,
    /// What it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// `pack.read`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SheetRead {
    /// The files that are others now, by their path, as documents.
    #[schemars(with = "BTreeMap<String, serde_json::Map<String, Value>>")]
    pub files: BTreeMap<String, Value>,
    /// The steps in which something was answered, as they stand now.
    pub steps: Vec<StepTold>,
    /// What changes in play, in sentences.
    pub says: Vec<String>,
}

impl From<&Kind> for KindTold {
    fn from(kind: &Kind) -> KindTold {
        let form = match kind.form {
            Form::Cells => FormTold::Cells,
            Form::Letters => FormTold::Letters,
            Form::Fields => FormTold::Fields,
            Form::Sides => FormTold::Sides,
        };
        KindTold { id: kind.id.clone(), title: kind.title.clone(), ask: kind.ask.clone(), form }
    }
}

impl From<Step> for StepTold {
    fn from(step: Step) -> StepTold {
        StepTold {
            id: step.id,
            kind: step.kind,
            file: step.file,
            title: step.title,
            under: step.under,
            why: step.why,
            table: step.table,
            more: step.more,
            asked: step.asked.into_iter().map(AskedTold::from).collect(),
        }
    }
}

impl From<Asked> for AskedTold {
    fn from(asked: Asked) -> AskedTold {
        let (part, join) = asked.part.unzip();
        AskedTold {
            place: asked.place,
            part,
            join,
            row: asked.row,
            label: asked.label,
            value: asked.value,
            basis: asked.basis.map(|basis| basis.to_string()),
            read: asked.read,
            hexes: asked.hexes,
            words: asked.words,
        }
    }
}

impl From<Word> for WordTold {
    fn from(word: Word) -> WordTold {
        WordTold { key: word.key, value: word.value, text: word.text }
    }
}
