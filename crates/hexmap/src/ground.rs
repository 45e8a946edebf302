//! The ground: facts of the sheet, independent of any rulebook.

/// Water that fills a whole hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Water {
    #[default]
    None,
    River,
    /// A river hex with a ferry.
    Ferry,
    /// A river hex over which pontoons lie.
    Pontoon,
}

/// The evidence for a value of a reconstructed map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// No evidence for this hex: filled in to fit the ground and the sister map.
    Guess,
    /// A feature of the real ground, placed by estimate.
    Historic,
    /// Taken from another printed map that overlaps here.
    Overlap,
    /// A unit starts here, so it is land, and it is known on which bank.
    Setup,
    /// The rules themselves name the hex.
    Rules,
    /// Read from the printed sheet, or from sources that read it.
    Printed,
}

impl Certainty {
    /// The word used in data files and on the page.
    pub fn word(self) -> &'static str {
        match self {
            Certainty::Guess => "guess",
            Certainty::Historic => "historic",
            Certainty::Overlap => "overlap",
            Certainty::Setup => "setup",
            Certainty::Rules => "rules",
            Certainty::Printed => "printed",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ground {
    /// Woods, called "forest" on some maps.
    pub woods: bool,
    pub rough: bool,
    /// Built-up, with town effects where the game has any.
    pub town: bool,
    pub water: Water,
    pub orchard: bool,
    /// Broken, severely steep ground, called "Angled".
    pub angled: bool,
    /// A wall runs through the hex.
    pub wall: bool,
    /// Height in the map's own levels; 0 where the map has none.
    pub level: u8,
}

/// How a creek can be crossed at a hexside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Crossing {
    #[default]
    None,
    Bridge,
    Ford,
}

/// The features of a hexside, seen from one of its two hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hexside {
    /// A road goes through it, joining the two hexes.
    pub road: bool,
    pub trail: bool,
    /// A creek runs along it (at bridges and fords too).
    pub creek: bool,
    /// The bridge or ford over that creek.
    pub crossing: Crossing,
    /// A work lies on it that faces outwards: the hex on the **other** side has the barbs.
    pub works: bool,
    /// A ferry's arrow points through it.
    pub ferry: bool,
    /// A lane goes through it, the lowest class of road.
    pub lane: bool,
    /// The road that goes through it is a turnpike.
    pub turnpike: bool,
    pub slope: Slope,
}

/// A slope drawn on a hexside, seen from one of its hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Slope {
    /// None is drawn, whatever the levels.
    #[default]
    None,
    /// The ground rises to the other side.
    Up,
    /// The ground falls to the other side.
    Down,
    SteepUp,
    SteepDown,
}

impl Hexside {
    /// A creek without bridge or ford.
    pub fn is_plain_creek(self) -> bool {
        self.creek && self.crossing == Crossing::None
    }
}
