//! A booklet as PDF. The map is in it once, and pages look on it through their windows.
//!
//! Pages and map are drawn as SVG for the screen as for paper; here the part of SVG that they are
//! made of is written as PDF. Objects have their numbers in the order in which they are written, so
//! the same booklet is the same bytes.

mod drawing;
mod fonts;
mod matrix;
mod path;
mod style;

use std::fmt;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{PaintType, TilingType};
use pdf_writer::writers::Resources;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use crate::page::{Page, Window};
use drawing::Shared;
use fonts::Fonts;

/// How many PDF points make a millimetre.
const POINT: f64 = 72.0 / 25.4;
/// The name of the map in the resources.
const MAP: Name<'static> = Name(b"Map");

/// Why there is no PDF. No map and no counter causes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfError(String);

impl fmt::Display for PdfError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "the PDF could not be made: {}", self.0)
    }
}

impl std::error::Error for PdfError {}

/// The pages as one document. `map` is the drawing that windows look on, as a document `size` units
/// wide and high.
pub(crate) fn pdf(title: &str, pages: &[Page], map: &str, size: (f64, f64)) -> Result<Vec<u8>, PdfError> {
    let mut shared = Shared { fonts: Fonts::new(), opacities: vec![[1.0; 2]], patterns: Vec::new() };
    let mut next = Ref::new(1);
    let [catalog, tree, about, resources, form] = [(); 5].map(|()| next.bump());
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(about).title(TextStr(title)).creator(TextStr("Longroll"));

    let content = packed(&drawing::content(map, &mut shared, matrix::NONE)?);
    let mut written = pdf.form_xobject(form, &content);
    written.bbox(Rect::new(0.0, 0.0, size.0 as f32, size.1 as f32));
    written.filter(Filter::FlateDecode).pair(Name(b"Resources"), resources);
    written.finish();

    let mut kids = Vec::new();
    for page in pages {
        let (id, content) = (next.bump(), next.bump());
        kids.push(id);
        let mut written = pdf.page(id);
        written.parent(tree).media_box(Rect::new(0.0, 0.0, points(page.width), points(page.height)));
        written.contents(content).pair(Name(b"Resources"), resources);
        written.finish();
        let mut drawn = window(page);
        let upright = [POINT, 0.0, 0.0, -POINT, 0.0, page.height * POINT];
        let mut over = Content::new();
        over.transform(matrix::short(upright));
        drawn.extend(over.finish());
        drawn.push(b'\n');
        drawn.extend(drawing::content(&page.over_svg(), &mut shared, upright)?);
        pdf.stream(content, &packed(&drawn)).filter(Filter::FlateDecode);
    }
    pdf.pages(tree).count(i32::try_from(kids.len()).unwrap_or(i32::MAX)).kids(kids);
    share(&mut pdf, &shared, (resources, form), &mut next);
    Ok(pdf.finish())
}

/// Writes what pages have in common.
fn share(pdf: &mut Pdf, shared: &Shared, (resources, form): (Ref, Ref), next: &mut Ref) {
    let fonts = shared.fonts.write(pdf, next);
    let mut patterns = Vec::new();
    for pattern in &shared.patterns {
        let id = next.bump();
        let [width, height] = pattern.size.map(|length| length as f32);
        let content = packed(&pattern.content);
        let mut written = pdf.tiling_pattern(id, &content);
        written.paint_type(PaintType::Colored).tiling_type(TilingType::ConstantSpacing);
        written.bbox(Rect::new(0.0, 0.0, width, height)).x_step(width).y_step(height);
        written.matrix(matrix::short(pattern.matrix));
        written.filter(Filter::FlateDecode).pair(Name(b"Resources"), resources);
        written.finish();
        patterns.push(id);
    }
    let mut all = pdf.indirect(resources).start::<Resources<'_>>();
    all.x_objects().pair(MAP, form);
    let mut named = all.fonts();
    for (number, id) in fonts {
        named.pair(Name(format!("F{number}").as_bytes()), id);
    }
    named.finish();
    let mut named = all.patterns();
    for (number, id) in patterns.into_iter().enumerate() {
        named.pair(Name(format!("P{number}").as_bytes()), id);
    }
    named.finish();
    let mut named = all.ext_g_states();
    for (number, [fill, stroke]) in shared.opacities.iter().enumerate() {
        let mut state = named.insert(Name(format!("O{number}").as_bytes())).dict();
        state.pair(Name(b"ca"), *fill).pair(Name(b"CA"), *stroke);
    }
}

/// The map through a page's window. PDF counts from the lower left.
fn window(page: &Page) -> Vec<u8> {
    let Some(Window { of, on }) = page.window else { return Vec::new() };
    let mut content = Content::new();
    // Points to a unit of the map.
    let (across, down) = (on.width / of.width * POINT, on.height / of.height * POINT);
    let (left, foot) = (points(on.at.x), points(page.height - on.at.y - on.height));
    content.save_state();
    content.rect(left, foot, points(on.width), points(on.height)).clip_nonzero().end_path();
    content.transform(matrix::short([
        across,
        0.0,
        0.0,
        -down,
        on.at.x * POINT - of.at.x * across,
        (page.height - on.at.y) * POINT + of.at.y * down,
    ]));
    content.x_object(MAP).restore_state();
    let mut content = content.finish();
    content.push(b'\n');
    content
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let written = packer.write_all(bytes).and_then(|()| packer.finish());
    written.unwrap_or_default()
}

fn points(millimetres: f64) -> f32 {
    (millimetres * POINT) as f32
}
