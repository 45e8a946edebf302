//! Entries that a game lets go of: it goes on as if it held them, and takes them back up.

use serde_json::{Map, Value, json};
use tabletop::{Act, AnyGame, Failure, GameSystem, Offer, Side, Viewer, commitment};

use crate::table::*;
use crate::toy::Toys;

const VIEWERS: [Viewer; 4] =
    [Viewer::Watcher, Viewer::Both, Viewer::Side(Side::Union), Viewer::Side(Side::Confederate)];

/// A large heap, and the same again, which lets go of what it can after each step.
struct Twins {
    whole: Box<dyn AnyGame>,
    light: Box<dyn AnyGame>,
}

impl Twins {
    fn begin() -> Twins {
        let begin = || Toys.begin("mountain", &Map::new(), None, &[], SECRET).unwrap();
        Twins { whole: begin(), light: begin() }
    }

    /// Does the same to both; whether it was done.
    fn both(&mut self, step: impl Fn(&mut dyn AnyGame) -> Result<(), Failure>) -> bool {
        let before = self.whole.version();
        let done = step(&mut *self.whole);
        assert_eq!(step(&mut *self.light), done);
        self.light.let_go(self.light.version());
        self.check(before);
        done.is_ok()
    }

    /// That everybody is told the same of both, and the log after that version.
    fn check(&self, since: u32) {
        let (whole, light) = (&*self.whole, &*self.light);
        assert_eq!((light.version(), light.hash()), (whole.version(), whole.hash()));
        assert_eq!(light.asked(), whole.asked());
        assert_eq!(light.last_side(), whole.last_side());
        assert_eq!(light.pending(), whole.pending());
        let since = since.max(light.held_since());
        assert_eq!(light.entries(since), whole.entries(since));
        for viewer in VIEWERS {
            assert_eq!(light.view("1", viewer, None), whole.view("1", viewer, None));
            assert_eq!(light.log(viewer, since), whole.log(viewer, since));
            for version in light.held_since()..=light.version() {
                assert_eq!(light.view("1", viewer, Some(version)), whole.view("1", viewer, Some(version)));
            }
        }
    }

    /// The entries that the one has let go of, as they are kept elsewhere.
    fn kept(&self) -> Vec<Value> {
        let mut lines = self.whole.entries(0);
        lines.truncate(self.light.held_since() as usize);
        lines
    }

    /// Goes back to that version by agreement, if it can.
    fn rewinds(&mut self, to: u32) -> bool {
        let offer = Offer::Rewind { to };
        if !self.both(|game| game.act(Union, Act::Offer(offer))) {
            return false;
        }
        let version = self.whole.version();
        self.recall();
        assert!(self.both(|game| game.act(Confederate, Act::Accept(version))));
        true
    }

    /// Takes back up what was let go of.
    fn recall(&mut self) {
        self.light.recall(&self.kept()).unwrap();
        assert_eq!(self.light.held_since(), 0);
        self.check(0);
    }
}

#[test]
fn a_game_that_lets_go_of_its_past_is_played_on_and_told_as_one_that_holds_it() {
    let (mut let_go, mut undone, mut rewound) = (0, 0, 0);
    for seed in 0..20_u64 {
        let (mut twins, mut chance) = (Twins::begin(), seed);
        let mut one_of = |count: u64| {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (chance >> 33) % count
        };
        for step in 0..60 {
            let side = if one_of(2) == 0 { Union } else { Confederate };
            let asked = twins.whole.asked().unwrap();
            match one_of(9) {
                0 | 1 => twins.both(|game| game.order(asked, &throw(), None)),
                2 => twins.both(|game| game.order(asked, &take(2), None)),
                3 => twins.both(|game| game.order(asked, &swear(), None)),
                4 => twins.both(|game| game.order(asked, &whisper("west"), None)),
                5 => twins.both(|game| game.order(side, &plan(&format!("plan {step}")), None)),
                6 | 7 => {
                    let done = twins.both(|game| game.act(side, Act::Undo));
                    undone += u32::from(done);
                    done
                }
                _ => twins.both(|game| game.act(side, Act::Redo)),
            };
            let version = twins.whole.version();
            twins.both(|game| game.order(asked.other(), &take(1), Some(version.saturating_sub(1))));
            if one_of(10) == 0 {
                let_go += twins.light.held_since();
                twins.recall();
                rewound += u32::from(twins.rewinds(one_of(u64::from(version) + 1) as u32));
            }
            if one_of(8) == 0 {
                let_go += twins.light.held_since();
                twins.recall();
            }
        }
        twins.recall();
        assert_eq!(twins.light.verify().broken, None);
        let record = Toys.load(twins.whole.header(), &twins.light.entries(0), Some(SECRET)).unwrap();
        assert_eq!(record.hash(), twins.whole.hash());
    }
    assert!(let_go > 500 && undone > 50, "{let_go} entries let go of, {undone} orders taken back");
    assert!(rewound > 30, "it went back {rewound} times");
}

#[test]
fn nothing_is_let_go_of_that_can_be_taken_back_or_was_not_told() {
    let mut game = Toys.begin("mountain", &Map::new(), None, &[], SECRET).unwrap();
    by_turns(&mut *game, &[take(1), take(1), throw(), take(1), throw(), take(1)]);
    game.let_go(1);
    assert_eq!(game.held_since(), 0, "everything may be asked for after version 1");
    game.let_go(3);
    assert_eq!(game.held_since(), 2);
    game.let_go(9);
    assert_eq!(game.held_since(), 4, "the throw stands: it is the first that is held");
    game.act(Confederate, Act::Undo).unwrap();
    game.let_go(9);
    assert_eq!(
        game.act(Union, Act::Undo),
        Err(Failure::Gone("a die was thrown for the last order: it stands".to_owned()))
    );
    game.act(Confederate, Act::Redo).unwrap();
    assert_eq!(view(&*game, None)["version"], 8);
}

#[test]
fn a_match_with_shares_for_each_throw_lets_go_of_the_throws_before() {
    let mut twins = Twins::begin();
    twins.whole.set_each_throw();
    twins.light.set_each_throw();
    let promise = commitment(&SECRET);
    for side in Side::BOTH {
        twins.both(|game| game.act(side, Act::Commit(&link(side, 4), &promise)));
    }
    for number in [3, 2, 1] {
        let asked = twins.whole.asked().unwrap();
        assert!(twins.both(|game| game.order(asked, &throw(), None)));
        for side in Side::BOTH {
            assert!(twins.both(|game| game.act(side, Act::Seed(&link(side, number)))));
        }
    }
    assert_eq!((twins.light.version(), twins.light.held_since()), (14, 13));
    twins.recall();
    assert_eq!(twins.light.verify().broken, None);
}

#[test]
fn only_what_was_let_go_of_is_taken_back_up() {
    let mut twins = Twins::begin();
    for order in [take(1), throw(), take(2), throw()] {
        let asked = twins.whole.asked().unwrap();
        twins.both(|game| game.order(asked, &order, None));
    }
    let kept = twins.kept();
    assert_eq!(kept.len(), 3);
    let mut other = kept.clone();
    other[2]["order"] = json!({ "take": { "count": 3 } });
    let mut unreadable = kept.clone();
    unreadable[1] = json!({ "version": 2 });
    for wrong in [&kept[..2], &[], &twins.whole.entries(0), &other, &unreadable] {
        assert!(matches!(twins.light.recall(wrong), Err(Failure::Malformed(_))));
        assert_eq!(twins.light.held_since(), 3);
        twins.check(3);
    }
    twins.recall();
    // One that holds everything needs nothing.
    twins.light.recall(&[]).unwrap();
    twins.check(0);
}
