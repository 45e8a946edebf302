//! What a value of a data file rests on.

use std::fmt;

/// The evidence for a value, from the weakest to the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// An estimate of whoever made the file.
    Reconstructed,
    /// A feature of the real ground, placed by estimate.
    Historic,
    /// Taken from another printed map that overlaps here.
    Overlap,
    /// A unit starts here, so it is land.
    Setup,
    /// A public source states it.
    Published,
    /// The rulebook states it.
    Rules,
    /// Read from the printed sheet.
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

    /// What a label of a data file says: a word, or the letter that stands for it.
    pub(super) fn of(label: &str) -> Option<Basis> {
        Some(match label {
            "reconstructed" | "guess" | "." => Basis::Reconstructed,
            "historic" | "h" => Basis::Historic,
            "overlap" | "o" => Basis::Overlap,
            "setup" | "s" => Basis::Setup,
            "published" | "u" => Basis::Published,
            "rules" | "r" => Basis::Rules,
            "printed" | "p" => Basis::Printed,
            _ => return None,
        })
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Basis::Reconstructed => "reconstructed",
            Basis::Historic => "historic",
            Basis::Overlap => "overlap",
            Basis::Setup => "setup",
            Basis::Published => "published",
            Basis::Rules => "rules",
            Basis::Printed => "printed",
        })
    }
}
