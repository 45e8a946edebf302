//! Every answer of whole random games of every scenario is as docs/schemas says, and says nothing
//! that is not there.

use std::collections::{BTreeMap, BTreeSet};

use ai::{RandomBlindSwords, RandomCommander};
use catalog::embedded;
use protocol::{Ask, Outcome, RpcError, Secret, Viewer, handlers, schemas};
use serde_json::{Map, Value, json};
use tabletop::{AnyGame, Game, GameSystem, Offer, Opening, Protocol, Rules, Side};

use testing::shape::Shapes;

const VIEWERS: [Viewer; 4] =
    [Viewer::Watcher, Viewer::Side(Side::Union), Viewer::Side(Side::Confederate), Viewer::Both];

/// Everything is asked about the first order of each verb, and then about each so many-th.
const BETWEEN: usize = 300;

/// A game that is asked, and what was answered.
struct Held<'a, R: Protocol> {
    shapes: &'a Shapes,
    game: Game<R>,
    /// How many answers held, by method.
    answers: BTreeMap<&'static str, usize>,
    /// The events that were told.
    events: BTreeSet<String>,
    /// The verbs of which targets were told.
    verbs: BTreeSet<String>,
}

impl<R: Protocol> Held<'_, R> {
    /// The answer of a method, which must be as its schema says.
    fn ask(&mut self, method: &'static str, viewer: Viewer, ask: &Ask) -> Option<Value> {
        let answer = match handlers::ask(&mut self.game, "1", viewer, ask, Secret::Kept, Outcome::Answered) {
            Ok(answer) => serde_json::from_str(answer.get()).unwrap(),
            Err(RpcError { message, .. }) => {
                assert!(!message.is_empty());
                return None;
            }
        };
        let schema = &self.shapes.named(&format!("{method}.json"))["properties"]["result"];
        if let Some(what) = self.shapes.misfit(schema, &answer) {
            panic!("{method} of {} for {viewer:?}, {ask:?}: {what}", self.game.header().scenario);
        }
        *self.answers.entry(method).or_default() += 1;
        Some(answer)
    }

    /// Asks everything that can be asked in this position, about an order that may be given.
    fn ask_all(&mut self, side: Side, order: &Value) {
        let hex = "1408";
        for viewer in VIEWERS {
            self.ask("game.view", viewer, &Ask::View(None)).unwrap();
            self.ask("game.log", viewer, &Ask::Log(self.game.version().saturating_sub(30)));
            let Some(options) = self.ask("game.options", viewer, &Ask::Options) else { continue };
            let verbs = options["verbs"].as_array().unwrap().clone();
            for verb in verbs {
                let subjects = verb["subjects"].as_array().unwrap();
                let chosen = [subjects.first(), subjects.last()].into_iter().flatten().cloned();
                let drafts =
                    json!([{ "attackers": [], "defenders": [] }, { "attackers": subjects, "defenders": [] }]);
                for subject in chosen.chain([Value::Null]).chain(drafts.as_array().unwrap().clone()) {
                    let verb = verb["verb"].as_str().unwrap().to_owned();
                    let ask = Ask::Targets { verb: verb.clone(), subject };
                    let answer = self.ask("game.targets", viewer, &ask);
                    if answer.is_some_and(|answer| answer["reason"].is_null()) {
                        self.verbs.insert(verb);
                    }
                }
            }
            for (verb, subject) in [
                ("sight", json!(hex)),
                ("zones", Value::Null),
                ("table", Value::Null),
                ("foresee", Value::Null),
                ("move", json!("u-1")),
            ] {
                self.ask("game.targets", viewer, &Ask::Targets { verb: verb.to_owned(), subject });
            }
            for told in [order.clone(), json!({ "end-combat": {} }), json!({ "pass": {} })] {
                self.ask("game.preview", viewer, &Ask::Preview(told.clone()));
                self.ask("game.explain", viewer, &Ask::Explain(told));
            }
        }
        // The draft of an attack, with all that it comes to.
        if let Some(attack) = order.get("attack") {
            let subject = json!({ "attackers": attack["attackers"], "defenders": attack["defenders"] });
            let ask = Ask::Targets { verb: "attack".to_owned(), subject };
            self.ask("game.targets", Viewer::Side(side), &ask).unwrap();
        }
        if self.game.options(Viewer::Side(side))["undo"] == true
            && self.ask("game.undo", Viewer::Side(side), &Ask::Undo(None)).is_some()
        {
            self.ask("game.view", Viewer::Both, &Ask::View(None)).unwrap();
            self.ask("game.redo", Viewer::Side(side), &Ask::Redo(None)).unwrap();
        }
        self.ask("game.offer", Viewer::Side(side), &Ask::Offer(Offer::Draw {})).unwrap();
        self.ask("game.view", Viewer::Watcher, &Ask::View(None)).unwrap();
        let offer = self.game.version();
        self.ask("game.decline", Viewer::Side(side.other()), &Ask::Decline(offer)).unwrap();
    }

    /// Goes back some orders, as whoever plays both sides may.
    fn go_back(&mut self) {
        let mut counted = Vec::new();
        self.game.walk(|version, _| counted.push(version));
        let to = counted[counted.len().saturating_sub(8)];
        self.ask("game.offer", Viewer::Both, &Ask::Offer(Offer::Rewind { to })).unwrap();
        assert_eq!(self.game.state(), &self.game.state_at(to), "it went back to version {to}");
        let log = self.ask("game.log", Viewer::Both, &Ask::Log(self.game.version() - 2)).unwrap();
        assert_eq!(log["entries"][1]["accept"], log["entries"][0]["version"]);
    }

    /// Plays on to the end.
    fn play(&mut self, mut choose: impl FnMut(&R, &R::State) -> Option<R::Order>) {
        let mut given: BTreeMap<String, usize> = BTreeMap::new();
        for number in 0.. {
            let Some(side) = self.game.asked() else { break };
            let order =
                choose(self.game.rules(), self.game.state()).expect("there is always something to order");
            let order = self.game.rules().order_value(&order);
            let since = self.game.version();
            let verb = order.as_object().and_then(|order| order.keys().next()).cloned().unwrap_or_default();
            let before = given.entry(verb).or_default();
            if before.is_multiple_of(BETWEEN) {
                self.ask_all(side, &order);
            }
            *before += 1;
            let asked = Ask::Order { order, version: None };
            let viewer = if number % 2 == 0 { Viewer::Both } else { Viewer::Side(side) };
            let answer = self.ask("game.order", viewer, &asked).expect("it is legal");
            let told =
                answer["events"].as_array().unwrap().iter().filter_map(|event| event["event"].as_str());
            self.events.extend(told.map(str::to_owned));
            self.ask("game.log", VIEWERS[number % VIEWERS.len()], &Ask::Log(since)).unwrap();
            if number % 97 == 96 && self.game.asked().is_some() {
                self.go_back();
            }
        }
        assert_eq!(self.game.verify().broken, None);
        for viewer in VIEWERS {
            self.ask("game.view", viewer, &Ask::View(None)).unwrap();
            self.ask("game.view", viewer, &Ask::View(Some(self.game.version() / 2))).unwrap();
            self.ask("game.save", viewer, &Ask::Save).unwrap();
        }
    }
}

/// Nothing was held against a schema that was not answered.
fn many(answers: &BTreeMap<&'static str, usize>) {
    for (method, least) in [
        ("game.view", 100),
        ("game.options", 60),
        ("game.targets", 200),
        ("game.explain", 100),
        ("game.undo", 2),
        ("game.offer", 50),
    ] {
        let held = answers.get(method).copied().unwrap_or(0);
        assert!(held >= least, "only {held} answers of {method}");
    }
}

/// A game of a scenario at its start.
fn begun<'a, R: Protocol>(
    shapes: &'a Shapes,
    system: &dyn GameSystem,
    scenario: &str,
    options: &Map<String, Value>,
    rules: R,
) -> Held<'a, R> {
    let seed = [3; 32];
    let header = system.begin(scenario, options, None, &[], seed).unwrap().header().clone();
    let game = Game::new(rules, header, Opening::new(seed));
    Held { shapes, game, answers: BTreeMap::new(), events: BTreeSet::new(), verbs: BTreeSet::new() }
}

#[test]
fn every_answer_of_blue_and_gray_is_as_its_schema_says() {
    let shapes = Shapes::new(&schemas(systems::registry()));
    let library = blue_gray::Library::load(&embedded::data).unwrap();
    let (mut events, mut verbs, mut answers) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
    for (info, seed) in library.scenarios().iter().zip(1..) {
        let options = json!({ "attack-effectiveness": seed % 2 == 0 }).as_object().unwrap().clone();
        let battle = library.battle(&info.id, &options, None).unwrap();
        let mut held = begun(&shapes, &library, &info.id, &options, battle);
        let mut random = RandomCommander::new(seed);
        held.play(|battle, state| random.order(battle, state));
        events.append(&mut held.events);
        verbs.append(&mut held.verbs);
        for (method, count) in held.answers {
            *answers.entry(method).or_default() += count;
        }
    }
    many(&answers);
    for event in ["moved", "asked", "settled", "attack-declared", "retreated", "eliminated", "game-ended"] {
        assert!(events.contains(event), "no '{event}' among {events:?}");
    }
    for verb in ["move", "attack", "retreat"] {
        assert!(verbs.contains(verb), "no targets of '{verb}' among {verbs:?}");
    }
}

#[test]
fn every_answer_of_kernstown_is_as_its_schema_says() {
    let shapes = Shapes::new(&schemas(systems::registry()));
    let library = blind_swords::Library::load(&embedded::data).unwrap();
    let (mut events, mut verbs, mut answers) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
    for (info, seed) in library.scenarios().iter().zip(1..) {
        let options = json!({ "rare-events": seed % 2 == 0 }).as_object().unwrap().clone();
        let battle = library.battle(&info.id, &options, None).unwrap();
        let mut held = begun(&shapes, &library, &info.id, &options, battle);
        let mut random = RandomBlindSwords::new(seed);
        held.play(|battle, state| random.order(battle, state));
        events.append(&mut held.events);
        verbs.append(&mut held.verbs);
        for (method, count) in held.answers {
            *answers.entry(method).or_default() += count;
        }
    }
    many(&answers);
    for event in ["keys-chosen", "chit-drawn", "chit-held", "fire-declared", "test-thrown", "game-ended"] {
        assert!(events.contains(event), "no '{event}' among {events:?}");
    }
    for verb in ["move", "fire", "keys", "activate"] {
        assert!(verbs.contains(verb), "no targets of '{verb}' among {verbs:?}");
    }
}

#[test]
fn what_is_not_in_a_schema_is_noticed() {
    let shapes = Shapes::new(&schemas(systems::registry()));
    let library = blue_gray::Library::load(&embedded::data).unwrap();
    let battle = library.battle("training", &Map::new(), None).unwrap();
    let view = json!(battle.view(&battle.start(), None, &tabletop::Situation::default()));
    let schema = shapes.named("blue-gray.view.json");
    assert_eq!(shapes.misfit(schema, &view), None);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut view = view.clone();
        change(&mut view);
        shapes.misfit(schema, &view)
    };
    let rain = changed(&|view| view["units"][0]["rain"] = json!(true)).unwrap();
    assert_eq!(rain, "units.0.rain: nobody speaks of it");
    let less = changed(&|view| {
        view["victory"].as_object_mut().unwrap().remove("level");
    });
    assert_eq!(less.unwrap(), "victory.level: missing");
    let odd = changed(&|view| view["turn"] = json!("one")).unwrap();
    assert_eq!(odd, "turn.\"integer\" was expected, not \"one\"");
    let strange = changed(&|view| view["phase"] = json!("lunch")).unwrap();
    assert_eq!(strange, r#"phase.["movement","combat","over"] was expected, not "lunch""#);
}
