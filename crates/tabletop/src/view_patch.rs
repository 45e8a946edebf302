//! What changes in a view from one telling to the next, as a JSON patch (RFC 6902): made member by
//! member of what the view is made of, without writing all of it anew.

use serde::ser::{Error as _, Impossible, SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

/// The view that a viewer was told last, as far as it is needed to tell the next one.
#[derive(Debug, Default)]
pub struct SentView {
    members: Vec<Member>,
    /// What is being written now.
    fresh: Vec<u8>,
    /// How many patches have been made.
    patches: u64,
}

#[derive(Debug, Default)]
struct Member {
    name: String,
    /// Its value as JSON; of a list that is told entry by entry, nothing.
    json: Vec<u8>,
    /// What its value, or each entry of it, comes from, where that is known.
    keys: Vec<u64>,
    /// By which patch it was last found there, if it is one that may be absent.
    found: Option<u64>,
}

#[derive(Debug)]
pub struct Patch<'a> {
    told: &'a mut SentView,
    out: &'a mut Vec<u8>,
    /// Where it begins in `out`.
    start: usize,
    /// The members told before, by their order: they mostly come in the same again.
    next: usize,
    fixed: &'static [&'static str],
}

impl SentView {
    /// Begins a patch, to be appended to `out`.
    pub fn patch<'a>(&'a mut self, out: &'a mut Vec<u8>) -> Patch<'a> {
        self.patches += 1;
        out.push(b'[');
        let start = out.len();
        Patch { told: self, out, start, next: 0, fixed: &[] }
    }
}

impl Patch<'_> {
    /// Members of these names never change: once they have been told they are not written again.
    pub fn fix(&mut self, names: &'static [&'static str]) {
        self.fixed = names;
    }

    /// Tells the members of a value, a struct, as far as they have changed; but for those of these
    /// names.
    pub fn members(&mut self, of: &impl Serialize, but: &[&str]) {
        // What views are made of can always be written.
        let _ = of.serialize(Members { patch: self, but });
    }

    /// Tells a member that can only change if its keys do.
    pub fn keyed<T: Serialize>(
        &mut self,
        name: &str,
        keys: impl Iterator<Item = u64>,
        value: impl FnOnce() -> T,
    ) {
        let (at, new) = self.find(name);
        let member = &mut self.told.members[at];
        if !replaced(&mut member.keys, keys) && !new {
            return;
        }
        self.told.fresh.clear();
        let _ = serde_json::to_writer(&mut self.told.fresh, &value());
        self.tell_fresh(at, new);
    }

    /// Tells a list of always as many entries, each of which can only change if its key does;
    /// `write` writes one.
    pub fn entries(
        &mut self,
        name: &str,
        keys: impl ExactSizeIterator<Item = u64>,
        mut write: impl FnMut(usize, &mut Vec<u8>),
    ) {
        let (at, new) = self.find(name);
        if new {
            self.told.members[at].keys = keys.collect();
            self.begin_operation("add", name);
            self.out.push(b'[');
            for entry in 0..self.told.members[at].keys.len() {
                if entry > 0 {
                    self.out.push(b',');
                }
                write(entry, self.out);
            }
            self.out.extend_from_slice(b"]}");
            return;
        }
        let mut held = std::mem::take(&mut self.told.members[at].keys);
        for (entry, (held, key)) in held.iter_mut().zip(keys).enumerate() {
            if *held != key {
                *held = key;
                self.begin_operation("replace", format_args!("{name}/{entry}"));
                write(entry, self.out);
                self.out.push(b'}');
            }
        }
        self.told.members[at].keys = held;
    }

    /// Ends the patch: what is absent now goes. Says whether anything has changed.
    pub fn end(mut self) -> bool {
        let patch = self.told.patches;
        while let Some(at) =
            self.told.members.iter().position(|m| m.found.is_some_and(|found| found != patch))
        {
            let gone = self.told.members.remove(at);
            self.begin_operation("remove", &gone.name);
            self.out.truncate(self.out.len() - ",\"value\":".len());
            self.out.push(b'}');
        }
        self.out.push(b']');
        self.out.len() > self.start + 1
    }

    /// Where a member is kept, and whether it was never told.
    fn find(&mut self, name: &str) -> (usize, bool) {
        let members = &mut self.told.members;
        let same = |member: &Member| member.name == name;
        let known = if members.get(self.next).is_some_and(same) {
            Some(self.next)
        } else {
            members.iter().position(same)
        };
        let at = known.unwrap_or_else(|| {
            members.push(Member { name: name.to_owned(), ..Member::default() });
            members.len() - 1
        });
        self.next = at + 1;
        (at, known.is_none())
    }

    /// Tells a member whose value has just been written, if it is another than before.
    fn tell_fresh(&mut self, at: usize, new: bool) {
        if !new && self.told.members[at].json == self.told.fresh {
            return;
        }
        let name = std::mem::take(&mut self.told.members[at].name);
        self.begin_operation(if new { "add" } else { "replace" }, &name);
        self.out.extend_from_slice(&self.told.fresh);
        self.out.push(b'}');
        let member = &mut self.told.members[at];
        member.name = name;
        std::mem::swap(&mut member.json, &mut self.told.fresh);
    }

    fn begin_operation(&mut self, op: &str, path: impl std::fmt::Display) {
        use std::io::Write as _;
        let comma = if self.out.len() > self.start { "," } else { "" };
        // Names of members are plain words: there is nothing to escape. Writing to memory cannot fail.
        let _ = write!(self.out, "{comma}{{\"op\":\"{op}\",\"path\":\"/{path}\",\"value\":");
    }
}

/// Whether these keys are others than those that were held; they are held from now on.
fn replaced(held: &mut Vec<u64>, keys: impl Iterator<Item = u64>) -> bool {
    let (mut changed, mut count) = (false, 0);
    for (at, key) in keys.enumerate() {
        count = at + 1;
        match held.get_mut(at) {
            Some(old) if *old == key => {}
            Some(old) => (*old, changed) = (key, true),
            None => {
                held.push(key);
                changed = true;
            }
        }
    }
    changed |= held.len() > count;
    held.truncate(count);
    changed
}

/// Takes a struct apart into its members.
struct Members<'a, 'b> {
    patch: &'a mut Patch<'b>,
    but: &'a [&'a str],
}

type NoMembers = Impossible<(), serde_json::Error>;

impl Members<'_, '_> {
    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), serde_json::Error> {
        if self.but.contains(&name) {
            return Ok(());
        }
        let (at, new) = self.patch.find(name);
        self.patch.told.members[at].found = Some(self.patch.told.patches);
        if !new && self.patch.fixed.contains(&name) {
            return Ok(());
        }
        self.patch.told.fresh.clear();
        serde_json::to_writer(&mut self.patch.told.fresh, value)?;
        self.patch.tell_fresh(at, new);
        Ok(())
    }
}

fn no_members<T>() -> Result<T, serde_json::Error> {
    Err(serde_json::Error::custom("a view has members"))
}

impl SerializeStruct for Members<'_, '_> {
    type Ok = ();
    type Error = serde_json::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Self::Error> {
        self.member(name, value)
    }

    fn end(self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Structs with flattened fields are written as maps.
impl SerializeMap for Members<'_, '_> {
    type Ok = ();
    type Error = serde_json::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Self::Error> {
        no_members()
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Self::Error> {
        no_members()
    }

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        name: &K,
        value: &V,
    ) -> Result<(), Self::Error> {
        match serde_json::to_value(name)? {
            serde_json::Value::String(name) => self.member(&name, value),
            _ => no_members(),
        }
    }

    fn end(self) -> Result<(), Self::Error> {
        Ok(())
    }
}

macro_rules! without_members {
    ($($method:ident($($argument:ty),*) -> $result:ty;)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$result, serde_json::Error> { no_members() })*
    };
}

impl Serializer for Members<'_, '_> {
    type Ok = ();
    type Error = serde_json::Error;
    type SerializeSeq = NoMembers;
    type SerializeTuple = NoMembers;
    type SerializeTupleStruct = NoMembers;
    type SerializeTupleVariant = NoMembers;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = NoMembers;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, serde_json::Error> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, serde_json::Error> {
        Ok(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), serde_json::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), serde_json::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), serde_json::Error> {
        no_members()
    }

    without_members! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> NoMembers;
        serialize_tuple(usize) -> NoMembers;
        serialize_tuple_struct(&'static str, usize) -> NoMembers;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> NoMembers;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> NoMembers;
    }
}
