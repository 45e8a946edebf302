//! A drawing as PDF: the part of SVG that our own drawings are made of, and no more.

use pdf_writer::types::{ColorSpaceOperand, LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content, Name, Str};
use roxmltree::{Document, Node};

use super::fonts::{Fonts, Line};
use super::path::{self, Stretch};
use super::style::{Anchor, Paint, Style};
use super::{PdfError, matrix};

/// Resources shared by all drawings of a document; each is named by its place in its list.
pub(super) struct Shared {
    pub fonts: Fonts,
    /// Pairs of opacities: fill and stroke.
    pub opacities: Vec<[f32; 2]>,
    pub patterns: Vec<Pattern>,
}

/// A tile that an area is filled with.
pub(super) struct Pattern {
    id: String,
    /// From its units to those of what it is used in.
    pub matrix: [f64; 6],
    pub size: [f64; 2],
    pub content: Vec<u8>,
}

/// The content of a drawing. `matrix` leads from its units to those of the page or the form that it
/// is put into.
///
/// # Errors
/// What of it cannot be printed; our own drawings have nothing such.
pub(super) fn content(svg: &str, shared: &mut Shared, matrix: [f64; 6]) -> Result<Vec<u8>, PdfError> {
    let document = Document::parse(svg).map_err(|error| PdfError(error.to_string()))?;
    let mut painter = Painter::new(&document, shared, matrix);
    painter.children(document.root_element(), &Style::default().of(document.root_element())?)?;
    Ok(painter.content.finish())
}

/// The last settings, so that they need not be set again.
#[derive(Clone, Default)]
struct Set {
    fill: Option<Paint>,
    stroke: Option<Paint>,
    opacity: Option<usize>,
    width: Option<f32>,
    cap: Option<LineCapStyle>,
    join: Option<LineJoinStyle>,
    dashes: Option<(Vec<f32>, f32)>,
}

struct Painter<'a, 'input, 's> {
    document: &'a Document<'input>,
    shared: &'s mut Shared,
    content: Content,
    matrix: [f64; 6],
    set: Set,
}

impl<'a, 'input, 's> Painter<'a, 'input, 's> {
    fn new(
        document: &'a Document<'input>,
        shared: &'s mut Shared,
        matrix: [f64; 6],
    ) -> Painter<'a, 'input, 's> {
        Painter { document, shared, content: Content::new(), matrix, set: Set::default() }
    }

    fn children(&mut self, node: Node<'_, '_>, style: &Style) -> Result<(), PdfError> {
        node.children().filter(Node::is_element).try_for_each(|child| self.element(child, style))
    }

    fn element(&mut self, node: Node<'_, '_>, above: &Style) -> Result<(), PdfError> {
        match node.tag_name().name() {
            "title" | "desc" | "defs" | "pattern" | "clipPath" => return Ok(()),
            "g" | "path" | "rect" | "circle" | "text" | "use" => {}
            other => return Err(PdfError(format!("<{other}> cannot be printed"))),
        }
        if node.has_attribute("opacity") {
            return Err(PdfError("opacity of a whole element cannot be printed".to_owned()));
        }
        let style = above.of(node)?;
        let outer = self.begin(node)?;
        match node.tag_name().name() {
            "g" => self.children(node, &style)?,
            "path" => self.shape(&path_of(node)?, &style)?,
            "rect" => {
                let at = [number(node, "x")?, number(node, "y")?];
                let size = [number(node, "width")?, number(node, "height")?];
                self.shape(&path::rectangle(at, size, number(node, "rx")?), &style)?;
            }
            "circle" => {
                let at = [number(node, "cx")?, number(node, "cy")?];
                self.shape(&path::circle(at, number(node, "r")?), &style)?;
            }
            "text" => self.lettering(node, &style)?,
            _ => {
                let to = self.named(node)?;
                self.element(to, &style)?;
            }
        }
        if let Some((matrix, set)) = outer {
            self.content.restore_state();
            (self.matrix, self.set) = (matrix, set);
        }
        Ok(())
    }

    /// Carries out an element's transformation and clips to its path, if it has any; what was
    /// before is given back then.
    fn begin(&mut self, node: Node<'_, '_>) -> Result<Option<([f64; 6], Set)>, PdfError> {
        let (transform, clip) = (node.attribute("transform"), node.attribute("clip-path"));
        if transform.is_none() && clip.is_none() {
            return Ok(None);
        }
        let outer = (self.matrix, self.set.clone());
        self.content.save_state();
        if let Some(transform) = transform {
            let by = matrix::read(transform)
                .ok_or_else(|| PdfError(format!("transform=\"{transform}\" cannot be printed")))?;
            self.content.transform(matrix::short(by));
            self.matrix = matrix::then(by, self.matrix);
        }
        if let Some(clip) = clip {
            let id = clip.strip_prefix("url(#").and_then(|id| id.strip_suffix(')')).unwrap_or(clip);
            for rect in self.by_id(id)?.children().filter(|child| child.has_tag_name("rect")) {
                let [x, y] = [number(rect, "x")?, number(rect, "y")?];
                let [width, height] = [number(rect, "width")?, number(rect, "height")?];
                self.content.rect(x as f32, y as f32, width as f32, height as f32);
            }
            self.content.clip_nonzero().end_path();
        }
        Ok(Some(outer))
    }

    fn shape(&mut self, path: &[Stretch], style: &Style) -> Result<(), PdfError> {
        let (fills, strokes) = (style.fill != Paint::None, style.stroke != Paint::None);
        if path.is_empty() || !fills && !strokes {
            return Ok(());
        }
        self.paints(style)?;
        path::draw(path, &mut self.content);
        match (fills, strokes, style.even_odd) {
            (true, true, false) => self.content.fill_nonzero_and_stroke(),
            (true, true, true) => self.content.fill_even_odd_and_stroke(),
            (true, false, false) => self.content.fill_nonzero(),
            (true, false, true) => self.content.fill_even_odd(),
            (false, ..) => self.content.stroke(),
        };
        Ok(())
    }

    /// Sets what shapes of this style are painted with.
    fn paints(&mut self, style: &Style) -> Result<(), PdfError> {
        let strokes = style.stroke != Paint::None;
        let opacity = [style.fill_opacity, if strokes { style.stroke_opacity } else { 1.0 }];
        let known = self.shared.opacities.iter().position(|known| *known == opacity);
        let opacity = known.unwrap_or_else(|| {
            self.shared.opacities.push(opacity);
            self.shared.opacities.len() - 1
        });
        // At first everything covers.
        if self.set.opacity.unwrap_or(0) != opacity {
            self.content.set_parameters(Name(format!("O{opacity}").as_bytes()));
        }
        self.set.opacity = Some(opacity);
        if style.fill != Paint::None && self.set.fill.as_ref() != Some(&style.fill) {
            match &style.fill {
                Paint::None => {}
                Paint::Colour([r, g, b]) => drop(self.content.set_fill_rgb(*r, *g, *b)),
                Paint::Pattern(id) => {
                    let name = format!("P{}", self.pattern(id)?);
                    self.content.set_fill_color_space(ColorSpaceOperand::Pattern);
                    self.content.set_fill_pattern(None, Name(name.as_bytes()));
                }
            }
            self.set.fill = Some(style.fill.clone());
        }
        if !strokes {
            return Ok(());
        }
        if self.set.stroke.as_ref() != Some(&style.stroke) {
            let Paint::Colour([r, g, b]) = style.stroke else {
                return Err(PdfError("a stroke with a pattern cannot be printed".to_owned()));
            };
            self.content.set_stroke_rgb(r, g, b);
            self.set.stroke = Some(style.stroke.clone());
        }
        if self.set.width.unwrap_or(1.0) != style.width {
            self.content.set_line_width(style.width);
        }
        self.set.width = Some(style.width);
        if self.set.cap.unwrap_or(LineCapStyle::ButtCap) != style.cap {
            self.content.set_line_cap(style.cap);
        }
        self.set.cap = Some(style.cap);
        if self.set.join.unwrap_or(LineJoinStyle::MiterJoin) != style.join {
            self.content.set_line_join(style.join);
        }
        self.set.join = Some(style.join);
        let dashes = (style.dashes.clone(), style.dash_offset);
        if self.set.dashes.clone().unwrap_or_default() != dashes {
            self.content.set_dash_pattern(dashes.0.iter().copied(), dashes.1);
        }
        self.set.dashes = Some(dashes);
        Ok(())
    }

    /// The number of a pattern as it lies here.
    fn pattern(&mut self, id: &str) -> Result<usize, PdfError> {
        let matrix = self.matrix;
        let known = |pattern: &Pattern| pattern.id == id && pattern.matrix == matrix;
        if let Some(known) = self.shared.patterns.iter().position(known) {
            return Ok(known);
        }
        let node = self.by_id(id)?;
        let size = [number(node, "width")?, number(node, "height")?];
        let mut tile = Painter::new(self.document, &mut *self.shared, matrix::NONE);
        tile.children(node, &Style::default().of(node)?)?;
        let content = tile.content.finish();
        self.shared.patterns.push(Pattern { id: id.to_owned(), matrix, size, content });
        Ok(self.shared.patterns.len() - 1)
    }

    fn lettering(&mut self, node: Node<'_, '_>, style: &Style) -> Result<(), PdfError> {
        let words: String = node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect();
        let line = self.shared.fonts.line(style.font(), &words);
        let wide: f64 = line.glyphs.iter().map(|(_, wide)| wide * style.size + style.spacing).sum();
        let squeeze = match node.attribute("textLength") {
            Some(_) if wide > 0.0 => number(node, "textLength")? / wide,
            _ => 1.0,
        };
        let back = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => wide * squeeze / 2.0,
            Anchor::End => wide * squeeze,
        };
        let runs = match node.children().find(|child| child.has_tag_name("textPath")) {
            None => {
                let at = [number(node, "x")? - back, number(node, "y")?];
                vec![([squeeze, 0.0, 0.0, -1.0, at[0], at[1]], line)]
            }
            Some(along) => {
                let steps = path::steps(&path_of(self.named(along)?)?);
                let offset = along.attribute("startOffset").and_then(|offset| offset.strip_suffix('%'));
                let part = offset.and_then(|offset| offset.parse::<f64>().ok()).unwrap_or(0.0) / 100.0;
                bent(&steps, part, back, &line, style)
            }
        };
        self.paints(style)?;
        let passes: &[_] = match (style.stroke != Paint::None, style.stroke_first) {
            (false, _) => &[TextRenderingMode::Fill],
            (true, true) => &[TextRenderingMode::Stroke, TextRenderingMode::Fill],
            (true, false) => &[TextRenderingMode::FillStroke],
        };
        for pass in passes {
            self.content.begin_text();
            self.content.set_text_rendering_mode(*pass);
            self.content.set_char_spacing(style.spacing as f32);
            for (matrix, line) in &runs {
                self.content.set_font(Name(format!("F{}", line.font).as_bytes()), style.size as f32);
                self.content.set_text_matrix(matrix::short(*matrix));
                let glyphs: Vec<u8> = line.glyphs.iter().flat_map(|(glyph, _)| glyph.to_be_bytes()).collect();
                self.content.show(Str(&glyphs));
            }
            self.content.end_text();
        }
        Ok(())
    }

    fn named(&self, node: Node<'_, '_>) -> Result<Node<'a, 'input>, PdfError> {
        let id = node.attribute("href").and_then(|href| href.strip_prefix('#')).unwrap_or_default();
        self.by_id(id)
    }

    fn by_id(&self, id: &str) -> Result<Node<'a, 'input>, PdfError> {
        let mut all = self.document.descendants();
        all.find(|node| node.attribute("id") == Some(id))
            .ok_or_else(|| PdfError(format!("there is no element called '{id}'")))
    }
}

/// Lettering along a line of steps: each letter separately, upright on the line. Letters without room are
/// left out.
fn bent(steps: &[[f64; 2]], part: f64, back: f64, line: &Line, style: &Style) -> Vec<([f64; 6], Line)> {
    let length = |pair: &[[f64; 2]]| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]);
    let whole: f64 = steps.windows(2).map(length).sum();
    let mut at = whole * part - back;
    let mut runs = Vec::new();
    for &(glyph, wide) in &line.glyphs {
        let wide = wide * style.size;
        let middle = at + wide / 2.0;
        at += wide + style.spacing;
        let mut before = 0.0;
        for pair in steps.windows(2) {
            let long = length(pair);
            if middle >= before && middle <= before + long && long > 0.0 {
                let [cos, sin] = [0, 1].map(|i| (pair[1][i] - pair[0][i]) / long);
                let along = middle - before - wide / 2.0;
                let [x, y] = [pair[0][0] + cos * along, pair[0][1] + sin * along];
                let letter = Line { font: line.font, glyphs: vec![(glyph, wide)] };
                runs.push(([cos, sin, sin, -cos, x, y], letter));
                break;
            }
            before += long;
        }
    }
    runs
}

fn path_of(node: Node<'_, '_>) -> Result<Vec<Stretch>, PdfError> {
    let data = node.attribute("d").unwrap_or_default();
    path::read(data).ok_or_else(|| PdfError(format!("the path data {data:.40} cannot be printed")))
}

/// An attribute that is a number; nought without it.
fn number(node: Node<'_, '_>, name: &str) -> Result<f64, PdfError> {
    let value = node.attribute(name).unwrap_or("0");
    value.parse().map_err(|_| PdfError(format!("{name}=\"{value}\" is no number")))
}
