//! Reads TOML documents as values of Rust types.
//!
//! The deserializers of the crate `toml` are compiled for every type with all that a TOML value may be: they were two
//! fifths of the machine code of the rules. The one here has a single type of node, of map and of list.

use std::fmt;
use std::ops::Range;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::Faults;
use crate::spanned::NAME;

/// Reads a document.
///
/// # Errors
/// What is wrong in it, with its place.
pub fn read_toml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Faults> {
    let table = DeTable::parse(text).map_err(|error| Faults::from_toml(file, text, &error))?;
    let node = Node { span: table.span(), kind: Kind::Table(table.get_ref()) };
    T::deserialize(node).map_err(|error| Faults::of_shape(file, text, error.at.unwrap_or(0), &error.message))
}

/// A mismatch, and where it begins, in bytes.
#[derive(Debug)]
struct Misfit {
    message: String,
    at: Option<usize>,
}

impl Misfit {
    /// The same: there, unless a place inside is known already.
    fn at(mut self, at: usize) -> Misfit {
        self.at.get_or_insert(at);
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misfit {}

impl serde::de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Misfit {
        Misfit { message: message.to_string(), at: None }
    }
}

/// A value of the document, a key, or the place of a value.
#[derive(Clone)]
struct Node<'a> {
    span: Range<usize>,
    kind: Kind<'a>,
}

#[derive(Clone, Copy)]
enum Kind<'a> {
    Value(&'a DeValue<'a>),
    Table(&'a DeTable<'a>),
    Key(&'a str),
    Offset(usize),
}

/// A number as it is handed on.
enum Number {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
}

impl<'a> Node<'a> {
    fn of(value: &'a Spanned<DeValue<'a>>) -> Node<'a> {
        Node { span: value.span(), kind: Kind::Value(value.get_ref()) }
    }

    fn key(key: &'a Spanned<DeString<'a>>) -> Node<'a> {
        Node { span: key.span(), kind: Kind::Key(key.get_ref()) }
    }

    fn here<T>(at: usize, result: Result<T, Misfit>) -> Result<T, Misfit> {
        result.map_err(|error| error.at(at))
    }

    fn text(&self) -> Option<&'a str> {
        match self.kind {
            Kind::Value(DeValue::String(text)) => Some(text),
            Kind::Key(text) => Some(text),
            _ => None,
        }
    }

    fn table(&self) -> Option<&'a DeTable<'a>> {
        match self.kind {
            Kind::Value(DeValue::Table(table)) | Kind::Table(table) => Some(table),
            _ => None,
        }
    }

    fn boolean(&self) -> Option<bool> {
        match self.kind {
            Kind::Value(DeValue::Boolean(value)) => Some(*value),
            Kind::Key(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The number that stands here, if one does.
    fn number(&self) -> Option<Result<Number, Misfit>> {
        let overflow = || Misfit::custom("integer number overflowed").at(self.span.start);
        let whole = |digits: &str, radix| {
            let signed = i64::from_str_radix(digits, radix).map(Number::Signed);
            signed
                .or_else(|_| u64::from_str_radix(digits, radix).map(Number::Unsigned))
                .map_err(|_| overflow())
        };
        match self.kind {
            Kind::Value(DeValue::Integer(value)) => Some(whole(value.as_str(), value.radix())),
            Kind::Value(DeValue::Float(value)) => {
                Some(value.as_str().parse().map(Number::Float).map_err(|_| overflow()))
            }
            Kind::Offset(offset) => Some(Ok(Number::Unsigned(offset as u64))),
            Kind::Key(text) => text.parse().ok().map(|number| Ok(Number::Signed(number))),
            _ => None,
        }
    }

    fn mismatch(&self, expected: &dyn Expected) -> Misfit {
        let found = match self.kind {
            Kind::Value(DeValue::String(text)) => Unexpected::Str(text),
            Kind::Value(DeValue::Integer(_) | DeValue::Float(_)) | Kind::Offset(_) => match self.number() {
                Some(Ok(Number::Signed(number))) => Unexpected::Signed(number),
                Some(Ok(Number::Unsigned(number))) => Unexpected::Unsigned(number),
                Some(Ok(Number::Float(number))) => Unexpected::Float(number),
                _ => Unexpected::Other("number"),
            },
            Kind::Value(DeValue::Boolean(value)) => Unexpected::Bool(*value),
            Kind::Value(DeValue::Datetime(_)) => Unexpected::Other("datetime"),
            Kind::Value(DeValue::Array(_)) => Unexpected::Seq,
            Kind::Value(DeValue::Table(_)) | Kind::Table(_) => Unexpected::Map,
            Kind::Key(text) => Unexpected::Str(text),
        };
        Misfit::invalid_type(found, expected).at(self.span.start)
    }

    fn visit_number<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Some(number) = self.number() else { return Err(self.mismatch(&visitor)) };
        Node::here(
            self.span.start,
            match number? {
                Number::Signed(number) => visitor.visit_i64(number),
                Number::Unsigned(number) => visitor.visit_u64(number),
                Number::Float(number) => visitor.visit_f64(number),
            },
        )
    }

    fn visit_text<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.text() {
            Some(text) => Node::here(self.span.start, visitor.visit_borrowed_str(text)),
            None => Err(self.mismatch(&visitor)),
        }
    }

    fn visit_list<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.kind {
            Kind::Value(DeValue::Array(list)) => {
                Node::here(self.span.start, visitor.visit_seq(Items { place: None, values: list.iter() }))
            }
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn visit_table<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.table() {
            Some(table) => {
                Node::here(self.span.start, visitor.visit_map(Entries { entries: table.iter(), value: None }))
            }
            None => Err(self.mismatch(&visitor)),
        }
    }
}

/// Methods that read the same kind of value.
macro_rules! read_by {
    ($way:ident: $($method:ident)*) => {
        $(fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Misfit> {
            self.$way(visitor)
        })*
    };
}

impl<'a> Deserializer<'a> for Node<'a> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.kind {
            Kind::Value(DeValue::String(_)) | Kind::Key(_) => self.visit_text(visitor),
            Kind::Value(DeValue::Integer(_) | DeValue::Float(_)) | Kind::Offset(_) => {
                self.visit_number(visitor)
            }
            Kind::Value(DeValue::Boolean(_)) => self.deserialize_bool(visitor),
            Kind::Value(DeValue::Array(_)) => self.visit_list(visitor),
            Kind::Value(DeValue::Table(_)) | Kind::Table(_) => self.visit_table(visitor),
            Kind::Value(DeValue::Datetime(_)) => Err(self.mismatch(&visitor)),
        }
    }

    read_by!(visit_number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64);
    read_by!(visit_text: deserialize_char deserialize_str deserialize_string deserialize_identifier);
    read_by!(visit_list: deserialize_seq);
    read_by!(visit_table: deserialize_map);
    read_by!(deserialize_any: deserialize_bytes deserialize_byte_buf deserialize_unit);

    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.boolean() {
            Some(value) => Node::here(self.span.start, visitor.visit_bool(value)),
            None => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    /// A present value is never null.
    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let at = self.span.start;
        Node::here(at, visitor.visit_some(self))
    }

    fn deserialize_unit_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let at = self.span.start;
        Node::here(at, visitor.visit_newtype_struct(self))
    }

    fn deserialize_tuple<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.visit_list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        if name != NAME {
            return self.visit_list(visitor);
        }
        let at = self.span.start;
        Node::here(at, visitor.visit_seq(Items { place: Some((0, self)), values: [].iter() }))
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.visit_table(visitor)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let at = self.span.start;
        let variant = match (self.text(), self.table()) {
            (Some(name), _) => Variant { at, name, value: None },
            (_, Some(table)) => {
                let mut entries = table.iter();
                let (Some((key, value)), None) = (entries.next(), entries.next()) else {
                    return Err(Misfit::custom("a table with exactly one key was expected").at(at));
                };
                Variant { at: key.span().start, name: key.get_ref(), value: Some(Node::of(value)) }
            }
            _ => return Err(self.mismatch(&"a string or a table")),
        };
        Node::here(at, visitor.visit_enum(variant))
    }
}

struct Entries<'a> {
    entries: toml::map::Iter<'a, Spanned<DeString<'a>>, Spanned<DeValue<'a>>>,
    value: Option<&'a Spanned<DeValue<'a>>>,
}

impl<'a> MapAccess<'a> for Entries<'a> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        Node::here(key.span().start, seed.deserialize(Node::key(key)).map(Some))
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let value = self.value.take().ok_or_else(|| Misfit::custom("a value is read after its key"))?;
        Node::here(value.span().start, seed.deserialize(Node::of(value)))
    }
}

/// The values of a list; or where a value begins and ends, and then the value.
struct Items<'a> {
    place: Option<(usize, Node<'a>)>,
    values: std::slice::Iter<'a, Spanned<DeValue<'a>>>,
}

impl<'a> Items<'a> {
    fn next(&mut self) -> Option<Node<'a>> {
        let Some((number, node)) = self.place.take() else { return self.values.next().map(Node::of) };
        let offset = |offset| Node { span: node.span.clone(), kind: Kind::Offset(offset) };
        let part = match number {
            0 => offset(node.span.start),
            1 => offset(node.span.end),
            _ => return Some(node),
        };
        self.place = Some((number + 1, node));
        Some(part)
    }
}

impl<'a> SeqAccess<'a> for Items<'a> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        let Some(node) = self.next() else { return Ok(None) };
        let at = node.span.start;
        Node::here(at, seed.deserialize(node).map(Some))
    }
}

/// A variant of an enum: a name alone, or with what belongs to it.
struct Variant<'a> {
    at: usize,
    name: &'a str,
    value: Option<Node<'a>>,
}

impl<'a> Variant<'a> {
    fn content(self, expected: &str) -> Result<Node<'a>, Misfit> {
        let lacking = || Misfit::invalid_type(Unexpected::UnitVariant, &expected).at(self.at);
        self.value.ok_or_else(lacking)
    }
}

impl<'a> EnumAccess<'a> for Variant<'a> {
    type Error = Misfit;
    type Variant = Variant<'a>;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Variant<'a>), Misfit> {
        let name: StrDeserializer<'a, Misfit> = self.name.into_deserializer();
        Ok((Node::here(self.at, seed.deserialize(name))?, self))
    }
}

impl<'a> VariantAccess<'a> for Variant<'a> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        match self.value {
            Some(node) if !node.table().is_some_and(DeTable::is_empty) => {
                Err(node.mismatch(&"an empty table"))
            }
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, Misfit> {
        seed.deserialize(self.content("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.content("tuple variant")?.visit_list(visitor)
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let node = self.content("struct variant")?;
        let unknown =
            node.table().and_then(|table| table.keys().find(|key| !fields.contains(&&**key.get_ref())));
        match unknown {
            Some(key) => Err(Misfit::unknown_field(key.get_ref(), fields).at(key.span().start)),
            None => node.visit_table(visitor),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;
    use crate::Spanned as Placed;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sheet {
        name: String,
        size: Option<(u8, i32)>,
        #[serde(default)]
        wide: bool,
        weight: Option<f64>,
        #[serde(default)]
        costs: BTreeMap<u8, f64>,
        #[serde(default)]
        place: Vec<Place>,
        #[serde(default)]
        work: Vec<Work>,
        any: Option<toml::Value>,
        big: Option<u64>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Place {
        Off,
        At(u16),
        Both(u8, u8),
        Between { from: String, to: char },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "kind")]
    enum Work {
        Fort { strength: u8 },
    }

    #[test]
    fn a_document_is_read_as_the_parser_of_toml_reads_it() {
        for line in [
            "size = [3, -4]",
            "size = [300, 1]",
            "size = [3]",
            "size = 3",
            "wide = true",
            "wide = 1",
            "weight = 2",
            "weight = 2.5e3",
            "weight = inf",
            "weight = \"2\"",
            "big = 0xffff_ffff_ffff_ffff",
            "big = 0x1_ffff_ffff_ffff_ffff",
            "big = -1",
            "big = 1_000",
            "costs = { 1 = 0.5, 20 = 1_0 }",
            "costs = { one = 1 }",
            "costs = { 300 = 1 }",
            "place = [\"off\", { off = {} }, { at = 7 }, { both = [1, 2] }, { between = { from = 'x', to = 'y' } }]",
            "place = [\"at\"]",
            "place = [{ off = { x = 1 } }]",
            "place = [{ at = 7, off = {} }]",
            "place = [{ between = { from = 'x', to = 'y', by = 'z' } }]",
            "place = [{ between = { from = 'x' } }]",
            "place = [7]",
            "place = [\"up\"]",
            "work = [{ kind = \"Fort\", strength = 3 }]",
            "work = [{ kind = \"Mill\" }]",
            "[[work]]\nkind = \"Fort\"\nstrength = 3",
            "[[place]]\nat = 7\n[[place]]\nat = 8",
            "any = { x = [1, 2.5, true, \"y\"] }",
            "colour = 1",
            "name = \"twice\"",
        ] {
            let text = format!("name = \"Mill\"\n{line}\n");
            let expected: Result<Sheet, _> = toml::from_str(&text);
            match (read_toml::<Sheet>("sheet.toml", &text), expected) {
                (Ok(read), Ok(expected)) => assert_eq!(read, expected, "{line}"),
                (Err(faults), Err(error)) => {
                    let at = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
                    assert_eq!(faults.0[0].line, at, "{line}: {faults} or {error}");
                }
                (read, expected) => panic!("{line}: {read:?}, but {expected:?}"),
            }
        }
    }

    #[test]
    fn a_value_has_its_place() {
        #[derive(Deserialize)]
        struct Road {
            name: Placed<String>,
            hexes: Placed<Vec<Placed<u16>>>,
            costs: BTreeMap<Placed<String>, u8>,
        }
        let text = "name = \"Pike\"\nhexes = [12, 345]\ncosts = { foot = 1 }";
        let road: Road = read_toml("roads.toml", text).unwrap();
        let at = |span: Range<usize>| &text[span];
        assert_eq!((road.name.get_ref().as_str(), at(road.name.span())), ("Pike", "\"Pike\""));
        assert_eq!(at(road.hexes.span()), "[12, 345]");
        assert_eq!(road.hexes.get_ref().iter().map(|hex| at(hex.span())).collect::<Vec<_>>(), ["12", "345"]);
        assert_eq!(road.costs.keys().map(|key| at(key.span())).collect::<Vec<_>>(), ["foot"]);
    }

    #[test]
    fn what_does_not_fit_is_said_at_its_place() {
        for (line, place, what) in [
            ("wide = 3", "wide", "invalid type: integer `3`, expected a boolean"),
            ("colour = 1", "colour", "unknown field `colour`, expected one of"),
            (
                "place = [{ between = { by = 'z' } }]",
                "place.0.between.by",
                "unknown field `by`, expected `from` or `to`",
            ),
            ("place = [{ both = 1 }]", "place.0.both", "invalid type: integer `1`, expected a list"),
            ("[[work]]\nkind = \"Fort\"", "work.0.strength", "missing field `strength`"),
            ("any = 1979-05-27", "any", "invalid type: datetime, expected any valid TOML value"),
        ] {
            let text = format!("name = \"Mill\"\n{line}\n");
            let faults = read_toml::<Sheet>("sheet.toml", &text).unwrap_err();
            assert!(faults.0[0].what.starts_with(what), "{faults}");
            assert_eq!(faults.0[0].place.as_deref(), Some(place), "{faults}");
        }
    }
}
