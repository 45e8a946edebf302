//! What is printed on, and how large.

/// Millimetres in an inch.
const INCH: f64 = 25.4;

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8½ by 11 inches.
    Letter,
    /// 297 by 420 mm.
    A3,
    /// 11 by 17 inches.
    Tabloid,
}

impl Paper {
    /// All sizes.
    pub const ALL: [Paper; 4] = [Paper::A4, Paper::Letter, Paper::A3, Paper::Tabloid];

    /// Width and height of the upright sheet, in millimetres.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (8.5 * INCH, 11.0 * INCH),
            Paper::A3 => (297.0, 420.0),
            Paper::Tabloid => (11.0 * INCH, 17.0 * INCH),
        }
    }
}

/// How large things are in print.
///
/// At 100 percent a counter is as large as those of the printed games of 1975, half an inch, and a hex measures six tenths
/// of an inch (15.24 mm) from hexside to hexside: a counter lies in it whole, and a map of 25 by 28 hexes with its frame and
/// key keeps within the publisher's sheets of 17 by 22 inches, or on four sheets of A4. Counters and hexes always grow
/// together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// From one hexside of a hex to the opposite one, in millimetres.
    pub hex: f64,
    /// The side of a counter, in millimetres.
    pub counter: f64,
}

impl Scale {
    /// A scale in percent of the printed games'.
    pub fn percent(percent: u16) -> Scale {
        let part = f64::from(percent) / 100.0;
        Scale { hex: 0.6 * INCH * part, counter: INCH / 2.0 * part }
    }
}
