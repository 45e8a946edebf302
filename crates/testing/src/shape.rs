//! Whether a value is what a schema of docs/schemas says, and no more than it says.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

/// The schemas.
pub struct Shapes {
    /// By the names of their files.
    schemas: BTreeMap<String, Value>,
    /// Objects that fit, as the address of the schema and the hash of the value: most of what is told
    /// after an order was told before it, and need not be looked at again.
    fit: RefCell<HashSet<(usize, u64)>>,
}

/// What says nothing about whether a value fits.
const REMARKS: [&str; 8] =
    ["$schema", "$defs", "title", "description", "format", "default", "pattern", "additionalProperties"];

/// Why a value does not fit. It is put into words at the end alone: of many that a value might be,
/// all but one say no.
enum Misfit<'a> {
    /// What a keyword says was expected, with a word of ours before it, and not this value.
    Expected(&'static str, &'a Value, &'a Value),
    /// A field, and what is wrong with it.
    Field(&'a str, &'static str),
    /// What is wrong inside of a field or an item.
    Inside(Cow<'a, str>, Box<Misfit<'a>>),
    /// So many fit of those that this keyword lists, and why the others do not.
    Choice(usize, &'a str, Vec<Misfit<'a>>),
    /// The schema is none.
    Nothing(&'a Value),
}

impl<'a> Misfit<'a> {
    fn inside(self, place: impl Into<Cow<'a, str>>) -> Misfit<'a> {
        Misfit::Inside(place.into(), Box::new(self))
    }
}

impl fmt::Display for Misfit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Expected(words, says, value) => {
                write!(f, "{words}{says} was expected, not {value:.80}")
            }
            Misfit::Field(name, what) => write!(f, "{name}: {what}"),
            Misfit::Inside(place, what) => write!(f, "{place}.{what}"),
            Misfit::Choice(fit, keyword, not) => {
                let not: Vec<String> = not.iter().map(Misfit::to_string).collect();
                write!(f, "{fit} of {keyword} fit: {}", not.join(" | "))
            }
            Misfit::Nothing(schema) => write!(f, "the schema {schema} is for nothing"),
        }
    }
}

/// Names the file in what refers to a part of its own: schemas are read apart from their files.
fn place(schema: &mut Value, file: &str) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(part)) = fields.get_mut("$ref").filter(|part| is_inside(part)) {
                part.insert_str(0, file);
            }
            fields.values_mut().for_each(|value| place(value, file));
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(|value| place(value, file)),
        _ => {}
    }
}

/// Whether a reference is to a part of its own file.
fn is_inside(part: &Value) -> bool {
    part.as_str().is_some_and(|part| part.starts_with('#'))
}

impl Shapes {
    pub fn new(schemas: &BTreeMap<String, String>) -> Shapes {
        let read = |(name, text): (&String, &String)| {
            let mut schema = serde_json::from_str(text).unwrap();
            place(&mut schema, name);
            (name.clone(), schema)
        };
        Shapes { schemas: schemas.iter().map(read).collect(), fit: RefCell::default() }
    }

    /// The schema of a file, or of a part of it that is named after a `#`.
    pub fn named(&self, file: &str) -> &Value {
        let (name, part) = file.split_once('#').unwrap_or((file, ""));
        let found = self.schemas.get(name).and_then(|schema| schema.pointer(part));
        found.unwrap_or_else(|| panic!("there is no schema {file}"))
    }

    /// What does not fit, and where: a field that no schema speaks of is as wrong as one that is
    /// missing.
    pub fn misfit(&self, schema: &Value, value: &Value) -> Option<String> {
        self.whole(schema, value).err().map(|misfit| misfit.to_string())
    }

    fn whole<'a>(&'a self, schema: &'a Value, value: &'a Value) -> Result<(), Misfit<'a>> {
        let fields = value.as_object().map(|fields| {
            let mut hash = DefaultHasher::new();
            fields.hash(&mut hash);
            (fields, (std::ptr::from_ref(schema).addr(), hash.finish()))
        });
        if fields.is_some_and(|(_, both)| self.fit.borrow().contains(&both)) {
            return Ok(());
        }
        let spoken_of = self.part(schema, value)?;
        let Some((fields, both)) = fields else { return Ok(()) };
        match fields.keys().find(|name| !spoken_of.contains(name.as_str())) {
            Some(name) => Err(Misfit::Field(name, "nobody speaks of it")),
            None => {
                self.fit.borrow_mut().insert(both);
                Ok(())
            }
        }
    }

    /// The fields of the value that the schema speaks of.
    fn part<'a>(&'a self, schema: &'a Value, value: &'a Value) -> Result<BTreeSet<&'a str>, Misfit<'a>> {
        let mut spoken_of = BTreeSet::new();
        let Value::Object(schema) = schema else {
            return match schema {
                Value::Bool(true) => {
                    Ok(value.as_object().into_iter().flatten().map(|(k, _)| k.as_str()).collect())
                }
                other => Err(Misfit::Nothing(other)),
            };
        };
        let wrong = |words: &'static str, says: &'a Value| Err(Misfit::Expected(words, says, value));
        for (keyword, says) in schema {
            match keyword.as_str() {
                "type" => {
                    let is = |kind: &Value| match kind.as_str() {
                        Some("null") => value.is_null(),
                        Some("boolean") => value.is_boolean(),
                        Some("integer") => value.is_i64() || value.is_u64(),
                        Some("number") => value.is_number(),
                        Some("string") => value.is_string(),
                        Some("array") => value.is_array(),
                        Some("object") => value.is_object(),
                        _ => false,
                    };
                    if !says.as_array().map_or_else(|| is(says), |kinds| kinds.iter().any(is)) {
                        return wrong("", says);
                    }
                }
                "const" if says != value => return wrong("", says),
                "enum" if !says.as_array().unwrap().contains(value) => return wrong("", says),
                "const" | "enum" => {}
                "minimum" => {
                    if value.as_f64().is_some_and(|number| number < says.as_f64().unwrap()) {
                        return wrong("at least ", says);
                    }
                }
                "maximum" => {
                    if value.as_f64().is_some_and(|number| number > says.as_f64().unwrap()) {
                        return wrong("at most ", says);
                    }
                }
                "minItems" | "maxItems" => {
                    let Some(items) = value.as_array() else { continue };
                    let (count, limit) = (items.len() as u64, says.as_u64().unwrap());
                    if keyword == "minItems" && count < limit {
                        return wrong("minItems ", says);
                    }
                    if keyword == "maxItems" && count > limit {
                        return wrong("maxItems ", says);
                    }
                }
                "required" => {
                    let Some(fields) = value.as_object() else { continue };
                    let names = says.as_array().into_iter().flatten().filter_map(Value::as_str);
                    if let Some(missing) = names.into_iter().find(|name| !fields.contains_key(*name)) {
                        return Err(Misfit::Field(missing, "missing"));
                    }
                }
                "properties" => {
                    for (name, schema) in says.as_object().unwrap() {
                        if let Some(field) = value.get(name) {
                            self.whole(schema, field).map_err(|what| what.inside(name))?;
                            spoken_of.insert(name.as_str());
                        }
                    }
                }
                "items" => {
                    let from = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                    for (i, item) in value.as_array().into_iter().flatten().enumerate().skip(from) {
                        self.whole(says, item).map_err(|what| what.inside(i.to_string()))?;
                    }
                }
                "prefixItems" => {
                    let both = says.as_array().unwrap().iter().zip(value.as_array().into_iter().flatten());
                    for (i, (schema, item)) in both.enumerate() {
                        self.whole(schema, item).map_err(|what| what.inside(i.to_string()))?;
                    }
                }
                "patternProperties" => {
                    // The only ones there are: numbers as names.
                    for (name, field) in value.as_object().into_iter().flatten() {
                        let number = name.parse::<i64>().is_ok();
                        if let Some(schema) = says.as_object().unwrap().values().next().filter(|_| number) {
                            self.whole(schema, field).map_err(|what| what.inside(name))?;
                            spoken_of.insert(name.as_str());
                        }
                    }
                }
                "not" if self.part(says, value).is_ok() => return wrong("not ", says),
                "not" => {}
                "$ref" => spoken_of.extend(self.part(self.named(says.as_str().unwrap()), value)?),
                "allOf" => {
                    for schema in says.as_array().unwrap() {
                        spoken_of.extend(self.part(schema, value)?);
                    }
                }
                "anyOf" | "oneOf" => {
                    let parts = says.as_array().unwrap().iter().map(|schema| self.part(schema, value));
                    let (fit, not): (Vec<_>, Vec<_>) = parts.partition(Result::is_ok);
                    if fit.is_empty() || (keyword == "oneOf" && fit.len() > 1) {
                        let not = not.into_iter().filter_map(Result::err).collect();
                        return Err(Misfit::Choice(fit.len(), keyword, not));
                    }
                    spoken_of.extend(fit.into_iter().flatten().flatten());
                }
                other => assert!(REMARKS.contains(&other), "what does '{other}' mean?"),
            }
        }
        if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
            let own = schema.get("properties").and_then(Value::as_object);
            let numbers = schema.contains_key("patternProperties");
            let named = |name: &&String| {
                own.is_some_and(|own| own.contains_key(*name)) || numbers && name.parse::<i64>().is_ok()
            };
            let fields = value.as_object().into_iter().flatten().map(|(name, _)| name);
            if let Some(other) = fields.into_iter().find(|name| !named(name)) {
                return Err(Misfit::Field(other, "not allowed"));
            }
        }
        if let Some(rest @ Value::Object(_)) = schema.get("additionalProperties") {
            for (name, field) in value.as_object().into_iter().flatten() {
                if !spoken_of.contains(name.as_str()) {
                    self.whole(rest, field).map_err(|what| what.inside(name))?;
                    spoken_of.insert(name.as_str());
                }
            }
        }
        Ok(spoken_of)
    }
}
