//! The shapes of the protocol as JSON Schemas, generated from the types.

use std::collections::BTreeMap;

use catalog::{PositionField, Shape, Systems};
use schemars::{Direction, JsonSchema, schema_of};
use serde_json::{Value, json};
use tabletop::{Explanation, Side};

use crate::any_system::{AnyOptions, AnyPreview, AnyTargets, AnyView};
use crate::{answer, params, sharing, steps, talk};

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
    for Shape { name, title, mut schema } in shapes {
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
fn add_position(params: &mut Value, registry: Systems) {
    let Some(properties) = params.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for PositionField { name, text, schema } in registry.iter().flat_map(|system| system.position()) {
        let Some(property) = properties.get_mut(name) else { continue };
        let said = property["description"].as_str().unwrap_or_default();
        let said = if said.is_empty() { text.to_owned() } else { format!("{said} {text}") };
        if let Some(schema) = schema {
            *property = schema;
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
    let methods: [(&str, Asker, Value, Value); 55] = [
        ("initialize", Nobody, shape::<params::Nothing>(), told::<answer::Welcome>()),
        ("game.new", Nobody, shape::<params::NewGame>(), told::<answer::Began>()),
        ("game.position", Nobody, shape::<params::Position>(), told::<answer::Began>()),
        ("game.load", Nobody, shape::<params::LoadGame>(), told::<answer::Began>()),
        ("game.branch", Token, shape::<params::BranchGame>(), told::<answer::Began>()),
        ("game.view", Seat, shape::<params::View>(), told::<AnyView>()),
        ("game.options", Side, shape::<params::OneGame>(), told::<AnyOptions>()),
        ("game.targets", Side, shape::<params::Targets>(), told::<AnyTargets>()),
        ("game.preview", Side, shape::<params::Draft>(), told::<AnyPreview>()),
        ("game.explain", Side, shape::<params::Draft>(), told::<Explanation>()),
        ("game.order", Side, shape::<params::Order>(), told::<answer::Ordered>()),
        ("game.undo", Side, shape::<params::Step>(), told::<answer::Stepped>()),
        ("game.redo", Side, shape::<params::Step>(), told::<answer::Stepped>()),
        ("game.offer", Side, shape::<params::MakeOffer>(), told::<answer::Stepped>()),
        ("game.accept", Side, shape::<params::AnswerOffer>(), told::<answer::Stepped>()),
        ("game.decline", Side, shape::<params::AnswerOffer>(), told::<answer::Stepped>()),
        ("game.resign", Side, shape::<params::OneGame>(), told::<answer::Stepped>()),
        ("game.claim", Side, shape::<params::OneGame>(), told::<answer::Stepped>()),
        ("game.replace", Token, shape::<params::Replace>(), told::<answer::Stepped>()),
        ("game.feed", Token, shape::<params::OneGame>(), told::<answer::FeedTold>()),
        ("game.log", Seat, shape::<params::Log>(), told::<answer::Logged>()),
        ("game.save", Nobody, shape::<params::OneGame>(), told::<answer::Saved>()),
        ("game.advice", Side, shape::<params::OneGame>(), told::<answer::Advised>()),
        ("game.lesson", Side, shape::<params::Lesson>(), told::<answer::LessonTold>()),
        ("game.review", Seat, shape::<params::Review>(), told::<answer::Reviewed>()),
        ("game.share", Token, shape::<params::Share>(), told::<answer::Stepped>()),
        ("game.watch", Token, shape::<params::Watch>(), told::<answer::Watched>()),
        ("game.unwatch", Nobody, shape::<params::OneGame>(), nothing()),
        ("game.list", Nobody, shape::<params::List>(), told::<answer::Listing>()),
        ("talk.read", Token, shape::<talk::ReadTalk>(), told::<talk::TalkTold>()),
        ("talk.say", Token, shape::<talk::Say>(), told::<talk::SayMade>()),
        ("talk.mute", Token, shape::<talk::Mute>(), nothing()),
        ("talk.show", Token, shape::<talk::ShowPresence>(), nothing()),
        ("talk.report", Token, shape::<talk::ReportSaid>(), nothing()),
        ("talk.note", Token, shape::<talk::WriteNote>(), nothing()),
        ("talk.notes", Token, shape::<params::OneGame>(), told::<talk::NotesTold>()),
        ("pack.open", Nobody, shape::<params::OpenPack>(), told::<answer::Opened>()),
        ("pack.compare", Nobody, shape::<params::ComparePack>(), told::<answer::Compared>()),
        ("pack.merge", Nobody, shape::<params::MergePack>(), told::<answer::Merged>()),
        ("pack.check", Nobody, shape::<params::CheckPack>(), told::<answer::Checked>()),
        ("pack.steps", Nobody, shape::<steps::AskSteps>(), told::<steps::StepsTold>()),
        ("pack.read", Nobody, shape::<steps::ReadSheet>(), told::<steps::SheetRead>()),
        ("pack.keep", Nobody, shape::<params::KeepPack>(), told::<answer::Kept>()),
        ("pack.load", Nobody, shape::<params::LoadPack>(), told::<answer::PackInfo>()),
        ("pack.after", Nobody, shape::<params::PackAfter>(), told::<answer::WentOn>()),
        ("pack.list", Nobody, shape::<params::ListPacks>(), told::<answer::Packs>()),
        ("pack.shared", Nobody, shape::<params::Nothing>(), told::<sharing::SharedPacks>()),
        ("pack.share", Nobody, shape::<sharing::SharePack>(), told::<sharing::ShareMade>()),
        ("pack.withdraw", Nobody, shape::<sharing::WithdrawPack>(), nothing()),
        ("pack.readers", Nobody, shape::<sharing::ReadersOf>(), told::<sharing::ReadersTold>()),
        ("pack.agreed", Nobody, shape::<sharing::AgreedPack>(), told::<answer::Kept>()),
        ("game.changed", Nobody, told::<answer::Changed>(), Value::Null),
        ("game.thinking", Nobody, told::<answer::ThinkingTold>(), Value::Null),
        ("game.reviewed", Nobody, told::<answer::ReviewTold>(), Value::Null),
        ("talk.news", Nobody, told::<talk::TalkNews>(), Value::Null),
    ];
    methods
        .into_iter()
        .map(|(method, asker, mut params, result)| {
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
fn shape<T: JsonSchema>() -> Value {
    schema_of::<T>(Direction::Read)
}

/// The schema of something that is written.
fn told<T: JsonSchema>() -> Value {
    schema_of::<T>(Direction::Written)
}

/// Adds `seat` or `side` (line) and `token` (server).
fn add_asker(params: &mut Value, asker: Asker) {
    let mut add = |name: &str, mut of: Value, about: &str| {
        if let Some(properties) = params.get_mut("properties").and_then(Value::as_object_mut) {
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
