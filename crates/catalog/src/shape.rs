//! What a system adds to the protocol, as JSON Schemas.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// The schema of something that the protocol carries for one system alone.
pub struct Shape {
    /// The name of its file.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub title: &'static str,
    /// The schema.
    pub schema: Schema,
}

impl Shape {
    /// The schema of `T` as it is read.
    pub fn of<T: JsonSchema>(name: &'static str, title: &'static str) -> Shape {
        Shape { name, title, schema: shape::<T>(shape_settings()) }
    }
}

/// What a field of `game.position` means to a system.
pub struct PositionField {
    /// The field.
    pub name: &'static str,
    /// What it means, in a sentence or two that begin with the system's title.
    pub text: &'static str,
    /// What it holds, where the method's own parameters do not say.
    pub schema: Option<Schema>,
}

/// How schemas are written: with nothing that is referred to elsewhere.
pub fn shape_settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    })
}

/// The schema of `T`, without a title.
pub fn shape<T: JsonSchema>(settings: SchemaSettings) -> Schema {
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    schema
}
