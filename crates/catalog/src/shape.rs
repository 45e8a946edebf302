//! What a system adds to the protocol, as JSON Schemas.

use schemars::{Direction, JsonSchema, schema_of};
use serde_json::Value;
use tabletop::{OptionsAnswer, PreviewAnswer, Protocol};

/// The schema of something that the protocol carries for one system alone.
pub struct Shape {
    /// The name of its file, less `.json`.
    pub name: String,
    pub title: String,
    pub schema: Value,
}

impl Shape {
    /// The schema of `T` as it is read.
    pub fn of<T: JsonSchema>(name: &str, title: &str) -> Shape {
        Shape { name: name.to_owned(), title: title.to_owned(), schema: schema_of::<T>(Direction::Read) }
    }

    /// The schemas of what is answered about a game: `NAME.view`, `NAME.options`, `NAME.targets`,
    /// `NAME.preview`, and `NAME.told` for events as a seat is told them. `title` is the system's.
    pub fn answers<R: Protocol>(name: &str, title: &str) -> Vec<Shape> {
        let told = |kind: &str, what: &str, schema| Shape {
            name: format!("{name}.{kind}"),
            title: format!("{what} of {title}"),
            schema,
        };
        vec![
            told("view", "The view of a seat", schema_of::<R::View<'static>>(Direction::Written)),
            told(
                "options",
                "What a side may do in a game",
                schema_of::<OptionsAnswer<R::Options<'static>>>(Direction::Written),
            ),
            told(
                "targets",
                "Where a verb can be directed in a game",
                schema_of::<R::Targets<'static>>(Direction::Written),
            ),
            told(
                "preview",
                "What an order would do in a game",
                schema_of::<PreviewAnswer<R::Preview<'static>>>(Direction::Written),
            ),
            told(
                "told",
                "An event, as a seat is told it,",
                schema_of::<R::EventView<'static>>(Direction::Written),
            ),
        ]
    }
}

/// The meaning of a field of `game.position` to a system.
pub struct PositionField {
    pub name: &'static str,
    /// Its meaning, in a sentence or two that begin with the system's title.
    pub text: &'static str,
    /// Its schema, where the method's own parameters have none.
    pub schema: Option<Value>,
}
