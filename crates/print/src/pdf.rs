//! A booklet as PDF. The map is in it once, and pages look on it through their windows.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId};
use pdf_writer::{Chunk, Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use svg2pdf::ConversionOptions;
use svg2pdf::usvg::{self, fontdb};

use crate::lettering::{FAMILIES, FONTS};
use crate::page::{Page, Window};

/// Points to a millimetre.
const POINT: f64 = 72.0 / 25.4;
/// The names of the drawings in a page's resources.
const MAP: Name<'static> = Name(b"Map");
const OVER: Name<'static> = Name(b"Over");

/// Why there is no PDF. No map and no counter causes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfError(String);

impl fmt::Display for PdfError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "the PDF could not be made: {}", self.0)
    }
}

impl std::error::Error for PdfError {}

/// A drawing that was put into the document: a square of one point, to be scaled where it is used.
struct Drawings {
    reader: usvg::Options<'static>,
    next: Ref,
}

impl Drawings {
    fn new() -> Drawings {
        let mut fonts = fontdb::Database::new();
        for font in FONTS {
            fonts.load_font_data(font.to_vec());
        }
        // No page names these families: they stand for every family there is no file of.
        fonts.set_serif_family(FAMILIES.0);
        fonts.set_sans_serif_family(FAMILIES.1);
        let reader = usvg::Options {
            fontdb: Arc::new(fonts),
            font_family: FAMILIES.0.to_owned(),
            ..usvg::Options::default()
        };
        Drawings { reader, next: Ref::new(1) }
    }

    /// The objects of a drawing, and which of them is the drawing.
    fn add(&mut self, svg: &str) -> Result<(Chunk, Ref), PdfError> {
        let tree = usvg::Tree::from_str(svg, &self.reader).map_err(|error| PdfError(error.to_string()))?;
        let (chunk, drawing) = svg2pdf::to_chunk(&tree, ConversionOptions::default())
            .map_err(|error| PdfError(error.to_string()))?;
        let mut renumbered = HashMap::new();
        let chunk = chunk.renumber(|old| *renumbered.entry(old).or_insert_with(|| self.next.bump()));
        let drawing = renumbered.get(&drawing).copied();
        drawing.map(|drawing| (chunk, drawing)).ok_or_else(|| PdfError("a drawing is empty".to_owned()))
    }
}

/// The pages as one document. `map` is the drawing that windows look on, as a document `size` units wide and high.
pub(crate) fn pdf(title: &str, pages: &[Page], map: &str, size: (f64, f64)) -> Result<Vec<u8>, PdfError> {
    let mut drawings = Drawings::new();
    let (catalog, tree, about) = (drawings.next.bump(), drawings.next.bump(), drawings.next.bump());
    let mut pdf = Pdf::new();
    pdf.document_info(about).title(TextStr(title)).creator(TextStr("Longroll"));
    pdf.catalog(catalog).pages(tree);
    let (chunk, map) = drawings.add(map)?;
    pdf.extend(&chunk);
    let mut kids = Vec::new();
    for page in pages {
        let (chunk, over) = drawings.add(&page.over_svg())?;
        pdf.extend(&chunk);
        let (id, content) = (drawings.next.bump(), drawings.next.bump());
        kids.push(id);
        let mut written = pdf.page(id);
        written.parent(tree).media_box(Rect::new(0.0, 0.0, points(page.width), points(page.height)));
        written.contents(content);
        let mut resources = written.resources();
        let mut objects = resources.x_objects();
        objects.pair(OVER, over);
        if page.window.is_some() {
            objects.pair(MAP, map);
        }
        objects.finish();
        resources.finish();
        written.finish();
        pdf.stream(content, &paint(page, size));
    }
    pdf.pages(tree).count(i32::try_from(kids.len()).unwrap_or(i32::MAX)).kids(kids);
    in_order(&pdf.finish())
}

/// The same document with its objects in the order in which the pages come to them, and the entries of every dictionary
/// sorted: what drew the objects leaves both to chance, and the same booklet is to be the same bytes.
fn in_order(pdf: &[u8]) -> Result<Vec<u8>, PdfError> {
    let mut document = Document::load_mem(pdf).map_err(|error| PdfError(error.to_string()))?;
    document.trailer = sorted(std::mem::take(&mut document.trailer));
    let order = document.traverse_objects(|object| match object {
        Object::Dictionary(entries) => *entries = sorted(std::mem::take(entries)),
        Object::Stream(stream) => stream.dict = sorted(std::mem::take(&mut stream.dict)),
        _ => {}
    });
    let numbers: HashMap<ObjectId, ObjectId> =
        order.into_iter().zip((1..).map(|number| (number, 0))).collect();
    let objects = std::mem::take(&mut document.objects);
    // What no page comes to is left out.
    document.objects = objects
        .into_iter()
        .filter_map(|(id, mut object)| {
            renumber(&mut object, &numbers);
            numbers.get(&id).map(|&id| (id, object))
        })
        .collect();
    document.trailer.iter_mut().for_each(|(_, object)| renumber(object, &numbers));
    document.max_id = u32::try_from(document.objects.len()).unwrap_or(u32::MAX);
    let mut written = Vec::new();
    document.save_to(&mut written).map_err(|error| PdfError(error.to_string()))?;
    Ok(written)
}

fn sorted(entries: Dictionary) -> Dictionary {
    let mut entries: Vec<(Vec<u8>, Object)> = entries.into_iter().collect();
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    entries.into_iter().collect()
}

/// Gives every reference in an object its new number.
fn renumber(object: &mut Object, numbers: &HashMap<ObjectId, ObjectId>) {
    match object {
        Object::Reference(id) => *id = numbers.get(id).copied().unwrap_or(*id),
        Object::Array(objects) => objects.iter_mut().for_each(|object| renumber(object, numbers)),
        Object::Dictionary(entries) => entries.iter_mut().for_each(|(_, object)| renumber(object, numbers)),
        Object::Stream(stream) => stream.dict.iter_mut().for_each(|(_, object)| renumber(object, numbers)),
        _ => {}
    }
}

/// What is painted on a page: the map through its window, and what is drawn over it. PDF counts from the lower left.
fn paint(page: &Page, (wide, high): (f64, f64)) -> Vec<u8> {
    let mut content = Content::new();
    if let Some(Window { of, on }) = page.window {
        let left = points(on.at.x);
        let foot = points(page.height - on.at.y - on.height);
        // Points to a unit of the map.
        let (across, down) = (on.width / of.width, on.height / of.height);
        content.save_state();
        content.rect(left, foot, points(on.width), points(on.height)).clip_nonzero().end_path();
        content.transform([
            points(wide * across),
            0.0,
            0.0,
            points(high * down),
            points(on.at.x - of.at.x * across),
            points(page.height - on.at.y - (high - of.at.y) * down),
        ]);
        content.x_object(MAP).restore_state();
    }
    content.save_state();
    content.transform([points(page.width), 0.0, 0.0, points(page.height), 0.0, 0.0]);
    content.x_object(OVER).restore_state();
    content.finish()
}

fn points(millimetres: f64) -> f32 {
    (millimetres * POINT) as f32
}
