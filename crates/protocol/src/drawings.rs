//! The maps that editors were sent of late: whoever has one is told the next by what has changed.
//!
//! A drawing is known by the text of the file that it was made of. So nothing is drawn where an
//! editor has changed other files, and a server that has forgotten a drawing, or never made it, tells
//! the next one whole.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use catalog::Library;
use render::{MapOptions, map_svg};
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest, Sha256};
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::answer::{Drawn, Splice};

/// How much is kept, in bytes: some forty large sheets.
const MOST: usize = 24 << 20;

/// So long the shortest way from one drawing to another is looked for. Then any will do.
const PATIENCE: Duration = Duration::from_millis(100);

/// A map as it was drawn.
struct Sheet {
    mark: String,
    svg: String,
    layout: Box<RawValue>,
}

impl Sheet {
    fn size(&self) -> usize {
        self.svg.len() + self.layout.get().len()
    }

    fn whole(&self) -> Drawn {
        Drawn::Whole { svg: self.svg.clone(), layout: self.layout.clone(), mark: Some(self.mark.clone()) }
    }

    /// What makes this one of another; `None` if that cannot be told.
    fn after(&self, other: &Sheet) -> Option<Drawn> {
        let layout = RawValue::from_string(tabletop::patch(other.layout.get(), self.layout.get())).ok()?;
        Some(Drawn::Changed {
            from: other.mark.clone(),
            mark: self.mark.clone(),
            svg: splices(&other.svg, &self.svg),
            layout,
        })
    }
}

/// The drawings that were sent last; the one that was asked for longest ago goes first.
#[derive(Default)]
pub struct Drawings {
    sheets: Mutex<VecDeque<Arc<Sheet>>>,
}

impl Drawings {
    /// The map in a file as it is told who has the drawing of that mark, or none; `None` where there
    /// is no map in it.
    pub fn told(&self, path: &str, text: &str, held: Option<&str>) -> Option<Drawn> {
        let mark = mark(text);
        if held == Some(&*mark) {
            let layout = to_raw_value(&[(); 0]).ok()?;
            return Some(Drawn::Changed { from: mark.clone(), mark, svg: Vec::new(), layout });
        }
        let sheet = match self.find(&mark) {
            Some(sheet) => sheet,
            None => {
                let (svg, layout) = drawn(path, text)?;
                self.keep(Sheet { mark, svg, layout })
            }
        };
        let before = held.and_then(|mark| self.find(mark));
        let changed =
            before.and_then(|before| sheet.after(&before)).filter(|told| told.size() < sheet.size());
        Some(changed.unwrap_or_else(|| sheet.whole()))
    }

    fn find(&self, mark: &str) -> Option<Arc<Sheet>> {
        let mut sheets = self.sheets.lock().unwrap_or_else(PoisonError::into_inner);
        let at = sheets.iter().position(|sheet| sheet.mark == mark)?;
        let sheet = sheets.remove(at)?;
        sheets.push_back(Arc::clone(&sheet));
        Some(sheet)
    }

    fn keep(&self, sheet: Sheet) -> Arc<Sheet> {
        let sheet = Arc::new(sheet);
        let mut sheets = self.sheets.lock().unwrap_or_else(PoisonError::into_inner);
        sheets.retain(|known| known.mark != sheet.mark);
        sheets.push_back(Arc::clone(&sheet));
        while sheets.iter().map(|sheet| sheet.size()).sum::<usize>() > MOST && sheets.len() > 1 {
            sheets.pop_front();
        }
        sheet
    }
}

impl Drawn {
    /// The map in a file as it is told who asks for no marks.
    pub fn whole(path: &str, text: &str) -> Option<Drawn> {
        drawn(path, text).map(|(svg, layout)| Drawn::Whole { svg, layout, mark: None })
    }

    /// About how long it is, in bytes.
    pub fn size(&self) -> usize {
        match self {
            Drawn::Whole { svg, layout, .. } => svg.len() + layout.get().len(),
            Drawn::Changed { svg, layout, .. } => {
                layout.get().len() + svg.iter().map(|splice| splice.put.len() + 32).sum::<usize>()
            }
        }
    }
}

/// The drawing and the layout of the map in a file, as far as it can be read.
fn drawn(path: &str, text: &str) -> Option<(String, Box<RawValue>)> {
    let map = hexmap::sketch_map(path, text).0?;
    let layout = to_raw_value(&Library::board(&map).ok()?).ok()?;
    Some((map_svg(&map, &MapOptions::default()), layout))
}

/// By what a drawing is known: whoever has another version of the program has other drawings.
fn mark(text: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(env!("CARGO_PKG_VERSION"));
    hash.update([0]);
    hash.update(text);
    let mut mark = tabletop::hex_string(&hash.finalize());
    mark.truncate(32);
    mark
}

/// What makes one drawing of another.
fn splices(from: &str, to: &str) -> Vec<Splice> {
    let (old, new) = (Pieces::of(from), Pieces::of(to));
    let mut splices = Vec::new();
    // Positions are those of the page's strings. They only grow, so each is counted on from the last.
    let (mut counted, mut at) = (0, 0);
    let until = Instant::now() + PATIENCE;
    for operation in capture_diff_slices_deadline(Algorithm::Myers, &old.texts(), &new.texts(), Some(until)) {
        if matches!(operation, DiffOp::Equal { .. }) {
            continue;
        }
        let (gone, put) = trimmed(old.joined(operation.old_range()), new.joined(operation.new_range()));
        let start = old.start(operation.old_range()) + gone.before;
        at += units(&from[counted..start]);
        counted = start;
        splices.push(Splice { at, drop: units(gone.text), put: put.to_owned() });
    }
    splices
}

/// The length of a text in UTF-16 code units.
fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// What is left of a text without what it begins with as another does; `before` is how long that is.
struct Trimmed<'a> {
    before: usize,
    text: &'a str,
}

/// What differs in two texts, without what they begin and end with alike.
fn trimmed<'a>(from: &'a str, to: &'a str) -> (Trimmed<'a>, &'a str) {
    let alike = |(a, b): &(char, char)| a == b;
    let before = from.chars().zip(to.chars()).take_while(alike).map(|(c, _)| c.len_utf8()).sum();
    let (from, to) = (&from[before..], &to[before..]);
    let after: usize =
        from.chars().rev().zip(to.chars().rev()).take_while(alike).map(|(c, _)| c.len_utf8()).sum();
    (Trimmed { before, text: &from[..from.len() - after] }, &to[..to.len() - after])
}

/// A drawing cut up where an element or a stroke of a path begins.
struct Pieces<'a> {
    text: &'a str,
    /// Where each piece begins, and the end.
    cuts: Vec<usize>,
}

impl<'a> Pieces<'a> {
    fn of(text: &'a str) -> Pieces<'a> {
        let begins = text.match_indices(['<', 'M']).map(|(at, _)| at).filter(|&at| at > 0);
        let cuts = std::iter::once(0).chain(begins).chain([text.len()]).collect();
        Pieces { text, cuts }
    }

    fn texts(&self) -> Vec<&'a str> {
        self.cuts.windows(2).map(|ends| &self.text[ends[0]..ends[1]]).collect()
    }

    fn start(&self, pieces: Range<usize>) -> usize {
        self.cuts[pieces.start]
    }

    fn joined(&self, pieces: Range<usize>) -> &'a str {
        &self.text[self.cuts[pieces.start]..self.cuts[pieces.end]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text with these splices, as the page makes it.
    fn spliced(text: &str, splices: &[Splice]) -> String {
        let text: Vec<u16> = text.encode_utf16().collect();
        let (mut made, mut end) = (Vec::new(), 0);
        for splice in splices {
            made.extend_from_slice(&text[end..splice.at]);
            made.extend(splice.put.encode_utf16());
            end = splice.at + splice.drop;
        }
        made.extend_from_slice(&text[end..]);
        String::from_utf16(&made).expect("a splice never cuts a letter")
    }

    #[test]
    fn splices_make_one_drawing_of_the_other() {
        let texts = [
            "",
            "<svg/>",
            "<svg><path d=\"M1,2L3,4M5,6L7,8\"/><text>Höhe 𝔸</text></svg>",
            "<svg><path d=\"M1,2L3,5M5,6L7,8\"/><text>Höhe 𝔹</text></svg>",
            "<svg><path d=\"M5,6L7,8\"/><text>Hohe</text><text>Höhe 𝔸</text></svg>",
            "no drawing",
        ];
        for from in texts {
            for to in texts {
                assert_eq!(spliced(from, &splices(from, to)), to, "{from}");
            }
        }
        let small = splices(texts[2], texts[3]);
        let told: Vec<_> = small.iter().map(|one| (one.at, one.drop, &*one.put)).collect();
        assert_eq!(told, [(21, 1, "5"), (44, 2, "𝔹")], "only what differs is told");
    }

    #[test]
    fn what_was_asked_for_longest_ago_is_forgotten_first() {
        let drawings = Drawings::default();
        let layout = || to_raw_value(&0).expect("it is JSON");
        let sheet = |n: usize| Sheet { mark: n.to_string(), svg: " ".repeat(MOST / 4), layout: layout() };
        for n in 0..3 {
            drawings.keep(sheet(n));
        }
        assert!(drawings.find("0").is_some());
        drawings.keep(sheet(3));
        let known: Vec<bool> = (0..4).map(|n| drawings.find(&n.to_string()).is_some()).collect();
        assert_eq!(known, [true, false, true, true]);
    }
}
