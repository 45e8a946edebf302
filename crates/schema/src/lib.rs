//! JSON Schemas of types: schemars where they are generated, else nothing that costs anything.
//!
//! The other crates depend on this one under the name `schemars`, which is what derived code calls. Without the feature
//! `generate` the derive writes nothing and every type has the trait: a tenth of the rules' machine code is left out.

#![warn(unreachable_pub)]

use serde_json::Value;

/// Whether this build can generate schemas.
pub const GENERATES: bool = cfg!(feature = "generate");

#[cfg(not(feature = "generate"))]
pub use schema_derive::JsonSchema;
#[cfg(feature = "generate")]
pub use schemars::*;

/// A type that has a JSON Schema.
#[cfg(not(feature = "generate"))]
pub trait JsonSchema {}
#[cfg(not(feature = "generate"))]
impl<T: ?Sized> JsonSchema for T {}

/// Which of its two schemas a type is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// What is accepted when it is read.
    Read,
    /// What is found when it has been written.
    Written,
}

/// Changes the fields of a schema. A closure in the attribute itself would need all of syn's parser, which schemars
/// has only where another package asks for it.
#[cfg(feature = "generate")]
pub fn of_object(change: fn(&mut serde_json::Map<String, Value>)) -> impl transform::Transform {
    move |schema: &mut Schema| schema.as_object_mut().into_iter().for_each(change)
}

/// The schema of `T` without a title and without references; null in a build that generates none.
#[cfg(feature = "generate")]
pub fn schema_of<T: JsonSchema>(direction: Direction) -> Value {
    let settings = generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let settings = match direction {
        Direction::Read => settings,
        Direction::Written => settings.for_serialize(),
    };
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    schema.to_value()
}

/// The schema of `T`: this build generates none.
#[cfg(not(feature = "generate"))]
pub fn schema_of<T: JsonSchema>(_: Direction) -> Value {
    Value::Null
}

/// Gives a type a schema that is written out, as JSON: `written_out!(Hex, { "type": "string" });`
#[cfg(feature = "generate")]
#[macro_export]
macro_rules! written_out {
    ($type:ident, $schema:tt) => {
        impl $crate::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut $crate::SchemaGenerator) -> $crate::Schema {
                $crate::json_schema!($schema)
            }
        }
    };
}

/// Gives a type a schema that is written out: this build generates none.
#[cfg(not(feature = "generate"))]
#[macro_export]
macro_rules! written_out {
    ($type:ident, $schema:tt) => {};
}
