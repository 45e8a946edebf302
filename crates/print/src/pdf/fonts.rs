//! The fonts of a document: which letters it uses, and the files that go into it.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use ttf_parser::Face;

use super::packed;
use crate::lettering::FONTS;

/// Whose glyphs these are: the characters of our fonts, by their numbers in the file.
const SYSTEM: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The fonts, and which of their letters were used.
pub(super) struct Fonts {
    faces: Vec<Font>,
}

struct Font {
    face: Face<'static>,
    file: &'static [u8],
    used: BTreeMap<u16, char>,
}

/// A line of lettering in a font.
pub(super) struct Line {
    pub font: usize,
    /// The numbers of the glyphs, and how wide each is as a part of the size.
    pub glyphs: Vec<(u16, f64)>,
}

impl Fonts {
    pub(super) fn new() -> Fonts {
        let font = |file: &'static [u8]| {
            Face::parse(file, 0).ok().map(|face| Font { face, file, used: BTreeMap::new() })
        };
        Fonts { faces: FONTS.into_iter().filter_map(font).collect() }
    }

    /// That text in the font of that number among [`FONTS`].
    pub(super) fn line(&mut self, font: usize, text: &str) -> Line {
        let mut glyphs = Vec::new();
        if let Some(Font { face, used, .. }) = self.faces.get_mut(font) {
            let em = f64::from(face.units_per_em());
            for letter in text.chars() {
                let glyph = face.glyph_index(letter).unwrap_or_default();
                used.entry(glyph.0).or_insert(letter);
                let wide = face.glyph_hor_advance(glyph).unwrap_or_default();
                glyphs.push((glyph.0, f64::from(wide) / em));
            }
        }
        Line { font, glyphs }
    }

    /// Writes the fonts that were used: the number of each, and its object.
    pub(super) fn write(&self, pdf: &mut Pdf, next: &mut Ref) -> Vec<(usize, Ref)> {
        let used = self.faces.iter().enumerate().filter(|(_, font)| !font.used.is_empty());
        used.map(|(number, font)| (number, font.write(pdf, next))).collect()
    }
}

impl Font {
    fn write(&self, pdf: &mut Pdf, next: &mut Ref) -> Ref {
        let [id, letters, about, file, unicode] = [(); 5].map(|()| next.bump());
        let face = &self.face;
        let name = face
            .names()
            .into_iter()
            .find(|name| name.name_id == ttf_parser::name_id::POST_SCRIPT_NAME)
            .and_then(|name| name.to_string())
            .unwrap_or_else(|| "Font".to_owned());
        let name = Name(name.as_bytes());
        let thousandths = |units: i16| f32::from(units) * 1000.0 / f32::from(face.units_per_em());

        pdf.type0_font(id)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(letters)
            .to_unicode(unicode);
        let mut cid = pdf.cid_font(letters);
        cid.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(about);
        cid.cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = cid.widths();
        for &glyph in self.used.keys() {
            let wide = face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or_default();
            let wide = f32::from(wide) * 1000.0 / f32::from(face.units_per_em());
            widths.consecutive(glyph, [wide]);
        }
        widths.finish();
        cid.finish();
        let bounds = face.global_bounding_box();
        let mut flags = FontFlags::SYMBOLIC;
        flags.set(FontFlags::ITALIC, face.is_italic());
        pdf.font_descriptor(about)
            .name(name)
            .flags(flags)
            .bbox(Rect::new(
                thousandths(bounds.x_min),
                thousandths(bounds.y_min),
                thousandths(bounds.x_max),
                thousandths(bounds.y_max),
            ))
            .italic_angle(face.italic_angle())
            .ascent(thousandths(face.ascender()))
            .descent(thousandths(face.descender()))
            .cap_height(thousandths(face.capital_height().unwrap_or(face.ascender())))
            .stem_v(if face.is_bold() { 140.0 } else { 80.0 })
            .font_file2(file);
        let stream = packed(self.file);
        let length = i32::try_from(self.file.len()).unwrap_or(i32::MAX);
        let mut written = pdf.stream(file, &stream);
        written.filter(Filter::FlateDecode).pair(Name(b"Length1"), length);
        written.finish();
        let mut map = UnicodeCmap::new(Name(b"Letters"), SYSTEM);
        for (&glyph, &letter) in &self.used {
            map.pair(glyph, letter);
        }
        pdf.cmap(unicode, &map.finish());
        id
    }
}
