//! The lettering of printed pages: the fonts that are built into the program, and the width of text
//! in them.

use ttf_parser::Face;

/// The font files, for rendering a page. They cover the letters of western European languages.
pub(crate) const FONTS: [&[u8]; 4] = [
    include_bytes!("../fonts/Gelasio-Regular.ttf"),
    include_bytes!("../fonts/Gelasio-Italic.ttf"),
    include_bytes!("../fonts/Gelasio-Bold.ttf"),
    include_bytes!("../fonts/Arimo-Bold.ttf"),
];

/// The families of [`FONTS`]: book lettering with the letter widths of Georgia, and counter
/// lettering with those of Arial.
pub(crate) const FAMILIES: (&str, &str) = ("Gelasio", "Arimo");

/// A cut of the book lettering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    Roman,
    Italic,
    Bold,
}

impl Cut {
    /// The attributes that select it, besides the family.
    pub(crate) fn attributes(self) -> &'static str {
        match self {
            Cut::Roman => "",
            Cut::Italic => " font-style=\"italic\"",
            Cut::Bold => " font-weight=\"700\"",
        }
    }
}

pub(crate) struct Lettering {
    cuts: [Option<Face<'static>>; 3],
}

impl Lettering {
    pub(crate) fn new() -> Lettering {
        let [roman, italic, bold, _] = FONTS;
        Lettering { cuts: [roman, italic, bold].map(|font| Face::parse(font, 0).ok()) }
    }

    /// The width of that text, in the unit of `size`.
    pub(crate) fn width(&self, text: &str, cut: Cut, size: f64) -> f64 {
        let face = self.cuts[cut as usize].as_ref();
        let em = |c: char| {
            let face = face?;
            let advance = face.glyph_hor_advance(face.glyph_index(c)?)?;
            Some(f64::from(advance) / f64::from(face.units_per_em()))
        };
        // A letter missing from the font is assumed to be of average width.
        text.chars().map(|c| em(c).unwrap_or(0.55)).sum::<f64>() * size
    }

    /// The text in lines no wider than `width`. A wider word is broken, after a sign if it has one.
    pub(crate) fn wrap(&self, text: &str, cut: Cut, size: f64, width: f64) -> Vec<String> {
        let fits = |words: &str| self.width(words, cut, size) <= width;
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if fits(&longer) {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            let mut rest = word;
            while !fits(rest) && rest.chars().nth(1).is_some() {
                let ends = || rest.char_indices().skip(1).map(|(at, _)| at);
                let far = ends().take_while(|&at| fits(&rest[..at])).last();
                // At least one letter, or the loop would never end.
                let far = far.or(ends().next()).unwrap_or(rest.len());
                let sign = rest[..far].rfind(|c: char| !c.is_alphanumeric() && c.is_ascii());
                let (head, tail) = rest.split_at(sign.map_or(far, |at| at + 1));
                lines.push(head.to_owned());
                rest = tail;
            }
            line = rest.to_owned();
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_measured_and_broken_at_words() {
        let lettering = Lettering::new();
        assert!(lettering.width("iii", Cut::Roman, 10.0) < lettering.width("MMM", Cut::Roman, 10.0));
        assert!(lettering.width("Bragg", Cut::Roman, 10.0) < lettering.width("Bragg", Cut::Bold, 10.0));
        let text = "The long roll is the drum call that brings soldiers to arms";
        let lines = lettering.wrap(text, Cut::Italic, 3.0, 30.0);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| lettering.width(line, Cut::Italic, 3.0) <= 30.0));
        assert_eq!(lines.join(" "), text);
        assert_eq!(lettering.wrap("1124-1125-1126", Cut::Roman, 3.0, 16.0), ["1124-1125-", "1126"]);
        assert_eq!(lettering.wrap("Bragg", Cut::Roman, 3.0, 0.1), ["B", "r", "a", "g", "g"]);
        let cells = lettering.wrap("at Chattanooga's gates", Cut::Roman, 3.0, 8.0);
        assert!(cells.iter().all(|line| lettering.width(line, Cut::Roman, 3.0) <= 8.0), "{cells:?}");
        assert_eq!(cells.concat(), "atChattanooga'sgates");
    }

    #[test]
    fn the_fonts_are_of_the_families_they_are_asked_for_by() {
        for (font, family) in FONTS.into_iter().zip([FAMILIES.0, FAMILIES.0, FAMILIES.0, FAMILIES.1]) {
            let face = Face::parse(font, 0).expect("a font");
            let names: Vec<String> = face.names().into_iter().filter_map(|name| name.to_string()).collect();
            assert!(names.iter().any(|name| name == family), "{names:?}");
        }
    }
}
