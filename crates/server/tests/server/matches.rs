//! Matches between two accounts: how they begin, and that no result is lost.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use protocol::RpcError;
use serde_json::{Value, json};
use server::Limits;
use server::club::matches::{Begun, Bid, Match, MatchTerms, NoMatch, PlayedTo, Score, Stand};
use server::store::{self, Call, Seam, Which};
use sqlx::AssertSqlSafe;
use tabletop::{BySide, Side};
use tempfile::tempdir;

use crate::accounts::{Club, ORIGIN, listed, of_account, open, over, over_within, settings};
use crate::faults::{Failing, Trouble};
use crate::kept_in::Backend;
use crate::site::{Client, hands, open_store};

const NOW: i64 = 1_800_000_000;
const DAY: i64 = 24 * 3600;

/// What the account of that name is called.
pub async fn id_of(folder: &Path, name: &str) -> String {
    let query = sqlx::query_scalar("SELECT id FROM accounts WHERE name = $1").bind(name.to_owned());
    query.fetch_one(&mut hands(folder).await).await.unwrap()
}

/// How many rows a table has.
pub async fn count(folder: &Path, table: &str) -> i64 {
    let query = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
    sqlx::query_scalar(query).fetch_one(&mut hands(folder).await).await.unwrap()
}

/// Ann and Ben: their cookies, and what their accounts are called.
async fn ann_and_ben(club: &Club, folder: &Path) -> ([String; 2], BySide<String>) {
    let cookies = [club.join("Ann").await, club.join("Ben").await];
    let ids = BySide { union: id_of(folder, "Ann").await, confederate: id_of(folder, "Ben").await };
    (cookies, ids)
}

fn rated(scenario: &str, games: u8) -> MatchTerms {
    MatchTerms { games, rated: true, ..MatchTerms::of(scenario) }
}

async fn begin(club: &Club, id: &str, terms: &MatchTerms, players: &BySide<String>) -> Vec<String> {
    assert_eq!(club.site.games.begin_match(id, terms, players, NOW).await, Ok(Begun::Now));
    games(&found(club, id).await)
}

async fn found(club: &Club, id: &str) -> Match {
    club.site.games.the_match(id).await.unwrap().unwrap()
}

fn games(of: &Match) -> Vec<String> {
    of.games.iter().map(|game| game.game.clone()).collect()
}

/// One order of each player, so that the game counts for ratings.
async fn both_take(union: &mut Client, confederate: &mut Client, game: &str) {
    union.take(game, &of_account("union", game), 1).await.unwrap();
    confederate.take(game, &of_account("confederate", game), 1).await.unwrap();
}

/// What a client asks of its seat in a game.
async fn ask(client: &mut Client, method: &str, seat: &str, game: &str) -> Result<Value, Value> {
    client.ask(method, json!({ "game": game, "token": of_account(seat, game) })).await
}

#[tokio::test]
async fn a_match_of_two_games_gives_each_player_each_side_once() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ([ann, ben], players) = ann_and_ben(&club, folder.path()).await;
    assert_eq!(club.site.games.the_match("m").await, Ok(None), "it has not begun");
    let both = begin(&club, "m", &rated("heap", 2), &players).await;
    let (mut one, mut other) = (club.client(&ann).await, club.client(&ben).await);
    let seat = |number: usize, side: &str| (both[number].clone(), side.to_owned(), true);
    let mut expected = vec![seat(0, "union"), seat(1, "confederate")];
    expected.sort();
    assert_eq!(listed(&mut one, &[]).await, expected);
    let mut expected = vec![seat(0, "confederate"), seat(1, "union")];
    expected.sort();
    assert_eq!(listed(&mut other, &[]).await, expected);
    // Nobody else plays them, and neither player has the other's side.
    let mut guest = club.client("").await;
    assert!(ask(&mut guest, "game.view", "union", &both[0]).await.is_err());
    assert!(ask(&mut other, "game.view", "union", &both[0]).await.is_err());
    let of = found(&club, "m").await;
    assert!(!of.is_over());
    assert_eq!(of.players(), Some((&*players.union, &*players.confederate)));
    let Stand::Going(now) = &of.games[0].stand else { panic!("{of:?}") };
    assert_eq!((now.asked, now.title.as_deref()), (Some(Side::Union), Some("The heap")));

    // Ann takes the last in the first game, and Ben gives the second up.
    one.take(&both[0], &of_account("union", &both[0]), 10).await.unwrap();
    ask(&mut other, "game.resign", "union", &both[1]).await.unwrap();
    let of = found(&club, "m").await;
    assert!(of.is_over());
    let results: Vec<_> = of
        .games
        .iter()
        .map(|game| match &game.stand {
            Stand::Over(result) => (result.winner, result.by),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        results,
        [(Some(Side::Union), PlayedTo::End), (Some(Side::Confederate), PlayedTo::Resignation)]
    );
    assert_eq!(of.score(&players.union), Score { halves: 4, margin: 0 });
    assert_eq!(of.score(&players.confederate), Score { halves: 0, margin: 0 });
    let rated = club.site.games.finished_rated(None).await.unwrap();
    assert_eq!(rated.len(), 2);
    assert!(rated.iter().all(|game| game.of_match == "m" && game.scenario == "heap"));
    assert_eq!(club.site.games.finished_rated(Some(&players.union)).await.unwrap(), rated);
    assert_eq!(club.site.games.finished_rated(Some("nobody")).await.unwrap(), []);
    club.site.close().await;
}

pub async fn a_match_begins_once_whoever_asks_at_the_same_time(backend: Backend) {
    let folder = backend.folder();
    let here = open(folder.path()).await;
    let there = over(open_store(folder.path(), store::Settings::default()).await, settings(), ORIGIN).await;
    let (_, players) = ann_and_ben(&here, folder.path()).await;
    let terms = rated("heap", 2);
    let begun = tokio::join!(
        here.site.games.begin_match("m", &terms, &players, NOW),
        there.site.games.begin_match("m", &terms, &players, NOW),
        here.site.games.begin_match("m", &terms, &players, NOW),
    );
    let begun = [begun.0.unwrap(), begun.1.unwrap(), begun.2.unwrap()];
    assert_eq!(begun.iter().filter(|begun| **begun == Begun::Now).count(), 1, "{begun:?}");
    for (table, rows) in [("matches", 1), ("match_games", 2), ("games", 2), ("account_seats", 4)] {
        assert_eq!(count(folder.path(), table).await, rows, "{table}");
    }
    here.site.close().await;
    there.site.close().await;
}

pub async fn a_failure_at_any_call_leaves_no_half_match(backend: Backend) {
    let folder = backend.folder();
    let seam = Arc::new(Failing::default());
    let with_seam =
        store::Settings { seam: Some(Arc::clone(&seam) as Arc<dyn Seam>), ..store::Settings::default() };
    let club = over(open_store(folder.path(), with_seam).await, settings(), ORIGIN).await;
    let (_, players) = ann_and_ben(&club, folder.path()).await;
    let terms = rated("heap", 2);
    let mut made = 0;
    for after in [false, true] {
        for at in 0.. {
            let id = format!("{after}-{at}");
            let trouble = Trouble { code: "10", after, at, lasting: false, only: None };
            seam.set(Some(trouble));
            let begun = club.site.games.begin_match(&id, &terms, &players, NOW).await;
            let struck = seam.struck();
            seam.set(None);
            let is_commit = seam.take_failed().contains(&Call::Commit);
            // Whoever asks again has the match, and no second one.
            let again = club.site.games.begin_match(&id, &terms, &players, NOW).await.unwrap();
            made += 1;
            if begun.is_err() {
                let expected = if is_commit && after { Begun::Before } else { Begun::Now };
                assert_eq!(again, expected, "{id}");
            } else {
                assert_eq!(again, Begun::Before, "{id}");
            }
            for (table, each) in [("matches", 1), ("match_games", 2), ("games", 2), ("account_seats", 4)] {
                assert_eq!(count(folder.path(), table).await, each * made, "{id}: {table}");
            }
            if !struck {
                break;
            }
        }
    }
    assert!(made > 20, "{made}");
    club.site.close().await;
}

#[tokio::test]
async fn what_cannot_be_played_does_not_begin() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ([_, ben], players) = ann_and_ben(&club, folder.path()).await;
    let usual = MatchTerms::of("heap");
    let client = server::Client::at([192, 0, 2, 1].into());
    let bid = Some(Bid { side: Side::Union, points: 3 });
    for (terms, field) in [
        (MatchTerms::of("valley"), "scenario: "),
        (MatchTerms { games: 3, ..usual.clone() }, "games: "),
        (MatchTerms { games: 2, bid, ..usual.clone() }, "bid: "),
        (MatchTerms { rated: true, pack: Some("mine".to_owned()), ..usual.clone() }, "pack: "),
        (
            MatchTerms { options: json!({ "fast": true }).as_object().cloned().unwrap(), ..usual.clone() },
            "options: ",
        ),
        (
            MatchTerms { clock: serde_json::from_value(json!({ "bank": 0 })).ok(), ..usual.clone() },
            "clock.bank: ",
        ),
    ] {
        let told = club.site.games.begin_match("m", &terms, &players, NOW).await.unwrap_err();
        let NoMatch::Refused(error) = told else { panic!("{told:?}") };
        assert_eq!(error.code, RpcError::MALFORMED);
        assert!(error.message.starts_with(field), "{error:?}");
        assert_eq!(club.site.games.check_terms(&terms, client).await, Err(error));
    }
    assert_eq!(club.site.games.check_terms(&usual, client).await, Ok(()));
    let alone = BySide { union: players.union.clone(), confederate: players.union.clone() };
    let told = club.site.games.begin_match("m", &usual, &alone, NOW).await.unwrap_err();
    assert!(matches!(told, NoMatch::Refused(error) if error.message.starts_with("players: ")));
    // One that is gone plays nobody.
    let password = json!({ "password": crate::accounts::PASSWORD });
    assert_eq!(club.post("delete", &ben, password).await.status, 200);
    let club_of_two = BySide { union: club_id(&club, folder.path()).await, ..players.clone() };
    let gone = club.site.games.begin_match("m", &usual, &club_of_two, NOW).await;
    assert_eq!(gone, Err(NoMatch::NoAccount));
    assert_eq!(count(folder.path(), "matches").await, 0);
    club.site.close().await;
}

#[tokio::test]
async fn an_account_that_plays_all_it_can_costs_nobody_a_game() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ([ann, ben], players) = ann_and_ben(&club, folder.path()).await;
    let two = MatchTerms { games: 2, ..MatchTerms::of("heap") };
    for number in 0..127 {
        begin(&club, &format!("m{number}"), &two, &players).await;
    }
    begin(&club, "m127", &two, &players).await;
    // Their challenges wait, for they have 256 games to play.
    let challenge = json!({ "terms": { "scenario": "heap" }, "side": "union" });
    let made = club.post("/club/challenges/make", &ann, challenge).await.body["challenge"].clone();
    let accept = json!({ "challenge": made });
    let refused = club.post("/club/challenges/accept", &ben, accept.clone()).await;
    assert_eq!(refused.status, 409, "{refused:?}");
    assert!(refused.error().contains("as many games of matches as it can"), "{refused:?}");
    // What a tournament begins does not wait for them.
    begin(&club, "of a tournament", &two, &players).await;
    // These seats leave room for those that they have links of.
    let mut client = club.client(&ann).await;
    let (_, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    let kept = club.post("seats/keep", &ann, json!({ "tokens": [tokens["both"]] })).await;
    assert_eq!((kept.status, &kept.body["kept"]), (200, &json!(1)), "{kept:?}");
    // Games that are over do not count.
    let of = games(&found(&club, "of a tournament").await);
    for (game, side) in of.iter().zip(["union", "confederate"]) {
        ask(&mut client, "game.resign", side, game).await.unwrap();
    }
    assert_eq!(club.post("/club/challenges/accept", &ben, accept).await.status, 409, "256 are left");
    let game = games(&found(&club, "m0").await).remove(0);
    ask(&mut client, "game.resign", "union", &game).await.unwrap();
    // Of as many as they can play they have begun too few.
    let accept = json!({ "challenge": made });
    let refused = club.post("/club/challenges/accept", &ben, accept).await;
    assert!(refused.error().contains("in which nobody has given an order yet"), "{refused:?}");
    club.site.close().await;
}

#[tokio::test]
async fn a_result_that_could_not_be_noted_is_noted_later() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ([ann, _], players) = ann_and_ben(&club, folder.path()).await;
    let game = begin(&club, "m", &rated("heap", 1), &players).await.remove(0);
    let by_hand = async |statement: &'static str| {
        sqlx::query(statement).execute(&mut hands(folder.path()).await).await.unwrap();
    };
    by_hand("CREATE TRIGGER full BEFORE UPDATE ON match_games BEGIN SELECT RAISE(FAIL, 'full'); END").await;
    ask(&mut club.client(&ann).await, "game.resign", "union", &game).await.unwrap();
    assert!(!found(&club, "m").await.is_over());
    by_hand("DROP TRIGGER full").await;
    club.site.games.look_after_matches().await;
    assert!(found(&club, "m").await.is_over());
    club.site.close().await;
}

/// As if another server had begun them while the account was being deleted, or as if giving them up had failed.
pub async fn a_game_that_goes_on_without_its_player_is_given_up(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (_, players) = ann_and_ben(&club, folder.path()).await;
    let others =
        BySide { union: club_id(&club, folder.path()).await, confederate: players.confederate.clone() };
    begin(&club, "left", &rated("heap", 2), &players).await;
    begin(&club, "goes on", &rated("heap", 1), &others).await;
    let store = club.site.games.store();
    store.delete_account(&players.union, NOW).await.unwrap();
    assert!(!found(&club, "left").await.is_over());
    club.site.games.look_after_matches().await;
    let results: Vec<_> = found(&club, "left")
        .await
        .games
        .iter()
        .map(|game| game.result().map(|result| (result.winner, result.by)))
        .collect();
    let given_up = |winner: Side| Some((Some(winner), PlayedTo::Resignation));
    assert_eq!(results, [given_up(Side::Confederate), given_up(Side::Union)], "Ben has won both");
    assert!(!found(&club, "goes on").await.is_over());
    // Where both are gone it is over once.
    for account in [&others.union, &others.confederate] {
        store.delete_account(account, NOW).await.unwrap();
    }
    club.site.games.look_after_matches().await;
    assert!(found(&club, "goes on").await.is_over());
    club.site.close().await;
}

#[tokio::test]
async fn a_damaged_match_is_given_up_for_nobody() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (_, players) = ann_and_ben(&club, folder.path()).await;
    let game = begin(&club, "m", &rated("heap", 1), &players).await.remove(0);
    let damage = "UPDATE match_games SET union_account = 'nobody'";
    sqlx::query(damage).execute(&mut hands(folder.path()).await).await.unwrap();
    club.site.games.look_after_matches().await;
    let stand = club.site.games.store().game_stand(&game).await.unwrap().unwrap();
    assert_eq!(stand.asked, Some(Side::Union));
    club.site.close().await;
}

#[tokio::test]
async fn whoever_looks_at_shown_matches_reads_the_newest_alone() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ([ann, _], players) = ann_and_ben(&club, folder.path()).await;
    let shown = MatchTerms { shown: true, ..MatchTerms::of("heap") };
    begin(&club, "over", &shown, &players).await;
    let over = games(&found(&club, "over").await).remove(0);
    ask(&mut club.client(&ann).await, "game.resign", "union", &over).await.unwrap();
    for number in 0..104 {
        begin(&club, &format!("m{number}"), &shown, &players).await;
    }
    let store = club.site.games.store();
    let read = store.matches(server::store::Which::Shown).await.unwrap();
    assert!((100..=101).contains(&read.len()), "{}", read.len());
    let told = club.get("/club/watch", &ann).await.body;
    assert_eq!(told["going"].as_array().map(Vec::len), Some(50), "{told}");
    assert_eq!(told["over"].as_array().map(Vec::len), Some(1), "however many began later");
    // Of an account's own too: the newest, and those that go on, however old.
    let mut client = club.client(&ann).await;
    for number in 1..104 {
        let game = games(&found(&club, &format!("m{number}")).await).remove(0);
        ask(&mut client, "game.resign", "union", &game).await.unwrap();
    }
    let told = club.get("/club/matches", &ann).await.body;
    let lately = told["matches"].as_array().unwrap();
    assert!(lately.iter().any(|of| of["match"] == "m0"), "{told}");
    assert!((100..=101).contains(&lately.len()), "{}", lately.len());
    club.site.close().await;
}

#[tokio::test]
async fn ratings_are_computed_once_for_each_change() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ([ann, ben], players) = ann_and_ben(&club, folder.path()).await;
    let both = begin(&club, "m", &rated("heap", 2), &players).await;
    let (mut one, mut two) = (club.client(&ann).await, club.client(&ben).await);
    one.take(&both[0], &of_account("union", &both[0]), 10).await.unwrap();
    let look = async || {
        for _ in 0..3 {
            for path in ["/ladder.json", "/rated-games.json", "/player.json?name=Ann"] {
                assert_eq!(club.get(path, "").await.status, 200, "{path}");
            }
        }
        let players = club.get("/ladder.json", "").await.body["systems"][0]["players"].clone();
        let played = |name: &str| {
            let of = players.as_array().unwrap().iter().find(|player| player["name"] == name);
            of.map(|player| player["games"].clone())
        };
        (club.site.games.ratings_computed(), played("Ann"), played("Ben"))
    };
    let games = |won: u32, lost: u32| Some(json!({ "won": won, "drawn": 0, "lost": lost }));
    assert_eq!(look().await, (1, games(1, 0), games(0, 1)));
    both_take(&mut two, &mut one, &both[1]).await;
    ask(&mut one, "game.resign", "confederate", &both[1]).await.unwrap();
    assert_eq!(look().await, (2, games(1, 1), games(1, 1)));
    assert_eq!(look().await.0, 2);
    // Another server notes a result: it is seen here.
    let other = begin(&club, "n", &rated("heap", 1), &players).await;
    both_take(&mut one, &mut two, &other[0]).await;
    let there = over(open_store(folder.path(), store::Settings::default()).await, settings(), ORIGIN).await;
    ask(&mut there.client(&ben).await, "game.resign", "confederate", &other[0]).await.unwrap();
    assert_eq!(there.site.games.finished_rated(None).await.unwrap().len(), 3);
    assert_eq!(look().await, (3, games(2, 1), games(1, 2)));
    there.site.close().await;
    // Who has deleted their account has no name there any more.
    let password = json!({ "password": crate::accounts::PASSWORD });
    assert_eq!(club.post("delete", &ben, password).await.status, 200);
    assert_eq!(look().await, (4, games(2, 1), None));
    club.site.close().await;
}

#[tokio::test]
async fn a_game_that_is_broken_off_before_both_have_given_an_order_is_not_rated() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ([ann, ben], players) = ann_and_ben(&club, folder.path()).await;
    let (mut one, mut two) = (club.client(&ann).await, club.client(&ben).await);
    let mut played = Vec::new();
    for id in ["at once", "after one", "drawn", "after both"] {
        played.push(begin(&club, id, &rated("heap", 1), &players).await.remove(0));
    }
    one.take(&played[1], &of_account("union", &played[1]), 1).await.unwrap();
    both_take(&mut one, &mut two, &played[3]).await;
    for (client, side) in [(&mut one, "union"), (&mut two, "confederate")] {
        let token = of_account(side, &played[2]);
        let draw = json!({ "game": played[2], "token": token, "offer": { "draw": {} } });
        client.ask("game.offer", draw).await.unwrap();
    }
    for at in [0, 1, 3] {
        ask(&mut two, "game.resign", "confederate", &played[at]).await.unwrap();
    }
    let told = club.get("/rated-games.json", "").await.body;
    let told: Vec<_> = told["games"].as_array().unwrap().iter().map(|game| &game["game"]).collect();
    assert_eq!(told, [&json!(played[3])]);
    // They have been won and drawn all the same.
    for (id, score) in [("at once", 2), ("after one", 2), ("drawn", 1), ("after both", 2)] {
        assert_eq!(found(&club, id).await.score(&players.union).halves, score, "{id}");
    }
    for (game, unplayed) in [(&played[0], json!(true)), (&played[3], Value::Null)] {
        let told = club.get(&format!("/club/game/{game}"), &ann).await.body;
        assert_eq!(told["match"]["games"][0]["result"]["unplayed"], unplayed, "{told}");
    }
    club.site.close().await;
}

/// What a third account is called.
async fn club_id(club: &Club, folder: &Path) -> String {
    club.join("Cal").await;
    id_of(folder, "Cal").await
}

pub async fn a_result_outlasts_its_game_and_the_server(backend: Backend) {
    let folder = backend.folder();
    let days = |days: u64| Some(Duration::from_secs(days * 24 * 3600));
    let limits =
        Limits { finished_for: days(10), idle_for: days(20), unstarted_for: days(5), ..Limits::default() };
    let store = open_store(folder.path(), store::Settings::default()).await;
    let club = over_within(store, settings(), ORIGIN, limits).await;
    let ([ann, ben], players) = ann_and_ben(&club, folder.path()).await;
    let played = begin(&club, "played", &rated("heap", 1), &players).await;
    let bid = Some(Bid { side: Side::Union, points: 3 });
    let resigned = begin(&club, "bid", &MatchTerms { bid, ..rated("heap", 1) }, &players).await;
    let left = begin(&club, "left", &MatchTerms { rated: false, ..rated("heap", 1) }, &players).await;
    let stays = begin(&club, "stays", &rated("heap", 1), &players).await;
    let (mut one, mut other) = (club.client(&ann).await, club.client(&ben).await);
    one.take(&played[0], &of_account("union", &played[0]), 10).await.unwrap();
    ask(&mut other, "game.resign", "confederate", &resigned[0]).await.unwrap();
    // Nobody asked how they ended; and the server stops here.
    club.site.close().await;
    let store = open_store(folder.path(), store::Settings::default()).await;
    let club = over_within(store, settings(), ORIGIN, limits).await;
    let later = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    club.site.games.expire(later as i64 + 100 * DAY).await;
    // A rated match ends by a result alone, though nobody has given an order.
    assert_eq!(count(folder.path(), "games").await, 1);
    club.client(&ann).await.ask("game.view", json!({ "game": stays[0] })).await.unwrap();
    let rated = club.site.games.finished_rated(Some(&players.confederate)).await.unwrap();
    let mut told: Vec<_> = rated
        .iter()
        .map(|game| (&*game.of_match, game.result.winner, game.result.margin, game.result.by))
        .collect();
    told.sort_by_key(|(of, ..)| *of);
    assert_eq!(
        told,
        [
            ("bid", Some(Side::Union), -3, PlayedTo::Resignation),
            ("played", Some(Side::Union), 0, PlayedTo::End)
        ]
    );
    let of = found(&club, "left").await;
    assert_eq!((&of.games[0].game, &of.games[0].stand), (&left[0], &Stand::Gone));
    assert!(of.is_over());
    let all = club.site.games.matches(Which::By(&players.union)).await.unwrap();
    assert_eq!(all.len(), 4);
    club.site.close().await;
}

#[tokio::test]
async fn a_rated_game_has_no_advice_and_no_computer_and_its_seat_stays() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ([ann, _], players) = ann_and_ben(&club, folder.path()).await;
    let of = begin(&club, "m", &rated("heap", 1), &players).await;
    let game = &of[0];
    let mut one = club.client(&ann).await;
    for method in ["game.advice", "game.lesson"] {
        let mut asked = json!({ "game": game, "token": of_account("union", game) });
        if method == "game.lesson" {
            asked["turn"] = json!(1);
        }
        let refused = one.ask(method, asked).await.unwrap_err();
        assert_eq!(refused["code"], 4, "{refused}");
        assert!(refused["message"].as_str().unwrap().contains("advice"), "{refused}");
    }
    let replace = json!({ "game": game, "token": of_account("union", game), "level": "recruit" });
    let refused = one.ask("game.replace", replace).await.unwrap_err();
    assert!(refused["message"].as_str().unwrap().contains("no computer plays on"), "{refused}");
    let seat = json!({ "game": game, "seat": "union" });
    let stays = club.post("seats/let-go", &ann, seat.clone()).await;
    assert_eq!(stays.status, 409, "{stays:?}");
    assert!(stays.error().contains("give the game up"), "{stays:?}");
    ask(&mut one, "game.resign", "union", game).await.unwrap();
    assert_eq!(club.post("seats/let-go", &ann, seat).await.status, 200);
    club.site.close().await;
}

#[tokio::test]
async fn a_match_that_was_tampered_with_counts_for_nothing() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ([ann, _], players) = ann_and_ben(&club, folder.path()).await;
    for id in ["a", "b", "c"] {
        let of = begin(&club, id, &rated("heap", 1), &players).await;
        ask(&mut club.client(&ann).await, "game.resign", "union", &of[0]).await.unwrap();
    }
    assert_eq!(club.site.games.finished_rated(None).await.unwrap().len(), 3);
    let mut hands = hands(folder.path()).await;
    for damage in [
        "UPDATE match_games SET result = REPLACE(result, '\"confederate\"', '\"union\"') WHERE of_match = 'a'",
        "UPDATE matches SET terms = REPLACE(terms, 'heap', 'mountain') WHERE id = 'b'",
    ] {
        let done = sqlx::query(damage).execute(&mut hands).await.unwrap();
        assert_eq!(done.rows_affected(), 1);
    }
    let left = club.site.games.finished_rated(None).await.unwrap();
    assert_eq!(left.iter().map(|game| &*game.of_match).collect::<Vec<_>>(), ["c"]);
    club.site.close().await;
}
