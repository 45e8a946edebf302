//! Positions set up by hand, as `game.position` takes them.

use blind_swords::{Battle, Strength};
use serde_json::{Map, Value, json};

use crate::data::LIBRARY;

fn battle(position: Value) -> Result<Battle, String> {
    LIBRARY.battle("kernstown-2-historical", &Map::new(), Some(&position))
}

fn refused(units: Value, says: &str) {
    match battle(json!({ "units": units })) {
        Ok(_) => panic!("{units} was accepted"),
        Err(what) => assert!(what.contains(says), "'{what}' does not say '{says}'"),
    }
}

#[test]
fn units_of_the_scenario_come_with_all_that_is_printed_on_them() {
    let battle = battle(json!({
        "turn": 14,
        "units": [
            { "id": "u62-7oh-b", "hex": "2423", "hits": 1 },
            { "id": "u62-7oh-a", "hex": "2422", "worn": true },
            { "id": "c62-5va", "hex": "2428" },
            { "id": "c62-7va-cav-a", "hex": "2430", "mounted": false },
            { "id": "c62-21va", "hex": "4021", "turn": 15 },
        ],
    }))
    .unwrap();
    assert_eq!(battle.opening, 14);
    let at = |id: &str| battle.named(id).unwrap();
    let unit = |id: &str| battle.unit(at(id));
    assert_eq!(unit("c62-5va").faces.fresh.unwrap().strength, Strength::whole(9));
    assert_eq!(unit("u62-7oh-a").halves, [at("u62-7oh-b")]);
    let garnett = unit("c62-5va").brigade.unwrap();
    assert_eq!(battle.brigade(garnett).id, "b62-garnett");
    assert_eq!(battle.brigade(garnett).units, [at("c62-5va")]);
    assert_eq!(battle.scenario.frozen.as_ref().unwrap().units, [at("c62-5va")]);
    let start = |id: &str| battle.scenario.starts[at(id).index()];
    assert_eq!(start("u62-7oh-b").hits, 1);
    assert!(start("u62-7oh-a").worn && !start("c62-7va-cav-a").mounted);
    assert_eq!(start("c62-21va").turn, 15);
}

#[test]
fn new_units_say_what_is_printed_on_them() {
    let battle = battle(json!({ "units": [
        { "id": "u-1", "side": "union", "type": "infantry", "brigade": "b62-kimball", "weapon": "R",
          "strength": 5, "cohesion": 4, "worn_face": { "strength": 0.5, "cohesion": 3 }, "hex": "2423" },
        { "id": "c-1", "side": "confederate", "type": "artillery", "weapon": "Mx", "strength": 4, "cohesion": 3,
          "fragile": true, "hex": "2428" },
        { "id": "u62-67oh", "strength": 9, "hex": "2520" },
    ] }))
    .unwrap();
    let unit = |id: &str| battle.unit(battle.named(id).unwrap());
    assert_eq!(unit("u-1").faces.worn.strength, Strength::CADRE);
    assert_eq!(unit("u-1").name, "u-1");
    assert!(unit("c-1").fragile && unit("c-1").faces.worn.strength == Strength::whole(4));
    assert_eq!(unit("u62-67oh").faces.fresh.unwrap().strength, Strength::whole(9));
}

#[test]
fn what_cannot_be_is_refused() {
    let new = |more: Value| {
        let mut unit = json!({ "id": "u-1", "side": "union", "type": "infantry", "brigade": "b62-kimball", "weapon": "R",
            "strength": 5, "cohesion": 4, "fragile": true, "hex": "2423" });
        for (key, value) in more.as_object().unwrap() {
            unit[key] = value.clone();
        }
        json!([unit])
    };
    assert!(battle(json!({ "units": new(json!({})) })).is_ok());
    refused(new(json!({ "hex": "9999" })), "'9999' is not a hex of this map");
    refused(new(json!({ "strength": 0.3 })), "a strength of 0.5 to 40");
    refused(new(json!({ "strength": 0 })), "a strength of 0.5 to 40");
    refused(new(json!({ "cohesion": 7 })), "a cohesion of 0 to 6");
    refused(new(json!({ "brigade": null })), "a brigade was expected");
    refused(new(json!({ "brigade": "b62-garnett" })), "'b62-garnett' is none of");
    refused(new(json!({ "type": "artillery" })), "of a battery, none");
    refused(new(json!({ "fragile": false })), "worn_face is missing");
    refused(new(json!({ "id": "attack" })), "an id of no other thing");
    refused(new(json!({ "id": "c-rally" })), "an id of no other thing");
    // The form of an id: a letter, digits up to two, a dash, and small letters or digits.
    let longest = format!("u62-{}", "a".repeat(36));
    assert!(battle(json!({ "units": new(json!({ "id": longest })) })).is_ok());
    for id in ["u1", "-1", "1-a", "U-1", "ux-1", "u621-a", "u-", "u-A", "u-a b", &format!("{longest}a")] {
        refused(new(json!({ "id": id })), "an id of no other thing");
    }
    refused(new(json!({ "weapon": null })), "weapon is missing");
    refused(new(json!({ "hits": 3 })), "hits: 0 to 2");
    refused(new(json!({ "mounted": true })), "cannot be mounted");
    refused(new(json!({ "speed": 3 })), "unknown field `speed`");
    refused(new(json!({ "turn": 99 })), "turn");
    let chew = |hex: &str| json!({ "id": "c62-chew", "hex": hex });
    refused(json!([chew("2423"), chew("2424")]), "two units of that id");
    refused(json!([chew("2423"), { "id": "u62-jenks", "hex": "2423" }]), "of the other side is in 2423");
    refused(json!([{ "id": "c62-chew", "hex": "2423", "skirmish": true }]), "only infantry");
    assert!(battle(json!({ "units": [], "turn": 19 })).unwrap_err().contains("1 to 18"));
    // 20.1a: out of play.
    let unit = json!({ "units": [{ "id": "c62-27va", "hex": "2423" }] });
    let out = LIBRARY.battle("kernstown-1-stone-wall", &Map::new(), Some(&unit));
    assert!(out.unwrap_err().contains("2423 is not in play"));
}

/// What is just possible, and what is just not.
#[test]
fn the_bounds_of_a_position() {
    let unit = |id: &str, more: Value| {
        let mut unit = json!({ "id": id, "side": "union", "type": "infantry", "brigade": "b62-kimball",
            "weapon": "R", "strength": 5, "cohesion": 4, "worn_face": { "strength": 1, "cohesion": 3 },
            "hex": "2423" });
        for (key, value) in more.as_object().unwrap() {
            unit[key] = value.clone();
        }
        unit
    };
    let one = |more: Value| json!([unit("u-1", more)]);
    let taken = |more: Value| {
        let units = one(more);
        battle(json!({ "units": units })).unwrap_or_else(|what| panic!("{units}: {what}"))
    };
    for bound in [json!({ "strength": 40 }), json!({ "strength": 0.5 }), json!({ "cohesion": 6 })] {
        taken(bound);
    }
    taken(json!({ "worn_face": { "strength": 40, "cohesion": 6 } }));
    refused(one(json!({ "strength": 40.5 })), "a strength of 0.5 to 40");
    refused(one(json!({ "worn_face": { "strength": 41, "cohesion": 3 } })), "a strength of 0.5 to 40");
    refused(one(json!({ "worn_face": { "strength": 1, "cohesion": 7 } })), "a cohesion of 0 to 6");
    assert_eq!(taken(json!({ "hits": 2 })).scenario.starts[0].hits, 2);
    assert!(taken(json!({ "skirmish": true })).scenario.starts[0].skirmish);
    // Whole guns, and no brigade.
    let battery = |more: Value| {
        let mut guns = unit("g-1", json!({ "type": "artillery", "brigade": null }));
        for (key, value) in more.as_object().unwrap() {
            guns[key] = value.clone();
        }
        json!([guns])
    };
    assert!(battle(json!({ "units": battery(json!({})) })).is_ok());
    refused(battery(json!({ "strength": 2.5 })), "of a battery, whole");
    refused(battery(json!({ "worn_face": { "strength": 0.5, "cohesion": 3 } })), "of a battery, whole");
    refused(battery(json!({ "skirmish": true })), "only infantry");
    // Horse has a counter for each state.
    let horse = json!({ "type": "cavalry", "weapon": "C" });
    let mounted = |more: Value| {
        let mut fields = horse.clone();
        for (key, value) in more.as_object().unwrap() {
            fields[key] = value.clone();
        }
        taken(fields).scenario.starts[0].mounted
    };
    assert!(
        mounted(json!({})) && mounted(json!({ "mounted": true })) && !mounted(json!({ "mounted": false }))
    );
    // Those of the scenario keep what they are.
    refused(json!([{ "id": "u62-7oh-a", "side": "confederate", "hex": "2423" }]), "keeps its side and type");
    refused(json!([{ "id": "u62-7oh-a", "type": "cavalry", "hex": "2423" }]), "keeps its side and type");
    for missing in ["side", "type", "weapon", "strength", "cohesion"] {
        refused(one(json!({ missing: null })), &format!("{missing} is missing"));
    }
    for id in ["b62-tyler", "k62-tyler", "2423", "A", "u 1"] {
        refused(json!([unit(id, json!({}))]), "an id of no other thing");
    }
    // The brigades of its own side, and no others.
    let nobody = battle(json!({ "units": one(json!({ "brigade": "b62-nobody" })) })).err().unwrap();
    let own = "brigade: 'b62-nobody' is none of b62-sullivan, b62-kimball, b62-tyler, b62-brodhead";
    let listed = |text: &str| {
        let mut ids: Vec<String> =
            text.rsplit("none of ").next().unwrap().split(", ").map(str::to_owned).collect();
        ids.sort();
        ids
    };
    assert_eq!(listed(&nobody), listed(own), "{nobody}");
    // As many as a game may have.
    let many = |count: usize| {
        let units: Vec<Value> =
            (0..count).map(|i| unit(&format!("u-{i}"), json!({ "strength": 0.5 }))).collect();
        battle(json!({ "units": units }))
    };
    let most: usize = many(1000).err().unwrap().split(' ').find_map(|word| word.parse().ok()).unwrap();
    assert!(many(most).is_ok() && many(most + 1).is_err(), "{most}");
    for turn in [1, 18] {
        assert_eq!(battle(json!({ "units": [], "turn": turn })).unwrap().opening, turn);
    }
    assert_eq!(taken(json!({ "turn": 18, "hex": "1014" })).scenario.starts[0].turn, 18);
    for turn in [0, 19] {
        assert!(battle(json!({ "units": [], "turn": turn })).is_err(), "{turn}");
    }
}

#[test]
fn options_and_scenarios_are_known_or_refused() {
    let options = |value: Value| LIBRARY.battle("kernstown-4-breckinridge", value.as_object().unwrap(), None);
    let chosen = options(json!({ "rare-events": true, "chew": false })).unwrap().options;
    assert!(chosen.rare_events && !chosen.chew && !chosen.broken_stay_worn);
    let worn = options(json!({ "broken-stay-worn": true })).unwrap().options;
    assert!(worn.broken_stay_worn && !worn.chew && !worn.rare_events);
    assert!(options(json!({ "rare-events": 1 })).unwrap_err().contains("true or false"));
    assert!(options(json!({ "fog": true })).unwrap_err().contains("'fog' is none of chew, rare-events"));
    assert!(LIBRARY.battle("kernstown-7", &Map::new(), None).unwrap_err().contains("kernstown-1-stone-wall"));
}
