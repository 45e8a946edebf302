//! Paper sizes and the scale of printing.

const INCH: f64 = 25.4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paper {
    /// A4 paper, 210 by 297 mm.
    A4,
    /// US Letter paper, 8½ by 11 inches.
    Letter,
    /// A3 paper, 297 by 420 mm.
    A3,
    /// Tabloid paper, 11 by 17 inches.
    Tabloid,
}

impl Paper {
    pub const ALL: [Paper; 4] = [Paper::A4, Paper::Letter, Paper::A3, Paper::Tabloid];

    /// Width and height of the sheet in portrait orientation, in millimetres.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (8.5 * INCH, 11.0 * INCH),
            Paper::A3 => (297.0, 420.0),
            Paper::Tabloid => (11.0 * INCH, 17.0 * INCH),
        }
    }
}

/// The scale of printing.
///
/// At 100 percent a counter is half an inch across, as in the printed games of 1975, and a hex
/// measures six tenths of an inch (15.24 mm) from hexside to hexside, so that a whole counter fits
/// in it. A map of 25 by 28 hexes with its frame and key fits on the publisher's sheets of 17 by 22
/// inches, or on four sheets of A4. Counters and hexes are always scaled together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The distance between opposite hexsides, in millimetres.
    pub hex: f64,
    /// The edge length of a counter, in millimetres.
    pub counter: f64,
}

impl Scale {
    /// A scale in percent of that of the printed games.
    pub fn percent(percent: u16) -> Scale {
        let part = f64::from(percent) / 100.0;
        Scale { hex: 0.6 * INCH * part, counter: INCH / 2.0 * part }
    }
}
