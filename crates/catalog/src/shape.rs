//! What a system adds to the protocol, as JSON Schemas.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use tabletop::{OptionsAnswer, PreviewAnswer, Protocol};

/// The schema of something that the protocol carries for one system alone.
pub struct Shape {
    /// The name of its file, less `.json`.
    pub name: String,
    /// What it is, in a sentence.
    pub title: String,
    /// The schema.
    pub schema: Schema,
}

impl Shape {
    /// The schema of `T` as it is read.
    pub fn of<T: JsonSchema>(name: &str, title: &str) -> Shape {
        Shape { name: name.to_owned(), title: title.to_owned(), schema: shape::<T>(shape_settings()) }
    }

    /// The schemas of what is answered about a game: `NAME.view`, `NAME.options`, `NAME.targets`,
    /// `NAME.preview`, and `NAME.told` for events as a seat is told them. `title` is the system's.
    pub fn answers<R: Protocol>(name: &str, title: &str) -> Vec<Shape> {
        let told = |kind: &str, what: &str, schema| Shape {
            name: format!("{name}.{kind}"),
            title: format!("{what} of {title}"),
            schema,
        };
        let settings = || shape_settings().for_serialize();
        vec![
            told("view", "The view of a seat", shape::<R::View<'static>>(settings())),
            told(
                "options",
                "What a side may do in a game",
                shape::<OptionsAnswer<R::Options<'static>>>(settings()),
            ),
            told(
                "targets",
                "Where a verb can be directed in a game",
                shape::<R::Targets<'static>>(settings()),
            ),
            told(
                "preview",
                "What an order would do in a game",
                shape::<PreviewAnswer<R::Preview<'static>>>(settings()),
            ),
            told("told", "An event, as a seat is told it,", shape::<R::Told<'static>>(settings())),
        ]
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
