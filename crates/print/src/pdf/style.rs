//! How shapes and letters are painted, as it is inherited from element to element.

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use roxmltree::Node;

use super::PdfError;
use crate::lettering::FAMILIES;

/// The fill or stroke of a shape.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Paint {
    None,
    Colour([f32; 3]),
    Pattern(String),
}

/// Which end of a line of lettering stands at its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The attributes that elements hand on.
#[derive(Debug, Clone)]
pub(super) struct Style {
    pub fill: Paint,
    pub fill_opacity: f32,
    pub even_odd: bool,
    pub stroke: Paint,
    pub stroke_opacity: f32,
    pub width: f32,
    pub cap: LineCapStyle,
    pub join: LineJoinStyle,
    pub dashes: Vec<f32>,
    pub dash_offset: f32,
    /// The stroke is drawn before the fill.
    pub stroke_first: bool,
    serif: bool,
    italic: bool,
    bold: bool,
    pub size: f64,
    pub anchor: Anchor,
    pub spacing: f64,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            fill: Paint::Colour([0.0; 3]),
            fill_opacity: 1.0,
            even_odd: false,
            stroke: Paint::None,
            stroke_opacity: 1.0,
            width: 1.0,
            cap: LineCapStyle::ButtCap,
            join: LineJoinStyle::MiterJoin,
            dashes: Vec::new(),
            dash_offset: 0.0,
            stroke_first: false,
            serif: true,
            italic: false,
            bold: false,
            size: 16.0,
            anchor: Anchor::Start,
            spacing: 0.0,
        }
    }
}

impl Style {
    /// The style of an element within one of this style.
    ///
    /// # Errors
    /// A value that is none.
    pub(super) fn of(&self, node: Node<'_, '_>) -> Result<Style, PdfError> {
        let mut style = self.clone();
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let wrong = || PdfError(format!("{name}=\"{value}\" cannot be printed"));
            let number = || value.parse::<f64>().map_err(|_| wrong());
            match name {
                "fill" => style.fill = paint(value).ok_or_else(wrong)?,
                "fill-opacity" => style.fill_opacity = number()? as f32,
                "fill-rule" => style.even_odd = value == "evenodd",
                "stroke" => style.stroke = paint(value).ok_or_else(wrong)?,
                "stroke-opacity" => style.stroke_opacity = number()? as f32,
                "stroke-width" => style.width = number()? as f32,
                "stroke-linecap" => {
                    style.cap = match value {
                        "butt" => LineCapStyle::ButtCap,
                        "round" => LineCapStyle::RoundCap,
                        "square" => LineCapStyle::ProjectingSquareCap,
                        _ => return Err(wrong()),
                    };
                }
                "stroke-linejoin" => {
                    style.join = match value {
                        "miter" => LineJoinStyle::MiterJoin,
                        "round" => LineJoinStyle::RoundJoin,
                        "bevel" => LineJoinStyle::BevelJoin,
                        _ => return Err(wrong()),
                    };
                }
                "stroke-dasharray" => {
                    let lengths = value.split([' ', ',']).filter(|length| !length.is_empty());
                    let lengths = lengths.filter(|length| *length != "none").map(str::parse);
                    style.dashes = lengths.collect::<Result<_, _>>().map_err(|_| wrong())?;
                }
                "stroke-dashoffset" => style.dash_offset = number()? as f32,
                "paint-order" => style.stroke_first = value.starts_with("stroke"),
                "font-family" => style.serif = !value.contains("sans-serif"),
                "font-style" => style.italic = value == "italic",
                "font-weight" => style.bold = matches!(value, "bold" | "700"),
                "font-size" => style.size = number()?,
                "letter-spacing" => style.spacing = number()?,
                "text-anchor" => {
                    style.anchor = match value {
                        "start" => Anchor::Start,
                        "middle" => Anchor::Middle,
                        "end" => Anchor::End,
                        _ => return Err(wrong()),
                    };
                }
                _ => {}
            }
        }
        Ok(style)
    }

    /// The font, by its number among the files; see [`FAMILIES`].
    pub(super) fn font(&self) -> usize {
        debug_assert_eq!(FAMILIES, ("Gelasio", "Arimo"));
        match (self.serif, self.bold, self.italic) {
            (false, ..) => 3,
            (true, true, _) => 2,
            (true, false, true) => 1,
            (true, false, false) => 0,
        }
    }
}

/// Parses `none`, `#rrggbb`, `#rgb` or `url(#id)`.
fn paint(value: &str) -> Option<Paint> {
    if value == "none" {
        return Some(Paint::None);
    }
    if let Some(id) = value.strip_prefix("url(#").and_then(|id| id.strip_suffix(')')) {
        return Some(Paint::Pattern(id.to_owned()));
    }
    let digits = match value {
        "black" => "000000",
        "white" => "ffffff",
        _ => value.strip_prefix('#')?,
    };
    let wide = if digits.len() == 3 { 1 } else { 2 };
    if digits.len() != 3 * wide {
        return None;
    }
    let mut colour = [0.0; 3];
    for (i, part) in colour.iter_mut().enumerate() {
        let part_of = digits.get(i * wide..(i + 1) * wide)?;
        let value = u8::from_str_radix(part_of, 16).ok()?;
        *part = f32::from(if wide == 1 { value * 17 } else { value }) / 255.0;
    }
    Some(Paint::Colour(colour))
}
