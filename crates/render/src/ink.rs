//! The inks and the lettering of the sheet.

pub(crate) const PAPER: &str = "#f1e7d0";
/// Ink for line work, numbers and names.
pub const BLACK: &str = "#2c241b";
/// Ink with which hachures are drawn.
pub(crate) const BROWN: &str = "#74512f";
pub(crate) const CONTOUR: &str = "#563518";
/// Rock, and the hachures of steep slopes.
pub(crate) const CLIFF: &str = "#4b3220";
pub(crate) const BUFF: &str = "#c9a16b";
pub(crate) const OLIVE: &str = "#c5c79a";
pub(crate) const LEAF_LINE: &str = "#56613a";
pub(crate) const LEAF: &str = "#a9b07a";
/// The body of the crowns of fruit trees.
pub(crate) const ORCHARD: &str = "#8a9a55";
pub(crate) const WATER: &str = "#a9c1ca";
/// Colour of banks and water lines.
pub(crate) const WATER_LINE: &str = "#2f5062";
pub(crate) const WATER_NAME: &str = "#1f4254";
/// Between the casings of a road.
pub(crate) const ROAD: &str = "#fbf3de";

pub(crate) const STONE: &str = "#cfc4ae";

/// Book lettering; every platform has something close to it.
pub const SERIF: &str = "font-family=\"Georgia,'Times New Roman','Liberation Serif',serif\"";

/// The attributes of a halo of paper around lettering, `width` units wide on each side.
pub(crate) fn halo(width: f64) -> String {
    format!(
        "stroke=\"{PAPER}\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
        width * 2.0
    )
}
