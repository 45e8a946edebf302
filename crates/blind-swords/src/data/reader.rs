//! Reading a data file: every fault is noted with its line, and the reading goes on.

use hexmap::{Faults, Grid, Hex, Source, Spanned, read_toml};
use serde::de::DeserializeOwned;

use crate::data::label::Label;

pub(crate) struct Reader<'a> {
    file: &'a str,
    source: Source<'a>,
    pub(crate) faults: Faults,
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Reader<'a> {
        Reader { file, source: Source::new(file, text), faults: Faults::default() }
    }

    pub(super) fn toml<T: DeserializeOwned>(&self) -> Result<T, Faults> {
        let text = self.source.text();
        read_toml(self.file, text)
    }

    /// Notes what is wrong with what stands at that byte.
    pub(super) fn fault(&mut self, offset: usize, what: impl Into<String>) {
        self.faults.add(self.source.fault(offset, what));
    }

    /// Notes what is wrong with what stands at that byte, at a hex.
    pub(super) fn fault_in(&mut self, grid: &Grid, hex: Hex, offset: usize, what: impl Into<String>) {
        self.faults.add(self.source.fault(offset, what).at_hex(grid.number(hex)));
    }

    /// Notes what is wrong with a value.
    pub(super) fn fault_of<T>(&mut self, value: &Spanned<T>, what: impl Into<String>) {
        self.fault(value.span().start, what);
    }

    pub(super) fn hex(&mut self, grid: &Grid, number: &Spanned<String>) -> Option<Hex> {
        let hex = grid.parse(number.get_ref());
        if hex.is_none() {
            let what = format!(
                "'{}' is not a hex of the map; a printed number such as 2423 was expected",
                number.get_ref()
            );
            self.fault_of(number, what);
        }
        hex
    }

    /// Hexes, one after the other in a string; each fault at its own line.
    pub(super) fn hexes(&mut self, grid: &Grid, list: &Spanned<String>) -> Vec<Hex> {
        let raw = &self.source.text()[list.span()];
        let words: Vec<(&str, usize)> = raw
            .split(|c: char| c.is_whitespace() || c == '"' || c == '\'')
            .filter(|w| !w.is_empty())
            .map(|w| (w, list.span().start + (w.as_ptr() as usize - raw.as_ptr() as usize)))
            .collect();
        let mut hexes = Vec::new();
        for (word, at) in words {
            match grid.parse(word) {
                Some(hex) => hexes.push(hex),
                None => {
                    self.fault(
                        at,
                        format!(
                            "'{word}' is not a hex of the map; a printed number such as 2423 was expected"
                        ),
                    );
                }
            }
        }
        hexes
    }

    /// A number of whole pieces of which `pieces` make one: 2 reads halves, 4 quarters.
    pub(super) fn pieces(&mut self, value: &Spanned<f64>, pieces: u8, most: u16) -> u16 {
        let count = value.get_ref() * f64::from(pieces);
        if count.fract() == 0.0 && (0.0..=f64::from(most)).contains(&count) {
            count as u16
        } else {
            let what = format!(
                "{}; a number from 0 to {} in steps of {} was expected",
                value.get_ref(),
                f64::from(most) / f64::from(pieces),
                1.0 / f64::from(pieces)
            );
            self.fault_of(value, what);
            0
        }
    }

    /// What each of `count` cells rests on, from a letter for each.
    pub(super) fn labels(&mut self, letters: &Spanned<String>, count: usize) -> Vec<Label> {
        let found = letters.get_ref().chars().count();
        if found != count {
            self.fault_of(letters, format!("{found} letters for {count} cells"));
        }
        if let Some(letter) = letters.get_ref().chars().find(|&l| Label::of_letter(l).is_none()) {
            let what = format!("invalid label '{letter}': expected 'p', 'r', 'u' or '.'");
            self.fault_of(letters, what);
        }
        let labels = letters.get_ref().chars();
        let labels = labels.map(|letter| Label::of_letter(letter).unwrap_or(Label::Reconstructed));
        labels.chain(std::iter::repeat(Label::Reconstructed)).take(count).collect()
    }

    /// An id that nothing else has, in a form that no word of the protocol and no hex has:
    /// `u62-7oh-a`.
    pub(super) fn id(&mut self, id: &Spanned<String>, known: &mut Vec<String>) {
        if !is_id(id.get_ref()) {
            let what = format!(
                "'{}'; an id such as u62-7oh-a was expected: a letter, up to two digits, a dash, small letters and digits",
                id.get_ref()
            );
            self.fault_of(id, what);
        }
        if known.contains(id.get_ref()) {
            self.fault_of(id, format!("there are two '{}'", id.get_ref()));
        }
        known.push(id.get_ref().clone());
    }
}

/// Whether a text has the form of an id.
pub(crate) fn is_id(id: &str) -> bool {
    let Some((head, tail)) = id.split_once('-') else { return false };
    let mut head = head.chars();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    head.next().is_some_and(|c| c.is_ascii_lowercase())
        && head.as_str().len() <= 2
        && head.all(|c| c.is_ascii_digit())
        && !tail.is_empty()
        && id.len() <= 40
        && tail.chars().all(plain)
}
