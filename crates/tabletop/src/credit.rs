//! What the data files of a game say of where their facts come from.

/// Where the facts of a file, or of a part of it, come from; or what is doubtful about them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credit {
    /// The file or its part, for people: `Order of battle`, `Tables, terrain`.
    pub of: String,
    /// Its text, as written in the file.
    pub text: String,
}

impl Credit {
    pub fn new(of: impl Into<String>, text: impl Into<String>) -> Credit {
        Credit { of: of.into(), text: text.into() }
    }
}
