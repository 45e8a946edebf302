//! The packs that people share on a server: what is asked about them, and what is answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::FactTold;

/// `pack.share`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SharePack {
    /// The pack, which this server has.
    pub pack: String,
    /// The reader's name, as they want it to be told.
    pub author: String,
    /// What others should know: from which copy of the sheet it was read, how far it goes.
    #[serde(default)]
    pub note: Option<String>,
}

/// `pack.withdraw`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawPack {
    /// The share.
    pub share: String,
    /// The secret that was told when it was made.
    pub secret: String,
}

/// `pack.readers`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadersOf {
    /// The scenario whose files are wanted.
    pub scenario: String,
}

/// `pack.agreed`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreedPack {
    /// The scenario whose files are wanted.
    pub scenario: String,
    /// What the pack is called, if not by its battle.
    #[serde(default)]
    pub title: Option<String>,
}

/// `pack.share`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ShareMade {
    /// The share.
    pub share: String,
    /// The secret with which it can be withdrawn. It is told once.
    pub secret: String,
}

/// `pack.shared`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SharedPacks {
    /// How many readers who read the same make a fact.
    pub needed: usize,
    /// How many packs may be shared here in all.
    pub most: usize,
    /// The packs, in the order in which they were shared.
    pub shares: Vec<SharedPack>,
    /// The scenarios of which anybody read anything, or shares any file.
    pub scenarios: Vec<SharedScenario>,
}

/// A pack that somebody shares.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SharedPack {
    /// The share.
    pub share: String,
    /// The pack.
    pub pack: String,
    /// Its title.
    pub title: String,
    /// The reader's name, as they gave it; nobody has proved it.
    pub author: String,
    /// What the reader says of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When it was shared: seconds since 1970, UTC.
    pub shared: i64,
    /// The scenarios of which it holds any file, with what was read of each.
    pub scenarios: Vec<ReadScenario>,
    /// How many facts were taken over from shared packs of others, and count for those.
    pub copied: usize,
    /// How it counts: `once`; `alike`: its data files are those of the reader `of`, to the letter;
    /// `again`: the name was here before, and the two count as one reader; `same`: it is the pack
    /// of `of` once more, and counts for nothing.
    pub counted: &'static str,
    /// Whose pack it is like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Why it can no longer be read, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// What a pack holds of a scenario.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReadScenario {
    /// The scenario.
    pub scenario: String,
    /// How many facts its reader read from the sheet, by kind.
    pub read: Vec<ReadKind>,
}

/// How many facts of a kind were read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadKind {
    /// What the facts of a part of a file are: `ground`, `slope`, `unit`.
    pub kind: String,
    /// How many.
    pub facts: usize,
}

/// What is known of a scenario from those who read its sheets.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SharedScenario {
    /// The scenario.
    pub scenario: String,
    /// The battle.
    pub title: String,
    /// The edition.
    pub edition: String,
    /// How many readers read any of it.
    pub readers: usize,
    /// How many facts were read by anybody.
    pub read: usize,
    /// How many facts enough readers read alike.
    pub agreed: usize,
    /// How many facts two readers read otherwise.
    pub disputed: usize,
}

/// `pack.readers`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReadersTold {
    /// How many readers who read the same make a fact.
    pub needed: usize,
    /// Each fact that anybody read from the sheet and that the program's own data do not have as
    /// read, by file and place.
    pub facts: Vec<FactRead>,
}

/// A fact that was read from the sheet.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FactRead {
    /// Its file.
    pub file: String,
    /// Its place in the file, in words.
    pub place: String,
    /// What the facts of its part of the file are.
    pub kind: String,
    /// The printed numbers of the hexes it is at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// As the program's own data have it; absent if they do not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<FactTold>,
    /// Each value that was read; the one with the most readers first.
    pub values: Vec<ValueRead>,
}

/// A value, and who read it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ValueRead {
    /// The value.
    pub value: String,
    /// The names of its readers.
    pub readers: Vec<String>,
    /// Whether it is agreed on.
    pub agreed: bool,
}
