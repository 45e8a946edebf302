//! A value with its place in the file that it was read from.

use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

/// The name by which a document is asked for a value with its place.
pub(crate) const NAME: &str = "hexmap::Spanned";

/// A value and the bytes of the file that it was read from. Comparisons are of the values.
#[derive(Debug, Clone)]
pub struct Spanned<T> {
    span: Range<usize>,
    value: T,
}

impl<T> Spanned<T> {
    pub fn new(span: Range<usize>, value: T) -> Spanned<T> {
        Spanned { span, value }
    }

    /// Its byte range in the source.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    pub fn get_ref(&self) -> &T {
        &self.value
    }

    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Spanned<T>) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Spanned<T>) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Spanned<T>) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spanned<T>, D::Error> {
        deserializer.deserialize_tuple_struct(NAME, 3, Parts(PhantomData))
    }
}

/// Reads where a value begins and ends, and the value.
struct Parts<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Parts<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of a document")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Spanned<T>, A::Error> {
        let lacking = || A::Error::custom("a value of a document has a place");
        let start = parts.next_element()?.ok_or_else(lacking)?;
        let end = parts.next_element()?.ok_or_else(lacking)?;
        let value = parts.next_element()?.ok_or_else(lacking)?;
        Ok(Spanned { span: start..end, value })
    }
}
