//! How games come about.

use serde_json::{Map, json};
use tabletop::{Failure, Game, GameSetup, Header, Opening, PackMark, commitment, hex_string};

use crate::table::*;
use crate::toy::{Heap, Order};

fn setup(options: &Map<String, serde_json::Value>) -> GameSetup<'_> {
    GameSetup { system: "heap", scenario: "hill", options, position: None, dice: &[], pack: None }
}

#[test]
fn a_new_game_has_its_header_written() {
    let options = json!({ "slow": true }).as_object().unwrap().clone();
    let game = Game::<Heap>::begin(Heap { heap: 10 }, setup(&options), SECRET).unwrap();
    let header = game.header();
    let plain = Header {
        longroll: 2,
        system: "heap".to_owned(),
        scenario: "hill".to_owned(),
        data: String::new(),
        rules: 0,
        pack: None,
        options: options.clone(),
        commitment: commitment(&SECRET),
        practice: false,
        dice: Vec::new(),
        position: None,
        seats: None,
        shares: None,
        links: false,
        coming: false,
        clock: None,
        from: None,
        secret: None,
    };
    assert_eq!(*header, plain);
    let written = json!({
        "longroll": 2, "system": "heap", "scenario": "hill", "data": "", "options": { "slow": true },
        "commitment": commitment(&SECRET),
    });
    assert_eq!(header.value(), written, "what is not there is not written");
    let (pack, position) = (PackMark { id: "p".to_owned(), title: "P".to_owned() }, json!({ "units": [] }));
    let by_hand = GameSetup { position: Some(&position), pack: Some(&pack), ..setup(&options) };
    let game = Game::<Heap>::begin(Heap { heap: 10 }, by_hand, SECRET).unwrap();
    let set_up =
        Header { practice: true, position: Some(position.clone()), pack: Some(pack.clone()), ..plain };
    assert_eq!(*game.header(), set_up);
    assert_eq!(game.situation("", tabletop::Viewer::Watcher).pack, Some(pack));
}

#[test]
fn loaded_dice_are_faces_and_are_thrown_first() {
    let options = Map::new();
    for faces in [&[0][..], &[1, 7]] {
        let begun =
            Game::<Heap>::begin(Heap { heap: 10 }, GameSetup { dice: faces, ..setup(&options) }, SECRET);
        let says = "dice: faces from 1 to 6 were expected".to_owned();
        assert_eq!(begun.err(), Some(Failure::Malformed(says)));
    }
    let with_faces = GameSetup { dice: &[6, 1], ..setup(&options) };
    let mut game = Game::<Heap>::begin(Heap { heap: 10 }, with_faces, SECRET).unwrap();
    assert!(game.header().practice);
    game.order(Union, Order::Throw, None).unwrap();
    game.order(Confederate, Order::Throw, None).unwrap();
    let faces: Vec<_> = game.lines(0).map(|line| line["events"][0]["die"].clone()).collect();
    assert_eq!(faces, [json!(6), json!(1)]);
}

#[test]
fn a_game_goes_on_from_its_record() {
    let mut game = typed(&[6]);
    game.order(Union, Order::Throw, None).unwrap();
    let lines: Vec<_> = game.lines(0).collect();
    let make = || Ok::<Heap, String>(Heap { heap: 10 });
    let header = game.header().clone();
    game.order(Confederate, Order::Throw, None).unwrap();
    // By the secret that is handed in, or by that of the header.
    let secret = Header { secret: Some(hex_string(&SECRET)), ..header.clone() };
    for (header, secret) in [(&header, Some(SECRET)), (&secret, None)] {
        let mut again = Game::resume(header, &lines, secret, make).unwrap();
        again.order(Confederate, Order::Throw, None).unwrap();
        assert_eq!(again.hash(), game.hash());
        assert_eq!(again.dice().map(|dice| dice.thrown()), Some(2));
    }
    let blind = Game::resume(&header, &lines, None, make).unwrap();
    assert!(blind.dice().is_none());
    let says = |what: &str| Some(Failure::Malformed(format!("record: {what}")));
    let later = Header { longroll: 3, ..header.clone() };
    assert_eq!(
        Game::resume(&later, &[], None, make).err(),
        says("this program reads forms 1 to 2, the record is of form 3")
    );
    let unknown = Game::<Heap>::resume(&header, &lines, None, || Err("no such heap".to_owned()));
    assert_eq!(unknown.err(), says("no such heap"));
    let twice = [lines[0].clone(), lines[0].clone()];
    assert_eq!(Game::resume(&header, &twice, None, make).err(), says("entry 2: it is numbered 1"));
}

#[test]
fn an_opening_is_of_a_seed_and_its_hash() {
    let opening = Opening::new(SECRET);
    assert_eq!((opening.seed, &opening.commitment), (Some(SECRET), &commitment(&SECRET)));
    assert!(opening.loaded.is_empty());
}
