//! The fields of a table as they are typed, each fault at its line.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use hexmap::{Faults, Source};
use tabletop::text::TextRule;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(super) type Placed<'t> = &'t Spanned<DeValue<'t>>;

/// Collects what is wrong with a file.
pub(super) struct Reading<'t> {
    source: Source<'t>,
    faults: RefCell<Faults>,
    typed: bool,
}

impl<'t> Reading<'t> {
    /// `typed` where people have written the file, and not a server that read its texts before.
    pub(super) fn new(name: &'t str, text: &'t str, typed: bool) -> Reading<'t> {
        Reading { source: Source::new(name, text), faults: RefCell::default(), typed }
    }

    /// Notes what is wrong with a text that people have typed.
    pub(super) fn check(&self, rule: TextRule, key: &str, (text, at): (&str, usize)) {
        if let Some(what) = rule.read(key, text).err().filter(|_| self.typed) {
            self.fault(at, what);
        }
    }

    /// Notes a fault at that byte.
    pub(super) fn fault(&self, at: usize, what: impl Into<String>) {
        self.faults.borrow_mut().add(self.source.fault(at, what));
    }

    /// The value, if nothing was wrong; else every fault, from the first line down.
    pub(super) fn end<T>(self, value: Option<T>) -> Result<T, Faults> {
        let mut faults = self.faults.into_inner();
        faults.0.sort_by_key(|fault| fault.line);
        match value {
            Some(value) => faults.into_result(value),
            None => Err(faults),
        }
    }
}

/// A table that is read field by field.
pub(super) struct Fields<'r, 't> {
    reading: &'r Reading<'t>,
    table: &'t DeTable<'t>,
    /// Offset at which the table begins.
    pub at: usize,
    known: RefCell<Vec<&'static str>>,
}

impl<'r, 't> Fields<'r, 't> {
    pub(super) fn new(reading: &'r Reading<'t>, table: &'t DeTable<'t>, at: usize) -> Fields<'r, 't> {
        Fields { reading, table, at, known: RefCell::default() }
    }

    /// The fields of a value that should be a table.
    pub(super) fn of(reading: &'r Reading<'t>, value: Placed<'t>, what: &str) -> Option<Fields<'r, 't>> {
        let at = value.span().start;
        let table = value.get_ref().as_table();
        if table.is_none() {
            reading.fault(at, format!("{what}: a table was expected"));
        }
        Some(Fields::new(reading, table?, at))
    }

    pub(super) fn value(&self, key: &'static str) -> Option<Placed<'t>> {
        self.known.borrow_mut().push(key);
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    fn read<T>(
        &self,
        key: &'static str,
        expected: &str,
        read: impl Fn(&'t DeValue<'t>) -> Option<T>,
    ) -> Option<(T, usize)> {
        let value = self.value(key)?;
        let at = value.span().start;
        let typed = read(value.get_ref());
        if typed.is_none() {
            self.reading.fault(at, format!("{key}: {expected} was expected"));
        }
        Some((typed?, at))
    }

    pub(super) fn text(&self, key: &'static str) -> Option<(&'t str, usize)> {
        self.read(key, "text", |value| value.as_str())
    }

    /// Text that has to be there and not be empty.
    pub(super) fn needed(&self, key: &'static str) -> Option<(&'t str, usize)> {
        if self.value(key).is_none() {
            self.reading.fault(self.at, format!("{key}: text was expected"));
        }
        let (text, at) = self.text(key)?;
        if text.trim().is_empty() {
            self.reading.fault(at, format!("{key}: text was expected, not nothing"));
            return None;
        }
        Some((text, at))
    }

    pub(super) fn flag(&self, key: &'static str) -> Option<bool> {
        self.read(key, "true or false", DeValue::as_bool).map(|(flag, _)| flag)
    }

    pub(super) fn whole(&self, key: &'static str, range: RangeInclusive<usize>) -> Option<(usize, usize)> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        self.read(key, &expected, |value| {
            let number = number(value).filter(|number| number.fract() == 0.0 && *number >= 0.0)?;
            Some(number as usize).filter(|number| range.contains(number))
        })
    }

    pub(super) fn number(&self, key: &'static str, range: RangeInclusive<f64>) -> Option<f64> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        self.read(key, &expected, |value| number(value).filter(|number| range.contains(number)))
            .map(|(number, _)| number)
    }

    /// The entries of a list; none if there is no list.
    pub(super) fn list(&self, key: &'static str) -> impl Iterator<Item = Placed<'t>> + use<'t> {
        let list = self.read(key, "a list", DeValue::as_array);
        list.into_iter().flat_map(|(list, _)| list.iter())
    }

    pub(super) fn texts(&self, key: &'static str) -> Vec<(&'t str, usize)> {
        let text = |value: Placed<'t>| {
            let at = value.span().start;
            let text = value.get_ref().as_str();
            if text.is_none() {
                self.reading.fault(at, format!("{key}: text was expected"));
            }
            Some((text?, at))
        };
        self.list(key).filter_map(text).collect()
    }

    /// All fields with their values, for a table whose keys are anybody's.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'t str, usize, &'t DeValue<'t>)> {
        self.table.iter().map(|(key, value)| (&**key.get_ref(), key.span().start, value.get_ref()))
    }

    /// Reports every field that was not read as unknown.
    pub(super) fn end(&self) {
        let known = self.known.borrow();
        for (key, at, _) in self.all().filter(|(key, ..)| !known.contains(key)) {
            let fields = known.join(", ");
            self.reading
                .fault(at, format!("{key}: there is no such field; one of these was expected: {fields}"));
        }
    }
}

/// A number, with or without a point.
pub(super) fn number(value: &DeValue<'_>) -> Option<f64> {
    let typed = match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok()? as f64,
        DeValue::Float(number) => number.as_str().parse().ok()?,
        _ => return None,
    };
    Some(typed).filter(|number: &f64| number.is_finite())
}
