//! The shapes of the protocol as JSON Schemas, generated from the types.

use std::collections::BTreeMap;

use catalog::{PositionField, Shape, Systems, shape_settings};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};
use tabletop::{Explanation, Side};

use super::any_system::{AnyOptions, AnyPreview, AnyTargets, AnyView};
use super::{answer, params, sharing, sheets, talk};

/// How a method's parameters say who asks; see docs/protocol.md.
#[derive(Clone, Copy)]
enum Asker {
    Nobody,
    Seat,
    Side,
    /// Only a token, since only the server speaks it.
    Token,
}

/// Every schema by the name of its file: one a method, and what each system's orders, events,
/// units, views and other answers look like.
pub fn schemas(registry: Systems) -> BTreeMap<String, String> {
    let shapes: Vec<Shape> = registry.iter().flat_map(|system| system.shapes()).collect();
    let mut all = methods(registry, &shapes);
    for Shape { name, title, schema } in shapes {
        let mut schema = schema.to_value();
        schema["$schema"] = json!(DIALECT);
        schema["title"] = json!(title);
        all.insert(format!("{name}.json"), format!("{schema:#}\n"));
    }
    all
}

/// Puts the schemas of the systems, of which one must fit, in the place of each reference to all of
/// them.
fn by_system(schema: &mut Value, shapes: &[Shape]) {
    match schema {
        Value::Object(fields) => {
            let all = fields.get("$ref").and_then(Value::as_str).and_then(|all| all.strip_prefix('*'));
            if let Some(kind) = all.map(str::to_owned) {
                fields.remove("$ref");
                let names = shapes.iter().map(|shape| format!("{}.json", shape.name));
                let of = names.filter(|name| name.ends_with(&kind)).map(|name| json!({ "$ref": name }));
                fields.insert("anyOf".to_owned(), of.collect());
            }
            fields.values_mut().for_each(|value| by_system(value, shapes));
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(|value| by_system(value, shapes)),
        _ => {}
    }
}

/// Adds what the fields of a position mean to each system.
fn add_position(params: &mut Schema, registry: Systems) {
    let Some(properties) = params.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for PositionField { name, text, schema } in registry.iter().flat_map(|system| system.position()) {
        let Some(property) = properties.get_mut(name) else { continue };
        let said = property["description"].as_str().unwrap_or_default();
        let said = if said.is_empty() { text.to_owned() } else { format!("{said} {text}") };
        if let Some(schema) = schema {
            *property = schema.to_value();
            property["default"] = Value::Null;
        }
        property["description"] = json!(said);
    }
}

/// The dialect they are written in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

fn methods(registry: Systems, shapes: &[Shape]) -> BTreeMap<String, String> {
    use Asker::{Nobody, Seat, Side, Token};
    let nothing = || json!({ "type": "object", "additionalProperties": false });
    let methods: [(&str, Asker, Schema, Value); 55] = [
        ("initialize", Nobody, shape::<params::Nothing>(), value::<answer::Welcome>()),
        ("game.new", Nobody, shape::<params::NewGame>(), value::<answer::Began>()),
        ("game.position", Nobody, shape::<params::Position>(), value::<answer::Began>()),
        ("game.load", Nobody, shape::<params::LoadGame>(), value::<answer::Began>()),
        ("game.branch", Token, shape::<params::BranchGame>(), value::<answer::Began>()),
        ("game.view", Seat, shape::<params::View>(), value::<AnyView>()),
        ("game.options", Side, shape::<params::OneGame>(), value::<AnyOptions>()),
        ("game.targets", Side, shape::<params::Targets>(), value::<AnyTargets>()),
        ("game.preview", Side, shape::<params::Draft>(), value::<AnyPreview>()),
        ("game.explain", Side, shape::<params::Draft>(), value::<Explanation>()),
        ("game.order", Side, shape::<params::Order>(), value::<answer::Ordered>()),
        ("game.undo", Side, shape::<params::OneGame>(), value::<answer::Stepped>()),
        ("game.redo", Side, shape::<params::OneGame>(), value::<answer::Stepped>()),
        ("game.offer", Side, shape::<params::MakeOffer>(), value::<answer::Stepped>()),
        ("game.accept", Side, shape::<params::AnswerOffer>(), value::<answer::Stepped>()),
        ("game.decline", Side, shape::<params::AnswerOffer>(), value::<answer::Stepped>()),
        ("game.resign", Side, shape::<params::OneGame>(), value::<answer::Stepped>()),
        ("game.claim", Side, shape::<params::OneGame>(), value::<answer::Stepped>()),
        ("game.replace", Token, shape::<params::Replace>(), value::<answer::Stepped>()),
        ("game.feed", Token, shape::<params::OneGame>(), value::<answer::FeedTold>()),
        ("game.log", Seat, shape::<params::Log>(), value::<answer::Logged>()),
        ("game.save", Nobody, shape::<params::OneGame>(), value::<answer::Saved>()),
        ("game.advice", Side, shape::<params::OneGame>(), value::<answer::Advised>()),
        ("game.lesson", Side, shape::<params::Lesson>(), value::<answer::LessonTold>()),
        ("game.review", Seat, shape::<params::Review>(), value::<answer::Reviewed>()),
        ("game.share", Token, shape::<params::Share>(), value::<answer::Stepped>()),
        ("game.watch", Token, shape::<params::Watch>(), value::<answer::Watched>()),
        ("game.unwatch", Nobody, shape::<params::OneGame>(), nothing()),
        ("game.list", Nobody, shape::<params::List>(), value::<answer::Listing>()),
        ("talk.read", Token, shape::<talk::ReadTalk>(), value::<talk::TalkTold>()),
        ("talk.say", Token, shape::<talk::Say>(), value::<talk::SayMade>()),
        ("talk.mute", Token, shape::<talk::Mute>(), nothing()),
        ("talk.show", Token, shape::<talk::ShowPresence>(), nothing()),
        ("talk.report", Token, shape::<talk::ReportSaid>(), nothing()),
        ("talk.note", Token, shape::<talk::WriteNote>(), nothing()),
        ("talk.notes", Token, shape::<params::OneGame>(), value::<talk::NotesTold>()),
        ("pack.open", Nobody, shape::<params::OpenPack>(), value::<answer::Opened>()),
        ("pack.compare", Nobody, shape::<params::ComparePack>(), value::<answer::Compared>()),
        ("pack.merge", Nobody, shape::<params::MergePack>(), value::<answer::Merged>()),
        ("pack.check", Nobody, shape::<params::CheckPack>(), value::<answer::Checked>()),
        ("pack.steps", Nobody, shape::<sheets::AskSteps>(), value::<sheets::StepsTold>()),
        ("pack.read", Nobody, shape::<sheets::ReadSheet>(), value::<sheets::SheetRead>()),
        ("pack.keep", Nobody, shape::<params::KeepPack>(), value::<answer::Kept>()),
        ("pack.load", Nobody, shape::<params::LoadPack>(), value::<answer::PackInfo>()),
        ("pack.after", Nobody, shape::<params::PackAfter>(), value::<answer::WentOn>()),
        ("pack.list", Nobody, shape::<params::ListPacks>(), value::<answer::Packs>()),
        ("pack.shared", Nobody, shape::<params::Nothing>(), value::<sharing::SharedPacks>()),
        ("pack.share", Nobody, shape::<sharing::SharePack>(), value::<sharing::ShareMade>()),
        ("pack.withdraw", Nobody, shape::<sharing::WithdrawPack>(), nothing()),
        ("pack.readers", Nobody, shape::<sharing::ReadersOf>(), value::<sharing::ReadersTold>()),
        ("pack.agreed", Nobody, shape::<sharing::AgreedPack>(), value::<answer::Kept>()),
        ("game.changed", Nobody, told::<answer::Changed>(), Value::Null),
        ("game.thinking", Nobody, told::<answer::ThinkingTold>(), Value::Null),
        ("game.reviewed", Nobody, told::<answer::ReviewTold>(), Value::Null),
        ("talk.news", Nobody, told::<talk::TalkNews>(), Value::Null),
    ];
    methods
        .into_iter()
        .map(|(method, asker, params, result)| {
            let mut params = params;
            if method == "game.position" {
                add_position(&mut params, registry);
            }
            add_asker(&mut params, asker);
            let mut schema = json!({
                "$schema": DIALECT,
                "title": method,
                "type": "object",
                "properties": { "params": params },
            });
            if !result.is_null() {
                schema["properties"]["result"] = result;
            }
            by_system(&mut schema, shapes);
            (format!("{method}.json"), format!("{schema:#}\n"))
        })
        .collect()
}

/// The schema of something that is read, with nothing referred to elsewhere.
fn shape<T: JsonSchema>() -> Schema {
    catalog::shape::<T>(shape_settings())
}

/// The schema of something that is written.
fn told<T: JsonSchema>() -> Schema {
    catalog::shape::<T>(shape_settings().for_serialize())
}

fn value<T: JsonSchema>() -> Value {
    told::<T>().to_value()
}

/// Adds `seat` or `side` (line) and `token` (server).
fn add_asker(params: &mut Schema, asker: Asker) {
    let mut add = |name: &str, of: Schema, about: &str| {
        if let Some(properties) = params.get_mut("properties").and_then(Value::as_object_mut) {
            let mut of = of.to_value();
            of["description"] = json!(about);
            properties.insert(name.to_owned(), of);
        }
    };
    match asker {
        Asker::Nobody => return,
        Asker::Seat => {
            add("seat", shape::<Option<Side>>(), "On the line: whose view; left out, a watcher's.");
        }
        Asker::Side => add("side", shape::<Side>(), "On the line, and required there: who asks."),
        Asker::Token => {}
    }
    add("token", shape::<Option<String>>(), "On the server: the secret of the seat that asks.");
}
