//! What makes one JSON text of another, as a JSON Patch (RFC 6902).
//!
//! Two views of a game are alike but for a few members, and most of an order's time on a server went
//! into reading both of them whole. Here the texts are split only where they differ, and nothing is
//! read but what comes into the patch.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use json_patch::jsonptr::PointerBuf;
use json_patch::{AddOperation, Patch, PatchOperation, RemoveOperation, ReplaceOperation};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The patch that makes the one of the other.
///
/// # Errors
/// One of them is no JSON.
pub(crate) fn differences(from: &RawValue, to: &RawValue) -> serde_json::Result<Patch> {
    let mut patch = Patch::default();
    compare(from.get(), to.get(), &mut PointerBuf::new(), &mut patch)?;
    Ok(patch)
}

fn compare(from: &str, to: &str, path: &mut PointerBuf, patch: &mut Patch) -> serde_json::Result<()> {
    if from == to {
        return Ok(());
    }
    match (from.as_bytes().first(), to.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => compare_members(from, to, path, patch),
        (Some(b'['), Some(b'[')) => compare_items(from, to, path, patch),
        _ => {
            let replace = ReplaceOperation { path: path.clone(), value: serde_json::from_str(to)? };
            patch.0.push(PatchOperation::Replace(replace));
            Ok(())
        }
    }
}

fn compare_members(from: &str, to: &str, path: &mut PointerBuf, patch: &mut Patch) -> serde_json::Result<()> {
    let Members(from) = serde_json::from_str(from)?;
    let Members(to) = serde_json::from_str(to)?;
    // Nearly always they are the same ones in the same order.
    let find = |members: &[Member<'_>], name: &Name<'_>, place: usize| match members.get(place) {
        Some((there, _)) if there == name => Some(place),
        _ => members.iter().position(|(there, _)| there == name),
    };
    for (place, (name, value)) in to.iter().enumerate() {
        path.push_back(&*name.0);
        match find(&from, name, place) {
            Some(found) => compare(from[found].1.get(), value.get(), path, patch)?,
            None => add(value, path, patch)?,
        }
        path.pop_back();
    }
    for (place, (name, _)) in from.iter().enumerate() {
        if find(&to, name, place).is_none() {
            path.push_back(&*name.0);
            patch.0.push(PatchOperation::Remove(RemoveOperation { path: path.clone() }));
            path.pop_back();
        }
    }
    Ok(())
}

fn compare_items(from: &str, to: &str, path: &mut PointerBuf, patch: &mut Patch) -> serde_json::Result<()> {
    let from: Vec<&RawValue> = serde_json::from_str(from)?;
    let to: Vec<&RawValue> = serde_json::from_str(to)?;
    for (place, value) in to.iter().enumerate() {
        path.push_back(place);
        match from.get(place) {
            Some(before) => compare(before.get(), value.get(), path, patch)?,
            None => add(value, path, patch)?,
        }
        path.pop_back();
    }
    // Once one is removed the next stands in its place.
    path.push_back(to.len());
    for _ in to.len()..from.len() {
        patch.0.push(PatchOperation::Remove(RemoveOperation { path: path.clone() }));
    }
    path.pop_back();
    Ok(())
}

fn add(value: &RawValue, path: &PointerBuf, patch: &mut Patch) -> serde_json::Result<()> {
    let value = serde_json::from_str(value.get())?;
    patch.0.push(PatchOperation::Add(AddOperation { path: path.clone(), value }));
    Ok(())
}

/// The name of a member.
#[derive(Deserialize, PartialEq)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

type Member<'a> = (Name<'a>, &'a RawValue);

/// The members of an object as they stand there.
struct Members<'a>(Vec<Member<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members<'a>, D::Error> {
        struct Split<'a>(PhantomData<&'a ()>);

        impl<'de: 'a, 'a> Visitor<'de> for Split<'a> {
            type Value = Members<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'a>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Split(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::to_raw_value;
    use serde_json::{Value, json};

    #[test]
    fn it_makes_the_one_of_the_other_and_is_no_longer_than_need_be() {
        let values = [
            json!({}),
            json!([]),
            json!(null),
            json!({ "a": 1, "b": [1, 2, 3], "c": { "d": "e" } }),
            json!({ "a": 1, "b": [1, 2], "c": { "d": "f", "g": null } }),
            json!({ "b": [0, [], 2, 3, 4], "c": [], "h": { "i": {} } }),
            json!({ "a/b": { "c~d": 1, "\"e\\": "\u{e9}\n" }, "": { "": 0 } }),
            json!({ "a/b": { "c~d": 2, "\"e\\": "\u{e9}\t", "f": 1.5 }, "": { "": [] } }),
            json!([{ "id": 1 }, { "id": 2, "at": "0101" }, { "id": 3 }]),
            json!([{ "id": 2, "at": "0101" }, { "id": 3 }]),
            json!([{ "id": 1 }, { "id": 2, "at": "0102" }, { "id": 3 }, [[1]], null]),
        ];
        for from in &values {
            for to in &values {
                let raw = |value: &Value| to_raw_value(value).expect("it is JSON");
                let patch = differences(&raw(from), &raw(to)).expect("both are JSON");
                let mut made = from.clone();
                json_patch::patch(&mut made, &patch).expect("it applies");
                assert_eq!(&made, to, "{from} by {patch}");
                // A library that reads both of them whole comes to as many operations.
                assert_eq!(patch.0.len(), json_patch::diff(from, to).0.len(), "{patch}");
            }
        }
    }

    #[test]
    fn members_may_stand_in_another_order() {
        let raw = |text: &str| RawValue::from_string(text.to_owned()).expect("it is JSON");
        let patch = differences(&raw(r#"{"a":1, "b":{"c":2,"d":3}}"#), &raw(r#"{"b":{"d":3,"c":4},"a":1}"#));
        let expected = json!([{ "op": "replace", "path": "/b/c", "value": 4 }]);
        assert_eq!(json!(patch.expect("both are JSON")), expected);
    }
}
