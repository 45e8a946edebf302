//! What a value of a data file rests on.

use std::fmt;

/// The evidence for a value, from the weakest to the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// An estimate by the file's author.
    Reconstructed,
    /// A feature of the real ground, placed by estimate.
    Historic,
    /// Taken from another printed map that overlaps here.
    Overlap,
    /// A unit starts here, so it is land.
    Setup,
    /// A public source states this value.
    Published,
    /// The rulebook itself states this value.
    Rules,
    /// It was read from the printed sheet.
    Printed,
}

impl Basis {
    /// Every basis, from the weakest to the best.
    pub const ALL: [Basis; 7] = [
        Basis::Reconstructed,
        Basis::Historic,
        Basis::Overlap,
        Basis::Setup,
        Basis::Published,
        Basis::Rules,
        Basis::Printed,
    ];

    /// The word for it, the letter that stands for it in the rows of a data file, and the word of
    /// maps where that is another.
    fn words(self) -> [&'static str; 3] {
        match self {
            Basis::Reconstructed => ["reconstructed", ".", "guess"],
            Basis::Historic => ["historic", "h", ""],
            Basis::Overlap => ["overlap", "o", ""],
            Basis::Setup => ["setup", "s", ""],
            Basis::Published => ["published", "u", ""],
            Basis::Rules => ["rules", "r", ""],
            Basis::Printed => ["printed", "p", ""],
        }
    }

    /// The basis that a label of a data file names.
    pub(crate) fn of(label: &str) -> Option<Basis> {
        Basis::ALL.into_iter().find(|basis| !label.is_empty() && basis.words().contains(&label))
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words()[0])
    }
}
